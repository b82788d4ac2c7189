//! Results that the people of a table settle: a concession, a draw, scores that they agree on, scenario points, the last turn
//! of a limit, a ruling. Whoever else plays is asked, but for a concession and a ruling.

use serde::{Deserialize, Serialize};

use super::ask::nothing_open;
use super::decide::{Decided, game_of, no_seat};
use super::{Actor, Event, Grounds, Moment, Phase, Player, Table};
use crate::game::{self, Game};
use crate::ids::Seat;
use crate::refusal::Refusal;
use crate::system::Outcome;
use crate::text::{clean_line, list};

/// More than any scenario gives.
pub const MAX_SCORE: u32 = 9_999;
/// More turns than anybody plays; a typed number stays readable.
pub const MAX_TURNS: u16 = 99;
/// The reason of a ruling is a sentence or two.
pub const MAX_REASON: usize = 200;

/// What came of a game by the word of its people, a side for each seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settlement {
    pub how: How,
    pub sides: Vec<SettledSide>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SettledSide {
    pub result: Outcome,
    /// `None` where nobody named one: the game's own count stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<u32>,
}

/// Why a result is what it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// These seats gave up.
    Conceded {
        seats: Vec<Seat>,
    },
    Agreed,
    /// By the scenario points as they stood at the end.
    Points,
    /// By the game's own count after the last turn of the limit.
    TurnLimit,
    Ruled {
        #[serde(default, skip_serializing_if = "String::is_empty")]
        why: String,
    },
}

/// What a player says the result is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Claim {
    /// All sides of whoever says it give up, or this one.
    Concede {
        seat: Option<Seat>,
    },
    Draw,
    Scores(Scores),
    /// The game is over, and the scenario points decide it.
    Points,
}

/// Who won, and with which scores: the most wins unless a winner is named. With neither it is a draw.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scores {
    /// One for each seat, in order; or none at all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Seat>,
}

/// The scenario points of one turn, one number for each seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnPoints {
    pub turn: u32,
    pub points: Vec<u32>,
}

impl<G> Table<G> {
    /// The scenario points of each seat so far; `None` where nobody has entered any.
    pub fn points_so_far(&self) -> Option<Vec<u32>> {
        if self.points.is_empty() {
            return None;
        }
        let of = |seat: usize| {
            let each = self.points.iter().filter_map(|entry| entry.points.get(seat));
            each.fold(0_u32, |sum, points| sum.saturating_add(*points))
        };
        Some((0..self.seats.len()).map(of).collect())
    }

    /// Whether nothing can change the end any more, so that the seed of the dice is shown. A result that people have settled
    /// can be taken back until one of them asks for the seed: whoever knows it knows every die to come.
    pub fn is_final(&self) -> bool {
        let open = self.result.is_some() && !self.closed && !self.system.hides();
        self.phase == Phase::Ended && !open
    }

    /// Whether the end can still be taken back.
    pub fn can_reopen(&self) -> bool {
        self.phase == Phase::Ended && !self.is_final()
    }
}

/// A player says what the result is.
pub(super) fn settle(
    table: &Table,
    actor: &Actor,
    claim: &Claim,
    moment: Moment<'_>,
) -> Result<Decided, Refusal> {
    game_of(table)?;
    if !table.is_seated(actor.id()) {
        return Err(no_seat(table, "settle its result"));
    }
    let settlement = match claim {
        Claim::Concede { seat } => {
            return Ok(ended(conceded(table, actor, *seat)?, Grounds::Conceded));
        }
        Claim::Draw => agreed(table, &Scores::default())?,
        Claim::Scores(scores) => agreed(table, scores)?,
        Claim::Points => by_points(table).ok_or_else(|| {
            Refusal::new(
                "No scenario points have been entered yet. `/game result outcome:scenario points` enters them.",
            )
        })?,
    };
    if let Some(grounds) = whom_to_ask(table, actor)? {
        return Ok(ended(settlement, grounds));
    }
    let (by, step) = (actor.player.clone(), moment.seq);
    Ok(vec![Event::ResultAsked { by, settlement, step }].into())
}

/// The organiser, or a manager of the server who does not play here, says who has won.
pub(super) fn rule(
    table: &Table,
    actor: &Actor,
    scores: &Scores,
    why: &str,
) -> Result<Decided, Refusal> {
    let grounds = if table.is_organiser(actor.id()) {
        Grounds::Organiser
    } else if actor.manager && !table.is_seated(actor.id()) {
        Grounds::Manager
    } else {
        return Err(Refusal::new(
            "Only this table's organiser, or somebody who manages this server and does not play here, may rule. Players \
             agree on a result instead.",
        ));
    };
    game_of(table)?;
    let Settlement { sides, .. } = agreed(table, scores)?;
    let why = if why.trim().is_empty() {
        String::new()
    } else {
        clean_line(why, MAX_REASON).ok_or_else(|| {
            Refusal::new(format!("A reason is one line of 1 to {MAX_REASON} characters."))
        })?
    };
    Ok(ended(Settlement { how: How::Ruled { why }, sides }, grounds))
}

/// Scenario points of a turn: the one that is played, or an earlier one. What was entered for it before is replaced.
pub(super) fn score(
    table: &Table,
    actor: &Actor,
    (turn, points): (Option<u32>, &[u32]),
    moment: Moment<'_>,
) -> Result<Decided, Refusal> {
    let now = game_of(table)?.verdict().turns.unwrap_or(0);
    let rules = table.is_organiser(actor.id());
    if !table.is_seated(actor.id()) && !rules {
        return Err(no_seat(table, "enter scenario points"));
    }
    let turn = turn.unwrap_or(now);
    if turn > now {
        return Err(Refusal::new(format!(
            "This is turn {now}: enter its points, or those of an earlier one."
        )));
    }
    right_number(table, points)?;
    let entry = TurnPoints { turn, points: points.to_vec() };
    if table.points.contains(&entry) {
        return Err(Refusal::new(format!("The points of turn {turn} stand like that already.")));
    }
    let grounds = if rules { Some(Grounds::Organiser) } else { whom_to_ask(table, actor)? };
    Ok(match grounds {
        Some(grounds) => vec![Event::PointsEntered { entry, grounds }].into(),
        None => {
            vec![Event::PointsAsked { by: actor.player.clone(), entry, step: moment.seq }].into()
        }
    })
}

/// Somebody of the table wants to see the seed: the end stands from then on.
pub(super) fn close(table: &Table, actor: &Actor) -> Result<Decided, Refusal> {
    if !table.belongs(actor.id()) && !actor.manager {
        return Err(Refusal::new(
            "Only people of this table, or somebody who manages this server, may have its seed shown.",
        ));
    }
    if !table.can_reopen() {
        return Err(Refusal::new("The seed is shown when the game has ended."));
    }
    Ok(vec![Event::Closed].into())
}

/// Everybody else has agreed, or the organiser has: this is the result.
pub(super) fn ended(settlement: Settlement, grounds: Grounds) -> Decided {
    vec![Event::Settled { settlement }, Event::Ended { grounds }].into()
}

/// What was played, up to the end of the limit's last turn, and how the game ended with it, if it did.
pub(super) fn finished(
    table: &Table,
    game: &Game,
    mut played: Vec<game::Event>,
) -> (Vec<game::Event>, Vec<Event>) {
    let limit = u32::from(table.settings.turn_limit);
    let over = |event: &game::Event| event.begins_turn().is_some_and(|turn| turn > limit);
    let last = played.iter().position(over).filter(|_| limit > 0);
    played.truncate(last.unwrap_or(played.len()));
    let mut after = game.clone();
    for event in &played {
        after.apply(event);
    }
    let grounds = match last {
        _ if after.is_over() => Grounds::Rules,
        Some(_) => Grounds::TurnLimit,
        None => return (played, Vec::new()),
    };
    let counted = || (grounds == Grounds::TurnLimit).then(|| by_count(table, &after)).flatten();
    let settled = by_points(table).or_else(counted);
    let settled = settled.map(|settlement| Event::Settled { settlement });
    let ending = settled.into_iter().chain([Event::Ended { grounds: grounds.clone() }]).collect();
    (played, ending)
}

/// By what right a result stands at once; `None` where somebody has to agree first.
fn whom_to_ask(table: &Table, actor: &Actor) -> Result<Option<Grounds>, Refusal> {
    if !table.consenters(actor.id()).is_empty() {
        nothing_open(table, actor)?;
        return Ok(None);
    }
    if table.seats.iter().filter_map(|chair| chair.player.as_ref()).any(Player::is_bot) {
        return Err(Refusal::new(
            "I do not bargain about results: play it out, concede, or give it up with `/game end`.",
        ));
    }
    Ok(Some(Grounds::Alone))
}

fn conceded(table: &Table, actor: &Actor, seat: Option<Seat>) -> Result<Settlement, Refusal> {
    let own = table.seats_of(actor.id());
    let losers = match seat {
        Some(seat) if own.contains(&seat) => vec![seat],
        Some(_) => return Err(Refusal::new("You concede for your own side alone.")),
        None if own.len() == table.seats.len() && own.len() > 1 => {
            return Err(Refusal::new("You play every side here: say which one concedes."));
        }
        None => own,
    };
    let rest: Vec<Seat> = table.all_seats().filter(|seat| !losers.contains(seat)).collect();
    let mut people: Vec<Option<u64>> =
        rest.iter().map(|seat| table.player_at(*seat).map(|player| player.id.0)).collect();
    people.sort_unstable();
    people.dedup();
    if rest.len() > 1 && people.len() > 1 {
        let names: Vec<&str> =
            rest.iter().map(|seat| table.seats[seat.index()].name.as_str()).collect();
        return Err(Refusal::new(format!(
            "{} could still win this among themselves. Agree on a result with scores, or give up your seat with \
             `/game leave`.",
            list(&names)
        )));
    }
    let won = if rest.len() > 1 { Outcome::SharedWin } else { Outcome::Win };
    let sides = table.all_seats().map(|seat| SettledSide {
        result: if losers.contains(&seat) { Outcome::Loss } else { won },
        score: None,
    });
    Ok(Settlement { sides: sides.collect(), how: How::Conceded { seats: losers } })
}

/// The result that these scores come to, by agreement.
fn agreed(table: &Table, Scores { scores, winner }: &Scores) -> Result<Settlement, Refusal> {
    if !scores.is_empty() {
        right_number(table, scores)?;
    }
    if winner.is_some_and(|winner| winner.index() >= table.seats.len()) {
        return Err(Refusal::new("There is no such side at this table."));
    }
    let results = match winner {
        Some(winner) => table
            .all_seats()
            .map(|seat| if seat == *winner { Outcome::Win } else { Outcome::Loss })
            .collect(),
        None if scores.is_empty() => vec![Outcome::Draw; table.seats.len()],
        None => outcomes(scores),
    };
    let scores = scores.iter().copied().map(Some).chain(std::iter::repeat(None));
    let sides = results.into_iter().zip(scores);
    let sides = sides.map(|(result, score)| SettledSide { result, score }).collect();
    Ok(Settlement { how: How::Agreed, sides })
}

fn by_points(table: &Table) -> Option<Settlement> {
    Some(Settlement { how: How::Points, sides: counted(&table.points_so_far()?) })
}

/// The game's own count, where it keeps one: who would have won if it ended now.
fn by_count(table: &Table, game: &Game) -> Option<Settlement> {
    if !table.system.keeps_score() {
        return None;
    }
    let scores: Vec<u32> = game.verdict().sides.into_iter().map(|(score, _)| score).collect();
    Some(Settlement { how: How::TurnLimit, sides: counted(&scores) })
}

fn counted(scores: &[u32]) -> Vec<SettledSide> {
    let sides = outcomes(scores).into_iter().zip(scores);
    sides.map(|(result, score)| SettledSide { result, score: Some(*score) }).collect()
}

/// The most wins; where all have the same it is a draw.
fn outcomes(scores: &[u32]) -> Vec<Outcome> {
    let best = scores.iter().copied().max().unwrap_or(0);
    let first = scores.iter().filter(|score| **score == best).count();
    let of = |score: &u32| match (*score == best, first) {
        (true, 1) => Outcome::Win,
        (true, all) if all == scores.len() => Outcome::Draw,
        (true, _) => Outcome::SharedWin,
        (false, _) => Outcome::Loss,
    };
    scores.iter().map(of).collect()
}

fn right_number(table: &Table, scores: &[u32]) -> Result<(), Refusal> {
    if scores.len() != table.seats.len() {
        let names: Vec<&str> = table.seats.iter().map(|chair| chair.name.as_str()).collect();
        return Err(Refusal::new(format!("Give one number for each side: {}.", list(&names))));
    }
    if scores.iter().any(|score| *score > MAX_SCORE) {
        return Err(Refusal::new(format!("Scores go from 0 to {MAX_SCORE}.")));
    }
    Ok(())
}

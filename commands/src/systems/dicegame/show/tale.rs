//! A turn of the Dice Game as one message tells it: what came of it first, then a line for each roll. All of it, with the
//! dice, the odds and the buttons, is seen at once on a phone: while a turn goes on, the turns before it are a line each, and
//! of its own rolls the latest is told.

use gatemaster_rules::dicegame::DiceGame;
use gatemaster_rules::dicegame::command::Event;
use gatemaster_rules::dicegame::faces::Skirmish;
use gatemaster_rules::dicegame::state::{Reward, TurnEnd};
use gatemaster_rules::game;
use gatemaster_rules::ids::Seat;
use gatemaster_rules::system::System as _;
use gatemaster_rules::table::Player;
use gatemaster_rules::text::{count, list};

use super::fate_told::FateTold;
use super::told::{event_line, events_of};
use super::{
    State, board_text, colour, controls, fate_dice, fate_mark, picture, side, skirmish_mark,
    sum_text, with_table_row,
};
use crate::desk::{Loaded, StepInContext};
use crate::face::{Controls, Face, Stage};
use crate::table::aside;

/// What the newest message offers besides the tale: the table, and the next buttons.
pub fn stage(game: &Loaded, state: &State) -> Stage {
    let asked = game.table.asked.is_some();
    let controls = if asked { Controls::default() } else { controls(game, state) };
    let buttons = with_table_row(game, state, controls.buttons);
    let picture = if game.pictures { picture(game, state) } else { None };
    // what lies on the table stands in the picture and in its alternative text, and on *Stop* what it claims
    let below = if picture.is_some() { String::new() } else { board_text(game, state) };
    Stage {
        // above the frame, where choosing dice redraws it
        above: controls.text,
        below,
        selects: controls.selects,
        buttons,
        colour: Some(colour(state)),
        picture,
        ..Stage::default()
    }
}

/// One turn, or what there has been of it.
#[derive(Debug, Default)]
struct TurnTold {
    roller: Option<Seat>,
    /// The draw of whoever goes first, before the first turn.
    drawn: Option<String>,
    rolls: Vec<RollTold>,
    /// What the dice came to in the end.
    shown: String,
    /// How it ended, unless somebody has just stopped.
    cut_off: Option<TurnEnd>,
    points: u32,
    fates: u8,
    over: bool,
    ends_the_game: bool,
}

/// A roll, from the moment when the dice are taken up, and what came of it.
#[derive(Debug, Default)]
struct RollTold {
    fate: FateTold,
    outcome: Vec<String>,
    /// What fell.
    marks: String,
}

/// The turns of a chapter. Of one that is under way only what has happened beside its dice, as those lie on the table below.
pub fn tale(face: &dyn Face, game: &Loaded, told: &[StepInContext]) -> String {
    let mut turns = vec![TurnTold::default()];
    let mut state = None;
    for told in told {
        let turn = turns.last_mut();
        if let (Some(turn), Some(aside)) = (turn, aside(face, game, told)) {
            turn.roll().outcome.push(aside);
        }
        if let Some(game::View::DiceGame(before)) = &told.before {
            state = Some(play(before, &events_of(&told.step), &mut turns));
        }
    }
    let by_bot = |turn: &TurnTold| {
        let roller = turn.roller.and_then(|seat| game.table.player_at(seat));
        roller.is_some_and(Player::is_bot)
    };
    let goes_on = match &turns[..] {
        [] | [_] => true,
        // what the program does stands before the turn of whoever comes after it
        [.., last, now] => !now.is_empty() || by_bot(last) && !last.ends_the_game,
    };
    let words = match (&turns[..], state) {
        ([before @ .., now], Some(state)) if goes_on => under_way(&state, before, now),
        _ => turns.iter().map(TurnTold::in_full).collect(),
    };
    words.into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>().join("\n")
}

/// Whoever is at it needs the room for dice and buttons; everything is told again when the turn is over.
fn under_way(state: &State, before: &[TurnTold], now: &TurnTold) -> Vec<String> {
    /// Four lines on a phone.
    const SHORT: usize = 150;
    /// As many in small print.
    const ROOM: usize = 190;
    // once round the table
    let others = state.headquarters.len().saturating_sub(1);
    let before = &before[before.len().saturating_sub(others)..];
    let before = match before {
        [] => String::new(),
        [only] if now.is_empty() && only.in_full().chars().count() <= SHORT => only.in_full(),
        [only] => only.in_one_line(state),
        several => {
            let several: Vec<String> =
                several.iter().map(|turn| turn.in_few_words(state)).collect();
            format!("-# Before: {}", several.join(" · "))
        }
    };
    let latest = now.latest();
    let room = latest.is_empty() || before.chars().count() + latest.chars().count() <= ROOM;
    if room { vec![before, latest] } else { vec![latest] }
}

/// Gives the state after them.
fn play(before: &State, events: &[&Event], turns: &mut Vec<TurnTold>) -> State {
    let mut state = before.clone();
    for event in events {
        let was = state.clone();
        DiceGame::apply(&mut state, event);
        let Some(turn) = turns.last_mut() else { continue };
        turn.roller = turn.roller.or(was.roller());
        turn.take(&was, &state, event);
        if turn.over {
            turns.push(TurnTold::default());
        }
    }
    state
}

impl TurnTold {
    fn is_empty(&self) -> bool {
        self.drawn.is_none() && self.rolls.is_empty()
    }

    /// The latest one.
    fn roll(&mut self) -> &mut RollTold {
        if self.rolls.is_empty() {
            self.rolls.push(RollTold::default());
        }
        let latest = self.rolls.len() - 1;
        &mut self.rolls[latest]
    }

    fn take(&mut self, was: &State, now: &State, event: &Event) {
        let roller = || was.turn.as_ref().map(|turn| side(was, turn.roller)).unwrap_or_default();
        match event {
            Event::Taken { fate, .. } => {
                self.rolls.push(RollTold::default());
                if *fate > 0 {
                    self.roll().fate.added_by(roller());
                }
            }
            // what is claimed says which claim was chosen
            Event::FateAdded { dice: 0, .. } | Event::SixChosen { .. } => {}
            Event::FateAdded { seat, .. } => self.roll().fate.added_by(side(was, *seat)),
            Event::Sabotaged { took } => self.roll().fate.sabotaged(*took),
            Event::Warped { returned, left } => self.roll().fate.warped(*returned, *left),
            Event::Rolled { dice, fate } => {
                let mut marks: Vec<&str> = Skirmish::ALL
                    .into_iter()
                    .flat_map(|kind| {
                        let number = dice.iter().filter(|fallen| fallen.face == kind).count();
                        std::iter::repeat_n(skirmish_mark(kind), number)
                    })
                    .collect();
                marks.extend(fate.iter().map(|face| fate_mark(*face)));
                self.roll().marks = marks.concat();
                if let Some(turn) = &now.turn {
                    self.shown = sum_text(turn.victories(), turn.strikes());
                }
            }
            // who comes next is asked below
            Event::TurnBegan { .. } => self.over |= was.turn.is_some(),
            Event::GameEnded { .. } => {
                self.roll().outcome.extend(event_line(was, now, event));
                (self.over, self.ends_the_game) = (true, true);
            }
            // what is claimed says that somebody has stopped
            Event::Stopped { victories, .. } => {
                if Reward::for_victories(*victories) == Reward::Nothing {
                    self.roll().outcome.push(format!("{} stops and claims nothing.", roller()));
                }
            }
            Event::FirstDrawn { .. } => self.drawn = event_line(was, now, event),
            Event::Routed => {
                self.cut_off = Some(TurnEnd::Routed);
                self.roll().outcome.extend(event_line(was, now, event));
            }
            Event::Bust => {
                self.cut_off = Some(TurnEnd::Bust);
                self.roll().outcome.extend(event_line(was, now, event));
            }
            Event::ControlRolled { faces } => {
                let points = faces.iter().filter_map(|face| face.points());
                self.points += points.map(|face| u32::from(face.number())).sum::<u32>();
                self.roll().outcome.extend(event_line(was, now, event));
            }
            Event::FateClaimed { .. } => {
                self.fates = self.fates.saturating_add(1);
                self.roll().outcome.extend(event_line(was, now, event));
            }
            Event::TraitUsed { .. }
            | Event::NoFateLeft { .. }
            | Event::TraitsOffered
            | Event::TraitsDone
            | Event::FateOffered { .. }
            | Event::SixOffered
            | Event::FateDue { .. }
            | Event::VictimAsked => self.roll().outcome.extend(event_line(was, now, event)),
        }
    }

    /// "-# ⚪ **Concord** logged 3 points and took one fate die."
    fn in_one_line(&self, state: &State) -> String {
        let Some(roller) = self.roller else { return String::new() };
        let points =
            (self.points > 0).then(|| format!("logged {}", count(self.points, "point", "points")));
        let fates = (self.fates > 0).then(|| format!("took {}", fate_dice(self.fates)));
        let early = self.cut_off.map(|end| match end {
            TurnEnd::Bust => "went bust".to_owned(),
            TurnEnd::Routed => "was routed".to_owned(),
            TurnEnd::Stopped => "stopped".to_owned(),
        });
        let did: Vec<String> = early.into_iter().chain(points).chain(fates).collect();
        let did = if did.is_empty() { "claimed nothing".to_owned() } else { list(&did) };
        format!("-# {} {did}.", side(state, roller))
    }

    /// "Concord 3 points", "Ghar bust"
    fn in_few_words(&self, state: &State) -> String {
        let who = self.roller.map_or("somebody", |roller| state.faction(roller));
        let points = (self.points > 0).then(|| count(self.points, "point", "points"));
        let fates = match self.fates {
            0 => None,
            1 => Some("fate die".to_owned()),
            dice => Some(fate_dice(dice)),
        };
        let early = self.cut_off.map(|end| match end {
            TurnEnd::Bust => "bust".to_owned(),
            TurnEnd::Routed => "routed".to_owned(),
            TurnEnd::Stopped => "stopped".to_owned(),
        });
        let did: Vec<String> = early.into_iter().chain(points).chain(fates).collect();
        let did = if did.is_empty() { "nothing".to_owned() } else { did.join(" + ") };
        format!("{who} {did}")
    }

    fn in_full(&self) -> String {
        let drawn = self.drawn.iter().filter(|_| !self.has_rolled()).cloned();
        let told = self.rolls.iter().flat_map(RollTold::lines);
        let mut lines: Vec<String> = drawn.chain(told).collect();
        let marks: Vec<&str> = self.rolls.iter().map(|roll| roll.marks.as_str()).collect();
        let marks: Vec<&str> = marks.into_iter().filter(|marks| !marks.is_empty()).collect();
        if self.over && !marks.is_empty() {
            lines.push(format!("-# {} ({})", marks.join(" → "), self.shown));
        }
        lines.join("\n")
    }

    fn has_rolled(&self) -> bool {
        self.rolls.iter().any(RollTold::has_fallen)
    }

    /// What came of the latest roll; what fate did to the log is seen in the picture, so small print is enough.
    fn latest(&self) -> String {
        // old news once dice have fallen
        let mut lines: Vec<String> =
            self.drawn.iter().filter(|_| !self.has_rolled()).cloned().collect();
        if let Some(roll) = self.rolls.last() {
            let fate = roll.fate.in_short().filter(|_| roll.has_fallen());
            lines.extend(fate.map(|line| format!("-# {line}")));
            lines.extend(roll.outcome.iter().cloned());
        }
        lines.join("\n")
    }
}

impl RollTold {
    fn lines(&self) -> Vec<String> {
        let fate = self.fate.line().filter(|_| self.has_fallen());
        fate.into_iter().chain(self.outcome.iter().cloned()).collect()
    }

    /// Fate dice that lie in the hand still are told of where they are asked about.
    fn has_fallen(&self) -> bool {
        !self.marks.is_empty()
    }
}

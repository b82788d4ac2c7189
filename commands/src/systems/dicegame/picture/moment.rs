//! What the game waits for, and what the roller's dice are.

use gatemaster_rules::dicegame::State;
use gatemaster_rules::dicegame::faces::Skirmish;
use gatemaster_rules::dicegame::state::{
    DieState, Ending, LastTurn, SKIRMISH_DICE, Stage, Turn, TurnEnd,
};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::text::{count, list};

/// More can only come from a file that was tampered with.
const MOST_DICE: usize = SKIRMISH_DICE as usize;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Moment {
    /// "Turn 7, roll 2"
    pub turn: String,
    /// Who is to do something.
    pub seat: Option<Seat>,
    /// "Algoryn keeps dice or stops"
    pub text: String,
    pub kept: Vec<Skirmish>,
    pub rolled: Vec<Skirmish>,
    /// Skirmish dice that are about to be rolled.
    pub in_hand: usize,
    /// Fate dice that are rolled with them.
    pub fate_in_hand: u8,
    /// The turn before, until the first dice of this one fall.
    pub last: Option<Before>,
}

/// How the turn before ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Before {
    pub faction: &'static str,
    pub dice: Vec<Skirmish>,
    pub end: TurnEnd,
}

impl Moment {
    pub(super) fn of(state: &State) -> Moment {
        let turn = state.turn.as_ref();
        let (seat, text) = waits_for(state);
        let dice = turn.map(|turn| turn.dice.as_slice()).unwrap_or_default();
        let dice = &dice[..dice.len().min(MOST_DICE)];
        let lying = |lies: DieState| {
            let mut faces: Vec<Skirmish> =
                dice.iter().filter(|die| die.lies == lies).map(|die| die.face).collect();
            faces.sort_unstable();
            faces
        };
        let last = state.last.as_ref().filter(|_| dice.is_empty());
        Moment {
            turn: turn.map_or_else(|| "Before turn 1".to_owned(), turn_text),
            seat,
            text,
            kept: lying(DieState::Kept),
            rolled: lying(DieState::JustRolled),
            in_hand: if dice.is_empty() { MOST_DICE } else { lying(DieState::InHand).len() },
            fate_in_hand: turn.map_or(0, Turn::fate_in_hand),
            last: last.map(|last| Before::of(state, last)),
        }
    }

    /// The dice that show.
    pub(super) fn showing(&self) -> Vec<Skirmish> {
        self.kept.iter().chain(&self.rolled).copied().collect()
    }
}

impl Before {
    fn of(state: &State, last: &LastTurn) -> Before {
        let mut dice: Vec<Skirmish> = last.dice.iter().take(MOST_DICE).copied().collect();
        dice.sort_unstable();
        Before { faction: state.faction(last.roller), dice, end: last.end }
    }
}

pub(super) fn victories(faces: &[Skirmish]) -> u8 {
    number(faces, Skirmish::is_victory)
}

pub(super) fn strikes(faces: &[Skirmish]) -> u8 {
    number(faces, Skirmish::is_strike)
}

fn number(faces: &[Skirmish], fits: fn(Skirmish) -> bool) -> u8 {
    u8::try_from(faces.iter().filter(|face| fits(**face)).count()).unwrap_or(u8::MAX)
}

/// "3 victories"
pub(super) fn victories_text(faces: &[Skirmish]) -> String {
    count(victories(faces).into(), "victory", "victories")
}

/// "4 strikes"
pub(super) fn strikes_text(faces: &[Skirmish]) -> String {
    count(strikes(faces).into(), "strike", "strikes")
}

fn turn_text(turn: &Turn) -> String {
    match turn.rolls {
        0 => format!("Turn {}", turn.number),
        rolls => format!("Turn {}, roll {rolls}", turn.number),
    }
}

fn waits_for(state: &State) -> (Option<Seat>, String) {
    if let Some(ending) = &state.ending {
        return won(state, ending);
    }
    let Some(turn) = &state.turn else {
        return (None, "Who goes first?".to_owned());
    };
    let roller = state.faction(turn.roller);
    let (seat, text) = match &turn.stage {
        Stage::Ready => (turn.roller, format!("{roller} is to roll")),
        Stage::Adding { asked: None, .. } => (turn.roller, format!("{roller} rolls")),
        Stage::Adding { asked: Some(seat), .. } => {
            (*seat, format!("{} may add fate dice", state.faction(*seat)))
        }
        Stage::Rolled => (turn.roller, format!("{roller} keeps dice or stops")),
        Stage::Traits => (turn.roller, format!("{roller} may use a trait")),
        Stage::Six => (turn.roller, format!("{roller}: control or fate dice?")),
        Stage::TakingFate => (turn.roller, format!("{roller} takes a fate die")),
        Stage::Claiming => (turn.roller, format!("{roller} claims")),
    };
    (Some(seat), text)
}

fn won(state: &State, ending: &Ending) -> (Option<Seat>, String) {
    let winners: Vec<&str> = ending.winners.iter().map(|seat| state.faction(*seat)).collect();
    match winners[..] {
        [] => (None, "The gate has fallen".to_owned()),
        [only] => (ending.winners.first().copied(), format!("{only} wins")),
        [_, _] | [_, _, _] => (None, format!("{} share the win", list(&winners))),
        _ => (None, format!("{} players share the win", winners.len())),
    }
}

/// The points of a seat: those it has now, or those at the end with the gate card.
pub(super) fn total(state: &State, seat: Seat) -> u32 {
    let end = state.ending.as_ref().and_then(|ending| ending.scores.get(seat.index()));
    let score = end.copied().unwrap_or_else(|| state.score(seat));
    // a state from a file may hold numbers whose sum is too large for it
    score.logged.saturating_add(score.fate).saturating_add(score.card)
}

//! The only place where the table changes.

use super::command::{Event, Fallen, SixChoice, TraitDid};
use super::faces::{Points, Skirmish};
use super::state::{
    Added, DataLog, Die, DieState, FATE_DICE, LastTurn, SKIRMISH_DICE, Stage, State, Turn, TurnEnd,
};
use crate::ids::Seat;

pub(super) fn apply(state: &mut State, event: &Event) {
    match event {
        Event::FirstDrawn { seat } => deal(state, *seat),
        Event::TurnBegan { number, roller } => state.turn = Some(Turn::new(*number, *roller)),
        Event::Taken { dice, fate } => take(state, dice, *fate),
        Event::FateOffered { seat } => with_stage(state, |stage| {
            if let Stage::Adding { asked, .. } = stage {
                *asked = Some(*seat);
            }
        }),
        Event::FateAdded { seat, dice } => add_fate(state, *seat, *dice),
        Event::Rolled { dice, fate } => roll(state, dice, fate.len()),
        Event::Sabotaged { took } => {
            if let Some(points) = took {
                change_log(state, roller(state), *points, None);
            }
        }
        Event::Warped { .. } => warp(state),
        Event::Routed => end_turn(state, TurnEnd::Routed),
        Event::Bust => end_turn(state, TurnEnd::Bust),
        Event::Stopped { .. } => {
            end_turn(state, TurnEnd::Stopped);
            with_turn(state, |turn| {
                turn.dice.iter_mut().for_each(|die| die.lies = DieState::Kept);
                turn.stage = Stage::Claiming;
            });
        }
        Event::TraitsOffered => set_stage(state, Stage::Traits),
        Event::TraitUsed { place, did } => use_trait(state, *place, *did),
        Event::TraitsDone => set_stage(state, Stage::Claiming),
        Event::SixOffered => set_stage(state, Stage::Six),
        Event::SixChosen { choice: SixChoice::Control | SixChoice::Fate } => {
            set_stage(state, Stage::Claiming);
        }
        Event::ControlRolled { faces } => {
            for face in faces {
                if let Some(points) = face.points() {
                    state.gate = state.gate.saturating_sub(1);
                    log_one(state, points);
                }
            }
        }
        Event::FateDue { dice } => with_turn(state, |turn| turn.fates_due = *dice),
        Event::FateClaimed { from } => claim_fate(state, *from),
        Event::NoFateLeft { .. } => with_turn(state, |turn| turn.fates_due = 0),
        Event::VictimAsked => set_stage(state, Stage::TakingFate),
        Event::GameEnded { ending } => state.ending = Some(ending.clone()),
    }
}

/// D-SET-2
fn deal(state: &mut State, first: Seat) {
    for seat in state.clockwise_from(first) {
        if state.fate_on_table > 0
            && let Some(at) = state.headquarters.get_mut(seat.index())
        {
            at.fate = at.fate.saturating_add(1);
            state.fate_on_table -= 1;
        }
    }
}

fn take(state: &mut State, dice: &[u8], fate: u8) {
    let Some(roller) = state.turn.as_ref().map(|turn| turn.roller) else { return };
    with_turn(state, |turn| {
        for (place, die) in (0_u8..).zip(&mut turn.dice) {
            if die.lies == DieState::JustRolled {
                die.lies = if dice.contains(&place) { DieState::InHand } else { DieState::Kept };
            }
        }
        turn.stage = Stage::Adding { added: Vec::new(), asked: None };
    });
    if fate > 0 {
        add_fate(state, roller, fate);
    }
}

fn add_fate(state: &mut State, seat: Seat, dice: u8) {
    if let Some(at) = state.headquarters.get_mut(seat.index()) {
        at.fate = at.fate.saturating_sub(dice);
    }
    with_stage(state, |stage| {
        if let Stage::Adding { added, .. } = stage
            && dice > 0
        {
            added.push(Added { seat, dice });
        }
    });
}

/// Used fate dice go back to the table (D-FAT-7).
fn roll(state: &mut State, dice: &[Fallen], fate: usize) {
    let back = u8::try_from(fate).unwrap_or(FATE_DICE);
    state.fate_on_table = state.fate_on_table.saturating_add(back).min(FATE_DICE);
    with_turn(state, |turn| {
        turn.rolls = turn.rolls.saturating_add(1);
        if turn.dice.is_empty() {
            let unrolled = Die { face: Skirmish::Strike, lies: DieState::InHand };
            turn.dice = vec![unrolled; usize::from(SKIRMISH_DICE)];
        }
        for Fallen { die, face } in dice {
            if let Some(die) = turn.dice.get_mut(usize::from(*die)) {
                *die = Die { face: *face, lies: DieState::JustRolled };
            }
        }
        turn.stage = Stage::Rolled;
    });
}

/// D-FAT-5
fn warp(state: &mut State) {
    let Some(roller) = state.turn.as_ref().map(|turn| turn.roller) else { return };
    let Some(at) = state.headquarters.get_mut(roller.index()) else { return };
    let DataLog { ones, twos, threes } = at.log;
    state.gate = state.gate.saturating_add(ones);
    at.log = DataLog { ones: twos, twos: threes, threes: 0 };
}

/// A logged die shows something else from now on, or goes back to the gate.
fn change_log(state: &mut State, seat: Option<Seat>, from: Points, to: Option<Points>) {
    let Some(at) = seat.and_then(|seat| state.headquarters.get_mut(seat.index())) else { return };
    let space = at.log.space(from);
    *space = space.saturating_sub(1);
    match to {
        Some(to) => {
            let space = at.log.space(to);
            *space = space.saturating_add(1);
        }
        None => state.gate = state.gate.saturating_add(1),
    }
}

fn log_one(state: &mut State, points: Points) {
    let seat = roller(state);
    if let Some(at) = seat.and_then(|seat| state.headquarters.get_mut(seat.index())) {
        let space = at.log.space(points);
        *space = space.saturating_add(1);
    }
}

fn use_trait(state: &mut State, place: u8, did: TraitDid) {
    match did {
        TraitDid::TurnedUp { from } => change_log(state, roller(state), from, from.up()),
        TraitDid::TookFate => move_fate(state, None, roller(state)),
        TraitDid::ReturnedFate { of } => move_fate(state, Some(of), None),
        TraitDid::ClaimsMore => with_turn(state, |turn| turn.more = turn.more.saturating_add(1)),
        TraitDid::TurnedDown { of, from } => change_log(state, Some(of), from, from.down()),
    }
    with_turn(state, |turn| turn.used.push(place));
}

fn claim_fate(state: &mut State, from: Option<Seat>) {
    move_fate(state, from, roller(state));
    with_turn(state, |turn| {
        turn.fates_due = turn.fates_due.saturating_sub(1);
        turn.stage = Stage::Claiming;
    });
}

/// `None` is the table.
fn move_fate(state: &mut State, from: Option<Seat>, to: Option<Seat>) {
    let mut place = |at: Option<Seat>, change: fn(u8) -> u8| {
        let dice = match at {
            Some(seat) => state.headquarters.get_mut(seat.index()).map(|at| &mut at.fate),
            None => Some(&mut state.fate_on_table),
        };
        if let Some(dice) = dice {
            *dice = change(*dice);
        }
    };
    place(from, |dice| dice.saturating_sub(1));
    place(to, |dice| dice.saturating_add(1));
}

fn end_turn(state: &mut State, end: TurnEnd) {
    if let Some(turn) = &state.turn {
        let dice = turn.dice.iter().map(|die| die.face).collect();
        state.last = Some(LastTurn { roller: turn.roller, dice, end });
    }
}

fn roller(state: &State) -> Option<Seat> {
    state.turn.as_ref().map(|turn| turn.roller)
}

fn with_turn(state: &mut State, change: impl FnOnce(&mut Turn)) {
    if let Some(turn) = &mut state.turn {
        change(turn);
    }
}

fn with_stage(state: &mut State, change: impl FnOnce(&mut Stage)) {
    with_turn(state, |turn| change(&mut turn.stage));
}

fn set_stage(state: &mut State, to: Stage) {
    with_stage(state, |stage| *stage = to);
}

//! What the game waits for, with everything that may be answered.

use super::command::{Command, SixChoice};
use super::decide::usable;
use super::state::{DieState, SKIRMISH_DICE, Stage, State, Turn};
use crate::system::{Open, Who};

pub(super) fn open(state: &State) -> Vec<Open<Command>> {
    if state.ending.is_some() {
        return Vec::new();
    }
    let Some(turn) = &state.turn else {
        return vec![Open {
            who: Who::AnyPlayer,
            what: "draw the first player".to_owned(),
            matter: "first player".to_owned(),
            options: vec![Command::DrawFirst],
        }];
    };
    let (who, what, options) = match &turn.stage {
        Stage::Ready => {
            let own = state.at(turn.roller).map_or(0, |at| at.fate);
            let options = (0..=own).map(|fate| Command::Roll { fate }).collect();
            (turn.roller, "roll the skirmish dice".to_owned(), options)
        }
        Stage::Adding { asked, .. } => {
            let seat = asked.unwrap_or(turn.roller);
            let held = state.at(seat).map_or(0, |at| at.fate);
            let options = (0..=held).map(|dice| Command::AddFate { seat, dice }).collect();
            let what =
                format!("say whether fate dice go into {}'s hand", state.faction(turn.roller));
            (seat, what, options)
        }
        Stage::Rolled => {
            let mut options = vec![Command::Stop];
            options
                .extend(rerolls(turn).into_iter().map(|dice| Command::RollAgain { dice, fate: 0 }));
            (turn.roller, "keep dice and roll again, or stop".to_owned(), options)
        }
        Stage::Traits => {
            let mut options = vec![Command::Trait(None)];
            options.extend(usable(state).into_iter().map(|wish| Command::Trait(Some(wish))));
            (turn.roller, "use a trait, or go on without".to_owned(), options)
        }
        Stage::Six => {
            let options = vec![Command::Claim(SixChoice::Control), Command::Claim(SixChoice::Fate)];
            (turn.roller, "choose what six victories claim".to_owned(), options)
        }
        Stage::TakingFate => {
            let holders = state.others_with_fate(turn.roller).into_iter();
            let options = holders.map(|seat| Command::TakeFateFrom { seat }).collect();
            (turn.roller, "choose whose fate die to take".to_owned(), options)
        }
        // passed through within one step
        Stage::Claiming => return Vec::new(),
    };
    let matter = format!("turn {} roll {} {what} {}", turn.number, turn.rolls, turn.fates_due);
    vec![Open { who: Who::Seat(who), what, matter, options }]
}

/// Every choice of dice to roll again that differs from the others: which of two equal faces does not matter (D-ROL-6).
fn rerolls(turn: &Turn) -> Vec<Vec<u8>> {
    let mut rolled = turn.places(DieState::JustRolled);
    // no more than there are; a doctored file must not end the program
    rolled.truncate(SKIRMISH_DICE.into());
    let face = |place: &u8| turn.dice.get(usize::from(*place)).map(|die| die.face);
    let mut seen = Vec::new();
    let mut choices = Vec::new();
    for chosen in 1..(1_u32 << rolled.len()).saturating_sub(1) {
        let dice: Vec<u8> = rolled
            .iter()
            .enumerate()
            .filter(|(i, _)| chosen & (1 << i) != 0)
            .map(|(_, place)| *place)
            .collect();
        let mut faces: Vec<_> = dice.iter().filter_map(face).collect();
        faces.sort_unstable();
        if !seen.contains(&faces) {
            seen.push(faces);
            choices.push(dice);
        }
    }
    choices
}

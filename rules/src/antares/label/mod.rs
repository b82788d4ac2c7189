//! Words for buttons, choices and questions: what a command does, how a unit stands, what is asked of whom and why.
//! Plain text without marks, within the lengths that Discord gives to each.

mod action;
mod answer;
mod asked;
mod called;
mod difference;
mod lines;
mod order;
mod placing;
mod shooting;

pub use action::free_room;
pub use asked::question;
pub use difference::differences;
pub use lines::{target_line, unit_line, whereabouts};
pub use shooting::ways;

use super::command::Command;
use super::report::correction;
use super::report::words::capital;
use super::state::State;
use crate::wording::told_apart;
pub use crate::wording::{Asked, Label, MAX_MORE, MAX_TEXT, MAX_WHY};
use crate::wording::{clip, facts, fit};

/// What the command would do now, whatever is in it.
pub fn command(state: &State, command: &Command) -> Label {
    match command {
        Command::Draw => order::draw(state),
        Command::Deploy { unit, into } => order::deploy(state, *unit, *into),
        Command::Infiltrate { unit, moved, to } => {
            order::infiltrate(state, *unit, moved.as_deref(), *to)
        }
        Command::Order(given) => order::order(state, given),
        Command::Move(chosen) => action::go(state, chosen),
        Command::Charge(charge) => action::charge(state, charge),
        Command::Shoot { shots } => shooting::shoot(state, shots),
        Command::ShootBuilding(shot) => shooting::shoot_building(state, shot),
        Command::FireBlind { range, uses } => shooting::fire_blind(state, *range, uses),
        Command::Finish => action::finish(state),
        Command::Answer(answer) => answer::answer(state, answer),
        Command::EndTurn(end) => order::end_turn(state, end),
        Command::Correct(correction) => {
            let words = correction::words(state, correction);
            Label::new(capital(&words), "A mistake is put right")
        }
        Command::AgreeToCorrection(agreed) => {
            let what = state.proposal.as_ref().map(|it| correction::words(state, &it.correction));
            let what = what.map(|words| capital(&words)).unwrap_or_default();
            if *agreed {
                Label::new("Agree", what)
            } else {
                Label::new("Refuse", "Everything stays as it is")
            }
        }
        Command::WithdrawCorrection => Label::new("Take the correction back", ""),
    }
}

/// Labels for choices that are shown together. A server's own names may make two of them alike, or too long to be told
/// apart; those are numbered.
pub fn options(state: &State, commands: &[Command]) -> Vec<Label> {
    // a question's answers are buttons, which show no second line
    let buttons = !state.flow.tasks.is_empty();
    told_apart(commands, buttons, |one| command(state, one))
}

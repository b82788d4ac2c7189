//! Words for lists, buttons and questions: how a unit stands, what is asked of whom and why, what an answer does. Plain text
//! without marks, within the lengths that Discord gives to each.

mod answer;
mod asked;
mod lines;

pub use crate::wording::{Asked, Label, MAX_MORE, MAX_TEXT, MAX_WHY};
pub use answer::{bodies_in_words, members_in_words, roles, under_in_words};
pub use asked::question;
pub use lines::{machine_line, standing, strength, target_line, unit_line};

use super::command::Answer;
use super::state::State;
use crate::wording::told_apart;

/// Labels for the answers to a question; those of two that would read alike are numbered.
pub fn answers(state: &State, answers: &[Answer]) -> Vec<Label> {
    told_apart(answers, true, |one| answer::answer(state, one))
}

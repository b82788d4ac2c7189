//! Words for lists, buttons and questions: how a unit stands, what is asked of whom and why, what an answer does. Plain text
//! without marks, within the lengths that Discord gives to each.

mod lines;

pub use crate::wording::{Label, MAX_MORE, MAX_TEXT, MAX_WHY};
pub use lines::{machine_line, standing, strength, target_line, unit_line};

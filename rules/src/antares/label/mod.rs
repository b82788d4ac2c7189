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
pub use asked::{Asked, question};
pub use difference::differences;
pub use lines::{target_line, unit_line, whereabouts};
pub use shooting::ways;

use std::collections::HashMap;

use super::command::Command;
use super::report::correction;
use super::report::words::capital;
use super::state::State;

/// The most characters of [`Label::text`].
pub const MAX_TEXT: usize = 80;
/// The most characters of [`Label::more`], and of a line about a unit.
pub const MAX_MORE: usize = 100;
/// The most characters of [`Asked::why`].
pub const MAX_WHY: usize = 600;

/// A command in the words of a button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// On the button, or the first line of a choice; says by itself what happens.
    pub text: String,
    /// The second line of a choice: what it costs or needs. May be empty.
    pub more: String,
}

impl Label {
    fn new(text: impl AsRef<str>, more: impl AsRef<str>) -> Self {
        Self { text: clip(text.as_ref(), MAX_TEXT), more: clip(more.as_ref(), MAX_MORE) }
    }

    /// The same by other words.
    #[must_use]
    pub fn called(&self, text: impl AsRef<str>) -> Self {
        Self::new(text, &self.more)
    }
}

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
    let mut shown: HashMap<(String, String), &Command> = HashMap::new();
    let mut labels = Vec::new();
    for one in commands {
        let plain = command(state, one);
        let mut label = plain.clone();
        for number in 2.. {
            let more = if buttons { String::new() } else { label.more.clone() };
            let first = *shown.entry((label.text.clone(), more)).or_insert(one);
            if first == one {
                break;
            }
            let number = format!(" ({number})");
            label.text = clip(&plain.text, MAX_TEXT - number.len()) + &number;
        }
        labels.push(label);
    }
    labels
}

/// At most so many characters; what is cut ends in an ellipsis.
fn clip(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

/// The first of these wordings that fits; else the last of them, cut.
fn fit(wordings: impl IntoIterator<Item = String>, most: usize) -> String {
    let mut last = String::new();
    for wording in wordings {
        if wording.chars().count() <= most {
            return wording;
        }
        last = wording;
    }
    clip(&last, most)
}

/// Facts on one line, the most important first; those that find no room are left out.
fn facts(parts: &[String], most: usize) -> String {
    join(parts, " · ", most)
}

/// The sentences that find room, in their order.
fn sentences(parts: &[String], most: usize) -> String {
    join(parts, " ", most)
}

fn join(parts: &[String], between: &str, most: usize) -> String {
    let mut line = String::new();
    for part in parts.iter().filter(|part| !part.is_empty()) {
        if line.is_empty() {
            line = clip(part, most);
        } else if line.chars().count() + between.chars().count() + part.chars().count() <= most {
            line.push_str(between);
            line.push_str(part);
        }
    }
    line
}

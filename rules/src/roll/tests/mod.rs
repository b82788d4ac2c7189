//! Small rolls with scripted dice that must all be used.

mod explaining;
mod reading;
mod rolling;
mod typing;

use super::{Answer, Expression, Fate, Outcome, Rolled};
use crate::dice::Scripted;

fn read(text: &str) -> Expression {
    Expression::parse(text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"))
}

fn refused(text: &str) -> String {
    let refusal = Expression::parse(text).expect_err(text);
    refusal.sentence().to_owned()
}

/// Rolls with exactly these faces.
fn roll<const N: usize>(text: &str, faces: [u32; N]) -> Rolled {
    let mut dice = Scripted::new(faces);
    let rolled = read(text).roll(&mut dice).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    dice.finish().unwrap_or_else(|fault| panic!("{text}: {fault}"));
    rolled
}

fn only(rolled: &Rolled) -> &Answer {
    match rolled.series.as_slice() {
        [series] if series.answers.len() == 1 => &series.answers[0],
        _ => panic!("one answer was expected: {rolled:?}"),
    }
}

fn outcome<const N: usize>(text: &str, faces: [u32; N]) -> Outcome {
    only(&roll(text, faces)).outcome
}

#[track_caller]
fn total<const N: usize>(text: &str, faces: [u32; N]) -> i64 {
    match outcome(text, faces) {
        Outcome::Total(total) => total,
        other => panic!("{text}: a total was expected, not {other:?}"),
    }
}

#[track_caller]
fn successes<const N: usize>(text: &str, faces: [u32; N]) -> i64 {
    match outcome(text, faces) {
        Outcome::Successes(successes) => successes,
        other => panic!("{text}: successes were expected, not {other:?}"),
    }
}

/// The fates of all dice, in the order they were rolled.
fn fates<const N: usize>(text: &str, faces: [u32; N]) -> Vec<Fate> {
    let rolled = roll(text, faces);
    only(&rolled).pools().flat_map(|pool| pool.dice.iter().map(|die| die.fate)).collect()
}

fn working<const N: usize>(text: &str, faces: [u32; N]) -> String {
    let lines: Vec<String> =
        roll(text, faces).explanation().iter().map(super::Line::plain).collect();
    lines.join("\n")
}

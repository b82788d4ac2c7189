//! Any dice expression that players type: `6d10<=5`, `4d6kh3+2`, `3x 2d6!6 # burst`.
//!
//! An [`Expression`] is read once, refused before a die is rolled if anything is wrong with it, and
//! rolled with whatever [`Dice`](crate::dice::Dice) the caller has: the game's seeded stream, faces
//! that somebody typed, or the log. After `parse` has said yes, only the dice themselves can fail.
//! That matters for fairness: a refusal after rolling would let people see dice that do not count.
//!
//! **The order in which dice are asked for** is the order of reading, left to right, roll after roll.
//! The dice that replace a re-rolled die come right after it, then the dice that it brought by
//! exploding (each with its own re-rolls), then the next die as written. People who type their faces
//! type them in that order.
//!
//! **The order in which rules apply** to the dice of one term, however they are written: re-rolls
//! once, re-rolls until, explosions, all by what a die shows; then what a die is worth at least and at
//! most; when all dice of the term lie on the table, keep and drop in the order they are written; last
//! of all successes and failures are counted.
//!
//! **Comparisons** count dice when they stand right after dice with no arithmetic beside them in the
//! same brackets (`6d10<=5`); after arithmetic or brackets they test the total (`2d6+3>=9`, `(2d6)>=9`).
//!
//! **What is stored and what is typed** are read by the same grammar but for one word: `d66` is a die
//! with 66 sides in a text that was stored, as it has been from the beginning, and two dice read as
//! tens and ones where somebody types it now; that is stored as `D66`. So every roll that was ever
//! kept, saved or proved means what it meant.
//!
//! `docs/rolling.md` shows all of it to players by example.

mod condition;
mod doubt;
mod explain;
mod expression;
mod limits;
pub mod mark;
mod parse;
pub mod proof;
mod reader;
mod reading;
mod result;
mod throw;
mod words;

#[cfg(test)]
mod tests;

pub use condition::{Compare, Condition};
pub use doubt::Doubt;
pub use explain::{Line, Span};
pub use expression::{Counting, Expression, Kind, Pick, Pool, Select};
pub use limits::{
    MAX_DEPTH, MAX_EXTRA_PER_DIE, MAX_LABEL, MAX_NUMBER, MAX_ROLLED_DICE, MAX_ROLLS, MAX_SIDES,
    MAX_TEXT, MAX_TIMES, MAX_TOTAL, MAX_WRITTEN_DICE,
};
pub use reading::Reading;
pub use result::{Answer, Die, Fate, Note, Operator, Outcome, Piece, Rolled, RolledPool, Series};

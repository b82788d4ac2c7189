//! The rules, played from outside: each file is one part of them. They are one program, because each by itself would be
//! linked and compiled by itself.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failure here should stop the test")]

mod antares;
mod antares_battles;
mod antares_booklet;
mod antares_by_hand;
mod antares_explain;
mod antares_golden;
mod antares_labels;
mod antares_odds;
mod antares_rulebook;
mod antares_second_reading;
mod antares_units_docs;
mod at43;
mod dicegame;
mod dicegame_docs;
mod honest_dice;
mod random_walks;
mod roll_docs;
mod roll_odds;
mod roll_random;
mod thorough;
mod town;
mod versions;

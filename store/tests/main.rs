//! The store, asked from outside. They are one program, because each by itself would be
//! linked and compiled by itself.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failure here should stop the test")]

mod absences_and_saved_rolls;
mod books;
mod care;
mod common;
mod companies;
mod emojis;
mod forget;
mod lists;
mod notices;
mod panels;
mod rolls;
mod room;
mod shelved;
mod steps;
mod stories;
mod upgrade;

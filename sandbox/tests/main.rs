//! The sandbox, with a real bot and with people on its page. They are one program, because each by itself would be
//! linked and compiled by itself.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failure here should stop the test")]

mod bot;
mod emojis;
mod entrances;
mod limits;
mod page;
mod people;
mod play;
mod raw;
mod trouble;
mod understood;

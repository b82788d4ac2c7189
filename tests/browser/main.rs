//! The whole of it as people meet it: the real bot, in the sandbox, on its page, in a real browser.
#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "../whole_bot/battlefield.rs"]
#[allow(dead_code, reason = "shared with the tests of the whole bot, which use more of it")]
mod battlefield;
#[path = "../whole_bot/club.rs"]
#[allow(dead_code, reason = "shared with the tests of the whole bot, which use more of it")]
mod club;
#[path = "../whole_bot/dice_table.rs"]
#[allow(dead_code, reason = "shared with the tests of the whole bot, which use more of it")]
mod dice_table;
mod driver;
#[path = "../../web/tests/page/filled.rs"]
#[allow(dead_code, reason = "shared with the tests of the public page, which use more of it")]
mod filled;
mod forwarder;
mod stage;
mod tab;

mod away;
mod bag_game;
mod battle;
mod channel;
mod dicegame;
mod dicegame_phone;
mod emojis;
mod forms;
mod guided;
mod harness;
mod league;
mod lost_line;
mod markdown;
mod mission;
mod people;
mod phone;
mod privacy;
mod public_page;
mod typing;

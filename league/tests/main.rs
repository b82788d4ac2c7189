//! Leagues and campaigns, played from outside. They are one program, because each by itself would be
//! linked and compiled by itself.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failure here should stop the test")]

mod book;
mod books_csv;
mod books_json;
mod campaign_battles;
mod campaign_file;
mod campaign_refusals;
mod campaign_story;
mod campaign_walks;
mod campaigners;
mod club;
mod decide_brackets;
mod decide_import;
mod decide_refusals;
mod decide_walks;
mod desk;
mod level;
mod luck;
mod pairing_knockout;
mod pairing_round_robin;
mod pairing_swiss;
mod rating;
mod records;
mod restore;
mod standings_explain;
mod standings_order;
mod standings_table;

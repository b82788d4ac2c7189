//! A game to play with in tests of the store.

#![allow(dead_code, clippy::unwrap_used, clippy::expect_used)]

use std::path::PathBuf;

use gatemaster_store::{NewGame, NewStep, Phase, SeatRow, StepData, Store, Summary};
use sqlx::{ConnectOptions, SqliteConnection, sqlite::SqliteConnectOptions};
use tempfile::TempDir;

pub const SERVER: u64 = 1_100_000_000_000_000_001;
pub const ANNA: u64 = 11;
pub const BERT: u64 = 22;

pub struct House {
    pub folder: TempDir,
    pub store: Store,
}

impl House {
    pub async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&url_in(&folder)).await.unwrap();
        Self { folder, store }
    }

    pub fn file(&self) -> PathBuf {
        self.folder.path().join("data/game.db")
    }

    /// Closes and opens again, as a restart does.
    pub async fn restart(self) -> Self {
        self.store.close().await;
        let store = Store::open(&url_in(&self.folder)).await.unwrap();
        Self { store, ..self }
    }

    /// A connection past the store, to plant damage.
    pub async fn raw(&self) -> SqliteConnection {
        SqliteConnectOptions::new()
            .filename(self.file())
            .foreign_keys(false)
            .connect()
            .await
            .unwrap()
    }

    pub async fn with_game(id: &str, channel_id: u64) -> Self {
        let house = Self::new().await;
        house.store.create_game(new_game(id, channel_id)).await.unwrap();
        house
    }
}

pub fn url_in(folder: &TempDir) -> String {
    format!("sqlite:{}", folder.path().join("data/game.db").display())
}

pub fn seat(seat: u8, user_id: Option<u64>, owes: bool) -> SeatRow {
    SeatRow {
        seat,
        name: format!("Force {seat}"),
        colour: "red".to_owned(),
        user_id,
        owes,
        owes_what: if owes { "an order".to_owned() } else { String::new() },
        owes_matter: String::new(),
        offered_to: None,
    }
}

pub fn summary(phase: Phase) -> Summary {
    Summary {
        name: "Bridge at Dawn".to_owned(),
        phase,
        remind_hours: 0,
        organiser_id: Some(ANNA),
        seats: vec![seat(1, Some(ANNA), true), seat(2, Some(BERT), false)],
    }
}

pub fn data(user_id: u64, interaction_id: Option<u64>) -> StepData {
    StepData {
        user_id,
        user_name: format!("user {user_id}"),
        interaction_id,
        action: r#"{"advance":1}"#.to_owned(),
        dice: "[4,5]".to_owned(),
        events: r#"[{"moved":1}]"#.to_owned(),
        revokes: None,
        at_ms: 1_000,
    }
}

pub fn new_game(id: &str, channel_id: u64) -> NewGame {
    NewGame {
        id: id.to_owned(),
        guild_id: Some(SERVER),
        channel_id,
        system: "antares".to_owned(),
        created_by: ANNA,
        seed: [0xAB; 32],
        seed_hash: "hash of the seed".to_owned(),
        rules_version: "1".to_owned(),
        first: data(ANNA, None),
        state: r#"{"turn":0}"#.to_owned(),
        summary: summary(Phase::Playing),
        room: None,
    }
}

pub fn step(game_id: &str, expected_seq: u32, interaction_id: Option<u64>) -> NewStep {
    NewStep {
        game_id: game_id.to_owned(),
        expected_seq,
        next_die: u64::from(expected_seq) * 2,
        step: StepData { at_ms: 1_000 + i64::from(expected_seq), ..data(BERT, interaction_id) },
        state: format!(r#"{{"turn":{expected_seq}}}"#),
        summary: summary(Phase::Playing),
        reopens: None,
    }
}

pub fn ending(game_id: &str, expected_seq: u32) -> NewStep {
    NewStep { summary: summary(Phase::Ended), ..step(game_id, expected_seq, None) }
}

//! A database of the first schema is opened by today's program and keeps everything.

use std::path::Path;

use crate::common::{ANNA, BERT, House, SERVER, ending, seat, step, summary, url_in};
use gatemaster_store::{
    Appended, Board, Filter, NewStep, NoticeKind, Phase, Scope, Store, Summary,
};
use sqlx::migrate::Migrator;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use tempfile::TempDir;

/// What the first program did to begin a game and to make a step, in its own words.
const OLD_GAMES: &str = r#"
INSERT INTO game_inbox (id, guild_id, channel_id, system, name, name_folded, phase, seed, seed_hash, rules_version,
                        created_by, organiser_id, seats, state, user_id, user_name, interaction_id, action, dice,
                        events, revokes, at_ms)
VALUES ('open', 1100000000000000001, 7, 'antares', 'Bridge at Dawn', 'bridge at dawn', 'playing',
        x'ABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABAB', 'hash of the seed', '1', 11, 11,
        '[{"seat":1,"name":"Force 1","colour":"red","user_id":11,"owes":true,"owes_what":"an order"},
          {"seat":2,"name":"Force 2","colour":"red","user_id":-1,"owes":false,"owes_what":""}]',
        '{"turn":0}', 11, 'user 11', 900, '{"open":1}', '[]', '[]', NULL, 500),
       ('over', NULL, -1, 'antares', 'In private', 'in private', 'playing',
        x'ABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABAB', 'hash of the seed', '1', 22, NULL,
        '[]', '{"turn":0}', 22, 'user 22', NULL, '{"open":1}', '[]', '[]', NULL, 600);

INSERT INTO step_inbox (game_id, expected_seq, next_die, user_id, user_name, interaction_id, action, dice, events,
                        revokes, at_ms, state, name, name_folded, phase, organiser_id, seats)
VALUES ('open', 1, 2, 22, 'user 22', 901, '{"advance":1}', '[4,5]', '[{"moved":1}]', 1, 700, '{"turn":1}',
        'Bridge at Dawn', 'bridge at dawn', 'playing', 11,
        '[{"seat":1,"name":"Force 1","colour":"red","user_id":11,"owes":true,"owes_what":"an order"},
          {"seat":2,"name":"Force 2","colour":"red","user_id":-1,"owes":false,"owes_what":""}]'),
       ('over', 1, 4, 22, 'user 22', NULL, '{"end":1}', '[]', '[]', NULL, 800, '{"turn":1}',
        'In private', 'in private', 'ended', NULL, '[]');

UPDATE games SET board_channel = 7, board_message = 70, board_pinned = 1 WHERE id = 'open';
INSERT INTO settings (scope, owner, key, value)
VALUES ('server', 1100000000000000001, 'units', 'cm'), ('person', 11, 'next_up', 'on'), ('game', 1, 'dice', 'own');
"#;

/// Every row of the tables that the first schema had, in the columns that it had.
const OLD_ROWS: [&str; 4] = [
    "SELECT json_array(key, id, guild_id, channel_id, system, name, name_folded, phase, seq, next_die, hex(seed), \
     seed_hash, rules_version, created_by, organiser_id, created_at_ms, updated_at_ms, ended_at_ms, board_channel, \
     board_message, board_pinned, seats) FROM games ORDER BY key",
    "SELECT json_array(game, seq, user_id, user_name, interaction_id, action, dice, events, revokes, next_die, at_ms) \
     FROM steps ORDER BY game, seq",
    "SELECT json_array(game, seq, state) FROM snapshots ORDER BY game",
    "SELECT json_array(scope, owner, key, value) FROM settings ORDER BY scope, owner, key",
];

async fn rows(connection: &mut SqliteConnection) -> Vec<String> {
    let mut all = Vec::new();
    for sql in OLD_ROWS {
        let rows: Vec<String> = sqlx::query_scalar(sql).fetch_all(&mut *connection).await.unwrap();
        all.extend(rows);
    }
    all
}

async fn versions(connection: &mut SqliteConnection) -> Vec<i64> {
    sqlx::query_scalar("SELECT version FROM _sqlx_migrations WHERE success ORDER BY version")
        .fetch_all(connection)
        .await
        .unwrap()
}

/// A file as the first schema made it, with games in it; and its rows.
async fn old_database() -> (TempDir, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let only_the_first = folder.path().join("migrations");
    std::fs::create_dir(&only_the_first).unwrap();
    std::fs::create_dir(folder.path().join("data")).unwrap();
    let first = Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations/0001_games.sql");
    std::fs::copy(first, only_the_first.join("0001_games.sql")).unwrap();

    let mut connection = SqliteConnectOptions::new()
        .filename(folder.path().join("data/game.db"))
        .create_if_missing(true)
        .connect()
        .await
        .unwrap();
    let migrator = Migrator::new(only_the_first).await.unwrap();
    migrator.run_direct(None, &mut connection, false).await.unwrap();
    sqlx::raw_sql(OLD_GAMES).execute(&mut connection).await.unwrap();
    assert_eq!(versions(&mut connection).await, [1]);
    let rows = rows(&mut connection).await;
    assert_eq!(rows.len(), 2 + 4 + 2 + 3);
    connection.close().await.unwrap();
    (folder, rows)
}

async fn upgraded() -> (House, Vec<String>) {
    let (folder, rows) = old_database().await;
    let store = Store::open(&url_in(&folder)).await.unwrap();
    (House { folder, store }, rows)
}

#[tokio::test]
async fn every_old_row_is_kept_as_it_was() {
    let (house, before) = upgraded().await;
    let mut raw = house.raw().await;
    assert_eq!(rows(&mut raw).await, before);
    assert!(versions(&mut raw).await.starts_with(&[1, 2]));
    let (shelved, reminded): (i64, i64) =
        sqlx::query_as("SELECT sum(shelved), sum(remind_hours) FROM games")
            .fetch_one(&mut raw)
            .await
            .unwrap();
    assert_eq!((shelved, reminded), (0, 0), "nobody is reminded who did not ask for it");
    raw.close().await.unwrap();
    assert_eq!(house.store.check().await.unwrap(), Vec::<String>::new());

    // The second start changes nothing more.
    let house = house.restart().await;
    assert_eq!(rows(&mut house.raw().await).await, before);
}

#[tokio::test]
async fn old_games_are_read_in_full() {
    let (house, _) = upgraded().await;
    let store = &house.store;
    assert_eq!(store.all_game_ids().await.unwrap(), ["open", "over"]);
    let open = store.open_game_in(7).await.unwrap().unwrap();
    assert_eq!((open.id.as_str(), open.phase, open.seq), ("open", Phase::Playing, 2));
    assert_eq!((open.next_die, open.seed.expose()), (2, &[0xAB; 32]));
    assert_eq!((open.created_at_ms, open.updated_at_ms, open.ended_at_ms), (500, 700, None));
    assert_eq!(open.board, Some(Board { channel_id: 7, message_id: 70, pinned: true }));
    assert_eq!(open.state, r#"{"turn":1}"#);
    let steps = store.steps("open").await.unwrap();
    assert_eq!((steps.len(), steps[1].user_id, steps[1].revokes), (2, BERT, Some(1)));
    assert_eq!(steps[1].action, r#"{"advance":1}"#);

    let games = store.games_on(Some(SERVER), Filter::default(), 25, 0).await.unwrap();
    assert_eq!((games.len(), games[0].organiser_id, games[0].created_by), (1, Some(ANNA), ANNA));
    assert_eq!(games[0].seats, [seat(1, Some(ANNA), true), seat(2, Some(u64::MAX), false)]);
    let private = Filter { ended: true, channel_id: Some(u64::MAX), ..Filter::default() };
    let ended = store.games_on(None, private, 25, 0).await.unwrap();
    assert_eq!((ended.len(), ended[0].phase, ended[0].ended_at_ms), (1, Phase::Ended, Some(800)));
    let setting = store.setting(&Scope::Game("open".to_owned()), "dice").await.unwrap();
    assert_eq!(setting.as_deref(), Some("own"));
}

#[tokio::test]
async fn old_games_go_on_with_the_new_comforts() {
    let (house, _) = upgraded().await;
    let store = &house.store;
    // What the old program had taken is still known as taken.
    let again = store.append(step("open", 2, Some(901))).await.unwrap();
    assert_eq!(again, Appended::Repeated { game_id: "open".to_owned(), seq: 2 });

    store.refresh_owing(0).await.unwrap();
    let notices = store.notices(i64::MAX / 2).await.unwrap();
    assert_eq!(notices.len(), 1, "{notices:?}");
    assert_eq!((notices[0].kind, notices[0].user_id), (NoticeKind::NextUp, ANNA));
    assert_eq!((notices[0].seq, notices[0].since_ms), (2, 700));
    assert_eq!(store.untouched_since(700).await.unwrap().len(), 1);
    assert_eq!(store.games_with(BERT).await.unwrap(), ["open", "over"]);

    let reminding = Summary { remind_hours: 24, ..summary(Phase::Playing) };
    let new = NewStep { summary: reminding, ..step("open", 2, Some(902)) };
    assert_eq!(store.append(new).await.unwrap(), Appended::Done);
    store.refresh_owing(0).await.unwrap();
    assert_eq!(store.notices(i64::MAX / 2).await.unwrap().len(), 2);
    let away = NewStep { summary: summary(Phase::Shelved), ..step("open", 3, None) };
    assert_eq!(store.append(away).await.unwrap(), Appended::Done);
    assert_eq!(store.open_game_in(7).await.unwrap(), None);
    assert_eq!(store.append(step("open", 4, None)).await.unwrap(), Appended::Done);
    assert_eq!(store.append(ending("open", 5)).await.unwrap(), Appended::Done);
    assert_eq!(store.append(step("over", 2, None)).await.unwrap(), Appended::Done);
    assert!(store.check().await.unwrap().is_empty());
}

//! Tests that need a hand on the timing, and a measurement.

use std::time::{Duration, Instant};

use sqlx::sqlite::{SqliteConnectOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection};

use crate::open::Tuning;
use crate::{
    Absence, Appended, BookPost, Cup, Delivery, EmojiRow, Filter, KeptCompany, NewGame, NewRoll,
    NewStep, Notice, Panel, Phase, Rewriting, Room, SavedRoll, Scope, SharedTable, Shelf, StepData,
    Store, StoreError, Story, Summary,
};

fn data() -> StepData {
    StepData {
        user_id: 1,
        user_name: "Anna".to_owned(),
        interaction_id: None,
        action: r#"{"order":"advance","unit":3}"#.to_owned(),
        dice: "[3,7,1]".to_owned(),
        events: r#"[{"moved":{"unit":3,"inches":5}},{"pins":{"unit":4,"pins":2}}]"#.to_owned(),
        revokes: None,
        at_ms: 1,
    }
}

fn summary() -> Summary {
    Summary {
        name: "Bridge".to_owned(),
        phase: Phase::Playing,
        remind_hours: 0,
        organiser_id: None,
        seats: Vec::new(),
    }
}

fn game(id: &str, state: &str) -> NewGame {
    NewGame {
        id: id.to_owned(),
        guild_id: Some(1),
        channel_id: 1,
        system: "antares".to_owned(),
        created_by: 1,
        seed: [1; 32],
        seed_hash: String::new(),
        rules_version: "1".to_owned(),
        first: data(),
        state: state.to_owned(),
        summary: summary(),
        room: None,
    }
}

fn step(id: &str, expected_seq: u32, state: &str) -> NewStep {
    NewStep {
        game_id: id.to_owned(),
        expected_seq,
        next_die: 0,
        step: data(),
        state: state.to_owned(),
        summary: summary(),
        reopens: None,
    }
}

#[allow(dead_code, reason = "only its types are used")]
struct Lent {
    notice: Notice,
    absence: Absence,
    saved: SavedRoll,
    cup: Cup,
    story: Story,
    panel: Panel,
    company: KeptCompany,
    emoji: EmojiRow,
    post: BookPost,
    table: SharedTable,
}

/// Commands run as tasks that move between threads; a future that cannot would only fail to compile over there.
#[test]
fn every_future_may_move_between_threads() {
    fn movable<T: Send>(_: impl Future<Output = T> + Send) {}
    #[allow(dead_code, reason = "compiling is the test")]
    fn all(store: &'static Store, lent: &'static Lent, roll: NewRoll, rewriting: Rewriting) {
        movable(Store::open(""));
        movable(store.close());
        movable(store.create_game(game("", "")));
        movable(store.append(step("", 1, "")));
        movable(store.set_board("", None));
        movable(store.note_story(lent.story.clone()));
        movable(store.story_is_gone(1));
        movable(store.live_stories(""));
        movable(store.book_posts(""));
        movable(store.books_with_old_posts());
        movable(store.note_book_post(&lent.post));
        movable(store.forget_book_post(1));
        movable(store.share_table(&lent.table));
        movable(store.note_shared_table(&lent.table));
        movable(store.forget_shared_table(1));
        movable(store.old_shared_tables());
        movable(store.stories_of_step("", 1));
        movable(store.newest_story(""));
        movable(store.story_begun_by("", 0));
        movable(store.story_in(1));
        movable(store.note_emoji(1, &lent.emoji));
        movable(store.emojis_of(1));
        movable(store.set_setting(Scope::Server(1), "", None));
        movable(store.game(""));
        movable(store.open_game_in(1));
        movable(store.games_on(None, Filter::default(), 1, 0));
        movable(store.games_waiting_for(1, 1));
        movable(store.all_game_ids());
        movable(store.all_book_ids());
        movable(store.book_with_entries(""));
        movable(store.steps(""));
        movable(store.steps_between("", 1, 2));
        movable(store.last_step_of("", 1));
        movable(store.step_of_interaction(1));
        movable(store.snapshot(""));
        movable(store.setting(&Scope::Server(1), ""));
        movable(store.settings(&Scope::Server(1)));
        movable(store.backup(std::path::Path::new("")));
        movable(store.check());
        movable(store.refresh_owing(1));
        movable(store.notices(1));
        movable(store.note_told(&lent.notice, Delivery::Done));
        movable(store.untouched_since(1));
        movable(store.note_asked("", 1, 1, Delivery::Done));
        movable(store.set_absence(&lent.absence));
        movable(store.absence(1, 1));
        movable(store.absences_of(1));
        movable(store.away_at(1, 1));
        movable(store.save_roll(Shelf::Server(1), &lent.saved, 1));
        movable(store.forget_roll(Shelf::Server(1), ""));
        movable(store.saved_rolls(Shelf::Server(1)));
        movable(store.saved_roll(Shelf::Server(1), ""));
        movable(store.add_panel(&lent.panel, 1, Room { on_server: 1, by_one: 1 }));
        movable(store.change_panel("", 1, "", ""));
        movable(store.move_panel("", None, 1));
        movable(store.remove_panel(""));
        movable(store.panel(""));
        movable(store.panel_of_interaction(1));
        movable(store.panels_of(1));
        movable(store.panels_in(None, 1));
        movable(store.keep_company(&lent.company));
        movable(store.companies_of(1, None, ""));
        movable(store.company(1, None, "", ""));
        movable(store.forget_company(1, None, "", ""));
        movable(store.some_companies_of(1, None, 1));
        movable(store.cup(1));
        movable(store.open_cup(&lent.cup));
        movable(store.close_cup("", 1));
        movable(store.add_roll(roll));
        movable(store.roll(""));
        movable(store.roll_of_interaction(1));
        movable(store.last_rolls(1, 1, 1));
        movable(store.dice_rolled_by(1, 1));
        movable(store.rolls_from(""));
        movable(store.marks_of(""));
        movable(store.rolls_by(1));
        movable(store.show_roll("", 1));
        movable(store.games_with(1));
        movable(store.steps_by(1));
        movable(store.notes_by(1));
        movable(store.rewrite_game(rewriting));
        movable(store.forget_person(1));
    }
}

#[tokio::test]
async fn while_the_file_is_locked_all_fail_and_afterwards_all_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.db");
    let tuning = Tuning { busy_timeout: Duration::from_millis(50), ..Tuning::default() };
    let store = Store::open_tuned(&format!("sqlite:{}", file.display()), tuning).await.unwrap();
    store.create_game(game("g", "0")).await.unwrap();

    let mut other = SqliteConnectOptions::new().filename(&file).connect().await.unwrap();
    sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut other).await.unwrap();
    let (one, two) = tokio::join!(store.append(step("g", 1, "1")), store.append(step("g", 2, "2")));
    assert!(matches!(one, Err(StoreError::Busy(_))), "{one:?}");
    assert!(matches!(two, Err(StoreError::Busy(_))), "{two:?}");
    let alone = store.append(step("g", 1, "1")).await;
    assert!(matches!(alone, Err(StoreError::Busy(_))), "{alone:?}");
    assert_eq!(store.game("g").await.unwrap().unwrap().seq, 1, "readers are not locked out");

    sqlx::raw_sql("ROLLBACK").execute(&mut other).await.unwrap();
    other.close().await.unwrap();
    assert_eq!(store.append(step("g", 1, "1")).await.unwrap(), Appended::Done);
    assert!(store.check().await.unwrap().is_empty());
}

#[tokio::test]
async fn the_writer_ends_with_the_last_handle() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.db");
    let store = Store::open(&format!("sqlite:{}", file.display())).await.unwrap();
    store.create_game(game("g", "0")).await.unwrap();
    let requests = store.requests.downgrade();
    let clone = store.clone();
    drop(store);
    assert_eq!(clone.append(step("g", 1, "1")).await.unwrap(), Appended::Done);
    drop(clone);
    for _ in 0..12_000 {
        if requests.strong_count() == 0 && !folder.path().join("game.db-wal").exists() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the log is still there");
}

/// `cargo test --release -p gatemaster-store -- --ignored --nocapture latency`
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement"]
async fn latency_of_one_step_and_throughput_of_many() {
    // On a worker thread, where the bot's commands run too.
    tokio::spawn(measure()).await.unwrap();
}

async fn measure() {
    const STEPS: u32 = 3_000;
    let state = format!(r#"{{"units":"{}"}}"#, "x".repeat(8_000));
    for synchronous in [SqliteSynchronous::Off, SqliteSynchronous::Full] {
        // Beside the sources, because the usual temporary folder may be in memory.
        let folder = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR")).unwrap();
        let url = format!("sqlite:{}", folder.path().join("game.db").display());
        let store =
            Store::open_tuned(&url, Tuning { synchronous, ..Tuning::default() }).await.unwrap();
        store.create_game(game("g", &state)).await.unwrap();
        let mut times = Vec::new();
        for seq in 1..=STEPS {
            let new = step("g", seq, &state);
            let begun = Instant::now();
            assert_eq!(store.append(new).await.unwrap(), Appended::Done);
            times.push(begun.elapsed());
        }
        report(&format!("{synchronous:?} append"), times);
        let mut times = Vec::new();
        for _ in 0..STEPS {
            let begun = Instant::now();
            assert!(store.open_game_in(1).await.unwrap().is_some());
            times.push(begun.elapsed());
        }
        report(&format!("{synchronous:?} open_game_in"), times);

        let before = store.commits();
        let begun = Instant::now();
        let mut players = tokio::task::JoinSet::new();
        for game_number in 0..32 {
            let (store, state) = (store.clone(), state.clone());
            players.spawn(async move {
                let id = format!("many {game_number}");
                let new = NewGame { channel_id: 100 + game_number, ..game(&id, &state) };
                store.create_game(new).await.unwrap();
                for seq in 1..=300 {
                    assert_eq!(store.append(step(&id, seq, &state)).await.unwrap(), Appended::Done);
                }
            });
        }
        players.join_all().await;
        let taken = begun.elapsed();
        println!(
            "{synchronous:?} 32 games x 300 steps: {taken:?}, {} commits",
            store.commits() - before
        );
        store.close().await;
    }
}

fn report(what: &str, mut times: Vec<Duration>) {
    times.sort();
    let at = |share: usize| times[(times.len() - 1) * share / 1000];
    println!(
        "{what}: p50 {:?} p90 {:?} p99 {:?} p99.9 {:?} max {:?}",
        at(500),
        at(900),
        at(990),
        at(999),
        at(1000)
    );
}

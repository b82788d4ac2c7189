//! What an earlier version has left: this one opens it, goes on with all of it, and finds nothing wrong with it. What lies in
//! `tests/fixtures` was written by the versions it is named after.

use std::collections::BTreeMap;
use std::io::Read as _;

use flate2::read::GzDecoder;
use gatemaster::bot::open_store;
use gatemaster::tools::replay::{Replayed, replay};
use gatemaster_rules::export::{Report, verify};
use gatemaster_rules::roll::proof::{self, Proof};
use gatemaster_rules::stored;
use gatemaster_sandbox::Options;
use gatemaster_store::{Phase, Store};
use serde_json::Value;
use sqlx::{AssertSqlSafe, Connection as _, SqliteConnection};
use tempfile::TempDir;

use crate::club::Club;
use crate::script::Script;

/// A file of version 0.1.0.
fn bytes(name: &str) -> Vec<u8> {
    let path = format!("{}/tests/fixtures/v0.1.0/{name}.gz", env!("CARGO_MANIFEST_DIR"));
    let mut bytes = Vec::new();
    GzDecoder::new(std::fs::File::open(path).unwrap()).read_to_end(&mut bytes).unwrap();
    bytes
}

pub fn text(name: &str) -> String {
    String::from_utf8(bytes(name)).unwrap()
}

/// A copy of the database of 0.1.0.
struct Database {
    folder: TempDir,
}

impl Database {
    fn copy() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("games.db"), bytes("games.db")).unwrap();
        Self { folder }
    }

    fn url(&self) -> String {
        format!("sqlite:{}", self.folder.path().join("games.db").display())
    }

    async fn replay(&self) -> Replayed {
        let store = open_store(&self.url()).await.unwrap();
        let replayed = replay(&store).await.unwrap();
        store.close().await;
        replayed
    }
}

/// Changes one thing behind the program's back.
async fn change(url: &str, sql: &str, rows: u64) {
    let mut database = SqliteConnection::connect(url).await.unwrap();
    let changed = sqlx::query(AssertSqlSafe(sql)).execute(&mut database).await.unwrap();
    assert_eq!(changed.rows_affected(), rows, "{sql}");
    database.close().await.unwrap();
}

/// The club in which 0.1.0 was used, with the messages and buttons it has left there. The bot is not started yet.
struct OldClub {
    club: Club,
    _world: TempDir,
}

impl OldClub {
    async fn enter() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let world = folder.path().join("world.json");
        std::fs::write(&world, bytes("world.json")).unwrap();
        let club = Club::without_bot(Options::for_tests().kept_in(&world)).await;
        std::fs::write(club.folder().join("games.db"), bytes("games.db")).unwrap();
        Self { club, _world: folder }
    }
}

async fn replayed_at(club: &Club) -> Replayed {
    let store = club.store().await;
    let replayed = replay(&store).await.unwrap();
    store.close().await;
    replayed
}

fn counted(replayed: &Replayed) -> [usize; 4] {
    [replayed.games, replayed.steps, replayed.books, replayed.entries]
}

fn is_clean(replayed: &Replayed) -> bool {
    replayed.differences.is_empty() && replayed.other_rules.is_empty()
}

#[tokio::test]
async fn the_database_of_0_1_0_opens_and_every_step_and_entry_is_as_it_was() {
    let replayed = Database::copy().replay().await;
    assert!(is_clean(&replayed), "{replayed:#?}");
    assert_eq!(counted(&replayed), [29, 438, 11, 111]);
}

#[test]
fn what_0_1_0_exported_still_verifies() {
    for (name, steps) in [("antares.json", 63), ("dicegame.json", 27), ("bag.json", 13)] {
        let report = verify(&stored::read_export(&text(name)).unwrap());
        assert!(report.faults.is_empty() && report.other_rules.is_empty(), "{name}: {report:#?}");
        assert!(report.seed_shown && report.stream_dice > 0, "{name}: {report:#?}");
        // anybody could type dice at any table then; such a die is told, and proves nothing
        assert_eq!(report.unproven.len(), usize::from(name == "bag.json"), "{name}: {report:#?}");
        assert_eq!(report.steps, steps, "{name}");
    }
    let rolls: Proof = serde_json::from_str(&text("rolls.json")).unwrap();
    let report = proof::verify(&rolls);
    assert!(report.faults.is_empty() && report.rolls > 0 && report.stream_dice > 0, "{report:#?}");
}

/// How far each game that is not over has come, and each league and campaign.
async fn progress(store: &Store) -> BTreeMap<String, u32> {
    let mut all = BTreeMap::new();
    for id in store.all_game_ids().await.unwrap() {
        let game = store.game(&id).await.unwrap().unwrap();
        if game.phase != Phase::Ended {
            all.insert(format!("game {id} {}", game.name), game.seq);
        }
    }
    for id in store.all_book_ids().await.unwrap() {
        let book = store.book(&id).await.unwrap().unwrap();
        all.insert(format!("{} {id} {}", book.kind, book.name), book.seq);
    }
    all
}

/// Everything goes on with the buttons that 0.1.0 has posted and with typed commands, so many days after it was left.
async fn everything_goes_on_after(days: u64) {
    let mut old = OldClub::enter().await;
    let club = &mut old.club;
    let store = club.store().await;
    let before = progress(&store).await;
    store.close().await;
    assert_eq!(before.len(), 24 + 11, "{before:#?}");

    club.days_pass(days);
    club.start_bot().await;
    let script = include_str!("../fixtures/v0.1.0/goes_on.script");
    Script::play(club, script, text).await;
    club.stop_bot().await;
    assert!(club.discord.faults().is_empty(), "{:#?}", club.discord.faults());

    let store = club.store().await;
    for (name, steps) in before {
        let id = name.split(' ').nth(1).unwrap();
        let now = if name.starts_with("game") {
            store.game(id).await.unwrap().unwrap().seq
        } else {
            store.book(id).await.unwrap().unwrap().seq
        };
        assert!(now > steps, "{name} has not gone on");
    }
    store.close().await;
    let replayed = replayed_at(club).await;
    assert!(is_clean(&replayed), "{replayed:#?}");
    let [games, steps, books, entries] = counted(&replayed);
    assert!(games > 29 && steps > 438 && books == 11 && entries > 111, "{replayed:#?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everything_that_0_1_0_left_open_goes_on_at_once() {
    everything_goes_on_after(0).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everything_that_0_1_0_left_open_goes_on_more_than_a_year_later() {
    everything_goes_on_after(400).await;
}

#[tokio::test]
async fn a_league_and_a_campaign_from_files_of_0_1_0_go_on_in_another_club() {
    let club = Club::open().await;
    let mia = club.mia.at(&club.hall);
    let league =
        mia.slash("/organise import").with_file("file", "league.json", bytes("league.json"));
    let league = league.await.text();
    assert!(
        league.contains("“Winter” is here, with 1 season, 4 people and 4 matches."),
        "{league}"
    );
    let settled = mia.slash("/organise settle match:4 result:The first won").await.text();
    assert!(settled.contains("Settled"), "{settled}");

    let campaign =
        mia.slash("/campaign import").with_file("file", "war.json", bytes("campaign.json"));
    let campaign = campaign.await.text();
    assert!(campaign.contains("“War for the North” goes on here with 2 sides"), "{campaign}");
    let told = mia.slash("/campaign chronicle").await.text();
    assert!(told.contains("Battle 3 is planned at Bridge"), "{told}");
    let settled = mia.slash("/chronicler settle battle:3 winner:draw").await.text();
    assert!(settled.contains("Battle 3, The Bridge\\: a draw"), "{settled}");
}

/// A draw in the bag game that has ended, the fourth step of it.
const DRAW: &str = "seq = 4 AND game = (SELECT key FROM games WHERE id = '19171jrhr2')";

async fn change_the_draw(database: &Database) {
    let position = r#"UPDATE steps SET events = replace(events, '"position":1,', '"position":2,')"#;
    change(&database.url(), &format!("{position} WHERE {DRAW}"), 1).await;
}

#[tokio::test]
async fn a_changed_step_of_0_1_0_was_tampered_with_unless_other_rules_judged_it() {
    let tampered = Database::copy();
    change_the_draw(&tampered).await;
    let found = tampered.replay().await;
    assert_eq!(found.differences, ["Game 19171jrhr2: Step 4: the rules give other events."]);
    assert_eq!(found.other_rules, Vec::<String>::new());

    let other = Database::copy();
    change_the_draw(&other).await;
    let rules = r#"UPDATE steps SET action = replace(action, '"rules":"0.1.0"', '"rules":99')"#;
    change(&other.url(), &format!("{rules} WHERE {DRAW}"), 1).await;
    let found = other.replay().await;
    assert_eq!(found.differences, Vec::<String>::new());
    let [step] = &found.other_rules[..] else { panic!("{found:#?}") };
    assert!(step.starts_with("Game 19171jrhr2: Step 4 was judged by rules 99"), "{step}");
}

#[test]
fn a_changed_export_of_0_1_0_was_tampered_with_unless_other_rules_judged_it() {
    let check = |change: fn(&mut Value)| -> Report {
        let mut export: Value = serde_json::from_str(&text("bag.json")).unwrap();
        let step = &mut export["steps"][3];
        let position = &mut step["events"][0]["played"]["bag"]["drawn"]["position"];
        assert_eq!(position.take(), 1);
        *position = 2.into();
        // the rules of a log never go back
        export["steps"].as_array_mut().unwrap()[3..].iter_mut().for_each(change);
        verify(&stored::read_export(&export.to_string()).unwrap())
    };
    let tampered = check(|_| ());
    assert_eq!((tampered.faults.len(), tampered.other_rules.len()), (1, 0), "{tampered:#?}");
    let other = check(|step| {
        assert_eq!(step["rules"], "0.1.0");
        step["rules"] = 99.into();
    });
    // the changed step, and a die that was typed where those of today would roll it
    assert_eq!((other.faults.len(), other.other_rules.len()), (0, 2), "{other:#?}");
}

#[tokio::test]
async fn a_league_or_campaign_that_cannot_be_read_is_named() {
    let database = Database::copy();
    let of = |name: &str| format!("book = (SELECT key FROM books WHERE name = '{name}')");
    let url = database.url();
    change(&url, r#"UPDATE books SET state = '{"old":"form"}' WHERE name = 'Ladder'"#, 1).await;
    let action = format!("UPDATE entries SET action = '{{}}' WHERE seq = 2 AND {}", of("Old war"));
    change(&url, &action, 1).await;
    let events = format!("UPDATE entries SET events = '[7]' WHERE seq = 3 AND {}", of("Spring"));
    change(&url, &events, 1).await;
    let found = database.replay().await;
    let expected = [
        "Book 4tq88tsb8n (league): entry 3 cannot be read.",
        "Book ypgcb50ead (league): its stored state cannot be read.",
        "Book qpd78fkyf8 (campaign): entry 2 cannot be read.",
    ];
    assert_eq!(found.differences, expected);
    assert_eq!(counted(&found), [29, 438, 11, 111]);
}

/// The states of a version that stored them in another form are made anew from the steps.
#[tokio::test]
async fn games_whose_stored_state_cannot_be_read_go_on_from_their_steps() {
    let mut old = OldClub::enter().await;
    let club = &mut old.club;
    let url = club.database_url();
    change(&url, r#"UPDATE snapshots SET state = '{"old":"form"}'"#, 29).await;
    club.start_bot().await;
    let script = "\
@ bag-play
Bob: /bag draw
? Die 5 of this game
@ gate-react
Bob: [Stay up]
? at Domari
@ dice-fate
Bob: [Add none]
? keep or roll?
";
    Script::play(club, script, text).await;
    club.stop_bot().await;
    let replayed = replayed_at(club).await;
    let unreadable = |name: &str| {
        replayed.differences.contains(&format!("Game {name}: its stored state cannot be read."))
    };
    assert_eq!(replayed.differences.len(), 29 - 3, "{replayed:#?}");
    assert!(unreadable("2txhwe85wd"), "nobody went on with it: {replayed:#?}");
    for went_on in ["tggm86s97q", "bv6cyk110a", "nrbqgewv4e"] {
        assert!(!unreadable(went_on), "{replayed:#?}");
    }
}

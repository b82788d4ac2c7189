//! People of whom very much is kept: their copy comes in parts, and being forgotten holds nobody up.

use std::collections::BTreeSet;
use std::io::Read as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use gatemaster::tools::replay::replay;
use gatemaster_commands::desk::{Desk, Which};
use gatemaster_commands::open_desk;
use gatemaster_commands::request::Request;
use gatemaster_rules::ids::UserId;
use gatemaster_rules::table::{Action, Actor, Player};
use gatemaster_sandbox::{Options, Person, Seen};
use gatemaster_store::{HalfDone, Rewriting, Store};
use serde_json::Value;
use sqlx::{Connection as _, SqliteConnection};

use crate::club::{Club, eventually};

const MB: usize = 1024 * 1024;

async fn execute(club: &Club, sql: String) {
    let mut database = SqliteConnection::connect(&club.database_url()).await.unwrap();
    sqlx::query(sqlx::AssertSqlSafe(sql)).execute(&mut database).await.unwrap();
    database.close().await.unwrap();
}

/// So many rolls and steps of this person, each of them with two thousand letters that no packing makes small.
async fn has_done_much(club: &Club, person: &Person, rolls: u32, steps: u32) {
    let id = person.id();
    person.at(&club.hall).slash("/roll dice:2d6").await;
    person.at(&club.hall).slash("/bag setup sides:Red 6, Blue 5").await;
    let numbers = |most: u32| {
        format!("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {most})")
    };
    let noise = "json_object('noise', hex(randomblob(1000)))";
    execute(
        club,
        format!(
            "{} INSERT INTO rolls (id, cup, channel_id, user_id, user_name, interaction_id, dice, rolled, secret, at_ms) \
             SELECT 'made-' || i, (SELECT max(key) FROM cups), 1, {id}, 'Zorblax', i, 'd' || i, {noise}, 0, i FROM n",
            numbers(rolls)
        ),
    )
    .await;
    execute(
        club,
        format!(
            "{} INSERT INTO steps (game, seq, user_id, user_name, action, dice, events, next_die, at_ms) \
             SELECT (SELECT max(key) FROM games), i + 1000, {id}, 'Zorblax', {noise}, '[]', '[]', 0, i FROM n",
            numbers(steps)
        ),
    )
    .await;
}

fn unpacked(file: &gatemaster_sandbox::File) -> Value {
    let mut text = String::new();
    flate2::read::GzDecoder::new(&file.bytes[..]).read_to_string(&mut text).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// The messages of a copy, to the last.
async fn copied(club: &Club, person: &Person) -> Vec<Seen> {
    let asked = person.at(&club.hall).slash("/privacy export").await;
    let last = |seen: &Seen| seen.private && seen.text.contains("This is the last part.");
    asked.wait_for(last).await;
    asked.messages()
}

/// Every part is small enough and whole by itself, and together they hold everything.
fn holds_everything(messages: &[Seen], largest: usize, rolls: u32, steps: u32) {
    let (words, parts) = messages.split_first().unwrap();
    assert!(words.files.is_empty() && words.text.contains("gunzip"), "{}", words.text);
    assert!(parts.len() > 1, "{} parts", parts.len());
    let mut found = (BTreeSet::new(), BTreeSet::new());
    for (number, part) in (1..).zip(parts) {
        assert!(
            part.private && part.text.starts_with(&format!("Part {number}: ")),
            "{}",
            part.text
        );
        let [file] = &part.files[..] else { panic!("{} files", part.files.len()) };
        assert_eq!(file.name, format!("my-gatemaster-data-{number}.json.gz"));
        assert!(file.bytes.len() <= largest, "{} bytes", file.bytes.len());
        let whole = unpacked(file);
        assert_eq!(
            (&whole["format"], &whole["part"]),
            (&"gatemaster-person-1".into(), &number.into())
        );
        assert_eq!(whole["settings"].is_object(), number == 1);
        let all = |key: &str| whole[key].as_array().cloned().unwrap_or_default();
        for roll in all("rolls") {
            assert!(found.0.insert(roll["dice"].to_string()), "{roll}");
        }
        for step in all("steps") {
            assert!(found.1.insert(step["step"].to_string()), "{step}");
        }
    }
    assert_eq!((found.0.len(), found.1.len()), (rolls as usize + 1, steps as usize + 1));
}

#[tokio::test]
async fn a_copy_above_what_discord_takes_comes_in_parts_that_hold_everything() {
    let club = Club::open().await;
    let zorblax = club.discord.person("Zorblax");
    let (rolls, steps) = (9_000, 4_000);
    has_done_much(&club, &zorblax, rolls, steps).await;
    let messages = copied(&club, &zorblax).await;
    holds_everything(&messages, 10 * MB, rolls, steps);
    let total: usize =
        messages.iter().flat_map(|seen| &seen.files).map(|file| file.bytes.len()).sum();
    assert!(total > 10 * MB, "{total} bytes");
}

#[tokio::test]
async fn where_discord_takes_less_the_parts_are_smaller() {
    let options = Options { attachment_limit: MB, ..Options::for_tests() };
    let mut club = Club::without_bot(options).await;
    club.start_bot().await;
    let zorblax = club.discord.person("Zorblax");
    has_done_much(&club, &zorblax, 1_500, 500).await;
    holds_everything(&copied(&club, &zorblax).await, MB, 1_500, 500);
}

/// Takes a person out of a game as the bot does, and asks `goes_on` before each text.
fn rewriting(
    game_id: &str,
    person: &Person,
    instead: u64,
    goes_on: impl Fn() -> bool + Send + Sync + 'static,
) -> Rewriting {
    let (id, name) = (person.id(), person.name());
    let text = move |text: &str| {
        let text = text.replace(&format!("\"{id}\""), &format!("\"{instead}\""));
        goes_on().then(|| text.replace(&name, "Former player"))
    };
    Rewriting {
        game_id: game_id.to_owned(),
        user: id,
        instead,
        name: "Former player".to_owned(),
        text: Arc::new(text),
        seats: Arc::new(|_, seats| Some(seats)),
    }
}

/// A bag in the hall with Zorblax and Bob, and so many dice drawn.
async fn long_game(club: &Club, zorblax: &Person, draws: usize) -> (Store, String) {
    zorblax.at(&club.hall).slash("/bag setup sides:Red 60, Blue 60").await;
    club.bob.at(&club.hall).slash("/game join").await;
    for _ in 0..draws {
        zorblax.at(&club.hall).slash("/bag draw").await;
    }
    let store = club.store().await;
    let game = store.open_game_in(club.hall.id()).await.unwrap().unwrap();
    (store, game.id)
}

/// Somebody leaves their seat for good. Gives the step.
async fn departs(desk: &Desk, person: &Person, id: &str) -> u32 {
    let game = desk.store.game(id).await.unwrap().unwrap();
    let player = Player { id: UserId(person.id()), name: person.name() };
    let actor = Actor { player, manager: false };
    let request = Request::made_up(actor, game.guild_id, game.channel_id, None);
    let which = Which::Now(id.to_owned());
    desk.act(&request, &which, |_| Ok(Action::Depart.into())).await.unwrap().game.seq.0
}

#[tokio::test(flavor = "multi_thread", worker_threads = 3)]
async fn another_table_plays_on_while_a_game_is_being_rewritten() {
    let club = Club::open().await;
    let zorblax = club.discord.person("Zorblax");
    let (store, long) = long_game(&club, &zorblax, 3).await;
    let elsewhere = club.discord.channel("elsewhere");
    club.bob.at(&elsewhere).slash("/bag setup sides:Red 6, Blue 5").await;
    let other = store.open_game_in(elsewhere.id()).await.unwrap().unwrap();
    let desk = open_desk(store.clone(), Arc::clone(&club.clock));
    let (tell, mut waits) = tokio::sync::mpsc::unbounded_channel();
    let (go_on, told) = std::sync::mpsc::channel::<()>();
    let told = std::sync::Mutex::new(told);
    // it waits at each text until it is told to go on
    let held = rewriting(&long, &zorblax, 77, move || {
        tell.send(()).is_ok() && told.lock().unwrap().recv().is_ok()
    });
    let at_work = desk.clone();
    let job = tokio::spawn(async move { at_work.rewrite(held).await.is_ok() });
    waits.recv().await.unwrap();

    let press = departs(&desk, &club.bob, &other.id);
    let pressed = tokio::time::timeout(Duration::from_mins(1), press).await;
    assert_eq!(pressed.expect("it was let through"), other.seq + 1);
    assert!(!job.is_finished(), "and the rewriting is still under way");

    while go_on.send(()).is_ok() && !job.is_finished() {
        tokio::task::yield_now().await;
    }
    assert!(job.await.unwrap());
    store.close().await;
}

#[tokio::test]
async fn whoever_was_half_forgotten_at_a_stop_is_forgotten_after_the_start() {
    let mut club = Club::open().await;
    let zorblax = club.discord.person("Zorblax");
    let (store, long) = long_game(&club, &zorblax, 45).await;
    zorblax.at(&club.hall).slash("/roll dice:2d6 # mine").await;
    // a second game, to which it did not come
    let elsewhere = club.discord.channel("elsewhere");
    zorblax.at(&elsewhere).slash("/bag setup sides:Red 6, Blue 5").await;
    club.bob.at(&elsewhere).slash("/game join").await;
    club.stop_bot().await;
    let desk = open_desk(store.clone(), Arc::clone(&club.clock));
    departs(&desk, &zorblax, &long).await;
    // it came as far as the first steps: everything is looked at once, and then written a few steps at a time
    let steps = store.steps(&long).await.unwrap().len();
    let seen = AtomicUsize::new(0);
    let stops = rewriting(&long, &zorblax, 77, move || {
        seen.fetch_add(1, Ordering::Relaxed) < 1 + 2 * steps + 2 * 40
    });
    store.begin_forgetting(zorblax.id()).await.unwrap();
    assert!(store.rewrite_game(stops).await.is_err());
    let noted = store.forgettings().await.unwrap();
    let half = HalfDone::Game { id: long.clone(), instead: 77 };
    assert_eq!(noted[0].half_done, Some(half));
    let made = store.steps(&long).await.unwrap();
    let mine = made.iter().filter(|step| step.user_id == zorblax.id()).count();
    assert!(mine > 0 && mine < 40, "{mine} steps are left");
    store.close().await;

    club.start_bot().await;
    eventually("nobody is to be forgotten", async || {
        let store = club.store().await;
        let left = store.forgettings().await.unwrap();
        store.close().await;
        left.is_empty().then_some(())
    })
    .await;
    let left = |seen: &Seen| seen.all_text().contains("has left for good");
    elsewhere.wait_for(left).await;
    let told = zorblax.dm().wait_for(|seen| seen.all_text().contains("Done.")).await;
    assert!(told.all_text().contains("a nameless former player in"), "{}", told.all_text());
    let store = club.store().await;
    assert_eq!(replay(&store).await.unwrap().differences, Vec::<String>::new());
    let id = zorblax.id().to_string();
    for step in store.steps(&long).await.unwrap() {
        let texts = format!("{} {} {} {}", step.user_id, step.user_name, step.action, step.events);
        assert!(!texts.contains(&id) && !texts.contains("Zorblax"), "{texts}");
    }
    assert!(store.games_with(zorblax.id()).await.unwrap().is_empty());
    assert!(store.rolls_by(zorblax.id()).await.unwrap().is_empty());
    store.close().await;
    let drawn = club.bob.at(&club.hall).slash("/bag draw").await.text();
    assert!(drawn.contains("of this game"), "{drawn}");
}

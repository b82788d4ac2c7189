//! How many tables and books may be open at once, counted where one more is let in.

use crate::common::{ANNA, BERT, House, SERVER, ending, new_game, step, summary};
use gatemaster_store::{
    Appended, Created, Entered, Full, NewEntry, NewGame, NewStep, Phase, Room, Store,
};

const ROOM: Room = Room { on_server: 5, by_one: 3 };

fn game(id: &str, channel: u64, by: u64) -> NewGame {
    NewGame { created_by: by, room: Some(ROOM), ..new_game(id, channel) }
}

async fn open(store: &Store, id: &str, channel: u64, by: u64) -> Created {
    store.create_game(game(id, channel, by)).await.unwrap()
}

#[tokio::test]
async fn one_person_opens_so_many_tables_and_a_server_has_so_many() {
    let House { store, folder: _folder } = House::new().await;
    for n in 1..=3 {
        assert_eq!(open(&store, &format!("a{n}"), n, ANNA).await, Created::Done);
    }
    assert_eq!(open(&store, "a4", 4, ANNA).await, Created::Full(Full::Person { open: 3 }));
    assert_eq!(open(&store, "b1", 5, BERT).await, Created::Done);
    assert_eq!(open(&store, "b2", 6, BERT).await, Created::Done);
    assert_eq!(open(&store, "b3", 7, BERT).await, Created::Full(Full::Server { open: 5 }));
    // another server has room of its own
    let elsewhere = NewGame { guild_id: Some(SERVER + 1), ..game("e", 8, ANNA) };
    assert_eq!(store.create_game(elsewhere).await.unwrap(), Created::Done);
    // an ended one makes room
    assert_eq!(store.append(ending("b1", 1)).await.unwrap(), Appended::Done);
    assert_eq!(open(&store, "b3", 7, BERT).await, Created::Done);
}

#[tokio::test]
async fn an_opening_that_is_delivered_again_is_found_though_there_is_no_more_room() {
    let House { store, folder: _folder } = House::new().await;
    let one = Room { on_server: 1, by_one: 1 };
    let mut new = NewGame { room: Some(one), ..game("g", 1, ANNA) };
    new.first.interaction_id = Some(900);
    assert_eq!(store.create_game(new.clone()).await.unwrap(), Created::Done);
    let again = NewGame { id: "other".to_owned(), ..new };
    let found = Created::Repeated { game_id: "g".to_owned(), seq: 1 };
    assert_eq!(store.create_game(again).await.unwrap(), found);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_rush_of_openings_does_not_get_past_the_limit() {
    let House { store, folder: _folder } = House::new().await;
    let mut rush = tokio::task::JoinSet::new();
    for n in 1..=60 {
        let store = store.clone();
        // from many people, so that the server's limit is the one that is met
        rush.spawn(async move { open(&store, &format!("g{n}"), n, n).await });
    }
    let mut opened = 0;
    while let Some(done) = rush.join_next().await {
        match done.unwrap() {
            Created::Done => opened += 1,
            full => assert_eq!(full, Created::Full(Full::Server { open: 5 })),
        }
    }
    assert_eq!(opened, 5);
}

#[tokio::test]
async fn a_table_taken_up_again_counts_like_a_new_one_for_whoever_opened_it() {
    let House { store, folder: _folder } = House::new().await;
    open(&store, "old", 1, ANNA).await;
    let away = NewStep { summary: summary(Phase::Shelved), ..step("old", 1, None) };
    assert_eq!(store.append(away).await.unwrap(), Appended::Done);
    for n in 2..=4 {
        assert_eq!(open(&store, &format!("a{n}"), n, ANNA).await, Created::Done);
    }
    let again = NewStep { reopens: Some(ROOM), ..step("old", 2, Some(7)) };
    let full = Appended::Full(Full::Person { open: 3 });
    assert_eq!(store.append(again.clone()).await.unwrap(), full);
    assert_eq!(store.append(ending("a2", 1)).await.unwrap(), Appended::Done);
    assert_eq!(store.append(again.clone()).await.unwrap(), Appended::Done);
    // delivered once more it is found, and not taken for one more
    let found = Appended::Repeated { game_id: "old".to_owned(), seq: 3 };
    assert_eq!(store.append(again).await.unwrap(), found);
}

#[tokio::test]
async fn what_was_there_before_the_limit_stays_and_goes_on() {
    let House { store, folder: _folder } = House::new().await;
    for n in 1..=8 {
        let before = NewGame { room: None, ..game(&format!("g{n}"), n, ANNA) };
        assert_eq!(store.create_game(before).await.unwrap(), Created::Done);
    }
    assert_eq!(open(&store, "g9", 9, ANNA).await, Created::Full(Full::Person { open: 8 }));
    assert_eq!(open(&store, "g9", 9, BERT).await, Created::Full(Full::Server { open: 8 }));
    for n in 1..=8 {
        let next = step(&format!("g{n}"), 1, None);
        assert_eq!(store.append(next).await.unwrap(), Appended::Done);
    }
}

fn book(id: &str, by: u64) -> NewEntry {
    NewEntry {
        book_id: id.to_owned(),
        expected_seq: 0,
        kind: "league",
        guild_id: SERVER,
        name: id.to_owned(),
        open: true,
        state: "{}".to_owned(),
        wakes_at_ms: None,
        user_id: by,
        user_name: format!("user {by}"),
        interaction_id: None,
        action: "{}".to_owned(),
        events: "[]".to_owned(),
        at_ms: 1_000,
        opens_game: None,
        notes_game: None,
        opens: Some(ROOM),
    }
}

#[tokio::test]
async fn books_are_counted_by_their_kind_and_by_whoever_opened_them() {
    let House { store, folder: _folder } = House::new().await;
    let enter = async |new: NewEntry| store.enter(new).await.unwrap();
    for id in ["a1", "a2", "a3"] {
        assert_eq!(enter(book(id, ANNA)).await, Entered::Done);
    }
    assert_eq!(enter(book("a4", ANNA)).await, Entered::Full(Full::Person { open: 3 }));
    assert_eq!(store.book("a4").await.unwrap(), None, "nothing of it is kept");
    let campaign = NewEntry { kind: "campaign", ..book("c", ANNA) };
    assert_eq!(enter(campaign).await, Entered::Done);
    for id in ["b1", "b2"] {
        assert_eq!(enter(book(id, BERT)).await, Entered::Done);
    }
    assert_eq!(enter(book("b3", BERT)).await, Entered::Full(Full::Server { open: 5 }));
    // Bert closes one of Anna's; only one of the two fits in again, and it is still Anna's
    let close = NewEntry { open: false, expected_seq: 1, opens: None, ..book("a1", BERT) };
    assert_eq!(enter(close).await, Entered::Done);
    assert_eq!(enter(book("a5", ANNA)).await, Entered::Done);
    let again = NewEntry { expected_seq: 2, ..book("a1", BERT) };
    assert_eq!(enter(again).await, Entered::Full(Full::Person { open: 3 }));
}

//! The books of leagues and campaigns: entries, names, what is told, what wakes, and how a person is taken out.

use std::sync::Arc;

use crate::common::{ANNA, BERT, House, SERVER, new_game, step, summary};
use gatemaster_store::{
    Appended, BookGame, BookPost, BookRewriting, BookRow, Entered, FileDraft, NewEntry, NewStep,
    Phase, PostKind, SharedTable, Store,
};
use sqlx::Connection;

const ELSEWHERE: u64 = SERVER + 1;
const NOBODY: u64 = 5;

fn entry(book: &str, expected_seq: u32, interaction_id: Option<u64>) -> NewEntry {
    NewEntry {
        book_id: book.to_owned(),
        expected_seq,
        kind: "league",
        guild_id: SERVER,
        name: "Winter".to_owned(),
        open: true,
        state: format!(r#"{{"after":{}}}"#, expected_seq + 1),
        wakes_at_ms: None,
        user_id: ANNA,
        user_name: "Anna".to_owned(),
        interaction_id,
        action: format!(r#"{{"do":{expected_seq}}}"#),
        events: "[]".to_owned(),
        at_ms: 1_000 + i64::from(expected_seq),
        opens_game: None,
        notes_game: None,
        opens: None,
    }
}

async fn enter(store: &Store, new: NewEntry) -> Entered {
    store.enter(new).await.unwrap()
}

/// A book with so many entries.
async fn book_of(store: &Store, id: &str, name: &str, entries: u32) {
    for seq in 0..entries {
        let new = NewEntry { name: name.to_owned(), ..entry(id, seq, None) };
        assert_eq!(enter(store, new).await, Entered::Done);
    }
}

async fn book(store: &Store, id: &str) -> BookRow {
    store.book(id).await.unwrap().unwrap()
}

fn ids(books: Vec<BookRow>) -> Vec<String> {
    books.into_iter().map(|book| book.id).collect()
}

#[tokio::test]
async fn entries_are_kept_in_order_and_outlive_a_restart() {
    let house = House::new().await;
    book_of(&house.store, "b1", "Winter", 3).await;
    let house = house.restart().await;
    let kept = book(&house.store, "b1").await;
    assert_eq!((kept.seq, kept.state.as_str()), (3, r#"{"after":3}"#));
    assert_eq!((kept.created_at_ms, kept.updated_at_ms), (1_000, 1_002));
    let entries = house.store.entries("b1", 0, 10).await.unwrap();
    assert_eq!(entries.iter().map(|entry| entry.seq).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(entries[2].action, r#"{"do":2}"#);
    assert_eq!((entries[0].user_id, entries[0].user_name.as_str()), (ANNA, "Anna"));
    let some = house.store.entries("b1", 1, 1).await.unwrap();
    assert_eq!(some.iter().map(|entry| entry.seq).collect::<Vec<_>>(), [2]);
    assert_eq!(house.store.entries("b9", 0, 10).await.unwrap(), []);
    assert_eq!(house.store.book("b9").await.unwrap(), None);
    assert_eq!(house.store.check().await.unwrap(), Vec::<String>::new());
}

#[tokio::test]
async fn every_book_of_every_server_is_found_with_the_entries_that_made_it() {
    let house = House::new().await;
    let store = &house.store;
    assert_eq!(store.all_book_ids().await.unwrap(), Vec::<String>::new());
    book_of(store, "b2", "Winter", 3).await;
    let campaign = NewEntry { kind: "campaign", guild_id: ELSEWHERE, ..entry("b1", 0, None) };
    assert_eq!(enter(store, NewEntry { open: false, ..campaign }).await, Entered::Done);
    assert_eq!(store.all_book_ids().await.unwrap(), ["b2", "b1"], "the oldest first");
    let (winter, entries) = store.book_with_entries("b2").await.unwrap().unwrap();
    assert_eq!(winter, book(store, "b2").await);
    assert_eq!(entries, store.entries("b2", 0, 10).await.unwrap());
    assert_eq!(entries.iter().map(|entry| entry.seq).collect::<Vec<_>>(), [1, 2, 3]);
    let (closed, entries) = store.book_with_entries("b1").await.unwrap().unwrap();
    assert_eq!((closed.kind.as_str(), closed.open, entries.len()), ("campaign", false, 1));
    assert_eq!(store.book_with_entries("b9").await.unwrap(), None);
}

#[tokio::test]
async fn whoever_was_slower_changes_nothing() {
    let house = House::new().await;
    book_of(&house.store, "b1", "Winter", 2).await;
    for late in [1, 3, 0] {
        assert_eq!(enter(&house.store, entry("b1", late, None)).await, Entered::Clash, "{late}");
    }
    // the book of another server under the same id
    let foreign = NewEntry { guild_id: ELSEWHERE, ..entry("b1", 2, None) };
    assert_eq!(enter(&house.store, foreign).await, Entered::Clash);
    assert_eq!(enter(&house.store, entry("b9", 4, None)).await, Entered::Clash);
    assert_eq!(book(&house.store, "b1").await.seq, 2);
    assert_eq!(house.store.entries("b1", 0, 10).await.unwrap().len(), 2);
    // side by side, exactly one is faster
    let (one, other) = tokio::join!(
        enter(&house.store, entry("b1", 2, None)),
        enter(&house.store, entry("b1", 2, None))
    );
    assert!([&one, &other].contains(&&Entered::Done) && [&one, &other].contains(&&Entered::Clash));
    assert_eq!(house.store.check().await.unwrap(), Vec::<String>::new());
}

#[tokio::test]
async fn an_interaction_delivered_twice_makes_one_entry() {
    let house = House::new().await;
    assert_eq!(enter(&house.store, entry("b1", 0, Some(u64::MAX))).await, Entered::Done);
    let repeated = Entered::Repeated { book_id: "b1".to_owned(), seq: 1 };
    // even if it would open another book, or change another one
    assert_eq!(enter(&house.store, entry("b2", 0, Some(u64::MAX))).await, repeated);
    assert_eq!(enter(&house.store, entry("b1", 1, Some(u64::MAX))).await, repeated);
    assert_eq!(house.store.book("b2").await.unwrap(), None);
    let made = house.store.entry_of_interaction(u64::MAX).await.unwrap();
    assert_eq!(made, Some(("b1".to_owned(), 1)));
    assert_eq!(house.store.entry_of_interaction(7).await.unwrap(), None);
}

#[tokio::test]
async fn a_name_is_taken_by_an_open_book_of_its_kind_and_server() {
    let house = House::new().await;
    let store = &house.store;
    let open = |id: &str, name: &str| NewEntry { name: name.to_owned(), ..entry(id, 0, None) };
    assert_eq!(enter(store, open("b1", "Ärmelkanal")).await, Entered::Done);
    assert_eq!(enter(store, open("b2", "ÄRMELKANAL")).await, Entered::NameTaken);
    let elsewhere = NewEntry { guild_id: ELSEWHERE, ..open("b3", "Ärmelkanal") };
    assert_eq!(enter(store, elsewhere).await, Entered::Done);
    let campaign = NewEntry { kind: "campaign", ..open("b4", "Ärmelkanal") };
    assert_eq!(enter(store, campaign).await, Entered::Done);
    // a rename may not take it either, and leaves no trace
    assert_eq!(enter(store, open("b5", "Winter")).await, Entered::Done);
    let rename = NewEntry { expected_seq: 1, ..open("b5", "ärmelkanal") };
    assert_eq!(enter(store, rename.clone()).await, Entered::NameTaken);
    assert_eq!(book(store, "b5").await.name, "Winter");
    assert_eq!(store.entries("b5", 0, 10).await.unwrap().len(), 1);
    // a closed one keeps its name for the archive and leaves it to others
    let close = NewEntry { expected_seq: 1, open: false, ..open("b1", "Ärmelkanal") };
    assert_eq!(enter(store, close).await, Entered::Done);
    assert_eq!(enter(store, rename).await, Entered::Done);
    assert_eq!(ids(store.books_on(SERVER, "league").await.unwrap()), ["b5", "b1"]);
    assert_eq!(ids(store.open_books("league").await.unwrap()), ["b3", "b5"]);
    assert_eq!(store.servers_with_books().await.unwrap(), [SERVER, ELSEWHERE]);
}

#[tokio::test]
async fn books_wake_at_their_time() {
    let house = House::new().await;
    let store = &house.store;
    for (id, wakes_at_ms) in [("b1", Some(100)), ("b2", Some(200)), ("b3", None)] {
        let new = NewEntry { wakes_at_ms, name: id.to_owned(), ..entry(id, 0, None) };
        assert_eq!(enter(store, new).await, Entered::Done);
    }
    assert_eq!(ids(store.books_awake(99).await.unwrap()), Vec::<String>::new());
    assert_eq!(ids(store.books_awake(100).await.unwrap()), ["b1"]);
    assert_eq!(ids(store.books_awake(i64::MAX).await.unwrap()), ["b1", "b2"]);
    let sleeps = NewEntry { name: "b1".to_owned(), ..entry("b1", 1, None) };
    assert_eq!(enter(store, sleeps).await, Entered::Done);
    assert_eq!(ids(store.books_awake(i64::MAX).await.unwrap()), ["b2"]);
}

#[tokio::test]
async fn what_was_told_is_never_untold() {
    let house = House::new().await;
    let store = &house.store;
    book_of(store, "b1", "Winter", 3).await;
    book_of(store, "b2", "Spring", 1).await;
    store.note_announced("b2", 1).await.unwrap();
    assert_eq!(ids(store.books_to_tell().await.unwrap()), ["b1"]);
    store.note_telling("b1", 2).await.unwrap();
    let kept = book(store, "b1").await;
    assert_eq!((kept.telling_seq, kept.told_seq), (2, 0), "begun is not done");
    store.note_announced("b1", 2).await.unwrap();
    store.note_telling("b1", 1).await.unwrap();
    store.note_announced("b1", 1).await.unwrap();
    let kept = book(store, "b1").await;
    assert_eq!((kept.telling_seq, kept.told_seq), (2, 2));
    assert_eq!(ids(store.books_to_tell().await.unwrap()), ["b1"]);
    store.note_announced("b1", 3).await.unwrap();
    assert_eq!(ids(store.books_to_tell().await.unwrap()), Vec::<String>::new());
    book_of_more(store).await;
    assert_eq!(ids(store.books_to_tell().await.unwrap()), ["b1"], "something new");

    assert_eq!(book(store, "b1").await.digest_ms, 0);
    store.note_digest("b1", 777).await.unwrap();
    assert_eq!((book(store, "b1").await.digest_ms, book(store, "b2").await.digest_ms), (777, 0));
}

async fn book_of_more(store: &Store) {
    assert_eq!(enter(store, entry("b1", 3, None)).await, Entered::Done);
}

async fn ends(store: &Store, game: &str, at_ms: i64) {
    let mut end = NewStep { summary: summary(Phase::Ended), ..step(game, 1, None) };
    end.step.at_ms = at_ms;
    assert_eq!(store.append(end).await.unwrap(), Appended::Done);
}

#[tokio::test]
async fn a_game_of_a_match_is_noted_when_it_has_ended() {
    let house = House::with_game("g1", 7).await;
    let store = &house.store;
    store.create_game(new_game("g2", 8)).await.unwrap();
    book_of(store, "b1", "Winter", 1).await;
    let link = |game: &str| Some((game.to_owned(), 12));
    assert_eq!(
        enter(store, NewEntry { opens_game: link("g1"), ..entry("b1", 1, None) }).await,
        Entered::Done
    );
    assert_eq!(
        enter(store, NewEntry { opens_game: link("g2"), ..entry("b1", 2, None) }).await,
        Entered::Done
    );
    // a game that is not there is nobody's
    assert_eq!(
        enter(store, NewEntry { opens_game: link("g9"), ..entry("b1", 3, None) }).await,
        Entered::Done
    );
    let expected = BookGame {
        game_id: "g1".to_owned(),
        book_id: "b1".to_owned(),
        kind: "league".to_owned(),
        place: 12,
        noted: false,
    };
    assert_eq!(store.book_of_game("g1").await.unwrap(), Some(expected.clone()));
    assert_eq!(store.book_of_game("g9").await.unwrap(), None);
    assert_eq!(store.book_games_to_note().await.unwrap(), [], "nothing has ended");
    ends(store, "g1", 5_000).await;
    assert_eq!(store.book_games_to_note().await.unwrap(), [expected]);
    let noted = NewEntry { notes_game: Some("g1".to_owned()), ..entry("b1", 4, None) };
    // what clashes notes nothing
    let clash = NewEntry { expected_seq: 1, ..noted.clone() };
    assert_eq!(enter(store, clash).await, Entered::Clash);
    assert_eq!(store.book_games_to_note().await.unwrap().len(), 1);
    assert_eq!(enter(store, noted).await, Entered::Done);
    assert_eq!(store.book_games_to_note().await.unwrap(), []);
    assert!(store.book_of_game("g1").await.unwrap().unwrap().noted);

    // one whose end says nothing to the book
    ends(store, "g2", 6_000).await;
    store.note_book_game("g2").await.unwrap();
    assert_eq!(store.book_games_to_note().await.unwrap(), []);
    // linked anew, it is looked at again
    let again = NewEntry { opens_game: link("g2"), ..entry("b1", 5, None) };
    assert_eq!(enter(store, again).await, Entered::Done);
    assert_eq!(store.book_games_to_note().await.unwrap().len(), 1);
    assert_eq!(store.check().await.unwrap(), Vec::<String>::new());
}

#[tokio::test]
async fn games_that_belong_to_no_book_are_found_by_their_end() {
    let house = House::with_game("g1", 7).await;
    let store = &house.store;
    store.create_game(new_game("g2", 8)).await.unwrap();
    store.create_game(new_game("g3", 9)).await.unwrap();
    book_of(store, "b1", "Winter", 1).await;
    let opens_game = Some(("g2".to_owned(), 1));
    assert_eq!(enter(store, NewEntry { opens_game, ..entry("b1", 1, None) }).await, Entered::Done);
    ends(store, "g1", 5_000).await;
    ends(store, "g2", 5_000).await;
    assert_eq!(store.ended_outside_books(SERVER, 4_999).await.unwrap(), ["g1"]);
    assert_eq!(store.ended_outside_books(SERVER, 5_000).await.unwrap(), Vec::<String>::new());
    assert_eq!(store.ended_outside_books(ELSEWHERE, 0).await.unwrap(), Vec::<String>::new());
    assert_eq!(store.ended_games_of(SERVER, ANNA, 10).await.unwrap(), ["g2", "g1"]);
    assert_eq!(store.ended_games_of(SERVER, ANNA, 1).await.unwrap(), ["g2"]);
    assert_eq!(store.ended_games_of(SERVER, 99, 10).await.unwrap(), Vec::<String>::new());
}

fn with(id: u64) -> String {
    format!(r#"{{"id":"{id}"}}"#)
}

/// Anna has made the first entry; the second is Bert's and about her.
async fn book_with_anna(store: &Store, book: &str) {
    let first = NewEntry {
        name: book.to_owned(),
        state: with(ANNA),
        action: with(ANNA),
        events: with(ANNA),
        ..entry(book, 0, None)
    };
    let second = NewEntry {
        expected_seq: 1,
        user_id: BERT,
        user_name: "Bert".to_owned(),
        action: with(BERT),
        ..first.clone()
    };
    assert_eq!(enter(store, first).await, Entered::Done);
    assert_eq!(enter(store, second).await, Entered::Done);
}

fn rewriting(book: &str, unreadable: Option<String>) -> BookRewriting {
    let text = move |text: &str| {
        let readable = unreadable.as_deref() != Some(text);
        readable.then(|| text.replace(&format!("\"{ANNA}\""), &format!("\"{NOBODY}\"")))
    };
    BookRewriting {
        book_id: book.to_owned(),
        user: ANNA,
        instead: NOBODY,
        name: "Former player".to_owned(),
        text: Arc::new(text),
    }
}

#[tokio::test]
async fn a_person_is_taken_out_of_one_book_and_no_other() {
    let house = House::new().await;
    let store = &house.store;
    book_with_anna(store, "b1").await;
    book_with_anna(store, "b2").await;
    assert_eq!(ids(store.books_with(ANNA).await.unwrap()), ["b1", "b2"]);
    let other = (book(store, "b2").await, store.entries("b2", 0, 9).await.unwrap());
    store.rewrite_book(rewriting("b1", None)).await.unwrap();
    assert_eq!(ids(store.books_with(ANNA).await.unwrap()), ["b2"]);
    assert_eq!(ids(store.books_with(BERT).await.unwrap()), ["b1", "b2"]);
    assert_eq!(book(store, "b1").await.state, with(NOBODY));
    let entries = store.entries("b1", 0, 9).await.unwrap();
    assert_eq!((entries[0].user_id, entries[0].user_name.as_str()), (NOBODY, "Former player"));
    assert_eq!(
        (entries[0].action.clone(), entries[1].events.clone()),
        (with(NOBODY), with(NOBODY))
    );
    assert_eq!((entries[1].user_id, entries[1].action.clone()), (BERT, with(BERT)));
    assert_eq!((book(store, "b2").await, store.entries("b2", 0, 9).await.unwrap()), other);
    // a book that is not there is no trouble
    store.rewrite_book(rewriting("b9", None)).await.unwrap();
}

#[tokio::test]
async fn a_book_that_cannot_be_read_is_left_as_it_was() {
    let house = House::new().await;
    let store = &house.store;
    book_with_anna(store, "b1").await;
    let before = (book(store, "b1").await, store.entries("b1", 0, 9).await.unwrap());
    // the second entry's action is the last text that is looked at
    for unreadable in [with(ANNA), with(BERT)] {
        let refused = store.rewrite_book(rewriting("b1", Some(unreadable))).await;
        assert!(refused.unwrap_err().to_string().contains("cannot be rewritten"));
        let after = (book(store, "b1").await, store.entries("b1", 0, 9).await.unwrap());
        assert_eq!(after, before);
    }
}

#[tokio::test]
async fn damaged_books_are_found() {
    let house = House::new().await;
    book_of(&house.store, "b1", "Winter", 3).await;
    book_of(&house.store, "b2", "Spring", 2).await;
    let mut raw = house.raw().await;
    for sql in [
        "DELETE FROM entries WHERE seq = 2 AND book = (SELECT key FROM books WHERE id = 'b1')",
        "UPDATE books SET state = '{' WHERE id = 'b2'",
        "UPDATE entries SET events = 'none' WHERE seq = 1 AND book = (SELECT key FROM books WHERE id = 'b2')",
        "INSERT INTO entries (book, seq, user_id, user_name, action, events, at_ms) VALUES (99, 1, 1, '', '1', '1', 1)",
    ] {
        sqlx::raw_sql(sql).execute(&mut raw).await.unwrap();
    }
    raw.close().await.unwrap();
    let findings = house.store.check().await.unwrap();
    for expected in [
        "A row of the table entries belongs to a row of books that does not exist.",
        "Book b1 should have entries 1 to 3 but has 2, from 1 to 3.",
        "Book b2 is not readable JSON.",
        "Entry 1 of book b2 is not readable JSON.",
    ] {
        assert!(findings.iter().any(|found| found == expected), "{expected}: {findings:?}");
    }
    assert_eq!(findings.len(), 4, "{findings:?}");
}

#[tokio::test]
async fn a_file_waits_through_a_restart_until_another_takes_its_place_or_its_time_is_over() {
    let house = House::new().await;
    book_of(&house.store, "b1", "Winter", 1).await;
    let draft = |id: &str, user_id: u64, made_at_ms: i64| FileDraft {
        id: id.to_owned(),
        book_id: "b1".to_owned(),
        user_id,
        made_at_ms,
        file: format!("first,second,result of {id}"),
        answers: "{}".to_owned(),
    };
    for (id, user, at) in [("d1", ANNA, 10), ("d2", BERT, 20)] {
        house.store.keep_file_draft(&draft(id, user, at), 0).await.unwrap();
    }
    assert!(house.store.answer_file_draft("d1", "{\"bob\":\"guest\"}").await.unwrap());
    let house = house.restart().await;
    let store = &house.store;
    let waits = store.file_draft("d1").await.unwrap().unwrap();
    assert_eq!(
        waits,
        FileDraft { answers: "{\"bob\":\"guest\"}".to_owned(), ..draft("d1", ANNA, 10) }
    );
    // another one of Bert's takes the place of his; Anna's is too old by then
    store.keep_file_draft(&draft("d3", BERT, 30), 15).await.unwrap();
    assert_eq!(store.file_draft("d1").await.unwrap(), None);
    assert_eq!(store.file_draft("d2").await.unwrap(), None);
    assert!(!store.answer_file_draft("d2", "{}").await.unwrap());
    assert_eq!(store.file_drafts_by(BERT).await.unwrap(), [draft("d3", BERT, 30)]);
    store.forget_person(BERT).await.unwrap();
    assert_eq!(store.file_drafts_by(BERT).await.unwrap(), []);
    // a file may name whoever is taken out of the book
    store.keep_file_draft(&draft("d4", ANNA, 40), 0).await.unwrap();
    let rewriting = BookRewriting {
        book_id: "b1".to_owned(),
        user: BERT,
        instead: NOBODY,
        name: "Nobody".to_owned(),
        text: Arc::new(|text| Some(text.to_owned())),
    };
    store.rewrite_book(rewriting).await.unwrap();
    assert_eq!(store.file_draft("d4").await.unwrap(), None);
}

#[tokio::test]
async fn a_message_is_drawn_anew_when_its_book_has_changed_and_is_forgotten_when_it_has_served() {
    let house = House::new().await;
    let store = &house.store;
    book_of(store, "b1", "Winter", 2).await;
    book_of(store, "b2", "Spring", 1).await;
    let post = |message_id, kind, shown| BookPost {
        book_id: "b1".to_owned(),
        channel_id: u64::MAX,
        message_id,
        kind,
        first: 1,
        last: 2,
        shown,
        drawn: format!("as after {shown}"),
    };
    let news = post(70, PostKind::News, 2);
    let sign_up = post(u64::MAX - 1, PostKind::SignUp, 2);
    store.note_book_post(&news).await.unwrap();
    store.note_book_post(&sign_up).await.unwrap();
    assert_eq!(store.books_with_old_posts().await.unwrap(), Vec::<String>::new());

    enter(store, entry("b1", 2, None)).await;
    let house = house.restart().await;
    let store = &house.store;
    assert_eq!(store.books_with_old_posts().await.unwrap(), ["b1"]);
    let again = post(u64::MAX - 1, PostKind::SignUp, 3);
    store.note_book_post(&again).await.unwrap();
    store.forget_book_post(70).await.unwrap();
    assert_eq!(store.books_with_old_posts().await.unwrap(), Vec::<String>::new());
    assert_eq!(store.book_posts("b1").await.unwrap(), [again]);
    assert_eq!(store.book_posts("b2").await.unwrap(), []);
    let nowhere = BookPost { book_id: "b9".to_owned(), ..news };
    store.note_book_post(&nowhere).await.unwrap();
    assert_eq!(store.book_posts("b9").await.unwrap(), [], "there is no such book");
}

#[tokio::test]
async fn the_newest_table_of_a_division_that_was_shared_in_a_channel_goes_with_its_league() {
    let house = House::new().await;
    book_of(&house.store, "b1", "Winter", 2).await;
    let table = |message_id, channel_id, division| SharedTable {
        book_id: "b1".to_owned(),
        channel_id,
        message_id,
        season: 1,
        division,
        shown: 2,
        drawn: String::new(),
    };
    let (first, second) = (table(70, 7, 0), table(71, 7, 0));
    let (lower, elsewhere) = (table(72, 7, 1), table(u64::MAX, 8, 0));
    for shared in [&first, &second, &lower, &elsewhere] {
        house.store.share_table(shared).await.unwrap();
    }
    assert_eq!(house.store.old_shared_tables().await.unwrap(), []);

    enter(&house.store, entry("b1", 2, None)).await;
    let house = house.restart().await;
    let store = &house.store;
    let mut old = store.old_shared_tables().await.unwrap();
    old.sort_by_key(|table| table.message_id);
    assert_eq!(old, [second.clone(), lower, elsewhere]);
    store.note_shared_table(&SharedTable { shown: 3, ..second }).await.unwrap();
    store.forget_shared_table(72).await.unwrap();
    // one that was shared over meanwhile is not there to be noted
    store.note_shared_table(&SharedTable { shown: 9, ..first }).await.unwrap();
    let left = store.old_shared_tables().await.unwrap();
    assert_eq!(left.iter().map(|table| table.message_id).collect::<Vec<_>>(), [u64::MAX]);
}

#[tokio::test]
async fn a_book_keeps_one_picture_until_it_is_taken_away() {
    let house = House::new().await;
    book_of(&house.store, "b1", "Winter", 1).await;
    house.store.set_book_picture("b1", Some(b"first")).await.unwrap();
    house.store.set_book_picture("b1", Some(b"second")).await.unwrap();
    house.store.set_book_picture("b9", Some(b"nobody's")).await.unwrap();
    let house = house.restart().await;
    assert_eq!(house.store.book_picture("b1").await.unwrap(), Some(b"second".to_vec()));
    assert_eq!(house.store.book_picture("b9").await.unwrap(), None);
    house.store.set_book_picture("b1", None).await.unwrap();
    assert_eq!(house.store.book_picture("b1").await.unwrap(), None);
}

//! A disk that takes its time, or refuses: acknowledged in time, answered in the end, and never a raw error.

use gatemaster_sandbox::{Answer, Seen};
use sqlx::{Connection as _, Executor as _, SqliteConnection};

use crate::club::Club;

/// Somebody else holds the database's write lock.
async fn lock(club: &Club) -> SqliteConnection {
    let mut connection = SqliteConnection::connect(&club.database_url()).await.unwrap();
    connection.execute("BEGIN IMMEDIATE").await.unwrap();
    connection
}

/// While the disk is held, nothing but an acknowledgement can come.
async fn told_to_wait(club: &Club, asked: &Answer) {
    club.discord.until("Discord has been told to wait", || asked.took().is_some()).await;
}

fn texts(told: &[Seen]) -> Vec<String> {
    told.iter().map(Seen::all_text).collect()
}

#[tokio::test]
async fn a_slow_command_is_acknowledged_in_time_and_answered_when_it_is_done() {
    let club = Club::open().await;
    club.bag_game().await;
    let lock = lock(&club).await;
    let asked = club.ann.at(&club.hall).slash("/bag draw").start().unwrap();
    told_to_wait(&club, &asked).await;
    lock.close().await.unwrap();
    let told = asked.wait_for_messages(2).await;
    assert!(told[0].private, "{:?}", texts(&told));
    assert!(
        !told[1].private && told[1].all_text().contains("Die 1 of this game"),
        "{:?}",
        texts(&told)
    );
    club.board_saying("10 dice left").await;
}

#[tokio::test]
async fn a_table_that_was_slow_to_open_still_has_a_live_board() {
    let club = Club::open().await;
    let lock = lock(&club).await;
    let asked = club.ann.at(&club.hall).slash("/bag setup sides:Red 6, Blue 5").start().unwrap();
    told_to_wait(&club, &asked).await;
    lock.close().await.unwrap();
    let told = asked.wait_for_messages(2).await;
    club.ann.at(&club.hall).slash("/bag draw").await;
    let board = club.board_saying("10 dice left").await;
    assert_eq!(board.id, told[1].id);
}

#[tokio::test]
async fn a_slow_button_is_acknowledged_in_time_and_its_refusal_stays_private() {
    let club = Club::open().await;
    let board = club.bag_game().await;
    let lock = lock(&club).await;
    let (ann, bob) = (
        club.ann.clicks(&board, "Draw").start().unwrap(),
        club.bob.clicks(&board, "Draw").start().unwrap(),
    );
    told_to_wait(&club, &ann).await;
    told_to_wait(&club, &bob).await;
    lock.close().await.unwrap();
    // the board that was pressed, and what was said to each
    let told = [ann.wait_for_messages(2).await, bob.wait_for_messages(2).await].concat();
    let (private, public): (Vec<_>, Vec<_>) =
        told.iter().filter(|seen| seen.id != board.id).partition(|seen| seen.private);
    assert_eq!((private.len(), public.len()), (1, 1), "{:?}", texts(&told));
    assert!(private[0].all_text().contains("The board has changed"), "{:?}", texts(&told));
    assert_eq!(club.steps().await, 3);
}

#[tokio::test]
async fn a_disk_that_refuses_gives_a_reference_and_no_raw_error() {
    let club = Club::open().await;
    club.bag_game().await;
    let lock = lock(&club).await;
    let asked = club.ann.at(&club.hall).slash("/bag draw").await;
    let sorry = asked.text();
    assert!(asked.is_private());
    assert!(sorry.contains("on my side") && sorry.contains("reference"), "{sorry}");
    for raw in ["database", "SQLITE", "locked", "sqlx", "Busy"] {
        assert!(!sorry.contains(raw), "{sorry}");
    }
    lock.close().await.unwrap();
    let again = club.ann.at(&club.hall).slash("/bag draw").await;
    assert!(again.text().contains("Die 1 of this game"), "nothing was counted: {}", again.text());
}

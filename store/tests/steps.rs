//! Games begin, steps follow, and nobody's step counts twice.

use crate::common::{ANNA, BERT, House, SERVER, data, ending, new_game, step, summary};
use gatemaster_store::{
    Appended, Board, Created, NewGame, NewStep, Phase, StepData, StoreError, Summary,
};
use sqlx::Connection;
use tokio::task::JoinSet;

#[tokio::test]
async fn a_game_is_read_back_as_it_was_written() {
    let house = House::with_game("g1", 7).await;
    let game = house.store.open_game_in(7).await.unwrap().unwrap();
    assert_eq!(Some(&game), house.store.game("g1").await.unwrap().as_ref());
    assert_eq!((game.id.as_str(), game.guild_id, game.channel_id), ("g1", Some(SERVER), 7));
    assert_eq!(
        (game.system.as_str(), game.phase, game.seq, game.next_die),
        ("antares", Phase::Playing, 1, 0)
    );
    assert_eq!((game.seed.expose(), game.seed_hash.as_str()), (&[0xAB; 32], "hash of the seed"));
    assert_eq!((game.rules_version.as_str(), game.created_by), ("1", ANNA));
    assert_eq!((game.created_at_ms, game.updated_at_ms, game.ended_at_ms), (1_000, 1_000, None));
    assert_eq!((game.board, game.state.as_str()), (None, r#"{"turn":0}"#));
    assert_eq!(house.store.game("g2").await.unwrap(), None);
    assert_eq!(house.store.open_game_in(8).await.unwrap(), None);
}

#[tokio::test]
async fn a_step_moves_the_game_its_snapshot_and_its_log() {
    let house = House::with_game("g1", 7).await;
    let new = NewStep {
        step: StepData { revokes: Some(1), ..step("g1", 1, Some(900)).step },
        ..step("g1", 1, Some(900))
    };
    assert_eq!(house.store.append(new).await.unwrap(), Appended::Done);

    let game = house.store.game("g1").await.unwrap().unwrap();
    assert_eq!((game.seq, game.next_die, game.updated_at_ms), (2, 2, 1_001));
    assert_eq!(game.state, r#"{"turn":1}"#);
    assert_eq!(house.store.snapshot("g1").await.unwrap(), Some((2, r#"{"turn":1}"#.to_owned())));
    assert_eq!(house.store.snapshot("none").await.unwrap(), None);

    let steps = house.store.steps("g1").await.unwrap();
    assert_eq!(steps.iter().map(|step| step.seq).collect::<Vec<_>>(), [1, 2]);
    let last = &steps[1];
    assert_eq!(
        (last.user_id, last.user_name.as_str(), last.interaction_id),
        (BERT, "user 22", Some(900))
    );
    assert_eq!((last.action.as_str(), last.dice.as_str()), (r#"{"advance":1}"#, "[4,5]"));
    assert_eq!((last.events.as_str(), last.revokes), (r#"[{"moved":1}]"#, Some(1)));
    assert_eq!((last.next_die, last.at_ms), (2, 1_001));
    assert_eq!(house.store.step_of_interaction(900).await.unwrap(), Some(("g1".to_owned(), 2)));
    assert_eq!(house.store.step_of_interaction(901).await.unwrap(), None);
}

#[tokio::test]
async fn steps_can_be_read_in_part_and_by_person() {
    let house = House::with_game("g1", 7).await;
    for seq in 1..6 {
        house.store.append(step("g1", seq, None)).await.unwrap();
    }
    let some = house.store.steps_between("g1", 2, 4).await.unwrap();
    assert_eq!(some.iter().map(|step| step.seq).collect::<Vec<_>>(), [2, 3, 4]);
    assert!(house.store.steps_between("g1", 4, 2).await.unwrap().is_empty());
    assert!(house.store.steps("none").await.unwrap().is_empty());
    assert_eq!(house.store.last_step_of("g1", BERT).await.unwrap(), Some(6));
    assert_eq!(house.store.last_step_of("g1", ANNA).await.unwrap(), Some(1));
    assert_eq!(house.store.last_step_of("g1", 33).await.unwrap(), None);
}

#[tokio::test]
async fn of_two_steps_on_the_same_state_one_wins() {
    let house = House::with_game("g1", 7).await;
    let (one, two) = tokio::join!(
        house.store.append(step("g1", 1, Some(900))),
        house.store.append(step("g1", 1, Some(901)))
    );
    assert_eq!((one.unwrap(), two.unwrap()), (Appended::Done, Appended::Clash { seq: 2 }));
    // Also when they come one after the other, each in its own transaction.
    assert_eq!(
        house.store.append(step("g1", 1, Some(902))).await.unwrap(),
        Appended::Clash { seq: 2 }
    );
    assert_eq!(house.store.append(step("g1", 7, None)).await.unwrap(), Appended::Clash { seq: 2 });
    assert_eq!(house.store.append(step("none", 1, None)).await.unwrap(), Appended::NoSuchGame);
    assert_eq!(house.store.steps("g1").await.unwrap().len(), 2);
    assert!(house.store.check().await.unwrap().is_empty());
}

#[tokio::test]
async fn a_repeated_interaction_changes_nothing() {
    let house = House::with_game("g1", 7).await;
    let repeated = Appended::Repeated { game_id: "g1".to_owned(), seq: 2 };
    house.store.append(step("g1", 1, Some(900))).await.unwrap();

    // Delivered again: the same request, and one decided afresh on the new state.
    assert_eq!(house.store.append(step("g1", 1, Some(900))).await.unwrap(), repeated);
    assert_eq!(house.store.append(step("g1", 2, Some(900))).await.unwrap(), repeated);
    // After somebody else's step too, and into another game.
    house.store.append(step("g1", 2, Some(901))).await.unwrap();
    assert_eq!(house.store.append(step("g1", 1, Some(900))).await.unwrap(), repeated);
    assert_eq!(house.store.append(step("g1", 3, Some(900))).await.unwrap(), repeated);
    house.store.create_game(new_game("g2", 8)).await.unwrap();
    assert_eq!(house.store.append(step("g2", 1, Some(900))).await.unwrap(), repeated);

    let game = house.store.game("g1").await.unwrap().unwrap();
    assert_eq!((game.seq, game.next_die, game.state.as_str()), (3, 4, r#"{"turn":2}"#));
    assert!(house.store.check().await.unwrap().is_empty());
}

#[tokio::test]
async fn an_interaction_repeated_within_one_transaction_counts_once() {
    let house = House::with_game("g1", 7).await;
    let (one, two, three) = tokio::join!(
        house.store.append(step("g1", 1, Some(900))),
        house.store.append(step("g1", 2, Some(900))),
        house.store.append(step("g1", 2, Some(901)))
    );
    assert_eq!(one.unwrap(), Appended::Done);
    assert_eq!(two.unwrap(), Appended::Repeated { game_id: "g1".to_owned(), seq: 2 });
    assert_eq!(three.unwrap(), Appended::Done);
}

#[tokio::test]
async fn a_game_is_created_once_per_interaction() {
    let house = House::new().await;
    let new = |id: &str, channel| NewGame { first: data(ANNA, Some(900)), ..new_game(id, channel) };
    assert_eq!(house.store.create_game(new("g1", 7)).await.unwrap(), Created::Done);
    let repeated = Created::Repeated { game_id: "g1".to_owned(), seq: 1 };
    assert_eq!(house.store.create_game(new("g2", 7)).await.unwrap(), repeated);
    assert_eq!(house.store.create_game(new("g3", 8)).await.unwrap(), repeated);
    assert_eq!(house.store.all_game_ids().await.unwrap(), ["g1"]);
}

#[tokio::test]
async fn a_channel_has_one_open_game_and_is_free_again_after_the_end() {
    let house = House::with_game("g1", 7).await;
    let occupied = Created::Occupied { game_id: "g1".to_owned() };
    assert_eq!(house.store.create_game(new_game("g2", 7)).await.unwrap(), occupied);
    assert_eq!(house.store.game("g2").await.unwrap(), None);

    house.store.append(ending("g1", 1)).await.unwrap();
    assert_eq!(house.store.open_game_in(7).await.unwrap(), None);
    let ended = house.store.game("g1").await.unwrap().unwrap();
    assert_eq!((ended.phase, ended.ended_at_ms), (Phase::Ended, Some(1_001)));
    // A word after the end does not move the end.
    house.store.append(ending("g1", 2)).await.unwrap();
    assert_eq!(house.store.game("g1").await.unwrap().unwrap().ended_at_ms, Some(1_001));

    assert_eq!(house.store.create_game(new_game("g2", 7)).await.unwrap(), Created::Done);
    // Undoing the end of the first would make two open games.
    let reopened = Appended::Occupied { game_id: "g2".to_owned() };
    assert_eq!(house.store.append(step("g1", 3, None)).await.unwrap(), reopened);
    let (again, other) = tokio::join!(
        house.store.append(step("g1", 3, None)),
        house.store.append(step("g2", 1, None))
    );
    assert_eq!((again.unwrap(), other.unwrap()), (reopened, Appended::Done));

    house.store.append(ending("g2", 2)).await.unwrap();
    assert_eq!(house.store.append(step("g1", 3, None)).await.unwrap(), Appended::Done);
    let open = house.store.open_game_in(7).await.unwrap().unwrap();
    assert_eq!((open.id.as_str(), open.ended_at_ms, open.phase), ("g1", None, Phase::Playing));
    assert_eq!(house.store.all_game_ids().await.unwrap(), ["g1", "g2"]);
    assert!(house.store.check().await.unwrap().is_empty());
}

#[tokio::test]
async fn dice_never_come_back() {
    let house = House::with_game("g1", 7).await;
    house.store.append(NewStep { next_die: 10, ..step("g1", 1, None) }).await.unwrap();
    let fewer = house.store.append(NewStep { next_die: 9, ..step("g1", 2, None) }).await;
    assert!(matches!(fewer, Err(StoreError::Refused(_))), "{fewer:?}");
    let absurd = house.store.append(NewStep { next_die: u64::MAX, ..step("g1", 2, None) }).await;
    assert!(matches!(absurd, Err(StoreError::Refused(_))), "{absurd:?}");
    assert_eq!(house.store.game("g1").await.unwrap().unwrap().seq, 2);
}

#[tokio::test]
async fn everything_survives_a_restart() {
    let house = House::with_game("g1", 7).await;
    let board = Board { channel_id: 7, message_id: u64::MAX, pinned: true };
    house.store.append(step("g1", 1, Some(u64::MAX))).await.unwrap();
    house.store.set_board("g1", Some(board)).await.unwrap();
    let (game, steps) =
        (house.store.game("g1").await.unwrap(), house.store.steps("g1").await.unwrap());

    let house = house.restart().await;
    assert_eq!(house.store.game("g1").await.unwrap(), game);
    assert_eq!(house.store.steps("g1").await.unwrap(), steps);
    assert_eq!(game.unwrap().board, Some(board));
    let again = house.store.append(step("g1", 1, Some(u64::MAX))).await.unwrap();
    assert_eq!(again, Appended::Repeated { game_id: "g1".to_owned(), seq: 2 });
}

#[tokio::test]
async fn the_board_can_be_set_moved_and_taken_away() {
    let house = House::with_game("g1", 7).await;
    for board in [
        Some(Board { channel_id: 7, message_id: 70, pinned: true }),
        Some(Board { channel_id: 8, message_id: 80, pinned: false }),
        None,
    ] {
        house.store.set_board("g1", board).await.unwrap();
        assert_eq!(house.store.game("g1").await.unwrap().unwrap().board, board);
    }
    let unknown = house.store.set_board("none", None).await;
    assert_eq!(unknown, Err(StoreError::NoSuchGame("none".to_owned())));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_waits_together_is_committed_together() {
    let house = House::new().await;
    for game in 0..50 {
        house.store.create_game(new_game(&format!("g{game}"), game)).await.unwrap();
    }
    let before = house.store.commits();
    let mut players = JoinSet::new();
    for game in 0..50 {
        let store = house.store.clone();
        players.spawn(async move {
            for seq in 1..=10 {
                assert_eq!(
                    store.append(step(&format!("g{game}"), seq, None)).await.unwrap(),
                    Appended::Done
                );
            }
        });
    }
    players.join_all().await;
    let commits = house.store.commits() - before;
    assert!(commits < 250, "500 steps took {commits} commits");
    for game in 0..50 {
        assert_eq!(house.store.game(&format!("g{game}")).await.unwrap().unwrap().seq, 11);
    }
    assert!(house.store.check().await.unwrap().is_empty());
}

#[tokio::test]
async fn one_bad_request_does_not_hurt_the_others_of_its_transaction() {
    let house = House::with_game("g1", 7).await;
    house.store.create_game(new_game("g2", 8)).await.unwrap();
    let mut raw = house.raw().await;
    sqlx::raw_sql(
        "CREATE TRIGGER no_boom BEFORE INSERT ON snapshots WHEN NEW.state = 'boom' \
         BEGIN SELECT RAISE(ABORT, 'boom'); END",
    )
    .execute(&mut raw)
    .await
    .unwrap();
    raw.close().await.unwrap();

    let bad = NewStep { state: "boom".to_owned(), ..step("g2", 1, Some(950)) };
    let (one, two, three, four) = tokio::join!(
        house.store.append(step("g1", 1, Some(900))),
        house.store.append(bad),
        // The same id in another channel.
        house.store.create_game(new_game("g1", 9)),
        house.store.append(step("g1", 2, Some(901)))
    );
    assert_eq!((one.unwrap(), four.unwrap()), (Appended::Done, Appended::Done));
    assert!(matches!(two, Err(StoreError::Other(_))), "{two:?}");
    assert!(matches!(three, Err(StoreError::Other(_))), "{three:?}");
    // Nothing of the bad step stayed, so it can be tried again.
    assert_eq!(house.store.game("g2").await.unwrap().unwrap().seq, 1);
    assert_eq!(house.store.append(step("g2", 1, Some(950))).await.unwrap(), Appended::Done);
    assert!(house.store.check().await.unwrap().is_empty());
}

#[tokio::test]
async fn strange_text_is_kept_and_endless_text_refused() {
    let house = House::new().await;
    let strange = "a\0b \u{202e} 'quote\" ; DROP TABLE games; -- 🎲\u{feff}";
    let summary = || Summary { name: strange.to_owned(), ..summary(Phase::Lobby) };
    let mut new = NewGame { state: strange.to_owned(), summary: summary(), ..new_game(strange, 7) };
    new.summary.seats[0].name = strange.to_owned();
    new.first.user_name = strange.to_owned();
    new.first.action = strange.to_owned();
    assert_eq!(house.store.create_game(new).await.unwrap(), Created::Done);
    let game = house.store.open_game_in(7).await.unwrap().unwrap();
    assert_eq!(
        (game.id.as_str(), game.name.as_str(), game.state.as_str()),
        (strange, strange, strange)
    );
    let steps = house.store.steps(strange).await.unwrap();
    assert_eq!((steps[0].user_name.as_str(), steps[0].action.as_str()), (strange, strange));
    let list = house.store.games_waiting_for(SERVER, ANNA).await.unwrap();
    assert_eq!(list[0].seats[0].name, strange);

    let endless =
        NewStep { state: "x".repeat(17 << 20), summary: summary(), ..step(strange, 1, None) };
    let refused = house.store.append(endless).await;
    assert!(matches!(refused, Err(StoreError::TooLarge { .. })), "{refused:?}");
    let long = NewStep { state: "x".repeat(8 << 20), summary: summary(), ..step(strange, 1, None) };
    assert_eq!(house.store.append(long).await.unwrap(), Appended::Done);
    assert_eq!(house.store.game(strange).await.unwrap().unwrap().state.len(), 8 << 20);
}

#[tokio::test]
async fn closing_finishes_what_waits_and_refuses_what_comes_later() {
    let house = House::with_game("g1", 7).await;
    let (one, two, ()) = tokio::join!(
        house.store.append(step("g1", 1, None)),
        house.store.append(step("g1", 2, None)),
        house.store.close()
    );
    assert_eq!((one.unwrap(), two.unwrap()), (Appended::Done, Appended::Done));
    assert_eq!(house.store.append(step("g1", 3, None)).await, Err(StoreError::Closed));
    assert_eq!(house.store.game("g1").await, Err(StoreError::Closed));
    assert!(!house.file().with_extension("db-wal").exists(), "the log is copied back and gone");
    house.store.close().await;
    assert_eq!(house.restart().await.store.game("g1").await.unwrap().unwrap().seq, 3);
}

#[tokio::test]
async fn the_seed_is_in_no_debug_text() {
    let house = House::with_game("g1", 7).await;
    let game = house.store.game("g1").await.unwrap().unwrap();
    for text in [format!("{game:?}"), format!("{game:#?}"), format!("{:?}", new_game("g1", 7))] {
        let text = text.to_lowercase();
        assert!(
            !text.contains("171") && !text.contains("abab") && !text.contains("0xab"),
            "{text}"
        );
    }
}

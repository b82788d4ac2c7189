//! A game is put away unfinished, and taken up again.

use crate::common::{ANNA, House, SERVER, ending, new_game, step, summary};
use gatemaster_store::{Appended, Created, Filter, GameSummary, NewStep, Phase, Store};

fn put_away(game_id: &str, expected_seq: u32) -> NewStep {
    NewStep { summary: summary(Phase::Shelved), ..step(game_id, expected_seq, None) }
}

async fn list(store: &Store, ended: bool) -> Vec<GameSummary> {
    let filter = Filter { ended, ..Filter::default() };
    store.games_on(Some(SERVER), filter, 25, 0).await.unwrap()
}

fn ids_and_phases(games: &[GameSummary]) -> Vec<(&str, Phase)> {
    games.iter().map(|game| (game.id.as_str(), game.phase)).collect()
}

#[tokio::test]
async fn a_game_put_away_frees_its_channel_and_is_listed_among_the_ended() {
    let house = House::with_game("g1", 7).await;
    assert_eq!(house.store.append(put_away("g1", 1)).await.unwrap(), Appended::Done);
    assert_eq!(house.store.open_game_in(7).await.unwrap(), None);
    assert!(house.store.games_waiting_for(SERVER, ANNA).await.unwrap().is_empty());

    let house = house.restart().await;
    let store = &house.store;
    let game = store.game("g1").await.unwrap().unwrap();
    assert_eq!((game.phase, game.ended_at_ms, game.seq), (Phase::Shelved, Some(1_001), 2));
    assert!(list(store, false).await.is_empty());
    assert_eq!(ids_and_phases(&list(store, true).await), [("g1", Phase::Shelved)]);

    assert_eq!(store.create_game(new_game("g2", 7)).await.unwrap(), Created::Done);
    assert_eq!(store.open_game_in(7).await.unwrap().unwrap().id, "g2");
    store.append(ending("g2", 1)).await.unwrap();
    let ended = list(store, true).await;
    assert_eq!(ids_and_phases(&ended), [("g2", Phase::Ended), ("g1", Phase::Shelved)]);
    assert!(store.check().await.unwrap().is_empty());
}

#[tokio::test]
async fn a_game_put_away_is_taken_up_again_when_its_channel_is_free() {
    let house = House::with_game("g1", 7).await;
    let store = &house.store;
    for round in 0..2 {
        let seq = 1 + round * 2;
        assert_eq!(store.append(put_away("g1", seq)).await.unwrap(), Appended::Done);
        assert_eq!(store.append(step("g1", seq + 1, None)).await.unwrap(), Appended::Done);
        let open = store.open_game_in(7).await.unwrap().unwrap();
        assert_eq!((open.id.as_str(), open.phase, open.ended_at_ms), ("g1", Phase::Playing, None));
    }
    assert_eq!(ids_and_phases(&list(store, false).await), [("g1", Phase::Playing)]);
    assert!(list(store, true).await.is_empty());
    let occupied = Created::Occupied { game_id: "g1".to_owned() };
    assert_eq!(store.create_game(new_game("g2", 7)).await.unwrap(), occupied);
    assert!(store.check().await.unwrap().is_empty());
}

#[tokio::test]
async fn a_game_put_away_waits_until_its_channel_is_free() {
    let house = House::with_game("g1", 7).await;
    let store = &house.store;
    store.append(put_away("g1", 1)).await.unwrap();
    store.create_game(new_game("g2", 7)).await.unwrap();
    let occupied = Appended::Occupied { game_id: "g2".to_owned() };
    assert_eq!(store.append(step("g1", 2, Some(900))).await.unwrap(), occupied);
    let game = store.game("g1").await.unwrap().unwrap();
    assert_eq!((game.phase, game.seq, game.state.as_str()), (Phase::Shelved, 2, r#"{"turn":1}"#));
    // A step that leaves it where it is disturbs nobody.
    assert_eq!(store.append(put_away("g1", 2)).await.unwrap(), Appended::Done);

    // In one transaction: the one makes room, the other takes it.
    let (away, taken_up) =
        tokio::join!(store.append(put_away("g2", 1)), store.append(step("g1", 3, Some(900))));
    assert_eq!((away.unwrap(), taken_up.unwrap()), (Appended::Done, Appended::Done));
    assert_eq!(store.open_game_in(7).await.unwrap().unwrap().id, "g1");
    assert_eq!(ids_and_phases(&list(store, true).await), [("g2", Phase::Shelved)]);
    assert!(store.check().await.unwrap().is_empty());
}

#[tokio::test]
async fn a_game_put_away_can_be_ended_for_good_and_the_other_way_round() {
    let house = House::with_game("g1", 7).await;
    let store = &house.store;
    store.append(put_away("g1", 1)).await.unwrap();
    store.append(ending("g1", 2)).await.unwrap();
    assert_eq!(ids_and_phases(&list(store, true).await), [("g1", Phase::Ended)]);
    // The end was a mistake and is taken back.
    store.append(put_away("g1", 3)).await.unwrap();
    assert_eq!(ids_and_phases(&list(store, true).await), [("g1", Phase::Shelved)]);
    assert!(store.check().await.unwrap().is_empty());
}

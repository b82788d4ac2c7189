//! Lists of games and settings: each server sees its own.

use crate::common::{ANNA, BERT, House, SERVER, ending, new_game, seat, step, summary};
use gatemaster_store::{
    Filter, GameSummary, NewGame, NewStep, Phase, Scope, Store, StoreError, Summary,
};

const ELSEWHERE: u64 = SERVER + 1;
const CARL: u64 = u64::MAX;

fn ids(games: &[GameSummary]) -> Vec<&str> {
    games.iter().map(|game| game.id.as_str()).collect()
}

fn called(name: &str, users: [Option<u64>; 2], owes: [bool; 2]) -> Summary {
    Summary {
        name: name.to_owned(),
        organiser_id: None,
        seats: vec![seat(1, users[0], owes[0]), seat(2, users[1], owes[1])],
        ..summary(Phase::Playing)
    }
}

async fn create(
    store: &Store,
    id: &str,
    guild_id: Option<u64>,
    channel: u64,
    at_ms: i64,
    summary: Summary,
) {
    let mut new = NewGame { guild_id, summary, ..new_game(id, channel) };
    new.first.at_ms = at_ms;
    store.create_game(new).await.unwrap();
}

async fn house_with_games() -> House {
    let house = House::new().await;
    let store = &house.store;
    create(
        store,
        "dawn",
        Some(SERVER),
        1,
        10,
        called("Bridge at Dawn", [Some(ANNA), Some(BERT)], [true, false]),
    )
    .await;
    create(
        store,
        "dusk",
        Some(SERVER),
        2,
        20,
        called("ÜBERFALL at Dusk", [Some(BERT), Some(CARL)], [true, true]),
    )
    .await;
    create(
        store,
        "far",
        Some(ELSEWHERE),
        3,
        30,
        called("Far away", [Some(ANNA), Some(BERT)], [true, true]),
    )
    .await;
    create(store, "dm", None, 4, 40, called("In private", [Some(ANNA), None], [true, false])).await;
    create(store, "dm2", None, 5, 50, called("Also private", [Some(BERT), None], [true, false]))
        .await;
    house
}

#[tokio::test]
async fn a_server_sees_its_own_games_the_latest_first() {
    let house = house_with_games().await;
    let list = |filter| house.store.games_on(Some(SERVER), filter, 25, 0);
    let games = list(Filter::default()).await.unwrap();
    assert_eq!(ids(&games), ["dusk", "dawn"]);
    let dawn = &games[1];
    assert_eq!((dawn.channel_id, dawn.system.as_str(), dawn.seq), (1, "antares", 1));
    assert_eq!((dawn.organiser_id, dawn.updated_at_ms, dawn.ended_at_ms), (None, 10, None));
    assert_eq!(dawn.seats, [seat(1, Some(ANNA), true), seat(2, Some(BERT), false)]);

    house.store.append(step("dawn", 1, None)).await.unwrap();
    assert_eq!(ids(&list(Filter::default()).await.unwrap()), ["dawn", "dusk"]);
    let page = house.store.games_on(Some(SERVER), Filter::default(), 1, 1).await.unwrap();
    assert_eq!(ids(&page), ["dusk"]);
    assert!(list(Filter { ended: true, ..Filter::default() }).await.unwrap().is_empty());
}

#[tokio::test]
async fn lists_can_be_narrowed() {
    let house = house_with_games().await;
    let list = |filter| house.store.games_on(Some(SERVER), filter, 25, 0);
    let person = |user| Filter { person: Some(user), ..Filter::default() };
    assert_eq!(ids(&list(person(ANNA)).await.unwrap()), ["dawn"]);
    assert_eq!(ids(&list(person(BERT)).await.unwrap()), ["dusk", "dawn"]);
    assert_eq!(ids(&list(person(CARL)).await.unwrap()), ["dusk"]);
    let named = |name: &str| Filter { name_like: Some(name.to_owned()), ..Filter::default() };
    assert_eq!(ids(&list(named("überf")).await.unwrap()), ["dusk"]);
    assert_eq!(ids(&list(named("AT D")).await.unwrap()), ["dusk", "dawn"]);
    assert_eq!(ids(&list(named("")).await.unwrap()), ["dusk", "dawn"]);
    assert!(list(named("%")).await.unwrap().is_empty());
    let channel = Filter { channel_id: Some(1), ..Filter::default() };
    assert_eq!(ids(&list(channel).await.unwrap()), ["dawn"]);
    let foreign_channel = Filter { channel_id: Some(3), ..Filter::default() };
    assert!(list(foreign_channel).await.unwrap().is_empty());
}

#[tokio::test]
async fn the_organiser_finds_the_game_without_a_seat() {
    let house = House::with_game("g1", 7).await;
    let new = NewStep {
        summary: Summary { organiser_id: Some(CARL), ..summary(Phase::Playing) },
        ..step("g1", 1, None)
    };
    house.store.append(new).await.unwrap();
    let filter = Filter { person: Some(CARL), ..Filter::default() };
    let games = house.store.games_on(Some(SERVER), filter, 25, 0).await.unwrap();
    assert_eq!((ids(&games), games[0].organiser_id), (vec!["g1"], Some(CARL)));
}

#[tokio::test]
async fn direct_messages_show_only_their_own_channel() {
    let house = house_with_games().await;
    let channel = |channel_id| Filter { channel_id: Some(channel_id), ..Filter::default() };
    assert_eq!(ids(&house.store.games_on(None, channel(4), 25, 0).await.unwrap()), ["dm"]);
    // A channel of a server is no direct message.
    assert!(house.store.games_on(None, channel(1), 25, 0).await.unwrap().is_empty());
    let without = house.store.games_on(None, Filter::default(), 25, 0).await;
    assert!(matches!(without, Err(StoreError::Refused(_))), "{without:?}");
}

#[tokio::test]
async fn ended_games_are_the_archive() {
    let house = house_with_games().await;
    house.store.append(ending("dusk", 1)).await.unwrap();
    let mut later = ending("dawn", 1);
    later.step.at_ms = 5_000;
    house.store.append(later).await.unwrap();
    let ended = Filter { ended: true, ..Filter::default() };
    let games = house.store.games_on(Some(SERVER), ended.clone(), 25, 0).await.unwrap();
    assert_eq!((ids(&games), games[0].ended_at_ms), (vec!["dawn", "dusk"], Some(5_000)));
    assert_eq!(games[0].phase, Phase::Ended);
    assert!(house.store.games_on(Some(SERVER), Filter::default(), 25, 0).await.unwrap().is_empty());
    assert!(house.store.games_on(Some(ELSEWHERE), ended, 25, 0).await.unwrap().is_empty());
    assert!(house.store.games_waiting_for(SERVER, BERT).await.unwrap().is_empty());
    assert_eq!(house.store.steps("dusk").await.unwrap().len(), 2);
}

#[tokio::test]
async fn who_owes_an_action_is_found_on_this_server_only() {
    let house = house_with_games().await;
    let waiting = |server, user| house.store.games_waiting_for(server, user);
    assert_eq!(ids(&waiting(SERVER, ANNA).await.unwrap()), ["dawn"]);
    assert_eq!(ids(&waiting(SERVER, BERT).await.unwrap()), ["dusk"]);
    assert_eq!(ids(&waiting(SERVER, CARL).await.unwrap()), ["dusk"]);
    assert_eq!(ids(&waiting(ELSEWHERE, ANNA).await.unwrap()), ["far"]);
    assert!(waiting(4, ANNA).await.unwrap().is_empty(), "a direct message is no server");

    let turn = NewStep {
        summary: called("Bridge at Dawn", [Some(ANNA), Some(BERT)], [false, true]),
        ..step("dawn", 1, None)
    };
    house.store.append(turn).await.unwrap();
    assert!(waiting(SERVER, ANNA).await.unwrap().is_empty());
    assert_eq!(ids(&waiting(SERVER, BERT).await.unwrap()), ["dawn", "dusk"]);
}

#[tokio::test]
async fn settings_belong_to_a_server_a_person_or_a_game() {
    let house = House::with_game("g1", 7).await;
    let store = &house.store;
    let scopes =
        [Scope::Server(5), Scope::Person(5), Scope::Person(u64::MAX), Scope::Game("g1".to_owned())];
    for (n, scope) in scopes.iter().enumerate() {
        store.set_setting(scope.clone(), "units", Some("old")).await.unwrap();
        store.set_setting(scope.clone(), "units", Some(&n.to_string())).await.unwrap();
        store.set_setting(scope.clone(), "dice", Some("own")).await.unwrap();
    }
    let house = house.restart().await;
    for (n, scope) in scopes.iter().enumerate() {
        assert_eq!(house.store.setting(scope, "units").await.unwrap(), Some(n.to_string()));
        let all = [("dice".to_owned(), "own".to_owned()), ("units".to_owned(), n.to_string())];
        assert_eq!(house.store.settings(scope).await.unwrap(), all);
        house.store.set_setting(scope.clone(), "units", None).await.unwrap();
        assert_eq!(house.store.setting(scope, "units").await.unwrap(), None);
    }
    assert_eq!(house.store.setting(&Scope::Server(6), "dice").await.unwrap(), None);
    let nobody = Scope::Game("none".to_owned());
    assert_eq!(house.store.setting(&nobody, "dice").await.unwrap(), None);
    let refused = house.store.set_setting(nobody, "dice", Some("x")).await;
    assert_eq!(refused, Err(StoreError::NoSuchGame("none".to_owned())));
}

//! Who is away, and rolls under a name.

use crate::common::{ANNA, BERT, House, SERVER};
use gatemaster_store::{Absence, SavedRoll, Shelf, Store};

const ELSEWHERE: u64 = u64::MAX;
const CARL: u64 = u64::MAX - 1;
const MOST: u32 = 25;

fn absence(guild_id: u64, user_id: u64, from_ms: i64, until_ms: i64) -> Absence {
    Absence { guild_id, user_id, from_ms, until_ms, note: String::new() }
}

async fn away(store: &Store, guild_id: u64, at_ms: i64) -> Vec<u64> {
    let away = store.away_at(guild_id, at_ms).await.unwrap();
    away.into_iter().map(|absence| absence.user_id).collect()
}

#[tokio::test]
async fn an_absence_is_read_back_and_replaced_by_the_next() {
    let house = House::new().await;
    let holiday = Absence {
        note: "in the hills 🏔️, 'offline'".to_owned(),
        ..absence(SERVER, ANNA, 100, 200)
    };
    house.store.set_absence(&holiday).await.unwrap();
    assert_eq!(house.store.absence(SERVER, ANNA).await.unwrap(), Some(holiday));

    let longer = absence(SERVER, ANNA, 150, 300);
    house.store.set_absence(&longer).await.unwrap();
    let house = house.restart().await;
    assert_eq!(house.store.absence(SERVER, ANNA).await.unwrap(), Some(longer.clone()));
    assert_eq!(house.store.absences_of(ANNA).await.unwrap(), [longer]);
    assert_eq!(house.store.absence(SERVER, BERT).await.unwrap(), None);
    assert_eq!(house.store.absences_of(BERT).await.unwrap(), []);
}

#[tokio::test]
async fn somebody_is_away_from_the_first_moment_to_just_before_the_last() {
    let house = House::new().await;
    let store = &house.store;
    store.set_absence(&absence(SERVER, ANNA, 100, 200)).await.unwrap();
    store.set_absence(&absence(SERVER, BERT, 150, 180)).await.unwrap();
    for (at_ms, who) in [
        (99, vec![]),
        (100, vec![ANNA]),
        (149, vec![ANNA]),
        (150, vec![BERT, ANNA]),
        (179, vec![BERT, ANNA]),
        (180, vec![ANNA]),
        (199, vec![ANNA]),
        (200, vec![]),
    ] {
        assert_eq!(away(store, SERVER, at_ms).await, who, "at {at_ms}, who is back first first");
    }
    // Being back is an absence that is over at once.
    store.set_absence(&absence(SERVER, ANNA, 120, 120)).await.unwrap();
    assert!(away(store, SERVER, 120).await.is_empty());
    // What is over is still known, until something newer is.
    assert!(store.absence(SERVER, BERT).await.unwrap().is_some());
}

#[tokio::test]
async fn an_absence_cannot_end_before_it_begins() {
    let house = House::new().await;
    let before = absence(SERVER, ANNA, 100, 200);
    house.store.set_absence(&before).await.unwrap();
    let (backwards, berts) = (absence(SERVER, ANNA, 200, 199), absence(SERVER, BERT, 1, 2));
    let (refused, other) =
        tokio::join!(house.store.set_absence(&backwards), house.store.set_absence(&berts));
    assert!(refused.is_err(), "{refused:?}");
    other.unwrap();
    assert_eq!(house.store.absence(SERVER, ANNA).await.unwrap(), Some(before));
    assert!(house.store.absence(SERVER, BERT).await.unwrap().is_some());
}

#[tokio::test]
async fn an_absence_from_one_server_is_none_from_another() {
    let house = House::new().await;
    let store = &house.store;
    let (here, there) = (absence(SERVER, CARL, 100, 200), absence(ELSEWHERE, CARL, 100, 300));
    store.set_absence(&here).await.unwrap();
    assert!(away(store, ELSEWHERE, 150).await.is_empty());
    assert_eq!(store.absence(ELSEWHERE, CARL).await.unwrap(), None);

    store.set_absence(&there).await.unwrap();
    assert_eq!(store.absence(SERVER, CARL).await.unwrap(), Some(here.clone()));
    assert!(away(store, SERVER, 250).await.is_empty());
    assert_eq!(away(store, ELSEWHERE, 250).await, [CARL]);
    let mut all = store.absences_of(CARL).await.unwrap();
    all.sort_by_key(|absence| absence.until_ms);
    assert_eq!(all, [here, there]);
}

fn roll(name: &str, dice: &str) -> SavedRoll {
    SavedRoll { name: name.to_owned(), dice: dice.to_owned(), saved_by: ANNA }
}

async fn names(store: &Store, shelf: Shelf) -> Vec<String> {
    store.saved_rolls(shelf).await.unwrap().into_iter().map(|roll| roll.name).collect()
}

#[tokio::test]
async fn a_saved_roll_is_found_by_its_name_in_capitals_or_not() {
    let house = House::new().await;
    let shelf = Shelf::Person(ANNA);
    for (name, others) in [
        ("Attack", ["attack", "ATTACK", "aTTaCK"]),
        ("Überfall", ["überfall", "ÜBERFALL", "üBERfall"]),
        ("Удар", ["удар", "УДАР", "уДар"]),
        ("Coup d'ÉTAT \"1%\"", ["coup d'état \"1%\"", "COUP D'ÉTAT \"1%\"", "Coup d'état \"1%\""]),
    ] {
        let store = &house.store;
        let saved = roll(name, "2d10");
        assert!(store.save_roll(shelf, &saved, MOST).await.unwrap());
        for other in others {
            assert_eq!(store.saved_roll(shelf, other).await.unwrap().as_ref(), Some(&saved));
        }
        // Saved under another spelling it is the same roll, spelled and rolled as last said.
        let again = SavedRoll { saved_by: BERT, ..roll(others[1], "3d6+1") };
        assert!(store.save_roll(shelf, &again, MOST).await.unwrap());
        assert_eq!(store.saved_roll(shelf, name).await.unwrap(), Some(again.clone()));
        assert_eq!(store.saved_rolls(shelf).await.unwrap(), [again]);
        assert!(store.forget_roll(shelf, others[2]).await.unwrap());
        assert_eq!(store.saved_roll(shelf, name).await.unwrap(), None);
    }
}

#[tokio::test]
async fn a_full_shelf_takes_no_other_roll_but_replaces_its_own() {
    let house = House::new().await;
    let store = &house.store;
    let shelf = Shelf::Server(SERVER);
    for name in ["b", "c", "a"] {
        assert!(store.save_roll(shelf, &roll(name, "1d10"), 3).await.unwrap());
    }
    assert!(!store.save_roll(shelf, &roll("d", "1d10"), 3).await.unwrap());
    assert_eq!(store.saved_roll(shelf, "d").await.unwrap(), None);
    assert!(store.save_roll(shelf, &roll("B", "2d10"), 3).await.unwrap());
    assert_eq!(names(store, shelf).await, ["a", "B", "c"]);
    assert_eq!(store.saved_roll(shelf, "b").await.unwrap().unwrap().dice, "2d10");

    // The fullness of one shelf is nothing to another.
    assert!(store.save_roll(Shelf::Person(SERVER), &roll("d", "1d10"), 3).await.unwrap());
    assert!(store.forget_roll(shelf, "a").await.unwrap());
    assert!(store.save_roll(shelf, &roll("d", "1d10"), 3).await.unwrap());
    assert_eq!(names(store, shelf).await, ["B", "c", "d"]);
}

#[tokio::test]
async fn of_many_who_save_at_once_only_as_many_as_fit_are_let_in() {
    let house = House::new().await;
    let shelf = Shelf::Server(SERVER);
    let mut savers = tokio::task::JoinSet::new();
    for number in 0..20 {
        let store = house.store.clone();
        savers.spawn(async move {
            store.save_roll(shelf, &roll(&format!("roll {number}"), "1d10"), 5).await.unwrap()
        });
    }
    let let_in = savers.join_all().await.into_iter().filter(|saved| *saved).count();
    assert_eq!((let_in, names(&house.store, shelf).await.len()), (5, 5));
}

#[tokio::test]
async fn each_shelf_is_its_own() {
    let house = House::new().await;
    // A person and a server may have the same number.
    let shelves =
        [Shelf::Person(5), Shelf::Server(5), Shelf::Person(u64::MAX), Shelf::Server(u64::MAX)];
    for (dice, shelf) in (1..).zip(shelves) {
        let saved = SavedRoll { saved_by: u64::MAX, ..roll("Attack", &format!("{dice}d10")) };
        assert!(house.store.save_roll(shelf, &saved, MOST).await.unwrap());
    }
    let house = house.restart().await;
    let store = &house.store;
    for (dice, shelf) in (1..).zip(shelves) {
        let saved = SavedRoll { saved_by: u64::MAX, ..roll("Attack", &format!("{dice}d10")) };
        assert_eq!(store.saved_rolls(shelf).await.unwrap(), [saved], "{shelf:?}");
    }
    assert!(store.saved_rolls(Shelf::Person(6)).await.unwrap().is_empty());
    assert_eq!(store.saved_roll(Shelf::Server(6), "attack").await.unwrap(), None);

    assert!(!store.forget_roll(Shelf::Person(6), "attack").await.unwrap());
    assert!(!store.forget_roll(Shelf::Person(5), "defence").await.unwrap());
    assert!(store.forget_roll(Shelf::Person(5), "attack").await.unwrap());
    assert!(!store.forget_roll(Shelf::Person(5), "attack").await.unwrap(), "only once");
    for shelf in &shelves[1..] {
        assert_eq!(names(store, *shelf).await, ["Attack"]);
    }
}

//! Dice rolled outside of games: each die of a cup once, and secrets stay with their owner.

use crate::common::{ANNA, BERT, House, new_game, step};
use gatemaster_store::{
    Appended, Cup, NewRoll, RollRow, RollTaken, Secrecy, Secret, Store, StoreError,
};
use tokio::task::JoinSet;

const CHANNEL: u64 = u64::MAX;
const CARL: u64 = u64::MAX - 1;

fn cup(id: &str, channel_id: u64) -> Cup {
    Cup {
        id: id.to_owned(),
        channel_id,
        seed: Secret::from([0xAB; 32]),
        seed_hash: format!("hash of {id}"),
        next_die: 0,
        mark: format!("hash of {id}"),
        opened_at_ms: 500,
    }
}

async fn with_cup() -> House {
    let house = House::new().await;
    house.store.open_cup(&cup("cup", CHANNEL)).await.unwrap();
    house
}

/// Two dice from the cup "cup".
fn two_dice(id: &str, user_id: u64, interaction_id: u64, expected_die: u64) -> NewRoll {
    NewRoll {
        id: id.to_owned(),
        cup_id: "cup".to_owned(),
        expected_die,
        next_die: expected_die + 2,
        expected_mark: "hash of cup".to_owned(),
        entry: format!("entry of {id}"),
        // the rules make a new mark of every roll; here it is looked at where it matters
        mark: "hash of cup".to_owned(),
        channel_id: CHANNEL,
        user_id,
        user_name: format!("user {user_id}"),
        interaction_id,
        dice: "2d10".to_owned(),
        rolled: "[4,5]".to_owned(),
        secret_seed: None,
        at_ms: 1_000,
    }
}

/// The same from another cup.
fn two_from(cup: &str, new: NewRoll) -> NewRoll {
    let mark = format!("hash of {cup}");
    NewRoll { cup_id: cup.to_owned(), expected_mark: mark.clone(), mark, ..new }
}

/// A secret roll has its own seed and leaves the cup as it is.
fn in_secret(id: &str, user_id: u64, interaction_id: u64, expected_die: u64) -> NewRoll {
    NewRoll {
        next_die: expected_die,
        secret_seed: Some(Secret::from([0xCD; 32])),
        ..two_dice(id, user_id, interaction_id, expected_die)
    }
}

async fn next_die(store: &Store) -> u64 {
    store.cup(CHANNEL).await.unwrap().unwrap().next_die
}

fn ids(rolls: &[RollRow]) -> Vec<&str> {
    rolls.iter().map(|roll| roll.id.as_str()).collect()
}

async fn last_ids(store: &Store, viewer: u64) -> Vec<String> {
    let rolls = store.last_rolls(CHANNEL, viewer, 25).await.unwrap();
    rolls.into_iter().map(|roll| roll.id).collect()
}

#[tokio::test]
async fn the_first_cup_of_a_channel_stays_in_use() {
    let house = House::new().await;
    let store = &house.store;
    assert_eq!(store.cup(CHANNEL).await.unwrap(), None);
    let (first, second) = (cup("first", CHANNEL), cup("second", CHANNEL));
    let both = tokio::join!(store.open_cup(&first), store.open_cup(&second));
    assert_eq!(both, (Ok(()), Ok(())));
    store.open_cup(&cup("third", CHANNEL)).await.unwrap();
    assert_eq!(store.cup(CHANNEL).await.unwrap(), Some(cup("first", CHANNEL)));

    store.open_cup(&cup("elsewhere", 7)).await.unwrap();
    assert_eq!(store.cup(7).await.unwrap(), Some(cup("elsewhere", 7)));
    assert_eq!(store.cup(8).await.unwrap(), None);
}

#[tokio::test]
async fn a_closed_cup_makes_room_for_the_next() {
    let house = with_cup().await;
    let store = &house.store;
    store.add_roll(two_dice("r1", ANNA, 900, 0)).await.unwrap();
    assert!(store.close_cup("cup", 600).await.unwrap());
    assert!(!store.close_cup("cup", 700).await.unwrap(), "only once");
    assert!(!store.close_cup("none", 700).await.unwrap());
    assert_eq!(store.cup(CHANNEL).await.unwrap(), None);

    // Its dice begin at the first, whatever the caller believes.
    let next = cup("next", CHANNEL);
    store.open_cup(&Cup { next_die: 40, ..next.clone() }).await.unwrap();
    assert_eq!(store.cup(CHANNEL).await.unwrap(), Some(next));
    // A cup that was used never comes back.
    store.close_cup("next", 800).await.unwrap();
    assert!(store.open_cup(&cup("cup", CHANNEL)).await.is_err());
    assert_eq!(ids(&store.rolls_from("cup").await.unwrap()), ["r1"]);
    assert!(store.check().await.unwrap().is_empty());
}

#[tokio::test]
async fn a_roll_takes_its_dice_from_the_cup() {
    let house = with_cup().await;
    let store = &house.store;
    assert_eq!(store.add_roll(two_dice("r1", CARL, u64::MAX, 0)).await.unwrap(), RollTaken::Done);
    assert_eq!(next_die(store).await, 2);
    let stored = RollRow {
        id: "r1".to_owned(),
        cup_id: "cup".to_owned(),
        cup_hash: cup("cup", CHANNEL).seed_hash,
        channel_id: CHANNEL,
        user_id: CARL,
        user_name: format!("user {CARL}"),
        dice: "2d10".to_owned(),
        rolled: "[4,5]".to_owned(),
        secret_seed: None,
        secrecy: Secrecy::Open,
        mark: Some("hash of cup".to_owned()),
        at_ms: 1_000,
    };
    assert_eq!(store.roll("r1").await.unwrap(), Some(stored.clone()));
    assert_eq!(store.roll_of_interaction(u64::MAX).await.unwrap(), Some(stored.clone()));
    assert_eq!(store.rolls_by(CARL).await.unwrap(), [stored]);
    assert_eq!(store.roll("r2").await.unwrap(), None);
    assert_eq!(store.roll_of_interaction(900).await.unwrap(), None);
    assert!(store.rolls_by(ANNA).await.unwrap().is_empty());

    assert_eq!(store.add_roll(two_dice("r2", ANNA, 901, 2)).await.unwrap(), RollTaken::Done);
    assert_eq!(next_die(store).await, 4);
    // An expression may need no die at all.
    let no_die = NewRoll { next_die: 4, ..two_dice("r3", ANNA, 902, 4) };
    assert_eq!(store.add_roll(no_die).await.unwrap(), RollTaken::Done);
    assert_eq!(next_die(store).await, 4);
    assert_eq!(ids(&store.rolls_from("cup").await.unwrap()), ["r1", "r2", "r3"]);
    assert!(store.rolls_from("none").await.unwrap().is_empty());
}

#[tokio::test]
async fn dice_that_are_not_the_next_of_the_cup_in_use_clash() {
    let house = with_cup().await;
    let store = &house.store;
    store.open_cup(&Cup { channel_id: 7, ..cup("other", 7) }).await.unwrap();
    store.add_roll(two_dice("r1", ANNA, 900, 0)).await.unwrap();
    for wrong in [
        // Somebody was faster, or the dice are from the future.
        two_dice("r2", BERT, 901, 0),
        two_dice("r2", BERT, 901, 4),
        // In another channel, or from the cup of another.
        NewRoll { channel_id: 7, ..two_dice("r2", BERT, 901, 2) },
        two_from("other", two_dice("r2", BERT, 901, 0)),
        // The mark of the cup has gone on.
        NewRoll { expected_mark: "earlier".to_owned(), ..two_dice("r2", BERT, 901, 2) },
        NewRoll { cup_id: "none".to_owned(), ..two_dice("r2", BERT, 901, 2) },
        // No die comes back.
        NewRoll { next_die: 1, ..two_dice("r2", BERT, 901, 2) },
        in_secret("r2", BERT, 901, 0),
    ] {
        let text = format!("{wrong:?}");
        assert_eq!(store.add_roll(wrong).await.unwrap(), RollTaken::Clash, "{text}");
    }
    assert_eq!(next_die(store).await, 2);
    assert_eq!(store.cup(7).await.unwrap().unwrap().next_die, 0);

    store.close_cup("cup", 600).await.unwrap();
    for roll in [two_dice("r2", BERT, 901, 2), in_secret("r2", BERT, 901, 2)] {
        assert_eq!(store.add_roll(roll).await.unwrap(), RollTaken::Clash, "the cup is closed");
    }
    assert_eq!(ids(&store.rolls_from("cup").await.unwrap()), ["r1"]);
    assert!(store.rolls_from("other").await.unwrap().is_empty());
}

#[tokio::test]
async fn the_mark_of_a_cup_goes_on_with_every_roll_and_outlives_a_deleted_one() {
    let house = with_cup().await;
    let store = &house.store;
    let marked = |new: NewRoll, before: &str, after: &str| NewRoll {
        expected_mark: before.to_owned(),
        mark: after.to_owned(),
        ..new
    };
    for new in [
        marked(two_dice("r1", ANNA, 900, 0), "hash of cup", "m1"),
        marked(in_secret("s1", BERT, 901, 2), "m1", "m2"),
        marked(two_dice("r2", ANNA, 902, 2), "m2", "m3"),
    ] {
        assert_eq!(store.add_roll(new).await.unwrap(), RollTaken::Done);
    }
    // a secret roll leaves the dice as they are, so only the mark tells that it came in between
    let late = marked(in_secret("s2", CARL, 903, 4), "m2", "x");
    assert_eq!(store.add_roll(late).await.unwrap(), RollTaken::Clash);
    assert_eq!(store.cup(CHANNEL).await.unwrap().unwrap().mark, "m3");
    assert_eq!(store.roll("s1").await.unwrap().unwrap().mark.as_deref(), Some("m2"));
    let before = store.marks_of("cup").await.unwrap();
    let expected = [("entry of r1", "m1"), ("entry of s1", "m2"), ("entry of r2", "m3")];
    let found: Vec<_> = before.iter().map(|row| (row.entry.as_str(), row.mark.as_str())).collect();
    assert_eq!(found, expected);

    store.forget_person(BERT).await.unwrap();
    assert_eq!(ids(&store.rolls_from("cup").await.unwrap()), ["r1", "r2"]);
    assert_eq!(store.marks_of("cup").await.unwrap(), before, "without it the others prove nothing");
    assert!(store.marks_of("none").await.unwrap().is_empty());
    assert!(store.check().await.unwrap().is_empty());
    let house = house.restart().await;
    assert_eq!(house.store.marks_of("cup").await.unwrap(), before);
}

#[tokio::test]
async fn a_print_of_a_roll_for_the_log_tells_nothing_of_it() {
    let house = with_cup().await;
    let new = in_secret("s1", ANNA, 900, 0);
    let prints = format!("{new:?}");
    house.store.add_roll(new).await.unwrap();
    let row = house.store.roll("s1").await.unwrap().unwrap();
    let prints = prints + &format!("{row:?} {:?}", RollTaken::Repeated(Box::new(row.clone())));
    assert!(prints.contains("s1"), "{prints}");
    for secret in ["4,5", "2d10", "CD", "cdcd", "205"] {
        assert!(!prints.contains(secret), "{secret} in {prints}");
    }
}

#[tokio::test]
async fn an_interaction_delivered_twice_rolls_once() {
    let house = with_cup().await;
    let store = &house.store;
    let first = two_dice("r1", ANNA, 900, 0);
    store.add_roll(first.clone()).await.unwrap();
    let row = store.roll("r1").await.unwrap().unwrap();
    let repeated = RollTaken::Repeated(Box::new(row));
    // The same request, one rolled afresh, and one by way of another channel.
    assert_eq!(store.add_roll(first.clone()).await.unwrap(), repeated);
    assert_eq!(store.add_roll(two_dice("r2", ANNA, 900, 2)).await.unwrap(), repeated);
    store.open_cup(&cup("other", 7)).await.unwrap();
    let elsewhere = NewRoll { channel_id: 7, ..two_from("other", two_dice("r3", ANNA, 900, 0)) };
    assert_eq!(store.add_roll(elsewhere).await.unwrap(), repeated);
    // Also after the cup was exchanged.
    store.close_cup("cup", 600).await.unwrap();
    assert_eq!(store.add_roll(two_dice("r4", ANNA, 900, 2)).await.unwrap(), repeated);
    assert_eq!(store.rolls_by(ANNA).await.unwrap().len(), 1);
    assert_eq!(store.cup(7).await.unwrap().unwrap().next_die, 0);
}

#[tokio::test]
async fn a_secret_roll_delivered_twice_is_still_the_same_roll() {
    let house = with_cup().await;
    let store = &house.store;
    let secret = in_secret("r1", ANNA, 900, 0);
    assert_eq!(store.add_roll(secret.clone()).await.unwrap(), RollTaken::Done);
    let row = store.roll("r1").await.unwrap().unwrap();
    let repeated = RollTaken::Repeated(Box::new(row));
    // The cup has not moved, so only the interaction tells; the id is the same or a new one.
    assert_eq!(store.add_roll(secret).await.unwrap(), repeated);
    assert_eq!(store.add_roll(in_secret("r2", ANNA, 900, 0)).await.unwrap(), repeated);
    assert_eq!(store.rolls_by(ANNA).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_roll_that_is_no_roll_does_not_hurt_the_others() {
    let house = with_cup().await;
    let store = &house.store;
    store.create_game(new_game("g1", 7)).await.unwrap();
    store.add_roll(two_dice("r1", ANNA, 900, 0)).await.unwrap();
    let before = store.commits();
    let (taken_id, no_id, roll, played) = tokio::join!(
        store.add_roll(two_dice("r1", BERT, 901, 2)),
        store.add_roll(two_dice("", BERT, 902, 2)),
        store.add_roll(two_dice("r2", BERT, 903, 2)),
        store.append(step("g1", 1, None)),
    );
    assert!(matches!(taken_id, Err(StoreError::Other(_))), "{taken_id:?}");
    assert!(matches!(no_id, Err(StoreError::Other(_))), "{no_id:?}");
    assert_eq!((roll.unwrap(), played.unwrap()), (RollTaken::Done, Appended::Done));
    assert_eq!(store.commits() - before, 1);
    assert_eq!(next_die(store).await, 4);
    assert!(store.check().await.unwrap().is_empty());
}

#[tokio::test]
async fn a_secret_roll_leaves_the_cup_as_it_is() {
    let house = with_cup().await;
    let store = &house.store;
    store.add_roll(two_dice("r1", ANNA, 900, 0)).await.unwrap();
    assert_eq!(store.add_roll(in_secret("s1", BERT, 901, 2)).await.unwrap(), RollTaken::Done);
    assert_eq!(next_die(store).await, 2);
    assert_eq!(store.add_roll(two_dice("r2", ANNA, 902, 2)).await.unwrap(), RollTaken::Done);
    let secret = store.roll("s1").await.unwrap().unwrap();
    assert_eq!((secret.secrecy, secret.secret_seed), (Secrecy::Secret, Some([0xCD; 32].into())));
    assert_eq!(ids(&store.rolls_from("cup").await.unwrap()), ["r1", "s1", "r2"]);
}

#[tokio::test]
async fn a_secret_roll_is_seen_by_its_owner_alone_until_it_is_shown() {
    let house = with_cup().await;
    let store = &house.store;
    store.add_roll(two_dice("open", ANNA, 900, 0)).await.unwrap();
    store.add_roll(in_secret("annas", ANNA, 901, 2)).await.unwrap();
    store.add_roll(in_secret("berts", BERT, 902, 2)).await.unwrap();
    store.add_roll(in_secret("carls", CARL, 903, 2)).await.unwrap();
    assert_eq!(last_ids(store, ANNA).await, ["annas", "open"]);
    assert_eq!(last_ids(store, BERT).await, ["berts", "open"]);
    assert_eq!(last_ids(store, CARL).await, ["carls", "open"]);
    assert_eq!(last_ids(store, 33).await, ["open"]);

    assert!(!store.show_roll("annas", BERT).await.unwrap(), "not his");
    assert!(!store.show_roll("open", ANNA).await.unwrap(), "not secret");
    assert!(!store.show_roll("none", ANNA).await.unwrap());
    assert_eq!(last_ids(store, 33).await, ["open"]);
    assert!(store.show_roll("annas", ANNA).await.unwrap());
    assert!(!store.show_roll("annas", ANNA).await.unwrap(), "only once");
    assert!(store.show_roll("carls", CARL).await.unwrap());

    assert_eq!(last_ids(store, 33).await, ["carls", "annas", "open"]);
    assert_eq!(last_ids(store, BERT).await, ["carls", "berts", "annas", "open"]);
    let shown = store.roll("annas").await.unwrap().unwrap();
    assert_eq!((shown.secrecy, shown.secret_seed), (Secrecy::Shown, Some([0xCD; 32].into())));
    assert_eq!(store.roll("open").await.unwrap().unwrap().secrecy, Secrecy::Open);
}

#[tokio::test]
async fn the_last_rolls_of_a_channel_are_its_own_the_latest_first() {
    let house = with_cup().await;
    let store = &house.store;
    store.open_cup(&cup("other", 7)).await.unwrap();
    for number in 0..5 {
        let id = format!("r{number}");
        store.add_roll(two_dice(&id, ANNA, 900 + number, number * 2)).await.unwrap();
    }
    let elsewhere = NewRoll { channel_id: 7, ..two_from("other", two_dice("far", ANNA, 950, 0)) };
    store.add_roll(elsewhere).await.unwrap();
    assert_eq!(last_ids(store, BERT).await, ["r4", "r3", "r2", "r1", "r0"]);
    // Others' secrets take no place in the list.
    store.add_roll(in_secret("secret", ANNA, 951, 10)).await.unwrap();
    assert_eq!(ids(&store.last_rolls(CHANNEL, BERT, 2).await.unwrap()), ["r4", "r3"]);
    assert_eq!(ids(&store.last_rolls(CHANNEL, ANNA, 2).await.unwrap()), ["secret", "r4"]);
    assert!(store.last_rolls(CHANNEL, ANNA, 0).await.unwrap().is_empty());
    assert!(store.last_rolls(8, ANNA, 25).await.unwrap().is_empty());
    // A new cup does not hide what came from the old one.
    store.close_cup("cup", 600).await.unwrap();
    store.open_cup(&cup("new", CHANNEL)).await.unwrap();
    assert_eq!(ids(&store.last_rolls(CHANNEL, BERT, 1).await.unwrap()), ["r4"]);
}

#[tokio::test]
async fn what_a_person_rolled_last_comes_first_and_once() {
    let house = with_cup().await;
    let store = &house.store;
    let rolls = [
        ("1d6", ANNA),
        ("2d10", ANNA),
        ("1d6", ANNA),
        ("9d9", BERT),
        ("d100", ANNA),
        ("2d10", ANNA),
    ];
    for (number, (dice, user)) in (0..).zip(rolls) {
        let new = NewRoll {
            dice: dice.to_owned(),
            ..two_dice(&format!("r{number}"), user, 900 + number, number * 2)
        };
        assert_eq!(store.add_roll(new).await.unwrap(), RollTaken::Done);
    }
    assert_eq!(store.dice_rolled_by(ANNA, 25).await.unwrap(), ["2d10", "d100", "1d6"]);
    assert_eq!(store.dice_rolled_by(ANNA, 2).await.unwrap(), ["2d10", "d100"]);
    assert_eq!(store.dice_rolled_by(BERT, 25).await.unwrap(), ["9d9"]);
    assert!(store.dice_rolled_by(CARL, 25).await.unwrap().is_empty());
}

#[tokio::test]
async fn cups_and_rolls_survive_a_restart() {
    let house = with_cup().await;
    house.store.add_roll(two_dice("r1", ANNA, 900, 0)).await.unwrap();
    house.store.add_roll(in_secret("s1", ANNA, 901, 2)).await.unwrap();
    house.store.add_roll(in_secret("s2", ANNA, 902, 2)).await.unwrap();
    house.store.show_roll("s2", ANNA).await.unwrap();
    house.store.open_cup(&cup("closed", 7)).await.unwrap();
    house.store.close_cup("closed", 600).await.unwrap();
    let rolls = house.store.rolls_from("cup").await.unwrap();

    let house = house.restart().await;
    let store = &house.store;
    assert_eq!(store.cup(CHANNEL).await.unwrap(), Some(Cup { next_die: 2, ..cup("cup", CHANNEL) }));
    assert_eq!(store.cup(7).await.unwrap(), None);
    assert_eq!(store.rolls_from("cup").await.unwrap(), rolls);
    assert_eq!(
        rolls.iter().map(|roll| roll.secrecy).collect::<Vec<_>>(),
        [Secrecy::Open, Secrecy::Secret, Secrecy::Shown]
    );
    let again = store.add_roll(two_dice("r9", ANNA, 900, 2)).await.unwrap();
    assert_eq!(again, RollTaken::Repeated(Box::new(rolls[0].clone())));
    assert_eq!(store.add_roll(two_dice("r2", BERT, 903, 2)).await.unwrap(), RollTaken::Done);
    assert!(store.check().await.unwrap().is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fifty_people_at_one_cup_get_every_die_once() {
    let house = House::new().await;
    let mut people = JoinSet::new();
    for person in 0..50 {
        let store = house.store.clone();
        people.spawn(async move {
            // All find the channel without a cup and bring one.
            store.open_cup(&cup(&format!("cup of {person}"), CHANNEL)).await.unwrap();
            let many = 1 + person % 3;
            loop {
                let cup = store.cup(CHANNEL).await.unwrap().unwrap();
                let (first, next_die) = (cup.next_die, cup.next_die + many);
                let new = NewRoll {
                    cup_id: cup.id,
                    expected_mark: cup.mark.clone(),
                    mark: cup.mark,
                    next_die,
                    rolled: format!("{:?}", (first..next_die).collect::<Vec<_>>()),
                    ..two_dice(&format!("r{person} at {first}"), person, 900 + person, first)
                };
                match store.add_roll(new).await.unwrap() {
                    RollTaken::Done => break,
                    RollTaken::Clash => tokio::task::yield_now().await,
                    RollTaken::Repeated(row) => panic!("{row:?} was never answered"),
                }
            }
        });
    }
    people.join_all().await;

    let cup = house.store.cup(CHANNEL).await.unwrap().unwrap();
    let rolls = house.store.rolls_from(&cup.id).await.unwrap();
    let mut who: Vec<_> = rolls.iter().map(|roll| roll.user_id).collect();
    who.sort_unstable();
    assert_eq!(who, (0..50).collect::<Vec<_>>());
    let numbers: Vec<u64> = rolls
        .iter()
        .flat_map(|roll| serde_json::from_str::<Vec<u64>>(&roll.rolled).unwrap())
        .collect();
    assert_eq!(numbers, (0..cup.next_die).collect::<Vec<_>>(), "no gap, none twice, in order");
    let rolled: u64 = (0..50).map(|person| 1 + person % 3).sum();
    assert_eq!(cup.next_die, rolled);
    assert!(house.store.check().await.unwrap().is_empty());
}

#[tokio::test]
async fn the_seeds_are_in_no_debug_text() {
    let house = with_cup().await;
    let secret = in_secret("s1", ANNA, 900, 0);
    house.store.add_roll(secret.clone()).await.unwrap();
    let (row, cup) =
        (house.store.roll("s1").await.unwrap(), house.store.cup(CHANNEL).await.unwrap());
    for text in [format!("{secret:?}"), format!("{row:?}"), format!("{cup:?}")] {
        assert!(!text.contains("171") && !text.contains("205"), "{text}");
    }
}

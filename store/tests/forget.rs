//! A person goes: a nameless player stays in the games, everything of theirs alone is gone.

use std::sync::Arc;

use crate::common::{ANNA, BERT, House, SERVER, data, new_game, seat, step, summary};
use gatemaster_store::{
    Absence, Appended, Cup, Filter, Forgetting, GameRow, GameSummary, HalfDone, Keeping,
    KeptCompany, NewGame, NewRoll, NewStep, Panel, PersonNote, Phase, Rewriting, RollTaken, Room,
    SavedRoll, Scope, SeatRow, Secret, Shelf, StepData, StepRow, Store, StoreError, Summary,
};
use sqlx::Connection;

const CARL: u64 = u64::MAX;
/// Who stands in the games instead.
const NOBODY: u64 = u64::MAX - 7;
const AGES_LATER: i64 = i64::MAX / 2;

fn names(user: u64) -> String {
    format!(r#"{{"by":"{user}","text":"{user} units and user {user}"}}"#)
}

fn made_by(user: u64) -> StepData {
    StepData { action: names(user), events: format!("[{}]", names(user)), ..data(user, None) }
}

fn between(organiser: Option<u64>, users: [u64; 2]) -> Summary {
    let seats = vec![seat(1, Some(users[0]), true), seat(2, Some(users[1]), true)];
    Summary { organiser_id: organiser, seats, remind_hours: 1, ..summary(Phase::Playing) }
}

/// A game of two; the first creates and organises it, both make a step.
async fn game_of(store: &Store, id: &str, channel: u64, users: [u64; 2]) {
    let summary = between(Some(users[0]), users);
    let state = format!("[{},{}]", names(users[0]), names(users[1]));
    let new = NewGame {
        created_by: users[0],
        first: made_by(users[0]),
        state: state.clone(),
        summary: summary.clone(),
        ..new_game(id, channel)
    };
    store.create_game(new).await.unwrap();
    for (seq, user) in (1..).zip([users[1], users[0]]) {
        let interaction_id = Some(channel * 1_000 + u64::from(seq));
        let new = NewStep {
            step: StepData { interaction_id, ..made_by(user) },
            state: state.clone(),
            summary: summary.clone(),
            ..step(id, seq, None)
        };
        assert_eq!(store.append(new).await.unwrap(), Appended::Done);
    }
}

/// Anna plays "one" with Bert and "two" with Carl; "three" is without her.
async fn three_games() -> House {
    let house = House::new().await;
    game_of(&house.store, "one", 1, [ANNA, BERT]).await;
    game_of(&house.store, "two", 2, [CARL, ANNA]).await;
    game_of(&house.store, "three", 3, [BERT, CARL]).await;
    house
}

/// Anna's id in the texts gives way to the nameless one's.
fn without_anna(text: &str) -> String {
    text.replace(&format!("\"{ANNA}\""), &format!("\"{NOBODY}\""))
}

fn rewriting(game_id: &str) -> Rewriting {
    Rewriting {
        game_id: game_id.to_owned(),
        user: ANNA,
        instead: NOBODY,
        name: "Somebody".to_owned(),
        text: Arc::new(|text| Some(without_anna(text))),
        seats: Arc::new(|_, mut seats| {
            for seat in seats.iter_mut().filter(|seat| seat.user_id == Some(ANNA)) {
                seat.user_id = Some(NOBODY);
            }
            Some(seats)
        }),
    }
}

/// All that is stored of one game.
#[derive(Debug, Clone, PartialEq)]
struct Whole {
    game: GameRow,
    summary: GameSummary,
    steps: Vec<StepRow>,
}

async fn whole(store: &Store, id: &str) -> Whole {
    let list = store.games_on(Some(SERVER), Filter::default(), 25, 0).await.unwrap();
    Whole {
        game: store.game(id).await.unwrap().unwrap(),
        summary: list.into_iter().find(|game| game.id == id).unwrap(),
        steps: store.steps(id).await.unwrap(),
    }
}

/// What the game must be after Anna is forgotten: written out, field by field.
fn expected_without_anna(mut whole: Whole) -> Whole {
    let unless_anna = |user: u64| if user == ANNA { NOBODY } else { user };
    whole.game.created_by = unless_anna(whole.game.created_by);
    whole.game.state = without_anna(&whole.game.state);
    whole.summary.created_by = unless_anna(whole.summary.created_by);
    whole.summary.organiser_id = whole.summary.organiser_id.map(unless_anna);
    for seat in &mut whole.summary.seats {
        seat.user_id = seat.user_id.map(unless_anna);
    }
    for step in &mut whole.steps {
        if step.user_id == ANNA {
            "Somebody".clone_into(&mut step.user_name);
        }
        step.user_id = unless_anna(step.user_id);
        step.action = without_anna(&step.action);
        step.events = without_anna(&step.events);
    }
    whole
}

async fn games_with(store: &Store, user: u64) -> Vec<String> {
    store.games_with(user).await.unwrap()
}

/// Past the store: from now on this breaks in the midst of a change.
async fn plant(house: &House, trigger: &'static str) {
    let mut raw = house.raw().await;
    sqlx::raw_sql(trigger).execute(&mut raw).await.unwrap();
    raw.close().await.unwrap();
}

#[tokio::test]
async fn the_games_of_a_person_are_found_the_oldest_first() {
    let house = three_games().await;
    let store = &house.store;
    assert_eq!(games_with(store, ANNA).await, ["one", "two"]);
    assert_eq!(games_with(store, BERT).await, ["one", "three"]);
    assert_eq!(games_with(store, CARL).await, ["two", "three"]);
    // A part of an id is not the id, nor is a number outside of quotes.
    assert!(games_with(store, 1).await.is_empty());
    assert!(games_with(store, 111).await.is_empty());
}

#[tokio::test]
async fn a_person_is_found_wherever_they_appear_in_a_game() {
    const DORA: u64 = u64::MAX - 1;
    let named = || names(DORA);
    let plain =
        || StepData { action: "{}".to_owned(), events: "[]".to_owned(), ..data(BERT, None) };
    let game = |id: &str, channel| NewGame {
        created_by: BERT,
        first: plain(),
        state: "{}".to_owned(),
        summary: between(None, [BERT, CARL]),
        ..new_game(id, channel)
    };
    let house = House::new().await;
    for new in [
        NewGame { created_by: DORA, ..game("creator", 1) },
        NewGame { summary: between(Some(DORA), [BERT, CARL]), ..game("organiser", 2) },
        NewGame { summary: between(None, [BERT, DORA]), ..game("seated", 3) },
        NewGame { first: StepData { user_id: DORA, ..plain() }, ..game("acted", 4) },
        NewGame { first: StepData { action: named(), ..plain() }, ..game("in an action", 5) },
        NewGame { first: StepData { events: named(), ..plain() }, ..game("in an event", 6) },
        game("elsewhere", 7),
    ] {
        house.store.create_game(new).await.unwrap();
    }
    assert_eq!(
        games_with(&house.store, DORA).await,
        ["creator", "organiser", "seated", "acted", "in an action", "in an event"]
    );
}

#[tokio::test]
async fn ended_games_and_those_put_away_are_games_of_a_person_too() {
    let house = three_games().await;
    for (id, phase) in [("one", Phase::Ended), ("two", Phase::Shelved)] {
        let new = NewStep { summary: summary(phase), ..step(id, 3, None) };
        assert_eq!(house.store.append(new).await.unwrap(), Appended::Done);
        house.store.rewrite_game(rewriting(id)).await.unwrap();
        let steps = house.store.steps(id).await.unwrap();
        assert!(steps.iter().all(|step| step.user_id != ANNA), "{steps:?}");
    }
    assert!(games_with(&house.store, ANNA).await.is_empty());
}

#[tokio::test]
async fn the_steps_of_a_person_can_be_given_to_them() {
    let house = three_games().await;
    let steps = house.store.steps_by(ANNA).await.unwrap();
    let which: Vec<_> = steps.iter().map(|step| (step.game_id.as_str(), step.seq)).collect();
    assert_eq!(which, [("one", 1), ("one", 3), ("two", 2)]);
    for step in &steps {
        assert_eq!(
            (step.user_name.as_str(), step.game_name.as_str()),
            ("user 11", "Bridge at Dawn")
        );
        assert_eq!((step.action.clone(), step.at_ms), (names(ANNA), 1_000));
    }
    assert_eq!(house.store.steps_by(CARL).await.unwrap().len(), 3);
    assert!(house.store.steps_by(NOBODY).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_rewritten_game_holds_nothing_of_the_person_and_all_of_the_others() {
    let house = three_games().await;
    let board = gatemaster_store::Board { channel_id: 1, message_id: 5, pinned: true };
    house.store.set_board("one", Some(board)).await.unwrap();
    let store = &house.store;
    let (one, two, three) =
        (whole(store, "one").await, whole(store, "two").await, whole(store, "three").await);
    store.rewrite_game(rewriting("one")).await.unwrap();

    let without = whole(store, "one").await;
    assert_eq!(without, expected_without_anna(one.clone()));
    assert_ne!(without, one);
    assert!(!without.game.state.contains(&format!("\"{ANNA}\"")), "{without:?}");
    assert_eq!(without.summary.seats[1].user_id, Some(BERT));
    assert_eq!(
        (whole(store, "two").await, whole(store, "three").await),
        (two.clone(), three.clone())
    );
    assert_eq!(games_with(store, ANNA).await, ["two"]);
    assert_eq!(games_with(store, NOBODY).await, ["one"]);
    assert_eq!(games_with(store, BERT).await, ["one", "three"]);

    // The second game, which somebody else organises; and again, which changes nothing more.
    store.rewrite_game(rewriting("two")).await.unwrap();
    store.rewrite_game(rewriting("one")).await.unwrap();
    let house = house.restart().await;
    let store = &house.store;
    assert_eq!(whole(store, "one").await, without);
    assert_eq!(whole(store, "two").await, expected_without_anna(two));
    assert_eq!(whole(store, "three").await, three);
    assert!(games_with(store, ANNA).await.is_empty());
    assert!(store.steps_by(ANNA).await.unwrap().is_empty());

    // The game goes on, and a late delivery of an old interaction is still recognised.
    assert_eq!(store.append(step("one", 3, None)).await.unwrap(), Appended::Done);
    let late = store.append(step("one", 4, Some(1_001))).await.unwrap();
    assert_eq!(late, Appended::Repeated { game_id: "one".to_owned(), seq: 2 });
    assert!(store.check().await.unwrap().is_empty());
}

#[tokio::test]
async fn a_game_without_an_organiser_gets_none() {
    let house = House::new().await;
    let new = NewGame { summary: between(None, [ANNA, BERT]), ..new_game("g1", 7) };
    house.store.create_game(new).await.unwrap();
    house.store.rewrite_game(rewriting("g1")).await.unwrap();
    let game = whole(&house.store, "g1").await;
    assert_eq!((game.summary.organiser_id, game.summary.created_by), (None, NOBODY));
    house.store.rewrite_game(rewriting("none")).await.unwrap();
    assert_eq!(house.store.all_game_ids().await.unwrap(), ["g1"]);
}

#[tokio::test]
async fn a_text_that_cannot_be_read_leaves_the_game_as_it_was() {
    let house = three_games().await;
    let store = &house.store;
    let before = whole(store, "one").await;
    let last = before.steps.last().unwrap();
    for unreadable in [last.action.clone(), last.events.clone(), before.game.state.clone()] {
        let text = move |text: &str| (text != unreadable).then(|| without_anna(text));
        let new = Rewriting { text: Arc::new(text), ..rewriting("one") };
        let (refused, played) =
            tokio::join!(store.rewrite_game(new), store.set_board("three", None));
        assert!(matches!(refused, Err(StoreError::Other(_))), "{refused:?}");
        played.unwrap();
        assert_eq!(whole(store, "one").await, before);
    }
}

#[tokio::test]
async fn a_rewriting_that_breaks_halfway_is_noted_and_hurts_nobody_else() {
    let house = three_games().await;
    let store = &house.store;
    plant(
        &house,
        "CREATE TRIGGER no_boom BEFORE UPDATE ON snapshots \
         WHEN OLD.game = (SELECT key FROM games WHERE id = 'one') \
         BEGIN SELECT RAISE(ABORT, 'boom'); END",
    )
    .await;
    let (one, two) = (whole(store, "one").await, whole(store, "two").await);
    let (first, broken, last) = tokio::join!(
        store.append(step("three", 3, Some(900))),
        store.rewrite_game(rewriting("one")),
        store.append(step("three", 4, Some(901))),
    );
    assert_eq!((first.unwrap(), last.unwrap()), (Appended::Done, Appended::Done));
    assert!(matches!(broken, Err(StoreError::Other(_))), "{broken:?}");
    assert_eq!(store.game("three").await.unwrap().unwrap().seq, 5);
    assert_eq!(whole(store, "two").await, two);
    // its state is what it was, and it is known that the rest is not
    assert_eq!(store.game("one").await.unwrap().unwrap(), one.game);
    let half = HalfDone::Game { id: "one".to_owned(), instead: NOBODY };
    let noted = store.forgettings().await.unwrap();
    assert_eq!(noted, [Forgetting { user: ANNA, half_done: Some(half) }]);
    assert!(store.check().await.unwrap().is_empty());

    plant(&house, "DROP TRIGGER no_boom").await;
    store.rewrite_game(rewriting("one")).await.unwrap();
    assert_eq!(whole(store, "one").await, expected_without_anna(one));
    assert_eq!(store.forgettings().await.unwrap()[0].half_done, None);
}

/// Settings, absences, saved rolls, companies and rolls of this person; on the shelf of the server one more.
async fn own_things(store: &Store, user: u64) {
    store.set_setting(Scope::Person(user), "next_up", Some("on")).await.unwrap();
    store.set_setting(Scope::Person(user), "units", Some("cm")).await.unwrap();
    let note = format!("person:{user}:standing");
    let wishes = format!("of {user}");
    store.set_setting(Scope::Game("one".to_owned()), &note, Some(&wishes)).await.unwrap();
    for guild_id in [SERVER, user] {
        let absence =
            Absence { guild_id, user_id: user, from_ms: 1, until_ms: 2, note: String::new() };
        store.set_absence(&absence).await.unwrap();
    }
    for (shelf, name) in
        [(Shelf::Person(user), "attack".to_owned()), (Shelf::Server(SERVER), format!("of {user}"))]
    {
        let roll = SavedRoll { name, dice: "1d10".to_owned(), saved_by: user };
        assert!(store.save_roll(shelf, &roll, 25).await.unwrap());
    }
    let panel = Panel {
        id: format!("panel of {user}"),
        guild_id: Some(SERVER),
        channel_id: 7,
        owner: user,
        owner_name: format!("user {user}"),
        title: "Dice".to_owned(),
        buttons: "[]".to_owned(),
        revision: 1,
        made_at_ms: 1,
    };
    assert!(store.add_panel(&panel, user, Room { on_server: 9, by_one: 9 }).await.unwrap());
    for guild_id in [Some(SERVER), None] {
        let company = KeptCompany {
            guild_id,
            user_id: user,
            system: "at43".to_owned(),
            name: "Rock".to_owned(),
            text: "Therians".to_owned(),
            changed_at_ms: 1,
        };
        assert_eq!(store.keep_company(&company).await.unwrap(), Keeping::Kept);
    }
    let cup = store.cup(7).await.unwrap().unwrap();
    let open = NewRoll {
        id: format!("open {user}"),
        cup_id: cup.id,
        expected_die: cup.next_die,
        next_die: cup.next_die + 2,
        expected_mark: cup.mark.clone(),
        entry: format!("entry of {user}"),
        mark: cup.mark,
        channel_id: 7,
        user_id: user,
        user_name: format!("user {user}"),
        interaction_id: user,
        dice: "2d10".to_owned(),
        rolled: "[4,5]".to_owned(),
        secret_seed: None,
        at_ms: 1_000,
    };
    let secret = NewRoll {
        id: format!("secret {user}"),
        expected_die: open.next_die,
        interaction_id: user - 1,
        secret_seed: Some(Secret::from([1; 32])),
        ..open.clone()
    };
    for roll in [open, secret] {
        assert_eq!(store.add_roll(roll).await.unwrap(), RollTaken::Done);
    }
}

/// How many settings, absences, saved rolls, rolls, reminders, notes, panels and companies there are of this person.
async fn counts(store: &Store, user: u64) -> [usize; 8] {
    let notices = store.notices(AGES_LATER).await.unwrap();
    [
        store.settings(&Scope::Person(user)).await.unwrap().len(),
        store.absences_of(user).await.unwrap().len(),
        store.saved_rolls(Shelf::Person(user)).await.unwrap().len(),
        store.rolls_by(user).await.unwrap().len(),
        notices.iter().filter(|notice| notice.user_id == user).count(),
        store.notes_by(user).await.unwrap().len(),
        store.panels_of(user).await.unwrap().len(),
        store.some_companies_of(user, None, 9).await.unwrap().len(),
    ]
}

/// Anna, Bert and Carl at their games, each with things of their own.
async fn full_house() -> House {
    let house = three_games().await;
    let store = &house.store;
    let seed = Secret::from([2; 32]);
    let cup = Cup {
        id: "cup".to_owned(),
        channel_id: 7,
        seed,
        seed_hash: String::new(),
        next_die: 0,
        mark: String::new(),
        opened_at_ms: 0,
    };
    store.open_cup(&cup).await.unwrap();
    for user in [ANNA, BERT, CARL] {
        own_things(store, user).await;
    }
    // Settings of a server and of a game whose numbers are hers: the first game has the key 1, so 11 is nobody's.
    store.set_setting(Scope::Server(ANNA), "units", Some("inch")).await.unwrap();
    store.set_setting(Scope::Game("one".to_owned()), "units", Some("inch")).await.unwrap();
    let roll =
        SavedRoll { name: "annas number".to_owned(), dice: "1d10".to_owned(), saved_by: BERT };
    store.save_roll(Shelf::Server(ANNA), &roll, 25).await.unwrap();
    store.refresh_owing(0).await.unwrap();
    house
}

#[tokio::test]
async fn a_forgotten_person_leaves_nothing_of_their_own() {
    let house = full_house().await;
    let store = &house.store;
    let (one, two, three) =
        (whole(store, "one").await, whole(store, "two").await, whole(store, "three").await);
    // Two games, each with a reminder, and a notice of being next where somebody else made the last step.
    let everything = [2, 2, 1, 2, 3, 1, 1, 2];
    let notes = store.notes_by(ANNA).await.unwrap();
    let expected = PersonNote {
        game_id: "one".to_owned(),
        what: "standing".to_owned(),
        text: format!("of {ANNA}"),
    };
    assert_eq!(notes, [expected]);
    for user in [ANNA, BERT, CARL] {
        assert_eq!(counts(store, user).await, everything, "{user}");
    }
    store.forget_person(ANNA).await.unwrap();

    assert_eq!(counts(store, ANNA).await, [0; 8]);
    for user in [BERT, CARL] {
        assert_eq!(counts(store, user).await, everything, "{user}");
    }
    // What others use stays, without her name on it.
    let shelf = store.saved_rolls(Shelf::Server(SERVER)).await.unwrap();
    let who: Vec<_> = shelf.iter().map(|roll| (roll.name.as_str(), roll.saved_by)).collect();
    assert_eq!(who, [("of 11", 0), ("of 18446744073709551615", CARL), ("of 22", BERT)]);
    let number = store.saved_rolls(Shelf::Server(ANNA)).await.unwrap();
    assert_eq!((number.len(), number[0].saved_by), (1, BERT));
    for scope in [Scope::Server(ANNA), Scope::Game("one".to_owned())] {
        assert_eq!(store.setting(&scope, "units").await.unwrap().as_deref(), Some("inch"));
    }
    // Dice that were rolled stay rolled.
    assert_eq!(store.cup(7).await.unwrap().unwrap().next_die, 6);

    let mut created = one;
    (created.game.created_by, created.summary.created_by) = (0, 0);
    assert_eq!(whole(store, "one").await, created);
    assert_eq!((whole(store, "two").await, whole(store, "three").await), (two, three));
    store.forget_person(ANNA).await.unwrap();
    store.forget_person(33).await.unwrap();
    assert!(store.check().await.unwrap().is_empty());
}

#[tokio::test]
async fn a_person_with_the_largest_id_is_forgotten_like_others() {
    let house = full_house().await;
    house.store.forget_person(CARL).await.unwrap();
    assert_eq!(counts(&house.store, CARL).await, [0; 8]);
    assert_eq!(counts(&house.store, ANNA).await, [2, 2, 1, 2, 3, 1, 1, 2]);
    assert_eq!(house.store.game("two").await.unwrap().unwrap().created_by, 0);
    let text = |text: &str| Some(text.replace(&format!("\"{CARL}\""), "\"0\""));
    let seats = |_: &str, mut seats: Vec<SeatRow>| {
        for seat in seats.iter_mut().filter(|seat| seat.user_id == Some(CARL)) {
            seat.user_id = Some(0);
        }
        Some(seats)
    };
    let new = Rewriting {
        user: CARL,
        instead: 0,
        text: Arc::new(text),
        seats: Arc::new(seats),
        ..rewriting("two")
    };
    house.store.rewrite_game(new).await.unwrap();
    assert_eq!(games_with(&house.store, CARL).await, ["three"]);
}

#[tokio::test]
async fn reminders_do_not_return_after_the_games_are_rewritten() {
    let house = full_house().await;
    let store = &house.store;
    for id in games_with(store, ANNA).await {
        store.rewrite_game(rewriting(&id)).await.unwrap();
    }
    store.forget_person(ANNA).await.unwrap();
    store.refresh_owing(0).await.unwrap();
    assert_eq!(counts(store, ANNA).await, [0; 8]);
}

#[tokio::test]
async fn forgetting_goes_on_beside_whatever_else_waits() {
    let house = full_house().await;
    let store = &house.store;
    let two = whole(store, "two").await;
    let (played, rewritten, forgotten, noted, again) = tokio::join!(
        store.append(step("three", 3, Some(900))),
        store.rewrite_game(rewriting("two")),
        store.forget_person(ANNA),
        store.refresh_owing(0),
        store.append(step("three", 4, Some(901))),
    );
    assert_eq!((played.unwrap(), again.unwrap()), (Appended::Done, Appended::Done));
    assert_eq!((rewritten, forgotten, noted), (Ok(()), Ok(()), Ok(())));
    assert_eq!(whole(store, "two").await, expected_without_anna(two));
    // a rewriting that is still under way notes itself, so that a stop cannot cut it off; as the program does when all of
    // them have ended, she is forgotten last
    store.forget_person(ANNA).await.unwrap();
    // whichever of them came first, the next round of reminders finds what is owed
    store.refresh_owing(0).await.unwrap();
    assert_eq!(
        counts(store, ANNA).await,
        [0, 0, 0, 0, 1, 0, 0, 0],
        "she still owes in the first game"
    );
    assert_eq!(store.game("three").await.unwrap().unwrap().seq, 5);
    assert!(store.check().await.unwrap().is_empty());
}

#[tokio::test]
async fn a_forgetting_that_breaks_halfway_hurts_nobody_else() {
    let house = full_house().await;
    let store = &house.store;
    plant(
        &house,
        "CREATE TRIGGER no_boom BEFORE DELETE ON rolls WHEN OLD.user_id = 11 \
         BEGIN SELECT RAISE(ABORT, 'boom'); END",
    )
    .await;
    let annas = counts(store, ANNA).await;
    let absence =
        Absence { guild_id: 5, user_id: BERT, from_ms: 1, until_ms: 2, note: String::new() };
    let (first, broken, other, away, last) = tokio::join!(
        store.append(step("three", 3, Some(900))),
        store.forget_person(ANNA),
        store.forget_person(CARL),
        store.set_absence(&absence),
        store.append(step("three", 4, Some(901))),
    );
    assert_eq!((first.unwrap(), last.unwrap()), (Appended::Done, Appended::Done));
    assert!(matches!(broken, Err(StoreError::Other(_))), "{broken:?}");
    assert_eq!((other, away), (Ok(()), Ok(())));
    assert_eq!(counts(store, ANNA).await, annas, "all of hers or nothing");
    assert_eq!(counts(store, CARL).await, [0; 8]);
    assert_eq!(store.absence(5, BERT).await.unwrap(), Some(absence));
    assert_eq!(store.game("three").await.unwrap().unwrap().seq, 5);

    let alone = store.forget_person(ANNA).await;
    assert!(matches!(alone, Err(StoreError::Other(_))), "{alone:?}");
    assert_eq!(counts(store, ANNA).await, annas);
    assert_eq!(store.append(step("three", 5, None)).await.unwrap(), Appended::Done);
    assert!(store.check().await.unwrap().is_empty());
}

/// A game of Anna's with so many steps, each of them naming her.
async fn long_game(store: &Store, id: &str, channel: u64, steps: u32) {
    game_of(store, id, channel, [ANNA, BERT]).await;
    let seq = store.game(id).await.unwrap().unwrap().seq;
    for seq in seq..steps {
        let mut next = step(id, seq, None);
        next.step.action = names(ANNA);
        next.summary = between(Some(BERT), [ANNA, BERT]);
        assert_eq!(store.append(next).await.unwrap(), Appended::Done);
    }
}

/// A rewriting that waits at its first change until it is told to go on.
struct Held {
    rewriting: Rewriting,
    waits: tokio::sync::mpsc::UnboundedReceiver<()>,
    go_on: std::sync::mpsc::Sender<()>,
}

/// It waits when it comes to this text, counted from the first that it looks at.
fn held(game_id: &str, at: usize) -> Held {
    let (tell, waits) = tokio::sync::mpsc::unbounded_channel();
    let (go_on, told) = std::sync::mpsc::channel();
    let told = std::sync::Mutex::new(told);
    let seen = std::sync::atomic::AtomicUsize::new(0);
    let text = move |text: &str| {
        if seen.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1 == at {
            tell.send(()).unwrap();
            told.lock().unwrap().recv().unwrap();
        }
        Some(without_anna(text))
    };
    Held { rewriting: Rewriting { text: Arc::new(text), ..rewriting(game_id) }, waits, go_on }
}

/// How many steps are still as Anna made them.
async fn left(store: &Store, id: &str) -> usize {
    let steps = store.steps(id).await.unwrap();
    steps.iter().filter(|step| step.user_id == ANNA || step.action == names(ANNA)).count()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 3)]
async fn others_write_while_a_long_game_is_being_rewritten() {
    let house = House::new().await;
    let store = &house.store;
    long_game(store, "long", 1, 100).await;
    game_of(store, "other", 2, [BERT, CARL]).await;
    let before = store.game("other").await.unwrap().unwrap().seq;
    // the state and every step are looked at once before anything is written; this is in the midst of the writing
    let Held { rewriting, mut waits, go_on } = held("long", 1 + 2 * 100 + 2 * 60);
    let writer = store.clone();
    let job = tokio::spawn(async move { writer.rewrite_game(rewriting).await });
    waits.recv().await.unwrap();
    // whoever holds the writer for the whole of it lets nobody through, and nothing of it is to be seen
    let press = store.append(step("other", before, None));
    let pressed = tokio::time::timeout(std::time::Duration::from_secs(30), press).await;
    go_on.send(()).unwrap();
    assert_eq!(pressed.expect("it was let through").unwrap(), Appended::Done);
    job.await.unwrap().unwrap();
    assert_eq!(left(store, "long").await, 0);
    assert!(store.check().await.unwrap().is_empty());
}

#[tokio::test]
async fn a_rewriting_that_was_cut_off_is_noted_and_ends_as_it_began() {
    let house = House::new().await;
    let store = &house.store;
    long_game(store, "long", 1, 100).await;
    let expected = expected_without_anna(whole(store, "long").await);
    // it breaks off after the first changes are on the disk
    let seen = std::sync::atomic::AtomicUsize::new(0);
    let breaks = move |text: &str| {
        let at = seen.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        (at < 1 + 2 * 100 + 2 * 70).then(|| without_anna(text))
    };
    store.begin_forgetting(ANNA).await.unwrap();
    let none: Option<HalfDone> = None;
    assert_eq!(store.forgettings().await.unwrap(), [Forgetting { user: ANNA, half_done: none }]);
    let broken = Rewriting { text: Arc::new(breaks), ..rewriting("long") };
    assert!(store.rewrite_game(broken).await.is_err());
    let steps = left(store, "long").await;
    assert!(steps > 0 && steps < 60, "it is in the midst: {steps} steps are left");

    let house = house.restart().await;
    let store = &house.store;
    let half = HalfDone::Game { id: "long".to_owned(), instead: NOBODY };
    let noted = store.forgettings().await.unwrap();
    assert_eq!(noted, [Forgetting { user: ANNA, half_done: Some(half) }]);
    store.rewrite_game(rewriting("long")).await.unwrap();
    assert_eq!(whole(store, "long").await, expected);
    let noted = store.forgettings().await.unwrap();
    assert_eq!(noted, [Forgetting { user: ANNA, half_done: None }], "there may be more to forget");
    store.forget_person(ANNA).await.unwrap();
    assert!(store.forgettings().await.unwrap().is_empty());
}

#[tokio::test]
async fn very_many_rolls_are_deleted_a_few_at_a_time() {
    let house = House::new().await;
    let store = &house.store;
    let mut raw = house.raw().await;
    for statement in [
        "INSERT INTO cups (id, channel_id, seed, seed_hash, next_die, opened_at_ms) VALUES ('c', 1, zeroblob(32), 'h', 0, 0)",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) \
         INSERT INTO rolls (id, cup, channel_id, user_id, user_name, interaction_id, dice, rolled, secret, at_ms) \
         SELECT 'r' || i, 1, 1, 11 + i % 2, 'Anna', i, 'd6', '{}', 0, 0 FROM n",
    ] {
        sqlx::query(sqlx::AssertSqlSafe(statement)).execute(&mut raw).await.unwrap();
    }
    assert_eq!(store.rolls_by(ANNA).await.unwrap().len(), 500);
    let before = store.commits();
    store.forget_person(ANNA).await.unwrap();
    assert!(store.rolls_by(ANNA).await.unwrap().is_empty());
    assert_eq!(store.rolls_by(ANNA + 1).await.unwrap().len(), 500);
    assert!(store.commits() - before > 3, "others get their turn in between");
}

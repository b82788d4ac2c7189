//! Who owes what, who has been told, and games that nobody touches.

use std::slice::from_ref;

use crate::common::{ANNA, BERT, House, SERVER, data, new_game, seat, summary};
use gatemaster_store::{
    Appended, Board, Created, Delivery, NewGame, NewStep, Notice, NoticeKind, Phase, Scope,
    SeatRow, StepData, Store, Summary, Untouched,
};

const HOUR: i64 = 3_600_000;
/// Every reminder is due by then.
const AGES_LATER: i64 = 1_000_000 * HOUR;
const CARL: u64 = u64::MAX;
/// From the beginning of time.
const ALL: i64 = 0;

fn owing(number: u8, user: u64, what: &str) -> SeatRow {
    let owes_matter = format!("{what} 1");
    SeatRow { owes_what: what.to_owned(), owes_matter, ..seat(number, Some(user), true) }
}

/// The same words about another thing.
fn anew(mut summary: Summary, number: u8) -> Summary {
    for seat in summary.seats.iter_mut().filter(|seat| seat.owes) {
        seat.owes_matter = format!("{} {number}", seat.owes_what);
    }
    summary
}

fn idle(number: u8, user: u64) -> SeatRow {
    seat(number, Some(user), false)
}

fn anna_owes(what: &str) -> Summary {
    table([owing(1, ANNA, what), idle(2, BERT)])
}

fn nobody_owes() -> Summary {
    table([idle(1, ANNA), idle(2, BERT)])
}

fn both_owe() -> Summary {
    table([owing(1, ANNA, "an order"), owing(2, BERT, "an order")])
}

/// A table that reminds after an hour.
fn table(seats: impl Into<Vec<SeatRow>>) -> Summary {
    Summary { remind_hours: 1, seats: seats.into(), ..summary(Phase::Playing) }
}

async fn begin(store: &Store, id: &str, channel: u64, at_ms: i64, summary: Summary) {
    let first = StepData { at_ms, ..data(BERT, None) };
    let new = NewGame { first, summary, ..new_game(id, channel) };
    assert_eq!(store.create_game(new).await.unwrap(), Created::Done);
}

/// The next step of the game, whatever number it has.
async fn act(store: &Store, id: &str, user: u64, at_ms: i64, summary: Summary) {
    let game = store.game(id).await.unwrap().unwrap();
    let new = NewStep {
        game_id: id.to_owned(),
        expected_seq: game.seq,
        next_die: game.next_die,
        step: StepData { at_ms, ..data(user, None) },
        state: "{}".to_owned(),
        summary,
        reopens: None,
    };
    assert_eq!(store.append(new).await.unwrap(), Appended::Done);
}

async fn of_kind(store: &Store, kind: NoticeKind, now_ms: i64) -> Vec<Notice> {
    let mut all = store.notices(now_ms).await.unwrap();
    all.retain(|notice| notice.kind == kind);
    all
}

async fn reminders(store: &Store) -> Vec<Notice> {
    of_kind(store, NoticeKind::Reminder, AGES_LATER).await
}

async fn next_ups(store: &Store) -> Vec<Notice> {
    of_kind(store, NoticeKind::NextUp, AGES_LATER).await
}

/// Person, thing owed, step and time since when, of everything that is owed and not yet reminded of.
async fn owed(store: &Store) -> Vec<(u64, String, u32, i64)> {
    let told = |notice: Notice| (notice.user_id, notice.what, notice.seq, notice.since_ms);
    reminders(store).await.into_iter().map(told).collect()
}

async fn wants_to_know(store: &Store, user: u64, value: Option<&str>) {
    store.set_setting(Scope::Person(user), "next_up", value).await.unwrap();
}

#[tokio::test]
async fn whoever_owes_something_is_noted_with_all_that_a_message_needs() {
    let house = House::new().await;
    let store = &house.store;
    begin(store, "g1", 7, 500, anna_owes("an order")).await;
    let board = Board { channel_id: 8, message_id: u64::MAX, pinned: true };
    store.set_board("g1", Some(board)).await.unwrap();
    assert_eq!(reminders(store).await, [], "nothing is noted before somebody looks");

    store.refresh_owing(ALL).await.unwrap();
    let reminder = Notice {
        kind: NoticeKind::Reminder,
        game_id: "g1".to_owned(),
        guild_id: Some(SERVER),
        channel_id: 7,
        board: Some(board),
        game_name: "Bridge at Dawn".to_owned(),
        user_id: ANNA,
        what: "an order".to_owned(),
        seq: 1,
        since_ms: 500,
        remind_hours: 1,
        told: Delivery::Not,
    };
    assert_eq!(store.notices(AGES_LATER).await.unwrap(), from_ref(&reminder));

    wants_to_know(store, ANNA, Some("on")).await;
    let next_up = Notice { kind: NoticeKind::NextUp, ..reminder.clone() };
    assert_eq!(store.notices(AGES_LATER).await.unwrap(), [next_up, reminder]);
}

#[tokio::test]
async fn a_game_in_direct_messages_has_notices_too() {
    let house = House::new().await;
    let new =
        NewGame { guild_id: None, summary: anna_owes("an order"), ..new_game("private", CARL) };
    house.store.create_game(new).await.unwrap();
    house.store.refresh_owing(ALL).await.unwrap();
    let reminder = reminders(&house.store).await.remove(0);
    assert_eq!((reminder.guild_id, reminder.channel_id, reminder.board), (None, CARL, None));
}

#[tokio::test]
async fn the_time_stands_while_others_act() {
    let house = House::new().await;
    let store = &house.store;
    begin(store, "g1", 7, 500, both_owe()).await;
    begin(store, "g2", 8, 500, nobody_owes()).await;
    store.refresh_owing(ALL).await.unwrap();

    act(store, "g1", BERT, 600, anna_owes("an order")).await;
    store.refresh_owing(ALL).await.unwrap();
    act(store, "g1", BERT, 700, anna_owes("an order")).await;
    // What she does elsewhere is no answer here.
    act(store, "g2", ANNA, 800, nobody_owes()).await;
    store.refresh_owing(ALL).await.unwrap();
    store.refresh_owing(ALL).await.unwrap();
    assert_eq!(owed(store).await, [(ANNA, "an order".to_owned(), 1, 500)]);
}

#[tokio::test]
async fn another_thing_owed_begins_anew() {
    let house = House::new().await;
    let store = &house.store;
    wants_to_know(store, ANNA, Some("on")).await;
    begin(store, "g1", 7, 500, anna_owes("an order")).await;
    store.refresh_owing(ALL).await.unwrap();
    for notice in store.notices(AGES_LATER).await.unwrap() {
        assert!(store.note_told(&notice, Delivery::Done).await.unwrap());
    }
    assert_eq!(store.notices(AGES_LATER).await.unwrap(), []);

    act(store, "g1", BERT, 600, anna_owes("a reaction")).await;
    store.refresh_owing(ALL).await.unwrap();
    assert_eq!(owed(store).await, [(ANNA, "a reaction".to_owned(), 2, 600)]);
    assert_eq!(next_ups(store).await.len(), 1, "and she is told of it");
}

#[tokio::test]
async fn the_same_words_about_another_thing_begin_anew() {
    let house = House::new().await;
    let store = &house.store;
    begin(store, "g1", 7, 500, anna_owes("an order")).await;
    store.refresh_owing(ALL).await.unwrap();
    let first = reminders(store).await.remove(0);
    store.note_told(&first, Delivery::Done).await.unwrap();
    assert_eq!(owed(store).await, []);

    // Her order and the next one both fall between two looks.
    act(store, "g1", ANNA, 600, nobody_owes()).await;
    act(store, "g1", BERT, 700, anew(anna_owes("an order"), 2)).await;
    store.refresh_owing(ALL).await.unwrap();
    assert_eq!(owed(store).await, [(ANNA, "an order".to_owned(), 3, 700)]);

    // Other words about the same thing, or a step of hers that does not settle it, are nothing new.
    let again = reminders(store).await.remove(0);
    store.note_told(&again, Delivery::Done).await.unwrap();
    let mut other_words = anew(anna_owes("an order"), 2);
    other_words.seats[0].owes_what = "an order, soon".to_owned();
    act(store, "g1", ANNA, 800, other_words).await;
    store.refresh_owing(ALL).await.unwrap();
    assert_eq!(owed(store).await, []);
}

#[tokio::test]
async fn what_is_settled_is_forgotten() {
    let house = House::new().await;
    let store = &house.store;
    begin(store, "g1", 7, 500, both_owe()).await;
    store.refresh_owing(ALL).await.unwrap();
    act(store, "g1", ANNA, 600, table([idle(1, ANNA), owing(2, BERT, "an order")])).await;
    store.refresh_owing(ALL).await.unwrap();
    assert_eq!(owed(store).await, [(BERT, "an order".to_owned(), 1, 500)]);

    // Owed again without a step of hers: the old notice is gone, this is a new one.
    act(store, "g1", BERT, 700, anna_owes("an order")).await;
    store.refresh_owing(ALL).await.unwrap();
    assert_eq!(owed(store).await, [(ANNA, "an order".to_owned(), 3, 700)]);

    // Bert takes over her seat.
    act(store, "g1", BERT, 800, table([owing(1, BERT, "an order")])).await;
    store.refresh_owing(ALL).await.unwrap();
    assert_eq!(owed(store).await, [(BERT, "an order".to_owned(), 4, 800)]);
}

#[tokio::test]
async fn nobody_is_told_of_a_game_that_ended_or_was_put_away() {
    for phase in [Phase::Ended, Phase::Shelved] {
        let house = House::new().await;
        let store = &house.store;
        wants_to_know(store, ANNA, Some("on")).await;
        begin(store, "g1", 7, 500, anna_owes("an order")).await;
        store.refresh_owing(ALL).await.unwrap();
        let before = store.notices(AGES_LATER).await.unwrap();
        assert_eq!(before.len(), 2);

        // The seats still say that she owes.
        act(store, "g1", BERT, 600, Summary { phase, ..anna_owes("an order") }).await;
        assert_eq!(store.notices(AGES_LATER).await.unwrap(), [], "even before the next look");
        store.refresh_owing(ALL).await.unwrap();
        assert_eq!(store.notices(AGES_LATER).await.unwrap(), []);
        for notice in &before {
            assert!(!store.note_told(notice, Delivery::Done).await.unwrap());
        }

        act(store, "g1", BERT, 700, anna_owes("an order")).await;
        store.refresh_owing(ALL).await.unwrap();
        assert_eq!(owed(store).await, [(ANNA, "an order".to_owned(), 3, 700)], "{phase:?}");
    }
}

#[tokio::test]
async fn a_reminder_comes_when_its_hours_are_over_and_not_before() {
    let house = House::new().await;
    let store = &house.store;
    let after = |remind_hours| Summary { remind_hours, ..anna_owes("an order") };
    begin(store, "soon", 7, 500, after(2)).await;
    begin(store, "late", 8, 500, after(u16::MAX)).await;
    begin(store, "never", 9, 500, after(0)).await;
    store.refresh_owing(ALL).await.unwrap();
    let due = async |now_ms: i64| -> Vec<String> {
        let due = of_kind(store, NoticeKind::Reminder, now_ms).await;
        due.into_iter().map(|notice| notice.game_id).collect()
    };
    assert!(due(500 + 2 * HOUR - 1).await.is_empty());
    assert_eq!(due(500 + 2 * HOUR).await, ["soon"]);
    assert_eq!(due(500 + i64::from(u16::MAX) * HOUR - 1).await, ["soon"]);
    assert_eq!(due(500 + i64::from(u16::MAX) * HOUR).await, ["soon", "late"]);

    // The table changes its mind; what is owed and since when stays.
    act(store, "never", BERT, 600, after(3)).await;
    act(store, "soon", BERT, 600, after(0)).await;
    store.refresh_owing(ALL).await.unwrap();
    assert!(due(500 + 3 * HOUR - 1).await.is_empty());
    assert_eq!(due(500 + 3 * HOUR).await, ["never"]);
}

#[tokio::test]
async fn who_has_waited_longest_is_reminded_first() {
    let house = House::new().await;
    let store = &house.store;
    begin(store, "g1", 7, 700, anna_owes("an order")).await;
    begin(store, "g2", 8, 500, anna_owes("an order")).await;
    begin(store, "g3", 9, 600, anna_owes("an order")).await;
    store.refresh_owing(ALL).await.unwrap();
    let order: Vec<_> = reminders(store).await.into_iter().map(|notice| notice.game_id).collect();
    assert_eq!(order, ["g2", "g3", "g1"]);
}

#[tokio::test]
async fn what_was_begun_comes_again_and_what_is_done_does_not() {
    let house = House::new().await;
    wants_to_know(&house.store, ANNA, Some("on")).await;
    begin(&house.store, "g1", 7, 500, anna_owes("an order")).await;
    house.store.refresh_owing(ALL).await.unwrap();
    let next_up = next_ups(&house.store).await.remove(0);
    assert!(house.store.note_told(&next_up, Delivery::Begun).await.unwrap());

    // The program dies while it sends, and looks at everything anew.
    let house = house.restart().await;
    let store = &house.store;
    store.refresh_owing(ALL).await.unwrap();
    let begun = Notice { told: Delivery::Begun, ..next_up.clone() };
    assert_eq!(next_ups(store).await, from_ref(&begun));
    assert_eq!(reminders(store).await[0].told, Delivery::Not, "the reminder is another matter");
    assert!(store.note_told(&begun, Delivery::Done).await.unwrap());
    assert_eq!(next_ups(store).await, []);

    let reminder = reminders(store).await.remove(0);
    assert!(store.note_told(&reminder, Delivery::Begun).await.unwrap());
    assert_eq!(reminders(store).await[0].told, Delivery::Begun);
    // What somebody has begun, nobody else begins.
    assert!(!store.note_told(&reminder, Delivery::Begun).await.unwrap());
    assert!(!store.note_told(&reminder, Delivery::Not).await.unwrap());
    assert!(store.note_told(&reminder, Delivery::Done).await.unwrap());
    assert_eq!(store.notices(AGES_LATER).await.unwrap(), []);

    let house = house.restart().await;
    house.store.refresh_owing(ALL).await.unwrap();
    assert_eq!(house.store.notices(AGES_LATER).await.unwrap(), []);
}

#[tokio::test]
async fn only_who_wished_it_hears_that_they_are_next() {
    let house = House::new().await;
    let store = &house.store;
    let seats = [owing(1, ANNA, "an order"), owing(2, BERT, "an order")];
    begin(store, "g1", 7, 500, Summary { remind_hours: 0, ..table(seats) }).await;
    store.refresh_owing(ALL).await.unwrap();
    wants_to_know(store, ANNA, Some("off")).await;
    // A server of the same number is nobody's wish, and another wish is not this one.
    store.set_setting(Scope::Server(ANNA), "next_up", Some("on")).await.unwrap();
    store.set_setting(Scope::Person(ANNA), "short", Some("on")).await.unwrap();
    assert_eq!(store.notices(AGES_LATER).await.unwrap(), []);

    wants_to_know(store, BERT, Some("on")).await;
    assert_eq!(store.notices(0).await.unwrap(), [], "he made the last step himself");
    wants_to_know(store, BERT, None).await;
    wants_to_know(store, ANNA, Some("on")).await;
    let notices = store.notices(0).await.unwrap();
    assert_eq!(notices.len(), 1, "at once, whatever the time: {notices:?}");
    assert_eq!((notices[0].kind, notices[0].user_id), (NoticeKind::NextUp, ANNA));
    wants_to_know(store, ANNA, None).await;
    assert_eq!(store.notices(AGES_LATER).await.unwrap(), []);
}

#[tokio::test]
async fn telling_of_what_is_not_owed_any_more_is_refused() {
    let house = House::new().await;
    let store = &house.store;
    begin(store, "g1", 7, 500, anna_owes("an order")).await;
    store.refresh_owing(ALL).await.unwrap();
    let first = reminders(store).await.remove(0);
    let next_up = Notice { kind: NoticeKind::NextUp, ..first.clone() };
    for wrong in [
        Notice { seq: 2, ..first.clone() },
        Notice { user_id: BERT, ..first.clone() },
        Notice { game_id: "none".to_owned(), ..first.clone() },
    ] {
        assert!(!store.note_told(&wrong, Delivery::Done).await.unwrap(), "{wrong:?}");
    }
    assert_eq!(reminders(store).await, from_ref(&first));

    act(store, "g1", ANNA, 600, anew(anna_owes("an order"), 2)).await;
    store.refresh_owing(ALL).await.unwrap();
    for stale in [&first, &next_up] {
        assert!(!store.note_told(stale, Delivery::Done).await.unwrap(), "{stale:?}");
    }
    let second = reminders(store).await.remove(0);
    assert_eq!((second.seq, second.told), (2, Delivery::Not));

    act(store, "g1", ANNA, 700, nobody_owes()).await;
    store.refresh_owing(ALL).await.unwrap();
    assert!(!store.note_told(&second, Delivery::Begun).await.unwrap());
}

#[tokio::test]
async fn the_largest_ids_are_people_like_others() {
    let house = House::new().await;
    let store = &house.store;
    let largest = [u64::MAX, u64::MAX - 1, 1 << 63, (1 << 63) - 1];
    for (channel, user) in (1..).zip(largest) {
        wants_to_know(store, user, Some("on")).await;
        begin(store, &format!("g{user}"), channel, 500, table([owing(1, user, "an order")])).await;
    }
    store.refresh_owing(ALL).await.unwrap();
    store.refresh_owing(ALL).await.unwrap();
    for user in largest {
        let all = store.notices(AGES_LATER).await.unwrap();
        let own: Vec<_> = all.iter().filter(|notice| notice.user_id == user).collect();
        assert_eq!(own.len(), 2, "{user}: {all:?}");
        for notice in own {
            assert_eq!(notice.game_id, format!("g{user}"));
            assert!(store.note_told(notice, Delivery::Done).await.unwrap());
        }
    }
    assert_eq!(store.notices(AGES_LATER).await.unwrap(), []);

    for user in largest {
        let owes = anew(table([owing(1, user, "an order")]), 2);
        act(store, &format!("g{user}"), user, 600, owes).await;
    }
    store.refresh_owing(ALL).await.unwrap();
    assert_eq!(owed(store).await.len(), 4, "each has acted and owes again");
    for user in largest {
        act(store, &format!("g{user}"), user, 700, table([idle(1, user)])).await;
    }
    store.refresh_owing(ALL).await.unwrap();
    assert_eq!(owed(store).await, []);
}

#[tokio::test]
async fn a_person_with_two_seats_gets_one_notice() {
    let house = House::new().await;
    let store = &house.store;
    let same = table([owing(1, ANNA, "an order"), owing(2, ANNA, "an order")]);
    begin(store, "same", 7, 500, same.clone()).await;
    let differing = table([owing(1, BERT, "an order"), owing(2, BERT, "a reaction")]);
    begin(store, "differing", 8, 501, differing.clone()).await;
    let one_of_two = table([idle(1, CARL), owing(2, CARL, "an order")]);
    begin(store, "one of two", 9, 502, one_of_two.clone()).await;
    let expected = [
        (ANNA, "an order".to_owned(), 1, 500),
        (BERT, "an order,a reaction".to_owned(), 1, 501),
        (CARL, "an order".to_owned(), 1, 502),
    ];
    store.refresh_owing(ALL).await.unwrap();
    assert_eq!(owed(store).await, expected);

    // Steps of others change nothing about it.
    for (id, summary) in [("same", same), ("differing", differing), ("one of two", one_of_two)] {
        act(store, id, 33, 600, summary).await;
    }
    store.refresh_owing(ALL).await.unwrap();
    assert_eq!(owed(store).await, expected);
}

#[tokio::test]
async fn an_empty_seat_owes_nobody_anything() {
    let house = House::new().await;
    begin(&house.store, "g1", 7, 500, table([seat(1, None, true), idle(2, BERT)])).await;
    begin(&house.store, "g2", 8, 500, table([])).await;
    house.store.refresh_owing(ALL).await.unwrap();
    assert_eq!(owed(&house.store).await, []);
}

#[tokio::test]
async fn a_look_at_the_latest_games_does_not_see_older_ones() {
    let house = House::new().await;
    let store = &house.store;
    begin(store, "old", 7, 500, anna_owes("an order")).await;
    begin(store, "new", 8, 600, anna_owes("an order")).await;
    store.refresh_owing(601).await.unwrap();
    assert_eq!(owed(store).await, []);
    store.refresh_owing(600).await.unwrap();
    assert_eq!(owed(store).await, [(ANNA, "an order".to_owned(), 1, 600)]);

    // What stands stays, and what is settled is forgotten with the look at its game.
    store.refresh_owing(AGES_LATER).await.unwrap();
    assert_eq!(owed(store).await, [(ANNA, "an order".to_owned(), 1, 600)]);
    act(store, "new", ANNA, 700, nobody_owes()).await;
    store.refresh_owing(700).await.unwrap();
    assert_eq!(owed(store).await, []);
}

async fn untouched(store: &Store, at_ms: i64) -> Vec<Untouched> {
    store.untouched_since(at_ms).await.unwrap()
}

async fn untouched_ids(store: &Store, at_ms: i64) -> Vec<String> {
    untouched(store, at_ms).await.into_iter().map(|game| game.game_id).collect()
}

#[tokio::test]
async fn open_games_that_nobody_touches_are_found_the_oldest_first() {
    let house = House::new().await;
    let store = &house.store;
    begin(store, "newer", 7, 600, nobody_owes()).await;
    begin(store, "older", 8, 500, Summary { phase: Phase::Lobby, ..nobody_owes() }).await;
    begin(store, "over", 9, 400, nobody_owes()).await;
    begin(store, "away", 10, 400, nobody_owes()).await;
    act(store, "over", BERT, 410, Summary { phase: Phase::Ended, ..nobody_owes() }).await;
    act(store, "away", BERT, 410, Summary { phase: Phase::Shelved, ..nobody_owes() }).await;

    assert!(untouched(store, 499).await.is_empty());
    let older = Untouched {
        game_id: "older".to_owned(),
        guild_id: Some(SERVER),
        channel_id: 8,
        seq: 1,
        touched_ms: 500,
        asked: None,
    };
    assert_eq!(untouched(store, 500).await, [older]);
    assert_eq!(untouched_ids(store, 600).await, ["older", "newer"]);
    act(store, "older", BERT, 700, nobody_owes()).await;
    assert_eq!(untouched_ids(store, 699).await, ["newer"]);
    assert_eq!(untouched_ids(store, 700).await, ["newer", "older"]);
}

#[tokio::test]
async fn a_question_about_a_game_is_void_after_its_next_step() {
    let house = House::new().await;
    begin(&house.store, "g1", 7, 500, nobody_owes()).await;
    begin(&house.store, "g2", 8, 600, nobody_owes()).await;
    house.store.note_asked("g1", 1, 1_000, Delivery::Begun).await.unwrap();
    house.store.note_asked("none", 1, 1_000, Delivery::Begun).await.unwrap();

    let house = house.restart().await;
    let store = &house.store;
    let asked = async || -> Vec<_> {
        untouched(store, AGES_LATER).await.into_iter().map(|game| game.asked).collect()
    };
    assert_eq!(asked().await, [Some((1_000, Delivery::Begun)), None]);
    store.note_asked("g1", 1, 1_001, Delivery::Done).await.unwrap();
    assert_eq!(asked().await, [Some((1_001, Delivery::Done)), None]);

    act(store, "g1", BERT, 550, nobody_owes()).await;
    assert_eq!(asked().await, [None, None], "somebody plays on");
    store.note_asked("g1", 2, 2_000, Delivery::Done).await.unwrap();
    assert_eq!(asked().await, [Some((2_000, Delivery::Done)), None]);
    assert!(store.check().await.unwrap().is_empty());
}

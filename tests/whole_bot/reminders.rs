use gatemaster_sandbox::{Person, Place, Seen};

use crate::club::Club;

/// A bag game that reminds after a day, in which Bob owes something: his die came out last.
async fn bob_owes(club: &Club) {
    club.bag_game().await;
    let set = club.ann.at(&club.hall).slash("/game settings remind:after a day").await.text();
    assert!(set.contains("reminders after 1 day"), "{set}");
    club.draws(&club.ann, &club.hall, "Blue").await;
}

fn reminders(place: &Place) -> Vec<Seen> {
    place.everything().into_iter().filter(|seen| seen.all_text().contains("-# Reminder")).collect()
}

async fn reminder_in(place: &Place) -> Seen {
    place.wait_for(|seen| seen.all_text().contains("-# Reminder")).await
}

fn next_notes(place: &Place) -> usize {
    place.everything().iter().filter(|seen| seen.all_text().contains("-# You are next")).count()
}

/// Lets the post go round: what it had to say before this, it has said after it. Somebody else's game in another channel is
/// the sign for it. The first sign may come in the middle of a round, the second comes in a later one.
pub async fn post_goes_round(club: &Club, sign: &str) {
    let place = club.discord.channel(sign);
    club.mia.at(&place).slash("/bag setup sides:Red 3, Blue 3").await;
    club.pat.at(&place).slash("/game join").await;
    club.pat.at(&place).slash("/my notices next:True").await;
    for _ in 0..2 {
        let before = next_notes(&club.pat.dm());
        club.draws(&club.mia, &place, "Blue").await;
        club.until(|| next_notes(&club.pat.dm()) > before).await;
    }
}

#[tokio::test]
async fn whoever_owes_something_is_reminded_once() {
    let club = Club::open().await;
    bob_owes(&club).await;
    club.hours_pass(23);
    post_goes_round(&club, "early").await;
    assert!(reminders(&club.hall).is_empty());
    club.hours_pass(1);
    let reminder = reminder_in(&club.hall).await;
    let text = reminder.all_text();
    assert!(text.contains("has waited for you since"), "{text}");
    assert!(text.contains("act with your drawn die, then draw a die"), "{text}");
    assert!(reminder.pings(&club.bob) && !reminder.pings(&club.ann), "only who owes is told");
    let board = club.bob.clicks(&reminder, "Show the board").await;
    assert!(board.is_private() && board.text().contains("Turn 1"), "{}", board.text());

    club.days_pass(10);
    post_goes_round(&club, "elsewhere").await;
    assert_eq!(reminders(&club.hall).len(), 1, "never twice");

    // he acts, then owes again: that is another matter
    club.draws(&club.bob, &club.hall, "Blue").await;
    club.hours_pass(25);
    club.until(|| reminders(&club.hall).len() == 2).await;
}

#[tokio::test]
async fn a_reminder_comes_after_the_bot_was_down_and_only_once() {
    let mut club = Club::open().await;
    bob_owes(&club).await;
    club.stop_bot().await;
    club.days_pass(3);
    club.start_bot().await;
    reminder_in(&club.hall).await;
    club.restart_bot().await;
    post_goes_round(&club, "elsewhere").await;
    assert_eq!(reminders(&club.hall).len(), 1);
}

#[tokio::test]
async fn a_reminder_that_was_being_sent_when_the_bot_died_is_not_sent_again() {
    let mut club = Club::open().await;
    bob_owes(&club).await;
    club.hours_pass(24);
    reminder_in(&club.hall).await;
    club.stop_bot().await;
    // as if the program had died between the sending and the note of it
    club.unsay_reminders(1).await;
    club.start_bot().await;
    post_goes_round(&club, "elsewhere").await;
    assert_eq!(reminders(&club.hall).len(), 1, "it is found in the channel");

    // and if it had not got out, it is sent now
    club.stop_bot().await;
    let said = reminders(&club.hall).remove(0);
    club.as_bot("DELETE", &format!("channels/{}/messages/{}", club.hall.id(), said.id), "").await;
    club.unsay_reminders(1).await;
    club.start_bot().await;
    reminder_in(&club.hall).await;
}

#[tokio::test]
async fn people_choose_how_they_are_reminded() {
    let club = Club::open().await;
    let told = club.bob.at(&club.hall).slash("/my notices reminders:by direct message").await;
    assert!(told.is_private() && told.text().contains("Reminders: **by direct message**"));
    bob_owes(&club).await;
    club.hours_pass(25);
    let dm = reminder_in(&club.bob.dm()).await;
    assert!(dm.all_text().contains("on Club has waited for you"), "{}", dm.all_text());
    post_goes_round(&club, "elsewhere").await;
    assert!(reminders(&club.hall).is_empty());
    let link = dm.button("Go there").unwrap();
    assert!(link.url.as_deref().unwrap_or_default().contains(&club.hall.id().to_string()));
}

#[tokio::test]
async fn closed_direct_messages_fall_back_to_a_mention() {
    let club = Club::open().await;
    club.bob.refuses_dms();
    club.discord.expect_fault("50007");
    club.bob.at(&club.hall).slash("/my notices reminders:by direct message").await;
    bob_owes(&club).await;
    club.hours_pass(25);
    assert!(reminder_in(&club.hall).await.pings(&club.bob));
}

#[tokio::test]
async fn who_wants_no_reminders_gets_none() {
    let club = Club::open().await;
    club.bob.at(&club.hall).slash("/my notices reminders:not at all").await;
    bob_owes(&club).await;
    club.days_pass(2);
    post_goes_round(&club, "elsewhere").await;
    assert!(reminders(&club.hall).is_empty() && reminders(&club.bob.dm()).is_empty());
}

/// Quiet hours that hold now and for the next two hours, and the words for them.
fn quiet_now(club: &Club) -> String {
    let minutes = club.clock.now_ms().div_euclid(60_000).rem_euclid(24 * 60);
    let hour = minutes / 60;
    format!("{:02}:00-{:02}:00", hour, (hour + 3) % 24)
}

#[tokio::test]
async fn nobody_is_told_anything_in_their_quiet_hours() {
    let club = Club::open().await;
    bob_owes(&club).await;
    club.hours_pass(24);
    reminder_in(&club.hall).await;
    club.draws(&club.bob, &club.hall, "Blue").await;
    // a day later it is the same time of day, and that is quiet
    let quiet = quiet_now(&club);
    let set = club.bob.at(&club.hall).slash(&format!("/my notices quiet:{quiet}")).await.text();
    assert!(set.contains(&quiet), "{set}");
    club.hours_pass(24);
    post_goes_round(&club, "loud").await;
    assert_eq!(reminders(&club.hall).len(), 1, "it is quiet");
    club.hours_pass(3);
    club.until(|| reminders(&club.hall).len() == 2).await;
}

#[tokio::test]
async fn odd_hours_and_zones_are_refused_in_words() {
    let club = Club::open().await;
    let at = club.bob.at(&club.hall);
    for (typed, said) in [
        ("/my notices quiet:all night", "`22:00-08:00`"),
        ("/my notices quiet:25-26", "`22:00-08:00`"),
        ("/my notices zone:Mordor", "no such time zone"),
    ] {
        let refused = at.slash(typed).await;
        assert!(refused.is_private() && refused.text().contains(said), "{}", refused.text());
    }
    let offered = at.completes("/my notices zone:berl").await;
    assert_eq!(offered[0].name, "Europe/Berlin");
    at.slash("/my notices zone:Europe/Berlin quiet:22-8").await;
    let shown = at.slash("/my notices").await.text();
    assert!(shown.contains("22:00-08:00") && shown.contains("Europe/Berlin"), "{shown}");
    let off = at.slash("/my notices quiet:off").await.text();
    assert!(off.contains("Quiet hours: **none**"), "{off}");
}

#[tokio::test]
async fn absence_pauses_reminders_and_tells_the_opponent() {
    let mut club = Club::open().await;
    bob_owes(&club).await;
    let away = club.bob.at(&club.hall).slash("/leave-of-absence days:7 note:in the hills").await;
    let own = away.messages().into_iter().find(|seen| seen.private).unwrap().all_text();
    assert!(own.contains("The others hear of it in 1 game"), "{own}");
    let told = |seen: &Seen| !seen.private && seen.all_text().contains("Bob is away until");
    let told = club.hall.wait_for(told).await;
    assert!(told.all_text().contains("“in the hills”"), "{}", told.all_text());
    assert!(told.pings(&club.ann) && !told.pings(&club.bob), "the opponent is told");

    club.days_pass(5);
    club.restart_bot().await;
    post_goes_round(&club, "elsewhere").await;
    assert!(reminders(&club.hall).is_empty(), "he is away");
    let games = club.ann.at(&club.hall).slash("/my games").await.text();
    assert!(games.contains("You wait for them") && games.contains("(away until"), "{games}");
    let list = club.pat.at(&club.hall).slash("/leave-of-absence").await.text();
    assert!(list.contains(&club.bob.mention()) && list.contains("You are here"), "{list}");

    // the day that was left when he went is still his after the return
    club.hours_pass(7);
    club.days_pass(2);
    post_goes_round(&club, "yonder").await;
    assert!(reminders(&club.hall).is_empty());
    club.hours_pass(24);
    reminder_in(&club.hall).await;
}

#[tokio::test]
async fn coming_back_early_is_told_as_well() {
    let club = Club::open().await;
    bob_owes(&club).await;
    let at = club.bob.at(&club.hall);
    assert!(at.slash("/leave-of-absence back:True").await.text().contains("not away"));
    at.slash("/leave-of-absence days:100").await;
    club.days_pass(2);
    at.slash("/leave-of-absence back:True").await;
    club.hall.wait_for(|seen| seen.all_text().contains("Bob is back.") && !seen.private).await;
    club.hours_pass(25);
    reminder_in(&club.hall).await;
    for (typed, said) in [
        ("/leave-of-absence until:2020-01-01", "That day is over"),
        ("/leave-of-absence until:tomorrow", "`2026-12-24`"),
        ("/leave-of-absence until:2999-01-01", "366 days at most"),
    ] {
        let refused = at.slash(typed).await;
        assert!(refused.is_private() && refused.text().contains(said), "{}", refused.text());
    }
}

#[tokio::test]
async fn you_are_next_comes_at_once_to_those_who_asked_for_it() {
    let club = Club::open().await;
    club.bag_game().await;
    club.bob.at(&club.hall).slash("/my notices next:True").await;
    club.draws(&club.ann, &club.hall, "Blue").await;
    let next = |seen: &Seen| seen.all_text().contains("-# You are next");
    let dm = club.bob.dm().wait_for(next).await;
    assert!(dm.all_text().contains("waits for you: act with your drawn die"), "{}", dm.all_text());
    club.draws(&club.bob, &club.hall, "Red").await;
    club.draws(&club.ann, &club.hall, "Blue").await;
    club.until(|| club.bob.dm().everything().iter().filter(|m| next(m)).count() == 2).await;
    assert!(!club.ann.dm().everything().iter().any(next), "Ann did not ask for it");
}

#[tokio::test]
async fn a_table_s_reminders_are_its_own_business() {
    let club = Club::open().await;
    club.bag_game().await;
    let refused = club.pat.at(&club.hall).slash("/game settings remind:after a day").await;
    assert!(refused.is_private(), "{}", refused.text());
    club.draws(&club.ann, &club.hall, "Blue").await;
    club.days_pass(3);
    post_goes_round(&club, "elsewhere").await;
    assert!(reminders(&club.hall).is_empty(), "nobody asked for reminders here");
}

fn owed_by<'a>(club: &'a Club, person: &'a Person) -> gatemaster_sandbox::Act {
    person.at(&club.hall).slash("/my games")
}

#[tokio::test]
async fn my_games_says_what_waits_for_whom() {
    let club = Club::open().await;
    let nothing = owed_by(&club, &club.ann).await;
    assert!(nothing.is_private() && nothing.text().contains("no open game"), "{}", nothing.text());
    bob_owes(&club).await;
    let bobs = owed_by(&club, &club.bob).await.text();
    assert!(
        bobs.contains("They wait for you") && bobs.contains("act with your drawn die"),
        "{bobs}"
    );
    assert!(bobs.contains("https://discord.com/channels/"), "{bobs}");
    let anns = owed_by(&club, &club.ann).await.text();
    assert!(anns.contains("You wait for them") && anns.contains(&club.bob.mention()), "{anns}");
    assert!(owed_by(&club, &club.pat).await.text().contains("no open game"));
    let elsewhere = club.discord.server("Another").channel("room");
    club.bob.joins(&club.discord.server("Another"));
    let other = club.bob.at(&elsewhere).slash("/my games").await.text();
    assert!(other.contains("no open game on this server"), "{other}");
}

#[tokio::test]
async fn a_reminder_whose_answer_got_lost_is_not_posted_twice() {
    let club = Club::open().await;
    bob_owes(&club).await;
    club.discord.misbehave().next_requests(1).matching("POST", "/messages").lose_their_answer();
    club.hours_pass(24);
    reminder_in(&club.hall).await;
    post_goes_round(&club, "elsewhere").await;
    assert_eq!(reminders(&club.hall).len(), 1);
}

#[tokio::test]
async fn every_die_of_one_s_own_is_a_matter_of_its_own() {
    let club = Club::open().await;
    club.bob.at(&club.hall).slash("/my notices next:True").await;
    bob_owes(&club).await;
    let next = || next_notes(&club.bob.dm());
    club.until(|| next() == 1).await;
    club.hours_pass(24);
    reminder_in(&club.hall).await;
    // Ann draws for him again: another die, another reminder
    club.draws(&club.ann, &club.hall, "Blue").await;
    club.until(|| next() == 2).await;
    club.hours_pass(25);
    club.until(|| reminders(&club.hall).len() == 2).await;
    // a die put in changes the words, not the matter
    club.ann.at(&club.hall).slash("/bag put-in die:Red").await;
    club.hours_pass(30);
    post_goes_round(&club, "elsewhere").await;
    assert_eq!(reminders(&club.hall).len(), 2);
    assert_eq!(next(), 2);
    // who draws their own die knows it
    club.draws(&club.bob, &club.hall, "Blue").await;
    post_goes_round(&club, "yonder").await;
    assert_eq!(next(), 2);
}

#[tokio::test]
async fn a_table_without_mentions_reminds_by_direct_message() {
    let club = Club::open().await;
    bob_owes(&club).await;
    club.ann.at(&club.hall).slash("/game settings mentions:False").await;
    club.hours_pass(25);
    reminder_in(&club.bob.dm()).await;
    post_goes_round(&club, "elsewhere").await;
    assert!(
        !club
            .hall
            .everything()
            .iter()
            .any(|seen| seen.pings(&club.bob) && seen.all_text().contains("-# Reminder"))
    );
}

#[tokio::test]
async fn what_discord_refuses_for_good_is_not_tried_again_and_again() {
    let club = Club::open().await;
    bob_owes(&club).await;
    club.hall.deny_bot(gatemaster_sandbox::permissions::SEND_MESSAGES);
    club.discord.expect_fault("50013");
    club.hours_pass(25);
    club.until(|| !club.discord.expected_faults().is_empty()).await;
    for sign in ["one", "two", "three"] {
        post_goes_round(&club, sign).await;
    }
    assert_eq!(club.discord.expected_faults().len(), 1, "{:?}", club.discord.expected_faults());
}

#[tokio::test]
async fn an_offered_seat_waits_in_my_games() {
    let club = Club::open().await;
    club.bag_game().await;
    club.ann.at(&club.hall).slash("/game hand-over to:@Pat").await;
    let games = club.pat.at(&club.hall).slash("/my games").await.text();
    assert!(games.contains("will you take over Red?"), "{games}");
}

#[tokio::test]
async fn many_games_fit_in_one_list() {
    let club = Club::open().await;
    for room in 0..15 {
        let place = club.discord.channel(&format!("room-{room}"));
        club.ann.at(&place).slash("/bag setup sides:Red 2, Blue 2").await;
        club.draws(&club.ann, &place, "Red").await;
    }
    let games = club.ann.at(&club.hall).slash("/my games").await.text();
    assert_eq!(games.matches("act with your drawn die").count(), 15, "{games}");
}

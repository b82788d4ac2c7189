//! What the books do by themselves: they speak in their channel, once; time passes; games report their end.

use std::time::Duration;

use gatemaster_commands::clerk::announce::announcements;
use gatemaster_commands::clerk::digest::this_week_ms;
use gatemaster_commands::league::press::{LeaguePress, LeaguePressed};
use gatemaster_commands::ledger::StoredBook;
use gatemaster_discord::card::SeenBy;
use gatemaster_league::league::How;
use gatemaster_league::lots::{Draw, Lot, Stakes};
use gatemaster_league::{
    Action, EntrantId, Event, FixtureId, Format, League, Played, Side, State, Verdict,
};
use gatemaster_rules::dice::Roll;
use gatemaster_rules::game::SystemId;
use gatemaster_rules::ids::UserId;
use gatemaster_sandbox::{Options, Person, Seen};
use gatemaster_store::EntryRow;

use crate::club::Club;
use crate::league_table::{
    DiceMatch, LeagueTable, clerk_looks, message_with, player, said, settings, won,
};

const SWISS: Format = Format::Swiss { rounds: 2 };

fn elsewhere() -> Played {
    Played::Elsewhere("Bolt Action".to_owned())
}

/// A league of two that has started and has said so.
async fn told_of_two(club: &Club) -> LeagueTable {
    let league = LeagueTable::of_two(club, elsewhere(), settings(SWISS, &club.hall)).await;
    clerk_looks(club);
    league.all_told().await;
    league
}

async fn says(club: &Club, text: &str) -> Seen {
    club.hall.wait_for(|seen| seen.all_text().contains(text)).await
}

#[tokio::test]
async fn a_season_is_told_in_its_channel_from_the_opening_to_the_end() {
    let club = Club::open().await;
    let league = LeagueTable::open(&club, "Winter", elsewhere(), settings(SWISS, &club.hall)).await;
    clerk_looks(&club);
    let opened = says(&club, "A new league is open.").await;
    assert!(opened.button("Join").is_some(), "{}", opened.all_text());
    assert!(opened.pinged.is_empty(), "{:?}", opened.pinged);

    // who joins stands in that very post, and nothing else is said about it
    league.act(&club.ann, Action::Join { faction: Some("Ghar".to_owned()) }).await;
    league.act(&club.bob, Action::Join { faction: None }).await;
    clerk_looks(&club);
    let listed = says(&club, "Ann (Ghar), Bob").await;
    assert_eq!((listed.id, said(&club.hall).len()), (opened.id, 1), "{}", listed.all_text());

    league.act(&club.mia, Action::Start).await;
    clerk_looks(&club);
    let paired = says(&club, "Winter: Round 1").await;
    assert!(paired.text.contains("Season 1 has started with 2 people."), "{}", paired.text);
    assert!(paired.pings(&club.ann) && paired.pings(&club.bob) && paired.pinged.len() == 2);

    let fixture = FixtureId(1);
    league.act(&club.ann, Action::Report { fixture, result: won(Side::First) }).await;
    clerk_looks(&club);
    let report = says(&club, "is that so?").await;
    assert!(report.text.contains("Ann reports: **Ann beat Bob 5–3**"), "{}", report.text);
    assert!(report.pings(&club.bob) && !report.pings(&club.ann));
    assert!(report.button("Confirm 1").is_some() && report.button("Not so (1)…").is_some());

    let says_bob = "we never finished *that* game".to_owned();
    let revision = league.fixture(1).await.revision;
    league.act(&club.bob, Action::Dispute { fixture, revision, says: says_bob }).await;
    clerk_looks(&club);
    let disputed = says(&club, "An organiser settles it.").await;
    assert!(disputed.text.contains("never finished \\*that\\* game"), "{}", disputed.text);
    assert!(disputed.pings(&club.mia) && disputed.button("Settle 1…").is_some());

    let why = "both agree now".to_owned();
    league.act(&club.mia, Action::Settle { fixture, result: won(Side::Second), why }).await;
    clerk_looks(&club);
    let settled = says(&club, "Round 1 is done.").await;
    // the post of the round shows how it stands
    let shows =
        |seen: &Seen| seen.id == paired.id && seen.all_text().contains("**Bob beat Ann 5–3**");
    let post = club.hall.wait_for(shows).await;
    assert!(post.all_text().contains("1 Bob  1 1 0 0   3"), "{}", post.all_text());
    for old in [&report, &disputed] {
        club.hall.wait_for(|seen| seen.id == old.id && seen.buttons.is_empty()).await;
    }
    let line = "**Bob beat Ann 5–3** (settled by an organiser): both agree now";
    assert!(settled.text.contains(line), "{}", settled.text);
    assert!(settled.button("Pair the next round").is_some() && settled.pings(&club.mia));

    let result = won(Side::First);
    league.act(&club.mia, Action::Settle { fixture, result, why: "a slip".to_owned() }).await;
    let (entrant, why) = (league.number_of(&club.bob).await, "late".to_owned());
    league.act(&club.mia, Action::Adjust { entrant, points: -1, why }).await;
    clerk_looks(&club);
    let corrected = says(&club, "Corrected: Bob beat Ann 5–3 → **Ann beat Bob 5–3**: a slip").await;
    assert!(corrected.pinged.is_empty(), "{:?}", corrected.pinged);
    assert!(!corrected.text.contains("is done"), "{}", corrected.text);
    says(&club, "−1 point for Bob: late").await;

    league.act(&club.mia, Action::NextRound).await;
    league.act(&club.mia, Action::Close { anyway: true }).await;
    clerk_looks(&club);
    let closed = says(&club, "Season 1 is over").await;
    assert!(closed.all_text().contains("1. **Ann**"), "{}", closed.all_text());
    league.act(&club.mia, Action::NextSeason { name: "Spring".to_owned() }).await;
    clerk_looks(&club);
    let next = says(&club, "Season 2 is open.").await;
    assert!(next.button("Join").is_some(), "{}", next.all_text());
}

#[tokio::test]
async fn nothing_is_said_twice_whenever_the_bot_dies() {
    let mut club = Club::open().await;
    let league = told_of_two(&club).await;
    let before = said(&club.hall).len();
    club.restart_bot().await;
    clerk_looks(&club);
    league.act(&club.ann, Action::Report { fixture: FixtureId(1), result: won(Side::First) }).await;
    clerk_looks(&club);
    says(&club, "is that so?").await;
    league.all_told().await;
    assert_eq!(said(&club.hall).len(), before + 1);

    // as if the program had died between the sending and the note of it
    club.stop_bot().await;
    untell(&club, &league).await;
    club.start_bot().await;
    league.all_told().await;
    assert_eq!(said(&club.hall).len(), before + 1, "it is found in the channel");

    // and if it had not got out, it is said now
    club.stop_bot().await;
    let last = said(&club.hall).pop().unwrap();
    club.as_bot("DELETE", &format!("channels/{}/messages/{}", club.hall.id(), last.id), "").await;
    untell(&club, &league).await;
    club.start_bot().await;
    says(&club, "is that so?").await;
    league.all_told().await;
    assert_eq!(said(&club.hall).len(), before + 1);
}

/// The last entry is being told, for all that the book knows.
async fn untell(club: &Club, league: &LeagueTable) {
    let path = club.folder().join("games.db");
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(path);
    let mut connection = sqlx::ConnectOptions::connect(&options).await.unwrap();
    let set = sqlx::query("UPDATE books SET told_seq = seq - 1, telling_seq = seq WHERE id = ?");
    let changed = set.bind(&league.id).execute(&mut connection).await.unwrap();
    assert_eq!(changed.rows_affected(), 1);
    sqlx::Connection::close(connection).await.unwrap();
}

#[tokio::test]
async fn what_has_changed_since_is_told_as_it_stands_without_buttons_that_are_dead() {
    let mut club = Club::open().await;
    let league = told_of_two(&club).await;
    club.stop_bot().await;
    let fixture = FixtureId(1);
    league.act(&club.ann, Action::Report { fixture, result: won(Side::First) }).await;
    let revision = league.fixture(1).await.revision;
    league.act(&club.bob, Action::Confirm { fixture, revision }).await;
    club.start_bot().await;
    league.all_told().await;
    let told = said(&club.hall).pop().unwrap();
    assert!(told.text.contains("**Ann beat Bob 5–3**"), "{}", told.text);
    assert!(told.button("Confirm 1").is_none() && !told.text.contains("is that so"));
    assert!(!told.pings(&club.bob), "nobody is asked any more");
}

/// Somebody reports while the clerk has read the book and is about to tell what came before.
#[tokio::test]
async fn what_is_entered_while_the_book_is_told_keeps_its_buttons() {
    let mut club = Club::open().await;
    let league = told_of_two(&club).await;
    club.stop_bot().await;
    untell(&club, &league).await;
    // at its start it looks for what it was saying when it stopped
    let path = format!("channels/{}/messages", club.hall.id());
    let looking = club.discord.misbehave().next_requests(1).matching("GET", &path).are_held();
    club.start_bot().await;
    looking.came(1).await;
    league.act(&club.ann, Action::Report { fixture: FixtureId(1), result: won(Side::First) }).await;
    looking.let_go();
    clerk_looks(&club);
    league.all_told().await;
    let told = said(&club.hall).pop().unwrap();
    assert!(told.text.contains("is that so?"), "{}", told.text);
    assert!(told.button("Confirm 1").is_some() && told.pings(&club.bob), "{}", told.text);
}

#[tokio::test]
async fn a_report_counts_by_itself_after_its_time_and_deadlines_are_told() {
    let club = Club::open().await;
    let league = LeagueTable::of_two(&club, elsewhere(), settings(SWISS, &club.hall)).await;
    league.act(&club.ann, Action::Report { fixture: FixtureId(1), result: won(Side::First) }).await;
    club.hours_pass(47);
    league.all_told().await;
    assert!(matches!(league.fixture(1).await.state, State::Reported { .. }));
    club.hours_pass(1);
    says(&club, "**Ann beat Bob 5–3** (nobody objected in time)").await;
    let state = league.fixture(1).await.state;
    assert!(matches!(state, State::Decided { how: How::Deadline, .. }), "{state:?}");

    league.act(&club.mia, Action::NextRound).await;
    club.days_pass(13);
    let soon = says(&club, "Due soon").await;
    assert!(soon.pings(&club.ann) && soon.pings(&club.bob) && !soon.pings(&club.mia));
    club.days_pass(1);
    let late = says(&club, "Past the deadline").await;
    assert!(late.pings(&club.mia) && !late.pings(&club.ann), "{:?}", late.pinged);
    assert!(late.button("Settle 2…").is_some());
}

#[tokio::test]
async fn a_league_without_a_channel_is_silent_and_a_closed_channel_stops_nobody() {
    let club = Club::open().await;
    let silent = LeagueTable::of_two(
        &club,
        elsewhere(),
        gatemaster_league::Settings { announce: None, ..settings(SWISS, &club.hall) },
    )
    .await;
    clerk_looks(&club);
    silent.all_told().await;
    assert!(said(&club.hall).is_empty());

    let closed = club.discord.channel("closed");
    closed.deny_bot(1 << 10);
    club.discord.expect_fault("50001");
    let shut = LeagueTable::open(&club, "Shut", elsewhere(), settings(SWISS, &closed)).await;
    let open = LeagueTable::open(&club, "Open", elsewhere(), settings(SWISS, &club.hall)).await;
    clerk_looks(&club);
    shut.all_told().await;
    open.all_told().await;
    assert_eq!(said(&club.hall).len(), 1);
}

#[tokio::test]
async fn a_game_that_was_opened_for_a_match_reports_its_end_itself() {
    let club = Club::open().await;
    let system = Played::System(SystemId::DiceGame);
    let league = LeagueTable::of_two(&club, system, settings(SWISS, &club.hall)).await;
    let fixture = FixtureId(1);
    let id = gatemaster_discord::press::encode(&LeaguePressed::new(
        &league.id,
        LeaguePress::Play { fixture },
    ));
    let message = message_with(&club, "Play 1 here", &id).await;

    let stranger = club.pat.clicks(&message, &id).await;
    assert!(stranger.is_private() && stranger.text().contains("between others"));
    club.discord.misbehave().deliver_twice(1);
    club.discord.expect_fault("40060");
    let opened = club.ann.clicks(&message, &id).await;
    let board = opened.message();
    assert!(board.text.contains("its result will count"), "{}", board.all_text());
    assert!(board.pings(&club.bob) && !board.pings(&club.ann));
    assert!(board.all_text().contains("(Ann)") && board.all_text().contains("(Bob)"));
    league.until(|league| league.season.fixtures[0].games.len() == 1).await;
    let again = club.bob.clicks(&message, &id).await;
    assert!(
        again.is_private() && again.text().contains("being played already"),
        "{}",
        again.text()
    );

    let game = league.fixture(1).await.games[0].clone();
    let game = DiceMatch::at(&club, &game).await;
    assert_eq!(game.table().await.name, "Ann – Bob");
    let winner = game.to_the_end().await;
    clerk_looks(&club);
    says(&club, "It is in the table.").await;
    let fixture = league.fixture(1).await;
    let State::Decided { result, how, .. } = &fixture.state else { panic!("{fixture:?}") };
    assert_eq!((*how, result.game.as_deref()), (How::Game, Some(game.id.as_str())));
    let expected = match winner {
        None => Verdict::Draw,
        Some(id) if id == UserId(club.ann.id()) => Verdict::Win(Side::First),
        Some(_) => Verdict::Win(Side::Second),
    };
    assert_eq!(result.verdict, expected);
    assert!(result.scores.is_some() && result.factions.iter().all(Option::is_some), "{result:?}");
    says(&club, "(from the game itself)").await;
}

#[tokio::test]
async fn a_game_that_was_broken_off_says_why_it_does_not_count() {
    let mut club = Club::open().await;
    let system = Played::System(SystemId::Bag);
    let league = LeagueTable::of_two(&club, system, settings(SWISS, &club.hall)).await;
    let fixture = FixtureId(1);
    let id = gatemaster_discord::press::encode(&LeaguePressed::new(
        &league.id,
        LeaguePress::Play { fixture },
    ));
    let message = message_with(&club, "Play 1 here", &id).await;
    club.bob.clicks(&message, &id).await;
    league.until(|league| league.season.fixtures[0].games.len() == 1).await;
    club.mia.at(&club.hall).slash("/game end").await;
    let told = says(&club, "does not count for match 1 of **Winter**").await;
    assert!(told.text.contains("A bag of dice does not know who won."), "{}", told.text);
    assert!(told.button("Report 1…").is_some());
    assert_eq!(league.fixture(1).await.state, State::Open);
    club.restart_bot().await;
    clerk_looks(&club);
    league.act(&club.ann, Action::Report { fixture, result: won(Side::First) }).await;
    clerk_looks(&club);
    says(&club, "is that so?").await;
    let count = |seen: &&Seen| seen.text.contains("does not count");
    assert_eq!(club.hall.everything().iter().filter(count).count(), 1);
}

#[tokio::test]
async fn a_game_that_was_played_anyway_is_counted_with_one_press() {
    let club = Club::open().await;
    let system = Played::System(SystemId::DiceGame);
    let league = LeagueTable::of_two(&club, system, settings(SWISS, &club.hall)).await;
    clerk_looks(&club);
    league.all_told().await;
    let game = DiceMatch::open(&club).await;
    game.to_the_end().await;
    clerk_looks(&club);
    let offered = says(&club, "You two have an open match.").await;
    let stranger = club.pat.clicks(&offered, "Count it for Winter").await;
    assert!(stranger.is_private() && stranger.text().contains("between others"));
    club.bob.clicks(&offered, "Count it for Winter").await;
    says(&club, "It is in the table.").await;
    let fixture = league.fixture(1).await;
    assert_eq!(fixture.result().unwrap().game.as_deref(), Some(game.id.as_str()));

    // one game decides one match, and an old button does no harm
    league.act(&club.mia, Action::NextRound).await;
    let fixture = FixtureId(2);
    let press = LeaguePress::TakeGame { fixture, game: game.id.clone() };
    let id = gatemaster_discord::press::encode(&LeaguePressed::new(&league.id, press));
    let message = message_with(&club, "Count it again", &id).await;
    let refused = club.ann.clicks(&message, &id).await;
    assert!(refused.is_private() && refused.text().contains("counts for match 1 already"));
    assert_eq!(league.fixture(2).await.state, State::Open);
}

#[tokio::test]
async fn a_game_from_before_the_match_was_drawn_does_not_decide_it() {
    let club = Club::open().await;
    let game = DiceMatch::open(&club).await;
    game.to_the_end().await;
    club.hours_pass(1);
    let system = Played::System(SystemId::DiceGame);
    let league = LeagueTable::of_two(&club, system, settings(SWISS, &club.hall)).await;
    let press = LeaguePress::TakeGame { fixture: FixtureId(1), game: game.id.clone() };
    let id = gatemaster_discord::press::encode(&LeaguePressed::new(&league.id, press));
    let message = message_with(&club, "Count it", &id).await;
    let refused = club.bob.clicks(&message, &id).await;
    assert!(refused.is_private(), "{}", refused.text());
    assert!(refused.text().contains("ended before match 1 was drawn"), "{}", refused.text());
    assert_eq!(league.fixture(1).await.state, State::Open);
}

#[tokio::test]
async fn a_match_with_a_guest_is_played_at_another_table() {
    let club = Club::open().await;
    let system = Played::System(SystemId::DiceGame);
    let league = LeagueTable::open(&club, "Winter", system, settings(SWISS, &club.hall)).await;
    league.act(&club.ann, Action::Join { faction: None }).await;
    let name = "Old *Joe*".to_owned();
    league
        .act(&club.mia, Action::Enter { player: None, name, faction: None, division: None })
        .await;
    league.act(&club.mia, Action::Start).await;
    let press = LeaguePress::Play { fixture: FixtureId(1) };
    let id = gatemaster_discord::press::encode(&LeaguePressed::new(&league.id, press));
    let message = message_with(&club, "Play 1 here", &id).await;
    let refused = club.ann.clicks(&message, &id).await;
    assert!(refused.is_private(), "{}", refused.text());
    assert!(refused.text().contains("Old \\*Joe\\* is not on Discord"), "{}", refused.text());
    assert!(refused.message().button("Report 1…").is_some());
    assert!(league.fixture(1).await.games.is_empty());
}

#[tokio::test]
async fn a_digest_comes_once_a_week_and_only_once_after_a_long_stop() {
    let mut club = Club::open().await;
    // the day after a Monday, so that the week has begun without this league
    let now = club.clock.now_ms();
    let to_tuesday = this_week_ms(now) + 8 * 24 * 60 * 60 * 1_000 - now;
    club.clock.advance(Duration::from_millis(to_tuesday.unsigned_abs()));
    let mut settings = settings(SWISS, &club.hall);
    settings.digest = true;
    let league = LeagueTable::of_two(&club, elsewhere(), settings).await;
    let fixture = FixtureId(1);
    league.act(&club.ann, Action::Report { fixture, result: won(Side::Second) }).await;
    let revision = league.fixture(1).await.revision;
    league.act(&club.bob, Action::Confirm { fixture, revision }).await;
    clerk_looks(&club);
    league.all_told().await;
    let digests = |club: &Club| {
        let mut all = club.hall.everything();
        all.retain(|seen| seen.text.contains("the week of"));
        all
    };
    assert!(digests(&club).is_empty());
    club.days_pass(6);
    let digest = says(&club, "Winter: the week").await;
    let text = digest.all_text();
    assert!(
        text.contains("**Bob beat Ann 5–3**") && text.contains("1. Bob · **3** (1–0–0)"),
        "{text}"
    );
    club.hours_pass(1);
    club.restart_bot().await;
    club.hours_pass(1);

    // the next round lasts, so there is something to tell; three weeks are one digest
    league.act(&club.mia, Action::NextRound).await;
    club.stop_bot().await;
    club.days_pass(21);
    club.start_bot().await;
    club.until(|| digests(&club).len() == 2).await;
    club.hours_pass(1);
    says(&club, "Past the deadline").await;
    league.all_told().await;
    assert_eq!(digests(&club).len(), 2);
}

const OPEN: Format = Format::Open { meetings: 0 };

/// Ann and Bob are in, the season has started, and Ann has challenged Bob: nothing of it is told yet.
async fn in_one_breath(club: &mut Club) -> LeagueTable {
    let league = LeagueTable::open(club, "Winter", elsewhere(), settings(OPEN, &club.hall)).await;
    clerk_looks(club);
    league.all_told().await;
    club.stop_bot().await;
    for person in [&club.ann, &club.bob] {
        league.act(person, Action::Join { faction: None }).await;
    }
    league.act(&club.mia, Action::Start).await;
    let opponent = league.number_of(&club.bob).await;
    league.act(&club.ann, Action::Challenge { opponent }).await;
    league
}

#[tokio::test]
async fn a_start_and_a_challenge_are_told_each_with_its_buttons() {
    let mut club = Club::open().await;
    let league = in_one_breath(&mut club).await;
    club.start_bot().await;
    league.all_told().await;
    let told = said(&club.hall);
    for (told, line, buttons) in [
        (&told[1], "Season 1 has started with 2 people.", &["My matches", "Table"][..]),
        (&told[2], "**Ann** challenges **Bob**", &["My matches"]),
    ] {
        assert!(told.text.contains(line), "{}", told.text);
        let labels: Vec<&str> = told.buttons.iter().map(|button| button.label.as_str()).collect();
        assert_eq!(labels, buttons);
    }
}

#[tokio::test]
async fn a_refused_announcement_is_told_in_parts_and_then_plainly_and_nothing_is_dropped() {
    let mut club = Club::open().await;
    let league = in_one_breath(&mut club).await;
    // the start as it is, and then plainly once more
    club.discord.misbehave().next_requests(2).matching("POST", "/messages").are_refused();
    club.start_bot().await;
    league.all_told().await;
    let told: Vec<String> = said(&club.hall).into_iter().skip(1).map(|seen| seen.text).collect();
    let lines = ["has started", "challenges"];
    assert_eq!(told.len(), lines.len(), "{told:?}");
    for (told, line) in told.iter().zip(lines) {
        assert!(told.contains(line), "{line}: {told}");
    }
    let last = said(&club.hall).pop().unwrap();
    assert!(last.pings(&club.bob) && last.button("My matches").is_some());

    // a single one that is refused in every form but the last
    club.discord.misbehave().next_requests(3).matching("POST", "/messages").are_refused();
    league.act(&club.ann, Action::Withdraw { fixture: FixtureId(1) }).await;
    clerk_looks(&club);
    says(&club, "has news that Discord does not let me show here. `/league info`").await;
    league.all_told().await;
    assert!(club.discord.misbehave().is_over());

    // and if nothing at all can be said there, the league goes on
    club.discord.misbehave().next_requests(4).matching("POST", "/messages").are_refused();
    let opponent = league.number_of(&club.bob).await;
    league.act(&club.ann, Action::Challenge { opponent }).await;
    clerk_looks(&club);
    league.all_told().await;
    club.discord.misbehave().behave();
    league.act(&club.ann, Action::Withdraw { fixture: FixtureId(2) }).await;
    clerk_looks(&club);
    says(&club, "`2` **Ann** – **Bob**: cancelled").await;
}

/// Ten people and five matches: 1 is open, 2 reported, 3 disputed, 4 decided, 5 cancelled.
async fn busy_league(club: &Club, name: &str, format: Format) -> StoredBook<League> {
    let league = LeagueTable::open(club, name, elsewhere(), settings(format, &club.hall)).await;
    let people: Vec<Person> =
        (0..10).map(|no| club.discord.person(&format!("{name} {no}"))).collect();
    for person in &people {
        league.act(person, Action::Join { faction: None }).await;
    }
    league.act(&club.mia, Action::Start).await;
    if format.by_challenge() {
        for two in people.chunks(2) {
            let opponent = league.number_of(&two[1]).await;
            league.act(&two[0], Action::Challenge { opponent }).await;
        }
    }
    for no in [2, 3] {
        let fixture = league.fixture(no).await;
        let entrant = |no| people.iter().find(|one| one.id() == no).unwrap();
        let season = league.kept().await.book.season;
        let id = |no: EntrantId| season.entrant(no).unwrap().id.unwrap().0;
        let (first, second) = (entrant(id(fixture.first)), entrant(id(fixture.second.unwrap())));
        let (fixture, result) = (FixtureId(no), won(Side::First));
        league.act(first, Action::Report { fixture, result }).await;
        if no == 3 {
            let says = "it was not".to_owned();
            league.act(second, Action::Dispute { fixture, revision: 1, says }).await;
        }
    }
    let (fixture, why) = (FixtureId(4), String::new());
    league.act(&club.mia, Action::Settle { fixture, result: won(Side::First), why }).await;
    let (fixture, why) = (FixtureId(5), "a storm".to_owned());
    league.act(&club.mia, Action::Cancel { fixture, why }).await;
    let mut kept = league.kept().await;
    kept.book.season.closed_ms = Some(1);
    kept
}

/// One of every kind, each about a match that is as the entry left it.
fn every_kind(club: &Club) -> Vec<Event> {
    let organiser = player(&club.mia);
    let fixture = FixtureId(1);
    let entrant = EntrantId(1);
    let (why, what) = ("late".to_owned(), vec!["draws".to_owned()]);
    let fixtures = vec![fixture];
    let level = vec![EntrantId(1), EntrantId(2)];
    let draw = Draw {
        division: 0,
        stakes: Stakes::First,
        among: level.clone(),
        dice: vec![Roll { number: Some(1), sides: 2, face: 1 }],
        order: level.clone(),
    };
    let (id, seed_hash, seed) = ("lot".to_owned(), "0".repeat(64), "2".repeat(64));
    let lot = Lot { id, seed_hash, seed, at_ms: 1, draws: vec![draw] };
    let all = vec![
        Event::Opened,
        Event::Changed { what },
        Event::Appointed { organiser: organiser.clone() },
        Event::Dismissed { organiser },
        Event::Entered { entrant, late: false },
        Event::Left { entrant },
        Event::Returned { entrant },
        Event::Placed { entrant },
        Event::Started,
        Event::Paired { round: 1 },
        Event::FinalsBegan,
        Event::Deadline { round: Some(1), fixture: Some(fixture) },
        Event::Challenged { fixture },
        Event::Reported { fixture: FixtureId(2) },
        Event::Disputed { fixture: FixtureId(3) },
        Event::Withdrawn { fixture },
        Event::Decided { fixture: FixtureId(4), how: How::Organiser },
        Event::Corrected { fixture: FixtureId(4), before: State::Open },
        Event::Cancelled { fixture: FixtureId(5) },
        Event::Reopened { fixture },
        Event::Imported { matches: 2, corrected: 1 },
        Event::Adjusted { entrant, points: 1, why: why.clone() },
        Event::Revoked { entrant, points: 1, why },
        Event::LotPromised { seed_hash: "0".repeat(64) },
        Event::LotDrawn { lot, next_hash: "1".repeat(64) },
        Event::ToPlay { division: 0, stakes: Stakes::First, among: level.clone() },
        Event::Ruled { stakes: Stakes::First, order: level, behind: Vec::new(), why: "so".into() },
        Event::Linked { fixture, game: "0123456789".to_owned() },
        Event::RoundDone { round: 1 },
        Event::DueSoon { fixtures: fixtures.clone() },
        Event::PastDue { fixtures },
        Event::Closed,
        Event::Resumed,
        Event::SeasonOpened { number: 1, promoted: vec![entrant], relegated: Vec::new() },
    ];
    let kinds: std::collections::HashSet<_> = all.iter().map(std::mem::discriminant).collect();
    assert_eq!(kinds.len(), all.len());
    // a new kind does not compile until it stands here, and then in the list above
    let known = |event: &Event| match event {
        Event::Opened
        | Event::Changed { .. }
        | Event::Appointed { .. }
        | Event::Dismissed { .. }
        | Event::Entered { .. }
        | Event::Left { .. }
        | Event::Returned { .. }
        | Event::Placed { .. }
        | Event::Started
        | Event::Paired { .. }
        | Event::FinalsBegan
        | Event::Deadline { .. }
        | Event::Challenged { .. }
        | Event::Reported { .. }
        | Event::Disputed { .. }
        | Event::Withdrawn { .. }
        | Event::Decided { .. }
        | Event::Corrected { .. }
        | Event::Cancelled { .. }
        | Event::Reopened { .. }
        | Event::Imported { .. }
        | Event::Adjusted { .. }
        | Event::Revoked { .. }
        | Event::Linked { .. }
        | Event::RoundDone { .. }
        | Event::DueSoon { .. }
        | Event::PastDue { .. }
        | Event::Closed
        | Event::Resumed
        | Event::SeasonOpened { .. }
        | Event::LotPromised { .. }
        | Event::LotDrawn { .. }
        | Event::ToPlay { .. }
        | Event::Ruled { .. } => true,
    };
    assert!(all.iter().all(known) && all.len() == 34);
    all
}

#[tokio::test]
async fn every_two_kinds_of_announcements_can_share_a_post() {
    let club = Club::without_bot(Options::for_tests()).await;
    let url = format!("{}/api/v10/channels/{}/messages", club.discord.url(), club.hall.id());
    let http = reqwest::Client::new();
    let events = every_kind(&club);
    let mut posted = 0;
    for (name, format) in [("Open", OPEN), ("Swiss", SWISS)] {
        let kept = busy_league(&club, name, format).await;
        let entry = |seq| EntryRow {
            seq,
            user_id: club.mia.id(),
            user_name: "Mia".to_owned(),
            action: String::new(),
            events: String::new(),
            at_ms: 1,
        };
        for one in &events {
            for other in &events {
                let apart = [(entry(1), vec![one.clone()]), (entry(2), vec![other.clone()])];
                let together = [(entry(3), vec![one.clone(), other.clone()])];
                let all = [announcements(&kept, &apart), announcements(&kept, &together)];
                for card in all.into_iter().flatten().filter_map(|one| one.card) {
                    let answer = http
                        .post(&url)
                        .header("authorization", format!("Bot {}", club.discord.token()))
                        .header("content-type", "application/json")
                        .body(card.body(SeenBy::All).to_string());
                    let status = answer.send().await.unwrap().status();
                    assert!(status.is_success(), "{status}: {one:?} and {other:?}");
                    posted += 1;
                }
            }
        }
    }
    assert!(posted > 30 * 30, "{posted}");
}

#[tokio::test]
async fn a_confirmed_report_is_told_where_it_was_reported_and_nowhere_else() {
    let club = Club::open().await;
    let league = LeagueTable::open(&club, "Winter", elsewhere(), settings(SWISS, &club.hall)).await;
    for person in [&club.ann, &club.bob, &club.pat, &club.mia] {
        league.act(person, Action::Join { faction: None }).await;
    }
    league.act(&club.mia, Action::Start).await;
    let season = league.kept().await.book.season;
    let fixture = league.fixture(1).await;
    let person = |no: EntrantId| {
        let id = season.entrant(no).unwrap().id.unwrap().0;
        [&club.ann, &club.bob, &club.pat, &club.mia].into_iter().find(|one| one.id() == id).unwrap()
    };
    let (one, other) = (person(fixture.first), person(fixture.second.unwrap()));
    league.act(one, Action::Report { fixture: fixture.no, result: won(Side::First) }).await;
    clerk_looks(&club);
    let report = says(&club, "is that so?").await;
    assert!(report.pings(other));
    let many = said(&club.hall).len();
    other.clicks(&report, "Confirm 1").await;
    clerk_looks(&club);
    let counts = club.hall.wait_for(|seen| seen.id == report.id && seen.buttons.is_empty()).await;
    let line = format!("`1` **{} beat {} 5–3**", one.name(), other.name());
    assert!(counts.text.contains(&line) && !counts.text.contains("is that so"), "{}", counts.text);
    league.all_told().await;
    assert_eq!(said(&club.hall).len(), many, "no other message tells it");
    let first = format!("\n1 {} ", one.name());
    let stands = |seen: &Seen| {
        seen.all_text().contains("Winter: Round 1") && seen.all_text().contains(&first)
    };
    club.hall.wait_for(stands).await;
}

#[tokio::test]
async fn posts_are_brought_up_to_date_after_a_stop_and_a_deleted_list_comes_back() {
    let mut club = Club::open().await;
    let league = LeagueTable::open(&club, "Winter", elsewhere(), settings(SWISS, &club.hall)).await;
    clerk_looks(&club);
    let opened = says(&club, "A new league is open.").await;
    club.stop_bot().await;
    league.act(&club.ann, Action::Join { faction: None }).await;
    club.start_bot().await;
    let listed = says(&club, "In it: 1").await;
    assert_eq!(listed.id, opened.id);

    // somebody deletes the list: once that is noticed, the next who joins brings a new one
    club.discord.expect_fault("10008");
    club.as_bot("DELETE", &format!("channels/{}/messages/{}", club.hall.id(), opened.id), "").await;
    league.act(&club.bob, Action::Join { faction: None }).await;
    clerk_looks(&club);
    league.all_told().await;
    let gone = async || {
        let posts = league.ledger.store.book_posts(&league.id).await.unwrap();
        posts.is_empty().then_some(())
    };
    crate::club::eventually("the list is known to be gone", gone).await;
    league.act(&club.pat, Action::Join { faction: None }).await;
    clerk_looks(&club);
    let again = says(&club, "Ann, Bob, Pat").await;
    assert!(again.id != opened.id && again.button("Join").is_some(), "{}", again.all_text());
}

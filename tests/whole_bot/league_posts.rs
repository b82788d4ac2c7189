//! Posts of a league that change with it where they stand: a table that somebody has shown to everybody, and who is new.

use gatemaster_league::{Action, FixtureId, Format, Played, Side};
use gatemaster_sandbox::Seen;

use crate::club::{Club, eventually};
use crate::league_table::{LeagueTable, clerk_looks, said, settings, won};

async fn open_league(club: &Club) -> LeagueTable {
    let format = Format::Open { meetings: 0 };
    let played = Played::Elsewhere("Bolt Action".to_owned());
    let league = LeagueTable::of_two(club, played, settings(format, &club.hall)).await;
    clerk_looks(club);
    league.all_told().await;
    league
}

/// Ann beats Bob, without anybody's word.
async fn ann_beats_bob(club: &Club, league: &LeagueTable, fixture: u32) {
    let opponent = league.number_of(&club.bob).await;
    league.act(&club.ann, Action::Challenge { opponent }).await;
    let fixture = FixtureId(fixture);
    let (result, why) = (won(Side::First), String::new());
    league.act(&club.mia, Action::Settle { fixture, result, why }).await;
    clerk_looks(club);
}

fn row(name: &str, points: u32) -> impl Fn(&str) -> bool {
    let (name, points) = (format!(" {name} "), format!(" {points}"));
    move |text| text.lines().any(|line| line.contains(&name) && line.contains(&points))
}

#[tokio::test]
async fn a_shared_table_goes_with_its_league_through_restarts_until_a_newer_one_is_shared() {
    let mut club = Club::open().await;
    let league = open_league(&club).await;
    let table = async |club: &Club| {
        let shared = club.ann.at(&club.hall).slash("/league table share:True").await;
        assert!(!shared.is_private(), "{}", shared.text());
        shared.message()
    };
    let first = table(&club).await;
    assert!(first.all_text().contains("Winter, Season 1"), "{}", first.all_text());
    let noted = async || {
        let old = league.ledger.store.old_shared_tables().await.unwrap();
        old.is_empty().then_some(())
    };
    ann_beats_bob(&club, &league, 1).await;
    let ann_has_three = row("Ann", 3);
    let in_first = |seen: &Seen| seen.id == first.id && ann_has_three(&seen.all_text());
    let drawn = club.hall.wait_for(in_first).await;
    assert!(!drawn.selects.is_empty(), "its lists still explain: {}", drawn.all_text());

    club.stop_bot().await;
    ann_beats_bob(&club, &league, 2).await;
    club.start_bot().await;
    let ann_has_six = row("Ann", 6);
    club.hall.wait_for(|seen| seen.id == first.id && ann_has_six(&seen.all_text())).await;

    let second = table(&club).await;
    ann_beats_bob(&club, &league, 3).await;
    let ann_has_nine = row("Ann", 9);
    club.hall.wait_for(|seen| seen.id == second.id && ann_has_nine(&seen.all_text())).await;
    eventually("all of it is drawn", noted).await;
    let older = club.hall.everything().into_iter().find(|seen| seen.id == first.id).unwrap();
    assert!(ann_has_six(&older.all_text()), "one a channel goes on: {}", older.all_text());

    // what somebody looks at for themselves is nobody else's
    let own = club.bob.at(&club.hall).slash("/league table").await;
    assert!(own.is_private());
}

#[tokio::test]
async fn a_shared_table_keeps_the_end_of_its_season_when_the_next_one_opens() {
    let club = Club::open().await;
    let league = open_league(&club).await;
    let shared = club.ann.at(&club.hall).slash("/league table share:True").await.message();
    ann_beats_bob(&club, &league, 1).await;
    league.act(&club.mia, Action::Close { anyway: true }).await;
    league.act(&club.mia, Action::NextSeason { name: String::new() }).await;
    clerk_looks(&club);
    let ended = |seen: &Seen| seen.id == shared.id && seen.selects.is_empty();
    let last = club.hall.wait_for(ended).await.all_text();
    assert!(last.contains("Season 1") && row("Ann", 3)(&last), "{last}");
}

#[tokio::test]
async fn a_shared_table_that_was_deleted_is_left_alone() {
    let club = Club::open().await;
    let league = open_league(&club).await;
    let shared = club.ann.at(&club.hall).slash("/league table share:True").await.message();
    ann_beats_bob(&club, &league, 1).await;
    let ann_has_three = row("Ann", 3);
    club.hall.wait_for(|seen| seen.id == shared.id && ann_has_three(&seen.all_text())).await;
    club.discord.expect_fault("10008");
    club.as_bot("DELETE", &format!("channels/{}/messages/{}", club.hall.id(), shared.id), "").await;
    ann_beats_bob(&club, &league, 2).await;
    let forgotten = async || {
        let old = league.ledger.store.old_shared_tables().await.unwrap();
        old.is_empty().then_some(())
    };
    eventually("it is known to be gone", forgotten).await;
}

#[tokio::test]
async fn who_joins_late_is_seen_in_the_posts_that_stand_there_and_makes_no_message() {
    let club = Club::open().await;
    let league = open_league(&club).await;
    let many = said(&club.hall).len();
    let joined = club.pat.at(&club.hall).slash("/league join").await;
    assert!(joined.is_private() && joined.text().contains("You enter late"), "{}", joined.text());
    clerk_looks(&club);
    let stands = |seen: &Seen| {
        let text = seen.all_text();
        text.contains("Joined since the start") && text.contains("Pat")
    };
    club.hall.wait_for(stands).await;
    league.all_told().await;
    assert_eq!(said(&club.hall).len(), many, "nothing else is said about it");
}

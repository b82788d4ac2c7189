//! AT-43 in leagues and campaigns: a table by one press, and a result that reports itself; and games that end by word.

use gatemaster_league::campaign::{BattleNo, SideNo};
use gatemaster_league::{FixtureId, Format, Played, Settings, State, Verdict};
use gatemaster_rules::at43::command::Command;
use gatemaster_rules::at43::correct::Correction;
use gatemaster_rules::at43::state::Phase;
use gatemaster_rules::game::SystemId;
use gatemaster_rules::table;

use crate::campaign::{book, info, war};
use crate::club::Club;
use crate::league_table::{LeagueTable, clerk_looks};
use crate::mission::{BLUE, Mission, ready, says};

/// Six rounds of the first mission in which nobody meets anybody; Blue has got points by agreement.
async fn to_the_end(mission: &Mission) {
    mission.bring(ready("white-stars-ready"), ready("therians-ready")).await;
    mission.deployed().await;
    let points = Correction::Points { seat: BLUE, vp: 3, rp: 0 };
    mission.play(&mission.ann, Command::Correct(points)).await;
    mission.play(&mission.bob, Command::AgreeToCorrection(true)).await;
    while mission.state().await.phase != Phase::Over {
        mission.idle_round().await;
    }
}

/// A league of AT-43 is opened like any other, its match by one press, and the result finds its way by itself.
#[tokio::test]
async fn a_match_of_a_league_is_played_and_counted_by_itself() {
    let club = Club::open().await;
    let new =
        "/league new name:Summer format:Round robin: everybody against everybody system:AT-43";
    let opened = club.mia.at(&club.hall).slash(new).await;
    assert!(opened.text().contains("is open"), "{}", opened.text());

    let mut settings = Settings::new(Format::RoundRobin { legs: 1 });
    settings.announce = Some(club.hall.id());
    settings.seeding = gatemaster_league::settings::Seeding::Entry;
    let league = LeagueTable::of_two(&club, Played::System(SystemId::At43), settings).await;
    clerk_looks(&club);
    let played = club.ann.at(&club.hall).slash("/league play league:Winter").await;
    assert!(!played.is_private(), "{}", played.text());
    league.until(|league| league.season.fixtures[0].games.len() == 1).await;
    let game = league.fixture(1).await.games[0].clone();
    let mission = Mission::at(&club, &game).await;
    mission.starts(&club.ann).await;
    to_the_end(&mission).await;
    clerk_looks(&club);
    league.until(|league| league.season.fixtures[0].result().is_some()).await;
    let fixture = league.fixture(1).await;
    assert_eq!(fixture.no, FixtureId(1));
    let State::Decided { result, .. } = &fixture.state else { panic!("{:?}", fixture.state) };
    // who is first in the pairing sits at the first seat
    let first = league.number_of(&club.ann).await == fixture.first;
    assert!(first, "Ann entered first");
    assert_eq!(result.verdict, Verdict::Win(gatemaster_league::Side::First));
    assert_eq!(result.scores, Some([3, 0]));
    let armies = ["White Stars", "Therians"].map(|army| Some(army.to_owned()));
    assert_eq!(result.factions, armies, "what was fielded, not where they sat");
}

/// A battle of a campaign is fought at a table of its own and written down by itself.
#[tokio::test]
async fn a_battle_of_a_campaign_is_written_down_by_itself() {
    let club = Club::open().await;
    war(&club, "/campaign new name:War for the North system:AT-43").await;
    let shown = info(&club.bob, &club).await;
    club.bob.clicks(&shown, "Play 1 here").await;
    says(&club, "its result will count").await;
    let game = book(&club).await.battle(BattleNo(1)).unwrap().game.clone().unwrap();
    let mission = Mission::at(&club, &game).await;
    mission.starts(&club.bob).await;
    let bob_is = mission.seat_of(&club.bob).await;
    // Pat has the other seat, and gives up
    let concede = club.pat.at(&club.hall).slash("/game result outcome:I concede").await.message();
    club.pat.clicks(&concede, "Yes, I concede").await;
    clerk_looks(&club);
    says(&club, "(from the game)").await;
    let book = book(&club).await;
    let won = book.battle(BattleNo(1)).unwrap().result().unwrap().winner;
    assert_eq!(won, Some(SideNo(1)), "Bob's Red Host, who sat at {bob_is:?}");
}

/// The general words: a concession, a draw and agreed scores end a mission.
#[tokio::test]
async fn a_mission_ends_by_concession_or_agreement() {
    for (line, press, says_so) in [
        (
            "/game result outcome:I concede",
            Some("Yes, I concede"),
            "🔴 Red** wins; 🔵 Blue conceded",
        ),
        ("/game result outcome:draw", None, "draw"),
        ("/game result scores:Blue 12, Red 7", None, "🔵 Blue** wins 12–7, as agreed"),
    ] {
        let club = Club::open().await;
        let mission = Mission::begun(&club).await;
        mission.deployed().await;
        mission.board().await;
        let asked = club.ann.at(&club.hall).slash(line).await.message();
        match press {
            Some(press) => drop(club.ann.clicks(&asked, press).await),
            None => drop(club.bob.clicks(&asked, "Agree").await),
        }
        let ended = says(&club, "It ended in turn 2.").await;
        assert!(ended.all_text().contains(says_so), "{line}: {}", ended.all_text());
        assert_eq!(mission.table_phase().await, table::Phase::Ended, "{line}");
        let late = club.ann.at(&club.hall).slash("/at43 card").await;
        assert!(late.is_private(), "{}", late.text());
    }
}

/// A mission that is played out says who has won and why.
#[tokio::test]
async fn a_mission_that_is_played_out_tells_its_result() {
    let club = Club::open().await;
    let mission = Mission::open(&club, gatemaster_rules::at43::Setup::default()).await;
    to_the_end(&mission).await;
    assert_eq!(mission.table_phase().await, table::Phase::Ended);
    let board = club.ann.at(&club.hall).slash(&format!("/game board game:{}", mission.id)).await;
    let text = board.text();
    assert!(text.contains("won after 6 rounds: the last round is played"), "{text}");
    assert!(text.contains("Blue 3 VP, Red 0 VP"), "{text}");
}

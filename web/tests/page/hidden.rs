use gatemaster_commands::prefs::ServerPrefs;
use gatemaster_league::campaign;
use gatemaster_league::settings::Format;
use gatemaster_league::{Action, FixtureId, MatchResult, Played, Settings, Side, Verdict};
use gatemaster_rules::game::SystemId;

use crate::filled::match_of;
use crate::reader::{HOME, Reader, link};

fn settings(page: bool) -> Settings {
    Settings { page, ..Settings::new(Format::RoundRobin { legs: 1 }) }
}

#[tokio::test]
async fn a_league_off_the_page_does_not_exist_for_it() {
    let reader = Reader::new().await;
    let pen = reader.pen(HOME);
    let played = || Played::System(SystemId::Antares);
    let shown = pen.league("Shown league", played(), settings(true)).await;
    let hidden = pen.league("Hidden league", played(), settings(false)).await;
    let mut games = Vec::new();
    for league in [&shown, &hidden] {
        pen.enter(league, &["Ann", "Bob"]).await;
        let kept = pen.act(league, Action::Start).await;
        games.push(pen.battle(league, match_of(&kept, "Ann", "Bob"), 3).await);
    }
    for below in ["", "/fixtures", "/results", "/results.csv", "/table.csv", "/p/1", "/season/1"] {
        reader.reads(&format!("/l/{shown}{below}")).await;
        reader.misses(&format!("/l/{hidden}{below}")).await;
    }
    for below in ["", "/board.png", "/game.json", "/report.txt"] {
        let there = reader.asks(reqwest::Method::GET, &format!("/g/{}{below}", games[0])).await;
        assert_eq!(there.status(), reqwest::StatusCode::OK, "{below}");
        reader.misses(&format!("/g/{}{below}", games[1])).await;
    }
    for (path, text) in reader.wanders().await {
        assert!(!text.contains("Hidden league") && !text.contains(&hidden), "{path}");
        assert!(!text.contains(&games[1]), "{path}");
    }
    let person = link(&reader.reads(&format!("/l/{shown}/p/1")).await, "/p/");
    let person = reader.reads(&person).await;
    assert!(person.contains("<td class=\"number\">1</td>"), "one match, not two: {person}");
    assert!(!person.contains("<td class=\"number\">2</td>"), "one match, not two: {person}");
}

#[tokio::test]
async fn a_campaign_off_the_page_does_not_exist_for_it() {
    let reader = Reader::new().await;
    let pen = reader.pen(HOME);
    let id = pen.campaign("The valley").await;
    let page = reader.reads(&format!("/c/{id}")).await;
    for part in ["Red Host", "Old Mill", "<svg", "First squad", "Chronicle", "The map in letters"] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let hide = campaign::Action::Set {
        name: None,
        about: None,
        announce: None,
        page: Some(false),
        points: None,
    };
    pen.march(&id, hide).await;
    reader.misses(&format!("/c/{id}")).await;
    assert!(reader.reads("/").await.contains("Nothing is on the page yet"));
}

#[tokio::test]
async fn a_server_can_keep_everything_off_the_page() {
    let reader = Reader::new().await;
    let pen = reader.pen(HOME);
    let league =
        pen.league("Winter league", Played::System(SystemId::Antares), settings(true)).await;
    let server = link(&reader.reads("/").await, "/s/");
    let prefs = ServerPrefs { public_page: false, ..ServerPrefs::default() };
    prefs.save(&reader.store, HOME).await.unwrap();
    for path in [server.clone(), format!("/l/{league}")] {
        reader.misses(&path).await;
    }
    assert!(!reader.reads("/").await.contains("Winter league"));
    ServerPrefs::default().save(&reader.store, HOME).await.unwrap();
    assert!(reader.reads(&server).await.contains("Winter league"), "the address is the same again");
}

#[tokio::test]
async fn what_is_said_in_a_dispute_stays_among_those_whom_it_concerns() {
    let reader = Reader::new().await;
    let pen = reader.pen(HOME);
    let league =
        pen.league("Winter league", Played::System(SystemId::Antares), settings(true)).await;
    pen.enter(&league, &["Ann", "Mia"]).await;
    pen.act(&league, Action::Start).await;
    let result = MatchResult::plain(Verdict::Win(Side::First));
    let fixture = FixtureId(1);
    let ann = pen.ann();
    let report = Action::Report { fixture, result };
    let written = pen.ledger.write(&ann, &league, |_| Ok(report.clone())).await;
    let kept: gatemaster_commands::ledger::StoredBook<gatemaster_league::League> =
        written.unwrap().kept;
    let page = reader.reads(&format!("/l/{league}/fixtures")).await;
    assert!(page.contains("(to be confirmed)"), "{page}");
    let revision = kept.book.season.fixtures[0].revision;
    let says = "they cheated".to_owned();
    pen.act(&league, Action::Dispute { fixture, revision, says }).await;
    for (path, text) in reader.wanders().await {
        assert!(!text.contains("cheated"), "{path}");
    }
    let page = reader.reads(&format!("/l/{league}")).await;
    assert!(page.contains("(disputed)"), "{page}");
}

use gatemaster_league::settings::Format;
use gatemaster_league::{Action, Played, Settings};
use gatemaster_rules::export::{Export, verify};
use gatemaster_rules::game::SystemId;
use gatemaster_rules::ids::UserId;
use gatemaster_rules::table::Player;
use reqwest::Method;

use crate::filled::{ANN, BOB, match_of};
use crate::reader::{HOME, Reader};

#[tokio::test]
async fn a_finished_battle_is_told_and_its_file_can_be_verified() {
    let reader = Reader::new().await;
    let pen = reader.pen(HOME);
    let settings = Settings::new(Format::RoundRobin { legs: 1 });
    let league = pen.league("Winter league", Played::System(SystemId::Antares), settings).await;
    pen.enter(&league, &["Ann", "Bob", "Cid"]).await;
    let kept = pen.act(&league, Action::Start).await;
    let game = pen.battle(&league, match_of(&kept, "Ann", "Bob"), 25).await;
    let page = reader.reads(&format!("/g/{game}")).await;
    for part in [
        "<h1>The crossing</h1>",
        "What came of it",
        "The board in words",
        "Every step and its dice",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(page.contains("Winter league") && page.contains("alt=\""), "{page}");
    let picture = reader.asks(Method::GET, &format!("/g/{game}/board.png")).await;
    assert_eq!(picture.headers()["content-type"], "image/png");
    assert!(picture.bytes().await.unwrap().starts_with(b"\x89PNG"));

    let file = reader.asks(Method::GET, &format!("/g/{game}/game.json")).await;
    let name = file.headers()["content-disposition"].to_str().unwrap().to_owned();
    assert_eq!(name, format!("attachment; filename=\"{game}.json\""));
    let text = file.text().await.unwrap();
    let export: Export = serde_json::from_str(&text).unwrap();
    let report = verify(&export);
    assert_eq!(report.faults, Vec::<String>::new());
    assert!(report.seed_shown && report.stream_dice > 0, "{report:?}");
    for id in [ANN, BOB] {
        assert!(!text.contains(&id.to_string()), "the file tells the id {id}");
    }
}

#[tokio::test]
async fn a_game_that_goes_on_or_belongs_to_nothing_is_nobodys_business() {
    let reader = Reader::new().await;
    let pen = reader.pen(HOME);
    let settings = Settings::new(Format::RoundRobin { legs: 1 });
    let league = pen.league("Winter league", Played::System(SystemId::Antares), settings).await;
    pen.enter(&league, &["Ann", "Bob"]).await;
    let kept = pen.act(&league, Action::Start).await;
    let (ann, bob) = (
        Player { id: UserId(ANN), name: "Ann".to_owned() },
        Player { id: UserId(BOB), name: "Bob".to_owned() },
    );
    let alone = pen.game("A friendly", &[&ann, &bob], 3).await;
    let open = pen.game("For the league", &[&ann, &bob], 3).await;
    let fixture = match_of(&kept, "Ann", "Bob");
    pen.act(&league, Action::Link { fixture, game: open.clone() }).await;
    let below = ["", "/board.png", "/game.json", "/report.txt"];
    for game in [&alone, &open] {
        for below in below {
            reader.misses(&format!("/g/{game}{below}")).await;
        }
    }
    pen.end(&alone).await;
    pen.end(&open).await;
    for below in below {
        reader.misses(&format!("/g/{alone}{below}")).await;
    }
    assert!(reader.reads(&format!("/g/{open}")).await.contains("For the league"));
}

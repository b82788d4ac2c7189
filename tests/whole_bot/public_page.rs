use gatemaster_commands::request::Request;
use gatemaster_league::settings::Format;
use gatemaster_league::{Action, League, Played, Settings};
use gatemaster_rules::ids::UserId;
use gatemaster_rules::table::{Actor, Player};
use gatemaster_sandbox::Options;
use gatemaster_web::Listening;

use crate::club::{Club, eventually};

async fn club_with_page() -> Club {
    let mut club = Club::without_bot(Options::for_tests()).await;
    club.page = Some(Listening::at(([127, 0, 0, 1], 0).into(), "Our club").unwrap());
    club.start_bot().await;
    club
}

async fn front(club: &Club) -> String {
    let addr = club.page.as_ref().unwrap().addr();
    reqwest::get(format!("http://{addr}/")).await.unwrap().text().await.unwrap()
}

async fn open_league(club: &Club) {
    let store = club.store().await;
    let clock = std::sync::Arc::clone(&club.clock);
    let ledger = gatemaster_commands::ledger::Ledger::new(store.clone(), clock);
    let player = Player { id: UserId(club.mia.id()), name: "Mia".to_owned() };
    let guild = club.discord.home().id();
    let request =
        Request::made_up(Actor { player, manager: true }, Some(guild), club.hall.id(), None);
    let open = Action::Open {
        name: "Winter league".to_owned(),
        about: String::new(),
        played: Played::Elsewhere("Chess".to_owned()),
        settings: Box::new(Settings::new(Format::Open { meetings: 0 })),
    };
    ledger.open::<League>(&request, open).await.unwrap();
    store.close().await;
}

#[tokio::test]
async fn the_public_page_runs_beside_the_bot_and_through_restarts() {
    let mut club = club_with_page().await;
    open_league(&club).await;
    let shown = eventually("the bot knows what the server is called", async || {
        Some(front(&club).await).filter(|shown| !shown.contains(">Server<"))
    })
    .await;
    assert!(shown.contains("Winter league"), "{shown}");
    let link = |page: &str| page.split("href=\"/s/").nth(1).unwrap()[..16].to_owned();
    club.restart_bot().await;
    let again = front(&club).await;
    assert_eq!(link(&shown), link(&again), "addresses stay the same");
    club.stop_bot().await;
}

#[tokio::test]
async fn managers_keep_their_server_off_the_public_page() {
    let club = club_with_page().await;
    open_league(&club).await;
    let set = club.mia.at(&club.hall).slash("/settings public_page:false").await.text();
    assert!(set.contains("On the public page, where there is one: **off**"), "{set}");
    assert!(!front(&club).await.contains("Winter league"));
    let set = club.mia.at(&club.hall).slash("/settings public_page:true").await.text();
    assert!(set.contains("On the public page, where there is one: **on**"), "{set}");
    assert!(front(&club).await.contains("Winter league"));
}

#[tokio::test]
async fn a_busy_port_is_told_before_anything_starts() {
    let taken = Listening::at(([127, 0, 0, 1], 0).into(), "Somebody else").unwrap();
    let addr = taken.addr().to_string();
    let vars = |name: &str| (name == "GATEMASTER_PAGE_ADDR").then(|| addr.clone());
    let config =
        gatemaster::config::Config::gather(&gatemaster::config::Flags::default(), vars).unwrap();
    let error = gatemaster::bot::listen_for_readers(&config).unwrap_err().to_string();
    assert!(error.contains(&addr) && error.contains("GATEMASTER_PAGE_ADDR"), "{error}");
}

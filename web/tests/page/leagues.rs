use gatemaster_league::settings::{Format, TieBreaker};
use gatemaster_league::{Action, Played, Settings};
use gatemaster_rules::game::SystemId;

use crate::filled::{ANN, MIA, match_of};
use crate::reader::{ELSEWHERE, HOME, Reader, link};

const HOSTILE: &str = "<script>alert(1)</script>";
const SNEAKY: &str = "\"><img src=x onerror=1>";

fn antares() -> Played {
    Played::System(SystemId::Antares)
}

#[tokio::test]
async fn a_league_is_told_from_the_front_page_to_each_player() {
    let reader = Reader::new().await;
    let pen = reader.pen(HOME);
    let league =
        pen.league("Winter league", antares(), Settings::new(Format::RoundRobin { legs: 1 })).await;
    pen.enter(&league, &["Ann", "Bob", "*Cid", "Dee"]).await;
    pen.act(&league, Action::Start).await;
    pen.play(&league, 4).await;

    let front = reader.reads("/").await;
    assert!(front.contains("Winter league") && front.contains("The &lt;b&gt;Club"), "{front}");
    let server = reader.reads(&link(&front, "/s/")).await;
    assert!(server.contains("Ratings: Beyond the Gates of Antares"), "{server}");
    let page = reader.reads(&link(&server, "/l/")).await;
    for part in [
        "<caption>Table</caption>",
        "What Winter league is about.",
        "round robin",
        "4 players",
        "head to head (H2H)",
        "Latest results",
        "Organised by",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let player = reader.reads(&format!("/l/{league}/p/1")).await;
    assert!(player.contains("<h1>Ann</h1>") && player.contains("Ann has "), "{player}");
    let person = reader.reads(&link(&player, "/p/")).await;
    for part in ["<h1>Ann</h1>", "Head to head", "Rating: Beyond", "<svg", "The same as a table"] {
        assert!(person.contains(part), "{part}: {person}");
    }
    assert!(person.contains("href=\"/l/"), "{person}");
    for path in ["fixtures", "results", "season/1"] {
        let page = reader.reads(&format!("/l/{league}/{path}")).await;
        assert!(page.contains("Cid"), "{path}: {page}");
    }
    let table = reader.reads(&format!("/l/{league}/table.csv")).await;
    assert_eq!(table.lines().count(), 5, "{table}");
    let results = reader.reads(&format!("/l/{league}/results.csv")).await;
    assert_eq!(results.lines().count(), 7, "{results}");
    reader.misses(&format!("/l/{league}/p/99")).await;
    reader.misses(&format!("/l/{league}/season/2")).await;
}

#[tokio::test]
async fn every_format_has_its_page_and_every_link_leads_somewhere() {
    let reader = Reader::new().await;
    let pen = reader.pen(HOME);
    let names = ["Ann", "Bob", "*Cid", "Dee", "Eve"];
    let swiss = Settings {
        ties: TieBreaker::ALL.to_vec(),
        finals: 2,
        ..Settings::new(Format::Swiss { rounds: 2 })
    };
    let divided = Settings {
        divisions: vec!["Gold".to_owned(), HOSTILE.to_owned()],
        ..Settings::new(Format::RoundRobin { legs: 2 })
    };
    for (name, settings) in [
        ("Swiss", swiss),
        ("Cup", Settings::new(Format::Knockout { third_place: true })),
        ("Ladder", Settings::new(Format::Ladder { reach: 2 })),
        ("Open", Settings::new(Format::Open { meetings: 0 })),
        ("Divided", divided),
    ] {
        let id =
            pen.league(name, Played::Elsewhere(format!("{name} & <i>Sons</i>")), settings).await;
        pen.enter(&id, &names).await;
        reader.reads(&format!("/l/{id}")).await;
        pen.act(&id, Action::Start).await;
        let kept = pen.play(&id, 2).await;
        let page = reader.reads(&format!("/l/{id}")).await;
        assert!(page.contains("Ann") && page.contains("<caption>"), "{name}: {page}");
        assert_eq!(page.contains("The bracket"), name == "Cup", "{name}");
        assert_eq!(kept.book.name, name);
    }
    pen.campaign("The valley").await;
    let pages = reader.wanders().await;
    assert!(pages.len() > 30, "{}", pages.len());
    for (path, text) in &pages {
        let page = text.starts_with("<!DOCTYPE html>");
        assert!(!page || !text.contains("<i>Sons") && !text.contains("<script"), "{path}: {text}");
    }
}

#[tokio::test]
async fn nobody_writes_html_and_no_discord_id_is_told() {
    let reader = Reader::new().await;
    let pen = reader.pen(HOME);
    let settings = Settings::new(Format::RoundRobin { legs: 1 });
    let league = pen.league(HOSTILE, Played::Elsewhere(SNEAKY.to_owned()), settings).await;
    pen.enter(&league, &["Ann", "Bob", HOSTILE, SNEAKY, "*<b>guest"]).await;
    let kept = pen.act(&league, Action::Start).await;
    pen.battle(&league, match_of(&kept, "Ann", "Bob"), 12).await;
    let kept = pen.play(&league, 6).await;
    let entrant = kept.book.season.entrants[2].no;
    let why = format!("late {SNEAKY}");
    pen.act(&league, Action::Adjust { entrant, points: -1, why }).await;
    let pages = reader.wanders().await;
    assert!(pages.iter().any(|(path, _)| path.starts_with("/g/")), "the battle is linked");
    assert!(pages.iter().any(|(path, _)| path.ends_with("game.json")), "and its file");
    for (path, text) in &pages {
        let page = text.starts_with("<!DOCTYPE html>");
        assert!(!page || !text.contains("<script"), "{path}");
        assert!(!page || !text.contains("<img src=x"), "{path}");
        assert!(!page || !text.contains("<b>guest"), "{path}");
        assert!(!page || !text.contains(" style="), "{path}: the policy forbids it");
        for id in [ANN, ANN + 1, MIA, HOME] {
            assert!(!text.contains(&id.to_string()), "{path} tells the id {id}");
        }
        assert!(!path.contains(&HOME.to_string()), "{path}");
    }
    let page = reader.reads(&format!("/l/{league}")).await;
    assert!(page.contains("&lt;script&gt;alert(1)"), "{page}");
}

#[tokio::test]
async fn what_one_server_keeps_is_not_told_of_another() {
    let reader = Reader::new().await;
    let mut people = Vec::new();
    for (guild, name) in [(HOME, "Home league"), (ELSEWHERE, "Other league")] {
        let pen = reader.pen(guild);
        let settings = Settings::new(Format::RoundRobin { legs: 1 });
        let league = pen.league(name, antares(), settings).await;
        pen.enter(&league, &["Ann", "Bob"]).await;
        pen.act(&league, Action::Start).await;
        pen.play(&league, 1).await;
        people.push(link(&reader.reads(&format!("/l/{league}/p/1")).await, "/p/"));
    }
    assert_ne!(people[0], people[1], "the same person has another address on each server");
    let at_home = reader.reads(&people[0]).await;
    assert!(at_home.contains("Home league") && !at_home.contains("Other league"), "{at_home}");
    let elsewhere = reader.reads(&people[1]).await;
    assert!(elsewhere.contains("Server") && !elsewhere.contains("Home league"), "{elsewhere}");
    let (server, _) = people[0].trim_start_matches("/p/").split_once('-').unwrap();
    let (_, person) = people[1].split_once('-').unwrap();
    reader.misses(&format!("/p/{server}-{person}")).await;
}

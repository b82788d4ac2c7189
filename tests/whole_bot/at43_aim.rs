//! What is aimed at and how far: second salvos in overwatch, templates on friends, terrain with somebody on it, artillery.

use gatemaster_rules::at43::Setup;
use gatemaster_rules::at43::command::{Body, Command, Field, Laid, Mark, Salvo, Strike};
use gatemaster_rules::at43::correct::Correction;
use gatemaster_rules::at43::setup::Switches;
use gatemaster_rules::at43::state::{Drill, ElementKind, Role, Tough};
use gatemaster_sandbox::Seen;

use crate::club::Club;
use crate::mission::{BLUE, GOLEMS, Mission, RED, STARS, written};

fn button(seen: &Seen, start: &str) -> String {
    let found = seen.buttons.iter().find(|button| button.label.starts_with(start));
    found.unwrap_or_else(|| panic!("no {start}: {:?}", seen.buttons)).custom_id.clone()
}

async fn last_salvo(mission: &Mission) -> Salvo {
    match mission.last_command().await {
        Command::Shoot(salvo) => salvo,
        other => panic!("no shot: {other:?}"),
    }
}

/// T-OVW-1, T-MEA-1: the second weapon is fired by its own range buttons, as nobody measured for the first.
#[tokio::test]
async fn a_second_salvo_in_overwatch_is_fired_by_its_range_button() {
    let club = Club::open().await;
    let mission = Mission::begun(&club).await;
    mission.deployed().await;
    mission.planned_in(&["Steel troopers 1"], &["Storm golems 1"]).await;
    mission.board().await;
    club.ann.at(&club.hall).slash("/at43 end overwatch:true").await;
    club.bob.at(&club.hall).slash("/at43 move pace:move").await;
    let asks = |seen: &Seen| seen.button("Hold fire").is_some() && !seen.private;
    let asked = club.hall.wait_for(asks).await;
    let aimed = club.ann.clicks(&asked, &button(&asked, "Fire with")).await.message();
    let rifles = club.ann.selects(&aimed, "Weapon", &["Laser rifle"]).await.message();
    assert!(rifles.all_text().contains("all: nobody is left"), "{}", rifles.all_text());
    let nearest = button(&rifles, "≤");
    club.with_dice("1 1 1 1 1 1 1", club.ann.clicks(&rifles, &nearest)).await;
    assert!(last_salvo(&mission).await.up_to, "nobody measured it");
    let (troopers, golems) =
        (mission.id_of("Steel troopers 1").await, mission.id_of("Storm golems 1").await);
    let state = mission.state().await;
    assert_eq!(state.range_that_holds(troopers, golems), None, "it is asked for again");
    assert!(state.last_range(troopers, golems).is_some(), "and offered");

    let rifle = state.library.weapon_of_key("laser-rifle");
    let more = mission.newest().await;
    assert!(more.button("Enough").is_some(), "{:?}", more.buttons);
    mission.hands_off(&club.bob, &more).await;
    let unsaid = club.ann.at(&club.hall).slash("/at43 shoot").await;
    assert!(unsaid.is_private() && unsaid.text().contains("Say how far"), "{}", unsaid.text());
    club.with_dice("1 1", club.ann.clicks(&more, &button(&more, "≤"))).await;
    let second = last_salvo(&mission).await;
    assert!(second.up_to && Some(second.weapon) != rifle, "{second:?}");
    assert!(!mission.unit("Steel troopers 1").await.has_drill(Drill::Overwatch), "all has fired");
}

/// Round 2 with everything that can be agreed on; a hut stands on the table, and everybody has LP.
async fn with_a_hut(club: &Club) -> Mission {
    let switches = Switches { artillery: true, terrain_damage: true, ..Switches::default() };
    let mission = Mission::open(club, Setup { switches, ..Setup::default() }).await;
    for (person, seat, company) in
        [(&mission.ann, BLUE, written(STARS)), (&mission.bob, RED, written(GOLEMS))]
    {
        mission.play(person, Command::Muster { seat, company }).await;
        mission.play(person, Command::LockCompany { seat }).await;
    }
    let hut = Laid {
        name: "Hut".to_owned(),
        kind: ElementKind::Other,
        size: 2,
        tough: Some(Tough { protection: 5, structure: 1 }),
    };
    let field = Field { elements: vec![hut], ..Field::default() };
    mission.play(&mission.ann, Command::LayField { seat: BLUE, field, alone: false }).await;
    mission.play_with(&mission.bob, Command::AgreeField { seat: RED }, "1").await;
    mission.deployed().await;
    mission.planned_in(&["Star troopers"], &["Storm golems 1"]).await;
    for seat in [BLUE, RED] {
        mission.corrects(Correction::Leadership { seat, pool: 9 }).await;
    }
    mission.board().await;
    mission
}

/// Ann's star troopers have their card up and are paid for.
async fn star_troopers_act(club: &Club) -> Mission {
    let mission = with_a_hut(club).await;
    club.ann.at(&club.hall).slash("/at43 card").await;
    let asked = mission.newest().await;
    if asked.button("Pay 1 LP").is_some() {
        club.ann.clicks(&asked, "Pay 1 LP").await;
    }
    mission
}

/// T-IND-1, T-WPN-2: friends come behind the enemies, and are never meant unless they are named.
#[tokio::test]
async fn a_flamer_is_aimed_at_a_friend_by_press_and_in_one_line() {
    let club = Club::open().await;
    let mission = star_troopers_act(&club).await;
    let ann = club.ann.at(&club.hall);
    let unsaid = ann.slash("/at43 shoot range:15").await;
    assert!(unsaid.text().contains("Say who is shot at"), "{}", unsaid.text());
    assert!(!unsaid.text().contains("Steel troopers"), "{}", unsaid.text());
    let line = "/at43 shoot target:Steel troopers range:15 preview:true";
    let preview = ann.slash(line).await;
    assert!(preview.text().contains("That is your own side"), "{}", preview.text());
    let refused = ann.slash("/at43 shoot target:Steel troopers range:15 weapon:laser rifle").await;
    assert!(refused.is_private(), "{}", refused.text());
    let offers = ann.completes("/at43 shoot target:").await;
    let place = |name: &str| offers.iter().position(|offer| offer.value == name).unwrap();
    assert!(place("Storm golems 1") < place("Steel troopers"), "{offers:?}");

    let menu = mission.newest().await;
    let list = menu.select("Shoot at…").unwrap();
    let place = |name: &str| list.options.iter().position(|option| option.label == name).unwrap();
    assert!(place("Storm golems 1") < place("Steel troopers"), "{:?}", list.options);
    let aimed = club.ann.selects(&menu, "Shoot at…", &["Steel troopers"]).await.message();
    let aimed = club.ann.selects(&aimed, "Weapon", &["Flamer"]).await.message();
    assert!(aimed.all_text().contains("your own side"), "{}", aimed.all_text());
    club.ann.clicks(&aimed, &button(&aimed, "≤20 cm")).await;
    let salvo = last_salvo(&mission).await;
    let friends = mission.id_of("Steel troopers").await;
    assert!(matches!(salvo.at, Mark::Fighter(unit, _) if unit == friends), "{salvo:?}");
    let stars = mission.id_of("Star troopers").await;
    let state = mission.state().await;
    assert_eq!(state.last_range(stars, friends), None, "nobody measured how far it is");
}

/// T-WPN-2
#[tokio::test]
async fn whoever_a_flamer_is_no_longer_aimed_at_lies_under_it_no_more() {
    let club = Club::open().await;
    let mission = star_troopers_act(&club).await;
    let menu = mission.newest().await;
    let aimed = club.ann.selects(&menu, "Shoot at…", &["Storm golems 1"]).await.message();
    let flamer = club.ann.selects(&aimed, "Weapon", &["Flamer"]).await.message();
    let others =
        club.ann.selects(&flamer, "Under the template besides…", &["Storm golems 2"]).await;
    let others = others.message();
    let text = others.all_text();
    assert!(text.contains("nder the template: a fighter of Storm golems 1 and "), "{text}");
    let officer = "The officer of Storm golems 1";
    let other = club.ann.selects(&others, "Aimed at", &[officer]).await.message();
    let text = other.all_text();
    assert!(text.contains("nder the template: the officer of Storm golems 1 and "), "{text}");
    club.ann.clicks(&other, &button(&other, "≤20 cm")).await;
    let salvo = last_salvo(&mission).await;
    let golems = mission.id_of("Storm golems 1").await;
    let own: Vec<(Role, u32)> = salvo
        .under
        .iter()
        .filter(|entry| entry.who == Body::Unit(golems))
        .map(|entry| (entry.role, entry.fighters))
        .collect();
    assert_eq!(own, [(Role::Officer, 1)]);
}

/// T-TER-3
#[tokio::test]
async fn whoever_stands_on_a_hut_that_is_shot_at_is_named_in_the_form() {
    let club = Club::open().await;
    let mission = star_troopers_act(&club).await;
    let menu = mission.newest().await;
    let aimed = club.ann.selects(&menu, "Shoot at…", &["Hut"]).await.message();
    let form = club.ann.clicks(&aimed, &button(&aimed, "Exact range")).await.modal().unwrap();
    let wrong = form.submit(&[("range", "8"), ("Who stands on it or in it", "Nobody 7: 2")]).await;
    assert!(wrong.is_private() && wrong.text().contains("can be named here"), "{}", wrong.text());
    let now = aimed.again().unwrap();
    let form = club.ann.clicks(&now, &button(&now, "Exact range")).await.modal().unwrap();
    let on_it = [("range", "8"), ("Who stands on it or in it", "Storm golems 2: 2")];
    let told = form.submit(&on_it).await.message();
    let text = told.all_text();
    assert!(text.contains("On it or in it: 2 fighters of Storm golems 2"), "{text}");
    assert!(text.contains("down: it is destroyed"), "{text}");
    let zone = told.select("In the zone of fire, partly or all…").unwrap();
    assert!(zone.options.iter().all(|option| !option.chosen), "nobody stands between");
    club.ann.clicks(&told, &button(&told, "8 cm")).await;
    let salvo = last_salvo(&mission).await;
    assert!(matches!(salvo.at, Mark::Terrain(_)) && salvo.under.len() == 1, "{salvo:?}");
}

/// T-SHT-9
#[tokio::test]
async fn a_preview_says_who_in_the_zone_of_fire_is_passed_over() {
    let club = Club::open().await;
    let mission = star_troopers_act(&club).await;
    let golems = mission.id_of("Storm golems 2").await;
    let drills = vec![Drill::Knee];
    mission.corrects(Correction::Drills { unit: golems, drills }).await;
    let line = "/at43 shoot target:Storm golems 1 range:24 weapon:assault rifle \
                zone:Storm golems 2: 2 fighters, 1 bearer preview:true";
    let preview = club.ann.at(&club.hall).slash(line).await.text();
    for words in [
        "n the zone of fire: 2 fighters and a bearer of Storm golems 2",
        "passed over: 3 of Storm golems 2 (Knee to the ground!)",
    ] {
        assert!(preview.contains(words), "{words}: {preview}");
    }
}

/// T-WPN-4: by press, with somebody else who sees it.
#[tokio::test]
async fn an_artillery_strike_is_called_by_presses() {
    let club = Club::open().await;
    let mission = with_a_hut(&club).await;
    let turn = mission.newest().await;
    let choose = club.ann.clicks(&turn, &button(&turn, "Artillery")).await.message();
    mission.hands_off(&club.bob, &choose).await;
    let shown =
        club.ann.selects(&choose, "The strike falls on…", &["Storm golems 1"]).await.message();
    assert!(shown.all_text().contains("A strike on **a fighter of Storm golems 1**"));
    let officer = "The officer of Storm golems 1";
    let shown = club.ann.selects(&shown, "Aimed at", &[officer]).await.message();
    let shown = club.ann.selects(&shown, "Seen by…", &["Fire Toads"]).await.message();
    let text = shown.all_text();
    assert!(text.contains("the officer of Storm golems 1"), "{text}");
    assert!(text.contains("seen by **Fire Toads**"), "{text}");
    club.with_dice("4", club.ann.clicks(&shown, &button(&shown, "Call it"))).await;
    let golems = mission.id_of("Storm golems 1").await;
    let strike = Strike {
        seen_by: mission.id_of("Fire Toads").await,
        at: Mark::Fighter(golems, Role::Officer),
    };
    assert_eq!(mission.last_command().await, Command::Artillery(strike));
    let state = mission.state().await;
    assert_eq!((state.sides[0].pool, state.sides[0].struck), (6, true));
}

/// T-WPN-4: the same in one line.
#[tokio::test]
async fn an_artillery_strike_is_called_in_one_line() {
    let club = Club::open().await;
    let mission = with_a_hut(&club).await;
    let ann = club.ann.at(&club.hall);
    for (line, why) in [
        ("/at43 artillery target:Nobody", "You can name"),
        ("/at43 artillery target:Storm golems 1 at:medic", "you can aim at"),
        ("/at43 artillery target:Storm golems 1 seen_by:Storm golems 1", "one of yours"),
    ] {
        let refused = ann.slash(line).await;
        assert!(refused.is_private() && refused.text().contains(why), "{line}: {}", refused.text());
    }
    let offers = ann.completes("/at43 artillery target:").await;
    for name in ["Storm golems 1", "Steel troopers"] {
        assert!(offers.iter().any(|offer| offer.value == name), "{name}: {offers:?}");
    }
    let line = "/at43 artillery target:Storm golems 1 at:officer seen_by:Steel troopers dice:4";
    let told = club.does(&club.ann, &club.hall, line).await;
    assert!(!told.is_private(), "{}", told.text());
    let Command::Artillery(strike) = mission.last_command().await else { panic!("no strike") };
    let golems = mission.id_of("Storm golems 1").await;
    assert_eq!(strike.at, Mark::Fighter(golems, Role::Officer));
    assert_eq!(strike.seen_by, mission.id_of("Steel troopers").await);
}

//! What stands on the table: buildings by command, by the form on the board, and by agreement in a running battle.

use gatemaster_rules::antares::buildings::{BuildingId, Interior, Roof, Size, Spot};
use gatemaster_rules::antares::correct::Change;
use gatemaster_rules::ids::Seat;

use crate::battle_force::{battle, opened, seated, setup};
use crate::battlefield::{Battlefield, on_the_table};
use crate::club::Club;

async fn names(club: &Club) -> Vec<String> {
    setup(club).await.buildings.iter().map(|plan| plan.name.clone()).collect()
}

#[tokio::test]
async fn buildings_are_added_changed_and_taken_away_by_command() {
    let club = Club::open().await;
    let lobby = seated(&club).await;
    let (ann, bob) = (club.ann.at(&club.hall), club.bob.at(&club.hall));
    let plain = ann.slash("/building add name:Bunker").await;
    assert!(!plain.is_private(), "{}", plain.text());
    assert_eq!(
        plain.text(),
        "Ann put Bunker on the table: standard, 1 storey, nobody can stand on the roof, cover +2, damage value 20."
    );
    let line = "/building add name:Tower size:small storeys:5 blocks:2 roof:flat with a parapet stairs:True \
                links:bunker, Tower cover:1 zone:Ghar";
    let told = bob.slash(line).await;
    assert_eq!(
        told.text(),
        "Bob put Tower on the table: small, 5 storeys, 2 blocks, roof with a parapet, outer stairs, cover +1, damage \
         value 30, in the zone of 🔵 Ghar, transporters to Bunker and its own blocks."
    );
    let hall = ann.slash("/building add name:Dock interior:large hall with room for overhead fire");
    assert!(hall.await.text().contains("cannot be brought down"));
    let board = club
        .hall
        .wait_for(|seen| seen.id == lobby.id && seen.all_text().contains("Dock (standard"))
        .await;
    assert!(
        board.all_text().contains(
            "🏢 **Buildings:** Bunker (standard, 1 storey) · Tower (small, 5 storeys) · Dock (standard, 1 storey)"
        ),
        "{}",
        board.all_text()
    );
    let setup_now = setup(&club).await;
    let [bunker, tower, dock] = &setup_now.buildings[..] else { panic!("{setup_now:?}") };
    assert_eq!((bunker.size, bunker.strength, bunker.roof), (Size::Standard, 20, Roof::None));
    assert_eq!(
        (tower.zone, tower.links.as_slice()),
        (Some(Seat(1)), &["Bunker".into(), "Tower".into()][..])
    );
    assert_eq!(dock.interior, Interior::Hall { overhead: true });

    // while one types
    let offered = ann.completes("/building change name:o").await;
    let labels: Vec<&str> = offered.iter().map(|choice| choice.name.as_str()).collect();
    assert_eq!(labels, ["Tower", "Dock"]);
    let offered = ann.completes("/building add name:X zone:").await;
    assert_eq!(offered.len(), 3, "{offered:?}");
    let offered = ann.completes("/building add name:X links:Bunker, d").await;
    assert_eq!(offered[0].name, "Bunker, Dock", "{offered:?}");

    // transporters follow a new name, and go with the building they led to
    let told = bob.slash("/building change name:bunker rename:Keep storeys:3 roof:flat").await;
    assert!(
        told.text().starts_with("Bob changed Keep: standard, 3 storeys, flat roof"),
        "{}",
        told.text()
    );
    assert_eq!(setup(&club).await.buildings[1].links, ["Keep", "Tower"]);
    let same = bob.slash("/building change name:Keep storeys:3").await;
    assert!(same.is_private() && same.text().contains("Nothing would change"), "{}", same.text());
    let which = bob.slash("/building change name:Keep").await;
    assert!(which.text().contains("Say what to change"), "{}", which.text());
    let cleared = bob.slash("/building change name:Tower zone:none damage:12").await;
    assert!(
        !cleared.text().contains("zone") && cleared.text().contains("value 12"),
        "{}",
        cleared.text()
    );
    let gone = ann.slash("/building remove name:keep").await;
    assert_eq!(gone.text(), "Ann took Keep off the table.");
    assert_eq!(names(&club).await, ["Tower", "Dock"]);
    assert_eq!(setup(&club).await.buildings[0].links, ["Tower"]);
}

#[tokio::test]
async fn what_cannot_stand_is_refused_in_plain_words() {
    let club = Club::open().await;
    let lobby = opened(&club).await;
    let ann = club.ann.at(&club.hall);
    let none = ann.slash("/building remove name:Tower").await;
    assert!(
        none.is_private() && none.text().contains("No building stands on this table"),
        "{}",
        none.text()
    );
    ann.slash("/building add name:Tower").await;
    let before = club.steps().await;
    for (line, says) in [
        ("add name:tower", "Two buildings are called tower; rename one."),
        (
            "add name:Bunker links:the moon",
            "Bunker has a transporter to the moon, but there is no such building.",
        ),
        (
            "add name:Bunker zone:Concord",
            "No side is called Concord; a zone belongs to one of Algoryn and Ghar",
        ),
        (
            "add name:TOWER links:the moon",
            "There are 2 things to put right, so nothing was changed",
        ),
        ("remove name:Bunker", "No building is called `Bunker`; there are Tower."),
        ("change name:Bunker storeys:2", "No building is called `Bunker`"),
    ] {
        let refused = ann.slash(&format!("/building {line}")).await;
        assert!(
            refused.is_private() && refused.text().contains(says),
            "{line}: {}",
            refused.text()
        );
    }
    let pat = club.pat.at(&club.hall);
    for line in ["add name:Hut", "remove name:Tower", "change name:Tower storeys:2"] {
        let refused = pat.slash(&format!("/building {line}")).await;
        assert!(refused.is_private(), "{line}: {}", refused.text());
        assert!(
            refused.text().contains("Only people at this table may change what stands on it."),
            "{line}: {}",
            refused.text()
        );
        assert!(refused.message().button("Play Ghar").is_some(), "the way out");
    }
    let board =
        club.hall.wait_for(|seen| seen.id == lobby.id && seen.all_text().contains("Tower (")).await;
    let refused = club.pat.clicks(&board, "Add a building…").await;
    assert!(refused.is_private() && refused.modal().is_none(), "{}", refused.text());
    let looks = pat.slash("/building list").await;
    assert!(looks.is_private() && looks.text().contains("### Tower"), "{}", looks.text());
    assert!(looks.message().select("Take a building away…").is_none(), "a stranger only looks");
    assert_eq!(club.steps().await, before);
    // a manager may
    let by_mia = club.mia.at(&club.hall).slash("/building add name:Hut").await;
    assert!(!by_mia.is_private(), "{}", by_mia.text());
    for number in 3..=12 {
        ann.slash(&format!("/building add name:Hut {number}")).await;
    }
    let many = ann.slash("/building add name:One more").await;
    assert!(
        many.text().contains("There are 13 buildings; a table has at most 12."),
        "{}",
        many.text()
    );
}

#[tokio::test]
async fn a_building_is_written_into_the_form_put_right_and_taken_away_after_restarts() {
    let mut club = Club::open().await;
    let lobby = seated(&club).await;
    let form = club.ann.clicks(&lobby, "Add a building…").await.modal().unwrap();
    let wrong = [
        ("name", "Tower"),
        ("size", "small, 13"),
        ("parts", "2 blocks, dungeon"),
        ("zone", "Concord"),
        ("links", "the moon"),
    ];
    let refused = form.submit(&wrong).await;
    assert!(refused.is_private(), "{}", refused.text());
    for says in [
        "There are 4 things to put right, so nothing was changed",
        "I do not know what “dungeon” means here.",
        "No side is called Concord",
        "Tower has 13 storeys; a building has 1 to 12.",
        "Tower has a transporter to the moon, but there is no such building.",
    ] {
        assert!(refused.text().contains(says), "{says}: {}", refused.text());
    }
    club.restart_bot().await;
    let again = club.ann.clicks(&refused.message(), "Put it right…").await.modal().unwrap();
    for (key, typed) in wrong {
        let value = again.inputs.iter().find(|input| input.custom_id == key).unwrap().value.clone();
        assert_eq!(value, typed, "{key}");
    }
    club.restart_bot().await;
    let right = [
        ("size", "small, 2"),
        ("parts", "2 blocks, flat roof"),
        ("zone", "algoryn"),
        ("links", ""),
    ];
    again.submit(&right).await;
    let board =
        club.hall.wait_for(|seen| seen.id == lobby.id && seen.all_text().contains("Tower (")).await;
    let plan = setup(&club).await.buildings.remove(0);
    assert_eq!((plan.size, plan.storeys, plan.blocks), (Size::Small, 2, 2));
    assert_eq!((plan.roof, plan.zone), (Roof::Flat, Some(Seat(0))));

    // changed in the same form, from a list of all buildings
    let list = club.bob.clicks(&board, "Change or take away…").await.message();
    assert!(list.private && list.all_text().contains("### Tower"), "{}", list.all_text());
    let form = club.bob.selects(&list, "Change a building…", &["Tower"]).await.modal().unwrap();
    let parts = form.inputs.iter().find(|input| input.custom_id == "parts").unwrap();
    assert_eq!(parts.value, "2 blocks, flat roof");
    let other = form.clone();
    let done = form.submit(&[("name", "Spire"), ("parts", "parapet, outer stairs, cover 3")]).await;
    assert!(done.text().contains("### Spire"), "{}", done.text());
    let plan = setup(&club).await.buildings.remove(0);
    assert_eq!((plan.roof, plan.stairs, plan.cover, plan.blocks), (Roof::Parapet, true, 3, 1));
    let late = other.submit(&[("name", "Needle")]).await;
    assert!(late.text().contains("renamed or taken away meanwhile"), "{}", late.text());
    let shown = club.bob.clicks(&list, "Show everybody").await.wait_for_messages(2).await.remove(1);
    assert!(!shown.private && shown.all_text().contains("### Spire"), "{}", shown.all_text());
    let list = club.bob.at(&club.hall).slash("/building list").await.message();
    club.restart_bot().await;
    let gone = club.bob.selects(&list, "Take a building away…", &["Spire"]).await;
    assert!(gone.text().contains("No building stands on this table"), "{}", gone.text());
    assert_eq!(names(&club).await, [] as [&str; 0]);
}

/// B-LRG-1
#[tokio::test]
async fn a_table_that_lies_indoors_says_so() {
    let club = Club::open().await;
    let lobby = seated(&club).await;
    let ticked = club.bob.clicks(&lobby, "Indoors, no overhead fire").await;
    assert!(
        ticked.text().contains("The table lies indoors: no overhead fire."),
        "{}",
        ticked.text()
    );
    assert!(setup(&club).await.options.indoors);
    let back = club.ann.at(&club.hall).slash("/force options indoors:False").await;
    assert!(!back.text().contains("indoors"), "{}", back.text());
    assert!(!setup(&club).await.options.indoors);
    club.ann.at(&club.hall).slash("/force options indoors:True").await;
    club.ann.at(&club.hall).slash("/building add name:Tower").await;
    club.ann.at(&club.hall).slash("/game start").await;
    let state = battle(&club).await;
    assert!(state.options.indoors && state.buildings.len() == 1);
}

#[tokio::test]
async fn in_a_running_battle_the_other_side_agrees_to_a_building() {
    let mut club = Club::open().await;
    let field =
        Battlefield::open(&club, on_the_table(&["gang_fighters"], &["c3_strike_squad"])).await;
    field.board().await;
    let ann = club.ann.at(&club.hall);
    let asked =
        ann.slash("/building add name:Tower size:small storeys:2 roof:flat").await.message();
    let text = asked.all_text();
    assert!(text.contains("Tower, a small building of 2 storeys, stands on the table"), "{text}");
    assert!(text.contains("**Bob**, do you agree?") && asked.pings(&club.bob), "{text}");
    assert!(field.state().await.buildings.is_empty());
    club.restart_bot().await;
    club.bob.clicks(&asked, "Agree").await;
    assert_eq!(field.state().await.buildings[0].plan.name, "Tower");

    // everything that is wrong is told together, and nothing is changed in place any more
    let ann = club.ann.at(&club.hall);
    let twice = ann.slash("/building add name:Tower links:the moon").await;
    assert!(twice.is_private() && twice.text().contains("There are 2 things"), "{}", twice.text());
    let late = ann.slash("/building change name:Tower storeys:3").await;
    assert!(late.text().contains("The battle has begun: `/building remove`"), "{}", late.text());
    let pat = club.pat.at(&club.hall).slash("/building add name:Hut").await;
    assert!(pat.is_private() && pat.text().contains("Only people at this table"), "{}", pat.text());

    // who is where, and what is left
    let spot = Spot::block(BuildingId(0), 0, 0);
    let mia = club.mia.at(&club.hall);
    let inside = mia
        .slash("/correct change unit:Gang Fighters what:where it is: in a building, on a roof, in the open value:Tower")
        .await;
    assert!(!inside.is_private() && inside.text().contains("in Tower"), "{}", inside.text());
    assert_eq!(field.unit("Gang Fighters").await.spot, Some(spot));
    let place = "what:where it is: in a building, on a roof, in the open value:";
    let enemy = mia.slash(&format!("/correct change unit:C3 Strike Squad {place}tower")).await;
    assert!(
        enemy.is_private() && enemy.text().contains("The enemy holds Tower."),
        "{}",
        enemy.text()
    );
    let nowhere = mia.slash(&format!("/correct change unit:C3 Strike Squad {place}castle")).await;
    assert!(
        nowhere.text().contains("`castle` does not fit here; `value:` takes `the roof of Tower`."),
        "{}",
        nowhere.text()
    );
    let offered = mia.completes(&format!("/correct change unit:Gang Fighters {place}")).await;
    let labels: Vec<&str> = offered.iter().map(|choice| choice.name.as_str()).collect();
    assert_eq!(labels, ["open ground", "the roof of Tower"]);
    let hurt = mia.slash("/correct building building:tower left:9").await;
    assert!(hurt.text().contains("Tower has 9 of its damage value left"), "{}", hurt.text());
    let offered = mia.completes("/correct building building:t").await;
    assert_eq!(offered[0].name, "Tower (9 of 20 left)", "{offered:?}");
    let unknown = mia.slash("/correct building building:Castle left:9").await;
    assert!(
        unknown.text().contains("No building that stands is called `Castle`; there are Tower.")
    );
    let list = ann.slash("/building list").await;
    assert!(list.is_private(), "{}", list.text());
    assert!(list.text().contains("💥 9 of 20 left."), "{}", list.text());
    assert!(list.text().contains("• inside: 🔴 Gang Fighters ("), "{}", list.text());
    assert!(list.message().select("Take a building away…").is_none());

    // somebody who need not ask takes it away at once, and whoever was inside stands in the open
    let gone = mia.slash("/building remove name:Tower").await;
    assert!(gone.text().contains("Tower is off the table"), "{}", gone.text());
    assert_eq!(field.unit("Gang Fighters").await.spot, None);
    let none = mia.slash(&format!("/correct change unit:C3 Strike Squad {place}tower")).await;
    assert!(none.text().contains("No building stands on this table"), "{}", none.text());
    field.set("Gang Fighters", Change::Spot(None)).await;
}

/// A table that was stored before there were buildings.
#[tokio::test]
async fn an_older_table_has_no_buildings_and_takes_some() {
    let mut club = Club::open().await;
    seated(&club).await;
    let stored = {
        let store = club.store().await;
        let game = store.open_game_in(club.hall.id()).await.unwrap().unwrap();
        store.close().await;
        game.state
    };
    assert!(!stored.contains("buildings") && !stored.contains("indoors"), "written as before");
    club.restart_bot().await;
    let ann = club.ann.at(&club.hall);
    ann.slash("/building add name:Tower").await;
    club.restart_bot().await;
    assert_eq!(names(&club).await, ["Tower"]);
    let list = club.ann.at(&club.hall).slash("/building list").await;
    assert!(
        list.text().contains("• Empty inside: room for 10 models in 3 units"),
        "{}",
        list.text()
    );
    let begun = club.ann.at(&club.hall).slash("/game start").await;
    assert!(begun.failed().is_none(), "{}", begun.text());
    assert_eq!(battle(&club).await.buildings.len(), 1);
}

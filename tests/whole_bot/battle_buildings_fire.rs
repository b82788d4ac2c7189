//! Fire at buildings, at whoever is inside, and out of their windows.

use gatemaster_rules::antares::buildings::{BuildingId, Facing, Plan, Roof, Size, Spot};
use gatemaster_rules::antares::correct::Change;
use gatemaster_rules::antares::flow::Task;
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::ids::Seat;
use gatemaster_sandbox::Seen;

use crate::battlefield::{Battlefield, on_the_table, with_buildings};
use crate::club::Club;

const RED: Seat = Seat(0);
const TOWER: BuildingId = BuildingId(0);

fn tower(storeys: u8, strength: u32) -> Plan {
    Plan { roof: Roof::Flat, strength, ..Plan::plain("Tower", Size::Standard, storeys) }
}

/// A battle around a tower in which these units are where they are said to be, and a die of Red has been drawn.
async fn drawn(
    club: &Club,
    (red, blue): (&[&str], &[&str]),
    plan: Plan,
    places: &[(&str, Spot)],
) -> (Battlefield, Seen) {
    let setup = with_buildings(on_the_table(red, blue), vec![plan]);
    let field = Battlefield::open(club, setup).await;
    for (unit, spot) in places {
        field.set(unit, Change::Spot(Some(*spot))).await;
    }
    field.draw(RED).await;
    let board = field.board().await;
    (field, board)
}

async fn aims(club: &Club, board: &Seen, at: &str) -> Seen {
    club.ann.selects(board, "Fire at…", &[at]).await;
    let at = format!("aims at **{at}**");
    let aiming =
        |seen: &Seen| seen.select("Circumstances").is_some() && seen.all_text().contains(&at);
    club.hall.wait_for(aiming).await
}

fn options(seen: &Seen, list: &str) -> Vec<String> {
    let select = seen.select(list).unwrap_or_else(|| panic!("no {list}: {seen:?}"));
    select.options.iter().map(|option| option.label.clone()).collect()
}

fn labels(seen: &Seen) -> Vec<&str> {
    seen.buttons.iter().map(|button| button.label.as_str()).collect()
}

/// B-SHT-4, B-SHT-5: nobody has to say what the battle knows.
#[tokio::test]
async fn at_somebody_inside_the_walls_are_counted_and_told() {
    let club = Club::open().await;
    let inside = [("Gang Fighters", Spot::block(TOWER, 0, 0))];
    let forces: (&[&str], &[&str]) = (&["c3_strike_squad"], &["gang_fighters"]);
    let (field, board) = drawn(&club, forces, tower(3, 20), &inside).await;
    let aiming = aims(&club, &board, "Gang Fighters").await;
    let text = aiming.all_text();
    assert!(text.contains("In Tower: −1 to hit, +2 to Res."), "{text}");
    assert!(aiming.button("Shoot, up to 20″ (needs 5)").is_some(), "{:?}", labels(&aiming));
    let offered = options(&aiming, "Circumstances");
    assert!(
        !offered.iter().any(|one| one.contains("over +") || one.contains("building")),
        "{offered:?}"
    );

    // Bob does not fire for her
    let steps = field.steps().await;
    let refused = club.bob.clicks(&aiming, "Shoot, up to 20″ (needs 5)").await;
    assert!(refused.is_private());
    assert_eq!(field.steps().await, steps);

    club.ann.clicks(&aiming, "Shoot, up to 20″ (needs 5)").await;
    let state = field.state().await;
    assert!(matches!(state.flow.tasks.last(), Some(Task::GoDown { .. })), "{:?}", state.flow.tasks);
    assert!(state.flow.volleys[0].scene.building);
}

/// B-SHT-1: told, trimmed, and kept through a restart.
#[tokio::test]
async fn through_one_window_two_of_a_squad_shoot() {
    let mut club = Club::open().await;
    let inside = [("C3 Strike Squad", Spot::block(TOWER, 0, 0))];
    let forces: (&[&str], &[&str]) = (&["c3_strike_squad"], &["gang_fighters"]);
    let (field, board) = drawn(&club, forces, tower(3, 20), &inside).await;
    let aiming = aims(&club, &board, "Gang Fighters").await;
    let single = options(&aiming, "Weapons")[0].clone();
    let aiming = club.ann.selects(&aiming, "Weapons", &[&single]).await.message();
    let aiming = club.ann.selects(&aiming, "Circumstances", &["1 opening"]).await.message();
    assert!(aiming.text.contains("Through 1 opening: 2 of 5 can shoot."), "{}", aiming.text);
    club.restart_bot().await;
    let near = labels(&aiming).into_iter().find(|label| label.contains("up to 20″")).unwrap();
    club.ann.clicks(&aiming, near).await;
    let state = field.state().await;
    let volley = &state.flow.volleys[0];
    assert_eq!(volley.scene.openings, Some(1));
    let gatemaster_rules::antares::command::Shooters::Models(models) = &volley.uses[0].by else {
        panic!("{volley:?}")
    };
    assert_eq!(models.len(), 2);
}

/// B-SHT-2
#[tokio::test]
async fn a_squad_inside_shoots_out_of_two_sides() {
    let club = Club::open().await;
    let inside = [("C3 Strike Squad", Spot::block(TOWER, 0, 0))];
    let forces: (&[&str], &[&str]) = (&["c3_strike_squad"], &["gang_fighters", "work_gang"]);
    let (field, board) = drawn(&club, forces, tower(3, 20), &inside).await;
    let aiming = aims(&club, &board, "Gang Fighters").await;
    let single = options(&aiming, "Weapons")[0].clone();
    let aiming = club.ann.selects(&aiming, "Weapons", &[&single]).await.message();
    let form = club.ann.clicks(&aiming, "Split fire by side…").await.modal().unwrap();
    let wrong = [("range", "18"), ("side", "up"), ("shooters", "2 troopers")];
    let said: Vec<String> =
        form.submit(&wrong).await.messages().iter().map(Seen::all_text).collect();
    assert!(said.iter().any(|text| text.contains("`up` is no side")), "{said:?}");
    let form = club.ann.clicks(&aiming, "Split fire by side…").await.modal().unwrap();
    let right = [("range", "18"), ("side", "left"), ("shooters", "2 troopers")];
    let held = form.submit(&right).await.message();
    assert!(held.text.contains("at **Gang Fighters**, 18″ from the left"), "{}", held.text);
    let aiming = club.ann.selects(&held, "The others at…", &["Work Gang"]).await.message();
    let picked = ["From the back of the building"];
    let aiming = club.ann.selects(&aiming, "Circumstances", &picked).await.message();
    let near = labels(&aiming).into_iter().find(|label| label.contains("up to 20″")).unwrap();
    club.ann.clicks(&aiming, near).await;
    let state = field.state().await;
    let sides: Vec<_> = state.flow.volleys.iter().map(|volley| volley.scene.side).collect();
    assert_eq!(sides, [Some(Facing::Left), Some(Facing::Back)]);
}

/// B-DMG-1 to B-DMG-3: the building is the target, comes down, and takes everybody inside with it.
#[tokio::test]
async fn a_tower_is_shot_down_with_everybody_inside() {
    let club = Club::open().await;
    let places = [("Gang Fighters", Spot::block(TOWER, 0, 0)), ("Work Gang", Spot::roof(TOWER, 0))];
    let forces: (&[&str], &[&str]) = (&["ai_mag_cannon_team"], &["gang_fighters", "work_gang"]);
    let (field, board) = drawn(&club, forces, tower(3, 6), &places).await;
    assert_eq!(options(&board, "Fire at…"), ["Gang Fighters", "Work Gang", "Tower itself"]);
    let aiming = aims(&club, &board, "Tower itself").await;
    let text = aiming.all_text();
    assert!(text.contains("Damage value 6 of 6"), "{text}");
    assert!(text.contains("damage falls"), "{text}");
    let look = "/shoot target:Tower itself range:20 preview:True";
    let look = club.ann.at(&club.hall).slash(look).await;
    assert!(look.text().contains("damage falls"), "{}", look.text());
    let odd = "/shoot target:Tower itself range:20 cover:+1";
    let odd = club.ann.at(&club.hall).slash(odd).await;
    assert!(odd.text().contains("Tower itself has no cover and no models"), "{}", odd.text());
    let shot = club
        .with_dice("1 2", club.ann.at(&club.hall).slash("/shoot target:Tower itself range:20"))
        .await;
    assert!(shot.failed().is_none());
    let state = field.state().await;
    assert!(state.buildings[0].columns[0].rubble, "{:?}", state.buildings);
    assert!(field.unit("Gang Fighters").await.destroyed);
    let roof = field.unit("Work Gang").await;
    assert_eq!((roof.destroyed, roof.spot), (false, None));
}

/// B-OVH-1: told before, and a template astray may lie on the roof.
#[tokio::test]
async fn a_template_that_goes_astray_lands_on_the_tower() {
    let club = Club::open().await;
    let inside = [("Gang Fighters", Spot::block(TOWER, 0, 0))];
    let forces: (&[&str], &[&str]) = (&["ai_x_launcher_team"], &["gang_fighters", "work_gang"]);
    let (field, board) = drawn(&club, forces, tower(3, 20), &inside).await;
    let aiming = aims(&club, &board, "Gang Fighters").await;
    let aiming = club.ann.selects(&aiming, "Weapons", &["X-launcher"]).await.message();
    assert!(aiming.text.contains("From above on Tower, D10 + SV"), "{}", aiming.text);
    let far = Inches::whole(30);
    let shoot = format!("/shoot target:Gang Fighters range:{} weapons:X-launcher", 30);
    club.ann.at(&club.hall).slash(&shoot).await;
    assert_eq!(field.state().await.flow.volleys[0].range, far);
    let stay = gatemaster_rules::antares::command::Answer::GoDown(false);
    let stay = gatemaster_rules::antares::command::Command::Answer(stay);
    // a miss, the spotter's too where there is one, and an inch off
    let spotter = field
        .unit("AI X-Launcher Team")
        .await
        .has_gear(gatemaster_rules::antares::profile::Gear::Spotter);
    if spotter {
        field.play(&club.bob, stay, Some("9")).await;
        let again = gatemaster_rules::antares::command::Answer::Spot(Some(0));
        let again = gatemaster_rules::antares::command::Command::Answer(again);
        field.play(&club.ann, again, Some("9 1")).await;
    } else {
        field.play(&club.bob, stay, Some("9 1")).await;
    }
    let state = field.state().await;
    assert!(
        matches!(state.flow.tasks.last(), Some(Task::Template { .. })),
        "{:?}",
        state.flow.tasks
    );
    let asked = field.board().await;
    assert_eq!(options(&asked, "On a building…"), ["Tower"]);
    let own = options(&asked, "Under the template: units of Blue");
    assert_eq!(own, ["Work Gang"], "nobody inside lies under a template");
    let wrong = club.ann.at(&club.hall).slash("/react under:on Castle").await;
    assert!(wrong.text().contains("or on Tower"), "{}", wrong.text());
    club.ann.selects(&asked, "On a building…", &["Tower"]).await;
    let after = field.state().await;
    assert!(
        !matches!(after.flow.tasks.last(), Some(Task::Template { .. })),
        "{:?}",
        after.flow.tasks
    );
}

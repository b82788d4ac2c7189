//! Buildings: shots out of windows, at whoever is inside, from above, and at the walls themselves.

use gatemaster_rules::antares::State;
use gatemaster_rules::antares::buildings::{
    Building, BuildingId, Facing, Interior, Part, Plan, Roof, Size, Spot,
};
use gatemaster_rules::antares::command::{Command, Cover, Scene};
use gatemaster_rules::antares::flow::Manner;
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::state::UnitId;
use gatemaster_rules::ids::Seq;

use super::super::bands::{UpTo, bands};
use super::super::circumstances::{options, settle};
use super::super::controls::{may_split, text};
use super::super::draft::{Draft, Firing, Salvo};
use super::super::habits::Habits;
use super::super::outlook::outlooks;
use super::super::split::{held_with, rest};
use super::super::target::{Target, targets};
use super::super::typed::Typed;
use super::{RED, aimed, aimed_with, battle, blue, shots};

const TOWER: BuildingId = BuildingId(0);
const PART: Part = Part { building: TOWER, column: 0 };

fn with(mut state: State, plan: Plan) -> State {
    state.buildings.push(Building::new(plan));
    state
}

fn tower(state: State) -> State {
    with(state, Plan { roof: Roof::Parapet, ..Plan::plain("Tower", Size::Standard, 3) })
}

fn put(state: &mut State, unit: UnitId, spot: Spot) {
    state.units[unit.index()].spot = Some(spot);
}

fn keys(state: &State, draft: &Draft) -> Vec<String> {
    options(state, draft).into_iter().map(|option| option.value).collect()
}

fn shown(state: &State, draft: &Draft) -> String {
    text(state, draft, &outlooks(state, draft), None, &[])
}

fn texts(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// B-SHT-4, B-SHT-5
#[test]
fn at_somebody_inside_the_walls_speak_for_themselves() {
    let mut state = tower(battle(&["gang_fighters"], &["gang_fighters"]));
    let at = blue(&state);
    put(&mut state, at, Spot::block(TOWER, 0, 0));
    let draft = aimed(&state, Manner::Fire);
    assert_eq!(keys(&state, &draft), ["obstacle", "light terrain"]);
    let text = shown(&state, &draft);
    assert!(text.contains("In Tower: −1 to hit, +2 to Res."), "{text}");
    assert!(text.contains("in building −1") || text.contains("building −1"), "{text}");
    assert!(text.contains("lost"), "{text}");
}

/// B-ROF-1
#[test]
fn a_parapet_covers_until_somebody_looks_over_it() {
    let mut state = tower(battle(&["gang_fighters"], &["gang_fighters"]));
    let at = blue(&state);
    put(&mut state, at, Spot::roof(TOWER, 0));
    let mut draft = aimed(&state, Manner::Fire);
    assert_eq!(keys(&state, &draft), ["parapet", "obstacle", "light terrain"]);
    assert!(shown(&state, &draft).contains("Behind the parapet: +2 to Res."));
    settle(&state, &mut draft, &texts(&["parapet"])).unwrap();
    assert!(draft.scene.past_parapet);
    let text = shown(&state, &draft);
    assert!(text.contains("over the parapet, no cover"), "{text}");
    assert!(!text.contains("Behind the parapet"), "{text}");
}

/// B-MOV-3
#[test]
fn a_modelled_interior_gives_what_walls_do_unless_somebody_sees_it_otherwise() {
    let plan = Plan { interior: Interior::Modelled, ..Plan::plain("Hall", Size::Standard, 1) };
    let mut state = with(battle(&["gang_fighters"], &["gang_fighters"]), plan);
    let at = blue(&state);
    put(&mut state, at, Spot::block(TOWER, 0, 0));
    let mut draft = aimed(&state, Manner::Fire);
    assert!(draft.scene.building);
    assert_eq!(draft.scene.cover, Cover::Everybody(2));
    settle(&state, &mut draft, &texts(&["obstacle"])).unwrap();
    assert!(!draft.scene.building);

    // what was said of rooms is not said of the open
    let mut habits = Habits::default();
    let mut inside = aimed(&state, Manner::Fire);
    settle(&state, &mut inside, &texts(&["obstacle", "building", "cover 2"])).unwrap();
    habits.note(&state, RED, &inside.salvo(&state, Inches::whole(18)));
    state.units[at.index()].spot = None;
    let scene = habits.scene_of(&state, RED, at.into()).unwrap();
    assert_eq!((scene.building, &scene.cover), (false, &Cover::Nobody));
    assert_ne!(scene, Scene::default(), "the obstacle is still there");
}

/// B-SHT-1
#[test]
fn two_models_shoot_through_a_window() {
    let mut state = tower(battle(&["c3_strike_squad"], &["gang_fighters"]));
    put(&mut state, RED, Spot::block(TOWER, 0, 0));
    let mut draft = aimed_with(&state, Manner::Fire, "5 × plasma carbine (single shot)");
    let offered = keys(&state, &draft);
    assert!(offered.contains(&"openings 2".to_owned()), "{offered:?}");
    assert!(!offered.contains(&"openings 3".to_owned()), "three are enough: {offered:?}");
    settle(&state, &mut draft, &texts(&["openings 2"])).unwrap();
    let text = shown(&state, &draft);
    assert!(text.contains("Through 2 openings: 4 of 5 can shoot."), "{text}");
    assert!(text.contains("4 shots need"), "{text}");
    draft.salvo(&state, Inches::whole(18)).check(&state, RED, Manner::Fire).unwrap();

    // the habit goes where the unit goes
    let mut habits = Habits::default();
    habits.note(&state, RED, &draft.salvo(&state, Inches::whole(18)));
    let again = habits.scene_of(&state, RED, draft.target).unwrap();
    assert_eq!(again.openings, Some(2));
    state.units[0].spot = None;
    assert_eq!(habits.scene_of(&state, RED, draft.target).unwrap().openings, None);
}

/// B-SHT-1, B-SHT-2: an emplaced weapon has one opening, and does not split its fire.
#[test]
fn an_emplaced_unit_keeps_to_its_window() {
    let mut state = tower(battle(&["c3_strike_squad"], &["gang_fighters", "work_gang"]));
    put(&mut state, RED, Spot::block(TOWER, 0, 0));
    state.units[0].emplaced = Some(Facing::Left);
    let draft = aimed_with(&state, Manner::Fire, "5 × plasma carbine (single shot)");
    let text = shown(&state, &draft);
    assert!(text.contains("At its opening at the left: 2 of 5 can shoot."), "{text}");
    assert!(!keys(&state, &draft).iter().any(|key| key.starts_with("openings")));
    assert!(!may_split(&state, &draft));
}

/// B-SHT-2
#[test]
fn a_squad_inside_splits_its_fire_by_side_on_fire_and_advance() {
    let mut state = tower(battle(&["c3_strike_squad"], &["gang_fighters", "work_gang"]));
    assert!(!may_split(&state, &aimed(&state, Manner::Fire)), "not in the open");
    put(&mut state, RED, Spot::block(TOWER, 0, 0));
    let mut draft = aimed_with(&state, Manner::Fire, "5 × plasma carbine (single shot)");
    assert!(may_split(&state, &draft));
    assert!(may_split(&state, &aimed(&state, Manner::Advance)));
    draft.scene.side = Some(Facing::Front);
    let far = Inches::whole(18);
    let weapon = draft.uses_at(&state, far)[0].weapon;
    let model = gatemaster_rules::antares::state::ModelId;
    let held =
        held_with(&state, &draft, far, vec![(weapon, model(0)), (weapon, model(1))]).unwrap();
    let mut next = rest(&state, held, UnitId(2), &Habits::default()).unwrap();
    assert_eq!(next.scene.side, Some(Facing::Right), "the next side");
    let sides: Vec<String> =
        keys(&state, &next).into_iter().filter(|key| key.starts_with("side")).collect();
    assert_eq!(sides, ["side right", "side back", "side left"]);
    settle(&state, &mut next, &texts(&["side back"])).unwrap();
    let both = shots(&state, &next, 18);
    let numbers: Vec<String> = both
        .iter()
        .map(|shot| gatemaster_rules::antares::label::ways(&state, RED, &shot.uses))
        .collect();
    assert_eq!(
        numbers,
        ["2 × plasma carbine (single shot)", "3 × plasma carbine (single shot)"],
        "nobody shoots twice"
    );
    assert_eq!(both[1].scene.side, Some(Facing::Back));
    next.salvo(&state, far).check(&state, RED, Manner::Fire).unwrap();
    let text = shown(&state, &next);
    assert!(text.contains("18″ from the front"), "{text}");
}

/// B-SHT-4
#[test]
fn from_block_to_block_nobody_measures() {
    let plan = Plan { blocks: 2, ..Plan::plain("Barracks", Size::Standard, 2) };
    let mut state = with(battle(&["c3_strike_squad"], &["gang_fighters"]), plan);
    let at = blue(&state);
    put(&mut state, RED, Spot::block(TOWER, 0, 0));
    put(&mut state, at, Spot::block(TOWER, 1, 0));
    let draft = aimed(&state, Manner::Fire);
    let all: Vec<UpTo> = bands(&state, &draft).iter().map(|band| band.upto).collect();
    assert_eq!(all, [UpTo::NextBlock(Inches::whole(2))]);
    let outlooks = outlooks(&state, &draft);
    assert!(outlooks[0].refused.is_none(), "{:?}", outlooks[0].refused);
    assert!(outlooks[0].button().starts_with("Shoot, next block (2″)"), "{}", outlooks[0].button());
}

/// B-DMG-3
#[test]
fn only_who_could_hurt_a_building_aims_at_it() {
    let plan = Plan { strength: 0, ..Plan::plain("Bunker", Size::Small, 1) };
    let blunt = tower(battle(&["gang_fighters"], &["gang_fighters"]));
    assert_eq!(targets(&blunt, RED, Manner::Fire), [Target::Unit(blue(&blunt))]);
    let mut state = with(tower(battle(&["ai_mag_cannon_team"], &["gang_fighters"])), plan);
    let tower = Target::Building(PART);
    assert_eq!(targets(&state, RED, Manner::Fire), [Target::Unit(blue(&state)), tower]);
    assert_eq!(tower.name(&state), "Tower itself");
    assert_eq!(tower.line(&state, RED), "Damage value 20 of 20 · needs SV 5 or a blast of 5 hits");
    let firing = Firing { manner: Manner::Fire, spring: false };
    let draft = Draft::begin(&state, Seq(1), firing, RED, tower, &Habits::default());
    let text = shown(&state, &draft);
    assert!(text.contains("aims at **Tower itself**"), "{text}");
    assert!(text.contains("damage falls") && text.contains(" 0%"), "{text}");
    assert!(!keys(&state, &draft).iter().any(|key| key.starts_with("cover") || key == "building"));
    let Salvo::Building(shot) = draft.salvo(&state, Inches::whole(20)) else { panic!("{draft:?}") };
    assert_eq!(shot.part, PART);
    assert!(matches!(draft.command(Salvo::Building(shot)), Command::ShootBuilding(_)));

    state.buildings[0].columns[0].rubble = true;
    assert_eq!(targets(&state, RED, Manner::Fire).len(), 1, "rubble is no target");
}

/// B-OVH-1, B-OVH-3
#[test]
fn what_comes_from_above_is_told_floor_by_floor() {
    let plan = Plan { roof: Roof::Flat, ..Plan::plain("Tower", Size::Standard, 5) };
    let mut state =
        with(battle(&["ai_x_launcher_team"], &["gang_fighters", "work_gang", "feral_squad"]), plan);
    let at = blue(&state);
    put(&mut state, at, Spot::block(TOWER, 0, 0));
    put(&mut state, UnitId(2), Spot::block(TOWER, 0, 1));
    put(&mut state, UnitId(3), Spot::roof(TOWER, 0));
    let mut draft = aimed_with(&state, Manner::Fire, "X-launcher");
    draft.range = Some(Inches::whole(30));
    let text = shown(&state, &draft);
    assert!(text.contains("From above on Tower, D10 + SV "), "{text}");
    assert!(text.contains("the roof (Feral Squad)"), "{text}");
    assert!(text.contains("the top floors (Feral Squad and Work Gang)"), "{text}");
    assert!(text.contains("Hits are shared, the odd ones to Gang Fighters first."), "{text}");
    assert!(!text.contains('?'), "the odds are known: {text}");
}

/// B-SHT-2, B-DMG-3
#[test]
fn shots_at_and_out_of_buildings_are_typed() {
    let mut state = tower(battle(&["c3_strike_squad"], &["gang_fighters", "work_gang"]));
    let read = |state: &State, typed: &Typed| typed.read(state, Seq(1), &Habits::default());
    let typed = |target: &str| Typed {
        target: target.into(),
        range: "18".into(),
        weapons: Some("plasma carbine (single shot)".into()),
        ..Typed::default()
    };
    let refused = |state: &State, line: &Typed| read(state, line).unwrap_err().to_string();
    let said = refused(&state, &Typed { openings: Some(1), ..typed("Gang Fighters") });
    assert!(said.contains("is in no building, so it shoots through no openings"), "{said}");
    let said = refused(&state, &typed("Tower itself"));
    assert!(said.contains("Tower cannot be shot at itself here"), "{said}");

    put(&mut state, RED, Spot::block(TOWER, 0, 0));
    let line = Typed { openings: Some(1), ..typed("Gang Fighters") };
    let ready = read(&state, &line).unwrap();
    assert_eq!(super::at_units(&ready.salvo)[0].scene.openings, Some(1));
    let line = Typed {
        side: Some(Facing::Left),
        second_side: Some(Facing::Back),
        shooters: Some("2 of plasma carbine".into()),
        second_target: Some("Work Gang".into()),
        ..typed("Gang Fighters")
    };
    let ready = read(&state, &line).unwrap();
    let sides: Vec<_> = super::at_units(&ready.salvo).iter().map(|shot| shot.scene.side).collect();
    assert_eq!(sides, [Some(Facing::Left), Some(Facing::Back)]);
    let said = refused(&state, &Typed { second_side: Some(Facing::Left), ..line });
    assert!(said.contains("All fire from the left goes at one target"), "{said}");
}

//! Circumstances, what is remembered, split fire, and shots that are typed.

use gatemaster_rules::antares::command::{Command, Cover, Eyes, GiveOrder, Intervening, Scene};
use gatemaster_rules::antares::flow::{Manner, Task};
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::state::UnitId;
use gatemaster_rules::antares::{State, label};
use gatemaster_rules::ids::{Seat, Seq};

use super::super::circumstances::{self, options, settle};
use super::super::controls::may_split;
use super::super::draft::{Draft, Firing, picks};
use super::super::habits::Habits;
use super::super::split::{held_with, rest};
use super::super::typed::{Ready, Typed, shooting};
use super::{RED, acts, aimed, aimed_with, at_units, battle, blue, shots};
use crate::trouble::Trouble;

fn keys(state: &State, draft: &Draft) -> Vec<String> {
    options(state, draft).into_iter().map(|option| option.value).collect()
}

fn texts(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

#[test]
fn only_what_can_matter_is_asked() {
    let state = battle(&["gang_fighters"], &["gang_fighters"]);
    let draft = aimed(&state, Manner::Fire);
    assert_eq!(
        keys(&state, &draft),
        ["cover 1", "cover 2", "obstacle", "light terrain", "building"]
    );

    // a shield and a spotter, and a vehicle that is too large for cover
    let state = battle(&["c3_strike_squad"], &["c3m4_combat_drone"]);
    let draft = aimed(&state, Manner::Fire);
    assert_eq!(
        keys(&state, &draft),
        ["obstacle", "light terrain", "shield", "building", "spotter"]
    );

    // fire from above knows neither cover nor buildings, but needs eyes
    let state = battle(&["ai_x_howitzer_team", "ai_squad", "ai_assault_squad"], &["gang_fighters"]);
    let mut draft = aimed_with(&state, Manner::Fire, "X-howitzer");
    draft.range = Some(Inches::whole(40));
    assert_eq!(keys(&state, &draft), ["obstacle", "light terrain", "arc", "spotter", "eyes 1"]);
    draft.range = Some(Inches::whole(8));
    assert!(keys(&state, &draft).contains(&"cover 1".to_owned()), "pistols are stopped by cover");
}

#[test]
fn contradictions_are_settled_and_said() {
    let state = battle(&["gang_fighters"], &["gang_fighters"]);
    let mut draft = aimed(&state, Manner::Fire);
    assert_eq!(settle(&state, &mut draft, &texts(&["cover 1", "building"])), Some(vec![]));
    assert_eq!(draft.scene.cover, Cover::Everybody(1));
    assert!(draft.scene.building);

    let notes = settle(&state, &mut draft, &texts(&["cover 1", "cover 2"])).unwrap();
    assert_eq!(notes, ["Both cover +1 and cover +2 cannot be: cover +2 it is."]);
    assert_eq!(draft.scene.cover, Cover::Everybody(2));
    assert!(!draft.scene.building, "it was not ticked any more");

    let notes = settle(&state, &mut draft, &texts(&["cover 2", "cover 1"])).unwrap();
    assert_eq!(
        notes,
        ["Both cover +2 and cover +1 cannot be: cover +1 it is."],
        "the new one counts"
    );

    let both = texts(&["obstacle", "light terrain"]);
    let notes = settle(&state, &mut draft, &both).unwrap();
    assert_eq!(notes.len(), 1, "{notes:?}");
    assert_eq!(draft.scene.terrain, Intervening::LightTerrain);
    assert_eq!(draft.scene.cover, Cover::Nobody);

    let before = draft.clone();
    assert_eq!(settle(&state, &mut draft, &texts(&["shield"])), None, "nobody has a shield");
    assert_eq!(settle(&state, &mut draft, &texts(&["eyes 99"])), None);
    assert_eq!(draft, before);
    assert_eq!(settle(&state, &mut draft, &[]), Some(vec![]));
    assert_eq!(draft.scene, Scene::default());
}

#[test]
fn who_is_in_cover_stays_until_cover_for_all_is_ticked() {
    let state = battle(&["gang_fighters"], &["gang_fighters"]);
    let mut draft = aimed(&state, Manner::Fire);
    let only = Cover::Only { bonus: 1, models: vec![gatemaster_rules::antares::state::ModelId(2)] };
    draft.scene.cover = only.clone();
    settle(&state, &mut draft, &texts(&["obstacle"])).unwrap();
    assert_eq!(draft.scene.cover, only);
    settle(&state, &mut draft, &texts(&["cover 2"])).unwrap();
    assert_eq!(draft.scene.cover, Cover::Everybody(2));
}

#[test]
fn the_next_shot_begins_with_the_last() {
    let state = battle(&["c3_strike_squad"], &["gang_fighters", "work_gang"]);
    let (gang, work) = (blue(&state), UnitId(2));
    let mut draft = aimed_with(&state, Manner::Fire, "5 × plasma carbine (scatter)");
    settle(&state, &mut draft, &texts(&["cover 2", "obstacle"])).unwrap();
    let mut habits = Habits::default();
    habits.note(&state, RED, &draft.salvo(&state, Inches::whole(30)));
    let firing = Firing { manner: Manner::Fire, spring: false };
    let begin = |target: UnitId, habits: &Habits| {
        Draft::begin(&state, Seq(9), firing, RED, target.into(), habits)
    };

    let again = begin(gang, &habits);
    assert_eq!((&again.way, &again.scene), (&draft.way, &draft.scene));
    assert_eq!(habits.range_of(RED, gang.into()), Some(Inches::whole(30)));
    let other = begin(work, &habits);
    assert_eq!(other.way, draft.way, "the mode is the shooter's");
    assert_eq!(other.scene, Scene::default(), "what lies between is another's");
    assert_eq!(habits.range_of(RED, work.into()), Some(Inches::whole(30)));
    assert_eq!(habits.range_of(UnitId(1), work.into()), None);

    // whoever hid behind what is not remembered
    let mut hiding = draft.clone();
    hiding.scene.hidden = gatemaster_rules::antares::arms::targets(state.unit(gang).unwrap());
    habits.note(&state, RED, &hiding.salvo(&state, Inches::whole(18)));
    assert!(begin(gang, &habits).scene.hidden.is_empty());
    assert_eq!(habits.range_of(RED, gang.into()), Some(Inches::whole(18)), "the last one counts");
}

#[test]
fn what_is_remembered_and_makes_no_sense_any_more_is_forgotten() {
    let mut state = battle(&["c3_strike_squad"], &["c3d2_medium_support_drone"]);
    let mut draft = aimed(&state, Manner::Fire);
    settle(&state, &mut draft, &texts(&["shield", "obstacle"])).unwrap();
    let mut habits = Habits::default();
    habits.note(&state, RED, &draft.salvo(&state, Inches::whole(18)));
    for drone in &mut state.units[1].gear {
        drone.lost = true;
    }
    let again = aimed_again(&state, &habits);
    assert!(!again.scene.shield, "the shield went with its drone");
    assert_eq!(again.scene.terrain, Intervening::Obstacle);
    // a note of another time names weapons that nobody has
    let odd: Habits = serde_json::from_str(
        r#"[{"unit":0,"target":1,"range":1800,"way":[{"weapon":99,"mode":9}],"scene":{}}]"#,
    )
    .unwrap();
    assert!(!aimed_again(&state, &odd).uses_at(&state, Inches::whole(18)).is_empty());
}

fn aimed_again(state: &State, habits: &Habits) -> Draft {
    let firing = Firing { manner: Manner::Fire, spring: false };
    Draft::begin(state, Seq(9), firing, RED, blue(state).into(), habits)
}

#[test]
fn a_changed_draft_has_another_hash() {
    let state = battle(&["c3_strike_squad"], &["gang_fighters"]);
    let draft = aimed(&state, Manner::Fire);
    let text = serde_json::to_string(&draft).unwrap();
    let again: Draft = serde_json::from_str(&text).unwrap();
    assert_eq!((again.hash(), &again), (draft.hash(), &draft));
    let mut other = draft.clone();
    other.scene.building = true;
    assert_ne!(other.hash(), draft.hash());
}

#[test]
fn a_combat_drone_splits_its_fire_and_a_squad_does_not() {
    let state = battle(&["c3m4_combat_drone"], &["gang_fighters", "work_gang"]);
    let draft = aimed(&state, Manner::Fire);
    assert!(may_split(&state, &draft));
    assert!(!may_split(&state, &Draft { manner: Manner::Advance, ..draft.clone() }));
    let far = Inches::whole(18);
    let cannon = draft
        .uses_at(&state, far)
        .into_iter()
        .find(|used| state.weapon_name(used.weapon) == "Plasma cannon");
    let cannon = cannon.unwrap();
    let only = vec![(cannon.weapon, gatemaster_rules::antares::state::ModelId(0))];
    let held = held_with(&state, &draft, far, only).unwrap();
    assert!(held.wants_target());
    assert_eq!(held.held[0].uses, [cannon]);
    assert!(
        rest(&state, held.clone(), blue(&state), &Habits::default()).is_err(),
        "shot at already"
    );
    let next = rest(&state, held, UnitId(2), &Habits::default()).unwrap();
    assert!(!may_split(&state, &next), "one system is left");
    let shots = shots(&state, &next, 25);
    let words: Vec<String> =
        shots.iter().map(|shot| label::ways(&state, RED, &shot.uses)).collect();
    assert_eq!(words, ["plasma cannon", "plasma light support gun"]);
    gatemaster_rules::antares::arms::check_shooting(&state, RED, Manner::Fire, &shots).unwrap();

    let state = battle(&["c3_strike_squad"], &["gang_fighters", "work_gang"]);
    assert!(!may_split(&state, &aimed(&state, Manner::Fire)));
}

#[test]
fn two_cannons_alike_keep_one_mode_when_they_part() {
    let state = battle(&["ghar_command_crawler"], &["gang_fighters", "work_gang"]);
    let draft = aimed_with(&state, Manner::Fire, "scourer cannon (concentrated)");
    let far = Inches::whole(18);
    let weapon = draft.uses_at(&state, far)[0].weapon;
    let one = vec![(weapon, gatemaster_rules::antares::state::ModelId(0))];
    let held = held_with(&state, &draft, far, one).unwrap();
    let mut next = rest(&state, held, UnitId(2), &Habits::default()).unwrap();
    assert_eq!(next.choices(&state).len(), 1, "concentrated like the other");
    next.way = picks(&[]);
    let shots = shots(&state, &next, 18);
    assert_eq!(shots[0].uses, shots[1].uses);
    gatemaster_rules::antares::arms::check_shooting(&state, RED, Manner::Fire, &shots).unwrap();
}

fn typed(target: &str, range: &str) -> Typed {
    Typed { target: target.into(), range: range.into(), ..Typed::default() }
}

fn read(state: &State, typed: &Typed) -> Result<Ready, Trouble> {
    typed.read(state, Seq(3), &Habits::default())
}

fn refused(state: &State, typed: &Typed) -> String {
    read(state, typed).unwrap_err().to_string()
}

#[test]
fn a_typed_shot_is_understood() {
    let state = battle(&["ai_squad", "ai_squad"], &["gang_fighters", "work_gang"]);
    let mut line = typed("gang f", "17.5 inches");
    line.weapons = Some("mag pistol, 3 × mag gun and micro-X launcher (direct)".into());
    line.cover = Some(2);
    line.between = Intervening::Obstacle;
    line.hidden = Some("Leader".into());
    line.behind = Some("2 gangers".into());
    line.shooters = Some("2 mag guns".into());
    let Ready { command, order, salvo, .. } = read(&state, &line).unwrap();
    assert_eq!(order, None);
    let shots = at_units(&salvo);
    assert_eq!(command, Command::Shoot { shots: shots.to_vec() });
    let [shot] = shots else { panic!("{shots:?}") };
    assert_eq!(shot.range, Inches::parse("17.5").unwrap());
    assert_eq!(label::ways(&state, RED, &shot.uses), "2 × mag gun");
    assert_eq!(shot.scene.cover, Cover::Everybody(2));
    assert_eq!(shot.scene.terrain, Intervening::Obstacle);
    assert_eq!((shot.scene.hidden.len(), shot.scene.behind.len()), (1, 2));
}

#[test]
fn a_typed_shot_that_cannot_be_is_refused_with_the_way_out() {
    let state = battle(&["c3_strike_squad"], &["gang_fighters", "work_gang"]);
    for (target, range, says) in [
        ("dragons", "18", "`dragons` is not one of them; it could be Gang Fighters and Work Gang."),
        ("gang", "18", "`gang` is not one of them; it could be Gang Fighters and Work Gang."),
        ("Work Gang", "far", "`far` is no distance"),
        ("Work Gang", "", "Say how far the target is"),
        ("Work Gang", "90", "Plasma carbine reaches 50″; the target is 90″ away."),
    ] {
        let said = refused(&state, &typed(target, range));
        assert!(said.starts_with(says), "{target}, {range}: {said}");
    }
    let mut line = typed("Work Gang", "25");
    line.weapons = Some("x-sling".into());
    let said = refused(&state, &line);
    assert!(
        said.contains("5 × plasma carbine (single shot); 5 × plasma carbine (scatter)"),
        "{said}"
    );
    line.weapons = None;
    line.under = Some("2 dragons".into());
    line.hidden = Some("3 leaders".into());
    assert_eq!(refused(&state, &line).lines().count(), 2, "every fault is named");
    let mut line = typed("Work Gang", "18");
    line.help = Some("soma".into());
    assert!(refused(&state, &line).contains("none is given here"));
    line.help = None;
    line.second_target = Some("Gang Fighters".into());
    assert!(refused(&state, &line).contains("`shooters:`"));
    line.shooters = Some("2 of plasma carbine".into());
    assert!(refused(&state, &line).contains("only a vehicle"), "{}", refused(&state, &line));
}

#[test]
fn a_drawn_die_gives_the_fire_order_first() {
    let mut state = battle(&["c3_strike_squad", "work_gang"], &["gang_fighters"]);
    *state.flow = gatemaster_rules::antares::flow::Flow::default();
    state.units[0].dice.placed.clear();
    assert!(refused(&state, &typed("Gang Fighters", "18")).contains("Draw a die"));
    state.flow.drawn = Some(Seat(0));
    assert!(
        refused(&state, &typed("Gang Fighters", "18")).contains("C3 Strike Squad and Work Gang")
    );
    let mut line = typed("Gang Fighters", "18");
    line.unit = Some("c3 strike squad".into());
    let ready = read(&state, &line).unwrap();
    assert_eq!(ready.order, Some(Command::Order(GiveOrder::plain(RED, Order::Fire))));
    line.range = "80".into();
    assert!(refused(&state, &line).contains("reaches 50″"), "before anything is rolled");
}

#[test]
fn an_ambush_is_typed_like_any_shot() {
    let mut state = battle(&["gang_fighters"], &["c3_strike_squad", "phase_squad"]);
    acts(&mut state, RED, Order::Run);
    state.flow.tasks.push([Task::Ambushes { mover: RED, asked: Vec::new() }]);
    for id in [1, 2] {
        state.units[id].dice.placed = vec![Order::Ambush];
    }
    assert_eq!(shooting(&state).unwrap().seat, Seat(1));
    assert!(refused(&state, &typed("Gang Fighters", "18")).contains("which unit springs"));
    let mut line = typed("Gang Fighters", "18");
    line.unit = Some("Phase Squad".into());
    let ready = read(&state, &line).unwrap();
    assert!(ready.draft.spring);
    let spring = matches!(&ready.command, Command::Answer(_));
    assert!(spring, "{:?}", ready.command);
    line.target = "Phase Squad".into();
    assert!(refused(&state, &line).contains("it could be Gang Fighters"));
}

#[test]
fn patched_eyes_are_lent_by_a_unit_with_a_spotter() {
    let state = battle(&["ai_x_launcher_team", "ai_squad", "work_gang"], &["gang_fighters"]);
    let mut line = typed("Gang Fighters", "40");
    line.eyes = Some("AI Squad".into());
    line.hidden = Some("all".into());
    let ready = read(&state, &line).unwrap();
    assert_eq!(at_units(&ready.salvo)[0].scene.eyes, Eyes::Patched(UnitId(1)));
    line.eyes = Some("Work Gang".into());
    assert!(refused(&state, &line).contains("it could be AI Squad"), "{}", refused(&state, &line));
    let lenders: Vec<UnitId> = circumstances::lenders(&state, RED).collect();
    assert_eq!(lenders, [UnitId(1)]);
}

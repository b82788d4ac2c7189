//! Before the battle: what a set-up must have, call-signs, quick forces.

use std::sync::Arc;

use gatemaster_rules::antares::data::Library;
use gatemaster_rules::antares::profile::Faction;
use gatemaster_rules::antares::setup::{MAX_UNITS, SideSetup, UnitSetup, call_signs};
use gatemaster_rules::antares::state::{Phase, Soma};
use gatemaster_rules::antares::{Antares, Setup};
use gatemaster_rules::colour::Colour;
use gatemaster_rules::game;
use gatemaster_rules::system::System as _;

use crate::antares::field::setup;

fn fine() -> Setup {
    setup(&["gang_fighters", "work_gang"], &["lavamites"])
}

fn faults(setup: &Setup) -> Vec<String> {
    let faults = setup.check().unwrap_err();
    assert_eq!(Antares::set_up(setup), Err(faults.clone()), "no battle with that");
    faults
}

/// A-GAM: two sides, neither one nor three.
#[test]
fn a_battle_needs_two_sides() {
    let mut one = fine();
    one.sides.pop();
    assert_eq!(faults(&one), ["A battle needs 2 sides, not 1."]);
    let mut three = fine();
    let mut third = three.sides[1].clone();
    third.name = "Green".into();
    third.units[0].name = "Other Lavamites".into();
    three.sides.push(third);
    assert_eq!(faults(&three), ["A battle needs 2 sides, not 3."]);
}

/// A-BAG-1: colours tell the sides apart, and so do names, whatever their capitals.
#[test]
fn sides_differ_in_name_and_colour() {
    let mut alike = fine();
    alike.sides[1].name = "RED".into();
    assert_eq!(faults(&alike), ["Both sides are called Red; rename one."]);
    let mut alike = fine();
    alike.sides[1].colour = alike.sides[0].colour;
    assert_eq!(faults(&alike), ["Both sides have dice of the same colour; change one."]);
}

/// A side's name is plain and short.
#[test]
fn a_side_needs_a_plain_name() {
    for name in ["", "  ", "Red\nGuard", " Red", "\u{202e}deR", &"x".repeat(33)] {
        let mut odd = fine();
        odd.sides[0].name = name.into();
        assert_eq!(
            faults(&odd),
            ["A side needs a name of at most 32 plain characters."],
            "{name:?}"
        );
    }
    let mut longest = fine();
    longest.sides[0].name = "x".repeat(32);
    assert_eq!(longest.check(), Ok(()));
}

/// A-FRC-1: a force has one unit at least and a table's worth at most.
#[test]
fn a_force_is_neither_empty_nor_endless() {
    let mut empty = fine();
    empty.sides[0].units.clear();
    assert_eq!(faults(&empty), ["Red has 0 units; a force has 1 to 20."]);
    let full = setup(&["work_gang"; MAX_UNITS], &["lavamites"]);
    assert_eq!(full.check(), Ok(()));
    let library = Library::built_in();
    let many = ["work_gang"; MAX_UNITS + 1];
    let sides = [
        ("Red", Colour::Red, Faction::Other, &many[..]),
        ("Blue", Colour::Blue, Faction::Other, &["lavamites"][..]),
    ];
    assert_eq!(
        Setup::of(library, sides),
        Err(vec!["Red has 21 units; a force has 1 to 20.".into()])
    );
}

/// Units go by names that can be told apart and read.
#[test]
fn units_need_plain_names_of_their_own() {
    let mut odd = fine();
    odd.sides[0].units[0].name = "a\tb".into();
    assert_eq!(faults(&odd), ["Red: a unit needs a name of at most 32 plain characters."]);
    let mut twice = fine();
    twice.sides[1].units[0].name = "WORK Gang".into();
    assert_eq!(faults(&twice), ["Two units are called WORK Gang; rename one."]);
    let mut twice_two = setup(&["gang_fighters", "work_gang"], &["lavamites", "domari_squad"]);
    twice_two.sides[0].units[1].name = "Domari Squad".into();
    twice_two.sides[1].units[0].name = "Gang Fighters".into();
    assert_eq!(
        faults(&twice_two),
        [
            "Two units are called Domari Squad; rename one.",
            "Two units are called Gang Fighters; rename one."
        ]
    );
}

/// A-FRC-2: a unit without anybody in it is no unit, nor is a horde that cannot be counted.
#[test]
fn a_unit_has_models_but_not_too_many() {
    let mut horde = fine();
    for troop in &mut Arc::make_mut(&mut horde.sides[0].units[0].profile).troops {
        troop.count = 130;
    }
    assert_eq!(faults(&horde), ["Gang Fighters has 260 models; a unit has 1 to 255."]);

    let mut hollow = fine();
    for troop in &mut Arc::make_mut(&mut hollow.sides[0].units[0].profile).troops {
        troop.count = 0;
    }
    assert_eq!(faults(&hollow), ["Gang Fighters has 0 models; a unit has 1 to 255."]);
}

/// A-FRC-1: units fight for their own force; a mixed force takes all.
#[test]
fn units_serve_their_own_force() {
    let mut strays = fine();
    strays.sides[0].faction = Faction::Isorian;
    assert_eq!(
        faults(&strays),
        [
            "The Isorian force cannot take Gang Fighters: it belongs to the Boromite force.",
            "The Isorian force cannot take Work Gang: it belongs to the Boromite force."
        ]
    );
    let mut own = fine();
    own.sides[0].faction = Faction::Boromite;
    assert_eq!(own.check(), Ok(()));
    Arc::make_mut(&mut own.sides[0].units[0].profile).faction = Faction::Other;
    assert_eq!(own.check(), Ok(()), "a server's own unit serves anybody");
}

/// A-FRC-2: every weapon is described, with a mode at least; each missing one is named once.
#[test]
fn every_weapon_is_described() {
    let mut unarmed = fine();
    unarmed.weapons.retain(|weapon| weapon.key != "mag_gun");
    assert_eq!(faults(&unarmed), ["The weapon `mag_gun` is not described."]);
    let mut empty = fine();
    for weapon in empty.weapons.iter_mut().filter(|weapon| weapon.key == "mag_gun") {
        weapon.modes.clear();
    }
    assert_eq!(faults(&empty), ["The weapon `mag_gun` is not described."]);
    let mut team = setup(&["boromite_x_launcher_team"], &["lavamites"]);
    team.weapons.retain(|weapon| weapon.key != "x_launcher");
    assert_eq!(faults(&team), ["The weapon `x_launcher` is not described."]);
    let mut twice = setup(&["gang_fighters", "gang_fighters"], &["lavamites"]);
    twice.weapons.retain(|weapon| !weapon.key.starts_with("mag_"));
    assert_eq!(
        faults(&twice),
        ["The weapon `mag_pistol` is not described.", "The weapon `mag_gun` is not described."]
    );
}

/// All faults are told together.
#[test]
fn all_faults_are_named_together() {
    let mut wrong = fine();
    wrong.sides[0].name = String::new();
    wrong.sides[1].units.clear();
    wrong.sides[1].colour = Colour::Red;
    assert_eq!(
        faults(&wrong),
        [
            "A side needs a name of at most 32 plain characters.",
            "Blue has 0 units; a force has 1 to 20.",
            "Both sides have dice of the same colour; change one."
        ]
    );
}

/// A-FRC-3: a force is put together unit by unit, so the table may stand unfinished; it cannot begin like that.
#[test]
fn a_force_may_stand_unfinished_but_not_begin() {
    let mut growing = setup(&["outcast_squad", "outcast_command_squad"], &["lavamites"]);
    growing.sides[0].units.remove(0);
    growing.sides[1].units.clear();
    assert_eq!(growing.wrong(), [] as [&str; 0]);
    let missing = [
        "Red has 1 × Outcast Command Squad but only 0 × Outcast Squad; take as many of the second.",
        "Blue has 0 units; a force has 1 to 20.",
    ];
    assert_eq!(growing.unfinished(), missing);
    let growing = game::Setup::Antares(growing);
    assert_eq!(growing.may_stand(), Ok(()));
    assert_eq!(growing.set_up().unwrap_err(), missing);
    let mut alike = fine();
    alike.sides[1].colour = alike.sides[0].colour;
    assert_eq!(
        game::Setup::Antares(alike).may_stand().unwrap_err(),
        ["Both sides have dice of the same colour; change one."]
    );
}

/// A-FRC-1: a key that nobody knows is named, with all its like.
#[test]
fn unknown_units_are_named() {
    let sides = [
        ("Red", Colour::Red, Faction::Other, &["work_gang", "dragons"][..]),
        ("Blue", Colour::Blue, Faction::Other, &["unicorns"][..]),
    ];
    assert_eq!(
        Setup::of(Library::built_in(), sides),
        Err(vec!["There is no unit `dragons`.".into(), "There is no unit `unicorns`.".into()])
    );
}

/// Call-signs: the profile's name, with a number where there are several on either side.
#[test]
fn units_of_one_kind_are_numbered_through() {
    let setup = setup(&["work_gang", "gang_fighters"], &["work_gang", "work_gang"]);
    let names: Vec<&str> =
        setup.sides.iter().flat_map(|side| &side.units).map(|unit| unit.name.as_str()).collect();
    assert_eq!(names, ["Work Gang 1", "Gang Fighters", "Work Gang 2", "Work Gang 3"]);
}

/// Call-signs: a name that fits is not cut, and leaves room for a number where it can.
#[test]
fn names_that_fit_are_given_in_full() {
    let team = "boromite_heavy_frag_borer_team";
    let name = |field: Setup, n: usize| field.sides[0].units[n].name.clone();
    assert_eq!(name(setup(&[team], &["lavamites"]), 0), "Boromite Heavy Frag Borer Team");
    assert_eq!(name(setup(&[team, team], &["lavamites"]), 1), "Boromite Heavy Frag Borer Team 2");
}

/// Call-signs: a name that is too long for its number is cut.
#[test]
fn long_names_are_shortened_for_their_number() {
    let mut profile = Library::built_in().unit("work_gang").unwrap().clone();
    profile.name = "The Very Long Name of a Company".into();
    let named = call_signs(vec![Arc::new(profile.clone()), Arc::new(profile)]);
    let names: Vec<&str> = named.iter().map(|unit| unit.name.as_str()).collect();
    assert_eq!(names, ["The Very Long Name of a Compan 1", "The Very Long Name of a Compan 2"]);
}

/// A-FRC-1: six units each, fewer for the Ghar, and every pair of forces can start at once.
#[test]
fn every_force_has_a_quick_start() {
    let library = Library::built_in();
    let forces = Faction::ALL.into_iter().filter(|faction| *faction != Faction::Other);
    for one in forces.clone() {
        for other in forces.clone() {
            let setup = Setup::quick(library, one, other).unwrap();
            let sizes: Vec<usize> = setup.sides.iter().map(|side| side.units.len()).collect();
            let expected = [one, other].map(|faction| if faction == Faction::Ghar { 5 } else { 6 });
            assert_eq!(sizes, expected);
            let state = Antares::set_up(&setup).unwrap();
            assert_eq!(state.distort.in_play, [one, other].contains(&Faction::Ghar));
        }
    }
    let mirror = Setup::quick(library, Faction::Ghar, Faction::Ghar).unwrap();
    let names: Vec<&str> = mirror.sides.iter().map(|side| side.name.as_str()).collect();
    assert_eq!(names, ["Ghar 1", "Ghar 2"]);
}

/// A-FRC-1: an empty force of no faction is refused like any other.
#[test]
fn there_is_no_quick_start_without_a_force() {
    let refused = Setup::quick(Library::built_in(), Faction::Other, Faction::Ghar);
    assert_eq!(refused, Err(vec!["Other has 0 units; a force has 1 to 20.".into()]));
}

/// A-BAG-5, A-MOV-9: where a battle begins, with everybody on the table or nobody.
#[test]
fn a_battle_begins_where_the_players_say() {
    for (units, deployed, phase, turn) in [
        (&["work_gang"][..], false, Phase::Deploying, 0),
        (&["phase_sniper"], false, Phase::DeployingSnipers, 0),
        (&["ai_infiltration_squad"], false, Phase::Deploying, 0),
        (&["work_gang"], true, Phase::Orders, 1),
        (&["phase_sniper"], true, Phase::Orders, 1),
        (&["ai_infiltration_squad"], true, Phase::Infiltrating, 0),
    ] {
        let mut setup = setup(units, &["lavamites"]);
        setup.options.already_deployed = deployed;
        let state = Antares::set_up(&setup).unwrap();
        assert_eq!((state.phase, state.turn), (phase, turn), "{units:?}");
        assert!(state.units.iter().all(|unit| unit.deployed == deployed));
    }
}

/// A-FRC-1, A-ORD-10, A-BAG-1: units start whole, unpinned and with what their profile gives them.
#[test]
fn units_start_as_they_are_printed() {
    let field = crate::antares::field::Field::new(
        &["feral_squad", "c3m4_combat_drone"],
        &["c3_x_howitzer_team"],
    );
    let ferals = field.unit(field.red(0));
    assert_eq!((ferals.alive(), ferals.pins, ferals.soma), (6, 0, Soma::Dormant));
    let drone = field.unit(field.red(1));
    assert_eq!((drone.alive(), drone.dice.total, drone.gear.len()), (1, 2, 2));
    let team = field.unit(field.blue(0));
    assert!(team.gun_works());
    assert_eq!((team.alive(), team.gear.len(), team.soma), (3, 1, Soma::None));
}

/// The seats of a battle are its sides; one person may take both.
#[test]
fn a_battle_has_two_seats_and_one_player_is_enough() {
    let setup = fine();
    let seats: Vec<(String, Colour)> =
        Antares::seats(&setup).into_iter().map(|seat| (seat.name, seat.colour)).collect();
    assert_eq!(seats, [("Red".into(), Colour::Red), ("Blue".into(), Colour::Blue)]);
    assert_eq!(Antares::players_needed(&setup), 1);
}

/// A-FRC-2: a set-up is kept whole: what is written down is what is read.
#[test]
fn a_set_up_survives_being_written_down() {
    let setup = Setup::quick(Library::built_in(), Faction::Isorian, Faction::Ghar).unwrap();
    let text = serde_json::to_string(&setup).unwrap();
    let back: Setup = serde_json::from_str(&text).unwrap();
    assert_eq!(back, setup);
    let units: Vec<&UnitSetup> =
        back.sides.iter().flat_map(|side: &SideSetup| &side.units).collect();
    assert_eq!(units.len(), 11);
}

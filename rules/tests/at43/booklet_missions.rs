//! A second reading of missions and terrain, typed by itself: it has to agree with the data value by value, and on where
//! each value comes from.
//! Rows are named here as far as they are figures; what is done with them is played elsewhere.

use gatemaster_rules::at43::data::{missions, terrain};
use gatemaster_rules::at43::mission::{
    Eliminated, Ends, Forces, Ground, Mission, PlaceKind, Rescue, Role, Supplies, Tie,
};
use gatemaster_rules::at43::profile::Sources;

fn mission(number: u8) -> &'static Mission {
    missions().iter().find(|mission| mission.number == Some(number)).unwrap()
}

/// T-TER-2, T-TER-3
#[test]
fn three_elements_of_terrain_can_be_destroyed() {
    let found: Vec<(&str, u8, u8, u8)> = terrain()
        .elements
        .iter()
        .map(|element| (element.key.as_str(), element.protection, element.structure, element.size))
        .collect();
    assert_eq!(
        found,
        [("low-wall", 12, 1, 1), ("nanogenerator", 11, 1, 2), ("container", 8, 3, 3)]
    );
    assert_eq!(terrain().element("container").unwrap().name, "Container");
    assert_eq!((terrain().width, terrain().depth), (120, 90));
}

/// The places of a mission: name, kind, VP a round, who is paid, whose, who is barred.
type PlaceRow = (&'static str, PlaceKind, u32, Option<Role>, Option<Role>, Option<Role>);

fn places(mission: &'static Mission) -> Vec<PlaceRow> {
    let rows = mission.places.iter();
    rows.map(|p| (p.name.as_str(), p.kind, p.control, p.pays, p.of, p.bars)).collect()
}

const A: Option<Role> = Some(Role::Attacker);
const D: Option<Role> = Some(Role::Defender);

fn point(name: &'static str, control: u32, pays: Option<Role>) -> PlaceRow {
    (name, PlaceKind::Point, control, pays, None, None)
}

fn zone(name: &'static str, kind: PlaceKind, of: Option<Role>, bars: Option<Role>) -> PlaceRow {
    (name, kind, 0, None, of, bars)
}

fn forces(mission: &Mission) -> [Forces; 2] {
    [mission.attacker.unwrap(), mission.defender.unwrap()]
}

fn of(assault: u32, reinforcement: u32) -> Forces {
    Forces { assault, reinforcement }
}

fn supplies(capture: u32, control: u32, attacker_captures: bool) -> Supplies {
    Supplies { capture, control, attacker_captures }
}

fn nothing_else(mission: &Mission) {
    assert_eq!((mission.containers, mission.nanogenerators), (0, 0));
    assert_eq!(mission.container_pays, Supplies::default());
    assert_eq!(mission.nanogenerator_pays, Supplies::default());
    assert_eq!((mission.evacuated_infantry, mission.evacuated_machines), (0, 0));
    assert_eq!(mission.rescue, None);
}

/// What is derived, and what is ours.
fn sources(mission: &'static Mission) -> (Vec<&'static str>, Vec<&'static str>) {
    let list = |list: &'static [String]| list.iter().map(String::as_str).collect();
    (list(&mission.sources.derived), list(&mission.sources.house))
}

/// T-MIS-1
#[test]
fn six_missions_have_the_numbers_of_the_die() {
    let found: Vec<(Option<u8>, &str, &str)> = missions()
        .iter()
        .map(|mission| (mission.number, mission.key.as_str(), mission.name.as_str()))
        .collect();
    assert_eq!(
        found,
        [
            (Some(1), "seek-and-destroy", "Seek and destroy"),
            (Some(2), "bridgehead", "Bridgehead"),
            (Some(3), "hold-the-position", "Hold the position"),
            (Some(4), "skirmish", "Skirmish"),
            (Some(5), "landing", "Landing"),
            (Some(6), "extraction", "Extraction"),
        ]
    );
    assert!(missions().iter().all(|mission| !mission.told.is_empty()));
}

/// T-MIS-11, T-MIS-12, T-MIS-13
#[test]
fn mission_1_pays_for_what_is_eliminated_and_ends_after_round_6() {
    let mission = mission(1);
    assert_eq!((mission.roles, mission.ground), (false, Ground::NoMansLand));
    assert_eq!((mission.attacker, mission.defender), (None, None), "agreed at the table");
    assert_eq!(mission.eliminated, Eliminated { infantry: 2, machines: 1, officer: 1 });
    assert_eq!(places(mission), [zone("Access zone", PlaceKind::AccessZone, A, None)]);
    assert!(mission.places[0].lies.contains("not on adjacent edges"));
    assert_eq!((mission.may_wait, mission.reinforcements), (true, false));
    assert_eq!(mission.ends, Ends::AfterRound(6));
    nothing_else(mission);
    assert_eq!(mission.sources, Sources::default());
}

/// T-MIS-21, T-MIS-22, T-MIS-23
#[test]
fn mission_2_pays_for_the_hill_and_ends_at_20_points() {
    let mission = mission(2);
    assert_eq!((mission.roles, mission.ground), (false, Ground::NoMansLand));
    assert_eq!((mission.attacker, mission.defender), (None, None), "agreed at the table");
    assert_eq!(mission.eliminated, Eliminated { infantry: 1, machines: 2, officer: 0 });
    assert_eq!(
        places(mission),
        [point("Hill", 5, None), zone("Access zone", PlaceKind::AccessZone, A, None)]
    );
    assert_eq!((mission.may_wait, mission.reinforcements), (true, false));
    assert_eq!(mission.ends, Ends::AtPoints { points: 20, tie: Tie::Place });
    nothing_else(mission);
    assert_eq!(mission.sources, Sources::default());
}

/// T-MIS-31, T-MIS-32, T-MIS-33, T-MIS-34, T-MIS-35
#[test]
fn mission_3_pays_both_sides_for_four_points() {
    let mission = mission(3);
    assert_eq!((mission.roles, mission.ground), (true, Ground::Map));
    assert_eq!(forces(mission), [of(1500, 500), of(1000, 1000)]);
    assert_eq!(mission.eliminated, Eliminated::default());
    assert_eq!(
        places(mission),
        [
            point("Able", 1, None),
            point("Bravo", 1, None),
            point("Charlie", 1, None),
            point("Doctor", 1, None),
            zone("Attacker's access zone", PlaceKind::AccessZone, A, None),
            zone("Defender's access zone", PlaceKind::AccessZone, D, None),
        ]
    );
    assert_eq!((mission.containers, mission.nanogenerators), (2, 2));
    assert_eq!(mission.container_pays, supplies(100, 150, true));
    assert_eq!(mission.nanogenerator_pays, supplies(50, 100, true));
    assert_eq!((mission.evacuated_infantry, mission.evacuated_machines), (0, 0));
    assert_eq!((mission.may_wait, mission.reinforcements, mission.rescue), (true, true, None));
    assert_eq!(mission.ends, Ends::AtPoints { points: 10, tie: Tie::MoreObjectives });
    assert_eq!(sources(mission), (vec![], vec!["containers", "nanogenerators", "lies"]));
}

/// T-MIS-41, T-MIS-42, T-MIS-43, T-MIS-44
#[test]
fn mission_4_sets_two_equal_companies_against_each_other() {
    let mission = mission(4);
    assert_eq!((mission.roles, mission.ground), (true, Ground::Map));
    assert_eq!(forces(mission), [of(1500, 500), of(1500, 500)]);
    assert_eq!(mission.eliminated, Eliminated { infantry: 1, machines: 2, officer: 1 });
    assert_eq!(
        places(mission),
        [
            zone("Attacker's access zone", PlaceKind::AccessZone, A, None),
            zone("Defender's access zone", PlaceKind::AccessZone, D, None),
        ]
    );
    assert_eq!((mission.containers, mission.nanogenerators), (2, 0));
    assert_eq!(mission.container_pays, supplies(100, 150, false));
    assert_eq!(mission.nanogenerator_pays, Supplies::default());
    assert_eq!((mission.evacuated_infantry, mission.evacuated_machines), (0, 0));
    assert_eq!((mission.may_wait, mission.reinforcements, mission.rescue), (true, true, None));
    assert_eq!(mission.ends, Ends::AfterRound(6));
    assert_eq!(sources(mission), (vec![], vec!["roles", "containers", "lies"]));
}

/// T-MIS-51, T-MIS-52, T-MIS-53, T-MIS-54, T-MIS-55, T-MIS-56
#[test]
fn mission_5_pays_the_defender_for_holding_and_the_attacker_for_leaving() {
    let mission = mission(5);
    assert_eq!((mission.roles, mission.ground), (true, Ground::Map));
    assert_eq!(forces(mission), [of(1500, 500), of(1000, 1000)]);
    assert_eq!(mission.eliminated, Eliminated::default());
    assert_eq!(
        places(mission),
        [
            point("Able", 1, D),
            point("Bravo", 1, D),
            point("Charlie", 2, D),
            point("Doctor", 1, D),
            point("Echo", 1, D),
            point("Foxtrot", 2, D),
            point("Golf", 2, D),
            zone("X-Ray", PlaceKind::DropPoint, None, None),
            zone("Zulu", PlaceKind::DropPoint, None, None),
            zone("Attacker's access zone", PlaceKind::AccessZone, A, None),
            zone("First neutral access zone", PlaceKind::AccessZone, None, A),
            zone("Second neutral access zone", PlaceKind::AccessZone, None, A),
            zone("Defender's deployment zone", PlaceKind::DeploymentZone, D, None),
        ]
    );
    assert_eq!((mission.containers, mission.nanogenerators), (2, 2));
    assert_eq!(mission.container_pays, supplies(100, 150, true));
    assert_eq!(mission.nanogenerator_pays, supplies(50, 100, true));
    assert_eq!((mission.evacuated_infantry, mission.evacuated_machines), (5, 2));
    assert_eq!((mission.may_wait, mission.reinforcements, mission.rescue), (false, true, None));
    assert_eq!(mission.ends, Ends::AtPoints { points: 15, tie: Tie::MoreObjectives });
    assert_eq!(sources(mission), (vec![], vec!["containers", "nanogenerators", "lies"]));
}

/// T-MIS-61, T-MIS-62, T-MIS-63, T-MIS-64, T-MIS-66, T-MIS-67
#[test]
fn mission_6_is_about_a_wreck_and_its_pilot() {
    let mission = mission(6);
    assert_eq!((mission.roles, mission.ground), (true, Ground::Map));
    assert_eq!(forces(mission), [of(1000, 1000), of(750, 1250)]);
    assert_eq!(mission.eliminated, Eliminated::default());
    assert_eq!(
        places(mission),
        [
            ("Wreck", PlaceKind::Wreck, 2, D, None, None),
            zone("Attacker's access zone", PlaceKind::AccessZone, A, None),
            zone("Defender's access zone", PlaceKind::AccessZone, D, None),
        ]
    );
    assert_eq!((mission.containers, mission.nanogenerators), (2, 2));
    assert_eq!(mission.container_pays, supplies(100, 150, false));
    assert_eq!(mission.nanogenerator_pays, supplies(50, 100, false));
    assert_eq!((mission.evacuated_infantry, mission.evacuated_machines), (0, 0));
    let rescue = Rescue { met: 5, evacuated: 5, protection: 11, structure: 5 };
    assert_eq!(
        (mission.may_wait, mission.reinforcements, mission.rescue),
        (false, true, Some(rescue))
    );
    assert_eq!(mission.ends, Ends::AtPoints { points: 10, tie: Tie::MorePoints });
    assert_eq!(
        sources(mission),
        (vec!["nanogenerator_pays"], vec!["containers", "nanogenerators", "lies"])
    );
}

//! A server's own file: what it changes, adds and leaves as it was.

use gatemaster_rules::at43::data::{Loaded, library, missions, with_file};
use gatemaster_rules::at43::mission::{Ends, Forces, Mission, Role};
use gatemaster_rules::at43::profile::{Aim, Entry, Library, Source, Weapon};

pub(super) fn read(text: &str) -> Result<Loaded, Vec<String>> {
    let read = with_file(library(), missions(), "club.toml", text);
    read.map_err(|faults| faults.iter().map(ToString::to_string).collect())
}

fn unit<'l>(library: &'l Library, key: &str) -> &'l Entry {
    library.entry(library.entry_of_key(key).unwrap()).unwrap()
}

fn weapon<'l>(library: &'l Library, key: &str) -> &'l Weapon {
    library.weapon(library.weapon_of_key(key).unwrap()).unwrap()
}

fn mission<'l>(missions: &'l [Mission], key: &str) -> &'l Mission {
    missions.iter().find(|mission| mission.key == key).unwrap()
}

#[test]
fn an_empty_file_changes_nothing() {
    let loaded = read("").unwrap();
    assert_eq!((&loaded.library, loaded.missions.as_slice()), (library(), missions()));
}

/// T-UNI-1: what a record leaves out stays as it was, with its source.
#[test]
fn a_reference_card_replaces_the_house_values_it_prints() {
    let text = r#"
        [[unit]]
        key = "storm-golems"
        movement = 12
        morale = 9
        printed = ["movement", "size"]

        [[weapon]]
        key = "sonic-gun"
        needs = 3
        abilities = ["locked_shot"]
        derived = ["needs"]
    "#;
    let library = read(text).unwrap().library;
    let golems = unit(&library, "storm-golems");
    let before = unit(gatemaster_rules::at43::data::library(), "storm-golems");
    let profile = &golems.profile;
    assert_eq!((profile.movement, profile.morale, profile.protection), (12, Some(9), 6));
    assert_eq!(
        (&golems.prices, &golems.special, golems.army),
        (&before.prices, &before.special, before.army)
    );
    for (field, source) in [
        ("movement", Source::Printed),
        ("size", Source::Printed),
        ("morale", Source::Server),
        ("protection", Source::Printed),
    ] {
        assert_eq!(golems.sources.of(field), source, "{field}");
    }
    let gun = weapon(&library, "sonic-gun");
    assert_eq!((gun.aim, gun.rate, gun.penetration), (Aim::Needs(3), 3, 8));
    assert_eq!(gun.sources.of("needs"), Source::Derived);
    assert_eq!(gun.sources.of("abilities"), Source::Server);
    assert_eq!(gun.sources.of("rate"), Source::Derived, "as before");
    assert_eq!(gun.sources.of("damage"), Source::House, "as before");
}

/// T-UNI-1: a list is replaced as a whole, and so are the structure points that stand in it.
#[test]
fn the_arms_of_a_strider_can_be_changed_together() {
    let text = r#"
        [[unit]]
        key = "fire-toads"
        propulsion = 3
        ranged = [{ weapon = "mg", count = 2, structure = 2 }, { weapon = "flamer", structure = 1 }]
    "#;
    let library = read(text).unwrap().library;
    let toads = unit(&library, "fire-toads");
    let structure = toads.profile.structure.unwrap();
    assert_eq!((structure.frame, structure.propulsion, toads.ranged.len()), (5, 3, 2));
    assert_eq!(toads.ranged[1].count, 1);
    assert_eq!(toads.sources.of("structure"), Source::Server);
    assert_eq!(toads.sources.of("frame"), Source::House);
}

/// A club that owns the map writes down what it shows.
#[test]
fn a_mission_of_the_book_can_be_given_its_map() {
    let text = r#"
        [[mission]]
        key = "hold-the-position"
        containers = 4
        printed = ["containers"]
    "#;
    let missions = read(text).unwrap().missions;
    let hold = mission(&missions, "hold-the-position");
    assert_eq!((hold.number, hold.containers, hold.nanogenerators), (Some(3), 4, 2));
    assert_eq!(hold.places.len(), 6);
    assert_eq!(hold.sources.of("containers"), Source::Printed);
    assert_eq!(hold.sources.of("nanogenerators"), Source::House);
}

/// T-MIS-5: two or more equal sides, each with a zone, AP, something that pays and an end.
#[test]
fn a_mission_of_one_s_own_needs_no_roles() {
    let text = r#"
        [[mission]]
        key = "the-well"
        name = "The well"
        ground = "trench_war"
        each = { assault = 700 }
        ends = { after_round = 4 }
        [[mission.place]]
        name = "Well"
        kind = "point"
        control = 2
        [[mission.place]]
        name = "Own edge"
        kind = "access_zone"
        of = "each"
    "#;
    let missions = read(text).unwrap().missions;
    let well = mission(&missions, "the-well");
    assert_eq!((well.number, well.roles, well.may_wait), (None, false, true));
    assert_eq!(well.attacker, Some(Forces { assault: 700, reinforcement: 0 }));
    assert_eq!((well.defender, well.ends), (None, Ends::AfterRound(4)));
    assert_eq!(well.places[1].of, Some(Role::Attacker), "each side's, by the attacker's figures");
    assert_eq!(well.sources.of("told"), Source::Server);
}

//! A second reading of the army lists, typed by itself: it has to agree with the data value by value, and on
//! where each value comes from. S is printed, D derived, P ours.
//! Rows are named here as far as they are figures; what is done with them is played elsewhere.

use gatemaster_rules::at43::company::Chosen;
use gatemaster_rules::at43::data::{companies, library};
use gatemaster_rules::at43::profile::{
    Ability, Aim, Carried, Category, Entry, Fire, Gives, Hero, Library, Price, Source, Sources,
    Specialist, Weapon, WeaponAbility,
};

fn source(letter: char) -> Source {
    match letter {
        'S' => Source::Printed,
        'D' => Source::Derived,
        'P' => Source::House,
        other => panic!("{other} is no source"),
    }
}

/// "14P": a value and where it comes from.
fn said(text: &str) -> (&str, Source) {
    let (value, letter) = text.split_at(text.len() - 1);
    (value, source(letter.chars().next().unwrap()))
}

fn assert_is(what: &str, sources: &Sources, field: &str, found: &str, expected: &str) {
    let (value, from) = said(expected);
    assert_eq!((found, sources.of(field)), (value, from), "{what}, {field}");
}

fn unit(key: &str) -> &'static Entry {
    let entry = library().entry_of_key(key).and_then(|id| library().entry(id));
    entry.unwrap_or_else(|| panic!("there is no unit {key}"))
}

fn weapon(key: &str) -> &'static Weapon {
    let weapon = library().weapon_of_key(key).and_then(|id| library().weapon(id));
    weapon.unwrap_or_else(|| panic!("there is no weapon {key}"))
}

fn hero(key: &str) -> &'static Hero {
    library().hero_of_key(key).and_then(|id| library().hero(id)).unwrap()
}

fn key_of(library: &Library, carried: &Carried) -> String {
    library.weapon(carried.weapon).unwrap().key.clone()
}

fn morale(morale: Option<u8>) -> String {
    morale.map_or("-".to_owned(), |morale| morale.to_string())
}

/// Size, Movement, Morale, Protection, Combat; structure points of frame, propulsion and each weapon.
type ProfileRow =
    (&'static str, &'static str, &'static str, Category, u8, [&'static str; 5], [&'static str; 3]);
#[rustfmt::skip]
const PROFILES: [ProfileRow; 8] = [
    ("star-troopers", "Star troopers", "white-stars", Category::Soldiers, 1, ["2P", "14P", "6P", "4P", "4P"], [""; 3]),
    ("steel-troopers", "Steel troopers", "white-stars", Category::Soldiers, 2, ["2S", "14D", "8P", "5S", "5P"], [""; 3]),
    ("steel-tacarms", "Steel TacArms", "white-stars", Category::Soldiers, 3, ["2D", "16P", "8P", "9P", "6P"], [""; 3]),
    ("fire-toads", "Fire Toads", "white-stars", Category::Striders, 1, ["4P", "16P", "8P", "11P", "5P"], ["5P", "2S", "1S"]),
    ("storm-golems", "Storm golems", "therians", Category::Soldiers, 2, ["2P", "14P", "-P", "6S", "5S"], [""; 3]),
    ("assault-medusas", "Assault medusas", "therians", Category::Soldiers, 2, ["2P", "12P", "-P", "8P", "5P"], [""; 3]),
    ("bane-goliaths", "Bane goliaths", "therians", Category::Soldiers, 3, ["2D", "12P", "-P", "10S", "5P"], [""; 3]),
    ("wraith-golgoth", "Wraith golgoth", "therians", Category::Striders, 2, ["4P", "18P", "-P", "12P", "6P"], ["5P", "2P", "2P"]),
];

/// T-UNI-1, T-UNI-2
#[test]
fn every_profile_is_the_one_of_the_table_and_says_where_it_comes_from() {
    assert_eq!(library().entries.len(), PROFILES.len());
    for (key, name, army, category, grade, stats, points) in PROFILES {
        let entry = unit(key);
        let is = |field, found: String, expected| {
            assert_is(key, &entry.sources, field, &found, expected);
        };
        assert_eq!(entry.name, name);
        assert_eq!(library().army(entry.army).unwrap().key, army, "{key}");
        assert_eq!((entry.category, entry.grade), (category, grade), "{key}");
        for field in ["name", "army", "category", "type"] {
            assert_eq!(entry.sources.of(field), Source::Printed, "{key}, {field}");
        }
        let profile = &entry.profile;
        is("size", profile.size.to_string(), stats[0]);
        is("movement", profile.movement.to_string(), stats[1]);
        is("morale", morale(profile.morale), stats[2]);
        is("protection", profile.protection.to_string(), stats[3]);
        is("combat", profile.combat.to_string(), stats[4]);
        match profile.structure {
            None => {
                assert_eq!(points, [""; 3], "{key}");
                assert!(entry.ranged.iter().all(|carried| carried.structure.is_none()), "{key}");
            }
            Some(structure) => {
                is("frame", structure.frame.to_string(), points[0]);
                is("propulsion", structure.propulsion.to_string(), points[1]);
                for carried in &entry.ranged {
                    is("structure", carried.structure.unwrap().to_string(), points[2]);
                }
            }
        }
    }
}

/// Key, name, what stands in the Accuracy box, rate, re-rolls, Penetration, Damage, Area, fire, longest range band.
type WeaponRow = (
    &'static str,
    &'static str,
    char,
    &'static str,
    [&'static str; 4],
    &'static str,
    Option<Fire>,
    Option<u8>,
);
#[rustfmt::skip]
const WEAPONS: [WeaponRow; 20] = [
    ("assault-rifle", "Assault rifle", 'A', "3P", ["1P", "1P", "4P", "1P"], "", Some(Fire::Direct), Some(8)),
    ("laser-rifle", "Laser rifle", 'A', "5S", ["1S", "0S", "5S", "1S"], "", Some(Fire::Direct), Some(10)),
    ("laser-gun", "Laser gun", 'A', "6P", ["1P", "0P", "9P", "2P"], "", Some(Fire::Direct), Some(11)),
    ("volcano-mg", "Volcano MG", 'A', "3P", ["3P", "0P", "5P", "1P"], "", Some(Fire::Direct), Some(8)),
    ("mg", "MG", 'A', "4P", ["3P", "0P", "5P", "1P"], "", Some(Fire::Direct), Some(9)),
    ("missile-launcher", "Missile launcher", 'N', "4P", ["1P", "0P", "13P", "3P"], "", Some(Fire::Direct), None),
    ("flamer", "Flamer", 'R', "1P", ["1S", "0S", "5P", "1P"], "2P", Some(Fire::Projection), Some(1)),
    ("light-laser-cannon", "Light laser cannon", 'A', "8P", ["1D", "0D", "11P", "1P"], "", Some(Fire::Direct), Some(13)),
    ("nanoblaster", "Nanoblaster", 'A', "3S", ["1S", "1S", "5P", "1P"], "", Some(Fire::Direct), Some(8)),
    ("sonic-gun", "Sonic gun", 'A', "5P", ["3D", "0P", "8S", "1P"], "", Some(Fire::Direct), Some(10)),
    ("nucleus-rifle", "Nucleus rifle", 'A', "5P", ["1P", "0P", "7P", "1P"], "", Some(Fire::Direct), Some(10)),
    ("nucleus-gun", "Nucleus gun", 'A', "7P", ["1D", "0P", "13P", "2P"], "", Some(Fire::Direct), Some(12)),
    ("medium-sonic-cannon", "Medium sonic cannon", 'A', "5P", ["4P", "0P", "9P", "1S"], "", Some(Fire::Direct), Some(10)),
    ("medium-nucleus-cannon", "Medium nucleus cannon", 'A', "8P", ["1P", "0P", "14P", "3P"], "", Some(Fire::Direct), Some(13)),
    ("grenades", "Grenades", 'A', "0S", ["1S", "0S", "4S", "1S"], "1S", Some(Fire::Indirect), Some(5)),
    ("nanostorms", "Nanostorms", 'A', "0S", ["1S", "0S", "5S", "1S"], "1S", Some(Fire::Indirect), Some(5)),
    ("combat-knife", "Combat knife", 'A', "4S", ["1S", "0S", "4P", "1P"], "", None, None),
    ("reaper-blades", "Reaper blades", 'A', "5P", ["2P", "0P", "7S", "1S"], "", None, None),
    ("electrolash", "Electrolash", 'A', "4P", ["2P", "0P", "6P", "1P"], "", None, None),
    ("artillery-strike", "Artillery strike", 'N', "4P", ["1P", "0P", "8P", "1P"], "4P", Some(Fire::Indirect), None),
];

/// T-UNI-1, T-EQP-1
#[test]
fn every_weapon_is_the_one_of_the_table_and_says_where_it_comes_from() {
    assert_eq!(library().weapons.len(), WEAPONS.len());
    for (key, name, box_holds, aim, figures, area, fire, band) in WEAPONS {
        let weapon = weapon(key);
        let is = |field, found: u8, expected| {
            assert_is(key, &weapon.sources, field, &found.to_string(), expected);
        };
        assert_eq!(weapon.name, name);
        // a weapon reaches as far as a 6 can still hit: five bands beyond its Accuracy (T-SHT-7)
        let (letter, value, longest) = match weapon.aim {
            Aim::Accuracy(accuracy) => ('A', accuracy, Some(accuracy + 5)),
            Aim::Needs(face) => ('N', face, None),
            Aim::Reaches(band) => ('R', band, Some(band)),
        };
        assert_eq!(letter, box_holds, "{key}");
        is(weapon.aim.field(), value, aim);
        is("rate", weapon.rate, figures[0]);
        is("rerolls", weapon.rerolls, figures[1]);
        is("penetration", weapon.penetration, figures[2]);
        is("damage", weapon.damage, figures[3]);
        match weapon.area {
            None => assert_eq!(area, "", "{key}"),
            Some(found) => is("area", found, area),
        }
        assert_eq!(weapon.close, fire.is_none(), "{key}");
        if let Some(fire) = fire {
            assert_eq!((weapon.fire(), longest), (fire, band), "{key}");
        }
    }
}

/// The abilities are printed with the weapons that have them.
#[test]
fn four_weapons_have_an_ability_and_no_other_has_one() {
    let mut found: Vec<(&str, &[WeaponAbility])> = library()
        .weapons
        .iter()
        .filter(|weapon| !weapon.abilities.is_empty())
        .map(|weapon| (weapon.key.as_str(), weapon.abilities.as_slice()))
        .collect();
    found.sort_unstable();
    assert_eq!(
        found,
        [
            ("artillery-strike", [WeaponAbility::ArtilleryStrike].as_slice()),
            ("flamer", [WeaponAbility::Projection].as_slice()),
            ("medium-nucleus-cannon", [WeaponAbility::Sniper].as_slice()),
            ("missile-launcher", [WeaponAbility::LockedShot].as_slice()),
        ]
    );
    assert_eq!(library().artillery(), library().weapon_of_key("artillery-strike"));
}

/// What a unit of the lists has.
struct Listed {
    key: &'static str,
    numbers: (u8, u8),
    ranged: &'static [(&'static str, u8)],
    close: &'static [&'static str],
    abilities: &'static [Ability],
    special: &'static [(&'static str, u32)],
    bearers: (u8, u8),
    specialists: (u8, &'static [Specialist]),
    officers: [u32; 5],
}

fn assert_listed(listed: &Listed) {
    let (entry, key) = (unit(listed.key), listed.key);
    assert_eq!((entry.standard, entry.maximum), listed.numbers, "{key}");
    let ranged: Vec<(String, u8)> =
        entry.ranged.iter().map(|carried| (key_of(library(), carried), carried.count)).collect();
    let expected: Vec<(String, u8)> =
        listed.ranged.iter().map(|(weapon, count)| ((*weapon).to_owned(), *count)).collect();
    assert_eq!(ranged, expected, "{key}");
    let close: Vec<&str> =
        entry.close.iter().map(|id| library().weapon(*id).unwrap().key.as_str()).collect();
    assert_eq!(close, listed.close, "{key}");
    assert_eq!(entry.abilities, listed.abilities, "{key}");
    let special: Vec<(&str, u32)> = entry
        .special
        .iter()
        .map(|special| (library().weapon(special.weapon).unwrap().key.as_str(), special.surcharge))
        .collect();
    assert_eq!(special, listed.special, "{key}");
    assert_eq!(entry.bearers, listed.bearers, "{key}");
    assert_eq!((entry.specialists, entry.specialist_kinds.as_slice()), listed.specialists, "{key}");
    assert_eq!(entry.officers.map(|cost| cost.unwrap_or(0)), listed.officers, "{key}");
    assert_eq!((entry.gunners_each, entry.all_bearers), (None, false), "{key}");
    let printed = ["standard", "maximum", "ranged", "close", "special", "bearers", "officers"];
    for field in printed.into_iter().chain(["specialists", "specialist_kinds", "abilities"]) {
        assert_eq!(entry.sources.of(field), Source::Printed, "{key}, {field}");
    }
}

/// T-UNA-1
#[test]
fn star_troopers_are_listed_as_printed() {
    assert_listed(&Listed {
        key: "star-troopers",
        numbers: (8, 12),
        ranged: &[("assault-rifle", 1)],
        close: &["combat-knife"],
        abilities: &[],
        special: &[("flamer", 0), ("volcano-mg", 0), ("missile-launcher", 25)],
        bearers: (1, 2),
        specialists: (2, &[Specialist::CombatEngineer, Specialist::Medic]),
        officers: [10, 15, 25, 40, 60],
    });
}

/// T-UNA-2
#[test]
fn steel_troopers_are_listed_as_printed() {
    assert_listed(&Listed {
        key: "steel-troopers",
        numbers: (6, 9),
        ranged: &[("laser-rifle", 1)],
        close: &["combat-knife"],
        abilities: &[],
        special: &[("laser-gun", 0), ("mg", 0), ("missile-launcher", 25)],
        bearers: (1, 2),
        specialists: (2, &[Specialist::Mechanic, Specialist::Medic]),
        officers: [10, 15, 25, 40, 60],
    });
}

/// T-UNA-3
#[test]
fn steel_tacarms_are_listed_as_printed() {
    assert_listed(&Listed {
        key: "steel-tacarms",
        numbers: (2, 3),
        ranged: &[("laser-gun", 2)],
        close: &[],
        abilities: &[Ability::Stability],
        special: &[],
        bearers: (0, 0),
        specialists: (0, &[]),
        officers: [10, 0, 0, 0, 0],
    });
}

/// T-UNA-4
#[test]
fn fire_toads_are_listed_as_printed() {
    assert_listed(&Listed {
        key: "fire-toads",
        numbers: (1, 3),
        ranged: &[("light-laser-cannon", 2)],
        close: &[],
        abilities: &[],
        special: &[],
        bearers: (0, 0),
        specialists: (0, &[]),
        officers: [15, 0, 0, 0, 0],
    });
}

/// T-THR-1
#[test]
fn storm_golems_are_listed_as_printed() {
    assert_listed(&Listed {
        key: "storm-golems",
        numbers: (6, 9),
        ranged: &[("nanoblaster", 1)],
        close: &["reaper-blades"],
        abilities: &[],
        special: &[("flamer", 25), ("sonic-gun", 0)],
        bearers: (1, 3),
        specialists: (0, &[]),
        officers: [10, 15, 25, 50, 65],
    });
}

/// T-THR-2
#[test]
fn assault_medusas_are_listed_as_printed() {
    assert_listed(&Listed {
        key: "assault-medusas",
        numbers: (4, 7),
        ranged: &[("nucleus-rifle", 1)],
        close: &["electrolash"],
        abilities: &[],
        special: &[("nucleus-gun", 0), ("sonic-gun", 0)],
        bearers: (1, 3),
        specialists: (0, &[]),
        officers: [0; 5],
    });
}

/// T-THR-3
#[test]
fn bane_goliaths_are_listed_as_printed() {
    assert_listed(&Listed {
        key: "bane-goliaths",
        numbers: (2, 3),
        ranged: &[("nucleus-gun", 2)],
        close: &[],
        abilities: &[],
        special: &[],
        bearers: (0, 0),
        specialists: (0, &[]),
        officers: [0; 5],
    });
}

/// T-THR-4
#[test]
fn the_wraith_golgoth_is_listed_as_printed() {
    assert_listed(&Listed {
        key: "wraith-golgoth",
        numbers: (1, 1),
        ranged: &[("medium-nucleus-cannon", 1), ("medium-sonic-cannon", 1)],
        close: &[],
        abilities: &[],
        special: &[],
        bearers: (0, 0),
        specialists: (0, &[]),
        officers: [15, 0, 0, 0, 0],
    });
}

/// Unit, equipment, what it costs from the standard to the maximum number, for one more, and where the first figure is from.
type PriceRow = (&'static str, &'static [&'static str], &'static [u32], Option<u32>, char);
#[rustfmt::skip]
const PRICES: [PriceRow; 21] = [
    ("star-troopers", &[], &[175, 195, 215, 235, 250], Some(20), 'S'),
    ("star-troopers", &["grenades"], &[210, 235, 260, 285, 300], Some(25), 'S'),
    ("star-troopers", &["triple-lens-helmet"], &[215, 240, 265, 290, 310], Some(25), 'S'),
    ("star-troopers", &["grenades", "triple-lens-helmet"], &[250, 280, 310, 340, 360], Some(30), 'S'),
    ("steel-troopers", &[], &[175, 205, 235, 275], Some(30), 'S'),
    ("steel-troopers", &["grenades"], &[200, 235, 270, 310], Some(35), 'S'),
    ("steel-troopers", &["triple-lens-helmet"], &[205, 240, 275, 320], Some(35), 'S'),
    ("steel-troopers", &["grenades", "triple-lens-helmet"], &[230, 270, 310, 355], Some(40), 'S'),
    ("storm-golems", &[], &[250, 290, 330, 400], Some(40), 'S'),
    ("storm-golems", &["nanostorms"], &[275, 320, 365, 430], Some(45), 'S'),
    ("storm-golems", &["relay"], &[255, 295, 335, 405], Some(40), 'S'),
    ("storm-golems", &["relay", "nanostorms"], &[280, 325, 370, 435], Some(45), 'S'),
    ("assault-medusas", &[], &[225, 280, 335, 425], Some(55), 'S'),
    ("assault-medusas", &["relay"], &[230, 285, 340, 430], Some(55), 'S'),
    ("steel-tacarms", &[], &[200, 300], None, 'D'),
    ("steel-tacarms", &["laser-targeter"], &[210, 315], None, 'P'),
    ("fire-toads", &[], &[200, 400, 600], Some(200), 'S'),
    ("bane-goliaths", &[], &[250, 375], None, 'S'),
    ("bane-goliaths", &["relay"], &[255, 380], None, 'S'),
    ("wraith-golgoth", &[], &[350], None, 'S'),
    ("wraith-golgoth", &["relay"], &[355], None, 'S'),
];

/// T-BLD-5: the table's figure at standard and at maximum number, in between so much for each one more.
fn cost(entry: &Entry, price: &Price, number: u8) -> u32 {
    if number == entry.maximum {
        price.at_maximum
    } else {
        price.at_standard + u32::from(number - entry.standard) * price.extra.unwrap_or(0)
    }
}

/// T-BLD-5, T-UNA-1 to T-UNA-4, T-THR-1 to T-THR-4
#[test]
fn every_number_of_fighters_costs_what_the_table_says_middle_columns_too() {
    let lines: usize = library().entries.iter().map(|entry| entry.prices.len()).sum();
    assert_eq!(lines, PRICES.len());
    for (key, equipment, costs, extra, from) in PRICES {
        let entry = unit(key);
        let price = entry
            .prices
            .iter()
            .find(|price| {
                let keys: Vec<&str> = price
                    .equipment
                    .iter()
                    .map(|id| library().equipment(*id).unwrap().key.as_str())
                    .collect();
                keys == equipment
            })
            .unwrap_or_else(|| panic!("{key} with {equipment:?}"));
        let found: Vec<u32> =
            (entry.standard..=entry.maximum).map(|number| cost(entry, price, number)).collect();
        assert_eq!(found, costs, "{key} with {equipment:?}");
        assert_eq!(price.extra, extra, "{key} with {equipment:?}");
        assert_eq!(price.sources.of("at_standard"), source(from), "{key} with {equipment:?}");
        assert_eq!(price.sources.of("at_maximum"), Source::Printed, "{key} with {equipment:?}");
        assert_eq!(price.sources.of("extra"), Source::Printed, "{key} with {equipment:?}");
    }
}

/// T-BLD-3, T-BLD-4: Authority, Leadership, Numbers bonus.
#[test]
fn officers_lead_by_the_tables_of_their_armies() {
    let white_stars = [
        ("Private", 0, 0, 0),
        ("Sergeant", 1, 3, 0),
        ("Master sergeant", 1, 4, 1),
        ("Lieutenant", 2, 5, 2),
        ("Captain", 4, 7, 2),
        ("Colonel", 5, 9, 3),
    ];
    let therians = [
        ("Khaos", 0, 0, 0),
        ("Alpha", 2, 2, 0),
        ("Delta", 2, 3, 1),
        ("Omicron", 3, 4, 2),
        ("Sigma", 5, 6, 2),
        ("Omega", 6, 8, 2),
    ];
    for (key, expected) in [("white-stars", white_stars), ("therians", therians)] {
        let army = library().army_of_key(key).and_then(|id| library().army(id)).unwrap();
        let found: Vec<(&str, u8, u8, u8)> = army
            .ranks
            .iter()
            .map(|r| (r.title.as_str(), r.authority, r.leadership, r.numbers_bonus))
            .collect();
        assert_eq!(found, expected, "{key}");
        assert_eq!(army.routines, key == "therians");
        assert_eq!(army.sources, Sources::default(), "all of it is printed");
    }
    assert_eq!(library().armies.len(), 2);
}

/// T-BLD-2
#[test]
fn platoons_follow_the_patterns_of_their_armies() {
    let white_stars = [
        "soldiers 1 2",
        "soldiers 2 3",
        "soldiers 2 support 1 2",
        "soldiers 3 striders 1 vehicles 1",
        "striders 1 2 3 vehicles 1 2 3",
    ];
    let therians = [
        "soldiers 2",
        "soldiers 2",
        "soldiers 2 3 support 2",
        "soldiers 3 striders 1 vehicles 1",
        "striders 2 3 vehicles 2 3",
    ];
    for (key, expected) in [("white-stars", white_stars), ("therians", therians)] {
        let army = library().army_of_key(key).and_then(|id| library().army(id)).unwrap();
        let found: Vec<String> = army
            .pattern
            .iter()
            .map(|slot| {
                let takes = slot.takes.iter().flat_map(|taken| {
                    let types = taken.types.iter().map(ToString::to_string);
                    std::iter::once(taken.category.name().to_owned()).chain(types)
                });
                takes.collect::<Vec<_>>().join(" ")
            })
            .collect();
        assert_eq!(found, expected, "{key}");
    }
}

/// T-EQP-1 to T-EQP-4, T-THR-5
#[test]
fn equipment_gives_what_the_lists_say() {
    let throws = |key| Gives::Thrown(library().weapon_of_key(key).unwrap());
    let mut found: Vec<(&str, &str, Gives)> = library()
        .equipment
        .iter()
        .map(|piece| (piece.key.as_str(), piece.name.as_str(), piece.gives))
        .collect();
    found.sort_unstable_by_key(|(key, ..)| *key);
    assert_eq!(
        found,
        [
            ("grenades", "Grenades", throws("grenades")),
            ("gyroscopes", "Gyroscopes", Gives::Ability(Ability::Stability)),
            ("laser-targeter", "Laser targeter", Gives::Ability(Ability::Designator)),
            ("nanostorms", "Nanostorms", throws("nanostorms")),
            ("relay", "Relay", Gives::Ability(Ability::Relay)),
            ("triple-lens-helmet", "Triple lens helmet", Gives::Ability(Ability::Detection)),
        ]
    );
}

/// T-MIS-61: the pilot of mission 6 is ours in every value.
#[test]
fn each_army_has_one_pilot_to_be_rescued() {
    assert_eq!(library().heroes.len(), 2);
    for (key, army, expected, protection) in [
        ("white-stars-pilot", "white-stars", "8P", "5P"),
        ("therians-pilot", "therians", "-P", "6P"),
    ] {
        let pilot = hero(key);
        let is = |field, found: String, expected| {
            assert_is(key, &pilot.sources, field, &found, expected);
        };
        assert_eq!(library().army(pilot.army).unwrap().key, army);
        assert_eq!(
            (pilot.category, pilot.aboard, pilot.mission_pilot),
            (Category::Soldiers, None, true)
        );
        assert!(
            pilot.ranged.is_empty() && pilot.close.is_empty() && pilot.profile.structure.is_none()
        );
        is("rank", pilot.rank.to_string(), "1P");
        is("type", pilot.grade.to_string(), "2P");
        is("cost", pilot.cost.to_string(), "0P");
        is("size", pilot.profile.size.to_string(), "2P");
        is("movement", pilot.profile.movement.to_string(), "14P");
        is("morale", morale(pilot.profile.morale), expected);
        is("protection", pilot.profile.protection.to_string(), protection);
        is("combat", pilot.profile.combat.to_string(), "5P");
    }
}

/// One unit of a ready company in a line.
fn line(chosen: &Chosen) -> String {
    let rank = (chosen.officer > 0).then(|| format!("rank {}", chosen.officer));
    let special = chosen.special.as_ref().map(|special| format!("{} {special}", chosen.bearers));
    let specialists = chosen.specialists.iter().map(|specialist| format!("{specialist:?}"));
    let parts = [format!("{} {}", chosen.number, chosen.unit)].into_iter();
    let parts = parts.chain(rank).chain(special).chain(chosen.equipment.clone()).chain(specialists);
    parts.collect::<Vec<_>>().join(", ")
}

/// What a company of this kind costs by the tables (T-BLD-4 to T-BLD-6).
fn sum(units: &[Chosen]) -> u32 {
    let costs = units.iter().map(|chosen| {
        let entry = unit(&chosen.unit);
        let same = |price: &&Price| {
            let keys = price.equipment.iter().map(|id| &library().equipment(*id).unwrap().key);
            keys.eq(&chosen.equipment)
        };
        let price = entry.prices.iter().find(same).unwrap();
        let officer = usize::from(chosen.officer).checked_sub(1);
        let officer = officer.map_or(0, |rank| entry.officers[rank].unwrap());
        let special = chosen.special.as_ref().map_or(0, |key| {
            let id = library().weapon_of_key(key).unwrap();
            entry.special.iter().find(|special| special.weapon == id).unwrap().surcharge
        });
        cost(entry, price, chosen.number) + officer + special
    });
    costs.sum()
}

/// T-BLD-5, T-BLD-6: the companies of the battle report, and two to start with.
#[test]
fn four_companies_stand_ready_and_cost_what_they_say() {
    let expected: [(&str, &str, u32, Source, &[&str]); 4] = [
        (
            "baker-company",
            "white-stars",
            2000,
            Source::Printed,
            &[
                "9 steel-troopers, 2 missile-launcher",
                "9 steel-troopers",
                "2 steel-tacarms",
                "1 fire-toads, rank 1",
                "2 fire-toads",
                "9 steel-troopers, rank 1, 2 missile-launcher",
                "3 steel-tacarms",
            ],
        ),
        (
            "wraith-company",
            "therians",
            2065,
            Source::Printed,
            &[
                "9 storm-golems, 2 sonic-gun",
                "9 storm-golems, 2 sonic-gun",
                "2 bane-goliaths",
                "2 bane-goliaths",
                "1 wraith-golgoth, rank 1",
                "9 storm-golems, 1 sonic-gun",
            ],
        ),
        (
            "white-stars-ready",
            "white-stars",
            1000,
            Source::House,
            &[
                "9 steel-troopers, rank 3, 2 laser-gun",
                "3 steel-tacarms",
                "6 steel-troopers, 1 missile-launcher, Medic",
                "1 fire-toads",
            ],
        ),
        (
            "therians-ready",
            "therians",
            960,
            Source::House,
            &[
                "9 storm-golems, rank 3, 3 sonic-gun",
                "6 storm-golems, 1 sonic-gun, relay, nanostorms",
                "2 bane-goliaths, relay",
            ],
        ),
    ];
    assert_eq!(companies().len(), expected.len());
    for (ready, (key, army, points, source, units)) in companies().iter().zip(expected) {
        let lines: Vec<String> = ready.company.units.iter().map(line).collect();
        assert_eq!((ready.key.as_str(), ready.company.army.as_str()), (key, army));
        assert_eq!((ready.points, ready.source), (points, source), "{key}");
        assert_eq!(lines, units, "{key}");
        assert_eq!(sum(&ready.company.units), points, "{key}");
    }
}

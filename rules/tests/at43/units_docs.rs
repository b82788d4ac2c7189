//! The page for organisers promises nothing about their files that is not so.

use std::ops::RangeInclusive;

use gatemaster_rules::at43::data::bounds::{
    ACCURACY, AREA, AUTHORITY, BEARERS, COMBAT, COST, COUNT, DAMAGE, FORCES, GUNNERS, LAST_ROUND,
    LEADERSHIP, MAX_ARMIES, MAX_CARRIED, MAX_EQUIPMENT, MAX_HEROES, MAX_LINE, MAX_MISSIONS,
    MAX_PLACES, MAX_PRICES, MAX_SPECIAL, MAX_TOGETHER, MAX_TOLD, MAX_UNITS, MAX_WEAPONS, MORALE,
    MOVEMENT, NEEDS, NUMBERS, NUMBERS_BONUS, OFFICER_RANK, ON_TABLE, PAYS, PENETRATION, PROTECTION,
    RATE, REACHES, REROLLS, SIZE, SPECIALISTS, STRUCTURE, SUPPLIES, TYPE, WINNING_POINTS,
};
use gatemaster_rules::at43::data::{
    Loaded, MAX_FILE, MAX_KEY, library, missions, with_file, words,
};
use gatemaster_rules::at43::mission::{Ends, Role, Tie};
use gatemaster_rules::at43::profile::{Category, Source};
use gatemaster_rules::text::MAX_NAME;

const PAGE: &str = include_str!("../../../docs/at43-units.md");

/// The blocks of the page in a language, in order.
fn blocks(language: &str) -> Vec<&'static str> {
    PAGE.split(&format!("```{language}\n"))
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap())
        .collect()
}

/// A server's file with a small army of the Red Blok: the example of the page.
pub(super) fn red_blok() -> &'static str {
    blocks("toml")[0]
}

/// The cells of the tables under a heading, row by row, up to the next heading.
fn rows(heading: &str, table: usize) -> Vec<Vec<&'static str>> {
    let section = PAGE.split(&format!("\n{heading}\n")).nth(1).unwrap();
    let section = section.split("\n#").next().unwrap();
    let tables: Vec<&str> =
        section.split("\n\n").filter(|part| part.trim().starts_with('|')).collect();
    tables[table]
        .trim()
        .lines()
        .filter(|line| !line.starts_with("|-"))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect()
}

fn faults(text: &str) -> Vec<String> {
    let read = with_file(library(), missions(), "my-army.toml", text);
    read.unwrap_err().iter().map(ToString::to_string).collect()
}

fn loaded(text: &str) -> Loaded {
    let read = with_file(library(), missions(), "my-army.toml", text);
    read.map_err(|faults| faults.iter().map(ToString::to_string).collect::<Vec<_>>()).unwrap()
}

/// T-UNI-1, T-MIS-5
#[test]
fn the_example_on_the_page_can_be_played() {
    let Loaded { library, missions } = loaded(red_blok());
    let army = library.army_of_key("red-blok").unwrap();
    assert_eq!(library.army(army).unwrap().ranks[4].title, "Kapitan");
    let unit = |key: &str| library.entry(library.entry_of_key(key).unwrap()).unwrap();

    let krasny = unit("krasny-soldati");
    assert_eq!((krasny.army, krasny.standard, krasny.prices.len()), (army, 9, 3));
    assert_eq!(krasny.sources.of("morale"), Source::House);
    assert_eq!(krasny.sources.of("standard"), Source::Server);
    let launcher = library.weapon(krasny.special[0].weapon).unwrap();
    assert_eq!((launcher.key.as_str(), launcher.area), ("grenade-launcher", Some(3)));
    assert_eq!(launcher.sources.of("area"), Source::Printed);
    assert_eq!(launcher.sources.of("penetration"), Source::Server);
    assert!(unit("mortar-crews").is_static());
    assert_eq!(unit("lancelots").ranged[0].count, 2);
    assert_eq!(unit("half-track").category, Category::Vehicles);

    let stars = unit("star-troopers");
    assert_eq!((stars.profile.morale, stars.profile.movement), (Some(7), 14));
    assert_eq!(stars.sources.of("morale"), Source::Server);
    assert_eq!(stars.sources.of("movement"), Source::Printed);
    assert_eq!(stars.sources.of("combat"), Source::House);

    let smith = library.hero(library.hero_of_key("the-smith").unwrap()).unwrap();
    assert_eq!(smith.aboard, library.entry_of_key("lancelots"));
    let mill = missions.iter().find(|mission| mission.key == "the-mill").unwrap();
    assert_eq!(mill.ends, Ends::AtPoints { points: 12, tie: Tie::MorePoints });
    assert_eq!(
        (mill.places[0].pays, mill.places[3].bars),
        (Some(Role::Attacker), Some(Role::Defender))
    );
    assert_eq!((missions.len(), mill.number), (7, None));
}

/// T-MIS-61: until a hero is loaded, the pilot has the figures of the army's soldiers.
#[test]
fn the_army_on_the_page_gets_a_pilot_for_missions_by_itself() {
    let library = loaded(red_blok()).library;
    let pilot = library.hero(library.hero_of_key("red-blok-pilot").unwrap()).unwrap();
    assert_eq!((pilot.mission_pilot, pilot.rank, pilot.cost), (true, 1, 0));
    assert_eq!((pilot.profile.movement, pilot.profile.morale), (12, Some(6)));
    assert_eq!(pilot.sources.of("movement"), Source::House);
    assert!(pilot.ranged.is_empty() && pilot.close.is_empty());
}

#[test]
fn the_faults_on_the_page_are_the_ones_that_are_told() {
    let answers = blocks("text");
    assert_eq!(faults(blocks("toml")[1]).join("\n"), answers[0].trim_end());
    assert_eq!(faults("[[unit]]\nkey = \"a\"\nname = = \"b\"\n").join("\n"), answers[1].trim_end());
}

#[test]
fn every_field_that_is_known_is_on_the_page_and_no_other() {
    for (heading, text) in [
        ("## Armies: `[[army]]`", "[[army]]\nodd = 1"),
        ("### Slots: `[[army.slot]]`", "[[army]]\nslot = [{odd = 1}]"),
        ("### Ranks: `[[army.rank]]`", "[[army]]\nrank = [{odd = 1}]"),
        ("## Weapons: `[[weapon]]`", "[[weapon]]\nodd = 1"),
        ("## Equipment: `[[equipment]]`", "[[equipment]]\nodd = 1"),
        ("## Units: `[[unit]]`", "[[unit]]\nodd = 1"),
        ("### Ranged weapons: `[[unit.ranged]]`", "[[unit]]\nranged = [{odd = 1}]"),
        ("### Special weapons: `[[unit.special]]`", "[[unit]]\nspecial = [{odd = 1}]"),
        ("### Prices: `[[unit.price]]`", "[[unit]]\nprice = [{odd = 1}]"),
        ("## Heroes: `[[hero]]`", "[[hero]]\nodd = 1"),
        ("## Missions: `[[mission]]`", "[[mission]]\nodd = 1"),
        ("### Places: `[[mission.place]]`", "[[mission]]\nplace = [{odd = 1}]"),
    ] {
        let told = faults(text);
        let known = told.iter().find_map(|fault| fault.split_once("field \"odd\": ")).unwrap().1;
        let known: Vec<&str> = known.split("known are ").nth(1).unwrap().split(", ").collect();
        let on_page: Vec<&str> = rows(heading, 0)
            .into_iter()
            .skip(1)
            .flat_map(|row| row[0].split(", ").map(|field| field.trim_matches('`')))
            .collect();
        assert_eq!(on_page, known, "{heading}");
    }
}

#[test]
fn every_ability_is_explained_on_the_page() {
    let on_page = |heading| -> Vec<&str> {
        rows(heading, 1).into_iter().skip(1).map(|row| row[0].trim_matches('`')).collect()
    };
    assert_eq!(on_page("## Equipment: `[[equipment]]`"), words::ABILITIES.map(words::ability));
    assert_eq!(
        on_page("## Weapons: `[[weapon]]`"),
        words::WEAPON_ABILITIES.map(words::weapon_ability)
    );
}

#[test]
fn every_word_that_can_be_chosen_is_on_the_page() {
    let all = words::GROUNDS
        .map(words::ground)
        .into_iter()
        .chain(words::PLACE_KINDS.map(words::place_kind))
        .chain(words::TIES.map(words::tie))
        .chain(words::ROLES.map(words::role))
        .chain(words::SPECIALISTS.map(words::specialist))
        .chain(Category::ALL.map(words::category))
        .chain([words::EACH]);
    for word in all {
        assert!(PAGE.contains(&format!("`{word}`")), "{word}");
    }
}

#[test]
fn the_limits_on_the_page_are_the_ones_that_hold() {
    fn span<N: std::fmt::Display>(range: &RangeInclusive<N>) -> String {
        format!("{} to {}", range.start(), range.end())
    }
    let expected = [
        ("a file", format!("{} KiB", MAX_FILE / 1024)),
        ("armies in a file", MAX_ARMIES.to_string()),
        ("weapons in a file", MAX_WEAPONS.to_string()),
        ("pieces of equipment in a file", MAX_EQUIPMENT.to_string()),
        ("units in a file", MAX_UNITS.to_string()),
        ("heroes in a file", MAX_HEROES.to_string()),
        ("missions in a file", MAX_MISSIONS.to_string()),
        ("places of a mission", MAX_PLACES.to_string()),
        ("ranged weapons of a fighter, close combat weapons", MAX_CARRIED.to_string()),
        ("kinds of special weapons of a unit", MAX_SPECIAL.to_string()),
        ("price lines of a unit", MAX_PRICES.to_string()),
        ("pieces of equipment in a price line", MAX_TOGETHER.to_string()),
        ("a name, a `title`", format!("{MAX_NAME} characters")),
        ("`field`, `lies`", format!("{MAX_LINE} characters")),
        ("`told`", format!("{MAX_TOLD} characters")),
        ("a key", format!("{MAX_KEY} small letters, digits and hyphens")),
        ("`type`", span(&TYPE)),
        ("`size`", span(&SIZE)),
        ("`movement`", span(&MOVEMENT)),
        ("`morale`", span(&MORALE)),
        ("`protection`", span(&PROTECTION)),
        ("`combat`", span(&COMBAT)),
        ("`frame`, `propulsion`, `structure`", span(&STRUCTURE)),
        ("`accuracy`", span(&ACCURACY)),
        ("`needs`", span(&NEEDS)),
        ("`reaches`", span(&REACHES)),
        ("`rate`", span(&RATE)),
        ("`rerolls`", span(&REROLLS)),
        ("`penetration`", span(&PENETRATION)),
        ("`damage`", span(&DAMAGE)),
        ("`area`", format!("{}; 0 is none", span(&AREA))),
        ("`count`", span(&COUNT)),
        ("`standard`, `maximum`", span(&NUMBERS)),
        ("`bearers`", span(&BEARERS)),
        ("`specialists`", span(&SPECIALISTS)),
        ("`gunners_each`", span(&GUNNERS)),
        ("`officers`, `surcharge`, `at_standard`, `at_maximum`, `extra`, `cost`", span(&COST)),
        ("`authority`", span(&AUTHORITY)),
        ("`leadership`", span(&LEADERSHIP)),
        ("`numbers_bonus`", span(&NUMBERS_BONUS)),
        ("`rank` of a hero", span(&OFFICER_RANK)),
        ("`assault`, `reinforcement`", span(&FORCES)),
        ("VP for one thing", span(&PAYS)),
        ("RP for one thing", span(&SUPPLIES)),
        ("`containers`, `nanogenerators`", span(&ON_TABLE)),
        ("`after_round`", span(&LAST_ROUND)),
        ("`points` of `ends`", span(&WINNING_POINTS)),
    ];
    let on_page: Vec<_> =
        rows("## Limits", 0).into_iter().skip(1).map(|row| (row[0], row[1])).collect();
    let expected: Vec<_> = expected.iter().map(|(what, most)| (*what, most.as_str())).collect();
    assert_eq!(on_page, expected);
}

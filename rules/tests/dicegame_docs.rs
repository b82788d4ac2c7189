//! The page of the Dice Game promises nothing that is not so (D-SET-4, D-SET-5, D-TRT-1).

use std::ops::RangeInclusive;

use gatemaster_rules::dicegame::data::{
    Effect, GATE_POINTS, Library, MAX_GATES, MAX_TRAITS, MAX_TRAITS_OF_ONE, Source, TRAIT_STRIKES,
};
use gatemaster_rules::dicegame::faces::{Control, FACES, Fate, Skirmish};
use gatemaster_rules::dicegame::faction::Faction;
use gatemaster_rules::dicegame::setup::{MAX_PLAYERS, MIN_PLAYERS};
use gatemaster_rules::dicegame::state::{FATE_DICE, Reward, SKIRMISH_DICE, control_dice};
use gatemaster_rules::file::{MAX_FILE, MAX_KEY};
use gatemaster_rules::text::{MAX_NAME, count};

const PAGE: &str = include_str!("../../docs/dicegame.md");

/// The blocks of the page in a language, in order.
fn blocks(language: &str) -> Vec<&'static str> {
    PAGE.split(&format!("```{language}\n"))
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap())
        .collect()
}

/// The cells of the first table under a heading, row by row, without the head.
fn rows(heading: &str) -> Vec<Vec<&'static str>> {
    let section = PAGE.split(&format!("\n{heading}\n")).nth(1).unwrap();
    section
        .lines()
        .skip_while(|line| !line.starts_with('|'))
        .take_while(|line| line.starts_with('|'))
        .filter(|line| !line.starts_with("|-"))
        .skip(1)
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect()
}

fn faults(text: &str) -> Vec<String> {
    let read = Library::built_in().extended("my-cards.toml", text);
    read.unwrap_err().iter().map(ToString::to_string).collect()
}

fn pairs<'p>(rows: &'p [Vec<&'static str>]) -> Vec<(&'p str, &'p str)> {
    rows.iter().map(|row| (row[0], row[1])).collect()
}

/// D-SET-4, D-SET-5, D-TRT-1
#[test]
fn the_example_on_the_page_can_be_played() {
    let library = Library::built_in().extended("my-cards.toml", blocks("toml")[0]).unwrap();
    let gates: Vec<&str> = library.gates.iter().map(|gate| gate.name.as_str()).collect();
    assert_eq!(gates, ["Xilos", "Twin Gate"]);
    assert_eq!((library.faces_from, library.faces.controls(Control::Three)), (Source::Server, 2));
    assert_eq!(library.faces.skirmish, Library::built_in().faces.skirmish, "left as it was");
    let ghar: Vec<&str> = library.traits_of(Faction::Ghar).map(|held| held.name.as_str()).collect();
    assert_eq!(ghar, ["Overrun", "Last stand"]);
    assert_eq!(library.traits_of(Faction::Concord).count(), 1, "the house's stays");
    let xilos = "[[gate]]\nkey = \"xilos\"\nname = \"Our Xilos\"\npoints = 3\n";
    let replaced = Library::built_in().extended("my-cards.toml", xilos).unwrap();
    assert_eq!(replaced.gates.len(), 1);
}

#[test]
fn the_faults_on_the_page_are_the_ones_that_are_told() {
    assert_eq!(faults(blocks("toml")[1]).join("\n"), blocks("text")[0].trim_end());
}

#[test]
fn every_field_that_is_known_is_on_the_page_and_no_other() {
    for (heading, text) in [
        ("### Faces: `[faces]`", "[faces]\nodd = 1"),
        ("### Gate cards: `[[gate]]`", "[[gate]]\nodd = 1"),
        ("### Traits: `[[trait]]`", "[[trait]]\nodd = 1"),
    ] {
        let told = faults(text);
        let known = told.iter().find_map(|fault| fault.split_once("field \"odd\": ")).unwrap().1;
        let known: Vec<&str> = known.split("known are ").nth(1).unwrap().split(", ").collect();
        let rows = rows(heading);
        let on_page: Vec<&str> = rows.iter().map(|row| row[0].trim_matches('`')).collect();
        assert_eq!(on_page, known, "{heading}");
        let missing = |field: &str| {
            told.iter().any(|fault| fault.contains(&format!("\"{field}\": expected")))
        };
        for row in &rows {
            assert_eq!(row[1] == "yes", missing(row[0].trim_matches('`')), "{heading}: {row:?}");
        }
    }
}

/// D-TRT-1
#[test]
fn every_effect_is_on_the_page_with_its_meaning() {
    let effects = Effect::ALL.map(|effect| (format!("`{}`", effect.key()), effect.words()));
    let expected: Vec<(&str, &str)> = effects.iter().map(|(key, words)| (&**key, *words)).collect();
    assert_eq!(pairs(&rows("#### Effects")), expected);
}

/// D-SET-4, D-TRT-4 to D-TRT-8
#[test]
fn the_house_s_values_on_the_page_are_those_in_its_file() {
    fn words<F: Copy>(faces: [F; FACES], key: fn(F) -> &'static str) -> String {
        faces.map(|face| format!("`{}`", key(face))).join(", ")
    }
    let house = Library::built_in();
    assert_eq!(house.faces_from, Source::House);
    let mut expected = vec![
        ("faces of a skirmish die".to_owned(), words(house.faces.skirmish, Skirmish::key)),
        ("faces of a fate die".to_owned(), words(house.faces.fate, Fate::key)),
        ("faces of a control die".to_owned(), words(house.faces.control, Control::key)),
    ];
    expected.extend(house.traits.iter().map(|held| {
        assert_eq!(held.source, Source::House, "{}", held.key);
        let does = held.effect.words();
        let what = format!("*{}*, from {} strikes: {does}", held.name, held.strikes);
        (format!("{}'s trait", held.faction.name()), what)
    }));
    let expected: Vec<(&str, &str)> = expected.iter().map(|(a, b)| (&**a, &**b)).collect();
    assert_eq!(pairs(&rows("## What is house, and why")), expected);
    let xilos = house.gate("xilos").unwrap();
    let says =
        format!("{}, worth {} to its", xilos.name, count(xilos.points.into(), "point", "points"));
    assert!(PAGE.contains(&says), "{says}");
}

/// D-SET-1, D-SET-2
#[test]
fn the_dice_for_each_number_of_players_are_on_the_page() {
    let expected: Vec<Vec<String>> = (MIN_PLAYERS..=MAX_PLAYERS)
        .map(|players| {
            let table = usize::from(FATE_DICE) + 1 - players;
            vec![players.to_string(), control_dice(players).to_string(), table.to_string()]
        })
        .collect();
    let on_page: Vec<Vec<&str>> =
        rows("## The lobby").into_iter().map(|row| row[..3].to_vec()).collect();
    assert_eq!(on_page, expected);
}

/// D-ROL-2
#[test]
fn the_chart_on_the_page_is_the_one_that_counts() {
    let text = |reward: Reward| match reward {
        Reward::Nothing => "nothing".to_owned(),
        Reward::Control(dice) => count(dice.into(), "control die", "control dice"),
        Reward::Fate(dice) => count(dice.into(), "fate die", "fate dice"),
        Reward::Bust => "bust".to_owned(),
        Reward::Either { control, fate } => format!("{control} control dice or {fate} fate dice"),
    };
    let mut told = 0;
    for row in rows("## A turn") {
        for victories in row[0].split(" or ") {
            let victories: u8 = victories.parse().unwrap();
            assert_eq!((victories, row[1]), (told, &*text(Reward::for_victories(victories))));
            told += 1;
        }
    }
    assert_eq!(told, SKIRMISH_DICE + 1);
}

#[test]
fn the_limits_on_the_page_are_the_ones_that_hold() {
    fn span(range: &RangeInclusive<u8>) -> String {
        format!("{} to {}", range.start(), range.end())
    }
    let expected = [
        ("a file", format!("{} KiB", MAX_FILE / 1024)),
        ("gate cards in a file", MAX_GATES.to_string()),
        ("traits in a file", MAX_TRAITS.to_string()),
        ("traits of one faction", MAX_TRAITS_OF_ONE.to_string()),
        ("faces of a die", format!("{FACES}, no more and no fewer")),
        ("a name", format!("{MAX_NAME} characters")),
        ("a key", format!("{MAX_KEY} small letters, digits and underscores")),
        ("`points`", span(&GATE_POINTS)),
        ("`strikes`", span(&TRAIT_STRIKES)),
    ];
    let expected: Vec<_> = expected.iter().map(|(what, most)| (*what, most.as_str())).collect();
    assert_eq!(pairs(&rows("### Limits")), expected);
}

//! The page for organisers promises nothing about their files that is not so (A-FRC-2).

use std::mem::discriminant;
use std::ops::RangeInclusive;

use gatemaster_rules::antares::data::words::{Form, MODEL_RULES, WEAPON_RULES};
use gatemaster_rules::antares::data::{
    ARMOUR_BONUS, EXTRA_VICTORY_DICE, Library, MAX_ARMOURS, MAX_FILE, MAX_KEY, MAX_LIST,
    MAX_MODELS, MAX_MODES, MAX_UNITS, MAX_WEAPONS, PAGE as PAGES, POINTS, RANGE, STAT, STRIKE,
};
use gatemaster_rules::antares::meaning::{self, Meaning};
use gatemaster_rules::antares::profile::{
    Faction, Gear, ModelRule, Source, WeaponClass, WeaponRule,
};
use gatemaster_rules::text::MAX_NAME;

const PAGE: &str = include_str!("../../docs/antares-units.md");

/// The blocks of the page in a language, in order.
fn blocks(language: &str) -> Vec<&'static str> {
    PAGE.split(&format!("```{language}\n"))
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap())
        .collect()
}

/// The cells of the first table under a heading, row by row.
fn rows(heading: &str) -> Vec<Vec<&'static str>> {
    let section = PAGE.split(&format!("\n{heading}\n")).nth(1).unwrap();
    section
        .lines()
        .skip_while(|line| !line.starts_with('|'))
        .take_while(|line| line.starts_with('|'))
        .filter(|line| !line.starts_with("|-"))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect()
}

fn faults(text: &str) -> Vec<String> {
    let read = Library::built_in().extended("my-units.toml", text);
    read.unwrap_err().iter().map(ToString::to_string).collect()
}

/// A-FRC-2
#[test]
fn the_example_on_the_page_can_be_played() {
    let library = Library::built_in().extended("my-units.toml", blocks("toml")[0]).unwrap();
    let wardens = library.unit("gate_wardens").unwrap();
    assert_eq!((wardens.models(), wardens.source), (6, Source::Server));
    assert!(library.units_of(Faction::Freeborn).any(|unit| unit.key == "gate_wardens"));
    assert_eq!(library.weapon("gate_lance").unwrap().modes.len(), 2);
    let team = library.unit("warden_x_launcher_team").unwrap();
    assert_eq!(team.team_weapon.as_deref(), Some("x_launcher"));
    assert_eq!(library.too_many(&["warden_x_launcher_team"]), [team]);
}

/// A-FRC-2
#[test]
fn the_faults_on_the_page_are_the_ones_that_are_told() {
    let answers = blocks("text");
    assert_eq!(faults(blocks("toml")[1]).join("\n"), answers[0].trim_end());
    assert_eq!(faults("[[unit]]\nkey = \"a\"\nname = = \"b\"\n").join("\n"), answers[1].trim_end());
}

#[test]
fn every_field_that_is_known_is_on_the_page_and_no_other() {
    for (heading, text) in [
        ("## Units: `[[unit]]`", "[[unit]]\nodd = 1"),
        ("### Models: `[[unit.model]]`", "[[unit]]\nmodel = [{odd = 1}]"),
        ("## Weapons: `[[weapon]]`", "[[weapon]]\nodd = 1"),
        ("### Ways to use it: `[[weapon.mode]]`", "[[weapon]]\nmode = [{odd = 1}]"),
        ("## Armour: `[[armour]]`", "[[armour]]\nodd = 1"),
    ] {
        let told = faults(text);
        let known = told.iter().find_map(|fault| fault.split_once("field \"odd\": ")).unwrap().1;
        let known: Vec<&str> = known.split("known are ").nth(1).unwrap().split(", ").collect();
        let on_page: Vec<&str> = rows(heading)
            .into_iter()
            .skip(1)
            .flat_map(|row| row[0].split(", ").map(|field| field.trim_matches('`')))
            .collect();
        assert_eq!(on_page, known, "{heading}");
    }
}

fn every_rule_is_under<R: Copy + PartialEq>(
    heading: &str,
    forms: &[Form<R>],
    parse: fn(&str) -> Option<R>,
    meaning: fn(R) -> Meaning,
) {
    let rows = rows(heading);
    assert_eq!(rows.len(), forms.len() + 1, "{heading}");
    for (row, form) in rows.iter().skip(1).zip(forms) {
        let rule = parse(row[0].trim_matches('`')).unwrap_or_else(|| panic!("{row:?}"));
        assert!(form.every().any(|other| discriminant(&other) == discriminant(&rule)), "{row:?}");
        assert_eq!(row[1], form.numbers.words(), "{row:?}");
        assert_eq!(row[2], meaning(rule).text, "{row:?}");
    }
}

#[test]
fn every_special_rule_is_on_the_page_with_its_meaning() {
    every_rule_is_under(
        "## Special rules of models",
        &MODEL_RULES,
        ModelRule::parse,
        meaning::model_rule,
    );
    every_rule_is_under(
        "## Special rules of weapons",
        &WEAPON_RULES,
        WeaponRule::parse,
        meaning::weapon_rule,
    );
}

#[test]
fn classes_armour_and_drones_are_explained_on_the_page() {
    for class in WeaponClass::ALL {
        let row = format!("| `{}` | {} |\n", class.name(), meaning::weapon_class(class).text);
        assert!(PAGE.contains(&row), "{row}");
    }
    for armour in &Library::built_in().armours {
        let text = meaning::armour(armour).text;
        let row = format!("| `{}` | {} | {text} |\n", armour.key, armour.name);
        assert!(PAGE.contains(&row), "{row}");
    }
    for gear in Gear::ALL {
        let word = gear.name().trim_end_matches(" drone");
        let row = format!("| `{word}` | {} |\n", meaning::gear(gear).text);
        assert!(PAGE.contains(&row), "{row}");
    }
}

#[test]
fn the_limits_on_the_page_are_the_ones_that_hold() {
    fn span<N: std::fmt::Display>(range: &RangeInclusive<N>) -> String {
        format!("{} to {}", range.start(), range.end())
    }
    assert_eq!(STRIKE, ARMOUR_BONUS);
    let expected = [
        ("a file", format!("{} KiB", MAX_FILE / 1024)),
        ("units in a file", MAX_UNITS.to_string()),
        ("weapons in a file", MAX_WEAPONS.to_string()),
        ("pieces of armour in a file", MAX_ARMOURS.to_string()),
        ("models in a unit", MAX_MODELS.to_string()),
        ("modes of a weapon", MAX_MODES.to_string()),
        ("words in one list", MAX_LIST.to_string()),
        ("a name", format!("{MAX_NAME} characters")),
        ("a key", format!("{MAX_KEY} small letters, digits and underscores")),
        ("a stat, `raises_to`", span(&STAT)),
        ("`sv`, the bonuses of armour", span(&STRIKE)),
        ("`range`, `minimum`", format!("{}, each band longer than the one before", span(&RANGE))),
        ("`extra_victory_dice`", span(&EXTRA_VICTORY_DICE)),
        ("`points`", span(&POINTS)),
        ("`page`", format!("{} to {}", PAGES.start(), PAGES.end())),
    ];
    let on_page: Vec<_> =
        rows("## Limits").into_iter().skip(1).map(|row| (row[0], row[1])).collect();
    let expected: Vec<_> = expected.iter().map(|(what, most)| (*what, most.as_str())).collect();
    assert_eq!(on_page, expected);
}

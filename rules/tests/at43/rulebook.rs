//! The rule book that players look things up in: complete, short, and found by the words that people use.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use gatemaster_rules::at43::rulebook::{self, Rule};

/// The rows of the rule ledger, group by group. Missions leave numbers out: each has its own ten.
const LEDGER: [(&str, RangeInclusive<u32>); 34] = [
    ("UTR", 1..=2),
    ("MEA", 1..=4),
    ("LOS", 1..=1),
    ("UNI", 1..=6),
    ("RND", 1..=2),
    ("TAC", 1..=7),
    ("ACT", 1..=7),
    ("STA", 1..=4),
    ("MOV", 1..=6),
    ("DRL", 1..=6),
    ("SHT", 1..=11),
    ("COV", 1..=3),
    ("OVW", 1..=4),
    ("IND", 1..=5),
    ("WPN", 1..=4),
    ("DMG", 1..=7),
    ("CBT", 1..=5),
    ("MOR", 1..=5),
    ("HER", 1..=4),
    ("CTL", 1..=5),
    ("RES", 1..=4),
    ("BLD", 1..=9),
    ("UNA", 1..=4),
    ("EQP", 1..=4),
    ("SPE", 1..=3),
    ("THR", 1..=14),
    ("MIS", 1..=6),
    ("MIS", 11..=13),
    ("MIS", 21..=23),
    ("MIS", 31..=35),
    ("MIS", 41..=44),
    ("MIS", 51..=56),
    ("MIS", 61..=67),
    ("TER", 1..=4),
];

fn first(words: &str) -> &'static str {
    rulebook::find(words).first().map_or("nothing", |rule| rule.title)
}

/// The titles of the first few that are found.
fn found(words: &str) -> Vec<&'static str> {
    rulebook::find(words).into_iter().take(5).map(|rule| rule.title).collect()
}

#[test]
fn the_rule_book_has_every_row_of_the_ledger_once_and_in_order() {
    let ledger: Vec<String> = LEDGER
        .into_iter()
        .flat_map(|(group, numbers)| numbers.map(move |number| format!("T-{group}-{number}")))
        .collect();
    assert_eq!(ledger.len(), 174);
    let rows: Vec<&str> = rulebook::all().iter().map(|rule| rule.row).collect();
    assert_eq!(rows, ledger);
}

#[test]
fn every_rule_is_short_and_has_a_title_of_its_own() {
    let mut titles = BTreeSet::new();
    for Rule { row, title, text, page, section } in rulebook::all() {
        assert!(titles.insert(title.to_lowercase()), "two rules are called {title}");
        assert!((3..=60).contains(&title.chars().count()), "{row}: {title}");
        assert!((20..=700).contains(&text.chars().count()), "{row}: {text}");
        assert!(
            text.ends_with('.') && !text.contains("  ") && !text.contains('"'),
            "{row}: {text}"
        );
        assert!(text.starts_with(|c: char| !c.is_lowercase()), "{row}: {text}");
        assert!(!section.is_empty(), "{row}");
        assert!(page.is_none_or(|page| (1..=128).contains(&page)), "{row}: {page:?}");
    }
}

#[test]
fn pages_follow_the_rule_book_except_where_a_rule_is_ours() {
    let without: Vec<&str> =
        rulebook::all().iter().filter(|rule| rule.page.is_none()).map(|rule| rule.row).collect();
    assert_eq!(
        without,
        ["T-UNI-6", "T-MOR-5", "T-MIS-4", "T-MIS-6", "T-MIS-35", "T-MIS-44", "T-MIS-67"]
    );
    for (row, page) in [
        ("T-UTR-1", 51),
        ("T-MEA-2", 15),
        ("T-TAC-1", 54),
        ("T-DRL-3", 59),
        ("T-SHT-8", 63),
        ("T-COV-1", 66),
        ("T-CBT-2", 70),
        ("T-MOR-1", 75),
        ("T-RES-3", 86),
        ("T-MIS-61", 94),
        ("T-THR-9", 126),
        ("T-TER-1", 96),
    ] {
        assert_eq!(rulebook::rule(row).and_then(|rule| rule.page), Some(page), "{row}");
    }
}

#[test]
fn a_rule_is_found_by_its_number_however_it_is_written() {
    let fourth = rulebook::rule("T-SHT-4").unwrap();
    assert_eq!(fourth.title, "Targets of direct fire");
    for written in ["T-SHT-4", "t-sht-4", "T SHT 4", "SHT-4", "sht4", "tsht4"] {
        assert_eq!(rulebook::find(written)[0], fourth, "{written}");
    }
    assert_eq!(rulebook::rule(" t-sht-4 "), Some(fourth));
    assert_eq!(rulebook::rule("T-NOT-1"), None);
    // while the number is being typed, the whole group is on offer, the row itself first
    let group = rulebook::find("T-SHT-");
    assert!(group.len() == 11 && group.iter().all(|rule| rule.section == "Shooting"));
    let begun: Vec<&str> = rulebook::find("mis 1").into_iter().map(|rule| rule.row).collect();
    assert_eq!(begun, ["T-MIS-1", "T-MIS-11", "T-MIS-12", "T-MIS-13"]);
    // the beginning of a word is no number
    assert!(found("tact").iter().any(|title| title.contains("Commander")), "{:?}", found("tact"));
}

#[test]
fn every_title_finds_its_own_rule_first() {
    for rule in rulebook::all() {
        assert_eq!(first(rule.title), rule.title);
        assert_eq!(first(&rule.title.to_uppercase()), rule.title);
    }
}

#[test]
fn what_players_ask_for_comes_first() {
    for (asked, row) in [
        ("pinned down", "T-STA-4"),
        ("reaction", "T-OVW-2"),
        ("overwatch", "T-DRL-4"),
        ("to hit", "T-SHT-7"),
        ("AFV", "T-UNI-2"),
        ("army points", "T-BLD-1"),
        ("line of sight", "T-LOS-1"),
        ("LOS", "T-LOS-1"),
        ("run over", "T-MOV-4"),
        ("scatter", "T-IND-3"),
        ("initiative", "T-TAC-4"),
        ("bid", "T-TAC-5"),
        ("flamethrower", "T-WPN-2"),
        ("missile launcher", "T-WPN-1"),
        ("panic", "T-MOR-1"),
        ("hit location", "T-DMG-4"),
        ("coherency", "T-UNI-4"),
        ("heal", "T-SPE-3"),
        ("zone of fire", "T-SHT-8"),
        ("reroll", "T-UTR-2"),
        ("how far can a unit rush", "T-MOV-1"),
        ("in cover", "T-COV-1"),
        ("sniper", "T-WPN-3"),
        ("drop point", "T-RES-3"),
        ("rally", "T-MOR-4"),
        ("relay", "T-THR-5"),
        ("grenades", "T-EQP-1"),
        ("wraith", "T-THR-4"),
        ("open container", "T-TER-4"),
        ("skirmish", "T-MIS-41"),
        ("evacuate", "T-MIS-54"),
        ("LP", "T-TAC-1"),
    ] {
        let rule = rulebook::find(asked)[0];
        assert_eq!(rule.row, row, "{asked}: {:?}", found(asked));
    }
}

#[test]
fn words_of_other_games_lead_to_ours() {
    for (asked, title) in [
        ("pinned", "Grounded unit"),
        ("suppression", "A few fighters grounded"),
        ("ambush", "Overwatch!"),
        ("mech", "Immobilised machines"),
        ("walker", "Fusion (4 LP)"),
        ("A.P.", "Value of a company"),
        ("AP", "Value of a company"),
        ("melee", "Shooting into a melee"),
        ("hand to hand", "Who attacks in close combat"),
        ("save", "Cover test"),
        ("armour", "Damage test"),
        ("shaken", "Disorganized units and rallying"),
        ("deep strike", "Drop points"),
        ("orders", "Combat drills"),
        ("high ground", "Size of terrain"),
        ("hit points", "Structure points"),
        ("victory points", "Counting points"),
        ("army list", "Platoons"),
        ("spells", "Routines of overseers"),
        ("who goes first", "Authority test"),
        ("friendly fire", "Zone of fire"),
    ] {
        assert!(found(asked).contains(&title), "{asked}: {:?}", found(asked));
    }
}

#[test]
fn a_slip_of_the_finger_is_forgiven_but_nonsense_finds_nothing() {
    assert_eq!(first("cohesoin"), "Cohesion");
    assert_eq!(first("ovrwatch"), first("overwatch"));
    assert_eq!(first("deviaton"), "Deviation");
    assert_eq!(first("projecton"), "Projection");
    for odd in ["xyzzy", "???", "-", "❄", "qq", "t-"] {
        assert_eq!(found(odd), Vec::<&str>::new(), "{odd}");
    }
    // a known word beside an unknown one still helps
    let rows = |asked| -> BTreeSet<&str> {
        rulebook::find(asked).iter().map(|rule| rule.row).collect()
    };
    assert!(rows("golgoth").len() == 1 && rows("golgoth") == rows("golgoth xyzzy"));
    assert_eq!(first(&format!("cohesion {}", "x ".repeat(5_000))), "Cohesion");
}

#[test]
fn nothing_asked_is_the_whole_book_in_order() {
    for nothing in ["", "  ", "\n"] {
        assert!(rulebook::find(nothing).into_iter().eq(rulebook::all()));
    }
}

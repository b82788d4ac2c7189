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
        rulebook::all().iter().filter(|rule| rule.page.is_none()).map(|rule| rule.title).collect();
    assert_eq!(
        without,
        [
            "Who counts as a member",
            "Disorganized in mid-activation",
            "Roles and places of a mission",
            "Nobody can gain VP any more",
            "Hold the position: the table",
            "Skirmish: the table",
            "Extraction: the table"
        ]
    );
    for (title, page) in [
        ("Universal table", 51),
        ("Range bands", 15),
        ("The LP pool", 54),
        ("Knee to the ground!", 59),
        ("Zone of fire", 63),
        ("In cover or not", 66),
        ("Splitting the combats", 70),
        ("Morale test", 75),
        ("Drop points", 86),
        ("Extraction: forces", 94),
        ("Dash (2 LP)", 126),
        ("Getting over terrain", 96),
    ] {
        let rule = rulebook::find(title)[0];
        assert_eq!((rule.title, rule.page), (title, Some(page)));
    }
}

#[test]
fn a_rule_is_found_by_its_number_however_it_is_written() {
    let fourth =
        rulebook::all().iter().find(|rule| rule.title == "Targets of direct fire").unwrap();
    let row = fourth.row;
    let bare = &row["T-".len()..];
    let written = [row.to_lowercase(), row.replace('-', " "), bare.replace('-', ""), bare.into()];
    for written in written.iter().map(String::as_str).chain([row]) {
        assert_eq!(rulebook::find(written)[0], fourth, "{written}");
    }
    assert_eq!(rulebook::rule(&format!(" {} ", row.to_lowercase())), Some(fourth));
    assert_eq!(rulebook::rule("T-NOT-1"), None);
    // while the number is being typed, the whole group is on offer, the row itself first
    let group = rulebook::find("T-SHT-");
    assert!(group.len() == 11 && group.iter().all(|rule| rule.section == "Shooting"));
    assert_eq!(
        found("mis 1"),
        [
            "Choosing the mission",
            "Seek and destroy: set-up",
            "Seek and destroy: points",
            "Seek and destroy: end"
        ]
    );
    // the beginning of a word is no number
    assert!(found("tact").contains(&"The Commander"), "{:?}", found("tact"));
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
    for (asked, title) in [
        ("pinned down", "Grounded unit"),
        ("reaction", "Overwatch!"),
        ("overwatch", "Overwatch!"),
        ("to hit", "To hit: the shooting test"),
        ("AFV", "Infantry, machines, special fighters"),
        ("army points", "Value of a company"),
        ("line of sight", "Line of sight"),
        ("LOS", "Line of sight"),
        ("run over", "Running over infantry"),
        ("scatter", "Deviation"),
        ("initiative", "Authority test"),
        ("bid", "The wager"),
        ("flamethrower", "Projection"),
        ("missile launcher", "Locked shot"),
        ("panic", "Morale test"),
        ("hit location", "Location: where a machine is hit"),
        ("coherency", "Cohesion"),
        ("heal", "Medic"),
        ("zone of fire", "Zone of fire"),
        ("reroll", "Re-rolls"),
        ("how far can a unit rush", "Rush"),
        ("in cover", "In cover or not"),
        ("sniper", "Sniper"),
        ("drop point", "Drop points"),
        ("rally", "Disorganized units and rallying"),
        ("relay", "Relay"),
        ("grenades", "Grenades and nanostorms"),
        ("wraith", "Wraith golgoth"),
        ("open container", "Opening containers, lifting walls"),
        ("skirmish", "Skirmish: forces"),
        ("evacuate", "Landing: evacuation"),
        ("LP", "The LP pool"),
    ] {
        assert_eq!(first(asked), title, "{asked}: {:?}", found(asked));
    }
}

#[test]
fn words_of_other_games_lead_to_ours() {
    for (asked, title) in [
        ("pinned", "Grounded unit"),
        ("suppression", "A few fighters grounded"),
        ("ambush", "Overwatch!"),
        ("mech", "Infantry, machines, special fighters"),
        ("walker", "Infantry, machines, special fighters"),
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
        ("victory points", "Counting VP and RP"),
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
    let rows =
        |asked| -> BTreeSet<&str> { rulebook::find(asked).iter().map(|rule| rule.row).collect() };
    assert!(rows("golgoth").len() == 1 && rows("golgoth") == rows("golgoth xyzzy"));
    assert_eq!(first(&format!("cohesion {}", "q ".repeat(5_000))), "Cohesion");
}

#[test]
fn nothing_asked_is_the_whole_book_in_order() {
    for nothing in ["", "  ", "\n"] {
        assert!(rulebook::find(nothing).into_iter().eq(rulebook::all()));
    }
}

#[test]
fn what_stands_behind_the_longest_search_is_not_looked_at() {
    for filler in ["xyzzy ", "7", "ß", "あ ", "👩 "] {
        let many = filler.repeat(200_000);
        assert_eq!(found(&format!("{many} cohesion")), found(&many), "{filler:?}");
    }
}

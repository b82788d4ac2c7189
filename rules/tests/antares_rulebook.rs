//! The rule book that players look things up in: complete, short, and found by the words that people use.

use std::collections::BTreeSet;
use std::path::Path;

use gatemaster_rules::antares::rulebook::{self, Rule};

const LEDGERS: [&str; 2] = [
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/rules/antares.md"),
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/rules/buildings.md"),
];
const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/antares");

/// Every row that a text names: a letter, three letters and a number, apart by hyphens.
fn rows_in(text: &str) -> BTreeSet<String> {
    let of = |book: &'static str| text.match_indices(book);
    of("A-")
        .chain(of("B-"))
        .filter_map(|(at, book)| {
            let (group, rest) = text[at + 2..].split_once('-')?;
            let number: String = rest.chars().take_while(char::is_ascii_digit).collect();
            let is_row = group.len() == 3
                && group.bytes().all(|byte| byte.is_ascii_uppercase())
                && !number.is_empty();
            is_row.then(|| format!("{book}{group}-{number}"))
        })
        .collect()
}

fn rows_below(folder: &Path) -> BTreeSet<String> {
    let mut rows = BTreeSet::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rows.extend(rows_below(&path));
        } else {
            rows.extend(rows_in(&std::fs::read_to_string(&path).unwrap()));
        }
    }
    rows
}

fn first(words: &str) -> &'static str {
    rulebook::find(words).first().map_or("nothing", |rule| rule.title.as_ref())
}

/// The titles of the first few that are found.
fn found(words: &str) -> Vec<&'static str> {
    rulebook::find(words).into_iter().take(5).map(|rule| rule.title.as_ref()).collect()
}

#[test]
fn the_rule_book_has_every_row_of_the_ledger_once() {
    let rows: Vec<&str> = rulebook::all().iter().map(|rule| rule.row).collect();
    let once: BTreeSet<String> = rows.iter().map(|row| (*row).to_owned()).collect();
    assert_eq!(once.len(), rows.len(), "a row stands there twice");
    let named = rows_below(Path::new(SOURCES));
    assert!(named.len() > 100, "the engine's sources name only {} rows", named.len());
    let unknown: Vec<_> = named.difference(&once).collect();
    assert!(unknown.is_empty(), "the engine names rows that are in no rule book: {unknown:?}");
    assert!(named.contains("B-ENT-1"), "rows about buildings are named as well");
    let read = LEDGERS.map(|ledger| std::fs::read_to_string(ledger).ok());
    let [Some(booklet), Some(buildings)] = read else {
        println!("There are no ledgers at {LEDGERS:?}: only the rows in the sources were checked.");
        return;
    };
    let ledger: Vec<&str> = booklet
        .lines()
        .chain(buildings.lines())
        .filter_map(|line| line.strip_prefix("- ")?.split_once(' '))
        .map(|(row, _)| row)
        .filter(|row| row.starts_with("A-") || row.starts_with("B-"))
        .collect();
    assert_eq!(rows, ledger, "the ledger has other rows, or another order");
}

#[test]
fn every_rule_is_short_and_has_a_title_of_its_own() {
    let rules: Vec<&Rule> = rulebook::all().iter().chain(rulebook::words()).collect();
    let mut titles = BTreeSet::new();
    for Rule { row, title, text, page, section } in rules {
        assert!(titles.insert(title.to_lowercase()), "two rules are called {title}");
        assert!((3..=60).contains(&title.chars().count()), "{row}: {title}");
        assert!(
            (20..=400).contains(&text.chars().count()) || *section == "Armour",
            "{row}: {text}"
        );
        assert!(
            text.ends_with('.') && !text.contains("  ") && !text.contains('"'),
            "{row}: {text}"
        );
        assert!(text.starts_with(|c: char| !c.is_lowercase()), "{row}: {text}");
        let sentences = text.matches(". ").count() + 1;
        assert!(sentences <= 4, "{row} has {sentences} sentences");
        assert!(!section.is_empty() && page.is_none_or(|page| (4..=52).contains(&page)), "{row}");
        assert!(rulebook::rule(row).is_some(), "{title}: {row} is no row");
    }
}

#[test]
fn pages_follow_the_booklet_except_where_a_rule_is_ours() {
    let without: Vec<&str> = rulebook::all()
        .iter()
        .filter(|rule| rule.page.is_none() && !rule.is_of_buildings())
        .map(|rule| rule.title.as_ref())
        .collect();
    assert_eq!(without, ["A die nobody can use", "A server's own units"]);
    let mut buildings = rulebook::all().iter().filter(|rule| rule.is_of_buildings());
    assert!(buildings.all(|rule| rule.page.is_none() && rule.section == "Buildings"));
    for (title, page) in [
        ("Stat test", 5),
        ("Order test", 10),
        ("Exhaustion", 13),
        ("Forced re-rolls", 19),
        ("Blind fire", 22),
        ("Damage charts", 23),
        ("Going down when shot at", 28),
        ("Distort die", 46),
        ("Who wins the battle", 52),
        ("Sniper", 44),
        ("Plasma Fade", 35),
        ("Batter drone", 30),
    ] {
        let rule = rulebook::find(title)[0];
        assert_eq!((rule.title.as_ref(), rule.page), (title, Some(page)));
    }
}

#[test]
fn a_rule_is_found_by_its_number_however_it_is_written() {
    let fourth = rulebook::all().iter().find(|rule| rule.title == "Number of shots").unwrap();
    let row = fourth.row;
    for written in [row.to_owned(), row.to_lowercase(), row.replace('-', " "), row[2..].to_owned()]
    {
        assert_eq!(rulebook::find(&written)[0], fourth, "{written}");
    }
    assert_eq!(rulebook::rule(&row.to_lowercase()), Some(fourth));
    assert_eq!(rulebook::rule(&format!(" {row} ")), Some(fourth));
    assert_eq!(rulebook::rule("A-NOT-1"), None);
    // while the number is being typed, the whole group is on offer, the row itself first
    let group = rulebook::find(&row[..5]);
    assert!(group.len() > 26 && group.iter().all(|rule| rule.section != "Moving"));
    assert_eq!(group[0].title, "Who may shoot, and at whom");
    let begun = rulebook::find(&format!("{}1", &row[..6]));
    assert_eq!(begun[0].title, "Who may shoot, and at whom");
    assert!(begun.iter().any(|rule| rule.title == "Placing hits"));
}

#[test]
fn a_number_without_its_letter_is_one_of_the_booklet_first_and_then_one_of_buildings() {
    let rows = |asked: &str| -> Vec<&str> {
        // words on cards have the row of the rule behind them
        let rules = rulebook::find(asked).into_iter().filter(|rule| rulebook::all().contains(rule));
        rules.map(|rule| rule.row).take(2).collect()
    };
    assert_eq!(rows("sht 4"), ["A-SHT-4", "B-SHT-4"]);
    assert_eq!(rows("ENT-1"), ["B-ENT-1"]);
    assert_eq!(rows("b-rof-1"), ["B-ROF-1"]);
    assert_eq!(rows("b-ovh"), ["B-OVH-1", "B-OVH-2"]);
}

/// B-SIZ-1 to B-LRG-1
#[test]
fn what_people_ask_about_buildings_is_found() {
    for (asked, row) in [
        ("building", "B-SIZ-1"),
        ("buildings", "B-SIZ-1"),
        ("roof", "B-ROF-1"),
        ("balcony", "B-ROF-1"),
        ("high ground", "B-ROF-1"),
        ("parapet", "B-ROF-1"),
        ("tower", "B-SIZ-2"),
        ("transporter", "B-TRN-1"),
        ("teleporter", "B-TRN-1"),
        ("rubble", "B-DMG-2"),
        ("collapse", "B-DMG-2"),
        ("window", "B-SHT-1"),
        ("openings", "B-SHT-1"),
        ("emplaced", "B-DEP-1"),
        ("stairs", "B-ENT-2"),
        ("enter a building", "B-ENT-1"),
        ("leave building", "B-MOV-2"),
        ("assault building", "B-ASL-1"),
        ("building damage", "B-DMG-1"),
        ("overhead building", "B-OVH-1"),
        ("room", "B-OCC-1"),
    ] {
        let first = rulebook::find(asked)[0];
        assert_eq!(first.row, row, "{asked}: {:?}", found(asked));
    }
}

#[test]
fn every_title_finds_its_own_rule_first() {
    for rule in rulebook::all().iter().chain(rulebook::words()) {
        assert_eq!(rulebook::find(&rule.title)[0].title, rule.title);
        assert_eq!(rulebook::find(&rule.title.to_uppercase())[0].title, rule.title);
    }
}

#[test]
fn words_of_other_games_lead_to_ours() {
    for (asked, title) in [
        ("overwatch", "Springing an ambush"),
        ("go to ground", "Down order"),
        ("morale", "Break test: when to take it"),
        ("to hit", "To hit: what changes Acc"),
        ("save", "Res test"),
        ("saving throw", "Res test"),
        ("melee", "Hand-to-hand fighting"),
        ("close combat", "Hand-to-hand fighting"),
        ("artillery", "Overhead fire"),
        ("mortar", "Overhead fire"),
        ("reroll", "Re-rolls"),
        ("re-roll", "Re-rolls"),
        ("charge", "Making an assault"),
        ("deviation", "Overhead shots that stray"),
        ("line of sight", "Patching sight"),
    ] {
        assert!(found(asked).contains(&title), "{asked}: {:?}", found(asked));
    }
}

#[test]
fn a_question_may_be_put_in_any_words_and_order() {
    for (asked, title) in [
        ("pins shooting", "Pins from shooting"),
        ("when do I take a break test?", "Break test: when to take it"),
        ("break test", "Break test: when to take it"),
        ("test break", "Break test: when to take it"),
        ("how far can units move", "How far units move"),
        ("recov", "Recovery test"),
        ("plasma fade", "Plasma Fade"),
        ("soma", "Soma grafts"),
        ("infiltr", "Infiltrators and snipers"),
        ("rf3", "RFn"),
        ("consolidate", "Consolidation"),
        ("HL armour", "HL armour"),
        ("heavy weapon obstacle", "Heavy teams and crawlers at obstacles"),
        ("blast down halve", "Blasts on units that are hard to hit"),
        ("who wins", "Who wins a fight"),
        ("rf", "RFn"),
        ("distort", "Distort die"),
    ] {
        assert_eq!(first(asked), title, "{asked}: {:?}", found(asked));
    }
}

#[test]
fn a_slip_of_the_finger_is_forgiven_but_nonsense_finds_nothing() {
    assert_eq!(first("exhuastion"), "Exhaustion");
    assert_eq!(first("ovrwatch"), first("overwatch"));
    assert_eq!(first("consolidaton"), "Consolidation");
    assert_eq!(first("fractal lokc"), first("fractal"));
    for odd in ["xyzzy", "???", "-", "❄", "qq"] {
        assert_eq!(found(odd), Vec::<&str>::new(), "{odd}");
    }
    // a known word beside an unknown one still helps
    let both: BTreeSet<_> = rulebook::find("plasma xyzzy").iter().map(|rule| rule.row).collect();
    let one: BTreeSet<_> = rulebook::find("plasma").iter().map(|rule| rule.row).collect();
    assert!(one.len() > 1 && both == one, "{both:?} {one:?}");
    assert_eq!(first(&format!("exhaustion {}", "x ".repeat(5_000))), "Exhaustion");
}

#[test]
fn nothing_asked_is_the_whole_book_in_order() {
    for nothing in ["", "  ", "\n"] {
        let book = rulebook::find(nothing);
        let (rules, words) = book.split_at(rulebook::all().len());
        assert!(rules.iter().copied().eq(rulebook::all()));
        assert!(words.iter().copied().eq(rulebook::words()));
    }
}

#[test]
fn the_words_on_cards_stand_in_the_book_with_the_rule_behind_them() {
    // 15 of models, 16 of weapons without the attacks that both have, drones, armour, kinds of weapon
    assert_eq!(rulebook::words().len(), 15 + 15 + 3 + 6 + 5);
    let blast = rulebook::find("blast dn")[0];
    assert_eq!(blast.text, "Such as Blast D3. One test to hit, then a D3 for the number of hits.");
    let fade = rulebook::find("plasma fade")[0];
    assert_eq!(fade.text, "A 10 to hit turns the shooting unit's die to Down.");
    assert_eq!(rulebook::rule(fade.row).unwrap().title, "Fading plasma");
}

#[test]
fn what_stands_behind_the_longest_search_is_not_looked_at() {
    for filler in ["xyzzy ", "7", "ß", "あ ", "א", "👩 ", "\u{301}"] {
        let many = filler.repeat(200_000);
        assert_eq!(found(&format!("{many} ambush")), found(&many), "{filler:?}");
    }
    let begins = format!("A-SHT-4{}", " ".repeat(1_000_000));
    assert_eq!(found(&begins), found("A-SHT-4"));
}

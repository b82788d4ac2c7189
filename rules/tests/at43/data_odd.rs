//! Odd files: none breaks the reader, and what it lets through can be played with.

use gatemaster_rules::at43::data::Loaded;
use gatemaster_rules::at43::data::bounds::{MOVEMENT, NUMBERS, RATE, SIZE};
use gatemaster_rules::at43::mission::{Ends, Tie};

use super::data::read;
use super::units_docs::red_blok;

/// A small stream of numbers, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % most.max(1)
    }
}

/// One odd change to a file.
fn mutated(text: &str, numbers: &mut Numbers) -> String {
    const ODD: [&str; 12] = [
        "-1",
        "0",
        "255",
        "256",
        "65536",
        "4294967296",
        "9223372036854775807",
        "1.5",
        "\"-\"",
        "[]",
        "{}",
        "true",
    ];
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let (one, other) = (numbers.below(lines.len()), numbers.below(lines.len()));
    match numbers.below(6) {
        0 => {
            lines.remove(one);
        }
        1 => {
            let line = lines[other].clone();
            lines.insert(one, line);
        }
        2 => lines.swap(one, other),
        3 => {
            if let Some((field, _)) = lines[one].clone().split_once(" = ") {
                lines[one] = format!("{field} = {}", ODD[numbers.below(ODD.len())]);
            }
        }
        4 => {
            let value = lines[other].split_once(" = ").map(|(_, value)| value.to_owned());
            if let (Some((field, _)), Some(value)) = (lines[one].clone().split_once(" = "), value) {
                lines[one] = format!("{field} = {value}");
            }
        }
        _ => {
            let mut letters: Vec<char> = lines[one].chars().collect();
            if !letters.is_empty() {
                let place = numbers.below(letters.len());
                letters[place] = ['"', '[', '=', 'é', '9', ' '][numbers.below(6)];
            }
            lines[one] = letters.into_iter().collect();
        }
    }
    lines.join("\n")
}

/// What an engine may rely on in whatever was loaded.
fn assert_sound(loaded: &Loaded) {
    let Loaded { library, missions } = loaded;
    for entry in &library.entries {
        assert!(
            library
                .army(entry.army)
                .is_some_and(|army| army.pattern.len() == 5 && army.ranks.len() == 6)
        );
        assert!(SIZE.contains(&entry.profile.size) && MOVEMENT.contains(&entry.profile.movement));
        assert!(NUMBERS.contains(&entry.standard) && NUMBERS.contains(&entry.maximum));
        assert!(entry.standard <= entry.maximum && entry.bearers.1 <= entry.maximum);
        assert_eq!(entry.category.is_machine(), entry.profile.structure.is_some());
        for carried in &entry.ranged {
            assert!(library.weapon(carried.weapon).is_some_and(|weapon| !weapon.close));
            assert_eq!(carried.structure.is_some(), entry.category.is_machine());
        }
        assert!(
            entry.close.iter().all(|id| library.weapon(*id).is_some_and(|weapon| weapon.close))
        );
        assert!(entry.prices.iter().all(|price| price.at_standard <= price.at_maximum));
        assert!(!entry.prices.is_empty());
    }
    assert!(library.weapons.iter().all(|weapon| RATE.contains(&weapon.rate)));
    for mission in missions {
        assert!(mission.places.iter().any(|place| place.of.is_some()), "{}", mission.key);
        assert!(mission.roles || mission.defender.is_none(), "{}", mission.key);
        let ends = !matches!(mission.ends, Ends::AtPoints { tie: Tie::Place, .. });
        assert!(ends || mission.places.iter().filter(|place| place.control > 0).count() == 1);
    }
}

#[test]
fn no_odd_file_breaks_the_reader_and_what_it_lets_through_is_sound() {
    // the numbers of missions are the book's alone
    let missions = include_str!("../../data/at43/missions.toml").replace("\nnumber = ", "\n# ");
    let book = [
        red_blok(),
        include_str!("../../data/at43/white-stars.toml"),
        include_str!("../../data/at43/therians.toml"),
        missions.as_str(),
    ];
    let mut numbers = Numbers(43);
    let (mut good, mut bad) = (0, 0);
    for _ in 0..1500 {
        let mut text = book[numbers.below(book.len())].to_owned();
        for _ in 0..=numbers.below(4) {
            text = mutated(&text, &mut numbers);
        }
        match read(&text) {
            Ok(loaded) => {
                good += 1;
                assert_sound(&loaded);
            }
            Err(told) => {
                bad += 1;
                assert!(!told.is_empty());
            }
        }
    }
    assert!(good > 100 && bad > 500, "{good} good, {bad} bad");
}

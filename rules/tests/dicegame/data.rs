//! Faces, gate cards and traits from files.

use gatemaster_rules::dicegame::data::{Effect, Library, MAX_GATES, MAX_TRAITS, Source, Timing};
use gatemaster_rules::dicegame::faces::{Control, Fate, Skirmish};
use gatemaster_rules::dicegame::faction::Faction;
use gatemaster_rules::dicegame::{DiceGame, Setup};
use gatemaster_rules::file::MAX_FILE;
use gatemaster_rules::random_play::Chooser;
use gatemaster_rules::system::System;

const HOUSE: &str = include_str!("../../data/dicegame/house.toml");

fn library(text: &str) -> Library {
    Library::built_in().extended("ours.toml", text).unwrap_or_else(|faults| panic!("{faults:?}"))
}

fn faults(text: &str) -> Vec<String> {
    let faults = Library::built_in().extended("ours.toml", text).unwrap_err();
    faults.iter().map(ToString::to_string).collect()
}

/// The file has these faults, in this order, and no others.
fn finds(text: &str, expected: &[&str]) {
    let found = faults(text);
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    for (found, expected) in found.iter().zip(expected) {
        assert!(found.starts_with("ours.toml"), "{found}");
        assert!(found.contains(expected), "expected “{expected}” in “{found}”");
    }
}

fn one_trait(changes: &[(&str, &str)]) -> String {
    let mut fields = vec![
        ("key", "\"ours\""),
        ("faction", "\"ghar\""),
        ("name", "\"Ours\""),
        ("strikes", "4"),
        ("timing", "\"before_claim\""),
        ("effect", "\"turn_down_other\""),
    ];
    for (field, value) in changes {
        match fields.iter_mut().find(|(name, _)| name == field) {
            Some((_, before)) => *before = value,
            None => fields.push((field, value)),
        }
    }
    let lines = fields.iter().map(|(field, value)| format!("{field} = {value}\n"));
    format!("[[trait]]\n{}", lines.collect::<String>())
}

/// D-SET-4, D-SET-5, D-TRT-4 to D-TRT-8: the house's file reads without a fault and says what the ledger says.
#[test]
fn the_house_s_file_has_the_ledger_s_values() {
    let house = Library::built_in();
    assert_eq!(
        house.extended("house.toml", HOUSE).map(|library| library.faces),
        Ok(house.faces.clone())
    );
    assert_eq!(house.faces_from, Source::House);
    let [gate] = &house.gates[..] else { panic!("{:?}", house.gates) };
    assert_eq!((&*gate.key, &*gate.name, gate.points), ("xilos", "Xilos", 1));
    assert_eq!(gate.source, Source::Printed);
    let traits: Vec<_> =
        house.traits.iter().map(|held| (held.faction, held.strikes, held.effect)).collect();
    assert_eq!(
        traits,
        [
            (Faction::Concord, 5, Effect::TurnUpOwn),
            (Faction::Isorian, 6, Effect::FateFromTable),
            (Faction::Algoryn, 5, Effect::FateFromPlayerToTable),
            (Faction::Boromite, 6, Effect::ClaimOneMore),
            (Faction::Ghar, 5, Effect::TurnDownOther),
        ]
    );
    for held in &house.traits {
        assert_eq!((held.source, held.timing), (Source::House, Timing::BeforeClaim));
        assert!(!held.name.is_empty());
        assert_eq!(house.traits_of(held.faction).count(), 1);
    }
    assert_eq!(house.gate("xilos"), Some(gate));
    assert_eq!(Setup::of(house).wrong(), Vec::<String>::new());
}

/// D-SET-4
#[test]
fn a_die_has_six_faces_of_known_kinds() {
    finds(
        "[faces]\n\
         skirmish = [\"victory\", \"victory\", \"both\", \"strike\", \"strike\"]\n\
         fate = [\"sabotage\", \"sabotage\", \"warped\", \"warped\", \"routed\", \"routed\", \"routed\"]\n\
         control = [\"1\", \"1\", \"2\", \"2\", \"4\", \"fate\"]",
        &[
            "field \"skirmish\": a die has 6 faces, and this list has 5",
            "field \"fate\": a die has 6 faces, and this list has 7",
            "field \"control\": expected one of \"1\", \"2\", \"3\", \"fate\", found \"4\"",
        ],
    );
    finds(
        "[faces]\nskirmish = [\"Victory\", \"blank\", \"both\", \"strike\", \"strike\", \"strike\"]",
        &["found \"Victory\" (did you mean \"victory\"?)", "found \"blank\""],
    );
    finds("[faces]\nfate = []", &["a die has 6 faces, and this list has 0"]);
    finds("[faces]\nfate = \"routed\"", &["field \"fate\": expected a list of 6 faces"]);
    finds("[faces]\nother = []", &["field \"other\": unknown field"]);
    finds("faces = 6", &["field \"faces\": expected a table under the heading [faces]"]);
}

/// D-SET-4: the points of a control die may be written as numbers, those that it has; each other one is a fault, told once.
#[test]
fn numbers_that_no_control_die_has_are_told_once_each() {
    let found = faults("[faces]\ncontrol = [1, \"1\", 2, 4, 0, \"fate\"]");
    assert_eq!(found.len(), 2, "{found:#?}");
    assert!(found[0].contains("found \"4\"") && found[1].contains("found \"0\""), "{found:#?}");
}

/// D-SET-4
#[test]
fn dice_that_could_never_be_claimed_or_logged_are_refused() {
    finds(
        "[faces]\n\
         skirmish = [\"strike\", \"strike\", \"strike\", \"strike\", \"strike\", \"strike\"]\n\
         control = [\"fate\", \"fate\", \"fate\", \"fate\", \"fate\", \"fate\"]",
        &["No skirmish face is a victory", "No control face is a number"],
    );
}

/// D-SET-4
#[test]
fn a_server_s_faces_replace_those_that_it_names() {
    let ours = library(
        "[faces]\nfate = [\"routed\", \"warped\", \"warped\", \"warped\", \"warped\", \"warped\"]",
    );
    let house = Library::built_in();
    assert_eq!(ours.faces.fate[0], Fate::Routed);
    assert_eq!(ours.faces.fates(Fate::Warped), 5);
    assert_eq!(ours.faces.skirmish, house.faces.skirmish);
    assert_eq!(ours.faces.control, house.faces.control);
    assert_eq!(ours.faces_from, Source::Server, "they are not called the house's any more");
    assert_eq!((&ours.gates, &ours.traits), (&house.gates, &house.traits));
    let same = library("");
    assert_eq!(&same, house);
    assert!(DiceGame::set_up(&Setup::of(&ours)).is_ok());
}

/// D-SET-5
#[test]
fn a_server_adds_gate_cards_and_replaces_those_with_the_same_key() {
    let ours = library(
        "[[gate]]\nkey = \"sheole\"\nname = \"Sheole\"\npoints = 3\n\
         [[gate]]\nkey = \"xilos\"\nname = \"Xilos, late\"\npoints = 0\nsource = \"printed\"",
    );
    let gates: Vec<_> =
        ours.gates.iter().map(|gate| (&*gate.key, &*gate.name, gate.points)).collect();
    assert_eq!(gates, [("xilos", "Xilos, late", 0), ("sheole", "Sheole", 3)]);
    assert!(ours.gates.iter().all(|gate| gate.source == Source::Server), "whatever the file says");
    assert_eq!(ours.traits, Library::built_in().traits);
    assert_eq!(Setup::of(&ours).gate.points, 0, "the first card is the default");
}

/// D-SET-5
#[test]
fn the_faults_of_gate_cards_are_reported_together() {
    finds(
        "[[gate]]\nkey = \"A\"\nname = \"\"\npoints = 10\n\
         [[gate]]\nkey = \"b\"\nname = \"B\"\npoints = -1\ncolour = 2\n\
         [[gate]]\nkey = \"b\"\nname = \"B\"\n",
        &[
            "gate \"A\", field \"key\": expected 1 to 40 small letters",
            "field \"name\": expected a name",
            "field \"points\": expected a whole number from 0 to 9, found 10",
            "gate \"b\", field \"colour\": unknown field",
            "field \"points\": expected a whole number from 0 to 9, found -1",
            "field \"points\": expected a whole number from 0 to 9, it is missing",
            "gate \"b\", field \"key\": it stands twice in this file",
        ],
    );
    finds("gate = 3", &["field \"gate\": expected tables under the heading [[gate]], found 3"]);
}

/// D-TRT-1
#[test]
fn a_server_s_traits_replace_all_of_that_faction() {
    let two = format!("{}{}", one_trait(&[]), one_trait(&[("key", "\"more\""), ("strikes", "6")]));
    let ours = library(&two);
    let ghar: Vec<_> =
        ours.traits_of(Faction::Ghar).map(|held| (&*held.key, held.strikes)).collect();
    assert_eq!(ghar, [("ours", 4), ("more", 6)]);
    assert!(ours.traits_of(Faction::Ghar).all(|held| held.source == Source::Server));
    for faction in [Faction::Concord, Faction::Isorian, Faction::Algoryn, Faction::Boromite] {
        let before: Vec<_> = Library::built_in().traits_of(faction).collect();
        assert_eq!(ours.traits_of(faction).collect::<Vec<_>>(), before);
    }
    let effects = Effect::ALL.map(Effect::words);
    for (place, words) in effects.iter().enumerate() {
        assert!(!effects[..place].contains(words), "two effects are told alike");
    }
}

/// D-TRT-1
#[test]
fn the_faults_of_traits_are_reported_together() {
    finds(
        &one_trait(&[
            ("faction", "\"gar\""),
            ("strikes", "7"),
            ("timing", "\"after_claim\""),
            ("effect", "\"win\""),
            ("key", "\"\""),
        ]),
        &[
            "field \"key\": expected 1 to 40 small letters",
            "field \"faction\": expected one of \"concord\", \"isorian\", \"algoryn\", \"boromite\", \"ghar\", found \"gar\" (did you mean \"ghar\"?)",
            "field \"strikes\": expected a whole number from 1 to 6, found 7",
            "field \"timing\": expected one of \"before_claim\", found \"after_claim\"",
            "field \"effect\": expected one of \"turn_up_own\"",
        ],
    );
    finds(&one_trait(&[("strikes", "0")]), &["found 0"]);
    finds("[[trait]]", &["\"key\"", "\"name\"", "\"faction\"", "\"strikes\"", "\"effect\""]);
    let twice = format!("{}{}", one_trait(&[]), one_trait(&[]));
    finds(&twice, &["trait \"ours\", field \"key\": it stands twice in this file"]);
}

/// D-TRT-1
#[test]
fn a_faction_has_three_traits_at_most() {
    let keys = ["\"a\"", "\"b\"", "\"c\"", "\"d\""];
    let text = |number: usize| -> String {
        keys[..number].iter().map(|key| one_trait(&[("key", key)])).collect()
    };
    assert_eq!(library(&text(3)).traits_of(Faction::Ghar).count(), 3);
    finds(&text(4), &["trait \"d\", field \"faction\": Ghar has more than 3 traits"]);
    // a word that is no faction is one fault, and not also one trait too many for somebody else
    let unknown: String =
        keys.iter().map(|key| one_trait(&[("key", key), ("faction", "\"tsan\"")])).collect();
    finds(&unknown, &["found \"tsan\""; 4]);
}

#[test]
fn too_many_rows_are_one_fault() {
    let gate = |i: usize| format!("[[gate]]\nkey = \"g{i}\"\nname = \"G {i}\"\npoints = 1\n");
    let gates = |number: usize| (0..number).map(gate).collect::<String>();
    assert_eq!(library(&gates(MAX_GATES)).gates.len(), MAX_GATES + 1);
    finds(&gates(MAX_GATES + 1), &["field \"gate\": expected up to 20, found 21"]);
    let traits: String = (0..=MAX_TRAITS)
        .map(|i| {
            let faction = format!("\"{}\"", Faction::ALL[i % 5].key());
            one_trait(&[("key", &format!("\"t{i}\"")), ("faction", &faction)])
        })
        .collect();
    finds(&traits, &["field \"trait\": expected up to 15, found 16"]);
}

#[test]
fn what_is_no_file_of_ours_is_said_to_be_none() {
    finds("[faces", &["line 1, column"]);
    finds("\u{0}\u{1}", &["this is not TOML"]);
    finds(&"#".repeat(MAX_FILE + 1), &["expected up to 64 KiB, found 65 KiB"]);
    finds("[[unit]]\nkey = \"x\"", &["field \"unit\": unknown field"]);
}

#[test]
fn a_library_goes_into_a_set_up_and_back_through_json() {
    let ours = library(&one_trait(&[]));
    let setup = Setup { house_traits: true, ..Setup::of(&ours) };
    let json = serde_json::to_string(&setup).unwrap();
    let back: Setup = serde_json::from_str(&json).unwrap();
    assert_eq!(back, setup);
    assert!(json.contains("\"fate\""), "faces have the words of the file");
    for (face, key) in Control::ALL.into_iter().zip(["1", "2", "3", "fate"]) {
        assert_eq!(face.key(), key);
        assert_eq!(serde_json::to_value(face).unwrap(), key);
    }
    for face in Skirmish::ALL {
        assert_eq!(serde_json::to_value(face).unwrap(), face.key());
    }
    for face in Fate::ALL {
        assert_eq!(serde_json::to_value(face).unwrap(), face.key());
    }
}

/// Whatever is in a file, it is read or its faults are told; what is read can be played with.
#[test]
fn mangled_files_never_end_the_program() {
    let pieces = [
        "[faces]",
        "[[gate]]",
        "[[trait]]",
        "\"victory\"",
        "\"fate\"",
        "= 3",
        "= []",
        "= {}",
        "[[[",
        "\"",
        "\n",
        "é",
        "\u{202e}",
        "9223372036854775807",
        "-1",
        "1e9",
        "nan",
        "true",
        "2026-01-01",
        "key",
        ",",
    ];
    let whole = format!("{HOUSE}\n{}", one_trait(&[]));
    let (mut read, mut faulty) = (0, 0);
    for seed in 0..4_000 {
        let mut chooser = Chooser::new(seed);
        let mut text: Vec<char> = whole.chars().collect();
        for _ in 0..=chooser.below(4) {
            let at = chooser.below(text.len());
            let upto = (at + chooser.below(30)).min(text.len());
            match chooser.below(4) {
                0 => drop(text.drain(at..upto)),
                1 => {
                    let piece: Vec<char> = pieces[chooser.below(pieces.len())].chars().collect();
                    text.splice(at..at, piece);
                }
                2 => {
                    let piece: Vec<char> = pieces[chooser.below(pieces.len())].chars().collect();
                    text.splice(at..upto, piece);
                }
                _ => {
                    let copied: Vec<char> = text[at..upto].to_vec();
                    let to = chooser.below(text.len());
                    text.splice(to..to, copied);
                }
            }
        }
        let text: String = text.into_iter().collect();
        match Library::built_in().extended("odd.toml", &text) {
            Ok(library) => {
                read += 1;
                assert_eq!(Setup::of(&library).wrong(), Vec::<String>::new(), "seed {seed}");
            }
            Err(faults) => {
                faulty += 1;
                assert!(!faults.is_empty(), "seed {seed}");
                assert!(faults.iter().all(|fault| !fault.problem.is_empty()), "seed {seed}");
            }
        }
    }
    assert!(read > 100 && faulty > 100, "{read} files read, {faulty} faulty");
}

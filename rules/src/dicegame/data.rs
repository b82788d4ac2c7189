//! Faces, gate cards and traits as data: the house's, and what a server adds to them (D-SET-4, D-SET-5, D-TRT-1).
//!
//! The fields of a file are explained for organisers in `docs/dicegame.md`.

use std::ops::RangeInclusive;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};
use toml::{Table, Value};

use super::faces::{Control, FACES, Faces, Fate, Skirmish};
use super::faction::Faction;
use crate::file::entry::{Entry, Faults, item};
use crate::file::{DataFault, MAX_LIST, parsed};

/// The most gate cards in one file; they all stand in one list to choose from.
pub const MAX_GATES: usize = 20;
/// The most traits in one file.
pub const MAX_TRAITS: usize = 15;
/// The most traits that one faction has.
pub const MAX_TRAITS_OF_ONE: usize = 3;
/// What a gate card may add to its holder's score.
pub const GATE_POINTS: RangeInclusive<u8> = 0..=9;
/// The strikes that a trait may ask for: there are six dice.
pub const TRAIT_STRIKES: RangeInclusive<u8> = 1..=6;

/// Where a value comes from; house values are shown as such.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    Printed,
    House,
    Server,
}

/// The card of the gate that is fought for (D-SET-5).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GateCard {
    pub key: String,
    pub name: String,
    /// What it adds to its holder's score (D-END-2).
    pub points: u8,
    pub source: Source,
}

/// Something that strikes let a faction do (D-TRT-1).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Trait {
    pub key: String,
    pub faction: Faction,
    pub name: String,
    /// So many strikes in the offensive at least (D-TRT-3).
    pub strikes: u8,
    pub timing: Timing,
    pub effect: Effect,
    pub source: Source,
}

/// When a trait is used: after a stop, before the claim, is the only moment there is (D-TRT-3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Timing {
    BeforeClaim,
}

/// What a trait does, from a fixed list (D-TRT-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// D-TRT-4
    TurnUpOwn,
    /// D-TRT-5
    FateFromTable,
    /// D-TRT-6
    FateFromPlayerToTable,
    /// D-TRT-7
    ClaimOneMore,
    /// D-TRT-8
    TurnDownOther,
}

impl Effect {
    pub const ALL: [Effect; 5] = [
        Effect::TurnUpOwn,
        Effect::FateFromTable,
        Effect::FateFromPlayerToTable,
        Effect::ClaimOneMore,
        Effect::TurnDownOther,
    ];

    pub fn key(self) -> &'static str {
        match self {
            Effect::TurnUpOwn => "turn_up_own",
            Effect::FateFromTable => "fate_from_table",
            Effect::FateFromPlayerToTable => "fate_from_player_to_table",
            Effect::ClaimOneMore => "claim_one_more",
            Effect::TurnDownOther => "turn_down_other",
        }
    }

    /// What it does, as the end of a sentence.
    pub fn words(self) -> &'static str {
        match self {
            Effect::TurnUpOwn => "turn one of your logged 1s or 2s up by one",
            Effect::FateFromTable => "take a fate die from the table",
            Effect::FateFromPlayerToTable => "put a fate die of another player back on the table",
            Effect::ClaimOneMore => "claim one control die more",
            Effect::TurnDownOther => {
                "turn another player's highest logged die down by one; a 1 goes back to the gate"
            }
        }
    }
}

/// Everything that a game can be set up with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Library {
    pub faces: Faces,
    /// Where the faces come from.
    pub faces_from: Source,
    pub gates: Vec<GateCard>,
    pub traits: Vec<Trait>,
}

/// Who wrote the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    BuiltIn,
    Server,
}

const HOUSE: &str = include_str!("../../data/dicegame/house.toml");
const FACE_FIELDS: [&str; 3] = ["skirmish", "fate", "control"];
const GATE_FIELDS: [&str; 4] = ["key", "name", "points", "source"];
const TRAIT_FIELDS: [&str; 7] = ["key", "faction", "name", "strikes", "timing", "effect", "source"];

impl Library {
    pub fn built_in() -> &'static Library {
        static BUILT_IN: OnceLock<Library> = OnceLock::new();
        // the file is part of the program and a test reads it: no fault reaches anyone
        BUILT_IN.get_or_init(|| {
            let nothing = Library::nothing();
            nothing.grown("house.toml", HOUSE, Origin::BuiltIn).unwrap_or(nothing)
        })
    }

    /// Dice that could not be played with, for a file to fill in.
    fn nothing() -> Library {
        Library {
            faces: Faces {
                skirmish: [Skirmish::Strike; FACES],
                fate: [Fate::Sabotage; FACES],
                control: [Control::Fate; FACES],
            },
            faces_from: Source::House,
            gates: Vec::new(),
            traits: Vec::new(),
        }
    }

    /// This library with a server's own file on top. A gate card with a key that exists is replaced, and so are all traits
    /// of a faction for which the file has some. Every fault is reported, not only the first.
    pub fn extended(&self, file: &str, text: &str) -> Result<Library, Vec<DataFault>> {
        self.grown(file, text, Origin::Server)
    }

    pub fn gate(&self, key: &str) -> Option<&GateCard> {
        self.gates.iter().find(|gate| gate.key == key)
    }

    pub fn traits_of(&self, faction: Faction) -> impl Iterator<Item = &Trait> {
        self.traits.iter().filter(move |held| held.faction == faction)
    }

    fn grown(&self, file: &str, text: &str, origin: Origin) -> Result<Library, Vec<DataFault>> {
        let mut faults = Faults::of(file);
        let Some(table) = parsed(text, &mut faults) else {
            return faults.none_or(self.clone());
        };
        let mut top = Entry::open(String::new(), &table, &["faces", "gate", "trait"], &mut faults);
        let mut library = self.clone();
        if top.has("faces") {
            match table.get("faces").and_then(Value::as_table) {
                Some(faces) => {
                    library.faces = read_faces(&self.faces, faces, top.faults);
                    library.faces_from = from(origin, None);
                }
                None => top.fault("faces", "expected a table under the heading [faces]"),
            }
        }
        let mut keys: Vec<String> = Vec::new();
        for (place, row) in top.rows("gate", "gate", MAX_GATES).into_iter().enumerate() {
            let gate = read_gate(place, row, origin, top.faults);
            once(&mut keys, &gate.key, "gate", top.faults);
            match library.gates.iter_mut().find(|known| known.key == gate.key) {
                Some(known) => *known = gate,
                None => library.gates.push(gate),
            }
        }
        let mut keys: Vec<String> = Vec::new();
        let mut own: Vec<Trait> = Vec::new();
        for (place, row) in top.rows("trait", "trait", MAX_TRAITS).into_iter().enumerate() {
            let read = read_trait(place, row, origin, top.faults);
            once(&mut keys, &read.key, "trait", top.faults);
            let others = own.iter().filter(|other| other.faction == read.faction).count();
            // where the word is no faction, that is its one fault
            let meant = row.get("faction").and_then(toml::Value::as_str);
            if others >= MAX_TRAITS_OF_ONE && meant == Some(read.faction.key()) {
                let problem =
                    format!("{} has more than {MAX_TRAITS_OF_ONE} traits", read.faction.name());
                top.faults.note(&item("trait", place, row), Some("faction"), problem);
            }
            own.push(read);
        }
        library.traits.retain(|known| own.iter().all(|new| new.faction != known.faction));
        library.traits.extend(own);
        faults.none_or(library)
    }
}

fn from(origin: Origin, said: Option<Source>) -> Source {
    match origin {
        Origin::BuiltIn => said.unwrap_or(Source::House),
        Origin::Server => Source::Server,
    }
}

fn once(keys: &mut Vec<String>, key: &str, what: &str, faults: &mut Faults) {
    if !key.is_empty() && keys.iter().any(|known| known == key) {
        faults.note(
            &format!("{what} \"{key}\""),
            Some("key"),
            "it stands twice in this file".into(),
        );
    }
    keys.push(key.to_owned());
}

fn read_faces(before: &Faces, table: &Table, faults: &mut Faults) -> Faces {
    let mut entry = Entry::open("faces".to_owned(), table, &FACE_FIELDS, faults);
    let words =
        |keys: &[&'static str]| keys.iter().map(|key| (*key).to_owned()).collect::<Vec<_>>();
    let skirmish = words(&Skirmish::ALL.map(Skirmish::key)).into_iter().zip(Skirmish::ALL);
    let fate = words(&Fate::ALL.map(Fate::key)).into_iter().zip(Fate::ALL);
    let control = words(&Control::ALL.map(Control::key)).into_iter().zip(Control::ALL);
    let faces = Faces {
        skirmish: six(
            &mut entry,
            table.get("skirmish"),
            "skirmish",
            &skirmish.collect::<Vec<_>>(),
            before.skirmish,
        ),
        fate: six(&mut entry, table.get("fate"), "fate", &fate.collect::<Vec<_>>(), before.fate),
        control: six(
            &mut entry,
            table.get("control"),
            "control",
            &control.collect::<Vec<_>>(),
            before.control,
        ),
    };
    for wrong in faces.wrong() {
        faults.note("faces", None, wrong);
    }
    faces
}

/// Six faces of known kinds, or what they were before where the file leaves them out (D-SET-4).
fn six<F: Copy>(
    entry: &mut Entry<'_, '_>,
    found: Option<&Value>,
    field: &str,
    words: &[(String, F)],
    before: [F; FACES],
) -> [F; FACES] {
    let Some(found) = found else { return before };
    let Some(list) = found.as_array() else {
        entry.fault(field, format!("expected a list of {FACES} faces in square brackets"));
        return before;
    };
    if list.len() != FACES {
        let problem = format!("a die has {FACES} faces, and this list has {}", list.len());
        entry.fault(field, problem);
    }
    let mut faces = Vec::new();
    // a list that is far too long is wrong anyway; its words would fill pages
    for value in list.iter().take(MAX_LIST) {
        // people write a die's 1 as a number
        let word = value.as_integer().map(|number| number.to_string());
        match word.as_deref().or_else(|| value.as_str()) {
            Some(word) => faces.extend(entry.chosen(field, word, words)),
            None => entry.fault(field, "expected each face as a word in quotation marks"),
        }
    }
    <[F; FACES]>::try_from(faces).unwrap_or(before)
}

fn read_gate(place: usize, table: &Table, origin: Origin, faults: &mut Faults) -> GateCard {
    let mut entry = Entry::open(item("gate", place, table), table, &GATE_FIELDS, faults);
    GateCard {
        key: entry.key(),
        name: entry.name(),
        points: entry.number("points", GATE_POINTS),
        source: source(&mut entry, origin),
    }
}

fn read_trait(place: usize, table: &Table, origin: Origin, faults: &mut Faults) -> Trait {
    let mut entry = Entry::open(item("trait", place, table), table, &TRAIT_FIELDS, faults);
    let factions: Vec<(String, Faction)> =
        Faction::ALL.into_iter().map(|faction| (faction.key().to_owned(), faction)).collect();
    let effects: Vec<(String, Effect)> =
        Effect::ALL.into_iter().map(|effect| (effect.key().to_owned(), effect)).collect();
    let timings = [("before_claim".to_owned(), Timing::BeforeClaim)];
    Trait {
        key: entry.key(),
        name: entry.name(),
        faction: entry.choice("faction", &factions).unwrap_or(Faction::Concord),
        strikes: entry.number("strikes", TRAIT_STRIKES),
        timing: entry.optional_choice("timing", &timings).unwrap_or(Timing::BeforeClaim),
        effect: entry.choice("effect", &effects).unwrap_or(Effect::ClaimOneMore),
        source: source(&mut entry, origin),
    }
}

/// The house's file may say where a value is from; a server's is always its own.
fn source(entry: &mut Entry<'_, '_>, origin: Origin) -> Source {
    let words = [("printed".to_owned(), Source::Printed), ("house".to_owned(), Source::House)];
    let said = match origin {
        Origin::BuiltIn => entry.optional_choice("source", &words),
        Origin::Server => None,
    };
    from(origin, said)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(text: &str) -> Vec<String> {
        let read = Library::built_in().extended("club.toml", text);
        read.unwrap_err().iter().map(ToString::to_string).collect()
    }

    /// D-SET-4
    #[test]
    fn a_die_s_points_may_be_written_as_numbers() {
        let text = "[faces]\ncontrol = [1, 1, 2, 2, 3, \"fate\"]";
        let library = Library::built_in().extended("club.toml", text).unwrap();
        assert_eq!(library.faces, Library::built_in().faces);
    }

    /// D-SET-4: and each fault once.
    #[test]
    fn a_die_with_other_than_six_known_faces_is_refused() {
        for (line, problem) in [
            ("fate = \"routed\"", "expected a list of 6 faces in square brackets"),
            ("control = [1, 2]", "a die has 6 faces, and this list has 2"),
            (
                "skirmish = [\"victory\", \"both\", \"strike\", \"strike\", \"strike\", \"shield\"]",
                "expected one of \"victory\", \"both\", \"strike\", found \"shield\"",
            ),
            (
                "fate = [\"routed\", \"routed\", \"routed\", \"routed\", \"routed\", true]",
                "expected each face as a word in quotation marks",
            ),
        ] {
            let field = line.split(' ').next().unwrap();
            let told = format!("club.toml, faces, field \"{field}\": {problem}");
            assert_eq!(faults(&format!("[faces]\n{line}")), [told]);
        }
    }
}

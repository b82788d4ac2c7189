//! Dice as they are seen at a glance, and what they needed.

use gatemaster_discord::signs::{Look, die, plainly};
use gatemaster_rules::antares::report::deed::{Cast, Deed, Fell};
use gatemaster_rules::dice::Roll;
use gatemaster_rules::text::count;

/// More pictures than this would not fit into a message; the same stands there in figures then.
const MOST_PICTURES: usize = 60;

/// How dice are shown in a text.
#[derive(Clone, Copy, Debug)]
pub struct Faces {
    pictures: bool,
}

impl Faces {
    pub fn for_deeds(deeds: &[Deed]) -> Self {
        let number: usize = deeds
            .iter()
            .map(|deed| match deed {
                Deed::Shots(shots) => {
                    let again: usize = shots.again.iter().map(|again| again.dice.len()).sum();
                    shots.dice.len() + again + shots.blasts.len()
                }
                Deed::Again { dice, .. } => dice.len(),
                Deed::Saves { tests, .. } => {
                    tests.iter().map(|test| 1 + usize::from(test.again.is_some())).sum()
                }
                Deed::Tested(_) => 1,
                _ => 0,
            })
            .sum();
        Self { pictures: number <= MOST_PICTURES }
    }

    pub fn one(self, roll: Roll, look: Look) -> String {
        let of = |number: u32| u8::try_from(number).unwrap_or(u8::MAX);
        let face = die(of(roll.sides), of(roll.face), look);
        if self.pictures { face } else { plainly(&face) }
    }

    /// As they fell; many of them sorted, hits first.
    pub fn cast(self, dice: &[Cast]) -> String {
        const AS_THEY_FELL: usize = 8;
        let mut dice = dice.to_vec();
        if dice.len() > AS_THEY_FELL {
            dice.sort_by_key(|cast| cast.roll.face);
        }
        let faces = dice.iter().map(|cast| self.one(cast.roll, look(cast.fell)));
        faces.collect::<Vec<_>>().join(" ")
    }
}

fn look(fell: Fell) -> Look {
    match fell {
        Fell::Hit => Look::Hit,
        Fell::Miss => Look::Miss,
        Fell::Lucky => Look::Lucky,
        Fell::Dud => Look::Dud,
    }
}

/// "Mag gun ≤6": six or less does it; a 1 always does, a 10 never (A-TST-2, A-SHT-7).
pub fn needing(what: &str, needs: i32) -> String {
    match needs {
        ..=1 => format!("{what}, only a 1"),
        2..=8 => format!("{what} ≤{needs}"),
        9.. => format!("{what}, any but a 10"),
    }
}

/// "3 hits", "all miss", "a lucky hit"
pub fn hits(dice: &[Cast]) -> String {
    if let [only] = dice {
        return match only.fell {
            Fell::Hit => "a hit",
            Fell::Miss => "a miss",
            Fell::Lucky => "a lucky hit",
            Fell::Dud => "a dud",
        }
        .to_owned();
    }
    match dice.iter().filter(|cast| cast.fell.hits()).count() {
        0 if dice.len() == 2 => "both miss".to_owned(),
        0 => "all miss".to_owned(),
        1 => "1 hit".to_owned(),
        hits => format!("{hits} hits"),
    }
}

/// "1 saved", "none saved", "saved"
pub fn saves(passed: usize, all: usize) -> String {
    match (passed, all) {
        (0, 1) => "not saved".to_owned(),
        (1, 1) => "saved".to_owned(),
        (0, _) => "none saved".to_owned(),
        (2, 2) => "both saved".to_owned(),
        (passed, all) if passed == all => "all saved".to_owned(),
        (passed, _) => format!("{passed} saved"),
    }
}

/// "one pin", "3 pins"
pub fn pins(number: u32) -> String {
    if number == 1 { "one pin".to_owned() } else { count(number, "pin", "pins") }
}

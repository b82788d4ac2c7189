//! Dice as they are seen at a glance, and what they needed.

use gatemaster_discord::signs::{Look, die, plainly};
use gatemaster_rules::at43::event::Rerolled;
use gatemaster_rules::at43::need::{DIE, Need, Test};
use gatemaster_rules::at43::report::deed::Deed;
use gatemaster_rules::dice::Roll;

/// More pictures than this would not fit into a message; the same stands there in figures then.
const MOST_PICTURES: usize = 50;
/// More dice than this are sorted, the best first.
const AS_THEY_FELL: usize = 10;

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
                Deed::Attacked(attacked) => {
                    let harms = attacked.harms.iter();
                    attacked.dice.len()
                        + harms.map(|harm| harm.cover.len() + harm.dice.len()).sum::<usize>()
                }
                Deed::RanOver { rolls, .. } => rolls.len(),
                Deed::Tested(_) => 1,
                _ => 0,
            })
            .sum();
        Self { pictures: number <= MOST_PICTURES }
    }

    /// For a handful.
    pub fn few() -> Self {
        Self { pictures: true }
    }

    pub fn one(self, roll: Roll, look: Look) -> String {
        let face = face_of(roll, look);
        if self.pictures { face } else { plainly(&face) }
    }

    /// Dice of a test with what became of those that were thrown again: "5✓ 2✗→6✓".
    pub fn thrown(self, need: Need, dice: &[Rerolled]) -> String {
        let look = |roll: &Roll| if need.met_by(roll.face) { Look::Hit } else { Look::Miss };
        let mut dice = dice.to_vec();
        if dice.len() > AS_THEY_FELL {
            dice.sort_by_key(|die| std::cmp::Reverse(die.face()));
        }
        let shown = dice.iter().map(|die| {
            let faces: Vec<String> = die.0.iter().map(|roll| self.one(*roll, look(roll))).collect();
            faces.join("→")
        });
        shown.collect::<Vec<_>>().join(" ")
    }

    pub fn rolled(self, need: Need, rolls: &[Roll]) -> String {
        let dice: Vec<Rerolled> = rolls.iter().map(|roll| Rerolled(vec![*roll])).collect();
        self.thrown(need, &dice)
    }
}

/// The face of a die of this game.
fn face_of(roll: Roll, look: Look) -> String {
    let small = |number: u32| u8::try_from(number).unwrap_or(u8::MAX);
    die(small(if roll.sides == 0 { DIE } else { roll.sides }), small(roll.face), look)
}

/// "4+", "sure", "no chance"
pub fn needing(test: &Test) -> String {
    match test.need() {
        Need::Never => "no chance".to_owned(),
        Need::Always => "sure".to_owned(),
        need @ Need::AtLeast(_) => need.to_string(),
    }
}

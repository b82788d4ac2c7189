//! Dice that people roll themselves: which throw comes next and whose it is, so that each is asked for what is theirs.

use serde::{Deserialize, Serialize};

use crate::dice::{Dice, DiceFault, Roll};
use crate::ids::Seat;
use crate::refusal::Refusal;
use crate::text::count;

/// A throw that is still missing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wanted {
    /// The seat whose throw it is.
    pub seat: Seat,
    pub dice: u32,
    pub sides: u32,
    /// "the order test of Hammer, which needs 7"
    pub what: String,
    /// A die out of a bag: whoever drew it names it, and the others may object before anything is done with it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub draw: bool,
}

impl Wanted {
    /// A die that is drawn from a bag of so many.
    pub fn draw(seat: Seat, dice_in_bag: u32) -> Self {
        let what = "the draw: the number of the die in the bag".to_owned();
        Self { seat, dice: 1, sides: dice_in_bag, what, draw: true }
    }

    /// A single die of a throw without a name.
    pub fn next_die(seat: Seat, sides: u32) -> Self {
        Self { seat, dice: 1, sides, what: "what comes next".to_owned(), draw: false }
    }

    /// "5 dice (D10) for the hits of Hammer, which need 6"
    pub fn sentence(&self) -> String {
        let dice = count(self.dice, "die", "dice");
        format!("{dice} (D{}) for {}", self.sides, self.what)
    }

    /// "5 × D10: the hits of Hammer, which need 6", for where there is little room.
    pub fn in_short(&self) -> String {
        format!("{} × D{}: {}", self.dice, self.sides, self.what)
    }
}

/// Dice that are rolled in one go and typed side by side: those of one weapon, say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub dice: u32,
    pub sides: u32,
    /// "mag gun, needs 5"
    pub what: String,
}

impl Part {
    /// "5 × D10, mag gun, needs 5"
    pub fn in_short(&self) -> String {
        format!("{} × D{}, {}", self.dice, self.sides, self.what)
    }
}

impl From<&Wanted> for Part {
    fn from(wanted: &Wanted) -> Self {
        Part { dice: wanted.dice, sides: wanted.sides, what: wanted.what.clone() }
    }
}

/// The dice that have fallen so far, and filler faces after them: only the throw before the filler is looked at.
#[derive(Debug)]
pub struct Padded<'a> {
    fallen: &'a [Roll],
    asked: usize,
    first_missing: Option<u32>,
}

impl<'a> Padded<'a> {
    pub fn new(fallen: &'a [Roll]) -> Self {
        Self { fallen, asked: 0, first_missing: None }
    }

    /// The sides of the first die that has not fallen yet, once the command has been worked out. All that fell must have
    /// been used.
    pub fn first_missing(&self) -> Result<Option<u32>, Refusal> {
        let given = self.fallen.len();
        if self.asked < given {
            return Err(DiceFault::LeftOver { given, used: self.asked }.into());
        }
        Ok(self.first_missing)
    }
}

impl Dice for Padded<'_> {
    fn roll(&mut self, sides: u32) -> Result<Roll, DiceFault> {
        if sides == 0 {
            return Err(DiceFault::NoSides);
        }
        let fallen = self.fallen.get(self.asked).copied();
        self.asked += 1;
        match fallen {
            Some(Roll { face, .. }) if face == 0 || face > sides => {
                Err(DiceFault::OutOfRange { position: self.asked, sides, face })
            }
            Some(roll) => Ok(roll),
            None => {
                self.first_missing.get_or_insert(sides);
                Ok(Roll { number: None, sides, face: sides.div_ceil(2) })
            }
        }
    }
}

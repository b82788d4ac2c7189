//! What was done in a chapter of a battle, one thing after the other, as data.

use super::super::buildings::{Berth, Part};
use super::super::command::Mark;
use super::super::event::{Drawn, Forced, Resist, Test};
use super::super::flow::Manner;
use super::super::inches::Inches;
use super::super::order::Order;
use super::super::shoot::shot_die;
use super::super::state::{UnitId, WeaponId};
use crate::dice::Roll;

/// One thing that was done.
#[derive(Clone, Debug, PartialEq)]
pub enum Deed {
    Drawn(Drawn),
    Deployed {
        unit: UnitId,
        into: Option<Berth>,
    },
    Ordered {
        unit: UnitId,
        order: Order,
        sprint: bool,
        assault: Option<UnitId>,
        distorted: bool,
    },
    /// A unit shoots or strikes; its dice follow.
    Aimed(Aimed),
    /// Dice to hit with one weapon.
    Shots(Shots),
    /// Some of them once more, where they were told in a chapter before.
    Again {
        why: Again,
        needs: i32,
        dice: Vec<Cast>,
    },
    /// Res tests of one unit.
    Saves {
        unit: UnitId,
        tests: Vec<Resist>,
    },
    /// What the hits came to.
    Harm(Harm),
    Tested(Tested),
    /// Pins that came off without a test.
    Unpinned {
        unit: UnitId,
        off: u32,
        dice: Vec<Roll>,
        now: u32,
    },
    Charged {
        unit: UnitId,
        at: UnitId,
        contact: bool,
    },
    /// A fight hand to hand was decided, by the pins on both.
    Decided {
        attacker: UnitId,
        defender: UnitId,
        pins: (u32, u32),
        losers: Vec<UnitId>,
    },
    /// An ambush is kept over the turn's end.
    Kept(UnitId),
    Finished(UnitId),
    TurnBegan(u32),
    /// Anything else, in the report's own sentence.
    Told {
        topic: Topic,
        text: String,
    },
}

/// What a sentence is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    Moved,
    /// What came of something, with nobody's fate in it.
    Result,
    Correction,
    /// How the battle ended, or did not.
    Ending,
    /// Worth a line, and never the first.
    Aside,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Aimed {
    pub from: UnitId,
    pub at: Option<UnitId>,
    pub part: Option<Part>,
    pub manner: Manner,
    pub range: Inches,
    /// Out of an ambush.
    pub sprung: bool,
    /// The target went down before the dice fell.
    pub ducked: bool,
    pub rolled: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shots {
    pub weapon: Option<WeaponId>,
    pub mode: u8,
    pub manner: Manner,
    pub needs: i32,
    /// The dice for the number of shots, where there are any.
    pub number: Vec<Roll>,
    pub dice: Vec<Cast>,
    /// Hits without a die.
    pub automatic: u32,
    /// What was rolled again of them, one after the other.
    pub again: Vec<Reroll>,
    /// Each of its hits is a blast, and what these came to.
    pub blast: bool,
    pub blasts: Vec<Roll>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reroll {
    pub why: Again,
    pub dice: Vec<Cast>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Again {
    /// One miss, because of a spotter drone.
    Spotter,
    /// The hits, because of what the target does.
    Target(Forced),
}

/// A die, and what it came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cast {
    pub roll: Roll,
    pub fell: Fell,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fell {
    Hit,
    Miss,
    /// A-SHT-7: a natural 1.
    Lucky,
    /// A-SHT-7: a natural 10.
    Dud,
}

impl Shots {
    /// The dice as they stand after all that was rolled again.
    pub fn standing(&self) -> Vec<Cast> {
        let mut dice = self.dice.clone();
        for Reroll { why, dice: new } in &self.again {
            let old = dice.iter_mut().filter(|die| why.takes(die.fell));
            for (old, new) in old.zip(new) {
                *old = *new;
            }
        }
        dice
    }

    /// How many of them hit in the end.
    pub fn hits(&self) -> usize {
        self.standing().iter().filter(|cast| cast.fell.hits()).count()
    }

    /// Whether so many dice can have been rolled again for this reason.
    pub(super) fn could_roll_again(&self, why: Again, number: usize) -> bool {
        let open = self.again.iter().all(|known| known.why != why);
        let taken = self.standing().iter().filter(|die| why.takes(die.fell)).count();
        open && match why {
            Again::Spotter => number == 1 && taken > 0,
            Again::Target(_) => number == taken,
        }
    }
}

impl Again {
    /// Which dice it has rolled again (A-SHT-8, A-SHT-9).
    fn takes(self, fell: Fell) -> bool {
        match self {
            Again::Spotter => fell == Fell::Miss,
            Again::Target(_) => fell.hits(),
        }
    }
}

impl Fell {
    pub fn hits(self) -> bool {
        matches!(self, Fell::Hit | Fell::Lucky)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Harm {
    pub unit: UnitId,
    pub lost: Vec<Mark>,
    /// Models that are left.
    pub left: u32,
    pub pins: u32,
    /// All its pins with these.
    pub now: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Tested {
    pub test: Test,
    /// Pins off, and the dice that said how many.
    pub off: u32,
    pub dice: Vec<Roll>,
    /// Pins taken for it.
    pub pins: u32,
    /// All its pins after it.
    pub now: u32,
    /// It went down for it.
    pub down: bool,
    pub destroyed: bool,
}

/// What each of these dice came to.
pub(super) fn cast(dice: &[Roll], needs: i32, manner: Manner) -> Vec<Cast> {
    let fell = |roll: Roll| {
        let die = shot_die(roll, needs, manner);
        match (die.hit, die.lucky, die.dud) {
            (true, true, _) => Fell::Lucky,
            (true, false, _) => Fell::Hit,
            (false, _, true) => Fell::Dud,
            (false, _, false) => Fell::Miss,
        }
    };
    dice.iter().map(|roll| Cast { roll: *roll, fell: fell(*roll) }).collect()
}

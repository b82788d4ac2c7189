//! What is wrong with a company, as data and in words.

use std::fmt;

use super::platoons::Platoon;
use super::unit_fault::UnitFault;
use super::{MAX_UNITS, names::either};
use crate::file::fault::shown;
use crate::text::{MAX_TITLE, list};

/// One thing that is wrong with a company. Opponents may accept [`Fault::Over`], and nothing else (T-BLD-1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Its name cannot be shown.
    Name,
    UnknownArmy {
        key: String,
        near: Option<String>,
        known: Vec<String>,
    },
    NoUnits,
    TooManyUnits {
        number: usize,
    },
    /// `unit` is its place in the company.
    Unit {
        unit: usize,
        name: String,
        fault: UnitFault,
    },
    /// T-BLD-3
    NoOfficer,
    /// More than one officer of rank 5 (T-BLD-3).
    HighestRankTwice {
        title: String,
        units: Vec<String>,
    },
    /// A hero is one person (T-HER-1).
    HeroTwice {
        hero: String,
        units: Vec<String>,
    },
    /// T-BLD-2
    Platoons(Unplaced),
    /// T-BLD-1, T-BLD-8
    Over {
        share: Share,
        by: u32,
        sum: u32,
        limit: u32,
    },
}

/// What a sum is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// The whole company, where there are no reinforcements.
    Whole,
    Assault,
    Reinforcement,
}

/// Units for which no slot is left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unplaced {
    /// As far as they could be filled.
    pub platoons: Vec<Platoon>,
    /// The places of the units that are left over.
    pub left: Vec<usize>,
    pub why: Why,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// The army has no platoon pattern.
    NoPattern,
    /// No slot of the pattern takes these units at all.
    NeverFits { units: Vec<String> },
    /// The slots that take them are filled, and a new platoon may not begin.
    NoRoom { units: Vec<String>, platoon: usize, empty: Vec<EmptySlot> },
    /// The next platoon has nobody for its compulsory slot.
    NotBegun { units: Vec<String>, platoon: usize, takes: String },
    /// More officers of rank 4 than platoons (T-BLD-3).
    Sole { title: String, units: Vec<String>, platoons: usize },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmptySlot {
    /// 1 to 5.
    pub slot: usize,
    /// What it takes, in words.
    pub takes: String,
}

/// ` (did you mean "steel_troopers"?)`, or nothing.
pub(super) fn hint(near: Option<&String>) -> String {
    near.map(|near| format!(" Did you mean {near}?")).unwrap_or_default()
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Name => write!(
                f,
                "The company's name cannot be shown; choose one line of at most {MAX_TITLE} letters."
            ),
            Fault::UnknownArmy { key, near: _, known } if key.is_empty() => {
                write!(f, "The company has no army yet; choose {}.", either(known))
            }
            Fault::UnknownArmy { key, near, known } => write!(
                f,
                "There is no army {}; there {} {}.{}",
                shown(key),
                if known.len() == 1 { "is" } else { "are" },
                list(known),
                hint(near.as_ref())
            ),
            Fault::NoUnits => f.write_str("The company has no units yet; add one."),
            Fault::TooManyUnits { number } => write!(
                f,
                "The company has {number} units; at most {MAX_UNITS} can be brought. Leave some out."
            ),
            Fault::Unit { unit: _, name, fault } => write!(f, "{name}: {fault}"),
            Fault::NoOfficer => {
                f.write_str("The company has no officer; at least one of its units needs one.")
            }
            Fault::HighestRankTwice { title, units } => write!(
                f,
                "A company has at most one officer of rank 5 ({title}); here are {} of them, in {}.",
                units.len(),
                list(units)
            ),
            Fault::HeroTwice { hero, units } => {
                write!(f, "{hero} is one person and leads one unit; here he leads {}.", list(units))
            }
            Fault::Platoons(unplaced) => unplaced.why.fmt(f),
            Fault::Over { share, by, sum, limit } => {
                let what = match share {
                    Share::Whole => "The company costs",
                    Share::Assault => "The assault units cost",
                    Share::Reinforcement => "The reinforcement units cost",
                };
                write!(f, "{what} {sum} AP, {by} more than the {limit} agreed.")
            }
        }
    }
}

impl Why {
    /// Why one unit more finds no slot, in a few words: "fill slots 2 and 3 of platoon 1 first".
    pub fn in_short(&self) -> String {
        match self {
            Why::NoPattern => "the army has no slots".to_owned(),
            Why::NeverFits { .. } => "no slot takes it".to_owned(),
            Why::NoRoom { platoon, empty, .. } => {
                let slots: Vec<String> = empty.iter().map(|one| one.slot.to_string()).collect();
                let slot = if slots.len() == 1 { "slot" } else { "slots" };
                format!("fill {slot} {} of platoon {platoon} first", list(&slots))
            }
            Why::NotBegun { platoon, takes, .. } => {
                format!("platoon {platoon} begins with {takes}")
            }
            Why::Sole { title, .. } => format!("one {title} in a platoon"),
        }
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::NoPattern => {
                f.write_str("The army has no platoon pattern, so no unit has a slot.")
            }
            Why::NeverFits { units } => write!(
                f,
                "No slot of a platoon takes {}; leave {} out.",
                list(units),
                them(units.len())
            ),
            Why::NoRoom { units, platoon, empty } => {
                let empty: Vec<String> =
                    empty.iter().map(|one| format!("slot {} ({})", one.slot, one.takes)).collect();
                write!(
                    f,
                    "No slot is left for {}: platoon {platoon} is not complete. Fill {} before a new platoon begins.",
                    list(units),
                    list(&empty)
                )
            }
            Why::NotBegun { units, platoon, takes } => write!(
                f,
                "No slot is left for {}: platoon {platoon} begins with {takes}, and no such unit is free.",
                list(units)
            ),
            Why::Sole { title, units, platoons } => write!(
                f,
                "A platoon has at most one officer of rank 4 ({title}); {} cannot be spread over {}.",
                list(units),
                crate::text::count(
                    u32::try_from(*platoons).unwrap_or(u32::MAX),
                    "platoon",
                    "platoons"
                )
            ),
        }
    }
}

fn them(number: usize) -> &'static str {
    if number == 1 { "it" } else { "them" }
}

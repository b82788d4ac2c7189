//! What is wrong with one unit, as data and in words.

use std::fmt;

use super::super::profile::Specialist;
use super::fault::hint;
use super::names::{either, in_sentence, specialist_name};
use crate::file::fault::shown;
use crate::text::{count, list};

/// What is wrong with one unit, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnitFault {
    UnknownUnit {
        key: String,
        near: Option<String>,
    },
    /// All units of a company are of one army (T-BLD-2).
    OtherArmy {
        theirs: String,
        company: String,
    },
    /// T-BLD-4
    Number {
        number: u8,
        from: u8,
        to: u8,
        officer: Option<String>,
    },
    /// A static support unit comes in crews (T-UNI-5).
    Crews {
        number: u8,
        standard: u8,
        crew: u8,
    },
    UnknownEquipment {
        key: String,
        near: Option<String>,
    },
    TooMuchEquipment {
        number: usize,
    },
    /// The price table has no line for it (T-BLD-5).
    Equipment {
        chosen: Vec<String>,
        sold: Vec<String>,
    },
    UnknownWeapon {
        key: String,
        near: Option<String>,
    },
    /// T-BLD-6
    NotItsWeapon {
        weapon: String,
        allowed: Vec<String>,
    },
    BearersWithoutWeapon {
        bearers: u8,
        allowed: Vec<String>,
    },
    WeaponWithoutBearers {
        weapon: String,
    },
    TooManyBearers {
        bearers: u8,
        number: u8,
        most: u8,
        later: Option<(u8, u8)>,
    },
    /// All of a mobile support unit are bearers (T-UNI-5).
    AllBear {
        bearers: u8,
        number: u8,
        allowed: Vec<String>,
    },
    /// T-BLD-7
    TooManySpecialists {
        number: usize,
        most: u8,
    },
    NotItsSpecialist {
        kind: Specialist,
        allowed: Vec<Specialist>,
    },
    /// T-BLD-3
    NoSuchRank {
        rank: u8,
    },
    NotItsOfficer {
        title: String,
        allowed: Vec<String>,
    },
    /// One officer per unit, and a hero is one (T-BLD-3, T-HER-1).
    OfficerAndHero {
        title: String,
        hero: String,
    },
    UnknownHero {
        key: String,
        near: Option<String>,
    },
    HeroOfOtherArmy {
        hero: String,
    },
    /// T-MIS-61
    PilotOfMissions {
        hero: String,
    },
    /// T-HER-1
    NotHisUnit {
        hero: String,
        leads: String,
    },
    /// Officer, specialists and bearers are counted in (T-BLD-4).
    Crowded {
        special_fighters: usize,
        number: u8,
    },
    /// The list gives no price for this number.
    NoPrice {
        number: u8,
    },
    /// T-BLD-8
    NoReinforcements,
}

impl fmt::Display for UnitFault {
    #[expect(clippy::too_many_lines, reason = "an arm for each fault")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnitFault::UnknownUnit { key, .. } if key.is_empty() => {
                f.write_str("it has no kind yet; choose one from the army list.")
            }
            UnitFault::UnknownUnit { key, near } => unknown(f, "unit", key, near.as_ref()),
            UnitFault::OtherArmy { theirs, company } => write!(
                f,
                "it belongs to the {theirs}; all units of this company are of the {company}."
            ),
            UnitFault::Number { number, from, to, officer } => {
                let with = match officer {
                    Some(title) => format!("With a {title} the unit has"),
                    None => "The unit has".to_owned(),
                };
                let range = if from == to { from.to_string() } else { format!("{from} to {to}") };
                let wrong = if number < from { "too few" } else { "too many" };
                let are = if *number == 1 { "is" } else { "are" };
                write!(f, "{number} {are} {wrong}. {with} {range}.")
            }
            UnitFault::Crews { number, standard, crew } => write!(
                f,
                "weapons come with their gunners, {crew} together from {standard} on; {number} makes no whole crews."
            ),
            UnitFault::UnknownEquipment { key, near } => {
                unknown(f, "equipment", key, near.as_ref())
            }
            UnitFault::TooMuchEquipment { number } => {
                write!(f, "{number} pieces of equipment are too many to be read.")
            }
            UnitFault::Equipment { chosen, sold } => write!(
                f,
                "{} cannot be had for it. There is {}.",
                in_sentence(&list(chosen)),
                either(sold)
            ),
            UnitFault::UnknownWeapon { key, near } => {
                unknown(f, "special weapon", key, near.as_ref())
            }
            UnitFault::NotItsWeapon { weapon, allowed } => {
                write!(f, "it cannot have a {}. {}", in_sentence(weapon), carries(allowed))
            }
            UnitFault::BearersWithoutWeapon { bearers, allowed } => write!(
                f,
                "{} {} no special weapon. {}",
                count(u32::from(*bearers), "bearer", "bearers"),
                if *bearers == 1 { "has" } else { "have" },
                carries(allowed)
            ),
            UnitFault::WeaponWithoutBearers { weapon } => write!(
                f,
                "nobody bears the {}. Choose a bearer, or no special weapon.",
                in_sentence(weapon)
            ),
            UnitFault::TooManyBearers { bearers, number, most, later } => {
                let has = if *most == 0 { "none".to_owned() } else { format!("at most {most}") };
                write!(
                    f,
                    "{} too many for {}; it has {has}",
                    match bearers {
                        1 => "1 special weapon is".to_owned(),
                        bearers => format!("{bearers} special weapons are"),
                    },
                    count(u32::from(*number), "fighter", "fighters")
                )?;
                match later {
                    Some((from, more)) => write!(f, ", and {more} from {from} fighters on."),
                    None => f.write_str("."),
                }
            }
            UnitFault::AllBear { bearers, number, allowed } => {
                write!(f, "all {number} bear a special weapon, not {bearers}. {}", carries(allowed))
            }
            UnitFault::TooManySpecialists { number, most: 0 } => write!(
                f,
                "it has no specialists; leave out {}.",
                if *number == 1 { "the one" } else { "them" }
            ),
            UnitFault::TooManySpecialists { number, most } => {
                write!(f, "{number} specialists are too many; it has at most {most}.")
            }
            UnitFault::NotItsSpecialist { kind, allowed } => {
                let allowed: Vec<&str> =
                    allowed.iter().map(|kind| specialist_name(*kind)).collect();
                write!(
                    f,
                    "it cannot have a {}, only a {}.",
                    specialist_name(*kind),
                    either(&allowed)
                )
            }
            UnitFault::NoSuchRank { rank } => {
                write!(f, "there is no officer of rank {rank}; ranks go from 1 to 5.")
            }
            UnitFault::NotItsOfficer { title, allowed } if allowed.is_empty() => {
                write!(f, "it has no officers, so no {title}.")
            }
            UnitFault::NotItsOfficer { title, allowed } => {
                write!(f, "it cannot have a {title}, only a {}.", either(allowed))
            }
            UnitFault::OfficerAndHero { title, hero } => {
                write!(f, "it has one officer at most: either a {title} or {hero}.")
            }
            UnitFault::UnknownHero { key, near } => unknown(f, "hero", key, near.as_ref()),
            UnitFault::HeroOfOtherArmy { hero } => {
                write!(f, "{hero} serves another army and leads none of its units.")
            }
            UnitFault::PilotOfMissions { hero } => {
                write!(f, "{hero} comes with missions and is in no company.")
            }
            UnitFault::NotHisUnit { hero, leads } => {
                write!(f, "{hero} cannot lead it; he leads {leads}.")
            }
            UnitFault::Crowded { special_fighters, number } => write!(
                f,
                "officer, specialists and bearers are counted in, and here are {special_fighters} of them among {number}."
            ),
            UnitFault::NoPrice { number } => {
                write!(f, "the list gives no price for {number}; choose another number.")
            }
            UnitFault::NoReinforcements => f.write_str(
                "it is marked as reinforcement, but this game has none. Mark it as assault unit.",
            ),
        }
    }
}

fn unknown(
    f: &mut fmt::Formatter<'_>,
    what: &str,
    key: &str,
    near: Option<&String>,
) -> fmt::Result {
    write!(f, "there is no {what} {}.{}", shown(key), hint(near))
}

fn carries(allowed: &[String]) -> String {
    if allowed.is_empty() {
        return "It has no special weapons.".to_owned();
    }
    let allowed: Vec<String> = allowed.iter().map(|name| in_sentence(name)).collect();
    format!("Its special weapons are {}, one kind in a unit.", either(&allowed))
}

//! What the buttons, lists and forms of orders, moves, charges and deployment mean.

use gatemaster_rules::antares::buildings::{Facing, Spot};
use gatemaster_rules::antares::command::Nerve;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::state::UnitId;
use gatemaster_rules::ids::Seat;

use super::super::press::Words;
use super::places::{spot_numbers, spot_of};

/// What a player has chosen for the drawn die so far; nothing has happened yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sheet {
    pub unit: UnitId,
    /// What helps in the order test.
    pub help: Nerve,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderPress {
    /// A list: which unit the drawn die is for.
    Unit,
    /// Back to that list.
    AnotherUnit,
    /// Before the first die: a unit that begins inside or on a building, picked from a list.
    Garrison,
    /// Back to the orders of this unit.
    Orders(Sheet),
    /// A list: what helps this unit in its order test.
    Help(UnitId),
    Give {
        sheet: Sheet,
        order: Order,
        sprint: bool,
    },
    /// A list: the Fire order, and at whom.
    FireAt(Sheet),
    /// Shows the enemies that could be assaulted.
    Assaults(Sheet),
    /// A list: the Run order, and whom it assaults.
    Assault(Sheet),
    /// The same beside it: no two lists of a message may be called alike.
    SprintingAssault(Sheet),

    /// The acting unit's move over open ground, or about the roof or hall it is in.
    Moved,
    /// A form: what lay on its way.
    Way,
    /// It left the building it was in.
    Left,
    /// A form: what lay on its way from there.
    LeftWay,
    /// A list: where in, on or out of buildings it went.
    GoTo,
    /// Back to everything the acting unit can do.
    Again,
    /// The charge reached the enemy, who has this much cover.
    Contact(u8),
    FellShort,
    /// A form: the charge with what lay on its way.
    ChargeWay,
    /// What the charge promises.
    Odds,
    /// A list: at whom the acting unit shoots.
    ShootAt,
    /// A form: blind fire.
    Blind,
    Done,

    /// A list: which unit comes onto the table.
    Deploy,
    /// It stands on the table.
    DeployUnit(UnitId),
    /// Back to where this unit could deploy.
    DeployPlaces(UnitId),
    /// A list: inside or on which building.
    DeployInto(UnitId),
    /// Inside for the whole battle, at an opening of this side.
    Emplace {
        unit: UnitId,
        spot: Spot,
        opening: Facing,
    },
    /// A list: which of this side's infiltrators.
    Infiltrators(Seat),
    Infiltrate {
        unit: UnitId,
        runs: bool,
    },
    /// A form: what lies on the infiltrators' way.
    InfiltrateWay(UnitId),
    /// A list: where in, on or out of buildings they run.
    InfiltrateTo(UnitId),
    /// Back to everything these infiltrators can do.
    Infiltrator(UnitId),
}

impl Sheet {
    pub fn of(unit: UnitId) -> Self {
        Self { unit, help: Nerve::default() }
    }

    fn numbers(self) -> [u32; 2] {
        [self.unit.0.into(), help_number(self.help)]
    }

    fn read(unit: u32, help: u32) -> Option<Self> {
        Some(Self { unit: unit_of(unit)?, help: help_of(help)? })
    }
}

/// 0 is nobody, 1 the soma grafts, and from 2 on a commander's unit.
pub fn help_number(help: Nerve) -> u32 {
    match help {
        Nerve { soma: true, .. } => 1,
        Nerve { commander: Some(unit), .. } => u32::from(unit.0) + 2,
        Nerve { commander: None, soma: false } => 0,
    }
}

pub fn help_of(number: u32) -> Option<Nerve> {
    Some(match number {
        0 => Nerve::default(),
        1 => Nerve { commander: None, soma: true },
        unit => Nerve { commander: Some(unit_of(unit - 2)?), soma: false },
    })
}

fn unit_of(number: u32) -> Option<UnitId> {
    u16::try_from(number).ok().map(UnitId)
}

fn order_number(order: Order) -> u32 {
    let place = Order::ALL.iter().position(|other| *other == order);
    place.and_then(|place| u32::try_from(place).ok()).unwrap_or_default()
}

fn order_of(number: u32) -> Option<Order> {
    Order::ALL.get(usize::try_from(number).ok()?).copied()
}

fn facing_number(facing: Facing) -> u32 {
    match facing {
        Facing::Front => 0,
        Facing::Right => 1,
        Facing::Back => 2,
        Facing::Left => 3,
    }
}

fn facing_of(number: u32) -> Option<Facing> {
    Facing::ALL.into_iter().find(|facing| facing_number(*facing) == number)
}

fn yes_or_no(number: u32) -> Option<bool> {
    match number {
        0 => Some(false),
        1 => Some(true),
        _ => None,
    }
}

impl OrderPress {
    pub fn words(self) -> Words {
        let bare = |word| (word, Vec::new());
        let unit = |word, unit: UnitId| (word, vec![u32::from(unit.0)]);
        let sheet = |word, sheet: Sheet| (word, sheet.numbers().to_vec());
        match self {
            Self::Unit => bare("unit"),
            Self::AnotherUnit => bare("units"),
            Self::Garrison => bare("garrison"),
            Self::Orders(of) => sheet("orders", of),
            Self::Help(of) => unit("help", of),
            Self::Give { sheet, order, sprint } => {
                let [unit, help] = sheet.numbers();
                ("give", vec![unit, help, order_number(order), sprint.into()])
            }
            Self::FireAt(of) => sheet("fire", of),
            Self::Assaults(of) => sheet("assaults", of),
            Self::Assault(of) => sheet("assault", of),
            Self::SprintingAssault(of) => sheet("charge", of),
            Self::Moved => bare("moved"),
            Self::Way => bare("way"),
            Self::Left => bare("left"),
            Self::LeftWay => bare("leftway"),
            Self::GoTo => bare("goto"),
            Self::Again => bare("again"),
            Self::Contact(cover) => ("contact", vec![cover.into()]),
            Self::FellShort => bare("short"),
            Self::ChargeWay => bare("chargeway"),
            Self::Odds => bare("odds"),
            Self::ShootAt => bare("shoot"),
            Self::Blind => bare("blind"),
            Self::Done => bare("done"),
            Self::Deploy => bare("deploy"),
            Self::DeployUnit(of) => unit("deploy", of),
            Self::DeployPlaces(of) => unit("places", of),
            Self::DeployInto(of) => unit("into", of),
            Self::Emplace { unit, spot, opening } => {
                let [building, column, level] = spot_numbers(spot);
                let opening = facing_number(opening);
                ("emplace", vec![unit.0.into(), building, column, level, opening])
            }
            Self::Infiltrators(seat) => ("infiltrators", vec![seat.0.into()]),
            Self::Infiltrate { unit, runs } => ("infiltrate", vec![unit.0.into(), runs.into()]),
            Self::InfiltrateWay(of) => unit("infiltrateway", of),
            Self::InfiltrateTo(of) => unit("infiltrateto", of),
            Self::Infiltrator(of) => unit("infiltrator", of),
        }
    }

    pub fn from_words(word: &str, numbers: &[u32]) -> Option<Self> {
        Some(match (word, numbers) {
            ("unit", []) => Self::Unit,
            ("units", []) => Self::AnotherUnit,
            ("garrison", []) => Self::Garrison,
            ("orders", [unit, help]) => Self::Orders(Sheet::read(*unit, *help)?),
            ("help", [unit]) => Self::Help(unit_of(*unit)?),
            ("give", [unit, help, order, sprint]) => Self::Give {
                sheet: Sheet::read(*unit, *help)?,
                order: order_of(*order)?,
                sprint: yes_or_no(*sprint)?,
            },
            ("fire", [unit, help]) => Self::FireAt(Sheet::read(*unit, *help)?),
            ("assaults", [unit, help]) => Self::Assaults(Sheet::read(*unit, *help)?),
            ("assault", [unit, help]) => Self::Assault(Sheet::read(*unit, *help)?),
            ("charge", [unit, help]) => Self::SprintingAssault(Sheet::read(*unit, *help)?),
            ("moved", []) => Self::Moved,
            ("way", []) => Self::Way,
            ("left", []) => Self::Left,
            ("leftway", []) => Self::LeftWay,
            ("goto", []) => Self::GoTo,
            ("again", []) => Self::Again,
            ("contact", [cover]) => Self::Contact(u8::try_from(*cover).ok()?),
            ("short", []) => Self::FellShort,
            ("chargeway", []) => Self::ChargeWay,
            ("odds", []) => Self::Odds,
            ("shoot", []) => Self::ShootAt,
            ("blind", []) => Self::Blind,
            ("done", []) => Self::Done,
            ("deploy", []) => Self::Deploy,
            ("deploy", [unit]) => Self::DeployUnit(unit_of(*unit)?),
            ("places", [unit]) => Self::DeployPlaces(unit_of(*unit)?),
            ("into", [unit]) => Self::DeployInto(unit_of(*unit)?),
            ("emplace", [unit, building, column, level, opening]) => Self::Emplace {
                unit: unit_of(*unit)?,
                spot: spot_of([*building, *column, *level])?,
                opening: facing_of(*opening)?,
            },
            ("infiltrators", [seat]) => Self::Infiltrators(Seat(u8::try_from(*seat).ok()?)),
            ("infiltrate", [unit, runs]) => {
                Self::Infiltrate { unit: unit_of(*unit)?, runs: yes_or_no(*runs)? }
            }
            ("infiltrateway", [unit]) => Self::InfiltrateWay(unit_of(*unit)?),
            ("infiltrateto", [unit]) => Self::InfiltrateTo(unit_of(*unit)?),
            ("infiltrator", [unit]) => Self::Infiltrator(unit_of(*unit)?),
            _ => return None,
        })
    }

    /// One of each kind, with the largest numbers, for the test of the custom ids.
    #[cfg(test)]
    pub fn samples() -> Vec<Self> {
        use gatemaster_rules::antares::buildings::BuildingId;
        let unit = UnitId(u16::MAX);
        let sheet = Sheet { unit, help: Nerve { commander: Some(unit), soma: false } };
        let mut samples = vec![
            Self::Unit,
            Self::Garrison,
            Self::AnotherUnit,
            Self::Orders(sheet),
            Self::Orders(Sheet { unit, help: Nerve { commander: None, soma: true } }),
            Self::Orders(Sheet::of(UnitId(0))),
            Self::Help(unit),
            Self::FireAt(sheet),
            Self::Assaults(sheet),
            Self::Assault(sheet),
            Self::SprintingAssault(sheet),
            Self::Moved,
            Self::Way,
            Self::Left,
            Self::LeftWay,
            Self::GoTo,
            Self::Again,
            Self::Contact(u8::MAX),
            Self::FellShort,
            Self::ChargeWay,
            Self::Odds,
            Self::ShootAt,
            Self::Blind,
            Self::Done,
            Self::Deploy,
            Self::DeployUnit(unit),
            Self::DeployPlaces(unit),
            Self::DeployInto(unit),
            Self::Infiltrators(Seat(u8::MAX)),
            Self::Infiltrate { unit, runs: true },
            Self::Infiltrate { unit, runs: false },
            Self::InfiltrateWay(unit),
            Self::InfiltrateTo(unit),
            Self::Infiltrator(unit),
        ];
        let building = BuildingId(u8::MAX);
        for opening in Facing::ALL {
            let spot = Spot::block(building, u8::MAX, u8::MAX);
            samples.push(Self::Emplace { unit, spot, opening });
            samples.push(Self::Emplace { unit, spot: Spot::roof(building, 0), opening });
        }
        for order in Order::ALL {
            for sprint in [false, true] {
                samples.push(Self::Give { sheet, order, sprint });
            }
        }
        samples
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_we_did_not_write_is_not_understood() {
        for (word, numbers) in [
            ("orders", vec![1]),
            ("orders", vec![70_000, 0]),
            ("orders", vec![1, 70_000]),
            ("give", vec![1, 0, 6, 0]),
            ("give", vec![1, 0, 2, 2]),
            ("contact", vec![256]),
            ("infiltrators", vec![256]),
            ("infiltrate", vec![1, 7]),
            ("moved", vec![1]),
            ("emplace", vec![1, 0, 0, 1]),
            ("emplace", vec![1, 0, 0, 1, 4]),
            ("emplace", vec![1, 256, 0, 1, 0]),
            ("march", vec![]),
        ] {
            assert_eq!(OrderPress::from_words(word, &numbers), None, "{word} {numbers:?}");
        }
    }
}

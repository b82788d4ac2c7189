//! Corrections: tables make mistakes. An organiser's is done at once, a player's when the other side agrees;
//! each is a step of its own, so everybody can see it and undo can take it back.

use serde::{Deserialize, Serialize};

use super::buildings::{
    Building, BuildingId, MAX_STRENGTH, Part, Plan, Spot, room, units_in, wrong_with,
};
use super::command::Mark;
use super::order::Order;
use super::profile::Stat;
use super::state::{Ammo, Condition, ModelId, Phase, Soma, State, Unit, UnitId, WeaponId};
use crate::refusal::Refusal;
use crate::text::count;

/// No unit carries more pins than this; a larger number is a slip of the finger.
pub const MAX_PINS: u32 = 30;
/// Buildings of one battle, those included that were taken away: each keeps its number.
pub const MAX_EVER: usize = 127;
/// The highest value a stat can be set to.
pub const MAX_STAT: u8 = 20;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged, try_from = "StoredCorrection")]
pub enum Correction {
    Unit { unit: UnitId, change: Change },
    Site(SiteChange),
}

/// A correction as it is stored; which fields there are tells what it is.
#[derive(Deserialize)]
struct StoredCorrection {
    unit: Option<UnitId>,
    change: Option<Change>,
    add: Option<Plan>,
    remove: Option<BuildingId>,
    left: Option<StoredLeft>,
}

#[derive(Deserialize)]
struct StoredLeft {
    part: Part,
    left: u32,
}

impl TryFrom<StoredCorrection> for Correction {
    type Error = &'static str;

    fn try_from(stored: StoredCorrection) -> Result<Self, Self::Error> {
        Ok(match stored {
            StoredCorrection { unit: Some(unit), change: Some(change), .. } => {
                Self::Unit { unit, change }
            }
            StoredCorrection { add: Some(plan), .. } => Self::Site(SiteChange::Add(plan)),
            StoredCorrection { remove: Some(id), .. } => Self::Site(SiteChange::Remove(id)),
            StoredCorrection { left: Some(StoredLeft { part, left }), .. } => {
                Self::Site(SiteChange::Left { part, left })
            }
            StoredCorrection { .. } => return Err("this corrects nothing"),
        })
    }
}

/// A change of what stands on the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SiteChange {
    Add(Plan),
    /// Whoever was in or on it stands on open ground.
    Remove(BuildingId),
    /// What is left of a column's damage value.
    Left {
        part: Part,
        left: u32,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    Pins(u32),
    /// A model, a gun or a drone is lost.
    Remove(Mark),
    /// It was not lost after all.
    Restore(Mark),
    /// The order dice that lie beside the unit, oldest first; the others go back into the bag.
    Orders(Vec<Order>),
    /// Order dice gone for good.
    DiceLost(u8),
    Stat {
        model: ModelId,
        stat: Stat,
        value: u8,
    },
    Immobilised {
        model: ModelId,
        is: bool,
    },
    /// A weapon works again, or does not.
    Weapon {
        mark: Mark,
        weapon: WeaponId,
        works: bool,
    },
    Ammo(Ammo),
    Soma(Soma),
    LockLost,
    /// It is here, or on open ground; whoever was emplaced is so no more.
    Spot(Option<Spot>),
    /// The whole unit is off the table.
    Destroyed,
    /// It is back with the models it had left, or all of them, all its dice in the bag, and no more pins than it can bear.
    Revived,
}

impl Correction {
    /// One sentence why it cannot be done.
    pub fn check(&self, state: &State) -> Result<(), Refusal> {
        let (id, change) = match self {
            Self::Unit { unit, change } => (*unit, change),
            Self::Site(change) => return change.check(state),
        };
        let unit = state.unit(id).ok_or_else(|| Refusal::new("There is no such unit."))?;
        if unit.destroyed && *change != Change::Revived {
            return Err(Refusal::new(format!(
                "{} is destroyed; bring it back first, then set the rest right.",
                unit.name
            )));
        }
        match change {
            Change::Spot(spot) => check_spot(state, unit, *spot),
            Change::Pins(pins) if *pins > MAX_PINS => {
                Err(Refusal::new(format!("A unit can be set to at most {MAX_PINS} pins.")))
            }
            Change::Remove(mark) => check_remove(unit, *mark),
            Change::Restore(mark) => match is_lost(unit, *mark) {
                Some(true) if matches!(mark, Mark::Model(_)) => check_room_for_one(state, unit),
                Some(true) => Ok(()),
                Some(false) => Err(Refusal::new("That was never lost.")),
                None => Err(unknown_mark(unit)),
            },
            Change::Orders(orders) => {
                let has = unit.dice.total.saturating_sub(unit.dice.lost);
                if orders.len() > usize::from(has) {
                    let dice = count(u32::from(has), "order die", "order dice");
                    return Err(Refusal::new(format!("{} has {dice}.", unit.name)));
                }
                if !matches!(state.phase, Phase::Orders | Phase::TurnEnd) {
                    return Err(Refusal::new("Order dice come into play with the first turn."));
                }
                Ok(())
            }
            Change::DiceLost(lost) if *lost >= unit.dice.total => Err(Refusal::new(format!(
                "{} keeps at least one order die while it lives; destroy the unit instead.",
                unit.name
            ))),
            Change::DiceLost(lost)
                if usize::from(unit.dice.total - lost) < unit.dice.placed.len() =>
            {
                Err(Refusal::new("Take a placed die back into the bag first."))
            }
            Change::Stat { model, value, .. } => {
                if *value == 0 || *value > MAX_STAT {
                    return Err(Refusal::new(format!("A stat goes from 1 to {MAX_STAT}.")));
                }
                living_model(unit, *model)
            }
            Change::Immobilised { model, .. } => living_model(unit, *model),
            Change::Weapon { mark, weapon, works } => check_weapon(unit, *mark, *weapon, *works),
            Change::Soma(soma) if (unit.soma == Soma::None) != (*soma == Soma::None) => {
                Err(Refusal::new(if unit.soma == Soma::None {
                    format!("{} has no soma grafts.", unit.name)
                } else {
                    format!(
                        "The soma grafts of {} stay; say whether they are dormant, active or wild.",
                        unit.name
                    )
                }))
            }
            Change::LockLost if unit.lock.is_none() => {
                Err(Refusal::new(format!("{} has no lock.", unit.name)))
            }
            Change::Revived if !unit.destroyed => {
                Err(Refusal::new(format!("{} is not destroyed.", unit.name)))
            }
            Change::Revived if unit.alive() == 0 && unit.models.is_empty() => {
                Err(Refusal::new("That unit has no models."))
            }
            Change::Pins(_)
            | Change::DiceLost(_)
            | Change::Ammo(_)
            | Change::Soma(_)
            | Change::LockLost
            | Change::Destroyed
            | Change::Revived => Ok(()),
        }
    }

    /// Carries it out; only what [`Correction::check`] has let through.
    pub(super) fn apply(&self, state: &mut State) {
        let after_deployment = !matches!(state.phase, Phase::DeployingSnipers | Phase::Deploying);
        let (id, change) = match self {
            Self::Unit { unit, change } => (*unit, change),
            Self::Site(change) => return change.apply(state),
        };
        let Some(unit) = state.units.get_mut(id.index()) else { return };
        match change {
            Change::Pins(pins) => unit.pins = *pins,
            Change::Spot(spot) => {
                unit.spot = *spot;
                unit.emplaced = None;
            }
            Change::Remove(mark) => set_lost(unit, *mark, true),
            Change::Restore(mark) => set_lost(unit, *mark, false),
            Change::Orders(orders) => {
                unit.dice.placed.clone_from(orders);
                if unit.order() != Some(Order::Fire) {
                    unit.lock = None;
                }
            }
            Change::DiceLost(lost) => unit.dice.lost = *lost,
            Change::Stat { model, stat, value } => {
                if let Some(model) = unit.models.get_mut(model.index()) {
                    model.stats.set(*stat, *value);
                }
            }
            Change::Immobilised { model, is } => {
                if let Some(model) = unit.models.get_mut(model.index()) {
                    model.immobilised = *is;
                }
            }
            Change::Weapon { mark, weapon, works } => set_weapon(unit, *mark, *weapon, *works),
            Change::Ammo(ammo) => unit.ammo = *ammo,
            Change::Soma(soma) => unit.soma = *soma,
            Change::LockLost => unit.lock = None,
            Change::Destroyed => unit.destroy(),
            Change::Revived => {
                unit.destroyed = false;
                unit.deployed |= after_deployment;
                unit.dice.lost = 0;
                if unit.alive() == 0 {
                    for model in &mut unit.models {
                        model.lost = false;
                    }
                }
                // else it would break again at once (A-BRK-6)
                unit.pins = unit.pins.min(u32::from(unit.command()).saturating_sub(1));
            }
        }
        if *change == Change::Destroyed {
            state.unlock_from(id);
        }
    }
}

impl State {
    /// Everything that speaks against this building on the table, together.
    pub fn wrong_with_one_more(&self, plan: &Plan) -> Vec<String> {
        // a link to a building that was taken away is no fault of this one
        let without_links = |plan: &Plan| Plan { links: Vec::new(), ..plan.clone() };
        let mut plans: Vec<Plan> =
            self.buildings_here().map(|(_, building)| without_links(&building.plan)).collect();
        plans.push(plan.clone());
        wrong_with(&plans)
    }
}

impl SiteChange {
    fn check(&self, state: &State) -> Result<(), Refusal> {
        match self {
            Self::Add(plan) => {
                let full = state.buildings.len() >= MAX_EVER;
                match state.wrong_with_one_more(plan).into_iter().next() {
                    Some(fault) => Err(Refusal::new(fault)),
                    None if full => Err(Refusal::new("No more buildings can be added.")),
                    None => Ok(()),
                }
            }
            Self::Remove(id) => match state.building(*id) {
                Some(building) if !building.removed => Ok(()),
                Some(_) | None => Err(Refusal::new("There is no such building on the table.")),
            },
            Self::Left { part, left } => match state.building(part.building) {
                Some(building) if building.stands(part.column) => {
                    if building.plan.strength == 0 {
                        Err(Refusal::new(format!("{} cannot be brought down.", building.plan.name)))
                    } else if (1..=MAX_STRENGTH).contains(left) {
                        Ok(())
                    } else {
                        Err(Refusal::new(format!(
                            "What is left of a damage value goes from 1 to {MAX_STRENGTH}."
                        )))
                    }
                }
                Some(_) | None => Err(Refusal::new("No such building stands on the table.")),
            },
        }
    }

    fn apply(&self, state: &mut State) {
        match self {
            Self::Add(plan) => state.buildings.push(Building::new(plan.clone())),
            Self::Remove(id) => {
                if let Some(building) = state.buildings.get_mut(id.index()) {
                    building.removed = true;
                }
                for unit in &mut state.units {
                    if unit.spot.is_some_and(|spot| spot.building == *id) {
                        unit.spot = None;
                        unit.emplaced = None;
                    }
                }
            }
            Self::Left { part, left } => {
                let building = state.buildings.get_mut(part.building.index());
                let column = building.and_then(|it| it.columns.get_mut(usize::from(part.column)));
                if let Some(column) = column {
                    column.left = *left;
                }
            }
        }
    }
}

/// A correction may put anybody anywhere, as long as there is room and no enemy.
fn check_spot(state: &State, unit: &Unit, spot: Option<Spot>) -> Result<(), Refusal> {
    let Some(spot) = spot else { return Ok(()) };
    if !state.is_spot(spot) {
        return Err(Refusal::new("There is no such place on the table."));
    }
    if !unit.deployed {
        return Err(Refusal::new(format!("{} is not on the table yet.", unit.name)));
    }
    if unit.spot == Some(spot) {
        return Err(Refusal::new(format!("{} is there already.", unit.name)));
    }
    let place = state.spot_name(spot);
    let closed = state
        .building(spot.building)
        .is_some_and(|it| it.plan.interior == super::buildings::Interior::Closed);
    let enemy = units_in(state, spot).any(|(_, other)| other.side != unit.side);
    if enemy && closed && !spot.is_roof() {
        return Err(Refusal::new(format!("The enemy holds {place}.")));
    }
    let room = room(state, spot);
    if unit.spot != Some(spot) && (room.units == 0 || room.models < unit.alive()) {
        return Err(Refusal::new(format!("There is not enough room in {place}.")));
    }
    Ok(())
}

/// Somebody who was not lost after all needs room where the others are (B-OCC-1).
fn check_room_for_one(state: &State, unit: &Unit) -> Result<(), Refusal> {
    match unit.spot {
        Some(spot) if room(state, spot).models == 0 => Err(Refusal::new(format!(
            "{} is full; set right first where {} is.",
            state.spot_name(spot),
            unit.name
        ))),
        Some(_) | None => Ok(()),
    }
}

fn check_remove(unit: &Unit, mark: Mark) -> Result<(), Refusal> {
    match is_lost(unit, mark) {
        None => Err(unknown_mark(unit)),
        Some(true) => Err(Refusal::new("That is lost already.")),
        Some(false) if matches!(mark, Mark::Model(_)) && unit.alive() <= 1 => Err(Refusal::new(
            format!("That is the last model of {}; destroy the unit instead.", unit.name),
        )),
        Some(false) => Ok(()),
    }
}

fn unknown_mark(unit: &Unit) -> Refusal {
    Refusal::new(format!("{} has nothing like that.", unit.name))
}

fn is_lost(unit: &Unit, mark: Mark) -> Option<bool> {
    match mark {
        Mark::Model(id) => unit.models.get(id.index()).map(|model| model.lost),
        Mark::Gun => unit.gun.map(|gun| gun.condition == Condition::Destroyed),
        Mark::Drone(n) => unit.gear.get(usize::from(n)).map(|drone| drone.lost),
    }
}

fn set_lost(unit: &mut Unit, mark: Mark, lost: bool) {
    match mark {
        Mark::Model(id) => {
            if let Some(model) = unit.models.get_mut(id.index()) {
                model.lost = lost;
            }
        }
        Mark::Gun => {
            if let Some(gun) = &mut unit.gun {
                gun.condition = if lost { Condition::Destroyed } else { Condition::Working };
            }
        }
        Mark::Drone(n) => {
            if let Some(drone) = unit.gear.get_mut(usize::from(n)) {
                drone.lost = lost;
            }
        }
    }
}

fn living_model(unit: &Unit, model: ModelId) -> Result<(), Refusal> {
    match unit.models.get(model.index()) {
        Some(model) if !model.lost => Ok(()),
        Some(_) => Err(Refusal::new("That model is lost; restore it first.")),
        None => Err(unknown_mark(unit)),
    }
}

fn check_weapon(unit: &Unit, mark: Mark, weapon: WeaponId, works: bool) -> Result<(), Refusal> {
    let possible = match mark {
        Mark::Model(id) => unit.models.get(id.index()).is_some_and(|model| {
            if works { model.broken.contains(&weapon) } else { unit.working(id, weapon) > 0 }
        }),
        Mark::Gun => unit.gun.is_some_and(|gun| {
            let from = if works { Condition::Malfunction } else { Condition::Working };
            gun.weapon == weapon && gun.condition == from
        }),
        Mark::Drone(_) => false,
    };
    if possible {
        Ok(())
    } else if works {
        Err(Refusal::new("That weapon is not out of order."))
    } else {
        Err(Refusal::new("There is no such working weapon."))
    }
}

fn set_weapon(unit: &mut Unit, mark: Mark, weapon: WeaponId, works: bool) {
    match mark {
        Mark::Model(id) => {
            let Some(model) = unit.models.get_mut(id.index()) else { return };
            if !works {
                model.broken.push(weapon);
            } else if let Some(place) = model.broken.iter().position(|id| *id == weapon) {
                model.broken.remove(place);
            }
        }
        Mark::Gun => {
            if let Some(gun) = &mut unit.gun {
                gun.condition = if works { Condition::Working } else { Condition::Malfunction };
            }
        }
        Mark::Drone(_) => {}
    }
}

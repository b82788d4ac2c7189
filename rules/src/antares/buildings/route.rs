//! Ways in, out and through: where a unit can go with its order, or one sentence why it cannot.

use serde::{Deserialize, Serialize};

use super::holding::{capacity, holders, room};
use super::{Berth, Building, Facing, Interior, Level, Roof, Spot, units_in};
use crate::antares::event::Pace;
use crate::antares::profile::{ModelRule, UnitKind};
use crate::antares::state::{State, Unit, UnitId};
use crate::refusal::Refusal;
use crate::text::count;

/// How somebody came to a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// Over open ground, or about a roof or a hall.
    About,
    /// Out of a building (B-MOV-2).
    Out,
    /// Into one (B-ENT-1).
    In,
    /// From block to block (B-MOV-1).
    NextBlock,
    /// Onto the roof (B-MOV-2).
    Roof,
    /// By instant transporter (B-TRN-1).
    Transporter,
    /// After a fight that was won inside (B-ASL-1).
    Occupied,
    /// After one that was lost (B-ASL-2).
    FellBack,
    /// Down with the building, from its roof (B-DMG-2).
    Rubble,
}

/// A way that can be gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Route {
    pub way: Way,
    /// It leads over the open, so that terrain and ambushes matter and walls do not protect.
    pub outdoors: bool,
}

/// B-ENT-1: infantry, command, light teams; nobody large. Probes are no part of Base One.
pub fn may_enter(state: &State, unit: &Unit) -> bool {
    let kind = match unit.kind() {
        UnitKind::Infantry | UnitKind::Beasts => true,
        UnitKind::WeaponTeam => !unit.is_heavy_team(&state.armoury),
        UnitKind::Mounted | UnitKind::WeaponDrones | UnitKind::Vehicle => false,
    };
    kind && !unit.any(ModelRule::Large)
}

/// B-DEP-1: these, and heavy teams and weapon drones, which are emplaced. A heavy team counts as not large there.
pub fn may_deploy_inside(state: &State, unit: &Unit) -> bool {
    is_emplaced_inside(state, unit) || may_enter(state, unit)
}

/// B-DEP-1: whether it would be emplaced at one opening.
pub fn is_emplaced_inside(state: &State, unit: &Unit) -> bool {
    unit.is_heavy_team(&state.armoury)
        || (unit.kind() == UnitKind::WeaponDrones && !unit.any(ModelRule::Large))
}

fn refuse<T>(sentence: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(sentence))
}

/// Everything about a unit that wants to go somewhere.
struct Traveller<'a> {
    state: &'a State,
    id: UnitId,
    unit: &'a Unit,
    pace: Pace,
}

/// Where `to` is a place in or on a building, or the open ground.
pub fn route(state: &State, id: UnitId, to: Option<Spot>, pace: Pace) -> Result<Route, Refusal> {
    let Some(unit) = state.unit(id) else { return refuse("There is no such unit in this battle.") };
    Traveller { state, id, unit, pace }.route(to)
}

/// B-ASL-1, B-ASL-3: the way of a charge; whoever holds the place is there to be fought.
pub fn assault_route(
    state: &State,
    id: UnitId,
    target: UnitId,
    pace: Pace,
) -> Result<Route, Refusal> {
    let (Some(unit), Some(enemy)) = (state.unit(id), state.unit(target)) else {
        return refuse("There is no such unit in this battle.");
    };
    Traveller { state, id, unit, pace }.assault(enemy)
}

/// Everywhere the unit could go at this pace, the open ground first where it is inside.
pub fn destinations(state: &State, id: UnitId, pace: Pace) -> Vec<Option<Spot>> {
    let out = state.unit(id).is_some_and(|unit| unit.spot.is_some()).then_some(None);
    let spots = state.spots().into_iter().map(Some);
    out.into_iter().chain(spots).filter(|to| route(state, id, *to, pace).is_ok()).collect()
}

/// B-ASL-2: where a unit that is inside, or on a roof, may consolidate to.
pub fn consolidations(state: &State, id: UnitId) -> Vec<Option<Spot>> {
    let Some(unit) = state.unit(id) else { return Vec::new() };
    let traveller = Traveller { state, id, unit, pace: Pace::Consolidate };
    let Some(from) = unit.spot else { return vec![None] };
    if unit.emplaced.is_some() {
        return Vec::new();
    }
    let out = traveller.leave(from).is_ok().then_some(None);
    let near = state.spots().into_iter().filter(|to| {
        if state.closed_in(unit).is_some() {
            let next = is_next(from, *to) && traveller.fits(*to).is_ok();
            next || (to.is_roof() && traveller.climbs(from, *to).is_ok())
        } else {
            // about the roof or the hall
            *to == from
        }
    });
    out.into_iter().chain(near.map(Some)).collect()
}

/// Where the unit could deploy inside or on top, whatever opening it would look out of.
pub fn berths(state: &State, id: UnitId) -> Vec<Spot> {
    let Some(unit) = state.unit(id) else { return Vec::new() };
    let opening = |spot: Spot| {
        let closed = !spot.is_roof()
            && state.building(spot.building).is_some_and(|it| it.plan.interior == Interior::Closed);
        (closed && is_emplaced_inside(state, unit)).then_some(Facing::Front)
    };
    let fits = |spot: &Spot| {
        check_berth(state, id, Berth { spot: *spot, opening: opening(*spot) }).is_ok()
    };
    state.spots().into_iter().filter(fits).collect()
}

/// B-DEP-1: one sentence why the unit cannot deploy there.
pub fn check_berth(state: &State, id: UnitId, berth: Berth) -> Result<(), Refusal> {
    let Some(unit) = state.unit(id) else { return refuse("There is no such unit in this battle.") };
    let traveller = Traveller { state, id, unit, pace: Pace::Run };
    let building = traveller.standing(berth.spot)?;
    let (name, place) = (&unit.name, &building.plan.name);
    // snipers go anywhere in their half, so that only the enemy's zone is closed to them (A-MOV-9)
    let own = match building.plan.zone {
        Some(seat) => seat == unit.side,
        None => unit.is_sniper(),
    };
    if !own {
        return refuse(format!(
            "{place} does not lie wholly in the deployment zone of {}, so nobody of it deploys there.",
            state.side_name(unit.side)
        ));
    }
    let large = unit.any(ModelRule::Large) && !unit.is_heavy_team(&state.armoury);
    match building.plan.interior {
        Interior::Hall { .. } if !berth.spot.is_roof() => {}
        _ if large => return refuse(format!("{name} is too large for {place}.")),
        Interior::Closed | Interior::Hall { .. } if !may_deploy_inside(state, unit) => {
            return refuse(format!(
                "{name} cannot deploy in {place}: that is for infantry, weapon teams and weapon drones."
            ));
        }
        Interior::Closed | Interior::Modelled | Interior::Hall { .. } => {}
    }
    let emplaced = building.plan.interior == Interior::Closed
        && !berth.spot.is_roof()
        && is_emplaced_inside(state, unit);
    match (emplaced, berth.opening) {
        (true, None) => {
            return refuse(format!(
                "{name} is emplaced at one opening of {place} for the whole battle; say on which side: front, right, back or left."
            ));
        }
        (false, Some(_)) => {
            return refuse(format!(
                "{name} is free to move inside, so it needs no opening of its own."
            ));
        }
        (true, Some(_)) | (false, None) => {}
    }
    traveller.fits(berth.spot)
}

/// Blocks that touch: one upon the other, or side by side.
pub fn is_next(one: Spot, other: Spot) -> bool {
    let (Level::Block(low), Level::Block(high)) = (one.level, other.level) else { return false };
    one.building == other.building
        && ((one.column == other.column && low.abs_diff(high) == 1)
            || (one.column.abs_diff(other.column) == 1 && low == high))
}

impl Traveller<'_> {
    fn name(&self) -> &str {
        &self.unit.name
    }

    fn standing(&self, spot: Spot) -> Result<&Building, Refusal> {
        let Some(building) = self.state.building(spot.building).filter(|it| !it.removed) else {
            return refuse("There is no such building on the table.");
        };
        if self.state.is_spot(spot) {
            return Ok(building);
        }
        let part = self.state.part_name(spot.part());
        let rubble = building.columns.get(usize::from(spot.column)).is_some_and(|it| it.rubble);
        refuse(if rubble {
            format!("Only rubble is left of {part}.")
        } else if spot.is_roof() {
            format!("Nobody can stand on the roof of {part}.")
        } else {
            format!("{} has no such block.", building.plan.name)
        })
    }

    fn route(&self, to: Option<Spot>) -> Result<Route, Refusal> {
        self.must_be_free()?;
        let outdoors = |way| Ok(Route { way, outdoors: true });
        match (self.unit.spot, to) {
            (None, None) => outdoors(Way::About),
            (Some(from), None) => {
                self.leave(from)?;
                outdoors(Way::Out)
            }
            (None, Some(to)) => {
                self.enter(to)?;
                outdoors(if to.is_roof() { Way::Roof } else { Way::In })
            }
            (Some(from), Some(to)) => self.between(from, to),
        }
    }

    fn must_be_free(&self) -> Result<(), Refusal> {
        match (self.unit.emplaced, self.unit.spot) {
            (Some(opening), Some(spot)) => refuse(format!(
                "{} is emplaced at the {} of {} and never moves.",
                self.name(),
                opening.name(),
                self.state.part_name(spot.part())
            )),
            // whoever came inside by a correction only
            (None, Some(spot)) if !spot.is_roof() => self.must_be_able(spot),
            _ => Ok(()),
        }
    }

    fn between(&self, from: Spot, to: Spot) -> Result<Route, Refusal> {
        let inside = |way| Ok(Route { way, outdoors: false });
        self.standing(to)?;
        let same = from.building == to.building;
        let closed = self.is_closed(from);
        if from == to {
            if closed && !from.is_roof() {
                return refuse(format!(
                    "{} is inside {} already and reaches all its levels.",
                    self.name(),
                    self.state.spot_name(from)
                ));
            }
            self.may_sprint_in(from)?;
            return Ok(Route { way: Way::About, outdoors: from.is_roof() });
        }
        if same && from.is_roof() && to.is_roof() && from.column.abs_diff(to.column) == 1 {
            return Ok(Route { way: Way::About, outdoors: true });
        }
        if same && !from.is_roof() && to.is_roof() && self.climbs(from, to).is_ok() {
            self.no_sprint()?;
            return inside(Way::Roof);
        }
        // from the roof by its access: an entry (B-MOV-4)
        if same && from.is_roof() && from.column == to.column && self.is_top(to) {
            self.must_be_able(to)?;
            self.must_run(to)?;
            self.must_be_unheld(to)?;
            self.fits(to)?;
            return inside(Way::In);
        }
        if !from.is_roof() && !to.is_roof() {
            if same && !closed {
                self.may_sprint_in(from)?;
                return inside(Way::About);
            }
            let next = is_next(from, to);
            let joined = next || self.is_linked(from, to);
            if joined && self.pace != Pace::Sprint {
                self.must_be_able(to)?;
                self.must_be_unheld(to)?;
                self.fits(to)?;
                return inside(if next { Way::NextBlock } else { Way::Transporter });
            }
            // whoever sprints, or finds the enemy between, may still go on foot
            let barred = if joined {
                self.no_sprint()
            } else if self.is_linked_past_enemies(from, to) {
                refuse(format!(
                    "The transporters do not lead to {} through parts that the enemy holds.",
                    self.state.spot_name(to)
                ))
            } else {
                Ok(())
            };
            if let Err(refusal) = barred {
                return self.on_foot(from, to).map_err(|_| refusal);
            }
        }
        self.on_foot(from, to)
    }

    /// Out of one building and into another, or onto its roof, over the open (B-MOV-2).
    fn on_foot(&self, from: Spot, to: Spot) -> Result<Route, Refusal> {
        self.leave(from)?;
        self.enter(to)?;
        Ok(Route { way: if to.is_roof() { Way::Roof } else { Way::In }, outdoors: true })
    }

    fn is_closed(&self, spot: Spot) -> bool {
        self.interior(spot) == Interior::Closed
    }

    fn interior(&self, spot: Spot) -> Interior {
        self.state.building(spot.building).map_or(Interior::Closed, |it| it.plan.interior)
    }

    fn is_top(&self, spot: Spot) -> bool {
        self.state
            .building(spot.building)
            .is_some_and(|it| spot.level == Level::Block(it.plan.top_block()))
    }

    fn has_stairs(&self, spot: Spot) -> bool {
        self.state.building(spot.building).is_some_and(|it| it.plan.stairs)
    }

    /// B-MOV-2, B-ENT-2
    fn leave(&self, from: Spot) -> Result<(), Refusal> {
        self.may_sprint_in(from)?;
        if from.level == Level::Block(0) || self.has_stairs(from) || self.is_gone(from) {
            return Ok(());
        }
        let place = self.state.spot_name(from);
        refuse(if from.is_roof() {
            format!(
                "{} is on {place}, and no stairs lead down outside; go through the building.",
                self.name()
            )
        } else {
            format!(
                "{} is in {place}, and no stairs lead down outside; go down inside to the ground floor first.",
                self.name()
            )
        })
    }

    /// The building under somebody was taken off the table.
    fn is_gone(&self, spot: Spot) -> bool {
        !self.state.is_spot(spot)
    }

    /// B-ENT-1, B-ENT-2: from the open ground.
    fn enter(&self, to: Spot) -> Result<(), Refusal> {
        let building = self.standing(to)?;
        self.must_be_able(to)?;
        let place = self.state.spot_name(to);
        if to.is_roof() {
            if !building.plan.stairs {
                return refuse(format!(
                    "No stairs lead to {place} from outside; go through the building."
                ));
            }
            return Ok(());
        }
        self.may_sprint_in(to)?;
        self.must_run(to)?;
        if to.level != Level::Block(0) && !building.plan.stairs {
            return refuse(format!(
                "{place} has no way in from outside; enter on the ground floor."
            ));
        }
        self.must_be_unheld(to)?;
        self.fits(to)
    }

    fn must_be_able(&self, to: Spot) -> Result<(), Refusal> {
        let able = match self.interior(to) {
            Interior::Hall { .. } if !to.is_roof() => true,
            Interior::Modelled if !to.is_roof() => {
                !self.unit.any(ModelRule::Large) || self.unit.is_heavy_team(&self.state.armoury)
            }
            Interior::Closed | Interior::Modelled | Interior::Hall { .. } => {
                may_enter(self.state, self.unit)
            }
        };
        if able {
            return Ok(());
        }
        let place = self.state.part_name(to.part());
        refuse(if self.unit.any(ModelRule::Large) {
            format!("{} is too large for {place}.", self.name())
        } else {
            format!(
                "{} cannot go into {place}: that is for infantry and light weapon teams.",
                self.name()
            )
        })
    }

    /// B-ENT-1: whoever has a place on the table inside goes in at any pace.
    fn must_run(&self, to: Spot) -> Result<(), Refusal> {
        if self.pace.is_run() || !self.is_closed(to) {
            return Ok(());
        }
        refuse(format!("Entering {} takes a Run order.", self.state.part_name(to.part())))
    }

    /// B-ENT-1: the block counts as a whole, because whoever is in it fills every level.
    fn must_be_unheld(&self, to: Spot) -> Result<(), Refusal> {
        if !self.is_closed(to) || to.is_roof() {
            return Ok(());
        }
        let enemy = units_in(self.state, to).find(|(_, other)| other.side != self.unit.side);
        match enemy {
            None => Ok(()),
            Some((_, enemy)) => refuse(format!(
                "{} holds {}; going in takes an assault.",
                enemy.name,
                self.state.spot_name(to)
            )),
        }
    }

    /// B-OCC-1
    fn fits(&self, to: Spot) -> Result<(), Refusal> {
        if holders(self.state, to).is_some_and(|seat| seat != self.unit.side) && self.is_closed(to)
        {
            return self.must_be_unheld(to);
        }
        let room = room(self.state, to);
        let models = self.unit.alive();
        let here = self.unit.spot == Some(to);
        if here || (room.units > 0 && room.models >= models) {
            return Ok(());
        }
        let place = self.state.spot_name(to);
        refuse(if room.units == 0 {
            format!("{place} is full: no further unit finds room there.")
        } else {
            format!(
                "{place} has room for {}; {} has {models}.",
                count(room.models, "more model", "more models"),
                self.name()
            )
        })
    }

    /// B-MOV-2: by the access from the topmost block, and to the roof of its own column.
    fn climbs(&self, from: Spot, to: Spot) -> Result<(), Refusal> {
        let building = self.standing(to)?;
        let own = from.building == to.building && from.column == to.column;
        if own && building.plan.roof != Roof::None && self.is_top(from) {
            return Ok(());
        }
        refuse(format!("{} is not below {}.", self.name(), self.state.spot_name(to)))
    }

    fn no_sprint(&self) -> Result<(), Refusal> {
        if self.pace == Pace::Sprint {
            return refuse(format!("Nobody sprints inside a building; {} could run.", self.name()));
        }
        Ok(())
    }

    /// B-MOV-3
    fn may_sprint_in(&self, spot: Spot) -> Result<(), Refusal> {
        match self.interior(spot) {
            Interior::Modelled if !spot.is_roof() => self.no_sprint(),
            Interior::Closed | Interior::Modelled | Interior::Hall { .. } => Ok(()),
        }
    }

    /// B-TRN-1: pad to pad, through buildings and levels that no enemy holds.
    fn is_linked(&self, from: Spot, to: Spot) -> bool {
        self.linked(from, to, |spot| {
            units_in(self.state, spot).any(|(_, other)| other.side != self.unit.side)
        })
    }

    fn is_linked_past_enemies(&self, from: Spot, to: Spot) -> bool {
        self.linked(from, to, |_| false)
    }

    fn linked(&self, from: Spot, to: Spot, barred: impl Fn(Spot) -> bool) -> bool {
        let state = self.state;
        let joined = |one: super::BuildingId, other: super::BuildingId| {
            let (Some(a), Some(b)) = (state.building(one), state.building(other)) else {
                return false;
            };
            a.plan.leads_to(&b.plan.name) || b.plan.leads_to(&a.plan.name)
        };
        if barred(to) {
            return false;
        }
        if from.building == to.building {
            // up and down past levels in between
            let between = |block: u8| {
                let spot = Spot::block(from.building, from.column, block);
                from.column == to.column && barred(spot)
            };
            let (Level::Block(one), Level::Block(other)) = (from.level, to.level) else {
                return false;
            };
            let (low, high) = (one.min(other), one.max(other));
            return joined(from.building, from.building) && !(low + 1..high).any(between);
        }
        let mut reached = vec![from.building];
        let mut next = 0;
        while let Some(here) = reached.get(next).copied() {
            next += 1;
            if joined(here, to.building) {
                return true;
            }
            let onward = state.buildings_here().map(|(id, _)| id).filter(|id| {
                let clear = state
                    .spots()
                    .into_iter()
                    .filter(|spot| spot.building == *id && !spot.is_roof())
                    .all(|spot| !barred(spot));
                joined(here, *id)
                    && clear
                    && state.building(*id).is_some_and(Building::stands_at_all)
            });
            let onward: Vec<_> = onward.filter(|id| !reached.contains(id)).collect();
            reached.extend(onward);
        }
        false
    }

    /// B-ASL-1, B-ASL-3
    fn assault(&self, enemy: &Unit) -> Result<Route, Refusal> {
        self.must_be_free()?;
        let from = self.unit.spot;
        let Some(to) = enemy.spot else {
            if let Some(from) = from {
                self.leave(from)?;
            }
            return Ok(Route { way: Way::Out, outdoors: true });
        };
        if from == Some(to) {
            return Ok(Route { way: Way::About, outdoors: to.is_roof() });
        }
        self.standing(to)?;
        self.must_be_able(to)?;
        self.must_fit_at_all(to)?;
        if let Some(from) = from
            && from.building == to.building
        {
            let closed = self.is_closed(to);
            let next = is_next(from, to) || (!closed && !from.is_roof() && !to.is_roof());
            let up = to.is_roof() && !from.is_roof() && self.climbs(from, to).is_ok();
            let down = from.is_roof() && from.column == to.column && self.is_top(to);
            let roofs = from.is_roof() && to.is_roof() && from.column.abs_diff(to.column) == 1;
            if next || up || down || roofs {
                if !roofs {
                    self.no_sprint()?;
                }
                return Ok(Route { way: Way::NextBlock, outdoors: false });
            }
        }
        if let Some(from) = from {
            self.leave(from)?;
        }
        let place = self.state.spot_name(to);
        if to.level != Level::Block(0) && !self.has_stairs(to) {
            let on = if to.is_roof() { "on" } else { "in" };
            return refuse(format!(
                "{} is {on} {place}, which {} cannot reach from outside.",
                enemy.name,
                self.name()
            ));
        }
        self.may_sprint_in(to)?;
        Ok(Route { way: Way::In, outdoors: true })
    }

    /// Whoever could never get inside does not storm it (B-ASL-1, B-OCC-1).
    fn must_fit_at_all(&self, to: Spot) -> Result<(), Refusal> {
        let whole = capacity(self.state, to).models;
        if self.unit.alive() <= whole {
            return Ok(());
        }
        let id = self.state.unit_name(self.id);
        refuse(format!(
            "{} holds {} at most, and {id} has {}; it could not move in.",
            self.state.spot_name(to),
            count(whole, "model", "models"),
            self.unit.alive()
        ))
    }
}

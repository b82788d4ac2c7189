//! Draws, deployment and orders.

use super::buildings::{self, Berth, Spot};
use super::command::{Feature, GiveOrder, Nerve};
use super::event::{Drawn, Event, Pace, Placed, TestKind, TestResult, Turned};
use super::flow::{Acting, Task};
use super::moves::{Progress, check_way_inside};
use super::order::Order;
use super::run::Run;
use super::state::{EndReason, Phase, Soma, State, Unit, UnitId};
use super::values;
use crate::ids::Seat;
use crate::refusal::Refusal;
use crate::system::Doer;

/// A-ORD-8: beside the pin of the passed test.
pub const RALLY_DIE: u32 = 6;
/// A-ORD-10: the faces of an order die.
pub const ORDER_DIE: u32 = 6;
/// A-ORD-3, A-ORD-4
pub const PINS_OFF: u32 = 1;
pub const PINS_OFF_ON_A_ONE: u32 = 2;

impl Run<'_> {
    /// A-BAG-2: every die in the bag is as likely as every other.
    pub fn draw(&mut self) -> Result<(), Refusal> {
        if let Some(seat) = self.state.flow.drawn {
            let side = self.state.side_name(seat);
            return Err(Refusal::new(format!(
                "A die of {side} has been drawn already and waits for a unit."
            )));
        }
        let of = self.state.bag();
        if of == 0 {
            return Err(Refusal::new("The bag is empty; end the turn."));
        }
        let position = self.roll(of)?.face;
        let whose = self.whose(position);
        self.emit(Event::Drawn { position, of, whose });
        self.advance_phase();
        Ok(())
    }

    fn whose(&self, position: u32) -> Drawn {
        let mut below = 0;
        for seat in self.state.seats() {
            below += self.state.dice_in_bag(seat);
            if position <= below {
                return Drawn::Side(seat);
            }
        }
        Drawn::Distort
    }

    /// The side whose die was drawn, if this person plays it.
    fn drawn_by(&self, by: &Doer) -> Result<Seat, Refusal> {
        let Some(seat) = self.state.flow.drawn else {
            return Err(Refusal::new("No die has been drawn; draw one first."));
        };
        if by.holds(seat) {
            Ok(seat)
        } else {
            let side = self.state.side_name(seat);
            Err(Refusal::new(format!("The die that was drawn is {side}'s; that side uses it.")))
        }
    }

    /// A-BAG-5, B-DEP-1
    pub fn deploy(&mut self, by: &Doer, id: UnitId, into: Option<Berth>) -> Result<(), Refusal> {
        if let Some(berth) = into
            && is_before_the_first_die(&self.state)
        {
            return self.garrison(by, id, berth);
        }
        let snipers = match self.state.phase {
            Phase::DeployingSnipers => true,
            Phase::Deploying => false,
            _ => return Err(Refusal::new("Everybody is on the table already.")),
        };
        let seat = self.drawn_by(by)?;
        let unit = self.unit(id)?;
        if unit.side != seat {
            return Err(Refusal::new(format!("{} is not of the side that was drawn.", unit.name)));
        }
        if unit.deployed {
            return Err(Refusal::new(format!("{} is on the table already.", unit.name)));
        }
        if snipers && !unit.is_sniper() {
            return Err(Refusal::new(format!(
                "Snipers go first; {} follows with the others.",
                unit.name
            )));
        }
        if let Some(berth) = into {
            buildings::check_berth(&self.state, id, berth)?;
        }
        self.emit(Event::Deployed { unit: id, into });
        self.advance_phase();
        Ok(())
    }

    fn garrison(&mut self, by: &Doer, id: UnitId, berth: Berth) -> Result<(), Refusal> {
        let unit = self.unit(id)?;
        if !by.holds(unit.side) {
            return Err(Refusal::new(format!("{} is not yours to deploy.", unit.name)));
        }
        buildings::check_berth(&self.state, id, berth)?;
        self.emit(Event::Deployed { unit: id, into: Some(berth) });
        Ok(())
    }

    /// On to the next phase wherever nothing is left of this one.
    pub fn advance_phase(&mut self) {
        let waits = |unit: &Unit| !unit.deployed && !unit.destroyed;
        let units = &self.state.units;
        let snipers_wait = units.iter().any(|unit| waits(unit) && unit.is_sniper());
        if self.state.phase == Phase::DeployingSnipers && !snipers_wait {
            self.emit(Event::SnipersDeployed);
        }
        if self.state.phase == Phase::Deploying && !self.state.units.iter().any(waits) {
            self.emit(Event::AllDeployed);
        }
        let infiltrate = self.state.units.iter().any(Unit::may_infiltrate);
        let before = matches!(self.state.phase, Phase::Infiltrating | Phase::Orders);
        if self.state.turn == 0 && before && !infiltrate {
            self.emit(Event::TurnBegan { turn: 1 });
        }
        let busy = self.state.flow.drawn.is_some() || self.state.flow.acting.is_some();
        if self.state.phase == Phase::Orders && self.state.bag() == 0 && !busy {
            self.emit(Event::BagEmptied { turn: self.state.turn });
        }
    }

    /// A-MOV-9: whoever has not run by the first die stays.
    pub fn infiltrators_stay(&mut self) {
        for id in self.state.ids() {
            if self.state.unit(id).is_some_and(Unit::may_infiltrate) {
                self.emit(Event::Infiltrated { unit: id, ran: false });
            }
        }
        self.advance_phase();
    }

    /// A-MOV-9: a run, without sprint, assault or ambush.
    pub fn infiltrate(
        &mut self,
        by: &Doer,
        id: UnitId,
        moved: Option<&[Feature]>,
        to: Option<Spot>,
    ) -> Result<(), Refusal> {
        if self.state.phase != Phase::Infiltrating {
            return Err(Refusal::new("Infiltrators move before the first die of the first turn."));
        }
        let unit = self.unit(id)?;
        if !by.holds(unit.side) {
            return Err(Refusal::new(format!("{} is not yours to move.", unit.name)));
        }
        if !unit.may_infiltrate() {
            return Err(Refusal::new(format!("{} has no infiltration move left.", unit.name)));
        }
        if let Some(features) = moved {
            self.check_features(id, Pace::Infiltrate, features)?;
            let route = buildings::route(&self.state, id, to, Pace::Infiltrate)?;
            check_way_inside(route, features)?;
            let from = self.unit(id)?.spot;
            let progress = self.go_by(id, route, Pace::Infiltrate, features)?;
            match to.filter(|to| from != Some(*to)) {
                Some(to) if progress == Progress::Free => {
                    self.emit(Event::WentTo { unit: id, spot: Some(to), way: route.way });
                }
                Some(to) if progress == Progress::Halved => {
                    self.push([Task::Entrance { unit: id, to }]);
                }
                Some(_) | None => {}
            }
        } else if to.is_some() {
            return Err(Refusal::new("Whoever stays goes nowhere; leave the building out."));
        }
        self.emit(Event::Infiltrated { unit: id, ran: moved.is_some() });
        self.advance_phase();
        Ok(())
    }

    /// A die is given to a unit (A-BAG-2), tested (A-ORD-3) and carried out.
    pub fn give_order(&mut self, by: &Doer, order: &GiveOrder) -> Result<(), Refusal> {
        if self.state.phase != Phase::Orders {
            return Err(Refusal::new(match self.state.phase {
                Phase::TurnEnd => "The bag is empty; end the turn before new orders are given.",
                Phase::Infiltrating => "The infiltrators move before the first order.",
                _ => "Everybody has to be on the table first; deploy with the die that is drawn.",
            }));
        }
        let seat = self.drawn_by(by)?;
        check_order(&self.state, seat, order)?;
        let unit = self.unit(order.unit)?;
        let (id, wild, pinned) = (order.unit, unit.soma == Soma::Wild, unit.pins > 0);
        let distorted = self.state.distort.pending && can_be_ordered_down(&self.state, seat);
        self.emit(Event::OrderGiven {
            unit: id,
            order: order.order,
            sprint: order.sprint,
            assault: order.assault,
            distorted,
        });
        self.place_die(id, order.order, Placed::Ordered);
        if order.nerve.soma {
            self.emit(Event::SomaActivated { unit: id });
        }
        let (carried_out, as_given) = if wild {
            (self.random_order(id)?, false)
        } else if pinned && order.order != Order::Down {
            self.order_test(id, order.order, order.nerve)?
        } else {
            (order.order, true)
        };
        self.state.flow.acting = Some(Acting {
            unit: id,
            order: carried_out,
            sprint: as_given && order.sprint,
            assault: order.assault.filter(|_| as_given),
            moved: false,
            going: None,
        });
        self.push([Task::Act, Task::EndAction]);
        Ok(())
    }

    /// What the unit does after its test, and whether that is what it was told.
    fn order_test(
        &mut self,
        id: UnitId,
        order: Order,
        nerve: Nerve,
    ) -> Result<(Order, bool), Refusal> {
        let check = values::command(&self.state, self.unit(id)?, nerve, order == Order::Rally);
        let result = self.test(id, TestKind::Order(order), check, nerve)?;
        let grafted = self.unit(id)?.soma == Soma::Active;
        if !result.passed() && grafted {
            self.emit(Event::SomaWild { unit: id });
            return Ok((self.random_order(id)?, false));
        }
        let off = match result {
            TestResult::Bonus => PINS_OFF_ON_A_ONE,
            TestResult::Pass | TestResult::Fail => PINS_OFF,
            TestResult::Penalty => 0,
        };
        if !result.passed() {
            self.unpin(id, off, Vec::new());
            self.turn_die(id, Order::Down, Turned::FailedOrder);
            return Ok((Order::Down, false));
        }
        if order == Order::Rally {
            let die = self.roll(RALLY_DIE)?;
            self.unpin(id, off + die.face, vec![die]);
        } else {
            self.unpin(id, off, Vec::new());
        }
        Ok((order, true))
    }

    /// A-ORD-10: the grafts decide. A random Rally takes a die of pins off.
    fn random_order(&mut self, id: UnitId) -> Result<Order, Refusal> {
        let roll = self.roll(ORDER_DIE)?;
        let place = usize::try_from(roll.face).unwrap_or(0).saturating_sub(1);
        let order = Order::ALL.get(place).copied().unwrap_or(Order::Down);
        self.emit(Event::RandomOrder { unit: id, roll, order });
        self.turn_die(id, order, Turned::Random);
        if order == Order::Rally && self.unit(id)?.pins > 0 {
            let die = self.roll(RALLY_DIE)?;
            self.unpin(id, die.face, vec![die]);
        }
        Ok(order)
    }

    /// The unit does no more.
    pub fn finish(&mut self) {
        if let Some(acting) = self.state.flow.acting {
            self.state.flow.tasks.pop();
            self.emit(Event::Finished { unit: acting.unit });
        }
    }

    /// Automatic breaks, and on to the next die or the turn's end (A-BRK-6, A-BAG-3).
    pub fn end_action(&mut self) {
        self.break_overwhelmed();
        let flow = &mut self.state.flow;
        flow.acting = None;
        flow.volleys.clear();
        flow.strikes.clear();
        flow.assault = None;
        self.end_if_wiped_out();
        self.advance_phase();
    }

    /// Nobody is left on a side: there is nothing more to play for.
    pub fn end_if_wiped_out(&mut self) {
        let gone = self.state.seats().any(|seat| self.state.living(seat).next().is_none());
        if gone && self.state.phase != Phase::Over {
            self.end_battle(EndReason::WipedOut);
        }
    }
}

/// Where models stand on the table already, those who begin inside are named before anything else happens (B-DEP-1).
pub fn is_before_the_first_die(state: &State) -> bool {
    state.options.already_deployed
        && state.phase == state.phase_after_deployment()
        && state.turn <= 1
        && state.flow.drawn.is_none()
        && state
            .units
            .iter()
            .all(|unit| unit.dice.placed.is_empty() && !unit.destroyed && !unit.infiltrated)
}

/// Whether the distort die can have its way (A-BAG-7): only a unit whose grafts have run wild cannot be told to go down.
fn can_be_ordered_down(state: &State, seat: Seat) -> bool {
    state.waiting_for_orders(seat).any(|(_, unit)| unit.soma != Soma::Wild)
}

/// One sentence why this order cannot be given.
pub fn check_order(state: &State, seat: Seat, order: &GiveOrder) -> Result<(), Refusal> {
    let unit = state
        .unit(order.unit)
        .ok_or_else(|| Refusal::new("There is no such unit in this battle."))?;
    let name = &unit.name;
    if unit.side != seat {
        return Err(Refusal::new(format!("{name} is not of the side whose die was drawn.")));
    }
    if unit.destroyed {
        return Err(Refusal::new(format!("{name} is destroyed.")));
    }
    if state.bag_dice_of(unit) == 0 {
        return Err(Refusal::new(format!("{name} has its orders for this turn; choose another.")));
    }
    if state.distort.pending && can_be_ordered_down(state, seat) {
        if unit.soma == Soma::Wild {
            return Err(Refusal::new(format!(
                "The distort die asks for a Down order, and {name} obeys nobody; choose another unit."
            )));
        }
        if order.order != Order::Down {
            return Err(Refusal::new(
                "The distort die was drawn: this die must give a Down order to one of your units.",
            ));
        }
    }
    check_run(state, unit, order)?;
    let tests = unit.pins > 0 && order.order != Order::Down && unit.soma != Soma::Wild;
    check_nerve(state, order.unit, order.nerve, tests)
}

pub(super) fn check_run(state: &State, unit: &Unit, order: &GiveOrder) -> Result<(), Refusal> {
    let name = &unit.name;
    if (order.sprint || order.assault.is_some()) && order.order != Order::Run {
        return Err(Refusal::new("Sprints and assaults need a Run order."));
    }
    if order.sprint && !unit.may_sprint() {
        return Err(Refusal::new(format!(
            "{name} cannot sprint: that is for infantry, beasts and mounted units, large ones only if fast or of rapid sprint."
        )));
    }
    if (order.sprint || order.assault.is_some()) && !unit.can_move() {
        return Err(match unit.emplaced {
            Some(_) => Refusal::new(format!("{name} is emplaced and never moves.")),
            None => Refusal::new(format!("{name} is immobilised.")),
        });
    }
    let Some(target) = order.assault else { return Ok(()) };
    if !unit.kind().may_assault() {
        return Err(Refusal::new(format!(
            "{name} cannot assault: that is for infantry, beasts and mounted units."
        )));
    }
    let enemy = state.unit(target).filter(|enemy| enemy.side != unit.side && enemy.deployed);
    match enemy {
        Some(enemy) if enemy.destroyed => {
            Err(Refusal::new(format!("{} is destroyed.", enemy.name)))
        }
        Some(_) => {
            let pace = if order.sprint { Pace::Sprint } else { Pace::Run };
            buildings::assault_route(state, order.unit, target, pace).map(|_| ())
        }
        None => Err(Refusal::new("An assault needs an enemy unit on the table.")),
    }
}

/// What is to help a unit in a command test must be able to.
pub fn check_nerve(state: &State, id: UnitId, nerve: Nerve, tests: bool) -> Result<(), Refusal> {
    if nerve == Nerve::default() {
        return Ok(());
    }
    let Some(unit) = state.unit(id) else { return Ok(()) };
    if !tests {
        return Err(Refusal::new(format!(
            "{} takes no test now, so nothing needs to help.",
            unit.name
        )));
    }
    if nerve.soma && unit.soma != Soma::Dormant {
        return Err(Refusal::new(format!("{} has no soma grafts to activate.", unit.name)));
    }
    let Some(commander) = nerve.commander else { return Ok(()) };
    let lender = state
        .unit(commander)
        .filter(|lender| lender.side == unit.side && !lender.destroyed && lender.deployed);
    match lender {
        Some(lender) if lender.has_commander() => Ok(()),
        Some(lender) => Err(Refusal::new(format!("{} has no living commander.", lender.name))),
        None => Err(Refusal::new("Only a commander of your own side can help.")),
    }
}

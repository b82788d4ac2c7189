//! The end of a turn and of the battle.

use super::command::{Nerve, TurnEnd};
use super::event::{Event, TestKind, TestResult};
use super::order::Order;
use super::orders::{PINS_OFF, PINS_OFF_ON_A_ONE, check_nerve};
use super::run::Run;
use super::state::{EndReason, Phase, Soma, State, Unit, UnitId};
use super::values;
use crate::ids::Seat;
use crate::refusal::Refusal;
use crate::system::Doer;

/// A-GAM-1
pub const TURN_LIMIT: u32 = 6;
/// A guided battle shows everything once in these; ours, not the book's.
pub const GUIDED_TURNS: u32 = 2;
pub const END_DIE: u32 = 6;
pub const ENDS_ON_UP_TO: u32 = 3;

/// Whether a side has anything to decide at the turn's end.
pub fn owes_turn_end(state: &State, seat: Seat) -> bool {
    state.living(seat).any(|(id, unit)| {
        unit.order() == Some(Order::Ambush)
            || (unit.dice.placed.contains(&Order::Down) && can_be_braced(state, id, unit))
    })
}

/// Whether anything could help a unit in its recovery test.
pub fn can_be_braced(state: &State, id: UnitId, unit: &Unit) -> bool {
    unit.soma == Soma::Dormant
        || (matches!(unit.soma, Soma::None) && !values::commanders_for(state, id).is_empty())
}

impl Run<'_> {
    /// A-TRN-1: each side that has something to decide says so; then everything is rolled.
    pub fn end_turn(&mut self, by: &Doer, chosen: &TurnEnd) -> Result<(), Refusal> {
        if self.state.phase != Phase::TurnEnd {
            return Err(Refusal::new(match self.state.phase {
                Phase::Orders if self.state.flow.drawn.is_some() => {
                    "A drawn die waits for a unit; the turn is not over."
                }
                Phase::Orders => "There are dice in the bag; the turn is not over.",
                _ => "The first turn has not begun.",
            }));
        }
        let owing: Vec<Seat> = self.waits_for();
        if owing.is_empty() {
            if *chosen != TurnEnd::default() {
                return Err(Refusal::new("Nobody has anything to decide; just end the turn."));
            }
            return self.resolve_turn_end();
        }
        let own: Vec<Seat> = owing.iter().copied().filter(|seat| by.holds(*seat)).collect();
        let Some(first) = own.first() else {
            let side = self.state.side_name(owing[0]);
            return Err(Refusal::new(format!("The turn's end waits for {side}.")));
        };
        // whoever plays both sides says by the units which one they decide for
        let seat = own.iter().find(|seat| self.check_turn_end(**seat, chosen).is_ok());
        let seat = *seat.unwrap_or(first);
        self.check_turn_end(seat, chosen)?;
        let seats = self.state.sides.len();
        let flow = &mut self.state.flow;
        flow.turn_end.resize(seats, None);
        flow.turn_end[seat.index()] = Some(chosen.clone());
        if self.waits_for().is_empty() { self.resolve_turn_end() } else { Ok(()) }
    }

    fn waits_for(&self) -> Vec<Seat> {
        turn_end_waits_for(&self.state)
    }

    fn check_turn_end(&self, seat: Seat, chosen: &TurnEnd) -> Result<(), Refusal> {
        for (i, id) in chosen.keep.iter().enumerate() {
            let unit = self.unit(*id)?;
            let keeps = unit.side == seat && unit.order() == Some(Order::Ambush);
            if !keeps || chosen.keep[..i].contains(id) {
                return Err(Refusal::new(format!("{} has no ambush of yours to keep.", unit.name)));
            }
        }
        for (i, (id, nerve)) in chosen.nerves.iter().enumerate() {
            let unit = self.unit(*id)?;
            let tests = unit.side == seat && unit.dice.placed.contains(&Order::Down);
            if !tests || chosen.nerves[..i].iter().any(|(other, _)| other == id) {
                return Err(Refusal::new(format!(
                    "{} takes no recovery test of yours.",
                    unit.name
                )));
            }
            check_nerve(&self.state, *id, *nerve, true)?;
        }
        Ok(())
    }

    fn resolve_turn_end(&mut self) -> Result<(), Refusal> {
        let decided: Vec<TurnEnd> =
            std::mem::take(&mut self.state.flow.turn_end).into_iter().flatten().collect();
        for id in self.state.ids() {
            let Some(unit) = self.state.unit(id).filter(|unit| !unit.destroyed) else { continue };
            if unit.dice.placed.is_empty() {
                continue;
            }
            let nerve = decided
                .iter()
                .flat_map(|end| &end.nerves)
                .find(|(of, _)| *of == id)
                .map_or(Nerve::default(), |(_, nerve)| *nerve);
            let keeps = decided.iter().any(|end| end.keep.contains(&id));
            let kept = self.gather_dice(id, nerve, keeps)?;
            self.emit(Event::DiceReturned { unit: id, kept });
        }
        if self.state.distort.in_play && !self.state.distort.in_bag {
            self.emit(Event::DistortReturned);
        }
        self.end_or_go_on()
    }

    /// The dice that stay beside the unit (A-TRN-1, A-SPC-8).
    fn gather_dice(
        &mut self,
        id: UnitId,
        nerve: Nerve,
        keeps: bool,
    ) -> Result<Vec<Order>, Refusal> {
        let placed = self.unit(id)?.dice.placed.clone();
        let mut kept = Vec::new();
        let mut soma = nerve.soma;
        for order in placed {
            match order {
                Order::Down => {
                    if soma {
                        self.emit(Event::SomaActivated { unit: id });
                        soma = false;
                    }
                    if !self.recovers(id, nerve)? {
                        kept.push(Order::Down);
                    }
                }
                Order::Ambush if keeps => kept.push(Order::Ambush),
                Order::Ambush | Order::Fire | Order::Advance | Order::Run | Order::Rally => {}
            }
        }
        Ok(kept)
    }

    /// A-TRN-2
    fn recovers(&mut self, id: UnitId, nerve: Nerve) -> Result<bool, Refusal> {
        let check = values::command(&self.state, self.unit(id)?, nerve, false);
        let result = self.test(id, TestKind::Recovery, check, nerve)?;
        let off = match result {
            TestResult::Bonus => PINS_OFF_ON_A_ONE,
            TestResult::Pass | TestResult::Fail => PINS_OFF,
            TestResult::Penalty => 0,
        };
        self.unpin(id, off, Vec::new());
        Ok(result.passed())
    }

    /// A-GAM-1, A-GAM-2: one roll a turn, whatever the reasons.
    fn end_or_go_on(&mut self) -> Result<(), Refusal> {
        let turn = self.state.turn;
        if self.state.options.guided && turn >= GUIDED_TURNS {
            self.end_battle(EndReason::GuideOver);
            return Ok(());
        }
        let broken = self.state.seats().any(|seat| {
            let (lost, all) = self.state.dice_lost(seat);
            lost * 2 > all
        });
        let why = if turn >= TURN_LIMIT {
            Some(EndReason::TurnLimit)
        } else if broken {
            Some(EndReason::Losses)
        } else {
            None
        };
        if let Some(why) = why {
            let roll = self.roll(END_DIE)?;
            let ends = roll.face <= ENDS_ON_UP_TO;
            self.emit(Event::EndRolled { why, roll, ends });
            if ends {
                self.end_battle(why);
                return Ok(());
            }
        }
        self.emit(Event::TurnBegan { turn: turn + 1 });
        self.advance_phase();
        Ok(())
    }

    /// A-GAM-3
    pub fn end_battle(&mut self, reason: EndReason) {
        let lost: Vec<u32> =
            self.state.seats().map(|seat| self.state.victory_dice_lost(seat)).collect();
        let winner = match lost.as_slice() {
            [one, other] if one < other => Some(Seat(0)),
            [one, other] if one > other => Some(Seat(1)),
            _ => None,
        };
        self.emit(Event::Ended { lost, winner, reason });
    }
}

/// The sides that have not said yet what they do at the turn's end.
pub fn turn_end_waits_for(state: &State) -> Vec<Seat> {
    let said = |seat: Seat| state.flow.turn_end.get(seat.index()).is_some_and(Option::is_some);
    state.seats().filter(|seat| owes_turn_end(state, *seat) && !said(*seat)).collect()
}

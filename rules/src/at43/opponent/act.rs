//! The program's unit in its activation: it strikes if it is engaged, charges or comes closer, asks for ranges and fires, and
//! ends with a drill.

use super::super::activation::end_drills;
use super::super::armament::{Shooter, weapons};
use super::super::command::{Command, Cover, Measured, Movement, Pace, Pair, Routine, Special};
use super::super::event::Allowance;
use super::super::flow::Acting;
use super::super::measuring::{MOST_PAIRS, check, known};
use super::super::melee::{Blow, PossibleCombat, blow, combats};
use super::super::moves::allowance;
use super::super::need::{Band, Millimetres, Range};
use super::super::odds;
use super::super::profile::WeaponAbility;
use super::super::routines::price;
use super::super::state::{Contact, Drill, State, Unit, UnitId};
use super::super::turn::{DRILL, pool};
use super::super::{armament, routines, specials};
use super::shots::{self, Shot};
use crate::ids::Seat;

/// More units in overwatch would ask a person for ranges at every step.
const MOST_WATCHERS: usize = 2;
/// Ranges beyond hardly any weapon's reach: whoever knows of nobody nearer hurries on.
const FAR: Band = Band(6);

pub(super) fn act(state: &State, seat: Seat) -> Option<Command> {
    let acting = state.flow.acting.as_ref()?;
    let unit = state.unit(acting.unit).filter(|unit| unit.side == seat)?;
    if acting.must_enter {
        return come_in(state, seat, acting);
    }
    let turn = Turn { state, seat, acting, unit };
    if acting.wound_up {
        return Some(turn.end());
    }
    if state.is_engaged(acting.unit) {
        return Some(turn.strike().unwrap_or_else(|| turn.end()));
    }
    Some(turn.go_on().or_else(|| turn.mend()).unwrap_or_else(|| turn.end()))
}

/// From the edge: at a run while there is no enemy to shoot at.
fn come_in(state: &State, seat: Seat, acting: &Acting) -> Option<Command> {
    let alone = state.enemies_on_field(seat).next().is_none();
    let paces = if alone { [Pace::Rush, Pace::Combat] } else { [Pace::Combat, Pace::Rush] };
    let pace = paces.into_iter().find(|pace| far(state, acting, *pace).is_some())?;
    Some(Command::Move(Movement::plain(pace)))
}

fn far(state: &State, acting: &Acting, pace: Pace) -> Option<Allowance> {
    allowance(state, acting, pace, false, false).ok().filter(|allowance| allowance.millimetres > 0)
}

struct Turn<'a> {
    state: &'a State,
    seat: Seat,
    acting: &'a Acting,
    unit: &'a Unit,
}

impl Turn<'_> {
    fn id(&self) -> UnitId {
        self.acting.unit
    }

    /// Shots, movement and the questions before them, one thing at a time.
    fn go_on(&self) -> Option<Command> {
        // what has been told is used first; a fighter with a blade would rather get at somebody
        let shot = shots::best_now(self.state, self.seat);
        if let Some(charge) = self.charge(shot.as_ref()) {
            return Some(charge);
        }
        if let Some(Shot { salvo, .. }) = shot {
            return Some(Command::Shoot(salvo));
        }
        if (self.acting.moved || self.measures_first())
            && let Some(ask) = self.ask()
        {
            return Some(ask);
        }
        self.come_closer()
    }

    /// Whoever can do most where it stands, or may get at somebody, has to know the ranges before it moves.
    fn measures_first(&self) -> bool {
        let shooter = Shooter::acting(self.state, self.acting);
        let sniper = |weapon| {
            let weapon = self.state.library.weapon(weapon);
            weapon.is_some_and(|weapon| weapon.has(WeaponAbility::Sniper))
        };
        let stands = armament::is_static(self.state, self.unit);
        stands
            || weapons(self.state, &shooter).iter().any(|armed| sniper(armed.weapon))
            || self.prefers_blades()
    }

    fn prefers_blades(&self) -> bool {
        let enemies = self.state.enemies_on_field(self.seat).map(|(id, _)| id);
        let mut near = enemies.filter(|enemy| self.may_be_near(*enemy));
        near.any(|enemy| {
            let blades = self.blades(enemy);
            blades > 0.0 && blades > self.salvo_at(enemy)
        })
    }

    /// Nobody has told that it is too far for a charge.
    fn may_be_near(&self, enemy: UnitId) -> bool {
        const RUNS: u32 = 400;
        match self.state.last_range(self.id(), enemy) {
            None => self.state.round > 1,
            Some(range) => millimetres(range) <= RUNS,
        }
    }

    /// Army points that the unit's best salvo would cost this enemy nearby.
    fn salvo_at(&self, enemy: UnitId) -> f64 {
        let shooter = Shooter::fresh(self.id());
        let seen = |from: UnitId, to: UnitId| {
            (to == enemy).then_some(Measured {
                from,
                to,
                range: Range::Band(Band(1)),
                cover: Cover::None,
                seeing: None,
            })
        };
        shots::best(self.state, self.seat, &shooter, &seen).map_or(0.0, |shot| shot.worth)
    }

    /// Army points that its close combat weapons would cost this enemy.
    fn blades(&self, enemy: UnitId) -> f64 {
        let mut acting = Acting::new(self.id(), true);
        acting.moved = true;
        let mut met = self.state.clone();
        met.contacts = vec![Contact::between(self.id(), enemy)];
        let combats = combats(&met, &acting);
        let worth = |possible: &PossibleCombat| self.worth(possible);
        combats.iter().map(worth).fold(0.0, f64::max)
    }

    fn worth(&self, possible: &PossibleCombat) -> f64 {
        let combat = possible.with(possible.attackers, possible.attackers);
        let odds = odds::combat(self.state, self.id(), &combat);
        odds.map_or(0.0, |odds| odds.unit.points)
    }

    /// Everybody strikes, first where it costs the enemy most.
    fn strike(&self) -> Option<Command> {
        let best = combats(self.state, self.acting)
            .into_iter()
            .filter(|possible| {
                let combat = possible.with(possible.attackers, possible.attackers);
                matches!(blow(self.state, self.id(), &combat), Ok(Blow { dice, .. }) if dice > 0)
            })
            .max_by(|one, other| self.worth(one).total_cmp(&self.worth(other)))?;
        Some(Command::Fight(best.with(best.attackers, best.attackers)))
    }

    /// Into contact with an enemy whose range is known and short enough, where blades do more than a salvo.
    fn charge(&self, shot: Option<&Shot>) -> Option<Command> {
        if !self.state.is_infantry(self.unit) || self.acting.has_acted() {
            return None;
        }
        let salvo = shot.map_or(0.0, |shot| shot.worth);
        let seen = self.state.enemies_on_field(self.seat).filter_map(|(enemy, _)| {
            let told = known(self.state, self.id(), enemy).flatten()?;
            let worth = self.blades(enemy);
            (worth > salvo && worth > 0.0).then_some((told, worth))
        });
        let mut seen: Vec<(Measured, f64)> = seen.collect();
        seen.sort_by(|one, other| other.1.total_cmp(&one.1));
        seen.into_iter().find_map(|(told, _)| {
            let pace = [Pace::Combat, Pace::Rush].into_iter().find(|pace| {
                let far = far(self.state, self.acting, *pace);
                far.is_some_and(|far| far.millimetres >= millimetres(told.range))
            })?;
            let contact = vec![told.to];
            Some(Command::Move(Movement { contact, ..Movement::plain(pace) }))
        })
    }

    /// Asks once where it stands, about those it could hurt, the nearest and dearest first.
    fn ask(&self) -> Option<Command> {
        let shooter = Shooter::acting(self.state, self.acting);
        let armed = weapons(self.state, &shooter).iter().any(|armed| armed.why_not.is_none());
        let strikes = !self.acting.has_acted() && self.prefers_blades();
        if self.has_asked_here() || !(armed || strikes) {
            return None;
        }
        let mut enemies: Vec<(UnitId, &Unit)> = self
            .state
            .enemies_on_field(self.seat)
            .filter(|(enemy, _)| known(self.state, self.id(), *enemy).is_none())
            .filter(|(enemy, _)| strikes || self.salvo_at(*enemy) > 0.0)
            .collect();
        enemies.sort_by_key(|(enemy, unit)| {
            let last = self.state.last_range(self.id(), *enemy);
            (last.map_or(u32::MAX, millimetres), std::cmp::Reverse(unit.value), *enemy)
        });
        let from = self.id();
        let pairs: Vec<Pair> =
            enemies.into_iter().take(MOST_PAIRS).map(|(to, _)| Pair { from, to }).collect();
        check(self.state, self.seat, &pairs).ok().map(|()| Command::Measure { pairs })
    }

    /// What it was told before a movement is forgotten by it, so what it knows behind one it has asked there.
    fn has_asked_here(&self) -> bool {
        if self.acting.moved {
            self.state.sights.iter().any(|sight| sight.from == self.id())
        } else {
            self.acting.asked > 0
        }
    }

    /// Towards the nearest objective or enemy; at a run where nobody is in reach anyway.
    fn come_closer(&self) -> Option<Command> {
        if self.acting.has_acted() {
            return None;
        }
        // nobody on the table, or everybody known to be far away
        let hurry = self.state.enemies_on_field(self.seat).all(|(enemy, _)| {
            let last = self.state.last_range(self.id(), enemy);
            last.is_some_and(|range| range.band() >= FAR)
        });
        let paces = if hurry { [Pace::Rush, Pace::Combat] } else { [Pace::Combat, Pace::Rush] };
        let pace = paces.into_iter().find(|pace| far(self.state, self.acting, *pace).is_some())?;
        Some(Command::Move(Movement::plain(pace)))
    }

    /// A broken part, by a routine that is worth its LP or by a mechanic.
    fn mend(&self) -> Option<Command> {
        let spare = self.spare();
        let routine = routines::examples(self.state, self.acting).into_iter().find(|option| {
            let Command::Routine(routine) = option else { return false };
            let useful = match routine {
                Routine::Repair { .. } | Routine::Reconstruction { .. } => true,
                Routine::Transfer { .. } | Routine::Creation | Routine::Fusion { .. } => false,
            };
            useful && price(routine.name()) <= spare
        });
        routine.or_else(|| {
            let specials = specials::examples(self.state, self.acting);
            specials
                .into_iter()
                .find(|option| matches!(option, Command::Special(Special::Repair { .. })))
        })
    }

    /// LP that the cards still to come do not need.
    fn spare(&self) -> u32 {
        let side = self.state.side(self.seat);
        let cards = side.map_or(0, |side| side.cards.len());
        pool(self.state, self.seat).saturating_sub(u32::try_from(cards).unwrap_or(u32::MAX))
    }

    fn end(&self) -> Command {
        let none = Command::End { drills: Vec::new() };
        if self.spare() < DRILL || self.state.is_engaged(self.id()) {
            return none;
        }
        let possible = end_drills(self.state);
        let watchers = self.state.units_of(self.seat);
        let watchers = watchers.filter(|(_, unit)| unit.has_drill(Drill::Overwatch)).count();
        let armed = weapons(self.state, &Shooter::fresh(self.id()));
        let armed = armed.iter().any(|armed| armed.why_not.is_none());
        let enemies = self.state.enemies_on_field(self.seat).next().is_some();
        if armed && enemies && watchers < MOST_WATCHERS && possible.contains(&Drill::Overwatch) {
            return Command::End { drills: vec![Drill::Overwatch] };
        }
        if enemies && self.spare() > DRILL && possible.contains(&Drill::TakeCover) {
            return Command::End { drills: vec![Drill::TakeCover] };
        }
        none
    }
}

/// A range as the distance it is at most.
fn millimetres(range: Range) -> u32 {
    match range {
        Range::Measured(Millimetres(far)) => far,
        Range::Band(Band(band)) => (u32::from(band) + 1).saturating_mul(100),
    }
}

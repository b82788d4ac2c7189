//! Assaults, from the charge to the consolidation.

use super::arms::{self, check_uses, mode_of, ways};
use super::buildings::{self, Spot, Way};
use super::command::{Charge, Consolidation, Scene, Spinner, Use};
use super::event::{Event, Pace, RolledBatch};
use super::flow::{Assault, AssaultStage, Batch, BreakCause, Manner, Task, Volley, VolleyId};
use super::inches::Inches;
use super::moves::{Progress, check_way_inside};
use super::order::Order;
use super::profile::{ModelRule, WeaponClass, WeaponRule};
use super::reason::Reason;
use super::run::{Run, TEST_DIE};
use super::shoot::shot_die;
use super::state::{ModelId, State, Unit, UnitId, WeaponId};
use super::values::{ASSAULTING, HAND_WEAPON};
use crate::check::Check;
use crate::refusal::Refusal;

/// A draw's consolidation is diced: up to half of this the attacker goes first (A-ASL-13).
pub const DRAW_DIE: u32 = 6;

impl Run<'_> {
    /// A-ASL-1, A-ASL-16
    pub fn charge(&mut self, charge: &Charge) -> Result<(), Refusal> {
        let acting = self.acting()?;
        if acting.moved {
            return Err(Refusal::new("The unit has moved already."));
        }
        let Some(target) = acting.assault else {
            return Err(Refusal::new(
                "No assault was declared with this order; the unit can move or finish.",
            ));
        };
        let pace = if acting.sprint { Pace::Sprint } else { Pace::Run };
        self.check_features(acting.unit, pace, &charge.features)?;
        self.check_left_behind(acting.unit, &charge.left_behind)?;
        arms::check_cover(&charge.cover)?;
        let route = buildings::assault_route(&self.state, acting.unit, target, pace)?;
        check_way_inside(route, &charge.features)?;
        self.state.flow.tasks.pop();
        if let Some(acting) = &mut self.state.flow.acting {
            acting.moved = true;
        }
        if acting.sprint {
            self.emit(Event::SprintBegan { unit: acting.unit });
        }
        let progress = self.go_by(acting.unit, route, pace, &charge.features)?;
        self.leave_behind(acting.unit, &charge.left_behind);
        let block = self.state.closed_in(self.unit(target)?).map(|(spot, _)| spot);
        self.state.flow.assault = Some(Assault {
            attacker: acting.unit,
            defender: target,
            cover: charge.cover.clone(),
            contact: charge.contact && progress != Progress::Halted,
            spinners: Vec::new(),
            hand_weapons: Vec::new(),
            point_blank: Vec::new(),
            broke_off: None,
            losers: Vec::new(),
            block,
        });
        let mut tasks = Vec::new();
        if charge.contact && progress == Progress::Halved {
            tasks.push(Task::Contact);
        }
        if acting.sprint {
            tasks.push(Task::Exhaustion { unit: acting.unit });
        }
        tasks.push(Task::Assault(AssaultStage::Joined));
        self.push(tasks);
        Ok(())
    }

    pub fn contact(&mut self, contact: bool) {
        if let Some(assault) = &mut self.state.flow.assault {
            assault.contact = contact;
        }
    }

    pub fn assault(&mut self, stage: AssaultStage) -> Result<(), Refusal> {
        let Some(assault) = self.state.flow.assault.clone() else { return Ok(()) };
        let (attacker, defender) = (assault.attacker, assault.defender);
        match stage {
            AssaultStage::Joined => self.join(&assault),
            AssaultStage::Shoot(unit) => {
                if let Some(volley) = self.point_blank_volley(&assault, unit) {
                    self.resolve_together(&[volley]);
                }
            }
            AssaultStage::ShootBoth => {
                let volleys: Vec<VolleyId> = [attacker, defender]
                    .into_iter()
                    .filter_map(|unit| self.point_blank_volley(&assault, unit))
                    .collect();
                self.resolve_together(&volleys);
            }
            AssaultStage::AfterPointBlank => {
                self.break_overwhelmed_of(&[attacker, defender]);
                self.push([
                    Task::BreakOff { unit: attacker },
                    Task::BreakOff { unit: defender },
                    Task::Assault(AssaultStage::Fight),
                ]);
            }
            AssaultStage::Fight => {
                self.arrived(attacker);
                if self.is_decided(&assault) {
                    self.push([Task::Assault(AssaultStage::Over)]);
                } else {
                    self.push([
                        Task::Spinner { unit: attacker },
                        Task::Spinner { unit: defender },
                        Task::HandWeapons { unit: attacker },
                        Task::HandWeapons { unit: defender },
                        Task::Assault(AssaultStage::Blows),
                    ]);
                }
            }
            AssaultStage::Blows => self.exchange_blows(attacker, defender),
            AssaultStage::Result => self.work_out_result(attacker, defender),
            AssaultStage::Over => self.end_assault(&assault)?,
        }
        Ok(())
    }

    fn is_destroyed(&self, id: UnitId) -> bool {
        self.state.unit(id).is_none_or(|unit| unit.destroyed)
    }

    /// Nothing more is fought: one is gone, or broke off.
    fn is_decided(&self, assault: &Assault) -> bool {
        assault.broke_off.is_some()
            || self.is_destroyed(assault.attacker)
            || self.is_destroyed(assault.defender)
    }

    fn join(&mut self, assault: &Assault) {
        let (unit, at) = (assault.attacker, assault.defender);
        let contact = assault.contact && !self.is_destroyed(unit);
        self.emit(Event::Charged { unit, at, contact });
        if !contact {
            self.arrived(unit);
            self.state.flow.assault = None;
            return;
        }
        // on a roof or in a hall they meet where the enemy stands
        let spot = |id: UnitId| self.state.unit(id).and_then(|unit| unit.spot);
        if assault.block.is_none() && spot(unit) != spot(at) {
            let spot = spot(at);
            let way = match spot {
                None => Way::Out,
                Some(spot) if spot.is_roof() => Way::Roof,
                Some(_) => Way::In,
            };
            self.emit(Event::WentTo { unit, spot, way });
        }
        let down = self.state.unit(at).is_some_and(Unit::is_down);
        if down {
            // A-ASL-2: it shoots back once it has seen what is left of it
            self.push([
                Task::PointBlank { unit },
                Task::Assault(AssaultStage::Shoot(unit)),
                Task::PointBlank { unit: at },
                Task::Assault(AssaultStage::Shoot(at)),
                Task::Assault(AssaultStage::AfterPointBlank),
            ]);
        } else {
            self.push([
                Task::PointBlank { unit },
                Task::PointBlank { unit: at },
                Task::Assault(AssaultStage::ShootBoth),
                Task::Assault(AssaultStage::AfterPointBlank),
            ]);
        }
    }

    /// What a side shoots point-blank: as it says, or the one way there is.
    pub fn choose_point_blank(&mut self, id: UnitId, uses: Option<&[Use]>) {
        if self.state.flow.assault.as_ref().is_none_or(|assault| self.is_decided(assault)) {
            return;
        }
        let uses = match uses {
            Some(uses) => uses.to_vec(),
            None => point_blank_ways(&self.state, id).into_iter().next().unwrap_or_default(),
        };
        if uses.is_empty() && !point_blank_ways(&self.state, id).is_empty() {
            self.emit(Event::HeldFire { unit: id });
        }
        if let Some(assault) = &mut self.state.flow.assault {
            assault.point_blank.push((id, uses));
        }
    }

    pub fn check_point_blank(&self, id: UnitId, uses: &[Use]) -> Result<(), Refusal> {
        let uses: Vec<&Use> = uses.iter().collect();
        check_uses(&self.state, self.unit(id)?, Manner::PointBlank, &uses)
    }

    fn point_blank_volley(&mut self, assault: &Assault, from: UnitId) -> Option<VolleyId> {
        if self.is_decided(assault) {
            return None;
        }
        let at = if from == assault.attacker { assault.defender } else { assault.attacker };
        let uses = assault
            .point_blank
            .iter()
            .find(|(unit, _)| *unit == from)
            .map(|(_, uses)| uses.clone())
            .filter(|uses| !uses.is_empty())?;
        // A-ASL-17: cover for the assaulted only
        let mut scene = Scene::default();
        if at == assault.defender {
            scene.cover = assault.cover.clone();
        }
        Some(self.add_volley(from, Some(at), Manner::PointBlank, Inches::default(), &scene, uses))
    }

    /// A-ASL-12
    fn break_overwhelmed_of(&mut self, units: &[UnitId]) {
        for id in units {
            if self.state.unit(*id).is_some_and(Unit::is_overwhelmed) {
                self.destroy(*id, super::event::DestroyedBy::TooManyPins);
            }
        }
    }

    pub fn break_off(&mut self, id: UnitId, off: bool) {
        if off && let Some(assault) = &mut self.state.flow.assault {
            assault.broke_off = Some(id);
            self.emit(Event::BrokeOff { unit: id });
        }
    }

    pub fn set_spinner(&mut self, id: UnitId, spinner: Spinner) {
        if let Some(assault) = &mut self.state.flow.assault {
            assault.spinners.push((id, spinner));
        }
        self.emit(Event::SpinnerSet { unit: id, spinner });
    }

    pub fn check_hand_weapons(
        &self,
        id: UnitId,
        chosen: &[(ModelId, WeaponId)],
    ) -> Result<(), Refusal> {
        let unit = self.unit(id)?;
        for (i, (model, weapon)) in chosen.iter().enumerate() {
            if !hand_weapons(&self.state, unit, *model).contains(weapon) {
                return Err(Refusal::new("Not everybody named carries that hand weapon."));
            }
            if chosen[..i].iter().any(|(other, _)| other == model) {
                return Err(Refusal::new("A model fights with one hand weapon."));
            }
        }
        Ok(())
    }

    /// A-ASL-6: each model's hand weapon, as chosen or the best it has.
    pub fn choose_hand_weapons(&mut self, id: UnitId, chosen: Option<&[(ModelId, WeaponId)]>) {
        let Some(unit) = self.state.unit(id) else { return };
        let default = hand_weapon_ways(&self.state, id).into_iter().next().unwrap_or_default();
        let mut picked: Vec<(ModelId, WeaponId)> = Vec::new();
        for model in unit.living() {
            let said = chosen.into_iter().flatten().chain(&default).find(|(who, _)| *who == model);
            picked.extend(said.copied());
        }
        if chosen.is_some() {
            let mut weapons: Vec<WeaponId> = picked.iter().map(|(_, weapon)| *weapon).collect();
            weapons.dedup();
            self.emit(Event::HandWeaponsChosen { unit: id, weapons });
        }
        if let Some(assault) = &mut self.state.flow.assault {
            assault
                .hand_weapons
                .extend(picked.into_iter().map(|(model, weapon)| (id, model, weapon)));
        }
    }

    /// A-ASL-6: at once, unless one side is down and so comes second.
    fn exchange_blows(&mut self, attacker: UnitId, defender: UnitId) {
        let down = |id: UnitId| self.state.unit(id).is_some_and(Unit::is_down);
        let (first, second) = if down(attacker) && !down(defender) {
            (defender, attacker)
        } else {
            (attacker, defender)
        };
        let together = down(attacker) == down(defender);
        let one = self.blows(first, second);
        let other = self.blows(second, first);
        let volleys = vec![one, other];
        let roll = |volley| [Task::RollBlows { volley }, Task::CountHits { volley }];
        let mut tasks = Vec::new();
        tasks.extend(roll(one));
        if together {
            tasks.extend(roll(other));
            tasks.push(Task::Wounds { volleys: volleys.clone() });
        } else {
            tasks.push(Task::Wounds { volleys: vec![one] });
            tasks.extend(roll(other));
            tasks.push(Task::Wounds { volleys: vec![other] });
        }
        tasks.push(Task::Pins { volleys: volleys.clone() });
        tasks.push(Task::Settle { volleys });
        tasks.push(Task::Assault(AssaultStage::Result));
        self.push(tasks);
    }

    fn blows(&mut self, from: UnitId, at: UnitId) -> VolleyId {
        self.add_volley(
            from,
            Some(at),
            Manner::HandToHand,
            Inches::default(),
            &Scene::default(),
            Vec::new(),
        )
    }

    pub fn roll_blows(&mut self, volley: VolleyId) -> Result<(), Refusal> {
        let Some(fight) = self.state.flow.volleys.get(volley).cloned() else { return Ok(()) };
        let Some(at) = fight.at else { return Ok(()) };
        if self.is_destroyed(fight.from) || self.is_destroyed(at) {
            return Ok(());
        }
        let (mut batches, mut rolled) = (Vec::new(), Vec::new());
        for blow in attacks(&self.state, fight.from) {
            let dice = self.rolls(blow.number, TEST_DIE)?;
            let needs = blow.check.target();
            let results = dice
                .iter()
                .map(|roll| shot_die(*roll, needs, Manner::HandToHand))
                .collect::<Vec<_>>();
            rolled.push(RolledBatch {
                weapon: blow.weapon,
                mode: 0,
                models: blow.models,
                shots: Vec::new(),
                check: blow.check.clone(),
                dice,
                automatic: 0,
            });
            batches.push(Batch {
                weapon: blow.weapon,
                mode: 0,
                check: blow.check,
                ten: false,
                sv: blow.sv,
                dice: results,
                automatic: false,
            });
        }
        let Volley { from, at, manner, range, .. } = fight;
        self.state.flow.volleys[volley].batches = batches;
        self.emit(Event::Rolled { from, at, manner, range, batches: rolled, part: None });
        Ok(())
    }

    /// A-ASL-11, A-ASL-12
    fn work_out_result(&mut self, attacker: UnitId, defender: UnitId) {
        let mut tasks = Vec::new();
        let gone = |run: &Self, id| run.is_destroyed(id);
        if !gone(self, attacker) && !gone(self, defender) {
            let pins = |id: UnitId| self.state.unit(id).map_or(0, |unit| unit.pins);
            let counted = (pins(attacker), pins(defender));
            let losers: Vec<UnitId> = match counted.0.cmp(&counted.1) {
                std::cmp::Ordering::Greater => vec![attacker],
                std::cmp::Ordering::Less => vec![defender],
                std::cmp::Ordering::Equal => vec![attacker, defender],
            };
            self.emit(Event::AssaultDecided {
                attacker,
                defender,
                pins: counted,
                losers: losers.clone(),
            });
            self.break_overwhelmed_of(&[attacker, defender]);
            for loser in &losers {
                let tests = self
                    .state
                    .unit(*loser)
                    .is_some_and(|unit| !unit.destroyed && !unit.kind().uses_chart());
                if tests {
                    tasks.push(Task::BreakTest { unit: *loser, cause: BreakCause::Defeat });
                }
            }
            if let Some(assault) = &mut self.state.flow.assault {
                assault.losers = losers;
            }
        } else {
            self.break_overwhelmed_of(&[attacker, defender]);
        }
        tasks.push(Task::Assault(AssaultStage::Over));
        self.push(tasks);
    }

    /// A-ASL-5, A-ASL-13
    fn end_assault(&mut self, assault: &Assault) -> Result<(), Refusal> {
        let (attacker, defender) = (assault.attacker, assault.defender);
        self.arrived(attacker);
        let stormed = assault.block.is_some() && self.has_won(assault);
        self.destroy_trapped(assault);
        let both = !self.is_destroyed(attacker) && !self.is_destroyed(defender);
        let drawn = both && assault.losers.len() == 2;
        let first = if drawn {
            let roll = self.roll(DRAW_DIE)?;
            let unit = if roll.face <= DRAW_DIE / 2 { attacker } else { defender };
            self.emit(Event::FirstToConsolidate { unit, roll });
            unit
        } else {
            assault.broke_off.or(assault.losers.first().copied()).unwrap_or(attacker)
        };
        let second = if first == attacker { defender } else { attacker };
        self.emit(Event::AssaultOver);
        let after = |unit: UnitId| {
            if stormed && unit == attacker {
                Task::Occupy { unit }
            } else {
                Task::Consolidate { unit }
            }
        };
        self.push([after(first), after(second)]);
        Ok(())
    }

    /// The attacker holds the field: the defender is gone, or lost.
    fn has_won(&self, assault: &Assault) -> bool {
        let gone = self.is_destroyed(assault.defender);
        let beaten = assault.losers.as_slice() == [assault.defender];
        !self.is_destroyed(assault.attacker) && assault.broke_off.is_none() && (gone || beaten)
    }

    /// B-ASL-2: whoever has to leave a building and is emplaced, or finds no way, is lost.
    fn destroy_trapped(&mut self, assault: &Assault) {
        for loser in &assault.losers {
            let trapped = must_leave(&self.state, *loser)
                && buildings::consolidations(&self.state, *loser).is_empty();
            if trapped {
                self.destroy(*loser, super::event::DestroyedBy::NoWayOut);
            }
        }
    }

    /// B-ASL-1: the winner moves in, unless others of the enemy hold the place still.
    pub fn occupy(&mut self, unit: UnitId) {
        let block = self.state.flow.assault.as_ref().and_then(|assault| assault.block);
        let side = self.state.unit(unit).filter(|unit| !unit.destroyed).map(|unit| unit.side);
        let free = |spot: &Spot| {
            let held = buildings::units_in(&self.state, *spot).any(|(_, it)| Some(it.side) != side);
            self.state.is_spot(*spot) && !held
        };
        match (side, block.filter(free)) {
            (None, _) => {}
            (Some(_), Some(spot)) => {
                self.emit(Event::WentTo { unit, spot: Some(spot), way: Way::Occupied });
            }
            (Some(_), None) => self.push([Task::Consolidate { unit }]),
        }
    }

    /// One sentence why it cannot consolidate like this.
    pub fn check_consolidation(&self, id: UnitId, chosen: &Consolidation) -> Result<(), Refusal> {
        let unit = self.unit(id)?;
        let Some(features) = &chosen.moved else {
            if must_leave(&self.state, id) {
                return Err(Refusal::new(format!(
                    "{} has lost the fight for the building and has to leave it.",
                    unit.name
                )));
            }
            if !chosen.left_behind.is_empty() || chosen.to.is_some() {
                return Err(Refusal::new("Nobody is left behind by a unit that stays."));
            }
            return Ok(());
        };
        self.check_features(id, Pace::Consolidate, features)?;
        self.check_left_behind(id, &chosen.left_behind)?;
        if !buildings::consolidations(&self.state, id).contains(&chosen.to) {
            return Err(Refusal::new(match chosen.to {
                None => format!("No way leads {} out into the open.", unit.name),
                Some(spot) => {
                    format!("{} cannot consolidate to {}.", unit.name, self.state.spot_name(spot))
                }
            }));
        }
        if chosen.to.is_some() && chosen.to != unit.spot && !features.is_empty() {
            return Err(Refusal::new(
                "Nothing lies in the way inside a building; leave the terrain out.",
            ));
        }
        Ok(())
    }

    pub fn consolidate(&mut self, id: UnitId, chosen: &Consolidation) -> Result<(), Refusal> {
        match &chosen.moved {
            None => {
                self.emit(Event::HeldGround { unit: id });
                Ok(())
            }
            Some(features) => {
                let from = self.unit(id)?.spot;
                if from != chosen.to {
                    let lost = self.state.flow.assault.as_ref();
                    let lost = lost.is_some_and(|assault| assault.losers.contains(&id));
                    let way = match chosen.to {
                        _ if lost => Way::FellBack,
                        None => Way::Out,
                        Some(spot) if spot.is_roof() => Way::Roof,
                        Some(_) => Way::NextBlock,
                    };
                    self.emit(Event::WentTo { unit: id, spot: chosen.to, way });
                }
                if chosen.to.is_some() && from != chosen.to {
                    self.unlock_by_moving(id);
                    self.leave_behind(id, &chosen.left_behind);
                    return Ok(());
                }
                self.travel(id, Pace::Consolidate, features)?;
                self.leave_behind(id, &chosen.left_behind);
                Ok(())
            }
        }
    }
}

/// B-ASL-2: the defender of a building who lost, a draw included, does not stay in it.
pub fn must_leave(state: &State, id: UnitId) -> bool {
    let Some(assault) = &state.flow.assault else { return false };
    let Some(unit) = state.unit(id).filter(|unit| !unit.destroyed) else { return false };
    assault.losers.contains(&id) && unit.spot.is_some() && unit.spot == assault.block
}

/// What a unit can do after a fight; the first is the default.
pub fn consolidation_ways(state: &State, id: UnitId) -> Vec<Consolidation> {
    let Some(unit) = state.unit(id).filter(|unit| !unit.destroyed && unit.can_move()) else {
        return Vec::new();
    };
    let stay = Consolidation::default();
    let ways = buildings::consolidations(state, id).into_iter().map(|to| Consolidation {
        moved: Some(Vec::new()),
        to,
        left_behind: Vec::new(),
    });
    if unit.spot.is_none() {
        return ways.chain([stay]).collect();
    }
    let stays = (!must_leave(state, id)).then_some(stay);
    stays.into_iter().chain(ways).collect()
}

/// The ways a unit can shoot point-blank. Where its ammunition is limited, it may hold its fire.
pub fn point_blank_ways(state: &State, id: UnitId) -> Vec<Vec<Use>> {
    let Some(unit) = state.unit(id) else { return Vec::new() };
    let mut ways = ways(state, unit, Manner::PointBlank, Inches::default());
    let limited = ways.iter().flatten().any(|used| {
        mode_of(state, used.weapon, used.mode)
            .is_some_and(|(_, mode)| mode.has(WeaponRule::LimitedAmmo))
    });
    if limited {
        ways.push(Vec::new());
    }
    ways
}

/// A-ASL-5
pub fn may_break_off(unit: &Unit) -> bool {
    !unit.destroyed && unit.order() == Some(Order::Run) && unit.all(ModelRule::Fast)
}

/// Whether a unit fights with distort spinners.
pub fn has_spinners(state: &State, unit: &Unit) -> bool {
    unit.living().any(|id| {
        hand_weapons(state, unit, id).iter().any(|weapon| {
            mode_of(state, *weapon, 0).is_some_and(|(_, mode)| mode.variable().is_some())
        })
    })
}

/// The hand weapons of a model that work, each once. Vehicles and weapon drones strike with Str, whatever they carry
/// (A-ASL-6).
pub fn hand_weapons(state: &State, unit: &Unit, model: ModelId) -> Vec<WeaponId> {
    let fights = |model: &&super::state::Model| !model.lost && !unit.kind().uses_chart();
    let Some(carried) = unit.models.get(model.index()).filter(fights) else {
        return Vec::new();
    };
    let mut weapons: Vec<WeaponId> = carried
        .weapons
        .iter()
        .copied()
        .filter(|weapon| {
            unit.working(model, *weapon) > 0
                && state.weapon(*weapon).is_some_and(|weapon| weapon.class == WeaponClass::Hand)
        })
        .collect();
    weapons.dedup();
    weapons
}

/// For each model with a choice, one of its hand weapons: the likeliest to do harm first, then each other.
pub fn hand_weapon_ways(state: &State, id: UnitId) -> Vec<Vec<(ModelId, WeaponId)>> {
    let Some(unit) = state.unit(id) else { return Vec::new() };
    let pick = |favourite: Option<WeaponId>| -> Vec<(ModelId, WeaponId)> {
        unit.living()
            .filter_map(|model| {
                let weapons = hand_weapons(state, unit, model);
                let best =
                    weapons.iter().copied().rev().max_by_key(|weapon| worth(state, *weapon))?;
                Some((model, favourite.filter(|weapon| weapons.contains(weapon)).unwrap_or(best)))
            })
            .collect()
    };
    let mut ways = vec![pick(None)];
    for model in unit.living() {
        for weapon in hand_weapons(state, unit, model) {
            let way = pick(Some(weapon));
            if !ways.contains(&way) {
                ways.push(way);
            }
        }
    }
    ways
}

/// Rough harm of a hand weapon: attacks, times the hits of a blast, times what its strike value takes off an average Res.
fn worth(state: &State, weapon: WeaponId) -> u32 {
    const AVERAGE_FAILS: u32 = 4;
    mode_of(state, weapon, 0).map_or(0, |(_, mode)| {
        let attacks = u32::from(mode.attacks().unwrap_or(1));
        let doubled_hits = mode.blast().map_or(2, |sides| u32::from(sides) + 1);
        attacks * doubled_hits * (AVERAGE_FAILS + u32::from(mode.sv))
    })
}

/// Blows of models alike.
#[derive(Clone, Debug)]
pub struct Attack {
    pub weapon: Option<WeaponId>,
    pub models: u32,
    pub number: u32,
    pub sv: u8,
    pub check: Check<Reason>,
}

/// Everything a unit strikes with in this fight (A-ASL-6, A-ASL-9, A-ASL-15).
pub fn attacks(state: &State, id: UnitId) -> Vec<Attack> {
    let (Some(unit), Some(assault)) = (state.unit(id), &state.flow.assault) else {
        return Vec::new();
    };
    let assaulting = assault.attacker == id;
    let strikes = assault.spinners.contains(&(id, Spinner::Strike));
    let mut attacks: Vec<Attack> = Vec::new();
    let mut add = |weapon: Option<WeaponId>, number: u32, sv: u8, check: Check<Reason>| {
        let same = attacks
            .iter_mut()
            .find(|attack| attack.weapon == weapon && attack.sv == sv && attack.check == check);
        match same {
            Some(attack) => {
                attack.models += 1;
                attack.number += number;
            }
            None => attacks.push(Attack { weapon, models: 1, number, sv, check }),
        }
    };
    for model in unit.living() {
        let weapon = assault
            .hand_weapons
            .iter()
            .find(|(of, who, _)| *of == id && *who == model)
            .map(|(_, _, weapon)| *weapon);
        let mode = weapon.and_then(|weapon| mode_of(state, weapon, 0)).map(|(_, mode)| mode);
        let natural = |of: fn(&ModelRule) -> Option<u8>| {
            unit.troop(model).and_then(|troop| troop.rules.iter().find_map(of))
        };
        let own_attacks =
            natural(|rule| if let ModelRule::Attacks(n) = rule { Some(*n) } else { None });
        let own_sv =
            natural(|rule| if let ModelRule::NaturalSv(n) = rule { Some(*n) } else { None });
        let number = mode.and_then(super::profile::Mode::attacks).max(own_attacks).unwrap_or(1);
        let sv = match mode {
            Some(mode) => mode.variable().filter(|_| strikes).map_or(mode.sv, |sv| sv.max(mode.sv)),
            None => own_sv.unwrap_or(0),
        };
        let str = i32::from(unit.models[model.index()].stats.str);
        let mut check = Check::new(str, Reason::Str);
        if assaulting {
            check.add(ASSAULTING, Reason::Assaulting);
        }
        let mount = check.clone();
        if mode.is_some() {
            check.add(HAND_WEAPON, Reason::HandWeapon);
        }
        add(weapon, u32::from(number), sv, check);
        if let Some(bite) =
            natural(|rule| if let ModelRule::Locomite(n) = rule { Some(*n) } else { None })
        {
            add(None, 1, bite, mount);
        }
    }
    attacks
}

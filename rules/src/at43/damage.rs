//! Damage tests and who falls to them (T-DMG-1 to T-DMG-3); locations and structure points stand in `parts.rs`.

use super::command::{Answer, Hyper, RoutineName};
use super::decide::Taken;
use super::event::{Event, Fall, Rerolled, Victims};
use super::flow::{Attack, How, Impacts, Standing, Struckee, Task, VolleyId};
use super::lineup::{is_hero, lives, member, usual_order};
use super::need::{Need, Reason, Test};
use super::profile::{Ability, Weapon};
use super::question::Question;
use super::run::Run;
use super::state::{MemberId, Pilot, State, TerrainId, UnitId};
use super::{armament, parts, routines};
use crate::check::Check;
use crate::refusal::Refusal;

/// T-DMG-1
pub fn against(weapon: &Weapon, protection: u8) -> Test {
    let check = Check::new(i32::from(weapon.penetration), Reason::Penetration);
    Test::Table(check.with(-i32::from(protection), Reason::Protection))
}

/// What one member is protected by.
pub fn protection(state: &State, standing: Standing) -> u8 {
    let unit = state.unit(standing.unit);
    let profile =
        unit.zip(member(state, standing)).and_then(|(unit, member)| state.profile(unit, member));
    profile.map_or(0, |profile| profile.protection)
}

/// The test that impacts on this group begin with.
pub fn test_of(state: &State, weapon: &Weapon, group: &Impacts) -> Option<Test> {
    let protection = match group.on {
        Struckee::Unit(_) => {
            protection(state, *group.order.iter().find(|standing| lives(state, **standing))?)
        }
        Struckee::Wreck => state.wreck?.protection,
        Struckee::Terrain(id) => state.element(id)?.tough?.protection,
    };
    Some(against(weapon, protection))
}

pub(super) fn question(state: &State, task: &Task) -> Option<Question> {
    match task {
        Task::Hyper { volley, group } => hyper_question(state, *volley, *group),
        Task::HitWeapon { volley, group, machine } => {
            parts::question(state, *volley, *group, *machine)
        }
        _ => None,
    }
}

/// Hyper nanonucleus was kept in mind for this salvo, dice are due, and they are not certain (T-THR-10).
fn is_hyper_open(state: &State, id: VolleyId, group: usize) -> bool {
    let Some(volley) = state.flow.volleys.get(id) else { return false };
    let Some(impacts) = volley.groups.get(group) else { return false };
    let test =
        state.library.weapon(volley.weapon).and_then(|weapon| test_of(state, weapon, impacts));
    volley.hyper == Hyper::Ask
        && impacts.number > 0
        && test.is_some_and(|test| matches!(test.need(), Need::AtLeast(_)))
        && routines::affordable(state, RoutineName::HyperNanonucleus, volley.from)
}

/// Whatever was wished for is paid, or refused, when the first damage dice are due ([`Volley`]).
///
/// [`Volley`]: super::flow::Volley
pub(super) fn undecided(wish: Hyper) -> Hyper {
    match wish {
        Hyper::No => Hyper::No,
        Hyper::Yes | Hyper::Ask => Hyper::Ask,
    }
}

/// What was said when the shot or the blow was declared.
fn wish(attack: &Attack) -> Hyper {
    match attack {
        Attack::Salvo(salvo) => salvo.hyper,
        Attack::Combat(combat) => combat.hyper,
        Attack::Strike(_) => Hyper::No,
    }
}

fn hyper_question(state: &State, id: VolleyId, group: usize) -> Option<Question> {
    let volley = state.flow.volleys.get(id)?;
    let asked = wish(&volley.attack) == Hyper::Ask && is_hyper_open(state, id, group);
    asked.then_some(())?;
    let number = volley.groups.get(group)?.number;
    let dice =
        if number == 1 { "1 damage test".to_owned() } else { format!("{number} damage tests") };
    Question::answers(
        volley.by,
        format!("use Hyper nanonucleus for {dice} or not"),
        vec![Answer::Hyper(false), Answer::Hyper(true)],
    )
}

impl Run<'_> {
    pub fn damage_answer(&mut self, task: &Task, answer: &Answer) -> Result<Taken, Refusal> {
        match (task, answer) {
            (Task::Hyper { volley, .. }, Answer::Hyper(wanted)) => {
                self.settle_hyper(*volley, *wanted)?;
            }
            (Task::HitWeapon { volley, group, machine }, Answer::Weapon(weapon)) => {
                self.hit_weapon(*volley, *group, *machine, *weapon)?;
            }
            _ => return Ok(Taken::AnotherQuestion),
        }
        Ok(Taken::Yes)
    }

    pub fn damage_task(&mut self, task: Task) -> Result<(), Refusal> {
        match task {
            Task::Hyper { volley, group } => {
                let wanted = wish(&self.volley(volley)?.attack) == Hyper::Yes;
                if wanted && is_hyper_open(&self.state, volley, group) {
                    self.settle_hyper(volley, true)?;
                }
                Ok(())
            }
            Task::Damage { volley, group } => self.damage(volley, group),
            Task::Locate { volley, group, hits } => self.locate(volley, group, hits),
            Task::HitWeapon { volley, group, machine } => {
                self.hit_dangerous_weapon(volley, group, machine)
            }
            _ => Ok(()),
        }
    }

    fn settle_hyper(&mut self, id: VolleyId, wanted: bool) -> Result<(), Refusal> {
        let from = self.volley(id)?.from;
        if wanted {
            self.pay_routine(RoutineName::HyperNanonucleus, from)?;
        }
        self.volley_mut(id)?.hyper = if wanted { Hyper::Yes } else { Hyper::No };
        Ok(())
    }

    /// So many damage dice of a volley against one Protection, and how many succeed.
    pub(super) fn damage_dice(
        &mut self,
        id: VolleyId,
        on: Victims,
        protection: u8,
        dice: u32,
    ) -> Result<(Vec<Rerolled>, u32, Need), Refusal> {
        let volley = self.volley(id)?;
        let (by, rerolls) = (volley.by, u32::from(volley.hyper == Hyper::Yes));
        let test = against(self.weapon_of(id)?, protection);
        let what = match on {
            Victims::Unit(unit) => format!("the damage to {}", self.state.unit_name(unit)),
            Victims::Machine(unit, machine) => {
                format!("the damage to machine {} of {}", machine.0 + 1, self.state.unit_name(unit))
            }
            Victims::Wreck => "the damage to the wreck".to_owned(),
            Victims::Terrain(id) => {
                let name = self.state.element(id).map_or("the terrain", |element| &element.name);
                format!("the damage to {name}")
            }
        };
        let (thrown, successes) = self.throw_test(by, dice, &test, rerolls, &what)?;
        let need = test.need();
        self.emit(Event::DamageRolled { on, test, dice: thrown.clone(), successes });
        Ok((thrown, successes, need))
    }

    fn damage(&mut self, id: VolleyId, group: usize) -> Result<(), Refusal> {
        let impacts = self.impacts(id, group)?.clone();
        if impacts.number == 0 {
            return Ok(());
        }
        match impacts.on {
            Struckee::Wreck => self.damage_wreck(id, impacts.number),
            Struckee::Terrain(element) => self.damage_element(id, element, &impacts),
            Struckee::Unit(unit) => {
                let machines = self.state.category(self.unit(unit)?).is_machine();
                if machines {
                    self.damage_machines(id, group, unit, &impacts)
                } else {
                    self.damage_infantry(id, unit, &impacts)
                }
            }
        }
    }

    /// T-MIS-64: it has no locations, and whoever is still inside dies with it.
    fn damage_wreck(&mut self, id: VolleyId, number: u32) -> Result<(), Refusal> {
        let Some(wreck) = self.state.wreck.filter(|wreck| wreck.structure > 0) else {
            return Ok(());
        };
        let (_, successes, _) = self.damage_dice(id, Victims::Wreck, wreck.protection, number)?;
        let lost = successes.saturating_mul(u32::from(self.weapon_of(id)?.damage));
        if lost == 0 {
            return Ok(());
        }
        let left = wreck.structure.saturating_sub(u8::try_from(lost).unwrap_or(u8::MAX));
        self.emit(Event::WreckHit { left });
        if left == 0 && wreck.pilot == Pilot::Inside {
            self.emit(Event::PilotDied);
        }
        Ok(())
    }

    /// T-TER-3
    fn damage_element(
        &mut self,
        id: VolleyId,
        element: TerrainId,
        impacts: &Impacts,
    ) -> Result<(), Refusal> {
        let Some(tough) = self.state.element(element).and_then(|element| element.tough) else {
            return Ok(());
        };
        let on = Victims::Terrain(element);
        let (_, successes, _) = self.damage_dice(id, on, tough.protection, impacts.number)?;
        let lost = successes.saturating_mul(u32::from(self.weapon_of(id)?.damage));
        if lost == 0 {
            return Ok(());
        }
        let left = tough.structure.saturating_sub(u8::try_from(lost).unwrap_or(u8::MAX));
        self.emit(Event::ElementHit { element, left });
        if left > 0 {
            return Ok(());
        }
        self.emit(Event::ElementGone { element });
        let by = self.volley(id)?.by;
        for (unit, members) in by_unit(&impacts.order) {
            self.fall_with_element(unit, &members, by)?;
            self.bloody(id, unit)?;
        }
        Ok(())
    }

    /// Somebody of it has fallen in this volley.
    pub(super) fn bloody(&mut self, id: VolleyId, unit: UnitId) -> Result<(), Refusal> {
        let bloodied = &mut self.volley_mut(id)?.bloodied;
        if !bloodied.contains(&unit) {
            bloodied.push(unit);
        }
        Ok(())
    }

    fn damage_infantry(
        &mut self,
        id: VolleyId,
        unit: UnitId,
        impacts: &Impacts,
    ) -> Result<(), Refusal> {
        let mut blows = Blows { fallen: Vec::new(), struck: Vec::new() };
        match &impacts.how {
            How::Melee | How::Shared(_) => return self.damage_melee(id, unit, impacts),
            How::Nearest if self.shares_evenly(impacts) => {
                let shares = shares(impacts.number, impacts.order.len());
                let each = impacts.order.iter().copied().zip(shares);
                self.one_by_one(id, unit, each.collect(), &mut blows)?;
            }
            How::Nearest => self.nearest_first(id, unit, impacts, &mut blows)?,
            How::OneEach => {
                let number = usize::try_from(impacts.number).unwrap_or(usize::MAX);
                let each = impacts.order.iter().take(number).map(|standing| (*standing, 1));
                self.one_by_one(id, unit, each.collect(), &mut blows)?;
            }
            How::Everybody(each) => {
                let each = impacts.order.iter().map(|standing| (*standing, *each));
                self.one_by_one(id, unit, each.collect(), &mut blows)?;
            }
            How::Chosen(victims) => {
                let victims = victims.iter().map(|victim| (victim.member, 1));
                let each = victims.map(|(member, one)| (Standing { unit, member }, one));
                self.aimed_at(id, unit, each.collect(), &mut blows)?;
            }
        }
        self.remove(id, impacts, &blows)
    }

    /// A static support unit, by itself (T-UNI-5).
    fn shares_evenly(&self, impacts: &Impacts) -> bool {
        let mut units: Vec<UnitId> = impacts.order.iter().map(|standing| standing.unit).collect();
        units.dedup();
        match units.as_slice() {
            [only] => {
                self.state.unit(*only).is_some_and(|unit| armament::is_static(&self.state, unit))
            }
            _ => false,
        }
    }

    /// Each success takes the nearest fighter left. With one Protection among all who could be hit the dice are thrown at
    /// once, else impact by impact, as far as that makes a difference (T-DMG-2).
    fn nearest_first(
        &mut self,
        id: VolleyId,
        unit: UnitId,
        impacts: &Impacts,
        blows: &mut Blows,
    ) -> Result<(), Refusal> {
        let mut left = impacts.number;
        let mut line: Vec<Standing> =
            impacts.order.iter().copied().filter(|one| lives(&self.state, *one)).collect();
        while left > 0 {
            let Some(nearest) = line.first().copied() else { break };
            let guarded = protection(&self.state, nearest);
            let alike = line.iter().take_while(|one| protection(&self.state, **one) == guarded);
            let alike = alike.count();
            let dice = if alike == line.len() {
                left
            } else {
                left.min(u32::try_from(alike).unwrap_or(u32::MAX))
            };
            let on = Victims::Unit(if alike == line.len() { unit } else { nearest.unit });
            let (_, successes, _) = self.damage_dice(id, on, guarded, dice)?;
            let falling = usize::try_from(successes).unwrap_or(usize::MAX).min(line.len());
            blows.fallen.extend(line.drain(..falling));
            left = left.saturating_sub(dice);
        }
        Ok(())
    }

    /// Everybody takes impacts of his own; heroes last, and others in their place (T-SHT-10, T-IND-5, T-HER-2).
    fn one_by_one(
        &mut self,
        id: VolleyId,
        unit: UnitId,
        each: Vec<(Standing, u32)>,
        blows: &mut Blows,
    ) -> Result<(), Refusal> {
        let named: Vec<Standing> = each.iter().map(|(standing, _)| *standing).collect();
        let (heroes, others): (Vec<_>, Vec<_>) =
            each.into_iter().partition(|(standing, _)| is_hero(&self.state, *standing));
        self.aimed_at(id, unit, others, blows)?;
        for (hero, impacts) in heroes {
            for _ in 0..impacts {
                let victim = self.in_his_place(hero, &named, blows);
                self.aimed_at(id, unit, vec![(victim, 1)], blows)?;
            }
        }
        Ok(())
    }

    /// The comrade who takes what would hit a hero; himself once nobody else is left.
    fn in_his_place(&self, hero: Standing, named: &[Standing], blows: &Blows) -> Standing {
        let Some(unit) = self.state.unit(hero.unit) else { return hero };
        let comrades = usual_order(&self.state, unit).into_iter();
        let comrades: Vec<Standing> = comrades
            .map(|member| Standing { unit: hero.unit, member })
            .filter(|one| *one != hero && !blows.fallen.contains(one))
            .collect();
        let other = comrades.iter().find(|one| !named.contains(one));
        other.or(comrades.first()).copied().unwrap_or(hero)
    }

    /// Damage tests of those who are named, whoever stands beside them; those alike in one throw.
    fn aimed_at(
        &mut self,
        id: VolleyId,
        unit: UnitId,
        each: Vec<(Standing, u32)>,
        blows: &mut Blows,
    ) -> Result<(), Refusal> {
        let mut tests: Vec<Standing> = Vec::new();
        for (standing, impacts) in each {
            if lives(&self.state, standing) && !blows.fallen.contains(&standing) && impacts > 0 {
                blows.struck.push(standing);
                tests.extend(std::iter::repeat_n(
                    standing,
                    usize::try_from(impacts).unwrap_or(usize::MAX),
                ));
            }
        }
        while let Some(first) = tests.first().copied() {
            let guarded = protection(&self.state, first);
            let alike =
                tests.iter().take_while(|one| protection(&self.state, **one) == guarded).count();
            let now: Vec<Standing> = tests.drain(..alike).collect();
            let dice = u32::try_from(now.len()).unwrap_or(u32::MAX);
            let (thrown, _, need) = self.damage_dice(id, Victims::Unit(unit), guarded, dice)?;
            for (place, victim) in now.into_iter().enumerate() {
                let falls = match need {
                    Need::Never => false,
                    Need::Always => true,
                    Need::AtLeast(_) => {
                        thrown.get(place).is_some_and(|die| need.met_by(die.face()))
                    }
                };
                if falls && !blows.fallen.contains(&victim) {
                    blows.fallen.push(victim);
                }
            }
        }
        Ok(())
    }

    /// The fallen leave, whoever survives an explosion is grounded, and what follows is settled (T-IND-5, T-EQP-2).
    fn remove(&mut self, id: VolleyId, impacts: &Impacts, blows: &Blows) -> Result<(), Refusal> {
        let by = self.volley(id)?.by;
        let why = if impacts.grounds { Fall::Blast } else { Fall::Shot };
        if impacts.grounds {
            let up: Vec<Standing> = blows
                .struck
                .iter()
                .copied()
                .filter(|one| !blows.fallen.contains(one) && self.can_be_grounded(*one))
                .collect();
            for (unit, members) in by_unit(&up) {
                self.emit(Event::Grounded { unit, members });
                self.push([Task::Settle { unit, by: Some(by) }]);
            }
        }
        for (unit, members) in by_unit(&blows.fallen) {
            self.bloody(id, unit)?;
            self.casualties(unit, &members, why, Some(by), impacts.grounds);
        }
        Ok(())
    }

    fn can_be_grounded(&self, standing: Standing) -> bool {
        let stable = self
            .state
            .unit(standing.unit)
            .is_none_or(|unit| self.state.has(unit, Ability::Stability));
        !stable && member(&self.state, standing).is_some_and(|member| !member.grounded)
    }

    /// The attacker says who falls, among defenders in contact (T-CBT-4).
    fn damage_melee(
        &mut self,
        id: VolleyId,
        unit: UnitId,
        impacts: &Impacts,
    ) -> Result<(), Refusal> {
        let Some(nearest) = impacts.order.iter().find(|one| lives(&self.state, **one)) else {
            return Ok(());
        };
        let guarded = protection(&self.state, *nearest);
        let on = Victims::Unit(unit);
        let (_, number, _) = self.damage_dice(id, on, guarded, impacts.number)?;
        if number > 0 {
            self.push([Task::Fall { volley: id, number }]);
        }
        Ok(())
    }
}

/// Who has been struck and who falls, as the dice of one group tell.
struct Blows {
    fallen: Vec<Standing>,
    struck: Vec<Standing>,
}

/// As evenly as possible, the odd ones to the first.
pub fn shares(number: u32, among: usize) -> Vec<u32> {
    let heads = u32::try_from(among).unwrap_or(u32::MAX);
    if heads == 0 {
        return Vec::new();
    }
    let (each, odd) = (number / heads, number % heads);
    (0..heads).map(|place| each + u32::from(place < odd)).collect()
}

fn by_unit(all: &[Standing]) -> Vec<(UnitId, Vec<MemberId>)> {
    let mut units: Vec<(UnitId, Vec<MemberId>)> = Vec::new();
    for one in all {
        match units.iter_mut().find(|(unit, _)| *unit == one.unit) {
            Some((_, members)) => members.push(one.member),
            None => units.push((one.unit, vec![one.member])),
        }
    }
    units
}

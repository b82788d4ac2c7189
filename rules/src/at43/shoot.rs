//! Shooting, salvo by salvo: the dice, who is hit, and cover tests (T-SHT-11).

use super::aim::{Aimed, aim, shooting_test};
use super::armament::{Shooter, group};
use super::caught;
use super::command::{Answer, Hyper, MachinePart, Salvo, Strike, Under, Victim};
use super::damage::undecided;
use super::decide::Taken;
use super::event::{Event, Rerolled, Victims};
use super::flow::{
    Attack, Fired, How, Impacts, Standing, Struckee, Task, Template, Volley, VolleyId,
};
use super::lineup::member;
use super::measuring::who_tells;
use super::need::{Need, Range, Test};
use super::profile::{Fire, Weapon};
use super::question::Question;
use super::run::Run;
use super::spot::aim_strike;
use super::state::{Contact, Group, State, UnitId};
use super::targets;
use crate::ids::Seat;
use crate::refusal::Refusal;

pub(super) use super::targets::{could_watch, examples, strikes};

/// T-IND-4, in centimetres.
pub const MOST_RADIUS: u32 = 10;
/// Impacts for everybody under a template that is larger than that.
pub const IMPACTS_BEYOND: u32 = 2;

pub(super) fn question(state: &State, task: &Task) -> Option<Question> {
    match task {
        Task::Template { volley } => {
            let volley = state.flow.volleys.get(*volley)?;
            let template = volley.template?;
            let (shift, radius) = (template.shift, template.radius);
            let where_to = match template.direction {
                Some(direction) => format!("{shift} cm towards {direction}"),
                None => "on the fighter aimed at".to_owned(),
            };
            Question::answers(
                who_tells(state, volley.by)?,
                format!("say who lies under the template ({where_to}, radius {radius} cm)"),
                targets::under_options(state, volley),
            )
        }
        Task::Assign { volley } => {
            let volley = state.flow.volleys.get(*volley)?;
            let options = targets::assignments(state, volley)?;
            (options.len() > 1).then_some(())?;
            let name = state.unit_name(volley.from);
            Question::answers(volley.by, format!("choose whom the shots of {name} hit"), options)
        }
        _ => None,
    }
}

/// The radius of a template and the impacts of everybody under it (T-IND-4).
pub fn template(area: u8, successes: u32) -> (u32, u32) {
    let radius = u32::from(area).saturating_mul(successes.max(1));
    if radius > MOST_RADIUS { (MOST_RADIUS, IMPACTS_BEYOND) } else { (radius, 1) }
}

impl Run<'_> {
    pub fn shoot(&mut self, salvo: &Salvo) -> Result<(), Refusal> {
        let shooter = Shooter::now(&self.state);
        let shooter = shooter.ok_or_else(|| Refusal::new("No unit can shoot now."))?;
        let aimed = aim(&self.state, &shooter, salvo)?;
        self.mark_fired(&shooter, salvo, &aimed)?;
        self.emit(Event::SalvoFired {
            unit: shooter.unit,
            salvo: salvo.clone(),
            overwatch: aimed.overwatch,
            shooters: aimed.shooters,
        });
        self.open_fire(aimed, Attack::Salvo(salvo.clone()), undecided(salvo.hyper))
    }

    /// An artillery strike that is paid for (T-WPN-4).
    pub fn strike(&mut self, seat: Seat, strike: &Strike) -> Result<(), Refusal> {
        let aimed = aim_strike(&self.state, seat, strike)?;
        self.emit(Event::StrikeCalled { seat, strike: strike.clone() });
        self.open_fire(aimed, Attack::Strike(strike.clone()), Hyper::No)
    }

    /// What counts as fired, and when (T-SHT-1, T-SHT-2, T-EQP-1, T-OVW-4).
    fn mark_fired(
        &mut self,
        shooter: &Shooter,
        salvo: &Salvo,
        aimed: &Aimed,
    ) -> Result<(), Refusal> {
        let thrown = {
            let unit = self.unit(shooter.unit)?;
            self.state.thrown(unit).any(|item| item == salvo.weapon)
        };
        let groups = if thrown {
            vec![Group::Bearers, Group::Rest]
        } else {
            vec![group(&self.state, shooter.unit, salvo.weapon)]
        };
        let shots = if aimed.fire == Fire::Projection { 1 } else { u32::from(salvo.each) };
        if shooter.overwatch.is_some() {
            if let Some(watching) = &mut self.state.flow.watching {
                note(&mut watching.fired, salvo, shots);
                watching.thrown |= thrown;
                if shooter.split && !thrown && watching.group.is_none() {
                    watching.group = groups.first().copied();
                }
            }
            return Ok(());
        }
        let acting = self.acting_mut()?;
        note(&mut acting.fired, salvo, shots);
        acting.thrown |= thrown;
        acting.sniped |= aimed.sniper;
        let when = if acting.moved { &mut acting.fired_after } else { &mut acting.fired_before };
        for group in groups {
            if !when.contains(&group) {
                when.push(group);
            }
        }
        Ok(())
    }

    fn open_fire(&mut self, aimed: Aimed, attack: Attack, hyper: Hyper) -> Result<(), Refusal> {
        if aimed.out_of_reach() {
            if let Some(test) = aimed.test {
                self.emit(Event::OutOfReach { unit: aimed.unit, test });
            }
            return Ok(());
        }
        for passed in &aimed.skipped {
            self.emit(Event::Skipped {
                unit: passed.unit,
                fighters: passed.fighters,
                why: passed.why,
            });
        }
        let id = self.state.flow.volleys.len();
        let mut groups = aimed.groups;
        if aimed.sniper
            && let Some(target) = groups.last_mut()
        {
            target.how = How::Chosen(Vec::new());
        }
        self.state.flow.volleys.push(Volley {
            by: aimed.by,
            from: aimed.unit,
            weapon: aimed.weapon,
            attack,
            overwatch: aimed.overwatch,
            dice: aimed.dice,
            impacts: 0,
            template: None,
            groups,
            hyper,
            bloodied: Vec::new(),
        });
        self.push([Task::AfterSalvo { volley: id }]);
        match aimed.fire {
            Fire::Direct | Fire::Indirect => self.push([Task::Shots { volley: id }]),
            Fire::Projection => {
                self.tell_impacts(id, false)?;
                self.push_groups(id)?;
            }
        }
        Ok(())
    }

    pub fn shooting_task(&mut self, task: &Task) -> Result<(), Refusal> {
        match task {
            Task::Shots { volley } => self.shots(*volley),
            Task::Covers { volley, group } => self.covers(*volley, *group),
            Task::Assign { volley } => {
                // nothing to choose from
                let told = self.state.flow.volleys.get(*volley);
                let options = told.and_then(|told| targets::assignments(&self.state, told));
                match options.unwrap_or_default().into_iter().next() {
                    Some(Answer::Victims(victims)) => self.assign(*volley, &victims),
                    _ => self.push_groups(*volley),
                }
            }
            Task::AfterSalvo { volley } => {
                self.after_salvo(*volley);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    pub fn shooting_answer(&mut self, task: &Task, answer: &Answer) -> Result<Taken, Refusal> {
        match (task, answer) {
            (Task::Template { volley }, Answer::Under(who)) => self.lay_template(*volley, who)?,
            (Task::Assign { volley }, Answer::Victims(victims)) => self.assign(*volley, victims)?,
            _ => return Ok(Taken::AnotherQuestion),
        }
        Ok(Taken::Yes)
    }

    pub(super) fn weapon_of(&self, id: VolleyId) -> Result<&Weapon, Refusal> {
        let weapon = self.volley(id)?.weapon;
        let weapon = self.state.library.weapon(weapon);
        weapon.ok_or_else(|| Refusal::new("That weapon is in no list of this game."))
    }

    /// Dice against a test, with its re-rolls of what failed (T-UTR-1, T-UTR-2), and how many succeed.
    pub(super) fn throw_test(
        &mut self,
        seat: Seat,
        dice: u32,
        test: &Test,
        rerolls: u32,
        what: &str,
    ) -> Result<(Vec<Rerolled>, u32), Refusal> {
        let need = test.need();
        match need {
            Need::Never => return Ok((Vec::new(), 0)),
            Need::Always => return Ok((Vec::new(), dice)),
            Need::AtLeast(_) => {}
        }
        let first = self.throw(seat, dice, format!("{what}, which needs {need}"))?;
        let mut thrown: Vec<Rerolled> =
            first.into_iter().map(|roll| Rerolled(vec![roll])).collect();
        for _ in 0..rerolls {
            let failed = thrown.iter().filter(|die| !need.met_by(die.face())).count();
            let failed = u32::try_from(failed).unwrap_or(u32::MAX);
            let again =
                self.throw(seat, failed, format!("the re-roll for {what}, which needs {need}"))?;
            let misses = thrown.iter_mut().filter(|die| !need.met_by(die.face()));
            for (die, roll) in misses.zip(again) {
                die.0.push(roll);
            }
        }
        let met = thrown.iter().filter(|die| need.met_by(die.face())).count();
        Ok((thrown, u32::try_from(met).unwrap_or(u32::MAX)))
    }

    fn shots(&mut self, id: VolleyId) -> Result<(), Refusal> {
        let volley = self.volley(id)?;
        let (unit, by, dice) = (volley.from, volley.by, volley.dice);
        let range = match &volley.attack {
            Attack::Salvo(salvo) => salvo.range,
            Attack::Strike(_) | Attack::Combat(_) => Range::Band(super::need::Band::default()),
        };
        let weapon = self.weapon_of(id)?;
        let (rerolls, area) = (u32::from(weapon.rerolls), weapon.area);
        let test = shooting_test(&self.state, self.unit(unit)?, weapon, range);
        let test = test.ok_or_else(|| Refusal::new("That weapon is fired without dice."))?;
        let what = match &self.volley(id)?.attack {
            Attack::Salvo(_) | Attack::Combat(_) => {
                format!("the salvo of {}", self.state.unit_name(unit))
            }
            Attack::Strike(_) => "the artillery strike".to_owned(),
        };
        let (thrown, impacts) = self.throw_test(by, dice, &test, rerolls, &what)?;
        self.emit(Event::ShotsRolled { unit, test, dice: thrown, impacts });
        self.volley_mut(id)?.impacts = impacts;
        match area {
            Some(area) => self.deviate(id, area, dice.saturating_sub(impacts), impacts),
            None => self.share_out(id, impacts),
        }
    }

    /// T-IND-3, T-IND-4
    fn deviate(&mut self, id: VolleyId, area: u8, shift: u32, hits: u32) -> Result<(), Refusal> {
        let by = self.volley(id)?.by;
        let roll = match shift {
            0 => None,
            _ => Some(self.throw_one(by, "the direction of the deviation")?),
        };
        let (radius, impacts_each) = template(area, hits);
        let direction = roll.map(|roll| roll.face);
        let template = Template { shift, direction, radius, impacts_each };
        self.emit(Event::Deviated { roll, template });
        self.volley_mut(id)?.template = Some(template);
        self.push([Task::Template { volley: id }]);
        Ok(())
    }

    fn lay_template(&mut self, id: VolleyId, who: &[Under]) -> Result<(), Refusal> {
        let each = self.volley(id)?.template.map_or(1, |template| template.impacts_each);
        let groups = caught::under(&self.state, who, each)?;
        self.volley_mut(id)?.groups = groups;
        self.tell_impacts(id, false)?;
        self.push_groups(id)
    }

    /// First the zone of fire, one impact each and nearest first, then the target (T-SHT-9).
    fn share_out(&mut self, id: VolleyId, impacts: u32) -> Result<(), Refusal> {
        let mut left = impacts;
        let groups = &mut self.volley_mut(id)?.groups;
        if let Some((target, zone)) = groups.split_last_mut() {
            for group in zone {
                group.number = group.number.min(left);
                left = left.saturating_sub(group.number);
            }
            target.number = left;
        }
        self.tell_impacts(id, true)?;
        let chosen = self
            .volley(id)?
            .groups
            .last()
            .is_some_and(|target| matches!(target.how, How::Chosen(_)) && target.number > 0);
        if chosen {
            self.push([Task::Assign { volley: id }]);
            return Ok(());
        }
        self.push_groups(id)
    }

    /// The last group of direct fire is the target; all before it are in the zone of fire.
    fn tell_impacts(&mut self, id: VolleyId, direct: bool) -> Result<(), Refusal> {
        let groups = self.volley(id)?.groups.clone();
        let last = groups.len().saturating_sub(1);
        for (place, group) in groups.iter().enumerate() {
            if group.number > 0 {
                let in_zone = direct && place < last;
                self.emit(Event::ImpactsTaken {
                    on: victims(&self.state, group),
                    impacts: group.number,
                    in_zone,
                });
            }
        }
        Ok(())
    }

    fn push_groups(&mut self, volley: VolleyId) -> Result<(), Refusal> {
        let numbers = self.volley(volley)?.groups.iter().map(|group| group.number).enumerate();
        let tasks: Vec<Task> = numbers
            .filter(|(_, number)| *number > 0)
            .flat_map(|(group, _)| {
                [
                    Task::Covers { volley, group },
                    Task::Hyper { volley, group },
                    Task::Damage { volley, group },
                ]
            })
            .collect();
        self.push(tasks);
        Ok(())
    }

    pub(super) fn impacts(&self, id: VolleyId, group: usize) -> Result<&Impacts, Refusal> {
        let impacts = self.volley(id)?.groups.get(group);
        impacts.ok_or_else(|| Refusal::new("Those impacts are over."))
    }

    /// Its owner throws a die for each impact (T-COV-2).
    fn covers(&mut self, id: VolleyId, group: usize) -> Result<(), Refusal> {
        let impacts = self.impacts(id, group)?.clone();
        let (Struckee::Unit(on), Some(test)) = (impacts.on, impacts.cover) else { return Ok(()) };
        let unit = self.unit(on)?;
        let (owner, need) = (unit.side, test.need());
        let what = format!("the cover of {}, which needs {need}", unit.name);
        let rolls = self.throw(owner, impacts.number, what)?;
        let stopped = rolls.iter().filter(|roll| need.met_by(roll.face)).count();
        let stopped = u32::try_from(stopped).unwrap_or(u32::MAX);
        self.emit(Event::CoverRolled { on, test, rolls, stopped });
        if let Some(group) = self.volley_mut(id)?.groups.get_mut(group) {
            group.number = group.number.saturating_sub(stopped);
        }
        Ok(())
    }

    /// A sniper's impacts, one after the other (T-WPN-3).
    fn assign(&mut self, id: VolleyId, victims: &[Victim]) -> Result<(), Refusal> {
        let volley = self.volley(id)?;
        let Some(target) = volley.groups.last() else { return Ok(()) };
        let Struckee::Unit(on) = target.on else { return Ok(()) };
        let number = usize::try_from(target.number).unwrap_or(usize::MAX);
        if victims.len() != number {
            return Err(Refusal::new(format!("Name a victim for each of the {number} impacts.")));
        }
        let unit = self.unit(on)?;
        for victim in victims {
            let standing = Standing { unit: on, member: victim.member };
            let member = unit.member(victim.member);
            let Some(member) =
                member.filter(|member| !member.out && target.order.contains(&standing))
            else {
                return Err(Refusal::new(format!(
                    "The shots hit somebody of {} who was aimed at.",
                    unit.name
                )));
            };
            let fits = match (&member.machine, victim.part) {
                (None, None) | (Some(_), Some(MachinePart::Frame)) => true,
                (Some(machine), Some(MachinePart::Propulsion)) => machine.propulsion > 0,
                (Some(machine), Some(MachinePart::Weapon(weapon))) => {
                    machine.weapons.get(usize::from(weapon)).is_some_and(|left| *left > 0)
                }
                (None, Some(_)) | (Some(_), None) => false,
            };
            if !fits {
                return Err(Refusal::new(
                    "A machine is hit in a part that still works, or in its frame; a fighter has no parts.",
                ));
            }
        }
        if let Some(target) = self.volley_mut(id)?.groups.last_mut() {
            target.how = How::Chosen(victims.to_vec());
        }
        self.push_groups(id)
    }

    /// Contacts that losses may have ended are asked about (T-STA-2), and the volley is done.
    fn after_salvo(&mut self, id: VolleyId) {
        let Some(volley) = self.state.flow.volleys.get(id) else { return };
        let bloodied = volley.bloodied.clone();
        match volley.attack {
            Attack::Salvo(_) | Attack::Strike(_) => {
                let asked = doubtful_contacts(&self.state, &bloodied);
                self.push(
                    asked
                        .into_iter()
                        .map(|Contact(unit, enemy)| Task::StillInContact { unit, enemy }),
                );
            }
            // hand to hand it is asked once, when the unit is done
            Attack::Combat(_) => {
                if let Some(acting) = &mut self.state.flow.acting {
                    for unit in bloodied {
                        if unit != acting.unit && !acting.bloodied.contains(&unit) {
                            acting.bloodied.push(unit);
                        }
                    }
                }
            }
        }
        self.state.flow.volleys.truncate(id);
    }
}

fn note(fired: &mut Vec<Fired>, salvo: &Salvo, shots: u32) {
    match fired.iter_mut().find(|fired| fired.weapon == salvo.weapon) {
        Some(before) => before.shots = before.shots.saturating_add(shots),
        None => fired.push(Fired { weapon: salvo.weapon, shots }),
    }
}

/// Whom an event names for a group of impacts.
pub(super) fn victims(state: &State, group: &Impacts) -> Victims {
    match group.on {
        Struckee::Unit(unit) => match group.order.as_slice() {
            [only] if member(state, *only).is_some_and(|member| member.machine.is_some()) => {
                Victims::Machine(unit, only.member)
            }
            _ => Victims::Unit(unit),
        },
        Struckee::Wreck => Victims::Wreck,
        Struckee::Terrain(element) => Victims::Terrain(element),
    }
}

/// Contacts of units that have lost somebody, where at least one side is infantry: nobody else is ever engaged
/// (T-STA-2).
pub(super) fn doubtful_contacts(state: &State, bloodied: &[UnitId]) -> Vec<Contact> {
    let infantry = |id| state.unit(id).is_some_and(|unit| state.is_infantry(unit));
    let contacts = state.contacts.iter().copied();
    let touched = contacts.filter(|Contact(one, two)| {
        (bloodied.contains(one) || bloodied.contains(two)) && (infantry(*one) || infantry(*two))
    });
    touched.collect()
}

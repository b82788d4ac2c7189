//! Close combat, combat by combat: blows, impacts on machines, and who falls (T-CBT-1 to T-CBT-5).

use super::combat::{able, each_kind_first, even_share, may_fight};
use super::command::{Answer, Combat, Hyper, RoutineName};
use super::decide::Taken;
use super::event::{Event, Fall};
use super::flow::{Attack, How, Impacts, Standing, Struck, Struckee, Task, Volley, VolleyId};
use super::grammar::is;
use super::question::Question;
use super::routines;
use super::run::Run;
use super::running_over::count;
use super::state::{MemberId, Stands, State, UnitId};
use crate::refusal::Refusal;

pub(super) use super::combat::examples;
pub use super::combat::{Blow, PossibleCombat, blow, combats, fitting};

pub(super) fn question(state: &State, task: &Task) -> Option<Question> {
    if let Task::Share { volley } = task {
        return share(state, *volley);
    }
    if let Task::Fall { volley, number } = task {
        return fall(state, *volley, *number);
    }
    None
}

/// The combat of a volley.
fn combat_of(volley: &Volley) -> Option<&Combat> {
    match &volley.attack {
        Attack::Combat(combat) => Some(combat),
        Attack::Salvo(_) | Attack::Strike(_) => None,
    }
}

/// Those of the enemy whom this combat is against, first those whose loss is the default.
fn candidates(state: &State, volley: &Volley) -> Vec<MemberId> {
    let Some(combat) = combat_of(volley) else { return Vec::new() };
    state.unit(combat.on).map(|unit| fitting(state, unit, combat.against)).unwrap_or_default()
}

/// How many fall: successes beyond the defenders in contact are wasted (T-CBT-4).
fn falling(combat: &Combat, candidates: &[MemberId], successes: u32) -> usize {
    let most = successes.min(combat.defenders);
    usize::try_from(most).unwrap_or(usize::MAX).min(candidates.len())
}

fn fall(state: &State, id: VolleyId, successes: u32) -> Option<Question> {
    let volley = state.flow.volleys.get(id)?;
    let combat = combat_of(volley)?;
    let enemy = state.unit(combat.on)?;
    let candidates = candidates(state, volley);
    let falling = falling(combat, &candidates, successes);
    if falling == 0 || falling == candidates.len() {
        return None;
    }
    let choices = each_kind_first(enemy, &candidates, falling);
    if choices.len() < 2 {
        return None;
    }
    let fighters = if falling == 1 { "one" } else { "those" };
    let what = format!("choose {fighters} of {} to fall: {falling}", enemy.name);
    Question::answers(volley.by, what, choices.into_iter().map(Answer::Fall).collect())
}

/// Which machines are in contact is known only where all are, and not asked where there is one (T-CBT-5).
fn share(state: &State, id: VolleyId) -> Option<Question> {
    let volley = state.flow.volleys.get(id)?;
    let combat = combat_of(volley)?;
    let machines = candidates(state, volley);
    if machines.len() < 2 || volley.impacts == 0 {
        return None;
    }
    let in_contact = usize::try_from(combat.defenders).unwrap_or(usize::MAX);
    let mut shares = vec![even_share(&machines, in_contact, volley.impacts)];
    for machine in machines {
        let all = vec![(machine, volley.impacts)];
        if !shares.contains(&all) {
            shares.push(all);
        }
    }
    let name = state.unit_name(combat.on);
    let impacts = if volley.impacts == 1 { "impact" } else { "impacts" };
    let what = format!("share {} {impacts} over the machines of {name}", volley.impacts);
    Question::answers(volley.by, what, shares.into_iter().map(Answer::Share).collect())
}

impl Run<'_> {
    pub fn fight(&mut self, combat: &Combat) -> Result<(), Refusal> {
        let acting = self.acting()?.clone();
        let unit = self.unit(acting.unit)?;
        let (by, name) = (unit.side, unit.name.clone());
        may_fight(&self.state, &acting, unit)?;
        let enemy = self.unit(combat.on)?;
        if enemy.stands != Stands::Field
            || !self.state.enemies_in_contact(acting.unit).any(|other| other == combat.on)
        {
            return Err(Refusal::new(format!(
                "{name} {} not in contact with {}.",
                is(&name),
                enemy.name
            )));
        }
        blow(&self.state, acting.unit, combat)?;
        let left = able(&self.state, self.unit(acting.unit)?, &acting, combat.weapon, combat.hero);
        if combat.attackers > left {
            let weapon = self.state.weapon_in_sentence(combat.weapon);
            return Err(Refusal::new(format!(
                "Each fighter strikes once with each weapon: {left} of {name} can still use the \
                 {weapon}, not {}.",
                combat.attackers
            )));
        }
        if combat.hyper == Hyper::Yes
            && !routines::affordable(&self.state, RoutineName::HyperNanonucleus, acting.unit)
        {
            return Err(Refusal::new(format!(
                "Nobody can pay for Hyper nanonucleus on {name} now; fight without it."
            )));
        }
        let volley = self.state.flow.volleys.len();
        self.state.flow.volleys.push(Volley {
            by,
            from: acting.unit,
            weapon: combat.weapon,
            attack: Attack::Combat(combat.clone()),
            overwatch: false,
            dice: 0,
            impacts: 0,
            template: None,
            groups: Vec::new(),
            hyper: match combat.hyper {
                Hyper::No => Hyper::No,
                Hyper::Yes | Hyper::Ask => Hyper::Ask,
            },
            bloodied: Vec::new(),
        });
        let acting = self.acting_mut()?;
        acting.fought = true;
        acting.struck.push(Struck {
            weapon: combat.weapon,
            hero: combat.hero,
            fighters: combat.attackers,
        });
        let unit = acting.unit;
        self.emit(Event::Fought { unit, combat: combat.clone() });
        self.push([Task::Blows { volley }, Task::AfterSalvo { volley }]);
        Ok(())
    }

    pub fn melee_task(&mut self, task: &Task) -> Result<(), Refusal> {
        if let Task::Blows { volley } = task {
            return self.blows(*volley);
        }
        if let Task::Share { volley } = task {
            let machines = candidates(&self.state, self.volley(*volley)?);
            let impacts = self.volley(*volley)?.impacts;
            return self.shared(*volley, even_share(&machines, machines.len(), impacts));
        }
        if let Task::Fall { volley, number } = task {
            let candidates = candidates(&self.state, self.volley(*volley)?);
            let combat = combat_of(self.volley(*volley)?);
            let falling = combat.map_or(0, |combat| falling(combat, &candidates, *number));
            return self.fallen(*volley, candidates.get(..falling).unwrap_or(&candidates));
        }
        Ok(())
    }

    /// T-CBT-3
    fn blows(&mut self, id: VolleyId) -> Result<(), Refusal> {
        let volley = self.volley(id)?;
        let (by, unit) = (volley.by, volley.from);
        let Some(combat) = combat_of(volley).cloned() else { return Ok(()) };
        let Blow { dice, rerolls, hit, machines, .. } = blow(&self.state, unit, &combat)?;
        let what = format!(
            "the {} of {}",
            self.state.weapon_in_sentence(combat.weapon),
            self.state.unit_name(unit)
        );
        let (thrown, impacts) = self.throw_test(by, dice, &hit, u32::from(rerolls), &what)?;
        self.emit(Event::ShotsRolled { unit, test: hit, dice: thrown, impacts });
        let volley = self.volley_mut(id)?;
        volley.dice = dice;
        volley.impacts = impacts;
        if impacts == 0 {
            return Ok(());
        }
        let order = self.standing(combat.on, id)?;
        let how = if machines { How::Shared(Vec::new()) } else { How::Melee };
        self.volley_mut(id)?.groups = vec![Impacts {
            on: Struckee::Unit(combat.on),
            number: impacts,
            order,
            how,
            cover: None,
            grounds: false,
            against: Some(combat.against),
        }];
        let group = 0;
        let damage = [Task::Hyper { volley: id, group }, Task::Damage { volley: id, group }];
        self.push(damage);
        if machines {
            self.push([Task::Share { volley: id }]);
        }
        Ok(())
    }

    fn standing(&self, on: UnitId, id: VolleyId) -> Result<Vec<Standing>, Refusal> {
        let members = candidates(&self.state, self.volley(id)?);
        Ok(members.into_iter().map(|member| Standing { unit: on, member }).collect())
    }

    pub fn melee_answer(&mut self, task: &Task, answer: &Answer) -> Result<Taken, Refusal> {
        match (task, answer) {
            (Task::Share { volley }, Answer::Share(share)) => {
                self.check_share(*volley, share)?;
                self.shared(*volley, share.clone())?;
            }
            (Task::Fall { volley, number }, Answer::Fall(members)) => {
                self.check_fall(*volley, *number, members)?;
                self.fallen(*volley, members)?;
            }
            _ => return Ok(Taken::AnotherQuestion),
        }
        Ok(Taken::Yes)
    }

    /// Each machine once, no more of them than are in contact, and all impacts (T-CBT-5).
    fn check_share(&self, id: VolleyId, share: &[(MemberId, u32)]) -> Result<(), Refusal> {
        let volley = self.volley(id)?;
        let machines = candidates(&self.state, volley);
        let refuse = |sentence: String| Err(Refusal::new(sentence));
        let mut named: Vec<MemberId> = share.iter().map(|(machine, _)| *machine).collect();
        named.sort();
        named.dedup();
        if named.len() != share.len() || named.iter().any(|machine| !machines.contains(machine)) {
            return refuse("Name machines that are left, each once.".to_owned());
        }
        let struck = count(share.iter().filter(|(_, impacts)| *impacts > 0).count());
        let in_contact = combat_of(volley).map_or(0, |combat| combat.defenders);
        if struck > in_contact {
            return refuse(format!("{in_contact} machines are in contact, not {struck}."));
        }
        let sum = share.iter().fold(0_u32, |sum, (_, impacts)| sum.saturating_add(*impacts));
        if sum != volley.impacts {
            return refuse(format!("There are {} impacts to share, not {sum}.", volley.impacts));
        }
        Ok(())
    }

    fn check_fall(&self, id: VolleyId, number: u32, members: &[MemberId]) -> Result<(), Refusal> {
        let volley = self.volley(id)?;
        let candidates = candidates(&self.state, volley);
        let falling = combat_of(volley).map_or(0, |combat| falling(combat, &candidates, number));
        let mut named = members.to_vec();
        named.sort();
        named.dedup();
        if named.len() != members.len() || named.iter().any(|id| !candidates.contains(id)) {
            return Err(Refusal::new("Name fighters who take part in this combat, each once."));
        }
        if members.len() != falling {
            return Err(Refusal::new(format!("{falling} fall, not {}.", members.len())));
        }
        Ok(())
    }

    fn shared(&mut self, id: VolleyId, share: Vec<(MemberId, u32)>) -> Result<(), Refusal> {
        if let Some(group) = self.volley_mut(id)?.groups.first_mut() {
            group.how = How::Shared(share);
        }
        Ok(())
    }

    fn fallen(&mut self, id: VolleyId, members: &[MemberId]) -> Result<(), Refusal> {
        let volley = self.volley(id)?;
        let (by, on) = (volley.by, combat_of(volley).map(|combat| combat.on));
        if let (Some(on), false) = (on, members.is_empty()) {
            self.bloody(id, on)?;
            self.casualties(on, members, Fall::Fight, Some(by), false);
        }
        Ok(())
    }
}

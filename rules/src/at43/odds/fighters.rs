//! Infantry under fire: how many of each unit fall (T-DMG-1, T-DMG-2, T-SHT-10, T-HER-2, T-UNI-5).

use super::super::armament::is_static;
use super::super::damage::{against, protection, shares};
use super::super::flow::{How, Impacts, Standing};
use super::super::lineup::{is_hero, lives};
use super::super::profile::Weapon;
use super::super::state::{Member, Role, State, Unit, UnitId};
use super::dist;

/// What a weapon does where it hits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Harm<'a> {
    pub state: &'a State,
    pub weapon: &'a Weapon,
    /// Of damage dice: Hyper nanonucleus (T-THR-10).
    pub rerolls: u32,
}

impl Harm<'_> {
    pub fn against(&self, protection: u8) -> f64 {
        dist::of_test(&against(self.weapon, protection), self.rerolls)
    }

    pub fn on(&self, standing: Standing) -> f64 {
        self.against(protection(self.state, standing))
    }
}

/// What one unit loses.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Toll {
    pub unit: UnitId,
    /// By the number lost.
    pub losses: Vec<f64>,
    /// Army points, on the average.
    pub points: f64,
}

/// A unit whose fighters or machines can be lost, with what they are worth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Worth {
    pub each: f64,
    pub hero: f64,
}

impl Worth {
    /// The unit's value, its officer and equipment among it, shared evenly; a hero at his cost.
    pub fn of(state: &State, unit: &Unit) -> Self {
        let value = f64::from(unit.value);
        let alone = unit.lone_hero;
        let led = unit.members.iter().any(|member| member.role == Role::Hero);
        let hero = match state.hero(unit) {
            _ if alone => value,
            Some(hero) if led => f64::from(hero.cost),
            _ => 0.0,
        };
        let shared = |member: &&Member| member.role != Role::Hero || member.machine.is_some();
        let heads = unit.members.iter().filter(shared).count();
        let heads = u32::try_from(heads).unwrap_or(u32::MAX).max(1);
        Self { each: ((value - hero) / f64::from(heads)).max(0.0), hero }
    }
}

/// The living of an infantry unit by what becomes of them.
#[derive(Clone, Copy, Debug)]
struct Crew {
    unit: UnitId,
    worth: Worth,
    /// Everybody but the hero and weapons on stands.
    comrades: usize,
    /// On stands, of a unit that serves them (T-UNI-5).
    weapons: usize,
}

impl Crew {
    fn of(state: &State, id: UnitId) -> Option<Self> {
        let unit = state.unit(id)?;
        let serves = is_static(state, unit);
        let weapons = if serves { unit.living_of(Role::SupportWeapon) } else { 0 };
        let heroes = unit.living_of(Role::Hero);
        let comrades = unit.strength().saturating_sub(weapons + heroes);
        Some(Self { unit: id, worth: Worth::of(state, unit), comrades, weapons })
    }

    /// Weapons that nobody serves any more are lost too.
    fn unmanned(&self, comrades: usize, weapons: usize) -> usize {
        let left = self.weapons.saturating_sub(weapons);
        left.saturating_sub(self.comrades.saturating_sub(comrades))
    }

    fn points(&self, lost: usize, hero: bool) -> f64 {
        let lost = u32::try_from(lost).unwrap_or(u32::MAX);
        f64::from(lost) * self.worth.each + if hero { self.worth.hero } else { 0.0 }
    }
}

/// Who of a crew has fallen.
#[derive(Clone, Copy, Debug, Default)]
struct Fallen {
    comrades: usize,
    weapons: usize,
    hero: bool,
}

impl Fallen {
    fn settle(self, crew: &Crew, chance: f64, toll: &mut Toll) {
        let lost = self.comrades + self.weapons + crew.unmanned(self.comrades, self.weapons);
        dist::add(&mut toll.losses, lost + usize::from(self.hero), chance);
        toll.points += chance * crew.points(lost, self.hero);
    }
}

/// The tolls of one group of impacts, their number being told before cover.
pub(super) fn tolls(harm: &Harm, group: &Impacts, numbers: &[f64]) -> Vec<Toll> {
    let state = harm.state;
    let covered = group.cover.as_ref().map_or(0.0, |test| dist::of_test(test, 0));
    let order: Vec<Standing> =
        group.order.iter().copied().filter(|one| lives(state, *one)).collect();
    if let (How::Nearest, false) = (&group.how, shares_evenly(state, &order)) {
        // whether cover stops an impact or the damage test does comes to the same
        let falls: Vec<f64> = order.iter().map(|one| harm.on(*one) * (1.0 - covered)).collect();
        return first_of(state, &order, &one_after_the_other(numbers, &falls));
    }
    let Some(crew) = order.first().and_then(|one| Crew::of(state, one.unit)) else {
        return Vec::new();
    };
    let mut toll = Toll { unit: crew.unit, losses: Vec::new(), points: 0.0 };
    for (number, chance) in dist::possible(&dist::thin(numbers, 1.0 - covered)) {
        let (each, aimed) = each(group, &order, number);
        let chances = each.iter().map(|(one, impacts)| (*one, *impacts, harm.on(*one)));
        for (fallen, share) in one_by_one(harm, &crew, chances, aimed) {
            fallen.settle(&crew, chance * share, &mut toll);
        }
    }
    vec![toll]
}

/// Static units share impacts over weapons and gunners (T-UNI-5).
fn shares_evenly(state: &State, order: &[Standing]) -> bool {
    let Some(first) = order.first() else { return false };
    order.iter().all(|one| one.unit == first.unit)
        && state.unit(first.unit).is_some_and(|unit| is_static(state, unit))
}

/// How many impacts each takes, and whether heroes take their own.
fn each(group: &Impacts, order: &[Standing], number: usize) -> (Vec<(Standing, u32)>, bool) {
    let impacts = u32::try_from(number).unwrap_or(u32::MAX);
    let with = |shares: Vec<u32>| order.iter().copied().zip(shares).collect();
    match &group.how {
        How::Nearest => (with(shares(impacts, order.len())), false),
        How::OneEach => (order.iter().take(number).map(|one| (*one, 1)).collect(), false),
        How::Everybody(each) => (order.iter().map(|one| (*one, *each)).collect(), false),
        How::Chosen(victims) => {
            let mut each: Vec<(Standing, u32)> = Vec::new();
            for victim in victims.iter().take(number) {
                let Some(one) = order.iter().find(|one| one.member == victim.member) else {
                    continue;
                };
                match each.iter_mut().find(|(known, _)| known == one) {
                    Some((_, impacts)) => *impacts += 1,
                    None => each.push((*one, 1)),
                }
            }
            (each, true)
        }
        // hand to hand: `blows` below
        How::Melee | How::Shared(_) => (Vec::new(), true),
    }
}

/// Each impact tests against the nearest fighter left: the chance of each number that falls.
pub(super) fn one_after_the_other(numbers: &[f64], falls: &[f64]) -> Vec<f64> {
    let mut fallen = vec![0.0; falls.len() + 1];
    let mut now = vec![0.0; falls.len() + 1];
    if let Some(none) = now.first_mut() {
        *none = 1.0;
    }
    for (impact, chance) in numbers.iter().enumerate() {
        if impact > 0 {
            let mut arrives = 0.0;
            for (place, here) in now.iter_mut().enumerate().take(impact + 1) {
                let leaves = *here * falls.get(place).copied().unwrap_or(0.0);
                *here += arrives - leaves;
                arrives = leaves;
            }
        }
        if *chance > 0.0 {
            for (sum, share) in fallen.iter_mut().zip(&now) {
                *sum += chance * share;
            }
        }
    }
    fallen
}

/// Each of these takes impacts of his own; then what would hit a hero goes to a comrade as long as there is one (T-HER-2),
/// unless he is aimed at singly.
fn one_by_one(
    harm: &Harm,
    crew: &Crew,
    each: impl Iterator<Item = (Standing, u32, f64)>,
    aimed: bool,
) -> Vec<(Fallen, f64)> {
    let state = harm.state;
    let serves = crew.weapons > 0;
    let (mut comrades, mut weapons) = (vec![1.0], vec![1.0]);
    let (mut hero, mut hits_hero) = (None, 0);
    for (standing, impacts, falls) in each.filter(|(_, impacts, _)| *impacts > 0) {
        let any = dist::with_rerolls(falls, impacts.saturating_sub(1));
        let role = state.unit(standing.unit).and_then(|unit| unit.member(standing.member));
        if is_hero(state, standing) {
            (hero, hits_hero) = (Some(falls), impacts);
        } else if serves && role.is_some_and(|member| member.role == Role::SupportWeapon) {
            dist::one_more(&mut weapons, any);
        } else {
            dist::one_more(&mut comrades, any);
        }
    }
    let mut all = Vec::new();
    for (comrades, chance) in dist::possible(&comrades) {
        for (weapons, share) in dist::possible(&weapons) {
            all.push((Fallen { comrades, weapons, hero: false }, chance * share));
        }
    }
    let Some(hero) = hero else { return all };
    let comrade = comrade_of_hero(harm, crew).unwrap_or(0.0);
    for _ in 0..hits_hero {
        let mut next = Vec::with_capacity(all.len() * 2);
        for (fallen, chance) in all {
            let left = fallen.comrades < crew.comrades || fallen.weapons < crew.weapons;
            let (falls, after) = if fallen.hero {
                (0.0, fallen)
            } else if left && !aimed {
                let after = if fallen.comrades < crew.comrades {
                    Fallen { comrades: fallen.comrades + 1, ..fallen }
                } else {
                    Fallen { weapons: fallen.weapons + 1, ..fallen }
                };
                (comrade, after)
            } else {
                (hero, Fallen { hero: true, ..fallen })
            };
            next.push((after, chance * falls));
            next.push((fallen, chance * (1.0 - falls)));
        }
        next.retain(|(_, chance)| *chance > 0.0);
        all = next;
    }
    all
}

/// That a comrade falls who takes what would hit the hero.
fn comrade_of_hero(harm: &Harm, crew: &Crew) -> Option<f64> {
    let unit = harm.state.unit(crew.unit)?;
    let (member, _) = unit.living().find(|(_, member)| member.role != Role::Hero)?;
    Some(harm.on(Standing { unit: crew.unit, member }))
}

/// The first so many of the order fall: what each of its units loses.
pub(super) fn first_of(state: &State, order: &[Standing], fallen: &[f64]) -> Vec<Toll> {
    let mut units: Vec<UnitId> = order.iter().map(|one| one.unit).collect();
    units.sort_unstable();
    units.dedup();
    let crews = units.into_iter().filter_map(|id| Crew::of(state, id));
    crews.map(|crew| first_of_crew(state, &crew, order, fallen)).collect()
}

fn first_of_crew(state: &State, crew: &Crew, order: &[Standing], fallen: &[f64]) -> Toll {
    let mut toll = Toll { unit: crew.unit, losses: Vec::new(), points: 0.0 };
    let mut so_far = Fallen::default();
    let mut order = order.iter();
    for chance in fallen {
        so_far.settle(crew, *chance, &mut toll);
        if let Some(next) = order.next().filter(|next| next.unit == crew.unit) {
            let unit = state.unit(next.unit).and_then(|unit| unit.member(next.member));
            match unit.map(|member| member.role) {
                Some(Role::Hero) => so_far.hero = true,
                Some(Role::SupportWeapon) if crew.weapons > 0 => so_far.weapons += 1,
                _ => so_far.comrades += 1,
            }
        }
    }
    toll
}

//! Exact chances of a salvo, a strike or a combat before its dice.
//!
//! The odds are those of the engine itself when every question is answered with its default, the first option: nobody is
//! saved by a medic, the weapon hit is the most dangerous one, a sniper's impacts go to the nearest. Losses are those of the
//! dice: a machine's crew that runs away afterwards is not among them. Tests, orders and shares come from the engine's own
//! functions, so that a rule that changes there changes here.

pub mod dist;
mod fighters;
mod machines;
mod words;

use super::aim::{Aimed, aim};
use super::armament::Shooter;
use super::combat::{blow, fitting};
use super::command::{Combat, Hyper, Mark, Salvo, Strike};
use super::damage::test_of;
use super::flow::{Attack, How, Impacts, Standing, Struckee, Volley};
use super::profile::{Fire, Weapon};
use super::shoot::template;
use super::spot::{aim_strike, role_at};
use super::state::{State, UnitId};
use super::{tactical, targets};
use crate::ids::Seat;
use crate::refusal::Refusal;

pub use machines::MachineOdds;
pub use words::{combat_in_words, in_words, percent};

use super::command::Answer;
use fighters::{Harm, Toll};

/// What can come of a salvo. Lists hold the chance of each number, from none on, and add up to one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SalvoOdds {
    pub dice: u32,
    /// That one die hits, thrown again as often as it may; flamers throw none.
    pub hit: Option<f64>,
    /// By the number of impacts, or of successes where they make the template.
    pub impacts: Vec<f64>,
    /// Those in the zone of fire, then the target; or those under a flamer's template.
    pub groups: Vec<GroupOdds>,
    /// Everybody who can lose something.
    pub units: Vec<UnitOdds>,
    /// Of indirect fire: who lies under it is known only after the dice.
    pub template: Option<TemplateOdds>,
}

/// What can become of one group of impacts.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupOdds {
    pub on: Struckee,
    pub name: String,
    pub in_zone: bool,
    pub impacts: Vec<f64>,
    /// By the number of impacts that cover stops.
    pub stopped: Vec<f64>,
    /// Of the wreck or a piece of terrain: that it is destroyed.
    pub destroyed: f64,
    pub machines: Vec<MachineOdds>,
}

/// What one unit can lose to all of it.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitOdds {
    pub unit: UnitId,
    pub name: String,
    pub side: Seat,
    pub machines: bool,
    /// Fighters or machines it has now.
    pub strength: u32,
    /// By the number lost.
    pub losses: Vec<f64>,
    pub wiped_out: f64,
    /// Army points lost, on the average: the unit's value by its numbers.
    pub points: f64,
}

/// Where the template of indirect fire can come to lie, and what it does there.
#[derive(Clone, Debug, PartialEq)]
pub struct TemplateOdds {
    pub landings: Vec<Landing>,
    /// That one like the fighter or machine aimed at is lost, if it lies under the template in the end.
    pub falls: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Landing {
    pub chance: f64,
    /// In centimetres.
    pub shift: u32,
    pub radius: u32,
    /// For everybody under it.
    pub impacts_each: u32,
    /// As in [`TemplateOdds`], here.
    pub falls: f64,
}

/// What can come of one combat.
#[derive(Clone, Debug, PartialEq)]
pub struct CombatOdds {
    pub dice: u32,
    pub hit: f64,
    pub impacts: Vec<f64>,
    pub machines: Vec<MachineOdds>,
    pub unit: UnitOdds,
}

/// The odds of a salvo, refused for the same reasons as the salvo.
pub fn salvo(state: &State, shooter: &Shooter, salvo: &Salvo) -> Result<SalvoOdds, Refusal> {
    let aimed = aim(state, shooter, salvo)?;
    // asked for later, the routine is not used by default
    let rerolls = match salvo.hyper {
        Hyper::Yes => 1,
        Hyper::No | Hyper::Ask => 0,
    };
    of_aimed(state, aimed, rerolls, Attack::Salvo(salvo.clone()))
}

/// The odds of an artillery strike (T-WPN-4).
pub fn strike(state: &State, seat: Seat, strike: &Strike) -> Result<SalvoOdds, Refusal> {
    let aimed = aim_strike(state, seat, strike)?;
    of_aimed(state, aimed, 0, Attack::Strike(strike.clone()))
}

fn of_aimed(
    state: &State,
    mut aimed: Aimed,
    rerolls: u32,
    attack: Attack,
) -> Result<SalvoOdds, Refusal> {
    let harm = Harm { state, weapon: weapon(state, &aimed)?, rerolls };
    let hit = aimed.test.as_ref().map(|test| dist::of_test(test, aimed.rerolls));
    let mut odds = SalvoOdds { dice: aimed.dice, hit, ..SalvoOdds::default() };
    if aimed.out_of_reach() {
        odds.impacts = dist::certain(0);
        return Ok(odds);
    }
    odds.impacts = dist::binomial(aimed.dice, hit.unwrap_or(0.0));
    match aimed.fire {
        Fire::Indirect => {
            let at = match &attack {
                Attack::Salvo(salvo) => Some(salvo.at),
                Attack::Strike(strike) => Some(strike.at),
                Attack::Combat(_) => None,
            };
            odds.template = at.map(|at| under_template(&harm, at, &odds));
        }
        Fire::Direct => {
            if aimed.sniper {
                aim_each(state, &mut aimed, attack);
            }
            let total = odds.impacts.clone();
            let groups = Sharing::direct(&aimed.groups, &total);
            odds.struck(&harm, &groups, true);
        }
        Fire::Projection => {
            let numbers = aimed
                .groups
                .iter()
                .map(|group| dist::certain(usize::try_from(group.number).unwrap_or(usize::MAX)));
            let groups = Sharing { groups: &aimed.groups, numbers: numbers.collect(), total: &[] };
            odds.impacts = groups.numbers.iter().fold(vec![1.0], |sum, more| dist::sum(&sum, more));
            odds.struck(&harm, &groups, false);
        }
    }
    Ok(odds)
}

fn weapon<'a>(state: &'a State, aimed: &Aimed) -> Result<&'a Weapon, Refusal> {
    let weapon = state.library.weapon(aimed.weapon);
    weapon.ok_or_else(|| Refusal::new("That weapon is in no list of this game."))
}

/// A sniper's impacts, as many as there can be, on their usual victims (T-WPN-3).
fn aim_each(state: &State, aimed: &mut Aimed, attack: Attack) {
    let mut groups = aimed.groups.clone();
    if let Some(target) = groups.last_mut() {
        target.number = aimed.dice;
        target.how = How::Chosen(Vec::new());
    }
    let volley = Volley {
        by: aimed.by,
        from: aimed.unit,
        weapon: aimed.weapon,
        attack,
        overwatch: aimed.overwatch,
        dice: aimed.dice,
        impacts: aimed.dice,
        template: None,
        groups,
        hyper: Hyper::No,
        bloodied: Vec::new(),
    };
    let usual = targets::assignments(state, &volley).and_then(|all| all.into_iter().next());
    if let (Some(Answer::Victims(victims)), Some(target)) = (usual, aimed.groups.last_mut()) {
        target.how = How::Chosen(victims);
    }
}

/// T-IND-3 to T-IND-5
fn under_template(harm: &Harm, at: Mark, odds: &SalvoOdds) -> TemplateOdds {
    let area = harm.weapon.area.unwrap_or(0);
    let landings = dist::possible(&odds.impacts).map(|(hits, chance)| {
        let hits = u32::try_from(hits).unwrap_or(u32::MAX);
        let (radius, impacts_each) = template(area, hits);
        let shift = odds.dice.saturating_sub(hits);
        let falls = falls(harm, at, impacts_each);
        Landing { chance, shift, radius, impacts_each, falls }
    });
    let landings: Vec<Landing> = landings.collect();
    let falls = landings.iter().map(|landing| landing.chance * landing.falls).sum();
    TemplateOdds { landings, falls }
}

/// That somebody like the one aimed at is lost to so many impacts.
fn falls(harm: &Harm, at: Mark, impacts: u32) -> f64 {
    let Some((id, role)) = role_at(harm.state, at) else {
        let Some(wreck) = harm.state.wreck else { return 0.0 };
        let hits = dist::binomial(impacts, harm.against(wreck.protection));
        return dist::at_least(&hits, enough(wreck.structure, harm.weapon.damage));
    };
    let Some(unit) = harm.state.unit(id) else { return 0.0 };
    let exact = match at {
        Mark::Machine(_, machine) => Some(machine),
        Mark::Unit(_) | Mark::Fighter(..) | Mark::Terrain(_) | Mark::Wreck => None,
    };
    let found = unit
        .living()
        .find(|(member, one)| exact.map_or(one.role == role, |exact| *member == exact));
    let Some((member, one)) = found else { return 0.0 };
    let standing = Standing { unit: id, member };
    if one.machine.is_some() {
        return machines::falls(harm, standing, impacts);
    }
    dist::with_rerolls(harm.on(standing), impacts.saturating_sub(1))
}

/// Successes that take all points.
fn enough(points: u8, damage: u8) -> usize {
    usize::from(points.div_ceil(damage.max(1)))
}

/// How the impacts of a salvo fall to its groups.
struct Sharing<'a> {
    groups: &'a [Impacts],
    /// Of each group.
    numbers: Vec<Vec<f64>>,
    /// Of all together, where the groups share them.
    total: &'a [f64],
}

impl<'a> Sharing<'a> {
    /// First the zone of fire, group by group up to what each can take, then the target (T-SHT-9).
    fn direct(groups: &'a [Impacts], total: &'a [f64]) -> Self {
        let numbers = Self::windows(groups).into_iter();
        let numbers = numbers.map(|(before, most)| dist::window(total, before, most));
        Self { groups, numbers: numbers.collect(), total }
    }

    /// What goes before each group, and the most that it can take.
    fn windows(groups: &[Impacts]) -> Vec<(usize, Option<usize>)> {
        let last = groups.len().saturating_sub(1);
        let mut before = 0_usize;
        let windows = groups.iter().enumerate().map(|(place, group)| {
            let start = before;
            let most = usize::try_from(group.number).unwrap_or(usize::MAX);
            before = before.saturating_add(most);
            (start, (place < last).then_some(most))
        });
        windows.collect()
    }
}

/// What becomes of one group.
struct Outcome {
    stopped: Vec<f64>,
    destroyed: f64,
    machines: Vec<MachineOdds>,
    tolls: Vec<Toll>,
}

fn outcome(harm: &Harm, group: &Impacts, numbers: &[f64]) -> Outcome {
    let state = harm.state;
    let covered = match (group.on, &group.cover) {
        (Struckee::Unit(_), Some(test)) => dist::of_test(test, 0),
        (Struckee::Wreck | Struckee::Terrain(_), _) | (_, None) => 0.0,
    };
    let stopped = if covered > 0.0 { dist::thin(numbers, covered) } else { dist::certain(0) };
    let mut outcome = Outcome { stopped, destroyed: 0.0, machines: Vec::new(), tolls: Vec::new() };
    let tough = match group.on {
        Struckee::Unit(unit) => {
            if state.unit(unit).is_some_and(|unit| state.category(unit).is_machine()) {
                let (toll, machines) = machines::toll(harm, group, unit, numbers);
                (outcome.tolls, outcome.machines) = (vec![toll], machines);
            } else {
                outcome.tolls = fighters::tolls(harm, group, numbers);
            }
            return outcome;
        }
        Struckee::Wreck => state.wreck.map(|wreck| wreck.structure),
        Struckee::Terrain(id) => {
            state.element(id).and_then(|element| Some(element.tough?.structure))
        }
    };
    if let (Some(test), Some(points)) = (test_of(state, harm.weapon, group), tough) {
        let hits = dist::thin(numbers, dist::of_test(&test, harm.rerolls));
        outcome.destroyed = dist::at_least(&hits, enough(points, harm.weapon.damage));
        outcome.tolls = all_or_nothing(state, &group.order, outcome.destroyed);
    }
    outcome
}

/// Whoever stands on an element falls with it (T-TER-3).
fn all_or_nothing(state: &State, order: &[Standing], falls: f64) -> Vec<Toll> {
    let mut fallen = vec![0.0; order.len() + 1];
    dist::add(&mut fallen, 0, 1.0 - falls);
    dist::add(&mut fallen, order.len(), falls);
    fighters::first_of(state, order, &fallen)
}

impl SalvoOdds {
    fn struck(&mut self, harm: &Harm, sharing: &Sharing, has_zone: bool) {
        let state = harm.state;
        let mut tolls: Vec<Toll> = Vec::new();
        let last = sharing.groups.len().saturating_sub(1);
        for (place, (group, numbers)) in sharing.groups.iter().zip(&sharing.numbers).enumerate() {
            let Outcome { stopped, destroyed, machines, tolls: more } =
                outcome(harm, group, numbers);
            self.groups.push(GroupOdds {
                on: group.on,
                name: name(state, group.on),
                in_zone: has_zone && place < last,
                impacts: numbers.clone(),
                stopped,
                destroyed,
                machines,
            });
            tolls.extend(more);
        }
        let mut units: Vec<UnitId> = tolls.iter().map(|toll| toll.unit).collect();
        units.dedup();
        for unit in units {
            if self.units.iter().any(|known| known.unit == unit) {
                continue;
            }
            let own: Vec<&Toll> = tolls.iter().filter(|toll| toll.unit == unit).collect();
            let points = own.iter().map(|toll| toll.points).sum();
            let losses = match own.as_slice() {
                [only] => only.losses.clone(),
                _ => together(harm, sharing, unit),
            };
            self.units.extend(of_unit(state, &Toll { unit, losses, points }));
        }
    }
}

/// What a unit loses that is hit in several groups: for each number of impacts the groups have nothing to do with each
/// other any more.
fn together(harm: &Harm, sharing: &Sharing, unit: UnitId) -> Vec<f64> {
    let sum = |numbers: &[Vec<f64>]| {
        let each = sharing.groups.iter().zip(numbers).flat_map(|(group, numbers)| {
            outcome(harm, group, numbers).tolls.into_iter().filter(|toll| toll.unit == unit)
        });
        each.fold(vec![1.0], |sum, toll| dist::sum(&sum, &toll.losses))
    };
    let windows = Sharing::windows(sharing.groups);
    let zone = windows.last().map_or(0, |(before, _)| *before);
    if sharing.total.is_empty() {
        return sum(&sharing.numbers);
    }
    // beyond the zone of fire more impacts change nothing for whoever stands there
    let mut losses = Vec::new();
    for (number, chance) in dist::possible(&dist::capped(sharing.total, zone)) {
        let total = dist::certain(number);
        let each = windows.iter().map(|(before, most)| dist::window(&total, *before, *most));
        for (lost, share) in sum(&each.collect::<Vec<_>>()).into_iter().enumerate() {
            dist::add(&mut losses, lost, chance * share);
        }
    }
    losses
}

fn name(state: &State, on: Struckee) -> String {
    match on {
        Struckee::Unit(unit) => state.unit_name(unit).to_owned(),
        Struckee::Wreck => "the wreck".to_owned(),
        Struckee::Terrain(id) => {
            state.element(id).map_or("the terrain", |element| element.name.as_str()).to_owned()
        }
    }
}

fn of_unit(state: &State, toll: &Toll) -> Option<UnitOdds> {
    let unit = state.unit(toll.unit)?;
    let strength = unit.strength();
    let losses = dist::capped(&toll.losses, strength);
    Some(UnitOdds {
        unit: toll.unit,
        name: unit.name.clone(),
        side: unit.side,
        machines: state.category(unit).is_machine(),
        strength: u32::try_from(strength).unwrap_or(u32::MAX),
        wiped_out: dist::at_least(&losses, strength.max(1)),
        losses,
        points: toll.points,
    })
}

/// The odds of one combat of this unit, refused for the same reasons as the combat itself.
pub fn combat(state: &State, unit: UnitId, combat: &Combat) -> Result<CombatOdds, Refusal> {
    let blow = blow(state, unit, combat)?;
    let weapon = state.library.weapon(combat.weapon);
    let (Some(weapon), Some(enemy)) = (weapon, state.unit(combat.on)) else {
        return Err(Refusal::new("There is no such unit in this game."));
    };
    let rerolls = match combat.hyper {
        Hyper::Yes => 1,
        Hyper::No | Hyper::Ask => 0,
    };
    let harm = Harm { state, weapon, rerolls };
    let hit = dist::of_test(&blow.hit, u32::from(blow.rerolls));
    let impacts = dist::binomial(blow.dice, hit);
    let line = fitting(state, enemy, combat.against).into_iter();
    let line: Vec<Standing> = line.map(|member| Standing { unit: combat.on, member }).collect();
    let in_contact = usize::try_from(blow.defenders).unwrap_or(usize::MAX).min(line.len());
    let (toll, machines) = if blow.machines {
        let struck = line.get(..in_contact).unwrap_or(&line);
        machines::blows(&harm, combat.on, struck, &impacts)
    } else {
        let successes = dist::thin(&impacts, dist::of_test(&blow.damage, rerolls));
        let falling = dist::capped(&successes, in_contact);
        let tolls = fighters::first_of(state, &line, &falling);
        let none = Toll { unit: combat.on, losses: dist::certain(0), points: 0.0 };
        (tolls.into_iter().next().unwrap_or(none), Vec::new())
    };
    let unit = of_unit(state, &toll);
    let unit = unit.ok_or_else(|| Refusal::new("There is no such unit in this game."))?;
    Ok(CombatOdds { dice: blow.dice, hit, impacts, machines, unit })
}

/// The chance to win the Authority test, own wager by own wager, for each wager of the other side (T-TAC-4, T-TAC-5). With
/// more than two sides the others wager nothing but the first of them.
pub fn wager_table(state: &State, seat: Seat) -> Vec<Vec<f64>> {
    let most = |of: Seat| {
        let commander = state.side(of).and_then(|side| side.commander);
        tactical::most_wager(state, of, commander)
    };
    let Some(other) = state.seats().find(|other| *other != seat) else { return Vec::new() };
    let row = |own: u32| {
        let chance = |theirs: u32| {
            let mut wagers = vec![0; state.sides.len()];
            for (of, wager) in [(seat, own), (other, theirs)] {
                if let Some(place) = wagers.get_mut(of.index()) {
                    *place = wager;
                }
            }
            tactical::chance_to_win(state, seat, &wagers)
        };
        (0..=most(other)).map(chance).collect()
    };
    (0..=most(seat)).map(row).collect()
}

//! Which hits a unit's shooting or its blows put on the target: how many of each kind, in the order they are placed.

use rustc_hash::FxHashMap;

use super::super::arms::mode_of;
use super::super::assault::attacks;
use super::super::astray::{STRAY_DIE, likely_struck, stray_distance};
use super::super::buildings::overhead_part;
use super::super::flow::{Hit, Manner, Volley};
use super::super::profile::{Gear, Mode, WeaponRule};
use super::super::shoot::{Shots, fire_order, forced, is_hidden, shape, shooters};
use super::super::state::{State, UnitId, WeaponId};
use super::dice::{Chances, Circumstances, Landed, Throw, Weights, number, sums};
use super::walls;
use crate::refusal::Refusal;

/// Branches less likely than this are left out.
pub const TINY: f64 = 1e-15;

/// The kinds of hits there are; what nothing tells apart is one kind.
#[derive(Debug, Default)]
pub struct Kinds {
    pub hits: Vec<Hit>,
}

impl Kinds {
    fn of(&mut self, state: &State, weapon: Option<WeaponId>, mode: u8, sv: u8) -> usize {
        let rules = weapon.and_then(|weapon| mode_of(state, weapon, mode)).map(|(_, mode)| mode);
        let hit = Hit {
            weapon,
            mode,
            sv,
            lucky: false,
            blast: rules.is_some_and(|mode| mode.blast().is_some()),
            overhead: rules.is_some_and(Mode::is_overhead),
            on: None,
        };
        self.hits.iter().position(|known| *known == hit).unwrap_or_else(|| {
            self.hits.push(hit);
            self.hits.len() - 1
        })
    }
}

/// Hits of one kind that are placed one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lot {
    pub kind: u16,
    pub lucky: bool,
    pub number: u16,
}

/// Everything that hits, in the order it is placed.
pub type Lots = Vec<Lot>;

/// Every combination of hits that has come up, each once.
#[derive(Debug, Default)]
pub struct Pool {
    known: Known<Lots, usize>,
    pub all: Vec<Lots>,
}

impl Pool {
    fn of(&mut self, lots: &Lots) -> usize {
        if let Some(place) = self.known.get(lots) {
            return *place;
        }
        self.all.push(lots.clone());
        self.known.insert(lots.clone(), self.all.len() - 1);
        self.all.len() - 1
    }
}

/// What has been worked out before. It is only ever asked, never listed, so that the same sums come out every time.
/// Short keys, many of them, none from outside: a quick hash is enough.
pub type Known<K, V> = FxHashMap<K, V>;

/// How likely each combination of hits is; `ten` tells whether a plasma weapon fades by it (A-SPC-1).
#[derive(Clone, Debug, Default)]
pub struct Hits {
    /// Places in the pool.
    pub chances: Vec<(usize, f64)>,
    pub with_ten: Vec<(usize, f64)>,
    /// The same where the building comes down as well, whatever else.
    pub fallen: Vec<(usize, f64)>,
    /// By what the building takes, and no more than it has left.
    pub damage: Vec<f64>,
}

/// More dice than are worth foretelling: only a server's own units throw as many.
const MOST_DICE: usize = 100;
/// The same of the ways in which they can fall.
const MOST_WAYS: usize = 2_000_000;
/// And of tests that each model of a unit with a damage chart may have to take.
const MOST_HULL_TESTS: usize = 400;

/// What being lucky changes about hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Luck {
    Nothing,
    /// They are placed before the others, and that is all.
    Order,
    /// They go elsewhere, or do other harm.
    All,
}

/// One unit's dice to hit.
#[derive(Debug)]
pub struct Salvo {
    throws: Vec<Throw>,
    around: Circumstances,
}

impl Salvo {
    /// A volley as it is about to be rolled (A-SHT-4 to A-SHT-9).
    pub fn shooting(state: &State, volley: &Volley, kinds: &mut Kinds) -> Self {
        let mut throws = Vec::new();
        let (from, at) = (state.unit(volley.from), volley.at.and_then(|at| state.unit(at)));
        let aimed = volley.part.is_some() || at.is_some_and(|unit| !unit.destroyed);
        let gone = from.is_none_or(|unit| unit.destroyed) || !aimed;
        let unseen = volley.at.is_some_and(|at| is_hidden(state, at, volley.range));
        let mut uses = volley.uses.clone();
        uses.sort_by_key(|used| fire_order(state, used));
        let manner = volley.manner;
        if let Some(unit) = from.filter(|_| !gone && !unseen) {
            for used in &uses {
                for group in shooters(unit, used) {
                    let shaped = shape(state, unit, volley.into(), used, &group);
                    let Some(shape) = shaped else { continue };
                    let Some((_, mode)) = mode_of(state, used.weapon, used.mode) else { continue };
                    throws.push(Throw {
                        kind: kinds.of(state, Some(used.weapon), used.mode, shape.sv),
                        needs: shape.check.target(),
                        number: shots(shape.shots, group.number),
                        chances: Chances::default(),
                        automatic: shape.automatic,
                        blast: mode.blast().map(u32::from),
                        overhead: mode.is_overhead(),
                        fades: manner == Manner::PointBlank && mode.has(WeaponRule::PlasmaFade),
                        onto: walls::onto(state, volley, used, shape.sv),
                    });
                }
            }
        }
        let left = walls::stake(state, volley).map_or(0, |(_, left)| left);
        // what cannot bring it down with this shooting needs no account of the damage
        let counts = volley.part.is_some() || most_damage(&throws) >= u32::from(left);
        let left = if counts { left } else { 0 };
        for throw in &mut throws {
            if let (0, Some(onto)) = (left, &throw.onto) {
                throw.onto = Some(onto.unharmed());
            }
        }
        let around = Circumstances {
            spotter: volley.spotter && from.is_some_and(|unit| unit.has_gear(Gear::Spotter)),
            forced: at.is_some_and(|unit| forced(unit).is_some()),
            stray: if throws.iter().any(|throw| throw.overhead) {
                stray_chance(state, volley)
            } else {
                0.0
            },
            left,
            lands: overhead_part(state, volley.at, volley.part).is_some(),
        };
        Self { throws, around }
    }

    /// A unit's blows hand to hand (A-ASL-6, A-ASL-7).
    pub fn blows(state: &State, id: UnitId, kinds: &mut Kinds) -> Self {
        let throws = attacks(state, id).into_iter().map(|attack| {
            let mode = attack.weapon.and_then(|weapon| mode_of(state, weapon, 0));
            Throw {
                kind: kinds.of(state, attack.weapon, 0, attack.sv),
                needs: attack.check.target(),
                number: exactly(attack.number as usize),
                chances: Chances::default(),
                automatic: false,
                blast: mode.and_then(|(_, mode)| mode.blast()).map(u32::from),
                overhead: false,
                fades: false,
                onto: None,
            }
        });
        let throws = throws.collect();
        let around = Circumstances::default();
        Self { throws, around }
    }

    /// The kinds of hits in it.
    pub fn kinds(&self) -> Vec<usize> {
        let mut kinds: Vec<usize> = self.throws.iter().map(|throw| throw.kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    /// Whether a building could come down on the target.
    pub fn may_fell(&self) -> bool {
        self.around.left > 0
    }

    /// Refuses what would take too long to work out.
    pub fn check(&self, models: usize, charts: bool) -> Result<(), Refusal> {
        let most = |throw: &Throw| throw.number.len().saturating_sub(1);
        let dice: usize = self.throws.iter().map(most).sum();
        // lucky, plain and missed dice of each throw go together with those of every other
        let ways = self.throws.iter().fold(1_usize, |all, throw| {
            let sides = throw.blast.unwrap_or(1) as usize;
            all.saturating_mul((most(throw) + 1).saturating_mul(most(throw) * sides + 2))
        });
        let ways = ways.saturating_mul(usize::from(self.around.left) + 1);
        let hulls = if charts { dice.saturating_mul(models) } else { 0 };
        if dice > MOST_DICE || ways > MOST_WAYS || hulls > MOST_HULL_TESTS {
            return Err(Refusal::new("These are too many dice to foretell; roll them and see."));
        }
        Ok(())
    }

    /// Every combination of hits and its chance.
    pub fn hits(mut self, manner: Manner, luck: Luck, kinds: &Kinds, pool: &mut Pool) -> Hits {
        let tell_lucky = luck != Luck::Nothing;
        for throw in &mut self.throws {
            throw.chances = Chances::of(throw.needs, manner, tell_lucky);
        }
        let results: Vec<Vec<(Landed, Weights)>> =
            self.throws.iter().map(|throw| throw.results(&self.around)).collect();
        // the spotter has the likeliest miss rolled again, whatever the order of fire
        let mut order: Vec<usize> = (0..self.throws.len()).collect();
        order.sort_by_key(|place| std::cmp::Reverse(self.throws[*place].needs));
        let start = if self.around.spotter { (1.0, 0.0) } else { (0.0, 1.0) };
        let mut sum = Sum {
            salvo: &self,
            luck,
            kinds,
            results: &results,
            order: &order,
            landed: vec![Landed::default(); self.throws.len()],
            kept: Vec::new(),
            lots: Vec::new(),
            pool,
            chances: [Vec::new(), Vec::new(), Vec::new()],
            damage: Vec::new(),
        };
        sum.over(0, start.0, start.1);
        let damage = sum.damage;
        let [chances, with_ten, fallen] = sum.chances.map(|chances| {
            let kept = chances.into_iter().enumerate();
            kept.filter(|(_, chance)| *chance > 0.0).collect()
        });
        Hits { chances, with_ten, fallen, damage }
    }
}

/// Goes through all combinations of what the throws come to.
struct Sum<'a> {
    salvo: &'a Salvo,
    luck: Luck,
    kinds: &'a Kinds,
    results: &'a [Vec<(Landed, Weights)>],
    order: &'a [usize],
    landed: Vec<Landed>,
    /// What is left of them when blasts are halved.
    kept: Vec<Landed>,
    lots: Lots,
    pool: &'a mut Pool,
    chances: [Vec<f64>; 3],
    damage: Vec<f64>,
}

impl Sum<'_> {
    /// `waits` and `used` are the chances that the spotter's second chance is still there or is spent.
    fn over(&mut self, depth: usize, waits: f64, used: f64) {
        if waits + used < TINY {
            return;
        }
        let Some(place) = self.order.get(depth).copied() else {
            return self.add(waits + used);
        };
        let results = self.results;
        for (landed, [quiet, spotted, free]) in &results[place] {
            self.landed[place] = *landed;
            self.over(depth + 1, waits * quiet, used * free + waits * spotted);
        }
    }

    fn add(&mut self, chance: f64) {
        self.collect();
        let place = self.pool.of(&self.lots);
        let ten = self.landed.iter().any(|landed| landed.ten);
        let left = self.salvo.around.left;
        let damage = self.landed.iter().fold(0_u16, |sum, one| sum.saturating_add(one.damage));
        let damage = damage.min(left);
        super::count(&mut self.damage, damage, chance);
        let fallen = left > 0 && damage == left;
        let chances = &mut self.chances[if fallen { 2 } else { usize::from(ten) }];
        if chances.len() <= place {
            chances.resize(place + 1, 0.0);
        }
        chances[place] += chance;
    }

    /// Lucky hits first, overhead before direct; strays come after the shots on target (A-SHT-10, A-SHT-20).
    fn collect(&mut self) {
        self.lots.clear();
        self.kept.clone_from(&self.landed);
        self.halve();
        let (salvo, kinds, lucky) = (self.salvo, self.kinds, self.luck == Luck::All);
        for overhead in [true, false] {
            for (throw, landed) in salvo.throws.iter().zip(&self.kept) {
                if kinds.hits[throw.kind].overhead == overhead {
                    add(&mut self.lots, throw.kind, lucky, landed.lucky);
                }
            }
        }
        for overhead in [true, false] {
            for (throw, landed) in salvo.throws.iter().zip(&self.kept) {
                if kinds.hits[throw.kind].overhead == overhead {
                    add(&mut self.lots, throw.kind, false, landed.plain);
                }
            }
            for (throw, landed) in salvo.throws.iter().zip(&self.kept).filter(|_| overhead) {
                add(&mut self.lots, throw.kind, false, landed.strays);
            }
        }
    }

    /// A-OVH-2: half of all blast hits stay, rounded down; lucky ones first, strays last.
    fn halve(&mut self) {
        if !self.salvo.around.forced {
            return;
        }
        let blasts = |place: usize| self.salvo.throws[place].blast.is_some();
        let mut halved: Vec<usize> = (0..self.kept.len()).filter(|place| blasts(*place)).collect();
        // what comes down on a building is counted after everything that flies straight
        let lands = self.salvo.around.lands;
        halved.sort_by_key(|place| lands && self.salvo.throws[*place].overhead);
        let all: u16 = halved
            .iter()
            .map(|place| &self.kept[*place])
            .map(|landed| landed.lucky + landed.plain + landed.strays)
            .sum();
        let mut left = all / 2;
        let parts: [fn(&mut Landed) -> &mut u16; 3] =
            [|one| &mut one.lucky, |one| &mut one.plain, |one| &mut one.strays];
        for part in parts {
            for place in &halved {
                let hits = part(&mut self.kept[*place]);
                *hits = left.min(*hits);
                left -= *hits;
            }
        }
    }
}

fn add(lots: &mut Lots, kind: usize, lucky: bool, hits: u16) {
    if hits == 0 {
        return;
    }
    let kind = number(kind);
    match lots.last_mut() {
        Some(last) if last.kind == kind && last.lucky == lucky => last.number += hits,
        _ => lots.push(Lot { kind, lucky, number: hits }),
    }
}

/// What all of them could do to a building together.
fn most_damage(throws: &[Throw]) -> u32 {
    let most = throws.iter().map(|throw| {
        let each = throw.onto.as_ref().map_or(0, walls::BuildingImpacts::most_damage);
        u32::from(each).saturating_mul(u32::from(number(throw.number.len().saturating_sub(1))))
    });
    most.fold(0, u32::saturating_add)
}

fn exactly(dice: usize) -> Vec<f64> {
    let mut number = vec![0.0; dice + 1];
    number[dice] = 1.0;
    number
}

/// A-SHT-4: the chance of each number of shots.
fn shots(shots: Shots, shooters: u32) -> Vec<f64> {
    match shots {
        Shots::Fixed(number) => exactly(number as usize),
        Shots::Die { sides, times } => {
            let sums = sums(sides, shooters as usize);
            let sum = sums.last().map_or(&[][..], Vec::as_slice);
            let times = times as usize;
            let mut number = vec![0.0; sum.len().saturating_sub(1) * times + 1];
            for (dice, chance) in sum.iter().enumerate() {
                number[dice * times] = *chance;
            }
            number
        }
    }
}

/// A-OVH-4: how often a shot astray still falls on the unit aimed at, as people are asked first.
fn stray_chance(state: &State, volley: &Volley) -> f64 {
    let pins = state.unit(volley.from).map_or(0, |unit| unit.pins);
    let near = (1..=STRAY_DIE).filter(|face| {
        let distance = stray_distance(volley.manner, *face, pins);
        !likely_struck(state, volley, distance).is_empty()
    });
    f64::from(number(near.count())) / f64::from(STRAY_DIE)
}

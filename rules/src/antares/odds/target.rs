//! What hits do to a unit, up to the pins: placed by default, resisted, and the losses counted.

use super::super::arms::mode_of;
use super::super::command::Mark;
use super::super::event::Chart;
use super::super::flow::{Hit, Manner, Strike};
use super::super::place::{Placer, evenly, is_disruptor, is_leader, preference};
use super::super::profile::{ModelRule, WeaponRule};
use super::super::run::{TEST_DIE, test_result};
use super::super::state::State;
use super::super::strike::{PINS_FOR_A_DISRUPTOR, PINS_FOR_A_HIT, chart_of, resist_check};
use super::super::values::is_heavily_armoured;
use super::charts::{Effects, Hulls, Wounding};
use super::fates::{Fold, fates};
use super::hits::{Kinds, Known, Lot, Luck};
use super::ranks::Ranks;

/// What a strike has done to a unit, before its nerve is tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Harm {
    /// Who is left, as [`Ranks`] count.
    pub left: usize,
    /// Pins to be placed.
    pub pins: u16,
    /// A chart sends it Down.
    pub down: bool,
    /// A chart demands a break test.
    pub test: bool,
}

/// The chances of each harm.
#[derive(Clone, Debug, Default)]
pub struct Harms {
    pub hits: u16,
    pub all: Vec<(Harm, f64)>,
}

/// One test against a hit of one kind.
#[derive(Clone, Copy, Debug)]
struct Resistance {
    needs: i32,
    fails: f64,
    armoured: bool,
}

impl Resistance {
    fn against(state: &State, strike: &Strike, mark: Mark, hit: Hit, sv: u32) -> Self {
        let check = resist_check(state, strike, mark, hit, sv);
        let needs = check.target();
        let failed = (1..=TEST_DIE).filter(|face| !test_result(*face, needs).passed()).count();
        let fails = f64::from(super::dice::number(failed)) / f64::from(TEST_DIE);
        Self { needs, fails, armoured: is_heavily_armoured(&check) }
    }
}

/// A kind of hits as this target meets it.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "the special rules of a weapon")]
struct MetHits {
    hit: Hit,
    massive: bool,
    disruptor: bool,
    together: bool,
    /// Several hits on one model are one test (A-ASL-14).
    grenade: bool,
    by_mark: Vec<Resistance>,
}

/// Somebody or something that can be hit.
#[derive(Clone, Copy, Debug)]
struct Aimed {
    mark: Mark,
    /// What its loss adds to the state.
    stride: usize,
    leader: bool,
    reactor: bool,
    chart: Option<Chart>,
}

/// A test to be rolled.
#[derive(Clone, Copy, Debug)]
pub struct Test {
    pub lucky: bool,
    pub fails: f64,
    pub armoured: bool,
    pub massive: bool,
}

/// A unit in one state, ready to be hit.
#[derive(Debug)]
pub struct Target {
    strike: Strike,
    state: usize,
    disruptable: bool,
    uses_chart: bool,
    leaders: usize,
    marks: Vec<Aimed>,
    direct: [Vec<usize>; 2],
    overhead: [Vec<usize>; 2],
    met: Vec<MetHits>,
    grenades: Known<(u16, usize, u32), Resistance>,
    guns: Known<(u16, u16), Vec<(Effects, f64)>>,
    hulls: Hulls,
    // used again for every combination of hits
    load: Vec<usize>,
    placed: Vec<Vec<(u16, bool)>>,
    tests: Vec<Test>,
    states: Vec<f64>,
}

impl Target {
    /// `strike` says who can be hit, as the engine made it; the unit in `battle` is what it is in this state.
    pub fn new(battle: &State, strike: Strike, ranks: &Ranks, state: usize) -> Self {
        let mut marks: Vec<Mark> = Vec::new();
        for list in [&strike.first, &strike.then, &strike.overhead_first, &strike.overhead_then] {
            marks.extend(list);
        }
        marks.sort();
        marks.dedup();
        let unit = battle.unit(strike.on);
        let has = |mark: Mark, rule: ModelRule| matches!((mark, unit), (Mark::Model(id), Some(unit)) if unit.model_has(id, rule));
        let aimed: Vec<Aimed> = marks
            .iter()
            .map(|mark| Aimed {
                mark: *mark,
                stride: if let Mark::Model(id) = mark { ranks.stride(*id) } else { 0 },
                leader: unit.is_some_and(|unit| is_leader(unit, *mark)),
                reactor: has(*mark, ModelRule::PlasmaReactor),
                chart: unit.and_then(|unit| chart_of(battle, unit, *mark)),
            })
            .collect();
        let places = |list: &[Mark]| -> Vec<usize> {
            list.iter().filter_map(|mark| marks.binary_search(mark).ok()).collect()
        };
        let number = aimed.len();
        Self {
            state,
            disruptable: unit.is_some_and(|unit| !unit.is_ghar())
                && strike.manner != Manner::HandToHand,
            uses_chart: unit.is_some_and(|unit| unit.kind().uses_chart()),
            leaders: aimed.iter().filter(|one| one.leader).count(),
            direct: [places(&strike.first), places(&strike.then)],
            overhead: [places(&strike.overhead_first), places(&strike.overhead_then)],
            marks: aimed,
            met: Vec::new(),
            grenades: Known::default(),
            guns: Known::default(),
            hulls: Hulls::default(),
            load: vec![0; number],
            placed: vec![Vec::new(); number],
            tests: Vec::new(),
            states: Vec::new(),
            strike,
        }
    }

    /// Learns how it resists the kinds it does not know yet.
    pub fn meet(&mut self, battle: &State, kinds: &Kinds) {
        for hit in kinds.hits.iter().skip(self.met.len()).copied() {
            let has = |rule: WeaponRule| {
                hit.weapon
                    .and_then(|weapon| mode_of(battle, weapon, hit.mode))
                    .is_some_and(|(_, mode)| mode.has(rule))
            };
            let by_mark = self.marks.iter().map(|one| {
                Resistance::against(battle, &self.strike, one.mark, hit, u32::from(hit.sv))
            });
            self.met.push(MetHits {
                hit,
                massive: has(WeaponRule::MassiveDamage),
                disruptor: is_disruptor(battle, hit),
                together: has(WeaponRule::LuckyTogether),
                grenade: has(WeaponRule::Grenade) && self.strike.manner == Manner::HandToHand,
                by_mark: by_mark.collect(),
            });
        }
    }

    pub fn knows(&self, kinds: &Kinds) -> bool {
        self.met.len() >= kinds.hits.len()
    }

    /// What a lucky hit of these kinds has over a plain one. Where all resist alike, both placers choose alike.
    pub fn luck(&self, kinds: &[usize]) -> Luck {
        let uneven = kinds.iter().any(|kind| {
            let met = &self.met[*kind];
            let lists = if met.hit.overhead { &self.overhead } else { &self.direct };
            let mut needs = lists.iter().flatten().map(|place| met.by_mark[*place].needs);
            let first = needs.next();
            met.together || needs.any(|other| Some(other) != first)
        });
        if uneven || self.marks.iter().any(|one| one.reactor) {
            Luck::All
        } else if kinds.len() > 1 {
            Luck::Order
        } else {
            Luck::Nothing
        }
    }

    /// The harm that these hits do.
    pub fn harm(&mut self, battle: &State, ranks: &Ranks, lots: &[Lot]) -> Harms {
        self.place(lots);
        let disrupted =
            self.disruptable && lots.iter().any(|lot| self.met[usize::from(lot.kind)].disruptor);
        let hits = lots.iter().map(|lot| lot.number).sum();
        let all = if self.uses_chart {
            self.hull_harm(battle, ranks, disrupted)
        } else {
            self.crew_harm(battle, ranks, disrupted)
        };
        Harms { hits, all }
    }

    /// The default placement (A-SHT-10).
    fn place(&mut self, lots: &[Lot]) {
        self.load.fill(0);
        self.placed.iter_mut().for_each(Vec::clear);
        for lot in lots {
            let met = &self.met[usize::from(lot.kind)];
            let placer = if lot.lucky { Placer::Shooter } else { Placer::Target };
            let [first, then] = if met.hit.overhead { &self.overhead } else { &self.direct };
            let worth = |place: &usize| {
                let (needs, leader) = (met.by_mark[*place].needs, self.marks[*place].leader);
                (preference(placer, needs, leader), *place)
            };
            for _ in 0..lot.number {
                let chosen = if lot.lucky && met.together {
                    first.iter().chain(then).copied().min_by_key(worth)
                } else {
                    let load = &self.load;
                    evenly(first, then, |place: usize| load[place]).min_by_key(worth)
                };
                if let Some(place) = chosen {
                    self.load[place] += 1;
                    self.placed[place].push((lot.kind, lot.lucky));
                }
            }
        }
    }

    /// The Res tests of one mark; hits of grenades are summed up (A-ASL-14).
    fn test(&mut self, battle: &State, place: usize) {
        self.tests.clear();
        let mut grenades: Option<(u16, bool, u32)> = None;
        for (kind, lucky) in &self.placed[place] {
            let met = &self.met[usize::from(*kind)];
            if met.grenade {
                let (first, any, sv) = grenades.unwrap_or((*kind, false, 0));
                grenades = Some((first.min(*kind), any || *lucky, sv + u32::from(met.hit.sv)));
                continue;
            }
            let Resistance { fails, armoured, .. } = met.by_mark[place];
            let (lucky, massive) = (*lucky, met.massive);
            self.tests.push(Test { lucky, fails, armoured, massive });
        }
        if let Some((kind, lucky, sv)) = grenades {
            let (strike, met) = (&self.strike, &self.met[usize::from(kind)]);
            let mark = self.marks[place].mark;
            let Resistance { fails, armoured, .. } = *self
                .grenades
                .entry((kind, place, sv))
                .or_insert_with(|| Resistance::against(battle, strike, mark, met.hit, sv));
            self.tests.push(Test { lucky, fails, armoured, massive: met.massive });
        }
    }

    /// Pins for being hit (A-SHT-17, A-SPC-3), or for casualties hand to hand (A-ASL-10).
    fn pins(&self, disrupted: bool, pinned: bool, casualties: u16) -> u16 {
        let pins = match self.strike.manner {
            Manner::HandToHand => return casualties,
            _ if disrupted => PINS_FOR_A_DISRUPTOR,
            _ if pinned => PINS_FOR_A_HIT,
            _ => 0,
        };
        super::dice::number(pins as usize)
    }

    /// Troops fall; the gun of a team has its own fate.
    fn crew_harm(&mut self, battle: &State, ranks: &Ranks, disrupted: bool) -> Vec<(Harm, f64)> {
        let lucky = self.placed.iter().flatten().any(|(_, lucky)| *lucky);
        let reactors = self.marks.iter().filter(|one| one.reactor).count();
        let explosions = if lucky { reactors } else { 0 };
        let left = ranks.size - self.state;
        let states = std::mem::take(&mut self.states);
        let mut fold = Fold::new(states, left, explosions, self.leaders > 1);
        let mut pinned = false;
        let mut gun = Vec::new();
        for place in 0..self.marks.len() {
            if self.placed[place].is_empty() {
                continue;
            }
            self.test(battle, place);
            pinned |= self.tests.iter().any(|test| !test.armoured);
            let one = self.marks[place];
            if one.mark == Mark::Gun {
                gun = self.gun(one.chart);
            } else {
                fold.fall(one.stride, &fates(&self.tests, one.reactor, one.leader));
            }
        }
        let states = fold.explode(ranks, self.state);
        let before = ranks.lost(self.state);
        let some = states.iter().filter(|chance| **chance > 0.0).count();
        let mut all = Vec::with_capacity(some * gun.len().max(1));
        for (more, chance) in states.iter().copied().enumerate().filter(|(_, chance)| *chance > 0.0)
        {
            let left = self.state + more;
            let casualties = ranks.lost(left) - before;
            let pins = self.pins(disrupted, pinned || casualties > 0, casualties);
            if gun.is_empty() {
                all.push((Harm { left, pins, down: false, test: false }, chance));
            }
            for (effects, share) in &gun {
                let harm =
                    Harm { left, pins: pins + effects.pins, down: effects.down, test: false };
                all.push((harm, chance * share));
            }
        }
        self.states = states;
        all
    }

    /// A team's weapon that fails its test (A-SHT-13, A-SHT-14). Whether it still works matters to no one here.
    fn gun(&mut self, chart: Option<Chart>) -> Vec<(Effects, f64)> {
        let massive = self.tests.iter().filter(|test| test.massive).count();
        let key = [self.tests.len() - massive, massive].map(super::dice::number);
        let tests = &self.tests;
        let effects = self.guns.entry((key[0], key[1]));
        effects
            .or_insert_with(|| {
                let mut now = vec![(Effects::default(), 1.0)];
                for test in tests {
                    let wound = Wounding { armoured: test.armoured, massive: test.massive };
                    now = wound.strikes(chart, &now, test.fails);
                }
                now
            })
            .clone()
    }

    /// Drones and vehicles roll on their charts.
    fn hull_harm(&mut self, battle: &State, ranks: &Ranks, disrupted: bool) -> Vec<(Harm, f64)> {
        let mut hulls = std::mem::take(&mut self.hulls);
        hulls.begin(self.state);
        let mut pinned = false;
        for place in 0..self.marks.len() {
            if self.placed[place].is_empty() {
                continue;
            }
            self.test(battle, place);
            pinned |= self.tests.iter().any(|test| !test.armoured);
            let one = self.marks[place];
            let model = if let Mark::Model(model) = one.mark { Some(model) } else { None };
            for test in &self.tests {
                hulls.test(
                    ranks,
                    &super::charts::Test {
                        place: super::dice::number(place),
                        lucky: test.lucky && one.reactor,
                        model,
                        leader: one.leader,
                        chart: one.chart,
                        fails: test.fails,
                        wound: Wounding { armoured: test.armoured, massive: test.massive },
                    },
                );
            }
        }
        let before = ranks.lost(self.state);
        let mut all: Vec<(Harm, f64)> = Vec::new();
        for (hurt, chance) in hulls.end(ranks) {
            let casualties = ranks.lost(hurt.left) - before;
            let pins = self.pins(disrupted, pinned || hurt.wounded, casualties);
            let Effects { pins: more, down, test } = hurt.effects;
            let harm = Harm { left: hurt.left, pins: pins + more, down, test };
            all.push((harm, *chance));
        }
        self.hulls = hulls;
        all
    }
}

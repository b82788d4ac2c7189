//! What damage charts do to drones, vehicles and heavy weapons (A-DMG-1 to A-DMG-5).

use super::super::event::Chart;
use super::super::question::CHART_WORTH_REROLLING;
use super::super::state::ModelId;
use super::super::strike::{CHART_DIE, Damage, DamagePins, HIGHEST_ROW, chart_row, damage};
use super::dice::number;
use super::fates::explosion_chance;
use super::hits::Known;
use super::ranks::Ranks;

/// What charts have brought on a unit so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Effects {
    pub pins: u16,
    pub down: bool,
    pub test: bool,
}

impl Effects {
    /// A row's pins are diced.
    fn with(self, damage: &Damage) -> impl Iterator<Item = (Effects, f64)> + use<> {
        let (least, sides) = match damage.pins {
            DamagePins::None => (0, 1),
            DamagePins::One => (1, 1),
            DamagePins::Die(sides) => (1, sides),
        };
        let now = Effects {
            down: self.down || damage.down,
            test: self.test || damage.break_test,
            ..self
        };
        (0..number(sides as usize)).map(move |more| {
            let effects = Effects { pins: now.pins + least + more, ..now };
            (effects, 1.0 / f64::from(sides))
        })
    }
}

/// How a failed Res test is rolled on a chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Wounding {
    pub armoured: bool,
    pub massive: bool,
}

impl Wounding {
    /// The chance of each row.
    fn rows(self) -> [f64; HIGHEST_ROW as usize + 1] {
        let mut rows = [0.0; HIGHEST_ROW as usize + 1];
        let share = 1.0 / f64::from(CHART_DIE);
        for one in 1..=CHART_DIE {
            if !self.massive {
                rows[usize::from(chart_row(&[one], self.armoured))] += share;
                continue;
            }
            for other in 1..=CHART_DIE {
                rows[usize::from(chart_row(&[one, other], self.armoured))] += share * share;
            }
        }
        rows
    }

    /// A gun that fails its test with this chance.
    pub fn strikes(
        self,
        chart: Option<Chart>,
        now: &[(Effects, f64)],
        fails: f64,
    ) -> Vec<(Effects, f64)> {
        let mut next = Vec::new();
        for (effects, chance) in now {
            next.push((*effects, chance * (1.0 - fails)));
            let Some(chart) = chart else {
                next.push((*effects, chance * fails));
                continue;
            };
            for (row, share) in (0..).zip(self.rows()).filter(|(_, share)| *share > 0.0) {
                let hurt = effects.with(&damage(chart, row));
                next.extend(hurt.map(|(effects, pins)| (effects, chance * fails * share * pins)));
            }
        }
        merged(next)
    }
}

/// Adds up the chances of what is the same.
pub fn merged<K: Ord>(mut list: Vec<(K, f64)>) -> Vec<(K, f64)> {
    list.sort_unstable_by(|one, other| one.0.cmp(&other.0));
    list.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 += next.1;
        }
        same
    });
    list
}

/// A unit of drones or vehicles in the middle of its Res tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hurt {
    pub left: usize,
    /// Marks whose reactors explode (A-SPC-5).
    exploding: u64,
    pub effects: Effects,
    pub wounded: bool,
    /// The leader's worst result, if it is worth being rolled again (A-SHT-16).
    held: Option<HeldResult>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct HeldResult {
    row: u8,
    place: u16,
    model: ModelId,
    chart: u8,
    wound: Wounding,
    lucky: bool,
}

/// One Res test of a drone or vehicle.
#[derive(Clone, Copy, Debug)]
pub struct Test {
    pub place: u16,
    /// Lucky, on a model with a reactor.
    pub lucky: bool,
    pub model: Option<ModelId>,
    pub leader: bool,
    pub chart: Option<Chart>,
    pub fails: f64,
    pub wound: Wounding,
}

/// The same tests come again and again with one more at the end, so each sequence is worked out once.
#[derive(Debug, Default)]
pub struct Hulls {
    after: Vec<Vec<(Hurt, f64)>>,
    ended: Vec<Option<Vec<(Hurt, f64)>>>,
    next: Known<(usize, u16, u64, Wounding, bool), usize>,
    at: usize,
}

const CHARTS: [Chart; 3] = [Chart::WeaponDrone, Chart::Vehicle, Chart::HeavyWeapon];

impl Hulls {
    pub fn begin(&mut self, left: usize) {
        self.at = 0;
        if self.after.is_empty() {
            let effects = Effects::default();
            let whole = Hurt { left, exploding: 0, effects, wounded: false, held: None };
            self.after.push(vec![(whole, 1.0)]);
            self.ended.push(None);
        }
    }

    pub fn test(&mut self, ranks: &Ranks, test: &Test) {
        let key = (self.at, test.place, test.fails.to_bits(), test.wound, test.lucky);
        if let Some(known) = self.next.get(&key) {
            self.at = *known;
            return;
        }
        let before = &self.after[self.at];
        let simple = |hurt: &Hurt| hurt.held.is_none() && hurt.exploding == 0;
        let after = if !test.leader && !test.lucky && before.iter().all(|(hurt, _)| simple(hurt)) {
            test.folded(ranks, before)
        } else {
            merged(test.followed(ranks, before))
        };
        self.after.push(after);
        self.ended.push(None);
        self.next.insert(key, self.after.len() - 1);
        self.at = self.after.len() - 1;
    }

    /// The leader's second chance, then explosions.
    pub fn end(&mut self, ranks: &Ranks) -> &[(Hurt, f64)] {
        let mut settled = Vec::new();
        if self.ended[self.at].is_none() {
            for (hurt, chance) in &self.after[self.at] {
                let Some(held) = hurt.held else {
                    settled.push((*hurt, *chance));
                    continue;
                };
                for (row, share) in (0..).zip(held.wound.rows()).filter(|(_, share)| *share > 0.0) {
                    let held = HeldResult { row, ..held };
                    held.suffered(ranks, &Hurt { held: None, ..*hurt }, |hurt, pins| {
                        settled.push((hurt, chance * share * pins));
                    });
                }
            }
            settled = exploded(ranks, merged(settled));
        }
        self.ended[self.at].get_or_insert(settled)
    }
}

/// What a failed test does, where nothing else has to be remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Blow {
    effects: Effects,
    destroyed: bool,
    malfunction: bool,
}

impl Test {
    /// Each effect once, with its chance.
    fn effects(&self) -> Vec<(Blow, f64)> {
        let Some(chart) = self.chart else {
            let effects = Effects::default();
            return vec![(Blow { effects, destroyed: true, malfunction: false }, 1.0)];
        };
        let mut all = Vec::new();
        for (row, share) in (0..).zip(self.wound.rows()).filter(|(_, share)| *share > 0.0) {
            let Damage { destroyed, malfunction, .. } = damage(chart, row);
            for (effects, pins) in Effects::default().with(&damage(chart, row)) {
                all.push((Blow { effects, destroyed, malfunction }, share * pins));
            }
        }
        merged(all)
    }

    /// The usual case: every state has its place in a row, and chances are added up there.
    fn folded(&self, ranks: &Ranks, before: &[(Hurt, f64)]) -> Vec<(Hurt, f64)> {
        const FLAGS: usize = 8;
        let blows = self.effects();
        let most = |pins: Option<u16>| usize::from(pins.unwrap_or(0));
        let width = most(before.iter().map(|(hurt, _)| hurt.effects.pins).max())
            + most(blows.iter().map(|(blow, _)| blow.effects.pins).max())
            + 1;
        let place = |left: usize, effects: Effects, wounded: bool| {
            let flags = [effects.down, effects.test, wounded];
            let flags = flags.into_iter().fold(0, |sum, flag| sum * 2 + usize::from(flag));
            (left * FLAGS + flags) * width + usize::from(effects.pins)
        };
        let mut sums = vec![0.0; ranks.size * FLAGS * width];
        for (hurt, chance) in before {
            sums[place(hurt.left, hurt.effects, hurt.wounded)] += chance * (1.0 - self.fails);
            let broken = self.model.map_or(hurt.left, |model| ranks.failed(hurt.left, model));
            let gone = self.model.map_or(hurt.left, |model| ranks.without(hurt.left, model));
            for (blow, share) in &blows {
                let left = match blow {
                    Blow { destroyed: true, .. } => gone,
                    Blow { malfunction: true, .. } => broken,
                    _ => hurt.left,
                };
                let effects = Effects {
                    pins: hurt.effects.pins + blow.effects.pins,
                    down: hurt.effects.down || blow.effects.down,
                    test: hurt.effects.test || blow.effects.test,
                };
                sums[place(left, effects, true)] += chance * self.fails * share;
            }
        }
        let some = sums.into_iter().enumerate().filter(|(_, chance)| *chance > 0.0);
        some.map(|(place, chance)| {
            let (pins, flags) = (number(place % width), place / width % FLAGS);
            let effects = Effects { pins, down: flags & 4 > 0, test: flags & 2 > 0 };
            let (left, wounded) = (place / width / FLAGS, flags & 1 > 0);
            (Hurt { left, exploding: 0, effects, wounded, held: None }, chance)
        })
        .collect()
    }

    /// A leader's worst result is held back, to be rolled again.
    fn followed(&self, ranks: &Ranks, before: &[(Hurt, f64)]) -> Vec<(Hurt, f64)> {
        let mut after = Vec::new();
        let rows = self.wound.rows();
        for (hurt, chance) in before {
            after.push((*hurt, chance * (1.0 - self.fails)));
            let failed = chance * self.fails;
            let hurt = Hurt { wounded: true, ..*hurt };
            let Some(chart) = self.chart else {
                let gone = Damage { destroyed: true, ..Damage::default() };
                hurt.suffers(ranks, self.model, self.place, self.lucky, &gone, |hurt, share| {
                    after.push((hurt, failed * share));
                });
                continue;
            };
            for (row, share) in (0..).zip(rows).filter(|(_, share)| *share > 0.0) {
                let weight = failed * share;
                let worth = self.leader && row >= CHART_WORTH_REROLLING;
                match (hurt.held, self.model.filter(|_| worth)) {
                    (Some(held), Some(model)) if row > held.row => {
                        let held_now = Some(self.held(row, model, chart));
                        held.suffered(ranks, &hurt, |hurt, share| {
                            after.push((Hurt { held: held_now, ..hurt }, weight * share));
                        });
                    }
                    (None, Some(model)) => {
                        let held = Some(self.held(row, model, chart));
                        after.push((Hurt { held, ..hurt }, weight));
                    }
                    _ => {
                        let effect = damage(chart, row);
                        let (model, place) = (self.model, self.place);
                        hurt.suffers(ranks, model, place, self.lucky, &effect, |hurt, share| {
                            after.push((hurt, weight * share));
                        });
                    }
                }
            }
        }
        after
    }

    fn held(&self, row: u8, model: ModelId, chart: Chart) -> HeldResult {
        let chart = CHARTS.iter().position(|one| *one == chart).unwrap_or(0);
        let chart = u8::try_from(chart).unwrap_or(0);
        HeldResult { row, place: self.place, model, chart, wound: self.wound, lucky: self.lucky }
    }
}

impl HeldResult {
    /// The result stands.
    fn suffered(self, ranks: &Ranks, hurt: &Hurt, add: impl FnMut(Hurt, f64)) {
        let effect = damage(CHARTS[usize::from(self.chart)], self.row);
        hurt.suffers(ranks, Some(self.model), self.place, self.lucky, &effect, add);
    }
}

impl Hurt {
    fn suffers(
        &self,
        ranks: &Ranks,
        model: Option<ModelId>,
        place: u16,
        lucky: bool,
        effect: &Damage,
        mut add: impl FnMut(Hurt, f64),
    ) {
        let (mut left, mut exploding) = (self.left, self.exploding);
        if let Some(model) = model {
            if effect.malfunction {
                left = ranks.failed(left, model);
            }
            if effect.destroyed {
                left = ranks.without(left, model);
                if lucky {
                    exploding |= 1_u64.checked_shl(u32::from(place)).unwrap_or(0);
                }
            }
        }
        for (effects, share) in self.effects.with(effect) {
            add(Hurt { left, exploding, effects, ..*self }, share);
        }
    }
}

/// A-SPC-5
fn exploded(ranks: &Ranks, settled: Vec<(Hurt, f64)>) -> Vec<(Hurt, f64)> {
    if settled.iter().all(|(hurt, _)| hurt.exploding == 0) {
        return settled;
    }
    let mut after = Vec::new();
    for (hurt, chance) in settled {
        let mut states = vec![0.0; ranks.size];
        states[hurt.left] = chance;
        for _ in 0..hurt.exploding.count_ones() {
            ranks.thin(&mut states, explosion_chance());
        }
        let whole = states.into_iter().enumerate().filter(|(_, chance)| *chance > 0.0);
        after.extend(whole.map(|(left, chance)| (Hurt { left, exploding: 0, ..hurt }, chance)));
    }
    merged(after)
}

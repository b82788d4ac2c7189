//! What a throw of dice to hit can come to: hits, lucky ones, misses that go astray; with the spotter's second chance
//! and the re-rolls that the target forces.

use super::super::flow::Manner;
use super::super::run::TEST_DIE;
use super::super::shoot::shot_die;
use super::walls::{BuildingImpacts, Impact, Impacts};
use crate::dice::Roll;

/// What one die to hit does.
#[derive(Clone, Copy, Debug, Default)]
pub struct Chances {
    pub lucky: f64,
    pub plain: f64,
    pub miss: f64,
    pub dud: f64,
}

impl Chances {
    /// `tell_lucky`: a lucky hit does other harm than a plain one.
    pub fn of(needs: i32, manner: Manner, tell_lucky: bool) -> Self {
        let mut faces = [0_u32; 4];
        for face in 1..=TEST_DIE {
            let die = shot_die(Roll { number: None, sides: TEST_DIE, face }, needs, manner);
            let slot = match die {
                _ if die.hit && die.lucky && tell_lucky => 0,
                _ if die.hit => 1,
                _ if die.dud => 3,
                _ => 2,
            };
            faces[slot] += 1;
        }
        let [lucky, plain, miss, dud] = faces.map(|n| f64::from(n) / f64::from(TEST_DIE));
        Self { lucky, plain, miss, dud }
    }
}

/// Dice thrown against the same number with the same weapon.
#[derive(Clone, Debug)]
pub struct Throw {
    /// Which kind of hits they make.
    pub kind: usize,
    pub needs: i32,
    /// The chance of each number of dice.
    pub number: Vec<f64>,
    pub chances: Chances,
    /// Hits without a roll (A-SPC-2).
    pub automatic: bool,
    pub blast: Option<u32>,
    pub overhead: bool,
    /// A ten counts (A-SPC-1).
    pub fades: bool,
    /// What each shot does where a building has its say.
    pub onto: Option<BuildingImpacts>,
}

/// What all throws of one shooting have in common.
#[derive(Clone, Copy, Debug, Default)]
pub struct Circumstances {
    pub spotter: bool,
    /// The target forces re-rolls, and halves blasts (A-SHT-9, A-OVH-2).
    pub forced: bool,
    /// The chance that a shot astray falls on the target all the same.
    pub stray: f64,
    /// What is left of the building that could fall on the target, or is it; nothing where that is of no account.
    pub left: u16,
    /// Overhead shots come down on a building.
    pub lands: bool,
}

/// How likely a result is while the spotter has not been needed, when it is, and when it was before.
pub type Weights = [f64; 3];

/// What a throw comes to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Landed {
    pub lucky: u16,
    pub plain: u16,
    /// Hits by shots that went astray.
    pub strays: u16,
    pub ten: bool,
    /// What the building takes, and no more than it has left.
    pub damage: u16,
}

/// Dice as they lie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Tally {
    lucky: u16,
    plain: u16,
    misses: u16,
    ten: bool,
}

/// Adds up the weights of what is the same.
fn merge<K: Ord + Copy>(mut list: Vec<(K, Weights)>) -> Vec<(K, Weights)> {
    list.sort_unstable_by_key(|one| one.0);
    list.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            for (sum, more) in kept.1.iter_mut().zip(next.1) {
                *sum += more;
            }
        }
        same
    });
    list
}

fn scaled(weights: Weights, by: f64) -> Weights {
    weights.map(|weight| weight * by)
}

/// The sum of so many dice, for each number of them: `sums(6, 2)[2][7]` is the chance of seven with two dice.
pub fn sums(sides: u32, most: usize) -> Vec<Vec<f64>> {
    let mut all = vec![vec![1.0]];
    let share = 1.0 / f64::from(sides.max(1));
    for _ in 0..most {
        let last = all.last().map_or(&[][..], Vec::as_slice);
        let sides = sides as usize;
        let mut next = vec![0.0; last.len() + sides];
        for (sum, chance) in last.iter().enumerate() {
            for face in 1..=sides {
                next[sum + face] += chance * share;
            }
        }
        all.push(next);
    }
    all
}

impl Throw {
    fn most(&self) -> usize {
        self.number.len().saturating_sub(1)
    }

    /// Everything that can come of it.
    pub fn results(&self, around: &Circumstances) -> Vec<(Landed, Weights)> {
        let lists = self.tallies();
        let mut tallies = self.thrown(&lists, around);
        if around.forced && !self.automatic && self.blast.is_none() {
            tallies = self.forced(&lists, tallies);
        }
        match &self.onto {
            Some(onto) => self.counted_onto(onto, &tallies, around),
            None => self.counted(&tallies, around),
        }
    }

    /// What lies on the table after so many dice, for each number of them. Without a template to go astray, more than
    /// one miss is as good as one.
    fn tallies(&self) -> Vec<Vec<(Tally, f64)>> {
        let most = self.most();
        if self.automatic {
            return (0..=most)
                .map(|n| vec![(Tally { plain: number(n), ..Tally::default() }, 1.0)])
                .collect();
        }
        let Chances { lucky, plain, miss, dud } = self.chances;
        let (lucky_dim, plain_dim) = (if lucky > 0.0 { most + 1 } else { 1 }, most + 1);
        let miss_dim = if self.overhead { most + 1 } else { 2 };
        let ten_dim = if self.fades { 2 } else { 1 };
        let at = |l: usize, p: usize, m: usize, t: usize| {
            ((l * plain_dim + p) * miss_dim + m.min(miss_dim - 1)) * ten_dim + t.min(ten_dim - 1)
        };
        let mut lists = Vec::with_capacity(most + 1);
        let mut now = vec![0.0; lucky_dim * plain_dim * miss_dim * ten_dim];
        now[0] = 1.0;
        for n in 0..=most {
            let mut next = vec![0.0; now.len()];
            let mut list = Vec::new();
            for l in 0..lucky_dim.min(n + 1) {
                for p in 0..=n - l {
                    for m in 0..miss_dim {
                        for t in 0..ten_dim {
                            let weight = now[at(l, p, m, t)];
                            if weight == 0.0 {
                                continue;
                            }
                            let [lucky_so_far, plain_so_far, misses] = [l, p, m].map(number);
                            list.push((
                                Tally {
                                    lucky: lucky_so_far,
                                    plain: plain_so_far,
                                    misses,
                                    ten: t > 0,
                                },
                                weight,
                            ));
                            if n == most {
                                continue;
                            }
                            if lucky > 0.0 {
                                next[at(l + 1, p, m, t)] += weight * lucky;
                            }
                            next[at(l, p + 1, m, t)] += weight * plain;
                            next[at(l, p, m + 1, t)] += weight * miss;
                            next[at(l, p, m, 1)] += weight * dud;
                        }
                    }
                }
            }
            lists.push(list);
            now = next;
        }
        lists
    }

    /// The throw itself, and the spotter's second chance for one miss (A-SHT-8).
    fn thrown(&self, lists: &[Vec<(Tally, f64)>], around: &Circumstances) -> Vec<(Tally, Weights)> {
        let mut all = Vec::new();
        let keep =
            |tally: Tally| Tally { misses: if self.overhead { tally.misses } else { 0 }, ..tally };
        for (list, chance) in lists.iter().zip(&self.number).filter(|(_, chance)| **chance > 0.0) {
            for (tally, weight) in list {
                let weight = weight * chance;
                let quiet = if tally.misses == 0 { weight } else { 0.0 };
                all.push((keep(*tally), [quiet, 0.0, weight]));
                if !around.spotter || tally.misses == 0 {
                    continue;
                }
                for (again, second) in &lists[1] {
                    let both = Tally {
                        lucky: tally.lucky + again.lucky,
                        plain: tally.plain + again.plain,
                        misses: tally.misses - 1 + again.misses,
                        ten: tally.ten || again.ten,
                    };
                    all.push((keep(both), [0.0, weight * second, 0.0]));
                }
            }
        }
        merge(all)
    }

    /// A-SHT-9: every hit is rolled once more.
    fn forced(
        &self,
        lists: &[Vec<(Tally, f64)>],
        tallies: Vec<(Tally, Weights)>,
    ) -> Vec<(Tally, Weights)> {
        let hits = tallies.into_iter().map(|(tally, weights)| {
            (Tally { lucky: 0, plain: tally.lucky + tally.plain, ..tally }, weights)
        });
        let mut all = Vec::new();
        for (tally, weights) in merge(hits.collect()) {
            for (again, chance) in &lists[usize::from(tally.plain)] {
                let misses = if self.overhead { tally.misses + again.misses } else { 0 };
                let both = Tally { misses, ten: tally.ten || again.ten, ..*again };
                all.push((both, scaled(weights, *chance)));
            }
        }
        merge(all)
    }

    /// Blast dice are rolled, and shots astray fall on the target or not (A-OVH-1, A-OVH-4).
    fn counted(
        &self,
        tallies: &[(Tally, Weights)],
        around: &Circumstances,
    ) -> Vec<(Landed, Weights)> {
        let blasts = self.blast.map(|sides| sums(sides, self.most()));
        let strays = self.strays(around);
        let mut all = Vec::new();
        for (tally, weights) in tallies {
            let Tally { lucky, plain, ten, .. } = *tally;
            let dice = usize::from(lucky + plain);
            let one = [1.0];
            let (sums, least): (&[f64], u16) = match &blasts {
                Some(sums) => (&sums[dice], 0),
                None => (&one, lucky + plain),
            };
            for (sum, chance) in sums.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
                let plain = number(sum) + least - lucky;
                for (astray, fell) in strays[usize::from(tally.misses)].iter().enumerate() {
                    let strays = number(astray);
                    let result = Landed { lucky, plain, strays, ten, damage: 0 };
                    all.push((result, scaled(*weights, chance * fell)));
                }
            }
        }
        if blasts.is_some() || self.overhead { merge(all) } else { all }
    }

    /// The same where a building has its say (B-OVH-1, B-DMG-1): each shot by itself, one after the other.
    fn counted_onto(
        &self,
        onto: &BuildingImpacts,
        tallies: &[(Tally, Weights)],
        around: &Circumstances,
    ) -> Vec<(Landed, Weights)> {
        let most = self.most();
        let lucky = repeated(&onto.hit, most, around.left, |hits| Landed {
            lucky: hits.min(1),
            plain: hits.saturating_sub(1),
            ..Landed::default()
        });
        let plain = repeated(&onto.hit, most, around.left, |hits| Landed {
            plain: hits,
            ..Landed::default()
        });
        let strays = repeated(&onto.stray, most, around.left, |hits| Landed {
            strays: hits,
            ..Landed::default()
        });
        let mut all = Vec::new();
        for (tally, weights) in tallies {
            let of =
                |lists: &[Vec<(Landed, f64)>], dice: u16| lists.get(usize::from(dice)).cloned();
            let misses = if self.overhead { tally.misses } else { 0 };
            let parts = [of(&lucky, tally.lucky), of(&plain, tally.plain), of(&strays, misses)];
            let mut sums = vec![(Landed { ten: tally.ten, ..Landed::default() }, 1.0)];
            for part in parts.into_iter().flatten() {
                sums = both(&sums, &part, around.left);
            }
            all.extend(sums.into_iter().map(|(landed, chance)| (landed, scaled(*weights, chance))));
        }
        merge(all)
    }

    /// Hits by shots astray, for each number of misses.
    fn strays(&self, around: &Circumstances) -> Vec<Vec<f64>> {
        let mut all = vec![vec![1.0]];
        if !self.overhead {
            return all;
        }
        let sides = self.blast.unwrap_or(1) as usize;
        for _ in 0..self.most() {
            let last = all.last().map_or(&[][..], Vec::as_slice);
            let mut next = vec![0.0; last.len() + if around.stray > 0.0 { sides } else { 0 }];
            for (sum, chance) in last.iter().enumerate() {
                next[sum] += chance * (1.0 - around.stray);
                if around.stray > 0.0 {
                    for face in 1..=sides {
                        next[sum + face] += chance * around.stray / f64::from(number(sides));
                    }
                }
            }
            all.push(next);
        }
        all
    }
}

/// What so many shots come to together, for each number of them.
fn repeated(
    impacts: &Impacts,
    most: usize,
    left: u16,
    landed: fn(u16) -> Landed,
) -> Vec<Vec<(Landed, f64)>> {
    let one: Vec<(Landed, f64)> = impacts
        .iter()
        .map(|(Impact { hits, damage }, chance)| {
            (Landed { damage: *damage, ..landed(*hits) }, *chance)
        })
        .collect();
    let mut all = vec![vec![(Landed::default(), 1.0)]];
    if one.is_empty() {
        return all;
    }
    for _ in 0..most {
        let last = all.last().map_or(&[][..], Vec::as_slice);
        all.push(both(last, &one, left));
    }
    all
}

/// Two results added up; a building that is down takes no more.
fn both(one: &[(Landed, f64)], other: &[(Landed, f64)], left: u16) -> Vec<(Landed, f64)> {
    let mut all = Vec::with_capacity(one.len() * other.len());
    for (a, chance) in one {
        for (b, share) in other {
            let sum = Landed {
                lucky: a.lucky + b.lucky,
                plain: a.plain + b.plain,
                strays: a.strays + b.strays,
                ten: a.ten || b.ten,
                damage: a.damage.saturating_add(b.damage).min(left),
            };
            all.push((sum, chance * share));
        }
    }
    all.sort_unstable_by_key(|(landed, _)| *landed);
    all.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 += next.1;
        }
        same
    });
    all
}

pub fn number(n: usize) -> u16 {
    u16::try_from(n).unwrap_or(u16::MAX)
}

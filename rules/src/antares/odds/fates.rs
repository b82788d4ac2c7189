//! What becomes of the models that are hit: second chances, losses, and reactors that go up.

use super::super::strike::{REACTOR_DIE, REACTOR_EXPLODES_ON};
use super::ranks::Ranks;
use super::target::Test;

/// What becomes of one model: it stands, falls, or falls by a lucky hit that sets off its reactor.
pub type Fate = [f64; 3];

#[derive(Debug)]
pub struct Fates {
    /// Nobody has a second chance.
    pub without: Fate,
    /// There is one and it is not used, or it is.
    kept: Fate,
    used: Fate,
}

/// A-SHT-16: a leader with exactly one failed test rolls that again; with several, the lucky one that would set off its
/// reactor, if there is but one of those (A-SPC-5).
pub fn fates(tests: &[Test], reactor: bool, leader: bool) -> Fates {
    let (mut stands, mut no_lucky) = (1.0, 1.0);
    for test in tests {
        stands *= 1.0 - test.fails;
        if test.lucky && reactor {
            no_lucky *= 1.0 - test.fails;
        }
    }
    let without = [stands, no_lucky - stands, 1.0 - no_lucky];
    let (mut kept, mut used) = (without, [0.0; 3]);
    if leader {
        for test in tests {
            let only = stands / (1.0 - test.fails) * test.fails;
            let falls = if test.lucky && reactor { 2 } else { 1 };
            kept[falls] = (kept[falls] - only).max(0.0);
            used[0] += only * (1.0 - test.fails);
            used[falls] += only * test.fails;
        }
    }
    if leader && reactor {
        let holds = |test: &Test| 1.0 - test.fails;
        let plain: f64 = tests.iter().filter(|test| !test.lucky).map(holds).product();
        let lucky: f64 = tests.iter().filter(|test| test.lucky).map(holds).product();
        for test in tests.iter().filter(|test| test.lucky) {
            let beside_others = lucky / holds(test) * test.fails * (1.0 - plain);
            kept[2] = (kept[2] - beside_others).max(0.0);
            used[1] += beside_others * holds(test);
            used[2] += beside_others * test.fails;
        }
    }
    Fates { without, kept, used }
}

/// The losses so far, with the explosions to come and whether a leader's second chance is used.
#[derive(Debug)]
pub struct Fold {
    states: Vec<f64>,
    size: usize,
    explosions: usize,
    /// Only then it matters to the others.
    two_leaders: bool,
}

impl Fold {
    pub fn new(mut states: Vec<f64>, size: usize, explosions: usize, two_leaders: bool) -> Self {
        states.clear();
        states.resize(size * (explosions + 1) * (1 + usize::from(two_leaders)), 0.0);
        states[0] = 1.0;
        Self { states, size, explosions, two_leaders }
    }

    /// One model's fate. No state is ever reached twice by its loss, so that the sum can be made in place, from the end.
    pub fn fall(&mut self, stride: usize, fates: &Fates) {
        let explosion = if self.explosions > 0 { self.size } else { 0 };
        let steps = [0, stride, stride + explosion];
        let half = self.size * (self.explosions + 1);
        let sum = |states: &[f64], place: usize, fate: &Fate| -> f64 {
            let from = |step: usize| place.checked_sub(step).map_or(0.0, |from| states[from]);
            steps.iter().zip(fate).map(|(step, fate)| from(*step) * fate).sum()
        };
        let (free, spent) = self.states.split_at_mut(half);
        for place in (0..spent.len()).rev() {
            spent[place] = sum(spent, place, &fates.without) + sum(free, place, &fates.used);
        }
        let both = [0, 1, 2].map(|n| fates.kept[n] + fates.used[n]);
        let fate = if self.two_leaders { &fates.kept } else { &both };
        for place in (0..half).rev() {
            free[place] = sum(free, place, fate);
        }
    }

    /// A-SPC-5: for each suit lost by a lucky hit, every survivor of the moment may go too.
    pub fn explode(mut self, ranks: &Ranks, state: usize) -> Vec<f64> {
        if self.explosions == 0 && !self.two_leaders {
            return self.states;
        }
        let half = self.size * (self.explosions + 1);
        let (free, spent) = self.states.split_at_mut(half);
        for (sum, more) in free.iter_mut().zip(&*spent) {
            *sum += more;
        }
        let mut states = free[..self.size].to_vec();
        for explosions in 1..=self.explosions {
            let layer = &free[explosions * self.size..][..self.size];
            if layer.iter().all(|chance| *chance == 0.0) {
                continue;
            }
            let mut all = vec![0.0; state];
            all.extend(layer);
            for _ in 0..explosions {
                ranks.thin(&mut all, explosion_chance());
            }
            for (sum, more) in states.iter_mut().zip(&all[state..]) {
                *sum += more;
            }
        }
        states
    }
}

pub fn explosion_chance() -> f64 {
    let faces = (1..=REACTOR_DIE).filter(|face| *face >= REACTOR_EXPLODES_ON).count();
    f64::from(super::dice::number(faces)) / f64::from(REACTOR_DIE)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every way the tests of a reactor's leader can go, one by one, as the engine re-rolls them.
    fn counted(tests: &[Test]) -> Fate {
        let mut fate = [0.0; 3];
        for way in 0..1_u32 << tests.len() {
            let failed: Vec<usize> = (0..tests.len()).filter(|n| way >> n & 1 == 1).collect();
            let chance: f64 = (0..tests.len())
                .map(|n| if failed.contains(&n) { tests[n].fails } else { 1.0 - tests[n].fails })
                .product();
            let lucky: Vec<usize> = failed.iter().copied().filter(|n| tests[*n].lucky).collect();
            let again = match (failed.as_slice(), lucky.as_slice()) {
                ([only], _) | (_, [only]) => Some(*only),
                _ => None,
            };
            let end = |failed: &[usize]| match failed {
                [] => 0,
                failed if failed.iter().any(|n| tests[*n].lucky) => 2,
                _ => 1,
            };
            match again {
                None => fate[end(&failed)] += chance,
                Some(again) => {
                    let saved: Vec<usize> =
                        failed.iter().copied().filter(|n| *n != again).collect();
                    fate[end(&saved)] += chance * (1.0 - tests[again].fails);
                    fate[end(&failed)] += chance * tests[again].fails;
                }
            }
        }
        fate
    }

    /// A-SHT-16, A-SPC-5
    #[test]
    fn a_leader_spends_the_second_chance_where_it_helps() {
        let test = |lucky, fails| Test { lucky, fails, armoured: false, massive: false };
        for tests in [
            vec![test(true, 0.3)],
            vec![test(false, 0.4), test(true, 0.3)],
            vec![test(true, 0.2), test(true, 0.7), test(false, 0.5)],
            vec![test(false, 0.2), test(true, 0.6), test(false, 0.5), test(false, 0.9)],
        ] {
            let found = fates(&tests, true, true);
            for (n, expected) in counted(&tests).into_iter().enumerate() {
                let sum = found.kept[n] + found.used[n];
                assert!((sum - expected).abs() < 1e-12, "{tests:?} {n}: {sum} {expected}");
            }
        }
    }
}

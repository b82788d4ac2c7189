//! Chances of counts: the place `n` of a list holds the chance of `n`. Dice are counted, never looked at one by one.

use super::super::need::{DIE, Need, Test};

/// That a die meets this.
fn of_need(need: Need) -> f64 {
    f64::from(need.faces()) / f64::from(DIE)
}

/// That a die succeeds in the end, thrown again as often as it may (T-UTR-2).
pub fn with_rerolls(chance: f64, rerolls: u32) -> f64 {
    let throws = i32::try_from(rerolls).unwrap_or(i32::MAX).saturating_add(1);
    1.0 - (1.0 - chance).powi(throws)
}

/// That one die of this test succeeds.
pub fn of_test(test: &Test, rerolls: u32) -> f64 {
    with_rerolls(of_need(test.need()), rerolls)
}

/// So many without any doubt.
pub fn certain(number: usize) -> Vec<f64> {
    let mut counts = vec![0.0; number];
    counts.push(1.0);
    counts
}

/// The successes of so many dice. Reckoned outwards from the likeliest count, so that no number of dice is too large.
pub fn binomial(dice: u32, chance: f64) -> Vec<f64> {
    let all = usize::try_from(dice).unwrap_or(usize::MAX);
    if chance <= 0.0 {
        return certain(0);
    }
    if chance >= 1.0 {
        return certain(all);
    }
    let odds = chance / (1.0 - chance);
    // how much likelier k + 1 is than k
    let ratio = |k: u32| f64::from(dice - k) / f64::from(k + 1) * odds;
    let mode = (0..dice).find(|k| ratio(*k) < 1.0).unwrap_or(dice);
    let mut counts: Vec<f64> = (0..mode)
        .rev()
        .scan(1.0, |weight, k| {
            *weight /= ratio(k);
            Some(*weight)
        })
        .collect();
    counts.reverse();
    counts.push(1.0);
    counts.extend((mode..dice).scan(1.0, |weight, k| {
        *weight *= ratio(k);
        Some(*weight)
    }));
    let sum: f64 = counts.iter().sum();
    for chance in &mut counts {
        *chance /= sum;
    }
    counts
}

/// What is left of a count where each is kept with this chance, one independent of the other.
pub fn thin(counts: &[f64], keep: f64) -> Vec<f64> {
    let mut kept = vec![0.0; counts.len()];
    for (more, chance) in counts.iter().rev().enumerate() {
        let mut before = 0.0;
        for place in kept.iter_mut().take(more + 1) {
            let here = *place;
            *place = here * (1.0 - keep) + before * keep;
            before = here;
        }
        if let Some(none) = kept.first_mut() {
            *none += chance;
        }
    }
    kept
}

/// Adds a chance at its place.
pub fn add(counts: &mut Vec<f64>, number: usize, chance: f64) {
    if counts.len() <= number {
        counts.resize(number + 1, 0.0);
    }
    if let Some(place) = counts.get_mut(number) {
        *place += chance;
    }
}

/// What falls to one who comes after so many, and who takes so many at most.
pub fn window(counts: &[f64], before: usize, most: Option<usize>) -> Vec<f64> {
    let mut taken = vec![0.0];
    for (number, chance) in counts.iter().enumerate() {
        let left = number.saturating_sub(before);
        add(&mut taken, most.map_or(left, |most| left.min(most)), *chance);
    }
    taken
}

/// What is beyond counts as the most.
pub fn capped(counts: &[f64], most: usize) -> Vec<f64> {
    window(counts, 0, Some(most))
}

/// The sum of two counts that have nothing to do with each other.
pub fn sum(one: &[f64], other: &[f64]) -> Vec<f64> {
    let mut sums = vec![0.0; (one.len() + other.len()).saturating_sub(1)];
    for (first, chance) in one.iter().enumerate() {
        for (place, more) in sums.iter_mut().skip(first).zip(other) {
            *place += chance * more;
        }
    }
    sums
}

/// One more that happens with this chance.
pub fn one_more(counts: &mut Vec<f64>, chance: f64) {
    counts.push(0.0);
    let mut before = 0.0;
    for place in counts.iter_mut() {
        let here = *place;
        *place = here * (1.0 - chance) + before * chance;
        before = here;
    }
}

/// Counts with their chances, those that cannot be left out.
pub fn possible(counts: &[f64]) -> impl Iterator<Item = (usize, f64)> {
    counts.iter().copied().enumerate().filter(|(_, chance)| *chance > 0.0)
}

pub fn mean(counts: &[f64]) -> f64 {
    (0_u32..).zip(counts).fold(0.0, |sum, (number, chance)| sum + f64::from(number) * chance)
}

pub fn at_least(counts: &[f64], number: usize) -> f64 {
    // an empty sum would be a negative nought
    counts.iter().skip(number).fold(0.0, |sum, chance| sum + chance)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: &[f64], expected: &[f64]) {
        assert_eq!(found.len(), expected.len(), "{found:?} {expected:?}");
        for (one, other) in found.iter().zip(expected) {
            assert!((one - other).abs() < 1e-12, "{found:?} {expected:?}");
        }
    }

    /// T-UTR-1, T-UTR-2
    #[test]
    fn three_dice_at_four_plus_and_a_die_thrown_again() {
        close(&binomial(3, 0.5), &[0.125, 0.375, 0.375, 0.125]);
        close(&binomial(2, 1.0 / 3.0), &[4.0 / 9.0, 4.0 / 9.0, 1.0 / 9.0]);
        close(&[with_rerolls(0.5, 1), with_rerolls(1.0 / 3.0, 2)], &[0.75, 19.0 / 27.0]);
    }

    #[test]
    fn what_cannot_fail_or_succeed_is_certain() {
        close(&binomial(2, 1.0), &[0.0, 0.0, 1.0]);
        close(&binomial(2, 0.0), &[1.0]);
        close(&binomial(0, 0.5), &[1.0]);
    }

    #[test]
    fn many_thousand_dice_still_add_up_to_one() {
        for chance in [1.0 / 6.0, 0.5, 35.0 / 36.0] {
            let counts = binomial(5_000, chance);
            assert!((counts.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            assert!((mean(&counts) - 5_000.0 * chance).abs() < 1e-6);
        }
    }

    #[test]
    fn successes_of_which_a_part_is_stopped_are_successes_with_a_smaller_chance() {
        close(&thin(&binomial(7, 0.5), 2.0 / 3.0), &binomial(7, 1.0 / 3.0));
        close(&thin(&[0.25, 0.0, 0.75], 1.0), &[0.25, 0.0, 0.75]);
    }

    #[test]
    fn the_first_take_what_they_can_and_the_rest_goes_on() {
        let counts = [0.1, 0.2, 0.3, 0.4];
        close(&window(&counts, 0, Some(2)), &[0.1, 0.2, 0.7]);
        close(&window(&counts, 2, None), &[0.6, 0.4]);
        close(&capped(&counts, 1), &[0.1, 0.9]);
    }

    #[test]
    fn independent_counts_are_added() {
        close(&sum(&[0.5, 0.5], &[0.25, 0.0, 0.75]), &[0.125, 0.125, 0.375, 0.375]);
        let mut counts = vec![0.5, 0.5];
        one_more(&mut counts, 0.25);
        close(&counts, &[0.375, 0.5, 0.125]);
    }
}

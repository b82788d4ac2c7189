//! Which units of a company are reinforcements (T-BLD-8), where nobody has said so.

use super::super::profile::Library;
use super::{Company, Limits, Value, sums, value};

/// Its last units are reinforcements, as many as the assault limit leaves out and the other limit takes; where the last ones
/// do not come out even, those that do. Where a game has none, no unit is marked.
pub fn marked(library: &Library, company: &Company, limits: &Limits) -> Company {
    let mut marked = company.clone();
    let Some(most) = limits.reinforcement else {
        marked.units.iter_mut().for_each(|unit| unit.reinforcement = false);
        return marked;
    };
    for place in (0..marked.units.len()).rev() {
        if sums(library, &marked).assault <= limits.assault {
            break;
        }
        let mut more = marked.clone();
        if let Some(unit) = more.units.get_mut(place) {
            unit.reinforcement = true;
        }
        if sums(library, &more).reinforcement <= most {
            marked = more;
        }
    }
    let sums = sums(library, &marked);
    if sums.assault <= limits.assault && sums.reinforcement <= most {
        return marked;
    }
    split(library, company, limits.assault, most).unwrap_or(marked)
}

/// Any split that keeps both limits, with the smallest sum of reinforcements and late units rather than early ones.
fn split(library: &Library, company: &Company, assault: u32, most: u32) -> Option<Company> {
    /// No game that is agreed on has more army points; beyond that no split is looked for.
    const LARGEST: usize = 20_000;
    let values: Vec<usize> = company
        .units
        .iter()
        .map(|unit| value(library, unit).map_or(0, Value::total))
        .map(|value| usize::try_from(value).unwrap_or(usize::MAX))
        .collect();
    let total = values.iter().fold(0_usize, |sum, value| sum.saturating_add(*value));
    if total > LARGEST {
        return None;
    }
    let least = total.saturating_sub(usize::try_from(assault).ok()?);
    let most = usize::try_from(most).ok()?.min(total);
    // which sums the first so many units can come to
    let mut reached = vec![vec![false; total + 1]];
    reached[0][0] = true;
    for value in &values {
        let mut more = reached.last()?.clone();
        for sum in (*value..=total).rev() {
            more[sum] |= more[sum - value];
        }
        reached.push(more);
    }
    let mut sum = (least..=most).find(|sum| reached.last().is_some_and(|all| all[*sum]))?;
    let mut split = company.clone();
    for (place, unit) in split.units.iter_mut().enumerate().rev() {
        let rest = sum.checked_sub(values[place]).filter(|rest| reached[place][*rest]);
        unit.reinforcement = rest.is_some() && values[place] > 0;
        if let Some(rest) = rest {
            sum = rest;
        }
    }
    Some(split)
}

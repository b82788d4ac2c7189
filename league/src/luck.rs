//! Somebody's dice compared with what fair dice do. It says how unusual the sample is and never why.

use std::collections::BTreeMap;

use gatemaster_rules::text::count;

use crate::gamma::chi_square_tail;

/// Fewer dice than this say nothing.
pub const ENOUGH_DICE: u32 = 50;
/// The usual rule for chi-square: each face must be due five times, or the probabilities are off. A d100 needs 500 dice.
pub const DUE_PER_FACE: u64 = 5;
pub const UNUSUAL_BELOW: f64 = 0.05;
pub const RARE_BELOW: f64 = 0.001;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Die {
    pub sides: u32,
    pub face: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    TooFew,
    Ordinary,
    Unusual,
    Rare,
}

/// All dice of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Luck {
    pub sides: u32,
    pub dice: u32,
    pub mean: f64,
    /// What fair dice come to in the long run.
    pub expected: f64,
    /// How far the mean of so many fair dice strays in two of three samples.
    pub standard_error: f64,
    /// How many of those the mean is away; above zero is above average.
    pub z: f64,
    pub chi_square: f64,
    pub degrees: u32,
    /// The share of samples of fair dice whose faces are spread at least as unevenly; nothing where there are too few dice.
    pub p: Option<f64>,
    pub verdict: Verdict,
}

/// One for each kind of die, from the smallest. Dice that show a face they do not have are left out, and so are dice with
/// fewer than two sides.
pub fn luck(dice: &[Die]) -> Vec<Luck> {
    let mut kinds: BTreeMap<u32, BTreeMap<u32, u32>> = BTreeMap::new();
    for die in dice {
        if die.sides >= 2 && (1..=die.sides).contains(&die.face) {
            let shown = kinds.entry(die.sides).or_default().entry(die.face).or_default();
            *shown = shown.saturating_add(1);
        }
    }
    kinds.into_iter().map(|(sides, faces)| of_kind(sides, &faces)).collect()
}

fn of_kind(sides: u32, faces: &BTreeMap<u32, u32>) -> Luck {
    let dice = faces.values().fold(0_u32, |all, shown| all.saturating_add(*shown));
    let (n, s) = (f64::from(dice), f64::from(sides));
    let sum: f64 = faces.iter().map(|(face, shown)| f64::from(*face) * f64::from(*shown)).sum();
    let mean = sum / n;
    let expected = f64::midpoint(s, 1.0);
    let standard_error = ((s * s - 1.0) / 12.0 / n).sqrt();
    // faces that never came up add what is due of them; summed over all faces that is this
    let due = n / s;
    let squares: f64 = faces.values().map(|shown| f64::from(*shown).powi(2)).sum();
    let chi_square = (squares / due - n).max(0.0);
    let degrees = sides - 1;
    let enough = dice >= ENOUGH_DICE && u64::from(dice) >= DUE_PER_FACE * u64::from(sides);
    let p = enough.then(|| chi_square_tail(chi_square, degrees));
    let verdict = match p {
        None => Verdict::TooFew,
        Some(p) if p < RARE_BELOW => Verdict::Rare,
        Some(p) if p < UNUSUAL_BELOW => Verdict::Unusual,
        Some(_) => Verdict::Ordinary,
    };
    Luck {
        sides,
        dice,
        mean,
        expected,
        standard_error,
        z: (mean - expected) / standard_error,
        chi_square,
        degrees,
        p,
        verdict,
    }
}

impl Verdict {
    pub fn title(self) -> &'static str {
        match self {
            Verdict::TooFew => "too few dice to say",
            Verdict::Ordinary => "ordinary",
            Verdict::Unusual => "unusual",
            Verdict::Rare => "rare",
        }
    }
}

impl Luck {
    /// How unusual the sample is, in one sentence.
    pub fn in_words(&self) -> String {
        let Some(p) = self.p else {
            let needed = u64::from(ENOUGH_DICE).max(DUE_PER_FACE * u64::from(self.sides));
            return format!("It takes {needed} dice of this kind before they say anything.");
        };
        let share = if p > 0.7 {
            "nearly all look".to_owned()
        } else if p > 0.4 {
            "about every second one looks".to_owned()
        } else if p >= 0.000_001 {
            format!("about 1 in {:.0} looks", 1.0 / p)
        } else {
            "fewer than 1 in a million looks".to_owned()
        };
        let words = format!("Of people with fair dice, {share} this unusual or more");
        match self.verdict {
            Verdict::TooFew | Verdict::Ordinary => format!("{words}."),
            Verdict::Unusual => format!("{words}; in a club, somebody always does."),
            Verdict::Rare => {
                format!("{words}. Among many people and many evenings that happens too.")
            }
        }
    }

    /// What the number of dice is good for.
    pub fn sample(&self) -> String {
        // with two digits that mean something, however small it is
        let digits = if self.standard_error < 0.095 { 3 } else { 2 };
        format!(
            "{}: the average of fair dice would still wander by ±{:.digits$} in two of three such lots.",
            count(self.dice, "die", "dice"),
            self.standard_error
        )
    }
}

//! How a fight stands when the pins are compared.

use super::super::run::Run;
use super::nerve::{Party, Standing};

/// One side after the fight, before the result is worked out.
#[derive(Debug, Default)]
pub struct Ends {
    pub all: Vec<End>,
    /// Those still there, by their pins; and those with fewer.
    pub pins: Vec<f64>,
    fewer: Vec<f64>,
    pub overwhelmed: f64,
    pub gone: f64,
}

#[derive(Debug)]
pub struct End {
    pub standing: Standing,
    pub chance: f64,
    /// A-BRK-6
    pub overwhelmed: bool,
    /// The chance that defeat breaks it.
    pub defeat: f64,
}

impl Ends {
    pub fn of(run: &mut Run<'_>, party: &mut Party, list: &[(Standing, f64)]) -> Self {
        let mut ends = Ends::default();
        for (standing, chance) in list {
            let (mut overwhelmed, mut defeat) = (false, 0.0);
            if standing.is_there() {
                overwhelmed = party.overwhelmed(run, standing);
                defeat = party.broken_by_defeat(run, standing);
                super::count(&mut ends.pins, standing.pins, *chance);
                ends.overwhelmed += if overwhelmed { *chance } else { 0.0 };
            } else {
                ends.gone += chance;
            }
            ends.all.push(End { standing: *standing, chance: *chance, overwhelmed, defeat });
        }
        ends.fewer.push(0.0);
        for chance in &ends.pins {
            let fewer = ends.fewer.last().map_or(0.0, |sum| sum + chance);
            ends.fewer.push(fewer);
        }
        ends
    }

    pub fn there(&self) -> f64 {
        self.fewer.last().copied().unwrap_or(0.0)
    }

    /// Those still there with fewer pins than so many.
    pub fn below(&self, pins: u16) -> f64 {
        self.fewer.get(usize::from(pins)).copied().unwrap_or_else(|| self.there())
    }

    pub fn chance(&self) -> f64 {
        self.there() + self.gone
    }
}

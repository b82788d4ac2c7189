//! What each distance needs and promises.

use gatemaster_rules::at43::State;
use gatemaster_rules::at43::armament::Shooter;
use gatemaster_rules::at43::need::{Band, Need, Range};
use gatemaster_rules::at43::odds::{self, SalvoOdds};

use super::shot::{Shot, Target, asks_range};

/// Distances that need the same face.
#[derive(Clone, Debug)]
pub struct Outlook {
    /// The farthest of them, or what was measured.
    pub range: Range,
    /// `None` for flamers, which roll no test.
    pub need: Option<Need>,
    pub odds: SalvoOdds,
    /// Only where it was measured or does not matter.
    pub exact: Exactly,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exactly {
    /// Anything up to the range.
    UpTo,
    Measured,
    /// It makes no difference.
    Anywhere,
}

/// One for each face that is needed from near to far, as far as anything can be hit. A range that was measured is the only one.
pub fn outlooks(state: &State, shooter: &Shooter, shot: &Shot) -> Vec<Outlook> {
    let Some(weapon) = shot.weapon(state) else { return Vec::new() };
    if !asks_range(weapon) {
        return outlook(state, shooter, shot, Range::Band(Band(0)), Exactly::Anywhere)
            .into_iter()
            .collect();
    }
    if shot.measured {
        let known = outlook(state, shooter, shot, shot.salvo.range, Exactly::Measured);
        return known.into_iter().collect();
    }
    let mut all: Vec<Outlook> = Vec::new();
    for band in 0..=Band::of(Range::MOST).0 {
        let range = Range::Band(Band(band));
        let Ok(aimed) = shot.aimed(state, shooter, range) else { break };
        if aimed.out_of_reach() {
            break;
        }
        let need = aimed.test.as_ref().map(gatemaster_rules::at43::need::Test::need);
        if let Some(last) = all.last_mut().filter(|last| last.need == need) {
            last.range = range;
        } else if let Some(next) = outlook(state, shooter, shot, range, Exactly::UpTo) {
            all.push(next);
        }
    }
    all
}

fn outlook(
    state: &State,
    shooter: &Shooter,
    shot: &Shot,
    range: Range,
    exact: Exactly,
) -> Option<Outlook> {
    let aimed = shot.aimed(state, shooter, range).ok()?;
    let need = aimed.test.as_ref().map(gatemaster_rules::at43::need::Test::need);
    let odds = odds::salvo(state, shooter, &shot.at(range)).ok()?;
    Some(Outlook { range, need, odds, exact })
}

impl Outlook {
    /// "≤20 cm", "24 cm"; nothing where it does not matter.
    pub fn far(&self) -> String {
        match (self.exact, self.range) {
            (Exactly::Anywhere, _) => String::new(),
            (_, Range::Measured(far)) => far.to_string(),
            (Exactly::Measured, Range::Band(band)) => format!("range {}", band.0),
            (Exactly::UpTo, Range::Band(band)) => format!("≤{} cm", band.centimetres().1),
        }
    }

    /// "4+", "sure", "no chance"
    pub fn needs(&self) -> String {
        match self.need {
            None => "no test".to_owned(),
            Some(Need::Always) => "sure".to_owned(),
            Some(Need::Never) => "no chance".to_owned(),
            Some(need @ Need::AtLeast(_)) => need.to_string(),
        }
    }
}

/// The outlook that holds now: the target has not moved since it was measured, nor has the shooter.
pub fn known(
    state: &State,
    shooter: &Shooter,
    shot: &Shot,
    all: &[Outlook],
) -> Option<(usize, Range)> {
    let Target::Unit(unit) = shot.target() else { return None };
    let range = state.range_that_holds(shooter.unit, unit)?;
    let place = all.iter().position(|outlook| {
        outlook.exact == Exactly::UpTo && range.band() <= outlook.range.band()
    })?;
    Some((place, range))
}

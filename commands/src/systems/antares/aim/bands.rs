//! The bands of ranges within which a shot stays the same: nobody needs to say more than which of them it is.

use std::collections::BTreeSet;

use gatemaster_rules::antares::State;
use gatemaster_rules::antares::arms::{arms, mode_of, reach};
use gatemaster_rules::antares::command::Use;
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::profile::Gear;
use gatemaster_rules::antares::shoot::CAMO_HIDES_BEYOND;
use gatemaster_rules::antares::state::Unit;
use gatemaster_rules::antares::values::{self, CLOSE};

use super::draft::Draft;

#[derive(Clone, Debug, PartialEq)]
pub struct Band {
    pub upto: UpTo,
    pub uses: Vec<Use>,
}

/// The far end of a band, which is the range that the shot is rolled at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpTo {
    /// "up to 20″"
    To(Inches),
    /// "under 10″", where a weapon's minimum begins.
    Under(Inches),
    /// "at 17½″", as it was measured.
    At(Inches),
    /// From block to block (B-SHT-4).
    NextBlock(Inches),
}

impl UpTo {
    pub fn range(self) -> Inches {
        match self {
            UpTo::To(range) | UpTo::At(range) | UpTo::NextBlock(range) => range,
            UpTo::Under(minimum) => just_under(minimum),
        }
    }
}

impl std::fmt::Display for UpTo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            UpTo::To(range) => write!(f, "up to {range}"),
            UpTo::Under(minimum) => write!(f, "under {minimum}"),
            UpTo::At(range) => write!(f, "at {range}"),
            UpTo::NextBlock(range) => write!(f, "next block ({range})"),
        }
    }
}

/// A tenth of an inch nearer; finer than that nobody measures.
fn just_under(minimum: Inches) -> Inches {
    Inches::tenths(minimum.hundredths().saturating_sub(1) / 10)
}

/// A range that came as a number.
pub fn from_hundredths(hundredths: u32) -> Option<Inches> {
    Inches::parse(&format!("{}.{:02}", hundredths / 100, hundredths % 100))
}

/// Where anything changes for this shooter and this target, nearest first.
fn breaks(state: &State, draft: &Draft) -> (BTreeSet<Inches>, BTreeSet<Inches>) {
    let (mut ends, mut minimums) = (BTreeSet::new(), BTreeSet::new());
    let Some(unit) = state.unit(draft.unit) else { return (ends, minimums) };
    for arm in arms(state, unit, draft.manner) {
        let Some((_, mode)) = mode_of(state, arm.weapon, arm.mode) else { continue };
        ends.extend(mode.effective);
        if !state.options.effective_range_only {
            ends.extend([mode.long, mode.extreme].into_iter().flatten());
        }
        if mode.minimum > Inches::default() {
            minimums.insert(mode.minimum);
        }
    }
    if let Some(target) = draft.target.body(state) {
        ends.extend(weaker_close(target).then_some(CLOSE));
        ends.extend(target.has_gear(Gear::Camo).then_some(CAMO_HIDES_BEYOND));
    }
    (ends, minimums)
}

/// A-SHT-18: hyperlight and phase armour.
fn weaker_close(unit: &Unit) -> bool {
    unit.living().filter_map(|id| unit.troop(id)).any(|troop| {
        troop.armour.iter().any(|piece| piece.close.is_some_and(|close| close != piece.bonus))
    })
}

/// The ranges that stand for all others, nearest first.
pub fn ends(state: &State, draft: &Draft) -> Vec<Inches> {
    if let Some(range) = draft.fixed(state) {
        return vec![range];
    }
    let (ends, minimums) = breaks(state, draft);
    let all: BTreeSet<Inches> =
        ends.into_iter().chain(minimums.into_iter().map(just_under)).collect();
    all.into_iter().collect()
}

/// The bands that something reaches, nearest first; the measured range alone where there is one.
pub fn bands(state: &State, draft: &Draft) -> Vec<Band> {
    if let Some(range) = draft.fixed(state) {
        let uses = draft.uses_at(state, range);
        let some = (!uses.is_empty()).then_some(Band { upto: UpTo::NextBlock(range), uses });
        return some.into_iter().collect();
    }
    if let Some(range) = draft.range {
        return vec![Band { upto: UpTo::At(range), uses: draft.uses_at(state, range) }];
    }
    let (all, minimums) = breaks(state, draft);
    let under = minimums.iter().copied().map(UpTo::Under);
    let mut upto: Vec<UpTo> = all.iter().copied().map(UpTo::To).chain(under).collect();
    upto.sort_by_key(|upto| upto.range());
    upto.dedup_by_key(|upto| upto.range());
    let mut bands: Vec<(Band, BandKey)> = Vec::new();
    for upto in upto {
        let uses = draft.uses_at(state, upto.range());
        let same = BandKey::of(state, draft, upto.range(), &uses);
        match bands.last_mut() {
            Some((last, before)) if *before == same => last.upto = upto,
            // exactly on a minimum: no width, and whoever measures just that may say so
            Some((last, _)) if matches!(last.upto, UpTo::Under(minimum) if UpTo::To(minimum) == upto) =>
                {}
            _ => bands.push((Band { upto, uses }, same)),
        }
    }
    bands.into_iter().map(|(band, _)| band).filter(|band| !band.uses.is_empty()).collect()
}

/// What has to be equal for two ranges to be one band.
#[derive(PartialEq)]
struct BandKey {
    uses: Vec<Use>,
    bands: Vec<Option<values::Band>>,
    close: bool,
    camo: bool,
}

impl BandKey {
    fn of(state: &State, draft: &Draft, range: Inches, uses: &[Use]) -> Self {
        let band = |used: &Use| {
            let (_, mode) = mode_of(state, used.weapon, used.mode)?;
            reach(state, mode, draft.manner, range).ok()
        };
        let target = draft.target.body(state);
        Self {
            bands: uses.iter().map(band).collect(),
            close: target.is_some_and(weaker_close) && range <= CLOSE,
            camo: target.is_some_and(|unit| unit.has_gear(Gear::Camo)) && range > CAMO_HIDES_BEYOND,
            uses: uses.to_vec(),
        }
    }
}

//! Who of a unit is still there, as one number: models alike are counted, not named.

use super::super::arms::can_shoot;
use super::super::assault::hand_weapons;
use super::super::command::Mark;
use super::super::flow::Manner;
use super::super::profile::UnitKind;
use super::super::run::Run;
use super::super::state::{ModelId, State, Unit, UnitId};
use crate::refusal::Refusal;

/// More different states of one unit than are worth working out.
const MOST: usize = 50_000;

/// Models that fall as one number.
#[derive(Clone, Debug)]
enum Slot {
    /// How many of these models alike are lost.
    File(Vec<ModelId>),
    /// One model of a unit with a damage chart: how many of its weapons have failed, or lost.
    Hull { model: ModelId, weapons: usize },
}

impl Slot {
    fn radix(&self) -> usize {
        match self {
            Slot::File(models) => models.len() + 1,
            Slot::Hull { weapons, .. } => weapons + 2,
        }
    }
}

/// The living models of a unit when the dice are picked up, sorted by what makes a difference later.
#[derive(Clone, Debug)]
pub struct Ranks {
    slots: Vec<Slot>,
    strides: Vec<usize>,
    /// How many states there are; 0 is the unit as it stands.
    pub size: usize,
    lost: Vec<u16>,
}

impl Ranks {
    /// For a shot: afterwards only the survivors' Command counts.
    pub fn by_command(unit: &Unit) -> Result<Self, Refusal> {
        if unit.kind().uses_chart() {
            return Self::new(
                unit.living().map(|model| Slot::Hull { model, weapons: 0 }).collect(),
            );
        }
        let mut files: Vec<(u8, Vec<ModelId>)> = Vec::new();
        for model in unit.living() {
            let co = unit.models[model.index()].stats.co;
            match files.iter_mut().find(|(other, _)| *other == co) {
                Some((_, models)) => models.push(model),
                None => files.push((co, vec![model])),
            }
        }
        Self::new(files.into_iter().map(|(_, models)| Slot::File(models)).collect())
    }

    /// For an assault: the survivors shoot and fight on. Neighbours that nothing tells apart are one file, so that the
    /// order in which models are hit stays the same whoever of them fell.
    pub fn by_likeness(state: &State, unit: &Unit) -> Result<Self, Refusal> {
        if unit.kind().uses_chart() {
            // it shoots after its losses only if it is down (A-ASL-2), and of hulls only drones have hand weapons
            let shoots = unit.is_down() && can_shoot(state, unit, Manner::PointBlank);
            let strikes = unit.kind() != UnitKind::Vehicle
                && unit.living().any(|model| !hand_weapons(state, unit, model).is_empty());
            let hull = |model: ModelId| {
                let carried = &unit.models[model.index()];
                let working = carried.weapons.len().saturating_sub(carried.broken.len());
                let weapons = if shoots || strikes { working } else { 0 };
                Slot::Hull { model, weapons }
            };
            return Self::new(unit.living().map(hull).collect());
        }
        let mut files: Vec<Vec<ModelId>> = Vec::new();
        for model in unit.living() {
            match files.last_mut() {
                Some(file) if unit.alike(file[0], model) => file.push(model),
                _ => files.push(vec![model]),
            }
        }
        Self::new(files.into_iter().map(Slot::File).collect())
    }

    fn new(slots: Vec<Slot>) -> Result<Self, Refusal> {
        let mut strides = Vec::new();
        let mut size: usize = 1;
        for slot in &slots {
            strides.push(size);
            size = size.saturating_mul(slot.radix());
        }
        if size > MOST {
            return Err(Refusal::new("That unit is too mixed to foretell what becomes of it."));
        }
        let mut ranks = Self { slots, strides, size, lost: Vec::new() };
        ranks.lost = (0..size).map(|state| ranks.count_lost(state)).collect();
        Ok(ranks)
    }

    fn digits(&self, state: usize) -> impl Iterator<Item = (&Slot, usize)> {
        self.slots
            .iter()
            .zip(&self.strides)
            .map(move |(slot, stride)| (slot, state / stride % slot.radix()))
    }

    /// Models lost since the dice were picked up.
    pub fn lost(&self, state: usize) -> u16 {
        self.lost[state]
    }

    pub fn is_wiped_out(&self, state: usize) -> bool {
        self.lost[state] == self.lost[self.size - 1]
    }

    fn count_lost(&self, state: usize) -> u16 {
        let lost = self.digits(state).map(|(slot, digit)| match slot {
            Slot::File(_) => digit,
            Slot::Hull { weapons, .. } => usize::from(digit > *weapons),
        });
        super::dice::number(lost.sum())
    }

    /// Makes the unit on the private copy what it is in this state.
    pub fn impose(&self, run: &mut Run<'_>, id: UnitId, before: &Unit, state: usize) {
        let mut failed = Vec::new();
        if let Some(unit) = run.state.units.get_mut(id.index()) {
            for (slot, digit) in self.digits(state) {
                match slot {
                    Slot::File(models) => {
                        for (place, model) in models.iter().enumerate() {
                            unit.models[model.index()].lost = place < digit;
                        }
                    }
                    Slot::Hull { model, weapons } => {
                        let broken = &before.models[model.index()].broken;
                        let now = &mut unit.models[model.index()];
                        now.broken.clone_from(broken);
                        now.lost = digit > *weapons;
                        let failures = if now.lost { 0 } else { digit };
                        failed.extend(std::iter::repeat_n(*model, failures));
                    }
                }
            }
        }
        for model in failed {
            run.malfunction(id, Mark::Model(model));
        }
    }

    /// What a model's loss adds to the state; of a file, whoever it is.
    pub fn stride(&self, model: ModelId) -> usize {
        let place = self.slots.iter().position(|slot| match slot {
            Slot::File(models) => models.contains(&model),
            Slot::Hull { model: other, .. } => *other == model,
        });
        place.map_or(0, |place| self.strides[place])
    }

    /// The state after this hull is lost.
    pub fn without(&self, state: usize, model: ModelId) -> usize {
        self.change(state, model, |_, weapons| weapons + 1)
    }

    /// The state after a weapon of this hull has failed, if one works and the hull stands.
    pub fn failed(&self, state: usize, model: ModelId) -> usize {
        self.change(state, model, |digit, weapons| if digit < weapons { digit + 1 } else { digit })
    }

    fn change(&self, state: usize, model: ModelId, how: impl Fn(usize, usize) -> usize) -> usize {
        for (slot, stride) in self.slots.iter().zip(&self.strides) {
            if let Slot::Hull { model: other, weapons } = slot
                && *other == model
            {
                let digit = state / stride % slot.radix();
                return state - digit * stride + how(digit, *weapons) * stride;
            }
        }
        state
    }

    /// Every survivor falls with this chance (A-SPC-5).
    pub fn thin(&self, states: &mut [f64], chance: f64) {
        for (slot, stride) in self.slots.iter().zip(&self.strides) {
            for state in (0..states.len()).rev() {
                let weight = states[state];
                if weight == 0.0 {
                    continue;
                }
                let digit = state / stride % slot.radix();
                match slot {
                    Slot::File(models) => {
                        let standing = models.len() - digit;
                        states[state] = 0.0;
                        for (lost, share) in binomial(standing, chance).into_iter().enumerate() {
                            states[state + lost * stride] += weight * share;
                        }
                    }
                    Slot::Hull { weapons, .. } => {
                        let gone = weapons + 1;
                        if digit < gone {
                            states[state] = weight * (1.0 - chance);
                            states[state + (gone - digit) * stride] += weight * chance;
                        }
                    }
                }
            }
        }
    }
}

/// The chance of each number of successes.
fn binomial(tries: usize, chance: f64) -> Vec<f64> {
    let mut all = vec![0.0; tries + 1];
    all[0] = 1.0;
    for done in 0..tries {
        for n in (0..=done + 1).rev() {
            let before = if n == 0 { 0.0 } else { all[n - 1] };
            all[n] = all[n] * (1.0 - chance) + before * chance;
        }
    }
    all
}

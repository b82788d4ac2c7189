//! Dice that people roll themselves in a battle: which ones come next, whose they are, and what for.

use super::command::{Command, Mark};
use super::decide::decide;
use super::event::{Event, PinCause, RolledBatch, TestKind};
use super::profile::ModelRule;
use super::report::words;
use super::state::{State, UnitId};
use crate::by_hand::{Padded, Part, Wanted};
use crate::dice::Roll;
use crate::ids::Seat;
use crate::refusal::Refusal;
use crate::system::Doer;

/// The next throw that this command needs beyond the dice that have fallen; `None` if they are all it needs. Refused for
/// the same reasons as the command itself, and for faces that no such die has.
pub fn next_throw(
    state: &State,
    by: &Doer,
    command: &Command,
    fallen: &[Roll],
) -> Result<Option<Wanted>, Refusal> {
    let mut dice = Padded::new(fallen);
    let events = decide(state, by, command, &mut dice)?;
    let first_missing = dice.first_missing()?;
    let given = fallen.len();
    let mut rolled = 0;
    let mut wanted: Option<Wanted> = None;
    let mut throwers = Throwers::new(state, by);
    for throw in events.iter().flat_map(|event| throwers.throws(event)) {
        let missing = throw.len.min((rolled + throw.len).saturating_sub(given));
        rolled += throw.len;
        if missing == 0 {
            continue;
        }
        let dice = u32::try_from(missing).unwrap_or(u32::MAX);
        match &mut wanted {
            None => {
                let Throw { seat, sides, what, draw, .. } = throw;
                wanted = Some(Wanted { seat, dice, sides, what, draw });
            }
            // hits on one unit are resisted together
            Some(wanted) if wanted.what == throw.what => wanted.dice += dice,
            Some(_) => break,
        }
    }
    // a die that no event tells would be asked for all the same
    Ok(wanted.or_else(|| Some(Wanted::next_die(throwers.acts, first_missing?))))
}

/// The dice of a whole volley, weapon by weapon, from the first that has not fallen; nothing where no volley is rolled next.
/// It ends behind dice that say how many others fall.
pub fn throw_parts(
    state: &State,
    by: &Doer,
    command: &Command,
    fallen: &[Roll],
) -> Result<Vec<Part>, Refusal> {
    let mut dice = Padded::new(fallen);
    let events = decide(state, by, command, &mut dice)?;
    let mut rolled = 0;
    for event in &events {
        let before = rolled;
        rolled += event.dice().len();
        if rolled > fallen.len() {
            let done = fallen.len().saturating_sub(before);
            return Ok(match event {
                Event::Rolled { batches, .. } => volley(state, batches, done),
                _ => Vec::new(),
            });
        }
    }
    Ok(Vec::new())
}

/// The dice of these weapons beyond the first ones.
fn volley(state: &State, batches: &[RolledBatch], mut done: usize) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut missing = |rolls: &[Roll], what: String| {
        let fallen = done.min(rolls.len());
        done -= fallen;
        let sides = rolls.first()?.sides;
        let dice = u32::try_from(rolls.len() - fallen).unwrap_or(u32::MAX);
        (dice > 0).then_some(Part { dice, sides, what })
    };
    for batch in batches {
        let weapon = match batch.weapon {
            Some(weapon) => words::weapon_in_mode(state, weapon, batch.mode),
            None => "hand to hand".to_owned(),
        };
        let shots = missing(&batch.shots, format!("{weapon}, how many shots"));
        if let Some(shots) = shots {
            parts.push(shots);
            break;
        }
        parts.extend(missing(&batch.dice, format!("{weapon}, needs {}", batch.check.target())));
    }
    parts
}

/// Dice that are rolled together.
struct Throw {
    seat: Seat,
    len: usize,
    sides: u32,
    what: String,
    draw: bool,
}

impl Throw {
    fn new(seat: Seat, rolls: &[Roll], what: String) -> Option<Self> {
        let sides = rolls.first()?.sides;
        Some(Self { seat, len: rolls.len(), sides, what, draw: false })
    }
}

/// Who throws what, while the events of one command are told.
struct Throwers<'a> {
    state: &'a State,
    /// Whoever does it.
    acts: Seat,
    /// Whoever shot last: damage to buildings is theirs to roll.
    shoots: Seat,
}

impl<'a> Throwers<'a> {
    fn new(state: &'a State, by: &Doer) -> Self {
        let acts = by.seat();
        let shoots =
            state.flow.volleys.last().map_or(acts, |volley| Self::side(state, volley.from, acts));
        Self { state, acts, shoots }
    }

    fn side(state: &State, unit: UnitId, otherwise: Seat) -> Seat {
        state.unit(unit).map_or(otherwise, |unit| unit.side)
    }

    fn of(&self, unit: UnitId) -> Seat {
        Self::side(self.state, unit, self.acts)
    }

    /// What is thrown in an event, one throw after the other.
    fn throws(&mut self, event: &Event) -> Vec<Throw> {
        let name = |id| self.state.unit_name(id).to_owned();
        match event {
            Event::Drawn { of, .. } => {
                let Wanted { seat, sides, what, draw, .. } = Wanted::draw(self.acts, *of);
                vec![Throw { seat, len: 1, sides, what, draw }]
            }
            Event::Declared { from, .. } => {
                self.shoots = self.of(*from);
                Vec::new()
            }
            Event::Rolled { from, batches, .. } => {
                let seat = self.of(*from);
                self.shoots = seat;
                let mut throws = Vec::new();
                for batch in batches {
                    let shots = format!("the number of shots of {}", name(*from));
                    throws.extend(Throw::new(seat, &batch.shots, shots));
                    let hits =
                        format!("the hits of {}, which need {}", name(*from), batch.check.target());
                    throws.extend(Throw::new(seat, &batch.dice, hits));
                }
                throws
            }
            Event::Resisted(resist) => {
                let leader = match resist.mark {
                    Mark::Model(model) => self
                        .state
                        .unit(resist.unit)
                        .is_some_and(|unit| unit.model_has(model, ModelRule::Leader)),
                    Mark::Gun | Mark::Drone(_) => false,
                };
                let whose = if leader { "the leader of " } else { "" };
                let (unit, needs) = (name(resist.unit), resist.check.target());
                let first = format!("the Res of {whose}{unit}, which needs {needs}");
                let second =
                    format!("the second chance of the leader of {unit}, which needs {needs}");
                let again: Vec<Roll> = resist.again.into_iter().collect();
                let seat = self.of(resist.unit);
                let throws =
                    [Throw::new(seat, &[resist.roll], first), Throw::new(seat, &again, second)];
                throws.into_iter().flatten().collect()
            }
            other => {
                let what = what_for(self.state, other);
                Throw::new(self.whose(other), &other.dice(), what).into_iter().collect()
            }
        }
    }

    /// Everybody rolls for their own units; what a shot does to others, whoever shoots rolls.
    fn whose(&self, event: &Event) -> Seat {
        match event {
            Event::Tested(test) => self.of(test.unit),
            Event::RandomOrder { unit, .. }
            | Event::ChartRolled { unit, .. }
            | Event::Reactor { unit, .. }
            | Event::AmmoRolled { unit, .. }
            | Event::FirstToConsolidate { unit, .. }
            | Event::Unpinned { unit, .. } => self.of(*unit),
            Event::SpotterRerolled { from, .. }
            | Event::Astray { from, .. }
            | Event::LandedOn { from, .. }
            | Event::Blast { from, .. } => self.of(*from),
            Event::Pinned { unit, why, .. } => match why {
                PinCause::Hit | PinCause::Disrupted => self.state.enemy_of(self.of(*unit)),
                PinCause::Damage
                | PinCause::Casualties
                | PinCause::Exhausted
                | PinCause::Obstacle
                | PinCause::Terrain
                | PinCause::Break => self.of(*unit),
            },
            // both sides shoot at once in an assault, so the last to shoot need not be the one who hit this unit
            Event::HitsRerolled { on, .. } => self.state.enemy_of(self.of(*on)),
            Event::BuildingDamaged { .. } => self.shoots,
            _ => self.acts,
        }
    }
}

fn what_for(state: &State, event: &Event) -> String {
    let name = |id| state.unit_name(id).to_owned();
    match event {
        Event::RandomOrder { unit, .. } => format!("the random order of {}", name(*unit)),
        Event::Tested(test) => {
            let kind = match &test.what {
                TestKind::Order(_) => "order test".to_owned(),
                TestKind::Recovery => "recovery test".to_owned(),
                TestKind::Break(_) => "break test".to_owned(),
                TestKind::Exhaustion => "exhaustion test".to_owned(),
                TestKind::Obstacle(what) => format!("way over {what}"),
                TestKind::Difficult(what) => format!("way through {what}"),
            };
            format!("the {kind} of {}, which needs {}", name(test.unit), test.check.target())
        }
        Event::SpotterRerolled { needs, .. } => {
            format!("the spotter's second try, which needs {needs}")
        }
        Event::HitsRerolled { on, needs, .. } => {
            format!("the hits on {} again, which need {needs}", name(*on))
        }
        Event::Astray { .. } => "where the shot lands".to_owned(),
        Event::Blast { .. } => "the blast".to_owned(),
        Event::LandedOn { part, .. } => {
            format!("how deep the shot goes into {}", state.part_name(*part))
        }
        Event::BuildingDamaged { part, fractal, .. } => {
            let how = if *fractal { "" } else { " (a D10, which is halved)" };
            format!("the damage to {}{how}", state.part_name(*part))
        }
        Event::ChartRolled { unit, .. } => format!("the damage to {}", name(*unit)),
        Event::Reactor { unit, .. } => format!("the reactors of {}", name(*unit)),
        Event::AmmoRolled { unit, .. } => format!("the ammunition of {}", name(*unit)),
        Event::FirstToConsolidate { .. } => "who consolidates first".to_owned(),
        Event::EndRolled { .. } => "the end of the battle".to_owned(),
        Event::Pinned { unit, .. } => format!("the pins on {}", name(*unit)),
        Event::Unpinned { unit, .. } => format!("the pins that come off {}", name(*unit)),
        _ => "what comes next".to_owned(),
    }
}

//! Dice that people roll themselves: which ones come next, so that they can be asked for one throw after the other.

use super::command::{Command, Mark};
use super::decide::decide;
use super::event::{Event, TestKind};
use super::profile::ModelRule;
use super::state::State;
use crate::dice::{Dice, DiceFault, Roll};
use crate::refusal::Refusal;
use crate::system::Doer;
use crate::text::count;

/// A throw that is still missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    pub dice: u32,
    pub sides: u32,
    /// "the order test of Hammer, which needs 7"
    pub what: String,
}

/// The next throw that this command needs beyond these faces; `None` if they are all it needs. Refused for the same
/// reasons as the command itself, and for faces that no such die has.
pub fn next_throw(
    state: &State,
    by: &Doer,
    command: &Command,
    faces: &[u32],
) -> Result<Option<Wanted>, Refusal> {
    let mut dice = Padded { faces, asked: 0, first_missing: None };
    let events = decide(state, by, command, &mut dice)?;
    let given = faces.len();
    if dice.asked < given {
        return Err(DiceFault::LeftOver { given, used: dice.asked }.into());
    }
    let mut rolled = 0;
    let mut wanted: Option<Wanted> = None;
    for throw in events.iter().flat_map(|event| throws(state, event)) {
        let missing = throw.len.min((rolled + throw.len).saturating_sub(given));
        rolled += throw.len;
        if missing == 0 {
            continue;
        }
        let dice = u32::try_from(missing).unwrap_or(u32::MAX);
        match &mut wanted {
            None => wanted = Some(Wanted { dice, sides: throw.sides, what: throw.what }),
            // hits on one unit are resisted together
            Some(wanted) if wanted.what == throw.what => wanted.dice += dice,
            Some(_) => break,
        }
    }
    // a die that no event tells would be asked for all the same
    Ok(wanted.or_else(|| {
        let sides = dice.first_missing?;
        Some(Wanted { dice: 1, sides, what: "what comes next".to_owned() })
    }))
}

impl Wanted {
    /// "5 dice (D10) for the hits of Hammer, which need 6"
    pub fn sentence(&self) -> String {
        let dice = count(self.dice, "die", "dice");
        format!("{dice} (D{}) for {}", self.sides, self.what)
    }
}

/// The faces that were typed, and filler faces after them: only the throw before the filler is looked at.
struct Padded<'a> {
    faces: &'a [u32],
    asked: usize,
    first_missing: Option<u32>,
}

impl Dice for Padded<'_> {
    fn roll(&mut self, sides: u32) -> Result<Roll, DiceFault> {
        if sides == 0 {
            return Err(DiceFault::NoSides);
        }
        let face = self.faces.get(self.asked).copied();
        self.asked += 1;
        match face {
            Some(face) if face == 0 || face > sides => {
                Err(DiceFault::OutOfRange { position: self.asked, sides, face })
            }
            Some(face) => Ok(Roll { number: None, sides, face }),
            None => {
                self.first_missing.get_or_insert(sides);
                Ok(Roll { number: None, sides, face: sides.div_ceil(2) })
            }
        }
    }
}

/// Dice that are rolled together.
struct Throw {
    len: usize,
    sides: u32,
    what: String,
}

impl Throw {
    fn new(rolls: &[Roll], what: String) -> Option<Self> {
        let sides = rolls.first()?.sides;
        Some(Self { len: rolls.len(), sides, what })
    }
}

/// What is thrown in an event, one throw after the other.
fn throws(state: &State, event: &Event) -> Vec<Throw> {
    let name = |id| state.unit_name(id).to_owned();
    match event {
        Event::Drawn { of, .. } => {
            let what = "the draw: the number of the die in the bag".to_owned();
            vec![Throw { len: 1, sides: *of, what }]
        }
        Event::Rolled { from, batches, .. } => {
            let mut throws = Vec::new();
            for batch in batches {
                let shots = format!("the number of shots of {}", name(*from));
                throws.extend(Throw::new(&batch.shots, shots));
                let hits =
                    format!("the hits of {}, which need {}", name(*from), batch.check.target());
                throws.extend(Throw::new(&batch.dice, hits));
            }
            throws
        }
        Event::Resisted(resist) => {
            let leader = match resist.mark {
                Mark::Model(model) => state
                    .unit(resist.unit)
                    .is_some_and(|unit| unit.model_has(model, ModelRule::Leader)),
                Mark::Gun | Mark::Drone(_) => false,
            };
            let whose = if leader { "the leader of " } else { "" };
            let (unit, needs) = (name(resist.unit), resist.check.target());
            let first = format!("the Res of {whose}{unit}, which needs {needs}");
            let second = format!("the second chance of the leader of {unit}, which needs {needs}");
            let again: Vec<Roll> = resist.again.into_iter().collect();
            let throws = [Throw::new(&[resist.roll], first), Throw::new(&again, second)];
            throws.into_iter().flatten().collect()
        }
        other => Throw::new(&other.dice(), what_for(state, other)).into_iter().collect(),
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

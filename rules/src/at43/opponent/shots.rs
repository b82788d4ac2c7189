//! What the program fires at: the salvo with the best expected loss, at ranges that somebody has told.

use super::super::armament::{Shooter, bearers, weapons};
use super::super::command::{Answer, Command, Mark, Measured, Pair, Salvo};
use super::super::flow::Watching;
use super::super::measuring::{MOST_PAIRS, check, known};
use super::super::odds::{self, SalvoOdds};
use super::super::profile::Fire;
use super::super::state::{State, UnitId};
use super::super::targets::one_of;
use crate::ids::Seat;

/// A salvo that costs the enemy less army points on the average is kept.
const WORTH_FIRING: f64 = 0.5;
/// One who fires in overwatch gives the drill up for it.
const WORTH_OVERWATCH: f64 = 2.0;

pub(super) struct Shot {
    pub salvo: Salvo,
    /// Army points that the enemy loses on the average, less those of one's own.
    pub worth: f64,
}

/// The best salvo of whoever shoots now.
pub(super) fn best_now(state: &State, seat: Seat) -> Option<Shot> {
    best(state, seat, &Shooter::now(state)?, &|from, to| known(state, from, to).flatten())
}

/// The best salvo of a shooter, as far as it is known how its targets are seen.
pub(super) fn best(
    state: &State,
    seat: Seat,
    shooter: &Shooter,
    seen: &dyn Fn(UnitId, UnitId) -> Option<Measured>,
) -> Option<Shot> {
    let enemies: Vec<UnitId> = match shooter.overwatch {
        Some(mover) => vec![mover],
        None => state.enemies_on_field(seat).map(|(id, _)| id).collect(),
    };
    let sights: Vec<Measured> =
        enemies.into_iter().filter_map(|enemy| seen(shooter.unit, enemy)).collect();
    let mut best: Option<Shot> = None;
    for armed in weapons(state, shooter).into_iter().filter(|armed| armed.why_not.is_none()) {
        let Some(weapon) = state.library.weapon(armed.weapon) else { continue };
        let able = u32::try_from(bearers(state, shooter, armed.weapon).len()).unwrap_or(u32::MAX);
        for sight in &sights {
            let (at, each) = match weapon.fire() {
                Fire::Direct => (Mark::Unit(sight.to), armed.left),
                Fire::Indirect => (one_of(state, sight.to), armed.left),
                Fire::Projection => (one_of(state, sight.to), 1),
            };
            let salvo = Salvo {
                each: u8::try_from(each).unwrap_or(1),
                cover: sight.cover,
                seeing: sight.seeing.map(|seeing| seeing.min(able)),
                ..Salvo::plain(armed.weapon, at, sight.range)
            };
            let Ok(odds) = odds::salvo(state, shooter, &salvo) else { continue };
            let worth = worth(state, seat, sight.to, &odds);
            if worth >= WORTH_FIRING && best.as_ref().is_none_or(|best| worth > best.worth) {
                best = Some(Shot { salvo, worth });
            }
        }
    }
    best
}

fn worth(state: &State, seat: Seat, target: UnitId, odds: &SalvoOdds) -> f64 {
    /// Those who lie beside whoever was aimed at, on the average.
    const BESIDE: f64 = 2.0;
    let lost =
        odds.units.iter().map(|unit| if unit.side == seat { -unit.points } else { unit.points });
    let template = odds.template.as_ref().map_or(0.0, |template| {
        let Some(unit) = state.unit(target) else { return 0.0 };
        let strength = u32::try_from(unit.strength().max(1)).unwrap_or(1);
        template.falls * f64::from(unit.value) / f64::from(strength) * BESIDE
    });
    lost.sum::<f64>() + template
}

/// In overwatch: ranges are asked for where nobody has told them, and the best shot is taken if it is worth the drill.
pub(super) fn watch(state: &State, seat: Seat, mover: UnitId, options: &[Command]) -> Command {
    let watchers: Vec<UnitId> = options
        .iter()
        .filter_map(|option| match option {
            Command::Answer(Answer::Watch(unit)) => *unit,
            _ => None,
        })
        .collect();
    let unknown = watchers.iter().filter(|unit| known(state, **unit, mover).is_none());
    let pairs: Vec<Pair> =
        unknown.take(MOST_PAIRS).map(|unit| Pair { from: *unit, to: mover }).collect();
    if check(state, seat, &pairs).is_ok() {
        return Command::Measure { pairs };
    }
    let shots = watchers.into_iter().filter_map(|unit| {
        let watching = Watching { unit, fired: Vec::new(), thrown: false, group: None };
        let shooter = Shooter::watching(state, &watching, mover);
        let shot = best(state, seat, &shooter, &|from, to| known(state, from, to).flatten())?;
        (shot.worth >= WORTH_OVERWATCH).then_some((unit, shot.worth))
    });
    let best = shots.max_by(|one, other| one.1.total_cmp(&other.1)).map(|(unit, _)| unit);
    Command::Answer(Answer::Watch(best))
}

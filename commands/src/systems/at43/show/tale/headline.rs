//! The first line: what changed.

use gatemaster_rules::at43::State;
use gatemaster_rules::at43::label::strength;
use gatemaster_rules::at43::report::deed::{Attacked, Deed, How};
use gatemaster_rules::at43::report::{Digest, Fate, Topic, Who};
use gatemaster_rules::at43::state::{Gone, Phase, UnitId};
use gatemaster_rules::at43::turn::ACTIVATION;
use gatemaster_rules::text::{count, list};

use crate::words::{capital, esc, without_brackets};

/// The first line, and the deeds that it tells by itself.
#[derive(Debug, Default)]
pub struct Headline {
    pub words: String,
    pub tells: Vec<usize>,
}

pub fn of(digest: &Digest) -> Headline {
    let by_itself = |words: String| Headline { words, tells: Vec::new() };
    if let Some(words) = ending(digest).or_else(|| points(digest)) {
        return by_itself(words);
    }
    if let Some(words) = fates(digest) {
        return by_itself(words);
    }
    unharmed(digest)
}

/// "Blue wins, 12 VP to 11"
fn ending(digest: &Digest) -> Option<String> {
    let ending = digest.after.ending.as_ref()?;
    let state = &digest.after;
    let score = score(state, "VP");
    Some(match ending.winner {
        Some(seat) => {
            let who = Who::side(state, seat);
            format!("🏆 {} {}: {score}", esc(state.side_name(seat)), who.does("wins", "win"))
        }
        None => format!("🤝 A draw: {score}"),
    })
}

/// "Blue 3 VP, Red 1 VP"
pub fn score(state: &State, unit: &str) -> String {
    let sides: Vec<String> =
        state.sides.iter().map(|side| format!("{} {} {unit}", esc(&side.name), side.vp)).collect();
    sides.join(", ")
}

/// After the points of a round have been counted.
fn points(digest: &Digest) -> Option<String> {
    let told = |deed: &Deed| matches!(deed, Deed::Told { topic: Topic::Points, .. });
    if !digest.deeds.iter().any(told) {
        return None;
    }
    let state = &digest.after;
    // the round that follows may have begun already
    let round = match state.phase {
        Phase::Tactical => state.round.saturating_sub(1),
        _ => state.round,
    };
    Some(format!("🏁 End of round {round}: {}", score(state, "VP")))
}

/// "Storm golems 2 lose 3, 4 left; Fire Toads 1 loses 2 SP"
fn fates(digest: &Digest) -> Option<String> {
    let told: Vec<String> =
        digest.fates.iter().filter_map(|fate| fate_in_words(&digest.after, fate)).collect();
    (!told.is_empty()).then(|| told.join("; "))
}

fn fate_in_words(state: &State, fate: &Fate) -> Option<String> {
    let who = Who::unit(state, fate.unit);
    let name = esc(state.unit_name(fate.unit));
    let is = who.is();
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    match fate.gone {
        Some(Gone::Destroyed) => return Some(format!("💥 {name} {is} destroyed")),
        Some(Gone::Routed) => {
            return Some(format!("{name} {} and {is} gone", who.does("routs", "rout")));
        }
        Some(Gone::Evacuated) => {
            return Some(format!("{name} {} the table", who.does("leaves", "leave")));
        }
        Some(Gone::Joined(with)) => {
            return Some(format!(
                "{name} {} {}",
                who.does("joins", "join"),
                esc(state.unit_name(with))
            ));
        }
        Some(Gone::Fused) => return Some(format!("{name} {is} fused")),
        None => {}
    }
    let mut what: Vec<String> = Vec::new();
    let (lose, are) = (who.does("loses", "lose"), is);
    if !fate.machines.is_empty() {
        let machines = count(number(fate.machines.len()), "machine", "machines");
        what.push(format!("{lose} {machines}, {} left", fate.left));
    } else if fate.structure_lost() > 0 {
        what.push(format!("{lose} {} SP", fate.structure_lost()));
    }
    if !fate.fallen.is_empty() {
        let down = match fate.grounded {
            0 => String::new(),
            down => format!(", {down} of them on the ground"),
        };
        what.push(format!("{lose} {}, {} left{down}", fate.fallen.len(), fate.left));
    } else if fate.grounded > 0 {
        let down = if what.is_empty() { format!("{are} down: ") } else { String::new() };
        what.push(format!("{down}{} on the ground", fate.grounded));
    }
    if !fate.saved.is_empty() {
        let saved = fate.saved.len();
        what.push(if what.is_empty() {
            format!("{lose} nobody: a medic saves {saved}")
        } else {
            format!("{saved} saved by a medic")
        });
    }
    let get = who.does("gets", "get");
    if !fate.back.is_empty() {
        what.push(format!("{get} {} back", fate.back.len()));
    }
    if !fate.repaired.is_empty() {
        what.push(format!("{get} {} SP back", fate.repaired.len()));
    }
    if fate.disorganized && !fate.rallied {
        what.push(format!("{are} disorganized"));
    }
    (!what.is_empty()).then(|| format!("{name} {}", list(&what)))
}

/// Nobody was harmed: how far it has come.
fn unharmed(digest: &Digest) -> Headline {
    let state = &digest.after;
    last(digest, |deed| match deed {
        Deed::Attacked(attacked) => attacked_in_vain(state, attacked),
        _ => None,
    })
    .map(|headline| Headline { tells: Vec::new(), ..headline })
    .or_else(|| moved(digest))
    .or_else(|| {
        last(digest, |deed| match deed {
            Deed::Drilled { unit, drills } => {
                let drills: Vec<String> = drills.iter().map(ToString::to_string).collect();
                Some(format!("📣 {}: {}", name(state, *unit), drills.join(" ")))
            }
            _ => None,
        })
    })
    .or_else(|| {
        last(digest, |deed| match deed {
            Deed::Rallied(unit) => {
                let rallies = Who::unit(state, *unit).does("rallies", "rally");
                Some(format!("📣 {} {rallies}", name(state, *unit)))
            }
            Deed::StoodUp { unit, whole_unit: true, .. } => {
                let gets = Who::unit(state, *unit).does("gets", "get");
                Some(format!("{} {gets} to their feet", name(state, *unit)))
            }
            Deed::Waited(unit) => {
                let waits = Who::unit(state, *unit).does("waits", "wait");
                Some(format!("{} {waits} in reserve", name(state, *unit)))
            }
            Deed::Unpaid(unit) => {
                let who = Who::unit(state, *unit);
                Some(format!(
                    "{} {} nothing: {} {ACTIVATION} LP was not paid",
                    name(state, *unit),
                    who.does("does", "do"),
                    who.its()
                ))
            }
            Deed::Entered { unit, through } => {
                let enters = Who::unit(state, *unit).does("enters", "enter");
                let by = esc(&gatemaster_rules::at43::report::words::place(state, *through));
                Some(format!("{} {enters} by {by}", name(state, *unit)))
            }
            _ => None,
        })
    })
    .or_else(|| revealed(digest))
    .or_else(|| told(digest))
    .unwrap_or_else(|| Headline { words: "The game goes on".to_owned(), tells: Vec::new() })
}

fn name(state: &State, unit: UnitId) -> String {
    esc(state.unit_name(unit))
}

/// The last deed that something can be said of.
fn last(digest: &Digest, words: impl Fn(&Deed) -> Option<String>) -> Option<Headline> {
    let found = digest.deeds.iter().enumerate().rev();
    let found = found.filter_map(|(place, deed)| words(deed).map(|words| (place, words)));
    found.map(|(place, words)| Headline { words, tells: vec![place] }).next()
}

/// "Steel troopers 1 miss Storm golems 2", "Storm golems 2 take 3 impacts unharmed"
fn attacked_in_vain(state: &State, attacked: &Attacked) -> Option<String> {
    use super::lines::aimed_at;

    let (by, at) = match &attacked.how {
        How::Salvo { unit, salvo, .. } => (Some(*unit), Some(aimed_at(state, salvo.at))),
        How::Combat { unit, combat } => (Some(*unit), Some(name(state, combat.on))),
        How::Strike { strike, .. } => (None, Some(aimed_at(state, strike.at))),
        How::GoingOn => (None, None),
    };
    let at = at.unwrap_or_else(|| "somebody".to_owned());
    if attacked.out_of_reach {
        return Some(format!("Too far: nothing reaches {at}"));
    }
    if attacked.impacts == 0 && attacked.template.is_none() && !attacked.dice.is_empty() {
        return Some(match by {
            Some(unit) => {
                let misses = Who::unit(state, unit).does("misses", "miss");
                format!("{} {misses} {at}", name(state, unit))
            }
            None => format!("The strike misses {at}"),
        });
    }
    let waits = !state.flow.tasks.is_empty()
        && state.flow.volleys.iter().any(|volley| volley.impacts > 0 || volley.template.is_some());
    let harmed = attacked.harms.iter().any(|harm| harm.damage.is_some());
    let impacts: u32 = attacked.harms.iter().map(|harm| harm.impacts).sum();
    if harmed || (impacts > 0 && attacked.harms.iter().all(|harm| harm.impacts == harm.covered)) {
        let on: Vec<String> = attacked
            .harms
            .iter()
            .filter_map(gatemaster_rules::at43::report::deed::Harm::unit)
            .map(|unit| name(state, unit))
            .collect();
        let on = if on.is_empty() { at } else { list(&on) };
        let hits = count(impacts.max(attacked.impacts), "hit", "hits");
        let through: u32 = attacked.harms.iter().map(|harm| harm.successes).sum();
        return Some(match through {
            0 => format!("{hits}, no harm to {on}"),
            1 => format!("{hits} on {on}, 1 goes through"),
            more => format!("{hits} on {on}, {more} go through"),
        });
    }
    if attacked.template.is_some() && !waits {
        return Some(format!("Nobody is under the template aimed at {at}"));
    }
    match (attacked.impacts, impacts) {
        (0, 0) => None,
        (hits, 0) => Some(format!("{} on {at}", count(hits, "hit", "hits"))),
        (_, taken) => Some(format!("{} on {at}", count(taken, "hit", "hits"))),
    }
}

/// "Steel troopers 1 rush into contact with Storm golems 2"
fn moved(digest: &Digest) -> Option<Headline> {
    let state = &digest.after;
    last(digest, |deed| match deed {
        Deed::Moved { unit, movement, allowance } => {
            let words = super::lines::movement(state, *unit, movement, *allowance);
            Some(capital(&words))
        }
        _ => None,
    })
}

fn revealed(digest: &Digest) -> Option<Headline> {
    let state = &digest.after;
    last(digest, |deed| match deed {
        Deed::Revealed { unit, .. } => {
            let it = state.unit(*unit)?;
            let acts = state.flow.acting.as_ref().is_some_and(|acting| acting.unit == *unit);
            let who = Who::unit(state, *unit);
            let idle = if it.disorganized && !acts {
                format!(": disorganized, so {} {} nothing", who.it(), who.does("does", "do"))
            } else {
                String::new()
            };
            Some(format!("🃏 {} ({}){idle}", name(state, *unit), strength(state, it)))
        }
        _ => None,
    })
}

/// The report's own last sentence of what frames the game.
fn told(digest: &Digest) -> Option<Headline> {
    last(digest, |deed| match deed {
        Deed::Told { text, .. } => Some(plain(text)),
        _ => None,
    })
}

/// A sentence of the report without its reasons and its full stop.
pub fn plain(text: &str) -> String {
    esc(without_brackets(text).trim_end_matches('.'))
}

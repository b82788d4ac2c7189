//! Salvos, strikes and blows: dice to hit, templates, cover and damage.

use super::super::command::{Against, Combat, Mark, Salvo, Strike};
use super::super::event::{Event, Rerolled, Skip, Victims};
use super::super::flow::Template;
use super::super::lineup::melee;
use super::super::need::{Need, Test};
use super::super::state::{State, UnitId};
use super::Told;
use super::words::{
    Who, a_weapon, capital, count_of, faces, hero, impacts as impacts_of, is_thrown, many_weapons,
    mark, needs, number, plain_faces, terms, verb, victims, weapons,
};
use crate::dice::Roll;
use crate::ids::Seat;
use crate::text::list;

/// The impacts that dice have made.
pub fn impacts(event: Option<&Event>) -> Option<u32> {
    match event {
        Some(Event::ShotsRolled { impacts, .. }) => Some(*impacts),
        _ => None,
    }
}

/// A salvo, a strike or a combat is told with its dice, where they fall at once.
pub fn attack(state: &State, event: &Event, after: &[Event]) -> Told {
    let head = match event {
        Event::SalvoFired { unit, salvo, overwatch, shooters } => {
            fires(state, *unit, salvo, *overwatch, *shooters)
        }
        Event::StrikeCalled { seat, strike } => calls(state, *seat, strike),
        Event::Fought { unit, combat } => strikes(state, *unit, combat),
        _ => return Told::nothing(),
    };
    match after.first() {
        Some(Event::ShotsRolled { test, dice, impacts, .. }) => {
            let thrown = thrown(test, dice, *impacts, after.get(1));
            Told::with(format!("{head}: {thrown}."), 1)
        }
        Some(Event::OutOfReach { test, .. }) => {
            Told::with(format!("{head}: out of reach ({}).", terms(test)), 1)
        }
        Some(_) | None => format!("{head}.").into(),
    }
}

/// "Steel troopers 1 fire 6 laser rifles at Storm golems 2, range 4"
fn fires(state: &State, unit: UnitId, salvo: &Salvo, overwatch: bool, shooters: u32) -> String {
    let who = Who::unit(state, unit);
    let does = if is_thrown(state, salvo.weapon) {
        who.does("throws", "throw")
    } else {
        who.does("fires", "fire")
    };
    let number = shooters.saturating_mul(u32::from(salvo.each));
    let arms = weapons(state, salvo.weapon, number);
    let watching = if overwatch { "In overwatch, " } else { "" };
    let at = mark(state, salvo.at);
    format!("{watching}{who} {does} {arms} at {at}{}, {}", and_whom(state, salvo), salvo.range)
}

/// " in a melee with Storm golems 2": all who are engaged with the target are one target (T-SHT-5).
fn and_whom(state: &State, salvo: &Salvo) -> String {
    let Mark::Unit(unit) = salvo.at else { return String::new() };
    let others: Vec<&str> =
        melee(state, unit).into_iter().skip(1).map(|id| state.unit_name(id)).collect();
    if others.is_empty() {
        return String::new();
    }
    format!(" in a melee with {}", list(&others))
}

fn calls(state: &State, seat: Seat, strike: &Strike) -> String {
    let who = Who::side(state, seat);
    let (calls, seen_by) = (who.does("calls", "call"), state.unit_name(strike.seen_by));
    format!("{who} {calls} an artillery strike on {}, seen by {seen_by}", mark(state, strike.at))
}

/// "4 of Steel troopers 1 strike at 3 of Storm golems 2 with combat knives"
fn strikes(state: &State, unit: UnitId, combat: &Combat) -> String {
    let name = state.unit_name(unit);
    let who = match combat.attackers {
        _ if combat.hero => format!("{} strikes", hero(state, unit)),
        1 => format!("One of {name} strikes"),
        number => format!("{number} of {name} strike"),
    };
    let (on, many) = (state.unit_name(combat.on), combat.defenders);
    let against = match combat.against {
        Against::Fighters => format!("{many} of {on}"),
        Against::Hero => hero(state, combat.on),
        Against::Gunners => format!("{} of {on}", count_of(many, "gunner", "gunners")),
        Against::SupportWeapons => {
            format!("{} of {on}", count_of(many, "support weapon", "support weapons"))
        }
    };
    let with = match combat.attackers {
        number if combat.hero || number == 1 => a_weapon(state, combat.weapon),
        _ => many_weapons(state, combat.weapon),
    };
    format!("{} at {against} with {with}", capital(&who))
}

/// "4+ (Accuracy 5, range −4): 5 2 4 6 1 4: 4 impacts"; whom a template strikes shows where it lies.
fn thrown(test: &Test, dice: &[Rerolled], number: u32, after: Option<&Event>) -> String {
    let outcome = match (after, number) {
        (Some(Event::Deviated { .. }), 0) => "none on target".to_owned(),
        (Some(Event::Deviated { .. }), number) => format!("{number} on target"),
        (Some(_) | None, number) => impacts_of(number),
    };
    if dice.is_empty() {
        format!("{}: {outcome}", needs(test))
    } else {
        format!("{}: {}: {outcome}", needs(test), faces(dice))
    }
}

pub fn shots_rolled(
    state: &State,
    unit: UnitId,
    test: &Test,
    dice: &[Rerolled],
    impacts: u32,
    after: &[Event],
) -> String {
    let thrown = thrown(test, dice, impacts, after.first());
    format!("The dice of {}: {thrown}.", state.unit_name(unit))
}

pub fn out_of_reach(state: &State, unit: UnitId, test: &Test) -> String {
    format!("The shots of {} cannot reach so far ({}).", state.unit_name(unit), terms(test))
}

pub fn skipped(state: &State, unit: Option<UnitId>, fighters: u32, why: Skip) -> String {
    let who = match unit {
        Some(unit) => format!("{fighters} of {}", state.unit_name(unit)),
        None => "The wreck".into(),
    };
    let why = match why {
        Skip::Smaller => "too small to be hit",
        Skip::Grounded => "grounded",
        Skip::Knee => "with a knee to the ground",
    };
    let is = if unit.is_none() { "is" } else { verb(fighters, "is", "are") };
    format!("{who} in the zone of fire {is} passed over, {why}.")
}

pub fn impacts_taken(state: &State, on: Victims, impacts: u32, in_zone: bool) -> String {
    let (number, who) = (capital(&impacts_of(impacts)), victims(state, on));
    let takes = verb(impacts.max(1), "goes", "go");
    let zone = if in_zone { " in the zone of fire" } else { "" };
    format!("{number} {takes} to {who}{zone}.")
}

pub fn deviated(roll: Option<Roll>, template: &Template) -> String {
    let radius = format!("radius {} cm", template.radius);
    let each = if template.impacts_each > 1 {
        format!(" and {} impacts on everybody under it", template.impacts_each)
    } else {
        String::new()
    };
    match roll {
        Some(roll) => {
            let direction = template.direction.unwrap_or(roll.face);
            format!(
                "The template goes {} cm in direction {direction}: {radius}{each}.",
                template.shift
            )
        }
        None => format!("The template lies where it was aimed: {radius}{each}."),
    }
}

pub fn cover_rolled(
    state: &State,
    on: UnitId,
    test: &Test,
    rolls: &[Roll],
    stopped: u32,
) -> String {
    let name = state.unit_name(on);
    let dice = format!("{}: {}", needs(test), plain_faces(rolls));
    match stopped {
        0 => format!("Cover does not help {name}, {dice}."),
        stopped => {
            let all = number(rolls.len());
            let what = match stopped {
                1 if all == 1 => "the impact".to_owned(),
                stopped if stopped == all => format!("all {}", impacts_of(all)),
                stopped => format!("{stopped} of {}", impacts_of(all)),
            };
            format!("Cover stops {what} on {name}, {dice}.")
        }
    }
}

pub fn damage_rolled(
    state: &State,
    on: Victims,
    test: &Test,
    dice: &[Rerolled],
    successes: u32,
) -> String {
    let who = victims(state, on);
    let of = number(dice.len());
    match test.need() {
        Need::Never => format!("Nothing can harm {who} ({}).", terms(test)),
        Need::Always => {
            let go = verb(successes, "goes", "go");
            format!("{} on {who} {go} through, {}.", capital(&impacts_of(successes)), needs(test))
        }
        Need::AtLeast(_) => {
            let outcome = match successes {
                0 => format!("No damage to {who}"),
                n if n == of && n == 1 => format!("The impact on {who} goes through"),
                n if n == of => format!("All {n} impacts on {who} go through"),
                n => format!("{n} of {of} impacts on {who} {} through", verb(n, "goes", "go")),
            };
            format!("{outcome}, {}: {}.", needs(test), faces(dice))
        }
    }
}

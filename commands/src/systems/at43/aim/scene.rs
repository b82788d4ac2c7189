//! What is said of the table beside the range: cover, who stands between, a sniper who will move, a routine.

use gatemaster_discord::card::{Choice, Select};
use gatemaster_discord::limits::CHOICES;
use gatemaster_rules::at43::armament::Shooter;
use gatemaster_rules::at43::command::{Body, Cover, Hyper, InZone, Mark, RoutineName, Under};
use gatemaster_rules::at43::lineup::melee;
use gatemaster_rules::at43::profile::{Fire, WeaponAbility};
use gatemaster_rules::at43::state::UnitId;
use gatemaster_rules::at43::{State, label, routines};

use super::super::press::BattlePressed;
use super::super::read;
use super::AimPress;
use super::shot::{Shot, asks_cover, asks_zone};
use crate::desk::Loaded;
use crate::trouble::Trouble;

const COVER: &str = "cover";
const DISPUTED: &str = "disputed";
const TOO_CLOSE: &str = "close";
const MOVES_AFTER: &str = "moves";
const HYPER: &str = "hyper";

/// What can be ticked of this shot.
pub fn options(state: &State, shooter: &Shooter, shot: &Shot) -> Vec<Choice> {
    let Some(weapon) = shot.weapon(state) else { return Vec::new() };
    let mut options = Vec::new();
    if asks_cover(weapon, shooter, &shot.salvo) {
        for (cover, value, label, more) in [
            (
                Cover::Yes,
                COVER,
                "The target is in cover",
                "At least half of it is hidden or behind something",
            ),
            (
                Cover::TooClose,
                TOO_CLOSE,
                "In cover, but we are within 10 cm of its edge",
                "Measured from our leader: then cover does not help",
            ),
            (
                Cover::Disputed,
                DISPUTED,
                "The height of the cover is disputed",
                "Then it helps only with Take cover!",
            ),
        ] {
            options.push(Choice::new(label, value).more(more).chosen_if(shot.salvo.cover == cover));
        }
    }
    let sniper = weapon.has(WeaponAbility::Sniper) && !shooter.moved;
    if sniper && shooter.overwatch.is_none() {
        options.push(
            Choice::new("It will move afterwards", MOVES_AFTER)
                .more("Then it fires as everybody does, not as a sniper")
                .chosen_if(shot.salvo.moves_after),
        );
    }
    let able = routines::affordable(state, RoutineName::HyperNanonucleus, shooter.unit);
    if able || shot.salvo.hyper != Hyper::No {
        options.push(
            Choice::new("Keep Hyper nanonucleus in mind", HYPER)
                .more(format!(
                    "You are asked before the damage dice: failures again for {} LP",
                    routines::HYPER_NANONUCLEUS
                ))
                .chosen_if(shot.salvo.hyper != Hyper::No),
        );
    }
    options
}

/// What was ticked; of several kinds of cover the one that was not there before counts.
pub fn tick(
    state: &State,
    shooter: &Shooter,
    shot: &mut Shot,
    picked: &[String],
) -> Result<(), Trouble> {
    let known = options(state, shooter, shot);
    let offered = |text: &String| known.iter().any(|choice| choice.value == *text);
    if !picked.iter().all(offered) {
        return Err(read::not_offered());
    }
    let has = |value: &str| picked.iter().any(|text| text == value);
    let kinds = [(COVER, Cover::Yes), (DISPUTED, Cover::Disputed), (TOO_CLOSE, Cover::TooClose)];
    let named: Vec<Cover> =
        kinds.into_iter().filter(|(value, _)| has(value)).map(|(_, cover)| cover).collect();
    let before = shot.salvo.cover;
    shot.salvo.cover = match named.as_slice() {
        [] => Cover::None,
        several => *several.iter().find(|cover| **cover != before).unwrap_or(&several[0]),
    };
    shot.salvo.moves_after = has(MOVES_AFTER);
    shot.salvo.hyper = if has(HYPER) { Hyper::Ask } else { Hyper::No };
    Ok(())
}

/// Units that could stand between shooters and target.
pub fn between(state: &State, shooter: &Shooter, shot: &Shot) -> Vec<UnitId> {
    let aimed_at = match shot.salvo.at {
        Mark::Unit(unit) => melee(state, unit),
        Mark::Machine(unit, _) | Mark::Fighter(unit, _) => vec![unit],
        Mark::Terrain(_) | Mark::Wreck => Vec::new(),
    };
    let others = state.on_field().map(|(id, _)| id);
    others.filter(|id| *id != shooter.unit && !aimed_at.contains(id)).collect()
}

const WRECK: &str = "w";

/// Who stands between, or lies under a flamer's template besides its target.
pub fn others(game: &Loaded, state: &State, shooter: &Shooter, shot: &Shot) -> Option<Select> {
    let weapon = shot.weapon(state)?;
    let zone = asks_zone(weapon, shooter, &shot.salvo);
    let (placeholder, units): (&str, Vec<UnitId>) = if zone {
        ("In the zone of fire, partly or all…", between(state, shooter, shot))
    } else if weapon.fire() == Fire::Projection {
        ("Under the template besides…", state.on_field().map(|(id, _)| id).collect())
    } else {
        return None;
    };
    let named: Vec<Body> = if zone {
        shot.salvo.zone.iter().map(|entry| entry.who).collect()
    } else {
        shot.salvo.under.iter().map(|entry| entry.who).collect()
    };
    let has = |body: Body| named.contains(&body);
    let (chosen, rest): (Vec<UnitId>, Vec<UnitId>) =
        units.into_iter().partition(|id| has(Body::Unit(*id)));
    // a list has room for 25; all others can be named in the form
    let own = state.unit(shooter.unit).map(|unit| unit.side);
    let (ours, theirs): (Vec<UnitId>, Vec<UnitId>) =
        rest.into_iter().partition(|id| state.unit(*id).map(|unit| unit.side) == own);
    let mut options: Vec<Choice> = chosen
        .into_iter()
        .chain(theirs)
        .chain(ours)
        .map(|id| {
            Choice::new(state.unit_name(id), id.0)
                .more(label::unit_line(state, id))
                .chosen_if(has(Body::Unit(id)))
        })
        .collect();
    if state.wreck.is_some_and(|wreck| wreck.structure > 0) {
        options.insert(0, Choice::new("The wreck", WRECK).chosen_if(has(Body::Wreck)));
    }
    options.truncate(CHOICES.into());
    let press = BattlePressed::new(&game.id, game.at, AimPress::Others.into());
    (!options.is_empty()).then(|| Select::new(placeholder, press, options).any_number())
}

/// Units that were picked from the list: those known already stay as they were told, of a new one all may be there.
pub fn pick(
    state: &State,
    shooter: &Shooter,
    shot: &mut Shot,
    picked: &[String],
) -> Result<(), Trouble> {
    let weapon = shot.weapon(state).ok_or_else(read::not_offered)?;
    let zone = asks_zone(weapon, shooter, &shot.salvo);
    let mut bodies = Vec::new();
    for value in picked {
        bodies.push(if value == WRECK {
            Body::Wreck
        } else {
            let everybody: Vec<UnitId> = state.on_field().map(|(id, _)| id).collect();
            Body::Unit(read::picked_unit(std::slice::from_ref(value), &everybody)?)
        });
    }
    let mut new_zone: Vec<InZone> = Vec::new();
    let mut new_under: Vec<Under> = Vec::new();
    for body in &bodies {
        if zone {
            let known = shot.salvo.zone.iter().filter(|entry| entry.who == *body).copied();
            let known: Vec<InZone> = known.collect();
            new_zone.extend(if known.is_empty() { all_in_zone(state, *body) } else { known });
        } else {
            let known = shot.salvo.under.iter().filter(|entry| entry.who == *body).copied();
            let known: Vec<Under> = known.collect();
            new_under.extend(if known.is_empty() { all_under(state, *body) } else { known });
        }
    }
    if zone {
        shot.salvo.zone = new_zone;
    } else {
        shot.salvo.under = new_under;
        shot.keep_aimed(state);
    }
    Ok(())
}

fn all_in_zone(state: &State, body: Body) -> Vec<InZone> {
    let entry = |under: Under| InZone {
        who: under.who,
        role: under.role,
        fighters: under.fighters,
        cover: Cover::None,
        on: 0,
        which: None,
    };
    all_under(state, body).into_iter().map(entry).collect()
}

/// Everybody of a unit, kind by kind.
pub fn all_under(state: &State, body: Body) -> Vec<Under> {
    read::everybody(state, body)
        .into_iter()
        .map(|party| Under {
            who: party.who,
            role: party.role,
            fighters: party.fighters,
            which: party.which,
        })
        .collect()
}

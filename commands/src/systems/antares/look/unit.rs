//! `/unit`: the card of a unit as it stands in this channel's battle.

use std::borrow::Cow;
use std::fmt::Write as _;

use gatemaster_discord::card::{Card, Choice, Select};
use gatemaster_rules::antares::buildings::{PARAPET_COVER, stands_behind_parapet};
use gatemaster_rules::antares::command::Nerve;
use gatemaster_rules::antares::profile::{Gear, Stats, Troop};
use gatemaster_rules::antares::state::{
    Ammo, Condition, Gun, Model, Soma, State, Unit, UnitId, WeaponId,
};
use gatemaster_rules::antares::{Antares, label, values};
use gatemaster_rules::game::{self, View};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::system::System as _;
use gatemaster_rules::text::{count, list};

use super::arms::{self, Glossary};
use super::{LookPress, Reading, Shelf, Topic};
use crate::answer::{Answer, Reply, unknown};
use crate::desk::Loaded;
use crate::near::{NameMatch, meant};
use crate::request::Request;
use crate::systems::antares::show::order_mark;
use crate::table::sheet::{Sheet, heading};
use crate::trouble::Trouble;
use crate::words::esc;

/// `/unit`: the card of a unit, or lists to choose one from.
pub(super) fn look_up(
    request: &Request,
    game: Option<&Loaded>,
    typed: Option<&str>,
) -> Result<Reply, Trouble> {
    let game = game.ok_or_else(unknown)?;
    let Some(typed) = typed else {
        return Ok(Answer::private(lists(game, "Which unit?")?).into());
    };
    let state = battle_of(game)?;
    let place = match meant(typed, state.units.iter().map(|unit| unit.name.as_str())) {
        NameMatch::One(place) => place,
        NameMatch::OneOf(_) => {
            let sorry = format!("No unit here is called “{}”. Which one?", esc(typed.trim()));
            return Err(Trouble::refused(sorry).with_selects(selects(game, &state)));
        }
    };
    let unit = state.ids().nth(place).ok_or_else(unknown)?;
    Ok(Answer::private(reading(game, request, unit)?.own(0)).into())
}

/// The units of this channel's battle, with how they stand.
pub(super) fn offered(game: Option<&Loaded>) -> Vec<(String, String)> {
    let state = game.and_then(|game| battle_of(game).ok());
    state.iter().flat_map(|state| state.ids().map(|id| offer(state, id))).collect()
}

fn offer(state: &State, id: UnitId) -> (String, String) {
    let name = state.unit_name(id);
    let side = state.unit(id).map_or("nobody", |unit| state.side_name(unit.side));
    (format!("{name} ({side}): {}", label::unit_line(state, id)), name.to_owned())
}

fn models_left(unit: &Unit) -> String {
    let (alive, began) = (unit.alive(), unit.started_with());
    let all = count(began, "model", "models");
    if alive == began { all } else { format!("{alive} of {all}") }
}

/// The battle as it stands; before its start, as it would begin.
fn battle_of(game: &Loaded) -> Result<Cow<'_, State>, Trouble> {
    match (&game.table.game, &game.table.setup) {
        (Some(View::Antares(state)), _) => Ok(Cow::Borrowed(state)),
        (None, game::Setup::Antares(setup)) => Antares::set_up(setup).map(Cow::Owned).map_err(|_| {
            Trouble::refused(
                "The forces of this battle are not ready yet. `/profile` shows any unit of the booklet.",
            )
        }),
        _ => Err(Trouble::refused(
            "This channel has no battle, so it has no units. `/profile` shows any unit of the booklet.",
        )),
    }
}

/// What was picked from a list of units.
pub(super) fn picked(picked: &[String]) -> Result<UnitId, Trouble> {
    picked.first().and_then(|value| value.parse().ok()).map(UnitId).ok_or_else(unknown)
}

/// All units, side by side, to choose one.
pub(super) fn lists(game: &Loaded, question: &str) -> Result<Card, Trouble> {
    let state = battle_of(game)?;
    Ok(Card { selects: selects(game, &state), ..Card::line(question) })
}

fn selects(game: &Loaded, state: &State) -> Vec<Select> {
    let shelf = Shelf::of(game);
    let of_side = |seat: Seat| -> Vec<Choice> {
        let units = state.ids().zip(&state.units).filter(|(_, unit)| unit.side == seat);
        units
            .map(|(id, unit)| Choice::new(&unit.name, id.0).more(label::unit_line(state, id)))
            .collect()
    };
    let list = |seat: Seat| {
        let placeholder = format!("Look at a unit of {}…", state.side_name(seat));
        shelf.select(placeholder, LookPress::PickUnit(seat), of_side(seat))
    };
    state.seats().map(list).collect()
}

pub(super) fn reading(game: &Loaded, request: &Request, unit: UnitId) -> Result<Reading, Trouble> {
    let state = battle_of(game)?;
    Ok(Reading {
        shelf: Shelf::of(game),
        topic: Topic::Unit(unit),
        sheet: sheet(game, &state, unit).ok_or_else(unknown)?,
        selects: selects(game, &state),
        may_be_shown: game.channel == request.channel,
    })
}

fn sheet(game: &Loaded, state: &State, id: UnitId) -> Option<Sheet> {
    let unit = state.unit(id)?;
    let side = state.sides.get(unit.side.index())?;
    let player = game.table.player_at(unit.side).map(|player| format!(" ({})", esc(&player.name)));
    let mut lines = vec![format!(
        "{} **{}**{} · {} · {}",
        side.colour.mark(),
        esc(&side.name),
        player.unwrap_or_default(),
        esc(&unit.profile.name),
        unit.kind().name()
    )];
    lines.extend(standing(state, unit));
    lines.push(heading("Models"));
    lines.extend(models(unit));
    lines.push(heading("Weapons"));
    lines.extend(weapons(state, unit));
    let drones: Vec<String> =
        unit.gear.iter().map(|drone| drone_text(drone.kind, drone.lost)).collect();
    if !drones.is_empty() {
        lines.push(heading("Drones"));
        lines.push(drones.join(" · "));
    }
    let meanings = glossary(state, unit).lines();
    if !meanings.is_empty() {
        lines.push(heading("What it means"));
        lines.extend(meanings);
    }
    let page = unit.profile.page.map(|page| format!("Page {page} of the booklet"));
    let footer = page.unwrap_or_default();
    Some(Sheet::new(&esc(&unit.name), &lines, footer, side.colour.rgb()))
}

fn drone_text(kind: Gear, lost: bool) -> String {
    let name = arms::capital(kind.name());
    if lost { format!("~~{name}~~ lost") } else { name }
}

/// Everything that the battle has done to it so far.
fn standing(state: &State, unit: &Unit) -> Vec<String> {
    if unit.destroyed {
        return vec!["✖️ **Destroyed.** What it was:".to_owned()];
    }
    let mut now = vec![models_left(unit)];
    if !unit.deployed {
        now.push("not on the table yet".to_owned());
    }
    now.push(match unit.pins {
        0 => "no pins".to_owned(),
        pins => format!("📌 {}", count(pins, "pin", "pins")),
    });
    let mut lines = vec![now.join(" · "), dice(unit)];
    let test = |rally| values::command(state, unit, Nerve::default(), rally);
    if unit.pins > 0 && unit.soma != Soma::Wild {
        // A-ORD-3, A-ORD-8: only a pinned unit tests, and Rally disregards the pins
        lines.push(format!("An order {}; Rally {}.", test(false), test(true)));
    }
    lines.extend(place(state, unit));
    lines.push(arms::moves(unit.kind(), &troops(unit)));
    lines.extend(conditions(state, unit));
    lines
}

/// "🏢 In Tower, high ground: shots at it are at −1 Acc, and the walls add 2 to its Res (B-SHT-4)."
fn place(state: &State, unit: &Unit) -> Option<String> {
    let spot = unit.spot?;
    let place = esc(&arms::capital(&label::whereabouts(state, unit)?));
    let high = if state.is_high_ground(spot) { ", high ground" } else { "" };
    let walls = state.closed_in(unit).map(|(_, building)| building.plan.cover);
    let protected = match walls {
        Some(0) => format!("shots at it are at −1 Acc {}", arms::cited("B-SHT-4")),
        Some(cover) => format!(
            "shots at it are at −1 Acc, and the walls add {cover} to its Res {}",
            arms::cited("B-SHT-4")
        ),
        None if stands_behind_parapet(state, unit) => {
            format!("the parapet adds {PARAPET_COVER} to its Res {}", arms::cited("B-ROF-1"))
        }
        None if spot.is_roof() => format!("no walls around it {}", arms::cited("B-ROF-1")),
        None => "the usual rules of cover".to_owned(),
    };
    let still = match unit.emplaced {
        Some(side) => {
            let cited = arms::cited("B-DEP-1");
            format!(" It shoots from the {} alone and never moves {cited}.", side.name())
        }
        None => String::new(),
    };
    Some(format!("🏢 {place}{high}: {protected}.{still}"))
}

/// "Order dice: 🎯 Fire, 1 of 2 in the bag"
fn dice(unit: &Unit) -> String {
    let placed: Vec<String> = unit
        .dice
        .placed
        .iter()
        .map(|order| format!("{} {}", order_mark(*order), order.name()))
        .collect();
    let mut parts = placed;
    let total = u32::from(unit.dice.total);
    parts.push(match (unit.dice.in_bag(), total) {
        (0, _) => "none in the bag".to_owned(),
        (bag, total) if total > 1 => format!("{bag} of {total} in the bag"),
        (_, _) => "in the bag".to_owned(),
    });
    if unit.dice.lost > 0 {
        parts.push(format!("{} lost", unit.dice.lost));
    }
    format!("{}: {}", if total == 1 { "Order die" } else { "Order dice" }, parts.join(", "))
}

fn conditions(state: &State, unit: &Unit) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(lock) = unit.lock {
        lines.push(format!(
            "🔒 Locked on {}: its next shots there hit without a roll, at +{} SV.",
            esc(state.unit_name(lock.on)),
            lock.bonus
        ));
    }
    match unit.ammo {
        Ammo::Plenty => {}
        Ammo::Low => lines.push("Low on ammunition: no more rapid fire.".to_owned()),
        Ammo::Out => lines.push("Out of ammunition.".to_owned()),
    }
    match unit.soma {
        Soma::None => {}
        Soma::Dormant => lines.push("Its soma grafts sleep.".to_owned()),
        Soma::Active => lines.push("Its soma grafts are awake.".to_owned()),
        Soma::Wild => lines.push("Its soma grafts run wild: a die chooses its orders.".to_owned()),
    }
    if unit.sprinting {
        lines.push("In the middle of a sprint: hits on it are rolled again.".to_owned());
    }
    if !unit.paths.is_empty() {
        let paths: Vec<String> = unit.paths.iter().map(|path| esc(path)).collect();
        lines.push(format!("Has found a path through {}.", list(&paths)));
    }
    lines
}

/// Those who are left; of a destroyed unit all, as it was.
fn counted(unit: &Unit) -> impl Iterator<Item = &Model> {
    unit.models.iter().filter(|model| unit.destroyed || !model.lost)
}

/// The troops that still have somebody.
fn troops(unit: &Unit) -> Vec<&Troop> {
    let has = |place: usize| counted(unit).any(|model| usize::from(model.troop) == place);
    let troops = unit.profile.troops.iter().enumerate();
    troops.filter(|(place, _)| has(*place)).map(|(_, troop)| troop).collect()
}

fn models(unit: &Unit) -> Vec<String> {
    let troops = unit.profile.troops.iter().enumerate();
    troops.flat_map(|(place, troop)| troop_lines(unit, place, troop)).collect()
}

fn troop_lines(unit: &Unit, place: usize, troop: &Troop) -> Vec<String> {
    let of: Vec<&Model> =
        unit.models.iter().filter(|model| usize::from(model.troop) == place).collect();
    let left: Vec<&Model> = of.iter().copied().filter(|model| !model.lost).collect();
    let mut head = format!("**{}** {} of {}", esc(&troop.name), left.len(), of.len());
    let still = left.iter().filter(|model| model.immobilised).count();
    if still > 0 {
        let _ = write!(head, " · {still} immobilised");
    }
    let mut lines = vec![head];
    let told = if left.is_empty() { of } else { left };
    // a correction can make one of them better or worse than the rest
    let mut kinds: Vec<(Stats, usize)> = Vec::new();
    for model in told {
        match kinds.iter_mut().find(|(stats, _)| *stats == model.stats) {
            Some((_, number)) => *number += 1,
            None => kinds.push((model.stats, 1)),
        }
    }
    let alike = kinds.len() == 1;
    for (stats, number) in kinds {
        let of_them = if alike { String::new() } else { format!("{number} × ") };
        lines.push(format!("{of_them}`{}`", arms::stats(stats, troop)));
    }
    lines.extend(worn(troop));
    lines
}

/// Armour and special rules of a troop, by name.
pub(super) fn worn(troop: &Troop) -> Option<String> {
    let armour = troop.armour.iter().map(|piece| esc(&piece.name));
    let words: Vec<String> = armour.chain(troop.rules.iter().map(ToString::to_string)).collect();
    (!words.is_empty()).then(|| words.join(", "))
}

fn weapons(state: &State, unit: &Unit) -> Vec<String> {
    let gun = unit.gun.and_then(|gun| Some((gun, state.weapon(gun.weapon)?)));
    let team = gun.map(|(gun, weapon)| arms::weapon(weapon, gun_text(gun)));
    let carried = carried(unit).into_iter().filter_map(|(id, number, broken)| {
        let weapon = state.weapon(id)?;
        let broken = if broken > 0 { format!(", {broken} broken") } else { String::new() };
        Some(arms::weapon(weapon, &format!(" · {number} ×{broken}")))
    });
    let lines: Vec<String> = team.into_iter().chain(carried).flatten().collect();
    if lines.is_empty() { vec!["none".to_owned()] } else { lines }
}

fn gun_text(gun: Gun) -> &'static str {
    match gun.condition {
        Condition::Working => " of the team",
        Condition::Malfunction => " of the team · **broken**",
        Condition::Destroyed => " of the team · **lost**",
    }
}

/// Each weapon of its models once: how many they have, and how many of those do not work.
fn carried(unit: &Unit) -> Vec<(WeaponId, usize, usize)> {
    let mut found: Vec<(WeaponId, usize, usize)> = Vec::new();
    for model in counted(unit) {
        for id in &model.weapons {
            match found.iter_mut().find(|(known, ..)| known == id) {
                Some((_, number, _)) => *number += 1,
                None => found.push((*id, 1, 0)),
            }
        }
        for id in &model.broken {
            if let Some((.., broken)) = found.iter_mut().find(|(known, ..)| known == id) {
                *broken += 1;
            }
        }
    }
    found
}

fn glossary(state: &State, unit: &Unit) -> Glossary {
    let mut glossary = Glossary::default();
    for troop in troops(unit) {
        glossary.troop(troop);
    }
    let gun = unit.gun.map(|gun| gun.weapon);
    let carried = carried(unit).into_iter().map(|(id, ..)| id);
    for weapon in gun.into_iter().chain(carried).filter_map(|id| state.weapon(id)) {
        glossary.weapon(weapon);
    }
    for drone in &unit.gear {
        glossary.gear(drone.kind);
    }
    glossary
}

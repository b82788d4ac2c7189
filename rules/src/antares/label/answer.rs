//! The answers to what a battle waits for.

use super::super::arms::{mode_of, targets};
use super::super::assault::{hand_weapons, must_leave};
use super::super::command::{Answer, Consolidation, Nerve, Spinner, Struck};
use super::super::event::{Forced, Pace};
use super::super::flow::{StrikeId, Task, Volley, VolleyId};
use super::super::moves::{EXHAUSTED, distance};
use super::super::order::Order;
use super::super::profile::{Gear, Mode, WeaponRule};
use super::super::report::words::{
    Who, capital, number, number_needed, pins, weapon, weapon_in_mode,
};
use super::super::shoot::{CAMO_HIDES_BEYOND, forced};
use super::super::state::{ModelId, State, Unit, UnitId, WeaponId};
use super::super::strike::{Damage, DamagePins, chart_choices, chart_of, damage};
use super::action::{by_way_of, left_behind, onto};
use super::order::{help, needed};
use super::shooting::Aim;
use super::{Label, MAX_MORE, MAX_TEXT, facts, fit, placing, shooting};
use crate::text::{count, list};

pub(super) fn answer(state: &State, answer: &Answer) -> Label {
    let task = state.flow.tasks.last();
    match answer {
        Answer::GoDown(down) => go_down(state, *down),
        Answer::Spring(Some(spring)) => shooting::spring(state, spring),
        Answer::Spring(None) => let_pass(state),
        Answer::Place(marks) => placing::place(state, marks),
        Answer::Spot(choice) => spot(state, *choice),
        Answer::ChartAgain(choice) => chart_again(state, *choice),
        Answer::Template(struck) => template(state, struck),
        Answer::LandsOn(part) => Label::new(
            format!("On {}", state.part_name(*part)),
            "The middle of the template lies on the building",
        ),
        Answer::OddHits(first) => odd_hits(state, first),
        Answer::Inside(inside) => {
            let to = match task {
                Some(Task::Entrance { to, .. }) => Some(*to),
                _ => None,
            };
            let place = to.map_or_else(|| "the building".into(), |to| state.spot_name(to));
            if *inside {
                Label::new(format!("It still gets to {place}"), "")
            } else {
                Label::new(format!("It falls short of {place}"), "It ends in the open")
            }
        }
        Answer::Brace(nerve) => brace(state, *nerve),
        Answer::BonusMove { take, features, contact } => {
            let mut label = bonus_move(state, *take, *contact);
            label.more = facts(&[label.more, by_way_of(features)], MAX_MORE);
            label
        }
        Answer::Contact(reached) => {
            let assault = state.flow.assault.as_ref();
            let enemy = assault.map_or("the enemy", |assault| state.unit_name(assault.defender));
            if *reached {
                Label::new(format!("It still reaches {enemy}"), "The assault goes on")
            } else {
                Label::new(format!("It falls short of {enemy}"), "The charge ends there")
            }
        }
        Answer::PointBlank(uses) => {
            let from = match task {
                Some(Task::PointBlank { unit }) => Some(*unit),
                _ => None,
            };
            shooting::point_blank(state, from, uses)
        }
        Answer::BreakOff(true) => Label::new("Break off", "It does not come to blows"),
        Answer::BreakOff(false) => Label::new("Stay and fight", "It comes to blows"),
        Answer::Spinner(spinner) => spinners(state, *spinner),
        Answer::HandWeapons(chosen) => fight_with(state, chosen),
        Answer::Consolidate(chosen) => consolidate(state, chosen),
    }
}

/// The volley whose target may go down.
fn aimed(state: &State) -> Option<(&Volley, &Unit)> {
    let Some(Task::GoDown { volley }) = state.flow.tasks.last() else { return None };
    let volley = state.flow.volleys.get(*volley)?;
    Some((volley, state.unit(volley.at?)?))
}

fn go_down(state: &State, down: bool) -> Label {
    let Some((volley, unit)) = aimed(state) else {
        return Label::new(if down { "Go down" } else { "Stay up" }, "");
    };
    if down {
        let price = volley.at.map(|at| price(state, at, unit)).unwrap_or_default();
        let more = match gain_of_going_down(state, volley, unit) {
            Some(gain) => format!("{gain}, but {price}"),
            None => {
                format!("Saves no hit; a pin may come off at the turn's end, but {price}")
            }
        };
        return Label::new("Go down", capital(&more));
    }
    let who = Who::new(&unit.name);
    let hits = match forced(unit) {
        None => "Hits stand",
        Some(Forced::Sprinting) => "Sprinting, hits are rolled again anyway",
        Some(Forced::Down | Forced::FastAndRunning) => "Fast, hits are rolled again anyway",
    };
    let keeps = match unit.order() {
        None => format!("{} {} {} order die", who.it(), who.does("keeps", "keep"), who.its()),
        Some(Order::Ambush) => format!("{} {} in ambush", who.it(), who.does("stays", "stay")),
        Some(order) => format!("{} {order} order stands", who.its()),
    };
    Label::new("Stay up", format!("{hits}; {keeps}"))
}

/// What going down changes about these shots (A-SHT-9, A-OVH-2, A-SPC-6), if anything: vehicles and the like are as easy to
/// hit as before, and what hits without a roll does so again.
pub(super) fn gain_of_going_down(state: &State, volley: &Volley, unit: &Unit) -> Option<String> {
    if unit.has_gear(Gear::Camo) && volley.range > CAMO_HIDES_BEYOND {
        return Some("the camo drone hides the whole unit and nothing hits".into());
    }
    let gain = Aim::of(volley).if_forced(state)?;
    match (forced(unit), unit.kind().hides_when_down()) {
        (None, true) => Some(gain.into()),
        (Some(_), true) | (Some(Forced::Sprinting), false) => {
            Some(format!("{gain} as they are anyway"))
        }
        (Some(Forced::Down | Forced::FastAndRunning), false) => {
            Some("hits stand that would be rolled again or halved".into())
        }
        (None, false) => None,
    }
}

/// What going down costs (A-REA-1, A-REA-2, A-REA-4).
pub(super) fn price(state: &State, id: UnitId, unit: &Unit) -> String {
    let its = Who::new(&unit.name).its();
    let acts = state.flow.acting.is_some_and(|acting| acting.unit == id);
    match (unit.order(), unit.dice.in_bag()) {
        (None, 0 | 1) => format!("{its} order die for this turn is spent"),
        (None, dice) => format!("one of {its} {dice} order dice is spent"),
        (Some(Order::Ambush), _) => format!("{its} ambush is over"),
        // shot at on the way, its move ends where it was halted (A-REA-3)
        (Some(order), _) if acts => format!("{its} {order} ends there and turns to Down"),
        (Some(order), _) => format!("{its} {order} die turns to Down"),
    }
}

fn let_pass(state: &State) -> Label {
    let mover = match state.flow.tasks.last() {
        Some(Task::Ambushes { mover, .. }) => state.unit_name(*mover),
        _ => "it",
    };
    Label::new(format!("Let {mover} pass"), "Nobody shoots, and the ambush stays set")
}

fn spot(state: &State, choice: Option<usize>) -> Label {
    let Some(Task::Spot { volley }) = state.flow.tasks.last() else {
        return Label::new("Roll a miss again", "");
    };
    let Some(shooting) = state.flow.volleys.get(*volley) else {
        return Label::new("Roll a miss again", "");
    };
    let Some(place) = choice else {
        let later = is_shot_again(state, *volley, shooting);
        let more =
            if later { "The spotter drone saves it for the next target" } else { "Misses stand" };
        return Label::new("Roll nothing again", more);
    };
    let Some(batch) = shooting.batches.get(place) else {
        return Label::new("Roll a miss again", "");
    };
    let needs = number_needed(batch.check.target());
    let name =
        batch.weapon.map_or_else(|| "shot".into(), |id| weapon_in_mode(state, id, batch.mode));
    let missed: Vec<String> = batch
        .dice
        .iter()
        .filter(|die| !die.hit && !die.dud)
        .filter_map(|die| die.face.map(|face| face.to_string()))
        .collect();
    let mode = batch.weapon.and_then(|weapon| mode_of(state, weapon, batch.mode));
    let has = |rule| mode.is_some_and(|(_, mode)| mode.has(rule));
    let mut parts = vec![format!("Missed with {}", list(&missed)), format!("SV {}", batch.sv)];
    if has(WeaponRule::PlasmaFade) && !batch.ten {
        parts.push("on a 10 the plasma fades".into());
    }
    if mode.is_some_and(|(_, mode)| mode.is_overhead()) {
        parts.push("on a 10 nothing lands at all".into());
    }
    Label::new(format!("Again: {name}, needs {needs}"), facts(&parts, MAX_MORE))
}

/// Whether the same unit has shots at another target still to come.
pub(super) fn is_shot_again(state: &State, volley: VolleyId, shooting: &Volley) -> bool {
    state.flow.volleys.iter().enumerate().any(|(other, later)| {
        other > volley && later.from == shooting.from && later.batches.is_empty()
    })
}

fn chart_again(state: &State, choice: Option<usize>) -> Label {
    let Some(Task::ChartAgain { strike }) = state.flow.tasks.last() else {
        return Label::new("Let it stand", "");
    };
    let choices = chart_choices(state, *strike);
    let Some(place) = choice else {
        let stands: Vec<String> = choices
            .iter()
            .filter_map(|wound| chart_result(state, *strike, *wound).map(|(_, words)| words))
            .collect();
        return Label::new("Let it stand", capital(&stands.join("; ")));
    };
    let Some((row, words)) = chart_result(state, *strike, place) else {
        return Label::new("Roll the damage again", "");
    };
    let same: Vec<usize> = choices
        .into_iter()
        .filter(|wound| chart_result(state, *strike, *wound).is_some_and(|(r, _)| r == row))
        .collect();
    let which = same.iter().position(|wound| *wound == place).unwrap_or(0) + 1;
    let text = match same.len() {
        0 | 1 => format!("Roll the {row} again"),
        all => format!("Roll the {row} again ({which} of {all})"),
    };
    Label::new(text, format!("It was: {words}. The second result counts"))
}

/// The row that a wound's dice gave, and what it does.
pub(super) fn chart_result(state: &State, strike: StrikeId, wound: usize) -> Option<(u8, String)> {
    let strike = state.flow.strikes.get(strike)?;
    let unit = state.unit(strike.on)?;
    let wound = strike.wounds.get(wound)?;
    let row = wound.row?;
    let chart = chart_of(state, unit, wound.mark)?;
    Some((row, harm(unit, damage(chart, row))))
}

/// "D3 pins, Down and cannot move"
fn harm(unit: &Unit, damage: Damage) -> String {
    if damage.destroyed {
        return "destroyed".into();
    }
    let mut words = Vec::new();
    match damage.pins {
        DamagePins::None => {}
        DamagePins::One => words.push("1 pin".to_owned()),
        DamagePins::Die(sides) => words.push(format!("D{sides} pins")),
    }
    if damage.down {
        words.push("Down".into());
    }
    if damage.immobilised {
        words.push("immobilised".into());
    }
    if damage.malfunction {
        words.push("a weapon jams".into());
    }
    // the last die stays (A-DMG-6)
    if damage.loses_die && unit.dice.total > unit.dice.lost.saturating_add(1) {
        words.push("an order die lost".into());
    }
    if damage.break_test {
        words.push("a break test".into());
    }
    if words.is_empty() { "no harm".into() } else { list(&words) }
}

fn template(state: &State, struck: &[Struck]) -> Label {
    let name = |one: &Struck| {
        let all = state.unit(one.unit).map_or(0, |unit| targets(unit).len());
        let name = state.unit_name(one.unit);
        if one.under.len() == all {
            name.to_owned()
        } else {
            format!("{name} ({} of {all})", one.under.len())
        }
    };
    let names: Vec<String> = struck.iter().map(name).collect();
    match names.as_slice() {
        [] => Label::new("Nobody is under it", "The shot hits nothing"),
        [one] => Label::new(one, "All hits of this shot"),
        [first, ..] => {
            let shared = format!("Hits are shared; the odd ones go to {first}");
            Label::new(fit([list(&names)], MAX_TEXT), shared)
        }
    }
}

fn brace(state: &State, nerve: Nerve) -> Label {
    let text = match (nerve.soma, help(state, nerve)) {
        (true, _) => "Wake the soma grafts".into(),
        (false, Some(help)) => capital(&help),
        (false, None) => "Test alone".into(),
    };
    let Some(Task::BreakTest { unit, .. }) = state.flow.tasks.last() else {
        return Label::new(text, "");
    };
    let Some(unit) = state.unit(*unit) else { return Label::new(text, "") };
    let needs = or_less(needed(state, unit, nerve, false));
    let lasting = if nerve.soma { ", and so does every command test from now on" } else { "" };
    Label::new(text, format!("Needs {needs}{lasting}"))
}

/// "6 or less", "a 1", "anything but a 10" (A-TST-2)
pub(super) fn or_less(needs: i32) -> String {
    match needs {
        ..=1 => "a 1".into(),
        2..=8 => format!("{needs} or less"),
        9.. => "anything but a 10".into(),
    }
}

fn bonus_move(state: &State, take: bool, contact: bool) -> Label {
    let unit = match state.flow.tasks.last() {
        Some(Task::BonusMove { unit }) => state.unit(*unit),
        _ => None,
    };
    if !take {
        return Label::new("Stop here", "No pin");
    }
    let far =
        unit.map_or_else(String::new, |unit| format!(", up to {}", distance(unit, Pace::Bonus)));
    let enemy = state.flow.assault.as_ref().map(|assault| state.unit_name(assault.defender));
    let text = match (contact, enemy) {
        (true, Some(enemy)) => format!("Go on into {enemy}"),
        (true, None) => "Go on into contact".into(),
        (false, Some(enemy)) => format!("Go on{far}, short of {enemy}"),
        (false, None) => format!("Go on{far}"),
    };
    Label::new(text, format!("It costs {}", pins(EXHAUSTED)))
}

/// The strongest spinner of a unit's hand weapons (A-ASL-14).
pub(super) fn spinner(state: &State, id: UnitId) -> u8 {
    let Some(unit) = state.unit(id) else { return 0 };
    unit.living()
        .flat_map(|model| hand_weapons(state, unit, model))
        .filter_map(|weapon| mode_of(state, weapon, 0)?.1.variable())
        .max()
        .unwrap_or(0)
}

fn spinners(state: &State, chosen: Spinner) -> Label {
    let value = match state.flow.tasks.last() {
        Some(Task::Spinner { unit }) => spinner(state, *unit),
        _ => 0,
    };
    match chosen {
        Spinner::Strike => Label::new("Strike with the spinners", format!("Blows at SV {value}")),
        Spinner::Guard => {
            Label::new("Guard with the spinners", format!("Res +{value} against blows"))
        }
    }
}

fn fight_with(state: &State, chosen: &[(ModelId, WeaponId)]) -> Label {
    let unit = match state.flow.tasks.last() {
        Some(Task::HandWeapons { unit }) => state.unit(*unit),
        _ => None,
    };
    let has_choice =
        |model: ModelId| unit.is_none_or(|unit| hand_weapons(state, unit, model).len() > 1);
    let mut weapons: Vec<(WeaponId, u32)> = Vec::new();
    for (_, weapon) in chosen.iter().filter(|(model, _)| has_choice(*model)) {
        match weapons.iter_mut().find(|(other, _)| other == weapon) {
            Some((_, models)) => *models += 1,
            None => weapons.push((*weapon, 1)),
        }
    }
    let names: Vec<String> = weapons
        .iter()
        .map(|(id, models)| match models {
            1 => weapon(state, *id),
            n => format!("{n} × {}", weapon(state, *id)),
        })
        .collect();
    if names.is_empty() {
        return Label::new("With what they have", "");
    }
    let several = weapons.len() > 1;
    let parts: Vec<String> = weapons
        .iter()
        .filter_map(|(id, _)| {
            let blows = mode_of(state, *id, 0).map(|(_, mode)| blows(mode))?;
            Some(if several { format!("{}: {blows}", weapon(state, *id)) } else { blows })
        })
        .collect();
    let more = capital(&facts(&parts, MAX_MORE));
    Label::new(format!("Fight with {}", list(&names)), more)
}

/// "2 attacks at SV 1"
fn blows(mode: &Mode) -> String {
    let attacks = count(u32::from(mode.attacks().unwrap_or(1)), "attack", "attacks");
    let blast = mode.blast().map_or_else(String::new, |sides| format!(", D{sides} hits each"));
    format!("{attacks} at SV {}{blast}", mode.sv)
}

fn consolidate(state: &State, chosen: &Consolidation) -> Label {
    let id = match state.flow.tasks.last() {
        Some(Task::Consolidate { unit }) => Some(*unit),
        _ => None,
    };
    let unit = id.and_then(|id| state.unit(id));
    let Some(features) = &chosen.moved else {
        return Label::new("Stay in place", "");
    };
    let far = unit
        .map_or_else(String::new, |unit| format!(", up to {}", distance(unit, Pace::Consolidate)));
    let more = facts(&[by_way_of(features), left_behind(&chosen.left_behind)], MAX_MORE);
    let from = unit.and_then(|unit| unit.spot);
    let text = match (from, chosen.to) {
        (_, Some(to)) if from != Some(to) => {
            let beaten = id.is_some_and(|id| must_leave(state, id));
            let verb = if beaten { "Fall back" } else { "Consolidate" };
            format!("{verb} {}", onto(state, to))
        }
        (Some(from), None) => format!("Out of {}{far}", state.part_name(from.part())),
        (None, None) | (_, Some(_)) => format!("Consolidate{far}"),
    };
    Label::new(text, capital(&more))
}

fn odd_hits(state: &State, first: &[UnitId]) -> Label {
    let name = first.first().map_or("nobody", |id| state.unit_name(*id));
    Label::new(
        format!("{name} first"),
        "The hits are shared evenly; what is left over begins there",
    )
}

/// How many hits, with the lucky ones: "3 hits, 1 of them lucky".
pub(super) fn hits(all: usize, lucky: usize) -> String {
    let hits = count(number(all), "hit", "hits");
    match (all, lucky) {
        (_, 0) => hits,
        (1, _) => "1 lucky hit".into(),
        (all, lucky) if all == lucky => format!("{all} lucky hits"),
        (_, lucky) => format!("{hits}, {lucky} of them lucky"),
    }
}

//! Answers to questions, in the words of a button.

use super::super::command::{Answer, Body, Entry, MachinePart, Under, Victim};
use super::super::flow::{Attack, Struckee, Task, Volley, VolleyId};
use super::super::mission::PlaceKind;
use super::super::report::measuring::measured_in_words;
use super::super::report::words::{capital, part, place, role};
use super::super::routines::HYPER_NANONUCLEUS;
use super::super::specials::points;
use super::super::state::{MemberId, PlaceId, Role, State, Unit, UnitId};
use super::super::turn::{ACTIVATION, RALLY};
use super::lines::unit_line;
use crate::text::list;
use crate::wording::Label;

/// What an answer to the question on top of the stack does.
pub(super) fn answer(state: &State, answer: &Answer) -> Label {
    let name = |id: UnitId| state.unit_name(id);
    let plain = |text: &str| Label::new(text, "");
    match answer {
        Answer::First(seat) => Label::new(format!("{} begins", state.side_name(*seat)), ""),
        Answer::FirstOfTwo(unit) | Answer::Watch(Some(unit)) => {
            Label::new(name(*unit), unit_line(state, *unit))
        }
        Answer::Rally(true) => {
            Label::new(format!("Rally ({RALLY} LP)"), "It is valiant again and is activated")
        }
        Answer::Rally(false) => Label::new("Leave it disorganized", "It does nothing this time"),
        Answer::Pay(true) => Label::new(format!("Pay {ACTIVATION} LP"), ""),
        Answer::Pay(false) => Label::new("Leave it idle", "It does nothing, and nothing is spent"),
        Answer::Enter(Entry::Through(place)) => way_in(state, *place),
        Answer::Enter(Entry::Wait) => Label::new("Wait in reserve", "Free of charge"),
        Answer::Abandon(machines) => abandon(state, machines),
        Answer::Watch(None) => Label::new("Hold fire", "Overwatch! stays for later"),
        Answer::Weapon(weapon) => weapon_hit(state, *weapon),
        Answer::Under(under) => Label::new(under_in_words(state, under), ""),
        Answer::Victims(victims) => Label::new(victims_in_words(state, victims), ""),
        Answer::Fall(members) => {
            let unit = struck(state).and_then(|unit| state.unit(unit));
            let who = unit.map(|unit| members_in_words(unit, members));
            Label::new(capital(&who.unwrap_or_default()), "")
        }
        Answer::Share(shares) => share(shares),
        Answer::Medic(None) => plain("Save nobody"),
        Answer::Medic(Some(saved)) => medic(state, *saved),
        Answer::Hyper(true) => {
            Label::new(format!("Use it ({HYPER_NANONUCLEUS} LP)"), "Failed damage dice roll again")
        }
        Answer::Hyper(false) => plain("Go without"),
        Answer::StillInContact(true) => plain("Still in contact"),
        Answer::StillInContact(false) => plain("No longer in contact"),
        Answer::Measured(told) if told.is_empty() => {
            Label::new("All out of sight", "Nobody of them can be shot at")
        }
        Answer::Measured(told) => {
            let told: Vec<String> = told.iter().map(|one| measured_in_words(state, one)).collect();
            Label::new(list(&told), "")
        }
        Answer::Pass => Label::new("I cannot tell", "Somebody else is asked"),
        Answer::Join(None) => plain("Stay alone"),
        Answer::Join(Some(unit)) => {
            Label::new(format!("Lead {}", name(*unit)), unit_line(state, *unit))
        }
    }
}

fn way_in(state: &State, id: PlaceId) -> Label {
    let text = format!("Enter by {}", place(state, id));
    let kind = state.place(id).map(|place| place.kind);
    let more = match kind {
        Some(PlaceKind::DropPoint) => "Within 10 cm of it; nothing else this time",
        Some(PlaceKind::DeploymentZone) => "Placed wholly inside, then acts as usual",
        Some(
            PlaceKind::AccessZone
            | PlaceKind::Point
            | PlaceKind::Container
            | PlaceKind::Nanogenerator
            | PlaceKind::Wreck,
        )
        | None => "Moves in from the edge first, then acts as usual",
    };
    Label::new(text, more)
}

fn abandon(state: &State, machines: &[MemberId]) -> Label {
    let unit = state.flow.acting.as_ref().and_then(|acting| state.unit(acting.unit));
    match machines {
        [] => Label::new("Stay with it", "The others keep within 2.5 cm of it"),
        [one] => Label::new(
            format!("Abandon machine {}", u32::from(one.0) + 1),
            "It counts as destroyed; the others go on",
        ),
        several => {
            let all = unit.map_or(several.len(), Unit::strength);
            let which = if several.len() == all { "all" } else { "all immobilised" };
            Label::new(format!("Abandon {which}"), "They count as destroyed")
        }
    }
}

/// The machine whose location is asked about.
fn hit_machine(state: &State) -> Option<(UnitId, MemberId)> {
    let Some(Task::HitWeapon { volley, group, machine }) = state.flow.tasks.last() else {
        return None;
    };
    let groups = &state.flow.volleys.get(*volley)?.groups;
    match groups.get(*group)?.on {
        Struckee::Unit(unit) => Some((unit, *machine)),
        Struckee::Wreck | Struckee::Terrain(_) => None,
    }
}

fn weapon_hit(state: &State, weapon: u8) -> Label {
    let which = MachinePart::Weapon(weapon);
    let Some((unit, machine)) = hit_machine(state) else { return Label::new("This weapon", "") };
    let points = state
        .unit(unit)
        .and_then(|unit| unit.member(machine))
        .and_then(|member| member.machine.as_ref())
        .and_then(|machine| points(machine, which));
    let left = points.map(|points| format!("{points} SP left")).unwrap_or_default();
    Label::new(capital(&part(state, unit, which)), left)
}

/// The unit that the combat in question is fought against.
fn struck(state: &State) -> Option<UnitId> {
    let volley: VolleyId = match state.flow.tasks.last()? {
        Task::Fall { volley, .. } | Task::Share { volley } => *volley,
        _ => return None,
    };
    match &state.flow.volleys.get(volley)?.attack {
        Attack::Combat(combat) => Some(combat.on),
        Attack::Salvo(_) | Attack::Strike(_) => None,
    }
}

/// "the officer and 2 bearers"
pub fn members_in_words(unit: &Unit, members: &[MemberId]) -> String {
    let mut kinds: Vec<(Role, u32)> = Vec::new();
    for member in members.iter().filter_map(|id| unit.member(*id)) {
        match kinds.iter_mut().find(|(known, _)| *known == member.role) {
            Some((_, number)) => *number += 1,
            None => kinds.push((member.role, 1)),
        }
    }
    let told: Vec<String> = kinds.iter().map(|(kind, number)| roles(*kind, *number)).collect();
    list(&told)
}

/// "a bearer", "3 bearers"
pub fn roles(kind: Role, number: u32) -> String {
    let one = role(kind);
    match one.strip_prefix("a ") {
        Some(bare) if number != 1 => format!("{number} {bare}s"),
        Some(_) | None => one.to_owned(),
    }
}

/// "Nobody", "3 fighters of Steel troopers 1, the wreck"
pub fn under_in_words(state: &State, under: &[Under]) -> String {
    capital(&bodies_in_words(state, under))
}

/// The same in the middle of a sentence, a unit at a time: "5 fighters and a bearer of Storm golems 2".
pub fn bodies_in_words(state: &State, under: &[Under]) -> String {
    if under.is_empty() {
        return "nobody".to_owned();
    }
    let mut told: Vec<(Body, Vec<String>)> = Vec::new();
    for one in under {
        let machines = match one.who {
            Body::Unit(id) => state.unit(id).is_some_and(|unit| !state.is_infantry(unit)),
            Body::Wreck => false,
        };
        let who = match one.fighters {
            1 if machines => "a machine".to_owned(),
            number if machines => format!("{number} machines"),
            number => roles(one.role, number),
        };
        match told.iter_mut().find(|(body, _)| *body == one.who) {
            Some((_, kinds)) => kinds.push(who),
            None => told.push((one.who, vec![who])),
        }
    }
    let told = told.into_iter().map(|(body, kinds)| match body {
        Body::Wreck => "the wreck".to_owned(),
        Body::Unit(id) if state.unit(id).is_some_and(|unit| unit.members.len() == 1) => {
            state.unit_name(id).to_owned()
        }
        Body::Unit(id) => format!("{} of {}", list(&kinds), state.unit_name(id)),
    });
    list(&told.collect::<Vec<_>>())
}

/// The unit that a sniper's impacts are assigned in.
fn sniped(state: &State) -> Option<UnitId> {
    let Some(Task::Assign { volley }) = state.flow.tasks.last() else { return None };
    let volley: &Volley = state.flow.volleys.get(*volley)?;
    match volley.groups.last()?.on {
        Struckee::Unit(unit) => Some(unit),
        Struckee::Wreck | Struckee::Terrain(_) => None,
    }
}

fn victims_in_words(state: &State, victims: &[Victim]) -> String {
    let Some((id, unit)) = sniped(state).and_then(|id| Some((id, state.unit(id)?))) else {
        return "These".to_owned();
    };
    if let [first, ..] = victims
        && let Some(hit) = first.part
        && victims.iter().all(|victim| victim == first)
    {
        let what = part(state, id, hit);
        let which = if unit.strength() > 1 {
            format!(" of machine {}", u32::from(first.member.0) + 1)
        } else {
            String::new()
        };
        return format!("All on the {what}{which}");
    }
    let members: Vec<MemberId> = victims.iter().map(|victim| victim.member).collect();
    let mut distinct = members.clone();
    distinct.dedup();
    if distinct.len() == 1 && members.len() > 1 {
        return format!("All on {}", members_in_words(unit, &distinct));
    }
    capital(&members_in_words(unit, &members))
}

fn share(shares: &[(MemberId, u32)]) -> Label {
    let number = |id: &MemberId| u32::from(id.0) + 1;
    let struck: Vec<&(MemberId, u32)> = shares.iter().filter(|(_, many)| *many > 0).collect();
    if let [(only, _)] = struck.as_slice() {
        return Label::new(format!("All on machine {}", number(only)), "");
    }
    let told: Vec<String> =
        struck.iter().map(|(id, many)| format!("{many} on machine {}", number(id))).collect();
    Label::new(capital(&list(&told)), "")
}

fn medic(state: &State, saved: MemberId) -> Label {
    let Some(Task::Medic { unit, .. }) = state.flow.tasks.last() else {
        return Label::new("Save one", "");
    };
    let leads = state.unit(*unit).is_some_and(|unit| unit.leader == saved);
    let kind = state.unit(*unit).and_then(|unit| unit.member(saved)).map(|member| member.role);
    let who = match kind {
        Some(Role::Standard) | None if leads => "the leader".to_owned(),
        Some(kind) => role(kind).to_owned(),
        None => "one".to_owned(),
    };
    Label::new(format!("Save {who}"), "")
}

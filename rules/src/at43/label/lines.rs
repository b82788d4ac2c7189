//! A unit on one line: for whoever chooses one, and for the board.

use super::super::report::words::{names, part};
use super::super::specials::{full, parts, points};
use super::super::state::{Gone, MemberId, Role, Stands, State, Unit, UnitId};
use super::MAX_MORE;
use crate::text::count;
use crate::wording::facts;

fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// "6 of 9 fighters", "2 machines", "a hero alone"
pub fn strength(state: &State, unit: &Unit) -> String {
    if unit.lone_hero {
        return "alone".to_owned();
    }
    let (left, began) = (number(unit.strength()), number(unit.members.len()));
    let (one, many) =
        if state.is_infantry(unit) { ("fighter", "fighters") } else { ("machine", "machines") };
    let all = count(began, one, many);
    if left == began { all } else { format!("{left} of {all}") }
}

/// Where it is, if it does not stand on the table.
pub fn standing(state: &State, unit: &Unit) -> Option<String> {
    Some(match unit.stands {
        Stands::Field => return None,
        Stands::Reserve => "in reserve".to_owned(),
        Stands::Reinforcement => format!("reinforcement, {} RP", unit.value),
        Stands::Gone(Gone::Destroyed) => "destroyed".to_owned(),
        Stands::Gone(Gone::Routed) => "routed".to_owned(),
        Stands::Gone(Gone::Evacuated) => "has left the table".to_owned(),
        Stands::Gone(Gone::Joined(with)) => format!("with {}", state.unit_name(with)),
        Stands::Gone(Gone::Fused) => "fused".to_owned(),
    })
}

/// What is not whole of a machine: "frame 3 of 5, light laser cannon 1 lost"; nothing of one without a scratch.
pub fn machine_line(state: &State, id: UnitId, which: MemberId) -> Option<String> {
    let unit = state.unit(id)?;
    let machine = unit.member(which)?.machine.as_ref()?;
    let entry = state.entry(unit)?;
    let hurt = parts(entry).into_iter().filter_map(|one| {
        let (left, most) = (points(machine, one)?, full(entry, one)?);
        let name = part(state, id, one);
        match left {
            left if left >= most => None,
            0 if one == super::super::command::MachinePart::Propulsion => {
                Some("immobilised".to_owned())
            }
            0 => Some(format!("{name} lost")),
            left => Some(format!("{name} {left} of {most}")),
        }
    });
    let hurt: Vec<String> = hurt.collect();
    (!hurt.is_empty()).then(|| hurt.join(", "))
}

/// What somebody wants to know who chooses a unit: "6 of 9 fighters · 2 on the ground · Overwatch!".
pub fn unit_line(state: &State, id: UnitId) -> String {
    facts(&unit_facts(state, id), MAX_MORE)
}

/// The same for whoever is to be shot at by another unit, which knows how far it was the last time.
pub fn target_line(state: &State, from: UnitId, id: UnitId) -> String {
    let mut parts = Vec::new();
    match (state.range_that_holds(from, id), state.last_range(from, id)) {
        (Some(range), _) => parts.push(range.to_string()),
        (None, Some(range)) => parts.push(format!("last {range}")),
        (None, None) => {}
    }
    let known = unit_facts(state, id);
    let (first, others) = known.split_at(known.len().min(1));
    parts.splice(0..0, first.iter().cloned());
    parts.extend(protections(state, id));
    parts.extend(others.iter().cloned());
    facts(&parts, MAX_MORE)
}

/// "Protection 5", or of a mixed unit "Protection 5 and 8".
fn protections(state: &State, id: UnitId) -> Option<String> {
    let unit = state.unit(id)?;
    let mut values: Vec<u8> = unit
        .living()
        .filter_map(|(_, member)| state.profile(unit, member))
        .map(|profile| profile.protection)
        .collect();
    values.sort_unstable();
    values.dedup();
    let told: Vec<String> = values.iter().map(ToString::to_string).collect();
    (!told.is_empty()).then(|| format!("Protection {}", told.join(" and ")))
}

fn unit_facts(state: &State, id: UnitId) -> Vec<String> {
    let Some(unit) = state.unit(id) else { return Vec::new() };
    let standing = standing(state, unit);
    if unit.is_gone() {
        return standing.into_iter().collect();
    }
    let mut parts = vec![strength(state, unit)];
    parts.extend(standing);
    if unit.disorganized {
        parts.push("disorganized".to_owned());
    }
    let grounded = number(unit.grounded());
    if grounded > 0 {
        parts.push(format!("{grounded} on the ground"));
    }
    parts.extend(unit.drills.iter().map(ToString::to_string));
    let enemies: Vec<UnitId> = state.enemies_in_contact(id).collect();
    if !enemies.is_empty() {
        parts.push(format!("in contact with {}", names(state, &enemies)));
    }
    let several = unit.strength() > 1;
    for (machine, _) in unit.living() {
        let Some(hurt) = machine_line(state, id, machine) else { continue };
        let which = u32::from(machine.0) + 1;
        parts.push(if several { format!("{which}: {hurt}") } else { hurt });
    }
    let bearers = number(unit.living_of(Role::Bearer));
    if let Some(weapon) = unit.special.filter(|_| bearers > 0) {
        parts.push(format!("{bearers} × {}", state.weapon_in_sentence(weapon)));
    }
    if state.has_officer(unit) {
        parts.push(officer(state, unit));
    }
    parts
}

/// "Sergeant", or a hero by his name.
fn officer(state: &State, unit: &Unit) -> String {
    if let Some(hero) = state.hero(unit) {
        return hero.name.clone();
    }
    let army = state.entry(unit).and_then(|entry| state.library.army(entry.army));
    let rank = army.and_then(|army| army.ranks.get(usize::from(unit.rank)));
    rank.map_or_else(|| "officer".to_owned(), |rank| rank.title.clone())
}

//! The card of a unit on the table: where it is, who is left of it, its figures and weapons, and what its words mean.

use gatemaster_rules::at43::armament::{Shooter, weapons};
use gatemaster_rules::at43::data::words::ABILITIES;
use gatemaster_rules::at43::label;
use gatemaster_rules::at43::meaning;
use gatemaster_rules::at43::profile::{Entry, Profile};
use gatemaster_rules::at43::report::words::{names, part};
use gatemaster_rules::at43::specials::{full, parts, points};
use gatemaster_rules::at43::state::{MemberId, Role, Side, Stands, State, Unit, UnitId};
use gatemaster_rules::at43::turn::cost;
use gatemaster_rules::text::list;

use super::profile;
use super::words::{self, Glossary, cited};
use crate::desk::Loaded;
use crate::systems::at43::side_head;
use crate::table::sheet::{Sheet, heading};
use crate::words::{capital, esc};

pub(super) fn sheet(game: &Loaded, state: &State, id: UnitId) -> Option<Sheet> {
    let unit = state.unit(id)?;
    let (side, entry) = (state.side(unit.side)?, state.entry(unit)?);
    let mut lines = vec![format!(
        "{} · {} · {} of type {} · {} AP",
        side_head(game, state, unit.side),
        esc(&entry.name),
        state.category(unit).name(),
        state.grade(unit),
        unit.value
    )];
    lines.extend(standing(state, side, id, unit));
    lines.push(heading(if state.is_infantry(unit) { "Fighters" } else { "Machines" }));
    lines.extend(fighters(state, id, unit));
    lines.extend(figures(state, unit, entry));
    lines.push(heading("Weapons"));
    lines.extend(arms(state, id, unit, entry));
    lines.extend(profile::meanings(&glossary(state, id, unit, entry)));
    Some(Sheet::new(&esc(&unit.name), &lines, String::new(), side.colour.rgb()))
}

/// Where it is and what the game has done to it.
fn standing(state: &State, side: &Side, id: UnitId, unit: &Unit) -> Vec<String> {
    if unit.is_gone() {
        let how = label::standing(state, unit).unwrap_or_default();
        return vec![format!("✖️ **{}.** What it was:", esc(&capital(&how)))];
    }
    let mut now = vec![format!("**{}**", label::strength(state, unit))];
    now.extend(label::standing(state, unit).map(|standing| esc(&standing)));
    if unit.disorganized {
        now.push("**disorganized**".to_owned());
    }
    if unit.grounded() > 0 {
        now.push(format!("{} on the ground", unit.grounded()));
    }
    now.extend(unit.drills.iter().map(ToString::to_string));
    now.extend((unit.played && unit.has_card()).then(|| "has acted this round".to_owned()));
    let mut lines = vec![now.join(" · ")];
    let enemies: Vec<UnitId> = state.enemies_in_contact(id).collect();
    if !enemies.is_empty() {
        lines.push(format!("In contact with {}.", esc(&names(state, &enemies))));
    }
    lines.extend(leading(state, side, id, unit));
    if state.tags.iter().any(|tag| tag.on == id) {
        lines.push(format!("Tagged by a targeter until the round ends {}.", cited("T-EQP-3")));
    }
    lines
}

/// Its officer with what he is worth, and what playing the unit costs.
fn leading(state: &State, side: &Side, id: UnitId, unit: &Unit) -> Vec<String> {
    let mut lines = Vec::new();
    if unit.rank > 0 {
        let army = state.entry(unit).and_then(|entry| state.library.army(entry.army));
        let rank = army.and_then(|army| army.ranks.get(usize::from(unit.rank)));
        let title = rank.map_or_else(|| format!("Rank {}", unit.rank), |rank| esc(&rank.title));
        let who =
            state.hero(unit).map_or(title.clone(), |hero| format!("{}, {title}", esc(&hero.name)));
        let worth = rank.map_or_else(String::new, |rank| {
            format!(": rank {}, Authority {}, {} LP", unit.rank, rank.authority, rank.leadership)
        });
        let state_of = match () {
            () if unit.officer().is_none() => " (lost)",
            () if side.commander == Some(id) => " · 🎖️ commands the company",
            () => "",
        };
        lines.push(format!("{who}{worth}{state_of}"));
    }
    if unit.has_card() {
        lines.push(match cost(state, unit) {
            0 => format!("Its activation is free {}", cited("T-ACT-2")),
            lp => format!("Its activation costs {lp} LP {}", cited("T-ACT-2")),
        });
    }
    lines
}

/// Those who count: the living; of a unit that is gone all, as it was.
fn counted(unit: &Unit) -> impl Iterator<Item = (MemberId, Role)> {
    let gone = unit.is_gone();
    unit.member_ids()
        .zip(&unit.members)
        .filter(move |(_, member)| gone || !member.out)
        .map(|(id, member)| (id, member.role))
}

fn fighters(state: &State, id: UnitId, unit: &Unit) -> Vec<String> {
    if !state.is_infantry(unit) {
        return counted(unit).map(|(machine, _)| machine_line(state, id, unit, machine)).collect();
    }
    let mut kinds: Vec<(Role, u32)> = Vec::new();
    for (_, role) in counted(unit) {
        match kinds.iter_mut().find(|(known, _)| *known == role) {
            Some((_, number)) => *number += 1,
            None => kinds.push((role, 1)),
        }
    }
    let told: Vec<String> = kinds
        .into_iter()
        .map(|(role, number)| match (role, unit.special) {
            (Role::Bearer | Role::SupportWeapon, Some(weapon)) => format!(
                "{} ({})",
                label::roles(role, number),
                esc(&state.weapon_in_sentence(weapon))
            ),
            _ => label::roles(role, number),
        })
        .collect();
    let mut lines = vec![capital(&list(&told))];
    let items: Vec<String> = unit
        .equipment
        .iter()
        .filter_map(|item| Some(esc(&state.library.equipment(*item)?.name)))
        .collect();
    if !items.is_empty() {
        lines.push(format!("With {}", list(&items)));
    }
    lines
}

/// T-DMG-5: "**1** frame 3/5 · propulsion 2/2 · light laser cannon 1/1"
fn machine_line(state: &State, id: UnitId, unit: &Unit, which: MemberId) -> String {
    let shown = u32::from(which.0) + 1;
    let member = unit.member(which);
    let Some(machine) = member.and_then(|member| member.machine.as_ref()) else {
        return format!("**{shown}** {}", member.map_or("", |_| "on foot"));
    };
    let Some(entry) = state.entry(unit) else { return format!("**{shown}**") };
    let told: Vec<String> = parts(entry)
        .into_iter()
        .filter_map(|one| {
            let (left, most) = (points(machine, one)?, full(entry, one)?);
            let name = esc(&part(state, id, one));
            let text = format!("{name} {left}/{most}");
            Some(if left == 0 { format!("~~{text}~~") } else { text })
        })
        .collect();
    let lost = if member.is_some_and(|member| member.out) { " (destroyed)" } else { "" };
    format!("**{shown}**{lost} {} SP", told.join(" · "))
}

/// The figures of each kind of fighter in it, with where they come from.
fn figures(state: &State, unit: &Unit, entry: &Entry) -> Vec<String> {
    let mut profiles: Vec<(&Profile, bool)> = Vec::new();
    for (_, member) in unit.member_ids().zip(&unit.members) {
        let on_foot = member.role == Role::Hero && member.machine.is_none() && unit.hero.is_some();
        if let Some(profile) = state.profile(unit, member)
            && !profiles.iter().any(|(known, _)| *known == profile)
        {
            profiles.push((profile, on_foot));
        }
    }
    let several = profiles.len() > 1;
    let mut lines = Vec::new();
    for (profile, hero) in profiles {
        let whose = if several && hero { "The hero: " } else { "" };
        lines.push(format!("{whose}`{}`", words::figures(profile)));
        let machine = profile.structure.is_some();
        lines.push(words::moves(profile, machine, entry.is_static()));
        let sources = match state.hero(unit).filter(|_| hero) {
            Some(hero) => &hero.sources,
            None => &entry.sources,
        };
        lines.extend(words::sources(sources, &words::fields_of(profile)));
    }
    lines
}

/// Every weapon that somebody has, the faces apart: `/weapon` has those.
fn arms(state: &State, id: UnitId, unit: &Unit, entry: &Entry) -> Vec<String> {
    let mut lines = Vec::new();
    for armed in weapons(state, &Shooter::fresh(id)) {
        let Some(weapon) = state.library.weapon(armed.weapon) else { continue };
        let times = armed.bearers.saturating_mul(armed.copies.max(1));
        lines.push(words::weapon(weapon, &format!(" ×{times}")));
    }
    for weapon in entry.close.iter().filter_map(|weapon| state.library.weapon(*weapon)) {
        lines.push(format!("{}, close combat", words::weapon(weapon, "")));
    }
    if lines.is_empty() {
        let gone = unit.stands != Stands::Field && unit.is_gone();
        lines.push(if gone { "None any more." } else { "None." }.to_owned());
    }
    lines
}

fn glossary(state: &State, id: UnitId, unit: &Unit, entry: &Entry) -> Glossary {
    let mut glossary = Glossary::default();
    for drill in &unit.drills {
        glossary.word(&drill.to_string());
    }
    if unit.disorganized {
        glossary.word("Disorganized");
    }
    if state.is_grounded(unit) {
        glossary.word("Grounded");
    }
    if state.is_engaged(id) {
        glossary.word("Engaged");
    }
    match unit.stands {
        Stands::Reserve => glossary.word("Reserve"),
        Stands::Reinforcement => glossary.word("Reinforcement"),
        Stands::Field | Stands::Gone(_) => {}
    }
    if unit.hero.is_some() {
        glossary.word("Hero");
    }
    glossary.profile(&entry.profile);
    for ability in ABILITIES.into_iter().filter(|ability| state.has(unit, *ability)) {
        glossary.add(meaning::of_ability(ability));
    }
    for (_, role) in counted(unit) {
        if let Role::Specialist(kind) = role {
            glossary.specialist(kind);
        }
    }
    for armed in weapons(state, &Shooter::fresh(id)) {
        if let Some(weapon) = state.library.weapon(armed.weapon) {
            glossary.weapon(weapon);
        }
    }
    if entry.is_static() {
        glossary.word("Static support unit");
    }
    glossary
}

//! `/unit`: a unit as it stands in this channel's game. Until companies are shown there are none but the asker's own, which
//! nobody else sees; of cards still to come nothing is said at any time.

use gatemaster_discord::card::{Card, Choice, Select};
use gatemaster_discord::limits::CHOICES;
use gatemaster_rules::at43::armament::{Shooter, weapons};
use gatemaster_rules::at43::company::{Limits, SheetUnit, sheet as company_sheet};
use gatemaster_rules::at43::label;
use gatemaster_rules::at43::meaning;
use gatemaster_rules::at43::profile::{Ability, Entry, Profile};
use gatemaster_rules::at43::report::words::{names, part};
use gatemaster_rules::at43::specials::{full, parts, points};
use gatemaster_rules::at43::state::{MemberId, Role, Side, Stands, State, Unit, UnitId};
use gatemaster_rules::at43::turn::cost;
use gatemaster_rules::game::{self, Setup};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::text::list;

use super::words::{self, Glossary, cited};
use super::{LookPress, Reading, Shelf, Topic, profile};
use crate::answer::{Answer, Reply, unknown};
use crate::desk::Loaded;
use crate::near::{NameMatch, meant};
use crate::request::Request;
use crate::systems::at43::{own_view, side_head};
use crate::table::sheet::{Sheet, heading};
use crate::trouble::Trouble;
use crate::words::{capital, code, esc};

/// A list of units that goes on shows this many and the way to the others.
const ON_A_LIST: usize = 23;

/// What somebody may look at.
enum Units<'g> {
    /// Companies have been shown: every unit, as everybody sees it.
    All(&'g State),
    /// The asker's own company, which is secret.
    Own { side: Seat, state: Box<State>, units: Vec<SheetUnit> },
}

/// One that can be looked at.
struct Offer {
    id: UnitId,
    side: Seat,
    /// What it is called, told apart from others of the same name.
    name: String,
    line: String,
}

impl<'g> Units<'g> {
    fn of(game: &'g Loaded, request: &Request) -> Result<Self, Trouble> {
        let state = match (&game.table.game, &game.table.setup) {
            (Some(game::View::At43(state)), _) => state,
            (None, Setup::At43(_)) => {
                return Err(Trouble::refused(
                    "Companies come once the game has started. `/profile` shows any unit of the army lists.",
                ));
            }
            _ => {
                return Err(Trouble::refused(
                    "AT-43 is not played in this channel, so it has no such units. `/at43 look` shows any unit of the army lists.",
                ));
            }
        };
        if !state.units.is_empty() {
            return Ok(Units::All(state));
        }
        let own = own_view(game, request)?;
        let seats = game.table.seats_of(request.user());
        let found = seats.into_iter().find_map(|seat| {
            let company = own.side(seat)?.company.as_ref()?;
            let sheet = company_sheet(&own.library, company, &Limits::FREE);
            let placed = sheet.platoons.into_iter().flat_map(|platoon| platoon.slots);
            let mut units: Vec<SheetUnit> = placed.filter_map(|slot| slot.unit).collect();
            units.extend(sheet.left);
            units.sort_by_key(|unit| unit.unit);
            Some((seat, units))
        });
        match found {
            Some((side, units)) => Ok(Units::Own { side, state: Box::new((*own).clone()), units }),
            None => Err(Trouble::refused(
                "Companies stay secret until all are locked; then `/unit` shows every unit. `/profile` shows any of the army lists.",
            )),
        }
    }

    fn offers(&self) -> Vec<Offer> {
        match self {
            Units::All(state) => state
                .ids()
                .zip(&state.units)
                .map(|(id, unit)| Offer {
                    id,
                    side: unit.side,
                    name: told_apart(state, unit),
                    line: label::unit_line(state, id),
                })
                .collect(),
            Units::Own { side, units, .. } => units
                .iter()
                .filter_map(|unit| {
                    let id = UnitId(u16::try_from(unit.unit).ok()?);
                    let line = sheet_line(unit);
                    Some(Offer { id, side: *side, name: unit.name.clone(), line })
                })
                .collect(),
        }
    }

    fn state(&self) -> &State {
        match self {
            Units::All(state) => state,
            Units::Own { state, .. } => state,
        }
    }
}

/// "Steel troopers 1", or where two sides bring the same "Steel troopers 1 (Blue)".
fn told_apart(state: &State, unit: &Unit) -> String {
    let alike = state.units.iter().filter(|other| other.name == unit.name).count();
    if alike > 1 {
        format!("{} ({})", unit.name, state.side_name(unit.side))
    } else {
        unit.name.clone()
    }
}

/// `/unit`: the card of a unit, or lists to choose one from.
pub(super) fn look_up(
    request: &Request,
    game: Option<&Loaded>,
    typed: Option<&str>,
) -> Result<Reply, Trouble> {
    let game = game.ok_or_else(|| {
        Trouble::refused("AT-43 is not played in this channel, so it has no units. `/at43 look` shows the army lists.")
    })?;
    let units = Units::of(game, request)?;
    let Some(typed) = typed else {
        return Ok(Answer::private(lists(game, request, None)?).into());
    };
    let offers = units.offers();
    match meant(typed, offers.iter().map(|offer| offer.name.as_str())) {
        NameMatch::One(place) => {
            let offer = offers.get(place).ok_or_else(unknown)?;
            Ok(Answer::private(reading(game, request, offer.id)?.own(0)).into())
        }
        NameMatch::OneOf(_) => {
            let typed = code(&gatemaster_discord::limits::clip(typed.trim(), 64));
            let sorry = format!("No unit here is just called {typed}. Which one?");
            Err(Trouble::refused(sorry).with_selects(selects(game, &units, None)))
        }
    }
}

/// The units of this channel's game, with how they stand.
pub(super) fn offered(request: &Request, game: Option<&Loaded>) -> Vec<(String, String)> {
    let Some(units) = game.and_then(|game| Units::of(game, request).ok()) else {
        return Vec::new();
    };
    let state = units.state();
    let offers = units.offers().into_iter();
    offers
        .map(|offer| {
            let side = state.side_name(offer.side);
            (format!("{} · {side}: {}", offer.name, offer.line), offer.name)
        })
        .collect()
}

/// What was picked from a list of units: one of them, or where the list is to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Picked {
    Unit(UnitId),
    From(usize),
}

pub(super) fn picked(picked: &[String]) -> Result<Picked, Trouble> {
    let value = picked.first().map(String::as_str).unwrap_or_default();
    let found = match value.strip_prefix("from-") {
        Some(first) => first.parse().ok().map(Picked::From),
        None => value.parse().ok().map(|id| Picked::Unit(UnitId(id))),
    };
    found.ok_or_else(unknown)
}

/// All units, side by side, to choose one; of one side from a later one on.
pub(super) fn lists(
    game: &Loaded,
    request: &Request,
    from: Option<(Seat, usize)>,
) -> Result<Card, Trouble> {
    let units = Units::of(game, request)?;
    Ok(Card { selects: selects(game, &units, from), ..Card::line("Which unit?") })
}

fn selects(game: &Loaded, units: &Units<'_>, from: Option<(Seat, usize)>) -> Vec<Select> {
    let shelf = Shelf::of(Some(game));
    let state = units.state();
    let offers = units.offers();
    let list = |seat: Seat| {
        let of_side: Vec<Choice> = offers
            .iter()
            .filter(|offer| offer.side == seat)
            .map(|offer| Choice::new(profile::label(&offer.name), offer.id.0).more(&offer.line))
            .collect();
        let first = from.filter(|(of, _)| *of == seat).map_or(0, |(_, first)| first);
        let placeholder = match units {
            Units::All(_) => format!("Look at a unit of {}…", state.side_name(seat)),
            Units::Own { .. } => "Look at a unit of your company…".to_owned(),
        };
        shelf.select(placeholder, LookPress::PickUnit(seat), a_page(of_side, first))
    };
    state.seats().filter_map(list).collect()
}

/// As many as a list holds, with the way to those before and behind.
fn a_page(all: Vec<Choice>, first: usize) -> Vec<Choice> {
    if all.len() <= usize::from(CHOICES) {
        return all;
    }
    let first = if first < all.len() { first } else { 0 };
    let (last, whole) = ((first + ON_A_LIST).min(all.len()), all.len());
    let before = first.saturating_sub(ON_A_LIST);
    let back = (first > 0).then(|| Choice::new("◂ The units before", format!("from-{before}")));
    let more = (last < whole)
        .then(|| Choice::new(format!("More ▸ ({} further)", whole - last), format!("from-{last}")));
    let shown = all.into_iter().skip(first).take(ON_A_LIST);
    back.into_iter().chain(shown).chain(more).collect()
}

pub(super) fn reading(game: &Loaded, request: &Request, id: UnitId) -> Result<Reading, Trouble> {
    let units = Units::of(game, request)?;
    let (sheet, open) = match &units {
        Units::All(state) => (sheet(game, state, id), true),
        Units::Own { side, state, units } => (own_sheet(state, *side, units, id), false),
    };
    Ok(Reading {
        shelf: Shelf::of(Some(game)),
        topic: Topic::Unit(id),
        sheet: sheet.ok_or_else(unknown)?,
        selects: selects(game, &units, None),
        beside: Vec::new(),
        may_be_shown: open && game.channel == request.channel,
    })
}

/// "6 fighters · 2 × missile launcher · Sergeant · with grenades · 225 AP"
fn sheet_line(unit: &SheetUnit) -> String {
    let mut parts = vec![format!("{} strong", unit.number)];
    if let Some((bearers, weapon)) = unit.bearers.as_ref().filter(|(bearers, _)| *bearers > 0) {
        parts.push(format!("{bearers} × {weapon}"));
    }
    parts.extend(unit.officer.clone());
    parts.extend(unit.specialists.iter().cloned());
    if !unit.equipment.is_empty() {
        parts.push(format!("with {}", list(&unit.equipment)));
    }
    parts.extend(unit.value.map(|value| format!("{value} AP")));
    if unit.reinforcement {
        parts.push("reinforcement".to_owned());
    }
    parts.join(" · ")
}

/// A unit of the asker's own company before anybody else has seen it.
fn own_sheet(state: &State, side: Seat, units: &[SheetUnit], id: UnitId) -> Option<Sheet> {
    let unit = units.iter().find(|unit| unit.unit == usize::from(id.0))?;
    let side = state.side(side)?;
    let chosen = side.company.as_ref()?.units.get(unit.unit)?;
    let entry = state.library.entry(state.library.entry_of_key(&chosen.unit)?)?;
    let mut lines = vec![
        "🔒 Of your company; nobody else sees it until all are locked.".to_owned(),
        format!("**{}**", esc(&sheet_line(unit))),
        heading("In the army list"),
    ];
    lines.extend(profile::unit(&state.library, entry));
    Some(Sheet::new(&esc(&unit.name), &lines, String::new(), side.colour.rgb()))
}

fn sheet(game: &Loaded, state: &State, id: UnitId) -> Option<Sheet> {
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
    let abilities = [
        Ability::Stability,
        Ability::Designator,
        Ability::Detection,
        Ability::Stealth,
        Ability::Relay,
        Ability::Hoist,
    ];
    for ability in abilities.into_iter().filter(|ability| state.has(unit, *ability)) {
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

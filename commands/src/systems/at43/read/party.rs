//! Some of a unit, as people say it: "Storm golems 1: 3, leader, in cover".

use gatemaster_discord::limits::clip;
use gatemaster_rules::at43::State;
use gatemaster_rules::at43::command::{Body, Cover};
use gatemaster_rules::at43::profile::Specialist;
use gatemaster_rules::at43::state::{MemberId, Role, Unit, UnitId};
use gatemaster_rules::text::searched;

use super::{is_nobody, lines, one_of};
use crate::words::{code, esc, list};

/// Fighters or machines of one role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Party {
    pub who: Body,
    pub role: Role,
    pub fighters: u32,
    /// Just this one: a machine by its number, or the leader.
    pub which: Option<MemberId>,
}

/// What was said beside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extras {
    pub cover: Cover,
    /// The Size of what they stand on.
    pub on: u8,
    pub engaged: u32,
    pub no_room: u32,
}

/// Units apart by lines or semicolons: "Storm golems 1: 3, leader" or the name alone for all of it; the wreck where there is one.
/// With `alone`, the name of that unit may be left out. All that is wrong is told together.
pub fn parties(
    state: &State,
    text: &str,
    offered: &[UnitId],
    alone: Option<UnitId>,
) -> Result<Vec<(Party, Extras)>, Vec<String>> {
    let (mut all, mut faults) = (Vec::new(), Vec::new());
    if is_nobody(text) {
        return Ok(all);
    }
    for line in lines(text) {
        match line_of(state, line, offered, alone) {
            Ok(some) => all.extend(some),
            Err(fault) => faults.push(fault),
        }
    }
    if faults.is_empty() { Ok(all) } else { Err(faults) }
}

/// All of a unit, kind by kind; of the wreck, itself.
pub fn everybody(state: &State, who: Body) -> Vec<Party> {
    match who {
        Body::Wreck => vec![Party { who, role: Role::Standard, fighters: 1, which: None }],
        Body::Unit(id) => state.unit(id).map_or_else(Vec::new, |unit| some(id, unit, usize::MAX)),
    }
}

fn line_of(
    state: &State,
    line: &str,
    offered: &[UnitId],
    alone: Option<UnitId>,
) -> Result<Vec<(Party, Extras)>, String> {
    if state.wreck.is_some() && ["wreck", "the wreck"].contains(&line.to_lowercase().as_str()) {
        let party = Party { who: Body::Wreck, role: Role::Standard, fighters: 1, which: None };
        return Ok(vec![(party, Extras::default())]);
    }
    let (name, who) = line.rsplit_once(':').unwrap_or((line, ""));
    let found = one_of(state, name, offered);
    let (id, who) = match (found, alone) {
        (Some(id), _) => (id, who),
        (None, Some(id)) if !line.contains(':') => (id, line),
        (None, _) => {
            let names: Vec<String> = offered.iter().map(|id| esc(state.unit_name(*id))).collect();
            let there = if names.is_empty() { "nobody".to_owned() } else { list(&names) };
            return Err(format!(
                "{} is none of those that can be named here: {there}.",
                code(&clip(name.trim(), 64))
            ));
        }
    };
    let unit = state.unit(id).ok_or_else(|| "There is no such unit.".to_owned())?;
    some_of(state, id, unit, who)
}

fn some_of(
    state: &State,
    id: UnitId,
    unit: &Unit,
    text: &str,
) -> Result<Vec<(Party, Extras)>, String> {
    let mut extras = Extras::default();
    let mut named: Vec<Party> = Vec::new();
    let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
    for item in items {
        let said = searched(item).to_lowercase();
        if let Some(extra) = Extra::read(&said) {
            extra.put(&mut extras, unit);
            continue;
        }
        named.extend(item_of(state, id, unit, &said).ok_or_else(|| {
            format!(
                "I do not understand {} of {}. Say how many, such as `3`, `2 bearers`, `leader`, `machine 2` or `all`.",
                code(&clip(item, 40)),
                esc(&unit.name)
            )
        })?);
    }
    if named.is_empty() {
        named = some(id, unit, usize::MAX);
    }
    Ok(named.into_iter().map(|party| (party, extras)).collect())
}

enum Extra {
    Cover(Cover),
    On(u8),
    Engaged(Option<u32>),
    NoRoom(Option<u32>),
}

impl Extra {
    fn read(said: &str) -> Option<Self> {
        match said {
            "cover" | "in cover" => return Some(Self::Cover(Cover::Yes)),
            "disputed" | "disputed cover" | "cover disputed" => {
                return Some(Self::Cover(Cover::Disputed));
            }
            "engaged" => return Some(Self::Engaged(None)),
            "no room" => return Some(Self::NoRoom(None)),
            _ => {}
        }
        if let Some(size) = said.strip_prefix("on ") {
            let size = size.trim().trim_start_matches("size").trim();
            return size.parse().ok().map(Self::On);
        }
        let number = |rest: &str| rest.trim().parse::<u32>().ok().map(Some);
        if let Some(rest) = said.strip_suffix("engaged") {
            return number(rest).map(Self::Engaged);
        }
        said.strip_suffix("no room").and_then(|rest| number(rest).map(Self::NoRoom))
    }

    fn put(&self, extras: &mut Extras, unit: &Unit) {
        let all = u32::try_from(unit.strength()).unwrap_or(u32::MAX);
        match self {
            Self::Cover(cover) => extras.cover = *cover,
            Self::On(size) => extras.on = *size,
            Self::Engaged(number) => extras.engaged = number.unwrap_or(all),
            Self::NoRoom(number) => extras.no_room = number.unwrap_or(all),
        }
    }
}

fn item_of(state: &State, id: UnitId, unit: &Unit, said: &str) -> Option<Vec<Party>> {
    let who = Body::Unit(id);
    if said == "all" || said == "everybody" {
        return Some(some(id, unit, usize::MAX));
    }
    if said == "leader" {
        let role = unit.member(unit.leader)?.role;
        return Some(vec![Party { who, role, fighters: 1, which: Some(unit.leader) }]);
    }
    if let Some(number) = said.strip_prefix("machine ").or_else(|| said.strip_prefix('#')) {
        let number: u8 = number.trim().parse().ok()?;
        let which = MemberId(number.checked_sub(1)?);
        let member = unit.member(which).filter(|member| member.machine.is_some())?;
        return Some(vec![Party { who, role: member.role, fighters: 1, which: Some(which) }]);
    }
    let digits = said.len() - said.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, kind) = said.split_at(digits);
    let kind = kind.trim().trim_start_matches('×').trim();
    let fighters: u32 = if number.is_empty() { 1 } else { number.parse().ok()? };
    let any = ["", "models", "model", "of them"].contains(&kind)
        || !state.is_infantry(unit) && ["machine", "machines"].contains(&kind);
    if any {
        // a number alone takes ordinary fighters first
        return (!number.is_empty())
            .then(|| some(id, unit, usize::try_from(fighters).unwrap_or(usize::MAX)));
    }
    let role = role(kind)?;
    Some(vec![Party { who, role, fighters, which: None }])
}

fn role(word: &str) -> Option<Role> {
    let word = word.strip_suffix('s').unwrap_or(word);
    Some(match word {
        "fighter" | "standard" | "standard fighter" | "ordinary" | "trooper" | "golem" => {
            Role::Standard
        }
        "bearer" | "special weapon bearer" => Role::Bearer,
        "officer" => Role::Officer,
        "hero" => Role::Hero,
        "gunner" => Role::Gunner,
        "weapon" | "support weapon" => Role::SupportWeapon,
        "medic" => Role::Specialist(Specialist::Medic),
        "mechanic" => Role::Specialist(Specialist::Mechanic),
        "engineer" | "combat engineer" => Role::Specialist(Specialist::CombatEngineer),
        _ => return None,
    })
}

/// So many of a unit, those whose loss weighs least first; more than there are is told as it was said.
fn some(id: UnitId, unit: &Unit, most: usize) -> Vec<Party> {
    let mut roles: Vec<(Role, usize)> = Vec::new();
    for (_, member) in unit.living() {
        match roles.iter_mut().find(|(role, _)| *role == member.role) {
            Some((_, number)) => *number += 1,
            None => roles.push((member.role, 1)),
        }
    }
    roles.sort_by_key(|(role, _)| weight(*role));
    let there: usize = roles.iter().map(|(_, number)| *number).sum();
    let mut left = most.min(if most == usize::MAX { there } else { most });
    let mut parties = Vec::new();
    let last = roles.len().saturating_sub(1);
    for (place, (role, number)) in roles.into_iter().enumerate() {
        // the rules say that there are not so many
        let taken = if place == last { left } else { left.min(number) };
        left -= taken;
        if taken > 0 {
            let fighters = u32::try_from(taken).unwrap_or(u32::MAX);
            parties.push(Party { who: Body::Unit(id), role, fighters, which: None });
        }
    }
    parties
}

/// Fighters of one role as they are typed: "3", "2 bearers", "leader", "machine 2".
pub fn as_typed(
    state: &State,
    unit: UnitId,
    role: Role,
    fighters: u32,
    which: Option<MemberId>,
) -> String {
    let machines = state.unit(unit).is_some_and(|unit| !state.is_infantry(unit));
    match (which, role) {
        (Some(which), _) if machines => format!("machine {}", u32::from(which.0) + 1),
        (Some(_), _) => "leader".to_owned(),
        (None, _) if machines => fighters.to_string(),
        (None, Role::Standard) => format!("{fighters} fighters"),
        (None, Role::Bearer) => format!("{fighters} bearers"),
        (None, Role::Specialist(Specialist::Medic)) => format!("{fighters} medics"),
        (None, Role::Specialist(Specialist::Mechanic)) => format!("{fighters} mechanics"),
        (None, Role::Specialist(Specialist::CombatEngineer)) => format!("{fighters} engineers"),
        (None, Role::Officer) => "officer".to_owned(),
        (None, Role::Hero) => "hero".to_owned(),
        (None, Role::Gunner) => format!("{fighters} gunners"),
        (None, Role::SupportWeapon) => format!("{fighters} weapons"),
    }
}

fn weight(role: Role) -> u8 {
    match role {
        Role::Standard => 0,
        Role::Specialist(_) => 1,
        Role::Bearer => 2,
        Role::Gunner => 3,
        Role::SupportWeapon => 4,
        Role::Officer => 5,
        Role::Hero => 6,
    }
}

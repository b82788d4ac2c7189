//! Who carries which ranged weapon, what of it is left to fire, and why it cannot be fired now (T-SHT-1 to T-SHT-3,
//! T-DRL-6, T-EQP-1, T-UNI-5).

use super::flow::{Acting, Fired, Watching};
use super::grammar::{does, has, is};
use super::profile::{Carried, Fire, Weapon, WeaponAbility, WeaponId, in_sentence};
use super::specials::WOUND_UP;
use super::state::{Drill, Group, Member, MemberId, Role, Stands, State, Unit, UnitId};

/// A unit that shoots, in its own activation or in overwatch, with what it has fired so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shooter {
    pub unit: UnitId,
    /// The unit that has moved, in overwatch: the only target (T-OVW-1).
    pub overwatch: Option<UnitId>,
    pub fired: Vec<Fired>,
    pub thrown: bool,
    /// It moves in this activation, or has done so in the last one where it fires in overwatch (T-WPN-3).
    pub moved: bool,
    /// Why none of its weapons can be fired.
    pub barred: Option<String>,
    /// Groups that do not fire at this moment any more, unless their fighters have several weapons.
    pub spent: Vec<Group>,
    pub split: bool,
}

/// A kind of ranged weapon that a unit has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Armament {
    pub weapon: WeaponId,
    /// Fighters or machines that can fire it.
    pub bearers: u32,
    /// How many each of them has.
    pub copies: u32,
    /// How many of those each can still fire; of flamers, which fire one by one, how many flamers.
    pub left: u32,
    /// Why it cannot be fired now.
    pub why_not: Option<String>,
}

/// What one fighter or machine has of a weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bearer {
    pub member: MemberId,
    /// Those that still work.
    pub copies: u32,
}

impl Shooter {
    /// Whoever could shoot now: the unit in overwatch, else the one that acts.
    pub fn now(state: &State) -> Option<Self> {
        match (&state.flow.watching, &state.flow.acting) {
            (Some(watching), Some(acting)) => Some(Self::watching(state, watching, acting.unit)),
            (None, Some(acting)) => Some(Self::acting(state, acting)),
            (_, None) => None,
        }
    }

    /// A unit that has done nothing yet, as for looking something up.
    pub fn fresh(unit: UnitId) -> Self {
        Self {
            unit,
            overwatch: None,
            fired: Vec::new(),
            thrown: false,
            moved: false,
            barred: None,
            spent: Vec::new(),
            split: false,
        }
    }

    pub fn acting(state: &State, acting: &Acting) -> Self {
        let split = acting.split || has_drill(state, acting.unit, Drill::SplitFire);
        // before or after the movement, for the whole unit alike or for each of its two groups (T-SHT-2, T-DRL-6)
        let before = if acting.moved { acting.fired_before.as_slice() } else { &[] };
        let spent = match (before, split) {
            ([], _) => Vec::new(),
            (groups, true) => groups.to_vec(),
            (_, false) => vec![Group::Bearers, Group::Rest],
        };
        Self {
            unit: acting.unit,
            overwatch: None,
            fired: acting.fired.clone(),
            thrown: acting.thrown,
            moved: acting.moved,
            barred: barred(state, acting),
            spent,
            split,
        }
    }

    pub fn watching(state: &State, watching: &Watching, mover: UnitId) -> Self {
        let split = has_drill(state, watching.unit, Drill::SplitFire);
        let unit = state.unit(watching.unit);
        // T-OVW-4
        let mut spent = unit.map_or_else(Vec::new, |unit| unit.watched.clone());
        match watching.group.filter(|_| split) {
            Some(Group::Bearers) => spent.push(Group::Rest),
            Some(Group::Rest) => spent.push(Group::Bearers),
            None => {}
        }
        Self {
            unit: watching.unit,
            overwatch: Some(mover),
            fired: watching.fired.clone(),
            thrown: watching.thrown,
            moved: unit.is_some_and(|unit| unit.moved),
            barred: None,
            spent: if split { spent } else { Vec::new() },
            split,
        }
    }

    fn shots(&self, weapon: WeaponId) -> u32 {
        let of = self.fired.iter().filter(|fired| fired.weapon == weapon);
        of.fold(0, |sum, fired| sum.saturating_add(fired.shots))
    }
}

fn has_drill(state: &State, id: UnitId, drill: Drill) -> bool {
    state.unit(id).is_some_and(|unit| unit.has_drill(drill))
}

/// T-SHT-1, T-UNI-5
fn barred(state: &State, acting: &Acting) -> Option<String> {
    let unit = state.unit(acting.unit)?;
    let name = &unit.name;
    if acting.still {
        return Some(format!(
            "{name} {} nothing more in this activation, so no shots.",
            does(name, "does", "do")
        ));
    }
    if acting.must_enter {
        return Some(format!(
            "{name} first {} in from the edge of the table, then {}.",
            does(name, "moves", "move"),
            does(name, "shoots", "shoot")
        ));
    }
    if acting.wound_up {
        return Some(WOUND_UP.to_owned());
    }
    if acting.fought {
        return Some(format!("{name} {} fought hand to hand: no shots any more.", has(name)));
    }
    if acting.opened {
        return Some(format!(
            "{name} {} opened or lifted something: no shots any more.",
            has(name)
        ));
    }
    if acting.rushed {
        return Some(format!(
            "{name} {} rushed; shots go with a combat movement or none.",
            has(name)
        ));
    }
    let engaged = !acting.was_free && state.is_infantry(unit);
    if engaged || state.is_engaged(acting.unit) {
        let (was, is) = (does(name, "was", "were"), is(name));
        let when =
            if engaged { format!("{was} engaged when activated") } else { format!("{is} engaged") };
        return Some(format!("{name} {when}; only free units shoot."));
    }
    if is_static(state, unit) && acting.moved {
        return Some(format!(
            "{name} {} moved; weapons on stands fire only from where they are.",
            has(name)
        ));
    }
    None
}

pub fn is_static(state: &State, unit: &Unit) -> bool {
    !unit.lone_hero && state.entry(unit).is_some_and(super::profile::Entry::is_static)
}

/// What a machine has, copy by copy, in the order of its structure points.
pub fn machine_weapons(state: &State, unit: &Unit) -> Vec<WeaponId> {
    let carried = state.entry(unit).map_or(&[][..], |entry| entry.ranged.as_slice());
    carried
        .iter()
        .flat_map(|carried| std::iter::repeat_n(carried.weapon, usize::from(carried.count)))
        .collect()
}

/// The ranged weapons of one member, whatever their state.
fn carried(state: &State, unit: &Unit, member: &Member) -> Vec<Carried> {
    let entry = state.entry(unit);
    let printed = || entry.map_or_else(Vec::new, |entry| entry.ranged.clone());
    let special = || {
        unit.special.map(|weapon| vec![Carried { weapon, count: 1, structure: None, field: None }])
    };
    match member.role {
        Role::Standard | Role::Specialist(_) | Role::Officer => printed(),
        Role::Bearer | Role::SupportWeapon => special().unwrap_or_else(printed),
        Role::Hero if member.machine.is_some() => printed(),
        Role::Hero => state.hero(unit).map_or_else(Vec::new, |hero| hero.ranged.clone()),
        Role::Gunner => Vec::new(),
    }
}

/// How many of this weapon work for this member.
fn working(state: &State, unit: &Unit, member: &Member, weapon: WeaponId) -> u32 {
    if let Some(machine) = &member.machine {
        let weapons = machine_weapons(state, unit).into_iter().zip(&machine.weapons);
        let working = weapons.filter(|(kind, left)| *kind == weapon && **left > 0);
        return u32::try_from(working.count()).unwrap_or(0);
    }
    carried(state, unit, member)
        .iter()
        .filter(|carried| carried.weapon == weapon)
        .fold(0, |sum, carried| sum.saturating_add(u32::from(carried.count)))
}

/// Fighters of a static unit's crew throw no grenades for their weapon.
fn throws(member: &Member) -> bool {
    member.role != Role::SupportWeapon && member.machine.is_none()
}

/// Everybody who could fire this weapon, those on the ground not in overwatch (T-STA-3).
pub fn bearers(state: &State, shooter: &Shooter, weapon: WeaponId) -> Vec<Bearer> {
    let Some(unit) = state.unit(shooter.unit) else { return Vec::new() };
    let thrown = state.thrown(unit).any(|item| item == weapon);
    unit.living()
        .filter(|(_, member)| shooter.overwatch.is_none() || !member.grounded)
        .map(|(id, member)| {
            let copies = if thrown {
                u32::from(throws(member))
            } else {
                working(state, unit, member, weapon)
            };
            Bearer { member: id, copies }
        })
        .filter(|bearer| bearer.copies > 0)
        .collect()
}

/// With Split fire!, special weapon bearers are the one group and all others the other (T-DRL-6).
pub fn group(state: &State, id: UnitId, weapon: WeaponId) -> Group {
    let bearer = state.unit(id).is_some_and(|unit| {
        let mut bearers = unit.living().filter(|(_, member)| member.role == Role::Bearer);
        bearers.any(|(_, member)| working(state, unit, member, weapon) > 0)
    });
    if bearer { Group::Bearers } else { Group::Rest }
}

/// Whether fighters with this weapon have more than one, so that some can be fired before and the others after a movement.
fn has_several(state: &State, unit: &Unit, weapon: WeaponId) -> bool {
    unit.living().any(|(_, member)| {
        let carried = carried(state, unit, member);
        let all = carried.iter().fold(0_u32, |sum, carried| sum + u32::from(carried.count));
        all > 1 && carried.iter().any(|carried| carried.weapon == weapon)
    })
}

/// The ranged weapons of a unit, each kind once.
fn kinds(state: &State, unit: &Unit) -> Vec<WeaponId> {
    let mut kinds = Vec::new();
    let carried = unit.living().flat_map(|(_, member)| carried(state, unit, member));
    for weapon in carried.map(|carried| carried.weapon).chain(state.thrown(unit)) {
        if !kinds.contains(&weapon) {
            kinds.push(weapon);
        }
    }
    kinds
}

/// The weapons of whoever shoots, with what is left of each and why it cannot be fired.
pub fn weapons(state: &State, shooter: &Shooter) -> Vec<Armament> {
    let Some(unit) = state.unit(shooter.unit) else { return Vec::new() };
    kinds(state, unit)
        .into_iter()
        .filter_map(|kind| Some((kind, state.library.weapon(kind)?)))
        .filter(|(_, weapon)| !weapon.close)
        .map(|(kind, weapon)| armament(state, shooter, unit, kind, weapon))
        .collect()
}

fn armament(
    state: &State,
    shooter: &Shooter,
    unit: &Unit,
    kind: WeaponId,
    weapon: &Weapon,
) -> Armament {
    let who = bearers(state, shooter, kind);
    let shots = shooter.shots(kind);
    let copies = who.iter().map(|bearer| bearer.copies).max().unwrap_or(0);
    let left = match weapon.fire() {
        Fire::Projection => who
            .iter()
            .fold(0_u32, |sum, bearer| sum.saturating_add(bearer.copies))
            .saturating_sub(shots),
        Fire::Direct | Fire::Indirect => copies.saturating_sub(shots),
    };
    Armament {
        weapon: kind,
        bearers: u32::try_from(who.len()).unwrap_or(u32::MAX),
        copies,
        left,
        why_not: why_not(state, shooter, unit, kind, weapon, (copies, left)),
    }
}

fn why_not(
    state: &State,
    shooter: &Shooter,
    unit: &Unit,
    kind: WeaponId,
    weapon: &Weapon,
    (copies, left): (u32, u32),
) -> Option<String> {
    let (name, what) = (&unit.name, in_sentence(&weapon.name));
    if unit.stands != Stands::Field {
        return Some(format!("{name} {} not on the table.", is(name)));
    }
    if shooter.barred.is_some() {
        return shooter.barred.clone();
    }
    if copies == 0 {
        let machines = unit.living().any(|(_, member)| member.machine.is_some());
        return Some(if machines {
            format!("The {what} of {name} is destroyed.")
        } else {
            format!("Nobody in {name} can use {what} now.")
        });
    }
    let thrown = state.thrown(unit).any(|item| item == kind);
    if shooter.thrown && !thrown {
        return Some(format!("{name} {} thrown; whoever throws fires nothing else.", has(name)));
    }
    if thrown && !shooter.fired.is_empty() && !shooter.thrown {
        return Some(format!("{name} {} fired; {what} are thrown instead of that.", has(name)));
    }
    if left == 0 || thrown && shooter.thrown {
        return Some(format!("{name} {} fired the {what} already.", has(name)));
    }
    if weapon.is_locked() && shooter.overwatch.is_some() {
        return Some(format!("{} is never fired in overwatch.", weapon.name));
    }
    if weapon.has(WeaponAbility::ArtilleryStrike) {
        return Some("An artillery strike is called before a card is played.".to_owned());
    }
    let spent = if thrown {
        !shooter.spent.is_empty()
    } else {
        shooter.spent.contains(&group(state, shooter.unit, kind))
    };
    if !spent {
        return None;
    }
    if shooter.overwatch.is_some() {
        return Some(format!("That part of {name} has had its overwatch, or the other one fires."));
    }
    if has_several(state, unit, kind) {
        return None;
    }
    Some(if shooter.split {
        format!("That part of {name} has fired before the movement and is done.")
    } else {
        format!(
            "{name} {} fired before the movement; without Split fire! all fire together.",
            has(name)
        )
    })
}

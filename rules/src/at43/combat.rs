//! Who of a unit is struck in a combat: by kind, and in the order in which they would be lost.

use super::command::Against;
use super::running_over::count;
use super::state::{Member, MemberId, Role, State, Unit};

/// Living members of this kind, those first whose loss is the default: standard fighters, the leader last of them.
pub fn fitting(state: &State, unit: &Unit, against: Against) -> Vec<MemberId> {
    let machines = !state.is_infantry(unit);
    let fits = |member: &Member| match against {
        Against::Fighters if machines => true,
        Against::Fighters => match member.role {
            Role::Standard | Role::Bearer | Role::Specialist(_) | Role::Officer => true,
            Role::Hero | Role::Gunner | Role::SupportWeapon => false,
        },
        Against::Hero => member.role == Role::Hero && !machines,
        Against::Gunners => member.role == Role::Gunner,
        Against::SupportWeapons => member.role == Role::SupportWeapon,
    };
    let mut members: Vec<MemberId> =
        unit.living().filter(|(_, member)| fits(member)).map(|(id, _)| id).collect();
    members.sort_by_key(|id| kind(unit, *id));
    members
}

/// What makes one fighter another loss than the next: rank of loss, role, and whether he leads.
fn kind(unit: &Unit, id: MemberId) -> (u8, bool, Option<Role>) {
    let role = unit.member(id).map(|member| member.role);
    let rank = match role {
        Some(Role::Standard) => 0,
        Some(Role::Specialist(_)) => 1,
        Some(Role::Bearer | Role::Gunner | Role::SupportWeapon) => 2,
        Some(Role::Officer) => 3,
        Some(Role::Hero) => 4,
        None => 5,
    };
    (rank, id == unit.leader, role)
}

/// Ways in which so many of these fall: the default, and one that takes each kind of fighter first.
pub(super) fn each_kind_first(unit: &Unit, members: &[MemberId], falling: usize) -> Vec<Vec<MemberId>> {
    let mut kinds: Vec<_> = members.iter().map(|id| kind(unit, *id)).collect();
    kinds.dedup();
    let mut ways: Vec<Vec<MemberId>> = Vec::new();
    for first in kinds {
        let (mut way, rest): (Vec<MemberId>, Vec<MemberId>) =
            members.iter().partition(|id| kind(unit, **id) == first);
        way.extend(rest);
        way.truncate(falling);
        way.sort();
        if !ways.contains(&way) {
            ways.push(way);
        }
    }
    ways
}

/// Impacts as evenly as possible over the first so many machines.
pub(super) fn even_share(
    machines: &[MemberId],
    in_contact: usize,
    impacts: u32,
) -> Vec<(MemberId, u32)> {
    let struck = machines.get(..in_contact).unwrap_or(machines);
    let number = count(struck.len()).max(1);
    let (each, odd) = (impacts / number, impacts % number);
    (0..)
        .zip(struck)
        .map(|(place, machine)| (*machine, each.saturating_add(u32::from(place < odd))))
        .collect()
}

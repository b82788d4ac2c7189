//! Takes the ids of people out of an imported campaign. Whoever imports it cannot speak for them, so they become names.

use std::collections::HashMap;

use gatemaster_rules::ids::UserId;
use gatemaster_rules::table::Player;

use super::happening::Happening;
use super::{Campaign, SideOf};

/// `known` organises it and stays on their side. Everybody else is on none any more, and stands in the story by name and a
/// small number that is nobody's id: the same one throughout, so that two people of one name are still told apart.
pub(super) fn anonymise_others(campaign: &mut Campaign, known: &Player) {
    let mut numbers: HashMap<UserId, UserId> = HashMap::new();
    let mut meet = |id: &mut UserId| {
        if *id == known.id || *id == UserId::BOT {
            return;
        }
        let next = UserId(u64::try_from(numbers.len()).unwrap_or(u64::MAX).saturating_add(1));
        *id = *numbers.entry(*id).or_insert(next);
    };
    campaign.organisers = vec![known.clone()];
    for SideOf { id, members, .. } in &mut campaign.sides {
        id.iter_mut().for_each(&mut meet);
        members.retain(|member| member.id == known.id);
    }
    for change in campaign.battles.iter_mut().flat_map(|battle| &mut battle.history) {
        meet(&mut change.by.id);
    }
    for entry in &mut campaign.chronicle {
        meet(&mut entry.by.id);
        if let Some(struck) = &mut entry.struck {
            meet(&mut struck.by.id);
        }
        if let Some(player) = named(&mut entry.what) {
            meet(&mut player.id);
        }
    }
}

/// The person that a line speaks of.
fn named(what: &mut Happening) -> Option<&mut Player> {
    match what {
        Happening::Appointed { organiser } | Happening::Dismissed { organiser } => Some(organiser),
        Happening::Joined { player, .. } | Happening::Left { player, .. } => Some(player),
        Happening::Opened
        | Happening::Set { .. }
        | Happening::SideAdded { .. }
        | Happening::SideChanged { .. }
        | Happening::SideRemoved { .. }
        | Happening::RoundOpened { .. }
        | Happening::RoundClosed { .. }
        | Happening::Planned { .. }
        | Happening::GameLinked { .. }
        | Happening::Reported { .. }
        | Happening::Contested { .. }
        | Happening::Fought { .. }
        | Happening::Corrected { .. }
        | Happening::Cancelled { .. }
        | Happening::Reopened { .. }
        | Happening::PlacePut { .. }
        | Happening::PlaceChanged { .. }
        | Happening::PlaceRemoved { .. }
        | Happening::PlaceTaken { .. }
        | Happening::Linked { .. }
        | Happening::Unlinked { .. }
        | Happening::UnitPut { .. }
        | Happening::UnitChanged { .. }
        | Happening::UnitCarries { .. }
        | Happening::UnitBecame { .. }
        | Happening::UnitHonoured { .. }
        | Happening::UnitRemoved { .. }
        | Happening::Awarded { .. }
        | Happening::Noted { .. }
        | Happening::Struck { .. }
        | Happening::Closed
        | Happening::Resumed => None,
    }
}

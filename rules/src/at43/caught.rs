//! Who else is hit: the zone of fire (T-SHT-8 to T-SHT-10), and whoever lies under a template (T-IND-5, T-WPN-2).

use super::aim::{WRECK_SIZE, on_table};
use super::command::{Body, InZone, Mark, Under};
use super::cover;
use super::event::Skip;
use super::flow::{How, Impacts, Standing, Struckee};
use super::lineup::{Meant, Picker, member};
use super::spot::role_at;
use super::state::{Drill, MemberId, State, UnitId};
use crate::refusal::Refusal;

/// So many parts of a zone of fire are told at most: odds are worked out for each of them.
const MOST_IN_ZONE: usize = 40;

/// Fighters in the zone of fire who take no impact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passed {
    /// `None` is the wreck.
    pub unit: Option<UnitId>,
    pub fighters: u32,
    pub why: Skip,
}

/// Everybody in the zone of fire, each entry with its most impacts, one a fighter; and those who are passed over.
/// `sizes`: of the smallest shooter and of the smallest member of the target.
pub fn caught(
    state: &State,
    zone: &[InZone],
    out: &[UnitId],
    sizes: (u8, u8),
) -> Result<(Vec<Impacts>, Vec<Passed>), Refusal> {
    let mut picker = Picker::new(state);
    let (mut groups, mut passed) = (Vec::new(), Vec::new());
    let mut wreck = false;
    let zone = together(zone);
    if zone.len() > MOST_IN_ZONE {
        return Err(Refusal::new(format!(
            "The zone of fire is told in {MOST_IN_ZONE} parts at most; put those of a unit together."
        )));
    }
    for entry in &zone {
        match entry.who {
            Body::Unit(id) => {
                let name = state.unit_name(id);
                if out.contains(&id) {
                    return Err(Refusal::new(format!(
                        "Nobody of {name} can be in the way: that is who shoots, or the target."
                    )));
                }
                let who = picker.pick(Meant {
                    unit: id,
                    role: entry.role,
                    fighters: entry.fighters,
                    which: entry.which,
                })?;
                let (group, skipped) = sort_out(state, id, who, *entry, sizes)?;
                groups.extend(group);
                passed.extend(skipped);
            }
            Body::Wreck => {
                check_wreck(state, &mut wreck, entry.fighters)?;
                if is_smaller(WRECK_SIZE.saturating_add(entry.on), sizes) {
                    passed.push(Passed { unit: None, fighters: 1, why: Skip::Smaller });
                } else {
                    groups.push(on_wreck(1, How::OneEach));
                }
            }
        }
    }
    Ok((groups, passed))
}

/// Those of a unit who are named one after the other are one part.
fn together(zone: &[InZone]) -> Vec<InZone> {
    let mut parts: Vec<InZone> = Vec::new();
    for entry in zone {
        match parts.last_mut() {
            Some(last) if InZone { fighters: last.fighters, ..*entry } == *last => {
                last.fighters = last.fighters.saturating_add(entry.fighters);
            }
            _ => parts.push(*entry),
        }
    }
    parts
}

fn is_smaller(size: u8, (shooters, target): (u8, u8)) -> bool {
    size < shooters || size < target
}

fn check_wreck(state: &State, named: &mut bool, number: u32) -> Result<(), Refusal> {
    let there = state.wreck.is_some_and(|wreck| wreck.structure > 0);
    if !there || *named || number != 1 {
        return Err(Refusal::new("There is one wreck at most on this table; name it once."));
    }
    *named = true;
    Ok(())
}

fn on_wreck(number: u32, how: How) -> Impacts {
    Impacts {
        on: Struckee::Wreck,
        number,
        order: Vec::new(),
        how,
        cover: None,
        grounds: false,
        against: None,
    }
}

fn count(of: usize) -> u32 {
    u32::try_from(of).unwrap_or(u32::MAX)
}

/// T-SHT-9: who of them takes an impact.
fn sort_out(
    state: &State,
    id: UnitId,
    who: Vec<Standing>,
    entry: InZone,
    sizes: (u8, u8),
) -> Result<(Option<Impacts>, Vec<Passed>), Refusal> {
    let unit = on_table(state, id)?;
    let all = count(who.len());
    if unit.has_drill(Drill::Knee) {
        return Ok((None, vec![Passed { unit: Some(id), fighters: all, why: Skip::Knee }]));
    }
    let (mut order, mut passed) = (Vec::new(), Vec::new());
    let (mut small, mut grounded) = (0, 0);
    for standing in who {
        let Some(fighter) = member(state, standing) else { continue };
        let size = state.profile(unit, fighter).map_or(0, |profile| profile.size);
        if fighter.grounded {
            grounded += 1;
        } else if is_smaller(size.saturating_add(entry.on), sizes) {
            small += 1;
        } else {
            order.push(standing);
        }
    }
    for (fighters, why) in [(small, Skip::Smaller), (grounded, Skip::Grounded)] {
        if fighters > 0 {
            passed.push(Passed { unit: Some(id), fighters, why });
        }
    }
    let group = (!order.is_empty()).then(|| Impacts {
        on: Struckee::Unit(id),
        number: count(order.len()),
        order,
        how: How::OneEach,
        cover: cover::test(state, id, entry.cover, false),
        grounds: false,
        against: None,
    });
    Ok((group, passed))
}

/// Everybody under a template, unit by unit, with so many impacts each (T-IND-4, T-IND-5).
pub fn under(state: &State, who: &[Under], each: u32) -> Result<Vec<Impacts>, Refusal> {
    let mut picker = Picker::new(state);
    let mut groups: Vec<Impacts> = Vec::new();
    let mut wreck = false;
    for entry in who {
        match entry.who {
            Body::Unit(id) => {
                let picked = picker.pick(Meant {
                    unit: id,
                    role: entry.role,
                    fighters: entry.fighters,
                    which: entry.which,
                })?;
                let on = Struckee::Unit(id);
                let number = each.saturating_mul(count(picked.len()));
                if let Some(group) = groups.iter_mut().find(|group| group.on == on) {
                    group.number = group.number.saturating_add(number);
                    group.order.extend(picked);
                } else {
                    groups.push(Impacts {
                        on,
                        number,
                        order: picked,
                        how: How::Everybody(each),
                        cover: None,
                        grounds: true,
                        against: None,
                    });
                }
            }
            Body::Wreck => {
                check_wreck(state, &mut wreck, entry.fighters)?;
                groups.push(on_wreck(each, How::Everybody(each)));
            }
        }
    }
    Ok(groups)
}

/// A flamer's own target stands under its template, whoever else does (T-WPN-2).
pub fn with_target(state: &State, at: Mark, named: &[Under]) -> Vec<Under> {
    let mut who = named.to_vec();
    let (own, which): (Under, Option<MemberId>) = match (at, role_at(state, at)) {
        (Mark::Wreck, _) => {
            let role = super::state::Role::Standard;
            (Under { who: Body::Wreck, role, fighters: 1, which: None }, None)
        }
        (Mark::Machine(unit, machine), Some((_, role))) => {
            let which = Some(machine);
            (Under { who: Body::Unit(unit), role, fighters: 1, which }, which)
        }
        (_, Some((unit, role))) => {
            (Under { who: Body::Unit(unit), role, fighters: 1, which: None }, None)
        }
        (_, None) => return who,
    };
    let named = who.iter().any(|entry| match own.who {
        Body::Wreck => entry.who == Body::Wreck,
        Body::Unit(_) => {
            entry.who == own.who
                && entry.role == own.role
                && (which.is_none() || entry.which.is_none() || entry.which == which)
        }
    });
    if !named {
        who.insert(0, own);
    }
    who
}

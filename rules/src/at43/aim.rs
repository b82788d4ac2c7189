//! A salvo before its dice: whether it can be fired, how many dice, what they need, and who would be hit. Pure: previews,
//! odds, menus and the dice themselves all ask here.

use super::armament::{Armament, Shooter, bearers, weapons};
use super::caught::{Passed, caught, under};
use super::command::{Cover, Hyper, Mark, RoutineName, Salvo};
use super::cover;
use super::flow::{How, Impacts, Standing, Struckee};
use super::grammar::{has, is};
use super::lineup::{line_up, melee};
use super::need::{Band, Need, Range, Reason, Test};
use super::profile::{Ability, Aim, Fire, Weapon, WeaponAbility, WeaponId, in_sentence};
use super::routines;
use super::spot::{indirect, projected};
use super::state::{Stands, State, TerrainId, Unit, UnitId};
use crate::check::Check;
use crate::ids::Seat;
use crate::refusal::Refusal;

/// T-EQP-4
pub const TRIPLE_LENS: i32 = 1;
/// T-MIS-64: the wreck is a strider, as tall as those of the lists.
pub const WRECK_SIZE: u8 = 4;

/// Everything that is known before the dice are thrown.
#[derive(Clone, Debug, PartialEq)]
pub struct Aimed {
    pub unit: UnitId,
    pub by: Seat,
    pub weapon: WeaponId,
    pub fire: Fire,
    /// Each impact is assigned by the player (T-WPN-3).
    pub sniper: bool,
    pub overwatch: bool,
    /// Fighters or machines who fire.
    pub shooters: u32,
    pub dice: u32,
    /// `None` for flamers, which roll no test.
    pub test: Option<Test>,
    pub rerolls: u32,
    /// Of direct fire: those in the zone of fire, nearest first, each with the most impacts they can take, and the target
    /// last, which takes the rest. Of a flamer: those under the template. Of indirect fire nobody is known yet.
    pub groups: Vec<Impacts>,
    /// Those in the zone of fire who are passed over.
    pub skipped: Vec<Passed>,
}

impl Aimed {
    /// T-SHT-7, T-IND-2: nothing at all can be hit.
    pub fn out_of_reach(&self) -> bool {
        self.test.as_ref().is_some_and(|test| test.need() == Need::Never)
    }
}

pub fn on_table(state: &State, id: UnitId) -> Result<&Unit, Refusal> {
    let unit = state.unit(id);
    let unit = unit.ok_or_else(|| Refusal::new("There is no such unit in this game."))?;
    if unit.stands == Stands::Field {
        Ok(unit)
    } else {
        Err(Refusal::new(format!("{} {} not on the table.", unit.name, is(&unit.name))))
    }
}

/// A salvo of this shooter, worked out as far as that goes without dice.
pub fn aim(state: &State, shooter: &Shooter, salvo: &Salvo) -> Result<Aimed, Refusal> {
    let unit = on_table(state, shooter.unit)?;
    let armed = weapons(state, shooter).into_iter().find(|armed| armed.weapon == salvo.weapon);
    let (Some(armed), Some(weapon)) = (armed, state.library.weapon(salvo.weapon)) else {
        let what = state.weapon_in_sentence(salvo.weapon);
        return Err(Refusal::new(format!(
            "{} {} no {what} to shoot with.",
            unit.name,
            has(&unit.name)
        )));
    };
    if let Some(why) = armed.why_not {
        return Err(Refusal::new(why));
    }
    if !salvo.range.is_on_a_table() {
        return Err(Refusal::new(format!("A range is at most {}.", Range::MOST)));
    }
    check_each(unit, weapon, &armed, salvo)?;
    check_hyper(state, unit, shooter.unit, salvo)?;
    check_watched(state, shooter, salvo.at)?;
    match weapon.fire() {
        Fire::Direct => direct(state, shooter, unit, weapon, salvo),
        Fire::Indirect => indirect(state, shooter, unit, weapon, salvo),
        Fire::Projection => projected(state, shooter, unit, weapon, salvo),
    }
}

fn check_each(
    unit: &Unit,
    weapon: &Weapon,
    armed: &Armament,
    salvo: &Salvo,
) -> Result<(), Refusal> {
    let (each, left) = (u32::from(salvo.each), armed.left);
    let one_by_one = weapon.fire() == Fire::Projection;
    if one_by_one && each != 1 {
        return Err(Refusal::new(format!("Each {} fires by itself.", in_sentence(&weapon.name))));
    }
    if each == 0 || each > left {
        return Err(Refusal::new(format!(
            "{} can fire {left} {} each now; you say {each}.",
            unit.name,
            in_sentence(&weapon.name)
        )));
    }
    Ok(())
}

/// T-THR-10
fn check_hyper(state: &State, unit: &Unit, id: UnitId, salvo: &Salvo) -> Result<(), Refusal> {
    let able = || routines::affordable(state, RoutineName::HyperNanonucleus, id);
    match salvo.hyper {
        Hyper::No | Hyper::Ask => Ok(()),
        Hyper::Yes if able() => Ok(()),
        Hyper::Yes => Err(Refusal::new(format!(
            "Nobody can pay for Hyper nanonucleus on {} now; fire without it.",
            unit.name
        ))),
    }
}

/// T-OVW-1, T-IND-5: overwatch fire is aimed at whoever has moved.
fn check_watched(state: &State, shooter: &Shooter, at: Mark) -> Result<(), Refusal> {
    let Some(mover) = shooter.overwatch else { return Ok(()) };
    let aimed_at = match at {
        Mark::Unit(unit) | Mark::Machine(unit, _) | Mark::Fighter(unit, _) => Some(unit),
        Mark::Terrain(_) | Mark::Wreck => None,
    };
    if aimed_at == Some(mover) {
        return Ok(());
    }
    let name = state.unit_name(mover);
    Err(Refusal::new(format!("Overwatch fire is aimed at {name}, which has moved.")))
}

/// What a shot against this range needs (T-SHT-7, T-WPN-1, T-WPN-4, T-EQP-4); flamers have no test.
pub fn shooting_test(state: &State, unit: &Unit, weapon: &Weapon, range: Range) -> Option<Test> {
    match weapon.aim {
        Aim::Accuracy(accuracy) => {
            let lens = if state.has(unit, Ability::Detection) { TRIPLE_LENS } else { 0 };
            let check = Check::new(i32::from(accuracy), Reason::Accuracy)
                .with(lens, Reason::Detection)
                .with(-i32::from(range.band().0), Reason::Range);
            Some(Test::Table(check))
        }
        Aim::Needs(face) => {
            let strike = weapon.has(WeaponAbility::ArtilleryStrike);
            let why = if strike { Reason::ArtilleryStrike } else { Reason::LockedShot };
            Some(Test::Fixed { face: u32::from(face), why })
        }
        Aim::Reaches(_) => None,
    }
}

/// The last range band at which anybody could hit anything with it (T-SHT-7, T-EQP-4, T-WPN-2); nothing of a weapon that asks
/// for no range (T-WPN-1).
pub fn reach(weapon: &Weapon) -> Option<Band> {
    match weapon.aim {
        Aim::Accuracy(accuracy) => {
            let hits = |band: &u8| {
                let value = i32::from(accuracy) + TRIPLE_LENS - i32::from(*band);
                Need::of(value) != Need::Never
            };
            (0..=Band::of(Range::MOST).0).rev().find(hits).map(Band)
        }
        Aim::Reaches(most) => Some(Band(most)),
        Aim::Needs(_) => None,
    }
}

/// T-EQP-3: a tagged unit may be aimed at by indirect and locked fire without being seen.
pub(super) fn is_tagged(state: &State, by: Seat, on: UnitId) -> bool {
    state.tags.iter().any(|tag| tag.by == by && tag.on == on)
}

/// Shooters, and the weapons that they fire (T-SHT-6, T-SHT-7).
pub(super) fn firing(
    state: &State,
    shooter: &Shooter,
    unit: &Unit,
    weapon: &Weapon,
    salvo: &Salvo,
    all_fire: bool,
) -> Result<(u32, u32), Refusal> {
    let shots = shooter.fired.iter().filter(|fired| fired.weapon == salvo.weapon);
    let fired = shots.fold(0_u32, |sum, fired| sum.saturating_add(fired.shots));
    let mut left: Vec<u32> = bearers(state, shooter, salvo.weapon)
        .iter()
        .map(|bearer| bearer.copies.saturating_sub(fired).min(u32::from(salvo.each)))
        .filter(|copies| *copies > 0)
        .collect();
    left.sort_by_key(|copies| std::cmp::Reverse(*copies));
    let able = left.len();
    let seeing = salvo.seeing.map_or(able, |seeing| usize::try_from(seeing).unwrap_or(usize::MAX));
    if seeing > able {
        return Err(Refusal::new(format!(
            "{} has {able} with a {} to fire; you say {seeing} see something.",
            unit.name,
            in_sentence(&weapon.name)
        )));
    }
    if seeing == 0 && !all_fire {
        return Err(Refusal::new(format!(
            "Nobody in {} sees a target, so nobody shoots.",
            unit.name
        )));
    }
    // with a tag, and with indirect fire, all bearers fire (T-IND-1, T-EQP-3)
    left.truncate(if all_fire { able } else { seeing });
    let fire = left.iter().fold(0_u32, |sum, copies| sum.saturating_add(*copies));
    Ok((u32::try_from(left.len()).unwrap_or(u32::MAX), fire))
}

/// The target of direct fire (T-SHT-4, T-SHT-5).
struct Target {
    impacts: Impacts,
    /// The least Size of its members, on what they stand on (T-SHT-9).
    size: u8,
    /// Units that are no part of the zone of fire.
    units: Vec<UnitId>,
}

fn direct(
    state: &State,
    shooter: &Shooter,
    unit: &Unit,
    weapon: &Weapon,
    salvo: &Salvo,
) -> Result<Aimed, Refusal> {
    let locked = weapon.is_locked();
    let sniper = weapon.has(WeaponAbility::Sniper) && !shooter.moved && !salvo.moves_after;
    let target = target(state, shooter, unit, weapon, salvo, sniper)?;
    let tagged = locked && target.units.iter().any(|on| is_tagged(state, unit.side, *on));
    let (shooters, fire) = firing(state, shooter, unit, weapon, salvo, tagged)?;
    // locked shots and snipers ignore whoever stands between (T-WPN-1, T-WPN-3)
    let ignores = locked || sniper && !target.units.is_empty();
    let (mut groups, skipped) = if ignores {
        (Vec::new(), Vec::new())
    } else {
        let mut out = target.units.clone();
        out.push(shooter.unit);
        let own = least_size(state, unit).saturating_add(salvo.shooters_on);
        caught(state, &salvo.zone, &out, (own, target.size))?
    };
    groups.push(target.impacts);
    Ok(Aimed {
        unit: shooter.unit,
        by: unit.side,
        weapon: salvo.weapon,
        fire: Fire::Direct,
        sniper: sniper && !target.units.is_empty(),
        overwatch: shooter.overwatch.is_some(),
        shooters,
        dice: fire.saturating_mul(u32::from(weapon.rate)),
        test: shooting_test(state, unit, weapon, salvo.range),
        rerolls: u32::from(weapon.rerolls),
        groups,
        skipped,
    })
}

fn least_size(state: &State, unit: &Unit) -> u8 {
    let sizes = unit.living().filter_map(|(_, member)| state.profile(unit, member));
    sizes.map(|profile| profile.size).min().unwrap_or(0)
}

fn target(
    state: &State,
    shooter: &Shooter,
    unit: &Unit,
    weapon: &Weapon,
    salvo: &Salvo,
    sniper: bool,
) -> Result<Target, Refusal> {
    let (id, machine) = match salvo.at {
        Mark::Unit(id) => (id, None),
        Mark::Machine(id, machine) => (id, Some(machine)),
        Mark::Terrain(id) => return terrain(state, salvo, id),
        Mark::Fighter(id, _) => {
            return Err(Refusal::new(format!(
                "{} fires directly: aim at the whole of {}, not at one fighter.",
                weapon.name,
                state.unit_name(id)
            )));
        }
        Mark::Wreck => {
            return Err(Refusal::new(
                "Direct fire is aimed at enemy units; the wreck is hit in a zone of fire.",
            ));
        }
    };
    let aimed_at = on_table(state, id)?;
    if aimed_at.side == unit.side {
        return Err(Refusal::new(format!(
            "{} is on your side; direct fire is aimed at an enemy unit.",
            aimed_at.name
        )));
    }
    let machines = state.category(aimed_at).is_machine();
    if weapon.is_locked() && !machines {
        return Err(Refusal::new(format!(
            "{} locks on to machines alone; {} is infantry.",
            weapon.name, aimed_at.name
        )));
    }
    let units = if machines { vec![id] } else { melee(state, id) };
    let order = match machine {
        None => line_up(state, &units, &salvo.nearest)?,
        Some(member) => {
            let there = aimed_at.member(member);
            if there.is_none_or(|member| member.out || member.machine.is_none()) {
                return Err(Refusal::new(format!(
                    "{} has no such machine left; aim at the whole unit.",
                    aimed_at.name
                )));
            }
            vec![Standing { unit: id, member }]
        }
    };
    let size = match machine {
        Some(_) => least_size(state, aimed_at),
        None => units
            .iter()
            .filter_map(|id| state.unit(*id))
            .map(|unit| least_size(state, unit))
            .min()
            .unwrap_or(0),
    };
    let covered = !weapon.is_locked() && !sniper;
    let watched = shooter.overwatch == Some(id);
    Ok(Target {
        impacts: Impacts {
            on: Struckee::Unit(id),
            number: 0,
            order,
            how: How::Nearest,
            cover: covered.then(|| cover::test(state, id, salvo.cover, watched)).flatten(),
            grounds: false,
            against: None,
        },
        size: size.saturating_add(salvo.target_on),
        units,
    })
}

/// T-TER-3: only where it is agreed, without cover, and whoever stands on it falls with it.
fn terrain(state: &State, salvo: &Salvo, id: TerrainId) -> Result<Target, Refusal> {
    if !state.switches.terrain_damage {
        return Err(Refusal::new("Weapons do not harm terrain in this game; sabotage does."));
    }
    let element = state.element(id).filter(|element| !element.gone);
    let element = element.ok_or_else(|| Refusal::new("That element is not on the table."))?;
    if element.tough.is_none_or(|tough| tough.structure == 0) {
        return Err(Refusal::new(format!("{} cannot be destroyed.", element.name)));
    }
    if salvo.cover != Cover::None {
        return Err(Refusal::new("Terrain has no cover of its own."));
    }
    let on_it = under(state, &salvo.under, 1)?;
    Ok(Target {
        impacts: Impacts {
            on: Struckee::Terrain(id),
            number: 0,
            order: on_it.into_iter().flat_map(|group| group.order).collect(),
            how: How::Nearest,
            cover: None,
            grounds: false,
            against: None,
        },
        size: element.size,
        units: Vec::new(),
    })
}

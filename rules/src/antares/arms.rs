//! What a unit can shoot with: every weapon, mode and shooter, and whether a declared shooting is allowed.

use super::buildings::{self, Interior};
use super::command::{BuildingShot, Cover, Eyes, Mark, Scene, Shooters, Shot, Use};
use super::flow::{Hit, Manner};
use super::inches::Inches;
use super::profile::{Gear, Mode, UnitKind, Weapon, WeaponClass, WeaponRule};
use super::state::{Ammo, ModelId, State, Unit, UnitId, WeaponId};
use super::values::{self, Band, OutOfReach};
use crate::refusal::Refusal;

/// A-ASL-3: a weapon with a minimum range of this or more is no use point-blank.
pub const POINT_BLANK_MINIMUM: Inches = Inches::whole(10);
/// More ways to combine weapons and modes than anybody wants to choose from.
const MAX_WAYS: usize = 12;
/// Cover adds one or two (A-SHT-19).
pub const MAX_COVER: u8 = 2;

/// One weapon in one of its modes, and who can shoot it (A-SHT-21).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arm {
    pub weapon: WeaponId,
    pub mode: u8,
    pub by: Shooters,
}

impl Arm {
    pub fn shooters(&self) -> usize {
        match &self.by {
            Shooters::Gun => 1,
            Shooters::Models(models) => models.len(),
        }
    }
}

/// Everything the unit could shoot in this manner, whatever the range.
pub fn arms(state: &State, unit: &Unit, manner: Manner) -> Vec<Arm> {
    let mut arms = Vec::new();
    if unit.destroyed {
        return arms;
    }
    if let Some(gun) = unit.gun
        && unit.gun_works()
    {
        arms.extend(modes(state, gun.weapon).filter_map(|(mode, _)| {
            allowed(state, unit, gun.weapon, mode, manner).is_ok().then_some(Arm {
                weapon: gun.weapon,
                mode,
                by: Shooters::Gun,
            })
        }));
    }
    for weapon in carried(unit) {
        let by: Vec<ModelId> = unit
            .living()
            .flat_map(|id| std::iter::repeat_n(id, unit.working(id, weapon)))
            .collect();
        if by.is_empty() {
            continue;
        }
        for (mode, _) in modes(state, weapon) {
            if allowed(state, unit, weapon, mode, manner).is_ok() {
                arms.push(Arm { weapon, mode, by: Shooters::Models(by.clone()) });
            }
        }
    }
    arms
}

pub fn can_shoot(state: &State, unit: &Unit, manner: Manner) -> bool {
    !arms(state, unit, manner).is_empty()
}

/// The kinds of weapon its models carry, each once, in the order of the profile.
fn carried(unit: &Unit) -> Vec<WeaponId> {
    let mut weapons: Vec<WeaponId> = Vec::new();
    for id in unit.living() {
        for weapon in &unit.models[id.index()].weapons {
            if !weapons.contains(weapon) {
                weapons.push(*weapon);
            }
        }
    }
    weapons
}

fn modes(state: &State, weapon: WeaponId) -> impl Iterator<Item = (u8, &Mode)> {
    (0..).zip(state.weapon(weapon).map_or(&[][..], |weapon| &weapon.modes))
}

pub fn mode_of(state: &State, weapon: WeaponId, mode: u8) -> Option<(&Weapon, &Mode)> {
    let weapon = state.weapon(weapon)?;
    Some((weapon, weapon.modes.get(usize::from(mode))?))
}

/// Whether the weapon that made this hit has the rule; bare hands have none.
pub fn hit_has(state: &State, hit: Hit, rule: WeaponRule) -> bool {
    hit.weapon
        .and_then(|weapon| mode_of(state, weapon, hit.mode))
        .is_some_and(|(_, mode)| mode.has(rule))
}

/// Whether a weapon's mode can be shot in this manner at all.
fn allowed(
    state: &State,
    unit: &Unit,
    weapon: WeaponId,
    mode: u8,
    manner: Manner,
) -> Result<(), Refusal> {
    let Some((weapon, mode)) = mode_of(state, weapon, mode) else {
        return Err(unknown_weapon());
    };
    let name = &weapon.name;
    if mode.is_overhead() {
        check_headroom(state, unit, name)?;
    }
    if !mode.is_ranged() {
        return Err(Refusal::new(format!("{name} is for hand-to-hand fighting.")));
    }
    if unit.ammo == Ammo::Out && mode.has(WeaponRule::LimitedAmmo) {
        return Err(Refusal::new(format!("{} is out of ammunition for {name}.", unit.name)));
    }
    match manner {
        Manner::Fire | Manner::Advance | Manner::Blind => {
            if mode.has(WeaponRule::PointBlankOnly) {
                return Err(Refusal::new(format!("{name} is shot in assaults only.")));
            }
            if manner == Manner::Advance && weapon.class == WeaponClass::Heavy {
                return Err(Refusal::new(format!(
                    "{name} is a heavy weapon and needs a Fire order."
                )));
            }
            if manner == Manner::Blind && !mode.is_overhead() {
                return Err(Refusal::new(format!(
                    "{name} cannot fire blind: it is no overhead weapon."
                )));
            }
            Ok(())
        }
        Manner::PointBlank => {
            let close = match weapon.class {
                WeaponClass::Hand | WeaponClass::Standard => mode.minimum < POINT_BLANK_MINIMUM,
                WeaponClass::Special => true,
                WeaponClass::Support | WeaponClass::Heavy => false,
            };
            if close {
                Ok(())
            } else {
                Err(Refusal::new(format!("{name} cannot be shot point-blank.")))
            }
        }
        Manner::HandToHand => Err(Refusal::new("Nobody shoots hand to hand.")),
    }
}

/// B-SHT-3, B-LRG-1: nobody fires overhead under a roof.
fn check_headroom(state: &State, unit: &Unit, weapon: &str) -> Result<(), Refusal> {
    if state.options.indoors {
        return Err(Refusal::new(format!(
            "There is no room for overhead fire in here, so {weapon} is silent."
        )));
    }
    let inside = unit.spot.filter(|spot| !spot.is_roof()).and_then(|spot| {
        let building = state.building(spot.building)?;
        (building.plan.interior != Interior::Hall { overhead: true }).then_some(building)
    });
    match inside {
        None => Ok(()),
        Some(building) => Err(Refusal::new(format!(
            "{} is inside {}, where {weapon} cannot be fired overhead.",
            unit.name, building.plan.name
        ))),
    }
}

/// The band a mode is in, or why it does not reach; point-blank is always effective.
pub fn reach(
    state: &State,
    mode: &Mode,
    manner: Manner,
    range: Inches,
) -> Result<Band, OutOfReach> {
    match manner {
        Manner::PointBlank => Ok(Band::Effective),
        Manner::Fire | Manner::Advance | Manner::Blind | Manner::HandToHand => {
            values::band(mode, range, state.options)
        }
    }
}

/// Sensible ways to shoot at this range, best first: each model with its first weapon that reaches, then with other
/// modes, then with other weapons.
pub fn ways(state: &State, unit: &Unit, manner: Manner, range: Inches) -> Vec<Vec<Use>> {
    let arms: Vec<Arm> = arms(state, unit, manner)
        .into_iter()
        .filter(|arm| {
            mode_of(state, arm.weapon, arm.mode)
                .is_some_and(|(_, mode)| reach(state, mode, manner, range).is_ok())
        })
        .collect();
    let mut ways: Vec<Vec<Use>> = Vec::new();
    for arm in arms.iter().filter(|arm| arm.by == Shooters::Gun) {
        ways.push(vec![Use { weapon: arm.weapon, mode: arm.mode, by: Shooters::Gun }]);
    }
    let mut weapons: Vec<WeaponId> = Vec::new();
    for arm in arms.iter().filter(|arm| arm.by != Shooters::Gun) {
        if !weapons.contains(&arm.weapon) {
            weapons.push(arm.weapon);
        }
    }
    for order in rotations(&weapons) {
        for choice in mode_choices(&arms, &order) {
            let way = personal_way(unit, &arms, &choice);
            // the same shots named in another order are no other way
            let known = ways.iter().any(|other| {
                other.len() == way.len() && way.iter().all(|used| other.contains(used))
            });
            if ways.len() >= MAX_WAYS {
                return ways;
            }
            if !way.is_empty() && !known {
                ways.push(way);
            }
        }
    }
    ways
}

/// The weapons in the order of the profile, and each of the others put first in its turn.
fn rotations(weapons: &[WeaponId]) -> Vec<Vec<WeaponId>> {
    (0..weapons.len())
        .map(|first| {
            let mut order = vec![weapons[first]];
            order.extend(weapons.iter().copied().filter(|w| *w != weapons[first]));
            order
        })
        .collect()
}

/// For each weapon one of its modes (A-SHT-3: the same for all who carry it).
fn mode_choices(arms: &[Arm], weapons: &[WeaponId]) -> Vec<Vec<(WeaponId, u8)>> {
    let mut choices: Vec<Vec<(WeaponId, u8)>> = vec![Vec::new()];
    for weapon in weapons {
        let modes: Vec<u8> = arms
            .iter()
            .filter(|arm| arm.weapon == *weapon && arm.by != Shooters::Gun)
            .map(|arm| arm.mode)
            .collect();
        choices = choices
            .into_iter()
            .flat_map(|choice| {
                modes.iter().map(move |mode| {
                    let mut choice = choice.clone();
                    choice.push((*weapon, *mode));
                    choice
                })
            })
            .take(MAX_WAYS)
            .collect();
    }
    choices
}

fn personal_way(unit: &Unit, arms: &[Arm], choice: &[(WeaponId, u8)]) -> Vec<Use> {
    let mut taken: Vec<ModelId> = Vec::new();
    let mut way = Vec::new();
    for (weapon, mode) in choice {
        let Some(arm) = arms
            .iter()
            .find(|arm| arm.weapon == *weapon && arm.mode == *mode && arm.by != Shooters::Gun)
        else {
            continue;
        };
        let Shooters::Models(models) = &arm.by else { continue };
        let free: Vec<ModelId> = models
            .iter()
            .copied()
            .filter(|model| fires_everything(unit) || !taken.contains(model))
            .collect();
        if !fires_everything(unit) {
            let mut once = free.clone();
            once.dedup();
            taken.extend(&once);
            if !once.is_empty() {
                way.push(Use { weapon: *weapon, mode: *mode, by: Shooters::Models(once) });
            }
        } else if !free.is_empty() {
            way.push(Use { weapon: *weapon, mode: *mode, by: Shooters::Models(free) });
        }
    }
    way
}

/// A-SHT-3: a vehicle fires all its weapon systems.
fn fires_everything(unit: &Unit) -> bool {
    unit.kind() == UnitKind::Vehicle
}

/// One sentence why this shooting cannot be; nothing is rolled before it has passed.
pub fn check_shooting(
    state: &State,
    from: UnitId,
    manner: Manner,
    shots: &[Shot],
) -> Result<(), Refusal> {
    let unit = state.unit(from).ok_or_else(|| Refusal::new("There is no such unit."))?;
    if shots.is_empty() {
        return Err(Refusal::new("Say who is shot at, and with what."));
    }
    let splits = (unit.kind() == UnitKind::Vehicle && manner == Manner::Fire)
        || state.closed_in(unit).is_some();
    if shots.len() > 1 && !splits {
        let inside = if state.buildings.is_empty() { "" } else { ", or a unit inside a building," };
        return Err(Refusal::new(format!(
            "A unit shoots at one target; only a vehicle with several weapons and a Fire order{inside} may split its fire."
        )));
    }
    buildings::check_sides(state, unit, shots)?;
    let uses: Vec<&Use> = shots.iter().flat_map(|shot| &shot.uses).collect();
    check_uses(state, unit, manner, &uses)?;
    for shot in shots {
        check_shot(state, unit, manner, shot)?;
        buildings::check_building_shot(state, from, unit, shot)?;
    }
    for (i, shot) in shots.iter().enumerate() {
        if shots[..i].iter().any(|other| other.target == shot.target) {
            return Err(Refusal::new("Name each target once."));
        }
    }
    Ok(())
}

fn check_shot(state: &State, unit: &Unit, manner: Manner, shot: &Shot) -> Result<(), Refusal> {
    let target = state.unit(shot.target).ok_or_else(|| Refusal::new("There is no such target."))?;
    if target.side == unit.side {
        return Err(Refusal::new(format!("{} is on your own side.", target.name)));
    }
    if target.destroyed || !target.deployed {
        return Err(Refusal::new(format!("{} is not on the table.", target.name)));
    }
    if shot.uses.is_empty() {
        return Err(Refusal::new(format!("Say with what {} is shot at.", target.name)));
    }
    check_reach(state, manner, shot.range, &shot.uses)?;
    let direct = shot.uses.iter().any(|used| {
        mode_of(state, used.weapon, used.mode).is_some_and(|(_, mode)| !mode.is_overhead())
    });
    check_scene(state, unit, target, &shot.scene, direct)
}

/// One sentence why a building cannot be shot at like this (B-DMG-3).
pub fn check_shooting_at_building(
    state: &State,
    from: UnitId,
    manner: Manner,
    shot: &BuildingShot,
) -> Result<(), Refusal> {
    let unit = state.unit(from).ok_or_else(|| Refusal::new("There is no such unit."))?;
    let part = shot.part;
    let Some(building) = state.building(part.building).filter(|it| it.stands(part.column)) else {
        return Err(Refusal::new("No such building stands on the table."));
    };
    let name = &building.plan.name;
    if building.plan.strength == 0 {
        return Err(Refusal::new(format!("{name} cannot be brought down.")));
    }
    if unit.spot.is_some_and(|spot| spot.part() == part) {
        return Err(Refusal::new(format!("{} is in {name} itself.", unit.name)));
    }
    if shot.uses.is_empty() {
        return Err(Refusal::new(format!("Say with what {name} is shot at.")));
    }
    let uses: Vec<&Use> = shot.uses.iter().collect();
    check_uses(state, unit, manner, &uses)?;
    check_reach(state, manner, shot.range, &shot.uses)?;
    if !buildings::can_hurt(state, &shot.uses) {
        return Err(Refusal::new(format!(
            "None of that can hurt {name}: it takes a strike value of 5, or a blast of five hits."
        )));
    }
    let said = &shot.scene;
    let plain = Scene {
        terrain: said.terrain,
        out_of_arc: said.out_of_arc,
        spotter_sees: said.spotter_sees,
        openings: said.openings,
        side: said.side,
        ..Scene::default()
    };
    if *said != plain {
        return Err(Refusal::new(
            "Walls have no cover, nobody hides behind them, and no shield: say only what lies between.",
        ));
    }
    buildings::check_openings(state, unit, &shot.uses, said)
}

/// Every weapon reaches as far as that, and no further (A-SHT-5).
pub fn check_reach(
    state: &State,
    manner: Manner,
    range: Inches,
    uses: &[Use],
) -> Result<(), Refusal> {
    for used in uses {
        let Some((weapon, mode)) = mode_of(state, used.weapon, used.mode) else {
            return Err(unknown_weapon());
        };
        let name = &weapon.name;
        reach(state, mode, manner, range).map_err(|out| {
            Refusal::new(match out {
                OutOfReach::TooNear(least) => {
                    format!("{name} reaches from {least}; the target is {range} away.")
                }
                OutOfReach::TooFar(most) => {
                    format!("{name} reaches {most}; the target is {range} away.")
                }
                OutOfReach::NotShot => format!("{name} is for hand-to-hand fighting."),
            })
        })?;
    }
    Ok(())
}

fn unknown_weapon() -> Refusal {
    Refusal::new("The unit has no such weapon or mode; choose one of those on its card.")
}

fn check_scene(
    state: &State,
    unit: &Unit,
    target: &Unit,
    scene: &Scene,
    direct: bool,
) -> Result<(), Refusal> {
    check_cover(&scene.cover)?;
    let marks = scene.hidden.iter().chain(&scene.behind).chain(scene.under.iter().flatten());
    if marks.clone().any(|mark| !stands(target, *mark)) {
        return Err(Refusal::new(format!("{} has no such model left.", target.name)));
    }
    let lists = [&scene.hidden, &scene.behind];
    if lists.into_iter().chain(&scene.under).any(|list| has_twice(list)) {
        return Err(Refusal::new("Name each model once."));
    }
    if let Cover::Only { models, .. } = &scene.cover
        && models.iter().any(|model| !stands(target, Mark::Model(*model)))
    {
        return Err(Refusal::new(format!("{} has no such model left.", target.name)));
    }
    if targets(target).iter().all(|mark| scene.hidden.contains(mark)) {
        if direct {
            return Err(Refusal::new(format!(
                "None of {} is in sight, so only overhead weapons could reach it.",
                target.name
            )));
        }
        // A-OVH-8: somebody has to see it, if only a drone
        let spotter = unit.has_gear(Gear::Spotter) && scene.spotter_sees;
        if scene.eyes == Eyes::Own && !spotter {
            return Err(Refusal::new(format!(
                "Nobody sees {}; fire blind, or patch sight through another unit's spotter drone.",
                target.name
            )));
        }
    }
    // A-SPC-7: a shield goes with its drone
    let shielded = state.living(target.side).any(|(_, unit)| unit.has_gear(Gear::Batter));
    if scene.shield && !shielded {
        return Err(Refusal::new(format!(
            "{} has no batter drone left to raise a shield.",
            state.side_name(target.side)
        )));
    }
    if scene.under.as_ref().is_some_and(Vec::is_empty) {
        return Err(Refusal::new("The template lies on one model of the target at least."));
    }
    if let Eyes::Patched(other) = scene.eyes {
        if direct {
            return Err(Refusal::new("Patched sight serves overhead weapons only."));
        }
        if !unit.has_gear(Gear::Spotter) {
            return Err(Refusal::new(format!("{} has no spotter drone to patch with.", unit.name)));
        }
        let helper =
            state.unit(other).filter(|helper| helper.side == unit.side && other_unit(helper, unit));
        if !helper.is_some_and(|helper| helper.deployed && helper.has_gear(Gear::Spotter)) {
            return Err(Refusal::new(
                "Sight is patched from another unit of yours with a spotter drone.",
            ));
        }
    }
    Ok(())
}

fn has_twice(marks: &[Mark]) -> bool {
    marks.iter().enumerate().any(|(place, mark)| marks[..place].contains(mark))
}

fn other_unit(one: &Unit, other: &Unit) -> bool {
    !one.destroyed && one.name != other.name
}

pub fn check_cover(cover: &Cover) -> Result<(), Refusal> {
    let bonus = match cover {
        Cover::Nobody => return Ok(()),
        Cover::Everybody(bonus) | Cover::Only { bonus, .. } => *bonus,
    };
    if (1..=MAX_COVER).contains(&bonus) {
        Ok(())
    } else {
        Err(Refusal::new(format!("Cover adds 1 or {MAX_COVER}, not {bonus}.")))
    }
}

/// Whether the mark is still there to be hit.
pub fn stands(unit: &Unit, mark: Mark) -> bool {
    match mark {
        Mark::Model(id) => unit.models.get(id.index()).is_some_and(|model| !model.lost),
        Mark::Gun => unit.gun_stands(),
        Mark::Drone(n) => unit.gear.get(usize::from(n)).is_some_and(|drone| !drone.lost),
    }
}

/// What shooting can hit of a unit: its models and a team's weapon (A-SHT-10).
pub fn targets(unit: &Unit) -> Vec<Mark> {
    let mut marks: Vec<Mark> = unit.living().map(Mark::Model).collect();
    if unit.gun_stands() {
        marks.push(Mark::Gun);
    }
    marks
}

/// Who shoots with what: everybody has it, nobody shoots twice, all of one weapon in one mode (A-SHT-2, A-SHT-3).
pub fn check_uses(
    state: &State,
    unit: &Unit,
    manner: Manner,
    uses: &[&Use],
) -> Result<(), Refusal> {
    let mut shooting: Vec<(ModelId, WeaponId)> = Vec::new();
    let mut gun = false;
    for (i, used) in uses.iter().enumerate() {
        allowed(state, unit, used.weapon, used.mode, manner)?;
        let name = state.weapon_name(used.weapon);
        if uses[..i].iter().any(|other| other.weapon == used.weapon && other.mode != used.mode) {
            return Err(Refusal::new(format!("All shoot {name} in the same mode.")));
        }
        match &used.by {
            Shooters::Gun => {
                if gun || !unit.gun_works() || unit.gun.is_none_or(|gun| gun.weapon != used.weapon)
                {
                    return Err(Refusal::new(format!("{} has no working {name}.", unit.name)));
                }
                gun = true;
            }
            Shooters::Models(models) => {
                if models.is_empty() {
                    return Err(Refusal::new(format!("Say who shoots {name}.")));
                }
                shooting.extend(models.iter().map(|model| (*model, used.weapon)));
            }
        }
    }
    if gun && !shooting.is_empty() {
        return Err(Refusal::new(
            "A weapon team fires its team weapon or its own weapons, not both.",
        ));
    }
    for (model, weapon) in &shooting {
        let same = shooting.iter().filter(|other| **other == (*model, *weapon)).count();
        if same > unit.working(*model, *weapon) {
            return Err(Refusal::new(format!(
                "Not everybody named has a working {}.",
                state.weapon_name(*weapon)
            )));
        }
        let of_model = shooting.iter().filter(|(other, _)| other == model).count();
        if of_model > 1 && !fires_everything(unit) {
            return Err(Refusal::new("A model shoots with one weapon at a time."));
        }
    }
    Ok(())
}

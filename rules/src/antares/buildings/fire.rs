//! Shooting out of buildings and at whoever is inside (B-SHT-1 to B-SHT-5).

use std::borrow::Cow;

use super::route::is_next;
use super::{Interior, PARAPET_COVER, Part, Roof};
use crate::antares::arms::mode_of;
use crate::antares::command::{Cover, Scene, Shooters, Shot, Use};
use crate::antares::flow::Manner;
use crate::antares::inches::Inches;
use crate::antares::profile::WeaponClass;
use crate::antares::state::{State, Unit, UnitId, WeaponId};
use crate::refusal::Refusal;
use crate::text::count;

/// B-SHT-4: from block to block, however they are measured.
pub const ADJOINING_RANGE: Inches = Inches::whole(2);
/// B-SHT-1
pub const MODELS_PER_OPENING: u32 = 2;

/// What people said of the scene, with what the battle itself knows: walls around the target, a parapet before it.
pub fn seen_scene<'a>(
    state: &State,
    at: Option<UnitId>,
    manner: Manner,
    scene: &'a Scene,
) -> Cow<'a, Scene> {
    let Some(target) = at.and_then(|at| Some((at, state.unit(at)?))) else {
        return Cow::Borrowed(scene);
    };
    if manner == Manner::HandToHand {
        return Cow::Borrowed(scene);
    }
    if let Some(cover) = walls(state, target) {
        let cover = if cover == 0 { Cover::Nobody } else { Cover::Everybody(cover) };
        // B-SHT-5: one opening is enough to reach everybody
        let (hidden, behind, under) = (Vec::new(), Vec::new(), None);
        return Cow::Owned(Scene { building: true, cover, hidden, behind, under, ..scene.clone() });
    }
    let parapet = manner != Manner::PointBlank
        && scene.cover == Cover::Nobody
        && !scene.past_parapet
        && stands_behind_parapet(state, target.1);
    if parapet {
        return Cow::Owned(Scene { cover: Cover::Everybody(PARAPET_COVER), ..scene.clone() });
    }
    Cow::Borrowed(scene)
}

/// What the walls around a unit add to its Res; an assailant has left its own behind (B-ASL-1).
pub fn walls(state: &State, (id, unit): (UnitId, &Unit)) -> Option<u8> {
    let charges = state.flow.assault.as_ref().is_some_and(|assault| assault.attacker == id);
    let (_, building) = state.closed_in(unit).filter(|_| !charges)?;
    Some(building.plan.cover)
}

/// B-ROF-1
pub fn stands_behind_parapet(state: &State, unit: &Unit) -> bool {
    unit.spot.is_some_and(|spot| {
        spot.is_roof()
            && state.building(spot.building).is_some_and(|it| it.plan.roof == Roof::Parapet)
    })
}

/// The range between two units in blocks that touch; every other is measured.
pub fn fixed_range(state: &State, from: UnitId, at: UnitId) -> Option<Inches> {
    let spot = |id: UnitId| state.closed_in(state.unit(id)?).map(|(spot, _)| spot);
    is_next(spot(from)?, spot(at)?).then_some(ADJOINING_RANGE)
}

/// The part of a building that an overhead shot at this target comes down on.
pub fn overhead_part(state: &State, at: Option<UnitId>, aimed: Option<Part>) -> Option<Part> {
    let of_target = || state.unit(at?)?.spot.map(super::Spot::part);
    let part = aimed.or_else(of_target)?;
    let building = state.building(part.building).filter(|it| it.stands(part.column))?;
    match building.plan.interior {
        Interior::Closed | Interior::Modelled => Some(part),
        // a hall is a table of its own; only its roof is outside
        Interior::Hall { .. } => {
            let inside = at.and_then(|at| state.unit(at)?.spot).is_some_and(|spot| !spot.is_roof());
            (!inside).then_some(part)
        }
    }
}

/// Whether a weapon takes a whole opening (B-SHT-1).
fn is_big(state: &State, weapon: WeaponId) -> bool {
    match state.weapon(weapon).map(|weapon| weapon.class) {
        Some(WeaponClass::Support | WeaponClass::Heavy) => true,
        Some(WeaponClass::Hand | WeaponClass::Standard | WeaponClass::Special) | None => false,
    }
}

fn shooters(used: &Use) -> u32 {
    match &used.by {
        Shooters::Gun => 1,
        Shooters::Models(models) => u32::try_from(models.len()).unwrap_or(u32::MAX),
    }
}

/// How many openings these shooters fill.
pub fn openings_needed(state: &State, uses: &[Use]) -> u32 {
    let of = |big: bool| {
        let some = uses.iter().filter(|used| is_big(state, used.weapon) == big);
        some.map(shooters).sum::<u32>()
    };
    of(true).saturating_add(of(false).div_ceil(MODELS_PER_OPENING))
}

/// As many of these shooters as find a place, in the order they are named.
pub fn through_openings(state: &State, uses: &[Use], openings: u32) -> Vec<Use> {
    let mut places = openings.saturating_mul(MODELS_PER_OPENING);
    let mut some = Vec::new();
    // whoever needs an opening alone goes first, so that no half of one is lost
    let mut order: Vec<&Use> = uses.iter().collect();
    order.sort_by_key(|used| !is_big(state, used.weapon));
    for used in order {
        let each = if is_big(state, used.weapon) { MODELS_PER_OPENING } else { 1 };
        match &used.by {
            Shooters::Gun => {
                if places >= each {
                    places -= each;
                    some.push(used.clone());
                }
            }
            Shooters::Models(models) => {
                let most = usize::try_from(places / each).unwrap_or(usize::MAX);
                let models: Vec<_> = models.iter().copied().take(most).collect();
                places -= each * u32::try_from(models.len()).unwrap_or(0);
                if !models.is_empty() {
                    some.push(Use { by: Shooters::Models(models), ..used.clone() });
                }
            }
        }
    }
    // as they were named
    some.sort_by_key(|used| {
        uses.iter().position(|one| one.weapon == used.weapon && one.mode == used.mode)
    });
    some
}

/// How many openings a unit may fire through at one target: as people count them, and one for whoever is emplaced.
pub fn openings_for(unit: &Unit, scene: &Scene) -> Option<u32> {
    let said = scene.openings.map(u32::from);
    if unit.emplaced.is_some() { Some(said.map_or(1, |said| said.min(1))) } else { said }
}

/// One sentence why a unit that is inside cannot shoot like this, or a target inside not be shot at like this.
pub fn check_building_shot(
    state: &State,
    from: UnitId,
    unit: &Unit,
    shot: &Shot,
) -> Result<(), Refusal> {
    check_openings(state, unit, &shot.uses, &shot.scene)?;
    let Some(target) = state.unit(shot.target) else { return Ok(()) };
    if let Some(range) = fixed_range(state, from, shot.target)
        && shot.range != range
    {
        return Err(Refusal::new(format!(
            "{} is in the next block, so the range is {range}.",
            target.name
        )));
    }
    if let Some((spot, _)) = state.closed_in(target)
        && (!shot.scene.hidden.is_empty()
            || !shot.scene.behind.is_empty()
            || shot.scene.under.is_some())
    {
        return Err(Refusal::new(format!(
            "{} is inside {}: whoever sees an opening of it can hit every model.",
            target.name,
            state.spot_name(spot)
        )));
    }
    if shot.scene.past_parapet && !stands_behind_parapet(state, target) {
        return Err(Refusal::new(format!("{} stands behind no parapet.", target.name)));
    }
    let hall = target.spot.filter(|spot| !spot.is_roof()).and_then(|spot| {
        state
            .building(spot.building)
            .filter(|it| it.plan.interior == Interior::Hall { overhead: false })
    });
    let overhead = shot.uses.iter().any(|used| {
        mode_of(state, used.weapon, used.mode).is_some_and(|(_, mode)| mode.is_overhead())
    });
    match hall {
        Some(hall) if overhead => Err(Refusal::new(format!(
            "{} is in {}, where there is no room for overhead fire.",
            target.name, hall.plan.name
        ))),
        Some(_) | None => Ok(()),
    }
}

/// B-SHT-1
pub fn check_openings(
    state: &State,
    unit: &Unit,
    uses: &[Use],
    scene: &Scene,
) -> Result<(), Refusal> {
    let Some((spot, _)) = state.closed_in(unit) else {
        if scene.openings.is_some() || scene.side.is_some() {
            return Err(Refusal::new(format!(
                "{} is in no building, so it shoots through no openings.",
                unit.name
            )));
        }
        return Ok(());
    };
    if let (Some(own), Some(side)) = (unit.emplaced, scene.side)
        && own != side
    {
        return Err(Refusal::new(format!(
            "{} is emplaced at the {} of {} and shoots from there alone.",
            unit.name,
            own.name(),
            state.part_name(spot.part())
        )));
    }
    let Some(openings) = openings_for(unit, scene) else { return Ok(()) };
    let needed = openings_needed(state, uses);
    if needed <= openings {
        return Ok(());
    }
    Err(Refusal::new(format!(
        "Two models shoot through an opening, or one support or heavy weapon: these need {}, and {} there.",
        count(needed, "opening", "openings"),
        if openings == 1 { "1 is".to_owned() } else { format!("{openings} are") }
    )))
}

/// B-SHT-2: fire split over the sides of a building, one target for each.
pub fn check_sides(state: &State, unit: &Unit, shots: &[Shot]) -> Result<(), Refusal> {
    if shots.len() < 2 || state.closed_in(unit).is_none() {
        return Ok(());
    }
    for (place, shot) in shots.iter().enumerate() {
        let Some(side) = shot.scene.side else {
            return Err(Refusal::new(
                "Fire is split by the sides of the building; say from which side each target is shot at.",
            ));
        };
        if shots[..place].iter().any(|other| other.scene.side == Some(side)) {
            return Err(Refusal::new(format!(
                "All fire from the {} goes at one target.",
                side.name()
            )));
        }
    }
    Ok(())
}

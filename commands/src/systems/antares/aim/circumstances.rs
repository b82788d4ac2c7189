//! What lies between and around a shot, as one list to tick: only what can matter for this shooter, target and weapons.

use gatemaster_discord::card::Choice;
use gatemaster_discord::limits::CHOICES;
use gatemaster_rules::antares::State;
use gatemaster_rules::antares::arms::{MAX_COVER, mode_of};
use gatemaster_rules::antares::buildings::{
    Facing, Spot, openings_needed, stands_behind_parapet, walls,
};
use gatemaster_rules::antares::command::{Cover, Eyes, Intervening, Scene, Use};
use gatemaster_rules::antares::profile::{Gear, Mode, ModelRule, Weapon, WeaponClass, WeaponRule};
use gatemaster_rules::antares::state::{Unit, UnitId};

use super::bands;
use super::draft::Draft;
use super::target::Target;
use crate::words::{count, esc};

/// More windows than this are enough for everybody.
const MOST_OPENINGS: u8 = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Circumstance {
    Cover(u8),
    Obstacle,
    LightTerrain,
    Shield,
    Building,
    OutOfArc,
    /// The unit's own spotter drone does not see the target.
    SpotterBlind,
    /// This unit's spotter drone lends its eyes.
    Eyes(UnitId),
    /// So many openings look that way, and no more (B-SHT-1).
    Openings(u8),
    /// Split fire out of a building: the side it goes out of (B-SHT-2).
    Side(Facing),
    /// The parapet is not in the way (B-ROF-1).
    PastParapet,
}

impl Circumstance {
    /// What stands for it in a list.
    pub fn key(self) -> String {
        match self {
            Self::Cover(bonus) => format!("cover {bonus}"),
            Self::Obstacle => "obstacle".into(),
            Self::LightTerrain => "light terrain".into(),
            Self::Shield => "shield".into(),
            Self::Building => "building".into(),
            Self::OutOfArc => "arc".into(),
            Self::SpotterBlind => "spotter".into(),
            Self::Eyes(unit) => format!("eyes {}", unit.0),
            Self::Openings(openings) => format!("openings {openings}"),
            Self::Side(side) => format!("side {}", side.name()),
            Self::PastParapet => "parapet".into(),
        }
    }

    pub fn words(self, state: &State) -> String {
        match self {
            Self::Cover(bonus) => format!("cover +{bonus}"),
            Self::Obstacle => "obstacle between".into(),
            Self::LightTerrain => "light terrain between".into(),
            Self::Shield => "batter shield in the way".into(),
            Self::Building => "target in a building".into(),
            Self::OutOfArc => "outside the front arc".into(),
            Self::SpotterBlind => "own spotter drone does not see it".into(),
            Self::Eyes(unit) => {
                format!("sight patched through the spotter drone of {}", state.unit_name(unit))
            }
            Self::Openings(openings) => count(u32::from(openings), "opening", "openings"),
            Self::Side(side) => format!("from the {} of the building", side.name()),
            Self::PastParapet => "over the parapet, no cover".into(),
        }
    }

    /// What it does, in small print.
    fn effect(self) -> &'static str {
        match self {
            Self::Cover(1) => "Adds 1 to Res",
            Self::Cover(_) => "Adds 2 to Res",
            Self::Obstacle => "1 off the number needed",
            Self::LightTerrain | Self::OutOfArc | Self::Shield => "2 off the number needed",
            Self::Building => "1 off the number needed; say cover as well where there is any",
            Self::SpotterBlind => "No miss is rolled again",
            Self::Eyes(_) => "Overhead fire at what only that unit sees",
            Self::Openings(_) => "Two models shoot through each, or one support or heavy weapon",
            Self::Side(_) => "One target for each side",
            Self::PastParapet => "The shooter looks down on the roof",
        }
    }

    /// Two of these contradict each other.
    fn excludes(self, other: Self) -> bool {
        let kind = |one: Self| match one {
            Self::Cover(_) => Some(0),
            Self::Obstacle | Self::LightTerrain => Some(1),
            Self::Eyes(_) => Some(2),
            Self::Openings(_) => Some(3),
            Self::Side(_) => Some(4),
            Self::Shield
            | Self::Building
            | Self::OutOfArc
            | Self::SpotterBlind
            | Self::PastParapet => None,
        };
        self != other && kind(self).is_some() && kind(self) == kind(other)
    }
}

/// Everything that could matter for any of the weapons, at any range that is still open.
pub fn possible(state: &State, draft: &Draft) -> Vec<Circumstance> {
    let uses: Vec<Use> =
        bands::bands(state, draft).into_iter().flat_map(|band| band.uses).collect();
    possible_with(state, draft, &uses)
}

pub fn possible_with(state: &State, draft: &Draft, uses: &[Use]) -> Vec<Circumstance> {
    let Some(unit) = state.unit(draft.unit) else { return Vec::new() };
    let any = |fits: fn(&Weapon, &Mode) -> bool| {
        uses.iter().any(|used| {
            mode_of(state, used.weapon, used.mode).is_some_and(|(weapon, mode)| fits(weapon, mode))
        })
    };
    let direct = any(|_, mode| !mode.is_overhead());
    let stopped = any(|_, mode| !mode.is_overhead() && !mode.has(WeaponRule::NoCover));
    let target = draft.target.body(state);
    let hideable = target.is_some_and(|target| {
        target.living().any(|model| !target.model_has(model, ModelRule::Large))
    });
    let shielded = target.is_some_and(|target| {
        state.living(target.side).any(|(_, unit)| unit.has_gear(Gear::Batter))
    });
    let spotter = unit.has_gear(Gear::Spotter);
    let walled = walled(state, draft).is_some();
    let parapet = target.is_some_and(|target| stands_behind_parapet(state, target));
    let roof = target.and_then(|target| target.spot).is_some_and(Spot::is_roof);
    let mut possible = Vec::new();
    if stopped && hideable && !walled {
        if parapet {
            possible.push(Circumstance::PastParapet);
        } else {
            possible.extend((1..=MAX_COVER).map(Circumstance::Cover));
        }
    }
    possible.extend([Circumstance::Obstacle, Circumstance::LightTerrain]);
    possible.extend((direct && shielded).then_some(Circumstance::Shield));
    let houses = direct && target.is_some() && !walled && !roof;
    possible.extend(houses.then_some(Circumstance::Building));
    let heavy = any(|weapon, _| weapon.class == WeaponClass::Heavy);
    possible.extend(heavy.then_some(Circumstance::OutOfArc));
    possible.extend(spotter.then_some(Circumstance::SpotterBlind));
    if spotter && !direct && target.is_some() {
        possible.extend(lenders(state, draft.unit).map(Circumstance::Eyes));
    }
    possible.extend(from_inside(state, draft, unit));
    // a list has only so many places
    possible.truncate(CHOICES.into());
    possible
}

/// What matters for a unit that shoots out of a building; whoever is emplaced has one opening and no choice.
fn from_inside(state: &State, draft: &Draft, unit: &Unit) -> Vec<Circumstance> {
    if state.closed_in(unit).is_none() || unit.emplaced.is_some() {
        return Vec::new();
    }
    let ranges = match draft.range {
        Some(range) => vec![range],
        None => bands::ends(state, draft),
    };
    let needed = ranges
        .into_iter()
        .map(|range| openings_needed(state, &draft.wished_at(state, range)))
        .max()
        .unwrap_or(0);
    let fewer = (1..=MOST_OPENINGS).filter(|openings| u32::from(*openings) < needed);
    let mut possible: Vec<Circumstance> = fewer.map(Circumstance::Openings).collect();
    if !draft.held.is_empty() {
        possible.extend(draft.free_sides().map(Circumstance::Side));
    }
    possible
}

/// What the walls around the target add to its Res, where the rules for the inside of buildings apply.
pub fn walled(state: &State, draft: &Draft) -> Option<u8> {
    match draft.target {
        Target::Unit(id) => walls(state, (id, state.unit(id)?)),
        Target::Building(_) => None,
    }
}

/// Units whose spotter drones could lend their eyes (A-OVH-9).
pub fn lenders(state: &State, unit: UnitId) -> impl Iterator<Item = UnitId> {
    let side = state.unit(unit).map(|unit| unit.side);
    let own = side.into_iter().flat_map(|side| state.living(side));
    own.filter(move |(id, other)| *id != unit && other.deployed && other.has_gear(Gear::Spotter))
        .map(|(id, _)| id)
}

/// What the scene says by now.
pub fn of(scene: &Scene) -> Vec<Circumstance> {
    let mut said = Vec::new();
    if let Cover::Everybody(bonus) = scene.cover {
        said.push(Circumstance::Cover(bonus));
    }
    match scene.terrain {
        Intervening::Nothing => {}
        Intervening::Obstacle => said.push(Circumstance::Obstacle),
        Intervening::LightTerrain => said.push(Circumstance::LightTerrain),
    }
    said.extend(scene.shield.then_some(Circumstance::Shield));
    said.extend(scene.building.then_some(Circumstance::Building));
    said.extend(scene.out_of_arc.then_some(Circumstance::OutOfArc));
    said.extend((!scene.spotter_sees).then_some(Circumstance::SpotterBlind));
    if let Eyes::Patched(unit) = scene.eyes {
        said.push(Circumstance::Eyes(unit));
    }
    said.extend(scene.openings.map(Circumstance::Openings));
    said.extend(scene.side.map(Circumstance::Side));
    said.extend(scene.past_parapet.then_some(Circumstance::PastParapet));
    said
}

/// The scene with just these circumstances; who of the target is seen stays as it was.
fn with(scene: &Scene, said: &[Circumstance]) -> Scene {
    let mut new = Scene {
        hidden: scene.hidden.clone(),
        behind: scene.behind.clone(),
        under: scene.under.clone(),
        ..Scene::default()
    };
    if let Cover::Only { .. } = scene.cover {
        new.cover = scene.cover.clone();
    }
    for one in said {
        match one {
            Circumstance::Cover(bonus) => new.cover = Cover::Everybody(*bonus),
            Circumstance::Obstacle => new.terrain = Intervening::Obstacle,
            Circumstance::LightTerrain => new.terrain = Intervening::LightTerrain,
            Circumstance::Shield => new.shield = true,
            Circumstance::Building => new.building = true,
            Circumstance::OutOfArc => new.out_of_arc = true,
            Circumstance::SpotterBlind => new.spotter_sees = false,
            Circumstance::Eyes(unit) => new.eyes = Eyes::Patched(*unit),
            Circumstance::Openings(openings) => new.openings = Some(*openings),
            Circumstance::Side(side) => new.side = Some(*side),
            Circumstance::PastParapet => new.past_parapet = true,
        }
    }
    new
}

/// Takes over what was ticked. Of two that contradict each other the new one counts, of two new ones the last in the
/// list; what was settled so is told. `None` where something was picked that is not in the list.
pub fn settle(state: &State, draft: &mut Draft, picked: &[String]) -> Option<Vec<String>> {
    let possible = possible(state, draft);
    let before = of(&draft.scene);
    let mut said: Vec<Circumstance> = Vec::new();
    for key in picked {
        let one = possible.iter().copied().find(|one| one.key() == *key)?;
        if !said.contains(&one) {
            said.push(one);
        }
    }
    // in the order of the list, whatever order they came in
    said.sort_by_key(|one| possible.iter().position(|other| other == one));
    let mut notes = Vec::new();
    let mut kept: Vec<Circumstance> = Vec::new();
    for one in said {
        let Some(place) = kept.iter().position(|other| one.excludes(*other)) else {
            kept.push(one);
            continue;
        };
        let old = kept[place];
        let stays = if before.contains(&one) && !before.contains(&old) { old } else { one };
        let goes = if stays == one { old } else { one };
        kept[place] = stays;
        let [goes, stays] = [goes, stays].map(|one| esc(&one.words(state)));
        notes.push(format!("Both {goes} and {stays} cannot be: {stays} it is."));
    }
    draft.scene = with(&draft.scene, &kept);
    draft.choose_side(state);
    Some(notes)
}

/// What was said before and cannot matter any more is forgotten.
pub fn drop_pointless(state: &State, draft: &mut Draft) {
    let possible = possible(state, draft);
    let said: Vec<Circumstance> =
        of(&draft.scene).into_iter().filter(|one| possible.contains(one)).collect();
    draft.scene = with(&draft.scene, &said);
    let walled = walled(state, draft).is_some();
    if walled || draft.target.unit().is_none() {
        // B-SHT-5: who sees an opening can hit everybody behind it
        let (hidden, behind) = (Vec::new(), Vec::new());
        let scene = std::mem::take(&mut draft.scene);
        draft.scene = Scene { cover: Cover::Nobody, hidden, behind, under: None, ..scene };
    }
    draft.choose_side(state);
}

pub fn options(state: &State, draft: &Draft) -> Vec<Choice> {
    let said = of(&draft.scene);
    possible(state, draft)
        .into_iter()
        .map(|one| {
            let mut words = one.words(state);
            if let Some(first) = words.get_mut(..1) {
                first.make_ascii_uppercase();
            }
            Choice::new(words, one.key()).more(one.effect()).chosen_if(said.contains(&one))
        })
        .collect()
}

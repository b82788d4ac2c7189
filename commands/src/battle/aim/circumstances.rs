//! What lies between and around a shot, as one list to tick: only what can matter for this shooter, target and weapons.

use gatemaster_rules::antares::State;
use gatemaster_rules::antares::arms::{MAX_COVER, mode_of};
use gatemaster_rules::antares::command::{Cover, Eyes, Intervening, Scene, Use};
use gatemaster_rules::antares::profile::{Gear, Mode, ModelRule, Weapon, WeaponClass, WeaponRule};
use gatemaster_rules::antares::state::UnitId;

use super::bands;
use super::draft::Draft;
use crate::card::Choice;
use crate::words::esc;

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
        }
    }

    /// Two of these contradict each other.
    fn excludes(self, other: Self) -> bool {
        let kind = |one: Self| match one {
            Self::Cover(_) => Some(0),
            Self::Obstacle | Self::LightTerrain => Some(1),
            Self::Eyes(_) => Some(2),
            Self::Shield | Self::Building | Self::OutOfArc | Self::SpotterBlind => None,
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
    let (Some(unit), Some(target)) = (state.unit(draft.unit), state.unit(draft.target)) else {
        return Vec::new();
    };
    let any = |fits: fn(&Weapon, &Mode) -> bool| {
        uses.iter().any(|used| {
            mode_of(state, used.weapon, used.mode).is_some_and(|(weapon, mode)| fits(weapon, mode))
        })
    };
    let direct = any(|_, mode| !mode.is_overhead());
    let stopped = any(|_, mode| !mode.is_overhead() && !mode.has(WeaponRule::NoCover));
    let hideable = target.living().any(|model| !target.model_has(model, ModelRule::Large));
    let shielded = state.living(target.side).any(|(_, unit)| unit.has_gear(Gear::Batter));
    let spotter = unit.has_gear(Gear::Spotter);
    let mut possible = Vec::new();
    if stopped && hideable {
        possible.extend((1..=MAX_COVER).map(Circumstance::Cover));
    }
    possible.extend([Circumstance::Obstacle, Circumstance::LightTerrain]);
    possible.extend((direct && shielded).then_some(Circumstance::Shield));
    possible.extend(direct.then_some(Circumstance::Building));
    let heavy = any(|weapon, _| weapon.class == WeaponClass::Heavy);
    possible.extend(heavy.then_some(Circumstance::OutOfArc));
    possible.extend(spotter.then_some(Circumstance::SpotterBlind));
    if spotter && !direct {
        possible.extend(lenders(state, draft.unit).map(Circumstance::Eyes));
    }
    possible
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
    Some(notes)
}

/// What was said before and cannot matter any more is forgotten.
pub fn drop_pointless(state: &State, draft: &mut Draft) {
    let possible = possible(state, draft);
    let said: Vec<Circumstance> =
        of(&draft.scene).into_iter().filter(|one| possible.contains(one)).collect();
    draft.scene = with(&draft.scene, &said);
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

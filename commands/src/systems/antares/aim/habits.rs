//! What a player shot with, from how far and through what, the last time: the next shot begins with it.

use gatemaster_rules::antares::State;
use gatemaster_rules::antares::buildings::Spot;
use gatemaster_rules::antares::command::{BuildingShot, Cover, Scene, Shot, Use};
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::state::UnitId;
use gatemaster_store::Store;
use serde::{Deserialize, Serialize};

use super::draft::{Pick, Salvo, picks, usual_scene};
use super::target::Target;
use crate::boxed;
use crate::systems::antares::notes;

/// Each unit of a large battle at a few targets.
const MOST: usize = 60;

/// The latest first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Habits(Vec<Habit>);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Habit {
    unit: UnitId,
    target: Target,
    range: Inches,
    way: Vec<Pick>,
    scene: Scene,
    /// In which buildings both were.
    #[serde(default)]
    places: Whereabouts,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Whereabouts {
    from: Option<Spot>,
    at: Option<Spot>,
}

impl Whereabouts {
    fn of(state: &State, unit: UnitId, target: Target) -> Self {
        let from = state.unit(unit).and_then(|unit| unit.spot);
        Self { from, at: target.body(state).and_then(|unit| unit.spot) }
    }
}

impl Habits {
    /// The weapons and modes the unit shot with last, whoever the target was.
    pub fn way_of(&self, unit: UnitId) -> Option<Vec<Pick>> {
        self.of(unit).next().map(|habit| habit.way.clone())
    }

    /// What lay between these two. What a building had to do with it is forgotten once one of them is elsewhere.
    pub fn scene_of(&self, state: &State, unit: UnitId, target: Target) -> Option<Scene> {
        let habit = self.of(unit).find(|habit| habit.target == target)?;
        if habit.places == Whereabouts::of(state, unit, target) {
            return Some(habit.scene.clone());
        }
        let Scene { building, cover, .. } = usual_scene(state, target);
        let scene = habit.scene.clone();
        Some(Scene { building, cover, openings: None, past_parapet: false, ..scene })
    }

    /// How far it was to this target, or else to the last one.
    pub fn range_of(&self, unit: UnitId, target: Target) -> Option<Inches> {
        let same = self.of(unit).find(|habit| habit.target == target);
        same.or_else(|| self.of(unit).next()).map(|habit| habit.range)
    }

    fn of(&self, unit: UnitId) -> impl Iterator<Item = &Habit> {
        self.0.iter().filter(move |habit| habit.unit == unit)
    }

    pub fn note(&mut self, state: &State, unit: UnitId, salvo: &Salvo) {
        match salvo {
            Salvo::Units(shots) => {
                for Shot { target, range, uses, scene } in shots {
                    self.note_one(state, unit, Target::Unit(*target), *range, uses, scene);
                }
            }
            Salvo::Building(BuildingShot { part, range, uses, scene }) => {
                self.note_one(state, unit, Target::Building(*part), *range, uses, scene);
            }
        }
        self.0.truncate(MOST);
    }

    fn note_one(
        &mut self,
        state: &State,
        unit: UnitId,
        target: Target,
        range: Inches,
        uses: &[Use],
        scene: &Scene,
    ) {
        self.0.retain(|habit| (habit.unit, habit.target) != (unit, target));
        let (way, scene) = (picks(uses), in_general(scene));
        let places = Whereabouts::of(state, unit, target);
        self.0.insert(0, Habit { unit, target, range, way, scene, places });
    }
}

/// Which model hid where, and how fire was split, is of this moment; what lies between two units often stays.
fn in_general(scene: &Scene) -> Scene {
    let cover = match &scene.cover {
        Cover::Everybody(bonus) => Cover::Everybody(*bonus),
        Cover::Nobody | Cover::Only { .. } => Cover::Nobody,
    };
    let (hidden, behind, under, side) = (Vec::new(), Vec::new(), None, None);
    Scene { cover, hidden, behind, under, side, ..scene.clone() }
}

const NOTE: &str = "shots";

#[boxed]
pub async fn load(store: &Store, game: &str, user: u64) -> Habits {
    let note = notes::read(store, game, user, NOTE).await;
    note.unwrap_or_else(|trouble| {
        tracing::warn!(game, trouble = trouble.in_short(), "earlier shots could not be read");
        None
    })
    .unwrap_or_default()
}

/// The shot stands, whether or not it is remembered.
#[boxed]
pub async fn remember(
    store: &Store,
    (game, state): (&str, &State),
    user: u64,
    unit: UnitId,
    salvo: &Salvo,
) {
    let mut habits = load(store, game, user).await;
    habits.note(state, unit, salvo);
    if let Err(trouble) = notes::write(store, game, user, NOTE, Some(&habits)).await {
        tracing::warn!(game, trouble = trouble.in_short(), "a shot could not be remembered");
    }
}

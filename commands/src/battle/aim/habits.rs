//! What a player shot with, from how far and through what, the last time: the next shot begins with it.

use gatemaster_rules::antares::command::{Cover, Scene, Shot};
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::state::UnitId;
use gatemaster_store::Store;
use serde::{Deserialize, Serialize};

use super::draft::{Pick, picks};
use crate::battle::notes;

/// Each unit of a large battle at a few targets.
const MOST: usize = 60;

/// The latest first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Habits(Vec<Habit>);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Habit {
    unit: UnitId,
    target: UnitId,
    range: Inches,
    way: Vec<Pick>,
    scene: Scene,
}

impl Habits {
    /// The weapons and modes the unit shot with last, whoever the target was.
    pub fn way_of(&self, unit: UnitId) -> Option<Vec<Pick>> {
        self.of(unit).next().map(|habit| habit.way.clone())
    }

    /// What lay between these two.
    pub fn scene_of(&self, unit: UnitId, target: UnitId) -> Option<Scene> {
        self.of(unit).find(|habit| habit.target == target).map(|habit| habit.scene.clone())
    }

    /// How far it was to this target, or else to the last one.
    pub fn range_of(&self, unit: UnitId, target: UnitId) -> Option<Inches> {
        let same = self.of(unit).find(|habit| habit.target == target);
        same.or_else(|| self.of(unit).next()).map(|habit| habit.range)
    }

    fn of(&self, unit: UnitId) -> impl Iterator<Item = &Habit> {
        self.0.iter().filter(move |habit| habit.unit == unit)
    }

    pub fn note(&mut self, unit: UnitId, shots: &[Shot]) {
        for shot in shots {
            self.0.retain(|habit| (habit.unit, habit.target) != (unit, shot.target));
            let way = picks(&shot.uses);
            let scene = in_general(&shot.scene);
            let Shot { target, range, .. } = *shot;
            self.0.insert(0, Habit { unit, target, range, way, scene });
        }
        self.0.truncate(MOST);
    }
}

/// Which model hid where is of this moment; what lies between two units often stays.
fn in_general(scene: &Scene) -> Scene {
    let cover = match &scene.cover {
        Cover::Everybody(bonus) => Cover::Everybody(*bonus),
        Cover::Nobody | Cover::Only { .. } => Cover::Nobody,
    };
    Scene { cover, hidden: Vec::new(), behind: Vec::new(), under: None, ..scene.clone() }
}

const NOTE: &str = "shots";

pub async fn load(store: &Store, game: &str, user: u64) -> Habits {
    let note = notes::read(store, game, user, NOTE).await;
    note.unwrap_or_else(|trouble| {
        tracing::warn!(game, trouble = trouble.in_short(), "earlier shots could not be read");
        None
    })
    .unwrap_or_default()
}

/// The shot stands, whether or not it is remembered.
pub async fn remember(store: &Store, game: &str, user: u64, unit: UnitId, shots: &[Shot]) {
    let mut habits = load(store, game, user).await;
    habits.note(unit, shots);
    if let Err(trouble) = notes::write(store, game, user, NOTE, Some(&habits)).await {
        tracing::warn!(game, trouble = trouble.in_short(), "a shot could not be remembered");
    }
}

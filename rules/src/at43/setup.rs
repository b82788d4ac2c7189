//! What is chosen before the game starts. Companies are no part of it: they are secret, so each player brings theirs in the
//! game's first phase.

use serde::{Deserialize, Serialize};

use super::data;
use super::mission::Mission;
use super::profile::Library;
use crate::colour::Colour;
use crate::ids::Seat;

/// A game has two sides; missions without roles take up to this many (T-MIS-5).
pub const MOST_SIDES: usize = 4;
/// What is played for if nobody agrees on another number.
pub const USUAL_POINTS: u32 = 1000;
pub const MOST_POINTS: u32 = 20_000;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Setup {
    pub sides: Vec<SideSetup>,
    /// The key of the mission; `None` leaves it to a die (T-MIS-1).
    pub mission: Option<String>,
    /// Everybody's army points where the mission names none.
    pub points: u32,
    /// `None` leaves it to dice (T-MIS-4).
    pub attacker: Option<Seat>,
    #[serde(default)]
    pub switches: Switches,
    /// The values and missions this game is played with.
    pub library: Library,
    pub missions: Vec<Mission>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideSetup {
    pub name: String,
    pub colour: Colour,
}

/// What no mission of the book uses, and a table may agree on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Switches {
    /// +1 in each Authority test (T-TAC-4).
    pub home_turf: Option<Seat>,
    /// T-WPN-4
    pub artillery: bool,
    /// T-TER-3
    pub terrain_damage: bool,
    /// The first round's winner, without a test (T-TAC-6).
    pub first_round: Option<Seat>,
}

impl Default for Setup {
    fn default() -> Self {
        let side = |name: &str, colour| SideSetup { name: name.to_owned(), colour };
        Self {
            sides: vec![side("Blue", Colour::Blue), side("Red", Colour::Red)],
            mission: Some("seek-and-destroy".to_owned()),
            points: USUAL_POINTS,
            attacker: None,
            switches: Switches::default(),
            library: data::library().clone(),
            missions: data::missions().to_vec(),
        }
    }
}

impl Setup {
    pub fn chosen_mission(&self) -> Option<&Mission> {
        let key = self.mission.as_ref()?;
        self.missions.iter().find(|mission| mission.key == *key)
    }

    /// Everything that is wrong with it.
    pub fn wrong(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let sides = self.sides.len();
        if !(2..=MOST_SIDES).contains(&sides) {
            faults.push(format!("A game has 2 to {MOST_SIDES} sides; this one has {sides}."));
        }
        for (place, side) in self.sides.iter().enumerate() {
            if self.sides[..place].iter().any(|other| other.name == side.name) {
                faults.push(format!("Two sides are called {}.", side.name));
            }
        }
        match (&self.mission, self.chosen_mission()) {
            (Some(key), None) => faults.push(format!("There is no mission called {key}.")),
            (_, Some(mission)) if mission.roles && sides != 2 => {
                faults.push(format!("{} is for two sides.", mission.name));
            }
            (None, _) if !self.missions.iter().any(|mission| mission.is_diced(sides)) => {
                faults
                    .push(format!("No mission for {sides} sides has a number for a die to pick."));
            }
            _ => {}
        }
        if !(1..=MOST_POINTS).contains(&self.points) {
            faults.push(format!(
                "Companies have 1 to {MOST_POINTS} army points, not {}.",
                self.points
            ));
        }
        let seats = [self.attacker, self.switches.home_turf, self.switches.first_round];
        if seats.into_iter().flatten().any(|seat| seat.index() >= sides) {
            faults.push("Attacker, home turf and first winner must be sides of this game.".into());
        }
        if self.library.armies.is_empty() || self.library.entries.is_empty() {
            faults.push("There is no army to build a company of.".to_owned());
        }
        faults
    }
}

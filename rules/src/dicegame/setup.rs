//! Who may play, for which gate, and by which rules of the house (D-SET-1, D-SET-5, D-TRT-2).

use serde::{Deserialize, Serialize};

use super::data::{GATE_POINTS, GateCard, Library, Source, TRAIT_STRIKES, Trait};
use super::faces::Faces;
use super::faction::Faction;
use crate::text::{clean_name, list};

/// D-SET-1
pub const MIN_PLAYERS: usize = 2;
/// D-SET-1
pub const MAX_PLAYERS: usize = 5;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// A seat for each, in the order of play. Before the start these are the seats that can be taken, afterwards those
    /// that were.
    pub factions: Vec<Faction>,
    pub gate: GateCard,
    /// The gate cards to choose from before the start.
    pub gates: Vec<GateCard>,
    pub faces: Faces,
    pub faces_from: Source,
    /// Whether the traits count; strict play has none (D-TRT-2).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub house_traits: bool,
    pub traits: Vec<Trait>,
}

impl Default for Setup {
    fn default() -> Self {
        Setup::of(Library::built_in())
    }
}

impl Setup {
    /// Seats for everybody, the first gate card, and no traits.
    pub fn of(library: &Library) -> Setup {
        Setup {
            factions: Faction::ALL.to_vec(),
            gate: library.gates.first().cloned().unwrap_or_else(no_gate),
            gates: library.gates.clone(),
            faces: library.faces.clone(),
            faces_from: library.faces_from,
            house_traits: false,
            traits: library.traits.clone(),
        }
    }

    /// Everything that is wrong with it, together.
    pub fn wrong(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let number = self.factions.len();
        if !(MIN_PLAYERS..=MAX_PLAYERS).contains(&number) {
            faults.push(format!(
                "The Dice Game is for {MIN_PLAYERS} to {MAX_PLAYERS} players, and this table has {number}."
            ));
        }
        let twice: Vec<&str> = Faction::ALL
            .into_iter()
            .filter(|faction| self.factions.iter().filter(|held| *held == faction).count() > 1)
            .map(Faction::name)
            .collect();
        if !twice.is_empty() {
            faults.push(format!(
                "Each player has a faction of their own; {} stands here twice.",
                list(&twice)
            ));
        }
        faults.extend(self.faces.wrong());
        let named = |name: &str| clean_name(name).as_deref() == Some(name);
        if !named(&self.gate.name) || !GATE_POINTS.contains(&self.gate.points) {
            faults.push(format!(
                "A gate card has a name and {} to {} points.",
                GATE_POINTS.start(),
                GATE_POINTS.end()
            ));
        }
        let odd = |held: &Trait| !named(&held.name) || !TRAIT_STRIKES.contains(&held.strikes);
        if self.traits.iter().any(odd) {
            faults.push(format!(
                "A trait has a name and asks for {} to {} strikes.",
                TRAIT_STRIKES.start(),
                TRAIT_STRIKES.end()
            ));
        }
        faults
    }

    /// The same table with these seats alone: play begins with whoever has come.
    #[must_use]
    pub fn with_seats(&self, taken: &[usize]) -> Setup {
        let factions = taken.iter().filter_map(|seat| self.factions.get(*seat).copied());
        Setup { factions: factions.collect(), ..self.clone() }
    }
}

/// Stands where there is no card at all; the house's file has one, and a test sees to it.
fn no_gate() -> GateCard {
    GateCard { key: "none".into(), name: "A gate".into(), points: 0, source: Source::House }
}

//! Gates of Antares: The Dice Game. Two to five factions roll for control of a gate, and fate dice fly.

mod apply;
pub mod command;
pub mod data;
mod decide;
pub mod faces;
pub mod faction;
pub mod odds;
mod open;
pub mod opponent;
pub mod setup;
pub mod state;

pub use command::{Command, Event};
pub use decide::usable;
pub use setup::Setup;
pub use state::State;

use crate::dice::Dice;
use crate::refusal::Refusal;
use crate::system::{By, Open, SeatSpec, System, Viewer};

/// Everything lies open on the table, so everybody sees all of it.
pub type View = State;

#[derive(Clone, Copy, Debug)]
pub struct DiceGame;

impl System for DiceGame {
    type Setup = Setup;
    type State = State;
    type Command = Command;
    type Event = Event;
    type View = View;

    const HIDES: bool = false;

    fn seats(setup: &Setup) -> Vec<SeatSpec> {
        let seat = |faction: &faction::Faction| SeatSpec {
            name: faction.name().to_owned(),
            colour: faction.colour(),
        };
        setup.factions.iter().map(seat).collect()
    }

    /// D-SET-1
    fn players_needed(_: &Setup) -> usize {
        setup::MIN_PLAYERS
    }

    fn set_up(setup: &Setup) -> Result<State, Vec<String>> {
        match setup.wrong() {
            faults if faults.is_empty() => Ok(State::new(setup)),
            faults => Err(faults),
        }
    }

    fn open(state: &State) -> Vec<Open<Command>> {
        open::open(state)
    }

    fn decide(
        state: &State,
        by: &By,
        command: &Command,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        decide::decide(state, by, command, dice)
    }

    fn apply(state: &mut State, event: &Event) {
        apply::apply(state, event);
    }

    fn reveals(event: &Event) -> bool {
        match event {
            Event::FirstDrawn { .. }
            | Event::Rolled { .. }
            | Event::ControlRolled { .. }
            // what somebody adds, or does not, tells the next to decide something
            | Event::FateAdded { .. } => true,
            Event::TurnBegan { .. }
            | Event::Taken { .. }
            | Event::FateOffered { .. }
            | Event::Sabotaged { .. }
            | Event::Warped { .. }
            | Event::Routed
            | Event::Bust
            | Event::Stopped { .. }
            | Event::TraitsOffered
            | Event::TraitUsed { .. }
            | Event::TraitsDone
            | Event::SixOffered
            | Event::SixChosen { .. }
            | Event::FateDue { .. }
            | Event::FateClaimed { .. }
            | Event::NoFateLeft { .. }
            | Event::VictimAsked
            | Event::GameEnded { .. } => false,
        }
    }

    fn view(state: &State, _: &Viewer) -> View {
        state.clone()
    }

    fn seen(event: &Event, _: &Viewer) -> Option<Event> {
        Some(event.clone())
    }

    fn is_over(state: &State) -> bool {
        state.ending.is_some()
    }
}

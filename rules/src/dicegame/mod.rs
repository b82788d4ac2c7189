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
use crate::ids::Seat;
use crate::refusal::Refusal;
use crate::system::{Doer, Open, Outcome, SeatSpec, System, Verdict, Viewer};
use crate::version::RulesVersion;

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

    const KEY: &'static str = "dicegame";
    const TITLE: &'static str = "Gates of Antares: The Dice Game";
    const VERSION: RulesVersion = RulesVersion(2);
    const OLDEST: RulesVersion = RulesVersion(1);
    /// The last to answer about fate dice makes the roll happen, who need not be the one with the dice.
    const DICE_BY_HAND: bool = false;
    /// Each player has a faction of their own (D-SET-1).
    const ONE_SEAT_EACH: bool = true;
    const HAS_BOT: bool = true;
    const HIDES: bool = false;
    const KEEPS_SCORE: bool = true;

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

    fn play_by(_: &mut State, _: RulesVersion) {}

    fn may_stand(setup: &Setup) -> Result<(), Vec<String>> {
        Self::set_up(setup).map(|_| ())
    }

    fn without_empty_seats(setup: &Setup, taken: &[Seat]) -> Option<Setup> {
        let taken: Vec<usize> = taken.iter().map(|seat| seat.index()).collect();
        (taken.len() < setup.factions.len()).then(|| setup.with_seats(&taken))
    }

    fn open(state: &State) -> Vec<Open<Command>> {
        open::open(state)
    }

    fn decide(
        state: &State,
        by: &Doer,
        command: &Command,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        decide::decide(state, by, command, dice)
    }

    fn apply(state: &mut State, event: &Event) {
        apply::apply(state, event);
    }
    fn begins_turn(event: &Event) -> Option<u32> {
        if let Event::TurnBegan { number, .. } = event { Some(*number) } else { None }
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

    fn corrects(_: &Command) -> bool {
        false
    }

    fn view(state: &State, _: &Viewer) -> View {
        state.clone()
    }

    fn seen_setup(setup: &Setup, _: &Viewer) -> Setup {
        setup.clone()
    }

    fn seen(event: &Event, _: &Viewer) -> Option<Event> {
        Some(event.clone())
    }

    fn is_over(state: &State) -> bool {
        state.ending.is_some()
    }

    fn bot_plays(view: &View, seat: Seat) -> Option<Command> {
        opponent::choose(view, seat)
    }

    fn verdict(state: &State) -> Verdict {
        let ending = state.ending.as_ref();
        let seats = (0..state.headquarters.len()).filter_map(|i| u8::try_from(i).ok()).map(Seat);
        let sides = seats.map(|seat| {
            let score = match ending.and_then(|ending| ending.scores.get(seat.index())) {
                Some(score) => score.total(),
                None => state.score(seat).total(),
            };
            let result = match ending.map(|ending| &ending.winners[..]) {
                None => Outcome::Undecided,
                Some([winner]) if *winner == seat => Outcome::Win,
                Some(shared) if shared.contains(&seat) => Outcome::SharedWin,
                Some(_) => Outcome::Loss,
            };
            (score, result)
        });
        Verdict {
            decided: ending.is_some(),
            turns: state.turn.as_ref().map(|turn| turn.number),
            sides: sides.collect(),
        }
    }

    fn force(setup: &Setup, seat: Seat) -> Option<String> {
        setup.factions.get(seat.index()).map(|faction| faction.name().to_owned())
    }
}

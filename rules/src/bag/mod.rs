//! A free order-dice bag for any game of that kind: sides with dice of their colour, extra dice such as a
//! distort die, draws by chance, turns. It knows no units and no orders, so it serves any table.

mod decide;
mod setup;
mod state;
#[cfg(test)]
mod tests;

pub use decide::{Command, Event};
pub use setup::{MAX_DICE_PER_POOL, MAX_EXTRAS, MAX_SIDES, PoolSetup, Setup};
pub use state::{Pool, PoolId, State};

use crate::by_hand::{Padded, Wanted};
use crate::dice::{Dice, Roll};
use crate::ids::Seat;
use crate::refusal::Refusal;
use crate::system::{Doer, Open, Outcome, SeatSpec, System, Verdict, Viewer};
use crate::version::RulesVersion;

/// Nothing in a bag is secret, so everybody sees all of it.
pub type View = State;

#[derive(Clone, Copy, Debug)]
pub struct Bag;

impl System for Bag {
    type Setup = Setup;
    type State = State;
    type Command = Command;
    type Event = Event;
    type View = View;

    const KEY: &'static str = "bag";
    const TITLE: &'static str = "Order-dice bag";
    const VERSION: RulesVersion = RulesVersion(2);
    const OLDEST: RulesVersion = RulesVersion(1);
    const DICE_BY_HAND: bool = true;
    const ONE_SEAT_EACH: bool = false;
    const HAS_BOT: bool = false;
    const HIDES: bool = false;
    /// A bag knows nothing of the game that it is drawn for.
    const KEEPS_SCORE: bool = false;

    fn seats(setup: &Setup) -> Vec<SeatSpec> {
        setup
            .sides
            .iter()
            .map(|side| SeatSpec { name: side.name.clone(), colour: side.colour })
            .collect()
    }

    /// One person may run the bag for a whole table.
    fn players_needed(_: &Setup) -> usize {
        1
    }

    fn set_up(setup: &Setup) -> Result<State, Vec<String>> {
        setup.check()?;
        Ok(State::new(setup))
    }

    fn play_by(_: &mut State, _: RulesVersion) {}

    fn may_stand(setup: &Setup) -> Result<(), Vec<String>> {
        setup.check()
    }

    fn without_empty_seats(_: &Setup, _: &[Seat]) -> Option<Setup> {
        None
    }

    fn open(state: &State) -> Vec<Open<Command>> {
        decide::open(state)
    }

    fn decide(
        state: &State,
        by: &Doer,
        command: &Command,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        decide::decide(state, by, command, dice)
    }

    fn next_throw(
        state: &State,
        by: &Doer,
        command: &Command,
        fallen: &[Roll],
    ) -> Result<Option<Wanted>, Refusal> {
        let mut dice = Padded::new(fallen);
        decide::decide(state, by, command, &mut dice)?;
        Ok(dice.first_missing()?.map(|sides| Wanted::draw(by.seat(), sides)))
    }

    fn apply(state: &mut State, event: &Event) {
        state.apply(event);
    }
    fn begins_turn(event: &Event) -> Option<u32> {
        if let Event::TurnBegan { turn, .. } = event { Some(*turn) } else { None }
    }

    fn reveals(event: &Event) -> bool {
        match event {
            Event::Drawn { .. } => true,
            Event::Returned { .. }
            | Event::TakenOut { .. }
            | Event::PutIn { .. }
            | Event::TurnBegan { .. } => false,
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

    /// A bag has no winner; it is used until the table ends it.
    fn is_over(_: &State) -> bool {
        false
    }

    fn bot_plays(_: &View, _: Seat) -> Option<Command> {
        None
    }

    fn verdict(state: &State) -> Verdict {
        let sides = state.pools.iter().filter(|pool| pool.seat.is_some());
        Verdict {
            decided: false,
            turns: Some(state.turn),
            sides: sides.map(|_| (0, Outcome::Undecided)).collect(),
        }
    }

    fn force(_: &Setup, _: Seat) -> Option<String> {
        None
    }
}

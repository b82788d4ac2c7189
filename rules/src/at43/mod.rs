//! AT-43: companies, missions and the whole rule book as a pure engine.
//!
//! A command is worked out on a private copy of the game, event by event, until somebody has to decide something: `run.rs`
//! holds the stack of things to do, [`question`] says which of them wait and for whom. Distances, sight, contact and who
//! lies under a template are inputs; nobody but the people at the table sees them. Companies, sequences and wagers are
//! secret until the rules show them: [`view`] and `seen` leave them out.

pub mod absent;
pub mod activation;
pub mod aim;
mod apply;
pub mod armament;
pub mod battlefield;
mod before;
mod briefing;
pub mod caught;
mod combat;
pub mod command;
pub mod company;
pub mod control;
pub mod correct;
pub mod cover;
pub mod damage;
pub mod data;
mod decide;
pub mod ending;
pub mod entering;
pub mod event;
mod fielded;
pub mod flow;
mod grammar;
pub mod heroes;
pub mod label;
pub mod laying;
pub mod lineup;
pub mod losses;
pub mod meaning;
pub mod measuring;
pub mod melee;
pub mod mission;
pub mod morale;
pub mod moves;
pub mod mustering;
pub mod need;
pub mod odds;
mod open;
mod opponent;
pub mod parts;
pub mod profile;
pub mod question;
pub mod report;
pub mod routines;
pub mod rulebook;
mod run;
pub mod running_over;
pub mod score;
pub mod setup;
pub mod shoot;
pub mod specials;
pub mod spot;
pub mod standing;
pub mod state;
pub mod tactical;
mod targets;
pub mod turn;
pub mod view;
pub mod watch;

pub use command::Command;
pub use event::Event;
pub use setup::Setup;
pub use state::State;
pub use view::View;

use crate::by_hand::{Padded, Wanted};
use crate::dice::{Dice, DiceFault, Roll};
use crate::ids::Seat;
use crate::refusal::Refusal;
use crate::system::{Doer, Open, SeatSpec, System, Verdict, Viewer};
use crate::version::RulesVersion;

#[derive(Clone, Copy, Debug)]
pub struct At43;

impl System for At43 {
    type Setup = Setup;
    type State = State;
    type Command = Command;
    type Event = Event;
    type View = View;

    const KEY: &'static str = "at43";
    const TITLE: &'static str = "AT-43";
    /// The first version of tables does not know whose throw it is, so dice could not be rolled by hand.
    const VERSION: RulesVersion = RulesVersion(2);
    const OLDEST: RulesVersion = Self::VERSION;
    const DICE_BY_HAND: bool = true;
    /// Companies, sequences and wagers are hidden from the other side.
    const ONE_SEAT_EACH: bool = true;
    const HAS_BOT: bool = true;
    const HIDES: bool = true;
    const KEEPS_SCORE: bool = true;

    fn seats(setup: &Setup) -> Vec<SeatSpec> {
        let sides = setup.sides.iter();
        sides.map(|side| SeatSpec { name: side.name.clone(), colour: side.colour }).collect()
    }

    fn players_needed(setup: &Setup) -> usize {
        setup.sides.len()
    }

    fn set_up(setup: &Setup) -> Result<State, Vec<String>> {
        Self::may_stand(setup)?;
        Ok(State::new(setup, Self::VERSION))
    }

    fn play_by(state: &mut State, rules: RulesVersion) {
        state.rules = rules;
    }

    fn may_stand(setup: &Setup) -> Result<(), Vec<String>> {
        match setup.wrong() {
            faults if faults.is_empty() => Ok(()),
            faults => Err(faults),
        }
    }

    fn without_empty_seats(_: &Setup, _: &[Seat]) -> Option<Setup> {
        None
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

    fn next_throw(
        state: &State,
        by: &Doer,
        command: &Command,
        fallen: &[Roll],
    ) -> Result<Option<Wanted>, Refusal> {
        let mut dice = Padded::new(fallen);
        let throws = decide::throws(state, by, command, &mut dice)?;
        if dice.first_missing()?.is_none() {
            return Ok(None);
        }
        let mut known = fallen.len();
        for throw in throws {
            let here = usize::try_from(throw.dice).unwrap_or(usize::MAX);
            if known < here {
                let missing = u32::try_from(here - known).unwrap_or(u32::MAX);
                let run::Throw { seat, sides, what, .. } = throw;
                return Ok(Some(Wanted { seat, dice: missing, sides, what, draw: false }));
            }
            known -= here;
        }
        Err(DiceFault::NoSides.into())
    }

    fn apply(state: &mut State, event: &Event) {
        apply::apply(state, event);
    }

    fn begins_turn(event: &Event) -> Option<u32> {
        if let Event::RoundBegan { round, .. } = event { Some(*round) } else { None }
    }

    fn reveals(event: &Event) -> bool {
        view::reveals(event)
    }

    fn corrects(command: &Command) -> bool {
        matches!(
            command,
            Command::Correct(_) | Command::AgreeToCorrection(_) | Command::WithdrawCorrection
        )
    }

    fn view(state: &State, viewer: &Viewer) -> View {
        view::view(state, viewer)
    }

    /// Companies are brought in the game, so the set-up hides nothing.
    fn seen_setup(setup: &Setup, _: &Viewer) -> Setup {
        setup.clone()
    }

    fn seen(event: &Event, viewer: &Viewer) -> Option<Event> {
        view::seen(event, viewer)
    }

    fn is_over(state: &State) -> bool {
        state.phase == state::Phase::Over
    }

    fn bot_plays(view: &View, seat: Seat) -> Option<Command> {
        opponent::choose(view, seat)
    }

    fn consents(command: &Command) -> bool {
        matches!(command, Command::AgreeCounts { .. })
    }

    fn fills_in(command: &Command) -> bool {
        matches!(
            command,
            Command::FillPlan { .. }
                | Command::FillCompany { .. }
                | Command::AcceptOver { .. }
                | Command::AnswerFor { .. }
                | Command::Count { .. }
                | Command::AgreeCounts { .. }
        )
    }

    /// The score is the victory points.
    fn verdict(state: &State) -> Verdict {
        let (decided, turns) = (state.ending.is_some(), Some(state.round));
        Verdict { decided, turns, sides: ending::standing(state) }
    }

    /// Armies are not part of the set-up: they come to light with the companies.
    fn force(_: &Setup, _: Seat) -> Option<String> {
        None
    }

    fn force_played(state: &State, seat: Seat) -> Option<String> {
        let army = state.side(seat)?.army.and_then(|army| state.library.army(army))?;
        Some(army.name.clone())
    }
}

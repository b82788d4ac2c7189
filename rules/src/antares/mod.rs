//! Beyond the Gates of Antares, the Base One rules: the whole battle as a pure engine.
//!
//! A command is worked out on a private copy of the battle, event by event, until somebody has to decide something:
//! `run.rs` holds the stack of things to do, [`question`] says which of them wait and for whom. Distances, sight and
//! templates are inputs; nobody but the people at the table sees them. See `docs/ARCHITECTURE.md`.

mod apply;
pub mod arms;
pub mod assault;
pub mod astray;
pub mod buildings;
pub mod by_hand;
pub mod command;
pub mod correct;
pub mod data;
mod decide;
pub mod event;
pub mod flow;
pub mod inches;
pub mod label;
pub mod meaning;
pub mod moves;
pub mod odds;
pub mod offer;
mod open;
pub mod order;
pub mod orders;
pub mod place;
pub mod profile;
pub mod question;
pub mod reason;
pub mod report;
pub mod roster;
pub mod rulebook;
mod run;
pub mod setup;
pub mod shoot;
pub mod state;
pub mod strike;
pub mod turn;
pub mod values;

pub use command::Command;
pub use event::Event;
pub use setup::Setup;
pub use state::State;

use crate::by_hand::{Part, Wanted};
use crate::dice::{Dice, Roll};
use crate::ids::Seat;
use crate::refusal::Refusal;
use crate::system::{Doer, Open, Outcome, SeatSpec, System, Verdict, Viewer};
use crate::version::RulesVersion;

/// Both players see the whole table, so everybody sees all of it.
pub type View = State;

#[derive(Clone, Copy, Debug)]
pub struct Antares;

impl System for Antares {
    type Setup = Setup;
    type State = State;
    type Command = Command;
    type Event = Event;
    type View = View;

    const KEY: &'static str = "antares";
    const TITLE: &'static str = "Beyond the Gates of Antares";
    const VERSION: RulesVersion = RulesVersion(2);
    const OLDEST: RulesVersion = RulesVersion(1);
    const DICE_BY_HAND: bool = true;
    const ONE_SEAT_EACH: bool = false;
    const HAS_BOT: bool = false;
    const HIDES: bool = false;
    const KEEPS_SCORE: bool = true;

    fn seats(setup: &Setup) -> Vec<SeatSpec> {
        setup
            .sides
            .iter()
            .map(|side| SeatSpec { name: side.name.clone(), colour: side.colour })
            .collect()
    }

    /// One person may play both sides: to learn, or to keep the books of a battle at a club.
    fn players_needed(_: &Setup) -> usize {
        1
    }

    fn set_up(setup: &Setup) -> Result<State, Vec<String>> {
        setup.check()?;
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
        by_hand::next_throw(state, by, command, fallen)
    }

    fn throw_parts(
        state: &State,
        by: &Doer,
        command: &Command,
        fallen: &[Roll],
    ) -> Result<Vec<Part>, Refusal> {
        by_hand::throw_parts(state, by, command, fallen)
    }

    fn apply(state: &mut State, event: &Event) {
        apply::apply(state, event);
    }
    fn begins_turn(event: &Event) -> Option<u32> {
        if let Event::TurnBegan { turn } = event { Some(*turn) } else { None }
    }

    /// Dice that fell cannot be forgotten; nor can an answer to a question that was asked because of them.
    fn reveals(event: &Event) -> bool {
        event.rolls()
    }

    fn corrects(command: &Command) -> bool {
        match command {
            Command::Correct(_) | Command::AgreeToCorrection(_) | Command::WithdrawCorrection => {
                true
            }
            Command::Draw
            | Command::Deploy { .. }
            | Command::Infiltrate { .. }
            | Command::Order(_)
            | Command::Move(_)
            | Command::Charge(_)
            | Command::Shoot { .. }
            | Command::ShootBuilding(_)
            | Command::FireBlind { .. }
            | Command::Finish
            | Command::Answer(_)
            | Command::EndTurn(_) => false,
        }
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
        state.phase == state::Phase::Over
    }

    fn bot_plays(_: &View, _: Seat) -> Option<Command> {
        None
    }

    /// The score is the order dice that the other side lost (A-GAM-3).
    fn verdict(state: &State) -> Verdict {
        let ending = state.ending.as_ref();
        let sides = state.seats().map(|seat| {
            let enemy = state.enemy_of(seat);
            let counted = ending.and_then(|ending| ending.lost.get(enemy.index())).copied();
            let score = counted.unwrap_or_else(|| state.victory_dice_lost(enemy));
            let result = match ending.map(|ending| ending.winner) {
                None => Outcome::Undecided,
                Some(None) => Outcome::Draw,
                Some(Some(winner)) if winner == seat => Outcome::Win,
                Some(Some(_)) => Outcome::Loss,
            };
            (score, result)
        });
        Verdict { decided: ending.is_some(), turns: Some(state.turn), sides: sides.collect() }
    }

    fn force(setup: &Setup, seat: Seat) -> Option<String> {
        setup.sides.get(seat.index()).map(|side| side.faction.name().to_owned())
    }
}

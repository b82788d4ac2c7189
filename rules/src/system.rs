//! The small contract every game system fulfils. The rest of the program knows a game only by this:
//! it never asks about units, hexes or phases.

use std::fmt::Debug;

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::colour::Colour;
use crate::dice::Dice;
use crate::ids::Seat;
use crate::refusal::Refusal;

/// A game system: plain types and five functions. `decide` looks and emits, `apply` alone changes.
pub trait System {
    /// What is chosen before the game starts.
    type Setup: Clone + Debug + PartialEq + Serialize + DeserializeOwned;
    type State: Clone + Debug + PartialEq + Serialize + DeserializeOwned;
    type Command: Clone + Debug + PartialEq + Serialize + DeserializeOwned;
    type Event: Clone + Debug + PartialEq + Serialize + DeserializeOwned;
    /// The state as one viewer may see it.
    type View: Clone + Debug + PartialEq;

    /// Whether anything in this game is hidden from anybody while it is played. If so, its whole log is exported only
    /// after the end.
    const HIDES: bool;

    /// The seats a game with this set-up has, in order.
    fn seats(setup: &Self::Setup) -> Vec<SeatSpec>;

    /// How many of the seats must be taken before the game can start.
    fn players_needed(setup: &Self::Setup) -> usize;

    /// The state before the first command, or everything that is wrong with the set-up, together.
    fn set_up(setup: &Self::Setup) -> Result<Self::State, Vec<String>>;

    /// The decisions now open: who owes or may do what, with the legal options.
    fn open(state: &Self::State) -> Vec<Open<Self::Command>>;

    /// What the command does, or one sentence why it cannot be done. Refuses before it rolls.
    fn decide(
        state: &Self::State,
        by: &By,
        command: &Self::Command,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Self::Event>, Refusal>;

    /// The only place where a state changes.
    fn apply(state: &mut Self::State, event: &Self::Event);

    /// Whether the event showed a player something that cannot be forgotten (a hidden order, a card).
    fn reveals(event: &Self::Event) -> bool;

    fn view(state: &Self::State, viewer: &Viewer) -> Self::View;

    /// The event as this viewer may see it in the log; `None` if they may not know of it yet.
    fn seen(event: &Self::Event, viewer: &Viewer) -> Option<Self::Event>;

    /// Whether the rules say that the game is over.
    fn is_over(state: &Self::State) -> bool;
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatSpec {
    pub name: String,
    pub colour: Colour,
}

/// Who acts: the seats they hold, and whether they may correct things as the organiser.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct By {
    pub seats: Vec<Seat>,
    pub organiser: bool,
}

impl By {
    pub fn holds(&self, seat: Seat) -> bool {
        self.seats.contains(&seat)
    }
}

/// Who looks: the seats they hold; none for a spectator.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Viewer {
    pub seats: Vec<Seat>,
}

impl Viewer {
    pub fn spectator() -> Self {
        Self::default()
    }
}

/// One open decision.
#[derive(Clone, Debug, PartialEq)]
pub struct Open<C> {
    pub who: Who,
    /// What is waited for, in a few words: "draw a die", "choose an order".
    pub what: String,
    /// Tells the same words about another thing apart: a die drawn later, another unit's reaction.
    pub matter: String,
    /// Commands that would be accepted now. Where a command takes measured input, these are examples.
    pub options: Vec<C>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who {
    /// Anybody with a seat may, nobody must: no one is reminded.
    AnyPlayer,
    /// This seat owes it; the game waits.
    Seat(Seat),
}

impl Who {
    pub fn includes(&self, seats: &[Seat]) -> bool {
        match self {
            Who::AnyPlayer => !seats.is_empty(),
            Who::Seat(seat) => seats.contains(seat),
        }
    }
}

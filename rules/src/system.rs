//! The small contract every game system fulfils. The rest of the program knows a game only by this:
//! it never asks about units, hexes or phases.

use std::fmt::Debug;

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::by_hand::{Padded, Part, Wanted};
use crate::colour::Colour;
use crate::dice::{Dice, Roll};
use crate::ids::Seat;
use crate::refusal::Refusal;
use crate::version::RulesVersion;

/// A game system: plain types and functions. `decide` looks and emits, `apply` alone changes.
///
/// Whatever is shown to anybody goes through `view`, `seen` and `seen_setup`: the rest of the program shows nothing else.
/// Two more things are heard by everybody and so must hold no secret: the words of an [`Open`] decision, and a refusal,
/// as far as it is about others than the one who is refused.
pub trait System {
    /// What is chosen before the game starts; its default is the usual one.
    type Setup: Clone + Debug + Default + PartialEq + Serialize + DeserializeOwned;
    type State: Clone + Debug + PartialEq + Serialize + DeserializeOwned;
    type Command: Clone + Debug + PartialEq + Serialize + DeserializeOwned;
    type Event: Clone + Debug + PartialEq + Serialize + DeserializeOwned;
    /// The state as one viewer may see it.
    type View: Clone + Debug + PartialEq;

    /// The word in commands, files and the database.
    const KEY: &'static str;

    /// The name people read.
    const TITLE: &'static str;

    /// The number of its rules. It goes up whenever a game could go on otherwise than before or is stored in another form;
    /// `tests/versions.rs` notices when that was forgotten. What the table does is part of every system's rules.
    const VERSION: RulesVersion;

    /// The oldest rules that games are still played and judged by, just as they were then. A step that any rules from
    /// these on have judged must come out the same today.
    const OLDEST: RulesVersion;

    /// Whether people may roll its dice by hand.
    const DICE_BY_HAND: bool;

    /// Whether nobody plays two seats of it.
    const ONE_SEAT_EACH: bool;

    /// Whether the program can play a seat of it.
    const HAS_BOT: bool;

    /// Whether anything in this game is hidden from anybody while it is played. If so, its whole log is exported only
    /// after the end.
    const HIDES: bool;

    /// Whether it counts who is ahead, so that its own count can decide a game that is cut short.
    const KEEPS_SCORE: bool;

    /// The seats a game with this set-up has, in order.
    fn seats(setup: &Self::Setup) -> Vec<SeatSpec>;

    /// How many of the seats must be taken before the game can start.
    fn players_needed(setup: &Self::Setup) -> usize;

    /// The state before the first command, or everything that is wrong with the set-up, together.
    fn set_up(setup: &Self::Setup) -> Result<Self::State, Vec<String>>;

    /// A game that has just been set up is played by these rules, of [`OLDEST`](Self::OLDEST) to
    /// [`VERSION`](Self::VERSION), to its end. Does nothing where there are no others than today's.
    fn play_by(state: &mut Self::State, rules: RulesVersion);

    /// Whether a table may stand like this before the game begins, or everything that is wrong; to begin may take more.
    fn may_stand(setup: &Self::Setup) -> Result<(), Vec<String>>;

    /// The same with the taken seats alone, where play begins with whoever has come and some seats are empty.
    fn without_empty_seats(setup: &Self::Setup, taken: &[Seat]) -> Option<Self::Setup>;

    /// The decisions now open: who owes or may do what, with the legal options.
    fn open(state: &Self::State) -> Vec<Open<Self::Command>>;

    /// What the command does, or one sentence why it cannot be done. Refuses before it rolls.
    fn decide(
        state: &Self::State,
        by: &Doer,
        command: &Self::Command,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Self::Event>, Refusal>;

    /// The next throw that the command needs beyond the dice that have fallen, and whose it is; `None` if they are all it
    /// needs. Where people roll by hand, they are asked for one throw after the other. A system without names for its
    /// throws asks whoever acts, die by die.
    fn next_throw(
        state: &Self::State,
        by: &Doer,
        command: &Self::Command,
        fallen: &[Roll],
    ) -> Result<Option<Wanted>, Refusal> {
        let mut dice = Padded::new(fallen);
        Self::decide(state, by, command, &mut dice)?;
        Ok(dice.first_missing()?.map(|sides| Wanted::next_die(by.seat(), sides)))
    }

    /// What the next throw consists of, where several weapons are rolled for in one go; all of it will be thrown, whatever
    /// the dice before show. It begins with what [`next_throw`](Self::next_throw) asks for, and is one part where it is
    /// empty.
    fn throw_parts(
        _: &Self::State,
        _: &Doer,
        _: &Self::Command,
        _: &[Roll],
    ) -> Result<Vec<Part>, Refusal> {
        Ok(Vec::new())
    }

    /// The only place where a state changes.
    fn apply(state: &mut Self::State, event: &Self::Event);

    /// The turn that begins with this event, where the game has turns: a table may have agreed on the last one.
    fn begins_turn(event: &Self::Event) -> Option<u32>;

    /// Whether the event showed a player something that cannot be forgotten (a hidden order, a card).
    fn reveals(event: &Self::Event) -> bool;

    /// Whether the command puts a mistake right or answers somebody who wants to: that is judged as undo is.
    fn corrects(command: &Self::Command) -> bool;

    fn view(state: &Self::State, viewer: &Viewer) -> Self::View;

    /// The set-up as this viewer may see it, while the table is being set and later. Whoever changes a set-up replaces all
    /// of it and has seen only their part: what players choose in secret belongs into the first phase of the game.
    fn seen_setup(setup: &Self::Setup, viewer: &Viewer) -> Self::Setup;

    /// The event as this viewer may see it in the log; `None` if they may not know of it yet.
    fn seen(event: &Self::Event, viewer: &Viewer) -> Option<Self::Event>;

    /// Whether the rules say that the game is over.
    fn is_over(state: &Self::State) -> bool;

    /// What the program does on this seat, where the game waits for it and it knows how to play. It sees what a player
    /// on that seat would see.
    fn bot_plays(view: &Self::View, seat: Seat) -> Option<Self::Command>;

    /// Whether the command does nothing but agree with what another player says of the table. The program leaves that to
    /// people, where another one is there.
    fn consents(_: &Self::Command) -> bool {
        false
    }

    /// Whether the command goes on for a seat that does not answer, or settles what its players cannot agree on. An organiser
    /// may do that, and so may a manager of the server who does not play here.
    fn fills_in(_: &Self::Command) -> bool {
        false
    }

    /// How the game stands for the books, a side for each seat.
    fn verdict(state: &Self::State) -> Verdict;

    /// The force that a seat fields, where the game has such.
    fn force(setup: &Self::Setup, seat: Seat) -> Option<String>;

    /// The force that a seat has brought in the game itself, once everybody may know.
    fn force_played(_: &Self::State, _: Seat) -> Option<String> {
        None
    }
}

/// How a game stands, as a league counts it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whether the rules have decided it; a game that was broken off has no winner.
    pub decided: bool,
    pub turns: Option<u32>,
    /// The score of each seat, the more the better, and what it comes to.
    pub sides: Vec<(u32, Outcome)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Win,
    /// Several have the best score, and no rule tells them apart (D-END-4).
    SharedWin,
    Loss,
    Draw,
    /// The game was broken off, or has no winner by its nature.
    Undecided,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatSpec {
    pub name: String,
    pub colour: Colour,
}

/// Whoever acts, as the rules know them: the seats they hold, and whether they may correct things as the organiser.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Doer {
    pub seats: Vec<Seat>,
    pub organiser: bool,
}

impl Doer {
    pub fn holds(&self, seat: Seat) -> bool {
        self.seats.contains(&seat)
    }

    /// The seat that they throw dice for; an organiser without one throws for the first.
    pub fn seat(&self) -> Seat {
        self.seats.first().copied().unwrap_or(Seat(0))
    }
}

/// Whoever looks: the seats they hold; none for a spectator.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Viewer {
    pub seats: Vec<Seat>,
}

impl Viewer {
    pub fn spectator() -> Self {
        Self::default()
    }

    /// Whoever holds this seat alone.
    pub fn on(seat: Seat) -> Self {
        Self { seats: vec![seat] }
    }

    pub fn holds(&self, seat: Seat) -> bool {
        self.seats.contains(&seat)
    }
}

/// One open decision.
#[derive(Clone, Debug, PartialEq)]
pub struct Open<C> {
    pub who: Who,
    /// What is waited for, in a few words: "draw a die", "choose an order". Everybody may read it.
    pub what: String,
    /// What `what` is about, when the same words come again about another thing: a die drawn later, another unit's reaction. It
    /// is no secret either.
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
    /// This seat may, and need not: it has decided, and may decide otherwise while the others still think.
    May(Seat),
}

impl Who {
    pub fn includes(&self, seats: &[Seat]) -> bool {
        match self {
            Who::AnyPlayer => !seats.is_empty(),
            Who::Seat(seat) | Who::May(seat) => seats.contains(seat),
        }
    }
}

//! A campaign as it stands: battles linked into a story. Sides fight over places, units carry their experience and losses
//! from one battle to the next, and everything that happens is a line of the chronicle.

pub mod action;
pub mod chronicle;
mod date;
mod decide;
pub mod file;
pub mod happening;
pub mod ids;
mod import;
pub mod limits;
pub mod map;
pub mod sentence;
pub mod standing;
mod validate;

use gatemaster_rules::colour::Colour;
use gatemaster_rules::ids::UserId;
use gatemaster_rules::table::Player;
use serde::{Deserialize, Serialize};

pub use action::{Action, Announce, Count, ReportedOutcome, SetAt};
pub use happening::{Happening, Part, Setting};
pub use ids::{BattleNo, EntryNo, PlaceNo, RoundNo, SideNo, UnitNo};
pub use map::Cell;

use crate::settings::Played;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Campaign {
    pub name: String,
    pub about: String,
    pub played: Played,
    /// What a battle is worth where the organiser says nothing else.
    pub points: BattlePoints,
    /// Besides the people who manage the server.
    pub organisers: Vec<Player>,
    /// Where the campaign speaks; nothing is announced without.
    pub announce: Option<u64>,
    /// Whether the campaign is on the public page, where the operator has one.
    pub page: bool,
    pub phase: Phase,
    pub sides: Vec<SideOf>,
    pub rounds: Vec<Round>,
    pub battles: Vec<Battle>,
    pub places: Vec<Place>,
    pub units: Vec<Unit>,
    /// The oldest line first.
    pub chronicle: Vec<Entry>,
    pub next: NextNumbers,
    pub opened_ms: i64,
    pub closed_ms: Option<i64>,
}

/// The numbers that the next ones of each kind get.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NextNumbers {
    pub side: SideNo,
    pub place: PlaceNo,
    pub unit: UnitNo,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    Open,
    Closed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BattlePoints {
    pub win: i32,
    pub draw: i32,
    pub loss: i32,
}

impl Default for BattlePoints {
    fn default() -> Self {
        Self { win: 3, draw: 1, loss: 0 }
    }
}

/// A player or a team.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideOf {
    pub no: SideNo,
    /// Of a side that is one player and bears their name: side by side with it, as everywhere, so that a person can be
    /// found and taken out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<UserId>,
    pub name: String,
    pub colour: Colour,
    pub members: Vec<Player>,
    /// What the organiser has given and taken. Points from battles follow from the battles; see [`standing`].
    pub awarded: i32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    pub no: RoundNo,
    pub name: String,
    pub about: String,
    pub opened_ms: i64,
    pub closed_ms: Option<i64>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Battle {
    pub no: BattleNo,
    pub round: RoundNo,
    /// Most are called after those who meet.
    pub name: Option<String>,
    /// Two or more.
    pub sides: Vec<SideNo>,
    pub place: Option<PlaceNo>,
    /// The id of the Gatemaster game in which it is fought.
    pub game: Option<String>,
    pub state: State,
    pub note: String,
    /// Grows with every change of its state, so that a button knows what it was about.
    pub revision: u16,
    /// What it was before each change of something that had been said about its end.
    pub history: Vec<Change>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "is")]
pub enum State {
    Planned,
    /// Somebody of one side has said how it ended. Nothing counts yet.
    Reported {
        outcome: Outcome,
        side: SideNo,
        at_ms: i64,
    },
    /// Somebody else says that it was not so; an organiser decides.
    Contested {
        outcome: Outcome,
        /// Whose report it was.
        side: SideNo,
        says: String,
        at_ms: i64,
    },
    /// It counts.
    Fought {
        outcome: Outcome,
        how: How,
        at_ms: i64,
    },
    Cancelled {
        why: String,
    },
}

/// Who made a result count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// A game at Gatemaster's table has ended.
    Game,
    /// Another side has confirmed it.
    Opponent,
    Organiser,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// Nobody: a draw.
    pub winner: Option<SideNo>,
    /// One for each side, in the battle's order.
    pub tallies: Vec<Tally>,
    /// Who holds the battle's place from then on; nobody named where it stays as it is.
    pub takes: Option<SideNo>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    pub side: SideNo,
    pub score: Option<i32>,
    pub points: i32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    pub at_ms: i64,
    pub by: Player,
    /// What stood there before.
    pub before: State,
    pub why: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    pub no: PlaceNo,
    pub name: String,
    pub owner: Option<SideNo>,
    /// The battle that gave it to its owner. Whoever had it before gets it back when that battle is corrected.
    pub taken: Option<Taken>,
    pub worth: i32,
    /// Where the organiser has put it; the map finds a cell for the others.
    pub at: Option<Cell>,
    /// Each also stands at the other end.
    pub links: Vec<PlaceNo>,
    pub note: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Taken {
    pub battle: BattleNo,
    pub from: Option<SideNo>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    pub no: UnitNo,
    pub side: SideNo,
    pub name: String,
    /// What it is: "Strike squad". May be empty.
    pub kind: String,
    pub experience: u32,
    pub losses: u32,
    pub state: UnitState,
    pub honours: Vec<String>,
    pub note: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnitState {
    Ready,
    Resting,
    Lost,
}

impl UnitState {
    pub const ALL: [UnitState; 3] = [UnitState::Ready, UnitState::Resting, UnitState::Lost];

    pub fn name(self) -> &'static str {
        match self {
            UnitState::Ready => "ready",
            UnitState::Resting => "resting",
            UnitState::Lost => "lost",
        }
    }
}

/// A line of the chronicle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    pub no: EntryNo,
    pub at_ms: i64,
    pub by: Player,
    pub what: Happening,
    /// Who has struck it; it stays where it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub struck: Option<Struck>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Struck {
    pub by: Player,
    pub at_ms: i64,
}

impl SideOf {
    pub fn has(&self, user: UserId) -> bool {
        self.members.iter().any(|member| member.id == user)
    }
}

impl State {
    /// What has been said about its end, whether it counts or not.
    pub fn outcome(&self) -> Option<&Outcome> {
        match self {
            State::Reported { outcome, .. }
            | State::Contested { outcome, .. }
            | State::Fought { outcome, .. } => Some(outcome),
            State::Planned | State::Cancelled { .. } => None,
        }
    }
}

impl Battle {
    pub fn has(&self, side: SideNo) -> bool {
        self.sides.contains(&side)
    }

    /// The result that counts.
    pub fn result(&self) -> Option<&Outcome> {
        match &self.state {
            State::Fought { outcome, .. } => Some(outcome),
            State::Planned
            | State::Reported { .. }
            | State::Contested { .. }
            | State::Cancelled { .. } => None,
        }
    }

    /// Whether it still waits for somebody.
    pub fn is_unsettled(&self) -> bool {
        match self.state {
            State::Planned | State::Reported { .. } | State::Contested { .. } => true,
            State::Fought { .. } | State::Cancelled { .. } => false,
        }
    }
}

impl Campaign {
    pub fn is_organiser(&self, user: UserId) -> bool {
        self.organisers.iter().any(|organiser| organiser.id == user)
    }

    pub fn side(&self, no: SideNo) -> Option<&SideOf> {
        self.sides.iter().find(|side| side.no == no)
    }

    /// The side somebody fights for; nobody fights for two.
    pub fn side_of(&self, user: UserId) -> Option<&SideOf> {
        self.sides.iter().find(|side| side.has(user))
    }

    pub fn round(&self, no: RoundNo) -> Option<&Round> {
        self.rounds.iter().find(|round| round.no == no)
    }

    /// The round that is on. There is never more than one, and it is the last.
    pub fn open_round(&self) -> Option<&Round> {
        self.rounds.last().filter(|round| round.closed_ms.is_none())
    }

    pub fn battle(&self, no: BattleNo) -> Option<&Battle> {
        self.battles.iter().find(|battle| battle.no == no)
    }

    pub fn battles_of_round(&self, no: RoundNo) -> impl Iterator<Item = &Battle> {
        self.battles.iter().filter(move |battle| battle.round == no)
    }

    /// The battle that is fought in this game.
    pub fn battle_of_game(&self, game: &str) -> Option<&Battle> {
        self.battles.iter().find(|battle| battle.game.as_deref() == Some(game))
    }

    /// Battles that still wait for somebody.
    pub fn unsettled(&self) -> impl Iterator<Item = &Battle> {
        self.battles.iter().filter(|battle| battle.is_unsettled())
    }

    pub fn place(&self, no: PlaceNo) -> Option<&Place> {
        self.places.iter().find(|place| place.no == no)
    }

    pub fn places_of(&self, side: SideNo) -> impl Iterator<Item = &Place> {
        self.places.iter().filter(move |place| place.owner == Some(side))
    }

    pub fn unit(&self, no: UnitNo) -> Option<&Unit> {
        self.units.iter().find(|unit| unit.no == no)
    }

    pub fn units_of(&self, side: SideNo) -> impl Iterator<Item = &Unit> {
        self.units.iter().filter(move |unit| unit.side == side)
    }

    pub fn entry(&self, no: EntryNo) -> Option<&Entry> {
        self.chronicle.iter().find(|entry| entry.no == no)
    }
}

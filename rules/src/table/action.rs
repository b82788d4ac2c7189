//! What people do at a table, and what comes of it.

use serde::{Deserialize, Serialize};

use super::{Asked, ByHand, Claim, Scores, Settings, Settlement, Throw, TurnPoints, Typed};
use crate::game::{self, Command, Game, Setup, SystemId};
use crate::ids::{Seat, Seq, UserId};
use crate::system::SeatSpec;
use crate::version::RulesVersion;

/// A person with the name they went by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    pub id: UserId,
    pub name: String,
}

impl Player {
    /// The program itself, on a seat that nobody else has taken.
    pub fn bot() -> Player {
        Player { id: UserId::BOT, name: "Gatemaster".to_owned() }
    }

    pub fn is_bot(&self) -> bool {
        self.id == UserId::BOT
    }
}

/// Who acts, and whether they manage the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actor {
    pub player: Player,
    pub manager: bool,
}

impl Actor {
    pub fn id(&self) -> UserId {
        self.player.id
    }
}

/// One thing a person does. It becomes one step if it is accepted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Open a table; always the first step. With `start`, the host sits down and play begins at once.
    Open {
        name: String,
        setup: Setup,
        organiser: Option<Player>,
        start: bool,
        #[serde(default, skip_serializing_if = "Settings::is_default")]
        settings: Settings,
    },
    /// Take a seat: this one, or the first that is free.
    Join {
        seat: Option<Seat>,
        salt: Option<String>,
    },
    /// Give up all one's seats.
    Leave,
    /// Put somebody on a seat: for the organiser and managers.
    Seat {
        player: Player,
        seat: Option<Seat>,
    },
    /// Take somebody off their seats: for the organiser and managers.
    Unseat {
        player: Player,
    },
    /// Let the program play a free seat: this one, or the first that is free.
    SeatBot {
        seat: Option<Seat>,
    },
    /// Free a seat that the program plays.
    UnseatBot {
        seat: Seat,
    },
    /// Change what will be played, before the start.
    SetUp {
        setup: Setup,
        name: Option<String>,
    },
    Change(SettingsChange),
    Start,
    Play(Command),
    /// The faces of the throw that the table waits for, in order.
    TypeDice {
        faces: Vec<u32>,
    },
    /// Let the program roll the throw that the table waits for.
    RollDice,
    Undo {
        step: Seq,
    },
    /// Say yes to what was asked.
    Agree,
    /// Say no to what was asked, or take back one's own question.
    Refuse,
    /// Offer one's seat to somebody; the organiser and managers seat them at once.
    HandOver {
        seat: Option<Seat>,
        to: Player,
    },
    /// Take the seat that was offered.
    TakeOver,
    /// Say no to an offered seat, or take the offer back.
    TurnDown,
    /// Put the game away unfinished.
    Shelve,
    /// Take it up again.
    Resume,
    /// Say that a game untouched for long is still wanted.
    Keep,
    /// Give up everything at this table for good: seats, office, questions. It is what remains of a person who has
    /// their data deleted.
    Depart,
    End,
    /// Say what the result is: a concession at once, anything else when the others agree.
    Settle(Claim),
    /// Decide the result: for the organiser and managers.
    Rule {
        scores: Scores,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        why: String,
    },
    /// Enter the scenario points of a turn, one number for each seat.
    Score {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turn: Option<u32>,
        points: Vec<u32>,
    },
    /// Have the seed of a settled game shown: its end stands from then on.
    Close,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SettingsChange {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mentions: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remind_hours: Option<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compact: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spoken: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_hand: Option<bool>,
    /// The same with more to choose from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hand: Option<ByHand>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub organiser: Option<Player>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub salt: Option<String>,
    /// The last turn; 0 is no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn_limit: Option<u16>,
}

impl SettingsChange {
    /// Whose dice are to be rolled by hand, where that is said.
    pub fn hand_dice(&self) -> Option<ByHand> {
        self.hand.or(self.by_hand.map(|all| if all { ByHand::Everybody } else { ByHand::Nobody }))
    }
}

/// An action as it is stored: with the one right that the table itself does not know, and the version of the rules
/// that judged it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Deed {
    pub action: Action,
    pub rules: RulesVersion,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub manager: bool,
    /// Done for the player as they had said beforehand.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub standing: bool,
}

/// What came of an action. `G` is the whole game at its start, which is left out where somebody is told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event<G = Game> {
    Opened {
        name: String,
        system: SystemId,
        host: Player,
        organiser: Option<Player>,
        setup: Setup,
        seats: Vec<SeatSpec>,
        #[serde(default, skip_serializing_if = "Settings::is_default")]
        settings: Settings,
    },
    Seated {
        seat: Seat,
        player: Player,
    },
    Left {
        seat: Seat,
        player: Player,
    },
    SetUpChanged {
        setup: Setup,
        seats: Vec<SeatSpec>,
    },
    /// Play begins with whoever has come: seats that nobody took are gone, and the others keep their order.
    EmptySeatsGone {
        setup: Setup,
    },
    Salted {
        by: UserId,
        text: String,
    },
    Renamed {
        name: String,
    },
    SettingsChanged {
        settings: Settings,
    },
    OrganiserNamed {
        organiser: Player,
    },
    /// The whole first state is kept, so that set-up rules mended later leave this game as it was.
    Started {
        game: G,
    },
    Played(game::Event),
    /// What somebody does waits for dice that somebody rolls by hand.
    Throwing(Throw),
    /// The last die of it has fallen; these of them were typed.
    Thrown {
        typed: Vec<Typed>,
    },
    /// A die was drawn by hand and named, and the others may look at it.
    DrawShown {
        by: Player,
        step: Seq,
    },
    DrawAccepted {
        by: Player,
    },
    /// The die goes back, and is drawn and named once more.
    Objected {
        by: Player,
        undoing: Undoing,
    },
    HandAsked {
        by: Player,
        hand: ByHand,
        step: Seq,
    },
    /// One of several who have to agree has done so.
    Agreed {
        by: Player,
    },
    /// The question about dice by hand is settled: the table is set as was asked.
    HandSettled {
        grounds: Grounds,
    },
    UndoAsked {
        by: Player,
        undoing: Undoing,
    },
    EndAsked {
        by: Player,
    },
    ResultAsked {
        by: Player,
        settlement: Settlement,
        step: Seq,
    },
    /// What the game came to by the word of its people; its end follows at once.
    Settled {
        settlement: Settlement,
    },
    PointsAsked {
        by: Player,
        entry: TurnPoints,
        step: Seq,
    },
    PointsEntered {
        entry: TurnPoints,
        grounds: Grounds,
    },
    /// Somebody said no, or took back their own question.
    AskRefused {
        by: Player,
        asked: Asked,
    },
    /// The step named here does not count any more; the log keeps it.
    Undone {
        undoing: Undoing,
        grounds: Grounds,
    },
    SeatOffered {
        offer: Offer,
    },
    /// Somebody said no to the seat, or took the offer back.
    OfferTurnedDown {
        by: Player,
        offer: Offer,
    },
    Shelved,
    Resumed,
    Kept,
    Departed {
        player: Player,
    },
    Ended {
        grounds: Grounds,
    },
    /// The seed is shown, and the end stands.
    Closed,
}

/// A seat, who would give it up, and for whom.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Offer {
    pub seat: Seat,
    pub by: Player,
    pub to: Player,
}

/// The step that is to be undone, with what it did, so that people know what they agree to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Undoing {
    pub step: Seq,
    pub done_by: Player,
    pub did: Vec<game::Event>,
    /// What it began still waits for these dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waits_for: Option<String>,
    /// The result or the points that it settled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settled: Option<Settlement>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<TurnPoints>,
    /// Something of it is left out for whoever reads this.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
}

/// By what right something was undone or ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grounds {
    /// Nothing had been rolled or shown, and it was still that seat's turn.
    Free,
    /// Nobody else sits at the table.
    Alone,
    Consent {
        asked_by: Player,
        of: Player,
    },
    Organiser,
    Manager,
    /// The rules of the game ended it.
    Rules,
    /// A side gave up.
    Conceded,
    /// The last turn of the limit is over.
    TurnLimit,
}

//! What people do to a campaign. Each accepted one is an entry in its book.

use gatemaster_rules::colour::Colour;
use gatemaster_rules::table::Player;
use serde::{Deserialize, Serialize};

use super::ids::{BattleNo, EntryNo, PlaceNo, SideNo, UnitNo};
use super::map::Cell;
use super::{BattlePoints, Campaign, UnitState};
use crate::settings::Played;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "do")]
pub enum Action {
    /// Whoever opens it is its first organiser.
    Open {
        name: String,
        about: String,
        played: Played,
        points: BattlePoints,
    },
    /// A campaign from a file is opened here. Whoever brings it in is its organiser, and the only person in it.
    Restore {
        campaign: Box<Campaign>,
    },
    /// New points hold for battles reported from then on.
    Set {
        name: Option<String>,
        about: Option<String>,
        announce: Option<Announce>,
        page: Option<bool>,
        points: Option<BattlePoints>,
    },
    Appoint {
        organiser: Player,
    },
    Dismiss {
        organiser: Player,
    },

    /// A side with a player and no name of its own is that player; with both it is a team with its first member.
    AddSide {
        name: Option<String>,
        player: Option<Player>,
        colour: Option<Colour>,
    },
    ChangeSide {
        side: SideNo,
        name: Option<String>,
        colour: Option<Colour>,
    },
    /// Its places are nobody's then, and its units go with it.
    RemoveSide {
        side: SideNo,
    },
    /// Somebody joins by themselves.
    Join {
        side: SideNo,
    },
    Leave,
    /// The organiser puts somebody on a side.
    Enlist {
        side: SideNo,
        player: Player,
    },
    Discharge {
        player: Player,
    },

    OpenRound {
        name: String,
        about: String,
    },
    CloseRound,

    /// A battle of the round that is on.
    Plan {
        name: Option<String>,
        sides: Vec<SideNo>,
        place: Option<PlaceNo>,
        note: String,
    },
    /// A game was opened for this battle.
    LinkGame {
        battle: BattleNo,
        game: String,
    },
    /// What an organiser says counts at once; what a member of a side says, when somebody else has confirmed it.
    Report {
        battle: BattleNo,
        told: ReportedOutcome,
    },
    /// `revision` is what the confirming person has seen.
    Confirm {
        battle: BattleNo,
        revision: u16,
    },
    Contest {
        battle: BattleNo,
        revision: u16,
        says: String,
    },
    /// That game has ended. Only the bot itself does this.
    GameEnded {
        battle: BattleNo,
        game: String,
        told: ReportedOutcome,
    },
    /// The end of that game was taken back, and with it the result that it gave. Only the bot itself does this.
    GameReopened {
        battle: BattleNo,
        game: String,
    },
    /// The organiser takes a battle out of the count.
    Cancel {
        battle: BattleNo,
        why: String,
    },
    /// The organiser decides, whatever stood there before.
    Correct {
        battle: BattleNo,
        told: ReportedOutcome,
        why: String,
    },

    PlacePut {
        name: String,
        worth: i32,
        owner: Option<SideNo>,
        at: Option<Cell>,
        note: String,
    },
    PlaceChange {
        place: PlaceNo,
        name: Option<String>,
        worth: Option<i32>,
        at: Option<SetAt>,
        note: Option<String>,
    },
    PlaceRemove {
        place: PlaceNo,
    },
    /// A place changes hands outside a battle; with no side, it is nobody's.
    Take {
        place: PlaceNo,
        side: Option<SideNo>,
    },
    Link {
        one: PlaceNo,
        other: PlaceNo,
    },
    Unlink {
        one: PlaceNo,
        other: PlaceNo,
    },

    UnitPut {
        side: SideNo,
        name: String,
        kind: String,
        experience: u32,
        losses: u32,
        note: String,
    },
    UnitChange {
        unit: UnitNo,
        name: Option<String>,
        kind: Option<String>,
        /// More or less than before.
        experience: i32,
        losses: i32,
        state: Option<UnitState>,
        /// One more.
        honour: Option<String>,
        note: Option<String>,
        /// The battle that it comes from.
        battle: Option<BattleNo>,
    },
    UnitRemove {
        unit: UnitNo,
    },

    Award {
        side: SideNo,
        points: i32,
        why: String,
    },
    /// A line of one's own in the chronicle.
    Note {
        text: String,
        battle: Option<BattleNo>,
    },
    /// For notes: by whoever wrote it, or by an organiser.
    Strike {
        entry: EntryNo,
    },

    Close,
    /// A campaign that was closed too early goes on.
    Resume,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Announce {
    Nowhere,
    Channel(u64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SetAt {
    Cell(Cell),
    /// The map finds a cell.
    Anywhere,
}

/// How a battle ended, as somebody reports it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportedOutcome {
    /// Nobody: a draw.
    pub winner: Option<SideNo>,
    /// Of those that are known.
    #[serde(default)]
    pub scores: Vec<Count>,
    /// Where they are not what the campaign gives for a win, a draw and a loss. For organisers.
    #[serde(default)]
    pub points: Vec<Count>,
    /// Who holds the battle's place from then on.
    #[serde(default)]
    pub takes: Option<SideNo>,
}

/// A number for one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    pub side: SideNo,
    pub count: i32,
}

//! What the chronicle and the announcements tell of: numbers of what is in the book, and no names of it, so that what is
//! renamed is called by its new name everywhere and the book can forget somebody. Texts are their writers' own words.

use gatemaster_rules::table::Player;
use serde::{Deserialize, Serialize};

use super::ids::{BattleNo, EntryNo, PlaceNo, RoundNo, SideNo, UnitNo};
use super::{How, Outcome, UnitState};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "is")]
pub enum Happening {
    Opened,
    Set {
        what: Vec<Setting>,
    },
    Appointed {
        organiser: Player,
    },
    Dismissed {
        organiser: Player,
    },

    SideAdded {
        side: SideNo,
    },
    SideChanged {
        side: SideNo,
    },
    SideRemoved {
        side: SideNo,
    },
    Joined {
        side: SideNo,
        player: Player,
    },
    Left {
        side: SideNo,
        player: Player,
    },

    RoundOpened {
        round: RoundNo,
    },
    RoundClosed {
        round: RoundNo,
    },

    Planned {
        battle: BattleNo,
    },
    GameLinked {
        battle: BattleNo,
    },
    /// Nothing counts yet.
    Reported {
        battle: BattleNo,
        side: SideNo,
        outcome: Outcome,
    },
    Contested {
        battle: BattleNo,
        says: String,
    },
    Fought {
        battle: BattleNo,
        outcome: Outcome,
        how: How,
    },
    Corrected {
        battle: BattleNo,
        outcome: Outcome,
        why: String,
    },
    Cancelled {
        battle: BattleNo,
        why: String,
    },

    PlacePut {
        place: PlaceNo,
    },
    PlaceChanged {
        place: PlaceNo,
    },
    PlaceRemoved {
        place: PlaceNo,
    },
    PlaceTaken {
        place: PlaceNo,
        side: Option<SideNo>,
        from: Option<SideNo>,
        battle: Option<BattleNo>,
    },
    Linked {
        one: PlaceNo,
        other: PlaceNo,
    },
    Unlinked {
        one: PlaceNo,
        other: PlaceNo,
    },

    UnitPut {
        unit: UnitNo,
        side: SideNo,
    },
    /// Its name, kind or note.
    UnitChanged {
        unit: UnitNo,
    },
    UnitCarries {
        unit: UnitNo,
        /// More or less than before.
        experience: i32,
        losses: i32,
        battle: Option<BattleNo>,
    },
    UnitBecame {
        unit: UnitNo,
        state: UnitState,
        battle: Option<BattleNo>,
    },
    UnitHonoured {
        unit: UnitNo,
        honour: String,
        battle: Option<BattleNo>,
    },
    UnitRemoved {
        unit: UnitNo,
    },

    Awarded {
        side: SideNo,
        points: i32,
        why: String,
    },
    Noted {
        text: String,
        battle: Option<BattleNo>,
    },
    /// Told, and marked on the note itself; not a line of its own.
    Struck {
        entry: EntryNo,
    },

    Closed,
    Resumed,
}

/// What an organiser can set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Setting {
    Name,
    About,
    Announce,
    Page,
    Points,
}

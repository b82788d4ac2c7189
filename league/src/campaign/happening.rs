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
    /// The game that had decided it goes on.
    Reopened {
        battle: BattleNo,
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
        /// It goes back to whoever had it before the battle, as that result stands no longer.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        back: bool,
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

/// What a happening is to those who read the chronicle, hear the announcements and look at the lists. One list for all of
/// them, so that a new happening is thought about once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The first line of the story, and the first list of who is in.
    Opening,
    /// Who is in: a list shows it.
    People,
    /// Who organises: told, but no part of the story.
    Office,
    /// How the stage is set: seen by whoever looks.
    Stage,
    /// The game that a battle is fought in: seen where it is played.
    Table(BattleNo),
    /// What becomes of a battle.
    Battle(BattleNo),
    /// Whatever else is worth telling again.
    Story,
}

impl Happening {
    pub fn part(&self) -> Part {
        match self {
            Happening::Opened => Part::Opening,
            Happening::SideAdded { .. }
            | Happening::SideRemoved { .. }
            | Happening::Joined { .. }
            | Happening::Left { .. } => Part::People,
            Happening::Appointed { .. } | Happening::Dismissed { .. } => Part::Office,
            Happening::Set { .. }
            | Happening::SideChanged { .. }
            | Happening::PlacePut { .. }
            | Happening::PlaceChanged { .. }
            | Happening::PlaceRemoved { .. }
            | Happening::Linked { .. }
            | Happening::Unlinked { .. }
            | Happening::UnitPut { .. }
            | Happening::UnitChanged { .. }
            | Happening::UnitRemoved { .. }
            | Happening::Struck { .. } => Part::Stage,
            Happening::GameLinked { battle } => Part::Table(*battle),
            Happening::Planned { battle }
            | Happening::Reported { battle, .. }
            | Happening::Contested { battle, .. }
            | Happening::Fought { battle, .. }
            | Happening::Corrected { battle, .. }
            | Happening::Cancelled { battle, .. }
            | Happening::Reopened { battle } => Part::Battle(*battle),
            Happening::RoundOpened { .. }
            | Happening::RoundClosed { .. }
            | Happening::PlaceTaken { .. }
            | Happening::UnitCarries { .. }
            | Happening::UnitBecame { .. }
            | Happening::UnitHonoured { .. }
            | Happening::Awarded { .. }
            | Happening::Noted { .. }
            | Happening::Closed
            | Happening::Resumed => Part::Story,
        }
    }
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

//! What there is to tell about an entry. People appear by their number in the league, never by name alone, so that the
//! books can forget somebody.

use gatemaster_rules::table::Player;
use serde::{Deserialize, Serialize};

use crate::ids::{EntrantId, FixtureId};
use crate::league::{How, State};
use crate::lots::{Lot, Stakes};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "is")]
pub enum Event {
    Opened,
    /// Each a phrase such as "points for a win 3 → 2".
    Changed {
        what: Vec<String>,
    },
    Appointed {
        organiser: Player,
    },
    Dismissed {
        organiser: Player,
    },
    Entered {
        entrant: EntrantId,
        late: bool,
    },
    Left {
        entrant: EntrantId,
    },
    Returned {
        entrant: EntrantId,
    },
    Placed {
        entrant: EntrantId,
    },
    Started,
    /// A round with its pairings.
    Paired {
        round: u16,
    },
    FinalsBegan,
    Deadline {
        round: Option<u16>,
        fixture: Option<FixtureId>,
    },
    Challenged {
        fixture: FixtureId,
    },
    Reported {
        fixture: FixtureId,
    },
    Disputed {
        fixture: FixtureId,
    },
    Withdrawn {
        fixture: FixtureId,
    },
    Decided {
        fixture: FixtureId,
        how: How,
    },
    /// A result that had counted, or a cancelled match, has become another.
    Corrected {
        fixture: FixtureId,
        before: State,
    },
    Cancelled {
        fixture: FixtureId,
    },
    Reopened {
        fixture: FixtureId,
    },
    Imported {
        matches: u32,
        /// So many of them had counted otherwise before.
        #[serde(default)]
        corrected: u32,
    },
    Adjusted {
        entrant: EntrantId,
        points: i32,
        why: String,
    },
    Revoked {
        entrant: EntrantId,
        points: i32,
        why: String,
    },
    /// Nothing is drawn yet: this is the hash of the seed that the lot between level people will be drawn with.
    LotPromised {
        seed_hash: String,
    },
    /// With its seed; `next_hash` is the hash of the seed of the next one.
    LotDrawn {
        lot: Lot,
        next_hash: String,
    },
    /// Level people play for it; the pairing is told by itself.
    ToPlay {
        division: u8,
        stakes: Stakes,
        among: Vec<EntrantId>,
    },
    Ruled {
        stakes: Stakes,
        order: Vec<EntrantId>,
        /// Who is still level behind them.
        behind: Vec<EntrantId>,
        why: String,
    },
    Linked {
        fixture: FixtureId,
        game: String,
    },
    /// All matches of a round are decided.
    RoundDone {
        round: u16,
    },
    /// These matches are due soon.
    DueSoon {
        fixtures: Vec<FixtureId>,
    },
    /// The deadline of these matches has passed.
    PastDue {
        fixtures: Vec<FixtureId>,
    },
    Closed,
    Resumed,
    SeasonOpened {
        number: u16,
        promoted: Vec<EntrantId>,
        relegated: Vec<EntrantId>,
    },
}

//! What people do to a league. Each accepted one is an entry in its book.

use gatemaster_rules::table::Player;
use serde::{Deserialize, Serialize};

use crate::ids::{EntrantId, FixtureId};
use crate::league::{League, MatchResult};
use crate::settings::{Played, Settings};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "do")]
pub enum Action {
    Open {
        name: String,
        about: String,
        played: Played,
        settings: Box<Settings>,
    },
    /// A whole league from a file opens a new book. Whoever read the file has checked it with
    /// [`crate::books::json::from_json`].
    Restore {
        league: Box<League>,
    },
    /// Format and divisions stand once the season has started.
    Set {
        settings: Box<Settings>,
    },
    Rename {
        name: Option<String>,
        about: Option<String>,
    },
    Appoint {
        organiser: Player,
    },
    Dismiss {
        organiser: Player,
    },

    /// Somebody enters by themselves.
    Join {
        faction: Option<String>,
    },
    /// The organiser enters somebody, a guest where there is no player.
    Enter {
        player: Option<Player>,
        name: String,
        faction: Option<String>,
        division: Option<u8>,
    },
    /// Somebody leaves by themselves.
    Leave,
    /// The organiser takes somebody out. Their open matches are walkovers; with `void`, all their matches of the season are
    /// cancelled.
    Drop {
        entrant: EntrantId,
        void: bool,
    },
    /// Somebody who left comes back.
    Return {
        entrant: EntrantId,
    },
    /// Moves somebody before the start: to another division, to another place in the order.
    Place {
        entrant: EntrantId,
        division: Option<u8>,
        seed: Option<u32>,
    },

    Start,
    /// Pairs the next round, or the finals when the last one is played.
    NextRound,
    /// Moves the deadline of a round, or of one match.
    Deadline {
        round: Option<u16>,
        fixture: Option<FixtureId>,
        due_ms: Option<i64>,
    },
    Challenge {
        opponent: EntrantId,
    },

    /// A challenge and its report in one, where matches come from challenges.
    Played {
        opponent: EntrantId,
        result: MatchResult,
    },
    Report {
        fixture: FixtureId,
        result: MatchResult,
    },
    /// `revision` is what the confirming person has seen.
    Confirm {
        fixture: FixtureId,
        revision: u16,
    },
    Dispute {
        fixture: FixtureId,
        revision: u16,
        says: String,
    },
    /// The reporter takes their word back, or a challenge is called off.
    Withdraw {
        fixture: FixtureId,
    },
    /// The organiser decides, whatever stood there before.
    Settle {
        fixture: FixtureId,
        result: MatchResult,
        why: String,
    },
    /// The organiser takes a match out of the book.
    Cancel {
        fixture: FixtureId,
        why: String,
    },
    /// The organiser opens a decided or cancelled match again.
    Reopen {
        fixture: FixtureId,
        why: String,
    },
    /// Matches that were played elsewhere, decided at once.
    Import {
        matches: Vec<Imported>,
    },

    Adjust {
        entrant: EntrantId,
        points: i32,
        why: String,
    },
    /// By its place in the list, counted from 0.
    Revoke {
        adjustment: u32,
    },

    /// Level people play for the place that decides something.
    Decider,
    /// Or a lot is drawn for it, whatever the league does otherwise.
    DrawLot,
    /// Or an organiser says who comes first, in this order; who is left out of it is still level behind them.
    Rule {
        order: Vec<EntrantId>,
        why: String,
    },

    /// A game was opened for this match.
    Link {
        fixture: FixtureId,
        game: String,
    },
    /// That game has ended. Only the bot itself does this.
    GameEnded {
        fixture: FixtureId,
        game: String,
        result: MatchResult,
    },
    /// Time has passed: results that nobody objected to count, and deadlines come near or are over. Only the bot itself does
    /// this.
    Tick,

    /// With `anyway`, matches that still wait are cancelled.
    Close {
        anyway: bool,
    },
    /// A season that was closed too early goes on.
    Resume,
    /// Closes what is open and opens the next season with those who are still in.
    NextSeason {
        name: String,
    },
}

/// A match of an imported file. Names that are not in the league yet enter it as guests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Imported {
    pub first: String,
    pub second: String,
    pub result: MatchResult,
    pub at_ms: Option<i64>,
}

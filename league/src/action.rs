//! What people do to a league. Each accepted one is an entry in its book.

use gatemaster_rules::table::Player;
use serde::{Deserialize, Serialize};

use crate::ids::{EntrantId, FixtureId};
use crate::league::{League, MatchResult, Stage};
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
    /// What stands in a file: matches that were played elsewhere, decided at once, and people who enter with it.
    Import {
        matches: Vec<Imported>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        people: Vec<Newcomer>,
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
    /// That game goes on after all: its result does not count any more. Only the bot itself does this.
    GameReopened {
        fixture: FixtureId,
        game: String,
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

/// A match of an imported file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Imported {
    pub first: String,
    pub second: String,
    pub result: MatchResult,
    pub at_ms: Option<i64>,
    /// Whom the names mean, where it is not somebody of this very name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_is: Option<Who>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second_is: Option<Who>,
    /// Where in the league it belongs, as far as the file says so.
    #[serde(default, skip_serializing_if = "MatchPlace::is_nowhere")]
    pub place: MatchPlace,
    /// Its line in the file; 0 where nobody knows.
    #[serde(default)]
    pub line: u32,
}

/// Where in a league a match belongs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchPlace {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub season: Option<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<Stage>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u16>,
    /// Which of the meetings of the two, counted from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leg: Option<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fixture: Option<FixtureId>,
}

/// Whom a name in a file means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    Entrant(EntrantId),
    /// One of those who enter with the file, counted from 0.
    Newcomer(u32),
}

/// Somebody who enters with a file, a guest where there is no player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Newcomer {
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<Player>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faction: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub division: Option<u8>,
}

impl Imported {
    /// A match of two people by their names alone.
    pub fn new(first: &str, second: &str, result: MatchResult) -> Self {
        Self {
            first: first.to_owned(),
            second: second.to_owned(),
            result,
            at_ms: None,
            first_is: None,
            second_is: None,
            place: MatchPlace::default(),
            line: 0,
        }
    }
}

impl MatchPlace {
    fn is_nowhere(&self) -> bool {
        *self == Self::default()
    }
}

impl Newcomer {
    pub fn guest(name: &str) -> Self {
        Self { name: name.to_owned(), player: None, faction: None, division: None }
    }
}

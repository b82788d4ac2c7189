//! What the organiser chooses: the format, the points, the order of tie-breakers, and the clockwork around it.

use gatemaster_rules::game::SystemId;
use gatemaster_rules::text::count;
use serde::{Deserialize, Serialize};

/// What is played in a league: a system that Gatemaster keeps, or anything else that people play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Played {
    System(SystemId),
    Elsewhere(String),
}

impl Played {
    pub fn title(&self) -> &str {
        match self {
            Played::System(system) => system.title(),
            Played::Elsewhere(name) => name,
        }
    }

    /// One word for files and for telling ratings of different games apart.
    pub fn key(&self) -> String {
        match self {
            Played::System(system) => system.key().to_owned(),
            Played::Elsewhere(name) => format!("elsewhere:{}", name.to_lowercase()),
        }
    }

    pub fn system(&self) -> Option<SystemId> {
        match self {
            Played::System(system) => Some(*system),
            Played::Elsewhere(_) => None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// Whoever beats somebody above them takes that place, and those between move down by one.
    Ladder {
        /// How many rungs up one may challenge; 0 is any.
        reach: u16,
    },
    RoundRobin {
        legs: u8,
    },
    Swiss {
        /// 0: as many as it takes to find a winner among those who start.
        rounds: u8,
    },
    Knockout {
        third_place: bool,
    },
    /// Anybody plays anybody.
    Open {
        /// How often the same two may meet; 0 is as often as they like.
        meetings: u16,
    },
}

impl Format {
    /// Whether matches come from challenges and not from rounds.
    pub fn by_challenge(self) -> bool {
        matches!(self, Format::Ladder { .. } | Format::Open { .. })
    }

    pub fn title(self) -> String {
        match self {
            Format::Ladder { reach: 0 } => "ladder".to_owned(),
            Format::Ladder { reach } => {
                format!("ladder, challenges up to {} up", count(reach.into(), "rung", "rungs"))
            }
            Format::RoundRobin { legs: 1 } => "round robin".to_owned(),
            Format::RoundRobin { legs: 2 } => "double round robin".to_owned(),
            Format::RoundRobin { legs } => format!("round robin, {legs} legs"),
            Format::Swiss { rounds: 0 } => "Swiss".to_owned(),
            Format::Swiss { rounds } => {
                format!("Swiss, {}", count(rounds.into(), "round", "rounds"))
            }
            Format::Knockout { third_place: false } => "knockout".to_owned(),
            Format::Knockout { third_place: true } => {
                "knockout with a match for third place".to_owned()
            }
            Format::Open { meetings: 0 } => "open challenge".to_owned(),
            Format::Open { meetings } => {
                format!(
                    "open challenge, the same two at most {}",
                    count(meetings.into(), "time", "times")
                )
            }
        }
    }
}

/// What each kind of result is worth in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Points {
    pub win: i32,
    pub draw: i32,
    pub loss: i32,
    /// For whoever was there, and for whoever was not.
    pub walkover_win: i32,
    pub walkover_loss: i32,
    pub bye: i32,
    /// A league from before there was a choice goes on as it was, so this default is not the one of new leagues.
    #[serde(default)]
    pub unplayed: Unplayed,
}

impl Default for Points {
    fn default() -> Self {
        Self {
            win: 3,
            draw: 1,
            loss: 0,
            walkover_win: 3,
            walkover_loss: 0,
            bye: 3,
            unplayed: Unplayed::Average,
        }
    }
}

impl Points {
    /// As they were stored before there were scores for byes and walkovers.
    fn of_old() -> Self {
        Self { unplayed: Unplayed::Nothing, ..Self::default() }
    }
}

/// Which score counts where nobody sat across the table: with a bye and with a walkover. Only tie-breakers by score look
/// at it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unplayed {
    /// None: it is as if there had been no match.
    #[default]
    Nothing,
    /// The average of what one has scored in one's own matches, and of what was scored against one, each to the nearest
    /// half. Whoever did not come has scored nothing, and against them counts their average.
    Average,
    /// `own` for who has the bye or was there, `against` for the other side; whoever did not come has it the other way
    /// round.
    Fixed { own: i32, against: i32 },
}

impl Unplayed {
    /// "their own average", "10–0", "nothing"
    pub fn title(self) -> String {
        let signed = |number: i32| {
            if number < 0 { format!("−{}", number.unsigned_abs()) } else { number.to_string() }
        };
        match self {
            Unplayed::Nothing => "no score".to_owned(),
            Unplayed::Average => "their own average score".to_owned(),
            Unplayed::Fixed { own, against } => format!("{}–{}", signed(own), signed(against)),
        }
    }
}

/// What separates people whom no tie-breaker separates, where a place decides something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LastResort {
    /// Drawn as dice that anybody can check.
    #[default]
    Lot,
    /// They play for it.
    Decider,
}

impl LastResort {
    pub fn title(self) -> &'static str {
        match self {
            LastResort::Lot => "a lot",
            LastResort::Decider => "a decider",
        }
    }
}

/// What separates people with the same points, in the order that the organiser has chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TieBreaker {
    /// Matches won at the table or by walkover; byes do not count.
    Wins,
    /// Points from the matches among those who are level at this stage.
    HeadToHead,
    /// Strength of schedule: the points of everybody one has met (Buchholz). A bye or a walkover counts as somebody with
    /// as many points as one has oneself.
    Schedule,
    /// The same without the weakest of them.
    ScheduleCut,
    /// The points of everybody one has beaten, and half of those one has drawn with (Sonneborn-Berger).
    Beaten,
    ScoreDifference,
    ScoreFor,
    /// Lots, drawn once for the season.
    Lot,
}

impl TieBreaker {
    pub const ALL: [TieBreaker; 8] = [
        TieBreaker::Wins,
        TieBreaker::HeadToHead,
        TieBreaker::Schedule,
        TieBreaker::ScheduleCut,
        TieBreaker::Beaten,
        TieBreaker::ScoreDifference,
        TieBreaker::ScoreFor,
        TieBreaker::Lot,
    ];

    /// The word in commands and files.
    pub fn key(self) -> &'static str {
        match self {
            TieBreaker::Wins => "wins",
            TieBreaker::HeadToHead => "head-to-head",
            TieBreaker::Schedule => "schedule",
            TieBreaker::ScheduleCut => "schedule-cut",
            TieBreaker::Beaten => "beaten",
            TieBreaker::ScoreDifference => "difference",
            TieBreaker::ScoreFor => "score",
            TieBreaker::Lot => "lot",
        }
    }

    pub fn title(self) -> &'static str {
        match self {
            TieBreaker::Wins => "wins",
            TieBreaker::HeadToHead => "head to head",
            TieBreaker::Schedule => "strength of schedule",
            TieBreaker::ScheduleCut => "strength of schedule without the weakest",
            TieBreaker::Beaten => "strength of those beaten",
            TieBreaker::ScoreDifference => "score difference",
            TieBreaker::ScoreFor => "score",
            TieBreaker::Lot => "lots",
        }
    }

    /// The heading of its column.
    pub fn short(self) -> &'static str {
        match self {
            TieBreaker::Wins => "W",
            TieBreaker::HeadToHead => "H2H",
            TieBreaker::Schedule => "SoS",
            TieBreaker::ScheduleCut => "SoS-1",
            TieBreaker::Beaten => "SoB",
            TieBreaker::ScoreDifference => "+/−",
            TieBreaker::ScoreFor => "Score",
            TieBreaker::Lot => "Lot",
        }
    }

    pub fn parse(word: &str) -> Option<TieBreaker> {
        let word = word.trim().to_lowercase();
        Self::ALL.into_iter().find(|tie| tie.key() == word || tie.title() == word)
    }
}

/// The most people in one league; pairing more in one go would keep everybody waiting.
pub const MOST_ENTRANTS: usize = 200;
pub const MOST_LEGS: u8 = 4;
pub const MOST_ROUNDS: u8 = 20;
pub const MOST_DIVISIONS: usize = 8;
pub const MOST_FINALISTS: u8 = 64;
/// Points of any kind lie between this and its negative.
pub const MOST_POINTS: i32 = 1_000;
pub const MOST_SCORE: i32 = 1_000_000;
pub const MOST_DAYS: u16 = 365;

/// Who stands where before anything is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seeding {
    /// Drawn at the start.
    #[default]
    Lot,
    /// In the order of entry, or as the organiser has placed them.
    Entry,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Settings {
    pub format: Format,
    #[serde(default = "Points::of_old")]
    pub points: Points,
    pub ties: Vec<TieBreaker>,
    /// What comes after the last of them.
    #[serde(default)]
    pub last_resort: LastResort,
    /// How many days a match may take; 0 is no deadline.
    pub days: u16,
    /// A reported result counts by itself after so many hours without a word from the opponent; 0 is never.
    pub confirm_hours: u16,
    /// How many may enter; 0 is as many as a league can hold.
    pub limit: u16,
    /// How many of each division go on to a knockout after the last round; 0 is no finals.
    pub finals: u8,
    /// From the highest to the lowest; empty where there is only one.
    pub divisions: Vec<String>,
    /// How many go up and down between neighbouring divisions at the end of a season.
    pub moves: u8,
    /// Whether people may enter after the start.
    pub late_entry: bool,
    pub draws: bool,
    /// In which order first pairings, brackets and ladders begin.
    #[serde(default)]
    pub seeding: Seeding,
    /// The next round is paired as soon as the last match of this one is decided.
    pub auto_rounds: bool,
    /// Where the league speaks; nothing is announced without.
    pub announce: Option<u64>,
    /// A digest once a week in that channel.
    pub digest: bool,
    /// Whether the league is on the public page, where the operator has one.
    pub page: bool,
}

impl Settings {
    pub fn new(format: Format) -> Self {
        let swiss = matches!(format, Format::Swiss { .. });
        let ties = if swiss {
            vec![
                TieBreaker::Schedule,
                TieBreaker::Beaten,
                TieBreaker::HeadToHead,
                TieBreaker::ScoreDifference,
            ]
        } else {
            vec![
                TieBreaker::HeadToHead,
                TieBreaker::ScoreDifference,
                TieBreaker::ScoreFor,
                TieBreaker::Wins,
            ]
        };
        Self {
            format,
            points: Points::default(),
            ties,
            last_resort: LastResort::default(),
            days: 14,
            confirm_hours: 48,
            limit: 0,
            finals: 0,
            divisions: Vec::new(),
            moves: 1,
            late_entry: true,
            draws: true,
            seeding: if matches!(format, Format::Ladder { .. }) {
                Seeding::Entry
            } else {
                Seeding::Lot
            },
            auto_rounds: false,
            announce: None,
            digest: false,
            page: true,
        }
    }

    /// Whether a tie-breaker looks at scores.
    pub fn counts_scores(&self) -> bool {
        let scores = [TieBreaker::ScoreDifference, TieBreaker::ScoreFor];
        self.ties.iter().any(|tie| scores.contains(tie))
    }

    /// How many divisions are played, at least one.
    pub fn division_count(&self) -> u8 {
        u8::try_from(self.divisions.len()).unwrap_or(u8::MAX).max(1)
    }

    pub fn division_name(&self, division: u8) -> Option<&str> {
        self.divisions.get(usize::from(division)).map(String::as_str)
    }

    /// Everything that is wrong with them, together.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let points = self.points;
        let all = [
            points.win,
            points.draw,
            points.loss,
            points.walkover_win,
            points.walkover_loss,
            points.bye,
        ];
        if all.iter().any(|points| points.unsigned_abs() > MOST_POINTS.unsigned_abs()) {
            faults.push(format!("Points go from −{MOST_POINTS} to {MOST_POINTS}."));
        }
        if points.win < points.draw || points.draw < points.loss {
            faults.push(
                "A win must be worth at least a draw, and a draw at least a loss.".to_owned(),
            );
        }
        if let Unplayed::Fixed { own, against } = points.unplayed
            && [own, against].iter().any(|score| score.unsigned_abs() > MOST_SCORE.unsigned_abs())
        {
            faults.push(format!("Scores go from −{MOST_SCORE} to {MOST_SCORE}."));
        }
        match self.format {
            Format::RoundRobin { legs } if legs == 0 || legs > MOST_LEGS => {
                faults.push(format!("A round robin has 1 to {MOST_LEGS} legs."));
            }
            Format::Swiss { rounds } if rounds > MOST_ROUNDS => {
                faults.push(format!("A Swiss league has at most {MOST_ROUNDS} rounds."));
            }
            _ => {}
        }
        if self.divisions.len() > MOST_DIVISIONS {
            faults.push(format!("There can be at most {MOST_DIVISIONS} divisions."));
        }
        if !self.divisions.is_empty()
            && matches!(self.format, Format::Ladder { .. } | Format::Knockout { .. })
        {
            faults.push(
                "A ladder and a knockout have no divisions; they are one order already.".to_owned(),
            );
        }
        let names: std::collections::HashSet<String> =
            self.divisions.iter().map(|name| name.to_lowercase()).collect();
        if names.len() != self.divisions.len() {
            faults.push("Two divisions have the same name.".to_owned());
        }
        if self.finals == 1 || self.finals > MOST_FINALISTS {
            faults.push(format!("Finals are for 2 to {MOST_FINALISTS} people, or 0 for none."));
        }
        if self.finals > 0
            && !matches!(self.format, Format::RoundRobin { .. } | Format::Swiss { .. })
        {
            faults.push(
                "Finals follow a round robin or a Swiss league; the other formats have none."
                    .to_owned(),
            );
        }
        let ties: std::collections::HashSet<TieBreaker> = self.ties.iter().copied().collect();
        if ties.len() != self.ties.len() {
            faults.push("A tie-breaker stands twice in the list.".to_owned());
        }
        if usize::from(self.limit) > MOST_ENTRANTS || self.limit == 1 {
            faults.push(format!("A league is for 2 to {MOST_ENTRANTS} people."));
        }
        if self.days > MOST_DAYS {
            faults.push(format!("A deadline is at most {MOST_DAYS} days away."));
        }
        faults
    }
}

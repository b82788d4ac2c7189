//! What somebody's matches come to, one by one, before anything is compared.

use std::collections::HashMap;

use crate::ids::EntrantId;
use crate::league::{Season, Side, Stage, State, Verdict};
use crate::settings::{Points, Unplayed};

/// How a match went for one of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Won,
    Drawn,
    Lost,
    WonByWalkover,
    LostByWalkover,
    Bye,
}

/// A match as one of the two sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meeting {
    pub opponent: Option<EntrantId>,
    pub kind: Kind,
    /// Their own score and the opponent's.
    pub scores: Option<[i32; 2]>,
}

/// Everybody's matches of the main stage of a division. Sums are taken in wide numbers and cut to size at the end, so that
/// the order of the matches never matters.
#[derive(Debug)]
pub(super) struct Records {
    points: Points,
    meetings: HashMap<EntrantId, Vec<Meeting>>,
}

impl Kind {
    fn of(verdict: Verdict, side: Side) -> Self {
        match verdict {
            Verdict::Win(winner) if winner == side => Kind::Won,
            Verdict::Win(_) => Kind::Lost,
            Verdict::Draw => Kind::Drawn,
            Verdict::Walkover(there) if there == side => Kind::WonByWalkover,
            Verdict::Walkover(_) | Verdict::NotPlayed => Kind::LostByWalkover,
        }
    }

    pub fn points(self, points: &Points) -> i32 {
        match self {
            Kind::Won => points.win,
            Kind::Drawn => points.draw,
            Kind::Lost => points.loss,
            Kind::WonByWalkover => points.walkover_win,
            Kind::LostByWalkover => points.walkover_loss,
            Kind::Bye => points.bye,
        }
    }

    pub fn at_a_table(self) -> bool {
        match self {
            Kind::Won | Kind::Drawn | Kind::Lost => true,
            Kind::WonByWalkover | Kind::LostByWalkover | Kind::Bye => false,
        }
    }
}

impl Records {
    pub fn new(season: &Season, division: u8) -> Self {
        let mut meetings: HashMap<EntrantId, Vec<Meeting>> = HashMap::new();
        let counted = season
            .fixtures
            .iter()
            .filter(|fixture| fixture.stage == Stage::Main && fixture.division == division);
        for fixture in counted {
            match &fixture.state {
                State::Bye => meetings.entry(fixture.first).or_default().push(Meeting {
                    opponent: None,
                    kind: Kind::Bye,
                    scores: None,
                }),
                State::Decided { result, .. } => {
                    for side in Side::BOTH {
                        let Some(entrant) = fixture.entrant(side) else { continue };
                        meetings.entry(entrant).or_default().push(Meeting {
                            opponent: fixture.entrant(side.other()),
                            kind: Kind::of(result.verdict, side),
                            scores: result
                                .scores
                                .map(|scores| [scores[side.index()], scores[side.other().index()]]),
                        });
                    }
                }
                State::Open
                | State::Reported { .. }
                | State::Disputed { .. }
                | State::Cancelled { .. } => {}
            }
        }
        Self { points: season.settings.points, meetings }
    }

    pub fn of(&self, entrant: EntrantId) -> &[Meeting] {
        self.meetings.get(&entrant).map_or(&[], Vec::as_slice)
    }

    /// Whether anything has counted for anybody.
    pub fn anything(&self) -> bool {
        !self.meetings.is_empty()
    }

    pub fn worth(&self, kind: Kind) -> i32 {
        kind.points(&self.points)
    }

    /// Points from matches and byes alone; what the organiser gave or took is not among them.
    pub fn game_points(&self, entrant: EntrantId) -> i64 {
        self.of(entrant).iter().map(|meeting| i64::from(self.worth(meeting.kind))).sum()
    }

    pub fn how_many(&self, entrant: EntrantId, kinds: &[Kind]) -> u32 {
        let number =
            self.of(entrant).iter().filter(|meeting| kinds.contains(&meeting.kind)).count();
        u32::try_from(number).unwrap_or(u32::MAX)
    }

    /// What they scored and what was scored against them, where that is known.
    pub fn scores(&self, entrant: EntrantId) -> [i64; 2] {
        self.of(entrant).iter().filter_map(|meeting| meeting.scores).fold([0, 0], |sum, scores| {
            [sum[0] + i64::from(scores[0]), sum[1] + i64::from(scores[1])]
        })
    }

    /// The same in halves, with what counts for byes and walkovers.
    pub fn counted_scores(&self, entrant: EntrantId) -> [i64; 2] {
        let [own, against] = self.scores(entrant);
        self.of(entrant).iter().fold([2 * own, 2 * against], |sum, meeting| {
            let [own, against] = self.score_without_match(entrant, meeting.kind);
            [sum[0] + own, sum[1] + against]
        })
    }

    /// In halves: the score that counts for a bye or a walkover of theirs; nothing for a match at a table.
    pub fn score_without_match(&self, entrant: EntrantId, kind: Kind) -> [i64; 2] {
        let was_there = match kind {
            Kind::Won | Kind::Drawn | Kind::Lost => return [0, 0],
            Kind::WonByWalkover | Kind::Bye => true,
            Kind::LostByWalkover => false,
        };
        match self.points.unplayed {
            Unplayed::Nothing => [0, 0],
            Unplayed::Average => {
                let [own, against] = self.average(entrant);
                [if was_there { own } else { 0 }, against]
            }
            Unplayed::Fixed { own, against } => {
                let both = [2 * i64::from(own), 2 * i64::from(against)];
                if was_there { both } else { [both[1], both[0]] }
            }
        }
    }

    /// In halves: what they score in a match, and what is scored against them; nothing before the first score.
    fn average(&self, entrant: EntrantId) -> [i64; 2] {
        let scored = self.of(entrant).iter().filter(|meeting| meeting.scores.is_some()).count();
        match i64::try_from(scored) {
            Ok(matches) if matches > 0 => self.scores(entrant).map(|sum| nearest(2 * sum, matches)),
            Ok(_) | Err(_) => [0, 0],
        }
    }
}

/// The nearest whole number, away from zero where two are equally near.
fn nearest(sum: i64, parts: i64) -> i64 {
    let twice = 2 * sum.abs() + parts;
    sum.signum() * (twice / (2 * parts))
}

/// Points given and taken by the organiser that still stand.
pub(super) fn adjusted(season: &Season, entrant: EntrantId) -> i64 {
    season
        .adjustments
        .iter()
        .filter(|adjustment| adjustment.entrant == entrant && !adjustment.revoked)
        .map(|adjustment| i64::from(adjustment.points))
        .sum()
}

pub(super) fn to_size(sum: i64) -> i32 {
    i32::try_from(sum).unwrap_or(if sum < 0 { i32::MIN } else { i32::MAX })
}

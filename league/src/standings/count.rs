//! What somebody's matches come to, one by one, before anything is compared.

use std::collections::HashMap;

use crate::ids::EntrantId;
use crate::league::{Season, Side, Stage, State, Verdict};
use crate::settings::Points;

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

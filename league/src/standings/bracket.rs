//! How far people came in a knockout.

use std::collections::{BTreeSet, HashMap};

use crate::ids::EntrantId;
use crate::league::{Fixture, Season, Stage, State, Verdict};

/// Where somebody stands in a bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BracketPlace {
    /// Counted from 1; those who were beaten in the same round share it, and so do all who are not beaten yet.
    pub place: u32,
    pub fate: Fate,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    Champion,
    StillIn,
    Beaten,
}

/// Everybody in the bracket of a division, or nobody where there is none.
pub(super) fn places(
    season: &Season,
    stage: Stage,
    division: u8,
) -> HashMap<EntrantId, BracketPlace> {
    let in_it = |third_place: bool| {
        season.fixtures.iter().filter(move |fixture| {
            fixture.stage == stage
                && fixture.division == division
                && fixture.third_place == third_place
        })
    };
    let rounds: BTreeSet<u16> = in_it(false).filter_map(|fixture| fixture.round).collect();
    let Some(opening) = rounds.first() else { return HashMap::new() };
    let slots = in_it(false)
        .filter(|fixture| fixture.round == Some(*opening))
        .map(|fixture| u32::from(fixture.slot) + 1)
        .max()
        .unwrap_or(1)
        .next_power_of_two();

    let mut last: HashMap<EntrantId, (u16, &Fixture)> = HashMap::new();
    for fixture in in_it(false) {
        let Some(round) = fixture.round else { continue };
        for entrant in [Some(fixture.first), fixture.second].into_iter().flatten() {
            let latest = last.entry(entrant).or_insert((round, fixture));
            // Should somebody stand twice in a round, the younger match is meant, wherever it is in the list.
            if (round, fixture.no) > (latest.0, latest.1.no) {
                *latest = (round, fixture);
            }
        }
    }
    let mut places: HashMap<EntrantId, BracketPlace> = last
        .into_iter()
        .map(|(entrant, (round, fixture))| {
            let rounds_before = rounds.range(..round).count();
            let slots = u32::try_from(rounds_before).ok().and_then(|by| slots.checked_shr(by));
            let went_past = rounds.range(round..).nth(1).is_some();
            let out = season.entrant(entrant).is_some_and(|entrant| entrant.out);
            (entrant, came(entrant, fixture, slots.unwrap_or(1).max(1), went_past, out))
        })
        .collect();
    for fixture in in_it(true) {
        third_place(fixture, &mut places);
    }
    places
}

/// From somebody's last match, in a round of so many `slots`. `went_past`: a later round is paired already, and they are not
/// in it. Whoever won and then left is beaten in the round that they did not come to.
fn came(
    entrant: EntrantId,
    fixture: &Fixture,
    slots: u32,
    went_past: bool,
    out: bool,
) -> BracketPlace {
    let beaten_among = |slots: u32| BracketPlace { place: slots + 1, fate: Fate::Beaten };
    let won = match &fixture.state {
        State::Bye => Some(true),
        State::Decided { result, .. } => match result.verdict {
            Verdict::Win(_) | Verdict::Walkover(_) => Some(fixture.winner() == Some(entrant)),
            Verdict::NotPlayed => Some(false),
            Verdict::Draw => None,
        },
        State::Open | State::Reported { .. } | State::Disputed { .. } | State::Cancelled { .. } => {
            None
        }
    };
    match won {
        Some(true) if slots == 1 => BracketPlace { place: 1, fate: Fate::Champion },
        Some(true) if went_past || out => beaten_among(slots / 2),
        Some(false) => beaten_among(slots),
        None if went_past => beaten_among(slots),
        Some(true) | None => BracketPlace { place: 1, fate: Fate::StillIn },
    }
}

/// The match for third place parts the two who lost the semi-finals, once it has a winner.
fn third_place(fixture: &Fixture, places: &mut HashMap<EntrantId, BracketPlace>) {
    let loser = fixture.winner().and_then(|winner| fixture.opponent_of(winner));
    if let Some(came) = loser.and_then(|loser| places.get_mut(&loser))
        && came.place == 3
    {
        came.place = 4;
    }
}

//! Checks that an imported league is consistent before the rest of the program relies on it. Names are cleaned on the way,
//! as they would have been when they were typed here.

use std::collections::{HashMap, HashSet};

use gatemaster_rules::text::{MAX_TITLE, clean_line, clean_title};

use crate::books::date::TIMES_MS;
use crate::books::faults::Faults;
use crate::ids::EntrantId;
use crate::league::{Fixture, League, MatchResult, Phase, Season, SeparatedBy, Stage, State};
use crate::lots;
use crate::settings::{MOST_ENTRANTS, MOST_POINTS, MOST_SCORE, Played};

const MOST_FIXTURES: usize = 20_000;
const MOST_SEASONS: usize = 100;
/// A round robin of the largest league with the most legs has 796 rounds, and finals follow it.
const MOST_ROUNDS_PAIRED: u16 = 1_000;
const MOST_ADJUSTMENTS: usize = 2_000;
const MOST_SEPARATIONS: usize = 2_000;
const MOST_ORGANISERS: usize = 20;
const MOST_CHANGES: usize = 200;
/// Counters in a file must leave room to go on counting.
const MOST_REVISIONS: u16 = 10_000;
const LAST_SEASON: u16 = 10_000;
const MOST_NUMBER: u32 = 1_000_000;
const LONGEST_ABOUT: usize = 2_000;
const LONGEST_TEXT: usize = 500;

pub(super) fn check(league: &mut League, faults: &mut Faults) {
    name(&mut league.name, "the league", faults);
    text(&league.about, LONGEST_ABOUT, "The description of the league", faults);
    match &mut league.played {
        Played::System(_) => {}
        Played::Elsewhere(title) => name(title, "the game that is played", faults),
    }
    faults.check(league.organisers.len() <= MOST_ORGANISERS, || {
        format!("A league has at most {MOST_ORGANISERS} organisers.")
    });
    let fixtures: usize = league.seasons().map(|season| season.fixtures.len()).sum();
    if league.past.len() > MOST_SEASONS || fixtures > MOST_FIXTURES {
        // too large to look at everything
        faults.tell(|| {
            format!("A file can have {MOST_SEASONS} past seasons and {MOST_FIXTURES} matches.")
        });
        return;
    }

    numbers(league, faults);
    let past = league.past.len();
    for (at, season) in league.past.iter_mut().chain([&mut league.season]).enumerate() {
        let title = format!("Season {}", season.number);
        faults.check(at == past || season.phase == Phase::Closed, || {
            format!("{title} is over but not closed.")
        });
        self::season(season, &title, faults);
    }
}

/// Everything that is counted over the whole league.
fn numbers(league: &League, faults: &mut Faults) {
    let mut last = 0;
    for season in league.seasons() {
        faults.check(season.number > last && season.number <= LAST_SEASON, || {
            format!("Season {} stands in the wrong place.", season.number)
        });
        last = season.number;
    }
    let mut seen = HashSet::new();
    for fixture in league.seasons().flat_map(|season| &season.fixtures) {
        let no = fixture.no;
        faults.check(seen.insert(no), || format!("There are two matches with the number {no}."));
        faults.check((1..league.next_fixture).contains(&no.0), || {
            format!("Match {no} is numbered beyond the next match.")
        });
    }
    for entrant in league.seasons().flat_map(|season| &season.entrants) {
        let no = entrant.no;
        faults.check((1..league.next_entrant).contains(&no.0), || {
            format!("Player {no} is numbered beyond the next player.")
        });
    }
    faults.check(league.next_fixture <= MOST_NUMBER && league.next_entrant <= MOST_NUMBER, || {
        format!("Numbers of matches and players go up to {MOST_NUMBER}.")
    });
    faults.check(league.next_fixture > 0 && league.next_entrant > 0, || {
        "Matches and players are counted from 1.".to_owned()
    });
}

fn season(season: &mut Season, title: &str, faults: &mut Faults) {
    text(&season.name, MAX_TITLE, &format!("The name of season {}", season.number), faults);
    for fault in season.settings.faults() {
        faults.tell(|| format!("{title}: {fault}"));
    }
    for division in &mut season.settings.divisions {
        name(division, "a division", faults);
    }
    let finals = season.rounds.iter().any(|round| round.stage == Stage::Finals);
    faults.check(season.phase != Phase::Finals || finals, || {
        format!("{title} is in its finals but has none.")
    });
    let moments = [Some(season.opened_ms), season.started_ms, season.closed_ms];
    times(&moments, title, faults);
    entrants(season, title, faults);
    rounds(season, title, faults);
    level(season, title, faults);

    let here: HashSet<EntrantId> = season.entrants.iter().map(|entrant| entrant.no).collect();
    let stages: HashMap<u16, Stage> =
        season.rounds.iter().map(|round| (round.number, round.stage)).collect();
    let divisions = season.settings.division_count();
    for fixture in &mut season.fixtures {
        let no = fixture.no;
        let place = fixture.round.map(|round| stages.get(&round).copied());
        faults.check(place.is_none_or(|stage| stage == Some(fixture.stage)), || {
            format!("Match {no} belongs to a round that is not there.")
        });
        let both = [Some(fixture.first), fixture.second];
        faults.check(both.into_iter().flatten().all(|entrant| here.contains(&entrant)), || {
            format!("Match {no} is between people who are not in {}.", title.to_lowercase())
        });
        faults.check(fixture.division < divisions, || {
            format!("Match {no} is in a division that is not there.")
        });
        self::fixture(fixture, faults);
    }

    faults.check(season.adjustments.len() <= MOST_ADJUSTMENTS, || {
        format!("{title} can have {MOST_ADJUSTMENTS} bonuses and penalties.")
    });
    for adjustment in season.adjustments.iter().take(MOST_ADJUSTMENTS) {
        let sound = here.contains(&adjustment.entrant)
            && adjustment.points.unsigned_abs() <= MOST_POINTS.unsigned_abs();
        faults.check(sound, || {
            format!(
                "{title}: a bonus or penalty is for somebody who is not there, or beyond \
                 {MOST_POINTS} points."
            )
        });
        text(&adjustment.why, LONGEST_TEXT, "The reason of a bonus or penalty", faults);
        times(&[Some(adjustment.at_ms)], "A bonus or penalty", faults);
    }
}

/// Lots must come from their seeds, and everything about level people must be about people and matches of the season.
fn level(season: &mut Season, title: &str, faults: &mut Faults) {
    // a file has no seed that is still to be drawn with, and one that somebody knows is none
    season.level.promise = None;
    let (lots, separations) = (&season.level.lots, &season.level.separations);
    faults.check(lots.len() <= MOST_SEPARATIONS && separations.len() <= MOST_SEPARATIONS, || {
        format!("{title} can have {MOST_SEPARATIONS} lots and deciders.")
    });
    let here = |no: &EntrantId| season.entrant(*no).is_some();
    for lot in lots.iter().take(MOST_SEPARATIONS) {
        faults.check(lots::check(lot).is_ok(), || {
            format!("{title}: the lot {} does not come from its seed.", lot.id)
        });
        faults.check(lot.draws.iter().flat_map(|draw| &draw.among).all(here), || {
            format!("{title}: a lot was drawn for somebody who is not there.")
        });
        times(&[Some(lot.at_ms)], "A lot", faults);
    }
    let drawn = |among: &[EntrantId], order: &[EntrantId]| {
        let mut draws = lots.iter().flat_map(|lot| &lot.draws);
        draws.any(|draw| draw.among == among && draw.order == order)
    };
    for one in separations.iter().take(MOST_SEPARATIONS) {
        let sound = match &one.how {
            SeparatedBy::Lot { order } => drawn(&one.among, order),
            SeparatedBy::Decider { fixtures } => fixtures.iter().all(|no| {
                season.fixture(*no).is_some_and(|fixture| fixture.stage == Stage::Decider)
            }),
            SeparatedBy::Ruling { order, .. } => order.iter().all(|no| one.among.contains(no)),
        };
        faults.check(sound && one.among.iter().all(here), || {
            format!("{title}: level people were separated by something that is not there.")
        });
        times(&[Some(one.at_ms)], "A ruling between level people", faults);
        if let SeparatedBy::Ruling { why, .. } = &one.how {
            text(why, LONGEST_TEXT, "The reason of a ruling", faults);
        }
    }
}

fn entrants(season: &mut Season, title: &str, faults: &mut Faults) {
    faults.check(season.entrants.len() <= MOST_ENTRANTS, || {
        format!("{title}: a league is for {MOST_ENTRANTS} people.")
    });
    let divisions = season.settings.division_count();
    let (mut numbers, mut ids) = (HashSet::new(), HashSet::new());
    for entrant in &mut season.entrants {
        let who = format!("{title}, player {}", entrant.no);
        let twice = !numbers.insert(entrant.no) || entrant.id.is_some_and(|id| !ids.insert(id));
        faults.check(!twice, || format!("{who} is there twice."));
        name(&mut entrant.name, &who, faults);
        if let Some(faction) = &mut entrant.faction {
            name(faction, &format!("the faction of {who}"), faults);
        }
        faults.check(entrant.division < divisions, || {
            format!("{who} is in a division that is not there.")
        });
        faults
            .check(entrant.seed <= MOST_NUMBER && entrant.from_round <= MOST_ROUNDS_PAIRED, || {
                format!("{who} has a place in the order that cannot be.")
            });
        times(&[Some(entrant.entered_ms)], &who, faults);
    }
}

fn rounds(season: &mut Season, title: &str, faults: &mut Faults) {
    let mut last = 0;
    for round in &mut season.rounds {
        let number = round.number;
        faults.check(number > last && number <= MOST_ROUNDS_PAIRED, || {
            format!("{title}: round {number} stands in the wrong place.")
        });
        last = number;
        name(&mut round.name, &format!("round {number}"), faults);
        times(&[Some(round.paired_ms), round.due_ms], &format!("Round {number}"), faults);
    }
}

fn fixture(fixture: &mut Fixture, faults: &mut Faults) {
    let title = format!("Match {}", fixture.no);
    let players = [Some(fixture.first), fixture.second];
    faults.check(fixture.second != Some(fixture.first), || {
        format!("{title}: nobody plays against themselves.")
    });
    faults
        .check(fixture.revision <= MOST_REVISIONS && fixture.history.len() <= MOST_CHANGES, || {
            format!("{title} was changed too often.")
        });
    faults.check(usize::from(fixture.slot) <= MOST_ENTRANTS, || {
        format!("{title} stands outside the bracket.")
    });
    times(&[Some(fixture.made_ms), fixture.due_ms], &title, faults);
    self::state(&mut fixture.state, players[1].is_none(), &title, faults);
    match &fixture.state {
        State::Reported { by, .. } | State::Disputed { by, .. } => {
            faults.check(players.contains(&Some(*by)), || {
                format!("{title}: somebody who did not play has told the result.")
            });
        }
        State::Open | State::Decided { .. } | State::Bye | State::Cancelled { .. } => {}
    }
    // who told an earlier result may have been somebody else: corrections move people within a bracket
    for change in fixture.history.iter_mut().take(MOST_CHANGES) {
        text(&change.why, LONGEST_TEXT, &format!("{title}: the reason of a change"), faults);
        times(&[Some(change.at_ms)], &title, faults);
        self::state(&mut change.before, players[1].is_none(), &title, faults);
    }
}

fn state(state: &mut State, alone: bool, title: &str, faults: &mut Faults) {
    let fits = match state {
        State::Bye => alone,
        State::Cancelled { .. } => true,
        State::Open | State::Reported { .. } | State::Disputed { .. } | State::Decided { .. } => {
            !alone
        }
    };
    faults.check(fits, || format!("{title}: a bye is for one, and a match is for two."));
    match state {
        State::Open | State::Bye => {}
        State::Reported { result, at_ms, .. }
        | State::Disputed { result, at_ms, .. }
        | State::Decided { result, at_ms, .. } => {
            self::result(result, title, faults);
            times(&[Some(*at_ms)], title, faults);
        }
        State::Cancelled { why } => {
            text(why, LONGEST_TEXT, &format!("{title}: the reason"), faults);
        }
    }
    if let State::Disputed { says, .. } = state {
        text(says, LONGEST_TEXT, &format!("{title}: what is said against it"), faults);
    }
}

fn result(result: &mut MatchResult, title: &str, faults: &mut Faults) {
    let within = |score: &i32| score.unsigned_abs() <= MOST_SCORE.unsigned_abs();
    faults.check(result.scores.is_none_or(|scores| scores.iter().all(within)), || {
        format!("{title}: scores go from −{MOST_SCORE} to {MOST_SCORE}.")
    });
    for faction in result.factions.iter_mut().flatten() {
        name(faction, &format!("a faction of {}", title.to_lowercase()), faults);
    }
}

/// Cleans it, if anything is left then.
fn name(name: &mut String, whose: &str, faults: &mut Faults) {
    match clean_title(name) {
        Some(clean) => *name = clean,
        None => {
            faults.tell(|| format!("The name of {whose} must have 1 to {MAX_TITLE} characters."));
        }
    }
}

/// Free text of one or several lines, without anything hidden in it; it may be empty.
fn text(text: &str, longest: usize, what: &str, faults: &mut Faults) {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let clean = words.is_empty() || clean_line(text, longest).as_ref() == Some(&words);
    faults.check(clean && text.chars().count() <= longest, || {
        format!("{what} must have at most {longest} characters, and none that nobody can see.")
    });
}

fn times(times: &[Option<i64>], whose: &str, faults: &mut Faults) {
    faults.check(times.iter().flatten().all(|at_ms| TIMES_MS.contains(at_ms)), || {
        format!("{whose}: a time is before 1970 or after 9999.")
    });
}

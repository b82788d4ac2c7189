//! Random clubs: thousands of random actions by random people over every format. Nothing panics, and whatever is accepted
//! leaves a sound book. A failure names its seed, and the last action is in the message.

use crate::desk;
use std::collections::{HashMap, HashSet};

use crate::desk::{DAY, Desk, Dice, HOUR, OLA, is_on, said};
use gatemaster_league::action::Imported;
use gatemaster_league::books::json;
use gatemaster_league::league::{Phase, Stage};
use gatemaster_league::lots;
use gatemaster_league::settings::{LastResort, Unplayed};
use gatemaster_league::{
    Action, Book as _, EntrantId, Event, Fixture, FixtureId, Format, League, MatchResult, Moment,
    Season, Settings, Side, State, TieBreaker, Verdict, standings,
};

const STEPS: u64 = 400;
const SEEDS: u64 = 12;

#[test]
fn swiss_clubs_keep_a_sound_book() {
    walk_all(|dice| {
        let mut settings =
            Settings::new(Format::Swiss { rounds: u8::try_from(dice.below(7)).unwrap() });
        settings.finals = [0, 2, 4, 5][usize::try_from(dice.below(4)).unwrap()];
        settings
    });
}

#[test]
fn round_robin_clubs_keep_a_sound_book() {
    walk_all(|dice| {
        let mut settings =
            Settings::new(Format::RoundRobin { legs: 1 + u8::try_from(dice.below(2)).unwrap() });
        settings.finals = [0, 2, 4][usize::try_from(dice.below(3)).unwrap()];
        settings
    });
}

#[test]
fn knockout_clubs_keep_a_sound_book() {
    walk_all(|dice| Settings::new(Format::Knockout { third_place: dice.one_in(2) }));
}

#[test]
fn ladder_clubs_keep_a_sound_book() {
    walk_all(|dice| Settings::new(Format::Ladder { reach: u16::try_from(dice.below(4)).unwrap() }));
}

#[test]
fn clubs_that_challenge_each_other_keep_a_sound_book() {
    walk_all(|dice| {
        Settings::new(Format::Open { meetings: u16::try_from(dice.below(3)).unwrap() })
    });
}

fn walk_all(format: impl Fn(&mut Dice) -> Settings) {
    let seed = std::env::var("GATEMASTER_SEED").ok().and_then(|seed| seed.parse().ok());
    let seeds = seed.map_or(1..=SEEDS, |seed: u64| seed..=seed);
    for seed in seeds {
        let mut dice = Dice::new(seed);
        let mut settings = format(&mut dice);
        settings.auto_rounds = dice.one_in(3);
        settings.last_resort = if dice.one_in(2) { LastResort::Decider } else { LastResort::Lot };
        settings.draws = !dice.one_in(4);
        settings.days = u16::try_from(dice.below(4)).unwrap();
        settings.confirm_hours = u16::try_from(dice.below(3) * 24).unwrap();
        if dice.one_in(3) && settings.faults().is_empty() {
            let mut divided = settings.clone();
            divided.divisions = vec!["Gold".to_owned(), "Silver".to_owned()];
            settings = if divided.faults().is_empty() { divided } else { settings };
        }
        walk(seed, &mut dice, settings);
    }
}

fn walk(seed: u64, dice: &mut Dice, settings: Settings) {
    let people = 2 + dice.below(11);
    let mut desk = Desk::new(settings, people);
    let mut accepted = 0;
    for step in 0..STEPS {
        if dice.one_in(6) {
            desk.now += i64::try_from(dice.below(60)).unwrap() * HOUR;
        }
        let (who, action) = something(&desk, dice, people);
        let before = desk.league.clone();
        let told = format!("seed {seed}, step {step}: {who} does {action:?}");
        let events = desk.tries(who, action.clone());
        if let Ok(events) = events {
            accepted += 1;
            sound(&desk, &told);
            went_well(&before, &desk.league, &action, &events, &told);
        } else {
            assert_eq!(desk.league, before, "{told}");
        }
    }
    assert!(accepted > STEPS / 20, "seed {seed}: only {accepted} actions were accepted");
}

/// Mostly what fits, now and then anything at all.
fn something(desk: &Desk, dice: &mut Dice, people: u64) -> (u64, Action) {
    let season = desk.season();
    let open: Vec<&Fixture> = desk.open();
    let any_fixture = |dice: &mut Dice| {
        let all: Vec<FixtureId> = season.fixtures.iter().map(|fixture| fixture.no).collect();
        dice.of(&all).unwrap_or(FixtureId(99))
    };
    let entrants: Vec<EntrantId> = season.entrants.iter().map(|entrant| entrant.no).collect();
    let anybody = 1 + dice.below(people + 1);
    let somebody = dice.of(&entrants).unwrap_or(EntrantId(77));
    let result = some_result(dice);
    if season.phase == Phase::Entry && dice.one_in(4) {
        return (OLA, Action::Start);
    }
    if is_on(season.phase)
        && let Some(fixture) = dice.of(&open)
        && dice.one_in(2)
    {
        return about(desk, dice, fixture, result);
    }
    let organiser = if dice.one_in(12) { anybody } else { OLA };
    let why = "so".to_owned();
    match dice.below(34) {
        30 => (organiser, Action::Decider),
        31 => (organiser, Action::DrawLot),
        32 => {
            let order = standings_now(season, dice).unwrap_or_else(|| vec![somebody]);
            (organiser, Action::Rule { order, why })
        }
        0 | 1 => (anybody, Action::Join { faction: Some("Ghar".to_owned()) }),
        2 => (
            organiser,
            Action::Enter {
                player: None,
                name: format!("Guest {}", dice.below(3)),
                faction: None,
                division: dice.one_in(2).then_some(u8::try_from(dice.below(3)).unwrap()),
            },
        ),
        3 if dice.one_in(3) => (anybody, Action::Leave),
        4 if dice.one_in(3) => {
            (organiser, Action::Drop { entrant: somebody, void: dice.one_in(3) })
        }
        5 | 6 => {
            let out: Vec<EntrantId> =
                season.entrants.iter().filter(|one| one.out).map(|one| one.no).collect();
            (organiser, Action::Return { entrant: dice.of(&out).unwrap_or(somebody) })
        }
        7 => (
            organiser,
            Action::Place {
                entrant: somebody,
                division: dice.one_in(2).then_some(u8::try_from(dice.below(3)).unwrap()),
                seed: dice.one_in(2).then_some(u32::try_from(dice.next() >> 33).unwrap()),
            },
        ),
        8..=11 => (organiser, Action::NextRound),
        12 => (
            organiser,
            Action::Deadline {
                round: dice.one_in(2).then_some(u16::try_from(dice.below(6)).unwrap()),
                fixture: dice.one_in(3).then(|| any_fixture(dice)),
                due_ms: dice.one_in(2).then_some(desk.now + DAY),
            },
        ),
        13..=15 => (anybody, Action::Challenge { opponent: somebody }),
        16 => (anybody, Action::Played { opponent: somebody, result }),
        17..=18 => (organiser, Action::Settle { fixture: any_fixture(dice), result, why }),
        19 => (organiser, Action::Cancel { fixture: any_fixture(dice), why }),
        20 => (organiser, Action::Reopen { fixture: any_fixture(dice), why }),
        21 => {
            let name = |dice: &mut Dice| {
                let no = dice.of(&entrants).unwrap_or(EntrantId(1));
                let known = season.name_of(no).to_owned();
                if dice.one_in(6) { "Guest 2".to_owned() } else { known }
            };
            let (first, second) = (name(dice), name(dice));
            let at_ms = dice.one_in(2).then_some(desk.now - DAY);
            let matches = vec![Imported { at_ms, ..Imported::new(&first, &second, result) }];
            (organiser, Action::Import { matches, people: Vec::new() })
        }
        22 => {
            let points = [1, -1, 1_000, -1_000, 0, i32::MAX, i32::MIN];
            let points = dice.of(&points).unwrap();
            (organiser, Action::Adjust { entrant: somebody, points, why })
        }
        23 => (organiser, Action::Revoke { adjustment: u32::try_from(dice.below(4)).unwrap() }),
        24..=26 => (0, Action::Tick),
        27 => {
            if dice.one_in(6) {
                (organiser, Action::Close { anyway: dice.one_in(2) })
            } else {
                (organiser, Action::Resume)
            }
        }
        28 if season.phase == Phase::Closed || dice.one_in(5) => {
            (organiser, Action::NextSeason { name: String::new() })
        }
        _ => (organiser, changed_settings(season, dice)),
    }
}

/// Some of those who are level, in any order.
fn standings_now(season: &Season, dice: &mut Dice) -> Option<Vec<EntrantId>> {
    let waiting = gatemaster_league::decide::waiting(season);
    let mut people = waiting.first()?.among.clone();
    let at = usize::try_from(dice.below(u64::try_from(people.len()).unwrap())).unwrap();
    people.rotate_left(at);
    people.truncate(1 + at);
    Some(people)
}

fn changed_settings(season: &Season, dice: &mut Dice) -> Action {
    let mut settings = season.settings.clone();
    match dice.below(11) {
        9 => {
            let all =
                [Unplayed::Nothing, Unplayed::Average, Unplayed::Fixed { own: 9, against: -2 }];
            settings.points.unplayed = dice.of(&all).unwrap();
        }
        10 => {
            let all = [LastResort::Lot, LastResort::Decider];
            settings.last_resort = dice.of(&all).unwrap();
        }
        7 => {
            let names = ["Gold", "Silver", "Bronze"].map(str::to_owned);
            settings.divisions = names[..usize::try_from(dice.below(4)).unwrap()].to_vec();
        }
        0 => settings.auto_rounds = !settings.auto_rounds,
        1 => settings.draws = !settings.draws,
        2 => settings.late_entry = !settings.late_entry,
        3 => settings.finals = u8::try_from(dice.below(9)).unwrap(),
        4 => settings.points.win = i32::try_from(dice.below(5)).unwrap(),
        5 => {
            let at = usize::try_from(dice.below(9)).unwrap();
            settings.ties = TieBreaker::ALL[at.min(7)..].to_vec();
        }
        6 => settings.limit = u16::try_from(dice.below(20)).unwrap(),
        _ => settings.confirm_hours = u16::try_from(dice.below(72)).unwrap(),
    }
    Action::Set { settings: Box::new(settings) }
}

/// What people do about an open match: its own people mostly.
fn about(desk: &Desk, dice: &mut Dice, fixture: &Fixture, result: MatchResult) -> (u64, Action) {
    let side = dice.of(&Side::BOTH).unwrap();
    let one = fixture.entrant(side).and_then(|no| desk.user(no)).unwrap_or(OLA);
    let (no, revision) = (fixture.no, fixture.revision);
    let old = if dice.one_in(8) { revision.wrapping_sub(1) } else { revision };
    match dice.below(12) {
        0..=3 => (one, Action::Report { fixture: no, result }),
        4..=6 => (one, Action::Confirm { fixture: no, revision: old }),
        7 => (one, Action::Dispute { fixture: no, revision: old, says: "no".to_owned() }),
        8 => (one, Action::Withdraw { fixture: no }),
        9 => match fixture.games.last() {
            None => (one, Action::Link { fixture: no, game: format!("GAME{no}") }),
            Some(game) => (0, Action::GameEnded { fixture: no, game: game.clone(), result }),
        },
        _ => (OLA, Action::Settle { fixture: no, result, why: String::new() }),
    }
}

fn some_result(dice: &mut Dice) -> MatchResult {
    let verdict = match dice.below(12) {
        0..=3 => Verdict::Win(Side::First),
        4..=7 => Verdict::Win(Side::Second),
        8 => Verdict::Draw,
        9 => Verdict::Walkover(Side::First),
        10 => Verdict::Walkover(Side::Second),
        _ => Verdict::NotPlayed,
    };
    let mut result = MatchResult::plain(verdict);
    result.scores = match dice.below(8) {
        0 => Some([i32::MAX, i32::MIN]),
        1..=3 => {
            let scores = [0, 1].map(|_| i32::try_from(dice.below(9)).unwrap());
            Some(if verdict == Verdict::Win(Side::Second) { [0, scores[1]] } else { scores })
        }
        _ => None,
    };
    result
}

/// What holds in every league, whatever has happened to it.
fn sound(desk: &Desk, told: &str) {
    let league = &desk.league;
    let text = serde_json::to_string(league).unwrap();
    assert_eq!(&serde_json::from_str::<League>(&text).unwrap(), league, "{told}");
    let file = json::to_json(league).unwrap();
    if let Err(faults) = json::from_json(&file, &|_| true) {
        panic!("{told}: its file would be refused: {faults:?}");
    }
    let mut numbers = HashSet::new();
    for fixture in league.seasons().flat_map(|season| &season.fixtures) {
        assert!(numbers.insert(fixture.no), "{told}: two matches {}", fixture.no);
    }
    let season = desk.season();
    people(season, told);
    matches(season, told);
    rounds(season, told);
    brackets(season, told);
    tables(season, told);
    wakes(desk, told);
}

fn people(season: &Season, told: &str) {
    let mut ids = HashSet::new();
    for entrant in &season.entrants {
        assert!(ids.insert(entrant.no), "{told}: {} is there twice", entrant.name);
        assert!(entrant.division < season.settings.division_count(), "{told}");
    }
}

fn matches(season: &Season, told: &str) {
    for fixture in &season.fixtures {
        let told = format!("{told}: match {}", fixture.no);
        let first = season.entrant(fixture.first);
        assert!(first.is_some(), "{told}");
        assert_ne!(Some(fixture.first), fixture.second, "{told}");
        for no in [Some(fixture.first), fixture.second].into_iter().flatten() {
            let one = season.entrant(no);
            assert_eq!(one.map(|one| one.division), Some(fixture.division), "{told}");
            let waits_for_nobody = fixture.is_unsettled() && one.is_some_and(|one| one.out);
            assert!(!waits_for_nobody, "{told} waits for somebody who has left");
        }
        let alone = fixture.second.is_none();
        let fits = match fixture.state {
            State::Bye => alone,
            State::Cancelled { .. } => true,
            State::Open
            | State::Reported { .. }
            | State::Disputed { .. }
            | State::Decided { .. } => !alone,
        };
        assert!(fits, "{told} is {:?} for {:?}", fixture.state, fixture.second);
        if let Some(result) = said(&fixture.state)
            && (fixture.stage != Stage::Main
                || matches!(season.settings.format, Format::Knockout { .. }))
        {
            assert_ne!(result.verdict, Verdict::Draw, "{told}");
        }
    }
}

/// Nobody plays twice in a round, except in a round robin that somebody entered late, and in deciders.
fn rounds(season: &Season, told: &str) {
    for round in &season.rounds {
        let everybody = matches!(season.settings.format, Format::RoundRobin { .. })
            && round.stage == Stage::Main;
        if everybody || round.stage == Stage::Decider {
            continue;
        }
        let mut seen = HashSet::new();
        for fixture in season.fixtures_of_round(round.number) {
            for no in [Some(fixture.first), fixture.second].into_iter().flatten() {
                assert!(seen.insert(no), "{told}: {no} plays twice in {}", round.name);
            }
        }
    }
}

/// Whoever plays in a round of a bracket has won the one before; whoever plays for third place has lost it.
fn brackets(season: &Season, told: &str) {
    let stage = match season.settings.format {
        Format::Knockout { .. } => Stage::Main,
        Format::Ladder { .. }
        | Format::RoundRobin { .. }
        | Format::Swiss { .. }
        | Format::Open { .. } => Stage::Finals,
    };
    let rounds: Vec<u16> =
        season.rounds.iter().filter(|round| round.stage == stage).map(|one| one.number).collect();
    for pair in rounds.windows(2) {
        let feeding = |division: u8, slot: u16| {
            season
                .fixtures_of_round(pair[0])
                .find(|f| f.division == division && f.slot == slot && !f.third_place)
        };
        for fixture in season.fixtures_of_round(pair[1]) {
            let told = format!("{told}: match {}", fixture.no);
            let slot = if fixture.third_place { 0 } else { fixture.slot * 2 };
            let from = [feeding(fixture.division, slot), feeding(fixture.division, slot + 1)];
            for no in [Some(fixture.first), fixture.second].into_iter().flatten() {
                let came = from.into_iter().flatten().find(|one| one.has(no));
                let came = came.unwrap_or_else(|| panic!("{told}: {no} comes from nowhere"));
                assert_eq!(came.winner() == Some(no), !fixture.third_place, "{told}: {no}");
            }
        }
    }
}

fn tables(season: &Season, told: &str) {
    for division in 0..season.settings.division_count() {
        let here: HashSet<EntrantId> = season.in_division(division).map(|one| one.no).collect();
        let rows = standings::table(season, division);
        let listed: HashSet<EntrantId> = rows.iter().map(|row| row.entrant).collect();
        assert_eq!((rows.len(), &listed), (here.len(), &here), "{told}");
        let order = standings::final_order(season, division);
        let ordered: HashSet<EntrantId> = order.iter().map(|(_, no)| *no).collect();
        assert_eq!((order.len(), &ordered), (here.len(), &here), "{told}");
        assert!(order.is_sorted_by_key(|(place, _)| *place), "{told}: {order:?}");
        for row in &rows {
            assert_eq!(i64::from(row.points), points_of(season, row.entrant), "{told}");
        }
    }
    for entrant in &season.entrants {
        let sentences = standings::explain::explain(season, entrant.no);
        assert!(!sentences.is_empty(), "{told}: nothing is said about {}", entrant.name);
    }
}

/// Points as somebody with a pencil would count them.
fn points_of(season: &Season, no: EntrantId) -> i64 {
    let worth = season.settings.points;
    let mut points: i64 = 0;
    for fixture in season.fixtures.iter().filter(|one| one.stage == Stage::Main) {
        let Some(side) = fixture.side_of(no) else { continue };
        points += i64::from(match &fixture.state {
            State::Bye => worth.bye,
            State::Decided { result, .. } => match result.verdict {
                Verdict::Win(winner) if winner == side => worth.win,
                Verdict::Win(_) => worth.loss,
                Verdict::Draw => worth.draw,
                Verdict::Walkover(there) if there == side => worth.walkover_win,
                Verdict::Walkover(_) | Verdict::NotPlayed => worth.walkover_loss,
            },
            State::Open
            | State::Reported { .. }
            | State::Disputed { .. }
            | State::Cancelled { .. } => 0,
        });
    }
    for adjustment in season.adjustments.iter().filter(|one| one.entrant == no && !one.revoked) {
        points += i64::from(adjustment.points);
    }
    points
}

/// A book that wants to be woken now has something to do then.
fn wakes(desk: &Desk, told: &str) {
    let Some(at) = desk.league.wakes_at_ms() else { return };
    let moment = Moment { now_ms: at.max(desk.now), lot: 1, seed: [7; 32] };
    let ticked = League::decide(Some(&desk.league), &desk::actor(0), &Action::Tick, moment);
    let ticked = ticked.unwrap_or_else(|refusal| panic!("{told}: woken for {refusal}"));
    let next = ticked.book.wakes_at_ms();
    assert!(next.is_none_or(|next| next > moment.now_ms), "{told}: it is woken again and again");
}

/// What holds between a league and what an action has made of it.
fn went_well(before: &League, after: &League, action: &Action, events: &[Event], told: &str) {
    assert!(!events.is_empty(), "{told}: nothing is told");
    let grown = usize::from(matches!(action, Action::NextSeason { .. }));
    assert_eq!(after.past.len(), before.past.len() + grown, "{told}");
    assert_eq!(after.past[..before.past.len()], before.past[..], "{told}: the past has changed");
    let now: HashMap<FixtureId, &Fixture> =
        after.seasons().flat_map(|season| &season.fixtures).map(|one| (one.no, one)).collect();
    for fixture in &before.season.fixtures {
        let Some(then) = now.get(&fixture.no) else { panic!("{told}: {} is gone", fixture.no) };
        changed(fixture, then, told);
        let decided = then.result().is_some() && then.result() != fixture.result();
        assert!(!decided || is_on(before.season.phase), "{told}: {} counts now", fixture.no);
    }
    for event in events {
        match event {
            Event::RoundDone { round } => {
                let open = before.season.fixtures_of_round(*round).any(Fixture::is_unsettled);
                assert!(open, "{told}: round {round} was done before");
            }
            Event::Paired { round } => paired(after, *round, told),
            Event::LotDrawn { lot, .. } => lot_was_fair(before, lot, told),
            Event::FinalsBegan => {
                let level = standings::level::before_the_finals(&before.season);
                let drawn = events.iter().any(|one| matches!(one, Event::LotDrawn { .. }));
                let paired = after.season.rounds.iter().any(|one| one.stage == Stage::Finals);
                assert!(paired && (level.is_empty() || drawn || decided_now(events)), "{told}");
                let still = standings::level::before_the_finals(&after.season);
                assert!(still.is_empty(), "{told}: {still:?} are level in the finals");
            }
            Event::SeasonOpened { .. } => {
                let last = after.past.last().unwrap();
                let still = standings::level::at_the_close(last);
                assert!(still.is_empty(), "{told}: {still:?} are level at the end");
            }
            _ => {}
        }
    }
}

/// The last result may have separated them in the same entry.
fn decided_now(events: &[Event]) -> bool {
    events.iter().any(|one| {
        matches!(one, Event::Decided { .. } | Event::Cancelled { .. } | Event::Imported { .. })
    })
}

/// It came from the seed whose hash was shown, and the same people in the same division were not drawn before.
fn lot_was_fair(before: &League, lot: &lots::Lot, told: &str) {
    let level = &before.season.level;
    let shown = level.promise.as_ref().map(|promise| &promise.seed_hash);
    assert_eq!(shown, Some(&lot.seed_hash), "{told}: no such hash was shown");
    assert!(lots::check(lot).is_ok(), "{told}: {:?}", lots::check(lot));
    for draw in &lot.draws {
        let mut earlier = level.lots.iter().flat_map(|lot| &lot.draws);
        let again = earlier.any(|one| (one.division, &one.among) == (draw.division, &draw.among));
        assert!(!again, "{told}: {:?} was drawn before", draw.among);
    }
}

/// What was said about a match stays in its history once something else stands there.
fn changed(before: &Fixture, after: &Fixture, told: &str) {
    let told = format!("{told}: match {}", before.no);
    let (old, new) = (before.history.len(), after.history.len());
    assert!(new >= old && after.history[..old] == before.history[..], "{told}: history is lost");
    assert!(after.revision >= before.revision, "{told}");
    if before.state == after.state {
        return;
    }
    assert!(after.revision > before.revision, "{told} has changed in silence");
    if let Some(result) = said(&before.state)
        && said(&after.state) != Some(result)
    {
        let kept = after.history[old..].iter().any(|change| change.before == before.state);
        assert!(kept, "{told}: {:?} is forgotten", before.state);
    }
}

/// A Swiss round has everybody who is in, once, and at most one bye in each division.
fn paired(league: &League, number: u16, told: &str) {
    let season = &league.season;
    let Some(round) = season.round(number) else { panic!("{told}: no round {number}") };
    if !matches!(season.settings.format, Format::Swiss { .. }) || round.stage != Stage::Main {
        return;
    }
    for division in 0..season.settings.division_count() {
        let mut playing: Vec<EntrantId> = Vec::new();
        let mut byes = 0;
        for fixture in season.fixtures_of_round(number).filter(|one| one.division == division) {
            playing.extend([Some(fixture.first), fixture.second].into_iter().flatten());
            byes += usize::from(fixture.second.is_none());
        }
        playing.sort_unstable();
        let mut active: Vec<EntrantId> =
            season.in_division(division).filter(|one| !one.out).map(|one| one.no).collect();
        active.sort_unstable();
        assert_eq!(playing, active, "{told}: round {number}");
        assert_eq!(byes, active.len() % 2, "{told}: round {number}");
    }
}

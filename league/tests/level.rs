//! Level people where a place decides something: lots, deciders, rulings, and never a name.

use std::collections::BTreeMap;

use crate::book;
use crate::desk::{Desk, FIRST, NAMES, OLA, settle};
use gatemaster_league::league::{Phase, SeparatedBy, Stage};
use gatemaster_league::lots::{self, Lot, Stakes};
use gatemaster_league::settings::{LastResort, Unplayed};
use gatemaster_league::standings::{self, Parted, Row};
use gatemaster_league::{
    Action, Book as _, EntrantId, Event, FixtureId, Format, League, MatchResult, Moment, Points,
    Season, Settings, Side, State, TieBreaker, Verdict,
};

fn settings(format: Format, last_resort: LastResort) -> Settings {
    Settings { last_resort, ties: vec![TieBreaker::HeadToHead], ..Settings::new(format) }
}

/// A round robin of four in which everybody has won one of three matches, or so many draw.
fn all_drawn(mut settings: Settings, people: u64) -> Desk {
    settings.draws = true;
    let mut desk = Desk::started(settings, people);
    let open: Vec<FixtureId> = desk.season().unsettled().map(|fixture| fixture.no).collect();
    for fixture in open {
        desk.settles(fixture, Verdict::Draw);
    }
    desk
}

fn drawn(events: &[Event]) -> Vec<Lot> {
    let lots = events.iter().filter_map(|event| match event {
        Event::LotDrawn { lot, .. } => Some(lot.clone()),
        _ => None,
    });
    lots.collect()
}

fn finalists(season: &Season) -> Vec<u32> {
    let first = season.rounds.iter().find(|round| round.stage == Stage::Finals).unwrap().number;
    let mut all: Vec<u32> = season
        .fixtures_of_round(first)
        .flat_map(|fixture| [Some(fixture.first), fixture.second])
        .flatten()
        .map(|no| no.0)
        .collect();
    all.sort_unstable();
    all
}

fn parted(season: &Season) -> Vec<(u32, u32, Option<Parted>)> {
    let rows: Vec<Row> = standings::table(season, 0);
    rows.iter().map(|row| (row.place, row.entrant.0, row.parted)).collect()
}

#[test]
fn the_cut_between_level_people_is_a_lot_whose_hash_was_shown_before() {
    let mut set = settings(Format::RoundRobin { legs: 1 }, LastResort::Lot);
    set.finals = 2;
    let mut desk = all_drawn(set, 4);
    let shown = desk.season().level.promise.clone().unwrap();
    assert!(parted(desk.season()).iter().all(|row| (row.0, row.2) == (1, Some(Parted::Level))));

    let events = desk.does(OLA, Action::NextRound);
    let [lot] = &drawn(&events)[..] else { panic!("{events:?}") };
    assert_eq!(lot.seed_hash, shown.seed_hash, "it was drawn with the seed that was promised");
    assert_eq!(lots::check(lot), Ok(3), "and everybody can see that");
    assert_eq!(lot.draws[0].stakes, Stakes::FinalsPlace);
    let mut best: Vec<u32> = lot.draws[0].order[..2].iter().map(|no| no.0).collect();
    best.sort_unstable();
    assert_eq!(finalists(desk.season()), best);
    let table: Vec<u32> = parted(desk.season()).iter().map(|row| row.1).collect();
    assert_eq!(table, lot.draws[0].order.iter().map(|no| no.0).collect::<Vec<_>>());
    assert!(parted(desk.season()).iter().all(|row| row.2 == Some(Parted::Lot)));
    let sentences = standings::explain::explain(desk.season(), lot.draws[0].order[1]);
    assert!(sentences.iter().any(|one| one.contains("a lot was drawn")), "{sentences:?}");
    let next = desk.season().level.promise.clone().unwrap();
    assert_ne!(next.seed_hash, shown.seed_hash, "the next lot has a seed of its own");
    assert_eq!(desk.season().phase, Phase::Finals);
}

#[test]
fn a_lot_is_drawn_once_for_the_same_people_and_again_when_others_are_level() {
    let mut set = settings(Format::RoundRobin { legs: 1 }, LastResort::Lot);
    set.finals = 0;
    let mut desk = all_drawn(set, 3);
    let first = drawn(&desk.does(OLA, Action::Close { anyway: false }));
    assert_eq!(first.len(), 1);
    desk.does(OLA, Action::Resume);
    assert!(drawn(&desk.does(OLA, Action::Close { anyway: false })).is_empty(), "it stands");
    desk.does(OLA, Action::Resume);
    desk.refuses(OLA, Action::DrawLot, "Nobody is level");

    // one of the three loses points: the other two are level, and that is another question
    let last = first[0].draws[0].order[0];
    desk.does(OLA, Action::Adjust { entrant: last, points: -1, why: "late".to_owned() });
    let second = drawn(&desk.does(OLA, Action::Close { anyway: false }));
    assert_eq!(second[0].draws[0].among.len(), 2);
    assert_ne!(second[0].id, first[0].id);

    // and with the points back it is the first question again, which has its answer
    desk.does(OLA, Action::Resume);
    desk.does(OLA, Action::Revoke { adjustment: 0 });
    assert!(drawn(&desk.does(OLA, Action::Close { anyway: false })).is_empty());
    let table: Vec<EntrantId> =
        standings::table(desk.season(), 0).iter().map(|row| row.entrant).collect();
    assert_eq!(table, first[0].draws[0].order);
}

#[test]
fn nobody_gets_another_lot_by_having_a_friend_leave() {
    let mut desk = all_drawn(settings(Format::RoundRobin { legs: 1 }, LastResort::Lot), 3);
    let lot = drawn(&desk.does(OLA, Action::DrawLot)).remove(0);
    let order = &lot.draws[0].order;
    desk.does(OLA, Action::Drop { entrant: order[0], void: false });
    assert!(drawn(&desk.does(OLA, Action::Close { anyway: false })).is_empty());
    let table: Vec<EntrantId> =
        standings::table(desk.season(), 0).iter().map(|row| row.entrant).collect();
    assert_eq!(table, [order[1], order[2], order[0]], "who has left stands behind");
}

#[test]
fn a_season_without_a_promise_shows_the_hash_first_and_draws_then() {
    let mut desk = all_drawn(settings(Format::RoundRobin { legs: 1 }, LastResort::Lot), 2);
    // as a season stands that was started before there were such lots
    let mut old = serde_json::to_value(&desk.league).unwrap();
    old["season"].as_object_mut().unwrap().remove("level");
    old["season"]["settings"].as_object_mut().unwrap().remove("last_resort");
    desk.league = serde_json::from_value(old).unwrap();
    assert_eq!(desk.season().settings.last_resort, LastResort::Lot);

    let events = desk.does(OLA, Action::Close { anyway: false });
    let [Event::LotPromised { seed_hash }] = &events[..] else { panic!("{events:?}") };
    assert_eq!(desk.season().phase, Phase::Running, "nothing else has happened yet");
    let events = desk.does(OLA, Action::Close { anyway: false });
    assert_eq!(&drawn(&events)[0].seed_hash, seed_hash);
    assert_eq!(desk.season().phase, Phase::Closed);
}

#[test]
fn a_closed_season_of_old_gets_its_lots_before_the_next_one_opens() {
    let mut set = settings(Format::RoundRobin { legs: 1 }, LastResort::Lot);
    set.divisions = vec!["Gold".to_owned(), "Silver".to_owned()];
    let mut desk = Desk::new(set, 4);
    for no in [1, 2] {
        let entrant = EntrantId(no);
        desk.does(OLA, Action::Place { entrant, division: Some(0), seed: None });
    }
    desk.does(OLA, Action::Start);
    for no in desk.season().unsettled().map(|one| one.no.0).collect::<Vec<_>>() {
        desk.does(OLA, settle(no, Verdict::Draw));
    }
    desk.does(OLA, Action::Close { anyway: false });
    desk.league.season.level = gatemaster_league::league::Level::default();
    let next = Action::NextSeason { name: String::new() };
    let events = desk.does(OLA, next.clone());
    assert!(matches!(events[..], [Event::LotPromised { .. }]), "{events:?}");
    let events = desk.does(OLA, next);
    let lot = drawn(&events).remove(0);
    assert_eq!(lot.draws.len(), 2, "one for each division");
    let up = lot.draws.iter().find(|draw| draw.division == 1).unwrap().order[0];
    let down = lot.draws.iter().find(|draw| draw.division == 0).unwrap().order[1];
    let Some(Event::SeasonOpened { promoted, relegated, .. }) = events.last() else {
        panic!("{events:?}")
    };
    assert_eq!((&promoted[..], &relegated[..]), (&[up][..], &[down][..]));
}

#[test]
fn a_decider_makes_the_finals_wait_and_counts_in_no_table() {
    let mut set = settings(Format::RoundRobin { legs: 1 }, LastResort::Decider);
    set.finals = 2;
    let mut desk = Desk::started(set, 3);
    // one beats both, and the two others draw
    for fixture in desk.season().unsettled().cloned().collect::<Vec<_>>() {
        let verdict = match fixture.side_of(EntrantId(1)) {
            Some(side) => Verdict::Win(side),
            None => Verdict::Draw,
        };
        desk.settles(fixture.no, verdict);
    }
    let before = standings::table(desk.season(), 0);
    let events = desk.does(OLA, Action::NextRound);
    let stakes = Stakes::FinalsPlace;
    let among = vec![EntrantId(2), EntrantId(3)];
    assert_eq!(events[0], Event::ToPlay { division: 0, stakes, among });
    assert_eq!(desk.season().phase, Phase::Running, "the finals wait");
    let decider = desk.open()[0].clone();
    assert_eq!((decider.stage, decider.due_ms.is_some()), (Stage::Decider, true));
    desk.refuses(OLA, Action::NextRound, "a decider");
    desk.refuses(OLA, Action::Decider, "paired already");
    let no = decider.no;
    desk.refuses(OLA, settle(no.0, Verdict::Draw), "needs a winner");

    // reported by hand, like any match
    let loser = desk.user(decider.first).unwrap();
    let winner = desk.user(decider.second.unwrap()).unwrap();
    let result = MatchResult::plain(Verdict::Win(Side::Second));
    desk.does(winner, Action::Report { fixture: no, result });
    desk.does(loser, Action::Confirm { fixture: no, revision: 1 });
    let after = standings::table(desk.season(), 0);
    let points = |rows: &[Row]| -> BTreeMap<EntrantId, (i32, u32)> {
        rows.iter().map(|row| (row.entrant, (row.points, row.played))).collect()
    };
    assert_eq!(points(&before), points(&after), "it counts in no table");
    assert_eq!(after[1].entrant, decider.second.unwrap());
    assert_eq!((after[1].parted, after[1].place), (Some(Parted::Decider), 2));
    assert!(drawn(&desk.does(OLA, Action::NextRound)).is_empty());
    assert_eq!(finalists(desk.season()), {
        let mut both = [1, decider.second.unwrap().0];
        both.sort_unstable();
        both
    });
    desk.refuses(OLA, settle(no.0, FIRST), "The finals are on");
}

#[test]
fn three_play_everybody_against_everybody_and_draw_lots_if_they_go_round_in_a_circle() {
    let mut desk = all_drawn(settings(Format::RoundRobin { legs: 1 }, LastResort::Decider), 3);
    desk.refuses(OLA, Action::Close { anyway: false }, "are level for first place");
    desk.refuses(OLA, Action::NextSeason { name: String::new() }, "`/organise level how:decider`");
    desk.does(OLA, Action::NextRound);
    let deciders: Vec<_> = desk.open().into_iter().cloned().collect();
    assert_eq!(deciders.len(), 3);
    // 1 beats 2, 2 beats 3, 3 beats 1
    for fixture in &deciders {
        let winner = match (fixture.has(EntrantId(1)), fixture.has(EntrantId(2))) {
            (true, true) => EntrantId(1),
            (false, _) => EntrantId(2),
            (true, false) => EntrantId(3),
        };
        desk.settles(fixture.no, Verdict::Win(fixture.side_of(winner).unwrap()));
    }
    assert!(parted(desk.season()).iter().all(|row| row.2 == Some(Parted::Level)));
    desk.refuses(OLA, Action::Decider, "still level");
    let lot = drawn(&desk.does(OLA, Action::Close { anyway: false })).remove(0);
    assert_eq!(lot.draws[0].among.len(), 3);

    // with one who beats both there is nothing left to draw
    let mut desk = all_drawn(settings(Format::RoundRobin { legs: 1 }, LastResort::Decider), 3);
    desk.does(OLA, Action::Decider);
    for fixture in desk.open().into_iter().cloned().collect::<Vec<_>>() {
        let winner = if fixture.has(EntrantId(3)) { EntrantId(3) } else { EntrantId(1) };
        desk.settles(fixture.no, Verdict::Win(fixture.side_of(winner).unwrap()));
    }
    assert!(drawn(&desk.does(OLA, Action::Close { anyway: false })).is_empty());
    let by = Some(Parted::Decider);
    assert_eq!(parted(desk.season()), [(1, 3, by), (2, 1, by), (3, 2, by)]);
}

#[test]
fn an_organiser_can_take_a_lot_or_their_own_word_instead_of_a_decider() {
    let mut desk = all_drawn(settings(Format::RoundRobin { legs: 1 }, LastResort::Decider), 3);
    desk.does(OLA, Action::Decider);
    let open = desk.open().len();
    let events = desk.does(OLA, Action::DrawLot);
    assert_eq!(drawn(&events).len(), 1);
    assert_eq!(open, events.iter().filter(|one| matches!(one, Event::Cancelled { .. })).count());
    assert!(desk.open().is_empty());
    desk.does(OLA, Action::Close { anyway: false });

    let mut desk = all_drawn(settings(Format::RoundRobin { legs: 1 }, LastResort::Decider), 3);
    let rule = |order: &[u32], why: &str| Action::Rule {
        order: order.iter().copied().map(EntrantId).collect(),
        why: why.to_owned(),
    };
    desk.refuses(OLA, rule(&[2], ""), "Say why");
    desk.refuses(OLA, rule(&[9], "so"), "Name people who are level");
    desk.refuses(OLA, rule(&[2, 2], "so"), "once");
    desk.refuses(2, rule(&[2], "so"), "Only an organiser");
    desk.does(OLA, rule(&[2], "the others were late"));
    assert_eq!(
        parted(desk.season()),
        [(1, 2, Some(Parted::Ruling)), (2, 1, Some(Parted::Level)), (2, 3, Some(Parted::Level)),]
    );
    assert!(drawn(&desk.does(OLA, Action::Close { anyway: false })).is_empty(), "first is enough");
    let kept = &desk.season().level.separations[0].how;
    assert!(matches!(kept, SeparatedBy::Ruling { why, .. } if why == "the others were late"));
}

#[test]
fn a_decider_between_people_who_are_not_level_any_more_is_called_off() {
    let mut desk = all_drawn(settings(Format::RoundRobin { legs: 1 }, LastResort::Decider), 2);
    let played = desk.season().fixtures[0].no;
    desk.does(OLA, Action::NextRound);
    let decider = desk.open()[0].no;
    desk.settles(played, FIRST);
    desk.refuses(OLA, Action::NextRound, "All rounds are played");
    desk.refuses(OLA, Action::Close { anyway: false }, "still open");
    desk.does(OLA, Action::Close { anyway: true });
    let state = &desk.season().fixture(decider).unwrap().state;
    assert!(matches!(state, State::Cancelled { .. }), "{state:?}");
}

#[test]
fn the_file_of_a_league_holds_no_seed_that_is_still_to_be_drawn_with() {
    let mut desk = all_drawn(settings(Format::RoundRobin { legs: 1 }, LastResort::Lot), 3);
    desk.does(OLA, Action::DrawLot);
    let text = serde_json::to_string(&desk.league).unwrap();
    let league: serde_json::Value = serde_json::from_str(&text).unwrap();
    let hidden = league["season"]["level"]["promise"]["seed"].as_str().unwrap().to_owned();
    let file = gatemaster_league::books::json::to_json(&desk.league).unwrap();
    assert!(!file.contains(&hidden));
    assert!(file.contains(&desk.season().level.lots[0].seed), "what was drawn is there");
    let back = gatemaster_league::books::json::from_json(&file, &|_| true).unwrap();
    assert_eq!(back.season.level.lots, desk.season().level.lots);
    let forged = file.replacen("\"face\": ", "\"face\": 1", 1);
    let faults = gatemaster_league::books::json::from_json(&forged, &|_| true).unwrap_err();
    assert!(faults[0].contains("does not come from its seed"), "{faults:?}");
    let manager = gatemaster_rules::table::Actor { manager: true, ..crate::desk::actor(OLA) };
    let moment = Moment { now_ms: desk.now, lot: 1, seed: [3; 32] };
    let restore = Action::Restore { league: Box::new(back) };
    let restored = League::decide(None, &manager, &restore, moment).unwrap().book;
    assert!(restored.season.level.promise.is_some_and(|promise| promise.is_whole()));
}

/// Plays a season with results from the seed, and says who went where. Everybody's name comes from `name`.
fn outcome(seed: u64, settings: &Settings, name: impl Fn(usize) -> String) -> Vec<String> {
    let mut dice = crate::desk::Dice::new(seed);
    let mut desk = Desk::new(settings.clone(), 8);
    for (at, entrant) in desk.league.season.entrants.iter_mut().enumerate() {
        entrant.name = name(at);
        entrant.division = u8::from(at >= 4 && settings.divisions.len() > 1);
    }
    let mut told = Vec::new();
    let mut tell = |events: &[Event], season: &Season| {
        for event in events {
            match event {
                Event::LotDrawn { lot, .. } => told.push(format!("{:?}", lot.draws)),
                Event::SeasonOpened { promoted, relegated, .. } => {
                    told.push(format!("up {promoted:?} down {relegated:?}"));
                }
                Event::Paired { round } => {
                    let pairs = season.fixtures_of_round(*round).map(|one| (one.first, one.second));
                    told.push(format!("{:?}", pairs.collect::<Vec<_>>()));
                }
                _ => {}
            }
        }
    };
    let events = desk.does(OLA, Action::Start);
    tell(&events, desk.season());
    for _ in 0..40 {
        let open: Vec<_> = desk.season().unsettled().cloned().collect();
        for fixture in open {
            // few kinds of results, so that many are level
            let draw = fixture.stage == Stage::Main && dice.below(3) > 0;
            let verdict = if draw { Verdict::Draw } else { FIRST };
            let events = desk.settles(fixture.no, verdict);
            tell(&events, desk.season());
        }
        match desk.tries(OLA, Action::NextRound) {
            Ok(events) => tell(&events, desk.season()),
            Err(_) => break,
        }
    }
    let events = desk.does(OLA, Action::NextSeason { name: String::new() });
    tell(&events, desk.season());
    let order: Vec<u32> = {
        let mut all: Vec<_> = desk.season().entrants.iter().collect();
        all.sort_by_key(|one| one.seed);
        all.iter().map(|one| one.no.0).collect()
    };
    told.push(format!("next season {order:?}"));
    told
}

#[test]
fn names_never_decide_who_goes_on_up_or_down() {
    let mut lots = 0;
    for seed in 1..=30 {
        for last_resort in [LastResort::Lot, LastResort::Decider] {
            for format in [Format::RoundRobin { legs: 1 }, Format::Swiss { rounds: 2 }] {
                let mut set = settings(format, last_resort);
                set.finals = if seed % 3 == 0 { 0 } else { 2 + u8::try_from(seed % 4).unwrap() };
                if seed % 2 == 0 {
                    set.divisions = vec!["Gold".to_owned(), "Silver".to_owned()];
                }
                let plain = outcome(seed, &set, |at| NAMES[at].to_owned());
                let turned = outcome(seed, &set, |at| NAMES[7 - at].to_owned());
                let mixed = outcome(seed, &set, |at| NAMES[at * 5 % 8].to_owned());
                assert_eq!(plain, turned, "seed {seed}, {set:?}");
                assert_eq!(plain, mixed, "seed {seed}, {set:?}");
                lots += plain.iter().filter(|line| line.contains("stakes")).count();
            }
        }
    }
    assert!(lots > 30, "level people met a line only {lots} times");
}

#[test]
fn two_who_meet_each_other_anyway_need_no_lot_for_their_seeds() {
    let mut set = settings(Format::RoundRobin { legs: 1 }, LastResort::Lot);
    set.finals = 2;
    let mut desk = all_drawn(set, 2);
    assert!(drawn(&desk.does(OLA, Action::NextRound)).is_empty());
    assert_eq!(finalists(desk.season()), [1, 2]);
    let row = &standings::table(desk.season(), 0)[0];
    assert_eq!((row.place, row.parted), (1, Some(Parted::Level)));
}

/// Somebody with a pencil: the scores of somebody's matches, and what byes and walkovers add, doubled.
fn pencil(scores: &[(i32, i32)], there: i32, absent: i32) -> (i32, i32) {
    let number = i32::try_from(scores.len()).unwrap();
    let mut own: i32 = scores.iter().map(|score| 2 * score.0).sum();
    let mut against: i32 = scores.iter().map(|score| 2 * score.1).sum();
    // no score here is below zero
    let mean = |sum: i32| (2 * sum + number) / (2 * number);
    let (for_each, against_each) = (mean(own), mean(against));
    own += there * for_each;
    against += (there + absent) * against_each;
    (own, against)
}

#[test]
fn a_bye_and_a_walkover_count_with_the_average_of_ones_own_scores() {
    let ties = [TieBreaker::ScoreDifference, TieBreaker::ScoreFor];
    let mut season = book::with_ties(4, &ties);
    assert_eq!(season.settings.points.unplayed, Unplayed::Average, "new leagues have it so");
    let scored = |season: &mut Season, one, other, scores| {
        let mut result = MatchResult::plain(if scores == [2, 2] { Verdict::Draw } else { FIRST });
        result.scores = Some(scores);
        let how = gatemaster_league::league::How::Opponent;
        let state = State::Decided { result, how, at_ms: 1 };
        book::add(season, one, Some(other), state);
    };
    scored(&mut season, 1, 2, [10, 3]);
    scored(&mut season, 1, 3, [7, 4]);
    scored(&mut season, 2, 3, [2, 2]);
    book::bye(&mut season, 1);
    book::play(&mut season, 1, 4, Verdict::Walkover(Side::First));
    book::play(&mut season, 2, 4, Verdict::NotPlayed);
    let halves = |season: &Season, no: u32| {
        let rows = standings::table(season, 0);
        let row = rows.iter().find(|row| row.entrant.0 == no).unwrap();
        (row.ties[0].halves.unwrap(), row.ties[1].halves.unwrap())
    };
    let counted = |(own, against): (i32, i32)| (own - against, own);
    assert_eq!(halves(&season, 1), counted(pencil(&[(10, 3), (7, 4)], 2, 0)));
    assert_eq!(halves(&season, 1), (68 - 28, 68), "8½ for and 3½ against, twice");
    assert_eq!(halves(&season, 2), counted(pencil(&[(3, 10), (2, 2)], 0, 1)));
    assert_eq!(halves(&season, 3), counted(pencil(&[(4, 7), (2, 2)], 0, 0)));
    assert_eq!(halves(&season, 4), (0, 0), "who never scored has no average");
    let row = standings::table(&season, 0).into_iter().find(|row| row.entrant.0 == 1).unwrap();
    assert_eq!((row.score_for, row.score_against), (17, 7), "at the table");

    season.settings.points.unplayed = Unplayed::Fixed { own: 6, against: 1 };
    assert_eq!(halves(&season, 1), (2 * (17 - 7 + 2 * 5), 2 * (17 + 12)));
    assert_eq!(halves(&season, 4), (2 * 2 * (1 - 6), 2 * 2), "the other way round");
    season.settings.points.unplayed = Unplayed::Nothing;
    assert_eq!(halves(&season, 1), (2 * 10, 2 * 17));
}

#[test]
fn a_league_of_old_keeps_its_table_and_a_new_one_counts_byes_with_the_average() {
    let old = r#"{"win":3,"draw":1,"loss":0,"walkover_win":3,"walkover_loss":0,"bye":3}"#;
    let points: Points = serde_json::from_str(old).unwrap();
    assert_eq!(points.unplayed, Unplayed::Nothing);
    assert_eq!(Points::default().unplayed, Unplayed::Average);
    let mut settings = serde_json::to_value(Settings::new(Format::Swiss { rounds: 3 })).unwrap();
    settings.as_object_mut().unwrap().remove("points");
    let settings: Settings = serde_json::from_value(settings).unwrap();
    assert_eq!(settings.points.unplayed, Unplayed::Nothing);
}

#[test]
fn an_explanation_says_which_score_a_bye_counts_with() {
    let mut season = book::with_ties(3, &[TieBreaker::ScoreDifference]);
    let how = gatemaster_league::league::How::Opponent;
    for (one, other) in [(1, 3), (2, 3)] {
        let mut result = MatchResult::plain(FIRST);
        result.scores = Some([if one == 1 { 5 } else { 9 }, 2]);
        book::add(&mut season, one, Some(other), State::Decided { result, how, at_ms: 1 });
        book::bye(&mut season, one);
    }
    let told = standings::explain::explain(&season, EntrantId(1)).join(" ");
    assert!(told.contains("1 bye counts as 5–2 in scores"), "{told}");
}

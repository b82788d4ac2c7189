//! Random games: they all end, no die is lost on the way, nobody acts out of turn, and every log folds and verifies.
//! A failure names its seed; `GATEMASTER_SEED` replays it.

use gatemaster_rules::dice::{DiceFault, Roll};
use gatemaster_rules::dicegame::data::{Effect, Source, Timing, Trait};
use gatemaster_rules::dicegame::faction::Faction;
use gatemaster_rules::dicegame::{DiceGame, Event, Setup, State};
use gatemaster_rules::export::{Export, verify};
use gatemaster_rules::game::{self, Game};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::random_play::{Chooser, Walk};
use gatemaster_rules::record::Outcome;
use gatemaster_rules::system::{Doer, System, Who};
use gatemaster_rules::table::{self, Phase, Table};

use crate::dicegame::tabletop::{
    Fair, any_option, by, house, house_traits, names, play_out, sound, thrifty,
};

/// No game takes more actions; one that does hangs.
const MOST: usize = 5_000;
const WALKS: u64 = 6;

fn seeds() -> Vec<u64> {
    match std::env::var("GATEMASTER_SEED").ok().and_then(|seed| seed.parse().ok()) {
        Some(seed) => vec![seed],
        None => (0..WALKS).collect(),
    }
}

/// Every faction has all five effects, for few strikes.
fn busy(factions: &[Faction]) -> Setup {
    let traits = Faction::ALL.into_iter().flat_map(|faction| {
        (1..).zip(Effect::ALL).map(move |(strikes, effect)| Trait {
            key: format!("{}_{strikes}", faction.key()),
            faction,
            name: effect.key().to_owned(),
            strikes,
            timing: Timing::BeforeClaim,
            effect,
            source: Source::Server,
        })
    });
    Setup { traits: traits.collect(), ..house_traits(factions) }
}

/// A die that must not be rolled.
struct NoDice;

impl gatemaster_rules::dice::Dice for NoDice {
    fn roll(&mut self, _: u32) -> Result<Roll, DiceFault> {
        panic!("somebody rolled who is not to act");
    }
}

/// Whoever is waited for may do all that is offered, and nobody else may do any of it.
fn only_who_owes_may_act(state: &State, when: &str) {
    let open = DiceGame::open(state);
    assert!(open.len() <= 1, "{when}: one thing at a time");
    for open in &open {
        assert!(!open.options.is_empty(), "{when}: a dead end in {state:?}");
        for option in &open.options {
            for seat in state.seats() {
                let may = match open.who {
                    Who::AnyPlayer => true,
                    Who::Seat(owes) | Who::May(owes) => owes == seat,
                };
                let decided = if may {
                    DiceGame::decide(state, &by(seat.0), option, &mut Fair(&mut Chooser::new(1)))
                } else {
                    DiceGame::decide(state, &by(seat.0), option, &mut NoDice)
                };
                assert_eq!(decided.is_ok(), may, "{when}: {seat:?} {option:?} {decided:?}");
            }
            let organiser = Doer { seats: Vec::new(), organiser: true };
            assert!(DiceGame::decide(state, &organiser, option, &mut NoDice).is_err(), "{when}");
        }
    }
}

fn json(table: &Table, when: &str) {
    let text = serde_json::to_string(table).unwrap();
    let back: Table = serde_json::from_str(&text).unwrap();
    assert_eq!(&back, table, "{when}: the state does not survive JSON");
}

fn walk(setup: &Setup, seed: u64) -> Export {
    let players = setup.factions.len();
    let mut walk = Walk::with_setup(game::Setup::DiceGame(setup.clone()), seed);
    let when = format!("seed {seed}, {players} players");
    let mut actions = 0;
    while walk.table.phase != Phase::Ended {
        assert!(actions < MOST, "{when}: no end after {MOST} actions");
        walk.go();
        actions += 1;
        let Some(Game::DiceGame(state)) = &walk.table.game else {
            assert_eq!(walk.table.phase, Phase::Lobby, "{when}: undone behind the start");
            continue;
        };
        sound(state, &when);
        if actions % 4 == 0 {
            only_who_owes_may_act(state, &when);
        }
        json(&walk.table, &when);
        assert_eq!(walk.fold(), walk.table, "{when}: folding gives another state");
    }
    let Some(Game::DiceGame(state)) = &walk.table.game else { panic!("{when}") };
    assert_eq!(state.gate, 0, "{when}");
    assert!(state.ending.is_some() && walk.table.open().is_empty(), "{when}");
    // an ended game stays as it is
    let ended = walk.table.clone();
    for _ in 0..5 {
        walk.go();
    }
    assert_eq!(walk.table, ended, "{when}");
    assert!(walk.refusals > 0, "{when}");
    walk.end()
}

fn verifies(export: &Export, when: &str) {
    let text = serde_json::to_string(export).unwrap();
    let back: Export = serde_json::from_str(&text).unwrap();
    assert_eq!(&back, export, "{when}");
    let report = verify(&back);
    assert_eq!(report.faults, Vec::<String>::new(), "{when}");
    assert!(report.seed_shown && report.stream_dice > 0, "{when}: {report:?}");
    let record = export.record.as_ref().expect("it has ended");
    assert!(record.decided, "{when}");
    let won = |side: &&gatemaster_rules::record::SideRecord| {
        matches!(side.result, Outcome::Win | Outcome::SharedWin)
    };
    let best = record.sides.iter().map(|side| side.score).max();
    assert!(record.sides.iter().any(|side| won(&side)), "{when}");
    assert!(record.sides.iter().filter(won).all(|side| Some(side.score) == best), "{when}");
}

/// D-SET-1, D-SET-3, D-END-3
#[test]
fn strict_games_of_two_to_five_end_and_verify() {
    for players in 2..=5 {
        for seed in seeds() {
            let export = walk(&house(players), seed);
            verifies(&export, &format!("seed {seed}, {players} players"));
        }
    }
}

/// D-TRT-2
#[test]
fn games_with_house_traits_end_and_verify() {
    for players in 2..=5 {
        for seed in seeds() {
            let export = walk(&house_traits(&Faction::ALL[5 - players..]), seed);
            verifies(&export, &format!("seed {seed}, {players} players"));
        }
    }
}

/// D-TRT-1
#[test]
fn games_with_every_trait_for_everybody_end_and_verify() {
    for players in 2..=5 {
        for seed in seeds().into_iter().take(2) {
            let export = walk(&busy(&Faction::ALL[..players]), seed);
            verifies(&export, &format!("seed {seed}, {players} players"));
        }
    }
}

/// Without the rest of the table there is time for thousands of games, and they see everything that can happen.
#[test]
fn thousands_of_random_games_end_and_everything_happens_in_them() {
    let mut seen = std::collections::BTreeSet::new();
    let mut longest = 0;
    for seed in 0..1_200_u64 {
        let mut chance = Chooser::new(seed);
        let players = 2 + chance.below(4);
        let setup = match chance.below(3) {
            0 => house(players),
            1 => house_traits(&Faction::ALL[5 - players..]),
            _ => busy(&Faction::ALL[..players]),
        };
        let mut state = DiceGame::set_up(&setup).unwrap();
        let steps = play_out(&mut state, &mut chance, MOST, |state, seat, chance| {
            let command = if seed % 2 == 0 {
                any_option(state, seat, chance)
            } else {
                thrifty(state, seat, chance)
            };
            if seed < 100 {
                // the same choice and dice once more, for the names of what comes of it
                let mut dice = Fair(&mut chance.clone());
                let events = DiceGame::decide(state, &by(seat.0), &command, &mut dice).unwrap();
                seen.extend(names(&events));
                two_ways_give_one_state(state, &events);
            }
            command
        });
        longest = longest.max(steps);
    }
    let expected = "bust control_rolled fate_added fate_claimed fate_due fate_offered game_ended no_fate_left \
        rolled routed sabotaged six_chosen six_offered stopped taken trait_used traits_done traits_offered \
        turn_began victim_asked warped";
    assert_eq!(seen.into_iter().collect::<Vec<_>>().join(" "), expected);
    assert!(longest < MOST / 2, "the longest game took {longest} commands");
}

fn two_ways_give_one_state(state: &State, events: &[Event]) {
    let mut once = state.clone();
    for event in events {
        DiceGame::apply(&mut once, event);
    }
    let told = serde_json::to_string(events).unwrap();
    let mut told_again: State =
        serde_json::from_str(&serde_json::to_string(state).unwrap()).unwrap();
    let events: Vec<Event> = serde_json::from_str(&told).unwrap();
    for event in &events {
        DiceGame::apply(&mut told_again, event);
    }
    assert_eq!(once, told_again);
}

/// Whatever numbers a file holds, verifying it ends with a report.
#[test]
fn nonsense_in_an_export_does_not_end_the_program() {
    let export = walk(&busy(&Faction::ALL[..3]), 3);
    let text = serde_json::to_string(&export).unwrap();
    let numbers = ["0", "1", "7", "200", "255", "4294967295", "18446744073709551615"];
    let mut chooser = Chooser::new(1);
    let digits: Vec<usize> =
        text.match_indices(|c: char| c.is_ascii_digit()).map(|(at, _)| at).collect();
    let mut read = 0;
    for _ in 0..200 {
        let at = digits[chooser.below(digits.len())];
        let number = numbers[chooser.below(numbers.len())];
        let end = at + text[at..].find(|c: char| !c.is_ascii_digit()).unwrap();
        let odd = format!("{}{number}{}", &text[..at], &text[end..]);
        if let Ok(odd) = serde_json::from_str::<Export>(&odd) {
            let _ = verify(&odd);
            read += 1;
        }
    }
    assert!(read > 50, "only {read} odd files could be read at all");
}

/// Events that no game would give leave a state that can be looked at, whatever it is.
#[test]
fn odd_events_never_end_the_program() {
    let mut chooser = Chooser::new(7);
    let mut events = Vec::new();
    for seed in 0..20 {
        let mut chance = Chooser::new(seed);
        let mut state = DiceGame::set_up(&busy(&Faction::ALL[..4])).unwrap();
        play_out(&mut state, &mut chance, MOST, |state, seat, chance| {
            let command = any_option(state, seat, chance);
            let mut dice = Fair(&mut chance.clone());
            events.extend(DiceGame::decide(state, &by(seat.0), &command, &mut dice).unwrap());
            command
        });
    }
    for players in 2..=5 {
        for _ in 0..40 {
            let mut state = DiceGame::set_up(&house(players)).unwrap();
            for _ in 0..60 {
                let event = &events[chooser.below(events.len())];
                DiceGame::apply(&mut state, event);
                for open in DiceGame::open(&state) {
                    for seat in state.seats().chain([Seat(255)]) {
                        for option in open.options.iter().take(3) {
                            let mut dice = Fair(&mut chooser);
                            let _ = DiceGame::decide(&state, &by(seat.0), option, &mut dice);
                        }
                    }
                }
                for seat in state.seats() {
                    let _ = gatemaster_rules::dicegame::opponent::choose(&state, seat);
                }
            }
            assert_eq!(state.headquarters.len(), players);
        }
    }
}

/// A table that has ended says so, whatever is tried there.
#[test]
fn the_table_ends_with_the_game() {
    let export = walk(&house(2), 1);
    let last = export.steps.last().unwrap();
    let ended = table::Event::Ended { grounds: table::Grounds::Rules };
    assert_eq!(last.events.last(), Some(&ended));
}

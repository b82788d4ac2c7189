//! The player for an empty chair.

use std::collections::HashMap;

use gatemaster_rules::dice::Scripted;
use gatemaster_rules::dicegame::command::Command;
use gatemaster_rules::dicegame::faces::{Control, Skirmish};
use gatemaster_rules::dicegame::faction::Faction;
use gatemaster_rules::dicegame::odds::bust;
use gatemaster_rules::dicegame::opponent::{Plan, choose};
use gatemaster_rules::dicegame::state::{Die, DieState, Stage};
use gatemaster_rules::dicegame::{DiceGame, Setup, State};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::random_play::Chooser;
use gatemaster_rules::system::{System, Who};

use crate::dicegame::odds::{distributions, every_fall};
use crate::dicegame::tabletop::{
    Fair, STOP, THREE_CONTROL, TWO_FATE, Tabletop, any_option, by, house, house_traits, play_out,
    roll, take_from, thrifty,
};

/// More commands than any game of ours takes; one that needs more hangs.
const MOST: usize = 20_000;

/// Strict games and games with traits, for every number of players and several dice.
fn setups() -> Vec<Setup> {
    let mut setups = Vec::new();
    for players in 2..=5 {
        setups.push(house(players));
        setups.push(house_traits(&Faction::ALL[5 - players..]));
    }
    setups.extend(
        distributions()
            .into_iter()
            .map(|faces| Setup { faces, ..house_traits(&Faction::ALL[..3]) }),
    );
    setups
}

fn bot(state: &State, seat: Seat, _: &mut Chooser) -> Command {
    choose(state, seat).unwrap_or_else(|| panic!("nothing to do for {seat:?}: {state:?}"))
}

/// In every position of random play, whoever is waited for knows something to do, it is accepted, and nobody else
/// does anything.
#[test]
fn its_choice_is_accepted_in_thousands_of_positions() {
    let mut positions = 0;
    let mut stages = [0; 6];
    for setup in setups() {
        for seed in 0..12 {
            let mut chance = Chooser::new(seed);
            let mut state = DiceGame::set_up(&setup).unwrap();
            play_out(&mut state, &mut chance, MOST, |state, seat, chance| {
                for other in state.seats().filter(|other| *other != seat) {
                    assert_eq!(choose(state, other), None, "{other:?} is not asked: {state:?}");
                }
                let command = bot(state, seat, chance);
                let mut dice = Fair(&mut Chooser::new(chance.number()));
                let decided = DiceGame::decide(state, &by(seat.0), &command, &mut dice);
                decided.unwrap_or_else(|refusal| panic!("{command:?}: {refusal} {state:?}"));
                certain_bust_is_never_chosen(state, &command);
                positions += 1;
                let stage = match state.turn.as_ref().unwrap().stage {
                    Stage::Ready => 0,
                    Stage::Adding { .. } => 1,
                    Stage::Rolled => 2,
                    Stage::Traits => 3,
                    Stage::Six => 4,
                    Stage::TakingFate => 5,
                    Stage::Claiming => panic!("nobody is waited for"),
                };
                stages[stage] += 1;
                thrifty(state, seat, chance)
            });
            assert!(state.seats().all(|seat| choose(&state, seat).is_none()), "it is over");
        }
    }
    assert!(positions > 5_000, "only {positions} positions");
    assert!(stages.iter().all(|seen| *seen > 20), "some stage was hardly seen: {stages:?}");
}

fn certain_bust_is_never_chosen(state: &State, command: &Command) {
    let Command::RollAgain { dice, .. } = command else { return };
    let turn = state.turn.as_ref().unwrap();
    let lost = dice.iter().filter(|die| turn.dice[usize::from(**die)].face.is_victory()).count();
    let staying = turn.victories() - u8::try_from(lost).unwrap();
    let chance = bust(&state.faces, staying, u8::try_from(dice.len()).unwrap());
    assert!(chance.ways < chance.of, "a certain bust: {state:?} {command:?}");
}

/// With dice that have nothing but victories, every handful is known beforehand.
#[test]
fn it_never_rolls_into_a_certain_bust() {
    let mut tried = 0;
    let mut stopped = 0;
    let mut setup = house(2);
    setup.faces.skirmish = [Skirmish::Victory; 6];
    // every way in which six dice can lie, except those that bust already
    for lie in every_fall(6) {
        let die = |kind: usize| {
            let face = if kind.is_multiple_of(2) { Skirmish::Victory } else { Skirmish::Strike };
            Die { face, lies: if kind < 2 { DieState::Kept } else { DieState::JustRolled } }
        };
        if lie.iter().any(|kind| *kind > 3) || lie.iter().all(|kind| *kind < 2) {
            continue;
        }
        let mut table = Tabletop::of(&setup);
        table.fates(&[0, 0]);
        let turn = table.state.turn.as_mut().unwrap();
        turn.dice = lie.iter().map(|kind| die(*kind)).collect();
        turn.stage = Stage::Rolled;
        turn.rolls = 1;
        if turn.victories() == 5 {
            continue;
        }
        let command = choose(&table.state, Seat(0)).unwrap();
        certain_bust_is_never_chosen(&table.state, &command);
        stopped += u32::from(command == STOP);
        tried += 1;
    }
    assert!(tried > 3_000 && stopped > 100 && stopped < tried, "{stopped} of {tried}");
}

/// Bots alone, of every number, end every game that they begin.
#[test]
fn games_among_bots_end() {
    for setup in setups() {
        for seed in 0..10 {
            let mut state = DiceGame::set_up(&setup).unwrap();
            let steps = play_out(&mut state, &mut Chooser::new(seed), MOST, bot);
            assert!(steps > 3, "a game of {steps} commands");
        }
    }
}

/// What a count is worth, worked out from the ledger: D-ROL-2, D-CTL-2, D-FAT-8.
fn worth(state: &State, victories: usize) -> f64 {
    let die: u32 = state
        .faces
        .control
        .iter()
        .map(|face| match face {
            Control::One => 1,
            Control::Two | Control::Fate => 2,
            Control::Three => 3,
        })
        .sum();
    let had = state.headquarters[1..].iter().map(|at| at.fate).sum::<u8>() + state.fate_on_table;
    let control = |dice: u8| f64::from(dice.min(state.gate)) * f64::from(die) / 6.0;
    let fate = |dice: u8| f64::from(dice.min(had)) * 2.0;
    match victories {
        2 => control(1),
        3 => fate(1),
        4 => control(2),
        6 => control(3).max(fate(2)),
        _ => 0.0,
    }
}

/// The value of rolling so many dice beside victories that stay: over every fall, and every choice after it.
fn by_hand(state: &State, staying: usize, dice: u8, known: &mut HashMap<(usize, u8), f64>) -> f64 {
    if let Some(value) = known.get(&(staying, dice)) {
        return *value;
    }
    let mut sum = 0.0;
    let mut falls = 0.0;
    for fall in every_fall(dice) {
        falls += 1.0;
        let hits: Vec<bool> =
            fall.iter().map(|face| state.faces.skirmish[*face] != Skirmish::Strike).collect();
        let all = staying + hits.iter().filter(|hit| **hit).count();
        if all == 5 {
            continue;
        }
        let mut best = worth(state, all);
        for again in 1..(1_u32 << dice) - 1 {
            let lost =
                hits.iter().enumerate().filter(|(i, hit)| **hit && again >> i & 1 == 1).count();
            let rolled = u8::try_from(again.count_ones()).unwrap();
            best = best.max(by_hand(state, all - lost, rolled, known));
        }
        sum += best;
    }
    known.insert((staying, dice), sum / falls);
    sum / falls
}

/// D-ROL-1 to D-ROL-7: the plan of a turn is the best there is, worked out the long way.
#[test]
fn the_worth_of_every_roll_is_that_of_best_play_over_all_falls() {
    for (gate, held) in [(9, [0, 1]), (1, [0, 0]), (2, [3, 1]), (5, [4, 0])] {
        let mut table = Tabletop::of(&house(2));
        table.gate(gate);
        table.fates(&held);
        let plan = Plan::of(&table.state, Seat(0));
        let mut known = HashMap::new();
        for dice in 1..=6_u8 {
            for staying in 0..=6 - dice {
                let expected = by_hand(&table.state, staying.into(), dice, &mut known);
                let found = plan.rolling(staying, dice);
                assert!((found - expected).abs() < 1e-9, "{staying}, {dice}: {found} {expected}");
            }
        }
    }
    let first = Plan::of(&Tabletop::of(&house(2)).state, Seat(0)).rolling(0, 6);
    assert!(first > 11.0 / 3.0 * 0.5, "a turn is worth {first} points");
}

/// What it does is what its plan says is best, for every first roll.
#[test]
fn it_follows_its_plan() {
    for dice in ["SSSSSS", "VSSSSS", "VVSSSS", "VVVSSS", "VVVVSS", "VVVVVV"] {
        let mut table = Tabletop::quiet(2);
        table.play(0, &roll(), dice);
        let mut known = HashMap::new();
        let hits = dice.matches('V').count();
        let stop = worth(&table.state, hits);
        let mut best = (stop, STOP);
        for chosen in 1..63_u8 {
            let again: Vec<u8> = (0..6).filter(|i| chosen >> i & 1 == 1).collect();
            let lost = again.iter().filter(|die| usize::from(**die) < hits).count();
            let rolled = u8::try_from(again.len()).unwrap();
            let value = by_hand(&table.state, hits - lost, rolled, &mut known);
            if value > best.0 + 1e-9 {
                best = (value, Command::RollAgain { dice: again, fate: 0 });
            }
        }
        let value_of = |command: &Command, known: &mut HashMap<(usize, u8), f64>| match command {
            Command::RollAgain { dice, .. } => {
                let lost = dice.iter().filter(|die| usize::from(**die) < hits).count();
                by_hand(&table.state, hits - lost, u8::try_from(dice.len()).unwrap(), known)
            }
            Command::Stop => stop,
            odd => panic!("{odd:?}"),
        };
        let chosen = choose(&table.state, Seat(0)).unwrap();
        let value = value_of(&chosen, &mut known);
        assert!((value - best.0).abs() < 1e-9, "{dice}: {chosen:?} {value} {best:?}");
    }
}

/// D-CTL-4: it takes what is worth more as the table stands.
#[test]
fn it_chooses_the_better_half_of_six_victories() {
    for (gate, choice) in [(9, THREE_CONTROL), (1, TWO_FATE)] {
        let mut table = Tabletop::quiet(2);
        table.gate(gate);
        table.play(0, &roll(), "VVVVVV");
        assert_eq!(choose(&table.state, Seat(0)), Some(STOP), "nothing is better than six");
        table.play(0, &STOP, "");
        assert_eq!(choose(&table.state, Seat(0)), Some(choice), "{gate} dice on the gate");
    }
}

/// D-FAT-1: it takes a fate die from whoever leads.
#[test]
fn it_takes_from_the_leader() {
    let mut table = Tabletop::of(&house(4));
    table.fates(&[0, 1, 1, 2]);
    table.logs(2, 0, 0, 3);
    table.rolls("VVVSSS");
    table.play(0, &STOP, "");
    assert_eq!(choose(&table.state, Seat(0)), Some(take_from(2)));
}

/// D-FAT-2: a fate die is two points, so it is spent on a leader who stands to lose more.
#[test]
fn it_adds_a_fate_die_only_where_that_costs_the_leader_more() {
    let adds = |logs: u8, other: u8| {
        let mut table = Tabletop::of(&house(3));
        table.logs(0, 0, 0, logs);
        table.logs(2, 0, 0, other);
        table.play(0, &roll(), "");
        match choose(&table.state, Seat(1)) {
            Some(Command::AddFate { seat: Seat(1), dice }) => dice,
            odd => panic!("{odd:?}"),
        }
    };
    assert_eq!(adds(0, 0), 0, "nothing to lose");
    assert_eq!(adds(4, 0), 1);
    assert_eq!(adds(3, 4), 0, "somebody else leads");
}

/// Three hundred games against somebody who picks any option: it wins clearly more often than not.
#[test]
fn it_beats_a_player_who_picks_anything() {
    let games = 300;
    let mut won = 0;
    for seed in 0..games {
        let own = Seat(u8::try_from(seed % 2).unwrap());
        let mut state = DiceGame::set_up(&house(2)).unwrap();
        play_out(&mut state, &mut Chooser::new(seed), MOST, |state, seat, chance| {
            if seat == own { bot(state, seat, chance) } else { any_option(state, seat, chance) }
        });
        won += u32::from(state.ending.unwrap().winners.contains(&own));
    }
    assert!(won >= 220, "it won {won} of {games}");
}

#[test]
fn before_the_first_player_is_drawn_it_waits() {
    let table = Tabletop::undrawn(&house(2));
    assert_eq!(choose(&table.state, Seat(0)), None);
    assert_eq!(DiceGame::open(&table.state)[0].who, Who::AnyPlayer);
    let drawn = Tabletop::of(&house(2));
    assert_eq!(choose(&drawn.state, Seat(0)), Some(roll()));
    assert_eq!(choose(&drawn.state, Seat(1)), None);
    assert_eq!(choose(&drawn.state, Seat(9)), None);
    let command = choose(&drawn.state, Seat(0)).unwrap();
    let mut none = Scripted::new([]);
    assert!(DiceGame::decide(&drawn.state, &by(0), &command, &mut none).is_ok());
}

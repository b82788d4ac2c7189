use super::*;
use crate::colour::Colour;
use crate::dice::{DiceFault, Scripted};
use crate::ids::Seat;

fn bag(sides: &str, extras: &str) -> State {
    Bag::set_up(&Setup::parse(sides, extras).unwrap()).unwrap()
}

fn player() -> Doer {
    Doer { seats: vec![Seat(0)], organiser: false }
}

fn play(
    state: &mut State,
    command: impl std::borrow::Borrow<Command>,
    faces: &[u32],
) -> Result<Vec<Event>, Refusal> {
    let mut dice = Scripted::new(faces.iter().copied());
    let before = state.clone();
    let events = Bag::decide(state, &player(), command.borrow(), &mut dice)?;
    assert_eq!(*state, before, "decide only looks");
    dice.finish()?;
    for event in &events {
        Bag::apply(state, event);
    }
    Ok(events)
}

const RED: PoolId = PoolId(0);
const BLUE: PoolId = PoolId(1);
const DISTORT: PoolId = PoolId(2);

#[test]
fn the_die_s_position_in_the_bag_decides_whose_it_is() {
    let mut state = bag("Red 2, Blue 3", "Distort 1");
    for (face, expected) in [(1, RED), (2, BLUE), (4, DISTORT)] {
        let events = play(&mut state, Command::Draw, &[face]).unwrap();
        assert!(
            matches!(events[..], [Event::Drawn { pool, .. }] if pool == expected),
            "{events:?}"
        );
    }
    assert_eq!(state.drawn, [RED, BLUE, DISTORT]);
    assert_eq!(state.in_bag(), 3);
}

#[test]
fn an_empty_bag_says_so_and_the_next_turn_fills_it() {
    let mut state = bag("Red 1, Blue 0", "");
    play(&mut state, Command::Draw, &[1]).unwrap();
    let refusal = play(&mut state, Command::Draw, &[]).unwrap_err();
    assert!(refusal.sentence().contains("next turn"), "{refusal}");
    play(&mut state, Command::NextTurn { kept: vec![] }, &[]).unwrap();
    assert_eq!((state.turn, state.in_bag(), state.drawn.len()), (2, 1, 0));
}

#[test]
fn a_kept_die_stays_out_of_the_next_turn_s_bag() {
    let mut state = bag("Red 2, Blue 1", "");
    play(&mut state, Command::Draw, &[1]).unwrap();
    play(&mut state, Command::Draw, &[1]).unwrap();
    let refusal = play(&mut state, Command::NextTurn { kept: vec![3] }, &[]).unwrap_err();
    assert!(refusal.sentence().contains("2 dice on the table"), "{refusal}");
    play(&mut state, Command::NextTurn { kept: vec![1] }, &[]).unwrap();
    assert_eq!((state.pools[0].in_bag, state.pools[0].on_table), (1, 1));
}

#[test]
fn taking_out_prefers_the_table_and_putting_in_brings_the_lost_back_first() {
    let mut state = bag("Red 2, Blue 1", "");
    play(&mut state, Command::Draw, &[1]).unwrap();
    play(&mut state, Command::TakeOut { pool: RED }, &[]).unwrap();
    assert_eq!((state.pools[0].in_bag, state.pools[0].on_table, state.pools[0].lost), (1, 0, 1));
    play(&mut state, Command::TakeOut { pool: RED }, &[]).unwrap();
    assert!(play(&mut state, Command::TakeOut { pool: RED }, &[]).is_err());
    play(&mut state, Command::PutIn { pool: RED, dice: 3 }, &[]).unwrap();
    assert_eq!((state.pools[0].in_bag, state.pools[0].lost), (3, 0));
}

#[test]
fn odd_commands_are_refused_with_the_facts() {
    let mut state = bag("Red 2, Blue 1", "");
    for (command, says) in [
        (Command::Return { pool: RED }, "No Red die is on the table"),
        (Command::Return { pool: PoolId(9) }, "no such dice"),
        (Command::PutIn { pool: RED, dice: 0 }, "how many"),
        (Command::PutIn { pool: RED, dice: u32::MAX }, "58 more fit"),
        (Command::NextTurn { kept: vec![0; 9] }, "that many kinds"),
    ] {
        let refusal = play(&mut state, command, &[]).unwrap_err();
        assert!(refusal.sentence().contains(says), "{refusal}");
    }
    let spectator = Doer::default();
    let mut dice = Scripted::new([]);
    assert!(Bag::decide(&state, &spectator, &Command::Draw, &mut dice).is_err());
    assert_eq!(
        play(&mut state, Command::Draw, &[4]).unwrap_err(),
        DiceFault::OutOfRange { position: 1, sides: 3, face: 4 }.into()
    );
}

#[test]
fn set_ups_are_read_as_people_write_them() {
    let setup = Setup::parse("Red 6, Algoryn (green) 5\nGhar: 4", "Distort 1").unwrap();
    let pools: Vec<_> =
        setup.sides.iter().chain(&setup.extras).map(|p| (&*p.name, p.colour, p.dice)).collect();
    assert_eq!(
        pools,
        [
            ("Red", Colour::Red, 6),
            ("Algoryn", Colour::Green, 5),
            ("Ghar", Colour::Blue, 4),
            ("Distort", Colour::Yellow, 1)
        ]
    );
    assert_eq!(Setup::parse(&setup.sides_text(), &setup.extras_text()).unwrap(), setup);
}

#[test]
fn the_number_may_come_first_or_with_a_cross() {
    let setup = Setup::parse("6 Red, Blue x5, 3x Old Guard (white)", "").unwrap();
    let pools: Vec<_> = setup.sides.iter().map(|p| (&*p.name, p.colour, p.dice)).collect();
    assert_eq!(
        pools,
        [("Red", Colour::Red, 6), ("Blue", Colour::Blue, 5), ("Old Guard", Colour::White, 3)]
    );
}

#[test]
fn all_faults_of_a_set_up_come_together() {
    let faults = Setup::parse("Red, Blue -3, Green (pink) 3, \u{202e} 5", "").unwrap_err();
    assert_eq!(faults.len(), 4, "{faults:?}");
    let faults = Setup::parse("Red 0, red 99", "").unwrap_err();
    assert_eq!(faults.len(), 2, "{faults:?}");
    for forgot in ["Red 6 Blue 5", "Red 3 + Blue 2", "Red 6 and Blue 5", "6 Red 5 Blue"] {
        let faults = Setup::parse(forgot, "").unwrap_err();
        assert!(faults[0].contains("put a comma between them"), "{forgot}: {faults:?}");
    }
    for fine in
        ["Squad 2 5", "21 Army Group 5", "Squad 2 (green) 5, 3x Old Guard (white)", "A 1, B2 2"]
    {
        let setup = Setup::parse(fine, "").unwrap();
        assert_eq!(Setup::parse(&setup.sides_text(), "").unwrap(), setup, "{fine}");
    }
    for odd in ["", ",,,", "Red 0", "🎲", "Red 4294967296"] {
        assert!(Setup::parse(odd, "").is_err(), "{odd:?}");
    }
    assert!(Setup::parse(&"x".repeat(6_000), "").is_err());
    assert!(Setup::parse("a 1,b 1,c 1,d 1,e 1,f 1,g 1,h 1,i 1", "").is_err());
    assert!(Setup::parse("a 1", "a1 1,b1 1,c1 1,d1 1,e1 1").is_err());
}

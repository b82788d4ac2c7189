//! Who plays, with how many dice, and who begins.

use gatemaster_rules::dice::{Recorded, Roll};
use gatemaster_rules::dicegame::command::{Command, Event};
use gatemaster_rules::dicegame::data::{GateCard, Source};
use gatemaster_rules::dicegame::faces::{Control, Fate, Skirmish};
use gatemaster_rules::dicegame::faction::Faction;
use gatemaster_rules::dicegame::state::Stage;
use gatemaster_rules::dicegame::{DiceGame, Setup};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::system::{Doer, System, Who};

use crate::dicegame::tabletop::{STOP, Tabletop, again, by, house, names, roll};

/// D-SET-1
#[test]
fn nine_to_twelve_control_dice_lie_on_the_gate_for_two_to_five_players() {
    for (players, dice) in [(2, 9), (3, 10), (4, 11), (5, 12)] {
        let table = Tabletop::undrawn(&house(players));
        assert_eq!(table.state.gate, dice, "{players} players");
        assert_eq!(table.state.fate_on_table, 4);
        assert_eq!(table.state.headquarters.len(), players);
        assert!(table.state.headquarters.iter().all(|at| at.log.dice() == 0 && at.fate == 0));
    }
}

/// D-SET-1
#[test]
fn each_player_has_a_faction_of_their_own_and_its_seat() {
    let seats: Vec<String> =
        DiceGame::seats(&Setup::default()).into_iter().map(|seat| seat.name).collect();
    assert_eq!(seats, ["Concord", "Isorian", "Algoryn", "Boromite", "Ghar"]);
    let colours: Vec<_> = Faction::ALL.map(Faction::colour).to_vec();
    for (place, colour) in colours.iter().enumerate() {
        assert!(!colours[..place].contains(colour), "two factions are {colour:?}");
    }
    assert_eq!(DiceGame::players_needed(&Setup::default()), 2);
}

/// D-SET-1
#[test]
fn one_player_six_players_and_twins_are_refused_with_every_reason() {
    let with = |factions: &[Faction]| {
        let setup = Setup { factions: factions.to_vec(), ..Setup::default() };
        DiceGame::set_up(&setup).unwrap_err()
    };
    let [alone] = &with(&[Faction::Ghar])[..] else { panic!() };
    assert_eq!(alone, "The Dice Game is for 2 to 5 players, and this table has 1.");
    let mut six = Faction::ALL.to_vec();
    six.push(Faction::Ghar);
    let [many, twins] = &with(&six)[..] else { panic!() };
    assert!(many.contains("this table has 6"), "{many}");
    assert!(twins.contains("Ghar stands here twice"), "{twins}");
    assert_eq!(with(&[Faction::Concord, Faction::Concord]).len(), 1);
    assert_eq!(with(&[]).len(), 1);
}

/// D-SET-2
#[test]
fn everybody_but_the_first_player_starts_with_a_fate_die() {
    for (players, left) in [(2, 3), (3, 2), (4, 1), (5, 0)] {
        for first in 0..players {
            let table = Tabletop::begun_by(&house(players), u8::try_from(first).unwrap());
            let held: Vec<u8> = (0..players).map(|seat| u8::from(seat != first)).collect();
            assert_eq!(table.held(), held, "{players} players, {first} begins");
            assert_eq!(table.state.fate_on_table, left);
        }
    }
}

/// D-SET-3
#[test]
fn the_first_player_is_drawn_by_a_die_with_a_side_for_each_player() {
    for players in 2..=5_u32 {
        for face in 1..=players {
            let state = DiceGame::set_up(&house(players as usize)).unwrap();
            // read back as a die of so many sides: any other die would be refused
            let mut lot = Recorded::new(vec![Roll { number: None, sides: players, face }]);
            let events = DiceGame::decide(&state, &by(1), &Command::DrawFirst, &mut lot).unwrap();
            lot.finish().unwrap();
            let seat = Seat(u8::try_from(face - 1).unwrap());
            assert_eq!(
                events,
                [Event::FirstDrawn { seat }, Event::TurnBegan { number: 1, roller: seat }]
            );
        }
    }
}

/// D-SET-3
#[test]
fn anybody_draws_the_first_player_once_and_nothing_else_comes_before() {
    let mut table = Tabletop::undrawn(&house(3));
    let open = DiceGame::open(&table.state);
    assert_eq!((open.len(), &open[0].who), (1, &Who::AnyPlayer));
    assert_eq!(open[0].options, [Command::DrawFirst]);
    for command in [roll(), again(&[0]), STOP, Command::AddFate { seat: Seat(0), dice: 0 }] {
        table.refused(0, &command, "Draw the first player");
    }
    let stranger = DiceGame::decide(
        &table.state,
        &Doer { seats: Vec::new(), organiser: true },
        &Command::DrawFirst,
        &mut gatemaster_rules::dice::Scripted::new([1]),
    );
    assert!(stranger.unwrap_err().sentence().contains("Only players at this table"));
    table.throw(2, &Command::DrawFirst, vec![2]);
    assert_eq!((table.roller(), table.stage()), (1, &Stage::Ready));
    table.refused(0, &Command::DrawFirst, "it is Isorian's turn now");
    table.refused(1, &Command::DrawFirst, "it is Isorian's turn now");
}

/// D-SET-3
#[test]
fn turns_go_round_by_seat_and_are_counted() {
    for players in 2..=5_u8 {
        let mut table = Tabletop::begun_by(&house(players.into()), players - 1);
        for number in 1..=12 {
            assert_eq!(
                u32::from(table.roller()),
                (u32::from(players) + number - 2) % u32::from(players)
            );
            assert_eq!(table.turn().number, number);
            table.pass();
        }
    }
}

/// D-SET-4
#[test]
fn the_house_s_dice_have_the_faces_of_the_ledger() {
    let faces = Setup::default().faces;
    let (v, b, s) = (Skirmish::Victory, Skirmish::Both, Skirmish::Strike);
    assert_eq!(faces.skirmish, [v, v, b, s, s, s]);
    let (sabotage, warped, routed) = (Fate::Sabotage, Fate::Warped, Fate::Routed);
    assert_eq!(faces.fate, [sabotage, sabotage, warped, warped, routed, routed]);
    let (one, two) = (Control::One, Control::Two);
    assert_eq!(faces.control, [one, one, two, two, Control::Three, Control::Fate]);
    assert_eq!(Setup::default().faces_from, Source::House);
}

/// D-SET-4: all three kinds of dice fall on the faces that this game was set up with.
#[test]
fn a_game_with_other_faces_rolls_them() {
    let mut setup = house(2);
    setup.faces.skirmish = [Skirmish::Strike; 6];
    setup.faces.skirmish[5] = Skirmish::Victory;
    setup.faces.fate = [Fate::Warped; 6];
    setup.faces.control = [Control::Three; 6];
    let mut table = Tabletop::of(&setup);
    table.throw(0, &roll(), vec![]);
    let events =
        table.throw(1, &Command::AddFate { seat: Seat(1), dice: 1 }, vec![6, 6, 1, 2, 3, 4, 5]);
    assert_eq!(names(events), ["fate_added", "rolled", "warped"]);
    assert_eq!(table.turn().victories(), 2);
    table.throw(0, &STOP, vec![1]);
    assert_eq!(table.log(0), (0, 0, 1));
}

/// D-SET-4: a game that could never end does not begin.
#[test]
fn dice_that_nobody_could_win_with_are_refused_together() {
    let mut setup = house(2);
    setup.faces.skirmish = [Skirmish::Strike; 6];
    setup.faces.control = [Control::Fate; 6];
    let faults = DiceGame::set_up(&setup).unwrap_err();
    assert_eq!(faults.len(), 2, "{faults:?}");
    assert!(faults[0].contains("No skirmish face is a victory"));
    assert!(faults[1].contains("No control face is a number"));
}

/// D-SET-5
#[test]
fn the_gate_is_xilos_for_one_point_unless_another_card_is_chosen() {
    let setup = Setup::default();
    let xilos =
        GateCard { key: "xilos".into(), name: "Xilos".into(), points: 1, source: Source::Printed };
    assert_eq!(setup.gate, xilos);
    let other = GateCard { name: "Far gate".into(), points: 9, ..xilos.clone() };
    let table = Tabletop::of(&Setup { gate: other.clone(), ..house(2) });
    assert_eq!(table.state.card, other);
    for odd in [
        GateCard { points: 10, ..xilos.clone() },
        GateCard { name: String::new(), ..xilos.clone() },
        GateCard { name: "two\nlines".into(), ..xilos },
    ] {
        let faults = DiceGame::set_up(&Setup { gate: odd, ..house(2) }).unwrap_err();
        assert_eq!(faults, ["A gate card has a name and 0 to 9 points."]);
    }
}

#[test]
fn everything_lies_open_to_everybody() {
    use gatemaster_rules::system::Viewer;
    let table = Tabletop::of(&house(3));
    assert_eq!(DiceGame::view(&table.state, &Viewer::spectator()), table.state);
    for event in &table.events {
        assert_eq!(DiceGame::seen(event, &Viewer::spectator()).as_ref(), Some(event));
    }
    const { assert!(!DiceGame::HIDES) };
}

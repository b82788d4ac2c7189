//! What comes from the gate.

use gatemaster_rules::dicegame::DiceGame;
use gatemaster_rules::dicegame::command::Event;
use gatemaster_rules::dicegame::faces::{Control, Points};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::system::{System, Who};

use crate::dicegame::tabletop::{
    STOP, THREE_CONTROL, TWO_FATE, Tabletop, add, house, names, roll, take_from,
};

/// D-CTL-1
#[test]
fn a_claimed_control_die_is_rolled_and_logged_by_its_points() {
    for (face, log) in [("1", (1, 0, 0)), ("2", (0, 1, 0)), ("3", (0, 0, 1))] {
        let mut table = Tabletop::quiet(2);
        table.play(0, &roll(), "VVSSSS");
        table.play(0, &STOP, face);
        assert_eq!((table.log(0), table.state.gate), (log, 8));
    }
}

/// D-CTL-1
#[test]
fn the_fate_face_returns_the_die_to_the_gate_and_claims_a_fate_die() {
    let mut table = Tabletop::quiet(2);
    table.play(0, &roll(), "VVSSSS");
    let events = table.play(0, &STOP, "f").to_vec();
    assert_eq!(
        events,
        [
            Event::Stopped { victories: 2, strikes: 4 },
            Event::ControlRolled { faces: vec![Control::Fate] },
            Event::FateDue { dice: 1 },
            Event::FateClaimed { from: None },
            Event::TurnBegan { number: 2, roller: Seat(1) },
        ]
    );
    assert_eq!((table.log(0), table.held(), table.state.gate), ((0, 0, 0), vec![1, 0], 9));
    assert_eq!(table.state.fate_on_table, 3);
}

/// D-CTL-2
#[test]
fn with_fewer_dice_on_the_gate_the_player_takes_those() {
    let mut table = Tabletop::quiet(2);
    table.gate(1);
    table.play(0, &roll(), "VVVVSS");
    let events = table.play(0, &STOP, "3").to_vec();
    assert_eq!(events[1], Event::ControlRolled { faces: vec![Control::Three] });
    assert_eq!(table.state.gate, 0);
    for left in [1, 2] {
        let mut table = Tabletop::quiet(2);
        table.gate(left);
        table.play(0, &roll(), "VVVVVV");
        table.play(0, &STOP, "");
        table.play(0, &THREE_CONTROL, &"1".repeat(left.into()));
        assert_eq!(table.log(0), (left, 0, 0));
        assert!(table.state.ending.is_some());
    }
}

/// D-CTL-3: points first, then each fate face claims in turn; the returned dice lie on the gate and are not taken again.
#[test]
fn the_dice_of_one_claim_are_rolled_together_and_once() {
    let mut table = Tabletop::quiet(2);
    table.play(0, &roll(), "VVVVVV");
    table.play(0, &STOP, "");
    let events = table.play(0, &THREE_CONTROL, "f2f").to_vec();
    assert_eq!(
        names(&events),
        ["six_chosen", "control_rolled", "fate_due", "fate_claimed", "fate_claimed", "turn_began"]
    );
    assert_eq!(
        events[1],
        Event::ControlRolled { faces: vec![Control::Fate, Control::Two, Control::Fate] }
    );
    assert_eq!(events[2], Event::FateDue { dice: 2 });
    assert_eq!((table.log(0), table.held(), table.state.gate), ((0, 1, 0), vec![2, 0], 8));
}

/// D-CTL-3: a question about the first fate face stands when the points have been logged.
#[test]
fn points_are_logged_before_fate_faces_claim() {
    let mut table = Tabletop::of(&house(3));
    table.fates(&[0, 2, 2]);
    table.rolls("VVVVSS");
    let events = table.play(0, &STOP, "f3").to_vec();
    assert_eq!(names(&events), ["stopped", "control_rolled", "fate_due", "victim_asked"]);
    assert_eq!((table.log(0), table.state.gate), ((0, 0, 1), 9));
    table.play(0, &take_from(2), "");
    assert_eq!(table.held(), [1, 2, 1]);
}

/// D-CTL-3: with an empty rest of the gate, the returned die waits for a later turn.
#[test]
fn a_returned_die_is_not_claimed_again_in_that_turn() {
    let mut table = Tabletop::quiet(2);
    table.gate(2);
    table.play(0, &roll(), "VVVVVV");
    table.play(0, &STOP, "");
    // three are earned and two are there: the third is not the one that comes back
    table.play(0, &THREE_CONTROL, "f1");
    assert_eq!((table.state.gate, table.roller()), (1, 1));
    assert_eq!((table.log(0), table.held()), ((1, 0, 0), vec![1, 0]));
}

/// D-CTL-4
#[test]
fn six_victories_offer_both_and_the_smaller_may_be_taken() {
    for (choice, claim) in [(THREE_CONTROL, "1"), (TWO_FATE, "")] {
        let mut table = Tabletop::quiet(2);
        table.gate(1);
        table.play(0, &roll(), "VVVVVV");
        table.play(0, &STOP, "");
        let open = DiceGame::open(&table.state);
        assert_eq!(open[0].who, Who::Seat(Seat(0)));
        assert_eq!(open[0].options, [THREE_CONTROL, TWO_FATE]);
        table.refused(1, &choice, "It is Concord's turn");
        table.refused(0, &STOP, "Concord is to choose what six victories claim");
        table.refused(0, &roll(), "choose what six victories claim");
        table.play(0, &choice, claim);
        let taken = (table.log(0), table.held()[0], table.state.ending.is_some());
        let expected =
            if choice == THREE_CONTROL { ((1, 0, 0), 0, true) } else { ((0, 0, 0), 2, false) };
        assert_eq!(taken, expected);
    }
}

/// D-CTL-4: what the two really yield when the table is nearly bare of fate dice.
#[test]
fn two_fate_dice_are_fewer_where_fewer_can_be_had() {
    // the roller holds three of the four, and one lies on the table
    let mut table = Tabletop::quiet(2);
    table.fates(&[3, 0]);
    table.play(0, &roll(), "VVVVVV");
    table.play(0, &STOP, "");
    let events = table.play(0, &TWO_FATE, "").to_vec();
    assert_eq!(
        names(&events),
        ["six_chosen", "fate_due", "fate_claimed", "no_fate_left", "turn_began"]
    );
    assert_eq!(events[3], Event::NoFateLeft { dice: 1 });
    assert_eq!(table.held(), [4, 0]);
}

/// D-CTL-5
#[test]
fn a_log_space_holds_any_number_and_keeps_every_face() {
    let mut table = Tabletop::quiet(2);
    for turn in 0..4_u8 {
        assert_eq!(table.log(0), (0, 0, 2 * turn));
        table.play(0, &roll(), "VVVVSS");
        table.play(0, &STOP, "33");
        table.pass();
    }
    assert_eq!((table.log(0), table.state.gate), ((0, 0, 8), 1));
    assert_eq!(table.state.headquarters[0].log.points(), 24);
    assert_eq!(table.state.headquarters[0].log.highest(), Some(Points::Three));
}

/// D-CTL-5
#[test]
fn dice_that_come_back_to_the_gate_can_be_claimed_again() {
    let mut table = Tabletop::of(&house(2));
    table.gate(1);
    table.logs(1, 7, 0, 0);
    table.logs(0, 0, 0, 1);
    assert_eq!(table.state.gate, 1);
    table.play(0, &roll(), "");
    table.play(1, &add(1, 1), "VVVVSS s");
    assert_eq!((table.log(0), table.state.gate), ((0, 0, 0), 2));
    table.play(0, &STOP, "12");
    assert_eq!((table.log(0), table.state.gate), ((1, 1, 0), 0));
    assert!(table.state.ending.is_some());
}

//! The last control die, the score, and who wins.

use gatemaster_rules::dicegame::command::{Command, Event};
use gatemaster_rules::dicegame::faction::Faction;
use gatemaster_rules::dicegame::state::{Ending, Score};
use gatemaster_rules::dicegame::{DiceGame, Setup};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::system::System;

use crate::dicegame::tabletop::{
    NO_TRAIT, STOP, THREE_CONTROL, TWO_FATE, Tabletop, add, again, house, house_traits, names,
    roll, take_from, use_trait,
};

fn ending(table: &Tabletop) -> &Ending {
    table.state.ending.as_ref().expect("the game is over")
}

fn totals(table: &Tabletop) -> Vec<u32> {
    ending(table).scores.iter().map(|score| score.total()).collect()
}

/// D-END-1
#[test]
fn whoever_logs_the_last_control_die_ends_the_game_and_takes_the_gate_card() {
    let mut table = Tabletop::quiet(3);
    table.gate(1);
    table.pass();
    table.play(1, &roll(), "VVSSSS");
    let events = table.play(1, &STOP, "3").to_vec();
    assert_eq!(names(&events), ["stopped", "control_rolled", "game_ended"]);
    assert_eq!(ending(&table).holder, Seat(1));
    let cards: Vec<u32> = ending(&table).scores.iter().map(|score| score.card).collect();
    assert_eq!(cards, [0, 1, 0]);
    assert_eq!(events[2], Event::GameEnded { ending: ending(&table).clone() });
    assert!(DiceGame::is_over(&table.state));
}

/// D-END-1
#[test]
fn after_the_end_nothing_is_open_and_everything_is_refused() {
    let mut table = Tabletop::quiet(2);
    table.gate(1);
    table.play(0, &roll(), "VVSSSS");
    table.play(0, &STOP, "1");
    assert!(DiceGame::open(&table.state).is_empty());
    assert_eq!(table.state.roller(), None);
    for command in [
        Command::DrawFirst,
        roll(),
        again(&[1]),
        add(1, 0),
        STOP,
        NO_TRAIT,
        THREE_CONTROL,
        TWO_FATE,
        take_from(1),
    ] {
        for seat in 0..2 {
            table.refused(seat, &command, "the game is over");
        }
    }
}

/// D-END-2
#[test]
fn the_score_is_logged_points_two_for_each_fate_die_and_the_gate_card() {
    let mut table = Tabletop::quiet(2);
    table.fates(&[1, 3]);
    table.logs(1, 2, 3, 3);
    table.rolls("VVSSSS");
    table.play(0, &STOP, "2");
    assert_eq!(
        ending(&table).scores,
        [Score { logged: 2, fate: 2, card: 1 }, Score { logged: 17, fate: 6, card: 0 }]
    );
    assert_eq!(totals(&table), [5, 23]);
    assert_eq!(ending(&table).winners, [Seat(1)], "the card alone does not win");
}

/// D-END-2
#[test]
fn another_gate_card_counts_its_own_points() {
    for points in [0, 5, 9] {
        let mut setup = house(2);
        setup.gate.points = points;
        let mut table = Tabletop::of(&setup);
        table.fates(&[0, 0]);
        table.gate(1);
        table.play(0, &roll(), "VVSSSS");
        table.play(0, &STOP, "1");
        assert_eq!(totals(&table), [1 + u32::from(points), 8]);
        let winner = if points >= 8 { Seat(0) } else { Seat(1) };
        assert_eq!(ending(&table).winners, [winner]);
    }
}

/// D-END-2
#[test]
fn a_tie_goes_to_the_holder_of_the_gate_card() {
    // 5, 5 and 5 with the card
    let mut table = Tabletop::quiet(3);
    table.fates(&[1, 0, 0]);
    table.logs(1, 3, 1, 0);
    table.logs(2, 5, 0, 0);
    table.play(0, &roll(), "VVSSSS");
    table.play(0, &STOP, "2");
    assert_eq!(totals(&table), [5, 5, 5]);
    assert_eq!(ending(&table).winners, [Seat(0)]);
    // a card without points still breaks it
    let mut setup = house(2);
    setup.gate.points = 0;
    let mut table = Tabletop::begun_by(&setup, 1);
    table.fates(&[0, 0]);
    table.logs(0, 8, 0, 0);
    table.fates(&[0, 3]);
    table.rolls("VVSSSS");
    table.play(1, &STOP, "2");
    assert_eq!(totals(&table), [8, 8]);
    assert_eq!(ending(&table).winners, [Seat(1)]);
}

/// D-END-3
#[test]
fn an_empty_gate_ends_the_game_at_once_without_further_turns() {
    for first in 0..3 {
        let mut table = Tabletop::begun_by(&house(3), first);
        table.fates(&[0, 0, 0]);
        table.logs((first + 1) % 3, 0, 0, 9);
        table.play(first, &roll(), "VVVVSS");
        assert_eq!(table.state.gate, 1);
        let events = table.play(first, &STOP, "3").to_vec();
        assert!(!names(&events).contains(&"turn_began".to_owned()));
        assert_eq!((table.roller(), table.turn().number), (first, 1));
    }
}

/// D-END-3
#[test]
fn a_fate_face_among_the_last_dice_keeps_the_game_going() {
    for (claim, over) in [("12", true), ("1f", false), ("f1", false), ("ff", false)] {
        let mut table = Tabletop::quiet(2);
        table.gate(2);
        table.play(0, &roll(), "VVVVSS");
        table.play(0, &STOP, claim);
        assert_eq!(table.state.ending.is_some(), over, "{claim}");
        assert_eq!(table.state.gate, u8::try_from(claim.matches('f').count()).unwrap());
    }
}

/// D-END-3: once, after the whole claim, so fate dice that belong to it count.
#[test]
fn the_fate_dice_of_the_last_claim_are_taken_before_the_end() {
    let mut table =
        Tabletop::of(&house_traits(&[Faction::Boromite, Faction::Concord, Faction::Ghar]));
    table.fates(&[0, 2, 2]);
    table.gate(1);
    table.rolls("BBBBBB");
    table.play(0, &STOP, "");
    table.play(0, &use_trait(3, None), "");
    let events = table.play(0, &TWO_FATE, "1").to_vec();
    assert_eq!(names(&events), ["six_chosen", "control_rolled", "fate_due", "victim_asked"]);
    assert_eq!((table.state.gate, &table.state.ending), (0, &None));
    table.play(0, &take_from(1), "");
    let events = table.play(0, &take_from(2), "").to_vec();
    assert_eq!(names(&events), ["fate_claimed", "game_ended"]);
    assert_eq!(ending(&table).scores[0], Score { logged: 1, fate: 4, card: 1 });
}

/// D-END-4
#[test]
fn three_two_and_one_logged_two_fate_dice_and_xilos_make_eleven() {
    let mut table = Tabletop::quiet(2);
    table.fates(&[2, 0]);
    table.logs(0, 1, 1, 0);
    table.gate(1);
    table.play(0, &roll(), "VVSSSS");
    table.play(0, &STOP, "3");
    assert_eq!(table.log(0), (1, 1, 1));
    assert_eq!(ending(&table).scores[0], Score { logged: 6, fate: 4, card: 1 });
    assert_eq!((totals(&table)[0], &ending(&table).winners[..]), (11, &[Seat(0)][..]));
}

/// D-END-4
#[test]
fn the_best_share_the_win_where_the_gate_card_is_not_among_them() {
    let mut table = Tabletop::quiet(4);
    table.logs(1, 3, 1, 0);
    table.logs(2, 1, 0, 0);
    table.logs(3, 5, 0, 0);
    table.play(0, &roll(), "VVSSSS");
    table.play(0, &STOP, "1");
    assert_eq!(totals(&table), [2, 5, 1, 5]);
    assert_eq!(ending(&table).holder, Seat(0));
    assert_eq!(ending(&table).winners, [Seat(1), Seat(3)]);
}

/// D-END-1 to D-END-4 by the file's own words, for every last face.
#[test]
fn the_winners_are_the_best_or_the_holder_among_them() {
    for (face, points) in [("1", 1), ("2", 2), ("3", 3)] {
        for held in 0..=4_u8 {
            let mut table = Tabletop::of(&Setup { ..house(3) });
            table.fates(&[held, 0, 0]);
            table.logs(1, 3, 3, 0);
            table.logs(2, 2, 0, 1);
            table.play(0, &roll(), "VVSSSS");
            table.play(0, &STOP, face);
            let own = points + 2 * u32::from(held) + 1;
            assert_eq!(totals(&table), [own, 9, 5]);
            let winner = if own >= 9 { Seat(0) } else { Seat(1) };
            assert_eq!(ending(&table).winners, [winner]);
        }
    }
}

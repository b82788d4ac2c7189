//! Fate dice: claimed, added, and what they do to the roller.

use gatemaster_rules::dicegame::DiceGame;
use gatemaster_rules::dicegame::command::{Command, Event};
use gatemaster_rules::dicegame::faces::{Fate, Points};
use gatemaster_rules::dicegame::state::{Added, DieState, Stage, TurnEnd};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::system::{System, Who};

use crate::dicegame::tabletop::{
    STOP, TWO_FATE, Tabletop, add, again, house, names, roll, take_from,
};

/// D-FAT-1
#[test]
fn a_claimed_fate_die_comes_from_the_table_while_any_is_there() {
    let mut table = Tabletop::of(&house(4));
    assert_eq!(table.state.fate_on_table, 1);
    table.rolls("VVVSSS");
    let events = table.play(0, &STOP, "").to_vec();
    assert_eq!(events[1..3], [Event::FateDue { dice: 1 }, Event::FateClaimed { from: None }]);
    assert_eq!((table.held(), table.state.fate_on_table), (vec![1, 1, 1, 1], 0));
}

/// D-FAT-1
#[test]
fn with_none_on_the_table_the_claimer_chooses_whose_to_take() {
    let mut table = Tabletop::of(&house(5));
    table.fates(&[1, 0, 1, 2, 0]);
    table.rolls("VVVSSS");
    let events = table.play(0, &STOP, "").to_vec();
    assert_eq!(names(&events), ["stopped", "fate_due", "victim_asked"]);
    let open = DiceGame::open(&table.state);
    assert_eq!(open[0].who, Who::Seat(Seat(0)));
    assert_eq!(open[0].options, [take_from(2), take_from(3)], "only holders, and not oneself");
    for nobody in [0, 1, 4, 5, 200] {
        let says = "Take it from another player who has one: Algoryn and Boromite";
        table.refused(0, &take_from(nobody), says);
    }
    table.refused(2, &take_from(3), "It is Concord's turn");
    table.refused(0, &STOP, "choose whose fate die to take");
    let events = table.play(0, &take_from(3), "").to_vec();
    assert_eq!(events[0], Event::FateClaimed { from: Some(Seat(3)) });
    assert_eq!((table.held(), table.roller()), (vec![2, 0, 1, 1, 0], 1));
    table.refused(1, &take_from(3), "no fate die to take");
}

/// D-FAT-1: one answer is no question.
#[test]
fn a_single_other_holder_gives_the_die_without_being_chosen() {
    let mut table = Tabletop::of(&house(3));
    table.fates(&[2, 0, 2]);
    table.rolls("VVVSSS");
    let events = table.play(0, &STOP, "").to_vec();
    assert_eq!(events[2], Event::FateClaimed { from: Some(Seat(2)) });
    assert_eq!((table.held(), table.roller()), (vec![3, 0, 1], 1));
}

/// D-FAT-1
#[test]
fn an_unused_fate_die_is_worth_two_points() {
    let mut table = Tabletop::quiet(2);
    table.fates(&[3, 1]);
    assert_eq!(table.state.score(Seat(0)).fate, 6);
    assert_eq!(table.state.score(Seat(1)).total(), 2);
}

/// D-FAT-2
#[test]
fn the_roller_decides_first_then_the_others_clockwise_each_once() {
    let mut table = Tabletop::begun_by(&house(4), 2);
    table.fates(&[1, 1, 1, 1]);
    table.refused(2, &Command::Roll { fate: 2 }, "Algoryn has 1 fate die, so 2 cannot be added.");
    let events = table.play(2, &Command::Roll { fate: 1 }, "").to_vec();
    assert_eq!(
        events,
        [
            Event::Taken { dice: vec![0, 1, 2, 3, 4, 5], fate: 1 },
            Event::FateOffered { seat: Seat(3) },
        ]
    );
    table.refused(0, &add(0, 1), "It is for Boromite to say now");
    table.refused(1, &add(1, 0), "It is for Boromite to say now");
    table.refused(2, &add(2, 0), "It is for Boromite to say now");
    table.refused(0, &add(3, 1), "It is for Boromite to say now");
    table.refused(3, &add(3, 2), "Boromite has 1 fate die, so 2 cannot be added.");
    table.play(3, &add(3, 1), "");
    table.refused(3, &add(3, 0), "It is for Concord to say now");
    // whoever decides knows what was added before
    let known = [Added { seat: Seat(2), dice: 1 }, Added { seat: Seat(3), dice: 1 }];
    let Stage::Adding { added, asked: Some(Seat(0)) } = table.stage() else { panic!() };
    assert_eq!(added[..], known);
    assert_eq!(table.turn().fate_in_hand(), 2);
    table.play(0, &add(0, 0), "");
    assert_eq!(table.asked(), Some(1));
    let events = table.play(1, &add(1, 1), "SSSSSS swr").to_vec();
    let Event::Rolled { fate, .. } = &events[1] else { panic!("{events:?}") };
    assert_eq!(fate[..], [Fate::Sabotage, Fate::Warped, Fate::Routed], "three of them fall");
}

/// D-FAT-2: any number of one's own.
#[test]
fn the_options_of_whoever_is_asked_are_none_to_all_of_their_fate_dice() {
    let mut table = Tabletop::quiet(2);
    table.fates(&[1, 3]);
    let open = DiceGame::open(&table.state);
    assert_eq!(open[0].options, [roll(), Command::Roll { fate: 1 }]);
    table.play(0, &roll(), "");
    let open = DiceGame::open(&table.state);
    assert_eq!(open[0].who, Who::Seat(Seat(1)));
    assert_eq!(open[0].options, [add(1, 0), add(1, 1), add(1, 2), add(1, 3)]);
    table.play(1, &add(1, 3), "SSSSSS www");
    assert_eq!((table.held(), table.state.fate_on_table), (vec![1, 0], 3));
}

/// D-FAT-2: before a re-roll as before a roll, and everybody is asked anew.
#[test]
fn fate_dice_are_offered_before_every_re_roll() {
    let mut table = Tabletop::of(&house(3));
    table.fates(&[1, 1, 1]);
    table.rolls("VSSSSS");
    table.refused(0, &Command::RollAgain { dice: vec![1], fate: 2 }, "Concord has 1 fate die");
    let events = table.play(0, &Command::RollAgain { dice: vec![1, 2], fate: 1 }, "").to_vec();
    assert_eq!(
        events,
        [Event::Taken { dice: vec![1, 2], fate: 1 }, Event::FateOffered { seat: Seat(1) }]
    );
    table.play(1, &add(1, 0), "");
    let events = table.play(2, &add(2, 1), "SS sw").to_vec();
    assert_eq!(names(&events), ["fate_added", "rolled", "sabotaged", "warped"]);
    table.play(0, &again(&[1]), "");
    assert_eq!(table.asked(), Some(1), "two have used theirs, one is asked again");
    table.play(1, &add(1, 1), "S r");
    assert_eq!(table.state.last.as_ref().unwrap().end, TurnEnd::Routed);
}

/// D-FAT-2: whoever has no fate die is not asked, so with none the dice fall at once.
#[test]
fn only_holders_are_asked() {
    let mut table = Tabletop::begun_by(&house(5), 3);
    table.fates(&[0, 1, 0, 0, 0]);
    table.play(3, &roll(), "");
    assert_eq!(table.asked(), Some(1));
    table.play(1, &add(1, 0), "SSSSSS");
    table.fates(&[0, 0, 0, 2, 0]);
    let events = table.play(3, &again(&[0, 1]), "SS");
    assert_eq!(names(events), ["taken", "rolled"]);
}

/// D-FAT-3
#[test]
fn fate_results_strike_the_roller_whoever_added_the_die() {
    let mut table = Tabletop::of(&house(3));
    table.fates(&[1, 1, 0]);
    table.logs(0, 0, 0, 2);
    table.logs(1, 0, 0, 2);
    table.logs(2, 0, 0, 2);
    table.play(0, &Command::Roll { fate: 1 }, "");
    table.play(1, &add(1, 1), "SSSSSS sw");
    assert_eq!(table.log(0), (0, 1, 0));
    assert_eq!((table.log(1), table.log(2)), ((0, 0, 2), (0, 0, 2)));
}

/// D-FAT-3: rolled once, never kept, and no part of the offensive.
#[test]
fn a_fate_die_is_gone_after_the_roll_it_was_in() {
    let mut table = Tabletop::of(&house(2));
    table.play(0, &roll(), "");
    table.play(1, &add(1, 1), "VVSSSS s");
    assert_eq!(table.turn().dice.len(), 6, "the offensive is six skirmish dice");
    assert_eq!((table.held(), table.state.fate_on_table), (vec![0, 0], 4));
    let events = table.play(0, &again(&[2, 3]), "SS");
    assert_eq!(names(events), ["taken", "rolled"], "it does not fall again");
    let events = table.play(0, &STOP, "1").to_vec();
    assert_eq!(events[0], Event::Stopped { victories: 2, strikes: 4 });
}

/// D-FAT-3, D-FAT-4: before the offensive counts, so what is claimed in the same turn is safe.
#[test]
fn fate_strikes_before_the_claim() {
    let mut table = Tabletop::of(&house(2));
    table.play(0, &roll(), "");
    let events = table.play(1, &add(1, 1), "VVVVSS s").to_vec();
    assert_eq!(events[2], Event::Sabotaged { took: None });
    table.play(0, &STOP, "33");
    assert_eq!(table.log(0), (0, 0, 2));
}

/// D-FAT-4
#[test]
fn sabotage_takes_the_highest_logged_die_back_to_the_gate() {
    for (log, took, left) in [
        ((0, 0, 0), None, (0, 0, 0)),
        ((2, 0, 0), Some(Points::One), (1, 0, 0)),
        ((1, 2, 0), Some(Points::Two), (1, 1, 0)),
        ((1, 1, 2), Some(Points::Three), (1, 1, 1)),
    ] {
        let mut table = Tabletop::of(&house(2));
        table.logs(0, log.0, log.1, log.2);
        let gate = table.state.gate;
        table.play(0, &roll(), "");
        let events = table.play(1, &add(1, 1), "SSSSSS s").to_vec();
        assert_eq!(events[2], Event::Sabotaged { took });
        assert_eq!(table.log(0), left);
        assert_eq!(table.state.gate, gate + u8::from(took.is_some()));
    }
}

/// D-FAT-4
#[test]
fn each_sabotage_takes_one_until_none_is_left() {
    let mut table = Tabletop::quiet(2);
    table.fates(&[0, 4]);
    table.logs(0, 1, 0, 1);
    table.play(0, &roll(), "");
    let events = table.play(1, &add(1, 3), "SSSSSS sss").to_vec();
    assert_eq!(
        events[2..],
        [
            Event::Sabotaged { took: Some(Points::Three) },
            Event::Sabotaged { took: Some(Points::One) },
            Event::Sabotaged { took: None },
        ]
    );
    assert_eq!((table.log(0), table.state.gate), ((0, 0, 0), 9));
}

/// D-FAT-5
#[test]
fn warped_turns_every_logged_die_down_by_one_each_time() {
    let mut table = Tabletop::quiet(2);
    table.fates(&[0, 2]);
    table.logs(0, 1, 2, 3);
    table.logs(1, 0, 0, 1);
    table.play(0, &roll(), "");
    let events = table.play(1, &add(1, 2), "SSSSSS ww").to_vec();
    assert_eq!(
        events[2..],
        [Event::Warped { returned: 1, left: 5 }, Event::Warped { returned: 2, left: 3 }]
    );
    assert_eq!((table.log(0), table.state.gate), ((3, 0, 0), 9 - 3 - 1));
    assert_eq!(table.log(1), (0, 0, 1), "of the roller alone");
}

/// D-FAT-5: every log of up to eight dice, every handful of four fate dice, in every order.
#[test]
fn sabotage_and_warped_end_alike_in_either_order() {
    let hands: Vec<String> = (0..16_u32)
        .map(|bits| (0..4).map(|i| if bits >> i & 1 == 1 { 's' } else { 'w' }).collect())
        .collect();
    let mut logs = 0;
    for ones in 0..=8_u8 {
        for twos in 0..=8 - ones {
            for threes in 0..=8 - ones - twos {
                let mut ends: [Option<(u8, u8, u8)>; 5] = [None; 5];
                for hand in &hands {
                    let mut table = Tabletop::quiet(2);
                    table.fates(&[0, 4]);
                    table.logs(0, ones, twos, threes);
                    table.play(0, &roll(), "");
                    table.play(1, &add(1, 4), &format!("SSSSSS {hand}"));
                    let sabotages = hand.matches('s').count();
                    let end = *ends[sabotages].get_or_insert(table.log(0));
                    assert_eq!(table.log(0), end, "{ones} {twos} {threes} {hand}");
                }
                logs += 1;
            }
        }
    }
    assert_eq!(logs, 165);
}

/// D-FAT-6
#[test]
fn routed_ends_the_turn_after_all_other_fate_dice_and_once() {
    for hand in ["rrsw", "srwr", "swrr"] {
        let mut table = Tabletop::quiet(2);
        table.fates(&[0, 4]);
        table.logs(0, 0, 2, 1);
        table.play(0, &roll(), "");
        let events = table.play(1, &add(1, 4), &format!("VVVVSS {hand}")).to_vec();
        assert_eq!(
            names(&events),
            ["fate_added", "rolled", "sabotaged", "warped", "routed", "turn_began"],
            "{hand}"
        );
        assert_eq!((table.log(0), table.roller()), ((2, 0, 0), 1));
        assert_eq!(table.state.last.as_ref().unwrap().end, TurnEnd::Routed);
    }
}

/// D-FAT-7: after a roll that goes on, a bust and a rout alike.
#[test]
fn used_fate_dice_go_back_to_the_table() {
    for (dice, fate) in [("VVSSSS", "s"), ("VVVVVS", "w"), ("VVSSSS", "r")] {
        let mut table = Tabletop::of(&house(5));
        assert_eq!(table.state.fate_on_table, 0);
        table.play(0, &roll(), "");
        for seat in 1..=3 {
            table.play(seat, &add(seat, 0), "");
        }
        table.play(4, &add(4, 1), &format!("{dice} {fate}"));
        assert_eq!((table.held(), table.state.fate_on_table), (vec![0, 1, 1, 1, 0], 1));
    }
}

/// D-FAT-7: a die that was used in this turn can be claimed in it.
#[test]
fn what_came_back_to_the_table_can_be_claimed() {
    let mut table = Tabletop::of(&house(5));
    table.play(0, &roll(), "");
    table.play(1, &add(1, 1), "");
    for seat in 2..=3 {
        table.play(seat, &add(seat, 0), "");
    }
    table.play(4, &add(4, 0), "VVVSSS w");
    let events = table.play(0, &STOP, "").to_vec();
    assert_eq!(events[2], Event::FateClaimed { from: None });
    assert_eq!(table.held(), [1, 0, 1, 1, 1]);
}

/// D-FAT-8
#[test]
fn a_claim_of_two_takes_the_last_from_the_table_and_the_next_from_somebody() {
    let mut table = Tabletop::of(&house(4));
    assert_eq!(table.state.fate_on_table, 1);
    table.rolls("VVVVVV");
    table.play(0, &STOP, "");
    let events = table.play(0, &TWO_FATE, "").to_vec();
    assert_eq!(names(&events), ["six_chosen", "fate_due", "fate_claimed", "victim_asked"]);
    assert_eq!((table.held(), table.turn().fates_due), (vec![1, 1, 1, 1], 1));
    table.play(0, &take_from(2), "");
    assert_eq!((table.held(), table.roller()), (vec![2, 1, 0, 1], 1));
}

/// D-FAT-8: the second is chosen when the first has been taken, and may come from the same player.
#[test]
fn two_are_taken_one_by_one_each_with_its_own_choice() {
    for (second, held) in [(1, [2, 0, 1, 1]), (3, [2, 1, 1, 0])] {
        let mut table = Tabletop::of(&house(4));
        table.fates(&[0, 2, 1, 1]);
        table.rolls("VVVVVV");
        table.play(0, &STOP, "");
        table.play(0, &TWO_FATE, "");
        let events = table.play(0, &take_from(1), "").to_vec();
        assert_eq!(names(&events), ["fate_claimed", "victim_asked"]);
        table.play(0, &take_from(second), "");
        assert_eq!((table.held(), table.roller()), (held.to_vec(), 1));
    }
}

/// D-FAT-8: whoever has been emptied is offered no more.
#[test]
fn after_the_first_of_two_the_choice_may_be_over() {
    let mut table = Tabletop::of(&house(3));
    table.fates(&[2, 1, 1]);
    table.rolls("VVVVVV");
    table.play(0, &STOP, "");
    table.play(0, &TWO_FATE, "");
    let events = table.play(0, &take_from(1), "").to_vec();
    assert_eq!(
        events[..2],
        [Event::FateClaimed { from: Some(Seat(1)) }, Event::FateClaimed { from: Some(Seat(2)) },]
    );
    assert_eq!(table.held(), [4, 0, 0]);
}

/// D-FAT-8
#[test]
fn a_claim_yields_nothing_where_nobody_else_has_a_fate_die() {
    let mut table = Tabletop::quiet(3);
    table.fates(&[4, 0, 0]);
    table.play(0, &roll(), "VVVSSS");
    let events = table.play(0, &STOP, "").to_vec();
    assert_eq!(names(&events), ["stopped", "fate_due", "no_fate_left", "turn_began"]);
    assert_eq!((table.held(), table.roller()), (vec![4, 0, 0], 1));
    assert_eq!(table.turn().fates_due, 0);
}

/// What somebody adds tells the next to decide something, so it is not undone like a slip of the hand.
#[test]
fn an_added_fate_die_is_something_that_others_have_seen() {
    assert!(DiceGame::reveals(&Event::FateAdded { seat: Seat(1), dice: 0 }));
    assert!(!DiceGame::reveals(&Event::Taken { dice: vec![0], fate: 0 }));
    let mut table = Tabletop::of(&house(2));
    table.rolls("SSSSSS");
    assert_eq!(table.turn().places(DieState::InHand), Vec::<u8>::new());
}

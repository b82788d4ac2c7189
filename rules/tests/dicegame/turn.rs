//! Rolling, keeping, stopping and going bust.

use gatemaster_rules::dicegame::DiceGame;
use gatemaster_rules::dicegame::command::{Event, Fallen};
use gatemaster_rules::dicegame::faces::{Control, Fate, Points, Skirmish};
use gatemaster_rules::dicegame::faction::Faction;
use gatemaster_rules::dicegame::state::{DieState, LastTurn, Reward, Stage, TurnEnd};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::system::System;

use crate::dicegame::tabletop::{
    NO_TRAIT, STOP, THREE_CONTROL, TWO_FATE, Tabletop, add, again, house, house_traits, names,
    roll, take_from,
};

fn fallen(letters: &str) -> Vec<Fallen> {
    let face = |letter| match letter {
        'V' => Skirmish::Victory,
        'B' => Skirmish::Both,
        _ => Skirmish::Strike,
    };
    (0..).zip(letters.chars()).map(|(die, letter)| Fallen { die, face: face(letter) }).collect()
}

/// D-ROL-1
#[test]
fn a_turn_begins_with_all_six_dice() {
    let mut table = Tabletop::quiet(2);
    let events = table.play(0, &roll(), "VVBSSS").to_vec();
    assert_eq!(
        events,
        [
            Event::Taken { dice: vec![0, 1, 2, 3, 4, 5], fate: 0 },
            Event::Rolled { dice: fallen("VVBSSS"), fate: vec![] },
        ]
    );
    assert_eq!(table.stage(), &Stage::Rolled);
    assert_eq!(table.turn().places(DieState::JustRolled), [0, 1, 2, 3, 4, 5]);
    table.refused(0, &roll(), "keep dice and roll again, or stop");
}

/// D-ROL-1
#[test]
fn kept_dice_are_never_rolled_again() {
    let mut table = Tabletop::quiet(2);
    table.play(0, &roll(), "VVSSSS");
    table.play(0, &again(&[2, 3, 4]), "SSV");
    assert_eq!(table.turn().places(DieState::Kept), [0, 1, 5]);
    assert_eq!(table.turn().places(DieState::JustRolled), [2, 3, 4]);
    for kept in [0, 1, 5] {
        table.refused(0, &again(&[kept]), "kept dice stay as they lie");
        table.refused(0, &again(&[2, kept]), "kept dice stay as they lie");
    }
    table.play(0, &again(&[2]), "S");
    assert_eq!((table.roller(), table.held()), (1, vec![1, 0]), "three victories in all");
}

/// D-ROL-1: after the first, second, third, fourth and fifth roll alike.
#[test]
fn a_player_may_stop_after_any_roll() {
    for rolls in 1..=5_u8 {
        let mut table = Tabletop::quiet(2);
        table.refused(0, &STOP, "Roll the skirmish dice first");
        table.play(0, &roll(), "SSSSSS");
        for done in 1..rolls {
            let dice: Vec<u8> = (done..6).collect();
            table.play(0, &again(&dice), &"S".repeat(dice.len()));
        }
        assert_eq!(table.turn().rolls, rolls);
        table.play(0, &STOP, "");
        assert_eq!(table.roller(), 1, "after {rolls} rolls");
    }
}

/// D-ROL-2
#[test]
fn the_count_of_victories_says_what_is_claimed() {
    let rewards: Vec<Reward> = (0..=6).map(Reward::for_victories).collect();
    assert_eq!(
        rewards,
        [
            Reward::Nothing,
            Reward::Nothing,
            Reward::Control(1),
            Reward::Fate(1),
            Reward::Control(2),
            Reward::Bust,
            Reward::Either { control: 3, fate: 2 },
        ]
    );
    for (dice, claim, log, fate) in [
        ("SSSSSS", "", (0, 0, 0), 0),
        ("VSSSSS", "", (0, 0, 0), 0),
        ("VVSSSS", "3", (0, 0, 1), 0),
        ("VVVSSS", "", (0, 0, 0), 1),
        ("VVVVSS", "12", (1, 1, 0), 0),
    ] {
        let mut table = Tabletop::quiet(2);
        table.play(0, &roll(), dice);
        table.play(0, &STOP, claim);
        assert_eq!((table.log(0), table.held()[0]), (log, fate), "{dice}");
        assert_eq!(table.roller(), 1, "{dice}");
    }
    for (choice, claim, log, fate) in
        [(THREE_CONTROL, "123", (1, 1, 1), 0), (TWO_FATE, "", (0, 0, 0), 2)]
    {
        let mut table = Tabletop::quiet(2);
        table.play(0, &roll(), "VVVVVV");
        assert_eq!(names(table.play(0, &STOP, "")), ["stopped", "six_offered"]);
        table.play(0, &choice, claim);
        assert_eq!((table.log(0), table.held()[0]), (log, fate));
        assert_eq!(table.roller(), 1);
    }
}

/// D-ROL-3: with five strikes and a trait that they would trigger.
#[test]
fn five_victories_on_the_first_roll_bust_at_once() {
    let mut table = Tabletop::of(&house_traits(&[Faction::Concord, Faction::Ghar]));
    table.fates(&[0, 0]);
    table.logs(0, 1, 0, 0);
    let before = table.state.clone();
    let events = table.play(0, &roll(), "BBBBBS").to_vec();
    assert_eq!(
        events,
        [
            Event::Taken { dice: vec![0, 1, 2, 3, 4, 5], fate: 0 },
            Event::Rolled { dice: fallen("BBBBBS"), fate: vec![] },
            Event::Bust,
            Event::TurnBegan { number: 2, roller: Seat(1) },
        ]
    );
    assert_eq!(table.state.headquarters, before.headquarters, "nothing is claimed");
    assert_eq!(table.state.gate, before.gate);
    assert_eq!(table.stage(), &Stage::Ready);
    let dice = fallen("BBBBBS").into_iter().map(|fallen| fallen.face).collect();
    let last = LastTurn { roller: Seat(0), dice, end: TurnEnd::Bust };
    assert_eq!(table.state.last, Some(last), "everybody can see how it ended");
    table.refused(0, &NO_TRAIT, "It is Ghar's turn");
}

/// D-ROL-3, D-ROL-7
#[test]
fn kept_and_just_rolled_victories_bust_together() {
    let mut table = Tabletop::quiet(2);
    table.play(0, &roll(), "VVVSSS");
    table.play(0, &again(&[3, 4, 5]), "VSS");
    let events = table.play(0, &again(&[4, 5]), "VS");
    assert_eq!(names(events), ["taken", "rolled", "bust", "turn_began"]);
    assert_eq!(table.held(), [0, 0]);
    assert_eq!(table.state.last.as_ref().unwrap().end, TurnEnd::Bust);
}

/// D-ROL-4
#[test]
fn victory_and_strike_in_one_counts_as_both_everywhere() {
    let mut table = Tabletop::quiet(2);
    table.play(0, &roll(), "BBSSSS");
    let events = table.play(0, &STOP, "1").to_vec();
    assert_eq!(events[0], Event::Stopped { victories: 2, strikes: 6 });
    assert_eq!(events[1], Event::ControlRolled { faces: vec![Control::One] });
    let mut table = Tabletop::quiet(2);
    table.play(0, &roll(), "VVVVSS");
    let events = table.play(0, &again(&[5]), "B");
    assert_eq!(names(events), ["taken", "rolled", "bust", "turn_began"], "the bust counts it too");
    for face in Skirmish::ALL {
        let both = face == Skirmish::Both;
        assert_eq!(face.is_victory(), both || face == Skirmish::Victory);
        assert_eq!(face.is_strike(), both || face == Skirmish::Strike);
    }
}

/// D-ROL-5
#[test]
fn stopping_counts_all_six_dice_kept_and_just_rolled() {
    let mut table = Tabletop::quiet(2);
    // three victories are wanted, and a fourth falls: it cannot be left out
    table.play(0, &roll(), "VVVSSS");
    table.play(0, &again(&[3, 4]), "VS");
    let events = table.play(0, &STOP, "11").to_vec();
    assert_eq!(events[0], Event::Stopped { victories: 4, strikes: 2 });
    assert_eq!(table.log(0), (2, 0, 0));
    assert_eq!(table.held(), [0, 0], "no fate die for three of them");
    assert_eq!(table.state.last.as_ref().unwrap().dice.len(), 6);
}

/// D-ROL-6
#[test]
fn a_re_roll_takes_some_of_the_dice_just_rolled_but_never_all() {
    let mut table = Tabletop::quiet(2);
    table.play(0, &roll(), "VSSSSS");
    table.refused(0, &again(&[]), "at least one die to roll again");
    table.refused(0, &again(&[0, 1, 2, 3, 4, 5]), "At least one die of every roll must be kept");
    table.refused(0, &again(&[6]), "Only dice of your last roll");
    table.refused(0, &again(&[255]), "Only dice of your last roll");
    table.refused(0, &again(&[1, 1]), "each of them once");
    table.play(0, &again(&[5, 1]), "SS");
    assert_eq!(table.turn().places(DieState::JustRolled), [1, 5], "in any order");
    table.refused(0, &again(&[1, 5]), "At least one die of every roll must be kept");
    for one in [1, 5] {
        let mut table = Tabletop { state: table.state.clone(), events: Vec::new() };
        let events = table.play(0, &again(&[one]), "S");
        assert_eq!(names(events), ["taken", "rolled", "stopped", "turn_began"]);
    }
}

/// D-ROL-6
#[test]
fn there_are_six_rolls_at_most_and_a_single_die_stops_the_turn_by_itself() {
    let mut table = Tabletop::quiet(2);
    table.play(0, &roll(), "SSSSSS");
    for left in (2..=5_u8).rev() {
        let dice: Vec<u8> = (6 - left..6).collect();
        table.play(0, &again(&dice), &"S".repeat(left.into()));
        assert_eq!(table.stage(), &Stage::Rolled);
    }
    assert_eq!(table.turn().rolls, 5);
    let events = table.play(0, &again(&[5]), "V").to_vec();
    let [
        Event::Taken { .. },
        Event::Rolled { .. },
        Event::Stopped { victories: 1, strikes: 5 },
        next,
    ] = &events[..]
    else {
        panic!("{events:?}")
    };
    assert_eq!(next, &Event::TurnBegan { number: 2, roller: Seat(1) });
}

/// D-ROL-6: the claim of such a turn is rolled at once.
#[test]
fn a_single_last_die_claims_what_it_comes_to() {
    let mut table = Tabletop::quiet(2);
    table.play(0, &roll(), "VSSSSS");
    let events = table.play(0, &again(&[1]), "V 2").to_vec();
    assert_eq!(names(&events), ["taken", "rolled", "stopped", "control_rolled", "turn_began"]);
    assert_eq!(table.log(0), (0, 1, 0));
    let mut table = Tabletop::quiet(2);
    table.play(0, &roll(), "VVVVVV");
    let events = table.play(0, &again(&[1]), "V");
    assert_eq!(names(events), ["taken", "rolled", "stopped", "six_offered"]);
}

/// D-ROL-7
#[test]
fn six_victories_are_safe_until_one_of_them_is_rolled_to_something_else() {
    let mut table = Tabletop::of(&house(2));
    table.play(0, &roll(), "");
    table.play(1, &add(1, 0), "VVVVVV");
    assert_eq!(table.stage(), &Stage::Rolled, "six do not bust");
    table.play(0, &again(&[3]), "");
    // five show while the sixth is in the hand, and no dice have fallen
    assert_eq!((table.turn().victories(), table.asked()), (5, Some(1)));
    let mut safe = Tabletop { state: table.state.clone(), events: Vec::new() };
    let events = table.play(1, &add(1, 0), "S");
    assert_eq!(names(events), ["fate_added", "rolled", "bust", "turn_began"]);
    let events = safe.play(1, &add(1, 0), "V");
    assert_eq!(names(events), ["fate_added", "rolled", "stopped", "six_offered"]);
}

/// D-ROL-7
#[test]
fn dice_in_the_hand_do_not_show() {
    let mut table = Tabletop::of(&house(2));
    table.play(0, &roll(), "");
    assert_eq!((table.turn().victories(), table.turn().in_hand()), (0, 6));
    table.play(1, &add(1, 0), "VVBBSS");
    table.play(0, &again(&[0, 2, 4]), "");
    assert_eq!((table.turn().victories(), table.turn().strikes()), (2, 2));
    assert_eq!((table.turn().in_hand(), table.turn().places(DieState::InHand)), (3, vec![0, 2, 4]));
}

/// D-ROL-8, D-FAT-6
#[test]
fn a_roll_goes_fate_dice_all_dice_sabotage_and_warped_routed() {
    let mut table = Tabletop::of(&house(4));
    table.fates(&[0, 1, 0, 3]);
    table.logs(0, 0, 1, 1);
    let asked = table.play(0, &roll(), "").to_vec();
    assert_eq!(
        asked,
        [
            Event::Taken { dice: vec![0, 1, 2, 3, 4, 5], fate: 0 },
            Event::FateOffered { seat: Seat(1) },
        ],
        "nothing falls before everybody has answered"
    );
    let asked = table.play(1, &add(1, 1), "").to_vec();
    assert_eq!(
        asked,
        [Event::FateAdded { seat: Seat(1), dice: 1 }, Event::FateOffered { seat: Seat(3) }]
    );
    let events = table.play(3, &add(3, 2), "SSSSSS rws").to_vec();
    assert_eq!(
        events,
        [
            Event::FateAdded { seat: Seat(3), dice: 2 },
            Event::Rolled {
                dice: fallen("SSSSSS"),
                fate: vec![Fate::Routed, Fate::Warped, Fate::Sabotage],
            },
            Event::Warped { returned: 0, left: 2 },
            Event::Sabotaged { took: Some(Points::Two) },
            Event::Routed,
            Event::TurnBegan { number: 2, roller: Seat(1) },
        ]
    );
    assert_eq!(table.log(0), (1, 0, 0));
}

/// D-ROL-8
#[test]
fn fate_dice_work_even_in_a_roll_that_busts() {
    let mut table = Tabletop::of(&house(2));
    table.logs(0, 0, 0, 2);
    table.play(0, &roll(), "");
    let events = table.play(1, &add(1, 1), "VVVVVS s").to_vec();
    assert_eq!(names(&events), ["fate_added", "rolled", "sabotaged", "bust", "turn_began"]);
    assert_eq!(table.log(0), (0, 0, 1));
    // a rout comes before the bust check, and one end of a turn is enough
    let mut table = Tabletop::of(&house(2));
    table.play(0, &roll(), "");
    let events = table.play(1, &add(1, 1), "VVVVVS r");
    assert_eq!(names(events), ["fate_added", "rolled", "routed", "turn_began"]);
}

/// D-ROL-8: a fate die that does not rout leaves the turn as it is.
#[test]
fn after_sabotage_and_warped_the_roller_keeps_or_stops() {
    let mut table = Tabletop::of(&house(2));
    table.play(0, &roll(), "");
    let events = table.play(1, &add(1, 1), "VVSSSS w");
    assert_eq!(names(events), ["fate_added", "rolled", "warped"]);
    assert_eq!((table.stage(), table.roller()), (&Stage::Rolled, 0));
}

/// D-ROL-9
#[test]
fn after_a_stop_come_count_traits_claim_and_the_next_player() {
    let mut table = Tabletop::of(&house_traits(&[Faction::Boromite, Faction::Ghar]));
    table.fates(&[0, 0]);
    table.play(0, &roll(), "BBSSSS");
    let events = table.play(0, &STOP, "").to_vec();
    assert_eq!(events, [Event::Stopped { victories: 2, strikes: 6 }, Event::TraitsOffered]);
    let dig_in = DiceGame::open(&table.state)[0].options[1].clone();
    let events = table.play(0, &dig_in, "3f").to_vec();
    assert_eq!(
        names(&events),
        ["trait_used", "traits_done", "control_rolled", "fate_due", "fate_claimed", "turn_began"]
    );
    assert_eq!((table.log(0), table.held()), ((0, 0, 1), vec![1, 0]));
}

/// D-ROL-9: the end is checked after the claim and before the dice go on.
#[test]
fn the_end_comes_before_the_next_player() {
    let mut table = Tabletop::quiet(2);
    table.gate(1);
    table.play(0, &roll(), "VVSSSS");
    assert_eq!(names(table.play(0, &STOP, "1")), ["stopped", "control_rolled", "game_ended"]);
}

/// D-ROL-9
#[test]
fn after_a_bust_or_a_rout_the_dice_go_on_at_once() {
    let traits = house_traits(&[Faction::Boromite, Faction::Ghar]);
    for (dice, fate, end) in [("BBBBBS", "s", "bust"), ("BBBBSS", "r", "routed")] {
        let mut table = Tabletop::of(&traits);
        table.play(0, &roll(), "");
        let events = table.play(1, &add(1, 1), &format!("{dice} {fate}")).to_vec();
        assert_eq!(names(&events)[names(&events).len() - 2..], [end, "turn_began"]);
        assert_eq!((table.roller(), table.stage()), (1, &Stage::Ready));
        assert_eq!((table.log(0), table.held()), ((0, 0, 0), vec![0, 0]));
    }
}

#[test]
fn nobody_else_acts_in_somebody_s_turn_and_nothing_comes_out_of_turn() {
    let mut table = Tabletop::quiet(3);
    for command in [roll(), STOP, again(&[0]), NO_TRAIT, THREE_CONTROL, take_from(0)] {
        table.refused(1, &command, "It is Concord's turn, so that is for them to decide.");
        table.refused(2, &command, "It is Concord's turn");
    }
    table.refused(0, &again(&[0]), "Concord is to roll the skirmish dice");
    table.refused(0, &NO_TRAIT, "Traits are used after a stop");
    table.refused(0, &TWO_FATE, "six victories give a choice");
    table.refused(0, &take_from(1), "no fate die to take");
    table.refused(1, &add(1, 0), "nobody is asked now");
    table.play(0, &roll(), "VVSSSS");
    table.refused(0, &NO_TRAIT, "Traits are used after a stop");
    table.refused(0, &THREE_CONTROL, "six victories give a choice");
    table.refused(0, &take_from(1), "no fate die to take");
    table.refused(1, &STOP, "It is Concord's turn");
    table.play(0, &again(&[0, 1, 2]), "VVV");
    table.play(0, &STOP, "");
    assert_eq!(table.roller(), 1);
    table.refused(0, &roll(), "It is Isorian's turn");
}

#[test]
fn while_fate_dice_are_offered_the_roller_waits() {
    let mut table = Tabletop::of(&house(3));
    table.play(0, &roll(), "");
    for command in [roll(), STOP, again(&[0])] {
        let says = "Isorian is to say whether fate dice go into Concord's hand";
        table.refused(0, &command, says);
    }
    table.refused(0, &THREE_CONTROL, "six victories give a choice");
    table.refused(0, &NO_TRAIT, "Traits are used after a stop");
    table.refused(0, &take_from(1), "no fate die to take");
}

/// Which of two equal faces is rolled again does not matter, so it is offered once.
#[test]
fn the_options_after_a_roll_are_a_stop_and_every_re_roll_that_differs() {
    let mut table = Tabletop::quiet(2);
    table.play(0, &roll(), "VVVVVV");
    let options = DiceGame::open(&table.state).swap_remove(0).options;
    assert_eq!(options.len(), 1 + 5);
    let mut table = Tabletop::quiet(2);
    table.play(0, &roll(), "VVBSSS");
    let options = DiceGame::open(&table.state).swap_remove(0).options;
    // none to two, none or one, none to three, but neither none nor all of them
    assert_eq!(options.len(), 1 + 3 * 2 * 4 - 2);
    assert_eq!(options.iter().filter(|option| **option == STOP).count(), 1);
}

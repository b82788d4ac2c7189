//! What strikes let a faction do, where the house's traits count.

use gatemaster_rules::dicegame::command::{Command, Event, TraitDid, TraitTarget, TraitUse};
use gatemaster_rules::dicegame::data::{Effect, Library, Source, Timing, Trait};
use gatemaster_rules::dicegame::faces::Points;
use gatemaster_rules::dicegame::faction::Faction;
use gatemaster_rules::dicegame::state::Stage;
use gatemaster_rules::dicegame::{DiceGame, Setup, usable};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::system::System;

use crate::dicegame::tabletop::{
    NO_TRAIT, STOP, TWO_FATE, Tabletop, add, house, house_traits, names, roll, use_trait,
};

/// The places of the house's traits.
const SHARD_GUIDANCE: u8 = 0;
const PHASE_SHIFT: u8 = 1;
const COUNTER_STROKE: u8 = 2;
const DIG_IN: u8 = 3;
const SCORCHED_EARTH: u8 = 4;

fn own(points: Points) -> TraitTarget {
    TraitTarget::Own(points)
}

fn of(seat: u8) -> TraitTarget {
    TraitTarget::Player(Seat(seat))
}

fn use_on(place: u8, target: TraitTarget) -> Command {
    use_trait(place, Some(target))
}

/// This faction rolls, with traits, against the others; nobody has a fate die.
fn rolling(faction: Faction, players: usize) -> Tabletop {
    let mut factions = vec![faction];
    factions.extend(Faction::ALL.into_iter().filter(|other| *other != faction));
    let mut table = Tabletop::of(&house_traits(&factions[..players]));
    table.fates(&vec![0; players]);
    table
}

fn options(table: &Tabletop) -> Vec<TraitUse> {
    usable(&table.state)
}

/// D-TRT-1
#[test]
fn a_trait_is_data_with_strikes_a_timing_and_an_effect() {
    let own_trait = |key: &str, strikes, effect| Trait {
        key: key.into(),
        faction: Faction::Ghar,
        name: format!("The {key} one"),
        strikes,
        timing: Timing::BeforeClaim,
        effect,
        source: Source::Server,
    };
    // a server's Ghar dig instead of burning, with a single strike
    let setup = Setup {
        factions: vec![Faction::Ghar, Faction::Concord],
        house_traits: true,
        traits: vec![
            own_trait("first", 1, Effect::ClaimOneMore),
            own_trait("second", 2, Effect::FateFromTable),
        ],
        ..Setup::default()
    };
    let mut table = Tabletop::of(&setup);
    table.fates(&[0, 0]);
    table.play(0, &roll(), "VVVVSS");
    table.play(0, &STOP, "");
    let (first, second) = (TraitUse { place: 0, on: None }, TraitUse { place: 1, on: None });
    assert_eq!(options(&table), [first, second], "both, each with strikes enough");
    let events = table.play(0, &use_trait(1, None), "").to_vec();
    assert_eq!(events, [Event::TraitUsed { place: 1, did: TraitDid::TookFate }]);
    let events = table.play(0, &use_trait(0, None), "111").to_vec();
    assert_eq!(names(&events), ["trait_used", "traits_done", "control_rolled", "turn_began"]);
    assert_eq!((table.log(0), table.held()), ((3, 0, 0), vec![1, 0]));
    for strikes in [0, 7] {
        let odd = Trait { strikes, ..own_trait("odd", 1, Effect::ClaimOneMore) };
        let faults = DiceGame::set_up(&Setup { traits: vec![odd], ..setup.clone() }).unwrap_err();
        assert_eq!(faults, ["A trait has a name and asks for 1 to 6 strikes."]);
    }
}

/// D-TRT-2
#[test]
fn strict_mode_is_the_default_and_has_no_traits() {
    assert!(!Setup::default().house_traits);
    for faction in Faction::ALL {
        let mut setup = house(2);
        setup.factions = vec![faction];
        setup.factions.extend(Faction::ALL.into_iter().find(|other| *other != faction));
        let mut table = Tabletop::of(&setup);
        assert_eq!(table.state.traits, []);
        table.logs(0, 1, 1, 1);
        table.logs(1, 1, 1, 1);
        table.rolls("SSSSSS");
        table.refused(0, &NO_TRAIT, "Traits are used after a stop");
        let events = table.play(0, &STOP, "").to_vec();
        assert_eq!(names(&events), ["stopped", "turn_began"], "{faction:?}");
        for place in 0..5 {
            table.refused(1, &use_trait(place, None), "Traits are used after a stop");
        }
    }
}

/// D-TRT-2
#[test]
fn house_traits_are_called_house_rules() {
    let table = Tabletop::of(&house_traits(&Faction::ALL));
    assert_eq!(table.state.traits, Library::built_in().traits);
    assert!(table.state.traits.iter().all(|held| held.source == Source::House));
}

/// D-TRT-3
#[test]
fn a_trait_needs_its_strikes_in_the_offensive() {
    for (dice, offered) in [("VSSSSV", false), ("VSSSSS", true), ("BSSSSS", true)] {
        let mut table = rolling(Faction::Concord, 2);
        table.logs(0, 1, 0, 0);
        table.play(0, &roll(), dice);
        let claim = if dice == "VSSSSV" { "1" } else { "" };
        table.play(0, &STOP, claim);
        assert_eq!(table.stage() == &Stage::Traits, offered, "{dice}");
    }
    for (dice, claim, offered) in [("VSSSSS", "", false), ("BSSSSS", "", true)] {
        let mut table = rolling(Faction::Isorian, 2);
        table.play(0, &roll(), dice);
        table.play(0, &STOP, claim);
        assert_eq!(table.stage() == &Stage::Traits, offered, "{dice}");
    }
}

/// D-TRT-3
#[test]
fn a_trait_is_optional_and_used_once_a_turn_before_the_claim() {
    let mut table = rolling(Faction::Concord, 2);
    table.logs(0, 2, 0, 0);
    table.play(0, &roll(), "BBSSSS");
    table.refused(0, &use_on(SHARD_GUIDANCE, own(Points::One)), "after a stop, before the claim");
    table.play(0, &STOP, "");
    table.refused(1, &use_on(SHARD_GUIDANCE, own(Points::One)), "It is Concord's turn");
    table.refused(0, &STOP, "use a trait, or go on without");
    table.refused(0, &roll(), "use a trait, or go on without");
    let mut without = Tabletop { state: table.state.clone(), events: Vec::new() };
    let events = without.play(0, &NO_TRAIT, "3").to_vec();
    assert_eq!(names(&events), ["traits_done", "control_rolled", "turn_began"]);
    assert_eq!(without.log(0), (2, 0, 1));
    let events = table.play(0, &use_on(SHARD_GUIDANCE, own(Points::One)), "3").to_vec();
    assert_eq!(names(&events), ["trait_used", "traits_done", "control_rolled", "turn_began"]);
    assert_eq!(table.log(0), (1, 1, 1), "once, though another 1 lies there");
    table.play(1, &roll(), "VSSSSS");
    table.play(1, &STOP, "");
    table.play(0, &roll(), "SSSSSS");
    table.play(0, &STOP, "");
    table.play(0, &use_on(SHARD_GUIDANCE, own(Points::One)), "");
    assert_eq!(table.log(0), (0, 2, 1), "and once more in the next turn");
}

/// D-TRT-3
#[test]
fn a_bust_or_a_rout_triggers_no_trait() {
    for (dice, end) in [("BBBBBS w", "bust"), ("SSSSSS r", "routed")] {
        let mut table = rolling(Faction::Boromite, 2);
        table.fates(&[0, 1]);
        table.play(0, &roll(), "");
        let events = table.play(1, &add(1, 1), dice).to_vec();
        assert!(names(&events).contains(&end.to_owned()));
        assert!(!names(&events).contains(&"traits_offered".to_owned()));
        assert_eq!(table.roller(), 1);
    }
}

/// D-TRT-3: nobody is asked about a trait that could do nothing.
#[test]
fn a_trait_without_use_is_not_offered() {
    for faction in Faction::ALL {
        let mut table = rolling(faction, 2);
        if faction == Faction::Isorian {
            table.fates(&[4, 0]);
        }
        table.play(0, &roll(), "SSSSSS");
        let events = table.play(0, &STOP, "").to_vec();
        // there is always a control die more on the gate
        let offered = faction == Faction::Boromite;
        assert_eq!(names(&events).contains(&"traits_offered".to_owned()), offered, "{faction:?}");
    }
}

/// D-TRT-4
#[test]
fn concord_turns_one_of_its_ones_or_twos_up() {
    for (from, log) in [(Points::One, (0, 2, 1)), (Points::Two, (1, 0, 2))] {
        let mut table = rolling(Faction::Concord, 2);
        table.logs(0, 1, 1, 1);
        table.logs(1, 2, 0, 0);
        table.play(0, &roll(), "VSSSSS");
        table.play(0, &STOP, "");
        let both =
            [Points::One, Points::Two].map(|points| TraitUse { place: 0, on: Some(own(points)) });
        assert_eq!(options(&table), both);
        let says = "you may use Shard guidance";
        table.refused(0, &use_on(SHARD_GUIDANCE, own(Points::Three)), says);
        table.refused(0, &use_trait(SHARD_GUIDANCE, None), says);
        table.refused(0, &use_on(SHARD_GUIDANCE, of(1)), says);
        table.refused(0, &use_trait(DIG_IN, None), says);
        table.refused(0, &use_trait(99, None), says);
        let events = table.play(0, &use_on(SHARD_GUIDANCE, own(from)), "").to_vec();
        let did = TraitDid::TurnedUp { from };
        assert_eq!(events[0], Event::TraitUsed { place: SHARD_GUIDANCE, did });
        assert_eq!((table.log(0), table.log(1)), (log, (2, 0, 0)));
    }
    let mut table = rolling(Faction::Concord, 2);
    table.logs(0, 0, 0, 2);
    table.play(0, &roll(), "SSSSSS");
    assert_eq!(names(table.play(0, &STOP, "")), ["stopped", "turn_began"], "a 3 stays");
}

/// D-TRT-5
#[test]
fn isorian_takes_a_fate_die_from_the_table_alone() {
    let mut table = rolling(Faction::Isorian, 2);
    table.fates(&[0, 3]);
    table.rolls("SSSSSS");
    table.play(0, &STOP, "");
    table.refused(0, &use_on(PHASE_SHIFT, of(1)), "you may use Phase shift");
    let events = table.play(0, &use_trait(PHASE_SHIFT, None), "").to_vec();
    assert_eq!(events[0], Event::TraitUsed { place: PHASE_SHIFT, did: TraitDid::TookFate });
    assert_eq!((table.held(), table.state.fate_on_table), (vec![1, 3], 0));
    let mut table = rolling(Faction::Isorian, 2);
    table.fates(&[0, 4]);
    table.rolls("SSSSSS");
    assert_eq!(names(table.play(0, &STOP, "")), ["stopped", "turn_began"], "none there: nothing");
}

/// D-TRT-6
#[test]
fn algoryn_puts_a_fate_die_of_another_player_back_on_the_table() {
    let mut table = rolling(Faction::Algoryn, 4);
    table.fates(&[1, 2, 0, 1]);
    table.rolls("VSSSSS");
    table.play(0, &STOP, "");
    let both = [1, 3].map(|seat| TraitUse { place: COUNTER_STROKE, on: Some(of(seat)) });
    assert_eq!(options(&table), both, "holders, and not oneself");
    table.refused(0, &use_on(COUNTER_STROKE, of(0)), "you may use Counter-stroke");
    table.refused(0, &use_on(COUNTER_STROKE, of(2)), "you may use Counter-stroke");
    let events = table.play(0, &use_on(COUNTER_STROKE, of(1)), "").to_vec();
    let did = TraitDid::ReturnedFate { of: Seat(1) };
    assert_eq!(events[0], Event::TraitUsed { place: COUNTER_STROKE, did });
    assert_eq!((table.held(), table.state.fate_on_table), (vec![1, 1, 0, 1], 1));
}

/// D-TRT-6: before the claim, so the die that came back can be claimed.
#[test]
fn what_algoryn_put_back_is_there_for_the_claim() {
    let mut table = rolling(Faction::Algoryn, 3);
    table.fates(&[0, 2, 2]);
    table.rolls("VBBSSS");
    table.play(0, &STOP, "");
    let events = table.play(0, &use_on(COUNTER_STROKE, of(2)), "").to_vec();
    assert_eq!(
        names(&events),
        ["trait_used", "traits_done", "fate_due", "fate_claimed", "turn_began"]
    );
    assert_eq!(events[3], Event::FateClaimed { from: None });
    assert_eq!(table.held(), [1, 2, 1]);
}

/// D-TRT-7
#[test]
fn boromite_claims_one_control_die_more_also_if_the_count_claims_none() {
    for (dice, claim, log, fate) in [
        ("SSSSSS", "1", (1, 0, 0), 0),
        ("BBSSSS", "12", (1, 1, 0), 0),
        ("BBBSSS", "3", (0, 0, 1), 1),
        ("BBBBSS", "123", (1, 1, 1), 0),
    ] {
        let mut table = rolling(Faction::Boromite, 2);
        table.play(0, &roll(), dice);
        table.play(0, &STOP, "");
        table.play(0, &use_trait(DIG_IN, None), claim);
        assert_eq!((table.log(0), table.held()[0]), (log, fate), "{dice}");
        assert_eq!(table.roller(), 1);
    }
    for (choice, claim, log, fate) in [
        (crate::dicegame::tabletop::THREE_CONTROL, "1111", (4, 0, 0), 0),
        (TWO_FATE, "2", (0, 1, 0), 2),
    ] {
        let mut table = rolling(Faction::Boromite, 2);
        table.play(0, &roll(), "BBBBBB");
        table.play(0, &STOP, "");
        let events = table.play(0, &use_trait(DIG_IN, None), "").to_vec();
        assert_eq!(names(&events), ["trait_used", "traits_done", "six_offered"]);
        table.play(0, &choice, claim);
        assert_eq!((table.log(0), table.held()[0]), (log, fate));
    }
}

/// D-TRT-7, D-CTL-2: one more than the gate holds is none.
#[test]
fn digging_in_is_of_no_use_where_the_claim_takes_everything() {
    let mut table = rolling(Faction::Boromite, 2);
    table.gate(2);
    table.play(0, &roll(), "BBBBSS");
    assert_eq!(names(table.play(0, &STOP, "11")), ["stopped", "control_rolled", "game_ended"]);
}

/// D-TRT-8
#[test]
fn ghar_turns_the_highest_die_of_another_player_down() {
    for (log, left, gate) in
        [((1, 1, 2), (1, 2, 1), 0), ((1, 1, 0), (2, 0, 0), 0), ((2, 0, 0), (1, 0, 0), 1)]
    {
        let mut table = rolling(Faction::Ghar, 3);
        table.logs(0, 0, 0, 1);
        table.logs(2, log.0, log.1, log.2);
        let before = table.state.gate;
        table.play(0, &roll(), "VSSSSS");
        table.play(0, &STOP, "");
        assert_eq!(options(&table), [TraitUse { place: SCORCHED_EARTH, on: Some(of(2)) }]);
        table.refused(0, &use_on(SCORCHED_EARTH, of(0)), "you may use Scorched earth");
        table.refused(0, &use_on(SCORCHED_EARTH, of(1)), "you may use Scorched earth");
        table.refused(0, &use_trait(SCORCHED_EARTH, None), "you may use Scorched earth");
        table.play(0, &use_on(SCORCHED_EARTH, of(2)), "");
        assert_eq!((table.log(2), table.log(0)), (left, (0, 0, 1)));
        assert_eq!(table.state.gate, before + gate);
    }
}

/// D-TRT-8, D-END-3: a die that came back to the gate before the claim keeps the game going.
#[test]
fn scorched_earth_can_put_off_the_end() {
    let mut table = rolling(Faction::Ghar, 2);
    table.gate(1);
    table.play(0, &roll(), "BBSSSS");
    table.play(0, &STOP, "");
    table.play(0, &use_on(SCORCHED_EARTH, of(1)), "1");
    assert_eq!((table.state.gate, table.roller()), (1, 1));
    assert!(table.state.ending.is_none());
}

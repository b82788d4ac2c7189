//! The end of the battle, and the forces: A-GAM, A-FRC-3.

use gatemaster_rules::antares::command::{Command, TurnEnd};
use gatemaster_rules::antares::data::Library;
use gatemaster_rules::antares::flow::Manner;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::profile::Faction;
use gatemaster_rules::antares::state::{EndReason, Ending, Phase, UnitId};
use gatemaster_rules::antares::{Antares, Event, Setup};
use gatemaster_rules::colour::Colour;
use gatemaster_rules::ids::Seat;
use gatemaster_rules::system::System as _;

use crate::antares::drill::{
    across, anybody_may, end_turn, last_order, organiser, restart, sprint, tests,
};
use crate::antares::field::{BLUE, Field, RED, needed, setup};

/// Off the table, with its dice, as when it was destroyed earlier.
fn lose(field: &mut Field, id: UnitId) {
    let unit = field.unit_mut(id);
    unit.destroyed = true;
    unit.dice.lost = unit.dice.total;
    unit.dice.placed.clear();
}

fn rolled(events: &[Event]) -> Vec<(EndReason, bool)> {
    events
        .iter()
        .filter_map(|event| match event {
            Event::EndRolled { why, ends, .. } => Some((*why, *ends)),
            _ => None,
        })
        .collect()
}

/// Two units a side, in the last phase of this turn.
fn at_the_end_of_turn(turn: u32) -> Field {
    let units = ["gang_fighters", "work_gang"];
    let mut field = Field::new(&units, &units);
    field.state.turn = turn;
    let last = field.red(0);
    last_order(&mut field, last, Order::Rally);
    field
}

/// A-GAM-1: nothing is rolled before the sixth turn is over.
#[test]
fn the_first_five_turns_end_without_a_roll() {
    for turn in 1..=5 {
        let mut field = at_the_end_of_turn(turn);
        assert_eq!(rolled(&end_turn(&mut field, &[])), []);
        assert_eq!(field.state.turn, turn + 1);
    }
}

/// A guided battle shows everything once; then it is over without a roll, and counted as ever (A-GAM-3).
#[test]
fn a_guided_battle_is_over_after_its_second_turn() {
    for (turn, over) in [(1, false), (2, true)] {
        let mut field = Field::of(&Setup::guided().unwrap());
        assert_eq!((field.state.phase, field.state.turn), (Phase::Orders, 1));
        field.state.turn = turn;
        let (first, second) = (field.red(0), field.red(1));
        lose(&mut field, second);
        last_order(&mut field, first, Order::Rally);
        assert_eq!(rolled(&end_turn(&mut field, &[])), []);
        let ending = Ending { lost: vec![1, 0], winner: Some(BLUE), reason: EndReason::GuideOver };
        assert_eq!(field.state.ending, over.then_some(ending), "turn {turn}");
    }
}

/// A-GAM-1: one to three ends it after the sixth turn, four to six gives another turn.
#[test]
fn after_the_sixth_turn_a_die_decides() {
    for face in 1..=6 {
        let mut field = at_the_end_of_turn(6);
        restart(&mut field);
        let events = end_turn(&mut field, &[face]);
        assert_eq!(rolled(&events), [(EndReason::TurnLimit, face <= 3)]);
        if face <= 3 {
            let ending = Ending { lost: vec![0, 0], winner: None, reason: EndReason::TurnLimit };
            assert_eq!(field.state.ending, Some(ending));
            assert_eq!(field.state.phase, Phase::Over);
            assert!(Antares::is_over(&field.state));
            assert!(field.open().is_empty());
            assert_eq!(field.refused(RED, &Command::Draw), "This battle is over.");
            assert_eq!(
                field.refused(RED, &Command::EndTurn(TurnEnd::default())),
                "This battle is over."
            );
        } else {
            assert_eq!((field.state.turn, field.state.phase), (7, Phase::Orders));
        }
    }
}

/// A-GAM-1: it is asked again after each further turn.
#[test]
fn each_further_turn_may_be_the_last() {
    let mut field = at_the_end_of_turn(7);
    assert_eq!(rolled(&end_turn(&mut field, &[6])), [(EndReason::TurnLimit, false)]);
    let last = field.red(0);
    last_order(&mut field, last, Order::Rally);
    assert_eq!(rolled(&end_turn(&mut field, &[1])), [(EndReason::TurnLimit, true)]);
}

/// A-GAM-1, A-TRN-2: recoveries are rolled before the end is.
#[test]
fn the_last_turn_has_its_recoveries_first() {
    let mut field = Field::new(&["gang_fighters"], &["work_gang"]);
    field.state.turn = 6;
    let gang = field.red(0);
    last_order(&mut field, gang, Order::Down);
    let events = end_turn(&mut field, &[9, 2]);
    assert_eq!(tests(&events).len(), 1);
    assert_eq!(rolled(&events), [(EndReason::TurnLimit, true)]);
}

/// A-GAM-2: half of the dice are not more than half; with more, one to three ends the battle early.
#[test]
fn a_force_that_has_lost_more_than_half_of_its_dice_may_break_off() {
    let units = ["gang_fighters", "work_gang", "work_gang", "work_gang"];
    for (lost, dice, ends) in [(2, &[][..], None), (3, &[4], Some(false)), (3, &[3], Some(true))] {
        let mut field = Field::new(&units, &["gang_fighters"]);
        for n in 0..lost {
            let id = field.red(3 - n);
            lose(&mut field, id);
        }
        let last = field.red(0);
        last_order(&mut field, last, Order::Rally);
        let events = end_turn(&mut field, dice);
        let expected: Vec<_> = ends.map(|ends| (EndReason::Losses, ends)).into_iter().collect();
        assert_eq!(rolled(&events), expected);
        assert_eq!(field.state.phase == Phase::Over, ends == Some(true));
        if ends == Some(true) {
            let ending = Ending { lost: vec![3, 0], winner: Some(BLUE), reason: EndReason::Losses };
            assert_eq!(field.state.ending, Some(ending));
        }
    }
}

/// A-GAM-2: dice are counted, not units: a skimmer's two are more than half of three.
#[test]
fn dice_are_counted_and_not_units() {
    let mut field = Field::new(&["striker_attack_skimmer", "work_gang"], &["gang_fighters"]);
    let (skimmer, workers) = (field.red(0), field.red(1));
    lose(&mut field, skimmer);
    last_order(&mut field, workers, Order::Rally);
    assert_eq!(rolled(&end_turn(&mut field, &[5])), [(EndReason::Losses, false)]);
}

/// A-GAM-2, A-GAM-3: a battle squad counts once for the early end, twice for victory.
#[test]
fn a_battle_squad_counts_double_for_victory_only() {
    let red = ["ghar_battle_squad", "outcast_squad", "outcast_squad"];
    let mut field = Field::new(&red, &["work_gang", "work_gang", "work_gang", "work_gang"]);
    field.state.distort.in_bag = false;
    let (suits, enemy) = (field.red(0), field.blue(0));
    lose(&mut field, suits);
    lose(&mut field, enemy);
    let last = field.red(1);
    last_order(&mut field, last, Order::Rally);
    assert_eq!(rolled(&end_turn(&mut field, &[])), [], "one die of three is less than half");
    assert_eq!(field.state.victory_dice_lost(RED), 2);
    assert_eq!(field.state.victory_dice_lost(BLUE), 1);
}

/// A-GAM-1, A-GAM-2: two reasons, one roll.
#[test]
fn there_is_one_roll_a_turn_even_for_two_reasons() {
    let mut field = Field::new(&["gang_fighters", "work_gang", "work_gang"], &["gang_fighters"]);
    field.state.turn = 6;
    for n in [1, 2] {
        let id = field.red(n);
        lose(&mut field, id);
    }
    let last = field.red(0);
    last_order(&mut field, last, Order::Rally);
    assert_eq!(rolled(&end_turn(&mut field, &[4])), [(EndReason::TurnLimit, false)]);
}

/// A-GAM-3: fewer dice lost wins; as many is a draw.
#[test]
fn the_side_that_lost_fewer_dice_wins() {
    for (red, blue, winner) in [(0, 1, Some(RED)), (1, 0, Some(BLUE)), (1, 1, None), (0, 0, None)] {
        let units = ["gang_fighters", "work_gang", "work_gang"];
        let mut field = Field::new(&units, &units);
        field.state.turn = 6;
        for (side, lost) in [(RED, red), (BLUE, blue)] {
            if lost > 0 {
                let id = field.of_side(side, 1);
                lose(&mut field, id);
            }
        }
        let last = field.red(0);
        last_order(&mut field, last, Order::Rally);
        end_turn(&mut field, &[1]);
        let ending = field.state.ending.clone().unwrap();
        assert_eq!((ending.winner, ending.lost), (winner, vec![red, blue]));
    }
}

/// A-GAM-3, A-DMG-6: a die lost to damage counts, though the skimmer lives.
#[test]
fn a_die_lost_to_damage_counts_as_lost() {
    let mut field = Field::new(&["striker_attack_skimmer", "work_gang"], &["gang_fighters"]);
    field.state.turn = 6;
    let skimmer = field.red(0);
    field.unit_mut(skimmer).dice.lost = 1;
    last_order(&mut field, skimmer, Order::Rally);
    end_turn(&mut field, &[2]);
    let ending = Ending { lost: vec![1, 0], winner: Some(BLUE), reason: EndReason::TurnLimit };
    assert_eq!(field.state.ending, Some(ending));
}

/// A-GAM-3, A-MOV-3, A-BRK-6: the last squad runs itself to pieces, and there is nothing left to play for.
#[test]
fn a_side_with_nobody_left_has_lost_at_once() {
    let mut field = Field::new(&["gang_fighters"], &["work_gang"]);
    let gang = field.red(0);
    field.give(&sprint(gang), &[]);
    field.pin(gang, 8);
    let events = field.go(RED, &across(&[]), &[9]);
    assert_eq!(rolled(&events), [], "no die decides it");
    let ending = Ending { lost: vec![1, 0], winner: Some(BLUE), reason: EndReason::WipedOut };
    assert_eq!(field.state.ending, Some(ending));
    assert!(field.open().is_empty());
}

/// A-GAM-4: by default a mag gun reaches thirty inches and more; with the switch twenty.
#[test]
fn weapons_reach_effective_range_only_if_the_players_say_so() {
    let mut setup = setup(&["gang_fighters"], &["work_gang"]);
    setup.options.already_deployed = true;
    assert!(!setup.options.effective_range_only, "off by default");
    let start = |setup: &Setup| {
        let mut field = Field::of(setup);
        let (gang, workers) = (field.red(0), field.blue(0));
        field.lay(workers, Order::Rally);
        field.order(gang, Order::Fire, &[]);
        let uses = field.way_with(gang, Manner::Fire, 20, "mag_gun", "");
        (field, uses, workers)
    };
    let (mut field, uses, workers) = start(&setup);
    let shots = vec![field.shot(uses, workers, 21)];
    let events = field.go(RED, &Command::Shoot { shots }, &[9; 4]);
    assert_eq!(needed(&events), (5, "needs 5: Acc 5, long range −1, Fire order +1".into()));

    setup.options.effective_range_only = true;
    let (mut field, uses, workers) = start(&setup);
    let shots = vec![field.shot(uses.clone(), workers, 21)];
    assert_eq!(
        field.refused(RED, &Command::Shoot { shots }),
        "Mag gun reaches 20″; the target is 21″ away."
    );
    let shots = vec![field.shot(uses, workers, 20)];
    field.go(RED, &Command::Shoot { shots }, &[9; 4]);
}

fn force(faction: Faction, keys: &[&str]) -> Result<Setup, Vec<String>> {
    let library = Library::built_in();
    Setup::of(
        library,
        [
            ("Red", Colour::Red, faction, keys),
            ("Blue", Colour::Blue, Faction::Boromite, &["work_gang"]),
        ],
    )
}

/// A-FRC-3: as many Outcast Command Squads as Outcast Squads, and not one more.
#[test]
fn outcast_commanders_need_outcasts_to_command() {
    let (command, squad) = ("outcast_command_squad", "outcast_squad");
    assert!(force(Faction::Ghar, &[command, squad]).is_ok());
    assert!(force(Faction::Ghar, &[squad, squad, command, command]).is_ok());
    assert!(force(Faction::Ghar, &[squad]).is_ok());
    assert_eq!(
        force(Faction::Ghar, &[command, squad, command]),
        Err(vec![
            "Red has 2 × Outcast Command Squad but only 1 × Outcast Squad; take as many of the second."
                .into()
        ])
    );
    assert_eq!(
        force(Faction::Other, &[command]),
        Err(vec![
            "Red has 1 × Outcast Command Squad but only 0 × Outcast Squad; take as many of the second."
                .into()
        ]),
        "a mixed force is no way around it"
    );
}

/// A-FRC-3: the C3M4 fights for the Concord and the Freeborn, and for nobody else.
#[test]
fn the_c3m4_also_serves_the_freeborn() {
    for faction in [Faction::Concord, Faction::Freeborn, Faction::Other] {
        assert!(force(faction, &["c3m4_combat_drone"]).is_ok());
    }
    assert_eq!(
        force(Faction::Ghar, &["c3m4_combat_drone"]),
        Err(vec![
            "The Ghar force cannot take C3M4 Combat Drone: it belongs to the Concord force.".into()
        ])
    );
    assert_eq!(
        force(Faction::Freeborn, &["c3_strike_squad"]),
        Err(vec![
            "The Freeborn force cannot take C3 Strike Squad: it belongs to the Concord force."
                .into()
        ])
    );
}

/// A-GAM-3: an organiser who takes the last unit off ends the battle too.
#[test]
fn a_correction_can_end_the_battle() {
    use gatemaster_rules::antares::correct::{Change, Correction};
    let mut field = Field::new(&["gang_fighters"], &["work_gang"]);
    let unit = field.blue(0);
    let gone = Command::Correct(Correction::Unit { unit, change: Change::Destroyed });
    field.go_as(&organiser(), &gone, &[]);
    assert_eq!(field.state.ending.as_ref().unwrap().winner, Some(Seat(0)));
    assert_eq!(field.refused_as(&organiser(), &gone), "This battle is over.");
    assert!(field.open().is_empty());
}

/// A-GAM-1, A-BAG-2: a battle starts with the first turn's bag, for anybody at the table to draw from.
#[test]
fn the_first_turn_is_turn_one() {
    let field = Field::new(&["gang_fighters"], &["work_gang"]);
    assert_eq!(field.state.turn, 1);
    anybody_may(&field, "draw an order die");
}

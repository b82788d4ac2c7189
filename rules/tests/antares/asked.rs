//! What a player is asked, with the facts that decide it.

use gatemaster_rules::antares::command::{Answer, Command, GiveOrder, Mark, Move, Scene};
use gatemaster_rules::antares::flow::{BreakCause, Manner, Task};
use gatemaster_rules::antares::label::{self, Asked, question};
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::ids::Seat;

use crate::antares::field::{BLUE, Field, RED};
use crate::antares::melee::{assault, few};

fn asked(field: &Field) -> (Seat, String, String) {
    let Asked { seat, title, why } = question(&field.state).expect("nobody is asked");
    (seat, title, why)
}

fn asks(seat: Seat, title: &str, why: &str) -> (Seat, String, String) {
    (seat, title.into(), why.into())
}

#[test]
fn nobody_is_asked_between_actions() {
    let field = Field::new(&["gang_fighters"], &["c3_strike_squad"]);
    assert_eq!(question(&field.state), None);
}

#[test]
fn a_unit_with_an_order_hears_what_it_may_do() {
    let mut field = Field::new(&["ai_squad", "gang_fighters"], &["c3_strike_squad"]);
    let (squad, gang, enemy) = (field.red(0), field.red(1), field.blue(0));
    field.pin(squad, 2);
    field.order(squad, Order::Advance, &[6]);
    assert_eq!(
        asked(&field),
        asks(
            RED,
            "AI Squad: Advance",
            "AI Squad has an Advance order and may move up to 5″, shoot or do no more. \
             With 1 pin, every shot needs 1 less."
        )
    );
    field.go(RED, &Command::Move(Move::default()), &[]);
    assert_eq!(
        asked(&field).2,
        "AI Squad has moved and may still shoot or do no more. With 1 pin, every shot needs 1 less."
    );
    field.go(RED, &Command::Finish, &[]);
    let order = GiveOrder { assault: Some(enemy), ..GiveOrder::plain(gang, Order::Run) };
    field.give(&order, &[]);
    assert_eq!(
        asked(&field).2,
        "Gang Fighters have a Run order and may charge C3 Strike Squad, move up to 10″ or do no more."
    );
}

/// A-REA-1: numbers and dice of the shots, what going down does and what it costs.
#[test]
fn whoever_is_aimed_at_hears_the_shots_before_going_down() {
    let mut field = Field::new(&["gang_fighters"], &["c3_strike_squad"]);
    let (gang, squad) = (field.red(0), field.blue(0));
    let uses = field.first_way(gang, Manner::Fire, 24);
    let shot = field.shot(uses, squad, 24);
    field.shoot(gang, Order::Fire, vec![shot], &[]);
    assert_eq!(
        asked(&field),
        asks(
            BLUE,
            "Go down with C3 Strike Squad?",
            "Gang Fighters aim from 24″. \
             Mag pistol: 1 shot needs 4, SV 1; mag gun: 4 shots need 5, SV 1. \
             If it goes down, hits are rolled again, but its order die for this turn is spent. \
             At the turn's end it tests to get up; any roll but a 10 takes a pin off."
        )
    );
}

/// A-REA-1: a vehicle hears that hits stand all the same, and what it gains.
#[test]
fn a_vehicle_hears_that_going_down_spares_it_no_hit() {
    let mut field = Field::new(&["gang_fighters"], &["striker_attack_skimmer"]);
    let (gang, skimmer) = (field.red(0), field.blue(0));
    let uses = field.way_with(gang, Manner::Fire, 24, "mag_gun", "");
    let shot = field.shot(uses, skimmer, 24);
    field.shoot(gang, Order::Fire, vec![shot], &[]);
    assert_eq!(
        asked(&field),
        asks(
            BLUE,
            "Go down with Striker Attack Skimmer?",
            "Gang Fighters aim from 24″. \
             Mag gun: 4 shots need 5, SV 1. \
             If it goes down, hits stand all the same, and one of its 2 order dice is spent. \
             At the turn's end it tests to get up; any roll but a 10 takes a pin off."
        )
    );
    let told = label::options(&field.state, &field.asked().2);
    let told: Vec<(&str, &str)> =
        told.iter().map(|label| (label.text.as_str(), label.more.as_str())).collect();
    assert_eq!(
        told,
        [
            ("Stay up", "Hits stand; it keeps its order die"),
            (
                "Go down",
                "Saves no hit; a pin may come off at the turn's end, but one of its 2 order dice is spent"
            ),
        ]
    );
}

/// A-SHT-10, A-SHT-12
#[test]
fn whoever_places_hits_hears_how_many_and_what_they_are_resisted_at() {
    let mut field = Field::new(&["gang_fighters"], &["ai_mag_cannon_team"]);
    let (gang, team) = (field.red(0), field.blue(0));
    field.lay(team, Order::Rally);
    let uses = field.way_with(gang, Manner::Fire, 18, "mag_gun", "");
    let shot = field.shot(uses, team, 18);
    field.shoot(gang, Order::Fire, vec![shot], &[1, 10, 4, 10]);
    assert_eq!(
        asked(&field),
        asks(
            RED,
            "Hits on AI Mag Cannon Team",
            "1 lucky hit on AI Mag Cannon Team from Gang Fighters: SV 1. \
             The lucky hit is yours to place; a drone that is hit is lost. \
             To withstand a hit, one of the AI Crew needs 6 and the mag cannon needs 10."
        )
    );
    field.answer(RED, Answer::Place(vec![Some(Mark::Drone(0))]), &[]);
    assert_eq!(
        asked(&field),
        asks(
            BLUE,
            "Hits on AI Mag Cannon Team",
            "1 hit on AI Mag Cannon Team from Gang Fighters: SV 1. \
             Hits are spread as evenly as possible. \
             To withstand a hit, one of the AI Crew needs 6 and the mag cannon needs 10."
        )
    );
}

/// A-REA-3
#[test]
fn an_ambusher_hears_who_moves() {
    let mut field = Field::new(&["phase_squad"], &["gang_fighters", "work_gang"]);
    let runners = field.red(0);
    for n in [0, 1] {
        field.lay(field.blue(n), Order::Ambush);
    }
    field.give(&GiveOrder { sprint: true, ..GiveOrder::plain(runners, Order::Run) }, &[]);
    field.go(RED, &Command::Move(Move::default()), &[]);
    assert_eq!(
        asked(&field),
        asks(
            BLUE,
            "Ambush Phase Squad?",
            "Phase Squad is on the move, and Gang Fighters and Work Gang lie in ambush. \
             Sprung, an ambush halts it wherever you say on the way and shoots at it there as with a Fire order; its \
             die turns to Fire. \
             Hits on it are rolled again: sprinting."
        )
    );
}

/// A-MOV-3
#[test]
fn a_lucky_sprinter_hears_the_price_of_going_on() {
    let mut field = Field::new(&["phase_squad"], &["gang_fighters"]);
    let runners = field.red(0);
    field.give(&GiveOrder { sprint: true, ..GiveOrder::plain(runners, Order::Run) }, &[]);
    field.go(RED, &Command::Move(Move::default()), &[1]);
    assert_eq!(
        asked(&field),
        asks(
            RED,
            "Go on with Phase Squad?",
            "A 1 after the sprint: Phase Squad may go up to 5″ further, at the price of 1 pin."
        )
    );
}

/// A-OVH-4
#[test]
fn a_stray_shot_is_described_so_that_the_template_can_be_laid() {
    let mut field = Field::new(&["boromite_x_launcher_team"], &["work_gang"]);
    let (team, gang) = (field.red(0), field.blue(0));
    field.unit_mut(team).gear.clear();
    field.lay(gang, Order::Rally);
    let uses = field.first_way(team, Manner::Fire, 20);
    let shot = field.shot(uses, gang, 20);
    field.shoot(team, Order::Fire, vec![shot], &[9, 4]);
    assert_eq!(
        asked(&field),
        asks(
            RED,
            "Who is under the template?",
            "A shot of Boromite X-Launcher Team's X-launcher at Work Gang lands 2″ off, towards 5 o'clock (12 is away \
             from the shooter). \
             Say who lies under the template: a D5 of hits at SV 1. \
             Several units share the hits evenly; odd ones go to the unit named first."
        )
    );
}

/// A-SHT-8, A-OVH-4: an overhead miss still lands somewhere, so another roll may spoil it.
#[test]
fn the_spotters_choice_names_every_miss_and_what_it_risks() {
    let mut field = Field::new(&["boromite_x_launcher_team"], &["work_gang"]);
    let (team, gang) = (field.red(0), field.blue(0));
    field.lay(gang, Order::Rally);
    let uses = field.first_way(team, Manner::Fire, 20);
    let shot = field.shot(uses, gang, 20);
    field.shoot(team, Order::Fire, vec![shot], &[9]);
    assert_eq!(
        asked(&field),
        asks(
            RED,
            "A second chance for Boromite X-Launcher Team",
            "Boromite X-Launcher Team's spotter drone has one miss rolled again. \
             X-launcher needed 3 and fell 9. \
             An overhead miss lands somewhere; a 10 lands nowhere."
        )
    );
}

/// A-BRK-3 to A-BRK-5: what the test needs, and what a failure brings, which is not always the same.
#[test]
fn a_break_test_says_what_failing_it_would_mean() {
    let mut field = Field::new(&["lavamites"], &["c3_strike_squad", "c3_strike_command_squad"]);
    let squad = field.blue(0);
    field.pin(squad, 2);
    let why = |field: &mut Field, cause: BreakCause| {
        field.state.flow.tasks = vec![Task::BreakTest { unit: squad, cause }].into();
        asked(field).2
    };
    assert_eq!(
        why(&mut field, BreakCause::Shot),
        "C3 Strike Squad, under fire, takes a break test and needs 6 or less if nobody helps. \
         A failure sends the unit Down; a 10 destroys it. A 1 takes a pin off."
    );
    assert!(why(&mut field, BreakCause::Defeat).contains("A failure destroys the unit."));
    field.lay(squad, Order::Down);
    assert!(
        why(&mut field, BreakCause::Shot)
            .contains("A failure costs 1 pin more; a 10 destroys the unit.")
    );
    for model in &mut field.unit_mut(squad).models[..3] {
        model.lost = true;
    }
    assert!(
        why(&mut field, BreakCause::Shot)
            .contains("Any failure destroys the unit, as it has lost more than half.")
    );
}

/// A-ASL-2, A-ASL-3: who shoots when.
#[test]
fn point_blank_is_asked_with_who_shoots_first() {
    let fight = |down: bool| {
        let mut field = Field::new(&["c3_strike_squad"], &["ai_command_squad"]);
        let (squad, command) = (field.red(0), field.blue(0));
        if down {
            field.lay(command, Order::Down);
        }
        assault(&mut field, squad, command, &[]);
        asked(&field)
    };
    let reach =
        "C3 Strike Squad reaches AI Command Squad and may shoot point-blank before the blows.";
    let title = "Point-blank: C3 Strike Squad";
    assert_eq!(fight(false), asks(RED, title, &format!("{reach} Both sides shoot at once.")));
    let first = "AI Command Squad is down, so C3 Strike Squad shoots first.";
    let again = "Hits on AI Command Squad are rolled again: down.";
    assert_eq!(fight(true), asks(RED, title, &format!("{reach} {first} {again}")));
}

/// A-ASL-5, A-ASL-13, A-ASL-14
#[test]
fn the_choices_of_a_fight_are_explained() {
    let mut field = Field::new(&["skyraider_squad"], &["ai_assault_squad"]);
    let (riders, squad) = (field.red(0), field.blue(0));
    few(&mut field, squad, 3);
    field.lay(riders, Order::Run);
    charge_into(&mut field);
    field.state.flow.tasks = vec![Task::BreakOff { unit: riders }].into();
    assert_eq!(
        asked(&field),
        asks(
            RED,
            "Break off with Skyraider Squad?",
            "Skyraider Squad is fast and has a Run order, so it may break off before it comes to blows. \
             Then nobody fights, and it consolidates first, up to 10″."
        )
    );
    field.state.flow.tasks = vec![Task::Spinner { unit: squad }].into();
    assert_eq!(
        asked(&field),
        asks(
            BLUE,
            "The spinners of AI Assault Squad",
            "In this fight the distort spinners of AI Assault Squad either strike at SV 2 or guard with Res +2."
        )
    );
    field.state.flow.tasks = vec![Task::Consolidate { unit: squad }].into();
    assert_eq!(
        asked(&field).2,
        "The assault is over, and AI Assault Squad may move up to 5″, or stay."
    );
    field.state.flow.tasks = vec![Task::Contact].into();
    assert_eq!(
        asked(&field).2,
        "Terrain has slowed the charge: Skyraider Squad goes 10″ at most. Is AI Assault Squad within that?"
    );
}

/// The riders are at grips with the squad.
fn charge_into(field: &mut Field) {
    field.state.flow.assault = Some(gatemaster_rules::antares::flow::Assault {
        attacker: field.red(0),
        defender: field.blue(0),
        cover: Scene::default().cover,
        contact: true,
        spinners: Vec::new(),
        hand_weapons: Vec::new(),
        point_blank: Vec::new(),
        broke_off: None,
        losers: Vec::new(),
        block: None,
    });
}

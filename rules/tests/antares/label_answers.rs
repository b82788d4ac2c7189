//! The buttons of fights, charges, second chances and templates.

use gatemaster_rules::antares::command::{
    Answer, Charge, Command, Consolidation, Cover, Feature, GiveOrder, Move, Struck,
};
use gatemaster_rules::antares::flow::{Assault, BreakCause, Manner, Task};
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::label;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::state::{ModelId, UnitId};

use crate::antares::field::{BLUE, Field, duel};
use crate::antares::melee::{assault, few};

fn pair(text: &str, more: &str) -> (String, String) {
    (text.into(), more.into())
}

fn shown(field: &Field, commands: &[Command]) -> Vec<(String, String)> {
    let labels = commands.iter().map(|command| label::command(&field.state, command));
    labels.map(|label| (label.text, label.more)).collect()
}

fn choices(field: &Field) -> Vec<(String, String)> {
    shown(field, &field.asked().2)
}

/// The battle waits with this.
fn wait(field: &mut Field, task: Task) {
    field.state.flow.tasks = vec![task].into();
}

/// The first red unit is at grips with the first blue one.
fn at_grips(field: &mut Field) {
    field.state.flow.assault = Some(Assault {
        attacker: field.red(0),
        defender: field.blue(0),
        cover: Cover::Nobody,
        contact: false,
        spinners: Vec::new(),
        hand_weapons: Vec::new(),
        point_blank: Vec::new(),
        broke_off: None,
        losers: Vec::new(),
        block: None,
    });
}

#[test]
fn an_order_to_run_offers_the_charge_the_move_and_the_end() {
    let mut field = Field::new(&["ai_assault_squad"], &["work_gang"]);
    let (squad, gang) = (field.red(0), field.blue(0));
    let order = GiveOrder { assault: Some(gang), ..GiveOrder::plain(squad, Order::Run) };
    field.give(&order, &[]);
    assert_eq!(
        choices(&field),
        [
            pair("Charge into Work Gang", "Up to 10″"),
            pair("Charge, but fall short of Work Gang", "Up to 10″"),
            pair("Run up to 10″ without charging", ""),
            pair("Do no more", "The Run order of AI Assault Squad is over"),
        ]
    );
    let features = vec![
        Feature::Difficult { name: "the wood".into() },
        Feature::Obstacle { name: "the wall".into(), defended: false },
    ];
    let charge = Charge {
        features: features.clone(),
        left_behind: vec![ModelId(1)],
        contact: true,
        cover: Cover::Everybody(1),
    };
    let moved = Move { to: None, features, left_behind: Vec::new() };
    assert_eq!(
        shown(&field, &[Command::Charge(charge), Command::Move(moved)]),
        [
            pair(
                "Charge into Work Gang",
                "Up to 10″ · by way of the wood and the wall · cover +1 point-blank · 1 model is left behind and lost"
            ),
            pair("Run up to 10″ without charging", "By way of the wood and the wall"),
        ]
    );
}

/// A-SHT-1, A-OVH-7
#[test]
fn shots_say_at_whom_from_where_with_what_and_what_they_need() {
    let mut field = Field::new(&["boromite_x_launcher_team"], &["work_gang"]);
    let (team, gang) = (field.red(0), field.blue(0));
    field.lay(gang, Order::Down);
    field.order(team, Order::Fire, &[]);
    let uses = field.first_way(team, Manner::Fire, 20);
    let shot = field.shot(uses.clone(), gang, 20);
    let blind = Command::FireBlind { range: Inches::whole(40), uses };
    assert_eq!(
        shown(&field, &[Command::Shoot { shots: vec![shot] }, blind]),
        [
            pair(
                "Shoot Work Gang, 20″: X-launcher",
                "1 shot needs 3, SV 1, D5 hits each · the hits of a blast are halved"
            ),
            pair("Fire blind, 40″: X-launcher", "1 shot needs 1, SV 1, D5 hits each"),
        ]
    );
}

/// A-ASL-3: shots of each way; ammunition may be saved.
#[test]
fn point_blank_fire_is_chosen_by_weapon_and_mode() {
    let mut field = Field::new(&["outcast_squad"], &["lavamites"]);
    let (outcasts, enemy) = (field.red(0), field.blue(0));
    few(&mut field, outcasts, 3);
    assault(&mut field, outcasts, enemy, &[]);
    assert_eq!(
        choices(&field),
        [pair("3 × lugger gun", "6 shots need 5, SV 0"), pair("Hold fire", "Saves ammunition"),]
    );
}

/// A-BRK-3, A-ORD-9, A-ORD-10
#[test]
fn a_break_test_is_taken_alone_or_with_help() {
    let mut field = Field::new(&["feral_squad", "freeborn_command_squad"], &["lavamites"]);
    let ferals = field.red(0);
    field.pin(ferals, 4);
    wait(&mut field, Task::BreakTest { unit: ferals, cause: BreakCause::Shot });
    assert_eq!(
        choices(&field),
        [
            pair("Test alone", "Needs 3 or less"),
            pair(
                "Wake the soma grafts",
                "Needs anything but a 10, and so does every command test from now on"
            ),
            pair("With Freeborn Command Squad's Command 9", "Needs 5 or less"),
        ]
    );
    field.pin(ferals, 8);
    assert_eq!(choices(&field)[0].1, "Needs a 1");
}

/// A-ASL-5, A-ASL-6, A-ASL-13, A-ASL-14
#[test]
fn the_buttons_of_a_fight_say_what_each_choice_brings() {
    let mut field = Field::new(&["ai_assault_squad"], &["skyraider_squad", "ai_squad"]);
    let (squad, riders, rifles) = (field.red(0), field.blue(0), field.blue(1));
    at_grips(&mut field);
    wait(&mut field, Task::Spinner { unit: squad });
    assert_eq!(
        choices(&field),
        [
            pair("Strike with the spinners", "Blows at SV 2"),
            pair("Guard with the spinners", "Res +2 against blows"),
        ]
    );
    field.lay(riders, Order::Run);
    wait(&mut field, Task::BreakOff { unit: riders });
    assert_eq!(
        choices(&field),
        [
            pair("Stay and fight", "It comes to blows"),
            pair("Break off", "It does not come to blows"),
        ]
    );
    wait(&mut field, Task::Consolidate { unit: riders });
    let moved = Some(vec![Feature::Difficult { name: "the wood".into() }]);
    let moved = Consolidation { moved, to: None, left_behind: vec![ModelId(0), ModelId(1)] };
    assert_eq!(
        shown(
            &field,
            &[Answer::Consolidate(moved), Answer::Consolidate(Consolidation::default())]
                .map(Command::Answer)
        ),
        [
            pair(
                "Consolidate, up to 10″",
                "By way of the wood · 2 models are left behind and lost"
            ),
            pair("Stay in place", ""),
        ]
    );
    wait(&mut field, Task::HandWeapons { unit: rifles });
    assert_eq!(
        choices(&field),
        [
            pair("Fight with X-sling", "1 attack at SV 0, D3 hits each"),
            pair("Fight with mag pistol", "1 attack at SV 1"),
        ],
        "only the leader has a choice"
    );
}

/// A-MOV-3, A-ASL-1
#[test]
fn further_inches_and_a_slowed_charge_are_answered_by_name() {
    let mut field = Field::new(&["ai_assault_squad"], &["work_gang"]);
    let squad = field.red(0);
    wait(&mut field, Task::BonusMove { unit: squad });
    assert_eq!(
        choices(&field),
        [pair("Stop here", "No pin"), pair("Go on, up to 5″", "It costs 1 pin")]
    );
    at_grips(&mut field);
    assert_eq!(
        choices(&field)[1..],
        [
            pair("Go on, up to 5″, short of Work Gang", "It costs 1 pin"),
            pair("Go on into Work Gang", "It costs 1 pin"),
        ]
    );
    wait(&mut field, Task::Contact);
    assert_eq!(
        choices(&field),
        [
            pair("It falls short of Work Gang", "The charge ends there"),
            pair("It still reaches Work Gang", "The assault goes on"),
        ]
    );
}

/// A-OVH-4
#[test]
fn a_template_lies_on_one_unit_on_several_or_on_nobody() {
    let mut field = Field::new(&["boromite_x_launcher_team"], &["work_gang", "lavamites"]);
    let (team, gang) = (field.red(0), field.blue(0));
    field.unit_mut(team).gear.clear();
    field.lay(gang, Order::Rally);
    let uses = field.first_way(team, Manner::Fire, 20);
    let shot = field.shot(uses, gang, 20);
    field.shoot(team, Order::Fire, vec![shot], &[9, 4]);
    let whole = |id: UnitId| Struck {
        unit: id,
        under: gatemaster_rules::antares::arms::targets(field.unit(id)),
    };
    let part = Struck { under: whole(gang).under[..2].to_vec(), ..whole(gang) };
    let laid = [vec![], vec![whole(gang)], vec![part, whole(field.blue(1))]];
    assert_eq!(
        shown(&field, &laid.map(Answer::Template).map(Command::Answer)),
        [
            pair("Nobody is under it", "The shot hits nothing"),
            pair("Work Gang", "All hits of this shot"),
            pair(
                "Work Gang (2 of 5) and Lavamites",
                "Hits are shared; the odd ones go to Work Gang (2 of 5)"
            ),
        ]
    );
}

/// A-SHT-8
#[test]
fn the_spotter_is_told_what_missed_and_what_it_needs() {
    let mut field = Field::new(&["c3_strike_squad"], &["work_gang"]);
    let (squad, gang) = (field.red(0), field.blue(0));
    field.lay(gang, Order::Rally);
    field.unit_mut(squad).models[0].stats.acc = 7;
    let uses = field.first_way(squad, Manner::Fire, 18);
    let shot = field.shot(uses, gang, 18);
    field.shoot(squad, Order::Fire, vec![shot], &[9, 10, 7, 8, 2]);
    assert_eq!(
        choices(&field),
        [
            pair("Again: plasma carbine (single shot), needs 8", "Missed with 9 · SV 2"),
            pair("Again: plasma carbine (single shot), needs 6", "Missed with 7 and 8 · SV 2"),
            pair("Roll nothing again", "Misses stand"),
        ]
    );
}

/// A-SHT-16, A-DMG-1: the leader of a machine may have its damage rolled again.
#[test]
fn damage_is_rolled_again_by_its_number() {
    let (mut field, _, crawler) = duel("boromite_heavy_frag_borer_team", "ghar_command_crawler");
    let borer = field.red(0);
    let uses = field.first_way(borer, Manner::Fire, 15);
    let shot = field.shot(uses, crawler, 15);
    // Res 13 against SV 6 needs 7 and fails; the chart says 6
    field.shoot(borer, Order::Fire, vec![shot], &[5, 8, 6]);
    assert_eq!(
        choices(&field),
        [
            pair(
                "Roll the 6 again",
                "It was: D3 pins, Down and an order die lost. The second result counts"
            ),
            pair("Let it stand", "D3 pins, Down and an order die lost"),
        ]
    );
    assert_eq!(field.asked().0, BLUE);
    field.unit_mut(crawler).dice.lost = 1;
    assert_eq!(choices(&field)[1].1, "D3 pins and Down", "the last die stays (A-DMG-6)");
}

/// A button that is pressed too late, or a log that is read again.
#[test]
fn a_command_out_of_its_time_still_has_a_name() {
    let field = Field::new(&["gang_fighters"], &["work_gang"]);
    let answers = [
        Answer::GoDown(true),
        Answer::Spring(None),
        Answer::Place(vec![None, None]),
        Answer::Spot(Some(3)),
        Answer::ChartAgain(Some(9)),
        Answer::PointBlank(Vec::new()),
        Answer::Contact(true),
        Answer::HandWeapons(Vec::new()),
        Answer::BonusMove { take: true, features: Vec::new(), contact: true },
    ];
    let texts: Vec<String> =
        shown(&field, &answers.map(Command::Answer)).into_iter().map(|(text, _)| text).collect();
    assert_eq!(
        texts,
        [
            "Go down",
            "Let it pass",
            "Place 2 hits",
            "Roll a miss again",
            "Let it stand",
            "Hold fire",
            "It still reaches the enemy",
            "With what they have",
            "Go on into contact",
        ]
    );
    let moved = label::command(&field.state, &Command::Move(Move::default()));
    assert_eq!(moved.text, "Advance");
}

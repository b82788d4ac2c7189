//! What stands on buttons and in choices, with the facts of the moment.

use gatemaster_rules::antares::Antares;
use gatemaster_rules::antares::command::{
    Answer, Command, Cover, Feature, GiveOrder, Mark, Move, Nerve, Scene, Shot, TurnEnd,
};
use gatemaster_rules::antares::correct::{Change, Correction};
use gatemaster_rules::antares::data::Library;
use gatemaster_rules::antares::flow::Manner;
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::label::{self, MAX_MORE, MAX_TEXT, target_line, unit_line};
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::profile::Faction;
use gatemaster_rules::antares::roster::parse;
use gatemaster_rules::antares::setup::Setup;
use gatemaster_rules::antares::state::{ModelId, Phase, Soma, UnitId};
use gatemaster_rules::system::System as _;

use crate::antares::field::{BLUE, Field, RED, seat};
use crate::antares::melee::few;

/// The choices that somebody has now, as they are shown.
fn choices(field: &Field) -> Vec<(String, String)> {
    let (_, _, options) = field.asked();
    shown(field, &options)
}

fn shown(field: &Field, commands: &[Command]) -> Vec<(String, String)> {
    let labels = label::options(&field.state, commands).into_iter();
    labels.map(|label| (label.text, label.more)).collect()
}

fn label(field: &Field, command: Command) -> (String, String) {
    shown(field, &[command]).remove(0)
}

fn pair(text: &str, more: &str) -> (String, String) {
    (text.into(), more.into())
}

fn order(unit: UnitId, order: Order) -> Command {
    Command::Order(GiveOrder::plain(unit, order))
}

/// A red gang shoots with its mag guns from 18 inches.
fn shot_at(field: &mut Field, scene: Scene, dice: &[u32]) {
    let (gang, target) = (field.red(0), field.blue(0));
    let uses = field.way_with(gang, Manner::Fire, 18, "mag_gun", "");
    let shot = Shot { scene, ..field.shot(uses, target, 18) };
    field.shoot(gang, Order::Fire, vec![shot], dice);
}

/// A-REA-1, A-REA-4: what going down gains and costs depends on what lies beside the unit.
#[test]
fn going_down_says_what_it_gains_and_what_it_costs() {
    let mut field = Field::new(&["gang_fighters"], &["c3_strike_squad"]);
    shot_at(&mut field, Scene::default(), &[]);
    assert_eq!(
        choices(&field),
        [
            pair("Stay up", "Hits stand; it keeps its order die"),
            pair("Go down", "Hits are rolled again, but its order die for this turn is spent"),
        ]
    );
    let mut field = Field::new(&["gang_fighters"], &["lavamites"]);
    field.lay(field.blue(0), Order::Ambush);
    shot_at(&mut field, Scene::default(), &[]);
    assert_eq!(
        choices(&field),
        [
            pair("Stay up", "Hits stand; they stay in ambush"),
            pair("Go down", "Hits are rolled again, but their ambush is over"),
        ]
    );
    let mut field = Field::new(&["gang_fighters"], &["phase_squad"]);
    field.lay(field.blue(0), Order::Rally);
    shot_at(&mut field, Scene::default(), &[]);
    assert_eq!(
        choices(&field),
        [
            pair("Stay up", "Hits stand; its Rally order stands"),
            pair("Go down", "Hits are rolled again, but its Rally die turns to Down"),
        ]
    );
}

/// A-OVH-2, A-SPC-6: blasts are halved, and a camo drone hides everybody beyond ten inches.
#[test]
fn going_down_under_a_blast_or_a_camo_drone_is_another_thing() {
    let gain = |target: &str, range: u32| {
        let mut field = Field::new(&["boromite_x_launcher_team"], &[target]);
        let (team, target) = (field.red(0), field.blue(0));
        let uses = field.first_way(team, Manner::Fire, range);
        let shot = field.shot(uses, target, range);
        field.shoot(team, Order::Fire, vec![shot], &[]);
        choices(&field)[1].1.clone()
    };
    let spent = "its order die for this turn is spent";
    assert_eq!(gain("work_gang", 20), format!("The hits of a blast are halved, but {spent}"));
    assert_eq!(
        gain("phase_sniper", 20),
        format!("The camo drone hides the whole unit and nothing hits, but {spent}")
    );
    assert_eq!(gain("phase_sniper", 10), format!("The hits of a blast are halved, but {spent}"));
}

/// A-REA-3: halted by an ambush on its way, a unit of phase armour ends its run by going down; a sprint helps anyway.
#[test]
fn a_runner_in_an_ambush_ends_its_run_by_going_down() {
    let mut field = Field::new(&["phase_squad"], &["gang_fighters"]);
    let (runners, gang) = (field.red(0), field.blue(0));
    field.lay(gang, Order::Ambush);
    field.give(&GiveOrder { sprint: true, ..GiveOrder::plain(runners, Order::Run) }, &[]);
    field.go(RED, &Command::Move(Move::default()), &[]);
    let ambush = choices(&field);
    assert_eq!(ambush[0], pair("Let Phase Squad pass", "Nobody shoots, and the ambush stays set"));
    let volley = pair(
        "Gang Fighters shoot: mag pistol and 4 × mag gun, 18″",
        "Mag pistol: 1 shot needs 5, SV 1 · mag gun: 4 shots need 6, SV 1 · hits are rolled again",
    );
    assert_eq!(ambush[1], volley);
    let spring = field.asked().2[1].clone();
    field.go(BLUE, &spring, &[]);
    assert_eq!(
        choices(&field),
        [
            pair("Stay up", "Sprinting, hits are rolled again anyway; its Run order stands"),
            pair(
                "Go down",
                "Hits are rolled again as they are anyway, but its Run ends there and turns to Down"
            ),
        ]
    );
}

/// A-SHT-10: who is hit, with what he needs to stand.
#[test]
fn hits_are_placed_on_troopers_or_their_leader() {
    let mut field = Field::new(&["gang_fighters"], &["c3_strike_squad"]);
    shot_at(&mut field, Scene::default(), &[]);
    field.answer(BLUE, Answer::GoDown(false), &[6, 3, 8, 10]);
    assert_eq!(
        choices(&field),
        [
            pair("Hit 2 Troopers", "2 Troopers need 6"),
            pair("Hit the Leader and 1 Trooper", "Each needs 6"),
        ]
    );
}

/// A-SHT-19, A-SHT-11: some in cover and some behind the others are told apart, as far as they differ.
#[test]
fn models_in_cover_are_told_from_those_in_the_open() {
    let mut field = Field::new(&["gang_fighters"], &["c3_strike_squad"]);
    field.lay(field.blue(0), Order::Rally);
    let models = [1, 2].map(ModelId).to_vec();
    let scene = Scene {
        cover: Cover::Only { bonus: 2, models },
        behind: vec![Mark::Model(ModelId(0))],
        ..Scene::default()
    };
    shot_at(&mut field, scene, &[6, 3, 8, 10]);
    assert_eq!(
        choices(&field),
        [
            pair("Hit 2 Troopers in cover", "2 Troopers in cover need 8"),
            pair(
                "Hit 1 Trooper in cover and 1 Trooper",
                "1 Trooper in cover needs 8 · 1 Trooper needs 6"
            ),
            pair("Hit 2 Troopers", "2 Troopers need 6"),
        ]
    );
}

/// A-SHT-10, A-SHT-20: the shooter's lucky hit may take a drone; the rest is told with who was hit before.
#[test]
fn a_lucky_hit_may_go_on_a_drone_and_the_rest_goes_round() {
    let mut field = Field::new(&["gang_fighters"], &["ai_mag_cannon_team"]);
    field.lay(field.blue(0), Order::Rally);
    shot_at(&mut field, Scene::default(), &[1, 3, 4, 5]);
    assert_eq!(
        choices(&field),
        [
            pair("Hit 1 of the AI Crew", "1 of the AI Crew needs 6"),
            pair("Hit the mag cannon", "The mag cannon needs 10"),
            pair("Hit the spotter drone", "The spotter drone is lost"),
        ]
    );
    field.answer(RED, Answer::Place(vec![Some(Mark::Gun)]), &[]);
    assert_eq!(
        choices(&field),
        [
            pair(
                "Hit 2 of the AI Crew and the mag cannon again",
                "2 of the AI Crew need 6 · the mag cannon needs 10"
            ),
            pair("Hit 1 of the AI Crew twice and 1 of the AI Crew", "Each needs 6"),
        ]
    );
}

/// Hits of several weapons are named by what tells them apart.
#[test]
fn hits_of_several_weapons_are_told_by_their_strike_value() {
    let mut field = Field::new(&["c3_strike_squad"], &["work_gang"]);
    let (squad, gang) = (field.red(0), field.blue(0));
    few(&mut field, gang, 2);
    field.lay(gang, Order::Rally);
    let ways = gatemaster_rules::antares::arms::ways(
        &field.state,
        field.unit(squad),
        Manner::Fire,
        Inches::whole(8),
    );
    let mixed = ways.into_iter().find(|way| way.len() == 2).unwrap();
    assert_eq!(
        label::ways(&field.state, squad, &mixed),
        "X-sling and 4 × plasma carbine (single shot)"
    );
    let shot = field.shot(mixed, gang, 8);
    // the sling's blast brings two hits, one carbine hits
    field.unit_mut(squad).gear.clear();
    field.shoot(squad, Order::Fire, vec![shot], &[5, 6, 10, 10, 10, 2]);
    let told = choices(&field);
    let first = "Hit the Gang Leader (SV 0) and 1 Ganger (SV 0, SV 2)";
    assert!(told.iter().any(|(text, _)| text == first), "{told:#?}");
    assert!(told.len() > 2, "{told:#?}");
}

/// A-ORD-3, A-ORD-9, A-ORD-10: an order says whose it is, what its test needs and who helps.
#[test]
fn orders_of_pinned_units_say_what_their_test_needs() {
    let mut field = Field::new(&["ai_squad", "ai_command_squad", "feral_squad"], &["lavamites"]);
    let (squad, command, ferals) = (field.red(0), field.red(1), field.red(2));
    let enemy = field.blue(0);
    field.draw(RED);
    assert_eq!(
        label(&field, order(squad, Order::Fire)),
        pair("Fire", "AI Squad · stays and shoots")
    );
    let sprint = GiveOrder { sprint: true, ..GiveOrder::plain(squad, Order::Run) };
    assert_eq!(
        label(&field, Command::Order(sprint.clone())),
        pair("Sprint", "AI Squad · up to 15″, then a test of Ag 5")
    );
    let onto = GiveOrder { assault: Some(enemy), ..sprint };
    assert_eq!(
        label(&field, Command::Order(onto.clone())),
        pair("Sprint and assault Lavamites", "AI Squad · up to 15″, then a test of Ag 5")
    );
    field.pin(squad, 2);
    let helped = Nerve { commander: Some(command), soma: false };
    assert_eq!(
        shown(
            &field,
            &[
                order(squad, Order::Fire),
                Command::Order(GiveOrder { sprint: false, nerve: helped, ..onto }),
                order(squad, Order::Rally),
                order(squad, Order::Down),
            ]
        ),
        [
            pair("Fire", "AI Squad · order test needs 6 · stays and shoots"),
            pair(
                "Run and assault Lavamites",
                "AI Squad · order test needs 7 with AI Command Squad's Command 9 · moves up to 10″"
            ),
            pair("Rally", "AI Squad · order test needs 8 · passed, D6 + 1 pins come off"),
            pair("Down", "AI Squad · hits on it are rolled again"),
        ]
    );
    field.pin(ferals, 3);
    let woken = Nerve { commander: None, soma: true };
    let woken = GiveOrder { nerve: woken, ..GiveOrder::plain(ferals, Order::Advance) };
    assert_eq!(
        label(&field, Command::Order(woken)),
        pair(
            "Advance",
            "Feral Squad · order test needs 9 with woken grafts · moves up to 5″, may shoot"
        )
    );
    field.unit_mut(ferals).soma = Soma::Wild;
    assert_eq!(
        label(&field, order(ferals, Order::Fire)),
        pair("Let the grafts decide", "Feral Squad · whatever it is told, a die chooses its order")
    );
}

#[test]
fn a_unit_on_one_line_shows_what_matters_for_the_next_die() {
    let mut field = Field::new(
        &["ai_squad", "ai_mag_cannon_team", "c3m4_combat_drone", "feral_squad"],
        &["lavamites"],
    );
    let ids = [0, 1, 2, 3].map(|n| field.red(n));
    let [squad, team, drone, ferals] = ids;
    let line = |field: &Field, id| unit_line(&field.state, id);
    assert_eq!(line(&field, squad), "5 models");
    field.unit_mut(squad).models[3].lost = true;
    field.pin(squad, 2);
    assert_eq!(line(&field, squad), "4 of 5 models · 2 pins · order test needs 6 (Rally 8)");
    field.lay(squad, Order::Fire);
    assert_eq!(line(&field, squad), "4 of 5 models · 2 pins · Fire", "it has had its order");
    field.lay(drone, Order::Fire);
    assert_eq!(line(&field, drone), "1 model · Fire · 1 of 2 dice in the bag");
    field.pin(team, 9);
    field.unit_mut(team).gun.as_mut().unwrap().condition =
        gatemaster_rules::antares::state::Condition::Malfunction;
    assert_eq!(
        line(&field, team),
        "2 models · 9 pins · order test needs a 1 (Rally 8) · mag cannon jammed"
    );
    assert_eq!(line(&field, ferals), "6 models · grafts dormant");
    field.unit_mut(ferals).soma = Soma::Wild;
    assert_eq!(line(&field, ferals), "6 models · grafts run wild, a die chooses its order");
    field.unit_mut(ferals).destroyed = true;
    assert_eq!(line(&field, ferals), "Destroyed");
    field.state.phase = Phase::Deploying;
    field.unit_mut(squad).deployed = false;
    field.unit_mut(squad).dice.placed.clear();
    assert_eq!(line(&field, squad), "4 of 5 models · not on the table yet · 2 pins");
    assert_eq!(line(&field, UnitId(99)), "");
}

/// A-SHT-18, A-SHT-9: Res with its armour, and whether hits are rolled again.
#[test]
fn a_target_on_one_line_shows_how_hard_it_is() {
    let blue = ["c3_strike_squad", "ghar_battle_squad", "ai_mag_cannon_team", "gang_fighters"];
    let mut field = Field::new(&["boromite_heavy_frag_borer_team"], &blue);
    let borer = field.red(0);
    let line = |field: &Field, n| target_line(&field.state, borer, field.blue(n));
    assert_eq!(line(&field, 0), "5 models · Res 5 (+2, +1 within 10″) · may go down · infantry");
    assert_eq!(line(&field, 1), "3 models · Res 12 · may go down · large · infantry");
    field.lay(field.blue(2), Order::Down);
    field.pin(field.blue(2), 1);
    assert_eq!(
        line(&field, 2),
        "2 models · Res 6 (+1) · 1 pin · Down, hits are rolled again · weapon team"
    );
    let on = field.blue(3);
    field.unit_mut(borer).lock = Some(gatemaster_rules::antares::state::Lock { on, bonus: 1 });
    field.lay(on, Order::Fire);
    assert_eq!(line(&field, 3), "5 models · Res 6 (+1) · Fire · locked on · infantry");
}

/// A-TRN-1
#[test]
fn the_turns_end_says_which_ambushes_stay_and_who_is_helped() {
    let mut field =
        Field::new(&["ai_squad", "ai_assault_squad", "ai_command_squad"], &["lavamites"]);
    let [one, two, command] = [0, 1, 2].map(|n| field.red(n));
    let enemy = field.blue(0);
    for (unit, order) in
        [(one, Order::Ambush), (two, Order::Ambush), (command, Order::Fire), (enemy, Order::Fire)]
    {
        field.lay(unit, order);
    }
    field.state.phase = Phase::TurnEnd;
    assert_eq!(
        choices(&field),
        [
            pair("Keep both ambushes", "In ambush: AI Squad and AI Assault Squad"),
            pair("Keep no ambush", "Their dice go back into the bag"),
        ]
    );
    let only = TurnEnd { keep: vec![two], nerves: Vec::new() };
    assert_eq!(
        label(&field, Command::EndTurn(only)),
        pair("Keep AI Assault Squad in ambush", "Their dice go back into the bag")
    );
    field.unit_mut(two).dice.placed = vec![Order::Down];
    field.pin(two, 1);
    assert_eq!(
        choices(&field),
        [
            pair("Keep AI Squad in ambush and recover unaided", ""),
            pair("Keep no ambush and recover unaided", "Their dice go back into the bag"),
            pair(
                "Keep AI Squad in ambush and help AI Assault Squad recover",
                "AI Assault Squad needs 8 with AI Command Squad's Command 9"
            ),
        ]
    );
    field.unit_mut(one).dice.placed = vec![Order::Run];
    assert_eq!(choices(&field)[0].0, "Recover unaided");
    field.unit_mut(two).dice.placed = vec![Order::Rally];
    assert_eq!(label(&field, Command::EndTurn(TurnEnd::default())), pair("End the turn", ""));
}

#[test]
fn deploying_infiltrating_and_drawing_are_named() {
    let setup = crate::antares::field::setup(&["ai_infiltration_squad"], &["phase_sniper"]);
    let mut field = Field::of(&setup);
    let (scouts, sniper) = (field.red(0), field.blue(0));
    assert_eq!(
        label(&field, Command::Draw),
        pair("Draw a die to deploy", "In the bag: 1 for Blue"),
        "snipers come first"
    );
    assert_eq!(
        label(&field, Command::Deploy { unit: sniper, into: None }),
        pair("Deploy Phase Sniper", "1 model · weapon team · sniper")
    );
    field.unit_mut(scouts).name = "Ghosts".into();
    assert_eq!(
        label(&field, Command::Deploy { unit: scouts, into: None }),
        pair("Deploy Ghosts", "AI Infiltration Squad · 5 models · infantry · infiltrators")
    );
    let wood = vec![Feature::Difficult { name: "the wood".into() }];
    assert_eq!(
        label(&field, Command::Infiltrate { unit: scouts, moved: Some(wood), to: None }),
        pair("Run with Ghosts", "Up to 10″ before the first turn · by way of the wood")
    );
    assert_eq!(
        label(&field, Command::Infiltrate { unit: scouts, moved: None, to: None }).0,
        "Leave Ghosts in place"
    );
}

#[test]
fn a_correction_is_agreed_to_by_what_it_says() {
    let mut field = Field::new(&["ai_squad"], &["lavamites"]);
    let correction = Correction::Unit { unit: field.blue(0), change: Change::Pins(2) };
    let command = Command::Correct(correction);
    assert_eq!(
        label(&field, command.clone()),
        pair("Lavamites have 2 pins", "A mistake is put right")
    );
    field.go_as(&seat(RED), &command, &[]);
    let answers = [true, false].map(Command::AgreeToCorrection);
    assert_eq!(
        shown(&field, &answers),
        [pair("Agree", "Lavamites have 2 pins"), pair("Refuse", "Everything stays as it is")]
    );
    assert_eq!(label(&field, Command::WithdrawCorrection).0, "Take the correction back");
}

/// A server may call two weapons the same, or give names that fill a button alone.
#[test]
fn choices_that_a_servers_names_make_alike_are_numbered() {
    let name = "The Everlasting Gun of the Founders";
    let weapon = |key: &str| {
        format!(
            "[[weapon]]\nkey = \"{key}\"\nname = \"{}\"\nclass = \"standard\"\n\
             [[weapon.mode]]\nrange = [20, 40, 60]\nsv = 3\n",
            &name[..32]
        )
    };
    let file = format!(
        "{}{}{}[[unit]]\nkey = \"founders\"\nname = \"Founders of the Very First Gate\"\nforce = \"other\"\n\
         kind = \"infantry\"\n[[unit.model]]\nname = \"Founder\"\ncount = 5\nag = 5\nacc = 5\nstr = 5\nres = 5\n\
         init = 5\nco = 8\nweapons = [\"gun_a\", \"gun_b\", \"gun_c\"]\n",
        weapon("gun_a"),
        weapon("gun_b"),
        weapon("gun_c")
    );
    let library = Library::built_in().extended("founders.toml", &file).unwrap();
    let founders = parse(&library, "2x founders").unwrap();
    let mut setup = Setup::quick(&library, Faction::Ghar, Faction::Ghar).unwrap();
    for place in [0, 1] {
        setup = setup.with_side(&library, place, &founders, None, None).unwrap();
    }
    setup.options.already_deployed = true;
    let mut field = Field { state: Antares::set_up(&setup).unwrap(), last: Vec::new() };
    let unit = field.red(0);
    field.order(unit, Order::Fire, &[]);
    let (_, _, options) = field.asked();
    assert!(options.len() > 10);
    let texts: Vec<(String, String)> = shown(&field, &options);
    for (place, (text, more)) in texts.iter().enumerate() {
        assert!(text.chars().count() <= MAX_TEXT && more.chars().count() <= MAX_MORE, "{text}");
        assert!(texts[..place].iter().all(|(other, _)| other != text), "{text}");
    }
    assert!(texts.iter().any(|(text, _)| text.ends_with(" (2)")), "{texts:#?}");
}

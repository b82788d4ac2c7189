//! The script of the battle, turn by turn.

use gatemaster_rules::antares::command::{
    Answer, Charge, Command, Consolidation, Cover, Feature, GiveOrder, Mark, Nerve, Scene,
    Shooters, Shot, Spinner, Spring, Struck, TurnEnd,
};
use gatemaster_rules::antares::correct::{Change, Correction};
use gatemaster_rules::antares::flow::Manner;
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::order::Order::{Advance, Ambush, Down, Fire, Rally, Run};

use gatemaster_rules::antares::state::ModelId;

use super::game::*;

pub fn play(game: &mut Game) {
    game.look_round();
    deployment(game);
    first_turn(game);
    second_turn(game);
    third_turn(game);
    fourth_turn(game);
}

fn wall(name: &str) -> Feature {
    Feature::Obstacle { name: name.into(), defended: false }
}

fn ground(name: &str) -> Feature {
    Feature::Difficult { name: name.into() }
}

fn deployment(game: &mut Game) {
    for unit in [
        WHISPER, CRAWLER, HAMMER, BRUTES, KARNAN, THUNDER, RABBLE, BORER, SPINNERS, LAVAMITES,
        FERALS, GHOSTS,
    ] {
        game.deploys(unit);
    }
    // the Ghosts run forward over the pipeline and find a gap
    let moved = Some(vec![wall("the pipeline")]);
    game.acts(&Command::Infiltrate { unit: GHOSTS, moved, to: None }, &[1]);
}

fn first_turn(game: &mut Game) {
    // the sniper opens: a lucky hit on the leader of the Ghosts, who has a second chance
    game.gets(WHISPER, Fire, &[]);
    game.shoots(GHOSTS, 24, &[("phase_rifle", "")], &[]);
    game.stays_up(&[4, 1, 5, 9, 10, 6]);
    game.places(&[0], &[8, 4, 9, 2]);

    // the X-launcher strays, onto the Rabble and the Brutes alike
    game.gets(THUNDER, Fire, &[]);
    game.shoots(BRUTES, 36, &[("x_launcher", "")], &[]);
    game.stays_up(&[7]);
    game.says(Answer::Spot(Some(0)), &[8, 6]);
    let struck = vec![
        Struck { unit: RABBLE, under: vec![model(1), model(2), model(3)] },
        Struck { unit: BRUTES, under: vec![model(2)] },
    ];
    game.says(Answer::Template(struck), &[5]);
    game.places(&[2, 1], &[4, 6, 2, 8, 3]);

    // the distort die spoils an order
    game.draw_distort();
    game.gets(FERALS, Down, &[]);

    // the frag borer finds the range to the mag cannon
    game.gets(BORER, Fire, &[]);
    game.shoots(HAMMER, 28, &[("heavy_frag_borer", "")], &[]);
    game.stays_up(&[3]);
    game.says(Answer::Place(vec![Some(Mark::Gun)]), &[4]);

    // with Karnan's help the mag cannon answers; the Crawler's commander has better luck the second time
    let nerve = Nerve { commander: Some(KARNAN), soma: false };
    game.given(GiveOrder { nerve, ..GiveOrder::plain(HAMMER, Fire) }, &[6]);
    game.shoots(CRAWLER, 40, &[("mag_cannon", "")], &[]);
    game.stays_up(&[4, 9, 3, 7]);
    game.says(Answer::ChartAgain(Some(0)), &[2, 2]);

    // the Crawler splits its fire
    game.gets(CRAWLER, Fire, &[5]);
    let mut shots = vec![
        game.shot(GHOSTS, 18, &[("scourer_cannon", "disruptor")], Scene::default()),
        game.shot(THUNDER, 29, &[("scourer_cannon", "disruptor")], Scene::default()),
    ];
    for shot in &mut shots {
        shot.uses[0].by = Shooters::Models(vec![ModelId(0)]);
    }
    game.acts(&Command::Shoot { shots }, &[]);
    game.stays_up(&[3, 2]);
    game.says(Answer::Place(vec![Some(Mark::Drone(0)), None]), &[]);
    game.places(&[2], &[5, 10]);

    game.gets(GHOSTS, Rally, &[1, 4]);

    // the Brutes stamp through the slag and shoot; the Spinners throw themselves down
    game.gets(BRUTES, Advance, &[]);
    game.moves(vec![ground("the slag heap")], &[2]);
    let cover = Scene { cover: Cover::Everybody(1), ..Scene::default() };
    game.shoots_in(cover, SPINNERS, 34, &[("scourer_cannon", "concentrated")], &[]);
    game.goes_down(&[2, 7, 3, 9, 3]);
    game.places(&[1], &[6]);

    game.gets(KARNAN, Ambush, &[]);

    // the Lavamites sprint through the gap that the Ghosts have found
    game.given(GiveOrder { sprint: true, ..GiveOrder::plain(LAVAMITES, Run) }, &[]);
    game.moves(vec![wall("the pipeline")], &[]);
    game.says(Answer::Spring(None), &[7]);

    // Karnan lets them pass, but not the Rabble
    game.gets(RABBLE, Run, &[5]);
    game.moves(Vec::new(), &[]);
    let uses = game.uses(KARNAN, Manner::Fire, &[("plasma_carbine", "scatter")]);
    let shot = Shot { target: RABBLE, range: Inches::whole(22), uses, scene: Scene::default() };
    game.says(
        Answer::Spring(Some(Spring { unit: KARNAN, shots: vec![shot] })),
        &[4, 2, 8, 1, 10, 9, 5],
    );
    game.places(&[0], &[5, 6, 3, 9]);

    // the Crawler's second die
    game.gets(CRAWLER, Advance, &[8]);
    game.moves(vec![wall("the hedge")], &[4]);
    let cover = Scene { cover: Cover::Everybody(1), ..Scene::default() };
    game.shoots_in(cover, GHOSTS, 15, &[("scourer_cannon", "dispersed")], &[4, 9, 6, 5, 10, 7]);
    game.places(&[2, 3], &[5, 7]);

    let nerves = vec![
        (SPINNERS, Nerve { commander: Some(KARNAN), soma: false }),
        (FERALS, Nerve { commander: None, soma: true }),
    ];
    game.turn_ends(&[TurnEnd { keep: Vec::new(), nerves }], &[9, 4]);
}

fn second_turn(game: &mut Game) {
    // a slip of the first turn is put right; another proposal is not accepted
    let correct = |unit, change| Command::Correct(Correction::Unit { unit, change });
    game.step(ALGORYN, &correct(GHOSTS, Change::Restore(Mark::Drone(0))), &[]);
    game.step(RAIDERS, &Command::AgreeToCorrection(true), &[]);
    game.step(RAIDERS, &correct(RABBLE, Change::Pins(0)), &[]);
    game.step(ALGORYN, &Command::AgreeToCorrection(false), &[]);

    // fourteen luggers' shots, and the ammunition runs low
    game.gets(RABBLE, Fire, &[3]);
    game.shoots(FERALS, 18, &[("lugger_gun", "")], &[]);
    game.stays_up(&[2, 3, 6, 5, 4, 7, 8, 9, 7, 8, 9, 10, 10, 7]);
    game.places(&[1, 2, 3, 4, 5], &[3, 4, 7, 2, 8, 10]);

    // the grafts of the Ferals run wild
    game.gets(FERALS, Run, &[10, 1]);
    game.shoots(LAVAMITES, 14, &[("mag_gun", "")], &[]);
    game.stays_up(&[3, 5, 8, 10]);
    game.places(&[1, 2], &[9, 4]);

    // the frag borer cannot miss
    game.gets(BORER, Fire, &[]);
    game.shoots(HAMMER, 28, &[("heavy_frag_borer", "")], &[]);
    game.stays_up(&[]);
    game.says(Answer::Place(vec![Some(Mark::Gun)]), &[7]);

    // Thunder answers
    game.gets(THUNDER, Fire, &[]);
    game.shoots(BORER, 38, &[("x_launcher", "")], &[2, 4, 4, 7, 9, 10, 4, 2, 4]);

    game.gets(CRAWLER, Fire, &[]);
    game.shoots(HAMMER, 28, &[("scourer_cannon", "concentrated")], &[]);
    game.goes_down(&[3, 8, 4]);
    game.places(&[0], &[8]);
    game.says(Answer::Brace(Nerve::default()), &[7]);

    // the Lavamites fall upon the Ghosts
    game.given(GiveOrder { assault: Some(GHOSTS), ..GiveOrder::plain(LAVAMITES, Run) }, &[5]);
    game.acts(&Command::Charge(Charge { contact: true, ..Charge::default() }), &[]);
    let uses = game.uses(GHOSTS, Manner::PointBlank, &[("x_sling", ""), ("mag_repeater", "")]);
    game.says(Answer::PointBlank(uses), &[3, 1, 8, 2, 4, 9, 6, 10, 5, 2]);
    game.places(&[0], &[]);
    game.places(&[2, 3, 0], &[7, 8, 3, 4, 9, 6]);
    let nerve = Nerve { commander: Some(KARNAN), soma: false };
    game.says(Answer::Brace(nerve), &[4, 5]);
    let lash = game.weapon("lectro_lash");
    game.says(Answer::HandWeapons(vec![(ModelId(0), lash)]), &[4, 9, 1, 2, 7, 10, 3, 6]);
    game.places(&[2], &[]);
    game.places(&[4, 2, 4], &[]);
    game.places(&[3], &[7, 4, 8, 6, 5]);
    game.says(
        Answer::Consolidate(Consolidation { moved: Some(Vec::new()), ..Consolidation::default() }),
        &[],
    );

    // Karnan finds a path through the slag and ends their rampage
    game.gets(KARNAN, Advance, &[]);
    game.moves(vec![ground("the slag heap")], &[1]);
    game.shoots(LAVAMITES, 9, &[("x_sling", ""), ("plasma_carbine", "single shot")], &[5, 3, 2, 2]);
    game.places(&[3, 0, 3, 0], &[4, 9, 8, 3, 2]);
    game.says(Answer::Brace(Nerve::default()), &[7]);

    // the Brutes charge through the gap, but not far enough
    game.given(GiveOrder { assault: Some(SPINNERS), ..GiveOrder::plain(BRUTES, Run) }, &[]);
    let features = vec![wall("the pipeline")];
    game.acts(&Command::Charge(Charge { features, ..Charge::default() }), &[]);
    game.gets(WHISPER, Ambush, &[]);
    game.gets(CRAWLER, Run, &[]);
    game.moves(Vec::new(), &[]);
    // the last die of the turn: it spoils the first of the next
    game.draw_distort();

    let helped = |unit| (unit, Nerve { commander: Some(KARNAN), soma: false });
    let algoryn = TurnEnd { keep: Vec::new(), nerves: vec![helped(HAMMER)] };
    let raiders = TurnEnd { keep: vec![WHISPER], nerves: Vec::new() };
    game.turn_ends(&[algoryn, raiders], &[1, 6, 10]);
}

fn third_turn(game: &mut Game) {
    game.gets(RABBLE, Down, &[]);

    // the Spinners sprint into the Brutes
    let order =
        GiveOrder { sprint: true, assault: Some(BRUTES), ..GiveOrder::plain(SPINNERS, Run) };
    game.given(order, &[]);
    game.acts(&Command::Charge(Charge { contact: true, ..Charge::default() }), &[4]);
    let uses = game.uses(BRUTES, Manner::PointBlank, &[("scourer_cannon", "dispersed")]);
    let dice = [2, 5, 7, 9, 3, 10, 6, 8, 3, 4, 6, 8, 9, 7, 10, 2, 6, 4, 7, 5];
    game.says(Answer::PointBlank(uses), &dice);
    game.places(&[2, 3], &[6, 7, 9, 8, 3]);
    game.says(Answer::Spinner(Spinner::Strike), &[1, 3, 5, 7, 2, 9, 2, 8, 10]);
    game.places(&[1], &[]);
    game.places(&[0, 2, 1, 0], &[]);
    game.places(&[3, 4], &[9, 6, 9, 5, 6, 4, 4, 10]);
    game.says(Answer::Brace(Nerve::default()), &[9]);
    game.says(
        Answer::Consolidate(Consolidation { moved: Some(Vec::new()), ..Consolidation::default() }),
        &[],
    );

    // the Crawler takes its revenge
    game.gets(CRAWLER, Fire, &[]);
    game.shoots(SPINNERS, 14, &[("scourer_cannon", "disruptor")], &[4, 9, 3, 7, 2, 8, 3]);
    let nerve = Nerve { commander: Some(KARNAN), soma: false };
    game.says(Answer::Brace(nerve), &[6]);

    // one man at the mag cannon, and the spotter
    game.given(GiveOrder { nerve, ..GiveOrder::plain(HAMMER, Fire) }, &[3]);
    game.shoots(CRAWLER, 24, &[("mag_cannon", "")], &[9, 2, 9, 8, 3]);
    game.says(Answer::ChartAgain(None), &[2]);

    // the sniper has waited for Karnan
    game.gets(KARNAN, Advance, &[]);
    game.moves(Vec::new(), &[]);
    let uses = game.uses(WHISPER, Manner::Fire, &[("phase_rifle", "")]);
    let shot = Shot { target: KARNAN, range: Inches::whole(26), uses, scene: Scene::default() };
    game.says(Answer::Spring(Some(Spring { unit: WHISPER, shots: vec![shot] })), &[3, 4, 1, 10]);
    game.places(&[0], &[7, 3, 8]);
    game.shoots(RABBLE, 17, &[("plasma_carbine", "scatter")], &[2, 4, 9, 1, 3, 4, 8, 2, 10, 9, 3]);

    // a lucky shell ends the Borer
    game.gets(THUNDER, Fire, &[]);
    game.shoots(BORER, 38, &[("x_launcher", "")], &[1, 3]);
    game.places(&[0], &[8]);

    // nobody can tell the Ferals to go down, not even the distort die
    game.draw_distort();
    game.gets(FERALS, Fire, &[5, 3]);

    game.turn_ends(&[TurnEnd::default()], &[8, 4, 5]);
}

fn fourth_turn(game: &mut Game) {
    let helped = Nerve { commander: Some(KARNAN), soma: false };
    game.gets(WHISPER, Fire, &[]);
    game.shoots(HAMMER, 30, &[("phase_rifle", "")], &[]);
    game.stays_up(&[2, 3, 9, 10]);
    game.says(Answer::Place(vec![Some(Mark::Gun)]), &[6]);
    game.says(Answer::Brace(helped), &[1]);

    // the sniper vanishes under its camo drone
    game.gets(THUNDER, Fire, &[]);
    game.shoots(WHISPER, 32, &[("x_launcher", "")], &[]);
    game.goes_down(&[]);

    // the end of the Crawler
    game.gets(HAMMER, Fire, &[5]);
    game.shoots(CRAWLER, 22, &[("mag_cannon", "")], &[3, 10, 9, 4]);
    game.says(Answer::ChartAgain(None), &[6]);

    // the last rounds of the Rabble
    game.gets(RABBLE, Advance, &[]);
    game.moves(Vec::new(), &[]);
    game.shoots(SPINNERS, 8, &[("lugger_gun", "")], &[]);
    game.goes_down(&[5, 3, 8, 9, 10, 2, 7, 4, 9]);
    game.places(&[4], &[9]);
    game.says(Answer::Brace(helped), &[10, 10]);

    game.given(GiveOrder { assault: Some(RABBLE), ..GiveOrder::plain(KARNAN, Run) }, &[10]);

    game.draw_distort();
    game.gets(FERALS, Rally, &[2]);
    game.moves(Vec::new(), &[]);
    game.shoots(RABBLE, 12, &[("mag_gun", "")], &[4, 6, 9, 2, 7, 2, 9]);

    game.turn_ends(&[TurnEnd::default()], &[8, 4, 7, 2]);
    game.look_round();
}

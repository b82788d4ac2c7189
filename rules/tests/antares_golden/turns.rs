//! The script of the battle, turn by turn.

use gatemaster_rules::antares::command::{
    Answer, Command, Cover, Feature, GiveOrder, Mark, Nerve, Scene, Shooters, Shot, Spring, Struck,
    TurnEnd,
};
use gatemaster_rules::antares::flow::Manner;
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::order::Order::{Advance, Ambush, Down, Fire, Rally, Run};

use gatemaster_rules::antares::state::ModelId;

use crate::game::*;

pub fn play(game: &mut Game) {
    deployment(game);
    first_turn(game);
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
    game.acts(&Command::Infiltrate { unit: GHOSTS, moved }, &[1]);
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
    game.stays_up(&[7, 8, 6]);
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
    game.shoots(CRAWLER, 40, &[("mag_cannon", "")], &[4, 9, 3, 7]);
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

//! One round after the other by chance, with everybody on the table: without the paper work before and after it, so that far more
//! shooting and fighting happens.

use super::random::Walk;
use super::sample::Game;

const BLUE_SIDE: &str = "White Stars\n9 steel troopers, sergeant, 2 laser guns, grenades\n3 steel TacArms\n\
    8 star troopers, medic, combat engineer, 1 flamer, triple lens helmet\n3 fire toads, sergeant\n\
    9 steel troopers, medic, mechanic, 2 missile launchers";
const RED_SIDE: &str = "Therians\n9 storm golems, omicron, 3 sonic guns, nanostorms\n6 storm golems, 1 flamer, relay\n\
    3 bane goliaths\n4 assault medusas, 1 nucleus gun\n1 Wraith golgoth, alpha\n6 storm golems, sigma";

/// T-RND-2, T-ACT-6
#[test]
fn a_round_of_everything_by_chance_comes_to_its_end() {
    for seed in 0..super::random::games() * 4 {
        let mut game = Game::playing(BLUE_SIDE, RED_SIDE);
        game.state.switches.artillery = true;
        Walk::from(game.state, 10_000_000 + seed).play_round();
    }
}

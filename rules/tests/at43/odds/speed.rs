//! How long odds take; the figures are for whoever looks: `cargo test --release -- --nocapture odds_take`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use gatemaster_rules::at43::command::{Against, Combat, Cover, Hyper};
use gatemaster_rules::at43::odds;

use super::salvos::{GOLEMS, STEEL};
use super::table::{acting, salvo, shooter};
use crate::at43::sample::Game;

const TIMES: u32 = 300;
/// Unoptimised and on a busy machine too: the benchmark `at43_odds` watches the real figure.
const FAR_TOO_LONG: Duration = Duration::from_millis(50);

fn measured(what: &str, once: impl Fn()) {
    let start = Instant::now();
    for _ in 0..TIMES {
        once();
    }
    let each = start.elapsed() / TIMES;
    println!("{what}: {each:?}");
    assert!(each < FAR_TOO_LONG, "{what} took {each:?}");
}

#[test]
fn odds_take_no_time_worth_speaking_of() {
    let game = acting(GOLEMS, STEEL, "Storm golems 1");
    let mut guns = salvo(&game, "sonic-gun", "Steel troopers 1", 2);
    guns.cover = Cover::Yes;
    let blasters = salvo(&game, "nanoblaster", "Steel troopers 1", 2);
    let toads = salvo(&game, "sonic-gun", "Fire Toads", 2);
    for (what, salvo) in
        [("two sonic guns", guns), ("seven blasters", blasters), ("at machines", toads)]
    {
        measured(what, || {
            black_box(odds::salvo(&game.state, &shooter(&game), black_box(&salvo)).unwrap());
        });
    }
    let mut game = Game::playing(GOLEMS, STEEL);
    game.engage("Storm golems 1", "Steel troopers 1");
    let combat = Combat {
        weapon: Game::weapon("reaper-blades"),
        hero: false,
        attackers: 7,
        on: game.id("Steel troopers 1"),
        against: Against::Fighters,
        defenders: 7,
        hyper: Hyper::No,
    };
    let unit = game.id("Storm golems 1");
    measured("a combat", || {
        black_box(odds::combat(&game.state, unit, black_box(&combat)).unwrap());
    });
}

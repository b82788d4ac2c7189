//! AT-43: odds of salvos and combats, and the engine's own resolution beside them. `cargo bench --bench at43_odds`.
#![allow(clippy::unwrap_used, missing_docs)]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use gatemaster_rules::at43::armament::Shooter;
use gatemaster_rules::at43::command::{
    Against, Body, Combat, Command, Cover, Hyper, InZone, Mark, Salvo,
};
use gatemaster_rules::at43::need::{Band, Range};
use gatemaster_rules::at43::state::Role;
use gatemaster_rules::at43::{At43, odds};
use gatemaster_rules::dice::{Dice, DiceFault, Roll};
use gatemaster_rules::system::{System as _, Viewer};

/// The small games of the tests.
#[allow(dead_code, reason = "a salvo needs only a part of it")]
#[path = "../rules/tests/at43/sample.rs"]
mod sample;

use sample::{Chance, Game, RED};

const GOLEMS: &str = "Therians\n9 storm golems, alpha, 2 sonic guns\n6 storm golems, 1 flamer";
const STEEL: &str = "White Stars\n9 steel troopers, 2 mg, sergeant\n3 steel TacArms\n6 steel troopers\n3 fire toads";

struct Quick(Chance);

impl Dice for Quick {
    fn roll(&mut self, sides: u32) -> Result<Roll, DiceFault> {
        let face = u32::try_from(self.0.below(sides as usize)).unwrap() + 1;
        Ok(Roll { number: None, sides, face })
    }
}

/// Golems of the first unit act.
fn golems() -> Game {
    let mut game = Game::playing(STEEL, GOLEMS);
    game.activate("Storm golems 1");
    game
}

fn salvo(game: &Game, weapon: &str, target: &str) -> Salvo {
    let at = Mark::Unit(game.id(target));
    Salvo::plain(Game::weapon(weapon), at, Range::Band(Band(2)))
}

fn foretold(criterion: &mut Criterion) {
    let game = golems();
    let plain = salvo(&game, "nanoblaster", "Steel troopers 1");
    let between = InZone {
        who: Body::Unit(game.id("Storm golems 2")),
        role: Role::Standard,
        fighters: 3,
        cover: Cover::Yes,
        on: 0,
        which: None,
    };
    let covered = Salvo { cover: Cover::Yes, zone: vec![between], ..plain.clone() };
    for (name, salvo) in [
        ("odds of a salvo: seven blasters at nine troopers", plain),
        ("odds of a salvo: the same through a zone of fire, in cover", covered),
        (
            "odds of a salvo: two sonic guns at three machines",
            salvo(&game, "sonic-gun", "Fire Toads"),
        ),
    ] {
        criterion.bench_function(name, |bench| {
            bench.iter(|| {
                let shooter = Shooter::now(&game.state).unwrap();
                odds::salvo(black_box(&game.state), &shooter, &salvo).unwrap()
            });
        });
    }
    let (unit, on) = (game.id("Storm golems 1"), game.id("Steel troopers 1"));
    let combat = Combat {
        weapon: Game::weapon("reaper-blades"),
        hero: false,
        attackers: 7,
        on,
        against: Against::Fighters,
        defenders: 7,
        hyper: Hyper::No,
    };
    criterion.bench_function("odds of a combat: seven golems at seven troopers", |bench| {
        bench.iter(|| odds::combat(black_box(&game.state), unit, &combat).unwrap());
    });
}

fn decided(criterion: &mut Criterion) {
    let game = golems();
    let command = Command::Shoot(salvo(&game, "nanoblaster", "Steel troopers 1"));
    let mut dice = Quick(Chance::new(1));
    criterion.bench_function("decide a salvo of AT-43", |bench| {
        bench.iter(|| {
            At43::decide(black_box(&game.state), &Game::by(RED), &command, &mut dice).unwrap()
        });
    });
}

fn played(criterion: &mut Criterion) {
    let game = golems();
    let view = At43::view(&game.state, &Viewer::on(RED));
    criterion.bench_function("what the program does next with golems", |bench| {
        bench.iter(|| At43::bot_plays(black_box(&view), RED));
    });
}

criterion_group!(benches, foretold, decided, played);
criterion_main!(benches);

//! The step path, piece by piece: decide, append, render, fold. `cargo bench --bench steps`.
#![allow(clippy::unwrap_used, missing_docs)]

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use gatemaster_commands::clock::Clock;
use gatemaster_commands::desk::{Desk, Loaded, Outcome, Which};
use gatemaster_commands::request::Request;
use gatemaster_commands::{open_desk, systems, table};
use gatemaster_discord::card::SeenBy;
use gatemaster_rules::bag::{Command as BagCommand, Setup as BagSetup};
use gatemaster_rules::game::{Command, Setup, SystemId};
use gatemaster_rules::history;
use gatemaster_rules::ids::UserId;
use gatemaster_rules::random_play::Walk;
use gatemaster_rules::table::{Action, Actor, Player, Settings};
use gatemaster_store::Store;

fn request(interaction: u64) -> Request {
    let player = Player { id: UserId(1), name: "Ann".into() };
    Request::made_up(Actor { player, manager: false }, Some(1), 1, Some(interaction))
}

fn draw() -> Action {
    Action::Play(Command::Bag(BagCommand::Draw))
}

/// A fresh game on a disk that may or may not sync.
async fn open_table(folder: &std::path::Path) -> (Desk, Loaded) {
    let url = format!("sqlite:{}", folder.join("bench.db").display());
    let desk = open_desk(Store::open(&url).await.unwrap(), Arc::new(Clock::default()));
    let setup = BagSetup::parse("a 60,b 60,c 60,d 60,e 60,f 60,g 60,h 60", "").unwrap();
    let open = Action::Open {
        settings: Settings::default(),
        name: "Bench".into(),
        setup: Setup::Bag(setup),
        organiser: None,
        start: true,
    };
    let Outcome { game, .. } = desk.open(&request(1), open).await.unwrap();
    (desk, game)
}

fn steps(criterion: &mut Criterion) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (desk, game) = runtime.block_on(open_table(folder.path()));
    let actor = request(0).actor;
    criterion.bench_function("decide a draw", |bench| {
        bench.iter(|| desk.decide(black_box(&game), &actor, draw(), &[]).unwrap());
    });
    let next = desk.decide(&game, &actor, draw(), &[]).unwrap();
    let after = Loaded::for_show(&game.id, next.step.seq, next.table);
    let outcome = Outcome::for_show(after, None, next.step);
    criterion.bench_function("render a draw", |bench| {
        bench.iter(|| table::outcome(systems::all(), black_box(&outcome)).body(SeenBy::All));
    });
    criterion.bench_function("render a board", |bench| {
        bench.iter(|| table::board(systems::all(), black_box(&outcome.game)).body(SeenBy::All));
    });
    let mut walk = Walk::start(SystemId::Bag, 1);
    while walk.steps.len() < 500 {
        walk.go();
    }
    criterion.bench_function("fold 500 steps", |bench| {
        bench.iter(|| history::fold(black_box(&walk.steps)).unwrap());
    });
}

/// Load, decide and append a draw, on the disk of the temporary folder and on one in memory.
fn durable(criterion: &mut Criterion) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    for (name, root) in [
        ("durable draw", std::env::temp_dir()),
        ("durable draw, disk in memory", "/dev/shm".into()),
    ] {
        let Ok(folder) = tempfile::tempdir_in(root) else { continue };
        let (desk, _) = runtime.block_on(open_table(folder.path()));
        let mut interaction = 1;
        criterion.bench_function(name, |bench| {
            bench.iter(|| {
                interaction += 1;
                let request = request(interaction);
                runtime.block_on(async {
                    let drawn = desk.act(&request, &Which::Here, |_| Ok(draw().into())).await;
                    if drawn.is_err() {
                        let next =
                            Action::Play(Command::Bag(BagCommand::NextTurn { kept: Vec::new() }));
                        desk.act(&request, &Which::Here, |_| Ok(next.into())).await.unwrap();
                    }
                });
            });
        });
    }
}

criterion_group!(benches, steps, durable);
criterion_main!(benches);

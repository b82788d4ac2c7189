//! How long a page takes from the store to the reader: the page of a league with 24 players who have all met, and the smallest
//! page there is beside it.
#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "../tests/page/filled.rs"]
#[allow(dead_code, reason = "shared with the tests, which use more of it")]
mod filled;

use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use gatemaster_commands::clock::Clock;
use gatemaster_league::settings::Format;
use gatemaster_league::{Action, Played, Settings};
use gatemaster_rules::game::SystemId;
use gatemaster_store::Store;
use gatemaster_web::{Listening, serve};
use tokio_util::sync::CancellationToken;

const PLAYERS: [&str; 24] = [
    "Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kay", "Lou", "Max",
    "Nan", "Ola", "Pia", "Quin", "Rex", "Sue", "Tom", "Uma", "Val", "Wes", "Zoe",
];

fn pages(bench: &mut Criterion) {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (base, league) = runtime.block_on(async {
        let url = format!("sqlite:{}", folder.path().join("games.db").display());
        let store = Store::open(&url).await.unwrap();
        let clock = Arc::<Clock>::default();
        let listening = Listening::at("127.0.0.1:0".parse().unwrap(), "Our page").unwrap();
        let base = format!("http://{}", listening.addr());
        let stop = CancellationToken::new();
        tokio::spawn(serve(listening, store.clone(), Arc::clone(&clock), Arc::new(|_| None), stop));
        let pen = filled::Pen::new(&store, &clock, 7);
        let settings = Settings::new(Format::RoundRobin { legs: 1 });
        let league = pen.league("Winter", Played::System(SystemId::Antares), settings).await;
        pen.enter(&league, &PLAYERS).await;
        pen.act(&league, Action::Start).await;
        pen.play(&league, usize::MAX).await;
        (base, league)
    });
    let client = reqwest::Client::new();
    let mut group = bench.benchmark_group("page");
    for (name, path) in [
        ("about", "/about".to_owned()),
        ("league of 24", format!("/l/{league}")),
        ("player of 24", format!("/l/{league}/p/1")),
        ("front page", "/".to_owned()),
    ] {
        let url = format!("{base}{path}");
        group.bench_function(name, |bench| {
            bench.iter(|| runtime.block_on(async { client.get(&url).send().await?.bytes().await }));
        });
    }
    group.finish();
}

criterion_group!(benches, pages);
criterion_main!(benches);

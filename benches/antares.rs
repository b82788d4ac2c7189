//! Antares: odds, decisions, and whole battles. `cargo bench --bench antares`.
#![allow(clippy::unwrap_used, missing_docs)]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use gatemaster_rules::antares::arms::ways;
use gatemaster_rules::antares::command::{Command, Cover, Scene, Shot};
use gatemaster_rules::antares::data::Library;
use gatemaster_rules::antares::flow::{Acting, Manner, Task};
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::odds;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::profile::Faction;
use gatemaster_rules::antares::state::UnitId;
use gatemaster_rules::antares::{Antares, Setup, State};
use gatemaster_rules::colour::Colour;
use gatemaster_rules::dice::{Dice, DiceFault, Roll};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::random_play::Chooser;
use gatemaster_rules::system::{Doer, System, Who};

const RED: UnitId = UnitId(0);
/// The first of the other side.
const BLUE: UnitId = UnitId(6);

struct Quick(Chooser);

impl Dice for Quick {
    fn roll(&mut self, sides: u32) -> Result<Roll, DiceFault> {
        let face = u32::try_from(self.0.below(sides as usize)).unwrap() + 1;
        Ok(Roll { number: None, sides, face })
    }
}

/// Six units a side, so that a battle has its usual size; the first of each are those that matter.
fn battle(red: &str, blue: &str) -> State {
    let red = [red, "domari_squad", "phase_squad", "ai_squad", "outcast_squad", "lavamites"];
    let blue = [blue, "domari_squad", "phase_squad", "ai_squad", "outcast_squad", "lavamites"];
    let sides = [
        ("Red", Colour::Red, Faction::Other, &red[..]),
        ("Blue", Colour::Blue, Faction::Other, &blue[..]),
    ];
    let mut setup = Setup::of(Library::built_in(), sides).unwrap();
    setup.options.already_deployed = true;
    Antares::set_up(&setup).unwrap()
}

fn shot(state: &State, way: usize) -> Shot {
    let range = Inches::whole(18);
    let uses = ways(state, &state.units[0], Manner::Fire, range).swap_remove(way);
    Shot { target: BLUE, range, uses, scene: Scene::default() }
}

fn foretold(criterion: &mut Criterion) {
    for (name, red, blue, way) in [
        ("odds of a shot: squad at squad", "c3_strike_squad", "gang_fighters", 0),
        ("odds of a shot: ten dice at six", "c3_strike_squad", "domari_squad", 1),
        ("odds of a shot: three weapons and a blast", "ai_squad", "vardanari_guard", 0),
        ("odds of a shot: twenty dice at ten", "outcast_squad", "outcast_squad", 0),
        ("odds of a shot: reactors", "ghar_battle_squad", "ghar_battle_squad", 0),
        (
            "odds of a shot: nine dice at three drones",
            "tsan_phase_squad",
            "nhamak_light_support_drone",
            1,
        ),
        ("odds of a shot: twenty dice at a crawler", "outcast_squad", "ghar_command_crawler", 0),
    ] {
        let state = battle(red, blue);
        let shot = shot(&state, way);
        criterion.bench_function(name, |bench| {
            bench.iter(|| odds::shot(black_box(&state), RED, Manner::Fire, &shot, false).unwrap());
        });
        criterion.bench_function(&format!("{name}, gone down"), |bench| {
            bench.iter(|| odds::shot(black_box(&state), RED, Manner::Fire, &shot, true).unwrap());
        });
    }
    for (name, red, blue, sprint) in [
        ("odds of an assault: five at five", "work_gang", "c3_strike_squad", false),
        ("odds of an assault: five at five, sprinting", "work_gang", "c3_strike_squad", true),
        ("odds of an assault: spinners at a mixed squad", "ai_assault_squad", "ai_squad", false),
        ("odds of an assault: ten at six", "outcast_squad", "feral_squad", false),
    ] {
        let state = battle(red, blue);
        criterion.bench_function(name, |bench| {
            bench.iter(|| {
                odds::assault(black_box(&state), RED, BLUE, &Cover::Nobody, sprint).unwrap()
            });
        });
    }
}

fn decided(criterion: &mut Criterion) {
    let mut state = battle("c3_strike_squad", "gang_fighters");
    let shot = shot(&state, 0);
    let mut dice = Quick(Chooser::new(1));
    criterion.bench_function("a shot rolled out by the engine", |bench| {
        bench.iter(|| {
            odds::roll_shot(black_box(&state), RED, Manner::Fire, &shot, false, &mut dice).unwrap()
        });
    });
    state.units[0].dice.placed.push(Order::Fire);
    state.flow.acting = Some(Acting {
        unit: RED,
        order: Order::Fire,
        sprint: false,
        assault: None,
        moved: false,
        going: None,
    });
    state.flow.tasks = vec![Task::EndAction, Task::Act].into();
    state.units[BLUE.index()].dice.placed.push(Order::Advance);
    let by = Doer { seats: vec![Seat(0)], organiser: false };
    let command = Command::Shoot { shots: vec![shot] };
    criterion.bench_function("decide a shot", |bench| {
        bench.iter(|| Antares::decide(black_box(&state), &by, &command, &mut dice).unwrap());
    });
    criterion.bench_function("a whole random battle", |bench| {
        let setup = Setup::quick(Library::built_in(), Faction::Concord, Faction::Boromite).unwrap();
        let mut seed = 0;
        bench.iter(|| {
            seed += 1;
            play(&setup, seed)
        });
    });
}

fn play(setup: &Setup, seed: u64) -> usize {
    let mut state = Antares::set_up(setup).unwrap();
    let mut chooser = Chooser::new(seed);
    let mut dice = Quick(Chooser::new(!seed));
    let mut steps = 0;
    while !Antares::is_over(&state) {
        let open = Antares::open(&state);
        let open = &open[chooser.below(open.len())];
        let command = &open.options[chooser.below(open.options.len())];
        let seat = if let Who::Seat(seat) = open.who { seat } else { Seat(0) };
        let by = Doer { seats: vec![seat], organiser: false };
        for event in Antares::decide(&state, &by, command, &mut dice).unwrap() {
            Antares::apply(&mut state, &event);
        }
        steps += 1;
    }
    steps
}

criterion_group!(benches, foretold, decided);
criterion_main!(benches);

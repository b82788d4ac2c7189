//! Shots and assaults out of random battles: nothing panics, everything adds up, the means agree.

use gatemaster_rules::antares::command::{Command, Cover, Intervening, Mark, Scene, Shot};
use gatemaster_rules::antares::data::Library;
use gatemaster_rules::antares::flow::{Manner, Task};
use gatemaster_rules::antares::odds::{self, Odds};
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::profile::Faction;
use gatemaster_rules::antares::state::{ModelId, UnitId};
use gatemaster_rules::antares::{Antares, Setup, State};
use gatemaster_rules::colour::Colour;
use gatemaster_rules::ids::Seat;
use gatemaster_rules::random_play::Chooser;
use gatemaster_rules::system::{Doer, System, Who};

use crate::antares_odds::table::{Counts, Quick};

const BATTLES: u64 = 40;
const TIMES: u32 = 400;

/// Everything that two forces have.
fn battle(chooser: &mut Chooser) -> State {
    let library = Library::built_in();
    let mut force = || Faction::ALL[chooser.below(Faction::ALL.len() - 1)];
    let forces = [force(), force()];
    let keys = forces.map(|faction| -> Vec<&str> {
        library.units.iter().filter(|u| u.faction == faction).map(|u| u.key.as_str()).collect()
    });
    let sides = [
        ("One", Colour::Red, forces[0], &keys[0][..]),
        ("Two", Colour::Blue, forces[1], &keys[1][..]),
    ];
    let mut setup = Setup::of(library, sides).unwrap();
    setup.options.already_deployed = true;
    Antares::set_up(&setup).unwrap()
}

/// What the table might show.
fn scene(chooser: &mut Chooser, state: &State, target: UnitId) -> Scene {
    let living: Vec<ModelId> = state.unit(target).unwrap().living().collect();
    let mut some = || -> Vec<Mark> {
        living.iter().filter(|_| chooser.one_in(3)).copied().map(Mark::Model).collect()
    };
    let (hidden, behind, under) = (some(), some(), some());
    let models = living.iter().copied().filter(|_| chooser.one_in(2)).collect();
    Scene {
        terrain: [Intervening::Nothing, Intervening::Obstacle][chooser.below(2)],
        shield: chooser.one_in(4),
        spotter_sees: !chooser.one_in(3),
        cover: match chooser.below(3) {
            0 => Cover::Everybody(1),
            1 => Cover::Only { bonus: 2, models },
            _ => Cover::Nobody,
        },
        hidden: if chooser.one_in(3) && hidden.len() < living.len() { hidden } else { Vec::new() },
        behind,
        under: (chooser.one_in(2) && !under.is_empty()).then_some(under),
        ..Scene::default()
    }
}

/// The mean of what was counted is near the mean of the odds.
fn near(what: &str, chances: &[f64], counted: &[u32]) {
    let sum: f64 = chances.iter().sum();
    assert!((sum - 1.0).abs() < 1e-9, "{what}: the chances add up to {sum}");
    assert!(chances.iter().all(|chance| (0.0..=1.0 + 1e-9).contains(chance)), "{what}");
    let mean = odds::expected(chances);
    let squares: f64 = (0_u32..).zip(chances).map(|(n, c)| f64::from(n * n) * c).sum();
    let found: f64 =
        (0_u32..).zip(counted).map(|(n, c)| f64::from(n * c)).sum::<f64>() / f64::from(TIMES);
    let bound = 6.0 * ((squares - mean * mean).max(0.0) / f64::from(TIMES)).sqrt() + 0.02;
    assert!((found - mean).abs() <= bound, "{what}: foretold {mean}, counted {found}");
}

fn check(what: &str, odds: &Odds, counts: &Counts) {
    near(&format!("{what}: hits"), &odds.hits, &counts.hits);
    near(&format!("{what}: casualties"), &odds.casualties, &counts.casualties);
    near(&format!("{what}: pins"), &odds.pins, &counts.pins);
    for (chance, counted, name) in [
        (odds.breaks, counts.breaks, "breaks"),
        (odds.forced_down, counts.forced_down, "forced down"),
        (odds.destroyed, counts.destroyed, "destroyed"),
    ] {
        near(&format!("{what}: {name}"), &[1.0 - chance, chance], &[TIMES - counted, counted]);
    }
}

fn shoot(seed: u64, state: &State, from: UnitId, manner: Manner, shot: &Shot, down: bool) -> bool {
    let Ok(odds) = odds::shot(state, from, manner, shot, down) else { return false };
    let mut dice = Quick(Chooser::new(seed));
    let mut counts = Counts::default();
    for _ in 0..TIMES {
        let rolled = odds::roll_shot(state, from, manner, shot, down, &mut dice);
        let (after, events) = rolled.unwrap();
        counts.add(shot.target, state, &after, &events);
    }
    let name = state.unit_name(from);
    check(&format!("battle {seed}, {name} {shot:?}"), &odds, &counts);
    true
}

fn charge(seed: u64, state: &State, by: UnitId, at: UnitId, cover: &Cover, sprint: bool) -> bool {
    let Ok(odds) = odds::assault(state, by, at, cover, sprint) else { return false };
    let mut dice = Quick(Chooser::new(seed));
    let mut counts = [Counts::default(), Counts::default()];
    for _ in 0..TIMES {
        let rolled = odds::roll_assault(state, by, at, cover, sprint, &mut dice);
        let (after, events) = rolled.unwrap();
        counts[0].add(by, state, &after, &events);
        counts[1].add(at, state, &after, &events);
    }
    let [one, other] = [by, at].map(|id| state.unit_name(id));
    check(&format!("battle {seed}, {one} assaults {other}"), &odds.attacker, &counts[0]);
    check(&format!("battle {seed}, {other} against {one}"), &odds.defender, &counts[1]);
    let all = odds.attacker_wins + odds.defender_wins + odds.draw;
    assert!((all - 1.0).abs() < 1e-9, "battle {seed}: wins and draws add up to {all}");
    true
}

/// One battle, played at random; here and there somebody asks for the odds.
fn play(seed: u64) -> (u32, u32) {
    let mut chooser = Chooser::new(seed);
    let mut dice = Quick(Chooser::new(!seed));
    let mut state = battle(&mut chooser);
    let (mut shots, mut assaults) = (0, 0);
    while !Antares::is_over(&state) && shots + assaults < 20 {
        let open = Antares::open(&state);
        let open = &open[chooser.below(open.len())];
        let command = &open.options[chooser.below(open.options.len())];
        if let (Command::Shoot { shots: list }, Some(acting)) = (command, state.flow.acting) {
            let mut shot = list[0].clone();
            if chooser.one_in(2) {
                shot.scene = scene(&mut chooser, &state, shot.target);
            }
            let manner = if acting.order == Order::Fire { Manner::Fire } else { Manner::Advance };
            let down = chooser.one_in(2);
            shots += u32::from(shoot(seed, &state, acting.unit, manner, &shot, down));
        }
        let resting = state.flow.tasks.is_empty() || state.flow.tasks.last() == Some(&Task::Act);
        if resting && chooser.one_in(6) {
            let mut pick = || UnitId(u16::try_from(chooser.below(state.units.len())).unwrap());
            let (by, at) = (pick(), pick());
            let cover = [Cover::Nobody, Cover::Everybody(2)][chooser.below(2)].clone();
            let sprint = chooser.one_in(3);
            assaults += u32::from(charge(seed, &state, by, at, &cover, sprint));
        }
        let seat = if let Who::Seat(seat) = open.who { seat } else { Seat(0) };
        let by = Doer { seats: vec![seat], organiser: false };
        for event in Antares::decide(&state, &by, command, &mut dice).unwrap() {
            Antares::apply(&mut state, &event);
        }
    }
    (shots, assaults)
}

#[test]
fn in_random_battles_the_odds_add_up_and_come_true() {
    let (mut shots, mut assaults) = (0, 0);
    for seed in 0..BATTLES {
        let (more_shots, more_assaults) = play(seed);
        shots += more_shots;
        assaults += more_assaults;
    }
    assert!(shots > 200 && assaults > 100, "only {shots} shots and {assaults} assaults");
}

//! Combats hand to hand: the computed odds agree with what the engine rolls.

use gatemaster_rules::at43::command::{Against, Combat, Command, Hyper};
use gatemaster_rules::at43::odds;
use gatemaster_rules::at43::profile::Weapon;
use gatemaster_rules::at43::state::Role;

use super::salvos::{GOLEMS, STEEL};
use super::table::{Counts, crew, fallen, lead, machine, often, resolve, times};
use crate::at43::sample::Game;

struct Case {
    name: &'static str,
    game: Game,
    combat: Combat,
}

/// Golems of the first unit in contact with this unit, and about to strike.
fn golems(name: &'static str, on: &str, change: impl Fn(&mut Game, &mut Combat)) -> Case {
    let mut game = Game::playing(GOLEMS, STEEL);
    game.engage("Storm golems 1", on);
    game.activate("Storm golems 1");
    let mut combat = Combat {
        weapon: Game::weapon("reaper-blades"),
        hero: false,
        attackers: 5,
        on: game.id(on),
        against: Against::Fighters,
        defenders: 3,
        hyper: Hyper::No,
    };
    change(&mut game, &mut combat);
    Case { name, game, combat }
}

fn blades(game: &mut Game, change: impl Fn(&mut Weapon)) {
    let weapons = &mut std::sync::Arc::make_mut(&mut game.state.library).weapons;
    weapons.iter_mut().filter(|weapon| weapon.key == "reaper-blades").for_each(change);
}

impl Case {
    fn faults(&self, seed: u64, times: u32) -> Vec<String> {
        let state = &self.game.state;
        let unit = state.flow.acting.as_ref().unwrap().unit;
        let foretold = odds::combat(state, unit, &self.combat)
            .unwrap_or_else(|refusal| panic!("{}: {refusal}", self.name));
        let command = Command::Fight(self.combat.clone());
        let [mut counts, more] = often(times, seed, |times, mut dice| {
            let mut counts = Counts::default();
            for _ in 0..times {
                let (after, events) = resolve(state, &command, &[], &mut dice);
                counts.add(state, &after, &events);
            }
            counts
        });
        counts.merge(&more);
        let mut faults = counts.impacts.faults("impacts", &foretold.impacts, times);
        faults.extend(counts.unit_faults(std::slice::from_ref(&foretold.unit), times));
        faults.extend(counts.machine_faults(foretold.unit.unit, &foretold.machines, times));
        faults.into_iter().map(|fault| format!("{}: {fault}", self.name)).collect()
    }
}

fn cases() -> Vec<Case> {
    vec![
        golems("blades against troopers", "Steel troopers 1", |_, _| {}),
        golems(
            "blades thrown again against all that are left",
            "Steel troopers 2",
            |game, combat| {
                fallen(game, "Steel troopers 2", &[2, 3, 4]);
                blades(game, |weapon| weapon.rerolls = 1);
                combat.defenders = 3;
            },
        ),
        golems("damage thrown again", "Steel TacArms", |_, combat| combat.hyper = Hyper::Yes),
        golems("blades against one of the Toads", "Fire Toads", |game, combat| {
            blades(game, |weapon| weapon.penetration = 11);
            combat.defenders = 1;
        }),
        golems("blades against two of the Toads", "Fire Toads", |game, combat| {
            blades(game, |weapon| (weapon.penetration, weapon.damage) = (12, 2));
            machine(game, "Fire Toads", 1).frame = 1;
            combat.defenders = 2;
        }),
        golems("against gunners alone", "Steel troopers 2", |game, combat| {
            crew(game, "Steel troopers 2", 3, 2);
            (combat.against, combat.defenders) = (Against::Gunners, 3);
        }),
        golems("against a hero alone", "Steel troopers 2", |game, combat| {
            lead(game, "Steel troopers 2", 8);
            (combat.against, combat.defenders, combat.attackers) = (Against::Hero, 1, 2);
        }),
        golems("a hero strikes", "Steel troopers 1", |game, combat| {
            lead(game, "Storm golems 1", 8);
            (combat.hero, combat.attackers) = (true, 1);
            assert_eq!(game.unit("Storm golems 1").living_of(Role::Hero), 1);
        }),
    ]
}

/// T-CBT-3, T-CBT-4, T-CBT-5, T-THR-10
#[test]
fn combats_come_out_as_foretold() {
    let enough = times(100_000, 50);
    let faults: Vec<String> =
        (500..).zip(cases()).flat_map(|(seed, case)| case.faults(seed, enough)).collect();
    assert!(faults.is_empty(), "{faults:#?}");
}

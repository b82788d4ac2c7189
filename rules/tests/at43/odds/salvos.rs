//! Salvos of every kind: the computed odds agree with what the engine rolls.

use gatemaster_rules::at43::command::{
    Body, Command, Cover, Hyper, InZone, Mark, Near, Salvo, Under,
};
use gatemaster_rules::at43::flow::Struckee;
use gatemaster_rules::at43::need::{Band, Range};
use gatemaster_rules::at43::odds;
use gatemaster_rules::at43::profile::WeaponAbility;
use gatemaster_rules::at43::state::{
    Drill, Element, ElementKind, MemberId, Pilot, Role, State, TerrainId, Tough, Wreck,
};

use super::table::{
    Counts, acting, crew, fallen, far, lead, machine, often, resolve, salvo, shooter, times,
};
use crate::at43::sample::Game;

pub const STARS: &str =
    "White Stars\n12 star troopers, 2 volcano mg, sergeant\n8 steel troopers\n3 fire toads";
pub const STEEL: &str = "White Stars\n9 steel troopers, 2 mg, sergeant\n3 steel TacArms\n\
                         6 steel troopers, 1 missile launcher\n3 fire toads";
pub const GOLEMS: &str = "Therians\n9 storm golems, alpha, 2 sonic guns\n6 storm golems, 1 flamer\n\
                          2 bane goliaths\n1 wraith golgoth\n4 assault medusas";

struct Case {
    name: &'static str,
    game: Game,
    salvo: Salvo,
    under: Vec<Under>,
}

impl Case {
    fn new(name: &'static str, game: Game, salvo: Salvo) -> Self {
        Self { name, game, salvo, under: Vec::new() }
    }

    fn faults(&self, seed: u64, times: u32) -> Vec<String> {
        let state = &self.game.state;
        let command = Command::Shoot(self.salvo.clone());
        let foretold = odds::salvo(state, &shooter(&self.game), &self.salvo)
            .unwrap_or_else(|refusal| panic!("{}: {refusal}", self.name));
        let [mut counts, more] = often(times, seed, |times, mut dice| {
            let mut counts = Counts::default();
            for _ in 0..times {
                let (after, events) = resolve(state, &command, &self.under, &mut dice);
                counts.add(state, &after, &events);
            }
            counts
        });
        counts.merge(&more);
        let mut faults = Vec::new();
        if foretold.hit.is_some() {
            faults.extend(counts.impacts.faults("impacts", &foretold.impacts, times));
        }
        for group in &foretold.groups {
            // the dice of a unit that is hit twice are counted together
            if foretold.groups.iter().filter(|other| other.on == group.on).count() == 1 {
                faults.extend(counts.stopped_faults(group.on, &group.stopped, times));
            }
            if let Struckee::Unit(unit) = group.on {
                faults.extend(counts.machine_faults(unit, &group.machines, times));
            } else {
                let came = counts.destroyed(group.on);
                faults.extend(far(&group.name, group.destroyed, came, times));
            }
        }
        match &foretold.template {
            None => faults.extend(counts.unit_faults(&foretold.units, times)),
            Some(template) => {
                for landing in &template.landings {
                    let came = counts.landed(landing.shift, landing.radius);
                    faults.extend(far("landing", landing.chance, came, times));
                }
                let Mark::Fighter(unit, _) = self.salvo.at else { panic!("aimed at a fighter") };
                let lost = counts.lost(unit).0.get(1).copied().unwrap_or(0);
                faults.extend(far("under the template", template.falls, lost, times));
            }
        }
        faults.into_iter().map(|fault| format!("{}: {fault}", self.name)).collect()
    }
}

fn at_golems(name: &'static str, change: impl Fn(&mut Game, &mut Salvo)) -> Case {
    let mut game = acting(STARS, GOLEMS, "Star troopers");
    let mut salvo = salvo(&game, "assault-rifle", "Storm golems 1", 1);
    change(&mut game, &mut salvo);
    Case::new(name, game, salvo)
}

fn at_toads(name: &'static str, change: impl Fn(&mut Game, &mut Salvo)) -> Case {
    let mut game = acting(GOLEMS, STEEL, "Bane goliaths");
    let mut salvo = salvo(&game, "nucleus-gun", "Fire Toads", 1);
    salvo.each = 2;
    // more to fire with
    for weapon in &mut std::sync::Arc::make_mut(&mut game.state.library).weapons {
        if weapon.key == "nucleus-gun" {
            weapon.rate = 3;
        }
    }
    change(&mut game, &mut salvo);
    Case::new(name, game, salvo)
}

fn golgoth(name: &'static str, target: &str, change: impl Fn(&mut Game, &mut Salvo)) -> Case {
    let mut game = acting(GOLEMS, STEEL, "Wraith golgoth");
    let mut salvo = salvo(&game, "medium-nucleus-cannon", target, 2);
    for weapon in &mut std::sync::Arc::make_mut(&mut game.state.library).weapons {
        if weapon.key == "medium-nucleus-cannon" {
            weapon.rate = 7;
        }
    }
    change(&mut game, &mut salvo);
    Case::new(name, game, salvo)
}

fn between(game: &Game, name: &str, role: Role, fighters: u32) -> InZone {
    InZone {
        who: Body::Unit(game.id(name)),
        role,
        fighters,
        cover: Cover::None,
        on: 0,
        which: None,
    }
}

fn beneath(game: &Game, name: &str, role: Role, fighters: u32) -> Under {
    Under { who: Body::Unit(game.id(name)), role, fighters, which: None }
}

fn element(state: &mut State) -> TerrainId {
    state.switches.terrain_damage = true;
    state.terrain.push(Element {
        name: "Container".to_owned(),
        kind: ElementKind::Container,
        size: 3,
        tough: Some(Tough { protection: 5, structure: 3 }),
        place: None,
        gone: false,
    });
    TerrainId(u8::try_from(state.terrain.len() - 1).unwrap())
}

fn wreck(state: &mut State) {
    state.wreck =
        Some(Wreck { protection: 5, structure: 1, pilot: Pilot::Inside, home_paid: false });
}

fn flamers(name: &'static str, change: impl Fn(&mut Game, &mut Salvo)) -> Case {
    let mut game = acting(GOLEMS, STEEL, "Storm golems 2");
    let at = Mark::Fighter(game.id("Steel troopers 1"), Role::Standard);
    let mut salvo = Salvo::plain(Game::weapon("flamer"), at, Range::Band(Band(0)));
    change(&mut game, &mut salvo);
    Case::new(name, game, salvo)
}

fn infantry() -> Vec<Case> {
    vec![
        at_golems("rifles with a re-roll", |_, _| {}),
        at_golems("rifles at four in cover", |game, salvo| {
            fallen(game, "Storm golems 1", &[4, 5, 6, 7, 8]);
            salvo.cover = Cover::Yes;
        }),
        at_golems("machine guns at those who take cover", |game, salvo| {
            salvo.weapon = Game::weapon("volcano-mg");
            salvo.cover = Cover::Yes;
            game.unit_mut("Storm golems 1").drills.push(Drill::TakeCover);
        }),
        at_golems("a zone of fire with friend and foe", |game, salvo| {
            let mut goliaths = between(game, "Bane goliaths", Role::Standard, 2);
            goliaths.cover = Cover::Yes;
            salvo.zone = vec![
                between(game, "Steel troopers", Role::Standard, 3),
                goliaths,
                between(game, "Fire Toads", Role::Standard, 2),
            ];
        }),
        at_golems("one unit twice in the zone of fire", |game, salvo| {
            let mut second = between(game, "Storm golems 2", Role::Bearer, 1);
            second.cover = Cover::Yes;
            salvo.zone = vec![between(game, "Storm golems 2", Role::Standard, 5), second];
        }),
        at_golems("a hero in the zone of fire", |game, salvo| {
            lead(game, "Storm golems 2", 3);
            fallen(game, "Storm golems 2", &[1, 2, 3, 4, 5]);
            salvo.zone = vec![between(game, "Storm golems 2", Role::Hero, 1)];
        }),
        at_golems("the wreck in the zone of fire", |game, salvo| {
            wreck(&mut game.state);
            let wreck =
                InZone { who: Body::Wreck, ..between(game, "Fire Toads", Role::Standard, 1) };
            salvo.zone = vec![wreck];
        }),
        at_golems("a hero who is better protected", |game, salvo| {
            lead(game, "Storm golems 1", 9);
            fallen(game, "Storm golems 1", &[3, 4, 5, 6, 7]);
            salvo.cover = Cover::Yes;
        }),
        at_golems("the officer nearest", |game, salvo| {
            let unit = game.id("Storm golems 1");
            salvo.nearest = vec![Near { unit, role: Role::Officer, fighters: 1, which: None }];
        }),
        at_golems("a whole melee", |game, _| {
            game.engage("Storm golems 1", "Steel troopers");
            game.engage("Storm golems 2", "Steel troopers");
            fallen(game, "Storm golems 1", &[2, 3, 4, 5, 6, 7, 8]);
            fallen(game, "Steel troopers", &[2, 3, 4, 5, 6, 7]);
        }),
        at_golems("gunners and weapons on stands share", |game, salvo| {
            crew(game, "Storm golems 2", 3, 2);
            salvo.at = Mark::Unit(game.id("Storm golems 2"));
            salvo.cover = Cover::Yes;
        }),
        at_golems("weapons on stands in the zone of fire", |game, salvo| {
            crew(game, "Storm golems 2", 3, 2);
            salvo.zone = vec![between(game, "Storm golems 2", Role::Gunner, 2)];
        }),
        at_golems("a container with somebody on it", |game, salvo| {
            salvo.at = Mark::Terrain(element(&mut game.state));
            salvo.under = vec![beneath(game, "Storm golems 2", Role::Standard, 2)];
        }),
        flamers("a flamer", |game, salvo| {
            salvo.under = vec![
                beneath(game, "Steel troopers 1", Role::Standard, 3),
                beneath(game, "Steel troopers 1", Role::Bearer, 1),
                beneath(game, "Storm golems 1", Role::Standard, 2),
                beneath(game, "Fire Toads", Role::Standard, 2),
            ];
        }),
        flamers("a flamer at a hero and two of three comrades", |game, salvo| {
            lead(game, "Steel troopers 1", 8);
            fallen(game, "Steel troopers 1", &[4, 5, 6, 7]);
            let left = game.unit("Steel troopers 1").living_of(Role::Standard);
            let standard = u32::try_from(left).unwrap();
            salvo.under = vec![
                beneath(game, "Steel troopers 1", Role::Standard, standard),
                beneath(game, "Steel troopers 1", Role::Bearer, 1),
                beneath(game, "Steel troopers 1", Role::Hero, 1),
            ];
        }),
        golgoth("a sniper at infantry", "Steel troopers 2", |_, _| {}),
        golgoth("a sniper's cannon after all in the open", "Steel troopers 2", |_, salvo| {
            salvo.moves_after = true;
            salvo.cover = Cover::Yes;
        }),
    ]
}

fn machines() -> Vec<Case> {
    vec![
        at_toads("machines share", |_, salvo| salvo.cover = Cover::Yes),
        at_toads("machines that have suffered", |game, _| {
            machine(game, "Fire Toads", 0).weapons = vec![0, 1];
            machine(game, "Fire Toads", 1).propulsion = 0;
            machine(game, "Fire Toads", 1).frame = 2;
        }),
        at_toads("one machine by name", |game, salvo| {
            salvo.at = Mark::Machine(game.id("Fire Toads"), MemberId(1));
        }),
        at_toads("a hero's machine among three", |game, _| {
            lead(game, "Fire Toads", 5);
            let unit = game.unit_mut("Fire Toads");
            unit.members.truncate(2);
            unit.members[1].role = Role::Hero;
            unit.leader = MemberId(1);
            machine(game, "Fire Toads", 0).frame = 2;
            machine(game, "Fire Toads", 1).frame = 3;
        }),
        at_toads("the hero's machine alone", |game, salvo| {
            lead(game, "Fire Toads", 5);
            let unit = game.unit_mut("Fire Toads");
            unit.members.truncate(3);
            unit.members[0].role = Role::Hero;
            salvo.at = Mark::Machine(game.id("Fire Toads"), MemberId(0));
        }),
        at_toads("machines in the zone of fire", |game, salvo| {
            let toads = between(game, "Fire Toads", Role::Standard, 2);
            salvo.at = Mark::Unit(game.id("Steel TacArms"));
            salvo.zone = vec![toads];
        }),
        golgoth("a sniper at a machine", "Fire Toads", |_, _| {}),
        {
            let game = acting(STEEL, GOLEMS, "Steel troopers 2");
            let salvo = Salvo {
                cover: Cover::Yes,
                zone: vec![between(&game, "Storm golems 2", Role::Standard, 2)],
                ..salvo(&game, "missile-launcher", "Wraith golgoth", 4)
            };
            Case::new("a locked shot", game, salvo)
        },
        {
            let mut game = acting(STEEL, GOLEMS, "Steel troopers 2");
            for weapon in &mut std::sync::Arc::make_mut(&mut game.state.library).weapons {
                if weapon.key == "missile-launcher" {
                    weapon.rate = 6;
                    weapon.damage = 1;
                }
            }
            let salvo = salvo(&game, "missile-launcher", "Wraith golgoth", 4);
            Case::new("six missiles of little damage", game, salvo)
        },
    ]
}

fn others() -> Vec<Case> {
    vec![
        {
            let game = acting(GOLEMS, STEEL, "Storm golems 1");
            let mut salvo = salvo(&game, "nanoblaster", "Steel TacArms", 1);
            salvo.hyper = Hyper::Yes;
            Case::new("damage dice thrown again", game, salvo)
        },
        {
            let mut game = acting(GOLEMS, STEEL, "Storm golems 1");
            std::sync::Arc::make_mut(&mut game.state.library)
                .weapons
                .iter_mut()
                .filter(|weapon| weapon.key == "nanoblaster")
                .for_each(|weapon| {
                    weapon.area = Some(3);
                    weapon.accuracy_is(1);
                });
            let at = Mark::Fighter(game.id("Steel troopers 1"), Role::Bearer);
            let salvo = Salvo::plain(Game::weapon("nanoblaster"), at, Range::Band(Band(2)));
            let under = vec![beneath(&game, "Steel troopers 1", Role::Bearer, 1)];
            Case { name: "a template", game, salvo, under }
        },
        {
            let game = acting(STARS, GOLEMS, "Star troopers");
            let salvo = salvo(&game, "assault-rifle", "Storm golems 1", 9);
            Case::new("out of reach", game, salvo)
        },
    ]
}

trait Aimed {
    fn accuracy_is(&mut self, accuracy: u8);
}

impl Aimed for gatemaster_rules::at43::profile::Weapon {
    fn accuracy_is(&mut self, accuracy: u8) {
        self.aim = gatemaster_rules::at43::profile::Aim::Accuracy(accuracy);
    }
}

fn enough() -> u32 {
    times(100_000, 50)
}

fn compare(cases: &[Case], seed: u64) {
    let faults: Vec<String> =
        (seed..).zip(cases).flat_map(|(seed, case)| case.faults(seed, enough())).collect();
    assert!(faults.is_empty(), "{faults:#?}");
}

/// T-SHT-9, T-SHT-10, T-DMG-2, T-HER-2, T-UNI-5, T-WPN-2, T-WPN-3, T-TER-3
#[test]
fn salvos_at_infantry_come_out_as_foretold() {
    compare(&infantry(), 100);
}

/// T-DMG-3, T-DMG-4, T-DMG-5, T-DMG-6, T-WPN-1, T-WPN-3, T-HER-2
#[test]
fn salvos_at_machines_come_out_as_foretold() {
    compare(&machines(), 200);
}

/// T-THR-10, T-IND-3, T-IND-4, T-SHT-7
#[test]
fn templates_and_routines_come_out_as_foretold() {
    compare(&others(), 300);
}

/// An ordinary salvo, a million times in a thorough run.
#[test]
fn a_million_salvos_come_out_as_foretold() {
    let case = at_golems("rifles through a zone of fire at golems in cover", |game, salvo| {
        salvo.cover = Cover::Yes;
        salvo.zone = vec![between(game, "Steel troopers", Role::Standard, 2)];
    });
    let faults = case.faults(400, times(1_000_000, 100));
    assert!(faults.is_empty(), "{faults:#?}");
}

/// T-WPN-3: the sniper is one only as long as he stands still.
#[test]
fn the_sniper_of_these_cases_is_one() {
    let weapon = Game::weapon("medium-nucleus-cannon");
    let case = golgoth("", "Fire Toads", |_, _| {});
    assert!(case.game.state.library.weapon(weapon).unwrap().has(WeaponAbility::Sniper));
    let odds = odds::salvo(&case.game.state, &shooter(&case.game), &case.salvo).unwrap();
    let lost: Vec<bool> = odds.groups[0].machines.iter().map(|odds| odds.lost > 0.0).collect();
    assert_eq!(lost, [true, false, false], "all impacts go to the nearest machine");
}

//! Shots of every kind: the computed odds agree with what the engine rolls.

use gatemaster_rules::antares::command::{Command, Cover, Eyes, Intervening, Mark, Scene, Shot};
use gatemaster_rules::antares::flow::Manner;
use gatemaster_rules::antares::odds;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::profile::{Gear, ModelRule, WeaponRule};
use gatemaster_rules::antares::state::{Ammo, Drone, Lock, ModelId, Soma, State};

use gatemaster_rules::random_play::Chooser;

use crate::antares_odds::table::{
    BLUE, Counts, Quick, RED, acts, all_are, at, compare, duel, facts, lose, make, often, resolve,
    unit, way, with,
};

/// Enough for each of the many.
pub fn enough() -> u32 {
    crate::thorough::times(20_000, 4)
}

pub struct Case {
    name: &'static str,
    state: State,
    shot: Shot,
    manner: Manner,
    goes_down: bool,
}

impl Case {
    /// Red shoots at blue; `prepare` comes before the order.
    pub fn new(
        name: &'static str,
        (red, blue): (&str, &str),
        manner: Manner,
        prepare: impl Fn(&mut State),
        shot: impl Fn(&State) -> Shot,
    ) -> Self {
        let mut state = duel(red, blue);
        prepare(&mut state);
        let order = if manner == Manner::Fire { Order::Fire } else { Order::Advance };
        acts(&mut state, RED, order, false, None);
        let shot = shot(&state);
        Self { name, state, shot, manner, goes_down: false }
    }

    pub fn down(mut self) -> Self {
        self.goes_down = true;
        self
    }

    pub fn faults(&self, seed: u64, times: u32) -> Vec<String> {
        let Case { state, shot, manner, goes_down, .. } = self;
        let foretold = odds::shot(state, RED, *manner, shot, *goes_down).unwrap();
        let [mut counts, more] = often(times, seed, |times, mut dice| {
            let mut counts = Counts::default();
            for _ in 0..times {
                let rolled = odds::roll_shot(state, RED, *manner, shot, *goes_down, &mut dice);
                let (after, events) = rolled.unwrap();
                counts.add(BLUE, state, &after, &events);
            }
            counts
        });
        counts.merge(&more);
        compare(self.name, &foretold, &counts, times)
    }
}

fn marks(models: &[u8]) -> Vec<Mark> {
    models.iter().map(|n| Mark::Model(ModelId(*n))).collect()
}

fn in_scene(shot: Shot, scene: Scene) -> Shot {
    Shot { scene, ..shot }
}

#[expect(clippy::too_many_lines, reason = "a list, one entry after the other")]
fn cases() -> Vec<Case> {
    use Manner::{Advance, Fire};
    let plain = |_: &mut State| {};
    let mut all = vec![
        Case::new("a squad at another", ("c3_strike_squad", "gang_fighters"), Fire, plain, |s| {
            at(18, way(s, Fire, 18, 0))
        }),
        Case::new("scatter fire", ("c3_strike_squad", "domari_squad"), Fire, plain, |s| {
            at(18, with(s, Fire, 18, "plasma_carbine", "scatter"))
        }),
        Case::new("at one who goes down", ("phase_squad", "feral_squad"), Fire, plain, |s| {
            at(18, way(s, Fire, 18, 1))
        })
        .down(),
        Case::new("without a spotter", ("gang_fighters", "c3_strike_squad"), Advance, plain, |s| {
            at(18, way(s, Advance, 18, 0))
        }),
        Case::new("carbines and an X-sling", ("c3_strike_squad", "ai_squad"), Fire, plain, |s| {
            let mut uses = with(s, Fire, 8, "plasma_carbine", "single shot");
            if let gatemaster_rules::antares::command::Shooters::Models(models) = &mut uses[0].by {
                models.remove(0);
            }
            uses.extend(with(s, Fire, 8, "x_sling", ""));
            at(8, uses)
        }),
    ];
    all.push(
        Case::new("the same, gone down", ("c3_strike_squad", "ai_squad"), Fire, plain, |s| {
            let mut uses = with(s, Fire, 8, "plasma_carbine", "single shot");
            if let gatemaster_rules::antares::command::Shooters::Models(models) = &mut uses[0].by {
                models.remove(0);
            }
            uses.extend(with(s, Fire, 8, "x_sling", ""));
            at(8, uses)
        })
        .down(),
    );
    all.push(Case::new(
        "three kinds of weapon, one overhead",
        ("ai_squad", "vardanari_guard"),
        Fire,
        plain,
        |s| at(18, way(s, Fire, 18, 0)),
    ));
    all.push(Case::new(
        "the same in cover, with mixed marks, pinned",
        ("ai_squad", "vardanari_guard"),
        Fire,
        |s| {
            unit(s, RED).pins = 1;
            unit(s, BLUE).pins = 3;
            lose(s, BLUE, &[4]);
        },
        |s| {
            let cover = Cover::Only { bonus: 2, models: vec![ModelId(0), ModelId(2)] };
            let scene = Scene {
                cover,
                behind: marks(&[3]),
                hidden: marks(&[5]),
                under: Some(marks(&[1, 2])),
                terrain: Intervening::Obstacle,
                ..Scene::default()
            };
            in_scene(at(18, way(s, Fire, 18, 0)), scene)
        },
    ));
    all.push(Case::new(
        "an X-launcher with strays",
        ("boromite_x_launcher_team", "outcast_squad"),
        Fire,
        plain,
        |s| at(25, way(s, Fire, 25, 0)),
    ));
    all.push(
        Case::new(
            "an X-launcher on Advance at one who goes down",
            ("ai_x_launcher_team", "c3_strike_squad"),
            Advance,
            plain,
            |s| at(25, way(s, Advance, 25, 0)),
        )
        .down(),
    );
    all.push(Case::new(
        "a howitzer with patched eyes",
        ("c3_x_howitzer_team", "outcast_squad"),
        Fire,
        |s| {
            let mut other = s.units[0].clone();
            other.name = "Another".into();
            s.units.push(other);
        },
        |s| {
            let eyes = Eyes::Patched(gatemaster_rules::antares::state::UnitId(2));
            in_scene(at(45, way(s, Fire, 45, 0)), Scene { eyes, ..Scene::default() })
        },
    ));
    all.push(Case::new(
        "a howitzer at a heavy team",
        ("c3_x_howitzer_team", "boromite_heavy_frag_borer_team"),
        Fire,
        plain,
        |s| in_scene(at(45, way(s, Fire, 45, 0)), Scene { out_of_arc: true, ..Scene::default() }),
    ));
    all.push(Case::new(
        "a phase rifle's D6 shots at a mixed unit",
        ("phase_sniper", "lavamites"),
        Fire,
        plain,
        |s| at(28, with(s, Fire, 28, "phase_rifle", "")),
    ));
    all.push(Case::new(
        "a fractal lock on a vehicle",
        ("boromite_heavy_frag_borer_team", "ghar_command_crawler"),
        Fire,
        |s| {
            unit(s, RED).lock = Some(Lock { on: BLUE, bonus: 3 });
        },
        |s| at(18, way(s, Fire, 18, 0)),
    ));
    all.push(
        Case::new(
            "a fractal lock on infantry, which gains nothing by going down",
            ("boromite_heavy_frag_borer_team", "gang_fighters"),
            Fire,
            |s| {
                unit(s, RED).lock = Some(Lock { on: BLUE, bonus: 1 });
                unit(s, BLUE).pins = 2;
                lose(s, BLUE, &[2, 3]);
            },
            |s| at(18, way(s, Fire, 18, 0)),
        )
        .down(),
    );
    all.push(Case::new(
        "a first fractal shot",
        ("boromite_heavy_frag_borer_team", "ghar_battle_squad"),
        Fire,
        plain,
        |s| at(18, way(s, Fire, 18, 0)),
    ));
    all.push(Case::new(
        "disruptors at a squad",
        ("ghar_battle_squad", "c3_strike_squad"),
        Fire,
        plain,
        |s| at(18, with(s, Fire, 18, "scourer_cannon", "disruptor")),
    ));
    all.push(
        Case::new(
            "disruptors at one who goes down",
            ("ghar_battle_squad", "lavamites"),
            Fire,
            |s| unit(s, BLUE).pins = 2,
            |s| at(18, with(s, Fire, 18, "scourer_cannon", "disruptor")),
        )
        .down(),
    );
    all.push(Case::new(
        "disruptors at a heavily armoured vehicle",
        ("ghar_battle_squad", "c3m4_combat_drone"),
        Fire,
        plain,
        |s| at(18, with(s, Fire, 18, "scourer_cannon", "disruptor")),
    ));
    all.push(Case::new(
        "Ghar against Ghar: reactors",
        ("ghar_battle_squad", "ghar_battle_squad"),
        Fire,
        plain,
        |s| at(18, with(s, Fire, 18, "scourer_cannon", "dispersed")),
    ));
    all.push(Case::new(
        "strong shots at suits with reactors",
        ("ghar_battle_squad", "ghar_battle_squad"),
        Fire,
        |s| unit(s, BLUE).pins = 5,
        |s| at(18, with(s, Fire, 18, "scourer_cannon", "concentrated")),
    ));
    all.push(Case::new(
        "a mag cannon's massive damage on a skimmer",
        ("ai_mag_cannon_team", "striker_attack_skimmer"),
        Fire,
        plain,
        |s| at(25, way(s, Fire, 25, 0)),
    ));
    all.push(Case::new(
        "rapid fire at three drones",
        ("c3d1_light_support_drone", "nhamak_light_support_drone"),
        Fire,
        plain,
        |s| at(25, way(s, Fire, 25, 0)),
    ));
    all.push(Case::new(
        "a vehicle's two weapons at a leader with a chart",
        ("c3m4_combat_drone", "ghar_command_crawler"),
        Fire,
        |s| unit(s, BLUE).pins = 4,
        |s| at(28, way(s, Fire, 28, 0)),
    ));
    all.push(Case::new(
        "a vehicle's two weapons at a light team",
        ("c3m4_combat_drone", "ai_mag_light_support_team"),
        Fire,
        plain,
        |s| at(28, way(s, Fire, 28, 0)),
    ));
    all.push(Case::new(
        "fast ones on the run",
        ("ai_infiltration_squad", "skyraider_squad"),
        Fire,
        |s| unit(s, BLUE).dice.placed.push(Order::Run),
        |s| at(18, way(s, Fire, 18, 0)),
    ));
    all.push(Case::new(
        "a sprinting unit in an ambush",
        ("vardanari_guard", "work_gang"),
        Fire,
        |s| {
            unit(s, BLUE).dice.placed.push(Order::Run);
            unit(s, BLUE).sprinting = true;
        },
        |s| at(8, way(s, Fire, 8, 0)),
    ));
    all.push(Case::new(
        "little ammunition, many shooters",
        ("outcast_squad", "senatex_command_squad"),
        Fire,
        |s| unit(s, RED).ammo = Ammo::Low,
        |s| at(18, way(s, Fire, 18, 0)),
    ));
    all.push(Case::new(
        "twenty dice at mixed Command",
        ("outcast_squad", "outcast_squad"),
        Fire,
        |s| unit(s, BLUE).pins = 4,
        |s| at(18, way(s, Fire, 18, 0)),
    ));
    all.push(Case::new(
        "soma grafts at work, already down",
        ("outcast_squad", "feral_squad"),
        Fire,
        |s| {
            unit(s, BLUE).soma = Soma::Active;
            unit(s, BLUE).pins = 2;
            unit(s, BLUE).dice.placed.push(Order::Down);
            lose(s, BLUE, &[3, 4]);
        },
        |s| at(18, way(s, Fire, 18, 0)),
    ));
    all.push(
        Case::new("a hidden sniper", ("c3_strike_squad", "phase_sniper"), Fire, plain, |s| {
            at(18, way(s, Fire, 18, 0))
        })
        .down(),
    );
    all.push(Case::new(
        "a crowded wreck of a squad, behind a shield in a building",
        ("phase_squad", "rock_rider_squad"),
        Fire,
        |s| {
            let drone = Drone { kind: Gear::Batter, lost: false };
            unit(s, BLUE).gear.push(drone);
            unit(s, BLUE).pins = 1;
            lose(s, BLUE, &[0]);
        },
        |s| {
            let scene = Scene { shield: true, building: true, ..Scene::default() };
            in_scene(at(25, way(s, Fire, 25, 0)), scene)
        },
    ));
    all.push(Case::new(
        "a template on a drone and a trooper",
        ("boromite_x_launcher_team", "c3_strike_squad"),
        Fire,
        plain,
        |s| {
            let under = Some(vec![Mark::Drone(0), Mark::Model(ModelId(3))]);
            in_scene(at(25, way(s, Fire, 25, 0)), Scene { under, ..Scene::default() })
        },
    ));
    all.push(Case::new(
        "a squad of leaders with reactors",
        ("tsan_phase_squad", "vardanari_guard"),
        Fire,
        |s| {
            all_are(s, BLUE, ModelRule::Leader);
            all_are(s, BLUE, ModelRule::PlasmaReactor);
        },
        |s| at(18, way(s, Fire, 18, 1)),
    ));
    all.push(Case::new(
        "leading drones with reactors, by massive damage",
        ("c3_strike_squad", "nhamak_light_support_drone"),
        Fire,
        |s| {
            all_are(s, BLUE, ModelRule::Leader);
            all_are(s, BLUE, ModelRule::PlasmaReactor);
            make(s, "plasma_carbine", WeaponRule::MassiveDamage);
            lose(s, RED, &[2, 3, 4]);
        },
        |s| at(18, way(s, Fire, 18, 1)),
    ));
    all.push(Case::new(
        "massive damage on a heavy gun",
        ("gang_fighters", "ai_x_howitzer_team"),
        Fire,
        |s| make(s, "mag_gun", WeaponRule::MassiveDamage),
        |s| at(18, way(s, Fire, 18, 0)),
    ));
    all.push(
        Case::new(
            "overhead blasts of many at one who goes down",
            ("c3_strike_squad", "outcast_squad"),
            Advance,
            |s| {
                make(s, "plasma_carbine", WeaponRule::Overhead);
                make(s, "plasma_carbine", WeaponRule::Blast(2));
            },
            |s| at(18, with(s, Advance, 18, "plasma_carbine", "single shot")),
        )
        .down(),
    );
    all.push(Case::new(
        "overhead without a blast, on the run",
        ("c3_strike_squad", "skyraider_squad"),
        Fire,
        |s| {
            make(s, "plasma_carbine", WeaponRule::Overhead);
            unit(s, BLUE).dice.placed.push(Order::Run);
        },
        |s| at(18, with(s, Fire, 18, "plasma_carbine", "single shot")),
    ));
    all.push(Case::new(
        "phase rifles for everybody, twinned",
        ("phase_sniper", "ai_squad"),
        Fire,
        |s| make(s, "phase_rifle", WeaponRule::Twinned),
        |s| at(28, with(s, Fire, 28, "phase_rifle", "")),
    ));
    all
}

/// A-SHT-4 to A-SHT-20, A-OVH-1 to A-OVH-6, A-DMG-1 to A-DMG-5, A-SPC-2 to A-SPC-6, A-BRK-1 to A-BRK-6.
#[test]
fn every_kind_of_shot_comes_out_as_foretold() {
    let mut faults = Vec::new();
    for (seed, case) in (0..).zip(cases()) {
        faults.extend(case.faults(seed, enough()));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Rolled out in one go or question by question, the same dice bring the same.
#[test]
fn shots_rolled_in_one_go_are_those_that_people_roll() {
    for (seed, case) in (0..).zip(cases()) {
        let Case { name, state, shot, manner, goes_down } = case;
        let command = Command::Shoot { shots: vec![shot.clone()] };
        let (mut one, mut other) = (Quick(Chooser::new(seed)), Quick(Chooser::new(seed)));
        for _ in 0..200 {
            let (_, asked) = resolve(&state, &command, goes_down, &mut one);
            let (_, rolled) =
                odds::roll_shot(&state, RED, manner, &shot, goes_down, &mut other).unwrap();
            assert_eq!(facts(&asked), facts(&rolled), "{name}");
        }
    }
}

/// A million shots in a thorough run: every bucket within a twentieth of a percent or so.
#[test]
fn a_million_salvos_at_a_squad_in_the_open() {
    let case = Case::new(
        "a million",
        ("c3_strike_squad", "gang_fighters"),
        Manner::Fire,
        |_| {},
        |s| at(18, with(s, Manner::Fire, 18, "plasma_carbine", "scatter")),
    );
    let faults = case.faults(1_000, crate::thorough::times(1_000_000, 5));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

//! Assaults of every kind: the computed odds agree with what the engine rolls.

use gatemaster_rules::antares::buildings::{Building, BuildingId, Facing, Plan, Size, Spot};
use gatemaster_rules::antares::command::Cover;
use gatemaster_rules::antares::odds;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::profile::WeaponRule;
use gatemaster_rules::antares::state::{ModelId, Soma, State};
use gatemaster_rules::random_play::Chooser;

use crate::antares_odds::table::{
    BLUE, Fights, Quick, RED, acts, charge, duel, facts, lose, make, often, resolve, unit,
};

/// Enough for each of the many.
fn enough() -> u32 {
    crate::thorough::times(20_000, 4)
}

struct Case {
    name: &'static str,
    state: State,
    cover: Cover,
    sprint: bool,
}

fn case(name: &'static str, (red, blue): (&str, &str), prepare: impl Fn(&mut State)) -> Case {
    let mut state = duel(red, blue);
    prepare(&mut state);
    Case { name, state, cover: Cover::Nobody, sprint: false }
}

impl Case {
    fn faults(&self, seed: u64, times: u32) -> Vec<String> {
        let Case { state, cover, sprint, .. } = self;
        let foretold = odds::assault(state, RED, BLUE, cover, *sprint).unwrap();
        let [mut fights, more] = often(times, seed, |times, mut dice| {
            let mut fights = Fights::default();
            for _ in 0..times {
                let rolled = odds::roll_assault(state, RED, BLUE, cover, *sprint, &mut dice);
                let (after, events) = rolled.unwrap();
                fights.add(state, &after, &events);
            }
            fights
        });
        fights.merge(&more);
        let faults = fights.compare(&foretold, times);
        faults.into_iter().map(|fault| format!("{}: {fault}", self.name)).collect()
    }

    fn sprinting(mut self) -> Self {
        self.sprint = true;
        self
    }

    fn in_cover(mut self, cover: Cover) -> Self {
        self.cover = cover;
        self
    }
}

fn down(state: &mut State) {
    unit(state, BLUE).dice.placed.push(Order::Down);
}

/// The defender holds the first of two blocks, in which it may be emplaced.
fn tower(state: &mut State, emplaced: Option<Facing>) {
    let plan = Plan { blocks: 2, ..Plan::plain("Tower", Size::Standard, 3) };
    state.buildings = vec![Building::new(plan)];
    let defender = unit(state, BLUE);
    defender.spot = Some(Spot::block(BuildingId(0), 0, 0));
    defender.emplaced = emplaced;
}

fn cases() -> Vec<Case> {
    vec![
        case("mauls against carbines", ("work_gang", "c3_strike_squad"), |_| {}),
        case("spinners against lashes", ("ai_assault_squad", "outcast_command_squad"), |_| {}),
        case("lashes against spinners", ("outcast_command_squad", "ai_assault_squad"), |_| {}),
        case("spinners against suits", ("ai_assault_squad", "ghar_battle_squad"), |_| {}),
        case("suits against a squad", ("ghar_battle_squad", "domari_squad"), |_| {}),
        case("suits against suits", ("ghar_battle_squad", "ghar_battle_squad"), |s| {
            unit(s, BLUE).pins = 3;
        }),
        case("lavamites on a squad that is down", ("lavamites", "phase_squad"), down)
            .in_cover(Cover::Everybody(1)),
        case("riders at full tilt", ("rock_rider_squad", "gang_fighters"), |_| {}).sprinting(),
        case("a pinned mob sprints", ("outcast_squad", "feral_squad"), |s| {
            unit(s, RED).pins = 3;
            unit(s, BLUE).soma = Soma::Active;
            unit(s, BLUE).pins = 2;
        })
        .sprinting(),
        case("fast ones on a mixed squad", ("skyraider_squad", "ai_squad"), |_| {})
            .in_cover(Cover::Only { bonus: 2, models: vec![ModelId(1), ModelId(4)] }),
        case("a heavy team is overrun", ("vardanari_guard", "ai_x_howitzer_team"), |_| {}),
        case(
            "a light team is overrun while down",
            ("vardanari_guard", "boromite_mag_light_support_team"),
            down,
        ),
        case("drones", ("work_gang", "nhamak_light_support_drone"), |s| unit(s, BLUE).pins = 3),
        case("a crawler that shoots back", ("ai_assault_squad", "ghar_command_crawler"), |s| {
            unit(s, BLUE).pins = 4;
        }),
        case("a crawler that is down", ("work_gang", "ghar_command_crawler"), |s| {
            unit(s, BLUE).models[0].stats.res = 6;
            down(s);
        }),
        case("a drone vehicle", ("outcast_squad", "c3m4_combat_drone"), |_| {}),
        case("remnants with many pins", ("tsan_phase_squad", "overseer_squad"), |s| {
            lose(s, RED, &[1]);
            lose(s, BLUE, &[0]);
            unit(s, RED).pins = 5;
            unit(s, BLUE).pins = 6;
        }),
        case("a sniper is caught", ("senatex_command_squad", "phase_sniper"), |_| {}),
        case("ferals against a command squad", ("feral_squad", "freeborn_command_squad"), |s| {
            unit(s, RED).soma = Soma::Dormant;
        }),
        case("a big mob against lavamites, down", ("outcast_squad", "lavamites"), |s| {
            unit(s, BLUE).pins = 2;
            down(s);
        })
        .sprinting(),
        case("carbines that fade", ("c3_strike_squad", "domari_squad"), |s| {
            make(s, "plasma_carbine", WeaponRule::PlasmaFade);
        }),
        case("carbines that fade on both sides", ("phase_squad", "vardanari_guard"), |s| {
            make(s, "plasma_carbine", WeaponRule::PlasmaFade);
            unit(s, RED).pins = 1;
            lose(s, BLUE, &[1, 2]);
        }),
        case("carbines that fade at one who is down", ("phase_squad", "vardanari_guard"), |s| {
            make(s, "plasma_carbine", WeaponRule::PlasmaFade);
            down(s);
        }),
        case("a tower is stormed", ("gang_fighters", "domari_squad"), |s| tower(s, None)),
        case("a pinned garrison", ("work_gang", "c3_strike_squad"), |s| {
            tower(s, None);
            unit(s, BLUE).pins = 3;
        }),
        case("an emplaced howitzer", ("gang_fighters", "ai_x_howitzer_team"), |s| {
            tower(s, Some(Facing::Front));
        }),
        case("emplaced drones", ("work_gang", "nhamak_light_support_drone"), |s| {
            tower(s, Some(Facing::Left));
        }),
        case("from block to block", ("outcast_squad", "feral_squad"), |s| {
            tower(s, None);
            unit(s, RED).spot = Some(Spot::block(BuildingId(0), 1, 0));
            unit(s, BLUE).soma = Soma::Active;
        }),
        case("slings and pistols among a mixed squad", ("ai_squad", "ai_squad"), |s| {
            lose(s, RED, &[2]);
        }),
    ]
}

/// A-ASL-2 to A-ASL-17, A-MOV-3, A-BRK-1 to A-BRK-6, B-ASL-1, B-ASL-2.
#[test]
fn every_kind_of_assault_comes_out_as_foretold() {
    let mut faults = Vec::new();
    for (seed, case) in (100..).zip(cases()) {
        faults.extend(case.faults(seed, enough()));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Rolled out in one go or question by question, the same dice bring the same.
#[test]
fn assaults_rolled_in_one_go_are_those_that_people_roll() {
    for (seed, case) in (0..).zip(cases()) {
        let Case { name, mut state, cover, sprint } = case;
        acts(&mut state, RED, Order::Run, sprint, Some(BLUE));
        let (mut one, mut other) = (Quick(Chooser::new(seed)), Quick(Chooser::new(seed)));
        for _ in 0..100 {
            let (_, asked) = resolve(&state, &charge(cover.clone()), false, &mut one);
            let (_, rolled) =
                odds::roll_assault(&state, RED, BLUE, &cover, sprint, &mut other).unwrap();
            assert_eq!(facts(&asked), facts(&rolled), "{name}");
        }
    }
}

/// A million assaults in a thorough run: every bucket within a twentieth of a percent or so.
#[test]
fn a_million_overseers_charge_a_command_squad() {
    let case = case("a million", ("overseer_squad", "senatex_command_squad"), |_| {});
    let faults = case.faults(2_000, crate::thorough::times(1_000_000, 5));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

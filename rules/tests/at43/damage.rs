//! Damage tests, locations and structure points.

use gatemaster_rules::at43::command::{Answer, Command, MachinePart, Mark, Salvo};
use gatemaster_rules::at43::damage::shares;
use gatemaster_rules::at43::event::{Event, Victims};
use gatemaster_rules::at43::parts::Location;
use gatemaster_rules::at43::state::{Element, ElementKind, MemberId, Role, TerrainId, Tough};

use super::skirmish::{RED, Skirmish, Team, damages, fallen, has, near, standing, under};

fn parts(events: &[Event]) -> Vec<(u8, MachinePart, u8, u8)> {
    let hit = events.iter().filter_map(|event| match event {
        Event::PartHit { machine, part, lost, left, .. } => Some((machine.0, *part, *lost, *left)),
        _ => None,
    });
    hit.collect()
}

/// T-DMG-3: p. 68: five impacts on three Fire Toads: two, two and one.
#[test]
fn three_fire_toads_share_five_impacts() {
    assert_eq!(shares(5, 3), [2, 2, 1]);
    let (mut field, [_, toads]) =
        Skirmish::new(&[Team::red("bane-goliaths", 3), Team::blue("fire-toads", 3)]);
    let salvo = Salvo { each: 2, ..field.salvo("nucleus-gun", toads, 3) };
    // 2+: five of six hit. 13 against 11 needs 3+: one on the first, none on the second, one on the third; two locations
    let faces = [2, 2, 2, 2, 2, 1, 3, 1, 1, 1, 3, 1, 3];
    let events = field.shoot(&salvo, &faces).to_vec();
    let told: Vec<(Victims, usize)> =
        damages(&events).into_iter().map(|(on, _, dice, _)| (on, dice)).collect();
    let machine = |of| Victims::Machine(toads, MemberId(of));
    assert_eq!(told, [(machine(0), 2), (machine(1), 2), (machine(2), 1)]);
    // Damage 2: the propulsion of the first, the frame of the third
    assert_eq!(parts(&events), [(0, MachinePart::Propulsion, 2, 0), (2, MachinePart::Frame, 2, 3)]);
    assert!(field.machine(toads, 0).is_immobilised());
}

/// T-DMG-3
#[test]
fn the_shooter_says_which_machine_stands_nearest() {
    let (mut field, [_, toads]) =
        Skirmish::new(&[Team::red("bane-goliaths", 2), Team::blue("fire-toads", 3)]);
    let mut salvo = field.salvo("nucleus-gun", toads, 3);
    salvo.nearest = vec![gatemaster_rules::at43::command::Near {
        which: Some(MemberId(2)),
        ..near(toads, Role::Standard, 1)
    }];
    let events = field.shoot(&salvo, &[2, 1, 3, 3]).to_vec();
    assert_eq!(parts(&events), [(2, MachinePart::Frame, 2, 3)]);
}

/// T-DMG-4 to T-DMG-6: p. 53: a light laser cannon has 1 point and is destroyed; the propulsion has lost 1 of 2 before and
/// now stops.
#[test]
fn a_sonic_cannon_takes_a_gun_and_the_propulsion_of_a_fire_toad() {
    assert_eq!(
        [1, 2, 3, 4, 5, 6].map(Location::of),
        [
            Location::Propulsion,
            Location::Propulsion,
            Location::Frame,
            Location::Frame,
            Location::Frame,
            Location::Weapon
        ]
    );
    let (mut field, [_, toad]) =
        Skirmish::new(&[Team::red("wraith-golgoth", 1), Team::blue("fire-toads", 1)]);
    field.machine_mut(toad, 0).propulsion = 1;
    let salvo = field.salvo("medium-sonic-cannon", toad, 3);
    // 3+: two hit; 9 against 11 needs 5+; a weapon, of two equal ones nobody has to choose, and the propulsion
    let events = field.shoot(&salvo, &[3, 3, 1, 1, 5, 6, 6, 2]).to_vec();
    assert_eq!(
        parts(&events),
        [(0, MachinePart::Weapon(0), 1, 0), (0, MachinePart::Propulsion, 1, 0)]
    );
    assert!(field.machine(toad, 0).is_immobilised());
    // the gun cannot be used any more
    field.acts(toad);
    let salvo = field.salvo("light-laser-cannon", gatemaster_rules::at43::state::UnitId(0), 3);
    assert_eq!(field.aim(&salvo).unwrap().dice, 1);
    field.machine_mut(toad, 0).weapons[1] = 0;
    assert_eq!(field.refused(&salvo), "The light laser cannon of Fire Toads 2 is destroyed.");
}

/// T-DMG-4: the attacker chooses among different weapons; the most dangerous one stands first.
#[test]
fn on_a_6_the_attacker_says_which_weapon_is_hit() {
    let (mut field, [_, wraith]) =
        Skirmish::new(&[Team::blue("fire-toads", 1), Team::red("wraith-golgoth", 1)]);
    let salvo = field.salvo("light-laser-cannon", wraith, 3);
    field.shoot(&salvo, &[2, 4, 6]);
    assert_eq!(field.asked(), "choose the weapon of Wraith golgoth 2 that is hit");
    let open = gatemaster_rules::at43::state::UnitId(1);
    let third = Command::Answer(Answer::Weapon(2));
    assert!(field.try_with(gatemaster_rules::ids::Seat(0), &third, &[]).is_err());
    field.answer(gatemaster_rules::ids::Seat(0), Answer::Weapon(1), &[]);
    assert_eq!(field.machine(open, 0).weapons, [2, 1]);
    assert!(field.is_quiet());
}

/// T-DMG-5
#[test]
fn what_a_destroyed_part_cannot_take_goes_to_the_frame() {
    let (mut field, [_, toad]) =
        Skirmish::new(&[Team::red("bane-goliaths", 1), Team::blue("fire-toads", 1)]);
    field.machine_mut(toad, 0).propulsion = 1;
    let salvo = Salvo { each: 2, ..field.salvo("nucleus-gun", toad, 3) };
    // Damage 2 on a propulsion with 1 point, then on a destroyed one
    let events = field.shoot(&salvo, &[2, 2, 3, 3, 1, 2]).to_vec();
    assert_eq!(
        parts(&events),
        [
            (0, MachinePart::Propulsion, 1, 0),
            (0, MachinePart::Frame, 1, 4),
            (0, MachinePart::Frame, 2, 2),
        ]
    );
}

/// T-DMG-4, T-DMG-5: with every weapon destroyed a 6 goes to the frame.
#[test]
fn a_6_on_a_machine_without_weapons_hits_its_frame() {
    let (mut field, [_, toad]) =
        Skirmish::new(&[Team::red("bane-goliaths", 1), Team::blue("fire-toads", 1)]);
    field.machine_mut(toad, 0).weapons = vec![0, 0];
    let salvo = field.salvo("nucleus-gun", toad, 3);
    let events = field.shoot(&salvo, &[2, 3, 6]).to_vec();
    assert_eq!(parts(&events), [(0, MachinePart::Frame, 2, 3)]);
}

/// T-DMG-3, T-DMG-6
#[test]
fn impacts_left_over_on_a_destroyed_machine_are_lost() {
    let (mut field, [_, toads]) =
        Skirmish::new(&[Team::red("bane-goliaths", 3), Team::blue("fire-toads", 2)]);
    field.machine_mut(toads, 0).frame = 2;
    let salvo = Salvo { each: 2, ..field.salvo("nucleus-gun", toads, 3) };
    // six hits, three each; three successes on the first, whose frame falls at once; the second takes one. Then the
    // morale of the other: 8 against 8 needs 4+
    let faces = [2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 1, 1, 4, 1, 5];
    let events = field.shoot(&salvo, &faces).to_vec();
    let destroyed = |event: &Event| matches!(event, Event::MachineDestroyed { unit, machine } if *unit == toads && machine.0 == 0);
    assert!(has(&events, destroyed));
    assert_eq!(field.left(toads), 1);
    assert_eq!(field.machine(toads, 1).propulsion, 0);
    assert!(has(&events, |event| matches!(event, Event::MoraleTested { passed: true, .. })));
}

/// T-DMG-3, T-SHT-4
#[test]
fn a_machine_that_is_named_takes_all_impacts() {
    let (mut field, [_, toads]) =
        Skirmish::new(&[Team::red("bane-goliaths", 1), Team::blue("fire-toads", 3)]);
    let mark = Mark::Machine(toads, MemberId(1));
    let salvo = Salvo { each: 2, ..field.salvo_at("nucleus-gun", mark, 3) };
    let events = field.shoot(&salvo, &[2, 2, 3, 3, 3, 3]).to_vec();
    assert_eq!(parts(&events), [(1, MachinePart::Frame, 2, 3), (1, MachinePart::Frame, 2, 1)]);
}

/// T-DMG-2: those nearest fall first, and successes beyond the last fighter are lost.
#[test]
fn the_nearest_fall_first_and_what_is_beyond_the_last_is_lost() {
    let (mut field, [_, golems]) = Skirmish::new(&[
        Team::blue("steel-troopers", 6),
        Team::red("storm-golems", 2).bearers(1, "sonic-gun").officer(),
    ]);
    let mut salvo = field.salvo("laser-rifle", golems, 0);
    salvo.nearest = vec![near(golems, Role::Officer, 1), near(golems, Role::Bearer, 1)];
    let events = field.shoot(&salvo, &[2, 2, 1, 1, 1, 1, 4, 4]).to_vec();
    assert_eq!(fallen(&events), [(golems, 2)]);
    assert_eq!(field.unit(golems).living_of(Role::Standard), 2, "bearer and officer stood nearer");
    field.acts(gatemaster_rules::at43::state::UnitId(0));
    let rest = field.salvo("laser-rifle", golems, 0);
    let events = field.shoot(&rest, &[2, 2, 2, 2, 2, 2, 4, 4, 4, 4, 4, 4]).to_vec();
    assert_eq!(fallen(&events), [(golems, 2)]);
    assert!(field.unit(golems).is_gone());
}

/// T-DMG-2: unless somebody says otherwise, standard fighters go before specialists, bearers and the officer.
#[test]
fn by_default_standard_fighters_fall_first() {
    let (mut field, [_, troopers]) = Skirmish::new(&[
        Team::red("storm-golems", 4),
        Team::blue("steel-troopers", 1).bearers(1, "mg").officer(),
    ]);
    let salvo = field.salvo("nanoblaster", troopers, 0);
    // 3+, with a second throw; 4+: two fall, the standard fighter and the bearer
    let events = field.shoot(&salvo, &[3, 3, 1, 1, 1, 1, 4, 4]).to_vec();
    assert_eq!(fallen(&events), [(troopers, 2)]);
    assert_eq!(field.unit(troopers).living_of(Role::Officer), 1);
}

/// T-HER-2: a hero with another Protection falls last, and what is left then is his.
#[test]
fn a_hero_is_hit_once_his_comrades_have_fallen() {
    let (mut field, [_, troopers]) = Skirmish::new(&[
        Team::red("storm-golems", 4),
        Team::blue("steel-troopers", 1).hero("borz"),
    ]);
    let mut salvo = field.salvo("nanoblaster", troopers, 0);
    salvo.nearest = vec![near(troopers, Role::Hero, 1)];
    // three hits. The trooper survives the first (4+), falls to the second; the third is the hero's, at 5 against 8
    let events = field.shoot(&salvo, &[3, 3, 3, 1, 1, 3, 4, 5]).to_vec();
    let needs: Vec<String> = damages(&events).into_iter().map(|(_, need, _, _)| need).collect();
    assert_eq!(needs, ["4+", "4+", "5+"]);
    assert!(field.unit(troopers).is_gone());
}

/// T-HER-2: in the zone of fire and under a template, comrades take it for him.
#[test]
fn comrades_take_what_would_hit_a_hero_in_the_way() {
    let (mut field, [_, golems, troopers]) = Skirmish::new(&[
        Team::red("storm-golems", 2).bearers(1, "flamer"),
        Team::blue("steel-tacarms", 2),
        Team::blue("steel-troopers", 2).hero("borz"),
    ]);
    let mut salvo = field.salvo("nanoblaster", golems, 0);
    let mut hero = standing(troopers, 1);
    hero.role = Role::Hero;
    salvo.zone = vec![hero];
    // one impact in the zone at 4+, a trooper's; one on the battlesuits at 5 against 9, which needs 6... on −4
    let events = field.shoot(&salvo, &[3, 3, 4, 1]).to_vec();
    assert_eq!(fallen(&events), [(troopers, 1)]);
    let mut flamer = field.salvo_at("flamer", Mark::Fighter(troopers, Role::Hero), 0);
    let mut both = under(troopers, 1);
    both.role = Role::Hero;
    flamer.under = vec![both, under(troopers, 1)];
    // the last trooper survives his own test, but not the hero's
    let events = field.shoot(&flamer, &[1, 4]).to_vec();
    assert_eq!(fallen(&events), [(troopers, 1)]);
    assert_eq!(field.unit(troopers).living_of(Role::Hero), 1);
    assert_eq!(field.unit(troopers).grounded(), 0);
}

/// T-HER-2: of machines the others share; what is left when the last of them falls is the hero's.
#[test]
fn the_other_machines_take_the_impacts_of_a_hero() {
    let (mut field, [_, toads]) = Skirmish::new(&[
        Team::red("bane-goliaths", 2),
        Team::blue("fire-toads", 1).hero("borz-aboard"),
    ]);
    let salvo = field.salvo("nucleus-gun", toads, 3);
    let events = field.shoot(&salvo, &[2, 2, 3, 3, 1, 3]).to_vec();
    assert_eq!(
        parts(&events),
        [(0, MachinePart::Propulsion, 2, 0), (0, MachinePart::Frame, 2, 3)],
        "both on the other one"
    );
    field.acts(gatemaster_rules::at43::state::UnitId(0));
    field.machine_mut(toads, 0).frame = 2;
    let salvo = field.salvo("nucleus-gun", toads, 3);
    // both impacts on the other; the first destroys it, the second is the hero's: location 4 for him. Then morale, by the
    // machine's value
    let events = field.shoot(&salvo, &[2, 2, 3, 3, 3, 4, 6]).to_vec();
    assert_eq!(parts(&events), [(0, MachinePart::Frame, 2, 0), (1, MachinePart::Frame, 2, 3)]);
    // named as the target, his machine takes it itself
    field.acts(gatemaster_rules::at43::state::UnitId(0));
    let named = field.salvo_at("nucleus-gun", Mark::Machine(toads, MemberId(1)), 3);
    let events = field.shoot(&named, &[2, 1, 3, 1]).to_vec();
    assert_eq!(parts(&events), [(1, MachinePart::Propulsion, 2, 0)]);
}

/// T-UNI-5: impacts are shared over weapons and gunners.
#[test]
fn a_gun_crew_shares_impacts_evenly() {
    let (mut field, [_, crew]) =
        Skirmish::new(&[Team::red("storm-golems", 6), Team::blue("gun-crew", 0).crew(2, 2)]);
    let mut salvo = field.salvo("nanoblaster", crew, 0);
    salvo.nearest = vec![near(crew, Role::SupportWeapon, 1)];
    // six impacts on four: two each on a weapon and the first gunner, one each on the others; 5 against 4 needs 4+. The
    // weapon falls to its second test, the gunner takes two and falls once
    let faces = [3, 3, 3, 3, 3, 3, 1, 4, 4, 4, 1, 1];
    let events = field.shoot(&salvo, &faces).to_vec();
    assert_eq!(fallen(&events), [(crew, 2)]);
    let unit = field.unit(crew);
    assert_eq!((unit.living_of(Role::Gunner), unit.living_of(Role::SupportWeapon)), (1, 1));
}

/// T-DMG-1: six below fails and six above succeeds without dice.
#[test]
fn certain_damage_is_not_diced_for() {
    let (mut field, [_, golems]) =
        Skirmish::new(&[Team::red("fire-toads", 1), Team::blue("steel-troopers", 6)]);
    let salvo = field.salvo("light-laser-cannon", golems, 0);
    let events = field.shoot(&salvo, &[]).to_vec();
    assert_eq!(fallen(&events), [(golems, 1)]);
    let (mut field, [_, wraith]) =
        Skirmish::new(&[Team::blue("steel-troopers", 1), Team::red("wraith-golgoth", 1)]);
    let salvo = field.salvo("laser-rifle", wraith, 0);
    let events = field.shoot(&salvo, &[2]).to_vec();
    assert_eq!(
        damages(&events),
        [(Victims::Machine(wraith, MemberId(0)), "cannot succeed".into(), 0, 0)]
    );
}

fn container() -> Element {
    Element {
        name: "Container 1".into(),
        kind: ElementKind::Container,
        size: 3,
        tough: Some(Tough { protection: 8, structure: 3 }),
        place: None,
        gone: false,
    }
}

/// T-TER-3: where it is agreed, terrain is harmed when it is aimed at, and whoever stands on it falls with it.
#[test]
fn a_container_is_shot_to_pieces_with_whoever_stands_on_it() {
    let (mut field, [_, troopers]) =
        Skirmish::new(&[Team::red("bane-goliaths", 2), Team::blue("steel-troopers", 6)]);
    field.state.terrain.push(container());
    let mut salvo = field.salvo_at("nucleus-gun", Mark::Terrain(TerrainId(0)), 2);
    assert_eq!(field.refused(&salvo), "Weapons do not harm terrain in this game; sabotage does.");
    field.state.switches.terrain_damage = true;
    salvo.under = vec![under(troopers, 2)];
    // 2+ both; 13 against 8 needs 2+; 4 points of damage on 3
    let events = field.shoot(&salvo, &[2, 2, 2, 2]).to_vec();
    assert!(has(&events, |event| matches!(event, Event::ElementGone { .. })));
    assert_eq!(fallen(&events), [(troopers, 2)]);
    field.acts(gatemaster_rules::at43::state::UnitId(0));
    assert_eq!(field.refused(&salvo), "That element is not on the table.");
}

/// T-TER-3: shots at somebody harm no terrain, and what cannot be destroyed is no target.
#[test]
fn a_hill_is_no_target() {
    let (mut field, _) =
        Skirmish::new(&[Team::red("bane-goliaths", 2), Team::blue("steel-troopers", 6)]);
    field.state.switches.terrain_damage = true;
    field.state.terrain.push(Element { tough: None, name: "Hill".into(), ..container() });
    let salvo = field.salvo_at("nucleus-gun", Mark::Terrain(TerrainId(0)), 2);
    assert_eq!(field.refused(&salvo), "Hill cannot be destroyed.");
    assert_eq!(field.asked(), "act with Bane goliaths 1");
    assert!(field.try_with(RED, &Command::Shoot(salvo), &[]).is_err());
}

//! Close combat.

use gatemaster_rules::at43::command::{Against, Answer, Combat, Command, Hyper, Movement, Pace};
use gatemaster_rules::at43::event::Event;
use gatemaster_rules::at43::flow::Task;
use gatemaster_rules::at43::melee::{blow, combats};
use gatemaster_rules::at43::need::Need;
use gatemaster_rules::at43::profile::{Gives, Hero, HeroId};
use gatemaster_rules::at43::state::{Drill, Member, MemberId, Role, UnitId};
use gatemaster_rules::at43::{At43, data};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::system::System as _;

use super::moving::TOADS;
use super::sample::{BLUE, GOLEMS, Game, RED, STEEL};

/// Fighters with this weapon against the fighters of a unit.
fn strike(weapon: &str, attackers: u32, on: UnitId, defenders: u32) -> Combat {
    Combat {
        weapon: Game::weapon(weapon),
        hero: false,
        attackers,
        on,
        against: Against::Fighters,
        defenders,
        hyper: Hyper::No,
    }
}

/// Golems of the first unit in contact with both units of troopers; Red acts with them.
fn golems_strike() -> Game {
    let mut game = Game::playing(STEEL, GOLEMS);
    game.engage("Storm golems 1", "Steel troopers 1");
    game.activate("Storm golems 1");
    game
}

/// The combat with its dice; if the attacker is asked who falls, the default.
fn fight(game: &mut Game, seat: Seat, combat: Combat, dice: &[u32]) {
    game.does(seat, &Command::Fight(combat), dice);
    if let Some(Task::Fall { .. }) = game.state.flow.tasks.last() {
        let fall = At43::open(&game.state)[0].options[0].clone();
        let told = game.told.clone();
        game.does(seat, &fall, &[]);
        game.told.splice(0..0, told);
    }
}

fn impacts(game: &Game) -> u32 {
    let rolled = game.told.iter().find_map(|event| match event {
        Event::ShotsRolled { impacts, .. } => Some(*impacts),
        _ => None,
    });
    rolled.expect("dice to hit")
}

/// T-CBT-3, T-UTR-1, T-DMG-1: the book's knives against golems, with dice that fit its one impact.
#[test]
fn combat_knives_need_four_against_golems() {
    let mut game = Game::playing(STEEL, GOLEMS);
    game.engage("Steel troopers 1", "Storm golems 1");
    game.activate("Steel troopers 1");
    let combat = strike("combat-knife", 2, game.id("Storm golems 1"), 3);
    let blow = blow(&game.state, game.id("Steel troopers 1"), &combat).unwrap();
    assert_eq!(blow.hit.to_string(), "4+: Accuracy 4, Combat −5 (−1)");
    assert_eq!(blow.damage.to_string(), "5+: Penetration 4, Protection −6 (−2)");
    assert_eq!((blow.dice, blow.rerolls), (2, 0));
    fight(&mut game, BLUE, combat.clone(), &[2, 4, 4]);
    assert_eq!(impacts(&game), 1);
    assert_eq!(game.left("Storm golems 1"), 9, "a 4 does not get through the armour");
    fight(&mut game, BLUE, combat, &[1, 4, 5]);
    assert_eq!(game.left("Storm golems 1"), 8);
}

/// T-DMG-1, T-CBT-3: six impacts of reaper blades on steel troopers need 3+.
#[test]
fn reaper_blades_strike_twice_each_and_get_through_steel_on_three() {
    let mut game = golems_strike();
    let combat = strike("reaper-blades", 3, game.id("Steel troopers 1"), 6);
    let blow = blow(&game.state, game.id("Storm golems 1"), &combat).unwrap();
    assert_eq!(blow.dice, 6);
    assert_eq!(blow.damage.need(), Need::AtLeast(3));
    fight(&mut game, RED, combat, &[4, 4, 4, 4, 4, 4, 1, 2, 3, 4, 5, 6]);
    assert_eq!(impacts(&game), 6);
    assert_eq!(game.left("Steel troopers 1"), 5);
}

/// T-CBT-4
#[test]
fn successes_beyond_the_defenders_in_contact_are_wasted() {
    let mut game = golems_strike();
    let combat = strike("reaper-blades", 4, game.id("Steel troopers 1"), 2);
    fight(&mut game, RED, combat, &[6; 16]);
    assert_eq!(game.left("Steel troopers 1"), 7);
}

/// T-CBT-4
#[test]
fn the_attacker_says_who_falls_where_it_makes_a_difference() {
    let mut game = Game::playing(TOADS, GOLEMS);
    let troopers = game.id("Steel troopers");
    game.engage("Storm golems 1", "Steel troopers");
    game.activate("Storm golems 1");
    let combat = strike("reaper-blades", 1, troopers, 3);
    game.does(RED, &Command::Fight(combat), &[6, 6, 6, 6]);
    let Some(Task::Fall { number: 2, .. }) = game.state.flow.tasks.last() else {
        panic!("{:?}", game.state.flow.tasks)
    };
    let fall = |members: &[u8]| {
        Command::Answer(Answer::Fall(members.iter().map(|member| MemberId(*member)).collect()))
    };
    let open = At43::open(&game.state);
    let standard = fall(&[3, 4]);
    assert_eq!(open[0].options[0], standard, "standard fighters if nobody says otherwise");
    assert!(open[0].options.contains(&fall(&[0, 3])), "or the sergeant");
    assert_eq!(game.refused(RED, &fall(&[0])), "2 fall, not 1.");
    assert!(game.refused(RED, &fall(&[1, 1])).contains("each once"));
    assert!(game.refused(RED, &fall(&[0, 77])).contains("take part in this combat"));
    game.does(RED, &fall(&[0, 1]), &[]);
    let unit = game.unit("Steel troopers");
    assert!(unit.officer().is_none() && unit.living_of(Role::Bearer) == 1);
}

/// T-CBT-4
#[test]
fn nobody_is_asked_who_falls_where_all_are_alike_or_all_fall() {
    let mut game = golems_strike();
    for member in game.unit_mut("Steel troopers 1").members.iter_mut().skip(2) {
        member.out = true;
    }
    let combat = strike("reaper-blades", 2, game.id("Steel troopers 1"), 2);
    game.does(RED, &Command::Fight(combat), &[6; 8]);
    assert!(game.unit("Steel troopers 1").is_gone());

    let mut game = golems_strike();
    for member in game.unit_mut("Steel troopers 1").members.iter_mut().skip(6) {
        member.role = Role::Gunner;
    }
    let troopers = game.id("Steel troopers 1");
    let gunners = Combat { against: Against::Gunners, ..strike("reaper-blades", 1, troopers, 3) };
    game.does(RED, &Command::Fight(gunners), &[6, 1, 6]);
    assert_eq!(game.unit("Steel troopers 1").living_of(Role::Gunner), 2);
}

/// T-CBT-1, T-CBT-2: the book's melee. Sierra Able with a missile launcher, two units of golems, and Sergeant Borz on foot
/// without a close combat weapon.
#[test]
fn a_melee_is_split_by_unit_and_neither_bearers_nor_unarmed_heroes_strike() {
    let blue = "White Stars\n6 steel troopers, 1 missile launcher\n6 steel troopers, sergeant";
    let mut game = Game::playing(blue, GOLEMS);
    let borz = hero(&mut game);
    let able = game.unit_mut("Steel troopers 1");
    for member in able.members.iter_mut().skip(5) {
        member.out = true;
    }
    able.hero = Some(borz);
    able.rank = 1;
    able.leader = MemberId(6);
    able.members.push(person(Role::Hero));
    game.engage("Steel troopers 1", "Storm golems 1");
    game.engage("Steel troopers 1", "Storm golems 2");
    game.activate("Steel troopers 1");
    let acting = game.state.flow.acting.clone().unwrap();
    let possible = combats(&game.state, &acting);
    let seen: Vec<(UnitId, u32, bool)> =
        possible.iter().map(|combat| (combat.on, combat.attackers, combat.hero)).collect();
    let (first, second) = (game.id("Storm golems 1"), game.id("Storm golems 2"));
    assert_eq!(seen, [(first, 4, false), (second, 4, false)]);
    // two against each, as in the book
    game.does(BLUE, &Command::Fight(strike("combat-knife", 2, second, 3)), &[1, 1]);
    let three = Command::Fight(strike("combat-knife", 3, first, 3));
    assert!(
        game.refused(BLUE, &three).contains("2 of Steel troopers 1 can still use the combat knife")
    );
    game.does(BLUE, &Command::Fight(strike("combat-knife", 2, first, 3)), &[1, 1]);
    let acting = game.state.flow.acting.clone().unwrap();
    assert_eq!(combats(&game.state, &acting), []);
}

fn person(role: Role) -> Member {
    Member { role, out: false, grounded: false, machine: None, rescued_in: None }
}

/// A hero without a close combat weapon: Combat 7, Protection 9.
fn hero(game: &mut Game) -> HeroId {
    let entry = game.state.library.entries.iter().find(|entry| entry.key == "steel-troopers");
    let entry = entry.unwrap().clone();
    let mut profile = entry.profile;
    profile.combat = 7;
    profile.protection = 9;
    let heroes = &mut std::sync::Arc::make_mut(&mut game.state.library).heroes;
    heroes.push(Hero {
        key: "borz".to_owned(),
        name: "Sergeant Borz".to_owned(),
        army: entry.army,
        rank: 1,
        category: entry.category,
        grade: entry.grade,
        cost: 50,
        profile,
        ranged: Vec::new(),
        close: Vec::new(),
        aboard: None,
        mission_pilot: false,
        sources: entry.sources,
    });
    HeroId(u16::try_from(heroes.len() - 1).unwrap())
}

/// T-CBT-2, T-HER-2: nobody stands in for a hero whose combat is split off.
#[test]
fn a_hero_is_struck_in_a_combat_of_his_own_with_his_own_figures() {
    let mut game = Game::playing(STEEL, GOLEMS);
    let borz = hero(&mut game);
    let troopers = game.id("Steel troopers 2");
    let unit = game.unit_mut("Steel troopers 2");
    unit.hero = Some(borz);
    unit.rank = 1;
    unit.members.push(person(Role::Hero));
    game.engage("Storm golems 1", "Steel troopers 2");
    game.activate("Storm golems 1");
    let duel = Combat { against: Against::Hero, ..strike("reaper-blades", 1, troopers, 1) };
    let blow = blow(&game.state, game.id("Storm golems 1"), &duel).unwrap();
    assert_eq!(blow.hit.to_string(), "5+: Accuracy 5, Combat −7 (−2)");
    assert_eq!(blow.damage.to_string(), "5+: Penetration 7, Protection −9 (−2)");
    game.does(RED, &Command::Fight(duel), &[5, 1, 5]);
    let unit = game.unit("Steel troopers 2");
    assert!(unit.members[6].out, "he falls though six others live");
    assert_eq!(unit.strength(), 6);
}

/// T-CBT-2
#[test]
fn gunners_and_their_weapons_are_struck_apart() {
    let mut game = golems_strike();
    let members = &mut game.unit_mut("Steel troopers 1").members;
    members[7].role = Role::Gunner;
    members[8].role = Role::SupportWeapon;
    let acting = game.state.flow.acting.clone().unwrap();
    let seen: Vec<(Against, u32)> = combats(&game.state, &acting)
        .iter()
        .map(|combat| (combat.against, combat.defenders))
        .collect();
    let apart = [(Against::Fighters, 7), (Against::Gunners, 1), (Against::SupportWeapons, 1)];
    assert_eq!(seen, apart);
    let troopers = game.id("Steel troopers 1");
    let weapon =
        Combat { against: Against::SupportWeapons, ..strike("reaper-blades", 1, troopers, 1) };
    game.does(RED, &Command::Fight(weapon), &[6, 1, 6]);
    assert!(game.unit("Steel troopers 1").members[8].out);
}

/// T-CBT-1
#[test]
fn nobody_fights_without_contact_and_machines_never_do() {
    let mut game = Game::playing(TOADS, GOLEMS);
    let golems = game.id("Storm golems 1");
    game.engage("Fire Toads", "Storm golems 1");
    let knife = Command::Fight(strike("combat-knife", 1, golems, 1));
    let mut troopers = game.clone();
    troopers.activate("Steel troopers");
    assert_eq!(troopers.refused(BLUE, &knife), "Steel troopers are in contact with nobody.");
    game.activate("Fire Toads");
    assert!(game.refused(BLUE, &knife).contains("machines shoot or run over"));
}

/// T-CBT-1
#[test]
fn a_unit_strikes_those_it_is_in_contact_with_and_only_with_what_it_has() {
    let game = golems_strike();
    let (near, far) = (game.id("Steel troopers 1"), game.id("Steel troopers 2"));
    let refused = |combat: Combat| game.refused(RED, &Command::Fight(combat));
    assert_eq!(
        refused(strike("reaper-blades", 1, far, 1)),
        "Storm golems 1 are not in contact with Steel troopers 2."
    );
    assert!(refused(strike("combat-knife", 1, near, 1)).contains("no such close combat weapon"));
    assert!(refused(strike("reaper-blades", 10, near, 1)).contains("10 are too many"));
    assert!(refused(strike("reaper-blades", 1, near, 10)).contains("10 are too many"));
    assert!(refused(strike("reaper-blades", 0, near, 1)).contains("At least one"));
    let duel = Combat { against: Against::Hero, ..strike("reaper-blades", 1, near, 1) };
    assert!(refused(duel).contains("nobody of that kind"));
}

/// T-ACT-6
#[test]
fn after_close_combat_a_unit_neither_moves_nor_takes_drills_while_engaged() {
    let mut game = golems_strike();
    game.state.sides[1].pool = 9;
    let combat = strike("reaper-blades", 1, game.id("Steel troopers 1"), 1);
    game.does(RED, &Command::Fight(combat), &[1, 1]);
    let back = Command::Move(Movement::plain(Pace::Combat));
    assert!(game.refused(RED, &back).contains("have fought hand to hand"));
    let drill = Command::End { drills: vec![Drill::Overwatch] };
    assert!(game.refused(RED, &drill).contains("are engaged"));
}

/// T-STA-2, T-ACT-7: as the golems of the battle report did.
#[test]
fn golems_who_kill_their_only_opponent_are_free_and_take_overwatch() {
    let mut game = Game::playing(STEEL, GOLEMS);
    for member in game.unit_mut("Steel troopers 2").members.iter_mut().skip(1) {
        member.out = true;
    }
    let last = game.id("Steel troopers 2");
    game.state.sides[1].pool = 9;
    game.activate("Storm golems 1");
    let close_in = Movement { contact: vec![last], ..Movement::plain(Pace::Combat) };
    game.does(RED, &Command::Move(close_in), &[]);
    game.does(RED, &Command::Fight(strike("reaper-blades", 1, last, 1)), &[4, 1, 3]);
    assert!(game.unit("Steel troopers 2").is_gone());
    game.does(RED, &Command::End { drills: vec![Drill::Overwatch] }, &[]);
    assert_eq!(game.unit("Storm golems 1").drills, [Drill::Overwatch]);
}

/// T-STA-2
#[test]
fn after_losses_contact_is_asked_about_once_when_the_unit_is_done() {
    let mut game = golems_strike();
    let troopers = game.id("Steel troopers 1");
    let combat = strike("reaper-blades", 1, troopers, 1);
    fight(&mut game, RED, combat.clone(), &[4, 1, 3]);
    fight(&mut game, RED, combat, &[4, 1, 3]);
    assert_eq!(game.left("Steel troopers 1"), 7);
    game.does(RED, &Command::End { drills: Vec::new() }, &[]);
    game.answers(RED, Answer::StillInContact(false), &[]);
    assert!(!game.state.is_engaged(troopers));
    assert!(!matches!(game.state.flow.tasks.last(), Some(Task::StillInContact { .. })), "once");
}

/// T-STA-2
#[test]
fn without_losses_contact_is_not_asked_about() {
    let mut game = golems_strike();
    let troopers = game.id("Steel troopers 1");
    game.does(RED, &Command::Fight(strike("reaper-blades", 1, troopers, 1)), &[1, 1]);
    game.does(RED, &Command::End { drills: Vec::new() }, &[]);
    assert!(!matches!(game.state.flow.tasks.last(), Some(Task::StillInContact { .. })));
    assert!(game.state.is_engaged(troopers));
}

/// T-CBT-5
#[test]
fn impacts_on_machines_are_shared_as_the_attacker_likes() {
    let mut game = Game::playing(TOADS, GOLEMS);
    let toads = game.id("Fire Toads");
    game.engage("Storm golems 1", "Fire Toads");
    game.activate("Storm golems 1");
    game.does(RED, &Command::Fight(strike("reaper-blades", 2, toads, 2)), &[4, 4, 4, 1]);
    assert_eq!(impacts(&game), 3);
    let share = |shares: &[(u8, u32)]| {
        let shares = shares.iter().map(|(machine, impacts)| (MemberId(*machine), *impacts));
        Command::Answer(Answer::Share(shares.collect()))
    };
    let open = At43::open(&game.state);
    assert_eq!(open[0].options[0], share(&[(0, 2), (1, 1)]), "evenly over those in contact");
    assert_eq!(game.refused(RED, &share(&[(0, 2)])), "There are 3 impacts to share, not 2.");
    let all = share(&[(0, 1), (1, 1), (2, 1)]);
    assert_eq!(game.refused(RED, &all), "2 machines are in contact, not 3.");
    assert!(game.refused(RED, &share(&[(0, 2), (0, 1)])).contains("each once"));
    // one damage test for each impact, 6 needed against Protection 11; then the location: propulsion
    game.does(RED, &share(&[(2, 3)]), &[6, 5, 5, 1]);
    let machines = &game.unit("Fire Toads").members;
    assert_eq!(machines[2].machine.as_ref().unwrap().propulsion, 1);
    assert_eq!(machines[0].machine.as_ref().unwrap().propulsion, 2);
}

/// T-EQP-4
#[test]
fn a_triple_lens_helps_hand_to_hand_too() {
    let mut game = Game::playing(STEEL, GOLEMS);
    let lens = data::library().equipment.iter().position(|item| {
        item.gives == Gives::Ability(gatemaster_rules::at43::profile::Ability::Detection)
    });
    let lens = u16::try_from(lens.unwrap()).unwrap();
    let golems = game.id("Storm golems 1");
    let item = gatemaster_rules::at43::profile::EquipmentId(lens);
    game.unit_mut("Steel troopers 1").equipment.push(item);
    let combat = strike("combat-knife", 1, golems, 1);
    let blow = blow(&game.state, game.id("Steel troopers 1"), &combat).unwrap();
    assert_eq!(blow.hit.to_string(), "4+: Accuracy 4, triple lens +1, Combat −5 (0)");
}

#[test]
fn combats_that_are_offered_are_accepted() {
    let mut game = golems_strike();
    game.engage("Storm golems 1", "Steel TacArms");
    let open = At43::open(&game.state);
    let fights: Vec<_> =
        open[0].options.iter().filter(|option| matches!(option, Command::Fight(_))).collect();
    assert!(fights.len() >= 4, "{fights:?}");
    for option in fights {
        let mut dice = gatemaster_rules::dice::Scripted::new(vec![1; 40]);
        At43::decide(&game.state, &Game::by(RED), option, &mut dice)
            .unwrap_or_else(|refusal| panic!("{option:?}: {refusal}"));
    }
}

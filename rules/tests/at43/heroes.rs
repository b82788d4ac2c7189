//! Heroes: their machine lost, and on foot.

use gatemaster_rules::at43::command::{Against, Answer, Combat, Command, Hyper};
use gatemaster_rules::at43::heroes::may_join;
use gatemaster_rules::at43::profile::{Category, Hero, HeroId};
use gatemaster_rules::at43::state::{LossKind, MemberId, Role, Stands, Unit, UnitId};

use super::moving::TOADS;
use super::sample::{BLUE, GOLEMS, Game, RED};

/// Sergeant Borz of the book, in the first Fire Toad of his unit.
fn borz() -> Game {
    let mut game = Game::playing(TOADS, GOLEMS);
    let library = std::sync::Arc::make_mut(&mut game.state.library);
    let troopers = library.entries.iter().find(|entry| entry.key == "steel-troopers");
    let troopers = troopers.unwrap().clone();
    let aboard = library.entry_of_key("fire-toads");
    library.heroes.push(Hero {
        key: "borz".to_owned(),
        name: "Sergeant Borz".to_owned(),
        army: troopers.army,
        rank: 1,
        category: Category::Soldiers,
        grade: 2,
        cost: 50,
        profile: troopers.profile,
        ranged: Vec::new(),
        close: Vec::new(),
        aboard,
        mission_pilot: false,
        sources: troopers.sources,
    });
    let hero = HeroId(u16::try_from(game.state.library.heroes.len() - 1).unwrap());
    let unit = game.unit_mut("Fire Toads");
    unit.hero = Some(hero);
    unit.rank = 1;
    unit.members[0].role = Role::Hero;
    unit.leader = MemberId(0);
    game
}

/// His machine, immobilised, is given up when the card of his unit is up.
fn abandoned() -> Game {
    let mut game = borz();
    game.state.sides[0].commander = Some(game.id("Fire Toads"));
    game.unit_mut("Fire Toads").members[0].machine.as_mut().unwrap().propulsion = 0;
    let toads = game.id("Fire Toads");
    game.state.flow.active = Some(BLUE);
    let cards = &mut game.state.sides[0].cards;
    cards.retain(|card| *card != Some(toads));
    cards.insert(0, Some(toads));
    game.does(BLUE, &Command::PlayCard, &[]);
    // the morale test for a machine that is gone while others remain
    game.answers(BLUE, Answer::Abandon(vec![MemberId(0)]), &[6]);
    game
}

fn on_foot(game: &Game) -> &Unit {
    game.unit("Sergeant Borz")
}

/// T-HER-3, T-DMG-7
#[test]
fn a_hero_whose_machine_is_abandoned_stands_beside_it_with_a_card_from_the_next_round() {
    let game = abandoned();
    let hero = on_foot(&game);
    assert!(hero.lone_hero && hero.played);
    assert_eq!((hero.stands, hero.strength(), hero.rank), (Stands::Field, 1, 1));
    assert!(game.state.is_infantry(hero), "he counts as a soldier");
    let profile = game.state.profile(hero, &hero.members[0]).unwrap();
    assert_eq!(profile.movement, 14, "with his figures on foot");
    assert!(game.unit("Fire Toads").members[0].out);
    assert_eq!(game.left("Fire Toads"), 2);
    assert_eq!(game.state.sides[0].commander, Some(game.id("Sergeant Borz")), "he still commands");
}

/// T-HER-3, T-CTL-3: with his unit gone he is not.
#[test]
fn a_hero_on_foot_is_no_officer_lost() {
    let game = abandoned();
    assert!(
        !game
            .state
            .losses
            .iter()
            .any(|loss| { loss.what == gatemaster_rules::at43::state::LossKind::Officer }),
        "{:?}",
        game.state.losses
    );
    assert!(!game.unit("Fire Toads").member(game.unit("Fire Toads").leader).unwrap().out);
}

/// T-CTL-3, T-HER-3: as an officer he is lost once, where he falls, and not with the machines he has left.
#[test]
fn a_hero_who_falls_on_foot_is_one_officer_lost() {
    let mut game = abandoned();
    let (hero, toads) = (game.id("Sergeant Borz"), game.id("Fire Toads"));
    game.does(BLUE, &Command::End { drills: Vec::new() }, &[]);
    game.engage("Sergeant Borz", "Storm golems 1");
    game.engage("Fire Toads", "Storm golems 1");
    game.activate("Storm golems 1");
    let strike = |on, against| {
        Command::Fight(Combat {
            weapon: Game::weapon("reaper-blades"),
            hero: false,
            attackers: 1,
            on,
            against,
            defenders: 1,
            hyper: Hyper::No,
        })
    };
    game.does(RED, &strike(hero, Against::Hero), &[6, 1, 6]);
    assert!(on_foot(&game).is_gone());
    game.unit_mut("Fire Toads").members[2].out = true;
    game.unit_mut("Fire Toads").members[1].machine.as_mut().unwrap().frame = 1;
    game.does(RED, &strike(toads, Against::Fighters), &[6, 1, 6, 3]);
    assert!(game.unit("Fire Toads").is_gone());
    let lost: Vec<(UnitId, LossKind)> =
        game.state.losses.iter().map(|loss| (loss.unit, loss.what)).collect();
    let each = [(hero, LossKind::Infantry), (hero, LossKind::Officer), (toads, LossKind::Machines)];
    assert_eq!(lost, each);
}

/// T-HER-4: Borz on foot leads soldiers of type 2 who have no officer.
#[test]
fn a_lone_hero_may_join_units_of_his_kind_without_an_officer() {
    let mut game = abandoned();
    let (hero, troopers) = (game.id("Sergeant Borz"), game.id("Steel troopers"));
    assert_eq!(may_join(&game.state, hero), [], "the troopers have their sergeant");
    game.unit_mut("Steel troopers").members[0].out = true;
    assert_eq!(may_join(&game.state, hero), [troopers]);
    game.unit_mut("Steel troopers").stands = Stands::Reserve;
    assert_eq!(may_join(&game.state, hero), [], "they are not on the table");
    game.unit_mut("Steel troopers").stands = Stands::Field;
    let entry = game.unit("Steel troopers").entry;
    std::sync::Arc::make_mut(&mut game.state.library).entries[usize::from(entry.0)].grade = 1;
    assert_eq!(may_join(&game.state, hero), [], "another type");
    assert_eq!(may_join(&game.state, troopers), [], "only a lone hero joins");
}

/// T-HER-1
#[test]
fn a_hero_is_not_counted_in_the_numbers_of_his_unit() {
    let game = borz();
    let unit = game.unit("Fire Toads");
    assert_eq!((unit.strength(), unit.numbers()), (3, 2));
    assert_eq!(unit.officer(), Some(MemberId(0)), "and is its officer");
}

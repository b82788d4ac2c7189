//! Everything that can be read fits into a message, page by page, and nothing of it is cut.

use std::collections::HashSet;

use gatemaster_discord::card::SeenBy;
use gatemaster_discord::limits;
use gatemaster_discord::press::decode;
use gatemaster_rules::antares::buildings::{BuildingId, Facing, Plan, Roof, Size, Spot};
use gatemaster_rules::antares::correct::{Change, Correction};
use gatemaster_rules::antares::profile::Faction;
use gatemaster_rules::antares::{Antares, Event, Setup, rulebook};
use gatemaster_rules::colour::Colour;
use gatemaster_rules::game::{self, Game, View};
use gatemaster_rules::history::Step;
use gatemaster_rules::ids::UserId;
use gatemaster_rules::random_play::Walk;
use gatemaster_rules::system::System as _;
use gatemaster_rules::table::{self, Actor, Player};

use super::*;
use crate::desk::Log;
use crate::table::explain::Account;
use crate::table::press::Pressed;
use serde_json::Value;

fn length(value: &Value) -> usize {
    value.as_str().map_or(0, |text| text.chars().count())
}

fn fits(card: &Card, what: &str) {
    let body = card.body(SeenBy::One);
    let embed = &body["embeds"][0];
    assert_eq!(embed["description"], card.text.as_str(), "{what}: the text was cut");
    assert_eq!(embed["title"], card.title.as_str(), "{what}: the title was cut");
    assert_eq!(length(&embed["footer"]["text"]), card.footer.chars().count(), "{what}");
    let total: usize =
        ["title", "description"].iter().map(|part| length(&embed[*part])).sum::<usize>()
            + length(&embed["footer"]["text"]);
    assert!(total <= limits::EMBEDS_TOTAL && length(&embed["description"]) > 0, "{what}: {total}");
    let rows = body["components"].as_array().unwrap();
    assert_eq!(rows.len(), card.selects.len() + card.buttons.len(), "{what}: a row was lost");
    assert!(rows.len() <= limits::ROWS, "{what}");
    let mut ids = HashSet::new();
    for control in rows.iter().flat_map(|row| row["components"].as_array().unwrap()) {
        let id = control["custom_id"].as_str().unwrap();
        let ours = decode::<BattlePressed>(id).is_some() || decode::<Pressed<Press>>(id).is_some();
        assert!(ours, "{what}: {id}");
        assert!(id.len() <= limits::CUSTOM_ID && ids.insert(id), "{what}: {id}");
        let options = control["options"].as_array().cloned().unwrap_or_default();
        assert!(options.len() <= limits::CHOICES.into(), "{what}");
        let values: HashSet<&str> = options.iter().map(|o| o["value"].as_str().unwrap()).collect();
        assert_eq!(values.len(), options.len(), "{what}: two options mean the same");
        for option in &options {
            assert!((1..=limits::CHOICE_NAME).contains(&length(&option["label"])), "{what}");
        }
    }
}

/// Its text, page by page.
fn read(reading: &Reading, what: &str) -> String {
    let pages = 0..=reading.sheet.last_page();
    let cards: Vec<Card> = pages
        .map(|page| {
            fits(&reading.shown(page), what);
            let card = reading.own(page);
            fits(&card, what);
            card
        })
        .collect();
    cards.into_iter().map(|card| card.text + "\n").collect()
}

/// The same for an account of steps.
fn read_account(told: &Account, game: &Loaded, what: &str) -> String {
    let pages = 0..=told.last_page();
    let cards: Vec<Card> = pages
        .map(|page| {
            fits(&told.shown(game, page), what);
            let card = told.own(game, page);
            fits(&card, what);
            card
        })
        .collect();
    cards.into_iter().map(|card| card.text + "\n").collect()
}

fn account(
    game: &Loaded,
    steps: &[Step],
    request: &Request,
    (first, last): (Seq, Seq),
) -> Result<Account, Trouble> {
    let log = Log::for_show(steps, game.table.onlooker());
    let face = crate::systems::all().of(game.table.system);
    explain::in_full(face, game, &log, request, Steps { first, last })
}

fn battle(library: &Library, red: &[&str], blue: &[&str]) -> Setup {
    let side = |name, colour, keys| (name, colour, Faction::Other, keys);
    Setup::of(library, [side("Red", Colour::Red, red), side("Blue", Colour::Blue, blue)]).unwrap()
}

fn somebody() -> Request {
    let player = Player { id: UserId(1), name: "Ann".to_owned() };
    Request::made_up(Actor { player, manager: false }, None, 1, None)
}

/// A server's own file with the longest of everything that it may hold.
fn monstrous() -> Library {
    let name = |mark: &str| format!("{mark}{}", "*".repeat(31 - mark.len()));
    let rules = ["RF9", "Twinned", "Overhead", "Blast D10", "No Cover", "Massive Damage"];
    let mode = |n: u32| {
        let name = name(&format!("m{n}"));
        let range = "minimum = 10\nrange = [100, 200, 300]\nsv = 10";
        format!("[[weapon.mode]]\nname = \"{name}\"\n{range}\nspecial = {rules:?}\n")
    };
    let modes: String = (0..6).map(mode).collect();
    let weapon = |key: &String| {
        let name = name(key);
        format!("[[weapon]]\nkey = \"{key}\"\nname = \"{name}\"\nclass = \"heavy\"\n{modes}")
    };
    let keys: Vec<String> = (0..12).map(|n| format!("w{n}")).collect();
    let weapons: String = keys.iter().map(weapon).collect();
    let special = ["Leader", "Command", "Large", "Fast", "Rapid Sprint", "Soma Graft", "5 Attacks"];
    let stats = "ag = 10\nacc = 10\nstr = 10\nres = 10\ninit = 10\nco = 10";
    let armour = r#"armour = ["reflex", "hl", "phase", "booster"]"#;
    let troop = |n: u32| {
        let name = name(&format!("t{n}"));
        let head = format!("[[unit.model]]\nname = \"{name}\"\ncount = 1\n{stats}\n{armour}\n");
        format!("{head}weapons = {keys:?}\nspecial = {special:?}\n")
    };
    let troops: String = (0..10).map(troop).collect();
    let unit = format!(
        "[[unit]]\nkey = \"monster\"\nname = \"{}\"\nforce = \"other\"\nkind = \"infantry\"\n\
         equipment = [\"spotter\", \"batter\", \"camo\"]\nextra_victory_dice = 4\n",
        name("u")
    );
    Library::built_in().extended("monsters.toml", &format!("{weapons}{unit}{troops}")).unwrap()
}

#[test]
fn every_unit_of_the_booklet_can_be_read_with_all_its_weapons_and_rules() {
    let library = Library::built_in();
    assert!(library.units.len() > 20);
    for unit in &library.units {
        let text = read(&profile::reading(library, unit), &unit.key);
        for troop in &unit.troops {
            assert!(text.contains(&format!("**{}**", troop.name)), "{}: {text}", unit.key);
            for rule in &troop.rules {
                assert!(text.contains(&format!("**{rule}**: ")), "{}: {rule}", unit.key);
            }
            for key in &troop.weapons {
                let name = &library.weapon(key).unwrap().name;
                assert!(text.contains(&format!("**{name}**")), "{}: {name}", unit.key);
            }
        }
    }
}

#[test]
fn every_weapon_of_the_booklet_can_be_read_with_all_its_modes() {
    let library = Library::built_in();
    for weapon in &library.weapons {
        let text = read(&weapon::reading(library, weapon), &weapon.key);
        assert_eq!(text.matches("\n- ").count(), weapon.modes.len(), "{}: {text}", weapon.key);
        for rule in weapon.modes.iter().flat_map(|mode| &mode.rules) {
            assert!(text.contains(&format!("**{rule}**: ")), "{}: {rule}", weapon.key);
        }
    }
}

#[test]
fn every_rule_is_found_by_its_title_and_says_where_it_stands() {
    for rule in rulebook::all().iter().chain(rulebook::words()) {
        assert_eq!(rulebook::find(&rule.title)[0], rule);
        assert_eq!(rule::marked(Mark::of(&rule.title)), Some(rule), "two marks are alike");
        let reading = rule::reading(rule);
        assert!(read(&reading, &rule.title).contains(rule.text.as_ref()));
        assert!(reading.own(0).footer.contains(rule.row));
        assert!(reading.selects[0].options.len() <= 5);
        assert!(reading.selects[0].options.iter().all(|option| option.label != rule.title));
    }
}

#[test]
fn names_in_the_books_have_marks_of_their_own() {
    let library = Library::built_in();
    let units = library.units.iter().map(|unit| unit.key.as_str());
    let weapons = library.weapons.iter().map(|weapon| weapon.key.as_str());
    for names in [units.collect::<Vec<_>>(), weapons.collect()] {
        let marks: HashSet<u32> = names.iter().map(|name| Mark::of(name).0).collect();
        assert_eq!(marks.len(), names.len());
    }
}

#[test]
fn a_servers_most_monstrous_unit_takes_pages_and_loses_nothing() {
    let library = monstrous();
    let unit = library.unit("monster").unwrap();
    let reading = profile::reading(&library, unit);
    assert!(reading.sheet.last_page() > 2);
    let text = read(&reading, "monster");
    assert_eq!(text.matches("SV 10 · 18 shots").count(), 12 * 6);
    assert_eq!(text.matches("Ag 10 · ").count(), 10);
    for weapon in &library.weapons {
        read(&weapon::reading(&library, weapon), &weapon.key);
    }
    let keys = ["monster"; 20];
    let walk = Walk::with_setup(game::Setup::Antares(battle(&library, &keys, &keys)), 1);
    let game = Loaded::for_show("walk0walk0", Seq(4), walk.table);
    let text = read(&unit::reading(&game, &somebody(), UnitId(39)).unwrap(), "monster");
    assert_eq!(text.matches("SV 10 · 18 shots").count(), 12 * 6);
}

#[test]
fn every_unit_of_a_random_battle_has_a_card_and_every_step_an_account() {
    for seed in 0..4 {
        let library = Library::built_in();
        let keys: Vec<&str> = library.units.iter().map(|unit| unit.key.as_str()).collect();
        let (red, blue) = keys.split_at(keys.len().min(20));
        let blue = &blue[..blue.len().min(20)];
        let mut walk = Walk::with_setup(game::Setup::Antares(battle(library, red, blue)), seed);
        for _ in 0..250 {
            walk.go();
        }
        let last = Seq(u32::try_from(walk.steps.len()).unwrap());
        let mut game = Loaded::for_show("walk0walk0", last, walk.table.clone());
        game.next_die = 100;
        let Some(View::Antares(state)) = &game.table.game else { panic!("seed {seed}: no battle") };
        for id in state.ids() {
            let text = read(&unit::reading(&game, &somebody(), id).unwrap(), "unit");
            let unit = state.unit(id).unwrap();
            assert!(text.contains(&unit.profile.name), "{text}");
            assert_eq!(text.contains("Destroyed"), unit.destroyed, "{text}");
        }
        for (step, number) in walk.steps.iter().zip(1..) {
            let told = account(&game, &walk.steps, &somebody(), (Seq(number), Seq(number)));
            let text = read_account(&told.unwrap(), &game, &format!("seed {seed}, step {number}"));
            assert_eq!(text.contains("No dice were rolled"), step.dice.is_empty(), "{text}");
            assert_eq!(text.contains("🎲"), step.dice.iter().any(|roll| roll.number.is_some()));
            assert_eq!(text.contains("To check it yourself"), !step.dice.is_empty(), "{text}");
            let taken_back = walk.steps.iter().any(|later| later.revokes == Some(step.seq));
            assert_eq!(text.contains("**Taken back** later"), taken_back, "{text}");
        }
        let all = account(&game, &walk.steps, &somebody(), (Seq(20), Seq(60))).unwrap();
        assert!(all.last_page() > 0);
        read_account(&all, &game, "forty steps");
    }
}

/// B-SHT-4, B-ROF-1, B-DEP-1: where a unit is, and what that gives it.
#[test]
fn a_unit_in_or_on_a_building_says_what_protects_it() {
    let library = Library::built_in();
    let mut setup = battle(library, &["c3_strike_squad", "ai_x_howitzer_team"], &["ai_squad"]);
    setup.options.already_deployed = true;
    let plain = Plan::plain("To_wer", Size::Standard, 3);
    let tower = Plan { roof: Roof::Parapet, cover: 3, ..plain };
    setup.buildings = vec![tower, Plan { roof: Roof::Flat, ..Plan::plain("Hut", Size::Small, 1) }];
    let mut state = Antares::set_up(&setup).unwrap();
    let (tower, hut) = (BuildingId(0), BuildingId(1));
    let mut card = |id: u16, spot: Spot, emplaced: Option<Facing>| {
        let unit = &mut state.units[usize::from(id)];
        (unit.spot, unit.emplaced) = (Some(spot), emplaced);
        let mut walk = Walk::start(game::SystemId::Antares, 1);
        walk.table.game = Some(Game::Antares(state.clone()));
        let game = Loaded::for_show("walk0walk0", Seq(2), walk.table);
        read(&unit::reading(&game, &somebody(), UnitId(id)).unwrap(), "unit")
    };
    let text = card(0, Spot::block(tower, 0, 0), None);
    assert!(
        text.contains(
            "🏢 In To\\_wer, high ground: shots at it are at −1 Acc, and the walls add 3 to its Res (B-SHT-4)."
        ),
        "{text}"
    );
    let text = card(0, Spot::roof(tower, 0), None);
    assert!(
        text.contains(
            "🏢 On the roof of To\\_wer, high ground: the parapet adds 2 to its Res (B-ROF-1)."
        ),
        "{text}"
    );
    let text = card(2, Spot::roof(hut, 0), None);
    assert!(text.contains("🏢 On the roof of Hut: no walls around it (B-ROF-1)."), "{text}");
    let text = card(1, Spot::block(hut, 0, 0), Some(Facing::Left));
    assert!(
        text.contains("🏢 Emplaced at the left of Hut: shots at it are at −1 Acc, and the walls add 2 to its Res (B-SHT-4). It shoots from the left alone and never moves (B-DEP-1)."),
        "{text}"
    );
}

#[test]
fn what_was_said_beforehand_is_told_as_such() {
    let mut walk = Walk::start(game::SystemId::Antares, 3);
    walk.go();
    let place = walk.steps.len() - 1;
    let last = walk.steps[place].seq;
    let game = Loaded::for_show("walk0walk0", last, walk.table.clone());
    let told = |steps: &[Step]| {
        read_account(&account(&game, steps, &somebody(), (last, last)).unwrap(), &game, "a step")
    };
    assert!(!told(&walk.steps).contains("beforehand"));
    walk.steps[place].deed.standing = true;
    assert!(told(&walk.steps).contains("done by itself, as they had said beforehand."));
}

#[test]
fn an_organiser_s_override_is_shown_as_such() {
    let mut walk = Walk::start(game::SystemId::Antares, 3);
    let seq = walk.steps[walk.steps.len() - 1].seq.next();
    let game = Loaded::for_show("walk0walk0", seq, walk.table.clone());
    let correction = Correction::Unit { unit: UnitId(0), change: Change::Pins(3) };
    let corrected = |organiser| Step {
        seq,
        name: "Mia".to_owned(),
        dice: Vec::new(),
        events: vec![table::Event::Played(game::Event::Antares(Event::Corrected {
            correction: correction.clone(),
            organiser,
        }))],
        ..walk.steps[1].clone()
    };
    let steps = [true, false].map(corrected);
    for (step, overruled) in steps.into_iter().zip([true, false]) {
        walk.steps.push(step);
        let told = account(&game, &walk.steps, &somebody(), (seq, seq)).unwrap();
        let text = read_account(&told, &game, "a correction");
        assert!(text.contains("3 pins"), "{text}");
        let word = "**The organiser's decision**: Mia set it right without asking the players.";
        assert_eq!(text.contains(word), overruled, "{text}");
        walk.steps.pop();
    }
}

#[test]
fn steps_that_are_not_there_are_refused() {
    let walk = Walk::start(game::SystemId::Bag, 1);
    let last = Seq(u32::try_from(walk.steps.len()).unwrap());
    let game = Loaded::for_show("walk0walk0", last, walk.table.clone());
    for (first, to) in [(0, 1), (1, last.0 + 1), (2, 1), (u32::MAX, u32::MAX)] {
        let told = account(&game, &walk.steps, &somebody(), (Seq(first), Seq(to)));
        let refusal = told.map(|_| ()).unwrap_err().to_string();
        assert!(refusal.contains(&format!("steps 1 to {last}")), "{refusal}");
    }
}

#[test]
fn a_game_of_another_channel_is_not_shown_to_everybody_here() {
    let walk = Walk::start(game::SystemId::Antares, 1);
    let game = Loaded::for_show("walk0walk0", Seq(2), walk.table.clone());
    let elsewhere = somebody().at(99);
    let told = account(&game, &walk.steps, &elsewhere, (Seq(1), Seq(1))).unwrap();
    assert!(told.own(&game, 0).buttons.is_empty());
    let told = account(&game, &walk.steps, &somebody(), (Seq(1), Seq(1))).unwrap();
    assert_eq!(told.own(&game, 0).buttons[0][0].label, "Show everybody");
}

#[test]
fn odd_picks_from_a_list_are_refused() {
    for odd in [&[][..], &[String::new()], &["-1".to_owned()], &["x".to_owned()]] {
        assert!(mark(odd).is_err() && unit::picked(odd).is_err(), "{odd:?}");
    }
    assert!(unit::picked(&["70000".to_owned()]).is_err());
}

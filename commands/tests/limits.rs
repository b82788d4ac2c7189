//! Random play through the renderer: whatever happens in a game, every message fits Discord's limits and every
//! button has an id of its own.
#![allow(clippy::unwrap_used)]

use std::collections::HashSet;

use gatemaster_commands::desk::{Loaded, Log, Outcome, StepInContext};
use gatemaster_commands::systems;
use gatemaster_commands::systems::bag;
use gatemaster_commands::systems::bag::press::Handling;
use gatemaster_commands::table as show;
use gatemaster_commands::table::LogPage;
use gatemaster_commands::table::press::{Press, Pressed};
use gatemaster_discord::card::{Card, SeenBy};
use gatemaster_discord::limits;
use gatemaster_discord::press::decode;
use gatemaster_discord::signs;
use std::sync::Arc;

use gatemaster_rules::antares;
use gatemaster_rules::antares::buildings::{
    MAX_BLOCKS, MAX_BUILDINGS, MAX_STOREYS, Plan, Roof, Size,
};
use gatemaster_rules::antares::data::Library;
use gatemaster_rules::antares::profile::Faction;
use gatemaster_rules::antares::setup::UnitSetup;
use gatemaster_rules::game::{Game, Setup, SystemId, View};
use gatemaster_rules::ids::Seq;
use gatemaster_rules::random_play::Walk;
use serde_json::Value;

fn check(card: &Card, what: &str, seed: u64) {
    for body in [card.body(SeenBy::All), card.body(SeenBy::One), card.edit_body()] {
        let at = format!("{what}, seed {seed}");
        let length = |value: &Value| value.as_str().map_or(0, |text| text.chars().count());
        assert!(length(&body["content"]) <= limits::CONTENT, "{at}");
        assert!(body["allowed_mentions"]["parse"].as_array().unwrap().is_empty(), "{at}");
        for embed in body["embeds"].as_array().unwrap() {
            let fields = embed["fields"].as_array().unwrap();
            let total = length(&embed["title"])
                + length(&embed["description"])
                + length(&embed["footer"]["text"])
                + fields.iter().map(|f| length(&f["name"]) + length(&f["value"])).sum::<usize>();
            assert!(total > 0 && total <= limits::EMBEDS_TOTAL, "{at}: {total}");
            assert!(length(&embed["description"]) <= limits::EMBED_TEXT, "{at}");
            assert!(fields.iter().all(|f| length(&f["value"]) <= limits::FIELD_VALUE), "{at}");
        }
        let rows = body["components"].as_array().unwrap();
        assert!(rows.len() <= limits::ROWS, "{at}");
        let mut ids = HashSet::new();
        for button in rows.iter().flat_map(|row| row["components"].as_array().unwrap()) {
            let id = button["custom_id"].as_str().unwrap();
            let of_table = decode::<Pressed<Press>>(id).is_some();
            let of_system = systems::all().all().any(|face| face.drawn_at(id).is_some());
            assert!(of_table || of_system, "{at}: {id}");
            assert!(id.len() <= limits::CUSTOM_ID && ids.insert(id.to_owned()), "{at}: {id}");
            if button["type"] == 3 {
                check_list(button, &at);
                continue;
            }
            assert!((1..=limits::BUTTON_LABEL).contains(&length(&button["label"])), "{at}");
        }
        assert!(
            rows.iter()
                .all(|row| row["components"].as_array().unwrap().len() <= limits::BUTTONS_PER_ROW)
        );
    }
    // nothing was cut by accident: what a card holds is what is shown
    assert!(
        card.buttons.len() + card.selects.len() <= limits::ROWS,
        "{what}, seed {seed}: a row of buttons would be lost"
    );
    assert!(
        card.text.chars().count() <= limits::EMBED_TEXT,
        "{what}, seed {seed}: text would be lost"
    );
}

fn check_list(list: &Value, at: &str) {
    let length = |value: &Value| value.as_str().map_or(0, |text| text.chars().count());
    let options = list["options"].as_array().unwrap();
    assert!((1..=limits::CHOICES.into()).contains(&options.len()), "{at}");
    assert!((1..=limits::PLACEHOLDER).contains(&length(&list["placeholder"])), "{at}");
    let mut values = HashSet::new();
    for option in options {
        assert!((1..=limits::CHOICE_NAME).contains(&length(&option["label"])), "{at}");
        assert!(length(&option["description"]) <= limits::CHOICE_NAME, "{at}");
        assert!(values.insert(option["value"].as_str().unwrap()), "{at}: {option}");
    }
    let most = list["max_values"].as_u64().unwrap();
    assert!(list["min_values"].as_u64().unwrap() <= most && most <= options.len() as u64, "{at}");
    let chosen = options.iter().filter(|option| option["default"] == true).count() as u64;
    assert!(chosen <= most, "{at}");
}

fn walk_and_show(setup: Setup, seed: u64) {
    let mut walk = Walk::with_setup(setup, seed);
    for _ in 0..120 {
        let before = walk.table.game.clone();
        walk.go();
        let mut game = Loaded::for_show(
            "walk0walk0",
            Seq(u32::try_from(walk.steps.len()).unwrap()),
            walk.table.clone(),
        );
        // pictures take their time to draw, and have tests of their own
        game.pictures = walk.steps.len().is_multiple_of(40);
        let step = walk.steps.last().unwrap().clone();
        check(&show::board(systems::all(), &game), "board", seed);
        let mut compact = game.clone();
        compact.table.settings.compact = true;
        let viewer = walk.table.onlooker();
        let seen = before.as_ref().map(|game| game.view(&viewer));
        compact.recent = vec![StepInContext { before: seen, step: step.seen(&viewer) }];
        check(&show::board(systems::all(), &compact), "compact board", seed);
        check(&show::stale(systems::all(), &game), "stale", seed);
        check(&show::settings(&game), "settings", seed);
        let outcome = Outcome::for_show(game.clone(), before, step);
        check(&show::outcome(systems::all(), &outcome), "outcome", seed);
        check(&show::short_outcome(systems::all(), &outcome), "short outcome", seed);
        if let Some(View::Bag(state)) = &game.table.game {
            for handling in Handling::ALL {
                check(&bag::show::picker(&game, state, handling), "picker", seed);
            }
        }
    }
    let game = Loaded::for_show("walk0walk0", Seq(120), walk.table.clone());
    let log = Log::for_show(&walk.steps, walk.table.onlooker());
    let ends = (1..=log.len()).step_by(5).map(|step| Seq(u32::try_from(step).unwrap()));
    let pages = ends.flat_map(|step| [LogPage::From(step), LogPage::To(step)]);
    for page in pages.chain([LogPage::Newest]) {
        let card = show::log_page(systems::all(), &game, &log, page);
        assert!(
            signs::plain_length(&card.text) <= limits::EMBED_TEXT,
            "{page:?} is cut, seed {seed}"
        );
        check(&card, "log", seed);
    }
    for since in [None, Some(Seq(0)), Some(Seq(100)), Some(Seq(10_000))] {
        check(&show::recap(systems::all(), &game, &log, since), "recap", seed);
    }
    let text = show::transcript::transcript(systems::all(), &game, &log);
    assert!(text.lines().count() > walk.steps.len(), "seed {seed}");
}

#[test]
fn every_message_of_every_system_fits() {
    for system in SystemId::ALL.iter().copied() {
        for seed in 0..15 {
            walk_and_show(system.default_setup(), seed);
        }
    }
}

/// Twenty units a side with the longest names.
fn the_largest_battle() -> antares::Setup {
    let mut units = Vec::new();
    for profile in Library::built_in().units.iter().cycle().take(40) {
        let name = format!("{}{}", "W".repeat(29), units.len() + 100);
        units.push(UnitSetup { name, profile: Arc::new(profile.clone()) });
    }
    let mut setup = antares::Setup::default();
    for (side, units) in setup.sides.iter_mut().zip(units.chunks(20)) {
        side.faction = Faction::Other;
        side.units = units.to_vec();
        // a rule about numbers is none of this test's business
        for unit in &mut side.units {
            Arc::make_mut(&mut unit.profile).not_more_than = None;
        }
    }
    setup.weapons = setup.arm(Library::built_in());
    setup.options.already_deployed = true;
    setup
}

/// On a board, and on a compact one.
#[test]
fn the_largest_battle_fits() {
    // one battle of this size takes as long as twenty small ones
    walk_and_show(Setup::Antares(the_largest_battle()), 1);
}

/// As many buildings as there can be, everybody inside or on top of one, and all of them damaged.
#[test]
fn the_largest_battle_in_the_largest_town_fits() {
    let mut setup = the_largest_battle();
    for n in 0..MAX_BUILDINGS {
        let name = format!("{}{}", "*".repeat(30), n + 10);
        let plan = Plan::plain(&name, Size::Standard, MAX_STOREYS);
        setup.buildings.push(Plan { blocks: MAX_BLOCKS, roof: Roof::Parapet, ..plan });
    }
    let mut walk = Walk::with_setup(Setup::Antares(setup), 1);
    for everywhere in [false, true] {
        let Some(Game::Antares(state)) = &mut walk.table.game else { panic!("no battle") };
        let spots = state.spots();
        // all over the town, or one upon the other in one house
        let step = if everywhere { spots.len() / state.units.len() } else { 0 };
        for (n, unit) in state.units.iter_mut().enumerate() {
            unit.spot = spots.get(n * step).copied();
            unit.pins = 3;
        }
        for column in state.buildings.iter_mut().flat_map(|it| &mut it.columns) {
            column.left = 13;
        }
        let mut game = Loaded::for_show("walk0walk0", Seq(9), walk.table.clone());
        game.table.settings.compact = false;
        let board = show::board(systems::all(), &game);
        check(&board, "town", 1);
        assert!(board.text.contains("🏢"), "{}", board.text);
        let mut compact = game.clone();
        compact.table.settings.compact = true;
        check(&show::board(systems::all(), &compact), "compact town", 1);
    }
}

/// B-OCC-1: in its own line, and in that of the building.
#[test]
fn a_board_says_of_a_unit_where_it_is() {
    let Setup::Antares(mut setup) = SystemId::Antares.default_setup() else { panic!("no battle") };
    setup.options.already_deployed = true;
    setup.buildings = vec![Plan::plain("To*wer", Size::Standard, 2)];
    let mut walk = Walk::with_setup(Setup::Antares(setup), 1);
    walk.table.settings.compact = false;
    let Some(Game::Antares(state)) = &mut walk.table.game else { panic!("no battle") };
    state.units[0].spot = state.spots().first().copied();
    let name = state.units[0].name.clone();
    let board =
        show::board(systems::all(), &Loaded::for_show("walk0walk0", Seq(9), walk.table.clone()));
    let lines: Vec<&str> = board.text.lines().filter(|line| line.contains(&name)).collect();
    assert!(lines[0].ends_with(" · in To\\*wer"), "{lines:?}");
    assert!(lines[1].starts_with("🏢 **To\\*wer** 20/20 · 2 floors · "), "{lines:?}");
}

#[test]
fn the_longest_names_and_the_fullest_bag_fit() {
    let name = |mark: char| format!("{mark}{}", "*".repeat(31));
    let sides: Vec<String> = ('a'..='h').map(|mark| format!("{} 60", name(mark))).collect();
    let extras: Vec<String> = ('i'..='l').map(|mark| format!("{} 60", name(mark))).collect();
    let setup = gatemaster_rules::bag::Setup::parse(&sides.join(","), &extras.join(",")).unwrap();
    for seed in 0..10 {
        walk_and_show(Setup::Bag(setup.clone()), seed);
    }
}

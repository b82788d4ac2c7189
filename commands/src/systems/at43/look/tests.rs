//! Everything that can be read fits into a message, page by page, and nothing of it is cut.

use std::collections::HashSet;

use gatemaster_discord::card::SeenBy;
use gatemaster_discord::limits;
use gatemaster_discord::press::decode;
use gatemaster_rules::at43::company::{Chosen, Company};
use gatemaster_rules::at43::data;
use gatemaster_rules::at43::data::companies;
use gatemaster_rules::at43::profile::Source;
use gatemaster_rules::at43::rulebook;
use gatemaster_rules::at43::state::{Drill, Stands};
use gatemaster_rules::at43::{Setup as GameSetup, meaning};
use gatemaster_rules::game::{self, Game, SystemId};
use gatemaster_rules::ids::UserId;
use gatemaster_rules::random_play::Walk;
use gatemaster_rules::table::{Actor, Player};
use serde_json::Value;

use super::profile::Listed;
use super::*;

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
    controls_fit(card, &body, what);
}

fn controls_fit(card: &Card, body: &Value, what: &str) {
    let rows = body["components"].as_array().unwrap();
    assert_eq!(rows.len(), card.selects.len() + card.buttons.len(), "{what}: a row was lost");
    assert!(rows.len() <= limits::ROWS, "{what}");
    let mut ids = HashSet::new();
    for control in rows.iter().flat_map(|row| row["components"].as_array().unwrap()) {
        let id = control["custom_id"].as_str().unwrap();
        assert!(decode::<BattlePressed>(id).is_some(), "{what}: {id}");
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
    cards.into_iter().map(|card| card.text + "\n").collect::<String>().replace('\\', "")
}

fn asker(id: u64) -> Request {
    let player = Player { id: UserId(id), name: "Ann".to_owned() };
    Request::made_up(Actor { player, manager: false }, None, 1, None)
}

/// A table with two seats taken, in this state.
fn table_with(state: gatemaster_rules::at43::State) -> Loaded {
    let mut walk = Walk::start(SystemId::At43, 1);
    walk.table.game = Some(Game::At43(state));
    Loaded::for_show("walk0walk0", Seq(2), walk.table)
}

fn book() -> Shelf {
    Shelf::of(None)
}

/// T-UNI-1, T-BLD-3, T-BLD-5, T-BLD-6: everything that a list has of a unit stands on its sheet.
#[test]
fn every_unit_and_hero_of_the_lists_can_be_read_with_prices_and_weapons() {
    let library = data::library();
    assert!(library.entries.len() >= 8, "{}", library.entries.len());
    for card in Listed::all(library) {
        let reading = profile::reading(library, book(), card);
        let text = read(&reading, card.name());
        let Listed::Unit(entry) = card else {
            assert!(text.contains("hero") && text.contains("rank"), "{text}");
            continue;
        };
        for price in &entry.prices {
            let first = format!("{} for {} AP", entry.standard, price.at_standard);
            assert!(text.contains(&first), "{}: {first}\n{text}", entry.key);
        }
        for (carried, points) in entry.ranged.iter().map(|it| (it, it.structure)) {
            let weapon = library.weapon(carried.weapon).unwrap();
            assert!(text.contains(&format!("**{}**", weapon.name)), "{}: {text}", entry.key);
            let shown = points.is_none_or(|points| text.contains(&format!(" · {points} SP")));
            assert!(shown, "{}: {text}", entry.key);
        }
        for special in &entry.special {
            let weapon = library.weapon(special.weapon).unwrap();
            assert!(text.contains(&format!("- **{}**", weapon.name)), "{}: {text}", entry.key);
        }
        for ability in &entry.abilities {
            let word = meaning::of_ability(*ability).word;
            assert!(text.contains(&format!("**{word}**: ")), "{}: {word}\n{text}", entry.key);
        }
        for price in entry.officers.iter().flatten() {
            assert!(text.contains(&format!("+{price} AP")), "{}: {text}", entry.key);
        }
        assert!(text.contains("of a platoon"), "{}: {text}", entry.key);
    }
}

#[test]
fn each_figure_says_where_it_comes_from() {
    let library = data::library();
    let of = |key: &str| {
        let entry = library.entries.iter().find(|entry| entry.key == key).unwrap();
        (entry, read(&profile::reading(library, book(), Listed::Unit(entry)), key))
    };
    let (steel, text) = of("steel-troopers");
    assert_eq!(steel.sources.of("movement"), Source::Derived);
    let told = "-# Printed: Size and Protection. Derived from print: Movement. House values: Morale and Combat.";
    assert!(text.contains(told), "{text}");
    let mut own = library.clone();
    let place = own.entries.iter().position(|entry| entry.key == "steel-troopers").unwrap();
    own.entries[place].sources.server = vec!["morale".to_owned()];
    let text = read(&profile::reading(&own, book(), Listed::Unit(&own.entries[place])), "own");
    assert!(text.contains("House values: Combat. This server's own: Morale."), "{text}");
}

/// T-UTR-1, T-MEA-2, T-SHT-7, T-CBT-3, T-DMG-1, T-WPN-1, T-WPN-2: the faces that a weapon needs.
#[test]
fn every_weapon_of_the_lists_can_be_read_with_the_faces_it_needs() {
    let library = data::library();
    for weapon in &library.weapons {
        let text = read(&weapon::reading(library, book(), weapon), &weapon.key);
        assert!(text.contains(&words::numbers(weapon)), "{}: {text}", weapon.key);
        for ability in &weapon.abilities {
            let word = meaning::of_weapon_ability(*ability).word;
            assert!(text.contains(&format!("**{word}**: ")), "{}: {text}", weapon.key);
        }
    }
    let of = |key: &str| {
        let weapon = library.weapons.iter().find(|weapon| weapon.key == key).unwrap();
        read(&weapon::reading(library, book(), weapon), key)
    };
    let rifle = of("laser-rifle");
    for says in [
        "`2+` up to 20 cm (range 0 to 1)",
        "`3+` up to 40 cm (range 2 to 3)",
        "`4+` up to 70 cm (range 4 to 6)",
        "`5+` up to 90 cm (range 7 to 8)",
        "`6` up to 110 cm (range 9 to 10)",
        "Farther it cannot hit (T-SHT-7, page ",
        "Against Protection: `2+` up to 1 · `3+` up to 3 · `4+` up to 6 · `5+` up to 8 · `6` up to 10; beyond that nothing",
        "Steel troopers (White Stars)",
    ] {
        assert!(rifle.contains(says), "{says}\nis missing in\n{rifle}");
    }
    let knife = of("combat-knife");
    assert!(
        knife.contains("`2+` against Combat up to 0")
            && knife.contains("`4+` against Combat up to 5"),
        "{knife}"
    );
    assert!(of("missile-launcher").contains("`4+` at any range"));
    assert!(of("flamer").contains("No dice: everybody under the template up to "));
    assert!(of("grenades").contains("**Area of effect**: "));
}

/// All rows of the ledger, in our words, with the page, one after the other.
#[test]
fn every_rule_is_found_by_its_title_and_its_number_and_says_where_it_stands() {
    assert_eq!(rulebook::all().len(), 174);
    let mut marks = HashSet::new();
    for rule in rulebook::all() {
        assert!(marks.insert(Mark::of(rule.row).0), "two marks are alike");
        assert_eq!(rule::marked(Mark::of(rule.row)), Some(rule));
        assert!(has_rule(rule.title) && has_rule(&rule.row.to_lowercase()), "{}", rule.row);
        let reading = rule::found(rule.row).unwrap();
        let text = read(&reading, rule.title);
        assert!(text.contains(rule.text), "{text}");
        let footer = reading.own(0).footer;
        let page = rule.page.map_or("settled here".to_owned(), |page| format!("page {page} of"));
        assert!(footer.contains(rule.row) && footer.contains(&page), "{footer}");
        let related = &reading.selects[0].options;
        assert!(related.iter().all(|option| option.label != rule.title), "{}", rule.row);
        for meaning in meaning::all().filter(|meaning| meaning.row == rule.row) {
            assert!(text.contains(&format!("**{}**: {}", meaning.word, meaning.text)), "{text}");
        }
    }
    assert!(!has_rule("sht") && !has_rule("") && !has_rule("A-SHT-4"));
}

#[test]
fn the_whole_rule_book_can_be_turned_through_from_any_rule() {
    let all = rulebook::all();
    let mut reading = rule::reading(&all[0]);
    for next in &all[1..] {
        let turn = reading.beside.last().unwrap();
        assert!(turn.label.ends_with(" ▸"), "{}", turn.label);
        reading = rule::reading(next);
        assert!(reading.beside[0].label.starts_with("◂ "), "{}", next.row);
    }
    assert_eq!(reading.beside.len(), 1, "nothing comes after the last");
    let sections = &reading.selects[1].options;
    assert_eq!(sections.len(), 21);
    for section in sections {
        let first = rule::section(Mark(section.value.parse().unwrap())).unwrap();
        assert!(first.sheet.page(0).footer.starts_with(&format!("{} · ", section.label)));
    }
}

#[test]
fn nearly_right_names_are_understood_and_others_get_a_way_out() {
    let library = data::library();
    let found = profile::named_reading(library, book(), "steel trooprs").unwrap();
    assert_eq!(found.sheet.page(0).title, "Steel troopers");
    let found = weapon::named_reading(library, book(), "LASER-rifle").unwrap();
    assert_eq!(found.sheet.page(0).title, "Laser rifle");
    let several = weapon::named_reading(library, book(), "laser").map(|_| ()).unwrap_err();
    assert!(several.to_string().contains("It may be one of these"), "{several}");
    let nothing = profile::named_reading(library, book(), "`Death` Star").map(|_| ()).unwrap_err();
    assert!(nothing.to_string().contains("I know no unit of AT-43"), "{nothing}");
    let nothing = rule::found("xyzzy").map(|_| ()).unwrap_err();
    assert!(nothing.to_string().contains("I know no rule"), "{nothing}");
}

#[test]
fn keys_of_the_lists_have_marks_of_their_own() {
    let library = data::library();
    let cards: HashSet<u32> = Listed::all(library).map(|card| card.mark().0).collect();
    assert_eq!(cards.len(), library.entries.len() + library.heroes.len());
    let weapons: HashSet<u32> = library.weapons.iter().map(|it| Mark::of(&it.key).0).collect();
    assert_eq!(weapons.len(), library.weapons.len());
}

#[test]
fn every_unit_of_a_random_game_has_a_card_at_any_time() {
    let mut seen = [0_usize; 3];
    for seed in 0..10 {
        let mut walk = Walk::start(SystemId::At43, seed);
        for _ in 0..400 {
            walk.go();
            let last = Seq(u32::try_from(walk.steps.len()).unwrap());
            let game = Loaded::for_show("walk0walk0", last, walk.table.clone());
            let Some(View::At43(state)) = &game.table.game else { continue };
            if !walk.steps.len().is_multiple_of(25) || state.units.is_empty() {
                continue;
            }
            for id in state.ids() {
                let unit = state.unit(id).unwrap();
                let text = read(&unit::reading(&game, &asker(7), id).unwrap(), &unit.name);
                let entry = state.entry(unit).unwrap();
                assert!(text.contains(&entry.name), "{text}");
                assert_eq!(text.contains("✖️"), unit.is_gone(), "{text}");
                assert_eq!(
                    text.contains("**disorganized**"),
                    unit.disorganized && !unit.is_gone(),
                    "{text}"
                );
                for drill in unit.drills.iter().filter(|_| !unit.is_gone()) {
                    assert!(text.contains(&drill.to_string()), "{text}");
                }
                seen[0] += 1;
                seen[1] += usize::from(unit.is_gone());
                seen[2] += usize::from(unit.stands == Stands::Field);
            }
        }
    }
    assert!(seen.iter().all(|number| *number > 0), "{seen:?}");
}

/// T-ACT-2, T-BLD-3, T-DMG-5: what counts when a unit is looked at in the middle of a game.
#[test]
fn a_unit_says_how_it_stands() {
    let mut walk = Walk::start(SystemId::At43, 1);
    let mut state = loop {
        walk.go();
        if let Some(Game::At43(state)) = &walk.table.game
            && state.units.iter().any(|unit| unit.stands == Stands::Field)
        {
            break state.clone();
        }
    };
    let place = state.units.iter().position(|unit| state.is_infantry(unit) && unit.rank == 0);
    let place = place.unwrap();
    let unit = &mut state.units[place];
    (unit.stands, unit.disorganized, unit.drills) = (Stands::Field, true, vec![Drill::TakeCover]);
    let began = unit.members.len();
    unit.members[0].out = true;
    unit.members[1].grounded = true;
    unit.relay = false;
    let id = UnitId(u16::try_from(place).unwrap());
    let text = read(&unit::reading(&table_with(state.clone()), &asker(7), id).unwrap(), "unit");
    for says in [
        &*format!(
            "**{} of {began} fighters** · **disorganized** · 1 on the ground · Take cover!",
            began - 1
        ),
        "Its activation costs 1 LP (T-ACT-2, page ",
        "**Disorganized**: ",
        "**Take cover!**: ",
        "### Weapons",
    ] {
        assert!(text.contains(says), "{says}\nis missing in\n{text}");
    }
    if let Some(place) = state.units.iter().position(|unit| !state.is_infantry(unit)) {
        let id = UnitId(u16::try_from(place).unwrap());
        state.units[place].members[0].machine.as_mut().unwrap().frame = 1;
        let text = read(&unit::reading(&table_with(state), &asker(7), id).unwrap(), "machine");
        assert!(text.contains("**1** frame 1/"), "{text}");
    }
}

/// A company of 60 units, the most there may be, of a side whose player alone knows it.
fn in_secret() -> (Loaded, Request, Request) {
    let ready = companies()[0].company.clone();
    let units: Vec<Chosen> = ready.units.iter().cycle().take(60).cloned().collect();
    let setup = GameSetup { points: 20_000, ..GameSetup::default() };
    let mut walk = Walk::with_setup(game::Setup::At43(setup), 1);
    loop {
        if let Some(Game::At43(state)) = &mut walk.table.game {
            state.units.clear();
            state.phase = gatemaster_rules::at43::state::Phase::Mustering;
            for side in &mut state.sides {
                side.company = None;
            }
            state.sides[0].company = Some(Company { units, ..ready });
            break;
        }
        walk.go();
    }
    let owner = walk.table.player_at(Seat(0)).unwrap().id.0;
    let other = walk.table.player_at(Seat(1)).unwrap().id.0;
    let game = Loaded::for_show("walk0walk0", Seq(2), walk.table);
    (game, asker(owner), asker(other))
}

/// T-BLD-9: a company is its owner's secret until all are shown; whoever looks before sees their own alone, and cannot show it.
#[test]
fn before_companies_are_shown_everybody_looks_at_their_own_alone() {
    let (game, owner, other) = in_secret();
    let offered = unit::offered(&owner, Some(&game));
    assert_eq!(offered.len(), 60);
    let first = unit::reading(&game, &owner, UnitId(0)).unwrap();
    assert!(!first.may_be_shown);
    let text = read(&first, "own");
    assert!(text.contains("nobody else sees it") && text.contains("### Price"), "{text}");
    assert!(first.own(0).buttons.iter().flatten().all(|button| button.label != "Show everybody"));
    for nobody in [&other, &asker(424_242)] {
        assert!(unit::offered(nobody, Some(&game)).is_empty());
        let refusal = unit::reading(&game, nobody, UnitId(0)).map(|_| ()).unwrap_err();
        assert!(refusal.to_string().contains("secret until all are locked"), "{refusal}");
    }
}

#[test]
fn a_list_of_sixty_units_is_turned_in_pages() {
    let (game, owner, _) = in_secret();
    let mut seen: HashSet<String> = HashSet::new();
    let mut from = Some(0);
    while let Some(first) = from {
        let card = unit::lists(&game, &owner, Some((Seat(0), first))).unwrap();
        controls_fit(&card, &card.body(SeenBy::One), "a list");
        let options = &card.selects[0].options;
        let further = options.iter().rfind(|option| option.label.starts_with("More"));
        from = further.map(|option| option.value.trim_start_matches("from-").parse().unwrap());
        let units = options.iter().filter(|option| !option.value.starts_with("from-"));
        seen.extend(units.map(|option| option.value.clone()));
    }
    assert_eq!(seen.len(), 60);
}

#[test]
fn a_game_of_another_channel_is_not_shown_to_everybody_here() {
    let mut walk = Walk::start(SystemId::At43, 1);
    while !matches!(&walk.table.game, Some(Game::At43(state)) if !state.units.is_empty()) {
        walk.go();
    }
    let game = Loaded::for_show("walk0walk0", Seq(2), walk.table);
    assert!(unit::reading(&game, &asker(7), UnitId(0)).unwrap().may_be_shown);
    assert!(!unit::reading(&game, &asker(7).at(99), UnitId(0)).unwrap().may_be_shown);
}

#[test]
fn odd_picks_from_a_list_are_refused() {
    for odd in [&[][..], &[String::new()], &["-1".to_owned()], &["x".to_owned()]] {
        assert!(mark(odd).is_err() && unit::picked(odd).is_err(), "{odd:?}");
    }
    for odd in ["70000", "from-", "from--1", "from-x"] {
        assert!(unit::picked(&[odd.to_owned()]).is_err(), "{odd}");
    }
    assert_eq!(unit::picked(&["from-23".to_owned()]).unwrap(), unit::Picked::From(23));
}

/// A plan in a game that has begun is no part of what is said of a unit.
#[test]
fn nothing_of_a_sequence_is_told_by_the_card_of_a_unit() {
    let mut walk = Walk::start(SystemId::At43, 2);
    let hidden = loop {
        walk.go();
        if let Some(Game::At43(state)) = &walk.table.game
            && state.sides.iter().any(|side| side.cards.len() > 1)
        {
            break state.clone();
        }
    };
    let text = |state: &gatemaster_rules::at43::State| -> Vec<String> {
        let game = table_with(state.clone());
        state.ids().map(|id| read(&unit::reading(&game, &asker(7), id).unwrap(), "unit")).collect()
    };
    let mut other = hidden.clone();
    for side in &mut other.sides {
        side.cards.reverse();
        side.plan = None;
    }
    assert_eq!(text(&hidden), text(&other));
}

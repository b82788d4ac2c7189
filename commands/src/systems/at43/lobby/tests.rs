//! The lobby of every mission, as it is shown and within Discord's limits.

use gatemaster_discord::card::{Press, SeenBy};
use gatemaster_discord::limits;
use gatemaster_rules::at43::data::bounds::{MAX_LINE, MAX_MISSIONS, MAX_PLACES, MAX_TOLD};
use gatemaster_rules::at43::data::missions;
use gatemaster_rules::at43::mission::{Mission, PlaceKind, PlaceSpec};
use gatemaster_rules::at43::setup::{SideSetup, Switches};
use gatemaster_rules::colour::Colour;
use gatemaster_rules::game;
use gatemaster_rules::ids::{Seat, Seq, UserId};
use gatemaster_rules::table::{Action, Actor, Asked, AskedFor, Offer, Settings, Table, open_table};

use super::*;
use crate::systems::at43::At43Face;

fn player(id: u64, name: &str) -> Player {
    Player { id: UserId(id), name: name.to_owned() }
}

fn table(setup: &Setup, seated: usize) -> Table {
    let open = Action::Open {
        name: "The *Mine*".to_owned(),
        setup: game::Setup::At43(setup.clone()),
        organiser: None,
        start: false,
        settings: Settings::default(),
    };
    let actor = Actor { player: player(900, "Ann"), manager: false };
    let decided = open_table(&actor, &open).unwrap();
    let mut table = Table::opened(&decided.events[0]).unwrap();
    for (place, chair) in table.seats.iter_mut().enumerate().take(seated) {
        chair.player =
            Some(player(900 + u64::try_from(place).unwrap(), ["Ann", "Bob", "Cid", "Dee"][place]));
    }
    table
}

fn shown(setup: &Setup, table: Table) -> Card {
    lobby(
        &At43Face,
        &Loaded::for_show(&"g".repeat(32), Seq(u32::MAX), table),
        setup,
        vec!["Head".to_owned()],
    )
}

fn rows(card: &Card) -> Vec<Vec<&str>> {
    card.buttons
        .iter()
        .map(|row| row.iter().map(|button| button.label.as_str()).collect())
        .collect()
}

/// Nothing of it is cut or left out.
fn fits(card: &Card, what: &str) {
    let body = card.body(SeenBy::All);
    assert_eq!(body["embeds"][0]["description"].as_str(), Some(card.text.as_str()), "{what}");
    let components = body["components"].as_array().unwrap();
    assert_eq!(components.len(), card.selects.len() + card.buttons.len(), "{what}");
    for select in &card.selects {
        assert!(select.options.len() <= usize::from(limits::CHOICES), "{what}");
        for option in &select.options {
            assert!(
                option.label.chars().count() <= limits::CHOICE_NAME,
                "{what}: {}",
                option.label
            );
            assert!(option.more.chars().count() <= limits::CHOICE_NAME, "{what}: {}", option.more);
        }
    }
    for button in card.buttons.iter().flatten() {
        assert!(button.label.chars().count() <= limits::BUTTON_LABEL, "{what}: {}", button.label);
        let Press::Id(id) = &button.press else { continue };
        assert!(id.as_str().len() <= limits::CUSTOM_ID, "{what}: {}", id.as_str());
    }
    assert!(card.buttons.iter().all(|row| row.len() <= limits::BUTTONS_PER_ROW), "{what}");
}

/// T-MIS-1, T-MIS-4, T-MIS-11
#[test]
fn a_fresh_lobby_says_in_few_lines_what_is_set() {
    let setup = Setup::default();
    let card = shown(&setup, table(&setup, 1));
    assert_eq!(
        card.text,
        "Head\n\
         🔵 **Blue** (Ann)\n\
         🔴 **Red** (free)\n\n\
         **Seek and destroy** · 1000 AP each · most VP after round 6\n\
         VP: Infantry unit 2; unit of machines 1; officer 1.\n\
         -# Agree on AP, the same for everybody. Place terrain piece by piece in turn, the youngest player first.\n\
         ⚠️ Every side needs a player: press *Play* for yours. Alone? *Play against me* gives me the rest and begins."
    );
    assert_eq!(card.selects[0].options.len(), 7);
    assert_eq!(card.selects[0].options[0].label, "A die picks it");
    assert!(card.selects[0].options[1].chosen);
    assert_eq!(rows(&card)[0][..2], ["Play Red", "Points, roles, more…"]);
    let full = shown(&setup, table(&setup, 2));
    assert_eq!(rows(&full)[0][0], "Start");
    assert!(
        full.text.ends_with("press Start, then each builds a company in secret."),
        "{}",
        full.text
    );
}

#[test]
fn what_was_agreed_besides_is_told_and_nothing_else() {
    let setup = Setup {
        mission: Some("landing".to_owned()),
        attacker: Some(Seat(1)),
        switches: Switches {
            home_turf: Some(Seat(0)),
            artillery: true,
            terrain_damage: true,
            first_round: Some(Seat(1)),
        },
        ..Setup::default()
    };
    let text = shown(&setup, table(&setup, 2)).text;
    for line in [
        "**Landing** · attacker 1500 + 500 AP, defender 1000 + 1000 · first to 15 VP",
        "Attacker: 🔴 Red",
        "Agreed: home turf 🔵 Blue · 🔴 Red wins the first Authority test · artillery strikes · weapons harm terrain.",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    assert_eq!(
        set_up_line("Ann", &setup),
        "Ann set the table: Landing, attacker 1500 + 500 AP, defender 1000 + 1000, 🔴 Red attacks, home turf 🔵 Blue, \
         🔴 Red wins the first Authority test, artillery strikes, weapons harm terrain."
    );
    let diced = Setup { mission: None, ..Setup::default() };
    let text = shown(&diced, table(&diced, 2)).text;
    assert!(
        text.contains("🎲 **A die picks the mission.** 1000 AP each where it names none."),
        "{text}"
    );
    assert!(text.contains("Attacker, where the mission has one: dice decide"), "{text}");
    assert!(text.ends_with("then the dice, then each builds a company in secret."), "{text}");
}

/// A server's own mission with the longest and oddest of everything.
fn longest(number: usize, odd: char) -> Mission {
    let name = |of: usize| format!("{of:02}{}", odd.to_string().repeat(30));
    let mut mission = missions()[0].clone();
    mission.key = format!("{number:02}{}", "k".repeat(38));
    mission.name = name(number);
    mission.number = None;
    mission.told = odd.to_string().repeat(MAX_TOLD);
    mission.places.extend((1..MAX_PLACES).map(|place| PlaceSpec {
        name: name(place),
        kind: PlaceKind::Point,
        control: 99 - u32::try_from(place).unwrap(),
        pays: None,
        of: None,
        bars: None,
        lies: odd.to_string().repeat(MAX_LINE),
    }));
    mission
}

#[test]
fn every_lobby_and_every_page_of_settings_fits_with_every_question() {
    let mut all: Vec<(String, Setup)> = Vec::new();
    for mission in missions() {
        let mission = Some(mission.key.clone());
        all.push((format!("{mission:?}"), Setup { mission, ..Setup::default() }));
    }
    for odd in ['x', '*', '_', '🜁'] {
        let mut setup = Setup { mission: None, points: 20_000, ..Setup::default() };
        setup.missions.extend((0..MAX_MISSIONS).map(|number| longest(number, odd)));
        for (name, colour) in [("Green", Colour::Green), ("Yellow", Colour::Yellow)] {
            setup.sides.push(SideSetup { name: name.to_owned(), colour });
        }
        let switches = Switches {
            home_turf: Some(Seat(3)),
            artillery: true,
            terrain_damage: true,
            first_round: Some(Seat(2)),
        };
        setup.switches = switches;
        all.push((format!("die, {odd}"), setup.clone()));
        setup.mission = Some(longest(3, odd).key);
        assert_eq!(setup.wrong(), [] as [&str; 0]);
        all.push((format!("own, {odd}"), setup));
    }
    for (what, setup) in &all {
        for seated in 0..=setup.sides.len() {
            for questions in [false, true] {
                let mut table = table(setup, seated);
                if questions {
                    let by = player(900, "Ann");
                    let asked = Asked { by: by.clone(), what: AskedFor::End, agreed: Vec::new() };
                    table.asked = Some(asked);
                    table.offer = Some(Offer { seat: Seat(0), by: by.clone(), to: by });
                }
                fits(
                    &shown(setup, table),
                    &format!("{what}, {seated} seated, questions: {questions}"),
                );
            }
        }
        let game = Loaded::for_show(&"g".repeat(32), Seq(u32::MAX), table(setup, 2));
        let page = page::card(&game, setup);
        fits(&page, &format!("the page of {what}"));
        assert!(set_up_line("Ann", setup).chars().count() < limits::CONTENT, "{what}");
    }
}

/// T-MIS-4, T-MIS-5, T-MIS-11
#[test]
fn the_page_asks_only_what_the_mission_leaves_open() {
    let lists = |mission: Option<&str>| {
        let setup = Setup { mission: mission.map(str::to_owned), ..Setup::default() };
        let game = Loaded::for_show("g", Seq(1), table(&setup, 2));
        let card = page::card(&game, &setup);
        card.selects.iter().map(|select| select.placeholder.clone()).collect::<Vec<_>>()
    };
    let (points, roles, sides) = ("Army points", "Who attacks", "How many sides");
    let switches = "Switches: all off";
    assert_eq!(lists(Some("bridgehead")), ["Mission", points, sides, switches]);
    assert_eq!(lists(Some("extraction")), ["Mission", roles, switches]);
    assert_eq!(lists(None), ["Mission", points, roles, sides, switches]);
}

/// T-MIS-54, T-MIS-65
#[test]
fn the_program_says_where_it_cannot_win_as_the_attacker() {
    for (mission, warns) in [("landing", true), ("extraction", true), ("skirmish", false)] {
        for (attacker, bot_may) in [(None, true), (Some(Seat(1)), true), (Some(Seat(0)), false)] {
            let setup = Setup { mission: Some(mission.to_owned()), attacker, ..Setup::default() };
            let with_people = shown(&setup, table(&setup, 2));
            assert!(!with_people.text.contains("I see no table"), "{}", with_people.text);
            let mut alone = table(&setup, 1);
            alone.seats[1].player = Some(Player { id: UserId::BOT, name: "Gatemaster".to_owned() });
            let card = shown(&setup, alone);
            let says = card.text.contains("the attacker scores at an edge of the table");
            assert_eq!(says, warns && bot_may, "{mission} {attacker:?}: {}", card.text);
        }
    }
}

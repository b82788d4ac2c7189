//! The table: described by one, agreed on by all.

use gatemaster_rules::at43::command::{Command, Field, Laid};
use gatemaster_rules::at43::event::{Edge, Event};
use gatemaster_rules::at43::mission::{Ground, PlaceKind};
use gatemaster_rules::at43::state::{ElementKind, Phase, Pilot, Tough};
use gatemaster_rules::ids::Seat;

use super::sample::{BLUE, GOLEMS, RED, STEEL};
use super::stage::{GREEN, begun, mustered, place, setup};

/// An element's name, Size, Protection and SP.
type Found<'a> = (&'a str, u8, Option<(u8, u8)>);

fn lay(field: Field) -> Command {
    Command::LayField { seat: BLUE, field, alone: false }
}

fn laid(name: &str, kind: ElementKind, size: u8) -> Laid {
    Laid { name: name.to_owned(), kind, size, tough: None }
}

/// T-MIS-2, T-MIS-11, T-MIS-21: the first edge is drawn, the other player has the opposite one.
#[test]
fn two_players_have_opposite_edges() {
    for (face, first, second) in [
        (1, Edge::North, Edge::South),
        (2, Edge::East, Edge::West),
        (3, Edge::South, Edge::North),
        (4, Edge::West, Edge::East),
    ] {
        let game = begun(&setup("bridgehead", 2), &[STEEL, GOLEMS], &[face]);
        let drawn = game.told.iter().find_map(|event| match event {
            Event::EdgesDrawn { edges } => Some(edges.clone()),
            _ => None,
        });
        let edges: Vec<(Seat, Edge)> =
            drawn.unwrap().iter().map(|drawn| (drawn.seat, drawn.edge)).collect();
        assert_eq!(edges, [(BLUE, first), (RED, second)]);
        let zone = place(&game, "Access zone of Blue");
        assert_eq!((zone.kind, zone.of), (PlaceKind::AccessZone, Some(BLUE)));
        assert_eq!(zone.lies, format!("on the {} edge", first.name()));
        assert_eq!(place(&game, "Access zone of Red").of, Some(RED));
        assert_eq!(place(&game, "Hill").control, 5);
    }
}

/// T-MIS-11
#[test]
fn four_players_draw_among_the_edges_that_are_left() {
    let companies = [STEEL, GOLEMS, STEEL, GOLEMS];
    let game = begun(&setup("seek-and-destroy", 4), &companies, &[2, 3, 1]);
    let lies = |name: &str| place(&game, &format!("Access zone of {name}")).lies.clone();
    let edges = ["Blue", "Red", "Green", "Yellow"].map(lies);
    assert_eq!(
        edges,
        ["on the east edge", "on the west edge", "on the north edge", "on the south edge"]
    );
}

/// T-MIS-2, T-MIS-4: whoever changes the table needs everybody's word anew.
#[test]
fn everybody_agrees_on_the_table_before_round_one() {
    let mut game = mustered(&setup("seek-and-destroy", 3), &[STEEL, GOLEMS, STEEL]);
    let agree = |seat| Command::AgreeField { seat };
    game.does(RED, &agree(RED), &[]);
    game.does(GREEN, &agree(GREEN), &[]);
    let field = Field { words: "A ruin in each corner.".to_owned(), ..Field::default() };
    game.does(BLUE, &lay(field.clone()), &[]);
    assert_eq!((game.state.phase, &game.state.field), (Phase::Laying, &field));
    assert_eq!(game.refused(BLUE, &agree(BLUE)), "You have agreed already; the others have not.");
    assert_eq!(game.refused(RED, &agree(GREEN)), "You speak for your own side alone.");
    game.does(RED, &agree(RED), &[]);
    game.does(GREEN, &agree(GREEN), &[4, 3, 1]);
    assert_eq!(game.state.phase, Phase::Tactical);
}

/// T-MIS-2: the program, which sees no table, has agreed before anybody has looked at what was described.
#[test]
fn whoever_describes_the_table_alone_agrees_by_a_word_of_their_own() {
    let mut game = mustered(&setup("skirmish", 2), &[STEEL, GOLEMS]);
    let agree = |seat| Command::AgreeField { seat };
    let field = Field { words: "A ruin in each corner.".to_owned(), ..Field::default() };
    game.does(BLUE, &Command::LayField { seat: BLUE, field: field.clone(), alone: true }, &[]);
    assert!(game.state.field_agreed.is_empty());
    game.does(RED, &agree(RED), &[]);
    assert_eq!((game.state.phase, &game.state.field), (Phase::Laying, &field));
    game.does(BLUE, &agree(BLUE), &[]);
    assert_eq!(game.state.phase, Phase::Tactical);
}

/// T-TER-2: known elements have their Size, all others the one that was agreed.
#[test]
fn sizes_are_agreed_but_for_those_that_the_rules_know() {
    let mut game = mustered(&setup("skirmish", 2), &[STEEL, GOLEMS]);
    let tough = Some(Tough { protection: 9, structure: 2 });
    let field = Field {
        elements: vec![
            laid("", ElementKind::LowWall, 7),
            laid("Low wall", ElementKind::LowWall, 1),
            Laid { tough, ..laid("Gate", ElementKind::Other, 4) },
            laid("Tower", ElementKind::Other, 10),
        ],
        containers: Some(3),
        ..Field::default()
    };
    game.does(BLUE, &lay(field), &[]);
    game.does(RED, &Command::AgreeField { seat: RED }, &[]);
    let found: Vec<Found<'_>> = game
        .state
        .terrain
        .iter()
        .map(|it| {
            let tough = it.tough.map(|tough| (tough.protection, tough.structure));
            (it.name.as_str(), it.size, tough)
        })
        .collect();
    assert_eq!(
        found,
        [
            ("Low wall 1", 1, Some((12, 1))),
            ("Low wall 2", 1, Some((12, 1))),
            ("Gate", 4, Some((9, 2))),
            ("Tower", 10, None),
            ("Container 1", 3, Some((8, 3))),
            ("Container 2", 3, Some((8, 3))),
            ("Container 3", 3, Some((8, 3))),
        ]
    );
    for element in game.state.terrain.iter().skip(4) {
        let place = game.state.place(element.place.unwrap()).unwrap();
        assert_eq!((place.kind, &place.name), (PlaceKind::Container, &element.name));
    }
}

/// T-MIS-4: what is too big or too long is refused with the limit.
#[test]
fn a_table_without_bounds_is_refused() {
    let game = mustered(&setup("skirmish", 2), &[STEEL, GOLEMS]);
    let other = |size| laid("Rock", ElementKind::Other, size);
    for (field, said) in [
        (
            Field { elements: vec![other(11)], ..Field::default() },
            "Rock has Size 11; terrain goes up to 10.",
        ),
        (
            Field { elements: vec![other(1); 41], ..Field::default() },
            "The table has room for 40 elements.",
        ),
        (
            Field { containers: Some(13), ..Field::default() },
            "There can be up to 12 containers and 12 nanogenerators.",
        ),
        (
            Field { places: vec![String::new(); 9], ..Field::default() },
            "The mission names 2 places, no more.",
        ),
        (
            Field { words: "x".repeat(601), ..Field::default() },
            "The words about the table can have up to 600 letters; please say it in fewer.",
        ),
    ] {
        assert_eq!(game.refused(BLUE, &lay(field)), said);
    }
}

/// T-MIS-3: in trench war a die says who picks his sector first.
#[test]
fn in_trench_war_the_highest_die_picks_a_sector() {
    let mut trenches = setup("seek-and-destroy", 2);
    for mission in &mut trenches.missions {
        mission.ground = Ground::TrenchWar;
    }
    let mut game = super::stage::fresh(&trenches);
    for (seat, text, dice) in [(BLUE, STEEL, &[][..]), (RED, GOLEMS, &[3, 3, 1, 6][..])] {
        let company = super::sample::company(text);
        game.does(seat, &Command::Muster { seat, company }, &[]);
        game.does(seat, &Command::LockCompany { seat }, dice);
    }
    let first = game.told.iter().rev().find_map(|event| match event {
        Event::SectorsRolled { first, .. } => Some(*first),
        _ => None,
    });
    assert_eq!(first, Some(Some(RED)));
}

/// T-MIS-35, T-MIS-44, T-MIS-52, T-MIS-67: the places of each mission, whose they are, whom they pay.
#[test]
fn every_mission_has_its_places() {
    let names = |mission: &str| {
        let few = "Therians\n9 storm golems, alpha\n6 storm golems";
        let game = begun(&setup(mission, 2), &[STEEL, few], &[]);
        let names: Vec<String> = game.state.places.iter().map(|place| place.name.clone()).collect();
        (game, names.join(", "))
    };
    let (game, found) = names("hold-the-position");
    assert_eq!(
        found,
        "Able, Bravo, Charlie, Doctor, Attacker's access zone, Defender's access zone, Container 1, \
         Container 2, Nanogenerator 1, Nanogenerator 2"
    );
    assert_eq!(place(&game, "Attacker's access zone").of, Some(BLUE));
    assert_eq!(place(&game, "Defender's access zone").of, Some(RED));
    assert_eq!(place(&game, "Able").pays, None);
    let (_, found) = names("skirmish");
    assert_eq!(found, "Attacker's access zone, Defender's access zone, Container 1, Container 2");
    let (game, found) = names("landing");
    assert_eq!(
        found,
        "Able, Bravo, Charlie, Doctor, Echo, Foxtrot, Golf, X-Ray, Zulu, Attacker's access zone, \
         First neutral access zone, Second neutral access zone, Defender's deployment zone, \
         Container 1, Container 2, Nanogenerator 1, Nanogenerator 2"
    );
    assert_eq!(place(&game, "Golf").pays, Some(RED));
    let neutral = place(&game, "First neutral access zone");
    assert_eq!((neutral.of, neutral.bars), (None, Some(BLUE)));
    assert_eq!(place(&game, "Defender's deployment zone").of, Some(RED));
    let (game, found) = names("extraction");
    assert_eq!(
        found,
        "Wreck, Attacker's access zone, Defender's access zone, Container 1, Container 2, \
         Nanogenerator 1, Nanogenerator 2"
    );
    let wreck = game.state.wreck.unwrap();
    assert_eq!((wreck.protection, wreck.structure, wreck.pilot), (11, 5, Pilot::Inside));
    assert_eq!(place(&game, "Wreck").pays, Some(RED));
}

/// T-MIS-4: where a place lies can be said in words.
#[test]
fn players_say_where_the_places_lie() {
    let mut game = mustered(&setup("hold-the-position", 2), &[STEEL, GOLEMS]);
    let places = vec![" by  the bunker ".to_owned(), String::new()];
    let field = Field { places, nanogenerators: Some(0), ..Field::default() };
    game.does(BLUE, &lay(field), &[]);
    game.does(RED, &Command::AgreeField { seat: RED }, &[]);
    assert_eq!(place(&game, "Able").lies, "by the bunker");
    assert_eq!(place(&game, "Defender's access zone").lies, "the edge opposite the attacker's");
    assert!(!game.state.places.iter().any(|place| place.kind == PlaceKind::Nanogenerator));
}

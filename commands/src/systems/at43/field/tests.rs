//! What is shown before the first round, for every mission, and within Discord's limits.

use gatemaster_discord::card::{Card, Press, SeenBy};
use gatemaster_discord::limits;
use gatemaster_rules::at43::command::Laid;
use gatemaster_rules::at43::data::bounds::{MAX_LINE, MAX_PLACES, MAX_TOLD};
use gatemaster_rules::at43::data::missions;
use gatemaster_rules::at43::laying::{MAX_WORDS, MOST_ELEMENTS};
use gatemaster_rules::at43::mission::{Mission, PlaceKind, PlaceSpec, Role};
use gatemaster_rules::at43::state::{ElementKind, Tough};
use gatemaster_rules::at43::{At43, Setup, State};
use gatemaster_rules::game;
use gatemaster_rules::ids::{Seat, Seq, UserId};
use gatemaster_rules::system::{System as _, Viewer};
use gatemaster_rules::table::{Action, Actor, Player, Settings, Table, open_table};

use super::*;

fn loaded(setup: &Setup) -> Loaded {
    let player = |name: &str| Player { id: UserId(900), name: name.to_owned() };
    let open = Action::Open {
        name: "The Mine".to_owned(),
        setup: game::Setup::At43(setup.clone()),
        organiser: None,
        start: false,
        settings: Settings::default(),
    };
    let actor = Actor { player: player("Ann"), manager: false };
    let decided = open_table(&actor, &open).unwrap();
    let mut table = Table::opened(&decided.events[0]).unwrap();
    for (chair, name) in table.seats.iter_mut().zip(["Ann", "Bob"]) {
        chair.player = Some(player(name));
    }
    Loaded::for_show(&"g".repeat(32), Seq(u32::MAX), table)
}

fn view(setup: &Setup, change: impl FnOnce(&mut State)) -> View {
    let mut state = State::new(setup, At43::VERSION);
    change(&mut state);
    At43::view(&state, &Viewer::on(Seat(0)))
}

fn laying(mission: &Mission, field: &Field) -> (Loaded, View) {
    let setup = Setup {
        mission: Some(mission.key.clone()),
        attacker: Some(Seat(0)),
        missions: vec![mission.clone()],
        ..Setup::default()
    };
    let view = view(&setup, |state| {
        state.phase = Phase::Laying;
        state.field = field.clone();
    });
    (loaded(&setup), view)
}

fn fits(card: &Card, what: &str) {
    let body = card.body(SeenBy::One);
    assert_eq!(body["embeds"][0]["description"].as_str(), Some(card.text.as_str()), "{what}");
    let rows = card.selects.len() + card.buttons.len();
    assert_eq!(body["components"].as_array().unwrap().len(), rows, "{what}");
    for select in &card.selects {
        assert!(select.options.len() <= usize::from(limits::CHOICES), "{what}");
    }
    for button in card.buttons.iter().flatten() {
        assert!(button.label.chars().count() <= limits::BUTTON_LABEL, "{what}");
        let Press::Id(id) = &button.press else { continue };
        assert!(id.as_str().len() <= limits::CUSTOM_ID, "{what}: {}", id.as_str());
    }
}

fn of(key: &str) -> &'static Mission {
    missions().iter().find(|mission| mission.key == key).unwrap()
}

/// T-MIS-1, T-MIS-4
#[test]
fn one_press_rolls_for_all_that_is_open() {
    let labels = |setup: &Setup| {
        let controls = controls(&loaded(setup), &view(setup, |_| {}));
        controls.buttons.iter().flatten().map(|button| button.label.clone()).collect::<Vec<_>>()
    };
    let diced = Setup { mission: None, ..Setup::default() };
    assert_eq!(labels(&diced), ["Roll for mission and roles"]);
    let decided = Setup { attacker: Some(Seat(1)), ..diced };
    assert_eq!(labels(&decided), ["Roll for the mission"]);
    let roles = Setup { mission: Some("landing".to_owned()), ..Setup::default() };
    assert_eq!(labels(&roles), ["Roll for the roles"]);
}

/// T-MIS-4, T-MIS-52
#[test]
fn the_places_of_a_mission_are_listed_by_name_with_where_they_lie() {
    let (game, view) = laying(of("hold-the-position"), &Field::default());
    let controls = controls(&game, &view);
    assert_eq!(
        controls.text,
        "**The table for Hold the position.** Lay the named places out together.\n\
         ✏️ 🔵 Ann has yet to agree · ✏️ 🔴 Bob has yet to agree\n\
         🧱 No terrain is written down.\n\
         📍 Able: where you place it\n📍 Bravo: where you place it\n📍 Charlie: where you place it\n\
         📍 Doctor: where you place it\n📍 Attacker's access zone: one edge\n\
         📍 Defender's access zone: the edge opposite the attacker's\n\
         📦 2 containers, 2 nanogenerators\n\
         -# Table 120 × 90 cm, if you name no other."
    );
    let labels: Vec<&str> =
        controls.buttons[0].iter().map(|button| button.label.as_str()).collect();
    assert_eq!(labels, ["Agreed", "Describe it…"]);
}

/// T-MIS-2, T-MIS-21, T-TER-2
#[test]
fn a_described_table_is_told_with_its_terrain_and_its_picture() {
    let field = Field {
        elements: terrain::read("3 low walls; *Bunker*, Size 4").unwrap(),
        places: vec!["by the @river".to_owned()],
        words: "See https://example.org/t_1.png or *ask*".to_owned(),
        ..Field::default()
    };
    let (game, view) = laying(of("bridgehead"), &field);
    let text = controls(&game, &view).text;
    for line in [
        "🧱 3 × Low wall · \\*Bunker\\*, Size 4",
        "📍 Hill: by the \\@river",
        "📍 Access zones: an edge each, drawn once everybody agrees",
        "📝 See https://example.org/t_1.png or \\*ask\\*",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
}

/// Only an address that is nothing else is left as it is.
#[test]
fn words_cannot_make_a_mention_or_a_masked_link() {
    for odd in
        ["https://a.b/<@5>", "[x](https://a.b)", "https://a.b/|x|", "@everyone", "https://nothing*"]
    {
        let field = Field { words: odd.to_owned(), ..Field::default() };
        let (_, view) = laying(of("bridgehead"), &field);
        let text = words::described(&view, &view.field, 1_000);
        assert!(!text.contains(&format!("📝 {odd}")), "{text}");
    }
}

#[test]
fn an_address_is_told_whole_however_little_room_there_is() {
    let address = format!("https://example.org/{}.png", "t".repeat(200));
    let words =
        format!("{} {address} {}", "before ".repeat(20).trim(), "behind ".repeat(20).trim());
    let field = Field { words, ..Field::default() };
    let (_, view) = laying(of("hold-the-position"), &field);
    let text = words::described(&view, &view.field, 700);
    assert!(text.lines().any(|line| line == format!("🔗 {address}")), "{text}");
    assert!(text.contains("📝 before before") && text.contains('…'), "{text}");
}

fn longest(odd: char) -> (Mission, Field) {
    let name = |of: usize| format!("{of:02}{}", odd.to_string().repeat(30));
    let mut mission = of("landing").clone();
    mission.name = name(0);
    mission.told = odd.to_string().repeat(MAX_TOLD);
    let missing = MAX_PLACES - mission.places.len();
    mission.places.extend((0..missing).map(|place| PlaceSpec {
        name: name(place),
        kind: PlaceKind::Point,
        control: 1,
        pays: Some(Role::Defender),
        of: None,
        bars: None,
        lies: String::new(),
    }));
    let field = Field {
        elements: (0..MOST_ELEMENTS)
            .map(|number| Laid {
                name: name(number),
                kind: ElementKind::Other,
                size: 10,
                tough: Some(Tough { protection: 30, structure: 30 }),
            })
            .collect(),
        places: vec![odd.to_string().repeat(MAX_LINE); MAX_PLACES],
        containers: Some(12),
        nanogenerators: Some(12),
        words: odd.to_string().repeat(MAX_WORDS),
    };
    (mission, field)
}

#[test]
fn every_table_and_the_page_to_describe_it_fit() {
    let mut all: Vec<(Mission, Field)> =
        missions().iter().map(|mission| (mission.clone(), Field::default())).collect();
    all.extend(['x', '*', '🜁'].map(longest));
    for (mission, field) in all {
        let what = &mission.name;
        let (game, view) = laying(&mission, &field);
        let controls = controls(&game, &view);
        let words = controls.text.chars().count();
        assert!(words <= 1_400, "{what}: {words} letters stand below every message");
        let mut draft = Draft::begin(&view);
        fits(&page::card(&game, &view, &draft, 0), what);
        draft.field.elements.pop();
        let page = page::card(&game, &view, &draft, 25);
        fits(&page, what);
        assert!(
            page.buttons[1].iter().any(|button| button.label == "Begin anew")
                || field.elements.is_empty()
        );
        for sheet in [Sheet::Terrain, Sheet::Rest] {
            let form = form::form(&game, &view, &view.field, sheet, None).unwrap();
            for input in &form.inputs {
                assert!(input.label.chars().count() <= limits::INPUT_LABEL, "{}", input.label);
                assert!(input.value.chars().count() <= limits::INPUT_TEXT, "{what}");
                assert!(input.placeholder.chars().count() <= 100, "{}", input.placeholder);
            }
        }
        for place in places::laid(&mission, &field) {
            let sheet = Sheet::Place(u8::try_from(place.at).unwrap());
            form::form(&game, &view, &view.field, sheet, None).unwrap();
        }
    }
}

/// Somebody else's table never takes the place of what one is writing without a word.
#[test]
fn a_description_that_was_overtaken_says_so() {
    let (game, view) = laying(of("bridgehead"), &Field::default());
    let mut draft = Draft::begin(&view);
    page::add(&mut draft.field, terrain::plain(ElementKind::LowWall).unwrap()).unwrap();
    assert!(!page::card(&game, &view, &draft, 0).text.contains("⚠️"));
    let theirs = Field { words: "A city".to_owned(), ..Field::default() };
    let (game, view) = laying(of("bridgehead"), &theirs);
    let card = page::card(&game, &view, &draft, 0);
    assert!(
        card.text.starts_with("⚠️ Somebody has described the table since you began."),
        "{}",
        card.text
    );
    assert!(card.buttons[1].iter().any(|button| button.label == "Take theirs"));
    assert!(card.text.contains("🧱 Low wall"), "one's own stays: {}", card.text);
}

#[test]
fn forms_are_read_with_all_their_faults_together() {
    let (_, view) = laying(of("bridgehead"), &Field::default());
    let read = |sheet, texts: &[&str]| {
        let texts = texts.iter().map(|text| (*text).to_owned()).collect();
        form::read(&view, &view.field, sheet, &Typed::new(sheet, texts))
    };
    let field = read(Sheet::Rest, &["3", "", "A city\nby night"]).unwrap();
    assert_eq!((field.containers, field.nanogenerators), (Some(3), None));
    assert_eq!(field.words, "A city by night");
    // what the mission says itself is nothing new
    assert_eq!(read(Sheet::Rest, &["0", "0", ""]), Ok(Field::default()));
    let place = read(Sheet::Place(0), &["in the middle of the battlefield"]);
    assert_eq!(place, Ok(Field::default()));
    let long = "x".repeat(MAX_WORDS + 1);
    assert_eq!(read(Sheet::Rest, &["13", "x", &long]).unwrap_err().len(), 3);
}

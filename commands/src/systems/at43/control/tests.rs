//! The control phase of large tables, drawn within Discord's limits.

use std::collections::BTreeSet;

use gatemaster_discord::limits;
use gatemaster_rules::at43::command::{Command, Counted, Field};
use gatemaster_rules::at43::control::last_counts;
use gatemaster_rules::at43::data::companies;
use gatemaster_rules::at43::flow::{CountedBy, Task};
use gatemaster_rules::at43::heroes::may_join;
use gatemaster_rules::at43::setup::SideSetup;
use gatemaster_rules::at43::state::{MemberId, Phase, Role, Stands, UnitId};
use gatemaster_rules::at43::{At43, Setup, State, View};
use gatemaster_rules::colour::Colour;
use gatemaster_rules::dice::{Dice, DiceFault, Roll};
use gatemaster_rules::game::{self, Game, SystemId};
use gatemaster_rules::history::{self, Step};
use gatemaster_rules::ids::{Seat, Seq, UserId};
use gatemaster_rules::stack::Stack;
use gatemaster_rules::system::{Doer, System as _};
use gatemaster_rules::table::{self, Action, Actor, Player, Settings, Table};

use super::{buy, count, figures};
use crate::desk::Loaded;
use crate::face::Controls;

struct Ones;

impl Dice for Ones {
    fn roll(&mut self, sides: u32) -> Result<Roll, DiceFault> {
        Ok(Roll { number: None, sides, face: 1 })
    }
}

fn setup(mission: &str) -> Setup {
    Setup { mission: Some(mission.to_owned()), attacker: Some(Seat(0)), ..Setup::default() }
}

/// Two ready companies on the table, everybody of them, at the count that ends the first round; with so many containers and
/// nanogenerators each.
pub fn counting(mission: &str, containers: u8) -> State {
    let mut state = At43::set_up(&setup(mission)).unwrap();
    let mut does = |seat: u8, command: Command| {
        let by = Doer { seats: vec![Seat(seat)], organiser: false };
        let events = At43::decide(&state, &by, &command, &mut Ones).unwrap();
        for event in &events {
            At43::apply(&mut state, event);
        }
    };
    for (seat, key) in [(0, "white-stars-ready"), (1, "therians-ready")] {
        let ready = companies().iter().find(|ready| ready.key == key).unwrap();
        does(seat, Command::Muster { seat: Seat(seat), company: ready.company.clone() });
        does(seat, Command::LockCompany { seat: Seat(seat) });
    }
    let some = (containers > 0).then_some(containers);
    let field = Field { containers: some, nanogenerators: some, ..Field::default() };
    does(0, Command::LayField { seat: Seat(0), field, alone: false });
    does(1, Command::AgreeField { seat: Seat(1) });
    for unit in &mut state.units {
        unit.stands = Stands::Field;
    }
    state.phase = Phase::Control;
    state.round = 1;
    state.flow.tasks = Stack::from(vec![Task::NextRound, Task::Score, Task::Count]);
    state
}

/// The same with more of everything than any mission has: 48 places with long names, four sides, and sixty units each.
pub fn crowded() -> State {
    let mut state = counting("hold-the-position", 12);
    let long = |number: usize| format!("{number} of a very long name {}", "x".repeat(8));
    for (number, place) in (0..).zip(&mut state.places) {
        place.name = long(number);
    }
    let more = state.places[0].clone();
    for number in state.places.len()..48 {
        let mut place = more.clone();
        place.name = long(number);
        state.places.push(place);
    }
    for number in 2..4 {
        let mut side = state.sides[0].clone();
        side.name = format!("Side {number} of a long name");
        state.sides.push(side);
    }
    let (infantry, machine) = (
        state.units.iter().find(|unit| state.is_infantry(unit)).unwrap().clone(),
        state.units.iter().find(|unit| !state.is_infantry(unit)).unwrap().clone(),
    );
    for number in 0..240_u16 {
        let mut unit = if number % 3 == 0 { machine.clone() } else { infantry.clone() };
        unit.side = Seat(u8::try_from(number % 4).unwrap());
        unit.name = format!("Unit {number} of a long name");
        state.units.push(unit);
    }
    state
}

/// Ann opened the table and organises it; nobody has a seat.
pub fn shown(state: &State) -> (Loaded, View) {
    seated(state, &[], Some(person(1, "Ann")))
}

pub fn person(id: u64, name: &str) -> Player {
    Player { id: UserId(id), name: name.to_owned() }
}

/// The game with these players on its seats in order.
pub fn seated(state: &State, players: &[Player], organiser: Option<Player>) -> (Loaded, View) {
    let actor = Actor { player: person(1, "Ann"), manager: false };
    let mut setup = Setup::default();
    for (name, colour) in [("Green", Colour::Green), ("Black", Colour::Black)] {
        if setup.sides.len() < players.len() {
            setup.sides.push(SideSetup { name: name.to_owned(), colour });
        }
    }
    let action = Action::Open {
        name: "The Mine".into(),
        setup: game::Setup::At43(setup),
        organiser,
        start: false,
        settings: Settings::default(),
    };
    let decided = table::open_table(&actor, &action).unwrap();
    let step = Step::new(Seq(1), SystemId::At43, &actor, action, vec![], decided, 0);
    let mut table: Table = history::fold(&[step]).unwrap();
    for (chair, player) in table.seats.iter_mut().zip(players) {
        chair.player = Some(player.clone());
    }
    table.game = Some(Game::At43(state.clone()));
    table.phase = table::Phase::Playing;
    let game = Loaded::for_show(&"g".repeat(32), Seq(4_000_000), table);
    let view = super::state(&game).unwrap().clone();
    (game, view)
}

/// Within Discord's limits, with room for one row more.
pub fn fits(controls: &Controls) {
    let Controls { text, selects, buttons } = controls;
    assert!(text.chars().count() <= 3_000, "{text}");
    assert!(selects.len() + buttons.len() < limits::ROWS, "{controls:?}");
    let mut ids = BTreeSet::new();
    for select in selects {
        assert!(ids.insert(select.press.as_str().to_owned()), "{select:?}");
        assert!((1..=25).contains(&select.options.len()), "{select:?}");
        let values: BTreeSet<&str> = select.options.iter().map(|o| o.value.as_str()).collect();
        assert_eq!(values.len(), select.options.len(), "{select:?}");
        for option in &select.options {
            assert!(
                (1..=limits::CHOICE_NAME).contains(&option.label.chars().count()),
                "{option:?}"
            );
            assert!(option.value.chars().count() <= limits::CHOICE_NAME, "{option:?}");
        }
    }
    for row in buttons {
        assert!((1..=limits::BUTTONS_PER_ROW).contains(&row.len()), "{row:?}");
        for button in row {
            assert!(button.label.chars().count() <= limits::BUTTON_LABEL, "{button:?}");
        }
    }
}

fn labels(controls: &Controls) -> Vec<&str> {
    controls.buttons.iter().flatten().map(|button| button.label.as_str()).collect()
}

/// T-CTL-1
#[test]
fn a_count_of_the_largest_table_fits_on_a_message_and_into_a_form() {
    let mut state = crowded();
    let mut counts = last_counts(&state);
    assert!(counts.len() >= 40, "{}", counts.len());
    for counted in &mut counts {
        counted.fighters = vec![111, 22, 333, 44];
    }
    let (game, view) = shown(&state);
    fits(&count::controls(&game, &view));
    state.flow.counted = Some(CountedBy { by: Seat(0), counts: counts.clone() });
    state.flow.disputed = Some(CountedBy { by: Seat(1), counts: counts.clone() });
    let (game, view) = shown(&state);
    fits(&count::controls(&game, &view));
    let inputs = count::inputs(&view);
    assert_eq!(inputs.len(), 1);
    assert!(inputs[0].value.chars().count() <= limits::INPUT_TEXT, "{}", inputs[0].value);
    let none: Vec<Counted> = last_counts(&state);
    assert_eq!(figures::read(&view, &inputs[0].value, none).unwrap(), counts);
}

/// T-CTL-1
#[test]
fn a_few_places_have_a_line_of_the_form_each() {
    let mut state = counting("bridgehead", 0);
    let (game, view) = shown(&state);
    let inputs = count::inputs(&view);
    let lines: Vec<(&str, &str)> =
        inputs.iter().map(|input| (&*input.label, input.value.as_str())).collect();
    assert_eq!(lines, [("Hill", "Blue 0, Red 0")]);
    assert_eq!(labels(&count::controls(&game, &view)), ["Nobody is near any", "Figures…"]);

    // a side without infantry is near nothing, and is not asked for
    for unit in &mut state.units {
        if unit.side == Seat(1) {
            unit.stands = Stands::Reserve;
        }
    }
    state.places[0].counts = vec![3, 0];
    let (game, view) = shown(&state);
    assert_eq!(count::inputs(&view)[0].value, "Blue 3");
    let controls = count::controls(&game, &view);
    assert_eq!(labels(&controls), ["As last time", "Figures…"]);
    assert!(controls.text.contains("Hill: Blue 3"), "{}", controls.text);
}

/// T-CTL-4: containers that pay nothing are not asked for.
#[test]
fn only_what_can_matter_is_asked() {
    let state = counting("bridgehead", 3);
    assert_eq!(last_counts(&state).len(), 1, "the hill alone");
    let state = counting("hold-the-position", 3);
    assert_eq!(last_counts(&state).len(), 4 + 3 + 3);
}

/// T-CTL-5
#[test]
fn purchases_of_the_largest_company_are_paged() {
    let mut state = crowded();
    let value = state.units.last().unwrap().value;
    for place in 0..state.units.len() {
        let dear = !state.is_infantry(&state.units[place]);
        state.units[place].stands = Stands::Reinforcement;
        state.units[place].value = value + u32::from(dear);
    }
    state.sides[0].rp = value;
    state.flow.tasks = Stack::from(vec![Task::NextRound, Task::Buy { seats: vec![Seat(0)] }]);
    let (game, view) = shown(&state);
    let (mut from, mut units) = (0, BTreeSet::new());
    loop {
        let controls = buy::controls(&game, &view, from);
        fits(&controls);
        assert!(controls.text.contains("Too dear yet"), "{}", controls.text);
        assert_eq!(labels(&controls)[0], "Done");
        units.extend(controls.selects[0].options.iter().map(|option| option.value.clone()));
        from += 25;
        if from >= gatemaster_rules::at43::control::affordable(&state, Seat(0)).len() {
            break;
        }
        assert_eq!(labels(&controls), ["Done", "Other units"]);
    }
    let able = gatemaster_rules::at43::control::affordable(&state, Seat(0));
    assert_eq!(units.len(), able.len());
    assert!(units.len() > 25);
}

/// T-HER-4: a lone hero is asked by buttons whether he joins a unit of his kind.
#[test]
fn a_lone_hero_is_asked_whom_he_joins() {
    let mut state = counting("bridgehead", 0);
    let hero = state.library.hero_of_key("white-stars-pilot").unwrap();
    let infantry = |at: &usize| {
        let unit = &state.units[*at];
        unit.side == Seat(0) && state.is_infantry(unit)
    };
    let led = (0..state.units.len()).find(infantry).unwrap();
    let mut lone = state.units[led].clone();
    lone.name = "White Stars pilot".to_owned();
    (lone.hero, lone.lone_hero, lone.rank) = (Some(hero), true, 1);
    lone.members.truncate(1);
    lone.members[0].role = Role::Hero;
    lone.leader = MemberId(0);
    let pilot = UnitId(u16::try_from(state.units.len()).unwrap());
    state.units.push(lone);
    state.units[led].members.retain(|member| member.role != Role::Officer);
    state.units[led].rank = 0;
    state.units[led].leader = MemberId(0);
    let heroes = vec![pilot];
    state.flow.tasks = Stack::from(vec![Task::NextRound, Task::JoinHero { heroes }]);
    assert!(!may_join(&state, pilot).is_empty());
    let (game, view) = shown(&state);
    let controls = super::super::controls::controls(&game, &view);
    fits(&controls);
    assert!(controls.text.contains("White Stars pilot joins a unit"), "{}", controls.text);
    let name = &state.units[led].name;
    let labels = labels(&controls);
    assert!(labels.len() >= 2 && labels.iter().any(|label| label.contains(name)), "{labels:?}");
    assert!(!labels[0].contains(name), "the default is that he stays alone: {labels:?}");
}

/// T-CTL-1: the program sees no table, so it is not asked whether somebody has counted rightly.
#[test]
fn people_are_asked_whether_a_count_is_right_and_not_the_program() {
    let mut state = crowded();
    state.flow.counted = Some(CountedBy { by: Seat(0), counts: last_counts(&state) });
    let bot = Player::bot();
    let (ann, bob) = (person(1, "Ann"), person(2, "Bob"));
    let four = [ann.clone(), bob, bot.clone(), bot.clone()];
    let (game, view) = seated(&state, &four, None);
    let text = count::controls(&game, &view).text;
    assert!(text.ends_with("**Bob**, is that so?"), "{text}");
    let (game, view) = seated(&state, &[ann, bot.clone(), bot.clone(), bot], None);
    let text = count::controls(&game, &view).text;
    assert!(!text.contains("is that so?"), "{text}");
}

//! What the picture of the board shows, how large it may grow, and that it keeps every secret.

mod extremes;

use std::path::PathBuf;

use gatemaster_discord::picture::{MAX_ALT, Picture, Rgb, brightness, contrast};
use gatemaster_rules::at43::command::{Command, MachinePart};
use gatemaster_rules::at43::mission::PlaceKind;
use gatemaster_rules::at43::state::{
    Contact, Drill, Ending, Gone, Phase, Pilot, Stands, State, Tag, UnitId, Why, Wreck,
};
use gatemaster_rules::at43::{At43, Setup};
use gatemaster_rules::colour::Colour;
use gatemaster_rules::ids::Seat;
use gatemaster_rules::random_play::Chooser;
use gatemaster_rules::system::{System as _, Viewer};
use tiny_skia::Pixmap;

use super::super::roster::{Course, Sign};
use super::super::trial::{
    BLUE, RED, act, begun, crowd, first_card, mustering, plan, play_on, ready, seen, setup, small,
};
use super::layout::{Layout, WIDTH};
use super::signs::{Figure, draw_course, draw_figure, draw_gone, draw_more};
use super::{
    CARD, FADED, GROUNDS, LIT, Lettering, PANEL, PANEL_EDGE, QUIET, WARNING, WORDS, board,
    draw_sign,
};
use crate::die::{ENOUGH_CONTRAST, Mark, RING, Stamp, edge};

const PLAYERS: [Option<&str>; 4] = [Some("Anna"), Some("Bob"), None, Some("Dora")];
/// What people who read small letters need, as WCAG counts it.
const READABLE: f32 = 4.5;
const MOST_BYTES: usize = 300 * 1024;

fn picture(state: &State) -> Picture {
    board(&seen(state), "The Mine", &PLAYERS).unwrap()
}

fn size(picture: &Picture) -> (u32, u32) {
    let reader = png::Decoder::new(std::io::Cursor::new(&picture.png)).read_info().unwrap();
    (reader.info().width, reader.info().height)
}

/// Keeps a picture to be looked at, where `GATEMASTER_SCREENSHOTS` names a folder for them.
fn keep(name: &str, picture: &Picture) {
    let Some(folder) = std::env::var_os("GATEMASTER_SCREENSHOTS") else { return };
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(PathBuf::from(folder).join(name), &picture.png).unwrap();
}

fn unit(state: &State, name: &str) -> UnitId {
    let found = state.ids().find(|id| state.unit_name(*id) == name);
    found.unwrap_or_else(|| panic!("no {name} among {:?}", names(state)))
}

fn names(state: &State) -> Vec<&str> {
    state.units.iter().map(|unit| unit.name.as_str()).collect()
}

/// Round 3 of a battle for a hill, in which a little of everything has happened.
pub(super) fn middle() -> State {
    let mut state = begun(&setup("bridgehead", 2), &["baker-company", "wraith-company"]);
    for unit in &mut state.units {
        unit.stands = Stands::Field;
    }
    state.round = 3;
    state.phase = Phase::Activation;
    let of = |name: &str, state: &State| usize::from(unit(state, name).0);
    let troopers = of("Steel troopers 1", &state);
    for member in &mut state.units[troopers].members[6..] {
        member.out = true;
    }
    for member in &mut state.units[troopers].members[..2] {
        member.grounded = true;
    }
    state.units[troopers].drills = vec![Drill::TakeCover];
    let watchers = of("Steel troopers 2", &state);
    state.units[watchers].played = true;
    state.units[watchers].drills = vec![Drill::Overwatch, Drill::Knee];
    let toads = of("Fire Toads 2", &state);
    let machine = state.units[toads].members[0].machine.as_mut().unwrap();
    (machine.frame, machine.propulsion, machine.weapons[1]) = (3, 0, 0);
    let gone = of("Steel TacArms 1", &state);
    state.units[gone].stands = Stands::Gone(Gone::Destroyed);
    let late = of("Steel troopers 3", &state);
    state.units[late].stands = Stands::Reserve;

    let golems = of("Storm golems 1", &state);
    state.units[golems].disorganized = true;
    state.units[golems].members[0].out = true;
    state.units[golems].played = true;
    let blades = of("Storm golems 2", &state);
    for member in &mut state.units[blades].members[3..] {
        member.out = true;
    }
    state.contacts =
        vec![Contact::between(unit(&state, "Storm golems 2"), unit(&state, "Steel troopers 1"))];
    let golgoth = of("Wraith golgoth", &state);
    state.units[golgoth].members[0].machine.as_mut().unwrap().frame = 2;
    state.tags = vec![Tag { by: BLUE, on: unit(&state, "Wraith golgoth") }];
    let routed = of("Bane goliaths 1", &state);
    state.units[routed].stands = Stands::Gone(Gone::Routed);

    state.sides[0].vp = 5;
    state.sides[1].vp = 12;
    (state.sides[0].pool, state.sides[1].pool) = (4, 6);
    for seat in [BLUE, RED] {
        let left = state.units_of(seat).filter(|(_, unit)| unit.has_card() && !unit.played);
        let cards = left.map(|(id, _)| Some(id)).collect();
        state.sides[seat.index()].cards = cards;
        state.sides[seat.index()].commander = None;
    }
    state.sides[0].commander = Some(unit(&state, "Fire Toads 1"));
    state.sides[1].commander = Some(unit(&state, "Wraith golgoth"));
    state.places[0].controlled_by = Some(RED);
    state.places[0].captured_by = vec![RED];
    state.flow.active = Some(BLUE);
    state.flow.tasks = vec![gatemaster_rules::at43::flow::Task::Turn].into();
    state
}

#[test]
fn a_usual_game_is_shown_on_a_phone_without_scrolling_far() {
    for (name, state) in [("start", small()), ("middle", middle())] {
        let picture = picture(&state);
        keep(&format!("at43-{name}.png"), &picture);
        let (width, height) = size(&picture);
        assert_eq!(width, u32::from(WIDTH));
        assert!(height <= 1_300, "{name}: {height}");
        assert!(picture.png.len() < 100 * 1024, "{name}: {} bytes", picture.png.len());
    }
    let mut state = small();
    play_on(&mut state, 5, 60);
    keep("at43-played.png", &picture(&state));
}

#[test]
fn the_words_say_what_the_picture_shows() {
    assert_eq!(
        picture(&middle()).alt,
        "Round 3, cards are played; Bridgehead, to 20 VP. Blue: play the next card. \
         Blue (Anna, blue, dot, White Stars): 5 VP, 4 LP, 5 cards face down, Fire Toads 1 commands. \
         Units: Steel troopers 1 6 of 9, to come, engaged, 2 down, Take cover!; \
         Steel troopers 2 9, done, Overwatch!, Knee!; Fire Toads 1 1, to come; \
         Fire Toads 2 2, to come, 1: frame 3 of 5, immobilised, light laser cannon 2 lost; \
         Steel troopers 3 9, to come, in reserve; Steel TacArms 2 3, to come. \
         Gone: Steel TacArms 1 destroyed. \
         Red (Bob, red, bar, Therians): 12 VP, 6 LP, 4 cards face down, Wraith golgoth commands. \
         Units: Storm golems 1 8 of 9, done, disorganized; Storm golems 2 3 of 9, to come, engaged; \
         Bane goliaths 2 2, to come; Wraith golgoth 1, to come, designated, frame 2 of 5; \
         Storm golems 3 9, to come. Gone: Bane goliaths 1 routed. Places: Hill held by Red, 5 VP."
    );
}

#[test]
fn the_same_game_gives_the_same_bytes() {
    assert_eq!(picture(&middle()), picture(&middle()));
}

#[test]
fn whatever_changes_in_a_game_changes_the_picture_and_its_words() {
    type Change = fn(&mut State);
    let changes: [(&str, Change); 24] = [
        ("round", |state| state.round += 1),
        ("phase", |state| state.phase = Phase::Control),
        ("points", |state| state.sides[0].vp += 1),
        ("LP", |state| state.sides[1].pool -= 1),
        ("RP", |state| state.sides[1].rp = 50),
        ("a card fewer", |state| state.sides[1].cards.truncate(3)),
        ("the commander", |state| state.sides[0].commander = Some(UnitId(0))),
        ("a casualty", |state| state.units[1].members[2].out = true),
        ("down", |state| state.units[1].members[2].grounded = true),
        ("a drill", |state| state.units[1].drills = vec![Drill::Overwatch]),
        ("another drill", |state| state.units[1].drills = vec![Drill::SplitFire]),
        ("disorganized", |state| state.units[0].disorganized = true),
        ("a card played", |state| state.units[0].played = true),
        ("in reserve", |state| state.units[0].stands = Stands::Reserve),
        ("to be bought", |state| state.units[0].stands = Stands::Reinforcement),
        ("destroyed", |state| state.units[0].stands = Stands::Gone(Gone::Destroyed)),
        ("routed", |state| state.units[0].stands = Stands::Gone(Gone::Routed)),
        ("contact", |state| state.contacts.clear()),
        ("a tag", |state| state.tags.clear()),
        ("structure", |state| {
            let id = unit(state, "Fire Toads 1");
            let unit = &mut state.units[usize::from(id.0)];
            unit.members[0].machine.as_mut().unwrap().frame = 1;
        }),
        ("the hill", |state| state.places[0].controlled_by = None),
        ("captured", |state| state.places[0].captured_by.push(BLUE)),
        ("a place gone", |state| state.places[0].gone = true),
        ("whose turn", |state| state.flow.active = Some(RED)),
    ];
    let before = picture(&middle());
    for (what, change) in changes {
        let mut state = middle();
        change(&mut state);
        let after = picture(&state);
        assert!(before.png != after.png, "{what}");
        assert_ne!(before.alt, after.alt, "{what}");
    }
}

#[test]
fn before_the_first_round_it_says_who_has_locked_and_no_more() {
    let keys = ["white-stars-ready", "therians-ready"];
    let mut state = mustering(&Setup::default(), &keys);
    act(&mut state, RED, &Command::LockCompany { seat: RED }, &mut Chooser::new(1));
    let shown = picture(&state);
    keep("at43-mustering.png", &shown);
    assert!(shown.alt.contains("Blue: build a company and lock it"), "{}", shown.alt);
    assert!(shown.alt.contains("Red (Bob, red, bar): 0 VP, company locked."), "{}", shown.alt);
    for word in ["White Stars", "Therian", "troopers", "olem", " AP"] {
        assert!(!shown.alt.contains(word), "{word} in {}", shown.alt);
    }
    // another company in the making looks the same
    let mut other = mustering(&Setup::default(), &keys);
    let company = ready("therians-ready");
    act(&mut other, BLUE, &Command::Muster { seat: BLUE, company }, &mut Chooser::new(1));
    act(&mut other, RED, &Command::LockCompany { seat: RED }, &mut Chooser::new(1));
    assert_ne!(state, other);
    assert_eq!(shown, picture(&other));

    let state = small();
    let planning = picture(&state);
    keep("at43-planning.png", &planning);
    assert!(planning.alt.contains("Blue and Red: plan the round in secret"), "{}", planning.alt);
}

#[test]
fn a_sequence_or_a_wager_changes_nothing_for_others() {
    let mut states = Vec::new();
    for (turned, wager) in [(false, 0), (true, 0), (true, 1)] {
        let mut state = small();
        plan(&mut state, BLUE, turned, wager);
        states.push(state);
    }
    let [plain, turned, wagered] = &states[..] else { unreachable!("three plans") };
    assert!(plain != turned && turned != wagered);
    let shown = picture(plain);
    assert!(shown.alt.contains("plan locked"), "{}", shown.alt);
    assert_eq!(shown, picture(turned));
    assert_eq!(shown, picture(wagered));

    let [plain, turned] = [false, true].map(first_card);
    assert_ne!(plain.sides[0].cards, turned.sides[0].cards);
    let shown = picture(&plain);
    assert!(shown.alt.contains("Blue: play the next card."), "{}", shown.alt);
    assert_eq!(shown, picture(&turned));
}

#[test]
fn whoever_looks_sees_the_same_board() {
    let state = first_card(true);
    let of = |viewer: &Viewer| board(&At43::view(&state, viewer), "", &PLAYERS).unwrap();
    assert_eq!(of(&Viewer::spectator()), of(&Viewer::on(BLUE)));
    assert_eq!(of(&Viewer::spectator()), of(&Viewer::on(RED)));
}

#[test]
fn the_end_names_the_winner() {
    let mut state = middle();
    state.phase = Phase::Over;
    state.flow.tasks = Vec::new().into();
    state.ending = Some(Ending { winner: Some(RED), why: Why::PointsReached });
    let shown = picture(&state);
    keep("at43-over.png", &shown);
    assert!(shown.alt.contains("Victory for Red: Blue 5 VP, Red 12 VP."), "{}", shown.alt);
    state.ending = Some(Ending { winner: None, why: Why::RoundsPlayed });
    assert!(picture(&state).alt.contains("A draw: Blue 5 VP, Red 12 VP."));
}

#[test]
fn the_pilot_is_told_of_with_his_wreck() {
    let mut state = middle();
    let other = gatemaster_rules::at43::data::missions().iter().find(|it| it.key == "extraction");
    state.mission = other.cloned();
    state.places[0].kind = PlaceKind::Wreck;
    let wreck = Wreck { protection: 11, structure: 5, pilot: Pilot::Inside, home_paid: false };
    state.wreck = Some(wreck);
    assert!(picture(&state).alt.contains("the pilot inside, 5 structure points"));
    let carrier = unit(&state, "Steel troopers 1");
    state.wreck = Some(Wreck { pilot: Pilot::Out(carrier), ..wreck });
    let alt = picture(&state).alt;
    assert!(alt.contains("the pilot with Steel troopers 1"), "{alt}");
    assert!(alt.contains("Take cover!, the pilot;"), "{alt}");
}

#[test]
fn every_sign_has_its_own_shape() {
    let stamp = |draw: &dyn Fn(&mut Pixmap, &crate::die::Place) -> Option<()>| {
        Stamp::drawn(20, 0.0, |on, at| draw(on, at)).unwrap()
    };
    let mut all: Vec<Stamp> = Vec::new();
    for sign in Sign::ALL {
        all.push(stamp(&|on, at| draw_sign(sign, on, QUIET, at)));
    }
    for course in Course::ALL {
        all.push(stamp(&|on, at| draw_course(course, on, QUIET, at)));
    }
    for figure in [Figure::Standing, Figure::Fallen] {
        all.push(stamp(&|on, at| draw_figure(figure, on, QUIET, at)));
    }
    all.push(stamp(&|on, at| draw_gone(on, QUIET, at)));
    all.push(stamp(&|on, at| draw_more(on, QUIET, at)));
    for (i, one) in all.iter().enumerate() {
        for (j, other) in all[..i].iter().enumerate() {
            assert!(different(one, other) > 30, "{i} and {j}: {}", different(one, other));
        }
    }
}

/// How many pixels of two stamps are told apart by their brightness alone.
fn different(one: &Stamp, other: &Stamp) -> usize {
    let seen = |stamp: &Stamp| -> Vec<Rgb> {
        let mut on = Pixmap::new(60, 60).unwrap();
        stamp.put(&mut on, 30, 30);
        let shade = |pixel: &[u8]| u32::from_be_bytes([0, pixel[0], pixel[1], pixel[2]]);
        on.data().chunks_exact(4).map(shade).collect()
    };
    let pairs = seen(one).into_iter().zip(seen(other));
    pairs.filter(|(one, other)| contrast(*one, *other) > 1.5).count()
}

#[test]
fn the_sides_are_told_apart_without_seeing_colours() {
    let mark = |colour, side| Stamp::die(colour, Mark::of(side), 36, 0.0, &GROUNDS).unwrap();
    for one in Colour::ALL {
        for other in Colour::ALL {
            for (first, second) in [(0, 1), (0, 2), (1, 2), (2, 3)] {
                let seen = different(&mark(one, first), &mark(other, second));
                assert!(seen > 60, "{} and {}: {seen} pixels", one.name(), other.name());
            }
        }
    }
}

#[test]
fn everything_is_clear_of_what_it_lies_on() {
    for ground in GROUNDS {
        for colour in Colour::ALL {
            let rgb = colour.rgb();
            let best = contrast(rgb, ground).max(contrast(edge(rgb, &GROUNDS), ground));
            assert!(best >= ENOUGH_CONTRAST, "{} on {ground:06x}: {best}", colour.name());
        }
        for words in [WORDS, QUIET, RING, WARNING] {
            assert!(contrast(words, ground) >= READABLE, "{words:06x} on {ground:06x}");
        }
    }
    for ground in [CARD, PANEL] {
        assert!(contrast(FADED, ground) >= READABLE, "{}", contrast(FADED, ground));
    }
    for on_frames in [WORDS, WARNING] {
        assert!(contrast(on_frames, PANEL_EDGE) >= READABLE);
    }
    assert!(brightness(LIT) > brightness(PANEL));
    assert!(brightness(FADED) < brightness(QUIET) && brightness(QUIET) < brightness(WORDS));
}

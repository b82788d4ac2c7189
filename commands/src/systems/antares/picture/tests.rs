mod town;

use std::path::PathBuf;

use gatemaster_discord::picture::{Area, MAX_ALT, Picture, Rgb, brightness, contrast};
use gatemaster_rules::antares::data::Library;
use gatemaster_rules::antares::flow::Acting;
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::profile::{self, Faction};
use gatemaster_rules::antares::setup::MAX_UNITS;
use gatemaster_rules::antares::state::{
    Ammo, Condition, Drone, EndReason, Ending, Gun, Lock, Phase, Soma, UnitId, WeaponId,
};
use gatemaster_rules::antares::{Antares, Setup, State};
use gatemaster_rules::colour::Colour;
use gatemaster_rules::dice::{Dice, DiceFault, Roll};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::random_play::Chooser;
use gatemaster_rules::system::{Doer, System, Who};
use tiny_skia::Pixmap;

use super::layout::{Layout, WIDTH};
use super::looks::ON_PINS;
use super::moment::Moment;
use super::signs::Sign;
use super::{CARD, FADED, GROUNDS, LIT, PANEL, PINS, QUIET, WORDS, battle, draw, faces};
use crate::die::{ENOUGH_CONTRAST, Mark, RING, Stamp, edge};

const PLAYERS: [Option<&str>; 2] = [Some("Anna"), None];
/// What people who read small letters need, as WCAG counts it.
const READABLE: f32 = 4.5;

struct Fair<'a>(&'a mut Chooser);

impl Dice for Fair<'_> {
    fn roll(&mut self, sides: u32) -> Result<Roll, DiceFault> {
        let face = u32::try_from(self.0.below(sides as usize)).unwrap() + 1;
        Ok(Roll { number: None, sides, face })
    }
}

/// A battle that plays itself for so many steps, or to its end.
fn played(setup: &Setup, seed: u64, steps: usize) -> State {
    let mut state = Antares::set_up(setup).unwrap();
    let mut chooser = Chooser::new(seed);
    for _ in 0..steps {
        if state.phase == Phase::Over {
            break;
        }
        let open = Antares::open(&state);
        let open = &open[chooser.below(open.len())];
        let command = open.options[chooser.below(open.options.len())].clone();
        let seat = match open.who {
            Who::Seat(seat) | Who::May(seat) => seat,
            Who::AnyPlayer => Seat(0),
        };
        let by = Doer { seats: vec![seat], organiser: false };
        let events = Antares::decide(&state, &by, &command, &mut Fair(&mut chooser)).unwrap();
        for event in &events {
            Antares::apply(&mut state, event);
        }
    }
    state
}

fn quick() -> Setup {
    Setup::quick(Library::built_in(), Faction::Algoryn, Faction::Ghar).unwrap()
}

/// So many units of all kinds a side.
fn forces(units: usize) -> Setup {
    let keys = [
        "ai_squad",
        "ghar_command_crawler",
        "boromite_x_launcher_team",
        "outcast_squad",
        "c3_strike_squad",
        "phase_squad",
        "lavamites",
    ];
    let keys: Vec<&str> = keys.into_iter().cycle().take(units).collect();
    let side = |name, colour| (name, colour, Faction::Other, &keys[..]);
    let sides = [side("The Dawn", Colour::Black), side("The Dusk", Colour::Yellow)];
    let mut setup = Setup::of(Library::built_in(), sides).unwrap();
    setup.options.already_deployed = true;
    setup
}

/// A battle in its third turn in which a little of everything has happened.
fn small() -> State {
    let mut setup = forces(3);
    setup.sides[0].units[0].name = "Strike-1".into();
    let mut state = Antares::set_up(&setup).unwrap();
    state.turn = 3;
    state.phase = Phase::Orders;
    state.units[0].dice.placed = vec![Order::Fire];
    state.units[0].pins = 2;
    state.units[0].models[1].lost = true;
    state.units[1].dice.placed = vec![Order::Ambush, Order::Run];
    state.units[3].destroyed = true;
    state.units[3].dice.lost = 1;
    state.units[4].dice.lost = 1;
    state
}

fn picture(state: &State) -> Picture {
    battle(state, "Saturday at the club", &PLAYERS).unwrap()
}

fn pixels(state: &State, title: &str, players: &[Option<&str>; 2]) -> Pixmap {
    draw(state, title, players, &Moment::of(state)).unwrap()
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

#[test]
fn a_usual_battle_is_shown_in_a_message_without_shrinking_it_much() {
    let picture = picture(&played(&quick(), 3, 200));
    keep("battle-quick.png", &picture);
    let (width, height) = size(&picture);
    assert_eq!(width, u32::from(WIDTH));
    assert!((600..=780).contains(&height), "{height}");
    assert!(picture.png.len() < 100 * 1024, "{}", picture.png.len());
}

#[test]
fn forces_of_any_size_are_drawn_within_the_limits() {
    let mut last = 0;
    for units in 1..=MAX_UNITS {
        let layout = Layout::of(&Antares::set_up(&forces(units)).unwrap());
        let grown = layout.height > last || (units == 8 && !layout.scale.roomy);
        assert!(grown && layout.height <= 1_450, "{units} units: {}", layout.height);
        last = layout.height;
    }
    for units in [1, 5, 8, MAX_UNITS] {
        let picture = picture(&played(&forces(units), 5, units * 20));
        keep(&format!("battle-{units}.png"), &picture);
        let height = Layout::of(&Antares::set_up(&forces(units)).unwrap()).height;
        assert_eq!(size(&picture), (u32::from(WIDTH), u32::from(height)), "{units} units");
        assert!(picture.png.len() < 150 * 1024, "{units} units: {}", picture.png.len());
        assert!(picture.alt.chars().count() <= MAX_ALT, "{}", picture.alt);
    }
}

#[test]
fn the_same_state_gives_the_same_bytes() {
    let state = played(&quick(), 3, 100);
    assert_eq!(picture(&state), picture(&state.clone()));
}

#[test]
fn a_battle_keeps_its_shape_to_the_end() {
    let [start, middle, end] = [0, 100, 3_000].map(|steps| played(&quick(), 3, steps));
    assert_eq!(end.phase, Phase::Over);
    let height = |state| Layout::of(state).height;
    assert!(height(&start) == height(&middle) && height(&middle) == height(&end));
    assert!(end.units.iter().any(|unit| unit.destroyed), "also with units that are gone");
}

#[test]
fn whatever_changes_in_a_battle_changes_the_picture_and_its_words() {
    type Change = fn(&mut State);
    let changes: [(&str, Change); 22] = [
        ("turn", |state| state.turn += 1),
        ("phase", |state| state.phase = Phase::TurnEnd),
        ("pins", |state| state.units[0].pins += 1),
        ("a casualty", |state| state.units[0].models[2].lost = true),
        ("an order", |state| state.units[0].dice.placed = vec![Order::Advance]),
        ("a die back in the bag", |state| state.units[0].dice.placed.clear()),
        ("a second order", |state| state.units[1].dice.placed.truncate(1)),
        ("a die lost", |state| state.units[1].dice.lost = 1),
        ("a unit lost", |state| state.units[5].destroyed = true),
        ("not deployed", |state| state.units[2].deployed = false),
        ("low on ammunition", |state| state.units[2].ammo = Ammo::Low),
        ("out of ammunition", |state| state.units[2].ammo = Ammo::Out),
        ("a lock", |state| state.units[2].lock = Some(Lock { on: UnitId(4), bonus: 1 })),
        ("a gun lost", |state| {
            state.units[2].gun = Some(Gun { weapon: WeaponId(0), condition: Condition::Destroyed });
        }),
        ("a gun jammed", |state| {
            state.units[2].gun =
                Some(Gun { weapon: WeaponId(0), condition: Condition::Malfunction });
        }),
        ("a weapon jammed", |state| state.units[1].models[0].broken = vec![WeaponId(0)]),
        ("immobilised", |state| state.units[1].models[0].immobilised = true),
        ("a drone lost", |state| {
            state.units[0].gear = vec![Drone { kind: profile::Gear::Spotter, lost: true }];
        }),
        ("grafts", |state| state.units[5].soma = Soma::Active),
        ("wild grafts", |state| state.units[5].soma = Soma::Wild),
        ("the distort die drawn", |state| state.distort.in_bag = false),
        ("a die drawn", |state| state.flow.drawn = Some(Seat(1))),
    ];
    let before = picture(&small());
    for (what, change) in changes {
        let mut state = small();
        change(&mut state);
        let after = picture(&state);
        assert_ne!(before.png, after.png, "{what}");
        assert_ne!(before.alt, after.alt, "{what}");
    }
}

#[test]
fn who_acts_is_lit() {
    let mut state = small();
    let acting = Acting {
        unit: UnitId(0),
        order: Order::Fire,
        sprint: false,
        assault: None,
        moved: false,
        going: None,
    };
    state.flow.acting = Some(acting);
    let (row, at) = (Layout::of(&state).row(0, 0), |drawing: &Pixmap, x, y| {
        let pixel = drawing.pixel(u32::from(x), u32::from(y)).unwrap();
        [pixel.red(), pixel.green(), pixel.blue()]
    });
    let ground = |state| at(&pixels(state, "", &PLAYERS), row.right() - 70, row.top + 10);
    assert_eq!(ground(&state), gatemaster_discord::picture::channels(LIT));
    assert_eq!(ground(&small()), gatemaster_discord::picture::channels(PANEL));
    assert!(picture(&state).alt.contains("Strike-1: 4 of 5 models, 2 pins, Fire, acting;"));
}

#[test]
fn the_words_say_what_the_picture_shows() {
    assert_eq!(
        picture(&small()).alt,
        "Turn 3, orders. Dice in the bag: The Dawn 1, The Dusk 2, and the distort die. \
         Dice lost: The Dawn 0 of 4, The Dusk 2 of 4. Either side: draw an order die. \
         The Dawn (Anna, black, dot): Strike-1: 4 of 5 models, 2 pins, Fire; \
         Ghar Command Crawler 1: 1 model, Ambush, Run; Boromite X-Launcher Team 1: 3 models. \
         The Dusk (yellow, bar): AI Squad 2 destroyed; \
         Ghar Command Crawler 2: 1 model, 1 die lost; Boromite X-Launcher Team 2: 3 models."
    );
}

#[test]
fn it_is_said_whose_decision_it_is() {
    let mut state = small();
    state.flow.drawn = Some(Seat(1));
    let moment = Moment::of(&state);
    assert_eq!(moment.text, "The Dusk: give an order");
    assert_eq!((moment.side, moment.lit), (Some(1), [false, true]));
    state.distort.pending = true;
    assert!(Moment::of(&state).text.ends_with("(distort die: the next order is Down)"));

    state.flow.drawn = None;
    state.distort.pending = false;
    let moment = Moment::of(&state);
    assert_eq!(moment.text, "Either side: draw an order die");
    assert_eq!((moment.side, moment.lit), (None, [false, false]));

    state.phase = Phase::TurnEnd;
    for unit in [0, 5] {
        state.units[unit].dice.placed = vec![Order::Ambush];
    }
    let moment = Moment::of(&state);
    assert_eq!(moment.text, "The Dawn and The Dusk: decide about ambushes and recoveries");
    assert_eq!((moment.side, moment.lit), (None, [true, true]));
}

#[test]
fn the_end_names_the_winner() {
    let mut state = small();
    state.phase = Phase::Over;
    let ending = |lost: [u32; 2], winner| {
        Some(Ending { lost: lost.to_vec(), winner, reason: EndReason::TurnLimit })
    };
    state.ending = ending([0, 2], Some(Seat(0)));
    let moment = Moment::of(&state);
    assert_eq!(moment.text, "Victory for The Dawn: 0 dice lost against 2");
    assert_eq!(moment.lit, [true, false]);
    assert!(picture(&state).alt.starts_with("The end, after 3 turns."));
    state.ending = ending([1, 1], None);
    assert_eq!(Moment::of(&state).text, "A draw: 1 die lost on each side");
}

#[test]
fn of_many_units_with_long_names_the_most_important_are_told() {
    let mut setup = forces(MAX_UNITS);
    for (side, units) in setup.sides.iter_mut().enumerate() {
        units.name = format!("{side}{}", "x".repeat(31));
        for (i, unit) in units.units.iter_mut().enumerate() {
            unit.name = format!("{side}-{i:02}-{}", "y".repeat(27));
        }
    }
    let mut state = Antares::set_up(&setup).unwrap();
    state.units[33].pins = 4;
    state.units[35].destroyed = true;
    let alt = picture(&state).alt;
    assert!((900..=MAX_ALT).contains(&alt.chars().count()), "{}", alt.chars().count());
    assert!(alt.starts_with("Turn 1, orders. Dice in the bag: 0xxx"), "{alt}");
    assert!(alt.contains(": 1-13-yyyyyyyyyyyyyyyyyyyyyyyyyyy: 4/4, 4 pins"), "{alt}");
    assert!(!alt.contains("1-15-") && alt.ends_with(" more units."), "{alt}");
}

/// What lies between the columns, around the bag and in the margins.
fn free(layout: &Layout) -> Vec<Area> {
    let [first, second] = layout.sides;
    let across = |top, bottom: u16| Area { left: 0, top, width: WIDTH, height: bottom - top };
    let beside =
        |left, right: u16| Area { left, top: first.top, width: right - left, height: first.height };
    vec![
        across(0, layout.bag.top - 2),
        across(layout.bag.bottom() + 2, layout.banner.top - 2),
        across(layout.banner.bottom() + 2, first.top - 2),
        across(layout.height - 8, layout.height),
        beside(0, first.left - 2),
        beside(first.right() + 2, second.left - 2),
        beside(second.right() + 2, WIDTH),
        Area { left: layout.bag.left - 16, width: 12, ..layout.bag },
    ]
}

fn cut(drawing: &Pixmap, area: Area) -> Vec<u8> {
    let (left, wide) = (usize::from(area.left), usize::from(area.width));
    let rows = drawing.data().chunks_exact(usize::from(WIDTH) * 4).skip(usize::from(area.top));
    let rows = rows.take(usize::from(area.height));
    rows.flat_map(|row| row[left * 4..(left + wide) * 4].to_vec()).collect()
}

#[test]
fn no_name_leaves_its_place() {
    for units in [3, MAX_UNITS] {
        let mut plain = Antares::set_up(&forces(units)).unwrap();
        for unit in &mut plain.units {
            unit.pins = 1;
        }
        let mut wide = plain.clone();
        let long = "W".repeat(32);
        for unit in &mut wide.units {
            unit.name.clone_from(&long);
            unit.ammo = Ammo::Out;
            unit.soma = Soma::Wild;
            unit.lock = Some(Lock { on: UnitId(0), bonus: 1 });
            unit.gear = vec![Drone { kind: profile::Gear::Spotter, lost: true }];
            unit.models[0].immobilised = true;
            unit.models[0].broken = vec![WeaponId(0)];
        }
        for side in &mut wide.sides {
            side.name.clone_from(&long);
        }
        wide.turn = u32::MAX;
        let layout = Layout::of(&plain);
        let before = pixels(&plain, "", &PLAYERS);
        let after = pixels(&wide, &long.repeat(3), &[Some(&long), Some(&long)]);
        keep(&format!("battle-wide-{units}.png"), &battle(&wide, &long, &PLAYERS).unwrap());
        for area in free(&layout) {
            assert_eq!(cut(&before, area), cut(&after, area), "{units} units, {area:?}");
        }
        // pins are not written over
        for (side, place) in [(0, 0), (1, units - 1)] {
            let row = layout.row(side, place);
            let left = layout.words_to(row);
            let pins = Area { left, top: row.top + 4, width: row.right() - left, height: 40 };
            assert_eq!(cut(&before, pins), cut(&after, pins), "{units} units, {pins:?}");
        }
    }
}

#[test]
fn however_many_dice_are_in_the_bag_they_stay_in_their_line() {
    for room in [320, 400] {
        for dice in (0..=200).chain([1_000, u32::MAX]) {
            let (size, step, most) = super::head::line_up(room, dice);
            assert!(size + (most - 1) * step <= room, "{dice} dice in {room}");
            assert!(dice > 70 || u32::from(most) >= dice, "{dice} dice in {room}: {most} drawn");
            assert!(dice > 11 || step > size, "{dice} dice in {room} lie side by side");
        }
    }
}

#[test]
fn every_word_of_the_legend_is_whole() {
    let layout = Layout::of(&Antares::set_up(&forces(MAX_UNITS)).unwrap());
    let room = super::rows::legend_room(layout.legend.unwrap());
    let mut letters = super::Lettering::default();
    let words = Sign::ALL.map(Sign::word).into_iter().chain(Order::ALL.map(Order::name));
    for word in words {
        assert!(letters.width(word, super::rows::LEGEND) <= room, "{word}");
    }
}

#[test]
fn odd_names_and_numbers_are_drawn_all_the_same() {
    let odd = [
        "",
        " ",
        "😀👩‍🚀🇺🇦",
        "שלום עולם",
        "مرحبا",
        "深い森の部隊",
        "e\u{301}\u{301}\u{301}",
        "\u{202e}abc",
    ];
    let wide = ["\u{fdfd}".repeat(32), "🧑‍🤝‍🧑".repeat(32), "W".repeat(4_000)];
    for name in odd.into_iter().chain(wide.iter().map(String::as_str)) {
        let mut state = small();
        state.units[0].name = name.to_owned();
        state.sides[0].name = name.to_owned();
        let picture = battle(&state, name, &[Some(name), Some(name)]).unwrap();
        assert!(picture.alt.chars().count() <= MAX_ALT, "{name}");
        assert_eq!(size(&picture).1, u32::from(Layout::of(&state).height), "{name}");
    }
    let mut state = small();
    state.units[0].pins = u32::MAX;
    state.units[0].models.clear();
    state.units[1].dice.total = 200;
    state.units[2].dice.lost = 9;
    state.units[4].side = Seat(7);
    state.turn = u32::MAX;
    assert_eq!(size(&picture(&state)).0, u32::from(WIDTH));
    state.sides.clear();
    state.units.clear();
    assert_eq!(size(&picture(&state)).0, u32::from(WIDTH), "nobody at all");
}

#[test]
fn every_order_and_every_sign_has_its_own_shape() {
    let face = |order: Order| {
        let draw = |on: &mut Pixmap, ink, at: &_| faces::draw(order, on, ink, at);
        Stamp::showing(Colour::Blue, 22, 0.0, &[], draw).unwrap()
    };
    let sign = |sign: Sign| Stamp::drawn(22, 0.0, |on, at| sign.draw(on, QUIET, at)).unwrap();
    let distort = Stamp::showing(Colour::Blue, 22, 0.0, &[], faces::draw_distort).unwrap();
    let mut all: Vec<Stamp> = Order::ALL.map(face).into();
    all.extend(Sign::ALL.map(sign));
    all.push(distort);
    for (i, one) in all.iter().enumerate() {
        for other in &all[..i] {
            assert!(different(one, other) > 30, "{i}");
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
    let die = |colour, side| Stamp::die(colour, Mark::of(side), 34, 0.0, &GROUNDS).unwrap();
    for one in Colour::ALL {
        for other in Colour::ALL {
            let seen = different(&die(one, 0), &die(other, 1));
            assert!(seen > 60, "{} and {}: {seen} pixels", one.name(), other.name());
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
        for words in [WORDS, QUIET, RING] {
            assert!(contrast(words, ground) >= READABLE, "{words:06x} on {ground:06x}");
        }
        assert!(contrast(PINS, ground) >= ENOUGH_CONTRAST);
    }
    // names of destroyed units: quieter, but still to be read
    for ground in [CARD, PANEL] {
        assert!(contrast(FADED, ground) >= READABLE, "{}", contrast(FADED, ground));
    }
    assert!(contrast(ON_PINS, PINS) >= READABLE);
    assert!(brightness(FADED) < brightness(QUIET) && brightness(QUIET) < brightness(WORDS));
}

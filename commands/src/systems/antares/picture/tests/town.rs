//! The buildings of a battle in its picture.

use gatemaster_rules::antares::buildings::{
    BuildingId, Facing, Interior, MAX_BLOCKS, MAX_BUILDINGS, MAX_STOREYS, Plan, Roof, Size, Spot,
};

use super::super::town::{DARK_WINDOW, TOWN_GROUNDS, WALL, lit};
use super::*;

/// A little of everything that people build.
fn plans() -> Vec<Plan> {
    let plain = Plan::plain;
    vec![
        Plan { roof: Roof::Parapet, ..plain("Tower", Size::Standard, 3) },
        Plan { blocks: 3, roof: Roof::Flat, ..plain("Depot", Size::Standard, 2) },
        Plan { roof: Roof::Flat, ..plain("Spire of the Old Governors", Size::Small, 8) },
        Plan { strength: 0, cover: 3, ..plain("Bunker", Size::VerySmall, 1) },
        Plan { blocks: 4, ..plain("Row Houses", Size::Small, 2) },
        plain("Chapel", Size::Standard, 2),
        Plan { interior: Interior::Hall { overhead: false }, ..plain("Hangar", Size::Standard, 1) },
        Plan { roof: Roof::Parapet, ..plain("Watchtower", Size::VerySmall, 3) },
        plain("Hut", Size::VerySmall, 1),
        Plan { blocks: 2, ..plain("Barracks", Size::Standard, 3) },
        Plan {
            blocks: MAX_BLOCKS,
            roof: Roof::Parapet,
            ..plain("Citadel", Size::Standard, MAX_STOREYS)
        },
        plain("Store", Size::Small, 1),
    ]
}

/// The small battle in the first so many of these buildings.
fn town(buildings: usize) -> State {
    let mut setup = forces(5);
    setup.buildings = plans().into_iter().take(buildings).collect();
    setup.sides[0].units[0].name = "Strike-1".into();
    (setup.sides[0].colour, setup.sides[1].colour) = (Colour::Red, Colour::Blue);
    let mut state = Antares::set_up(&setup).unwrap();
    state.turn = 3;
    let spots: [(usize, Spot); 7] = [
        (0, Spot::block(BuildingId(0), 0, 0)),
        (3, Spot::roof(BuildingId(0), 0)),
        (8, Spot::block(BuildingId(1), 1, 0)),
        (4, Spot::roof(BuildingId(1), 2)),
        (5, Spot::block(BuildingId(2), 0, 1)),
        (7, Spot::block(BuildingId(4), 1, 0)),
        (9, Spot::block(BuildingId(10), 2, 3)),
    ];
    for (unit, spot) in spots {
        state.units[unit].spot = Some(spot).filter(|spot| state.is_spot(*spot));
    }
    if buildings > 1 {
        state.buildings[0].columns[0].left = 13;
        state.buildings[1].columns[0].rubble = true;
        state.buildings[1].columns[1].left = 4;
    }
    if buildings > 5 {
        state.buildings[5].columns[0].rubble = true;
    }
    state
}

#[test]
fn buildings_lie_below_the_forces_and_within_the_limits() {
    assert_eq!(Layout::of(&small()).buildings, None, "no panel where there are none");
    let mut last = Layout::of(&town(0)).height;
    for buildings in 1..=MAX_BUILDINGS {
        let state = town(buildings);
        let layout = Layout::of(&state);
        let area = layout.buildings.unwrap();
        assert!(area.top > layout.sides[0].bottom() && area.bottom() < layout.height);
        for place in 0..buildings {
            let cell = layout.cell(area, place);
            assert!(cell.left >= area.left && cell.right() <= area.right(), "{buildings}");
            assert!(cell.top >= area.top && cell.bottom() <= area.bottom(), "{buildings}");
        }
        assert!(layout.height >= last, "{buildings}: {}", layout.height);
        last = layout.height;
    }
    for buildings in [1, 3, 6, MAX_BUILDINGS] {
        let picture = picture(&town(buildings));
        keep(&format!("battle-town-{buildings}.png"), &picture);
        assert!(picture.png.len() < 150 * 1024, "{}", picture.png.len());
        assert!(picture.alt.chars().count() <= MAX_ALT);
    }
    let mut setup = forces(MAX_UNITS);
    setup.buildings = plans();
    let mut state = Antares::set_up(&setup).unwrap();
    let spots = state.spots();
    for (unit, spot) in state.units.iter_mut().zip(spots) {
        unit.spot = Some(spot);
    }
    let picture = picture(&state);
    keep("battle-town-all.png", &picture);
    assert!(size(&picture).1 <= 2_020, "{:?}", size(&picture));
    assert!(picture.png.len() < 200 * 1024 && picture.alt.chars().count() <= MAX_ALT);
}

#[test]
fn whatever_happens_to_a_building_changes_the_picture_and_its_words() {
    type Change = fn(&mut State);
    let changes: [(&str, Change); 9] = [
        ("somebody goes in", |state| {
            state.units[1].spot = Some(Spot::block(BuildingId(0), 0, 0));
        }),
        ("somebody goes out", |state| state.units[0].spot = None),
        ("somebody climbs up", |state| state.units[0].spot = Some(Spot::roof(BuildingId(0), 0))),
        ("somebody is emplaced", |state| state.units[0].emplaced = Some(Facing::Back)),
        ("damage", |state| state.buildings[0].columns[0].left = 1),
        ("a part falls", |state| state.buildings[1].columns[2].rubble = true),
        ("it falls", |state| state.buildings[0].columns[0].rubble = true),
        ("a building is taken away", |state| state.buildings[2].removed = true),
        ("another name", |state| state.buildings[2].plan.name = "Needle".into()),
    ];
    let before = picture(&town(3));
    for (what, change) in changes {
        let mut state = town(3);
        change(&mut state);
        let after = picture(&state);
        assert_ne!(before.png, after.png, "{what}");
        assert_ne!(before.alt, after.alt, "{what}");
    }
}

#[test]
fn the_words_say_where_everybody_is_and_what_stands() {
    let alt = picture(&town(3)).alt;
    assert!(alt.contains("Strike-1: 5 models, in Tower;"), "{alt}");
    assert!(alt.contains("on the roof of Depot, block 3"), "{alt}");
    assert!(
        alt.ends_with(
            " Buildings: Tower 13 of 20, room for 25 models and 2 units; \
             Depot rubble, 4 and 20 of 20, room for 30 models in all; \
             Spire of the Old Governors 45 of 45, room for 35 models in all."
        ),
        "{alt}"
    );
}

/// The middle of a window of the Tower's ground floor.
fn window(state: &State) -> [u8; 3] {
    let layout = Layout::of(state);
    let cell = layout.cell(layout.buildings.unwrap(), 0);
    let drawing = pixels(state, "", &PLAYERS);
    let seen: Vec<[u8; 3]> = (cell.left..cell.left + 120)
        .map(|x| {
            let pixel = drawing.pixel(u32::from(x), u32::from(cell.bottom() - 40)).unwrap();
            [pixel.red(), pixel.green(), pixel.blue()]
        })
        .collect();
    let plain = [WALL, PANEL].map(gatemaster_discord::picture::channels);
    let glass = seen.iter().filter(|rgb| !plain.contains(rgb));
    // by far the most of what is neither wall nor panel
    let count = |rgb: &[u8; 3]| seen.iter().filter(|other| *other == rgb).count();
    glass.max_by_key(|rgb| count(rgb)).copied().unwrap()
}

#[test]
fn windows_are_lit_in_the_colour_of_whoever_is_inside() {
    let mut state = town(1);
    let rgb = |rgb| gatemaster_discord::picture::channels(rgb);
    assert_eq!(window(&state), rgb(Colour::Red.rgb()));
    state.units[0].spot = None;
    assert_eq!(window(&state), rgb(DARK_WINDOW));
}

#[test]
fn lit_windows_and_figures_are_clear_of_what_they_are_on() {
    let mut state = town(1);
    for colour in Colour::ALL {
        state.sides[0].colour = colour;
        let (rgb, rim) = lit(&state, 0);
        for ground in TOWN_GROUNDS {
            let best = contrast(rgb, ground).max(contrast(rim, ground));
            assert!(best >= ENOUGH_CONTRAST, "{} on {ground:06x}: {best}", colour.name());
        }
    }
}

#[test]
fn no_name_of_a_building_leaves_its_cell() {
    for buildings in [2, 3, MAX_BUILDINGS] {
        let plain = town(buildings);
        let mut wide = plain.clone();
        let layout = Layout::of(&plain);
        let area = layout.buildings.unwrap();
        for building in wide.buildings.iter_mut().skip(1).step_by(2) {
            building.plan.name = "W".repeat(32);
        }
        for unit in &mut wide.units {
            unit.name = "M".repeat(32);
        }
        let (before, after) = (pixels(&plain, "", &PLAYERS), pixels(&wide, "", &PLAYERS));
        for place in 0..buildings {
            let cell = layout.cell(area, place);
            let last = Area { left: cell.right() - 7, width: 5, ..cell };
            assert_eq!(cut(&before, last), cut(&after, last), "{place} of {buildings}");
        }
        let below = Area { top: area.bottom() + 2, height: 4, ..area };
        assert_eq!(cut(&before, below), cut(&after, below));
    }
}

//! Games with very many units, very long names and very odd numbers.

use super::*;

/// Every third is done, with something to tell of each; every seventh is gone.
fn troubled(mut state: State) -> State {
    let drills = [Drill::Overwatch, Drill::TakeCover, Drill::Knee];
    for (place, unit) in state.units.iter_mut().enumerate() {
        unit.played = place % 3 == 0;
        unit.disorganized = place % 4 == 0;
        unit.drills = vec![drills[place % 3]];
        let down = unit.members.len() / 2;
        for member in &mut unit.members[..down] {
            member.grounded = true;
        }
        for member in &mut unit.members {
            if let Some(machine) = &mut member.machine {
                machine.frame -= 1;
            }
        }
        if place % 7 == 3 {
            unit.stands = Stands::Gone(Gone::Destroyed);
        }
    }
    state
}

#[test]
fn companies_of_any_size_stay_readable_and_small() {
    let sizes = [
        ("bridgehead", 2, 8),
        ("bridgehead", 2, 9),
        ("bridgehead", 2, 25),
        ("hold-the-position", 2, 60),
        ("hold-the-position", 3, 7),
        ("hold-the-position", 4, 60),
    ];
    for (mission, sides, units) in sizes {
        let fresh = crowd(mission, sides, units);
        for (kind, state) in [("fresh", fresh.clone()), ("troubled", troubled(fresh))] {
            let picture = picture(&state);
            let name = format!("at43-{sides}x{units}-{kind}");
            keep(&format!("{name}.png"), &picture);
            let (_, height) = size(&picture);
            assert!(picture.png.len() < MOST_BYTES, "{name}: {} bytes", picture.png.len());
            assert!(height < 3_800, "{name}: {height} high");
            assert!(picture.alt.chars().count() <= MAX_ALT, "{name}: {}", picture.alt);
        }
    }
}

#[test]
fn of_many_units_the_most_important_are_told() {
    let mut state = crowd("bridgehead", 2, 60);
    state.units[33].disorganized = true;
    state.units[40].members[0].out = true;
    let alt = picture(&state).alt;
    let name = state.units[33].name.rsplit_once(' ').unwrap();
    assert!(alt.contains(&format!("{} {} ", name.0, name.1)), "{alt}");
    assert!(alt.contains("to come disorganized"), "{alt}");
    assert!((500..=MAX_ALT).contains(&alt.chars().count()), "{}", alt.chars().count());
}

/// The columns of pixels between the sides and in the margins.
fn free(drawing: &Pixmap, layout: &Layout) -> Vec<Vec<u8>> {
    let [first, second] = &layout.sides[..2] else { panic!("two sides") };
    let across = [(0, first.area.left - 2), (first.area.right() + 2, second.area.left - 2)];
    let last = (second.area.right() + 2, WIDTH);
    let rows = drawing.data().chunks_exact(usize::from(WIDTH) * 4);
    let rows = rows.skip(usize::from(first.area.top) + 20).take(200);
    rows.flat_map(|row| {
        across
            .iter()
            .chain([&last])
            .map(|(left, right)| row[usize::from(*left) * 4..usize::from(*right) * 4].to_vec())
    })
    .collect()
}

#[test]
fn no_name_leaves_its_place() {
    for units in [3, 14, 60] {
        let plain = troubled(crowd("bridgehead", 2, units));
        let mut wide = plain.clone();
        let long = "W".repeat(32);
        for unit in &mut wide.units {
            unit.name.clone_from(&long);
        }
        for side in &mut wide.sides {
            side.name.clone_from(&long);
            side.vp = 99_999;
            side.pool = u32::MAX;
            side.rp = u32::MAX;
        }
        wide.places[0].name.clone_from(&long);
        wide.places[0].controlled_by = Some(BLUE);
        let drawn = |state: &State| {
            let view = seen(state);
            let layout = Layout::of(&view, &mut Lettering::default());
            let drawing = super::super::draw(&view, &long, &[Some(long.as_str()); 2]).unwrap();
            free(&drawing, &layout)
        };
        assert_eq!(drawn(&plain), drawn(&wide), "{units} units");
        let picture = board(&seen(&wide), &long, &[Some(long.as_str()); 2]).unwrap();
        keep(&format!("at43-wide-{units}.png"), &picture);
        assert!(picture.alt.chars().count() <= MAX_ALT);
    }
}

#[test]
fn odd_names_and_numbers_are_drawn_all_the_same() {
    let odd = ["", " ", "😀👩‍🚀🇺🇦", "שלום עולם", "深い森の部隊", "e\u{301}\u{301}", "\u{202e}abc"];
    let wide = ["\u{fdfd}".repeat(32), "W".repeat(4_000)];
    for name in odd.into_iter().chain(wide.iter().map(String::as_str)) {
        let mut state = middle();
        state.units[0].name = name.to_owned();
        state.sides[0].name = name.to_owned();
        state.places[0].name = name.to_owned();
        let picture = board(&seen(&state), name, &[Some(name), Some(name)]).unwrap();
        assert!(picture.alt.chars().count() <= MAX_ALT, "{name}");
        assert_eq!(size(&picture).0, u32::from(WIDTH), "{name}");
    }
    let mut state = middle();
    state.round = u32::MAX;
    state.units[0].members.clear();
    state.units[1].side = Seat(9);
    state.units[2].entry = gatemaster_rules::at43::profile::EntryId(9_999);
    state.sides[1].cards = vec![None; 500];
    state.places = vec![state.places[0].clone(); 40];
    assert_eq!(size(&picture(&state)).0, u32::from(WIDTH));
    state.sides.clear();
    state.units.clear();
    assert_eq!(size(&picture(&state)).0, u32::from(WIDTH), "nobody at all");
}

/// T-DMG-4: a server's own machines may have up to 30 points in each part.
#[test]
fn machines_with_very_many_points_keep_to_their_column() {
    let mut state = middle();
    let id = unit(&state, "Wraith golgoth");
    let entry = state.units[usize::from(id.0)].entry;
    let mut library = (*state.library).clone();
    for (place, known) in library.entries.iter_mut().enumerate() {
        if place == usize::from(entry.0) {
            let full = known.profile.structure.as_mut().unwrap();
            (full.frame, full.propulsion) = (30, 30);
            for carried in &mut known.ranged {
                (carried.count, carried.structure) = (3, Some(30));
            }
        }
    }
    state.library = std::sync::Arc::new(library);
    let machine = state.units[usize::from(id.0)].members[0].machine.as_mut().unwrap();
    (machine.frame, machine.propulsion, machine.weapons) = (17, 30, vec![30; 6]);
    let picture = picture(&state);
    keep("at43-points.png", &picture);
    assert!(picture.alt.contains("frame 17 of 30"), "{}", picture.alt);
}

#[test]
fn parts_of_a_machine_are_told_by_their_letter() {
    use super::super::items::{has_letter, letter};
    assert_eq!(letter(MachinePart::Propulsion), "P");
    assert_eq!(letter(MachinePart::Weapon(4)), "W");
    assert!(has_letter(MachinePart::Weapon(0)) && !has_letter(MachinePart::Weapon(1)));
}

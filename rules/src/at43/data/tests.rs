//! The files of the program itself.

use super::{BOOK, Loaded, Origin, companies, grown, of_the_book, terrain};

#[test]
fn the_book_s_files_are_read_without_a_fault() {
    let told = |faults: Vec<super::DataFault>| {
        faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    let loaded = of_the_book().map_err(told).unwrap();
    assert_eq!((loaded.library.armies.len(), loaded.missions.len()), (2, 6));
    assert_eq!(companies::companies().len(), 4);
    companies::read(include_str!("../../../data/at43/companies.toml")).map_err(told).unwrap();
    terrain::read(include_str!("../../../data/at43/terrain.toml")).map_err(told).unwrap();
}

#[test]
fn no_mission_has_more_army_points_than_a_game() {
    assert_eq!(*super::bounds::FORCES.end(), crate::at43::setup::MOST_POINTS);
}

#[test]
fn the_second_army_needs_the_weapons_that_both_share() {
    let (file, text) = BOOK[2];
    let faults = grown(&Loaded::default(), file, text, Origin::BuiltIn).unwrap_err();
    let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "therians.toml, unit \"storm-golems\", special 1, field \"weapon\": there is no weapon \"flamer\""
        ]
    );
}

use gatemaster_rules::at43::company::{Chosen, MAX_TEXT, MAX_UNITS, read, write};
use gatemaster_rules::at43::profile::Specialist;

use super::samples::{THERIANS, UNA};
use super::{book, more, unit, written, written_of};

fn unread(text: &str) -> Vec<String> {
    read(book(), text).unwrap_err().iter().map(ToString::to_string).collect()
}

fn troopers() -> Chosen {
    Chosen { unit: "steel-troopers".into(), number: 9, ..Chosen::default() }
}

#[test]
fn a_line_is_read_as_people_write_it() {
    let read =
        unit("9 steel troopers, 2 missile launchers, sergeant, medic, grenades (reinforcement)");
    assert_eq!(
        read,
        Chosen {
            special: Some("missile-launcher".into()),
            bearers: 2,
            officer: 1,
            specialists: vec![Specialist::Medic],
            equipment: vec!["grenades".into()],
            reinforcement: true,
            ..troopers()
        }
    );
}

#[test]
fn many_ways_of_writing_mean_the_same() {
    for line in [
        "9 Steel Troopers",
        "9x steel trooper",
        "9 x Steel-Troopers",
        "nine steel troopers",
        "steel troopers x9",
        "Steel troopers: 9",
        "steel troopers 9",
        "- 9 steel troopers = 275 AP",
        "1. 9 steel troopers (275)",
        "* 9 steel troopers, 275 A.P.",
        "9 steel troopers 275",
        "9 steel-troopers, assault",
    ] {
        assert_eq!(unit(line), troopers(), "{line}");
    }
    for rank in ["msgt", "Msgt.", "master sergeant", "Master Sergeant 15", "rank 2", "M.Sgt"] {
        assert_eq!(unit(&format!("9 steel troopers, {rank}")).officer, 2, "{rank}");
    }
    for (short, rank) in [("sgt", 1), ("Lt.", 3), ("Cpt", 4), ("capt", 4), ("Col", 5), ("pvt", 0)] {
        assert_eq!(unit(&format!("9 steel troopers, {short}")).officer, rank, "{short}");
    }
    let armed = unit("9 steel troopers with 2 missile launchers and a lieutenant");
    assert_eq!((armed.bearers, armed.officer), (2, 3));
    assert_eq!(unit("9 steel troopers, missile").bearers, 1);
    assert_eq!(unit("9 steel troopers, sergeant 2 missile launchers").bearers, 2);
    assert_eq!(unit("9 steel troopers; grenades + helmet").equipment.len(), 2);
    assert_eq!(unit("Fire Toad Sergeant 215").officer, 1);
    assert_eq!(unit("Wraith alpha").unit, "wraith-golgoth");
    assert_eq!(unit("steel troopers").number, 6, "without a number it is the standard number");
    let two = unit("9 steel troopers, two medics, 2 missile launchers 300");
    assert_eq!((two.specialists.len(), two.bearers), (2, 2));
}

#[test]
fn headings_comments_and_copies_are_understood() {
    let company = written(
        "# for Saturday
        ```
        Army: White Stars
        Name: The Rock: reborn
        Platoon 1
        9 steel troopers, sergeant
        // and more
        2 x 2 TacArms

        Reinforcements:
        1st platoon:
        Fire Toad
        Assault:
        Fire Toad
        ```",
    );
    assert_eq!((company.army.as_str(), company.name.as_str()), ("white-stars", "The Rock: reborn"));
    let marks: Vec<bool> = company.units.iter().map(|unit| unit.reinforcement).collect();
    assert_eq!(marks, [false, false, false, true, false]);
    assert_eq!(written("9 golems, alpha").army, "therians", "units tell their army");
    assert_eq!(written("the Therians").units.len(), 0);
}

#[test]
fn every_fault_comes_with_its_line_and_a_hint() {
    assert_eq!(
        unread(
            "White Stars: Rock
            9 stel troopers
            9 troopers
            9 steel troopers, seargent
            9 steel troopers, 2 MGs, 1 laser gun
            9 steel troopers, sergeant, captain
            9 steel troopers, 300 medics
            999 steel troopers
            9 steel troopers, hovercraft"
        ),
        [
            "Line 2: there is no unit \"stel troopers\" of the White Stars. Did you mean Steel troopers?",
            "Line 3: \"troopers\" could be Star troopers or Steel troopers; write more of its name.",
            "Line 4: \"seargent\" means nothing here. Did you mean Sergeant?",
            "Line 5: all bearers of a unit carry the same kind of weapon; choose MG or laser gun.",
            "Line 6: a unit has one officer at most.",
            "Line 7: so many specialists are in no unit.",
            "Line 8: 999 fighters are in no unit.",
            "Line 9: \"hovercraft\" means nothing here.",
        ]
    );
    assert_eq!(
        unread("Army: Red Blok\n9 golems"),
        ["Line 1: there is no army \"Red Blok\"; choose White Stars or Therians."]
    );
    assert_eq!(
        unread(""),
        ["There is no unit in the text. Write one a line, such as “9 steel troopers, sergeant”."]
    );
    assert!(unread(&format!("White Stars: {}", "x".repeat(65)))[0].starts_with("Line 1: the name"));
}

#[test]
fn absurd_texts_are_refused_in_few_words() {
    assert!(unread(&"9 golems\n".repeat(2_000))[0].contains(&format!("at most {MAX_TEXT} bytes")));
    assert_eq!(unread(&"nonsense\n".repeat(500)).len(), 26);
    assert!(unread(&"and ".repeat(2_000))[0].starts_with("Line 1: it is too long"));
    assert!(
        unread(&format!("golems, {}", "+".repeat(8_000)))[0].starts_with("Line 1: it is too long")
    );
    let many = written("Therians\n4000000000 x 9 golems");
    assert!(
        many.units.len() > MAX_UNITS && many.units.len() <= 2 * MAX_UNITS,
        "check refuses them"
    );
    assert_eq!(unread("99999999999999 golems"), ["Line 1: 4294967295 fighters are in no unit."]);
}

#[test]
fn a_company_is_written_as_people_write_it() {
    let text = write(book(), &written(UNA));
    assert_eq!(
        text,
        "White Stars: Baker Company\n\
         9 steel troopers, 2 missile launchers\n\
         9 steel troopers\n\
         2 Steel TacArms\n\
         1 Fire Toad, sergeant\n\
         2 Fire Toads\n\
         9 steel troopers, 2 missile launchers, sergeant\n\
         3 Steel TacArms"
    );
    assert_eq!(written(&text), written(UNA));
    let therians = written(THERIANS);
    assert_eq!(written(&write(book(), &therians)), therians);
    let one = "White Stars\n\
               9 steel troopers, 1 MG, lieutenant, 2 medics, grenades, triple lens helmet (reinforcement)";
    assert_eq!(write(book(), &written(one)), one);
}

#[test]
fn names_that_mean_something_else_in_a_line_are_written_by_their_keys() {
    let mut library = more();
    let toads = library.entries.iter_mut().find(|entry| entry.key == "fire-toads").unwrap();
    toads.name = "Toads, Fire (2)".into();
    let hero = library.heroes.iter_mut().find(|hero| hero.key == "newton").unwrap();
    hero.name = "Newton; the Captain".into();
    let company = written_of(&library, "9 steel troopers, newton\n2 fire-toads, borz");
    let text = write(&library, &company);
    assert_eq!(text, "White Stars\n9 steel troopers, newton\n2 fire-toads, Sergeant Borz");
    assert_eq!(written_of(&library, &text), company);
}

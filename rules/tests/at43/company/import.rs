use gatemaster_rules::at43::company::{MAX_FILE, MAX_UNITS, import};

use super::samples::UNA;
use super::{book, written};

fn refused(text: &str) -> Vec<String> {
    import(book(), text).unwrap_err()
}

const TOML: &str = r#"
    name = "Rock"
    army = "white-stars"

    [[units]]
    unit = "steel-troopers"
    number = 9
    special = "missile-launcher"
    bearers = 2
    officer = 1
    specialists = ["medic", "mechanic"]
    equipment = ["grenades"]

    [[units]]
    unit = "fire-toads"
    number = 1
    reinforcement = true
"#;

#[test]
fn a_company_comes_as_text_toml_or_json() {
    let company = written(
        "White Stars: Rock
        9 steel troopers, 2 missile launchers, sergeant, medic, mechanic, grenades
        Fire Toad (reinforcement)",
    );
    assert_eq!(import(book(), TOML).unwrap(), company);
    let json = serde_json::to_string(&company).unwrap();
    assert_eq!(import(book(), &json).unwrap(), company);
    assert_eq!(import(book(), UNA).unwrap(), written(UNA));
}

#[test]
fn every_fault_of_a_file_is_told_with_its_place() {
    let faults = refused(
        r#"
        name = "Rock"
        armyy = "white-stars"
        [[units]]
        unit = "steel-troopers"
        number = 900
        officer = 6
        [[units]]
        number = 1
        specialists = ["medik"]
        reinforcement = "yes"
        "#,
    );
    let told = faults.join("\n");
    for part in [
        "field \"armyy\": unknown field (did you mean \"army\"?)",
        "the company, field \"army\": expected the key of an army, it is missing",
        "unit 1, field \"number\": expected a whole number from 1 to 255, found 900",
        "unit 1, field \"officer\": expected a whole number from 0 to 5, found 6",
        "unit 2, field \"unit\": expected the key of a unit, it is missing",
        "unit 2, field \"specialists\"",
        "(did you mean \"medic\"?)",
        "unit 2, field \"reinforcement\": expected true or false, found \"yes\"",
    ] {
        assert!(told.contains(part), "{part} is not in\n{told}");
    }
    assert_eq!(faults.len(), 7, "{told}");
}

#[test]
fn broken_and_oversized_files_are_refused_with_their_place() {
    let broken = refused("army = \"white-stars\n");
    assert!(broken[0].starts_with("the company, line 1, column"), "{broken:?}");
    let broken = refused("{\"army\": \"white-stars\",\n \"units\": [}");
    assert!(broken[0].starts_with("the company, line 2, column"), "{broken:?}");
    assert!(refused(&format!("{{{}", " ".repeat(MAX_FILE)))[0].contains("too long"));
    assert!(!refused(&format!("{{\"a\":{}", "[".repeat(8_000))).is_empty());
    let many = format!("army = \"therians\"\n{}", "[[units]]\nunit=\"a\"\nnumber=1\n".repeat(200));
    assert!(refused(&many)[0].contains(&format!("expected up to {MAX_UNITS}, found 200")));
}

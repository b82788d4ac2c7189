use super::*;
use crate::antares::profile::{Gear, ModelRule, Source, UnitKind, WeaponRule};

/// The faults that a server's file gets, as people read them.
fn faults(text: &str) -> Vec<String> {
    match Library::built_in().extended("my.toml", text) {
        Ok(_) => Vec::new(),
        Err(faults) => faults.iter().map(ToString::to_string).collect(),
    }
}

const GUARDS: &str = r#"
[[unit]]
key = "gate_guards"
name = "Gate Guards"
force = "other"
also = ["concord"]
kind = "infantry"
equipment = ["spotter"]
[[unit.model]]
name = "Guard"
count = 4
ag = 5
acc = 6
str = 5
res = 5
init = 7
co = 8
armour = ["reflex"]
weapons = ["mag_gun"]
special = ["leader", "2 attacks"]
"#;

fn guards(old: &str, new: &str) -> String {
    assert!(GUARDS.contains(old), "{old}");
    GUARDS.replacen(old, new, 1)
}

/// A-FRC-1
#[test]
fn the_booklet_is_read_without_a_fault() {
    let library = Library::of_the_booklet().unwrap_or_else(|faults| panic!("{faults:#?}"));
    assert_eq!(&library, Library::built_in());
    assert_eq!(library.units.len(), 38);
    let written: usize = BOOKLET.iter().map(|(_, text)| text.matches("[[unit]]").count()).sum();
    assert_eq!(written, 38, "two of the booklet's units share a key");
}

/// A-FRC-2
#[test]
fn a_server_adds_a_unit_that_carries_the_booklets_weapons() {
    let library = Library::built_in().extended("my.toml", GUARDS).unwrap();
    let unit = library.unit("gate_guards").unwrap();
    assert_eq!((unit.name.as_str(), unit.kind), ("Gate Guards", UnitKind::Infantry));
    assert_eq!((unit.source, unit.gear.as_slice()), (Source::Server, [Gear::Spotter].as_slice()));
    assert_eq!(unit.troops[0].rules, [ModelRule::Leader, ModelRule::Attacks(2)]);
    assert_eq!(unit.troops[0].armour[0].bonus, 1);
    assert!(library.units_of(Faction::Concord).any(|unit| unit.key == "gate_guards"));
    assert!(library.units_of(Faction::Other).any(|unit| unit.key == "gate_guards"));
    assert_eq!(library.units.len(), Library::built_in().units.len() + 1);
    assert_eq!(library.weapons, Library::built_in().weapons);
}

/// A-FRC-2
#[test]
fn a_server_adds_a_weapon_and_armour_and_someone_who_uses_them() {
    let text = guards("[\"mag_gun\"]", "[\"gate_lance\"]").replace("[\"reflex\"]", "[\"plate\"]")
        + r#"
[[armour]]
key = "plate"
name = "Plate"
bonus = 3
[[weapon]]
key = "gate_lance"
name = "Gate lance"
class = "hand"
source = "printed"
[[weapon.mode]]
name = "thrust"
sv = 3
[[weapon.mode]]
name = "beam"
range = [10, 20]
minimum = 5
sv = 2
special = ["blast d3"]
"#;
    let library = Library::built_in().extended("my.toml", &text).unwrap();
    let lance = library.weapon("gate_lance").unwrap();
    assert_eq!(lance.source, Source::Server, "whatever the file says");
    assert!(!lance.modes[0].is_ranged());
    assert_eq!(lance.modes[1].rules, [WeaponRule::Blast(3)]);
    assert_eq!(lance.modes[1].minimum.to_string(), "5″");
    assert_eq!(lance.modes[1].extreme, None);
    assert_eq!(library.unit("gate_guards").unwrap().troops[0].armour[0].bonus, 3);
}

/// A-FRC-2
#[test]
fn a_key_of_the_booklet_is_replaced_for_all_who_use_it() {
    let text = r#"
[[armour]]
key = "reflex"
name = "Better reflex"
bonus = 2
[[weapon]]
key = "mag_gun"
name = "Mag gun"
class = "standard"
mode = [{ range = [24], sv = 1 }]
"#;
    let library = Library::built_in().extended("my.toml", text).unwrap();
    assert_eq!(library.armours.len(), 6);
    assert_eq!(library.unit("ai_squad").unwrap().troops[0].armour[0].name, "Better reflex");
    assert_eq!(library.weapon("mag_gun").unwrap().modes[0].long, None);
    assert_eq!(library.weapons.len(), Library::built_in().weapons.len());
    assert_eq!(Library::built_in().armour("reflex").unwrap().bonus, 1);
}

/// A-FRC-2
#[test]
fn a_replaced_key_may_not_break_what_the_booklet_makes_of_it() {
    let howitzer = r#"
[[weapon]]
key = "x_howitzer"
name = "Pocket howitzer"
class = "hand"
mode = [{ range = [10], sv = 1 }]
"#;
    assert_eq!(
        faults(howitzer),
        [
            "my.toml, weapon \"x_howitzer\", field \"class\": expected support or heavy, as it is the weapon of \"c3_x_howitzer_team\"",
            "my.toml, weapon \"x_howitzer\", field \"class\": expected support or heavy, as it is the weapon of \"ai_x_howitzer_team\"",
        ]
    );
    let moved = guards("gate_guards", "phase_squad");
    assert_eq!(
        faults(&moved),
        [
            "my.toml, force \"isorian\", field \"quick_start\": the unit \"phase_squad\" does not serve Isorian"
        ]
    );
    assert_eq!(faults(&moved.replace("\"concord\"", "\"isorian\"")), [""; 0]);
}

/// A-FRC-2
#[test]
fn all_faults_of_a_file_are_told_together() {
    let text = guards("acc = 6", "acc = \"five\"")
        .replace("count = 4", "count = 31")
        .replace("co = 8", "co = 2.5")
        .replace("str = 5\n", "")
        .replace("init", "initiative")
        .replace("\"infantry\"", "\"infantery\"")
        .replace("\"mag_gun\"", "\"mag_gnu\", 7")
        .replace("\"reflex\"", "\"reflex\", \"reflex\"")
        .replace("\"2 attacks\"", "\"Leader\", \"12 Attacks\", \"Larg\"");
    let model = "my.toml, unit \"gate_guards\", model 1";
    let told = faults(&text);
    let expected = [
        "my.toml, unit \"gate_guards\", field \"kind\": expected one of \"infantry\", \"beasts\", \"mounted\", \"weapon_team\", \"weapon_drones\", \"vehicle\", found \"infantery\" (did you mean \"infantry\"?)".to_owned(),
        format!("{model}, field \"initiative\": unknown field; known are name, count, ag, acc, str, res, init, co, armour, weapons, special"),
        format!("{model}, field \"count\": expected a whole number from 1 to 30, found 31"),
        format!("{model}, field \"acc\": expected a whole number from 1 to 20, found \"five\""),
        format!("{model}, field \"str\": expected a whole number from 1 to 20, it is missing"),
        format!("{model}, field \"init\": expected a whole number from 1 to 20, it is missing"),
        format!("{model}, field \"co\": expected a whole number from 1 to 20, found 2.5"),
        format!("{model}, field \"armour\": \"reflex\" is worn twice"),
        format!("{model}, field \"weapons\": expected a list of words, as in [\"one\", \"two\"], found 7"),
        format!("{model}, field \"weapons\": there is no weapon \"mag_gnu\" (did you mean \"mag_gun\"?)"),
        format!("{model}, field \"special\": \"Leader\" is given twice"),
        format!("{model}, field \"special\": expected n Attacks with n being 1 to 10, found \"12 Attacks\""),
        format!("{model}, field \"special\": unknown special rule \"Larg\" (did you mean Large?); known are Leader, Command, Large, Fast, Slow, Rapid Sprint, Infiltrator, Sniper, Crawler, Plasma Reactor, Soma Graft, n Attacks, SVn, Locomite SVn, MODn"),
    ];
    assert_eq!(told, expected);
}

/// A-FRC-2
#[test]
fn a_weapon_that_cannot_be_is_refused_with_the_reason() {
    let weapon = |mode: &str| {
        let text = format!(
            "[[weapon]]\nkey = \"w\"\nname = \"W\"\nclass = \"standard\"\n[[weapon.mode]]\n{mode}\n"
        );
        let told = faults(&text);
        assert_eq!(told.len(), 1, "{told:?}");
        told[0].replace("my.toml, weapon \"w\", mode 1, field ", "")
    };
    assert_eq!(
        weapon("range = [30, 20]\nsv = 1"),
        "\"range\": expected distances that grow: effective, long, extreme"
    );
    assert_eq!(weapon("range = [10, 20, 30, 40]\nsv = 1"), "\"range\": expected up to 3, found 4");
    assert_eq!(
        weapon("range = [501]\nsv = 1"),
        "\"range\": expected a whole number from 1 to 500, found 501"
    );
    assert_eq!(
        weapon("range = [10]\nminimum = 10\nsv = 1"),
        "\"minimum\": expected less than the effective range"
    );
    assert_eq!(
        weapon("range = [10]\nsv = 11"),
        "\"sv\": expected a whole number from 0 to 10, found 11"
    );
    assert_eq!(
        weapon("sv = 1"),
        "\"range\": it is missing; only hand and special weapons may be without"
    );
    assert_eq!(
        weapon("range = [10]\nsv = 1\nspecial = [\"Point-Blank Only\"]"),
        "\"range\": expected none, as Point-Blank Only leaves no other shooting"
    );
    assert_eq!(
        weapon("range = [10]\nsv = 1\nspecial = [\"Blast D7\"]"),
        "\"special\": expected Blast Dn with n being 3, 4, 5, 6, 8 or 10, found \"Blast D7\""
    );
    let nameless = "range = [10]\nsv = 1\nname = \"one\"\n[[weapon.mode]]\nrange = [10]\nsv = 2";
    assert_eq!(
        weapon(nameless),
        "my.toml, weapon \"w\", mode 2, field \"name\": expected a name of 1 to 32 characters, it is missing"
    );
    assert_eq!(
        weapon(&format!("{nameless}\nname = \"one\"")),
        "my.toml, weapon \"w\", mode 2, field \"name\": \"one\" names another mode already"
    );
}

/// A-FRC-2
#[test]
fn a_team_weapon_is_for_teams_and_is_one() {
    let own = |kind: &str, key: &str| {
        let line = format!("kind = \"{kind}\"\nteam_weapon = \"{key}\"");
        let told = faults(&guards("kind = \"infantry\"", &line));
        told.iter().map(|fault| fault.rsplit("\": ").next().unwrap_or("").to_owned()).collect()
    };
    let none: Vec<String> = Vec::new();
    assert_eq!(own("weapon_team", "x_launcher"), none);
    let told: Vec<String> = own("infantry", "x_launcher");
    assert_eq!(told, ["only a unit of the kind \"weapon_team\" may have one"]);
    let told: Vec<String> = own("weapon_team", "mag_gun");
    assert_eq!(told, ["expected a support or heavy weapon, \"mag_gun\" is standard"]);
    let told: Vec<String> = own("weapon_team", "x_luncher");
    assert_eq!(told, ["there is no weapon \"x_luncher\" (did you mean \"x_launcher\"?)"]);
}

/// A-FRC-2, A-FRC-3
#[test]
fn references_lead_somewhere() {
    let limited = guards("kind =", "not_more_than = \"outcast_sqad\"\nkind =");
    assert_eq!(
        faults(&limited),
        [
            "my.toml, unit \"gate_guards\", field \"not_more_than\": there is no unit \"outcast_sqad\" (did you mean \"outcast_squad\"?)"
        ]
    );
    assert_eq!(
        faults(&limited.replace("outcast_sqad", "gate_guards")),
        [
            "my.toml, unit \"gate_guards\", field \"not_more_than\": a unit cannot limit its own number"
        ]
    );
    assert_eq!(faults(&limited.replace("outcast_sqad", "phase_squad")), [""; 0]);
    assert_eq!(
        faults("[[armour]]\nkey = \"a\"\nname = \"A\"\nneeds = [\"reflexes\"]"),
        [
            "my.toml, armour \"a\", field \"needs\": there is no armour \"reflexes\" (did you mean \"reflex\"?)"
        ]
    );
    assert_eq!(
        faults(&format!("{GUARDS}{GUARDS}")),
        ["my.toml, unit \"gate_guards\", field \"key\": it is used twice in this file"]
    );
}

/// A-FRC-2
#[test]
fn keys_and_names_are_fit_to_be_shown() {
    let expected = "expected 1 to 40 small letters, digits and underscores";
    assert_eq!(
        faults(&guards("\"gate_guards\"", "\"Gate Guards\"")),
        [format!(
            "my.toml, unit \"Gate Guards\", field \"key\": {expected}, found \"Gate Guards\""
        )]
    );
    assert_eq!(
        faults(&guards("key = \"gate_guards\"", "key = 12")),
        [format!("my.toml, unit 1, field \"key\": {expected}, found 12")]
    );
    let long = "x".repeat(41);
    assert_eq!(
        faults(&guards("\"gate_guards\"", &format!("\"{long}\""))).len(),
        1,
        "a key of 41 letters"
    );
    assert_eq!(
        faults(&guards("\"Gate Guards\"", &format!("\"{long}\""))),
        [format!(
            "my.toml, unit \"gate_guards\", field \"name\": expected a name of 1 to 32 characters, found \"{}…\"",
            "x".repeat(40)
        )]
    );
    let library = Library::built_in()
        .extended("my.toml", &guards("\"Gate Guards\"", "\"  Gate\\n\\u202eGuards \""))
        .unwrap();
    assert_eq!(library.unit("gate_guards").unwrap().name, "Gate Guards");
}

/// A-FRC-2
#[test]
fn a_slip_in_the_toml_is_shown_by_line_and_column() {
    let told = faults("[[unit]]\nkey = \"a\"\nname = = \"b\"\n");
    assert_eq!(told.len(), 1);
    assert!(told[0].starts_with("my.toml, line 3, column 8: this is not TOML: "), "{told:?}");
    let told = faults("[[unit]]\nkey = \"ä\nname = 1");
    assert!(told[0].starts_with("my.toml, line 2, column "), "{told:?}");
    let told = faults("[[unit]]\nkey = \"a\"\nkey = \"b\"");
    assert!(told[0].starts_with("my.toml, line 3, column 1: this is not TOML: dup"), "{told:?}");
}

/// A-FRC-2
#[test]
fn headings_that_lead_nowhere_are_faults() {
    assert_eq!(
        faults("[[units]]\nkey = \"a\"\n[[force]]\nkey = \"ghar\""),
        [
            "my.toml, field \"force\": unknown field; known are unit, weapon, armour",
            "my.toml, field \"units\": unknown field (did you mean \"unit\"?); known are unit, weapon, armour",
        ]
    );
    assert_eq!(
        faults("[unit]\nkey = \"a\""),
        ["my.toml, field \"unit\": expected tables under the heading [[unit]], found a table"]
    );
    assert_eq!(
        faults("weapon = [3, \"x\"]"),
        [
            "my.toml, field \"weapon\": expected tables under the heading [[weapon]], found 3",
            "my.toml, field \"weapon\": expected tables under the heading [[weapon]], found \"x\"",
        ]
    );
    assert_eq!(
        faults("[[weapon]]\nkey = \"w\"\nname = \"W\"\nclass = \"hand\"\nmode = []"),
        [
            "my.toml, weapon \"w\", field \"mode\": expected at least one [[weapon.mode]], found none"
        ]
    );
}

/// A-FRC-2
#[test]
fn the_limits_hold() {
    let many = |n: usize| {
        (0..n).fold(String::new(), |text, place| {
            text + &format!("[[armour]]\nkey = \"a{place}\"\nname = \"A\"\n")
        })
    };
    assert_eq!(faults(&many(MAX_ARMOURS)), [""; 0]);
    assert_eq!(
        faults(&many(MAX_ARMOURS + 1)),
        ["my.toml, field \"armour\": expected up to 50, found 51"]
    );
    assert_eq!(
        faults(&"#\n".repeat(MAX_FILE / 2 + 1)),
        ["my.toml: expected up to 64 KiB, found 65 KiB"]
    );
    let second = GUARDS.split("[[unit.model]]").nth(1).unwrap();
    let crowd = guards("count = 4", "count = 30");
    assert_eq!(faults(&crowd), [""; 0]);
    assert_eq!(
        faults(&format!("{crowd}[[unit.model]]{second}")),
        [
            "my.toml, unit \"gate_guards\", field \"model\": expected up to 30 models in all, found 34"
        ]
    );
    let units = |n: usize| {
        let unit = |place| {
            let model = "{name=\"M\",count=1,ag=1,acc=1,str=1,res=1,init=1,co=1}";
            format!(
                "{{key=\"u{place}\",name=\"U\",force=\"ghar\",kind=\"infantry\",model=[{model}]}},"
            )
        };
        format!("unit = [{}]", (0..n).map(unit).collect::<String>())
    };
    assert_eq!(faults(&units(MAX_UNITS)), [""; 0]);
    assert_eq!(
        faults(&units(MAX_UNITS + 1)),
        ["my.toml, field \"unit\": expected up to 100, found 101"]
    );
}

/// A-FRC-2
#[test]
fn a_file_full_of_faults_is_answered_with_a_bearable_number_of_them() {
    let lists = guards("[\"mag_gun\"]", &format!("[{}]", "0,".repeat(20_000)));
    let told = faults(&lists);
    assert_eq!(told.len(), 13);
    assert!(told[0].ends_with("field \"weapons\": expected up to 12, found 20000"), "{}", told[0]);
    let empty = format!("unit = [{}]", "{},".repeat(20_000));
    let told = faults(&empty);
    assert_eq!(told[0], "my.toml, field \"unit\": expected up to 100, found 20000");
    assert_eq!(told.len(), 1 + 100 * 5);
    let twelve = guards("[\"mag_gun\"]", &format!("[{}]", "\"mag_gun\",".repeat(MAX_LIST)));
    assert_eq!(faults(&twelve), [""; 0]);
}

/// A-FRC-2
#[test]
fn an_empty_file_changes_nothing() {
    for empty in ["", "\n\n", "# nothing yet\n", "unit = []", "\u{feff}"] {
        assert_eq!(&Library::built_in().extended("", empty).unwrap(), Library::built_in());
    }
}

/// A-FRC-2
#[test]
fn no_file_however_odd_gets_through_or_brings_the_game_master_down() {
    let deep = format!("unit = {}{}", "[".repeat(20_000), "]".repeat(20_000));
    let tables = format!("unit = {}1{}", "{a=".repeat(10_000), "}".repeat(10_000));
    let dotted = format!("{}a = 1", "a.".repeat(20_000));
    let huge = format!("unit = {}", "9".repeat(400));
    let odd = [
        deep.as_str(),
        &tables,
        &dotted,
        &huge,
        "\0",
        "[[unit]]",
        "unit = 1979-05-27",
        "[[unit]]\nmodel = [[[]]]",
        "[[weapon]]\nmode = {}",
        "[[unit]]\nmodel = [{count = -9223372036854775808}]",
        "[[unit]]\nmodel = [{count = 9223372036854775807, ag = nan, acc = inf, str = 1e400}]",
        "[[armour]]\nbonus = 256\nclose = -1\nneeds = [[], {}]",
        "[[weapon]]\nmode = [{range = [-1, 4294967296, 0.5]}]",
        "[[unit]]\nspecial = 1",
    ];
    for text in odd {
        let told = faults(text);
        assert!(!told.is_empty(), "{}", &text[..text.len().min(60)]);
        for fault in told {
            assert!(fault.starts_with("my.toml"), "{fault}");
            assert!(fault.chars().count() < 500, "{fault}");
        }
    }
}

/// A-FRC-2
#[test]
fn a_file_cut_off_or_altered_anywhere_is_read_or_refused() {
    let text = GUARDS.trim();
    let mut refused = 0;
    for (place, _) in text.char_indices() {
        refused += usize::from(!faults(&text[..place]).is_empty());
        for other in ["", "\"", "[", "=", "0", "-", "\n", "é"] {
            let altered = format!("{}{other}{}", &text[..place], &text[place + 1..]);
            for fault in faults(&altered) {
                assert!(fault.starts_with("my.toml, "), "{fault}");
                refused += 1;
            }
        }
    }
    assert!(refused > text.len() * 4, "{refused} of {}", text.len() * 9);
}

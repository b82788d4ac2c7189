//! Army lists: what people paste, what they are told when it cannot be read, and how a force becomes text again.

use std::sync::Arc;

use gatemaster_rules::antares::data::Library;
use gatemaster_rules::antares::profile::{Faction, Profile};
use gatemaster_rules::antares::roster::{
    MAX_FAULTS, MAX_LIST, Roster, parse, text, units_matching,
};
use gatemaster_rules::antares::setup::{MAX_UNITS, SideSetup, UnitSetup};
use gatemaster_rules::antares::{Antares, Setup};
use gatemaster_rules::colour::Colour;
use gatemaster_rules::random_play::Chooser;
use gatemaster_rules::system::System as _;
use gatemaster_rules::text::clean_name;

fn library() -> &'static Library {
    Library::built_in()
}

fn list(text: &str) -> Roster {
    parse(library(), text).unwrap_or_else(|faults| panic!("{text:?}: {faults:#?}"))
}

/// The units of a list: what they go by, and what they are.
fn units(text: &str) -> Vec<(String, String)> {
    let units = list(text).units.into_iter();
    units.map(|unit| (unit.name, unit.profile.key.clone())).collect()
}

fn named(units: &[(&str, &str)]) -> Vec<(String, String)> {
    units.iter().map(|(name, key)| ((*name).to_owned(), (*key).to_owned())).collect()
}

fn faults(text: &str) -> Vec<String> {
    parse(library(), text).map(|roster| panic!("{text:?} was read as {roster:?}")).unwrap_err()
}

/// A server's own units, with names that make trouble.
fn with_server_units() -> Library {
    let unit = |key: &str, name: &str| {
        format!(
            "[[unit]]\nkey = \"{key}\"\nname = '''{name}'''\nforce = \"other\"\nkind = \"infantry\"\n\
             [[unit.model]]\nname = \"One\"\ncount = 3\nag = 5\nacc = 5\nstr = 5\nres = 5\ninit = 5\nco = 8\n\
             weapons = [\"rail_lance\"]\n"
        )
    };
    let weapon = "[[weapon]]\nkey = \"rail_lance\"\nname = \"Rail lance\"\nclass = \"standard\"\n\
                  [[weapon.mode]]\nrange = [20]\nsv = 3\n";
    let units = [
        ("ghar", "Ghar"),
        ("ai_squad_too", "AI Squad"),
        ("odd_lot", "Odd, \"Lot\" = 2: x"),
        ("2x_gunners", "2x Gunners"),
        ("runners", "Run as one"),
    ];
    let file: String = units.iter().map(|(key, name)| unit(key, name)).collect();
    library().extended("ours.toml", &(weapon.to_owned() + &file)).unwrap()
}

#[test]
fn a_list_has_one_unit_a_line() {
    let roster = list(
        "# for Saturday\n\
         Name: The Iron Fist\n\
         Force: Algoryn\n\
         \n\
         - Karnan: AI Command Squad\n\
         * 2x AI Assault Squad: Strike\n\
         • ai_x_launcher_team   # the big one\n\
         4. AI Squad as Ghosts\n",
    );
    assert_eq!(roster.name.as_deref(), Some("The Iron Fist"));
    assert_eq!(roster.faction, Some(Faction::Algoryn));
    let names: Vec<(&str, &str)> =
        roster.units.iter().map(|unit| (unit.name.as_str(), unit.profile.key.as_str())).collect();
    assert_eq!(
        names,
        [
            ("Karnan", "ai_command_squad"),
            ("Strike-1", "ai_assault_squad"),
            ("Strike-2", "ai_assault_squad"),
            ("AI X-Launcher Team", "ai_x_launcher_team"),
            ("Ghosts", "ai_squad"),
        ]
    );
}

#[test]
fn a_unit_is_written_in_many_ways() {
    for one in [
        "AI Assault Squad",
        "ai_assault_squad",
        "AI ASSAULT SQUAD",
        "ai-assault  squad",
        "AIAssaultSquad",
        "AI Assault Squads",
        "1x AI Assault Squad",
        "1 AI Assault Squad",
        "\"AI Assault Squad\"",
        "  —  AI Assault Squad  ",
        "\u{feff}AI Assault Squad",
        "AI Assault Squad,",
    ] {
        assert_eq!(units(one), named(&[("AI Assault Squad", "ai_assault_squad")]), "{one:?}");
    }
    let two = named(&[
        ("AI Assault Squad 1", "ai_assault_squad"),
        ("AI Assault Squad 2", "ai_assault_squad"),
    ]);
    for pair in [
        "2x AI Assault Squad",
        "2 × AI Assault Squad",
        "2×AI Assault Squad",
        "2 AI Assault Squads",
        "2X ai_assault_squad",
        "AI Assault Squad x2",
        "AI Assault Squad × 2",
        "AI Assault Squad\r\nAI Assault Squad\r\n",
        "AI Assault Squad, AI Assault Squad",
        "AI Assault Squad; AI Assault Squad;",
    ] {
        assert_eq!(units(pair), two, "{pair:?}");
    }
}

#[test]
fn a_unit_is_named_before_or_behind_its_kind() {
    for one in [
        "Strike-1: AI Assault Squad",
        "AI Assault Squad: Strike-1",
        "AI Assault Squad = Strike-1",
        "AI Assault Squad=Strike-1",
        "Strike-1 = ai_assault_squad",
        "AI Assault Squad as Strike-1",
        "AI Assault Squad AS Strike-1",
        "1x AI Assault Squad: Strike-1",
        "“Strike-1”: AI Assault Squad",
        "\"Strike-1\" : \"AI Assault Squad\"",
    ] {
        assert_eq!(units(one), named(&[("Strike-1", "ai_assault_squad")]), "{one:?}");
    }
    for several in ["2x AI Squad: Strike", "Strike: 2x AI Squad", "AI Squad x2 = Strike"] {
        let expected = named(&[("Strike-1", "ai_squad"), ("Strike-2", "ai_squad")]);
        assert_eq!(units(several), expected, "{several:?}");
    }
}

/// A name may look like anything once it stands in quotation marks.
#[test]
fn odd_names_are_put_in_quotation_marks() {
    for (line, name) in [
        ("\"Karnan, the Bold\": AI Squad", "Karnan, the Bold"),
        ("\"2x AI Squad\": Work Gang", "2x AI Squad"),
        ("AI Squad = \"Force: Ghar\"", "Force: Ghar"),
        ("AI Squad as \"say \"\"hi\"\"\"", "say \"hi\""),
        ("AI Squad = # 1", "AI Squad"),
        ("Strike #1: AI Squad", "Strike #1"),
        ("6\" Gun: AI Squad", "6\" Gun"),
        ("AI Squad: Work Gang", "AI Squad"),
        ("Run as one: AI Squad", "Run as one"),
        ("Alpha: Beta: AI Squad", "Alpha: Beta"),
    ] {
        assert_eq!(list(line).units[0].name, name, "{line:?}");
    }
}

/// A-FRC-1: a force's name alone is its quick-start force.
#[test]
fn the_name_of_a_force_alone_is_its_quick_start() {
    for text in
        ["Ghar", "ghar\n", "the Ghar force", "Force: Ghar", "Faction = ghar", "# mine\nGHAR"]
    {
        let roster = list(text);
        assert_eq!(roster.faction, Some(Faction::Ghar), "{text:?}");
        let quick = Setup::quick(library(), Faction::Ghar, Faction::Concord).unwrap();
        assert_eq!(roster.units, quick.sides[0].units, "{text:?}");
    }
    for faction in Faction::ALL.into_iter().filter(|faction| *faction != Faction::Other) {
        let roster = list(faction.name());
        assert_eq!((roster.faction, roster.name), (Some(faction), None));
        assert!(roster.units.len() >= 5, "{faction:?}");
    }
    assert_eq!(list("Boromites").faction, Some(Faction::Boromite));
    let mixed = list("mixed\nAI Squad\nLavamite");
    assert_eq!((mixed.faction, mixed.units.len()), (Some(Faction::Other), 2));
}

#[test]
fn a_list_without_units_says_what_to_write() {
    let what = "There is no unit in the list. Write one a line, such as “AI Squad” or “2x AI Squad”, or just the \
                name of a force.";
    for text in ["", "\n\n", "# nothing", " , ;\n", "Name: Iron", "Other", "\u{200b}\n-"] {
        assert_eq!(faults(text), [what], "{text:?}");
    }
}

#[test]
fn every_fault_is_named_with_its_line_and_what_was_probably_meant() {
    let said = faults(
        "Force: Algorin\n\
         AI Asault Squad\n\
         Strike-1: AI Sqad, 2x Mag Canon Team\n\
         \n\
         - 0x AI Squad\n\
         99 × AI Squad\n\
         Ghosts: AI Squad\n\
         ghosts: AI Infiltration Squad\n\
         The Company That Never Ever Came Back: AI Squad\n\
         dragons\n\
         Launcher for the Algoryn",
    );
    assert_eq!(
        said,
        [
            "Line 1: there is no force \"Algorin\"; did you mean Algoryn?",
            "Line 2: there is no unit \"AI Asault Squad\"; did you mean AI Assault Squad?",
            "Line 3, entry 1: there is no unit \"AI Sqad\"; did you mean AI Squad?",
            "Line 3, entry 2: there is no unit \"Mag Canon Team\"; did you mean AI Mag Cannon Team?",
            "Line 5: \"0x AI Squad\" has no number of units from 1 to 20.",
            "Line 6: \"99 × AI Squad\" has no number of units from 1 to 20.",
            "Line 8: “ghosts” is taken (Line 7); choose another name.",
            "Line 9: the name \"The Company That Never Ever Came Back\" is too long; 32 letters are the most.",
            "Line 10: there is no unit \"dragons\"; units are called such as C3 Strike Command Squad.",
            "Line 11: there is no unit \"Launcher for the Algoryn\"; did you mean AI X-Launcher Team?",
        ]
    );
    assert_eq!(
        faults("Force: Dragons\nGhar\nName: A\nName: B\nConcord\n99999999999999999999x AI Squad"),
        [
            "Line 1: there is no force \"Dragons\"; there are Concord, Algoryn, Boromite, Freeborn, Isorian, Ghar, Other.",
            "Line 4: the list is called “A” already (Line 3).",
            "Line 5: the force is Ghar already (Line 2).",
            "Line 6: \"99999999999999999999x AI Squad\" has no number of units from 1 to 20.",
        ]
    );
    assert_eq!(
        faults("AI Squad = \"\u{200b}\"\n3x AI Squad: The Very Long Name of a Company"),
        [
            "Line 1: the name \"\" has nothing in it that can be seen.",
            "Line 2: the name \"The Very Long Name of a Company-1\" is too long; 32 letters are the most.",
        ]
    );
}

#[test]
fn a_list_of_a_hundred_faults_fits_into_one_message() {
    let said = faults(&"Drgon squadron of the seventh legion\n".repeat(150));
    let length: usize = said.iter().map(|fault| fault.chars().count() + 1).sum();
    assert!(length <= MAX_FAULTS, "{length}");
    let told = said.len() - 1;
    assert_eq!(said.last().unwrap(), &format!("And {} more like that.", 150 - told));
    assert!(told > 5);
}

/// A-FRC-1
#[test]
fn a_force_of_more_than_twenty_units_is_refused() {
    assert_eq!(list("20x AI Squad").units.len(), MAX_UNITS);
    let most = "The list has more than 20 units; a force has 1 to 20.";
    assert_eq!(faults("20x AI Squad\nWork Gang"), [most]);
    assert_eq!(faults(&"20x AI Squad\n".repeat(300)), [most]);
    let long = faults(&"x".repeat(MAX_LIST + 1));
    assert_eq!(long, ["The list is too long to be read: at most 8000 letters, and this has 8001."]);
}

/// Chosen names come first; the others make room for them.
#[test]
fn automatic_names_step_aside_for_chosen_ones() {
    assert_eq!(
        units("AI Squad\nAI Squad 1: Work Gang\nAI Squad"),
        named(&[
            ("AI Squad 2", "ai_squad"),
            ("AI Squad 1", "work_gang"),
            ("AI Squad 3", "ai_squad")
        ])
    );
    assert_eq!(
        units("AI Squad\nAI Squad: Work Gang"),
        named(&[("AI Squad 2", "ai_squad"), ("AI Squad", "work_gang")])
    );
}

fn side(units: Vec<UnitSetup>) -> SideSetup {
    SideSetup { name: "Iron, Fist".into(), colour: Colour::Green, faction: Faction::Other, units }
}

#[test]
fn a_force_reads_well_as_text() {
    let roster = list(
        "Force: Algoryn\nKarnan: AI Command Squad\n2x AI Squad\nAI Squad = \"Up, and at them\"",
    );
    let side = SideSetup {
        name: "The Iron Fist".into(),
        colour: Colour::Red,
        faction: Faction::Algoryn,
        units: roster.units,
    };
    assert_eq!(
        text(&side),
        "Name: The Iron Fist\nForce: Algoryn\nKarnan: AI Command Squad\n2x AI Squad\n\"Up, and at them\": AI Squad\n"
    );
}

/// Whatever the units are called, the list gives them back.
#[test]
fn every_force_comes_back_from_its_text() {
    let library = with_server_units();
    let pieces = [
        "Strike",
        "AI Squad",
        "Work Gang 2",
        "2x AI Squad",
        "AI Squad x2",
        "name",
        "Force",
        "Ghar",
        "as",
        " as ",
        ": ",
        "=",
        ",",
        ";",
        "#",
        " # ",
        "\"",
        "“",
        "”",
        "-",
        "1. ",
        "x2",
        "ß",
        "Ünit",
        "👩‍🚀",
        "'s",
        "(2)",
        "The",
        "ghar",
    ];
    let mut chooser = Chooser::new(7);
    for round in 0..2_000 {
        let mut taken: Vec<String> = Vec::new();
        let units: Vec<UnitSetup> = (0..=chooser.below(MAX_UNITS))
            .filter_map(|_| {
                let profile: &Profile = &library.units[chooser.below(library.units.len())];
                let name = match chooser.below(3) {
                    0 => profile.name.clone(),
                    1 => format!("{} {}", profile.name, chooser.below(4)),
                    _ => (0..=chooser.below(4))
                        .map(|_| pieces[chooser.below(pieces.len())])
                        .collect(),
                };
                let name = clean_name(&name)?;
                let fresh = !taken.contains(&name.to_lowercase());
                taken.push(name.to_lowercase());
                fresh.then(|| UnitSetup { name, profile: Arc::new(profile.clone()) })
            })
            .collect();
        if units.is_empty() {
            continue;
        }
        let side = side(units);
        let written = text(&side);
        let read = parse(&library, &written)
            .unwrap_or_else(|faults| panic!("round {round}: {faults:?} of\n{written}"));
        assert_eq!(read.units, side.units, "round {round}:\n{written}");
        assert_eq!((read.name, read.faction), (Some(side.name), Some(side.faction)));
    }
}

#[test]
fn a_full_force_fits_into_one_message() {
    let library = library();
    let longest = library.units.iter().max_by_key(|unit| unit.name.len()).unwrap();
    let units = (0..MAX_UNITS).map(|n| UnitSetup {
        name: format!("{:-<30}{n:02}", "Battle"),
        profile: Arc::new(longest.clone()),
    });
    let side = side(units.collect());
    assert!(side.units.iter().all(|unit| unit.name.chars().count() == 32));
    let written = text(&side);
    assert!(written.chars().count() <= 1_900, "{}", written.chars().count());
    assert_eq!(parse(library, &written).unwrap().units, side.units);
}

/// Nothing that is typed stops the program.
#[test]
fn nonsense_is_refused_in_sentences() {
    let library = with_server_units();
    let pieces = [
        "AI Squad",
        "ai_squad",
        "x",
        "×",
        "2",
        "0",
        "99999999999999999999999",
        ":",
        "=",
        " as ",
        ",",
        ";",
        "\n",
        "\"",
        "“",
        "”",
        "#",
        "-",
        "Force",
        "Name",
        "Ghar",
        "\u{202e}",
        "\u{200b}",
        "é",
        "👩‍🚀",
        "1.",
        "ß",
        "İ",
        "\t",
        "\r",
        " ",
    ];
    let mut chooser = Chooser::new(1);
    for _ in 0..3_000 {
        let text: String =
            (0..chooser.below(14)).map(|_| pieces[chooser.below(pieces.len())]).collect();
        match parse(&library, &text) {
            Ok(roster) => {
                let side = side(roster.units);
                assert!(!side.units.is_empty(), "{text:?}");
                let names = side.units.iter().map(|unit| &unit.name);
                for name in names.clone() {
                    assert_eq!(clean_name(name).as_ref(), Some(name), "{text:?}");
                    let like = names.clone().filter(|it| it.to_lowercase() == name.to_lowercase());
                    assert_eq!(like.count(), 1, "{text:?}");
                }
            }
            Err(faults) => {
                assert!(!faults.is_empty(), "{text:?}");
                for fault in faults {
                    assert!(fault.ends_with(['.', '?']), "{text:?}: {fault}");
                    assert!(!fault.contains('\u{202e}') && !fault.contains('\n'), "{fault:?}");
                }
            }
        }
    }
}

fn quick() -> Setup {
    Setup::quick(library(), Faction::Algoryn, Faction::Ghar).unwrap()
}

fn names(setup: &Setup) -> Vec<&str> {
    setup.sides.iter().flat_map(|side| &side.units).map(|unit| unit.name.as_str()).collect()
}

#[test]
fn a_list_takes_its_place_on_one_side() {
    let before = quick();
    let roster = list("Name: Gatekeepers\nStrike: 2x C3 Strike Squad\nC3M4 Combat Drone");
    let after = before.with_side(library(), 1, &roster, None, None).unwrap();
    assert_eq!(after.sides[0], before.sides[0]);
    let side = &after.sides[1];
    assert_eq!((side.name.as_str(), side.colour), ("Gatekeepers", Colour::Blue));
    assert_eq!(side.faction, Faction::Concord, "all three are of the Concord");
    assert_eq!(names(&after)[6..], ["Strike-1", "Strike-2", "C3M4 Combat Drone"]);
    assert!(after.weapons.iter().all(|weapon| weapon.key != "scourer_cannon"), "the Ghar are gone");
    assert_eq!(after.options, before.options);
    assert!(Antares::set_up(&after).is_ok());
    let named = before
        .with_side(library(), 0, &roster, Some(" Zeno's  Own "), Some(Colour::Yellow))
        .unwrap();
    assert_eq!(
        (named.sides[0].name.as_str(), named.sides[0].colour),
        ("Zeno's Own", Colour::Yellow)
    );
}

/// Sides are called after their forces; two of one force are numbered, and no longer when they differ again.
#[test]
fn sides_that_nobody_named_go_by_their_force() {
    let side_names = |setup: &Setup| -> Vec<String> {
        setup.sides.iter().map(|side| side.name.clone()).collect()
    };
    let mirror = quick().with_side(library(), 0, &list("Ghar"), None, None).unwrap();
    assert_eq!(side_names(&mirror), ["Ghar 1", "Ghar 2"]);
    let again = mirror.with_side(library(), 0, &list("Freeborn"), None, None).unwrap();
    assert_eq!(side_names(&again), ["Freeborn", "Ghar"]);
    let mixed = again.with_side(library(), 1, &list("AI Squad, Lavamites"), None, None).unwrap();
    assert_eq!(side_names(&mixed), ["Freeborn", "Mixed force"]);
    assert_eq!(mixed.sides[1].faction, Faction::Other);
    let taken = again.with_side(library(), 0, &list("Algoryn"), Some("ghar"), None).unwrap();
    assert_eq!(side_names(&taken), ["ghar", "Ghar 2"]);
    let mut chosen = again.clone();
    chosen.sides[1].name = "Algoryn".into();
    let beside = chosen.with_side(library(), 0, &list("Algoryn"), None, None).unwrap();
    assert_eq!(side_names(&beside), ["Algoryn 1", "Algoryn"]);
}

#[test]
fn call_signs_are_unique_on_the_whole_table() {
    let one =
        quick().with_side(library(), 1, &list("AI Squad\nAI Squad\nGhosts: AI Squad"), None, None);
    let one = one.unwrap();
    assert_eq!(
        names(&one),
        [
            "AI Command Squad",
            "AI Squad 1",
            "AI Squad 2",
            "AI Infiltration Squad",
            "AI Mag Cannon Team",
            "AI X-Launcher Team",
            "AI Squad 3",
            "AI Squad 4",
            "Ghosts",
        ]
    );
    let clash = one.with_side(library(), 0, &list("GHOSTS: AI Squad"), None, None);
    assert_eq!(clash, Err(vec!["Two units are called GHOSTS; rename one.".into()]));
    let other = one.with_side(library(), 0, &list("AI Squad 3: Work Gang"), None, None).unwrap();
    assert_eq!(names(&other), ["AI Squad 3", "AI Squad 1", "AI Squad 2", "Ghosts"]);
}

#[test]
fn a_list_that_no_force_can_field_is_refused_with_everything_that_is_wrong() {
    let wrong = list("Force: Ghar\nAI Squad\nOutcast Command Squad\nOutcast Command Squad");
    assert_eq!(
        quick().with_side(library(), 0, &wrong, Some("Red"), Some(Colour::Blue)),
        Err(vec![
            "The Ghar force cannot take AI Squad: it belongs to the Algoryn force.".into(),
            "Red has 2 × Outcast Command Squad but only 0 × Outcast Squad; take as many of the second.".into(),
            "Both sides have dice of the same colour; change one.".into(),
        ])
    );
    let fine = list("AI Squad");
    let long = "x".repeat(33);
    let refused = quick().with_side(library(), 0, &fine, Some(&long), None);
    assert_eq!(refused, Err(vec!["A side's name has 1 to 32 plain letters.".into()]));
    for place in [2, usize::MAX] {
        assert!(quick().with_side(library(), place, &fine, None, None).is_err());
    }
}

/// A battle is played with the values it began with, whatever becomes of a server's files.
#[test]
fn the_other_side_keeps_weapons_of_a_file_that_is_gone() {
    let own = with_server_units();
    let lancers = parse(&own, "odd_lot").unwrap();
    let before = quick().with_side(&own, 1, &lancers, None, None).unwrap();
    let weapon =
        |setup: &Setup, key: &str| setup.weapons.iter().find(|weapon| weapon.key == key).cloned();
    let lance = weapon(&before, "rail_lance").unwrap();
    let after = before.with_side(library(), 0, &list("Freeborn"), None, None).unwrap();
    assert_eq!(weapon(&after, "rail_lance"), Some(lance));
    assert!(Antares::set_up(&after).is_ok());

    let stronger = "[[weapon]]\nkey = \"mag_gun\"\nname = \"Mag gun\"\nclass = \"standard\"\n\
                    [[weapon.mode]]\nrange = [20]\nsv = 9\n";
    let changed = library().extended("more.toml", stronger).unwrap();
    let both = parse(&changed, "Gang Fighters").unwrap();
    let began = quick().with_side(&changed, 1, &both, None, None).unwrap();
    let sv = |setup: &Setup| weapon(setup, "mag_gun").unwrap().modes[0].sv;
    assert_eq!(sv(&began), 1, "the Algoryn squads carry mag guns as they were");
    let all = began.with_side(&changed, 0, &parse(&changed, "Domari Squad").unwrap(), None, None);
    assert_eq!(sv(&all.unwrap()), 1, "and so do the Gang Fighters from then on");
}

#[test]
fn what_is_typed_finds_units_of_the_own_force_first() {
    let found = |faction: Option<Faction>, typed: &str| -> Vec<&str> {
        units_matching(library(), faction, typed).into_iter().map(|u| u.name.as_str()).collect()
    };
    assert_eq!(found(Some(Faction::Algoryn), "squad ass"), ["AI Assault Squad"]);
    assert_eq!(
        found(Some(Faction::Boromite), "launcher"),
        ["Boromite X-Launcher Team", "AI X-Launcher Team", "Freeborn X-Launcher Team"]
    );
    assert_eq!(found(None, "x how"), ["C3 X-Howitzer Team", "AI X-Howitzer Team"]);
    assert_eq!(found(None, "ai_x"), ["AI X-Launcher Team", "AI X-Howitzer Team"]);
    assert_eq!(found(None, "amite"), ["Lavamites"]);
    assert_eq!(found(None, "dragon"), Vec::<&str>::new());
    let all = found(Some(Faction::Ghar), "");
    assert_eq!(all.len(), library().units.len());
    assert!(
        all[..3].iter().all(|name| name.contains("Ghar") || name.contains("Outcast")),
        "{all:?}"
    );
    // the Freeborn may take ferals of their own and units that also serve them
    let freeborn = units_matching(library(), Some(Faction::Freeborn), "");
    let serving = freeborn.iter().take_while(|unit| unit.serves(Faction::Freeborn)).count();
    assert_eq!(serving, library().units_of(Faction::Freeborn).count());
}

#[test]
fn units_are_searched_by_the_beginning_of_what_is_typed() {
    let keys = |typed: &str| -> Vec<&str> {
        let found = units_matching(library(), None, typed);
        found.into_iter().map(|unit| unit.key.as_str()).collect()
    };
    for filler in ["あ ", "ß", "א ", "👩 "] {
        let many = filler.repeat(200_000);
        assert_eq!(keys(&format!("{many} squad")), keys(&many), "{filler}");
    }
    assert!(!keys(&format!("{} nothing", "squad ".repeat(200_000))).is_empty());
    assert!(keys("squad nothing").is_empty());
}

#[test]
fn quotations_that_nothing_closes_are_letters_like_any_other() {
    let open = "“ ".repeat(1_000);
    let told = faults(&format!("{open}\nAI Squad: “Iron” “Fist”\n“"));
    assert_eq!(told.len(), 2, "{told:#?}");
    assert!(told[0].starts_with("Line 1: ") && told[1].starts_with("Line 3: "), "{told:#?}");
    assert_eq!(faults(&"x".repeat(1_000_000)).len(), 1);
}

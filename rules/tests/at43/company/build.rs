use gatemaster_rules::at43::company::{
    Company, Fault, Left, Limits, MAX_UNITS, Offer, Step, UnitOffers, apply, check, marked, offers,
    offers_for, quick, sums,
};
use gatemaster_rules::at43::data::companies;

use super::{book, more, written};

fn after(company: &Company, steps: &[Step]) -> Company {
    steps.iter().fold(company.clone(), |company, step| {
        apply(book(), &company, step).unwrap_or_else(|refused| panic!("{step:?}: {refused}"))
    })
}

fn refused(company: &Company, step: &Step) -> String {
    apply(book(), company, step).unwrap_err().to_string()
}

fn add(unit: &str) -> Step {
    Step::Add { unit: unit.to_owned(), reinforcement: false }
}

fn for_unit(company: &Company, limits: &Limits, unit: usize) -> UnitOffers {
    offers_for(book(), company, limits, unit).unwrap()
}

fn labels(offers: &[Offer]) -> Vec<(&str, u32)> {
    offers.iter().map(|offer| (offer.label.as_str(), offer.value)).collect()
}

/// T-BLD-2 to T-BLD-8
#[test]
fn a_company_grows_step_by_step_into_the_one_that_is_written() {
    let company = after(
        &Company::default(),
        &[
            Step::Army { army: "white-stars".into() },
            Step::Name { name: "  Rock  Company ".into() },
            add("steel-troopers"),
            Step::Number { unit: 0, number: 9 },
            Step::Special { unit: 0, special: Some("missile-launcher".into()), bearers: 2 },
            Step::Officer { unit: 0, rank: 2 },
            Step::Number { unit: 0, number: 10 },
            Step::Equipment { unit: 0, equipment: vec!["grenades".into()] },
            Step::Copy { unit: 0 },
            add("fire-toads"),
            Step::Mark { unit: 2, reinforcement: true },
            add("fire-toads"),
            Step::Remove { unit: 3 },
        ],
    );
    assert_eq!(
        company,
        written(
            "White Stars: Rock Company
            10 steel troopers, 2 missile launchers, master sergeant, grenades
            10 steel troopers, 2 missile launchers, master sergeant, grenades
            1 Fire Toad (reinforcement)"
        )
    );
}

#[test]
fn a_step_that_would_be_wrong_is_refused_with_the_fault_and_changes_nothing() {
    let none = Company::default();
    assert_eq!(
        refused(&none, &add("steel-troopers")),
        "Choose the company's army before its units."
    );
    assert_eq!(refused(&none, &Step::Remove { unit: 0 }), "The company has no units yet; add one.");
    let army = after(&none, &[Step::Army { army: "white-stars".into() }]);
    assert!(refused(&army, &add("fire-toads")).starts_with("No slot is left for Fire Toads"));
    assert!(refused(&army, &add("storm-golems")).contains("belongs to the Therians"));
    let troopers = after(&army, &[add("steel-troopers")]);
    assert_eq!(
        refused(&troopers, &Step::Number { unit: 0, number: 10 }),
        "Steel troopers: 10 are too many. The unit has 6 to 9."
    );
    assert_eq!(
        refused(&troopers, &Step::Number { unit: 3, number: 9 }),
        "There is no unit 4; the company has 1."
    );
    assert_eq!(
        refused(&troopers, &Step::Army { army: "therians".into() }),
        "The company has units already. Take them out first, or begin another company."
    );
    let ten = after(
        &troopers,
        &[Step::Officer { unit: 0, rank: 2 }, Step::Number { unit: 0, number: 10 }],
    );
    assert_eq!(
        refused(&ten, &Step::Number { unit: 0, number: 11 }),
        "Steel troopers: 11 are too many. With a Master sergeant the unit has 6 to 10."
    );
    assert!(
        refused(&army, &Step::Army { army: "red-blok".into() }).starts_with("There is no army")
    );
    assert!(refused(&army, &Step::Name { name: "x".repeat(65) }).contains("1 to 64 letters"));
}

/// T-BLD-3
#[test]
fn a_copy_goes_without_the_officer_of_whom_there_is_one() {
    let colonel = written("12 steel troopers, colonel, 2 laser guns");
    let copied = after(&colonel, &[Step::Copy { unit: 0 }]);
    assert_eq!(copied.units[1], written("9 steel troopers, 2 laser guns").units[0]);
    let captain = written("9 steel troopers, captain");
    assert_eq!(after(&captain, &[Step::Copy { unit: 0 }]).units[1].officer, 0);
}

/// T-HER-1
#[test]
fn a_hero_takes_the_officers_place_and_the_officer_his() {
    let library = more();
    let company = written("9 steel troopers, sergeant");
    let hero = Step::Hero { unit: 0, hero: Some("newton".into()) };
    let led = apply(&library, &company, &hero).unwrap();
    assert_eq!((led.units[0].officer, led.units[0].hero.as_deref()), (0, Some("newton")));
    let sergeant = apply(&library, &led, &Step::Officer { unit: 0, rank: 1 }).unwrap();
    assert_eq!(sergeant, company);
    let heroes = offers_for(&library, &company, &Limits::FREE, 0).unwrap().heroes;
    assert_eq!(labels(&heroes), [("Captain Newton", 375)]);
}

/// T-UNI-5
#[test]
fn a_mobile_support_unit_is_armed_from_the_start_and_stays_so() {
    let library = more();
    let company = written("6 steel troopers, sergeant");
    let company = apply(&library, &company, &add("rocket-team")).unwrap();
    let company = apply(&library, &company, &Step::Number { unit: 1, number: 3 }).unwrap();
    assert_eq!((company.units[1].bearers, company.units[1].number), (3, 3));
    let special = offers_for(&library, &company, &Limits::FREE, 1).unwrap().special;
    assert_eq!(labels(&special), [("3 × missile launcher", 160), ("3 × laser gun", 160)]);
}

/// T-BLD-2
#[test]
fn only_entries_with_a_free_slot_are_offered() {
    let names = |company: &Company| -> Vec<String> {
        offers(book(), company, &Limits::FREE).entries.into_iter().map(|one| one.label).collect()
    };
    let empty = Company { army: "white-stars".into(), ..Company::default() };
    assert_eq!(names(&empty), ["Star troopers", "Steel troopers"]);
    let first = written("9 steel troopers, sergeant\n3 Fire Toads\n3 Fire Toads");
    assert_eq!(names(&first), ["Star troopers", "Steel troopers", "Steel TacArms"]);
    let full = written(
        "9 steel troopers, sergeant\n3 Fire Toads\n3 Fire Toads\n6 steel troopers\n6 steel troopers",
    );
    // battlesuits too: they take the second slot, whose troopers then begin the next platoon
    assert_eq!(names(&full), ["Star troopers", "Steel troopers", "Steel TacArms"]);
}

/// T-BLD-1, T-BLD-8
#[test]
fn an_offer_tells_price_change_and_whether_it_stays_within_the_limit() {
    let company = written("White Stars\n9 steel troopers, lieutenant\n3 TacArms (reinforcement)");
    let limits = Limits { assault: 500, reinforcement: Some(300) };
    let offered = offers(book(), &company, &limits);
    assert_eq!(offered.left, Left { assault: 200, reinforcement: Some(0) });
    assert_eq!(offered.sums, sums(book(), &company));
    let entry = |name: &str| offered.entries.iter().find(|one| one.label == name).unwrap();
    let toads = entry("Fire Toads");
    assert_eq!((toads.value, toads.change, toads.within), (200, 200, true));
    let medium = offers(book(), &company, &Limits { assault: 499, reinforcement: Some(300) });
    assert!(!medium.entries.iter().find(|one| one.label == "Fire Toads").unwrap().within);
    let marks = for_unit(&company, &limits, 0).marks;
    assert_eq!((marks[0].chosen, marks[0].within), (true, true));
    assert_eq!((marks[1].change, marks[1].within), (0, false), "300 do not fit what is left of 0");
}

/// T-BLD-3 to T-BLD-7
#[test]
fn a_unit_is_offered_just_what_its_list_allows_now() {
    let company = written("White Stars\n9 steel troopers, master sergeant, 2 MGs");
    let offered = for_unit(&company, &Limits::without_reinforcements(2000), 0);
    assert_eq!(offered.value, Some(290));
    assert_eq!(
        labels(&offered.numbers),
        [("6", 190), ("7", 220), ("8", 250), ("9", 290), ("10", 320)]
    );
    let chosen: Vec<bool> = offered.numbers.iter().map(|number| number.chosen).collect();
    assert_eq!(chosen, [false, false, false, true, false]);
    assert_eq!(
        labels(&offered.officers),
        [
            ("no officer", 275),
            ("Sergeant", 285),
            ("Master sergeant", 290),
            ("Lieutenant", 300),
            ("Captain", 315),
            ("Colonel", 335)
        ]
    );
    assert_eq!(
        labels(&offered.equipment),
        [
            ("standard equipment", 290),
            ("Grenades", 325),
            ("Triple lens helmet", 335),
            ("Grenades and Triple lens helmet", 370)
        ]
    );
    assert_eq!(
        labels(&offered.special),
        [
            ("no special weapon", 290),
            ("1 × laser gun", 290),
            ("2 × laser gun", 290),
            ("1 × MG", 290),
            ("2 × MG", 290),
            ("1 × missile launcher", 315),
            ("2 × missile launcher", 315)
        ]
    );
    let specialists: Vec<&str> =
        offered.specialists.iter().map(|offer| offer.label.as_str()).collect();
    assert_eq!(
        specialists,
        [
            "no specialist",
            "mechanic",
            "medic",
            "mechanic and mechanic",
            "mechanic and medic",
            "medic and medic"
        ]
    );
    assert!(offered.marks.is_empty() && offered.heroes.is_empty());
    assert_eq!(offered.copy.unwrap().change, 290);
    let medusas = written("9 golems, alpha\n7 medusas");
    assert!(for_unit(&medusas, &Limits::FREE, 1).officers.is_empty());
}

/// T-BLD-2
#[test]
fn after_a_unit_has_gone_the_gap_is_told_and_can_be_filled() {
    let company = written("White Stars\n9 steel troopers, sergeant\n3 Fire Toads\n2 TacArms");
    let gap = after(&company, &[Step::Remove { unit: 0 }]);
    let faults = offers(book(), &gap, &Limits::FREE).faults;
    assert_eq!(faults.len(), 2, "no officer, and nobody for the compulsory slot: {faults:?}");
    let grown = after(&gap, &[add("steel-tacarms")]);
    assert_eq!(grown.units.len(), 3, "the gap may wait");
    let filled = after(&gap, &[add("star-troopers"), Step::Officer { unit: 2, rank: 1 }]);
    assert!(offers(book(), &filled, &Limits::FREE).faults.is_empty());
}

/// T-BLD-4, T-BLD-6: a choice is offered even where another one has to give way for it, and says what goes.
#[test]
fn fewer_fighters_and_lower_officers_say_what_they_take_away() {
    let company =
        written("White Stars\n9 steel troopers, sergeant, 2 missile launchers, medic, medic");
    let offered = for_unit(&company, &Limits::FREE, 0);
    let taken = |offers: &[Offer], label: &str| {
        let offer = offers.iter().find(|one| one.label == label).unwrap();
        offer.takes_away.clone().unwrap_or_default()
    };
    assert_eq!(taken(&offered.numbers, "8"), "takes away 1 bearer");
    assert_eq!(taken(&offered.numbers, "9"), "");
    assert!(offered.later.is_empty(), "{:?}", offered.later);
    let six = after(&company, &[Step::Number { unit: 0, number: 6 }]);
    assert_eq!(
        six,
        written("White Stars\n6 steel troopers, sergeant, 1 missile launcher, medic, medic")
    );
    assert_eq!(for_unit(&six, &Limits::FREE, 0).later, ["2 bearers from 9 fighters on"]);

    let colonel =
        written("White Stars\n12 steel troopers, colonel, 2 laser guns\n9 steel troopers");
    let offered = for_unit(&colonel, &Limits::FREE, 0);
    assert_eq!(taken(&offered.officers, "no officer"), "takes away 3 fighters");
    assert_eq!(for_unit(&colonel, &Limits::FREE, 1).later, ["one Colonel in a company"]);
    let plain = after(&colonel, &[Step::Officer { unit: 0, rank: 0 }]);
    assert_eq!(plain, written("White Stars\n9 steel troopers, 2 laser guns\n9 steel troopers"));
}

/// T-BLD-2: where several units are missing, each of them can be put back.
#[test]
fn a_gap_for_several_units_is_closed_one_by_one() {
    let baker = companies().iter().find(|ready| ready.key == "baker-company").unwrap();
    let troopers = |company: &Company| -> Vec<usize> {
        let units = company.units.iter().enumerate();
        units.filter(|(_, unit)| unit.unit == "steel-troopers").map(|(place, _)| place).collect()
    };
    let mut company = baker.company.clone();
    for _ in 0..2 {
        let last = *troopers(&company).last().unwrap();
        company = after(&company, &[Step::Remove { unit: last }]);
    }
    for _ in 0..2 {
        let offered = offers(book(), &company, &Limits::FREE).entries;
        let again = offered.iter().find(|one| one.label == "Steel troopers");
        let again = again.unwrap_or_else(|| panic!("{:?}", labels(&offered)));
        company = after(&company, std::slice::from_ref(&again.step));
    }
    assert!(
        offers(book(), &company, &Limits::FREE)
            .faults
            .iter()
            .all(|fault| matches!(fault, Fault::NoOfficer))
    );
}

/// T-BLD-2
#[test]
fn units_without_a_slot_are_named_with_what_must_come_first() {
    let absent = |company: &Company| -> Vec<String> {
        let absent = offers(book(), company, &Limits::FREE).absent.into_iter();
        absent.map(|one| format!("{}: {}", one.names.join(", "), one.why)).collect()
    };
    let empty = Company { army: "white-stars".into(), ..Company::default() };
    let found = absent(&empty);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].contains("Fire Toads") && found[0].contains("platoon 1 begins with soldiers"),
        "{found:?}"
    );
    let first = written("9 steel troopers, sergeant\n3 Fire Toads\n3 Fire Toads");
    let found = absent(&first);
    assert!(found[0].ends_with(": fill slots 2 and 3 of platoon 1 first"), "{found:?}");
}

/// T-BLD-8
#[test]
fn a_unit_that_fits_the_reinforcements_alone_is_added_as_one() {
    let company = written("White Stars\n9 steel troopers, lieutenant");
    let toads = |limits: &Limits| {
        let offered = offers(book(), &company, limits).entries;
        offered.into_iter().find(|one| one.label == "Fire Toads").unwrap()
    };
    let full = toads(&Limits { assault: 400, reinforcement: Some(500) });
    assert!(full.within && full.reinforcement);
    let added = after(&company, std::slice::from_ref(&full.step));
    assert!(added.units[1].reinforcement);
    let room = toads(&Limits { assault: 900, reinforcement: Some(500) });
    assert!(room.within && !room.reinforcement);
    let neither = toads(&Limits { assault: 400, reinforcement: Some(100) });
    assert!(!neither.within && !neither.reinforcement);
}

/// T-BLD-8
#[test]
fn a_mark_can_be_taken_off_where_the_game_has_no_reinforcements() {
    let company = written("White Stars\n9 steel troopers, lieutenant\n3 TacArms (reinforcement)");
    let limits = Limits::without_reinforcements(2000);
    let marks = for_unit(&company, &limits, 1).marks;
    let off = marks.iter().find(|mark| !mark.chosen).unwrap();
    let plain = after(&company, std::slice::from_ref(&off.step));
    assert!(offers(book(), &plain, &limits).faults.is_empty());
    assert!(for_unit(&plain, &limits, 1).marks.is_empty());
    assert_eq!(marked(book(), &company, &limits), plain);
}

/// T-BLD-8: late units are reinforcements; where they do not come out even, those that do.
#[test]
fn a_split_into_assault_and_reinforcement_is_found_if_there_is_any() {
    let marks = |company: &Company, limits: &Limits| -> Vec<bool> {
        marked(book(), company, limits).units.iter().map(|unit| unit.reinforcement).collect()
    };
    let limits = |assault, reinforcement| Limits { assault, reinforcement: Some(reinforcement) };
    let company = written(
        "White Stars\n9 steel troopers, lieutenant\n3 TacArms\n6 steel troopers\n3 Fire Toads",
    );
    let total = sums(book(), &company).total();
    assert_eq!(marks(&company, &limits(total, 0)), [false; 4]);
    let last = sums(book(), &Company { units: company.units[3..].to_vec(), ..company.clone() });
    assert_eq!(
        marks(&company, &limits(total - last.total(), last.total())),
        [false, false, false, true]
    );
    // every way to share it out exactly is found
    for share in 0..16_usize {
        let mut own = company.clone();
        for (place, unit) in own.units.iter_mut().enumerate() {
            unit.reinforcement = share >> place & 1 == 1;
        }
        let sums_of = sums(book(), &own);
        let limits = limits(sums_of.assault, sums_of.reinforcement);
        let found = marked(book(), &company, &limits);
        assert!(check(book(), &found, &limits).is_empty(), "{share}: {limits:?}");
    }
}

/// T-BLD-1, T-BLD-8: for every army, whatever is agreed on, and in time.
#[test]
fn a_quick_company_is_legal_and_uses_most_of_the_points() {
    for (assault, reinforcement) in [
        (500, None),
        (750, None),
        (1250, None),
        (1500, None),
        (2000, None),
        (3000, None),
        (1500, Some(500)),
        (1000, Some(1000)),
        (750, Some(1250)),
    ] {
        let limits = Limits { assault, reinforcement };
        for army in &book().armies {
            let company = quick(book(), &army.key, &limits).unwrap();
            assert_eq!(check(book(), &company, &limits), []);
            let sum = sums(book(), &company).total();
            let all = assault + reinforcement.unwrap_or(0);
            assert!(sum * 100 >= all * 85, "{}: {sum} of {all}", army.name);
        }
    }
    let huge = Limits::without_reinforcements(1_000_000);
    assert_eq!(quick(book(), "therians", &huge).unwrap().units.len(), MAX_UNITS);
    assert_eq!(quick(book(), "therians", &Limits::without_reinforcements(50)), None);
}

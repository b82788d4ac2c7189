//! The builder's cards within Discord's limits, and its words.

use gatemaster_discord::card::{Card, Press, SeenBy};
use gatemaster_discord::limits;
use gatemaster_rules::at43::company::{
    Company, Limits, MAX_UNITS, Offer, Step, apply, check, import, offers as offers_of, offers_for,
    sums, write,
};
use gatemaster_rules::at43::data::{companies, library};

use super::bench::Bench;
use super::choices;
use super::draft::{Draft, Points};
use super::files;
use super::press::Part;
use super::sheets::{Shown, page};
use super::show::{self, Places, UnitPlaces};

fn bench(company: Company) -> Bench {
    Bench { side: None, shelf: None, draft: Draft::of(company) }
}

/// As many units as fit into so many points, the dearest that fits each time or every kind in turn.
fn filled(army: &str, points: u32, dear: bool) -> Company {
    let apply = |company: &Company, step: &Step| apply(library(), company, step).unwrap();
    let limits = Limits::without_reinforcements(points);
    let mut company = apply(&Company::default(), &Step::Army { army: army.to_owned() });
    company.name = "W".repeat(64);
    while company.units.len() < MAX_UNITS {
        let offers = offers_of(library(), &company, &limits).entries;
        let fits = |offer: &&Offer| offer.within;
        let next = if dear {
            offers.iter().filter(fits).max_by_key(|offer| offer.value)
        } else {
            offers.iter().filter(fits).min_by_key(|offer| offer.value)
        };
        let Some(next) = next else { break };
        company = apply(&company, &next.step);
    }
    company
}

/// Every unit with the last of each kind of thing that it can have, and marked.
fn equipped(mut company: Company) -> Company {
    for unit in 0..company.units.len() {
        for part in [Part::Number, Part::Equipment, Part::Special, Part::Specialists] {
            let own = offers_for(library(), &company, &Limits::FREE, unit).unwrap();
            if let Some(last) = show::of_part(&own, part).pop() {
                company = apply(library(), &company, &last.step).unwrap();
            }
        }
        let mark = Step::Mark { unit, reinforcement: true };
        company = apply(library(), &company, &mark).unwrap();
    }
    company
}

/// Everything that Discord would refuse, and everything that would be cut off.
fn check_limits(card: &Card, what: &str) {
    let length = |text: &str| text.chars().count();
    assert!(length(&card.content) <= limits::CONTENT, "{what}: content");
    assert!(length(&card.title) <= limits::EMBED_TITLE, "{what}: title");
    assert!(length(&card.text) <= limits::EMBED_TEXT, "{what}: {} letters", length(&card.text));
    let rows = card.selects.iter().filter(|list| !list.options.is_empty()).count();
    let rows = rows + card.buttons.iter().filter(|row| !row.is_empty()).count();
    assert!(rows <= limits::ROWS, "{what}: {rows} rows");
    for row in &card.buttons {
        assert!(row.len() <= limits::BUTTONS_PER_ROW, "{what}: {} buttons", row.len());
        for button in row {
            assert!(length(&button.label) <= limits::BUTTON_LABEL, "{what}: {}", button.label);
            if let Press::Id(id) = &button.press {
                assert!(id.as_str().len() <= limits::CUSTOM_ID, "{what}: {}", id.as_str());
            }
        }
    }
    for list in &card.selects {
        assert!(list.options.len() <= usize::from(limits::CHOICES), "{what}: {}", list.placeholder);
        assert!(length(&list.placeholder) <= limits::PLACEHOLDER, "{what}");
        for option in &list.options {
            assert!(length(&option.label) <= limits::CHOICE_NAME, "{what}: {}", option.label);
            assert!(length(&option.value) <= limits::CHOICE_NAME, "{what}: {}", option.value);
        }
    }
    assert!(card.body(SeenBy::One).is_object());
}

fn check_all_cards(company: &Company, limits: Points) {
    let mut bench = bench(company.clone());
    bench.draft.set_points(limits);
    let what = format!("{} units of {}", company.units.len(), company.army);
    for page in 0..4 {
        let at = Places { page, entries: 24, units: 24 };
        check_limits(&show::main(&bench, at, ""), &format!("{what}, page {page}"));
        check_limits(&show::check_card(&bench, page), &format!("{what}, check {page}"));
    }
    let said = "x".repeat(5_000);
    check_limits(&show::main(&bench, Places::default(), &said), &format!("{what}, a long word"));
    let all = choices::ready(library(), &bench.limits());
    check_limits(&show::home(&bench, &all, 0), &format!("{what}, home"));
    check_limits(&show::load(&bench, &all, 0), &format!("{what}, load"));
    for unit in [0, company.units.len() / 2, company.units.len() - 1] {
        for second in [false, true] {
            let card = show::unit(&bench, unit, UnitPlaces { second, paged: None }, "").unwrap();
            check_limits(&card, &format!("{what}, unit {unit}"));
        }
    }
    check_limits(&files::export(library(), company), &format!("{what}, export"));
    let whose = "W".repeat(64);
    let shown = |pictures| Shown {
        library: library(),
        company,
        limits: bench.limits(),
        whose: &whose,
        colour: 0,
        pictures,
    };
    let (first, last) = page(shown(true), 0);
    check_limits(&first, &format!("{what}, sheet"));
    assert!(first.picture.unwrap().alt.chars().count() <= limits::ALT_TEXT);
    // no unit is lost between the pages
    let pages: Vec<String> = (0..=last).map(|at| page(shown(false), at).0.text).collect();
    let read: usize = pages.iter().map(|text| text.matches(" AP").count()).sum();
    assert!(read >= company.units.len(), "{what}: {read} prices on the sheet");
}

/// T-BLD-9
#[test]
fn every_card_of_a_company_of_three_thousand_points_is_within_discord_s_limits() {
    for army in &library().armies {
        for dear in [true, false] {
            let company = filled(&army.key, 3_000, dear);
            assert!(sums(library(), &company).total() > 2_500, "{}", army.name);
            check_all_cards(&company, Points { assault: 3_000, reinforcement: None });
        }
    }
}

/// T-BLD-9
#[test]
fn every_card_of_sixty_units_is_within_discord_s_limits() {
    for army in &library().armies {
        let company = filled(&army.key, 1_000_000, false);
        assert_eq!(company.units.len(), MAX_UNITS, "{}", army.name);
        check_all_cards(&company, Points { assault: 100, reinforcement: Some(100) });
    }
}

/// T-BLD-9
#[test]
fn a_company_of_sixty_units_comes_back_from_its_files() {
    for army in &library().armies {
        let company = equipped(filled(&army.key, 1_000_000, false));
        let text = write(library(), &company);
        assert_eq!(import(library(), &text).as_ref(), Ok(&company));
        let card = files::export(library(), &company);
        assert_eq!(card.files.len(), 3);
        for file in &card.files {
            let text = std::str::from_utf8(&file.bytes).unwrap();
            assert_eq!(files::read(library(), text).unwrap(), company, "{}", file.name);
        }
    }
}

/// T-BLD-5, T-BLD-6
#[test]
fn every_choice_says_what_it_costs_and_what_is_left() {
    let mut bench = bench(companies()[2].company.clone());
    bench.draft.set_points(Points { assault: 1_100, reinforcement: None });
    let card = show::main(&bench, Places::default(), "");
    assert!(card.text.contains("**100 AP left**"), "{}", card.text);
    let adding = card.selects.iter().find(|list| list.placeholder.starts_with("Add")).unwrap();
    for option in &adding.options {
        assert!(option.label.contains(" AP"), "{}", option.label);
        assert!(option.more.contains("sum 1"), "{}", option.more);
        let dear = option.more.contains("too many");
        assert_eq!(option.emoji.is_some(), dear, "{}: {}", option.label, option.more);
    }
    let unit = show::unit(&bench, 0, UnitPlaces::default(), "").unwrap();
    let named: Vec<&str> = unit.selects.iter().map(|list| list.placeholder.as_str()).collect();
    assert!(named.contains(&"Number…") && named.contains(&"Officer or hero…"), "{named:?}");
    for list in &unit.selects {
        let chosen = list.options.iter().filter(|option| option.chosen).count();
        assert_eq!(chosen, 1, "{}", list.placeholder);
    }
}

/// T-BLD-8
#[test]
fn with_reinforcements_every_choice_says_what_is_left_of_its_own_share() {
    let mut bench = bench(companies()[2].company.clone());
    bench.draft.set_points(Points { assault: 1_000, reinforcement: Some(500) });
    let card = show::main(&bench, Places::default(), "");
    let adding = card.selects.iter().find(|list| list.placeholder.starts_with("Add")).unwrap();
    for option in &adding.options {
        let reinforcement = option.label.ends_with(" · as reinforcement");
        let share = if reinforcement { "of reinforcement left" } else { "of assault too many" };
        assert!(option.more.ends_with(share), "{}: {}", option.label, option.more);
        assert_eq!(option.emoji.is_none(), reinforcement, "{}", option.label);
    }
    assert!(adding.options.iter().any(|option| option.emoji.is_none()));
    let unit = show::unit(&bench, 0, UnitPlaces::default(), "").unwrap();
    let others = unit.selects.iter().flat_map(|list| &list.options).filter(|it| !it.chosen);
    for option in others {
        assert!(option.more.contains(" of assault "), "{}: {}", option.label, option.more);
    }
}

/// T-BLD-2, T-BLD-6
#[test]
fn what_cannot_be_had_now_is_said_with_its_reason() {
    let read = |text| bench(files::read(library(), text).unwrap());
    let bench = read("White Stars\n6 steel troopers, sergeant\n3 Fire Toads\n3 Fire Toads");
    let card = show::main(&bench, Places::default(), "");
    assert!(
        card.text.contains("-# Not now: Fire Toads (fill slots 2 and 3 of platoon 1 first)"),
        "{}",
        card.text
    );
    let unit = show::unit(&bench, 0, UnitPlaces::default(), "").unwrap();
    assert!(unit.text.contains("-# Not now: 2 bearers from 9 fighters on"), "{}", unit.text);
    let bench = read("White Stars\n9 steel troopers, 2 missile launchers, sergeant");
    let unit = show::unit(&bench, 0, UnitPlaces::default(), "").unwrap();
    let numbers = unit.selects.iter().find(|list| list.placeholder == "Number…").unwrap();
    let six = numbers.options.iter().find(|it| it.label.starts_with("Number 6")).unwrap();
    assert!(six.more.starts_with("takes away 1 bearer · "), "{}", six.more);
}

/// T-BLD-1
#[test]
fn where_no_ready_company_is_large_enough_one_is_built_for_each_army() {
    for (assault, reinforcement) in [(500, None), (750, None), (3_000, None), (1_500, Some(500))] {
        let limits = Limits { assault, reinforcement };
        let ready = choices::ready(library(), &limits);
        for army in &library().armies {
            let own = ready.iter().find(|one| {
                let company = one.company.as_ref().unwrap();
                let all = assault + reinforcement.unwrap_or(0);
                company.army == army.key
                    && check(library(), company, &limits).is_empty()
                    && sums(library(), company).total() * 100 >= all * 85
            });
            assert!(own.is_some(), "{} at {limits:?}", army.name);
        }
    }
    let limits = Limits::without_reinforcements(750);
    let ready = choices::ready(library(), &limits);
    let quick = choices::named(&ready, "quick therians").unwrap();
    assert_eq!(quick.value, "q:therians");
    assert_eq!(quick.taken().unwrap().name, "Quick Therians");
    assert!(quick.label(library()).starts_with("Quick Therians · "), "{}", quick.label(library()));
    let plain = choices::ready(library(), &Limits::without_reinforcements(1_000));
    assert!(plain.iter().all(|one| !one.value.starts_with("q:")), "the ready ones will do");
}

/// T-BLD-1
#[test]
fn all_faults_are_told_at_once() {
    let mut company = companies()[2].company.clone();
    company.units[0].officer = 0;
    company.units[1].number = 99;
    let card = show::check_card(&bench(company), 0);
    assert!(card.text.matches("⚠️").count() >= 2, "{}", card.text);
}

#[test]
fn what_is_too_long_or_of_no_army_is_not_taken_over() {
    for odd in ["", "hello", "White Stars\n9 unicorns", "{\"army\": \"nobody\", \"units\": []}"] {
        let refused = files::read(library(), odd).unwrap_err();
        assert!(refused.is_refusal(), "{odd}");
    }
    let long = format!("White Stars\n{}", "1 fire toad\n".repeat(1_000));
    assert!(files::read(library(), &long).is_err());
}

/// T-BLD-7, T-BLD-8
#[test]
fn a_unit_is_marked_by_a_button_and_its_specialists_are_counted() {
    let mut bench = bench(companies()[2].company.clone());
    let labels = |bench: &Bench| -> Vec<String> {
        let card = show::unit(bench, 0, UnitPlaces::default(), "").unwrap();
        card.buttons.iter().flatten().map(|button| button.label.clone()).collect()
    };
    bench.draft.set_points(Points { assault: 1_000, reinforcement: None });
    assert!(!labels(&bench).iter().any(|label| label.starts_with("Make it")));
    bench.draft.set_points(Points { assault: 700, reinforcement: Some(300) });
    assert!(labels(&bench).contains(&"Make it reinforcement".to_owned()));
    bench.draft.step(library(), &Step::Mark { unit: 0, reinforcement: true }).unwrap();
    assert!(labels(&bench).contains(&"Make it assault".to_owned()));
    let both = [false, true].map(|second| {
        show::unit(&bench, 0, UnitPlaces { second, paged: None }, "").unwrap().selects
    });
    let options = both.iter().flatten().flat_map(|list| &list.options);
    let options: Vec<&str> = options.map(|option| option.label.as_str()).collect();
    assert!(options.iter().any(|label| label.starts_with("2 medics · ")), "{options:?}");
}

//! Companies: what they cost, what is legal, platoons, building, text and files.

mod build;
mod faults;
mod import;
mod lists;
mod platoons;
mod prices;
mod random;
mod samples;
mod sheet;
mod text;

use gatemaster_rules::at43::company::{Chosen, Company, Fault, Limits, check, read};
use gatemaster_rules::at43::data;
use gatemaster_rules::at43::profile::{Category, Entry, Hero, Library, Price, Sources, Special};

/// The book's armies.
fn book() -> &'static Library {
    data::library()
}

/// The book's armies with what it does not have: heroes, a mobile and a static support unit.
fn more() -> Library {
    let mut library = book().clone();
    let army = library.army_of_key("white-stars").unwrap();
    let toads = library.entry_of_key("fire-toads").unwrap();
    let troopers = library.entry_of_key("steel-troopers").unwrap();
    let trooper = library.entry(troopers).unwrap().clone();
    let missiles = library.weapon_of_key("missile-launcher").unwrap();
    let lasers = library.weapon_of_key("laser-gun").unwrap();
    let hero = |key: &str, name: &str, rank, category, aboard| Hero {
        key: key.to_owned(),
        name: name.to_owned(),
        army,
        rank,
        category,
        grade: if category == Category::Striders { 1 } else { 2 },
        cost: 100,
        profile: trooper.profile.clone(),
        ranged: Vec::new(),
        close: Vec::new(),
        aboard,
        mission_pilot: false,
        sources: Sources::default(),
    };
    library.heroes.push(hero("newton", "Captain Newton", 4, Category::Soldiers, None));
    library.heroes.push(hero("borz", "Sergeant Borz", 1, Category::Striders, Some(toads)));
    let price = |at_standard, at_maximum, extra| Price {
        equipment: Vec::new(),
        at_standard,
        at_maximum,
        extra,
        sources: Sources::default(),
    };
    let support = Entry {
        key: "rocket-team".to_owned(),
        name: "Rocket team".to_owned(),
        category: Category::Support,
        grade: 1,
        standard: 2,
        maximum: 4,
        special: [missiles, lasers].map(|weapon| Special { weapon, surcharge: 10 }).to_vec(),
        bearers: (0, 0),
        specialists: 0,
        officers: [Some(10), None, None, None, None],
        prices: vec![price(100, 200, Some(50))],
        all_bearers: true,
        ..trooper.clone()
    };
    let mortars = Entry {
        key: "mortars".to_owned(),
        name: "Mortars".to_owned(),
        special: Vec::new(),
        standard: 3,
        maximum: 9,
        prices: vec![price(100, 300, Some(35))],
        gunners_each: Some(2),
        all_bearers: false,
        ..support.clone()
    };
    library.entries.push(support);
    library.entries.push(mortars);
    library
}

/// A company of the book's armies, as people write it.
fn written(text: &str) -> Company {
    written_of(book(), text)
}

fn written_of(library: &Library, text: &str) -> Company {
    read(library, text).unwrap_or_else(|faults| panic!("{text}: {faults:?}"))
}

fn faults_of(library: &Library, text: &str) -> Vec<String> {
    said(&check(library, &written_of(library, text), &Limits::FREE))
}

fn said(faults: &[Fault]) -> Vec<String> {
    faults.iter().map(ToString::to_string).collect()
}

/// The only unit of a company.
fn unit(text: &str) -> Chosen {
    written(text).units.remove(0)
}

/// Numbers that are all over the place and the same every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % most
    }

    fn one_of<'t, T>(&mut self, list: &'t [T]) -> &'t T {
        &list[self.below(list.len())]
    }
}

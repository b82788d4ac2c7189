//! Companies by chance: absurd ones break nothing, those built by steps are legal, and text keeps every one.

use gatemaster_rules::at43::company::{
    Chosen, Company, Fault, Limits, Offer, Step, apply, check, import, muster, offers, offers_for,
    place, read, sheet, sums, value, write,
};
use gatemaster_rules::at43::profile::{Library, Specialist};

use super::{Numbers, more, said};

fn absurd(numbers: &mut Numbers, library: &Library) -> Company {
    let keys: Vec<&str> = library
        .entries
        .iter()
        .map(|entry| entry.key.as_str())
        .chain(library.weapons.iter().map(|weapon| weapon.key.as_str()))
        .chain(library.equipment.iter().map(|item| item.key.as_str()))
        .chain(library.heroes.iter().map(|hero| hero.key.as_str()))
        .chain(library.armies.iter().map(|army| army.key.as_str()))
        .chain(["", "no such thing", "\u{202e}x\n", "ſteel-troopers"])
        .collect();
    let entries = library.entries.len();
    let small = |numbers: &mut Numbers, most| u8::try_from(numbers.below(most)).unwrap();
    let units = (0..numbers.below(70))
        .map(|_| {
            let most = if numbers.below(4) > 0 { 13 } else { 256 };
            let any = |numbers: &mut Numbers| (*numbers.one_of(&keys)).to_owned();
            let maybe = |numbers: &mut Numbers| {
                (numbers.below(3) == 0).then(|| (*numbers.one_of(&keys)).to_owned())
            };
            let known = keys[numbers.below(entries)].to_owned();
            Chosen {
                unit: if numbers.below(5) > 0 { known } else { any(numbers) },
                number: small(numbers, most),
                equipment: (0..numbers.below(3)).map(|_| any(numbers)).collect(),
                special: maybe(numbers),
                bearers: small(numbers, 4),
                officer: small(numbers, 7),
                hero: maybe(numbers),
                specialists: (0..numbers.below(4))
                    .map(|_| {
                        *numbers.one_of(&[
                            Specialist::Medic,
                            Specialist::Mechanic,
                            Specialist::CombatEngineer,
                        ])
                    })
                    .collect(),
                reinforcement: numbers.below(3) == 0,
            }
        })
        .collect();
    Company { name: "Chance".into(), army: (*numbers.one_of(&keys)).to_owned(), units }
}

/// T-BLD-1
#[test]
fn absurd_companies_are_refused_and_shown_without_breaking_anything() {
    let library = more();
    let mut numbers = Numbers(1);
    for _ in 0..150 {
        let company = absurd(&mut numbers, &library);
        let limits = Limits::without_reinforcements(u32::try_from(numbers.below(4_000)).unwrap());
        let faults = check(&library, &company, &limits);
        assert!(!faults.is_empty());
        for fault in &faults {
            let told = fault.to_string();
            assert!(told.chars().count() < 3_000 && !told.contains(['\n', '\u{202e}']), "{told}");
        }
        let placed = place(&library, &company).is_ok();
        let shown = sheet(&library, &company, &limits);
        assert_eq!(shown.left.is_empty(), placed, "{company:?}");
        assert!(shown.to_string().starts_with(|c: char| !c.is_whitespace()));
        assert!(muster(&library, &company).is_err());
        assert_eq!(shown.sums, sums(&library, &company));
        if let Ok(again) = read(&library, &write(&library, &company)) {
            assert!(again.units.len() <= company.units.len());
        }
    }
}

/// Any step that the offers allow, without removals.
fn offered(numbers: &mut Numbers, library: &Library, company: &Company) -> Option<Step> {
    if company.army.is_empty() {
        let armies = offers(library, company, &Limits::FREE).armies;
        return Some(numbers.one_of(&armies).0.clone());
    }
    let new = numbers.below(3) == 0 || company.units.is_empty();
    let choices: Vec<Offer> = if new {
        offers(library, company, &Limits::FREE).entries
    } else {
        let unit = numbers.below(company.units.len());
        let all = offers_for(library, company, &Limits::FREE, unit)?;
        let mut lists = vec![
            all.numbers,
            all.equipment,
            all.special,
            all.officers,
            all.heroes,
            all.specialists,
            all.marks,
            all.copy.into_iter().collect(),
        ];
        lists.swap_remove(numbers.below(8))
    };
    (!choices.is_empty()).then(|| numbers.one_of(&choices).step.clone())
}

/// T-BLD-2 to T-BLD-8, T-HER-1
#[test]
fn companies_that_are_built_from_what_is_offered_are_legal_and_text_keeps_them() {
    let library = more();
    let mut numbers = Numbers(43);
    let (mut led, mut largest) = (0, 0);
    for _ in 0..30 {
        let mut company = Company::default();
        for _ in 0..25 + numbers.below(25) {
            let Some(step) = offered(&mut numbers, &library, &company) else { continue };
            company = apply(&library, &company, &step)
                .unwrap_or_else(|refused| panic!("{step:?} was offered: {refused}"));
        }
        largest = largest.max(company.units.len());
        let faults = check(&library, &company, &Limits::FREE);
        let officer = faults.iter().all(|fault| matches!(fault, Fault::NoOfficer));
        assert!(officer, "{:?}\n{company:?}", said(&faults));
        if faults.is_empty() {
            led += 1;
            let units = muster(&library, &company).unwrap();
            assert_eq!(units.len(), company.units.len());
            let worth: u32 = units.iter().map(|unit| unit.value).sum();
            assert_eq!(worth, sums(&library, &company).total());
        }
        let text = write(&library, &company);
        assert_eq!(read(&library, &text).as_ref(), Ok(&company), "{text}");
        let json = serde_json::to_string(&company).unwrap();
        assert_eq!(import(&library, &json).as_ref(), Ok(&company), "{json}");
    }
    assert!(led > 10 && largest > 10, "{led} with an officer, {largest} units at most");
}

/// T-BLD-1
#[test]
fn what_an_offer_says_is_what_the_step_does() {
    let library = more();
    let mut numbers = Numbers(7);
    for _ in 0..6 {
        let mut company = Company::default();
        for _ in 0..20 {
            if let Some(step) = offered(&mut numbers, &library, &company) {
                company = apply(&library, &company, &step).unwrap();
            }
        }
        let limits = Limits::without_reinforcements(1_500);
        for unit in 0..company.units.len() {
            let all = offers_for(&library, &company, &limits, unit).unwrap();
            for offer in all.numbers.iter().chain(&all.special).chain(&all.officers) {
                let after = apply(&library, &company, &offer.step).unwrap();
                assert_eq!(value(&library, &after.units[unit]).unwrap().total(), offer.value);
                let (was, is) = (sums(&library, &company).total(), sums(&library, &after).total());
                assert_eq!(i64::from(is) - i64::from(was), offer.change);
                assert_eq!(offer.within, is <= 1_500 || is <= was, "{offer:?}");
            }
        }
    }
}

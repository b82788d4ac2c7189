//! Companies that players keep.

use gatemaster_store::{Keeping, KeptCompany, MAX_COMPANIES, MAX_COMPANY, Store};

use crate::common::{ANNA, BERT, House, SERVER};

const SYSTEM: &str = "at43";

fn company(name: &str, user_id: u64) -> KeptCompany {
    KeptCompany {
        guild_id: Some(SERVER),
        user_id,
        system: SYSTEM.to_owned(),
        name: name.to_owned(),
        text: format!("White Stars: {name}"),
        changed_at_ms: 5,
    }
}

async fn names(store: &Store, user: u64) -> Vec<String> {
    let all = store.companies_of(user, Some(SERVER), SYSTEM).await.unwrap();
    all.into_iter().map(|company| company.name).collect()
}

#[tokio::test]
async fn a_company_is_kept_found_replaced_and_forgotten_by_its_name_in_capitals_or_not() {
    let house = House::new().await;
    let store = &house.store;
    let rock = company("Rock Überfall", ANNA);
    assert_eq!(store.keep_company(&rock).await.unwrap(), Keeping::Kept);
    let found = store.company(ANNA, Some(SERVER), SYSTEM, "ROCK überfall").await.unwrap();
    assert_eq!(found.as_ref(), Some(&rock));

    let again = KeptCompany {
        text: "Therians".to_owned(),
        changed_at_ms: 6,
        ..company("rock ÜBERFALL", ANNA)
    };
    assert_eq!(store.keep_company(&again).await.unwrap(), Keeping::Kept);
    let all = store.companies_of(ANNA, Some(SERVER), SYSTEM).await.unwrap();
    assert_eq!(all, [again]);

    assert!(!store.forget_company(BERT, Some(SERVER), SYSTEM, "rock überfall").await.unwrap());
    assert!(store.forget_company(ANNA, Some(SERVER), SYSTEM, "Rock überfall").await.unwrap());
    assert!(!store.forget_company(ANNA, Some(SERVER), SYSTEM, "Rock überfall").await.unwrap());
    assert!(names(store, ANNA).await.is_empty());
}

#[tokio::test]
async fn every_person_server_and_system_has_companies_of_its_own() {
    let house = House::new().await;
    let mine = company("Rock", u64::MAX);
    let elsewhere = KeptCompany { guild_id: Some(u64::MAX), ..mine.clone() };
    let alone = KeptCompany { guild_id: None, ..mine.clone() };
    let other = KeptCompany { system: "antares".to_owned(), ..mine.clone() };
    let theirs = company("Rock", BERT);
    for one in [&mine, &elsewhere, &alone, &other, &theirs] {
        assert_eq!(house.store.keep_company(one).await.unwrap(), Keeping::Kept);
    }
    let house = house.restart().await;
    let store = &house.store;
    for one in [&mine, &elsewhere, &alone, &other, &theirs] {
        let found = store.companies_of(one.user_id, one.guild_id, &one.system).await.unwrap();
        assert_eq!(found, std::slice::from_ref(one));
    }
    let mut copied: Vec<KeptCompany> = Vec::new();
    loop {
        let next = store.some_companies_of(u64::MAX, copied.last(), 3).await.unwrap();
        if next.is_empty() {
            break;
        }
        copied.extend(next);
    }
    assert_eq!(copied, [elsewhere, alone, other, mine], "each of them once");
}

#[tokio::test]
async fn there_are_only_so_many_companies_and_none_is_too_long() {
    let house = House::new().await;
    let store = &house.store;
    for number in 0..MAX_COMPANIES {
        let one = company(&format!("company {number}"), ANNA);
        assert_eq!(store.keep_company(&one).await.unwrap(), Keeping::Kept, "{number}");
    }
    let more = company("one more", ANNA);
    assert_eq!(store.keep_company(&more).await.unwrap(), Keeping::Full);
    let other = KeptCompany { system: "antares".to_owned(), ..company("company 7", ANNA) };
    assert_eq!(store.keep_company(&other).await.unwrap(), Keeping::Full);
    let known = KeptCompany { text: "x".repeat(MAX_COMPANY), ..company("COMPANY 7", ANNA) };
    assert_eq!(store.keep_company(&known).await.unwrap(), Keeping::Kept);
    // neither another person nor another place is full
    assert_eq!(store.keep_company(&company("one more", BERT)).await.unwrap(), Keeping::Kept);
    let alone = KeptCompany { guild_id: None, ..more };
    assert_eq!(store.keep_company(&alone).await.unwrap(), Keeping::Kept);

    let long = KeptCompany { text: "é".repeat(MAX_COMPANY / 2) + "x", ..known };
    assert_eq!(store.keep_company(&long).await.unwrap(), Keeping::TooLong);
    assert_eq!(names(store, ANNA).await.len(), usize::try_from(MAX_COMPANIES).unwrap());
    assert!(store.check().await.unwrap().is_empty());
}

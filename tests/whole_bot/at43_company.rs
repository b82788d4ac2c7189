//! Companies on Discord: picked, built, kept, locked in secret and shown to all at once (T-BLD-1 to T-BLD-9).

use gatemaster_rules::at43::Setup;
use gatemaster_rules::at43::company::{Company, import};
use gatemaster_rules::at43::data::library;
use gatemaster_rules::at43::state::Phase;
use gatemaster_sandbox::{Answer, Person, Seen};

use crate::club::{Club, eventually};
use crate::mission::{BLUE, Mission, RED, ready};
use crate::secrets::listen;

const PICK: &str = "Ready companies and yours: pick one to lock it…";
const STARS: &str = "White Stars patrol · 1000 AP";
const THERIANS: &str = "Therian patrol · 960 AP";

/// What people read, without the signs that keep names from being formatted.
fn words(seen: &Seen) -> String {
    seen.all_text().replace('\\', "")
}

fn said(answer: &Answer) -> String {
    words(&answer.message())
}

/// Somebody opens their own company from a fresh board.
async fn opens(mission: &Mission, person: &Person) -> Seen {
    let answer = person.clicks(&mission.board().await, "My company…").await;
    assert!(answer.is_private());
    answer.message()
}

async fn picks(mission: &Mission, person: &Person, label: &str) -> Answer {
    let home = opens(mission, person).await;
    person.selects(&home, PICK, &[label]).await
}

/// The company of a side after all were shown.
async fn shown(mission: &Mission, seat: gatemaster_rules::ids::Seat) -> Company {
    mission.state().await.side(seat).unwrap().company.clone().unwrap()
}

async fn kept(club: &Club, person: &Person) -> Vec<(String, Company)> {
    let store = club.store().await;
    let home = Some(club.discord.home().id());
    let kept = store.companies_of(person.id(), home, "at43").await.unwrap();
    store.close().await;
    kept.into_iter().map(|it| (it.name, import(library(), &it.text).unwrap())).collect()
}

/// T-BLD-1
#[tokio::test]
async fn two_strangers_lock_ready_companies_in_two_presses_each() {
    let club = Club::open().await;
    let mission = Mission::open(&club, Setup::default()).await;
    let (bob_hears, pat_hears) = (listen(&club, "Bob").await, listen(&club, "Pat").await);
    let board = mission.board().await;
    assert!(words(&board).contains("✏️ 🔵 Ann builds · ✏️ 🔴 Bob builds"), "{}", words(&board));

    // Ann's first and second press
    let home = club.ann.clicks(&board, "My company…").await;
    assert!(home.is_private() && said(&home).contains("up to 1000 AP"), "{}", said(&home));
    let locked = club.ann.selects(&home.message(), PICK, &[STARS]).await;
    assert!(locked.is_private());
    assert!(said(&locked).contains("🔒 Locked: **White Stars patrol**"), "{}", said(&locked));
    let newest = mission.newest().await;
    let told = words(&newest);
    assert!(told.contains("🔒 🔵 Ann locked · ✏️ 🔴 Bob builds"), "{told}");
    let secret =
        ["patrol", "Steel", "TacArms", "Fire Toad", "White Stars", "white-stars", "1000 of"];
    for heard in [&bob_hears, &pat_hears] {
        heard.hears("Ann locked").await;
        heard.has_none_of(&secret);
    }

    // whoever plays nobody learns nothing and is told so kindly
    let pat = club.pat.clicks(&newest, "My company…").await;
    assert!(
        pat.is_private() && said(&pat).contains("secret until all are locked"),
        "{}",
        said(&pat)
    );
    let pat = club.pat.at(&club.hall).slash("/at43 sheet side:Blue").await;
    assert!(pat.is_private() && !said(&pat).contains("Steel"), "{}", said(&pat));
    let bob = club.bob.at(&club.hall).slash("/at43 sheet side:Blue").await;
    assert!(bob.is_private() && said(&bob).contains("secret until"), "{}", said(&bob));
    let own = club.ann.at(&club.hall).slash("/at43 sheet").await;
    assert!(own.is_private() && said(&own).contains("Steel TacArms: 3"), "{}", said(&own));
    let mine = club.ann.at(&club.hall).slash("/at43 mine").await;
    assert!(mine.is_private() && said(&mine).contains("Steel TacArms: 3"), "{}", said(&mine));
    club.bob.at(&club.hall).says("that was Ann's sheet").await;
    pat_hears.hears("that was Ann's sheet").await;
    pat_hears.has_none_of(&secret);

    // Bob's first and second press
    let bobs = club.bob.clicks(&newest, "My company…").await.message();
    let locked = club.bob.selects(&bobs, PICK, &[THERIANS]).await;
    assert!(said(&locked).contains("all sheets lie open now"), "{}", said(&locked));
    assert_eq!(mission.state().await.phase, Phase::Laying);
    assert_eq!(shown(&mission, BLUE).await, ready("white-stars-ready"));
    assert_eq!(shown(&mission, RED).await, ready("therians-ready"));

    // now everybody looks at them
    let newest = mission.newest().await;
    let sheet = club.pat.clicks(&newest, "Sheets").await.message();
    assert!(sheet.private && words(&sheet).contains("Steel TacArms: 3"), "{}", words(&sheet));
    let alt = &sheet.files[0].description;
    assert!(alt.starts_with("Company sheet. White Stars patrol"), "{alt}");
    let other = said(&club.pat.clicks(&sheet, "🔴 Red").await);
    assert!(other.contains("Bane goliaths"), "{other}");
    // a list from before does nothing any more
    let late = club.bob.selects_as_seen(&bobs, PICK, &[THERIANS]).await;
    assert!(late.is_private() && said(&late).contains("locked and shown"), "{}", said(&late));
}

/// T-BLD-2 to T-BLD-7
#[tokio::test]
async fn a_company_is_built_from_nothing_by_lists_and_survives_a_restart_and_the_others_steps() {
    let mut club = Club::open().await;
    let mission = Mission::open(&club, Setup::default()).await;
    let bob_hears = listen(&club, "Bob").await;
    mission.board().await;
    let ann = club.ann.clone();
    let steps = mission.steps().await;

    let home = ann.clicks(&mission.board().await, "My company…").await.message();
    let bench = ann.clicks(&home, "Build my own…").await.message();
    let bench = ann.selects(&bench, "Army…", &["White Stars"]).await.message();
    let add = bench.select("Add a unit: these fit a free slot…").unwrap();
    let troopers = add.options.iter().find(|it| it.label.starts_with("Steel troopers · ")).unwrap();
    assert!(troopers.description.contains("left"), "{}", troopers.description);
    let label = troopers.label.clone();
    let unit = ann.selects(&bench, "Add a unit: these fit a free slot…", &[&label]).await.message();
    assert!(words(&unit).contains("Steel troopers: 6"), "{}", words(&unit));
    let number = unit.select("Number…").unwrap();
    let nine = number.options.iter().find(|it| it.label.starts_with("Number 9")).unwrap();
    assert!(nine.description.contains("sum "), "{}", nine.description);
    let nine = nine.label.clone();
    let unit = ann.selects(&unit, "Number…", &[&nine]).await.message();
    assert!(words(&unit).contains("Steel troopers: 9"), "{}", words(&unit));

    // somebody else's steps and a restart leave it as it is
    picks(&mission, &club.bob, THERIANS).await;
    club.restart_bot().await;
    let special = unit.select("Special weapon and bearers…").unwrap();
    let two = special.options.iter().find(|it| it.label.starts_with("2 × missile")).unwrap();
    let two = two.label.clone();
    let unit = ann.selects(&unit, "Special weapon and bearers…", &[&two]).await.message();
    assert!(words(&unit).contains("2 × missile launcher"), "{}", words(&unit));
    let bench = ann.clicks(&unit, "Back").await.message();
    let checked = ann.clicks(&bench, "Check").await.message();
    assert!(words(&checked).contains("⚠️"), "an officer is missing: {}", words(&checked));
    let bench = ann.clicks(&checked, "Back").await.message();
    assert!(bench.button("Lock").unwrap().disabled);
    let unit = ann.selects(&bench, "Change a unit…", &["Steel troopers"]).await.message();
    let officers = unit.select("Officer or hero…").unwrap();
    let sergeant = officers.options.iter().find(|it| it.label.starts_with("Sergeant")).unwrap();
    let sergeant = sergeant.label.clone();
    let old = unit.clone();
    let unit = ann.selects(&unit, "Officer or hero…", &[&sergeant]).await.message();

    // copy, remove, undo
    let copy = unit.buttons.iter().find(|it| it.label.starts_with("One more like it")).unwrap();
    let copy = copy.label.clone();
    let second = ann.clicks(&unit, &copy).await.message();
    assert!(words(&second).contains("Steel troopers 2"), "{}", words(&second));
    let bench = ann.clicks(&second, "Remove").await.message();
    assert!(!words(&bench).contains("Steel troopers 2"), "{}", words(&bench));
    let bench = ann.clicks(&bench, "Undo").await.message();
    assert!(words(&bench).contains("Steel troopers 2"), "{}", words(&bench));
    let bench = ann.clicks(&bench, "Undo").await.message();
    assert!(!words(&bench).contains("Steel troopers 2"), "{}", words(&bench));

    // a list that was shown before does not change what stands there now
    let first = old.select("Officer or hero…").unwrap().options[0].label.clone();
    let late = said(&ann.selects_as_seen(&old, "Officer or hero…", &[&first]).await);
    assert!(late.contains("has changed since"), "{late}");
    assert!(words(&bench).contains("Legal: you can lock it"), "{}", words(&bench));
    // nothing of all that was a step of the game or reached anybody: Bob's two steps alone were
    assert_eq!(mission.steps().await, steps + 2);
    bob_hears.hears("Bob locked").await;
    bob_hears.has_none_of(&["Steel troopers: ", "× missile", "Sergeant"]);

    let bench = ann.clicks(&bench, "Sheet").await.message();
    assert_eq!(bench.files.len(), 1, "the sheet as a picture");
    let bench = ann.clicks(&bench, "Back").await.message();
    let locked = said(&ann.clicks(&bench, "Lock").await);
    assert!(locked.contains("all sheets lie open"), "{locked}");
    let company = shown(&mission, BLUE).await;
    let unit = &company.units[0];
    assert_eq!((company.units.len(), unit.number, unit.bearers, unit.officer), (1, 9, 2, 1));
}

/// T-BLD-1
#[tokio::test]
async fn the_others_accept_a_company_that_costs_too_much_or_not() {
    let club = Club::open().await;
    let mission = Mission::open(&club, Setup::default()).await;
    mission.board().await;
    let (ann, bob) = (club.ann.clone(), club.bob.clone());
    let home = opens(&mission, &ann).await;
    let baker = home.select(PICK).unwrap().options.iter().find(|it| it.label.starts_with("Baker"));
    let baker = baker.unwrap();
    assert_eq!(baker.description, "1000 AP too many");
    let label = baker.label.clone();
    let bench = ann.selects(&home, PICK, &[&label]).await.message();
    assert!(words(&bench).contains("It is not locked"), "{}", words(&bench));
    let locked = ann.clicks(&bench, "Lock, and ask the others").await;
    assert!(said(&locked).contains("the others are asked"), "{}", said(&locked));
    let asked = mission.newest().await;
    assert!(asked.pings(&bob), "{}", words(&asked));
    assert!(!words(&asked).contains("Baker"), "{}", words(&asked));

    // it is for Bob alone to say
    for (person, words) in [(&ann, "your own company"), (&club.pat, "no side")] {
        let told = person.clicks(&asked, "Accept 1000 AP more for Blue").await;
        assert!(told.is_private() && said(&told).contains(words), "{}", said(&told));
    }
    bob.clicks(&asked, "No, Blue must change it").await;
    assert!(!mission.state().await.side(BLUE).unwrap().locked);

    // another one costs another sum; a yes to the first says nothing about it
    ann.at(&club.hall).slash("/at43 company name:Wraith company lock:True ask:True").await;
    let late = bob.clicks_as_seen(&asked, "Accept 1000 AP more for Blue").await;
    assert!(late.is_private(), "{}", said(&late));
    assert_eq!(mission.state().await.phase, Phase::Mustering);
    picks(&mission, &bob, THERIANS).await;
    let asked = mission.newest().await;
    assert!(words(&asked).contains("🔒 🔵 Ann locked · 🔒 🔴 Bob locked"), "{}", words(&asked));
    bob.clicks(&asked, "Accept 1065 AP more for Blue").await;
    assert_eq!(mission.state().await.phase, Phase::Laying);
    assert_eq!(shown(&mission, BLUE).await, ready("wraith-company"));
}

/// T-BLD-1
#[tokio::test]
async fn a_locked_company_is_opened_again_and_changed_until_all_have_locked() {
    let club = Club::open().await;
    let mission = Mission::open(&club, Setup::default()).await;
    let bob_hears = listen(&club, "Bob").await;
    mission.board().await;
    let locked = picks(&mission, &club.ann, STARS).await.message();
    let refused = said(&club.ann.at(&club.hall).slash("/at43 company name:Therian patrol").await);
    assert!(refused.contains("locked"), "{refused}");
    let bench = club.ann.clicks(&locked, "Change it…").await.message();
    assert!(words(&bench).contains("The lock is off"), "{}", words(&bench));
    assert!(!mission.state().await.side(BLUE).unwrap().locked);
    // by hand, as text
    let form = club.ann.clicks(&bench, "As text…").await.modal().unwrap();
    let text = form.inputs[0].value.clone();
    assert!(text.contains("White Stars: White Stars patrol"), "{text}");
    let text = text.replace("White Stars patrol", "Rock and Roll");
    let refused = said(&form.submit(&[(&form.inputs[0].custom_id, "9 unicorns")]).await);
    assert!(refused.contains("Line 1"), "{refused}");
    let bench = form.submit(&[(&form.inputs[0].custom_id, &text)]).await.message();
    assert!(words(&bench).contains("Rock and Roll"), "{}", words(&bench));
    club.ann.clicks(&bench, "Lock").await;
    bob_hears.hears("Ann locked").await;
    bob_hears.has_none_of(&["patrol", "Rock and Roll", "Steel"]);
    picks(&mission, &club.bob, THERIANS).await;
    assert_eq!(shown(&mission, BLUE).await.name, "Rock and Roll");
    let late = club.ann.clicks_as_seen(&locked, "Change it…").await;
    assert!(late.is_private(), "{}", said(&late));
    assert_eq!(mission.state().await.phase, Phase::Laying, "nothing is opened again");
}

/// T-BLD-1
#[tokio::test]
async fn a_press_that_is_delivered_twice_brings_and_locks_a_company_once() {
    let club = Club::open().await;
    let mission = Mission::open(&club, Setup::default()).await;
    mission.board().await;
    let home = opens(&mission, &club.ann).await;
    let steps = mission.steps().await;
    // the second answer to one press is refused by Discord
    club.discord.expect_fault("40060");
    club.discord.misbehave().deliver_always_twice(true);
    club.ann.selects(&home, PICK, &[STARS]).await.settled().await;
    let line = "/at43 company name:Therian patrol lock:True";
    let locked = club.bob.at(&club.hall).slash(line).await;
    assert!(locked.is_private(), "{}", said(&locked));
    locked.settled().await;
    club.discord.misbehave().deliver_always_twice(false);
    eventually("both have locked", async || {
        (mission.state().await.phase == Phase::Laying).then_some(())
    })
    .await;
    assert_eq!(mission.steps().await, steps + 4, "two steps each");
}

/// T-BLD-9
#[tokio::test]
async fn a_company_is_kept_exported_taken_in_again_renamed_and_deleted() {
    let club = Club::open().await;
    let (ann, hall) = (&club.ann, &club.hall);
    let line = "/at43 company name:Therian patrol doing:keep to:Golems";
    let told = ann.at(hall).slash(line).await;
    assert!(told.is_private() && said(&told).contains("**Golems** is kept"), "{}", said(&told));
    let exported = ann.at(hall).slash("/at43 company name:Golems doing:export").await.message();
    assert!(exported.private);
    let names: Vec<&str> = exported.files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["golems.txt", "golems.json", "golems.toml"]);
    for (number, file) in (1..).zip(&exported.files) {
        let line = format!("/at43 company name:Again {number} doing:keep");
        let again = ann.at(hall).slash(&line).with_file("file", &file.name, file.bytes.to_vec());
        assert!(said(&again.await).contains("is kept"));
    }
    let all = kept(&club, ann).await;
    assert_eq!(all.len(), 4);
    for (name, company) in &all {
        let units = &company.units;
        assert_eq!(units, &ready("therians-ready").units, "{name}");
    }
    // the same names are offered while typing, to Ann alone
    let offered = ann.at(hall).completes("/at43 company name:gol").await;
    assert_eq!(offered[0].name, "Golems · 960 AP · yours");
    assert!(club.bob.at(hall).completes("/at43 company name:gol").await.is_empty());

    let told = said(&ann.at(hall).slash("/at43 company name:Golems doing:rename to:Again 1").await);
    assert!(told.contains("another company named"), "{told}");
    ann.at(hall).slash("/at43 company name:Golems doing:rename to:Storm").await;
    ann.at(hall).slash("/at43 company name:Again 2 doing:delete").await;
    ann.at(hall).slash("/at43 company name:Storm doing:copy").await;
    let names: Vec<String> = kept(&club, ann).await.into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["Again 1", "Again 3", "Storm", "Storm 2"]);

    // built in direct messages, with points of its own
    let dm = ann.dm();
    let bench = ann.at(&dm).slash("/at43 company name:Therian patrol points:1000").await.message();
    assert!(words(&bench).contains("40 AP left"), "{}", words(&bench));
    let sheet = ann.clicks(&bench, "Sheet").await.message();
    assert_eq!(sheet.files.len(), 1);
}

#[tokio::test]
async fn what_is_shared_is_asked_for_twice_and_can_be_copied_until_it_changes() {
    let club = Club::open().await;
    let (ann, bob, hall) = (&club.ann, &club.bob, &club.hall);
    ann.at(hall).slash("/at43 company name:Therian patrol doing:keep to:Golems").await;
    let asked = ann.at(hall).slash("/at43 company name:Golems doing:share").await.message();
    assert!(asked.private && words(&asked).contains("everybody"), "{}", words(&asked));
    let shared = ann.clicks(&asked, "Show it to everybody here").await;
    shared.settled().await;
    let shared = hall.wait_for(|seen| !seen.private && seen.button("Take a copy").is_some()).await;
    assert!(words(&shared).contains("9 storm golems"), "{}", words(&shared));
    let told = bob.clicks(&shared, "Take a copy").await;
    assert!(told.is_private() && said(&told).contains("**Golems**"), "{}", said(&told));
    assert_eq!(kept(&club, bob).await, kept(&club, ann).await);
    // what becomes of it is Ann's own
    ann.at(hall).slash("/at43 company name:White Stars patrol doing:keep to:Golems").await;
    let told = club.pat.clicks(&shared, "Take a copy").await;
    assert!(told.is_private() && said(&told).contains("changed it since"), "{}", said(&told));
    assert!(kept(&club, &club.pat).await.is_empty());

    // not while a company of hers is secret here
    let mission = Mission::open(&club, Setup::default()).await;
    mission.board().await;
    let refused = ann.at(hall).slash("/at43 company name:Golems doing:share").await;
    assert!(refused.is_private() && said(&refused).contains("secret"), "{}", said(&refused));
    let home = opens(&mission, ann).await;
    let all: Vec<&str> =
        home.select(PICK).unwrap().options.iter().map(|it| it.label.as_str()).collect();
    assert!(all.contains(&"Golems · 1000 AP"), "{all:?}");
}

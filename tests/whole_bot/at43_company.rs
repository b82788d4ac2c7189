//! Companies on Discord: picked, built, kept, locked in secret and shown to all at once (T-BLD-1 to T-BLD-9).

use std::io::Write as _;
use std::sync::{Arc, Mutex};

use gatemaster_rules::at43::Setup;
use gatemaster_rules::at43::company::{Company, import};
use gatemaster_rules::at43::data::library;
use gatemaster_rules::at43::state::Phase;
use gatemaster_sandbox::{Answer, Person, Seen};

use crate::club::{Club, eventually};
use crate::mission::{BLUE, Mission, RED, ready};

const PICK: &str = "Ready companies and yours: pick one to lock it…";
const STARS: &str = "White Stars patrol · 1000 A.P.";
const THERIANS: &str = "Therian patrol · 960 A.P.";

/// Every byte that somebody has received.
#[derive(Clone, Default)]
struct Heard(Arc<Mutex<Vec<u8>>>);

impl Heard {
    async fn by(club: &Club, name: &str) -> Self {
        let url = format!("{}/sandbox/events?as={name}", club.discord.url());
        let mut stream = reqwest::get(url).await.unwrap();
        assert!(stream.status().is_success());
        let heard = Self::default();
        let ear = heard.clone();
        tokio::spawn(async move {
            while let Ok(Some(bytes)) = stream.chunk().await {
                ear.0.lock().unwrap().write_all(&bytes).unwrap();
            }
        });
        heard
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap()).into_owned()
    }

    async fn has(&self, words: &str) {
        eventually(words, async || self.text().contains(words).then_some(())).await;
    }

    fn has_none_of(&self, words: &[&str]) {
        let text = self.text();
        for word in words {
            assert!(!text.contains(word), "{word} was heard");
        }
    }
}

/// Somebody opens their own company from the newest message of the hall.
async fn opens(mission: &Mission, person: &Person) -> Seen {
    let answer = person.clicks(&mission.newest().await, "My company…").await;
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
    let (bob_hears, pat_hears) = (Heard::by(&club, "Bob").await, Heard::by(&club, "Pat").await);
    let board = mission.board().await;
    assert!(
        board.all_text().contains("✏️ 🔵 Ann builds · ✏️ 🔴 Bob builds"),
        "{}",
        board.all_text()
    );

    // Ann's first and second press
    let home = club.ann.clicks(&board, "My company…").await;
    assert!(home.is_private() && home.text().contains("up to 1000 A.P."), "{}", home.text());
    let locked = club.ann.selects(&home.message(), PICK, &[STARS]).await;
    assert!(locked.is_private());
    assert!(locked.text().contains("🔒 Locked: **White Stars patrol**"), "{}", locked.text());
    let newest = mission.newest().await;
    let told = newest.all_text();
    assert!(told.contains("🔒 🔵 Ann locked · ✏️ 🔴 Bob builds"), "{told}");
    let secret =
        ["patrol", "Steel", "TacArms", "Fire Toad", "White Stars", "white-stars", "1000 of"];
    for heard in [&bob_hears, &pat_hears] {
        heard.has("Ann locked").await;
        heard.has_none_of(&secret);
    }

    // whoever plays nobody learns nothing and is told so kindly
    let pat = club.pat.clicks(&newest, "My company…").await;
    assert!(
        pat.is_private() && pat.text().contains("secret until all are locked"),
        "{}",
        pat.text()
    );
    let pat = club.pat.at(&club.hall).slash("/at43 sheet side:Blue").await;
    assert!(pat.is_private() && !pat.text().contains("Steel"), "{}", pat.text());
    let bob = club.bob.at(&club.hall).slash("/at43 sheet side:Blue").await;
    assert!(bob.is_private() && bob.text().contains("secret until"), "{}", bob.text());
    let own = club.ann.at(&club.hall).slash("/at43 sheet").await;
    assert!(own.is_private() && own.text().contains("Steel TacArms: 3"), "{}", own.text());
    let mine = club.ann.at(&club.hall).slash("/at43 mine").await;
    assert!(mine.is_private() && mine.text().contains("Steel TacArms: 3"), "{}", mine.text());
    pat_hears.has_none_of(&secret);

    // Bob's first and second press
    let locked = picks(&mission, &club.bob, THERIANS).await;
    assert!(locked.text().contains("all sheets lie open now"), "{}", locked.text());
    assert_eq!(mission.state().await.phase, Phase::Laying);
    assert_eq!(shown(&mission, BLUE).await, ready("white-stars-ready"));
    assert_eq!(shown(&mission, RED).await, ready("therians-ready"));

    // now everybody looks at them
    let newest = mission.newest().await;
    let sheet = club.pat.clicks(&newest, "Sheets").await.message();
    assert!(sheet.private && sheet.all_text().contains("Steel TacArms: 3"), "{}", sheet.all_text());
    let alt = &sheet.files[0].description;
    assert!(alt.starts_with("Company sheet. White Stars patrol"), "{alt}");
    let other = club.pat.clicks(&sheet, "🔴 Red").await.text();
    assert!(other.contains("Bane goliaths"), "{other}");
    // a list from before does nothing any more
    let late = club.ann.selects(&home.message(), PICK, &[STARS]).attempt().await;
    if let Ok(late) = late {
        assert!(late.text().contains("locked and shown"), "{}", late.text());
    }
}

/// T-BLD-2 to T-BLD-7
#[tokio::test]
async fn a_company_is_built_from_nothing_by_lists_and_survives_a_restart_and_the_others_steps() {
    let mut club = Club::open().await;
    let mission = Mission::open(&club, Setup::default()).await;
    let bob_hears = Heard::by(&club, "Bob").await;
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
    assert!(unit.all_text().contains("Steel troopers: 6"), "{}", unit.all_text());
    let number = unit.select("Number…").unwrap();
    let nine = number.options.iter().find(|it| it.label.starts_with("Number 9")).unwrap();
    assert!(nine.description.contains("sum "), "{}", nine.description);
    let nine = nine.label.clone();
    let unit = ann.selects(&unit, "Number…", &[&nine]).await.message();
    assert!(unit.all_text().contains("Steel troopers: 9"), "{}", unit.all_text());

    // somebody else's steps and a restart leave it as it is
    picks(&mission, &club.bob, THERIANS).await;
    club.restart_bot().await;
    let special = unit.select("Special weapon and bearers…").unwrap();
    let two = special.options.iter().find(|it| it.label.starts_with("2 × missile")).unwrap();
    let two = two.label.clone();
    let unit = ann.selects(&unit, "Special weapon and bearers…", &[&two]).await.message();
    assert!(unit.all_text().contains("2 × missile launcher"), "{}", unit.all_text());
    let bench = ann.clicks(&unit, "Back").await.message();
    let checked = ann.clicks(&bench, "Check").await.message();
    assert!(checked.all_text().contains("⚠️"), "an officer is missing: {}", checked.all_text());
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
    assert!(second.all_text().contains("Steel troopers 2"), "{}", second.all_text());
    let bench = ann.clicks(&second, "Remove").await.message();
    assert!(!bench.all_text().contains("Steel troopers 2"), "{}", bench.all_text());
    let bench = ann.clicks(&bench, "Undo").await.message();
    assert!(bench.all_text().contains("Steel troopers 2"), "{}", bench.all_text());
    let bench = ann.clicks(&bench, "Undo").await.message();
    assert!(!bench.all_text().contains("Steel troopers 2"), "{}", bench.all_text());

    // a list that was shown before does not change what stands there now
    let late = ann.selects_as_seen(&old, "Number…", &["Number 9 · 0 A.P."]).attempt().await;
    if let Ok(late) = late {
        assert!(late.text().contains("has changed since"), "{}", late.text());
    }
    assert!(bench.all_text().contains("Legal: you can lock it"), "{}", bench.all_text());
    // nothing of all that was a step of the game or reached anybody: Bob's two steps alone were
    assert_eq!(mission.steps().await, steps + 2);
    bob_hears.has("Bob locked").await;
    bob_hears.has_none_of(&["Steel troopers: ", "× missile", "Sergeant"]);

    let bench = ann.clicks(&bench, "Sheet").await.message();
    assert_eq!(bench.files.len(), 1, "the sheet as a picture");
    let bench = ann.clicks(&bench, "Back").await.message();
    let locked = ann.clicks(&bench, "Lock").await.text();
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
    picks(&mission, &bob, THERIANS).await;

    let home = opens(&mission, &ann).await;
    let baker = home.select(PICK).unwrap().options.iter().find(|it| it.label.starts_with("Baker"));
    let baker = baker.unwrap();
    assert_eq!(baker.description, "1000 A.P. too many");
    let label = baker.label.clone();
    let bench = ann.selects(&home, PICK, &[&label]).await.message();
    assert!(bench.all_text().contains("It is not locked"), "{}", bench.all_text());
    let locked = ann.clicks(&bench, "Lock, and ask the others").await;
    assert!(locked.text().contains("the others are asked"), "{}", locked.text());
    let asked = mission.newest().await;
    assert!(asked.pings(&bob), "{}", asked.all_text());
    assert!(!asked.all_text().contains("Baker"), "{}", asked.all_text());

    // it is for Bob alone to say
    for (person, words) in [(&ann, "your own company"), (&club.pat, "no side")] {
        let told = person.clicks(&asked, "Accept 1000 A.P. more for Blue").await;
        assert!(told.is_private() && told.text().contains(words), "{}", told.text());
    }
    bob.clicks(&asked, "No, Blue must change it").await;
    assert!(!mission.state().await.side(BLUE).unwrap().locked);

    // the same again, and now he accepts; an old yes means nothing
    ann.at(&club.hall).slash("/at43 company name:Baker Company lock:True").await;
    let late = bob.clicks_as_seen(&asked, "Accept 1000 A.P. more for Blue").await;
    drop(late);
    if mission.state().await.phase == Phase::Mustering {
        let asked = mission.newest().await;
        bob.clicks(&asked, "Accept 1000 A.P. more for Blue").await;
    }
    assert_eq!(mission.state().await.phase, Phase::Laying);
    assert_eq!(shown(&mission, BLUE).await, ready("baker-company"));
}

/// T-BLD-1
#[tokio::test]
async fn a_locked_company_is_opened_again_and_changed_until_all_have_locked() {
    let club = Club::open().await;
    let mission = Mission::open(&club, Setup::default()).await;
    let bob_hears = Heard::by(&club, "Bob").await;
    mission.board().await;
    let locked = picks(&mission, &club.ann, STARS).await.message();
    let refused = club.ann.at(&club.hall).slash("/at43 company name:Therian patrol").await.text();
    assert!(refused.contains("locked"), "{refused}");
    let bench = club.ann.clicks(&locked, "Change it…").await.message();
    assert!(bench.all_text().contains("The lock is off"), "{}", bench.all_text());
    assert!(!mission.state().await.side(BLUE).unwrap().locked);
    // by hand, as text
    let form = club.ann.clicks(&bench, "As text…").await.modal().unwrap();
    let text = form.inputs[0].value.clone();
    assert!(text.contains("White Stars: White Stars patrol"), "{text}");
    let text = text.replace("White Stars patrol", "Rock and Roll");
    let refused = form.submit(&[(&form.inputs[0].custom_id, "9 unicorns")]).await.text();
    assert!(refused.contains("Line 1"), "{refused}");
    let bench = form.submit(&[(&form.inputs[0].custom_id, &text)]).await.message();
    assert!(bench.all_text().contains("Rock and Roll"), "{}", bench.all_text());
    club.ann.clicks(&bench, "Lock").await;
    bob_hears.has("Ann locked").await;
    bob_hears.has_none_of(&["patrol", "Rock and Roll", "Steel"]);
    picks(&mission, &club.bob, THERIANS).await;
    assert_eq!(shown(&mission, BLUE).await.name, "Rock and Roll");
    let late = club.ann.clicks(&locked, "Change it…").attempt().await;
    if let Ok(late) = late {
        assert!(late.is_private(), "{}", late.text());
    }
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
    club.discord.misbehave().deliver_always_twice(true);
    club.ann.selects(&home, PICK, &[STARS]).await.settled().await;
    let line = "/at43 company name:Therian patrol lock:True";
    let locked = club.bob.at(&club.hall).slash(line).await;
    assert!(locked.is_private(), "{}", locked.text());
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
    assert!(told.is_private() && told.text().contains("**Golems** is kept"), "{}", told.text());
    let exported = ann.at(hall).slash("/at43 company name:Golems doing:export").await.message();
    assert!(exported.private);
    let names: Vec<&str> = exported.files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["golems.txt", "golems.json", "golems.toml"]);
    for (number, file) in (1..).zip(&exported.files) {
        let line = format!("/at43 company name:Again {number} doing:keep");
        let again = ann.at(hall).slash(&line).with_file("file", &file.name, file.bytes.to_vec());
        assert!(again.await.text().contains("is kept"));
    }
    let all = kept(&club, ann).await;
    assert_eq!(all.len(), 4);
    for (name, company) in &all {
        let units = &company.units;
        assert_eq!(units, &ready("therians-ready").units, "{name}");
    }
    // the same names are offered while typing, to Ann alone
    let offered = ann.at(hall).completes("/at43 company name:gol").await;
    assert_eq!(offered[0].name, "Golems · 960 A.P. · yours");
    assert!(club.bob.at(hall).completes("/at43 company name:gol").await.is_empty());

    let told = ann.at(hall).slash("/at43 company name:Golems doing:rename to:Again 1").await.text();
    assert!(told.contains("another company named"), "{told}");
    ann.at(hall).slash("/at43 company name:Golems doing:rename to:Storm").await;
    ann.at(hall).slash("/at43 company name:Again 2 doing:delete").await;
    ann.at(hall).slash("/at43 company name:Storm doing:copy").await;
    let names: Vec<String> = kept(&club, ann).await.into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["Again 1", "Again 3", "Storm", "Storm 2"]);

    // built in direct messages, with points of its own
    let dm = ann.dm();
    let bench = ann.at(&dm).slash("/at43 company name:Therian patrol points:1000").await.message();
    assert!(bench.all_text().contains("40 A.P. left"), "{}", bench.all_text());
    let sheet = ann.clicks(&bench, "Sheet").await.message();
    assert_eq!(sheet.files.len(), 1);
}

#[tokio::test]
async fn what_is_shared_is_asked_for_twice_and_can_be_copied_until_it_changes() {
    let club = Club::open().await;
    let (ann, bob, hall) = (&club.ann, &club.bob, &club.hall);
    ann.at(hall).slash("/at43 company name:Therian patrol doing:keep to:Golems").await;
    let asked = ann.at(hall).slash("/at43 company name:Golems doing:share").await.message();
    assert!(asked.private && asked.all_text().contains("everybody"), "{}", asked.all_text());
    let shared = ann.clicks(&asked, "Show it to everybody here").await;
    shared.settled().await;
    let shared = hall.wait_for(|seen| !seen.private && seen.button("Take a copy").is_some()).await;
    assert!(shared.all_text().contains("9 storm golems"), "{}", shared.all_text());
    let told = bob.clicks(&shared, "Take a copy").await;
    assert!(told.is_private() && told.text().contains("**Golems**"), "{}", told.text());
    assert_eq!(kept(&club, bob).await, kept(&club, ann).await);
    // what becomes of it is Ann's own
    ann.at(hall).slash("/at43 company name:White Stars patrol doing:keep to:Golems").await;
    let told = club.pat.clicks(&shared, "Take a copy").await;
    assert!(told.is_private() && told.text().contains("changed it since"), "{}", told.text());
    assert!(kept(&club, &club.pat).await.is_empty());

    // not while a company of hers is secret here
    let mission = Mission::open(&club, Setup::default()).await;
    mission.board().await;
    let refused = ann.at(hall).slash("/at43 company name:Golems doing:share").await;
    assert!(refused.is_private() && refused.text().contains("secret"), "{}", refused.text());
    let home = opens(&mission, ann).await;
    let all: Vec<&str> =
        home.select(PICK).unwrap().options.iter().map(|it| it.label.as_str()).collect();
    assert!(all.contains(&"Golems · 1000 A.P."), "{all:?}");
}

//! Companies that people keep, change in lines, and take from open sheets in AT-43.

use gatemaster_rules::at43::Setup;
use gatemaster_rules::at43::company::{Company, import};
use gatemaster_rules::at43::data::library;
use gatemaster_rules::at43::state::Phase;
use gatemaster_sandbox::{Answer, Person, Seen};

use crate::club::{Club, eventually};
use crate::mission::{BLUE, Mission, RED, ready};

const PICK: &str = "Ready companies and yours: pick one to lock it…";

fn words(seen: &Seen) -> String {
    seen.all_text().replace('\\', "")
}

fn said(answer: &Answer) -> String {
    words(&answer.message())
}

/// An answer to whoever typed it alone, with these words.
fn tells(answer: &Answer, says: &str) {
    assert!(answer.is_private(), "{}", answer.text());
    assert!(said(answer).contains(says), "{says}\n{}", said(answer));
}

async fn types(club: &Club, person: &Person, line: &str) -> Answer {
    person.at(&club.hall).slash(&format!("/at43 company {line}")).await
}

async fn kept(club: &Club, person: &Person, guild: Option<u64>) -> Vec<(String, Company)> {
    let store = club.store().await;
    let kept = store.companies_of(person.id(), guild, "at43").await.unwrap();
    store.close().await;
    kept.into_iter().map(|it| (it.name, import(library(), &it.text).unwrap())).collect()
}

async fn kept_here(club: &Club, person: &Person) -> Vec<String> {
    let all = kept(club, person, Some(club.discord.home().id())).await;
    all.into_iter().map(|(name, _)| name).collect()
}

async fn opens(mission: &Mission, person: &Person) -> Seen {
    person.clicks(&mission.board().await, "My company…").await.message()
}

#[tokio::test]
async fn what_is_kept_in_direct_messages_can_be_brought_on_every_server() {
    let club = Club::open().await;
    let ann = &club.ann;
    let dm = ann.dm();
    let line = "/at43 company name:Therian patrol doing:keep to:Golems";
    tells(&ann.at(&dm).slash(line).await, "in all your games");
    // one of the same name that is kept here comes first
    types(&club, ann, "name:White Stars patrol doing:keep to:Stars").await;
    ann.at(&dm).slash("/at43 company name:Therian patrol doing:keep to:stars").await;
    let mission = Mission::open(&club, Setup::default()).await;
    let home = opens(&mission, ann).await;
    let all = &home.select(PICK).unwrap().options;
    let golems = all.iter().find(|it| it.label.starts_with("Golems")).unwrap();
    assert_eq!(golems.description, "From your messages");
    let stars: Vec<&str> = all
        .iter()
        .filter(|it| it.label.to_lowercase().starts_with("stars"))
        .map(|it| it.label.as_str())
        .collect();
    assert_eq!(stars, ["Stars · 1000 AP"]);
    tells(&types(&club, ann, "name:Golems doing:rename to:Storm").await, "now named **Storm**");
    let names: Vec<String> = kept(&club, ann, None).await.into_iter().map(|it| it.0).collect();
    assert_eq!(names, ["stars", "Storm"], "it stays where it was kept");
    tells(&types(&club, ann, "name:Storm lock:True").await, "🔒 Locked: **Storm**");
    tells(&types(&club, ann, "name:Storm doing:delete").await, "not among your companies");
    assert_eq!(kept(&club, ann, None).await.len(), 1);
}

#[tokio::test]
async fn open_sheets_are_kept_and_exported_by_whoever_looks_at_them() {
    let club = Club::open().await;
    let (ann, pat) = (&club.ann, &club.pat);
    let mission = Mission::open(&club, Setup::default()).await;
    mission.board().await;
    let locked = types(&club, ann, "name:White Stars patrol lock:True").await.message();
    // what is locked can be kept though it cannot be changed
    let form = ann.clicks(&locked, "Keep as…").await.modal().unwrap();
    tells(&form.submit(&[("name", "Mine")]).await, "**Mine** is kept");
    types(&club, &club.bob, "name:Therian patrol lock:True").await;
    assert_eq!(mission.state().await.phase, Phase::Laying);
    let sheet = pat.clicks(&mission.newest().await, "Sheets").await.message();
    let stars = pat.clicks(&sheet, "🔵 Blue").await.message();
    for _ in 0..2 {
        tells(&pat.clicks(&stars, "Keep a copy").await, "**White Stars patrol** is among");
    }
    let all = kept(&club, pat, Some(club.discord.home().id())).await;
    assert_eq!(all, [("White Stars patrol".to_owned(), ready("white-stars-ready"))]);
    assert_eq!(pat.clicks(&stars, "Export").await.message().files.len(), 3);
    // and typed, it is one's own
    tells(&types(&club, ann, "doing:keep to:Again").await, "**Again** is kept");
    assert_eq!(kept_here(&club, ann).await, ["Again", "Mine"]);
    let exported = types(&club, ann, "doing:export").await.message();
    assert!(exported.private && exported.files[0].name == "white-stars-patrol.txt");
}

/// T-BLD-1
#[tokio::test]
async fn a_company_is_changed_and_opened_again_and_judged_in_typed_lines() {
    let club = Club::open().await;
    let (ann, bob) = (&club.ann, &club.bob);
    let mission = Mission::open(&club, Setup::default()).await;
    mission.board().await;
    types(&club, ann, "name:White Stars patrol").await;
    let without = types(&club, ann, "remove:steel tacarms").await;
    assert!(!said(&without).contains("Steel TacArms: 3"), "{}", said(&without));
    tells(&types(&club, ann, "remove:unicorns").await, "there is no");
    tells(&types(&club, ann, "doing:undo").await, "Steel TacArms: 3");
    types(&club, ann, "remove:Steel TacArms").await;
    tells(&types(&club, ann, "add:3 steel TacArms").await, "Steel TacArms: 3");
    tells(&types(&club, ann, "lock:True doing:export").await, "Either `lock` or `doing`");
    tells(
        &types(&club, ann, "name:White Stars patrol doing:keep to:Mine lock:True").await,
        "🔒 Locked: **Mine**",
    );
    assert_eq!(kept_here(&club, ann).await, ["Mine"]);
    // another one takes its place in one line, unless it cannot be locked
    tells(&types(&club, ann, "name:Baker lock:True").await, "The company that you locked stays");
    assert!(mission.state().await.side(BLUE).unwrap().locked);
    tells(&types(&club, ann, "name:Therian patrol lock:True").await, "**Therian patrol**");
    tells(&types(&club, ann, "doing:unlock").await, "The lock is off");
    assert!(!mission.state().await.side(BLUE).unwrap().locked);

    // what costs too much is asked about only where that is said
    tells(&types(&club, ann, "name:Baker lock:True").await, "It costs too much");
    assert!(!mission.state().await.side(BLUE).unwrap().locked);
    tells(&types(&club, bob, "doing:accept").await, "No company here costs too much");
    tells(&types(&club, ann, "name:Baker lock:True ask:True").await, "the others are asked");
    tells(&types(&club, ann, "doing:accept").await, "your own company");
    let told = types(&club, bob, "doing:refuse").await;
    assert!(!told.is_private(), "{}", told.text());
    assert!(!mission.state().await.side(BLUE).unwrap().locked);
    types(&club, ann, "lock:True ask:True").await;
    types(&club, bob, "doing:accept name:Blue").await;
    types(&club, bob, "name:Therian patrol lock:True").await;
    eventually("both are shown", async || {
        (mission.state().await.phase == Phase::Laying).then_some(())
    })
    .await;
    assert_eq!(mission.state().await.side(RED).unwrap().company, Some(ready("therians-ready")));
}

#[tokio::test]
async fn what_was_built_while_waiting_lies_on_the_bench_of_the_game() {
    let club = Club::open().await;
    types(&club, &club.ann, "name:Therian patrol").await;
    let mission = Mission::open(&club, Setup::default()).await;
    let home = opens(&mission, &club.ann).await;
    assert!(words(&home).contains("Begun: **Therian patrol**"), "{}", words(&home));
    let home = opens(&mission, &club.bob).await;
    assert!(!words(&home).contains("Begun"), "{}", words(&home));
}

#[tokio::test]
async fn a_kept_company_is_renamed_and_deleted_where_it_is_picked() {
    let club = Club::open().await;
    let ann = &club.ann;
    types(&club, ann, "name:Therian patrol doing:keep to:Golems").await;
    let home = types(&club, ann, "points:1000").await.message();
    let load = ann.clicks(&home, "Go on from…").await.message();
    let bench = ann.selects(&load, "Go on from…", &["Golems · 960 AP"]).await.message();
    let form = ann.clicks(&bench, "Rename Golems…").await.modal().unwrap();
    let bench = form.submit(&[("name", "Storm")]).await.message();
    assert!(words(&bench).contains("**Golems** is now named **Storm**"), "{}", words(&bench));
    assert!(words(&bench).contains("“Storm”"), "{}", words(&bench));
    let load = ann.clicks(&bench, "Go on from…").await.message();
    let bench = ann.selects(&load, "Go on from…", &["Storm · 960 AP"]).await.message();
    let gone = ann.clicks(&bench, "Delete it").await.message();
    assert!(gone.private && words(&gone).contains("**Storm** is not among"), "{}", words(&gone));
    assert_eq!(gone.files.len(), 1, "the way back");
    assert!(kept_here(&club, ann).await.is_empty());
    let late = ann.clicks_as_seen(&bench, "Delete it").await;
    tells(&late, "You keep that company no more");
}

#[tokio::test]
async fn a_sheet_and_a_check_that_have_several_pages_come_whole() {
    let club = Club::open().await;
    let unit = "; 9 steel troopers, 2 missile launchers, sergeant";
    let text = format!("White Stars: Horde{}", unit.repeat(50));
    for (doing, name) in [("sheet", "horde-sheet.txt"), ("check", "horde-check.txt")] {
        let line = format!("doing:{doing} text:{text}");
        let told = types(&club, &club.ann, &line).await.message();
        if told.embeds.iter().any(|embed| embed.footer.contains("Page 1 of")) {
            assert_eq!(told.files[0].name, name);
        } else {
            assert_eq!(doing, "check", "a sheet of fifty units has pages: {}", words(&told));
        }
    }
}

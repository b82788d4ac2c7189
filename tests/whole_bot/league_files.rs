//! Leagues as files: out for spreadsheets and for keeping, and in again.

use gatemaster_league::{League, State, Stored as _};
use gatemaster_sandbox::Answer;

use crate::club::Club;

/// Ann organises Autumn with Bob and the guest Gus.
async fn league(club: &Club) {
    let ann = club.ann.at(&club.hall);
    ann.slash(
        "/league new name:Autumn format:Open challenge: anybody against anybody game:Bolt Action",
    )
    .await;
    ann.slash("/league join").await;
    club.bob.at(&club.hall).slash("/league join").await;
    ann.slash("/organise enter guest:Gus").await;
    ann.slash("/organise start").await;
}

async fn import(club: &Club, name: &str, text: &str) -> Answer {
    club.ann.at(&club.hall).slash("/organise import").with_file("file", name, text).await
}

/// Shown, and then brought in.
async fn brought(club: &Club, name: &str, text: &str) -> Answer {
    let shown = import(club, name, text).await;
    assert!(shown.is_private(), "{}", shown.text());
    club.ann.clicks(&shown.message(), "Bring it in").await
}

async fn kept(club: &Club) -> League {
    let store = club.store().await;
    let books = store.books_on(club.discord.home().id(), "league").await.unwrap();
    store.close().await;
    League::from_text(&books[0].state).unwrap()
}

fn files(answer: &Answer) -> Vec<(String, String)> {
    let files = answer.message().files;
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    files.iter().map(|file| (file.name.clone(), text(&file.bytes))).collect()
}

#[tokio::test]
async fn results_come_in_from_a_table_or_not_at_all() {
    let club = Club::open().await;
    league(&club).await;
    let odd =
        import(&club, "results.csv", "first,second,result\nAnn,Bob,maybe\nAnn,Ann,draw").await;
    assert!(odd.is_private());
    let text = odd.text();
    assert!(text.contains("Line 2") && text.contains("Line 3"), "both faults are told: {text}");

    let text = "\u{feff}first;second;result\nAnn;Bob;draw\nGus;Bob;open";
    let shown = import(&club, "results.csv", text).await.message();
    let preview = shown.all_text();
    assert!(
        preview.contains("**1 result would be entered.** 1 line is no result yet."),
        "{preview}"
    );
    assert!(preview.contains("New, line 2: `1` **Ann and Bob drew**"), "{preview}");
    assert!(kept(&club).await.season.fixtures.is_empty(), "nothing is written yet");
    let brought = club.ann.clicks(&shown, "Bring it in").await;
    let text = brought.text();
    assert!(text.contains("1 result was brought into “Autumn”."), "{text}");
    assert!(text.contains("1 line is no result yet and stayed out."), "{text}");
    let table = club.ann.clicks(&brought.message(), "Table").await.message().all_text();
    assert!(table.contains("\n1 Ann "), "{table}");
}

#[tokio::test]
async fn people_come_in_from_a_list() {
    let club = Club::open().await;
    league(&club).await;
    let text = "name,faction\nGus,\nHana,Ghar\nIvo,\n";
    let shown = import(&club, "players.csv", text).await.message();
    let preview = shown.all_text();
    assert!(preview.contains("**2 people would enter.** 1 person is in it already."), "{preview}");
    assert!(preview.contains("Enters: **Hana** (a guest, Ghar)"), "{preview}");
    let brought = club.ann.clicks(&shown, "Bring it in").await.text();
    assert!(brought.contains("2 guests have entered “Autumn”."), "{brought}");
    let again = import(&club, "players.csv", text).await;
    assert!(again.text().contains("There is nothing to change"), "{}", again.text());
    assert!(again.message().button("Bring it in").is_none());
    let card = club.pat.at(&club.hall).slash("/player name:Hana").await.message().all_text();
    assert!(card.contains("place 1 of 5"), "{card}");
    let odd = import(&club, "people.csv", "Ann,Bob,5,3").await.text();
    assert!(odd.contains("I cannot tell what this file holds"), "{odd}");
}

#[tokio::test]
async fn only_organisers_bring_files_in() {
    let club = Club::open().await;
    league(&club).await;
    let at = club.bob.at(&club.hall);
    let refused =
        at.slash("/organise import league:Autumn").with_file("file", "players.csv", "Hana").await;
    assert!(refused.is_private());
    assert!(refused.text().contains("Only an organiser of “Autumn”"), "{}", refused.text());
    let whole = at.slash("/organise import").with_file("file", "league.json", "{}").await;
    assert!(whole.text().contains("Only somebody who manages this server"), "{}", whole.text());
}

#[tokio::test]
async fn a_whole_league_moves_to_another_server() {
    let club = Club::open().await;
    league(&club).await;
    brought(&club, "results.csv", "first,second,result\nAnn,Bob,first\nGus,Bob,draw").await;
    let tables = files(&club.bob.at(&club.hall).slash("/league export").await);
    let names: Vec<&str> = tables.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["standings.csv", "results.csv", "players.csv"]);
    let own = files(&club.ann.at(&club.hall).slash("/league export").await);
    let (name, whole) = own.last().unwrap();
    assert_eq!(name, "league.json");

    let taken =
        club.mia.at(&club.hall).slash("/organise import").with_file("file", name, whole.as_str());
    let taken = taken.await.text();
    assert!(taken.contains("Another league on this server has that name"), "{taken}");

    let rivals = club.discord.server("Rivals");
    let yard = rivals.channel("yard");
    club.ann.joins(&rivals);
    let role = rivals.role("Manager", gatemaster_sandbox::permissions::MANAGE_GUILD);
    club.ann.gets_role(&rivals, role);
    let ann = club.ann.at(&yard);
    let moved = ann.slash("/organise import").with_file("file", name, whole.as_str()).await.text();
    assert!(
        moved.contains("“Autumn” is here, with 1 season, 3 people and 2 matches. You organise it."),
        "{moved}"
    );
    assert!(moved.contains("2 people came in as guests"), "Bob is not known there: {moved}");
    let card = ann.slash("/player").await.message().all_text();
    assert!(card.contains("**Autumn**, Season 1: place 1 of 3, 3 points"), "{card}");

    let damaged =
        ann.slash("/organise import").with_file("file", name, &whole[..whole.len() / 2]).await;
    assert!(
        damaged.is_private() && damaged.text().contains("Nothing was brought in"),
        "{}",
        damaged.text()
    );
}

#[tokio::test]
async fn reading_the_own_export_again_says_that_there_is_nothing_to_change() {
    let club = Club::open().await;
    league(&club).await;
    brought(
        &club,
        "results.csv",
        "first,second,score first,score second,faction first,date\nAnn,Bob,5,3,=Ghar,2024-01-31\nGus,Bob,1,1,,",
    )
    .await;
    club.ann.at(&club.hall).slash("/organise drop who:Gus").await;
    let own = files(&club.ann.at(&club.hall).slash("/league export").await);
    let before = kept(&club).await;
    for name in ["results.csv", "players.csv"] {
        let (_, text) = own.iter().find(|(file, _)| file == name).unwrap();
        let again = import(&club, name, text).await;
        assert!(again.is_private());
        assert!(again.text().contains("There is nothing to change"), "{}", again.text());
        assert!(again.message().buttons.is_empty(), "{:?}", again.message().buttons);
    }
    assert_eq!(kept(&club).await, before);
}

#[tokio::test]
async fn names_that_nobody_has_are_asked_about_and_the_answers_outlive_a_restart() {
    let mut club = Club::open().await;
    league(&club).await;
    let text = "first,second,result\nAnn,Bobb,first\nPatt,Gus,draw\nHana,Ann,second\nIvo,Gus,draw\nAnn,Bob,draw";
    let shown = import(&club, "results.csv", text).await.message();
    let preview = shown.all_text();
    assert!(
        preview.contains("I do not know **Bobb**, **Patt**, **Hana** and **Ivo**."),
        "{preview}"
    );
    assert!(shown.button("Bring it in").is_none());
    assert!(
        preview.contains("**1 result would be entered.**"),
        "what is clear is shown: {preview}"
    );
    let offers = |name: &str| -> Vec<String> {
        let select = shown.select(&format!("Who is {name}?")).unwrap();
        select.options.iter().map(|option| option.label.clone()).collect()
    };
    assert_eq!(offers("Bobb"), ["Bob", "Bobb", "Leave these lines out"]);
    assert_eq!(offers("Patt"), ["Pat", "Patt", "Leave these lines out"], "Pat is on the server");
    assert_eq!(offers("Ivo"), ["Ivo", "Leave these lines out"]);

    club.ann.selects(&shown, "Who is Bobb?", &["Bob"]).await;
    club.restart_bot().await;
    let shown = shown.again().unwrap();
    assert!(shown.all_text().contains("I do not know **Patt**, **Hana** and **Ivo**."));
    club.ann.selects(&shown, "Who is Patt?", &["Pat"]).await;
    let shown = shown.again().unwrap();
    club.ann.selects(&shown, "Who is Ivo?", &["Leave these lines out"]).await;
    let shown = shown.again().unwrap();
    club.ann.selects(&shown, "Who is Hana?", &["Hana"]).await;
    let shown = shown.again().unwrap();
    let preview = shown.all_text();
    for part in [
        "**2 people would enter and 4 results would be entered.** 1 line is left out.",
        "Enters: **Pat** (from this server)",
        "Enters: **Hana** (a guest)",
        "New, line 2: `1` **Ann beat Bob**",
    ] {
        assert!(preview.contains(part), "{part}: {preview}");
    }
    let done = club.ann.clicks(&shown, "Bring it in").await.text();
    assert!(done.contains("4 results were brought into “Autumn”."), "{done}");
    let season = kept(&club).await.season;
    assert_eq!(season.fixtures.len(), 4);
    let pat = season.entrants.iter().find(|one| one.name == "Pat").unwrap();
    assert_eq!(pat.id.map(|id| id.0), Some(club.pat.id()));
    // the file is done with
    let again = club.ann.clicks_as_seen(&shown, "Bring it in").await;
    assert!(again.text().contains("does not wait any more"), "{}", again.text());
    assert_eq!(kept(&club).await.season.fixtures.len(), 4);
}

#[tokio::test]
async fn a_file_is_shown_again_where_the_league_has_changed_since() {
    let mut club = Club::open().await;
    league(&club).await;
    let text = "first,second,score first,score second,match\nAnn,Bob,5,3,1";
    let ann = club.ann.at(&club.hall);
    ann.slash("/league challenge opponent:Bob").await;
    let shown = import(&club, "results.csv", text).await.message();
    assert!(shown.all_text().contains("New, line 2: `1` **Ann beat Bob 5–3**"));
    ann.slash("/organise settle match:1 result:Draw").await;
    club.restart_bot().await;
    let anew = club.ann.clicks(&shown, "Bring it in").await;
    let preview = anew.text();
    assert!(preview.contains("The league has changed since."), "{preview}");
    let line = "Changed, line 2: `1` Ann and Bob drew → **Ann beat Bob 5–3**";
    assert!(preview.contains(line), "{preview}");
    let state = kept(&club).await.season.fixtures[0].state.clone();
    assert!(matches!(state, State::Decided { ref result, .. } if result.scores.is_none()));
    club.discord.misbehave().deliver_twice(1);
    club.discord.expect_fault("40060");
    let done = club.ann.clicks(&shown.again().unwrap(), "Bring it in").await.text();
    let line = "1 result was brought into “Autumn”. 1 of them had counted otherwise.";
    assert!(done.contains(line), "{done}");
    let season = kept(&club).await.season;
    assert_eq!(season.fixtures.len(), 1);
    assert_eq!(season.fixtures[0].result().unwrap().scores, Some([5, 3]));
}

#[tokio::test]
async fn a_file_can_be_left_alone_and_is_forgotten_with_its_owner() {
    let club = Club::open().await;
    league(&club).await;
    let text = "first,second,result\nAnn,Bob,first";
    let shown = import(&club, "results.csv", text).await.message();
    let before = kept(&club).await;
    let left = club.ann.clicks(&shown, "Leave it").await.text();
    assert!(left.contains("Left alone. “Autumn” is as it was."), "{left}");
    assert_eq!(kept(&club).await, before);
    let waiting = async || {
        let store = club.store().await;
        let waiting = store.file_drafts_by(club.ann.id()).await.unwrap().len();
        store.close().await;
        waiting
    };
    assert_eq!(waiting().await, 0);
    import(&club, "results.csv", text).await;
    import(&club, "results.csv", text).await;
    assert_eq!(waiting().await, 1, "the last one is meant");
    let asked = club.ann.at(&club.hall).slash("/privacy delete").await.message();
    club.ann.clicks(&asked, "Delete it all").await;
    assert_eq!(waiting().await, 0);
}

#[tokio::test]
async fn a_long_file_is_shown_page_by_page() {
    let club = Club::open().await;
    league(&club).await;
    let text = format!("first,second,result\n{}", "Ann,Bob,first\n".repeat(45));
    let shown = import(&club, "results.csv", &text).await.message();
    assert!(shown.all_text().contains("Page 1 of 3"), "{}", shown.all_text());
    club.ann.clicks(&shown, "▶").await;
    let second = shown.again().unwrap();
    assert!(second.all_text().contains("New, line 22: "), "{}", second.all_text());
    assert!(second.button("◀").is_some());
    club.ann.clicks(&second, "Bring it in").await;
    assert_eq!(kept(&club).await.season.fixtures.len(), 45);
}

//! Leagues as files: out for spreadsheets and for keeping, and in again.

use gatemaster_sandbox::Answer;

use crate::club::Club;

/// Ann organises Autumn with Bob and the guest Gus.
async fn league(club: &Club) {
    let ann = club.ann.at(&club.hall);
    ann.slash("/league new name:Autumn format:Open challenge game:Bolt Action").await;
    ann.slash("/league join").await;
    club.bob.at(&club.hall).slash("/league join").await;
    ann.slash("/organise enter guest:Gus").await;
    ann.slash("/organise start").await;
}

async fn import(club: &Club, name: &str, text: &str) -> Answer {
    club.ann.at(&club.hall).slash("/organise import").with_file("file", name, text).await
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

    let brought =
        import(&club, "results.csv", "first;second;result\nAnn;Bob;draw\nGus;Bob;open").await;
    let text = brought.text();
    assert!(text.contains("1 result was brought into “Autumn”."), "{text}");
    assert!(text.contains("1 line is no result yet and stayed out."), "{text}");
    let table = club.bob.clicks(&brought.message(), "Table").await.message().all_text();
    assert!(table.contains("  1 Ann"), "{table}");
}

#[tokio::test]
async fn people_come_in_from_a_list() {
    let club = Club::open().await;
    league(&club).await;
    let brought =
        import(&club, "players.csv", "name,faction\nGus,\nHana,Ghar\nIvo,\n").await.text();
    assert!(
        brought.contains("2 guests have entered “Autumn”. 1 person was in it already."),
        "{brought}"
    );
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
    import(&club, "results.csv", "first,second,result\nAnn,Bob,first\nGus,Bob,draw").await;
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

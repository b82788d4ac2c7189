//! What is kept of a person: shown, copied, deleted.

use gatemaster::tools::replay::replay;
use gatemaster_rules::export::{Export, verify};
use gatemaster_sandbox::{Person, Seen};
use serde_json::Value;
use sqlx::{Connection as _, Row as _, SqliteConnection};

use gatemaster_league::action::Imported;
use gatemaster_league::{Action, FixtureId, Format, MatchResult, Played, Settings, Side, Verdict};

use crate::club::{Club, eventually};
use crate::league_table::{LeagueTable, player, won};

/// Every place in the database that holds one of these texts, in whatever column of whatever table.
async fn traces(club: &Club, wanted: &[String]) -> Vec<String> {
    let mut database = SqliteConnection::connect(&club.database_url()).await.unwrap();
    let tables: Vec<String> =
        sqlx::query_scalar("SELECT name FROM sqlite_schema WHERE type = 'table'")
            .fetch_all(&mut database)
            .await
            .unwrap();
    assert!(tables.len() > 8, "{tables:?}");
    let mut found = Vec::new();
    for table in tables {
        let columns = sqlx::query("SELECT name FROM pragma_table_info(?)").bind(&table);
        let columns = columns.fetch_all(&mut database).await.unwrap();
        for column in columns.iter().map(|row| row.get::<String, _>(0)) {
            for text in wanted {
                let sql = format!(
                    r#"SELECT count(*) FROM "{table}" WHERE instr(lower(CAST("{column}" AS TEXT)), lower(?)) > 0"#
                );
                let count: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(sql))
                    .bind(text)
                    .fetch_one(&mut database)
                    .await
                    .unwrap();
                if count > 0 {
                    found.push(format!("{table}.{column}: {text}"));
                }
            }
        }
    }
    database.close().await.unwrap();
    found
}

async fn traces_of(club: &Club, person: &Person) -> Vec<String> {
    traces(club, &[person.id().to_string(), person.name()]).await
}

async fn differences(club: &Club) -> Vec<String> {
    let store = club.store().await;
    let replayed = replay(&store).await.unwrap();
    store.close().await;
    replayed.differences
}

/// A bag with Zorblax as Red and Bob as Blue, and a bit of play.
async fn game_with(club: &Club, zorblax: &Person) -> Seen {
    let here = zorblax.at(&club.hall);
    let board = here.slash("/bag setup sides:Red 6, Blue 5").await.message();
    club.bob.at(&club.hall).slash("/game join salt:mud").await;
    here.slash("/game settings salt:zeal").await;
    for _ in 0..2 {
        here.slash("/bag draw").await;
        club.bob.at(&club.hall).slash("/bag draw").await;
    }
    club.board_saying("7 dice left").await;
    board.again().unwrap()
}

/// Everything a person can leave behind outside of games.
async fn leaves_things_behind(club: &Club, person: &Person) {
    let here = person.at(&club.hall);
    here.slash("/my notices reminders:by direct message zone:Europe/Berlin quiet:22:00-08:00")
        .await;
    here.slash("/leave-of-absence days:3 note:gone fishing").await;
    here.slash("/rolls save name:finisher dice:6d10<=5").await;
    let form = here.slash("/rolls panel").await.modal().unwrap();
    form.submit(&[("title", "Table dice"), ("rolls", "finish him: 6d10<=5")]).await;
    here.slash("/roll dice:2d6 # opening").await;
    here.slash("/roll dice:3d6 # ambush secret:true").await;
}

async fn deletes(club: &Club, person: &Person) -> Seen {
    let asked = person.at(&club.hall).slash("/privacy delete").await;
    assert!(asked.is_private());
    person.clicks(&asked.message(), "Delete it all").await.message()
}

#[tokio::test]
async fn what_is_kept_is_shown_in_numbers_and_words() {
    let club = Club::open().await;
    let nothing = club.pat.at(&club.hall).slash("/privacy show").await;
    assert!(nothing.is_private());
    assert!(
        nothing.text().contains("what you did in games, 0 rolls of `/roll`"),
        "{}",
        nothing.text()
    );
    club.bag_game().await;
    club.ann.at(&club.hall).slash("/roll dice:2d6").await;
    club.ann.at(&club.hall).slash("/roll dice:2d6 secret:true").await;
    let shown = club.ann.at(&club.hall).slash("/privacy show").await.text();
    assert!(shown.contains("what you did in games, 2 rolls of `/roll`"), "{shown}");
    for word in
        ["Discord id", "name you went by", "who rolled what", "Not at all", "`/privacy delete`"]
    {
        assert!(shown.contains(word), "{word}: {shown}");
    }
    let bobs = club.bob.at(&club.hall).slash("/privacy show").await.text();
    assert!(bobs.contains("what you did in games, 0 rolls of `/roll`"), "{bobs}");
    // in direct messages as well, and wherever a person brings the bot
    let dm = club.ann.at(&club.ann.dm()).slash("/privacy show").await;
    assert!(dm.is_private() && dm.text().contains("2 rolls"), "{}", dm.text());
    club.ann.installs_bot();
    let chat = club.ann.private_chat(&[&club.bob]);
    let shown = club.ann.at(&chat).slash("/privacy show").await;
    assert!(shown.is_private() && shown.text().contains("2 rolls"), "{}", shown.text());
}

#[tokio::test]
async fn the_export_holds_what_is_mine_and_nothing_of_others() {
    let club = Club::open().await;
    let zorblax = club.discord.person("Zorblax");
    game_with(&club, &zorblax).await;
    leaves_things_behind(&club, &zorblax).await;
    let bob = club.bob.at(&club.hall);
    bob.slash("/rolls save name:bobs-own dice:d4").await;
    bob.slash("/roll dice:d4 # bobs-roll").await;
    club.mia.at(&club.hall).slash("/rolls save name:servers-own dice:d4 whose:this server's").await;

    let answer = zorblax.at(&club.hall).slash("/privacy export").await;
    assert!(answer.is_private(), "{}", answer.text());
    let seen = answer.message();
    assert_eq!(seen.files.len(), 1);
    assert_eq!(seen.files[0].name, "my-gatemaster-data.json");
    let text = String::from_utf8(seen.files[0].bytes.to_vec()).unwrap();
    let mine: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(mine["format"], "gatemaster-person-1");
    assert_eq!(mine["id"], zorblax.id().to_string());
    assert_eq!(mine["settings"]["reminders"], "direct");
    assert_eq!(mine["settings"]["zone"], "Europe/Berlin");
    assert_eq!(mine["quiet_hours"], "22:00-08:00");
    assert_eq!(mine["absences"][0]["note"], "gone fishing");
    assert_eq!(mine["absences"][0]["server"], club.discord.home().id().to_string());
    assert_eq!(mine["saved_rolls"], serde_json::json!([{"name": "finisher", "dice": "6d10<=5"}]));
    let panels = mine["panels"].as_array().unwrap();
    assert_eq!(panels.len(), 1);
    assert_eq!(panels[0]["title"], "Table dice");
    assert_eq!(panels[0]["buttons"][0]["label"], "finish him");
    let rolls = mine["rolls"].as_array().unwrap();
    let dice: Vec<&str> = rolls.iter().map(|roll| roll["dice"].as_str().unwrap()).collect();
    assert_eq!(dice, ["2d6 # opening", "3d6 # ambush"], "secret ones are mine too");
    assert!(rolls.iter().all(|roll| roll["name"] == "Zorblax" && roll["rolled"].is_object()));
    assert_eq!(mine["games"].as_array().unwrap().len(), 1);
    let steps = mine["steps"].as_array().unwrap();
    assert_eq!(steps.len(), 4, "opened, salted and drew twice: {steps:?}");
    assert!(steps.iter().all(|step| step["name"] == "Zorblax"), "{steps:?}");
    for others in [&club.bob.id().to_string(), "Bob", "bobs-", "servers-own", "mud"] {
        assert!(!text.contains(others), "{others}: {text}");
    }
    assert!(
        club.bob
            .at(&club.hall)
            .sees()
            .iter()
            .all(|seen| seen.files.iter().all(|f| f.name != "my-gatemaster-data.json"))
    );

    let empty = club.pat.at(&club.hall).slash("/privacy export").await.message();
    let empty: Value = serde_json::from_slice(&empty.files[0].bytes).unwrap();
    for key in ["absences", "saved_rolls", "panels", "companies", "rolls", "games", "steps"] {
        assert_eq!(empty[key], serde_json::json!([]), "{key}");
    }
}

#[tokio::test]
async fn deletion_asks_first_and_keeping_keeps() {
    let club = Club::open().await;
    let zorblax = club.discord.person("Zorblax");
    game_with(&club, &zorblax).await;
    leaves_things_behind(&club, &zorblax).await;
    let before = traces_of(&club, &zorblax).await;
    assert!(before.len() > 10, "{before:?}");
    let asked = zorblax.at(&club.hall).slash("/privacy delete").await;
    assert!(
        asked.is_private() && asked.text().contains("This cannot be undone"),
        "{}",
        asked.text()
    );
    assert!(asked.text().contains("in 1 game a nameless former player"), "{}", asked.text());
    assert_eq!(traces_of(&club, &zorblax).await, before, "asking deletes nothing");
    let kept = zorblax.clicks(&asked.message(), "Keep it").await.message();
    assert_eq!((kept.id, kept.text.as_str()), (asked.message().id, "Nothing was deleted."));
    assert!(kept.private && kept.buttons.is_empty() && kept.embeds.is_empty());
    assert_eq!(traces_of(&club, &zorblax).await, before);
    assert!(club.bob.clicks(&asked.message(), "Delete it all").attempt().await.is_err());
}

#[tokio::test]
async fn whoever_deletes_their_data_is_nowhere_any_more_and_the_others_play_on() {
    let mut club = Club::open().await;
    let zorblax = club.discord.person("Zorblax");
    let board = game_with(&club, &zorblax).await;
    leaves_things_behind(&club, &zorblax).await;

    let done = deletes(&club, &zorblax).await;
    assert!(done.private, "{}", done.text);
    assert!(done.text.contains("you are a nameless former player in 1 game"), "{}", done.text);
    assert_eq!(traces_of(&club, &zorblax).await, Vec::<String>::new());
    assert_eq!(differences(&club).await, Vec::<String>::new());

    // the board forgets the name and offers the seat
    let fits = |seen: &Seen| seen.id == board.id && !seen.all_text().contains("Zorblax");
    let fresh = club.hall.wait_for(fits).await;
    assert!(fresh.all_text().contains("🔴 **Red**: "), "{}", fresh.all_text());
    assert!(fresh.all_text().contains("🔵 **Blue** (Bob): "), "{}", fresh.all_text());
    club.restart_bot().await;

    // the others keep their log and their recap
    let bob = club.bob.at(&club.hall);
    let log = bob.slash("/game log").await.text();
    assert!(log.contains("Former player") && log.contains("Bob drew"), "{log}");
    assert!(!log.contains("Zorblax") && !log.contains(&zorblax.id().to_string()), "{log}");
    let recap = club.pat.at(&club.hall).slash("/game recap").await.text();
    assert!(recap.contains("Former player") && !recap.contains("Zorblax"), "{recap}");

    // play goes on, and somebody takes the seat
    let drawn = bob.slash("/bag draw").await.text();
    assert!(drawn.contains("Die 5 of this game"), "{drawn}");
    let joined = club.pat.at(&club.hall).slash("/game join").await.text();
    assert!(joined.contains("Pat plays 🔴 Red"), "{joined}");
    let drawn = club.pat.at(&club.hall).slash("/bag draw").await.text();
    assert!(drawn.contains("Die 6 of this game"), "{drawn}");

    // and it is ended by those who are there, with a file that adds up
    let asked = bob.slash("/game end").await.message();
    assert!(asked.pings(&club.pat) && asked.pinged.len() == 1, "{:?}", asked.pinged);
    let ended = club.pat.clicks(&asked, "Agree").await.text();
    assert!(ended.contains("Bob asked, Pat agreed"), "{ended}");
    let files = bob.slash("/game export").await.message().files;
    assert_eq!(files.len(), 2);
    for file in &files {
        let text = String::from_utf8_lossy(&file.bytes);
        assert!(!text.contains("Zorblax") && !text.contains(&zorblax.id().to_string()), "{text}");
    }
    let export: Export = serde_json::from_slice(&files[0].bytes).unwrap();
    let report = verify(&export);
    assert_eq!((report.faults, report.other_rules), (Vec::<String>::new(), Vec::<String>::new()));
    assert!(report.seed_shown);
    assert_eq!(report.stream_dice, 6);
    assert_eq!(differences(&club).await, Vec::<String>::new());
    assert_eq!(traces_of(&club, &zorblax).await, Vec::<String>::new());
}

#[tokio::test]
async fn deleting_twice_is_harmless_and_coming_back_is_a_fresh_start() {
    let mut club = Club::open().await;
    let zorblax = club.discord.person("Zorblax");
    game_with(&club, &zorblax).await;
    let asked = zorblax.at(&club.hall).slash("/privacy delete").await.message();
    club.restart_bot().await;
    club.discord.misbehave().deliver_twice(1);
    club.discord.expect_fault("40060");
    let done = zorblax.clicks_as_seen(&asked, "Delete it all").await.message();
    assert!(done.text.starts_with("Done. "), "{}", done.text);
    // one of the two deliveries has answered; the other may still be at the games
    eventually("no trace is left", async || {
        traces_of(&club, &zorblax).await.is_empty().then_some(())
    })
    .await;
    let again = zorblax.clicks_as_seen(&asked, "Delete it all").await.message();
    assert!(again.text.contains("a nameless former player in 0 games"), "{}", again.text);
    assert_eq!(traces_of(&club, &zorblax).await, Vec::<String>::new());
    assert_eq!(differences(&club).await, Vec::<String>::new());

    let joined = zorblax.at(&club.hall).slash("/game join").await.text();
    assert!(joined.contains("Zorblax plays 🔴 Red"), "{joined}");
    let shown = zorblax.at(&club.hall).slash("/privacy show").await.text();
    assert!(shown.contains("0 rolls of `/roll`"), "{shown}");
    zorblax.at(&club.hall).slash("/bag draw").await;
    let done = deletes(&club, &zorblax).await;
    assert!(done.text.contains("in 1 game"), "{}", done.text);
    assert_eq!(traces_of(&club, &zorblax).await, Vec::<String>::new());
    assert_eq!(differences(&club).await, Vec::<String>::new());
    assert!(
        deletes(&club, &club.pat).await.text.contains("in 0 games"),
        "who has nothing loses nothing"
    );
}

#[tokio::test]
async fn a_person_is_taken_out_of_every_kind_of_game() {
    let mut club = Club::open().await;
    let zorblax = club.discord.person("Zorblax");
    let place = |name: &str| club.discord.channel(name);
    let (lobby, ended, shelved, asked, offered, hosted, undone) = (
        place("lobby"),
        place("ended"),
        place("shelved"),
        place("asked"),
        place("offered"),
        place("hosted"),
        place("undone"),
    );
    // in a lobby, by somebody else's invitation
    club.mia.at(&lobby).slash("/game new system:Order-dice bag organiser:@Zorblax").await;
    club.mia.at(&lobby).slash("/game join player:@Zorblax seat:Red").await;
    for place in [&ended, &shelved, &asked, &offered, &undone] {
        zorblax.at(place).slash("/bag setup sides:Red 3, Blue 3").await;
        club.bob.at(place).slash("/game join").await;
        zorblax.at(place).slash("/bag draw").await;
    }
    club.mia.at(&ended).slash("/game end").await;
    zorblax.at(&shelved).slash("/game put-away").await;
    // a question of theirs is open, and a seat is on offer to them
    zorblax.at(&asked).slash("/bag undo").await;
    club.bob.at(&offered).slash("/game hand-over to:@Zorblax").await;
    // only opened it, and left
    zorblax.at(&hosted).slash("/bag setup sides:Red 3, Blue 3").await;
    club.bob.at(&hosted).slash("/game join").await;
    zorblax.at(&hosted).slash("/game leave").await;
    let question = zorblax.at(&undone).slash("/bag undo").await.message();
    club.bob.clicks(&question, "Agree").await;

    let done = deletes(&club, &zorblax).await;
    assert!(done.text.contains("in 7 games"), "{}", done.text);
    assert_eq!(traces_of(&club, &zorblax).await, Vec::<String>::new());
    assert_eq!(differences(&club).await, Vec::<String>::new());
    club.restart_bot().await;

    // everything goes on for the others
    for place in [&asked, &offered, &hosted, &undone] {
        let drawn = club.bob.at(place).slash("/bag draw").await;
        assert!(drawn.text().contains("drew it"), "#{}: {}", place.name(), drawn.text());
        let joined = club.pat.at(place).slash("/game join").await;
        assert!(joined.text().contains("Pat plays 🔴 Red"), "#{}: {}", place.name(), joined.text());
    }
    let log = club.bob.at(&ended).slash("/game log").await.text();
    assert!(log.contains("Former player") && !log.contains("Zorblax"), "{log}");
    let store = club.store().await;
    let games = store.all_game_ids().await.unwrap();
    store.close().await;
    for id in &games {
        let log = club.mia.at(&club.hall).slash(&format!("/game log game:{id}")).await.text();
        assert!(log.contains("Former player") && !log.contains("Zorblax"), "{log}");
        let files =
            club.mia.at(&club.hall).slash(&format!("/game export game:{id}")).await.message().files;
        let export: Export = serde_json::from_slice(&files[0].bytes).unwrap();
        assert_eq!(verify(&export).faults, Vec::<String>::new());
    }
    // a game that rested can be taken up
    let resumed = club.bob.at(&shelved).slash("/game resume").await;
    assert!(!resumed.is_private(), "{}", resumed.text());
    let drawn = club.bob.at(&shelved).slash("/bag draw").await;
    assert!(drawn.text().contains("drew it"), "{}", drawn.text());
    assert_eq!(differences(&club).await, Vec::<String>::new());
}

#[tokio::test]
async fn a_game_that_rested_has_the_seat_of_who_is_gone_free() {
    let club = Club::open().await;
    let zorblax = club.discord.person("Zorblax");
    game_with(&club, &zorblax).await;
    zorblax.at(&club.hall).slash("/game put-away").await;
    deletes(&club, &zorblax).await;
    club.bob.at(&club.hall).slash("/game resume").await;
    let joined = club.pat.at(&club.hall).slash("/game join").await;
    assert!(joined.text().contains("Pat plays 🔴 Red"), "{}", joined.text());
}

#[tokio::test]
async fn nobody_waits_for_an_organiser_who_is_gone() {
    let club = Club::open().await;
    let zorblax = club.discord.person("Zorblax");
    game_with(&club, &zorblax).await;
    club.mia.at(&club.hall).slash("/game settings organiser:@Zorblax").await;
    deletes(&club, &zorblax).await;
    assert_eq!(differences(&club).await, Vec::<String>::new());
    // Bob is the only one left, so there is nobody to ask
    let undone = club.bob.at(&club.hall).slash("/bag undo").await;
    assert!(undone.text().contains("Taken back"), "{}", undone.text());
    let ended = club.bob.at(&club.hall).slash("/game end").await;
    assert!(ended.text().contains("The game has ended"), "{}", ended.text());
}

#[tokio::test]
async fn a_person_goes_for_good_while_the_others_are_playing() {
    for _ in 0..5 {
        let club = Club::open().await;
        let zorblax = club.discord.person("Zorblax");
        zorblax.at(&club.hall).slash("/bag setup sides:Red 30, Blue 30").await;
        club.bob.at(&club.hall).slash("/game join").await;
        let bob = club.bob.at(&club.hall);
        let asked = zorblax.at(&club.hall).slash("/privacy delete").await.message();
        let playing = tokio::spawn(async move {
            for _ in 0..40 {
                bob.slash("/bag draw").await;
            }
        });
        let done = zorblax.clicks(&asked, "Delete it all").await.message();
        assert!(done.text.starts_with("Done. "), "{}", done.all_text());
        playing.await.unwrap();
        assert_eq!(traces_of(&club, &zorblax).await, Vec::<String>::new());
        assert_eq!(differences(&club).await, Vec::<String>::new());
    }
}

#[tokio::test]
async fn games_of_people_who_share_nothing_stay_as_they_are() {
    let club = Club::open().await;
    club.bag_game().await;
    club.ann.at(&club.hall).slash("/bag draw").await;
    club.ann.at(&club.hall).slash("/roll dice:2d6").await;
    let before = club.ann.at(&club.hall).slash("/privacy export").await.message();
    let zorblax = club.discord.person("Zorblax");
    zorblax.at(&club.hall).slash("/roll dice:2d6").await;
    club.ann.at(&club.hall).slash("/roll dice:3d6").await;
    deletes(&club, &zorblax).await;
    let after = club.ann.at(&club.hall).slash("/privacy export").await.message();
    let read = |seen: &Seen| serde_json::from_slice::<Value>(&seen.files[0].bytes).unwrap();
    let (before, after) = (read(&before), read(&after));
    assert_eq!(before["steps"], after["steps"]);
    assert_eq!(after["rolls"].as_array().unwrap().len(), 2);
    // a gap in the cup is no forgery
    let proof = club.bob.at(&club.hall).slash("/rolls proof").await.message();
    let proof: gatemaster_rules::roll::proof::Proof =
        serde_json::from_slice(&proof.files[0].bytes).unwrap();
    assert_eq!(gatemaster_rules::roll::proof::verify(&proof).faults, Vec::<String>::new());
    assert_eq!(proof.rolls.len(), 2);
    // and a button of a roll that is gone says so
    let gone = club.hall.everything_said();
    let gone = gone.iter().find(|seen| seen.text.contains("Zorblax")).unwrap();
    let pressed = club.bob.clicks(gone, "Roll again").await;
    assert!(
        pressed.is_private() && pressed.text().contains("not have that roll"),
        "{}",
        pressed.text()
    );
}

/// A league in which Zorblax leaves every kind of trace: entered by others and by themselves, with results, a dispute, an
/// office, points given, a file brought in and a challenge called off. Old Joe is a guest.
async fn league_with(club: &Club, zorblax: &Person) -> LeagueTable {
    let played = Played::Elsewhere("Chess".to_owned());
    let settings = Settings::new(Format::Open { meetings: 0 });
    let league = LeagueTable::open(club, "Summer", played, settings).await;
    let entered = Action::Enter {
        player: Some(player(zorblax)),
        name: zorblax.name(),
        faction: None,
        division: None,
    };
    league.act(&club.mia, entered).await;
    let guest =
        Action::Enter { player: None, name: "Old Joe".to_owned(), faction: None, division: None };
    league.act(&club.mia, guest).await;
    league.act(&club.bob, Action::Join { faction: None }).await;
    league.act(&club.mia, Action::Start).await;
    league.act(&club.mia, Action::Appoint { organiser: player(zorblax) }).await;
    let opponent = league.number_of(&club.bob).await;
    league.act(zorblax, Action::Challenge { opponent }).await;
    league.act(zorblax, Action::Withdraw { fixture: FixtureId(1) }).await;
    league.act(zorblax, Action::Played { opponent, result: won(Side::First) }).await;
    let (fixture, says) = (FixtureId(2), "it was closer".to_owned());
    league.act(&club.bob, Action::Dispute { fixture, revision: 1, says }).await;
    let why = "looked at it again".to_owned();
    league.act(zorblax, Action::Settle { fixture, result: won(Side::Second), why }).await;
    let why = "a good host".to_owned();
    league.act(zorblax, Action::Adjust { entrant: opponent, points: 1, why }).await;
    let draw = MatchResult::plain(Verdict::Draw);
    let matches = vec![Imported::new("old joe", "zorblax", draw)];
    league.act(&club.mia, Action::Import { matches, people: Vec::new() }).await;
    league.act(zorblax, Action::Challenge { opponent }).await;
    league
}

#[tokio::test]
async fn whoever_deletes_their_data_is_in_no_league_any_more_and_its_results_stand() {
    let club = Club::open().await;
    let zorblax = club.discord.person("Zorblax");
    let league = league_with(&club, &zorblax).await;
    // one that is over, and one that has not begun
    let played = Played::Elsewhere("Chess".to_owned());
    let settings = Settings::new(Format::Swiss { rounds: 1 });
    let over = LeagueTable::open(&club, "Over", played.clone(), settings.clone()).await;
    let before = LeagueTable::open(&club, "Before", played, settings).await;
    for league in [&over, &before] {
        league.act(&zorblax, Action::Join { faction: None }).await;
        league.act(&club.bob, Action::Join { faction: None }).await;
    }
    over.act(&club.mia, Action::Start).await;
    over.act(&club.mia, Action::Close { anyway: true }).await;
    let results = |season: &gatemaster_league::Season| {
        let decided = season.fixtures.iter().filter_map(|fixture| fixture.result().cloned());
        decided.collect::<Vec<_>>()
    };
    let stood = results(&league.kept().await.book.season);
    assert_eq!(stood.len(), 2);
    let asked = zorblax.at(&club.hall).slash("/privacy delete").await;
    assert!(asked.text().contains("in 0 games and 3 leagues and campaigns"), "{}", asked.text());

    let done = deletes(&club, &zorblax).await;
    assert!(done.text.contains("in 0 games and 3 leagues and campaigns"), "{}", done.text);
    assert_eq!(traces_of(&club, &zorblax).await, Vec::<String>::new());

    let season = league.kept().await.book.season;
    let names: Vec<&str> = season.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
    assert_eq!(names, ["Former player", "Old Joe", "Bob"]);
    assert!(season.entrants[0].out, "they have left what was being played");
    assert_eq!(results(&season)[..2], stood[..], "what was played stands");
    assert!(season.unsettled().next().is_none(), "nobody waits for them");
    assert_eq!(over.kept().await.book.season.entrants[0].name, "Former player");
    assert_eq!(before.kept().await.book.season.entrants.len(), 1);
    // the others go on
    let opponent = season.entrants[1].no;
    league.act(&club.bob, Action::Challenge { opponent }).await;
}

#[tokio::test]
async fn the_export_holds_one_s_place_in_the_books_and_what_one_entered() {
    let club = Club::open().await;
    let zorblax = club.discord.person("Zorblax");
    let league = league_with(&club, &zorblax).await;
    let answer = zorblax.at(&club.hall).slash("/privacy export").await.message();
    let mine: Value = serde_json::from_slice(&answer.files[0].bytes).unwrap();
    let books = mine["books"].as_array().unwrap();
    assert_eq!(books.len(), 1);
    assert_eq!(
        (&books[0]["book"], &books[0]["book_name"]),
        (&league.id.as_str().into(), &"Summer".into())
    );
    assert_eq!(books[0]["server"], club.discord.home().id().to_string());
    let appears = books[0]["appears_as"].as_array().unwrap();
    assert!(
        appears.iter().any(|place| place["no"] == 1 && place["name"] == "Zorblax"),
        "{appears:?}"
    );
    let entries = books[0]["entries"].as_array().unwrap();
    let did: Vec<&str> =
        entries.iter().map(|entry| entry["action"]["do"].as_str().unwrap()).collect();
    assert_eq!(did, ["challenge", "withdraw", "played", "settle", "adjust", "challenge"]);
    let text = String::from_utf8(answer.files[0].bytes.to_vec()).unwrap();
    assert!(!text.contains("Bob") && !text.contains("it was closer"), "{text}");
    let shown = zorblax.at(&club.hall).slash("/privacy show").await.text();
    assert!(shown.contains("In leagues and campaigns:"), "{shown}");
}

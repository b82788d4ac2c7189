//! `/settings`: how a server likes things, and who may say so.

use gatemaster_sandbox::{Person, Place, Seen, permissions};

use crate::club::Club;

async fn shown(person: &Person, place: &Place) -> String {
    let answer = person.at(place).slash("/settings").await;
    assert!(answer.is_private(), "{}", answer.text());
    answer.text()
}

#[tokio::test]
async fn a_fresh_server_is_told_its_defaults() {
    let club = Club::open().await;
    let text = shown(&club.mia, &club.hall).await;
    for line in [
        "How this server is set",
        "Reminders: **off**",
        "Messages: **full**",
        "Pictures on boards: **on**",
        "Games nobody touches: **asked about after 30 days**",
        "Who may correct, seat and end: **people who manage this server**",
        "Read aloud: **off**",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    assert!(!text.contains("Saved"), "{text}");
}

#[tokio::test]
async fn each_value_is_kept_through_a_restart() {
    let mut club = Club::open().await;
    let role = club.discord.home().role("Umpires", 0);
    let all = "/settings reminders:after 2 days messages:compact: short, one board, no mentions pictures:false \
               spoken:true organisers:@Umpires untouched:after 60 days";
    let saved = club.mia.at(&club.hall).slash(all).await;
    assert!(
        saved.is_private() && saved.text().contains("Saved: how this server is set"),
        "{}",
        saved.text()
    );
    let lines = [
        "Reminders: **after 2 days**".to_owned(),
        "Messages: **compact: short, one board, no mentions**".to_owned(),
        "Pictures on boards: **off**".to_owned(),
        "Games nobody touches: **asked about after 60 days**".to_owned(),
        format!("Who may correct, seat and end: **<@&{role}>, and people who manage this server**"),
        "Read aloud: **on**".to_owned(),
    ];
    club.restart_bot().await;
    let text = shown(&club.mia, &club.hall).await;
    for line in &lines {
        assert!(saved.text().contains(line), "{line}: {}", saved.text());
        assert!(text.contains(line), "{line}: {text}");
    }
    // one is changed, the others stay; in turn each goes back to where it was
    for (change, line) in [
        ("reminders:never", "Reminders: **off**"),
        ("messages:full", "Messages: **full**"),
        ("pictures:true", "Pictures on boards: **on**"),
        ("untouched:never", "Games nobody touches: **never asked about**"),
        (
            "organisers:@everyone",
            "Who may correct, seat and end: **people who manage this server**",
        ),
        ("spoken:false", "Read aloud: **off**"),
    ] {
        let before = shown(&club.mia, &club.hall).await;
        club.mia.at(&club.hall).slash(&format!("/settings {change}")).await;
        club.restart_bot().await;
        let after = shown(&club.mia, &club.hall).await;
        assert!(after.contains(line), "{change}: {after}");
        let changed = before.lines().zip(after.lines()).filter(|(a, b)| a != b).count();
        assert_eq!(changed, 1, "{change}: {before}\n{after}");
    }
    for seen in club.hall.everything() {
        assert!(seen.private && seen.pinged.is_empty(), "{}", seen.all_text());
    }
}

#[tokio::test]
async fn only_those_who_manage_the_server_change_it() {
    let club = Club::open().await;
    let role = club.discord.home().role("Umpires", 0);
    club.mia.at(&club.hall).slash("/settings organisers:@Umpires").await;
    club.ann.gets_role(&club.discord.home(), role);
    for person in [&club.pat, &club.ann] {
        assert!(
            !person.at(&club.hall).commands().contains(&"settings".to_owned()),
            "{}",
            person.name()
        );
        for line in ["/settings", "/settings spoken:true", "/settings organisers:@Umpires"] {
            assert!(person.at(&club.hall).slash(line).attempt().await.is_err(), "{line}");
        }
    }
    assert!(club.mia.at(&club.hall).commands().contains(&"settings".to_owned()));
    // other ways to manage a server
    for (name, bits) in
        [("Admins", permissions::ADMINISTRATOR), ("Stewards", permissions::MANAGE_GUILD)]
    {
        let person = club.discord.person(name);
        person.gets_role(&club.discord.home(), club.discord.home().role(name, bits));
        let saved = person.at(&club.hall).slash("/settings spoken:true").await;
        assert!(saved.text().contains("Read aloud: **on**"), "{}", saved.text());
    }
    // nothing to set where there is no server
    let dm = club.mia.dm();
    assert!(!club.mia.at(&dm).commands().contains(&"settings".to_owned()));
    assert!(club.mia.at(&dm).slash("/settings").attempt().await.is_err());
    club.mia.installs_bot();
    let chat = club.mia.private_chat(&[&club.bob]);
    assert!(!club.mia.at(&chat).commands().contains(&"settings".to_owned()));
}

#[tokio::test]
async fn new_tables_begin_as_the_server_likes_and_open_ones_keep_their_own() {
    let club = Club::open().await;
    let old = club.bag_game().await;
    let habits = "/settings reminders:after a day messages:compact: short, one board, no mentions";
    club.mia.at(&club.hall).slash(habits).await;
    let table = club.ann.at(&club.hall).slash("/game settings").await.text();
    let reminders = "Reminders for whoever owes an action: ";
    assert!(table.contains(&format!("{reminders}**off**")), "{table}");
    assert!(table.contains("Messages: **full**"), "{table}");
    club.ann.at(&club.hall).slash("/bag draw").await;
    let board = club.board_saying("10 dice left").await;
    assert_eq!(board.id, old.id);
    assert!(!board.embeds.is_empty(), "an open table stays as it was: {}", board.all_text());

    let yard = club.discord.channel("yard");
    let new = club.ann.at(&yard).slash("/bag setup sides:Red 2, Blue 2").await.message();
    assert!(new.embeds.is_empty() && new.files.is_empty(), "compact: {}", new.all_text());
    let table = club.ann.at(&yard).slash("/game settings").await.text();
    assert!(table.contains(&format!("{reminders}**after 1 day**")), "{table}");
    assert!(table.contains("Messages: **short, on one board, without mentions**"), "{table}");
    let lobby = club.discord.channel("lobby");
    club.ann.at(&lobby).slash("/game new system:Order-dice bag").await;
    let table = club.ann.at(&lobby).slash("/game settings").await.text();
    assert!(table.contains(&format!("{reminders}**after 1 day**")), "{table}");
    assert!(table.contains("Messages: **short, on one board, without mentions**"), "{table}");
}

#[tokio::test]
async fn pictures_go_and_come_back() {
    let club = Club::open().await;
    let board = club.bag_game().await;
    let pictured = |seen: &Seen, text: &str| {
        seen.id == board.id && seen.all_text().contains(text) && seen.files.len() == 1
    };
    let seen = club.hall.wait_for(|seen| pictured(seen, "11 dice left")).await;
    assert!(seen.embeds[0].image.is_some());
    let alt = seen.files[0].description.clone();
    assert!(alt.contains("Red") && alt.contains("Blue") && alt.len() > 20, "{alt}");
    assert_eq!(&seen.files[0].bytes[1..4], b"PNG");

    club.mia.at(&club.hall).slash("/settings pictures:false").await;
    club.draws(&club.ann, &club.hall, "Red").await;
    let plain = club.board_saying("10 dice left").await;
    assert!(plain.files.is_empty() && plain.embeds[0].image.is_none(), "{:?}", plain.files);
    let fresh = club.ann.at(&club.hall).slash("/game board").await.message();
    assert!(fresh.files.is_empty() && fresh.embeds[0].image.is_none(), "{:?}", fresh.files);
    let yard = club.discord.channel("yard");
    let other = club.ann.at(&yard).slash("/bag setup sides:Red 2, Blue 2").await.message();
    assert!(other.files.is_empty(), "{:?}", other.files);

    club.mia.at(&club.hall).slash("/settings pictures:true").await;
    club.draws(&club.ann, &club.hall, "Red").await;
    let fits = |seen: &Seen| {
        seen.id == fresh.id && seen.all_text().contains("9 dice left") && seen.files.len() == 1
    };
    let seen = club.hall.wait_for(fits).await;
    assert!(seen.embeds[0].image.is_some());
    assert_ne!(seen.files[0].description, alt, "the words follow the picture");
    assert!(seen.files[0].description.contains("Red"), "{}", seen.files[0].description);
}

#[tokio::test]
async fn the_role_of_organisers_lets_its_people_correct_and_end_at_any_table() {
    let mut club = Club::open().await;
    club.bag_game().await;
    club.ann.at(&club.hall).slash("/bag draw").await;
    for line in ["/game undo", "/game end", "/game leave player:@Bob"] {
        let refused = club.pat.at(&club.hall).slash(line).await;
        assert!(
            refused.is_private() && refused.text().contains("Only"),
            "{line}: {}",
            refused.text()
        );
    }
    let home = club.discord.home();
    let role = home.role("Umpires", 0);
    club.mia.at(&club.hall).slash("/settings organisers:@Umpires").await;
    club.pat.gets_role(&home, role);
    club.restart_bot().await;
    let pat = club.pat.at(&club.hall);
    let freed = pat.slash("/game leave player:@Bob").await.text();
    assert!(freed.contains("Pat freed a seat: Bob left 🔵 Blue"), "{freed}");
    let seated = pat.slash("/game join player:@Bob").await.text();
    assert!(seated.contains("Bob plays 🔵 Blue"), "{seated}");
    club.ann.at(&club.hall).slash("/bag draw").await;
    // as for those who manage the server, undoing takes being the table's organiser, which they can make themselves
    pat.slash("/game settings organiser:@Pat").await;
    let undone = pat.slash("/game undo").await;
    assert!(!undone.is_private() && undone.text().contains("Taken back"), "{}", undone.text());
    let settings = pat.slash("/settings spoken:true").attempt().await;
    assert!(settings.is_err(), "the server itself is not theirs");
    let ended = pat.slash("/game end").await.text();
    assert!(ended.contains("The game has ended (by Pat"), "{ended}");
    // without the role, that is over
    club.mia.at(&club.hall).slash("/settings organisers:@everyone").await;
    club.bag_game().await;
    let refused = pat.slash("/game end").await;
    assert!(refused.is_private() && refused.text().contains("Only"), "{}", refused.text());
}

#[tokio::test]
async fn other_servers_are_as_they_were() {
    let club = Club::open().await;
    let rivals = club.discord.server("Rivals");
    let yard = rivals.channel("yard");
    for person in [&club.ann, &club.bob, &club.mia] {
        person.joins(&rivals);
    }
    let role = rivals.role("Stewards", permissions::MANAGE_GUILD);
    club.bob.gets_role(&rivals, role);
    let all = "/settings reminders:after a day messages:compact: short, one board, no mentions pictures:false spoken:true";
    club.mia.at(&club.hall).slash(all).await;
    let text = shown(&club.bob, &yard).await;
    for line in [
        "Reminders: **off**",
        "Messages: **full**",
        "Pictures on boards: **on**",
        "Read aloud: **off**",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    let rolled = club.ann.at(&yard).slash("/roll dice:2d6").await.message();
    assert!(rolled.raw["tts"] == false && !rolled.embeds.is_empty(), "{}", rolled.all_text());
    let board = club.ann.at(&yard).slash("/bag setup sides:Red 2, Blue 2").await.message();
    assert!(!board.embeds.is_empty(), "{}", board.all_text());
    // who manages here is nobody there
    assert!(club.mia.at(&yard).slash("/settings").attempt().await.is_err());
    let dm = club.mia.at(&club.mia.dm()).slash("/roll dice:2d6").await.message();
    assert!(dm.raw["tts"] == false && !dm.embeds.is_empty(), "{}", dm.all_text());
}

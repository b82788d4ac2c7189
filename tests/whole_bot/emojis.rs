//! The application's own emoji: uploaded once, shown in what is told, and left out wherever they are not to be had.

use gatemaster_discord::signs::{self, Emojis};
use gatemaster_sandbox::{Options, Seen};

use crate::battlefield::{Battlefield, on_the_table};
use crate::club::{Club, eventually};
use gatemaster_rules::table::Settings;

/// Six- and ten-sided dice, order dice, a pin, and drills.
const ALL: usize = 6 * 3 + 10 * 3 + 2 + 6 + 1 + 4;

async fn club_with_emojis() -> Club {
    let mut club = Club::without_bot(Options::for_tests()).await;
    club.emojis = true;
    club
}

/// The bot has every emoji and shows them from now on.
async fn all_known(club: &Club) {
    let known = "every emoji is known";
    club.discord.until(known, || !signs::known().is_empty()).await;
    assert_eq!(club.discord.emojis().len(), ALL);
}

/// Ann draws by hand and types the dice of an order test; gives the message that tells it.
async fn ann_types_a_three(club: &Club) -> Seen {
    let duel = on_the_table(&["ai_squad"], &["gang_fighters"]);
    let by_hand = Settings { by_hand: true, ..Settings::default() };
    let field = Battlefield::open_with(club, duel, by_hand).await;
    field.set("AI Squad", gatemaster_rules::antares::correct::Change::Pins(1)).await;
    let board = field.board().await;
    let drew = club.ann.clicks(&board, "Red came out").await.message();
    club.bob.clicks(&drew, "It is right").await;
    club.ann.at(&club.hall).slash("/order unit:AI Squad order:Fire").await;
    club.ann.at(&club.hall).slash("/dice faces:3").await;
    let told = |seen: &Seen| !seen.private && seen.all_text().contains("Typed by hand");
    club.hall.wait_for(told).await
}

#[tokio::test]
async fn emoji_are_uploaded_once_and_shown_and_a_restart_uploads_none_again() {
    let mut club = club_with_emojis().await;
    club.start_bot().await;
    all_known(&club).await;
    let before = club.discord.emojis();
    let names: Vec<&str> = before.iter().map(|(_, name)| name.as_str()).collect();
    for name in ["d10_3", "d10_1_lucky", "d6_6_miss", "order_ambush", "pin_marker"] {
        assert!(names.contains(&name), "{name}: {names:?}");
    }

    let told = ann_types_a_three(&club).await;
    let (id, _) = before.iter().find(|(_, name)| name == "d10_3").unwrap();
    let raw = told.raw["embeds"][0]["description"].as_str().unwrap();
    assert!(raw.contains(&format!("Ann <:d10_3:{id}> (the order test")), "{raw}");
    assert!(told.all_text().contains("Ann :d10_3: (the order test"), "{}", told.all_text());
    let export = club.ann.at(&club.hall).slash("/game export").await.message();
    let transcript = export.files.iter().find(|file| file.name.contains(".txt")).unwrap();
    let transcript = String::from_utf8(transcript.bytes.to_vec()).unwrap();
    assert!(transcript.contains("Ann 3 (the order test"), "figures in files: {transcript}");

    // as if the process were a new one
    club.stop_bot().await;
    signs::know(Emojis::default());
    club.start_bot().await;
    all_known(&club).await;
    assert_eq!(club.discord.emojis(), before, "none was made again");

    // a drawing that has changed is made anew, and one that somebody deleted is brought back
    club.stop_bot().await;
    signs::know(Emojis::default());
    let (pin, _) = before.iter().find(|(_, name)| name == "pin_marker").unwrap();
    let app = club.discord.app_id();
    let store = club.store().await;
    let mut old = store.emojis_of(app).await.unwrap().into_iter().find(|row| row.name == "d10_3");
    let old = old.as_mut().unwrap();
    "another drawing".clone_into(&mut old.drawing);
    store.note_emoji(app, old).await.unwrap();
    store.close().await;
    club.as_bot("DELETE", &format!("applications/{app}/emojis/{pin}"), "").await;
    club.start_bot().await;
    eventually("both are there again", async || {
        let now = club.discord.emojis();
        let is_new = |name: &str| now.iter().any(|one| one.1 == name && !before.contains(one));
        (is_new("d10_3") && is_new("pin_marker")).then_some(())
    })
    .await;
    let now = club.discord.emojis();
    assert_eq!(now.len(), ALL);
    assert_eq!(now.iter().filter(|one| !before.contains(one)).count(), 2, "and no others");
    club.stop_bot().await;
}

#[tokio::test]
async fn where_emoji_are_not_to_be_had_the_bot_plays_with_figures() {
    let mut club = club_with_emojis().await;
    let misbehave = club.discord.misbehave();
    misbehave.next_requests(u32::MAX).matching("GET", "/emojis").fail_with(503);
    club.start_bot().await;
    let told = ann_types_a_three(&club).await;
    assert!(told.all_text().contains("Ann 3 (the order test"), "{}", told.all_text());
    assert!(club.discord.emojis().is_empty());

    // later it goes well again, and nobody has to do anything for it
    misbehave.behave();
    all_known(&club).await;
    club.stop_bot().await;
}

#[tokio::test]
async fn an_upload_that_stops_half_way_goes_on_where_it_was() {
    let mut club = club_with_emojis().await;
    let misbehave = club.discord.misbehave();
    // it begins, then there are too many requests, and an answer is lost
    let held = misbehave.next_requests(1).matching("POST", "/emojis").are_held();
    club.start_bot().await;
    held.came(1).await;
    assert!(signs::known().is_empty(), "half of the dice as pictures would be odd");
    let drawn = club.bag_game().await;
    assert!(!drawn.all_text().is_empty(), "nobody waits for it");
    let too_many = std::time::Duration::from_millis(50);
    misbehave.next_requests(1).matching("POST", "/emojis").are_too_many(too_many);
    misbehave.next_requests(1).matching("POST", "/emojis").lose_their_answer();
    held.let_go();
    all_known(&club).await;
    let names: std::collections::HashSet<String> =
        club.discord.emojis().into_iter().map(|(_, name)| name).collect();
    assert_eq!(names.len(), ALL, "each is there once");
    club.stop_bot().await;
}

#[tokio::test]
async fn nobody_can_fake_a_die_in_a_name() {
    let mut club = club_with_emojis().await;
    club.start_bot().await;
    all_known(&club).await;
    let lucky = signs::die(10, 1, signs::Look::Lucky);
    let ann = club.ann.at(&club.hall);
    club.bag_game().await;
    ann.slash(&format!("/game settings name:Raid{lucky}")).await;
    let named = club.board_saying("Raidd10").await;
    assert!(!named.raw.to_string().contains("<:d10_1_lucky"), "{}", named.raw);
    let rolled = ann.slash(&format!("/roll dice:1d6 label:x{lucky}")).await.message();
    assert!(!rolled.raw.to_string().contains("<:d10_1_lucky"), "{}", rolled.raw);
    club.stop_bot().await;
}

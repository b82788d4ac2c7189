//! Dice rolled by hand: each is typed by whoever's throw it is, others may look and object, and everybody can tell afterwards.

use gatemaster_rules::antares::correct::Change;
use gatemaster_rules::ids::Seat;
use gatemaster_rules::table::Settings;
use gatemaster_sandbox::Seen;

use crate::battlefield::{Battlefield, on_the_table};
use crate::club::Club;

const RED: Seat = Seat(0);

fn duel() -> gatemaster_rules::antares::Setup {
    on_the_table(&["ai_squad", "ai_command_squad"], &["gang_fighters", "work_gang"])
}

fn by_hand() -> Settings {
    Settings { by_hand: true, ..Settings::default() }
}

/// A die of this side is named by Ann, and Bob finds it right.
async fn draws(club: &Club, board: &Seen, side: &str) -> Seen {
    let drew = club.ann.clicks(board, &format!("{side} came out")).await;
    assert!(!drew.is_private(), "{}", drew.text());
    let shown = drew.message();
    assert!(shown.pings(&club.bob), "the other is shown the die: {}", shown.all_text());
    assert!(!shown.text.contains("Bob"), "a mention names him already: {}", shown.text);
    let early = club.ann.at(&club.hall).slash("/order unit:AI Squad order:Fire").await;
    assert!(early.is_private() && early.text().contains("Bob may look"), "{}", early.text());
    club.bob.clicks(&shown, "It is right").await;
    club.hall.wait_for(|seen| seen.select("Which unit acts?").is_some()).await
}

#[tokio::test]
async fn dice_by_hand_are_typed_by_whoever_throws_and_marked_everywhere() {
    let mut club = Club::open().await;
    let field = Battlefield::open_with(&club, duel(), by_hand()).await;
    field.set("AI Squad", Change::Pins(1)).await;
    let board = field.board().await;
    let drawn = draws(&club, &board, "Red").await;
    club.ann.selects(&drawn, "Which unit acts?", &["AI Squad"]).await;
    club.ann.clicks(&drawn.again().unwrap(), "Fire").await;
    let prompt = club.hall.wait_for(|seen| seen.button("Type them…").is_some()).await;
    let text = prompt.all_text();
    assert!(text.contains("1 die (D10) for the order test of AI Squad"), "{text}");

    // not Bob's to type, by button or by command
    let not_his = club.bob.clicks(&prompt, "Type them…").await;
    assert!(
        not_his.is_private() && not_his.text().contains("for Ann to roll"),
        "{}",
        not_his.text()
    );
    let not_his = club.bob.at(&club.hall).slash("/dice faces:10").await;
    assert!(
        not_his.is_private() && not_his.text().contains("for Ann to roll"),
        "{}",
        not_his.text()
    );
    let steps = field.steps().await;
    for (typed, why) in
        [("11", "1 to 10"), ("3 4", "you typed 2 faces"), ("four", "could not be read")]
    {
        let form = club.ann.clicks(&prompt, "Type them…").await.modal().unwrap();
        let refused = form.submit(&[("faces", typed)]).await;
        assert!(
            refused.is_private() && refused.text().contains(why),
            "{typed}: {}",
            refused.text()
        );
        // the form comes back with what was typed, through a restart as well
        if typed == "four" {
            club.restart_bot().await;
        }
        let again = club.ann.clicks(&refused.message(), "Type again…").await.modal().unwrap();
        assert_eq!(again.value("faces"), Some(typed));
    }
    assert_eq!(field.steps().await, steps);
    let form = club.ann.clicks(&prompt, "Type them…").await.modal().unwrap();
    form.submit(&[("faces", "3")]).await;
    let order = club.hall.wait_for(|seen| seen.select("Shoot at…").is_some()).await;
    let text = order.all_text();
    assert!(text.contains("– passed"), "{text}");
    assert!(text.contains("Typed by hand: Ann 3 (the order test of AI Squad"), "{text}");

    // the shots are Ann's to roll, though it is Bob's answer that makes them fall
    club.ann.selects(&order, "Shoot at…", &["Gang Fighters"]).await;
    let aim = order.again().unwrap();
    let shoot = aim.buttons.iter().find(|button| button.label.starts_with("Shoot")).unwrap();
    club.ann.clicks(&aim, &shoot.custom_id).await;
    let question = club.hall.wait_for(|seen| seen.button("Stay up").is_some()).await;
    let bends = club.bob.at(&club.hall).slash("/react answer:Stay up dice:10 10 10 10 10").await;
    assert!(bends.is_private() && bends.text().contains("for Ann to roll"), "{}", bends.text());
    club.bob.clicks(&question, "Stay up").await;
    let asked = club
        .hall
        .wait_for(|seen| {
            seen.button("Type them…").is_some() && seen.all_text().contains("the hits of")
        })
        .await;
    let text = asked.all_text();
    assert!(
        text.starts_with(&club.ann.mention()) && text.contains("the hits of AI Squad"),
        "{text}"
    );
    assert!(!text.contains("**Ann**, roll"), "and by that alone: {text}");
    assert!(asked.pings(&club.ann), "she is asked by mention: {text}");
    let typed = club.ann.at(&club.hall).slash("/dice faces:9 9 9 9 9").await;
    let text = typed.text();
    assert!(text.contains("Typed by hand: Ann 9 9 9 9 9 (the hits of AI Squad"), "{text}");
    let rolled = field.dice().await;
    assert_eq!(rolled[rolled.len() - 5..], [None; 5], "typed dice are none of the stream");

    // the log has the reasons, which the recap leaves out
    let log = club.pat.at(&club.hall).slash("/game log").await.text();
    assert!(log.contains("(Command 8, 1 pin −1)"), "{log}");
    let recap = club.pat.at(&club.hall).slash("/game recap").await.text();
    assert!(!recap.contains("(Command 8"), "{recap}");

    let mark = "Typed by hand: Ann 9 9 9 9 9";
    for line in ["/game log", "/game recap", "/explain"] {
        let told = club.pat.at(&club.hall).slash(line).await.text();
        assert!(told.contains("Ann 9 9 9 9 9"), "{line}: {told}");
    }
    let export = club.ann.at(&club.hall).slash("/game export").await;
    let files = export.message().files;
    let transcript = files.iter().find(|file| file.name.contains(".txt")).unwrap();
    let transcript = String::from_utf8(transcript.bytes.to_vec()).unwrap();
    assert!(transcript.contains(mark), "{transcript}");
}

#[tokio::test]
async fn a_whole_volley_is_typed_in_one_form_weapon_by_weapon_and_wrong_dice_lose_nothing() {
    let mut club = Club::open().await;
    let field = Battlefield::open_with(&club, duel(), by_hand()).await;
    let board = field.board().await;
    let drawn = draws(&club, &board, "Red").await;
    club.ann.selects(&drawn, "Which unit acts?", &["AI Squad"]).await;
    club.ann.clicks(&drawn.again().unwrap(), "Fire").await;
    let order = club.hall.wait_for(|seen| seen.select("Shoot at…").is_some()).await;
    club.ann.selects(&order, "Shoot at…", &["Gang Fighters"]).await;
    let aim = order.again().unwrap();
    let shoot = aim.buttons.iter().find(|button| button.label.starts_with("Shoot")).unwrap();
    club.ann.clicks(&aim, &shoot.custom_id).await;
    let question = club.hall.wait_for(|seen| seen.button("Stay up").is_some()).await;
    club.bob.clicks(&question, "Stay up").await;
    let asked = |seen: &Seen| {
        seen.button("Type them…").is_some() && seen.all_text().contains("all at once")
    };
    let prompt = club.hall.wait_for(asked).await;
    let text = prompt.all_text();
    assert!(text.contains("3 × D10, mag gun, needs"), "{text}");
    assert!(text.contains("1 × D10, X-sling, needs"), "{text}");

    let steps = field.steps().await;
    let form = club.ann.clicks(&prompt, "Type them…").await.modal().unwrap();
    let labels: Vec<String> = form.inputs.iter().map(|input| input.label.clone()).collect();
    assert_eq!(labels.len(), 3, "an input for each weapon: {labels:?}");
    assert!(labels[1].contains("mag gun"), "{labels:?}");
    let wrong = [("faces", "10"), ("faces2", "9 9"), ("faces3", "eleven")];
    let refused = form.submit(&wrong).await;
    let sentence = refused.text();
    assert!(refused.is_private() && sentence.contains("Nothing was taken"), "{sentence}");
    assert!(sentence.contains("this takes 3 faces, and you typed 2"), "{sentence}");
    assert!(sentence.contains("could not be read"), "both faults at once: {sentence}");
    assert_eq!(field.steps().await, steps, "and nothing was");

    // the shot waits, with its target; the form comes back as it was, also after a restart
    club.restart_bot().await;
    let form = club.ann.clicks(&refused.message(), "Type again…").await.modal().unwrap();
    for (key, typed) in wrong {
        assert_eq!(form.value(key), Some(typed));
    }
    form.submit(&[("faces", "10"), ("faces2", "9 9 9"), ("faces3", "10")]).await;
    let typed = "So far: Ann 10 9 9 9 10 (the hits of AI Squad";
    club.hall.wait_for(|seen| seen.all_text().contains(typed)).await;
    let told = club.ann.at(&club.hall).slash("/dice faces:10").await.text();
    assert!(told.contains("Typed by hand: Ann 10 9 9 9 10 (the hits of AI Squad"), "{told}");
    let rolled = field.dice().await;
    assert_eq!(rolled[rolled.len() - 6..], [None; 6], "with the spotter's second try, all typed");
    assert!(field.state().await.flow.volleys.is_empty(), "the shot is over: everybody missed");
}

#[tokio::test]
async fn a_line_of_dice_serves_a_whole_volley_and_a_wrong_one_comes_back_in_the_form() {
    let club = Club::open().await;
    let field = Battlefield::open_with(&club, duel(), by_hand()).await;
    let board = field.board().await;
    draws(&club, &board, "Red").await;
    let ann = club.ann.at(&club.hall);
    ann.slash("/shoot unit:AI Squad target:Gang Fighters range:9").await;
    let question = club.hall.wait_for(|seen| seen.button("Stay up").is_some()).await;
    club.bob.clicks(&question, "Stay up").await;
    let asked = |seen: &Seen| {
        seen.button("Type them…").is_some() && seen.all_text().contains("all at once")
    };
    club.hall.wait_for(asked).await;
    let refused = ann.slash("/dice faces:10 9 9 9").await;
    assert!(refused.is_private(), "{}", refused.text());
    let form = club.ann.clicks(&refused.message(), "Type again…").await.modal().unwrap();
    assert_eq!((form.value("faces"), form.value("faces2")), (Some("10"), Some("9 9 9")));
    let told = ann.slash("/dice faces:10 9 9 9 10").await.text();
    assert!(told.contains("So far: Ann 10 9 9 9 10 (the hits of AI Squad"), "{told}");
    let told = ann.slash("/dice faces:10").await.text();
    assert!(told.contains("Typed by hand: Ann 10 9 9 9 10 (the hits of AI Squad"), "{told}");
    assert!(field.state().await.flow.volleys.is_empty(), "{told}");
}

#[tokio::test]
async fn a_die_drawn_by_hand_is_drawn_again_when_the_other_objects() {
    let club = Club::open().await;
    let field = Battlefield::open_with(&club, duel(), by_hand()).await;
    let board = field.board().await;
    let shown = club.ann.clicks(&board, "Red came out").await.message();
    club.bob.clicks(&shown, "Object").await;
    let again = club
        .hall
        .wait_for(|seen| {
            seen.all_text().contains("Bob objected") && seen.button("Blue came out").is_some()
        })
        .await;
    let late = club.bob.clicks(&again, "Blue came out").await;
    assert!(late.is_private() && late.text().contains("for Ann"), "{}", late.text());
    assert_eq!(again.all_text().matches("draw a die from your bag").count(), 1, "said once");
    club.ann.clicks(&again, "Blue came out").await;
    // it stands now: whoever's die it is chooses a unit, and nobody is asked
    let acts = club.hall.wait_for(|seen| seen.select("Which unit acts?").is_some()).await;
    assert!(acts.button("Object").is_none(), "{}", acts.all_text());
    assert_eq!(field.state().await.flow.drawn, Some(Seat(1)));
    let log = club.pat.at(&club.hall).slash("/game log").await.text();
    assert!(log.contains("Bob objected to the die that Ann had named"), "{log}");
}

#[tokio::test]
async fn by_hand_is_a_question_in_a_running_battle() {
    let club = Club::open().await;
    let field = Battlefield::open(&club, duel()).await;
    field.board().await;
    let typed = club.ann.at(&club.hall).slash("/draw dice:Red").await;
    let sentence = typed.text();
    assert!(typed.is_private() && sentence.contains("I roll the dice at this table"), "{sentence}");
    let asked = club.ann.at(&club.hall).slash("/game by-hand dice_of:Red").await.message();
    assert!(asked.pings(&club.bob), "{}", asked.all_text());
    let own = club.ann.clicks(&asked, "Agree").await;
    assert!(own.is_private() && own.text().contains("for Bob to answer"), "{}", own.text());
    let strange = club.pat.clicks(&asked, "Agree").await;
    assert!(strange.is_private(), "{}", strange.text());
    club.bob.clicks(&asked, "Agree").await;
    let set = club.pat.at(&club.hall).slash("/game settings").await.text();
    assert!(set.contains("rolled by hand and typed, the others by me"), "{set}");
    let drawn = club.ann.at(&club.hall).slash("/draw dice:Red").await;
    assert!(drawn.text().contains("named the die that came out of the bag"), "{}", drawn.text());
    club.bob.clicks(&drawn.message(), "It is right").await;
    // Bob's own are rolled for him, and the next throw alone can be by hand
    let next =
        club.bob.at(&club.hall).slash("/game by-hand dice_of:the next throw").await.message();
    club.ann.clicks(&next, "Agree").await;
    let nobody = club.mia.at(&club.hall).slash("/game by-hand dice_of:nobody").await;
    assert!(
        nobody.text().contains("rolled by me"),
        "a manager who does not play rules: {}",
        nobody.text()
    );
    assert_eq!(field.state().await.flow.drawn, Some(RED));
    let wrong = club.ann.at(&club.hall).slash("/game by-hand dice_of:Purple").await;
    assert!(wrong.is_private() && wrong.text().contains("everybody"), "{}", wrong.text());
}

#[tokio::test]
async fn the_lobby_says_whose_dice_are_rolled_by_hand() {
    let club = Club::open().await;
    let ann = club.ann.at(&club.hall);
    let lobby = ann.slash("/game new system:Beyond the Gates of Antares").await.message();
    assert!(!lobby.all_text().contains("by hand"), "{}", lobby.all_text());
    ann.slash("/game by-hand dice_of:everybody").await;
    club.hall.wait_for(|seen| seen.all_text().contains("✋ Dice: rolled by hand and typed.")).await;
    ann.slash("/game by-hand dice_of:nobody").await;
    let gone =
        |seen: &Seen| seen.select("🔴 Play as…").is_some() && !seen.all_text().contains("✋");
    club.hall.wait_for(gone).await;
}

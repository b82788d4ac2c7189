//! The forces before a battle, by the lists, buttons and forms on its board.

use gatemaster_rules::antares;
use gatemaster_rules::antares::state::Phase;
use gatemaster_rules::game::{Game, Setup};
use gatemaster_rules::table::Table;
use gatemaster_sandbox::Seen;

use crate::club::Club;

pub const NEW: &str = "/game new system:Beyond the Gates of Antares";

/// Ann opens a battle in the hall.
pub async fn opened(club: &Club) -> Seen {
    club.ann.at(&club.hall).slash(NEW).await.message()
}

/// The same with Ann as Algoryn and Bob as Ghar.
pub async fn seated(club: &Club) -> Seen {
    let lobby = opened(club).await;
    club.ann.clicks(&lobby, "Play Algoryn").await;
    club.bob.clicks(&lobby, "Play Ghar").await;
    lobby.again().unwrap()
}

async fn table(club: &Club) -> Table {
    let store = club.store().await;
    let game = store.open_game_in(club.hall.id()).await.unwrap().unwrap();
    store.close().await;
    serde_json::from_str(&game.state).unwrap()
}

pub async fn setup(club: &Club) -> antares::Setup {
    match table(club).await.setup {
        Setup::Antares(setup) => setup,
        _ => panic!("that is no battle"),
    }
}

pub async fn battle(club: &Club) -> antares::State {
    match table(club).await.game {
        Some(Game::Antares(state)) => state,
        other => panic!("no battle: {other:?}"),
    }
}

/// The names of a side's units.
pub async fn units(club: &Club, side: usize) -> Vec<String> {
    setup(club).await.sides[side].units.iter().map(|unit| unit.name.clone()).collect()
}

fn same_message(lobby: &Seen, answer: &gatemaster_sandbox::Answer) -> String {
    assert_eq!(answer.message().id, lobby.id, "the board is redrawn in place: {}", answer.text());
    answer.text()
}

#[tokio::test]
async fn two_strangers_set_up_a_battle_with_buttons_alone() {
    let club = Club::open().await;
    let (ann, bob) = (&club.ann, &club.bob);
    // 1
    let lobby = opened(&club).await;
    let text = lobby.all_text();
    assert!(text.contains("🔴 **Algoryn** (free) · 6 units"), "{text}");
    assert!(text.contains("🔵 **Ghar** (free) · 5 units"), "{text}");
    assert!(text.contains("SHA-256"), "{text}");
    // 2: the force and the seat
    let picked = ann.selects(&lobby, "🔴 Play as…", &["Concord"]).await;
    let text = same_message(&lobby, &picked);
    assert!(text.contains("🔴 **Concord** (Ann)") && text.contains("C3 Strike Squad 2"), "{text}");
    // 3
    same_message(&lobby, &bob.clicks(&lobby, "Play Ghar").await);
    // 4
    let picked = bob.selects(&lobby, "🔵 Ghar fields…", &["Isorian"]).await;
    let text = same_message(&lobby, &picked);
    assert!(text.contains("🔴 **Concord** (Ann)"), "the seats keep their people: {text}");
    assert!(text.contains("🔵 **Isorian** (Bob)"), "{text}");
    // 5
    same_message(&lobby, &bob.clicks(&lobby, "Deploy by drawn dice").await);
    // 6
    let begun = ann.clicks(&lobby, "Start").await;
    let text = same_message(&lobby, &begun);
    assert!(text.contains("The snipers deploy") && text.contains("Phase Sniper"), "{text}");
    assert!(begun.message().button("Draw next").is_some());
    assert_eq!(club.hall.everything_said().len(), 1, "six presses, one message");
    assert_eq!(battle(&club).await.phase, Phase::DeployingSnipers);
    assert_eq!(club.steps().await, 7, "taking the seat is a step of its own");
    // the lobby is over
    let late = bob.at(&club.hall).slash("/force sample force:Ghar").await;
    assert!(late.is_private(), "{}", late.text());
    assert!(late.text().contains("The battle has begun, so both forces stand"), "{}", late.text());
}

#[tokio::test]
async fn a_list_is_pasted_into_the_form_and_put_right() {
    let club = Club::open().await;
    let lobby = seated(&club).await;
    let form = club.ann.clicks(&lobby, "Edit my list…").await.modal().unwrap();
    let value =
        |key: &str| form.inputs.iter().find(|input| input.custom_id == key).unwrap().value.clone();
    assert_eq!((value("name").as_str(), value("colour").as_str()), ("Algoryn", "red"));
    assert!(
        value("list").starts_with("Force: Algoryn\nAI Command Squad\n2x AI Squad\n"),
        "{}",
        value("list")
    );

    let list = "Force: Algoryn\nKarnan: AI Comand Squad\n2x AI Squad: Strike\n3x Dragons";
    let refused = form.submit(&[("name", "Iron Fist"), ("colour", "green"), ("list", list)]).await;
    assert!(refused.is_private(), "{}", refused.text());
    let text = refused.text();
    assert!(text.contains("The list has 2 things to put right, so nothing was changed"), "{text}");
    assert!(
        text.contains(
            "Line 2: there is no unit \"AI Comand Squad\"; did you mean AI Command Squad?"
        ),
        "{text}"
    );
    assert!(text.contains("Line 4"), "{text}");
    assert_eq!(setup(&club).await.sides[0].name, "Algoryn");

    // what was typed is still there
    let again = club.ann.clicks(&refused.message(), "Put it right…").await.modal().unwrap();
    let value =
        |key: &str| again.inputs.iter().find(|input| input.custom_id == key).unwrap().value.clone();
    assert_eq!((value("name"), value("list")), ("Iron Fist".to_owned(), list.to_owned()));
    let list = "Force: Algoryn\nKarnan: AI Command Squad\n2x AI Squad: Strike";
    let refused = again.submit(&[("list", list), ("colour", "ultramarine")]).await;
    assert!(
        refused.text().contains("There are no “ultramarine” dice here; choose red, blue"),
        "{}",
        refused.text()
    );
    let again = club.ann.clicks(&refused.message(), "Put it right…").await.modal().unwrap();
    let made = again.submit(&[("colour", "Green")]).await;
    assert!(made.failed().is_none(), "{}", made.text());
    let board =
        club.hall.wait_for(|seen| seen.id == lobby.id && seen.all_text().contains("Karnan")).await;
    let text = board.all_text();
    assert!(text.contains("🟢 **Iron Fist** (Ann) · Algoryn, 3 units"), "{text}");
    assert!(text.contains("• Strike-2 (AI Squad), 5 models"), "{text}");

    // the list itself may name the side, and "Own list…" opens the same form
    let form =
        club.ann.selects(&board, "🟢 Iron Fist fields…", &["Own list…"]).await.modal().unwrap();
    assert_eq!(form.title, "What Iron Fist fields");
    let done = form.submit(&[("list", "Name: The Last Gate, Boromite")]).await;
    let text = same_message(&lobby, &done);
    assert!(text.contains("🟢 **The Last Gate** (Ann) · Boromite, 6 units"), "{text}");
}

#[tokio::test]
async fn a_force_is_put_together_unit_by_unit_from_lists() {
    let club = Club::open().await;
    let lobby = seated(&club).await;
    let bob = &club.bob;
    let lists = bob.selects(&lobby, "🔵 Ghar fields…", &["Unit by unit…"]).await;
    assert!(lists.is_private(), "{}", lists.text());
    let lists = lists.message();
    assert!(
        lists.all_text().contains("🔵 **Ghar** has 5 units of 20 it may have."),
        "{}",
        lists.all_text()
    );
    for name in units(&club, 1).await {
        // names are given anew as others leave
        let names = units(&club, 1).await;
        let name = names.iter().find(|other| name.starts_with(*other)).unwrap_or(&names[0]);
        let out = bob.selects(&lists, "Take a unit out…", &[name]).await;
        assert_eq!(out.message().id, lists.id, "{}", out.text());
    }
    let empty = lists.again().unwrap();
    assert!(
        empty.all_text().contains("⚠️ Before it can start: Ghar has 0 units"),
        "{}",
        empty.all_text()
    );
    let board =
        club.hall.wait_for(|seen| seen.id == lobby.id && seen.all_text().contains("0 units")).await;
    // Start is not there, what is missing is said, and the button beside it mends it
    assert!(board.button("Start").is_none(), "{:?}", board.buttons);
    assert!(
        board.all_text().contains("⚠️ Before it can start: Ghar has 0 units; a force has 1 to 20."),
        "{}",
        board.all_text()
    );
    assert!(bob.clicks(&board, "Edit Ghar…").await.modal().is_some());
    let refused = club.ann.at(&club.hall).slash("/game start").await;
    assert!(refused.is_private(), "{}", refused.text());
    assert_eq!(refused.text(), "Ghar has 0 units; a force has 1 to 20.");

    let added = bob.selects(&lists, "Add a unit…", &["Outcast Command Squad"]).await;
    let text = added.text();
    assert!(
        text.contains("Ghar has 1 × Outcast Command Squad but only 0 × Outcast Squad"),
        "{text}"
    );
    bob.selects(&lists, "Add a unit…", &["Outcast Squad"]).await;
    let added = bob.selects(&lists, "Add a unit…", &["Outcast Squad"]).await;
    assert!(!added.text().contains("Before it can start"), "{}", added.text());
    assert_eq!(
        units(&club, 1).await,
        ["Outcast Command Squad", "Outcast Squad 1", "Outcast Squad 2"]
    );
    let board = club
        .hall
        .wait_for(|seen| seen.id == lobby.id && seen.all_text().contains("Outcast Squad 2"))
        .await;
    // nobody else uses Bob's lists, and a stranger gets none
    let refused = club.pat.selects(&board, "🔵 Ghar fields…", &["Unit by unit…"]).await;
    assert!(
        refused.text().contains("Bob plays 🔵 Ghar and chooses its force."),
        "{}",
        refused.text()
    );
    let begun = club.ann.clicks(&board, "Start").await;
    assert!(begun.text().contains("The infiltrators move"), "{}", begun.text());
    let late = bob.selects(&lists, "Add a unit…", &["Outcast Squad"]).await;
    assert!(late.is_private() && late.text().contains("The battle has begun"), "{}", late.text());
}

#[tokio::test]
async fn everybody_chooses_for_their_own_side() {
    let club = Club::open().await;
    let lobby = opened(&club).await;
    let (ann, bob, pat, mia) = (&club.ann, &club.bob, &club.pat, &club.mia);
    // nobody sits yet: Ann opened the table, Pat did not
    let refused = pat.at(&club.hall).slash("/force sample force:Isorian side:Ghar").await;
    assert!(refused.is_private(), "{}", refused.text());
    assert!(
        refused.text().contains("Take a seat first; then you choose what 🔵 Ghar fields."),
        "{}",
        refused.text()
    );
    assert!(refused.message().button("Play Ghar").is_some(), "the way out");
    let refused = pat.clicks(&lobby, "Deploy by drawn dice").await;
    assert!(
        refused.is_private() && refused.text().contains("Only people at this table"),
        "{}",
        refused.text()
    );

    bob.clicks(&lobby, "Play Ghar").await;
    let before = club.steps().await;
    for act in [
        ann.selects(&lobby, "🔵 Ghar fields…", &["Isorian"]),
        ann.selects(&lobby, "🔵 Ghar fields…", &["Own list…"]),
        pat.selects(&lobby, "🔵 Ghar fields…", &["Isorian"]),
        ann.at(&club.hall).slash("/force sample force:Isorian side:Ghar"),
        ann.at(&club.hall).slash("/force remove unit:Outcast Squad 1"),
    ] {
        let refused = act.await;
        assert!(refused.is_private() && refused.modal().is_none(), "{}", refused.text());
        assert!(
            refused.text().contains("Bob plays 🔵 Ghar and chooses its force."),
            "{}",
            refused.text()
        );
    }
    let refused = bob.at(&club.hall).slash("/force sample force:Isorian side:Algoryn").await;
    assert!(
        !refused.is_private(),
        "Algoryn is free, and Bob sits at the table: {}",
        refused.text()
    );
    assert_eq!(club.steps().await, before + 1);
    club.hall.wait_for(|seen| seen.button("Play Isorian").is_some()).await;
    ann.clicks(&lobby, "Play Isorian").await;
    let refused = bob.selects(&lobby, "🔴 Isorian fields…", &["Concord"]).await;
    assert!(
        refused
            .text()
            .contains("Ann plays 🔴 Isorian and chooses its force. You choose for 🔵 Ghar."),
        "{}",
        refused.text()
    );
    // the seats are taken: nothing is left for Pat, but Mia manages the server
    let refused = pat.selects(&lobby, "🔴 Isorian fields…", &["Concord"]).await;
    assert!(refused.text().ends_with("chooses its force."), "{}", refused.text());
    let by_mia = mia.selects(&lobby, "🔴 Isorian fields…", &["Concord"]).await;
    assert!(same_message(&lobby, &by_mia).contains("🔴 **Concord** (Ann)"), "{}", by_mia.text());
    let which = mia.at(&club.hall).slash("/force add unit:c3_strike_squad").await;
    assert!(
        which.text().contains("Say whose force you mean with `side:`: Concord and Ghar."),
        "{}",
        which.text()
    );
}

#[tokio::test]
async fn what_is_agreed_is_ticked_on_the_board() {
    let club = Club::open().await;
    let lobby = seated(&club).await;
    let mark = |seen: &Seen, label: &str| seen.button(label).unwrap().emoji.clone().unwrap();
    assert_eq!(mark(&lobby, "Deploy by drawn dice"), "⬜");
    let ticked = club.bob.clicks(&lobby, "Deploy by drawn dice").await.message();
    assert_eq!(mark(&ticked, "Deploy by drawn dice"), "✅");
    assert_eq!(mark(&ticked, "Effective range only"), "⬜");
    // a press on the board as it was says what it said then
    let late = club.ann.clicks_as_seen(&lobby, "Deploy by drawn dice").await;
    assert!(late.text().contains("Nothing would change"), "{}", late.text());
    let both = club.ann.clicks(&lobby, "Effective range only").await.message();
    assert!(
        both.all_text().contains("House rule: weapons reach effective range only."),
        "{}",
        both.all_text()
    );
    let back = club.ann.clicks(&lobby, "Deploy by drawn dice").await.message();
    assert_eq!(mark(&back, "Deploy by drawn dice"), "⬜");
    let options = setup(&club).await.options;
    assert!(options.effective_range_only && options.already_deployed);
}

#[tokio::test]
async fn setting_up_goes_on_after_a_restart() {
    let mut club = Club::open().await;
    let lobby = seated(&club).await;
    club.ann.selects(&lobby, "🔴 Algoryn fields…", &["Boromite"]).await;
    let form = club.bob.clicks(&lobby, "Edit my list…").await.modal().unwrap();
    let refused = form.submit(&[("list", "Dragons")]).await.message();
    let lists = club.bob.selects(&lobby, "🔵 Ghar fields…", &["Unit by unit…"]).await.message();
    club.restart_bot().await;
    let again = club.bob.clicks(&refused, "Put it right…").await.modal().unwrap();
    assert!(again.inputs.iter().any(|input| input.value == "Dragons"), "{:?}", again.inputs);
    club.restart_bot().await;
    again.submit(&[("list", "2x Outcast Squad")]).await;
    let added = club.bob.selects(&lists, "Add a unit…", &["Ghar Battle Squad"]).await;
    assert!(added.text().contains("3 units of 20"), "{}", added.text());
    let begun = club.ann.clicks(&lobby, "Start").await;
    assert!(begun.text().contains("🔴 **Boromite** (Ann)"), "{}", begun.text());
    assert!(begun.text().contains("Ghar Battle Squad"), "{}", begun.text());
}

#[tokio::test]
async fn a_choice_that_is_delivered_twice_is_made_once() {
    let club = Club::open().await;
    let lobby = seated(&club).await;
    let form = club.bob.clicks(&lobby, "Edit my list…").await.modal().unwrap();
    let before = club.steps().await;
    club.discord.misbehave().deliver_always_twice(true);
    club.discord.expect_fault("40060");
    let picked = club.ann.selects(&lobby, "🔴 Algoryn fields…", &["Boromite"]).await;
    assert!(same_message(&lobby, &picked).contains("🔴 **Boromite** (Ann)"), "{}", picked.text());
    form.submit(&[("list", "2x Outcast Squad")]).await;
    club.ann.at(&club.hall).slash("/force add unit:work_gang").await;
    club.discord.misbehave().deliver_always_twice(false);
    club.hall.wait_for(|seen| seen.id == lobby.id && seen.all_text().contains("Work Gang 2")).await;
    assert_eq!(club.steps().await, before + 3);
    assert_eq!(units(&club, 0).await.len(), 7);
    assert_eq!(units(&club, 1).await, ["Outcast Squad 1", "Outcast Squad 2"]);
}

#[tokio::test]
async fn forged_presses_get_a_plain_answer() {
    let club = Club::open().await;
    let lobby = seated(&club).await;
    let start = lobby.button("Edit my list…").unwrap().custom_id.clone();
    let before = club.steps().await;
    for forged in
        ["f:pick:7", "f:pick:200", "f:list:77", "f:again:9", "f:add:0", "f:out:1", "f:add:255"]
    {
        let custom_id = start.replace("f:mine", forged);
        assert_ne!(custom_id, start);
        let mut seen = lobby.clone();
        let place = seen.buttons.iter().position(|button| button.custom_id == start).unwrap();
        seen.buttons[place].custom_id.clone_from(&custom_id);
        for row in seen.raw["components"].as_array_mut().unwrap() {
            for component in row["components"].as_array_mut().unwrap() {
                if component["custom_id"] == start.as_str() {
                    component["custom_id"] = custom_id.clone().into();
                }
            }
        }
        let answer = club.ann.clicks_as_seen(&seen, &custom_id).await;
        assert!(answer.is_private(), "{forged}: {}", answer.text());
        let text = answer.text();
        let plain = ["out of date", "has no such side"].iter().any(|says| text.contains(says));
        assert!(plain, "{forged}: {text}");
    }
    assert_eq!(club.steps().await, before);
}

#[tokio::test]
async fn the_help_opens_a_battle_to_play() {
    let club = Club::open().await;
    let page = club.ann.at(&club.hall).slash("/help topic:antares").await.message();
    let opened = club.ann.clicks(&page, "Open a battle: Algoryn against Ghar").await.message();
    assert!(!opened.private, "{}", opened.all_text());
    assert!(opened.all_text().contains("🔴 **Algoryn** (free) · 6 units"), "{}", opened.all_text());
    assert!(page.again().unwrap().all_text().contains("A turn."), "the help stays");
    club.ann.clicks(&opened, "Play Algoryn").await;
    club.bob.clicks(&opened, "Play Ghar").await;
    let begun = club.bob.clicks(&opened, "Start").await;
    assert!(begun.text().contains("The infiltrators move"), "{}", begun.text());
}

//! A turn: what goes before the card, the card and its questions, and what ends it.

use gatemaster_rules::at43::Setup;
use gatemaster_rules::at43::command::Command;
use gatemaster_rules::at43::control::last_counts;
use gatemaster_rules::at43::correct::Correction;
use gatemaster_rules::at43::state::{Drill, Stands};
use gatemaster_sandbox::Seen;

use crate::club::Club;
use crate::mission::{BLUE, GOLEMS, Mission, RED, STARS, written};

/// The cards of one's own that `/at43 mine` shows.
async fn cards(club: &Club) -> Vec<String> {
    let mine = club.ann.at(&club.hall).slash("/at43 mine").await.message();
    assert!(mine.private);
    let text = mine.all_text();
    let lines = text.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
    lines.map(|line| line.split("**").nth(1).unwrap().to_owned()).collect()
}

fn has(seen: &Seen, label: &str) -> bool {
    seen.buttons.iter().any(|button| button.label.starts_with(label) && !button.disabled)
}

/// T-ACT-3: where a relocated card goes is its player's secret.
#[tokio::test]
async fn a_card_is_relocated_in_private_and_a_turned_card_is_taken_back_by_consent() {
    let mut club = Club::open().await;
    let mission = Mission::begun(&club).await;
    mission.planned().await;
    mission.board().await;
    let message = mission.newest().await;
    assert!(has(&message, "Play the next card") && has(&message, "Relocate"), "{message:?}");
    mission.hands_off(&club.pat, &message).await;
    mission.hands_off(&club.bob, &message).await;
    let before = cards(&club).await;
    let asked = club.ann.clicks(&message, "Relocate (1 LP)").await.message();
    assert!(asked.private && asked.all_text().contains(&before[0]), "{}", asked.all_text());
    club.restart_bot().await;
    let put = club
        .ann
        .selects(&asked, &format!("{} go…", before[0]), &[&format!("Behind {}", before[2])])
        .await;
    let told = format!("after {} now", before[2]);
    assert!(put.is_private() && put.text().contains(&told), "{}", put.text());
    assert_eq!(cards(&club).await, [&*before[2], &before[0], &before[3]], "the second is played");
    club.hall.wait_for(|seen| !seen.private && seen.all_text().contains(&before[1])).await;
    for person in [&club.bob, &club.pat] {
        for seen in person.at(&club.hall).sees() {
            assert!(!seen.all_text().contains(&told), "{}", seen.all_text());
            assert!(!seen.all_text().contains("Behind"), "{}", seen.all_text());
        }
    }
    // the card has been seen by all
    let asked = club.ann.at(&club.hall).slash("/game undo").await.text();
    assert!(asked.contains("do you agree?"), "{asked}");
}

/// T-ACT-4, T-ACT-5
#[tokio::test]
async fn a_delay_opens_an_extra_activation_and_what_cannot_be_done_says_why() {
    let club = Club::open().await;
    let mission = Mission::begun(&club).await;
    mission.planned().await;
    mission.board().await;
    let message = mission.newest().await;
    assert!(message.button("Extra activation (2 LP)").is_none(), "it comes after a Delay");
    let refused = club.ann.at(&club.hall).slash("/at43 card what:extra activation (2 LP)").await;
    assert!(refused.is_private() && refused.text().contains("after a Delay"), "{}", refused.text());
    let early = club.bob.at(&club.hall).slash("/at43 card").await;
    assert!(early.is_private() && early.text().contains("waits for Blue"), "{}", early.text());
    club.ann.clicks(&message, "Delay (2 LP)").await;
    mission.comes_in(&club.bob).await;
    let message = mission.board().await;
    assert!(has(&message, "Extra activation"), "{:?}", message.buttons);
    // with an empty pool nothing is left but the card, and the reason stands there
    mission.corrects(Correction::Leadership { seat: BLUE, pool: 0 }).await;
    let poor = mission.board().await;
    assert!(!has(&poor, "Extra") && !has(&poor, "Relocate"), "{:?}", poor.buttons);
    assert!(poor.all_text().contains("takes 2 LP"), "{}", poor.all_text());
    let refused = club.ann.at(&club.hall).slash("/at43 card what:relocate it (1 LP)").await;
    assert!(refused.is_private() && refused.text().contains("LP"), "{}", refused.text());
    mission.corrects(Correction::Leadership { seat: BLUE, pool: 9 }).await;
    club.ann.at(&club.hall).slash("/at43 card what:extra activation (2 LP)").await;
    let asked = mission.newest().await;
    assert!(asked.all_text().contains("Which of the two goes first?"), "{}", asked.all_text());
    let typed = club.ann.at(&club.hall).slash("/at43 move pace:move").await;
    assert!(typed.text().contains("First you have to say which"), "{}", typed.text());
    mission.hands_off(&club.bob, &asked).await;
    club.ann.at(&club.hall).slash("/at43 answer answer:2").await;
    let next = mission.newest().await;
    assert!(next.all_text().contains("come in or wait?"), "{}", next.all_text());
}

/// T-RES-1, T-TAC-7, T-MOR-4: what is asked of a card on its way into play.
#[tokio::test]
async fn units_come_in_or_wait_are_paid_for_or_idle_and_rally() {
    let mut club = Club::open().await;
    let mission = Mission::with(&club, written(STARS), written(GOLEMS)).await;
    mission.planned_in(&["Steel troopers"], &["Storm golems 2"]).await;
    mission.board().await;
    club.ann.at(&club.hall).slash("/at43 card").await;
    let asked = mission.newest().await;
    assert!(has(&asked, "Wait in reserve"), "{:?}", asked.buttons);
    mission.hands_off(&club.pat, &asked).await;
    club.restart_bot().await;
    club.ann.clicks(&asked, "Wait in reserve").await;
    assert!(
        mission.unit("Steel troopers").await.stands
            == gatemaster_rules::at43::state::Stands::Reserve
    );
    // typed: the way in, the cost and the movement in one line
    let pool = mission.state().await.sides[1].pool;
    let moved = club.bob.at(&club.hall).slash("/at43 move pace:move").await;
    assert!(!moved.is_private(), "{}", moved.text());
    assert!(moved.text().contains("Storm golems 2"), "{}", moved.text());
    assert!(moved.text().lines().count() <= 8, "{}", moved.text());
    assert_eq!(mission.state().await.sides[1].pool, pool - 1, "it was paid for");
    assert_eq!(mission.state().await.phase, gatemaster_rules::at43::state::Phase::Activation);
    club.bob.at(&club.hall).slash("/at43 end").await;

    // disorganized: asked whether it rallies
    mission.comes_in(&club.ann).await;
    mission.comes_in(&club.bob).await;
    while mission.state().await.round == 1 {
        let person =
            if mission.state().await.flow.active == Some(BLUE) { &club.ann } else { &club.bob };
        mission.comes_in(person).await;
    }
    let unit = mission.id_of("Star troopers").await;
    mission.corrects(Correction::Morale { unit, disorganized: true }).await;
    mission.planned_in(&["Star troopers"], &[]).await;
    mission.board().await;
    let typed = club.ann.at(&club.hall).slash("/at43 move pace:move").await;
    let told = "Your next card, Star troopers, raises a question first (rally Star troopers";
    assert!(typed.is_private() && typed.text().contains(told), "{}", typed.text());
    club.ann.at(&club.hall).slash("/at43 card").await;
    let asked = mission.newest().await;
    assert!(asked.all_text().contains("Rally Star troopers?"), "{}", asked.all_text());
    mission.hands_off(&club.bob, &asked).await;
    let typed = club.ann.at(&club.hall).slash("/at43 move pace:move").await;
    assert!(typed.is_private() && typed.text().contains("/at43 answer"), "{}", typed.text());
    club.ann.at(&club.hall).slash("/at43 answer answer:yes").await;
    assert!(!mission.unit("Star troopers").await.disorganized);
    club.ann.at(&club.hall).slash("/at43 end overwatch:true knee:true").await;
    club.hall.wait_for(|seen| seen.all_text().contains("📣 Star troopers: Knee")).await;
    let drills = mission.unit("Star troopers").await.drills;
    assert!(drills.contains(&Drill::Overwatch) && drills.contains(&Drill::Knee));
}

/// A game's words at another game's table: the refusal names the right ones.
#[tokio::test]
async fn the_words_of_another_game_name_those_of_this_one() {
    let club = Club::open().await;
    let mission = Mission::begun(&club).await;
    mission.planned().await;
    let ann = club.ann.at(&club.hall);
    for (line, right) in [
        ("/shoot target:Storm golems 1 range:10", "/at43 shoot"),
        ("/move", "/at43 move"),
        ("/react answer:1", "/at43 answer"),
        ("/turn end", "/at43 end"),
    ] {
        let refused = ann.slash(line).await;
        assert!(refused.is_private() && refused.text().contains(right), "{}", refused.text());
    }
    // the general words do what they do in every game
    let drawn = ann.slash("/draw").await;
    assert!(!drawn.is_private(), "{}", drawn.text());
    assert_eq!(mission.last_command().await, Command::PlayCard);
    let card = ann.slash("/standing").await;
    assert!(card.is_private() && card.text().contains("Overwatch"), "{}", card.text());
    let told = ann.slash("/explain").await;
    assert!(told.is_private(), "{}", told.text());
}

/// Compact and spoken tables tell a turn as well.
#[tokio::test]
async fn a_turn_is_told_at_compact_and_at_spoken_tables() {
    let club = Club::open().await;
    let mission = Mission::open(&club, Setup::default()).await;
    mission.bring(written(STARS), written(GOLEMS)).await;
    mission.planned().await;
    mission.board().await;
    club.ann.at(&club.hall).slash("/game settings spoken:True").await;
    club.ann.at(&club.hall).slash("/at43 move pace:move").await;
    let aloud = club.hall.wait_for(|seen| seen.raw["tts"] == true).await;
    assert!(aloud.text.contains("Star troopers move up to 14 cm"), "{}", aloud.text);
    assert!(!aloud.text.contains(['(', '\\', '*']), "nothing that cannot be said: {}", aloud.text);
    club.ann.at(&club.hall).slash("/game settings spoken:False compact:True").await;
    club.ann.at(&club.hall).slash("/at43 end cover:true").await;
    let rolled =
        |seen: &Seen| seen.all_text().contains("**▸**") && seen.all_text().contains("Take cover!");
    let board = club.hall.wait_for(rolled).await;
    assert!(has(&board, "Play the next card"), "{}", board.all_text());
}

/// T-RES-1, T-RES-2
#[tokio::test]
async fn entering_and_moving_is_one_press_and_waiting_is_one_line() {
    let mut club = Club::open().await;
    let mission = Mission::with(&club, written(STARS), written(GOLEMS)).await;
    mission.planned_in(&["Steel troopers"], &["Storm golems 2"]).await;
    mission.board().await;
    let ann = club.ann.at(&club.hall);
    let waited = ann.slash("/at43 card what:play it and wait in reserve").await;
    assert!(!waited.is_private(), "{}", waited.text());
    assert_eq!(mission.unit("Steel troopers").await.stands, Stands::Reserve);
    assert_eq!(mission.state().await.flow.active, Some(RED));

    club.bob.at(&club.hall).slash("/at43 card").await;
    let asked = mission.newest().await;
    assert!(has(&asked, "Enter, rush") && has(&asked, "Enter by"), "{:?}", asked.buttons);
    mission.hands_off(&club.ann, &asked).await;
    club.restart_bot().await;
    let pool = mission.state().await.sides[1].pool;
    let button = asked.buttons.iter().find(|button| button.label.starts_with("Enter, move"));
    let moved = club.bob.clicks(&asked, &button.unwrap().custom_id).await;
    moved.settled().await;
    let state = mission.state().await;
    assert_eq!(mission.unit("Storm golems 2").await.stands, Stands::Field);
    assert!(state.flow.acting.as_ref().is_some_and(|acting| acting.moved), "{:?}", state.flow);
    assert_eq!(state.sides[1].pool, pool - 1, "it was paid for");
    mission.newest().await;

    // a card that is up already waits in the same words
    club.bob.at(&club.hall).slash("/at43 end").await;
    mission.comes_in(&club.ann).await;
    mission.comes_in(&club.bob).await;
    mission.play(&club.ann, Command::PlayCard).await;
    let late = club.ann.at(&club.hall).slash("/at43 card what:play it and wait in reserve").await;
    assert!(
        !late.is_private(),
        "what is asked of a turned card can be answered so: {}",
        late.text()
    );
}

/// T-ACT-2: a card that ends by itself is no reason to turn up the next one.
#[tokio::test]
async fn a_line_for_a_card_that_cannot_be_paid_for_turns_no_other_card_up() {
    let club = Club::open().await;
    let mission = Mission::with(&club, written(STARS), written(GOLEMS)).await;
    mission.deployed().await;
    let order = ["Fire Toads", "Steel troopers", "Steel TacArms", "Star troopers"];
    mission.planned_in(&order, &[]).await;
    mission.corrects(Correction::Leadership { seat: BLUE, pool: 9 }).await;
    mission.corrects(Correction::Leadership { seat: RED, pool: 9 }).await;
    mission.play(&club.ann, Command::Delay).await;
    for person in [&club.bob, &club.ann, &club.bob, &club.ann, &club.bob] {
        mission.comes_in(person).await;
    }
    mission.corrects(Correction::Leadership { seat: BLUE, pool: 0 }).await;
    assert!(mission.state().await.sides[1].cards.is_empty());
    mission.board().await;
    let before = mission.steps().await;
    let ann = club.ann.at(&club.hall);
    let refused = ann.slash("/at43 move pace:move").await;
    let told = "Your next card would come to nothing by itself";
    assert!(refused.is_private() && refused.text().contains(told), "{}", refused.text());
    assert_eq!(mission.steps().await, before);
    let idle = ann.slash("/at43 card").await;
    assert!(!idle.is_private(), "{}", idle.text());
    assert_eq!(mission.state().await.sides[0].cards.len(), 1, "it is done with nothing");
    let moved = ann.slash("/at43 move pace:move").await;
    assert!(moved.text().contains("Star troopers move"), "{}", moved.text());
}

/// T-RES-3: whoever comes down at a drop point does nothing else, so the line is done with that.
#[tokio::test]
async fn a_line_by_a_drop_point_is_done_when_the_unit_is_down() {
    let club = Club::open().await;
    let setup =
        Setup { mission: Some("landing".to_owned()), attacker: Some(BLUE), ..Setup::default() };
    let mission = Mission::open(&club, setup).await;
    let blue = "White Stars\n9 steel troopers, sergeant\n3 steel TacArms\n\
                6 steel troopers (reinforcement)\n1 Fire Toads (reinforcement)";
    let red = "Therians\n9 storm golems, alpha\n6 storm golems\n2 bane goliaths (reinforcement)";
    for (person, seat, text) in [(&mission.ann, BLUE, blue), (&mission.bob, RED, red)] {
        mission.play(person, Command::Muster { seat, company: written(text) }).await;
        mission.play(person, Command::LockCompany { seat }).await;
    }
    mission.play(&mission.ann, Command::AgreeField { seat: BLUE }).await;
    mission.play(&mission.bob, Command::AgreeField { seat: RED }).await;
    mission.planned().await;
    while let Some(seat) = mission.state().await.flow.active {
        mission.comes_in(if seat == BLUE { &club.ann } else { &club.bob }).await;
    }
    let state = mission.state().await;
    let counts = last_counts(&state);
    mission.play(&mission.ann, Command::Count { seat: BLUE, counts }).await;
    mission.play(&mission.bob, Command::AgreeCounts { seat: RED, agree: true }).await;
    let unit = mission.id_of("Steel TacArms").await;
    mission.corrects(Correction::Stands { unit, stands: Stands::Reserve }).await;
    let state = mission.state().await;
    let place = state.place_ids().find(|id| state.place(*id).unwrap().name == "Zulu").unwrap();
    mission.corrects(Correction::Control { place, by: Some(BLUE) }).await;
    mission.planned_in(&["Steel TacArms"], &[]).await;
    mission.corrects(Correction::Leadership { seat: BLUE, pool: 9 }).await;
    mission.board().await;
    let ann = club.ann.at(&club.hall);
    let which = ann.slash("/at43 end").await;
    assert!(which.is_private() && which.text().contains("`/at43 card`, then"), "{}", which.text());
    let down = ann.slash("/at43 move pace:move enter:Zulu").await;
    assert!(!down.is_private(), "{}", down.text());
    assert_eq!(mission.unit("Steel TacArms").await.stands, Stands::Field);
    assert_eq!(mission.state().await.flow.active, Some(RED));
}

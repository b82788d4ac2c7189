//! The end of a round of AT-43 – counting, points, purchases, a lone hero who joins – and corrections.

use crate::club::Club;
use crate::mission::{BLUE, Mission, RED, labels, ready, refused, says};
use gatemaster_rules::at43::Setup;
use gatemaster_rules::at43::command::{Command, Counted, Field};
use gatemaster_rules::at43::company;
use gatemaster_rules::at43::control::last_counts;
use gatemaster_rules::at43::data;
use gatemaster_rules::at43::flow::Task;
use gatemaster_rules::at43::state::{Phase, Stands};

const TROOPERS: &str = "Steel troopers 1";

/// At the count that ends round 1, with a hill in the middle.
async fn at_the_hill(club: &Club) -> Mission {
    let setup = Setup { mission: Some("bridgehead".to_owned()), ..Setup::default() };
    let mission = Mission::open(club, setup).await;
    mission.bring(ready("white-stars-ready"), ready("therians-ready")).await;
    mission.all_come_in().await;
    assert_eq!(mission.state().await.flow.tasks.last(), Some(&Task::Count));
    mission
}

/// The same with containers that pay for reinforcements, of which Blue has some.
async fn with_reinforcements(club: &Club) -> Mission {
    let setup = Setup {
        mission: Some("hold-the-position".to_owned()),
        attacker: Some(BLUE),
        ..Setup::default()
    };
    let mission = Mission::open(club, setup).await;
    let read = |text: &str| company::read(data::library(), text).unwrap();
    let blue = read(
        "White Stars\n9 steel troopers, sergeant\n3 steel TacArms\n6 steel troopers (reinforcement)\n\
         1 Fire Toads (reinforcement)",
    );
    let red =
        read("Therians\n9 storm golems, alpha\n6 storm golems\n2 bane goliaths (reinforcement)");
    for (person, seat, company) in [(&mission.ann, BLUE, blue), (&mission.bob, RED, red)] {
        mission.play(person, Command::Muster { seat, company }).await;
        mission.play(person, Command::LockCompany { seat }).await;
    }
    let field = Field { containers: Some(2), ..Field::default() };
    mission.play(&mission.ann, Command::LayField { seat: BLUE, field, alone: false }).await;
    mission.play(&mission.bob, Command::AgreeField { seat: RED }).await;
    mission.all_come_in().await;
    assert_eq!(mission.state().await.flow.tasks.last(), Some(&Task::Count));
    mission
}

async fn near(mission: &Mission, place: &str) -> Vec<u32> {
    let state = mission.state().await;
    let found = state.places.iter().find(|one| one.name == place);
    found.unwrap_or_else(|| panic!("no {place}")).counts.clone()
}

/// T-CTL-1, T-CTL-2: one press counts as last time, another player's press confirms it, and nobody else's does.
#[tokio::test]
async fn a_count_takes_one_press_of_one_player_and_one_of_the_other() {
    let mut club = Club::open().await;
    let mission = at_the_hill(&club).await;
    let board = mission.board().await;
    let text = board.all_text();
    assert!(text.contains("Who is near what?"), "{text}");
    assert_eq!(labels(&board)[..2], ["Nobody is near any", "Figures…"], "{text}");
    let steps = mission.steps().await;
    refused(&club.pat.clicks(&board, "Nobody is near any").await, "You have no side in this game");
    refused(&club.pat.clicks(&board, "Figures…").await, "You have no side in this game");
    assert_eq!(mission.steps().await, steps);

    let asked = club.ann.clicks(&board, "Nobody is near any").await.message();
    let text = asked.all_text();
    assert!(text.contains("**Ann** has counted: nobody is near any place."), "{text}");
    assert!(text.contains("**Bob**, is that so?") && asked.pings(&club.bob), "{text}");
    refused(&club.ann.clicks(&asked, "Confirm").await, "You have counted; another side");
    refused(&club.pat.clicks(&asked, "Confirm").await, "You have no side in this game");
    assert_eq!(mission.steps().await, steps + 1);

    club.restart_bot().await;
    let done = club.bob.clicks(&asked, "Confirm").await.message();
    let text = done.all_text();
    assert!(text.contains("🏁 End of round 1: Blue 0 VP, Red 0 VP"), "{text}");
    let state = mission.state().await;
    assert_eq!((state.phase, state.round), (Phase::Tactical, 2));
    let late = club.bob.clicks_as_seen(&asked, "Confirm").await;
    refused(&late, "has changed");
    assert_eq!(mission.steps().await, steps + 2);
}

/// T-CTL-1: other figures by the form, and a dispute that the organiser settles.
#[tokio::test]
async fn a_dispute_goes_to_the_organiser_with_the_figures_of_both() {
    let mut club = Club::open().await;
    let mission = at_the_hill(&club).await;
    mission.board().await;
    let named = club.mia.at(&club.hall).slash("/game settings organiser:@Mia").await;
    assert!(named.failed().is_none(), "{}", named.text());
    let asked = mission.board().await;
    let form = club.ann.clicks(&asked, "Figures…").await.modal().unwrap();
    assert_eq!(form.inputs[0].value, "Blue 0, Red 0");
    refused(&form.submit(&[("place1", "many")]).await, "I do not understand `many`");
    let form = club.ann.clicks(&asked, "Figures…").await.modal().unwrap();
    let most = form.submit(&[("place1", "99 0")]).await;
    refused(&most, "infantry fighters on the table");
    let form = club.ann.clicks(&asked, "Figures…").await.modal().unwrap();
    let asked = form.submit(&[("place1", "Blue 3, Red 1")]).await.message();
    assert!(asked.all_text().contains("Hill: Blue 3, Red 1"), "{}", asked.all_text());

    club.restart_bot().await;
    club.bob.clicks(&asked, "Not so").await;
    let disputed = mission.newest().await;
    let text = disputed.all_text();
    assert!(text.contains("**Mia** settles it") && disputed.pings(&club.mia), "{text}");
    // Bob says what he has counted
    let form = club.bob.clicks(&disputed, "Figures…").await.modal().unwrap();
    assert_eq!(form.inputs[0].value, "Blue 3, Red 1");
    form.submit(&[("place1", "3 3")]).await;
    let both = mission.newest().await;
    let text = both.all_text();
    assert!(text.contains("Blue 3, Red 1") && text.contains("Blue 3, Red 3"), "{text}");
    let steps = mission.steps().await;
    refused(
        &club.ann.clicks(&both, "Organiser: as Blue counted").await,
        "That is for Mia to press",
    );
    refused(&club.pat.clicks(&both, "Organiser: as Blue counted").await, "That is for Mia");
    assert_eq!(mission.steps().await, steps);
    let done = club.mia.clicks(&both, "Organiser: as Blue counted").await;
    assert!(!done.is_private(), "{}", done.text());
    assert!(done.text().contains("End of round 1: Blue 5 VP"), "{}", done.text());
    assert!(done.text().contains("holding Hill"), "{}", done.text());
    assert_eq!(near(&mission, "Hill").await, [3, 1]);
    assert_eq!(mission.state().await.round, 2);
}

/// T-CTL-1
#[tokio::test]
async fn a_count_is_typed_in_one_line() {
    let club = Club::open().await;
    let mission = at_the_hill(&club).await;
    mission.board().await;
    let (ann, bob) = (club.ann.at(&club.hall), club.bob.at(&club.hall));
    for (line, says) in [
        ("/at43 count word:agree", "Nobody has counted yet"),
        ("/at43 count figures:Moon 3 0", "`Moon` is none of the places."),
        ("/at43 count figures:Hill 3", "I do not understand"),
        ("/at43 count figures:Hill 3 0 word:agree", "Give either"),
        ("/at43 buy unit:Steel troopers 1", "Nothing is bought now"),
        ("/at43 done", "Nothing is bought now"),
    ] {
        refused(&ann.slash(line).await, says);
    }
    refused(&club.pat.at(&club.hall).slash("/at43 count").await, "You have no side");
    let offered = ann.completes("/at43 count figures:").await;
    assert!(offered.iter().any(|one| one.value == "Hill 0 0"), "{offered:?}");
    ann.slash("/at43 count figures:hill 0 4").await;
    bob.slash("/at43 count word:dispute").await;
    let text = mission.newest().await.all_text();
    assert!(text.contains("That is disputed") && text.contains("/game settings"), "{text}");
    ann.slash("/at43 count figures:hill 0 5").await;
    bob.slash("/at43 count word:agree").await;
    says(&club, "End of round 1: Blue 0 VP, Red 5 VP").await;
    assert_eq!(near(&mission, "Hill").await, [0, 5]);
    let late = ann.slash("/at43 count").await;
    refused(&late, "Nothing is counted now");

    // as last time, without a word, by both of them
    mission.idle_round().await;
    let last = mission.board().await;
    assert!(last.all_text().contains("Hill: Blue 0, Red 5"), "{}", last.all_text());
    assert_eq!(labels(&last)[0], "As last time");
    ann.slash("/at43 count").await;
    bob.slash("/at43 count").await;
    says(&club, "End of round 2: Blue 0 VP, Red 10 VP").await;
}

/// T-CTL-4, T-CTL-5: what the count pays, and what it buys.
#[tokio::test]
async fn points_are_told_with_their_reasons_and_buy_reinforcements() {
    let mut club = Club::open().await;
    let mission = with_reinforcements(&club).await;
    mission.board().await;
    let (ann, bob) = (club.ann.at(&club.hall), club.bob.at(&club.hall));
    ann.slash("/at43 count figures:Container 1 4 0, Able 2 0, Bravo 0 3").await;
    bob.slash("/at43 count word:agree").await;
    let shop = mission.newest().await;
    let text = shop.all_text();
    assert!(text.contains("End of round 1: Blue 1 VP, Red 1 VP"), "{text}");
    assert!(text.contains("Blue gains 1 VP and 250 RP"), "{text}");
    assert!(text.contains("holding Able and Container 1; capturing Container 1"), "{text}");
    assert!(text.contains("**250 RP** for reinforcements"), "{text}");
    assert_eq!(labels(&shop)[0], "Done");
    let offered = ann.completes("/at43 buy unit:").await;
    assert!(!offered.is_empty() && bob.completes("/at43 buy unit:").await.is_empty());
    let options: Vec<String> =
        shop.select("Buy…").unwrap().options.iter().map(|one| one.label.clone()).collect();
    assert_eq!(offered.len(), options.len());
    let troopers = options.iter().find(|label| label.starts_with("Steel troopers 2")).unwrap();

    let steps = mission.steps().await;
    refused(&club.bob.selects(&shop, "Buy…", &[troopers]).await, "waits for Blue");
    refused(&club.bob.clicks(&shop, "Done").await, "waits for Blue");
    refused(&club.pat.clicks(&shop, "Done").await, "Only people at this table");
    refused(&ann.slash("/at43 buy unit:Steel troopers 1").await, "is not a reinforcement");
    assert_eq!(mission.steps().await, steps);

    club.restart_bot().await;
    let bought = club.ann.selects(&shop, "Buy…", &[troopers]).await;
    assert!(!bought.is_private(), "{}", bought.text());
    assert!(bought.text().contains("Blue buys Steel troopers 2 for"), "{}", bought.text());
    assert_eq!(mission.unit("Steel troopers 2").await.stands, Stands::Reserve);
    // what is left pays for nothing more, or Ann has had enough
    if matches!(mission.state().await.flow.tasks.last(), Some(Task::Buy { .. })) {
        let shop = mission.newest().await;
        club.ann.clicks(&shop, "Done").await;
    }
    let state = mission.state().await;
    assert_eq!((state.phase, state.round), (Phase::Tactical, 2));
    assert_eq!(state.side(BLUE).unwrap().rp, 250 - mission.unit("Steel troopers 2").await.value);
}

/// T-CTL-5: nothing need be bought.
#[tokio::test]
async fn points_are_kept_for_later_rounds() {
    let club = Club::open().await;
    let mission = with_reinforcements(&club).await;
    mission.board().await;
    let state = mission.state().await;
    let container = state.place_ids().find(|id| state.place(*id).unwrap().name == "Container 1");
    let mut counts = last_counts(&state);
    for Counted { place, fighters } in &mut counts {
        if Some(*place) == container {
            *fighters = vec![1, 0];
        }
    }
    for (person, seat) in [(&club.ann, BLUE), (&club.bob, RED)] {
        mission.play(person, Command::Count { seat, counts: counts.clone() }).await;
    }
    let done = club.ann.at(&club.hall).slash("/at43 done").await;
    assert!(!done.is_private(), "{}", done.text());
    let state = mission.state().await;
    assert_eq!((state.phase, state.round), (Phase::Tactical, 2));
}

/// A player's correction waits for the other's word; it can be refused and taken back.
#[tokio::test]
async fn a_correction_is_proposed_answered_and_taken_back() {
    let mut club = Club::open().await;
    let mission = Mission::begun(&club).await;
    mission.deployed().await;
    mission.planned().await;
    mission.board().await;
    let (ann, bob) = (club.ann.at(&club.hall), club.bob.at(&club.hall));
    let line = "/at43 correct what:LP of:Blue value:2";
    let asked = ann.slash(line).await.message();
    let text = asked.all_text();
    assert!(text.contains("**Ann proposes a correction.** Blue has 2 LP."), "{text}");
    assert!(text.contains("**Bob**, do you agree?") && asked.pings(&club.bob), "{text}");
    refused(&club.ann.clicks(&asked, "Agree").await, "waits for the answer of another side");
    assert!(club.pat.clicks(&asked, "Agree").await.is_private());
    refused(&bob.slash(line).await, "waiting for an answer already");
    let no = club.bob.clicks(&asked, "Refuse").await;
    assert!(no.text().contains("is refused"), "{}", no.text());

    let asked = ann.slash(line).await.message();
    refused(&club.bob.clicks(&asked, "Take it back").await, "Only the side that proposed it");
    let back = club.ann.clicks(&asked, "Take it back").await;
    assert!(!back.is_private(), "{}", back.text());
    ann.slash(line).await;
    ann.slash("/at43 correct word:take mine back").await;
    ann.slash(line).await;
    bob.slash("/at43 correct word:refuse").await;
    assert_ne!(mission.state().await.side(BLUE).unwrap().pool, 2);

    ann.slash(line).await;
    let asked = mission.newest().await;
    club.restart_bot().await;
    let agreed = club.bob.clicks(&asked, "Agree").await;
    assert!(agreed.text().contains("Correction by agreement"), "{}", agreed.text());
    assert_eq!(mission.state().await.side(BLUE).unwrap().pool, 2);
    ann.slash("/at43 correct what:VP of:Red value:3").await;
    bob.slash("/at43 correct word:agree").await;
    assert_eq!(mission.state().await.side(RED).unwrap().vp, 3);
}

/// The same by a private list, step by step; whoever manages the server asks nobody.
#[tokio::test]
async fn something_is_put_right_by_lists_and_forms() {
    let mut club = Club::open().await;
    let mission = Mission::begun(&club).await;
    mission.deployed().await;
    mission.planned().await;
    mission.board().await;
    // the button stands on the newest message of the story
    let told = club.ann.at(&club.hall).slash("/at43 correct what:LP of:Blue value:1").await;
    assert!(!told.is_private(), "{}", told.text());
    club.ann.at(&club.hall).slash("/at43 correct word:take mine back").await;
    let newest = mission.newest().await;
    refused(&club.pat.clicks(&newest, "Put right…").await, "Only its players and its organiser");
    let menu = club.ann.clicks(&newest, "Put right…").await.message();
    assert!(menu.private, "{}", menu.all_text());
    let whom = club.ann.selects(&menu, "What is wrong?", &["Somebody is out"]).await.message();
    assert!(whom.private && whom.id == menu.id, "in place");
    let how = club.ann.selects(&whom, "Of whom?", &[TROOPERS]).await.message();
    let alive = mission.unit(TROOPERS).await.strength();
    club.restart_bot().await;
    let done = club.ann.selects(&how, "Somebody is out…", &["Fighter"]).await;
    assert!(done.text().contains("Proposed:"), "{}", done.text());
    let asked = mission.newest().await;
    assert!(asked.all_text().contains("is out of the game"), "{}", asked.all_text());
    club.bob.clicks(&asked, "Agree").await;
    assert_eq!(mission.unit(TROOPERS).await.strength(), alive - 1);

    // Mia manages the server and does not play
    let menu = club.mia.at(&club.hall).slash("/at43 correct").await.message();
    let whom = club.mia.selects(&menu, "What is wrong?", &["VP"]).await.message();
    let form = club.mia.selects(&whom, "Of whom?", &["Red"]).await.modal().unwrap();
    assert_eq!(form.inputs[0].value, "0");
    let set = form.submit(&[("value", "4")]).await;
    assert!(set.text().contains("Set right: Red has 4 VP and 0 RP."), "{}", set.text());
    assert_eq!(mission.state().await.side(RED).unwrap().vp, 4);

    let menu = club.mia.at(&club.hall).slash("/at43 correct").await.message();
    let whom = club
        .mia
        .selects(&menu, "What is wrong?", &["Structure points of a machine"])
        .await
        .message();
    let machine = whom.select("Of whom?").unwrap().options[0].label.clone();
    let how = club.mia.selects(&whom, "Of whom?", &[&machine]).await;
    let form = how.modal().expect("there is one machine in it");
    let refusal = form.submit(&[("frame", "0"), ("propulsion", "1")]).await;
    refused(&refusal, "Without a frame the machine is destroyed");
    refused(&club.pat.at(&club.hall).slash("/at43 correct").await, "Only its players");
}

/// What is offered while a correction is typed, and what is refused. Nothing secret can be set right.
#[tokio::test]
async fn corrections_are_offered_while_they_are_typed() {
    let club = Club::open().await;
    let mission = Mission::begun(&club).await;
    mission.deployed().await;
    mission.planned().await;
    mission.board().await;
    let ann = club.ann.at(&club.hall);
    let offered = ann.completes("/at43 correct what:LP of:").await;
    let names: Vec<&str> = offered.iter().map(|one| one.value.as_str().unwrap()).collect();
    assert_eq!(names, ["Blue", "Red"]);
    let head = "/at43 correct what:drills of:Steel troopers 1 value:";
    let offered = ann.completes(head).await;
    assert!(offered.iter().any(|one| one.value == "overwatch"), "{offered:?}");
    let offered = ann.completes(&format!("{head}overwatch, kn")).await;
    assert!(offered.iter().any(|one| one.value == "overwatch, knee"), "{offered:?}");
    for (line, says) in [
        ("what:LP of:Green value:3", "`green` fits nobody here"),
        ("what:LP of:Blue value:lots", "it can be a number"),
        ("what:LP of:Blue value:100", "at most 99 LP"),
        ("what:LP of:Blue", "Say how it should be with Blue"),
        ("what:drills of:Steel troopers 1 value:dance", "drills apart by commas"),
        ("of:Steel troopers 1", "Say `what` is wrong"),
        ("what:LP of:Blue value:3 word:agree", "Either put something right"),
        ("word:agree", "No correction is waiting"),
        ("what:who controls a place", "Nothing of that kind"),
    ] {
        refused(&ann.slash(&format!("/at43 correct {line}")).await, says);
    }
}

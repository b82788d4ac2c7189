//! From the wish to play to the plans of round 1, counted in presses: buttons and typed lines of everybody together.

use gatemaster_rules::at43::state::Phase;
use gatemaster_sandbox::{Answer, Person, Seen};

use crate::club::{Club, eventually};
use crate::mission::{BLUE, Mission, RED};

const NEW: &str = "/game new system:AT-43 name:The Mine";
const READY: &str = "Take a ready one";
/// To the plans of round 1.
const MOST_ALONE: u32 = 4;
const MOST_FOR_TWO: u32 = 8;

struct Presses<'c> {
    club: &'c Club,
    count: u32,
}

impl Presses<'_> {
    async fn types(&mut self, person: &Person, line: &str) -> Seen {
        self.count += 1;
        person.at(&self.club.hall).slash(line).await.message()
    }

    async fn presses(&mut self, person: &Person, on: &Seen, label: &str) -> Answer {
        self.count += 1;
        person.clicks(on, label).await
    }
}

/// In round 1, with plans to be made.
async fn round_one(mission: &Mission) {
    eventually("round 1 is planned", async || {
        let state = mission.state().await;
        (state.round == 1 && state.phase == Phase::Tactical).then_some(())
    })
    .await;
}

/// T-BLD-1
#[tokio::test]
async fn one_person_alone_plans_round_one_after_one_line_and_three_presses() {
    let club = Club::open().await;
    let ann = club.ann.clone();
    let lines: Vec<String> =
        gatemaster::sandbox::welcome().into_iter().map(|one| one.line).collect();
    assert!(lines.iter().any(|line| line == "/game new system:AT-43"), "{lines:?}");
    let mut all = Presses { club: &club, count: 0 };
    let lobby = all.types(&ann, NEW).await;
    all.presses(&ann, &lobby, "Play against me").await;
    let mission = Mission::found(&club).await;
    assert_eq!(mission.seat_of(&ann).await, Some(BLUE));
    eventually("the program has locked its company", async || {
        mission.state().await.side(RED).unwrap().locked.then_some(())
    })
    .await;
    let locked = all.presses(&ann, &mission.newest().await, READY).await;
    assert!(locked.is_private(), "{}", locked.text());
    assert!(locked.text().contains("🔒 **White Stars patrol**"), "{}", locked.text());
    eventually("the program agrees on the table", async || {
        mission.state().await.field_agreed.contains(&RED).then_some(())
    })
    .await;
    all.presses(&ann, &mission.newest().await, "Agreed").await;
    round_one(&mission).await;
    assert_eq!(all.count, MOST_ALONE);
    // two presses more turn up the first card, or three where Ann says who begins
    eventually("the program has planned", async || {
        mission.state().await.sides[1].planned.then_some(())
    })
    .await;
    let plans = mission.newest().await;
    let usual = plans.buttons.iter().find(|button| button.label.starts_with("Lock: order"));
    all.presses(&ann, &plans, &usual.unwrap().custom_id).await;
    eventually("the round begins", async || {
        let state = mission.state().await;
        (state.phase == Phase::Activation || !state.flow.tasks.is_empty()).then_some(())
    })
    .await;
}

/// T-BLD-1: no army meets itself for want of a choice.
#[tokio::test]
async fn two_strangers_plan_round_one_after_one_line_and_seven_presses() {
    let club = Club::open().await;
    let (ann, bob) = (club.ann.clone(), club.bob.clone());
    let mut all = Presses { club: &club, count: 0 };
    let lobby = all.types(&ann, NEW).await;
    all.presses(&ann, &lobby, "Play Blue").await;
    all.presses(&bob, &lobby, "Play Red").await;
    let lobby = club.hall.wait_for(|seen| seen.button("Start").is_some()).await;
    all.presses(&bob, &lobby, "Start").await;
    let mission = Mission::found(&club).await;
    let locked = all.presses(&ann, &mission.newest().await, READY).await;
    assert!(locked.text().contains("🔒 Locked: **White Stars patrol**"), "{}", locked.text());
    let change = locked.message();
    assert!(change.private && change.button("Change it…").is_some(), "{:?}", change.buttons);
    let locked = all.presses(&bob, &mission.newest().await, READY).await;
    assert!(locked.text().contains("**Therian patrol**"), "{}", locked.text());
    for person in [&ann, &bob] {
        all.presses(person, &mission.newest().await, "Agreed").await;
    }
    round_one(&mission).await;
    assert_eq!(all.count, MOST_FOR_TWO);
}

#[tokio::test]
async fn nobody_plays_against_the_bot_over_the_head_of_somebody_who_sits_there() {
    let club = Club::open().await;
    let lobby = club.ann.at(&club.hall).slash(NEW).await.message();
    club.bob.clicks(&lobby, "Play Red").await;
    let before = club.steps().await;
    let refused = club.ann.clicks(&lobby, "Play against me").await;
    assert!(refused.is_private(), "{}", refused.text());
    assert_eq!(refused.text(), "Bob sits here already. Take 🔵 Blue and play together.");
    assert_eq!(club.steps().await, before);
    // whoever sits there keeps the seat
    club.bob.clicks(&lobby, "Play against me").await;
    let mission = Mission::found(&club).await;
    assert_eq!(mission.seat_of(&club.bob).await, Some(RED));
}

#[tokio::test]
async fn playing_against_the_bot_survives_a_second_delivery_of_its_press() {
    let club = Club::open().await;
    let lobby = club.ann.at(&club.hall).slash(NEW).await.message();
    club.discord.misbehave().deliver_twice(1);
    club.discord.expect_fault("40060");
    club.ann.clicks(&lobby, "Play against me").await;
    let mission = Mission::found(&club).await;
    eventually("the program has locked its company", async || {
        mission.state().await.side(RED).unwrap().locked.then_some(())
    })
    .await;
    assert_eq!(mission.steps().await, 6, "the opening, two seats, the start, and its company");
}

//! Missions with roles and places of their own, from the open table through the first turn, by typed lines alone: nothing is
//! refused, and the board tells where everything stands.

use gatemaster_rules::at43::entering::ways_in;
use gatemaster_rules::at43::flow::Task;
use gatemaster_rules::at43::mission::Role;
use gatemaster_rules::at43::state::Phase;
use gatemaster_sandbox::{Answer, Person};

use crate::club::Club;
use crate::mission::{BLUE, Mission, RED};

const BLUES: &str = "White Stars; 9 steel troopers, sergeant; 3 steel TacArms; \
    6 steel troopers (reinforcement); 1 Fire Toads (reinforcement)";
const REDS: &str = "Therians; 9 storm golems, alpha; 6 storm golems (reinforcement); \
    2 bane goliaths (reinforcement)";

async fn types(club: &Club, person: &Person, line: &str) -> Answer {
    let told = person.at(&club.hall).slash(line).await;
    assert!(told.failed().is_none(), "{line}: {:?}", told.failed());
    told
}

/// The same, and everybody sees that it was done.
async fn does(club: &Club, person: &Person, line: &str) -> Answer {
    let told = types(club, person, line).await;
    assert!(!told.is_private(), "{line}: {}", told.text());
    told
}

/// Blue attacks; whoever wins the test begins, brings the first card in and ends its activation.
async fn is_begun(key: &str, name: &str, places: &[&str]) {
    let club = Club::open().await;
    let (ann, bob) = (club.ann.clone(), club.bob.clone());
    does(&club, &ann, "/game new system:AT-43 name:The Mine").await;
    does(&club, &ann, &format!("/at43 setup mission:{key} attacker:Blue")).await;
    does(&club, &ann, "/game join seat:Blue").await;
    does(&club, &bob, "/game join seat:Red").await;
    does(&club, &ann, "/game start").await;
    let mission = Mission::found(&club).await;
    for (person, company) in [(&ann, BLUES), (&bob, REDS)] {
        let told = types(&club, person, &format!("/at43 company text:{company} lock:True")).await;
        let seat = if company == BLUES { BLUE } else { RED };
        let state = mission.state().await;
        assert!(
            state.phase == Phase::Laying || state.side(seat).unwrap().locked,
            "{}",
            told.text()
        );
    }
    let state = mission.state().await;
    assert_eq!(state.phase, Phase::Laying);
    assert_eq!(state.seat_of_part(Role::Attacker), Some(BLUE));
    for person in [&ann, &bob] {
        does(&club, person, "/at43 table agree:True").await;
    }
    for person in [&ann, &bob] {
        let told = types(&club, person, "/at43 plan wager:0").await;
        assert!(told.text().contains("Wager 0"), "{}", told.text());
    }
    let state = mission.state().await;
    let [Task::ChooseFirst { winner }] = *state.flow.tasks else {
        panic!("{:?}", state.flow.tasks)
    };
    let person = if winner == BLUE { &ann } else { &bob };
    does(&club, person, "/at43 answer answer:1").await;
    does(&club, person, "/at43 card").await;
    let state = mission.state().await;
    let line = match state.flow.tasks.last() {
        Some(Task::Enter { unit }) => {
            let way = ways_in(&state, state.unit(*unit).unwrap())[0];
            format!("/at43 move pace:move enter:{}", state.place(way).unwrap().name)
        }
        _ => "/at43 move pace:move".to_owned(),
    };
    does(&club, person, &line).await;
    let acting = mission.state().await.flow.acting.clone();
    if acting.is_some() {
        does(&club, person, "/at43 end").await;
    }
    let other = if winner == BLUE { RED } else { BLUE };
    assert_eq!(mission.state().await.flow.active, Some(other), "the lead has passed");

    let board = mission.board().await.all_text();
    assert!(board.contains(name) && board.contains("Round 1"), "{board}");
    let table = types(&club, &club.pat, "/at43 table").await.text();
    for place in places {
        assert!(table.contains(place), "{place} is missing in\n{table}");
    }
    for line in ["/game recap", "/game log", "/explain", "/unit", "/at43 sheet side:Blue"] {
        let told = types(&club, &club.pat, line).await;
        assert!(!told.message().all_text().is_empty(), "{line}");
    }
}

/// T-MIS-50, T-MIS-51
#[tokio::test]
async fn an_extraction_is_begun_by_typed_lines() {
    is_begun("extraction", "Extraction", &["Wreck"]).await;
}

#[tokio::test]
async fn a_skirmish_is_begun_by_typed_lines() {
    is_begun("skirmish", "Skirmish", &[]).await;
}

#[tokio::test]
async fn a_landing_is_begun_by_typed_lines() {
    is_begun("landing", "Landing", &["Able", "Zulu"]).await;
}

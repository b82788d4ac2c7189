//! One person alone against the program in AT-43, on buttons, lists and forms, with a restart in the middle of its turn.

use gatemaster_rules::at43::command::Command;
use gatemaster_rules::at43::control::last_counts;
use gatemaster_rules::at43::flow::Task;
use gatemaster_rules::at43::question::question;
use gatemaster_rules::at43::state::{Phase, UnitId};
use gatemaster_rules::at43::{Event, View};
use gatemaster_rules::game;
use gatemaster_rules::ids::UserId;
use gatemaster_rules::table;
use gatemaster_sandbox::Seen;

use crate::at43_ears::{line_of, marks_of};
use crate::club::{Club, eventually};
use crate::mission::{BLUE, Mission, RED, ready};
use crate::secrets::{Heard, listen};

/// What somebody of a small club presses: the first button with one of these words.
async fn press(club: &Club, mission: &Mission, words: &[&str]) -> Seen {
    let message = mission.newest().await;
    let label = |seen: &Seen| {
        let labels = seen.buttons.iter().map(|button| button.label.clone());
        let mut fitting = labels.filter(|label| words.iter().any(|word| label.starts_with(word)));
        fitting.next()
    };
    let Some(label) = label(&message) else {
        panic!("none of {words:?} on: {}\n{:?}", message.all_text(), message.buttons);
    };
    let before = mission.steps().await;
    club.ann.clicks(&message, &label).await;
    assert!(mission.steps().await > before, "{label} did nothing: {}", message.all_text());
    message
}

/// What waits for Ann now.
fn waits(state: &View) -> Option<Task> {
    let task = state.flow.tasks.last()?;
    if *task == Task::Turn {
        // hidden cards say nothing of whether there is one to play
        assert_eq!(state.flow.active, Some(BLUE), "the game waits for the program");
        return Some(Task::Turn);
    }
    let asked = question(state, task)?;
    assert_eq!(asked.seat, BLUE, "the game waits for the program: {task:?}");
    Some(task.clone())
}

fn events(log: &[gatemaster_rules::history::Step]) -> impl Iterator<Item = (UserId, &Event)> {
    log.iter().flat_map(|step| {
        step.events.iter().filter_map(|event| match event {
            table::Event::Played(game::Event::At43(event)) => Some((step.user, event)),
            _ => None,
        })
    })
}

/// T-TAC-3, T-RND-1, T-MEA-3: from the companies to the plans of round 2. The program brings its company, plans in secret, plays
/// its cards, asks how far it is, and agrees with the count.
#[tokio::test]
#[expect(clippy::too_many_lines, reason = "one story from beginning to end")]
async fn one_person_plays_a_round_against_the_program() {
    let mut club = Club::open().await;
    let mission = Mission::alone(&club).await;
    let state = mission.state().await;
    assert!(state.sides[1].locked, "the program has brought its company");
    assert_eq!(state.sides[1].company, None, "and nobody sees it yet");
    mission.board().await;
    let (ann_hears, pat_hears) = (listen(&club, "Ann").await, listen(&club, "Pat").await);
    let before = looked_round(&club, [&ann_hears, &pat_hears]).await;
    let company = ready("white-stars-ready");
    mission.play(&club.ann, Command::Muster { seat: BLUE, company }).await;
    mission.play(&club.ann, Command::LockCompany { seat: BLUE }).await;
    mission.play(&club.ann, Command::AgreeField { seat: BLUE }).await;
    mission.board().await;
    let state = mission.state().await;
    assert_eq!((state.phase, state.round), (Phase::Tactical, 1));
    assert!(state.sides[1].planned && state.sides[1].plan.is_none(), "locked, and hidden");
    for (_, unit) in state.units_of(RED) {
        let kind = unit.name.trim_end_matches(|c: char| c == ' ' || c.is_ascii_digit());
        let early = before.iter().find(|heard| heard.contains(kind));
        assert!(early.is_none(), "{kind} was heard of before all had locked");
    }
    looked_round(&club, [&ann_hears, &pat_hears]).await;

    let (mut restarted, mut asked, mut told) = (false, 0, 0);
    for _ in 0..400 {
        let state = mission.state().await;
        if state.round > 1 || state.phase == Phase::Over {
            break;
        }
        if state.phase == Phase::Tactical && state.flow.tasks.is_empty() {
            club.ann.at(&club.hall).slash("/at43 plan").await;
            continue;
        }
        match waits(&state) {
            Some(Task::ChooseFirst { .. }) => {
                press(&club, &mission, &["Blue begins"]).await;
            }
            Some(Task::Turn) => {
                press(&club, &mission, &["Play the next card"]).await;
            }
            Some(Task::Enter { .. }) => {
                press(&club, &mission, &["Enter by"]).await;
            }
            Some(Task::Pay { .. }) => {
                press(&club, &mission, &["Pay"]).await;
            }
            Some(Task::Act)
                if state.flow.acting.as_ref().is_some_and(|acting| acting.must_enter) =>
            {
                club.ann.at(&club.hall).slash("/at43 move pace:move").await;
            }
            Some(Task::Act) => {
                press(&club, &mission, &["Done", "Do nothing"]).await;
            }
            Some(Task::Measure { pairs, .. }) => {
                asked += 1;
                if !restarted {
                    // in the middle of the program's turn everything stands in the game
                    restarted = true;
                    club.restart_bot().await;
                }
                let message = mission.newest().await;
                assert!(message.all_text().contains("How far is it?"), "{}", message.all_text());
                // somebody else at the table's channel cannot answer for her
                let strange = club.pat.clicks(&message, "All out of sight").await;
                assert!(strange.is_private(), "{}", strange.text());
                if asked % 2 == 1 {
                    let form =
                        club.ann.clicks(&message, "Say how far…").await.modal().expect("a form");
                    let wrong = form.submit(&[("1", "far away")]).await;
                    assert!(
                        wrong.is_private() && wrong.text().contains("no range"),
                        "{}",
                        wrong.text()
                    );
                    let form =
                        club.ann.clicks(&message, "Say how far…").await.modal().expect("a form");
                    form.submit(&[("1", "18 cover")]).await;
                    told += 1;
                    assert!(!pairs.is_empty());
                } else {
                    club.ann.clicks(&message, "All out of sight").await;
                }
            }
            Some(Task::Count) => {
                let counts = last_counts(&state);
                mission.play(&club.ann, Command::Count { seat: BLUE, counts }).await;
            }
            Some(Task::Medic { .. }) => {
                press(&club, &mission, &["Save"]).await;
            }
            Some(Task::Buy { .. }) => {
                mission.play(&club.ann, Command::DoneBuying { seat: BLUE }).await;
            }
            Some(_) => {
                // whatever else is asked has a first answer
                let message = mission.newest().await;
                let first = message.buttons.first().expect("an answer").custom_id.clone();
                club.ann.clicks(&message, &first).await;
            }
            None => {
                let at = (state.phase, state.flow.tasks.clone());
                panic!("nobody is asked: {at:?}");
            }
        }
    }
    let state = mission.state().await;
    assert_eq!(state.round, 2, "{:?}", state.flow.tasks);
    assert!(restarted && told > 0, "the program asks for ranges");
    assert!(state.sides[1].planned && state.sides[1].plan.is_none(), "it has planned round 2");
    let log = mission.log().await;
    let mut fired = 0;
    for (user, event) in events(&log) {
        match event {
            Event::SalvoFired { unit, .. } => {
                let side = state.unit(*unit).map(|unit| unit.side);
                assert_eq!((user, side), (UserId::BOT, Some(RED)), "Ann fires nothing here");
                fired += 1;
            }
            Event::Planned { seat, .. } if *seat == RED => assert_eq!(user, UserId::BOT),
            _ => {}
        }
    }
    assert!(fired > 0, "it fires at what it was told");
    // the order of its cards was never told; as its units came up one by one, it is that of the log
    let heard = looked_round(&club, [&ann_hears, &pat_hears]).await;
    let plans = events(&log).filter_map(|(_, event)| match event {
        Event::Planned { seat: RED, plan: Some(plan), .. } => Some(plan.sequence.clone()),
        _ => None,
    });
    let plans: Vec<Vec<UnitId>> = plans.collect();
    let turned = events(&log).find_map(|(_, event)| match event {
        Event::CardRevealed { seat: RED, unit } => Some(*unit),
        _ => None,
    });
    assert_eq!((plans.len(), turned), (2, plans[0].first().copied()));
    for plan in plans {
        let names: Vec<String> =
            plan.iter().map(|unit| state.unit_name(*unit).to_owned()).collect();
        let marks = marks_of(&names).into_iter().chain(line_of(&state, RED, &names));
        for mark in marks {
            assert!(heard.iter().all(|heard| !heard.contains(&mark)), "{mark} was heard");
        }
    }
    assert!(!heard[1].contains("Wager **") && !heard[1].contains("Locked: "), "nobody tells Pat");
}

/// Ann and Pat look at everything there is; this is what each of them has received so far.
async fn looked_round(club: &Club, ears: [&Heard; 2]) -> [String; 2] {
    for person in [&club.ann, &club.pat] {
        let at = person.at(&club.hall);
        for line in ["/game log", "/game recap", "/explain", "/unit", "/at43 sheet side:Red"] {
            at.slash(line).await.settled().await;
        }
        let export = at.slash("/game export").await;
        assert!(export.is_private() && export.message().files.is_empty(), "{}", export.text());
    }
    let words = format!("that was message {}", club.hall.everything().len());
    club.pat.at(&club.hall).says(&words).await;
    for heard in ears {
        heard.hears(&words).await;
    }
    ears.map(Heard::text)
}

/// After an undo into its turn the program waits until it is let go on, so that more can be taken back.
#[tokio::test]
async fn the_program_waits_after_something_was_taken_back() {
    let club = Club::open().await;
    let mission = Mission::alone(&club).await;
    let company = ready("white-stars-ready");
    mission.play(&club.ann, Command::Muster { seat: BLUE, company }).await;
    mission.play(&club.ann, Command::LockCompany { seat: BLUE }).await;
    mission.play(&club.ann, Command::AgreeField { seat: BLUE }).await;
    mission.board().await;
    let planned = mission.steps().await;
    club.ann.at(&club.hall).slash("/game undo").await;
    let state = mission.state().await;
    assert!(!state.sides[1].planned, "its plan is taken back");
    let message = mission.newest().await;
    let label = "Go on, Gatemaster";
    assert!(message.buttons.iter().any(|button| button.label == label), "{:?}", message.buttons);
    let strange = club.pat.clicks(&message, label).await;
    assert!(strange.is_private(), "{}", strange.text());
    club.ann.clicks(&message, label).await;
    eventually("it has planned again", async || {
        mission.state().await.sides[1].planned.then_some(())
    })
    .await;
    assert!(mission.steps().await > planned);
}

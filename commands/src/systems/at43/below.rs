//! What stands below the game's own controls, on its board and on the message that tells what happens: free chairs, taking back
//! and explaining, and what each may look at. Rows for which there is no room are left out; all of it can be typed.

use gatemaster_discord::card::Button;
use gatemaster_discord::limits::ROWS;
use gatemaster_rules::at43::View;
use gatemaster_rules::at43::state::Phase;
use gatemaster_rules::table::AskedFor;

use super::lobby::LobbyPress;
use super::look::LookPress;
use super::press::button;
use super::{ask, company, correct, plan};
use crate::desk::Loaded;
use crate::face::Controls;
use crate::table::press::{Press, Steps};
use crate::table::{button as table_button, join_button, question_rows};

/// While a question stands only its answer is owed. Whose dice are rolled by hand from now on, and points that are entered, keep
/// nobody waiting.
pub fn waits_for_an_answer(game: &Loaded) -> bool {
    game.table.asked.as_ref().is_some_and(|asked| match asked.what {
        AskedFor::Undo(_) | AskedFor::End | AskedFor::Draw { .. } | AskedFor::Result { .. } => true,
        AskedFor::ByHand { .. } | AskedFor::Points { .. } => false,
    })
}

/// A compact board is the only message of its game, so it has what the others' messages have.
pub fn on_board(controls: &mut Controls, game: &Loaded, state: &View) {
    for row in question_rows(game) {
        if controls.buttons.len() + controls.selects.len() < ROWS {
            controls.buttons.push(row);
        }
    }
    add(controls, chairs(game));
    if game.table.settings.compact && !waits_for_an_answer(game) {
        let told = game.recent.first().zip(game.recent.last());
        let told = told.map(|(first, last)| Steps { first: first.step.seq, last: last.step.seq });
        add_steps(controls, game, state, told);
    }
    add(controls, looks(game, state));
}

pub fn on_message(controls: &mut Controls, game: &Loaded, state: &View) {
    let chapter = game.chapter();
    let told = Steps { first: chapter.first, last: chapter.last() };
    add(controls, chairs(game));
    add_steps(controls, game, state, (!chapter.steps.is_empty()).then_some(told));
}

/// What stands there already is not said twice.
fn add(controls: &mut Controls, mut row: Vec<Button>) {
    row.retain(|more| !controls.buttons.iter().flatten().any(|there| there.press == more.press));
    if !row.is_empty() {
        controls.add_row(row);
    }
}

/// A chair that somebody has left need not hold up the others.
fn chairs(game: &Loaded) -> Vec<Button> {
    let Some(join) = join_button(game) else { return Vec::new() };
    vec![join, button(game, "Let me play it", LobbyPress::AddBot).marked("🤖")]
}

fn add_steps(controls: &mut Controls, game: &Loaded, state: &View, told: Option<Steps>) {
    let mut row = vec![table_button(game, "Undo", Press::Undo)];
    row.extend(told.map(|steps| table_button(game, "Explain", Press::Explain(steps))));
    row.extend(company::sheets_button(game, state));
    add(controls, row);
    add(controls, correct::open_button(game, state).into_iter().collect());
}

/// On the board: one's own cards as long as there are some, every unit, and what is answered beforehand.
fn looks(game: &Loaded, state: &View) -> Vec<Button> {
    let mut row: Vec<Button> = plan::mine_button(game, state).into_iter().collect();
    if !state.units.is_empty() {
        row.push(button(game, "Units…", LookPress::Units));
    }
    row.extend(match state.phase {
        Phase::Tactical | Phase::Activation | Phase::Control => Some(ask::always_button(game)),
        Phase::Briefing | Phase::Mustering | Phase::Laying | Phase::Over => None,
    });
    row
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use gatemaster_rules::at43::State;
    use gatemaster_rules::at43::correct::Correction;
    use gatemaster_rules::at43::state::Proposal;
    use gatemaster_rules::ids::Seat;

    use super::super::control::tests::{person, seated};
    use super::super::controls::controls;
    use super::super::trial::{crowd, first_card, play_on, small};
    use super::*;

    fn labels(controls: &Controls) -> Vec<&str> {
        controls.buttons.iter().flatten().map(|button| button.label.as_str()).collect()
    }

    /// What stands on the board, with two players.
    fn on_its_board(state: &State) -> Controls {
        let (game, view) = seated(state, &[person(1, "Ann"), person(2, "Bob")], None);
        let mut all = controls(&game, &view);
        on_board(&mut all, &game, &view);
        all
    }

    /// What stands on the message of the game as it is, with two players.
    fn on_its_message(state: &State) -> Controls {
        let (game, view) = seated(state, &[person(1, "Ann"), person(2, "Bob")], None);
        let mut all = controls(&game, &view);
        on_message(&mut all, &game, &view);
        all
    }

    #[test]
    fn ones_cards_every_unit_and_answers_beforehand_are_a_press_away() {
        let planning = on_its_message(&small());
        let turn = on_its_message(&first_card(false));
        let boards = [on_its_board(&small()), on_its_board(&first_card(false))];
        let on_boards = ["My cards…", "Units…", "Always…"].as_slice();
        let on_messages = ["Put right…", "Undo"].as_slice();
        let all = boards.iter().map(|controls| (controls, on_boards));
        let all = all.chain([&planning, &turn].map(|controls| (controls, on_messages)));
        for (controls, expected) in all {
            let all = labels(controls);
            for label in expected {
                assert_eq!(all.iter().filter(|one| *one == label).count(), 1, "{label}: {all:?}");
            }
        }
        let first: Vec<&str> = turn.buttons[0].iter().map(|button| button.label.as_str()).collect();
        assert!(first.contains(&"My cards…"), "{first:?}");
        assert!(turn.buttons.len() <= 2, "a short message: {:?}", labels(&turn));
    }

    #[test]
    fn nothing_stands_twice_on_a_message_and_no_row_is_too_many() {
        let mut games = vec![crowd("bridgehead", 2, 30)];
        for seed in 0..6 {
            let mut state = small();
            for _ in 0..40 {
                play_on(&mut state, seed, 3);
                games.push(state.clone());
            }
        }
        for state in &games {
            let controls = on_its_message(state);
            let rows = controls.selects.len() + controls.buttons.len();
            assert!(rows <= ROWS, "{rows} rows");
            let all = controls.buttons.iter().flatten().map(|button| format!("{:?}", button.press));
            let all: Vec<String> = all.collect();
            assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len(), "{all:?}");
            assert!(labels(&controls).contains(&"Undo"), "{:?}", labels(&controls));
        }
    }

    /// T-TAC-3: plans are made side by side, so a proposed correction stops nobody.
    #[test]
    fn a_proposed_correction_leaves_the_plans_where_they_are() {
        let mut state = small();
        let correction = Correction::Leadership { seat: Seat(0), pool: 7 };
        state.proposal = Some(Proposal { by: Seat(0), correction });
        let controls = on_its_message(&state);
        let all = labels(&controls);
        for label in ["Agree", "Refuse", "My plan…"] {
            assert!(all.contains(&label), "{label}: {all:?}");
        }
        assert!(all.iter().any(|label| label.starts_with("Lock")), "{all:?}");
        assert!(controls.text.contains("**Bob**, do you agree?"), "{}", controls.text);
        assert!(controls.text.contains("in secret"), "{}", controls.text);
    }
}

//! A turn of the Dice Game as one message tells it: what came of it first, then a line for each roll. All of it, with the
//! dice, the odds and the buttons, is seen at once on a phone.

use gatemaster_rules::dicegame::DiceGame;
use gatemaster_rules::dicegame::command::Event;
use gatemaster_rules::dicegame::faces::Skirmish;
use gatemaster_rules::dicegame::state::{Reward, Stage as TurnStage};
use gatemaster_rules::game;
use gatemaster_rules::system::System as _;

use super::told::{event_line, events_of};
use super::{
    State, board_text, claim_line, colour, controls, fate_mark, picture, side, skirmish_mark,
    sum_text, table_row,
};
use crate::desk::{Loaded, StepInContext};
use crate::face::{Controls, Face, Stage};
use crate::table::aside;

/// What the newest message offers besides the tale: the table, and the next buttons.
pub fn stage(game: &Loaded, state: &State) -> Stage {
    let asked = game.table.asked.is_some();
    let controls = if asked { Controls::default() } else { controls(game, state) };
    let mut buttons = controls.buttons;
    buttons.push(table_row(game));
    let picture = if game.pictures { picture(game, state) } else { None };
    // what lies on the table stands in the picture and in its alternative text
    let below = match &picture {
        Some(_) => {
            let rolled = state.turn.as_ref().filter(|turn| turn.stage == TurnStage::Rolled);
            rolled.map(|turn| claim_line(state, turn)).unwrap_or_default()
        }
        None => board_text(game, state),
    };
    Stage {
        // above the frame, where choosing dice redraws it
        above: controls.text,
        below,
        buttons,
        colour: Some(colour(state)),
        picture,
        ..Stage::default()
    }
}

/// One turn, or what there has been of it.
#[derive(Debug, Default)]
struct TurnTold {
    /// What came of it.
    outcome: Vec<String>,
    /// The draw of whoever goes first, before the first turn.
    drawn: Option<String>,
    /// What fell, roll by roll, and what it came to in the end.
    rolls: Vec<String>,
    shown: String,
    over: bool,
}

/// The turns of a chapter. Of one that is under way only what has happened beside its dice, as those lie on the table below.
pub fn tale(face: &dyn Face, game: &Loaded, told: &[StepInContext]) -> String {
    let mut turns = vec![TurnTold::default()];
    for told in told {
        let turn = turns.last_mut();
        if let (Some(turn), Some(aside)) = (turn, aside(face, game, told)) {
            turn.outcome.push(aside);
        }
        if let Some(game::View::DiceGame(before)) = &told.before {
            play(before, &events_of(&told.step), &mut turns);
        }
    }
    // whoever chooses dice needs the room; the turn before is told again when this one is over
    let choosing = turns.last().is_some_and(|turn| !turn.over && !turn.rolls.is_empty());
    let old = if choosing { turns.len() - 1 } else { 0 };
    let words = turns.iter().skip(old).map(TurnTold::words).filter(|words| !words.is_empty());
    words.collect::<Vec<_>>().join("\n")
}

fn play(before: &State, events: &[&Event], turns: &mut Vec<TurnTold>) {
    let mut state = before.clone();
    for event in events {
        let was = state.clone();
        DiceGame::apply(&mut state, event);
        let Some(turn) = turns.last_mut() else { return };
        match event {
            Event::Rolled { dice, fate } => {
                let mut marks: Vec<&str> = Skirmish::ALL
                    .into_iter()
                    .flat_map(|kind| {
                        let number = dice.iter().filter(|fallen| fallen.face == kind).count();
                        std::iter::repeat_n(skirmish_mark(kind), number)
                    })
                    .collect();
                marks.extend(fate.iter().map(|face| fate_mark(*face)));
                turn.rolls.push(marks.concat());
                if let Some(now) = &state.turn {
                    turn.shown = sum_text(now.victories(), now.strikes());
                }
            }
            // who comes next is asked below
            Event::TurnBegan { .. } | Event::GameEnded { .. } => {
                turn.over |= was.turn.is_some();
                turn.outcome.extend(match event {
                    Event::GameEnded { .. } => event_line(&was, &state, event),
                    _ => None,
                });
                if turn.over {
                    turns.push(TurnTold::default());
                }
            }
            // what is claimed says that somebody has stopped
            Event::Stopped { victories, .. } => {
                if Reward::for_victories(*victories) == Reward::Nothing {
                    let who = was.turn.as_ref().map(|turn| side(&was, turn.roller));
                    turn.outcome
                        .push(format!("{} stops and claims nothing.", who.unwrap_or_default()));
                }
            }
            Event::Taken { .. } | Event::FateAdded { dice: 0, .. } => {}
            Event::FirstDrawn { .. } => turn.drawn = event_line(&was, &state, event),
            Event::FateAdded { .. }
            | Event::Sabotaged { .. }
            | Event::Warped { .. }
            | Event::Routed
            | Event::Bust
            | Event::TraitUsed { .. }
            | Event::SixChosen { .. }
            | Event::ControlRolled { .. }
            | Event::FateClaimed { .. }
            | Event::NoFateLeft { .. }
            | Event::TraitsOffered
            | Event::TraitsDone
            | Event::FateOffered { .. }
            | Event::SixOffered
            | Event::FateDue { .. }
            | Event::VictimAsked => turn.outcome.extend(event_line(&was, &state, event)),
        }
    }
}

impl TurnTold {
    fn words(&self) -> String {
        // old news once dice have fallen
        let drawn = self.drawn.iter().filter(|_| self.rolls.is_empty());
        let mut lines: Vec<String> = drawn.chain(&self.outcome).cloned().collect();
        if self.over && !self.rolls.is_empty() {
            lines.push(format!("-# {} ({})", self.rolls.join(" → "), self.shown));
        }
        lines.join("\n")
    }
}

//! A step of the Dice Game in full: every die by its number, the face it fell on, and what the count claims.

use gatemaster_rules::dice::Roll;
use gatemaster_rules::dicegame::command::Event;
use gatemaster_rules::dicegame::faces::{Control, FACES, Fate, Skirmish};
use gatemaster_rules::dicegame::{DiceGame, State};
use gatemaster_rules::game::{self, Game};
use gatemaster_rules::history::Step;
use gatemaster_rules::system::System as _;
use gatemaster_rules::table;
use gatemaster_rules::text::count;

use crate::show::dicegame::{
    control_text, fate_mark, lines, reward_text, skirmish_mark, skirmish_name,
};

/// What happened, then each die with the face it fell on, then what stands on such a die.
pub(crate) fn in_full(before: &State, step: &Step) -> Vec<String> {
    let told = lines(Some(&Game::DiceGame(before.clone())), step);
    let mut account: Vec<String> = told.into_iter().map(|line| format!("▸ {line}")).collect();
    let mut state = before.clone();
    let mut dice = step.dice.iter();
    for event in &step.events {
        let table::Event::Played(game::Event::DiceGame(event)) = event else { continue };
        account.extend(behind(&state, event, &mut dice));
        DiceGame::apply(&mut state, event);
    }
    account
}

/// The dice of one event, which fell in the order in which it tells them.
fn behind<'d>(
    state: &State,
    event: &Event,
    dice: &mut impl Iterator<Item = &'d Roll>,
) -> Vec<String> {
    match event {
        Event::FirstDrawn { seat } => {
            let seats: Vec<String> = (1..)
                .zip(state.seats())
                .map(|(i, seat)| format!("{i} {}", state.faction(seat)))
                .collect();
            let fell = dice.next().map_or_else(
                || "The lot".to_owned(),
                |roll| format!("{} fell on {} of {}", die(roll), roll.face, roll.sides),
            );
            vec![
                format!("Lot: {fell}: {}.", state.faction(*seat)),
                format!("-# The seats in the order of play: {}.", seats.join(", ")),
            ]
        }
        Event::Rolled { dice: fallen, fate } => {
            let skirmish: Vec<String> =
                fallen.iter().map(|fallen| fell(dice.next(), skirmish_text(fallen.face))).collect();
            let mut said = kind("Skirmish", &skirmish, state.faces.skirmish.map(skirmish_text));
            let fate: Vec<String> =
                fate.iter().map(|face| fell(dice.next(), fate_text(*face))).collect();
            said.extend(kind("Fate", &fate, state.faces.fate.map(fate_text)));
            said
        }
        Event::ControlRolled { faces } => {
            let control: Vec<String> =
                faces.iter().map(|face| fell(dice.next(), control_words(*face))).collect();
            kind("Control", &control, state.faces.control.map(control_words))
        }
        Event::Stopped { victories, .. } => vec![format!(
            "-# {} claim {}; a face with victory and strike counts as both.",
            count((*victories).into(), "victory", "victories"),
            reward_text(state, *victories)
        )],
        Event::TurnBegan { .. }
        | Event::Taken { .. }
        | Event::FateOffered { .. }
        | Event::FateAdded { .. }
        | Event::Sabotaged { .. }
        | Event::Warped { .. }
        | Event::Routed
        | Event::Bust
        | Event::TraitsOffered
        | Event::TraitUsed { .. }
        | Event::TraitsDone
        | Event::SixOffered
        | Event::SixChosen { .. }
        | Event::FateDue { .. }
        | Event::FateClaimed { .. }
        | Event::NoFateLeft { .. }
        | Event::VictimAsked
        | Event::GameEnded { .. } => Vec::new(),
    }
}

/// "Die 7"
fn die(roll: &Roll) -> String {
    roll.number.map_or_else(|| "A die".to_owned(), |number| format!("die {number}"))
}

/// "die 7 fell on face 3: 🌟 victory and strike"
fn fell(roll: Option<&Roll>, face: String) -> String {
    match roll {
        Some(roll) => format!("{} fell on face {}: {face}", die(roll), roll.face),
        None => face,
    }
}

/// The dice of one kind, a line each, and below them all the faces that such a die has.
fn kind(name: &str, fallen: &[String], faces: [String; FACES]) -> Vec<String> {
    if fallen.is_empty() {
        return Vec::new();
    }
    let faces: Vec<String> = (1..).zip(faces).map(|(i, face)| format!("{i} {face}")).collect();
    vec![
        format!("{name} dice:\n{}", fallen.join("\n")),
        format!("-# Faces of a {} die: {}.", name.to_lowercase(), faces.join(" · ")),
    ]
}

fn skirmish_text(face: Skirmish) -> String {
    format!("{} {}", skirmish_mark(face), skirmish_name(face))
}

fn fate_text(face: Fate) -> String {
    format!("{} {}", fate_mark(face), face.key())
}

fn control_words(face: Control) -> String {
    match face.points() {
        Some(points) => count(points.number().into(), "point", "points"),
        None => format!("{}, back to the gate", control_text(face)),
    }
}

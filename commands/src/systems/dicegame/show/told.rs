//! What happened in the Dice Game, step by step.

use std::fmt::Write as _;

use gatemaster_discord::limits::clip;
use gatemaster_rules::dicegame::DiceGame;
use gatemaster_rules::dicegame::command::{Event, SixChoice, TraitDid};
use gatemaster_rules::dicegame::faces::{Control, Points, Skirmish};
use gatemaster_rules::dicegame::state::DieState;
use gatemaster_rules::game;
use gatemaster_rules::system::System as _;
use gatemaster_rules::table::{self as rules_table, SeenStep, SeenTable};
use gatemaster_rules::text::{count, list};

use super::{State, control_dice, control_text, faces_text, fate_dice, fate_mark, side, sum_text};
use crate::desk::Outcome;
use crate::face::Face;
use crate::table::short_line;
use crate::words::esc;

/// What a step did, in a sentence for each thing that happened.
pub fn lines(before: &State, step: &SeenStep) -> Vec<String> {
    let mut state = before.clone();
    let mut lines = Vec::new();
    let mut rolls = false;
    for event in events_of(step) {
        let was = state.clone();
        rolls |= matches!(event, Event::Taken { .. });
        DiceGame::apply(&mut state, event);
        lines.extend(event_line(&was, &state, event));
    }
    // who is asked for fate dice stands below; here is what they are asked about
    if let (true, Some(turn)) = (rolls && lines.is_empty(), &state.turn) {
        let dice = count(turn.in_hand().into(), "die", "dice");
        lines.push(format!("{} is about to roll {dice}.", side(&state, turn.roller)));
    }
    if let Some(numbers) = stream_text(step)
        && let Some(last) = lines.last_mut()
    {
        let _ = write!(last, " {numbers}");
    }
    lines
}

/// The game's own events of a step.
pub fn events_of(step: &SeenStep) -> Vec<&Event> {
    let played = step.events.iter().filter_map(|event| match event {
        rules_table::Event::Played(game::Event::DiceGame(event)) => Some(event),
        _ => None,
    });
    played.collect()
}

/// "[dice 7–12]": their numbers in the stream of this game, so that they can be checked.
fn stream_text(step: &SeenStep) -> Option<String> {
    let numbers: Vec<u64> = step.dice.iter().filter_map(|roll| roll.number).collect();
    match numbers[..] {
        [] => None,
        [only] => Some(format!("[die {only}]")),
        [first, .., last] => Some(format!("[dice {first}–{last}]")),
    }
}

/// What a step did, for the question whether to take it back: the table around it has changed since.
pub fn in_short<'e>(events: impl Iterator<Item = &'e Event>) -> String {
    let did: Vec<String> = events
        .filter_map(|event| match event {
            Event::FirstDrawn { .. } => Some("the draw of the first player".to_owned()),
            Event::FateAdded { dice: 0, .. } => Some("a no to fate dice".to_owned()),
            Event::FateAdded { dice, .. } => Some(format!("{} added", fate_dice(*dice))),
            Event::Rolled { dice, .. } => {
                let number = u32::try_from(dice.len()).unwrap_or(0);
                Some(format!("a roll of {}", count(number, "die", "dice")))
            }
            Event::Stopped { .. } => Some("a stop".to_owned()),
            Event::TraitUsed { .. } => Some("a house trait".to_owned()),
            Event::ControlRolled { faces } => {
                let number = u8::try_from(faces.len()).unwrap_or(u8::MAX);
                Some(format!("a claim of {}", control_dice(number)))
            }
            Event::FateClaimed { .. } => Some("a fate die taken".to_owned()),
            Event::TurnBegan { .. }
            | Event::Taken { .. }
            | Event::FateOffered { .. }
            | Event::Sabotaged { .. }
            | Event::Warped { .. }
            | Event::Routed
            | Event::Bust
            | Event::TraitsOffered
            | Event::TraitsDone
            | Event::SixOffered
            | Event::SixChosen { .. }
            | Event::FateDue { .. }
            | Event::NoFateLeft { .. }
            | Event::VictimAsked
            | Event::GameEnded { .. } => None,
        })
        .collect();
    if did.is_empty() { "dice taken up".to_owned() } else { list(&did) }
}

pub(super) fn event_line(was: &State, now: &State, event: &Event) -> Option<String> {
    let roller = || was.turn.as_ref().map_or_else(String::new, |turn| side(was, turn.roller));
    Some(match event {
        Event::FirstDrawn { seat } => format!(
            "The lot falls on {}, who goes first; everybody else gets a fate die.",
            side(now, *seat)
        ),
        Event::TurnBegan { roller, .. } => format!("{} is next.", side(now, *roller)),
        Event::Taken { dice, fate } => taken_line(was, &roller(), dice, *fate)?,
        Event::FateAdded { seat, dice: 0 } => format!("{} adds no fate die.", side(now, *seat)),
        Event::FateAdded { seat, dice } => {
            format!("{} adds {} to the roll.", side(now, *seat), fate_dice(*dice))
        }
        Event::Rolled { dice, fate } => {
            let faces: Vec<Skirmish> = dice.iter().map(|fallen| fallen.face).collect();
            let mut line = format!("{} rolls {}", roller(), faces_text(&faces));
            if !fate.is_empty() {
                let fate: Vec<String> = fate
                    .iter()
                    .map(|face| format!("{} {}", fate_mark(*face), face.key()))
                    .collect();
                let _ = write!(line, ", and fate: {}", list(&fate));
            }
            let turn = now.turn.as_ref()?;
            let _ = write!(line, ". Showing: {}.", sum_text(turn.victories(), turn.strikes()));
            line
        }
        Event::Sabotaged { took: Some(points) } => format!(
            "⚙️ Sabotage sends a logged {} of {} back to the gate.",
            points.number(),
            roller()
        ),
        Event::Sabotaged { took: None } => {
            format!("⚙️ Sabotage does nothing: {} has nothing logged.", roller())
        }
        Event::Warped { returned: 0, left: 0 } => {
            format!("🌀 Warped does nothing: {} has nothing logged.", roller())
        }
        Event::Warped { returned, left } => warped_line(&roller(), *returned, *left),
        Event::Routed => format!("✖️ **Routed:** {} claims nothing, the turn is over.", roller()),
        Event::Bust => format!(
            "💥 **Bust!** Exactly five victories: {} claims nothing, the turn is over.",
            roller()
        ),
        Event::Stopped { victories, strikes } => {
            format!("{} stops with {}.", roller(), sum_text(*victories, *strikes))
        }
        Event::TraitUsed { place, did } => trait_used(was, *place, *did),
        Event::SixChosen { choice: SixChoice::Control } => {
            "Six victories claim control dice.".to_owned()
        }
        Event::SixChosen { choice: SixChoice::Fate } => "Six victories claim fate dice.".to_owned(),
        Event::ControlRolled { faces } => control_line(&roller(), faces),
        Event::FateClaimed { from: None } => {
            format!("{} takes a fate die from the table.", roller())
        }
        Event::FateClaimed { from: Some(seat) } => {
            format!("{} takes a fate die from {}.", roller(), side(was, *seat))
        }
        Event::NoFateLeft { .. } => "Nobody else has a fate die, so none is claimed.".to_owned(),
        Event::GameEnded { ending } => {
            let winners: Vec<String> = ending.winners.iter().map(|seat| side(now, *seat)).collect();
            let verb = if winners.len() == 1 { "wins" } else { "share the win" };
            format!("🏁 The gate has fallen. {} {verb}.", list(&winners))
        }
        Event::TraitsOffered
        | Event::TraitsDone
        | Event::FateOffered { .. }
        | Event::SixOffered
        | Event::FateDue { .. }
        | Event::VictimAsked => return None,
    })
}

/// What is kept, and what goes into the hand; a first roll needs no words.
fn taken_line(was: &State, roller: &str, dice: &[u8], fate: u8) -> Option<String> {
    let turn = was.turn.as_ref()?;
    let kept: Vec<Skirmish> = (0_u8..)
        .zip(&turn.dice)
        .filter(|(place, die)| die.lies == DieState::JustRolled && !dice.contains(place))
        .map(|(_, die)| die.face)
        .collect();
    let own = match fate {
        0 => String::new(),
        dice => format!(", with {} of their own", fate_dice(dice)),
    };
    if turn.dice.is_empty() {
        return (fate > 0).then(|| format!("{roller} takes all six dice{own}."));
    }
    let again = u32::try_from(dice.len()).unwrap_or(0);
    Some(format!(
        "{roller} keeps {} and takes up {}{own}.",
        faces_text(&kept),
        count(again, "die", "dice")
    ))
}

fn warped_line(roller: &str, returned: u8, left: u8) -> String {
    let mut line = format!("🌀 Warped turns every logged die of {roller} down by one");
    match returned {
        0 => {}
        1 => line.push_str("; one die showing 1 goes back to the gate"),
        dice => {
            let _ = write!(line, "; {dice} dice showing 1 go back to the gate");
        }
    }
    if left == 0 {
        line.push_str(", and none stays logged");
    }
    line.push('.');
    line
}

fn trait_used(state: &State, place: u8, did: TraitDid) -> String {
    let name = state.traits.get(usize::from(place)).map_or("A trait", |held| held.name.as_str());
    let did = match did {
        TraitDid::TurnedUp { from } => {
            let from = from.number();
            format!("a logged {from} is turned up to {}", from + 1)
        }
        TraitDid::TookFate => "a fate die is taken from the table".to_owned(),
        TraitDid::ReturnedFate { of } => {
            format!("a fate die of {} goes back to the table", side(state, of))
        }
        TraitDid::ClaimsMore => "one control die more is claimed".to_owned(),
        TraitDid::TurnedDown { of, from: Points::One } => {
            format!("a logged 1 of {} goes back to the gate", side(state, of))
        }
        TraitDid::TurnedDown { of, from } => {
            let from = from.number();
            let to = from.saturating_sub(1);
            format!("a logged {from} of {} is turned down to {to}", side(state, of))
        }
    };
    format!("*{}* (house trait): {did}.", esc(name))
}

/// "🔴 **Algoryn** claims 2 control dice and rolls 3 and fate: 3 points logged; the die showing fate goes back to the gate
/// and claims a fate die."
fn control_line(roller: &str, faces: &[Control]) -> String {
    let shown: Vec<&str> = faces.iter().map(|face| control_text(*face)).collect();
    let points: u32 =
        faces.iter().filter_map(|face| face.points()).map(|face| u32::from(face.number())).sum();
    let fates = faces.iter().filter(|face| face.points().is_none()).count();
    let claimed = control_dice(u8::try_from(faces.len()).unwrap_or(u8::MAX));
    let mut line = format!("{roller} claims {claimed} and rolls {}", list(&shown));
    if points > 0 {
        let _ = write!(line, ": {} logged", count(points, "point", "points"));
    }
    match fates {
        0 => {}
        1 => line.push_str("; the die showing fate goes back to the gate and claims a fate die"),
        more => {
            let _ = write!(
                line,
                "; {more} dice showing fate go back to the gate and claim a fate die each"
            );
        }
    }
    line.push('.');
    line
}

fn in_words(
    face: &dyn Face,
    table: &SeenTable,
    before: Option<&game::View>,
    step: &SeenStep,
) -> String {
    let lines = face.lines(before, step);
    if lines.is_empty() { short_line(face, before, table, step) } else { lines.join("\n") }
}

/// Read aloud: the last thing that happened, without marks.
pub fn spoken(face: &dyn Face, outcome: &Outcome) -> String {
    let table = &outcome.game.table;
    let told: Vec<String> =
        outcome.made().map(|(before, step)| in_words(face, table, before, step)).collect();
    let told = told.join(" ");
    let mut text = String::new();
    // the numbers of the dice are for the eye
    for part in told.split('[') {
        let said = part.split_once(']').map_or(part, |(_, after)| after);
        text.push_str(said);
    }
    clip(&text.replace(['*', '`', '\\'], ""), 300)
}

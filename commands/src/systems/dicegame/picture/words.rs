//! The picture of the Dice Game in words.

use gatemaster_discord::picture::MAX_ALT;
use gatemaster_rules::dicegame::State;
use gatemaster_rules::dicegame::faces::{Points, Skirmish};
use gatemaster_rules::dicegame::setup::MAX_PLAYERS;
use gatemaster_rules::dicegame::state::{DataLog, Reward, SKIRMISH_DICE, Stage, TurnEnd};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::text::{MAX_NAME, count, list};

use super::moment::{Before, Moment, strikes_text, total, victories, victories_text};

pub(super) fn alt(state: &State, players: &[Option<&str>], moment: &Moment) -> String {
    let card = &state.card;
    let mut sentences = vec![
        format!("{}: {}", moment.turn, ended(&moment.text)),
        format!(
            "The gate {} ({}) has {} left; {} on the table.",
            short(&card.name),
            count(card.points.into(), "point", "points"),
            count(state.gate.into(), "control die", "control dice"),
            fate_dice(state.fate_on_table)
        ),
    ];
    sentences.extend(dice_text(state, moment));
    sentences.extend(moment.last.as_ref().map(last_text));
    for seat in state.seats().take(MAX_PLAYERS) {
        let player = players.get(seat.index()).copied().flatten();
        sentences.push(headquarters_text(state, seat, player, moment.seat));
    }
    // all of it fits; only a file that was tampered with could hold more
    sentences.join(" ").chars().take(MAX_ALT).collect()
}

/// A question ends itself.
fn ended(text: &str) -> String {
    if text.ends_with('?') { text.to_owned() } else { format!("{text}.") }
}

fn dice_text(state: &State, moment: &Moment) -> Option<String> {
    let mut parts = Vec::new();
    for (word, faces) in [("Kept", &moment.kept), ("Just rolled", &moment.rolled)] {
        if !faces.is_empty() {
            parts.push(format!("{word}: {}.", faces_text(faces)));
        }
    }
    let adding = state.turn.as_ref().is_some_and(|turn| matches!(turn.stage, Stage::Adding { .. }));
    let showing = moment.showing();
    if adding {
        let dice = u32::try_from(moment.in_hand).unwrap_or(SKIRMISH_DICE.into());
        let mut hand = format!("In the hand: {}", count(dice, "skirmish die", "skirmish dice"));
        if moment.fate_in_hand > 0 {
            hand = format!("{hand} and {}", fate_dice(moment.fate_in_hand));
        }
        parts.push(format!("{hand}."));
    }
    if showing.is_empty() {
        if moment.last.is_none() {
            parts.push("Nothing is rolled yet.".to_owned());
        }
    } else {
        let sum = format!("{}, {}", victories_text(&showing), strikes_text(&showing));
        if moment.in_hand == 0 {
            let claims = if state.ending.is_some() { "claimed" } else { "claims" };
            let reward = reward_text(victories(&showing));
            parts.push(format!("{sum}: that {claims} {reward}."));
        } else {
            parts.push(format!("Showing {sum}."));
        }
    }
    (!parts.is_empty()).then(|| parts.join(" "))
}

/// "3 victory, 1 victory with strike, 2 strike"
fn faces_text(faces: &[Skirmish]) -> String {
    let kinds = Skirmish::ALL.into_iter().filter_map(|kind| {
        let name = match kind {
            Skirmish::Victory => "victory",
            Skirmish::Both => "victory with strike",
            Skirmish::Strike => "strike",
        };
        let number = faces.iter().filter(|face| **face == kind).count();
        (number > 0).then(|| format!("{number} {name}"))
    });
    kinds.collect::<Vec<_>>().join(", ")
}

fn fate_dice(dice: u8) -> String {
    count(dice.into(), "fate die", "fate dice")
}

fn control_dice(dice: u8) -> String {
    count(dice.into(), "control die", "control dice")
}

fn reward_text(victories: u8) -> String {
    match Reward::for_victories(victories) {
        Reward::Nothing => "nothing".to_owned(),
        Reward::Control(dice) => control_dice(dice),
        Reward::Fate(dice) => fate_dice(dice),
        Reward::Bust => "nothing, a bust".to_owned(),
        Reward::Either { control, fate } => {
            format!("{} or {}", control_dice(control), fate_dice(fate))
        }
    }
}

fn last_text(last: &Before) -> String {
    let end = match last.end {
        TurnEnd::Bust => "went bust",
        TurnEnd::Routed => "was routed",
        TurnEnd::Stopped => "stopped",
    };
    let (victories, strikes) = (victories_text(&last.dice), strikes_text(&last.dice));
    let faces = faces_text(&last.dice);
    format!("The turn before, {} {end} with {victories}, {strikes} ({faces}).", last.faction)
}

/// "Algoryn (red, Ann), rolling: 7 points, logged 1 three and 2 ones, 1 fate die."
fn headquarters_text(
    state: &State,
    seat: Seat,
    player: Option<&str>,
    asked: Option<Seat>,
) -> String {
    let Some(at) = state.at(seat) else { return String::new() };
    let who = player.map_or_else(|| "free".to_owned(), short);
    let mut marks = vec![format!("{} ({}, {who})", at.faction.name(), at.faction.colour().name())];
    if state.roller() == Some(seat) {
        marks.push("rolling".to_owned());
    } else if asked == Some(seat) && state.ending.is_none() {
        marks.push("asked".to_owned());
    }
    if let Some(ending) = &state.ending {
        if ending.winners.contains(&seat) {
            marks.push("winner".to_owned());
        }
        if ending.holder == seat {
            marks.push(format!("has the gate card, +{}", state.card.points));
        }
    }
    let fate = if at.fate > 0 { format!(", {}", fate_dice(at.fate)) } else { String::new() };
    format!(
        "{}: {}, {}{fate}.",
        marks.join(", "),
        count(total(state, seat), "point", "points"),
        log_text(at.log)
    )
}

/// "logged 1 three and 2 ones"
fn log_text(log: DataLog) -> String {
    let dice: Vec<String> = Points::ALL
        .into_iter()
        .rev()
        .filter(|points| log.of(*points) > 0)
        .map(|points| {
            let (one, many) = match points {
                Points::One => ("one", "ones"),
                Points::Two => ("two", "twos"),
                Points::Three => ("three", "threes"),
            };
            count(log.of(points).into(), one, many)
        })
        .collect();
    if dice.is_empty() { "nothing logged".to_owned() } else { format!("logged {}", list(&dice)) }
}

/// Names are no longer than this unless a file was tampered with.
fn short(name: &str) -> String {
    name.chars().take(MAX_NAME).collect()
}

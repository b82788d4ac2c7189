//! The Dice Game in words: its table, its set-up and its end.

mod controls;
mod fate_told;
mod tale;
mod told;

use gatemaster_rules::dicegame::Setup;
use gatemaster_rules::dicegame::data::{Source, Trait};
use gatemaster_rules::dicegame::faces::{Control, Faces, Fate, Points, Skirmish};
use gatemaster_rules::dicegame::state::{DataLog, DieState, FATE_POINTS, Reward, Turn, TurnEnd};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::text::{count, list};

pub use controls::{
    add_bot, controls, controls_with, rematch, standing, table_row, with_table_row,
};
pub use gatemaster_rules::dicegame::State;
pub use tale::{stage, tale};
pub use told::{events_of, in_short, lines, spoken};

use gatemaster_discord::picture::Picture;

use super::picture;
use crate::desk::Loaded;
use crate::table::NEUTRAL;
use crate::words::esc;

pub fn skirmish_mark(face: Skirmish) -> &'static str {
    match face {
        Skirmish::Victory => "🔺",
        Skirmish::Both => "🌟",
        Skirmish::Strike => "⚡",
    }
}

/// What one face means, in full.
pub(crate) fn skirmish_name(face: Skirmish) -> &'static str {
    match face {
        Skirmish::Victory => "victory",
        Skirmish::Both => "victory and strike",
        Skirmish::Strike => "strike",
    }
}

/// One of them, and several.
fn skirmish_names(face: Skirmish) -> (&'static str, &'static str) {
    match face {
        Skirmish::Victory => ("victory", "victories"),
        Skirmish::Both => ("both", "both"),
        Skirmish::Strike => ("strike", "strikes"),
    }
}

pub(crate) fn fate_mark(face: Fate) -> &'static str {
    match face {
        Fate::Sabotage => "⚙️",
        Fate::Warped => "🌀",
        Fate::Routed => "✖️",
    }
}

/// "3 🔺 victories, 1 🌟 both and 2 ⚡ strikes"
fn faces_text(faces: &[Skirmish]) -> String {
    let kinds: Vec<String> = Skirmish::ALL
        .into_iter()
        .filter_map(|kind| {
            let number = faces.iter().filter(|face| **face == kind).count();
            let (one, several) = skirmish_names(kind);
            let name = if number == 1 { one } else { several };
            (number > 0).then(|| format!("{number} {} {name}", skirmish_mark(kind)))
        })
        .collect();
    list(&kinds)
}

/// "🔴 **Algoryn**"
fn side(state: &State, seat: Seat) -> String {
    state.at(seat).map_or_else(
        || "a player".to_owned(),
        |at| format!("{} **{}**", at.faction.colour().mark(), at.faction.name()),
    )
}

/// "one fate die", "2 fate dice"
fn fate_dice(number: u8) -> String {
    if number == 1 { "one fate die".to_owned() } else { format!("{number} fate dice") }
}

fn control_dice(number: u8) -> String {
    if number == 1 { "one control die".to_owned() } else { format!("{number} control dice") }
}

/// The fate dice that the roller can claim: from the table, or from others (D-FAT-1, D-FAT-8).
fn fate_to_claim(state: &State) -> u8 {
    let others = state.turn.as_ref().map(|turn| state.others_with_fate(turn.roller));
    let held = others.unwrap_or_default().into_iter().filter_map(|seat| state.at(seat));
    held.fold(state.fate_on_table, |sum, at| sum.saturating_add(at.fate))
}

/// What a count of victories claims, as the table is now (D-CTL-2, D-CTL-4, D-FAT-8).
pub(crate) fn reward_text(state: &State, victories: u8) -> String {
    let control = |dice: u8| match dice.min(state.gate) {
        left if left < dice => format!("{} (of {dice} earned)", control_dice(left)),
        all => control_dice(all),
    };
    let fate_dice = |dice: u8| match dice.min(fate_to_claim(state)) {
        0 => "no fate die (none is left)".to_owned(),
        left if left < dice => format!("{} (of {dice} earned)", fate_dice(left)),
        all => fate_dice(all),
    };
    match Reward::for_victories(victories) {
        Reward::Nothing => "nothing".to_owned(),
        Reward::Control(dice) => control(dice),
        Reward::Fate(dice) => fate_dice(dice),
        Reward::Bust => "nothing, it is a bust".to_owned(),
        Reward::Either { control: dice, fate } => {
            format!("{} or {}", control(dice), fate_dice(fate))
        }
    }
}

/// "3 · 2 · 2 · 1"
fn log_text(log: DataLog) -> String {
    let dice: Vec<String> = Points::ALL
        .into_iter()
        .rev()
        .flat_map(|points| {
            std::iter::repeat_n(points.number().to_string(), usize::from(log.of(points)))
        })
        .collect();
    if dice.is_empty() {
        "nothing logged".to_owned()
    } else {
        format!("logged {}", dice.join(" · "))
    }
}

/// The table as the board shows it in words.
pub fn board_text(game: &Loaded, state: &State) -> String {
    let mut lines = vec![format!(
        "**{}** · the gate **{}** has {} left, and {} on the table",
        state
            .turn
            .as_ref()
            .map_or_else(|| "Before turn 1".to_owned(), |t| format!("Turn {}", t.number)),
        esc(&state.card.name),
        count(state.gate.into(), "control die", "control dice"),
        match state.fate_on_table {
            0 => "no fate die is".to_owned(),
            1 => "one fate die is".to_owned(),
            dice => format!("{dice} fate dice are"),
        }
    )];
    for seat in state.seats() {
        lines.push(headquarters_text(game, state, seat));
    }
    if let Some(dice) = state.turn.as_ref().and_then(|turn| dice_lines(state, turn)) {
        lines.push(dice);
    }
    if let Some(last) = last_text(state) {
        lines.push(last);
    }
    lines.join("\n")
}

/// "▸ 🔴 **Algoryn** (Ann) · **7** points: logged 3 · 2, one fate die"
fn headquarters_text(game: &Loaded, state: &State, seat: Seat) -> String {
    let who = game.table.player_at(seat).map_or_else(|| "free".to_owned(), |p| esc(&p.name));
    let turn = if state.roller() == Some(seat) { "▸ " } else { "" };
    let (log, fate) = state.at(seat).map(|at| (at.log, at.fate)).unwrap_or_default();
    let fate = match fate {
        0 => String::new(),
        dice => format!(", {}", fate_dice(dice)),
    };
    format!(
        "{turn}{} ({who}) · **{}**: {}{fate}",
        side(state, seat),
        count(state.score(seat).total(), "point", "points"),
        log_text(log)
    )
}

fn dice_lines(state: &State, turn: &Turn) -> Option<String> {
    if turn.dice.is_empty() {
        return None;
    }
    let faces = |lies: DieState| -> Vec<Skirmish> {
        turn.dice.iter().filter(|die| die.lies == lies).map(|die| die.face).collect()
    };
    let mut lines = Vec::new();
    let kept = faces(DieState::Kept);
    if !kept.is_empty() {
        lines.push(format!("Kept: {}.", faces_text(&kept)));
    }
    let rolled = faces(DieState::JustRolled);
    if !rolled.is_empty() {
        lines.push(format!("Just rolled: {}.", faces_text(&rolled)));
    }
    let hand = turn.places(DieState::InHand).len();
    if hand > 0 {
        let hand = u32::try_from(hand).unwrap_or(0);
        lines.push(format!("In the hand: {}.", count(hand, "die", "dice")));
    }
    if !rolled.is_empty() {
        lines.push(format!(
            "{}: that claims {}.",
            sum_text(turn.victories(), turn.strikes()),
            reward_text(state, turn.victories())
        ));
    }
    Some(lines.join("\n"))
}

/// "**3 victories**, 4 strikes"
fn sum_text(victories: u8, strikes: u8) -> String {
    format!(
        "**{}**, {}",
        count(victories.into(), "victory", "victories"),
        count(strikes.into(), "strike", "strikes")
    )
}

/// How the turn before ended, until the next dice fall.
fn last_text(state: &State) -> Option<String> {
    let last = state.last.as_ref()?;
    if state.turn.as_ref().is_some_and(|turn| !turn.dice.is_empty()) {
        return None;
    }
    let end = match last.end {
        TurnEnd::Bust => "went bust",
        TurnEnd::Routed => "was routed",
        TurnEnd::Stopped => "stopped",
    };
    Some(format!(
        "-# Before that, {} {end} with {}.",
        side(state, last.roller),
        faces_text(&last.dice)
    ))
}

/// The table in one line, for a compact board.
pub fn one_line(state: &State) -> String {
    let scores: Vec<String> = state
        .seats()
        .map(|seat| format!("{} {}", side(state, seat), state.score(seat).total()))
        .collect();
    let turn = state.turn.as_ref().map_or(0, |turn| turn.number);
    format!("turn {turn} · gate {} · {}", state.gate, scores.join(" · "))
}

/// The colour of whoever's turn it is.
pub fn colour(state: &State) -> u32 {
    let roller = state.roller().and_then(|seat| state.at(seat));
    roller.map_or(NEUTRAL, |at| at.faction.colour().rgb())
}

pub fn picture(game: &Loaded, state: &State) -> Option<Picture> {
    let names: Vec<Option<&str>> = state
        .seats()
        .map(|seat| game.table.player_at(seat).map(|player| player.name.as_str()))
        .collect();
    picture::dicegame(state, &names)
}

/// Gate card, faces and traits, a line each.
pub fn setup_lines(setup: &Setup) -> Vec<String> {
    let gate = &setup.gate;
    let mut lines = vec![format!(
        "Gate: **{}**, worth {} to whoever logs the last control die",
        esc(&gate.name),
        count(gate.points.into(), "point", "points")
    )];
    lines.extend(faces_lines(&setup.faces, setup.faces_from));
    if setup.house_traits {
        lines.push("**House traits** (house rules), after a stop, before the claim:".to_owned());
        lines.extend(setup.traits.iter().map(trait_line));
    } else {
        lines.push("Strict play: no traits.".to_owned());
    }
    lines
}

/// What stands on the dice, and whose values they are.
pub(crate) fn faces_lines(faces: &Faces, from: Source) -> [String; 2] {
    let from = match from {
        Source::Printed => "",
        Source::House => "; house values, as the rules do not print them",
        Source::Server => "; this server's own",
    };
    let both = if faces.skirmish.contains(&Skirmish::Both) {
        "; 🌟 is a victory and a strike in one"
    } else {
        ""
    };
    let fate: Vec<String> = Fate::ALL
        .into_iter()
        .filter(|face| faces.fates(*face) > 0)
        .map(|face| format!("{} {} {}", faces.fates(face), fate_mark(face), face.key()))
        .collect();
    let control: Vec<&str> = faces.control.iter().map(|face| control_text(*face)).collect();
    [
        format!("Skirmish dice: {}{both}{from}", faces_text(&faces.skirmish)),
        format!("Fate dice: {} · control dice: {}", list(&fate), control.join(", ")),
    ]
}

/// "⚪ Concord, from 5 ⚡ strikes: *Shard guidance*, turn one of your logged 1s or 2s up by one"
pub(crate) fn trait_line(held: &Trait) -> String {
    let own = match held.source {
        Source::Printed | Source::House => "",
        Source::Server => " (this server's own)",
    };
    format!(
        "{} {}, from {} ⚡: *{}*{own}, {}",
        held.faction.colour().mark(),
        held.faction.name(),
        count(held.strikes.into(), "strike", "strikes"),
        esc(&held.name),
        held.effect.words()
    )
}

/// The set-up in a sentence of the log.
pub fn setup_text(setup: &Setup) -> String {
    let traits = if setup.house_traits { "with house traits" } else { "strict, without traits" };
    format!("the gate {}, {traits}", esc(&setup.gate.name))
}

pub(crate) fn control_text(face: Control) -> &'static str {
    match face {
        Control::One => "1",
        Control::Two => "2",
        Control::Three => "3",
        Control::Fate => "fate",
    }
}

/// The final count, the best first, and who won by which rule (D-END-2, D-END-4).
pub fn score_sheet(game: &Loaded, state: &State) -> Vec<String> {
    let Some(ending) = &state.ending else {
        let turn = state.turn.as_ref().map_or(0, |turn| turn.number);
        return vec![format!("It was left off in turn {turn}, undecided.")];
    };
    let mut rows: Vec<(Seat, u32)> =
        state.seats().zip(&ending.scores).map(|(seat, score)| (seat, score.total())).collect();
    rows.sort_by_key(|(seat, total)| (!ending.winners.contains(seat), std::cmp::Reverse(*total)));
    let mut lines = vec![String::from("**Score sheet**")];
    for (seat, total) in &rows {
        let Some(score) = ending.scores.get(seat.index()) else { continue };
        let who = game.table.player_at(*seat).map_or_else(|| "free".to_owned(), |p| esc(&p.name));
        let mark = if ending.winners.contains(seat) { "🏆 " } else { "" };
        let (log, fate) = state.at(*seat).map(|at| (at.log, at.fate)).unwrap_or_default();
        let mut parts =
            vec![format!("{} logged ({})", score.logged, log_text(log).replace("logged ", ""))];
        if fate > 0 {
            parts.push(format!("{} for {} at {FATE_POINTS} each", score.fate, fate_dice(fate)));
        }
        if *seat == ending.holder {
            parts.push(format!("{} for the gate card {}", score.card, esc(&state.card.name)));
        }
        lines.push(format!(
            "{mark}{} ({who}): **{total}** = {}",
            side(state, *seat),
            parts.join(" + ")
        ));
    }
    let best = rows.first().map_or(0, |(_, total)| *total);
    let tied = rows.iter().filter(|(_, total)| *total == best).count();
    let winners: Vec<String> = ending.winners.iter().map(|seat| side(state, *seat)).collect();
    lines.push(match (ending.winners.len(), tied) {
        (1, 1) => format!("{} wins.", list(&winners)),
        (1, _) => format!("{} wins the tie as the holder of the gate card.", list(&winners)),
        _ => format!(
            "{} share the win: the holder of the gate card is not among them (house rule).",
            list(&winners)
        ),
    });
    lines
}

//! The Dice Game: its table in words, what happens on it, and the buttons for what it waits for.

use std::fmt::Write as _;

use gatemaster_rules::dicegame::command::{Event, SixChoice, TraitDid, TraitTarget, TraitUse};
use gatemaster_rules::dicegame::data::{Source, Trait};
use gatemaster_rules::dicegame::faces::{Control, Faces, Fate, Points, Skirmish};
use gatemaster_rules::dicegame::odds::{self, Chance};
use gatemaster_rules::dicegame::state::{
    DataLog, Die, FATE_POINTS, Lies, Reward, SKIRMISH_DICE, Stage, Turn, TurnEnd,
};
use gatemaster_rules::dicegame::{Setup, usable};
use gatemaster_rules::game::{self, Game};
use gatemaster_rules::history::Step;
use gatemaster_rules::ids::{Seat, UserId};
use gatemaster_rules::table;
use gatemaster_rules::text::{count, list};

pub use gatemaster_rules::dicegame::State;

use super::{NEUTRAL, button as table_button, log, steps_footer};
use crate::battle::controls::Controls;
use crate::card::{Button, Card, Style};
use crate::desk::{Loaded, Outcome};
use crate::dicegame::button;
use crate::dicegame::press::{DicePress, Hand};
use crate::dicegame::standing::Standing;
use crate::limits::{BUTTONS_PER_ROW, EMBED_TEXT, clip};
use crate::picture::{self, Picture};
use crate::press::Press;
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

/// What a count of victories claims, with the gate as it is (D-CTL-2, D-CTL-4).
pub(crate) fn reward_text(state: &State, victories: u8) -> String {
    let control = |dice: u8| {
        let left = dice.min(state.gate);
        if left < dice {
            format!("{} ({left} left on the gate)", control_dice(dice))
        } else {
            control_dice(dice)
        }
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

/// "9.4 % (4,374 of 46,656)"
fn chance_text(chance: Chance) -> String {
    if chance.is_never() {
        return "none".to_owned();
    }
    format!("{} ({} of {})", percent(chance), thousands(chance.ways), thousands(chance.of))
}

fn percent(chance: Chance) -> String {
    match chance.share() * 100.0 {
        share if share > 0.0 && share < 0.1 => "under 0.1 %".to_owned(),
        share => format!("{share:.1} %"),
    }
}

fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
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
    let faces = |lies: Lies| -> Vec<Skirmish> {
        turn.dice.iter().filter(|die| die.lies == lies).map(|die| die.face).collect()
    };
    let mut lines = Vec::new();
    let kept = faces(Lies::Kept);
    if !kept.is_empty() {
        lines.push(format!("Kept: {}.", faces_text(&kept)));
    }
    let rolled = faces(Lies::JustRolled);
    if !rolled.is_empty() {
        lines.push(format!("Just rolled: {}.", faces_text(&rolled)));
    }
    let hand = turn.places(Lies::InHand).len();
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

// ---- what happened ----

/// What a step did, in a sentence for each thing that happened.
pub fn lines(before: Option<&Game>, step: &Step) -> Vec<String> {
    let Some(Game::DiceGame(before)) = before else { return Vec::new() };
    let mut state = before.clone();
    let mut lines = Vec::new();
    for event in &step.events {
        let table::Event::Played(game::Event::DiceGame(event)) = event else { continue };
        let was = state.clone();
        <gatemaster_rules::dicegame::DiceGame as gatemaster_rules::system::System>::apply(
            &mut state, event,
        );
        lines.extend(event_line(&was, &state, event));
    }
    // who is asked for fate dice stands below; here is what they are asked about
    if let (true, Some(turn)) = (lines.is_empty(), &state.turn) {
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

/// "[dice 7–12]": their numbers in the stream of this game, so that they can be checked.
fn stream_text(step: &Step) -> Option<String> {
    let numbers: Vec<u64> = step.dice.iter().filter_map(|roll| roll.number).collect();
    match numbers[..] {
        [] => None,
        [only] => Some(format!("[die {only}]")),
        [first, .., last] => Some(format!("[dice {first}–{last}]")),
    }
}

/// One event without the table around it, for the question whether to take a step back.
pub fn headline(state: &State, event: &Event) -> Option<String> {
    event_line(state, state, event)
}

fn event_line(was: &State, now: &State, event: &Event) -> Option<String> {
    let roller = || was.turn.as_ref().map_or_else(String::new, |turn| side(was, turn.roller));
    Some(match event {
        Event::FirstDrawn { seat } => format!(
            "The lot falls on {}: they go first, and everybody else has a fate die.",
            side(now, *seat)
        ),
        Event::TurnBegan { roller, .. } => format!("{} is next.", side(now, *roller)),
        Event::Taken { dice, fate } => taken_line(was, &roller(), dice, *fate)?,
        Event::FateAdded { seat, dice: 0 } => format!("{} adds no fate die.", side(now, *seat)),
        Event::FateAdded { seat, dice } => {
            format!("{} puts {} into the hand.", side(now, *seat), fate_dice(*dice))
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
            "⚙️ Sabotage: a logged {} of {} goes back to the gate.",
            points.number(),
            roller()
        ),
        Event::Sabotaged { took: None } => "⚙️ Sabotage finds nothing logged.".to_owned(),
        Event::Warped { returned: 0, left: 0 } => "🌀 Warped finds nothing logged.".to_owned(),
        Event::Warped { returned, left } => warped_line(*returned, *left),
        Event::Routed => format!("✖️ Routed: {}'s turn is over, nothing is claimed.", roller()),
        Event::Bust => format!(
            "💥 **Bust!** Exactly five victories: {}'s turn is over, nothing is claimed.",
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
        .filter(|(place, die)| die.lies == Lies::JustRolled && !dice.contains(place))
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
        "{roller} keeps {} and takes {} again{own}.",
        faces_text(&kept),
        count(again, "die", "dice")
    ))
}

fn warped_line(returned: u8, left: u8) -> String {
    let mut line = "🌀 Warped: every logged die drops by one".to_owned();
    if returned > 0 {
        let _ =
            write!(line, "; {} to the gate", count(returned.into(), "1 goes back", "1s go back"));
    }
    if left == 0 {
        line.push_str(", and none is left");
    }
    line.push('.');
    line
}

fn trait_used(state: &State, place: u8, did: TraitDid) -> String {
    let name = state.traits.get(usize::from(place)).map_or("A trait", |held| held.name.as_str());
    let did = match did {
        TraitDid::TurnedUp { from } => format!("a logged {} is turned up by one", from.number()),
        TraitDid::TookFate => "a fate die is taken from the table".to_owned(),
        TraitDid::ReturnedFate { of } => {
            format!("a fate die of {} goes back to the table", side(state, of))
        }
        TraitDid::ClaimsMore => "one control die more is claimed".to_owned(),
        TraitDid::TurnedDown { of, from: Points::One } => {
            format!("a logged 1 of {} goes back to the gate", side(state, of))
        }
        TraitDid::TurnedDown { of, from } => {
            format!("a logged {} of {} is turned down by one", from.number(), side(state, of))
        }
    };
    format!("*{}* (house trait): {did}.", esc(name))
}

/// "🔴 **Algoryn** claims two control dice: 3 and fate. 3 points are logged; a fate face sends its die back to the gate."
fn control_line(roller: &str, faces: &[Control]) -> String {
    let shown: Vec<&str> = faces.iter().map(|face| control_text(*face)).collect();
    let points: u8 = faces.iter().filter_map(|face| face.points()).map(Points::number).sum();
    let fates = faces.iter().filter(|face| face.points().is_none()).count();
    let claimed = control_dice(u8::try_from(faces.len()).unwrap_or(u8::MAX));
    let mut line = format!("{roller} claims {claimed} and rolls {}", list(&shown));
    if points > 0 {
        let _ = write!(line, ": {} logged", count(points.into(), "point", "points"));
    }
    match fates {
        0 => {}
        1 => line.push_str("; the fate face sends its die back to the gate and claims a fate die"),
        more => {
            let _ = write!(
                line,
                "; {more} fate faces send their dice back to the gate and claim a fate die each"
            );
        }
    }
    line.push('.');
    line
}

/// What an action came to, for everybody in the channel: what happened, the table, and the next buttons.
pub fn outcome(outcome: &Outcome, state: &State) -> Card {
    let game = &outcome.game;
    let last = outcome.made().last().map_or(outcome.step.seq, |(_, step)| step.seq);
    let controls = controls(game, state);
    let below = format!("\n\n{}\n\n{}", board_text(game, state), controls.text);
    let room = EMBED_TEXT.saturating_sub(below.chars().count() + 50);
    let told = shortened(&told(outcome), room);
    let mut buttons = if game.table.asked.is_some() { Vec::new() } else { controls.buttons };
    buttons.push(table_row(game));
    let mut card = Card {
        text: format!("{told}{below}"),
        colour: Some(colour(state)),
        buttons,
        footer: steps_footer(game, outcome.step.seq, last),
        picture: if game.pictures { picture(game, state) } else { None },
        ..Card::default()
    };
    ring(outcome, &mut card);
    card
}

/// Whoever is next hears of it, unless they have just acted themselves.
fn ring(outcome: &Outcome, card: &mut Card) {
    let table = &outcome.game.table;
    if !table.settings.pings() {
        return;
    }
    let next: Vec<(UserId, String)> = table
        .owed()
        .into_iter()
        .filter_map(|owed| table.player_at(owed.seat).map(|player| (player, owed.what)))
        .filter(|(player, _)| !player.is_bot() && player.id != outcome.step.user)
        .map(|(player, what)| (player.id, what))
        .collect();
    if let [(_, what), ..] = &next[..] {
        card.content = format!("it is for you to {what}.");
        card.pings = next.iter().map(|(id, _)| *id).collect();
    }
}

/// Every step of it in words, one paragraph a step.
fn told(outcome: &Outcome) -> Vec<String> {
    let table = &outcome.game.table;
    outcome
        .made()
        .map(|(before, step)| {
            let lines = lines(before, step);
            if lines.is_empty() { log::short_line(before, table, step) } else { lines.join("\n") }
        })
        .collect()
}

/// The end of a long tale is what matters now; the whole stands in the log.
fn shortened(told: &[String], room: usize) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut left = room;
    for part in told.iter().rev() {
        let length = part.chars().count() + 1;
        if length > left {
            break;
        }
        left -= length;
        kept.push(part);
    }
    if kept.is_empty() {
        return clip(told.last().map_or("", String::as_str), room);
    }
    let mut text: Vec<&str> = Vec::new();
    if kept.len() < told.len() {
        text.push("-# … `/game log` tells what came before.");
    }
    text.extend(kept.into_iter().rev());
    text.join("\n")
}

/// Read aloud: the last thing that happened, without marks.
pub fn spoken(outcome: &Outcome) -> String {
    let told = told(outcome).join(" ");
    let mut text = String::new();
    // the numbers of the dice are for the eye
    for part in told.split('[') {
        let said = part.split_once(']').map_or(part, |(_, after)| after);
        text.push_str(said);
    }
    clip(&text.replace(['*', '`', '\\'], ""), 300)
}

// ---- the end ----

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

pub fn rematch(game: &Loaded) -> Button {
    button(game, "Rematch", DicePress::Rematch).marked("🔁").styled(Style::Main)
}

// ---- buttons ----

/// A chair that somebody has left need not hold up the others.
pub fn add_bot(game: &Loaded) -> Button {
    button(game, "Let me play it", DicePress::AddBot).marked("🤖")
}

/// Below everything that the game waits for.
pub fn table_row(game: &Loaded) -> Vec<Button> {
    vec![
        table_button(game, "Undo", Press::Undo),
        button(game, "My fate dice…", DicePress::Standing),
        button(game, "How to play", DicePress::Guide).marked("📖"),
    ]
}

/// What the game waits for, with everything to answer it.
pub fn controls(game: &Loaded, state: &State) -> Controls {
    let hand = state.turn.as_ref().map(suggested).unwrap_or_default();
    controls_with(game, state, hand)
}

/// Most people keep what counts: every other die goes back into the hand, except one if there is nothing to keep.
fn suggested(turn: &Turn) -> Hand {
    let rolled = turn.places(Lies::JustRolled);
    let is_victory =
        |place: &u8| turn.dice.get(usize::from(*place)).is_some_and(|die| die.face.is_victory());
    let mut again: Vec<u8> = rolled.iter().copied().filter(|place| !is_victory(place)).collect();
    if again.len() == rolled.len() {
        again.pop();
    }
    Hand::of(&again)
}

/// The same, with these dice about to be rolled.
pub fn controls_with(game: &Loaded, state: &State, hand: Hand) -> Controls {
    let Some(turn) = &state.turn else {
        let draw = button(game, "Draw the first player", DicePress::DrawFirst);
        return with(
            "Draw who goes first. Everybody else begins with a fate die.",
            vec![vec![draw.marked("🎲").styled(Style::Main)]],
        );
    };
    let who = who(game, state, turn.roller);
    let bot = |seat: Seat| game.table.player_at(seat).is_some_and(table::Player::is_bot);
    let waits_for = match turn.stage {
        Stage::Adding { asked, .. } => asked.unwrap_or(turn.roller),
        Stage::Ready
        | Stage::Rolled
        | Stage::Traits
        | Stage::Six
        | Stage::TakingFate
        | Stage::Claiming => turn.roller,
    };
    if bot(waits_for) {
        let go = button(game, "Go on, Gatemaster", DicePress::PlayOn).marked("🤖");
        return with(
            "It is my turn. I wait, as a step has been taken back.",
            vec![vec![go.styled(Style::Main)]],
        );
    }
    match &turn.stage {
        Stage::Ready => ready(game, state, turn, &who, hand),
        Stage::Adding { asked, .. } => adding(game, state, turn, asked.unwrap_or(turn.roller)),
        Stage::Rolled => rolled(game, state, turn, &who, hand),
        Stage::Traits => traits(game, state, turn, &who),
        Stage::Six => six(game, state, turn, &who),
        Stage::TakingFate => taking_fate(game, state, turn, &who),
        Stage::Claiming => Controls::default(),
    }
}

fn with(text: impl Into<String>, buttons: Vec<Vec<Button>>) -> Controls {
    Controls { text: text.into(), buttons, ..Controls::default() }
}

/// "🔴 **Algoryn** (Ann)"
fn who(game: &Loaded, state: &State, seat: Seat) -> String {
    match game.table.player_at(seat) {
        Some(player) => format!("{} ({})", side(state, seat), esc(&player.name)),
        None => side(state, seat),
    }
}

fn ready(game: &Loaded, state: &State, turn: &Turn, who: &str, hand: Hand) -> Controls {
    let held = state.at(turn.roller).map_or(0, |at| at.fate);
    let fate = hand.fate.min(held);
    let label = match fate {
        0 => "Roll all six".to_owned(),
        dice => format!("Roll all six with {}", fate_dice(dice)),
    };
    let mut row = vec![button(game, label, DicePress::Roll(fate)).marked("🎲").styled(Style::Main)];
    row.extend(own_fate(game, held, Hand { again: 0, fate }));
    let bust = odds::bust(&state.faces, 0, SKIRMISH_DICE);
    with(
        format!("{who}, roll the six skirmish dice. Chance of a bust: {}.", chance_text(bust)),
        vec![row],
    )
}

/// Own fate dice are seldom wise; one button goes through their numbers (D-FAT-2).
fn own_fate(game: &Loaded, held: u8, hand: Hand) -> Option<Button> {
    let next = if hand.fate >= held { 0 } else { hand.fate + 1 };
    let label = format!("Own fate dice: {}", hand.fate);
    (held > 0).then(|| button(game, label, DicePress::Choose(Hand { fate: next, ..hand })))
}

fn adding(game: &Loaded, state: &State, turn: &Turn, asked: Seat) -> Controls {
    let held = state.at(asked).map_or(0, |at| at.fate);
    let add = |dice: u8| DicePress::AddFate { seat: asked, dice };
    let mut row = vec![button(game, "Add none", add(0)).styled(Style::Main)];
    row.extend(
        (1..=held).map(|dice| {
            button(game, format!("Add {}", fate_dice(dice)), add(dice)).styled(Style::No)
        }),
    );
    let never = DicePress::NeverFor { seat: asked, roller: turn.roller };
    let later = vec![
        button(game, "Not this turn", DicePress::NotThisTurn(asked)),
        button(game, format!("Never for {}", state.faction(turn.roller)), never),
    ];
    let hand = turn.in_hand();
    let so_far = match turn.fate_in_hand() {
        0 => String::new(),
        dice => format!(
            " {} in it already.",
            if dice == 1 { "One fate die is".to_owned() } else { format!("{dice} fate dice are") }
        ),
    };
    let text = format!(
        "{}, {} is about to roll {}{}.{so_far} Do you add fate dice? You have {}, worth {FATE_POINTS} points each if kept.",
        who(game, state, asked),
        side(state, turn.roller),
        count(hand.into(), "die", "dice"),
        if turn.dice.is_empty() {
            String::new()
        } else {
            format!(", with {} kept", count(turn.victories().into(), "victory", "victories"))
        },
        held
    );
    with(text, vec![row, later])
}

fn rolled(game: &Loaded, state: &State, turn: &Turn, who: &str, hand: Hand) -> Controls {
    let places = turn.places(Lies::JustRolled);
    let held = state.at(turn.roller).map_or(0, |at| at.fate);
    let again: Vec<u8> = places.iter().copied().filter(|place| hand.holds(*place)).collect();
    let hand = Hand { fate: hand.fate.min(held), ..Hand::of(&again) };
    let dice: Vec<Button> = places
        .iter()
        .filter_map(|place| Some((*place, turn.dice.get(usize::from(*place))?)))
        .map(|(place, die)| die_button(game, place, die, hand))
        .collect();
    let mut rows: Vec<Vec<Button>> = dice.chunks(BUTTONS_PER_ROW).map(<[Button]>::to_vec).collect();
    let possible = !again.is_empty() && again.len() < places.len();
    let staying = staying_victories(turn, hand);
    let number = u8::try_from(again.len()).unwrap_or(0);
    let label = match (possible, hand.fate) {
        (false, _) => "Roll again".to_owned(),
        (true, 0) => format!("Roll {number} again"),
        (true, fate) => format!("Roll {number} again with {}", fate_dice(fate)),
    };
    let stop = format!("Stop: claim {}", reward_text(state, turn.victories()));
    let mut row = vec![
        button(game, label, DicePress::RollAgain(hand))
            .marked("🎲")
            .styled(Style::Main)
            .disabled_if(!possible),
        button(game, stop, DicePress::Stop).styled(Style::Yes),
    ];
    row.extend(own_fate(game, held, hand));
    // six dice need two rows, and their last one has room for the rest
    match rows.last_mut() {
        Some(last) if places.len() > BUTTONS_PER_ROW => last.extend(row),
        _ => rows.push(row),
    }
    let mut text =
        format!("{who}, press a die to keep it or to take it up again, then roll or stop.");
    if possible {
        let _ = write!(text, "\n{}", outlook(state, turn, staying, number));
    } else if again.is_empty() {
        text.push_str("\nAll of them are kept: press one to roll it again, or stop.");
    } else {
        text.push_str("\nAt least one die of every roll must be kept.");
    }
    with(text, rows)
}

fn die_button(game: &Loaded, place: u8, die: &Die, hand: Hand) -> Button {
    let again = hand.holds(place);
    let name = match die.face {
        Skirmish::Victory => "Victory",
        Skirmish::Both => "Both",
        Skirmish::Strike => "Strike",
    };
    let label = format!("{name}: {}", if again { "roll again" } else { "keep" });
    let style = if again { Style::Plain } else { Style::Yes };
    button(game, label, DicePress::Choose(hand.turned(place)))
        .marked(skirmish_mark(die.face))
        .styled(style)
}

/// The victories that show while these dice are in the hand.
fn staying_victories(turn: &Turn, hand: Hand) -> u8 {
    let taken = (0_u8..)
        .zip(&turn.dice)
        .filter(|(place, die)| hand.holds(*place) && die.face.is_victory())
        .count();
    turn.victories().saturating_sub(u8::try_from(taken).unwrap_or(0))
}

/// "Rolling 3 beside 2 victories: **bust 12.5 %** (27 of 216) · 2 stay 12.5 %: one control die · …"
fn outlook(state: &State, turn: &Turn, staying: u8, dice: u8) -> String {
    let bust = odds::bust(&state.faces, staying, dice);
    let mut text = format!(
        "Rolling {} beside {}: chance of a **bust {}**",
        count(dice.into(), "die", "dice"),
        count(staying.into(), "victory", "victories"),
        chance_text(bust)
    );
    let counts = odds::counts(&state.faces, staying, dice);
    let others: Vec<String> = (0_u8..)
        .zip(counts)
        .filter(|(victories, chance)| {
            !chance.is_never() && !matches!(Reward::for_victories(*victories), Reward::Bust)
        })
        .map(|(victories, chance)| {
            format!("{victories} 🔺 {}: {}", percent(chance), reward_text(state, victories))
        })
        .collect();
    let _ = write!(text, "\n-# {}", others.join(" · "));
    let others = state.others_with_fate(turn.roller);
    if !others.is_empty() {
        text.push_str("\n-# Fate dice that others may add are not in these odds.");
    }
    text
}

fn traits(game: &Loaded, state: &State, turn: &Turn, who: &str) -> Controls {
    let uses = usable(state);
    let mut buttons: Vec<Button> = uses
        .iter()
        .map(|wish| {
            button(game, trait_label(state, *wish), DicePress::Trait(Some(*wish)))
                .styled(Style::Main)
        })
        .collect();
    buttons.push(button(game, "Go on without", DicePress::Trait(None)));
    let mut named: Vec<u8> = uses.iter().map(|wish| wish.place).collect();
    named.dedup();
    let named: Vec<String> = named
        .into_iter()
        .filter_map(|place| state.traits.get(usize::from(place)))
        .map(|held| format!("*{}*: {}", esc(&held.name), held.effect.words()))
        .collect();
    let text = format!(
        "{who}, your {} let you use a house trait before the claim. {}",
        count(turn.strikes().into(), "strike", "strikes"),
        named.join("; ")
    );
    with(text, buttons.chunks(BUTTONS_PER_ROW).map(<[Button]>::to_vec).collect())
}

fn trait_label(state: &State, wish: TraitUse) -> String {
    let name = state.traits.get(usize::from(wish.place)).map_or("Trait", |held| held.name.as_str());
    match wish.on {
        None => format!("Use {name}"),
        Some(TraitTarget::Own(points)) => format!("{name} on a {}", points.number()),
        Some(TraitTarget::Player(seat)) => format!("{name} on {}", state.faction(seat)),
    }
}

/// Both options with what they would really yield (D-CTL-4).
fn six(game: &Loaded, state: &State, turn: &Turn, who: &str) -> Controls {
    let Reward::Either { control, fate } = Reward::for_victories(turn.victories()) else {
        return Controls::default();
    };
    let yields = control.min(state.gate);
    let others: u8 = state
        .others_with_fate(turn.roller)
        .into_iter()
        .filter_map(|seat| state.at(seat))
        .fold(0, |sum, at| sum.saturating_add(at.fate));
    let fates = fate.min(state.fate_on_table.saturating_add(others));
    let from = fates.saturating_sub(state.fate_on_table);
    let row = vec![
        button(
            game,
            format!("Claim {}", control_dice(yields)),
            DicePress::Claim(SixChoice::Control),
        )
        .styled(Style::Main),
        button(game, format!("Claim {}", fate_dice(fates)), DicePress::Claim(SixChoice::Fate))
            .styled(Style::Main),
    ];
    let mut text = format!("{who}, six victories: control dice or fate dice?");
    if yields < control {
        let _ = write!(text, " The gate has {yields} left of the {control} that you have earned.");
    }
    if from > 0 {
        let _ = write!(
            text,
            " {} would come from other players.",
            if from == 1 { "One fate die".to_owned() } else { format!("{from} fate dice") }
        );
    }
    if fates < fate {
        let _ = write!(
            text,
            " There {} left to claim.",
            if fates == 1 {
                "is only one fate die".to_owned()
            } else {
                "are no fate dice".to_owned()
            }
        );
    }
    with(text, vec![row])
}

fn taking_fate(game: &Loaded, state: &State, turn: &Turn, who: &str) -> Controls {
    let holders = state.others_with_fate(turn.roller);
    let row = holders
        .iter()
        .filter_map(|seat| {
            let at = state.at(*seat)?;
            let label = format!("From {} (has {})", at.faction.name(), at.fate);
            let press = DicePress::TakeFateFrom(*seat);
            Some(button(game, label, press).marked(at.faction.colour().mark()).styled(Style::Main))
        })
        .collect();
    let due = turn.fates_due;
    let text = format!(
        "{who}, no fate die is on the table: whose do you take?{}",
        if due > 1 { format!(" You take {due}, one after the other.") } else { String::new() }
    );
    with(text, vec![row])
}

/// What somebody has said beforehand, for their eyes alone.
pub fn standing(game: &Loaded, state: &State, standing: &Standing, own: &[Seat]) -> Card {
    let mut lines = vec!["**Your fate dice, before others roll**".to_owned()];
    for seat in own {
        let held = state.at(*seat).map_or(0, |at| at.fate);
        lines.push(format!(
            "{} has {}.",
            side(state, *seat),
            match held {
                0 => "no fate die".to_owned(),
                dice => fate_dice(dice),
            }
        ));
    }
    let now = state.turn.as_ref().map(|turn| turn.number);
    let never: Vec<String> = standing
        .never_for
        .iter()
        .filter(|seat| !own.contains(seat))
        .map(|seat| side(state, *seat))
        .collect();
    if standing.not_in_turn.is_some() && standing.not_in_turn == now {
        lines.push("You add none in this turn.".to_owned());
    }
    lines.push(if never.is_empty() {
        "I ask you before every roll of somebody else, as long as you have one.".to_owned()
    } else {
        format!("You never add any for {}; I do not ask.", list(&never))
    });
    lines.push("-# Nobody else sees this.".to_owned());
    let row = vec![
        button(game, "Ask me every time", DicePress::AskAgain),
        button(game, "Never ask me", DicePress::NeverForAnybody),
    ];
    Card { buttons: vec![row], ..Card::line(lines.join("\n")) }
}

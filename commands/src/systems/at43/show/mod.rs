//! A game of AT-43: its board in words, and what happens in it.

mod board;
mod help;
mod tale;
mod terms;
#[cfg(test)]
mod tests;

pub use board::{board_text, one_line};
pub use help::{TOPICS, welcome};
pub use tale::{tale, why_skipped};
pub use terms::terms;

use gatemaster_discord::card::Choice;
use gatemaster_discord::limits::clip;
use gatemaster_discord::picture::emoji::Drawn;
use gatemaster_discord::press::CustomId;
use gatemaster_rules::at43::flow::Task;
use gatemaster_rules::at43::rulebook::{self, Rule};
use gatemaster_rules::at43::state::{Phase, Why};
use gatemaster_rules::at43::{At43, Event, View, label, report};
use gatemaster_rules::game;
use gatemaster_rules::ids::{Seat, UserId};
use gatemaster_rules::system::{System as _, Who};
use gatemaster_rules::table::{self as rules_table, SeenStep};
use gatemaster_rules::text::count;

use super::controls::controls;
use super::look::{self, LookPress};
use super::press::BattlePressed;
use super::{below, control, correct, emoji, moment, side_head};
use crate::desk::{Loaded, Log, Outcome, Page};
use crate::face::{Controls, Ending, Explained, Face, Report, Stage};
use crate::words::{esc, without_brackets};

/// The game's own events of a step.
pub fn events_of(step: &SeenStep) -> Vec<Event> {
    let played = step.events.iter().filter_map(|event| match event {
        rules_table::Event::Played(game::Event::At43(event)) => Some(event.clone()),
        _ => None,
    });
    played.collect()
}

/// What a step did, line by line.
pub fn lines(before: &View, step: &SeenStep) -> Vec<String> {
    let lines = report::lines(before, &events_of(step));
    lines.iter().map(|line| esc(&line.text)).collect()
}

/// A step in a few words, for the question whether to take it back: "the salvo of Steel troopers 1".
pub fn headline(state: &View, events: &[&Event]) -> String {
    let name = |unit| esc(state.unit_name(unit));
    let mut rolled = false;
    for event in events {
        rolled |= event.rolls();
        return match event {
            Event::MissionRolled { .. } | Event::MissionRolledAgain { .. } => {
                "the throw for the mission".to_owned()
            }
            Event::RolesRolled { .. } => "the throw for who attacks".to_owned(),
            Event::AnsweredFor { seat } => {
                format!("the organiser's word for {}", esc(state.side_name(*seat)))
            }
            Event::CompanyBuilt { .. }
            | Event::CompanyLocked { .. }
            | Event::CompanyUnlocked { .. } => "what was done about a company".to_owned(),
            Event::FieldLaid { .. } | Event::FieldAgreed { .. } => {
                "what was said of the table".to_owned()
            }
            Event::Planned { .. } => "a plan for the round".to_owned(),
            Event::FirstChosen { .. } => "who begins the round".to_owned(),
            Event::CardRevealed { unit, .. } => format!("the card of {}", name(*unit)),
            Event::Relocated { .. } => "a card put elsewhere".to_owned(),
            Event::Delayed { .. } => "a delay".to_owned(),
            Event::Moved { unit, .. } => format!("the movement of {}", name(*unit)),
            Event::SalvoFired { unit, .. } => format!("the salvo of {}", name(*unit)),
            Event::StrikeCalled { .. } => "an artillery strike".to_owned(),
            Event::Fought { unit, .. } => format!("the combat of {}", name(*unit)),
            Event::SpecialUsed { unit, .. } => format!("what {} did", name(*unit)),
            Event::RoutineDone { unit, .. } => format!("a routine on {}", name(*unit)),
            Event::DrillGiven { unit, drill } => format!("{drill} of {}", name(*unit)),
            Event::Rallied { unit } => format!("the rally of {}", name(*unit)),
            Event::Waited { unit } => format!("that {} waits", name(*unit)),
            Event::Unpaid { unit } => format!("that {} was not paid for", name(*unit)),
            Event::Held { .. } => "that fire was held".to_owned(),
            Event::WatchBegan { unit, .. } => format!("that {} fires in overwatch", name(*unit)),
            Event::RangesAsked { .. } => "a question for ranges".to_owned(),
            Event::RangesTold { .. } => "the ranges that were told".to_owned(),
            Event::Ended { unit } => format!("the end of what {} did", name(*unit)),
            Event::Counted { .. } | Event::Controlled { .. } | Event::CountsDisputed { .. } => {
                "a count".to_owned()
            }
            Event::Bought { unit, .. } => format!("the purchase of {}", name(*unit)),
            Event::DoneBuying { .. } => "the end of purchases".to_owned(),
            Event::Proposed(_) => "a proposed correction".to_owned(),
            Event::Corrected { .. } => "a correction".to_owned(),
            _ => continue,
        };
    }
    if rolled { "an answer and the dice that followed".to_owned() } else { "an answer".to_owned() }
}

/// What the newest message offers besides the tale.
pub fn stage(game: &Loaded, state: &View) -> Stage {
    let mut controls = controls(game, state);
    below::on_message(&mut controls, game, state);
    let mut rings = control::rings(game, state);
    rings.extend(correct::rings(game, state));
    let Controls { text, selects, buttons } = controls;
    Stage { below: text, selects, buttons, colour: colour(state), rings, ..Stage::default() }
}

/// The colour of the side that is waited for, if it is one alone.
fn colour(state: &View) -> Option<u32> {
    let owing: Vec<Seat> = At43::open(state)
        .into_iter()
        .filter_map(|open| match open.who {
            Who::Seat(seat) => Some(seat),
            Who::AnyPlayer | Who::May(_) => None,
        })
        .collect();
    match owing.as_slice() {
        [only] => state.side(*only).map(|side| side.colour.rgb()),
        _ => None,
    }
}

/// The result as it is read aloud: whole sentences without their reasons, as many as are listened to.
pub fn spoken(face: &dyn Face, outcome: &Outcome) -> String {
    let lines = outcome.made().flat_map(|(before, step)| face.lines(before, step));
    said(lines)
}

fn said(lines: impl Iterator<Item = String>) -> String {
    const LONGEST: usize = 400;
    let mut said = String::new();
    for line in lines {
        let mut line = without_brackets(&line);
        // nothing of a name is a mark where it is heard
        line.retain(|c| !matches!(c, '\\' | '*' | '`' | '_' | '~' | '|'));
        let line = line.trim();
        let longer = said.chars().count() + 1 + line.chars().count();
        match (said.is_empty(), longer > LONGEST) {
            (_, _) if line.is_empty() => {}
            (true, _) => said = clip(line, LONGEST),
            (false, true) => return said,
            (false, false) => said.extend([" ", line]),
        }
    }
    said
}

/// The same for the log, without the reasons.
pub fn brief_lines(before: &View, step: &SeenStep) -> Vec<String> {
    lines(before, step).iter().map(|line| without_brackets(line)).collect()
}

/// A turn is a chapter, with everything that comes of it; so is all that goes before the first round, each tactical phase,
/// and each control phase. What the program does stands in one message, however many turns it has: the person whose turn comes
/// next begins another one.
pub fn page(opening: Option<&View>, before: &View, bots: &[Seat], step: &SeenStep) -> Page {
    if step.user == UserId::BOT {
        return Page::GoesOn;
    }
    if !bots.is_empty() && opening.is_some_and(|opening| is_another_turn(opening, before)) {
        return Page::Begins;
    }
    let ends = |event: &Event| {
        matches!(
            event,
            Event::LeadPassed { .. }
                | Event::RoundBegan { .. }
                | Event::FirstChosen { .. }
                | Event::ControlBegan
                | Event::GameOver(_)
        )
    };
    if events_of(step).iter().any(ends) { Page::NextBegins } else { Page::GoesOn }
}

/// Whether a person begins something in a chapter that was begun with something else.
fn is_another_turn(opening: &View, before: &View) -> bool {
    let begins = match before.flow.tasks.last() {
        Some(Task::Turn) => true,
        Some(Task::Count) => before.flow.counted.is_none(),
        Some(_) => false,
        None => before.phase == Phase::Tactical,
    };
    let when = |view: &View| {
        let active = view.flow.active.filter(|_| view.phase == Phase::Activation);
        let cards: Vec<usize> = view.sides.iter().map(|side| side.cards.len()).collect();
        (view.round, view.phase, active, cards)
    };
    begins && when(opening) != when(before)
}

/// How it ended, or was left off.
pub fn ending(game: &Loaded, state: &View) -> Ending {
    let mut lines = Vec::new();
    let score = tale::score(state);
    if let Some(ending) = &state.ending {
        let why = match ending.why {
            Why::RoundsPlayed => "the last round is played",
            Why::PointsReached => "the points are reached",
            Why::NothingLeftToWin => "nobody can gain VP any more",
            Why::PilotDead => "the pilot is lost",
        };
        let rounds = count(state.round, "round", "rounds");
        lines.push(match ending.winner {
            Some(seat) => {
                let side = side_head(game, state, seat);
                format!("🏆 {side} won after {rounds}: {why}.")
            }
            None => format!("🤝 A draw after {rounds}: {why}."),
        });
        lines.push(format!("{score}."));
    } else {
        lines.push(left_off(state.round, &score));
    }
    if let Some(mission) = &state.mission {
        lines.push(format!("-# {}", esc(&mission.name)));
    }
    Ending { lines, ..Ending::default() }
}

/// A count in the middle of a game is no result.
fn left_off(round: u32, score: &str) -> String {
    match round {
        0 => "It was left off before the first round, undecided.".to_owned(),
        round => format!("It was left off in round {round}, undecided, at {score}."),
    }
}

/// Each thing that happened, with the rules behind it.
pub fn explain(game: &Loaded, before: &View, step: &SeenStep) -> Option<Explained> {
    let events = events_of(step);
    if events.is_empty() {
        return None;
    }
    let mut lines = Vec::new();
    let mut named: Vec<&'static Rule> = Vec::new();
    for told in report::explain(before, &events) {
        let rules: Vec<&'static Rule> =
            told.rows.iter().filter_map(|row| rulebook::rule(row)).collect();
        let mut text = format!("▸ {}", esc(&told.text));
        if !rules.is_empty() {
            text.push_str("\n-# ");
            text.push_str(
                &rules.iter().map(|rule| look::rule_cited(rule)).collect::<Vec<_>>().join(" · "),
            );
        }
        lines.push(text);
        for rule in rules {
            if !named.contains(&rule) {
                named.push(rule);
            }
        }
    }
    let overruled = |event: &Event| matches!(event, Event::Corrected { by_organiser: true, .. });
    if events.iter().any(overruled) {
        let who = esc(&step.name);
        lines.push(format!(
            "⚖️ **The organiser's decision**: {who} set it right without asking the players."
        ));
    }
    let rules: Vec<Choice> = named.into_iter().map(look::rule_choice).collect();
    let read: CustomId = BattlePressed::new(&game.id, game.at, LookPress::OpenRule.into()).into();
    Some(Explained { lines, rules, read_rule: Some(read), each_die_named: true })
}

/// What stands before the steps of the game's own text: the mission, who fights with what, and how it stands. Of a company
/// that is still secret it says no more than that.
pub fn report(_: &dyn Face, game: &Loaded, _: &Log) -> Report {
    let Some(game::View::At43(state)) = &game.table.game else { return Report::Head(Vec::new()) };
    let of = |seat| game.table.player_at(seat).map_or("nobody", |player| player.name.as_str());
    Report::Head(forces(state, of))
}

fn forces<'a>(state: &View, player: impl Fn(Seat) -> &'a str) -> Vec<String> {
    let mut lines = vec![format!("Mission: {}", esc(&moment::mission(state)))];
    lines.push(match state.phase {
        Phase::Over => format!("Over after {}", count(state.round, "round", "rounds")),
        _ => format!("{}, {}", moment::round(state), moment::phase(state)),
    });
    for seat in state.seats() {
        let Some(side) = state.side(seat) else { continue };
        let army = moment::army(state, side)
            .map_or_else(|| "company not shown yet".to_owned(), |army| esc(&army.name));
        let rp = if moment::has_reinforcements(state) {
            format!(", {} RP", side.rp)
        } else {
            String::new()
        };
        let (name, player) = (esc(&side.name), esc(player(seat)));
        lines.push(String::new());
        lines.push(format!("{name} ({player}): {army}, {} VP{rp}", side.vp));
        lines.extend(state.units_of(seat).map(|(id, unit)| {
            let now = esc(&label::unit_line(state, id));
            format!("- {}, {} AP: {now}", esc(&unit.name), unit.value)
        }));
    }
    let places = moment::places(state);
    if !places.is_empty() {
        lines.push(String::new());
        lines.extend(
            places
                .into_iter()
                .map(|place| format!("{} {}", esc(&place.name), esc(&moment::held(state, place)))),
        );
    }
    lines
}

/// The small pictures that stand beside drills.
pub fn emojis() -> Vec<Drawn> {
    emoji::drawings()
}

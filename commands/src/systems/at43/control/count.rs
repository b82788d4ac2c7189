//! Counting: one player enters who is near what, another confirms it, and an organiser settles what they cannot agree on.

use std::fmt::Write as _;

use gatemaster_discord::card::{Button, Style};
use gatemaster_discord::forms::{FilledForm, Form, Input};
use gatemaster_discord::limits::{INPUT_LABEL, INPUT_TEXT, clip};
use gatemaster_rules::at43::command::{Command, Counted};
use gatemaster_rules::at43::control::last_counts;
use gatemaster_rules::at43::flow::{CountedBy, Task};
use gatemaster_rules::at43::{State, View};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::text::list;

use super::super::press::{BattlePressed, button};
use super::super::{At, is_bot, player, state};
use super::{ControlPress, figures, settles, speaker};
use crate::answer::{Reply, unknown};
use crate::boxed;
use crate::desk::Loaded;
use crate::face::{Controls, Hall};
use crate::request::Request;
use crate::trouble::Trouble;
use crate::words::esc;

/// So many places have a line of a form each; of more all stand in one input.
const LINES: [&str; 5] = ["place1", "place2", "place3", "place4", "place5"];
const ALL: &str = "all";
/// So many places are shown on a line each.
const SHOWN_ONE_BY_ONE: usize = 6;
/// More than any mission of the book has; the form shows all of it.
const LONGEST: usize = 1_200;

/// What stands if nobody says otherwise: the last figures (T-CTL-1).
pub fn usual(state: &State) -> Vec<Counted> {
    last_counts(state)
}

fn nobody_is_near(counts: &[Counted]) -> bool {
    counts.iter().all(|counted| counted.fighters.iter().all(|fighters| *fighters == 0))
}

pub fn controls(game: &Loaded, state: &View) -> Controls {
    let (counted, disputed) = (state.flow.counted.as_ref(), state.flow.disputed.as_ref());
    let mut text = vec![
        "**Who is near what?** Infantry of each side within 10 cm of a place, also on the ground."
            .to_owned(),
    ];
    let mut row = Vec::new();
    match (counted, disputed) {
        (Some(counted), _) => {
            if let Some(disputed) = disputed {
                text.push(said(game, state, disputed));
            }
            text.push(said(game, state, counted));
            // the program sees no table, so people are asked
            let others: Vec<String> = state
                .seats()
                .filter(|seat| *seat != counted.by && !is_bot(game, *seat))
                .map(|seat| player(game, seat))
                .collect();
            if !others.is_empty() {
                text.push(format!("**{}**, is that so?", list(&others)));
            }
            row.push(button(game, "Confirm", ControlPress::Agree(true)).styled(Style::Yes));
            row.push(button(game, "Other figures…", ControlPress::Figures));
            row.push(button(game, "Not so", ControlPress::Agree(false)).styled(Style::No));
        }
        (None, Some(disputed)) => {
            text.push(format!("{} That is disputed.", said(game, state, disputed)));
            row.push(button(game, "Figures…", ControlPress::Figures).styled(Style::Main));
        }
        (None, None) => {
            let usual = usual(state);
            let label = if nobody_is_near(&usual) {
                text.push("One player counts, another confirms.".to_owned());
                "Nobody is near any"
            } else {
                text.push(shown(state, &usual, "As last time"));
                "As last time"
            };
            row.push(button(game, label, ControlPress::AsLast).styled(Style::Main));
            row.push(button(game, "Figures…", ControlPress::Figures));
        }
    }
    let mut buttons = vec![row];
    if disputed.is_some() {
        let (words, settling) = for_organiser(game, state, counted, disputed);
        text.push(words);
        buttons.push(settling);
        buttons.retain(|row| !row.is_empty());
    }
    Controls { text: text.join("\n"), selects: Vec::new(), buttons }
}

/// What an organiser can do about a dispute, with the figures of both sides as they stand above.
fn for_organiser(
    game: &Loaded,
    state: &View,
    counted: Option<&CountedBy>,
    disputed: Option<&CountedBy>,
) -> (String, Vec<Button>) {
    let words = match &game.table.organiser {
        Some(organiser) => {
            format!("**{}** settles it, or you count anew.", esc(&organiser.name))
        }
        None => "-# Count anew until you agree; or somebody who manages this server and does not play here settles it, or \
                 an organiser whom `/game settings` names."
            .to_owned(),
    };
    let said = disputed.into_iter().chain(counted);
    let row = said.map(|said| {
        let label = format!("Organiser: as {} counted", state.side_name(said.by));
        button(game, label, ControlPress::Settle(said.by))
    });
    (words, row.collect())
}

/// "**Ann** has counted: Hill – Blue 3, Red 0."
fn said(game: &Loaded, state: &State, counted: &CountedBy) -> String {
    let head = format!("**{}** has counted", player(game, counted.by));
    shown(state, &counted.counts, &head)
}

/// Figures place by place, the ones with nobody together at the end.
fn shown(state: &State, counts: &[Counted], head: &str) -> String {
    let seats = figures::asked(state);
    let near = |counted: &&Counted| counted.fighters.iter().any(|fighters| *fighters > 0);
    let name = |counted: &Counted| {
        esc(state.place(counted.place).map_or("a place", |place| place.name.as_str()))
    };
    let lines: Vec<String> = counts
        .iter()
        .filter(near)
        .map(|counted| format!("{}: {}", name(counted), esc(&figures::of(state, &seats, counted))))
        .collect();
    let nobody: Vec<String> = counts.iter().filter(|counted| !near(counted)).map(name).collect();
    let mut text = if lines.is_empty() {
        format!("{head}: nobody is near any place.")
    } else if lines.len() <= SHOWN_ONE_BY_ONE {
        format!("{head}:\n- {}", lines.join("\n- "))
    } else {
        format!("{head}: {}.", lines.join(" · "))
    };
    if !lines.is_empty() && !nobody.is_empty() {
        let _ = write!(text, "\n-# Nobody at {}.", list(&nobody));
    }
    if text.chars().count() > LONGEST {
        text = clip(&text, LONGEST);
        text.push_str("\n-# The form has all of them.");
    }
    text
}

/// The figures of this side settle a dispute; the one that agreed to them need not say so any more.
pub fn settled(
    game: &Loaded,
    state: &View,
    request: &Request,
    seat: Seat,
) -> Result<Command, Trouble> {
    if !settles(game, request) {
        let organiser = game.table.organiser.as_ref();
        let name = organiser.map_or_else(|| "an organiser".to_owned(), |them| esc(&them.name));
        return Err(Trouble::refused(format!(
            "That is for {name} to press. You can confirm what the other side has counted, or count anew."
        )));
    }
    let said = state.flow.disputed.iter().chain(&state.flow.counted);
    let found = said.into_iter().find(|said| said.by == seat).ok_or_else(unknown)?;
    Ok(Command::Count { seat, counts: found.counts.clone() })
}

/// What other figures begin with: those that wait or were disputed, else the last ones.
pub fn prefilled(state: &State) -> Vec<Counted> {
    let said = state.flow.counted.as_ref().or(state.flow.disputed.as_ref());
    said.map_or_else(|| usual(state), |said| said.counts.clone())
}

/// The form for other figures, with those that stand.
#[boxed]
pub async fn form(hall: &Hall, request: &Request, at: &At) -> Result<Reply, Trouble> {
    let game = hall.desk.load(request, &at.seen()).await?;
    let view = state(&game)?;
    if view.flow.tasks.last() != Some(&Task::Count) {
        return Err(unknown());
    }
    speaker(&game, request)?;
    let press = BattlePressed::new(&game.id, game.at, ControlPress::Figures.into());
    Ok(Reply::Form(Form {
        title: "Infantry within 10 cm".to_owned(),
        press: press.into(),
        inputs: inputs(view),
    }))
}

pub fn inputs(state: &State) -> Vec<Input> {
    let counts = prefilled(state);
    let seats = figures::asked(state);
    let name = |counted: &Counted| {
        state.place(counted.place).map_or("", |place| place.name.as_str()).to_owned()
    };
    if counts.len() <= LINES.len() {
        let lines = LINES.iter().zip(&counts).map(|(key, counted)| {
            let label = clip(&name(counted), INPUT_LABEL);
            Input::line(key, label, figures::of(state, &seats, counted))
        });
        return lines.collect();
    }
    let whole = |seats: &[Seat], plain: bool| {
        let lines = counts.iter().map(|counted| {
            let figures =
                if plain { figures::plain(counted) } else { figures::of(state, seats, counted) };
            format!("{}: {figures}", name(counted))
        });
        lines.collect::<Vec<_>>().join("\n")
    };
    // very many places with long names of sides have room for the numbers alone, in the order of the sides
    let text = whole(&seats, false);
    let (text, label) = if text.chars().count() <= INPUT_TEXT {
        (text, "A place a line".to_owned())
    } else {
        let sides: Vec<&str> = state.seats().map(|seat| state.side_name(seat)).collect();
        (whole(&seats, true), clip(&sides.join(", "), INPUT_LABEL))
    };
    vec![Input::line(ALL, label, text).several_lines()]
}

/// What was written into the form: all of it, or with every fault named nothing.
pub fn written(state: &State, written: &FilledForm) -> Result<Vec<Counted>, Trouble> {
    let from = prefilled(state);
    if from.len() > LINES.len() {
        return figures::read(state, written.get(ALL), from);
    }
    let mut counts = from.clone();
    let mut faults = Vec::new();
    for (key, counted) in LINES.iter().zip(&mut counts) {
        match figures::numbers(state, counted, written.get(key)) {
            Ok(read) => *counted = read,
            Err(fault) => faults.push(fault),
        }
    }
    if faults.is_empty() { Ok(counts) } else { Err(Trouble::refused(faults.join("\n"))) }
}

//! What specialists do, the routines of overseers, and Split fire!: whatever a unit can do besides.

mod typed;
mod why;
mod words;

use gatemaster_discord::card::{Button, Choice, Select};
use gatemaster_discord::forms::{FilledForm, Form, Input};
use gatemaster_discord::limits::CHOICES;
use gatemaster_rules::at43::View;
use gatemaster_rules::at43::activation::besides;
use gatemaster_rules::at43::command::{Body, Command, OnElement, Special};
use gatemaster_rules::at43::flow::Task;
use gatemaster_rules::at43::state::{State, TerrainId, UnitId};
use gatemaster_rules::wording::told_apart;

use super::press::{BattlePressed, Words, button};
use super::{At, controls as everything, play, play_form, read, refine, state};
use crate::answer::{PressedMessage, Reply, unknown};
use crate::boxed;
use crate::desk::Loaded;
use crate::face::{Controls, Hall};
use crate::request::Request;
use crate::table::holds;
use crate::trouble::Trouble;
use crate::words::esc;

pub use typed::{routine, special};
use words::label;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpecialPress {
    /// The list of what can be done besides, from this place on.
    Open(u32),
    /// One of it, by its place.
    Pick,
    /// The form for who stands on what a combat engineer removes.
    OnIt(u8),
    Back,
}

impl SpecialPress {
    pub fn words(self) -> Words {
        match self {
            Self::Open(from) => ("open", vec![from]),
            Self::Pick => ("pick", Vec::new()),
            Self::OnIt(element) => ("on", vec![element.into()]),
            Self::Back => ("back", Vec::new()),
        }
    }

    pub fn from_words(word: &str, numbers: &[u32]) -> Option<Self> {
        Some(match (word, numbers) {
            ("open", [from]) => Self::Open(*from),
            ("pick", []) => Self::Pick,
            ("on", [element]) => Self::OnIt(u8::try_from(*element).ok()?),
            ("back", []) => Self::Back,
            _ => return None,
        })
    }

    /// One of each kind, with the largest numbers, for the test of the custom ids.
    #[cfg(test)]
    pub fn samples() -> Vec<Self> {
        vec![Self::Open(u32::MAX), Self::Pick, Self::OnIt(u8::MAX), Self::Back]
    }
}

/// What the unit that acts could do besides moving, shooting and fighting.
pub fn possible(state: &State) -> Vec<Command> {
    match state.flow.tasks.last() {
        Some(Task::Act) => besides(state),
        _ => Vec::new(),
    }
}

pub fn open_button(game: &Loaded, state: &View) -> Option<Button> {
    let all = possible(state);
    let routines = all.iter().any(|one| matches!(one, Command::Routine(_)));
    let others = all.iter().any(|one| !matches!(one, Command::Routine(_)));
    let words = match (others, routines) {
        (false, false) => return None,
        (true, false) => "Special…",
        (false, true) => "Routines…",
        (true, true) => "Special, routines…",
    };
    Some(button(game, words, SpecialPress::Open(0)).marked("✨"))
}

#[boxed]
pub async fn pressed(
    hall: &Hall,
    request: &Request,
    at: &At,
    press: SpecialPress,
    picked: &[String],
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    if let SpecialPress::Pick = press {
        let place: usize = read::picked_number(picked)?;
        if let Some(form) = asks_who_falls(hall, request, at, place).await? {
            return Ok(Reply::Form(form));
        }
        let choose = |view: &View| possible(view).into_iter().nth(place).ok_or_else(unknown);
        return play(hall, request, at.seen(), on, choose).await;
    }
    let game = hall.desk.load(request, &at.seen()).await?;
    let battle = state(&game)?;
    let seat = super::waits_for(battle).ok_or_else(unknown)?;
    holds(&game, request, seat)?;
    Ok(refine(
        &game,
        on,
        match press {
            SpecialPress::Open(from) => shown(&game, battle, from),
            SpecialPress::Back => everything::controls(&game, battle),
            SpecialPress::Pick | SpecialPress::OnIt(_) => return Err(unknown()),
        },
    ))
}

/// Of an element that is removed, who stands on it and falls with it (T-TER-3); asked where anybody else is on the table.
async fn asks_who_falls(
    hall: &Hall,
    request: &Request,
    at: &At,
    place: usize,
) -> Result<Option<Form>, Trouble> {
    let Ok(game) = hall.desk.load(request, &at.seen()).await else { return Ok(None) };
    let battle = state(&game)?;
    let seat = super::waits_for(battle).ok_or_else(unknown)?;
    holds(&game, request, seat)?;
    let Some(Command::Special(Special::Sabotage { element, .. })) =
        possible(battle).into_iter().nth(place)
    else {
        return Ok(None);
    };
    let press = BattlePressed::new(&game.id, game.at, SpecialPress::OnIt(element.0).into());
    let input = Input::line("on", "Who stands on it or in it, a unit a line", "")
        .such_as("nothing is nobody; Storm golems 1: 3")
        .several_lines();
    let name = battle.element(element).map_or("", |element| element.name.as_str());
    let title = gatemaster_discord::limits::clip(
        &format!("Sabotage: {name}"),
        gatemaster_discord::limits::MODAL_TITLE,
    );
    Ok(Some(Form { title, press: press.into(), inputs: vec![input] }))
}

#[boxed]
pub async fn filled_in(
    hall: &Hall,
    request: &Request,
    at: &At,
    press: SpecialPress,
    written: &FilledForm,
    on: Option<PressedMessage>,
) -> Result<Reply, Trouble> {
    let SpecialPress::OnIt(element) = press else { return Err(unknown()) };
    let choose = |view: &View| {
        let on_it = on_it(view, written.get("on"))?;
        let element = TerrainId(element);
        Ok(Command::Special(Special::Sabotage { element, on_it }))
    };
    play_form(hall, request, at.seen(), on, choose).await
}

/// Who stands on it.
pub fn on_it(state: &State, text: &str) -> Result<Vec<OnElement>, Trouble> {
    let everybody: Vec<UnitId> = state.on_field().map(|(id, _)| id).collect();
    let parties = read::parties(state, text, &everybody, None)
        .map_err(|faults| Trouble::refused(faults.join("\n")))?;
    let on = parties.into_iter().filter_map(|(party, _)| match party.who {
        Body::Unit(unit) => Some(OnElement { unit, role: party.role, fighters: party.fighters }),
        Body::Wreck => None,
    });
    Ok(on.collect())
}

/// More than fit a list are paged.
fn shown(game: &Loaded, state: &View, from: u32) -> Controls {
    let all = possible(state);
    let labels = told_apart(&all, false, |one| label(state, one));
    let from = usize::try_from(from).unwrap_or(0).min(all.len());
    let page = usize::from(CHOICES);
    let options = labels.iter().enumerate().skip(from).take(page);
    let options = options.map(|(place, label)| Choice::new(&label.text, place).more(&label.more));
    let press = BattlePressed::new(&game.id, game.at, SpecialPress::Pick.into());
    let list = Select::new("What it does…", press, options.collect());
    let acting = state.flow.acting.as_ref().map_or("", |acting| state.unit_name(acting.unit));
    let mut row = Vec::new();
    if all.len() > from + page {
        let next = u32::try_from(from + page).unwrap_or(0);
        row.push(button(game, "More of it", SpecialPress::Open(next)));
    }
    row.push(button(game, "Back", SpecialPress::Back));
    let pool = state.flow.active.and_then(|seat| state.side(seat)).map_or(0, |side| side.pool);
    Controls {
        text: format!("✨ What **{}** can do besides · {pool} LP.", esc(acting)),
        selects: vec![list],
        buttons: vec![row],
    }
}

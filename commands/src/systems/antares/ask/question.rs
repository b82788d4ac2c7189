//! The question on top of what is being done: whose it is, the facts to decide it by, and its answers.

use gatemaster_discord::card::{Button, Choice, Select, Style};
use gatemaster_discord::limits::CHOICES;
use gatemaster_rules::antares::State;
use gatemaster_rules::antares::command::Command;
use gatemaster_rules::antares::flow::Task;
use gatemaster_rules::antares::label::{self, Label};
use gatemaster_rules::antares::question as rules;
use gatemaster_rules::ids::{Seat, Seq};

use super::super::controls::button;
use super::super::press::BattlePressed;
use super::super::{holds, play, refine, seen, state};
use super::{AskPress, template, terrain};
use crate::answer::{PressedMessage, Reply, unknown};
use crate::boxed;
use crate::desk::Loaded;
use crate::face::{Controls, Hall};
use crate::request::Request;
use crate::trouble::Trouble;
use crate::words::esc;

/// More answers than this make a list.
const MOST_BUTTONS: usize = 4;

/// The question on top of what is being done.
pub fn question(game: &Loaded, state: &State) -> Controls {
    let Some(asked) = waits(state) else { return Controls::default() };
    let text = words(game, state);
    if let Some(Task::Template { .. }) = state.flow.tasks.last() {
        return template::asked(game, state, &asked.options, text);
    }
    let labels = label::options(state, &asked.options);
    let short = label::differences(state, &asked.options);
    let text = match &short {
        Some(short) => format!("{text}\n{}", sharings(short, &labels)),
        None => text,
    };
    let mut own = Vec::new();
    let (selects, mut buttons) = if labels.len() <= MOST_BUTTONS {
        let short: Option<Vec<Label>> = short.map(|short| {
            short.into_iter().zip(&labels).map(|(text, label)| label.called(text)).collect()
        });
        (Vec::new(), vec![answers(game, short.as_deref().unwrap_or(&labels))])
    } else {
        let first = short.and_then(|short| short.into_iter().next());
        let first = first.map_or_else(|| labels[0].clone(), |text| labels[0].called(text));
        own.push(answer(game, 0, &first));
        (vec![list(game, &labels)], Vec::new())
    };
    own.extend(further(game, state));
    buttons.push(own);
    Controls { text, selects, buttons }
}

/// What is asked now, if it is asked here: the acting unit's doings and ambushes have controls of their own.
pub fn waits(state: &State) -> Option<rules::Question> {
    match state.flow.tasks.last()? {
        Task::Act | Task::Ambushes { .. } => None,
        task => rules::question(state, task),
    }
}

/// "**Bob: go down with Rabble?**" and why that matters.
pub fn words(game: &Loaded, state: &State) -> String {
    let Some(asked) = label::question(state) else { return String::new() };
    let whom = whom(game, asked.seat);
    format!("**{whom}: {}**\n{}", esc(&asked.title), esc(&asked.why))
}

/// The player of a seat by name; where nobody plays it, the side.
pub fn whom(game: &Loaded, seat: Seat) -> String {
    match game.table.player_at(seat) {
        Some(player) => esc(&player.name),
        None => match game.table.seats.get(seat.index()) {
            Some(chair) => format!("{} (nobody plays it; `/game join`)", esc(&chair.name)),
            None => "Somebody".to_owned(),
        },
    }
}

fn answers(game: &Loaded, labels: &[Label]) -> Vec<Button> {
    labels.iter().enumerate().map(|(place, label)| answer(game, place, label)).collect()
}

/// The first answer is the default, so it is easiest to find.
pub fn answer(game: &Loaded, place: usize, label: &Label) -> Button {
    let style = if place == 0 { Style::Main } else { Style::Plain };
    let number = u32::try_from(place).unwrap_or(u32::MAX);
    button(game, label.text.clone(), AskPress::Answer(number)).styled(style)
}

/// Every way of placing hits in full, behind the words of its button; of many ways the first, which has a button.
fn sharings(short: &[String], labels: &[Label]) -> String {
    let shown = if labels.len() <= MOST_BUTTONS { labels.len() } else { 1 };
    let lines = short.iter().zip(labels).take(shown);
    let lines = lines.map(|(short, label)| format!("**{}**: {}", esc(short), esc(&label.text)));
    lines.collect::<Vec<_>>().join("\n")
}

fn list(game: &Loaded, labels: &[Label]) -> Select {
    let options = labels.iter().take(CHOICES.into()).enumerate();
    let options = options.map(|(place, label)| Choice::new(&label.text, place).more(&label.more));
    let press = BattlePressed::new(&game.id, game.at, AskPress::AnswerOf.into());
    Select::new("Choose an answer", press, options.collect())
}

/// Ways to answer that the examples do not cover, and to have it answered from now on.
fn further(game: &Loaded, state: &State) -> Vec<Button> {
    let mut buttons = Vec::new();
    match state.flow.tasks.last() {
        Some(Task::PlaceLucky { .. } | Task::PlaceRest { .. }) => {
            buttons.push(button(game, "Place them one by one…", AskPress::OneByOne));
        }
        Some(Task::BonusMove { .. }) => {
            buttons.push(button(game, "Through terrain…", AskPress::Terrain));
        }
        // inside nothing lies in the way
        Some(Task::Consolidate { unit }) if !terrain::ends(state, *unit).is_empty() => {
            buttons.push(button(game, "Through terrain…", AskPress::Terrain));
        }
        _ => {}
    }
    if can_be_said_beforehand(state) {
        buttons.push(button(game, "Always…", AskPress::Always));
    }
    buttons
}

/// Whether there is a standing order for this kind of question.
fn can_be_said_beforehand(state: &State) -> bool {
    use super::super::standing::{GoDown, Standing};
    let everything = Standing {
        // “always” leaves some of these questions open
        go_down: GoDown::Never,
        spread_hits: true,
        small_choices: true,
        let_pass: true,
        undo_in_turn: None,
    };
    everything.answer_to(state).is_some()
}

/// One of the answers, by its place.
#[boxed]
pub async fn answered(
    hall: &Hall,
    request: &Request,
    at: (&str, Seq),
    place: u32,
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    play(hall, request, seen(at), on, |state| by_place(state, place).ok_or_else(unknown)).await
}

fn by_place(state: &State, place: u32) -> Option<Command> {
    let place = usize::try_from(place).ok()?;
    waits(state)?.options.into_iter().nth(place)
}

/// Whoever began to choose for themselves sees the answers again.
#[boxed]
pub async fn again(
    hall: &Hall,
    request: &Request,
    at: (&str, Seq),
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let game = hall.desk.load(request, &seen(at)).await?;
    let state = state(&game)?;
    mine(&game, state, request)?;
    let controls = question(&game, state);
    Ok(refine(&game, on, controls))
}

/// Only whoever is asked makes up their mind in public.
pub fn mine(game: &Loaded, state: &State, request: &Request) -> Result<rules::Question, Trouble> {
    let asked = waits(state).ok_or_else(unknown)?;
    holds(game, request, asked.seat)?;
    Ok(asked)
}

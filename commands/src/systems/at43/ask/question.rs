//! The question on top of what is being done: whose it is, the facts to decide it by, and its answers.

use gatemaster_discord::card::{Button, Choice, Select, Style};
use gatemaster_discord::limits::CHOICES;
use gatemaster_rules::at43::command::{Answer, Command};
use gatemaster_rules::at43::flow::Task;
use gatemaster_rules::at43::label::{self, Label};
use gatemaster_rules::at43::question::{Question, question};
use gatemaster_rules::at43::{State, View};

use super::super::press::{BattlePressed, button};
use super::super::{At, aim, player, refine, state};
use super::{AskPress, always_button, entering, exactly, standing, template};
use crate::answer::{PressedMessage, Reply, unknown};
use crate::boxed;
use crate::desk::Loaded;
use crate::face::{Controls, Hall};
use crate::request::Request;
use crate::table::holds;
use crate::trouble::Trouble;
use crate::words::esc;

/// More answers than this make a list.
const MOST_BUTTONS: usize = 4;

/// What is waited for here, with everything to answer it.
pub fn controls(game: &Loaded, state: &View) -> Controls {
    let Some(asked) = waits(state) else { return Controls::default() };
    match state.flow.tasks.last() {
        Some(Task::Overwatch { .. }) => return aim::watch(game, state),
        Some(Task::Template { .. }) => return template::asked(game, state, &asked),
        _ => {}
    }
    let answers = answers(&asked);
    let labels = label::answers(state, &answers);
    // whether somebody is saved is for each to decide: neither is the usual answer (T-SPE-3)
    let usual = !matches!(answers.first(), Some(Answer::Medic(_)));
    let mut selects = Vec::new();
    let mut buttons = Vec::new();
    let mut own = Vec::new();
    if labels.len() <= MOST_BUTTONS {
        let mut row = entering::buttons(game, state);
        // whoever enters by a movement in one press seldom wants less
        let usual = usual && row.is_empty();
        row.extend(
            labels
                .iter()
                .enumerate()
                .map(|(place, label)| one(game, place, label, usual && place == 0)),
        );
        buttons.push(row);
    } else {
        selects.push(list(game, &labels));
        own.extend(labels.first().map(|first| one(game, 0, first, usual)));
    }
    own.extend(exactly::button_for(game, state));
    if standing::can_be_said_beforehand(state) {
        own.push(always_button(game));
    }
    let mut controls = Controls { text: text(game, state, &labels), selects, buttons };
    controls.add_row(own);
    controls
}

/// What is asked now, if it is asked here.
pub fn waits(state: &State) -> Option<Question> {
    match state.flow.tasks.last()? {
        Task::Act | Task::Turn | Task::WatchFire | Task::Count | Task::Buy { .. } => None,
        task => question(state, task),
    }
}

pub fn answers(asked: &Question) -> Vec<Answer> {
    let answers = asked.options.iter().filter_map(|option| match option {
        Command::Answer(answer) => Some(answer.clone()),
        _ => None,
    });
    answers.collect()
}

/// "**Ann: Rally Storm golems 1?**" and the facts that decide it.
pub fn words(game: &Loaded, state: &State) -> String {
    let Some(asked) = label::question(state) else { return String::new() };
    let whom = player(game, asked.seat);
    let why = if asked.why.is_empty() { String::new() } else { format!("\n{}", esc(&asked.why)) };
    format!("**{whom}: {}**{why}", esc(&asked.title))
}

/// What buttons have no room for stands below the question.
fn text(game: &Loaded, state: &State, labels: &[Label]) -> String {
    let mut text = words(game, state);
    if labels.len() <= MOST_BUTTONS {
        let more = labels.iter().filter(|label| !label.more.is_empty());
        let more: Vec<String> =
            more.map(|label| format!("{}: {}", esc(&label.text), esc(&label.more))).collect();
        if !more.is_empty() {
            text.push_str("\n-# ");
            text.push_str(&more.join(" · "));
        }
    }
    text
}

/// The first answer is the usual one where there is one, so it is easiest to find.
fn one(game: &Loaded, place: usize, label: &Label, main: bool) -> Button {
    let style = if main { Style::Main } else { Style::Plain };
    let number = u32::try_from(place).unwrap_or(u32::MAX);
    button(game, label.text.clone(), AskPress::Answer(number)).styled(style)
}

fn list(game: &Loaded, labels: &[Label]) -> Select {
    let options = labels.iter().take(CHOICES.into()).enumerate();
    let options = options.map(|(place, label)| Choice::new(&label.text, place).more(&label.more));
    let press = BattlePressed::new(&game.id, game.at, AskPress::AnswerOf.into());
    Select::new("Choose an answer", press, options.collect())
}

pub fn by_place(state: &State, place: u32) -> Option<Command> {
    let place = usize::try_from(place).ok()?;
    answers(&waits(state)?).into_iter().nth(place).map(Command::Answer)
}

/// Whoever began to choose for themselves sees the answers again.
#[boxed]
pub async fn again(
    hall: &Hall,
    request: &Request,
    at: &At,
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let game = super::load_asked(hall, request, at).await?;
    let controls = controls(&game, state(&game)?);
    Ok(refine(&game, on, controls))
}

/// Only whoever is asked makes up their mind in public.
pub fn mine(game: &Loaded, state: &State, request: &Request) -> Result<Question, Trouble> {
    let asked = waits(state).ok_or_else(unknown)?;
    holds(game, request, asked.seat)?;
    Ok(asked)
}

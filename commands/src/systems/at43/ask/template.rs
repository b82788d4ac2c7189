//! Who lies under the template of indirect fire.

use gatemaster_discord::card::{Choice, Select, Style};
use gatemaster_discord::forms::{FilledForm, Form, Input};
use gatemaster_discord::limits::CHOICES;
use gatemaster_rules::at43::command::{Answer, Body, Command, Under};
use gatemaster_rules::at43::question::Question;
use gatemaster_rules::at43::state::{State, UnitId};
use gatemaster_rules::at43::{View, label};

use super::super::press::{BattlePressed, button};
use super::super::{At, aim, drafts, play, play_form, read, refine, state};
use super::{AskPress, question};
use crate::answer::{PressedMessage, Reply, unknown};
use crate::boxed;
use crate::desk::Loaded;
use crate::face::{Controls, Hall};
use crate::request::Request;
use crate::table::answer_press;
use crate::trouble::Trouble;
use crate::words::esc;

const NOTE: &str = "template";
const UNDER: &str = "under";

type Draft = drafts::Draft<Vec<Under>>;

/// The question as it is first shown: the likely answer, the other one, or whoever is picked.
pub fn asked(game: &Loaded, state: &View, asked: &Question) -> Controls {
    let answers = question::answers(asked);
    let labels = label::answers(state, &answers);
    let mut row: Vec<_> = labels
        .iter()
        .enumerate()
        .take(2)
        .map(|(place, label)| {
            let number = u32::try_from(place).unwrap_or(u32::MAX);
            let style = if place == 0 { Style::Main } else { Style::Plain };
            button(game, label.text.clone(), AskPress::Answer(number)).styled(style)
        })
        .collect();
    row.push(button(game, "How many of each…", AskPress::UnderForm));
    Controls {
        text: question::words(game, state),
        selects: vec![list(game, state, &[])],
        buttons: vec![row],
    }
}

const WRECK: &str = "w";

fn list(game: &Loaded, state: &State, under: &[Under]) -> Select {
    let has = |body: Body| under.iter().any(|entry| entry.who == body);
    let (chosen, others): (Vec<UnitId>, Vec<UnitId>) =
        state.on_field().map(|(id, _)| id).partition(|id| has(Body::Unit(*id)));
    let mut options: Vec<Choice> = Vec::new();
    if state.wreck.is_some_and(|wreck| wreck.structure > 0) {
        options.push(Choice::new("The wreck", WRECK).chosen_if(has(Body::Wreck)));
    }
    options.extend(chosen.into_iter().chain(others).map(|id| {
        Choice::new(state.unit_name(id), id.0)
            .more(label::unit_line(state, id))
            .chosen_if(has(Body::Unit(id)))
    }));
    options.truncate(CHOICES.into());
    let press = BattlePressed::new(&game.id, game.at, AskPress::Under.into());
    Select::new("Units under the template…", press, options).any_number()
}

/// Who has been named so far, to be changed or confirmed.
fn confirm(game: &Loaded, state: &View, under: &[Under]) -> Controls {
    let told = esc(&label::under_in_words(state, under));
    // the question stands in the frame below
    let text = format!("Under it: **{told}**.");
    let row = vec![
        button(game, "So it is", AskPress::Laid).styled(Style::Main),
        button(game, "How many of each…", AskPress::UnderForm),
        button(game, "Back", AskPress::Again),
    ];
    Controls { text, selects: vec![list(game, state, under)], buttons: vec![row] }
}

async fn noted(hall: &Hall, request: &Request, game: &Loaded) -> Result<Vec<Under>, Trouble> {
    let kept = Draft::kept(hall, game, request, NOTE).await?;
    Ok(kept.map(|draft| draft.it).unwrap_or_default())
}

/// Units were picked: those named already stay as they were, of a new one all lie under it.
#[boxed]
pub async fn named(
    hall: &Hall,
    request: &Request,
    at: &At,
    picked: &[String],
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let game = super::load_asked(hall, request, at).await?;
    let battle = state(&game)?;
    let before = noted(hall, request, &game).await?;
    let everybody: Vec<UnitId> = battle.on_field().map(|(id, _)| id).collect();
    let mut under = Vec::new();
    for value in picked {
        let body = if value == WRECK {
            Body::Wreck
        } else {
            Body::Unit(read::picked_unit(std::slice::from_ref(value), &everybody)?)
        };
        let known: Vec<Under> = before.iter().filter(|entry| entry.who == body).copied().collect();
        under.extend(if known.is_empty() {
            read::everybody(battle, body).into_iter().map(aim::lying).collect()
        } else {
            known
        });
    }
    let controls = confirm(&game, battle, &under);
    Draft::fresh(&game, under).keep(hall, &game, request, NOTE).await?;
    Ok(refine(&game, on, controls))
}

/// Who is under it, a line for each unit.
#[boxed]
pub async fn form(hall: &Hall, request: &Request, at: &At) -> Result<Reply, Trouble> {
    let game = super::load_asked(hall, request, at).await?;
    let battle = state(&game)?;
    let mut under = noted(hall, request, &game).await?;
    if under.is_empty() {
        under = likely(battle);
    }
    let press = BattlePressed::new(&game.id, game.at, AskPress::UnderForm.into());
    let input =
        Input::line(UNDER, "A unit a line; nothing is nobody", aim::under_as_typed(battle, &under))
            .such_as("Storm golems 1: 3, 1 bearer, leader")
            .several_lines();
    Ok(Reply::Form(Form {
        title: "Under the template".to_owned(),
        press: press.into(),
        inputs: vec![input],
    }))
}

/// Whoever was aimed at.
fn likely(state: &State) -> Vec<Under> {
    let answers = question::waits(state).map(|asked| question::answers(&asked)).unwrap_or_default();
    let named = answers.into_iter().find_map(|answer| match answer {
        Answer::Under(under) if !under.is_empty() => Some(under),
        _ => None,
    });
    named.unwrap_or_default()
}

#[boxed]
pub async fn filled_in(
    hall: &Hall,
    request: &Request,
    at: &At,
    text: &FilledForm,
    on: Option<PressedMessage>,
) -> Result<Reply, Trouble> {
    play_form(hall, request, at.seen(), on, |view| written(view, text.get(UNDER))).await
}

/// "So it is"
#[boxed]
pub async fn laid(
    hall: &Hall,
    request: &Request,
    at: &At,
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    if let Some(made) = hall.desk.made_before(request).await? {
        return Ok(answer_press(hall.systems, &made, request, on).into());
    }
    let game = super::load_asked(hall, request, at).await?;
    // the note lapses with its step; until then the same answer can be given again
    let under = noted(hall, request, &game).await?;
    play(hall, request, at.seen(), on, |_| Ok(Command::Answer(Answer::Under(under)))).await
}

/// Units and how many of them, such as "Storm golems 1: 3; Fire Toads 1"; "nobody" is a fair answer.
pub fn written(state: &State, text: &str) -> Result<Command, Trouble> {
    let asks = question::waits(state).map(|asked| question::answers(&asked)).unwrap_or_default();
    if !asks.iter().any(|answer| matches!(answer, Answer::Under(_))) {
        return Err(unknown());
    }
    let everybody: Vec<UnitId> = state.on_field().map(|(id, _)| id).collect();
    let parties = read::parties(state, text, &everybody, None)
        .map_err(|faults| Trouble::refused(faults.join("\n")))?;
    let under = parties.into_iter().map(|(party, _)| aim::lying(party)).collect();
    Ok(Command::Answer(Answer::Under(under)))
}

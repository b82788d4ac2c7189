//! `/at43 correct`: a mistake put right in one line, or by a private list.

use gatemaster_rules::at43::View;
use gatemaster_rules::at43::command::Command;
use poise::ChoiceParameter as _;
use serenity::all::{CreateAutocompleteResponse, ResolvedValue};

use super::super::{offers, play_here};
use super::what::{self, What};
use super::{load, menu, read};
use crate::answer::Answer;
use crate::desk::Which;
use crate::run::{Ctx, run};
use crate::trouble::{Fault, Trouble};

#[derive(Clone, Copy, Debug, PartialEq, Eq, poise::ChoiceParameter)]
pub enum WordOnCorrection {
    #[name = "agree"]
    Agree,
    #[name = "refuse"]
    Refuse,
    #[name = "take mine back"]
    Withdraw,
}

/// Put a mistake right: the other side is asked.
#[poise::command(slash_command)]
pub async fn correct(
    ctx: Ctx<'_>,
    #[description = "What is wrong"] what: Option<What>,
    #[description = "Of which unit, side or place"]
    #[autocomplete = "subjects"]
    #[max_length = 100]
    of: Option<String>,
    #[description = "How it should be"]
    #[autocomplete = "values"]
    #[max_length = 400]
    value: Option<String>,
    #[description = "Your word on a correction"] word: Option<WordOnCorrection>,
    #[description = "By hand: the faces in order"]
    #[max_length = 400]
    dice: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/at43 correct", move |hall, request| async move {
        if what.is_none() && word.is_none() && of.is_none() && value.is_none() {
            let game = load(&hall, &request, &Which::Here).await?;
            return Ok(Answer::private(menu::what(&game)).into());
        }
        let choose = |_: &_, view: &View| said(view, what, of.as_deref(), value.as_deref(), word);
        play_here(&hall, &request, dice, choose).await
    })
    .await
}

fn said(
    view: &View,
    what: Option<What>,
    of: Option<&str>,
    value: Option<&str>,
    word: Option<WordOnCorrection>,
) -> Result<Command, Trouble> {
    match (what, word) {
        (None, Some(WordOnCorrection::Agree)) => Ok(Command::AgreeToCorrection(true)),
        (None, Some(WordOnCorrection::Refuse)) => Ok(Command::AgreeToCorrection(false)),
        (None, Some(WordOnCorrection::Withdraw)) => Ok(Command::WithdrawCorrection),
        (Some(_), Some(_)) => Err(Trouble::refused(
            "Either put something right, or say your `word` on what was proposed.",
        )),
        (None, None) => Err(Trouble::refused(
            "Say `what` is wrong, then `of` whom and its `value`; `/at43 correct` alone opens a list.",
        )),
        (Some(what), None) => {
            let of = read::subject(view, what, of)?;
            let correction = read::correction(view, what, of, value.unwrap_or(""))?;
            Ok(Command::Correct(correction))
        }
    }
}

async fn subjects(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let (what, _) = typed_so_far(ctx);
    let (Some(typing), Some(what)) = (offers::Typing::of(ctx).await, what) else {
        return CreateAutocompleteResponse::new();
    };
    let view = &typing.view;
    let offers = what::subjects(view, what).into_iter().map(|subject| {
        let name = subject.name(view).to_owned();
        (format!("{name} · {}", subject.line(view)), name)
    });
    offers::fitting(offers.collect(), typed)
}

async fn values(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let (what, of) = typed_so_far(ctx);
    let (Some(typing), Some(what)) = (offers::Typing::of(ctx).await, what) else {
        return CreateAutocompleteResponse::new();
    };
    let view = &typing.view;
    let Ok(of) = read::subject(view, what, of.as_deref()) else {
        return CreateAutocompleteResponse::new();
    };
    let offer = |value: what::Value| match value.more.as_str() {
        "" => (value.text.clone(), value.text),
        more if what == What::Structure => {
            let line = format!("{}: {more}", value.text);
            (line.clone(), line)
        }
        more => (format!("{} · {more}", value.text), value.text),
    };
    let mut offers: Vec<_> = what::values(view, what, of).into_iter().map(offer).collect();
    if what.takes_several() {
        if what.takes_nobody() {
            let nobody = if what == What::Drills { "none" } else { what::NOBODY };
            offers.push((nobody.to_owned(), nobody.to_owned()));
        }
        return offers::one_more(offers, typed);
    }
    offers::fitting(offers, typed)
}

/// What and of whom, as far as they stand in the line already.
fn typed_so_far(ctx: Ctx<'_>) -> (Option<What>, Option<String>) {
    let value = |name: &str| ctx.args.iter().find(|arg| arg.name == name).map(|arg| &arg.value);
    let what = match value("what") {
        Some(ResolvedValue::Integer(place)) => {
            usize::try_from(*place).ok().and_then(What::from_index)
        }
        _ => None,
    };
    let of = match value("of") {
        Some(ResolvedValue::String(name)) => Some((*name).to_owned()),
        _ => None,
    };
    (what, of)
}

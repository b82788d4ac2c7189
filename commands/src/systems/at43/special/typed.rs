//! `/at43 special` and `/at43 routine`.

use gatemaster_discord::limits::clip;
use gatemaster_rules::at43::State;
use gatemaster_rules::at43::command::{Command, Special};
use serenity::all::CreateAutocompleteResponse;

use super::super::chain::{self, Way};
use super::super::offers;
use super::words::label;
use super::{on_it, possible, why};
use crate::run::{Ctx, run};
use crate::trouble::{Fault, Trouble};
use crate::words::{code, esc, list};

/// Use a specialist, a targeter, Split fire!, or open or lift something.
#[poise::command(slash_command)]
pub async fn special(
    ctx: Ctx<'_>,
    #[description = "What it does"]
    #[autocomplete = "specials"]
    #[max_length = 100]
    what: String,
    #[description = "Sabotage: who stands on it: Storm golems 1: 3"]
    #[max_length = 400]
    on_it: Option<String>,
    #[description = "From the reserve: by which way"]
    #[autocomplete = "offers::ways_in_offers"]
    #[max_length = 100]
    enter: Option<String>,
    #[description = "By hand: the faces in order"]
    #[max_length = 200]
    dice: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/at43 special", move |hall, request| async move {
        let before =
            |state: &State, by: &_| chain::until_it_acts(state, by, Way::Named(enter.as_deref()));
        let action = |state: &State| named(state, &what, false, on_it.as_deref());
        chain::carry_out(&hall, &request, dice, &before, &action).await
    })
    .await
}

/// Use a routine of an overseer.
#[poise::command(slash_command)]
pub async fn routine(
    ctx: Ctx<'_>,
    #[description = "Which, and on whom"]
    #[autocomplete = "routines"]
    #[max_length = 100]
    what: String,
) -> Result<(), Fault> {
    run(ctx, "/at43 routine", move |hall, request| async move {
        let before = |state: &State, by: &_| chain::until_it_acts(state, by, Way::OnlyOne);
        let action = |state: &State| named(state, &what, true, None);
        chain::carry_out(&hall, &request, None, &before, &action).await
    })
    .await
}

fn of_kind(state: &State, routines: bool) -> Vec<Command> {
    let fits = |one: &Command| matches!(one, Command::Routine(_)) == routines;
    possible(state).into_iter().filter(fits).collect()
}

/// The one that is meant: by its words, by a part of them that no other has, or by its number.
fn named(
    state: &State,
    typed: &str,
    routines: bool,
    standing: Option<&str>,
) -> Result<Command, Trouble> {
    let all = of_kind(state, routines);
    let folded = typed.trim().to_lowercase();
    let texts: Vec<String> = all.iter().map(|one| label(state, one).text.to_lowercase()).collect();
    let exact = texts.iter().position(|text| *text == folded);
    let number = folded.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let mut like = (0..texts.len()).filter(|place| texts[*place].contains(&folded));
    let only = like.next().filter(|_| like.next().is_none() && !folded.is_empty());
    let place = exact.or(number.filter(|place| *place < all.len())).or(only);
    let Some(mut command) = place.and_then(|place| all.get(place).cloned()) else {
        let why = if routines {
            why::no_routine(state, &folded)
        } else {
            why::no_special(state, &folded)
        };
        let several = !folded.is_empty() && texts.iter().any(|text| text.contains(&folded));
        if let Some(why) = why.filter(|_| !several) {
            return Err(Trouble::refused(why));
        }
        let known: Vec<String> =
            all.iter().take(MOST_TOLD).map(|one| esc(&label(state, one).text)).collect();
        return Err(Trouble::refused(if known.is_empty() {
            "There is nothing of that kind to be done now.".to_owned()
        } else {
            let typed = code(&clip(typed.trim(), 64));
            format!("{typed} is none of what can be done now, or several: {}.", list(&known))
        }));
    };
    if let (Command::Special(Special::Sabotage { on_it: falls, .. }), Some(text)) =
        (&mut command, standing)
    {
        *falls = on_it(state, text)?;
    }
    Ok(command)
}

/// As many as a sentence can hold.
const MOST_TOLD: usize = 8;

async fn offered(ctx: Ctx<'_>, typed: &str, kind: bool) -> CreateAutocompleteResponse {
    let Some(typing) = offers::Typing::of(ctx).await else {
        return CreateAutocompleteResponse::new();
    };
    let all = of_kind(&typing.view, kind).into_iter();
    let labels = all.map(|one| label(&typing.view, &one));
    offers::fitting(labels.map(|label| (label.text.clone(), label.text)).collect(), typed)
}

async fn specials(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    offered(ctx, typed, false).await
}

async fn routines(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    offered(ctx, typed, true).await
}

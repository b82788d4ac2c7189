//! `/correct`: a mistake put right by agreement, or at once by whoever need not ask.

use gatemaster_discord::card::Style;
use gatemaster_rules::antares::buildings::Part;
use gatemaster_rules::antares::command::Command;
use gatemaster_rules::antares::correct::{Correction, SiteChange};
use gatemaster_rules::antares::state::{Unit, UnitId};
use gatemaster_rules::antares::{State, label};
use gatemaster_rules::game::View;
use gatemaster_rules::text::list;
use poise::ChoiceParameter as _;
use serenity::all::{CreateAutocompleteResponse, ResolvedValue};

use super::super::controls::button;
use super::super::play_here;
use super::change::{self, What};
use super::{AskPress, question};
use crate::answer::Reply;
use crate::desk::Loaded;
use crate::face::{Controls, Hall};
use crate::offers;
use crate::request::Request;
use crate::run::{Ctx, run};
use crate::trouble::{Fault, Trouble};
use crate::words::{code, esc};

/// A correction that somebody has proposed.
pub fn proposal(game: &Loaded, state: &State) -> Controls {
    let Some(proposal) = &state.proposal else { return Controls::default() };
    let what = label::command(state, &Command::Correct(proposal.correction.clone())).text;
    let by = question::whom(game, proposal.by);
    let mut lines = vec![format!("**{by} proposes a correction:** {}.", esc(&what))];
    let other = state.enemy_of(proposal.by);
    let organiser = game.table.organiser.as_ref().map(|organiser| esc(&organiser.name));
    lines.push(match (game.table.player_at(other), organiser) {
        (Some(player), _) => format!("**{}**, do you agree?", esc(&player.name)),
        (None, Some(organiser)) => format!("**{organiser}**, do you agree?"),
        (None, None) => format!("Nobody plays {} now.", esc(state.side_name(other))),
    });
    let row = vec![
        button(game, "Agree", AskPress::AgreeToCorrection(true)).styled(Style::Yes),
        button(game, "Refuse", AskPress::AgreeToCorrection(false)).styled(Style::No),
        button(game, "Take it back", AskPress::WithdrawCorrection),
    ];
    Controls { text: lines.join("\n"), selects: Vec::new(), buttons: vec![row] }
}

/// Put a mistake right: pins, models, orders, whatever the battle keeps count of.
#[poise::command(
    slash_command,
    subcommands("change_", "building", "agree", "refuse", "withdraw"),
    subcommand_required,
    install_context = "Guild",
    interaction_context = "Guild|BotDm"
)]
#[expect(clippy::unused_async, reason = "poise wants it; only the subcommands do anything")]
pub async fn correct(_: Ctx<'_>) -> Result<(), Fault> {
    Ok(())
}

/// Set something about a unit right; the other side is asked, unless you organise this table.
#[poise::command(slash_command, rename = "change")]
async fn change_(
    ctx: Ctx<'_>,
    #[description = "Which unit"]
    #[autocomplete = "units"]
    #[max_length = 100]
    unit: String,
    #[description = "What about it"] what: What,
    #[description = "How it should be"]
    #[autocomplete = "values"]
    #[max_length = 100]
    value: Option<String>,
    #[description = "Which of its models, where that matters"]
    #[autocomplete = "models"]
    #[max_length = 100]
    model: Option<String>,
    #[description = "Rolled by hand: the faces in order, where a correction needs dice"]
    #[max_length = 1000]
    dice: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/correct change", move |hall, request| async move {
        play_here(&hall, &request, dice, |state| {
            let (id, unit) = named(state, &unit)?;
            let change = change::read(state, unit, what, value.as_deref(), model.as_deref())?;
            Ok(Command::Correct(Correction::Unit { unit: id, change }))
        })
        .await
    })
    .await
}

/// Set right what is left of a building's damage value; asked like any other correction.
#[poise::command(slash_command)]
async fn building(
    ctx: Ctx<'_>,
    #[description = "Which building, or which of its blocks"]
    #[autocomplete = "parts"]
    #[max_length = 100]
    building: String,
    #[description = "What is left of its damage value"]
    #[min = 1]
    #[max = 200]
    left: u32,
) -> Result<(), Fault> {
    run(ctx, "/correct building", move |hall, request| async move {
        play_here(&hall, &request, None, |state| {
            let part = part_named(state, &building)?;
            Ok(Command::Correct(Correction::Site(SiteChange::Left { part, left })))
        })
        .await
    })
    .await
}

/// Agree to the correction that the other side proposes.
#[poise::command(slash_command)]
async fn agree(
    ctx: Ctx<'_>,
    #[description = "Rolled by hand: the faces in order, where a correction needs dice"]
    #[max_length = 1000]
    dice: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/correct agree", move |hall, request| async move {
        play_here(&hall, &request, dice, |_| Ok(Command::AgreeToCorrection(true))).await
    })
    .await
}

/// Refuse the correction that the other side proposes.
#[poise::command(slash_command)]
async fn refuse(ctx: Ctx<'_>) -> Result<(), Fault> {
    run(ctx, "/correct refuse", move |hall, request| async move {
        answer(&hall, &request, Command::AgreeToCorrection(false)).await
    })
    .await
}

/// Take back the correction that you have proposed.
#[poise::command(slash_command)]
async fn withdraw(ctx: Ctx<'_>) -> Result<(), Fault> {
    run(ctx, "/correct withdraw", move |hall, request| async move {
        answer(&hall, &request, Command::WithdrawCorrection).await
    })
    .await
}

async fn answer(hall: &Hall, request: &Request, command: Command) -> Result<Reply, Trouble> {
    play_here(hall, request, None, |_| Ok(command)).await
}

fn named<'a>(state: &'a State, name: &str) -> Result<(UnitId, &'a Unit), Trouble> {
    let typed = name.trim().to_lowercase();
    let mut units = state.ids().zip(&state.units);
    units.find(|(_, unit)| unit.name.to_lowercase() == typed).ok_or_else(|| {
        let names: Vec<String> = state.units.iter().map(|unit| esc(&unit.name)).collect();
        let there = list(&names);
        Trouble::refused(format!("No unit is called {}; there are {there}.", code(name.trim())))
    })
}

fn part_named(state: &State, name: &str) -> Result<Part, Trouble> {
    let typed = name.trim().to_lowercase();
    let found = state.parts().find(|part| state.part_name(*part).to_lowercase() == typed);
    found.ok_or_else(|| {
        let names: Vec<String> = state.parts().map(|part| esc(&state.part_name(part))).collect();
        Trouble::refused(if names.is_empty() {
            "No building stands on this table; `/building add` puts one there.".to_owned()
        } else {
            let typed = code(name.trim());
            format!("No building that stands is called {typed}; there are {}.", list(&names))
        })
    })
}

/// Buildings that can be hurt, with what is left of them.
async fn parts(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    offered(ctx, typed, |state| {
        let left = |part: Part| {
            let building = state.building(part.building)?;
            let column = building.columns.get(usize::from(part.column))?;
            let whole = building.plan.strength;
            let name = state.part_name(part);
            (whole > 0).then(|| (format!("{name} ({} of {whole} left)", column.left), name))
        };
        state.parts().filter_map(left).collect()
    })
    .await
}

async fn units(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    offered(ctx, typed, |state| {
        let units = state.ids().zip(&state.units);
        let labels = units.map(|(id, unit)| {
            let line = label::unit_line(state, id);
            (format!("{} ({line})", unit.name), unit.name.clone())
        });
        labels.collect()
    })
    .await
}

async fn values(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let (unit, what) = typed_so_far(ctx);
    offered(ctx, typed, |state| match (unit.and_then(|unit| named(state, &unit).ok()), what) {
        (Some((_, unit)), Some(what)) => twice(change::values(state, unit, what)),
        _ => Vec::new(),
    })
    .await
}

async fn models(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let (unit, what) = typed_so_far(ctx);
    offered(ctx, typed, |state| match (unit.and_then(|unit| named(state, &unit).ok()), what) {
        (Some((_, unit)), Some(what)) => twice(change::models(state, unit, what)),
        _ => Vec::new(),
    })
    .await
}

fn twice(words: Vec<String>) -> Vec<(String, String)> {
    words.into_iter().map(|word| (word.clone(), word)).collect()
}

/// The unit and what about it, as far as they stand in the line already.
fn typed_so_far(ctx: Ctx<'_>) -> (Option<String>, Option<What>) {
    let value = |name: &str| ctx.args.iter().find(|arg| arg.name == name).map(|arg| &arg.value);
    let unit = match value("unit") {
        Some(ResolvedValue::String(name)) => Some((*name).to_owned()),
        _ => None,
    };
    let what = match value("what") {
        Some(ResolvedValue::Integer(place)) => {
            usize::try_from(*place).ok().and_then(What::from_index)
        }
        _ => None,
    };
    (unit, what)
}

async fn offered(
    ctx: Ctx<'_>,
    typed: &str,
    of: impl FnOnce(&State) -> Vec<(String, String)> + Send,
) -> CreateAutocompleteResponse {
    let game = offers::here(ctx).await;
    let offers = match game.as_ref().and_then(|game| game.table.game.as_ref()) {
        Some(View::Antares(state)) => of(state),
        _ => Vec::new(),
    };
    offers::choices(offers.into_iter().filter(|(label, _)| offers::contains(label, typed)))
}

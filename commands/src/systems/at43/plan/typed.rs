//! `/at43 plan`: the whole plan in one line, answered in private.

use gatemaster_rules::at43::command::Command;
use serenity::all::CreateAutocompleteResponse;

use super::super::{doing, offers, state};
use super::draft::Draft;
use super::{form, load, locked};
use crate::answer::Reply;
use crate::desk::{Loaded, Which};
use crate::run::{Ctx, run};
use crate::table;
use crate::trouble::{Fault, Trouble};

/// Plan the round in secret: the order of your cards and your wager.
#[poise::command(slash_command)]
pub async fn plan(
    ctx: Ctx<'_>,
    #[description = "Your cards by their numbers, such as 3 1 2, or by names and commas"]
    #[autocomplete = "cards"]
    #[max_length = 1500]
    order: Option<String>,
    #[description = "LP to wager; as it stands if left out, 0 at first"]
    #[min = 0]
    #[max = 20]
    wager: Option<u32>,
    #[description = "Who commands, among equals"]
    #[autocomplete = "cards"]
    #[max_length = 100]
    commander: Option<String>,
    #[description = "The organiser fills in the plan of this side"]
    #[autocomplete = "crate::offers::taken_seats"]
    #[max_length = 100]
    fill: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/at43 plan", move |hall, request| async move {
        if let Some(side) = fill {
            let choose = |game: &Loaded| {
                state(game)?;
                let seat = game
                    .table
                    .seat_named(&side)
                    .ok_or_else(|| Trouble::refused("No side of this game has that name."))?;
                Ok(doing(Command::FillPlan { seat }))
            };
            let outcome = hall.desk.act(&request, &Which::Here, choose).await?;
            return Ok(table::told(hall.systems, &outcome, &request).into());
        }
        if let Some(made) = hall.desk.made_before(&request).await? {
            return Ok(locked(&hall, &request, &made, false));
        }
        let (game, seat, own) = load(&hall, &request, &Which::Here).await?;
        // its numbers are those that its player sees on the private form
        let mut draft = Draft::take_up(&hall, &game, &request, &own, seat).await?;
        let wager = wager.map(|wager| wager.to_string());
        let (order, commander) = (order.as_deref(), commander.as_deref());
        form::said(&own, seat, &mut draft, order, wager.as_deref(), commander)?;
        let reply: Reply =
            super::lock(&hall, &request, &Which::Here, seat, draft.plan, false).await?;
        Ok(reply)
    })
    .await
}

/// One's own cards, apart by commas.
async fn cards(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(typing) = offers::Typing::of(ctx).await else {
        return CreateAutocompleteResponse::new();
    };
    let Some(seat) = typing.seat else { return CreateAutocompleteResponse::new() };
    let names = typing.view.units_of(seat).filter(|(_, unit)| unit.has_card());
    let names = names.map(|(_, unit)| (unit.name.clone(), unit.name.clone()));
    offers::one_more(names.collect(), typed)
}

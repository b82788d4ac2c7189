use gatemaster_rules::table::{Action, ByHand, SettingsChange};
use serenity::all::CreateAutocompleteResponse;

use crate::desk::Which;
use crate::run::{Ctx, run};
use crate::trouble::{Fault, Trouble};
use crate::words::{esc, list};
use crate::{offers, table};

const EVERYBODY: &str = "everybody";
const NOBODY: &str = "nobody";
const NEXT: &str = "the next throw";

/// Whose dice are rolled by hand and typed; in a running game the other players are asked.
#[poise::command(slash_command, rename = "by-hand")]
pub async fn by_hand(
    ctx: Ctx<'_>,
    #[description = "Everybody, nobody, one side alone, or the next throw alone"]
    #[rename = "dice_of"]
    #[autocomplete = "whose"]
    #[max_length = 100]
    dice_of: String,
) -> Result<(), Fault> {
    run(ctx, "/game by-hand", move |app, request| async move {
        let outcome = app
            .desk
            .act(&request, &Which::Here, |game| {
                let hand = named(game, &dice_of)?;
                let change = SettingsChange { hand: Some(hand), ..SettingsChange::default() };
                Ok(Action::Change(change).into())
            })
            .await?;
        Ok(table::told(app.systems, &outcome, &request).into())
    })
    .await
}

fn named(game: &crate::desk::Loaded, typed: &str) -> Result<ByHand, Trouble> {
    let typed = typed.trim().to_lowercase();
    if let Some(seat) = game.table.seat_named(&typed) {
        return Ok(ByHand::Side(seat));
    }
    match typed.as_str() {
        EVERYBODY | "all" | "true" => Ok(ByHand::Everybody),
        NOBODY | "none" | "false" => Ok(ByHand::Nobody),
        NEXT | "next" | "next throw" => Ok(ByHand::NextThrow),
        _ => {
            let sides: Vec<String> =
                game.table.seats.iter().map(|chair| format!("`{}`", esc(&chair.name))).collect();
            Err(Trouble::refused(format!(
                "Say `{EVERYBODY}`, `{NOBODY}`, `{NEXT}`, or one side: {}.",
                list(&sides)
            )))
        }
    }
}

async fn whose(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let game = offers::here(ctx).await;
    let sides = game.into_iter().flat_map(|game| game.table.seats).map(|chair| chair.name);
    let all = [EVERYBODY, NOBODY, NEXT].map(str::to_owned).into_iter().chain(sides);
    let fitting = all.filter(|name| offers::contains(name, typed));
    offers::choices(fitting.map(|name| (name.clone(), name)))
}

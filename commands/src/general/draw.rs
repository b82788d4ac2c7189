use gatemaster_rules::table::Action;
use serenity::all::CreateAutocompleteResponse;

use crate::desk::{ActionWithDice, Which};
use crate::face::Drawing;
use crate::run::{Ctx, run};
use crate::trouble::Fault;
use crate::{offers, table};

/// Draw the next die of this channel's game, or turn up its next card.
#[poise::command(slash_command, install_context = "Guild", interaction_context = "Guild|BotDm")]
pub async fn draw(
    ctx: Ctx<'_>,
    #[description = "By hand: whose die came out, or its number in the bag; with cards the faces of the dice in order"]
    #[autocomplete = "sides"]
    #[max_length = 100]
    dice: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/draw", move |app, request| async move {
        let outcome = app
            .desk
            .act(&request, &Which::Here, |game| {
                let face = app.systems.of(game.table.system);
                let Drawing { command, dice } = face.draw(game, dice.as_deref())?;
                Ok(ActionWithDice { action: Action::Play(command), dice })
            })
            .await?;
        Ok(table::told(app.systems, &outcome, &request).into())
    })
    .await
}

async fn sides(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let app = ctx.framework.user_data().await;
    let game = offers::here(ctx).await;
    let names = game.map(|game| app.systems.of(game.table.system).drawable(&game));
    let names = names.into_iter().flatten().filter(|name| offers::contains(name, typed));
    offers::choices(names.map(|name| (name.clone(), name)))
}

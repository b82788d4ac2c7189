use crate::desk::Which;
use crate::run::{Ctx, run};
use crate::table::{self, hand};
use crate::trouble::Fault;

/// Type the dice that this channel's game waits for, where you roll them by hand.
#[poise::command(slash_command, install_context = "Guild", interaction_context = "Guild|BotDm")]
pub async fn dice(
    ctx: Ctx<'_>,
    #[description = "What they show, in order, such as 4 1 10; for a draw, whose die came out"]
    #[max_length = 1000]
    faces: String,
) -> Result<(), Fault> {
    run(ctx, "/dice", move |app, request| async move {
        let outcome = app
            .desk
            .act(&request, &Which::Here, |game| {
                hand::typed(app.systems.of(game.table.system), game, &faces)
            })
            .await?;
        Ok(table::told(app.systems, &outcome, &request).into())
    })
    .await
}

use crate::run::{Ctx, run};
use crate::table::{self, type_dice};
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
        let outcome = type_dice::typed_in_line(&app, &request, &faces).await?;
        Ok(table::told(app.systems, &outcome, &request).into())
    })
    .await
}

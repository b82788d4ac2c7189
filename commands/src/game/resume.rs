use super::{offers, which};
use crate::home;
use crate::run::{Ctx, run};
use crate::trouble::Fault;

/// Take a game up again that was put away.
#[poise::command(slash_command)]
pub async fn resume(
    ctx: Ctx<'_>,
    #[description = "Which one; the last of this channel if you leave this out"]
    #[autocomplete = "offers::games"]
    #[max_length = 100]
    game: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/game resume", move |app, request| async move {
        let which = match game {
            Some(_) => which(game)?,
            None => app.desk.shelved_here(&request).await?,
        };
        home::resume(&app, &request, which).await
    })
    .await
}

use super::{offers, which_or_last};
use crate::trouble::Fault;
use crate::{Ctx, presses, run};

/// Take a game up again that was put away.
#[poise::command(slash_command)]
pub async fn resume(
    ctx: Ctx<'_>,
    #[description = "Which one; the last of this channel if you leave this out"]
    #[autocomplete = "offers::games"]
    #[max_length = 100]
    game: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/game resume", |face, request| async move {
        presses::resume(&face, &request, which_or_last(game)?).await
    })
    .await
}

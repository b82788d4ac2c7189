use gatemaster_rules::ids::Seq;

use super::{offers, which_or_last};
use crate::answer::Answer;
use crate::trouble::Fault;
use crate::{Ctx, run, show};

/// What happened since you last acted; only you see it.
#[poise::command(slash_command)]
pub async fn recap(
    ctx: Ctx<'_>,
    #[description = "Another game of this server"]
    #[autocomplete = "offers::games"]
    #[max_length = 100]
    game: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/game recap", move |face, request| async move {
        let game = face.desk.load(&request, &which_or_last(game)?).await?;
        let since = face.desk.store.last_step_of(&game.id, request.user().0).await?.map(Seq);
        let steps = face.desk.steps_of(&game).await?;
        Ok(Answer::private(show::recap(&game, &steps, request.user(), since)).into())
    })
    .await
}

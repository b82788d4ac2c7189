use gatemaster_rules::ids::Seq;

use super::{offers, which_or_last};
use crate::answer::Answer;
use crate::run::{Ctx, run};
use crate::table;
use crate::trouble::Fault;

/// What happened since you last acted; only you see it.
#[poise::command(slash_command)]
pub async fn recap(
    ctx: Ctx<'_>,
    #[description = "Another game of this server"]
    #[autocomplete = "offers::games"]
    #[max_length = 100]
    game: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/game recap", move |app, request| async move {
        let game = app.desk.load(&request, &which_or_last(game)?).await?;
        let since = app.desk.store.last_step_of(&game.id, request.user().0).await?.map(Seq);
        let log = app.desk.log(&game).await?;
        Ok(Answer::private(table::recap(app.systems, &game, &log, since)).into())
    })
    .await
}

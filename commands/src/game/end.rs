use gatemaster_rules::table::Action;

use crate::answer::Answer;
use crate::desk::Which;
use crate::trouble::Fault;
use crate::{Ctx, run};

/// End this channel's game and show the seed of its dice; other players are asked first.
#[poise::command(slash_command)]
pub async fn end(ctx: Ctx<'_>) -> Result<(), Fault> {
    run(ctx, "/game end", |face, request| async move {
        let outcome = face.desk.act(&request, &Which::Here, None, |_| Ok(Action::End)).await?;
        Ok(Answer::told(&outcome).into())
    })
    .await
}

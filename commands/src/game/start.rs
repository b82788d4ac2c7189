use gatemaster_rules::table::Action;

use crate::answer::Answer;
use crate::desk::Which;
use crate::trouble::Fault;
use crate::{Ctx, run};

/// Begin the game at this channel's table.
#[poise::command(slash_command)]
pub async fn start(ctx: Ctx<'_>) -> Result<(), Fault> {
    run(ctx, "/game start", move |face, request| async move {
        let outcome = face.desk.act(&request, &Which::Here, |_| Ok(Action::Start.into())).await?;
        Ok(Answer::told(&outcome, &request).into())
    })
    .await
}

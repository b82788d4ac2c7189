use gatemaster_rules::table::Action;

use crate::answer::Answer;
use crate::desk::Which;
use crate::trouble::Fault;
use crate::{Ctx, run};

/// Give up your seats at this channel's table.
#[poise::command(slash_command)]
pub async fn leave(ctx: Ctx<'_>) -> Result<(), Fault> {
    run(ctx, "/game leave", |face, request| async move {
        let outcome = face.desk.act(&request, &Which::Here, None, |_| Ok(Action::Leave)).await?;
        Ok(Answer::told(&outcome).into())
    })
    .await
}

use gatemaster_rules::table::Action;

use crate::answer::Answer;
use crate::desk::{LATEST, Which};
use crate::trouble::Fault;
use crate::{Ctx, run};

/// Take back the latest step; the other side is asked if dice were rolled.
#[poise::command(slash_command)]
pub async fn undo(ctx: Ctx<'_>) -> Result<(), Fault> {
    run(ctx, "/game undo", move |face, request| async move {
        let outcome = face
            .desk
            .act(&request, &Which::Here, |_| Ok(Action::Undo { step: LATEST }.into()))
            .await?;
        Ok(Answer::told(&outcome, &request).into())
    })
    .await
}

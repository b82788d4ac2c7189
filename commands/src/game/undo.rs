use gatemaster_rules::table::Action;

use crate::desk::{LATEST, Which};
use crate::run::{Ctx, run};
use crate::table;
use crate::trouble::Fault;

/// Take back the latest step, or a settled end; the other side is asked if dice were rolled.
#[poise::command(slash_command)]
pub async fn undo(ctx: Ctx<'_>) -> Result<(), Fault> {
    run(ctx, "/game undo", move |app, request| async move {
        let outcome = app
            .desk
            .act(&request, &Which::LastHere, |_| Ok(Action::Undo { step: LATEST }.into()))
            .await?;
        Ok(table::told(app.systems, &outcome, &request).into())
    })
    .await
}

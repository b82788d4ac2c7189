use gatemaster_rules::table::Action;

use crate::desk::Which;
use crate::run::{Ctx, run};
use crate::table;
use crate::trouble::Fault;

/// Begin the game at this channel's table.
#[poise::command(slash_command)]
pub async fn start(ctx: Ctx<'_>) -> Result<(), Fault> {
    run(ctx, "/game start", move |app, request| async move {
        let outcome = app.desk.act(&request, &Which::Here, |_| Ok(Action::Start.into())).await?;
        Ok(table::told(app.systems, &outcome, &request).into())
    })
    .await
}

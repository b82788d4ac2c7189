use crate::desk::Which;
use crate::run::{Ctx, run};
use crate::table;
use crate::trouble::Fault;

/// What only you may see of this channel's game: hidden bids, orders, cards. Shown to you alone.
#[poise::command(slash_command)]
pub async fn mine(ctx: Ctx<'_>) -> Result<(), Fault> {
    run(ctx, "/game mine", move |app, request| async move {
        let game = app.desk.load(&request, &Which::Here).await?;
        Ok(table::mine(app.systems, &game, &request)?.into())
    })
    .await
}

use gatemaster_rules::table::Action;

use super::{offers, which};
use crate::run::{Ctx, run};
use crate::table;
use crate::trouble::Fault;

/// Put a game away unfinished; its channel is free, and it can be taken up again.
#[poise::command(slash_command, rename = "put-away")]
pub async fn put_away(
    ctx: Ctx<'_>,
    #[description = "Another game of this server"]
    #[autocomplete = "offers::games"]
    #[max_length = 100]
    game: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/game put-away", move |app, request| async move {
        let which = which(game)?;
        let outcome = app.desk.act(&request, &which, |_| Ok(Action::Shelve.into())).await?;
        Ok(table::told(app.systems, &outcome, &request).into())
    })
    .await
}

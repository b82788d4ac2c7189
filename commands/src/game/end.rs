use gatemaster_rules::table::Action;

use super::{offers, which};
use crate::run::{Ctx, run};
use crate::table;
use crate::trouble::Fault;

/// End a game and show the seed of its dice; other players are asked first.
#[poise::command(slash_command)]
pub async fn end(
    ctx: Ctx<'_>,
    #[description = "Another game of this server, such as one whose channel is gone"]
    #[autocomplete = "offers::games"]
    #[max_length = 100]
    game: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/game end", move |app, request| async move {
        let which = which(game)?;
        let outcome = app.desk.act(&request, &which, |_| Ok(Action::End.into())).await?;
        Ok(table::told(app.systems, &outcome, &request).into())
    })
    .await
}

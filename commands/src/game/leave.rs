use gatemaster_rules::table::Action;
use serenity::all::User;

use crate::desk::Which;
use crate::request::player;
use crate::run::{Ctx, run};
use crate::table;
use crate::trouble::Fault;

/// Give up your seats at this channel's table.
#[poise::command(slash_command)]
pub async fn leave(
    ctx: Ctx<'_>,
    #[description = "Free somebody else's seats; for the organiser and managers of the server"]
    #[rename = "player"]
    other: Option<User>,
) -> Result<(), Fault> {
    run(ctx, "/game leave", move |app, request| async move {
        let action = match other {
            Some(user) => Action::Unseat { player: player(&user, None) },
            None => Action::Leave,
        };
        let outcome = app.desk.act(&request, &Which::Here, |_| Ok(action.into())).await?;
        Ok(table::told(app.systems, &outcome, &request).into())
    })
    .await
}

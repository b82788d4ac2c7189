use gatemaster_rules::table::Action;
use serenity::all::User;

use crate::answer::Answer;
use crate::desk::Which;
use crate::request::player;
use crate::trouble::Fault;
use crate::{Ctx, run};

/// Give up your seats at this channel's table.
#[poise::command(slash_command)]
pub async fn leave(
    ctx: Ctx<'_>,
    #[description = "Free somebody else's seats; for the organiser and managers of the server"]
    #[rename = "player"]
    other: Option<User>,
) -> Result<(), Fault> {
    run(ctx, "/game leave", move |face, request| async move {
        let action = match other {
            Some(user) => Action::Unseat { player: player(&user, None) },
            None => Action::Leave,
        };
        let outcome = face.desk.act(&request, &Which::Here, |_| Ok(action.into())).await?;
        Ok(Answer::told(&outcome, &request).into())
    })
    .await
}

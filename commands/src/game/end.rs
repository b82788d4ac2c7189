use gatemaster_rules::table::Action;

use super::{offers, which};
use crate::answer::Answer;
use crate::trouble::Fault;
use crate::{Ctx, run};

/// End a game and show the seed of its dice; other players are asked first.
#[poise::command(slash_command)]
pub async fn end(
    ctx: Ctx<'_>,
    #[description = "Another game of this server, such as one whose channel is gone"]
    #[autocomplete = "offers::games"]
    #[max_length = 100]
    game: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/game end", move |face, request| async move {
        let which = which(game)?;
        let outcome = face.desk.act(&request, &which, |_| Ok(Action::End.into())).await?;
        Ok(Answer::told(&outcome, &request).into())
    })
    .await
}

use gatemaster_rules::ids::Seq;

use super::{offers, which_or_last};
use crate::answer::Answer;
use crate::run::{Ctx, run};
use crate::table::{self, LogPage};
use crate::trouble::Fault;

/// Page through every step with its dice and reasons; only you see it.
#[poise::command(slash_command)]
pub async fn log(
    ctx: Ctx<'_>,
    #[description = "From which step on; the newest page if you leave this out"]
    #[min = 1]
    #[max = 100_000]
    step: Option<u32>,
    #[description = "Another game of this server"]
    #[autocomplete = "offers::games"]
    #[max_length = 100]
    game: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/game log", move |app, request| async move {
        let game = app.desk.load(&request, &which_or_last(game)?).await?;
        let log = app.desk.log(&game).await?;
        let page = step.map_or(LogPage::Newest, |step| LogPage::From(Seq(step)));
        Ok(Answer::private(table::log_page(app.systems, &game, &log, page)).into())
    })
    .await
}

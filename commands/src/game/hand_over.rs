use gatemaster_rules::table::Action;
use serenity::all::User;

use super::offers;
use crate::desk::Which;
use crate::request::chosen;
use crate::run::{Ctx, run};
use crate::table;
use crate::trouble::Fault;

/// Hand your seat to somebody else; they are asked first.
#[poise::command(slash_command, rename = "hand-over")]
pub async fn hand_over(
    ctx: Ctx<'_>,
    #[description = "Who plays on"] to: User,
    #[description = "Which seat; yours if you leave this out"]
    #[autocomplete = "offers::taken_seats"]
    #[max_length = 100]
    seat: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/game hand-over", move |app, request| async move {
        let to = chosen(&to)?;
        let outcome = app
            .desk
            .act(&request, &Which::Here, |game| {
                let seat = seat.map(|name| super::seat(&game.table, &name)).transpose()?;
                Ok(Action::HandOver { seat, to }.into())
            })
            .await?;
        Ok(table::told(app.systems, &outcome, &request).into())
    })
    .await
}

use gatemaster_rules::table::Action;
use serenity::all::User;

use super::offers;
use crate::desk::Which;
use crate::request::chosen;
use crate::run::{Ctx, run};
use crate::table;
use crate::trouble::{Fault, Trouble};

/// Take a seat at this channel's table.
#[poise::command(slash_command)]
pub async fn join(
    ctx: Ctx<'_>,
    #[description = "Which seat; the first free one if you leave this out"]
    #[autocomplete = "offers::seats"]
    #[max_length = 100]
    seat: Option<String>,
    #[description = "Any words, mixed into the dice before the first one is rolled"]
    #[max_length = 100]
    salt: Option<String>,
    #[description = "Seat somebody else; for the organiser and managers of the server"]
    player: Option<User>,
) -> Result<(), Fault> {
    run(ctx, "/game join", move |app, request| async move {
        let player = player.as_ref().map(chosen).transpose()?;
        if player.is_some() && salt.is_some() {
            return Err(Trouble::refused(
                "Salt is for people to add by themselves; leave it out here.",
            ));
        }
        let outcome = app
            .desk
            .act(&request, &Which::Here, |game| {
                let seat = seat.map(|name| super::seat(&game.table, &name)).transpose()?;
                Ok(match player {
                    Some(player) => Action::Seat { player, seat }.into(),
                    None => Action::Join { seat, salt }.into(),
                })
            })
            .await?;
        Ok(table::told(app.systems, &outcome, &request).into())
    })
    .await
}

use gatemaster_rules::table::Action;

use super::offers;
use crate::answer::Answer;
use crate::desk::Which;
use crate::trouble::{Fault, Trouble};
use crate::{Ctx, run};

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
) -> Result<(), Fault> {
    run(ctx, "/game join", |face, request| async move {
        let outcome = face
            .desk
            .act(&request, &Which::Here, None, |game| {
                let seat = seat.map(|name| {
                    let names: Vec<&str> =
                        game.table.seats.iter().map(|c| c.name.as_str()).collect();
                    game.table.seat_named(&name).ok_or_else(|| {
                        Trouble::refused(format!(
                            "This table has no seat of that name; it has {}.",
                            crate::card::esc(&gatemaster_rules::text::list(&names))
                        ))
                    })
                });
                Ok(Action::Join { seat: seat.transpose()?, salt })
            })
            .await?;
        Ok(Answer::told(&outcome).into())
    })
    .await
}

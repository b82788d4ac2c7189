use gatemaster_rules::table::Phase;

use super::{offers, which_or_last};
use crate::answer::{Answer, NewBoard};
use crate::run::{Ctx, run};
use crate::table;
use crate::trouble::Fault;

/// Show the board. The latest one stays live; `pin` also pins it.
#[poise::command(slash_command)]
pub async fn board(
    ctx: Ctx<'_>,
    #[description = "Pin the board to the channel"] pin: Option<bool>,
    #[description = "Another game of this server, shown to you alone"]
    #[autocomplete = "offers::games"]
    #[max_length = 100]
    game: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/game board", move |app, request| async move {
        let game = app.desk.load(&request, &which_or_last(game)?).await?;
        let live = game.channel == request.channel && game.table.phase != Phase::Ended;
        let of_the_table = game.table.belongs(request.user()) || request.actor.manager;
        if !live || !of_the_table {
            let mut card = table::board(app.systems, &game);
            if game.channel != request.channel {
                // it is played where it is at home
                card.buttons.clear();
            }
            return Ok(Answer::private(card).into());
        }
        let card = table::board(app.systems, &game);
        let board = Some(NewBoard { game, pin: pin.unwrap_or(false) });
        Ok(Answer { board, ..Answer::public(card) }.into())
    })
    .await
}

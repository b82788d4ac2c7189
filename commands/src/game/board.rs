use gatemaster_rules::table::Phase;

use super::{offers, which_or_last};
use crate::answer::{Answer, BoardWish};
use crate::trouble::Fault;
use crate::{Ctx, run, show};

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
    run(ctx, "/game board", move |face, request| async move {
        let game = face.desk.load(&request, &which_or_last(game)?).await?;
        let live = game.channel == request.channel && game.table.phase != Phase::Ended;
        let of_the_table = game.table.belongs(request.user()) || request.actor.manager;
        if !live || !of_the_table {
            let mut card = show::board_for(&game, request.user());
            if game.channel != request.channel {
                // it is played where it is at home
                card.buttons.clear();
            }
            return Ok(Answer::private(card).into());
        }
        let card = show::board(&game);
        let board = Some(BoardWish { game, pin: pin.unwrap_or(false) });
        Ok(Answer { board, ..Answer::public(card) }.into())
    })
    .await
}

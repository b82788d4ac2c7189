use super::{offers, which};
use crate::answer::{Answer, BoardWish};
use crate::trouble::Fault;
use crate::{Ctx, run, show};
use gatemaster_rules::table::Phase;

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
    run(ctx, "/game board", |face, request| async move {
        let game = face.desk.load(&request, &which(game)?).await?;
        let card = show::board(&game);
        let live = game.channel == request.channel && game.table.phase != Phase::Ended;
        if !live {
            return Ok(Answer::private(card).into());
        }
        let board = Some(BoardWish { game, pin: pin.unwrap_or(false) });
        Ok(Answer { board, ..Answer::public(card) }.into())
    })
    .await
}

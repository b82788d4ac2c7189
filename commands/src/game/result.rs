use gatemaster_rules::table::{Action, Claim};

use super::{offers, seat, which};
use crate::answer::Reply;
use crate::run::{Ctx, run};
use crate::table;
use crate::table::result::Said;
use crate::trouble::{Fault, Trouble};

/// The ways to a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, poise::ChoiceParameter)]
pub enum OutcomeChoice {
    #[name = "I concede"]
    Concede,
    #[name = "draw"]
    Draw,
    #[name = "scores"]
    Scores,
    #[name = "scenario points"]
    Points,
    #[name = "let the points decide"]
    Count,
    #[name = "ruling"]
    Rule,
}

/// Settle how a game ends: concede, a draw, scores, scenario points, a ruling.
#[poise::command(slash_command)]
pub async fn result(
    ctx: Ctx<'_>,
    #[description = "How it ends; without it you get buttons for everything"] outcome: Option<
        OutcomeChoice,
    >,
    #[description = "A number for each side: 12-7, or Ghar 7, Algoryn 12"]
    #[max_length = 200]
    scores: Option<String>,
    #[description = "The side that won, if not the one with more; or the side that you concede"]
    #[autocomplete = "offers::taken_seats"]
    #[max_length = 100]
    side: Option<String>,
    #[description = "The turn that scenario points are for, if not this one"]
    #[min = 0]
    #[max = 999]
    turn: Option<u32>,
    #[description = "The reason of a ruling"]
    #[max_length = 200]
    why: Option<String>,
    #[description = "Another game of this server"]
    #[autocomplete = "offers::games"]
    #[max_length = 100]
    game: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/game result", move |app, request| async move {
        let which = which(game)?;
        // numbers without a word are a result
        let outcome = outcome.or(scores.as_ref().map(|_| OutcomeChoice::Scores));
        if matches!(outcome, None | Some(OutcomeChoice::Concede)) {
            let game = app.desk.load(&request, &which).await?;
            if outcome.is_none() {
                return Ok(table::result::ways_to_end(&game, &request)?.into());
            }
            let seat = side.map(|side| seat(&game.table, &side)).transpose()?;
            return Ok(table::result::really_concede(&game, &request, seat)?.into());
        }
        let turn = turn.map(|turn| turn.to_string());
        let said = Said {
            scores: scores.as_deref(),
            winner: side.as_deref(),
            turn: turn.as_deref(),
            why: why.as_deref(),
        };
        let made =
            app.desk.act(&request, &which, |game| Ok(action(outcome, said, &game.table)?.into()));
        Ok::<Reply, Trouble>(table::told(app.systems, &made.await?, &request).into())
    })
    .await
}

fn action(
    outcome: Option<OutcomeChoice>,
    said: Said<'_>,
    table: &gatemaster_rules::table::SeenTable,
) -> Result<Action, Trouble> {
    match outcome {
        Some(OutcomeChoice::Draw) => Ok(Action::Settle(Claim::Draw)),
        Some(OutcomeChoice::Points) => said.points(table),
        Some(OutcomeChoice::Count) => Ok(Action::Settle(Claim::Points)),
        Some(OutcomeChoice::Rule) => said.ruling(table),
        Some(OutcomeChoice::Scores | OutcomeChoice::Concede) | None => said.claim(table),
    }
}

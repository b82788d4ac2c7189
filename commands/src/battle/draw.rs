//! `/draw`: a die out of the bag, whichever game this channel has.

use gatemaster_rules::antares::State;
use gatemaster_rules::antares::command::Command as BattleCommand;
use gatemaster_rules::bag::Command as BagCommand;
use gatemaster_rules::game::{Command, Game};
use gatemaster_rules::table::Action;
use gatemaster_rules::text::list;
use serenity::all::CreateAutocompleteResponse;

use super::doing_with;
use crate::answer::Answer;
use crate::desk::{Doing, Which};
use crate::game::offers;
use crate::trouble::{Fault, Trouble};
use crate::words::esc;
use crate::{Ctx, bag, run};

/// Draw the next die of this channel's game.
#[poise::command(slash_command, install_context = "Guild", interaction_context = "Guild|BotDm")]
pub async fn draw(
    ctx: Ctx<'_>,
    #[description = "Drawn by hand: the side whose die came out, or the die's number in the bag"]
    #[autocomplete = "sides"]
    #[max_length = 100]
    dice: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/draw", move |face, request| async move {
        let outcome = face
            .desk
            .act(&request, &Which::Here, |game| match &game.table.game {
                Some(Game::Bag(state)) => {
                    let dice = dice.map(|text| bag::position(state, &text)).transpose()?;
                    Ok(Doing { action: Action::Play(Command::Bag(BagCommand::Draw)), dice })
                }
                Some(Game::Antares(_) | Game::DiceGame(_)) | None => {
                    let state = super::state(game)?;
                    let dice = dice.map(|text| position(state, &text)).transpose()?;
                    Ok(doing_with(BattleCommand::Draw, dice))
                }
            })
            .await?;
        Ok(Answer::told(&outcome, &request).into())
    })
    .await
}

/// What the Ghar's extra die is called.
pub(super) const DISTORT: &str = "Distort";

/// Which of the dice in the bag was drawn by hand: side after side, then the distort die.
pub(crate) fn position(state: &State, text: &str) -> Result<String, Trouble> {
    let typed = text.trim().to_lowercase();
    let mut before = 0;
    for seat in state.seats() {
        let dice = state.dice_in_bag(seat);
        if state.side_name(seat).to_lowercase() == typed && dice > 0 {
            return Ok((before + 1).to_string());
        }
        before += dice;
    }
    if state.distort_in_bag() && typed == DISTORT.to_lowercase() {
        return Ok(state.bag().to_string());
    }
    if let Ok(number) = typed.parse::<u32>()
        && (1..=state.bag()).contains(&number)
    {
        return Ok(number.to_string());
    }
    // an empty bag is refused in its own words
    if state.bag() == 0 {
        return Ok("1".to_owned());
    }
    let names: Vec<String> = sides_in_bag(state).iter().map(|name| esc(name)).collect();
    Err(Trouble::refused(format!(
        "For a die drawn by hand, say whose it is ({}), or its number in the bag from 1 to {}.",
        list(&names),
        state.bag()
    )))
}

/// Whose dice are in the bag.
pub(crate) fn sides_in_bag(state: &State) -> Vec<String> {
    let sides = state.seats().filter(|seat| state.dice_in_bag(*seat) > 0);
    let sides = sides.map(|seat| state.side_name(seat).to_owned());
    sides.chain(state.distort_in_bag().then(|| DISTORT.to_owned())).collect()
}

async fn sides(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let game = offers::here(ctx).await;
    let names: Vec<String> = match game.as_ref().and_then(|game| game.table.game.as_ref()) {
        Some(Game::Antares(state)) => sides_in_bag(state),
        Some(Game::Bag(state)) => {
            let filled = state.pools.iter().filter(|pool| pool.in_bag > 0);
            filled.map(|pool| pool.name.clone()).collect()
        }
        Some(Game::DiceGame(_)) | None => Vec::new(),
    };
    let fitting = names.into_iter().filter(|name| offers::contains(name, typed));
    offers::choices(fitting.map(|name| (name.clone(), name)))
}

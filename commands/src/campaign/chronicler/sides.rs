//! Sides, and who fights for them.

use gatemaster_league::campaign::Action;
use gatemaster_rules::colour::Colour;
use serenity::all::User;

use super::super::{find, offers, told_as_written, write};
use crate::request::chosen;
use crate::run::{Ctx, run};
use crate::trouble::{Fault, Trouble};

#[derive(Clone, Copy, Debug, PartialEq, Eq, poise::ChoiceParameter)]
pub enum ColourChoice {
    Red,
    Blue,
    Green,
    Yellow,
    Purple,
    Orange,
    White,
    Black,
    Brown,
}

impl ColourChoice {
    fn colour(self) -> Colour {
        match self {
            ColourChoice::Red => Colour::Red,
            ColourChoice::Blue => Colour::Blue,
            ColourChoice::Green => Colour::Green,
            ColourChoice::Yellow => Colour::Yellow,
            ColourChoice::Purple => Colour::Purple,
            ColourChoice::Orange => Colour::Orange,
            ColourChoice::White => Colour::White,
            ColourChoice::Black => Colour::Black,
            ColourChoice::Brown => Colour::Brown,
        }
    }
}

/// Add a side, or change or remove one.
#[poise::command(slash_command)]
pub async fn side(
    ctx: Ctx<'_>,
    #[description = "Its name; a player alone is a side too"]
    #[max_length = 64]
    name: Option<String>,
    #[description = "A new side's first member"] player: Option<User>,
    #[description = "Its colour"] colour: Option<ColourChoice>,
    #[description = "Changes this side instead of adding one"]
    #[autocomplete = "offers::sides"]
    #[max_length = 100]
    change: Option<String>,
    #[description = "Removes that side; only before its first battle"] remove: Option<bool>,
    #[description = "Which campaign"]
    #[autocomplete = "offers::campaigns"]
    #[max_length = 100]
    campaign: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/chronicler side", move |app, request| async move {
        let player = player.as_ref().map(chosen).transpose()?;
        let colour = colour.map(ColourChoice::colour);
        if change.is_none() && remove == Some(true) {
            return Err(Trouble::refused("Say which side is removed with `change:`."));
        }
        if change.is_some() && player.is_some() {
            return Err(Trouble::refused(
                "`/chronicler enlist` puts somebody on a side that is there already.",
            ));
        }
        let kept = find::organised(&app, &request, campaign.as_deref()).await?;
        let written = write(&app, &request, &kept.id, |kept| {
            let (name, player) = (name.clone(), player.clone());
            Ok(match &change {
                None => Action::AddSide { name, player, colour },
                Some(side) => {
                    let side = find::side(&kept.book, side)?;
                    if remove == Some(true) {
                        Action::RemoveSide { side }
                    } else {
                        Action::ChangeSide { side, name, colour }
                    }
                }
            })
        })
        .await?;
        Ok(told_as_written(&written))
    })
    .await
}

/// Put somebody on a side.
#[poise::command(slash_command)]
pub async fn enlist(
    ctx: Ctx<'_>,
    #[description = "Whom"] player: User,
    #[description = "Which side"]
    #[autocomplete = "offers::sides"]
    #[max_length = 100]
    side: String,
    #[description = "Which campaign"]
    #[autocomplete = "offers::campaigns"]
    #[max_length = 100]
    campaign: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/chronicler enlist", move |app, request| async move {
        let player = chosen(&player)?;
        let kept = find::organised(&app, &request, campaign.as_deref()).await?;
        let written = write(&app, &request, &kept.id, |kept| {
            Ok(Action::Enlist { side: find::side(&kept.book, &side)?, player: player.clone() })
        })
        .await?;
        Ok(told_as_written(&written))
    })
    .await
}

/// Take somebody off their side.
#[poise::command(slash_command)]
pub async fn discharge(
    ctx: Ctx<'_>,
    #[description = "Whom"] player: User,
    #[description = "Which campaign"]
    #[autocomplete = "offers::campaigns"]
    #[max_length = 100]
    campaign: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/chronicler discharge", move |app, request| async move {
        let player = chosen(&player)?;
        let kept = find::organised(&app, &request, campaign.as_deref()).await?;
        let written =
            write(&app, &request, &kept.id, |_| Ok(Action::Discharge { player: player.clone() }))
                .await?;
        Ok(told_as_written(&written))
    })
    .await
}

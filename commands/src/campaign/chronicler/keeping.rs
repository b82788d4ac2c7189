//! How a campaign is set, who organises it, and when it ends.

use gatemaster_discord::card::Card;
use gatemaster_discord::limits::clip;
use gatemaster_league::campaign::{Action, Announce, BattlePoints};
use serenity::all::{GuildChannel, User};

use super::super::{find, offers, show, told, told_as_written, write};
use crate::answer::Answer;
use crate::league::may_speak;
use crate::request::chosen;
use crate::run::{Ctx, run};
use crate::table::NEUTRAL;
use crate::trouble::{Fault, Trouble};
use crate::words::esc;

/// How a campaign is set: its name, its points, where it is announced.
#[poise::command(slash_command)]
#[expect(clippy::too_many_arguments, reason = "each is an option of the command")]
pub async fn settings(
    ctx: Ctx<'_>,
    #[description = "Another name"]
    #[max_length = 64]
    name: Option<String>,
    #[description = "A few words about it"]
    #[max_length = 500]
    about: Option<String>,
    #[description = "Points for a win, a draw and a loss, such as 3, 1, 0"]
    #[max_length = 60]
    points: Option<String>,
    #[description = "Where the campaign speaks"]
    #[channel_types("Text", "News")]
    announce: Option<GuildChannel>,
    #[description = "It says nothing by itself; everything is told where it is done"]
    silent: Option<bool>,
    #[description = "Whether it is on the public page"] page: Option<bool>,
    #[description = "Which campaign"]
    #[autocomplete = "offers::campaigns"]
    #[max_length = 100]
    campaign: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/chronicler settings", move |app, request| async move {
        let points = points.as_deref().map(battle_points).transpose()?;
        let channel = announce.map(|channel| may_speak(&request, channel.id.get())).transpose();
        let channel = channel.map_err(|_| {
            Trouble::refused("You may not write in that channel, so the campaign does not either.")
        })?;
        let announce = match (silent, channel) {
            (Some(true), None) => Some(Announce::Nowhere),
            (Some(true), Some(_)) => {
                return Err(Trouble::refused("Either `announce` or `silent`, not both."));
            }
            (_, channel) => channel.map(Announce::Channel),
        };
        let kept = find::to_go_on(&app, &request, campaign.as_deref()).await?;
        let card = |name: &str, text: String| Card {
            title: format!("{}: how it is set", esc(name)),
            text,
            colour: Some(NEUTRAL),
            ..Card::default()
        };
        let action = Action::Set { name, about, announce, page, points };
        let nothing =
            Action::Set { name: None, about: None, announce: None, page: None, points: None };
        if action == nothing {
            let card = card(&kept.book.name, show::settings_text(&kept.book));
            return Ok(Answer::private(card).into());
        }
        let written = write(&app, &request, &kept.id, |_| Ok(action.clone())).await?;
        let campaign = &written.kept.book;
        let text = format!(
            "{}\n\n{}",
            show::happened(campaign, &written.events),
            show::settings_text(campaign)
        );
        Ok(told(&written, card(&campaign.name, text)))
    })
    .await
}

/// "3, 1, 0"
fn battle_points(text: &str) -> Result<BattlePoints, Trouble> {
    let plain = text.replace('−', "-");
    let between = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | ':' | '/');
    let words = plain.split(between).filter(|word| !word.is_empty());
    let numbers: Option<Vec<i32>> = words.map(|word| word.parse().ok()).collect();
    match numbers.as_deref() {
        Some([win, draw, loss]) => Ok(BattlePoints { win: *win, draw: *draw, loss: *loss }),
        _ => Err(Trouble::refused(format!(
            "“{}” are not the points for a win, a draw and a loss; write three numbers, such as 3, 1, 0.",
            esc(&clip(text, 40))
        ))),
    }
}

/// Make somebody an organiser, or dismiss one.
#[poise::command(slash_command)]
pub async fn organiser(
    ctx: Ctx<'_>,
    #[description = "Whom"] player: User,
    #[description = "They organise no longer"] dismiss: Option<bool>,
    #[description = "Which campaign"]
    #[autocomplete = "offers::campaigns"]
    #[max_length = 100]
    campaign: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/chronicler organiser", move |app, request| async move {
        let organiser = chosen(&player)?;
        let kept = find::to_go_on(&app, &request, campaign.as_deref()).await?;
        let written = write(&app, &request, &kept.id, |_| {
            let organiser = organiser.clone();
            Ok(if dismiss == Some(true) {
                Action::Dismiss { organiser }
            } else {
                Action::Appoint { organiser }
            })
        })
        .await?;
        Ok(told_as_written(&written))
    })
    .await
}

/// Close the campaign: its story is told. It can be resumed.
#[poise::command(slash_command)]
pub async fn close(
    ctx: Ctx<'_>,
    #[description = "Which campaign"]
    #[autocomplete = "offers::campaigns"]
    #[max_length = 100]
    campaign: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/chronicler close", move |app, request| async move {
        let kept = find::organised(&app, &request, campaign.as_deref()).await?;
        let written = write(&app, &request, &kept.id, |_| Ok(Action::Close)).await?;
        let anybody = show::Reader { side: None, organises: false };
        let card = show::info(&written.kept, anybody);
        let content = format!(
            "{} `/campaign export` gives you the chronicle to keep.",
            show::happened(&written.kept.book, &written.events)
        );
        Ok(told(&written, Card { content, ..card }))
    })
    .await
}

/// Go on with a campaign that was closed too early.
#[poise::command(slash_command)]
pub async fn resume(
    ctx: Ctx<'_>,
    #[description = "Which campaign"]
    #[autocomplete = "offers::campaigns"]
    #[max_length = 100]
    campaign: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/chronicler resume", move |app, request| async move {
        let kept = find::to_go_on(&app, &request, campaign.as_deref()).await?;
        let written = write(&app, &request, &kept.id, |_| Ok(Action::Resume)).await?;
        Ok(told_as_written(&written))
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_three_numbers_however_they_are_set_apart() {
        let points = BattlePoints { win: 5, draw: 2, loss: -1 };
        assert_eq!(battle_points("5, 2, −1").unwrap(), points);
        assert_eq!(battle_points("5/2/-1").unwrap(), points);
        for odd in ["", "3", "3, 1", "3, 1, 0, 0", "a, b, c", "99999999999, 1, 0"] {
            assert!(battle_points(odd).is_err(), "{odd}");
        }
    }
}

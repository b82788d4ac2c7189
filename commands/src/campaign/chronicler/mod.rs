//! `/chronicler`: what the organisers of a campaign do.

mod keeping;
mod land;
mod roll;
mod sides;

use gatemaster_discord::card::Card;
use gatemaster_league::campaign::{Action, BattleNo, Campaign, Happening, SideNo, State};

use super::typed::TypedOutcome;
use super::{find, offers, show, told, told_as_written, write};
use crate::answer::Reply;
use crate::app::App;
use crate::boxed;
use crate::ledger::BookOutcome;
use crate::request::Request;
use crate::run::{Ctx, run};
use crate::trouble::{Fault, Trouble};
use crate::words::ids;

/// For the organisers of a campaign: sides, rounds, battles, places, units, points, settings.
#[poise::command(
    slash_command,
    subcommands(
        "sides::side",
        "sides::enlist",
        "sides::discharge",
        "round",
        "plan",
        "settle",
        "cancel",
        "land::place",
        "land::take",
        "land::link",
        "land::map",
        "roll::unit",
        "roll::carry",
        "award",
        "keeping::settings",
        "keeping::organiser",
        "keeping::close",
        "keeping::resume"
    ),
    subcommand_required,
    install_context = "Guild",
    interaction_context = "Guild"
)]
#[expect(clippy::unused_async, reason = "poise wants it; only the subcommands do anything")]
pub async fn chronicler(_: Ctx<'_>) -> Result<(), Fault> {
    Ok(())
}

/// Open a named round, or close the present one.
#[poise::command(slash_command)]
async fn round(
    ctx: Ctx<'_>,
    #[description = "Opens a round of this name"]
    #[max_length = 64]
    open: Option<String>,
    #[description = "What it is about"]
    #[max_length = 500]
    about: Option<String>,
    #[description = "Closes the present round"] close: Option<bool>,
    #[description = "Which campaign"]
    #[autocomplete = "offers::campaigns"]
    #[max_length = 100]
    campaign: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/chronicler round", move |app, request| async move {
        let action = match (open, close) {
            (Some(name), None | Some(false)) => {
                Action::OpenRound { name, about: about.unwrap_or_default() }
            }
            (None, Some(true)) => Action::CloseRound,
            (Some(_), Some(true)) => {
                return Err(Trouble::refused(
                    "One after the other: close the present round first, then open the next one.",
                ));
            }
            (None, None | Some(false)) => {
                return Err(Trouble::refused(
                    "Give the new round a name with `open:`, or close the present one with `close:True`.",
                ));
            }
        };
        let kept = find::organised(&app, &request, campaign.as_deref()).await?;
        let written = write(&app, &request, &kept.id, |_| Ok(action.clone())).await?;
        Ok(told_as_written(&written))
    })
    .await
}

/// Plan a battle of the present round.
#[poise::command(slash_command)]
#[expect(clippy::too_many_arguments, reason = "each is an option of the command")]
async fn plan(
    ctx: Ctx<'_>,
    #[description = "One side"]
    #[autocomplete = "offers::sides"]
    #[max_length = 100]
    first: String,
    #[description = "The other side"]
    #[autocomplete = "offers::sides"]
    #[max_length = 100]
    second: String,
    #[description = "More sides, with commas between"]
    #[max_length = 400]
    others: Option<String>,
    #[description = "What they fight over"]
    #[autocomplete = "offers::places"]
    #[max_length = 100]
    place: Option<String>,
    #[description = "A name for the battle"]
    #[max_length = 64]
    name: Option<String>,
    #[description = "A few words about it"]
    #[max_length = 500]
    note: Option<String>,
    #[description = "Which campaign"]
    #[autocomplete = "offers::campaigns"]
    #[max_length = 100]
    campaign: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/chronicler plan", move |app, request| async move {
        let kept = find::organised(&app, &request, campaign.as_deref()).await?;
        let others = others.unwrap_or_default();
        let written = write(&app, &request, &kept.id, |kept| {
            let more = others.split(',').map(str::trim).filter(|name| !name.is_empty());
            let sides = [first.as_str(), second.as_str()].into_iter().chain(more);
            let sides: Result<Vec<SideNo>, Trouble> =
                sides.map(|side| find::side(&kept.book, side)).collect();
            Ok(Action::Plan {
                name: name.clone(),
                sides: sides?,
                place: place.as_deref().map(|place| find::place(&kept.book, place)).transpose()?,
                note: note.clone().unwrap_or_default(),
            })
        })
        .await?;
        Ok(about_battle(&written))
    })
    .await
}

/// What came of it, with the buttons of its battle for those who fight it.
fn about_battle(written: &BookOutcome<Campaign>) -> Reply {
    let kept = &written.kept;
    let mut card = Card::line(show::happened(&kept.book, &written.events));
    let battle = show::battle_told(&written.events).and_then(|no| kept.book.battle(no));
    if let Some(battle) = battle.filter(|battle| battle.is_unsettled()) {
        if written.events.iter().any(|event| matches!(event, Happening::Planned { .. })) {
            card.pings = ids(show::people_of(&kept.book, battle));
        }
        let look = super::press::CampaignPress::Battle { battle: battle.no };
        card = card.with_row(vec![show::button(kept, format!("Battle {}", battle.no), look)]);
    }
    told(written, card)
}

/// Correct a battle's result, or decide one that is contested.
#[poise::command(slash_command)]
#[expect(clippy::too_many_arguments, reason = "each is an option of the command")]
async fn settle(
    ctx: Ctx<'_>,
    #[description = "The number of the battle"]
    #[autocomplete = "offers::battles"]
    #[rename = "battle"]
    #[max_length = 10]
    number: String,
    #[description = "Who won; with scores this may be left out"]
    #[autocomplete = "offers::winners"]
    #[max_length = 100]
    winner: Option<String>,
    #[description = "A score for each side, in the battle's order, such as 12, 7"]
    #[max_length = 100]
    scores: Option<String>,
    #[description = "Who holds the place now; left out, the winner"]
    #[autocomplete = "offers::holders"]
    #[max_length = 100]
    takes: Option<String>,
    #[description = "Other points than usual for each side, such as 5, 1"]
    #[max_length = 100]
    points: Option<String>,
    #[description = "Why, for the chronicle"]
    #[max_length = 500]
    why: Option<String>,
    #[description = "Which campaign"]
    #[autocomplete = "offers::campaigns"]
    #[max_length = 100]
    campaign: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/chronicler settle", move |app, request| async move {
        let kept = find::organised(&app, &request, campaign.as_deref()).await?;
        let no = find::battle_number(&number)?;
        let [winner, scores, takes, points] =
            [winner, scores, takes, points].map(Option::unwrap_or_default);
        let said = TypedOutcome { winner, scores, points, takes };
        settle_it(&app, &request, &kept.id, no, &said, &why.unwrap_or_default()).await
    })
    .await
}

#[boxed]
pub(super) async fn settle_it(
    app: &App,
    request: &Request,
    id: &str,
    no: BattleNo,
    said: &TypedOutcome,
    why: &str,
) -> Result<Reply, Trouble> {
    let written = write(app, request, id, |kept| {
        let battle = find::battle(&kept.book, no)?;
        let told = said.outcome(&kept.book, battle)?;
        // there is nothing to correct yet, and an organiser's report counts at once; of anybody else it would be only a report
        let first_word = battle.state == State::Planned && find::organises(&kept.book, request);
        Ok(if first_word {
            Action::Report { battle: no, told }
        } else {
            Action::Correct { battle: no, told, why: why.to_owned() }
        })
    })
    .await?;
    Ok(about_battle(&written))
}

/// Take a battle out of the count.
#[poise::command(slash_command)]
async fn cancel(
    ctx: Ctx<'_>,
    #[description = "The number of the battle"]
    #[autocomplete = "offers::battles"]
    #[rename = "battle"]
    #[max_length = 10]
    number: String,
    #[description = "Why, for the chronicle"]
    #[max_length = 500]
    why: Option<String>,
    #[description = "Which campaign"]
    #[autocomplete = "offers::campaigns"]
    #[max_length = 100]
    campaign: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/chronicler cancel", move |app, request| async move {
        let kept = find::organised(&app, &request, campaign.as_deref()).await?;
        let battle = find::battle_number(&number)?;
        let why = why.unwrap_or_default();
        let written =
            write(&app, &request, &kept.id, |_| Ok(Action::Cancel { battle, why: why.clone() }))
                .await?;
        Ok(told_as_written(&written))
    })
    .await
}

/// Give a side points, or take some.
#[poise::command(slash_command)]
async fn award(
    ctx: Ctx<'_>,
    #[description = "Which side"]
    #[autocomplete = "offers::sides"]
    #[max_length = 100]
    side: String,
    #[description = "How many; below 0 takes them away"]
    #[min = -1000]
    #[max = 1000]
    points: i32,
    #[description = "What for"]
    #[max_length = 500]
    why: String,
    #[description = "Which campaign"]
    #[autocomplete = "offers::campaigns"]
    #[max_length = 100]
    campaign: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/chronicler award", move |app, request| async move {
        let kept = find::organised(&app, &request, campaign.as_deref()).await?;
        let written = write(&app, &request, &kept.id, |kept| {
            Ok(Action::Award { side: find::side(&kept.book, &side)?, points, why: why.clone() })
        })
        .await?;
        Ok(told_as_written(&written))
    })
    .await
}

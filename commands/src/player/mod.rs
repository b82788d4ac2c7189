//! `/player`: what somebody has played on this server, how good they are, against whom, and with what dice. Only the asker
//! sees it, as it counts games in channels that not everybody may see.

mod luck;
mod past;
mod plot;
pub mod press;
mod show;

use gatemaster_league::League;
use serenity::all::{CreateAutocompleteResponse, User};

use crate::answer::{Answer, Reply, unknown};
use crate::app::App;
use crate::boxed;
use crate::ledger::StoredBook;
use crate::offers::{choices, contains};
use crate::request::{self, Request};
use crate::run::{Ctx, run};
use crate::trouble::{Fault, Trouble};
use past::{Archive, Others, Subject, other_games};
use press::{PlayerPress, PlayerPressed, Who};
use show::CardFacts;

/// Somebody's record on this server: leagues, results, ratings, form, head to head, dice.
#[poise::command(slash_command, install_context = "Guild", interaction_context = "Guild")]
pub async fn player(
    ctx: Ctx<'_>,
    #[description = "Whose; yours without it"] who: Option<User>,
    #[description = "Head to head with this person"] against: Option<User>,
    #[description = "Somebody by their name in a league, such as a guest"]
    #[autocomplete = "names"]
    #[max_length = 100]
    name: Option<String>,
    #[description = "Only the matches of this league"]
    #[autocomplete = "leagues"]
    #[max_length = 100]
    league: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/player", move |app, request| async move {
        let archive = Archive::load(&app, &request).await?;
        let league = match league {
            Some(word) => {
                Some(app.ledger.meant::<League>(&request, Some(&word), &|_| false).await?)
            }
            None => None,
        };
        let person = |user: &User| {
            let shown = request::player(user, None);
            archive.user(shown.id, Some(&shown.name))
        };
        let subject = match (&who, &name) {
            (Some(_), Some(_)) => {
                return Err(Trouble::refused("Give `who:` or `name:`, not both."));
            }
            (Some(user), None) => person(user),
            (None, Some(name)) => archive.named(name)?,
            (None, None) => archive.user(request.user(), Some(&request.actor.player.name)),
        };
        let against = against.as_ref().map(person);
        shown(&app, &request, &archive, &subject, league.as_ref(), against.as_ref()).await
    })
    .await
}

/// A button or list of a player card.
#[boxed]
pub(crate) async fn pressed(
    app: &App,
    request: &Request,
    pressed: PlayerPressed,
    picked: &[String],
) -> Result<Reply, Trouble> {
    let archive = Archive::load(app, request).await?;
    let subject = archive.meant(&pressed.who)?;
    match pressed.press {
        PlayerPress::Card => shown(app, request, &archive, &subject, None, None).await,
        PlayerPress::Against => {
            let other = picked.first().and_then(|value| Who::decode(value)).ok_or_else(unknown)?;
            let other = archive.meant(&other)?;
            shown(app, request, &archive, &subject, None, Some(&other)).await
        }
        PlayerPress::Luck => match pressed.who {
            Who::User(id) => {
                let cupful = luck::rolled_by(app, request, id).await?;
                Ok(Answer::private(luck::card(&subject, &cupful)).into())
            }
            // guests are not on Discord, so I have rolled nothing for them
            Who::Entrant { .. } => Err(unknown()),
        },
    }
}

async fn shown(
    app: &App,
    request: &Request,
    archive: &Archive,
    subject: &Subject,
    league: Option<&StoredBook<League>>,
    against: Option<&Subject>,
) -> Result<Reply, Trouble> {
    let others = match (&subject.who, league) {
        (Who::User(id), None) => other_games(app, request, *id).await?,
        (Who::User(_) | Who::Entrant { .. }, _) => Others::default(),
    };
    let (subject, against) = (&known(subject, &others), against.map(|one| known(one, &others)));
    let seen = CardFacts {
        archive,
        subject,
        league,
        others: &others,
        now_ms: app.desk.clock.now_ms(),
        pictures: request.server.pictures,
    };
    let card = match &against {
        Some(other) => show::against(&seen, other),
        None => show::card(&seen),
    };
    Ok(Answer::private(card).into())
}

/// Somebody who is in no league may still be known by the name they had in a game.
fn known(subject: &Subject, others: &Others) -> Subject {
    let mut subject = subject.clone();
    if subject.name == past::NAMELESS {
        let named = others.records.iter().rev().find_map(|record| {
            let side = record.side_of(&subject.person)?;
            Some(record.names[side.index()].clone())
        });
        if let Some(name) = named.filter(|name| !name.is_empty()) {
            subject.name = name;
        }
    }
    subject
}

/// Everybody who has been in a league here, by name.
async fn names(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let app = ctx.framework.user_data().await;
    let request = Request::from_command(ctx.interaction, app.lookup()).await;
    let Ok(archive) = Archive::load(app, &request).await else {
        return CreateAutocompleteResponse::new();
    };
    let names = archive.names().into_iter().filter(|name| contains(name, typed));
    choices(names.map(|name| (name.clone(), name)))
}

async fn leagues(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let app = ctx.framework.user_data().await;
    let Some(guild) = ctx.interaction.guild_id else { return CreateAutocompleteResponse::new() };
    let all = app.ledger.all_on::<League>(guild.get()).await.unwrap_or_default();
    let fitting = all.into_iter().filter(|kept| contains(&kept.book.name, typed));
    choices(fitting.map(|kept| (kept.book.name, kept.id)))
}

//! `/rolls`: rolls under a name, panels of buttons, the last rolls of the channel, and the proof of its dice.

use gatemaster_discord::card::{Card, File};
use gatemaster_rules::dice::Seed;
use gatemaster_rules::roll::Reading;
use gatemaster_rules::roll::proof::{FORMAT, OwnSeed, Proof, ProvenRoll};
use gatemaster_rules::text::clean_name;
use gatemaster_store::{Cup, RollRow, SavedRoll, Secrecy, Shelf};
use serenity::all::CreateAutocompleteResponse;

use super::panel::panel;
use super::{StoredRoll, show};
use crate::answer::{Answer, Reply};
use crate::app::App;
use crate::cups::Opened;
use crate::offers;
use crate::parcel::with_files;
use crate::request::Request;
use crate::run::{Ctx, run};
use crate::trouble::{Fault, Trouble};
use crate::words::{code, esc};

/// As many as anybody needs at hand, and few enough to list in one message.
const MOST_SAVED: u32 = 50;

/// Saved rolls, dice panels, the last rolls of this channel, and the proof that its dice were fair.
#[poise::command(
    slash_command,
    subcommands("save", "forget", "list", "last", "panel", "proof"),
    subcommand_required,
    install_context = "Guild|User",
    interaction_context = "Guild|BotDm|PrivateChannel"
)]
#[expect(clippy::unused_async, reason = "poise wants it; only the subcommands do anything")]
pub async fn rolls(_: Ctx<'_>) -> Result<(), Fault> {
    Ok(())
}

/// Whose saved rolls.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum Whose {
    #[name = "mine"]
    Mine,
    #[name = "this server's"]
    Server,
}

/// Save a roll under a name; `/roll dice:that name` rolls it.
#[poise::command(slash_command)]
pub async fn save(
    ctx: Ctx<'_>,
    #[description = "A short name, such as attack"]
    #[max_length = 32]
    name: String,
    #[description = "What it rolls, such as 6d10<=5"]
    #[max_length = 200]
    dice: String,
    #[description = "For you, or for everybody on this server; yours if you leave this out"]
    whose: Option<Whose>,
) -> Result<(), Fault> {
    run(ctx, "/rolls save", move |app, request| async move {
        let shelf = shelf(&request, whose.unwrap_or(Whose::Mine))?;
        let name = clean_name(&name)
            .ok_or_else(|| Trouble::refused("A name is one line of 1 to 32 characters."))?;
        if Reading::of(&name).is_ok() {
            return Err(Trouble::refused(format!(
                "“{}” is a roll by itself; choose a name that is none.",
                esc(&name)
            )));
        }
        let Reading { expression, mut remarks } = Reading::of(&dice)?;
        remarks.extend(expression.doubt().map(|doubt| doubt.sentence));
        let saved = SavedRoll {
            name: name.clone(),
            dice: expression.to_string(),
            saved_by: request.user().0,
        };
        if !app.desk.store.save_roll(shelf, &saved, MOST_SAVED).await? {
            return Err(Trouble::refused(format!(
                "There are {MOST_SAVED} saved rolls already. `/rolls forget` makes room."
            )));
        }
        let line = format!("Saved: **{}** rolls {}.", esc(&name), code(&saved.dice));
        let lines: Vec<String> = [line].into_iter().chain(remarks).collect();
        Ok(Answer::private(Card::line(lines.join("\n-# "))).into())
    })
    .await
}

/// Forget a saved roll.
#[poise::command(slash_command)]
pub async fn forget(
    ctx: Ctx<'_>,
    #[description = "Its name"]
    #[autocomplete = "names_offered"]
    #[max_length = 100]
    name: String,
    #[description = "Yours, or this server's; yours if you leave this out"] whose: Option<Whose>,
) -> Result<(), Fault> {
    run(ctx, "/rolls forget", move |app, request| async move {
        let shelf = shelf(&request, whose.unwrap_or(Whose::Mine))?;
        let name = clean_name(&name).unwrap_or_default();
        if !app.desk.store.forget_roll(shelf, &name).await? {
            return Err(Trouble::refused(format!(
                "There is no saved roll “{}” there. `/rolls list` shows them all; for this server's add `whose:`.",
                esc(&name)
            )));
        }
        Ok(Answer::private(Card::line(format!("Forgotten: **{}**.", esc(&name)))).into())
    })
    .await
}

/// Your saved rolls and this server's.
#[poise::command(slash_command)]
pub async fn list(ctx: Ctx<'_>) -> Result<(), Fault> {
    run(ctx, "/rolls list", move |app, request| async move { listed(&app, &request).await }).await
}

async fn listed(app: &App, request: &Request) -> Result<Reply, Trouble> {
    let mine = app.desk.store.saved_rolls(Shelf::Person(request.user().0)).await?;
    let server = match request.guild {
        Some(guild) => app.desk.store.saved_rolls(Shelf::Server(guild)).await?,
        None => Vec::new(),
    };
    Ok(Answer::private(show::saved(&mine, &server)).into())
}

/// The last rolls of this channel; only you see the list.
#[poise::command(slash_command)]
pub async fn last(
    ctx: Ctx<'_>,
    #[description = "How many; ten if you leave this out"]
    #[min = 1]
    #[max = 25]
    count: Option<u32>,
) -> Result<(), Fault> {
    run(ctx, "/rolls last", move |app, request| async move {
        let count = count.unwrap_or(10);
        let rows = app.desk.store.last_rolls(request.channel, request.user().0, count).await?;
        let thrown: Vec<StoredRoll> =
            rows.into_iter().map(StoredRoll::read).collect::<Result<_, _>>()?;
        Ok(Answer::private(show::last(&thrown)).into())
    })
    .await
}

/// Show the seed of this channel's dice, so that anybody can check every roll; a new seed follows.
#[poise::command(slash_command)]
pub async fn proof(ctx: Ctx<'_>) -> Result<(), Fault> {
    run(ctx, "/rolls proof", move |app, request| async move {
        let store = &app.desk.store;
        let interaction = request.interaction.unwrap_or_default();
        let mut opened = app.cups.turn(request.channel).await;
        let in_use = store.cup(request.channel).await?;
        let rolled = match &in_use {
            Some(cup) => store.rolls_from(&cup.id).await?,
            None => Vec::new(),
        };
        let (cup, again) = match (&*opened, in_use) {
            (Some(before), _) if before.interaction == interaction => (before.cup.clone(), false),
            // that somebody rolled in secret is nobody else's business
            (_, Some(cup)) if rolled.iter().any(|row| row.secrecy != Secrecy::Secret) => {
                // from now on nobody rolls from it, and only then is its seed shown
                store.close_cup(&cup.id, app.desk.clock.now_ms()).await?;
                *opened = Some(Opened { interaction, cup: cup.clone() });
                (cup, false)
            }
            // a proof that got lost, or that a roll shown later belongs to, can be had again
            _ => match store.last_closed_cup(request.channel).await? {
                Some(cup) => (cup, true),
                None => {
                    return Err(Trouble::refused("Nothing has been rolled here with `/roll` yet."));
                }
            },
        };
        let proof = proof_of(&app, &cup).await?;
        let file = File {
            name: format!("rolls-{}.json", cup.id),
            bytes: serde_json::to_string(&proof)?.into_bytes(),
        };
        let card = show::proof(&proof, again);
        let answer = if again { Answer::private(card) } else { Answer::public(card) };
        Ok(with_files(answer, vec![file], request.largest_file).await?.into())
    })
    .await
}

async fn proof_of(app: &App, cup: &Cup) -> Result<Proof, Trouble> {
    let marks = app.desk.store.marks_of(&cup.id).await?;
    let rows = app.desk.store.rolls_from(&cup.id).await?;
    Ok(Proof {
        format: FORMAT.to_owned(),
        cup: cup.id.clone(),
        seed_hash: cup.seed_hash.clone(),
        seed: Seed::new(*cup.seed.expose()).reveal(),
        // a fingerprint of what is still secret tells nothing of it, and holds it to what it is
        entries: marks.into_iter().map(|row| row.entry).collect(),
        // what is still secret stays so
        rolls: rows
            .into_iter()
            .filter(|row| row.secrecy != Secrecy::Secret)
            .map(proven)
            .collect::<Result<_, _>>()?,
    })
}

fn proven(row: RollRow) -> Result<ProvenRoll, Trouble> {
    let own_seed = row.secret_seed.map(|seed| OwnSeed::of(&Seed::new(*seed.expose())));
    let mut roll = ProvenRoll {
        id: row.id,
        by: row.user_name,
        at_ms: row.at_ms,
        dice: row.dice,
        rolled: serde_json::from_str(&row.rolled)?,
        typed_by: None,
        mark: row.mark,
        own_seed,
    };
    roll.typed_by = roll.is_typed().then(|| roll.by.clone());
    Ok(roll)
}

fn shelf(request: &Request, whose: Whose) -> Result<Shelf, Trouble> {
    match (whose, request.guild) {
        (Whose::Mine, _) => Ok(Shelf::Person(request.user().0)),
        (Whose::Server, Some(guild)) if request.actor.manager => Ok(Shelf::Server(guild)),
        (Whose::Server, Some(_)) => Err(Trouble::refused(
            "Only people who manage or organise on this server change its saved rolls; yours are yours.",
        )),
        (Whose::Server, None) => {
            Err(Trouble::refused("There is no server here; save it for yourself."))
        }
    }
}

async fn names_offered(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let app = ctx.framework.user_data().await;
    let request = Request::from_command(ctx.interaction, app.lookup()).await;
    let mut names = Vec::new();
    for shelf in super::shelves(&request) {
        let saved = app.desk.store.saved_rolls(shelf).await.unwrap_or_default();
        names.extend(saved.into_iter().map(|saved| saved.name));
    }
    let mut known = std::collections::HashSet::new();
    names.retain(|name| offers::contains(name, typed) && known.insert(name.to_lowercase()));
    offers::choices(names.into_iter().map(|name| (name.clone(), name)))
}

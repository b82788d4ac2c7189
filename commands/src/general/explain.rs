//! `/explain`, and "Explain this" on a message: every die of a result, what it needed and why.

use gatemaster_discord::limits::{CHOICE_NAME, CHOICES, clip};
use gatemaster_discord::press::decode;
use gatemaster_rules::ids::Seq;
use gatemaster_store::StoryKind;
use serenity::all::{
    ActionRowComponent, AutocompleteChoice, ButtonKind, CreateAutocompleteResponse, Message,
};

use crate::answer::Answer;
use crate::app::App;
use crate::desk::{Loaded, Which};
use crate::face::Systems;
use crate::request::Request;
use crate::run::{Ctx, run};
use crate::table::explain::account;
use crate::table::press::{Press, Pressed, Steps};
use crate::table::{self, ToldSteps, short_line};
use crate::trouble::{Fault, Trouble};

/// The tag of the buttons of free rolls.
const ROLLS: &str = "r1:";

/// Why a step of this channel's game came out as it did: every die, what it needed, and the rules.
#[poise::command(slash_command, install_context = "Guild", interaction_context = "Guild|BotDm")]
pub async fn explain(
    ctx: Ctx<'_>,
    #[description = "The number of the step; without it, the latest one with dice"]
    #[autocomplete = "steps_offered"]
    #[min = 1]
    step: Option<u32>,
) -> Result<(), Fault> {
    run(ctx, "/explain", move |app, request| async move {
        let game = app.desk.load(&request, &Which::LastHere).await?;
        let step = if let Some(step) = step {
            Seq(step)
        } else {
            let log = app.desk.log(&game).await?;
            let rolled = log.steps().rev().find(|step| !step.dice.is_empty());
            rolled.map_or(game.seq, |step| step.seq)
        };
        explained(&app, &request, &game, step, step).await
    })
    .await
}

async fn explained(
    app: &App,
    request: &Request,
    game: &Loaded,
    first: Seq,
    last: Seq,
) -> Result<crate::answer::Reply, Trouble> {
    let account = account(app, request, game, Steps { first, last }).await?;
    Ok(Answer::private(account.own(game, 0)).into())
}

/// Why the result in this message came out as it did.
#[poise::command(
    context_menu_command = "Explain this",
    install_context = "Guild",
    interaction_context = "Guild|BotDm"
)]
pub async fn explain_this(ctx: Ctx<'_>, message: Message) -> Result<(), Fault> {
    let message = Box::new(message);
    run(ctx, "Explain this", move |app, request| async move {
        let by_me = message.author.id == app.cache.current_user().id;
        let noted = app.desk.store.story_in(message.id.get()).await?;
        let noted = noted.filter(|story| story.kind == StoryKind::Story).map(|story| ToldSteps {
            game: story.game_id,
            first: Seq(story.first),
            last: Seq(story.last),
        });
        let ToldSteps { game, first, last } = match noted.or_else(|| told(app.systems, &message)) {
            Some(told) if by_me => told,
            _ if by_me && is_roll(&message) => {
                return Err(Trouble::refused(
                    "A free roll explains itself: each die stands on it, and why it counts. `/rolls proof` lets \
                     anybody check the dice.",
                ));
            }
            _ => return Err(tells_nothing(by_me)),
        };
        let game = app.desk.load(&request, &Which::Now(game)).await?;
        explained(&app, &request, &game, first, last).await
    })
    .await
}

fn tells_nothing(by_me: bool) -> Trouble {
    let what =
        if by_me { "This message tells no step of a game." } else { "I did not write this." };
    Trouble::refused(format!(
        "{what} I can explain my own messages that tell a result, and boards. `/explain` explains the latest step with \
         dice, `/explain step:` any step of this channel's game."
    ))
}

/// Which steps a message of mine tells that is none of a story: a board's small print says so, its controls while it has them.
fn told(systems: Systems, message: &Message) -> Option<ToldSteps> {
    let mut footers = message.embeds.iter().filter_map(|embed| embed.footer.as_ref());
    let written = footers.find_map(|footer| table::told_by(&footer.text));
    written.or_else(|| ids(message).into_iter().find_map(|id| drawn_at(systems, id)))
}

fn ids(message: &Message) -> Vec<&str> {
    let components = message.components.iter().flat_map(|row| &row.components);
    let ids = components.filter_map(|component| match component {
        ActionRowComponent::Button(button) => match &button.data {
            ButtonKind::NonLink { custom_id, .. } => Some(custom_id.as_str()),
            ButtonKind::Link { .. } | ButtonKind::Premium { .. } => None,
        },
        ActionRowComponent::SelectMenu(menu) => menu.custom_id.as_deref(),
        _ => None,
    });
    ids.collect()
}

/// The step a control was drawn at.
fn drawn_at(systems: Systems, id: &str) -> Option<ToldSteps> {
    let of_table = decode::<Pressed<Press>>(id).map(|pressed| (pressed.game, pressed.seq));
    let (game, seq) = of_table.or_else(|| systems.all().find_map(|face| face.drawn_at(id)))?;
    Some(ToldSteps { game, first: seq, last: seq })
}

fn is_roll(message: &Message) -> bool {
    ids(message).iter().any(|id| id.starts_with(ROLLS))
}

/// Steps of this channel's game, the latest first: those with dice, or those whose number is being typed.
async fn steps_offered(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let app = ctx.framework.user_data().await;
    let request = Request::from_command(ctx.interaction, app.lookup()).await;
    let offered = offered(app, &request, typed.trim()).await.unwrap_or_default();
    let choices = offered.into_iter().map(|(seq, did)| {
        AutocompleteChoice::new(clip(&format!("{seq}: {did}"), CHOICE_NAME), seq.0)
    });
    CreateAutocompleteResponse::new().set_choices(choices.collect())
}

async fn offered(app: &App, request: &Request, typed: &str) -> Result<Vec<(Seq, String)>, Trouble> {
    let game = app.desk.load(request, &Which::LastHere).await?;
    let face = app.systems.of(game.table.system);
    let log = app.desk.log(&game).await?;
    let fits = |step: &gatemaster_rules::table::SeenStep| {
        if typed.is_empty() {
            !step.dice.is_empty()
        } else {
            step.seq.to_string().starts_with(typed)
        }
    };
    let latest = log.steps().rev().filter(fits).take(CHOICES.into());
    let wanted: Vec<Seq> = latest.map(|step| step.seq).collect();
    let Some(first) = wanted.last() else { return Ok(Vec::new()) };
    let entries = log.entries((first.0 as usize).saturating_sub(1)..log.len());
    let mut lines: Vec<(Seq, String)> = entries
        .filter(|entry| wanted.contains(&entry.step.seq))
        .map(|entry| {
            let did = short_line(face, entry.before.as_ref(), &entry.after, &entry.step);
            // Discord shows plain text here
            (entry.step.seq, did.replace('\\', ""))
        })
        .collect();
    lines.reverse();
    Ok(lines)
}

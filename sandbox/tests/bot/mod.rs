//! A small real bot, as anyone would write it with poise, to try the sandbox with.
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used, clippy::unused_async)]

use std::sync::{Arc, Mutex};
use std::time::Duration;

use gatemaster_sandbox::{Options, Sandbox};
use poise::serenity_prelude as serenity;
use poise::{CreateReply, Modal as _};
use serenity::{
    CreateActionRow, CreateAttachment, CreateButton, CreateEmbed, CreateInteractionResponse,
    CreateInteractionResponseFollowup, CreateInteractionResponseMessage, CreateMessage,
    CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption, EditMessage, FullEvent,
};

type Error = Box<dyn std::error::Error + Send + Sync>;
type Context<'a> = poise::Context<'a, (), Error>;

/// Rolls dice, or says so.
#[poise::command(slash_command)]
async fn roll(
    ctx: Context<'_>,
    #[description = "Which dice"] dice: String,
    #[min = 1]
    #[max = 10]
    #[description = "How often"]
    times: Option<u8>,
) -> Result<(), Error> {
    ctx.say(format!("{dice} x{}", times.unwrap_or(1))).await?;
    Ok(())
}

/// Tells a secret.
#[poise::command(slash_command)]
async fn secret(ctx: Context<'_>) -> Result<(), Error> {
    ctx.send(CreateReply::default().content("hush").ephemeral(true)).await?;
    ctx.send(CreateReply::default().content("and more").ephemeral(true)).await?;
    Ok(())
}

/// Tells one person, then everybody.
#[poise::command(slash_command)]
async fn hint(ctx: Context<'_>) -> Result<(), Error> {
    ctx.send(CreateReply::default().content("a private hint").ephemeral(true)).await?;
    ctx.send(CreateReply::default().content("for all to know")).await?;
    Ok(())
}

/// Thinks first.
#[poise::command(slash_command)]
async fn slow(ctx: Context<'_>, #[description = "In private"] quietly: bool) -> Result<(), Error> {
    if quietly {
        ctx.defer_ephemeral().await?;
    } else {
        ctx.defer().await?;
    }
    tokio::time::sleep(Duration::from_millis(50)).await;
    ctx.say("thought about it").await?;
    Ok(())
}

/// Never answers.
#[poise::command(slash_command)]
async fn silence(_ctx: Context<'_>) -> Result<(), Error> {
    std::future::pending::<()>().await;
    Ok(())
}

fn board(count: u32) -> (CreateEmbed, Vec<CreateActionRow>) {
    let sides =
        ["Red", "Blue"].map(|side| CreateSelectMenuOption::new(side, side.to_lowercase())).to_vec();
    let rows = vec![
        CreateActionRow::Buttons(vec![
            CreateButton::new(format!("draw:{count}")).label("Draw"),
            CreateButton::new("whisper").label("Whisper"),
            CreateButton::new("later").label("Later"),
            CreateButton::new("form").label("Form"),
            CreateButton::new("never").label("Never").disabled(true),
        ]),
        CreateActionRow::SelectMenu(
            CreateSelectMenu::new("side", CreateSelectMenuKind::String { options: sides })
                .placeholder("Which side?"),
        ),
        CreateActionRow::SelectMenu(
            CreateSelectMenu::new("who", CreateSelectMenuKind::User { default_users: None })
                .placeholder("Who?"),
        ),
    ];
    (
        CreateEmbed::new()
            .title("Board")
            .description(format!("{count} drawn"))
            .field("Turn", "1", true),
        rows,
    )
}

/// Shows a board.
#[poise::command(slash_command)]
async fn show(ctx: Context<'_>) -> Result<(), Error> {
    let (embed, rows) = board(0);
    ctx.send(CreateReply::default().embed(embed).components(rows)).await?;
    Ok(())
}

#[derive(Debug, poise::Modal)]
#[name = "Set up"]
struct Form {
    #[name = "Sides"]
    #[placeholder = "Red 6"]
    sides: String,
    #[name = "Note"]
    #[paragraph]
    note: Option<String>,
}

/// Asks with a form.
#[poise::command(slash_command)]
async fn form(ctx: poise::ApplicationContext<'_, (), Error>) -> Result<(), Error> {
    if let Some(form) = Form::execute(ctx).await? {
        ctx.say(format!("sides {} note {:?}", form.sides, form.note)).await?;
    }
    Ok(())
}

async fn seats(_ctx: Context<'_>, partial: &str) -> serenity::CreateAutocompleteResponse {
    let fitting = ["Blue", "Black", "Red"].into_iter().filter(|seat| seat.starts_with(partial));
    serenity::CreateAutocompleteResponse::new().set_choices(fitting.map(Into::into).collect())
}

/// A group.
#[poise::command(slash_command, subcommands("join", "setup"), subcommand_required)]
async fn game(_ctx: Context<'_>) -> Result<(), Error> {
    Ok(())
}

/// Joins.
#[poise::command(slash_command)]
async fn join(
    ctx: Context<'_>,
    #[autocomplete = "seats"]
    #[description = "Seat"]
    seat: String,
) -> Result<(), Error> {
    ctx.say(format!("{} sits at {seat}", ctx.author().display_name())).await?;
    Ok(())
}

/// Sets up.
#[poise::command(slash_command)]
async fn setup(
    ctx: Context<'_>,
    #[description = "Sides"] sides: String,
    #[description = "Extras"] extras: Option<String>,
) -> Result<(), Error> {
    ctx.say(format!("[{sides}] [{}]", extras.unwrap_or_default())).await?;
    Ok(())
}

/// Takes everything.
#[poise::command(slash_command)]
async fn point(
    ctx: Context<'_>,
    #[description = "Who"] who: serenity::User,
    #[description = "Where"] place: serenity::GuildChannel,
    #[description = "File"] file: Option<serenity::Attachment>,
) -> Result<(), Error> {
    let size = match &file {
        Some(file) => file.download().await?.len(),
        None => 0,
    };
    ctx.say(format!("<@{}> at {} with {size}", who.id, place.name)).await?;
    Ok(())
}

/// Draws.
#[poise::command(slash_command)]
async fn picture(ctx: Context<'_>) -> Result<(), Error> {
    let file =
        CreateAttachment::bytes(b"not really a picture".to_vec(), "card.png").description("A card");
    let embed = CreateEmbed::new().title("Card").image("attachment://card.png");
    ctx.send(CreateReply::default().embed(embed).attachment(file)).await?;
    Ok(())
}

/// Posts and pins in the channel.
#[poise::command(slash_command)]
async fn post(ctx: Context<'_>) -> Result<(), Error> {
    let message = CreateMessage::new()
        .content("on the wall")
        .nonce(serenity::all::Nonce::String("wall".into()))
        .enforce_nonce(true);
    // past serenity's cache, which would refuse by itself what the sandbox is to refuse
    let http = ctx.http();
    let first = ctx.channel_id().send_message(http, message.clone()).await?;
    let second = ctx.channel_id().send_message(http, message).await?;
    assert_eq!(first.id, second.id, "the nonce finds the first");
    first.pin(http).await?;
    ctx.say("done").await?;
    Ok(())
}

/// For organisers.
#[poise::command(slash_command, default_member_permissions = "MANAGE_GUILD")]
async fn manage(ctx: Context<'_>) -> Result<(), Error> {
    ctx.say("managed").await?;
    Ok(())
}

/// Everywhere.
#[poise::command(
    slash_command,
    install_context = "Guild|User",
    interaction_context = "Guild|BotDm|PrivateChannel"
)]
async fn anywhere(ctx: poise::ApplicationContext<'_, (), Error>) -> Result<(), Error> {
    ctx.say(format!(
        "{:?} {:?}",
        ctx.interaction.context, ctx.interaction.authorizing_integration_owners.0
    ))
    .await?;
    Ok(())
}

#[poise::command(context_menu_command = "Quote")]
async fn quote(ctx: Context<'_>, message: serenity::Message) -> Result<(), Error> {
    ctx.say(format!("\"{}\"", message.content)).await?;
    Ok(())
}

#[poise::command(context_menu_command = "Profile")]
async fn profile(ctx: Context<'_>, user: serenity::User) -> Result<(), Error> {
    ctx.say(format!("this is {}", user.name)).await?;
    Ok(())
}

async fn on_component(
    ctx: &serenity::Context,
    click: &serenity::ComponentInteraction,
) -> Result<(), Error> {
    match click.data.custom_id.as_str() {
        "whisper" => {
            let message = CreateInteractionResponseMessage::new().content("psst").ephemeral(true);
            click.create_response(ctx, CreateInteractionResponse::Message(message)).await?;
        }
        "later" => {
            click.create_response(ctx, CreateInteractionResponse::Acknowledge).await?;
            let edit = EditMessage::new().content("edited by the channel route");
            click.channel_id.edit_message(ctx, click.message.id, edit).await?;
            let extra =
                CreateInteractionResponseFollowup::new().content("and a word").ephemeral(true);
            click.create_followup(ctx, extra).await?;
        }
        "form" => {
            let input =
                serenity::CreateInputText::new(serenity::InputTextStyle::Short, "Name", "name")
                    .value("Nobody");
            let modal = serenity::CreateModal::new("named", "Who are you?")
                .components(vec![CreateActionRow::InputText(input)]);
            click.create_response(ctx, CreateInteractionResponse::Modal(modal)).await?;
        }
        "side" | "who" => {
            let message = CreateInteractionResponseMessage::new()
                .content(format!("picked {:?}", click.data.kind))
                .components(vec![]);
            click.create_response(ctx, CreateInteractionResponse::UpdateMessage(message)).await?;
        }
        other => {
            let count: u32 = other.strip_prefix("draw:").unwrap().parse().unwrap();
            let (embed, rows) = board(count + 1);
            let message = CreateInteractionResponseMessage::new().embed(embed).components(rows);
            click.create_response(ctx, CreateInteractionResponse::UpdateMessage(message)).await?;
        }
    }
    Ok(())
}

async fn on_modal(
    ctx: &serenity::Context,
    modal: &serenity::ModalInteraction,
) -> Result<(), Error> {
    if modal.data.custom_id != "named" {
        return Ok(());
    }
    let serenity::ActionRowComponent::InputText(input) = &modal.data.components[0].components[0]
    else {
        panic!("no input")
    };
    let message = CreateInteractionResponseMessage::new()
        .content(format!("hello {}", input.value.as_deref().unwrap_or("?")));
    modal.create_response(ctx, CreateInteractionResponse::Message(message)).await?;
    Ok(())
}

async fn on_event(
    framework: poise::FrameworkContext<'_, (), Error>,
    event: &FullEvent,
) -> Result<(), Error> {
    let ctx = framework.serenity_context;
    match event {
        FullEvent::InteractionCreate { interaction: serenity::Interaction::Component(click) } => {
            on_component(ctx, click).await
        }
        FullEvent::InteractionCreate { interaction: serenity::Interaction::Modal(modal) } => {
            on_modal(ctx, modal).await
        }
        FullEvent::Message { new_message } if new_message.content == "ping" => {
            let reply = CreateMessage::new()
                .content(format!("<@{}> pong", new_message.author.id))
                .reference_message(new_message);
            new_message.channel_id.send_message(ctx, reply).await?;
            Ok(())
        }
        _ => Ok(()),
    }
}

pub struct Bot(tokio::task::JoinHandle<()>);

impl Drop for Bot {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Events that serenity could not read; it passes over them in silence.
#[derive(Clone, Default)]
pub struct Unread(pub Arc<Mutex<Vec<String>>>);

#[serenity::async_trait]
impl serenity::RawEventHandler for Unread {
    async fn raw_event(&self, _ctx: serenity::Context, event: serenity::Event) {
        if let serenity::Event::Unknown(event) = event {
            self.0.lock().unwrap().push(event.kind);
        }
    }
}

pub async fn start_with(http: serenity::Http) -> Bot {
    start_watched(http, Unread::default()).await
}

pub async fn start_watched(http: serenity::Http, unread: Unread) -> Bot {
    let framework = poise::Framework::builder()
        .options(poise::FrameworkOptions {
            commands: vec![
                roll(),
                secret(),
                hint(),
                slow(),
                silence(),
                show(),
                form(),
                game(),
                point(),
                picture(),
                post(),
                manage(),
                anywhere(),
                quote(),
                profile(),
            ],
            event_handler: |framework, event| Box::pin(on_event(framework, event)),
            on_error: |error| Box::pin(async move { eprintln!("bot error: {error}") }),
            ..Default::default()
        })
        .setup(|ctx, _ready, framework| {
            Box::pin(async move {
                poise::builtins::register_globally(ctx, &framework.options().commands).await?;
                Ok(())
            })
        })
        .build();
    let intents = serenity::GatewayIntents::all();
    let mut client = serenity::ClientBuilder::new_with_http(http, intents)
        .framework(framework)
        .raw_event_handler(unread)
        .await
        .unwrap();
    Bot(tokio::spawn(async move {
        if let Err(error) = client.start().await {
            eprintln!("bot stopped: {error}");
        }
    }))
}

pub async fn start(discord: &Sandbox) -> Bot {
    let http = serenity::HttpBuilder::new(discord.token())
        .proxy(discord.url())
        .ratelimiter_disabled(true)
        .build();
    start_with(http).await
}

/// As in production: TLS, the name discord.com, and serenity's own rate limiter.
pub async fn start_tls(discord: &Sandbox) -> Bot {
    let ca = reqwest::Certificate::from_pem(discord.ca_pem().unwrap().as_bytes()).unwrap();
    let client = reqwest::Client::builder()
        .use_rustls_tls()
        .add_root_certificate(ca)
        .resolve("discord.com", discord.tls_addr().unwrap())
        .build()
        .unwrap();
    start_with(serenity::HttpBuilder::new(discord.token()).client(client).build()).await
}

/// A strict sandbox with the bot in it.
pub async fn fresh() -> (Sandbox, Bot) {
    let discord = Sandbox::start(Options::for_tests()).await.unwrap();
    let bot = start(&discord).await;
    discord.bot_ready().await;
    (discord, bot)
}

//! The running bot: the gateway, the commands, the store, and a stop that leaves nothing half done.

use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use std::time::Duration;

use anyhow::Context as _;
use gatemaster_commands::caps::Most;
use gatemaster_commands::clock::Clock;
use gatemaster_commands::desk::Desk;
use gatemaster_commands::entrance::Entrance;
use gatemaster_commands::framework::{self, Bot};
use gatemaster_commands::{emojis, make_whole, open_desk, systems};
use gatemaster_store::Store;
use gatemaster_web::Listening;
use serenity::all::{
    Cache, Client, ClientBuilder, CreateCommand, GatewayError, GatewayIntents, Http,
};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::boxed;
use crate::config::{Config, Discord, PAGE_ADDR, Token};
use crate::{connect, health};

/// Commands and buttons reach the bot without any intent; this one tells it which servers it is in.
pub const INTENTS: GatewayIntents = GatewayIntents::GUILDS;

/// What a bot needs to run.
#[derive(Clone, Debug)]
pub struct Settings {
    pub token: Token,
    pub discord: Discord,
    /// Where the sign of life is written, if anywhere.
    pub alive_file: Option<std::path::PathBuf>,
    pub clock: Arc<Clock>,
    /// Where the public page is served, if there is one.
    pub page: Option<Listening>,
    /// How much servers may allow themselves.
    pub most: Most,
    /// Whether the application gets emoji of ours; without them, dice are figures.
    pub emojis: bool,
}

/// Opens the database and looks it over: a damaged one must not be played on.
#[boxed]
pub async fn open_store(url: &str) -> anyhow::Result<Store> {
    let store = Store::open(url).await?;
    let findings = store.quick_check().await?;
    if let Some(finding) = findings.first() {
        anyhow::bail!(
            "the database {url} is damaged: {finding} Restore the last backup, or ask `gatemaster doctor`."
        );
    }
    Ok(store)
}

/// Takes the address of the public page, if the operator wants one.
pub fn listen_for_readers(config: &Config) -> anyhow::Result<Option<Listening>> {
    let Some(addr) = config.page_addr else { return Ok(None) };
    let listening = Listening::at(addr, &config.page_title).map_err(|error| {
        anyhow::anyhow!(
            "the public page cannot listen on {addr} ({error}); if something else uses that port, set {PAGE_ADDR} to \
             another one"
        )
    })?;
    Ok(Some(listening))
}

/// Runs until `stop` is cancelled. Lost connections are made anew; only what no waiting can mend is an error.
#[boxed]
pub async fn run(settings: Settings, store: Store, stop: CancellationToken) -> anyhow::Result<()> {
    let desk = open_desk(store.clone(), Arc::clone(&settings.clock)).within(settings.most);
    make_whole(&desk).await;
    let cache = CacheNow::default();
    // also when the bot ends by itself
    let stop_reading = stop.child_token();
    let page = settings.page.clone().map(|listening| {
        tokio::spawn(page(
            listening,
            store.clone(),
            Arc::clone(&settings.clock),
            cache.clone(),
            stop_reading.clone(),
        ))
    });
    let mut wait = Duration::from_secs(1);
    let result = loop {
        let started = tokio::time::Instant::now();
        match connected(&settings, &desk, &cache, &stop).await {
            Ok(()) => break Ok(()),
            Err(error) if is_final(&error) => break Err(anyhow::anyhow!(plain(&error))),
            Err(error) => {
                if started.elapsed() > Duration::from_mins(2) {
                    wait = Duration::from_secs(1);
                }
                tracing::warn!(error = %plain(&error), wait = ?wait, "the connection to Discord failed; trying again");
            }
        }
        tokio::select! {
            () = tokio::time::sleep(wait) => wait = (wait * 2).min(Duration::from_mins(1)),
            () = stop.cancelled() => break Ok(()),
        }
    };
    stop_reading.cancel();
    if let Some(page) = page {
        stop_page(page).await;
    }
    store.close().await;
    result
}

/// What serenity knows of the servers, for as long as a connection lives.
type CacheNow = Arc<RwLock<Option<Arc<Cache>>>>;

/// The public page. Whatever happens to it, the bot plays on.
async fn page(
    listening: Listening,
    store: Store,
    clock: Arc<Clock>,
    cache: CacheNow,
    stop: CancellationToken,
) {
    let addr = listening.addr();
    let name = move |guild: u64| {
        let cache = cache.read().unwrap_or_else(PoisonError::into_inner).clone()?;
        let guild = std::num::NonZeroU64::new(guild)?;
        cache.guild(guild).map(|guild| guild.name.clone())
    };
    tracing::info!(%addr, "the public page is on");
    if let Err(error) = gatemaster_web::serve(listening, store, clock, Arc::new(name), stop).await {
        tracing::warn!(%error, "the public page is off; the bot goes on without it");
    }
}

/// It stops by the same word as the bot; a reader who takes long is not waited for.
async fn stop_page(page: JoinHandle<()>) {
    const PATIENCE: Duration = Duration::from_secs(2);
    let abort = page.abort_handle();
    if tokio::time::timeout(PATIENCE, page).await.is_err() {
        abort.abort();
    }
}

/// One life of the gateway client.
async fn connected(
    settings: &Settings,
    desk: &Desk,
    cache: &CacheNow,
    stop: &CancellationToken,
) -> anyhow::Result<()> {
    let bot: Arc<OnceLock<Bot>> = Arc::default();
    // what is not done when this connection ends goes on at the next
    let ends = CancellationToken::new();
    let _ending = ends.clone().drop_guard();
    let mut client = client(settings, desk.clone(), Arc::clone(&bot), ends).await?;
    *cache.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&client.cache));
    let shards = Arc::clone(&client.shard_manager);
    let alive = settings
        .alive_file
        .clone()
        .map(|file| tokio::spawn(health::keep_telling(file, Arc::clone(&shards))));
    let sweeper = tokio::spawn(connect::sweep_rate_limits(Arc::clone(&client.http)));
    let result = tokio::select! {
        result = client.start() => result.context("the gateway"),
        () = stop.cancelled() => {
            tracing::info!("stopping");
            shards.shutdown_all().await;
            Ok(())
        }
    };
    if let Some(bot) = bot.get() {
        finish(bot).await;
    }
    sweeper.abort();
    if let Some(alive) = alive {
        alive.abort();
    }
    if let Some(file) = &settings.alive_file {
        let _ = std::fs::remove_file(file);
    }
    result
}

/// Lets answers and boards that are under way go out, within reason.
async fn finish(bot: &Bot) {
    const PATIENCE: Duration = Duration::from_secs(8);
    if tokio::time::timeout(PATIENCE, bot.settle()).await.is_err() {
        tracing::warn!("some answers were still under way at the stop");
    }
}

async fn client(
    settings: &Settings,
    desk: Desk,
    bot: Arc<OnceLock<Bot>>,
    ends: CancellationToken,
) -> anyhow::Result<Client> {
    let with_emojis = settings.emojis;
    let framework = poise::Framework::builder()
        .options(framework::options())
        .setup(move |ctx, ready, framework| {
            let commands =
                poise::builtins::create_application_commands(&framework.options().commands);
            let (http, cache) = (Arc::clone(&ctx.http), Arc::clone(&ctx.cache));
            let name = ready.user.name.clone();
            Box::pin(async move {
                tracing::info!(bot = name, "connected");
                // commands work as soon as Discord knows them; nothing else waits for that
                tokio::spawn(register(Arc::clone(&http), commands));
                if with_emojis {
                    let bring =
                        emojis::bring(Arc::clone(&http), desk.store.clone(), systems::all());
                    tokio::spawn(async move { ends.run_until_cancelled(bring).await });
                }
                let new = Bot::new(desk, http, cache);
                let bot = bot.get_or_init(|| new);
                bot.start();
                Ok(bot.app.clone())
            })
        })
        .build();
    let http = connect::http(&settings.discord, &settings.token)?;
    let client = ClientBuilder::new_with_http(http, INTENTS).framework(Entrance(framework));
    client.await.map_err(anyhow::Error::new)
}

/// Tells Discord our commands, and keeps trying until it has heard them.
async fn register(http: Arc<Http>, commands: Vec<CreateCommand>) {
    let mut wait = Duration::from_secs(1);
    loop {
        match http.create_global_commands(&commands).await {
            Ok(_) => {
                tracing::info!(commands = commands.len(), "commands registered");
                return;
            }
            Err(error) => {
                let error = gatemaster_discord::send::classify(error);
                tracing::warn!(%error, "commands could not be registered; trying again");
                tokio::time::sleep(wait).await;
                wait = (wait * 2).min(Duration::from_mins(1));
            }
        }
    }
}

/// A wrong token or a missing right does not heal by waiting.
fn is_final(error: &anyhow::Error) -> bool {
    let Some(serenity::Error::Gateway(gateway)) = error.downcast_ref::<serenity::Error>() else {
        return error.downcast_ref::<serenity::Error>().is_none();
    };
    matches!(
        gateway,
        GatewayError::InvalidAuthentication
            | GatewayError::InvalidGatewayIntents
            | GatewayError::DisallowedGatewayIntents
    )
}

/// The error for the log and the operator, without addresses.
fn plain(error: &anyhow::Error) -> String {
    match error.downcast_ref::<serenity::Error>() {
        Some(serenity::Error::Gateway(GatewayError::InvalidAuthentication)) => {
            "DISCORD_TOKEN: Discord does not accept this token".to_owned()
        }
        Some(serenity::Error::Gateway(
            GatewayError::InvalidGatewayIntents | GatewayError::DisallowedGatewayIntents,
        )) => "Discord refuses the intents this bot asks for; see the Bot page of your application"
            .to_owned(),
        Some(serenity::Error::Http(_)) => {
            "Discord's HTTP interface does not answer as it should".to_owned()
        }
        Some(other) => other.to_string(),
        None => format!("{error:#}"),
    }
}

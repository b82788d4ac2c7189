//! The offline default: a local Discord on loopback with the real bot connected to it.

use std::io::Write as _;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use gatemaster_commands::clock::Clock;
use gatemaster_commands::face::Face;
use gatemaster_commands::systems;
use gatemaster_sandbox::{Options, Sandbox, StartError, Try};
use tokio_util::sync::CancellationToken;

use crate::bot;
use crate::boxed;
use crate::config::{Config, Discord, SANDBOX_ADDR, Token};
use crate::health;

#[boxed]
pub async fn run(config: &Config, stop: CancellationToken) -> anyhow::Result<()> {
    std::fs::create_dir_all(&config.data)
        .with_context(|| format!("the folder {} cannot be made", config.data.display()))?;
    let options = Options {
        addr: config.sandbox_addr,
        state_file: Some(config.sandbox_state()),
        welcome: welcome(),
        ..Options::default()
    };
    let page = bot::listen_for_readers(config)?;
    let store = bot::open_store(&config.sandbox_database_url()).await?;
    let discord = match Sandbox::start(options).await {
        Ok(discord) => discord,
        Err(error @ StartError::Listen(..)) => {
            bail!("{error}; if something else uses that port, set {SANDBOX_ADDR} to another one")
        }
        Err(error) => return Err(error.into()),
    };
    say(&format!("Gatemaster runs in its sandbox, a local Discord: {}", discord.url()));
    if let Some(page) = &page {
        say(&format!("The public page of leagues: http://{}", page.addr()));
    }
    say(&format!("Everything is kept in {}. Stop with Ctrl-C.", config.data.display()));
    let settings = bot::Settings {
        token: Token::new(discord.token()),
        discord: Discord::Plain { url: discord.url() },
        alive_file: Some(health::file_in(&config.data)),
        clock: Arc::new(Clock::default()),
        page,
        most: config.most,
        emojis: true,
    };
    let result = bot::run(settings, store, stop).await;
    discord.stop().await;
    result
}

/// What the page offers to somebody who has never been here.
pub fn welcome() -> Vec<Try> {
    let offer = |title: &str, text: &str, line: &str, then: &str| Try {
        title: title.to_owned(),
        text: text.to_owned(),
        line: line.to_owned(),
        then: then.to_owned(),
    };
    let systems = systems::all().all().flat_map(Face::welcome);
    let mut offers: Vec<Try> =
        systems.map(|one| offer(one.title, one.text, one.line, one.then)).collect();
    offers.extend([
        offer(
            "Open a league",
            "A season of the Dice Game for everybody here: pairings, results and a table.",
            "/league new name:Autumn format:Round robin: everybody against everybody system:Gates of Antares: The Dice Game",
            "Press *Join*, become Bob in the list of people and join too; then, as yourself, *Start the season*, and `/league my`.",
        ),
        offer(
            "Roll dice",
            "Two six-sided dice and one on top, for everybody to see.",
            "/roll dice:2d6+1",
            "Type `/roll` below to roll others.",
        ),
        offer(
            "Look around",
            "What Gatemaster can do, in a few lines.",
            "/help",
            "Type `/` below to see every command.",
        ),
    ]);
    offers
}

/// Whoever started us may have closed their end; that is no reason to stop.
fn say(line: &str) {
    let _ = writeln!(std::io::stdout(), "{line}");
}

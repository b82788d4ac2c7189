//! The offline default: a local Discord on loopback with the real bot connected to it.

use std::io::Write as _;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use gatemaster_commands::clock::Clock;
use gatemaster_sandbox::{Options, Sandbox, StartError};
use tokio_util::sync::CancellationToken;

use crate::bot;
use crate::config::{Config, Discord, SANDBOX_ADDR, Token};
use crate::health;

pub async fn run(config: &Config, stop: CancellationToken) -> anyhow::Result<()> {
    std::fs::create_dir_all(&config.data)
        .with_context(|| format!("the folder {} cannot be made", config.data.display()))?;
    let options = Options {
        addr: config.sandbox_addr,
        state_file: Some(config.sandbox_state()),
        ..Options::default()
    };
    let store = bot::open_store(&config.sandbox_database_url()).await?;
    let discord = match Sandbox::start(options).await {
        Ok(discord) => discord,
        Err(error @ StartError::Listen(..)) => {
            bail!("{error}; if something else uses that port, set {SANDBOX_ADDR} to another one")
        }
        Err(error) => return Err(error.into()),
    };
    say(&format!("Gatemaster runs in its sandbox, a local Discord: {}", discord.url()));
    say(&format!("Everything is kept in {}. Stop with Ctrl-C.", config.data.display()));
    let settings = bot::Settings {
        token: Token::new(discord.token()),
        discord: Discord::Plain { url: discord.url() },
        alive_file: Some(health::file_in(&config.data)),
        clock: Arc::new(Clock::default()),
    };
    let result = bot::run(settings, store, stop).await;
    discord.stop().await;
    result
}

/// Whoever started us may have closed their end; that is no reason to stop.
fn say(line: &str) {
    let _ = writeln!(std::io::stdout(), "{line}");
}

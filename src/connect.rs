//! The line to Discord, or to a server that speaks like it.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use anyhow::Context as _;
use serenity::all::{Http, HttpBuilder};

use crate::config::{Discord, Token};

/// An HTTP client for the bot, pointed where the configuration says.
pub fn http(discord: &Discord, token: &Token) -> anyhow::Result<Http> {
    let builder = HttpBuilder::new(token.expose());
    match discord {
        Discord::Real => Ok(builder.build()),
        // while serenity's limiter is on, it ignores the proxy and would call discord.com
        Discord::Plain { url } => Ok(builder.proxy(url).ratelimiter_disabled(true).build()),
        Discord::Tls { addr, ca_file } => {
            let pem = std::fs::read(ca_file).with_context(|| {
                format!("DISCORD_CA_FILE: {} cannot be read", ca_file.display())
            })?;
            let authority = reqwest::Certificate::from_pem(&pem).with_context(|| {
                format!("DISCORD_CA_FILE: {} is not a PEM certificate", ca_file.display())
            })?;
            let client = reqwest::Client::builder()
                .use_rustls_tls()
                .add_root_certificate(authority)
                .resolve("discord.com", *addr)
                .build()
                .context("the TLS client could not be made")?;
            Ok(builder.client(client).build())
        }
    }
}

/// serenity's limiter keeps a bucket for every interaction it ever answered. Buckets whose time has passed are
/// dropped, so that a bot that runs for a year does not grow.
pub async fn sweep_rate_limits(http: Arc<Http>) {
    const EVERY: Duration = Duration::from_mins(5);
    let Some(limiter) = &http.ratelimiter else { return };
    loop {
        tokio::time::sleep(EVERY).await;
        let routes = limiter.routes();
        let mut routes = routes.write().await;
        let before = routes.len();
        let now = SystemTime::now();
        routes.retain(|_, bucket| {
            let used_now = Arc::strong_count(bucket) > 1;
            used_now
                || bucket
                    .try_lock()
                    .is_ok_and(|limit| limit.reset().is_some_and(|reset| reset > now))
        });
        tracing::debug!(before, after = routes.len(), "rate limit buckets swept");
    }
}

//! The line to Discord, or to a server that speaks like it.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use anyhow::Context as _;
use serenity::all::{Http, HttpBuilder, Ratelimiter};

use crate::boxed;
use crate::config::{Discord, Token};

/// How long Discord may take to answer one request.
const PATIENCE: Duration = Duration::from_secs(20);

/// An HTTP client for the bot, pointed where the configuration says.
pub fn http(discord: &Discord, token: &Token) -> anyhow::Result<Http> {
    let builder = HttpBuilder::new(token.expose());
    // a request that nobody ever answers must not hold up everything behind it
    let client = reqwest::Client::builder().use_rustls_tls().timeout(PATIENCE);
    let made = "the HTTP client could not be made";
    match discord {
        Discord::Real => Ok(builder.client(client.build().context(made)?).build()),
        // while serenity's limiter is on, it ignores the proxy and would call discord.com
        Discord::Plain { url } => {
            let builder = builder.client(client.build().context(made)?);
            Ok(builder.proxy(url).ratelimiter_disabled(true).build())
        }
        Discord::Tls { addr, ca_file } => {
            let pem = std::fs::read(ca_file).with_context(|| {
                format!("DISCORD_CA_FILE: {} cannot be read", ca_file.display())
            })?;
            let authority = reqwest::Certificate::from_pem(&pem).with_context(|| {
                format!("DISCORD_CA_FILE: {} is not a PEM certificate", ca_file.display())
            })?;
            let client = client
                .add_root_certificate(authority)
                .resolve("discord.com", *addr)
                .build()
                .context(made)?;
            Ok(builder.client(client).build())
        }
    }
}

/// serenity's limiter keeps a bucket for every interaction it ever answered. Buckets whose time has passed are
/// dropped, so that a bot that runs for a year does not grow.
#[boxed]
pub async fn sweep_rate_limits(http: Arc<Http>) {
    const EVERY: Duration = Duration::from_mins(5);
    let Some(limiter) = &http.ratelimiter else { return };
    loop {
        tokio::time::sleep(EVERY).await;
        let (before, after) = sweep(limiter).await;
        tracing::debug!(before, after, "rate limit buckets swept");
    }
}

/// How many buckets there were and how many are left: those in use, and those with a limit still running.
async fn sweep(limiter: &Ratelimiter) -> (usize, usize) {
    let routes = limiter.routes();
    let mut routes = routes.write().await;
    let before = routes.len();
    let now = SystemTime::now();
    routes.retain(|_, bucket| {
        let used_now = Arc::strong_count(bucket) > 1;
        let running =
            || bucket.try_lock().is_ok_and(|limit| limit.reset().is_some_and(|reset| reset > now));
        used_now || running()
    });
    (before, routes.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serenity::all::{InteractionId, Route};

    #[tokio::test]
    async fn buckets_of_answered_interactions_are_forgotten_and_those_in_use_kept() {
        let http = http(&Discord::Real, &Token::new("made.up.token")).unwrap();
        let limiter = http.ratelimiter.as_ref().unwrap();
        let bucket = |id| {
            let interaction_id = InteractionId::new(id);
            Route::InteractionResponse { interaction_id, token: "t" }.ratelimiting_bucket()
        };
        let routes = limiter.routes();
        for id in 1..=100 {
            routes.write().await.entry(bucket(id)).or_default();
        }
        let used = Arc::clone(&routes.read().await[&bucket(7)]);
        assert_eq!(sweep(limiter).await, (100, 1));
        drop(used);
        assert_eq!(sweep(limiter).await, (1, 0));
    }
}

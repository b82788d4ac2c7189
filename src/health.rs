//! A sign of life for whoever watches the process: a small file, renewed while the bot is connected.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serenity::all::{ConnectionStage, ShardManager};

use crate::boxed;

const EVERY: Duration = Duration::from_secs(15);
/// After this long without a sign the bot counts as lost.
pub const STALE_AFTER: Duration = Duration::from_mins(1);

pub fn file_in(data: &Path) -> PathBuf {
    data.join("alive")
}

/// Renews the file as long as every shard is connected.
#[boxed]
pub async fn keep_telling(file: PathBuf, shards: Arc<ShardManager>) {
    loop {
        let connected = {
            let runners = shards.runners.lock().await;
            !runners.is_empty() && runners.values().all(|r| r.stage == ConnectionStage::Connected)
        };
        if connected
            && let Err(error) = tokio::fs::write(&file, format!("{}\n", seconds_now())).await
        {
            tracing::warn!(%error, file = %file.display(), "the sign of life could not be written");
        }
        tokio::time::sleep(EVERY).await;
    }
}

/// Whether the bot has given a sign of life lately; otherwise why not, in words.
pub fn check(file: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|_| {
        format!("There is no sign of life in {}; the bot has not connected yet.", file.display())
    })?;
    let at: u64 =
        text.trim().parse().map_err(|_| format!("{} is not readable.", file.display()))?;
    let age = seconds_now().saturating_sub(at);
    if age <= STALE_AFTER.as_secs() {
        Ok(())
    } else {
        Err(format!(
            "The last sign of life is {age} seconds old; the bot is down or cut off from Discord."
        ))
    }
}

fn seconds_now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

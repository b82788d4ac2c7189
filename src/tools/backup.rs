//! `gatemaster backup`: a whole copy of the database, taken while the bot runs.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Context as _;

use crate::boxed;

#[boxed]
pub async fn run(url: &str, data: &Path, to: Option<PathBuf>) -> anyhow::Result<()> {
    let store = super::look(url).await?;
    let to = to.unwrap_or_else(|| data.join("backups").join(format!("gatemaster-{}.db", stamp())));
    if let Some(folder) = to.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("the folder {} cannot be made", folder.display()))?;
    }
    store.backup(&to).await?;
    println!("Backed up to {}", to.display());
    store.close().await;
    Ok(())
}

/// Seconds since 1970: sorts by age and never repeats.
fn stamp() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

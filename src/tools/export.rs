//! `gatemaster export`: games as files, from the database.

use std::path::Path;

use anyhow::{Context as _, bail};
use gatemaster_commands::clock::Clock;
use gatemaster_commands::game::whole_files_of;
use gatemaster_commands::{open_desk, systems};

use crate::boxed;

/// Writes `<game>.json` and `<game>.txt` for one game or for all.
#[boxed]
pub async fn run(url: &str, game: Option<&str>, out: &Path) -> anyhow::Result<()> {
    let store = super::look(url).await?;
    store.is_current().await?;
    let desk = open_desk(store.clone(), std::sync::Arc::new(Clock::default()));
    let ids = match game {
        Some(id) => vec![id.to_owned()],
        None => store.all_game_ids().await?,
    };
    std::fs::create_dir_all(out)
        .with_context(|| format!("the folder {} cannot be made", out.display()))?;
    for id in &ids {
        let loaded = desk.load_any(id).await.map_err(anyhow::Error::from)?;
        let Some(loaded) = loaded else { bail!("There is no game {id} in this database.") };
        let files = whole_files_of(&desk, systems::all(), &loaded).await;
        let files = files.map_err(anyhow::Error::from)?;
        for (ending, text) in [("json", &files.json), ("txt", &files.transcript)] {
            let path = out.join(format!("{id}.{ending}"));
            std::fs::write(&path, text)
                .with_context(|| format!("{} cannot be written", path.display()))?;
        }
    }
    println!("{} games exported to {}", ids.len(), out.display());
    store.close().await;
    Ok(())
}

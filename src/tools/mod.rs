//! What an operator does besides running the bot.

pub mod backup;
pub mod doctor;
pub mod export;
pub mod replay;
pub mod units;
pub mod verify;

use anyhow::bail;
use gatemaster_store::{Store, path_of};

/// Opens a database that must exist already, for looking only: nothing is created, nothing migrated.
async fn look(url: &str) -> anyhow::Result<Store> {
    let path = path_of(url)?;
    if !std::path::Path::new(path).exists() {
        bail!("There is no database at {path}. Name it with --database-url or DATABASE_URL.");
    }
    eprintln!("Database: {path}");
    Ok(Store::look(url).await?)
}

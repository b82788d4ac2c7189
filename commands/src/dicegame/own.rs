//! What a server adds to the Dice Game: one file of gate cards, traits and faces, kept as it was loaded.

use gatemaster_rules::dicegame::Setup;
use gatemaster_rules::dicegame::data::Library;
use gatemaster_rules::file::DataFault;
use gatemaster_store::{Scope, Store};
use serde::{Deserialize, Serialize};

use crate::trouble::Trouble;

/// A server's file, word by word.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnCards {
    pub file: String,
    pub text: String,
}

const KEY: &str = "dicegame_cards";

impl OwnCards {
    pub async fn load(store: &Store, guild: Option<u64>) -> Result<Option<Self>, Trouble> {
        let Some(guild) = guild else { return Ok(None) };
        let kept = store.setting(&Scope::Server(guild), KEY).await?;
        Ok(kept.map(|kept| serde_json::from_str(&kept)).transpose()?)
    }

    pub async fn save(&self, store: &Store, guild: u64) -> Result<(), Trouble> {
        let kept = serde_json::to_string(self)?;
        Ok(store.set_setting(Scope::Server(guild), KEY, Some(&kept)).await?)
    }

    pub async fn remove(store: &Store, guild: u64) -> Result<(), Trouble> {
        Ok(store.set_setting(Scope::Server(guild), KEY, None).await?)
    }

    /// The house's values with this file on top.
    pub fn read(&self) -> Result<Library, Vec<DataFault>> {
        Library::built_in().extended(&self.file, &self.text)
    }
}

/// The set-up that a new table of this server begins with.
pub async fn setup(store: &Store, guild: Option<u64>) -> Result<Setup, Trouble> {
    let Some(own) = OwnCards::load(store, guild).await? else { return Ok(Setup::default()) };
    Ok(match own.read() {
        Ok(library) => Setup::of(&library),
        // a file from before an update; `/dicegame list` tells what is wrong with it now
        Err(faults) => {
            tracing::warn!(guild, faults = faults.len(), "a server's gate cards cannot be read");
            Setup::default()
        }
    })
}

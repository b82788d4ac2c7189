//! A file that a server brings along for one of its games: fetched from Discord, kept word by word, given back when it is
//! replaced or taken away.

mod attached;

use gatemaster_rules::file::MAX_FILE;
use gatemaster_rules::text::clean_line;
use gatemaster_store::{Scope, Store};
use serde::{Deserialize, Serialize};
use serenity::all::Attachment;

pub use attached::text_of;

use gatemaster_discord::card::File;

use crate::trouble::Trouble;

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct OwnFile {
    pub file: String,
    pub text: String,
}

/// What a server's file is for; it has one of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum For {
    Units,
    DiceGame,
}

impl For {
    fn key(self) -> &'static str {
        match self {
            For::Units => "antares_units",
            For::DiceGame => "dicegame_cards",
        }
    }
}

impl OwnFile {
    /// The file that somebody attached, under its name or this one where it has none that can be shown.
    pub async fn attached(file: &Attachment, or_named: &str) -> Result<Self, Trouble> {
        let name = clean_line(&file.filename, 100).unwrap_or_else(|| or_named.to_owned());
        Ok(Self { text: text_of(file, MAX_FILE).await?, file: name })
    }

    pub async fn load(
        store: &Store,
        guild: Option<u64>,
        what: For,
    ) -> Result<Option<Self>, Trouble> {
        let Some(guild) = guild else { return Ok(None) };
        let kept = store.setting(&Scope::Server(guild), what.key()).await?;
        Ok(kept.map(|kept| serde_json::from_str(&kept)).transpose()?)
    }

    /// Keeps it, and gives back the one before if that was another.
    pub async fn replace(
        &self,
        store: &Store,
        guild: u64,
        what: For,
    ) -> Result<Option<Self>, Trouble> {
        let before = Self::load(store, Some(guild), what).await?;
        let kept = serde_json::to_string(self)?;
        store.set_setting(Scope::Server(guild), what.key(), Some(&kept)).await?;
        Ok(before.filter(|before| before != self))
    }

    pub async fn remove(store: &Store, guild: u64, what: For) -> Result<(), Trouble> {
        Ok(store.set_setting(Scope::Server(guild), what.key(), None).await?)
    }
}

impl From<OwnFile> for File {
    fn from(own: OwnFile) -> Self {
        File { name: own.file, bytes: own.text.into_bytes() }
    }
}

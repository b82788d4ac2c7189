//! A file that a server brings along for one of its games: fetched from Discord, kept word by word, given back when it is
//! replaced or taken away. What such a file is for says each game by itself, as an [`OwnKind`].

mod attached;
mod commands;
mod faults;
mod kind;

use gatemaster_rules::file::MAX_FILE;
use gatemaster_rules::text::clean_line;
use gatemaster_store::{Scope, Store};
use serde::{Deserialize, Serialize};
use serenity::all::Attachment;

pub use attached::{bytes_of, text_of};
pub use faults::told_together;
pub use kind::{BuiltIn, OwnKind, Words};

use gatemaster_discord::card::File;

use crate::trouble::Trouble;

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct OwnFile {
    pub file: String,
    pub text: String,
}

/// Only its kind knows under which key a file is kept.
impl OwnFile {
    /// The file that somebody attached, under its name or this one where it has none that can be shown.
    async fn attached(file: &Attachment, or_named: &str) -> Result<Self, Trouble> {
        let name = clean_line(&file.filename, 100).unwrap_or_else(|| or_named.to_owned());
        Ok(Self { text: text_of(file, MAX_FILE).await?, file: name })
    }

    async fn load(store: &Store, guild: Option<u64>, key: &str) -> Result<Option<Self>, Trouble> {
        let Some(guild) = guild else { return Ok(None) };
        let kept = store.setting(&Scope::Server(guild), key).await?;
        Ok(kept.map(|kept| serde_json::from_str(&kept)).transpose()?)
    }

    /// Keeps it, and gives back the one before if that was another.
    async fn replace(&self, store: &Store, guild: u64, key: &str) -> Result<Option<Self>, Trouble> {
        let before = Self::load(store, Some(guild), key).await?;
        let kept = serde_json::to_string(self)?;
        store.set_setting(Scope::Server(guild), key, Some(&kept)).await?;
        Ok(before.filter(|before| before != self))
    }

    async fn remove(store: &Store, guild: u64, key: &str) -> Result<(), Trouble> {
        Ok(store.set_setting(Scope::Server(guild), key, None).await?)
    }
}

impl From<OwnFile> for File {
    fn from(own: OwnFile) -> Self {
        File { name: own.file, bytes: own.text.into_bytes() }
    }
}

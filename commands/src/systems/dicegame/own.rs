//! What a server adds to the Dice Game: one file of gate cards, traits and faces, kept as it was loaded.

use gatemaster_rules::dicegame::Setup;
use gatemaster_rules::dicegame::data::Library;
use gatemaster_rules::file::DataFault;
use gatemaster_store::Store;

use crate::own_file::{For, OwnFile};
use crate::trouble::Trouble;

/// The house's values with a server's file on top.
pub fn read(own: &OwnFile) -> Result<Library, Vec<DataFault>> {
    Library::built_in().extended(&own.file, &own.text)
}

/// The set-up that a new table of this server begins with.
pub async fn setup(store: &Store, guild: Option<u64>) -> Result<Setup, Trouble> {
    let Some(own) = OwnFile::load(store, guild, For::DiceGame).await? else {
        return Ok(Setup::default());
    };
    Ok(match read(&own) {
        Ok(library) => Setup::of(&library),
        // a file from before an update; `/dicegame list` tells what is wrong with it now
        Err(faults) => {
            tracing::warn!(guild, faults = faults.len(), "a server's gate cards cannot be read");
            Setup::default()
        }
    })
}

//! What a server's own file is for. A game says it once, and has its commands from here.

use gatemaster_discord::limits::{EMBED_TEXT, clip};
use gatemaster_rules::file::DataFault;
use gatemaster_store::Store;

use super::OwnFile;
use crate::boxed;
use crate::request::Request;
use crate::trouble::Trouble;

/// A server has one file of each kind; `Library` is what a game knows with the file on top.
#[derive(Debug)]
pub struct OwnKind<Library: 'static> {
    /// Where a server's settings keep the file. Databases have it, so it never changes.
    pub key: &'static str,
    /// "/units": the command with `load`, `list`, `remove` and `template` below it.
    pub command: &'static str,
    /// The name of a file that has none, and of the template.
    pub file_name: &'static str,
    /// A file to start from.
    pub template: &'static str,
    /// What the game knows with this file on top, or everything that is wrong with the file.
    pub read: fn(&OwnFile) -> Result<Library, Vec<DataFault>>,
    /// What the file adds, in lines; none where there is nothing in it.
    pub added: fn(&Library) -> Vec<String>,
    /// What `list` shows of a server with a file, in lines.
    pub listed: fn(&Library) -> Vec<String>,
    /// What `list` shows of a server without one; where this is `None`, it says that there is none.
    pub built_in: Option<BuiltIn<Library>>,
    pub words: Words,
}

/// What a game knows by itself, and what that is called: "the house's values".
#[derive(Debug)]
pub struct BuiltIn<Library: 'static> {
    pub called: &'static str,
    pub library: fn() -> &'static Library,
}

/// What is said differently of each kind.
#[derive(Debug)]
pub struct Words {
    /// "units, weapons or armour": all that can stand in a file.
    pub may_hold: &'static str,
    /// "units": what a server has of its own, in short.
    pub own: &'static str,
    /// "Dice Game": what of the server it is that changes with the file.
    pub changes: &'static str,
    /// "This server's own units": the title of `list`, before the name of the file.
    pub title: &'static str,
    /// "so nothing was loaded": what comes of a file that was kept by an older version and cannot be read any more.
    pub unread: &'static str,
    /// What a server without a file is told.
    pub none: &'static str,
    /// What a new file means for games to come, and for those that are set up.
    pub loaded: &'static str,
    /// What it means that the file is gone.
    pub removed: &'static str,
    /// What the template holds, and what to do with it before it is loaded.
    pub template: &'static str,
}

impl<Library> OwnKind<Library> {
    /// The file that this server has brought.
    #[boxed]
    pub async fn kept(
        &self,
        store: &Store,
        guild: Option<u64>,
    ) -> Result<Option<OwnFile>, Trouble> {
        OwnFile::load(store, guild, self.key).await
    }

    pub fn read(&self, own: &OwnFile) -> Result<Library, Vec<DataFault>> {
        (self.read)(own)
    }

    /// What the file adds, as far as a card has room for it.
    pub fn added(&self, library: &Library) -> String {
        fitting(&(self.added)(library))
    }

    /// What `list` shows, as far as a card has room for it.
    pub fn listed(&self, library: &Library) -> String {
        fitting(&(self.listed)(library))
    }

    /// The server that the asker may change the file of.
    pub(super) fn may_change(&self, request: &Request) -> Result<u64, Trouble> {
        let Some(guild) = request.guild else {
            return Err(Trouble::refused(format!(
                "There is no server here that could have {} of its own.",
                self.words.own
            )));
        };
        if request.actor.manager {
            return Ok(guild);
        }
        Err(Trouble::refused(format!(
            "Only people who manage this server, or have its role of organisers, change its {}. `{} list` shows what \
             there is.",
            self.words.changes, self.command
        )))
    }

    pub(super) fn none(&self) -> Trouble {
        Trouble::refused(self.words.none)
    }
}

/// The words around them need some room, too.
fn fitting(lines: &[String]) -> String {
    clip(&lines.join("\n"), EMBED_TEXT - 500)
}

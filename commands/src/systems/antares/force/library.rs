//! The booklet with what this server adds to it.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use gatemaster_rules::antares::data::Library;
use gatemaster_store::Store;

use super::own::UNITS;
use crate::boxed;
use crate::own_file::OwnFile;
use crate::trouble::Trouble;

/// Everything that a force can be made of on this server.
#[boxed]
pub(crate) async fn library(store: &Store, guild: Option<u64>) -> Result<Arc<Library>, Trouble> {
    match (guild, UNITS.kept(store, guild).await?) {
        (Some(guild), Some(own)) => Ok(READ.of(guild, own)),
        _ => Ok(Arc::clone(&BOOKLET)),
    }
}

static BOOKLET: LazyLock<Arc<Library>> = LazyLock::new(|| Arc::new(Library::built_in().clone()));
static READ: LazyLock<Read> = LazyLock::new(Read::default);

/// Files that have been read already: somebody who types gets an answer with each letter.
#[derive(Debug, Default)]
struct Read(Mutex<HashMap<u64, (OwnFile, Arc<Library>)>>);

impl Read {
    /// As many servers as are likely to set up battles in one hour; each library is a copy of the booklet's with the file on top.
    const SERVERS: usize = 16;

    fn of(&self, guild: u64, own: OwnFile) -> Arc<Library> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((read, library)) = kept.get(&guild)
            && *read == own
        {
            return Arc::clone(library);
        }
        let library = match UNITS.read(&own) {
            Ok(library) => Arc::new(library),
            // a file from before an update; `/units list` tells what is wrong with it now
            Err(faults) => {
                tracing::warn!(guild, faults = faults.len(), "a server's units cannot be read");
                Arc::clone(&BOOKLET)
            }
        };
        if kept.len() >= Self::SERVERS {
            kept.clear();
        }
        kept.insert(guild, (own, Arc::clone(&library)));
        library
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(text: &str) -> OwnFile {
        OwnFile { file: "units.toml".to_owned(), text: text.to_owned() }
    }

    #[test]
    fn a_file_is_read_once_and_again_when_it_changes() {
        let read = Read::default();
        let template = UNITS.template;
        let first = read.of(1, own(template));
        assert!(first.unit("gate_wardens").is_some());
        assert!(Arc::ptr_eq(&first, &read.of(1, own(template))));
        let other = read.of(1, own(&template.replace("gate_wardens", "gate_guards")));
        assert!(other.unit("gate_guards").is_some() && other.unit("gate_wardens").is_none());
        assert!(!Arc::ptr_eq(&first, &read.of(2, own(template))), "each server has its own");
    }

    #[test]
    fn a_file_that_cannot_be_read_any_more_leaves_the_booklet() {
        let library = Read::default().of(1, own("[[unit]]\nkey = 1"));
        assert_eq!(*library, *Library::built_in());
    }

    #[test]
    fn the_cache_does_not_grow_for_ever() {
        let read = Read::default();
        for guild in 0..200 {
            read.of(guild, own(""));
        }
        assert!(read.0.lock().unwrap().len() <= Read::SERVERS);
    }
}

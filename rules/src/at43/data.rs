//! The values that ship with the program.

use std::sync::OnceLock;

use super::mission::Mission;
use super::profile::Library;

pub fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(Library::default)
}

pub fn missions() -> &'static [Mission] {
    &[]
}

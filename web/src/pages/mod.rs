//! The pages, a file each, and the parts that several of them share.

pub(crate) mod about;
pub(crate) mod battle;
mod bracket;
pub(crate) mod campaign;
pub(crate) mod home;
pub(crate) mod league;
mod map;
mod matches;
pub(crate) mod person;
pub(crate) mod player;
mod plot;
pub(crate) mod server;
pub(crate) mod sorry;
mod table;

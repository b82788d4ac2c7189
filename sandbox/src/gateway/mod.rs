//! The gateway: the websocket on which the bot hears what happens.

mod intents;
pub(crate) mod session;
mod socket;

pub(crate) use socket::serve;

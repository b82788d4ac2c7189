//! The gateway: the websocket on which the bot hears what happens.

mod dispatch;
mod greet;
mod socket;
#[cfg(test)]
mod tests;

pub(crate) use socket::serve;

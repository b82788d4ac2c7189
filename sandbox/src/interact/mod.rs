//! People act upon the bot, and the bot answers.

pub(crate) mod answer;
pub(crate) mod line;
pub(crate) mod options;
pub(crate) mod payload;
pub(crate) mod start;
#[cfg(test)]
mod tests;

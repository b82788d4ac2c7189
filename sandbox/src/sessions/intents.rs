//! Which events a bot has asked to hear.

pub(crate) const GUILDS: u64 = 1;
pub(crate) const GUILD_MEMBERS: u64 = 1 << 1;
pub(crate) const GUILD_PRESENCES: u64 = 1 << 8;
pub(crate) const GUILD_MESSAGES: u64 = 1 << 9;
pub(crate) const GUILD_TYPING: u64 = 1 << 11;
pub(crate) const DIRECT_MESSAGES: u64 = 1 << 12;
pub(crate) const DIRECT_TYPING: u64 = 1 << 14;
pub(crate) const MESSAGE_CONTENT: u64 = 1 << 15;

pub(crate) const PRIVILEGED: u64 = GUILD_MEMBERS | GUILD_PRESENCES | MESSAGE_CONTENT;

/// Bits that mean something; others close the connection with 4013.
pub(crate) const KNOWN: u64 = 0xFFFF | 1 << 16 | 1 << 20 | 1 << 21 | 1 << 24 | 1 << 25;

/// The intents of which one is needed for an event; zero means it is always sent.
pub(crate) fn needed(event: &str, in_guild: bool) -> u64 {
    let pick = |guild, direct| if in_guild { guild } else { direct };
    match event {
        "MESSAGE_CREATE" | "MESSAGE_UPDATE" | "MESSAGE_DELETE" => {
            pick(GUILD_MESSAGES, DIRECT_MESSAGES)
        }
        "CHANNEL_PINS_UPDATE" => pick(GUILDS, DIRECT_MESSAGES),
        "TYPING_START" => pick(GUILD_TYPING, DIRECT_TYPING),
        "GUILD_MEMBER_ADD" | "GUILD_MEMBER_UPDATE" | "GUILD_MEMBER_REMOVE" => GUILD_MEMBERS,
        "INTERACTION_CREATE" | "READY" | "RESUMED" | "GUILD_MEMBERS_CHUNK" => 0,
        // Servers, channels, threads and roles.
        _ => GUILDS,
    }
}

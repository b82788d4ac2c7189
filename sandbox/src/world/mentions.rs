//! Who a message names, and for whom it rings.

use std::collections::BTreeSet;

use serde_json::Value;

use super::World;
use super::model::{Channel, Id, Mentions};
use super::permissions as may;

/// What `allowed_mentions` lets through. Without it, everything in the text counts.
#[derive(Clone, Debug)]
pub(crate) struct Allowed {
    everyone: bool,
    users: Which,
    roles: Which,
    pub replied_user: bool,
}

#[derive(Clone, Debug)]
enum Which {
    All,
    Only(Vec<Id>),
}

impl Which {
    fn has(&self, id: Id) -> bool {
        match self {
            Self::All => true,
            Self::Only(list) => list.contains(&id),
        }
    }
}

impl Allowed {
    pub(crate) fn from_request(given: Option<&Value>) -> Self {
        let Some(given) = given.filter(|value| !value.is_null()) else {
            return Self {
                everyone: true,
                users: Which::All,
                roles: Which::All,
                replied_user: true,
            };
        };
        let parse = |word: &str| {
            given["parse"].as_array().is_some_and(|words| words.iter().any(|given| given == word))
        };
        let which = |key: &str| {
            if parse(key) {
                return Which::All;
            }
            Which::Only(given[key].as_array().into_iter().flatten().filter_map(as_id).collect())
        };
        Self {
            everyone: parse("everyone"),
            users: which("users"),
            roles: which("roles"),
            replied_user: given["replied_user"].as_bool().unwrap_or(false),
        }
    }
}

/// A snowflake in a request: a string of digits, or a number where somebody was careless and Discord does not mind.
pub(crate) fn as_id(value: &Value) -> Option<Id> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}

/// The ids written as `<@1>`, `<@!1>` or `<@&1>` in a text, outside code.
fn named(text: &str, role: bool) -> Vec<Id> {
    let mut found = Vec::new();
    for piece in text.split("<@").skip(1) {
        let Some((inside, _)) = piece.split_once('>') else { continue };
        let digits = match (inside.strip_prefix('&'), role) {
            (Some(digits), true) => digits,
            (None, false) => inside.strip_prefix('!').unwrap_or(inside),
            _ => continue,
        };
        if let Ok(id) = digits.parse()
            && !found.contains(&id)
        {
            found.push(id);
        }
    }
    found
}

/// Text in backticks names nobody.
fn without_code(text: &str) -> String {
    let outside = |text: &str, fence: &str| -> String {
        let pieces: Vec<&str> = text.split(fence).collect();
        let last = pieces.len() - 1;
        // An odd fence at the end opens nothing.
        pieces
            .iter()
            .enumerate()
            .filter(|(index, _)| index % 2 == 0 || *index == last)
            .map(|(_, piece)| *piece)
            .collect::<Vec<_>>()
            .join(" ")
    };
    outside(&outside(text, "```"), "`")
}

impl World {
    pub(crate) fn mentions_in(
        &self,
        text: &str,
        author: Id,
        channel: &Channel,
        allowed: &Allowed,
    ) -> Mentions {
        if !text.contains('@') {
            return Mentions::default();
        }
        let text = without_code(text);
        let loud = self.permissions(author, channel) & may::MENTION_EVERYONE != 0;
        let roles = channel
            .guild
            .and_then(|id| self.guilds.get(&id))
            .map(|guild| guild.roles.as_slice())
            .unwrap_or_default();
        Mentions {
            users: named(&text, false)
                .into_iter()
                .filter(|id| self.users.contains_key(id) && allowed.users.has(*id))
                .collect(),
            roles: named(&text, true)
                .into_iter()
                .filter(|id| allowed.roles.has(*id))
                .filter(|id| roles.iter().any(|role| role.id == *id && (role.mentionable || loud)))
                .collect(),
            everyone: allowed.everyone
                && loud
                && channel.guild.is_some()
                && (text.contains("@everyone") || text.contains("@here")),
        }
    }

    /// The people a new message rings for: those named who can see the place.
    pub(crate) fn rung_by(&self, mentions: &Mentions, channel: &Channel) -> BTreeSet<Id> {
        let mut rung: BTreeSet<Id> = mentions.users.iter().copied().collect();
        let many = mentions.everyone || !mentions.roles.is_empty();
        if let Some(guild) = channel.guild.filter(|_| many).and_then(|id| self.guilds.get(&id)) {
            for member in guild.members.values() {
                if mentions.everyone
                    || member.roles.iter().any(|role| mentions.roles.contains(role))
                {
                    rung.insert(member.user);
                }
            }
        }
        rung.retain(|user| self.may_see(*user, channel));
        rung
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use time::OffsetDateTime;

    #[test]
    fn only_those_both_named_and_allowed_are_mentioned() {
        let world = World::fresh(OffsetDateTime::UNIX_EPOCH + time::Duration::days(20_000));
        let channel = world.channel_called(world.home, "general").unwrap();
        let (ann, bob) =
            (world.user_called("Ann").unwrap().id, world.user_called("Bob").unwrap().id);
        let text = format!("<@{ann}> and <@!{bob}>, @everyone, `<@{ann}>`");
        let all = world.mentions_in(&text, world.app, channel, &Allowed::from_request(None));
        assert_eq!(all.users, [ann, bob]);
        assert!(!all.everyone, "the bot may not ring for everyone");
        let none = world.mentions_in(
            &text,
            world.app,
            channel,
            &Allowed::from_request(Some(&json!({"parse": []}))),
        );
        assert!(none.users.is_empty());
        let one = world.mentions_in(
            &text,
            world.app,
            channel,
            &Allowed::from_request(Some(&json!({"users": [bob.to_string()]}))),
        );
        assert_eq!(one.users, [bob]);
    }

    #[test]
    fn code_names_nobody() {
        assert_eq!(without_code("a `b` c"), "a   c");
        assert!(without_code("half `open").contains("open"));
    }
}

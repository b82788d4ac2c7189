//! What happens in a channel, told to the bot as far as it may know of it.

use serde_json::{Value, json};

use crate::sessions::Event;
use crate::state::State;
use crate::world::Id;
use crate::world::render::Links;

impl State {
    /// Tells the bot, if it can see the channel.
    pub(crate) fn dispatch_in_channel(
        &mut self,
        name: &'static str,
        channel: Id,
        data: &Value,
        muted: Option<&Value>,
    ) {
        let Some(place) = self.world.channels.get(&channel) else { return };
        if !self.world.may_see(self.world.app, place) {
            return;
        }
        self.sessions.dispatch(&Event { name, guild: place.guild, data, muted });
    }

    pub(crate) fn dispatch_message(&mut self, name: &'static str, channel: Id, message: Id) {
        let links = Links { base: &self.base };
        let Some(found) = self.world.message(channel, message) else { return };
        if found.only_for.is_some() {
            return;
        }
        let full = self.world.message_event_json(found, links);
        let open = found.author == self.world.app
            || full["guild_id"].is_null()
            || found.mentions.users.contains(&self.world.app);
        let muted = (!open).then(|| {
            let mut muted = full.clone();
            muted["content"] = "".into();
            for key in ["embeds", "attachments", "components"] {
                muted[key] = json!([]);
            }
            muted
        });
        self.dispatch_in_channel(name, channel, &full, muted.as_ref());
    }
}

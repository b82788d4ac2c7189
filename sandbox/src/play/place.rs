//! Servers and the places in them.

use std::sync::Arc;

use serde_json::json;

use super::person::Person;
use super::seen::{self, Seen};
use super::wait;
use crate::limits::message::Draft;
use crate::sessions::Event;
use crate::state::{Core, Happening, State};
use crate::world::model::{Overwrite, OverwriteFor, Thread};
use crate::world::{ChannelKind, Id};

/// A server.
#[derive(Clone, Debug)]
pub struct Server {
    core: Arc<Core>,
    id: Id,
}

impl Server {
    pub(crate) fn home(core: &Arc<Core>) -> Self {
        let id = core.lock().world.home;
        Self { core: Arc::clone(core), id }
    }

    pub(crate) fn called(core: &Arc<Core>, name: &str) -> Self {
        let mut state = core.lock();
        let known = state.world.guild_called(name).map(|guild| guild.id);
        let id = known.unwrap_or_else(|| {
            let now = state.now();
            let owner = state
                .world
                .guilds
                .get(&state.world.home)
                .map(|home| home.owner)
                .unwrap_or_default();
            let id = state.world.add_guild(name, owner, now);
            state.announce_guild(id);
            id
        });
        drop(state);
        Self { core: Arc::clone(core), id }
    }

    pub fn id(&self) -> u64 {
        self.id
    }

    /// A text channel; made up on first use.
    pub fn channel(&self, name: &str) -> Place {
        self.place(name, ChannelKind::Text)
    }

    /// A forum; made up on first use.
    pub fn forum(&self, name: &str) -> Place {
        self.place(name, ChannelKind::Forum)
    }

    fn place(&self, name: &str, kind: ChannelKind) -> Place {
        let name = name.trim_start_matches('#');
        let mut state = self.core.lock();
        let known = state.world.channel_called(self.id, name).map(|channel| channel.id);
        let id = known.unwrap_or_else(|| {
            let now = state.now();
            let id = state.world.add_channel(self.id, name, kind, now);
            let data = state
                .world
                .channels
                .get(&id)
                .map(|channel| state.world.channel_json(channel))
                .unwrap_or_default();
            state.dispatch_in_channel("CHANNEL_CREATE", id, &data, None);
            state.tell_people(Happening::World);
            state.touch();
            id
        });
        drop(state);
        Place { core: Arc::clone(&self.core), id }
    }

    /// A role by name with these permission bits; made up on first use.
    pub fn role(&self, name: &str, permissions: u64) -> u64 {
        let mut state = self.core.lock();
        let now = state.now();
        let known = state.world.role_called(self.id, name);
        let id = known.unwrap_or_else(|| state.world.add_role(self.id, name, permissions, now));
        state.touch();
        id
    }

    /// Somebody throws the bot out.
    pub fn remove_bot(&self) {
        let mut state = self.core.lock();
        let app = state.world.app;
        if let Some(guild) = state.world.guilds.get_mut(&self.id) {
            guild.members.remove(&app);
        }
        let data = json!({"id": self.id.to_string()});
        state.sessions.dispatch(&Event {
            name: "GUILD_DELETE",
            guild: Some(self.id),
            data: &data,
            muted: None,
        });
        state.tell_people(Happening::World);
        state.touch();
    }

    /// Somebody invites the bot (again).
    pub fn invite_bot(&self) {
        let mut state = self.core.lock();
        let (now, app) = (state.now(), state.world.app);
        let role = state
            .world
            .guilds
            .get(&self.id)
            .and_then(|guild| guild.roles.iter().find(|role| role.managed))
            .map(|role| role.id);
        state.world.join(self.id, app, role.into_iter().collect(), now);
        state.announce_guild(self.id);
    }

    /// The server becomes unreachable for a while; the bot is not removed.
    pub fn has_an_outage(&self) {
        let mut state = self.core.lock();
        let data = json!({"id": self.id.to_string(), "unavailable": true});
        state.sessions.dispatch(&Event {
            name: "GUILD_DELETE",
            guild: Some(self.id),
            data: &data,
            muted: None,
        });
    }
}

impl State {
    fn announce_guild(&mut self, guild: Id) {
        let data = self
            .world
            .guilds
            .get(&guild)
            .map(|guild| self.world.guild_create_json(guild))
            .unwrap_or_default();
        self.sessions.dispatch(&Event {
            name: "GUILD_CREATE",
            guild: Some(guild),
            data: &data,
            muted: None,
        });
        self.tell_people(Happening::World);
        self.touch();
    }
}

/// A channel, a thread, a forum or a direct conversation.
#[derive(Clone, Debug)]
pub struct Place {
    pub(crate) core: Arc<Core>,
    pub(crate) id: Id,
}

impl Place {
    pub fn id(&self) -> u64 {
        self.id
    }

    pub fn name(&self) -> String {
        self.core
            .lock()
            .world
            .channels
            .get(&self.id)
            .map(|channel| channel.name.clone())
            .unwrap_or_default()
    }

    /// Another place by its id, such as a thread the bot opened.
    #[must_use]
    pub fn other(&self, id: u64) -> Self {
        Self { core: Arc::clone(&self.core), id }
    }

    /// Everything in it, also what only one person sees, in order.
    pub fn everything(&self) -> Vec<Seen> {
        let state = self.core.lock();
        let Some(channel) = state.world.channels.get(&self.id) else { return Vec::new() };
        channel
            .messages
            .keys()
            .filter_map(|id| seen::look(&self.core, &state, self.id, *id))
            .collect()
    }

    /// What everybody there sees, in order.
    pub fn everything_said(&self) -> Vec<Seen> {
        self.everything().into_iter().filter(|seen| !seen.private).collect()
    }

    /// The last message everybody sees.
    pub fn last(&self) -> Option<Seen> {
        self.everything_said().pop()
    }

    /// What is pinned, in order of appearance.
    pub fn pinned(&self) -> Vec<Seen> {
        self.everything().into_iter().filter(|seen| seen.pinned).collect()
    }

    /// Waits for a message that fits, past ones included.
    ///
    /// # Panics
    /// If none comes for two minutes.
    pub async fn wait_for(&self, fits: impl Fn(&Seen) -> bool) -> Seen {
        let found = wait::until(&self.core, |state| {
            let channel = state.world.channels.get(&self.id)?;
            channel
                .messages
                .keys()
                .rev()
                .filter_map(|id| seen::look(&self.core, state, self.id, *id))
                .find(&fits)
        });
        match found.await {
            Some(seen) => seen,
            None => panic!(
                "no such message came to #{}; there are: {:?}",
                self.name(),
                self.everything().iter().map(Seen::all_text).collect::<Vec<_>>()
            ),
        }
    }

    /// The threads under it, by name and place.
    pub fn threads(&self) -> Vec<(String, Place)> {
        let state = self.core.lock();
        let mut found: Vec<(Id, String)> = state
            .world
            .channels
            .values()
            .filter(|channel| channel.parent == Some(self.id))
            .map(|channel| (channel.id, channel.name.clone()))
            .collect();
        found.sort_unstable();
        found.into_iter().map(|(id, name)| (name, self.other(id))).collect()
    }

    /// A public thread (in a forum: a post) of that name; somebody opens it on first use.
    #[must_use]
    pub fn thread(&self, name: &str) -> Place {
        if let Some((_, thread)) = self.threads().into_iter().find(|(known, _)| known == name) {
            return thread;
        }
        let mut state = self.core.lock();
        let kind = state.world.channels.get(&self.id).map(|channel| (channel.kind, channel.guild));
        let owner = kind
            .and_then(|(_, guild)| state.world.guilds.get(&guild?))
            .map(|guild| guild.owner)
            .unwrap_or_default();
        let id = state.open_thread(self.id, name, ChannelKind::PublicThread, owner, None);
        if kind.is_some_and(|(kind, _)| kind == ChannelKind::Forum) {
            // A post cannot be without its first message.
            drop(state.post_first(id, owner, Draft::saying(name)));
        }
        drop(state);
        self.other(id)
    }

    /// Whether a thread is archived.
    pub fn is_archived(&self) -> bool {
        self.thread_is(|thread| thread.archived)
    }

    /// Whether a thread is locked.
    pub fn is_locked(&self) -> bool {
        self.thread_is(|thread| thread.locked)
    }

    fn thread_is(&self, fits: fn(&Thread) -> bool) -> bool {
        let state = self.core.lock();
        let channel = state.world.channels.get(&self.id);
        channel.and_then(|channel| channel.thread.as_ref()).is_some_and(fits)
    }

    /// Takes these permissions away from the bot here.
    pub fn deny_bot(&self, permissions: u64) {
        let app = self.core.lock().world.app;
        self.overwrite(app, OverwriteFor::Member, 0, permissions);
    }

    /// Gives the bot these permissions here, whatever its roles say.
    pub fn allow_bot(&self, permissions: u64) {
        let app = self.core.lock().world.app;
        self.overwrite(app, OverwriteFor::Member, permissions, 0);
    }

    /// Takes these permissions away from somebody here.
    pub fn deny(&self, person: &Person, permissions: u64) {
        self.overwrite(person.id(), OverwriteFor::Member, 0, permissions);
    }

    /// Takes these permissions away from everyone here.
    pub fn deny_everyone(&self, permissions: u64) {
        let guild = self.core.lock().world.channels.get(&self.id).and_then(|channel| channel.guild);
        if let Some(guild) = guild {
            self.overwrite(guild, OverwriteFor::Role, 0, permissions);
        }
    }

    fn overwrite(&self, id: Id, target: OverwriteFor, allow: u64, deny: u64) {
        let mut state = self.core.lock();
        let Some(channel) = state.world.channels.get_mut(&self.id) else { return };
        if !channel.overwrites.iter().any(|entry| entry.id == id) {
            channel.overwrites.push(Overwrite { id, target, allow: 0, deny: 0 });
        }
        for entry in channel.overwrites.iter_mut().filter(|entry| entry.id == id) {
            entry.allow = entry.allow & !deny | allow;
            entry.deny = entry.deny & !allow | deny;
        }
        let data = state
            .world
            .channels
            .get(&self.id)
            .map(|channel| state.world.channel_json(channel))
            .unwrap_or_default();
        state.dispatch_in_channel("CHANNEL_UPDATE", self.id, &data, None);
        state.tell_people(Happening::World);
        state.touch();
    }
}

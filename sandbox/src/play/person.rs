//! People, and what they do where.

use std::sync::Arc;

use serde_json::Value;

use super::act::{Act, Deed};
use super::answer::{Answer, Choice};
use super::load::Raw;
use super::place::{Place, Server};
use super::seen::{self, Seen};
use super::wait;
use crate::boxed;
use crate::interact::options::too_heavy;
use crate::limits::message::{self, Upload, Way};
use crate::posting::Posting;
use crate::sessions::Event;
use crate::state::{Core, Happening, State};
use crate::world::Id;

/// Somebody.
#[derive(Clone, Debug)]
pub struct Person {
    core: Arc<Core>,
    id: Id,
}

impl Person {
    pub(crate) fn by_id(core: &Arc<Core>, id: Id) -> Self {
        Self { core: Arc::clone(core), id }
    }

    pub(crate) fn outsider(core: &Arc<Core>, name: &str) -> Self {
        let mut state = core.lock();
        let known = state.world.user_called(name).map(|user| user.id);
        let id = known.unwrap_or_else(|| {
            let now = state.now();
            let id = state.world.add_user(name, false, now);
            state.tell_people(Happening::World);
            state.touch();
            id
        });
        drop(state);
        Self { core: Arc::clone(core), id }
    }

    pub(crate) fn member(core: &Arc<Core>, name: &str) -> Self {
        let person = Self::outsider(core, name);
        let mut state = core.lock();
        let home = state.world.home;
        state.add_member(home, person.id, None);
        drop(state);
        person
    }

    pub(crate) fn manager(core: &Arc<Core>, name: &str) -> Self {
        let person = Self::member(core, name);
        let mut state = core.lock();
        let (now, home) = (state.now(), state.world.home);
        let role = state.world.organiser_role(home, now);
        state.add_member(home, person.id, Some(role));
        drop(state);
        person
    }

    pub fn id(&self) -> u64 {
        self.id
    }

    pub fn name(&self) -> String {
        self.core.lock().world.name_of(self.id)
    }

    /// `<@id>`, as it is written in texts.
    pub fn mention(&self) -> String {
        format!("<@{}>", self.id)
    }

    /// Goes somewhere to do something.
    pub fn at(&self, place: &Place) -> At {
        At { core: Arc::clone(&self.core), user: self.id, channel: place.id }
    }

    /// The direct conversation with the bot.
    pub fn dm(&self) -> Place {
        let bot = self.core.lock().world.app;
        self.conversation(&[self.id, bot])
    }

    /// A private conversation with others, without the bot.
    pub fn private_chat(&self, others: &[&Person]) -> Place {
        let people: Vec<Id> = others.iter().map(|person| person.id).chain([self.id]).collect();
        self.conversation(&people)
    }

    fn conversation(&self, people: &[Id]) -> Place {
        let mut state = self.core.lock();
        let now = state.now();
        let id = state.world.direct_channel(people, now);
        state.tell_people(Happening::World);
        state.touch();
        drop(state);
        Place { core: Arc::clone(&self.core), id }
    }

    /// Installs the bot for themselves, so that it can be used anywhere.
    pub fn installs_bot(&self) {
        let mut state = self.core.lock();
        state.world.user_installs.insert(self.id);
        state.tell_people(Happening::World);
        state.touch();
    }

    /// Takes the bot off their own apps again.
    pub fn uninstalls_bot(&self) {
        let mut state = self.core.lock();
        state.world.user_installs.remove(&self.id);
        state.tell_people(Happening::World);
        state.touch();
    }

    /// Takes no direct messages from bots any more.
    pub fn refuses_dms(&self) {
        let mut state = self.core.lock();
        state.world.closed_dms.insert(self.id);
        state.touch();
    }

    pub fn joins(&self, server: &Server) {
        self.core.lock().add_member(server.id(), self.id, None);
    }

    /// Leaves the server; the bot hears of it if it asked for that.
    pub fn leaves(&self, server: &Server) {
        let mut state = self.core.lock();
        let guild = server.id();
        if let Some(guild) = state.world.guilds.get_mut(&guild) {
            guild.members.remove(&self.id);
        }
        let data = serde_json::json!({"guild_id": guild.to_string(), "user": state.world.user_json(self.id)});
        state.sessions.dispatch(&Event {
            name: "GUILD_MEMBER_REMOVE",
            guild: Some(guild),
            data: &data,
            muted: None,
        });
        state.tell_people(Happening::World);
        state.touch();
    }

    /// Is given a role of the server, by the id [`Server::role`] returns.
    pub fn gets_role(&self, server: &Server, role: u64) {
        self.core.lock().add_member(server.id(), self.id, Some(role));
    }

    /// Presses a button, by its label or id.
    pub fn clicks(&self, message: &Seen, label_or_id: &str) -> Act {
        let now = message.again();
        let found = now
            .as_ref()
            .and_then(|now| now.button(label_or_id))
            .map(|button| button.custom_id.clone());
        let custom_id = found.ok_or_else(|| {
            let labels: Vec<&str> = now
                .iter()
                .flat_map(|now| &now.buttons)
                .map(|button| button.label.as_str())
                .collect();
            format!("there is no button \"{label_or_id}\" on the message; it has {labels:?}")
        });
        self.component(message, custom_id, None)
    }

    /// Presses a button as it was when the message was looked at, even if the message has changed since: the press
    /// that was on its way while somebody else was faster.
    pub fn clicks_as_seen(&self, message: &Seen, label_or_id: &str) -> Act {
        let custom_id = message.button(label_or_id).map(|button| button.custom_id.clone());
        let custom_id = custom_id
            .ok_or_else(|| format!("there was no button \"{label_or_id}\" on the message"));
        self.component_of(message, custom_id, None, Some(Box::new(message.raw.clone())))
    }

    /// The same with a select.
    pub fn selects_as_seen(&self, message: &Seen, placeholder_or_id: &str, picks: &[&str]) -> Act {
        let custom_id = message.select(placeholder_or_id).map(|select| select.custom_id.clone());
        let custom_id = custom_id
            .ok_or_else(|| format!("there was no select \"{placeholder_or_id}\" on the message"));
        let picks = picks.iter().map(|pick| (*pick).to_owned()).collect();
        self.component_of(message, custom_id, Some(picks), Some(Box::new(message.raw.clone())))
    }

    /// Sets a select, named by its placeholder or id, to these labels or values (names for people, roles, channels).
    pub fn selects(&self, message: &Seen, placeholder_or_id: &str, picks: &[&str]) -> Act {
        let now = message.again();
        let found = now
            .as_ref()
            .and_then(|now| now.select(placeholder_or_id))
            .map(|select| select.custom_id.clone());
        let custom_id = found.ok_or_else(|| {
            let known: Vec<&str> = now
                .iter()
                .flat_map(|now| &now.selects)
                .map(|select| select.placeholder.as_str())
                .collect();
            format!("there is no select \"{placeholder_or_id}\" on the message; it has {known:?}")
        });
        self.component(
            message,
            custom_id,
            Some(picks.iter().map(|pick| (*pick).to_owned()).collect()),
        )
    }

    fn component(
        &self,
        message: &Seen,
        custom_id: Result<String, String>,
        picks: Option<Vec<String>>,
    ) -> Act {
        self.component_of(message, custom_id, picks, None)
    }

    fn component_of(
        &self,
        message: &Seen,
        custom_id: Result<String, String>,
        picks: Option<Vec<String>>,
        as_seen: Option<Box<Value>>,
    ) -> Act {
        let (channel, message) = (message.channel, message.id);
        Act::new(
            &self.core,
            self.id,
            Deed::Component { channel, message, custom_id, picks, as_seen },
        )
    }
}

impl State {
    pub(crate) fn add_member(&mut self, guild: Id, user: Id, role: Option<Id>) {
        let known = self.world.guilds.get(&guild).and_then(|guild| guild.members.get(&user));
        let (is_new, has_role) = (
            known.is_none(),
            known.is_some_and(|member| role.is_none_or(|role| member.roles.contains(&role))),
        );
        if has_role {
            return;
        }
        let now = self.now();
        self.world.join(guild, user, role.into_iter().collect(), now);
        let data = self
            .world
            .guilds
            .get(&guild)
            .and_then(|guild| self.world.member_json(guild, user))
            .map(|mut data| {
                data["guild_id"] = guild.to_string().into();
                data
            });
        let name = if is_new { "GUILD_MEMBER_ADD" } else { "GUILD_MEMBER_UPDATE" };
        self.sessions.dispatch(&Event {
            name,
            guild: Some(guild),
            data: &data.unwrap_or_default(),
            muted: None,
        });
        self.tell_people(Happening::World);
        self.touch();
    }

    /// A person writes something.
    pub(crate) fn say(
        &mut self,
        user: Id,
        channel: Id,
        text: &str,
        uploads: Vec<Upload>,
    ) -> Result<Id, String> {
        self.say_in_reply(user, channel, text, uploads, None)
    }

    /// A person writes something, perhaps as a reply to a message everybody sees.
    pub(crate) fn say_in_reply(
        &mut self,
        user: Id,
        channel: Id,
        text: &str,
        uploads: Vec<Upload>,
        reply_to: Option<Id>,
    ) -> Result<Id, String> {
        let place = self.world.channels.get(&channel).ok_or("that channel is gone")?;
        if !self.world.may_write(user, place) {
            return Err(format!("{} may not write there", self.world.name_of(user)));
        }
        if place.kind == crate::world::ChannelKind::Forum {
            return Err("a forum takes posts, not messages".to_owned());
        }
        let limit = self.attachment_limit;
        if let Some(heavy) = uploads.iter().find(|file| file.bytes.len() > limit) {
            return Err(too_heavy(&heavy.filename, limit));
        }
        let mut body = serde_json::json!({"content": text});
        if let Some(first) = reply_to {
            body["message_reference"] = serde_json::json!({"message_id": first.to_string()});
        }
        let draft = message::check(&body, "", uploads, Way::Channel, limit)
            .map_err(|refusal| refusal.describe())?;
        self.post(channel, user, draft, Posting::default()).map_err(|refusal| refusal.describe())
    }

    /// What a person sees in a place, oldest first.
    pub(crate) fn visible(&self, user: Id, channel: Id) -> Vec<Id> {
        let Some(place) =
            self.world.channels.get(&channel).filter(|place| self.world.may_see(user, place))
        else {
            return Vec::new();
        };
        place
            .messages
            .values()
            .filter(|message| message.only_for.is_none_or(|only| only == user))
            .map(|message| message.id)
            .collect()
    }
}

/// A person in a place.
#[derive(Clone, Debug)]
pub struct At {
    core: Arc<Core>,
    user: Id,
    channel: Id,
}

impl At {
    /// Types a slash command: `/bag setup sides:Red 6, Blue 5 extras:Distort 1`. People, channels and roles are
    /// named (`@Bob`, `#hall`), files are given with [`Act::with_file`].
    pub fn slash(&self, line: &str) -> Act {
        Act::new(
            &self.core,
            self.user,
            Deed::Slash { channel: self.channel, line: line.to_owned() },
        )
    }

    /// Uses a command of the menu on a message.
    pub fn uses_on_message(&self, command: &str, message: &Seen) -> Act {
        Act::new(
            &self.core,
            self.user,
            Deed::Menu {
                channel: self.channel,
                name: command.to_owned(),
                kind: 3,
                target: message.id,
            },
        )
    }

    /// Uses a command of the menu on a person.
    pub fn uses_on_person(&self, command: &str, person: &Person) -> Act {
        Act::new(
            &self.core,
            self.user,
            Deed::Menu {
                channel: self.channel,
                name: command.to_owned(),
                kind: 2,
                target: person.id,
            },
        )
    }

    /// The suggestions while the last option of the line is being typed.
    ///
    /// # Panics
    /// If the option has no autocomplete or the bot does not answer.
    #[boxed]
    pub async fn completes(&self, line: &str) -> Vec<Choice> {
        match self.try_completes(line).await {
            Ok(choices) => choices,
            Err(reason) => panic!("no suggestions for \"{line}\": {reason}"),
        }
    }

    #[boxed]
    pub async fn try_completes(&self, line: &str) -> Result<Vec<Choice>, String> {
        let interaction = {
            let mut state = self.core.lock();
            let prepared = state.prepare(self.user, self.channel, line, Vec::new(), true)?;
            state.start_command(self.user, self.channel, &prepared)?
        };
        wait::settled(&self.core, interaction).await;
        let answer = Answer { core: Arc::clone(&self.core), interaction, user: self.user };
        answer.failed().map_or_else(|| Ok(answer.choices()), Err)
    }

    /// Writes a message.
    ///
    /// # Panics
    /// If the person may not write there.
    #[allow(clippy::unused_async)] // reads like everything else a person does
    #[boxed]
    pub async fn says(&self, text: &str) -> Seen {
        self.says_with(text, &[])
    }

    /// Writes a message with files.
    ///
    /// # Panics
    /// If the person may not write there.
    pub fn says_with(&self, text: &str, files: &[(&str, &[u8])]) -> Seen {
        let uploads = files.iter().zip(0..).map(|((name, bytes), slot)| Upload {
            slot,
            filename: (*name).to_owned(),
            content_type: None,
            bytes: bytes.to_vec().into(),
        });
        let mut state = self.core.lock();
        let said = state.say(self.user, self.channel, text, uploads.collect());
        match said.map(|id| seen::look(&self.core, &state, self.channel, id)) {
            Ok(Some(seen)) => seen,
            Ok(None) => panic!("the message is gone already"),
            Err(reason) => {
                drop(state);
                panic!("{reason}")
            }
        }
    }

    /// Everything this person sees here, in order; of the private messages only their own.
    pub fn sees(&self) -> Vec<Seen> {
        let state = self.core.lock();
        state
            .visible(self.user, self.channel)
            .into_iter()
            .filter_map(|id| seen::look(&self.core, &state, self.channel, id))
            .collect()
    }

    /// The commands on offer to this person here.
    pub fn commands(&self) -> Vec<String> {
        let state = self.core.lock();
        let Some(place) = state.world.channels.get(&self.channel) else { return Vec::new() };
        state
            .world
            .commands_for(self.user, place)
            .iter()
            .filter_map(|command| command["name"].as_str())
            .map(str::to_owned)
            .collect()
    }

    /// A command line prepared once, to be run many times.
    pub fn slash_raw(&self, line: &str) -> Result<Raw, String> {
        Raw::prepare(&self.core, self.user, self.channel, line)
    }
}

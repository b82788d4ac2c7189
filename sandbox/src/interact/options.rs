//! Turns what a person gave to a command into the values an interaction carries.

use serde_json::{Map, Value, json};

use super::line::{Filled, Wanted};
use crate::limits::form::length;
use crate::limits::message::Upload;
use crate::state::State;
use crate::world::mentions::as_id;
use crate::world::permissions as may;
use crate::world::render::{Links, role};
use crate::world::{Channel, ChannelKind, Id, World};

/// A command line understood: what goes into the interaction's `data`.
#[derive(Clone, Debug)]
pub(crate) struct Prepared {
    pub data: Value,
    pub kind: u8,
    /// The full name with subcommands, as it is shown above the answer.
    pub name: String,
    pub installs: Vec<u64>,
    /// The type of the option being typed, when completing.
    pub focused: Option<i64>,
}

/// A file given to an attachment option.
#[derive(Clone, Debug)]
pub(crate) struct GivenFile {
    pub option: String,
    pub upload: Upload,
}

/// Where an interaction happens, in the numbers commands are registered with.
pub(crate) fn context_of(world: &World, channel: &Channel) -> u64 {
    match channel.guild {
        Some(_) => 0,
        None if channel.kind == ChannelKind::Dm && channel.recipients.contains(&world.app) => 1,
        None => 2,
    }
}

/// Too big a file, in the words a person is told.
pub(crate) fn too_heavy(name: &str, limit: usize) -> String {
    format!("\"{name}\" is too large: a file may have {} MB", limit / (1024 * 1024))
}

fn numbers(value: &Value) -> Option<Vec<u64>> {
    value.as_array().map(|list| list.iter().filter_map(Value::as_u64).collect())
}

impl World {
    /// Commands on offer to a person in a place.
    pub(crate) fn commands_for(&self, user: Id, channel: &Channel) -> Vec<&Value> {
        let of_guild =
            channel.guild.and_then(|guild| self.guild_commands.get(&guild)).into_iter().flatten();
        self.commands
            .iter()
            .chain(of_guild)
            .filter(|command| self.offered(command, user, channel).is_ok())
            .collect()
    }

    fn offered(&self, command: &Value, user: Id, channel: &Channel) -> Result<(), String> {
        let name = command["name"].as_str().unwrap_or_default();
        let context = context_of(self, channel);
        let allowed = numbers(&command["contexts"]).unwrap_or_else(|| {
            if command["dm_permission"] == false { vec![0] } else { vec![0, 1, 2] }
        });
        if !allowed.contains(&context) {
            return Err(format!("/{name} is not offered in this kind of place"));
        }
        let installs = numbers(&command["integration_types"]).unwrap_or_else(|| vec![0]);
        let bot_here = channel.guild.is_some_and(|guild| {
            self.guilds.get(&guild).is_some_and(|guild| guild.members.contains_key(&self.app))
        });
        let by_server = installs.contains(&0) && (bot_here || context == 1);
        let by_user = installs.contains(&1) && self.user_installs.contains(&user);
        if !by_server && !by_user {
            return Err(format!(
                "/{name} is not installed here, neither for the server nor for {}",
                self.name_of(user)
            ));
        }
        let held = self.permissions(user, channel);
        if channel.guild.is_some() {
            if held & may::USE_COMMANDS == 0 && held & may::ADMINISTRATOR == 0 {
                return Err(format!("{} may not use commands here", self.name_of(user)));
            }
            let needed = as_id(&command["default_member_permissions"]);
            // Zero is no permission in particular: administrators only.
            if needed.is_some_and(|needed| {
                held & may::ADMINISTRATOR == 0 && (needed == 0 || held & needed != needed)
            }) {
                return Err(format!(
                    "{} may not use /{name}: it needs the permissions {}",
                    self.name_of(user),
                    needed.unwrap_or_default()
                ));
            }
        }
        Ok(())
    }

    pub(crate) fn find_command(
        &self,
        user: Id,
        channel: &Channel,
        name: &str,
        kind: u64,
    ) -> Result<&Value, String> {
        let of_guild =
            channel.guild.and_then(|guild| self.guild_commands.get(&guild)).into_iter().flatten();
        let mut known = self
            .commands
            .iter()
            .chain(of_guild)
            .filter(|command| command["type"].as_u64().unwrap_or(1) == kind);
        let found = known.clone().find(|command| command["name"] == name);
        let Some(found) = found else {
            let names: Vec<&str> =
                known.by_ref().filter_map(|command| command["name"].as_str()).collect();
            return Err(format!(
                "there is no command \"{name}\"; registered: {}",
                if names.is_empty() { "none".to_owned() } else { names.join(", ") }
            ));
        };
        self.offered(found, user, channel)?;
        Ok(found)
    }
}

impl State {
    /// Understands `/bag setup sides:Red 6 …` as typed by a person in a channel.
    pub(crate) fn prepare(
        &mut self,
        user: Id,
        channel: Id,
        line: &str,
        files: Vec<GivenFile>,
        completing: bool,
    ) -> Result<Prepared, String> {
        let wanted = self.read_line(user, channel, line, completing)?;
        self.fill(user, channel, &wanted, files, completing)
    }

    /// A command whose options came one by one, as a page sends them.
    pub(crate) fn prepare_filled(
        &mut self,
        user: Id,
        channel: Id,
        filled: &Filled,
        files: Vec<GivenFile>,
    ) -> Result<Prepared, String> {
        let wanted = self.read_filled(user, channel, filled)?;
        self.fill(user, channel, &wanted, files, filled.focused.is_some())
    }

    fn fill(
        &mut self,
        user: Id,
        channel: Id,
        wanted: &Wanted,
        files: Vec<GivenFile>,
        completing: bool,
    ) -> Result<Prepared, String> {
        let Wanted { command, branches, known, name, given, focus } = wanted;
        let limit = self.attachment_limit;
        if let Some(heavy) = files.iter().find(|file| file.upload.bytes.len() > limit) {
            return Err(too_heavy(&heavy.upload.filename, limit));
        }
        let mut reader = Reader { state: self, user, channel, resolved: Map::new() };
        let mut options = Vec::new();
        let mut focused = None;
        for (index, text) in given {
            let Some(option) = known.get(*index) else { continue };
            let kind = option["type"].as_i64().unwrap_or(3);
            if *focus == Some(*index) {
                if option["autocomplete"] != true {
                    return Err(format!("{} of /{name} has no autocomplete", option["name"]));
                }
                focused = Some(kind);
                options.push(
                    json!({"name": option["name"], "type": kind, "value": text, "focused": true}),
                );
                continue;
            }
            match reader.read(option, text) {
                Ok(value) => {
                    options.push(json!({"name": option["name"], "type": kind, "value": value}));
                }
                // While somebody is still typing, what is not yet a value is left out.
                Err(_) if completing => {}
                Err(problem) => {
                    return Err(format!(
                        "/{name} {}: {problem}",
                        option["name"].as_str().unwrap_or_default()
                    ));
                }
            }
        }
        for file in files {
            let Some(option) = known
                .iter()
                .find(|option| option["name"] == file.option.as_str() && option["type"] == 11)
            else {
                return Err(format!("/{name} has no attachment option \"{}\"", file.option));
            };
            let id = reader.attach(file.upload);
            options.push(json!({"name": option["name"], "type": 11, "value": id.to_string()}));
        }
        if !completing {
            let is_given =
                |option: &Value| options.iter().any(|given| given["name"] == option["name"]);
            if let Some(missing) =
                known.iter().find(|option| option["required"] == true && !is_given(option))
            {
                return Err(format!(
                    "/{name} needs {}",
                    missing["name"].as_str().unwrap_or_default()
                ));
            }
        } else if focused.is_none() {
            return Err(format!("/{name}: say which option is being typed, as in \"option:text\""));
        }
        let resolved = Value::Object(reader.resolved);
        for (branch, kind) in branches.iter().rev() {
            options = vec![json!({"name": branch, "type": kind, "options": options})];
        }
        let mut data =
            json!({"id": command["id"], "name": command["name"], "type": 1, "options": options});
        if let Some(guild) = command.get("guild_id") {
            data["guild_id"] = guild.clone();
        }
        if resolved.as_object().is_some_and(|map| !map.is_empty()) {
            data["resolved"] = resolved;
        }
        let installs = numbers(&command["integration_types"]).unwrap_or_else(|| vec![0]);
        Ok(Prepared { data, kind: 1, name: name.clone(), installs, focused })
    }

    /// A command of the menu on a person or a message.
    pub(crate) fn prepare_menu(
        &mut self,
        user: Id,
        channel: Id,
        name: &str,
        kind: u8,
        target: Id,
    ) -> Result<Prepared, String> {
        let place = self.world.channels.get(&channel).ok_or("that channel is gone")?;
        if !self.world.may_see(user, place) {
            return Err(format!("{} cannot see that channel", self.world.name_of(user)));
        }
        // A message only one person sees has no such menu, not even for that person.
        let there = if kind == 2 {
            self.world.users.contains_key(&target)
        } else {
            place.messages.get(&target).is_some_and(|message| message.only_for.is_none())
        };
        if !there {
            return Err("that is not there any more".to_owned());
        }
        let command = self.world.find_command(user, place, name, u64::from(kind))?.clone();
        let mut reader = Reader { state: self, user, channel, resolved: Map::new() };
        if kind == 2 {
            reader.resolve_user(target);
        } else {
            let message = reader.state.message_json(channel, target);
            reader.put("messages", target, message);
        }
        let resolved = Value::Object(reader.resolved);
        let data = json!({"id": command["id"], "name": command["name"], "type": kind, "target_id": target.to_string(), "resolved": resolved});
        let installs = numbers(&command["integration_types"]).unwrap_or_else(|| vec![0]);
        Ok(Prepared { data, kind, name: name.to_owned(), installs, focused: None })
    }

    /// The values somebody picked in a select, with what Discord resolves along with them.
    pub(crate) fn pick(
        &mut self,
        user: Id,
        channel: Id,
        kind: i64,
        picks: &[String],
    ) -> Result<(Vec<String>, Option<Value>), String> {
        let mut reader = Reader { state: self, user, channel, resolved: Map::new() };
        let option = match kind {
            5 => 6,
            6 => 8,
            7 => 9,
            _ => 7,
        };
        let values = picks
            .iter()
            .map(|pick| {
                reader
                    .read(&json!({"type": option}), pick)
                    .map(|value| value.as_str().unwrap_or_default().to_owned())
            })
            .collect::<Result<_, _>>()?;
        Ok((values, Some(Value::Object(reader.resolved))))
    }
}

/// Turns texts into values and gathers what they refer to.
struct Reader<'s> {
    state: &'s mut State,
    user: Id,
    channel: Id,
    resolved: Map<String, Value>,
}

impl Reader<'_> {
    fn put(&mut self, group: &str, id: Id, value: Value) {
        let group = self.resolved.entry(group).or_insert_with(|| json!({}));
        group[id.to_string()] = value;
    }

    fn read(&mut self, option: &Value, text: &str) -> Result<Value, String> {
        let kind = option["type"].as_i64().unwrap_or(3);
        let choices = option["choices"].as_array().map(Vec::as_slice).unwrap_or_default();
        if !choices.is_empty() {
            // A number is typed as text.
            let typed: Value = serde_json::from_str(text).unwrap_or_default();
            let fits = |choice: &&Value| {
                choice["name"] == text
                    || choice["value"] == text
                    || choice["value"].is_number() && choice["value"] == typed
            };
            let names: Vec<&str> =
                choices.iter().filter_map(|choice| choice["name"].as_str()).collect();
            return choices
                .iter()
                .find(fits)
                .map(|choice| choice["value"].clone())
                .ok_or_else(|| format!("\"{text}\" is no choice; there are {}", names.join(", ")));
        }
        match kind {
            3 => {
                let len = i64::try_from(length(text)).unwrap_or(i64::MAX);
                let (min, max) = (
                    option["min_length"].as_i64().unwrap_or(0),
                    option["max_length"].as_i64().unwrap_or(6000),
                );
                let fits = (min..=max).contains(&len) || self.state.mischief.any_length;
                if text.is_empty() || !fits {
                    return Err(format!(
                        "\"{text}\" has {len} characters; {min} to {max} are allowed"
                    ));
                }
                Ok(text.into())
            }
            4 => {
                let number: i64 =
                    text.parse().map_err(|_| format!("\"{text}\" is no whole number"))?;
                within(option, text, text.parse().unwrap_or(f64::MAX))?;
                Ok(number.into())
            }
            5 => match text.to_lowercase().as_str() {
                "true" | "yes" => Ok(true.into()),
                "false" | "no" => Ok(false.into()),
                _ => Err(format!("\"{text}\" is neither true nor false")),
            },
            10 => {
                let number: f64 = text.parse().map_err(|_| format!("\"{text}\" is no number"))?;
                within(option, text, number)?;
                Ok(number.into())
            }
            11 => Err("files are given with the command, not in its text".to_owned()),
            _ => self.find(option, text, kind).map(|id| id.to_string().into()),
        }
    }

    /// People, roles and channels, by name, mention or id.
    fn find(&mut self, option: &Value, text: &str, kind: i64) -> Result<Id, String> {
        let bare = text.trim_start_matches(['<', '@', '#', '!', '&']).trim_end_matches('>');
        let number: Option<Id> = bare.parse().ok();
        let world = &self.state.world;
        let guild = world.channels.get(&self.channel).and_then(|channel| channel.guild);
        if matches!(kind, 6 | 9)
            && let Some(user) = number
                .filter(|id| world.users.contains_key(id))
                .or_else(|| world.user_called(bare).map(|user| user.id))
        {
            self.resolve_user(user);
            return Ok(user);
        }
        if matches!(kind, 8 | 9)
            && let Some(guild) = guild.and_then(|id| world.guilds.get(&id))
            && let Some(found) = guild
                .roles
                .iter()
                .find(|role| Some(role.id) == number || role.name == bare || role.name == text)
        {
            let (id, json) = (found.id, role(found));
            self.put("roles", id, json);
            return Ok(id);
        }
        if kind == 7 {
            let id = number
                .filter(|id| world.channels.contains_key(id))
                .or_else(|| world.channel_called(guild?, bare).map(|channel| channel.id));
            let found = id.and_then(|id| world.channels.get(&id));
            if let Some(channel) = found.filter(|channel| world.may_see(self.user, channel)) {
                let allowed = numbers(&option["channel_types"]).unwrap_or_default();
                if !allowed.is_empty() && !allowed.contains(&u64::from(channel.kind.number())) {
                    return Err(format!(
                        "#{} is not the kind of channel that is asked for",
                        channel.name
                    ));
                }
                let (id, json) = (channel.id, world.seen_channel_json(channel, self.user));
                self.put("channels", id, json);
                return Ok(id);
            }
        }
        Err(format!("nobody and nothing here is called \"{text}\""))
    }

    fn resolve_user(&mut self, user: Id) {
        let world = &self.state.world;
        let json = world.user_json(user);
        let place = world.channels.get(&self.channel);
        let member = place.and_then(|place| {
            world.resolved_member_json(world.guilds.get(&place.guild?)?, user, place)
        });
        self.put("users", user, json);
        if let Some(member) = member {
            self.put("members", user, member);
        }
    }

    fn attach(&mut self, upload: Upload) -> Id {
        let files = self.state.take_files(vec![upload], &[], true);
        let base = self.state.base.clone();
        let mut id = 0;
        for file in files {
            id = file.id;
            let json = Links { base: &base }.attachment(self.channel, &file);
            self.put("attachments", id, json);
        }
        id
    }
}

fn within(option: &Value, text: &str, number: f64) -> Result<(), String> {
    let bound = |key: &str, or: f64| option[key].as_f64().unwrap_or(or);
    // Discord carries no numbers beyond what a double holds exactly.
    let widest = 9_007_199_254_740_991.0;
    let (min, max) = (bound("min_value", -widest), bound("max_value", widest));
    if number < min || number > max {
        Err(format!("{text} is out of range; {min} to {max} are allowed"))
    } else {
        Ok(())
    }
}

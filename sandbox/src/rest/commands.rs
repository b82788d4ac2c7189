//! Registering application commands.

use serde_json::{Value, json};

use super::route::id;
use super::{Answer, Reply};
use crate::limits::{Form, Refusal, command};
use crate::state::{Happening, State};
use crate::world::Id;

impl State {
    pub(super) fn commands(
        &mut self,
        method: &str,
        app: Id,
        guild: Option<Id>,
        rest: &[&str],
        body: &Value,
    ) -> Answer {
        if app != self.world.app {
            return Err(Refusal::not_your_application());
        }
        if guild.is_some_and(|guild| {
            !self
                .world
                .guilds
                .get(&guild)
                .is_some_and(|guild| guild.members.contains_key(&self.world.app))
        }) {
            return Err(Refusal::missing_access());
        }
        match (method, rest) {
            ("GET", []) => Ok(Reply::Json(self.registered(guild).clone().into())),
            ("GET", [which]) => {
                let at = self.position(guild, which)?;
                Ok(Reply::Json(self.registered(guild)[at].clone()))
            }
            ("PUT", []) => {
                let Some(wanted) = body.as_array() else {
                    let mut form = Form::new();
                    form.fault("", "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType");
                    form.finish()?;
                    return Err(Refusal::bad_json());
                };
                command::check_all(wanted)?;
                let fresh: Vec<Value> =
                    wanted.iter().map(|command| self.stored(command, guild)).collect();
                self.registered(guild).clone_from(&fresh);
                self.commands_changed();
                Ok(Reply::Json(fresh.into()))
            }
            ("POST", []) => {
                command::check_one(body)?;
                let fresh = self.stored(body, guild);
                let mut all = self.registered(guild).clone();
                let old = all.iter().position(|other| other["id"] == fresh["id"]);
                match old {
                    Some(at) => all[at] = fresh.clone(),
                    None => all.push(fresh.clone()),
                }
                command::check_all(&all)?;
                *self.registered(guild) = all;
                self.commands_changed();
                // An existing command of that name is replaced, and only a new one counts as created.
                Ok(if old.is_some() { Reply::Json(fresh) } else { Reply::Created(fresh) })
            }
            ("PATCH", [which]) => {
                let at = self.position(guild, which)?;
                let mut changed = self.registered(guild)[at].clone();
                for (key, value) in body.as_object().into_iter().flatten() {
                    changed[key] = value.clone();
                }
                command::check_one(&changed)?;
                changed["version"] = self.new_id().to_string().into();
                self.registered(guild)[at] = changed.clone();
                self.commands_changed();
                Ok(Reply::Json(changed))
            }
            ("DELETE", [which]) => {
                let at = self.position(guild, which)?;
                self.registered(guild).remove(at);
                self.commands_changed();
                Ok(Reply::Empty)
            }
            _ => Err(Refusal::unknown_route()),
        }
    }

    fn registered(&mut self, guild: Option<Id>) -> &mut Vec<Value> {
        match guild {
            Some(guild) => self.world.guild_commands.entry(guild).or_default(),
            None => &mut self.world.commands,
        }
    }

    fn position(&mut self, guild: Option<Id>, which: &str) -> Result<usize, Refusal> {
        let wanted = id(which)?.to_string();
        self.registered(guild)
            .iter()
            .position(|command| command["id"] == wanted.as_str())
            .ok_or_else(Refusal::unknown_command)
    }

    fn commands_changed(&mut self) {
        self.tell_people(Happening::World);
        self.touch();
    }

    /// A command as it can be read back. One that keeps its name and type keeps its id.
    fn stored(&mut self, command: &Value, guild: Option<Id>) -> Value {
        let kind = command["type"].as_u64().unwrap_or(1);
        let earlier = self
            .registered(guild)
            .iter()
            .find(|other| other["name"] == command["name"] && other["type"] == kind)
            .map(|other| other["id"].clone());
        let fresh = self.new_id().to_string();
        let permissions = match &command["default_member_permissions"] {
            Value::Number(number) => number.to_string().into(),
            other => other.clone(),
        };
        let or = |key: &str, default: Value| {
            command.get(key).filter(|value| !value.is_null()).cloned().unwrap_or(default)
        };
        let mut out = json!({
            "id": earlier.unwrap_or_else(|| fresh.clone().into()),
            "application_id": self.world.app.to_string(),
            "version": fresh,
            "type": kind,
            "name": command["name"],
            "name_localizations": command["name_localizations"],
            "description": or("description", "".into()),
            "description_localizations": command["description_localizations"],
            "options": or("options", json!([])),
            "default_member_permissions": permissions,
            "dm_permission": or("dm_permission", true.into()),
            "nsfw": or("nsfw", false.into()),
            "integration_types": or("integration_types", json!([0])),
            "contexts": command["contexts"],
        });
        if let Some(guild) = guild {
            out["guild_id"] = guild.to_string().into();
        }
        out
    }
}

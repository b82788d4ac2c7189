//! People act: commands, clicks, selections, modals and half-typed commands become interactions.

use serde_json::{Value, json};

use super::options::Prepared;
use super::payload::owners;
use crate::interactions::{Birth, Kind};
use crate::limits::form::length;
use crate::sessions::Event;
use crate::state::State;
use crate::world::Id;
use crate::world::model::Origin;

impl State {
    fn deliver(&mut self, guild: Option<Id>, payload: &Value) {
        let times = if self.mischief.deliver_twice() { 2 } else { 1 };
        for _ in 0..times {
            self.sessions.dispatch(&Event {
                name: "INTERACTION_CREATE",
                guild,
                data: payload,
                muted: None,
            });
        }
        self.nudge();
    }

    pub(crate) fn start_command(
        &mut self,
        user: Id,
        channel: Id,
        prepared: &Prepared,
    ) -> Result<Id, String> {
        let (id, guild, payload) = self.command_interaction(user, channel, prepared)?;
        self.deliver(guild, &payload);
        Ok(id)
    }

    fn command_interaction(
        &mut self,
        user: Id,
        channel: Id,
        prepared: &Prepared,
    ) -> Result<(Id, Option<Id>, Value), String> {
        let id = self.new_id();
        let place = self.world.channels.get(&channel).ok_or("that channel is gone")?;
        if place.kind == crate::world::ChannelKind::Forum {
            return Err("a forum takes commands in its posts, not by itself".to_owned());
        }
        let guild = place.guild;
        let owners = owners(&self.world, user, place, &prepared.installs);
        let number = if prepared.focused.is_some() { 4 } else { 2 };
        let mut payload = self.payload(id, number, user, place, &owners, &prepared.data);
        let kind = match prepared.focused {
            Some(option) => Kind::Autocomplete { option },
            None => Kind::Command { kind: prepared.kind },
        };
        let origin = Origin {
            interaction: id,
            kind: 2,
            user,
            name: Some(prepared.name.clone()),
            owners,
            message: None,
            original: None,
            opened_by: None,
        };
        payload["token"] = self
            .interactions
            .begin(
                id,
                self.now(),
                Birth { kind, user, channel, guild, source: None, origin, parent: None },
            )
            .into();
        Ok((id, guild, payload))
    }

    /// The same command line many times over: only id and token differ from one time to the next.
    pub(crate) fn command_template(
        &mut self,
        user: Id,
        channel: Id,
        prepared: &Prepared,
    ) -> Result<[String; 3], String> {
        let place = self.world.channels.get(&channel).ok_or("that channel is gone")?;
        let owners = owners(&self.world, user, place, &prepared.installs);
        let payload = self.payload(0, 2, user, place, &owners, &prepared.data);
        let Value::Object(mut fields) = payload else { return Err("no payload".to_owned()) };
        fields.remove("id");
        let rest = Value::Object(fields).to_string();
        Ok([r#"{"id":""#.to_owned(), r#"","token":""#.to_owned(), format!("\",{}", &rest[1..])])
    }

    pub(crate) fn start_from_template(
        &mut self,
        user: Id,
        channel: Id,
        name: &str,
        template: &[String; 3],
    ) -> Id {
        let id = self.new_id();
        let guild = self.world.channels.get(&channel).and_then(|place| place.guild);
        let owners = guild.map_or_else(|| json!({}), |guild| json!({"0": guild.to_string()}));
        let origin = Origin {
            interaction: id,
            kind: 2,
            user,
            name: Some(name.to_owned()),
            owners,
            message: None,
            original: None,
            opened_by: None,
        };
        let token = self.interactions.begin(
            id,
            self.now(),
            Birth {
                kind: Kind::Command { kind: 1 },
                user,
                channel,
                guild,
                source: None,
                origin,
                parent: None,
            },
        );
        let [start, middle, end] = template;
        self.sessions.dispatch_text(
            "INTERACTION_CREATE",
            guild,
            &format!("{start}{id}{middle}{token}{end}"),
        );
        id
    }

    /// A button is pressed or a select is set; `values` are labels or values, names for people, roles and channels.
    pub(crate) fn start_component(
        &mut self,
        user: Id,
        channel: Id,
        message: Id,
        custom_id: &str,
        picks: Option<&[String]>,
        as_seen: Option<&Value>,
    ) -> Result<Id, String> {
        let found = self.world.message(channel, message).ok_or("that message is gone")?;
        let place = self.world.channels.get(&channel).ok_or("that channel is gone")?;
        if found.only_for.is_some_and(|only| only != user) || !self.world.may_see(user, place) {
            return Err(format!("{} cannot see that message", self.world.name_of(user)));
        }
        // Two people press at the same moment: the second press was made on what is no longer there.
        let stale = as_seen.and_then(|seen| seen["components"].as_array());
        let component = stale
            .unwrap_or(&found.components)
            .iter()
            .flat_map(|row| row["components"].as_array().into_iter().flatten())
            .find(|component| component["custom_id"] == custom_id)
            .ok_or_else(|| format!("nothing on that message has the id \"{custom_id}\""))?
            .clone();
        if component["disabled"] == true {
            return Err(format!("\"{custom_id}\" is disabled"));
        }
        let kind = component["type"].as_i64().unwrap_or(2);
        let owners_of_message = found.origin.as_ref().map(|origin| origin.owners.clone());
        let mut data =
            json!({"id": component["id"], "custom_id": custom_id, "component_type": kind});
        match (kind, picks) {
            (2, None) => {}
            (2, Some(_)) => return Err(format!("\"{custom_id}\" is a button, not a select")),
            (_, None) => return Err(format!("\"{custom_id}\" is a select; say what is picked")),
            (_, Some(picks)) => {
                let (values, resolved) = if kind == 3 {
                    (string_values(&component, picks)?, None)
                } else {
                    self.pick(user, channel, kind, picks)?
                };
                check_count(&component, values.len())?;
                data["values"] = values.into();
                if let Some(resolved) = resolved {
                    data["resolved"] = resolved;
                }
            }
        }
        let id = self.new_id();
        let place = self.world.channels.get(&channel).ok_or("that channel is gone")?;
        let guild = place.guild;
        let owners = owners_of_message.unwrap_or_else(|| owners(&self.world, user, place, &[0, 1]));
        let mut payload = self.payload(id, 3, user, place, &owners, &data);
        payload["message"] =
            as_seen.cloned().unwrap_or_else(|| self.message_json(channel, message));
        let origin = Origin {
            interaction: id,
            kind: 3,
            user,
            name: None,
            owners,
            message: Some(message),
            original: None,
            opened_by: None,
        };
        payload["token"] = self
            .interactions
            .begin(
                id,
                self.now(),
                Birth {
                    kind: Kind::Component,
                    user,
                    channel,
                    guild,
                    source: Some(message),
                    origin,
                    parent: None,
                },
            )
            .into();
        self.deliver(guild, &payload);
        Ok(id)
    }

    /// A modal is sent off. Values are given by label or id; inputs not named keep what they were filled with.
    pub(crate) fn start_modal(
        &mut self,
        user: Id,
        opened_by: Id,
        values: &[(String, String)],
    ) -> Result<Id, String> {
        let opener =
            self.interactions.get(opened_by).ok_or("the modal's interaction is forgotten")?;
        if opener.user != user {
            return Err("the modal was shown to somebody else".to_owned());
        }
        let modal = opener.modal.clone().ok_or("no modal was shown")?;
        let (channel, guild, source) = (opener.channel, opener.guild, opener.source);
        let parent_origin = opener.origin.clone();
        let mut left: Vec<&(String, String)> = values.iter().collect();
        let mut rows = Vec::new();
        let mut number = 0;
        for input in modal["components"]
            .as_array()
            .into_iter()
            .flatten()
            .flat_map(|row| row["components"].as_array().into_iter().flatten())
        {
            let named = |(name, _): &&(String, String)| {
                input["label"] == name.as_str() || input["custom_id"] == name.as_str()
            };
            let value = match left.iter().position(named) {
                Some(at) => left.remove(at).1.clone(),
                None => input["value"].as_str().unwrap_or_default().to_owned(),
            };
            check_input(input, &value, self.mischief.any_length)?;
            number += 2;
            let field =
                json!({"type": 4, "id": number, "custom_id": input["custom_id"], "value": value});
            rows.push(json!({"type": 1, "id": number - 1, "components": [field]}));
        }
        if let Some((name, _)) = left.first() {
            return Err(format!(
                "the modal \"{}\" has no input \"{name}\"",
                modal["title"].as_str().unwrap_or_default()
            ));
        }
        let id = self.new_id();
        let place = self.world.channels.get(&channel).ok_or("that channel is gone")?;
        let owners = parent_origin.owners.clone();
        let data = json!({"custom_id": modal["custom_id"], "components": rows});
        let mut payload = self.payload(id, 5, user, place, &owners, &data);
        if let Some(source) = source {
            payload["message"] = self.message_json(channel, source);
        }
        let origin = Origin {
            interaction: id,
            kind: 5,
            user,
            name: None,
            owners,
            message: source,
            original: None,
            opened_by: Some(Box::new(parent_origin)),
        };
        payload["token"] = self
            .interactions
            .begin(
                id,
                self.now(),
                Birth {
                    kind: Kind::Modal,
                    user,
                    channel,
                    guild,
                    source,
                    origin,
                    parent: Some(opened_by),
                },
            )
            .into();
        self.deliver(guild, &payload);
        Ok(id)
    }
}

fn string_values(select: &Value, picks: &[String]) -> Result<Vec<String>, String> {
    let options = select["options"].as_array().map(Vec::as_slice).unwrap_or_default();
    picks
        .iter()
        .map(|pick| {
            let by = |key: &str| options.iter().find(|option| option[key] == pick.as_str());
            let found = by("label").or_else(|| by("value"));
            found.and_then(|option| option["value"].as_str()).map(str::to_owned).ok_or_else(|| {
                let labels: Vec<&str> =
                    options.iter().filter_map(|option| option["label"].as_str()).collect();
                format!("\"{pick}\" is not offered; there are {}", labels.join(", "))
            })
        })
        .collect()
}

fn check_count(select: &Value, count: usize) -> Result<(), String> {
    let bound = |key: &str| select[key].as_u64().unwrap_or(1);
    let (min, max) = (bound("min_values"), bound("max_values"));
    let count = count as u64;
    if count < min || count > max {
        Err(format!("{count} picked; {min} to {max} are allowed"))
    } else {
        Ok(())
    }
}

fn check_input(input: &Value, value: &str, any_length: bool) -> Result<(), String> {
    let label = input["label"].as_str().unwrap_or_default();
    let len = length(value) as u64;
    if len == 0 {
        return if input["required"].as_bool().unwrap_or(true) {
            Err(format!("\"{label}\" must be filled in"))
        } else {
            Ok(())
        };
    }
    let (min, max) =
        (input["min_length"].as_u64().unwrap_or(0), input["max_length"].as_u64().unwrap_or(4000));
    if (len < min || len > max) && !any_length {
        Err(format!("\"{label}\" has {len} characters; {min} to {max} are allowed"))
    } else {
        Ok(())
    }
}

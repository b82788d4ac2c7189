//! A message as a person sees it.

use std::sync::Arc;

use serde_json::Value;

use crate::state::{Core, State};
use crate::world::Id;
use crate::world::model::flags;

/// A message at the moment it was looked at. [`Seen::again`] looks anew.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools)] // each is a thing a person sees or does not see
pub struct Seen {
    core: Arc<Core>,
    pub id: u64,
    pub channel: u64,
    /// The name of whoever wrote it.
    pub author: String,
    pub by_bot: bool,
    pub text: String,
    pub embeds: Vec<Embed>,
    pub buttons: Vec<Button>,
    pub selects: Vec<Select>,
    pub files: Vec<File>,
    /// Only one person sees it.
    pub private: bool,
    /// Still "thinking".
    pub thinking: bool,
    pub pinned: bool,
    pub edited: bool,
    /// Discord's own lines, such as "pinned a message".
    pub notice: bool,
    /// The message this one replies to.
    pub replies_to: Option<u64>,
    /// The thread that grew from it.
    pub thread: Option<u64>,
    /// The names of the people it rang for when it appeared.
    pub pinged: Vec<String>,
    /// Discord's own JSON, for what is not above.
    pub raw: Value,
    pinged_ids: Vec<Id>,
}

#[derive(Clone, Debug, Default)]
pub struct Embed {
    pub title: String,
    pub description: String,
    pub author: String,
    pub footer: String,
    pub colour: Option<u64>,
    pub image: Option<String>,
    /// Name and value of each field.
    pub fields: Vec<(String, String)>,
}

#[derive(Clone, Debug)]
pub struct Button {
    pub label: String,
    pub emoji: Option<String>,
    /// Empty for links.
    pub custom_id: String,
    pub url: Option<String>,
    /// 1 primary, 2 secondary, 3 success, 4 danger, 5 link.
    pub style: u64,
    pub disabled: bool,
    pub row: usize,
}

#[derive(Clone, Debug)]
pub struct Select {
    pub placeholder: String,
    pub custom_id: String,
    /// 3 texts, 5 people, 6 roles, 7 people and roles, 8 channels.
    pub kind: i64,
    pub options: Vec<SelectOption>,
    pub min: u64,
    pub max: u64,
    pub disabled: bool,
}

#[derive(Clone, Debug)]
pub struct SelectOption {
    pub label: String,
    pub value: String,
    pub description: String,
    pub chosen: bool,
}

#[derive(Clone, Debug)]
pub struct File {
    pub name: String,
    /// The alternative text.
    pub description: String,
    pub bytes: Arc<[u8]>,
    pub url: String,
}

impl Seen {
    /// Everything readable, line by line: the text, then the embeds.
    pub fn all_text(&self) -> String {
        let mut lines = vec![self.text.as_str()];
        for embed in &self.embeds {
            lines.extend([embed.author.as_str(), &embed.title, &embed.description]);
            lines.extend(embed.fields.iter().flat_map(|(name, value)| [name.as_str(), value]));
            lines.push(&embed.footer);
        }
        lines.retain(|line| !line.is_empty());
        lines.join("\n")
    }

    /// A button by its label or id.
    pub fn button(&self, label_or_id: &str) -> Option<&Button> {
        let by_label = self.buttons.iter().find(|button| button.label == label_or_id);
        by_label.or_else(|| self.buttons.iter().find(|button| button.custom_id == label_or_id))
    }

    /// A select by its placeholder or id.
    pub fn select(&self, placeholder_or_id: &str) -> Option<&Select> {
        self.selects.iter().find(|select| {
            select.placeholder == placeholder_or_id || select.custom_id == placeholder_or_id
        })
    }

    /// Whether it rang for this person when it appeared.
    pub fn pings(&self, person: &super::person::Person) -> bool {
        self.pinged_ids.contains(&person.id())
    }

    /// The same message as it is now; `None` if it is gone.
    pub fn again(&self) -> Option<Self> {
        look(&self.core, &self.core.lock(), self.channel, self.id)
    }
}

pub(crate) fn look(core: &Arc<Core>, state: &State, channel: Id, message: Id) -> Option<Seen> {
    let found = state.world.message(channel, message)?;
    let author = state.world.users.get(&found.author)?;
    let raw = state.message_json(channel, message);
    let components = || {
        let rows = raw["components"].as_array().into_iter().flatten().enumerate();
        rows.flat_map(|(row, value)| {
            value["components"]
                .as_array()
                .into_iter()
                .flatten()
                .map(move |component| (row, component))
        })
    };
    let files =
        found.attachments.iter().zip(raw["attachments"].as_array().into_iter().flatten()).map(
            |(file, json)| File {
                name: file.filename.clone(),
                description: file.description.clone().unwrap_or_default(),
                bytes: state.world.files.get(&file.id).cloned().unwrap_or_default(),
                url: text(&json["url"]),
            },
        );
    Some(Seen {
        core: Arc::clone(core),
        id: message,
        channel,
        author: author.display.clone(),
        by_bot: author.bot,
        text: emojis_by_name(&found.content),
        embeds: raw["embeds"].as_array().into_iter().flatten().map(embed).collect(),
        buttons: components()
            .filter(|(_, component)| component["type"] == 2)
            .map(|(row, json)| button(row, json))
            .collect(),
        selects: components()
            .filter(|(_, component)| component["type"] != 2)
            .map(|(_, json)| select(json))
            .collect(),
        files: files.collect(),
        private: found.only_for.is_some(),
        thinking: found.flags & flags::LOADING != 0,
        pinned: found.pinned.is_some(),
        edited: found.edited.is_some(),
        notice: !matches!(found.kind, 0 | 19 | 20 | 23),
        replies_to: found.reference.as_ref().map(|reference| reference.message),
        thread: found.thread,
        pinged: found.pinged.iter().map(|user| state.world.name_of(*user)).collect(),
        pinged_ids: found.pinged.iter().copied().collect(),
        raw,
    })
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// What stands within a frame, where emoji are shown.
fn framed(value: &Value) -> String {
    emojis_by_name(value.as_str().unwrap_or_default())
}

/// `<:d10_7_hit:123>` as it is read aloud: `:d10_7_hit:`.
fn emojis_by_name(text: &str) -> String {
    let mut read = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("<:") {
        read.push_str(before);
        let emoji = after.split_once('>').and_then(|(emoji, behind)| {
            let (name, id) = emoji.split_once(':')?;
            id.parse::<Id>().is_ok().then_some((name, behind))
        });
        let (shown, behind) =
            emoji.map_or((["<", ":", ""], after), |(name, behind)| ([":", name, ":"], behind));
        read.extend(shown);
        rest = behind;
    }
    read + rest
}

fn embed(json: &Value) -> Embed {
    let fields = json["fields"].as_array().into_iter().flatten();
    Embed {
        title: framed(&json["title"]),
        description: framed(&json["description"]),
        author: text(&json["author"]["name"]),
        footer: text(&json["footer"]["text"]),
        colour: json["color"].as_u64(),
        image: json["image"]["url"].as_str().map(str::to_owned),
        fields: fields.map(|field| (framed(&field["name"]), framed(&field["value"]))).collect(),
    }
}

fn button(row: usize, json: &Value) -> Button {
    Button {
        label: text(&json["label"]),
        emoji: json["emoji"]["name"].as_str().map(str::to_owned),
        custom_id: text(&json["custom_id"]),
        url: json["url"].as_str().map(str::to_owned),
        style: json["style"].as_u64().unwrap_or(1),
        disabled: json["disabled"] == true,
        row,
    }
}

fn select(json: &Value) -> Select {
    let options = json["options"].as_array().into_iter().flatten().map(|option| SelectOption {
        label: text(&option["label"]),
        value: text(&option["value"]),
        description: text(&option["description"]),
        chosen: option["default"] == true,
    });
    Select {
        placeholder: text(&json["placeholder"]),
        custom_id: text(&json["custom_id"]),
        kind: json["type"].as_i64().unwrap_or(3),
        options: options.collect(),
        min: json["min_values"].as_u64().unwrap_or(1),
        max: json["max_values"].as_u64().unwrap_or(1),
        disabled: json["disabled"] == true,
    }
}

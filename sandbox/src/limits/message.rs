//! A message about to be posted or edited.

use std::collections::HashSet;

use serde_json::Value;

use super::form::{join, length};
use super::{Form, Refusal, components, embed};
use crate::world::model::flags;

pub(crate) const CONTENT: usize = 2000;
pub(crate) const ATTACHMENTS: usize = 10;
pub(crate) const FILE_DESCRIPTION: usize = 1024;
pub(crate) const NONCE: usize = 25;
pub(crate) const ALLOWED_IDS: usize = 100;

/// A file that came with the request.
#[derive(Clone, Debug)]
pub(crate) struct Upload {
    pub slot: u64,
    pub filename: String,
    pub content_type: Option<String>,
    pub bytes: axum::body::Bytes,
}

/// Where the message is going decides a few rules.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Way {
    Channel,
    Interaction,
    Edit,
}

/// A mention of a file in the body: either one that is kept or the description of a new one.
#[derive(Clone, Debug)]
pub(crate) struct FileNote {
    pub id: u64,
    pub description: Option<String>,
    pub filename: Option<String>,
}

/// A checked body. `None` means the request did not speak of it, which matters for edits.
#[derive(Clone, Debug, Default)]
pub(crate) struct Draft {
    pub content: Option<String>,
    pub embeds: Option<Vec<Value>>,
    pub components: Option<Vec<Value>>,
    pub files: Option<Vec<FileNote>>,
    pub uploads: Vec<Upload>,
    pub allowed_mentions: Option<Value>,
    pub flags: Option<u64>,
    pub tts: bool,
    pub nonce: Option<Value>,
    pub enforce_nonce: bool,
    pub reply_to: Option<u64>,
    pub fail_if_not_exists: bool,
}

impl Draft {
    /// Nothing a reader would see. Components alone are not enough.
    pub(crate) fn is_empty(&self) -> bool {
        self.content.as_deref().is_none_or(str::is_empty)
            && self.embeds.as_ref().is_none_or(Vec::is_empty)
            && self.uploads.is_empty()
            && self.files.as_ref().is_none_or(Vec::is_empty)
    }

    pub(crate) fn is_ephemeral(&self) -> bool {
        self.flags.is_some_and(|given| given & flags::EPHEMERAL != 0)
    }
}

/// Checks a message body found at `path` of the request.
pub(crate) fn check(
    body: &Value,
    path: &str,
    uploads: Vec<Upload>,
    way: Way,
    file_limit: usize,
) -> Result<Draft, Refusal> {
    if uploads.iter().any(|file| file.bytes.len() > file_limit) {
        return Err(Refusal::too_large());
    }
    let mut form = Form::new();
    if !body.is_object() && !body.is_null() {
        form.fault(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType");
    }
    let speaks_of = |key: &str| body.get(key).is_some();
    let mut draft = Draft { fail_if_not_exists: true, ..Draft::default() };
    if speaks_of("content") {
        let text = form.text(body, path, "content", 0, CONTENT).unwrap_or_default();
        draft.content = Some(text.trim().to_owned());
    }
    if speaks_of("embeds") {
        draft.embeds = Some(embed::check_all(&mut form, body, path));
    }
    if speaks_of("components") {
        draft.components = Some(components::check_all(&mut form, body, path));
    }
    allowed_mentions(&mut form, body, path);
    draft.allowed_mentions = body.get("allowed_mentions").cloned();
    draft.tts = form.flag(body, path, "tts").unwrap_or(false);
    draft.flags = message_flags(&mut form, body, path, way);
    nonce(&mut form, body, path, &mut draft);
    files(&mut form, body, path, uploads, &mut draft);
    if let Some(reference) = form.object(body, path, "message_reference") {
        let at = join(path, "message_reference");
        form.choice(reference, &at, "type", &[0]);
        draft.reply_to = form.snowflake(reference, &at, "message_id");
        draft.fail_if_not_exists = form.flag(reference, &at, "fail_if_not_exists").unwrap_or(true);
    }
    for key in ["poll", "sticker_ids"] {
        let value = &body[key];
        if !value.is_null() && value.as_array().is_none_or(|list| !list.is_empty()) {
            form.fault(join(path, key), "SANDBOX_NOT_BUILT", format!("The sandbox has no {key}"));
        }
    }
    form.finish()?;
    Ok(draft)
}

/// Flags a bot may set. Discord passes over some of the others in silence; here they are refused, because an
/// `EPHEMERAL` on a channel message is a secret told to everybody.
fn message_flags(form: &mut Form, body: &Value, path: &str, way: Way) -> Option<u64> {
    let given = form.number(body, path, "flags", 0, i64::from(u32::MAX))?;
    let given = u64::try_from(given).unwrap_or(0);
    let settable = match way {
        Way::Channel => flags::SUPPRESS_EMBEDS | flags::SUPPRESS_NOTIFICATIONS,
        Way::Interaction => {
            flags::SUPPRESS_EMBEDS | flags::SUPPRESS_NOTIFICATIONS | flags::EPHEMERAL
        }
        Way::Edit => flags::SUPPRESS_EMBEDS | flags::EPHEMERAL,
    };
    let extra = given & !settable;
    if extra & flags::COMPONENTS_V2 != 0 {
        form.fault(
            join(path, "flags"),
            "SANDBOX_NOT_BUILT",
            "The sandbox has no layout components (flag 32768)",
        );
    } else if extra != 0 {
        form.fault(
            join(path, "flags"),
            "MESSAGE_FLAGS_INVALID",
            format!("The flags {extra} cannot be set here"),
        );
    }
    Some(given)
}

fn nonce(form: &mut Form, body: &Value, path: &str, draft: &mut Draft) {
    draft.enforce_nonce = form.flag(body, path, "enforce_nonce").unwrap_or(false);
    let Some(value) = body.get("nonce").filter(|value| !value.is_null()) else { return };
    match value {
        Value::String(text) if length(text) > NONCE => form.fault(
            join(path, "nonce"),
            "NONCE_TYPE_TOO_LONG",
            format!("Must be {NONCE} or fewer in length."),
        ),
        Value::String(_) => {}
        Value::Number(number) if number.is_i64() || number.is_u64() => {}
        _ => form.fault(
            join(path, "nonce"),
            "NONCE_TYPE_CONVERT",
            "A nonce is a text or a whole number.",
        ),
    }
    draft.nonce = Some(value.clone());
}

fn files(form: &mut Form, body: &Value, path: &str, uploads: Vec<Upload>, draft: &mut Draft) {
    let mut slots = HashSet::new();
    if uploads.iter().any(|file| !slots.insert(file.slot)) {
        form.fault(join(path, "files"), "ATTACHMENT_DUPLICATE", "Two files have the same number");
    }
    let mut count = uploads.len();
    if body.get("attachments").is_some() {
        let at = join(path, "attachments");
        let mut notes = Vec::new();
        for (index, note) in form
            .list(body, path, "attachments", 0, ATTACHMENTS)
            .unwrap_or_default()
            .iter()
            .enumerate()
        {
            let at = join(&at, index);
            form.text(note, &at, "filename", 1, 1024);
            form.text(note, &at, "description", 0, FILE_DESCRIPTION);
            if note["id"].is_null() {
                form.required(join(&at, "id"));
            }
            if let Some(id) = form.snowflake(note, &at, "id") {
                count += usize::from(!slots.contains(&id));
                let text = |key: &str| note[key].as_str().map(str::to_owned);
                notes.push(FileNote {
                    id,
                    description: text("description"),
                    filename: text("filename"),
                });
            }
        }
        draft.files = Some(notes);
    }
    if count > ATTACHMENTS {
        form.fault(
            join(path, "attachments"),
            "BASE_TYPE_MAX_LENGTH",
            format!("Must be {ATTACHMENTS} or fewer in length."),
        );
    }
    draft.uploads = uploads;
}

fn allowed_mentions(form: &mut Form, body: &Value, path: &str) {
    let Some(allowed) = form.object(body, path, "allowed_mentions") else { return };
    let at = join(path, "allowed_mentions");
    let parse = form.list(allowed, &at, "parse", 0, 3).unwrap_or_default();
    let mut words = HashSet::new();
    for (index, word) in parse.iter().enumerate() {
        let at = join(&join(&at, "parse"), index);
        match word.as_str() {
            Some(known @ ("users" | "roles" | "everyone")) if words.insert(known) => {}
            Some("users" | "roles" | "everyone") => form.fault(
                at,
                "SET_TYPE_ALREADY_CONTAINS_VALUE",
                "The set already contains this value",
            ),
            _ => form.fault(
                at,
                "BASE_TYPE_CHOICES",
                "Value must be one of {'everyone', 'roles', 'users'}.",
            ),
        }
    }
    for key in ["users", "roles"] {
        let ids = form.list(allowed, &at, key, 0, ALLOWED_IDS).unwrap_or_default();
        let mut seen = HashSet::new();
        for (index, id) in ids.iter().enumerate() {
            let at = join(&join(&at, key), index);
            if let Some(id) = form.snowflake_value(id, &at)
                && !seen.insert(id)
            {
                form.fault(
                    at,
                    "SET_TYPE_ALREADY_CONTAINS_VALUE",
                    "The set already contains this value",
                );
            }
        }
        if !ids.is_empty() && words.contains(key) {
            form.fault(
                join(&at, "parse"),
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                format!("parse:[\"{key}\"] and {key}: [ids...] are mutually exclusive."),
            );
        }
    }
    form.flag(allowed, &at, "replied_user");
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn text_is_trimmed_and_measured_in_code_points() {
        let draft = check(
            &json!({"content": format!("  {} ", "é".repeat(1990))}),
            "",
            Vec::new(),
            Way::Channel,
            10,
        )
        .unwrap();
        assert_eq!(draft.content.unwrap().chars().count(), 1990);
        assert!(
            check(&json!({"content": "x".repeat(2001)}), "", Vec::new(), Way::Channel, 10).is_err()
        );
    }

    #[test]
    fn a_message_of_buttons_alone_is_empty() {
        let row = json!({"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]});
        let draft = check(&json!({"components": [row]}), "", Vec::new(), Way::Channel, 10).unwrap();
        assert!(draft.is_empty());
    }
}

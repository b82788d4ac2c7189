//! The application's own emoji.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::route::id;
use super::{Answer, Reply};
use crate::limits::{Form, Refusal};
use crate::state::State;
use crate::world::Id;

/// The most that an application has.
const MOST: usize = 2_000;
const LARGEST: usize = 256 * 1024;

impl State {
    pub(super) fn emojis(&mut self, method: &str, app: Id, rest: &[&str], body: &Value) -> Answer {
        if app != self.world.app {
            return Err(Refusal::not_your_application());
        }
        match (method, rest) {
            ("GET", []) => {
                let items: Vec<Value> =
                    self.world.emojis.keys().map(|emoji| self.emoji_json(*emoji)).collect();
                Ok(Reply::Json(json!({"items": items})))
            }
            ("GET", [which]) => {
                let emoji = self.emoji_called(which)?;
                Ok(Reply::Json(self.emoji_json(emoji)))
            }
            ("POST", []) => {
                let (name, picture) = self.new_emoji(body)?;
                if self.world.emojis.len() >= MOST {
                    let text = format!("Maximum number of emojis reached ({MOST})");
                    return Err(Refusal::new(400, 30_008, text));
                }
                let emoji = self.new_id();
                self.world.emojis.insert(emoji, name);
                self.world.files.insert(emoji, picture.into());
                self.touch();
                Ok(Reply::Created(self.emoji_json(emoji)))
            }
            ("PATCH", [which]) => {
                let emoji = self.emoji_called(which)?;
                let mut form = Form::new();
                let name = self.emoji_name(body, Some(emoji), &mut form);
                form.finish()?;
                if let Some(name) = name {
                    self.world.emojis.insert(emoji, name);
                    self.touch();
                }
                Ok(Reply::Json(self.emoji_json(emoji)))
            }
            ("DELETE", [which]) => {
                let emoji = self.emoji_called(which)?;
                self.world.emojis.remove(&emoji);
                self.world.files.remove(&emoji);
                self.touch();
                Ok(Reply::Empty)
            }
            _ => Err(Refusal::unknown_route()),
        }
    }

    fn emoji_called(&self, which: &str) -> Result<Id, Refusal> {
        let emoji = id(which)?;
        if self.world.emojis.contains_key(&emoji) {
            Ok(emoji)
        } else {
            Err(Refusal::new(404, 10_014, "Unknown Emoji"))
        }
    }

    fn emoji_json(&self, emoji: Id) -> Value {
        json!({
            "id": emoji.to_string(),
            "name": self.world.emojis.get(&emoji),
            "roles": [],
            "user": self.world.user_json(self.world.app),
            "require_colons": true,
            "managed": false,
            "animated": false,
            "available": true,
        })
    }

    fn new_emoji(&self, body: &Value) -> Result<(String, Vec<u8>), Refusal> {
        let mut form = Form::new();
        let name = self.emoji_name(body, None, &mut form);
        if name.is_none() && body["name"].is_null() {
            form.required("name");
        }
        let picture = picture(body, &mut form);
        form.finish()?;
        name.zip(picture).ok_or_else(Refusal::bad_json)
    }

    /// The name that is given, which no other emoji may have.
    fn emoji_name(&self, body: &Value, own: Option<Id>, form: &mut Form) -> Option<String> {
        let name = form.text(body, "", "name", 2, 32)?;
        if !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            form.fault("name", "STRING_TYPE_REGEX", "String value did not match validation regex.");
        }
        let mut all = self.world.emojis.iter();
        if all.any(|(emoji, other)| other == name && Some(*emoji) != own) {
            let text = "An emoji with this name already exists";
            form.fault("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", text);
        }
        Some(name.to_owned())
    }
}

/// A picture in a data URI, of a kind that Discord takes.
fn picture(body: &Value, form: &mut Form) -> Option<Vec<u8>> {
    let Some(uri) = body["image"].as_str() else {
        form.required("image");
        return None;
    };
    let kinds = ["png", "jpeg", "gif", "webp", "avif"];
    let data = uri.strip_prefix("data:image/").and_then(|rest| rest.split_once(";base64,"));
    let bytes = data
        .filter(|(kind, _)| kinds.contains(kind))
        .and_then(|(_, data)| STANDARD.decode(data).ok())
        .filter(|bytes| !bytes.is_empty());
    let Some(bytes) = bytes else {
        form.fault("image", "IMAGE_INVALID", "Invalid image data");
        return None;
    };
    if bytes.len() > LARGEST {
        form.fault("image", "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.");
    }
    Some(bytes)
}

//! Embeds.

use serde_json::Value;

use super::Form;
use super::form::{join, length};

pub(crate) const EMBEDS: usize = 10;
pub(crate) const TITLE: usize = 256;
pub(crate) const DESCRIPTION: usize = 4096;
pub(crate) const FIELDS: usize = 25;
pub(crate) const FIELD_NAME: usize = 256;
pub(crate) const FIELD_VALUE: usize = 1024;
pub(crate) const FOOTER: usize = 2048;
pub(crate) const AUTHOR: usize = 256;
pub(crate) const ALL_TOGETHER: usize = 6000;

const WEB: [&str; 2] = ["http://", "https://"];
const PICTURE: [&str; 3] = ["http://", "https://", "attachment://"];

pub(crate) fn check_all(form: &mut Form, body: &Value, path: &str) -> Vec<Value> {
    let Some(embeds) = form.list(body, path, "embeds", 0, EMBEDS) else { return Vec::new() };
    let mut characters = 0;
    let mut out = Vec::with_capacity(embeds.len());
    for (index, embed) in embeds.iter().enumerate() {
        let at = join(&join(path, "embeds"), index);
        if !embed.is_object() {
            form.fault(at, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType");
            continue;
        }
        characters += check(form, embed, &at);
        let mut embed = embed.clone();
        embed["type"] = "rich".into();
        out.push(embed);
    }
    if characters > ALL_TOGETHER {
        form.fault(
            join(path, "embeds"),
            "MAX_EMBED_SIZE_EXCEEDED",
            format!("Embed size exceeds maximum size of {ALL_TOGETHER}"),
        );
    }
    out
}

/// Returns how many characters the embed takes of the common allowance.
fn check(form: &mut Form, embed: &Value, at: &str) -> usize {
    let mut texts: Vec<&str> = Vec::new();
    texts.extend(form.text(embed, at, "title", 0, TITLE));
    texts.extend(form.text(embed, at, "description", 0, DESCRIPTION));
    form.url(embed, at, "url", &WEB);
    form.number(embed, at, "color", 0, 0xFF_FFFF);
    if let Some(stamp) = form.text(embed, at, "timestamp", 0, 100)
        && time::OffsetDateTime::parse(stamp, &time::format_description::well_known::Rfc3339)
            .is_err()
    {
        form.fault(
            join(at, "timestamp"),
            "DATE_TIME_TYPE_PARSE",
            format!("Could not parse {stamp}. Should be ISO8601."),
        );
    }
    if let Some(footer) = form.object(embed, at, "footer") {
        let at = join(at, "footer");
        texts.extend(form.needed_text(footer, &at, "text", 1, FOOTER));
        form.url(footer, &at, "icon_url", &PICTURE);
    }
    if let Some(author) = form.object(embed, at, "author") {
        let at = join(at, "author");
        texts.extend(form.needed_text(author, &at, "name", 1, AUTHOR));
        form.url(author, &at, "url", &WEB);
        form.url(author, &at, "icon_url", &PICTURE);
    }
    for key in ["image", "thumbnail"] {
        if let Some(picture) = form.object(embed, at, key) {
            let at = join(at, key);
            if picture["url"].is_null() {
                form.required(join(&at, "url"));
            }
            form.url(picture, &at, "url", &PICTURE);
        }
    }
    for (index, field) in
        form.list(embed, at, "fields", 0, FIELDS).unwrap_or_default().iter().enumerate()
    {
        let at = join(&join(at, "fields"), index);
        for (key, max) in [("name", FIELD_NAME), ("value", FIELD_VALUE)] {
            if let Some(text) = form.needed_text(field, &at, key, 1, max) {
                if !text.is_empty() && text.trim().is_empty() {
                    form.required(join(&at, key));
                }
                texts.push(text);
            }
        }
        form.flag(field, &at, "inline");
    }
    let pictures =
        ["image", "thumbnail", "author", "footer"].iter().any(|key| embed[key].is_object());
    let fields = embed["fields"].as_array().is_some_and(|fields| !fields.is_empty());
    if texts.iter().all(|text| text.trim().is_empty()) && !pictures && !fields {
        form.required(join(at, "description"));
    }
    texts.iter().map(|text| length(text)).sum()
}

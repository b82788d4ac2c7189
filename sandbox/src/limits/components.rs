//! Buttons and selects under a message.

use std::collections::HashSet;

use serde_json::Value;

use super::Form;
use super::form::join;

pub(crate) const ROWS: usize = 5;
pub(crate) const BUTTONS_IN_A_ROW: usize = 5;
pub(crate) const CUSTOM_ID: usize = 100;
pub(crate) const BUTTON_LABEL: usize = 80;
pub(crate) const BUTTON_URL: usize = 512;
pub(crate) const PLACEHOLDER: usize = 150;
pub(crate) const OPTIONS: usize = 25;
pub(crate) const OPTION_TEXT: usize = 100;

pub(crate) const ROW: i64 = 1;
pub(crate) const BUTTON: i64 = 2;
pub(crate) const STRING_SELECT: i64 = 3;

const LINK: i64 = 5;
const PREMIUM: i64 = 6;

/// Checks the rows of a message and gives them back numbered, as Discord stores them.
pub(crate) fn check_all(form: &mut Form, body: &Value, path: &str) -> Vec<Value> {
    let Some(rows) = form.list(body, path, "components", 0, ROWS) else { return Vec::new() };
    let mut custom_ids = HashSet::new();
    for (index, row) in rows.iter().enumerate() {
        let at = join(&join(path, "components"), index);
        if row["type"].is_null() {
            form.required(join(&at, "type"));
            continue;
        }
        // The newer layout components need a flag that serenity 0.12 cannot set.
        if form.choice(row, &at, "type", &[ROW]).is_none() {
            continue;
        }
        if row["components"].is_null() {
            form.required(join(&at, "components"));
        }
        let inside = form.list(row, &at, "components", 1, BUTTONS_IN_A_ROW).unwrap_or_default();
        let at = join(&at, "components");
        let has_select = inside
            .iter()
            .any(|component| component["type"].as_i64().is_some_and(|kind| kind >= STRING_SELECT));
        if has_select && inside.len() > 1 {
            form.fault(
                &at,
                "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
                "The specified component exceeds the maximum width",
            );
        }
        for (index, component) in inside.iter().enumerate() {
            let at = join(&at, index);
            check(form, component, &at);
            if let Some(custom_id) = component["custom_id"].as_str()
                && !custom_ids.insert(custom_id)
            {
                form.fault(
                    join(&at, "custom_id"),
                    "COMPONENT_CUSTOM_ID_DUPLICATED",
                    "Component custom id cannot be duplicated",
                );
            }
        }
    }
    numbered(rows)
}

fn numbered(rows: &[Value]) -> Vec<Value> {
    let mut rows = rows.to_vec();
    let mut next = 0_u64;
    let mut number = |component: &mut Value| {
        next += 1;
        if let Some(component) = component.as_object_mut() {
            component.entry("id").or_insert_with(|| next.into());
        }
    };
    for row in &mut rows {
        number(row);
        for component in row["components"].as_array_mut().into_iter().flatten() {
            number(component);
        }
    }
    rows
}

fn check(form: &mut Form, component: &Value, at: &str) {
    match form.choice(component, at, "type", &[2, 3, 5, 6, 7, 8]) {
        Some(BUTTON) => button(form, component, at),
        Some(kind) => select(form, component, at, kind),
        None if component["type"].is_null() => form.required(join(at, "type")),
        None => {}
    }
}

fn button(form: &mut Form, button: &Value, at: &str) {
    form.flag(button, at, "disabled");
    let label =
        form.text(button, at, "label", 0, BUTTON_LABEL).is_some_and(|label| !label.is_empty());
    let emoji = emoji(form, button, at);
    let custom_id = form.text(button, at, "custom_id", 1, CUSTOM_ID).is_some();
    let url = button.get("url").is_some_and(|url| !url.is_null());
    if button["style"].is_null() {
        form.required(join(at, "style"));
    }
    match form.choice(button, at, "style", &[1, 2, 3, 4, LINK, PREMIUM]) {
        Some(LINK) => {
            if !url {
                form.fault(join(at, "url"), "BUTTON_COMPONENT_URL_REQUIRED", "A url is required");
            }
            form.text(button, at, "url", 1, BUTTON_URL);
            form.url(button, at, "url", &["http://", "https://", "discord://"]);
            if custom_id {
                form.fault(
                    join(at, "custom_id"),
                    "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                    "A custom id and url cannot both be specified",
                );
            }
        }
        Some(PREMIUM) => {
            let sku = form.snowflake(button, at, "sku_id");
            if sku.is_none() {
                form.required(join(at, "sku_id"));
            }
        }
        Some(_) => {
            if !custom_id {
                form.fault(
                    join(at, "custom_id"),
                    "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED",
                    "A custom id is required",
                );
            }
            if url {
                form.fault(
                    join(at, "url"),
                    "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                    "A custom id and url cannot both be specified",
                );
            }
        }
        None => {}
    }
    if !label && !emoji && button["style"] != PREMIUM {
        form.fault(
            join(at, "label"),
            "BUTTON_COMPONENT_INVALID_LABEL_EMOJI",
            "A button needs a label or an emoji",
        );
    }
}

fn emoji(form: &mut Form, holder: &Value, at: &str) -> bool {
    let Some(emoji) = form.object(holder, at, "emoji") else { return false };
    let at = join(at, "emoji");
    let name = form.text(emoji, &at, "name", 0, 32).is_some_and(|name| !name.is_empty());
    let id = form.snowflake(emoji, &at, "id").is_some();
    if !name && !id {
        form.required(join(&at, "name"));
    } else if !id
        && emoji["name"]
            .as_str()
            .is_some_and(|name| name.chars().all(|c| c.is_ascii_alphabetic() || c == ':'))
    {
        form.fault(join(&at, "name"), "COMPONENT_INVALID_EMOJI", "Invalid emoji");
    }
    true
}

fn select(form: &mut Form, select: &Value, at: &str, kind: i64) {
    form.needed_text(select, at, "custom_id", 1, CUSTOM_ID);
    form.text(select, at, "placeholder", 0, PLACEHOLDER);
    form.flag(select, at, "disabled");
    let min = form.number(select, at, "min_values", 0, 25).unwrap_or(1);
    let max = form.number(select, at, "max_values", 1, 25).unwrap_or(1);
    if min > max {
        form.fault(
            join(at, "min_values"),
            "SELECT_COMPONENT_MIN_VALUES_TOO_LARGE",
            "min_values must not be larger than max_values",
        );
    }
    if kind != STRING_SELECT {
        if kind == 8 {
            for (index, channel) in
                form.list(select, at, "channel_types", 0, 25).unwrap_or_default().iter().enumerate()
            {
                if !channel.as_i64().is_some_and(|kind| (0..=16).contains(&kind)) {
                    form.fault(
                        join(&join(at, "channel_types"), index),
                        "BASE_TYPE_CHOICES",
                        "Not a channel type",
                    );
                }
            }
        }
        return;
    }
    if select["options"].is_null() {
        form.required(join(at, "options"));
    }
    let options = form.list(select, at, "options", 1, OPTIONS).unwrap_or_default();
    let count = i64::try_from(options.len()).unwrap_or(i64::MAX);
    if max > count && !options.is_empty() {
        form.fault(
            join(at, "max_values"),
            "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE",
            format!("max_values cannot be larger than the {count} options"),
        );
    }
    let mut values = HashSet::new();
    let mut defaults = 0;
    for (index, option) in options.iter().enumerate() {
        let at = join(&join(at, "options"), index);
        form.needed_text(option, &at, "label", 1, OPTION_TEXT);
        form.text(option, &at, "description", 0, OPTION_TEXT);
        emoji(form, option, &at);
        if form.flag(option, &at, "default") == Some(true) {
            defaults += 1;
        }
        if let Some(value) = form.needed_text(option, &at, "value", 1, OPTION_TEXT)
            && !values.insert(value)
        {
            form.fault(
                join(&at, "value"),
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is already used",
            );
        }
    }
    if defaults > max {
        form.fault(
            join(at, "options"),
            "SELECT_COMPONENT_TOO_MANY_DEFAULT_OPTIONS",
            "More options are preselected than may be chosen",
        );
    }
}

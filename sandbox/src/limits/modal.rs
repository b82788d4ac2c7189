//! Modals: a title and up to five text inputs, each in its own row.

use std::collections::HashSet;

use serde_json::Value;

use super::form::join;
use super::{Form, Refusal};

pub(crate) const TITLE: usize = 45;
pub(crate) const LABEL: usize = 45;
pub(crate) const VALUE: usize = 4000;
pub(crate) const PLACEHOLDER: usize = 100;
pub(crate) const CUSTOM_ID: usize = 100;
const TEXT_INPUT: i64 = 4;

pub(crate) fn check(body: &Value) -> Result<(), Refusal> {
    let mut form = Form::new();
    let data = &body["data"];
    form.needed_text(data, "data", "custom_id", 1, CUSTOM_ID);
    form.needed_text(data, "data", "title", 1, TITLE);
    if data["components"].is_null() {
        form.required("data.components");
    }
    let mut custom_ids = HashSet::new();
    for (index, row) in
        form.list(data, "data", "components", 1, 5).unwrap_or_default().iter().enumerate()
    {
        let at = format!("data.components.{index}");
        if form.choice(row, &at, "type", &[1]).is_none() {
            continue;
        }
        let inside = form.list(row, &at, "components", 1, 1).unwrap_or_default();
        for (index, input) in inside.iter().enumerate() {
            let at = format!("{at}.components.{index}");
            text_input(&mut form, input, &at);
            if let Some(custom_id) = input["custom_id"].as_str()
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
    form.finish()
}

fn text_input(form: &mut Form, input: &Value, at: &str) {
    if form.choice(input, at, "type", &[TEXT_INPUT]).is_none() {
        if input["type"].is_null() {
            form.required(join(at, "type"));
        }
        return;
    }
    form.needed_text(input, at, "custom_id", 1, CUSTOM_ID);
    form.needed_text(input, at, "label", 1, LABEL);
    if input["style"].is_null() {
        form.required(join(at, "style"));
    }
    form.choice(input, at, "style", &[1, 2]);
    form.text(input, at, "value", 0, VALUE);
    form.text(input, at, "placeholder", 0, PLACEHOLDER);
    form.flag(input, at, "required");
    let min = form.number(input, at, "min_length", 0, 4000);
    let max = form.number(input, at, "max_length", 1, 4000);
    if let (Some(min), Some(max)) = (min, max)
        && min > max
    {
        form.fault(
            join(at, "min_length"),
            "TEXT_INPUT_MIN_LENGTH_TOO_LARGE",
            "min_length must not be larger than max_length",
        );
    }
}

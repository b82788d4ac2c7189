//! Suggestions while somebody types.

use serde_json::Value;

use super::form::join;
use super::{Form, Refusal};

pub(crate) const CHOICES: usize = 25;
pub(crate) const TEXT: usize = 100;

/// `kind` is the type of the option being typed: 3 text, 4 whole number, 10 number.
pub(crate) fn check(body: &Value, kind: i64) -> Result<Vec<Value>, Refusal> {
    let mut form = Form::new();
    if body["data"]["choices"].is_null() {
        form.required("data.choices");
    }
    let choices =
        form.list(&body["data"], "data", "choices", 0, CHOICES).unwrap_or_default().to_vec();
    for (index, choice) in choices.iter().enumerate() {
        check_choice(&mut form, choice, &format!("data.choices.{index}"), kind);
    }
    form.finish()?;
    Ok(choices)
}

/// A choice, offered while typing or registered with the command.
pub(crate) fn check_choice(form: &mut Form, choice: &Value, at: &str, kind: i64) {
    form.needed_text(choice, at, "name", 1, TEXT);
    let value = &choice["value"];
    let fits = match kind {
        3 => value.is_string(),
        4 => value.is_i64(),
        _ => value.is_number(),
    };
    if value.is_null() {
        form.required(join(at, "value"));
    } else if !fits {
        form.fault(
            join(at, "value"),
            "UNION_TYPE_CHOICES",
            format!("{value} is no value for an option of type {kind}"),
        );
    } else if kind == 3 {
        form.needed_text(choice, at, "value", 1, TEXT);
    }
}

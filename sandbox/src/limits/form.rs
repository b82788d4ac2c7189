//! A body is read like a form: every fault is noted with its place, and all of them are answered together.

use serde_json::{Map, Value, json};

/// A refused request, in Discord's own terms.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    pub status: u16,
    pub code: u32,
    pub message: String,
    pub errors: Option<Value>,
    /// The faults in one line each, for people.
    pub details: Vec<String>,
}

impl Refusal {
    pub(crate) fn new(status: u16, code: u32, message: impl Into<String>) -> Self {
        Self { status, code, message: message.into(), errors: None, details: Vec::new() }
    }

    pub(crate) fn json(&self) -> Value {
        let mut out = json!({"message": self.message, "code": self.code});
        if let Some(errors) = &self.errors {
            out["errors"] = errors.clone();
        }
        out
    }

    pub(crate) fn describe(&self) -> String {
        let mut text = format!("{} {}", self.code, self.message);
        for detail in &self.details {
            text.push_str("; ");
            text.push_str(detail);
        }
        text
    }

    pub(crate) fn unauthorized() -> Self {
        Self::new(401, 0, "401: Unauthorized")
    }
    pub(crate) fn unknown_route() -> Self {
        Self::new(404, 0, "404: Not Found")
    }
    pub(crate) fn unknown_channel() -> Self {
        Self::new(404, 10_003, "Unknown Channel")
    }
    pub(crate) fn unknown_guild() -> Self {
        Self::new(404, 10_004, "Unknown Guild")
    }
    pub(crate) fn unknown_member() -> Self {
        Self::new(404, 10_007, "Unknown Member")
    }
    pub(crate) fn unknown_message() -> Self {
        Self::new(404, 10_008, "Unknown Message")
    }
    pub(crate) fn unknown_user() -> Self {
        Self::new(404, 10_013, "Unknown User")
    }
    pub(crate) fn unknown_webhook() -> Self {
        Self::new(404, 10_015, "Unknown Webhook")
    }
    pub(crate) fn unknown_interaction() -> Self {
        Self::new(404, 10_062, "Unknown interaction")
    }
    pub(crate) fn unknown_command() -> Self {
        Self::new(404, 10_063, "Unknown application command")
    }
    pub(crate) fn not_your_application() -> Self {
        let text = "You are not authorized to perform this action on this application";
        Self::new(403, 20_012, text)
    }
    pub(crate) fn already_acknowledged() -> Self {
        Self::new(400, 40_060, "Interaction has already been acknowledged.")
    }
    pub(crate) fn too_large() -> Self {
        Self::new(413, 40_005, "Request entity too large")
    }
    pub(crate) fn missing_access() -> Self {
        Self::new(403, 50_001, "Missing Access")
    }
    pub(crate) fn not_the_author() -> Self {
        Self::new(403, 50_005, "Cannot edit a message authored by another user")
    }
    pub(crate) fn empty_message() -> Self {
        Self::new(400, 50_006, "Cannot send an empty message")
    }
    pub(crate) fn no_text_here() -> Self {
        Self::new(400, 50_008, "Cannot send messages in a non-text channel")
    }
    pub(crate) fn missing_permissions() -> Self {
        Self::new(403, 50_013, "Missing Permissions")
    }
    pub(crate) fn dead_token() -> Self {
        Self::new(401, 50_027, "Invalid Webhook Token")
    }
    pub(crate) fn archived() -> Self {
        Self::new(400, 50_083, "Thread is archived")
    }
    pub(crate) fn bad_json() -> Self {
        Self::new(400, 50_109, "The request body contains invalid JSON.")
    }
}

/// Collects what is wrong with a body.
#[derive(Debug, Default)]
pub(crate) struct Form {
    faults: Vec<(String, &'static str, String)>,
}

pub(crate) fn length(text: &str) -> usize {
    text.chars().count()
}

/// `embeds.0` and `title` make `embeds.0.title`; the root is empty.
pub(crate) fn join(path: &str, key: impl std::fmt::Display) -> String {
    if path.is_empty() { key.to_string() } else { format!("{path}.{key}") }
}

impl Form {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    pub(crate) fn fault(
        &mut self,
        path: impl Into<String>,
        code: &'static str,
        text: impl Into<String>,
    ) {
        self.faults.push((path.into(), code, text.into()));
    }

    pub(crate) fn required(&mut self, path: impl Into<String>) {
        self.fault(path, "BASE_TYPE_REQUIRED", "This field is required");
    }

    pub(crate) fn finish(self) -> Result<(), Refusal> {
        if self.faults.is_empty() {
            return Ok(());
        }
        let mut errors = Value::Object(Map::new());
        let mut details = Vec::new();
        for (path, code, text) in self.faults {
            details.push(if path.is_empty() { text.clone() } else { format!("{path}: {text}") });
            let mut at = &mut errors;
            for key in path.split('.').filter(|key| !key.is_empty()) {
                if !at[key].is_object() {
                    at[key] = json!({});
                }
                at = &mut at[key];
            }
            if !at["_errors"].is_array() {
                at["_errors"] = json!([]);
            }
            if let Some(list) = at["_errors"].as_array_mut() {
                list.push(json!({"code": code, "message": text}));
            }
        }
        Err(Refusal {
            errors: Some(errors),
            details,
            ..Refusal::new(400, 50_035, "Invalid Form Body")
        })
    }

    /// A text within its limits. Absent and null are the same to Discord.
    pub(crate) fn text<'v>(
        &mut self,
        object: &'v Value,
        path: &str,
        key: &str,
        min: usize,
        max: usize,
    ) -> Option<&'v str> {
        let value = object.get(key).filter(|value| !value.is_null())?;
        let at = join(path, key);
        let Some(text) = value.as_str() else {
            self.fault(
                at,
                "STRING_TYPE_CONVERT",
                format!("Could not interpret \"{value}\" as string."),
            );
            return None;
        };
        let len = length(text);
        if len < min && min == 1 {
            self.required(at);
        } else if len > max && min > 0 || len < min {
            self.fault(
                at,
                "BASE_TYPE_BAD_LENGTH",
                format!("Must be between {min} and {max} in length."),
            );
        } else if len > max {
            self.fault(at, "BASE_TYPE_MAX_LENGTH", format!("Must be {max} or fewer in length."));
        }
        Some(text)
    }

    pub(crate) fn needed_text<'v>(
        &mut self,
        object: &'v Value,
        path: &str,
        key: &str,
        min: usize,
        max: usize,
    ) -> Option<&'v str> {
        if object.get(key).is_none_or(Value::is_null) {
            self.required(join(path, key));
            return None;
        }
        self.text(object, path, key, min, max)
    }

    pub(crate) fn list<'v>(
        &mut self,
        object: &'v Value,
        path: &str,
        key: &str,
        min: usize,
        max: usize,
    ) -> Option<&'v [Value]> {
        let value = object.get(key).filter(|value| !value.is_null())?;
        let at = join(path, key);
        let Some(list) = value.as_array() else {
            self.fault(at, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType");
            return None;
        };
        if list.len() < min || (list.len() > max && min > 0) {
            self.fault(
                at,
                "BASE_TYPE_BAD_LENGTH",
                format!("Must be between {min} and {max} in length."),
            );
        } else if list.len() > max {
            self.fault(at, "BASE_TYPE_MAX_LENGTH", format!("Must be {max} or fewer in length."));
        }
        Some(list)
    }

    pub(crate) fn object<'v>(
        &mut self,
        object: &'v Value,
        path: &str,
        key: &str,
    ) -> Option<&'v Value> {
        let value = object.get(key).filter(|value| !value.is_null())?;
        if value.is_object() {
            return Some(value);
        }
        self.fault(
            join(path, key),
            "MODEL_TYPE_CONVERT",
            "Only dictionaries may be used in a ModelType",
        );
        None
    }

    pub(crate) fn flag(&mut self, object: &Value, path: &str, key: &str) -> Option<bool> {
        let value = object.get(key).filter(|value| !value.is_null())?;
        if value.as_bool().is_none() {
            self.fault(join(path, key), "BOOLEAN_TYPE_CONVERT", "Must be either true or false.");
        }
        value.as_bool()
    }

    pub(crate) fn number(
        &mut self,
        object: &Value,
        path: &str,
        key: &str,
        min: i64,
        max: i64,
    ) -> Option<i64> {
        let value = object.get(key).filter(|value| !value.is_null())?;
        let at = join(path, key);
        let Some(number) = value.as_i64() else {
            self.fault(at, "NUMBER_TYPE_COERCE", format!("Value \"{value}\" is not int."));
            return None;
        };
        if number < min {
            self.fault(
                at,
                "NUMBER_TYPE_MIN",
                format!("int value should be greater than or equal to {min}."),
            );
        } else if number > max {
            self.fault(
                at,
                "NUMBER_TYPE_MAX",
                format!("int value should be less than or equal to {max}."),
            );
        }
        Some(number)
    }

    /// One of a closed set of numbers.
    pub(crate) fn choice(
        &mut self,
        object: &Value,
        path: &str,
        key: &str,
        among: &[i64],
    ) -> Option<i64> {
        let value = object.get(key).filter(|value| !value.is_null())?;
        let found = value.as_i64().filter(|number| among.contains(number));
        if found.is_none() {
            let set: Vec<String> = among.iter().map(i64::to_string).collect();
            self.fault(
                join(path, key),
                "BASE_TYPE_CHOICES",
                format!("Value must be one of {{{}}}.", set.join(", ")),
            );
        }
        found
    }

    pub(crate) fn snowflake(&mut self, object: &Value, path: &str, key: &str) -> Option<u64> {
        let value = object.get(key).filter(|value| !value.is_null())?;
        self.snowflake_value(value, &join(path, key))
    }

    pub(crate) fn snowflake_value(&mut self, value: &Value, at: &str) -> Option<u64> {
        let found = crate::world::mentions::as_id(value);
        if found.is_none() {
            self.fault(at, "NUMBER_TYPE_COERCE", format!("Value \"{value}\" is not snowflake."));
        }
        found
    }

    pub(crate) fn url(&mut self, object: &Value, path: &str, key: &str, schemes: &[&str]) {
        let Some(url) = self.text(object, path, key, 0, 2048) else { return };
        let good = schemes.iter().any(|scheme| {
            url.strip_prefix(scheme)
                .is_some_and(|rest| !rest.is_empty() && !rest.contains(char::is_whitespace))
        });
        if !good {
            self.fault(join(path, key), "URL_TYPE_INVALID_URL", "Not a well formed URL.");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_answered_where_they_are() {
        let mut form = Form::new();
        form.text(&json!({"title": "x".repeat(300)}), "embeds.0", "title", 0, 256);
        let refusal = form.finish().unwrap_err();
        let json = refusal.json();
        assert_eq!(json["code"], 50_035);
        assert_eq!(
            json["errors"]["embeds"]["0"]["title"]["_errors"][0]["code"],
            "BASE_TYPE_MAX_LENGTH"
        );
        assert!(refusal.describe().contains("embeds.0.title"));
    }
}

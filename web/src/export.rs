//! The file of a game without anybody's Discord id. People become numbers in the order in which they appear, everywhere the
//! same, so that the file can still be verified.

use std::collections::HashMap;

use gatemaster_rules::ids::UserId;
use serde_json::Value;

/// `None` if this is no JSON.
pub(crate) fn without_ids(json: &str) -> Option<String> {
    let mut value: Value = serde_json::from_str(json).ok()?;
    walk(&mut value, &mut HashMap::new());
    serde_json::to_string_pretty(&value).ok()
}

fn walk(value: &mut Value, numbers: &mut HashMap<String, String>) {
    match value {
        Value::Array(all) => all.iter_mut().for_each(|value| walk(value, numbers)),
        Value::Object(fields) => {
            for (key, value) in fields.iter_mut() {
                match value {
                    // these three hold people; a salt that happens to be a number stays: dice are made of salts
                    Value::String(text) if matches!(key.as_str(), "id" | "by" | "user") => {
                        if let Ok(id) = text.parse::<u64>()
                            && id != UserId::BOT.0
                        {
                            let next = (numbers.len() + 1).to_string();
                            numbers.entry(text.clone()).or_insert(next).clone_into(text);
                        }
                    }
                    value => walk(value, numbers),
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_become_numbers_and_nothing_else_changes() {
        let text = r#"{"steps":[{"user":"100000000000000777","by":"0","salts":[{"by":"100000000000000778","text":"100000000000000777"}]},
            {"host":{"id":"100000000000000778","name":"Bob"},"seq":100}]}"#;
        let expected = r#"{"steps":[{"user":"2","by":"0","salts":[{"by":"1","text":"100000000000000777"}]},
            {"host":{"id":"1","name":"Bob"},"seq":100}]}"#;
        let value: Value = serde_json::from_str(&without_ids(text).unwrap()).unwrap();
        assert_eq!(value, serde_json::from_str::<Value>(expected).unwrap());
        assert_eq!(without_ids("not JSON"), None);
    }
}

//! What earlier rules stored in another form, and how it reads today: one entry for each change.

use serde_json::Value;

use crate::game::SystemId;
use crate::version::RulesVersion;

/// A form that has changed.
struct Change {
    system: SystemId,
    /// The first rules of that system with the new form.
    since: RulesVersion,
    /// Gets every command, event and set-up of the system, each by itself, in the old form.
    upgrade: fn(&mut Value),
}

/// In the order in which they came.
const CHANGES: &[Change] = &[
    #[cfg(feature = "sealed-bids")]
    Change {
        system: SystemId::SealedBids,
        since: RulesVersion(2),
        upgrade: crate::sealed_bids::coins_became_an_amount,
    },
];

/// Whether anything of these rules may be stored in an older form.
pub(super) fn has_changed_since(rules: RulesVersion) -> bool {
    CHANGES.iter().any(|change| rules < change.since)
}

/// A part of a step that was judged by these rules, in the form of today.
pub(super) fn upgrade(mut value: Value, rules: RulesVersion) -> Value {
    for change in CHANGES.iter().filter(|change| rules < change.since) {
        if let Ok(Value::String(word)) = serde_json::to_value(change.system) {
            within(&mut value, &word, change.upgrade);
        }
    }
    value
}

/// Whatever belongs to a system stands under its word.
fn within(value: &mut Value, word: &str, upgrade: fn(&mut Value)) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| within(item, word, upgrade)),
        Value::Object(fields) => {
            for (key, field) in fields {
                if key == word {
                    upgrade(field);
                } else {
                    within(field, word, upgrade);
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

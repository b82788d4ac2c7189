//! Checks bodies against Discord's own description of its API, where a copy of it is at hand.
//!
//! The description is read once; what a route takes is compiled when it is first used.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use jsonschema::error::ValidationErrorKind;
use jsonschema::{ValidationError, Validator};
use serde_json::{Value, json};

use crate::limits::{Form, Refusal};

pub(crate) struct Description {
    note: String,
    paths: Vec<(Vec<String>, Value)>,
    components: Value,
    compiled: Mutex<HashMap<String, Option<Arc<Validator>>>>,
}

impl fmt::Debug for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Description").field("note", &self.note).finish_non_exhaustive()
    }
}

/// The description lies beside the workspace, never in it.
fn usual_place() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/discord/openapi.json")
}

impl Description {
    /// The description is large and tests start many sandboxes, so each file is read once in a program.
    pub(crate) fn find(given: Option<&Path>) -> Arc<Self> {
        static READ: Mutex<BTreeMap<PathBuf, Arc<Description>>> = Mutex::new(BTreeMap::new());
        let path = given.map_or_else(usual_place, Path::to_path_buf);
        let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
        let found = read.entry(path).or_insert_with_key(|path| Arc::new(Self::read(path)));
        Arc::clone(found)
    }

    fn read(path: &Path) -> Self {
        let read = std::fs::read(path).map_err(|error| error.to_string()).and_then(|bytes| {
            serde_json::from_slice::<Value>(&bytes).map_err(|error| error.to_string())
        });
        match read {
            Ok(mut all) => {
                let paths = all["paths"].as_object().into_iter().flatten();
                let paths: Vec<_> = paths
                    .map(|(path, operations)| {
                        (
                            path.trim_start_matches('/').split('/').map(str::to_owned).collect(),
                            operations.clone(),
                        )
                    })
                    .collect();
                let note = format!(
                    "bodies are checked against {} ({} paths)",
                    path.display(),
                    paths.len()
                );
                Self {
                    note,
                    paths,
                    components: all["components"].take(),
                    compiled: Mutex::default(),
                }
            }
            Err(error) => {
                let note = format!(
                    "bodies are not checked against Discord's description: {}: {error}",
                    path.display()
                );
                Self {
                    note,
                    paths: Vec::new(),
                    components: Value::Null,
                    compiled: Mutex::default(),
                }
            }
        }
    }

    pub(crate) fn note(&self) -> String {
        self.note.clone()
    }

    pub(crate) fn check(&self, method: &str, path: &[&str], body: &Value) -> Result<(), Refusal> {
        if self.paths.is_empty() || !matches!(method, "POST" | "PATCH" | "PUT") || body.is_null() {
            return Ok(());
        }
        let Some((template, operations)) = self.operation(path) else { return Ok(()) };
        let key = format!("{method} {}", template.join("/"));
        let Some(validator) = self.validator(&key, &operations[method.to_lowercase()]) else {
            return Ok(());
        };
        let body = as_described(template, body);
        let mut form = Form::new();
        for error in validator.iter_errors(&body) {
            explain(&error, &mut form);
        }
        form.finish().map_err(|refusal| Refusal {
            message: "Invalid Form Body (by Discord's API description)".to_owned(),
            ..refusal
        })
    }

    /// The most literal template that fits: `messages/@original` before `messages/{message_id}`.
    fn operation(&self, path: &[&str]) -> Option<(&[String], &Value)> {
        let is_hole = |part: &str| part.starts_with('{');
        let fits = |template: &&(Vec<String>, Value)| {
            template.0.len() == path.len()
                && template.0.iter().zip(path).all(|(part, given)| is_hole(part) || part == given)
        };
        let best = self
            .paths
            .iter()
            .filter(fits)
            .min_by_key(|(template, _)| template.iter().filter(|part| is_hole(part)).count())?;
        Some((&best.0, &best.1))
    }

    fn validator(&self, key: &str, operation: &Value) -> Option<Arc<Validator>> {
        let mut compiled = self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = compiled.get(key) {
            return known.clone();
        }
        let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
        let made = if schema.is_null() {
            None
        } else {
            let root = json!({"$schema": "https://json-schema.org/draft/2020-12/schema", "allOf": [schema], "components": self.components});
            match jsonschema::validator_for(&root) {
                Ok(validator) => Some(Arc::new(validator)),
                Err(error) => {
                    tracing::warn!(%error, key, "a schema of Discord's description does not compile");
                    None
                }
            }
        };
        compiled.insert(key.to_owned(), made.clone());
        made
    }
}

/// Says what is wrong in the alternative that was most likely meant, instead of that none fits.
fn explain(error: &ValidationError<'_>, form: &mut Form) {
    let at = error.instance_path().to_string();
    let at = at.trim_start_matches('/').replace('/', ".");
    let (ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context }) =
        error.kind()
    else {
        form.fault(at, "SCHEMA", error.to_string());
        return;
    };
    // An alternative of another `type`, or plain null, is not what was meant.
    let is_other = |error: &&ValidationError<'_>| {
        let at = error.instance_path().to_string();
        at.ends_with("/type")
            || at == "/type"
            || matches!(error.kind(), ValidationErrorKind::Type { .. })
                && error.instance().is_object()
    };
    let meant = context
        .iter()
        .filter(|errors| !errors.is_empty())
        .min_by_key(|errors| (errors.iter().filter(is_other).count(), errors.len()));
    match meant {
        Some(errors) => errors.iter().for_each(|error| explain(error, form)),
        None => form.fault(at, "SCHEMA", error.to_string()),
    }
}

/// Bodies that Discord takes although its description says otherwise, put the way it says. Each with its reason.
fn as_described<'b>(template: &[String], body: &'b Value) -> Cow<'b, Value> {
    let mut body = Cow::Borrowed(body);
    if template.last().is_some_and(|part| part == "commands" || part == "{command_id}") {
        // Permission sets are described as numbers here; everywhere else, and in every library, they are texts of digits.
        let is_text = |command: &Value| command["default_member_permissions"].is_string();
        if is_text(&body) || body.as_array().is_some_and(|all| all.iter().any(is_text)) {
            match body.to_mut() {
                Value::Array(all) => all.iter_mut().for_each(permissions_as_number),
                one => permissions_as_number(one),
            }
        }
    }
    // A new file is known by its place in the form, a small number; the description only knows snowflakes in quotes.
    for holder in ["", "/data", "/message"] {
        let list = format!("{holder}/attachments");
        if body
            .pointer(&list)
            .and_then(Value::as_array)
            .is_some_and(|files| files.iter().any(|file| file["id"].is_u64()))
            && let Some(Value::Array(files)) = body.to_mut().pointer_mut(&list)
        {
            for file in files {
                if let Some(id) = file["id"].as_u64() {
                    file["id"] = id.to_string().into();
                }
            }
        }
    }
    body
}

fn permissions_as_number(command: &mut Value) {
    if let Some(number) =
        command["default_member_permissions"].as_str().and_then(|text| text.parse::<u64>().ok())
    {
        command["default_member_permissions"] = number.into();
    }
}

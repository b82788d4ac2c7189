//! Checks bodies against Discord's own description of its API, where a copy of it is at hand.
//!
//! The description is read once; what a route takes is compiled when it is first used.

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use jsonschema::Validator;
use serde_json::{Value, json};

use crate::limits::Refusal;

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
    pub(crate) fn find(given: Option<&Path>) -> Self {
        let path = given.map_or_else(usual_place, Path::to_path_buf);
        let read = std::fs::read(&path).map_err(|error| error.to_string()).and_then(|bytes| serde_json::from_slice::<Value>(&bytes).map_err(|error| error.to_string()));
        match read {
            Ok(mut all) => {
                let paths = all["paths"].as_object().into_iter().flatten();
                let paths: Vec<_> = paths.map(|(path, operations)| (path.trim_start_matches('/').split('/').map(str::to_owned).collect(), operations.clone())).collect();
                let note = format!("bodies are checked against {} ({} paths)", path.display(), paths.len());
                Self { note, paths, components: all["components"].take(), compiled: Mutex::default() }
            }
            Err(error) => {
                let note = format!("bodies are not checked against Discord's description: {}: {error}", path.display());
                Self { note, paths: Vec::new(), components: Value::Null, compiled: Mutex::default() }
            }
        }
    }

    pub(crate) fn note(&self) -> String {
        self.note.clone()
    }

    pub(crate) fn check(&self, method: &str, path: &[&str], body: &Value, with_files: bool) -> Result<(), Refusal> {
        if self.paths.is_empty() || !matches!(method, "POST" | "PATCH" | "PUT") || body.is_null() {
            return Ok(());
        }
        let Some((template, operations)) = self.operation(path) else { return Ok(()) };
        let key = format!("{method} {}", template.join("/"));
        let Some(validator) = self.validator(&key, &operations[method.to_lowercase()]) else { return Ok(()) };
        let problems: Vec<String> = validator.iter_errors(body).filter(|error| !is_known_quirk(&error.instance_path().to_string(), error.instance())).map(|error| format!("{}: {error}", error.instance_path())).collect();
        if problems.is_empty() {
            return Ok(());
        }
        let _ = with_files;
        Err(Refusal { details: problems, ..Refusal::new(400, 50_035, "Invalid Form Body (by Discord's API description)") })
    }

    /// The most literal template that fits: `messages/@original` before `messages/{message_id}`.
    fn operation(&self, path: &[&str]) -> Option<(&[String], &Value)> {
        let is_hole = |part: &str| part.starts_with('{');
        let fits = |template: &&(Vec<String>, Value)| template.0.len() == path.len() && template.0.iter().zip(path).all(|(part, given)| is_hole(part) || part == given);
        let best = self.paths.iter().filter(fits).min_by_key(|(template, _)| template.iter().filter(|part| is_hole(part)).count())?;
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

fn is_known_quirk(_path: &str, _value: &Value) -> bool {
    false
}

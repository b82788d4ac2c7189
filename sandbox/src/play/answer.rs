//! What the bot answered to something a person did.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use super::act::{Act, Deed};
use super::seen::{self, Seen};
use super::wait;
use crate::boxed;
use crate::state::Core;
use crate::world::Id;

/// The bot's answer to one interaction. It can be asked again later and then knows of later follow-ups; fifteen
/// minutes (of the sandbox's clock) after the interaction it is forgotten.
#[derive(Clone, Debug)]
pub struct Answer {
    pub(crate) core: Arc<Core>,
    pub(crate) interaction: Id,
    pub(crate) user: Id,
}

impl Answer {
    /// The interaction's id.
    pub fn id(&self) -> u64 {
        self.interaction
    }

    /// Why there is nothing to see, if so.
    pub fn failed(&self) -> Option<String> {
        wait::failure(&self.core.lock(), self.interaction)
    }

    /// The response and its follow-ups so far; for a click also the message it changed.
    pub fn messages(&self) -> Vec<Seen> {
        let state = self.core.lock();
        let Some(found) = state.interactions.get(self.interaction) else { return Vec::new() };
        found
            .messages
            .iter()
            .filter_map(|id| seen::look(&self.core, &state, found.channel, *id))
            .collect()
    }

    /// The first message of the answer.
    ///
    /// # Panics
    /// If there is none.
    pub fn message(&self) -> Seen {
        match self.messages().into_iter().next() {
            Some(seen) => seen,
            None => panic!("no message came: {}", self.describe()),
        }
    }

    /// Everything readable in the first message: its text and its embeds.
    ///
    /// # Panics
    /// If there is no message.
    pub fn text(&self) -> String {
        self.message().all_text()
    }

    /// Whether only the one who acted sees the answer.
    ///
    /// # Panics
    /// If there is no message.
    pub fn is_private(&self) -> bool {
        self.message().private
    }

    /// The modal the bot opened.
    pub fn modal(&self) -> Option<Modal> {
        let state = self.core.lock();
        let modal = state.interactions.get(self.interaction)?.modal.clone()?;
        drop(state);
        Some(Modal::read(self, &modal))
    }

    /// Suggestions, if this was a half-typed command.
    pub fn choices(&self) -> Vec<Choice> {
        let state = self.core.lock();
        let found = state.interactions.get(self.interaction);
        found
            .and_then(|found| found.choices.as_ref())
            .into_iter()
            .flatten()
            .map(Choice::read)
            .collect()
    }

    /// How long the bot took to acknowledge, in real time.
    pub fn took(&self) -> Option<Duration> {
        let state = self.core.lock();
        let found = state.interactions.get(self.interaction)?;
        Some(found.acked_at?.saturating_duration_since(found.started))
    }

    /// Waits until the bot has answered, for answers that were only started.
    #[boxed]
    pub async fn settled(&self) {
        wait::settled(&self.core, self.interaction).await;
    }

    /// Waits until there are this many messages.
    ///
    /// # Panics
    /// If they do not come for two minutes.
    #[boxed]
    pub async fn wait_for_messages(&self, count: usize) -> Vec<Seen> {
        let id = self.interaction;
        let enough = wait::until(&self.core, |state| {
            state.interactions.get(id).filter(|found| found.messages.len() >= count).map(|_| ())
        });
        let came = enough.await.is_some();
        assert!(came, "waited for {count} messages: {}", self.describe());
        self.messages()
    }

    /// Waits for a message of the answer that fits.
    ///
    /// # Panics
    /// If none comes for two minutes.
    pub async fn wait_for(&self, fits: impl Fn(&Seen) -> bool) -> Seen {
        let found = wait::until(&self.core, |state| {
            let found = state.interactions.get(self.interaction)?;
            let look = |id: &Id| seen::look(&self.core, state, found.channel, *id);
            found.messages.iter().filter_map(look).find(&fits)
        });
        match found.await {
            Some(seen) => seen,
            None => panic!("waited in vain for a message: {}", self.describe()),
        }
    }

    fn describe(&self) -> String {
        let texts: Vec<String> = self.messages().iter().map(Seen::all_text).collect();
        let (failed, faults) = (self.failed(), self.core.lock().faults.unexpected.clone());
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        let modal = self.modal().map(|modal| format!("a modal \"{}\" is open", modal.title));
        format!(
            "{}; messages {texts:?}; refused {faults:?}",
            failed.or(modal).unwrap_or_else(|| "acknowledged".to_owned())
        )
    }
}

/// A suggestion: what is shown and what is sent.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    pub name: String,
    pub value: Value,
}

impl Choice {
    pub(crate) fn read(json: &Value) -> Self {
        Self {
            name: json["name"].as_str().unwrap_or_default().to_owned(),
            value: json["value"].clone(),
        }
    }
}

/// A text input of a modal.
#[derive(Clone, Debug)]
pub struct Input {
    pub label: String,
    pub custom_id: String,
    pub value: String,
    pub placeholder: String,
    pub required: bool,
    pub long: bool,
}

/// A modal as it stands open before a person.
#[derive(Clone, Debug)]
pub struct Modal {
    core: Arc<Core>,
    opened_by: Id,
    user: Id,
    pub title: String,
    pub custom_id: String,
    pub inputs: Vec<Input>,
}

impl Modal {
    fn read(answer: &Answer, json: &Value) -> Self {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let rows = json["components"].as_array().into_iter().flatten();
        let inputs =
            rows.flat_map(|row| row["components"].as_array().into_iter().flatten()).map(|input| {
                Input {
                    label: text(&input["label"]),
                    custom_id: text(&input["custom_id"]),
                    value: text(&input["value"]),
                    placeholder: text(&input["placeholder"]),
                    required: input["required"].as_bool().unwrap_or(true),
                    long: input["style"] == 2,
                }
            });
        Self {
            core: Arc::clone(&answer.core),
            opened_by: answer.interaction,
            user: answer.user,
            title: text(&json["title"]),
            custom_id: text(&json["custom_id"]),
            inputs: inputs.collect(),
        }
    }

    /// What stands in an input, named by label or id.
    pub fn value(&self, label_or_id: &str) -> Option<&str> {
        let mut inputs = self.inputs.iter();
        let named = |input: &&Input| input.label == label_or_id || input.custom_id == label_or_id;
        inputs.find(named).map(|input| input.value.as_str())
    }

    /// Sends it off, with inputs named by label or id; the others keep what the bot filled in.
    pub fn submit(&self, values: &[(&str, &str)]) -> Act {
        let values =
            values.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Act::new(&self.core, self.user, Deed::Modal { opened_by: self.opened_by, values })
    }
}

//! Forms that people fill in (Discord calls them modals).

use serde_json::{Value, json};
use serenity::all::{ActionRowComponent, ModalInteraction};

use crate::limits::{self, clip};
use crate::press::Pressed;

#[derive(Clone, Debug)]
pub struct Form {
    pub title: String,
    /// Says what the filled-in form is for; the same words as the button that opened it.
    pub press: Pressed,
    pub inputs: Vec<Input>,
}

#[derive(Clone, Debug)]
pub struct Input {
    pub key: &'static str,
    pub label: &'static str,
    pub value: String,
    pub placeholder: &'static str,
    pub required: bool,
}

impl Form {
    pub fn body(&self) -> Value {
        let rows: Vec<Value> = self
            .inputs
            .iter()
            .take(limits::ROWS)
            .map(|input| {
                let mut text = json!({
                    "type": 4,
                    "custom_id": input.key,
                    "label": clip(input.label, limits::INPUT_LABEL),
                    "style": 1,
                    "required": input.required,
                    "max_length": 1_000,
                    "placeholder": clip(input.placeholder, 100),
                });
                if !input.value.is_empty() {
                    text["value"] = clip(&input.value, 1_000).into();
                }
                json!({ "type": 1, "components": [text] })
            })
            .collect();
        json!({
            "title": clip(&self.title, limits::MODAL_TITLE),
            "custom_id": self.press.encode(),
            "components": rows,
        })
    }
}

/// What a person wrote into one input.
pub fn written(interaction: &ModalInteraction, key: &str) -> String {
    let mut inputs = interaction.data.components.iter().flat_map(|row| &row.components);
    inputs
        .find_map(|component| match component {
            ActionRowComponent::InputText(text) if text.custom_id == key => text.value.clone(),
            _ => None,
        })
        .unwrap_or_default()
}

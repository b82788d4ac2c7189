//! Forms that people fill in (Discord calls them modals).

use std::borrow::Cow;

use serenity::all::{ActionRowComponent, ModalInteraction};

use crate::limits::{self, clip};
use crate::press::CustomId;
use crate::signs::{plainly, without_signs};
use serde_json::{Value, json};

#[derive(Clone, Debug)]
pub struct Form {
    pub title: String,
    /// Says what the filled-in form is for; the same words as the button that opened it.
    pub press: CustomId,
    pub inputs: Vec<Input>,
}

#[derive(Clone, Debug)]
pub struct Input {
    pub key: &'static str,
    pub label: Cow<'static, str>,
    /// What stands there to begin with.
    pub value: String,
    pub placeholder: &'static str,
    pub required: bool,
    pub size: Size,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    Line,
    /// Several lines.
    Page,
}

impl Size {
    fn most(self) -> usize {
        match self {
            Size::Line => 1_000,
            Size::Page => limits::INPUT_TEXT,
        }
    }
}

impl Input {
    /// One line that may stay empty.
    pub fn line(
        key: &'static str,
        label: impl Into<Cow<'static, str>>,
        value: impl Into<String>,
    ) -> Self {
        let (label, value) = (label.into(), value.into());
        Self { key, label, value, placeholder: "", required: false, size: Size::Line }
    }

    #[must_use]
    pub fn such_as(mut self, placeholder: &'static str) -> Self {
        self.placeholder = placeholder;
        self
    }

    #[must_use]
    pub fn needed(mut self) -> Self {
        self.required = true;
        self
    }

    #[must_use]
    pub fn several_lines(mut self) -> Self {
        self.size = Size::Page;
        self
    }
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
                    "label": plainly(&clip(&input.label, limits::INPUT_LABEL)),
                    "style": match input.size { Size::Line => 1, Size::Page => 2 },
                    "required": input.required,
                    "max_length": input.size.most(),
                    "placeholder": clip(input.placeholder, 100),
                });
                if !input.value.is_empty() {
                    text["value"] = clip(&input.value, input.size.most()).into();
                }
                json!({ "type": 1, "components": [text] })
            })
            .collect();
        json!({
            "title": plainly(&clip(&self.title, limits::MODAL_TITLE)),
            "custom_id": self.press.as_str(),
            "components": rows,
        })
    }
}

/// Everything a person wrote into a form.
#[derive(Clone, Debug, Default)]
pub struct FilledForm(Vec<(String, String)>);

impl FilledForm {
    pub fn of(interaction: &ModalInteraction) -> Self {
        let inputs = interaction.data.components.iter().flat_map(|row| &row.components);
        let written = inputs.filter_map(|component| match component {
            ActionRowComponent::InputText(text) => {
                let value = text.value.as_deref().unwrap_or_default();
                Some((text.custom_id.clone(), without_signs(value).into_owned()))
            }
            _ => None,
        });
        Self(written.collect())
    }

    /// What stands in this input, without space around it.
    pub fn get(&self, key: &str) -> &str {
        self.0.iter().find(|(name, _)| name == key).map_or("", |(_, text)| text.trim())
    }
}

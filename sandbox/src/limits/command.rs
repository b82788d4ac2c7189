//! Application commands as they are registered.

use std::collections::HashSet;

use serde_json::Value;

use super::form::{join, length};
use super::{Form, Refusal, autocomplete};

pub(crate) const SLASH_COMMANDS: usize = 100;
pub(crate) const MENU_COMMANDS: usize = 15;
pub(crate) const OPTIONS: usize = 25;
pub(crate) const CHOICES: usize = 25;
pub(crate) const ALL_TEXT: usize = 8000;

const SUBCOMMAND: i64 = 1;
const GROUP: i64 = 2;

/// Checks a whole set, as a bulk overwrite sends it.
pub(crate) fn check_all(commands: &[Value]) -> Result<(), Refusal> {
    let mut form = Form::new();
    let mut names = HashSet::new();
    let mut counts = [0_usize; 4];
    for (index, command) in commands.iter().enumerate() {
        let at = index.to_string();
        check(&mut form, command, &at);
        let kind = command["type"].as_i64().unwrap_or(1);
        if let Ok(kind) = usize::try_from(kind)
            && let Some(count) = counts.get_mut(kind)
        {
            *count += 1;
        }
        if !names.insert((kind, command["name"].as_str())) {
            form.fault(
                join(&at, "name"),
                "APPLICATION_COMMANDS_DUPLICATE_NAME",
                "Application command names must be unique",
            );
        }
    }
    form.finish()?;
    if counts[1] > SLASH_COMMANDS || counts[2] > MENU_COMMANDS || counts[3] > MENU_COMMANDS {
        return Err(Refusal::new(
            400,
            30_032,
            format!("Maximum number of application commands reached ({SLASH_COMMANDS})"),
        ));
    }
    Ok(())
}

pub(crate) fn check_one(command: &Value) -> Result<(), Refusal> {
    let mut form = Form::new();
    check(&mut form, command, "");
    form.finish()
}

fn check(form: &mut Form, command: &Value, at: &str) {
    if !command.is_object() {
        form.fault(at, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType");
        return;
    }
    let kind = form.choice(command, at, "type", &[1, 2, 3]).unwrap_or(1);
    if kind == 1 {
        name(form, command, at);
        form.needed_text(command, at, "description", 1, 100);
        localizations(form, command, at, "description_localizations", 100, false);
        let options = form.list(command, at, "options", 0, OPTIONS).unwrap_or_default();
        self::options(form, options, at, Level::Command);
    } else {
        form.needed_text(command, at, "name", 1, 32);
        localizations(form, command, at, "name_localizations", 32, false);
        if command["description"].as_str().is_some_and(|text| !text.is_empty()) {
            form.fault(
                join(at, "description"),
                "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION",
                "Context menu commands cannot have description",
            );
        }
        if command["options"].as_array().is_some_and(|options| !options.is_empty()) {
            form.fault(
                join(at, "options"),
                "APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS",
                "Context menu commands cannot have options",
            );
        }
    }
    for (key, max) in [("contexts", 2), ("integration_types", 1)] {
        let mut seen = HashSet::new();
        for (index, value) in
            form.list(command, at, key, 1, 3).unwrap_or_default().iter().enumerate()
        {
            let at = join(&join(at, key), index);
            match value.as_u64() {
                Some(value) if value <= max && seen.insert(value) => {}
                Some(value) if value <= max => form.fault(
                    at,
                    "SET_TYPE_ALREADY_CONTAINS_VALUE",
                    "The set already contains this value",
                ),
                _ => form.fault(
                    at,
                    "BASE_TYPE_CHOICES",
                    format!("Value must be between 0 and {max}."),
                ),
            }
        }
    }
    let permissions = &command["default_member_permissions"];
    if !permissions.is_null()
        && !permissions.is_u64()
        && permissions.as_str().and_then(|text| text.parse::<u64>().ok()).is_none()
    {
        form.fault(
            join(at, "default_member_permissions"),
            "NUMBER_TYPE_COERCE",
            format!("Value {permissions} is not a permission set."),
        );
    }
    form.flag(command, at, "dm_permission");
    form.flag(command, at, "nsfw");
    if text_size(command) > ALL_TEXT {
        form.fault(
            at,
            "APPLICATION_COMMAND_TOO_LARGE",
            format!("Command exceeds maximum size ({ALL_TEXT})"),
        );
    }
}

/// Names, descriptions and values, each at its longest translation.
fn text_size(command: &Value) -> usize {
    let longest = |key: &str| {
        let own = command[key].as_str().map_or(0, length);
        let translated = command[format!("{key}_localizations")].as_object().into_iter().flatten();
        translated.filter_map(|(_, text)| text.as_str()).map(length).max().unwrap_or(0).max(own)
    };
    let inside =
        |key: &str| -> usize { command[key].as_array().into_iter().flatten().map(text_size).sum() };
    let value = command["value"].as_str().map_or(0, length);
    longest("name") + longest("description") + value + inside("options") + inside("choices")
}

/// The letters, digits and signs a slash command or an option may be called by, in lower case.
pub(crate) fn is_name(name: &str) -> bool {
    let sign = |c: char| {
        c.is_alphanumeric()
            || matches!(c, '-' | '_' | '\'' | '\u{900}'..='\u{97F}' | '\u{E00}'..='\u{E7F}')
    };
    (1..=32).contains(&length(name)) && name.chars().all(sign) && name.to_lowercase() == name
}

fn name(form: &mut Form, holder: &Value, at: &str) {
    if let Some(name) = form.needed_text(holder, at, "name", 1, 32)
        && !name.is_empty()
        && !is_name(name)
    {
        form.fault(
            join(at, "name"),
            "APPLICATION_COMMAND_INVALID_NAME",
            format!("Command name \"{name}\" is invalid"),
        );
    }
    localizations(form, holder, at, "name_localizations", 32, true);
}

fn localizations(form: &mut Form, holder: &Value, at: &str, key: &str, max: usize, as_name: bool) {
    let Some(all) = form.object(holder, at, key) else { return };
    let at = join(at, key);
    for (locale, text) in all.as_object().into_iter().flatten() {
        if text.is_null() {
            continue;
        }
        form.text(all, &at, locale, 1, max);
        if as_name && text.as_str().is_some_and(|name| !is_name(name)) {
            form.fault(
                join(&at, locale),
                "APPLICATION_COMMAND_INVALID_NAME",
                format!("Command name {text} is invalid"),
            );
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Level {
    Command,
    Group,
    Subcommand,
}

fn options(form: &mut Form, options: &[Value], at: &str, level: Level) {
    let mut names = HashSet::new();
    let mut optional_came = false;
    let is_branch = |option: &Value| matches!(option["type"].as_i64(), Some(SUBCOMMAND | GROUP));
    if options.iter().any(is_branch) && !options.iter().all(is_branch) {
        form.fault(join(at, "options"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-command and sub-command group option types are mutually exclusive to all other types");
    }
    for (index, option) in options.iter().enumerate() {
        let at = join(&join(at, "options"), index);
        name(form, option, &at);
        form.needed_text(option, &at, "description", 1, 100);
        localizations(form, option, &at, "description_localizations", 100, false);
        if !names.insert(option["name"].as_str()) {
            form.fault(
                join(&at, "name"),
                "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
                "Option name already exists",
            );
        }
        if option["type"].is_null() {
            form.required(join(&at, "type"));
        }
        let among: &[i64] = match level {
            Level::Command => &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
            Level::Group => &[1],
            Level::Subcommand => &[3, 4, 5, 6, 7, 8, 9, 10, 11],
        };
        let required = form.flag(option, &at, "required") == Some(true);
        if required && optional_came {
            form.fault(
                &at,
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            );
        }
        match form.choice(option, &at, "type", among) {
            Some(kind @ (SUBCOMMAND | GROUP)) => {
                let inside = form.list(option, &at, "options", 0, OPTIONS).unwrap_or_default();
                self::options(
                    form,
                    inside,
                    &at,
                    if kind == GROUP { Level::Group } else { Level::Subcommand },
                );
            }
            Some(kind) => {
                optional_came |= !required;
                leaf(form, option, &at, kind);
            }
            None => {}
        }
    }
}

fn leaf(form: &mut Form, option: &Value, at: &str, kind: i64) {
    let choosable = matches!(kind, 3 | 4 | 10);
    let choices = form.list(option, at, "choices", 0, CHOICES).unwrap_or_default();
    let completed = form.flag(option, at, "autocomplete") == Some(true);
    if !choosable && (!choices.is_empty() || completed) {
        form.fault(
            at,
            "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID",
            "Only text and numbers can have choices or autocomplete",
        );
    }
    if completed && !choices.is_empty() {
        form.fault(
            join(at, "autocomplete"),
            "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES",
            "Autocomplete cannot be used together with choices",
        );
    }
    let mut names = HashSet::new();
    for (index, choice) in choices.iter().enumerate() {
        let at = join(&join(at, "choices"), index);
        autocomplete::check_choice(form, choice, &at, kind);
        if !names.insert(choice["name"].as_str()) {
            form.fault(
                join(&at, "name"),
                "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS",
                "Choice name already exists",
            );
        }
    }
    let smallest = form.number(option, at, "min_length", 0, 6000);
    let largest = form.number(option, at, "max_length", 1, 6000);
    if kind != 3 && (smallest.is_some() || largest.is_some()) {
        form.fault(at, "APPLICATION_COMMAND_OPTIONS_LENGTH_INVALID", "Only text can have a length");
    }
    if let (Some(smallest), Some(largest)) = (smallest, largest)
        && smallest > largest
    {
        form.fault(
            join(at, "min_length"),
            "APPLICATION_COMMAND_OPTIONS_MIN_LENGTH",
            "min_length must not be larger than max_length",
        );
    }
    for key in ["min_value", "max_value"] {
        let value = &option[key];
        // serenity writes whole bounds as 1.0, and Discord takes that for what it is.
        let whole = value.as_f64().is_some_and(|number| number.fract() == 0.0);
        let fits = (kind == 10 && value.is_number()) || (kind == 4 && whole);
        if !value.is_null() && !fits {
            form.fault(
                join(at, key),
                "NUMBER_TYPE_COERCE",
                format!("{value} is no bound for an option of type {kind}"),
            );
        }
    }
    if let (Some(min), Some(max)) = (option["min_value"].as_f64(), option["max_value"].as_f64())
        && min > max
    {
        form.fault(
            join(at, "min_value"),
            "APPLICATION_COMMAND_OPTIONS_MIN_VALUE",
            "min_value must not be larger than max_value",
        );
    }
    if kind != 7 && option["channel_types"].as_array().is_some_and(|kinds| !kinds.is_empty()) {
        form.fault(
            join(at, "channel_types"),
            "APPLICATION_COMMAND_OPTIONS_CHANNEL_TYPES",
            "Only channel options can have channel types",
        );
    }
}

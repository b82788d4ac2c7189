//! The command reference, written from the commands themselves.

use std::fmt::Write as _;

/// `docs/commands.md`; a test compares it with the file.
pub fn commands() -> String {
    let mut text = String::from(
        "# Commands\n\nThis page is written from the commands themselves by \
         `cargo run -- commands > docs/commands.md`; a test keeps it true.\n\
         Square brackets mark what may be left out.\n",
    );
    for command in crate::all() {
        let about = command.description.as_deref().unwrap_or_default();
        if let Some(name) = &command.context_menu_name {
            let _ =
                write!(text, "\n## {name}\n\nIn the menu of a message, under *Apps*. {about}\n");
            continue;
        }
        let _ = write!(text, "\n## /{}{}\n\n{about}\n", command.name, usage(&command));
        options(&mut text, &command);
        for sub in &command.subcommands {
            let _ = write!(text, "\n### /{} {}{}", command.name, sub.name, usage(sub));
            let _ = write!(text, "\n\n{}\n", sub.description.as_deref().unwrap_or_default());
            options(&mut text, sub);
        }
    }
    text
}

/// " dice: [label:]"
fn usage(command: &crate::run::Command) -> String {
    let options = command.parameters.iter().map(|parameter| {
        if parameter.required {
            format!(" {}:", parameter.name)
        } else {
            format!(" [{}:]", parameter.name)
        }
    });
    options.collect()
}

fn options(text: &mut String, command: &crate::run::Command) {
    if !command.parameters.is_empty() {
        text.push('\n');
    }
    for parameter in &command.parameters {
        let about = parameter.description.as_deref().unwrap_or_default();
        let choices: Vec<&str> =
            parameter.choices.iter().map(|choice| choice.name.as_ref()).collect();
        let choices = if choices.is_empty() {
            String::new()
        } else {
            format!(" (one of: {})", choices.join(", "))
        };
        let _ = writeln!(text, "- `{}`: {about}{choices}", parameter.name);
    }
}

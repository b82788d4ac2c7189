//! The door that everything typed comes in by. Discord has its limits for what people type, and another server or a client of
//! somebody's own may ignore them: what is longer is turned away before anything reads it. And whatever people type loses the
//! characters that stand for dice in our own texts, so that nobody can fake one.

use gatemaster_discord::answer::{self as transport, Line, Say, Ticket, note};
use gatemaster_discord::card::Card;
use gatemaster_discord::limits::INPUT_TEXT;
use gatemaster_discord::signs::is_of_sign;
use serenity::all::{
    ActionRowComponent, Client, CommandDataOption, CommandDataOptionValue, Context,
    CreateAutocompleteResponse, CreateInteractionResponse, Framework, FullEvent, Interaction,
    ModalInteraction,
};

/// The most characters that one option of a command can have at Discord.
const OPTION_TEXT: usize = 6_000;

/// Hands on whatever is not too long to be read.
#[derive(Debug)]
pub struct Entrance<F>(pub F);

#[serenity::async_trait]
impl<F: Framework> Framework for Entrance<F> {
    async fn init(&mut self, client: &Client) {
        self.0.init(client).await;
    }

    async fn dispatch(&self, ctx: Context, mut event: FullEvent) {
        if let FullEvent::InteractionCreate { interaction } = &event
            && let Some(long) = too_long(interaction)
        {
            turn_away(&ctx, interaction, &long).await;
            return;
        }
        if let FullEvent::InteractionCreate { interaction } = &mut event {
            take_signs_away(interaction);
        }
        self.0.dispatch(ctx, event).await;
    }
}

/// A text that is longer than anybody can type at Discord.
#[derive(Debug, PartialEq, Eq)]
struct TooLong {
    length: usize,
    most: usize,
}

impl TooLong {
    fn sentence(&self) -> String {
        let Self { length, most } = self;
        format!(
            "That text has {length} characters, and nobody can type more than {most} there, so I have not read it. Please make \
             it shorter."
        )
    }
}

fn too_long(interaction: &Interaction) -> Option<TooLong> {
    match interaction {
        Interaction::Command(command) | Interaction::Autocomplete(command) => {
            in_options(&command.data.options)
        }
        Interaction::Modal(form) => in_form(form),
        _ => None,
    }
}

fn longer(text: &str, most: usize) -> Option<TooLong> {
    if text.len() <= most {
        return None;
    }
    let length = text.chars().count();
    (length > most).then_some(TooLong { length, most })
}

fn in_options(options: &[CommandDataOption]) -> Option<TooLong> {
    options.iter().find_map(|option| match &option.value {
        CommandDataOptionValue::SubCommand(below)
        | CommandDataOptionValue::SubCommandGroup(below) => in_options(below),
        CommandDataOptionValue::String(text)
        | CommandDataOptionValue::Autocomplete { value: text, .. } => longer(text, OPTION_TEXT),
        _ => None,
    })
}

fn in_form(form: &ModalInteraction) -> Option<TooLong> {
    let parts = form.data.components.iter().flat_map(|row| &row.components);
    parts.into_iter().find_map(|part| match part {
        ActionRowComponent::InputText(input) => longer(input.value.as_deref()?, INPUT_TEXT),
        _ => None,
    })
}

/// Forms are read by [`gatemaster_discord::forms::FilledForm`], which does the same.
fn take_signs_away(interaction: &mut Interaction) {
    if let Interaction::Command(command) | Interaction::Autocomplete(command) = interaction {
        take_from_options(&mut command.data.options);
    }
}

fn take_from_options(options: &mut [CommandDataOption]) {
    for option in options {
        match &mut option.value {
            CommandDataOptionValue::SubCommand(below)
            | CommandDataOptionValue::SubCommandGroup(below) => take_from_options(below),
            CommandDataOptionValue::String(text)
            | CommandDataOptionValue::Autocomplete { value: text, .. } => {
                text.retain(|c| !is_of_sign(c));
            }
            _ => {}
        }
    }
}

async fn turn_away(ctx: &Context, interaction: &Interaction, long: &TooLong) {
    let ticket = match interaction {
        Interaction::Command(command) => Ticket::command(command),
        Interaction::Modal(form) => Ticket::modal(form),
        Interaction::Autocomplete(typing) => {
            // nothing fits; an answer late or lost only leaves the list empty
            let nothing = CreateAutocompleteResponse::new();
            let _ = typing
                .create_response(&ctx.http, CreateInteractionResponse::Autocomplete(nothing))
                .await;
            return;
        }
        _ => return,
    };
    let line = Line::new(std::sync::Arc::clone(&ctx.http));
    let mut say = Say::private(Card::line(long.sentence()));
    note(&transport::say(&line, &ticket, false, &mut say).await, "too long");
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn came(kind: u8, data: &Value) -> Interaction {
        let user = json!({
            "id": "7", "username": "ann", "discriminator": "0", "global_name": null, "avatar": null,
        });
        let whole = json!({
            "id": "1", "application_id": "2", "type": kind, "token": "t", "version": 1, "channel_id": "3",
            "user": user, "data": data, "locale": "en-GB", "entitlements": [],
            "authorizing_integration_owners": {}, "attachment_size_limit": 1, "app_permissions": "0",
        });
        serde_json::from_value(whole).unwrap()
    }

    fn command(kind: u8, text: &str) -> Interaction {
        let typed = json!({"name": "dice", "type": 3, "value": text, "focused": kind == 4});
        let below = json!({"name": "sub", "type": 1, "options": [typed]});
        let group = json!({"name": "group", "type": 2, "options": [below]});
        came(kind, &json!({"id": "9", "name": "x", "type": 1, "options": [group]}))
    }

    fn form(text: &str) -> Interaction {
        let input = json!({"type": 4, "custom_id": "a", "value": text});
        let row = json!({"type": 1, "components": [input]});
        came(5, &json!({"custom_id": "f", "components": [row]}))
    }

    #[test]
    fn nobody_brings_a_die_of_their_own_in() {
        let lucky = gatemaster_discord::signs::die(10, 1, gatemaster_discord::signs::Look::Lucky);
        for kind in [2, 4] {
            let mut typed = command(kind, &format!("Bob{lucky}"));
            take_signs_away(&mut typed);
            let (Interaction::Command(typed) | Interaction::Autocomplete(typed)) = typed else {
                panic!("it was a command");
            };
            let told = format!("{:?}", typed.data.options);
            assert!(told.contains("Bobd10_1_lucky1★"), "{told}");
        }
        let Interaction::Modal(written) = form(&format!("Bob{lucky}")) else { panic!("a form") };
        let written = gatemaster_discord::forms::FilledForm::of(&written);
        assert_eq!(written.get("a"), "Bobd10_1_lucky1★");
    }

    #[test]
    fn texts_of_every_length_and_script_are_measured_at_the_door() {
        const COMMAND: u8 = 2;
        const TYPING: u8 = 4;
        for letter in ["a", " ", "ß", "あ", "א", "👩", "\u{301}", "\u{0}", "\""] {
            for (length, fits) in [(0, true), (6_000, true), (6_001, false), (100_000, false)] {
                for kind in [COMMAND, TYPING] {
                    let found = too_long(&command(kind, &letter.repeat(length)));
                    let expected = (!fits).then_some(TooLong { length, most: 6_000 });
                    assert_eq!(found, expected, "{letter:?} {length}");
                }
            }
            for (length, fits) in [(4_000, true), (4_001, false), (1_000_000, false)] {
                let found = too_long(&form(&letter.repeat(length)));
                let expected = (!fits).then_some(TooLong { length, most: 4_000 });
                assert_eq!(found, expected, "{letter:?} {length}");
            }
        }
    }
}

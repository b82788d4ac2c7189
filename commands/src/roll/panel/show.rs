//! A dice panel, as it is shown.

use gatemaster_discord::card::{Button, Card, Style};
use gatemaster_discord::forms::{Form, Input};
use gatemaster_discord::limits::{BUTTONS_PER_ROW, clip};
use gatemaster_store::Panel;

use super::buttons::PanelButton;
use super::press::PanelPressed;
use crate::table::NEUTRAL;
use crate::words::{channel_link, code, esc};

/// Of a button's dice; twenty lines must stay within one message.
const LONGEST: usize = 90;

pub(super) const TITLE: &str = "title";
pub(super) const ROLLS: &str = "rolls";

pub(super) fn panel(panel: &Panel, buttons: &[PanelButton]) -> Card {
    let press = |(at, button): (usize, &PanelButton)| {
        let press = PanelPressed::Roll {
            panel: panel.id.clone(),
            revision: panel.revision,
            button: u32::try_from(at).unwrap_or(u32::MAX),
        };
        Button::new(&button.label, press).styled(Style::Main)
    };
    let all: Vec<Button> = buttons.iter().enumerate().map(press).collect();
    let mut rows: Vec<Vec<Button>> = all.chunks(BUTTONS_PER_ROW).map(<[Button]>::to_vec).collect();
    rows.push(vec![
        Button::new("Change", PanelPressed::Change { panel: panel.id.clone() }).marked("✏️"),
        Button::new("Remove", PanelPressed::Remove { panel: panel.id.clone() }).marked("🗑️"),
    ]);
    Card {
        title: format!("🎲 {}", esc(&panel.title)),
        text: listed(buttons),
        footer: format!("{}'s dice panel · anybody here may press", panel.owner_name),
        colour: Some(NEUTRAL),
        buttons: rows,
        ..Card::default()
    }
}

fn listed(buttons: &[PanelButton]) -> String {
    let line = |button: &PanelButton| {
        let dice = button.dice.clone().without_label().to_string();
        format!("{} {}", esc(&button.label), code(&clip(&dice, LONGEST)))
    };
    let lines: Vec<String> = buttons.iter().map(line).collect();
    lines.join("\n")
}

/// Instead of a panel that was removed: what stood on it, so that nothing is lost by a slip of the finger.
pub(super) fn removed(title: &str, buttons: &[PanelButton], by: &str) -> Card {
    Card {
        content: format!(
            "{} removed the dice panel **{}**. `/rolls panel` makes a new one.",
            esc(by),
            esc(title)
        ),
        text: listed(buttons),
        colour: Some(NEUTRAL),
        ..Card::default()
    }
}

/// Instead of a panel that is not kept any more.
pub(super) fn gone() -> Card {
    Card::line("This dice panel is gone. `/rolls panel` makes a new one.")
}

/// Instead of a panel that stands in another channel now.
pub(super) fn moved(panel: &Panel) -> Card {
    let link = channel_link(panel.guild_id, panel.channel_id);
    Card::line(format!("The dice panel **{}** stands elsewhere now: {link}", esc(&panel.title)))
}

pub(super) fn form(press: PanelPressed, title: &str, lines: String) -> Form {
    let rolls = Input {
        key: ROLLS,
        label: "Buttons, one a line: its name, a colon, dice".into(),
        value: lines,
        placeholder: "to hit: 8d6 4+",
        required: true,
        size: gatemaster_discord::forms::Size::Page,
    };
    Form {
        title: "Dice panel".to_owned(),
        press: press.into(),
        inputs: vec![Input::line(TITLE, "What it is called", title).such_as("Ann's dice"), rolls],
    }
}

/// What somebody typed and what is wrong with it, so that they need not type it again.
pub(super) fn typed_wrong(why: &str, typed: &str, again: PanelPressed) -> Card {
    Card {
        content: format!("{why}\nThis is what you typed; copy it into the form."),
        text: format!("```\n{}\n```", clip(&typed.replace('`', "'"), 3_500)),
        buttons: vec![vec![Button::new("Open the form again", again).marked("✏️")]],
        ..Card::default()
    }
}

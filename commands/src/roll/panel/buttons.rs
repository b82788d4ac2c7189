//! The buttons of a dice panel, as they are typed into its form: one a line, "to hit: 8d6 4+".

use gatemaster_discord::limits::{BUTTON_LABEL, clip};
use gatemaster_rules::roll::{Expression, Reading};
use gatemaster_rules::text::clean_line;
use serde::{Deserialize, Serialize};

use crate::trouble::Trouble;

/// Four rows of five; the fifth is for changing the panel.
pub(super) const MOST: usize = 20;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PanelButton {
    pub label: String,
    /// What it rolls, as it is stored.
    pub dice: Expression,
    /// The whole line as its owner wrote it, for the form.
    pub line: String,
}

/// Reads the lines of a form, or says what is wrong with the first that is.
pub(super) fn read(text: &str) -> Result<Vec<PanelButton>, Trouble> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    if lines.is_empty() {
        return Err(Trouble::refused(
            "A panel needs a button at least: one a line, such as `to hit: 8d6 4+`.",
        ));
    }
    if lines.len() > MOST {
        return Err(Trouble::refused(format!(
            "A panel has {MOST} buttons at most; these are {}.",
            lines.len()
        )));
    }
    lines.iter().enumerate().map(|(at, line)| button(line.trim(), at + 1)).collect()
}

fn button(line: &str, number: usize) -> Result<PanelButton, Trouble> {
    let wrong = |why: &str| Trouble::refused(format!("Line {number}: {why}"));
    let (name, typed) = match line.split_once(':') {
        Some((name, typed)) => (clean_line(name, usize::MAX), typed),
        None => (None, line),
    };
    let dice = Reading::of(typed).map_err(|refusal| wrong(refusal.sentence()))?.expression;
    if let Some(doubt) = dice.doubt()
        && let Some(meant) = doubt.instead.first()
    {
        return Err(wrong(&format!("{} Perhaps you mean `{meant}`.", doubt.sentence)));
    }
    if name.as_ref().is_some_and(|name| name.chars().count() > BUTTON_LABEL) {
        return Err(wrong(&format!("A button's name is at most {BUTTON_LABEL} characters long.")));
    }
    let label = name.or_else(|| dice.label().map(str::to_owned));
    let label = label.unwrap_or_else(|| clip(&dice.to_string(), BUTTON_LABEL));
    // a name of its own stays, as with saved rolls
    let dice = match dice.label() {
        Some(_) => dice,
        None if typed == line => dice,
        None => dice.clone().with_label(&label).unwrap_or(dice),
    };
    Ok(PanelButton { label, dice, line: line.to_owned() })
}

/// The lines again.
pub(super) fn lines(buttons: &[PanelButton]) -> String {
    let lines: Vec<&str> = buttons.iter().map(|button| button.line.as_str()).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_all(text: &str) -> Vec<(String, String)> {
        let all = read(text).unwrap();
        assert_eq!(read(&lines(&all)).unwrap(), all, "the form gives back what it was given");
        let json = serde_json::to_string(&all).unwrap();
        assert_eq!(serde_json::from_str::<Vec<PanelButton>>(&json).unwrap(), all);
        all.into_iter().map(|button| (button.label, button.dice.to_string())).collect()
    }

    fn refused(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    #[test]
    fn a_line_is_a_name_and_its_dice() {
        let pair = |label: &str, dice: &str| (label.to_owned(), dice.to_owned());
        assert_eq!(
            read_all(
                "to hit: 8d6 4+\n\n  Wounds :2d6\nd20 adv\nattack 2d20kh1+5\nd66\nbig: d(66) # huge\n"
            ),
            [
                pair("to hit", "8d6>=4 # to hit"),
                pair("Wounds", "2d6 # Wounds"),
                pair("2d20kh1", "2d20kh1"),
                pair("attack", "2d20kh1+5 # attack"),
                pair("D66", "D66"),
                pair("big", "d66 # huge"),
            ]
        );
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        assert!(refused(" \n ").contains("needs a button at least"));
        assert_eq!(refused(&"d6\n".repeat(21)), "A panel has 20 buttons at most; these are 21.");
        assert_eq!(
            refused("a: d6\nb: 2d6+"),
            "Line 2: I understood `2d6+`, then I expected a number or dice."
        );
        assert!(refused("a: 2d6>=9").ends_with("Perhaps you mean `(2d6)>=9`."));
        assert!(refused(&format!("{}: d6", "x".repeat(81))).contains("80 characters"));
    }
}

//! Rolls that were hardly meant as they were typed: the way out is offered before a die is rolled, so that nobody sees dice that
//! would have counted otherwise.

use gatemaster_discord::card::{Button, Style};
use gatemaster_discord::limits::{BUTTON_LABEL, CUSTOM_ID, clip};
use gatemaster_discord::press::encode;
use gatemaster_rules::roll::{Doubt, Expression};

use super::press::MeantPressed;
use crate::trouble::Trouble;
use crate::words::code;

/// Refuses what was hardly meant, with what was probably meant as buttons. Where nothing better comes to mind it is rolled, and
/// the answer says so.
pub(super) fn ask_first(
    typed: &Expression,
    secret: bool,
    spoken: bool,
    by_hand: bool,
) -> Result<(), Trouble> {
    let Some(Doubt { sentence, instead }) = typed.doubt() else { return Ok(()) };
    let Some(likeliest) = instead.first() else { return Ok(()) };
    let meant = code(&likeliest.clone().without_label().to_string());
    let why = format!("{sentence} Perhaps you mean {meant}? Nothing has been rolled yet.");
    if by_hand {
        // typed faces do not fit into a button
        return Err(Trouble::refused(why));
    }
    let button = |label: &str, expression: &Expression| {
        let press = carried(expression, secret, spoken)?;
        let dice = expression.clone().without_label();
        Some(Button::new(clip(&format!("{label} {dice}"), BUTTON_LABEL), press))
    };
    let mut row: Vec<Button> = instead
        .iter()
        .filter_map(|meant| button("Roll", meant))
        .map(|button| button.styled(Style::Main).marked("🎲"))
        .collect();
    row.extend(button("As written:", typed));
    Err(Trouble::refused(why).with_row(row))
}

/// The dice as a button carries them: with their label if that fits.
fn carried(expression: &Expression, secret: bool, spoken: bool) -> Option<MeantPressed> {
    [expression.clone(), expression.clone().without_label()]
        .into_iter()
        .map(|dice| MeantPressed { secret, spoken, dice: dice.to_string() })
        .find(|press| encode(press).chars().count() <= CUSTOM_ID)
}

#[cfg(test)]
mod tests {
    use gatemaster_rules::roll::Reading;

    use super::*;

    fn asked(dice: &str) -> String {
        let typed = Reading::of(dice).unwrap().expression;
        match ask_first(&typed, false, false, false) {
            Ok(()) => String::new(),
            Err(Trouble::Refused(refused)) => {
                let labels = refused.buttons.iter().flatten().map(|button| button.label.clone());
                let labels: Vec<String> = labels.collect();
                format!("{} [{}]", refused.sentence, labels.join("|"))
            }
            Err(other) => panic!("{other}"),
        }
    }

    #[test]
    fn only_what_has_a_better_reading_is_asked_about() {
        assert_eq!(
            asked("2d6>=9"),
            "No d6 shows 9 or more, so `2d6>=9` can never succeed. Perhaps you mean `(2d6)>=9`? Nothing has been rolled yet. \
             [Roll (2d6)>=9|As written: 2d6>=9]"
        );
        for rolled in ["2d6", "d6>=9", "d20+5 vs 50", "8d6 5+"] {
            assert_eq!(asked(rolled), "", "{rolled}");
        }
    }

    #[test]
    fn a_label_that_does_not_fit_into_a_button_is_left_out_and_long_dice_have_no_button() {
        let typed = Reading::of(&format!("120d6>=9 # {}", "x".repeat(80))).unwrap().expression;
        assert_eq!(carried(&typed, true, false).unwrap().dice, "120d6>=9");
        let long = format!("{}2d6>=9", "2d6;".repeat(9));
        assert!(asked(&long).contains("|As written"), "{}", asked(&long));
        let longer = format!("{}2d6>=9", "2d1000kh1!o5;".repeat(9));
        assert!(asked(&longer).ends_with("[]"), "{}", asked(&longer));
    }
}

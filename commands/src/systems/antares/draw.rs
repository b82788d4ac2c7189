//! A die out of the bag, as somebody names it who drew it by hand.

use gatemaster_rules::antares::State;
use gatemaster_rules::text::list;

use crate::trouble::Trouble;
use crate::words::esc;

/// What the Ghar's extra die is called.
pub(super) const DISTORT: &str = "Distort";

/// Which of the dice in the bag was drawn by hand: side after side, then the distort die.
pub(crate) fn position(state: &State, text: &str) -> Result<String, Trouble> {
    let typed = text.trim().to_lowercase();
    let mut before = 0;
    for seat in state.seats() {
        let dice = state.dice_in_bag(seat);
        if state.side_name(seat).to_lowercase() == typed && dice > 0 {
            return Ok((before + 1).to_string());
        }
        before += dice;
    }
    if state.distort_in_bag() && typed == DISTORT.to_lowercase() {
        return Ok(state.bag().to_string());
    }
    if let Ok(number) = typed.parse::<u32>()
        && (1..=state.bag()).contains(&number)
    {
        return Ok(number.to_string());
    }
    // an empty bag is refused in its own words
    if state.bag() == 0 {
        return Ok("1".to_owned());
    }
    let names: Vec<String> = sides_in_bag(state).iter().map(|name| esc(name)).collect();
    Err(Trouble::refused(format!(
        "For a die drawn by hand, say whose it is ({}), or its number in the bag from 1 to {}.",
        list(&names),
        state.bag()
    )))
}

/// Whose dice are in the bag.
pub(crate) fn sides_in_bag(state: &State) -> Vec<String> {
    let sides = state.seats().filter(|seat| state.dice_in_bag(*seat) > 0);
    let sides = sides.map(|seat| state.side_name(seat).to_owned());
    sides.chain(state.distort_in_bag().then(|| DISTORT.to_owned())).collect()
}

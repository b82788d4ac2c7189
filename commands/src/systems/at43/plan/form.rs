//! The plan in one form: the order as numbers or names, and the wager.

use gatemaster_discord::forms::{FilledForm, Form, Input};
use gatemaster_rules::at43::state::UnitId;
use gatemaster_rules::at43::tactical::candidates;
use gatemaster_rules::at43::{State, View};
use gatemaster_rules::ids::Seat;

use super::super::press::BattlePressed;
use super::super::read::{lines, named, one_of};
use super::PlanPress;
use super::draft::Draft;
use crate::desk::Loaded;
use crate::trouble::Trouble;

const ORDER: &str = "order";
const WAGER: &str = "wager";

pub fn form(game: &Loaded, own: &View, draft: &Draft) -> Form {
    let names: Vec<String> = (1_u32..)
        .zip(&draft.plan.sequence)
        .map(|(number, unit)| format!("{number}. {}", own.unit_name(*unit)))
        .collect();
    let press = BattlePressed::new(&game.id, game.at, PlanPress::Type.into());
    Form {
        title: format!("Round {}: your plan", own.round),
        press: press.into(),
        inputs: vec![
            Input::line(ORDER, "Order of the cards, the first on top", names.join("\n"))
                .such_as("move the lines about, or write the numbers: 3 1 2")
                .several_lines(),
            Input::line(WAGER, "Wager in LP", draft.plan.wager.to_string()),
        ],
    }
}

pub fn take_over(
    own: &View,
    seat: Seat,
    draft: &mut Draft,
    written: &FilledForm,
) -> Result<(), Trouble> {
    said(own, seat, draft, Some(written.get(ORDER)), Some(written.get(WAGER)), None)
}

/// What was typed, all of it or nothing.
pub fn said(
    own: &View,
    seat: Seat,
    draft: &mut Draft,
    order: Option<&str>,
    wager: Option<&str>,
    commander: Option<&str>,
) -> Result<(), Trouble> {
    let mut new = draft.clone();
    if let Some(text) = order.filter(|text| !text.trim().is_empty()) {
        new.plan.sequence = sequence(own, &draft.plan.sequence, text)?;
    }
    if let Some(text) = wager.map(str::trim).filter(|text| !text.is_empty()) {
        new.plan.wager = text
            .parse()
            .map_err(|_| Trouble::refused("The wager is a number of LP, 0 for none."))?;
    }
    if let Some(name) = commander {
        let able = candidates(own, seat);
        let unit = named(own, name, &able, "one whose officer has the highest rank")?;
        // what was said of the wager in the same breath is checked as it was said
        match wager {
            Some(_) => new.plan.commander = Some(unit),
            None => new.command_by(own, seat, unit),
        }
    }
    *draft = new;
    Ok(())
}

/// The order that is meant: numbers of the order as it stands, or names a line each; who is not named keeps their order behind.
pub fn sequence(state: &State, now: &[UnitId], text: &str) -> Result<Vec<UnitId>, Trouble> {
    if let Some(order) = by_numbers(now, text) {
        return Ok(order);
    }
    let mut order: Vec<UnitId> = Vec::new();
    let words = |line: &str| -> Vec<String> {
        let numbers = line.split(' ').all(|word| word.trim().parse::<u32>().is_ok());
        let between: &[char] = if numbers { &[',', ' '] } else { &[','] };
        let parts = line.split(between).map(str::trim).filter(|part| !part.is_empty());
        parts.map(str::to_owned).collect()
    };
    for line in lines(text).flat_map(words) {
        let line = line.as_str();
        // "3. Storm golems 1": the line was moved about, and its number with it
        let name =
            line.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches('.').trim();
        let name = if name.is_empty() { line } else { name };
        let numbered = line.parse().ok().and_then(|number: usize| number.checked_sub(1));
        let numbered = numbered.and_then(|place| now.get(place).copied());
        let unit =
            numbered.or_else(|| one_of(state, line, now)).or_else(|| one_of(state, name, now));
        let unit = unit.ok_or_else(|| {
            Trouble::refused(format!(
                "{} is none of your cards. Write their names in the order you want, or their numbers: `3 1 2`.",
                crate::words::code(&gatemaster_discord::limits::clip(line, 64))
            ))
        })?;
        if order.contains(&unit) {
            return Err(Trouble::refused(format!(
                "{} is named twice; each card has one place.",
                crate::words::esc(state.unit_name(unit))
            )));
        }
        order.push(unit);
    }
    let rest: Vec<UnitId> = now.iter().copied().filter(|unit| !order.contains(unit)).collect();
    order.extend(rest);
    Ok(order)
}

/// "3 1 2"; who is not named keeps their order behind.
pub fn by_numbers(now: &[UnitId], text: &str) -> Option<Vec<UnitId>> {
    let mut order = Vec::new();
    for word in text.split([' ', ',', ';', '\n', '-']).filter(|word| !word.is_empty()) {
        let number: usize = word.parse().ok()?;
        let unit = *now.get(number.checked_sub(1)?)?;
        if order.contains(&unit) {
            return None;
        }
        order.push(unit);
    }
    let rest: Vec<UnitId> = now.iter().copied().filter(|unit| !order.contains(unit)).collect();
    order.extend(rest);
    Some(order)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// T-TAC-3
    #[test]
    fn an_order_can_be_typed_as_the_numbers_of_the_one_that_stands() {
        let now = [UnitId(5), UnitId(7), UnitId(9), UnitId(11)];
        let order = |text: &str| by_numbers(&now, text);
        assert_eq!(order("3 1 2"), Some(vec![UnitId(9), UnitId(5), UnitId(7), UnitId(11)]));
        assert_eq!(order("4,1"), Some(vec![UnitId(11), UnitId(5), UnitId(7), UnitId(9)]));
        for odd in ["0", "5", "1 1", "x", "1 x", "99999999999999999999"] {
            assert_eq!(order(odd), None, "{odd}");
        }
    }
}

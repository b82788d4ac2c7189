//! Units by the names that people type.

use gatemaster_discord::limits::clip;
use gatemaster_rules::at43::State;
use gatemaster_rules::at43::state::UnitId;
use gatemaster_rules::text::searched;

use crate::trouble::Trouble;
use crate::words::{code, esc, list};

/// The one of these that is meant: by its name, or by a part of it that no other has.
pub fn one_of(state: &State, typed: &str, offered: &[UnitId]) -> Option<UnitId> {
    let typed = searched(typed).trim().to_lowercase();
    let name = |id: UnitId| state.unit_name(id).to_lowercase();
    if let Some(id) = offered.iter().copied().find(|id| name(*id) == typed) {
        return Some(id);
    }
    let mut like =
        offered.iter().copied().filter(|id| !typed.is_empty() && name(*id).contains(&typed));
    let first = like.next()?;
    like.next().is_none().then_some(first)
}

/// A unit by the name that was typed, from those that make sense now.
pub fn named(
    state: &State,
    typed: &str,
    offered: &[UnitId],
    what: &str,
) -> Result<UnitId, Trouble> {
    if let Some(id) = one_of(state, typed, offered) {
        return Ok(id);
    }
    let known: Vec<UnitId> = state.ids().collect();
    let wrong = match one_of(state, typed, &known) {
        Some(id) => format!("{} is not {what}", esc(state.unit_name(id))),
        None => format!("No unit here is called {}, or several are", code(&clip(typed.trim(), 64))),
    };
    let names: Vec<String> = offered.iter().map(|id| esc(state.unit_name(*id))).collect();
    Err(Trouble::refused(match names.as_slice() {
        [] => format!("{wrong}, and nobody else is either."),
        _ => format!("{wrong}. You can name {}.", list(&names)),
    }))
}

/// The one that was named, or the only one there is.
pub fn named_or_only(
    state: &State,
    typed: Option<&str>,
    offered: &[UnitId],
    option: &str,
    what: &str,
) -> Result<UnitId, Trouble> {
    match (typed, offered) {
        (Some(typed), _) => named(state, typed, offered, what),
        (None, [only]) => Ok(*only),
        (None, _) => {
            let names: Vec<String> = offered.iter().map(|id| esc(state.unit_name(*id))).collect();
            Err(Trouble::refused(match names.as_slice() {
                [] => format!("No unit is {what} now."),
                _ => format!("Say which with `{option}`: {}.", list(&names)),
            }))
        }
    }
}

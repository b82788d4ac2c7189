//! Units and forces by what people type.

use super::super::data::{Library, nearest};
use super::super::profile::{Faction, Profile, Source};
use crate::text::searched;

/// Letters and digits alone, in small letters: "AI X-Launcher", `ai_x_launcher` and "AI x launcher" are the same.
fn squeezed(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The words of a text in small letters: "AI X-Launcher" is ai, x and launcher.
fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// The force of this name; "Other" and "mixed" are none of the booklet's.
pub(super) fn faction(text: &str) -> Option<Faction> {
    if !text.chars().all(|c| c.is_alphabetic() || c.is_whitespace()) {
        return None;
    }
    let mut words = words(text);
    words.retain(|word| !["the", "force", "army", "forces"].contains(&word.as_str()));
    let [word] = words.as_slice() else { return None };
    let same = |faction: &Faction| {
        let name = faction.name().to_lowercase();
        *word == name || word.strip_suffix('s') == Some(name.as_str())
    };
    if word == "mixed" {
        return Some(Faction::Other);
    }
    Faction::ALL.into_iter().find(same)
}

/// The units of a library with their names and keys as they are compared.
pub(super) struct Index<'l> {
    pub library: &'l Library,
    units: Vec<(String, String, &'l Profile)>,
}

impl<'l> Index<'l> {
    pub fn of(library: &'l Library) -> Self {
        // a server's unit of a printed unit's name goes by its key
        let (printed, own): (Vec<_>, Vec<_>) =
            library.units.iter().partition(|unit| unit.source != Source::Server);
        let units = printed.into_iter().chain(own);
        let units = units.map(|unit| (squeezed(&unit.name), squeezed(&unit.key), unit)).collect();
        Self { library, units }
    }

    /// The unit of this key or name, however it is spaced; one of several will do as one.
    pub fn lookup(&self, text: &str) -> Option<&'l Profile> {
        let text = text.trim();
        if let Some(unit) = self.library.unit(text) {
            return Some(unit);
        }
        let whole = text.to_lowercase();
        let named = self.units.iter().find(|(_, _, unit)| unit.name.to_lowercase() == whole);
        if let Some((_, _, unit)) = named {
            return Some(unit);
        }
        let typed = squeezed(text);
        let plain = |c: char| c.is_alphanumeric() || c.is_whitespace() || "-_.'’".contains(c);
        if typed.is_empty() || !text.chars().all(plain) {
            return None;
        }
        let find = |wanted: &str| {
            let units = &self.units;
            let of_name = units.iter().find(|(name, _, _)| name == wanted);
            let found = of_name.or_else(|| units.iter().find(|(_, key, _)| key == wanted));
            found.map(|(_, _, unit)| *unit)
        };
        find(&typed)
            .or_else(|| typed.strip_suffix('s').and_then(find))
            .or_else(|| find(&format!("{typed}s")))
    }
}

/// The unit that was probably meant.
pub(super) fn like<'l>(
    library: &'l Library,
    force: Option<Faction>,
    text: &str,
) -> Option<&'l Profile> {
    let names = library.units.iter().map(|unit| unit.name.as_str());
    let keys = library.units.iter().map(|unit| unit.key.as_str());
    let near = nearest(text, names.chain(keys));
    if let Some(near) = near {
        return library.units.iter().find(|unit| unit.name == near || unit.key == near);
    }
    let typed = words(text);
    let shared = |unit: &Profile| {
        let own = words(&unit.name);
        typed.iter().filter(|word| word.len() > 2 && own.contains(word)).count()
    };
    let serves = |unit: &Profile| force.is_some_and(|force| unit.serves(force));
    let mut best: Option<&Profile> = None;
    for unit in &library.units {
        let better =
            best.is_none_or(|best| (shared(unit), serves(unit)) > (shared(best), serves(best)));
        if better {
            best = Some(unit);
        }
    }
    best.filter(|unit| shared(unit) > 0)
}

/// Units for what has been typed so far, the force's own first: every word of it begins a word of the name, in any
/// order, or stands somewhere in the name or key.
pub fn units_matching<'l>(
    library: &'l Library,
    faction: Option<Faction>,
    typed: &str,
) -> Vec<&'l Profile> {
    let typed = searched(typed);
    let typed_words = words(typed);
    let whole = squeezed(typed);
    let rank = |unit: &Profile| -> Option<(u8, u8)> {
        let mut own = words(&unit.name);
        own.extend(words(&unit.key));
        let begins = typed_words.iter().all(|word| own.iter().any(|one| one.starts_with(word)));
        let contains =
            squeezed(&unit.name).contains(&whole) || squeezed(&unit.key).contains(&whole);
        let fit = match (squeezed(&unit.name).starts_with(&whole), begins, contains) {
            (true, _, _) => 0,
            (false, true, _) => 1,
            (false, false, true) => 2,
            (false, false, false) => return None,
        };
        let kin = match faction {
            None => 0,
            Some(force) if unit.faction == force => 0,
            Some(force) if unit.serves(force) || unit.faction == Faction::Other => 1,
            Some(_) => 2,
        };
        Some((kin, fit))
    };
    let mut found: Vec<((u8, u8), &Profile)> =
        library.units.iter().filter_map(|unit| Some((rank(unit)?, unit))).collect();
    found.sort_by_key(|(rank, _)| *rank);
    found.into_iter().map(|(_, unit)| unit).collect()
}

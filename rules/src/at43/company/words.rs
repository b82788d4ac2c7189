//! What the words of a company in text stand for.

use super::super::profile::{ArmyId, Entry, Library, Specialist, WeaponId};
use super::names::{SPECIALISTS, specialist_name};
use crate::file::fault::nearest;

/// What stands beside a unit on its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    Equipment(String),
    Special(String),
    Officer(u8),
    Hero(String),
    Specialist(Specialist),
}

/// What a word could be, and nothing or several if it cannot be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found<T> {
    One(T),
    /// Their names.
    Several(Vec<String>),
    None,
}

/// How well a word fits; less is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Exact,
    /// But for case, spaces and marks.
    Same,
    OneOfSeveral,
    /// Each typed word is one of its words.
    Part,
    Short,
}

/// Letters and digits alone, in small letters.
fn squeezed(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty() && !["the", "of"].contains(word))
        .map(|word| singular(&word.to_lowercase()).to_owned())
}

/// "golem" for "golems". Both sides of a comparison are treated alike, so "nucleu" does no harm.
pub(super) fn singular(word: &str) -> &str {
    match word.strip_suffix('s') {
        Some(short) if short.chars().count() > 1 && !short.ends_with(['s', 'S']) => short,
        Some(_) | None => word,
    }
}

fn fit(typed: &str, key: &str, name: &str) -> Option<Fit> {
    if typed == key || typed == name {
        return Some(Fit::Exact);
    }
    let (short, whole) = (squeezed(typed), squeezed(name));
    if short.is_empty() {
        return None;
    }
    if short == whole || short == squeezed(key) {
        return Some(Fit::Same);
    }
    if singular(&short) == singular(&whole) {
        return Some(Fit::OneOfSeveral);
    }
    let own: Vec<String> = words(name).collect();
    let mut typed = words(typed).peekable();
    typed.peek()?;
    typed.all(|word| own.contains(&word)).then_some(Fit::Part)
}

/// "msgt" for "Master sergeant": its letters in order from the first on.
fn is_short_for(typed: &str, title: &str) -> bool {
    let (typed, title) = (squeezed(typed), squeezed(title));
    let mut letters = title.chars();
    typed.len() > 1
        && typed.chars().next() == title.chars().next()
        && typed.chars().all(|letter| letters.any(|own| own == letter))
}

/// The best of several, where one is better than all others.
fn best<T: Clone + PartialEq>(found: Vec<((Fit, bool), T, String)>) -> Found<T> {
    let Some(least) = found.iter().map(|(fit, ..)| *fit).min() else { return Found::None };
    let mut found = found.into_iter().filter(|(fit, ..)| *fit == least);
    let Some((_, first, name)) = found.next() else { return Found::None };
    let mut names = vec![name];
    names.extend(found.filter(|(_, other, _)| *other != first).map(|(.., name)| name));
    if names.len() == 1 { Found::One(first) } else { Found::Several(names) }
}

pub(super) fn army(library: &Library, typed: &str) -> Option<ArmyId> {
    let typed = typed.trim();
    let typed = typed.strip_prefix("the ").or(typed.strip_prefix("The ")).unwrap_or(typed);
    let found = library.armies.iter().filter_map(|army| {
        let fit = fit(typed, &army.key, &army.name).filter(|fit| *fit != Fit::Part)?;
        Some(((fit, false), library.army_of_key(&army.key)?, army.name.clone()))
    });
    match best(found.collect()) {
        Found::One(army) => Some(army),
        Found::Several(_) | Found::None => None,
    }
}

/// The entry of this name, of the army first; its key is what counts.
pub(super) fn entry<'l>(
    library: &'l Library,
    army: Option<ArmyId>,
    typed: &str,
) -> Found<&'l Entry> {
    let found = library.entries.iter().filter_map(|entry| {
        let fit = fit(typed, &entry.key, &entry.name)?;
        let foreign = army.is_some_and(|army| army != entry.army);
        Some(((fit, foreign), entry, entry.name.clone()))
    });
    best(found.collect())
}

/// What a word beside a unit is: what the unit can have comes before what others can.
pub(super) fn meaning(library: &Library, entry: Option<&Entry>, typed: &str) -> Found<Meaning> {
    let mut found = Vec::new();
    let mut take = |name: &str, key: &str, foreign: bool, meaning: Meaning| {
        if let Some(fit) = fit(typed, key, name) {
            found.push(((fit, foreign), meaning, name.to_owned()));
        }
    };
    for (id, item) in (0..).zip(&library.equipment) {
        let sold = entry.is_some_and(|entry| {
            entry.prices.iter().any(|price| price.equipment.iter().any(|own| own.0 == id))
        });
        take(&item.name, &item.key, !sold, Meaning::Equipment(item.key.clone()));
    }
    for (id, weapon) in (0..).map(WeaponId).zip(&library.weapons) {
        let special = |entry: &Entry| entry.special.iter().any(|special| special.weapon == id);
        if library.entries.iter().any(special) {
            let foreign = !entry.is_some_and(special);
            take(&weapon.name, &weapon.key, foreign, Meaning::Special(weapon.key.clone()));
        }
    }
    for kind in SPECIALISTS {
        let foreign = entry.is_some_and(|entry| !entry.specialist_kinds.contains(&kind));
        take(specialist_name(kind), specialist_name(kind), foreign, Meaning::Specialist(kind));
    }
    for hero in &library.heroes {
        let foreign = entry.is_some_and(|entry| entry.army != hero.army);
        take(&hero.name, &hero.key, foreign, Meaning::Hero(hero.key.clone()));
    }
    let army = entry.and_then(|entry| library.army(entry.army));
    let titles = army.map(|army| army.ranks.as_slice()).unwrap_or_default();
    for (rank, known) in (0..).zip(titles) {
        // "sergeant" is no part of "master sergeant"
        let fit = fit(typed, &format!("rank {rank}"), &known.title).filter(|fit| *fit != Fit::Part);
        let fit = fit.or_else(|| is_short_for(typed, &known.title).then_some(Fit::Short));
        if let Some(fit) = fit {
            found.push(((fit, false), Meaning::Officer(rank), known.title.clone()));
        }
    }
    best(found)
}

/// The name that was probably meant.
pub(super) fn near_entry(library: &Library, army: Option<ArmyId>, typed: &str) -> Option<String> {
    let own = library.entries.iter().filter(|entry| army.is_none_or(|army| army == entry.army));
    let names: Vec<&str> = own.map(|entry| entry.name.as_str()).collect();
    near(typed, &names)
}

pub(super) fn near_option(library: &Library, entry: &Entry, typed: &str) -> Option<String> {
    let items = entry.prices.iter().flat_map(|price| &price.equipment);
    let items = items.filter_map(|id| library.equipment(*id)).map(|item| item.name.as_str());
    let weapons = entry.special.iter().filter_map(|special| library.weapon(special.weapon));
    let ranks = library.army(entry.army).map(|army| army.ranks.as_slice()).unwrap_or_default();
    let heroes = library.heroes.iter().filter(|hero| hero.army == entry.army);
    let names: Vec<&str> = items
        .chain(weapons.map(|weapon| weapon.name.as_str()))
        .chain(entry.specialist_kinds.iter().map(|kind| specialist_name(*kind)))
        .chain(ranks.iter().map(|rank| rank.title.as_str()))
        .chain(heroes.map(|hero| hero.name.as_str()))
        .collect();
    near(typed, &names)
}

fn near(typed: &str, names: &[&str]) -> Option<String> {
    nearest(typed, names.iter().copied())
        .or_else(|| nearest(singular(typed), names.iter().copied()))
        .map(str::to_owned)
}

/// "nine" and "9" alike.
pub(super) fn number(word: &str) -> Option<u32> {
    const WORDS: [&str; 21] = [
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
        "twenty",
    ];
    let word = word.to_lowercase();
    if !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit()) {
        return Some(word.parse().unwrap_or(u32::MAX));
    }
    if word == "a" || word == "an" {
        return Some(1);
    }
    WORDS.iter().position(|known| *known == word).and_then(|n| u32::try_from(n).ok())
}

//! Companies written as people write them, so that reading brings the same company back.

use super::super::profile::{HIGHEST_RANK, Library};
use super::names::{equipment_name, in_sentence, specialist_name, title, weapon_name};
use super::price::{entry_of, hero_of};
use super::text::{FIGHTERS, counted, heading, without_bullet};
use super::words::{self, Found, Meaning, singular};
use super::{Chosen, Company};

/// The company as text that [`super::read`] reads as the same company. What a library does not know is written by its key.
pub fn write(library: &Library, company: &Company) -> String {
    let army = library.army_of_key(&company.army).and_then(|id| library.army(id));
    let mut text = match army {
        Some(army) if words::army(library, &army.name) == library.army_of_key(&army.key) => {
            army.name.clone()
        }
        Some(_) | None => company.army.clone(),
    };
    if !company.name.is_empty() {
        text.push_str(": ");
        text.push_str(&company.name);
    }
    for chosen in &company.units {
        text.push('\n');
        text.push_str(&write_unit(library, chosen));
    }
    text
}

fn write_unit(library: &Library, chosen: &Chosen) -> String {
    let Some(entry) = entry_of(library, chosen) else {
        return format!("{} {}", chosen.number, chosen.unit);
    };
    let known = |word: &str| {
        plain(word) && words::entry(library, Some(entry.army), word) == Found::One(entry)
    };
    let mut pieces =
        vec![format!("{} {}", chosen.number, word(&entry.name, chosen.number, &entry.key, known))];
    let option = |name: &str, key: &str, number: u8, meaning: &Meaning| {
        let known = |word: &str| {
            let found = words::meaning(library, Some(entry), word);
            plain(word) && matches!(&found, Found::One(found) if found == meaning)
        };
        word(name, number, key, known)
    };
    if let Some(key) = &chosen.special {
        let name = weapon_name(library, key);
        let bearers = chosen.bearers;
        let weapon = option(&name, key, bearers, &Meaning::Special(key.clone()));
        pieces.push(format!("{bearers} {weapon}"));
    }
    if (1..=HIGHEST_RANK).contains(&chosen.officer) {
        let rank = chosen.officer;
        let title = title(library.army(entry.army), rank);
        pieces.push(option(&title, &format!("rank {rank}"), 1, &Meaning::Officer(rank)));
    }
    if let (Some(key), Some(hero)) = (&chosen.hero, hero_of(library, chosen)) {
        let meaning = Meaning::Hero(key.clone());
        let known = words::meaning(library, Some(entry), &hero.name) == Found::One(meaning);
        pieces.push(if known && plain(&hero.name) { hero.name.clone() } else { key.clone() });
    }
    let mut specialists = chosen.specialists.as_slice();
    while let Some(first) = specialists.first() {
        let alike = specialists.iter().take_while(|kind| *kind == first).count();
        let name = specialist_name(*first);
        pieces.push(if alike == 1 { name.to_owned() } else { format!("{alike} {name}s") });
        specialists = specialists.get(alike..).unwrap_or_default();
    }
    for key in &chosen.equipment {
        let name = equipment_name(library, key);
        pieces.push(option(&name, key, u8::MAX, &Meaning::Equipment(key.clone())));
    }
    let mut line = pieces.join(", ");
    if chosen.reinforcement {
        line.push_str(" (reinforcement)");
    }
    line
}

/// The word people would write, as long as it is read as the same thing; else the key.
fn word(name: &str, number: u8, key: &str, known: impl Fn(&str) -> bool) -> String {
    let name = in_sentence(name);
    let counted = match number {
        1 => singular(&name).to_owned(),
        u8::MAX => name.clone(),
        _ if name.ends_with('s') => name.clone(),
        _ => format!("{name}s"),
    };
    [counted, name].into_iter().find(|word| known(word)).unwrap_or_else(|| key.to_owned())
}

/// No sign in it means something on a line of its own, and no number stands at its beginning or end.
fn plain(word: &str) -> bool {
    !word.contains([',', ';', ':', '(', ')', '[', ']', '#', '`'])
        && counted(word, FIGHTERS).0.is_none()
        && without_bullet(word) == word
        && heading(word).is_none()
}

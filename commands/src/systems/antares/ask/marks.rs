//! Models, guns and drones in the words people use for them: "leader", "2 troopers", "trooper 2", "the drone".

use gatemaster_rules::antares::State;
use gatemaster_rules::antares::command::Mark;
use gatemaster_rules::antares::state::Unit;
use gatemaster_rules::text::{list, searched};

use crate::trouble::Trouble;
use crate::words::{code, esc};

/// "Strike Trooper", "mag cannon", "spotter drone"
pub fn name(state: &State, unit: &Unit, mark: Mark) -> String {
    match mark {
        Mark::Model(id) => unit.troop(id).map_or_else(String::new, |troop| troop.name.clone()),
        Mark::Gun => unit
            .gun
            .map_or_else(|| "weapon".to_owned(), |gun| state.weapon_name(gun.weapon).to_owned()),
        Mark::Drone(place) => {
            let drone = unit.gear.get(usize::from(place));
            drone.map_or_else(String::new, |drone| drone.kind.name().to_owned())
        }
    }
}

/// Something that was typed, and how many of it; one where nothing was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    pub number: usize,
    pub words: String,
}

/// "leader, 2 troopers" as its parts.
pub fn items(text: &str) -> Vec<Item> {
    let parts = text.split([',', ';', '\n']).map(str::trim).filter(|part| !part.is_empty());
    parts.map(item).collect()
}

fn item(part: &str) -> Item {
    let mut words: Vec<&str> = part.split_whitespace().collect();
    let is_article = |word: &str| ["the", "a", "an"].contains(&word.to_lowercase().as_str());
    if words.len() > 1 && is_article(words[0]) {
        words.remove(0);
    }
    let read = |word: &str| word.trim_matches(['x', '×']).parse::<usize>().ok();
    let number = if words.len() > 1 {
        if let Some(number) = read(words[0]) {
            words.remove(0);
            Some(number)
        } else {
            let number = words.last().and_then(|word| read(word));
            if number.is_some() {
                words.pop();
            }
            number
        }
    } else {
        None
    };
    Item { number: number.unwrap_or(1), words: words.join(" ") }
}

/// Whether these words mean a thing of this name: "troopers" is a Strike Trooper, "leader" its Leader.
pub fn means(name: &str, typed: &str) -> bool {
    let stem = |word: &str| {
        let word = word.to_lowercase();
        word.strip_suffix('s').map_or_else(|| word.clone(), str::to_owned)
    };
    let names: Vec<String> = name.split_whitespace().map(stem).collect();
    let mut typed = searched(typed).split_whitespace().map(stem).peekable();
    typed.peek().is_some() && typed.all(|word| names.contains(&word))
}

/// Which of these were named: a number of the first ones alone, or kinds by name, each as often as said.
pub fn chosen(
    state: &State,
    unit: &Unit,
    among: &[Mark],
    text: &str,
) -> Result<Vec<Mark>, Trouble> {
    let whole = text.trim().to_lowercase();
    if ["", "all", "everybody"].contains(&whole.as_str()) {
        return Ok(among.to_vec());
    }
    let mut left = among.to_vec();
    if let Ok(number) = whole.parse::<usize>() {
        if number == 0 || number > left.len() {
            return Err(Trouble::refused(format!(
                "{} has 1 to {} there.",
                esc(&unit.name),
                left.len()
            )));
        }
        left.truncate(number);
        return Ok(left);
    }
    let mut chosen = Vec::new();
    for Item { number, words } in items(text) {
        for _ in 0..number {
            let place = left.iter().position(|mark| means(&name(state, unit, *mark), &words));
            let place = place.ok_or_else(|| {
                let names = names(state, unit, &left);
                Trouble::refused(if names.is_empty() {
                    format!("{} has nobody left for {}.", esc(&unit.name), code(&words))
                } else {
                    format!("{} has no {} there; it has {names}.", esc(&unit.name), code(&words))
                })
            })?;
            chosen.push(left.remove(place));
        }
    }
    Ok(chosen)
}

/// The names of these, each once.
pub fn names(state: &State, unit: &Unit, marks: &[Mark]) -> String {
    let mut names: Vec<String> = Vec::new();
    for mark in marks {
        let name = esc(&name(state, unit, *mark));
        if !names.contains(&name) {
            names.push(name);
        }
    }
    list(&names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_before_or_after_what_is_counted() {
        let read = |text: &str| -> Vec<(usize, String)> {
            items(text).into_iter().map(|item| (item.number, item.words)).collect()
        };
        let one = |words: &str| (1, words.to_owned());
        assert_eq!(
            read("leader, the trooper 2; drone"),
            [one("leader"), (2, "trooper".into()), one("drone")]
        );
        assert_eq!(read("2 Troopers\n3x crew,,"), [(2, "Troopers".into()), (3, "crew".into())]);
        assert_eq!(read("7"), [one("7")]);
    }

    #[test]
    fn a_part_of_a_name_is_enough_and_a_wrong_word_is_too_much() {
        assert!(means("Strike Trooper", "troopers"));
        assert!(means("Strike Trooper", "STRIKE trooper"));
        assert!(means("spotter drone", "drone"));
        assert!(!means("Strike Trooper", "strike leader"));
        assert!(!means("Strike Trooper", ""));
        assert!(!means("Strike Trooper", "troop"));
    }
}

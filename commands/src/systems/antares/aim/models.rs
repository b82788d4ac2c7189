//! Models as people write them: "Trooper 2, Leader", "2 troopers and the leader", "3 of plasma carbine", "all".

use gatemaster_rules::antares::State;
use gatemaster_rules::antares::arms::{MAX_COVER, targets};
use gatemaster_rules::antares::command::{Cover, Mark, Shooters, Use};
use gatemaster_rules::antares::state::{ModelId, Unit, WeaponId};
use gatemaster_rules::text::list;

use crate::words::{code, esc};

/// Everything wrong with a text, together.
type Faults = Vec<String>;

/// Things of one name that can be counted.
struct Kind<T> {
    name: String,
    members: Vec<T>,
    /// Without a number all of them are meant: "plasma carbine".
    together: bool,
}

/// How many of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Number {
    /// Nothing was said: one, or all of what is named in the plural.
    Unsaid,
    Exactly(usize),
    All,
}

/// Models of a unit, and the gun of a team.
pub fn marks(state: &State, unit: &Unit, text: &str) -> Result<Vec<Mark>, Faults> {
    let mut kinds = troops(unit, Mark::Model, |unit| unit.living().collect());
    if let Some(gun) = unit.gun.filter(|_| unit.gun_stands()) {
        let name = state.weapon_name(gun.weapon).to_owned();
        kinds.push(Kind { name, members: vec![Mark::Gun], together: true });
    }
    read(&unit.name, &kinds, text).map(|marks| if everybody(text) { targets(unit) } else { marks })
}

/// "+2: Trooper 2, Leader"; without a number the cover is of `bonus`.
pub fn cover(unit: &Unit, text: &str, bonus: u8) -> Result<Cover, Faults> {
    let text = text.trim();
    let (bonus, who) = match text.strip_prefix('+') {
        Some(rest) => {
            let digits = rest.chars().take_while(char::is_ascii_digit).count();
            let (number, who) = rest.split_at(digits);
            let bonus = number.parse::<u8>().ok().filter(|bonus| (1..=MAX_COVER).contains(bonus));
            let Some(bonus) = bonus else {
                return Err(vec![format!("Cover adds +1 or +{MAX_COVER}, not +{}.", esc(number))]);
            };
            (bonus, who.trim_start().trim_start_matches(':'))
        }
        None => (bonus, text),
    };
    // "+2" alone is cover for all of them
    if everybody(who) || (text.starts_with('+') && who.trim().is_empty()) {
        return Ok(Cover::Everybody(bonus));
    }
    let kinds = troops(unit, |model| model, |unit| unit.living().collect());
    let models = read(&unit.name, &kinds, who)?;
    Ok(if models.is_empty() { Cover::Nobody } else { Cover::Only { bonus, models } })
}

/// Who of these shoots; `None` is everybody.
pub fn shooters(
    state: &State,
    unit: &Unit,
    uses: &[Use],
    text: &str,
) -> Result<Option<Vec<(WeaponId, ModelId)>>, Faults> {
    if text.trim().is_empty() || everybody(text) {
        return Ok(None);
    }
    let mut armed: Vec<(WeaponId, ModelId)> = Vec::new();
    for used in uses {
        if let Shooters::Models(models) = &used.by {
            armed.extend(models.iter().map(|model| (used.weapon, *model)));
        }
    }
    if armed.is_empty() {
        return Err(vec![format!("The whole crew of {} serves its weapon.", esc(&unit.name))]);
    }
    let mut kinds: Vec<Kind<(WeaponId, ModelId)>> = Vec::new();
    for (weapon, _) in &armed {
        let name = state.weapon_name(*weapon).to_owned();
        if !kinds.iter().any(|kind| kind.name == name) {
            let members = armed.iter().copied().filter(|(other, _)| other == weapon).collect();
            kinds.push(Kind { name, members, together: true });
        }
    }
    let who = |unit: &Unit| {
        let mut models: Vec<ModelId> = armed.iter().map(|(_, model)| *model).collect();
        models.sort_unstable();
        models.retain(|model| unit.models.get(model.index()).is_some());
        models.dedup();
        models
    };
    let first = |model: ModelId| {
        let found = armed.iter().copied().find(|(_, one)| *one == model);
        found.unwrap_or((WeaponId(u16::MAX), model))
    };
    kinds.extend(troops(unit, first, who));
    let only = read(&unit.name, &kinds, text)?;
    if only.is_empty() {
        return Err(vec!["Somebody has to shoot; name one model at least.".to_owned()]);
    }
    Ok(Some(only))
}

/// The kinds of models of a unit that are meant.
fn troops<T>(
    unit: &Unit,
    of: impl Fn(ModelId) -> T,
    who: impl Fn(&Unit) -> Vec<ModelId>,
) -> Vec<Kind<T>> {
    let models = who(unit);
    let mut kinds: Vec<Kind<T>> = Vec::new();
    for (place, troop) in (0_u8..).zip(&unit.profile.troops) {
        let of_troop = models.iter().filter(|id| unit.models[id.index()].troop == place);
        let members: Vec<T> = of_troop.map(|id| of(*id)).collect();
        if !members.is_empty() {
            kinds.push(Kind { name: troop.name.clone(), members, together: false });
        }
    }
    kinds
}

/// Words for all of them.
fn everybody(text: &str) -> bool {
    let text = text.trim().to_lowercase();
    ["all", "everybody", "everyone", "all of them"].contains(&text.as_str())
}

fn nobody(text: &str) -> bool {
    let text = text.trim().to_lowercase();
    ["", "-", "–", "none", "nobody", "no one"].contains(&text.as_str())
}

fn read<T: Copy + PartialEq>(unit: &str, kinds: &[Kind<T>], text: &str) -> Result<Vec<T>, Faults> {
    if nobody(text) {
        return Ok(Vec::new());
    }
    if everybody(text) {
        return Ok(kinds.iter().flat_map(|kind| kind.members.iter().copied()).collect());
    }
    let text = text.replace(" and ", ",").replace('&', ",");
    let items = text.split([',', ';', '\n']).map(str::trim).filter(|item| !item.is_empty());
    let (mut picked, mut faults) = (Vec::new(), Vec::new());
    for item in items {
        if let Err(fault) = read_one(unit, kinds, item, &mut picked) {
            faults.push(fault);
        }
    }
    if faults.is_empty() { Ok(picked) } else { Err(faults) }
}

fn read_one<T: Copy + PartialEq>(
    unit: &str,
    kinds: &[Kind<T>],
    item: &str,
    picked: &mut Vec<T>,
) -> Result<(), String> {
    // a name may itself end in a number
    let (number, name) = match find(kinds, item) {
        Found::One(_, 0) => (Number::Unsaid, item.to_owned()),
        Found::One(..) | Found::None | Found::Several(_) => counted(item),
    };
    let (kind, plural) = match find(kinds, &name) {
        Found::One(kind, _) => (kind, is_plural(&kind.name, &name)),
        Found::Several(names) => {
            return Err(format!("{} could be {}; write the whole name.", code(item), list(&names)));
        }
        Found::None => {
            let known: Vec<String> = kinds
                .iter()
                .map(|kind| match kind.members.len() {
                    1 => esc(&kind.name),
                    number => format!("{} ({number})", esc(&kind.name)),
                })
                .collect();
            return Err(format!(
                "I know no {} in {}; there is {}.",
                code(item),
                esc(unit),
                list(&known)
            ));
        }
    };
    let mut free = kind.members.clone();
    for taken in picked.iter() {
        if let Some(place) = free.iter().position(|one| one == taken) {
            free.remove(place);
        }
    }
    let wanted = match number {
        Number::Exactly(number) => number,
        Number::All => free.len(),
        Number::Unsaid if plural || kind.together => free.len(),
        Number::Unsaid => 1,
    };
    if wanted == 0 || wanted > free.len() {
        let have = kind.members.len();
        return Err(match (wanted, have) {
            (0, _) => format!("Leave {} out where nobody is meant.", code(item)),
            (_, have) if free.len() < have => {
                format!("{} is more than is left of {}.", code(item), esc(&kind.name))
            }
            (_, have) => format!("{} has {have} × {}, not {wanted}.", esc(unit), esc(&kind.name)),
        });
    }
    picked.extend(&free[..wanted]);
    Ok(())
}

/// "3 of plasma carbine", "two troopers", "Trooper 2", "all troopers", "the leader"
fn counted(item: &str) -> (Number, String) {
    let mut words: Vec<&str> = item.split_whitespace().collect();
    let mut number = Number::Unsaid;
    if words.len() > 1 && words[0].eq_ignore_ascii_case("the") {
        words.remove(0);
    }
    if words.len() > 1
        && let Some(first) = number_word(words[0])
    {
        number = first;
        words.remove(0);
    } else if words.len() > 1
        && let Some(last) = words.last().copied().and_then(number_word)
    {
        number = last;
        words.pop();
    }
    while words.len() > 1 && ["of", "the", "x", "×"].contains(&words[0].to_lowercase().as_str()) {
        words.remove(0);
    }
    (number, words.join(" "))
}

fn number_word(word: &str) -> Option<Number> {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    let word = word.to_lowercase();
    if ["all", "both", "every", "each"].contains(&word.as_str()) {
        return Some(Number::All);
    }
    if ["a", "an"].contains(&word.as_str()) {
        return Some(Number::Exactly(1));
    }
    if let Some(number) = WORDS.iter().position(|other| *other == word) {
        return Some(Number::Exactly(number));
    }
    let digits = word.trim_matches(['x', '×', '#']);
    digits.parse::<usize>().ok().map(Number::Exactly)
}

enum Found<'a, T> {
    None,
    /// The lower the second, the more exactly it was named.
    One(&'a Kind<T>, u8),
    Several(Vec<String>),
}

/// By the whole name, by how it ends, or by words of it.
fn find<'a, T>(kinds: &'a [Kind<T>], typed: &str) -> Found<'a, T> {
    let typed: Vec<String> = typed.split_whitespace().map(stem).collect();
    if typed.is_empty() {
        return Found::None;
    }
    let closeness = |kind: &Kind<T>| {
        let name: Vec<String> = kind.name.split_whitespace().map(stem).collect();
        if name == typed {
            Some(0)
        } else if name.ends_with(&typed) {
            Some(1)
        } else {
            typed.iter().all(|word| name.contains(word)).then_some(2)
        }
    };
    let Some(best) = kinds.iter().filter_map(closeness).min() else { return Found::None };
    let mut like = kinds.iter().filter(|kind| closeness(kind) == Some(best));
    if let (Some(kind), None) = (like.next(), like.next()) {
        return Found::One(kind, best);
    }
    let like = kinds.iter().filter(|kind| closeness(kind) == Some(best));
    Found::Several(like.map(|kind| esc(&kind.name)).collect())
}

/// A word without the ending of the plural, so that "Troopers" and "trooper" are one.
fn stem(word: &str) -> String {
    let word = word.to_lowercase();
    let cut = |end: &str, new: &str| word.strip_suffix(end).map(|stem| format!("{stem}{new}"));
    if ["ss", "us", "is"].iter().any(|end| word.ends_with(end)) {
        return word;
    }
    let long = ["ses", "xes", "ches", "shes"].iter().any(|end| word.ends_with(end));
    cut("ies", "y")
        .or_else(|| cut("men", "man"))
        .or_else(|| if long { cut("es", "") } else { cut("s", "") })
        .unwrap_or(word)
}

/// Whether the typed name has an ending of the plural that the name itself does not have.
fn is_plural(name: &str, typed: &str) -> bool {
    let typed = typed.to_lowercase();
    let Some(last) = typed.split_whitespace().last() else { return false };
    let same = |word: &str| word.to_lowercase() == last;
    stem(last) != last && !name.split_whitespace().any(same)
}

/// Models as they would be typed again: "Strike Leader, Strike Trooper 2".
pub fn spell(state: &State, unit: &Unit, which: &[Mark]) -> String {
    let mut said: Vec<String> = Vec::new();
    for (place, troop) in (0_u8..).zip(&unit.profile.troops) {
        let of_troop = |mark: &&Mark| {
            matches!(mark, Mark::Model(id)
                if unit.models.get(id.index()).is_some_and(|model| model.troop == place))
        };
        match which.iter().filter(of_troop).count() {
            0 => {}
            1 => said.push(troop.name.clone()),
            number => said.push(format!("{} {number}", troop.name)),
        }
    }
    if which.contains(&Mark::Gun)
        && let Some(gun) = unit.gun
    {
        said.push(state.weapon_name(gun.weapon).to_owned());
    }
    said.join(", ")
}

/// The same of models alone.
pub fn spell_models(state: &State, unit: &Unit, which: &[ModelId]) -> String {
    let marks: Vec<Mark> = which.iter().copied().map(Mark::Model).collect();
    spell(state, unit, &marks)
}

/// Who shoots what, as it would be typed again.
pub fn spell_shooters(state: &State, unit: &Unit, only: &[(WeaponId, ModelId)]) -> String {
    use gatemaster_rules::antares::profile::UnitKind;
    if unit.kind() != UnitKind::Vehicle {
        let models: Vec<ModelId> = only.iter().map(|(_, model)| *model).collect();
        return spell_models(state, unit, &models);
    }
    let mut weapons: Vec<(WeaponId, usize)> = Vec::new();
    for (weapon, _) in only {
        match weapons.iter_mut().find(|(other, _)| other == weapon) {
            Some((_, number)) => *number += 1,
            None => weapons.push((*weapon, 1)),
        }
    }
    let said = weapons.into_iter().map(|(weapon, number)| {
        let name = state.weapon_name(weapon);
        if number == 1 { format!("1 {name}") } else { format!("{number} of {name}") }
    });
    said.collect::<Vec<_>>().join(", ")
}

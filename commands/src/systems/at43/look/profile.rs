//! `/profile`: a unit or a hero as the army lists have them, with prices and where each figure comes from.

use std::fmt::Write as _;

use gatemaster_discord::card::Choice;
use gatemaster_discord::limits::{CHOICES, clip};
use gatemaster_rules::at43::company::{slot_words, specialist_name};
use gatemaster_rules::at43::profile::{
    ArmyId, Carried, Entry, Gives, Hero, Library, Price, Source, Weapon, WeaponId,
};
use gatemaster_rules::text::{count, list};

use super::words::{self, Glossary, cited};
use super::{LookPress, Mark, Reading, Shelf, Topic, not_found, weapon};
use crate::near::{NameMatch, meant};
use crate::table::NEUTRAL;
use crate::table::sheet::{Sheet, heading};
use crate::trouble::Trouble;
use crate::words::esc;

/// What stands in an army list.
#[derive(Clone, Copy, Debug)]
pub(super) enum Listed<'l> {
    Unit(&'l Entry),
    Hero(&'l Hero),
}

impl<'l> Listed<'l> {
    pub(super) fn all(library: &'l Library) -> impl Iterator<Item = Listed<'l>> {
        library.entries.iter().map(Listed::Unit).chain(library.heroes.iter().map(Listed::Hero))
    }

    pub(super) fn name(self) -> &'l str {
        match self {
            Listed::Unit(entry) => &entry.name,
            Listed::Hero(hero) => &hero.name,
        }
    }

    fn army(self) -> ArmyId {
        match self {
            Listed::Unit(entry) => entry.army,
            Listed::Hero(hero) => hero.army,
        }
    }

    pub(super) fn mark(self) -> Mark {
        match self {
            Listed::Unit(entry) => Mark::of(&entry.key),
            Listed::Hero(hero) => Mark::of(&format!("hero {}", hero.key)),
        }
    }

    /// "White Stars, soldiers of type 1, 6 to 9"
    fn about(self, library: &Library) -> String {
        let army = army(library, self.army());
        match self {
            Listed::Unit(entry) => format!("{army}, {}, {}", kind(entry), numbers(entry)),
            Listed::Hero(hero) => format!("{army}, hero, rank {}", hero.rank),
        }
    }
}

fn army(library: &Library, id: ArmyId) -> &str {
    library.army(id).map_or("no army", |army| army.name.as_str())
}

fn kind(entry: &Entry) -> String {
    format!("{} of type {}", entry.category.name(), entry.grade)
}

/// "6 to 9 fighters", "1 machine"
fn numbers(entry: &Entry) -> String {
    let (one, many) =
        if entry.is_infantry() { ("fighter", "fighters") } else { ("machine", "machines") };
    if entry.standard == entry.maximum {
        count(entry.standard.into(), one, many)
    } else {
        format!("{} to {} {many}", entry.standard, entry.maximum)
    }
}

/// `/profile`
pub(super) fn named_reading(
    library: &Library,
    shelf: Shelf,
    typed: &str,
) -> Result<Reading, Trouble> {
    let all: Vec<Listed<'_>> = Listed::all(library).collect();
    match meant(typed, all.iter().map(|card| card.name())) {
        NameMatch::One(place) => match all.get(place) {
            Some(card) => Ok(reading(library, shelf, *card)),
            None => Err(super::not_in_books()),
        },
        NameMatch::OneOf(places) => {
            let near = places.into_iter().filter_map(|place| all.get(place));
            let near = near.map(|card| choice(library, *card)).collect();
            let list = "Which one do you mean?";
            Err(not_found("unit", typed, list, &shelf, LookPress::PickProfile, near))
        }
    }
}

pub(super) fn marked(library: &Library, mark: Mark) -> Option<Listed<'_>> {
    Listed::all(library).find(|card| card.mark() == mark)
}

pub(super) fn offered(library: &Library) -> Vec<(String, String)> {
    let offer = |card: Listed<'_>| {
        (format!("{} ({})", card.name(), card.about(library)), card.name().to_owned())
    };
    Listed::all(library).map(offer).collect()
}

fn choice(library: &Library, card: Listed<'_>) -> Choice {
    Choice::new(card.name(), card.mark().0).more(card.about(library))
}

pub(super) fn entry_choice(library: &Library, entry: &Entry) -> Choice {
    choice(library, Listed::Unit(entry))
}

pub(super) fn reading(library: &Library, shelf: Shelf, card: Listed<'_>) -> Reading {
    let ids = match card {
        Listed::Unit(entry) => arms(library, entry),
        Listed::Hero(hero) => carried(&hero.ranged).chain(hero.close.iter().copied()).collect(),
    };
    let mut found: Vec<&Weapon> = Vec::new();
    for weapon in ids.into_iter().filter_map(|id| library.weapon(id)) {
        if !found.contains(&weapon) {
            found.push(weapon);
        }
    }
    let weapons = found.into_iter().take(CHOICES.into()).map(weapon::choice).collect();
    let selects = shelf.select("Look at a weapon…", LookPress::PickWeapon, weapons);
    Reading {
        topic: Topic::Profile(card.mark()),
        sheet: sheet(library, card),
        selects: selects.into_iter().collect(),
        beside: Vec::new(),
        may_be_shown: true,
        shelf,
    }
}

fn carried(weapons: &[Carried]) -> impl Iterator<Item = WeaponId> {
    weapons.iter().map(|carried| carried.weapon)
}

/// Every weapon that a unit of this entry may have.
fn arms(library: &Library, entry: &Entry) -> Vec<WeaponId> {
    let thrown = entry.prices.iter().flat_map(|price| &price.equipment).filter_map(|item| {
        match library.equipment(*item)?.gives {
            Gives::Thrown(weapon) => Some(weapon),
            Gives::Ability(_) => None,
        }
    });
    carried(&entry.ranged)
        .chain(entry.special.iter().map(|special| special.weapon))
        .chain(thrown)
        .chain(entry.close.iter().copied())
        .collect()
}

fn sheet(library: &Library, card: Listed<'_>) -> Sheet {
    let lines = match card {
        Listed::Unit(entry) => unit(library, entry),
        Listed::Hero(hero) => of_hero(library, hero),
    };
    let footer = format!("Army list of the {}", army(library, card.army()));
    Sheet::new(&esc(card.name()), &lines, footer, NEUTRAL)
}

/// Everything an army list says of a unit.
pub(super) fn unit(library: &Library, entry: &Entry) -> Vec<String> {
    let mut lines = vec![format!(
        "**{}** · {} · {}",
        esc(army(library, entry.army)),
        kind(entry),
        numbers(entry)
    )];
    lines.push(format!("`{}`", words::figures(&entry.profile)));
    lines.push(words::moves(&entry.profile, entry.category.is_machine(), entry.is_static()));
    lines.extend(words::sources(&entry.sources, &words::fields_of(&entry.profile)));
    let ids = arms(library, entry);
    if !ids.is_empty() {
        lines.push(heading("Weapons"));
        lines.extend(weapon_lines(library, entry));
    }
    lines.push(heading("Price"));
    lines.extend(entry.prices.iter().map(|price| price_line(library, entry, price)));
    lines.extend(officers(library, entry));
    if entry.specialists > 0 {
        let kinds: Vec<&str> =
            entry.specialist_kinds.iter().map(|it| specialist_name(*it)).collect();
        lines.push(format!(
            "Up to {}: {}, at the price of a fighter {}",
            count(entry.specialists.into(), "specialist", "specialists"),
            list(&kinds),
            cited("T-BLD-7")
        ));
    }
    lines.extend(slots(library, entry));
    let mut glossary = Glossary::default();
    glossary.profile(&entry.profile);
    for ability in &entry.abilities {
        glossary.ability(*ability);
    }
    let items = entry.prices.iter().flat_map(|price| &price.equipment);
    for item in items.filter_map(|item| library.equipment(*item)) {
        if let Gives::Ability(ability) = item.gives {
            glossary.ability(ability);
        }
    }
    for weapon in ids.into_iter().filter_map(|id| library.weapon(id)) {
        glossary.weapon(weapon);
    }
    for kind in &entry.specialist_kinds {
        glossary.specialist(*kind);
    }
    if entry.is_static() {
        glossary.word("Static support unit");
    }
    lines.extend(meanings(&glossary));
    lines
}

/// A part of the sheet of its own, where there is anything to explain.
pub(super) fn meanings(glossary: &Glossary) -> Vec<String> {
    let lines = glossary.lines();
    if lines.is_empty() {
        return lines;
    }
    std::iter::once(heading("What it means")).chain(lines).collect()
}

fn weapon_lines(library: &Library, entry: &Entry) -> Vec<String> {
    let mut lines: Vec<String> =
        entry.ranged.iter().filter_map(|it| carried_line(library, it)).collect();
    if !entry.special.is_empty() {
        lines.push(bearers(entry));
        lines.extend(entry.special.iter().filter_map(|special| {
            let more = match special.surcharge {
                0 => String::new(),
                points => format!(" (+{points} AP)"),
            };
            Some(format!("- {}", words::weapon(library.weapon(special.weapon)?, &more)))
        }));
    }
    lines.extend(entry.close.iter().filter_map(|id| {
        Some(format!("{}, close combat", words::weapon(library.weapon(*id)?, "")))
    }));
    lines
}

/// "**Light laser cannon** ×2 · … · 1 SP each"
pub(super) fn carried_line(library: &Library, carried: &Carried) -> Option<String> {
    let times = if carried.count > 1 { format!(" ×{}", carried.count) } else { String::new() };
    let mut line = words::weapon(library.weapon(carried.weapon)?, &times);
    if let Some(points) = carried.structure {
        let each = if carried.count > 1 { " each" } else { "" };
        let _ = write!(line, " · {points} SP{each}");
    }
    if let Some(field) = &carried.field {
        let _ = write!(line, " · sees {}", esc(field));
    }
    Some(line)
}

/// T-BLD-6, T-UNI-5
fn bearers(entry: &Entry) -> String {
    let which = if entry.special.len() > 1 { "one kind for the unit" } else { "" };
    let many = if entry.all_bearers {
        "All bear a special weapon".to_owned()
    } else if let Some(gunners) = entry.gunners_each {
        format!("Each weapon with {}", count(gunners.into(), "gunner", "gunners"))
    } else {
        match entry.bearers {
            (fewer, most) if fewer == most => format!("Up to {most} bear a special weapon"),
            (fewer, most) => {
                format!(
                    "Up to {fewer} bear a special weapon, {most} in a unit of {}",
                    entry.maximum
                )
            }
        }
    };
    let rule = cited("T-BLD-6");
    if which.is_empty() { format!("{many} {rule}:") } else { format!("{many}, {which} {rule}:") }
}

/// "- with grenades: 6 for 150 AP, 9 for 225 AP, 25 AP for each beyond" and where the figures come from, if not from print.
fn price_line(library: &Library, entry: &Entry, price: &Price) -> String {
    let items: Vec<String> = price
        .equipment
        .iter()
        .filter_map(|item| Some(esc(&library.equipment(*item)?.name)))
        .collect();
    let with = if items.is_empty() { "plain".to_owned() } else { format!("with {}", list(&items)) };
    let mut parts = vec![format!("{} for {} AP", entry.standard, price.at_standard)];
    if entry.maximum > entry.standard {
        parts.push(format!("{} for {} AP", entry.maximum, price.at_maximum));
    }
    if let Some(extra) = price.extra {
        parts.push(format!("{extra} AP for each one more"));
    }
    let fields =
        [("at_standard", "the first"), ("at_maximum", "the second"), ("extra", "one more")];
    let fields: Vec<(&str, &str)> = fields
        .into_iter()
        .filter(|(field, _)| match *field {
            "at_maximum" => entry.maximum > entry.standard,
            "extra" => price.extra.is_some(),
            _ => true,
        })
        .collect();
    let printed = fields.iter().all(|(field, _)| price.sources.of(field) == Source::Printed);
    let sources = if printed { None } else { words::sources(&price.sources, &fields) };
    let line = format!("- {with}: {}", parts.join(", "));
    sources.map_or_else(|| line.clone(), |sources| format!("{line}\n{sources}"))
}

/// T-BLD-3: "Officer: Sergeant +20 AP · …"
fn officers(library: &Library, entry: &Entry) -> Option<String> {
    let ranks = library.army(entry.army).map(|army| army.ranks.as_slice()).unwrap_or_default();
    let told: Vec<String> = (1..)
        .zip(&entry.officers)
        .filter_map(|(rank, price): (usize, _)| {
            let title = ranks.get(rank).map_or_else(|| format!("rank {rank}"), |it| esc(&it.title));
            price.map(|price| format!("{title} +{price} AP"))
        })
        .collect();
    (!told.is_empty()).then(|| format!("Officer: {} {}", told.join(" · "), cited("T-BLD-3")))
}

/// T-BLD-2: the slots of a platoon that it fits.
fn slots(library: &Library, entry: &Entry) -> Option<String> {
    let pattern = &library.army(entry.army)?.pattern;
    let fits: Vec<String> = (1..)
        .zip(pattern)
        .filter(|(_, slot)| slot.fits(entry))
        .map(|(number, slot): (u32, _)| format!("{number} ({})", slot_words(slot)))
        .collect();
    let rule = cited("T-BLD-2");
    Some(match fits.len() {
        0 => format!("It fits no slot of a platoon {rule}"),
        1 => format!("Slot of a platoon: {} {rule}", fits.join("")),
        _ => format!("Slots of a platoon: {} {rule}", fits.join(", ")),
    })
}

/// T-HER-1, T-MIS-61
fn of_hero(library: &Library, hero: &Hero) -> Vec<String> {
    let title = library.army(hero.army).and_then(|army| army.ranks.get(usize::from(hero.rank)));
    let title = title.map_or_else(|| format!("rank {}", hero.rank), |rank| esc(&rank.title));
    let mut lines = vec![format!(
        "**{}** · hero, {title} (rank {}) · {} of type {} · {} AP",
        esc(army(library, hero.army)),
        hero.rank,
        hero.category.name(),
        hero.grade,
        hero.cost
    )];
    lines.push(format!("On foot `{}`", words::figures(&hero.profile)));
    let machine = hero.profile.structure.is_some();
    lines.push(words::moves(&hero.profile, machine, false));
    lines.extend(words::sources(&hero.sources, &words::fields_of(&hero.profile)));
    if hero.mission_pilot {
        lines.push(format!("The pilot of a mission, not for companies {}", cited("T-MIS-61")));
    }
    if let Some(entry) = hero.aboard.and_then(|id| library.entry(id)) {
        lines.push(format!("Comes in his own machine and leads {} alone", esc(&entry.name)));
    }
    lines.push(heading("Weapons"));
    let mut weapons: Vec<String> =
        hero.ranged.iter().filter_map(|it| carried_line(library, it)).collect();
    weapons.extend(hero.close.iter().filter_map(|id| {
        Some(format!("{}, close combat", words::weapon(library.weapon(*id)?, "")))
    }));
    if weapons.is_empty() {
        weapons.push("None.".to_owned());
    }
    lines.extend(weapons);
    let mut glossary = Glossary::default();
    glossary.word("Hero");
    glossary.profile(&hero.profile);
    for id in carried(&hero.ranged).chain(hero.close.iter().copied()) {
        if let Some(weapon) = library.weapon(id) {
            glossary.weapon(weapon);
        }
    }
    lines.extend(meanings(&glossary));
    lines
}

/// A short word for lists: what a unit is called, clipped.
pub(super) fn label(name: &str) -> String {
    clip(name, 80)
}

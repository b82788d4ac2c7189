//! `/weapon`: its numbers, the faces it needs, what its words mean, and who carries it.

use gatemaster_discord::card::Choice;
use gatemaster_discord::limits::CHOICES;
use gatemaster_rules::at43::need::Need;
use gatemaster_rules::at43::profile::{Aim, Entry, Fire, Gives, Library, Weapon, WeaponId};
use gatemaster_rules::text::list;

use super::words::{self, Glossary, cited, face};
use super::{LookPress, Mark, Reading, Shelf, Topic, not_found};
use crate::near::{NameMatch, meant};
use crate::table::NEUTRAL;
use crate::table::sheet::{Sheet, heading};
use crate::trouble::Trouble;
use crate::words::{capital, esc};

/// `/weapon`
pub(super) fn named_reading(
    library: &Library,
    shelf: Shelf,
    typed: &str,
) -> Result<Reading, Trouble> {
    let weapons = &library.weapons;
    match meant(typed, weapons.iter().map(|weapon| weapon.name.as_str())) {
        NameMatch::One(place) => match weapons.get(place) {
            Some(weapon) => Ok(reading(library, shelf, weapon)),
            None => Err(super::not_in_books()),
        },
        NameMatch::OneOf(places) => {
            let near = places.into_iter().filter_map(|place| weapons.get(place).map(choice));
            let list = "Which one do you mean?";
            let near = near.collect();
            Err(not_found("weapon", typed, list, &shelf, LookPress::PickWeapon, near))
        }
    }
}

pub(super) fn offered(library: &Library) -> Vec<(String, String)> {
    let offered = library
        .weapons
        .iter()
        .map(|weapon| (format!("{} ({})", weapon.name, kind(weapon)), weapon.name.clone()));
    offered.collect()
}

pub(super) fn choice(weapon: &Weapon) -> Choice {
    Choice::new(&weapon.name, Mark::of(&weapon.key).0).more(words::numbers(weapon))
}

fn kind(weapon: &Weapon) -> &'static str {
    match weapon.fire() {
        _ if weapon.close => "close combat",
        Fire::Direct => "direct fire",
        Fire::Indirect => "indirect fire",
        Fire::Projection => "flamer",
    }
}

pub(super) fn reading(library: &Library, shelf: Shelf, weapon: &Weapon) -> Reading {
    let carriers: Vec<Choice> = carriers(library, weapon)
        .map(|entry| super::profile::entry_choice(library, entry))
        .take(CHOICES.into())
        .collect();
    let selects = shelf.select("Who carries it…", LookPress::PickProfile, carriers);
    Reading {
        topic: Topic::Weapon(Mark::of(&weapon.key)),
        sheet: sheet(library, weapon),
        selects: selects.into_iter().collect(),
        beside: Vec::new(),
        may_be_shown: true,
        shelf,
    }
}

/// The units that have it, as their own, as a special weapon, or as equipment.
fn carriers<'l>(library: &'l Library, weapon: &'l Weapon) -> impl Iterator<Item = &'l Entry> {
    let is = move |id: WeaponId| library.weapon(id).is_some_and(|it| it.key == weapon.key);
    library.entries.iter().filter(move |entry| {
        let thrown =
            entry.prices.iter().flat_map(|price| &price.equipment).filter_map(|item| match library
                .equipment(*item)?
                .gives
            {
                Gives::Thrown(weapon) => Some(weapon),
                Gives::Ability(_) => None,
            });
        entry
            .ranged
            .iter()
            .map(|carried| carried.weapon)
            .chain(entry.close.iter().copied())
            .chain(entry.special.iter().map(|special| special.weapon))
            .chain(thrown)
            .any(is)
    })
}

fn sheet(library: &Library, weapon: &Weapon) -> Sheet {
    let mut lines = vec![format!("**{}** · {}", capital(kind(weapon)), words::numbers(weapon))];
    lines.extend(words::sources(&weapon.sources, &fields(weapon)));
    lines.push(heading(if weapon.close { "To strike" } else { "To hit" }));
    lines.extend(to_hit(weapon));
    lines.push(heading("Damage test"));
    lines.push(damage(weapon));
    let mut glossary = Glossary::default();
    glossary.weapon(weapon);
    let meanings = glossary.lines();
    if !meanings.is_empty() {
        lines.push(heading("What it means"));
        lines.extend(meanings);
    }
    lines.push(heading("Who carries it"));
    let names: Vec<String> = carriers(library, weapon)
        .map(|entry| {
            let army = library.army(entry.army).map_or("", |army| army.name.as_str());
            format!("{} ({})", esc(&entry.name), esc(army))
        })
        .collect();
    lines.push(if names.is_empty() { "No unit of the lists.".to_owned() } else { list(&names) });
    Sheet::new(&esc(&weapon.name), &lines, String::new(), NEUTRAL)
}

fn fields(weapon: &Weapon) -> Vec<(&'static str, &'static str)> {
    let aim = match weapon.aim {
        Aim::Accuracy(_) => "Accuracy",
        Aim::Needs(_) => "the face it needs",
        Aim::Reaches(_) => "reach",
    };
    let mut fields = vec![
        (weapon.aim.field(), aim),
        ("rate", "dice"),
        ("rerolls", "re-rolls"),
        ("penetration", "Penetration"),
        ("damage", "Damage"),
    ];
    if weapon.area.is_some() {
        fields.push(("area", "Area of effect"));
    }
    fields
}

/// A line for each face, with how far it is enough.
fn to_hit(weapon: &Weapon) -> Vec<String> {
    match weapon.aim {
        Aim::Needs(needed) => {
            let need = Need::AtLeast(needed.into());
            vec![format!("{} at any range", face(need))]
        }
        Aim::Reaches(band) => vec![format!(
            "No dice: everybody under the template up to {} cm (range {band}) {}",
            words::reach(band),
            cited("T-WPN-2")
        )],
        Aim::Accuracy(value) if weapon.close => {
            let all = words::faces(value, 0);
            let mut lines: Vec<String> = all
                .iter()
                .map(|(need, upto)| format!("{} against Combat up to {upto}", face(*need)))
                .collect();
            lines.push(format!("Beyond that it cannot succeed {}", cited("T-CBT-3")));
            lines
        }
        Aim::Accuracy(value) => {
            let all = words::faces(value, 0);
            let mut from = 0;
            let mut lines: Vec<String> = Vec::new();
            for (need, upto) in all {
                let bands = if from == upto {
                    format!("range {upto}")
                } else {
                    format!("range {from} to {upto}")
                };
                lines.push(format!("{} up to {} cm ({bands})", face(need), words::reach(upto)));
                from = upto.saturating_add(1);
            }
            lines.push(format!("Farther it cannot hit {}", cited("T-SHT-7")));
            lines
        }
    }
}

/// "`2+` up to Protection 1 · `3+` up to 3 · …"
fn damage(weapon: &Weapon) -> String {
    let told: Vec<String> = words::faces(weapon.penetration, 1)
        .into_iter()
        .map(|(need, upto)| format!("{} up to {upto}", face(need)))
        .collect();
    let rule = cited("T-DMG-1");
    if told.is_empty() {
        return format!("It harms nobody {rule}");
    }
    format!("Against Protection: {}; beyond that nothing {rule}", told.join(" · "))
}

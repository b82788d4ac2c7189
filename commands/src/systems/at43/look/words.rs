//! Words for figures and weapons, and what the words on a card mean: units, profiles and weapons share them.

use gatemaster_rules::at43::meaning::{self, Meaning};
use gatemaster_rules::at43::moves::{MACHINE_RUSH, RUSH};
use gatemaster_rules::at43::need::Need;
use gatemaster_rules::at43::profile::{
    Ability, Aim, Fire, Profile, Source, Sources, Specialist, Weapon,
};
use gatemaster_rules::at43::rulebook;
use gatemaster_rules::text::{count, list};

use crate::words::esc;

/// "Size 2 · Movement 14 · Morale 5 · Protection 5 · Combat 4"
pub fn figures(profile: &Profile) -> String {
    // T-MOR-1
    let morale = profile.morale.map_or_else(|| "−".to_owned(), |morale| morale.to_string());
    let mut parts = vec![
        format!("Size {}", profile.size),
        format!("Movement {}", profile.movement),
        format!("Morale {morale}"),
        format!("Protection {}", profile.protection),
        format!("Combat {}", profile.combat),
    ];
    if let Some(structure) = profile.structure {
        parts.push(format!("frame {} SP", structure.frame));
        parts.push(format!("propulsion {} SP", structure.propulsion));
    }
    parts.join(" · ")
}

/// T-MOV-1, T-MOV-2, T-UNI-5: "Moves 14 cm, rushes 20 cm."
pub fn moves(profile: &Profile, machine: bool, is_static: bool) -> String {
    let far = u32::from(profile.movement);
    let more = if machine { MACHINE_RUSH } else { RUSH };
    if is_static {
        return format!("Moves {far} cm; it does not rush.");
    }
    format!("Moves {far} cm, rushes {} cm.", far + more)
}

/// Where figures come from, field by field: "-# Printed: Size. House value: Morale." (decisions, 004.3).
pub fn sources(sources: &Sources, fields: &[(&str, &str)]) -> Option<String> {
    let of = |source: Source| -> Vec<&str> {
        let those = fields.iter().filter(|(field, _)| sources.of(field) == source);
        those.map(|(_, shown)| *shown).collect()
    };
    let told: Vec<String> = [
        (Source::Printed, "Printed"),
        (Source::Derived, "Derived from print"),
        (Source::House, "House values"),
        (Source::Server, "This server's own"),
    ]
    .into_iter()
    .filter_map(|(source, word)| {
        let those = of(source);
        let which = if those.len() == fields.len() { "all".to_owned() } else { list(&those) };
        (!those.is_empty()).then(|| format!("{word}: {which}."))
    })
    .collect();
    (!told.is_empty()).then(|| format!("-# {}", told.join(" ")))
}

/// The figures of a fighter or machine, as the files and as cards call them.
pub fn fields_of(profile: &Profile) -> Vec<(&'static str, &'static str)> {
    let mut fields = vec![
        ("size", "Size"),
        ("movement", "Movement"),
        ("morale", "Morale"),
        ("protection", "Protection"),
        ("combat", "Combat"),
    ];
    if profile.structure.is_some() {
        fields.push(("frame", "frame"));
        fields.push(("propulsion", "propulsion"));
        fields.push(("structure", "SP of weapons"));
    }
    fields
}

/// "**Laser rifle** · Accuracy 5 · 1 die · Penetration 5 · Damage 1"
pub fn weapon(weapon: &Weapon, more: &str) -> String {
    format!("**{}**{more} · {}", esc(&weapon.name), numbers(weapon))
}

/// "Accuracy 3 · 1 die, 1 re-roll · Penetration 4 · Damage 1 · Area of effect 2 · Sniper"
pub fn numbers(weapon: &Weapon) -> String {
    let mut parts = Vec::new();
    match weapon.aim {
        Aim::Accuracy(accuracy) => parts.push(format!("Accuracy {accuracy}")),
        Aim::Needs(face) => parts.push(format!("hits on {}", Need::AtLeast(face.into()))),
        Aim::Reaches(band) => parts.push(format!("reaches {} cm", reach(band))),
    }
    if weapon.fire() != Fire::Projection {
        let dice = count(weapon.rate.into(), "die", "dice");
        parts.push(match weapon.rerolls {
            0 => dice,
            more => format!("{dice}, {}", count(more.into(), "re-roll", "re-rolls")),
        });
    }
    parts.push(format!("Penetration {}", weapon.penetration));
    parts.push(format!("Damage {}", weapon.damage));
    parts.extend(weapon.area.map(|area| format!("Area of effect {area}")));
    parts.extend(weapon.abilities.iter().map(|it| meaning::of_weapon_ability(*it).word.to_owned()));
    parts.join(" · ")
}

/// The far end of a range band in centimetres (T-MEA-2).
pub fn reach(band: u8) -> u32 {
    (u32::from(band) + 1) * 10
}

/// T-UTR-1: for each face the highest difficulty that it is enough for, the easiest first; behind the last it cannot succeed.
pub fn faces(value: u8, easiest: u8) -> Vec<(Need, u8)> {
    let mut found: Vec<(Need, u8)> = Vec::new();
    for difficulty in easiest..=u8::MAX {
        match (Need::of(i32::from(value) - i32::from(difficulty)), found.last_mut()) {
            (Need::Never, _) => break,
            (need, Some((known, upto))) if *known == need => *upto = difficulty,
            (need, _) => found.push((need, difficulty)),
        }
    }
    found
}

/// "`2+`", or "`no die`" for what succeeds by itself.
pub fn face(need: Need) -> String {
    match need {
        Need::Always => "no die".to_owned(),
        Need::Never | Need::AtLeast(_) => format!("`{need}`"),
    }
}

/// The words on a card that want explaining, each once.
#[derive(Debug, Default)]
pub struct Glossary {
    words: Vec<Meaning>,
}

impl Glossary {
    pub fn add(&mut self, meaning: Meaning) {
        if !self.words.contains(&meaning) {
            self.words.push(meaning);
        }
    }

    /// A word by its name, where it is one that is explained.
    pub fn word(&mut self, word: &str) {
        if let Some(meaning) = meaning::meaning(word) {
            self.add(*meaning);
        }
    }

    pub fn ability(&mut self, ability: Ability) {
        self.add(meaning::of_ability(ability));
    }

    pub fn specialist(&mut self, kind: Specialist) {
        self.add(meaning::of_specialist(kind));
    }

    pub fn weapon(&mut self, weapon: &Weapon) {
        for ability in &weapon.abilities {
            self.add(meaning::of_weapon_ability(*ability));
        }
        if weapon.fire() == Fire::Indirect {
            self.word("Area of effect");
        }
    }

    pub fn profile(&mut self, profile: &Profile) {
        if profile.morale.is_none() {
            self.word("Nerves of steel");
        }
        if profile.structure.is_some() {
            self.word("SP");
        }
    }

    /// "**Sniper**: Without a movement it … (T-WPN-3, page 44)"
    pub fn lines(&self) -> Vec<String> {
        let line =
            |Meaning { word, text, row }: &Meaning| format!("**{word}**: {text} {}", cited(row));
        self.words.iter().map(line).collect()
    }
}

/// "(T-WPN-3, page 44)"
pub fn cited(row: &str) -> String {
    match rulebook::rule(row).and_then(|rule| rule.page) {
        Some(page) => format!("({row}, page {page})"),
        None => format!("({row})"),
    }
}

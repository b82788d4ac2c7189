//! What models and hits are called where there is little room.

use super::super::arms::hit_has;
use super::super::flow::Hit;
use super::super::profile::WeaponRule;
use super::super::state::{State, Unit};

/// "Strike Leader" as "Leader" in a unit of Strike Leader and Strike Troopers.
pub(super) fn short(unit: &Unit, name: &str) -> String {
    let troops = &unit.profile.troops;
    let words: Vec<&str> = name.split(' ').collect();
    if troops.len() < 2 {
        return name.to_owned();
    }
    let shared = (1..words.len())
        .take_while(|n| {
            troops.iter().all(|troop| {
                let of: Vec<&str> = troop.name.split(' ').collect();
                of.len() > *n && of[..*n] == words[..*n]
            })
        })
        .last()
        .unwrap_or(0);
    words[shared..].join(" ")
}

/// "Weapon Drone" as "Drone", where no other troop of the unit is called so.
pub(super) fn shortest(unit: &Unit, name: &str) -> String {
    let last = |name: &str| name.rsplit(' ').next().unwrap_or(name).to_owned();
    let like = unit.profile.troops.iter().filter(|troop| last(&troop.name) == last(name));
    if like.count() == 1 { last(name) } else { short(unit, name) }
}

/// What each hit is called, in as few words as tell the kinds apart.
pub(super) fn hit_words(state: &State, hits: &[Hit], kinds: &[usize]) -> Vec<String> {
    const LUCKY: usize = 1;
    let rule = |hit: &Hit, rule: WeaponRule, word: &str| {
        if hit_has(state, *hit, rule) { word.to_owned() } else { String::new() }
    };
    let flag = |is: bool, word: &str| if is { word.to_owned() } else { String::new() };
    let features: Vec<Vec<String>> = hits
        .iter()
        .map(|hit| {
            vec![
                format!("SV {}", hit.sv),
                flag(hit.lucky, "lucky"),
                flag(hit.overhead, "overhead"),
                flag(hit.blast, "blast"),
                rule(hit, WeaponRule::NoCover, "no cover"),
                rule(hit, WeaponRule::MassiveDamage, "massive"),
                rule(hit, WeaponRule::Disruptor, "disruptor"),
                rule(hit, WeaponRule::Grenade, "grenade"),
                rule(hit, WeaponRule::LuckyTogether, "phase"),
            ]
        })
        .collect();
    let number = features.first().map_or(0, Vec::len);
    let mut told: Vec<usize> = Vec::new();
    for feature in 0..number {
        let new = (0..hits.len()).any(|one| {
            (0..one).any(|other| {
                kinds[one] != kinds[other]
                    && told.iter().all(|known| features[one][*known] == features[other][*known])
                    && features[one][feature] != features[other][feature]
            })
        });
        if new {
            told.push(feature);
        }
    }
    // "lucky SV 2", not "SV 2 lucky"
    told.sort_by_key(|feature| *feature != LUCKY);
    features
        .iter()
        .map(|words| {
            let words: Vec<&str> =
                told.iter().map(|n| words[*n].as_str()).filter(|word| !word.is_empty()).collect();
            if words.is_empty() { "ordinary".into() } else { words.join(" ") }
        })
        .collect()
}

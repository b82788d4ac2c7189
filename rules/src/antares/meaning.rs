//! What the words on a card mean: one sentence each, and the row of the rule ledger behind it.

use crate::text::count;

use super::profile::{Armour, Gear, ModelRule, WeaponClass, WeaponRule};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meaning {
    pub text: String,
    /// The row of the rule ledger: `A-SPC-2`.
    pub row: &'static str,
}

fn meaning(row: &'static str, text: impl Into<String>) -> Meaning {
    Meaning { text: text.into(), row }
}

pub fn model_rule(rule: ModelRule) -> Meaning {
    match rule {
        ModelRule::Leader => meaning(
            "A-SHT-16",
            "Rolls one failed Res test again per enemy shooting and once hand to hand, or a damage chart's result instead.",
        ),
        ModelRule::Command => meaning(
            "A-ORD-9",
            "Friendly units within 10″ may test on this model's Co instead of their own.",
        ),
        ModelRule::Large => meaning(
            "A-SHT-19",
            "Has no cover, is slowed more by difficult terrain and sprints only if it is also Fast or has Rapid Sprint.",
        ),
        ModelRule::Fast => meaning(
            "A-MOV-1",
            "Moves 10″, 20″ or 30″; shots that hit it while it runs are rolled again.",
        ),
        ModelRule::Slow => meaning("A-MOV-1", "Moves 2½″, 5″ or 7½″."),
        ModelRule::RapidSprint => {
            meaning("A-MOV-1", "Sprints four times its basic move, even if it is Large.")
        }
        ModelRule::Infiltrator => meaning(
            "A-MOV-9",
            "May make one run before the first die of the battle is drawn, without sprint or assault.",
        ),
        ModelRule::Sniper => meaning(
            "A-MOV-9",
            "Is placed before all others, anywhere in its half; no enemy is placed within 10″ of it.",
        ),
        ModelRule::Crawler => meaning(
            "A-MOV-5",
            "Never crosses an obstacle at a run, and tests Ag to cross one at an advance.",
        ),
        ModelRule::PlasmaReactor => meaning(
            "A-SPC-5",
            "When a lucky hit kills it, each other suit of its unit rolls a D10 and is lost on a 10.",
        ),
        ModelRule::SomaGraft => meaning(
            "A-ORD-10",
            "Once switched on, only a 10 fails a command test; after a failed order its orders are random for the rest of the battle.",
        ),
        ModelRule::Attacks(n) => meaning("A-ASL-6", format!("Strikes {} hand to hand.", times(n))),
        ModelRule::NaturalSv(n) => meaning(
            "A-ASL-9",
            format!("Its blows hand to hand have strike value {n} without any weapon."),
        ),
        ModelRule::Locomite(n) => meaning(
            "A-ASL-15",
            format!("Its mount strikes once beside the rider, with strike value {n}."),
        ),
        ModelRule::Mod(n) => meaning(
            "A-SPC-8",
            format!(
                "The unit has {} and may act with each.",
                count(n.into(), "order die", "order dice")
            ),
        ),
    }
}

pub fn weapon_rule(rule: WeaponRule) -> Meaning {
    match rule {
        WeaponRule::RapidFire(n) => {
            meaning("A-SHT-4", format!("Rapid fire: {n} shots, at −1 Acc beyond effective range."))
        }
        WeaponRule::Twinned => meaning("A-SHT-4", "Shoots twice as often."),
        WeaponRule::Overhead => meaning(
            "A-OVH-3",
            "Drops on its target from above: −2 Acc, no bonus for a Fire order, and a miss may land elsewhere.",
        ),
        WeaponRule::Blast(n) => {
            meaning("A-OVH-1", format!("One test to hit, then a D{n} for the number of hits."))
        }
        WeaponRule::NoCover => meaning("A-SHT-19", "Cover adds nothing to Res against it."),
        WeaponRule::MassiveDamage => {
            meaning("A-DMG-3", "Two dice on the damage chart, the higher counts; a double adds 1.")
        }
        WeaponRule::PlasmaFade => {
            meaning("A-SPC-1", "A 10 to hit turns the shooting unit's die to Down.")
        }
        WeaponRule::FractalLock(n) => meaning(
            "A-SPC-2",
            format!(
                "After a hit, each further Fire order at the same target hits without a roll at +1 SV more, to {n}, until one of the two moves."
            ),
        ),
        WeaponRule::Disruptor => meaning(
            "A-SPC-3",
            "Gives two pins to units that are not Ghar, however well armoured; its hits may go on buddy drones.",
        ),
        WeaponRule::LimitedAmmo => meaning(
            "A-SPC-4",
            "A D10 after shooting: the first 10 ends rapid fire, the second all shooting.",
        ),
        WeaponRule::Attacks(n) => meaning("A-ASL-6", format!("Strikes {} hand to hand.", times(n))),
        WeaponRule::ShotsOnFire(n) => meaning(
            "A-SHT-4",
            format!("With a Fire order a D{n} says how many shots it has, as rapid fire."),
        ),
        WeaponRule::LuckyTogether => {
            meaning("A-SPC-6", "Its lucky hits may all be placed on one model.")
        }
        WeaponRule::Variable(n) => meaning(
            "A-ASL-14",
            format!(
                "Before hand-to-hand fighting the unit chooses {n} more Res, or strike value {n}."
            ),
        ),
        WeaponRule::Grenade => meaning(
            "A-ASL-14",
            "Several of its hits on one model are one Res test against their strike values added up.",
        ),
        WeaponRule::PointBlankOnly => {
            meaning("A-ASL-15", "Shoots only point-blank, in an assault.")
        }
    }
}

/// The sentence follows from the piece's values, so that it is true of a server's own armour too.
pub fn armour(piece: &Armour) -> Meaning {
    let mut parts = Vec::new();
    if let Some(value) = piece.raises_to {
        parts.push(format!("raises Res to {value}"));
    }
    if piece.bonus > 0 {
        parts.push(format!("+{} Res", piece.bonus));
    }
    if let Some(close) = piece.close {
        parts.push(format!("+{close} within 10″ and hand to hand"));
    }
    if let Some(blasts) = piece.blasts {
        parts.push(format!("+{blasts} against blasts"));
    }
    if let Some(bonus) = piece.hand_to_hand {
        parts.push(format!("+{bonus} Res hand to hand"));
    }
    if piece.goes_down_with_order {
        parts.push("the unit may go down even with an order".to_owned());
    }
    if parts.is_empty() {
        parts.push("no bonus".to_owned());
    }
    let mut text = parts.join("; ");
    if !piece.needs.is_empty() {
        let needs: Vec<String> = piece.needs.iter().map(|need| format!("“{need}”")).collect();
        text = format!("{text}, worn with {}", needs.join(" or "));
    }
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    meaning("A-SHT-18", format!("{first}{}.", letters.as_str()))
}

pub fn gear(gear: Gear) -> Meaning {
    match gear {
        Gear::Spotter => meaning(
            "A-SHT-8",
            "If it sees the target, one miss per shooting is rolled again; it also sees for overhead weapons.",
        ),
        Gear::Batter => meaning(
            "A-SHT-25",
            "Its shield takes 2 from the Acc of enemies who shoot through it from outside, but not overhead.",
        ),
        Gear::Camo => meaning(
            "A-SPC-6",
            "While the unit is down, it cannot be hit by shooting from more than 10″ away.",
        ),
    }
}

pub fn weapon_class(class: WeaponClass) -> Meaning {
    match class {
        WeaponClass::Hand => meaning(
            "A-ASL-6",
            "Adds 1 to Str hand to hand, where its strike value counts; if it has a range it also shoots, point-blank too.",
        ),
        WeaponClass::Standard => {
            meaning("A-ASL-3", "Shoots with Fire and Advance, and point-blank in an assault.")
        }
        WeaponClass::Support => meaning(
            "A-SHT-6",
            "Shoots with Fire and Advance; a team needs a crew of two to serve it without loss.",
        ),
        WeaponClass::Heavy => meaning(
            "A-SHT-1",
            "Shoots with a Fire order only and gains no bonus from it; a team needs a crew of three.",
        ),
        WeaponClass::Special => meaning(
            "A-ASL-3",
            "Neither held nor carried, such as a creature's spit; its special rules say when it is used.",
        ),
    }
}

/// "once", "twice", "3 times".
fn times(n: u8) -> String {
    match n {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        n => format!("{n} times"),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::antares::data::Library;
    use crate::antares::data::words::{Form, MODEL_RULES, WEAPON_RULES};

    fn everything() -> Vec<(String, Meaning)> {
        let models = MODEL_RULES.iter().flat_map(Form::every);
        let weapons = WEAPON_RULES.iter().flat_map(Form::every);
        let mut all: Vec<_> = models.map(|rule| (rule.to_string(), model_rule(rule))).collect();
        all.extend(weapons.map(|rule| (rule.to_string(), weapon_rule(rule))));
        all.extend(Library::built_in().armours.iter().map(|a| (a.name.clone(), armour(a))));
        all.extend(Gear::ALL.map(|kind| (kind.name().to_owned(), gear(kind))));
        all.extend(WeaponClass::ALL.map(|class| (class.name().to_owned(), weapon_class(class))));
        all
    }

    #[test]
    fn every_word_on_a_card_has_one_short_sentence_and_a_ledger_row() {
        let all = everything();
        assert_eq!(all.len(), 47 + 61 + 6 + 3 + 5);
        for (word, meaning) in all {
            let Meaning { text, row } = meaning;
            assert!(text.ends_with('.') && text.chars().count() <= 140, "{word}: {text}");
            assert!(text.starts_with(|c: char| !c.is_lowercase()), "{word}: {text}");
            assert!(!text.contains(". "), "{word}: {text}");
            let parts: Vec<&str> = row.split('-').collect();
            let known = ["ORD", "MOV", "SHT", "OVH", "DMG", "ASL", "SPC"];
            assert!(parts[0] == "A" && known.contains(&parts[1]), "{word}: {row}");
            assert!(parts[2].parse::<u8>().is_ok(), "{word}: {row}");
        }
    }

    #[test]
    fn different_rules_mean_different_things() {
        let texts: BTreeSet<_> =
            everything().into_iter().map(|(_, meaning)| meaning.text).collect();
        // "n Attacks" says the same of a model and of a weapon.
        assert_eq!(texts.len(), everything().len() - 10);
    }

    /// A-SHT-18
    #[test]
    fn armour_is_explained_by_its_values() {
        let says = |key| armour(Library::built_in().armour(key).unwrap()).text;
        assert_eq!(says("reflex"), "+1 Res.");
        assert_eq!(says("impact_cloak"), "+1 Res hand to hand, worn with “reflex”.");
        assert_eq!(says("hl"), "+2 Res; +1 within 10″ and hand to hand; +3 against blasts.");
        assert_eq!(
            says("phase"),
            "+2 Res; +1 within 10″ and hand to hand; the unit may go down even with an order."
        );
        assert_eq!(says("booster"), "+1 Res, worn with “hl” or “phase” or “reflex”.");
        assert_eq!(says("ghar_battle"), "Raises Res to 12.");
    }
}

//! Words for arms and armour, and what the rules on a card mean: units, profiles and weapons share them.

use gatemaster_rules::antares::meaning::{self, Meaning};
use gatemaster_rules::antares::profile::{
    Armour, Gear, Mode, ModelRule, Source, Stat, Stats, Troop, UnitKind, Weapon, WeaponRule,
};
use gatemaster_rules::antares::rulebook;
use gatemaster_rules::antares::state::{
    FAST_PACE, RAPID_SPRINT_FACTOR, RUN_FACTOR, SLOW_PACE, SPRINT_FACTOR, STANDARD_PACE,
};
use gatemaster_rules::antares::values::CLOSE;
use gatemaster_rules::text::count;

use crate::words::esc;

/// The lines of one weapon: its name and class with what else is said of it, then a line a mode.
pub fn weapon(weapon: &Weapon, more: &str) -> Vec<String> {
    let head = format!("**{}** · {} weapon{more}", esc(&weapon.name), weapon.class.name());
    std::iter::once(head).chain(weapon.modes.iter().map(mode)).collect()
}

/// "- single shot: 20″ / 30″ / 50″ · SV 2 · 1 shot"
pub fn mode(mode: &Mode) -> String {
    let name = if mode.name.is_empty() { String::new() } else { format!("{}: ", esc(&mode.name)) };
    let mut parts = vec![range(mode), format!("SV {}", mode.sv)];
    if mode.is_ranged() {
        parts.push(shots(mode));
    }
    let rules: Vec<String> = mode.rules.iter().map(ToString::to_string).collect();
    if !rules.is_empty() {
        parts.push(rules.join(", "));
    }
    format!("- {name}{}", parts.join(" · "))
}

/// Effective, long and extreme range, as far as there is one.
fn range(mode: &Mode) -> String {
    let bands = [mode.effective, mode.long, mode.extreme];
    let bands: Vec<String> = bands.into_iter().flatten().map(|band| band.to_string()).collect();
    let bands = bands.join(" / ");
    if mode.has(WeaponRule::PointBlankOnly) {
        "point-blank".to_owned()
    } else if bands.is_empty() {
        "hand to hand".to_owned()
    } else if mode.minimum.hundredths() > 0 {
        format!("from {} to {bands}", mode.minimum)
    } else {
        bands
    }
}

/// A-SHT-4
fn shots(mode: &Mode) -> String {
    let twin = if mode.has(WeaponRule::Twinned) { 2 } else { 1 };
    let shots = count(mode.rapid_fire().map_or(1, u32::from) * twin, "shot", "shots");
    match mode.shots_on_fire() {
        Some(sides) if twin == 1 => format!("{shots}, D{sides} with a Fire order"),
        Some(sides) => format!("{shots}, {twin}D{sides} with a Fire order"),
        None => shots,
    }
}

/// "Ag 5 · Acc 5 · Str 5 · Res 5 (+1) · Init 7 · Co 8"
pub fn stats(stats: Stats, troop: &Troop) -> String {
    let parts = Stat::ALL.map(|stat| match stat {
        Stat::Res => format!("Res {}", res(stats.res, &troop.armour)),
        Stat::Ag | Stat::Acc | Stat::Str | Stat::Init | Stat::Co => {
            format!("{} {}", stat.name(), stats.get(stat))
        }
    });
    parts.join(" · ")
}

/// A-SHT-18: "5", "5 (+1)", "5 (+2, +1 within 10″)", and 12 where armour raises it.
fn res(res: u8, armour: &[Armour]) -> String {
    let worn = |key: &String| armour.iter().any(|piece| piece.key == *key);
    let works = |piece: &&Armour| piece.needs.is_empty() || piece.needs.iter().any(worn);
    let pieces: Vec<&Armour> = armour.iter().filter(works).collect();
    let raised = pieces.iter().filter_map(|piece| piece.raises_to).max();
    let plain = pieces.iter().filter(|piece| piece.raises_to.is_none());
    let sum = |of: fn(&Armour) -> u8| plain.clone().map(|piece| u32::from(of(piece))).sum::<u32>();
    let far = sum(|piece| piece.bonus);
    let near = sum(|piece| piece.close.unwrap_or(piece.bonus));
    let value = raised.unwrap_or(res);
    let bonus = match (far, near) {
        (0, 0) => String::new(),
        _ if far == near => format!(" (+{far})"),
        _ => format!(" (+{far}, +{near} within {CLOSE})"),
    };
    format!("{value}{bonus}")
}

/// A-MOV-1: "Moves 5″, runs 10″, sprints 15″."
pub fn moves(kind: UnitKind, troops: &[&Troop]) -> String {
    let any = |rule| troops.iter().any(|troop| troop.has(rule));
    let all = |rule| !troops.is_empty() && troops.iter().all(|troop| troop.has(rule));
    let pace = if any(ModelRule::Slow) {
        SLOW_PACE
    } else if all(ModelRule::Fast) {
        FAST_PACE
    } else {
        STANDARD_PACE
    };
    let moves = format!("Moves {pace}, runs {}", pace.times(RUN_FACTOR));
    // A-MOV-2
    let sprints = kind.may_assault()
        && (!any(ModelRule::Large) || all(ModelRule::Fast) || all(ModelRule::RapidSprint));
    if !sprints {
        return format!("{moves}; it does not sprint.");
    }
    let factor = if all(ModelRule::RapidSprint) { RAPID_SPRINT_FACTOR } else { SPRINT_FACTOR };
    format!("{moves}, sprints {}.", pace.times(factor))
}

/// Where its values come from, if not from the print alone.
pub fn source(source: Source) -> Option<&'static str> {
    match source {
        Source::Printed => None,
        Source::Repaired => {
            Some("The booklet's row is damaged or missing; what it lacks is repaired here.")
        }
        Source::House => Some("The booklet does not say; this is a value of the house."),
        Source::Server => Some("This server's own."),
    }
}

/// The words on a card that want explaining, each once.
#[derive(Debug, Default)]
pub struct Glossary {
    words: Vec<(String, Meaning)>,
}

impl Glossary {
    fn add(&mut self, word: String, meaning: Meaning) {
        if !self.words.iter().any(|(known, _)| *known == word) {
            self.words.push((word, meaning));
        }
    }

    pub fn troop(&mut self, troop: &Troop) {
        for rule in &troop.rules {
            self.add(rule.to_string(), meaning::model_rule(*rule));
        }
        for piece in &troop.armour {
            self.add(esc(&piece.name), meaning::armour(piece));
        }
    }

    pub fn weapon(&mut self, weapon: &Weapon) {
        for rule in weapon.modes.iter().flat_map(|mode| &mode.rules) {
            self.add(rule.to_string(), meaning::weapon_rule(*rule));
        }
    }

    pub fn gear(&mut self, gear: Gear) {
        self.add(capital(gear.name()), meaning::gear(gear));
    }

    /// "**Leader**: Rolls one failed Res test again … (A-SHT-16, page 18)"
    pub fn lines(&self) -> Vec<String> {
        let line = |(word, Meaning { text, row }): &(String, Meaning)| {
            format!("**{word}**: {text} {}", cited(row))
        };
        self.words.iter().map(line).collect()
    }
}

/// "(A-SHT-16, page 18)"
pub fn cited(row: &str) -> String {
    match rulebook::rule(row).and_then(|rule| rule.page) {
        Some(page) => format!("({row}, page {page})"),
        None => format!("({row})"),
    }
}

pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use gatemaster_rules::antares::data::Library;

    use super::*;

    fn lines_of(key: &str) -> Vec<String> {
        weapon(Library::built_in().weapon(key).unwrap(), "")
    }

    #[test]
    fn a_weapon_is_told_mode_by_mode() {
        assert_eq!(
            lines_of("plasma_carbine"),
            [
                "**Plasma carbine** · standard weapon",
                "- single shot: 20″ / 30″ / 50″ · SV 2 · 1 shot",
                "- scatter: 20″ / 30″ · SV 0 · 2 shots · RF2",
            ]
        );
        assert_eq!(
            lines_of("micro_x_launcher")[1],
            "- overhead: from 10″ to 20″ / 30″ / 50″ · SV 0 · 1 shot · Overhead, Blast D4, No Cover"
        );
        assert_eq!(lines_of("lectro_lash")[1], "- hand to hand · SV 1 · 3 Attacks");
    }

    #[test]
    fn armour_stands_beside_res() {
        let library = Library::built_in();
        let with = |keys: &[&str]| -> String {
            let worn: Vec<Armour> =
                keys.iter().map(|key| library.armour(key).unwrap().clone()).collect();
            res(5, &worn)
        };
        assert_eq!(with(&[]), "5");
        assert_eq!(with(&["reflex"]), "5 (+1)");
        assert_eq!(with(&["hl"]), "5 (+2, +1 within 10″)");
        assert_eq!(with(&["hl", "booster"]), "5 (+3, +2 within 10″)");
        assert_eq!(with(&["booster"]), "5", "a booster alone does nothing");
        assert_eq!(with(&["ghar_battle"]), "12");
    }
}

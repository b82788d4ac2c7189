//! The words of special rules in files and commands: which there are, and how they are read.

use crate::antares::profile::{ModelRule, WeaponRule};

use crate::file::fault::{nearest, shown};

/// The dice that a rule may ask for (A-TST-4).
pub const DICE: [u8; 6] = [3, 4, 5, 6, 8, 10];

/// The numbers that a rule's words take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    None,
    Between(u8, u8),
    Dice,
}

impl Numbers {
    pub fn allow(self, number: u8) -> bool {
        match self {
            Numbers::None => false,
            Numbers::Between(least, most) => (least..=most).contains(&number),
            Numbers::Dice => DICE.contains(&number),
        }
    }

    /// "2 to 10", "3, 4, 5, 6, 8 or 10"; empty where there is none.
    pub fn words(self) -> String {
        match self {
            Numbers::None => String::new(),
            Numbers::Between(least, most) => format!("{least} to {most}"),
            Numbers::Dice => "3, 4, 5, 6, 8 or 10".to_owned(),
        }
    }
}

/// How one special rule is written: `#` stands for its number.
#[derive(Clone, Copy, Debug)]
pub struct Form<R> {
    shape: &'static str,
    pub numbers: Numbers,
    rule: fn(u8) -> R,
}

impl<R> Form<R> {
    /// The words with "n" for the number: `Blast Dn`.
    pub fn pattern(&self) -> String {
        self.shape.replace('#', "n")
    }

    /// The rule with each number it may have; once where it has none.
    pub fn every(&self) -> impl Iterator<Item = R> {
        let numbers: Vec<u8> = match self.numbers {
            Numbers::None => vec![0],
            Numbers::Between(least, most) => (least..=most).collect(),
            Numbers::Dice => DICE.to_vec(),
        };
        numbers.into_iter().map(self.rule)
    }

    /// What stands in the number's place, if the rest of the words fits.
    fn number<'t>(&self, text: &'t str) -> Option<&'t str> {
        let shape = self.shape.to_lowercase();
        match shape.split_once('#') {
            None => (text == shape).then_some(""),
            Some((before, after)) => {
                let number = text.strip_prefix(before)?.strip_suffix(after)?.trim();
                let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
                digits.then_some(number)
            }
        }
    }
}

const fn plain<R>(shape: &'static str, rule: fn(u8) -> R) -> Form<R> {
    Form { shape, numbers: Numbers::None, rule }
}

const fn numbered<R>(shape: &'static str, least: u8, most: u8, rule: fn(u8) -> R) -> Form<R> {
    Form { shape, numbers: Numbers::Between(least, most), rule }
}

const fn rolled<R>(shape: &'static str, rule: fn(u8) -> R) -> Form<R> {
    Form { shape, numbers: Numbers::Dice, rule }
}

/// Every special rule that a model may have.
pub const MODEL_RULES: [Form<ModelRule>; 15] = [
    plain("Leader", |_| ModelRule::Leader),
    plain("Command", |_| ModelRule::Command),
    plain("Large", |_| ModelRule::Large),
    plain("Fast", |_| ModelRule::Fast),
    plain("Slow", |_| ModelRule::Slow),
    plain("Rapid Sprint", |_| ModelRule::RapidSprint),
    plain("Infiltrator", |_| ModelRule::Infiltrator),
    plain("Sniper", |_| ModelRule::Sniper),
    plain("Crawler", |_| ModelRule::Crawler),
    plain("Plasma Reactor", |_| ModelRule::PlasmaReactor),
    plain("Soma Graft", |_| ModelRule::SomaGraft),
    numbered("# Attacks", 1, 10, ModelRule::Attacks),
    numbered("SV#", 0, 10, ModelRule::NaturalSv),
    numbered("Locomite SV#", 0, 10, ModelRule::Locomite),
    numbered("MOD#", 1, 4, ModelRule::Mod),
];

/// Every special rule that a weapon's mode may have.
pub const WEAPON_RULES: [Form<WeaponRule>; 16] = [
    numbered("RF#", 2, 10, WeaponRule::RapidFire),
    plain("Twinned", |_| WeaponRule::Twinned),
    plain("Overhead", |_| WeaponRule::Overhead),
    rolled("Blast D#", WeaponRule::Blast),
    plain("No Cover", |_| WeaponRule::NoCover),
    plain("Massive Damage", |_| WeaponRule::MassiveDamage),
    plain("Plasma Fade", |_| WeaponRule::PlasmaFade),
    numbered("Fractal Lock to #", 1, 10, WeaponRule::FractalLock),
    plain("Disruptor", |_| WeaponRule::Disruptor),
    plain("Limited Ammo", |_| WeaponRule::LimitedAmmo),
    numbered("# Attacks", 1, 10, WeaponRule::Attacks),
    rolled("D# Shots on Fire", WeaponRule::ShotsOnFire),
    plain("Lucky Hits Together", |_| WeaponRule::LuckyTogether),
    numbered("Variable #", 1, 10, WeaponRule::Variable),
    plain("Grenade", |_| WeaponRule::Grenade),
    plain("Point-Blank Only", |_| WeaponRule::PointBlankOnly),
];

impl ModelRule {
    /// Reads the words that [`ModelRule`]'s `Display` writes, in capitals or not.
    pub fn parse(text: &str) -> Option<Self> {
        read(&MODEL_RULES, text).ok()
    }
}

impl WeaponRule {
    /// Reads the words that [`WeaponRule`]'s `Display` writes, in capitals or not.
    pub fn parse(text: &str) -> Option<Self> {
        read(&WEAPON_RULES, text).ok()
    }
}

/// The rule, or one sentence about what would have been one.
pub(super) fn read<R>(forms: &[Form<R>], text: &str) -> Result<R, String> {
    let plain = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    for form in forms {
        let Some(digits) = form.number(&plain) else { continue };
        if form.numbers == Numbers::None {
            return Ok((form.rule)(0));
        }
        return match digits.parse::<u8>() {
            Ok(number) if form.numbers.allow(number) => Ok((form.rule)(number)),
            Ok(_) | Err(_) => Err(format!(
                "expected {} with n being {}, found {}",
                form.pattern(),
                form.numbers.words(),
                shown(text)
            )),
        };
    }
    let patterns: Vec<String> = forms.iter().map(Form::pattern).collect();
    let like = forms.iter().map(|form| form.shape);
    let near = nearest(&numbers_hidden(&plain), like)
        .map(|shape| format!(" (did you mean {}?)", shape.replace('#', "n")))
        .unwrap_or_default();
    Err(format!("unknown special rule {}{near}; known are {}", shown(text), patterns.join(", ")))
}

/// `blst d4` as `blst d#`, to be compared with the shapes.
fn numbers_hidden(text: &str) -> String {
    let mut hidden = String::new();
    for c in text.chars() {
        match (c.is_ascii_digit(), hidden.ends_with('#')) {
            (false, _) => hidden.push(c),
            (true, false) => hidden.push('#'),
            (true, true) => {}
        }
    }
    hidden
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_rule_is_read_back_from_the_words_it_shows() {
        let models: Vec<_> = MODEL_RULES.iter().flat_map(Form::every).collect();
        assert_eq!(models.len(), 11 + 10 + 11 + 11 + 4);
        for rule in models {
            let words = rule.to_string();
            assert_eq!(ModelRule::parse(&words), Some(rule), "{words}");
            assert_eq!(ModelRule::parse(&words.to_uppercase()), Some(rule), "{words}");
            assert_eq!(ModelRule::parse(&format!(" {} ", words.to_lowercase())), Some(rule));
        }
        let weapons: Vec<_> = WEAPON_RULES.iter().flat_map(Form::every).collect();
        assert_eq!(weapons.len(), 10 + 9 + 6 + 10 + 10 + 6 + 10);
        for rule in weapons {
            let words = rule.to_string();
            assert_eq!(WeaponRule::parse(&words), Some(rule), "{words}");
            assert_eq!(WeaponRule::parse(&words.to_uppercase()), Some(rule), "{words}");
            assert_eq!(WeaponRule::parse(&words.replace(' ', "  ")), Some(rule), "{words}");
        }
    }

    #[test]
    fn no_rule_of_the_closed_lists_lacks_its_words() {
        let model = |rule: ModelRule| match rule {
            ModelRule::Leader => 0,
            ModelRule::Command => 1,
            ModelRule::Large => 2,
            ModelRule::Fast => 3,
            ModelRule::Slow => 4,
            ModelRule::RapidSprint => 5,
            ModelRule::Infiltrator => 6,
            ModelRule::Sniper => 7,
            ModelRule::Crawler => 8,
            ModelRule::PlasmaReactor => 9,
            ModelRule::SomaGraft => 10,
            ModelRule::Attacks(_) => 11,
            ModelRule::NaturalSv(_) => 12,
            ModelRule::Locomite(_) => 13,
            ModelRule::Mod(_) => 14,
        };
        let found: BTreeSet<_> = MODEL_RULES.iter().flat_map(Form::every).map(model).collect();
        assert_eq!(found, (0..=14).collect());
        let weapon = |rule: WeaponRule| match rule {
            WeaponRule::RapidFire(_) => 0,
            WeaponRule::Twinned => 1,
            WeaponRule::Overhead => 2,
            WeaponRule::Blast(_) => 3,
            WeaponRule::NoCover => 4,
            WeaponRule::MassiveDamage => 5,
            WeaponRule::PlasmaFade => 6,
            WeaponRule::FractalLock(_) => 7,
            WeaponRule::Disruptor => 8,
            WeaponRule::LimitedAmmo => 9,
            WeaponRule::Attacks(_) => 10,
            WeaponRule::ShotsOnFire(_) => 11,
            WeaponRule::LuckyTogether => 12,
            WeaponRule::Variable(_) => 13,
            WeaponRule::Grenade => 14,
            WeaponRule::PointBlankOnly => 15,
        };
        let found: BTreeSet<_> = WEAPON_RULES.iter().flat_map(Form::every).map(weapon).collect();
        assert_eq!(found, (0..=15).collect());
    }

    #[test]
    fn odd_words_are_no_rules() {
        for odd in ["", " ", "#", "RF", "RF#", "RF1", "RF11", "RF-2", "RF2x", "MOD0", "MOD5", "D6"]
        {
            assert_eq!(WeaponRule::parse(odd), None, "{odd}");
            assert_eq!(ModelRule::parse(odd), None, "{odd}");
        }
        for odd in ["Blast D7", "Blast D20", "Blast 4", "D7 Shots on Fire", "11 Attacks", "RF٣"] {
            assert_eq!(WeaponRule::parse(odd), None, "{odd}");
        }
        assert_eq!(ModelRule::parse(&"9".repeat(500)), None);
        assert_eq!(ModelRule::parse(&format!("MOD{}", "9".repeat(500))), None);
    }

    #[test]
    fn a_slip_of_the_pen_names_the_rule_that_was_meant() {
        let wrong = read(&WEAPON_RULES, "Blst D4").unwrap_err();
        assert!(
            wrong.starts_with(
                "unknown special rule \"Blst D4\" (did you mean Blast Dn?); known are RFn, Twinned,"
            ),
            "{wrong}"
        );
        let wrong = read(&MODEL_RULES, "Leadr").unwrap_err();
        assert!(wrong.contains("did you mean Leader?"), "{wrong}");
        let wrong = read(&MODEL_RULES, "Invisible").unwrap_err();
        assert!(!wrong.contains("did you mean"), "{wrong}");
        assert_eq!(
            read(&WEAPON_RULES, "RF30").unwrap_err(),
            "expected RFn with n being 2 to 10, found \"RF30\""
        );
    }
}

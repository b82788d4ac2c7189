//! Distances as people measure them.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A distance in hundredths of an inch, so that "10.3" and half of "2½" are exact.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Inches(u32);

impl Inches {
    /// No table is wider than this; a larger number is a slip of the finger.
    pub const MAX: Inches = Inches::whole(999);

    pub const fn whole(inches: u32) -> Self {
        Self(inches.saturating_mul(100))
    }

    pub const fn tenths(tenths: u32) -> Self {
        Self(tenths.saturating_mul(10))
    }

    pub const fn hundredths(self) -> u32 {
        self.0
    }

    #[must_use]
    pub const fn times(self, factor: u32) -> Self {
        Self(self.0.saturating_mul(factor))
    }

    #[must_use]
    pub const fn half(self) -> Self {
        Self(self.0 / 2)
    }

    /// Reads "12", "12.5", "12,25", "7½", `7 1/2"`. `None` if it is no distance or beyond [`Inches::MAX`].
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim().trim_end_matches(['"', '″', '”', '\'']).trim();
        let text =
            text.strip_suffix("inches").or_else(|| text.strip_suffix("in")).unwrap_or(text).trim();
        let part = FRACTIONS.iter().find_map(|(sign, words, hundredths)| {
            let whole = text.strip_suffix(*sign).or_else(|| text.strip_suffix(words))?;
            Some((whole.trim(), *hundredths))
        });
        let (whole, hundredths) = match part {
            Some(("", hundredths)) => ("0", hundredths),
            Some(part) => part,
            None => match text.split_once(['.', ',']) {
                None => (text, 0),
                Some((whole, part)) => (whole, hundredths_of(part)?),
            },
        };
        let whole = whole.parse::<u32>().ok()?.checked_mul(100)?;
        let inches = Self(whole.checked_add(hundredths)?);
        (inches <= Self::MAX).then_some(inches)
    }
}

const FRACTIONS: [(char, &str, u32); 3] = [('½', "1/2", 50), ('¼', "1/4", 25), ('¾', "3/4", 75)];

/// "5" is fifty, "25" twenty-five; finer than that nobody measures.
fn hundredths_of(part: &str) -> Option<u32> {
    let digits = part.trim_end_matches('0');
    if part.is_empty() || digits.len() > 2 || !part.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    format!("{digits:0<2}").parse().ok()
}

impl fmt::Display for Inches {
    /// `12″`, `7½″`, `1¼″`, `10.3″`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, part) = (self.0 / 100, self.0 % 100);
        let sign = FRACTIONS.iter().find(|(_, _, hundredths)| *hundredths == part);
        match (whole, sign) {
            (whole, _) if part == 0 => write!(f, "{whole}″"),
            (0, Some((sign, _, _))) => write!(f, "{sign}″"),
            (whole, Some((sign, _, _))) => write!(f, "{whole}{sign}″"),
            (whole, None) if part.is_multiple_of(10) => write!(f, "{whole}.{}″", part / 10),
            (whole, None) => write!(f, "{whole}.{part:02}″"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_read_as_people_write_them() {
        for (text, tenths) in [
            ("12", 120),
            (" 12\" ", 120),
            ("7½", 75),
            ("7 1/2\"", 75),
            ("½", 5),
            ("10.3", 103),
            ("10,30", 103),
            ("0", 0),
            ("18 in", 180),
            ("1.5", 15),
        ] {
            assert_eq!(Inches::parse(text), Some(Inches::tenths(tenths)), "{text}");
        }
        for (text, hundredths) in [("1¼", 125), ("1.25", 125), ("¾", 75), ("2.05", 205)] {
            assert_eq!(Inches::parse(text).map(Inches::hundredths), Some(hundredths), "{text}");
        }
        for odd in ["", "far", "-3", "1.255", "1.", "1.-5", "99999999999", "1000", "½½", "3..1"] {
            assert_eq!(Inches::parse(odd), None, "{odd}");
        }
    }

    #[test]
    fn distances_are_shown_as_people_say_them() {
        for (tenths, text) in [(120, "12″"), (75, "7½″"), (5, "½″"), (103, "10.3″"), (0, "0″")]
        {
            assert_eq!(Inches::tenths(tenths).to_string(), text);
        }
        assert_eq!(Inches::tenths(25).half().to_string(), "1¼″");
        assert_eq!(Inches::parse("2.05").map(|it| it.to_string()), Some("2.05″".into()));
    }
}

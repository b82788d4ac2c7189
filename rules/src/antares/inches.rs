//! Distances as people measure them.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A distance in tenths of an inch, so that "2½" and "10.3" are exact.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Inches(u32);

impl Inches {
    /// No table is wider than this; a larger number is a slip of the finger.
    pub const MAX: Inches = Inches::whole(999);

    pub const fn whole(inches: u32) -> Self {
        Self(inches.saturating_mul(10))
    }

    pub const fn tenths(tenths: u32) -> Self {
        Self(tenths)
    }

    pub const fn in_tenths(self) -> u32 {
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

    /// Reads "12", "12.5", "12,5", "7½", `7 1/2"`. `None` if it is no distance or beyond [`Inches::MAX`].
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim().trim_end_matches(['"', '″', '”', '\'']).trim();
        let text =
            text.strip_suffix("inches").or_else(|| text.strip_suffix("in")).unwrap_or(text).trim();
        let halved = text.strip_suffix('½').or_else(|| text.strip_suffix("1/2"));
        let inches = match halved {
            Some("") => Self(5),
            Some(whole) => Self(whole.trim().parse::<u32>().ok()?.checked_mul(10)?.checked_add(5)?),
            None => match text.split_once(['.', ',']) {
                None => Self(text.parse::<u32>().ok()?.checked_mul(10)?),
                Some((whole, tenth)) => {
                    let whole = whole.parse::<u32>().ok()?;
                    let tenth = tenth.trim_end_matches('0');
                    let tenth = match tenth.len() {
                        0 => 0,
                        1 => tenth.parse::<u32>().ok()?,
                        _ => return None,
                    };
                    Self(whole.checked_mul(10)?.checked_add(tenth)?)
                }
            },
        };
        (inches <= Self::MAX).then_some(inches)
    }
}

impl fmt::Display for Inches {
    /// `12″`, `7½″`, `10.3″`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0 / 10, self.0 % 10) {
            (whole, 0) => write!(f, "{whole}″"),
            (0, 5) => f.write_str("½″"),
            (whole, 5) => write!(f, "{whole}½″"),
            (whole, tenth) => write!(f, "{whole}.{tenth}″"),
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
        ] {
            assert_eq!(Inches::parse(text), Some(Inches::tenths(tenths)), "{text}");
        }
        for odd in ["", "far", "-3", "1.25", "99999999999", "1000", "½½", "3..1"] {
            assert_eq!(Inches::parse(odd), None, "{odd}");
        }
    }

    #[test]
    fn distances_are_shown_as_people_say_them() {
        for (tenths, text) in [(120, "12″"), (75, "7½″"), (5, "½″"), (103, "10.3″"), (0, "0″")]
        {
            assert_eq!(Inches::tenths(tenths).to_string(), text);
        }
    }
}

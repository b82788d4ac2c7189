//! The number of a system's rules. It stands in every step, so that a game which is checked later is told apart: played
//! under other rules, or tampered with.

use std::fmt;

use serde::de::{Error as _, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

/// The release of the program: for people and bug reports. What a game was judged by is its [`RulesVersion`].
pub const RELEASE: &str = env!("CARGO_PKG_VERSION");

/// Counts how often the rules of one system have changed: each [`System::VERSION`](crate::system::System::VERSION) goes
/// up by itself, whenever a game could go on otherwise or is stored in another form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct RulesVersion(pub u32);

impl RulesVersion {
    /// No rules have this number: it stands for a name that nobody knows.
    pub const UNKNOWN: Self = Self(0);

    /// What release 0.1.0 played by, before games noted their rules.
    pub const FIRST: Self = Self(1);

    /// A version as a file or the database names it. Release 0.1.0 wrote its own name instead of a number; it had the
    /// first rules of every system.
    pub fn named(name: &str) -> Self {
        match name {
            "0.1.0" => Self::FIRST,
            number => number.parse().map_or(Self::UNKNOWN, Self),
        }
    }

    pub fn first() -> Self {
        Self::FIRST
    }

    pub fn is_first(&self) -> bool {
        *self == Self::FIRST
    }
}

impl fmt::Display for RulesVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::UNKNOWN => f.write_str("of no known version"),
            Self(number) => number.fmt(f),
        }
    }
}

impl<'de> Deserialize<'de> for RulesVersion {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NumberOrName;

        impl Visitor<'_> for NumberOrName {
            type Value = RulesVersion;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a version of the rules")
            }

            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<RulesVersion, E> {
                u32::try_from(number).map(RulesVersion).map_err(E::custom)
            }

            fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<RulesVersion, E> {
                Ok(RulesVersion::named(name))
            }
        }

        deserializer.deserialize_any(NumberOrName).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_release_wrote_its_own_name_for_the_first_rules() {
        let read = |text| serde_json::from_str::<RulesVersion>(text).unwrap();
        assert_eq!(read(r#""0.1.0""#), RulesVersion(1));
        assert_eq!(read("7"), RulesVersion(7));
        assert_eq!(read(r#""7""#), RulesVersion(7));
        assert_eq!(read(r#""house rules""#), RulesVersion::UNKNOWN);
        assert!(serde_json::from_str::<RulesVersion>("-1").is_err());
        assert_eq!(serde_json::to_string(&RulesVersion(7)).unwrap(), "7");
    }
}

//! Small numbers that mean something in a campaign. Each is counted from 1 and given once, also where what it stood for has
//! been removed, so that the chronicle never speaks of the wrong thing.

use std::fmt;

use serde::{Deserialize, Serialize};

macro_rules! numbers {
    ($($(#[$about:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub u32);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    )+};
}

numbers! {
    /// One of those who fight for the campaign: a player or a team.
    SideNo,
    RoundNo,
    /// People see it as "battle 12".
    BattleNo,
    PlaceNo,
    UnitNo,
    /// A line of the chronicle.
    EntryNo,
}

//! How many tables, leagues and campaigns may be open on a server at once: more than any club needs, and still so many that
//! nobody can fill a machine with them. A server's managers choose the numbers, within what the operator allows.

use gatemaster_rules::text::count;
use gatemaster_store::{Full, Room};
use serde::{Deserialize, Serialize};

use crate::trouble::Trouble;

/// The most that servers may allow themselves; the operator says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Most {
    pub tables: u32,
    /// Leagues, and as many campaigns.
    pub books: u32,
}

impl Most {
    pub const DEFAULT: Self = Self { tables: 1_000, books: 200 };
}

impl Default for Most {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// What a server has chosen; the usual number where it has not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Caps {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tables: Option<u32>,
    /// By one person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tables_each: Option<u32>,
    /// Leagues, and as many campaigns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub books: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub books_each: Option<u32>,
}

const USUAL_TABLES: Room = Room { on_server: 300, by_one: 30 };
const USUAL_BOOKS: Room = Room { on_server: 50, by_one: 15 };

impl Caps {
    pub fn tables(self, most: Most) -> Room {
        room(self.tables, self.tables_each, USUAL_TABLES, most.tables)
    }

    pub fn books(self, most: Most) -> Room {
        room(self.books, self.books_each, USUAL_BOOKS, most.books)
    }
}

/// An operator who lowers the most lowers what servers have chosen before.
fn room(all: Option<u32>, each: Option<u32>, usual: Room, most: u32) -> Room {
    let on_server = all.unwrap_or(usual.on_server).min(most);
    Room { on_server, by_one: each.unwrap_or(usual.by_one).min(on_server) }
}

/// What there is too much of, and how it is made less.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    one: &'static str,
    many: &'static str,
    way_out: &'static str,
}

pub const TABLES: Kind = Kind {
    one: "table",
    many: "tables",
    way_out: "End one with `/game end`, rest one with `/game put-away`",
};

pub const LEAGUES: Kind =
    Kind { one: "league", many: "leagues", way_out: "Close one with `/league close`" };

pub const CAMPAIGNS: Kind =
    Kind { one: "campaign", many: "campaigns", way_out: "Close one with `/chronicler close`" };

impl Kind {
    /// The refusal of one more that is to be opened.
    pub fn full(self, full: Full, room: Room) -> Trouble {
        self.refused(full, room, "You have")
    }

    /// The same where something is taken up again that perhaps somebody else has opened.
    pub fn full_again(self, full: Full, room: Room) -> Trouble {
        self.refused(full, room, "Whoever opened this one has")
    }

    fn refused(self, full: Full, room: Room, has: &str) -> Trouble {
        let Kind { one, many, way_out } = self;
        let (there_are, most) = match full {
            Full::Person { open } => (
                format!("{has} {} open on this server", count(open, one, many)),
                format!("{} is the most for one person", room.by_one),
            ),
            Full::Server { open } => (
                format!(
                    "{} {} open on this server",
                    count(open, one, many),
                    if open == 1 { "is" } else { "are" }
                ),
                format!("{} is the most", room.on_server),
            ),
        };
        Trouble::refused(format!(
            "{there_are}, and {most}. {way_out}, or ask somebody who manages the server: `/settings` has the number."
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_chooses_within_what_the_operator_allows() {
        let most = Most { tables: 100, books: 40 };
        assert_eq!(Caps::default().tables(Most::DEFAULT), USUAL_TABLES);
        assert_eq!(Caps::default().tables(most), Room { on_server: 100, by_one: 30 });
        let chosen = Caps { tables: Some(5_000), tables_each: Some(200), ..Caps::default() };
        assert_eq!(chosen.tables(most), Room { on_server: 100, by_one: 100 });
        let few = Caps { books: Some(3), ..Caps::default() };
        assert_eq!(few.books(most), Room { on_server: 3, by_one: 3 });
    }

    #[test]
    fn a_refusal_says_how_many_there_are_what_the_most_is_and_the_way_out() {
        let room = Room { on_server: 300, by_one: 30 };
        assert_eq!(
            TABLES.full(Full::Person { open: 31 }, room).to_string(),
            "You have 31 tables open on this server, and 30 is the most for one person. End one with `/game end`, rest one \
             with `/game put-away`, or ask somebody who manages the server: `/settings` has the number."
        );
        assert_eq!(
            LEAGUES.full(Full::Server { open: 300 }, room).to_string(),
            "300 leagues are open on this server, and 300 is the most. Close one with `/league close`, or ask somebody who \
             manages the server: `/settings` has the number."
        );
    }

    #[test]
    fn settings_from_before_there_were_limits_have_the_usual_ones() {
        let caps: Caps = serde_json::from_str("{}").unwrap();
        assert_eq!(caps, Caps::default());
        assert_eq!(serde_json::to_string(&caps).unwrap(), "{}");
    }
}

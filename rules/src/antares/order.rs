//! The six orders.

use serde::{Deserialize, Serialize};

/// A-ORD-1
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    Fire,
    Advance,
    Run,
    Ambush,
    Rally,
    Down,
}

impl Order {
    /// In the order of the faces of an order die, which a soma graft rolls (A-ORD-10).
    pub const ALL: [Order; 6] =
        [Order::Fire, Order::Advance, Order::Run, Order::Ambush, Order::Rally, Order::Down];

    pub fn name(self) -> &'static str {
        match self {
            Order::Fire => "Fire",
            Order::Advance => "Advance",
            Order::Run => "Run",
            Order::Ambush => "Ambush",
            Order::Rally => "Rally",
            Order::Down => "Down",
        }
    }

    /// A-ORD-11
    pub fn moves(self) -> bool {
        matches!(self, Order::Advance | Order::Run)
    }

    /// A-SHT-1
    pub fn shoots(self) -> bool {
        matches!(self, Order::Fire | Order::Advance)
    }
}

impl std::fmt::Display for Order {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

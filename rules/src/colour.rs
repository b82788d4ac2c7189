//! The colours of seats and dice. Each has a name and a mark; neither is ever shown without the name.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Colour {
    Red,
    Blue,
    Green,
    Yellow,
    Purple,
    Orange,
    White,
    Black,
    Brown,
}

impl Colour {
    pub const ALL: [Colour; 9] = [
        Colour::Red,
        Colour::Blue,
        Colour::Green,
        Colour::Yellow,
        Colour::Purple,
        Colour::Orange,
        Colour::White,
        Colour::Black,
        Colour::Brown,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Colour::Red => "red",
            Colour::Blue => "blue",
            Colour::Green => "green",
            Colour::Yellow => "yellow",
            Colour::Purple => "purple",
            Colour::Orange => "orange",
            Colour::White => "white",
            Colour::Black => "black",
            Colour::Brown => "brown",
        }
    }

    /// The coloured disc that stands beside the name.
    pub fn mark(self) -> &'static str {
        match self {
            Colour::Red => "🔴",
            Colour::Blue => "🔵",
            Colour::Green => "🟢",
            Colour::Yellow => "🟡",
            Colour::Purple => "🟣",
            Colour::Orange => "🟠",
            Colour::White => "⚪",
            Colour::Black => "⚫",
            Colour::Brown => "🟤",
        }
    }

    /// Red, green and blue as one number, for the edge of an embed.
    pub fn rgb(self) -> u32 {
        match self {
            Colour::Red => 0x00dd_2e44,
            Colour::Blue => 0x0055_acee,
            Colour::Green => 0x0078_b159,
            Colour::Yellow => 0x00fd_cb58,
            Colour::Purple => 0x00aa_8ed6,
            Colour::Orange => 0x00f4_900c,
            Colour::White => 0x00e6_e7e8,
            Colour::Black => 0x0031_373d,
            Colour::Brown => 0x00c1_694f,
        }
    }

    pub fn parse(text: &str) -> Option<Colour> {
        let text = text.trim();
        Colour::ALL.into_iter().find(|colour| colour.name().eq_ignore_ascii_case(text))
    }

    /// The first colour that none of `taken` is; red again when all are.
    pub fn free(taken: &[Colour]) -> Colour {
        Colour::ALL.into_iter().find(|colour| !taken.contains(colour)).unwrap_or(Colour::Red)
    }
}

//! How large the rows are: a small game has room for words, a large one for signs.

use gatemaster_discord::picture::text::{Style, bold, plain};
use gatemaster_rules::at43::State;

use super::super::roster::Roster;

/// More units on a side than this get signs instead of words.
const MOST_ROOMY: usize = 8;
/// Beyond this, units of which nothing special is to be said share a line.
const MOST_ROWS: usize = 22;
/// Units with a row of their own on each of two sides; of more sides half as many.
const LONGEST: usize = 28;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Scale {
    /// Signs have words beside them, and every fighter is drawn.
    pub roomy: bool,
    /// Units of which there is nothing special to say share a line.
    pub gathers: bool,
    /// More rows than this would make a picture too long, so further units share lines as well.
    pub most: usize,
    /// The line with the name.
    pub first: u16,
    /// Every line below it.
    pub line: u16,
    /// Above and below these lines.
    pub pad: u16,
    /// Long names are written smaller before they are cut.
    pub names: [Style; 3],
    pub strength: Style,
    pub small: Style,
    pub sign: u16,
    /// How wide and how high a structure point is.
    pub point: (u16, u16),
}

const ROOMY: Scale = Scale {
    roomy: true,
    gathers: false,
    most: MOST_ROOMY,
    first: 36,
    line: 34,
    pad: 6,
    names: [bold(27), bold(25), bold(23)],
    strength: bold(27),
    small: plain(22),
    sign: 20,
    point: (12, 18),
};

const DENSE: Scale = Scale {
    roomy: false,
    gathers: false,
    most: LONGEST,
    first: 32,
    line: 26,
    pad: 4,
    names: [bold(24), bold(23), bold(22)],
    strength: bold(23),
    small: plain(21),
    sign: 20,
    point: (9, 14),
};

impl Scale {
    pub(super) fn of(state: &State) -> Scale {
        let rows = |seat| Roster::of(state, seat).rows.len();
        let rows = state.seats().map(rows).max().unwrap_or(0);
        // more than two sides stand below each other
        let high = if state.sides.len() > 2 { 2 } else { 1 };
        if rows * high <= MOST_ROOMY {
            ROOMY
        } else {
            Scale { gathers: rows * high > MOST_ROWS, most: LONGEST / high, ..DENSE }
        }
    }
}

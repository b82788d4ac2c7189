//! The map as cells of a grid, for drawing, and as rows of text for people who cannot see pictures.

use std::collections::HashSet;

use gatemaster_rules::text::list;
use serde::{Deserialize, Serialize};

use super::ids::{PlaceNo, SideNo};
use super::{Campaign, Place};

pub const WIDTH: u8 = 12;
pub const HEIGHT: u8 = 8;

/// As many characters of even width as a phone shows in one row.
const WIDEST_ROW: usize = 40;

/// Counted from 0, from the upper left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Cell {
    pub x: u8,
    pub y: u8,
}

impl Cell {
    pub fn is_on_map(self) -> bool {
        self.x < WIDTH && self.y < HEIGHT
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    pub place: PlaceNo,
    pub cell: Cell,
}

/// Every place with a cell of its own, in the order of the book. Those that the organiser has put somewhere are there; the
/// others stand around the middle with some air between them while there is any.
pub fn layout(campaign: &Campaign) -> Vec<Spot> {
    let mut taken: HashSet<Cell> = HashSet::new();
    // a chosen cell goes to the first who claims it, so that nothing can lie on top of anything
    let chosen: Vec<Option<Cell>> = campaign
        .places
        .iter()
        .map(|place| place.at.filter(|cell| cell.is_on_map() && taken.insert(*cell)))
        .collect();
    let mut free = cells_from_the_middle().into_iter().filter(|cell| !taken.contains(cell));
    let spots = campaign.places.iter().zip(chosen).filter_map(|(place, chosen)| {
        Some(Spot { place: place.no, cell: chosen.or_else(|| free.next())? })
    });
    spots.collect()
}

/// Every second cell first, each time from the middle outwards.
fn cells_from_the_middle() -> Vec<Cell> {
    let mut cells: Vec<Cell> =
        (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| Cell { x, y })).collect();
    cells.sort_by_key(|cell| {
        let crowded = cell.x % 2 != 0 || cell.y % 2 != 0;
        // in half cells, because the middle of an even number lies between two
        let across = (i32::from(cell.x) * 2 - i32::from(WIDTH - 1)).pow(2);
        let down = (i32::from(cell.y) * 2 - i32::from(HEIGHT - 1)).pow(2);
        (crowded, across + down, cell.y, cell.x)
    });
    cells
}

/// The map in words. Names are as people wrote them; whoever shows them escapes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextMap {
    /// Rows of the part of the grid that is in use, for a font of even width: "7A" is place 7, held by side A; "7-" is
    /// nobody's; a point is an empty cell.
    pub rows: Vec<String>,
    /// "A is Red Host (red)".
    pub sides: Vec<String>,
    /// "7A Old Mill: worth 3, held by Red Host; ways to Bridge and Ford."
    pub places: Vec<String>,
}

pub fn text_map(campaign: &Campaign) -> TextMap {
    let spots = layout(campaign);
    let marks: Vec<(Cell, String)> = spots
        .iter()
        .filter_map(|spot| {
            campaign.place(spot.place).map(|place| (spot.cell, mark(campaign, place)))
        })
        .collect();
    TextMap {
        rows: rows(&marks),
        sides: campaign
            .sides
            .iter()
            .map(|side| {
                format!("{} is {} ({})", letter(campaign, side.no), side.name, side.colour.name())
            })
            .collect(),
        places: campaign.places.iter().map(|place| legend(campaign, place)).collect(),
    }
}

/// "7A"
pub fn mark(campaign: &Campaign, place: &Place) -> String {
    let holder = place.owner.map_or('-', |side| letter(campaign, side));
    format!("{}{holder}", place.no)
}

/// The letter of a side on the map, by its place among the sides.
pub fn letter(campaign: &Campaign, side: SideNo) -> char {
    let index = campaign.sides.iter().position(|known| known.no == side);
    index.and_then(|index| ('A'..='Z').nth(index)).unwrap_or('-')
}

fn rows(marks: &[(Cell, String)]) -> Vec<String> {
    let xs = || marks.iter().map(|(cell, _)| cell.x);
    let ys = || marks.iter().map(|(cell, _)| cell.y);
    let (Some(left), Some(right), Some(top), Some(bottom)) =
        (xs().min(), xs().max(), ys().min(), ys().max())
    else {
        return Vec::new();
    };
    let width = marks.iter().map(|(_, mark)| mark.len()).max().unwrap_or(1);
    let mut columns: Vec<u8> = (left..=right).collect();
    if columns.len() * (width + 1) > WIDEST_ROW {
        // a phone would wrap the rows; columns without a place say nothing but how far apart others are
        columns.retain(|x| xs().any(|used| used == *x));
    }
    let row = |y| {
        let cells = columns.iter().map(|x| {
            let x = *x;
            let here = marks.iter().find(|(cell, _)| *cell == Cell { x, y });
            format!("{:>width$}", here.map_or(".", |(_, mark)| mark.as_str()))
        });
        cells.collect::<Vec<_>>().join(" ")
    };
    (top..=bottom).map(row).collect()
}

fn legend(campaign: &Campaign, place: &Place) -> String {
    let holder = place.owner.and_then(|side| campaign.side(side));
    let holder =
        holder.map_or_else(|| "nobody's".to_owned(), |side| format!("held by {}", side.name));
    let ways: Vec<&str> = place
        .links
        .iter()
        .filter_map(|link| campaign.place(*link))
        .map(|place| place.name.as_str())
        .collect();
    let ways = match ways.len() {
        0 => String::new(),
        1 => format!("; a way to {}", list(&ways)),
        _ => format!("; ways to {}", list(&ways)),
    };
    let note = if place.note.is_empty() { String::new() } else { format!(" {}", place.note) };
    format!(
        "{} {}: worth {}, {holder}{ways}.{note}",
        mark(campaign, place),
        place.name,
        place.worth
    )
}

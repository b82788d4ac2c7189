//! The map of a campaign, drawn; the same stands in words below it.

use gatemaster_league::campaign::map::{Cell, layout, mark};
use gatemaster_league::campaign::{Campaign, PlaceNo};
use maud::{Markup, html};

/// One cell of the grid.
const WIDE: u32 = 110;
const HIGH: u32 = 84;
const RADIUS: u32 = 20;
/// Longer names are cut on the map; the list below has them whole.
const LONGEST: usize = 16;

pub(crate) fn map(campaign: &Campaign) -> Markup {
    let spots = layout(campaign);
    let cells = || spots.iter().map(|spot| spot.cell);
    let (Some(left), Some(right), Some(top), Some(bottom)) = (
        cells().map(|cell| cell.x).min(),
        cells().map(|cell| cell.x).max(),
        cells().map(|cell| cell.y).min(),
        cells().map(|cell| cell.y).max(),
    ) else {
        return html! {};
    };
    let width = u32::from(right - left + 1) * WIDE;
    let height = u32::from(bottom - top + 1) * HIGH;
    let middle = |cell: Cell| {
        let x = u32::from(cell.x - left) * WIDE + WIDE / 2;
        let y = u32::from(cell.y - top) * HIGH + HIGH / 2 - 10;
        (x, y)
    };
    let of = |place: PlaceNo| {
        spots.iter().find(|spot| spot.place == place).map(|spot| middle(spot.cell))
    };
    html! {
        svg.map viewBox=(format!("0 0 {width} {height}")) width=(width) height=(height) role="img"
            aria-label="The map; the list below says the same in words." {
            @for spot in &spots {
                @let (x, y) = middle(spot.cell);
                @for link in campaign.place(spot.place).map(|place| &place.links[..]).unwrap_or_default() {
                    // each way stands at both of its ends, and is drawn once
                    @if let Some((to_x, to_y)) = of(*link).filter(|_| *link > spot.place) {
                        line.way x1=(x) y1=(y) x2=(to_x) y2=(to_y) {}
                    }
                }
            }
            @for spot in &spots {
                @if let Some(place) = campaign.place(spot.place) {
                    @let (x, y) = middle(spot.cell);
                    @let holder = place.owner.and_then(|side| campaign.side(side));
                    @let colour = holder.map_or("nobody", |side| side.colour.name());
                    circle.place.(format!("c-{}", colour.to_lowercase())) cx=(x) cy=(y) r=(RADIUS) {}
                    text.mark x=(x) y=(y + 5) text-anchor="middle" { (mark(campaign, place)) }
                    text x=(x) y=(y + RADIUS + 16) text-anchor="middle" { (short(&place.name)) }
                }
            }
        }
    }
}

fn short(name: &str) -> String {
    if name.chars().count() <= LONGEST {
        return name.to_owned();
    }
    let cut: String = name.chars().take(LONGEST - 1).collect();
    format!("{}…", cut.trim_end())
}

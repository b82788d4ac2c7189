//! The picture of an Antares battle: turn and bag at the top, whose move it is below, then both
//! forces side by side, a row for each unit, and below them the buildings.

mod faces;
mod head;
mod layout;
mod looks;
mod moment;
mod rows;
mod signs;
#[cfg(test)]
mod tests;
mod town;
mod words;

use gatemaster_discord::picture::text::{Lettering, Style};
use gatemaster_discord::picture::{
    Area, CARD, Picture, Rgb, card, fill, outline, rounded, small_png,
};
use gatemaster_rules::antares::State;
use gatemaster_rules::colour::Colour;
use tiny_skia::Pixmap;

use layout::{Layout, WIDTH};
use looks::{Look, Looks};
use moment::Moment;

/// What each force lies on.
const PANEL: Rgb = 0x0024_2b39;
const PANEL_EDGE: Rgb = 0x003b_4659;
/// The row of the unit that acts, and the strip that says whose move it is.
const LIT: Rgb = 0x003a_3d3f;
/// All that dice lie on; their colours must be clear of each.
const GROUNDS: [Rgb; 3] = [CARD, PANEL, LIT];
const WORDS: Rgb = 0x00f2_f5fa;
const QUIET: Rgb = 0x00b4_bece;
/// For what is gone.
const FADED: Rgb = 0x0089_95a9;
const PINS: Rgb = 0x00ff_b52e;
const CORNER: f32 = 14.0;

pub(super) use faces::draw as draw_order;

/// The battle as it is now, with the names of those who play, side by side. `None` only if drawing is
/// impossible.
pub fn battle(state: &State, title: &str, players: &[Option<&str>; 2]) -> Option<Picture> {
    let moment = Moment::of(state);
    let drawing = draw(state, title, players, &moment)?;
    Some(Picture { png: small_png(&drawing)?, alt: words::alt(state, players, &moment) })
}

fn draw(
    state: &State,
    title: &str,
    players: &[Option<&str>; 2],
    moment: &Moment,
) -> Option<Pixmap> {
    let mut board = Board::new(state)?;
    head::draw(&mut board, title, moment)?;
    for (side, player) in players.iter().enumerate() {
        head::draw_side(&mut board, side, *player, moment)?;
        rows::draw(&mut board, side)?;
    }
    town::draw(&mut board)?;
    rows::draw_legend(&mut board)?;
    Some(board.on)
}

/// The drawing and everything it is made with.
struct Board<'a> {
    state: &'a State,
    layout: Layout,
    on: Pixmap,
    letters: Lettering,
    looks: Looks,
}

impl<'a> Board<'a> {
    fn new(state: &'a State) -> Option<Board<'a>> {
        let layout = Layout::of(state);
        let on = card(WIDTH, layout.height)?;
        let looks = Looks::new([0, 1].map(|side| colour(state, side)));
        Some(Board { state, layout, on, letters: Lettering::default(), looks })
    }

    fn put(&mut self, look: Look, x: u16, y: u16) -> Option<()> {
        self.looks.put(&mut self.on, look, x, y)
    }

    /// Gives the width of what was written.
    fn write(&mut self, text: &str, style: Style, at: (u16, u16), room: u16, rgb: Rgb) -> u16 {
        self.letters.write(&mut self.on, text, style, at, room, rgb)
    }

    fn write_to(&mut self, text: &str, style: Style, (right, line): (u16, u16), rgb: Rgb) -> u16 {
        let width = self.letters.width(text, style);
        self.write(text, style, (right.saturating_sub(width), line), width, rgb)
    }

    fn write_around(&mut self, text: &str, style: Style, (middle, line): (u16, u16), rgb: Rgb) {
        let width = self.letters.width(text, style);
        self.write(text, style, (middle.saturating_sub(width / 2), line), width, rgb);
    }

    fn panel(&mut self, area: Area, rgb: Rgb, edge: Rgb, width: f32) -> Option<()> {
        let (x, y) = (f32::from(area.left), f32::from(area.top));
        let panel = rounded(x, y, f32::from(area.width), f32::from(area.height), CORNER)?;
        fill(&mut self.on, &panel, rgb, 1.0);
        outline(&mut self.on, &panel, edge, 1.0, width);
        Some(())
    }
}

/// Two sides are part of every battle that has passed its check; another gets a colour all the same.
fn colour(state: &State, side: usize) -> Colour {
    state.sides.get(side).map_or(Colour::White, |side| side.colour)
}

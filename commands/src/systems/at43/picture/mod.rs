//! The board as a picture: round and mission at the top, whom the game waits for, then a block for each side with a row for
//! each unit, and below them what is fought for.

mod head;
mod items;
mod layout;
mod looks;
mod places;
mod rows;
mod scale;
mod sheet;
mod signs;
#[cfg(test)]
mod tests;
mod words;

use gatemaster_discord::picture::text::{Lettering, Style};
use gatemaster_discord::picture::{
    Area, CARD, Picture, Rgb, card, fill, outline, rounded, small_png,
};
use gatemaster_rules::at43::{State, View};
use tiny_skia::Pixmap;

use layout::{Layout, WIDTH};
use looks::{Look, Looks};

/// What each side lies on.
const PANEL: Rgb = 0x0024_2b39;
const PANEL_EDGE: Rgb = 0x003b_4659;
/// The row of the unit that acts, and the strip that says whom the game waits for.
const LIT: Rgb = 0x003a_3d3f;
/// All that marks lie on; their colours must be clear of each.
const GROUNDS: [Rgb; 3] = [CARD, PANEL, LIT];
const WORDS: Rgb = 0x00f2_f5fa;
const QUIET: Rgb = 0x00b4_bece;
/// For what is done or gone.
const FADED: Rgb = 0x0089_95a9;
/// For what limits a unit.
const WARNING: Rgb = 0x00ff_b52e;
const CORNER: f32 = 14.0;

pub use sheet::sheet;
pub(super) use signs::draw_sign;

/// The board; `names` are the players in the order of the seats. `None` only if drawing is impossible.
pub fn board(state: &View, title: &str, names: &[Option<&str>]) -> Option<Picture> {
    let drawing = draw(state, title, names)?;
    Some(Picture { png: small_png(&drawing)?, alt: words::alt(state, names) })
}

fn draw(state: &State, title: &str, names: &[Option<&str>]) -> Option<Pixmap> {
    let mut letters = Lettering::default();
    let layout = Layout::of(state, &mut letters);
    let on = card(WIDTH, layout.height)?;
    let colours = state.sides.iter().map(|side| side.colour).collect();
    let mut board = Board { state, on, letters, looks: Looks::new(colours) };
    head::draw(&mut board, title, &layout)?;
    for side in &layout.sides {
        let name = names.get(side.seat.index()).copied().flatten();
        head::draw_side(&mut board, side, name)?;
        rows::draw(&mut board, side, layout.scale)?;
    }
    places::draw(&mut board, &layout.places)?;
    if let Some(tail) = &layout.more_places {
        rows::draw_tail(&mut board, tail)?;
    }
    rows::draw_legend(&mut board, &layout.legend)?;
    Some(board.on)
}

/// The drawing and everything it is made with.
struct Board<'a> {
    state: &'a State,
    on: Pixmap,
    letters: Lettering,
    looks: Looks,
}

impl Board<'_> {
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

    /// In the largest of these styles that fits.
    fn write_fitting(
        &mut self,
        text: &str,
        styles: &[Style; 3],
        at: (u16, u16),
        room: u16,
        rgb: Rgb,
    ) -> u16 {
        let style = self.letters.largest(text, styles, room);
        self.write(text, style, at, room, rgb)
    }

    fn panel(&mut self, area: Area, rgb: Rgb, edge: Rgb, width: f32) -> Option<()> {
        let (x, y) = (f32::from(area.left), f32::from(area.top));
        let panel = rounded(x, y, f32::from(area.width), f32::from(area.height), CORNER)?;
        fill(&mut self.on, &panel, rgb, 1.0);
        outline(&mut self.on, &panel, edge, 1.0, width);
        Some(())
    }
}

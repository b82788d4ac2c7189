//! The picture of the Dice Game: the gate and the roller's dice on the felt at the top, then a row for
//! each headquarters.

mod dice;
mod gate;
mod hand;
mod layout;
mod moment;
mod rows;
#[cfg(test)]
mod tests;
mod words;

use gatemaster_discord::picture::text::{Lettering, Style};
use gatemaster_discord::picture::{
    Area, CARD, Picture, Rgb, card, fill, outline, rounded, small_png,
};
use gatemaster_rules::dicegame::State;
use gatemaster_rules::dicegame::setup::MAX_PLAYERS;
use tiny_skia::Pixmap;

use dice::{Look, Looks};
use layout::{Layout, WIDTH};
use moment::Moment;

/// What the gate and the roller's dice lie on.
const FELT: Rgb = 0x0018_2b2b;
const FELT_EDGE: Rgb = 0x002f_5a53;
/// Where kept dice stand, and the chart of what victories claim.
const TRAY: Rgb = 0x0010_1e20;
/// What each headquarters lies on.
const PANEL: Rgb = 0x0024_2b39;
const PANEL_EDGE: Rgb = 0x003b_4659;
/// The row of whoever's turn it is.
const LIT: Rgb = 0x003a_3d3f;
/// The stone of the gate.
const STONE: Rgb = 0x002c_3a42;
/// All that dice lie on; their colours must be clear of each.
const GROUNDS: [Rgb; 6] = [CARD, FELT, TRAY, PANEL, LIT, STONE];
const WORDS: Rgb = 0x00f2_f5fa;
const QUIET: Rgb = 0x00b4_bece;
/// For what is not there.
const FADED: Rgb = 0x0089_95a9;
const CORNER: f32 = 14.0;

/// The table as it is now; `players` by seat. `None` only if drawing is impossible.
pub fn dicegame(state: &State, players: &[Option<&str>]) -> Option<Picture> {
    let moment = Moment::of(state);
    let drawing = draw(state, players, &moment)?;
    Some(Picture { png: small_png(&drawing)?, alt: words::alt(state, players, &moment) })
}

fn draw(state: &State, players: &[Option<&str>], moment: &Moment) -> Option<Pixmap> {
    let mut board = Board::new(state)?;
    board.panel(board.layout.felt, FELT, FELT_EDGE, 2.0)?;
    gate::draw(&mut board)?;
    hand::draw(&mut board, moment)?;
    for seat in state.seats().take(MAX_PLAYERS) {
        let player = players.get(seat.index()).copied().flatten();
        rows::draw(&mut board, seat, player, moment)?;
    }
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
        Some(Board { state, layout, on, letters: Lettering::default(), looks: Looks::default() })
    }

    fn put(&mut self, look: Look, x: u16, y: u16) -> Option<()> {
        self.looks.put(&mut self.on, look, x, y)
    }

    /// Gives the width of what was written.
    fn write(&mut self, text: &str, style: Style, at: (u16, u16), room: u16, rgb: Rgb) -> u16 {
        self.letters.write(&mut self.on, text, style, at, room, rgb)
    }

    /// Written around `middle`, but moved so that it stays within the area.
    fn write_around(
        &mut self,
        text: &str,
        style: Style,
        (middle, line): (u16, u16),
        within: Area,
        rgb: Rgb,
    ) {
        let width = self.letters.width(text, style).min(within.width);
        let left = middle.saturating_sub(width / 2).clamp(within.left, within.right() - width);
        self.write(text, style, (left, line), width, rgb);
    }

    fn panel(&mut self, area: Area, rgb: Rgb, edge: Rgb, width: f32) -> Option<()> {
        let (x, y) = (f32::from(area.left), f32::from(area.top));
        let panel = rounded(x, y, f32::from(area.width), f32::from(area.height), CORNER)?;
        fill(&mut self.on, &panel, rgb, 1.0);
        outline(&mut self.on, &panel, edge, 1.0, width);
        Some(())
    }
}

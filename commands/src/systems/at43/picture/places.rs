//! What is fought for: each place with the mark of the side that holds it.

use gatemaster_discord::picture::Area;
use gatemaster_discord::picture::text::{Style, bold, plain};
use gatemaster_rules::at43::state::Place;

use super::super::moment;
use super::layout::INDENT;
use super::looks::Look;
use super::{Board, FADED, PANEL, PANEL_EDGE, QUIET, WORDS};

const NAME: [Style; 3] = [bold(25), bold(23), bold(22)];
const HELD: [Style; 3] = [plain(22), plain(21), plain(20)];
const MARK: u16 = 36;

pub(super) fn draw(board: &mut Board, places: &[(&Place, Area)]) -> Option<()> {
    for (place, area) in places {
        draw_place(board, place, *area)?;
    }
    Some(())
}

fn draw_place(board: &mut Board, place: &Place, area: Area) -> Option<()> {
    board.panel(area, PANEL, PANEL_EDGE, 2.0)?;
    let look = match place.controlled_by {
        _ if place.gone => Look::Gone(MARK),
        Some(seat) => Look::Side(seat.index(), MARK),
        None => Look::Nobody(MARK),
    };
    board.put(look, area.left + INDENT + MARK / 2, area.top + area.height / 2)?;
    let left = area.left + INDENT + MARK + 12;
    let room = area.right() - INDENT - left;
    let rgb = if place.gone { FADED } else { WORDS };
    board.write_fitting(&place.name, &NAME, (left, area.top + 27), room, rgb);
    let worth = moment::worth(board.state, place).map(|worth| format!(" · {worth}"));
    let held = moment::held(board.state, place) + &worth.unwrap_or_default();
    board.write_fitting(&held, &HELD, (left, area.top + 52), room, QUIET);
    Some(())
}

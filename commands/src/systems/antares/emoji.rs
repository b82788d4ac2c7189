//! Order dice and pins within a text, and how they are drawn as emoji of the application's own.

use gatemaster_discord::picture::emoji::{self, Drawn};
use gatemaster_discord::picture::{Rgb, dot, fill, line, outline, rounded};
use gatemaster_discord::signs;
use gatemaster_rules::antares::order::Order;

use super::picture::draw_order;
use crate::die::Place;

/// An order die. Its name stands beside it, as with every emoji.
pub fn order(order: Order) -> String {
    signs::sign(order_name(order), order_mark(order))
}

/// A pin. The number and the word stand beside it.
pub fn pin() -> String {
    signs::sign(PIN, "📌")
}

/// The name that a pin has among the application's emoji: an operator's own "pin" is something else.
const PIN: &str = "pin_marker";

fn order_name(order: Order) -> &'static str {
    match order {
        Order::Fire => "order_fire",
        Order::Advance => "order_advance",
        Order::Run => "order_run",
        Order::Ambush => "order_ambush",
        Order::Rally => "order_rally",
        Order::Down => "order_down",
    }
}

/// Where there are no emoji of our own: much the same shapes as on the dice.
fn order_mark(order: Order) -> &'static str {
    match order {
        Order::Fire => "💥",
        Order::Advance => "⬆️",
        Order::Run => "⏫",
        Order::Ambush => "👁️",
        Order::Rally => "🚩",
        Order::Down => "⬇️",
    }
}

/// The six faces of an order die, and a pin.
pub(super) fn drawings() -> Vec<Drawn> {
    Order::ALL.into_iter().filter_map(draw_order_die).chain(draw_pin()).collect()
}

fn draw_order_die(order: Order) -> Option<Drawn> {
    const BODY: Rgb = 0x0024_3b6b;
    const EDGE: Rgb = 0x00a9_c1f2;
    let mut on = emoji::sheet()?;
    let body = rounded(5.0, 5.0, 118.0, 118.0, 26.0)?;
    fill(&mut on, &body, BODY, 1.0);
    outline(&mut on, &body, EDGE, 1.0, 7.0);
    draw_order(order, &mut on, 0x00ff_ffff, &Place::upright(64.0, 58.0))?;
    Drawn::new(order_name(order), &on)
}

/// A head, a collar and a needle, leaning as if just stuck in.
fn draw_pin() -> Option<Drawn> {
    const HEAD: Rgb = 0x00d9_2f3f;
    const EDGE: Rgb = 0x00ff_d5d8;
    let mut on = emoji::sheet()?;
    let needle = line(&[(22.0, 108.0), (58.0, 68.0)])?;
    outline(&mut on, &needle, 0x002b_2f38, 1.0, 17.0);
    outline(&mut on, &needle, 0x00c9_d0da, 1.0, 9.0);
    let head = dot(78.0, 48.0, 40.0)?;
    fill(&mut on, &head, HEAD, 1.0);
    outline(&mut on, &head, EDGE, 1.0, 7.0);
    fill(&mut on, &dot(90.0, 36.0, 11.0)?, 0x00ff_ffff, 0.85);
    Drawn::new(PIN, &on)
}

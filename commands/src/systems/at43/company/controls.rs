//! What everybody sees while companies are built: who has locked, and what is asked.

use gatemaster_discord::card::{Button, Style};
use gatemaster_rules::at43::View;
use gatemaster_rules::at43::mustering::{limits, to_accept};
use gatemaster_rules::ids::Seat;

use super::super::press::button;
use super::super::{mark_of, player};
use super::press::CompanyPress;
use super::ready;
use super::words::limit_words;
use crate::desk::Loaded;
use crate::face::Controls;
use crate::words::{esc, list};

/// Who has locked, and the way to one's own company. Nothing of any company is said here but that one costs too much.
pub fn controls(game: &Loaded, state: &View) -> Controls {
    let sides = state.seats().filter_map(|seat| {
        let side = state.side(seat)?;
        let (mark, what) = if side.locked { ("🔒", "locked") } else { ("✏️", "builds") };
        Some(format!("{mark} {} {} {what}", mark_of(state, seat), player(game, seat)))
    });
    let mut lines = vec![
        "**Companies**, in secret: pick a ready one or build your own. They are shown when everybody has locked."
            .to_owned(),
        sides.collect::<Vec<_>>().join(" · "),
    ];
    lines.extend(limit_lines(state));
    let mut row =
        vec![button(game, "My company…", CompanyPress::Open).marked("🛠️").styled(Style::Main)];
    let mut open = state.seats().filter(|seat| state.side(*seat).is_some_and(|side| !side.locked));
    if open.any(|seat| ready::one(&state.library, &limits(state, seat), seat).is_some()) {
        row.push(button(game, "Take a ready one", CompanyPress::TakeReady).marked("⭐"));
    }
    let mut buttons = vec![row];
    for of in state.seats() {
        let asked = to_accept(state, of);
        let Some(side) = state.side(of).filter(|_| !asked.is_empty()) else { continue };
        let over = side.over;
        let whom: Vec<String> = asked.iter().map(|seat| player(game, *seat)).collect();
        lines.push(format!(
            "⚖️ The company of {} costs {over} AP more than agreed. {}: do you accept that?",
            player(game, of),
            list(&whom)
        ));
        buttons.push(accept_row(game, state, of, over));
    }
    Controls { text: lines.join("\n"), selects: Vec::new(), buttons }
}

fn accept_row(game: &Loaded, state: &View, of: Seat, over: u32) -> Vec<Button> {
    let whose = state.side_name(of);
    let press = |accept| CompanyPress::Accept { of, over, accept };
    vec![
        button(game, format!("Accept {over} AP more for {whose}"), press(true)).styled(Style::Yes),
        button(game, format!("No, {whose} must change it"), press(false)).styled(Style::No),
    ]
}

/// What may be spent, which is no secret.
fn limit_lines(state: &View) -> Vec<String> {
    let each: Vec<_> = state.seats().map(|seat| (seat, limits(state, seat))).collect();
    let same = each.windows(2).all(|pair| matches!(pair, [one, other] if one.1 == other.1));
    match each.first() {
        Some((_, all)) if same => vec![format!("-# Each {}", limit_words(all))],
        _ => each
            .iter()
            .map(|(seat, own)| format!("-# {}: {}", esc(state.side_name(*seat)), limit_words(own)))
            .collect(),
    }
}

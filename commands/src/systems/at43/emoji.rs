//! The drills within a text, and how they are drawn as emoji of the application's own.

use gatemaster_discord::picture::emoji::{self, Drawn};
use gatemaster_discord::picture::{Rgb, fill, outline, rounded};
use gatemaster_discord::signs;
use gatemaster_rules::at43::state::Drill;

use super::picture::draw_sign;
use super::roster::Sign;
use crate::die::Place;

const DRILLS: [Drill; 4] = [Drill::Overwatch, Drill::TakeCover, Drill::Knee, Drill::SplitFire];

/// The sign of a drill. Its name stands beside it, as with every emoji.
pub fn drill(drill: Drill) -> String {
    signs::sign(name(drill), plain(drill))
}

fn name(drill: Drill) -> &'static str {
    match drill {
        Drill::Knee => "drill_knee",
        Drill::Overwatch => "drill_overwatch",
        Drill::TakeCover => "drill_take_cover",
        Drill::SplitFire => "drill_split_fire",
    }
}

/// Where there are no emoji of our own: much the same shapes as on the board.
fn plain(drill: Drill) -> &'static str {
    match drill {
        Drill::Knee => "🧎",
        Drill::Overwatch => "👁️",
        Drill::TakeCover => "🛡️",
        Drill::SplitFire => "🔀",
    }
}

/// One for each drill.
pub(super) fn drawings() -> Vec<Drawn> {
    DRILLS.into_iter().filter_map(draw).collect()
}

fn draw(drill: Drill) -> Option<Drawn> {
    const BODY: Rgb = 0x0024_3b6b;
    const EDGE: Rgb = 0x00a9_c1f2;
    let mut on = emoji::sheet()?;
    let body = rounded(5.0, 5.0, 118.0, 118.0, 26.0)?;
    fill(&mut on, &body, BODY, 1.0);
    outline(&mut on, &body, EDGE, 1.0, 7.0);
    draw_sign(Sign::Drill(drill), &mut on, 0x00ff_ffff, &Place::upright(64.0, 44.0))?;
    Drawn::new(name(drill), &on)
}

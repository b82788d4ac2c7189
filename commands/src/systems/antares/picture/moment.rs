//! What the battle waits for, in a few words.

use gatemaster_rules::antares::state::Phase;
use gatemaster_rules::antares::{Antares, State};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::system::{System, Who};
use gatemaster_rules::text::count;

pub(super) struct Moment {
    /// "Turn 3".
    pub turn: String,
    /// "orders".
    pub phase: String,
    /// "Algoryn: give an order", or how it ended.
    pub text: String,
    /// The one side it waits for, or the side that won.
    pub side: Option<usize>,
    /// The sides that have to decide something, or have won.
    pub lit: [bool; 2],
}

impl Moment {
    pub(super) fn of(state: &State) -> Moment {
        let (turn, phase) = when(state);
        if state.phase == Phase::Over {
            let winner = state.ending.as_ref().and_then(|ending| ending.winner);
            let side = winner.map(Seat::index);
            return Moment {
                turn,
                phase,
                text: result(state),
                side,
                lit: [0, 1].map(|i| side == Some(i)),
            };
        }
        let open = Antares::open(state);
        let mut lit = [false; 2];
        let mut waits: Vec<(String, String)> = Vec::new();
        for open in &open {
            let who = match open.who {
                Who::Seat(seat) | Who::May(seat) => {
                    if let Some(lit) = lit.get_mut(seat.index()) {
                        *lit = true;
                    }
                    state.side_name(seat).to_owned()
                }
                Who::AnyPlayer => "Either side".to_owned(),
            };
            match waits.iter_mut().find(|(_, what)| *what == open.what) {
                Some((known, _)) => *known = format!("{known} and {who}"),
                None => waits.push((who, open.what.clone())),
            }
        }
        let waits: Vec<String> =
            waits.into_iter().map(|(who, what)| format!("{who}: {what}")).collect();
        let mut text = waits.join(" · ");
        if state.distort.pending {
            text += " (distort die: the next order is Down)";
        }
        let side = match lit {
            [true, false] => Some(0),
            [false, true] => Some(1),
            [false, false] | [true, true] => None,
        };
        Moment { turn, phase, text, side, lit }
    }
}

fn when(state: &State) -> (String, String) {
    let turn = if state.turn == 0 { "Set-up".into() } else { format!("Turn {}", state.turn) };
    let phase = match state.phase {
        Phase::DeployingSnipers => "snipers deploy",
        Phase::Deploying => "deployment",
        Phase::Infiltrating => "infiltration",
        Phase::Orders => "orders",
        Phase::TurnEnd => "at its end",
        Phase::Over => {
            let turns = count(state.turn, "turn", "turns");
            return ("The end".into(), format!("after {turns}"));
        }
    };
    (turn, phase.into())
}

/// A-GAM-3
fn result(state: &State) -> String {
    let Some(ending) = &state.ending else { return "The battle is over".into() };
    let lost = |seat: Seat| ending.lost.get(seat.index()).copied().unwrap_or(0);
    match ending.winner {
        Some(seat) => {
            let dice = count(lost(seat), "die", "dice");
            let against = lost(state.enemy_of(seat));
            format!("Victory for {}: {dice} lost against {against}", state.side_name(seat))
        }
        None => format!("A draw: {} lost on each side", count(lost(Seat(0)), "die", "dice")),
    }
}

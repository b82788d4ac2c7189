//! One person plays alone: every side, or one against the program.

use gatemaster_rules::ids::Seat;
use gatemaster_rules::table::{Action, Lacks, Phase};

use super::act_and_answer;
use crate::answer::{PressedMessage, Reply, unknown};
use crate::boxed;
use crate::desk::{Loaded, Outcome, Which};
use crate::face::Hall;
use crate::request::Request;
use crate::trouble::Trouble;
use crate::words::{esc, list, seat_text};

/// Takes every free seat for whoever presses, and starts. Each is a step of its own; if the program is stopped between them, the
/// table stands and the rest can be pressed.
#[boxed]
pub async fn start_alone(
    hall: &Hall,
    request: &Request,
    id: &str,
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let which = Which::Now(id.to_owned());
    let game = hall.desk.load(request, &which).await?;
    if game.table.system.one_seat_each() {
        return Err(unknown());
    }
    if game.table.phase == Phase::Lobby {
        may_play_alone(&game, request)?;
        take_all_seats(hall, request, &game).await?;
    }
    act_and_answer(hall, request, which, |_| Ok(Action::Start.into()), on).await
}

/// Seats whoever presses, leaves every other seat to the program, and starts. Each is a step of its own; if the program is stopped
/// between them, the table stands and the rest can be pressed.
#[boxed]
pub async fn start_against_bots(
    hall: &Hall,
    request: &Request,
    which: Which,
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let game = hall.desk.load(request, &which).await?;
    if !game.table.system.has_bot() {
        return Err(unknown());
    }
    if game.table.phase == Phase::Lobby {
        may_play_alone(&game, request)?;
        let quiet = request.without_interaction();
        let mut free = game.table.free_seats();
        if !game.table.is_seated(request.user()) {
            let join = |_: &Loaded| Ok(Action::Join { seat: None, salt: None }.into());
            let sat = hall.desk.act(&quiet, &which, join).await?;
            free = sat.game.table.free_seats();
        }
        for seat in free {
            let bot = |_: &Loaded| Ok(Action::SeatBot { seat: Some(seat) }.into());
            hall.desk.act(&quiet, &which, bot).await?;
        }
    }
    act_and_answer(hall, request, which, |_| Ok(Action::Start.into()), on).await
}

fn may_play_alone(game: &Loaded, request: &Request) -> Result<(), Trouble> {
    let table = &game.table;
    let others = table.others(request.user());
    if !others.is_empty() {
        let names: Vec<String> = others.iter().map(|player| esc(&player.name)).collect();
        let free: Vec<String> =
            table.free_seats().into_iter().map(|seat| seat_text(table, seat)).collect();
        let take = if free.is_empty() {
            String::new()
        } else {
            format!(" Take {} and play together.", list(&free))
        };
        let sit = if names.len() == 1 { "sits" } else { "sit" };
        return Err(Trouble::refused(format!("{} {sit} here already.{take}", list(&names))));
    }
    match table.lacks() {
        Some(Lacks::SetUp(faults)) => Err(Trouble::refused(esc(&faults.join(" ")))),
        Some(Lacks::Players { .. } | Lacks::People) | None => Ok(()),
    }
}

/// Puts the asker on each seat that is free; the table after the last of them, if there was any.
#[boxed]
pub async fn take_all_seats(
    hall: &Hall,
    request: &Request,
    game: &Loaded,
) -> Result<Option<Outcome>, Trouble> {
    let quiet = request.without_interaction();
    let which = Which::Now(game.id.clone());
    let mut last = None;
    let free: Vec<Seat> = game.table.free_seats();
    for seat in free {
        let join = Action::Join { seat: Some(seat), salt: None };
        last = Some(hall.desk.act(&quiet, &which, |_| Ok(join.into())).await?);
    }
    Ok(last)
}

//! Dice for the mission and for who attacks: one press or one line for both, in this order (T-MIS-1, T-MIS-4).

use gatemaster_discord::card::Style;
use gatemaster_rules::at43::View;
use gatemaster_rules::at43::command::Command;
use gatemaster_rules::at43::state::Phase;
use gatemaster_rules::ids::Seq;

use super::super::press::button;
use super::super::{At, doing_with, state};
use super::FieldPress;
use crate::answer::{PressedMessage, Reply};
use crate::desk::{Loaded, Outcome, Which};
use crate::face::{Controls, Hall};
use crate::request::Request;
use crate::table::answer_press;
use crate::trouble::Trouble;
use crate::words::esc;

pub fn controls(game: &Loaded, view: &View) -> Controls {
    let may_have_roles = view.sides.len() == 2 && view.sides.iter().any(|side| side.part.is_none());
    let (text, label) = match &view.mission {
        None if may_have_roles => (
            "**A die picks the mission**; dice say who attacks, where somebody does.".to_owned(),
            "Roll for mission and roles",
        ),
        None => ("**A die picks the mission.**".to_owned(), "Roll for the mission"),
        Some(mission) => (
            format!("**{}**: a die each says who attacks, the highest.", esc(&mission.name)),
            "Roll for the roles",
        ),
    };
    let roll = button(game, label, FieldPress::Roll).marked("🎲").styled(Style::Main);
    Controls { text, selects: Vec::new(), buttons: vec![vec![roll]] }
}

pub async fn pressed(
    hall: &Hall,
    request: &Request,
    at: &At,
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let outcome = rolled(hall, request, &at.seen(), None).await?;
    Ok(answer_press(hall.systems, &outcome, request, on).into())
}

/// The dice that are open. Typed ones are for the first throw alone: whether there is a second depends on what it shows.
pub async fn rolled(
    hall: &Hall,
    request: &Request,
    which: &Which,
    dice: Option<String>,
) -> Result<Outcome, Trouble> {
    if let Some(made) = hall.desk.made_before(request).await? {
        return Ok(made);
    }
    let by_hand = dice.is_some();
    let choose = |game: &Loaded| Ok(doing_with(next(state(game)?)?, dice));
    let first = hall.desk.act(request, which, choose).await?;
    if by_hand || !roles_are_left(&first.game) {
        return Ok(first);
    }
    // an interaction makes one step; this is another
    let later = request.without_interaction();
    let seq: Seq = first.game.seq;
    let then = Which::At(first.game.id.clone(), seq);
    let roles = |_: &Loaded| Ok(doing_with(Command::RollRoles, None));
    match hall.desk.act(&later, &then, roles).await {
        Ok(second) => Ok(first.followed_by(second)),
        Err(trouble) if trouble.is_refusal() => {
            let (game, trouble) = (&first.game.id, trouble.in_short());
            tracing::debug!(game, trouble, "the roles were not thrown with the mission");
            Ok(first)
        }
        Err(fault) => Err(fault),
    }
}

/// The mission is known by now, and nobody is asked for dice.
fn roles_are_left(game: &Loaded) -> bool {
    let open = |view: &View| view.phase == Phase::Briefing && view.mission.is_some();
    game.table.throw.is_none() && state(game).is_ok_and(open)
}

fn next(view: &View) -> Result<Command, Trouble> {
    match (view.phase, &view.mission) {
        (Phase::Briefing, None) => Ok(Command::RollMission),
        (Phase::Briefing, Some(_)) => Ok(Command::RollRoles),
        (
            Phase::Mustering
            | Phase::Laying
            | Phase::Tactical
            | Phase::Activation
            | Phase::Control
            | Phase::Over,
            mission,
        ) => {
            let name = mission.as_ref().map_or("", |mission| mission.name.as_str());
            Err(Trouble::refused(format!(
                "There is nothing to roll for: the mission is {}, and everybody knows their part.",
                esc(name)
            )))
        }
    }
}

//! The last turn and the points a side, as the players agree on them before the battle: one form for both.

use gatemaster_discord::card::{Button, Card};
use gatemaster_discord::forms::{FilledForm, Form, Input};
use gatemaster_discord::limits::clip;
use gatemaster_rules::antares::setup::MAX_POINTS_LIMIT;
use gatemaster_rules::table::{Action, MAX_TURNS, SettingsChange};

use super::{ForcePress, points, setup, step};
use crate::answer::{Answer, PressedMessage, Reply};
use crate::desk::{Loaded, Which};
use crate::face::Hall;
use crate::request::Request;
use crate::systems::antares::controls;
use crate::systems::antares::press::BattlePressed;
use crate::table;
use crate::trouble::Trouble;
use crate::words::esc;

const TURN: &str = "turn";
const POINTS: &str = "points";

pub fn button(game: &Loaded) -> Button {
    controls::button(game, "Turns, points…", ForcePress::Limits)
}

/// "Turn 4 is the last."
pub fn last_turn(game: &Loaded) -> Option<String> {
    let turn = game.table.settings.turn_limit;
    (turn > 0).then(|| format!("Turn {turn} is the last."))
}

pub(super) async fn form(hall: &Hall, request: &Request, which: &Which) -> Result<Reply, Trouble> {
    let game = hall.desk.load(request, which).await?;
    let points = setup(&game)?.points_limit.unwrap_or_default();
    let now = |limit: u32| if limit == 0 { String::new() } else { limit.to_string() };
    let turns = u32::from(game.table.settings.turn_limit);
    Ok(Reply::Form(Form {
        title: "How long, and how large".to_owned(),
        press: BattlePressed::new(&game.id, game.at, ForcePress::Limits.into()).into(),
        inputs: vec![
            Input::line(TURN, "The last turn; empty for no limit", now(turns)).such_as("4"),
            Input::line(POINTS, "Points a side; empty for no limit", now(points)).such_as("500"),
        ],
    }))
}

/// Each of the two is a step of its own where it has changed. A stop between them leaves the first one agreed.
pub(super) async fn filled_in(
    hall: &Hall,
    request: &Request,
    which: &Which,
    written: &FilledForm,
    on: Option<PressedMessage>,
) -> Result<Reply, Trouble> {
    let game = hall.desk.load(request, which).await?;
    let again = |refused: Trouble| {
        let press = BattlePressed::new(&game.id, game.at, ForcePress::Limits.into());
        refused.with_row(vec![Button::new("Put it right…", press)])
    };
    let turns = number(written.get(TURN), "The last turn", u32::from(MAX_TURNS)).map_err(again)?;
    let points = number(written.get(POINTS), "Points a side", MAX_POINTS_LIMIT).map_err(again)?;
    let turn_limit = u16::try_from(turns).unwrap_or(MAX_TURNS);
    let limit = (points > 0).then_some(points);
    let turns_change = game.table.settings.turn_limit != turn_limit;
    let points_change = setup(&game)?.points_limit != limit;
    if !turns_change && !points_change {
        return Err(Trouble::refused("Both are as they were, so nothing has changed."));
    }
    let mut now = game;
    if turns_change {
        let change = SettingsChange { turn_limit: Some(turn_limit), ..SettingsChange::default() };
        let quiet = request.without_interaction();
        let who = if points_change { &quiet } else { request };
        now = hall.desk.act(who, which, |_| Ok(Action::Change(change).into())).await?.game;
    }
    if points_change {
        let made = hall.desk.act(request, which, |game| {
            let before = setup(game)?;
            let mut after = before.clone();
            after.points_limit = limit;
            step(before, after)
        });
        now = made.await?.game;
    }
    // the lobby tells it, so it is no message of its own
    let answer = if on.is_some_and(|on| on.board_of(&now)) {
        Answer::public(table::board(hall.systems, &now)).in_place()
    } else {
        Answer::private(Card::line(agreed(&now)?))
    };
    Ok(Answer { changed: Some(now.id), ..answer }.into())
}

/// "Limit: 500 points a side. Turn 4 is the last."
fn agreed(game: &Loaded) -> Result<String, Trouble> {
    let limits: Vec<String> =
        points::limit(setup(game)?).into_iter().chain(last_turn(game)).collect();
    Ok(if limits.is_empty() { "There is no limit now.".to_owned() } else { limits.join(" ") })
}

/// Nothing typed is no limit.
fn number(typed: &str, what: &str, most: u32) -> Result<u32, Trouble> {
    let typed = typed.trim();
    if typed.is_empty() {
        return Ok(0);
    }
    typed.parse().ok().filter(|number| *number <= most).ok_or_else(|| {
        Trouble::refused(format!(
            "{what} is a number up to {most}, or nothing for no limit; “{}” is neither.",
            esc(&clip(typed, 40))
        ))
    })
}

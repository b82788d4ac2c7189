//! Close combat: who strikes whom, in which order, and with what odds.

mod show;
mod typed;

use std::ops::ControlFlow;

use gatemaster_discord::card::Button;
use gatemaster_discord::forms::{FilledForm, Form, Input};
use gatemaster_discord::limits::{MODAL_TITLE, clip};
use gatemaster_rules::at43::command::{Combat, Command, Hyper};
use gatemaster_rules::at43::melee::{PossibleCombat, combats};
use gatemaster_rules::at43::{State, View};

use super::press::{BattlePressed, Words, button};
use super::{At, controls as everything, drafts, play, read, refine, state};
use crate::answer::{PressedMessage, Reply, unknown};
use crate::boxed;
use crate::desk::Loaded;
use crate::face::Hall;
use crate::request::Request;
use crate::table::{as_seen, holds};
use crate::trouble::Trouble;

pub use show::{against, line};
pub use typed::fight;

const NOTE: &str = "combat";
const STRIKE: &str = "strike";
const STRUCK: &str = "struck";

type Draft = drafts::Draft<Combat>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FightPress {
    Open,
    /// One of the combats that are possible, picked from a list.
    Pick,
    /// The form for how many strike, and how many are in contact.
    Numbers,
    /// Hyper nanonucleus is kept in mind, or not.
    Hyper,
    /// The blows, if they are still those that were shown.
    Strike(u32),
    Back,
}

impl FightPress {
    pub fn words(self) -> Words {
        match self {
            Self::Open => ("open", Vec::new()),
            Self::Pick => ("pick", Vec::new()),
            Self::Numbers => ("numbers", Vec::new()),
            Self::Hyper => ("hyper", Vec::new()),
            Self::Strike(hash) => ("strike", vec![hash]),
            Self::Back => ("back", Vec::new()),
        }
    }

    pub fn from_words(word: &str, numbers: &[u32]) -> Option<Self> {
        Some(match (word, numbers) {
            ("open", []) => Self::Open,
            ("pick", []) => Self::Pick,
            ("numbers", []) => Self::Numbers,
            ("hyper", []) => Self::Hyper,
            ("strike", [hash]) => Self::Strike(*hash),
            ("back", []) => Self::Back,
            _ => return None,
        })
    }

    /// One of each kind, with the largest numbers, for the test of the custom ids.
    #[cfg(test)]
    pub fn samples() -> Vec<Self> {
        vec![Self::Open, Self::Pick, Self::Numbers, Self::Hyper, Self::Strike(u32::MAX), Self::Back]
    }
}

/// What the unit that acts could strike at.
fn possible(state: &State) -> Vec<PossibleCombat> {
    state.flow.acting.as_ref().map(|acting| combats(state, acting)).unwrap_or_default()
}

/// All who can, against as many as they are.
fn usual(possible: &PossibleCombat) -> Combat {
    possible.with(possible.attackers, possible.attackers)
}

/// The way to close combat, where somebody is in contact.
pub fn open_button(game: &Loaded, state: &View) -> Option<Button> {
    (!possible(state).is_empty())
        .then(|| button(game, "Close combat…", FightPress::Open).marked("⚔️"))
}

#[boxed]
pub async fn pressed(
    hall: &Hall,
    request: &Request,
    at: &At,
    press: FightPress,
    picked: &[String],
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let game = match as_seen(hall, request, &at.seen(), on).await? {
        ControlFlow::Continue(game) => game,
        ControlFlow::Break(made_before) => return Ok(made_before),
    };
    let battle = state(&game)?;
    let seat = super::waits_for(battle).ok_or_else(unknown)?;
    holds(&game, request, seat)?;
    let all = possible(battle);
    let mut draft = match Draft::kept(hall, &game, request, NOTE).await? {
        Some(draft) => draft,
        None => Draft::fresh(&game, usual(all.first().ok_or_else(unknown)?)),
    };
    match press {
        FightPress::Open => {
            draft = Draft::fresh(&game, usual(all.first().ok_or_else(unknown)?));
        }
        FightPress::Pick => {
            let place: usize = read::picked_number(picked)?;
            let chosen = all.get(place).ok_or_else(read::not_offered)?;
            draft = Draft::fresh(&game, usual(chosen));
        }
        FightPress::Numbers => return Ok(Reply::Form(form(&game, battle, &draft.it))),
        FightPress::Hyper => {
            draft.it.hyper = if draft.it.hyper == Hyper::No { Hyper::Ask } else { Hyper::No };
        }
        FightPress::Strike(hash) if draft.hash() == hash => {
            let combat = draft.it;
            return play(hall, request, at.seen(), on, |_| Ok(Command::Fight(combat))).await;
        }
        // it was changed on another message; here it is as it stands
        FightPress::Strike(_) => {}
        FightPress::Back => {
            return Ok(refine(&game, on, everything::controls(&game, battle)));
        }
    }
    shown(hall, &game, request, on, &draft).await
}

async fn shown(
    hall: &Hall,
    game: &Loaded,
    request: &Request,
    on: PressedMessage,
    draft: &Draft,
) -> Result<Reply, Trouble> {
    draft.keep(hall, game, request, NOTE).await?;
    let battle = state(game)?;
    Ok(refine(game, on, show::controls(game, battle, &possible(battle), draft)))
}

fn form(game: &Loaded, state: &State, combat: &Combat) -> Form {
    let inputs = vec![
        Input::line(STRIKE, "How many of yours strike", combat.attackers.to_string()).needed(),
        Input::line(STRUCK, "How many of them are in contact", combat.defenders.to_string())
            .needed(),
    ];
    let title = clip(&format!("Against {}", state.unit_name(combat.on)), MODAL_TITLE);
    let press = BattlePressed::new(&game.id, game.at, FightPress::Numbers.into());
    Form { title, press: press.into(), inputs }
}

#[boxed]
pub async fn filled_in(
    hall: &Hall,
    request: &Request,
    at: &At,
    press: FightPress,
    written: &FilledForm,
    on: Option<PressedMessage>,
) -> Result<Reply, Trouble> {
    let (FightPress::Numbers, Some(on)) = (press, on) else { return Err(unknown()) };
    let game = hall.desk.load(request, &at.seen()).await?;
    let battle = state(&game)?;
    let seat = super::waits_for(battle).ok_or_else(unknown)?;
    holds(&game, request, seat)?;
    let mut draft = Draft::kept(hall, &game, request, NOTE).await?.ok_or_else(unknown)?;
    let number = |key: &str| {
        written.get(key).parse::<u32>().map_err(|_| {
            Trouble::refused("Both are numbers: who strikes, and who is struck, each in contact.")
        })
    };
    draft.it.attackers = number(STRIKE)?;
    draft.it.defenders = number(STRUCK)?;
    check(battle, &draft.it)?;
    shown(hall, &game, request, on, &draft).await
}

/// One sentence why it could not be fought so.
fn check(state: &State, combat: &Combat) -> Result<(), Trouble> {
    let acting = state.flow.acting.as_ref().ok_or_else(unknown)?;
    gatemaster_rules::at43::melee::blow(state, acting.unit, combat)?;
    Ok(())
}

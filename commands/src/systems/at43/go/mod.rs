//! Movement, from the declaration to the contacts.

mod draft;
mod form;
mod show;
mod typed;

use std::ops::ControlFlow;

use gatemaster_discord::forms::FilledForm;
use gatemaster_rules::at43::View;
use gatemaster_rules::at43::command::{Command, Movement, Pace};

use super::press::Words;
use super::{At, play, refine, state, turn};
use crate::answer::{PressedMessage, Reply, unknown};
use crate::boxed;
use crate::desk::Loaded;
use crate::face::Hall;
use crate::request::Request;
use crate::table::{as_seen, holds};
use crate::trouble::Trouble;

pub use form::plain;
pub use show::buttons;
pub use typed::move_;

use draft::{Draft, NOTE};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoPress {
    /// All the way, into contact with nobody.
    Plainly(Pace),
    /// The details of a movement, at this pace.
    Details(Pace),
    /// Enemies in contact at its end, picked from a list.
    Contact,
    /// What else is true of it.
    Also,
    /// The form for what is measured.
    Exact,
    /// The movement as it was described, if it is still the one that was shown.
    Done(u32),
    Back,
}

impl GoPress {
    pub fn words(self) -> Words {
        let of = |pace: Pace| vec![u32::from(pace == Pace::Rush)];
        match self {
            Self::Plainly(pace) => ("go", of(pace)),
            Self::Details(pace) => ("how", of(pace)),
            Self::Contact => ("contact", Vec::new()),
            Self::Also => ("also", Vec::new()),
            Self::Exact => ("exact", Vec::new()),
            Self::Done(hash) => ("done", vec![hash]),
            Self::Back => ("back", Vec::new()),
        }
    }

    pub fn from_words(word: &str, numbers: &[u32]) -> Option<Self> {
        let pace = |number: u32| match number {
            0 => Some(Pace::Combat),
            1 => Some(Pace::Rush),
            _ => None,
        };
        Some(match (word, numbers) {
            ("go", [number]) => Self::Plainly(pace(*number)?),
            ("how", [number]) => Self::Details(pace(*number)?),
            ("contact", []) => Self::Contact,
            ("also", []) => Self::Also,
            ("exact", []) => Self::Exact,
            ("done", [hash]) => Self::Done(*hash),
            ("back", []) => Self::Back,
            _ => return None,
        })
    }

    /// One of each kind, with the largest numbers, for the test of the custom ids.
    #[cfg(test)]
    pub fn samples() -> Vec<Self> {
        vec![
            Self::Plainly(Pace::Combat),
            Self::Details(Pace::Rush),
            Self::Contact,
            Self::Also,
            Self::Exact,
            Self::Done(u32::MAX),
            Self::Back,
        ]
    }
}

#[boxed]
pub async fn pressed(
    hall: &Hall,
    request: &Request,
    at: &At,
    press: GoPress,
    picked: &[String],
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    if let GoPress::Plainly(pace) = press {
        let movement = Movement::plain(pace);
        return play(hall, request, at.seen(), on, |_| Ok(Command::Move(movement))).await;
    }
    let game = match as_seen(hall, request, &at.seen(), on).await? {
        ControlFlow::Continue(game) => game,
        ControlFlow::Break(made_before) => return Ok(made_before),
    };
    mover(&game, request)?;
    let battle = state(&game)?;
    let mut draft = taken_up(hall, &game, request).await?;
    match press {
        GoPress::Plainly(_) => return Err(unknown()),
        GoPress::Details(pace) => draft::at_pace(battle, &mut draft.it, pace),
        GoPress::Contact => draft::touch(battle, &mut draft.it, picked)?,
        GoPress::Also => draft::tick(battle, &mut draft.it, picked)?,
        GoPress::Exact => return Ok(Reply::Form(form::form(&game, battle, &draft.it))),
        GoPress::Done(hash) if draft.hash() == hash => {
            let movement = draft.it;
            return play(hall, request, at.seen(), on, |_| Ok(Command::Move(movement))).await;
        }
        // it was changed on another message; here it is as it stands
        GoPress::Done(_) => {}
        GoPress::Back => return Ok(refine(&game, on, turn::controls(&game, battle))),
    }
    shown(hall, &game, request, on, &draft).await
}

#[boxed]
pub async fn filled_in(
    hall: &Hall,
    request: &Request,
    at: &At,
    press: GoPress,
    written: &FilledForm,
    on: Option<PressedMessage>,
) -> Result<Reply, Trouble> {
    let (GoPress::Exact, Some(on)) = (press, on) else { return Err(unknown()) };
    let game = hall.desk.load(request, &at.seen()).await?;
    mover(&game, request)?;
    let mut draft = taken_up(hall, &game, request).await?;
    form::take_over(state(&game)?, &mut draft.it, written)?;
    shown(hall, &game, request, on, &draft).await
}

async fn taken_up(hall: &Hall, game: &Loaded, request: &Request) -> Result<Draft, Trouble> {
    let kept = Draft::kept(hall, game, request, NOTE).await?;
    Ok(kept.unwrap_or_else(|| Draft::fresh(game, Movement::plain(Pace::Combat))))
}

/// Only whoever plays the unit that acts decides how it moves.
fn mover(game: &Loaded, request: &Request) -> Result<(), Trouble> {
    let view: &View = state(game)?;
    let acting = view.flow.acting.as_ref().ok_or_else(unknown)?;
    let side = view.unit(acting.unit).map(|unit| unit.side).ok_or_else(unknown)?;
    holds(game, request, side)
}

/// Keeps the draft and shows it on the pressed message.
async fn shown(
    hall: &Hall,
    game: &Loaded,
    request: &Request,
    on: PressedMessage,
    draft: &Draft,
) -> Result<Reply, Trouble> {
    draft.keep(hall, game, request, NOTE).await?;
    Ok(refine(game, on, show::details(game, state(game)?, draft)))
}

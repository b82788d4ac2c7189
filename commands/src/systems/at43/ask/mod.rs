//! The questions that come up in the middle, and answers given beforehand.

mod entering;
mod exactly;
mod missing;
mod question;
mod standing;
mod template;
mod typed;

use gatemaster_discord::card::Button;
use gatemaster_discord::forms::FilledForm;
use gatemaster_rules::at43::View;
use gatemaster_rules::at43::command::Pace;
use gatemaster_rules::ids::Seat;

use super::press::{Words, button};
use super::{At, play, read, state};
use crate::answer::{PressedMessage, Reply, unknown};
use crate::boxed;
use crate::desk::Loaded;
use crate::face::Hall;
use crate::request::Request;
use crate::trouble::Trouble;

pub use missing::{What, buttons as for_the_missing, said as said_for, seats as missing_seats};
pub use question::{controls, words};
pub use standing::{answer_beforehand, is_asked, standing_card};
pub use typed::{answer, standing};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskPress {
    /// One of the answers, by its place among them.
    Answer(u32),
    /// The same out of a list.
    AnswerOf,
    /// It comes in by the only way and moves in at once, at this pace.
    EnterAnd(Pace),
    /// The question with its answers again.
    Again,
    /// A form to answer in one's own words: who falls, whom a sniper hits, how impacts are shared.
    Exactly,
    /// Units under the template, picked from a list.
    Under,
    /// The form for how many of each.
    UnderForm,
    /// Everybody under the template is named.
    Laid,
    /// What I answer for a player without asking, privately.
    Standing,
    /// One of these answers is changed, by its place among them.
    Wish(u32),
    /// Those of one unit.
    OfUnit,
    WishOfUnit(u16),
    /// The organiser goes on for this side.
    For(Seat),
}

impl AskPress {
    pub fn words(self) -> Words {
        match self {
            Self::Answer(place) => ("a", vec![place]),
            Self::AnswerOf => ("of", Vec::new()),
            Self::EnterAnd(pace) => ("enter", vec![u32::from(pace == Pace::Rush)]),
            Self::Again => ("again", Vec::new()),
            Self::Exactly => ("exactly", Vec::new()),
            Self::Under => ("under", Vec::new()),
            Self::UnderForm => ("models", Vec::new()),
            Self::Laid => ("laid", Vec::new()),
            Self::Standing => ("standing", Vec::new()),
            Self::Wish(place) => ("wish", vec![place]),
            Self::OfUnit => ("unit", Vec::new()),
            Self::WishOfUnit(unit) => ("unit", vec![unit.into()]),
            Self::For(seat) => ("for", vec![seat.0.into()]),
        }
    }

    pub fn from_words(word: &str, numbers: &[u32]) -> Option<Self> {
        Some(match (word, numbers) {
            ("a", [place]) => Self::Answer(*place),
            ("of", []) => Self::AnswerOf,
            ("enter", [0]) => Self::EnterAnd(Pace::Combat),
            ("enter", [1]) => Self::EnterAnd(Pace::Rush),
            ("again", []) => Self::Again,
            ("exactly", []) => Self::Exactly,
            ("under", []) => Self::Under,
            ("models", []) => Self::UnderForm,
            ("laid", []) => Self::Laid,
            ("standing", []) => Self::Standing,
            ("wish", [place]) => Self::Wish(*place),
            ("unit", []) => Self::OfUnit,
            ("unit", [unit]) => Self::WishOfUnit(u16::try_from(*unit).ok()?),
            ("for", [seat]) => Self::For(Seat(u8::try_from(*seat).ok()?)),
            _ => return None,
        })
    }

    /// One of each kind, with the largest numbers, for the test of the custom ids.
    #[cfg(test)]
    pub fn samples() -> Vec<Self> {
        vec![
            Self::Answer(u32::MAX),
            Self::AnswerOf,
            Self::EnterAnd(Pace::Combat),
            Self::EnterAnd(Pace::Rush),
            Self::Again,
            Self::Exactly,
            Self::Under,
            Self::UnderForm,
            Self::Laid,
            Self::Standing,
            Self::Wish(u32::MAX),
            Self::OfUnit,
            Self::WishOfUnit(u16::MAX),
            Self::For(Seat(u8::MAX)),
        ]
    }
}

#[boxed]
pub async fn pressed(
    hall: &Hall,
    request: &Request,
    at: &At,
    press: AskPress,
    picked: &[String],
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    match press {
        AskPress::Answer(place) => answered(hall, request, at, place, on).await,
        AskPress::AnswerOf => {
            let place = read::picked_number(picked)?;
            answered(hall, request, at, place, on).await
        }
        AskPress::EnterAnd(pace) => entering::pressed(hall, request, at, pace, on).await,
        AskPress::Again => question::again(hall, request, at, on).await,
        AskPress::Exactly => exactly::form(hall, request, at).await,
        AskPress::Under => template::named(hall, request, at, picked, on).await,
        AskPress::UnderForm => template::form(hall, request, at).await,
        AskPress::Laid => template::laid(hall, request, at, on).await,
        AskPress::Standing => standing::shown(hall, request, at).await,
        AskPress::Wish(place) => standing::wished(hall, request, at, place, picked).await,
        AskPress::OfUnit => standing::of_unit(hall, request, at, picked).await,
        AskPress::WishOfUnit(unit) => {
            standing::wished_of_unit(hall, request, at, unit, picked).await
        }
        AskPress::For(seat) => missing::pressed(hall, request, at, seat, on).await,
    }
}

async fn answered(
    hall: &Hall,
    request: &Request,
    at: &At,
    place: u32,
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let choose = |view: &View| question::by_place(view, place).ok_or_else(unknown);
    play(hall, request, at.seen(), on, choose).await
}

#[boxed]
pub async fn filled_in(
    hall: &Hall,
    request: &Request,
    at: &At,
    press: AskPress,
    written: &FilledForm,
    on: Option<PressedMessage>,
) -> Result<Reply, Trouble> {
    match press {
        AskPress::Exactly => exactly::filled_in(hall, request, at, written, on).await,
        AskPress::UnderForm => template::filled_in(hall, request, at, written, on).await,
        AskPress::Answer(_)
        | AskPress::AnswerOf
        | AskPress::EnterAnd(_)
        | AskPress::Again
        | AskPress::Under
        | AskPress::Laid
        | AskPress::Standing
        | AskPress::Wish(_)
        | AskPress::OfUnit
        | AskPress::WishOfUnit(_)
        | AskPress::For(_) => Err(unknown()),
    }
}

/// The way to have it answered from now on.
pub fn always_button(game: &Loaded) -> Button {
    button(game, "Always…", AskPress::Standing)
}

/// The game at this step, if it is this person who is asked.
async fn load_asked(hall: &Hall, request: &Request, at: &At) -> Result<Loaded, Trouble> {
    let game = hall.desk.load(request, &at.seen()).await?;
    question::mine(&game, state(&game)?, request)?;
    Ok(game)
}

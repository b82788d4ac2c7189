//! The control phase: who is near which place, and what the points buy.

mod buy;
mod count;
mod figures;
#[cfg(test)]
pub mod tests;
mod typed;

use gatemaster_discord::forms::FilledForm;
use gatemaster_rules::at43::View;
use gatemaster_rules::at43::command::Command;
use gatemaster_rules::at43::flow::Task;
use gatemaster_rules::ids::{Seat, UserId};

use super::press::Words;
use super::{At, doing, own_seat, play, state};
use crate::answer::{PressedMessage, Reply, unknown};
use crate::boxed;
use crate::desk::Loaded;
use crate::face::{Controls, Hall};
use crate::request::Request;
use crate::table::{self, answer_press};
use crate::trouble::Trouble;

pub use typed::{buy, count, done};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ControlPress {
    /// The figures that stand if nobody says anything.
    AsLast,
    /// The form for other figures; the form itself, too.
    Figures,
    /// The word of another side on the figures.
    Agree(bool),
    /// The organiser settles a dispute by the figures of this side.
    Settle(Seat),
    /// A reinforcement, picked from a list that begins at this place.
    Buy(u16),
    /// The other reinforcements of a long list.
    Page(u16),
    Done,
}

impl ControlPress {
    pub fn words(self) -> Words {
        match self {
            Self::AsLast => ("last", Vec::new()),
            Self::Figures => ("figures", Vec::new()),
            Self::Agree(agree) => ("agree", vec![agree.into()]),
            Self::Settle(seat) => ("settle", vec![seat.0.into()]),
            Self::Buy(from) => ("buy", vec![from.into()]),
            Self::Page(from) => ("page", vec![from.into()]),
            Self::Done => ("done", Vec::new()),
        }
    }

    pub fn from_words(word: &str, numbers: &[u32]) -> Option<Self> {
        Some(match (word, numbers) {
            ("last", []) => Self::AsLast,
            ("figures", []) => Self::Figures,
            ("agree", [agree @ (0 | 1)]) => Self::Agree(*agree == 1),
            ("settle", [seat]) => Self::Settle(Seat(u8::try_from(*seat).ok()?)),
            ("buy", [from]) => Self::Buy(u16::try_from(*from).ok()?),
            ("page", [from]) => Self::Page(u16::try_from(*from).ok()?),
            ("done", []) => Self::Done,
            _ => return None,
        })
    }

    /// One of each kind, with the largest numbers, for the test of the custom ids.
    #[cfg(test)]
    pub fn samples() -> Vec<Self> {
        vec![
            Self::AsLast,
            Self::Figures,
            Self::Agree(true),
            Self::Agree(false),
            Self::Settle(Seat(u8::MAX)),
            Self::Buy(u16::MAX),
            Self::Page(u16::MAX),
            Self::Done,
        ]
    }
}

#[boxed]
pub async fn pressed(
    hall: &Hall,
    request: &Request,
    at: &At,
    press: ControlPress,
    picked: &[String],
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    match press {
        ControlPress::AsLast => {
            let choose = |game: &Loaded, view: &View| {
                Ok(Command::Count { seat: speaker(game, request)?, counts: count::usual(view) })
            };
            act(hall, request, at, on, choose).await
        }
        ControlPress::Agree(agree) => {
            let choose = |game: &Loaded, _: &View| {
                Ok(Command::AgreeCounts { seat: speaker(game, request)?, agree })
            };
            act(hall, request, at, on, choose).await
        }
        ControlPress::Settle(seat) => {
            act(hall, request, at, on, |game, view| count::settled(game, view, request, seat)).await
        }
        ControlPress::Figures => count::form(hall, request, at).await,
        ControlPress::Buy(_) => {
            play(hall, request, at.seen(), on, |view| buy::picked(view, picked)).await
        }
        ControlPress::Page(from) => buy::page(hall, request, at, from, on).await,
        ControlPress::Done => play(hall, request, at.seen(), on, buy::done_buying).await,
    }
}

#[boxed]
pub async fn filled_in(
    hall: &Hall,
    request: &Request,
    at: &At,
    press: ControlPress,
    written: &FilledForm,
    on: Option<PressedMessage>,
) -> Result<Reply, Trouble> {
    if press != ControlPress::Figures {
        return Err(unknown());
    }
    let choose = |game: &Loaded| {
        let view = state(game)?;
        let counts = count::written(view, written)?;
        Ok(doing(Command::Count { seat: speaker(game, request)?, counts }))
    };
    let outcome = hall.desk.act(request, &at.seen(), choose).await?;
    Ok(match on {
        Some(on) => answer_press(hall.systems, &outcome, request, on).into(),
        None => table::told(hall.systems, &outcome, request).into(),
    })
}

/// A press that is a step, by somebody of whom it matters which side they speak for.
async fn act(
    hall: &Hall,
    request: &Request,
    at: &At,
    on: PressedMessage,
    choose: impl FnOnce(&Loaded, &View) -> Result<Command, Trouble> + Send,
) -> Result<Reply, Trouble> {
    let choose = |game: &Loaded| choose(game, state(game)?).map(doing);
    let outcome = hall.desk.act(request, &at.seen(), choose).await?;
    Ok(answer_press(hall.systems, &outcome, request, on).into())
}

/// Whose word it is: one's own side's. An organiser without a side, or a manager of the server, speaks for the first, and
/// settles what is counted.
fn speaker(game: &Loaded, request: &Request) -> Result<Seat, Trouble> {
    if settles(game, request) {
        return Ok(Seat(0));
    }
    own_seat(game, request)
}

/// The table's organiser, or somebody who manages the server and does not play here.
fn settles(game: &Loaded, request: &Request) -> bool {
    let user = request.user();
    let may = game.table.is_organiser(user) || request.actor.manager;
    may && !game.table.is_seated(user)
}

/// What is waited for here, with everything to answer it.
pub fn controls(game: &Loaded, state: &View) -> Controls {
    match state.flow.tasks.last() {
        Some(Task::Count) => count::controls(game, state),
        Some(Task::Buy { .. }) => buy::controls(game, state, 0),
        _ => Controls::default(),
    }
}

/// Who hears of it although the game does not wait for them: a dispute is for the organiser to settle.
pub fn rings(game: &Loaded, state: &View) -> Vec<(UserId, &'static str)> {
    let counting = state.flow.tasks.last() == Some(&Task::Count);
    let disputed = counting && state.flow.disputed.is_some();
    let organiser = game.table.organiser.as_ref().filter(|_| disputed);
    organiser.map(|organiser| (organiser.id, "settle the count")).into_iter().collect()
}

//! What a battle waits for: the decisions of both players, by buttons, lists, forms and commands.

mod change;
mod correct;
mod marks;
mod placing;
mod question;
mod react;
mod standing_orders;
mod template;
mod terrain;
#[cfg(test)]
mod tests;
mod turn;
mod turn_end;

use gatemaster_discord::forms::FilledForm;
use gatemaster_rules::antares::State;
use gatemaster_rules::antares::command::Command;
use gatemaster_rules::ids::{Seat, Seq};

use super::press::Words;
use super::{doing, play, seen, state};
use crate::answer::{PressedMessage, Reply, unknown};
use crate::boxed;
use crate::desk::Loaded;
use crate::face::Hall;
use crate::request::Request;
use crate::table;
use crate::trouble::Trouble;

pub use correct::{correct, proposal};
pub use question::question;
pub use react::react;
pub use standing_orders::{my_card, standing};
pub use turn::turn;
use turn_end::Ending;
pub use turn_end::turn_end;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskPress {
    /// One of the answers, by its place among them.
    Answer(u32),
    /// The same out of a list.
    AnswerOf,
    /// The question with its answers again.
    Again,
    /// Hits are placed one by one.
    OneByOne,
    /// Where the next hit goes; so many have been placed.
    Put(u32),
    /// The last of so many goes somewhere else.
    PutBack(u32),
    /// So many are placed; the rest falls as usual.
    PutRest(u32),
    /// Units of this side under the template.
    Under(Seat),
    UnderForm,
    /// Everybody under the template is named.
    Laid,
    /// A form for the terrain on the way.
    Terrain,
    /// Yes or no to a correction.
    AgreeToCorrection(bool),
    WithdrawCorrection,
    /// Nobody has anything to decide.
    EndTurn,
    /// What this side does at the turn's end, by its place among what is offered.
    EndTurnAs(Ending, u32),
    /// This side chooses for itself.
    ChooseEnd(Ending),
    /// Which ambushes it keeps, and what helps in its recovery tests.
    Keep(Ending),
    Help(Ending),
    EndTurnSo(Ending),
    /// One's own standing orders, privately.
    Standing,
    /// The same from a question.
    Always,
    /// One of the standing orders, by its place among them.
    Wish(u32),
}

impl AskPress {
    pub fn words(self) -> Words {
        let of = |seat: Seat| u32::from(seat.0);
        match self {
            Self::Answer(place) => ("a", vec![place]),
            Self::AnswerOf => ("of", Vec::new()),
            Self::Again => ("again", Vec::new()),
            Self::OneByOne => ("one", Vec::new()),
            Self::Put(placed) => ("put", vec![placed]),
            Self::PutBack(placed) => ("back", vec![placed]),
            Self::PutRest(placed) => ("rest", vec![placed]),
            Self::Under(seat) => ("under", vec![of(seat)]),
            Self::UnderForm => ("models", Vec::new()),
            Self::Laid => ("laid", Vec::new()),
            Self::Terrain => ("terrain", Vec::new()),
            Self::AgreeToCorrection(agreed) => ("agree", vec![u32::from(agreed)]),
            Self::WithdrawCorrection => ("withdraw", Vec::new()),
            Self::EndTurn => ("end", Vec::new()),
            Self::EndTurnAs(Ending { seat, turn }, place) => ("end", vec![of(seat), turn, place]),
            Self::ChooseEnd(Ending { seat, turn }) => ("choose", vec![of(seat), turn]),
            Self::Keep(Ending { seat, turn }) => ("keep", vec![of(seat), turn]),
            Self::Help(Ending { seat, turn }) => ("help", vec![of(seat), turn]),
            Self::EndTurnSo(Ending { seat, turn }) => ("so", vec![of(seat), turn]),
            Self::Standing => ("standing", Vec::new()),
            Self::Always => ("always", Vec::new()),
            Self::Wish(place) => ("wish", vec![place]),
        }
    }

    pub fn from_words(word: &str, numbers: &[u32]) -> Option<Self> {
        let seat = |number: u32| u8::try_from(number).ok().map(Seat);
        let end = |side: u32, turn: u32| seat(side).map(|seat| Ending { seat, turn });
        Some(match (word, numbers) {
            ("a", [place]) => Self::Answer(*place),
            ("of", []) => Self::AnswerOf,
            ("again", []) => Self::Again,
            ("one", []) => Self::OneByOne,
            ("put", [placed]) => Self::Put(*placed),
            ("back", [placed]) => Self::PutBack(*placed),
            ("rest", [placed]) => Self::PutRest(*placed),
            ("under", [side]) => Self::Under(seat(*side)?),
            ("models", []) => Self::UnderForm,
            ("laid", []) => Self::Laid,
            ("terrain", []) => Self::Terrain,
            ("agree", [0]) => Self::AgreeToCorrection(false),
            ("agree", [1]) => Self::AgreeToCorrection(true),
            ("withdraw", []) => Self::WithdrawCorrection,
            ("end", []) => Self::EndTurn,
            ("end", [side, turn, place]) => Self::EndTurnAs(end(*side, *turn)?, *place),
            ("choose", [side, turn]) => Self::ChooseEnd(end(*side, *turn)?),
            ("keep", [side, turn]) => Self::Keep(end(*side, *turn)?),
            ("help", [side, turn]) => Self::Help(end(*side, *turn)?),
            ("so", [side, turn]) => Self::EndTurnSo(end(*side, *turn)?),
            ("standing", []) => Self::Standing,
            ("always", []) => Self::Always,
            ("wish", [place]) => Self::Wish(*place),
            _ => return None,
        })
    }

    /// One of each kind, with the largest numbers, for the test of the custom ids.
    #[cfg(test)]
    pub fn samples() -> Vec<Self> {
        const MOST: u32 = u32::MAX;
        const LAST: Seat = Seat(u8::MAX);
        const END: Ending = Ending { seat: LAST, turn: MOST };
        vec![
            Self::Answer(MOST),
            Self::AnswerOf,
            Self::Again,
            Self::OneByOne,
            Self::Put(MOST),
            Self::PutBack(MOST),
            Self::PutRest(MOST),
            Self::Under(LAST),
            Self::UnderForm,
            Self::Laid,
            Self::Terrain,
            Self::AgreeToCorrection(false),
            Self::AgreeToCorrection(true),
            Self::WithdrawCorrection,
            Self::EndTurn,
            Self::EndTurnAs(END, MOST),
            Self::ChooseEnd(END),
            Self::Keep(END),
            Self::Help(END),
            Self::EndTurnSo(END),
            Self::Standing,
            Self::Always,
            Self::Wish(MOST),
        ]
    }
}

/// A button, or a list with what was picked from it.
#[boxed]
pub(crate) async fn pressed(
    hall: &Hall,
    request: &Request,
    at: (&str, Seq),
    press: AskPress,
    picked: &[String],
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let command = |command: Command| play(hall, request, seen(at), on, move |_| Ok(command));
    match press {
        AskPress::Answer(place) => question::answered(hall, request, at, place, on).await,
        AskPress::AnswerOf => {
            let place = picked.first().and_then(|place| place.parse().ok()).ok_or_else(unknown)?;
            question::answered(hall, request, at, place, on).await
        }
        AskPress::Again => question::again(hall, request, at, on).await,
        AskPress::OneByOne => placing::begun(hall, request, at, on).await,
        AskPress::Put(placed) => placing::put(hall, request, at, placed, picked, on).await,
        AskPress::PutBack(placed) => placing::put_back(hall, request, at, placed, on).await,
        AskPress::PutRest(placed) => placing::put_rest(hall, request, at, placed, on).await,
        AskPress::Under(side) => template::named(hall, request, at, side, picked, on).await,
        AskPress::UnderForm => template::form(hall, request, at).await,
        AskPress::Laid => Box::pin(template::laid(hall, request, at, on)).await,
        AskPress::Terrain => terrain::form(hall, request, at).await,
        AskPress::AgreeToCorrection(agreed) => command(Command::AgreeToCorrection(agreed)).await,
        AskPress::WithdrawCorrection => command(Command::WithdrawCorrection).await,
        AskPress::EndTurn => turn_end::ended(hall, request, at, on).await,
        AskPress::EndTurnAs(ending, place) => {
            turn_end::ended_as(hall, request, at, (ending, place), on).await
        }
        AskPress::ChooseEnd(ending) => turn_end::choose(hall, request, at, ending).await,
        AskPress::Keep(ending) => turn_end::keep(hall, request, at, ending, picked, on).await,
        AskPress::Help(ending) => turn_end::help(hall, request, at, ending, picked, on).await,
        AskPress::EndTurnSo(ending) => turn_end::ended_so(hall, request, at, ending, on).await,
        AskPress::Standing | AskPress::Always => standing_orders::shown(hall, request, at.0).await,
        AskPress::Wish(place) => standing_orders::chosen(hall, request, at.0, place, picked).await,
    }
}

/// A form that answers what is asked, told where its button was.
async fn answered_by_form(
    hall: &Hall,
    request: &Request,
    at: (&str, Seq),
    on: Option<PressedMessage>,
    choose: impl FnOnce(&State) -> Result<Command, Trouble> + Send,
) -> Result<Reply, Trouble> {
    if let Some(on) = on {
        return play(hall, request, seen(at), on, choose).await;
    }
    let choose = |game: &Loaded| choose(state(game)?).map(doing);
    let outcome = hall.desk.act(request, &seen(at), choose).await?;
    Ok(table::told(hall.systems, &outcome, request).into())
}

/// A form that was filled in.
#[boxed]
pub(crate) async fn filled_in(
    hall: &Hall,
    request: &Request,
    at: (&str, Seq),
    press: AskPress,
    written: &FilledForm,
    on: Option<PressedMessage>,
) -> Result<Reply, Trouble> {
    match press {
        AskPress::UnderForm => template::filled_in(hall, request, at, written, on).await,
        AskPress::Terrain => terrain::filled_in(hall, request, at, written, on).await,
        AskPress::Answer(_)
        | AskPress::AnswerOf
        | AskPress::Again
        | AskPress::OneByOne
        | AskPress::Put(_)
        | AskPress::PutBack(_)
        | AskPress::PutRest(_)
        | AskPress::Under(_)
        | AskPress::Laid
        | AskPress::AgreeToCorrection(_)
        | AskPress::WithdrawCorrection
        | AskPress::EndTurn
        | AskPress::EndTurnAs(..)
        | AskPress::ChooseEnd(_)
        | AskPress::Keep(_)
        | AskPress::Help(_)
        | AskPress::EndTurnSo(_)
        | AskPress::Standing
        | AskPress::Always
        | AskPress::Wish(_) => Err(unknown()),
    }
}

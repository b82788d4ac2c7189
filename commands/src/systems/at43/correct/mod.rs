//! Putting a mistake right, with the others' consent or by the organiser.

mod menu;
mod read;
#[cfg(test)]
mod tests;
mod typed;
mod what;

use gatemaster_discord::card::{Button, Card, Style};
use gatemaster_discord::forms::FilledForm;
use gatemaster_discord::limits::clip;
use gatemaster_rules::at43::command::Command;
use gatemaster_rules::at43::correct::{Correction, is_at_rest, must_be_at_rest};
use gatemaster_rules::at43::report::correction_in_words;
use gatemaster_rules::at43::{State, View};
use gatemaster_rules::ids::{Seat, UserId};
use gatemaster_rules::table::{Phase, Player};
use gatemaster_rules::text::list;

use super::press::{Words, button};
use super::{At, doing, play, player, state};
use crate::answer::{Answer, PressedMessage, Reply, unknown};
use crate::boxed;
use crate::desk::{Loaded, Which};
use crate::face::{Controls, Hall};
use crate::request::Request;
use crate::table::told_besides;
use crate::trouble::Trouble;
use crate::words::{capital, esc};

pub use typed::correct;
use what::What;

/// So much of a correction is shown: a unit in contact with everybody has many names.
const LONGEST: usize = 600;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CorrectPress {
    /// What is wrong, asked in private.
    Open,
    /// One of these, picked from the list.
    What,
    /// What is wrong of whom, picked from a list that begins at this place.
    Of {
        what: What,
        from: u16,
    },
    /// The others of a long list.
    OfPage {
        what: What,
        from: u16,
    },
    /// How it should be: picked, of this unit, side or place.
    Value {
        what: What,
        of: u16,
    },
    /// The same typed into a form; the form itself, too.
    Type {
        what: What,
        of: u16,
    },
    /// A form for one machine; the form itself, too.
    Machine {
        of: u16,
        machine: u8,
    },
    Answer(bool),
    Withdraw,
}

impl CorrectPress {
    pub fn words(self) -> Words {
        match self {
            Self::Open => ("open", Vec::new()),
            Self::What => ("what", Vec::new()),
            Self::Of { what, from } => ("of", vec![what.number(), from.into()]),
            Self::OfPage { what, from } => ("page", vec![what.number(), from.into()]),
            Self::Value { what, of } => ("value", vec![what.number(), of.into()]),
            Self::Type { what, of } => ("type", vec![what.number(), of.into()]),
            Self::Machine { of, machine } => ("machine", vec![of.into(), machine.into()]),
            Self::Answer(agreed) => ("answer", vec![agreed.into()]),
            Self::Withdraw => ("back", Vec::new()),
        }
    }

    pub fn from_words(word: &str, numbers: &[u32]) -> Option<Self> {
        let small = |number: &u32| u16::try_from(*number).ok();
        Some(match (word, numbers) {
            ("open", []) => Self::Open,
            ("what", []) => Self::What,
            ("of", [what, from]) => Self::Of { what: What::at(*what)?, from: small(from)? },
            ("page", [what, from]) => Self::OfPage { what: What::at(*what)?, from: small(from)? },
            ("value", [what, of]) => Self::Value { what: What::at(*what)?, of: small(of)? },
            ("type", [what, of]) => Self::Type { what: What::at(*what)?, of: small(of)? },
            ("machine", [of, machine]) => {
                Self::Machine { of: small(of)?, machine: u8::try_from(*machine).ok()? }
            }
            ("answer", [agreed @ (0 | 1)]) => Self::Answer(*agreed == 1),
            ("back", []) => Self::Withdraw,
            _ => return None,
        })
    }

    /// One of each kind, with the largest numbers, for the test of the custom ids.
    #[cfg(test)]
    pub fn samples() -> Vec<Self> {
        let (of, from) = (u16::MAX, u16::MAX);
        let of_each = What::ALL.into_iter().flat_map(|what| {
            [
                Self::Of { what, from },
                Self::OfPage { what, from },
                Self::Value { what, of },
                Self::Type { what, of },
            ]
        });
        let others = [
            Self::Open,
            Self::What,
            Self::Machine { of, machine: u8::MAX },
            Self::Answer(true),
            Self::Answer(false),
            Self::Withdraw,
        ];
        others.into_iter().chain(of_each).collect()
    }
}

#[boxed]
pub async fn pressed(
    hall: &Hall,
    request: &Request,
    at: &At,
    press: CorrectPress,
    picked: &[String],
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    match press {
        CorrectPress::Answer(agreed) => {
            let command = Command::AgreeToCorrection(agreed);
            return play(hall, request, at.seen(), on, |_| Ok(command)).await;
        }
        CorrectPress::Withdraw => {
            return play(hall, request, at.seen(), on, |_| Ok(Command::WithdrawCorrection)).await;
        }
        CorrectPress::Value { what, of } if what != What::Structure => {
            let choose = |view: &View| {
                let of = what.subject(of);
                read::correction(view, what, of, &picked.join(", "))
            };
            return propose(hall, request, at.now(), on.private, choose).await;
        }
        CorrectPress::Open
        | CorrectPress::What
        | CorrectPress::Of { .. }
        | CorrectPress::OfPage { .. }
        | CorrectPress::Value { .. }
        | CorrectPress::Type { .. }
        | CorrectPress::Machine { .. } => {}
    }
    let game = load(hall, request, &at.now()).await?;
    let view = state(&game)?;
    let card = match press {
        CorrectPress::What => {
            let number: u32 = super::read::picked_number(picked)?;
            let what = What::at(number).ok_or_else(unknown)?;
            menu::of_whom(&game, view, what, 0)?
        }
        CorrectPress::OfPage { what, from } => menu::of_whom(&game, view, what, from)?,
        CorrectPress::Of { what, .. } => {
            let of: u16 = super::read::picked_number(picked)?;
            if !what::subjects(view, what).contains(&what.subject(of)) {
                return Err(super::read::not_offered());
            }
            match menu::how(&game, view, what, of)? {
                menu::How::Form(form) => return Ok(Reply::Form(form)),
                menu::How::List(card) => *card,
            }
        }
        CorrectPress::Value { of, .. } => {
            let machine: u8 = super::read::picked_number(picked)?;
            return Ok(Reply::Form(menu::machine(&game, view, of, machine)?));
        }
        CorrectPress::Type { what, of } => {
            return Ok(Reply::Form(menu::form(&game, view, what, of)));
        }
        CorrectPress::Open | CorrectPress::Machine { .. } => menu::what(&game),
        CorrectPress::Answer(_) | CorrectPress::Withdraw => return Err(unknown()),
    };
    let answer = Answer::private(card);
    Ok(if on.private { answer.in_place() } else { answer }.into())
}

#[boxed]
pub async fn filled_in(
    hall: &Hall,
    request: &Request,
    at: &At,
    press: CorrectPress,
    written: &FilledForm,
    on: Option<PressedMessage>,
) -> Result<Reply, Trouble> {
    let in_place = on.is_some_and(|on| on.private);
    match press {
        CorrectPress::Type { what, of } => {
            let typed = menu::typed(written).to_owned();
            let choose = |view: &View| read::correction(view, what, what.subject(of), &typed);
            propose(hall, request, at.now(), in_place, choose).await
        }
        CorrectPress::Machine { of, machine } => {
            let choose = |view: &View| menu::machine_written(view, of, machine, written);
            propose(hall, request, at.now(), in_place, choose).await
        }
        CorrectPress::Open
        | CorrectPress::What
        | CorrectPress::Of { .. }
        | CorrectPress::OfPage { .. }
        | CorrectPress::Value { .. }
        | CorrectPress::Answer(_)
        | CorrectPress::Withdraw => Err(unknown()),
    }
}

/// The game as it stands, if whoever asks may set something right in it now.
async fn load(hall: &Hall, request: &Request, which: &Which) -> Result<Loaded, Trouble> {
    let game = hall.desk.load(request, which).await?;
    let (view, user) = (state(&game)?, request.user());
    if game.table.phase != Phase::Playing {
        return Err(Trouble::refused("This game is not being played now."));
    }
    let table = &game.table;
    if !table.is_seated(user) && !table.is_organiser(user) && !request.actor.manager {
        return Err(Trouble::refused(
            "Only its players and its organiser set something right in this game.",
        )
        .with_seats_of(&game.id));
    }
    must_be_at_rest(view)?;
    Ok(game)
}

/// It is told to everybody; whoever chose it in private reads there that it is done.
async fn propose(
    hall: &Hall,
    request: &Request,
    which: Which,
    in_place: bool,
    choose: impl FnOnce(&View) -> Result<Correction, Trouble> + Send,
) -> Result<Reply, Trouble> {
    let mut words = String::new();
    let choose = |game: &Loaded| {
        let view = state(game)?;
        let correction = choose(view)?;
        words = clip(&correction_in_words(view, &correction), LONGEST);
        Ok(doing(Command::Correct(correction)))
    };
    let outcome = hall.desk.act(request, &which, choose).await?;
    let waits = state(&outcome.game).is_ok_and(|view| view.proposal.is_some());
    let done = match (words.is_empty(), waits) {
        (true, _) => "Done.".to_owned(),
        (false, true) => format!("Proposed: {}. The others answer it.", esc(&words)),
        (false, false) => format!("Set right: {}.", esc(&words)),
    };
    let own = Answer::private(Card::line(done));
    let own = if in_place { own.in_place() } else { own };
    Ok(told_besides(hall.systems, &outcome, request, own).into())
}

/// Whether a correction that was proposed is what people look at now: shots and questions come first.
pub fn comes_first(state: &State) -> bool {
    state.proposal.is_some() && is_at_rest(state)
}

/// The way to put something right, where the game can be.
pub fn open_button(game: &Loaded, state: &View) -> Option<Button> {
    let possible = is_at_rest(state) && state.proposal.is_none();
    possible.then(|| button(game, "Put right…", CorrectPress::Open))
}

/// A correction that somebody has proposed.
pub fn controls(game: &Loaded, state: &View) -> Controls {
    let Some(proposal) = &state.proposal else { return Controls::default() };
    let what = clip(&correction_in_words(state, &proposal.correction), LONGEST);
    let by = player(game, proposal.by);
    let mut lines = vec![format!("**{by} proposes a correction.** {}.", esc(&capital(&what)))];
    let others: Vec<String> =
        who_answers(game, state, proposal.by).iter().map(|player| esc(&player.name)).collect();
    lines.push(match others.as_slice() {
        [] => "Nobody else is here to agree. Take it back, or `/game settings` names an organiser, who answers it.".to_owned(),
        others => format!("**{}**, do you agree?", list(others)),
    });
    let row = vec![
        button(game, "Agree", CorrectPress::Answer(true)).styled(Style::Yes),
        button(game, "Refuse", CorrectPress::Answer(false)).styled(Style::No),
        button(game, "Take it back", CorrectPress::Withdraw),
    ];
    Controls { text: lines.join("\n"), selects: Vec::new(), buttons: vec![row] }
}

/// The people of the other sides; where there are none, the organiser. The program leaves corrections to people.
fn who_answers<'g>(game: &'g Loaded, state: &State, by: Seat) -> Vec<&'g Player> {
    let mut others: Vec<&Player> = state
        .seats()
        .filter(|seat| *seat != by)
        .filter_map(|seat| game.table.player_at(seat))
        .filter(|player| !player.is_bot())
        .collect();
    if others.is_empty() {
        others.extend(game.table.organiser.as_ref());
    }
    others
}

/// Who hears of it although the game does not wait for them: where no other side has a player, the organiser answers.
pub fn rings(game: &Loaded, state: &State) -> Vec<(UserId, &'static str)> {
    let Some(proposal) = state.proposal.as_ref().filter(|_| comes_first(state)) else {
        return Vec::new();
    };
    let answers = who_answers(game, state, proposal.by);
    let organiser = answers.into_iter().filter(|player| game.table.is_organiser(player.id));
    organiser.map(|organiser| (organiser.id, "answer the correction")).collect()
}

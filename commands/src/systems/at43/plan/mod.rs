//! The tactical phase: sequence and wager in secret, and one's own cards later on.

mod draft;
mod form;
mod show;
mod typed;

use gatemaster_discord::card::{Button, Card};
use gatemaster_discord::forms::FilledForm;
use gatemaster_rules::at43::View;
use gatemaster_rules::at43::command::Command;
use gatemaster_rules::at43::state::{Phase, Plan};
use gatemaster_rules::at43::tactical::default_plan;
use gatemaster_rules::ids::Seat;

use super::press::{Words, button};
use super::{At, doing, done_in_secret, own_seat, own_view, read, state};
use crate::answer::{Answer, PressedMessage, Reply, unknown};
use crate::boxed;
use crate::desk::{Loaded, Which};
use crate::face::Hall;
use crate::request::Request;
use crate::secret::Secret;
use crate::table::answer_press;
use crate::trouble::Trouble;

pub use show::controls;
pub use typed::plan;

use draft::Draft;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanPress {
    /// The private form for sequence and wager.
    Open,
    /// The plan as it would be without a word, locked at once.
    LockUsual,
    /// The card that is moved, picked from a list that begins at this place.
    Card(u8),
    /// It goes one place up or down, or to the front.
    Up,
    Down,
    First,
    Wager,
    Commander,
    /// The other cards of a long sequence.
    Page(u8),
    /// The form to type it all; the form itself, too.
    Type,
    Lock,
    /// One's own cards, wager and company.
    Mine,
    /// The organiser fills in a missing plan.
    Fill(Seat),
}

impl PlanPress {
    pub fn words(self) -> Words {
        match self {
            Self::Open => ("open", Vec::new()),
            Self::LockUsual => ("usual", Vec::new()),
            Self::Card(from) => ("card", vec![from.into()]),
            Self::Up => ("up", Vec::new()),
            Self::Down => ("down", Vec::new()),
            Self::First => ("first", Vec::new()),
            Self::Wager => ("wager", Vec::new()),
            Self::Commander => ("leads", Vec::new()),
            Self::Page(from) => ("page", vec![from.into()]),
            Self::Type => ("type", Vec::new()),
            Self::Lock => ("lock", Vec::new()),
            Self::Mine => ("mine", Vec::new()),
            Self::Fill(seat) => ("fill", vec![seat.0.into()]),
        }
    }

    pub fn from_words(word: &str, numbers: &[u32]) -> Option<Self> {
        let small = |number: u32| u8::try_from(number).ok();
        Some(match (word, numbers) {
            ("open", []) => Self::Open,
            ("usual", []) => Self::LockUsual,
            ("card", [from]) => Self::Card(small(*from)?),
            ("up", []) => Self::Up,
            ("down", []) => Self::Down,
            ("first", []) => Self::First,
            ("wager", []) => Self::Wager,
            ("leads", []) => Self::Commander,
            ("page", [from]) => Self::Page(small(*from)?),
            ("type", []) => Self::Type,
            ("lock", []) => Self::Lock,
            ("mine", []) => Self::Mine,
            ("fill", [seat]) => Self::Fill(Seat(small(*seat)?)),
            _ => return None,
        })
    }

    /// One of each kind, with the largest numbers, for the test of the custom ids.
    #[cfg(test)]
    pub fn samples() -> Vec<Self> {
        vec![
            Self::Open,
            Self::LockUsual,
            Self::Card(u8::MAX),
            Self::Up,
            Self::Down,
            Self::First,
            Self::Wager,
            Self::Commander,
            Self::Page(u8::MAX),
            Self::Type,
            Self::Lock,
            Self::Mine,
            Self::Fill(Seat(u8::MAX)),
        ]
    }
}

/// The game as it stands, if whoever asks may plan in it now, with what they alone may see.
async fn load(
    hall: &Hall,
    request: &Request,
    which: &Which,
) -> Result<(Loaded, Seat, View), Trouble> {
    let game = hall.desk.load(request, which).await?;
    let view = state(&game)?;
    if view.phase != Phase::Tactical || !view.flow.tasks.is_empty() {
        return Err(Trouble::refused(match view.phase {
            Phase::Briefing | Phase::Mustering | Phase::Laying => {
                "The round is planned once the battle begins."
            }
            Phase::Tactical | Phase::Activation | Phase::Control | Phase::Over => {
                "This round is planned already; the next one is planned when it begins."
            }
        }));
    }
    let seat = own_seat(&game, request)?;
    let own = own_view(&game, request)?;
    if !own.units_of(seat).any(|(_, unit)| unit.has_card()) {
        return Err(Trouble::refused(
            "Nobody of yours has a card this round, so there is nothing to plan.",
        ));
    }
    Ok((game, seat, own))
}

#[boxed]
pub async fn pressed(
    hall: &Hall,
    request: &Request,
    at: &At,
    press: PlanPress,
    picked: &[String],
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    match press {
        PlanPress::Mine => {
            let game = hall.desk.load(request, &at.now()).await?;
            return Ok(crate::table::mine(hall.systems, &game, request)?.into());
        }
        PlanPress::Fill(seat) => {
            let choose = |game: &Loaded| {
                state(game)?;
                Ok(doing(Command::FillPlan { seat }))
            };
            let outcome = hall.desk.act(request, &at.now(), choose).await?;
            return Ok(answer_press(hall.systems, &outcome, request, on).into());
        }
        PlanPress::LockUsual | PlanPress::Lock => {
            if let Some(made) = hall.desk.made_before(request).await? {
                return Ok(locked(hall, request, &made, on.private));
            }
        }
        PlanPress::Open
        | PlanPress::Card(_)
        | PlanPress::Up
        | PlanPress::Down
        | PlanPress::First
        | PlanPress::Wager
        | PlanPress::Commander
        | PlanPress::Page(_)
        | PlanPress::Type => {}
    }
    let (game, seat, own) = load(hall, request, &at.now()).await?;
    if press == PlanPress::LockUsual {
        let plan = default_plan(&own, seat);
        return lock(hall, request, &at.now(), seat, plan, false).await;
    }
    let mut draft = Draft::take_up(hall, &game, request, &own, seat).await?;
    let mut from = 0;
    match press {
        PlanPress::Open => {}
        PlanPress::Card(_) => {
            let units = draft.plan.sequence.clone();
            draft.chosen = Some(read::picked_unit(picked, &units)?);
            from = page_of(&draft);
        }
        PlanPress::Up => from = draft.step(-1),
        PlanPress::Down => from = draft.step(1),
        PlanPress::First => from = draft.go_first(),
        PlanPress::Page(start) => from = start,
        PlanPress::Wager => draft.plan.wager = read::picked_number(picked)?,
        PlanPress::Commander => {
            let able = gatemaster_rules::at43::tactical::candidates(&own, seat);
            draft.command_by(&own, seat, read::picked_unit(picked, &able)?);
        }
        PlanPress::Type => return Ok(Reply::Form(form::form(&game, &own, &draft))),
        PlanPress::Lock => {
            return lock(hall, request, &at.now(), seat, draft.plan, on.private).await;
        }
        PlanPress::LockUsual | PlanPress::Mine | PlanPress::Fill(_) => return Err(unknown()),
    }
    draft.keep(hall, &game, request).await?;
    let card = show::private(&game, &own, seat, &draft, from);
    let answer = Answer::own(Secret::new(card));
    Ok(if on.private { answer.in_place() } else { answer }.into())
}

/// The first place of the page on which the chosen card stands.
fn page_of(draft: &Draft) -> u8 {
    let place = draft.chosen.and_then(|unit| draft.place_of(unit)).unwrap_or(0);
    u8::try_from(place - place % show::PAGE).unwrap_or(0)
}

#[boxed]
pub async fn filled_in(
    hall: &Hall,
    request: &Request,
    at: &At,
    press: PlanPress,
    written: &FilledForm,
    on: Option<PressedMessage>,
) -> Result<Reply, Trouble> {
    if press != PlanPress::Type {
        return Err(unknown());
    }
    let (game, seat, own) = load(hall, request, &at.now()).await?;
    let mut draft = Draft::take_up(hall, &game, request, &own, seat).await?;
    form::take_over(&own, seat, &mut draft, written)?;
    draft.keep(hall, &game, request).await?;
    let card = show::private(&game, &own, seat, &draft, 0);
    let answer = Answer::own(Secret::new(card));
    let on_it = on.is_some_and(|on| on.private);
    Ok(if on_it { answer.in_place() } else { answer }.into())
}

/// The plan is in; what it is stays with whoever made it.
#[boxed]
async fn lock(
    hall: &Hall,
    request: &Request,
    which: &Which,
    seat: Seat,
    plan: Plan,
    in_place: bool,
) -> Result<Reply, Trouble> {
    let choose = |game: &Loaded| {
        state(game)?;
        Ok(doing(Command::Plan { seat, plan }))
    };
    let outcome = hall.desk.act(request, which, choose).await?;
    Draft::forget(hall, &outcome.game, request).await?;
    Ok(locked(hall, request, &outcome, in_place))
}

fn locked(hall: &Hall, request: &Request, outcome: &crate::desk::Outcome, in_place: bool) -> Reply {
    let game = &outcome.game;
    let own = own_view(game, request).ok().zip(own_seat(game, request).ok());
    let card = own.map_or_else(Card::default, |(own, seat)| show::locked(game, &own, seat));
    let answer = Answer::own(Secret::new(card));
    let answer = if in_place { answer.in_place() } else { answer };
    done_in_secret(hall, request, outcome, answer)
}

/// The way to one's own plan and cards, as long as there is something of them that the others do not see.
pub fn mine_button(game: &Loaded, view: &View) -> Option<Button> {
    let hidden = match view.phase {
        Phase::Tactical => true,
        Phase::Activation => view.sides.iter().any(|side| !side.cards.is_empty()),
        Phase::Briefing | Phase::Mustering | Phase::Laying | Phase::Control | Phase::Over => false,
    };
    hidden.then(|| button(game, "My cards…", PlanPress::Mine))
}

/// What only its owner may see: company, sequence, wager, and the cards still to come.
pub fn mine(game: &Loaded, own: Secret<View>) -> Option<Secret<Card>> {
    Some(own.map(|own| match own.phase {
        Phase::Mustering => super::company::mine(game, &own),
        Phase::Briefing
        | Phase::Laying
        | Phase::Tactical
        | Phase::Activation
        | Phase::Control
        | Phase::Over => show::mine(game, &own),
    }))
}

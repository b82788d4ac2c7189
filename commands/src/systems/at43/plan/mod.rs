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

const CHANGED_SINCE: &str = "It has changed since; this is how it stands now.";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanPress {
    /// The private form for sequence and wager.
    Open,
    /// The plan of this round as it would be without a word, locked at once.
    LockUsual(u32),
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
    /// What its message shows, told by a sum of it.
    Lock(u32),
    /// One's own cards, wager and company.
    Mine,
    /// The organiser fills in a missing plan of this round.
    Fill(Seat, u32),
}

impl PlanPress {
    pub fn words(self) -> Words {
        match self {
            Self::Open => ("open", Vec::new()),
            Self::LockUsual(round) => ("usual", vec![round]),
            Self::Card(from) => ("card", vec![from.into()]),
            Self::Up => ("up", Vec::new()),
            Self::Down => ("down", Vec::new()),
            Self::First => ("first", Vec::new()),
            Self::Wager => ("wager", Vec::new()),
            Self::Commander => ("leads", Vec::new()),
            Self::Page(from) => ("page", vec![from.into()]),
            Self::Type => ("type", Vec::new()),
            Self::Lock(shown) => ("lock", vec![shown]),
            Self::Mine => ("mine", Vec::new()),
            Self::Fill(seat, round) => ("fill", vec![seat.0.into(), round]),
        }
    }

    pub fn from_words(word: &str, numbers: &[u32]) -> Option<Self> {
        let small = |number: u32| u8::try_from(number).ok();
        Some(match (word, numbers) {
            ("open", []) => Self::Open,
            ("usual", [round]) => Self::LockUsual(*round),
            ("card", [from]) => Self::Card(small(*from)?),
            ("up", []) => Self::Up,
            ("down", []) => Self::Down,
            ("first", []) => Self::First,
            ("wager", []) => Self::Wager,
            ("leads", []) => Self::Commander,
            ("page", [from]) => Self::Page(small(*from)?),
            ("type", []) => Self::Type,
            ("lock", [shown]) => Self::Lock(*shown),
            ("mine", []) => Self::Mine,
            ("fill", [seat, round]) => Self::Fill(Seat(small(*seat)?), *round),
            _ => return None,
        })
    }

    /// One of each kind, with the largest numbers, for the test of the custom ids.
    #[cfg(test)]
    pub fn samples() -> Vec<Self> {
        vec![
            Self::Open,
            Self::LockUsual(u32::MAX),
            Self::Card(u8::MAX),
            Self::Up,
            Self::Down,
            Self::First,
            Self::Wager,
            Self::Commander,
            Self::Page(u8::MAX),
            Self::Type,
            Self::Lock(u32::MAX),
            Self::Mine,
            Self::Fill(Seat(u8::MAX), u32::MAX),
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
        PlanPress::Fill(seat, round) => {
            let choose = |game: &Loaded| {
                of_round(state(game)?, round)?;
                Ok(doing(Command::FillPlan { seat }))
            };
            let outcome = hall.desk.act(request, &at.now(), choose).await?;
            return Ok(answer_press(hall.systems, &outcome, request, on).into());
        }
        PlanPress::LockUsual(_) | PlanPress::Lock(_) => {
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
    if let PlanPress::LockUsual(round) = press {
        of_round(&own, round)?;
        // whoever has locked something else is shown that instead
        if !own.side(seat).is_some_and(|side| side.planned) {
            let plan = default_plan(&own, seat);
            return lock(hall, request, &at.now(), seat, plan, false).await;
        }
    }
    let mut draft = Draft::take_up(hall, &game, request, &own, seat).await?;
    let mut from = 0;
    if draft.was_changed_by(request.interaction) {
        return Ok(shown(show::private(&game, &own, seat, &draft, page_of(&draft)), on.private));
    }
    match press {
        PlanPress::Open | PlanPress::LockUsual(_) => {}
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
        PlanPress::Lock(sum) if sum != draft.sum() => {
            let mut card = show::private(&game, &own, seat, &draft, 0);
            card.text = format!("{CHANGED_SINCE}\n{}", card.text);
            return Ok(shown(card, on.private));
        }
        PlanPress::Lock(_) => {
            return lock(hall, request, &at.now(), seat, draft.plan, on.private).await;
        }
        PlanPress::Mine | PlanPress::Fill(..) => return Err(unknown()),
    }
    draft.changed_by(request.interaction);
    draft.keep(hall, &game, request).await?;
    Ok(shown(show::private(&game, &own, seat, &draft, from), on.private))
}

/// A press that was made for another round than this one means nothing any more.
fn of_round(view: &View, round: u32) -> Result<(), Trouble> {
    if view.round == round {
        return Ok(());
    }
    Err(Trouble::refused(format!("That was for round {round}; this is round {}.", view.round)))
}

/// For its owner alone, in the place of the message that was pressed if that is theirs alone, too.
fn shown(card: Card, in_place: bool) -> Reply {
    let answer = Answer::own(Secret::new(card));
    if in_place { answer.in_place() } else { answer }.into()
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
    Ok(shown(card, on.is_some_and(|on| on.private)))
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
    let card = own.and_then(|(own, seat)| show::locked(game, &own, seat));
    let card = card.unwrap_or_else(|| Card::line("🔒 Locked."));
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

//! Companies are locked in secret, opened again while somebody is still at it, and accepted where they cost too much (T-BLD-1).

use std::fmt::Write as _;

use gatemaster_discord::card::{Card, Style};
use gatemaster_rules::at43::View;
use gatemaster_rules::at43::command::Command;
use gatemaster_rules::at43::company::Company;
use gatemaster_rules::at43::mustering::{limits, to_accept};
use gatemaster_rules::at43::state::Phase;
use gatemaster_rules::ids::Seat;

use super::super::press::button;
use super::super::{doing, done_in_secret, own_seat, own_view, player, state};
use super::bench::{Bench, ForSide};
use super::press::CompanyPress;
use super::shelf;
use super::show::{self, Places};
use super::words::in_short;
use crate::answer::{Answer, PressedMessage, Reply};
use crate::boxed;
use crate::desk::{Loaded, Outcome, Which};
use crate::face::Hall;
use crate::request::Request;
use crate::secret::Secret;
use crate::table::{answer_press, told};
use crate::trouble::Trouble;
use crate::words::esc;

/// Brings the company and locks it: two steps, of which the first is the one that the interaction makes. Whatever of that has
/// been done already is not done again.
#[boxed]
pub async fn lock(
    hall: &Hall,
    request: &Request,
    side: &ForSide,
    company: Company,
    in_place: bool,
) -> Result<Reply, Trouble> {
    let which = Which::Now(side.game.id.clone());
    let seat = side.seat;
    let mut made: Option<Outcome> = None;
    if side.brought() != Some(&company) {
        let bring = doing(Command::Muster { seat, company });
        made = Some(hall.desk.act(request, &which, |_| Ok(bring)).await?);
    }
    // an interaction makes one step; the second is a step of its own
    let by = if made.is_some() { request.without_interaction() } else { request.clone() };
    let step = doing(Command::LockCompany { seat });
    let outcome = match (made, hall.desk.act(&by, &which, |_| Ok(step)).await) {
        (Some(first), Ok(next)) => first.followed_by(next),
        (None, Ok(only)) => only,
        // the other delivery of the same press has locked it
        (Some(first), Err(trouble)) if trouble.is_refusal() => first,
        (_, Err(trouble)) => return Err(trouble),
    };
    locked(hall, request, &outcome, Some(seat), in_place).await
}

/// What whoever locked hears, beside the word to everybody that they have. Of a press that comes twice only the first step is
/// known, so the game is looked at as it stands.
#[boxed]
pub async fn locked(
    hall: &Hall,
    request: &Request,
    outcome: &Outcome,
    seat: Option<Seat>,
    in_place: bool,
) -> Result<Reply, Trouble> {
    let game = hall.desk.load(request, &Which::Now(outcome.game.id.clone())).await?;
    let own = own_view(&game, request)?;
    let mut card = locked_card(&game, request, &own, seat).unwrap_or_default();
    if let Some(company) = brought_by(&game, request, &own, seat)
        && shelf::same(hall, request, &own.library, company).await?.is_some()
    {
        card.content.push_str(" 💾 It is among your companies.");
    }
    let answer = Answer::own(Secret::new(card));
    let answer = if in_place { answer.in_place() } else { answer };
    Ok(done_in_secret(hall, request, outcome, answer))
}

/// The side that was locked; where nobody says which, the first of whoever asks.
fn which_side(game: &Loaded, request: &Request, own: &View, seat: Option<Seat>) -> Option<Seat> {
    let mut seats = game.table.seats_of(request.user()).into_iter();
    seat.or_else(|| seats.find(|seat| own.side(*seat).is_some_and(|side| side.locked)))
}

fn brought_by<'v>(
    game: &Loaded,
    request: &Request,
    own: &'v View,
    seat: Option<Seat>,
) -> Option<&'v Company> {
    own.side(which_side(game, request, own, seat)?)?.company.as_ref()
}

fn locked_card(game: &Loaded, request: &Request, own: &View, seat: Option<Seat>) -> Option<Card> {
    let seats = game.table.seats_of(request.user());
    let is_locked = |seat: &Seat| own.side(*seat).is_some_and(|side| side.locked);
    let seat = which_side(game, request, own, seat)?;
    let side = own.side(seat)?;
    let company = side.company.as_ref()?;
    let name = if company.name.is_empty() { "Your company" } else { &company.name };
    let short = in_short(&own.library, company, &limits(own, seat));
    let open = own.phase == Phase::Mustering;
    let mut text = match (side.locked, open) {
        (true, true) => format!(
            "🔒 Locked: **{}**, {short}. Nobody else sees more than that you have; you may change it until everybody \
             has locked.",
            esc(name)
        ),
        (false, true) => format!("**{}** is brought, {short}, and not locked yet.", esc(name)),
        (_, false) => {
            format!("🔒 **{}**, {short}. Everybody has locked: all sheets lie open now.", esc(name))
        }
    };
    if open && side.over > 0 {
        let over = side.over;
        // writing into a text cannot fail
        let _ = write!(
            text,
            " It costs {over} AP too much, and the others are asked whether they accept that."
        );
    }
    let mut row = Vec::new();
    if open {
        if side.locked {
            row.push(button(game, "Change it…", CompanyPress::Unlock));
            row.push(button(game, "Keep as…", CompanyPress::Save(0)).marked("💾"));
        }
        row.push(button(game, "My sheet", CompanyPress::Sheet(0)).marked("📋"));
        if let Some(next) = seats.iter().find(|seat| !is_locked(seat)) {
            let label = format!("Company for {}…", own.side_name(*next));
            row.push(button(game, label, CompanyPress::Open).styled(Style::Main));
        }
    } else {
        let press = CompanyPress::Sheets { of: None, page: 0 };
        row.push(button(game, "Sheets", press).marked("📋").styled(Style::Main));
        row.push(button(game, "Keep a copy", CompanyPress::KeepShown(seat)).marked("💾"));
    }
    Some(Card::line(text).with_row(row))
}

/// The lock is taken off.
#[boxed]
pub async fn take_off(hall: &Hall, request: &Request, which: &Which) -> Result<Outcome, Trouble> {
    let choose = |game: &Loaded| {
        let view = state(game)?;
        let seats = game.table.seats_of(request.user());
        let locked = seats.into_iter().find(|seat| view.side(*seat).is_some_and(|it| it.locked));
        let seat = match locked {
            Some(seat) => seat,
            None => own_seat(game, request)?,
        };
        Ok(doing(Command::UnlockCompany { seat }))
    };
    hall.desk.act(request, which, choose).await
}

/// The same, and the company lies on the bench again.
#[boxed]
pub async fn unlock(
    hall: &Hall,
    request: &Request,
    which: &Which,
    in_place: bool,
) -> Result<Reply, Trouble> {
    let outcome = take_off(hall, request, which).await?;
    let side = ForSide::of(outcome.game.clone(), request)?;
    let brought = side.brought().cloned();
    let mut bench = Bench::for_side(hall, request, side).await?;
    if let Some(brought) = brought {
        bench.draft.replace(brought);
        bench.keep(hall, request).await?;
    }
    let said = "The lock is off. Change what you like, then lock it again.";
    let answer = Answer::own(Secret::new(show::main(&bench, Places::default(), said)));
    let answer = if in_place { answer.in_place() } else { answer };
    Ok(done_in_secret(hall, request, &outcome, answer))
}

/// The word of another side on a company that costs too much. The press names the points it is about.
#[boxed]
pub async fn accept(
    hall: &Hall,
    request: &Request,
    which: &Which,
    (of, over, accept): (Seat, u32, bool),
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let outcome = say(hall, request, which, |_| Ok((of, Some(over), accept))).await?;
    Ok(answer_press(hall.systems, &outcome, request, on).into())
}

/// The same in a line: of the side that is named, or of the only one that is asked about.
#[boxed]
pub async fn accept_typed(
    hall: &Hall,
    request: &Request,
    side: Option<&str>,
    accept: bool,
) -> Result<Reply, Trouble> {
    let whose = |game: &Loaded| {
        let view = state(game)?;
        let asked: Vec<Seat> =
            view.seats().filter(|seat| !to_accept(view, *seat).is_empty()).collect();
        let of = match (side, asked.as_slice()) {
            (_, []) => {
                return Err(Trouble::refused(
                    "No company here costs too much, so nothing is asked.",
                ));
            }
            (Some(side), _) => game.table.seat_named(side).ok_or_else(|| {
                Trouble::refused("No side of this game has that name. Say the side with `name`.")
            })?,
            (None, [one]) => *one,
            (None, several) => {
                let names: Vec<String> =
                    several.iter().map(|seat| esc(view.side_name(*seat))).collect();
                return Err(Trouble::refused(format!(
                    "Whose? Say the side with `name`: {}.",
                    gatemaster_rules::text::list(&names)
                )));
            }
        };
        Ok((of, None, accept))
    };
    let outcome = say(hall, request, &Which::Here, whose).await?;
    Ok(told(hall.systems, &outcome, request).into())
}

/// Whose company it is about, the points that were shown, and the word.
type Word = (Seat, Option<u32>, bool);

async fn say(
    hall: &Hall,
    request: &Request,
    which: &Which,
    whose: impl FnOnce(&Loaded) -> Result<Word, Trouble> + Send,
) -> Result<Outcome, Trouble> {
    let choose = |game: &Loaded| {
        let view = state(game)?;
        let (of, over, accept) = whose(game)?;
        let asked = to_accept(view, of);
        let user = request.user();
        let seats = game.table.seats_of(user);
        let settles = game.table.is_organiser(user) || request.actor.manager;
        let for_others = asked.first().copied().filter(|_| seats.is_empty() && settles);
        let own = asked.iter().copied().find(|seat| seats.contains(seat));
        let Some(seat) = own.or(for_others) else {
            let own = own_seat(game, request)?;
            let others: Vec<String> = asked.iter().map(|seat| player(game, *seat)).collect();
            return Err(Trouble::refused(match (others.as_slice(), own == of) {
                ([], _) => "That is settled already.".to_owned(),
                (others, true) => format!(
                    "It is your own company: {} says whether it may cost that much.",
                    gatemaster_rules::text::list(others)
                ),
                (others, false) => format!(
                    "You have said so already; {} is still asked.",
                    gatemaster_rules::text::list(others)
                ),
            }));
        };
        if over.is_some_and(|over| view.side(of).is_some_and(|side| side.over != over)) {
            return Err(Trouble::Stale(game.id.clone()));
        }
        Ok(doing(Command::AcceptOver { seat, of, accept }))
    };
    hall.desk.act(request, which, choose).await
}

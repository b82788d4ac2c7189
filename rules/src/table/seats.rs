//! Who sits where: taking a seat, leaving it, being put on it, and handing it to somebody else.

use super::decide::{Decided, Moment, free_text, salted, seat_names, table_business};
use super::{Actor, Event, Offer, Phase, Player, Table};
use crate::ids::{Seat, UserId};
use crate::refusal::Refusal;

pub(super) fn join(
    table: &Table,
    actor: &Actor,
    seat: Option<Seat>,
    salt: Option<&str>,
    moment: Moment<'_>,
) -> Result<Decided, Refusal> {
    nobody_looks_into_two_hands(table, actor)?;
    let mut events = give_up_for_another(table, actor, seat)?;
    // before the start the program makes room for anybody who wants its chair
    let in_lobby = table.phase == Phase::Lobby;
    let bot = match seat {
        None if in_lobby && table.free_seats().is_empty() && !table.is_seated(actor.id()) => {
            table.seats_of(UserId::BOT).last().copied()
        }
        seat => seat,
    };
    let seat = match bot.and_then(|seat| table.player_at(seat).map(|player| (seat, player))) {
        Some((seat, bot)) if bot.is_bot() && in_lobby => {
            events.push(Event::Left { seat, player: bot.clone() });
            seat
        }
        Some(_) | None => free_seat(table, &actor.player, seat)?,
    };
    events.push(Event::Seated { seat, player: actor.player.clone() });
    if let Some(salt) = salt {
        events.push(salted(table, actor, salt, moment)?);
    }
    Ok(events.into())
}

/// Somebody who leaves one seat for another would know what both of them hide; so once a game with secrets has begun, an empty
/// seat is given to somebody and not taken.
fn nobody_looks_into_two_hands(table: &Table, actor: &Actor) -> Result<(), Refusal> {
    let may = actor.manager || table.is_organiser(actor.id());
    if table.phase == Phase::Playing && table.system.hides() && !may {
        return Err(Refusal::new(
            "Parts of this game are hidden, so its empty seats are given by its organiser or a manager of this server: \
             `/game join player:`.",
        ));
    }
    Ok(())
}

/// Where everybody has one seat, taking another before the start is a change of seats.
fn give_up_for_another(
    table: &Table,
    actor: &Actor,
    seat: Option<Seat>,
) -> Result<Vec<Event>, Refusal> {
    let held = table.seats_of(actor.id());
    let another = seat.is_some_and(|seat| !held.contains(&seat));
    if !table.system.one_seat_each() || !another || held.is_empty() {
        return Ok(Vec::new());
    }
    if table.phase != Phase::Lobby {
        one_seat(table, &actor.player)?;
    }
    let left = held.into_iter().map(|seat| Event::Left { seat, player: actor.player.clone() });
    Ok(left.collect())
}

/// The seat this person would take: the one named, or the first that is free.
fn free_seat(table: &Table, player: &Player, seat: Option<Seat>) -> Result<Seat, Refusal> {
    let held = table.seats_of(player.id);
    let seat = match seat {
        Some(seat) => seat,
        None if held.is_empty() => *table
            .free_seats()
            .first()
            .ok_or_else(|| Refusal::new("Every seat at this table is taken."))?,
        None => {
            let another = if table.system.one_seat_each() {
                ""
            } else {
                " Name another seat to play more than one."
            };
            return Err(Refusal::new(format!(
                "{} already plays {} here.{another}",
                player.name,
                seat_names(table, &held)
            )));
        }
    };
    let Some(chair) = table.seats.get(seat.index()) else {
        return Err(Refusal::new(format!("This table has no such seat; {}", free_text(table))));
    };
    match &chair.player {
        Some(taken) if taken.id == player.id => {
            Err(Refusal::new(format!("{} already plays {}.", player.name, chair.name)))
        }
        Some(taken) if taken.is_bot() => Err(Refusal::new(format!(
            "I play {} myself. The organiser, or somebody who manages this server, can give you that chair with `/game \
             hand-over`.",
            chair.name
        ))),
        Some(taken) => Err(Refusal::new(format!(
            "{} is taken by {}; {}",
            chair.name,
            taken.name,
            free_text(table)
        ))),
        None => Ok(seat),
    }
}

/// Anybody of the table may let the program fill a chair, also one that somebody has left in the middle of a game.
pub(super) fn seat_bot(
    table: &Table,
    actor: &Actor,
    seat: Option<Seat>,
) -> Result<Decided, Refusal> {
    table_business(table, actor, "let me play a seat")?;
    if !table.system.has_bot() {
        return Err(Refusal::new(format!(
            "I do not know how to play {} myself; I only keep its table.",
            table.system.title()
        )));
    }
    let Some(seat) = seat.or_else(|| table.free_seats().first().copied()) else {
        return Err(Refusal::new("Every seat at this table is taken."));
    };
    let bot = Player::bot();
    let seat = free_seat(table, &bot, Some(seat))?;
    Ok(vec![Event::Seated { seat, player: bot }].into())
}

pub(super) fn unseat_bot(table: &Table, actor: &Actor, seat: Seat) -> Result<Decided, Refusal> {
    table_business(table, actor, "free a seat of mine")?;
    if table.phase != Phase::Lobby && !table.others(actor.id()).is_empty() {
        // in the middle of a game that changes something for the others
        may_seat(table, actor)?;
    }
    match table.player_at(seat) {
        Some(player) if player.is_bot() => {
            Ok(vec![Event::Left { seat, player: player.clone() }].into())
        }
        Some(player) => Err(Refusal::new(format!("{} plays that seat, not I.", player.name))),
        None => Err(Refusal::new("I do not play that seat.")),
    }
}

/// The organiser, or a manager, sees to it that the right people sit at the table.
pub(super) fn seat_somebody(
    table: &Table,
    actor: &Actor,
    player: &Player,
    seat: Option<Seat>,
) -> Result<Decided, Refusal> {
    may_seat(table, actor)?;
    one_seat(table, player)?;
    let seat = free_seat(table, player, seat)?;
    Ok(vec![Event::Seated { seat, player: player.clone() }].into())
}

pub(super) fn unseat(table: &Table, actor: &Actor, player: &Player) -> Result<Decided, Refusal> {
    may_seat(table, actor)?;
    left(table, player)
}

fn may_seat(table: &Table, actor: &Actor) -> Result<(), Refusal> {
    if table.is_organiser(actor.id()) || actor.manager {
        return Ok(());
    }
    let organiser = table.organiser.as_ref().map_or("an organiser", |o| &o.name);
    Err(Refusal::new(format!(
        "Only {organiser} or somebody who manages this server may decide who sits where."
    )))
}

pub(super) fn leave(table: &Table, actor: &Actor) -> Result<Decided, Refusal> {
    left(table, &actor.player)
}

fn left(table: &Table, player: &Player) -> Result<Decided, Refusal> {
    let seats = table.seats_of(player.id);
    if seats.is_empty() {
        return Err(Refusal::new(format!("{} has no seat at this table.", player.name)));
    }
    let left = |seat| Event::Left { seat, player: player.clone() };
    Ok(seats.into_iter().map(left).collect::<Vec<_>>().into())
}

/// A seat changes hands with the consent of both; the organiser and managers see to it at once.
pub(super) fn hand_over(
    table: &Table,
    actor: &Actor,
    seat: Option<Seat>,
    to: &Player,
) -> Result<Decided, Refusal> {
    let seat = seat_to_give(table, actor, seat)?;
    let Some(holder) = table.player_at(seat) else {
        return Err(Refusal::new(format!(
            "Nobody plays {}, so there is nothing to hand over; they can take it with `/game join`.",
            seat_names(table, &[seat])
        )));
    };
    if holder.id == to.id {
        return Err(Refusal::new(format!(
            "{} plays {} already.",
            to.name,
            seat_names(table, &[seat])
        )));
    }
    one_seat(table, to)?;
    if holder.id == actor.id() {
        let offer = Offer { seat, by: actor.player.clone(), to: to.clone() };
        if table.offer.as_ref() == Some(&offer) {
            return Err(Refusal::new(format!(
                "You have offered it to {} already; the offer stands.",
                to.name
            )));
        }
        return Ok(vec![Event::SeatOffered { offer }].into());
    }
    may_seat(table, actor)?;
    Ok(changed_hands(seat, holder, to))
}

/// The seat that is named, or the actor's only one.
fn seat_to_give(table: &Table, actor: &Actor, seat: Option<Seat>) -> Result<Seat, Refusal> {
    if let Some(seat) = seat {
        if table.seats.get(seat.index()).is_none() {
            return Err(Refusal::new("This table has no such seat."));
        }
        return Ok(seat);
    }
    match table.seats_of(actor.id())[..] {
        [only] => Ok(only),
        [] => Err(Refusal::new("You have no seat at this table to hand over.")),
        ref several => Err(Refusal::new(format!(
            "You play {}; name the seat that you hand over.",
            seat_names(table, several)
        ))),
    }
}

pub(super) fn take_over(table: &Table, actor: &Actor) -> Result<Decided, Refusal> {
    let offer = offered(table)?;
    if offer.to.id != actor.id() {
        return Err(Refusal::new(format!(
            "{} has been offered to {}, and it is for them to answer.",
            seat_names(table, &[offer.seat]),
            offer.to.name
        )));
    }
    one_seat(table, &actor.player)?;
    Ok(changed_hands(offer.seat, &offer.by, &actor.player))
}

/// Nobody gets a second seat where everybody has one.
fn one_seat(table: &Table, player: &Player) -> Result<(), Refusal> {
    let held = table.seats_of(player.id);
    if !table.system.one_seat_each() || held.is_empty() {
        return Ok(());
    }
    Err(Refusal::new(format!(
        "{} already plays {}, and everybody plays one seat here.",
        player.name,
        seat_names(table, &held)
    )))
}

pub(super) fn turn_down(table: &Table, actor: &Actor) -> Result<Decided, Refusal> {
    let offer = offered(table)?;
    let theirs = offer.to.id == actor.id() || offer.by.id == actor.id();
    if !theirs && !table.is_organiser(actor.id()) {
        return Err(Refusal::new(format!("It is for {} to answer.", offer.to.name)));
    }
    Ok(vec![Event::OfferTurnedDown { by: actor.player.clone(), offer: offer.clone() }].into())
}

fn offered(table: &Table) -> Result<&Offer, Refusal> {
    table.offer.as_ref().ok_or_else(|| Refusal::new("No seat is on offer here any more."))
}

fn changed_hands(seat: Seat, from: &Player, to: &Player) -> Decided {
    vec![Event::Left { seat, player: from.clone() }, Event::Seated { seat, player: to.clone() }]
        .into()
}

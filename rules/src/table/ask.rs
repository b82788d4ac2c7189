//! Questions to the others, undo and the end: free where that takes nothing from anybody, else by the consent of somebody else at the table or
//! by the organiser.

use super::{
    Action, Actor, Asked, AskedFor, ByHand, Decided, Event, Grounds, Moment, Phase, Step, Table,
    Undoing, result, throws,
};
use crate::dice::Dice;
use crate::ids::Seq;
use crate::refusal::Refusal;
use crate::text::list;

pub(super) fn undo(
    table: &Table,
    actor: &Actor,
    step: Seq,
    last: Option<&Step>,
) -> Result<Decided, Refusal> {
    let id = actor.id();
    // a manager who plays here asks like any player; one who does not may correct
    let referee = actor.manager && !table.is_seated(id);
    if !table.is_seated(id) && !table.is_organiser(id) && !referee {
        return Err(Refusal::new(
            "Only players at this table, its organiser or somebody who manages this server may undo a step.",
        ));
    }
    let last = undoable(last)?;
    if last.seq != step {
        return Err(Refusal::new(format!(
            "Steps are undone from the latest back, and that is step {} now.",
            last.seq
        )));
    }
    let undoing = undoing(last);
    let grounds = if table.is_organiser(id) {
        Grounds::Organiser
    } else if referee {
        Grounds::Manager
    } else if is_free(table, actor, last) {
        Grounds::Free
    } else if table.consenters(id).is_empty() {
        Grounds::Alone
    } else {
        nothing_open(table, actor)?;
        return Ok(vec![Event::UndoAsked { by: actor.player.clone(), undoing }].into());
    };
    Ok(undone(undoing, grounds))
}

/// Nothing was rolled or shown, I did it myself, and it is still my turn.
fn is_free(table: &Table, actor: &Actor, last: &Step) -> bool {
    let shown = last.events.iter().any(|event| matches!(event, Event::Played(e) if e.reveals()));
    let seats = table.seats_of(actor.id());
    let waits = table.throw.as_ref().is_some_and(|throw| throw.by.id == actor.id());
    let my_turn = waits || table.open().iter().any(|open| open.who.includes(&seats));
    last.user == actor.id() && last.dice.is_empty() && !shown && my_turn && !last.settles()
}

pub(super) fn end(table: &Table, actor: &Actor) -> Result<Decided, Refusal> {
    let id = actor.id();
    let grounds = if table.is_organiser(id) {
        Grounds::Organiser
    } else if actor.manager {
        Grounds::Manager
    } else if !table.belongs(id) {
        return Err(Refusal::new(
            "Only players at this table, its organiser or somebody who manages this server may end it.",
        ));
    } else if table.consenters(id).is_empty() {
        Grounds::Alone
    } else {
        nothing_open(table, actor)?;
        return Ok(vec![Event::EndAsked { by: actor.player.clone() }].into());
    };
    Ok(vec![Event::Ended { grounds }].into())
}

/// Whose dice are rolled by hand is free to change in the lobby. Later everybody else is asked, unless somebody may rule:
/// then there is no question.
pub(super) fn about_hand_dice(
    table: &Table,
    actor: &Actor,
    hand: ByHand,
    moment: Moment<'_>,
) -> Result<Option<Event>, Refusal> {
    let id = actor.id();
    let referee = actor.manager && !table.is_seated(id);
    let rules = table.is_organiser(id) || referee;
    if rules || table.phase == Phase::Lobby || table.others(id).is_empty() {
        return Ok(None);
    }
    nothing_open(table, actor)?;
    Ok(Some(Event::HandAsked { by: actor.player.clone(), hand, step: moment.seq }))
}

pub(super) fn agree(
    table: &Table,
    actor: &Actor,
    moment: Moment<'_>,
    dice: &mut dyn Dice,
) -> Result<Decided, Refusal> {
    let last = moment.undoable;
    let asked = table.asked.as_ref().ok_or_else(nothing_asked)?;
    let grounds = if table.is_organiser(actor.id()) {
        Grounds::Organiser
    } else {
        may_answer(table, asked, actor)?;
        Grounds::Consent { asked_by: asked.by.clone(), of: actor.player.clone() }
    };
    match &asked.what {
        AskedFor::End => Ok(vec![Event::Ended { grounds }].into()),
        AskedFor::Draw { .. } => Ok(vec![Event::DrawAccepted { by: actor.player.clone() }].into()),
        AskedFor::ByHand { hand, .. } => {
            agree_to_hand_dice(table, actor, (asked, *hand), grounds, moment, dice)
        }
        AskedFor::Result { settlement, .. } => {
            let settled = |grounds| result::ended(settlement.clone(), grounds);
            Ok(one_more_yes(table, actor, asked, &grounds)?.unwrap_or_else(|| settled(grounds)))
        }
        AskedFor::Points { entry, .. } => {
            let entry = entry.clone();
            let entered = |grounds| vec![Event::PointsEntered { entry, grounds }].into();
            Ok(one_more_yes(table, actor, asked, &grounds)?.unwrap_or_else(|| entered(grounds)))
        }
        AskedFor::Undo(undoing) => {
            let last = undoable(last)?;
            if last.seq == undoing.step {
                Ok(undone(undoing.clone(), grounds))
            } else {
                Err(Refusal::new(format!("Step {} is not the latest any more.", undoing.step)))
            }
        }
    }
}

/// Everybody else has to agree, as the dice are everybody's; the organiser's word is enough.
fn agree_to_hand_dice(
    table: &Table,
    actor: &Actor,
    (asked, hand): (&Asked, ByHand),
    grounds: Grounds,
    moment: Moment<'_>,
    dice: &mut dyn Dice,
) -> Result<Decided, Refusal> {
    if let Some(one_more) = one_more_yes(table, actor, asked, &grounds)? {
        return Ok(one_more);
    }
    let settings = table.settings.with_hand_dice(hand);
    let mut events =
        vec![Event::HandSettled { grounds }, Event::SettingsChanged { settings: settings.clone() }];
    events.extend(throws::resettled(table, &settings, moment, dice)?);
    Ok(events.into())
}

/// A yes where everybody else has to say it and others are still to come; the organiser's word is enough.
fn one_more_yes(
    table: &Table,
    actor: &Actor,
    asked: &Asked,
    grounds: &Grounds,
) -> Result<Option<Decided>, Refusal> {
    let has_agreed = |id| asked.agreed.iter().any(|player| player.id == id);
    if has_agreed(actor.id()) {
        return Err(Refusal::new("You have agreed already; the others still think about it."));
    }
    let all = table
        .others(asked.by.id)
        .iter()
        .all(|player| player.id == actor.id() || has_agreed(player.id));
    if all || *grounds == Grounds::Organiser {
        return Ok(None);
    }
    Ok(Some(vec![Event::Agreed { by: actor.player.clone() }].into()))
}

fn may_answer(table: &Table, asked: &Asked, actor: &Actor) -> Result<(), Refusal> {
    let consenters = table.consenters(asked.by.id);
    if consenters.iter().any(|person| person.id == actor.id()) {
        return Ok(());
    }
    let names: Vec<&str> = consenters.iter().map(|person| person.name.as_str()).collect();
    if names.is_empty() {
        return Err(Refusal::new("Nobody who could answer sits at this table any more."));
    }
    Err(Refusal::new(format!("It is for {} to answer.", list(&names))))
}

pub(super) fn refuse(
    table: &Table,
    actor: &Actor,
    last: Option<&Step>,
) -> Result<Decided, Refusal> {
    let asked = table.asked.as_ref().ok_or_else(nothing_asked)?;
    if asked.by.id != actor.id() && !table.is_organiser(actor.id()) {
        may_answer(table, asked, actor)?;
    }
    let by = actor.player.clone();
    if let AskedFor::Draw { step } = asked.what {
        let last = undoable(last)?;
        if last.seq != step {
            return Err(Refusal::new("Something has been done since that die was drawn."));
        }
        let undoing = undoing(last);
        return Ok(Decided { events: vec![Event::Objected { by, undoing }], revokes: Some(step) });
    }
    Ok(vec![Event::AskRefused { by, asked: asked.clone() }].into())
}

fn undoing(last: &Step) -> Undoing {
    let did = last.events.iter().filter_map(|event| match event {
        Event::Played(event) => Some(event.clone()),
        _ => None,
    });
    let waits_for = last.events.iter().find_map(|event| match event {
        Event::Throwing(throw) => Some(throw.wanted.what.clone()),
        _ => None,
    });
    let settled = last.events.iter().find_map(|event| match event {
        Event::Settled { settlement } => Some(settlement.clone()),
        _ => None,
    });
    let points = last.events.iter().find_map(|event| match event {
        Event::PointsEntered { entry, .. } => Some(entry.clone()),
        _ => None,
    });
    let (step, done_by, did) = (last.seq, last.actor().player, did.collect());
    Undoing { step, done_by, did, waits_for, settled, points, hidden: false }
}

fn undone(undoing: Undoing, grounds: Grounds) -> Decided {
    let revokes = Some(undoing.step);
    Decided { events: vec![Event::Undone { undoing, grounds }], revokes }
}

fn undoable(last: Option<&Step>) -> Result<&Step, Refusal> {
    last.ok_or_else(|| Refusal::new("There is nothing to undo."))
}

fn nothing_asked() -> Refusal {
    Refusal::new("Nothing waits for an answer any more.")
}

/// One question at a time; a second one would wipe out the first unseen.
pub(super) fn nothing_open(table: &Table, actor: &Actor) -> Result<(), Refusal> {
    match &table.asked {
        None => Ok(()),
        Some(asked) if asked.by.id == actor.id() => {
            Err(Refusal::new("You have asked already; the question stands in the channel."))
        }
        Some(asked) => Err(Refusal::new(format!(
            "{} has asked something first; answer that in the channel.",
            asked.by.name
        ))),
    }
}

/// Whether the log is needed to judge this.
pub(super) fn reaches_back(table: &Table, action: &Action) -> bool {
    match action {
        Action::Undo { .. } => true,
        Action::Agree => {
            table.asked.as_ref().is_some_and(|asked| matches!(asked.what, AskedFor::Undo(_)))
        }
        Action::Refuse => {
            table.asked.as_ref().is_some_and(|asked| matches!(asked.what, AskedFor::Draw { .. }))
        }
        Action::Open { .. }
        | Action::Join { .. }
        | Action::Leave
        | Action::Seat { .. }
        | Action::Unseat { .. }
        | Action::SeatBot { .. }
        | Action::UnseatBot { .. }
        | Action::SetUp { .. }
        | Action::Change(_)
        | Action::Start
        | Action::Play(_)
        | Action::TypeDice { .. }
        | Action::RollDice
        | Action::HandOver { .. }
        | Action::TakeOver
        | Action::TurnDown
        | Action::Shelve
        | Action::Resume
        | Action::Keep
        | Action::Depart
        | Action::End
        | Action::Settle(_)
        | Action::Rule { .. }
        | Action::Score { .. }
        | Action::Close => false,
    }
}

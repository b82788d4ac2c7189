//! Undo and the end: free where that takes nothing from anybody, else by another player's consent or by
//! the organiser.

use super::{Actor, AskedFor, Decided, Event, Grounds, Table};
use crate::history::Step;
use crate::ids::Seq;
use crate::refusal::Refusal;
use crate::text::list;

pub(super) fn undo(
    table: &Table,
    actor: &Actor,
    step: Seq,
    last: Option<&Step>,
) -> Result<Decided, Refusal> {
    if !table.is_seated(actor.id()) && !table.is_organiser(actor.id()) {
        return Err(Refusal::new("Only players at this table and its organiser may undo a step."));
    }
    let last = undoable(last)?;
    if last.seq != step {
        return Err(Refusal::new(format!(
            "Steps are undone from the latest back, and that is step {} now.",
            last.seq
        )));
    }
    let grounds = if table.is_organiser(actor.id()) {
        Some(Grounds::Organiser)
    } else if is_free(table, actor, last) {
        Some(Grounds::Free)
    } else if table.others(actor.id()).is_empty() {
        Some(Grounds::Alone)
    } else {
        None
    };
    if let Some(grounds) = grounds {
        return Ok(undone(last.seq, grounds));
    }
    already_asked(table, AskedFor::Undo { step })?;
    Ok(vec![Event::UndoAsked { by: actor.player.clone(), step }].into())
}

/// Nothing was rolled or shown, I did it myself, and it is still my turn.
fn is_free(table: &Table, actor: &Actor, last: &Step) -> bool {
    let shown = last.events.iter().any(|event| matches!(event, Event::Played(e) if e.reveals()));
    let seats = table.seats_of(actor.id());
    let my_turn = table.open().iter().any(|open| open.who.includes(&seats));
    last.user == actor.id() && last.dice.is_empty() && !shown && my_turn
}

pub(super) fn end(table: &Table, actor: &Actor) -> Result<Decided, Refusal> {
    let id = actor.id();
    let grounds = if table.is_organiser(id) {
        Grounds::Organiser
    } else if actor.manager {
        Grounds::Manager
    } else if !table.is_seated(id) && table.host.id != id {
        return Err(Refusal::new(
            "Only players at this table, its organiser or somebody who manages this server may end it.",
        ));
    } else if table.others(id).is_empty() {
        Grounds::Alone
    } else {
        already_asked(table, AskedFor::End)?;
        return Ok(vec![Event::EndAsked { by: actor.player.clone() }].into());
    };
    Ok(vec![Event::Ended { grounds }].into())
}

pub(super) fn agree(table: &Table, actor: &Actor, last: Option<&Step>) -> Result<Decided, Refusal> {
    let asked = table.asked.as_ref().ok_or_else(nothing_asked)?;
    let grounds = if table.is_organiser(actor.id()) {
        Grounds::Organiser
    } else if asked.by.id == actor.id() {
        return Err(Refusal::new(format!("It is for {} to answer.", answerers(table, actor))));
    } else if table.is_seated(actor.id()) {
        Grounds::Consent { of: actor.player.clone() }
    } else {
        return Err(Refusal::new("Only another player at this table or its organiser may answer."));
    };
    match asked.what {
        AskedFor::End => Ok(vec![Event::Ended { grounds }].into()),
        AskedFor::Undo { step } => {
            let last = undoable(last)?;
            if last.seq == step {
                Ok(undone(step, grounds))
            } else {
                Err(Refusal::new(format!("Step {step} is not the latest any more.")))
            }
        }
    }
}

pub(super) fn refuse(table: &Table, actor: &Actor) -> Result<Decided, Refusal> {
    if table.asked.is_none() {
        return Err(nothing_asked());
    }
    if !table.is_seated(actor.id()) && !table.is_organiser(actor.id()) {
        return Err(Refusal::new("Only a player at this table or its organiser may answer."));
    }
    Ok(vec![Event::AskRefused { by: actor.player.clone() }].into())
}

fn undone(step: Seq, grounds: Grounds) -> Decided {
    Decided { events: vec![Event::Undone { step, grounds }], revokes: Some(step) }
}

fn undoable(last: Option<&Step>) -> Result<&Step, Refusal> {
    last.ok_or_else(|| Refusal::new("There is nothing to undo."))
}

fn nothing_asked() -> Refusal {
    Refusal::new("Nothing waits for an answer any more.")
}

fn already_asked(table: &Table, what: AskedFor) -> Result<(), Refusal> {
    match &table.asked {
        Some(asked) if asked.what == what => Err(Refusal::new(format!(
            "{} has asked for that already; the question stands in the channel.",
            asked.by.name
        ))),
        _ => Ok(()),
    }
}

fn answerers(table: &Table, actor: &Actor) -> String {
    let mut names: Vec<&str> = table.others(actor.id()).iter().map(|p| &*p.name).collect();
    if let Some(organiser) = &table.organiser {
        names.push(&organiser.name);
    }
    names.dedup();
    list(&names)
}

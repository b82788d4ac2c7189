//! Games that wait unfinished: put away so that the channel is free, and taken up again by anybody at the table. Nothing of
//! them is lost or shown.

use super::decide::{Decided, table_business};
use super::{Actor, Event, Phase, Table};
use crate::refusal::Refusal;

pub(super) fn shelve(table: &Table, actor: &Actor) -> Result<Decided, Refusal> {
    table_business(table, actor, "put the game away")?;
    Ok(vec![Event::Shelved].into())
}

pub(super) fn resume(table: &Table, actor: &Actor) -> Result<Decided, Refusal> {
    if table.phase != Phase::Shelved {
        return Err(Refusal::new(format!(
            "“{}” is open; there is nothing to take up.",
            table.name
        )));
    }
    if !table.belongs(actor.id()) && !actor.manager {
        return Err(Refusal::new(
            "Only people of that table, or somebody who manages this server, may take it up again.",
        ));
    }
    Ok(vec![Event::Resumed].into())
}

pub(super) fn keep(table: &Table, actor: &Actor) -> Result<Decided, Refusal> {
    table_business(table, actor, "say that it is still wanted")?;
    Ok(vec![Event::Kept].into())
}

//! A person in the books of leagues and campaigns: a copy of where they stand, and the way out of them.

use std::collections::BTreeSet;
use std::sync::Arc;

use gatemaster_league::{Action, Book as _, League};
use gatemaster_rules::ids::UserId;
use gatemaster_store::{BookRewriting, BookRow, Store};

use super::copy::Copy;
use super::forget::{FORMER, someone, walk};
use crate::app::App;
use crate::boxed;
use crate::ledger::Ledger;
use crate::request::Request;
use crate::trouble::Trouble;
use serde_json::{Value, json};

/// So many entries of a book are read, and copied together, at a time.
const ENTRIES: u32 = 200;

/// Everything that a book holds of a person: how they stand in it, and the entries that they made.
#[boxed]
pub(super) async fn copy(
    store: &Store,
    user: u64,
    id: &str,
    copy: &mut Copy<'_>,
) -> Result<(), Trouble> {
    let Some(book) = store.book(id).await? else { return Ok(()) };
    let mut appears = Vec::new();
    where_they_stand(&serde_json::from_str(&book.state)?, &user.to_string(), &mut appears);
    let mut after = 0;
    let mut first = true;
    loop {
        let rows = store.entries(id, after, ENTRIES).await?;
        let is_last = rows.len() < ENTRIES as usize;
        after = rows.last().map_or(after, |row| row.seq);
        let mut entries = Vec::new();
        for entry in rows.iter().filter(|entry| entry.user_id == user) {
            entries.push(json!({
                "entry": entry.seq,
                "at_ms": entry.at_ms,
                "name": entry.user_name,
                "action": serde_json::from_str::<Value>(&entry.action)?,
            }));
        }
        if first || !entries.is_empty() {
            let what = json!({
                "book": book.id,
                "kind": book.kind,
                "book_name": book.name,
                "server": book.guild_id.to_string(),
                "appears_as": appears,
                "entries": entries,
            });
            copy.add("books", &what).await?;
        }
        first = false;
        if is_last {
            return Ok(());
        }
    }
}

/// Every part of a book that is about this person: their entries in each season, their office.
fn where_they_stand(value: &Value, user: &str, found: &mut Vec<Value>) {
    match value {
        Value::Array(all) => all.iter().for_each(|value| where_they_stand(value, user, found)),
        Value::Object(fields) => {
            let theirs = fields.get("id").and_then(Value::as_str) == Some(user);
            if theirs && !found.contains(value) {
                found.push(value.clone());
            }
            fields.values().for_each(|value| where_they_stand(value, user, found));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Leaves what is being played, and takes the person out of every book. Gives how many there were.
#[boxed]
pub(super) async fn forget(app: &App, request: &Request) -> Result<usize, Trouble> {
    let user = request.user().0;
    let books = app.desk.store.books_with(user).await?;
    for book in &books {
        leave(app, request, book).await?;
        // another number in each book, so that nobody can be followed from one to the next
        rewrite(&app.ledger, &book.id, user, someone()).await?;
    }
    Ok(books.len())
}

/// Takes the person out of one book, with the names that they went by in it.
#[boxed]
pub(super) async fn rewrite(
    ledger: &Ledger,
    id: &str,
    user: u64,
    instead: u64,
) -> Result<(), Trouble> {
    let names = names_in(ledger, id, UserId(user)).await?;
    let text = move |text: &str| rewritten(text, user, instead, &names);
    ledger
        .rewrite(BookRewriting {
            book_id: id.to_owned(),
            user,
            instead,
            name: FORMER.to_owned(),
            text: Arc::new(text),
        })
        .await
}

/// In small letters. What a league knows of them stays there until the last, so that this can be asked again after a stop.
async fn names_in(ledger: &Ledger, id: &str, user: UserId) -> Result<BTreeSet<String>, Trouble> {
    let row = ledger.store.book(id).await?;
    if row.is_none_or(|row| row.kind != League::KIND) {
        return Ok(BTreeSet::new());
    }
    let Some(kept) = ledger.load_any::<League>(id).await? else { return Ok(BTreeSet::new()) };
    let entrants = kept.book.seasons().flat_map(|season| &season.entrants);
    let names = entrants.filter(|entrant| entrant.is(user)).map(|one| one.name.to_lowercase());
    Ok(names.collect())
}

/// Nobody waits for somebody who is gone.
async fn leave(app: &App, request: &Request, book: &BookRow) -> Result<(), Trouble> {
    if book.kind != League::KIND {
        return Ok(());
    }
    let Some(kept) = app.ledger.load_any::<League>(&book.id).await? else { return Ok(()) };
    if kept.book.season.entrant_of(request.user()).is_some_and(|entrant| !entrant.out) {
        let at_home = Request::made_up(request.actor.clone(), Some(book.guild_id), 0, None);
        match app.ledger.write::<League>(&at_home, &book.id, |_| Ok(Action::Leave)).await {
            // a season that is over cannot be left; they are taken out of it all the same
            Ok(_) => {}
            Err(trouble) if trouble.is_refusal() => {}
            Err(fault) => return Err(fault),
        }
    }
    Ok(())
}

/// The same JSON with another person in this one's place. Beside what games hold, a book has names of its own: of whoever
/// was entered by an organiser, and of those in a file that was brought in.
fn rewritten(text: &str, user: u64, instead: u64, names: &BTreeSet<String>) -> Option<String> {
    let mut value: Value = serde_json::from_str(text).ok()?;
    let user = user.to_string();
    take_names_out(&mut value, &user, names);
    walk(&mut value, &user, &instead.to_string());
    serde_json::to_string(&value).ok()
}

fn take_names_out(value: &mut Value, user: &str, names: &BTreeSet<String>) {
    match value {
        Value::Array(all) => all.iter_mut().for_each(|value| take_names_out(value, user, names)),
        Value::Object(fields) => {
            let entered = fields.get("player").and_then(|player| player.get("id"));
            if entered.and_then(Value::as_str) == Some(user)
                && let Some(name) = fields.get_mut("name")
            {
                *name = FORMER.into();
            }
            for key in ["first", "second"] {
                if let Some(Value::String(name)) = fields.get_mut(key)
                    && names.contains(&name.trim().to_lowercase())
                {
                    FORMER.clone_into(name);
                }
            }
            fields.values_mut().for_each(|value| take_names_out(value, user, names));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_stand_alone_are_taken_out_and_guests_stay() {
        let names = BTreeSet::from(["ann".to_owned()]);
        for (text, expected) in [
            (
                r#"{"do":"enter","player":{"id":"77","name":"Ann"},"name":"Ann"}"#,
                r#"{"do":"enter","player":{"id":"5","name":"Former player"},"name":"Former player"}"#,
            ),
            (
                r#"{"do":"enter","player":null,"name":"Ann"}"#,
                r#"{"do":"enter","player":null,"name":"Ann"}"#,
            ),
            (
                r#"{"matches":[{"first":" ANN ","second":"Joe"}],"first":7}"#,
                r#"{"matches":[{"first":"Former player","second":"Joe"}],"first":7}"#,
            ),
            (
                r#"[{"no":1,"id":"77","name":"Ann"},{"no":2,"name":"Ann"},{"id":"78","name":"Bob"}]"#,
                r#"[{"no":1,"id":"5","name":"Former player"},{"no":2,"name":"Ann"},{"id":"78","name":"Bob"}]"#,
            ),
        ] {
            let value: Value =
                serde_json::from_str(&rewritten(text, 77, 5, &names).unwrap()).unwrap();
            assert_eq!(value, serde_json::from_str::<Value>(expected).unwrap());
        }
        assert_eq!(rewritten("not JSON", 77, 5, &names), None);
    }
}

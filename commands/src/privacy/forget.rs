//! Taking a person out of what is kept, so that games stay whole and readable for everybody else.

use std::sync::Arc;

use gatemaster_rules::table::{Action, Table};
use gatemaster_store::Rewriting;
use rand::RngExt as _;
use serde_json::Value;

use crate::desk::{self, Which};
use crate::face::Face;
use crate::request::Request;
use crate::trouble::Trouble;
use crate::words::LARGEST_FORMER;

/// The others may play on meanwhile; after so many clashes something else is wrong.
const TRIES: usize = 50;

const FORMER: &str = "Former player";

/// Gives the number of games that were rewritten.
pub async fn forget(face: &Face, request: &Request) -> Result<usize, Trouble> {
    let store = &face.desk.store;
    let user = request.user().0;
    let games = store.games_with(user).await?;
    for id in &games {
        leave(face, request, id).await?;
        // another number in each game, so that nobody can be followed from one to the next
        let instead = rand::rng().random_range(1..=LARGEST_FORMER);
        let text = move |text: &str| rewritten(text, user, instead);
        face.desk
            .rewrite(Rewriting {
                game_id: id.clone(),
                user,
                instead,
                name: FORMER.to_owned(),
                text: Arc::new(text),
                seats: Arc::new(|state, _| {
                    let table: Table = serde_json::from_str(state).ok()?;
                    Some(desk::summary(&table).seats)
                }),
            })
            .await?;
        face.boards.touch(id);
    }
    store.forget_person(user).await?;
    face.post.nudge();
    Ok(games.len())
}

/// An open seat is left as anybody leaves one, so that somebody else can take it.
async fn leave(face: &Face, request: &Request, id: &str) -> Result<(), Trouble> {
    for _ in 0..TRIES {
        let Some(game) = face.desk.load_any(id).await? else { return Ok(()) };
        if !game.table.phase.is_open() || !game.table.is_seated(request.user()) {
            return Ok(());
        }
        let at_home = Request::made_up(request.actor.clone(), game.guild, game.channel, None);
        let which = Which::Now(id.to_owned());
        match face.desk.act(&at_home, &which, |_| Ok(Action::Leave.into())).await {
            Ok(_) => return Ok(()),
            // somebody else was faster, or the same press came twice
            Err(Trouble::Stale(_) | Trouble::Refused(_)) => {}
            Err(fault @ Trouble::Fault(_)) => return Err(fault),
        }
    }
    Err(Trouble::fault("a seat could not be left"))
}

/// The same JSON with another person in this one's place. Ids stand in quotes, names beside them.
fn rewritten(text: &str, user: u64, instead: u64) -> Option<String> {
    let mut value: Value = serde_json::from_str(text).ok()?;
    walk(&mut value, &user.to_string(), &instead.to_string());
    serde_json::to_string(&value).ok()
}

fn walk(value: &mut Value, user: &str, instead: &str) {
    match value {
        Value::String(text) if text == user => instead.clone_into(text),
        Value::Array(all) => all.iter_mut().for_each(|value| walk(value, user, instead)),
        Value::Object(fields) => {
            let theirs = fields.get("id").and_then(Value::as_str) == Some(user);
            if theirs && let Some(name) = fields.get_mut("name") {
                *name = FORMER.into();
            }
            fields.values_mut().for_each(|value| walk(value, user, instead));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_person_is_taken_out_and_nobody_else() {
        let text = r#"{"host":{"id":"77","name":"Ann"},"by":"77","salts":[{"by":"78","text":"77 is my number"}],"n":77}"#;
        let expected = r#"{"by":"5","host":{"id":"5","name":"Former player"},"n":77,"salts":[{"by":"78","text":"77 is my number"}]}"#;
        let value: Value = serde_json::from_str(&rewritten(text, 77, 5).unwrap()).unwrap();
        assert_eq!(value, serde_json::from_str::<Value>(expected).unwrap());
        assert_eq!(rewritten("not JSON", 77, 5), None);
    }
}

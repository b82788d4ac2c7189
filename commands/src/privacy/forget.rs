//! Taking a person out of what is kept, so that games stay whole and readable for everybody else.

use std::collections::BTreeSet;
use std::sync::Arc;

use gatemaster_discord::answer::note;
use gatemaster_discord::card::{Card, SeenBy};
use gatemaster_discord::send::persist;
use gatemaster_rules::ids::UserId;
use gatemaster_rules::stored;
use gatemaster_rules::table::{Action, Actor, Phase, Player, Table};
use gatemaster_store::{Forgetting, HalfDone, Rewriting};
use rand::RngExt as _;
use serenity::all::ChannelId;

use crate::answer::ChannelMessage;
use crate::app::App;
use crate::boxed;
use crate::desk::{self, Desk, Which};
use crate::ledger::Ledger;
use crate::request::Request;
use crate::trouble::Trouble;
use crate::words::{self, LARGEST_FORMER};
use serde_json::Value;

/// The others may play on meanwhile; after so many clashes something else is wrong.
const TRIES: usize = 50;

pub(super) const FORMER: &str = "Former player";

/// How many games and books were rewritten, and what their tables are told.
#[derive(Debug)]
pub struct Forgotten {
    pub games: usize,
    pub books: usize,
    pub told: Vec<ChannelMessage>,
}

impl Forgotten {
    pub fn in_words(&self) -> String {
        let places = super::games_and_books(self.games, self.books);
        format!(
            "Done. What was yours alone is deleted, and you are a nameless former player in {places}. Backups that \
             whoever runs me made before may still hold it."
        )
    }
}

/// Takes the person out of everything, one game and one book after the other. It is noted before it begins, so that it goes on after
/// a stop; others play on meanwhile, each table waiting for itself alone.
#[boxed]
pub async fn forget(app: &App, request: &Request) -> Result<Forgotten, Trouble> {
    let mut told = Vec::new();
    let store = &app.desk.store;
    let user = request.user().0;
    // whoever presses twice waits, and then there is nothing left to do
    let _alone = app.desk.rewrites.alone(&format!("person {user}")).await;
    store.begin_forgetting(user).await?;
    let mut done = BTreeSet::new();
    // once more at the end, for whatever they began meanwhile
    for _ in 0..2 {
        for id in store.games_with(user).await? {
            if !done.contains(&id) {
                told.extend(depart(app, request, &id).await?);
                // another number in each game, so that nobody can be followed from one to the next
                app.desk.rewrite(rewriting(id.clone(), user, someone())).await?;
                app.boards.touch(&id);
                done.insert(id);
            }
        }
    }
    let books = super::books::forget(app, request).await?;
    store.forget_person(user).await?;
    app.post.nudge();
    app.clerk.nudge();
    Ok(Forgotten { games: done.len(), books, told })
}

/// Whoever stands there instead.
pub(super) fn someone() -> u64 {
    rand::rng().random_range(1..=LARGEST_FORMER)
}

fn rewriting(game_id: String, user: u64, instead: u64) -> Rewriting {
    Rewriting {
        game_id,
        user,
        instead,
        name: FORMER.to_owned(),
        text: Arc::new(move |text: &str| rewritten(text, user, instead)),
        seats: Arc::new(|state, _| {
            let table = stored::read_table(state).ok()?;
            Some(desk::summary(&table).seats)
        }),
    }
}

/// Ends what a stop has left half rewritten, before anybody looks at it. What cannot be ended now is tried at the next start.
#[boxed]
pub async fn make_whole(desk: &Desk, ledger: &Ledger) {
    let found = match desk.store.forgettings().await {
        Ok(found) => found,
        Err(error) => return tracing::error!(%error, "who is to be forgotten could not be read"),
    };
    for Forgetting { user, half_done } in found {
        let ended = match half_done {
            None => Ok(()),
            Some(HalfDone::Game { id, instead }) => {
                desk.rewrite(rewriting(id, user, instead)).await
            }
            Some(HalfDone::Book { id, instead }) => {
                super::books::rewrite(ledger, &id, user, instead).await
            }
        };
        if let Err(trouble) = ended {
            tracing::error!(what = trouble.in_short(), "a game or book is still half rewritten");
        }
    }
}

/// Goes on with whomever a stop has left half forgotten, and tells them and the tables that lose a player.
#[boxed]
pub async fn go_on(app: &App) {
    let found = app.desk.store.forgettings().await.unwrap_or_default();
    for Forgetting { user, .. } in found {
        // the name is taken out again with everything else
        let player = Player { id: UserId(user), name: FORMER.to_owned() };
        let actor = Actor { player, manager: false };
        let request = Request::made_up(actor, None, 0, None);
        match forget(app, &request).await {
            Ok(forgotten) => {
                let (games, books) = (forgotten.games, forgotten.books);
                tracing::info!(games, books, "somebody's wish to be forgotten was carried out");
                tell_them(app, user, &forgotten).await;
                let told = forgotten.told;
                for ChannelMessage { channel, card, .. } in told {
                    let body = card.body(SeenBy::All);
                    let channel = ChannelId::new(channel.max(1));
                    let send = || app.line.http.send_message(channel, Vec::new(), &body);
                    note(&persist(send).await, "somebody has left");
                }
            }
            Err(trouble) => {
                tracing::error!(what = trouble.in_short(), "somebody is not forgotten yet");
            }
        }
    }
}

/// Their press can be answered no more, so they are told in a direct message; where they take none, they see it by `/privacy`.
async fn tell_them(app: &App, user: u64, forgotten: &Forgotten) {
    let card = Card::line(forgotten.in_words());
    let name = format!("forgotten at {}", app.desk.clock.now_ms());
    if let Err(fault) = app.post.post_directly(user, &card, &name).await {
        tracing::info!(%fault, "somebody who was forgotten could not be told");
    }
}

/// Seats and office are given up in a step of the log, so that nobody waits for somebody who is gone.
async fn depart(app: &App, request: &Request, id: &str) -> Result<Option<ChannelMessage>, Trouble> {
    for _ in 0..TRIES {
        let Some(game) = app.desk.load_any(id).await? else { return Ok(None) };
        if game.table.phase == Phase::Ended || !holds_anything(&game.table, request.user()) {
            return Ok(None);
        }
        let seats: Vec<String> = game
            .table
            .seats_of(request.user())
            .into_iter()
            .map(|seat| words::seat_text(&game.table, seat))
            .collect();
        let at_home = Request::made_up(request.actor.clone(), game.guild, game.channel, None);
        let which = Which::Now(id.to_owned());
        match app.desk.act(&at_home, &which, |_| Ok(Action::Depart.into())).await {
            Ok(_) if seats.is_empty() || !game.table.phase.is_open() => return Ok(None),
            Ok(_) => {
                let seats = words::list(&seats);
                let line = format!(
                    "Whoever played {seats} has left for good. `/game join` takes the seat over."
                );
                let card = Card::line(line);
                return Ok(Some(ChannelMessage::new(game.channel, card)));
            }
            // somebody else was faster, or the same press came twice
            Err(trouble) if trouble.is_refusal() => {}
            Err(fault) => return Err(fault),
        }
    }
    Err(Trouble::fault("a seat could not be left"))
}

fn holds_anything<G>(table: &Table<G>, user: UserId) -> bool {
    let asks = table.asked.as_ref().is_some_and(|asked| asked.by.id == user);
    let offer = table.offer.as_ref();
    let offers = offer.is_some_and(|offer| [offer.by.id, offer.to.id].contains(&user));
    let hosts = table.host.id == user && !table.host_gone;
    table.is_seated(user) || table.is_organiser(user) || hosts || asks || offers
}

/// The same JSON with another person in this one's place. Ids stand in quotes, names beside them.
fn rewritten(text: &str, user: u64, instead: u64) -> Option<String> {
    let mut value: Value = serde_json::from_str(text).ok()?;
    walk(&mut value, &user.to_string(), &instead.to_string());
    serde_json::to_string(&value).ok()
}

pub(super) fn walk(value: &mut Value, user: &str, instead: &str) {
    match value {
        Value::Array(all) => all.iter_mut().for_each(|value| walk(value, user, instead)),
        Value::Object(fields) => {
            let theirs = fields.get("id").and_then(Value::as_str) == Some(user);
            if theirs && let Some(name) = fields.get_mut("name") {
                *name = FORMER.into();
            }
            for (key, value) in fields.iter_mut() {
                match value {
                    // a salt or a name that happens to be that number stays: dice are made of salts
                    Value::String(text) if text == user && matches!(key.as_str(), "id" | "by") => {
                        instead.clone_into(text);
                    }
                    value => walk(value, user, instead),
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_person_is_taken_out_and_nobody_else() {
        let text = r#"{"host":{"id":"77","name":"Ann"},"by":"77","salts":[{"by":"78","text":"77"}],"n":77}"#;
        let expected = r#"{"by":"5","host":{"id":"5","name":"Former player"},"n":77,"salts":[{"by":"78","text":"77"}]}"#;
        let value: Value = serde_json::from_str(&rewritten(text, 77, 5).unwrap()).unwrap();
        assert_eq!(value, serde_json::from_str::<Value>(expected).unwrap());
        assert_eq!(rewritten("not JSON", 77, 5), None);
    }
}

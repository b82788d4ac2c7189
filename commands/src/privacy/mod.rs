//! `/privacy`: what is kept of a person, a copy of it, and the way to have it deleted.

mod books;
mod copy;
mod forget;
pub mod press;

pub use forget::{go_on, make_whole};

use gatemaster_discord::card::{Button, Card, Style};

use crate::answer::{Answer, More, Reply};
use crate::app::App;
use crate::boxed;
use crate::request::Request;
use crate::run::{Ctx, run};
use crate::table::NEUTRAL;
use crate::trouble::{Fault, Trouble};
use crate::words;
use press::PrivacyPress;

/// What I keep about you, a copy of it, and how to have it deleted.
#[poise::command(
    slash_command,
    subcommands("show", "export", "delete"),
    subcommand_required,
    install_context = "Guild|User",
    interaction_context = "Guild|BotDm|PrivateChannel"
)]
#[expect(clippy::unused_async, reason = "poise wants it; only the subcommands do anything")]
pub async fn privacy(_: Ctx<'_>) -> Result<(), Fault> {
    Ok(())
}

/// What I keep about you.
#[poise::command(slash_command)]
pub async fn show(ctx: Ctx<'_>) -> Result<(), Fault> {
    run(ctx, "/privacy show", move |app, request| async move {
        let store = &app.desk.store;
        let user = request.user().0;
        let rolls = store.number_of_rolls_by(user).await?;
        let card = Card {
            title: "What I keep".to_owned(),
            text: format!(
                "**Of you:** what you did in games, {} of `/roll`, and your settings, absences, saved rolls, dice \
                 panels, companies, standing orders and files that wait for a league, if any.\n\n\
                 **In games:** your Discord id, the name you went by, what you did and when, the dice. It is what the \
                 log, undo and the proof of the dice are made of.\n**In leagues and campaigns:** your Discord id, the \
                 name you went by, your matches and results, what you entered and when.\n**With rolls:** who rolled what, where and when.\n\
                 **Not at all:** messages that are not addressed to me, voice, addresses, anything outside of my own \
                 commands and buttons. Nothing is passed on; whoever runs this bot has the database and its backups.\n\n\
                 `/privacy export` gives you a copy. `/privacy delete` deletes what is yours alone and takes your name \
                 and id out of games, leagues and campaigns; those stay readable for the others.",
                words::count(rolls, "roll", "rolls")
            ),
            colour: Some(NEUTRAL),
            ..Card::default()
        };
        Ok(Answer::private(card).into())
    })
    .await
}

/// A copy of everything I keep about you, as a file.
#[poise::command(slash_command)]
pub async fn export(ctx: Ctx<'_>) -> Result<(), Fault> {
    run(ctx, "/privacy export", move |app, request| async move {
        let store = app.desk.store.clone();
        let mut messages = copy::messages(store, request.user().0, request.largest_file);
        match messages.recv().await {
            Some(Ok(first)) => {
                Ok(Answer { more: Some(More(messages)), ..Answer::private(first) }.into())
            }
            Some(Err(trouble)) => Err(trouble),
            None => Err(Trouble::fault("a copy was not made")),
        }
    })
    .await
}

/// Delete what is yours, and take your name out of games; you are asked first.
#[poise::command(slash_command)]
pub async fn delete(ctx: Ctx<'_>) -> Result<(), Fault> {
    run(ctx, "/privacy delete", move |app, request| async move {
        let games = app.desk.store.games_with(request.user().0).await?.len();
        let books = app.desk.store.books_with(request.user().0).await?.len();
        let places = games_and_books(games, books);
        let yes = Button::new("Delete it all", PrivacyPress::Forget);
        let no = Button::new("Keep it", PrivacyPress::Keep);
        let card = Card {
            title: "Delete what is yours?".to_owned(),
            text: format!(
                "Your settings, absences, saved rolls, dice panels, companies, standing orders and all your rolls are deleted. You leave every open seat and league, and \
                 in {places} a nameless former player stands where you were, so that the others keep their log and can \
                 still check the dice. Salts stay, because the dice were made with them. This cannot be undone, \
                 and it counts for all servers. Messages that I have posted are Discord's to delete."
            ),
            colour: Some(NEUTRAL),
            buttons: vec![vec![yes.styled(Style::No), no]],
            ..Card::default()
        };
        Ok(Answer::private(card).into())
    })
    .await
}

#[boxed]
pub async fn pressed(app: &App, request: &Request, press: PrivacyPress) -> Result<Reply, Trouble> {
    match press {
        PrivacyPress::Keep => {
            Ok(Answer::private(Card::line("Nothing was deleted.")).in_place().into())
        }
        PrivacyPress::Forget => {
            let forgotten = forget::forget(app, request).await?;
            let card = Card::line(forgotten.in_words());
            Ok(Answer { elsewhere: forgotten.told, ..Answer::private(card).in_place() }.into())
        }
    }
}

/// "3 games", "3 games and 1 league or campaign"
fn games_and_books(games: usize, books: usize) -> String {
    let count = |n: usize, one, many| words::count(u32::try_from(n).unwrap_or(u32::MAX), one, many);
    let games = count(games, "game", "games");
    match books {
        0 => games,
        books => {
            format!("{games} and {}", count(books, "league or campaign", "leagues and campaigns"))
        }
    }
}

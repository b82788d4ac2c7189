//! The Discord face of Gatemaster: slash commands, buttons, forms, and everything that is shown.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

pub mod answer;
mod away;
pub mod bag;
pub mod battle;
pub mod boards;
mod books;
mod campaign;
pub mod card;
pub mod clerk;
pub mod clock;
pub mod desk;
pub mod dicegame;
pub mod face;
pub mod forms;
pub mod framework;
pub mod game;
mod help;
pub mod league;
pub mod ledger;
pub mod limits;
pub mod manual;
mod my;
mod own_file;
pub mod picture;
mod player;
pub mod post;
pub mod prefs;
pub mod press;
mod presses;
mod privacy;
pub mod quiet;
pub mod request;
pub mod roll;
pub mod send;
mod server_settings;
pub mod show;
pub mod trouble;
pub mod words;

use std::future::Future;

use answer::{Reply, Ticket, deliver};
use face::Face;
use request::Request;
use trouble::{Fault, Trouble};

pub type Command = poise::Command<Face, Fault>;
pub type Ctx<'a> = poise::ApplicationContext<'a, Face, Fault>;

/// Runs a slash command's work and answers it.
async fn run<F>(
    ctx: Ctx<'_>,
    place: &'static str,
    work: impl FnOnce(Face, Request) -> F + Send + 'static,
) -> Result<(), Fault>
where
    F: Future<Output = Result<Reply, Trouble>> + Send + 'static,
{
    let face = ctx.framework.user_data().await;
    let ticket = Ticket::command(ctx.interaction);
    let (at_work, interaction) = (face.clone(), Box::new(ctx.interaction.clone()));
    // boxed, because it holds a whole game while it waits; reading the server's settings is part of the work that may be late
    let work = Box::pin(async move {
        let request = Request::from_command(&interaction, &at_work).await;
        work(at_work, request).await
    });
    deliver(face, ticket, place, work).await;
    Ok(())
}

/// Every command of the bot.
pub fn all() -> Vec<Command> {
    vec![
        game::game(),
        battle::draw(),
        battle::orders::order(),
        battle::orders::move_(),
        battle::orders::assault(),
        battle::orders::deploy(),
        battle::aim::shoot(),
        battle::ask::react(),
        battle::ask::turn(),
        battle::ask::standing(),
        battle::ask::correct(),
        battle::force::force(),
        battle::force::units(),
        battle::site::building(),
        battle::unit(),
        battle::explain(),
        battle::explain_this(),
        battle::profile(),
        battle::weapon(),
        battle::rules(),
        bag::bag(),
        dicegame::dicegame(),
        league::league(),
        league::organise(),
        campaign::campaign(),
        campaign::chronicler(),
        roll::roll(),
        roll::rolls(),
        player::player(),
        my::my(),
        away::leave_of_absence(),
        help::help(),
        help::about(),
        privacy::privacy(),
        server_settings::settings(),
    ]
}

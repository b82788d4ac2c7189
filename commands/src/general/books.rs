//! The books: units, weapons and rules of whatever is played in the channel. Where nothing is played, they are those of
//! the first system that has some.

use gatemaster_rules::game::SystemId;
use serenity::all::CreateAutocompleteResponse;

use crate::answer::Reply;
use crate::app::App;
use crate::desk::{Loaded, Which};
use crate::face::{Book, Face};
use crate::offers;
use crate::request::Request;
use crate::run::{Ctx, run};
use crate::trouble::{Fault, Trouble};

/// A unit of this channel's game: what it has, its weapons and rules, and how it stands.
#[poise::command(slash_command, install_context = "Guild", interaction_context = "Guild|BotDm")]
pub async fn unit(
    ctx: Ctx<'_>,
    #[description = "Which unit; without it, lists to choose from"]
    #[autocomplete = "units"]
    #[max_length = 100]
    unit: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/unit", move |app, request| async move {
        let game = app.desk.load(&request, &Which::LastHere).await?;
        let face = app.systems.of(game.table.system);
        face.look_up(&app, &request, Some(&game), Book::Unit, unit.as_deref()).await
    })
    .await
}

/// A unit as printed, from the books of the game played here: figures, weapons, what its words mean.
#[poise::command(
    slash_command,
    install_context = "Guild|User",
    interaction_context = "Guild|BotDm|PrivateChannel"
)]
pub async fn profile(
    ctx: Ctx<'_>,
    #[description = "Which unit, of any force; where nothing is played, one of Antares"]
    #[autocomplete = "profiles"]
    #[max_length = 100]
    unit: String,
) -> Result<(), Fault> {
    run(ctx, "/profile", move |app, request| async move {
        look_up(&app, &request, Book::Profile, &unit).await
    })
    .await
}

/// A weapon from the books of the game played here: its figures and rules, and who carries it.
#[poise::command(
    slash_command,
    install_context = "Guild|User",
    interaction_context = "Guild|BotDm|PrivateChannel"
)]
pub async fn weapon(
    ctx: Ctx<'_>,
    #[description = "Which weapon; where nothing is played, one of Antares"]
    #[autocomplete = "weapons"]
    #[max_length = 100]
    weapon: String,
) -> Result<(), Fault> {
    run(ctx, "/weapon", move |app, request| async move {
        look_up(&app, &request, Book::Weapon, &weapon).await
    })
    .await
}

/// Look up rules, first those of the game played here: in our own words, with the page to read on.
#[poise::command(
    slash_command,
    install_context = "Guild|User",
    interaction_context = "Guild|BotDm|PrivateChannel"
)]
pub async fn rules(
    ctx: Ctx<'_>,
    #[description = "A word of it, its title, or its number such as A-SHT-4 or T-SHT-4"]
    #[autocomplete = "titles"]
    #[max_length = 100]
    search: String,
) -> Result<(), Fault> {
    run(ctx, "/rules", move |app, request| async move {
        look_up(&app, &request, Book::Rules, &search).await
    })
    .await
}

async fn look_up(app: &App, request: &Request, book: Book, typed: &str) -> Result<Reply, Trouble> {
    let game = here(app, request).await;
    let own = reads(app, game.as_ref());
    // a title may be in several books: that of the game played here comes first
    let named = || app.systems.all().find(|face| face.has_rule(typed));
    let is_elsewhere = book == Book::Rules && !own.has_rule(typed);
    let face = if is_elsewhere { named().unwrap_or(own) } else { own };
    face.look_up(app, request, game.as_ref(), book, Some(typed)).await
}

/// The books are open whether or not there is a game.
async fn here(app: &App, request: &Request) -> Option<Loaded> {
    app.desk.load(request, &Which::Here).await.ok()
}

fn reads(app: &App, game: Option<&Loaded>) -> &'static dyn Face {
    let here = game.map(|game| app.systems.of(game.table.system));
    let mut all = app.systems.all();
    here.filter(|face| face.has_books())
        .or_else(|| all.find(|face| face.has_books()))
        .unwrap_or_else(|| app.systems.of(SystemId::ALL[0]))
}

async fn units(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    let app = ctx.framework.user_data().await;
    let request = Request::from_command(ctx.interaction, app.lookup()).await;
    let game = app.desk.load(&request, &Which::LastHere).await.ok();
    offered(app, &request, game.as_ref(), Book::Unit, typed).await
}

async fn profiles(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    offer(ctx, Book::Profile, typed).await
}

async fn weapons(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    offer(ctx, Book::Weapon, typed).await
}

async fn titles(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    offer(ctx, Book::Rules, typed).await
}

async fn offer(ctx: Ctx<'_>, book: Book, typed: &str) -> CreateAutocompleteResponse {
    let app = ctx.framework.user_data().await;
    let request = Request::from_command(ctx.interaction, app.lookup()).await;
    let game = here(app, &request).await;
    offered(app, &request, game.as_ref(), book, typed).await
}

async fn offered(
    app: &App,
    request: &Request,
    game: Option<&Loaded>,
    book: Book,
    typed: &str,
) -> CreateAutocompleteResponse {
    let face = match (book, game) {
        (Book::Unit, Some(game)) => app.systems.of(game.table.system),
        _ => reads(app, game),
    };
    let offered = face.offered(app, request, game, book, typed).await;
    offers::choices(offered.into_iter())
}

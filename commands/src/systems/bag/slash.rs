//! `/bag`: an order-dice bag for any game of that kind.

use gatemaster_rules::bag::{Bag, Command as BagCommand, PoolId, Setup, State};
use gatemaster_rules::game::{self, SystemId};
use gatemaster_rules::table::{Action, Phase};
use gatemaster_rules::text::list;
use serenity::all::CreateAutocompleteResponse;

use crate::answer::{Answer, NewBoard};
use crate::app::App;
use crate::desk::{ActionWithDice, LATEST, Which};
use crate::face::{Hall, view_of};
use crate::home::{Home, open_at};
use crate::request::Request;
use crate::run::{Ctx, run};
use crate::trouble::{Fault, Trouble};
use crate::words::esc;
use crate::{offers, table};

/// An order-dice bag: sides with dice of their colour, draws by chance, turns.
#[poise::command(
    slash_command,
    subcommands("setup", "draw", "return_", "take_out", "put_in", "next", "undo", "show_"),
    subcommand_required,
    install_context = "Guild",
    interaction_context = "Guild|BotDm"
)]
#[expect(clippy::unused_async, reason = "poise wants it; only the subcommands do anything")]
pub async fn bag(_: Ctx<'_>) -> Result<(), Fault> {
    Ok(())
}

/// Fill a bag and start at once, or change the dice of a table that has not started.
#[poise::command(slash_command)]
pub async fn setup(
    ctx: Ctx<'_>,
    #[description = "Each side and its dice, such as: Red 6, Blue 5"]
    #[max_length = 1000]
    sides: String,
    #[description = "Dice of no side, such as: Distort 1"]
    #[max_length = 1000]
    extras: Option<String>,
    #[description = "A name for the game"]
    #[max_length = 64]
    name: Option<String>,
    #[description = "Give the game a thread of its own"] thread: Option<bool>,
) -> Result<(), Fault> {
    run(ctx, "/bag setup", move |hall, request| async move {
        let setup = Setup::parse(&sides, extras.as_deref().unwrap_or_default())
            .map_err(|faults| Trouble::refused(faults.join("\n")))?;
        let setup = game::Setup::Bag(setup);
        let home = Home::wished(thread, None);
        if home == Home::Here && in_lobby(&hall, &request).await? {
            let action = Action::SetUp { setup, name };
            let outcome = hall.desk.act(&request, &Which::Here, |_| Ok(action.into())).await?;
            return Ok(table::told(hall.systems, &outcome, &request).into());
        }
        start(&hall, &request, home, setup, name).await
    })
    .await
}

/// A bag that is played from at once.
async fn start(
    app: &App,
    request: &Request,
    home: Home,
    setup: game::Setup,
    name: Option<String>,
) -> Result<crate::answer::Reply, Trouble> {
    let name = name.unwrap_or_else(|| SystemId::Bag.title().to_owned());
    let settings = request.server.table_settings();
    let action = Action::Open { name, setup, organiser: None, start: true, settings };
    open_at(app, request, home, action).await
}

async fn in_lobby(hall: &Hall, request: &Request) -> Result<bool, Trouble> {
    match hall.desk.load(request, &Which::Here).await {
        Ok(game) => Ok(game.table.phase == Phase::Lobby && game.table.system == SystemId::Bag),
        Err(trouble) if trouble.is_refusal() => Ok(false),
        Err(fault) => Err(fault),
    }
}

/// Draw a die from the bag.
#[poise::command(slash_command)]
pub async fn draw(
    ctx: Ctx<'_>,
    #[description = "Drawn by hand: the side that came out, or the die's number in the bag"]
    #[autocomplete = "dice_in_bag"]
    #[max_length = 100]
    dice: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/bag draw", move |hall, request| async move {
        play(&hall, &request, |state| {
            let dice = dice.map(|text| position(state, &text)).transpose()?;
            Ok((BagCommand::Draw, dice))
        })
        .await
    })
    .await
}

/// A hand-drawn die is typed as the side's name, which stands for that side's first die in the bag, or as its number.
pub(crate) fn position(state: &State, text: &str) -> Result<String, Trouble> {
    let named = state.pool_named(text);
    let position = named.and_then(|pool| state.first_position_of(pool));
    let number = text.trim().parse::<u32>().ok().filter(|n| (1..=state.in_bag()).contains(n));
    match (position.or(number), named) {
        (Some(position), _) => Ok(position.to_string()),
        (None, Some(_)) => {
            Err(Trouble::refused(format!("There is no {} die in the bag.", esc(text.trim()))))
        }
        // an empty bag is refused in its own words
        (None, None) if state.in_bag() == 0 => Ok("1".to_owned()),
        (None, None) => {
            let filled = state.pools.iter().filter(|pool| pool.in_bag > 0);
            let names: Vec<String> = filled.map(|pool| esc(&pool.name)).collect();
            Err(Trouble::refused(format!(
                "For a die drawn by hand, name its side ({}), or its number in the bag from 1 to {}.",
                list(&names),
                state.in_bag()
            )))
        }
    }
}

/// Put a drawn die back into the bag.
#[poise::command(slash_command, rename = "return")]
pub async fn return_(
    ctx: Ctx<'_>,
    #[description = "Whose die"]
    #[autocomplete = "dice_on_table"]
    #[max_length = 100]
    die: String,
) -> Result<(), Fault> {
    run(ctx, "/bag return", move |hall, request| async move {
        play(&hall, &request, |state| Ok((BagCommand::Return { pool: pool(state, &die)? }, None)))
            .await
    })
    .await
}

/// Take a die out of the game: from the table if one lies there, else out of the bag.
#[poise::command(slash_command, rename = "take-out")]
pub async fn take_out(
    ctx: Ctx<'_>,
    #[description = "Whose die"]
    #[autocomplete = "all_dice"]
    #[max_length = 100]
    die: String,
) -> Result<(), Fault> {
    run(ctx, "/bag take-out", move |hall, request| async move {
        play(&hall, &request, |state| Ok((BagCommand::TakeOut { pool: pool(state, &die)? }, None)))
            .await
    })
    .await
}

/// Put dice into the bag: first those that were taken out, then new ones.
#[poise::command(slash_command, rename = "put-in")]
pub async fn put_in(
    ctx: Ctx<'_>,
    #[description = "Whose die"]
    #[autocomplete = "all_dice"]
    #[max_length = 100]
    die: String,
    #[description = "How many; one if you leave this out"] count: Option<i64>,
) -> Result<(), Fault> {
    run(ctx, "/bag put-in", move |hall, request| async move {
        play(&hall, &request, |state| {
            let dice = u32::try_from(count.unwrap_or(1))
                .map_err(|_| Trouble::refused("Say how many dice to put in, from 1 up."))?;
            Ok((BagCommand::PutIn { pool: pool(state, &die)?, dice }, None))
        })
        .await
    })
    .await
}

/// Begin the next turn: drawn dice go back into the bag.
#[poise::command(slash_command)]
pub async fn next(
    ctx: Ctx<'_>,
    #[description = "Dice that stay out for the next turn, such as: Red 1"]
    #[max_length = 1000]
    keep: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/bag next", move |hall, request| async move {
        play(&hall, &request, |state| {
            let kept = keep.as_deref().map_or(Ok(Vec::new()), |text| kept(state, text))?;
            Ok((BagCommand::NextTurn { kept }, None))
        })
        .await
    })
    .await
}

/// Take back the latest step; the other side is asked if a die was drawn.
#[poise::command(slash_command)]
pub async fn undo(ctx: Ctx<'_>) -> Result<(), Fault> {
    run(ctx, "/bag undo", move |hall, request| async move {
        let undo = Action::Undo { step: LATEST };
        let outcome = hall.desk.act(&request, &Which::Here, |_| Ok(undo.into())).await?;
        Ok(table::told(hall.systems, &outcome, &request).into())
    })
    .await
}

/// Show the bag; the latest one shown stays live.
#[poise::command(slash_command, rename = "show")]
pub async fn show_(ctx: Ctx<'_>) -> Result<(), Fault> {
    run(ctx, "/bag show", move |hall, request| async move {
        let game = hall.desk.load(&request, &Which::Here).await?;
        view_of::<Bag>(&game)?;
        if !game.table.belongs(request.user()) && !request.actor.manager {
            return Ok(Answer::private(table::board(hall.systems, &game)).into());
        }
        let card = table::board(hall.systems, &game);
        let board = Some(NewBoard { game, pin: false });
        Ok(Answer { board, ..Answer::public(card) }.into())
    })
    .await
}

async fn play(
    hall: &Hall,
    request: &Request,
    choose: impl FnOnce(&State) -> Result<(BagCommand, Option<String>), Trouble> + Send,
) -> Result<crate::answer::Reply, Trouble> {
    let outcome = hall
        .desk
        .act(request, &Which::Here, |game| {
            let (command, dice) = choose(view_of::<Bag>(game)?)?;
            Ok(ActionWithDice { action: Action::Play(game::Command::Bag(command)), dice })
        })
        .await?;
    Ok(table::told(hall.systems, &outcome, request).into())
}

fn pool(state: &State, name: &str) -> Result<PoolId, Trouble> {
    state.pool_named(name).ok_or_else(|| {
        let names: Vec<String> = state.pools.iter().map(|pool| esc(&pool.name)).collect();
        Trouble::refused(format!("This bag has dice of {}; name one of those.", list(&names)))
    })
}

/// Reads `Red 1, Blue 2` as how many dice of each pool stay out.
fn kept(state: &State, text: &str) -> Result<Vec<u32>, Trouble> {
    let mut kept = vec![0; state.pools.len()];
    for part in text.split([',', ';', '\n']).map(str::trim).filter(|part| !part.is_empty()) {
        let (name, number) = part.rsplit_once(char::is_whitespace).unwrap_or((part, ""));
        let number = number.parse::<u32>().map_err(|_| {
            Trouble::refused("Say whose dice stay out and how many, such as `Red 1, Blue 2`.")
        })?;
        kept[pool(state, name)?.index()] = number;
    }
    Ok(kept)
}

async fn dice_in_bag(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    offer(ctx, typed, |pool| pool.in_bag > 0).await
}

async fn dice_on_table(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    offer(ctx, typed, |pool| pool.on_table > 0).await
}

async fn all_dice(ctx: Ctx<'_>, typed: &str) -> CreateAutocompleteResponse {
    offer(ctx, typed, |_| true).await
}

async fn offer(
    ctx: Ctx<'_>,
    typed: &str,
    fits: fn(&gatemaster_rules::bag::Pool) -> bool,
) -> CreateAutocompleteResponse {
    let game = offers::here(ctx).await;
    let pools = match game.as_ref().and_then(|game| game.table.game.as_ref()) {
        Some(game::View::Bag(state)) => state.pools.as_slice(),
        _ => &[],
    };
    let fitting = pools.iter().filter(|pool| fits(pool) && offers::contains(&pool.name, typed));
    offers::choices(fitting.map(|pool| (pool.name.clone(), pool.name.clone())))
}

//! Gates of Antares: The Dice Game on Discord, on buttons alone.

mod explain;
mod face;
mod guide;
mod lobby;
pub mod own;
mod picture;
pub mod press;
mod rematch;
mod show;
mod slash;
pub mod standing;

use gatemaster_rules::dicegame::{Command, DiceGame, Setup, State, usable};
use gatemaster_rules::game::{self, View};
use gatemaster_rules::ids::{Seat, UserId};
use gatemaster_rules::table::Action;

use crate::answer::{Answer, PressedMessage, Reply, unknown};
use crate::boxed;
use crate::desk::{ActionWithDice, Loaded, Which};
use crate::face::{Hall, lobby_of};
use crate::notes::Note as _;
use crate::request::Request;
use crate::table::{answer_press, holds, refine, told_besides};
use crate::trouble::Trouble;
use crate::words::esc;
pub use face::DiceGameFace;
use gatemaster_discord::card::Card;

use press::{DicePress, DicePressed, Hand};
pub use slash::dicegame;
use standing::Standing;

/// A button of the Dice Game, or one of its lists with what was picked.
#[boxed]
pub(crate) async fn pressed(
    hall: &Hall,
    request: &Request,
    pressed: DicePressed,
    picked: &[String],
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let DicePressed { game, seq, press } = pressed;
    let now = Which::Now(game.clone());
    let seen = Which::At(game.clone(), seq);
    let play = |command: Command| play(hall, request, seen.clone(), on, command);
    match press {
        DicePress::AddBot => {
            let add = |_: &Loaded| Ok(Action::SeatBot { seat: None }.into());
            act(hall, request, now, on, add).await
        }
        DicePress::SendBotAway => act(hall, request, now, on, last_bot).await,
        DicePress::HouseTraits(house_traits) => {
            set_up(hall, request, now, on, |setup| Ok(Setup { house_traits, ..setup })).await
        }
        DicePress::Gate => {
            set_up(hall, request, now, on, |setup| {
                let picked = picked
                    .first()
                    .and_then(|key| setup.gates.iter().find(|gate| gate.key == *key).cloned());
                let gate = picked.ok_or_else(unknown)?;
                Ok(Setup { gate, ..setup })
            })
            .await
        }
        DicePress::Guide => {
            let game = hall.desk.load(request, &now).await?;
            Ok(Answer::private(guide::guide(&game)?).into())
        }
        DicePress::DrawFirst => play(Command::DrawFirst).await,
        DicePress::Roll(fate) => play(Command::Roll { fate }).await,
        DicePress::Choose(hand) => choose(hall, request, &seen, hand, on).await,
        DicePress::RollAgain(hand) => {
            play(Command::RollAgain { dice: hand.dice(), fate: hand.fate }).await
        }
        DicePress::Stop => play(Command::Stop).await,
        DicePress::AddFate { seat, dice } => play(Command::AddFate { seat, dice }).await,
        DicePress::NotThisTurn(seat) => {
            let note = |standing: &mut Standing, state: &State| {
                standing.not_in_turn = state.turn.as_ref().map(|turn| turn.number);
            };
            add_none_from_now(hall, request, seen.clone(), on, seat, note).await
        }
        DicePress::NeverFor { seat, roller } => {
            let note = |standing: &mut Standing, _: &State| standing.never_for(roller);
            add_none_from_now(hall, request, seen.clone(), on, seat, note).await
        }
        DicePress::Standing => {
            let game = hall.desk.load(request, &now).await?;
            Ok(Answer::private(standing_card(hall, request, &game).await?).into())
        }
        DicePress::AskAgain => {
            let forget = |standing: &mut Standing, _: &State| *standing = Standing::default();
            Box::pin(change_standing(hall, request, &now, forget)).await
        }
        DicePress::NeverForAnybody => {
            let never = |standing: &mut Standing, state: &State| {
                state.seats().for_each(|seat| standing.never_for(seat));
            };
            Box::pin(change_standing(hall, request, &now, never)).await
        }
        DicePress::Trait(wish) => play(Command::Trait(wish)).await,
        DicePress::PickTrait => {
            act(hall, request, seen.clone(), on, |game| {
                // by their place: the press is bound to the step it was shown at
                let place = picked.first().and_then(|place| place.parse::<usize>().ok());
                let wish = place.and_then(|place| usable(state(game).ok()?).get(place).copied());
                let command = Command::Trait(Some(wish.ok_or_else(unknown)?));
                Ok(Action::Play(game::Command::DiceGame(command)).into())
            })
            .await
        }
        DicePress::Claim(choice) => play(Command::Claim(choice)).await,
        DicePress::TakeFateFrom(seat) => play(Command::TakeFateFrom { seat }).await,
        DicePress::PlayOn => Box::pin(play_on(hall, request, &seen, on)).await,
        DicePress::Rematch => Box::pin(rematch::rematch(hall, request, &now)).await,
    }
}

/// The game of this table, once it has begun.
pub(crate) fn state(game: &Loaded) -> Result<&State, Trouble> {
    match &game.table.game {
        Some(View::DiceGame(state)) => Ok(state),
        _ => Err(unknown()),
    }
}

async fn set_up(
    hall: &Hall,
    request: &Request,
    which: Which,
    on: PressedMessage,
    change: impl FnOnce(Setup) -> Result<Setup, Trouble> + Send,
) -> Result<Reply, Trouble> {
    let choose = |game: &Loaded| {
        let setup = change(lobby_of::<DiceGame>(game)?.clone())?;
        Ok(Action::SetUp { setup: game::Setup::DiceGame(setup), name: None }.into())
    };
    act(hall, request, which, on, choose).await
}

/// The seat that the program took last.
fn last_bot(game: &Loaded) -> Result<ActionWithDice, Trouble> {
    let seat = game.table.seats_of(UserId::BOT).last().copied();
    let seat = seat.ok_or_else(|| Trouble::refused("I do not play a seat at this table."))?;
    Ok(Action::UnseatBot { seat }.into())
}

async fn play(
    hall: &Hall,
    request: &Request,
    which: Which,
    on: PressedMessage,
    command: Command,
) -> Result<Reply, Trouble> {
    let choose = |game: &Loaded| {
        state(game)?;
        Ok(Action::Play(game::Command::DiceGame(command)).into())
    };
    act(hall, request, which, on, choose).await
}

async fn act(
    hall: &Hall,
    request: &Request,
    which: Which,
    on: PressedMessage,
    choose: impl FnOnce(&Loaded) -> Result<ActionWithDice, Trouble> + Send,
) -> Result<Reply, Trouble> {
    let outcome = hall.desk.act(request, &which, choose).await?;
    Ok(answer_press(hall.systems, &outcome, request, on).into())
}

/// Shows what would be rolled; nothing has happened yet.
async fn choose(
    hall: &Hall,
    request: &Request,
    seen: &Which,
    hand: Hand,
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let game = hall.desk.load(request, seen).await?;
    let state = state(&game)?;
    let Some(roller) = state.roller() else { return Err(unknown()) };
    holds(&game, request, roller)?;
    let mut controls = show::controls_with(&game, state, hand);
    controls.buttons = show::with_table_row(&game, state, controls.buttons);
    Ok(refine(&DiceGameFace, &game, on, controls))
}

/// None now, and none later, as long as it was said.
async fn add_none_from_now(
    hall: &Hall,
    request: &Request,
    which: Which,
    on: PressedMessage,
    seat: Seat,
    note: impl FnOnce(&mut Standing, &State) + Send,
) -> Result<Reply, Trouble> {
    let game = hall.desk.load(request, &which).await?;
    let state = state(&game)?;
    holds(&game, request, seat)?;
    if standing::asked(state) == Some(seat) {
        let mut standing = Standing::load(&hall.desk.store, &game.id, request.user()).await?;
        note(&mut standing, state);
        standing.save(&hall.desk.store, &game.id, request.user()).await?;
    }
    play(hall, request, which, on, Command::AddFate { seat, dice: 0 }).await
}

async fn change_standing(
    hall: &Hall,
    request: &Request,
    which: &Which,
    change: impl FnOnce(&mut Standing, &State) + Send,
) -> Result<Reply, Trouble> {
    let game = hall.desk.load(request, which).await?;
    let mut standing = Standing::load(&hall.desk.store, &game.id, request.user()).await?;
    change(&mut standing, state(&game)?);
    standing.save(&hall.desk.store, &game.id, request.user()).await?;
    // it may be what the table waits for
    let kept = Box::pin(hall.desk.keep_new_standing_orders(&game.id)).await?;
    let now = kept.as_ref().map_or(&game, |outcome| &outcome.game);
    let answer = Answer::private(standing_card(hall, request, now).await?).in_place();
    Ok(match &kept {
        Some(outcome) => told_besides(hall.systems, outcome, request, answer),
        None => answer,
    }
    .into())
}

async fn standing_card(hall: &Hall, request: &Request, game: &Loaded) -> Result<Card, Trouble> {
    let own = game.table.seats_of(request.user());
    if own.is_empty() {
        return Err(Trouble::refused(
            "You have no seat at this table, so nobody asks you for fate dice.",
        ));
    }
    let standing = Standing::load(&hall.desk.store, &game.id, request.user()).await?;
    Ok(show::standing(game, state(game)?, &standing, &own))
}

/// An undo has stopped the program in the middle of its turn; anybody of the table may let it go on.
async fn play_on(
    hall: &Hall,
    request: &Request,
    seen: &Which,
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let game = hall.desk.load(request, seen).await?;
    if !game.table.belongs(request.user()) && !request.actor.manager {
        return Err(Trouble::refused(format!(
            "Only people at the table “{}” may do that.",
            esc(&game.table.name)
        )));
    }
    match Box::pin(hall.desk.keep_new_standing_orders(&game.id)).await? {
        Some(outcome) => Ok(answer_press(hall.systems, &outcome, request, on).into()),
        None => Err(Trouble::refused("It is not for me to act now.")),
    }
}

/// A button of this game as it stands.
pub fn button(
    game: &Loaded,
    label: impl Into<String>,
    press: DicePress,
) -> gatemaster_discord::card::Button {
    gatemaster_discord::card::Button::new(label, DicePressed::new(&game.id, game.at, press))
}

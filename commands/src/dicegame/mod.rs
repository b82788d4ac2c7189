//! Gates of Antares: The Dice Game on Discord, on buttons alone.

mod explain;
mod guide;
mod lobby;
pub mod own;
pub mod press;
mod rematch;
mod slash;
pub mod standing;

use gatemaster_rules::dicegame::{Command, Setup, State};
use gatemaster_rules::game::{self, Game};
use gatemaster_rules::ids::{Seat, UserId};
use gatemaster_rules::table::{Action, Phase};

use crate::answer::{Answer, Reply};
use crate::card::Card;
use crate::desk::{Doing, Loaded, Outcome, Which};
use crate::face::Face;
use crate::presses::{On, told_where, unknown};
use crate::request::Request;
use crate::show;
use crate::trouble::Trouble;
use crate::words::esc;
pub(crate) use explain::in_full;
pub(crate) use guide::guide;
pub use lobby::lobby;
pub use own::setup;
use press::{DicePress, DicePressed, Hand};
pub use slash::dicegame;
use standing::Standing;

/// A button of the Dice Game, or its list of gate cards with what was picked.
pub(crate) async fn pressed(
    face: &Face,
    request: &Request,
    pressed: DicePressed,
    picked: &[String],
    on: On,
) -> Result<Reply, Trouble> {
    let DicePressed { game, seq, press } = pressed;
    let now = Which::Now(game.clone());
    let seen = Which::At(game.clone(), seq);
    let play = |command: Command| play(face, request, seen.clone(), on, command);
    let done = match press {
        DicePress::AddBot => {
            let add = |_: &Loaded| Ok(Action::SeatBot { seat: None }.into());
            act(face, request, now, on, add).await
        }
        DicePress::SendBotAway => act(face, request, now, on, last_bot).await,
        DicePress::HouseTraits(house_traits) => {
            set_up(face, request, now, on, |setup| Ok(Setup { house_traits, ..setup })).await
        }
        DicePress::Gate => {
            set_up(face, request, now, on, |setup| {
                let picked = picked
                    .first()
                    .and_then(|key| setup.gates.iter().find(|gate| gate.key == *key).cloned());
                let gate = picked.ok_or_else(unknown)?;
                Ok(Setup { gate, ..setup })
            })
            .await
        }
        DicePress::Guide => {
            let game = face.desk.load(request, &now).await?;
            Ok(Answer::private(guide(&game)?).into())
        }
        DicePress::DrawFirst => play(Command::DrawFirst).await,
        DicePress::Roll(fate) => play(Command::Roll { fate }).await,
        DicePress::Choose(hand) => choose(face, request, &seen, hand, on).await,
        DicePress::RollAgain(hand) => {
            play(Command::RollAgain { dice: hand.dice(), fate: hand.fate }).await
        }
        DicePress::Stop => play(Command::Stop).await,
        DicePress::AddFate { seat, dice } => play(Command::AddFate { seat, dice }).await,
        DicePress::NotThisTurn(seat) => {
            let note = |standing: &mut Standing, state: &State| {
                standing.not_in_turn = state.turn.as_ref().map(|turn| turn.number);
            };
            add_none_from_now(face, request, seen.clone(), on, seat, note).await
        }
        DicePress::NeverFor { seat, roller } => {
            let note = |standing: &mut Standing, _: &State| standing.never_for(roller);
            add_none_from_now(face, request, seen.clone(), on, seat, note).await
        }
        DicePress::Standing => {
            let game = face.desk.load(request, &now).await?;
            Ok(Answer::private(standing_card(face, request, &game).await?).into())
        }
        DicePress::AskAgain => {
            let forget = |standing: &mut Standing, _: &State| *standing = Standing::default();
            Box::pin(change_standing(face, request, &now, forget)).await
        }
        DicePress::NeverForAnybody => {
            let never = |standing: &mut Standing, state: &State| {
                state.seats().for_each(|seat| standing.never_for(seat));
            };
            Box::pin(change_standing(face, request, &now, never)).await
        }
        DicePress::Trait(wish) => play(Command::Trait(wish)).await,
        DicePress::Claim(choice) => play(Command::Claim(choice)).await,
        DicePress::TakeFateFrom(seat) => play(Command::TakeFateFrom { seat }).await,
        DicePress::PlayOn => Box::pin(play_on(face, request, &seen, on)).await,
        DicePress::Rematch => Box::pin(rematch::rematch(face, request, &now)).await,
    };
    if let Err(Trouble::Stale(_)) = &done {
        // whoever pressed an old board helps everybody by having it redrawn
        face.boards.touch_anyway(&game);
    }
    done
}

/// The game of this table, once it has begun.
pub(crate) fn state(game: &Loaded) -> Result<&State, Trouble> {
    match &game.table.game {
        Some(Game::DiceGame(state)) => Ok(state),
        Some(Game::Antares(_) | Game::Bag(_)) | None => Err(unknown()),
    }
}

/// What was decided on before the start, as long as it can be changed.
fn lobby_setup(game: &Loaded) -> Result<&Setup, Trouble> {
    match (&game.table.setup, game.table.phase) {
        (game::Setup::DiceGame(setup), Phase::Lobby) => Ok(setup),
        (game::Setup::DiceGame(_), Phase::Playing | Phase::Shelved | Phase::Ended) => {
            Err(Trouble::refused("The game has started, so its set-up stands."))
        }
        (game::Setup::Antares(_) | game::Setup::Bag(_), _) => Err(unknown()),
    }
}

async fn set_up(
    face: &Face,
    request: &Request,
    which: Which,
    on: On,
    change: impl FnOnce(Setup) -> Result<Setup, Trouble> + Send,
) -> Result<Reply, Trouble> {
    let choose = |game: &Loaded| {
        let setup = change(lobby_setup(game)?.clone())?;
        Ok(Action::SetUp { setup: game::Setup::DiceGame(setup), name: None }.into())
    };
    act(face, request, which, on, choose).await
}

/// The seat that the program took last.
fn last_bot(game: &Loaded) -> Result<Doing, Trouble> {
    let seat = game.table.seats_of(UserId::BOT).last().copied();
    let seat = seat.ok_or_else(|| Trouble::refused("I do not play a seat at this table."))?;
    Ok(Action::UnseatBot { seat }.into())
}

async fn play(
    face: &Face,
    request: &Request,
    which: Which,
    on: On,
    command: Command,
) -> Result<Reply, Trouble> {
    let choose = |game: &Loaded| {
        state(game)?;
        Ok(Action::Play(game::Command::DiceGame(command)).into())
    };
    act(face, request, which, on, choose).await
}

async fn act(
    face: &Face,
    request: &Request,
    which: Which,
    on: On,
    choose: impl FnOnce(&Loaded) -> Result<Doing, Trouble> + Send,
) -> Result<Reply, Trouble> {
    let outcome = face.desk.act(request, &which, choose).await?;
    Ok(told(&outcome, request, on).into())
}

/// A turn is told on one message: it is redrawn while the same person goes on, and the next person gets a new one, which
/// rings for them.
fn told(outcome: &Outcome, request: &Request, on: On) -> Answer {
    let table = &outcome.game.table;
    let goes_on = table.phase == Phase::Playing
        && outcome.game.channel == request.channel
        && !on.private
        && !table.settings.compact
        && matches!(outcome.step.deed.action, Action::Play(_))
        && turn_of(outcome.before.as_ref()) == turn_of(table.game.as_ref())
        && owes_or_nobody(outcome, request.user());
    if !goes_on {
        return told_where(outcome, request, on);
    }
    let card = if on.board_of(&outcome.game) {
        show::board(&outcome.game)
    } else {
        show::outcome(outcome)
    };
    let elsewhere = show::spoken(outcome).into_iter().collect();
    let changed = Some(outcome.game.id.clone());
    Answer { elsewhere, changed, ..Answer::public(card).in_place() }
}

fn turn_of(game: Option<&Game>) -> Option<u32> {
    match game? {
        Game::DiceGame(state) => state.turn.as_ref().map(|turn| turn.number),
        Game::Antares(_) | Game::Bag(_) => None,
    }
}

/// Whether it is still for this person to act.
fn owes_or_nobody(outcome: &Outcome, user: UserId) -> bool {
    let owed = outcome.game.table.owed();
    let own = outcome.game.table.seats_of(user);
    owed.iter().all(|owed| own.contains(&owed.seat))
}

/// Shows what would be rolled; nothing has happened yet.
async fn choose(
    face: &Face,
    request: &Request,
    seen: &Which,
    hand: Hand,
    on: On,
) -> Result<Reply, Trouble> {
    let game = face.desk.load(request, seen).await?;
    let state = state(&game)?;
    let Some(roller) = state.roller() else { return Err(unknown()) };
    crate::battle::holds(&game, request, roller)?;
    let controls = show::dicegame::controls_with(&game, state, hand);
    let mut card = crate::battle::refine(&game, on, controls);
    if let Reply::Message(answer) = &mut card {
        answer.card.buttons.push(show::dicegame::table_row(&game));
    }
    Ok(card)
}

/// None now, and none later, as long as it was said.
async fn add_none_from_now(
    face: &Face,
    request: &Request,
    which: Which,
    on: On,
    seat: Seat,
    note: impl FnOnce(&mut Standing, &State) + Send,
) -> Result<Reply, Trouble> {
    let game = face.desk.load(request, &which).await?;
    let state = state(&game)?;
    crate::battle::holds(&game, request, seat)?;
    if standing::asked(state) == Some(seat) {
        let mut standing = Standing::load(&face.desk.store, &game.id, request.user()).await?;
        note(&mut standing, state);
        standing.save(&face.desk.store, &game.id, request.user()).await?;
    }
    play(face, request, which, on, Command::AddFate { seat, dice: 0 }).await
}

async fn change_standing(
    face: &Face,
    request: &Request,
    which: &Which,
    change: impl FnOnce(&mut Standing, &State) + Send,
) -> Result<Reply, Trouble> {
    let game = face.desk.load(request, which).await?;
    let mut standing = Standing::load(&face.desk.store, &game.id, request.user()).await?;
    change(&mut standing, state(&game)?);
    standing.save(&face.desk.store, &game.id, request.user()).await?;
    // it may be what the table waits for
    let kept = Box::pin(face.desk.keep_new_standing_orders(&game.id)).await?;
    let now = kept.as_ref().map_or(&game, |outcome| &outcome.game);
    let mut answer = Answer::private(standing_card(face, request, now).await?).in_place();
    if let Some(outcome) = &kept {
        let told = Answer::told(outcome, request);
        answer.changed = Some(outcome.game.id.clone());
        answer.elsewhere = told.elsewhere;
        if told.seen == crate::card::Seen::ByAll {
            let channel = outcome.game.channel;
            let board = told.board;
            answer
                .elsewhere
                .insert(0, crate::answer::Elsewhere { channel, card: told.card, board });
        }
    }
    Ok(answer.into())
}

async fn standing_card(face: &Face, request: &Request, game: &Loaded) -> Result<Card, Trouble> {
    let own = game.table.seats_of(request.user());
    if own.is_empty() {
        return Err(Trouble::refused(
            "You have no seat at this table, so nobody asks you for fate dice.",
        ));
    }
    let standing = Standing::load(&face.desk.store, &game.id, request.user()).await?;
    Ok(show::dicegame::standing(game, state(game)?, &standing, &own))
}

/// An undo has stopped the program in the middle of its turn; anybody of the table may let it go on.
async fn play_on(face: &Face, request: &Request, seen: &Which, on: On) -> Result<Reply, Trouble> {
    let game = face.desk.load(request, seen).await?;
    if !game.table.belongs(request.user()) && !request.actor.manager {
        return Err(Trouble::refused(format!(
            "Only people at the table “{}” may do that.",
            esc(&game.table.name)
        )));
    }
    match Box::pin(face.desk.keep_new_standing_orders(&game.id)).await? {
        Some(outcome) => Ok(told_where(&outcome, request, on).into()),
        None => Err(Trouble::refused("It is not for me to act now.")),
    }
}

/// A button of this game as it stands.
pub fn button(game: &Loaded, label: impl Into<String>, press: DicePress) -> crate::card::Button {
    crate::card::Button::new(label, DicePressed::new(&game.id, game.seq, press))
}

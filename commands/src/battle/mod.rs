//! Antares on Discord: every step of a battle by buttons and lists, or in one slash command.

pub mod aim;
pub mod ask;
pub mod by_hand;
pub mod controls;
mod draw;
pub mod force;
pub mod look;
pub mod orders;
pub mod press;
pub mod site;
pub mod standing;

use gatemaster_rules::antares::{Command, State};
use gatemaster_rules::game::{self, Game};
use gatemaster_rules::ids::Seq;
use gatemaster_rules::table::{Action, Phase};

use crate::answer::{Answer, Elsewhere, Reply};
use crate::card::{Card, Seen};
use crate::desk::{Doing, Loaded, Outcome, Which};
use crate::face::Face;
use crate::forms::Written;
use crate::presses::{On, told_where, unknown};
use crate::request::Request;
use crate::show;
use crate::trouble::Trouble;
use controls::Controls;
pub use draw::draw;
pub use look::{explain, explain_this, profile, rules, unit, weapon};
use press::{BattlePress, BattlePressed};

/// A button of a battle, or a list with what was picked from it.
pub(crate) async fn pressed(
    face: &Face,
    request: &Request,
    pressed: BattlePressed,
    picked: &[String],
    on: On,
) -> Result<Reply, Trouble> {
    let BattlePressed { game, seq, press } = pressed;
    let at = (game.as_str(), seq);
    let done = match press {
        BattlePress::Draw => play(face, request, seen(at), on, |_| Ok(Command::Draw)).await,
        BattlePress::Orders(press) => orders::pressed(face, request, at, press, picked, on).await,
        BattlePress::Aim(press) => {
            Box::pin(aim::pressed(face, request, at, press, picked, on)).await
        }
        BattlePress::Ask(press) => ask::pressed(face, request, at, press, picked, on).await,
        BattlePress::Force(press) => force::pressed(face, request, at, press, picked, on).await,
        BattlePress::Look(press) => look::pressed(face, request, at, press, picked, on).await,
        BattlePress::Hand(press) => by_hand::pressed(face, request, at, press, on).await,
        BattlePress::Site(press) => site::pressed(face, request, at, press, picked, on).await,
    };
    if let Err(Trouble::Stale(_)) = &done {
        // whoever pressed an old board helps everybody by having it redrawn
        face.boards.touch_anyway(&game);
    }
    done
}

/// A form of a battle that was filled in; `on` is the message whose button opened it.
pub(crate) async fn filled_in(
    face: &Face,
    request: &Request,
    pressed: BattlePressed,
    written: &Written,
    on: Option<On>,
) -> Result<Reply, Trouble> {
    let BattlePressed { game, seq, press } = pressed;
    let at = (game.as_str(), seq);
    match press {
        BattlePress::Orders(press) => {
            orders::filled_in(face, request, at, press, written, on).await
        }
        BattlePress::Aim(press) => aim::filled_in(face, request, at, press, written, on).await,
        BattlePress::Ask(press) => ask::filled_in(face, request, at, press, written, on).await,
        BattlePress::Force(press) => force::filled_in(face, request, at, press, written, on).await,
        BattlePress::Site(press) => site::filled_in(face, request, at, press, written, on).await,
        BattlePress::Hand(by_hand::HandPress::Type(mark)) => {
            by_hand::filled_in(face, request, at, mark, written, on).await
        }
        BattlePress::Draw | BattlePress::Hand(_) | BattlePress::Look(_) => Err(unknown()),
    }
}

/// The battle as it was when the button was shown; an older one is answered with the fresh board.
pub(crate) fn seen((game, seq): (&str, Seq)) -> Which {
    Which::At(game.to_owned(), seq)
}

/// The battle of this table.
pub(crate) fn state(game: &Loaded) -> Result<&State, Trouble> {
    match (&game.table.game, &game.table.setup) {
        (Some(Game::Antares(state)), _) => Ok(state),
        (None, game::Setup::Antares(_)) => Err(Trouble::refused(
            "This battle has not started yet. Press Start on its board, or use `/game start`.",
        )),
        (Some(Game::Bag(_)), _) | (None, game::Setup::Bag(_)) => Err(Trouble::refused(
            "This channel has a bag of order dice, not a battle. `/game new system:Beyond the Gates of Antares` opens one elsewhere.",
        )),
        (Some(Game::DiceGame(_)), _) | (None, game::Setup::DiceGame(_)) => Err(Trouble::refused(
            "This channel has the Dice Game, not a battle. `/game new system:Beyond the Gates of Antares` opens one elsewhere.",
        )),
    }
}

/// One thing that a player does in a battle.
pub(crate) fn doing(command: Command) -> Doing {
    Action::Play(game::Command::Antares(command)).into()
}

/// The same with dice that were rolled by hand.
pub(crate) fn doing_with(command: Command, dice: Option<String>) -> Doing {
    Doing { dice, ..doing(command) }
}

/// A press that is one step of the battle.
pub(crate) async fn play(
    face: &Face,
    request: &Request,
    which: Which,
    on: On,
    choose: impl FnOnce(&State) -> Result<Command, Trouble> + Send,
) -> Result<Reply, Trouble> {
    let outcome = face.desk.act(request, &which, |game| choose(state(game)?).map(doing)).await?;
    Ok(told_where(&outcome, request, on).into())
}

/// A slash command that is one step of the battle of this channel.
pub(crate) async fn play_here(
    face: &Face,
    request: &Request,
    dice: Option<String>,
    choose: impl FnOnce(&State) -> Result<Command, Trouble> + Send,
) -> Result<Reply, Trouble> {
    let outcome = face
        .desk
        .act(request, &Which::Here, |game| {
            choose(state(game)?).map(|command| doing_with(command, dice))
        })
        .await?;
    Ok(Answer::told(&outcome, request).into())
}

/// Other controls on the message whose button or list was pressed, with their words above its frame. Nothing has
/// happened in the battle yet, so what the message tells stays as it is.
pub(crate) fn refine(game: &Loaded, on: On, controls: Controls) -> Reply {
    let Controls { text, selects, buttons } = controls;
    // on a compact board the words above the frame are the board
    let content = if on.board_of(game) && game.table.settings.compact {
        show::compact_with(game, &text)
    } else {
        text
    };
    let card = Card { selects, buttons, ..Card::line(content) };
    let refines = on.board_of(game).then(|| (game.id.clone(), game.seq));
    Answer { refines, ..Answer::public(card).keeps_frame() }.into()
}

/// The first of two steps is told to everybody, and whoever made it is asked for the dice of the second.
pub(crate) fn told_and_asked(outcome: &Outcome, request: &Request, asked: Card) -> Answer {
    let told = Answer::told(outcome, request);
    let mut elsewhere = told.elsewhere;
    if told.seen == Seen::ByAll {
        let card = Card { selects: Vec::new(), buttons: Vec::new(), ..told.card };
        let channel = outcome.game.channel;
        elsewhere.insert(0, Elsewhere { channel, card, board: told.board });
    }
    Answer { elsewhere, changed: told.changed, ..Answer::private(asked) }
}

/// Only whoever holds this seat chooses for it: everybody sees the lists, but a stranger's choice would confuse.
pub(crate) fn holds(
    game: &Loaded,
    request: &Request,
    seat: gatemaster_rules::ids::Seat,
) -> Result<(), Trouble> {
    let user = request.user();
    if game.table.phase == Phase::Playing && game.table.seats_of(user).contains(&seat) {
        return Ok(());
    }
    let chair = game.table.seats.get(seat.index());
    let side = chair.map_or_else(|| "that side".to_owned(), |chair| crate::words::esc(&chair.name));
    Err(Trouble::refused(match chair.and_then(|chair| chair.player.as_ref()) {
        Some(player) => {
            format!("It is for {} to choose: they play {side}.", crate::words::esc(&player.name))
        }
        None => format!("Nobody plays {side} yet. Take the seat with `/game join`, then choose."),
    }))
}

/// What is remembered of one person at one table: half-made choices, wishes for later. It is nobody else's business.
pub(crate) mod notes {
    use gatemaster_store::{Scope, Store};
    use serde::Serialize;
    use serde::de::DeserializeOwned;

    use crate::trouble::Trouble;

    fn key(user: u64, what: &str) -> String {
        format!("person:{user}:{what}")
    }

    /// `None` where there is none, or it was written by an older version in another form.
    pub async fn read<T: DeserializeOwned>(
        store: &Store,
        game: &str,
        user: u64,
        what: &str,
    ) -> Result<Option<T>, Trouble> {
        let text = store.setting(&Scope::Game(game.to_owned()), &key(user, what)).await?;
        Ok(text.and_then(|text| serde_json::from_str(&text).ok()))
    }

    pub async fn write<T: Serialize + Sync>(
        store: &Store,
        game: &str,
        user: u64,
        what: &str,
        note: Option<&T>,
    ) -> Result<(), Trouble> {
        let text = note.map(serde_json::to_string).transpose()?;
        let scope = Scope::Game(game.to_owned());
        Ok(store.set_setting(scope, &key(user, what), text.as_deref()).await?)
    }
}

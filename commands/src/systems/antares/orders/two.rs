//! An order and what the unit does with it, in one command: both are tried out before anything is done, so that either
//! both stand or nothing has happened.

use gatemaster_rules::antares::command::{Command, GiveOrder};
use gatemaster_rules::antares::{Antares, State, question};
use gatemaster_rules::dice::{Dice, DiceFault, Roll, Scripted};
use gatemaster_rules::refusal::Refusal;
use gatemaster_rules::system::{Doer, System as _};

use super::super::{doing_with, state, told_and_asked};
use crate::answer::Reply;
use crate::desk::{Loaded, Which};
use crate::face::Hall;
use crate::request::Request;
use crate::systems::antares::by_hand::ask_for_dice;
use crate::table;
use crate::trouble::Trouble;

/// What a command comes to as things stand.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Plan {
    One(Command),
    /// The drawn die is used first.
    Two(GiveOrder, Command),
}

/// A slash command that may take two steps of the battle of this channel.
pub(super) async fn carry_out(
    hall: &Hall,
    request: &Request,
    dice: Option<String>,
    plan: impl FnOnce(&Loaded, &State) -> Result<Plan, Trouble> + Send,
) -> Result<Reply, Trouble> {
    // the same interaction delivered twice is answered as before
    if let Some(outcome) = hall.desk.made_before(request).await? {
        return Ok(table::told(hall.systems, &outcome, request).into());
    }
    let game = hall.desk.load(request, &Which::Here).await?;
    let before = state(&game)?;
    let (order, then) = match plan(&game, before)? {
        Plan::One(command) => {
            let which = Which::At(game.id.clone(), game.seq);
            let step = move |_: &Loaded| Ok(doing_with(command, dice));
            let outcome = hall.desk.act(request, &which, step).await?;
            return Ok(table::told(hall.systems, &outcome, request).into());
        }
        Plan::Two(order, then) => (order, then),
    };
    let by = game.table.by(request.user());
    let give = Command::Order(order.clone());
    let (for_order, for_rest) = try_out(before, &by, &give, &then, dice)?;
    let which = Which::At(game.id.clone(), game.seq);
    let given = hall.desk.act(request, &which, move |_| Ok(doing_with(give, for_order))).await?;
    let obeys = question::unit_options(state(&given.game)?).is_some_and(|doing| {
        doing.unit == order.unit && doing.order == order.order && doing.moves.is_some()
    });
    if !obeys {
        return Ok(table::told(hall.systems, &given, request).into());
    }
    // an interaction makes one step; what comes of it at once is the bot's own doing
    let second = request.without_interaction();
    let which = Which::At(given.game.id.clone(), given.game.seq);
    let after_order = then.clone();
    let done = hall.desk.act(&second, &which, move |_| Ok(doing_with(then, for_rest))).await;
    let outcome = match done {
        Ok(next) => given.followed_by(next),
        Err(Trouble::DiceWanted(_)) => {
            let store = &hall.desk.store;
            let asked = ask_for_dice(store, request, &given.game, &after_order).await?;
            return Ok(told_and_asked(hall, &given, request, asked).into());
        }
        // somebody was faster, or this was delivered twice: the order stands and is told
        Err(trouble) if trouble.is_refusal() => given,
        Err(fault) => return Err(fault),
    };
    Ok(table::told(hall.systems, &outcome, request).into())
}

/// Whether both steps can be done, and for which of them the typed dice are.
fn try_out(
    state: &State,
    by: &Doer,
    order: &Command,
    then: &Command,
    typed: Option<String>,
) -> Result<(Option<String>, Option<String>), Trouble> {
    let mut luck = Luck::default();
    let mut after = state.clone();
    for event in Antares::decide(state, by, order, &mut luck)? {
        Antares::apply(&mut after, &event);
    }
    let order_rolls = luck.rolled > 0;
    let mut luck = Luck::default();
    Antares::decide(&after, by, then, &mut luck)?;
    let Some(typed) = typed else { return Ok((None, None)) };
    match (order_rolls, luck.rolled > 0) {
        (true, true) => Err(Trouble::refused(
            "Dice are rolled for the order and for what follows, and both cannot be typed at once. Give the order \
             first (`/order … dice:`), then do the rest.",
        )),
        (false, false) => {
            Err(Trouble::refused("Nothing is rolled for this, so it needs no `dice`."))
        }
        (true, false) => {
            with_dice(state, by, order, &typed)?;
            Ok((Some(typed), None))
        }
        (false, true) => {
            with_dice(&after, by, then, &typed)?;
            Ok((None, Some(typed)))
        }
    }
}

/// The typed faces must be as many as are rolled.
fn with_dice(state: &State, by: &Doer, command: &Command, typed: &str) -> Result<(), Refusal> {
    let mut dice = Scripted::parse(typed)?;
    Antares::decide(state, by, command, &mut dice)?;
    Ok(dice.finish()?)
}

/// Dice that always show a 1, with which every test is passed.
#[derive(Debug, Default)]
struct Luck {
    rolled: u32,
}

impl Dice for Luck {
    fn roll(&mut self, sides: u32) -> Result<Roll, DiceFault> {
        self.rolled += 1;
        Ok(Roll { number: None, sides, face: 1 })
    }
}

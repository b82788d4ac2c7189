//! An order and what the unit does with it, in one command: both are tried out before anything is done, so that either
//! both stand or nothing has happened.

use gatemaster_rules::antares::command::{Command, GiveOrder};
use gatemaster_rules::antares::{Antares, State, question};
use gatemaster_rules::dice::{Dice, DiceFault, Roll};
use gatemaster_rules::system::{Doer, System as _};

use super::super::{doing, doing_with, state};
use crate::answer::Reply;
use crate::desk::{Loaded, Which};
use crate::face::Hall;
use crate::request::Request;
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
    try_out(before, &by, &give, &then)?;
    let (for_order, for_rest) = match dice {
        None => (None, None),
        Some(typed) => {
            let actions = [&give, &then].map(|command| doing(command.clone()).action);
            let mut dealt = hall.desk.deal(request, &game, &actions, &typed)?.into_iter();
            (dealt.next().flatten(), dealt.next().flatten())
        }
    };
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
    let done = hall.desk.act(&second, &which, move |_| Ok(doing_with(then, for_rest))).await;
    let outcome = match done {
        Ok(next) => given.followed_by(next),
        // somebody was faster, or this was delivered twice: the order stands and is told
        Err(trouble) if trouble.is_refusal() => given,
        Err(fault) => return Err(fault),
    };
    Ok(table::told(hall.systems, &outcome, request).into())
}

/// Whether both steps can be done.
fn try_out(state: &State, by: &Doer, order: &Command, then: &Command) -> Result<(), Trouble> {
    let mut after = state.clone();
    for event in Antares::decide(state, by, order, &mut Luck)? {
        Antares::apply(&mut after, &event);
    }
    Antares::decide(&after, by, then, &mut Luck)?;
    Ok(())
}

/// Dice that always show a 1, with which every test is passed.
#[derive(Debug)]
struct Luck;

impl Dice for Luck {
    fn roll(&mut self, sides: u32) -> Result<Roll, DiceFault> {
        Ok(Roll { number: None, sides, face: 1 })
    }
}

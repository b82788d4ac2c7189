//! What can be done with a bag, and what comes of it.

use serde::{Deserialize, Serialize};

use super::setup::MAX_DICE_PER_POOL;
use super::state::{Pool, PoolId, State};
use crate::dice::Dice;
use crate::refusal::Refusal;
use crate::system::{Doer, Open, Who};
use crate::text::count;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    /// Draw one die by chance.
    Draw,
    /// A die on the table goes back into the bag.
    Return { pool: PoolId },
    /// A die leaves the game: from the table if one lies there, else out of the bag.
    TakeOut { pool: PoolId },
    /// Dice come (back) into the bag: first those that were taken out, then new ones.
    PutIn { pool: PoolId, dice: u32 },
    /// The dice on the table go back into the bag, except those that are kept out, pool by pool.
    NextTurn { kept: Vec<u32> },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// `position` of `of` dice in the bag, counted pool after pool: the die that was rolled.
    Drawn {
        pool: PoolId,
        position: u32,
        of: u32,
    },
    Returned {
        pool: PoolId,
    },
    TakenOut {
        pool: PoolId,
        from_bag: bool,
    },
    PutIn {
        pool: PoolId,
        dice: u32,
        were_lost: u32,
    },
    /// The turn that begins, and how many dice of each pool stayed out.
    TurnBegan {
        turn: u32,
        kept: Vec<u32>,
    },
}

pub(super) fn open(state: &State) -> Vec<Open<Command>> {
    let mut options = Vec::new();
    if state.in_bag() > 0 {
        options.push(Command::Draw);
    }
    for id in state.ids() {
        let pool = &state.pools[id.index()];
        if pool.on_table > 0 {
            options.push(Command::Return { pool: id });
        }
        if pool.in_play() > 0 {
            options.push(Command::TakeOut { pool: id });
        }
        if room(pool) > 0 {
            options.push(Command::PutIn { pool: id, dice: 1 });
        }
    }
    options.push(Command::NextTurn { kept: Vec::new() });
    let what = if state.in_bag() > 0 { "draw a die" } else { "start the next turn" };
    let mut open = Vec::new();
    // anybody may reach into the bag, but by post a table waits for whoever's die came out last
    if let Some(seat) = state.drawn.last().and_then(|id| state.pool(*id)).and_then(|pool| pool.seat)
    {
        let what = format!("act with your drawn die, then {what}");
        let matter = format!("turn {} die {}", state.turn, state.drawn.len());
        open.push(Open { who: Who::Seat(seat), what, matter, options: options.clone() });
    }
    let matter = format!("turn {}", state.turn);
    open.push(Open { who: Who::AnyPlayer, what: what.into(), matter, options });
    open
}

pub(super) fn decide(
    state: &State,
    by: &Doer,
    command: &Command,
    dice: &mut dyn Dice,
) -> Result<Vec<Event>, Refusal> {
    if by.seats.is_empty() && !by.organiser {
        return Err(Refusal::new("Only players at this table use its bag."));
    }
    match command {
        Command::Draw => draw(state, dice),
        Command::Return { pool: id } => {
            let pool = named(state, *id)?;
            if pool.on_table == 0 {
                return Err(Refusal::new(format!("No {} die is on the table.", pool.name)));
            }
            Ok(vec![Event::Returned { pool: *id }])
        }
        Command::TakeOut { pool: id } => {
            let pool = named(state, *id)?;
            if pool.in_play() == 0 {
                return Err(Refusal::new(format!("{} has no dice left to take out.", pool.name)));
            }
            Ok(vec![Event::TakenOut { pool: *id, from_bag: pool.on_table == 0 }])
        }
        Command::PutIn { pool: id, dice } => put_in(named(state, *id)?, *id, *dice),
        Command::NextTurn { kept } => next_turn(state, kept),
    }
}

fn draw(state: &State, dice: &mut dyn Dice) -> Result<Vec<Event>, Refusal> {
    let of = state.in_bag();
    if of == 0 {
        return Err(Refusal::new("The bag is empty. Start the next turn to fill it again."));
    }
    let position = dice.roll(of)?.face;
    let pool = state
        .pool_at(position)
        .ok_or_else(|| Refusal::new(format!("The bag holds {of} dice, numbered 1 to {of}.")))?;
    Ok(vec![Event::Drawn { pool, position, of }])
}

fn put_in(pool: &Pool, id: PoolId, dice: u32) -> Result<Vec<Event>, Refusal> {
    if dice == 0 {
        return Err(Refusal::new("Say how many dice to put in, from 1 up."));
    }
    if dice > room(pool) {
        return Err(Refusal::new(format!(
            "A pool has up to {MAX_DICE_PER_POOL} dice; {} has {} in play, so {} more fit.",
            pool.name,
            pool.in_play(),
            room(pool)
        )));
    }
    Ok(vec![Event::PutIn { pool: id, dice, were_lost: dice.min(pool.lost) }])
}

fn next_turn(state: &State, kept: &[u32]) -> Result<Vec<Event>, Refusal> {
    for (pool, keep) in state.pools.iter().zip(kept) {
        if *keep > pool.on_table {
            return Err(Refusal::new(format!(
                "{} has {} on the table, so {keep} cannot be kept out.",
                pool.name,
                count(pool.on_table, "die", "dice")
            )));
        }
    }
    if kept.len() > state.pools.len() {
        return Err(Refusal::new("This bag does not have that many kinds of dice."));
    }
    // stored in full length, so that the event says of every pool what stayed
    let kept = (0..state.pools.len()).map(|i| kept.get(i).copied().unwrap_or(0)).collect();
    let turn = state.turn.saturating_add(1);
    Ok(vec![Event::TurnBegan { turn, kept }])
}

fn named(state: &State, id: PoolId) -> Result<&Pool, Refusal> {
    state.pool(id).ok_or_else(|| Refusal::new("This bag has no such dice."))
}

fn room(pool: &Pool) -> u32 {
    MAX_DICE_PER_POOL.saturating_sub(pool.in_play())
}

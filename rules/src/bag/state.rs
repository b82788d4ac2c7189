//! What is in the bag, on the table and out of the game.

use serde::{Deserialize, Serialize};

use super::decide::Event;
use super::setup::{PoolSetup, Setup};
use crate::colour::Colour;
use crate::ids::Seat;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    pub turn: u32,
    /// The sides first, in the order of their seats, then the extra dice.
    pub pools: Vec<Pool>,
    /// This turn's draws, in order.
    pub drawn: Vec<PoolId>,
}

/// The dice of one side, or one kind of extra dice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pool {
    pub name: String,
    pub colour: Colour,
    /// The seat these dice belong to; extra dice belong to none.
    pub seat: Option<Seat>,
    pub in_bag: u32,
    /// Drawn, or kept out from an earlier turn.
    pub on_table: u32,
    pub lost: u32,
}

impl Pool {
    /// In the bag or on the table.
    pub fn in_play(&self) -> u32 {
        self.in_bag.saturating_add(self.on_table)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PoolId(pub u8);

impl PoolId {
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl State {
    pub(super) fn new(setup: &Setup) -> Self {
        let pool = |setup: &PoolSetup, seat| Pool {
            name: setup.name.clone(),
            colour: setup.colour,
            seat,
            in_bag: setup.dice,
            on_table: 0,
            lost: 0,
        };
        let sides = (0..).zip(&setup.sides).map(|(i, side)| pool(side, Some(Seat(i))));
        let extras = setup.extras.iter().map(|extra| pool(extra, None));
        Self { turn: 1, pools: sides.chain(extras).collect(), drawn: Vec::new() }
    }

    pub fn pool(&self, id: PoolId) -> Option<&Pool> {
        self.pools.get(id.index())
    }

    pub fn ids(&self) -> impl Iterator<Item = PoolId> + use<> {
        (0..self.pools.len()).filter_map(|i| u8::try_from(i).ok()).map(PoolId)
    }

    /// The pool with this name, whatever its letters' case.
    pub fn pool_named(&self, name: &str) -> Option<PoolId> {
        let name = name.trim().to_lowercase();
        self.ids().find(|id| self.pools[id.index()].name.to_lowercase() == name)
    }

    pub fn in_bag(&self) -> u32 {
        sum(self.pools.iter())
    }

    /// Which pool the die at `position` of the bag (counted from 1, pool after pool) belongs to.
    pub fn pool_at(&self, position: u32) -> Option<PoolId> {
        let mut before = 0_u32;
        self.ids().find(|id| {
            before = self.pools[id.index()].in_bag.saturating_add(before);
            position >= 1 && position <= before
        })
    }

    /// The first position of a pool's dice in the bag, for players who draw from a real one.
    pub fn first_position_of(&self, pool: PoolId) -> Option<u32> {
        let before = sum(self.pools.iter().take(pool.index()));
        self.pool(pool).filter(|pool| pool.in_bag > 0).map(|_| before.saturating_add(1))
    }

    pub(super) fn apply(&mut self, event: &Event) {
        match event {
            Event::Drawn { pool, .. } => {
                self.change(*pool, |pool| {
                    pool.in_bag = pool.in_bag.saturating_sub(1);
                    pool.on_table = pool.on_table.saturating_add(1);
                });
                self.drawn.push(*pool);
            }
            Event::Returned { pool } => {
                self.change(*pool, |pool| {
                    pool.on_table = pool.on_table.saturating_sub(1);
                    pool.in_bag = pool.in_bag.saturating_add(1);
                });
                self.forget_last_draw_of(*pool);
            }
            Event::TakenOut { pool, from_bag } => {
                self.change(*pool, |pool| {
                    if *from_bag {
                        pool.in_bag = pool.in_bag.saturating_sub(1);
                    } else {
                        pool.on_table = pool.on_table.saturating_sub(1);
                    }
                    pool.lost = pool.lost.saturating_add(1);
                });
                if !from_bag {
                    self.forget_last_draw_of(*pool);
                }
            }
            Event::PutIn { pool, dice, were_lost } => self.change(*pool, |pool| {
                pool.in_bag = pool.in_bag.saturating_add(*dice);
                pool.lost = pool.lost.saturating_sub(*were_lost);
            }),
            Event::TurnBegan { turn, kept } => {
                for (i, pool) in self.pools.iter_mut().enumerate() {
                    let stays = kept.get(i).copied().unwrap_or(0).min(pool.on_table);
                    pool.in_bag = pool.in_bag.saturating_add(pool.on_table - stays);
                    pool.on_table = stays;
                }
                self.drawn.clear();
                self.turn = *turn;
            }
        }
    }

    fn change(&mut self, id: PoolId, change: impl FnOnce(&mut Pool)) {
        if let Some(pool) = self.pools.get_mut(id.index()) {
            change(pool);
        }
    }

    fn forget_last_draw_of(&mut self, pool: PoolId) {
        if let Some(at) = self.drawn.iter().rposition(|drawn| *drawn == pool) {
            self.drawn.remove(at);
        }
    }
}

/// A state read from a file may hold any numbers; adding them up must not end the program.
fn sum<'a>(pools: impl Iterator<Item = &'a Pool>) -> u32 {
    pools.fold(0, |sum, pool| sum.saturating_add(pool.in_bag))
}

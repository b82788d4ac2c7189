//! The start of a game, and what is missing before it.

use super::decide::{Decided, table_business};
use super::{Actor, Event, Phase, Table};
use crate::ids::{Seat, UserId};
use crate::refusal::Refusal;
use crate::text::count;
use crate::version::RulesVersion;

/// Why a table cannot start yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lacks {
    Players {
        needed: usize,
        seated: usize,
    },
    /// Only the program has sat down.
    People,
    /// What is wrong with the set-up.
    SetUp(Vec<String>),
}

impl<G> Table<G> {
    /// What is missing before the game can start; a set-up that hides something must be as whole as the one behind it.
    pub fn lacks(&self) -> Option<Lacks> {
        let taken = self.taken();
        let (needed, seated) = (self.setup.players_needed(), taken.len());
        if seated < needed {
            return Some(Lacks::Players { needed, seated });
        }
        if self.seats_of(UserId::BOT).len() == seated && seated > 0 {
            return Some(Lacks::People);
        }
        let fewer = self.setup.without_empty_seats(&taken);
        fewer.as_ref().unwrap_or(&self.setup).set_up().err().map(Lacks::SetUp)
    }

    fn taken(&self) -> Vec<Seat> {
        self.all_seats().filter(|seat| self.player_at(*seat).is_some()).collect()
    }
}

impl From<Lacks> for Refusal {
    fn from(lacks: Lacks) -> Self {
        Refusal::new(match lacks {
            Lacks::Players { needed, seated } => {
                let needed = u32::try_from(needed).unwrap_or(u32::MAX);
                format!(
                    "This game needs {} at the table, and {seated} have a seat so far. Join with `/game join`.",
                    count(needed, "player", "players")
                )
            }
            Lacks::People => {
                "I do not play all alone; somebody takes a seat first, with `/game join` or the buttons."
                    .to_owned()
            }
            Lacks::SetUp(faults) => faults.join(" "),
        })
    }
}

pub(super) fn start(table: &Table, actor: &Actor, rules: RulesVersion) -> Result<Decided, Refusal> {
    if table.phase == Phase::Playing {
        return Err(Refusal::new("The game has already started."));
    }
    table_business(table, actor, "start the game")?;
    if let Some(lacks) = table.lacks() {
        return Err(lacks.into());
    }
    let fewer = table.setup.without_empty_seats(&table.taken());
    let setup = fewer.as_ref().unwrap_or(&table.setup);
    let game = setup.set_up().map_err(|faults| Refusal::new(faults.join(" ")))?;
    let mut events: Vec<Event> =
        fewer.into_iter().map(|setup| Event::EmptySeatsGone { setup }).collect();
    events.push(Event::Started { game: game.played_by(rules) });
    Ok(events.into())
}

//! The closed list of game systems, and the one place that dispatches between them. A new system adds
//! a variant to each enum; the compiler then shows every place that has to know it.

use serde::{Deserialize, Serialize};

use crate::bag::{self, Bag};
use crate::dice::Dice;
use crate::refusal::Refusal;
use crate::system::{By, Open, SeatSpec, System, Viewer};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SystemId {
    Bag,
}

impl SystemId {
    pub const ALL: [SystemId; 1] = [SystemId::Bag];

    /// The word in commands, files and the database.
    pub fn key(self) -> &'static str {
        match self {
            SystemId::Bag => "bag",
        }
    }

    /// The name people read.
    pub fn title(self) -> &'static str {
        match self {
            SystemId::Bag => "Order-dice bag",
        }
    }

    /// Whether its whole log must wait for the end.
    pub fn hides(self) -> bool {
        match self {
            SystemId::Bag => Bag::HIDES,
        }
    }

    pub fn default_setup(self) -> Setup {
        match self {
            SystemId::Bag => Setup::Bag(bag::Setup::default()),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Setup {
    Bag(bag::Setup),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Game {
    Bag(bag::State),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    Bag(bag::Command),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    Bag(bag::Event),
}

#[derive(Clone, Debug, PartialEq)]
pub enum View {
    Bag(bag::View),
}

impl Setup {
    pub fn system(&self) -> SystemId {
        match self {
            Setup::Bag(_) => SystemId::Bag,
        }
    }

    pub fn seats(&self) -> Vec<SeatSpec> {
        match self {
            Setup::Bag(setup) => Bag::seats(setup),
        }
    }

    pub fn players_needed(&self) -> usize {
        match self {
            Setup::Bag(setup) => Bag::players_needed(setup),
        }
    }

    pub fn set_up(&self) -> Result<Game, Vec<String>> {
        match self {
            Setup::Bag(setup) => Bag::set_up(setup).map(Game::Bag),
        }
    }
}

impl Game {
    pub fn open(&self) -> Vec<Open<Command>> {
        match self {
            Game::Bag(state) => wrap(Bag::open(state), Command::Bag),
        }
    }

    pub fn decide(
        &self,
        by: &By,
        command: &Command,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        match (self, command) {
            (Game::Bag(state), Command::Bag(command)) => {
                Ok(Bag::decide(state, by, command, dice)?.into_iter().map(Event::Bag).collect())
            }
        }
    }

    pub fn apply(&mut self, event: &Event) {
        match (self, event) {
            (Game::Bag(state), Event::Bag(event)) => Bag::apply(state, event),
        }
    }

    pub fn view(&self, viewer: &Viewer) -> View {
        match self {
            Game::Bag(state) => View::Bag(Bag::view(state, viewer)),
        }
    }

    pub fn is_over(&self) -> bool {
        match self {
            Game::Bag(state) => Bag::is_over(state),
        }
    }
}

impl Event {
    /// The event as this viewer may see it in the log.
    pub fn seen(&self, viewer: &Viewer) -> Option<Event> {
        match self {
            Event::Bag(event) => Bag::seen(event, viewer).map(Event::Bag),
        }
    }

    pub fn reveals(&self) -> bool {
        match self {
            Event::Bag(event) => Bag::reveals(event),
        }
    }
}

fn wrap<C>(open: Vec<Open<C>>, into: impl Fn(C) -> Command) -> Vec<Open<Command>> {
    open.into_iter()
        .map(|open| Open {
            who: open.who,
            what: open.what,
            matter: open.matter,
            options: open.options.into_iter().map(&into).collect(),
        })
        .collect()
}

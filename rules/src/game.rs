//! The closed list of game systems, and the one place that dispatches between them. A new system adds
//! a variant to each enum; the compiler then shows every place that has to know it.

use serde::{Deserialize, Serialize};

use crate::antares::{self, Antares};
use crate::bag::{self, Bag};
use crate::dice::Dice;
use crate::refusal::Refusal;
use crate::system::{By, Open, SeatSpec, System, Viewer};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SystemId {
    Antares,
    Bag,
}

impl SystemId {
    pub const ALL: [SystemId; 2] = [SystemId::Antares, SystemId::Bag];

    /// The word in commands, files and the database.
    pub fn key(self) -> &'static str {
        match self {
            SystemId::Antares => "antares",
            SystemId::Bag => "bag",
        }
    }

    /// The name people read.
    pub fn title(self) -> &'static str {
        match self {
            SystemId::Antares => "Beyond the Gates of Antares",
            SystemId::Bag => "Order-dice bag",
        }
    }

    /// Whether its whole log must wait for the end.
    pub fn hides(self) -> bool {
        match self {
            SystemId::Antares => Antares::HIDES,
            SystemId::Bag => Bag::HIDES,
        }
    }

    pub fn default_setup(self) -> Setup {
        match self {
            SystemId::Antares => Setup::Antares(antares::Setup::default()),
            SystemId::Bag => Setup::Bag(bag::Setup::default()),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Setup {
    Antares(antares::Setup),
    Bag(bag::Setup),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Game {
    Antares(antares::State),
    Bag(bag::State),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    Antares(antares::Command),
    Bag(bag::Command),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    Antares(antares::Event),
    Bag(bag::Event),
}

#[derive(Clone, Debug, PartialEq)]
pub enum View {
    Antares(antares::View),
    Bag(bag::View),
}

impl Setup {
    pub fn system(&self) -> SystemId {
        match self {
            Setup::Antares(_) => SystemId::Antares,
            Setup::Bag(_) => SystemId::Bag,
        }
    }

    pub fn seats(&self) -> Vec<SeatSpec> {
        match self {
            Setup::Antares(setup) => Antares::seats(setup),
            Setup::Bag(setup) => Bag::seats(setup),
        }
    }

    pub fn players_needed(&self) -> usize {
        match self {
            Setup::Antares(setup) => Antares::players_needed(setup),
            Setup::Bag(setup) => Bag::players_needed(setup),
        }
    }

    /// Whether a table may stand like this before the game begins; to begin may take more.
    pub fn may_stand(&self) -> Result<(), Vec<String>> {
        match self {
            Setup::Antares(setup) => match setup.wrong() {
                faults if faults.is_empty() => Ok(()),
                faults => Err(faults),
            },
            Setup::Bag(setup) => Bag::set_up(setup).map(|_| ()),
        }
    }

    pub fn set_up(&self) -> Result<Game, Vec<String>> {
        match self {
            Setup::Antares(setup) => Antares::set_up(setup).map(Game::Antares),
            Setup::Bag(setup) => Bag::set_up(setup).map(Game::Bag),
        }
    }
}

impl Game {
    pub fn open(&self) -> Vec<Open<Command>> {
        match self {
            Game::Antares(state) => wrap(Antares::open(state), Command::Antares),
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
            (Game::Antares(state), Command::Antares(command)) => {
                let events = Antares::decide(state, by, command, dice)?;
                Ok(events.into_iter().map(Event::Antares).collect())
            }
            (Game::Bag(state), Command::Bag(command)) => {
                Ok(Bag::decide(state, by, command, dice)?.into_iter().map(Event::Bag).collect())
            }
            (Game::Antares(_), Command::Bag(_)) | (Game::Bag(_), Command::Antares(_)) => {
                Err(Refusal::new("That belongs to another game than the one at this table."))
            }
        }
    }

    pub fn apply(&mut self, event: &Event) {
        match (self, event) {
            (Game::Antares(state), Event::Antares(event)) => Antares::apply(state, event),
            (Game::Bag(state), Event::Bag(event)) => Bag::apply(state, event),
            // no game emits the events of another one
            (Game::Antares(_), Event::Bag(_)) | (Game::Bag(_), Event::Antares(_)) => {}
        }
    }

    pub fn view(&self, viewer: &Viewer) -> View {
        match self {
            Game::Antares(state) => View::Antares(Antares::view(state, viewer)),
            Game::Bag(state) => View::Bag(Bag::view(state, viewer)),
        }
    }

    pub fn is_over(&self) -> bool {
        match self {
            Game::Antares(state) => Antares::is_over(state),
            Game::Bag(state) => Bag::is_over(state),
        }
    }
}

impl Event {
    /// The event as this viewer may see it in the log.
    pub fn seen(&self, viewer: &Viewer) -> Option<Event> {
        match self {
            Event::Antares(event) => Antares::seen(event, viewer).map(Event::Antares),
            Event::Bag(event) => Bag::seen(event, viewer).map(Event::Bag),
        }
    }

    pub fn reveals(&self) -> bool {
        match self {
            Event::Antares(event) => Antares::reveals(event),
            Event::Bag(event) => Bag::reveals(event),
        }
    }
}

impl Command {
    /// Whether it puts a mistake right or answers somebody who wants to: that is judged as undo is.
    pub fn corrects(&self) -> bool {
        match self {
            Command::Antares(command) => match command {
                antares::Command::Correct(_)
                | antares::Command::AgreeToCorrection(_)
                | antares::Command::WithdrawCorrection => true,
                antares::Command::Draw
                | antares::Command::Deploy { .. }
                | antares::Command::Infiltrate { .. }
                | antares::Command::Order(_)
                | antares::Command::Move(_)
                | antares::Command::Charge(_)
                | antares::Command::Shoot { .. }
                | antares::Command::ShootBuilding(_)
                | antares::Command::FireBlind { .. }
                | antares::Command::Finish
                | antares::Command::Answer(_)
                | antares::Command::EndTurn(_) => false,
            },
            Command::Bag(_) => false,
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

//! The closed list of game systems, and the one place that dispatches between them. A new system adds
//! a variant to each enum; the compiler then shows every place that has to know it.

use serde::{Deserialize, Serialize};

use crate::antares::{self, Antares};
use crate::bag::{self, Bag};
use crate::dice::Dice;
use crate::dicegame::{self, DiceGame};
use crate::ids::Seat;
use crate::refusal::Refusal;
use crate::system::{By, Open, SeatSpec, System, Viewer};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SystemId {
    Antares,
    DiceGame,
    Bag,
}

impl SystemId {
    pub const ALL: [SystemId; 3] = [SystemId::Antares, SystemId::DiceGame, SystemId::Bag];

    /// The word in commands, files and the database.
    pub fn key(self) -> &'static str {
        match self {
            SystemId::Antares => "antares",
            SystemId::DiceGame => "dicegame",
            SystemId::Bag => "bag",
        }
    }

    /// The name people read.
    pub fn title(self) -> &'static str {
        match self {
            SystemId::Antares => "Beyond the Gates of Antares",
            SystemId::DiceGame => "Gates of Antares: The Dice Game",
            SystemId::Bag => "Order-dice bag",
        }
    }

    /// Whether its whole log must wait for the end.
    pub fn hides(self) -> bool {
        match self {
            SystemId::Antares => Antares::HIDES,
            SystemId::DiceGame => DiceGame::HIDES,
            SystemId::Bag => Bag::HIDES,
        }
    }

    /// Whether people may roll its dice by hand. In the Dice Game the last to answer about fate dice makes the roll happen,
    /// who need not be the one with the dice.
    pub fn takes_dice_by_hand(self) -> bool {
        match self {
            SystemId::Antares | SystemId::Bag => true,
            SystemId::DiceGame => false,
        }
    }

    /// Whether nobody plays two seats of it: each player of the Dice Game has a faction of their own (D-SET-1).
    pub fn one_seat_each(self) -> bool {
        match self {
            SystemId::DiceGame => true,
            SystemId::Antares | SystemId::Bag => false,
        }
    }

    /// Whether the program can play a seat of it.
    pub fn has_bot(self) -> bool {
        match self {
            SystemId::DiceGame => true,
            SystemId::Antares | SystemId::Bag => false,
        }
    }

    pub fn default_setup(self) -> Setup {
        match self {
            SystemId::Antares => Setup::Antares(antares::Setup::default()),
            SystemId::DiceGame => Setup::DiceGame(dicegame::Setup::default()),
            SystemId::Bag => Setup::Bag(bag::Setup::default()),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Setup {
    Antares(antares::Setup),
    DiceGame(dicegame::Setup),
    Bag(bag::Setup),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Game {
    Antares(antares::State),
    DiceGame(dicegame::State),
    Bag(bag::State),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    Antares(antares::Command),
    DiceGame(dicegame::Command),
    Bag(bag::Command),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    Antares(antares::Event),
    DiceGame(dicegame::Event),
    Bag(bag::Event),
}

#[derive(Clone, Debug, PartialEq)]
pub enum View {
    Antares(antares::View),
    DiceGame(dicegame::View),
    Bag(bag::View),
}

impl Setup {
    pub fn system(&self) -> SystemId {
        match self {
            Setup::Antares(_) => SystemId::Antares,
            Setup::DiceGame(_) => SystemId::DiceGame,
            Setup::Bag(_) => SystemId::Bag,
        }
    }

    pub fn seats(&self) -> Vec<SeatSpec> {
        match self {
            Setup::Antares(setup) => Antares::seats(setup),
            Setup::DiceGame(setup) => DiceGame::seats(setup),
            Setup::Bag(setup) => Bag::seats(setup),
        }
    }

    pub fn players_needed(&self) -> usize {
        match self {
            Setup::Antares(setup) => Antares::players_needed(setup),
            Setup::DiceGame(setup) => DiceGame::players_needed(setup),
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
            Setup::DiceGame(setup) => DiceGame::set_up(setup).map(|_| ()),
            Setup::Bag(setup) => Bag::set_up(setup).map(|_| ()),
        }
    }

    /// The same with the taken seats alone, where play begins with whoever has come and some seats are empty.
    pub fn without_empty_seats(&self, taken: &[Seat]) -> Option<Setup> {
        match self {
            Setup::DiceGame(setup) if taken.len() < setup.factions.len() => {
                let taken: Vec<usize> = taken.iter().map(|seat| seat.index()).collect();
                Some(Setup::DiceGame(setup.with_seats(&taken)))
            }
            Setup::DiceGame(_) | Setup::Antares(_) | Setup::Bag(_) => None,
        }
    }

    pub fn set_up(&self) -> Result<Game, Vec<String>> {
        match self {
            Setup::Antares(setup) => Antares::set_up(setup).map(Game::Antares),
            Setup::DiceGame(setup) => DiceGame::set_up(setup).map(Game::DiceGame),
            Setup::Bag(setup) => Bag::set_up(setup).map(Game::Bag),
        }
    }
}

impl Game {
    pub fn open(&self) -> Vec<Open<Command>> {
        match self {
            Game::Antares(state) => wrap(Antares::open(state), Command::Antares),
            Game::DiceGame(state) => wrap(DiceGame::open(state), Command::DiceGame),
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
            (Game::DiceGame(state), Command::DiceGame(command)) => {
                let events = DiceGame::decide(state, by, command, dice)?;
                Ok(events.into_iter().map(Event::DiceGame).collect())
            }
            (Game::Antares(_), Command::Bag(_) | Command::DiceGame(_))
            | (Game::DiceGame(_), Command::Antares(_) | Command::Bag(_))
            | (Game::Bag(_), Command::Antares(_) | Command::DiceGame(_)) => {
                Err(Refusal::new("That belongs to another game than the one at this table."))
            }
        }
    }

    pub fn apply(&mut self, event: &Event) {
        match (self, event) {
            (Game::Antares(state), Event::Antares(event)) => Antares::apply(state, event),
            (Game::DiceGame(state), Event::DiceGame(event)) => DiceGame::apply(state, event),
            (Game::Bag(state), Event::Bag(event)) => Bag::apply(state, event),
            // no game emits the events of another one
            (Game::Antares(_), Event::Bag(_) | Event::DiceGame(_))
            | (Game::DiceGame(_), Event::Antares(_) | Event::Bag(_))
            | (Game::Bag(_), Event::Antares(_) | Event::DiceGame(_)) => {}
        }
    }

    /// What the program does on this seat, where the game waits for it and it knows how to play.
    pub fn bot_plays(&self, seat: Seat) -> Option<Command> {
        match self {
            Game::DiceGame(state) => dicegame::opponent::choose(state, seat).map(Command::DiceGame),
            Game::Antares(_) | Game::Bag(_) => None,
        }
    }

    pub fn view(&self, viewer: &Viewer) -> View {
        match self {
            Game::Antares(state) => View::Antares(Antares::view(state, viewer)),
            Game::DiceGame(state) => View::DiceGame(DiceGame::view(state, viewer)),
            Game::Bag(state) => View::Bag(Bag::view(state, viewer)),
        }
    }

    pub fn is_over(&self) -> bool {
        match self {
            Game::Antares(state) => Antares::is_over(state),
            Game::DiceGame(state) => DiceGame::is_over(state),
            Game::Bag(state) => Bag::is_over(state),
        }
    }
}

impl Event {
    /// The event as this viewer may see it in the log.
    pub fn seen(&self, viewer: &Viewer) -> Option<Event> {
        match self {
            Event::Antares(event) => Antares::seen(event, viewer).map(Event::Antares),
            Event::DiceGame(event) => DiceGame::seen(event, viewer).map(Event::DiceGame),
            Event::Bag(event) => Bag::seen(event, viewer).map(Event::Bag),
        }
    }

    pub fn reveals(&self) -> bool {
        match self {
            Event::Antares(event) => Antares::reveals(event),
            Event::DiceGame(event) => DiceGame::reveals(event),
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
            Command::DiceGame(_) | Command::Bag(_) => false,
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

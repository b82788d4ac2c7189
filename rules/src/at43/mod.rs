//! AT-43: companies, missions and the whole rule book as a pure engine.
//!
//! A command is worked out on a private copy of the game, event by event, until somebody has to decide something: `run.rs`
//! holds the stack of things to do, [`question`] says which of them wait and for whom. Distances, sight, contact and who
//! lies under a template are inputs; nobody but the people at the table sees them. Companies, sequences and wagers are
//! secret until the rules show them: [`view`] and `seen` leave them out.

mod apply;
mod before;
pub mod command;
pub mod company;
pub mod control;
pub mod correct;
pub mod damage;
pub mod data;
mod decide;
pub mod event;
pub mod flow;
pub mod heroes;
pub mod losses;
pub mod melee;
pub mod mission;
pub mod morale;
pub mod moves;
pub mod need;
mod open;
pub mod profile;
pub mod question;
pub mod routines;
mod run;
pub mod setup;
pub mod shoot;
pub mod specials;
pub mod state;
pub mod tactical;
pub mod turn;
pub mod view;
pub mod watch;

pub use command::Command;
pub use event::Event;
pub use setup::Setup;
pub use state::State;
pub use view::View;

//! The game systems as people meet them, a folder each, and the one list of them.

pub mod antares;
pub mod bag;
pub mod dicegame;
#[cfg(feature = "sealed-bids")]
pub mod sealed_bids;

use gatemaster_rules::game::SystemId;

use crate::face::{Face, Systems};
use crate::run::Command;

// A system without a line here does not compile: its face, and its slash commands.
macro_rules! list {
    ($($(#[$attr:meta])* $name:ident => $face:expr, [$($command:expr),* $(,)?];)+) => {
        fn face(system: SystemId) -> &'static dyn Face {
            match system {
                $($(#[$attr])* SystemId::$name => &$face,)+
            }
        }

        /// Every slash command that belongs to one system.
        pub fn commands() -> Vec<Command> {
            let mut all: Vec<Command> = Vec::new();
            $($(#[$attr])* {
                let own: Vec<Command> = vec![$($command),*];
                all.extend(own);
            })+
            all
        }
    };
}

list! {
    Antares => antares::AntaresFace, [
        antares::orders::order(),
        antares::orders::move_(),
        antares::orders::assault(),
        antares::orders::deploy(),
        antares::aim::shoot(),
        antares::ask::react(),
        antares::ask::turn(),
        antares::ask::standing(),
        antares::ask::correct(),
        antares::force::force(),
        antares::force::units(),
        antares::site::building(),
    ];
    DiceGame => dicegame::DiceGameFace, [dicegame::dicegame()];
    Bag => bag::BagFace, [bag::bag()];
    #[cfg(feature = "sealed-bids")]
    SealedBids => sealed_bids::SealedBidsFace, [];
}

/// Every system as a [`Face`].
pub const fn all() -> Systems {
    Systems::new(face)
}

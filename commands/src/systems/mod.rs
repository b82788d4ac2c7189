//! The game systems as people meet them, a folder each, and the one list of them.

pub mod antares;
pub mod at43;
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
    At43 => at43::At43Face, [at43::at43(), at43::armies()];
    DiceGame => dicegame::DiceGameFace, [dicegame::dicegame()];
    Bag => bag::BagFace, [bag::bag()];
    #[cfg(feature = "sealed-bids")]
    SealedBids => sealed_bids::SealedBidsFace, [];
}

/// Every system as a [`Face`].
pub const fn all() -> Systems {
    Systems::new(face)
}

#[cfg(test)]
mod tests {
    use gatemaster_rules::game::SystemId;
    use gatemaster_rules::ids::{Seq, UserId};
    use gatemaster_rules::table::{Action, Actor, Player, Settings, Table, open_table};

    use super::*;
    use crate::desk::Loaded;
    use crate::table;

    fn opened(system: SystemId) -> Table {
        let open = Action::Open {
            name: "Friday".to_owned(),
            setup: system.default_setup(),
            organiser: None,
            start: false,
            settings: Settings::default(),
        };
        let player = Player { id: UserId(900), name: "Ann".to_owned() };
        let decided = open_table(&Actor { player, manager: false }, &open).unwrap();
        Table::opened(&decided.events[0]).unwrap()
    }

    #[test]
    fn every_lobby_offers_start_when_it_can_be_pressed_and_else_says_what_is_missing() {
        for &system in SystemId::ALL {
            let mut table = opened(system);
            let seats = table.seats.len();
            for seated in 0..=seats {
                if let Some(place) = seated.checked_sub(1) {
                    let id = UserId(1_000 + u64::try_from(seated).unwrap());
                    table.seats[place].player =
                        Some(Player { id, name: format!("Player {seated}") });
                }
                let at = format!("{} with {seated} of {seats}", system.title());
                let card = table::board(all(), &Loaded::for_show("lobby", Seq(1), table.clone()));
                let offered = card.buttons.iter().flatten().any(|button| button.label == "Start");
                assert!(!offered || table.lacks().is_none(), "{at}: it would be refused");
                assert_eq!(offered, !card.text.contains("⚠️"), "{at}: {}", card.text);
                assert!(offered || seated < seats, "{at}: everybody is here");
                // a game against the program alone is no seat
                let is_seat =
                    |label: &str| label.starts_with("Play ") && label != "Play against me";
                let free = card.buttons.iter().flatten().filter(|one| is_seat(&one.label));
                assert_eq!(free.count(), seats - seated, "{at}: a seat for whoever comes");
            }
        }
    }
}

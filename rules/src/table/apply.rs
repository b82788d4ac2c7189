//! The only place where a table changes.

use super::{Asked, AskedFor, Chair, Event, Phase, Salt, Settings, Table};
use crate::system::SeatSpec;

impl Table {
    /// A table as its first event describes it; `None` for any other event.
    pub fn opened(event: &Event) -> Option<Table> {
        let Event::Opened { name, system, host, organiser, setup, seats } = event else {
            return None;
        };
        Some(Table {
            name: name.clone(),
            system: *system,
            phase: Phase::Lobby,
            host: host.clone(),
            organiser: organiser.clone(),
            seats: seats.iter().map(empty_chair).collect(),
            setup: setup.clone(),
            salts: Vec::new(),
            settings: Settings::default(),
            asked: None,
            game: None,
        })
    }

    pub fn apply(&mut self, event: &Event) {
        match event {
            // a second opening cannot happen; `fold` reports it, and nothing is overwritten
            Event::Opened { .. } => {}
            Event::Seated { seat, player } => {
                if let Some(chair) = self.seats.get_mut(seat.index()) {
                    chair.player = Some(player.clone());
                }
            }
            Event::Left { seat, .. } => {
                if let Some(chair) = self.seats.get_mut(seat.index()) {
                    chair.player = None;
                }
            }
            Event::SetUpChanged { setup, seats } => {
                let mut before = std::mem::take(&mut self.seats).into_iter();
                self.seats = seats
                    .iter()
                    .map(|spec| Chair {
                        player: before.next().and_then(|chair| chair.player),
                        ..empty_chair(spec)
                    })
                    .collect();
                self.setup = setup.clone();
            }
            Event::Salted { by, text } => self.salts.push(Salt { by: *by, text: text.clone() }),
            Event::Renamed { name } => self.name.clone_from(name),
            Event::SettingsChanged { settings } => self.settings = settings.clone(),
            Event::OrganiserNamed { organiser } => self.organiser = Some(organiser.clone()),
            Event::Started { game } => {
                self.phase = Phase::Playing;
                self.game = Some(game.clone());
            }
            Event::Played(event) => {
                if let Some(game) = &mut self.game {
                    game.apply(event);
                }
                // the board has moved on; a question about the old one has lost its meaning
                self.asked = None;
            }
            Event::UndoAsked { by, undoing } => {
                self.asked = Some(Asked { by: by.clone(), what: AskedFor::Undo(undoing.clone()) });
            }
            Event::EndAsked { by } => {
                self.asked = Some(Asked { by: by.clone(), what: AskedFor::End });
            }
            Event::AskRefused { .. } | Event::Undone { .. } => self.asked = None,
            Event::Ended { .. } => {
                self.phase = Phase::Ended;
                self.asked = None;
            }
        }
    }
}

fn empty_chair(spec: &SeatSpec) -> Chair {
    Chair { name: spec.name.clone(), colour: spec.colour, player: None }
}

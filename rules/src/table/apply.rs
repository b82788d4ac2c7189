//! The only place where a table changes.

use super::{Asked, AskedFor, Chair, Event, Phase, Player, Salt, Table};
use crate::ids::{Seat, UserId};
use crate::system::SeatSpec;

impl Table {
    /// A table as its first event describes it; `None` for any other event.
    pub fn opened(event: &Event) -> Option<Table> {
        let Event::Opened { name, system, host, organiser, setup, seats, settings } = event else {
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
            settings: settings.clone(),
            asked: None,
            offer: None,
            host_gone: false,
            throw: None,
            objected: false,
            points: Vec::new(),
            result: None,
            closed: false,
            game: None,
        })
    }

    pub fn apply(&mut self, event: &Event) {
        match event {
            // a second opening cannot happen; `fold` reports it, and nothing is overwritten.
            // a game that is still wanted stays as it is
            Event::Opened { .. } | Event::Kept => {}
            Event::Seated { seat, player } => {
                self.put_on(*seat, Some(player.clone()));
            }
            Event::Left { seat, .. } => self.put_on(*seat, None),
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
                self.offer = None;
            }
            Event::EmptySeatsGone { setup } => {
                self.seats.retain(|chair| chair.player.is_some());
                self.setup = setup.clone();
                self.offer = None;
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
                self.throw = None;
                self.objected = false;
                // the board has moved on; a question about the old one has lost its meaning
                if !self.asks_beside_the_game() {
                    self.asked = None;
                }
            }
            Event::Throwing(throw) => {
                self.throw = Some(throw.clone());
                // whoever goes on with a die that another drew has accepted it
                if self
                    .asked
                    .as_ref()
                    .is_some_and(|asked| matches!(asked.what, AskedFor::Draw { .. }))
                {
                    self.asked = None;
                }
            }
            Event::Thrown { .. } => self.throw = None,
            Event::DrawShown { by, step } => self.ask(by, AskedFor::Draw { step: *step }),
            Event::HandAsked { by, hand, step } => {
                self.ask(by, AskedFor::ByHand { hand: *hand, step: *step });
            }
            Event::Agreed { by } => {
                if let Some(asked) = &mut self.asked {
                    asked.agreed.push(by.clone());
                }
            }
            Event::Objected { .. } => {
                self.asked = None;
                self.objected = true;
            }
            Event::UndoAsked { by, undoing } => {
                self.ask(by, AskedFor::Undo(undoing.clone()));
            }
            Event::EndAsked { by } => {
                self.ask(by, AskedFor::End);
            }
            Event::ResultAsked { .. }
            | Event::PointsAsked { .. }
            | Event::PointsEntered { .. }
            | Event::Settled { .. }
            | Event::Closed => self.apply_result(event),
            Event::AskRefused { .. }
            | Event::Undone { .. }
            | Event::HandSettled { .. }
            | Event::DrawAccepted { .. } => self.asked = None,
            Event::SeatOffered { offer } => self.offer = Some(offer.clone()),
            Event::OfferTurnedDown { .. } => self.offer = None,
            Event::Departed { player } => self.lose(player.id),
            Event::Shelved => {
                self.phase = Phase::Shelved;
                self.asked = None;
                self.offer = None;
            }
            Event::Resumed => {
                self.phase = if self.game.is_some() { Phase::Playing } else { Phase::Lobby };
            }
            Event::Ended { .. } => {
                self.phase = Phase::Ended;
                self.throw = None;
                self.asked = None;
                self.offer = None;
            }
        }
    }

    /// What has to do with the result.
    fn apply_result(&mut self, event: &Event) {
        match event {
            Event::ResultAsked { by, settlement, step } => {
                let settlement = settlement.clone();
                self.ask(by, AskedFor::Result { settlement, step: *step });
            }
            Event::PointsAsked { by, entry, step } => {
                self.ask(by, AskedFor::Points { entry: entry.clone(), step: *step });
            }
            Event::PointsEntered { entry, .. } => {
                self.points.retain(|before| before.turn != entry.turn);
                self.points.push(entry.clone());
                self.points.sort_by_key(|entry| entry.turn);
                self.asked = None;
            }
            Event::Settled { settlement } => self.result = Some(settlement.clone()),
            Event::Closed => {
                self.closed = true;
                self.asked = None;
            }
            // everything else is done above
            _ => {}
        }
    }

    fn ask(&mut self, by: &Player, what: AskedFor) {
        self.asked = Some(Asked { by: by.clone(), what, agreed: Vec::new() });
    }

    /// Whether the question is as good after the next move as before it.
    fn asks_beside_the_game(&self) -> bool {
        self.asked.as_ref().is_some_and(|asked| {
            matches!(asked.what, AskedFor::ByHand { .. } | AskedFor::Points { .. })
        })
    }

    /// Everything that this person holds or waits for at the table.
    fn lose(&mut self, user: UserId) {
        for seat in self.seats_of(user) {
            self.put_on(seat, None);
        }
        if self.is_organiser(user) {
            self.organiser = None;
        }
        if self.asked.as_ref().is_some_and(|asked| asked.by.id == user) {
            self.asked = None;
        }
        if self.offer.as_ref().is_some_and(|offer| [offer.by.id, offer.to.id].contains(&user)) {
            self.offer = None;
        }
        self.host_gone |= self.host.id == user;
    }

    fn put_on(&mut self, seat: Seat, player: Option<Player>) {
        if let Some(chair) = self.seats.get_mut(seat.index()) {
            chair.player = player;
        }
        // whoever offered this seat has it no more
        if self.offer.as_ref().is_some_and(|offer| offer.seat == seat) {
            self.offer = None;
        }
    }
}

fn empty_chair(spec: &SeatSpec) -> Chair {
    Chair { name: spec.name.clone(), colour: spec.colour, player: None }
}

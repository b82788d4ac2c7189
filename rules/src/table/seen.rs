//! A table and its steps as one viewer may know them. Whoever shows anything gets these: the game itself, its commands and
//! whatever an event hides are not in them.

use super::{
    Action, Asked, AskedFor, Event, Grounds, Offer, Player, Settings, Step, Table, Throw, Undoing,
};
use crate::dice::Roll;
use crate::game::View;
use crate::ids::{Seq, UserId};
use crate::system::Viewer;

/// A table with the game as somebody may see it.
pub type SeenTable = Table<View>;

/// What came of an action, without the state that a start holds.
pub type SeenEvent = Event<()>;

/// A step as one viewer may know it. What was done is only said in events: a command may hold secrets.
#[derive(Clone, Debug, PartialEq)]
pub struct SeenStep {
    pub seq: Seq,
    pub user: UserId,
    /// The name that person went by then.
    pub name: String,
    pub kind: Kind,
    /// Done as a manager of the server.
    pub manager: bool,
    /// Done for the player as they had said beforehand.
    pub standing: bool,
    /// The dice that fell; none where the step hides something, as they could give it away.
    pub dice: Vec<Roll>,
    /// Dice fell that are not shown here.
    pub dice_hidden: bool,
    pub events: Vec<SeenEvent>,
    pub revokes: Option<Seq>,
    /// Milliseconds since 1970, UTC.
    pub at_ms: i64,
}

/// What sort of thing was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Open,
    /// Seats, set-up and the start: what a lobby is for.
    Gathering,
    Play,
    /// Undo, and the questions about it and about the end.
    Question,
    /// Everything else that the people of a table settle among themselves.
    Other,
}

impl Kind {
    fn of(action: &Action) -> Kind {
        match action {
            Action::Open { .. } => Kind::Open,
            Action::Join { .. }
            | Action::Leave
            | Action::SeatBot { .. }
            | Action::UnseatBot { .. }
            | Action::SetUp { .. }
            | Action::Start => Kind::Gathering,
            Action::Play(_) | Action::TypeDice { .. } | Action::RollDice => Kind::Play,
            Action::Undo { .. }
            | Action::Agree
            | Action::Refuse
            | Action::End
            | Action::Settle(_)
            | Action::Rule { .. }
            | Action::Score { .. }
            | Action::Close => Kind::Question,
            Action::Seat { .. }
            | Action::Unseat { .. }
            | Action::Change(_)
            | Action::HandOver { .. }
            | Action::TakeOver
            | Action::TurnDown
            | Action::Shelve
            | Action::Resume
            | Action::Keep
            | Action::Depart => Kind::Other,
        }
    }
}

impl Table {
    /// The table as this viewer may see it.
    pub fn seen(&self, viewer: &Viewer) -> SeenTable {
        Table {
            name: self.name.clone(),
            system: self.system,
            phase: self.phase,
            host: self.host.clone(),
            organiser: self.organiser.clone(),
            seats: self.seats.clone(),
            setup: self.setup.seen(viewer),
            salts: self.salts.clone(),
            settings: self.settings.clone(),
            asked: self.asked.as_ref().map(|asked| asked.seen(viewer)),
            offer: self.offer.clone(),
            host_gone: self.host_gone,
            throw: self.throw.as_ref().map(Throw::seen),
            objected: self.objected,
            points: self.points.clone(),
            result: self.result.clone(),
            closed: self.closed,
            game: self.game.as_ref().map(|game| game.view(viewer)),
        }
    }
}

impl Asked {
    fn seen(&self, viewer: &Viewer) -> Asked {
        let what = match &self.what {
            AskedFor::Undo(undoing) => AskedFor::Undo(undoing.seen(viewer)),
            AskedFor::End => AskedFor::End,
            AskedFor::ByHand { hand, step } => AskedFor::ByHand { hand: *hand, step: *step },
            AskedFor::Draw { step } => AskedFor::Draw { step: *step },
            AskedFor::Result { settlement, step } => {
                AskedFor::Result { settlement: settlement.clone(), step: *step }
            }
            AskedFor::Points { entry, step } => {
                AskedFor::Points { entry: entry.clone(), step: *step }
            }
        };
        Asked { by: self.by.clone(), what, agreed: self.agreed.clone() }
    }
}

impl Undoing {
    fn seen(&self, viewer: &Viewer) -> Undoing {
        let did: Vec<_> = self.did.iter().filter_map(|event| event.seen(viewer)).collect();
        let hidden = self.hidden || did.len() < self.did.len();
        Undoing { did, hidden, ..self.clone() }
    }
}

impl Throw {
    /// Without what is done: that is told when it has been. Typed dice lie open, as whoever typed them named them.
    fn seen(&self) -> Throw {
        Throw { command: None, rolled: Vec::new(), ..self.clone() }
    }
}

impl Step {
    /// The step as this viewer may know it.
    pub fn seen(&self, viewer: &Viewer) -> SeenStep {
        let hides = self.events.iter().any(|event| match event {
            Event::Played(event) => event.seen(viewer).as_ref() != Some(event),
            _ => false,
        });
        SeenStep {
            seq: self.seq,
            user: self.user,
            name: self.name.clone(),
            kind: Kind::of(&self.deed.action),
            manager: self.deed.manager,
            standing: self.deed.standing,
            dice: if hides { Vec::new() } else { self.dice.clone() },
            dice_hidden: hides && !self.dice.is_empty(),
            events: self.events.iter().filter_map(|event| event.seen(viewer)).collect(),
            revokes: self.revokes,
            at_ms: self.at_ms,
        }
    }
}

impl Event {
    /// The event as this viewer may know it.
    pub fn seen(&self, viewer: &Viewer) -> Option<SeenEvent> {
        Some(match self {
            Event::Opened { name, system, host, organiser, setup, seats, settings } => {
                Event::Opened {
                    name: name.clone(),
                    system: *system,
                    host: host.clone(),
                    organiser: organiser.clone(),
                    setup: setup.seen(viewer),
                    seats: seats.clone(),
                    settings: Settings::clone(settings),
                }
            }
            Event::Seated { seat, player } => {
                Event::Seated { seat: *seat, player: Player::clone(player) }
            }
            Event::Left { seat, player } => Event::Left { seat: *seat, player: player.clone() },
            Event::SetUpChanged { setup, seats } => {
                Event::SetUpChanged { setup: setup.seen(viewer), seats: seats.clone() }
            }
            Event::EmptySeatsGone { setup } => Event::EmptySeatsGone { setup: setup.seen(viewer) },
            Event::Salted { by, text } => Event::Salted { by: *by, text: text.clone() },
            Event::Renamed { name } => Event::Renamed { name: name.clone() },
            Event::SettingsChanged { settings } => {
                Event::SettingsChanged { settings: settings.clone() }
            }
            Event::OrganiserNamed { organiser } => {
                Event::OrganiserNamed { organiser: organiser.clone() }
            }
            Event::Started { game: _ } => Event::Started { game: () },
            Event::Played(event) => Event::Played(event.seen(viewer)?),
            Event::Throwing(throw) => Event::Throwing(throw.seen()),
            Event::Thrown { typed } => Event::Thrown { typed: typed.clone() },
            Event::DrawShown { by, step } => Event::DrawShown { by: by.clone(), step: *step },
            Event::DrawAccepted { by } => Event::DrawAccepted { by: by.clone() },
            Event::Objected { by, undoing } => {
                Event::Objected { by: by.clone(), undoing: undoing.seen(viewer) }
            }
            Event::HandAsked { by, hand, step } => {
                Event::HandAsked { by: by.clone(), hand: *hand, step: *step }
            }
            Event::Agreed { by } => Event::Agreed { by: by.clone() },
            Event::HandSettled { grounds } => Event::HandSettled { grounds: grounds.clone() },
            Event::UndoAsked { by, undoing } => {
                Event::UndoAsked { by: by.clone(), undoing: undoing.seen(viewer) }
            }
            Event::EndAsked { by } => Event::EndAsked { by: by.clone() },
            Event::ResultAsked { by, settlement, step } => {
                Event::ResultAsked { by: by.clone(), settlement: settlement.clone(), step: *step }
            }
            Event::Settled { settlement } => Event::Settled { settlement: settlement.clone() },
            Event::PointsAsked { by, entry, step } => {
                Event::PointsAsked { by: by.clone(), entry: entry.clone(), step: *step }
            }
            Event::PointsEntered { entry, grounds } => {
                Event::PointsEntered { entry: entry.clone(), grounds: grounds.clone() }
            }
            Event::AskRefused { by, asked } => {
                Event::AskRefused { by: by.clone(), asked: asked.seen(viewer) }
            }
            Event::Undone { undoing, grounds } => {
                Event::Undone { undoing: undoing.seen(viewer), grounds: Grounds::clone(grounds) }
            }
            Event::SeatOffered { offer } => Event::SeatOffered { offer: Offer::clone(offer) },
            Event::OfferTurnedDown { by, offer } => {
                Event::OfferTurnedDown { by: by.clone(), offer: offer.clone() }
            }
            Event::Shelved => Event::Shelved,
            Event::Resumed => Event::Resumed,
            Event::Kept => Event::Kept,
            Event::Departed { player } => Event::Departed { player: player.clone() },
            Event::Ended { grounds } => Event::Ended { grounds: grounds.clone() },
            Event::Closed => Event::Closed,
        })
    }
}

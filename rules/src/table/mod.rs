//! The table a game is played at: seats, salts, settings, the start, undo and the end. It is the same for
//! every system, and it is folded from the same steps, so a lobby survives a restart as a battle does.

mod action;
mod apply;
mod ask;
mod decide;
mod result;
mod seats;
mod seen;
mod shelf;
mod start;
mod step;
#[cfg(test)]
mod tests;
mod throws;

use serde::{Deserialize, Serialize};

pub use action::{Action, Actor, Deed, Event, Grounds, Offer, Player, SettingsChange, Undoing};
pub use decide::{Decided, Moment, decide, open_table, open_table_by, reaches_back};
pub use result::{
    Claim, How, MAX_REASON, MAX_SCORE, MAX_TURNS, Scores, SettledSide, Settlement, TurnPoints,
};
pub use seen::{Kind, SeenEvent, SeenStep, SeenTable};
pub use start::Lacks;
pub use step::Step;
pub(crate) use throws::THROWS_HAVE_OWNERS;
pub use throws::{ByHand, Throw, Typed};

use crate::colour::Colour;
use crate::game::{Command, Game, Setup, SystemId};
use crate::ids::{Seat, Seq, UserId};
use crate::system::{Doer, Open, Viewer, Who};

/// The longest salt that is kept; long enough for a sentence.
pub const MAX_SALT: usize = 100;

/// `G` is the game itself; with [`View`](crate::game::View) in its place it is the table as somebody may see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Table<G = Game> {
    pub name: String,
    pub system: SystemId,
    pub phase: Phase,
    /// Who opened the table.
    pub host: Player,
    /// May correct things, undo and end without asking; plays no side by that.
    pub organiser: Option<Player>,
    pub seats: Vec<Chair>,
    pub setup: Setup,
    pub salts: Vec<Salt>,
    pub settings: Settings,
    /// Something that waits for another player's yes or no.
    pub asked: Option<Asked>,
    /// A seat that its player would hand to somebody else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offer: Option<Offer>,
    /// Whoever opened the table has gone for good: their consent is not required.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub host_gone: bool,
    /// What waits for dice that somebody rolls by hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub throw: Option<Throw>,
    /// Somebody has objected to the die that was drawn by hand: the next one stands.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub objected: bool,
    /// Scenario points that were entered, turn by turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<TurnPoints>,
    /// What came of the game by the word of its people, where they have settled it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Settlement>,
    /// The settled result stands: somebody has had the seed shown.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub closed: bool,
    /// The game itself, once it has started.
    pub game: Option<G>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    Lobby,
    Playing,
    /// Put away unfinished: it can be taken up again, so its seed stays secret.
    Shelved,
    Ended,
}

impl Phase {
    /// Whether people sit at the table now.
    pub fn is_open(self) -> bool {
        match self {
            Phase::Lobby | Phase::Playing => true,
            Phase::Shelved | Phase::Ended => false,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Chair {
    pub name: String,
    pub colour: Colour,
    pub player: Option<Player>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Salt {
    pub by: UserId,
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is set by itself")]
pub struct Settings {
    /// Whether whoever owes an action is mentioned, so that Discord tells them.
    pub mentions: bool,
    /// Whoever owes an action is reminded after this many hours; 0 is never.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub remind_hours: u16,
    /// Short messages and one board that is edited in place, for play in a voice call.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub compact: bool,
    /// Discord reads results aloud.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub spoken: bool,
    /// The people roll their own dice, and type what they show.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_hand: bool,
    /// The people on these seats do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hand_seats: Vec<Seat>,
    /// The next throw is rolled by hand, and no other.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub next_by_hand: bool,
    /// The game ends with this turn; 0 is no limit. It is chosen before the start.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub turn_limit: u16,
}

/// The longest time after which a table may be reminded: four weeks.
pub const MAX_REMIND_HOURS: u16 = 4 * 7 * 24;

impl Default for Settings {
    fn default() -> Self {
        Self {
            mentions: true,
            remind_hours: 0,
            compact: false,
            spoken: false,
            by_hand: false,
            hand_seats: Vec::new(),
            next_by_hand: false,
            turn_limit: 0,
        }
    }
}

impl Settings {
    /// Whether a message of this table may ring for anybody.
    pub fn pings(&self) -> bool {
        self.mentions && !self.compact
    }

    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_zero(number: &u16) -> bool {
    *number == 0
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Asked {
    pub by: Player,
    pub what: AskedFor,
    /// Those who have said yes, where everybody has to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub agreed: Vec<Player>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AskedFor {
    Undo(Undoing),
    End,
    /// To roll these dice by hand from now on; asked in this step. Every other player has to agree.
    ByHand {
        hand: ByHand,
        step: Seq,
    },
    /// To go on with the die that the asker drew by hand and named in this step.
    Draw {
        step: Seq,
    },
    /// To end the game with this result; asked in this step. Every other player has to agree.
    Result {
        settlement: Settlement,
        step: Seq,
    },
    /// To enter these scenario points.
    Points {
        entry: TurnPoints,
        step: Seq,
    },
}

impl AskedFor {
    /// The number that buttons name the question by: the step that it is about or was asked in, or 0 for the end.
    pub fn number(&self) -> Seq {
        match self {
            AskedFor::Undo(undoing) => undoing.step,
            AskedFor::End => Seq(0),
            AskedFor::ByHand { step, .. }
            | AskedFor::Draw { step }
            | AskedFor::Result { step, .. }
            | AskedFor::Points { step, .. } => *step,
        }
    }
}

/// Something a seat owes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owed {
    pub seat: Seat,
    pub what: String,
    /// Which thing exactly, see [`Open::matter`].
    pub matter: String,
}

impl<G> Table<G> {
    pub fn seats_of(&self, user: UserId) -> Vec<Seat> {
        self.all_seats()
            .filter(|seat| self.player_at(*seat).is_some_and(|p| p.id == user))
            .collect()
    }

    pub fn all_seats(&self) -> impl Iterator<Item = Seat> + use<G> {
        (0..self.seats.len()).filter_map(|i| u8::try_from(i).ok()).map(Seat)
    }

    pub fn free_seats(&self) -> Vec<Seat> {
        self.all_seats().filter(|seat| self.player_at(*seat).is_none()).collect()
    }

    pub fn player_at(&self, seat: Seat) -> Option<&Player> {
        self.seats.get(seat.index()).and_then(|chair| chair.player.as_ref())
    }

    pub fn seat_named(&self, name: &str) -> Option<Seat> {
        let name = name.trim().to_lowercase();
        self.all_seats().find(|seat| self.seats[seat.index()].name.to_lowercase() == name)
    }

    pub fn is_seated(&self, user: UserId) -> bool {
        !self.seats_of(user).is_empty()
    }

    pub fn is_organiser(&self, user: UserId) -> bool {
        self.organiser.as_ref().is_some_and(|organiser| organiser.id == user)
    }

    /// The other people at the table, each once, in the order of their seats; the program is nobody to be asked.
    pub fn others(&self, user: UserId) -> Vec<&Player> {
        let mut others: Vec<&Player> = Vec::new();
        for player in self.seats.iter().filter_map(|chair| chair.player.as_ref()) {
            if player.id != user
                && !player.is_bot()
                && !others.iter().any(|other| other.id == player.id)
            {
                others.push(player);
            }
        }
        others
    }

    /// Whether anybody but the program plays here.
    pub fn has_people(&self) -> bool {
        self.seats.iter().filter_map(|chair| chair.player.as_ref()).any(|player| !player.is_bot())
    }

    /// The people whose word counts beside this person's: the other players, the organiser, and in the lobby the host.
    pub fn consenters(&self, user: UserId) -> Vec<&Player> {
        let mut people = self.others(user);
        let host = (self.phase == Phase::Lobby && !self.host_gone).then_some(&self.host);
        for person in self.organiser.iter().chain(host) {
            if person.id != user && !people.iter().any(|known| known.id == person.id) {
                people.push(person);
            }
        }
        people
    }

    /// Whether this person has a seat, organises, or opened the table.
    pub fn belongs(&self, user: UserId) -> bool {
        self.is_seated(user) || self.is_organiser(user) || self.host.id == user
    }

    fn owed_answers(&self) -> Vec<Owed> {
        let Some(asked) = &self.asked else { return Vec::new() };
        let (matter, what) = match &asked.what {
            AskedFor::Undo(undoing) => (
                format!("undo {}", undoing.step),
                format!("answer {}'s wish to undo step {}", asked.by.name, undoing.step),
            ),
            AskedFor::End => {
                ("end".to_owned(), format!("answer {}'s wish to end the game", asked.by.name))
            }
            AskedFor::ByHand { step, .. } => (
                format!("by hand {step}"),
                format!("answer {}'s wish about dice rolled by hand", asked.by.name),
            ),
            AskedFor::Draw { step } => {
                (format!("draw {step}"), format!("look at the die that {} drew", asked.by.name))
            }
            AskedFor::Result { step, .. } => (
                format!("result {step}"),
                format!("answer {}'s wish to settle the result", asked.by.name),
            ),
            AskedFor::Points { step, .. } => {
                (format!("points {step}"), format!("answer {}'s scenario points", asked.by.name))
            }
        };
        self.all_seats()
            .filter(|seat| {
                self.player_at(*seat).is_some_and(|p| {
                    p.id != asked.by.id
                        && !p.is_bot()
                        && !asked.agreed.iter().any(|agreed| agreed.id == p.id)
                })
            })
            .map(|seat| Owed { seat, what: what.clone(), matter: matter.clone() })
            .collect()
    }

    /// The throw that somebody has to roll by hand.
    fn owed_dice(&self) -> Vec<Owed> {
        let (Some(throw), Some(thrower)) = (&self.throw, self.thrower()) else { return Vec::new() };
        let seats = self.seats_of(thrower.id);
        let own = seats.iter().find(|seat| **seat == throw.wanted.seat).or(seats.first());
        let what = format!("roll and type {}", throw.wanted.sentence());
        let matter = format!("throw {} {what}", throw.rolled.len());
        own.map(|seat| Owed { seat: *seat, what, matter }).into_iter().collect()
    }

    pub fn by(&self, user: UserId) -> Doer {
        Doer { seats: self.seats_of(user), organiser: self.is_organiser(user) }
    }

    /// What this person may see: after the end nothing is hidden from anybody.
    pub fn viewer(&self, user: UserId) -> Viewer {
        match self.phase {
            Phase::Ended => Viewer { seats: self.all_seats().collect() },
            Phase::Lobby | Phase::Playing | Phase::Shelved => Viewer { seats: self.seats_of(user) },
        }
    }

    /// What everybody may see.
    pub fn onlooker(&self) -> Viewer {
        match self.phase {
            Phase::Ended => Viewer { seats: self.all_seats().collect() },
            Phase::Lobby | Phase::Playing | Phase::Shelved => Viewer::spectator(),
        }
    }
}

impl Table {
    /// What the program owes on the seats that it plays. It does not play on where nobody is left to play with.
    pub fn bot_owes(&self) -> Option<(Seat, Command)> {
        let game = self.game.as_ref().filter(|_| self.phase == Phase::Playing)?;
        if self.asked.is_some() || self.throw.is_some() || !self.has_people() {
            return None;
        }
        // whether somebody has counted rightly is for another person to say, where there is one
        let alone = self.others(UserId::BOT).len() < 2;
        self.seats_of(UserId::BOT)
            .into_iter()
            .filter_map(|seat| game.bot_plays(seat).map(|command| (seat, command)))
            .find(|(_, command)| alone || !command.consents())
    }

    /// The open decisions of a game in play; none in the lobby, after the end, or while dice are waited for.
    pub fn open(&self) -> Vec<Open<Command>> {
        match (&self.phase, &self.game) {
            (Phase::Playing, Some(game)) if self.throw.is_none() => game.open(),
            _ => Vec::new(),
        }
    }

    /// Who owes what now. A question comes first: while it stands, only its answer is owed.
    pub fn owed(&self) -> Vec<Owed> {
        if !self.phase.is_open() {
            return Vec::new();
        }
        let answers = self.owed_answers();
        if !answers.is_empty() {
            return answers;
        }
        let dice = self.owed_dice();
        if !dice.is_empty() {
            return dice;
        }
        let decisions = self.open().into_iter().filter_map(|open| match open.who {
            Who::Seat(seat) => Some(Owed { seat, what: open.what, matter: open.matter }),
            Who::AnyPlayer | Who::May(_) => None,
        });
        decisions.collect()
    }
}

//! An answer before it is sent: a message or a form, messages for other channels, and which boards have to be redrawn.

use gatemaster_discord::answer::Place;
use gatemaster_discord::card::{Card, SeenBy};
use gatemaster_discord::forms::Form;
use gatemaster_rules::ids::Seq;
use gatemaster_store::{SharedTable, Story, StoryKind};

use crate::desk::Loaded;
use crate::secret::Secret;
use crate::trouble::Trouble;

#[derive(Debug)]
pub enum Reply {
    Message(Box<Answer>),
    /// A form to fill in. Discord takes one only as the immediate answer, so no slow work may come before it.
    Form(Form),
}

#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is set by itself")]
pub struct Answer {
    pub card: Card,
    /// What the asker alone may see; it is sent in place of the card.
    pub own: Option<Secret<Card>>,
    pub seen: SeenBy,
    pub place: Place,
    /// Remove the pressed message's buttons.
    pub spends: bool,
    /// What the pressed message becomes, where it has served and another one goes on from it.
    pub finishes: Option<Card>,
    /// The private message whose button was pressed stays as it is.
    pub keeps_pressed: bool,
    /// Only the words above the frame and the controls of the pressed message change.
    pub keeps_frame: bool,
    /// Messages for other channels: for the game's own, where the asker is in another one.
    pub elsewhere: Vec<ChannelMessage>,
    /// The board whose controls this changes while somebody is still choosing, and the step it was drawn at.
    pub refines: Option<(String, Seq)>,
    /// What this message tells of a game, or asks about it.
    pub tells: Option<Telling>,
    /// The league table that this message shows to everybody and that goes with its league.
    pub shares: Option<TableShown>,
    /// The chapter that has ended, for the message that told it.
    pub finished: Option<FinishedChapter>,
    /// The step that was taken back: whatever told it is marked.
    pub revoked: Option<Seq>,
    /// The board goes to the end of the channel: a new turn has begun.
    pub moves_board: bool,
    /// The game whose board this changed.
    pub changed: Option<String>,
    /// The board is not redrawn: it shows the change already, and somebody is choosing on it.
    pub keeps_board: bool,
    /// This message becomes the game's live board.
    pub board: Option<NewBoard>,
    /// Messages that follow it, for the same people.
    pub more: Option<More>,
}

/// Messages that are made one after the other while they are sent, so that large files are never all in memory. A problem is
/// told in place of the rest.
#[derive(Debug)]
pub struct More(pub tokio::sync::mpsc::Receiver<Result<Card, Trouble>>);

/// A message for another channel; it may become the live board of a game.
#[derive(Debug)]
pub struct ChannelMessage {
    pub channel: u64,
    pub card: Card,
    pub board: Option<NewBoard>,
    pub tells: Option<Telling>,
}

impl ChannelMessage {
    pub fn new(channel: u64, card: Card) -> Self {
        Self { channel, card, board: None, tells: None }
    }
}

/// Which steps of a game a message tells.
#[derive(Clone, Debug)]
pub struct Telling {
    pub game: String,
    pub channel: u64,
    /// The message, where it is known before it is sent: the one that was pressed.
    pub message: Option<u64>,
    pub kind: StoryKind,
    pub first: Seq,
    pub last: Seq,
    pub shown: Seq,
}

impl Telling {
    pub fn story(self, message: u64, live: bool) -> Story {
        Story {
            game_id: self.game,
            channel_id: self.channel,
            message_id: message,
            kind: self.kind,
            first: self.first.0,
            last: self.last.0,
            shown: self.shown.0,
            live,
        }
    }
}

/// Which table of a league a message shows, and after how many entries.
#[derive(Clone, Debug)]
pub struct TableShown {
    pub book: String,
    pub channel: u64,
    pub season: u16,
    pub division: u8,
    pub seq: u32,
}

impl TableShown {
    pub fn shared(self, message: u64) -> SharedTable {
        SharedTable {
            book_id: self.book,
            channel_id: self.channel,
            message_id: message,
            season: self.season,
            division: self.division,
            shown: self.seq,
            drawn: String::new(),
        }
    }
}

/// A chapter that has ended, as it is told from now on.
#[derive(Clone, Debug)]
pub struct FinishedChapter {
    /// The message that becomes this with the answer itself: the one that was pressed.
    pub message: Option<u64>,
    pub first: Seq,
    pub last: Seq,
    pub card: Card,
}

/// The game whose live board a message becomes, and whether it is pinned.
#[derive(Debug)]
pub struct NewBoard {
    pub game: Loaded,
    pub pin: bool,
}

impl Answer {
    pub fn private(card: Card) -> Self {
        Self {
            card,
            own: None,
            seen: SeenBy::One,
            place: Place::New,
            spends: false,
            finishes: None,
            keeps_pressed: false,
            keeps_frame: false,
            refines: None,
            elsewhere: Vec::new(),
            tells: None,
            shares: None,
            finished: None,
            revoked: None,
            moves_board: false,
            changed: None,
            keeps_board: false,
            board: None,
            more: None,
        }
    }

    /// What one person alone may see goes to them, and to nobody else.
    pub fn own(card: Secret<Card>) -> Self {
        Self { own: Some(card), ..Self::private(Card::default()) }
    }

    pub fn public(card: Card) -> Self {
        Self { seen: SeenBy::All, ..Self::private(card) }
    }

    #[must_use]
    pub fn spends_pressed(mut self) -> Self {
        self.spends = true;
        self
    }

    /// Only the words above the frame and the controls of the pressed message are redrawn.
    #[must_use]
    pub fn keeps_frame(mut self) -> Self {
        self.place = Place::Pressed;
        self.keeps_frame = true;
        self
    }

    #[must_use]
    pub fn in_place(mut self) -> Self {
        self.place = Place::Pressed;
        self
    }
}

impl From<Answer> for Reply {
    fn from(answer: Answer) -> Self {
        Reply::Message(Box::new(answer))
    }
}

/// The message a button is on.
#[derive(Clone, Copy, Debug)]
pub struct PressedMessage {
    pub message: u64,
    pub private: bool,
}

impl PressedMessage {
    pub fn board_of(self, game: &Loaded) -> bool {
        game.board.is_some_and(|board| board.message_id == self.message)
    }
}

pub fn unknown() -> Trouble {
    Trouble::refused(
        "This button is out of date and no longer does anything. `/game board` shows a fresh one.",
    )
}

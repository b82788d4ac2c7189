//! What a button means, carried in its `custom_id`: game, sequence number, and what to do. No memory of the
//! process is needed to understand a press, so buttons work after any restart.

use gatemaster_rules::bag::PoolId;
use gatemaster_rules::ids::{Seat, Seq};

use crate::battle::press::BattlePressed;
use crate::campaign::press::CampaignPressed;
use crate::dicegame::press::DicePressed;
use crate::league::press::LeaguePressed;
use crate::player::press::PlayerPressed;

/// What a button is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    Game(Pressed),
    Battle(BattlePressed),
    Dice(DicePressed),
    League(LeaguePressed),
    Campaign(CampaignPressed),
    Player(PlayerPressed),
    Roll {
        id: String,
        press: RollPress,
    },
    Help(HelpPress),
    Privacy(PrivacyPress),
    /// Opens an address; it is never pressed as far as we hear.
    Link(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RollPress {
    Again,
    /// The same with one die more.
    More,
    /// Show a secret roll to everybody.
    Show,
}

/// Topics and examples go by short words of our own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HelpPress {
    Topic(String),
    Example(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrivacyPress {
    Forget,
    Keep,
}

impl From<Pressed> for Meaning {
    fn from(pressed: Pressed) -> Self {
        Meaning::Game(pressed)
    }
}

impl Meaning {
    pub fn encode(&self) -> String {
        match self {
            Meaning::Game(pressed) => pressed.encode(),
            Meaning::Battle(pressed) => pressed.encode(),
            Meaning::Dice(pressed) => pressed.encode(),
            Meaning::League(pressed) => pressed.encode(),
            Meaning::Campaign(pressed) => pressed.encode(),
            Meaning::Player(pressed) => pressed.encode(),
            Meaning::Roll { id, press } => {
                let word = match press {
                    RollPress::Again => "again",
                    RollPress::More => "more",
                    RollPress::Show => "show",
                };
                format!("r1:{id}:{word}")
            }
            Meaning::Help(HelpPress::Topic(key)) => format!("h1:topic:{key}"),
            Meaning::Help(HelpPress::Example(key)) => format!("h1:try:{key}"),
            Meaning::Privacy(PrivacyPress::Forget) => "p1:forget".to_owned(),
            Meaning::Privacy(PrivacyPress::Keep) => "p1:keep".to_owned(),
            Meaning::Link(url) => url.clone(),
        }
    }

    /// Understands what [`Meaning::encode`] wrote, and nothing else.
    pub fn decode(custom_id: &str) -> Option<Self> {
        if let Some(pressed) = Pressed::decode(custom_id) {
            return Some(Meaning::Game(pressed));
        }
        if let Some(pressed) = BattlePressed::decode(custom_id) {
            return Some(Meaning::Battle(pressed));
        }
        if let Some(pressed) = DicePressed::decode(custom_id) {
            return Some(Meaning::Dice(pressed));
        }
        if let Some(pressed) = LeaguePressed::decode(custom_id) {
            return Some(Meaning::League(pressed));
        }
        if let Some(pressed) = CampaignPressed::decode(custom_id) {
            return Some(Meaning::Campaign(pressed));
        }
        if let Some(pressed) = PlayerPressed::decode(custom_id) {
            return Some(Meaning::Player(pressed));
        }
        let parts: Vec<&str> = custom_id.split(':').collect();
        Some(match parts[..] {
            ["r1", id, word] if is_game_id(id) => {
                let press = match word {
                    "again" => RollPress::Again,
                    "more" => RollPress::More,
                    "show" => RollPress::Show,
                    _ => return None,
                };
                Meaning::Roll { id: id.to_owned(), press }
            }
            ["h1", "topic", key] if is_word(key) => Meaning::Help(HelpPress::Topic(key.to_owned())),
            ["h1", "try", key] if is_word(key) => Meaning::Help(HelpPress::Example(key.to_owned())),
            ["p1", "forget"] => Meaning::Privacy(PrivacyPress::Forget),
            ["p1", "keep"] => Meaning::Privacy(PrivacyPress::Keep),
            _ => return None,
        })
    }
}

fn is_word(text: &str) -> bool {
    (1..=32).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')
}

/// A button of a game, as it was when it was shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pressed {
    pub game: String,
    /// The step the message was drawn at.
    pub seq: Seq,
    pub press: Press,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Press {
    Join(Option<Seat>),
    Leave,
    Start,
    /// Show the form for the set-up.
    SetUpForm,
    /// Show the fresh board, privately.
    Board,
    Undo,
    /// Yes to the question about this step; 0 is the end of the game.
    Agree(Seq),
    Refuse(Seq),
    /// Take the seat that is on offer, or say no to it.
    TakeOver(Seat),
    TurnDown(Seat),
    /// A game untouched for long: still wanted, or put away, or taken up again.
    Keep,
    Shelve,
    Resume,
    /// One page of the log, counted from 0.
    Log(u32),
    Bag(BagPress),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BagPress {
    Draw,
    NextTurn,
    /// Ask which dice, where there is more than one answer.
    Pick(Handling),
    Do(Handling, PoolId),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handling {
    Return,
    TakeOut,
    PutIn,
}

/// The version of this little language; a button of an older one is answered with the fresh board.
const VERSION: &str = "g1";

impl Pressed {
    pub fn new(game: &str, seq: Seq, press: Press) -> Self {
        Self { game: game.to_owned(), seq, press }
    }

    pub fn encode(&self) -> String {
        let (verb, argument) = self.press.words();
        match argument {
            Some(argument) => format!("{VERSION}:{}:{}:{verb}:{argument}", self.game, self.seq),
            None => format!("{VERSION}:{}:{}:{verb}", self.game, self.seq),
        }
    }

    /// Understands what [`Pressed::encode`] wrote, and nothing else.
    pub fn decode(custom_id: &str) -> Option<Pressed> {
        let mut parts = custom_id.split(':');
        if parts.next()? != VERSION {
            return None;
        }
        let game = parts.next().filter(|game| is_game_id(game))?;
        let seq = Seq(parts.next()?.parse().ok()?);
        let verb = parts.next()?;
        let argument = parts.next().map(str::parse::<u32>).transpose().ok()?;
        if parts.next().is_some() {
            return None;
        }
        Some(Pressed::new(game, seq, Press::from_words(verb, argument)?))
    }
}

/// Letters and digits only; whatever else stands in a `custom_id` was not written by us.
pub fn is_game_id(text: &str) -> bool {
    (1..=32).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric())
}

impl Press {
    fn words(self) -> (&'static str, Option<u32>) {
        match self {
            Press::Join(seat) => ("join", seat.map(|seat| seat.0.into())),
            Press::Leave => ("leave", None),
            Press::Start => ("start", None),
            Press::SetUpForm => ("setup", None),
            Press::Board => ("board", None),
            Press::Undo => ("undo", None),
            Press::Agree(step) => ("agree", Some(step.0)),
            Press::Refuse(step) => ("refuse", Some(step.0)),
            Press::TakeOver(seat) => ("take", Some(seat.0.into())),
            Press::TurnDown(seat) => ("decline", Some(seat.0.into())),
            Press::Keep => ("keep", None),
            Press::Shelve => ("shelve", None),
            Press::Resume => ("resume", None),
            Press::Log(page) => ("log", Some(page)),
            Press::Bag(BagPress::Draw) => ("bag-draw", None),
            Press::Bag(BagPress::NextTurn) => ("bag-next", None),
            Press::Bag(BagPress::Pick(handling)) => (handling.words().0, None),
            Press::Bag(BagPress::Do(handling, pool)) => (handling.words().1, Some(pool.0.into())),
        }
    }

    fn from_words(verb: &str, argument: Option<u32>) -> Option<Press> {
        let small = || argument.and_then(|number| u8::try_from(number).ok());
        if let Some(handling) = Handling::ALL.into_iter().find(|h| h.words().0 == verb) {
            return argument.is_none().then_some(Press::Bag(BagPress::Pick(handling)));
        }
        if let Some(handling) = Handling::ALL.into_iter().find(|h| h.words().1 == verb) {
            return Some(Press::Bag(BagPress::Do(handling, PoolId(small()?))));
        }
        let press = match (verb, argument) {
            ("join", None) => Press::Join(None),
            ("join", Some(_)) => Press::Join(Some(Seat(small()?))),
            ("leave", None) => Press::Leave,
            ("start", None) => Press::Start,
            ("setup", None) => Press::SetUpForm,
            ("board", None) => Press::Board,
            ("undo", None) => Press::Undo,
            ("agree", Some(step)) => Press::Agree(Seq(step)),
            ("refuse", Some(step)) => Press::Refuse(Seq(step)),
            ("take", Some(_)) => Press::TakeOver(Seat(small()?)),
            ("decline", Some(_)) => Press::TurnDown(Seat(small()?)),
            ("keep", None) => Press::Keep,
            ("shelve", None) => Press::Shelve,
            ("resume", None) => Press::Resume,
            ("log", Some(page)) => Press::Log(page),
            ("bag-draw", None) => Press::Bag(BagPress::Draw),
            ("bag-next", None) => Press::Bag(BagPress::NextTurn),
            _ => return None,
        };
        Some(press)
    }
}

impl Handling {
    pub const ALL: [Handling; 3] = [Handling::Return, Handling::TakeOut, Handling::PutIn];

    /// The words for asking which dice, and for doing it.
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Handling::Return => ("bag-return", "bag-return-one"),
            Handling::TakeOut => ("bag-out", "bag-out-one"),
            Handling::PutIn => ("bag-in", "bag-in-one"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits;

    #[test]
    fn every_press_survives_its_custom_id() {
        let mut presses = vec![
            Press::Join(None),
            Press::Join(Some(Seat(255))),
            Press::Leave,
            Press::Start,
            Press::SetUpForm,
            Press::Board,
            Press::Undo,
            Press::Agree(Seq(u32::MAX)),
            Press::Refuse(Seq(0)),
            Press::TakeOver(Seat(255)),
            Press::TurnDown(Seat(0)),
            Press::Keep,
            Press::Shelve,
            Press::Resume,
            Press::Log(7),
            Press::Bag(BagPress::Draw),
            Press::Bag(BagPress::NextTurn),
        ];
        for handling in Handling::ALL {
            presses.push(Press::Bag(BagPress::Pick(handling)));
            presses.push(Press::Bag(BagPress::Do(handling, PoolId(11))));
        }
        for press in presses {
            let pressed = Pressed::new(&"g".repeat(32), Seq(u32::MAX), press);
            let id = pressed.encode();
            assert!(id.len() <= limits::CUSTOM_ID, "{id}");
            assert_eq!(Pressed::decode(&id), Some(pressed.clone()));
            assert_eq!(Meaning::decode(&id), Some(Meaning::Game(pressed)));
        }
        for meaning in [
            Meaning::Roll { id: "g".repeat(32), press: RollPress::Again },
            Meaning::Roll { id: "x1".into(), press: RollPress::More },
            Meaning::Roll { id: "x1".into(), press: RollPress::Show },
            Meaning::Help(HelpPress::Topic("order-dice".into())),
            Meaning::Help(HelpPress::Example("roll-over".into())),
            Meaning::Privacy(PrivacyPress::Forget),
            Meaning::Privacy(PrivacyPress::Keep),
        ] {
            assert!(meaning.encode().len() <= limits::CUSTOM_ID);
            assert_eq!(Meaning::decode(&meaning.encode()), Some(meaning));
        }
    }

    #[test]
    fn foreign_and_odd_ids_mean_nothing() {
        for odd in [
            "",
            "g1",
            "g1:abc:1:draw-all",
            "g0:abc:1:undo",
            "g1:a b:1:undo",
            "g1:abc:-1:undo",
            "g1:abc:1:undo:3",
            "g1:abc:1:agree",
            "g1:abc:1:join:999",
            "g1:abc:1:log:1:1",
            "g1::1:undo",
            "🙂",
            "g1:abc:99999999999:undo",
            "r1:abc",
            "r1:a b:again",
            "h1:topic:Big",
            "h1:try:",
            "p1:forget:1",
        ] {
            assert_eq!(Meaning::decode(odd), None, "{odd}");
        }
    }
}

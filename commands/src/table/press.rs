//! What the buttons of every table mean, and the envelope around the buttons of each system: the game, the step that the
//! message was drawn at, and what to do.

use gatemaster_discord::press::{Press as Language, Reader, Writer};
use gatemaster_rules::ids::{Seat, Seq};

/// A button of a game, as it was when it was shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pressed<P> {
    pub game: String,
    /// The step the message was drawn at.
    pub seq: Seq,
    pub press: P,
}

/// What the buttons of one system mean, and how that is written inside the envelope.
pub trait GamePress: Sized {
    /// The version of the language; a button of an older one is answered with the fresh board.
    const TAG: &'static str;

    fn write(&self, words: &mut Writer);
    fn read(words: &mut Reader<'_>) -> Option<Self>;
}

impl<P> Pressed<P> {
    pub fn new(game: &str, seq: Seq, press: P) -> Self {
        Self { game: game.to_owned(), seq, press }
    }
}

impl<P: GamePress> Language for Pressed<P> {
    const TAG: &'static str = P::TAG;

    fn write(&self, words: &mut Writer) {
        self.press.write(words.add(&self.game).add(self.seq));
    }

    fn read(words: &mut Reader<'_>) -> Option<Self> {
        let (game, seq) = (words.id()?.to_owned(), Seq(words.number()?));
        Some(Self { game, seq, press: P::read(words)? })
    }
}

/// What every table has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Press {
    Join(Option<Seat>),
    Leave,
    Start,
    /// Take every free seat and start.
    StartAlone,
    /// Show the fresh board, privately.
    Board,
    Undo,
    /// Opens the form for the dice that the table waits for, and is the form itself.
    TypeDice,
    /// Lets the program roll them.
    RollDice,
    /// This die came out of the bag: its number, side after side.
    Drew(u32),
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
    /// The page of the log that ends with this step.
    LogTo(Seq),
    /// The one that begins with it.
    LogFrom(Seq),
    /// Why these steps came out as they did, privately.
    Explain(Steps),
    /// A page of that, in its place.
    ExplainPage(Steps, u32),
    /// A page of that, for everybody.
    ShowExplained(Steps, u32),
    /// What I have said beforehand, privately.
    Standing,
    /// What only I may see, privately.
    Mine,
    Result(ResultPress),
}

/// How a game comes to its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultPress {
    /// The ways to end it, privately.
    Panel,
    /// Asks once more; without a seat, all sides of whoever presses give up.
    Concede(Option<Seat>),
    ConcedeNow(Option<Seat>),
    Draw,
    /// Each opens a form, and is the form itself.
    Scores,
    Points,
    Rule,
    /// The scenario points decide.
    Count,
    /// Shows the seed: the end stands.
    Close,
}

impl ResultPress {
    fn numbers(self) -> Vec<u32> {
        let with = |code: u32, seat: Option<Seat>| {
            [code].into_iter().chain(seat.map(|seat| seat.0.into())).collect()
        };
        match self {
            ResultPress::Panel => vec![0],
            ResultPress::Concede(seat) => with(1, seat),
            ResultPress::ConcedeNow(seat) => with(2, seat),
            ResultPress::Draw => vec![3],
            ResultPress::Scores => vec![4],
            ResultPress::Points => vec![5],
            ResultPress::Rule => vec![6],
            ResultPress::Count => vec![7],
            ResultPress::Close => vec![8],
        }
    }

    fn from_numbers(numbers: &[u32]) -> Option<Self> {
        let seat = |number: u32| u8::try_from(number).ok().map(Seat);
        Some(match numbers {
            [0] => ResultPress::Panel,
            [1] => ResultPress::Concede(None),
            [1, number] => ResultPress::Concede(Some(seat(*number)?)),
            [2] => ResultPress::ConcedeNow(None),
            [2, number] => ResultPress::ConcedeNow(Some(seat(*number)?)),
            [3] => ResultPress::Draw,
            [4] => ResultPress::Scores,
            [5] => ResultPress::Points,
            [6] => ResultPress::Rule,
            [7] => ResultPress::Count,
            [8] => ResultPress::Close,
            _ => return None,
        })
    }
}

/// The first and the last step of a message that tells several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    pub first: Seq,
    pub last: Seq,
}

impl Press {
    fn words(self) -> (&'static str, Vec<u32>) {
        match self {
            Press::Join(seat) => ("join", seat.map(|seat| seat.0.into()).into_iter().collect()),
            Press::Leave => ("leave", vec![]),
            Press::Start => ("start", vec![]),
            Press::StartAlone => ("alone", vec![]),
            Press::Board => ("board", vec![]),
            Press::Undo => ("undo", vec![]),
            Press::TypeDice => ("type", vec![]),
            Press::RollDice => ("roll", vec![]),
            Press::Drew(position) => ("drew", vec![position]),
            Press::Agree(step) => ("agree", vec![step.0]),
            Press::Refuse(step) => ("refuse", vec![step.0]),
            Press::TakeOver(seat) => ("take", vec![seat.0.into()]),
            Press::TurnDown(seat) => ("decline", vec![seat.0.into()]),
            Press::Keep => ("keep", vec![]),
            Press::Shelve => ("shelve", vec![]),
            Press::Resume => ("resume", vec![]),
            Press::LogTo(last) => ("log-to", vec![last.0]),
            Press::LogFrom(first) => ("log-from", vec![first.0]),
            Press::Explain(steps) => ("why", vec![steps.first.0, steps.last.0]),
            Press::ExplainPage(steps, page) => {
                ("why-page", vec![steps.first.0, steps.last.0, page])
            }
            Press::ShowExplained(steps, page) => {
                ("why-show", vec![steps.first.0, steps.last.0, page])
            }
            Press::Standing => ("standing", vec![]),
            Press::Mine => ("mine", vec![]),
            Press::Result(result) => ("result", result.numbers()),
        }
    }

    fn from_words(verb: &str, numbers: &[u32]) -> Option<Press> {
        let seat = |number: u32| u8::try_from(number).ok().map(Seat);
        let steps = |first: u32, last: u32| Steps { first: Seq(first), last: Seq(last) };
        Some(match (verb, numbers) {
            ("join", []) => Press::Join(None),
            ("join", [number]) => Press::Join(Some(seat(*number)?)),
            ("leave", []) => Press::Leave,
            ("start", []) => Press::Start,
            ("alone", []) => Press::StartAlone,
            ("board", []) => Press::Board,
            ("type", []) => Press::TypeDice,
            ("roll", []) => Press::RollDice,
            ("drew", [position]) => Press::Drew(*position),
            ("undo", []) => Press::Undo,
            ("agree", [step]) => Press::Agree(Seq(*step)),
            ("refuse", [step]) => Press::Refuse(Seq(*step)),
            ("take", [number]) => Press::TakeOver(seat(*number)?),
            ("decline", [number]) => Press::TurnDown(seat(*number)?),
            ("keep", []) => Press::Keep,
            ("shelve", []) => Press::Shelve,
            ("resume", []) => Press::Resume,
            ("log-to", [last]) => Press::LogTo(Seq(*last)),
            ("log-from", [first]) => Press::LogFrom(Seq(*first)),
            ("why", [first, last]) => Press::Explain(steps(*first, *last)),
            ("why-page", [first, last, page]) => Press::ExplainPage(steps(*first, *last), *page),
            ("why-show", [first, last, page]) => Press::ShowExplained(steps(*first, *last), *page),
            ("standing", []) => Press::Standing,
            ("mine", []) => Press::Mine,
            ("result", numbers) => Press::Result(ResultPress::from_numbers(numbers)?),
            _ => return None,
        })
    }
}

impl GamePress for Press {
    const TAG: &'static str = "g1";

    fn write(&self, words: &mut Writer) {
        let (verb, numbers) = self.words();
        words.add(verb).numbers(&numbers);
    }

    fn read(words: &mut Reader<'_>) -> Option<Self> {
        Press::from_words(words.word()?, &words.numbers()?)
    }
}

#[cfg(test)]
mod tests {
    use gatemaster_discord::limits;
    use gatemaster_discord::press::{decode, encode};

    use super::*;

    #[test]
    fn every_press_survives_its_custom_id() {
        let most = Steps { first: Seq(u32::MAX), last: Seq(u32::MAX) };
        let presses = [
            Press::Join(None),
            Press::Join(Some(Seat(255))),
            Press::Leave,
            Press::Start,
            Press::StartAlone,
            Press::Board,
            Press::Undo,
            Press::TypeDice,
            Press::RollDice,
            Press::Drew(u32::MAX),
            Press::Agree(Seq(u32::MAX)),
            Press::Refuse(Seq(0)),
            Press::TakeOver(Seat(255)),
            Press::TurnDown(Seat(0)),
            Press::Keep,
            Press::Shelve,
            Press::Resume,
            Press::LogTo(Seq(u32::MAX)),
            Press::LogFrom(Seq(7)),
            Press::Explain(most),
            Press::ExplainPage(most, u32::MAX),
            Press::ShowExplained(most, u32::MAX),
            Press::Standing,
            Press::Mine,
            Press::Result(ResultPress::Panel),
            Press::Result(ResultPress::Concede(None)),
            Press::Result(ResultPress::Concede(Some(Seat(255)))),
            Press::Result(ResultPress::ConcedeNow(None)),
            Press::Result(ResultPress::ConcedeNow(Some(Seat(0)))),
            Press::Result(ResultPress::Draw),
            Press::Result(ResultPress::Scores),
            Press::Result(ResultPress::Points),
            Press::Result(ResultPress::Rule),
            Press::Result(ResultPress::Count),
            Press::Result(ResultPress::Close),
        ];
        for press in presses {
            let pressed: Pressed<Press> = Pressed::new(&"g".repeat(32), Seq(u32::MAX), press);
            let id = encode(&pressed);
            assert!(id.len() <= limits::CUSTOM_ID, "{id}");
            assert_eq!(decode(&id), Some(pressed), "{id}");
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
            "g1:abc:1:log-to:1:1",
            "g1:abc:1:result",
            "g1:abc:1:result:9",
            "g1:abc:1:result:1:999",
            "g1::1:undo",
            "🙂",
            "g1:abc:99999999999:undo",
            "g1:abc:01:undo",
        ] {
            assert_eq!(decode::<Pressed<Press>>(odd), None, "{odd}");
        }
    }
}

//! Looking things up: units, profiles, weapons, rules. Nothing here changes a game.

mod fielded;
mod profile;
mod rule;
#[cfg(test)]
mod tests;
mod typed;
mod unit;
mod weapon;
mod words;

pub use rule::{choice as rule_choice, cited as rule_cited, is_there as has_rule};
pub use typed::look;

use std::borrow::Cow;

use gatemaster_discord::card::{Button, Card, Choice, Select};
use gatemaster_discord::forms::FilledForm;
use gatemaster_discord::press::checksum;
use gatemaster_rules::at43::profile::Library;
use gatemaster_rules::at43::state::UnitId;
use gatemaster_rules::game::{Setup, View};
use gatemaster_rules::ids::{Seat, Seq};

use super::At;
use super::lobby::own::loaded;
use super::press::{BattlePressed, Words};
use crate::answer::{Answer, PressedMessage, Reply, unknown};
use crate::boxed;
use crate::desk::{Loaded, Which};
use crate::face::{Book, Hall};
use crate::offers;
use crate::request::Request;
use crate::table::sheet::Sheet;
use crate::trouble::Trouble;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LookPress {
    /// The card of a unit.
    Unit(UnitId),
    /// Lists of all units, to look at one.
    Units,
    /// A page of something, counted from 0.
    Read(Topic, u32),
    /// The same for everybody in the channel.
    Show(Topic, u32),
    /// Lists: what was picked says which.
    PickUnit(Seat),
    PickRule,
    PickSection,
    PickWeapon,
    PickProfile,
    /// A rule that an explanation names; the explanation stays.
    OpenRule,
}

/// What is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// Of a game whose companies are not shown yet, a unit of the asker's own, by its place.
    Unit(UnitId),
    Profile(Mark),
    Weapon(Mark),
    Rule(Mark),
}

/// A key as a number. It is the same whatever else a library holds, so that a button means what it meant when the library has
/// grown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark(pub u32);

impl Mark {
    /// A few hundred keys do not meet in it.
    pub fn of(key: &str) -> Self {
        Self(checksum(&key.to_lowercase()))
    }
}

impl LookPress {
    pub fn words(self) -> Words {
        match self {
            Self::Unit(unit) => ("unit", vec![unit.0.into()]),
            Self::Units => ("units", Vec::new()),
            Self::Read(topic, page) => {
                let (read, _, number) = topic.words();
                (read, vec![number, page])
            }
            Self::Show(topic, page) => {
                let (_, show, number) = topic.words();
                (show, vec![number, page])
            }
            Self::PickUnit(seat) => ("pick-unit", vec![seat.0.into()]),
            Self::PickRule => ("pick-rule", Vec::new()),
            Self::PickSection => ("pick-section", Vec::new()),
            Self::PickWeapon => ("pick-weapon", Vec::new()),
            Self::PickProfile => ("pick-profile", Vec::new()),
            Self::OpenRule => ("open-rule", Vec::new()),
        }
    }

    pub fn from_words(word: &str, numbers: &[u32]) -> Option<Self> {
        Some(match (word, numbers) {
            ("unit", [unit]) => Self::Unit(UnitId(u16::try_from(*unit).ok()?)),
            ("units", []) => Self::Units,
            ("pick-unit", [seat]) => Self::PickUnit(Seat(u8::try_from(*seat).ok()?)),
            ("pick-rule", []) => Self::PickRule,
            ("pick-section", []) => Self::PickSection,
            ("pick-weapon", []) => Self::PickWeapon,
            ("pick-profile", []) => Self::PickProfile,
            ("open-rule", []) => Self::OpenRule,
            (word, [number, page]) => {
                let (topic, show) = Topic::from_words(word, *number)?;
                if show { Self::Show(topic, *page) } else { Self::Read(topic, *page) }
            }
            _ => return None,
        })
    }

    /// One of each kind, with the largest numbers, for the test of the custom ids.
    #[cfg(test)]
    pub fn samples() -> Vec<Self> {
        let topics = [
            Topic::Unit(UnitId(u16::MAX)),
            Topic::Profile(Mark(u32::MAX)),
            Topic::Weapon(Mark(u32::MAX)),
            Topic::Rule(Mark(u32::MAX)),
        ];
        let mut samples = vec![
            Self::Unit(UnitId(u16::MAX)),
            Self::Units,
            Self::PickUnit(Seat(u8::MAX)),
            Self::PickRule,
            Self::PickSection,
            Self::PickWeapon,
            Self::PickProfile,
            Self::OpenRule,
        ];
        samples.extend(topics.map(|topic| Self::Read(topic, u32::MAX)));
        samples.extend(topics.map(|topic| Self::Show(topic, u32::MAX)));
        samples
    }
}

impl Topic {
    /// The words for reading it and for showing it, and its number.
    fn words(self) -> (&'static str, &'static str, u32) {
        match self {
            Topic::Unit(unit) => ("card", "show-card", unit.0.into()),
            Topic::Profile(mark) => ("profile", "show-profile", mark.0),
            Topic::Weapon(mark) => ("weapon", "show-weapon", mark.0),
            Topic::Rule(mark) => ("rule", "show-rule", mark.0),
        }
    }

    /// The topic, and whether it is to be shown to everybody.
    fn from_words(word: &str, number: u32) -> Option<(Self, bool)> {
        let plain = word.strip_prefix("show-");
        let topic = match plain.unwrap_or(word) {
            "card" => Topic::Unit(UnitId(u16::try_from(number).ok()?)),
            "profile" => Topic::Profile(Mark(number)),
            "weapon" => Topic::Weapon(Mark(number)),
            "rule" => Topic::Rule(Mark(number)),
            _ => return None,
        };
        Some((topic, plain.is_some()))
    }
}

/// Stands in the ids of controls that belong to no game: the book is open to everybody, everywhere.
const BOOK: &str = "book";

/// Where the controls of a card lead: into a game, whose values are its own, or into the book.
#[derive(Clone, Debug)]
struct Shelf {
    game: String,
    seq: Seq,
}

impl Shelf {
    /// The values of a game, or the book's where there is none.
    fn of(game: Option<&Loaded>) -> Self {
        match game {
            Some(game) => Self { game: game.id.clone(), seq: game.at },
            None => Self { game: BOOK.to_owned(), seq: Seq(0) },
        }
    }

    fn press(&self, press: LookPress) -> BattlePressed {
        BattlePressed::new(&self.game, self.seq, press.into())
    }

    fn button(&self, label: impl Into<String>, press: LookPress) -> Button {
        Button::new(label, self.press(press))
    }

    fn select(
        &self,
        placeholder: impl Into<String>,
        press: LookPress,
        from: Vec<Choice>,
    ) -> Option<Select> {
        (!from.is_empty()).then(|| Select::new(placeholder, self.press(press), from))
    }
}

/// Something to read, and what can be looked at from there.
#[derive(Debug)]
struct Reading {
    shelf: Shelf,
    topic: Topic,
    sheet: Sheet,
    selects: Vec<Select>,
    /// Leads on to what stands before and after it.
    beside: Vec<Button>,
    /// Nobody hears of a game in another channel than its own, nor of a company before its time.
    may_be_shown: bool,
}

impl Reading {
    /// For one person, with everything that leads on.
    fn own(&self, page: u32) -> Card {
        let mut row = self.page_buttons(page);
        row.extend(self.beside.iter().cloned());
        if self.may_be_shown {
            let show = LookPress::Show(self.topic, page);
            row.push(self.shelf.button("Show everybody", show).marked("📣"));
        }
        Card { selects: self.selects.clone(), ..self.sheet.page(page) }.with_row(row)
    }

    /// For everybody. Whoever turns its pages gets them privately.
    fn shown(&self, page: u32) -> Card {
        self.sheet.page(page).with_row(self.page_buttons(page))
    }

    fn page_buttons(&self, page: u32) -> Vec<Button> {
        let last = self.sheet.last_page();
        let page = page.min(last);
        let turn = |label, to| self.shelf.button(label, LookPress::Read(self.topic, to));
        let back = page.checked_sub(1).map(|before| turn("◂ Back", before));
        let more = (page < last).then(|| turn("More ▸", page + 1));
        back.into_iter().chain(more).collect()
    }
}

/// Whether a control turns the card it is on, or opens one beside it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Opens {
    Here,
    Beside,
}

/// A button, or a list with what was picked from it.
#[boxed]
pub async fn pressed(
    hall: &Hall,
    request: &Request,
    at: &At,
    press: LookPress,
    picked: &[String],
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let turned = |answer: Answer, opens| {
        // a message that others read too stays as it is
        if on.private && opens == Opens::Here { answer.in_place() } else { answer }
    };
    let (topic, page, opens) = match press {
        LookPress::Unit(unit) => (Topic::Unit(unit), 0, Opens::Beside),
        LookPress::OpenRule => (Topic::Rule(mark(picked)?), 0, Opens::Beside),
        LookPress::Read(topic, page) => (topic, page, Opens::Here),
        LookPress::PickUnit(seat) => match unit::picked(picked)? {
            unit::Picked::Unit(unit) => (Topic::Unit(unit), 0, Opens::Here),
            unit::Picked::From(first) => {
                let game = hall.desk.load(request, &at.now()).await?;
                let card = unit::lists(&game, request, Some((seat, first)))?;
                return Ok(turned(Answer::private(card), Opens::Here).into());
            }
        },
        LookPress::PickRule => (Topic::Rule(mark(picked)?), 0, Opens::Here),
        LookPress::PickSection => {
            let reading = rule::section(mark(picked)?).ok_or_else(not_in_books)?;
            return Ok(turned(Answer::private(reading.own(0)), Opens::Here).into());
        }
        LookPress::PickWeapon => (Topic::Weapon(mark(picked)?), 0, Opens::Here),
        LookPress::PickProfile => (Topic::Profile(mark(picked)?), 0, Opens::Here),
        LookPress::Units => {
            let game = hall.desk.load(request, &at.now()).await?;
            return Ok(Answer::private(unit::lists(&game, request, None)?).into());
        }
        LookPress::Show(topic, page) => {
            let reading = open(hall, request, at, topic).await?;
            if !reading.may_be_shown {
                return Err(Trouble::refused(
                    "That is for you alone: companies are shown when all are locked, and games in their own channel.",
                ));
            }
            return Ok(Answer::public(reading.shown(page)).into());
        }
    };
    let reading = open(hall, request, at, topic).await?;
    Ok(turned(Answer::private(reading.own(page)), opens).into())
}

#[boxed]
pub async fn filled_in(
    _hall: &Hall,
    _request: &Request,
    _at: &At,
    _press: LookPress,
    _written: &FilledForm,
    _on: Option<PressedMessage>,
) -> Result<Reply, Trouble> {
    Err(unknown())
}

/// Opens what is to be read, if the asker may know of it.
async fn open(hall: &Hall, request: &Request, at: &At, topic: Topic) -> Result<Reading, Trouble> {
    let game = match at.game.as_str() {
        BOOK => None,
        _ => Some(hall.desk.load(request, &Which::Now(at.game.clone())).await?),
    };
    let library = &*library(hall, request, game.as_ref()).await?;
    let shelf = Shelf::of(game.as_ref());
    match (topic, &game) {
        (Topic::Unit(unit), Some(game)) => unit::reading(game, request, unit),
        (Topic::Unit(_), None) => Err(unknown()),
        (Topic::Profile(mark), _) => {
            let found = profile::marked(library, mark);
            found.map(|card| profile::reading(library, shelf, card)).ok_or_else(not_in_books)
        }
        (Topic::Weapon(mark), _) => {
            let found = library.weapons.iter().find(|weapon| Mark::of(&weapon.key) == mark);
            found.map(|weapon| weapon::reading(library, shelf, weapon)).ok_or_else(not_in_books)
        }
        (Topic::Rule(mark), _) => rule::marked(mark).map(rule::reading).ok_or_else(not_in_books),
    }
}

/// The values that the game of this channel is played with; else this server's.
async fn library<'a>(
    hall: &'a Hall,
    request: &'a Request,
    game: Option<&'a Loaded>,
) -> Result<Cow<'a, Library>, Trouble> {
    if let Some(game) = game {
        match (&game.table.game, &game.table.setup) {
            (Some(View::At43(state)), _) => return Ok(Cow::Borrowed(&state.library)),
            (None, Setup::At43(setup)) => return Ok(Cow::Borrowed(&setup.library)),
            _ => {}
        }
    }
    let own = loaded(&hall.desk.store, request.guild).await?;
    Ok(Cow::Owned(own.library))
}

/// A game of another system has nothing to say here.
fn of_ours(game: Option<&Loaded>) -> Option<&Loaded> {
    game.filter(|game| matches!(game.table.setup, Setup::At43(_)))
}

/// What was picked from a list of names.
fn mark(picked: &[String]) -> Result<Mark, Trouble> {
    let value = picked.first().and_then(|value| value.parse().ok());
    value.map(Mark).ok_or_else(unknown)
}

fn not_in_books() -> Trouble {
    Trouble::refused(
        "That is not in my books any more. `/profile`, `/weapon` and `/rules` show what is.",
    )
}

/// Says that there is no such thing, with what may have been meant.
fn not_found(
    what: &str,
    typed: &str,
    list: &str,
    shelf: &Shelf,
    press: LookPress,
    near: Vec<Choice>,
) -> Trouble {
    let typed = crate::words::code(&gatemaster_discord::limits::clip(typed.trim(), 64));
    let way_out = if near.is_empty() {
        "Type a few letters of its name and pick from what Discord offers."
    } else {
        "It may be one of these."
    };
    let selects = shelf.select(list, press, near).into_iter().collect();
    let line = format!("I know no {what} of AT-43 that is just called {typed}. {way_out}");
    Trouble::refused(line).with_selects(selects)
}

/// `/unit`, `/profile`, `/weapon` and `/rules`.
#[boxed]
pub async fn look_up(
    hall: &Hall,
    request: &Request,
    game: Option<&Loaded>,
    book: Book,
    typed: Option<&str>,
) -> Result<Reply, Trouble> {
    let game = of_ours(game);
    let words = typed.unwrap_or_default();
    let library = &*library(hall, request, game).await?;
    let shelf = Shelf::of(game);
    let reading = match book {
        Book::Unit => return unit::look_up(request, game, typed),
        Book::Profile => profile::named_reading(library, shelf, words)?,
        Book::Weapon => weapon::named_reading(library, shelf, words)?,
        Book::Rules => rule::found(words)?,
    };
    Ok(Answer::private(reading.own(0)).into())
}

/// What there is to look up, as label and value, while it is typed. It goes to whoever types alone.
#[boxed]
pub async fn offered(
    hall: &Hall,
    request: &Request,
    game: Option<&Loaded>,
    book: Book,
    typed: &str,
) -> Vec<(String, String)> {
    let game = of_ours(game);
    let all = match book {
        Book::Unit => unit::offered(request, game),
        Book::Rules => return rule::offered(typed),
        Book::Profile | Book::Weapon => {
            let Ok(library) = library(hall, request, game).await else { return Vec::new() };
            if book == Book::Profile {
                profile::offered(&library)
            } else {
                weapon::offered(&library)
            }
        }
    };
    all.into_iter().filter(|(label, _)| offers::contains(label, typed)).collect()
}

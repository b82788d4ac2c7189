//! Looking things up: units, weapons, rules, and why a result is what it is. Nothing here changes a battle.

mod arms;
mod profile;
mod rule;
#[cfg(test)]
mod tests;
mod unit;
mod weapon;

pub use rule::{choice as rule_choice, is_there as has_rule};

use std::sync::Arc;

use gatemaster_discord::card::{Button, Card, Choice, Select};
use gatemaster_discord::press::checksum;
use gatemaster_rules::antares::data::Library;
use gatemaster_rules::antares::state::UnitId;
use gatemaster_rules::ids::{Seat, Seq};

use super::press::{BattlePressed, Words};
use crate::answer::{Answer, PressedMessage, Reply, unknown};
use crate::boxed;
use crate::desk::{Loaded, Which};
use crate::face::{Book, Hall};
use crate::offers;
use crate::request::Request;
use crate::table::explain;
use crate::table::press::{Press, Steps};
use crate::table::sheet::Sheet;
use crate::trouble::Trouble;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LookPress {
    /// Why this step came out as it did.
    Explain(Seq),
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
    PickWeapon,
    PickProfile,
    /// A rule that an explanation names; the explanation stays.
    OpenRule,
}

/// What is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// Why these steps came out as they did: the first and the last of them.
    Steps(Seq, Seq),
    Unit(UnitId),
    Profile(Mark),
    Weapon(Mark),
    Rule(Mark),
}

/// A name as a number. It is the same whatever else a library holds, so that a button means what it meant when the
/// library has grown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark(pub u32);

impl Mark {
    /// A few hundred names do not meet in it.
    pub fn of(name: &str) -> Self {
        Self(checksum(&name.to_lowercase()))
    }
}

impl LookPress {
    pub fn words(self) -> Words {
        match self {
            Self::Explain(step) => ("why", vec![step.0]),
            Self::Unit(unit) => ("unit", vec![unit.0.into()]),
            Self::Units => ("units", Vec::new()),
            Self::Read(topic, page) => {
                let (read, _, mut numbers) = topic.words();
                numbers.push(page);
                (read, numbers)
            }
            Self::Show(topic, page) => {
                let (_, show, mut numbers) = topic.words();
                numbers.push(page);
                (show, numbers)
            }
            Self::PickUnit(seat) => ("pick-unit", vec![seat.0.into()]),
            Self::PickRule => ("pick-rule", Vec::new()),
            Self::PickWeapon => ("pick-weapon", Vec::new()),
            Self::PickProfile => ("pick-profile", Vec::new()),
            Self::OpenRule => ("open-rule", Vec::new()),
        }
    }

    pub fn from_words(word: &str, numbers: &[u32]) -> Option<Self> {
        Some(match (word, numbers) {
            ("why", [step]) => Self::Explain(Seq(*step)),
            ("unit", [unit]) => Self::Unit(UnitId(u16::try_from(*unit).ok()?)),
            ("units", []) => Self::Units,
            ("pick-unit", [seat]) => Self::PickUnit(Seat(u8::try_from(*seat).ok()?)),
            ("pick-rule", []) => Self::PickRule,
            ("pick-weapon", []) => Self::PickWeapon,
            ("pick-profile", []) => Self::PickProfile,
            ("open-rule", []) => Self::OpenRule,
            (word, [numbers @ .., page]) => {
                let (topic, show) = Topic::from_words(word, numbers)?;
                if show { Self::Show(topic, *page) } else { Self::Read(topic, *page) }
            }
            _ => return None,
        })
    }

    /// One of each kind, with the largest numbers, for the test of the custom ids.
    #[cfg(test)]
    pub fn samples() -> Vec<Self> {
        let most = Seq(u32::MAX);
        let topics = [
            Topic::Steps(most, most),
            Topic::Unit(UnitId(u16::MAX)),
            Topic::Profile(Mark(u32::MAX)),
            Topic::Weapon(Mark(u32::MAX)),
            Topic::Rule(Mark(u32::MAX)),
        ];
        let mut samples = vec![
            Self::Explain(most),
            Self::Unit(UnitId(u16::MAX)),
            Self::Units,
            Self::PickUnit(Seat(u8::MAX)),
            Self::PickRule,
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
    /// The words for reading it and for showing it, and its numbers.
    fn words(self) -> (&'static str, &'static str, Vec<u32>) {
        match self {
            Topic::Steps(first, last) => ("steps", "show-steps", vec![first.0, last.0]),
            Topic::Unit(unit) => ("card", "show-card", vec![unit.0.into()]),
            Topic::Profile(mark) => ("profile", "show-profile", vec![mark.0]),
            Topic::Weapon(mark) => ("weapon", "show-weapon", vec![mark.0]),
            Topic::Rule(mark) => ("rule", "show-rule", vec![mark.0]),
        }
    }

    /// The topic, and whether it is to be shown to everybody.
    fn from_words(word: &str, numbers: &[u32]) -> Option<(Self, bool)> {
        let plain = word.strip_prefix("show-");
        let topic = match (plain.unwrap_or(word), numbers) {
            ("steps", [first, last]) => Topic::Steps(Seq(*first), Seq(*last)),
            ("card", [unit]) => Topic::Unit(UnitId(u16::try_from(*unit).ok()?)),
            ("profile", [mark]) => Topic::Profile(Mark(*mark)),
            ("weapon", [mark]) => Topic::Weapon(Mark(*mark)),
            ("rule", [mark]) => Topic::Rule(Mark(*mark)),
            _ => return None,
        };
        Some((topic, plain.is_some()))
    }
}

/// Stands in the ids of controls that belong to no game: the books are open to everybody, everywhere.
const BOOK: &str = "book";

/// Where the controls of a card lead: into a game, or into the books.
#[derive(Clone, Debug)]
struct Shelf {
    game: String,
    seq: Seq,
}

impl Shelf {
    fn of(game: &Loaded) -> Self {
        Self { game: game.id.clone(), seq: game.at }
    }

    fn of_books() -> Self {
        Self { game: BOOK.to_owned(), seq: Seq(0) }
    }

    fn press(&self, press: LookPress) -> BattlePressed {
        BattlePressed::new(&self.game, self.seq, press.into())
    }

    fn button(&self, label: &str, press: LookPress) -> Button {
        Button::new(label, self.press(press))
    }

    fn select(
        &self,
        placeholder: impl Into<String>,
        press: LookPress,
        from: Vec<Choice>,
    ) -> Select {
        Select::new(placeholder, self.press(press), from)
    }
}

/// Something to read, and what can be looked at from there.
#[derive(Debug)]
struct Reading {
    shelf: Shelf,
    topic: Topic,
    sheet: Sheet,
    selects: Vec<Select>,
    /// Nobody hears of a game in another channel than its own.
    may_be_shown: bool,
}

impl Reading {
    /// For one person, with everything that leads on.
    fn own(&self, page: u32) -> Card {
        let mut row = self.page_buttons(page);
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
pub(crate) async fn pressed(
    hall: &Hall,
    request: &Request,
    (game, _): (&str, Seq),
    press: LookPress,
    picked: &[String],
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    // explanations were a battle's own once, and those buttons are still about
    let explains = match press {
        LookPress::Explain(step) => Some(Press::Explain(Steps { first: step, last: step })),
        LookPress::Read(Topic::Steps(first, last), page) => {
            Some(Press::ExplainPage(Steps { first, last }, page))
        }
        LookPress::Show(Topic::Steps(first, last), page) => {
            Some(Press::ShowExplained(Steps { first, last }, page))
        }
        _ => None,
    };
    if let Some(press) = explains {
        return explain::pressed(hall, request, game, press, on).await;
    }
    let (topic, page, opens) = match press {
        LookPress::Explain(_) => return Err(unknown()),
        LookPress::Unit(unit) => (Topic::Unit(unit), 0, Opens::Beside),
        LookPress::OpenRule => (Topic::Rule(mark(picked)?), 0, Opens::Beside),
        LookPress::Read(topic, page) => (topic, page, Opens::Here),
        LookPress::PickUnit(_) => (Topic::Unit(unit::picked(picked)?), 0, Opens::Here),
        LookPress::PickRule => (Topic::Rule(mark(picked)?), 0, Opens::Here),
        LookPress::PickWeapon => (Topic::Weapon(mark(picked)?), 0, Opens::Here),
        LookPress::PickProfile => (Topic::Profile(mark(picked)?), 0, Opens::Here),
        LookPress::Units => {
            let game = hall.desk.load(request, &Which::Now(game.to_owned())).await?;
            return Ok(Answer::private(unit::lists(&game, "Which unit?")?).into());
        }
        LookPress::Show(topic, page) => {
            let reading = open(hall, request, game, topic).await?;
            if !reading.may_be_shown {
                return Err(Trouble::refused(
                    "This game is played in another channel; it can be shown to everybody there.",
                ));
            }
            return Ok(Answer::public(reading.shown(page)).into());
        }
    };
    let answer = Answer::private(open(hall, request, game, topic).await?.own(page));
    // a message that others read too stays as it is
    Ok(if on.private && opens == Opens::Here { answer.in_place() } else { answer }.into())
}

/// Opens what is to be read, if the asker may know of it.
async fn open(
    hall: &Hall,
    request: &Request,
    game: &str,
    topic: Topic,
) -> Result<Reading, Trouble> {
    let game = Which::Now(game.to_owned());
    match topic {
        Topic::Steps(..) => Err(unknown()),
        Topic::Unit(unit) => unit::reading(&hall.desk.load(request, &game).await?, request, unit),
        Topic::Profile(mark) => {
            let library = library(hall, request).await?;
            let found = library.units.iter().find(|unit| Mark::of(&unit.key) == mark);
            found.map(|unit| profile::reading(&library, unit)).ok_or_else(not_in_books)
        }
        Topic::Weapon(mark) => {
            let library = library(hall, request).await?;
            let found = library.weapons.iter().find(|weapon| Mark::of(&weapon.key) == mark);
            found.map(|weapon| weapon::reading(&library, weapon)).ok_or_else(not_in_books)
        }
        Topic::Rule(mark) => rule::marked(mark).map(rule::reading).ok_or_else(not_in_books),
    }
}

/// The units and weapons of the booklet, and this server's own.
async fn library(hall: &Hall, request: &Request) -> Result<Arc<Library>, Trouble> {
    super::force::library(&hall.desk.store, request.guild).await
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

/// `/unit`, `/profile`, `/weapon` and `/rules`.
#[boxed]
pub(super) async fn look_up(
    hall: &Hall,
    request: &Request,
    game: Option<&Loaded>,
    book: Book,
    typed: Option<&str>,
) -> Result<Reply, Trouble> {
    let words = typed.unwrap_or_default();
    let reading = match book {
        Book::Unit => return unit::look_up(request, game, typed),
        Book::Profile => profile::named_reading(&*library(hall, request).await?, words)?,
        Book::Weapon => weapon::named_reading(&*library(hall, request).await?, words)?,
        Book::Rules => rule::found(words)?,
    };
    Ok(Answer::private(reading.own(0)).into())
}

/// What there is to look up, as label and value.
#[boxed]
pub(super) async fn offered(
    hall: &Hall,
    request: &Request,
    game: Option<&Loaded>,
    book: Book,
    typed: &str,
) -> Vec<(String, String)> {
    let all = match book {
        Book::Unit => unit::offered(game),
        Book::Rules => return rule::offered(typed),
        Book::Profile | Book::Weapon => {
            let Ok(library) = library(hall, request).await else { return Vec::new() };
            if book == Book::Profile {
                profile::offered(&library)
            } else {
                weapon::offered(&library)
            }
        }
    };
    all.into_iter().filter(|(label, _)| offers::contains(label, typed)).collect()
}

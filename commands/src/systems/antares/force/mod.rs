//! The forces, before the battle: the lobby with its lists and forms, `/force`, and the server's own units.

mod library;
mod limits;
mod lobby;
mod offers;
mod own;
mod picker;
mod points;
mod sides;
mod single;
mod slash;
mod units;

pub(crate) use library::library;
pub use lobby::lobby;
pub(crate) use sides::{ready, setup, step};
pub use slash::{ForceChoice, force};
pub use units::units;

use gatemaster_discord::card::Button;
use gatemaster_discord::forms::{FilledForm, Form, Input};
use gatemaster_rules::antares::data::Library;
use gatemaster_rules::antares::roster;
use gatemaster_rules::antares::setup::{SideSetup, UnitSetup};
use gatemaster_rules::antares::state::Options;
use gatemaster_rules::colour::Colour;
use gatemaster_rules::ids::{Seat, Seq};
use gatemaster_rules::table::{Action, Phase};
use serde::{Deserialize, Serialize};

use super::press::{BattlePressed, Words};
use crate::answer::{Answer, PressedMessage, Reply, unknown};
use crate::boxed;
use crate::desk::{Loaded, Which};
use crate::face::Hall;
use crate::notes;
use crate::request::Request;
use crate::table::{self, answer_press};
use crate::trouble::Trouble;
use crate::words::esc;
pub use sides::BOOKLET;
use sides::{Change, may_change, meant, sample, side};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForcePress {
    /// What this side fields, picked from a list.
    Pick(Seat),
    /// The form for the list of whoever presses.
    EditMine,
    /// The form for this side's list; the form itself, too.
    List(Seat),
    /// The form once more, with what was wrong in it.
    Again(Seat),
    /// One more unit, picked from a list; or one less.
    Add(Seat),
    TakeOut(Seat),
    /// What the players agree on.
    Deployed(bool),
    EffectiveOnly(bool),
    /// B-LRG-1
    Indoors(bool),
    /// The form for the last turn and the points a side; the form itself, too.
    Limits,
}

impl ForcePress {
    pub fn words(self) -> Words {
        let seat = |seat: Seat| vec![seat.0.into()];
        match self {
            Self::Pick(side) => ("pick", seat(side)),
            Self::EditMine => ("mine", Vec::new()),
            Self::List(side) => ("list", seat(side)),
            Self::Again(side) => ("again", seat(side)),
            Self::Add(side) => ("add", seat(side)),
            Self::TakeOut(side) => ("out", seat(side)),
            Self::Deployed(on) => ("deployed", vec![on.into()]),
            Self::EffectiveOnly(on) => ("effective", vec![on.into()]),
            Self::Indoors(on) => ("indoors", vec![on.into()]),
            Self::Limits => ("limits", Vec::new()),
        }
    }

    pub fn from_words(word: &str, numbers: &[u32]) -> Option<Self> {
        let seat = |number: u32| u8::try_from(number).ok().map(Seat);
        let yes = |number: u32| (number <= 1).then_some(number == 1);
        Some(match (word, numbers) {
            ("pick", [side]) => Self::Pick(seat(*side)?),
            ("mine", []) => Self::EditMine,
            ("list", [side]) => Self::List(seat(*side)?),
            ("again", [side]) => Self::Again(seat(*side)?),
            ("add", [side]) => Self::Add(seat(*side)?),
            ("out", [side]) => Self::TakeOut(seat(*side)?),
            ("deployed", [on]) => Self::Deployed(yes(*on)?),
            ("effective", [on]) => Self::EffectiveOnly(yes(*on)?),
            ("indoors", [on]) => Self::Indoors(yes(*on)?),
            ("limits", []) => Self::Limits,
            _ => return None,
        })
    }

    /// One of each kind, with the largest numbers, for the test of the custom ids.
    #[cfg(test)]
    pub fn samples() -> Vec<Self> {
        let seat = Seat(u8::MAX);
        vec![
            Self::Pick(seat),
            Self::EditMine,
            Self::List(seat),
            Self::Again(seat),
            Self::Add(seat),
            Self::TakeOut(seat),
            Self::Deployed(true),
            Self::EffectiveOnly(false),
            Self::Indoors(true),
            Self::Limits,
        ]
    }
}

/// A button, or a list with what was picked from it. Whatever the board looked like: two people set it up at once.
#[boxed]
pub(crate) async fn pressed(
    hall: &Hall,
    request: &Request,
    (id, _): (&str, Seq),
    press: ForcePress,
    picked: &[String],
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let now = Which::Now(id.to_owned());
    let picked = picked.first().map(String::as_str);
    match press {
        ForcePress::Pick(seat) => match picked {
            Some(lobby::OWN_LIST) => form(hall, request, &now, seat).await,
            Some(lobby::UNIT_BY_UNIT) => {
                let sat_down = sit_down(hall, request, &now, seat).await?;
                let reply = picker::open(hall, request, &now, seat).await?;
                Ok(match reply {
                    Reply::Message(answer) if sat_down => {
                        Answer { changed: Some(id.to_owned()), ..*answer }.into()
                    }
                    other => other,
                })
            }
            word => {
                let faction =
                    BOOKLET.into_iter().find(|one| Some(lobby::word(*one).as_str()) == word);
                let faction = faction.ok_or_else(unknown)?;
                let library = library(&hall.desk.store, request.guild).await?;
                let change = Change::of(seat, sample(&library, faction)?);
                play_as(hall, request, &now, &library, change, on).await
            }
        },
        ForcePress::EditMine => {
            let game = hall.desk.load(request, &now).await?;
            setup(&game)?;
            if game.table.seats_of(request.user()).len() > 1 {
                return Err(Trouble::refused(
                    "You play both sides: choose *Own list…* from the list of the side that you mean.",
                ));
            }
            form(hall, request, &now, meant(&game.table, request, None)?).await
        }
        ForcePress::List(seat) => form(hall, request, &now, seat).await,
        ForcePress::Again(seat) => {
            let game = hall.desk.load(request, &now).await?;
            setup(&game)?;
            let user = request.user().0;
            let kept = notes::read(&hall.desk.store, id, user, &note(seat)).await?;
            let filled = kept.map_or_else(|| SideForm::of(&game, seat), Ok)?;
            open(&game, request, seat, filled)
        }
        ForcePress::Add(seat) => {
            picker::add(hall, request, &now, seat, picked.ok_or_else(unknown)?).await
        }
        ForcePress::TakeOut(seat) => {
            picker::take_out(hall, request, &now, seat, picked.ok_or_else(unknown)?).await
        }
        ForcePress::Deployed(already_deployed) => {
            agree(hall, request, &now, on, |options| options.deployed(already_deployed)).await
        }
        ForcePress::EffectiveOnly(effective_range_only) => {
            let only = |options| Options { effective_range_only, ..options };
            agree(hall, request, &now, on, only).await
        }
        ForcePress::Indoors(indoors) => {
            agree(hall, request, &now, on, |options| Options { indoors, ..options }).await
        }
        ForcePress::Limits => limits::form(hall, request, &now).await,
    }
}

/// Whoever has no seat yet takes the free one that they choose a force for. The seat is a step of its own: if the program is
/// stopped between the two, they sit there and choose again.
async fn play_as(
    hall: &Hall,
    request: &Request,
    which: &Which,
    library: &Library,
    change: Change,
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let game = hall.desk.load(request, which).await?;
    let before = setup(&game)?;
    let outcome = if would_sit_down(&game, request, change.seat)
        && fields_already(side(before, change.seat)?, &change)
    {
        hall.desk.act(request, which, |_| Ok(taking(change.seat).into())).await?
    } else {
        sit_down(hall, request, which, change.seat).await?;
        hall.desk.act(request, which, |game| change.doing(game, request, library)).await?
    };
    Ok(answer_press(hall.systems, &outcome, request, on).into())
}

/// Whether somebody without a seat chooses for a side that nobody plays.
fn would_sit_down(game: &Loaded, request: &Request, seat: Seat) -> bool {
    let table = &game.table;
    let free = table.free_seats().contains(&seat);
    table.phase == Phase::Lobby && free && !table.is_seated(request.user())
}

fn taking(seat: Seat) -> Action {
    Action::Join { seat: Some(seat), salt: None }
}

/// Takes the free seat that somebody without one chooses for; says whether it did.
async fn sit_down(
    hall: &Hall,
    request: &Request,
    which: &Which,
    seat: Seat,
) -> Result<bool, Trouble> {
    let game = hall.desk.load(request, which).await?;
    if !would_sit_down(&game, request, seat) {
        return Ok(false);
    }
    let quiet = request.without_interaction();
    hall.desk.act(&quiet, which, |_| Ok(taking(seat).into())).await?;
    Ok(true)
}

/// Whether the side has just this force.
fn fields_already(side: &SideSetup, change: &Change) -> bool {
    let profiles = |units: &[UnitSetup]| -> Vec<_> {
        units.iter().map(|unit| unit.profile.key.clone()).collect()
    };
    change.roster.faction == Some(side.faction)
        && profiles(&side.units) == profiles(&change.roster.units)
}

async fn agree(
    hall: &Hall,
    request: &Request,
    which: &Which,
    on: PressedMessage,
    change: impl FnOnce(Options) -> Options + Send,
) -> Result<Reply, Trouble> {
    let outcome = hall
        .desk
        .act(request, which, |game| {
            let before = setup(game)?;
            let mut after = before.clone();
            after.options = change(before.options);
            step(before, after)
        })
        .await?;
    Ok(answer_press(hall.systems, &outcome, request, on).into())
}

/// The form of a side, filled in.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct SideForm {
    name: String,
    colour: String,
    list: String,
}

impl SideForm {
    /// The side as it is now.
    fn of(game: &Loaded, seat: Seat) -> Result<Self, Trouble> {
        let side = side(setup(game)?, seat)?;
        let list = roster::text(side);
        // the name has a line of its own in the form
        let list = list.split_once('\n').map_or(list.as_str(), |(_, rest)| rest).to_owned();
        Ok(Self { name: side.name.clone(), colour: side.colour.name().to_owned(), list })
    }
}

/// Where a list that had faults waits to be put right.
fn note(seat: Seat) -> String {
    format!("list:{}", seat.0)
}

async fn form(hall: &Hall, request: &Request, which: &Which, seat: Seat) -> Result<Reply, Trouble> {
    let game = hall.desk.load(request, which).await?;
    let filled = SideForm::of(&game, seat)?;
    open(&game, request, seat, filled)
}

fn open(game: &Loaded, request: &Request, seat: Seat, filled: SideForm) -> Result<Reply, Trouble> {
    if !would_sit_down(game, request, seat) {
        may_change(game, request, seat)?;
    }
    let press = ForcePress::List(seat).into();
    Ok(Reply::Form(Form {
        title: format!("What {} fields", side(setup(game)?, seat)?.name),
        press: BattlePressed::new(&game.id, game.at, press).into(),
        inputs: vec![
            Input::line("name", "Name of this side", filled.name).such_as("The Iron Fist"),
            Input::line("colour", "Colour of its dice", filled.colour)
                .such_as("red, blue, green, yellow, purple, orange, white, black or brown"),
            Input::line("list", "Units, one a line: 2x AI Squad", filled.list)
                .such_as("Force: Algoryn\nHammer: AI Mag Cannon Team\n2x AI Squad")
                .several_lines()
                .needed(),
        ],
    }))
}

/// A form that was filled in.
#[boxed]
pub(crate) async fn filled_in(
    hall: &Hall,
    request: &Request,
    (id, _): (&str, Seq),
    press: ForcePress,
    written: &FilledForm,
    on: Option<PressedMessage>,
) -> Result<Reply, Trouble> {
    if press == ForcePress::Limits {
        return limits::filled_in(hall, request, &Which::Now(id.to_owned()), written, on).await;
    }
    let ForcePress::List(seat) = press else { return Err(unknown()) };
    let text = |key| written.get(key).to_owned();
    let filled = SideForm { name: text("name"), colour: text("colour"), list: text("list") };
    let store = &hall.desk.store;
    let library = library(store, request.guild).await?;
    let now = Which::Now(id.to_owned());
    // a list with faults takes nobody's seat
    if sides::read(&library, &filled.list).is_ok() {
        sit_down(hall, request, &now, seat).await?;
    }
    let mut may = None;
    let made = hall.desk.act(request, &now, |game| {
        let before = side(setup(game)?, seat)?;
        if !would_sit_down(game, request, seat) {
            may_change(game, request, seat)?;
        }
        may = Some(game.seq);
        let roster = sides::read(&library, &filled.list)?;
        let colour = match filled.colour.as_str() {
            "" => None,
            word => Some(Colour::parse(word).ok_or_else(|| no_colour(word))?),
        };
        let name =
            (!filled.name.is_empty() && filled.name != before.name).then(|| filled.name.clone());
        let name = name.map(|name| sides::named(&name)).transpose()?;
        let change = Change { name, colour, ..Change::of(seat, roster) };
        change.doing(game, request, &library)
    });
    let user = request.user().0;
    match (made.await, may) {
        (Ok(outcome), _) => {
            notes::write::<SideForm>(store, id, user, &note(seat), None).await?;
            let told = match on {
                Some(on) => answer_press(hall.systems, &outcome, request, on),
                None => table::told(hall.systems, &outcome, request),
            };
            Ok(told.into())
        }
        // what they typed is not lost
        (Err(refused @ (Trouble::Refused(_) | Trouble::First(_))), Some(seq)) => {
            notes::write(store, id, user, &note(seat), Some(&filled)).await?;
            let press = BattlePressed::new(id, seq, ForcePress::Again(seat).into());
            let again = Button::new("Put it right…", press);
            Err(refused.with_row(vec![again]))
        }
        (Err(trouble), _) => Err(trouble),
    }
}

fn no_colour(word: &str) -> Trouble {
    let known: Vec<&str> = Colour::ALL.into_iter().map(Colour::name).collect();
    Trouble::refused(format!(
        "There are no “{}” dice here; choose {}.",
        esc(&gatemaster_discord::limits::clip(word, 40)),
        known.join(", ")
    ))
}

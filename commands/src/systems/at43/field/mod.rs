//! Between the start and the first round: dice for mission and roles, and the table as its players describe it and agree on
//! it.

mod brief;
mod draft;
mod form;
mod page;
mod picture;
mod places;
mod terrain;
mod typed;
mod words;

#[cfg(test)]
mod tests;

use gatemaster_discord::card::{Button, Style};
use gatemaster_discord::forms::FilledForm;
use gatemaster_rules::at43::View;
use gatemaster_rules::at43::command::{Command, Field};
use gatemaster_rules::at43::state::Phase;
use gatemaster_rules::ids::UserId;

use super::press::{BattlePressed, Words, button};
use super::{At, doing, mark_of, own_seat, player, state};
use crate::answer::{Answer, PressedMessage, Reply, unknown};
use crate::boxed;
use crate::desk::{Loaded, Outcome, Which};
use crate::face::{Controls, Hall};
use crate::own_file::told_together;
use crate::request::Request;
use crate::table::{answer_press, told_besides};
use crate::trouble::Trouble;
use crate::words::esc;

use draft::{Draft, Typed, mark};
pub use typed::{roll, table};

/// A form of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sheet {
    /// All terrain, a piece a line.
    Terrain,
    /// Where this place of the mission lies.
    Place(u8),
    /// Containers, nanogenerators, and words.
    Rest,
}

impl Sheet {
    fn numbers(self) -> Vec<u32> {
        match self {
            Self::Terrain => vec![0],
            Self::Place(at) => vec![1, at.into()],
            Self::Rest => vec![2],
        }
    }

    fn from_numbers(numbers: &[u32]) -> Option<Self> {
        Some(match numbers {
            [0] => Self::Terrain,
            [1, at] => Self::Place(u8::try_from(*at).ok()?),
            [2] => Self::Rest,
            _ => return None,
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldPress {
    /// Dice for the mission and for who attacks, as far as they are open.
    Roll,
    /// Yes to the table as it was described on the message.
    Agree(u32),
    /// The private page on which somebody describes it.
    Open,
    /// Lists of that page: a piece more, a piece less of those from this place on, where a place lies.
    Add,
    Off(u8),
    Places,
    /// The other pieces of a long list.
    Page(u8),
    /// A form; the form itself, too.
    Write(Sheet),
    /// The form once more, with what was wrong in it.
    Again(Sheet),
    /// The table as everybody sees it, in place of one's own.
    Afresh,
    Lay,
}

impl FieldPress {
    pub fn words(self) -> Words {
        match self {
            Self::Roll => ("roll", Vec::new()),
            Self::Agree(mark) => ("agree", vec![mark]),
            Self::Open => ("open", Vec::new()),
            Self::Add => ("add", Vec::new()),
            Self::Off(from) => ("off", vec![from.into()]),
            Self::Places => ("places", Vec::new()),
            Self::Page(from) => ("page", vec![from.into()]),
            Self::Write(sheet) => ("write", sheet.numbers()),
            Self::Again(sheet) => ("again", sheet.numbers()),
            Self::Afresh => ("afresh", Vec::new()),
            Self::Lay => ("lay", Vec::new()),
        }
    }

    pub fn from_words(word: &str, numbers: &[u32]) -> Option<Self> {
        let small = |number: u32| u8::try_from(number).ok();
        Some(match (word, numbers) {
            ("roll", []) => Self::Roll,
            ("agree", [mark]) => Self::Agree(*mark),
            ("open", []) => Self::Open,
            ("add", []) => Self::Add,
            ("off", [from]) => Self::Off(small(*from)?),
            ("places", []) => Self::Places,
            ("page", [from]) => Self::Page(small(*from)?),
            ("write", sheet) => Self::Write(Sheet::from_numbers(sheet)?),
            ("again", sheet) => Self::Again(Sheet::from_numbers(sheet)?),
            ("afresh", []) => Self::Afresh,
            ("lay", []) => Self::Lay,
            _ => return None,
        })
    }

    /// One of each kind, with the largest numbers, for the test of the custom ids.
    #[cfg(test)]
    pub fn samples() -> Vec<Self> {
        let sheets = [Sheet::Terrain, Sheet::Place(u8::MAX), Sheet::Rest];
        let mut all = vec![
            Self::Roll,
            Self::Agree(u32::MAX),
            Self::Open,
            Self::Add,
            Self::Off(u8::MAX),
            Self::Places,
            Self::Page(u8::MAX),
            Self::Afresh,
            Self::Lay,
        ];
        all.extend(sheets.map(Self::Write));
        all.extend(sheets.map(Self::Again));
        all
    }
}

/// The game as it stands, if its table is described now and whoever asks has a side in it.
async fn load(hall: &Hall, request: &Request, which: &Which) -> Result<(Loaded, View), Trouble> {
    let game = hall.desk.load(request, which).await?;
    let view = state(&game)?.clone();
    must_lay(&view)?;
    own_seat(&game, request)?;
    Ok((game, view))
}

fn must_lay(view: &View) -> Result<(), Trouble> {
    match view.phase {
        Phase::Laying => Ok(()),
        Phase::Briefing | Phase::Mustering => Err(Trouble::refused(
            "The table is described once all companies are shown; then everybody knows the mission.",
        )),
        Phase::Tactical | Phase::Activation | Phase::Control | Phase::Over => {
            Err(Trouble::refused(
                "The table is agreed on and the battle has begun. `/at43 table` shows what was agreed.",
            ))
        }
    }
}

#[boxed]
pub async fn pressed(
    hall: &Hall,
    request: &Request,
    at: &At,
    press: FieldPress,
    picked: &[String],
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    match press {
        FieldPress::Roll => return brief::pressed(hall, request, at, on).await,
        FieldPress::Agree(seen) => return agree(hall, request, at, seen, on).await,
        FieldPress::Lay => return lay(hall, request, at, on).await,
        FieldPress::Open
        | FieldPress::Add
        | FieldPress::Off(_)
        | FieldPress::Places
        | FieldPress::Page(_)
        | FieldPress::Write(_)
        | FieldPress::Again(_)
        | FieldPress::Afresh => {}
    }
    let (game, view) = load(hall, request, &at.now()).await?;
    let mut draft = Draft::take_up(hall, &game, request, &view).await?;
    let mut from = 0;
    let again = draft.was_changed_by(request.interaction);
    match press {
        FieldPress::Open => {}
        FieldPress::Add | FieldPress::Off(_) if again => {}
        FieldPress::Page(start) => from = start,
        FieldPress::Add => match page::picked_terrain(picked)? {
            Some(piece) => {
                page::add(&mut draft.field, piece)?;
                draft.changed_by(request.interaction);
                draft.keep(hall, &game, request).await?;
            }
            None => return written(&game, &view, &draft, Sheet::Terrain, None),
        },
        FieldPress::Off(start) => {
            from = start;
            page::take_off(&mut draft.field, picked)?;
            draft.changed_by(request.interaction);
            draft.keep(hall, &game, request).await?;
        }
        FieldPress::Places => {
            let place = super::read::picked_number(picked)?;
            return written(&game, &view, &draft, Sheet::Place(place), None);
        }
        FieldPress::Write(sheet) => return written(&game, &view, &draft, sheet, None),
        FieldPress::Again(sheet) => {
            let typed = Typed::kept(hall, &game, request, sheet).await?;
            return written(&game, &view, &draft, sheet, typed);
        }
        FieldPress::Afresh => {
            Draft::forget(hall, &game.id, request).await?;
            draft = Draft::begin(&view);
        }
        FieldPress::Roll | FieldPress::Agree(_) | FieldPress::Lay => return Err(unknown()),
    }
    let answer = Answer::private(page::card(&game, &view, &draft, from));
    Ok(if on.private { answer.in_place() } else { answer }.into())
}

fn written(
    game: &Loaded,
    view: &View,
    draft: &Draft,
    sheet: Sheet,
    typed: Option<Typed>,
) -> Result<Reply, Trouble> {
    Ok(Reply::Form(form::form(game, view, &draft.field, sheet, typed)?))
}

/// A form that was filled in: what is wrong in it waits to be put right.
#[boxed]
pub async fn filled_in(
    hall: &Hall,
    request: &Request,
    at: &At,
    press: FieldPress,
    written: &FilledForm,
    on: Option<PressedMessage>,
) -> Result<Reply, Trouble> {
    let FieldPress::Write(sheet) = press else { return Err(unknown()) };
    let (game, view) = load(hall, request, &at.now()).await?;
    let mut draft = Draft::take_up(hall, &game, request, &view).await?;
    let typed = form::typed(sheet, written);
    match form::read(&view, &draft.field, sheet, &typed) {
        Ok(field) => draft.field = field,
        Err(faults) => {
            typed.keep(hall, &game, request).await?;
            let again = button(&game, "Put it right…", FieldPress::Again(sheet));
            let wrong = told_together("What you wrote has", "so nothing was changed", &faults);
            return Err(Trouble::first(wrong).with_row(vec![again]));
        }
    }
    Typed::forget(hall, &game, request).await?;
    draft.keep(hall, &game, request).await?;
    let answer = Answer::private(page::card(&game, &view, &draft, 0));
    let on_it = on.is_some_and(|on| on.private);
    Ok(if on_it { answer.in_place() } else { answer }.into())
}

/// Two people may agree side by side, so the button is bound to the description and not to the step.
async fn agree(
    hall: &Hall,
    request: &Request,
    at: &At,
    seen: u32,
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let choose = |game: &Loaded| {
        let view = state(game)?;
        must_lay(view)?;
        let seat = own_seat(game, request)?;
        if mark(&view.field) != seen {
            let agree = agree_button(game, view);
            return Err(Trouble::refused(format!(
                "The table has been described otherwise since you saw it. Now it is like this:\n{}",
                words::described(view, &view.field, ROOM)
            ))
            .with_row(vec![agree, page::open_button(game)]));
        }
        Ok(doing(Command::AgreeField { seat }))
    };
    let outcome = hall.desk.act(request, &at.now(), choose).await?;
    Ok(answer_press(hall.systems, &outcome, request, on).into())
}

/// What somebody has described becomes the table that the others agree on.
async fn lay(
    hall: &Hall,
    request: &Request,
    at: &At,
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    if let Some(made) = hall.desk.made_before(request).await? {
        return Ok(laid(hall, request, &made, on));
    }
    let (game, view) = load(hall, request, &at.now()).await?;
    let draft = Draft::take_up(hall, &game, request, &view).await?;
    // somebody else may lay theirs in this very moment; then one looks at it first
    let which = Which::At(game.id.clone(), game.seq);
    let choose = |game: &Loaded| {
        let alone = is_alone(game);
        to_lay(game, request, state(game)?, draft.field.clone(), alone).map(doing)
    };
    let outcome = hall.desk.act(request, &which, choose).await?;
    Draft::forget(hall, &game.id, request).await?;
    Ok(laid(hall, request, &outcome, on))
}

/// The description that is told already is agreed on instead of told again.
fn to_lay(
    game: &Loaded,
    request: &Request,
    view: &View,
    field: Field,
    alone: bool,
) -> Result<Command, Trouble> {
    let seat = own_seat(game, request)?;
    let field = places::plainly(view, field);
    if field != view.field {
        return Ok(Command::LayField { seat, field, alone });
    }
    if view.field_agreed.contains(&seat) {
        return Err(Trouble::refused(
            "That is the table as it is described already, and you have agreed to it.",
        ));
    }
    Ok(Command::AgreeField { seat })
}

/// One person plays against the program, which agrees to any table.
fn is_alone(game: &Loaded) -> bool {
    game.table.others(UserId::BOT).len() == 1 && !game.table.seats_of(UserId::BOT).is_empty()
}

/// The private page has served.
fn laid(hall: &Hall, request: &Request, outcome: &Outcome, on: PressedMessage) -> Reply {
    if !on.private {
        return answer_press(hall.systems, outcome, request, on).into();
    }
    let card = page::laid_card(&outcome.game);
    told_besides(hall.systems, outcome, request, Answer::private(card).in_place()).into()
}

fn agree_button(game: &Loaded, view: &View) -> Button {
    let press = FieldPress::Agree(mark(&view.field));
    button(game, "Agreed", press).marked("✅").styled(Style::Yes)
}

/// Letters for the table within the words below a message; a compact board has hardly more.
const ROOM: usize = 1_000;

/// What is waited for here, with everything to answer it.
pub fn controls(game: &Loaded, view: &View) -> Controls {
    match view.phase {
        Phase::Briefing => brief::controls(game, view),
        Phase::Laying => laying(game, view),
        Phase::Mustering | Phase::Tactical | Phase::Activation | Phase::Control | Phase::Over => {
            Controls::default()
        }
    }
}

fn laying(game: &Loaded, view: &View) -> Controls {
    let Some(mission) = &view.mission else { return Controls::default() };
    let sides = view.seats().map(|seat| {
        let (sign, what) = if view.field_agreed.contains(&seat) {
            ("✅", "agrees")
        } else {
            ("✏️", "has yet to agree")
        };
        format!("{sign} {} {} {what}", mark_of(view, seat), player(game, seat))
    });
    let lines = [
        format!("**The table for {}.** {}", esc(&mission.name), words::how(mission)),
        sides.collect::<Vec<_>>().join(" · "),
        words::described(view, &view.field, ROOM),
        words::size(),
    ];
    let row = vec![agree_button(game, view), page::open_button(game)];
    Controls { text: lines.join("\n"), selects: Vec::new(), buttons: vec![row] }
}

/// A list of the private page.
fn select_press(game: &Loaded, press: FieldPress) -> BattlePressed {
    BattlePressed::new(&game.id, game.at, press.into())
}

//! What stands on the table: `/building`, and the buttons and forms for buildings in the lobby.

mod changes;
mod form;
mod ground;
mod listing;
mod offers;
mod slash;

pub use listing::{Detail, lobby_line};
pub use slash::building;

use gatemaster_discord::card::{Button, Card, Choice, Select};
use gatemaster_discord::forms::FilledForm;
use gatemaster_rules::antares::buildings::MAX_BUILDINGS;
use gatemaster_rules::ids::Seq;

use super::controls::button;
use super::look::Mark;
use super::press::{BattlePressed, Words};
use crate::answer::{Answer, PressedMessage, Reply, unknown};
use crate::boxed;
use crate::desk::{Loaded, Which};
use crate::face::Hall;
use crate::notes;
use crate::request::Request;
use crate::table::{self, answer_press};
use crate::trouble::Trouble;
use changes::plainest;
use form::Typed;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SitePress {
    /// The form for a building more; the form itself, too.
    Add,
    /// The form once more, with what was wrong in it.
    AddAgain,
    /// The same for a building that is there.
    Change(Mark),
    ChangeAgain(Mark),
    /// All buildings, to be changed and taken away.
    Open,
    /// Lists: what was picked says which building.
    PickChange,
    PickAway,
    /// A page of the list, counted from 0.
    Read(u32),
    /// The same for everybody in the channel.
    Show(u32),
}

impl SitePress {
    pub fn words(self) -> Words {
        match self {
            Self::Add => ("add", Vec::new()),
            Self::AddAgain => ("add-again", Vec::new()),
            Self::Change(mark) => ("change", vec![mark.0]),
            Self::ChangeAgain(mark) => ("change-again", vec![mark.0]),
            Self::Open => ("open", Vec::new()),
            Self::PickChange => ("pick", Vec::new()),
            Self::PickAway => ("away", Vec::new()),
            Self::Read(page) => ("read", vec![page]),
            Self::Show(page) => ("show", vec![page]),
        }
    }

    pub fn from_words(word: &str, numbers: &[u32]) -> Option<Self> {
        Some(match (word, numbers) {
            ("add", []) => Self::Add,
            ("add-again", []) => Self::AddAgain,
            ("change", [mark]) => Self::Change(Mark(*mark)),
            ("change-again", [mark]) => Self::ChangeAgain(Mark(*mark)),
            ("open", []) => Self::Open,
            ("pick", []) => Self::PickChange,
            ("away", []) => Self::PickAway,
            ("read", [page]) => Self::Read(*page),
            ("show", [page]) => Self::Show(*page),
            _ => return None,
        })
    }

    /// One of each kind, with the largest numbers, for the test of the custom ids.
    #[cfg(test)]
    pub fn samples() -> Vec<Self> {
        let mark = Mark(u32::MAX);
        vec![
            Self::Add,
            Self::AddAgain,
            Self::Change(mark),
            Self::ChangeAgain(mark),
            Self::Open,
            Self::PickChange,
            Self::PickAway,
            Self::Read(u32::MAX),
            Self::Show(u32::MAX),
        ]
    }
}

/// The buttons for buildings on the board of a lobby.
pub fn lobby_buttons(game: &Loaded, buildings: usize) -> Vec<Button> {
    let mut row = Vec::new();
    if buildings < MAX_BUILDINGS {
        row.push(button(game, "Add a building…", SitePress::Add).marked("🏢"));
    }
    if buildings > 0 {
        row.push(button(game, "Change or take away…", SitePress::Open));
    }
    row
}

/// A button, or a list with what was picked from it. Whatever the board looked like: two people set it up at once.
#[boxed]
pub(crate) async fn pressed(
    hall: &Hall,
    request: &Request,
    (id, _): (&str, Seq),
    press: SitePress,
    picked: &[String],
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let now = Which::Now(id.to_owned());
    let picked = picked.first().map(String::as_str);
    match press {
        SitePress::Add => {
            let game = hall.desk.load(request, &now).await?;
            open_form(&game, request, None, Typed::default())
        }
        SitePress::AddAgain => again(hall, request, id, None).await,
        SitePress::Change(mark) => {
            let game = hall.desk.load(request, &now).await?;
            let place = marked(&game, mark)?;
            let typed = Typed::of(&ground::lobby(&game)?.buildings[place], &game.table);
            open_form(&game, request, Some(mark), typed)
        }
        SitePress::ChangeAgain(mark) => again(hall, request, id, Some(mark)).await,
        SitePress::PickChange => {
            let game = hall.desk.load(request, &now).await?;
            let buildings = &ground::lobby(&game)?.buildings;
            let place = ground::called(buildings, picked.ok_or_else(unknown)?)?;
            let plan = &buildings[place];
            let typed = Typed::of(plan, &game.table);
            open_form(&game, request, Some(Mark::of(&plan.name)), typed)
        }
        SitePress::PickAway => {
            let name = picked.ok_or_else(unknown)?;
            let outcome = hall
                .desk
                .act(request, &now, |game| {
                    ground::lobby(game)?;
                    Ok(ground::removed(game, request, name)?.0)
                })
                .await?;
            let changed = Some(outcome.game.id.clone());
            let card = own_list(&outcome.game, request, 0);
            Ok(Answer { changed, ..Answer::private(card).in_place() }.into())
        }
        SitePress::Open => {
            let game = hall.desk.load(request, &now).await?;
            Ok(Answer::private(own_list(&game, request, 0)).into())
        }
        SitePress::Read(page) => {
            let game = hall.desk.load(request, &now).await?;
            let answer = Answer::private(own_list(&game, request, page));
            // a message that others read too stays as it is
            Ok(if on.private { answer.in_place() } else { answer }.into())
        }
        SitePress::Show(page) => {
            let game = hall.desk.load(request, &now).await?;
            if game.channel != request.channel {
                return Err(Trouble::refused(
                    "This game is played in another channel; it can be shown to everybody there.",
                ));
            }
            let sheet = listing::sheet(&game);
            let row = page_buttons(&game, page, sheet.last_page());
            Ok(Answer::public(sheet.page(page).with_row(row)).into())
        }
    }
}

/// All buildings for one person; before the battle with lists to change them and take them away.
fn own_list(game: &Loaded, request: &Request, page: u32) -> Card {
    let sheet = listing::sheet(game);
    let mut row = page_buttons(game, page, sheet.last_page());
    let mut selects = Vec::new();
    if let (Ok(setup), Ok(())) = (ground::lobby(game), ground::may_build(game, request)) {
        let choice = |name: &String| Choice::new(name, name);
        let choices: Vec<Choice> = ground::names(&setup.buildings).iter().map(choice).collect();
        let select = |placeholder: &str, press: SitePress| {
            let press = BattlePressed::new(&game.id, game.at, press.into());
            Select::new(placeholder, press, choices.clone())
        };
        if !choices.is_empty() {
            selects.push(select("Change a building…", SitePress::PickChange));
            selects.push(select("Take a building away…", SitePress::PickAway));
        }
        if setup.buildings.len() < MAX_BUILDINGS {
            row.push(button(game, "Add a building…", SitePress::Add).marked("🏢"));
        }
    }
    if game.channel == request.channel {
        row.push(button(game, "Show everybody", SitePress::Show(page)).marked("📣"));
    }
    Card { selects, ..sheet.page(page) }.with_row(row)
}

fn page_buttons(game: &Loaded, page: u32, last: u32) -> Vec<Button> {
    let page = page.min(last);
    let turn = |label: &str, to| button(game, label, SitePress::Read(to));
    let back = page.checked_sub(1).map(|before| turn("◂ Back", before));
    let more = (page < last).then(|| turn("More ▸", page + 1));
    back.into_iter().chain(more).collect()
}

/// Which building of the lobby a form is about; names change, so it may be gone.
fn marked(game: &Loaded, mark: Mark) -> Result<usize, Trouble> {
    let buildings = &ground::lobby(game)?.buildings;
    buildings.iter().position(|plan| Mark::of(&plan.name) == mark).ok_or_else(|| {
        Trouble::refused(
            "That building has been renamed or taken away meanwhile; `/building list` has those there are.",
        )
    })
}

fn open_form(
    game: &Loaded,
    request: &Request,
    of: Option<Mark>,
    typed: Typed,
) -> Result<Reply, Trouble> {
    ground::may_build(game, request)?;
    let (title, press) = match of {
        Some(mark) => ("Change a building", SitePress::Change(mark)),
        None => ("A building for the table", SitePress::Add),
    };
    let press = BattlePressed::new(&game.id, game.at, press.into());
    Ok(Reply::Form(typed.form(title, press.into())))
}

/// Where a form that had faults waits to be put right.
fn note(of: Option<Mark>) -> String {
    of.map_or_else(|| "building".to_owned(), |mark| format!("building:{}", mark.0))
}

async fn again(
    hall: &Hall,
    request: &Request,
    id: &str,
    of: Option<Mark>,
) -> Result<Reply, Trouble> {
    let game = hall.desk.load(request, &Which::Now(id.to_owned())).await?;
    let kept = notes::read(&hall.desk.store, id, request.user().0, &note(of)).await?;
    open_form(&game, request, of, kept.unwrap_or_default())
}

/// A form that was filled in.
#[boxed]
pub(crate) async fn filled_in(
    hall: &Hall,
    request: &Request,
    (id, _): (&str, Seq),
    press: SitePress,
    written: &FilledForm,
    on: Option<PressedMessage>,
) -> Result<Reply, Trouble> {
    let (of, again) = match press {
        SitePress::Add => (None, SitePress::AddAgain),
        SitePress::Change(mark) => (Some(mark), SitePress::ChangeAgain(mark)),
        SitePress::AddAgain
        | SitePress::ChangeAgain(_)
        | SitePress::Open
        | SitePress::PickChange
        | SitePress::PickAway
        | SitePress::Read(_)
        | SitePress::Show(_) => return Err(unknown()),
    };
    let typed = Typed::written(written);
    let (changes, faults) = typed.changes();
    let mut may = None;
    let now = Which::Now(id.to_owned());
    let made = hall.desk.act(request, &now, |game| {
        ground::may_build(game, request)?;
        let place = of.map(|mark| marked(game, mark)).transpose()?;
        may = Some(game.seq);
        let (doing, _) = match place {
            None => ground::added(game, request, &changes, faults)?,
            Some(place) => ground::changed(game, request, place, &plainest(), &changes, faults)?,
        };
        Ok(doing)
    });
    let (store, user) = (&hall.desk.store, request.user().0);
    match (made.await, may) {
        (Ok(outcome), _) => {
            notes::write::<Typed>(store, id, user, &note(of), None).await?;
            Ok(match on {
                // the private list stays, and shows what has become of it
                Some(on) if on.private && ground::lobby(&outcome.game).is_ok() => {
                    let changed = Some(outcome.game.id.clone());
                    let card = own_list(&outcome.game, request, 0);
                    Answer { changed, ..Answer::private(card).in_place() }
                }
                Some(on) => answer_press(hall.systems, &outcome, request, on),
                None => table::told(hall.systems, &outcome, request),
            }
            .into())
        }
        // what they typed is not lost
        (Err(refused @ (Trouble::Refused(_) | Trouble::First(_))), Some(seq)) => {
            notes::write(store, id, user, &note(of), Some(&typed)).await?;
            let press = BattlePressed::new(id, seq, again.into());
            let again = Button::new("Put it right…", press);
            Err(refused.with_row(vec![again]))
        }
        (Err(trouble), _) => Err(trouble),
    }
}

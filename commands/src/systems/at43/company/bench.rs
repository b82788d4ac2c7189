//! Where a company is made: for a side of a game that waits for it, or for no table in particular.

use gatemaster_discord::card::{Button, Choice, Select};
use gatemaster_rules::at43::View;
use gatemaster_rules::at43::company::{Company, Limits};
use gatemaster_rules::at43::data;
use gatemaster_rules::at43::mustering::limits;
use gatemaster_rules::at43::profile::Library;
use gatemaster_rules::at43::state::{Phase, Side};
use gatemaster_rules::ids::{Seat, Seq};
use gatemaster_store::Scope;

use super::super::lobby::own::loaded;
use super::super::press::BattlePressed;
use super::super::{At, own_view, state};
use super::draft::Draft;
use super::press::CompanyPress;
use crate::desk::{Loaded, Which};
use crate::face::Hall;
use crate::notes;
use crate::request::Request;
use crate::trouble::Trouble;

/// Stands in the buttons of a company for no game in particular, in place of the game.
const NO_GAME: &str = "company";
/// What the draft is called among the notes of a game, and among a person's own settings.
const NOTE: &str = "company";
const OWN: &str = "at43_company";

/// The side that a company is made for, as its player may see the game.
#[derive(Debug)]
pub struct ForSide {
    pub game: Loaded,
    pub seat: Seat,
    pub own: View,
}

impl ForSide {
    /// The game, if companies are built in it now.
    pub async fn load(hall: &Hall, request: &Request, which: &Which) -> Result<Self, Trouble> {
        let game = hall.desk.load(request, which).await?;
        Self::of(game, request)
    }

    pub fn of(game: Loaded, request: &Request) -> Result<Self, Trouble> {
        let view = state(&game)?;
        match view.phase {
            Phase::Mustering => {}
            Phase::Briefing => {
                return Err(Trouble::refused(
                    "Companies are brought once the mission and the roles are settled.",
                ));
            }
            Phase::Laying | Phase::Tactical | Phase::Activation | Phase::Control | Phase::Over => {
                return Err(Trouble::refused(
                    "All companies of this game are locked and shown. `/at43 sheet` shows their sheets.",
                ));
            }
        }
        let seats = game.table.seats_of(request.user());
        // whoever plays several sides brings one company after the other
        let open = seats.iter().find(|seat| view.side(**seat).is_some_and(|side| !side.locked));
        let Some(seat) = open.or(seats.first()).copied() else {
            return Err(Trouble::refused(
                "Companies are their players' secret until all are locked. You have no side in this game.",
            )
            .with_seats_of(&game.id));
        };
        let own = own_view(&game, request)?;
        Ok(Self { game, seat, own })
    }

    pub fn side(&self) -> Option<&Side> {
        self.own.side(self.seat)
    }

    pub fn is_locked(&self) -> bool {
        self.side().is_some_and(|side| side.locked)
    }

    /// What has been brought already, locked or not.
    pub fn brought(&self) -> Option<&Company> {
        self.side().and_then(|side| side.company.as_ref())
    }
}

#[derive(Debug)]
pub struct Bench {
    pub side: Option<Box<ForSide>>,
    /// What counts where there is no side: the book with what this server has of its own.
    pub shelf: Option<Box<Library>>,
    pub draft: Draft,
}

/// The lists for a company of no game in particular.
pub async fn library_here(hall: &Hall, request: &Request) -> Result<Library, Trouble> {
    Ok(loaded(&hall.desk.store, request.guild).await?.library)
}

/// What somebody builds for no game in particular.
async fn own_draft(hall: &Hall, request: &Request) -> Result<Draft, Trouble> {
    let kept = hall.desk.store.setting(&Scope::Person(request.user().0), OWN).await?;
    // one of an older form is begun anew
    Ok(kept.and_then(|kept| serde_json::from_str(&kept).ok()).unwrap_or_default())
}

impl Bench {
    /// The bench that a button belongs to.
    pub async fn at(hall: &Hall, request: &Request, at: &At) -> Result<Self, Trouble> {
        if at.game == NO_GAME {
            return Self::for_no_game(hall, request).await;
        }
        Self::for_side(hall, request, ForSide::load(hall, request, &at.now()).await?).await
    }

    /// That of the game of this channel, if it waits for a company of whoever asks; else that of no game in particular.
    pub async fn here(hall: &Hall, request: &Request) -> Result<Self, Trouble> {
        match ForSide::load(hall, request, &Which::Here).await {
            Ok(side) => Self::for_side(hall, request, side).await,
            Err(trouble) if trouble.is_refusal() => Self::for_no_game(hall, request).await,
            Err(fault) => Err(fault),
        }
    }

    pub async fn for_no_game(hall: &Hall, request: &Request) -> Result<Self, Trouble> {
        let draft = own_draft(hall, request).await?;
        let shelf = Some(Box::new(library_here(hall, request).await?));
        Ok(Self { side: None, shelf, draft })
    }

    pub async fn for_side(hall: &Hall, request: &Request, side: ForSide) -> Result<Self, Trouble> {
        let user = request.user().0;
        let kept = notes::read(&hall.desk.store, &side.game.id, user, &note(side.seat)).await?;
        let draft = match (kept, side.brought()) {
            (Some(kept), _) => kept,
            (None, Some(brought)) => Draft::of(brought.clone()),
            // what was built while people waited for the game is not built again
            (None, None) => {
                let built = own_draft(hall, request).await?.company;
                let known = side.own.library.army_of_key(&built.army).is_some();
                Draft::of(if known { built } else { Company::default() })
            }
        };
        Ok(Self { side: Some(Box::new(side)), shelf: None, draft })
    }

    pub async fn keep(&self, hall: &Hall, request: &Request) -> Result<(), Trouble> {
        let (store, user) = (&hall.desk.store, request.user().0);
        if let Some(side) = &self.side {
            let (game, note) = (&side.game.id, note(side.seat));
            return notes::write(store, game, user, &note, Some(&self.draft)).await;
        }
        let text = serde_json::to_string(&self.draft)?;
        Ok(store.set_setting(Scope::Person(user), OWN, Some(&text)).await?)
    }

    /// The values that count here: those of the game, else this server's.
    pub fn library(&self) -> &Library {
        match (&self.side, &self.shelf) {
            (Some(side), _) => &side.own.library,
            (None, Some(shelf)) => shelf,
            (None, None) => data::library(),
        }
    }

    pub fn limits(&self) -> Limits {
        match &self.side {
            Some(side) => limits(&side.own, side.seat),
            None => self.draft.limits(),
        }
    }

    pub fn is_locked(&self) -> bool {
        self.side.as_ref().is_some_and(|side| side.is_locked())
    }

    /// What is locked is what counts, whatever has been begun since.
    pub fn company(&self) -> &Company {
        let brought =
            self.side.as_ref().filter(|side| side.is_locked()).and_then(|side| side.brought());
        brought.unwrap_or(&self.draft.company)
    }

    /// A locked company is not worked on.
    pub fn must_be_open(&self) -> Result<(), Trouble> {
        if !self.is_locked() {
            return Ok(());
        }
        let change = self.button("Change it…", CompanyPress::Unlock);
        Err(Trouble::refused("Your company is locked. Take the lock off to change it.")
            .with_row(vec![change]))
    }

    pub fn pressed(&self, press: CompanyPress) -> BattlePressed {
        match &self.side {
            Some(side) => BattlePressed::new(&side.game.id, side.game.at, press.into()),
            None => BattlePressed::new(NO_GAME, Seq(0), press.into()),
        }
    }

    pub fn button(&self, label: impl Into<String>, press: CompanyPress) -> Button {
        Button::new(label, self.pressed(press))
    }

    pub fn list(
        &self,
        placeholder: impl Into<String>,
        press: CompanyPress,
        options: Vec<Choice>,
    ) -> Select {
        Select::new(placeholder, self.pressed(press), options)
    }
}

fn note(seat: Seat) -> String {
    format!("{NOTE}:{}", seat.0)
}

/// A game, as its buttons name it.
pub fn is_game(at: &At) -> bool {
    at.game != NO_GAME
}

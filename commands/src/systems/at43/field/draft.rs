//! A description in the making. It is kept for whoever writes it, whatever others do meanwhile, until it is laid.

use gatemaster_discord::press::checksum;
use gatemaster_rules::at43::State;
use gatemaster_rules::at43::command::Field;
use serde::{Deserialize, Serialize};

use super::Sheet;
use crate::desk::Loaded;
use crate::face::Hall;
use crate::notes;
use crate::request::Request;
use crate::trouble::Trouble;

const NOTE: &str = "table";
const TYPED: &str = "table-typed";

/// What everybody agrees on, told from other descriptions.
pub fn mark(field: &Field) -> u32 {
    checksum(&serde_json::to_string(field).unwrap_or_default())
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Draft {
    pub field: Field,
    /// The description that stood when this one was begun.
    upon: u32,
    /// The interaction that changed it last: one that is delivered twice changes it once.
    #[serde(default)]
    by: Option<u64>,
}

impl Draft {
    /// What somebody has begun to write, else the table as it is described.
    pub async fn take_up(
        hall: &Hall,
        game: &Loaded,
        request: &Request,
        state: &State,
    ) -> Result<Self, Trouble> {
        let kept: Option<Self> =
            notes::read(&hall.desk.store, &game.id, request.user().0, NOTE).await?;
        let places = state.mission.as_ref().map_or(0, |mission| mission.places.len());
        // a mission that was diced anew has other places
        let kept = kept.filter(|draft| draft.field.places.len() <= places);
        Ok(kept.unwrap_or_else(|| Self::begin(state)))
    }

    pub fn begin(state: &State) -> Self {
        Self { upon: mark(&state.field), field: state.field.clone(), by: None }
    }

    /// Whether this very interaction has changed it already.
    pub fn was_changed_by(&self, interaction: Option<u64>) -> bool {
        interaction.is_some() && self.by == interaction
    }

    pub fn changed_by(&mut self, interaction: Option<u64>) {
        self.by = interaction;
    }

    /// Somebody else has described the table since.
    pub fn is_overtaken(&self, state: &State) -> bool {
        self.upon != mark(&state.field)
    }

    pub fn is_new(&self, state: &State) -> bool {
        self.field != state.field
    }

    pub async fn keep(&self, hall: &Hall, game: &Loaded, request: &Request) -> Result<(), Trouble> {
        notes::write(&hall.desk.store, &game.id, request.user().0, NOTE, Some(self)).await
    }

    pub async fn forget(hall: &Hall, game: &str, request: &Request) -> Result<(), Trouble> {
        notes::write::<Self>(&hall.desk.store, game, request.user().0, NOTE, None).await
    }
}

/// What was typed into a form that could not be read: it waits to be put right.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Typed {
    sheet: Vec<u32>,
    pub texts: Vec<String>,
}

impl Typed {
    pub fn new(sheet: Sheet, texts: Vec<String>) -> Self {
        Self { sheet: sheet.numbers(), texts }
    }

    pub async fn kept(
        hall: &Hall,
        game: &Loaded,
        request: &Request,
        sheet: Sheet,
    ) -> Result<Option<Self>, Trouble> {
        let kept: Option<Self> =
            notes::read(&hall.desk.store, &game.id, request.user().0, TYPED).await?;
        Ok(kept.filter(|typed| typed.sheet == sheet.numbers()))
    }

    pub async fn keep(&self, hall: &Hall, game: &Loaded, request: &Request) -> Result<(), Trouble> {
        notes::write(&hall.desk.store, &game.id, request.user().0, TYPED, Some(self)).await
    }

    pub async fn forget(hall: &Hall, game: &Loaded, request: &Request) -> Result<(), Trouble> {
        notes::write::<Self>(&hall.desk.store, &game.id, request.user().0, TYPED, None).await
    }
}

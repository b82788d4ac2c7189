//! What somebody has half made between two presses: stored for them alone, and begun anew at every step of the game.

use gatemaster_discord::press::checksum;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::desk::Loaded;
use crate::face::Hall;
use crate::notes;
use crate::request::Request;
use crate::trouble::Trouble;

/// In the game as it was at this step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Draft<T> {
    seq: u32,
    pub it: T,
}

impl<T: Serialize + DeserializeOwned + Send + Sync> Draft<T> {
    pub fn fresh(game: &Loaded, it: T) -> Self {
        Self { seq: game.at.0, it }
    }

    /// What was kept under this name at this very step.
    pub async fn kept(
        hall: &Hall,
        game: &Loaded,
        request: &Request,
        name: &str,
    ) -> Result<Option<Self>, Trouble> {
        let user = request.user().0;
        let kept: Option<Self> = notes::read(&hall.desk.store, &game.id, user, name).await?;
        Ok(kept.filter(|draft| draft.seq == game.at.0))
    }

    pub async fn keep(
        &self,
        hall: &Hall,
        game: &Loaded,
        request: &Request,
        name: &str,
    ) -> Result<(), Trouble> {
        notes::write(&hall.desk.store, &game.id, request.user().0, name, Some(self)).await
    }

    /// A button that carries it means what was shown with it, or nothing.
    pub fn hash(&self) -> u32 {
        checksum(&serde_json::to_string(&self.it).unwrap_or_default())
    }
}

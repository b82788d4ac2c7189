//! A step of a game: one accepted action, with its dice and what came of it.

use serde::{Deserialize, Serialize};

use super::{Action, Actor, Decided, Deed, Event, Player};
use crate::dice::Roll;
use crate::game::SystemId;
use crate::ids::{Seq, UserId};

/// One accepted action, as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    pub seq: Seq,
    pub user: UserId,
    /// The name that person went by then.
    pub name: String,
    #[serde(flatten)]
    pub deed: Deed,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<Roll>,
    pub events: Vec<Event>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revokes: Option<Seq>,
    /// Milliseconds since 1970, UTC.
    pub at_ms: i64,
}

impl Step {
    pub fn new(
        seq: Seq,
        system: SystemId,
        actor: &Actor,
        action: Action,
        dice: Vec<Roll>,
        decided: Decided,
        at_ms: i64,
    ) -> Self {
        Self {
            seq,
            user: actor.id(),
            name: actor.player.name.clone(),
            deed: Deed { action, rules: system.version(), manager: actor.manager, standing: false },
            dice,
            events: decided.events,
            revokes: decided.revokes,
            at_ms,
        }
    }

    pub fn actor(&self) -> Actor {
        Actor {
            player: Player { id: self.user, name: self.name.clone() },
            manager: self.deed.manager,
        }
    }

    pub fn is_hand_rolled(&self) -> bool {
        self.dice.iter().any(|roll| roll.is_hand_rolled())
    }

    /// Undo reaches moves of the game and its start; what else happens at the table can be set right by itself. A start
    /// that took empty seats away stands: the others have new numbers since, and whoever came or went goes by those.
    pub(crate) fn is_undoable(&self) -> bool {
        match self.deed.action {
            Action::Play(_) => true,
            Action::Start => {
                !self.events.iter().any(|event| matches!(event, Event::EmptySeatsGone { .. }))
            }
            _ => false,
        }
    }
}

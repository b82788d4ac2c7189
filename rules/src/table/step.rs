//! A step of a game: one accepted action, with its dice and what came of it.

use serde::ser::SerializeStruct as _;
use serde::{Deserialize, Serialize, Serializer};

use super::{Action, Actor, Decided, Deed, Event, Player};
use crate::dice::Roll;
use crate::game::SystemId;
use crate::ids::{Seq, UserId};
use crate::version::RulesVersion;

/// One accepted action, as it is stored.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(from = "FlatStep")]
pub struct Step {
    pub seq: Seq,
    pub user: UserId,
    /// The name that person went by then.
    pub name: String,
    pub deed: Deed,
    pub dice: Vec<Roll>,
    pub events: Vec<Event>,
    pub revokes: Option<Seq>,
    /// Milliseconds since 1970, UTC.
    pub at_ms: i64,
}

/// A step as it stands in a file, where the parts of its deed stand among its own. `serde(flatten)` would say the same, at the
/// price of a second way to read every command of every system.
#[derive(Deserialize)]
struct FlatStep {
    seq: Seq,
    user: UserId,
    name: String,
    action: Action,
    rules: RulesVersion,
    #[serde(default)]
    manager: bool,
    #[serde(default)]
    standing: bool,
    #[serde(default)]
    dice: Vec<Roll>,
    events: Vec<Event>,
    #[serde(default)]
    revokes: Option<Seq>,
    at_ms: i64,
}

impl From<FlatStep> for Step {
    fn from(flat: FlatStep) -> Self {
        let FlatStep { seq, user, name, action, rules, manager, standing, .. } = flat;
        let FlatStep { dice, events, revokes, at_ms, .. } = flat;
        let deed = Deed { action, rules, manager, standing };
        Self { seq, user, name, deed, dice, events, revokes, at_ms }
    }
}

impl Serialize for Step {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Deed { action, rules, manager, standing } = &self.deed;
        let shown = [*manager, *standing, !self.dice.is_empty(), self.revokes.is_some()];
        let fields = 7 + shown.iter().filter(|shown| **shown).count();
        let mut flat = serializer.serialize_struct("Step", fields)?;
        flat.serialize_field("seq", &self.seq)?;
        flat.serialize_field("user", &self.user)?;
        flat.serialize_field("name", &self.name)?;
        flat.serialize_field("action", action)?;
        flat.serialize_field("rules", rules)?;
        if *manager {
            flat.serialize_field("manager", manager)?;
        }
        if *standing {
            flat.serialize_field("standing", standing)?;
        }
        if !self.dice.is_empty() {
            flat.serialize_field("dice", &self.dice)?;
        }
        flat.serialize_field("events", &self.events)?;
        if let Some(revokes) = &self.revokes {
            flat.serialize_field("revokes", revokes)?;
        }
        flat.serialize_field("at_ms", &self.at_ms)?;
        flat.end()
    }
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

    /// Whether people settled a result or points with it: that stands by their word, and goes by it.
    pub(super) fn settles(&self) -> bool {
        let settled =
            |event: &Event| matches!(event, Event::Settled { .. } | Event::PointsEntered { .. });
        self.events.iter().any(settled)
    }

    pub fn is_hand_rolled(&self) -> bool {
        self.dice.iter().any(|roll| roll.is_hand_rolled())
    }

    /// Undo reaches moves of the game, its start, and results and points that people settled; what else happens at the table can be set right by itself. A start
    /// that took empty seats away stands: the others have new numbers since, and whoever came or went goes by those.
    pub(crate) fn is_undoable(&self) -> bool {
        if self.settles() {
            return true;
        }
        match self.deed.action {
            Action::Play(_) | Action::TypeDice { .. } | Action::RollDice => true,
            Action::Start => {
                !self.events.iter().any(|event| matches!(event, Event::EmptySeatsGone { .. }))
            }
            _ => false,
        }
    }
}

//! A plan in the making: one player's, for one round.

use gatemaster_discord::press::checksum;
use gatemaster_rules::at43::state::{Plan, UnitId};
use gatemaster_rules::at43::tactical::{default_plan, most_wager};
use gatemaster_rules::at43::{State, View};
use gatemaster_rules::ids::Seat;
use serde::{Deserialize, Serialize};

use super::show::PAGE;
use crate::desk::Loaded;
use crate::face::Hall;
use crate::notes;
use crate::request::Request;
use crate::trouble::Trouble;

const NOTE: &str = "plan";

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Draft {
    round: u32,
    pub plan: Plan,
    /// The card that is being moved.
    #[serde(default)]
    pub chosen: Option<UnitId>,
    /// The interaction that changed it last: one that is delivered twice changes it once.
    #[serde(default)]
    by: Option<u64>,
}

impl Draft {
    /// What was begun in this round, else what is locked already, else what stands if nobody says anything.
    pub async fn take_up(
        hall: &Hall,
        game: &Loaded,
        request: &Request,
        own: &View,
        seat: Seat,
    ) -> Result<Self, Trouble> {
        let user = request.user().0;
        let kept: Option<Self> = notes::read(&hall.desk.store, &game.id, user, NOTE).await?;
        let kept = kept.filter(|draft| draft.round == own.round && draft.fits(own, seat));
        Ok(kept.unwrap_or_else(|| Self::begin(own, seat)))
    }

    pub fn begin(own: &View, seat: Seat) -> Self {
        let side = own.side(seat);
        let locked = side.filter(|side| side.planned).and_then(|side| side.plan.clone());
        let plan = locked.unwrap_or_else(|| default_plan(own, seat));
        Self { round: own.round, plan, chosen: None, by: None }
    }

    pub async fn keep(&self, hall: &Hall, game: &Loaded, request: &Request) -> Result<(), Trouble> {
        notes::write(&hall.desk.store, &game.id, request.user().0, NOTE, Some(self)).await
    }

    /// Whether this very interaction has changed it already.
    pub fn was_changed_by(&self, interaction: Option<u64>) -> bool {
        interaction.is_some() && self.by == interaction
    }

    pub fn changed_by(&mut self, interaction: Option<u64>) {
        self.by = interaction;
    }

    /// What a button to lock it means: this plan in this round.
    pub fn sum(&self) -> u32 {
        let whole = serde_json::to_string(&(self.round, &self.plan));
        checksum(&whole.unwrap_or_default())
    }

    /// Once it is locked, what is locked is what stands.
    pub async fn forget(hall: &Hall, game: &Loaded, request: &Request) -> Result<(), Trouble> {
        notes::write::<Self>(&hall.desk.store, &game.id, request.user().0, NOTE, None).await
    }

    /// Another officer may command with less to wager.
    pub fn command_by(&mut self, own: &View, seat: Seat, unit: UnitId) {
        self.plan.commander = Some(unit);
        self.plan.wager = self.plan.wager.min(most_wager(own, seat, Some(unit)));
    }

    /// Whether it is just what is locked.
    pub fn is_locked(&self, own: &View, seat: Seat) -> bool {
        let side = own.side(seat).filter(|side| side.planned);
        side.and_then(|side| side.plan.as_ref()) == Some(&self.plan)
    }

    /// Units may have come or gone since by a correction.
    fn fits(&self, state: &State, seat: Seat) -> bool {
        let usual = default_plan(state, seat).sequence;
        let sorted = |units: &[UnitId]| {
            let mut units = units.to_vec();
            units.sort();
            units
        };
        sorted(&usual) == sorted(&self.plan.sequence)
    }

    pub fn place_of(&self, unit: UnitId) -> Option<usize> {
        self.plan.sequence.iter().position(|card| *card == unit)
    }

    /// The chosen card goes up or down; gives the page where it stands then.
    pub fn step(&mut self, by: isize) -> u8 {
        let Some(place) = self.chosen.and_then(|unit| self.place_of(unit)) else { return 0 };
        let last = self.plan.sequence.len().saturating_sub(1);
        let to = place.saturating_add_signed(by).min(last);
        self.move_to(place, to)
    }

    pub fn go_first(&mut self) -> u8 {
        let Some(place) = self.chosen.and_then(|unit| self.place_of(unit)) else { return 0 };
        self.move_to(place, 0)
    }

    fn move_to(&mut self, from: usize, to: usize) -> u8 {
        let card = self.plan.sequence.remove(from);
        self.plan.sequence.insert(to, card);
        u8::try_from(to - to % PAGE).unwrap_or(0)
    }
}

//! Whether an action is accepted, and what comes of it.

use gatemaster_rules::refusal::Refusal;
use gatemaster_rules::table::Actor;

use crate::action::Action;
use crate::book::{Book, Decided, Moment};
use crate::event::Event;
use crate::league::{League, Phase};

impl Book for League {
    const KIND: &'static str = "league";
    type Action = Action;
    type Event = Event;

    fn name(&self) -> &str {
        &self.name
    }

    fn is_open(&self) -> bool {
        self.season.phase != Phase::Closed
    }

    fn wakes_at_ms(&self) -> Option<i64> {
        None
    }

    fn decide(
        _before: Option<&Self>,
        _actor: &Actor,
        _action: &Action,
        _moment: Moment,
    ) -> Result<Decided<Self, Event>, Refusal> {
        Err(Refusal::new("Not yet."))
    }
}

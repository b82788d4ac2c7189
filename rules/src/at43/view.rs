//! The game as one viewer may see it (`decisions`, 004.22): companies until all are shown, sequences, wagers and the cards
//! still to come are left out for everybody but their owner.

use std::ops::Deref;

use super::apply::apply;
use super::event::Event;
use super::state::{Phase, State, UnitId};
use crate::ids::Seat;
use crate::system::Viewer;

/// The state without what this viewer may not know: others' companies are `None` until they are shown, others' plans are
/// `None`, and others' cards say only how many there are.
#[derive(Clone, Debug, PartialEq)]
pub struct View(State);

impl Deref for View {
    type Target = State;

    fn deref(&self) -> &State {
        &self.0
    }
}

impl View {
    /// What the same viewer sees after an event, as `seen` lets them know of it.
    #[must_use]
    pub fn after(&self, event: &Event) -> View {
        let mut after = self.clone();
        after.go_on(event);
        after
    }

    /// Where the event or the game before it leaves something out, only what everybody may know changes: how many cards
    /// there are, for one.
    pub(super) fn go_on(&mut self, event: &Event) {
        if let Event::CardRevealed { seat, unit } | Event::CardDropped { seat, unit } = event {
            self.take_hidden_card(*seat, *unit);
        }
        apply(&mut self.0, event);
        if let Event::FirstChosen { .. } = event {
            self.lay_hidden_cards();
        }
    }

    /// The card that comes to light was one of those that say nothing.
    fn take_hidden_card(&mut self, seat: Seat, unit: UnitId) {
        let Some(side) = self.0.sides.get_mut(seat.index()) else { return };
        if side.cards.contains(&Some(unit)) {
            return;
        }
        if let Some(hidden) = side.cards.iter().position(Option::is_none) {
            side.cards.remove(hidden);
        }
    }

    /// A hidden sequence has as many cards as its side has units to play (T-TAC-3).
    fn lay_hidden_cards(&mut self) {
        let counts: Vec<usize> = self
            .0
            .seats()
            .map(|seat| self.0.units_of(seat).filter(|(_, unit)| unit.has_card()).count())
            .collect();
        for (side, cards) in self.0.sides.iter_mut().zip(counts) {
            if side.planned && side.plan.is_none() && side.cards.is_empty() {
                side.cards = vec![None; cards];
            }
        }
    }
}

pub(super) fn view(state: &State, viewer: &Viewer) -> View {
    let mut seen = state.clone();
    let over = state.phase == Phase::Over;
    let shown = !matches!(state.phase, Phase::Briefing | Phase::Mustering);
    for (seat, side) in state.seats().zip(&mut seen.sides) {
        if over || viewer.holds(seat) {
            continue;
        }
        side.plan = None;
        for card in &mut side.cards {
            *card = None;
        }
        if !shown {
            side.company = None;
        }
    }
    View(seen)
}

#[expect(
    clippy::too_many_lines,
    reason = "every event is named, so that a new one with a secret is not forgotten"
)]
pub(super) fn seen(event: &Event, viewer: &Viewer) -> Option<Event> {
    Some(match event {
        Event::CompanyBuilt { seat, .. } if !viewer.holds(*seat) => return None,
        Event::Planned { seat, filled_in, .. } if !viewer.holds(*seat) => {
            Event::Planned { seat: *seat, plan: None, filled_in: *filled_in }
        }
        Event::Relocated { seat, .. } if !viewer.holds(*seat) => {
            Event::Relocated { seat: *seat, to: None }
        }
        Event::MissionRolled { .. }
        | Event::MissionRolledAgain { .. }
        | Event::RolesRolled { .. }
        | Event::CompanyBuilt { .. }
        | Event::CompanyLocked { .. }
        | Event::CompanyUnlocked { .. }
        | Event::OverAnswered { .. }
        | Event::CompaniesShown { .. }
        | Event::EdgesDrawn { .. }
        | Event::SectorsRolled { .. }
        | Event::FieldLaid { .. }
        | Event::FieldAgreed { .. }
        | Event::FieldSet { .. }
        | Event::RoundBegan { .. }
        | Event::Planned { .. }
        | Event::WagersShown { .. }
        | Event::AuthorityRolled { .. }
        | Event::AuthorityWon { .. }
        | Event::FirstChosen { .. }
        | Event::LeadPassed { .. }
        | Event::ActivationOver
        | Event::Relocated { .. }
        | Event::Delayed { .. }
        | Event::ExtraTaken { .. }
        | Event::CardRevealed { .. }
        | Event::CardDropped { .. }
        | Event::Spent { .. }
        | Event::DrillEnded { .. }
        | Event::Activated { .. }
        | Event::Unpaid { .. }
        | Event::Waited { .. }
        | Event::Entered { .. }
        | Event::StoodUp { .. }
        | Event::StayedTogether { .. }
        | Event::Abandoned { .. }
        | Event::DrillGiven { .. }
        | Event::DrillLost { .. }
        | Event::Ended { .. }
        | Event::MoraleTested { .. }
        | Event::Disorganized { .. }
        | Event::Rallied { .. }
        | Event::Moved { .. }
        | Event::RanOver { .. }
        | Event::Contacts { .. }
        | Event::ContactLost { .. }
        | Event::Cohesion { .. }
        | Event::Held { .. }
        | Event::WatchBegan { .. }
        | Event::WatchEnded { .. }
        | Event::RangesAsked { .. }
        | Event::RangesTold { .. }
        | Event::SalvoFired { .. }
        | Event::StrikeCalled { .. }
        | Event::Fought { .. }
        | Event::ShotsRolled { .. }
        | Event::OutOfReach { .. }
        | Event::Skipped { .. }
        | Event::ImpactsTaken { .. }
        | Event::Deviated { .. }
        | Event::CoverRolled { .. }
        | Event::DamageRolled { .. }
        | Event::LocationRolled { .. }
        | Event::PartHit { .. }
        | Event::MachineDestroyed { .. }
        | Event::Fell { .. }
        | Event::Grounded { .. }
        | Event::Rescued { .. }
        | Event::WreckHit { .. }
        | Event::ElementHit { .. }
        | Event::ElementGone { .. }
        | Event::LeaderChanged { .. }
        | Event::RelayLost { .. }
        | Event::UnitGone { .. }
        | Event::Lost { .. }
        | Event::CommanderChanged { .. }
        | Event::SpecialUsed { .. }
        | Event::PartRepaired { .. }
        | Event::Tagged { .. }
        | Event::RoutineUsed { .. }
        | Event::RoutineDone { .. }
        | Event::Returned { .. }
        | Event::UnitAppeared { .. }
        | Event::HeroJoined { .. }
        | Event::ControlBegan
        | Event::Counted { .. }
        | Event::AnsweredFor { .. }
        | Event::CountsDisputed { .. }
        | Event::Controlled { .. }
        | Event::Scored { .. }
        | Event::PilotMet { .. }
        | Event::PilotHome
        | Event::PilotDied
        | Event::Bought { .. }
        | Event::DoneBuying { .. }
        | Event::GameOver(_)
        | Event::Proposed(_)
        | Event::ProposalAnswered { .. }
        | Event::ProposalWithdrawn
        | Event::Corrected { .. }
        | Event::Flow(_) => event.clone(),
    })
}

/// What nobody can forget once they have seen it.
pub(super) fn reveals(event: &Event) -> bool {
    brings_to_light(event) || event.rolls()
}

/// A secret is one no longer, and cannot be made one again.
pub fn brings_to_light(event: &Event) -> bool {
    matches!(
        event,
        Event::CompaniesShown { .. } | Event::WagersShown { .. } | Event::CardRevealed { .. }
    )
}

//! Which dice fell in an event.

use super::super::event::Event;
use crate::dice::Roll;

/// The dice of an event, each face as often as it was thrown.
#[expect(clippy::too_many_lines, reason = "an arm for each event")]
pub fn rolls(event: &Event) -> Vec<Roll> {
    match event {
        Event::MissionRolled { roll, .. }
        | Event::MissionRolledAgain { roll }
        | Event::LocationRolled { roll, .. } => vec![*roll],
        Event::RolesRolled { rolls, .. } | Event::SectorsRolled { rolls, .. } => {
            rolls.iter().map(|(_, roll)| *roll).collect()
        }
        Event::EdgesDrawn { edges } => edges.iter().filter_map(|drawn| drawn.roll).collect(),
        Event::AuthorityRolled { rolls } => rolls.iter().map(|roll| roll.roll).collect(),
        Event::MoraleTested { roll, .. } | Event::Deviated { roll, .. } => {
            roll.iter().copied().collect()
        }
        Event::RanOver { rolls, .. } => rolls.iter().filter_map(|one| one.roll).collect(),
        Event::ShotsRolled { dice, .. } | Event::DamageRolled { dice, .. } => {
            dice.iter().flat_map(|die| die.0.iter().copied()).collect()
        }
        Event::CoverRolled { rolls, .. } => rolls.clone(),
        Event::CompanyBuilt { .. }
        | Event::CompanyLocked { .. }
        | Event::CompanyUnlocked { .. }
        | Event::OverAnswered { .. }
        | Event::CompaniesShown { .. }
        | Event::FieldLaid { .. }
        | Event::FieldAgreed { .. }
        | Event::FieldSet { .. }
        | Event::RoundBegan { .. }
        | Event::Planned { .. }
        | Event::WagersShown { .. }
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
        | Event::Disorganized { .. }
        | Event::Rallied { .. }
        | Event::Moved { .. }
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
        | Event::OutOfReach { .. }
        | Event::Skipped { .. }
        | Event::ImpactsTaken { .. }
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
        | Event::Flow(_) => Vec::new(),
    }
}

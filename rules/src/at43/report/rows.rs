//! Which rules stand behind an event: rows of the rule ledger, as the rule book numbers them.

use super::super::command::{Mark, Pace, RoutineName, Special};
use super::super::event::{
    DrillLoss, Event, Fall, Gain, GainWhy, MoraleCause, Skip, Spending, Victims,
};
use super::super::need::Reason;
use super::super::state::{Drill, Gone, Why};

/// The row behind a term of a test.
pub fn row_of_reason(reason: Reason) -> &'static str {
    match reason {
        Reason::Accuracy => "T-SHT-7",
        Reason::Detection => "T-EQP-4",
        Reason::Range => "T-MEA-2",
        Reason::Combat => "T-CBT-3",
        Reason::Penetration | Reason::Protection => "T-DMG-1",
        Reason::Morale | Reason::MoraleDifficulty => "T-MOR-1",
        Reason::LockedShot => "T-WPN-1",
        Reason::ArtilleryStrike => "T-WPN-4",
        Reason::Cover => "T-COV-2",
        Reason::TakeCover => "T-DRL-5",
        Reason::RunOverFree | Reason::RunOverEngaged => "T-MOV-4",
    }
}

/// The rows behind an event; none where people agreed on it.
#[expect(clippy::too_many_lines, reason = "an arm for each event")]
pub fn rows(event: &Event) -> &'static [&'static str] {
    match event {
        Event::MissionRolled { .. } | Event::MissionRolledAgain { .. } => &["T-MIS-1", "T-MIS-5"],
        Event::RolesRolled { .. } => &["T-MIS-4"],
        Event::CompanyBuilt { .. } => &["T-BLD-2", "T-BLD-4"],
        Event::CompanyLocked { .. } | Event::OverAnswered { .. } => &["T-BLD-1"],
        Event::CompaniesShown { .. } => &["T-BLD-9"],
        Event::EdgesDrawn { .. } => &["T-MIS-2", "T-MIS-11"],
        Event::SectorsRolled { .. } => &["T-MIS-3"],
        Event::FieldLaid { .. } | Event::FieldAgreed { .. } => &["T-MIS-2", "T-MIS-3", "T-TER-2"],
        Event::FieldSet { .. } => &["T-MIS-4", "T-TER-2", "T-TER-3"],

        Event::RoundBegan { .. } => &["T-RND-1", "T-TAC-1", "T-TAC-2"],
        Event::Planned { .. } => &["T-TAC-3", "T-TAC-5"],
        Event::WagersShown { .. } => &["T-TAC-5"],
        Event::AuthorityRolled { .. } => &["T-TAC-4", "T-TAC-6"],
        Event::AuthorityWon { named_by_mission: true, .. } => &["T-TAC-6"],
        Event::AuthorityWon { named_by_mission: false, .. } | Event::FirstChosen { .. } => {
            &["T-TAC-4"]
        }
        Event::LeadPassed { .. } | Event::ActivationOver => &["T-RND-2"],
        Event::Relocated { .. } => &["T-ACT-3"],
        Event::Delayed { .. } => &["T-ACT-4"],
        Event::ExtraTaken { .. } => &["T-ACT-5"],
        Event::CardRevealed { .. } | Event::CardDropped { .. } => &["T-ACT-1"],
        Event::Spent { on, .. } => spending(*on),
        Event::DrillEnded { .. } => &["T-ACT-1", "T-DRL-1"],
        Event::Activated { .. } => &["T-ACT-6", "T-STA-1", "T-STA-2"],
        Event::Unpaid { .. } => &["T-ACT-2"],
        Event::Waited { .. } => &["T-RES-1"],
        Event::Entered { .. } => &["T-RES-1", "T-RES-2", "T-RES-3", "T-RES-4"],
        Event::StoodUp { whole_unit: true, .. } => &["T-STA-4"],
        Event::StoodUp { whole_unit: false, .. } => &["T-STA-3"],
        Event::StayedTogether { .. } | Event::Abandoned { .. } => &["T-DMG-7"],
        Event::DrillGiven { drill, .. } => drill_rows(*drill),
        Event::DrillLost { why, .. } => match why {
            DrillLoss::Engaged => &["T-DRL-2", "T-OVW-3"],
            DrillLoss::Grounded => &["T-DRL-2", "T-STA-4"],
            DrillLoss::Used => &["T-OVW-2"],
        },
        Event::Ended { .. } => &["T-ACT-6", "T-ACT-7"],

        Event::MoraleTested { why, .. } => match why {
            MoraleCause::Few | MoraleCause::Immobilised => &["T-MOR-1", "T-MOR-2", "T-MOR-3"],
            MoraleCause::MachineLost => &["T-MOR-1", "T-MOR-2", "T-MOR-3", "T-MOR-5"],
        },
        Event::Disorganized { .. } => &["T-MOR-3"],
        Event::Rallied { .. } => &["T-MOR-4"],

        Event::Moved { movement, .. } => match movement.pace {
            Pace::Rush if movement.dash => &["T-MOV-1", "T-MOV-3", "T-THR-9"],
            Pace::Rush => &["T-MOV-1", "T-MOV-3"],
            Pace::Combat if movement.crosses => &["T-MOV-2", "T-MOV-3", "T-TER-1"],
            Pace::Combat => &["T-MOV-2", "T-MOV-3"],
        },
        Event::RanOver { .. } => &["T-MOV-4", "T-MOV-5"],
        Event::Contacts { .. } => &["T-MEA-3", "T-STA-1"],
        Event::ContactLost { .. } => &["T-STA-2"],
        Event::Cohesion { .. } => &["T-UNI-4"],
        Event::Held { .. } | Event::WatchEnded { .. } => &["T-OVW-2"],
        Event::WatchBegan { .. } => &["T-OVW-1"],
        Event::RangesAsked { .. } | Event::RangesTold { .. } => &["T-MEA-3"],

        Event::SalvoFired { salvo, overwatch, .. } => match (salvo.at, overwatch) {
            (_, true) => &["T-OVW-2", "T-SHT-3", "T-SHT-6", "T-SHT-11"],
            (Mark::Fighter(..) | Mark::Wreck, false) => &["T-IND-1", "T-SHT-11"],
            (Mark::Terrain(_), false) => &["T-TER-3", "T-SHT-11"],
            (Mark::Unit(_) | Mark::Machine(..), false) => {
                &["T-SHT-1", "T-SHT-3", "T-SHT-4", "T-SHT-6", "T-SHT-11"]
            }
        },
        Event::StrikeCalled { .. } => &["T-WPN-4"],
        Event::Fought { .. } => &["T-CBT-1", "T-CBT-2"],
        Event::ShotsRolled { .. } => &["T-UTR-1", "T-UTR-2"],
        Event::OutOfReach { .. } => &["T-SHT-7", "T-IND-2"],
        Event::Skipped { why, .. } => match why {
            Skip::Smaller => &["T-SHT-9", "T-TER-2"],
            Skip::Grounded => &["T-SHT-9", "T-STA-3"],
            Skip::Knee => &["T-SHT-9", "T-DRL-3"],
        },
        Event::ImpactsTaken { in_zone: true, .. } => &["T-SHT-8", "T-SHT-9"],
        Event::ImpactsTaken { in_zone: false, .. } => &["T-SHT-9"],
        Event::Deviated { .. } => &["T-IND-3", "T-IND-4"],
        Event::CoverRolled { .. } => &["T-COV-1", "T-COV-2"],
        Event::DamageRolled { on, .. } => match on {
            Victims::Unit(_) => &["T-UTR-1", "T-UTR-2", "T-DMG-2"],
            Victims::Machine(..) => &["T-UTR-1", "T-UTR-2", "T-DMG-3"],
            Victims::Wreck => &["T-UTR-1", "T-UTR-2", "T-MIS-64"],
            Victims::Terrain(_) => &["T-UTR-1", "T-UTR-2", "T-TER-3"],
        },
        Event::LocationRolled { .. } => &["T-DMG-4"],
        Event::PartHit { .. } => &["T-DMG-5", "T-DMG-6"],
        Event::MachineDestroyed { .. } => &["T-DMG-6"],
        Event::Fell { why, .. } => fall(*why),
        Event::Grounded { .. } => &["T-IND-5"],
        Event::Rescued { .. } => &["T-SPE-3"],
        Event::WreckHit { .. } => &["T-MIS-64"],
        Event::ElementHit { .. } => &["T-TER-3"],
        Event::ElementGone { .. } => &["T-TER-3", "T-SPE-1"],
        Event::LeaderChanged { .. } => &["T-UNI-3"],
        Event::RelayLost { .. } => &["T-THR-5"],
        Event::UnitGone { gone, .. } => match gone {
            Gone::Destroyed => &["T-DMG-2", "T-DMG-6"],
            Gone::Routed => &["T-MOR-3"],
            Gone::Evacuated => &["T-MIS-54"],
            Gone::Joined(_) => &["T-HER-4"],
            Gone::Fused => &["T-THR-14"],
        },
        Event::Lost { .. } => &["T-CTL-3"],
        Event::CommanderChanged { .. } => &["T-TAC-2"],

        Event::SpecialUsed { special, .. } => match special {
            Special::Sabotage { .. } => &["T-SPE-1"],
            Special::Repair { .. } => &["T-SPE-2"],
            Special::Tag { .. } => &["T-EQP-3"],
            Special::Open | Special::Hoist => &["T-TER-4"],
        },
        Event::PartRepaired { .. } => &["T-SPE-2", "T-THR-12", "T-DMG-6"],
        Event::Tagged { .. } => &["T-EQP-3"],
        Event::RoutineUsed { routine, .. } => routine_rows(*routine),
        Event::RoutineDone { routine, .. } => routine_rows(routine.name()),
        Event::Returned { leaves: Some(_), .. } => &["T-THR-8"],
        Event::Returned { leaves: None, .. } => &["T-THR-11"],
        Event::UnitAppeared { .. } => &["T-HER-3", "T-THR-13", "T-THR-14", "T-MIS-65"],
        Event::HeroJoined { .. } => &["T-HER-4"],

        Event::ControlBegan => &["T-RND-1", "T-CTL-1"],
        Event::Counted { .. } | Event::CountsDisputed { .. } => &["T-CTL-1"],
        Event::Controlled { .. } => &["T-CTL-1", "T-CTL-4"],
        Event::Scored { gains } => scored(gains),
        Event::PilotMet { .. } | Event::PilotHome => &["T-MIS-62", "T-MIS-65"],
        Event::PilotDied => &["T-MIS-64", "T-MIS-66"],
        Event::Bought { .. } | Event::DoneBuying { .. } => &["T-CTL-5"],
        Event::GameOver(ending) => match ending.why {
            Why::RoundsPlayed | Why::PointsReached => &["T-CTL-2"],
            Why::NothingLeftToWin => &["T-MIS-6"],
            Why::PilotDead => &["T-MIS-66"],
        },

        Event::CompanyUnlocked { .. }
        | Event::AnsweredFor { .. }
        | Event::Proposed(_)
        | Event::ProposalAnswered { .. }
        | Event::ProposalWithdrawn
        | Event::Corrected { .. }
        | Event::Flow(_) => &[],
    }
}

fn spending(on: Spending) -> &'static [&'static str] {
    match on {
        Spending::Activation(_) => &["T-TAC-7", "T-ACT-2"],
        Spending::Relocate => &["T-TAC-7", "T-ACT-3"],
        Spending::Delay => &["T-TAC-7", "T-ACT-4"],
        Spending::ExtraActivation => &["T-TAC-7", "T-ACT-5"],
        Spending::Rally(_) => &["T-TAC-7", "T-MOR-4"],
        Spending::Drill(..) => &["T-TAC-7", "T-DRL-1"],
        Spending::Artillery => &["T-TAC-7", "T-WPN-4"],
        Spending::Routine(..) => &["T-TAC-7", "T-THR-6"],
    }
}

fn drill_rows(drill: Drill) -> &'static [&'static str] {
    match drill {
        Drill::Knee => &["T-DRL-1", "T-DRL-3"],
        Drill::Overwatch => &["T-DRL-1", "T-DRL-4"],
        Drill::TakeCover => &["T-DRL-1", "T-DRL-5"],
        Drill::SplitFire => &["T-DRL-1", "T-DRL-6"],
    }
}

fn fall(why: Fall) -> &'static [&'static str] {
    match why {
        Fall::Shot => &["T-DMG-2", "T-HER-2"],
        Fall::Fight => &["T-CBT-4", "T-HER-2"],
        Fall::Blast => &["T-IND-5", "T-DMG-2"],
        Fall::RunOver => &["T-MOV-4"],
        Fall::NoRoom => &["T-MOV-5"],
        Fall::NoGunner => &["T-UNI-5"],
        Fall::Element => &["T-TER-3"],
    }
}

fn routine_rows(name: RoutineName) -> &'static [&'static str] {
    match name {
        RoutineName::Transfer => &["T-THR-6", "T-THR-7", "T-THR-8"],
        RoutineName::Dash => &["T-THR-6", "T-THR-7", "T-THR-9"],
        RoutineName::HyperNanonucleus => &["T-THR-6", "T-THR-7", "T-THR-10"],
        RoutineName::Reconstruction => &["T-THR-6", "T-THR-7", "T-THR-11"],
        RoutineName::Repair => &["T-THR-6", "T-THR-7", "T-THR-12"],
        RoutineName::Creation => &["T-THR-6", "T-THR-7", "T-THR-13"],
        RoutineName::Fusion => &["T-THR-6", "T-THR-7", "T-THR-14"],
    }
}

/// Places pay by one rule, losses by another; what is paid only in some missions stands with those.
fn scored(gains: &[Gain]) -> &'static [&'static str] {
    let any = |of: fn(GainWhy) -> bool| gains.iter().any(|gain| of(gain.why));
    let lost = any(|why| matches!(why, GainWhy::Eliminated(..)));
    let placed = any(|why| matches!(why, GainWhy::Controls(_) | GainWhy::Captured(_)));
    match (lost, placed) {
        (true, true) => &["T-CTL-2", "T-CTL-3", "T-CTL-4"],
        (true, false) => &["T-CTL-2", "T-CTL-3"],
        (false, true) => &["T-CTL-2", "T-CTL-4"],
        (false, false) if any(|why| matches!(why, GainWhy::Evacuated(_))) => {
            &["T-CTL-2", "T-MIS-54"]
        }
        (false, false) if any(|why| matches!(why, GainWhy::PilotMet | GainWhy::PilotHome)) => {
            &["T-CTL-2", "T-MIS-62"]
        }
        (false, false) => &["T-CTL-2"],
    }
}

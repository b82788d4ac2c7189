//! What has happened. Dice faces are in the events; `apply.rs` is the only place that changes state.

use serde::{Deserialize, Serialize};

use super::command::{
    Cohesion, Combat, Counted, Field, MachinePart, Movement, Pair, Routine, RoutineName, Salvo,
    Special, Strike,
};
use super::company::Company;
use super::correct::Correction;
use super::flow::{Flow, Template};
use super::need::Test;
use super::state::{
    Drill, Element, Ending, Gone, Group, LossKind, MemberId, Place, PlaceId, Plan, Proposal, Role,
    Sight, Stands, TerrainId, Unit, UnitId, Wreck,
};
use crate::dice::Roll;
use crate::ids::Seat;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    // before the battle
    MissionRolled {
        roll: Roll,
        mission: String,
    },
    /// The die names a mission for two sides, and there are more.
    MissionRolledAgain {
        roll: Roll,
    },
    RolesRolled {
        rolls: Vec<(Seat, Roll)>,
        attacker: Option<Seat>,
    },
    /// `company` is left out for others.
    CompanyBuilt {
        seat: Seat,
        company: Option<Company>,
    },
    CompanyLocked {
        seat: Seat,
        over: u32,
    },
    CompanyUnlocked {
        seat: Seat,
    },
    OverAnswered {
        seat: Seat,
        of: Seat,
        accept: bool,
    },
    /// All are locked and shown.
    CompaniesShown {
        companies: Vec<Company>,
        units: Vec<Unit>,
    },
    /// Access zones on edges of the table, drawn at random (T-MIS-11).
    EdgesDrawn {
        edges: Vec<DrawnEdge>,
    },
    /// Who picks a sector first (T-MIS-3).
    SectorsRolled {
        rolls: Vec<(Seat, Roll)>,
        first: Option<Seat>,
    },
    FieldLaid {
        seat: Seat,
        field: Field,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        alone: bool,
    },
    FieldAgreed {
        seat: Seat,
    },
    /// All have agreed: what the game knows of the table from now on.
    FieldSet {
        places: Vec<Place>,
        terrain: Vec<Element>,
        wreck: Option<Wreck>,
    },

    // the tactical phase
    RoundBegan {
        round: u32,
        pools: Vec<u32>,
        commanders: Vec<Option<UnitId>>,
    },
    /// `plan` is left out for others.
    Planned {
        seat: Seat,
        plan: Option<Plan>,
        filled_in: bool,
    },
    /// All plans are in: wagers come to light and are spent (T-TAC-5).
    WagersShown {
        wagers: Vec<u32>,
        commanders: Vec<Option<UnitId>>,
    },
    /// One throw of the Authority test; those who tie throw again (T-TAC-6).
    AuthorityRolled {
        rolls: Vec<Authority>,
    },
    AuthorityWon {
        winner: Seat,
        named_by_mission: bool,
    },
    FirstChosen {
        first: Seat,
    },

    // turns
    LeadPassed {
        to: Seat,
    },
    ActivationOver,
    /// Where it went is left out for others.
    Relocated {
        seat: Seat,
        to: Option<usize>,
    },
    Delayed {
        seat: Seat,
    },
    ExtraTaken {
        seat: Seat,
    },
    CardRevealed {
        seat: Seat,
        unit: UnitId,
    },
    /// Its unit is gone (T-ACT-1).
    CardDropped {
        seat: Seat,
        unit: UnitId,
    },
    Spent {
        seat: Seat,
        lp: u32,
        on: Spending,
    },
    DrillEnded {
        unit: UnitId,
        drill: Drill,
    },
    /// With its status at that moment.
    Activated {
        unit: UnitId,
        free: bool,
    },
    Unpaid {
        unit: UnitId,
    },
    Waited {
        unit: UnitId,
    },
    /// Put on the table; through an access zone it still has to move in.
    Entered {
        unit: UnitId,
        through: PlaceId,
    },
    StoodUp {
        unit: UnitId,
        fighters: u32,
        whole_unit: bool,
    },
    /// The others stay with their immobilised machine.
    StayedTogether {
        unit: UnitId,
    },
    Abandoned {
        unit: UnitId,
        machine: MemberId,
    },
    DrillGiven {
        unit: UnitId,
        drill: Drill,
    },
    DrillLost {
        unit: UnitId,
        drill: Drill,
        why: DrillLoss,
    },
    /// The card is done.
    Ended {
        unit: UnitId,
    },

    // morale
    MoraleTested {
        unit: UnitId,
        test: Test,
        roll: Option<Roll>,
        passed: bool,
        why: MoraleCause,
    },
    Disorganized {
        unit: UnitId,
    },
    Rallied {
        unit: UnitId,
    },

    // moving
    Moved {
        unit: UnitId,
        movement: Movement,
        allowance: Allowance,
    },
    /// A machine goes over infantry (T-MOV-4).
    RanOver {
        unit: UnitId,
        on: UnitId,
        role: Role,
        rolls: Vec<RunOver>,
    },
    /// Who is in contact with it from now on.
    Contacts {
        unit: UnitId,
        with: Vec<UnitId>,
    },
    ContactLost {
        unit: UnitId,
        enemy: UnitId,
    },
    Cohesion {
        unit: UnitId,
        cohesion: Cohesion,
    },

    // overwatch
    Held {
        seat: Seat,
        mover: UnitId,
    },
    WatchBegan {
        unit: UnitId,
        mover: UnitId,
    },
    /// With Split fire!, the group that has fired; the other one keeps its overwatch (T-OVW-4).
    WatchEnded {
        unit: UnitId,
        fired: bool,
        group: Option<Group>,
    },

    // ranges that one side asks for and another one tells
    RangesAsked {
        seat: Seat,
        pairs: Vec<Pair>,
    },
    RangesTold {
        seat: Seat,
        sights: Vec<Sight>,
    },

    // shooting and fighting
    SalvoFired {
        unit: UnitId,
        salvo: Salvo,
        overwatch: bool,
        shooters: u32,
    },
    StrikeCalled {
        seat: Seat,
        strike: Strike,
    },
    Fought {
        unit: UnitId,
        combat: Combat,
    },
    /// Dice to hit, with all re-rolls.
    ShotsRolled {
        unit: UnitId,
        test: Test,
        dice: Vec<Rerolled>,
        impacts: u32,
    },
    /// Nothing can hit at this range (T-SHT-7).
    OutOfReach {
        unit: UnitId,
        test: Test,
    },
    /// Somebody in the zone of fire who is passed over (T-SHT-9).
    Skipped {
        unit: Option<UnitId>,
        fighters: u32,
        why: Skip,
    },
    /// Impacts taken by somebody in the zone of fire, or by the target.
    ImpactsTaken {
        on: Victims,
        impacts: u32,
        in_zone: bool,
    },
    Deviated {
        roll: Option<Roll>,
        template: Template,
    },
    CoverRolled {
        on: UnitId,
        test: Test,
        rolls: Vec<Roll>,
        stopped: u32,
    },
    DamageRolled {
        on: Victims,
        test: Test,
        dice: Vec<Rerolled>,
        successes: u32,
    },
    LocationRolled {
        unit: UnitId,
        machine: MemberId,
        roll: Roll,
    },
    /// Structure points lost by a part; what is beyond goes to the frame as another event.
    PartHit {
        unit: UnitId,
        machine: MemberId,
        part: MachinePart,
        lost: u8,
        left: u8,
    },
    MachineDestroyed {
        unit: UnitId,
        machine: MemberId,
    },
    Fell {
        unit: UnitId,
        members: Vec<MemberId>,
        why: Fall,
    },
    Grounded {
        unit: UnitId,
        members: Vec<MemberId>,
    },
    /// `medic` is a fighter of the same unit.
    Rescued {
        unit: UnitId,
        member: MemberId,
        medic: MemberId,
        grounded: bool,
    },
    WreckHit {
        left: u8,
    },
    ElementHit {
        element: TerrainId,
        left: u8,
    },
    ElementGone {
        element: TerrainId,
    },
    LeaderChanged {
        unit: UnitId,
        leader: MemberId,
    },
    RelayLost {
        unit: UnitId,
    },
    UnitGone {
        unit: UnitId,
        gone: Gone,
    },
    /// For VP in the control phase (T-CTL-3).
    Lost {
        unit: UnitId,
        what: LossKind,
        by: Option<Seat>,
    },
    CommanderChanged {
        seat: Seat,
        unit: Option<UnitId>,
    },

    // specialists, routines, heroes
    SpecialUsed {
        unit: UnitId,
        special: Special,
    },
    PartRepaired {
        unit: UnitId,
        machine: MemberId,
        part: MachinePart,
        left: u8,
    },
    Tagged {
        seat: Seat,
        on: UnitId,
    },
    RoutineUsed {
        unit: UnitId,
        routine: RoutineName,
        on: UnitId,
    },
    RoutineDone {
        unit: UnitId,
        routine: Routine,
    },
    /// A soldier leaves and another one comes back (T-THR-8), or one comes back (T-THR-11).
    Returned {
        unit: UnitId,
        leaves: Option<MemberId>,
        returns: MemberId,
    },
    /// A unit that was not there before: a hero on foot, a created strider, a pilot.
    UnitAppeared {
        unit: Box<Unit>,
    },
    HeroJoined {
        hero: UnitId,
        unit: UnitId,
    },

    // the control phase
    ControlBegan,
    Counted {
        seat: Seat,
        counts: Vec<Counted>,
    },
    /// An organiser goes on for somebody who does not answer.
    AnsweredFor {
        seat: Seat,
    },
    CountsDisputed {
        seat: Seat,
    },
    /// Who controls what from now on.
    Controlled {
        counts: Vec<Counted>,
        control: Vec<Option<Seat>>,
        captured: Vec<(PlaceId, Seat)>,
    },
    Scored {
        gains: Vec<Gain>,
    },
    PilotMet {
        unit: UnitId,
    },
    PilotHome,
    PilotDied,
    Bought {
        seat: Seat,
        unit: UnitId,
        rp: u32,
    },
    DoneBuying {
        seat: Seat,
    },
    GameOver(Ending),

    // corrections
    Proposed(Proposal),
    ProposalAnswered {
        agreed: bool,
    },
    ProposalWithdrawn,
    Corrected {
        correction: Correction,
        by_organiser: bool,
        /// By somebody whom nobody else plays with.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        alone: bool,
        change: Change,
    },

    /// What is waited for at the end of the step.
    Flow(Box<Flow>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawnEdge {
    pub seat: Seat,
    pub edge: Edge,
    /// `None` where no other was left.
    pub roll: Option<Roll>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Edge {
    North,
    East,
    South,
    West,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Authority {
    pub seat: Seat,
    pub roll: Roll,
    pub authority: u32,
    pub wager: u32,
    pub home_turf: u32,
    pub total: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Spending {
    Activation(UnitId),
    Relocate,
    Delay,
    ExtraActivation,
    Rally(UnitId),
    Drill(UnitId, Drill),
    Artillery,
    Routine(UnitId, RoutineName),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DrillLoss {
    Engaged,
    Grounded,
    /// Overwatch that was fired.
    Used,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MoraleCause {
    /// Few are left (T-MOR-2).
    Few,
    Immobilised,
    MachineLost,
}

/// How far a movement may go, and why (T-MOV-1, T-MOV-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Allowance {
    pub movement: u32,
    pub rush: u32,
    /// Half of it, in millimetres the allowance below.
    pub halved: bool,
    pub dash: bool,
    pub millimetres: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunOver {
    /// `None` for a support weapon, which is destroyed without one.
    pub roll: Option<Roll>,
    pub engaged: bool,
    pub eliminated: bool,
}

/// One die with what it showed when it was thrown again; the last face counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Rerolled(pub Vec<Roll>);

impl Rerolled {
    pub fn face(&self) -> u32 {
        self.0.last().map_or(0, |roll| roll.face)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Victims {
    Unit(UnitId),
    Machine(UnitId, MemberId),
    Wreck,
    Terrain(TerrainId),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Skip {
    /// Smaller than all shooters, or than the whole target.
    Smaller,
    Grounded,
    Knee,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fall {
    Shot,
    Fight,
    Blast,
    RunOver,
    /// Nowhere to be put aside (T-MOV-5).
    NoRoom,
    /// A support weapon without its gunner.
    NoGunner,
    Element,
}

/// Points of one side in the control phase, with the reason (T-CTL-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gain {
    pub seat: Seat,
    pub vp: u32,
    pub rp: u32,
    pub why: GainWhy,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GainWhy {
    Eliminated(UnitId, LossKind),
    Controls(PlaceId),
    Captured(PlaceId),
    Evacuated(UnitId),
    PilotMet,
    PilotHome,
}

/// What a correction has put in the place of what stood there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    Unit(UnitId, Box<Unit>),
    Pool(Seat, u32),
    Points(Seat, u32, u32),
    Place(PlaceId, Box<Place>),
    Contacts(Vec<super::state::Contact>),
    Stands(UnitId, Stands),
}

impl Event {
    /// Whether dice fell in it.
    #[expect(clippy::too_many_lines, reason = "every event is named")]
    pub fn rolls(&self) -> bool {
        match self {
            Event::MissionRolled { .. }
            | Event::MissionRolledAgain { .. }
            | Event::RolesRolled { .. }
            | Event::EdgesDrawn { .. }
            | Event::SectorsRolled { .. }
            | Event::AuthorityRolled { .. }
            | Event::MoraleTested { .. }
            | Event::RanOver { .. }
            | Event::ShotsRolled { .. }
            | Event::Deviated { .. }
            | Event::CoverRolled { .. }
            | Event::DamageRolled { .. }
            | Event::LocationRolled { .. } => true,
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
            | Event::Flow(_) => false,
        }
    }
}

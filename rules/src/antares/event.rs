//! What happened. Every die is in here, with what it needed and why.

use serde::{Deserialize, Serialize};

use super::buildings::{Berth, Depth, Part, Spot, Way};
use super::command::{Feature, Mark, Nerve, Scene, Spinner, Struck, Use};
use super::correct::Correction;
use super::flow::{BreakCause, Flow, Hit, Manner};
use super::inches::Inches;
use super::order::Order;
use super::reason::Reason;
use super::state::{Ammo, EndReason, ModelId, UnitId, WeaponId};
use crate::check::Check;
use crate::dice::Roll;
use crate::ids::Seat;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The `position`-th of the dice in the bag: side after side, then the distort die.
    Drawn {
        position: u32,
        of: u32,
        whose: Drawn,
    },
    /// A die that no unit could use goes aside (A-BAG-6).
    Idle {
        side: Seat,
    },
    Deployed {
        unit: UnitId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        into: Option<Berth>,
    },
    SnipersDeployed,
    AllDeployed,
    /// `ran` is false for a unit that stays (A-MOV-9).
    Infiltrated {
        unit: UnitId,
        ran: bool,
    },
    TurnBegan {
        turn: u32,
    },

    OrderGiven {
        unit: UnitId,
        order: Order,
        sprint: bool,
        assault: Option<UnitId>,
        distorted: bool,
    },
    /// A die was placed beside the unit: out of the bag.
    DiePlaced {
        unit: UnitId,
        order: Order,
        why: Placed,
    },
    /// The current die was turned.
    DieTurned {
        unit: UnitId,
        to: Order,
        why: Turned,
    },
    /// A die left the game (A-BAG-4, A-DMG-6).
    DieLost {
        unit: UnitId,
        from_bag: bool,
    },
    SomaActivated {
        unit: UnitId,
    },
    /// The grafts have gone wild: random orders from now on.
    SomaWild {
        unit: UnitId,
    },
    RandomOrder {
        unit: UnitId,
        roll: Roll,
        order: Order,
    },
    Tested(Test),
    Pinned {
        unit: UnitId,
        pins: u32,
        why: PinCause,
        dice: Vec<Roll>,
    },
    Unpinned {
        unit: UnitId,
        pins: u32,
        dice: Vec<Roll>,
    },

    /// `distance` is how far it may go at most; halted, it stops where the terrain stopped it.
    Moved {
        unit: UnitId,
        how: Pace,
        distance: Inches,
        halted: bool,
        /// What lay on the way, as people said.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        features: Vec<Feature>,
    },
    /// It is in or on a building now, or on open ground again.
    WentTo {
        unit: UnitId,
        spot: Option<Spot>,
        way: Way,
    },
    SprintBegan {
        unit: UnitId,
    },
    SprintEnded {
        unit: UnitId,
    },
    GapFound {
        name: String,
    },
    PathFound {
        unit: UnitId,
        name: String,
    },
    PathLeft {
        unit: UnitId,
        name: String,
    },
    LeftBehind {
        unit: UnitId,
        model: ModelId,
    },
    Finished {
        unit: UnitId,
    },

    Sprung {
        unit: UnitId,
        at: UnitId,
    },
    /// Nobody springs an ambush on it any more.
    LetPass {
        mover: UnitId,
    },
    /// A shooting with everything people said about it.
    Declared {
        from: UnitId,
        at: Option<UnitId>,
        manner: Manner,
        range: Inches,
        uses: Vec<Use>,
        scene: Box<Scene>,
        /// The building itself is shot at (B-DMG-3).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        part: Option<Part>,
    },
    StoodFast {
        unit: UnitId,
    },
    Rolled {
        from: UnitId,
        at: Option<UnitId>,
        manner: Manner,
        range: Inches,
        batches: Vec<RolledBatch>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        part: Option<Part>,
    },
    /// It has no shot rolled again, though it could.
    SpotterHeld {
        from: UnitId,
    },
    SpotterRerolled {
        from: UnitId,
        weapon: WeaponId,
        needs: i32,
        roll: Roll,
    },
    HitsRerolled {
        on: UnitId,
        why: Forced,
        needs: i32,
        dice: Vec<Roll>,
    },
    /// All shots miss a unit hidden by its camo drone (A-SPC-6).
    Unseen {
        on: UnitId,
    },
    /// The die gives direction and distance alike (A-OVH-4).
    Astray {
        from: UnitId,
        weapon: WeaponId,
        roll: Roll,
        distance: Inches,
    },
    TemplateLaid {
        from: UnitId,
        struck: Vec<Struck>,
    },
    /// An overhead shot came down on a building: the die and the strike value say how deep it goes (B-OVH-1).
    LandedOn {
        from: UnitId,
        weapon: WeaponId,
        part: Part,
        roll: Roll,
        sv: u8,
        depth: Depth,
    },
    /// `sv` and `blast` as far as they count (B-DMG-1).
    BuildingDamaged {
        part: Part,
        weapon: WeaponId,
        mode: u8,
        roll: Roll,
        fractal: bool,
        sv: u32,
        blast: u32,
        damage: u32,
        left: u32,
    },
    Collapsed {
        part: Part,
    },
    Blast {
        from: UnitId,
        weapon: WeaponId,
        mode: u8,
        roll: Roll,
    },
    BlastShared {
        shares: Vec<(UnitId, u32)>,
    },
    BlastHalved {
        on: UnitId,
        from: u32,
        to: u32,
        why: Forced,
    },
    /// All the hits of one volley on one unit, before they are placed.
    Hit {
        from: UnitId,
        on: UnitId,
        hits: u32,
        lucky: u32,
    },
    HitsPlaced {
        by: Seat,
        on: UnitId,
        lucky: bool,
        /// Each with the mark it was put on.
        hits: Vec<Hit>,
    },
    Resisted(Resist),
    ChartRolled {
        unit: UnitId,
        mark: Mark,
        chart: Chart,
        dice: Vec<Roll>,
        /// Half of each die: a heavily armoured target (A-DMG-2).
        armoured: bool,
        row: u8,
        /// The leader's second chance.
        again: bool,
    },
    /// The leader lets the chart's result stand.
    ChartKept {
        unit: UnitId,
    },
    Casualty {
        unit: UnitId,
        model: ModelId,
    },
    DroneLost {
        unit: UnitId,
        drone: u8,
    },
    GunLost {
        unit: UnitId,
    },
    Malfunctioned {
        unit: UnitId,
        mark: Mark,
        weapon: WeaponId,
    },
    Immobilised {
        unit: UnitId,
        model: ModelId,
    },
    Reactor {
        unit: UnitId,
        model: ModelId,
        roll: Roll,
    },
    Destroyed {
        unit: UnitId,
        why: DestroyedBy,
    },
    LockedOn {
        unit: UnitId,
        on: UnitId,
        bonus: u8,
    },
    LockLost {
        unit: UnitId,
    },
    AmmoRolled {
        unit: UnitId,
        roll: Roll,
        ammo: Ammo,
    },

    Charged {
        unit: UnitId,
        at: UnitId,
        contact: bool,
    },
    /// It shoots nothing point-blank, though it could.
    HeldFire {
        unit: UnitId,
    },
    HandWeaponsChosen {
        unit: UnitId,
        weapons: Vec<WeaponId>,
    },
    BrokeOff {
        unit: UnitId,
    },
    SpinnerSet {
        unit: UnitId,
        spinner: Spinner,
    },
    AssaultDecided {
        attacker: UnitId,
        defender: UnitId,
        pins: (u32, u32),
        losers: Vec<UnitId>,
    },
    /// Who consolidates first after a draw.
    FirstToConsolidate {
        unit: UnitId,
        roll: Roll,
    },
    HeldGround {
        unit: UnitId,
    },
    AssaultOver,

    /// The last die has been drawn.
    BagEmptied {
        turn: u32,
    },
    /// A correction has put dice back after the bag was empty.
    BagFilled {
        turn: u32,
    },
    /// Dice go back into the bag, this many; `kept` stays beside the unit.
    DiceReturned {
        unit: UnitId,
        kept: Vec<Order>,
    },
    DistortReturned,
    EndRolled {
        why: EndReason,
        roll: Roll,
        ends: bool,
    },
    Ended {
        lost: Vec<u32>,
        winner: Option<Seat>,
        reason: EndReason,
    },

    Proposed {
        by: Seat,
        correction: Correction,
    },
    Corrected {
        correction: Correction,
        organiser: bool,
    },
    /// Taken back, or else refused.
    ProposalDropped {
        withdrawn: bool,
    },

    /// What goes on now and what is waited for.
    Flow(Box<Flow>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Drawn {
    Side(Seat),
    Distort,
}

impl Event {
    /// Whether dice fell in it.
    pub fn rolls(&self) -> bool {
        // the die that picks another one out of the bag is told by its position
        matches!(self, Event::Drawn { .. }) || !self.dice().is_empty()
    }

    /// The dice that fell in it, in the order they were rolled; a draw tells the position only.
    pub fn dice(&self) -> Vec<Roll> {
        match self {
            Event::Tested(test) => vec![test.roll],
            Event::RandomOrder { roll, .. }
            | Event::SpotterRerolled { roll, .. }
            | Event::Astray { roll, .. }
            | Event::LandedOn { roll, .. }
            | Event::BuildingDamaged { roll, .. }
            | Event::Blast { roll, .. }
            | Event::Reactor { roll, .. }
            | Event::AmmoRolled { roll, .. }
            | Event::FirstToConsolidate { roll, .. }
            | Event::EndRolled { roll, .. } => vec![*roll],
            Event::Rolled { batches, .. } => batches
                .iter()
                .flat_map(|batch| batch.shots.iter().chain(&batch.dice).copied())
                .collect(),
            Event::Resisted(resist) => std::iter::once(resist.roll).chain(resist.again).collect(),
            Event::HitsRerolled { dice, .. }
            | Event::ChartRolled { dice, .. }
            | Event::Pinned { dice, .. }
            | Event::Unpinned { dice, .. } => dice.clone(),
            Event::Drawn { .. }
            | Event::Idle { .. }
            | Event::Deployed { .. }
            | Event::SnipersDeployed
            | Event::AllDeployed
            | Event::Infiltrated { .. }
            | Event::TurnBegan { .. }
            | Event::OrderGiven { .. }
            | Event::DiePlaced { .. }
            | Event::DieTurned { .. }
            | Event::DieLost { .. }
            | Event::SomaActivated { .. }
            | Event::SomaWild { .. }
            | Event::Moved { .. }
            | Event::WentTo { .. }
            | Event::Collapsed { .. }
            | Event::SprintBegan { .. }
            | Event::SprintEnded { .. }
            | Event::GapFound { .. }
            | Event::PathFound { .. }
            | Event::PathLeft { .. }
            | Event::LeftBehind { .. }
            | Event::Finished { .. }
            | Event::Sprung { .. }
            | Event::LetPass { .. }
            | Event::SpotterHeld { .. }
            | Event::ChartKept { .. }
            | Event::HeldFire { .. }
            | Event::Declared { .. }
            | Event::StoodFast { .. }
            | Event::Unseen { .. }
            | Event::TemplateLaid { .. }
            | Event::BlastShared { .. }
            | Event::BlastHalved { .. }
            | Event::Hit { .. }
            | Event::HitsPlaced { .. }
            | Event::Casualty { .. }
            | Event::DroneLost { .. }
            | Event::GunLost { .. }
            | Event::Malfunctioned { .. }
            | Event::Immobilised { .. }
            | Event::Destroyed { .. }
            | Event::LockedOn { .. }
            | Event::LockLost { .. }
            | Event::Charged { .. }
            | Event::HandWeaponsChosen { .. }
            | Event::BrokeOff { .. }
            | Event::SpinnerSet { .. }
            | Event::AssaultDecided { .. }
            | Event::HeldGround { .. }
            | Event::AssaultOver
            | Event::BagEmptied { .. }
            | Event::BagFilled { .. }
            | Event::DiceReturned { .. }
            | Event::DistortReturned
            | Event::Ended { .. }
            | Event::Proposed { .. }
            | Event::Corrected { .. }
            | Event::ProposalDropped { .. }
            | Event::Flow(_) => Vec::new(),
        }
    }
}

/// Why a die came out of the bag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Placed {
    Ordered,
    WentDown,
    FailedBreak,
    Damage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Turned {
    FailedOrder,
    FailedBreak,
    /// A passed break test that a damage chart asked for.
    Damage,
    PlasmaFade,
    WentDown,
    Ambush,
    Random,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PinCause {
    Hit,
    Disrupted,
    Damage,
    Casualties,
    Exhausted,
    Obstacle,
    Terrain,
    Break,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    Infiltrate,
    Advance,
    Run,
    Sprint,
    Bonus,
    Consolidate,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Forced {
    Down,
    FastAndRunning,
    Sprinting,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Chart {
    WeaponDrone,
    Vehicle,
    HeavyWeapon,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DestroyedBy {
    Losses,
    BrokeUnderFire,
    BrokeInDefeat,
    TooManyPins,
    Correction,
    /// Under a building (B-DMG-2).
    Collapse,
    /// It had to leave a building and could not (B-ASL-2).
    NoWayOut,
}

/// A test on one die (A-TST-1, A-TST-2).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Test {
    pub unit: UnitId,
    pub what: TestKind,
    pub check: Check<Reason>,
    pub nerve: Nerve,
    pub roll: Roll,
    pub result: TestResult,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TestKind {
    Order(Order),
    Recovery,
    Break(BreakCause),
    Exhaustion,
    Obstacle(String),
    Difficult(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TestResult {
    /// A natural 1.
    Bonus,
    Pass,
    Fail,
    /// A natural 10.
    Penalty,
}

impl TestResult {
    pub fn passed(self) -> bool {
        matches!(self, TestResult::Bonus | TestResult::Pass)
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RolledBatch {
    pub weapon: Option<WeaponId>,
    pub mode: u8,
    /// How many shoot or strike.
    pub models: u32,
    /// The die for the number of shots, where there is one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shots: Vec<Roll>,
    pub check: Check<Reason>,
    /// Empty where the hit is automatic.
    pub dice: Vec<Roll>,
    #[serde(default)]
    pub automatic: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Resist {
    pub unit: UnitId,
    pub mark: Mark,
    /// Hits tested together: one, or several summed up by the grenade rule.
    pub hits: u32,
    pub lucky: bool,
    pub check: Check<Reason>,
    pub roll: Roll,
    /// The leader's second chance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub again: Option<Roll>,
    pub passed: bool,
}

//! What is going on in the middle of a battle: the die that was drawn, the unit that acts, and a stack of things
//! still to be done. A thing to be done that needs somebody's decision waits on top of the stack, through restarts.

use serde::{Deserialize, Serialize};

use super::buildings::{LandedHits, Part, Spot, StructureHit};
use super::command::{Cover, Mark, Scene, Spinner, TurnEnd, Use};
use super::inches::Inches;
use super::order::Order;
use super::reason::Reason;
use super::state::{ModelId, UnitId, WeaponId};
use crate::check::Check;
use crate::dice::Roll;
use crate::ids::Seat;
use crate::stack::Stack;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Flow {
    /// The side whose die was drawn and not used yet.
    pub drawn: Option<Seat>,
    /// The unit that is carrying out its order.
    pub acting: Option<Acting>,
    /// The last is done first.
    pub tasks: Stack<Task>,
    /// Shooting and fighting in progress; tasks name them by their place.
    pub volleys: Vec<Volley>,
    pub strikes: Vec<Strike>,
    pub assault: Option<Assault>,
    /// What each side has decided at the turn's end.
    pub turn_end: Vec<Option<TurnEnd>>,
    /// Counts the steps, so that the same question about another thing can be told apart.
    pub step: u64,
}

/// A unit and what it may still do with its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Acting {
    pub unit: UnitId,
    pub order: Order,
    pub sprint: bool,
    pub assault: Option<UnitId>,
    pub moved: bool,
    /// Where in or on a building its move is to end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub going: Option<Spot>,
}

/// Places in [`Flow::volleys`] and [`Flow::strikes`].
pub type VolleyId = usize;
pub type StrikeId = usize;

/// One thing to be done. Those that may need a decision say whose in `question.rs`; all others just happen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Task {
    /// The acting unit may move, shoot, charge or finish.
    Act,
    /// The acting unit's action is over: automatic breaks, and the flow is cleared.
    EndAction,

    // moving
    /// Enemy ambushers may spring on the mover.
    Ambushes {
        mover: UnitId,
        asked: Vec<UnitId>,
    },
    /// A sprint is over: the test for exhaustion (A-MOV-3).
    Exhaustion {
        unit: UnitId,
    },
    BonusMove {
        unit: UnitId,
    },
    /// Terrain has slowed a unit down that was to go inside: did it get there all the same?
    Entrance {
        unit: UnitId,
        to: Spot,
    },
    /// Terrain has slowed a charge down: did it reach the enemy all the same?
    Contact,
    /// The move is over.
    Arrived {
        unit: UnitId,
    },

    // shooting
    GoDown {
        volley: VolleyId,
    },
    RollShots {
        volley: VolleyId,
    },
    Spot {
        volley: VolleyId,
    },
    ForceRerolls {
        volley: VolleyId,
    },
    /// Overhead misses go astray, one after the other.
    Astray {
        volley: VolleyId,
    },
    /// Waits for who is under the template of this shot.
    Template {
        volley: VolleyId,
        astray: usize,
    },
    /// How deep overhead shots go that came down on a building (B-OVH-1).
    Land {
        volley: VolleyId,
    },
    /// Who takes the odd hits of such a shot.
    OddHits {
        volley: VolleyId,
        landed: usize,
    },
    /// Damage to buildings that were hit (B-DMG-1).
    DamageBuildings {
        volley: VolleyId,
    },
    /// Blast dice, and hits shared out to the units struck: makes the strikes.
    CountHits {
        volley: VolleyId,
    },
    /// Placing, resisting and casualties for the strikes of these volleys; of two volleys at once, side by side.
    Wounds {
        volleys: Vec<VolleyId>,
    },
    /// Pins for the strikes of these volleys.
    Pins {
        volleys: Vec<VolleyId>,
    },
    /// Breaks that the strikes of these volleys bring about.
    Settle {
        volleys: Vec<VolleyId>,
    },
    /// Ammunition, plasma fade, fractal lock.
    AfterShooting {
        volley: VolleyId,
    },

    // a strike: hits on one unit
    PlaceLucky {
        strike: StrikeId,
    },
    PlaceRest {
        strike: StrikeId,
    },
    Resist {
        strike: StrikeId,
    },
    /// Damage charts of models that failed.
    Charts {
        strike: StrikeId,
    },
    ChartAgain {
        strike: StrikeId,
    },
    /// Casualties fall, reactors explode, damage is applied.
    Harm {
        strike: StrikeId,
    },
    BreakTest {
        unit: UnitId,
        cause: BreakCause,
    },

    // an assault
    RollBlows {
        volley: VolleyId,
    },
    PointBlank {
        unit: UnitId,
    },
    BreakOff {
        unit: UnitId,
    },
    Spinner {
        unit: UnitId,
    },
    HandWeapons {
        unit: UnitId,
    },
    /// The next stage of the assault is worked out.
    Assault(AssaultStage),
    Consolidate {
        unit: UnitId,
    },
    /// The winner moves in (B-ASL-1).
    Occupy {
        unit: UnitId,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BreakCause {
    Shot,
    Chart,
    Defeat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AssaultStage {
    /// The charge has ended, in contact or short of it.
    Joined,
    /// One side shoots alone.
    Shoot(UnitId),
    /// Both shoot at once.
    ShootBoth,
    AfterPointBlank,
    Fight,
    Blows,
    Result,
    Over,
}

/// How blows are struck: that decides modifiers, re-rolls and pins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Manner {
    /// With a Fire order, or as one: an ambush.
    Fire,
    Advance,
    PointBlank,
    Blind,
    HandToHand,
}

/// One unit's shooting at one target, or its blows in a fight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Volley {
    pub from: UnitId,
    /// `None` for blind fire.
    pub at: Option<UnitId>,
    pub manner: Manner,
    pub range: Inches,
    pub scene: Scene,
    pub uses: Vec<Use>,
    pub batches: Vec<Batch>,
    pub astray: Vec<Astray>,
    /// The strikes this volley became.
    pub strikes: Vec<StrikeId>,
    /// The spotter may still have a shot re-rolled (A-SHT-8).
    pub spotter: bool,
    /// The building itself is shot at (B-DMG-3).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<Part>,
    /// Overhead shots that came down on a building.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub landed: Vec<LandedHits>,
    /// Shots that hit a building or somebody inside.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub structure: Vec<StructureHit>,
}

/// Dice that are rolled against the same number with the same weapon.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Batch {
    /// `None`: bare Strength hand to hand, or a mount.
    pub weapon: Option<WeaponId>,
    pub mode: u8,
    pub check: Check<Reason>,
    /// A ten was rolled at some time (A-SPC-1).
    pub ten: bool,
    pub sv: u8,
    pub dice: Vec<ShotDie>,
    /// Hits without a roll: a fractal lock (A-SPC-2).
    pub automatic: bool,
}

/// What became of one die to hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShotDie {
    /// The last face; `None` for an automatic hit.
    pub face: Option<u32>,
    pub hit: bool,
    pub lucky: bool,
    pub dud: bool,
}

/// A shot that went off target (A-OVH-4), or a blind one that landed near (A-OVH-7).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Astray {
    pub batch: usize,
    /// The die that gave direction and distance.
    pub roll: Roll,
    pub distance: Inches,
    pub struck: Option<Vec<super::command::Struck>>,
    /// The middle of the template lies on this building (B-OVH-1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub building: Option<Part>,
}

/// Hits of one volley on one unit, on their way through placing, resisting and harm.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "what has happened to the unit so far")]
pub struct Strike {
    pub from: UnitId,
    pub on: UnitId,
    pub manner: Manner,
    pub range: Inches,
    pub cover: Cover,
    pub hits: Vec<Hit>,
    /// Who can be hit first, and who only once those are (A-SHT-11).
    pub first: Vec<Mark>,
    pub then: Vec<Mark>,
    /// The same for overhead hits: under the template, and the rest (A-OVH-6).
    pub overhead_first: Vec<Mark>,
    pub overhead_then: Vec<Mark>,
    pub wounds: Vec<Wound>,
    /// The leader's re-roll is used up (A-SHT-16).
    pub leader_used: bool,
    /// Pins to be placed for being hit (A-SHT-17), or for casualties hand to hand (A-ASL-10).
    pub pins: u32,
    /// Two pins for a disruptor's hit (A-SPC-3).
    pub disrupted: bool,
    /// Pins of the damage charts, with the dice that gave them.
    pub damage_pins: u32,
    pub damage_dice: Vec<Roll>,
    /// Models lost by this strike.
    pub casualties: u32,
    /// A chart demands a break test.
    pub break_test: bool,
    /// A chart has turned the unit Down; several results turn one die.
    pub went_down: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hit {
    pub weapon: Option<WeaponId>,
    pub mode: u8,
    pub sv: u8,
    pub lucky: bool,
    /// Part of a blast.
    pub blast: bool,
    pub overhead: bool,
    pub on: Option<Mark>,
}

/// A failed Res test: a casualty, or a roll on a chart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Wound {
    pub mark: Mark,
    /// The Res value it was tested at was over 10 (A-DMG-2).
    pub armoured: bool,
    pub massive: bool,
    pub lucky: bool,
    /// The chart's row, once rolled; a mark without a chart never has one.
    pub row: Option<u8>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Assault {
    pub attacker: UnitId,
    pub defender: UnitId,
    pub cover: Cover,
    pub contact: bool,
    pub spinners: Vec<(UnitId, Spinner)>,
    pub hand_weapons: Vec<(UnitId, ModelId, WeaponId)>,
    pub point_blank: Vec<(UnitId, Vec<Use>)>,
    /// Who broke off (A-ASL-5).
    pub broke_off: Option<UnitId>,
    /// Who lost the fight; both after a draw (A-ASL-11).
    pub losers: Vec<UnitId>,
    /// The closed block that is fought for (B-ASL-1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub block: Option<Spot>,
}

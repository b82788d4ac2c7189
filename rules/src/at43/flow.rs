//! What is going on in the middle of a game: the unit that acts, shooting in progress, and a stack of things still to be
//! done. A thing to be done that needs somebody's decision waits on top of the stack, through restarts. Nothing here is
//! secret.

use serde::{Deserialize, Serialize};

use super::command::{
    Against, Combat, Counted, Hyper, MachinePart, Pair, RoutineName, Salvo, Strike,
};
use super::need::Test;
use super::profile::WeaponId;
use super::state::{Drill, Group, MemberId, PlaceId, UnitId};
use crate::ids::Seat;
use crate::stack::Stack;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Flow {
    /// The active player.
    pub active: Option<Seat>,
    /// The order of play of this round, from the first player on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub order: Vec<Seat>,
    pub acting: Option<Acting>,
    /// A unit that fires in overwatch, while another acts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub watching: Option<Watching>,
    /// The last is done first.
    pub tasks: Stack<Task>,
    /// Shooting and fighting in progress; tasks name them by their place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub volleys: Vec<Volley>,
    /// Counts that wait for another player's word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counted: Option<CountedBy>,
    /// Sides that were asked about the table and cannot tell; the next one is asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub passed: Vec<Seat>,
    /// Counts that another side did not agree with: an organiser settles it, or the players count anew.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disputed: Option<CountedBy>,
    /// Captures that are yet to be paid for (T-CTL-4).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub captured: Vec<(PlaceId, Seat)>,
    /// Counts the steps, so that the same question about another thing can be told apart.
    pub step: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountedBy {
    pub by: Seat,
    pub counts: Vec<Counted>,
}

/// The unit whose card is played, and what it has done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "what it has done so far, each by itself")]
pub struct Acting {
    pub unit: UnitId,
    /// Free when it was activated (T-STA-2).
    pub was_free: bool,
    /// It came onto the table in this activation and has yet to move in (T-RES-2).
    pub must_enter: bool,
    /// It stands where it was put and neither moves, acts nor is drilled (T-RES-3, T-STA-4).
    pub still: bool,
    pub moved: bool,
    pub rushed: bool,
    pub fired: Vec<Fired>,
    /// Grenades: nothing else is fired (T-EQP-1).
    pub thrown: bool,
    /// A sniper has fired as such: no movement after it (T-WPN-3).
    #[serde(default)]
    pub sniped: bool,
    /// It has struck in close combat: it neither moves nor shoots any more.
    pub fought: bool,
    /// Fighters who have struck, with which weapon.
    pub struck: Vec<Struck>,
    /// A mechanic has worked at the end of it: nothing but drills comes after that (T-SPE-2).
    #[serde(default)]
    pub wound_up: bool,
    /// It has opened or lifted something: no movement or shooting after it (T-TER-4).
    pub opened: bool,
    pub split: bool,
    /// With Split fire!: when each group fired, before or after the movement.
    pub fired_before: Vec<Group>,
    pub fired_after: Vec<Group>,
    pub routines: Vec<UsedRoutine>,
    /// Low walls that were lifted, each in place of a fighter's attack.
    #[serde(default)]
    pub hoists: u32,
    /// Specialists and targeters that have been used.
    pub engineers: u32,
    pub mechanics: u32,
    pub tags: u32,
    /// How often it has asked for ranges.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub asked: u32,
    /// Enemies with which contact is to be asked about (T-STA-2).
    pub bloodied: Vec<UnitId>,
    /// Drills with which it ends, if nobody is in contact with it any more (T-ACT-7).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ends_with: Vec<Drill>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl Acting {
    /// It has moved, fired, fought or the like.
    pub fn has_acted(&self) -> bool {
        self.moved || self.thrown || self.fought || self.opened || !self.fired.is_empty()
    }

    pub fn new(unit: UnitId, was_free: bool) -> Self {
        Self {
            unit,
            was_free,
            must_enter: false,
            still: false,
            moved: false,
            rushed: false,
            fired: Vec::new(),
            thrown: false,
            sniped: false,
            fought: false,
            struck: Vec::new(),
            wound_up: false,
            opened: false,
            hoists: 0,
            split: false,
            fired_before: Vec::new(),
            fired_after: Vec::new(),
            routines: Vec::new(),
            engineers: 0,
            mechanics: 0,
            tags: 0,
            asked: 0,
            bloodied: Vec::new(),
            ends_with: Vec::new(),
        }
    }
}

/// An overseer's routine: each once in an activation (T-THR-6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UsedRoutine {
    /// The unit of the overseer.
    pub by: UnitId,
    pub name: RoutineName,
}

/// Copies of a weapon that each bearer has fired; of flamers, how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fired {
    pub weapon: WeaponId,
    pub shots: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Struck {
    pub weapon: WeaponId,
    pub hero: bool,
    pub fighters: u32,
}

/// A unit that has chosen to fire in overwatch (T-OVW-2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Watching {
    pub unit: UnitId,
    pub fired: Vec<Fired>,
    pub thrown: bool,
    /// With Split fire!: the group that fires now, set by the first salvo.
    pub group: Option<Group>,
}

/// A place in [`Flow::volleys`].
pub type VolleyId = usize;

/// One thing to be done. Those that may need a decision say whose in `question.rs`; all others just happen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Task {
    // the turn
    /// The winner of the Authority test says who begins.
    ChooseFirst {
        winner: Seat,
    },
    /// The active player plays a card, delays or does what goes before it.
    Turn,
    /// Which of two revealed units is played first.
    FirstOfTwo {
        units: (UnitId, UnitId),
    },
    /// A card is up: drills end, morale, and so on (T-ACT-6).
    Activate {
        unit: UnitId,
    },
    Rally {
        unit: UnitId,
    },
    /// In reserve: enter or wait.
    Enter {
        unit: UnitId,
    },
    /// Activation cost (T-ACT-2).
    Pay {
        unit: UnitId,
        enters: Option<super::state::PlaceId>,
    },
    StandUp {
        unit: UnitId,
        enters: Option<super::state::PlaceId>,
    },
    Immobilised {
        unit: UnitId,
    },
    /// The unit acts until its player ends it.
    Act,
    /// Cohesion of support weapons, contacts, and the card is done.
    EndActivation {
        unit: UnitId,
    },
    /// The lead passes.
    NextTurn,

    /// One side has asked the others for ranges.
    Measure {
        by: Seat,
        pairs: Vec<Pair>,
    },

    // a movement
    /// Units in overwatch may fire at the mover (T-OVW-1).
    Overwatch {
        mover: UnitId,
        /// Sides that hold their fire.
        #[serde(default)]
        held: Vec<Seat>,
        /// Units that aimed and did not fire.
        #[serde(default)]
        passed: Vec<UnitId>,
    },
    /// The unit that watches fires salvo by salvo.
    WatchFire,
    /// The overwatch is used up.
    EndWatch,
    StillInContact {
        unit: UnitId,
        enemy: UnitId,
    },

    // shooting
    /// Dice of the salvo, and who is hit.
    Shots {
        volley: VolleyId,
    },
    /// Waits for who is under the template, after deviation.
    Template {
        volley: VolleyId,
    },
    /// A sniper's impacts are assigned.
    Assign {
        volley: VolleyId,
    },
    /// Cover tests of one group of impacts.
    Covers {
        volley: VolleyId,
        group: usize,
    },
    Hyper {
        volley: VolleyId,
        group: usize,
    },
    /// Damage dice and losses of one group.
    Damage {
        volley: VolleyId,
        group: usize,
    },
    /// Successful damage tests on a machine, one location after the other (T-DMG-4).
    Locate {
        volley: VolleyId,
        group: usize,
        hits: Vec<MachineHit>,
    },
    /// A location of 6: the attacker says which weapon.
    HitWeapon {
        volley: VolleyId,
        group: usize,
        machine: MemberId,
    },
    /// The salvo is over.
    AfterSalvo {
        volley: VolleyId,
    },

    // hand to hand
    Blows {
        volley: VolleyId,
    },
    Share {
        volley: VolleyId,
    },
    Fall {
        volley: VolleyId,
        number: u32,
    },

    // losses
    /// A medic may save one of these (T-SPE-3).
    Medic {
        unit: UnitId,
        fallen: Vec<MemberId>,
        grounded: bool,
    },
    /// Leaders, support weapons, contacts, and whether the unit is gone.
    Settle {
        unit: UnitId,
        by: Option<Seat>,
    },
    /// A unit of machines has lost one (T-MOR-2).
    MachineMorale {
        unit: UnitId,
    },

    // the control phase
    Count,
    Score,
    Buy {
        seats: Vec<Seat>,
    },
    JoinHero {
        heroes: Vec<UnitId>,
    },
    NextRound,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MachineHit {
    pub machine: MemberId,
    /// Chosen by a sniper, else diced for.
    pub part: Option<MachinePart>,
}

/// What kind of shooting or fighting it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Attack {
    Salvo(Salvo),
    Strike(Strike),
    Combat(Combat),
}

/// A salvo, an artillery strike or a combat in progress.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Volley {
    pub by: Seat,
    /// The unit that shoots or strikes; of an artillery strike, the one that sees.
    pub from: UnitId,
    pub weapon: WeaponId,
    pub attack: Attack,
    /// In overwatch, or in its own activation.
    pub overwatch: bool,
    /// The dice thrown, and the successes among them.
    pub dice: u32,
    pub impacts: u32,
    /// Of indirect fire: how far and where the template went, its radius and the impacts for everybody under it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub template: Option<Template>,
    /// Impacts as they were shared out: the zone of fire first, nearest first, then the target.
    pub groups: Vec<Impacts>,
    /// Hyper nanonucleus: `Ask` as long as nothing is paid or declined, `Yes` once it is paid for this salvo or combat.
    pub hyper: Hyper,
    /// Units that have lost somebody.
    pub bloodied: Vec<UnitId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Template {
    /// Whole centimetres, and the direction that a die named.
    pub shift: u32,
    pub direction: Option<u32>,
    pub radius: u32,
    /// 2 above a radius of 10 (T-IND-4).
    pub impacts_each: u32,
}

/// Impacts on one unit, machine, element or the wreck, on their way through cover and damage.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Impacts {
    pub on: Struckee,
    pub number: u32,
    /// Candidates in the order in which they take impacts. In the zone and under a template each takes one of his own.
    pub order: Vec<Standing>,
    pub how: How,
    /// The cover test, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cover: Option<Test>,
    /// Survivors are grounded (T-IND-5).
    #[serde(default)]
    pub grounds: bool,
    /// Of a combat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<Against>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Struckee {
    /// One unit, or several of a melee that are one target (T-SHT-5): the unit named.
    Unit(UnitId),
    Wreck,
    Terrain(super::state::TerrainId),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    pub unit: UnitId,
    pub member: MemberId,
}

/// How impacts find their victims.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// Each success takes the nearest fighter left; machines share evenly (T-DMG-2, T-DMG-3).
    Nearest,
    /// One to each of the first so many in the order (T-SHT-9, T-SHT-10).
    OneEach,
    /// Everybody in the order takes so many (T-IND-5).
    Everybody(u32),
    /// Each impact has its victim (T-WPN-3).
    Chosen(Vec<super::command::Victim>),
    /// Successes are counted; the attacker then says who falls (T-CBT-4).
    Melee,
    /// Shared over machines by the attacker (T-CBT-5).
    Shared(Vec<(MemberId, u32)>),
}

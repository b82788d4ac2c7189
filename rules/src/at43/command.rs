//! What players can do. What is measured at the table is an input; `Default` is what stands if nobody says anything
//! (`at43-flow`, section 11).

use serde::{Deserialize, Serialize};

use super::company::Company;
use super::correct::Correction;
use super::need::{Millimetres, Range};
use super::profile::WeaponId;
use super::state::{Drill, ElementKind, MemberId, PlaceId, Plan, Role, TerrainId, Tough, UnitId};
use crate::ids::Seat;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    // before the battle
    /// T-MIS-1
    RollMission,
    /// T-MIS-4
    RollRoles,
    /// A company in the making or done; secret, and free to be changed until it is locked.
    Muster {
        seat: Seat,
        company: Company,
    },
    LockCompany {
        seat: Seat,
    },
    /// Takes the lock off again, as long as not everybody has locked.
    UnlockCompany {
        seat: Seat,
    },
    /// An opponent's company has more army points than agreed (T-BLD-1).
    AcceptOver {
        seat: Seat,
        of: Seat,
        accept: bool,
    },
    /// Describes the table; the others agree (T-MIS-2 to T-MIS-4).
    LayField {
        seat: Seat,
        field: Field,
        /// No other person is there to look at it: whoever describes it agrees to it afterwards.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        alone: bool,
    },
    AgreeField {
        seat: Seat,
    },

    /// An organiser brings and locks a company for a missing player: what the program would bring.
    FillCompany {
        seat: Seat,
    },

    // the tactical phase
    /// Sequence and wager, in secret; may be changed until the last one is in.
    Plan {
        seat: Seat,
        plan: Plan,
    },
    /// An organiser fills in a missing player's plan with the defaults.
    FillPlan {
        seat: Seat,
    },

    // a turn, before its card
    PlayCard,
    /// The first card goes to another place of the sequence, counted from 0 (T-ACT-3).
    Relocate {
        to: usize,
    },
    Delay,
    ExtraActivation,
    Artillery(Strike),

    // the active unit, or one that fires in overwatch
    SplitFire,
    Move(Movement),
    Shoot(Salvo),
    Fight(Combat),
    Special(Special),
    Routine(Routine),
    /// The unit is done, with these drills for 1 LP each (T-ACT-7); of one that fires in overwatch, no more salvos.
    End {
        drills: Vec<Drill>,
    },

    /// How far it is between units and whether they see each other, asked of the other sides: for whoever has no table
    /// before them.
    Measure {
        pairs: Vec<Pair>,
    },

    Answer(Answer),

    // the control phase
    Count {
        seat: Seat,
        counts: Vec<Counted>,
    },
    /// The other side's word on the counts; an organiser's settles a dispute.
    AgreeCounts {
        seat: Seat,
        agree: bool,
    },
    Buy {
        seat: Seat,
        unit: UnitId,
    },
    /// No more purchases this round.
    DoneBuying {
        seat: Seat,
    },

    /// An organiser goes on for a missing player, with what stands if nobody says anything.
    AnswerFor {
        seat: Seat,
    },

    // putting things right
    Correct(Correction),
    AgreeToCorrection(bool),
    WithdrawCorrection,
}

/// The table as its players describe it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Field {
    pub elements: Vec<Laid>,
    /// Where the mission's places lie, in words, in their order.
    pub places: Vec<String>,
    /// `None` is what the mission says.
    pub containers: Option<u8>,
    pub nanogenerators: Option<u8>,
    /// Anything else.
    pub words: String,
}

/// A piece of terrain with its Size (T-TER-2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Laid {
    pub name: String,
    pub kind: ElementKind,
    pub size: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tough: Option<Tough>,
}

/// T-MOV-1 to T-MOV-5
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts about one movement")]
pub struct Movement {
    pub pace: Pace,
    /// `None`: all that is allowed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<Millimetres>,
    /// Enemy units in contact at its end.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contact: Vec<UnitId>,
    /// It crosses a low wall or ends on or behind a container (T-TER-1).
    #[serde(default)]
    pub crosses: bool,
    /// A machine's rush: the infantry on its direct path (T-MOV-4).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<OnPath>,
    #[serde(default)]
    pub cohesion: Cohesion,
    /// T-THR-9
    #[serde(default)]
    pub dash: bool,
    /// From its leader to those of enemy units, for whoever fires in overwatch by a standing answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ranges: Vec<Told>,
    /// The leader leaves by the edge that the mission pays for (T-MIS-54).
    #[serde(default)]
    pub leaves: bool,
    /// The pilot reaches the attacker's access zone (T-MIS-65).
    #[serde(default)]
    pub pilot_home: bool,
}

impl Movement {
    pub fn plain(pace: Pace) -> Self {
        Self {
            pace,
            distance: None,
            contact: Vec::new(),
            crosses: false,
            path: Vec::new(),
            cohesion: Cohesion::Kept,
            dash: false,
            ranges: Vec::new(),
            leaves: false,
            pilot_home: false,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    Combat,
    Rush,
}

/// A range that somebody has measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Told {
    pub unit: UnitId,
    pub range: Range,
}

/// T-UNI-4
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cohesion {
    #[default]
    Kept,
    /// It cannot be kept, whatever the unit does.
    Impossible,
    Broken,
}

/// Infantry that a rushing machine goes over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OnPath {
    pub unit: UnitId,
    pub role: Role,
    pub fighters: u32,
    /// How many of them were engaged before the rush.
    #[serde(default)]
    pub engaged: u32,
    /// How many survivors could not be moved aside if all survive (T-MOV-5); those fall.
    #[serde(default)]
    pub no_room: u32,
}

/// A salvo: one kind of weapon, all its bearers together (T-SHT-3); a flamer fires by itself (T-WPN-2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Salvo {
    pub weapon: WeaponId,
    /// Of several identical weapons, how many each bearer fires in this salvo.
    #[serde(default = "one")]
    pub each: u8,
    pub at: Mark,
    /// From leader to leader; to a single machine or fighter, to itself (T-MEA-3).
    pub range: Range,
    /// The range is the farthest it can be ("≤50 cm"). Nobody measured it, so it holds for no other salvo (T-MEA-1).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub up_to: bool,
    /// Bearers who see a fighter of the target or of the zone of fire; `None`: all (T-SHT-6).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seeing: Option<u32>,
    /// Nearest to the shooters' leader first (T-SHT-8).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub zone: Vec<InZone>,
    #[serde(default)]
    pub cover: Cover,
    /// Sizes of the elements that shooters and target stand on (T-TER-2).
    #[serde(default)]
    pub shooters_on: u8,
    #[serde(default)]
    pub target_on: u8,
    /// Who of the target stands nearest, in this order; those not named come after, standard fighters first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nearest: Vec<Near>,
    /// A flamer's template (T-WPN-2), the fighter aimed at if nobody is named; with indirect fire it is asked for after the
    /// dice. Of a piece of terrain: who stands on it or in it (T-TER-3).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub under: Vec<Under>,
    #[serde(default)]
    pub hyper: Hyper,
    /// A sniper who means to move in this activation fires as everybody does (T-WPN-3).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub moves_after: bool,
}

fn one() -> u8 {
    1
}

impl Salvo {
    pub fn plain(weapon: WeaponId, at: Mark, range: Range) -> Self {
        Self {
            weapon,
            each: 1,
            at,
            range,
            up_to: false,
            seeing: None,
            zone: Vec::new(),
            cover: Cover::None,
            shooters_on: 0,
            target_on: 0,
            nearest: Vec::new(),
            under: Vec::new(),
            hyper: Hyper::No,
            moves_after: false,
        }
    }
}

/// What a shot is aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    Unit(UnitId),
    /// One machine of a unit (T-SHT-4).
    Machine(UnitId, MemberId),
    /// One fighter or machine, for indirect fire and flamers: any of this role (T-IND-1).
    Fighter(UnitId, Role),
    /// T-TER-3
    Terrain(TerrainId),
    /// Indirect fire laid on the wreck by the side that may (T-MIS-64).
    Wreck,
}

/// Somebody a shot can strike besides its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Body {
    Unit(UnitId),
    Wreck,
}

/// Fighters or machines in the zone of fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InZone {
    pub who: Body,
    pub role: Role,
    pub fighters: u32,
    #[serde(default)]
    pub cover: Cover,
    /// The Size of the element they stand on.
    #[serde(default)]
    pub on: u8,
    /// This one of them: a machine, or the leader.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub which: Option<MemberId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Near {
    pub unit: UnitId,
    pub role: Role,
    pub fighters: u32,
    /// This one of them: a machine, or the leader.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub which: Option<MemberId>,
}

/// Fighters or machines under a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Under {
    pub who: Body,
    pub role: Role,
    pub fighters: u32,
    /// This one of them: a machine, or the leader.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub which: Option<MemberId>,
}

/// T-COV-1, T-COV-3
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cover {
    #[default]
    None,
    /// At least half of the unit is hidden or behind something.
    Yes,
    /// The height of the obstacle is disputed: it covers only a unit with Take cover!.
    Disputed,
    /// There is cover, and the shooters' leader is within 10 cm of its near edge.
    TooClose,
}

/// Hyper nanonucleus for the damage dice of this salvo or combat (T-THR-10).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Hyper {
    #[default]
    No,
    /// As soon as there are damage dice.
    Yes,
    /// Asked for before the damage dice, when their number is known.
    Ask,
}

/// An artillery strike (T-WPN-4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Strike {
    /// Whose officer or leader sees the target.
    pub seen_by: UnitId,
    pub at: Mark,
}

/// One combat of a melee (T-CBT-2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Combat {
    pub weapon: WeaponId,
    /// The hero fights by himself, with his own weapon and profile.
    #[serde(default)]
    pub hero: bool,
    /// Fighters who strike in this combat.
    pub attackers: u32,
    pub on: UnitId,
    /// Defenders in contact with them: of this kind apart where the combat is split by kind.
    pub against: Against,
    pub defenders: u32,
    #[serde(default)]
    pub hyper: Hyper,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Against {
    /// Fighters of the unit's own profile, or machines.
    Fighters,
    Hero,
    Gunners,
    SupportWeapons,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Special {
    /// A combat engineer removes an element, or an objective that is one (T-SPE-1).
    Sabotage {
        element: TerrainId,
        /// Who stands on or in it and falls with it (T-TER-3).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        on_it: Vec<OnElement>,
    },
    /// A mechanic (T-SPE-2).
    Repair {
        unit: UnitId,
        machine: MemberId,
        part: MachinePart,
    },
    /// A fighter with a laser targeter (T-EQP-3).
    Tag {
        on: UnitId,
    },
    /// Opening a container or lifting a low wall (T-TER-4).
    Open,
    Hoist,
}

/// Fighters or machines on or in a piece of terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OnElement {
    pub unit: UnitId,
    pub role: Role,
    pub fighters: u32,
}

/// T-DMG-4
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MachinePart {
    Propulsion,
    Frame,
    /// By its place among the machine's weapons, copy by copy.
    Weapon(u8),
}

/// T-THR-8, T-THR-11 to T-THR-14; Dash and Hyper nanonucleus stand with the movement and the dice they belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Routine {
    Transfer { on: UnitId, leaves: Role, returns: Role },
    Reconstruction { on: UnitId, returns: Role },
    Repair { on: UnitId, machine: MemberId, part: MachinePart },
    Creation,
    Fusion { on: UnitId, machines: (MemberId, MemberId) },
}

/// The routines by name: each at most once in an activation (T-THR-6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoutineName {
    Transfer,
    Dash,
    HyperNanonucleus,
    Reconstruction,
    Repair,
    Creation,
    Fusion,
}

impl Routine {
    pub fn name(self) -> RoutineName {
        match self {
            Routine::Transfer { .. } => RoutineName::Transfer,
            Routine::Reconstruction { .. } => RoutineName::Reconstruction,
            Routine::Repair { .. } => RoutineName::Repair,
            Routine::Creation => RoutineName::Creation,
            Routine::Fusion { .. } => RoutineName::Fusion,
        }
    }
}

/// How a unit comes onto the table (T-RES-1 to T-RES-4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Entry {
    Through(PlaceId),
    Wait,
}

/// The answer to a question that is open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// Who takes the first turn of the round (T-TAC-4).
    First(Seat),
    /// Which of the two revealed units is played first (T-ACT-5).
    FirstOfTwo(UnitId),
    Rally(bool),
    Pay(bool),
    Enter(Entry),
    /// Each immobilised machine that is given up; none: the others stay with it (T-DMG-7).
    Abandon(Vec<MemberId>),
    /// A unit in overwatch fires; `None`: all of this side hold their fire (T-OVW-1).
    Watch(Option<UnitId>),
    /// A weapon hit on a location of 6 (T-DMG-4).
    Weapon(u8),
    /// Who lies under the template (T-IND-5).
    Under(Vec<Under>),
    /// Each impact of a sniper, one after the other (T-WPN-3).
    Victims(Vec<Victim>),
    /// Who falls in a combat (T-CBT-4).
    Fall(Vec<MemberId>),
    /// Impacts on the machines of a unit (T-CBT-5).
    Share(Vec<(MemberId, u32)>),
    /// Saved by this medic: the first who fell, or this one (T-SPE-3).
    Medic(Option<MemberId>),
    Hyper(bool),
    /// Still in contact after losses (T-STA-2).
    StillInContact(bool),
    /// A lone hero joins this unit (T-HER-4).
    Join(Option<UnitId>),
    /// Ranges that were asked for; what is not named is out of sight.
    Measured(Vec<Measured>),
    /// Whoever is asked about the table cannot tell; the next side is asked.
    Pass,
}

/// A unit, and an enemy it may shoot at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pair {
    pub from: UnitId,
    pub to: UnitId,
}

/// How somebody who has a table before them says that one unit sees another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Measured {
    pub from: UnitId,
    pub to: UnitId,
    /// From leader to leader (T-MEA-3).
    pub range: Range,
    #[serde(default)]
    pub cover: Cover,
    /// Those of `from` who see somebody of `to`; `None`: all (T-SHT-6).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seeing: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Victim {
    pub member: MemberId,
    /// Of a machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<MachinePart>,
}

/// Infantry near one place, a number for each side (T-CTL-1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counted {
    pub place: PlaceId,
    pub fighters: Vec<u32>,
}

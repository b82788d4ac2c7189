//! The state of a game: sides, units with every fighter and machine, places, and what is known of the table. Positions are
//! not kept: what is measured is asked for when it matters.

mod queries;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::command::{Field, Measured};
use super::company::Company;
use super::correct::Correction;
use super::flow::Flow;
use super::mission::{Mission, PlaceKind, Role as Part};
use super::need::Range;
use super::profile::{ArmyId, EntryId, EquipmentId, HeroId, Library, Specialist, WeaponId};
use super::setup::Switches;
use crate::colour::Colour;
use crate::ids::Seat;
use crate::version::RulesVersion;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnitId(pub u16);

/// A fighter's or machine's place in its unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MemberId(pub u8);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlaceId(pub u8);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TerrainId(pub u8);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    pub rules: RulesVersion,
    /// Nothing changes it, so copies of the state share it.
    pub library: Arc<Library>,
    /// Those that a die may pick, until it has.
    pub missions: Vec<Mission>,
    pub mission: Option<Mission>,
    pub points: u32,
    pub switches: Switches,
    pub phase: Phase,
    /// 0 before the first.
    pub round: u32,
    pub sides: Vec<Side>,
    /// Who won the last Authority test.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Seat>,
    pub units: Vec<Unit>,
    /// Enemies in contact, each pair once, the lower number first.
    pub contacts: Vec<Contact>,
    pub places: Vec<Place>,
    pub terrain: Vec<Element>,
    /// The table as it was described, until everybody has agreed and after.
    pub field: Field,
    /// Who described it last, or agrees with it; once all do, the battle begins.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub field_agreed: Vec<Seat>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wreck: Option<Wreck>,
    /// Designator: enemy units that a side has tagged this round (T-EQP-3).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<Tag>,
    /// What will be paid for in the next control phase (T-CTL-3).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub losses: Vec<Loss>,
    /// The last range told between two units: offered again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ranges: Vec<LastRange>,
    /// What was told when one side asked the others; it holds until one of the two moves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sights: Vec<Sight>,
    pub flow: Flow,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal: Option<Proposal>,
    /// Counts proposals, so that one can be told from another.
    #[serde(default)]
    pub proposals: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<Ending>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Mission and roles, where dice decide them.
    Briefing,
    /// Companies are built, in secret.
    Mustering,
    /// The table is described and agreed on.
    Laying,
    Tactical,
    Activation,
    Control,
    Over,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts about one side")]
pub struct Side {
    pub name: String,
    pub colour: Colour,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<Part>,
    pub army: Option<ArmyId>,
    /// Secret until everybody has locked theirs.
    pub company: Option<Company>,
    pub locked: bool,
    /// Army points above the limit of a locked company, for the others to accept.
    #[serde(default)]
    pub over: u32,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub over_accepted_by: Vec<Seat>,
    /// LP (T-TAC-1).
    pub pool: u32,
    /// The unit whose officer commands (T-TAC-2).
    pub commander: Option<UnitId>,
    /// Secret; the wager comes to light when everybody's plan is in, the sequence card by card. It stays as the default of
    /// the next round.
    pub plan: Option<Plan>,
    /// Whether a plan is in: everybody may know.
    pub planned: bool,
    /// Cards still to be revealed, the next one first. Others see how many there are: `None` stands for a hidden card.
    pub cards: Vec<Option<UnitId>>,
    /// Total of the round's Authority test, of its first throw.
    pub total: Option<u32>,
    /// The last turn was a Delay (T-ACT-4).
    pub delayed: bool,
    /// An artillery strike was called this round (T-WPN-4).
    #[serde(default)]
    pub struck: bool,
    pub vp: u32,
    pub rp: u32,
    /// Units that left by the right edge this round (T-MIS-54).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evacuated: Vec<UnitId>,
}

/// What a player decides in secret in the tactical phase.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    pub sequence: Vec<UnitId>,
    pub wager: u32,
    /// Only where several officers of the highest rank could command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commander: Option<UnitId>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts about one unit")]
pub struct Unit {
    pub side: Seat,
    pub name: String,
    pub entry: EntryId,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub equipment: Vec<EquipmentId>,
    /// The special weapon that bearers have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub special: Option<WeaponId>,
    /// The rank of its officer or hero, dead or alive; 0 without one.
    #[serde(default)]
    pub rank: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hero: Option<HeroId>,
    /// A hero who stands alone on foot (T-HER-3, T-MIS-65): `entry` is only where he came from.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lone_hero: bool,
    /// In army points, officer and equipment among them.
    pub value: u32,
    pub stands: Stands,
    pub members: Vec<Member>,
    pub leader: MemberId,
    /// A Relay, as long as the first leader lives (T-THR-5).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub relay: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub disorganized: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drills: Vec<Drill>,
    /// With Split fire!: which groups have used their overwatch (T-OVW-4).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub watched: Vec<Group>,
    /// It made a movement in its last activation (T-WPN-3).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub moved: bool,
    /// Its card was played this round.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub played: bool,
    /// The loss of its officer has been noted (T-CTL-3), or he has left it alive and counts elsewhere.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub officer_lost: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stands {
    /// Not bought yet.
    Reinforcement,
    Reserve,
    Field,
    Gone(Gone),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gone {
    Destroyed,
    Routed,
    /// T-MIS-54
    Evacuated,
    /// A lone hero who leads another unit now (T-HER-4).
    Joined(UnitId),
    /// T-THR-14
    Fused,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Member {
    pub role: Role,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub out: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub grounded: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machine: Option<Machine>,
    /// A medic: the round of his last rescue (T-SPE-3).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rescued_in: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    Standard,
    Bearer,
    Specialist(Specialist),
    Officer,
    Hero,
    Gunner,
    /// A weapon on its stand (T-UNI-5).
    SupportWeapon,
}

/// Structure points left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    pub frame: u8,
    pub propulsion: u8,
    /// Of each weapon, copy by copy in the order of [`Entry::ranged`](super::profile::Entry::ranged).
    pub weapons: Vec<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Drill {
    /// T-DRL-3
    Knee,
    /// T-DRL-4
    Overwatch,
    /// T-DRL-5
    TakeCover,
    /// T-DRL-6
    SplitFire,
}

impl std::fmt::Display for Drill {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Drill::Knee => "Knee to the ground!",
            Drill::Overwatch => "Overwatch!",
            Drill::TakeCover => "Take cover!",
            Drill::SplitFire => "Split fire!",
        })
    }
}

/// The two parts of a unit that may fire apart with Split fire! (T-DRL-6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Group {
    Bearers,
    Rest,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Contact(pub UnitId, pub UnitId);

impl Contact {
    pub fn between(a: UnitId, b: UnitId) -> Self {
        if a <= b { Contact(a, b) } else { Contact(b, a) }
    }

    pub fn other(self, unit: UnitId) -> Option<UnitId> {
        match unit {
            _ if unit == self.0 => Some(self.1),
            _ if unit == self.1 => Some(self.0),
            _ => None,
        }
    }
}

/// An objective or a tactical position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    pub name: String,
    pub kind: PlaceKind,
    /// VP a round.
    pub control: u32,
    /// The only side that is paid for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pays: Option<Seat>,
    /// Whose zone it is, for good.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<Seat>,
    /// This side's reserves may not use it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bars: Option<Seat>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub controlled_by: Option<Seat>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub captured_by: Vec<Seat>,
    /// Infantry of each side near it, as last counted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counts: Vec<u32>,
    /// Where it lies, in words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub lies: String,
    /// Removed by a combat engineer or destroyed (T-SPE-1).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub gone: bool,
}

/// A piece of terrain that the game has to know of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Element {
    pub name: String,
    pub kind: ElementKind,
    pub size: u8,
    /// Of those that can be destroyed (T-TER-3); `None` cannot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tough: Option<Tough>,
    /// The objective that it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<PlaceId>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub gone: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ElementKind {
    LowWall,
    Container,
    Nanogenerator,
    /// Whatever else the players have agreed on.
    Other,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tough {
    pub protection: u8,
    pub structure: u8,
}

/// T-MIS-64
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wreck {
    pub protection: u8,
    pub structure: u8,
    pub pilot: Pilot,
    /// Bringing him home has been paid for.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub home_paid: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pilot {
    Inside,
    /// The unit he stands in.
    Out(UnitId),
    Evacuated,
    Dead,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tag {
    pub by: Seat,
    pub on: UnitId,
}

/// Something eliminated this round (T-CTL-3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Loss {
    pub unit: UnitId,
    pub what: LossKind,
    /// Whose action did it; nobody's where it routed or was abandoned.
    pub by: Option<Seat>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LossKind {
    Infantry,
    Machines,
    Officer,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastRange {
    pub pair: Contact,
    pub range: Range,
    /// Neither of the two has moved since.
    pub holds: bool,
}

/// How a unit sees an enemy, as it was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sight {
    pub from: UnitId,
    pub to: UnitId,
    /// `None` is out of sight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told: Option<Measured>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Proposal {
    pub by: Seat,
    pub correction: Correction,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// `None` is a draw.
    pub winner: Option<Seat>,
    pub why: Why,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    RoundsPlayed,
    PointsReached,
    /// T-MIS-6
    NothingLeftToWin,
    /// T-MIS-66
    PilotDead,
}

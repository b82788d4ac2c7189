//! What players can do. Everything measured is an input with a default: nobody but the people at the table sees it.

use serde::{Deserialize, Serialize};

use super::buildings::{Berth, Facing, Part, Spot};
use super::correct::Correction;
use super::inches::Inches;
use super::order::Order;
use super::state::{ModelId, UnitId, WeaponId};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    /// Draw a die from the bag; whoever has a seat may.
    Draw,
    /// Put a unit on the table (A-BAG-5), or into a building (B-DEP-1).
    Deploy {
        unit: UnitId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        into: Option<Berth>,
    },
    /// An infiltrator's run before the first turn, through these features; `None` stays (A-MOV-9).
    Infiltrate {
        unit: UnitId,
        moved: Option<Vec<Feature>>,
        /// Where in or on a building the run ends.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Spot>,
    },
    /// Use the drawn die.
    Order(GiveOrder),
    /// The move of an Advance or a Run.
    Move(Move),
    /// The charge of an assault (A-ASL-1).
    Charge(Charge),
    /// Shoot: one target, or several for a vehicle on Fire (A-SHT-1).
    Shoot { shots: Vec<Shot> },
    /// Shoot at a building itself (B-DMG-3).
    ShootBuilding(BuildingShot),
    /// Overhead fire at a place that nobody sees, this far away (A-OVH-7).
    FireBlind { range: Inches, uses: Vec<Use> },
    /// The unit does no more with its order.
    Finish,
    /// Answers to what the battle waits for.
    Answer(Answer),
    /// After the bag is empty: what a side decides at the turn's end (A-TRN-1).
    EndTurn(TurnEnd),
    /// Put a mistake right: at once by the organiser, else if the other side agrees.
    Correct(Correction),
    /// The other side's answer to a proposed correction.
    AgreeToCorrection(bool),
    /// The proposer thinks better of it.
    WithdrawCorrection,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GiveOrder {
    pub unit: UnitId,
    pub order: Order,
    /// With Run: declared before anything is measured (A-MOV-10).
    #[serde(default)]
    pub sprint: bool,
    /// With Run: the enemy to be assaulted (A-ASL-16).
    #[serde(default)]
    pub assault: Option<UnitId>,
    #[serde(default)]
    pub nerve: Nerve,
}

impl GiveOrder {
    pub fn plain(unit: UnitId, order: Order) -> Self {
        Self { unit, order, sprint: false, assault: None, nerve: Nerve::default() }
    }
}

/// What helps a unit in a command test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Nerve {
    /// The unit of a commander within ten inches (A-ORD-9).
    pub commander: Option<UnitId>,
    /// Activates the soma grafts for the rest of the battle (A-ORD-10).
    pub soma: bool,
}

/// Something on the way that asks for a test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Feature {
    /// A-MOV-4 to A-MOV-6
    Obstacle {
        /// What people call it, so that a gap in it is found again.
        name: String,
        /// The unit has defended it and now leaves over it.
        #[serde(default)]
        defended: bool,
    },
    /// A-MOV-7, A-MOV-8, A-MOV-11
    Difficult { name: String },
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Move {
    /// Where in or on a building it ends; `None` is the open ground (B-MOV-2).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<Spot>,
    pub features: Vec<Feature>,
    /// Immobilised models that the others leave behind out of formation (A-DMG-7).
    pub left_behind: Vec<ModelId>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Charge {
    pub features: Vec<Feature>,
    pub left_behind: Vec<ModelId>,
    /// At least one model reached the enemy, if terrain let it.
    pub contact: bool,
    /// Cover of the assaulted unit against point-blank shooting (A-ASL-17).
    pub cover: Cover,
}

/// Who shoots what: a weapon, one of its modes, and the models that do, or the team's gun.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Use {
    pub weapon: WeaponId,
    #[serde(default)]
    pub mode: u8,
    pub by: Shooters,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shooters {
    Gun,
    Models(Vec<ModelId>),
}

/// The shooting of one unit at one target, with everything the table shows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shot {
    pub target: UnitId,
    /// A-SHT-24
    pub range: Inches,
    pub uses: Vec<Use>,
    #[serde(default)]
    pub scene: Scene,
}

/// The shooting of one unit at a building.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BuildingShot {
    pub part: Part,
    pub range: Inches,
    pub uses: Vec<Use>,
    #[serde(default)]
    pub scene: Scene,
}

/// What lies between and around (A-SHT-25, A-SHT-26). The default is open ground in plain sight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "what people see at the table, each by itself")]
pub struct Scene {
    pub terrain: Intervening,
    /// An enemy batter shield is in the way.
    pub shield: bool,
    /// The target occupies a building.
    pub building: bool,
    /// Outside the front quarter arcs of a heavy weapon, so that it has to be swung round.
    pub out_of_arc: bool,
    /// The unit's own spotter sees the target (A-SHT-8); only asked of a unit that has one.
    pub spotter_sees: bool,
    pub eyes: Eyes,
    pub cover: Cover,
    /// Models out of everybody's sight (A-SHT-11).
    pub hidden: Vec<Mark>,
    /// Models hidden only by others of their unit: hit once those are.
    pub behind: Vec<Mark>,
    /// Models under an overhead weapon's template; `None` is all of them.
    pub under: Option<Vec<Mark>>,
    /// Shot out of a building: how many openings look that way; `None` is enough for everybody (B-SHT-1).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub openings: Option<u8>,
    /// Shot out of a building: the side it goes out of (B-SHT-2).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Facing>,
    /// The parapet before the target is not in the way (B-ROF-1).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub past_parapet: bool,
}

impl Default for Scene {
    fn default() -> Self {
        Self {
            terrain: Intervening::Nothing,
            shield: false,
            building: false,
            out_of_arc: false,
            spotter_sees: true,
            eyes: Eyes::Own,
            cover: Cover::Nobody,
            hidden: Vec::new(),
            behind: Vec::new(),
            under: None,
            openings: None,
            side: None,
            past_parapet: false,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Intervening {
    #[default]
    Nothing,
    Obstacle,
    LightTerrain,
}

/// Who sees the target of overhead fire (A-OVH-8).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Eyes {
    #[default]
    Own,
    /// Another friendly unit's spotter, within twenty inches of this unit's own (A-OVH-9).
    Patched(UnitId),
}

/// A-SHT-19, A-SHT-26
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cover {
    #[default]
    Nobody,
    Everybody(u8),
    Only {
        bonus: u8,
        models: Vec<ModelId>,
    },
}

/// Something a hit can be put on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    Model(ModelId),
    /// The separate weapon of a team.
    Gun,
    /// A buddy drone, by its place in the unit's list.
    Drone(u8),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// Go down before the dice fall, or stay (A-REA-1).
    GoDown(bool),
    /// Spring an ambush on the mover, or let it pass (A-REA-3).
    Spring(Option<Spring>),
    /// Where hits go, in the order they are listed. `None` leaves a disruptor's hit to the other player (A-SPC-3).
    Place(Vec<Option<Mark>>),
    /// The batch of which the spotter has a missed shot rolled again; `None` re-rolls nothing (A-SHT-8).
    Spot(Option<usize>),
    /// Which of a leader's chart results is rolled again, or none (A-SHT-16).
    ChartAgain(Option<usize>),
    /// Who lies under the template; odd hits go to the units first named (A-OVH-4).
    Template(Vec<Struck>),
    /// The middle of the template lies on this building instead (B-OVH-1).
    LandsOn(Part),
    /// Who takes the odd hits of a blast inside a building, first to last.
    OddHits(Vec<UnitId>),
    /// Whether a unit slowed by terrain still got inside.
    Inside(bool),
    /// A break test is taken, with what helps.
    Brace(Nerve),
    /// The further inches after a sprint's lucky test, or not (A-MOV-3).
    BonusMove {
        take: bool,
        #[serde(default)]
        features: Vec<Feature>,
        /// They bring a charge that fell short into contact.
        #[serde(default)]
        contact: bool,
    },
    /// Whether a charge slowed by terrain reached the enemy.
    Contact(bool),
    /// What is shot point-blank (A-ASL-3).
    PointBlank(Vec<Use>),
    /// A-ASL-5
    BreakOff(bool),
    /// A-ASL-14
    Spinner(Spinner),
    /// The hand weapon of each model that has a choice (A-ASL-6).
    HandWeapons(Vec<(ModelId, WeaponId)>),
    /// A-ASL-13
    Consolidate(Consolidation),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spring {
    pub unit: UnitId,
    /// At the mover, from where it is halted.
    pub shots: Vec<Shot>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Struck {
    pub unit: UnitId,
    /// Its models under the template, at least one.
    pub under: Vec<Mark>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Spinner {
    Guard,
    Strike,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Consolidation {
    /// `None` stays where it is.
    pub moved: Option<Vec<Feature>>,
    /// Where in or on a building it ends (B-ASL-2).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<Spot>,
    /// Immobilised models that the others leave behind out of formation (A-DMG-7).
    pub left_behind: Vec<ModelId>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct TurnEnd {
    /// Units that keep their Ambush.
    pub keep: Vec<UnitId>,
    /// What helps units in their recovery tests.
    pub nerves: Vec<(UnitId, Nerve)>,
}

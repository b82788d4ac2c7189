//! A battle as it stands.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::buildings::{Building, Facing, Spot};
use super::command::Mark;
use super::flow::Flow;
use super::inches::Inches;
use super::order::Order;
use super::profile::{
    Faction, Gear, ModelRule, Profile, Stats, Troop, UnitKind, Weapon, WeaponClass,
};
use crate::colour::Colour;
use crate::ids::Seat;
use crate::version::RulesVersion;

/// A unit's place in the battle's list; it keeps it when destroyed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnitId(pub u16);

impl UnitId {
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A model's place in its unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ModelId(pub u8);

impl ModelId {
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A weapon's place in the battle's armoury.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct WeaponId(pub u16);

impl WeaponId {
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// What it is played by to its end, whatever may have changed since. Battles of the first rules do not say so.
    #[serde(default = "RulesVersion::first", skip_serializing_if = "RulesVersion::is_first")]
    pub rules: RulesVersion,
    pub options: Options,
    pub armoury: Arc<Vec<Weapon>>,
    pub sides: Vec<Side>,
    pub units: Vec<Unit>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub buildings: Vec<Building>,
    /// 0 before the first turn.
    pub turn: u32,
    pub phase: Phase,
    pub distort: Distort,
    /// Gaps found in obstacles, by the names people gave them (A-MOV-4).
    pub gaps: Vec<String>,
    /// What is going on and what is waited for.
    pub flow: Box<Flow>,
    /// A correction one side has proposed and the other has not answered yet.
    pub proposal: Option<Proposal>,
    /// How many have been made, to tell them apart.
    pub proposals: u32,
    pub ending: Option<Ending>,
}

/// What the players agreed on before the battle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "each is agreed on by itself")]
pub struct Options {
    /// A-GAM-4: weapons reach effective range only.
    pub effective_range_only: bool,
    /// Everybody is on the table already; the drawn deployment is left out.
    pub already_deployed: bool,
    /// B-LRG-1: the whole table lies inside something huge, without room for overhead fire.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub indoors: bool,
    /// The first die may be drawn at once: infiltrators who have not run by then stay where they stand (A-MOV-9).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub quick_start: bool,
    /// A first battle: each step says what to do and why, and it is over after [`GUIDED_TURNS`](super::turn::GUIDED_TURNS).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub guided: bool,
}

impl Options {
    /// All models stand, or the units come on by drawn dice as in the book (A-BAG-5).
    #[must_use]
    pub fn deployed(self, already: bool) -> Self {
        Self { already_deployed: already, quick_start: already, ..self }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Side {
    pub name: String,
    pub colour: Colour,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Snipers first, by their own draw (A-BAG-9).
    DeployingSnipers,
    Deploying,
    /// Infiltrators make their move (A-MOV-9).
    Infiltrating,
    Orders,
    /// The bag is empty; recoveries and kept ambushes (A-TRN-1).
    TurnEnd,
    Over,
}

/// The Ghar's extra die (A-BAG-7, A-BAG-8).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Distort {
    pub in_play: bool,
    pub in_bag: bool,
    /// It was drawn: the next order die must be a Down.
    pub pending: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each can be so whatever the others are")]
pub struct Unit {
    pub side: Seat,
    pub name: String,
    pub profile: Arc<Profile>,
    pub models: Vec<Model>,
    /// The separate weapon of a weapon team.
    pub gun: Option<Gun>,
    pub gear: Vec<Drone>,
    pub pins: u32,
    pub dice: OrderDice,
    pub deployed: bool,
    pub destroyed: bool,
    pub lock: Option<Lock>,
    pub ammo: Ammo,
    pub soma: Soma,
    /// Features this unit has found a path through, and is still in (A-MOV-7).
    pub paths: Vec<String>,
    /// In the middle of a sprint: hits against it are re-rolled (A-SHT-9).
    pub sprinting: bool,
    /// Its infiltration is over, moved or not (A-MOV-9).
    pub infiltrated: bool,
    /// In or on which building it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spot: Option<Spot>,
    /// The opening it is emplaced at for the whole battle (B-DEP-1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub emplaced: Option<Facing>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Model {
    /// Which of the profile's troops it is.
    pub troop: u8,
    pub stats: Stats,
    pub lost: bool,
    pub immobilised: bool,
    /// Weapons that do not work any more (A-DMG-4); one entry each, so that one of two alike can fail.
    pub broken: Vec<WeaponId>,
    /// Its weapons, in the order of the profile.
    pub weapons: Vec<WeaponId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gun {
    pub weapon: WeaponId,
    pub condition: Condition,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    Working,
    Malfunction,
    Destroyed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drone {
    pub kind: Gear,
    pub lost: bool,
}

/// A unit's order dice: those beside it, those gone for good; the rest is in the bag.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderDice {
    /// As printed.
    pub total: u8,
    /// Lost to damage, or with the unit.
    pub lost: u8,
    /// In the order they were placed; the last is the current order (A-SPC-8).
    pub placed: Vec<Order>,
}

impl OrderDice {
    pub fn in_bag(&self) -> u32 {
        u32::from(self.total.saturating_sub(self.lost))
            .saturating_sub(u32::try_from(self.placed.len()).unwrap_or(u32::MAX))
    }

    pub fn current(&self) -> Option<Order> {
        self.placed.last().copied()
    }
}

/// A-SPC-2
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lock {
    pub on: UnitId,
    /// What the next shot adds to the strike value.
    pub bonus: u8,
}

/// A-SPC-4
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ammo {
    #[default]
    Plenty,
    /// No more rapid fire.
    Low,
    Out,
}

/// A-ORD-10
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Soma {
    #[default]
    None,
    Dormant,
    Active,
    /// An order test has failed: random orders from now on.
    Wild,
}

/// A-GAM-3
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// Dice lost by each side, as they count for victory.
    pub lost: Vec<u32>,
    /// `None` is a draw.
    pub winner: Option<Seat>,
    pub reason: EndReason,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// The roll after the last turn (A-GAM-1).
    TurnLimit,
    /// The roll because a force had lost more than half of its dice (A-GAM-2).
    Losses,
    /// Nobody is left on a side.
    WipedOut,
    /// The turns of a guided battle have been played.
    GuideOver,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Proposal {
    pub by: Seat,
    pub correction: super::correct::Correction,
}

impl State {
    pub fn unit(&self, id: UnitId) -> Option<&Unit> {
        self.units.get(id.index())
    }

    pub fn weapon(&self, id: WeaponId) -> Option<&Weapon> {
        self.armoury.get(id.index())
    }

    pub fn ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..u16::try_from(self.units.len()).unwrap_or(u16::MAX)).map(UnitId)
    }

    /// The units of a side that are not destroyed.
    pub fn living(&self, side: Seat) -> impl Iterator<Item = (UnitId, &Unit)> {
        self.ids().zip(&self.units).filter(move |(_, unit)| unit.side == side && !unit.destroyed)
    }

    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..u8::try_from(self.sides.len()).unwrap_or(u8::MAX)).map(Seat)
    }

    /// The dice a side has lost, as they count for victory (A-GAM-3).
    pub fn victory_dice_lost(&self, side: Seat) -> u32 {
        self.units
            .iter()
            .filter(|unit| unit.side == side)
            .map(|unit| {
                let extra = if unit.destroyed { unit.profile.extra_victory_dice } else { 0 };
                u32::from(unit.dice.lost) + u32::from(extra)
            })
            .sum()
    }

    /// A-GAM-2: original dice, and those lost of them; nothing counts double here.
    pub fn dice_lost(&self, side: Seat) -> (u32, u32) {
        self.units.iter().filter(|unit| unit.side == side).fold((0, 0), |(lost, all), unit| {
            (lost + u32::from(unit.dice.lost), all + u32::from(unit.dice.total))
        })
    }

    /// Nobody is locked on this unit any more.
    pub(super) fn unlock_from(&mut self, target: UnitId) {
        for unit in &mut self.units {
            if unit.lock.is_some_and(|lock| lock.on == target) {
                unit.lock = None;
            }
        }
    }

    pub fn unit_name(&self, id: UnitId) -> &str {
        self.unit(id).map_or("nobody", |unit| unit.name.as_str())
    }

    pub fn weapon_name(&self, id: WeaponId) -> &str {
        self.weapon(id).map_or("weapon", |weapon| weapon.name.as_str())
    }

    /// Units of a side that a die out of the bag could serve now (A-BAG-2).
    pub fn waiting_for_orders(&self, side: Seat) -> impl Iterator<Item = (UnitId, &Unit)> {
        self.living(side).filter(|(_, unit)| self.bag_dice_of(unit) > 0)
    }

    pub fn side_name(&self, seat: Seat) -> &str {
        self.sides.get(usize::from(seat.0)).map_or("nobody", |side| side.name.as_str())
    }

    /// The other of the two sides.
    pub fn enemy_of(&self, seat: Seat) -> Seat {
        if seat == Seat(0) { Seat(1) } else { Seat(0) }
    }

    /// Dice of a side in the bag, for this phase: units still to be placed count one each while deploying (A-BAG-5).
    /// A die that was drawn and waits for its unit is in a hand, not in the bag.
    pub fn dice_in_bag(&self, side: Seat) -> u32 {
        let dice: u32 = self.living(side).map(|(_, unit)| self.bag_dice_of(unit)).sum();
        dice.saturating_sub(u32::from(self.flow.drawn == Some(side)))
    }

    /// Dice of one unit in the bag now.
    pub fn bag_dice_of(&self, unit: &Unit) -> u32 {
        if unit.destroyed {
            return 0;
        }
        match self.phase {
            Phase::DeployingSnipers => u32::from(!unit.deployed && unit.is_sniper()),
            Phase::Deploying => u32::from(!unit.deployed),
            Phase::Infiltrating | Phase::Orders | Phase::TurnEnd | Phase::Over => {
                unit.dice.in_bag()
            }
        }
    }

    /// Every die in the bag, the distort die included while orders are given.
    pub fn bag(&self) -> u32 {
        let dice: u32 = self.seats().map(|seat| self.dice_in_bag(seat)).sum();
        dice + u32::from(self.distort_in_bag())
    }

    pub fn distort_in_bag(&self) -> bool {
        self.distort.in_play && self.distort.in_bag && self.phase == Phase::Orders
    }
}

impl Unit {
    pub fn troop(&self, model: ModelId) -> Option<&Troop> {
        let model = self.models.get(model.index())?;
        self.profile.troops.get(usize::from(model.troop))
    }

    pub fn kind(&self) -> UnitKind {
        self.profile.kind
    }

    pub fn model_ids(&self) -> impl Iterator<Item = ModelId> + use<> {
        (0..u8::try_from(self.models.len()).unwrap_or(u8::MAX)).map(ModelId)
    }

    /// Models still there. Drones and a team's weapon are not models (A-BRK-2).
    pub fn living(&self) -> impl Iterator<Item = ModelId> + '_ {
        self.model_ids().filter(|id| !self.models[id.index()].lost)
    }

    pub fn alive(&self) -> u32 {
        u32::try_from(self.living().count()).unwrap_or(u32::MAX)
    }

    pub fn started_with(&self) -> u32 {
        u32::try_from(self.models.len()).unwrap_or(u32::MAX)
    }

    pub fn has_lost(&self) -> u32 {
        self.started_with() - self.alive()
    }

    /// Whether any living model has the rule.
    pub fn any(&self, rule: ModelRule) -> bool {
        self.living().any(|id| self.troop(id).is_some_and(|troop| troop.has(rule)))
    }

    /// Whether it has living models and all of them have the rule.
    pub fn all(&self, rule: ModelRule) -> bool {
        self.alive() > 0
            && self.living().all(|id| self.troop(id).is_some_and(|troop| troop.has(rule)))
    }

    pub fn model_has(&self, model: ModelId, rule: ModelRule) -> bool {
        self.troop(model).is_some_and(|troop| troop.has(rule))
    }

    pub fn is_sniper(&self) -> bool {
        self.profile.any(ModelRule::Sniper)
    }

    pub fn order(&self) -> Option<Order> {
        self.dice.current()
    }

    pub fn is_down(&self) -> bool {
        self.order() == Some(Order::Down)
    }

    /// A-TST-5: the highest Command among the survivors.
    pub fn command(&self) -> u8 {
        self.living().map(|id| self.models[id.index()].stats.co).max().unwrap_or(0)
    }

    /// Tests of the whole unit's agility use its best model.
    pub fn agility(&self) -> u8 {
        self.living().map(|id| self.models[id.index()].stats.ag).max().unwrap_or(0)
    }

    /// A living drone of this kind.
    pub fn has_gear(&self, kind: Gear) -> bool {
        self.gear.iter().any(|drone| drone.kind == kind && !drone.lost)
    }

    pub fn has_commander(&self) -> bool {
        self.any(ModelRule::Command)
    }

    /// A-MOV-5: heavy weapon teams, and crawlers.
    pub fn is_clumsy(&self, armoury: &[Weapon]) -> bool {
        self.is_heavy_team(armoury) || self.any(ModelRule::Crawler)
    }

    pub fn is_heavy_team(&self, armoury: &[Weapon]) -> bool {
        self.gun.is_some_and(|gun| {
            gun.condition != Condition::Destroyed
                && armoury.get(gun.weapon.index()).is_some_and(|w| w.class == WeaponClass::Heavy)
        })
    }

    /// A-MOV-1: the basic move.
    pub fn pace(&self) -> Inches {
        if self.any(ModelRule::Slow) {
            SLOW_PACE
        } else if self.all(ModelRule::Fast) {
            FAST_PACE
        } else {
            STANDARD_PACE
        }
    }

    /// A-MOV-2, decisions 17.
    pub fn may_sprint(&self) -> bool {
        self.kind().may_assault()
            && (!self.any(ModelRule::Large)
                || self.all(ModelRule::Fast)
                || self.all(ModelRule::RapidSprint))
    }

    /// Whether it can go anywhere at all (A-DMG-7, B-DEP-1).
    pub fn can_move(&self) -> bool {
        self.emplaced.is_none() && self.living().any(|id| !self.models[id.index()].immobilised)
    }

    /// Pins as many as the highest Command among its own survivors break it (A-BRK-6).
    pub fn is_overwhelmed(&self) -> bool {
        !self.destroyed && self.deployed && self.pins >= u32::from(self.command())
    }

    /// At or past half of what it started with (A-BRK-1).
    pub fn has_lost_half(&self) -> bool {
        self.has_lost() * 2 >= self.started_with()
    }

    /// A-BRK-4
    pub fn has_lost_more_than_half(&self) -> bool {
        self.has_lost() * 2 > self.started_with()
    }

    /// A weapon of the model that works: as many entries as it has of them.
    pub fn working(&self, model: ModelId, weapon: WeaponId) -> usize {
        let Some(model) = self.models.get(model.index()).filter(|model| !model.lost) else {
            return 0;
        };
        let of = |list: &[WeaponId]| list.iter().filter(|id| **id == weapon).count();
        of(&model.weapons).saturating_sub(of(&model.broken))
    }

    pub fn gun_works(&self) -> bool {
        self.gun.is_some_and(|gun| gun.condition == Condition::Working) && self.alive() > 0
    }

    /// Its gun still stands there, working or not, and can be hit.
    pub fn gun_stands(&self) -> bool {
        self.gun.is_some_and(|gun| gun.condition != Condition::Destroyed)
    }

    /// Whether its armour lets it go down even with an order (A-REA-2).
    pub fn wears_phase_armour(&self) -> bool {
        self.living().any(|id| {
            self.troop(id).is_some_and(|troop| troop.armour.iter().any(|a| a.goes_down_with_order))
        })
    }

    pub fn is_ghar(&self) -> bool {
        self.profile.faction == Faction::Ghar
    }

    /// A model, gun or drone in a few words: "a Strike Trooper", "the Strike Leader", "the spotter drone".
    pub fn mark_name(&self, mark: Mark) -> String {
        match mark {
            Mark::Model(id) => match self.troop(id) {
                Some(troop) if troop.count == 1 => format!("the {}", troop.name),
                Some(troop) if troop.name.starts_with(['A', 'E', 'I', 'O', 'U']) => {
                    format!("an {}", troop.name)
                }
                Some(troop) => format!("a {}", troop.name),
                None => "nobody".into(),
            },
            Mark::Gun => "the weapon".into(),
            Mark::Drone(n) => match self.gear.get(usize::from(n)) {
                Some(drone) => format!("the {}", drone.kind.name()),
                None => "no drone".into(),
            },
        }
    }

    /// Two models that nothing tells apart.
    pub fn alike(&self, one: ModelId, other: ModelId) -> bool {
        match (self.models.get(one.index()), self.models.get(other.index())) {
            (Some(one), Some(other)) => one == other,
            _ => false,
        }
    }
}

/// A-MOV-1
pub const STANDARD_PACE: Inches = Inches::whole(5);
pub const FAST_PACE: Inches = Inches::whole(10);
pub const SLOW_PACE: Inches = Inches::tenths(25);
pub const RUN_FACTOR: u32 = 2;
pub const SPRINT_FACTOR: u32 = 3;
pub const RAPID_SPRINT_FACTOR: u32 = 4;

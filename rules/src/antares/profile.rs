//! What is printed on a unit's card: its models, their stats, arms and special rules.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::inches::Inches;

/// The forces of the booklet; a server's own units may belong to one of them or to none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Faction {
    Concord,
    Algoryn,
    Boromite,
    Freeborn,
    Isorian,
    Ghar,
    Other,
}

impl Faction {
    pub const ALL: [Faction; 7] = [
        Faction::Concord,
        Faction::Algoryn,
        Faction::Boromite,
        Faction::Freeborn,
        Faction::Isorian,
        Faction::Ghar,
        Faction::Other,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Faction::Concord => "Concord",
            Faction::Algoryn => "Algoryn",
            Faction::Boromite => "Boromite",
            Faction::Freeborn => "Freeborn",
            Faction::Isorian => "Isorian",
            Faction::Ghar => "Ghar",
            Faction::Other => "Other",
        }
    }
}

/// The types of unit (A-TST-6: beasts count as infantry).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnitKind {
    Infantry,
    Beasts,
    Mounted,
    WeaponTeam,
    WeaponDrones,
    Vehicle,
}

impl UnitKind {
    pub const ALL: [UnitKind; 6] = [
        UnitKind::Infantry,
        UnitKind::Beasts,
        UnitKind::Mounted,
        UnitKind::WeaponTeam,
        UnitKind::WeaponDrones,
        UnitKind::Vehicle,
    ];

    pub fn name(self) -> &'static str {
        match self {
            UnitKind::Infantry => "infantry",
            UnitKind::Beasts => "beasts",
            UnitKind::Mounted => "mounted",
            UnitKind::WeaponTeam => "weapon team",
            UnitKind::WeaponDrones => "weapon drones",
            UnitKind::Vehicle => "vehicle",
        }
    }

    /// Infantry and beasts alike (A-TST-6).
    pub fn is_infantry(self) -> bool {
        matches!(self, UnitKind::Infantry | UnitKind::Beasts)
    }

    /// Whether its models roll on a damage chart instead of falling (A-SHT-14).
    pub fn uses_chart(self) -> bool {
        matches!(self, UnitKind::WeaponDrones | UnitKind::Vehicle)
    }

    /// Down makes these harder to hit (A-SHT-9).
    pub fn hides_when_down(self) -> bool {
        self.is_infantry() || self == UnitKind::WeaponTeam
    }

    /// A-ASL-1, and of the same kinds A-MOV-2.
    pub fn may_assault(self) -> bool {
        self.is_infantry() || self == UnitKind::Mounted
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stats {
    pub ag: u8,
    pub acc: u8,
    pub str: u8,
    pub res: u8,
    pub init: u8,
    pub co: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stat {
    Ag,
    Acc,
    Str,
    Res,
    Init,
    Co,
}

impl Stat {
    pub const ALL: [Stat; 6] = [Stat::Ag, Stat::Acc, Stat::Str, Stat::Res, Stat::Init, Stat::Co];

    pub fn name(self) -> &'static str {
        match self {
            Stat::Ag => "Ag",
            Stat::Acc => "Acc",
            Stat::Str => "Str",
            Stat::Res => "Res",
            Stat::Init => "Init",
            Stat::Co => "Co",
        }
    }
}

impl Stats {
    pub fn get(self, stat: Stat) -> u8 {
        match stat {
            Stat::Ag => self.ag,
            Stat::Acc => self.acc,
            Stat::Str => self.str,
            Stat::Res => self.res,
            Stat::Init => self.init,
            Stat::Co => self.co,
        }
    }

    pub fn set(&mut self, stat: Stat, value: u8) {
        match stat {
            Stat::Ag => self.ag = value,
            Stat::Acc => self.acc = value,
            Stat::Str => self.str = value,
            Stat::Res => self.res = value,
            Stat::Init => self.init = value,
            Stat::Co => self.co = value,
        }
    }
}

/// A special rule of a model. The list is closed: a file may combine these, not add to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ModelRule {
    Leader,
    Command,
    Large,
    Fast,
    Slow,
    RapidSprint,
    Infiltrator,
    Sniper,
    Crawler,
    PlasmaReactor,
    SomaGraft,
    /// Attacks in hand-to-hand fighting without a hand weapon that gives its own.
    Attacks(u8),
    /// Strike value in hand-to-hand fighting without a hand weapon.
    NaturalSv(u8),
    /// A mount that fights beside its rider: one attack with this strike value (A-ASL-15).
    Locomite(u8),
    /// Order dice of the unit.
    Mod(u8),
}

impl fmt::Display for ModelRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ModelRule::Leader => f.write_str("Leader"),
            ModelRule::Command => f.write_str("Command"),
            ModelRule::Large => f.write_str("Large"),
            ModelRule::Fast => f.write_str("Fast"),
            ModelRule::Slow => f.write_str("Slow"),
            ModelRule::RapidSprint => f.write_str("Rapid Sprint"),
            ModelRule::Infiltrator => f.write_str("Infiltrator"),
            ModelRule::Sniper => f.write_str("Sniper"),
            ModelRule::Crawler => f.write_str("Crawler"),
            ModelRule::PlasmaReactor => f.write_str("Plasma Reactor"),
            ModelRule::SomaGraft => f.write_str("Soma Graft"),
            ModelRule::Attacks(n) => write!(f, "{n} Attacks"),
            ModelRule::NaturalSv(n) => write!(f, "SV{n}"),
            ModelRule::Locomite(n) => write!(f, "Locomite SV{n}"),
            ModelRule::Mod(n) => write!(f, "MOD{n}"),
        }
    }
}

/// The kinds of weapon, which decide who may fire them when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WeaponClass {
    Hand,
    Standard,
    Support,
    Heavy,
    /// Neither held nor carried, such as a lavamite's spit.
    Special,
}

impl WeaponClass {
    pub const ALL: [WeaponClass; 5] = [
        WeaponClass::Hand,
        WeaponClass::Standard,
        WeaponClass::Support,
        WeaponClass::Heavy,
        WeaponClass::Special,
    ];

    pub fn name(self) -> &'static str {
        match self {
            WeaponClass::Hand => "hand",
            WeaponClass::Standard => "standard",
            WeaponClass::Support => "support",
            WeaponClass::Heavy => "heavy",
            WeaponClass::Special => "special",
        }
    }
}

/// A special rule of a weapon's mode. The list is closed: a file may combine these, not add to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WeaponRule {
    RapidFire(u8),
    Twinned,
    Overhead,
    /// A die with this many sides for the number of hits.
    Blast(u8),
    NoCover,
    MassiveDamage,
    PlasmaFade,
    /// Grows by one strike value each time, to this.
    FractalLock(u8),
    Disruptor,
    LimitedAmmo,
    /// Attacks in hand-to-hand fighting.
    Attacks(u8),
    /// A die with this many sides for the number of shots with a Fire order, as rapid fire (A-SHT-4).
    ShotsOnFire(u8),
    /// Its lucky hits may all go on one model (A-SPC-6).
    LuckyTogether,
    /// Res or strike value by this much, chosen before the fight (A-ASL-14).
    Variable(u8),
    /// Several hits on one model are one test at their summed strike value (A-ASL-14).
    Grenade,
    /// Shot in an assault only (A-ASL-15).
    PointBlankOnly,
}

impl fmt::Display for WeaponRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WeaponRule::RapidFire(n) => write!(f, "RF{n}"),
            WeaponRule::Twinned => f.write_str("Twinned"),
            WeaponRule::Overhead => f.write_str("Overhead"),
            WeaponRule::Blast(n) => write!(f, "Blast D{n}"),
            WeaponRule::NoCover => f.write_str("No Cover"),
            WeaponRule::MassiveDamage => f.write_str("Massive Damage"),
            WeaponRule::PlasmaFade => f.write_str("Plasma Fade"),
            WeaponRule::FractalLock(n) => write!(f, "Fractal Lock to {n}"),
            WeaponRule::Disruptor => f.write_str("Disruptor"),
            WeaponRule::LimitedAmmo => f.write_str("Limited Ammo"),
            WeaponRule::Attacks(n) => write!(f, "{n} Attacks"),
            WeaponRule::ShotsOnFire(n) => write!(f, "D{n} Shots on Fire"),
            WeaponRule::LuckyTogether => f.write_str("Lucky Hits Together"),
            WeaponRule::Variable(n) => write!(f, "Variable {n}"),
            WeaponRule::Grenade => f.write_str("Grenade"),
            WeaponRule::PointBlankOnly => f.write_str("Point-Blank Only"),
        }
    }
}

/// Where a value comes from: printed in the booklet, repaired, a house value, or a server's own file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    #[default]
    Printed,
    Repaired,
    House,
    Server,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Weapon {
    /// The word in files and commands: `plasma_carbine`.
    pub key: String,
    pub name: String,
    pub class: WeaponClass,
    /// Never empty.
    pub modes: Vec<Mode>,
    #[serde(default)]
    pub source: Source,
}

/// One way to use a weapon.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mode {
    /// Empty where the weapon has but one.
    pub name: String,
    pub minimum: Inches,
    /// Effective, long and extreme, as far as the weapon has them. None: hand-to-hand only.
    pub effective: Option<Inches>,
    pub long: Option<Inches>,
    pub extreme: Option<Inches>,
    pub sv: u8,
    pub rules: Vec<WeaponRule>,
}

impl Mode {
    pub fn has(&self, rule: WeaponRule) -> bool {
        self.rules.contains(&rule)
    }

    /// The value of the first rule that has one by this measure.
    pub fn value(&self, of: impl Fn(&WeaponRule) -> Option<u8>) -> Option<u8> {
        self.rules.iter().find_map(of)
    }

    pub fn rapid_fire(&self) -> Option<u8> {
        self.value(|rule| if let WeaponRule::RapidFire(n) = rule { Some(*n) } else { None })
    }

    pub fn blast(&self) -> Option<u8> {
        self.value(|rule| if let WeaponRule::Blast(n) = rule { Some(*n) } else { None })
    }

    pub fn attacks(&self) -> Option<u8> {
        self.value(|rule| if let WeaponRule::Attacks(n) = rule { Some(*n) } else { None })
    }

    pub fn shots_on_fire(&self) -> Option<u8> {
        self.value(|rule| if let WeaponRule::ShotsOnFire(n) = rule { Some(*n) } else { None })
    }

    pub fn fractal_lock(&self) -> Option<u8> {
        self.value(|rule| if let WeaponRule::FractalLock(n) = rule { Some(*n) } else { None })
    }

    pub fn variable(&self) -> Option<u8> {
        self.value(|rule| if let WeaponRule::Variable(n) = rule { Some(*n) } else { None })
    }

    pub fn is_overhead(&self) -> bool {
        self.has(WeaponRule::Overhead)
    }

    /// Whether it can be shot at all: not a blade, not a lance.
    pub fn is_ranged(&self) -> bool {
        self.effective.is_some() || self.has(WeaponRule::PointBlankOnly)
    }
}

/// A piece of armour; a model's pieces add up (A-SHT-18).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Armour {
    pub key: String,
    pub name: String,
    #[serde(default)]
    pub bonus: u8,
    /// The bonus within ten inches and hand to hand, where it differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub close: Option<u8>,
    /// The bonus against blasts at any range, where it differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blasts: Option<u8>,
    /// The bonus hand to hand, where it differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hand_to_hand: Option<u8>,
    /// The value that Res is raised to, instead of a bonus.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raises_to: Option<u8>,
    /// Works only beside armour of another piece.
    #[serde(default)]
    pub needs: Vec<String>,
    /// The wearer's unit may go down even with an order (A-REA-2).
    #[serde(default)]
    pub goes_down_with_order: bool,
}

/// Equipment that is neither model nor weapon: the buddy drones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gear {
    Spotter,
    Batter,
    Camo,
}

impl Gear {
    pub const ALL: [Gear; 3] = [Gear::Spotter, Gear::Batter, Gear::Camo];

    pub fn name(self) -> &'static str {
        match self {
            Gear::Spotter => "spotter drone",
            Gear::Batter => "batter drone",
            Gear::Camo => "camo drone",
        }
    }
}

/// A number of models alike.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Troop {
    pub name: String,
    pub count: u8,
    pub stats: Stats,
    pub armour: Vec<Armour>,
    /// Keys of the armoury.
    pub weapons: Vec<String>,
    pub rules: Vec<ModelRule>,
}

impl Troop {
    pub fn has(&self, rule: ModelRule) -> bool {
        self.rules.contains(&rule)
    }
}

/// A unit as printed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Profile {
    pub key: String,
    pub name: String,
    pub faction: Faction,
    /// Other forces that may take it (A-FRC-3).
    #[serde(default)]
    pub also_serves: Vec<Faction>,
    pub kind: UnitKind,
    pub troops: Vec<Troop>,
    /// The separate weapon of a weapon team, by key.
    #[serde(default)]
    pub team_weapon: Option<String>,
    #[serde(default)]
    pub gear: Vec<Gear>,
    /// Order dice lost for victory when it is destroyed, beyond its own (A-GAM-3).
    #[serde(default)]
    pub extra_victory_dice: u8,
    /// A unit of these must be in the force for each of this one (A-FRC-3).
    #[serde(default)]
    pub not_more_than: Option<String>,
    /// What it costs in a list with a limit; the booklet's sample forces have no such values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<u16>,
    #[serde(default)]
    pub source: Source,
    /// Page of the booklet.
    #[serde(default)]
    pub page: Option<u16>,
}

impl Profile {
    /// Order dice: one, or as many as its MOD rule says (A-BAG-1).
    pub fn dice(&self) -> u8 {
        self.troops
            .iter()
            .flat_map(|troop| &troop.rules)
            .filter_map(|rule| if let ModelRule::Mod(n) = rule { Some(*n) } else { None })
            .max()
            .unwrap_or(1)
            .max(1)
    }

    /// Whether a force may take it (A-FRC-3).
    pub fn serves(&self, faction: Faction) -> bool {
        self.faction == faction || self.also_serves.contains(&faction)
    }

    pub fn models(&self) -> usize {
        self.troops.iter().map(|troop| usize::from(troop.count)).sum()
    }

    /// Whether any of its models has this rule.
    pub fn any(&self, rule: ModelRule) -> bool {
        self.troops.iter().any(|troop| troop.has(rule))
    }
}

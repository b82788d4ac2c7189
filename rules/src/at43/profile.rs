//! What stands on the cards and in the army lists: profiles, weapons, officers, equipment, prices, platoon patterns.
//! All of it is data (`data`); a game copies it into its set-up, so a file that is changed later changes no game.

use serde::{Deserialize, Serialize};

/// Places in the lists of a [`Library`]. They hold within one game, which has a library of its own; files and companies
/// name things by their keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ArmyId(pub u16);
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EntryId(pub u16);
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct WeaponId(pub u16);
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EquipmentId(pub u16);
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct HeroId(pub u16);

/// Where a value comes from (decisions, 004.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// It stands in the rule book.
    Printed,
    /// It follows from what stands there.
    Derived,
    /// No source gives it: ours, and replaceable by a server's file.
    House,
    /// A server's own file gives it.
    Server,
}

/// The values of a record that are not printed, by the name of their field in the files: every other value is. The structure
/// points of weapons are "structure", what stands in the Accuracy box goes by [`Aim::field`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Sources {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub derived: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub house: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub server: Vec<String>,
}

impl Sources {
    pub fn of(&self, field: &str) -> Source {
        let names = |list: &[String]| list.iter().any(|name| name == field);
        match () {
            () if names(&self.server) => Source::Server,
            () if names(&self.house) => Source::House,
            () if names(&self.derived) => Source::Derived,
            () => Source::Printed,
        }
    }
}

/// Everything that companies are built of and games are played with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Library {
    pub armies: Vec<Army>,
    pub weapons: Vec<Weapon>,
    pub equipment: Vec<Equipment>,
    pub entries: Vec<Entry>,
    pub heroes: Vec<Hero>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Army {
    pub key: String,
    pub name: String,
    /// The five slots of a platoon (T-BLD-2); the first is compulsory.
    pub pattern: Vec<Slot>,
    /// Rank 0 to 5.
    pub ranks: Vec<Rank>,
    /// Its officers use routines (T-THR-6).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub routines: bool,
    #[serde(default)]
    pub sources: Sources,
}

/// How many slots a platoon has (T-BLD-2).
pub const SLOTS: usize = 5;
/// T-BLD-3
pub const HIGHEST_RANK: u8 = 5;

/// One slot of a platoon pattern: any of these.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Slot {
    pub takes: Vec<Taken>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Taken {
    pub category: Category,
    pub types: Vec<u8>,
}

impl Slot {
    pub fn fits(&self, entry: &Entry) -> bool {
        self.takes
            .iter()
            .any(|taken| taken.category == entry.category && taken.types.contains(&entry.grade))
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rank {
    /// "Sergeant"
    pub title: String,
    pub authority: u8,
    pub leadership: u8,
    /// T-BLD-4
    pub numbers_bonus: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Category {
    Soldiers,
    Support,
    Striders,
    Vehicles,
}

impl Category {
    pub const ALL: [Category; 4] =
        [Category::Soldiers, Category::Support, Category::Striders, Category::Vehicles];

    /// T-UNI-2
    pub fn is_infantry(self) -> bool {
        matches!(self, Category::Soldiers | Category::Support)
    }

    pub fn is_machine(self) -> bool {
        !self.is_infantry()
    }

    pub fn name(self) -> &'static str {
        match self {
            Category::Soldiers => "soldiers",
            Category::Support => "support",
            Category::Striders => "striders",
            Category::Vehicles => "vehicles",
        }
    }
}

/// The figures of a fighter or machine (T-UNI-1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Profile {
    pub size: u8,
    /// In centimetres.
    pub movement: u8,
    /// `None` is Nerves of steel (T-MOR-1).
    pub morale: Option<u8>,
    pub protection: u8,
    pub combat: u8,
    /// Machines alone have structure points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub structure: Option<Structure>,
}

/// Structure points of the parts that are no weapons; those of a weapon stand with it ([`Carried`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Structure {
    pub frame: u8,
    pub propulsion: u8,
}

/// A unit as the army list has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    pub key: String,
    pub name: String,
    pub army: ArmyId,
    pub category: Category,
    /// Its type, 1 to 3.
    pub grade: u8,
    pub profile: Profile,
    /// Ranged weapons that every standard fighter or machine has.
    pub ranged: Vec<Carried>,
    /// The close combat weapons of everybody but special weapon bearers.
    pub close: Vec<WeaponId>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub abilities: Vec<Ability>,
    /// T-BLD-4
    pub standard: u8,
    pub maximum: u8,
    /// Special weapons to choose one kind of (T-BLD-6).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub special: Vec<Special>,
    /// The most bearers below the maximum number, and from there on.
    #[serde(default)]
    pub bearers: (u8, u8),
    /// T-BLD-7
    #[serde(default)]
    pub specialists: u8,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub specialist_kinds: Vec<Specialist>,
    /// What an officer of rank 1 to 5 costs; `None` where there is none (T-BLD-3).
    #[serde(default)]
    pub officers: [Option<u32>; 5],
    /// One line for each choice of equipment (T-BLD-5).
    pub prices: Vec<Price>,
    /// How a static support unit is made up (T-UNI-5): gunners to each weapon. Its numbers count weapons and gunners.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gunners_each: Option<u8>,
    /// A mobile support unit: all are special weapon bearers (T-UNI-5).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub all_bearers: bool,
    #[serde(default)]
    pub sources: Sources,
}

impl Entry {
    pub fn is_infantry(&self) -> bool {
        self.category.is_infantry()
    }

    /// Weapons on a stand, served by gunners.
    pub fn is_static(&self) -> bool {
        self.gunners_each.is_some()
    }
}

/// A weapon that a fighter or machine has, so many times over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Carried {
    pub weapon: WeaponId,
    pub count: u8,
    /// Structure points of each on a machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub structure: Option<u8>,
    /// What a vehicle's weapon sees, in words (T-LOS-1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Special {
    pub weapon: WeaponId,
    /// Once for all bearers of the unit (T-BLD-6).
    #[serde(default)]
    pub surcharge: u32,
}

/// What a unit costs with this equipment (T-BLD-5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Price {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub equipment: Vec<EquipmentId>,
    pub at_standard: u32,
    pub at_maximum: u32,
    /// For each fighter in between, and for those beyond the maximum (T-BLD-4, T-BLD-5).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extra: Option<u32>,
    #[serde(default)]
    pub sources: Sources,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Equipment {
    pub key: String,
    pub name: String,
    pub gives: Gives,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gives {
    Ability(Ability),
    /// Everybody throws one instead of firing (T-EQP-1).
    Thrown(WeaponId),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ability {
    /// Not grounded by weapons with an Area of effect (T-EQP-2).
    Stability,
    /// T-EQP-3
    Designator,
    /// +1 Accuracy, and Stealth is ignored (T-EQP-4).
    Detection,
    Stealth,
    /// The activation costs nothing until the first leader falls (T-THR-5).
    Relay,
    /// Lifts low walls (T-TER-4).
    Hoist,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Specialist {
    /// T-SPE-1
    CombatEngineer,
    /// T-SPE-2
    Mechanic,
    /// T-SPE-3
    Medic,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Weapon {
    pub key: String,
    pub name: String,
    /// Close combat weapons are used hand to hand alone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub close: bool,
    pub aim: Aim,
    /// Attack rate; a flamer, which rolls no test, has 1.
    pub rate: u8,
    #[serde(default)]
    pub rerolls: u8,
    pub penetration: u8,
    pub damage: u8,
    /// Area of effect in centimetres: it fires indirectly (T-IND-1), or as a flamer does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<u8>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub abilities: Vec<WeaponAbility>,
    #[serde(default)]
    pub sources: Sources,
}

/// What stands in the Accuracy box (T-UNI-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Aim {
    Accuracy(u8),
    /// The same face at every range (T-WPN-1, T-WPN-4).
    Needs(u8),
    /// No test up to this range band (T-WPN-2).
    Reaches(u8),
}

impl Aim {
    /// Its field in the files and in [`Sources`].
    pub fn field(self) -> &'static str {
        match self {
            Aim::Accuracy(_) => "accuracy",
            Aim::Needs(_) => "needs",
            Aim::Reaches(_) => "reaches",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WeaponAbility {
    /// T-WPN-1
    LockedShot,
    /// T-WPN-2
    Projection,
    /// T-WPN-3
    Sniper,
    /// Called in by officers and leaders, no unit's own (T-WPN-4).
    ArtilleryStrike,
}

/// How a weapon fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fire {
    Direct,
    Indirect,
    Projection,
}

/// A name from a list as a word in the middle of a sentence: "missile launcher", but "Volcano MG" and "Fire Toads".
pub fn in_sentence(name: &str) -> String {
    let mut letters = name.chars();
    match letters.next() {
        Some(first) if !letters.clone().any(char::is_uppercase) => {
            first.to_lowercase().chain(letters).collect()
        }
        Some(_) | None => name.to_owned(),
    }
}

impl Weapon {
    pub fn has(&self, ability: WeaponAbility) -> bool {
        self.abilities.contains(&ability)
    }

    pub fn fire(&self) -> Fire {
        if self.has(WeaponAbility::Projection) {
            Fire::Projection
        } else if self.area.is_some() {
            Fire::Indirect
        } else {
            Fire::Direct
        }
    }

    pub fn is_locked(&self) -> bool {
        self.has(WeaponAbility::LockedShot)
    }
}

/// An officer with a name (T-HER-1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hero {
    pub key: String,
    pub name: String,
    pub army: ArmyId,
    pub rank: u8,
    pub category: Category,
    pub grade: u8,
    pub cost: u32,
    /// On foot.
    pub profile: Profile,
    pub ranged: Vec<Carried>,
    pub close: Vec<WeaponId>,
    /// The machine he pilots; then he leads units of that entry alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aboard: Option<EntryId>,
    /// He is the pilot of missions alone, not for companies (T-MIS-61).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub mission_pilot: bool,
    #[serde(default)]
    pub sources: Sources,
}

impl Library {
    pub fn army(&self, id: ArmyId) -> Option<&Army> {
        self.armies.get(usize::from(id.0))
    }

    pub fn weapon(&self, id: WeaponId) -> Option<&Weapon> {
        self.weapons.get(usize::from(id.0))
    }

    pub fn entry(&self, id: EntryId) -> Option<&Entry> {
        self.entries.get(usize::from(id.0))
    }

    pub fn equipment(&self, id: EquipmentId) -> Option<&Equipment> {
        self.equipment.get(usize::from(id.0))
    }

    pub fn hero(&self, id: HeroId) -> Option<&Hero> {
        self.heroes.get(usize::from(id.0))
    }

    pub fn army_of_key(&self, key: &str) -> Option<ArmyId> {
        position(&self.armies, |army| army.key == key).map(ArmyId)
    }

    pub fn weapon_of_key(&self, key: &str) -> Option<WeaponId> {
        position(&self.weapons, |weapon| weapon.key == key).map(WeaponId)
    }

    pub fn entry_of_key(&self, key: &str) -> Option<EntryId> {
        position(&self.entries, |entry| entry.key == key).map(EntryId)
    }

    pub fn equipment_of_key(&self, key: &str) -> Option<EquipmentId> {
        position(&self.equipment, |item| item.key == key).map(EquipmentId)
    }

    pub fn hero_of_key(&self, key: &str) -> Option<HeroId> {
        position(&self.heroes, |hero| hero.key == key).map(HeroId)
    }

    /// The weapon of an artillery strike, where the data has one.
    pub fn artillery(&self) -> Option<WeaponId> {
        position(&self.weapons, |weapon| weapon.has(WeaponAbility::ArtilleryStrike)).map(WeaponId)
    }
}

fn position<T>(list: &[T], is: impl Fn(&T) -> bool) -> Option<u16> {
    list.iter().position(is).and_then(|place| u16::try_from(place).ok())
}

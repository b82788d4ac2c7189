//! What is chosen before a battle: two forces, unit by unit. The set-up carries every profile and weapon with it, so
//! a battle is played to its end with the values it began with, whatever becomes of a server's files.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::buildings::{Building, Plan, wrong_with};
use super::data::Library;
use super::profile::{Faction, ModelRule, Profile, Weapon};
use super::state::{
    Ammo, Condition, Distort, Drone, Gun, Model, Options, OrderDice, Phase, Side, Soma, State,
    Unit, WeaponId,
};
use crate::colour::Colour;
use crate::ids::Seat;
use crate::text::{MAX_NAME, clean_name, count};
use crate::version::RulesVersion;

/// A-GAM: a battle is fought between two.
pub const SIDES: usize = 2;
/// More than any table holds; messages stay readable.
pub const MAX_UNITS: usize = 20;
/// More than twenty of the dearest units cost.
pub const MAX_POINTS_LIMIT: u32 = 99_999;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Setup {
    pub sides: Vec<SideSetup>,
    /// Every weapon that any of the units names.
    pub weapons: Vec<Weapon>,
    #[serde(default)]
    pub options: Options,
    /// What stands on the table (B-SIZ-1).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub buildings: Vec<Plan>,
    /// The points that each side may spend, where the players have agreed on a limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points_limit: Option<u32>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SideSetup {
    pub name: String,
    pub colour: Colour,
    /// The force it fields, where it is one of the booklet's.
    pub faction: Faction,
    pub units: Vec<UnitSetup>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnitSetup {
    /// The name it goes by in this battle: "Strike-1".
    pub name: String,
    pub profile: Arc<Profile>,
}

impl Default for Setup {
    /// A battle that can be started at once.
    fn default() -> Self {
        Self::quick(Library::built_in(), Faction::Algoryn, Faction::Ghar).unwrap_or_else(|_| Self {
            sides: Vec::new(),
            weapons: Vec::new(),
            options: Options::default(),
            buildings: Vec::new(),
            points_limit: None,
        })
    }
}

impl Setup {
    /// Two forces out of a library, each unit by its key.
    pub fn of(
        library: &Library,
        sides: [(&str, Colour, Faction, &[&str]); SIDES],
    ) -> Result<Self, Vec<String>> {
        let mut faults = Vec::new();
        let mut profiles: Vec<Arc<Profile>> = Vec::new();
        for key in sides.iter().flat_map(|(_, _, _, keys)| keys.iter()) {
            match library.unit(key) {
                Some(profile) => profiles.push(Arc::new(profile.clone())),
                None => faults.push(format!("There is no unit `{key}`.")),
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let mut units = call_signs(profiles).into_iter();
        let setups = sides
            .map(|(name, colour, faction, keys)| SideSetup {
                name: name.into(),
                colour,
                faction,
                units: units.by_ref().take(keys.len()).collect(),
            })
            .into();
        let mut setup = Self {
            sides: setups,
            weapons: Vec::new(),
            options: Options::default(),
            buildings: Vec::new(),
            points_limit: None,
        };
        setup.weapons = setup.arm(library);
        setup.check()?;
        Ok(setup)
    }

    /// The quick-start forces of two factions (A-FRC-1).
    pub fn quick(library: &Library, one: Faction, other: Faction) -> Result<Self, Vec<String>> {
        let keys = |faction: Faction| -> Vec<&str> {
            library
                .force(faction)
                .map(|force| force.quick_start.iter().map(String::as_str).collect())
                .unwrap_or_default()
        };
        let (first, second) = (keys(one), keys(other));
        let (mine, theirs) = if one == other {
            (format!("{} 1", one.name()), format!("{} 2", one.name()))
        } else {
            (one.name().to_owned(), other.name().to_owned())
        };
        Self::of(
            library,
            [
                (mine.as_str(), Colour::Red, one, &first),
                (theirs.as_str(), Colour::Blue, other, &second),
            ],
        )
    }

    /// A first battle: a commander and a squad a side, on the table already, with everything explained.
    pub fn guided() -> Result<Self, Vec<String>> {
        let mut setup = Self::of(
            Library::built_in(),
            [
                ("Algoryn", Colour::Red, Faction::Algoryn, &["ai_command_squad", "ai_squad"]),
                (
                    "Concord",
                    Colour::Blue,
                    Faction::Concord,
                    &["c3_strike_command_squad", "c3_strike_squad"],
                ),
            ],
        )?;
        setup.options = Options { guided: true, ..Options::default() }.deployed(true);
        Ok(setup)
    }

    /// The weapons its units name, each once.
    pub fn arm(&self, library: &Library) -> Vec<Weapon> {
        let mut weapons: Vec<Weapon> = Vec::new();
        for key in self.keys() {
            if !weapons.iter().any(|weapon| weapon.key == key) {
                weapons.extend(library.weapon(key).cloned());
            }
        }
        weapons
    }

    fn keys(&self) -> impl Iterator<Item = &str> {
        self.sides.iter().flat_map(SideSetup::weapon_keys)
    }

    /// Everything that is wrong with it, together.
    pub fn check(&self) -> Result<(), Vec<String>> {
        let faults = self.faults(|side, faults| {
            side.check(faults);
            side.check_finished(self.points_limit, faults);
        });
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }

    /// What is wrong with it and must not be taken down at all.
    pub fn wrong(&self) -> Vec<String> {
        self.faults(SideSetup::check)
    }

    /// What is still missing before the battle can begin. A force is put together unit by unit, so a table may stand
    /// like this for a while.
    pub fn unfinished(&self) -> Vec<String> {
        self.sides.iter().flat_map(|side| side.unfinished(self.points_limit)).collect()
    }

    fn faults(&self, of_side: impl Fn(&SideSetup, &mut Vec<String>)) -> Vec<String> {
        let mut faults = Vec::new();
        if self.sides.len() != SIDES {
            faults.push(format!("A battle needs {SIDES} sides, not {}.", self.sides.len()));
        }
        for side in &self.sides {
            of_side(side, &mut faults);
        }
        if let [one, other] = self.sides.as_slice() {
            if one.name.eq_ignore_ascii_case(&other.name) {
                faults.push(format!("Both sides are called {}; rename one.", one.name));
            }
            if one.colour == other.colour {
                faults.push("Both sides have dice of the same colour; change one.".into());
            }
        }
        let mut names: Vec<(String, &str)> = self
            .sides
            .iter()
            .flat_map(|side| &side.units)
            .map(|unit| (unit.name.to_lowercase(), unit.name.as_str()))
            .collect();
        names.sort();
        for alike in names.chunk_by(|(one, _), (other, _)| one == other) {
            if let [(_, name), _, ..] = alike {
                faults.push(format!("Two units are called {name}; rename one."));
            }
        }
        for key in self.keys() {
            if !self.weapons.iter().any(|weapon| weapon.key == key && !weapon.modes.is_empty()) {
                let fault = format!("The weapon `{key}` is not described.");
                if !faults.contains(&fault) {
                    faults.push(fault);
                }
            }
        }
        faults.extend(wrong_with(&self.buildings));
        faults.dedup();
        faults
    }
}

impl SideSetup {
    /// The weapons its units name, as often as they do.
    pub(super) fn weapon_keys(&self) -> impl Iterator<Item = &str> {
        self.units.iter().flat_map(|unit| {
            let carried = unit.profile.troops.iter().flat_map(|troop| &troop.weapons);
            carried.chain(&unit.profile.team_weapon).map(String::as_str)
        })
    }

    fn check(&self, faults: &mut Vec<String>) {
        if clean_name(&self.name).as_deref() != Some(self.name.as_str()) {
            faults.push("A side needs a name of at most 32 plain characters.".into());
        }
        if self.units.len() > MAX_UNITS {
            let has = count(u32::try_from(self.units.len()).unwrap_or(u32::MAX), "unit", "units");
            faults.push(format!("{} has {has}; a force has 1 to {MAX_UNITS}.", self.name));
        }
        for unit in &self.units {
            if clean_name(&unit.name).as_deref() != Some(unit.name.as_str()) {
                faults.push(format!(
                    "{}: a unit needs a name of at most 32 plain characters.",
                    self.name
                ));
            }
            if unit.profile.models() == 0 || unit.profile.models() > usize::from(u8::MAX) {
                let models = unit.profile.models();
                faults.push(format!("{} has {models} models; a unit has 1 to 255.", unit.name));
            }
            if self.faction != Faction::Other
                && unit.profile.faction != Faction::Other
                && !unit.profile.serves(self.faction)
            {
                faults.push(format!(
                    "The {} force cannot take {}: it belongs to the {} force.",
                    self.faction.name(),
                    unit.profile.name,
                    unit.profile.faction.name()
                ));
            }
        }
    }

    /// What its units cost together; `None` where no value is known of any. Units without one count nothing.
    pub fn points(&self) -> Option<u32> {
        let mut known = self.units.iter().filter_map(|unit| unit.profile.points).peekable();
        known.peek()?;
        Some(known.map(u32::from).sum())
    }

    /// What this side still needs before the battle can begin, at a table with this limit of points.
    pub fn unfinished(&self, limit: Option<u32>) -> Vec<String> {
        let mut faults = Vec::new();
        self.check_finished(limit, &mut faults);
        faults
    }

    fn check_finished(&self, limit: Option<u32>, faults: &mut Vec<String>) {
        if self.units.is_empty() {
            faults.push(format!("{} has 0 units; a force has 1 to {MAX_UNITS}.", self.name));
        }
        self.check_numbers(faults);
        if let (Some(limit), Some(points)) = (limit, self.points())
            && points > limit
        {
            faults.push(format!(
                "{} has {points} points, {} more than the {limit} that were agreed; take a unit out, or change the limit \
                 with `/force options`.",
                self.name,
                points - limit
            ));
        }
    }

    /// A-FRC-3
    fn check_numbers(&self, faults: &mut Vec<String>) {
        let number = |key: &str| self.units.iter().filter(|unit| unit.profile.key == key).count();
        let mut seen: Vec<&str> = Vec::new();
        for unit in &self.units {
            let Some(other) = &unit.profile.not_more_than else { continue };
            if seen.contains(&unit.profile.key.as_str()) {
                continue;
            }
            seen.push(&unit.profile.key);
            let (has, needs) = (number(&unit.profile.key), number(other));
            if has > needs {
                let others = in_words(other);
                faults.push(format!(
                    "{} has {has} × {} but only {needs} × {others}; take as many of the second.",
                    self.name, unit.profile.name
                ));
            }
        }
    }
}

/// `outcast_squad` as "Outcast Squad".
fn in_words(key: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| {
            first.to_uppercase().chain(letters).collect::<String>()
        })
    };
    key.split('_').map(capital).collect::<Vec<_>>().join(" ")
}

/// Names for all the units of a battle: the profile's own, with a number where there are several.
pub fn call_signs(profiles: Vec<Arc<Profile>>) -> Vec<UnitSetup> {
    let names: Vec<String> = profiles.iter().map(|profile| profile.name.clone()).collect();
    let like = |name: &str, names: &[String]| names.iter().filter(|other| *other == name).count();
    profiles
        .into_iter()
        .zip(&names)
        .enumerate()
        .map(|(i, (profile, name))| {
            let name = match like(name, &names) {
                1 => name.clone(),
                _ => numbered(name, like(name, &names[..=i])),
            };
            UnitSetup { name, profile }
        })
        .collect()
}

/// A long name is cut to leave room for the number behind it.
pub(super) fn numbered(name: &str, number: usize) -> String {
    let number = format!(" {number}");
    let room = MAX_NAME.saturating_sub(number.len());
    let name: String = name.chars().take(room).collect();
    format!("{}{number}", name.trim_end())
}

impl State {
    /// The battle before its first die; only for a set-up that has passed its check.
    pub(super) fn new(setup: &Setup, rules: RulesVersion) -> Self {
        let armoury = Arc::new(setup.weapons.clone());
        let weapon = |key: &str| {
            armoury
                .iter()
                .position(|weapon| weapon.key == key)
                .and_then(|place| u16::try_from(place).ok())
                .map(WeaponId)
        };
        let mut units = Vec::new();
        for (seat, side) in (0..).map(Seat).zip(&setup.sides) {
            for unit in &side.units {
                units.push(Unit::new(seat, unit, &weapon));
            }
        }
        let ghar = setup.sides.iter().any(|side| side.faction == Faction::Ghar)
            || units.iter().any(Unit::is_ghar);
        let mut state = State {
            rules,
            options: setup.options,
            armoury,
            sides: setup
                .sides
                .iter()
                .map(|side| Side { name: side.name.clone(), colour: side.colour })
                .collect(),
            units,
            buildings: setup.buildings.iter().cloned().map(Building::new).collect(),
            turn: 0,
            phase: Phase::Deploying,
            distort: Distort { in_play: ghar, in_bag: ghar, pending: false },
            gaps: Vec::new(),
            flow: Box::default(),
            proposal: None,
            proposals: 0,
            ending: None,
        };
        if state.options.already_deployed {
            for unit in &mut state.units {
                unit.deployed = true;
            }
            state.phase = state.phase_after_deployment();
            state.turn = u32::from(state.phase == Phase::Orders);
        } else if state.units.iter().any(Unit::is_sniper) {
            state.phase = Phase::DeployingSnipers;
        }
        state
    }

    /// A-MOV-9: infiltrators move before the first die.
    pub(super) fn phase_after_deployment(&self) -> Phase {
        if self.units.iter().any(Unit::may_infiltrate) {
            Phase::Infiltrating
        } else {
            Phase::Orders
        }
    }
}

impl Unit {
    fn new(side: Seat, setup: &UnitSetup, weapon: &impl Fn(&str) -> Option<WeaponId>) -> Self {
        let profile = &setup.profile;
        let models = (0..)
            .zip(&profile.troops)
            .flat_map(|(number, troop)| {
                let weapons: Vec<WeaponId> =
                    troop.weapons.iter().filter_map(|key| weapon(key)).collect();
                let model = Model {
                    troop: number,
                    stats: troop.stats,
                    lost: false,
                    immobilised: false,
                    broken: Vec::new(),
                    weapons,
                };
                std::iter::repeat_n(model, usize::from(troop.count))
            })
            .collect();
        let soma = if profile.any(ModelRule::SomaGraft) { Soma::Dormant } else { Soma::None };
        Unit {
            side,
            name: setup.name.clone(),
            profile: Arc::clone(profile),
            models,
            gun: profile
                .team_weapon
                .as_deref()
                .and_then(weapon)
                .map(|weapon| Gun { weapon, condition: Condition::Working }),
            gear: profile.gear.iter().map(|kind| Drone { kind: *kind, lost: false }).collect(),
            pins: 0,
            dice: OrderDice { total: profile.dice(), lost: 0, placed: Vec::new() },
            deployed: false,
            destroyed: false,
            lock: None,
            ammo: Ammo::Plenty,
            soma,
            paths: Vec::new(),
            sprinting: false,
            infiltrated: false,
            spot: None,
            emplaced: None,
        }
    }

    /// A-MOV-9
    pub fn may_infiltrate(&self) -> bool {
        self.deployed && !self.destroyed && !self.infiltrated && self.all(ModelRule::Infiltrator)
    }

    /// Its dice leave the game (A-BAG-4).
    pub(super) fn destroy(&mut self) {
        self.destroyed = true;
        self.sprinting = false;
        self.dice.lost = self.dice.total;
        self.dice.placed.clear();
        self.lock = None;
        self.spot = None;
        self.emplaced = None;
    }
}

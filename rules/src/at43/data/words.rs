//! The words of the files for what a rule knows by name. They are those under which games are saved.

use crate::at43::mission::{Ground, PlaceKind, Role, Tie};
use crate::at43::profile::{Ability, Category, Source, Specialist, WeaponAbility};

pub fn category(category: Category) -> &'static str {
    category.name()
}

pub const ABILITIES: [Ability; 6] = [
    Ability::Stability,
    Ability::Designator,
    Ability::Detection,
    Ability::Stealth,
    Ability::Relay,
    Ability::Hoist,
];

pub fn ability(ability: Ability) -> &'static str {
    match ability {
        Ability::Stability => "stability",
        Ability::Designator => "designator",
        Ability::Detection => "detection",
        Ability::Stealth => "stealth",
        Ability::Relay => "relay",
        Ability::Hoist => "hoist",
    }
}

pub const SPECIALISTS: [Specialist; 3] =
    [Specialist::CombatEngineer, Specialist::Mechanic, Specialist::Medic];

pub fn specialist(specialist: Specialist) -> &'static str {
    match specialist {
        Specialist::CombatEngineer => "combat_engineer",
        Specialist::Mechanic => "mechanic",
        Specialist::Medic => "medic",
    }
}

pub const WEAPON_ABILITIES: [WeaponAbility; 4] = [
    WeaponAbility::LockedShot,
    WeaponAbility::Projection,
    WeaponAbility::Sniper,
    WeaponAbility::ArtilleryStrike,
];

pub fn weapon_ability(ability: WeaponAbility) -> &'static str {
    match ability {
        WeaponAbility::LockedShot => "locked_shot",
        WeaponAbility::Projection => "projection",
        WeaponAbility::Sniper => "sniper",
        WeaponAbility::ArtilleryStrike => "artillery_strike",
    }
}

pub const GROUNDS: [Ground; 4] =
    [Ground::NoMansLand, Ground::PacifiedRegion, Ground::TrenchWar, Ground::Map];

pub fn ground(ground: Ground) -> &'static str {
    match ground {
        Ground::NoMansLand => "no_mans_land",
        Ground::PacifiedRegion => "pacified_region",
        Ground::TrenchWar => "trench_war",
        Ground::Map => "map",
    }
}

pub const PLACE_KINDS: [PlaceKind; 7] = [
    PlaceKind::Point,
    PlaceKind::Container,
    PlaceKind::Nanogenerator,
    PlaceKind::Wreck,
    PlaceKind::DropPoint,
    PlaceKind::AccessZone,
    PlaceKind::DeploymentZone,
];

pub fn place_kind(kind: PlaceKind) -> &'static str {
    match kind {
        PlaceKind::Point => "point",
        PlaceKind::Container => "container",
        PlaceKind::Nanogenerator => "nanogenerator",
        PlaceKind::Wreck => "wreck",
        PlaceKind::DropPoint => "drop_point",
        PlaceKind::AccessZone => "access_zone",
        PlaceKind::DeploymentZone => "deployment_zone",
    }
}

pub const ROLES: [Role; 2] = [Role::Attacker, Role::Defender];

pub fn role(role: Role) -> &'static str {
    match role {
        Role::Attacker => "attacker",
        Role::Defender => "defender",
    }
}

/// Whose zone it is in a mission without roles: each side has one.
pub const EACH: &str = "each";

pub const TIES: [Tie; 3] = [Tie::Place, Tie::MoreObjectives, Tie::MorePoints];

pub fn tie(tie: Tie) -> &'static str {
    match tie {
        Tie::Place => "place",
        Tie::MoreObjectives => "more_objectives",
        Tie::MorePoints => "more_points",
    }
}

pub(super) fn source(source: Source) -> &'static str {
    match source {
        Source::Printed => "printed",
        Source::Derived => "derived",
        Source::House => "house",
        Source::Server => "server",
    }
}

/// Words with what they mean, as the reader of files wants them.
pub(super) fn list<T: Copy>(all: &[T], word: fn(T) -> &'static str) -> Vec<(String, T)> {
    all.iter().map(|value| (word(*value).to_owned(), *value)).collect()
}

//! From the tables of a file to missions.

use toml::Table;

use super::bounds::{
    FORCES, LAST_ROUND, MAX_LINE, MAX_PLACES, MAX_TOLD, MISSION_NUMBER, ON_TABLE, PAYS, PROTECTION,
    STRUCTURE, SUPPLIES, WINNING_POINTS,
};
use super::fields::{Fields, Origin};
use super::words::{EACH, GROUNDS, PLACE_KINDS, ROLES, TIES, ground, list, place_kind, role, tie};
use crate::at43::mission::{
    Eliminated, Ends, Forces, Ground, Mission, PlaceKind, PlaceSpec, Rescue, Role, Supplies, Tie,
};
use crate::file::entry::Faults;

/// The first is the book's own.
const MISSION_FIELDS: [&str; 24] = [
    "number",
    "key",
    "name",
    "roles",
    "ground",
    "each",
    "attacker",
    "defender",
    "eliminated",
    "containers",
    "nanogenerators",
    "container_pays",
    "nanogenerator_pays",
    "evacuated_infantry",
    "evacuated_machines",
    "rescue",
    "may_wait",
    "reinforcements",
    "ends",
    "told",
    "printed",
    "derived",
    "house",
    "place",
];
const MISSION_VALUES: [&str; 20] = [
    "name",
    "roles",
    "ground",
    "each",
    "attacker",
    "defender",
    "eliminated",
    "containers",
    "nanogenerators",
    "container_pays",
    "nanogenerator_pays",
    "evacuated_infantry",
    "evacuated_machines",
    "rescue",
    "may_wait",
    "reinforcements",
    "ends",
    "told",
    "place",
    "lies",
];
const FORCES_FIELDS: [&str; 2] = ["assault", "reinforcement"];
const ELIMINATED_FIELDS: [&str; 3] = ["infantry", "machines", "officer"];
const SUPPLIES_FIELDS: [&str; 3] = ["capture", "control", "attacker_captures"];
const RESCUE_FIELDS: [&str; 4] = ["met", "evacuated", "protection", "structure"];
const ENDS_FIELDS: [&str; 3] = ["after_round", "points", "tie"];
const PLACE_FIELDS: [&str; 7] = ["name", "kind", "control", "pays", "of", "bars", "lies"];

pub(super) fn mission(
    item: String,
    table: &Table,
    origin: Origin,
    old: Option<&Mission>,
    faults: &mut Faults,
) -> Mission {
    let fields = match origin {
        Origin::BuiltIn => MISSION_FIELDS.get(..),
        Origin::Server => MISSION_FIELDS.get(1..),
    };
    let mut fields = Fields::open(item, table, fields.unwrap_or_default(), faults);
    let sources = fields.sources(origin, &MISSION_VALUES, old.map(|old| &old.sources));
    let number = match origin {
        Origin::BuiltIn => fields.entry.optional_number("number", MISSION_NUMBER),
        Origin::Server => old.and_then(|old| old.number),
    };
    let (key, name) = (fields.key(), fields.name_or(old.map(|old| &old.name)));
    let roles = fields.flag_or("roles", old.is_some_and(|old| old.roles));
    let (strange, instead): (&[&str], &str) = if roles {
        (&[EACH], "with roles \"attacker\" and \"defender\" have their own AP")
    } else {
        (&["attacker", "defender"], "without roles the AP stand under \"each\"")
    };
    for field in strange {
        if fields.has(field) {
            fields.fault(field, instead);
        }
    }
    let grounds = list(&GROUNDS, ground);
    Mission {
        key,
        name,
        number,
        roles,
        ground: fields
            .choice_or("ground", &grounds, old.map(|old| old.ground))
            .unwrap_or(Ground::Map),
        attacker: forces(&mut fields, roles, Role::Attacker, old.and_then(|old| old.attacker)),
        defender: forces(&mut fields, roles, Role::Defender, old.and_then(|old| old.defender)),
        eliminated: match fields.part("eliminated") {
            None => old.map(|old| old.eliminated).unwrap_or_default(),
            Some(part) => eliminated(&mut fields, part),
        },
        places: places(&mut fields, roles, old),
        containers: fields.number_or(
            "containers",
            ON_TABLE,
            Some(old.map_or(0, |old| old.containers)),
        ),
        nanogenerators: fields.number_or(
            "nanogenerators",
            ON_TABLE,
            Some(old.map_or(0, |old| old.nanogenerators)),
        ),
        container_pays: supplies(&mut fields, "container_pays", old.map(|old| old.container_pays)),
        nanogenerator_pays: supplies(
            &mut fields,
            "nanogenerator_pays",
            old.map(|old| old.nanogenerator_pays),
        ),
        evacuated_infantry: fields.number_or(
            "evacuated_infantry",
            PAYS,
            Some(old.map_or(0, |old| old.evacuated_infantry)),
        ),
        evacuated_machines: fields.number_or(
            "evacuated_machines",
            PAYS,
            Some(old.map_or(0, |old| old.evacuated_machines)),
        ),
        rescue: match fields.part("rescue") {
            None => old.and_then(|old| old.rescue),
            Some(part) => Some(rescue(&mut fields, part)),
        },
        may_wait: fields.flag_or("may_wait", old.is_none_or(|old| old.may_wait)),
        reinforcements: fields.flag_or("reinforcements", old.is_some_and(|old| old.reinforcements)),
        ends: ends(&mut fields, old.map(|old| old.ends)),
        told: match fields.line("told", MAX_TOLD) {
            None => old.map(|old| old.told.clone()).unwrap_or_default(),
            Some(told) => told,
        },
        sources,
    }
}

/// Of equal sides the attacker's figures hold for all; the file calls them each side's.
fn forces(
    fields: &mut Fields<'_, '_>,
    roles: bool,
    role: Role,
    old: Option<Forces>,
) -> Option<Forces> {
    let field = match (role, roles) {
        (Role::Attacker, false) => EACH,
        (Role::Attacker, true) => "attacker",
        (Role::Defender, true) => "defender",
        (Role::Defender, false) => return None,
    };
    let Some(part) = fields.part(field) else { return old };
    let item = format!("{}, {field}", fields.entry.item);
    let mut part = Fields::open(item, part, &FORCES_FIELDS, fields.entry.faults);
    Some(Forces {
        assault: part.entry.number("assault", FORCES),
        reinforcement: part.number_or("reinforcement", FORCES, Some(0)),
    })
}

fn eliminated(fields: &mut Fields<'_, '_>, part: &Table) -> Eliminated {
    let item = format!("{}, eliminated", fields.entry.item);
    let mut part = Fields::open(item, part, &ELIMINATED_FIELDS, fields.entry.faults);
    Eliminated {
        infantry: part.number_or("infantry", PAYS, Some(0)),
        machines: part.number_or("machines", PAYS, Some(0)),
        officer: part.number_or("officer", PAYS, Some(0)),
    }
}

fn supplies(fields: &mut Fields<'_, '_>, field: &str, old: Option<Supplies>) -> Supplies {
    let Some(part) = fields.part(field) else { return old.unwrap_or_default() };
    let item = format!("{}, {field}", fields.entry.item);
    let mut part = Fields::open(item, part, &SUPPLIES_FIELDS, fields.entry.faults);
    Supplies {
        capture: part.number_or("capture", SUPPLIES, Some(0)),
        control: part.number_or("control", SUPPLIES, Some(0)),
        attacker_captures: part.flag_or("attacker_captures", false),
    }
}

fn rescue(fields: &mut Fields<'_, '_>, part: &Table) -> Rescue {
    let item = format!("{}, rescue", fields.entry.item);
    let mut part = Fields::open(item, part, &RESCUE_FIELDS, fields.entry.faults);
    Rescue {
        met: part.entry.number("met", PAYS),
        evacuated: part.entry.number("evacuated", PAYS),
        protection: part.entry.number("protection", PROTECTION),
        structure: part.entry.number("structure", STRUCTURE),
    }
}

fn ends(fields: &mut Fields<'_, '_>, old: Option<Ends>) -> Ends {
    let Some(part) = fields.part("ends") else {
        if old.is_none() && !fields.has("ends") {
            let problem = "it is missing; write { after_round = 6 } or { points = 10, tie = \"more_points\" }";
            fields.fault("ends", problem);
        }
        return old.unwrap_or(Ends::AfterRound(1));
    };
    let item = format!("{}, ends", fields.entry.item);
    let mut part = Fields::open(item, part, &ENDS_FIELDS, fields.entry.faults);
    if !part.has("after_round") {
        return Ends::AtPoints {
            points: part.entry.number("points", WINNING_POINTS),
            tie: part.entry.choice("tie", &list(&TIES, tie)).unwrap_or(Tie::MorePoints),
        };
    }
    for other in ["points", "tie"] {
        if part.has(other) {
            part.fault(other, "a mission ends after a round or at points, not both");
        }
    }
    Ends::AfterRound(part.entry.number("after_round", LAST_ROUND))
}

fn places(fields: &mut Fields<'_, '_>, roles: bool, old: Option<&Mission>) -> Vec<PlaceSpec> {
    let Some(rows) = fields.rows_or("place", "mission", MAX_PLACES, old.is_some()) else {
        return old.map(|old| old.places.clone()).unwrap_or_default();
    };
    let named: Vec<(String, Role)> = list(&ROLES, role);
    // of equal sides each has the attacker's zone
    let owners = if roles { named.clone() } else { vec![(EACH.to_owned(), Role::Attacker)] };
    let mut places = Vec::new();
    for (item, row) in rows {
        let mut fields = Fields::open(item, row, &PLACE_FIELDS, fields.entry.faults);
        places.push(PlaceSpec {
            name: fields.entry.name(),
            kind: fields
                .entry
                .choice("kind", &list(&PLACE_KINDS, place_kind))
                .unwrap_or(PlaceKind::Point),
            control: fields.number_or("control", PAYS, Some(0)),
            pays: fields.entry.optional_choice("pays", &named),
            of: fields.entry.optional_choice("of", &owners),
            bars: fields.entry.optional_choice("bars", &named),
            lies: fields.line("lies", MAX_LINE).unwrap_or_default(),
        });
    }
    places
}

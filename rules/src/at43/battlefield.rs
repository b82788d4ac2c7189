//! What the game knows of the table: places with whom they belong to, terrain with its Size, the wreck of a rescue.

use super::command::Laid;
use super::data::{self, terrain};
use super::event::{DrawnEdge, Edge};
use super::mission::{PlaceKind, PlaceSpec, Role};
use super::run::Run;
use super::state::{Element, ElementKind, Pilot, Place, PlaceId, State, Tough, Wreck};
use crate::ids::Seat;
use crate::refusal::Refusal;

const EDGES: [Edge; 4] = [Edge::North, Edge::East, Edge::South, Edge::West];

impl Edge {
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            Edge::North => Edge::South,
            Edge::East => Edge::West,
            Edge::South => Edge::North,
            Edge::West => Edge::East,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Edge::North => "north",
            Edge::East => "east",
            Edge::South => "south",
            Edge::West => "west",
        }
    }
}

/// An edge of the table for each side: of two, opposite ones; of more, none twice (T-MIS-11, T-MIS-21).
pub(super) fn draw_edges(run: &mut Run<'_>) -> Result<Vec<DrawnEdge>, Refusal> {
    let seats: Vec<Seat> = run.state.seats().collect();
    let two = seats.len() == 2;
    let mut left = EDGES.to_vec();
    let mut drawn = Vec::new();
    for seat in seats {
        let sides = u32::try_from(left.len()).unwrap_or(1);
        let roll = if sides > 1 {
            let side = run.state.side_name(seat);
            let what = format!("the edge of {side}: {}", numbered(&left));
            run.throw_sides(seat, 1, sides, what)?.first().copied()
        } else {
            None
        };
        let place = roll.map_or(0, |roll| roll.face.saturating_sub(1));
        let place = usize::try_from(place).unwrap_or(0);
        let Some(edge) = left.get(place).copied() else { continue };
        if two {
            left = vec![edge.opposite()];
        } else {
            left.remove(place);
        }
        drawn.push(DrawnEdge { seat, edge, roll });
    }
    Ok(drawn)
}

/// "1 north, 2 east"
fn numbered(edges: &[Edge]) -> String {
    let edges: Vec<String> =
        (1..).zip(edges).map(|(face, edge): (u32, _)| format!("{face} {}", edge.name())).collect();
    edges.join(", ")
}

/// The element that the rules know by this kind (T-TER-2, T-TER-3).
pub fn known(kind: ElementKind) -> Option<&'static data::Element> {
    let key = match kind {
        ElementKind::LowWall => "low-wall",
        ElementKind::Container => "container",
        ElementKind::Nanogenerator => "nanogenerator",
        ElementKind::Other => return None,
    };
    terrain().element(key)
}

/// The places of the mission, then containers and nanogenerators by number. Of a mission without roles each side has a zone
/// of its own.
pub(super) fn places(state: &State, edges: &[DrawnEdge]) -> Vec<Place> {
    let Some(mission) = &state.mission else { return Vec::new() };
    let mut places = Vec::new();
    for (at, spec) in mission.places.iter().enumerate() {
        let told = state.field.places.get(at).filter(|told| !told.is_empty());
        let plain = Place { lies: told.unwrap_or(&spec.lies).clone(), ..place(state, spec) };
        if mission.roles || spec.of.is_none() {
            places.push(plain);
            continue;
        }
        for seat in state.seats() {
            let edge = edges.iter().find(|drawn| drawn.seat == seat);
            let edge = edge.filter(|_| spec.kind == PlaceKind::AccessZone);
            let lies = edge.map(|drawn| format!("on the {} edge", drawn.edge.name()));
            places.push(Place {
                name: format!("{} of {}", spec.name, state.side_name(seat)),
                of: Some(seat),
                lies: lies.unwrap_or_else(|| plain.lies.clone()),
                ..plain.clone()
            });
        }
    }
    let field = &state.field;
    for (kind, name, number) in [
        (PlaceKind::Container, "Container", field.containers.unwrap_or(mission.containers)),
        (
            PlaceKind::Nanogenerator,
            "Nanogenerator",
            field.nanogenerators.unwrap_or(mission.nanogenerators),
        ),
    ] {
        for number in 1..=number {
            let spec = PlaceSpec {
                name: format!("{name} {number}"),
                kind,
                control: 0,
                pays: None,
                of: None,
                bars: None,
                lies: String::new(),
            };
            places.push(place(state, &spec));
        }
    }
    places
}

fn place(state: &State, spec: &PlaceSpec) -> Place {
    let seat = |part: Option<Role>| part.and_then(|part| state.seat_of_part(part));
    Place {
        name: spec.name.clone(),
        kind: spec.kind,
        control: spec.control,
        pays: seat(spec.pays),
        of: seat(spec.of),
        bars: seat(spec.bars),
        controlled_by: None,
        captured_by: Vec::new(),
        counts: Vec::new(),
        lies: spec.lies.clone(),
        gone: false,
    }
}

/// Terrain as it was described, and what the objectives among the places consist of.
pub(super) fn elements(state: &State, places: &[Place]) -> Vec<Element> {
    let laid = &state.field.elements;
    let described = laid.iter().enumerate().map(|(at, laid)| Element {
        name: numbered_name(&state.field.elements, at, laid),
        kind: laid.kind,
        size: laid.size,
        tough: known(laid.kind).map(tough).or(laid.tough),
        place: None,
        gone: false,
    });
    let ids = (0..=u8::MAX).map(PlaceId);
    let objectives = ids.zip(places).filter_map(|(id, place)| {
        let kind = match place.kind {
            PlaceKind::Container => ElementKind::Container,
            PlaceKind::Nanogenerator => ElementKind::Nanogenerator,
            PlaceKind::Point
            | PlaceKind::Wreck
            | PlaceKind::DropPoint
            | PlaceKind::AccessZone
            | PlaceKind::DeploymentZone => return None,
        };
        let known = known(kind)?;
        Some(Element {
            name: place.name.clone(),
            kind,
            size: known.size,
            tough: Some(tough(known)),
            place: Some(id),
            gone: false,
        })
    });
    described.chain(objectives).collect()
}

fn tough(element: &data::Element) -> Tough {
    Tough { protection: element.protection, structure: element.structure }
}

/// Of several with one name, each has a number.
fn numbered_name(all: &[Laid], at: usize, laid: &Laid) -> String {
    let alike = |some: &[Laid]| some.iter().filter(|other| other.name == laid.name).count();
    if alike(all) < 2 {
        return laid.name.clone();
    }
    let before = alike(all.get(..at).unwrap_or_default());
    format!("{} {}", laid.name, before + 1)
}

/// T-MIS-64
pub(super) fn wreck(state: &State) -> Option<Wreck> {
    let rescue = state.mission.as_ref()?.rescue?;
    Some(Wreck {
        protection: rescue.protection,
        structure: rescue.structure,
        pilot: Pilot::Inside,
        home_paid: false,
    })
}

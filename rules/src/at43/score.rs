//! Victory points and reinforcement points, each with its reason (T-CTL-2 to T-CTL-4), and the pilot who is met.

use super::event::{Event, Gain, GainWhy};
use super::mission::{Mission, PlaceKind, Role as Part, Supplies};
use super::profile::{Category, EntryId, HeroId};
use super::run::Run;
use super::state::{
    Loss, LossKind, Member, MemberId, Pilot, Place, PlaceId, Role, Stands, State, Unit, UnitId,
};
use crate::ids::Seat;

/// Everything that is paid for in this control phase; `captured` are the places held for the first time.
pub fn gains(state: &State, captured: &[(PlaceId, Seat)]) -> Vec<Gain> {
    let Some(mission) = &state.mission else { return Vec::new() };
    let mut gains = losses(state, mission);
    for (id, place) in state.place_ids().zip(&state.places) {
        for (_, by) in captured.iter().filter(|(captured, _)| *captured == id) {
            let rp = captures(state, mission, place, *by);
            gains.push(Gain { seat: *by, vp: 0, rp, why: GainWhy::Captured(id) });
        }
        if let Some(by) = place.controlled_by {
            let paid = place.pays.is_none_or(|paid| paid == by);
            let vp = if paid { place.control } else { 0 };
            let rp = supplies(mission, place.kind).control;
            gains.push(Gain { seat: by, vp, rp, why: GainWhy::Controls(id) });
        }
    }
    for (seat, side) in state.seats().zip(&state.sides) {
        gains.extend(side.evacuated.iter().map(|id| {
            let infantry = state.unit(*id).is_some_and(|unit| state.is_infantry(unit));
            let vp = if infantry { mission.evacuated_infantry } else { mission.evacuated_machines };
            Gain { seat, vp, rp: 0, why: GainWhy::Evacuated(*id) }
        }));
    }
    gains.extend(rescue(state, mission));
    gains.retain(|gain| gain.vp > 0 || gain.rp > 0);
    gains
}

/// T-CTL-3
fn losses(state: &State, mission: &Mission) -> Vec<Gain> {
    let mut gains = Vec::new();
    let mut paid: Vec<(UnitId, LossKind)> = Vec::new();
    for loss in &state.losses {
        if paid.contains(&(loss.unit, loss.what)) {
            continue;
        }
        paid.push((loss.unit, loss.what));
        let vp = match loss.what {
            LossKind::Infantry => mission.eliminated.infantry,
            LossKind::Machines => mission.eliminated.machines,
            LossKind::Officer => mission.eliminated.officer,
        };
        let why = GainWhy::Eliminated(loss.unit, loss.what);
        let seats = paid_for(state, *loss).into_iter();
        gains.extend(seats.map(|seat| Gain { seat, vp, rp: 0, why }));
    }
    gains
}

/// Of two sides the other one; of more, the one whose action did it. Nobody is paid for his own: then, and for rout and
/// abandonment, each of the others is (T-CTL-3).
fn paid_for(state: &State, loss: Loss) -> Vec<Seat> {
    let Some(owner) = state.unit(loss.unit).map(|unit| unit.side) else { return Vec::new() };
    let others: Vec<Seat> = state.seats().filter(|seat| *seat != owner).collect();
    match loss.by.filter(|by| others.contains(by)) {
        Some(by) => vec![by],
        None => others,
    }
}

fn supplies(mission: &Mission, kind: PlaceKind) -> Supplies {
    match kind {
        PlaceKind::Container => mission.container_pays,
        PlaceKind::Nanogenerator => mission.nanogenerator_pays,
        PlaceKind::Point
        | PlaceKind::Wreck
        | PlaceKind::DropPoint
        | PlaceKind::AccessZone
        | PlaceKind::DeploymentZone => Supplies::default(),
    }
}

/// Whether anybody gets RP for a container or a nanogenerator in this mission.
pub(super) fn is_paid_for(state: &State, id: PlaceId) -> bool {
    state.mission.as_ref().zip(state.place(id)).is_some_and(|(mission, place)| {
        let pays = supplies(mission, place.kind);
        pays.capture > 0 || pays.control > 0
    })
}

fn captures(state: &State, mission: &Mission, place: &Place, by: Seat) -> u32 {
    let pays = supplies(mission, place.kind);
    let attacks = state.seat_of_part(Part::Attacker) == Some(by);
    if attacks || !pays.attacker_captures { pays.capture } else { 0 }
}

/// T-MIS-62
fn rescue(state: &State, mission: &Mission) -> Vec<Gain> {
    let (Some(rescue), Some(wreck)) = (mission.rescue, state.wreck) else { return Vec::new() };
    let Some(seat) = state.seat_of_part(Part::Attacker) else { return Vec::new() };
    let gain = |vp, why| vec![Gain { seat, vp, rp: 0, why }];
    match wreck.pilot {
        Pilot::Inside if wreck_is_held(state, seat) => gain(rescue.met, GainWhy::PilotMet),
        Pilot::Evacuated if !wreck.home_paid => gain(rescue.evacuated, GainWhy::PilotHome),
        Pilot::Inside | Pilot::Out(_) | Pilot::Evacuated | Pilot::Dead => Vec::new(),
    }
}

fn wreck_is_held(state: &State, by: Seat) -> bool {
    let held = |place: &Place| place.kind == PlaceKind::Wreck && place.controlled_by == Some(by);
    state.places.iter().any(held)
}

/// The pilot as he stands beside his wreck: a hero of the attacker's army, alone and on foot (T-MIS-61, T-MIS-65).
fn pilot_on_foot(state: &State, seat: Seat) -> Option<Unit> {
    let army = state.side(seat)?.army?;
    let heroes = (0..).map(HeroId).zip(&state.library.heroes);
    let pilot = heroes.into_iter().find(|(_, hero)| hero.army == army && hero.mission_pilot);
    let (grade, aboard) = pilot.map_or((2, None), |(_, hero)| (hero.grade, hero.aboard));
    let soldiers = (0..)
        .map(EntryId)
        .zip(&state.library.entries)
        .filter(|(_, entry)| entry.army == army && entry.category == Category::Soldiers)
        .min_by_key(|(_, entry)| entry.grade.abs_diff(grade))
        .map(|(id, _)| id);
    Some(Unit {
        side: seat,
        name: pilot.map_or("Pilot", |(_, hero)| hero.name.as_str()).to_owned(),
        entry: aboard.or(soldiers).unwrap_or(EntryId(0)),
        equipment: Vec::new(),
        special: None,
        rank: pilot.map_or(1, |(_, hero)| hero.rank),
        hero: pilot.map(|(id, _)| id),
        lone_hero: true,
        value: 0,
        stands: Stands::Field,
        members: vec![Member {
            role: Role::Hero,
            out: false,
            grounded: false,
            machine: None,
            rescued_in: None,
        }],
        leader: MemberId(0),
        relay: false,
        disorganized: false,
        officer_lost: false,
        drills: Vec::new(),
        watched: Vec::new(),
        moved: false,
        played: false,
    })
}

impl Run<'_> {
    /// Points are gained, then the ceasefire is looked at (T-CTL-2); says whether the game goes on.
    pub fn score(&mut self) -> bool {
        let captured = std::mem::take(&mut self.state.flow.captured);
        let before: Vec<u32> = self.state.sides.iter().map(|side| side.vp).collect();
        let gains = gains(&self.state, &captured);
        let attacker = self.state.seat_of_part(Part::Attacker);
        self.emit(Event::Scored { gains });
        if let Some(attacker) = attacker
            && self.state.wreck.is_some_and(|wreck| wreck.pilot == Pilot::Inside)
            && wreck_is_held(&self.state, attacker)
        {
            self.meet_pilot(attacker);
        }
        self.look_at_ceasefire(&before)
    }

    fn meet_pilot(&mut self, attacker: Seat) {
        let pilot = pilot_on_foot(&self.state, attacker);
        let id = u16::try_from(self.state.units.len()).ok().map(UnitId);
        if let (Some(pilot), Some(unit)) = (pilot, id) {
            self.emit(Event::UnitAppeared { unit: Box::new(pilot) });
            self.emit(Event::PilotMet { unit });
        }
    }
}

//! Heroes: pilots on foot, and those who join a unit (T-HER-1 to T-HER-4).

use super::command::MachinePart;
use super::event::Event;
use super::lineup::usual_order;
use super::run::Run;
use super::state::{Member, MemberId, Role, Stands, State, Unit, UnitId};

/// Units that a lone hero may lead: of his category and type, without an officer (T-HER-4).
pub fn may_join(state: &State, hero: UnitId) -> Vec<UnitId> {
    let Some(lone) = state.unit(hero).filter(|unit| is_lone(unit)) else { return Vec::new() };
    let (category, grade) = (state.category(lone), state.grade(lone));
    state
        .on_field()
        .filter(|(id, unit)| *id != hero && unit.side == lone.side && !unit.lone_hero)
        .filter(|(_, unit)| state.category(unit) == category && state.grade(unit) == grade)
        .filter(|(_, unit)| unit.officer().is_none() && unit.strength() > 0)
        .map(|(id, _)| id)
        .collect()
}

fn is_lone(unit: &Unit) -> bool {
    unit.lone_hero && unit.stands == Stands::Field && unit.officer().is_some()
}

/// Impacts on machines one by one, where the others share those that would hit a hero's: whoever has fewest so far takes the
/// next, wherever it stands (T-HER-2).
pub(super) fn shielded(
    state: &State,
    unit: &Unit,
    impacts: Vec<(MemberId, u32, Option<MachinePart>)>,
) -> Vec<(MemberId, u32, Option<MachinePart>)> {
    let hero = |id: MemberId| unit.member(id).is_some_and(|member| member.role == Role::Hero);
    let others: Vec<MemberId> =
        usual_order(state, unit).into_iter().filter(|id| !hero(*id)).collect();
    if others.is_empty() {
        return impacts;
    }
    let (his, mut shared): (Vec<_>, Vec<_>) = impacts.into_iter().partition(|(id, ..)| hero(*id));
    let number: u32 = his.iter().fold(0, |sum, (_, number, _)| sum.saturating_add(*number));
    for id in others {
        if !shared.iter().any(|(known, ..)| *known == id) {
            shared.push((id, 0, None));
        }
    }
    for _ in 0..number {
        if let Some((_, fewest, _)) = shared.iter_mut().min_by_key(|(_, number, _)| *number) {
            *fewest = fewest.saturating_add(1);
        }
    }
    shared
}

impl Run<'_> {
    /// A hero whose machine is lost stands in its place, a unit of his own with a card from the next round on (T-HER-3).
    pub fn eject(&mut self, id: UnitId, pilot: MemberId) {
        let state = &self.state;
        let Some(unit) = state.unit(id) else { return };
        let aboard = unit
            .member(pilot)
            .is_some_and(|member| member.role == Role::Hero && member.machine.is_some());
        let Some(hero) = state.hero(unit).filter(|_| aboard) else { return };
        let on_foot = Unit {
            side: unit.side,
            name: hero.name.clone(),
            entry: unit.entry,
            equipment: Vec::new(),
            special: None,
            rank: unit.rank,
            hero: unit.hero,
            lone_hero: true,
            value: hero.cost,
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
            played: true,
        };
        let seat = unit.side;
        let commands = state.side(seat).is_some_and(|side| side.commander == Some(id));
        let stands = u16::try_from(state.units.len()).ok().map(UnitId);
        self.emit(Event::UnitAppeared { unit: Box::new(on_foot) });
        if commands {
            self.emit(Event::CommanderChanged { seat, unit: stands });
        }
    }
}

//! When a mission is over, and who has won (T-MIS-6, T-MIS-13 to T-MIS-66).

use super::entering;
use super::event::Event;
use super::flow::Task;
use super::mission::{Ends, Mission, PlaceKind, Role as Part, Tie};
use super::run::Run;
use super::state::{Ending, Gone, Pilot, Place, Role, Stands, State, Unit, Why};
use crate::ids::Seat;
use crate::stack::Stack;
use crate::system::Outcome;

/// How the mission ends in this control phase, if it does; `before` is what each side had before the points of this round.
pub fn ceasefire(state: &State, before: &[u32]) -> Option<Ending> {
    let mission = state.mission.as_ref()?;
    if state.wreck.is_some_and(|wreck| wreck.pilot == Pilot::Dead) {
        return Some(pilot_dead(state));
    }
    match mission.ends {
        Ends::AfterRound(last) => {
            (state.round >= last).then(|| by_points(state, Why::RoundsPlayed))
        }
        Ends::AtPoints { points, tie } => {
            let reached = |vp: &u32| *vp >= points;
            let seats = || state.seats().zip(&state.sides);
            let there: Vec<Seat> =
                seats().filter(|(_, side)| reached(&side.vp)).map(|(seat, _)| seat).collect();
            let ending = |winner| Ending { winner, why: Why::PointsReached };
            let won = match there.as_slice() {
                [] => None,
                [one] => Some(ending(Some(*one))),
                several => {
                    let playing_on = before.iter().filter(|vp| reached(vp)).count() > 1;
                    match told_apart(state, several, tie, playing_on) {
                        Verdict::Wins(seat) => Some(ending(Some(seat))),
                        Verdict::Draw => Some(ending(None)),
                        Verdict::PlayOn => None,
                    }
                }
            };
            won.or_else(|| {
                (!can_gain(state, mission)).then(|| by_points(state, Why::NothingLeftToWin))
            })
        }
    }
}

/// What comes of several who have reached the points.
enum Verdict {
    Wins(Seat),
    Draw,
    PlayOn,
}

fn told_apart(state: &State, several: &[Seat], tie: Tie, playing_on: bool) -> Verdict {
    let or_play_on = |winner: Option<Seat>| winner.map_or(Verdict::PlayOn, Verdict::Wins);
    match tie {
        // the first side to control it wins, once nobody did (T-MIS-23)
        Tie::Place => {
            let held = objectives(state).filter_map(|place| place.controlled_by);
            let held = only(held.filter(|by| playing_on || several.contains(by)));
            or_play_on(held)
        }
        // T-MIS-34, T-MIS-56
        Tie::MoreObjectives => {
            let held = |seat: Seat| {
                objectives(state).filter(|place| place.controlled_by == Some(seat)).count()
            };
            or_play_on(best(several, held))
        }
        // T-MIS-66
        Tie::MorePoints => best(several, |seat| state.side(seat).map_or(0, |side| side.vp))
            .map_or(Verdict::Draw, Verdict::Wins),
    }
}

/// Primary objectives that are controlled: places that pay VP.
fn objectives(state: &State) -> impl Iterator<Item = &Place> {
    state.places.iter().filter(|place| place.control > 0 && !place.gone)
}

/// The only seat among them.
fn only(mut seats: impl Iterator<Item = Seat>) -> Option<Seat> {
    let first = seats.next()?;
    seats.all(|other| other == first).then_some(first)
}

/// The one with most, if there is one.
fn best<N: Ord>(seats: &[Seat], has: impl Fn(Seat) -> N) -> Option<Seat> {
    let most = seats.iter().map(|seat| has(*seat)).max()?;
    let mut top = seats.iter().copied().filter(|seat| has(*seat) == most);
    let first = top.next()?;
    top.next().is_none().then_some(first)
}

/// Most VP wins, equal is a draw.
fn by_points(state: &State, why: Why) -> Ending {
    let seats: Vec<Seat> = state.seats().collect();
    Ending { winner: best(&seats, |seat| state.side(seat).map_or(0, |side| side.vp)), why }
}

fn pilot_dead(state: &State) -> Ending {
    Ending { winner: state.seat_of_part(Part::Defender), why: Why::PilotDead }
}

/// Whether anybody can gain VP any more, as far as a look at what is left tells (T-MIS-6).
pub fn can_gain(state: &State, mission: &Mission) -> bool {
    state.seats().any(|seat| side_can_gain(state, mission, seat))
}

fn side_can_gain(state: &State, mission: &Mission, seat: Seat) -> bool {
    let left = |unit: &Unit| !unit.is_gone() && unit.strength() > 0;
    let own = |infantry: bool| {
        state.units_of(seat).any(|(_, unit)| left(unit) && state.is_infantry(unit) == infantry)
    };
    let (infantry, machines) = (own(true) && infantry_can_come(state, seat), own(false));
    if !infantry && !machines {
        return false;
    }
    let paid = objectives(state).any(|place| place.pays.is_none_or(|paid| paid == seat));
    let pays = mission.eliminated;
    let prey = state.units.iter().filter(|unit| unit.side != seat && left(unit)).any(|unit| {
        let whole = if state.is_infantry(unit) { pays.infantry } else { pays.machines };
        whole > 0 || (pays.officer > 0 && unit.officer().is_some())
    });
    let attacks = state.seat_of_part(Part::Attacker) == Some(seat);
    let leaves =
        infantry && mission.evacuated_infantry > 0 || machines && mission.evacuated_machines > 0;
    let pilot = match (mission.rescue, state.wreck.map(|wreck| wreck.pilot)) {
        (Some(rescue), Some(Pilot::Inside)) => {
            let wreck = |place: &Place| place.kind == PlaceKind::Wreck && !place.gone;
            infantry && rescue.met > 0 && state.places.iter().any(wreck)
        }
        (Some(rescue), Some(Pilot::Out(_))) => rescue.evacuated > 0,
        (Some(_), Some(Pilot::Evacuated | Pilot::Dead) | None) | (None, _) => false,
    };
    infantry && paid || prey || attacks && (leaves || pilot)
}

/// Infantry is on the table, or can still come onto it: without any there nobody takes control of another way in.
fn infantry_can_come(state: &State, seat: Seat) -> bool {
    let rp = state.side(seat).map_or(0, |side| side.rp);
    state.units_of(seat).filter(|(_, unit)| state.is_infantry(unit)).any(|(_, unit)| {
        match unit.stands {
            Stands::Field => unit.strength() > 0,
            Stands::Reserve => entering::comes_next(state, unit),
            Stands::Reinforcement => unit.value <= rp && entering::comes_next(state, unit),
            Stands::Gone(_) => false,
        }
    })
}

/// What each side has, and what it comes to.
pub fn standing(state: &State) -> Vec<(u32, Outcome)> {
    let most = state.sides.iter().map(|side| side.vp).max();
    let outcome = |seat: Seat, vp: u32| match state.ending.as_ref().map(|ending| ending.winner) {
        None => Outcome::Undecided,
        Some(Some(winner)) if winner == seat => Outcome::Win,
        Some(None) if Some(vp) == most => Outcome::Draw,
        Some(_) => Outcome::Loss,
    };
    state.seats().zip(&state.sides).map(|(seat, side)| (side.vp, outcome(seat, side.vp))).collect()
}

/// The pilot is out of his wreck and was lost, however it happened.
fn pilot_is_lost(state: &State) -> bool {
    let Some(Pilot::Out(with)) = state.wreck.map(|wreck| wreck.pilot) else { return false };
    state.unit(with).is_none_or(|unit| {
        let alive = unit.living_of(Role::Hero) > 0;
        match unit.stands {
            Stands::Gone(Gone::Destroyed | Gone::Routed | Gone::Fused) => true,
            Stands::Gone(Gone::Evacuated | Gone::Joined(_)) => false,
            Stands::Field | Stands::Reserve | Stands::Reinforcement => !alive,
        }
    })
}

impl Run<'_> {
    /// Says whether the game goes on.
    pub fn look_at_ceasefire(&mut self, before: &[u32]) -> bool {
        match ceasefire(&self.state, before) {
            Some(ending) => {
                self.game_over(ending);
                false
            }
            None => true,
        }
    }

    /// Once the pilot is lost the defender has won (T-MIS-66). As long as a medic may save somebody, it is not settled.
    pub fn check_pilot(&mut self) {
        let Some(wreck) = self.state.wreck else { return };
        if self.state.ending.is_some() {
            return;
        }
        let waits = |task: &Task| matches!(task, Task::Medic { .. });
        if pilot_is_lost(&self.state) && !self.state.flow.tasks.iter().any(waits) {
            self.emit(Event::PilotDied);
            self.game_over(pilot_dead(&self.state));
        } else if wreck.pilot == Pilot::Dead {
            self.game_over(pilot_dead(&self.state));
        }
    }

    /// Nobody has anything left to play with.
    pub fn end_with_nothing_left(&mut self) {
        self.game_over(by_points(&self.state, Why::NothingLeftToWin));
    }

    fn game_over(&mut self, ending: Ending) {
        let flow = &mut self.state.flow;
        flow.tasks = Stack::default();
        flow.acting = None;
        flow.watching = None;
        flow.volleys.clear();
        flow.counted = None;
        flow.captured.clear();
        self.emit(Event::GameOver(ending));
    }
}

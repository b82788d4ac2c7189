//! The tactical phase: LP, the secret plans side by side, and the Authority test (T-TAC-1 to T-TAC-7).

use super::absent::must_be_organiser;
use super::command::Command;
use super::event::{Authority, Event};
use super::flow::Task;
use super::profile::Rank;
use super::run::Run;
use super::state::{Phase, Plan, Side, State, UnitId};
use crate::ids::Seat;
use crate::refusal::Refusal;
use crate::system::{Doer, Open, Who};

/// T-TAC-5: what may be wagered above the Commander's rank, and without one.
pub const WAGER_ABOVE_RANK: u32 = 1;
/// T-TAC-4
pub const HOME_TURF: u32 = 1;
/// So often the tied throw in one step. Dice of chance never get there; the filler of dice that are still to be thrown by
/// hand ties for ever.
const MOST_THROWS: usize = 20;

/// Whose officer commands: the highest rank among the units with cards; of equals, each (T-TAC-2).
pub fn candidates(state: &State, seat: Seat) -> Vec<UnitId> {
    let able: Vec<(UnitId, u8)> = state
        .units_of(seat)
        .filter(|(_, unit)| unit.has_card() && unit.officer().is_some())
        .map(|(id, unit)| (id, unit.rank))
        .collect();
    let highest = able.iter().map(|(_, rank)| *rank).max();
    able.into_iter().filter(|(_, rank)| Some(*rank) == highest).map(|(id, _)| id).collect()
}

/// What the rank of a unit's officer gives.
pub fn rank_of(state: &State, unit: UnitId) -> Option<&Rank> {
    let unit = state.unit(unit)?;
    let army = state.side(unit.side)?.army?;
    state.library.army(army)?.ranks.get(usize::from(unit.rank))
}

/// The Commander's Authority; 0 without one (T-TAC-2).
pub fn authority(state: &State, commander: Option<UnitId>) -> u32 {
    commander.and_then(|unit| rank_of(state, unit)).map_or(0, |rank| u32::from(rank.authority))
}

/// LP at the beginning of a round, with that Commander (T-TAC-1).
pub fn pool(state: &State, seat: Seat, commander: Option<UnitId>) -> u32 {
    let leadership = commander
        .and_then(|unit| rank_of(state, unit))
        .map_or(0, |rank| u32::from(rank.leadership));
    let units = state.units_of(seat).filter(|(_, unit)| unit.has_card() && !unit.disorganized);
    leadership.saturating_add(u32::try_from(units.count()).unwrap_or(u32::MAX))
}

/// The highest wager (T-TAC-5); none where the mission names the winner (T-TAC-6).
pub fn most_wager(state: &State, seat: Seat, commander: Option<UnitId>) -> u32 {
    if named_winner(state).is_some() {
        return 0;
    }
    let rank = commander.and_then(|unit| state.unit(unit)).map_or(0, |unit| u32::from(unit.rank));
    let pool = state.side(seat).map_or(0, |side| side.pool);
    pool.min(rank.saturating_add(WAGER_ABOVE_RANK))
}

/// T-TAC-6
pub fn named_winner(state: &State) -> Option<Seat> {
    state.switches.first_round.filter(|_| state.round == 1)
}

/// Last round's sequence without the lost, new units at its end; in the first round the order of the sheet.
pub fn default_plan(state: &State, seat: Seat) -> Plan {
    let with_card: Vec<UnitId> =
        state.units_of(seat).filter(|(_, unit)| unit.has_card()).map(|(id, _)| id).collect();
    let last = state.side(seat).and_then(|side| side.plan.as_ref());
    let mut sequence: Vec<UnitId> = last.map_or_else(Vec::new, |plan| {
        plan.sequence.iter().copied().filter(|unit| with_card.contains(unit)).collect()
    });
    let new: Vec<UnitId> = with_card.into_iter().filter(|unit| !sequence.contains(unit)).collect();
    sequence.extend(new);
    Plan { sequence, wager: 0, commander: None }
}

/// Who still owes a plan: every side that has a card to play.
pub fn missing(state: &State) -> Vec<Seat> {
    let owes = |seat: &Seat| {
        state.side(*seat).is_some_and(|side| !side.planned)
            && state.units_of(*seat).any(|(_, unit)| unit.has_card())
    };
    state.seats().filter(owes).collect()
}

pub(super) fn open(state: &State) -> Vec<Open<Command>> {
    let owing = missing(state);
    let planning = state
        .seats()
        .filter(|seat| owing.contains(seat) || state.side(*seat).is_some_and(|side| side.planned));
    planning.map(|seat| open_for(state, seat, owing.contains(&seat))).collect()
}

fn open_for(state: &State, seat: Seat, owes: bool) -> Open<Command> {
    let plain = default_plan(state, seat);
    let mut options = vec![Command::Plan { seat, plan: plain.clone() }];
    for commander in candidates(state, seat) {
        let most = most_wager(state, seat, Some(commander));
        let mut reversed = plain.clone();
        reversed.sequence.reverse();
        for wager in [most.min(1), most] {
            let plan = Plan { wager, commander: Some(commander), ..reversed.clone() };
            options.push(Command::Plan { seat, plan });
        }
    }
    Open {
        who: if owes { Who::Seat(seat) } else { Who::May(seat) },
        what: "plan the round in secret: sequence and wager".to_owned(),
        matter: format!("round {}", state.round),
        options,
    }
}

impl Run<'_> {
    /// LP pools are counted first (T-RND-1, T-TAC-1).
    pub fn begin_round(&mut self) {
        let seats: Vec<Seat> = self.state.seats().collect();
        let commanders: Vec<Option<UnitId>> = seats
            .iter()
            .map(|seat| {
                let able = candidates(&self.state, *seat);
                // whoever commanded goes on, as long as nobody outranks him
                let last = self.state.side(*seat).and_then(|side| side.commander);
                last.filter(|last| able.contains(last)).or_else(|| able.first().copied())
            })
            .collect();
        let pools = seats.iter().zip(&commanders);
        let pools = pools.map(|(seat, commander)| pool(&self.state, *seat, *commander)).collect();
        let round = self.state.round.saturating_add(1);
        self.state.flow.active = None;
        self.state.flow.order.clear();
        self.emit(Event::RoundBegan { round, pools, commanders });
    }

    /// A plan is in, or changed as long as somebody else's is missing (T-TAC-3, T-TAC-5).
    pub fn plan(&mut self, by: &Doer, seat: Seat, plan: &Plan) -> Result<(), Refusal> {
        if self.state.phase != Phase::Tactical {
            return Err(Refusal::new("The round is planned in the tactical phase; it is not now."));
        }
        if !by.holds(seat) {
            return Err(Refusal::new("You plan for your own side alone."));
        }
        if let Some((_, asked)) = self.asked() {
            let side = self.state.side_name(asked.seat);
            return Err(Refusal::new(format!(
                "All plans are in and shown; {side} has to {}.",
                asked.what
            )));
        }
        self.check_plan(seat, plan)?;
        self.emit(Event::Planned { seat, plan: Some(plan.clone()), filled_in: false });
        self.show_plans_if_all_are_in()
    }

    /// For somebody who does not answer.
    pub fn fill_plan(&mut self, by: &Doer, seat: Seat) -> Result<(), Refusal> {
        must_be_organiser(by, "fills in a plan for somebody else")?;
        if self.state.phase != Phase::Tactical || !missing(&self.state).contains(&seat) {
            let side = self.state.side_name(seat);
            return Err(Refusal::new(format!("No plan of {side} is missing.")));
        }
        let plan = default_plan(&self.state, seat);
        self.emit(Event::Planned { seat, plan: Some(plan), filled_in: true });
        self.show_plans_if_all_are_in()
    }

    fn check_plan(&self, seat: Seat, plan: &Plan) -> Result<(), Refusal> {
        let mut named = plan.sequence.clone();
        named.sort();
        let mut cards = default_plan(&self.state, seat).sequence;
        cards.sort();
        if cards.is_empty() {
            return Err(Refusal::new("You have no unit left to plan for."));
        }
        if named != cards {
            return Err(Refusal::new(format!(
                "The sequence names each of your {} units on the table or in reserve once.",
                cards.len()
            )));
        }
        let able = candidates(&self.state, seat);
        if plan.commander.is_some_and(|chosen| !able.contains(&chosen)) {
            return Err(Refusal::new("Your officer of the highest rank commands."));
        }
        let commander = self.commander(seat, plan);
        let most = most_wager(&self.state, seat, commander);
        if plan.wager > most {
            return Err(Refusal::new(if named_winner(&self.state).is_some() {
                "The winner of this round is named, so nobody wagers.".to_owned()
            } else {
                format!(
                    "You can wager up to {most} LP: the Commander's rank and one, at most your pool."
                )
            }));
        }
        Ok(())
    }

    fn commander(&self, seat: Seat, plan: &Plan) -> Option<UnitId> {
        plan.commander.or_else(|| self.state.side(seat).and_then(|side| side.commander))
    }

    pub fn show_plans_if_all_are_in(&mut self) -> Result<(), Refusal> {
        if !missing(&self.state).is_empty() {
            return Ok(());
        }
        let seats: Vec<Seat> = self.state.seats().collect();
        // whoever has nothing to play has nothing to plan either
        let planned = |side: &Side| side.plan.clone().filter(|_| side.planned).unwrap_or_default();
        let plans: Vec<Plan> = self.state.sides.iter().map(planned).collect();
        let wagers: Vec<u32> = plans.iter().map(|plan| plan.wager).collect();
        let commanders = seats.iter().zip(&plans);
        let commanders = commanders.map(|(seat, plan)| self.commander(*seat, plan)).collect();
        self.emit(Event::WagersShown { wagers: wagers.clone(), commanders });
        if let Some(winner) = named_winner(&self.state) {
            self.emit(Event::AuthorityWon { winner, named_by_mission: true });
            self.push([Task::ChooseFirst { winner }]);
            return Ok(());
        }
        // whoever has nothing to play with has no part in who begins (T-RND-1)
        let mut testing: Vec<Seat> = seats
            .into_iter()
            .filter(|seat| self.state.units_of(*seat).any(|(_, unit)| unit.has_card()))
            .collect();
        for _ in 0..MOST_THROWS {
            if testing.len() < 2 {
                break;
            }
            let mut rolls = Vec::new();
            for seat in &testing {
                rolls.push(self.authority_roll(*seat, &wagers)?);
            }
            let best = rolls.iter().map(|roll| roll.total).max();
            self.emit(Event::AuthorityRolled { rolls: rolls.clone() });
            testing = rolls
                .into_iter()
                .filter(|roll| Some(roll.total) == best)
                .map(|roll| roll.seat)
                .collect();
        }
        let winner = testing.first().copied().unwrap_or(Seat(0));
        self.emit(Event::AuthorityWon { winner, named_by_mission: false });
        self.push([Task::ChooseFirst { winner }]);
        Ok(())
    }

    /// T-TAC-4
    fn authority_roll(&mut self, seat: Seat, wagers: &[u32]) -> Result<Authority, Refusal> {
        let side = self.state.side_name(seat).to_owned();
        let roll = self.throw_one(seat, format!("the Authority test of {side}"))?;
        let commander = self.state.side(seat).and_then(|side| side.commander);
        let authority = authority(&self.state, commander);
        let wager = wagers.get(seat.index()).copied().unwrap_or(0);
        let home_turf = if self.state.switches.home_turf == Some(seat) { HOME_TURF } else { 0 };
        let total = roll.face.saturating_add(authority).saturating_add(wager);
        let total = total.saturating_add(home_turf);
        Ok(Authority { seat, roll, authority, wager, home_turf, total })
    }
}

/// How likely this side has the highest total, if the others wager so much; ties are thrown again (T-TAC-4, T-TAC-6).
pub fn chance_to_win(state: &State, seat: Seat, wagers: &[u32]) -> f64 {
    let fixed = |of: Seat| {
        let commander = state.side(of).and_then(|side| side.commander);
        let home = if state.switches.home_turf == Some(of) { HOME_TURF } else { 0 };
        authority(state, commander) + wagers.get(of.index()).copied().unwrap_or(0) + home
    };
    let seats: Vec<Seat> = state.seats().collect();
    let totals: Vec<u32> = seats.iter().map(|seat| fixed(*seat)).collect();
    let me = seats.iter().position(|other| *other == seat).unwrap_or(0);
    win(&totals, me)
}

/// Of those with these fixed parts, how likely the one at `me` throws the highest total in the end.
fn win(fixed: &[u32], me: usize) -> f64 {
    let sides = fixed.len();
    let all = 6_usize.pow(u32::try_from(sides).unwrap_or(0));
    let (mut wins, mut tied) = (0.0, Vec::<(Vec<usize>, f64)>::new());
    let weight = 1.0 / f64::from(u32::try_from(all).unwrap_or(1));
    for throw in 0..all {
        let faces = (0..sides).scan(throw, |rest, _| {
            let face = *rest % 6;
            *rest /= 6;
            Some(u32::try_from(face).unwrap_or(0) + 1)
        });
        let totals: Vec<u32> = fixed.iter().zip(faces).map(|(part, face)| part + face).collect();
        let best = totals.iter().max().copied().unwrap_or(0);
        let top: Vec<usize> =
            (0..sides).filter(|place| totals.get(*place) == Some(&best)).collect();
        if !top.contains(&me) {
            continue;
        }
        if top.len() == 1 {
            wins += weight;
        } else if let Some(same) = tied.iter_mut().find(|(who, _)| *who == top) {
            same.1 += weight;
        } else {
            tied.push((top, weight));
        }
    }
    let mut again = 0.0;
    for (who, chance) in tied {
        if who.len() == sides {
            again = chance;
            continue;
        }
        let parts: Vec<u32> = who.iter().filter_map(|place| fixed.get(*place).copied()).collect();
        let place = who.iter().position(|place| *place == me).unwrap_or(0);
        wins += chance * win(&parts, place);
    }
    wins / (1.0 - again)
}

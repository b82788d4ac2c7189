//! A player's turn: the card, what goes before it, and the activation step by step (T-ACT-1 to T-ACT-7).

use super::activation::{act, immobilised};
use super::command::{Answer, Command, Entry};
use super::decide::Taken;
use super::entering::{check_way_in, enter, must_enter};
use super::event::{Event, Spending};
use super::flow::Task;
use super::question::Question;
use super::run::Run;
use super::shoot;
use super::state::{State, Unit, UnitId};
use crate::ids::Seat;
use crate::refusal::Refusal;

/// T-TAC-7
pub const ACTIVATION: u32 = 1;
pub const RELOCATE: u32 = 1;
pub const DELAY: u32 = 2;
pub const EXTRA_ACTIVATION: u32 = 2;
pub const RALLY: u32 = 2;
pub const DRILL: u32 = 1;
pub const ARTILLERY: u32 = 3;
/// An extra activation reveals two cards, and a relocated card needs a place behind the next one (T-ACT-3, T-ACT-5).
pub const TWO_CARDS: usize = 2;

pub(super) fn question(state: &State, task: &Task) -> Option<Question> {
    match task {
        Task::ChooseFirst { winner } => {
            let mut seats = vec![*winner];
            seats.extend(state.seats().filter(|seat| seat != winner));
            let answers = seats.into_iter().map(Answer::First).collect();
            Question::answers(*winner, "say who begins the round", answers)
        }
        Task::Turn => turn(state),
        Task::FirstOfTwo { units: (one, two) } => {
            let seat = state.unit(*one)?.side;
            let answers = vec![Answer::FirstOfTwo(*one), Answer::FirstOfTwo(*two)];
            Question::answers(seat, "say which of the two units is played first", answers)
        }
        Task::Rally { unit: id } => {
            let unit = state.unit(*id).filter(|unit| !unit.is_gone() && unit.disorganized)?;
            (pool(state, unit.side) >= RALLY).then_some(())?;
            let answers = vec![Answer::Rally(false), Answer::Rally(true)];
            Question::answers(
                unit.side,
                format!("rally {} for {RALLY} LP or not", unit.name),
                answers,
            )
        }
        Task::Enter { unit: id } => enter(state, *id),
        Task::Pay { unit: id, enters } => {
            let unit = state.unit(*id)?;
            let cost = cost(state, unit);
            (cost > 0 && pool(state, unit.side) >= cost).then_some(())?;
            let what = format!("pay {cost} LP to activate {} or not", unit.name);
            let mut answers = vec![Answer::Pay(true)];
            // where all have to enter, nobody is left behind for want of will (T-MIS-51)
            if enters.is_none() || !must_enter(state, unit) {
                answers.push(Answer::Pay(false));
            }
            (answers.len() > 1).then_some(())?;
            Question::answers(unit.side, what, answers)
        }
        Task::Immobilised { unit: id } => immobilised(state, *id),
        Task::Act => act(state),
        Task::Activate { .. }
        | Task::StandUp { .. }
        | Task::EndActivation { .. }
        | Task::NextTurn
        | Task::Measure { .. }
        | Task::Overwatch { .. }
        | Task::WatchFire
        | Task::EndWatch
        | Task::StillInContact { .. }
        | Task::Shots { .. }
        | Task::Template { .. }
        | Task::Assign { .. }
        | Task::Covers { .. }
        | Task::Hyper { .. }
        | Task::Damage { .. }
        | Task::Locate { .. }
        | Task::HitWeapon { .. }
        | Task::AfterSalvo { .. }
        | Task::Blows { .. }
        | Task::Share { .. }
        | Task::Fall { .. }
        | Task::Medic { .. }
        | Task::Settle { .. }
        | Task::MachineMorale { .. }
        | Task::Count
        | Task::Score
        | Task::Buy { .. }
        | Task::JoinHero { .. }
        | Task::NextRound => None,
    }
}

pub(super) fn pool(state: &State, seat: Seat) -> u32 {
    state.side(seat).map_or(0, |side| side.pool)
}

/// What the activation costs (T-ACT-2, T-THR-5).
pub fn cost(state: &State, unit: &Unit) -> u32 {
    if state.has_officer(unit) || unit.relay { 0 } else { ACTIVATION }
}

fn turn(state: &State) -> Option<Question> {
    let seat = state.flow.active?;
    let side = state.side(seat)?;
    // cards of lost units alone: they are dropped, and that is all; whoever may not see a card takes its unit for alive
    let alive = side
        .cards
        .iter()
        .any(|card| card.is_none_or(|card| state.unit(card).is_some_and(|unit| !unit.is_gone())));
    if !alive {
        return None;
    }
    let mut options = vec![Command::PlayCard];
    if side.cards.len() >= TWO_CARDS && side.pool >= RELOCATE {
        options.extend((1..side.cards.len()).rev().map(|to| Command::Relocate { to }));
    }
    if side.pool >= DELAY && !side.delayed {
        options.push(Command::Delay);
    }
    if side.pool >= EXTRA_ACTIVATION && side.delayed && side.cards.len() >= TWO_CARDS {
        options.push(Command::ExtraActivation);
    }
    if state.switches.artillery && side.pool >= ARTILLERY && !side.struck {
        options.extend(shoot::strikes(state, seat).into_iter().map(Command::Artillery));
    }
    Question::new(seat, "play the next card", options)
}

impl Run<'_> {
    /// What the active player does before or with his card.
    pub fn take_turn(&mut self, command: &Command) -> Result<(), Refusal> {
        let seat = self.active()?;
        let cards = self.state.side(seat).map_or(0, |side| side.cards.len());
        match command {
            Command::PlayCard => {
                self.state.flow.tasks.pop();
                self.play_card(seat);
            }
            Command::Relocate { to } => {
                if cards < TWO_CARDS {
                    return Err(Refusal::new("Relocating takes two cards; this is your last."));
                }
                if *to == 0 || *to >= cards {
                    return Err(Refusal::new(format!(
                        "The card goes to a place behind the next one: 1 to {}.",
                        cards - 1
                    )));
                }
                self.spend(seat, RELOCATE, Spending::Relocate)?;
                self.emit(Event::Relocated { seat, to: Some(*to) });
                self.state.flow.tasks.pop();
                self.play_card(seat);
            }
            Command::Delay => {
                if self.state.side(seat).is_some_and(|side| side.delayed) {
                    return Err(Refusal::new("You delayed last time; now a card is played."));
                }
                self.spend(seat, DELAY, Spending::Delay)?;
                self.emit(Event::Delayed { seat });
                self.state.flow.tasks.pop();
            }
            Command::ExtraActivation => {
                if self.state.side(seat).is_some_and(|side| !side.delayed) {
                    return Err(Refusal::new(
                        "An extra activation comes in the turn right after a Delay.",
                    ));
                }
                if cards < TWO_CARDS {
                    return Err(Refusal::new("An extra activation takes two cards."));
                }
                self.spend(seat, EXTRA_ACTIVATION, Spending::ExtraActivation)?;
                self.emit(Event::ExtraTaken { seat });
                self.state.flow.tasks.pop();
                match (self.reveal(seat), self.reveal(seat)) {
                    (Some(one), Some(two)) => self.push([Task::FirstOfTwo { units: (one, two) }]),
                    (Some(unit), None) | (None, Some(unit)) => {
                        self.push([Task::Activate { unit }]);
                    }
                    (None, None) => {}
                }
            }
            Command::Artillery(strike) => {
                if !self.state.switches.artillery {
                    return Err(Refusal::new("This game is played without artillery strikes."));
                }
                if self.state.side(seat).is_some_and(|side| side.struck) {
                    return Err(Refusal::new("You have called a strike this round already."));
                }
                self.spend(seat, ARTILLERY, Spending::Artillery)?;
                self.strike(seat, strike)?;
            }
            _ => return Err(Refusal::new("That is not possible now.")),
        }
        Ok(())
    }

    pub fn active(&self) -> Result<Seat, Refusal> {
        self.state.flow.active.ok_or_else(|| Refusal::new("Nobody is at turn now."))
    }

    fn play_card(&mut self, seat: Seat) {
        if let Some(unit) = self.reveal(seat) {
            self.push([Task::Activate { unit }]);
        }
    }

    /// Turns the first card up; those of lost units are dropped on the way. Its unit's drills end (T-ACT-1).
    fn reveal(&mut self, seat: Seat) -> Option<UnitId> {
        loop {
            let card = self.state.side(seat)?.cards.first().copied().flatten()?;
            let unit = self.state.unit(card)?;
            if unit.is_gone() {
                self.emit(Event::CardDropped { seat, unit: card });
                continue;
            }
            let drills = unit.drills.clone();
            self.emit(Event::CardRevealed { seat, unit: card });
            for drill in drills {
                self.emit(Event::DrillEnded { unit: card, drill });
            }
            return Some(card);
        }
    }

    pub fn turn_answer(&mut self, task: &Task, answer: &Answer) -> Result<Taken, Refusal> {
        match (task, answer) {
            (Task::ChooseFirst { .. }, Answer::First(first)) => {
                if self.state.side(*first).is_none() {
                    return Err(Refusal::new("There is no such side in this game."));
                }
                self.emit(Event::FirstChosen { first: *first });
                let mut order = self.state.clockwise_after(*first);
                order.rotate_right(1);
                self.state.flow.order = order;
                self.state.flow.active = None;
                self.push([Task::NextTurn]);
            }
            (Task::FirstOfTwo { units: (one, two) }, Answer::FirstOfTwo(first)) => {
                let (first, second) = match first {
                    first if first == one => (*one, *two),
                    first if first == two => (*two, *one),
                    _ => return Err(Refusal::new("Name one of the two units just revealed.")),
                };
                self.push([Task::Activate { unit: first }, Task::Activate { unit: second }]);
            }
            (Task::Rally { unit }, Answer::Rally(rally)) => {
                if *rally {
                    let seat = self.side_of(*unit)?;
                    self.spend(seat, RALLY, Spending::Rally(*unit))?;
                    self.emit(Event::Rallied { unit: *unit });
                }
                self.after_rally(*unit);
            }
            (Task::Enter { unit }, Answer::Enter(entry)) => match entry {
                Entry::Wait => {
                    if must_enter(&self.state, self.unit(*unit)?) {
                        return Err(Refusal::new(
                            "In this mission all assault units enter in round 1.",
                        ));
                    }
                    self.emit(Event::Waited { unit: *unit });
                    self.push([Task::EndActivation { unit: *unit }]);
                }
                Entry::Through(place) => {
                    check_way_in(&self.state, self.state.round, self.unit(*unit)?, *place)?;
                    self.push([Task::Pay { unit: *unit, enters: Some(*place) }]);
                }
            },
            (Task::Pay { unit, enters }, Answer::Pay(pay)) => {
                if *pay {
                    let seat = self.side_of(*unit)?;
                    self.spend(seat, ACTIVATION, Spending::Activation(*unit))?;
                    self.push([Task::StandUp { unit: *unit, enters: *enters }]);
                } else {
                    self.unpaid(*unit);
                }
            }
            (Task::Immobilised { unit }, Answer::Abandon(machines)) => {
                self.abandon(*unit, machines)?;
            }
            _ => return Ok(Taken::AnotherQuestion),
        }
        Ok(Taken::Yes)
    }

    pub fn turn_task(&mut self, task: &Task) -> Result<(), Refusal> {
        match *task {
            Task::ChooseFirst { winner } => {
                self.turn_answer(&Task::ChooseFirst { winner }, &Answer::First(winner))?;
            }
            // nothing but cards of lost units is left
            Task::Turn => {
                let seat = self.active()?;
                self.play_card(seat);
            }
            Task::FirstOfTwo { units: (one, two) } => {
                self.push([Task::Activate { unit: one }, Task::Activate { unit: two }]);
            }
            Task::Activate { unit } => self.activate(unit)?,
            Task::Rally { unit } => self.after_rally(unit),
            Task::Enter { unit } => {
                self.emit(Event::Waited { unit });
                self.push([Task::EndActivation { unit }]);
            }
            Task::Pay { unit, enters } => {
                let (seat, cost) = (self.side_of(unit)?, cost(&self.state, self.unit(unit)?));
                if cost <= pool(&self.state, seat) {
                    self.spend(seat, cost, Spending::Activation(unit))?;
                    self.push([Task::StandUp { unit, enters }]);
                } else {
                    self.unpaid(unit);
                }
            }
            Task::StandUp { unit, enters } => self.stand_up(unit, enters)?,
            Task::Immobilised { .. } => self.push([Task::Act]),
            Task::Act if !self.acting()?.ends_with.is_empty() => self.end_with_drills()?,
            Task::Act => {
                let unit = self.acting()?.unit;
                self.push([Task::EndActivation { unit }]);
            }
            Task::EndActivation { unit } => self.end_activation(unit),
            Task::NextTurn => self.next_turn(),
            Task::Measure { .. }
            | Task::Overwatch { .. }
            | Task::WatchFire
            | Task::EndWatch
            | Task::StillInContact { .. }
            | Task::Shots { .. }
            | Task::Template { .. }
            | Task::Assign { .. }
            | Task::Covers { .. }
            | Task::Hyper { .. }
            | Task::Damage { .. }
            | Task::Locate { .. }
            | Task::HitWeapon { .. }
            | Task::AfterSalvo { .. }
            | Task::Blows { .. }
            | Task::Share { .. }
            | Task::Fall { .. }
            | Task::Medic { .. }
            | Task::Settle { .. }
            | Task::MachineMorale { .. }
            | Task::Count
            | Task::Score
            | Task::Buy { .. }
            | Task::JoinHero { .. }
            | Task::NextRound => {}
        }
        Ok(())
    }

    /// The lead passes to the next side that has a card; once nobody has, the control phase begins (T-RND-2).
    fn next_turn(&mut self) {
        let order = self.state.flow.order.clone();
        let after = match self.state.flow.active {
            Some(active) => order.iter().position(|seat| *seat == active).map_or(0, |at| at + 1),
            None => 0,
        };
        let next = (0..order.len())
            .filter_map(|step| order.get((after + step) % order.len()))
            .find(|seat| self.state.side(**seat).is_some_and(|side| !side.cards.is_empty()))
            .copied();
        let Some(next) = next else {
            self.state.flow.active = None;
            self.state.flow.order.clear();
            self.emit(Event::ActivationOver);
            self.control_phase();
            return;
        };
        self.state.flow.active = Some(next);
        self.emit(Event::LeadPassed { to: next });
        self.push([Task::Turn, Task::NextTurn]);
    }
}

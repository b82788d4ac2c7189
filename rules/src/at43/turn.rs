//! A player's turn: the card, what goes before it, and the activation step by step (T-ACT-1 to T-ACT-7).

use super::command::{Answer, Command, Entry};
use super::decide::Taken;
use super::event::{Event, Spending};
use super::flow::{Acting, Task};
use super::mission::PlaceKind;
use super::question::Question;
use super::run::Run;
use super::state::{Drill, MemberId, PlaceId, Role, Stands, State, Unit, UnitId};
use super::{melee, morale, moves, routines, shoot, specials};
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
        | Task::LoseWeapons { .. }
        | Task::MachineMorale { .. }
        | Task::Count
        | Task::Score
        | Task::Buy { .. }
        | Task::JoinHero { .. }
        | Task::NextRound => None,
    }
}

/// T-DRL-1
fn count_lp(drills: &[Drill]) -> u32 {
    u32::try_from(drills.len()).unwrap_or(u32::MAX).saturating_mul(DRILL)
}

fn pool(state: &State, seat: Seat) -> u32 {
    state.side(seat).map_or(0, |side| side.pool)
}

/// What the activation costs (T-ACT-2, T-THR-5).
pub fn cost(state: &State, unit: &Unit) -> u32 {
    if state.has_officer(unit) || unit.relay { 0 } else { ACTIVATION }
}

fn turn(state: &State) -> Option<Question> {
    let seat = state.flow.active?;
    let side = state.side(seat)?;
    // cards of lost units alone: they are dropped, and that is all
    let alive = side
        .cards
        .iter()
        .flatten()
        .any(|card| state.unit(*card).is_some_and(|unit| !unit.is_gone()));
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

/// The tactical positions that a unit in reserve could use now (T-RES-1 to T-RES-4).
pub fn ways_in(state: &State, unit: &Unit) -> Vec<PlaceId> {
    let now = state.round;
    state.place_ids().filter(|id| check_way_in(state, now, unit, *id).is_ok()).collect()
}

/// Whether anything can happen in the next round: somebody is on the table, or can still come onto it.
pub fn goes_on(state: &State) -> bool {
    let next = state.round.saturating_add(1);
    let enters = |unit: &Unit| {
        unit.stands == Stands::Reserve
            && state.place_ids().any(|id| check_way_in(state, next, unit, id).is_ok())
    };
    state.units.iter().any(|unit| unit.stands == Stands::Field || enters(unit))
}

fn check_way_in(state: &State, round: u32, unit: &Unit, id: PlaceId) -> Result<(), Refusal> {
    let place = state.place(id).filter(|place| !place.gone);
    let place = place.ok_or_else(|| Refusal::new("There is no such place on the table."))?;
    if place.bars == Some(unit.side) {
        return Err(Refusal::new(format!("Your reserves cannot use {}.", place.name)));
    }
    let own = place.of == Some(unit.side);
    let controlled = place.of.is_none() && place.controlled_by == Some(unit.side);
    match place.kind {
        PlaceKind::AccessZone if own || controlled => Ok(()),
        PlaceKind::DeploymentZone if own && round == 1 => Ok(()),
        PlaceKind::DeploymentZone if own => {
            Err(Refusal::new("Deployment zones are used in round 1 alone."))
        }
        PlaceKind::DropPoint if controlled && round > 1 => Ok(()),
        PlaceKind::DropPoint if controlled => Err(Refusal::new("Nobody is dropped in round 1.")),
        PlaceKind::AccessZone | PlaceKind::DeploymentZone | PlaceKind::DropPoint => {
            Err(Refusal::new(format!("You do not control {}.", place.name)))
        }
        PlaceKind::Point | PlaceKind::Container | PlaceKind::Nanogenerator | PlaceKind::Wreck => {
            Err(Refusal::new(format!("No unit enters by {}.", place.name)))
        }
    }
}

/// Whether a unit in reserve may wait (T-RES-1, T-MIS-51).
fn may_wait(state: &State) -> bool {
    state.round > 1 || state.mission.as_ref().is_none_or(|mission| mission.may_wait)
}

/// It has to enter, if it can be paid for (T-MIS-51).
fn must_enter(state: &State, unit: &Unit) -> bool {
    !may_wait(state)
        && pool(state, unit.side) >= cost(state, unit)
        && !ways_in(state, unit).is_empty()
}

fn enter(state: &State, id: UnitId) -> Option<Question> {
    let unit = state.unit(id).filter(|unit| unit.stands == Stands::Reserve)?;
    let ways = ways_in(state, unit);
    if ways.is_empty() {
        return None;
    }
    let mut answers: Vec<Answer> =
        ways.into_iter().map(|place| Answer::Enter(Entry::Through(place))).collect();
    if !must_enter(state, unit) {
        answers.push(Answer::Enter(Entry::Wait));
    }
    Question::answers(unit.side, format!("bring {} in or let it wait", unit.name), answers)
}

fn immobile(unit: &Unit) -> Vec<MemberId> {
    let machines = unit.living().filter(|(_, member)| {
        member.machine.as_ref().is_some_and(super::state::Machine::is_immobilised)
    });
    machines.map(|(id, _)| id).collect()
}

/// T-DMG-7
fn immobilised(state: &State, id: UnitId) -> Option<Question> {
    let unit = state.unit(id).filter(|unit| !unit.is_gone() && unit.strength() > 1)?;
    let stuck = immobile(unit);
    if stuck.is_empty() {
        return None;
    }
    let mut answers = vec![Answer::Abandon(Vec::new())];
    answers.extend(stuck.iter().map(|machine| Answer::Abandon(vec![*machine])));
    if stuck.len() > 1 {
        answers.push(Answer::Abandon(stuck));
    }
    let what = format!("stay with what is immobilised in {} or abandon it", unit.name);
    Question::answers(unit.side, what, answers)
}

/// The drills that could be given at the end now, each by itself (T-ACT-7, T-DRL-2 to T-DRL-5).
pub fn end_drills(state: &State) -> Vec<Drill> {
    let Some(acting) = &state.flow.acting else { return Vec::new() };
    [Drill::Knee, Drill::Overwatch, Drill::TakeCover]
        .into_iter()
        .filter(|drill| check_drill(state, acting, *drill).is_ok())
        .collect()
}

/// Everybody in contact with the unit has had losses in its close combat: whether it is free now is asked before drills are
/// given (T-STA-2, T-ACT-7).
fn may_be_free(state: &State, acting: &Acting) -> bool {
    state.is_engaged(acting.unit)
        && state.enemies_in_contact(acting.unit).all(|enemy| acting.bloodied.contains(&enemy))
}

fn check_drill(state: &State, acting: &Acting, drill: Drill) -> Result<(), Refusal> {
    let refuse = |sentence: String| Err(Refusal::new(sentence));
    let Some(unit) = state.unit(acting.unit) else {
        return refuse("No unit is active now.".to_owned());
    };
    let name = &unit.name;
    if unit.disorganized {
        return refuse(format!("{name} is disorganized and takes no orders."));
    }
    if acting.still {
        return refuse(format!("{name} takes no orders in this activation."));
    }
    let infantry = state.is_infantry(unit);
    if infantry && state.is_engaged(acting.unit) && !may_be_free(state, acting) {
        return refuse(format!("{name} is engaged; drills are for units out of contact."));
    }
    if infantry && state.is_grounded(unit) {
        return refuse(format!("Most of {name} lie on the ground; no drills for them now."));
    }
    match drill {
        Drill::Knee | Drill::TakeCover if !infantry => refuse(format!("{drill} is for infantry.")),
        Drill::Overwatch if !acting.fired.is_empty() || acting.thrown => {
            refuse(format!("{name} has fired, so no {drill} in this activation."))
        }
        Drill::SplitFire => refuse(format!("{drill} is given at the start of an activation.")),
        Drill::Knee | Drill::TakeCover | Drill::Overwatch => Ok(()),
    }
}

fn act(state: &State) -> Option<Question> {
    let acting = state.flow.acting.as_ref()?;
    let unit = state.unit(acting.unit).filter(|unit| !unit.is_gone() && !unit.disorganized)?;
    let mut options = Vec::new();
    if acting.still || !acting.ends_with.is_empty() {
        return None;
    }
    if !acting.must_enter {
        options.push(Command::End { drills: Vec::new() });
        let affordable = usize::try_from(pool(state, unit.side) / DRILL).unwrap_or(usize::MAX);
        let drills = end_drills(state);
        if affordable > 0 {
            options.extend(drills.iter().map(|drill| Command::End { drills: vec![*drill] }));
        }
        if drills.len() > 1 && affordable >= drills.len() {
            options.push(Command::End { drills });
        }
        if check_split(state, acting).is_ok() {
            options.push(Command::SplitFire);
        }
    }
    options.extend(moves::examples(state, acting));
    if !acting.must_enter {
        options.extend(shoot::examples(state));
        options.extend(melee::examples(state, acting));
        options.extend(specials::examples(state, acting));
        options.extend(routines::examples(state, acting));
    }
    Question::new(unit.side, format!("act with {}", unit.name), options)
}

fn check_split(state: &State, acting: &Acting) -> Result<(), Refusal> {
    let refuse = |sentence: String| Err(Refusal::new(sentence));
    let Some(unit) = state.unit(acting.unit) else {
        return refuse("No unit is active now.".to_owned());
    };
    let name = &unit.name;
    if acting.split || unit.has_drill(Drill::SplitFire) {
        return refuse(format!("{name} splits its fire already."));
    }
    if unit.living_of(Role::Bearer) == 0 || !state.is_infantry(unit) {
        return refuse(format!("{name} has no special weapon bearers to split from the rest."));
    }
    if acting.moved || !acting.fired.is_empty() || acting.thrown || acting.fought {
        return refuse("Split fire! is given before the unit does anything.".to_owned());
    }
    if state.is_engaged(acting.unit) || acting.still {
        return refuse(format!("{name} is engaged; drills are for units out of contact."));
    }
    if pool(state, unit.side) < DRILL {
        return refuse("That takes 1 LP; none is left.".to_owned());
    }
    Ok(())
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

    pub fn turn_task(&mut self, task: Task) -> Result<(), Refusal> {
        match task {
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
            Task::Overwatch { .. }
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
            | Task::LoseWeapons { .. }
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

    /// A card is up (T-ACT-6).
    fn activate(&mut self, id: UnitId) -> Result<(), Refusal> {
        let unit = self.unit(id)?;
        if unit.is_gone() {
            return Ok(());
        }
        let (reserve, free) = (unit.stands == Stands::Reserve, !self.state.is_engaged(id));
        self.state.flow.acting = Some(Acting::new(id, free));
        self.emit(Event::Activated { unit: id, free });
        if reserve {
            self.push([Task::Enter { unit: id }]);
            return Ok(());
        }
        if let Some(why) = morale::due(&self.state, self.unit(id)?) {
            self.morale_test(id, why)?;
        }
        self.push([Task::Rally { unit: id }]);
        Ok(())
    }

    /// A disorganized unit does nothing, at no cost (T-MOR-4).
    fn after_rally(&mut self, id: UnitId) {
        let able = self.state.unit(id).is_some_and(|unit| !unit.is_gone() && !unit.disorganized);
        if able {
            self.push([Task::Pay { unit: id, enters: None }]);
        } else {
            self.push([Task::EndActivation { unit: id }]);
        }
    }

    fn unpaid(&mut self, unit: UnitId) {
        self.emit(Event::Unpaid { unit });
        self.push([Task::EndActivation { unit }]);
    }

    /// Paid for: it comes onto the table, or gets to its feet (T-STA-3, T-STA-4, T-RES-2 to T-RES-4).
    fn stand_up(&mut self, id: UnitId, enters: Option<PlaceId>) -> Result<(), Refusal> {
        if let Some(place) = enters {
            let kind = self.state.place(place).map(|place| place.kind);
            self.emit(Event::Entered { unit: id, through: place });
            match kind {
                Some(PlaceKind::DropPoint) => {
                    self.acting_mut()?.still = true;
                    self.push([Task::EndActivation { unit: id }]);
                    return Ok(());
                }
                Some(PlaceKind::AccessZone) => self.acting_mut()?.must_enter = true,
                Some(
                    PlaceKind::DeploymentZone
                    | PlaceKind::Point
                    | PlaceKind::Container
                    | PlaceKind::Nanogenerator
                    | PlaceKind::Wreck,
                )
                | None => {}
            }
            self.push([Task::Act]);
            return Ok(());
        }
        let unit = self.unit(id)?;
        let grounded = unit.grounded();
        let whole_unit = self.state.is_grounded(unit);
        if grounded > 0 {
            let fighters = u32::try_from(grounded).unwrap_or(u32::MAX);
            self.emit(Event::StoodUp { unit: id, fighters, whole_unit });
        }
        if whole_unit {
            self.acting_mut()?.still = true;
            self.push([Task::EndActivation { unit: id }]);
        } else {
            self.push([Task::Immobilised { unit: id }]);
        }
        Ok(())
    }

    /// T-DMG-7, T-MOR-2, T-MOR-5
    fn abandon(&mut self, id: UnitId, machines: &[MemberId]) -> Result<(), Refusal> {
        let stuck = immobile(self.unit(id)?);
        let mut named = machines.to_vec();
        named.sort();
        named.dedup();
        if named.len() != machines.len() || named.iter().any(|machine| !stuck.contains(machine)) {
            return Err(Refusal::new("Name immobilised machines of the unit, each once."));
        }
        if named.is_empty() {
            self.emit(Event::StayedTogether { unit: id });
        }
        let left = stuck.len() > named.len();
        for machine in named {
            self.emit(Event::Abandoned { unit: id, machine });
            self.eject(id, machine);
            self.machine_morale(id)?;
        }
        if left && !machines.is_empty() {
            self.emit(Event::StayedTogether { unit: id });
        }
        self.push([Task::Settle { unit: id, by: None }, Task::Act]);
        Ok(())
    }

    /// The unit is done, with its drills; one that fires in overwatch stops firing.
    pub fn end(&mut self, drills: &[Drill]) -> Result<(), Refusal> {
        if self.state.flow.watching.is_some() {
            if !drills.is_empty() {
                return Err(Refusal::new("Drills are given in a unit's own activation."));
            }
            self.state.flow.tasks.pop();
            return Ok(());
        }
        let acting = self.acting()?.clone();
        if acting.must_enter {
            return Err(Refusal::new("The unit moves in from the edge of the table first."));
        }
        let mut named = drills.to_vec();
        named.sort();
        named.dedup();
        if named.len() != drills.len() {
            return Err(Refusal::new("Each drill is given once."));
        }
        let seat = self.side_of(acting.unit)?;
        if !drills.is_empty() && may_be_free(&self.state, &acting) {
            return self.ask_before_drills(&acting, drills);
        }
        for drill in drills {
            check_drill(&self.state, &acting, *drill)?;
            self.spend(seat, DRILL, Spending::Drill(acting.unit, *drill))?;
            self.emit(Event::DrillGiven { unit: acting.unit, drill: *drill });
        }
        self.state.flow.tasks.pop();
        self.push([Task::EndActivation { unit: acting.unit }]);
        Ok(())
    }

    /// The contacts that losses may have ended are asked about first; the drills are given if none is left.
    fn ask_before_drills(&mut self, acting: &Acting, drills: &[Drill]) -> Result<(), Refusal> {
        let seat = self.side_of(acting.unit)?;
        for drill in drills {
            check_drill(&self.state, acting, *drill)?;
        }
        let (lp, left) = (count_lp(drills), pool(&self.state, seat));
        if lp > left {
            return Err(Refusal::new(format!("That takes {lp} LP; {left} are left.")));
        }
        let unit = acting.unit;
        let enemies: Vec<UnitId> = self.state.enemies_in_contact(unit).collect();
        let acting = self.acting_mut()?;
        acting.bloodied.clear();
        acting.ends_with = drills.to_vec();
        self.push(enemies.into_iter().map(|enemy| Task::StillInContact { unit, enemy }));
        Ok(())
    }

    /// The contacts have been asked about: the unit ends with its drills, or goes on acting where it is still engaged.
    fn end_with_drills(&mut self) -> Result<(), Refusal> {
        let acting = self.acting_mut()?;
        let (unit, drills) = (acting.unit, std::mem::take(&mut acting.ends_with));
        self.push([Task::Act]);
        if self.state.is_engaged(unit) { Ok(()) } else { self.end(&drills) }
    }

    /// T-DRL-6
    pub fn split_fire(&mut self) -> Result<(), Refusal> {
        let acting = self.acting()?.clone();
        if acting.must_enter {
            return Err(Refusal::new("The unit moves in from the edge of the table first."));
        }
        check_split(&self.state, &acting)?;
        let seat = self.side_of(acting.unit)?;
        self.spend(seat, DRILL, Spending::Drill(acting.unit, Drill::SplitFire))?;
        self.emit(Event::DrillGiven { unit: acting.unit, drill: Drill::SplitFire });
        self.acting_mut()?.split = true;
        Ok(())
    }

    fn end_activation(&mut self, unit: UnitId) {
        let bloodied = self.state.flow.acting.take().map(|acting| acting.bloodied);
        self.emit(Event::Ended { unit });
        let asked = bloodied.unwrap_or_default();
        self.push(asked.into_iter().map(|enemy| Task::StillInContact { unit, enemy }));
    }
}

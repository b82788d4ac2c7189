//! The control phase: infantry is counted near every place, points are gained, reinforcements bought, and the next round
//! begins (T-CTL-1 to T-CTL-5).

use super::command::{Answer, Command, Counted};
use super::decide::Taken;
use super::event::Event;
use super::flow::{CountedBy, Task};
use super::mission::PlaceKind;
use super::question::Question;
use super::run::Run;
use super::score::is_paid_for;
use super::state::{PlaceId, Stands, State, UnitId};
use super::{entering, heroes};
use crate::ids::Seat;
use crate::refusal::Refusal;
use crate::system::{Doer, Open, Who};
use crate::text::count;

const COUNT: &str = "count the infantry near every objective";

/// Whether a place is held by whoever has more infantry near it (T-CTL-1).
pub fn can_be_controlled(state: &State, id: PlaceId) -> bool {
    state.place(id).is_some_and(|place| {
        !place.gone
            && match place.kind {
                PlaceKind::Point
                | PlaceKind::Container
                | PlaceKind::Nanogenerator
                | PlaceKind::Wreck
                | PlaceKind::DropPoint => true,
                PlaceKind::AccessZone => place.of.is_none(),
                PlaceKind::DeploymentZone => false,
            }
    })
}

/// Places where it matters who is near: containers and nanogenerators only where the mission pays for them (T-CTL-4).
pub fn places_to_count(state: &State) -> Vec<PlaceId> {
    let pays = |id: PlaceId| {
        let supplies = matches!(
            state.place(id).map(|place| place.kind),
            Some(PlaceKind::Container | PlaceKind::Nanogenerator)
        );
        !supplies || is_paid_for(state, id)
    };
    state.place_ids().filter(|id| can_be_controlled(state, *id) && pays(*id)).collect()
}

/// Infantry on the table, grounded, disorganized and heroes too (T-UNI-6, T-HER-1).
pub fn infantry_on_table(state: &State, seat: Seat) -> u32 {
    let units = state.on_field().filter(|(_, unit)| unit.side == seat && state.is_infantry(unit));
    let fighters: usize = units.map(|(_, unit)| unit.strength()).sum();
    u32::try_from(fighters).unwrap_or(u32::MAX)
}

/// The figures of the last round, as far as so many are left: what stands if nobody says otherwise.
pub fn last_counts(state: &State) -> Vec<Counted> {
    let most: Vec<u32> = state.seats().map(|seat| infantry_on_table(state, seat)).collect();
    let last = |place: PlaceId| {
        let known = state.place(place).map(|place| place.counts.as_slice()).unwrap_or_default();
        let fighters = most.iter().enumerate();
        let fighters = fighters.map(|(at, most)| known.get(at).copied().unwrap_or(0).min(*most));
        Counted { place, fighters: fighters.collect() }
    };
    places_to_count(state).into_iter().map(last).collect()
}

fn must_be_counted(state: &State) -> bool {
    !places_to_count(state).is_empty()
        && state.seats().any(|seat| infantry_on_table(state, seat) > 0)
}

/// The side with most infantry near a place, at least one (T-CTL-1).
pub fn holder(counted: &Counted) -> Option<Seat> {
    let most = counted.fighters.iter().max().filter(|most| **most > 0)?;
    let mut at = (0..).map(Seat).zip(&counted.fighters).filter(|(_, fighters)| *fighters == most);
    let (seat, _) = at.next()?;
    at.next().is_none().then_some(seat)
}

/// Who buys first: the lowest total of the Authority test; its winner last, equals in the order of seats (T-CTL-5).
pub fn buying_order(state: &State) -> Vec<Seat> {
    let mut seats: Vec<Seat> = state.seats().collect();
    seats.sort_by_key(|seat| {
        let total = state.side(*seat).and_then(|side| side.total);
        (state.winner == Some(*seat), total, *seat)
    });
    seats
}

/// Reinforcement units that a side has the RP for.
pub fn affordable(state: &State, seat: Seat) -> Vec<UnitId> {
    let rp = state.side(seat).map_or(0, |side| side.rp);
    state
        .units_of(seat)
        .filter(|(_, unit)| unit.stands == Stands::Reinforcement && unit.value <= rp)
        .map(|(id, _)| id)
        .collect()
}

fn buyer(state: &State, seats: &[Seat]) -> Option<Seat> {
    seats.iter().copied().find(|seat| !affordable(state, *seat).is_empty())
}

pub(super) fn question(state: &State, task: &Task) -> Option<Question> {
    match task {
        Task::Count if must_be_counted(state) => {
            let seat = state.seats().next()?;
            Question::new(seat, COUNT, examples(state, seat))
        }
        Task::Buy { seats } => {
            let seat = buyer(state, seats)?;
            let mut options = vec![Command::DoneBuying { seat }];
            let units = affordable(state, seat).into_iter();
            options.extend(units.map(|unit| Command::Buy { seat, unit }));
            let rp = state.side(seat).map_or(0, |side| side.rp);
            Question::new(seat, format!("buy reinforcements for {rp} RP or keep them"), options)
        }
        Task::JoinHero { heroes } => {
            let hero = next_hero(state, heroes)?;
            let units = heroes::may_join(state, hero).into_iter();
            let mut answers = vec![Answer::Join(None)];
            answers.extend(units.map(|unit| Answer::Join(Some(unit))));
            let seat = state.unit(hero)?.side;
            let what = format!("say whether {} joins a unit", state.unit_name(hero));
            Question::answers(seat, what, answers)
        }
        _ => None,
    }
}

fn next_hero(state: &State, heroes: &[UnitId]) -> Option<UnitId> {
    heroes.iter().copied().find(|hero| !heroes::may_join(state, *hero).is_empty())
}

/// Anybody counts; somebody else agrees or counts anew.
pub(super) fn open_counts(state: &State) -> Vec<Open<Command>> {
    let counted = state.flow.counted.as_ref();
    let open = |seat: Seat| {
        let by_other = counted.filter(|counted| counted.by != seat);
        let mut options = Vec::new();
        if by_other.is_some() {
            options.extend([true, false].map(|agree| Command::AgreeCounts { seat, agree }));
        }
        options.extend(examples(state, seat));
        let what = match by_other {
            Some(counted) => format!("agree with the count of {}", state.side_name(counted.by)),
            None => COUNT.to_owned(),
        };
        let who = match counted {
            Some(counted) if counted.by == seat => Who::May(seat),
            Some(_) | None => Who::Seat(seat),
        };
        Open { who, what, matter: state.flow.step.to_string(), options }
    };
    state.seats().map(open).collect()
}

/// The last figures, everything for one side, and each place for another one.
fn examples(state: &State, seat: Seat) -> Vec<Command> {
    let seats: Vec<Seat> = state.seats().collect();
    let places = places_to_count(state);
    let held_by = |holder: &dyn Fn(usize) -> Option<Seat>| {
        let counts = places.iter().enumerate().map(|(at, place)| {
            let fighters = seats.iter().map(|side| {
                if holder(at) == Some(*side) { infantry_on_table(state, *side) } else { 0 }
            });
            Counted { place: *place, fighters: fighters.collect() }
        });
        counts.collect::<Vec<_>>()
    };
    let mut all = vec![last_counts(state), held_by(&|_| None)];
    all.extend(seats.iter().map(|side| held_by(&|_| Some(*side))));
    all.push(held_by(&|at| seats.get(at % seats.len().max(1)).copied()));
    let mut options: Vec<Command> = Vec::new();
    for counts in all {
        let command = Command::Count { seat, counts };
        if !options.contains(&command) {
            options.push(command);
        }
    }
    options
}

/// An organiser settles what is disputed, but nobody who plays here settles it for themselves.
fn settles(by: &Doer) -> bool {
    by.organiser && by.seats.is_empty()
}

impl Run<'_> {
    /// All cards are played.
    pub fn control_phase(&mut self) {
        self.emit(Event::ControlBegan);
        self.push([Task::Count, Task::Score, Task::NextRound]);
    }

    /// A round in which somebody can do something, or the end: with nobody on the table or on the way to it nothing changes
    /// any more (T-MIS-6).
    pub fn next_round(&mut self) {
        if entering::goes_on(&self.state) {
            self.begin_round();
        } else {
            self.end_with_nothing_left();
        }
    }

    pub fn control_command(&mut self, by: &Doer, command: &Command) -> Result<(), Refusal> {
        match command {
            Command::Count { seat, counts } => self.count(by, *seat, counts),
            Command::AgreeCounts { seat, agree } => self.agree_counts(by, *seat, *agree),
            Command::Buy { seat, unit } => self.buy(by, *seat, *unit),
            Command::DoneBuying { seat } => {
                let seats = self.buying(by, *seat)?;
                self.emit(Event::DoneBuying { seat: *seat });
                self.state.flow.tasks.pop();
                let left = seats.into_iter().filter(|other| other != seat).collect();
                self.push([Task::Buy { seats: left }]);
                Ok(())
            }
            _ => Err(Refusal::new("That is not possible in the control phase.")),
        }
    }

    fn must_count(&self) -> Result<(), Refusal> {
        if self.state.flow.tasks.last() == Some(&Task::Count) {
            return Ok(());
        }
        Err(Refusal::new("Infantry is counted at the end of a round, when all cards are played."))
    }

    fn speaks_for(&self, by: &Doer, seat: Seat) -> Result<(), Refusal> {
        if self.state.side(seat).is_some() && (by.holds(seat) || settles(by)) {
            return Ok(());
        }
        Err(Refusal::new("You speak for your own side alone."))
    }

    fn count(&mut self, by: &Doer, seat: Seat, counts: &[Counted]) -> Result<(), Refusal> {
        self.must_count()?;
        self.speaks_for(by, seat)?;
        let counts = self.checked_counts(counts)?;
        let waiting = self.state.flow.counted.take();
        self.emit(Event::Counted { seat, counts: counts.clone() });
        let other = waiting.filter(|other| other.by != seat);
        let agreed = other.as_ref().is_some_and(|other| other.counts == counts);
        let everybody = self.state.seats().all(|seat| by.holds(seat));
        if agreed || settles(by) || everybody {
            self.settle_counts(counts);
        } else {
            let disputed = other.or_else(|| self.state.flow.disputed.take());
            self.state.flow.disputed = disputed.filter(|other| other.by != seat);
            self.state.flow.counted = Some(CountedBy { by: seat, counts });
        }
        Ok(())
    }

    /// Every place once, in their order; those that nobody has named keep the last figures.
    fn checked_counts(&self, named: &[Counted]) -> Result<Vec<Counted>, Refusal> {
        let mut counts = last_counts(&self.state);
        let sides = self.state.sides.len();
        let mut done: Vec<PlaceId> = Vec::new();
        for counted in named {
            let Some(known) = counts.iter_mut().find(|known| known.place == counted.place) else {
                let name = self.state.place(counted.place).map(|place| place.name.as_str());
                return Err(Refusal::new(format!(
                    "{} cannot be controlled, so nobody is counted there.",
                    name.unwrap_or("That place")
                )));
            };
            let name = self.state.place(counted.place).map_or("a place", |place| &place.name);
            if done.contains(&counted.place) {
                return Err(Refusal::new(format!("{name} is counted twice; once is enough.")));
            }
            done.push(counted.place);
            if counted.fighters.len() != sides {
                return Err(Refusal::new(format!("{name} needs a number for each side.")));
            }
            for (seat, fighters) in self.state.seats().zip(&counted.fighters) {
                let most = infantry_on_table(&self.state, seat);
                if *fighters > most {
                    let side = self.state.side_name(seat);
                    let most = count(most, "infantry fighter", "infantry fighters");
                    return Err(Refusal::new(format!(
                        "{side} has {most} on the table; {fighters} cannot stand near {name}."
                    )));
                }
            }
            known.fighters.clone_from(&counted.fighters);
        }
        Ok(counts)
    }

    fn agree_counts(&mut self, by: &Doer, seat: Seat, agree: bool) -> Result<(), Refusal> {
        self.must_count()?;
        self.speaks_for(by, seat)?;
        let Some(counted) = self.state.flow.counted.clone() else {
            return Err(Refusal::new("Nobody has counted yet."));
        };
        if by.holds(counted.by) {
            return Err(Refusal::new("You have counted; another side agrees or disputes it."));
        }
        self.state.flow.counted = None;
        if agree {
            self.settle_counts(counted.counts);
        } else {
            self.state.flow.disputed = Some(counted);
            self.emit(Event::CountsDisputed { seat });
        }
        Ok(())
    }

    /// Who controls what from now on, and what is captured by it (T-CTL-1, T-CTL-4).
    fn settle_counts(&mut self, counts: Vec<Counted>) {
        self.state.flow.tasks.pop();
        self.state.flow.disputed = None;
        self.control(counts);
    }

    fn control(&mut self, counts: Vec<Counted>) {
        let held = |id: PlaceId| counts.iter().find(|counted| counted.place == id).and_then(holder);
        let control: Vec<Option<Seat>> = self.state.place_ids().map(held).collect();
        let captured: Vec<(PlaceId, Seat)> = self
            .state
            .place_ids()
            .zip(&control)
            .filter_map(|(id, by)| by.map(|by| (id, by)))
            .filter(|(id, by)| {
                self.state.place(*id).is_some_and(|place| !place.captured_by.contains(by))
            })
            .collect();
        self.state.flow.captured.clone_from(&captured);
        self.emit(Event::Controlled { counts, control, captured });
    }

    /// Whoever buys now is this seat; all who are still to buy.
    fn buying(&self, by: &Doer, seat: Seat) -> Result<Vec<Seat>, Refusal> {
        let Some(Task::Buy { seats }) = self.state.flow.tasks.last() else {
            return Err(Refusal::new("Reinforcements are bought in the control phase."));
        };
        let now = buyer(&self.state, seats).unwrap_or(seat);
        self.must_hold(by, now, "buy reinforcements or be done")?;
        if now != seat {
            return Err(Refusal::new("You buy for your own side alone."));
        }
        Ok(seats.clone())
    }

    fn buy(&mut self, by: &Doer, seat: Seat, id: UnitId) -> Result<(), Refusal> {
        self.buying(by, seat)?;
        let unit = self.unit(id)?;
        let name = &unit.name;
        if unit.side != seat || unit.stands != Stands::Reinforcement {
            return Err(Refusal::new(format!("{name} is none of your reinforcements.")));
        }
        let rp = self.state.side(seat).map_or(0, |side| side.rp);
        if unit.value > rp {
            return Err(Refusal::new(format!("{name} costs {} RP; you have {rp}.", unit.value)));
        }
        let rp = unit.value;
        self.emit(Event::Bought { seat, unit: id, rp });
        Ok(())
    }

    pub fn control_answer(&mut self, task: &Task, answer: &Answer) -> Result<Taken, Refusal> {
        let (Task::JoinHero { heroes }, Answer::Join(unit)) = (task, answer) else {
            return Ok(Taken::AnotherQuestion);
        };
        let Some(hero) = next_hero(&self.state, heroes) else { return Ok(Taken::Yes) };
        if let Some(unit) = unit {
            if !heroes::may_join(&self.state, hero).contains(unit) {
                return Err(Refusal::new(format!(
                    "{} leads only a unit of his own kind that has no officer.",
                    self.state.unit_name(hero)
                )));
            }
            self.emit(Event::HeroJoined { hero, unit: *unit });
        }
        let left = heroes.iter().copied().filter(|other| *other != hero).collect();
        self.push([Task::JoinHero { heroes: left }]);
        Ok(Taken::Yes)
    }

    pub fn control_task(&mut self, task: &Task) {
        match task {
            Task::Count => self.nobody_is_near(),
            Task::Score if self.score() => {
                let seats = buying_order(&self.state);
                let units = self.state.ids().zip(&self.state.units);
                let heroes = units.filter(|(_, unit)| unit.lone_hero).map(|(id, _)| id).collect();
                self.push([Task::Buy { seats }, Task::JoinHero { heroes }]);
            }
            Task::NextRound => self.next_round(),
            // the game is over, or nobody can buy or join anything
            _ => {}
        }
    }

    /// Without infantry on the table nobody controls anything.
    fn nobody_is_near(&mut self) {
        let none = vec![0; self.state.sides.len()];
        let counted = |place| Counted { place, fighters: none.clone() };
        let counts: Vec<Counted> = places_to_count(&self.state).into_iter().map(counted).collect();
        if !counts.is_empty() {
            self.control(counts);
        }
    }
}

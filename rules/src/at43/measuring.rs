//! Ranges that one side asks the others for. Whoever has no table before them, the program above all, decides by what the
//! others measure. What is told holds until one of the two units moves. Of what happens on the table, too, the next side is
//! asked where the one whose word it would be cannot tell.

use super::command::{Answer, Command, Cover, Measured, Pair};
use super::decide::Taken;
use super::event::Event;
use super::flow::{Acting, Task};
use super::need::{Band, Range};
use super::question::{Question, question as waits};
use super::run::Run;
use super::state::{Sight, Stands, State, UnitId};
use crate::ids::Seat;
use crate::refusal::Refusal;
use crate::system::Doer;

/// As many as somebody measures in one go.
pub const MOST_PAIRS: usize = 5;
/// So often one unit asks in its activation: before it moves, and after.
pub const MOST_ASKED: u32 = 2;
/// An example, where no range between two units is known yet.
const USUAL: Range = Range::Band(Band(1));

/// What became of somebody's "I cannot tell".
pub(super) enum Passed {
    NextIsAsked,
    /// All have said so: the default stands.
    NobodyKnows,
}

/// Whose word it is: this side's, or that of the first one after it that has not said that it cannot tell.
pub(super) fn who_tells(state: &State, first: Seat) -> Option<Seat> {
    let passed = |seat: &Seat| state.flow.passed.contains(seat);
    std::iter::once(first).chain(state.clockwise_after(first)).find(|seat| !passed(seat))
}

/// The units that ask, each with all it asks about.
pub fn by_shooter(pairs: &[Pair]) -> Vec<(UnitId, Vec<UnitId>)> {
    let mut told: Vec<(UnitId, Vec<UnitId>)> = Vec::new();
    for pair in pairs {
        match told.iter_mut().find(|(from, _)| *from == pair.from) {
            Some((_, to)) => to.push(pair.to),
            None => told.push((pair.from, vec![pair.to])),
        }
    }
    told
}

pub(super) fn question(state: &State, by: Seat, pairs: &[Pair]) -> Option<Question> {
    let seat = who_tells(state, by).filter(|seat| *seat != by)?;
    let seen = pairs.iter().map(|pair| Measured {
        from: pair.from,
        to: pair.to,
        range: state.last_range(pair.from, pair.to).unwrap_or(USUAL),
        cover: Cover::None,
        seeing: None,
    });
    let answers = vec![Answer::Measured(Vec::new()), Answer::Measured(seen.collect())];
    Question::answers(seat, format!("measure for {}", state.side_name(by)), answers)
}

/// What stands if nobody can tell.
pub(super) fn default(asked: &Question) -> Option<Answer> {
    asked.options.iter().find_map(|option| match option {
        Command::Answer(answer) => Some(answer.clone()),
        _ => None,
    })
}

/// What is known of how one unit sees another: told, or a range that still holds. The outer `None` is that nobody has said
/// anything, the inner one that it is out of sight.
pub fn known(state: &State, from: UnitId, to: UnitId) -> Option<Option<Measured>> {
    if let Some(sight) = state.sight(from, to) {
        return Some(sight.told);
    }
    let range = state.range_that_holds(from, to)?;
    Some(Some(Measured { from, to, range, cover: Cover::None, seeing: None }))
}

/// To ask about the first enemies of whom nothing is known, where that can be done.
pub(super) fn example(state: &State, seat: Seat, acting: &Acting) -> Option<Command> {
    let from = acting.unit;
    let enemies = state.enemies_on_field(seat).map(|(to, _)| to);
    let unknown = enemies.filter(|to| state.sight(from, *to).is_none());
    let pairs: Vec<Pair> = unknown.take(MOST_PAIRS).map(|to| Pair { from, to }).collect();
    check(state, seat, &pairs).is_ok().then_some(Command::Measure { pairs })
}

/// Why a side may not ask for this now.
pub fn check(state: &State, seat: Seat, pairs: &[Pair]) -> Result<(), Refusal> {
    let refuse = |sentence: String| Err(Refusal::new(sentence));
    if pairs.is_empty() || pairs.len() > MOST_PAIRS {
        return refuse(format!("Ask for 1 to {MOST_PAIRS} ranges at once."));
    }
    for (place, pair) in pairs.iter().enumerate() {
        let (from, to) = (state.unit(pair.from), state.unit(pair.to));
        let (Some(from), Some(to)) = (from, to) else {
            return refuse("There is no such unit in this game.".to_owned());
        };
        let on_table = from.stands == Stands::Field && to.stands == Stands::Field;
        if from.side != seat || to.side == seat || !on_table {
            return refuse(
                "Ranges are asked for between a unit of yours and an enemy, both on the table."
                    .to_owned(),
            );
        }
        let again = pairs.iter().take(place).any(|other| other == pair);
        if again || state.sight(pair.from, pair.to).is_some() {
            return refuse(format!("How {} sees {} has been asked already.", from.name, to.name));
        }
    }
    let asks_of = |unit: UnitId| pairs.iter().all(|pair| pair.from == unit);
    match state.flow.tasks.last() {
        Some(Task::Act) => {
            let acting = state.flow.acting.as_ref();
            let Some(acting) = acting.filter(|acting| asks_of(acting.unit)) else {
                return refuse("In an activation its own unit asks for ranges.".to_owned());
            };
            if acting.must_enter {
                return refuse("The unit moves in from the edge of the table first.".to_owned());
            }
            if acting.asked >= MOST_ASKED {
                return refuse(format!(
                    "A unit asks {MOST_ASKED} times in an activation: before it moves, and after."
                ));
            }
            Ok(())
        }
        Some(task @ Task::Overwatch { mover, .. }) => {
            let asked = waits(state, task).map(|asked| asked.options).unwrap_or_default();
            let watches =
                |unit: UnitId| asked.contains(&Command::Answer(Answer::Watch(Some(unit))));
            if pairs.iter().all(|pair| pair.to == *mover && watches(pair.from)) {
                return Ok(());
            }
            refuse("Units in overwatch ask for their range to the one that has moved.".to_owned())
        }
        _ => refuse("Ranges are asked for when a unit acts, or may fire in overwatch.".to_owned()),
    }
}

impl Run<'_> {
    pub fn ask_ranges(&mut self, by: &Doer, pairs: &[Pair]) -> Result<(), Refusal> {
        let Some((task, asked)) = self.asked() else {
            return Err(Refusal::new("Nobody has to know a range now."));
        };
        self.must_hold(by, asked.seat, &asked.what)?;
        check(&self.state, asked.seat, pairs)?;
        if task == Task::Act {
            self.acting_mut()?.asked += 1;
        }
        self.emit(Event::RangesAsked { seat: asked.seat, pairs: pairs.to_vec() });
        self.state.flow.passed = vec![asked.seat];
        self.push([Task::Measure { by: asked.seat, pairs: pairs.to_vec() }]);
        Ok(())
    }

    /// Somebody who is asked about the table cannot tell.
    pub(super) fn pass(&mut self, task: &Task, seat: Seat) -> Result<Passed, Refusal> {
        if !matches!(
            task,
            Task::Measure { .. } | Task::Template { .. } | Task::StillInContact { .. }
        ) {
            return Err(Refusal::new("That is for you to decide; nobody else is asked."));
        }
        self.state.flow.passed.push(seat);
        let passed = &self.state.flow.passed;
        let nobody = self.state.seats().all(|seat| passed.contains(&seat));
        Ok(if nobody { Passed::NobodyKnows } else { Passed::NextIsAsked })
    }

    pub(super) fn measured(
        &mut self,
        seat: Seat,
        pairs: &[Pair],
        answer: &Answer,
    ) -> Result<Taken, Refusal> {
        let Answer::Measured(told) = answer else { return Ok(Taken::AnotherQuestion) };
        for (place, one) in told.iter().enumerate() {
            let same = |other: &Measured| (other.from, other.to) == (one.from, one.to);
            if !pairs.contains(&Pair { from: one.from, to: one.to })
                || told.iter().take(place).any(same)
            {
                return Err(Refusal::new("Tell each range that was asked for once."));
            }
            if !one.range.is_on_a_table() {
                return Err(Refusal::new(format!("A range is at most {}.", Range::MOST)));
            }
            let strength = self.unit(one.from)?.strength();
            let all = u32::try_from(strength).unwrap_or(u32::MAX);
            if one.seeing.is_some_and(|seeing| seeing == 0 || seeing > all) {
                let name = self.state.unit_name(one.from);
                return Err(Refusal::new(format!("1 to {all} of {name} can see somebody.")));
            }
        }
        self.tell_ranges(seat, pairs, told);
        Ok(Taken::Yes)
    }

    /// What is not named is out of sight.
    pub fn tell_ranges(&mut self, seat: Seat, pairs: &[Pair], told: &[Measured]) {
        let sight = |pair: &Pair| Sight {
            from: pair.from,
            to: pair.to,
            told: told.iter().find(|one| (one.from, one.to) == (pair.from, pair.to)).copied(),
        };
        self.emit(Event::RangesTold { seat, sights: pairs.iter().map(sight).collect() });
    }
}

//! What a command does, or one sentence why it cannot be done.

use super::command::{Answer, Command};
use super::correct;
use super::event::Event;
use super::flow::Task;
use super::measuring::{self, Passed};
use super::question::{Question, question};
use super::run::{Run, Throw};
use super::specials::WOUND_UP;
use super::state::{Phase, State};
use crate::dice::Dice;
use crate::ids::Seat;
use crate::refusal::Refusal;
use crate::stack::StackWorker as _;
use crate::system::Doer;

pub(super) fn decide(
    state: &State,
    by: &Doer,
    command: &Command,
    dice: &mut dyn Dice,
) -> Result<Vec<Event>, Refusal> {
    Ok(worked_out(state, by, command, dice)?.into_events())
}

/// The throws that the command needs, as far as the dice decide which.
pub(super) fn throws(
    state: &State,
    by: &Doer,
    command: &Command,
    dice: &mut dyn Dice,
) -> Result<Vec<Throw>, Refusal> {
    Ok(worked_out(state, by, command, dice)?.throws)
}

fn worked_out<'a>(
    state: &State,
    by: &Doer,
    command: &Command,
    dice: &'a mut dyn Dice,
) -> Result<Run<'a>, Refusal> {
    if state.phase == Phase::Over {
        return Err(Refusal::new("This game is over."));
    }
    if by.seats.is_empty() && !by.organiser {
        return Err(Refusal::new("Only the players of this game can do that."));
    }
    let mut run = Run::new(state, dice);
    run.does(by, command)?;
    run.go()?;
    run.check_pilot();
    Ok(run)
}

impl Run<'_> {
    /// What the command does by itself, before what follows from it.
    pub(super) fn does(&mut self, by: &Doer, command: &Command) -> Result<(), Refusal> {
        match command {
            Command::RollMission
            | Command::RollRoles
            | Command::Muster { .. }
            | Command::LockCompany { .. }
            | Command::UnlockCompany { .. }
            | Command::AcceptOver { .. }
            | Command::LayField { .. }
            | Command::AgreeField { .. } => self.before_battle(by, command)?,
            Command::Plan { seat, plan } => self.plan(by, *seat, plan)?,
            Command::FillPlan { seat } => self.fill_plan(by, *seat)?,
            Command::FillCompany { seat } => self.fill_company(by, *seat)?,
            Command::AnswerFor { seat } => self.answer_for(by, *seat)?,
            Command::PlayCard
            | Command::Relocate { .. }
            | Command::Delay
            | Command::ExtraActivation
            | Command::Artillery(_) => {
                self.must_have(by, &[Task::Turn])?;
                self.take_turn(command)?;
            }
            Command::Shoot(salvo) => {
                self.must_have(by, &[Task::Act, Task::WatchFire])?;
                self.must_not_be_wound_up()?;
                self.shoot(salvo)?;
            }
            Command::End { drills } => {
                self.must_have(by, &[Task::Act, Task::WatchFire])?;
                self.end(drills)?;
            }
            Command::SplitFire => {
                self.must_have(by, &[Task::Act])?;
                self.must_not_be_wound_up()?;
                self.split_fire()?;
            }
            Command::Move(movement) => {
                self.must_have(by, &[Task::Act])?;
                self.must_not_be_wound_up()?;
                self.make_move(movement)?;
            }
            Command::Fight(combat) => {
                self.must_have(by, &[Task::Act])?;
                self.must_not_be_wound_up()?;
                self.fight(combat)?;
            }
            Command::Special(special) => {
                self.must_have(by, &[Task::Act])?;
                self.use_special(special)?;
            }
            Command::Routine(routine) => {
                self.must_have(by, &[Task::Act])?;
                self.must_not_be_wound_up()?;
                self.use_routine(*routine)?;
            }
            Command::Measure { pairs } => self.ask_ranges(by, pairs)?,
            Command::Answer(answer) => self.answer(by, answer)?,
            Command::Count { .. }
            | Command::AgreeCounts { .. }
            | Command::Buy { .. }
            | Command::DoneBuying { .. } => self.control_command(by, command)?,
            Command::Correct(_) | Command::AgreeToCorrection(_) | Command::WithdrawCorrection => {
                correct::decide(self, by, command)?;
            }
        }
        Ok(())
    }

    /// The task on top of the stack and the question it asks.
    pub fn asked(&self) -> Option<(Task, Question)> {
        let task = self.state.flow.tasks.last()?;
        question(&self.state, task).map(|question| (task.clone(), question))
    }

    /// Whoever acts holds this seat; a friendly word to everybody else.
    pub fn must_hold(&self, by: &Doer, seat: Seat, what: &str) -> Result<(), Refusal> {
        if by.holds(seat) {
            return Ok(());
        }
        let side = self.state.side_name(seat);
        Err(Refusal::new(format!("The game waits for {side} to {what}.")))
    }

    /// One of these waits, for whoever acts.
    fn must_have(&self, by: &Doer, any_of: &[Task]) -> Result<(), Refusal> {
        let Some((task, question)) = self.asked() else {
            return Err(Refusal::new(match self.state.phase {
                Phase::Tactical => "First everybody plans the round: sequence and wager.",
                Phase::Briefing | Phase::Mustering | Phase::Laying => {
                    "The battle has not begun yet."
                }
                Phase::Activation | Phase::Control | Phase::Over => "That is not possible now.",
            }));
        };
        self.must_hold(by, question.seat, &question.what)?;
        if any_of.contains(&task) {
            Ok(())
        } else {
            Err(Refusal::new(format!("First you have to {}.", question.what)))
        }
    }

    /// T-SPE-2
    fn must_not_be_wound_up(&self) -> Result<(), Refusal> {
        let acting = self.state.flow.acting.as_ref();
        if self.state.flow.watching.is_none() && acting.is_some_and(|acting| acting.wound_up) {
            return Err(Refusal::new(WOUND_UP));
        }
        Ok(())
    }

    fn answer(&mut self, by: &Doer, answer: &Answer) -> Result<(), Refusal> {
        let Some((task, question)) = self.asked() else {
            return Err(Refusal::new("Nothing is asked now."));
        };
        self.must_hold(by, question.seat, &question.what)?;
        let default = match answer {
            Answer::Pass => match self.pass(&task, question.seat)? {
                Passed::NextIsAsked => return Ok(()),
                Passed::NobodyKnows => measuring::default(&question),
            },
            _ => None,
        };
        let answer = default.as_ref().unwrap_or(answer);
        self.state.flow.passed.clear();
        self.state.flow.tasks.pop();
        let taken = match &task {
            Task::ChooseFirst { .. }
            | Task::Turn
            | Task::FirstOfTwo { .. }
            | Task::Activate { .. }
            | Task::Rally { .. }
            | Task::Enter { .. }
            | Task::Pay { .. }
            | Task::StandUp { .. }
            | Task::Immobilised { .. }
            | Task::Act
            | Task::EndActivation { .. }
            | Task::NextTurn => self.turn_answer(&task, answer)?,
            Task::Measure { pairs, .. } => self.measured(question.seat, pairs, answer)?,
            Task::Overwatch { .. } | Task::WatchFire | Task::EndWatch => {
                self.watch_answer(&task, answer)?
            }
            Task::Shots { .. }
            | Task::Template { .. }
            | Task::Assign { .. }
            | Task::Covers { .. }
            | Task::AfterSalvo { .. } => self.shooting_answer(&task, answer)?,
            Task::Hyper { .. }
            | Task::Damage { .. }
            | Task::Locate { .. }
            | Task::HitWeapon { .. } => self.damage_answer(&task, answer)?,
            Task::Medic { .. }
            | Task::Settle { .. }
            | Task::MachineMorale { .. }
            | Task::StillInContact { .. } => self.losses_answer(&task, answer)?,
            Task::Blows { .. } | Task::Share { .. } | Task::Fall { .. } => {
                self.melee_answer(&task, answer)?
            }
            Task::Count
            | Task::Score
            | Task::Buy { .. }
            | Task::JoinHero { .. }
            | Task::NextRound => self.control_answer(&task, answer)?,
        };
        match taken {
            Taken::Yes => Ok(()),
            Taken::AnotherQuestion => {
                Err(Refusal::new(format!("You are asked to {}.", question.what)))
            }
        }
    }
}

/// Whether an answer belongs to the question that was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    Yes,
    AnotherQuestion,
}

//! What a command does, or one sentence why it cannot be done.

use super::command::{Answer, Command};
use super::correct::Correction;
use super::event::{Event, Pace};
use super::flow::Manner;
use super::flow::Task;
use super::orders::check_nerve;
use super::place::{Placer, check_placement};
use super::question::{manner, question};
use super::run::Run;
use super::state::{Phase, State, UnitId};
use crate::dice::Dice;
use crate::ids::Seat;
use crate::refusal::Refusal;
use crate::stack::StackWorker as _;
use crate::system::Doer;

pub fn decide(
    state: &State,
    by: &Doer,
    command: &Command,
    dice: &mut dyn Dice,
) -> Result<Vec<Event>, Refusal> {
    match command {
        Command::Correct(correction) => return correct(state, by, correction, dice),
        Command::AgreeToCorrection(agreed) => return answer_correction(state, by, *agreed, dice),
        Command::WithdrawCorrection => return withdraw(state, by),
        _ => {}
    }
    if by.seats.is_empty() {
        return Err(Refusal::new("Only the players of this battle can do that."));
    }
    if state.phase == Phase::Over {
        return Err(Refusal::new("This battle is over."));
    }
    let mut run = Run::new(state, dice);
    match command {
        Command::Answer(answer) => run.answer(by, answer)?,
        Command::Move(chosen) => {
            run.must_act(by)?;
            run.make_move(chosen)?;
        }
        Command::Charge(charge) => {
            run.must_act(by)?;
            run.charge(charge)?;
        }
        Command::Shoot { shots } => {
            let (unit, manner) = run.must_shoot(by)?;
            super::arms::check_shooting(&run.state, unit, manner, shots)?;
            run.state.flow.tasks.pop();
            run.shoot(unit, manner, shots);
        }
        Command::ShootBuilding(shot) => {
            let (unit, manner) = run.must_shoot(by)?;
            super::arms::check_shooting_at_building(&run.state, unit, manner, shot)?;
            run.state.flow.tasks.pop();
            run.shoot_building(unit, manner, shot);
        }
        Command::FireBlind { range, uses } => {
            let (unit, manner) = run.must_shoot(by)?;
            if manner != Manner::Fire {
                return Err(Refusal::new("Blind fire needs a Fire order."));
            }
            if uses.is_empty() {
                return Err(Refusal::new("Say what fires blind."));
            }
            let all: Vec<_> = uses.iter().collect();
            super::arms::check_uses(&run.state, run.unit(unit)?, Manner::Blind, &all)?;
            super::arms::check_reach(&run.state, Manner::Blind, *range, uses)?;
            run.state.flow.tasks.pop();
            run.fire_blind(unit, *range, uses);
        }
        Command::Finish => {
            run.must_act(by)?;
            run.finish();
        }
        Command::Draw
        | Command::Deploy { .. }
        | Command::Infiltrate { .. }
        | Command::Order(_)
        | Command::EndTurn(_) => {
            run.must_be_free()?;
            match command {
                Command::Draw => match run.state.phase {
                    Phase::Infiltrating if run.state.options.quick_start => {
                        run.infiltrators_stay();
                        run.draw()?;
                    }
                    Phase::Infiltrating => {
                        return Err(Refusal::new("The infiltrators move before the first die."));
                    }
                    Phase::TurnEnd => {
                        return Err(Refusal::new("The bag is empty; end the turn."));
                    }
                    _ => run.draw()?,
                },
                Command::Deploy { unit, into } => run.deploy(by, *unit, *into)?,
                Command::Infiltrate { unit, moved, to } => {
                    run.infiltrate(by, *unit, moved.as_deref(), *to)?;
                }
                Command::Order(order) => run.give_order(by, order)?,
                Command::EndTurn(end) => run.end_turn(by, end)?,
                _ => {}
            }
        }
        Command::Correct(_) | Command::AgreeToCorrection(_) | Command::WithdrawCorrection => {}
    }
    run.go()?;
    Ok(run.into_events())
}

impl Run<'_> {
    /// The person whose decision is open; a friendly word to everybody else.
    fn must_decide(&self, by: &Doer, seat: Seat, what: &str) -> Result<(), Refusal> {
        if by.holds(seat) {
            Ok(())
        } else {
            let side = self.state.side_name(seat);
            Err(Refusal::new(format!("The battle waits for {side} to {what}.")))
        }
    }

    fn must_be_free(&self) -> Result<(), Refusal> {
        match self.state.flow.tasks.last().and_then(|task| question(&self.state, task)) {
            None => Ok(()),
            Some(open) => {
                let side = self.state.side_name(open.seat);
                Err(Refusal::new(format!("First {side} has to {}.", open.what)))
            }
        }
    }

    fn must_act(&self, by: &Doer) -> Result<(), Refusal> {
        let Some(task) = self.state.flow.tasks.last() else {
            return Err(Refusal::new("No unit is carrying out an order now."));
        };
        let Some(open) = question(&self.state, task) else {
            return Err(Refusal::new("No unit is carrying out an order now."));
        };
        self.must_decide(by, open.seat, &open.what)?;
        if *task == Task::Act {
            Ok(())
        } else {
            Err(Refusal::new(format!("First you have to {}.", open.what)))
        }
    }

    fn must_shoot(&self, by: &Doer) -> Result<(UnitId, Manner), Refusal> {
        self.must_act(by)?;
        let acting = self.acting()?;
        match manner(acting.order) {
            Some(manner) => Ok((acting.unit, manner)),
            None => Err(Refusal::new(format!("{} is no order to shoot.", acting.order))),
        }
    }

    fn answer(&mut self, by: &Doer, answer: &Answer) -> Result<(), Refusal> {
        let task = self.state.flow.tasks.last().cloned();
        let open = task.as_ref().and_then(|task| question(&self.state, task));
        let (Some(task), Some(open)) = (task, open) else {
            return Err(Refusal::new("Nothing is asked now."));
        };
        self.must_decide(by, open.seat, &open.what)?;
        self.check_answer(&task, answer)
            .unwrap_or_else(|| Err(Refusal::new(format!("You are asked to {}.", open.what))))?;
        self.state.flow.tasks.pop();
        self.take_answer(task, answer)
    }

    /// `None` where the answer is to another question.
    fn check_answer(&self, task: &Task, answer: &Answer) -> Option<Result<(), Refusal>> {
        Some(match (task, answer) {
            (Task::GoDown { .. }, Answer::GoDown(_))
            | (Task::Ambushes { .. }, Answer::Spring(_))
            | (Task::ChartAgain { .. }, Answer::ChartAgain(_))
            | (Task::Template { .. }, Answer::Template(_))
            | (Task::Contact, Answer::Contact(_))
            | (Task::Entrance { .. }, Answer::Inside(_))
            | (Task::BreakOff { .. }, Answer::BreakOff(_))
            | (Task::Spinner { .. }, Answer::Spinner(_)) => Ok(()),
            (Task::Spot { volley }, Answer::Spot(choice)) => {
                let misses = super::shoot::spottable(&self.state, *volley);
                if choice.is_none_or(|place| misses.contains(&place)) {
                    Ok(())
                } else {
                    Err(Refusal::new("There is no such miss to roll again."))
                }
            }
            (Task::PlaceLucky { strike }, Answer::Place(marks)) => {
                let strike = self.state.flow.strikes.get(*strike)?;
                check_placement(&self.state, strike, Placer::Shooter, marks)
            }
            (Task::PlaceRest { strike }, Answer::Place(marks)) => {
                let strike = self.state.flow.strikes.get(*strike)?;
                check_placement(&self.state, strike, Placer::Target, marks)
            }
            (Task::BonusMove { unit }, Answer::BonusMove { features, .. }) => {
                self.check_features(*unit, Pace::Bonus, features)
            }
            (Task::BreakTest { unit, .. }, Answer::Brace(nerve)) => {
                check_nerve(&self.state, *unit, *nerve, true)
            }
            (Task::PointBlank { unit }, Answer::PointBlank(uses)) => {
                self.check_point_blank(*unit, uses)
            }
            (Task::HandWeapons { unit }, Answer::HandWeapons(chosen)) => {
                self.check_hand_weapons(*unit, chosen)
            }
            (Task::Consolidate { unit }, Answer::Consolidate(chosen)) => {
                self.check_consolidation(*unit, chosen)
            }
            (Task::Template { .. }, Answer::LandsOn(part)) => {
                if super::astray::can_be_landed_on(&self.state, *part) {
                    Ok(())
                } else {
                    Err(Refusal::new("No such building stands on the table."))
                }
            }
            (Task::OddHits { volley, landed }, Answer::OddHits(first)) => {
                let landed = self.state.flow.volleys.get(*volley)?.landed.get(*landed)?;
                let mut named = first.clone();
                named.sort();
                let mut struck = landed.struck.clone();
                struck.sort();
                if named == struck {
                    Ok(())
                } else {
                    Err(Refusal::new("Name each unit that is struck, and each once."))
                }
            }
            _ => return None,
        })
    }

    fn take_answer(&mut self, task: Task, answer: &Answer) -> Result<(), Refusal> {
        match (task, answer) {
            (Task::GoDown { volley }, Answer::GoDown(down)) => self.go_down(volley, *down),
            (Task::Ambushes { mover, asked }, Answer::Spring(Some(spring))) => {
                self.spring(mover, asked, spring)?;
            }
            (Task::Ambushes { mover, .. }, Answer::Spring(None)) => {
                self.emit(Event::LetPass { mover });
            }
            (Task::Spot { volley }, Answer::Spot(choice)) => self.spot(volley, *choice)?,
            (Task::Template { volley, astray }, Answer::Template(struck)) => {
                self.lay_template(volley, astray, struck)?;
            }
            (Task::Template { volley, astray }, Answer::LandsOn(part)) => {
                self.land_on(volley, astray, *part)?;
            }
            (Task::OddHits { volley, landed }, Answer::OddHits(first)) => {
                self.share_odd_hits(volley, landed, first);
            }
            (Task::Entrance { unit, to }, Answer::Inside(inside)) => {
                self.entrance(unit, to, *inside);
            }
            (Task::PlaceLucky { strike }, Answer::Place(marks)) => {
                self.place_lucky(strike, Some(marks));
            }
            (Task::PlaceRest { strike }, Answer::Place(marks)) => {
                self.place_rest(strike, Some(marks));
            }
            (Task::ChartAgain { strike }, Answer::ChartAgain(wound)) => {
                self.chart_again(strike, *wound)?;
            }
            (Task::BreakTest { unit, cause }, Answer::Brace(nerve)) => {
                self.break_test(unit, cause, *nerve)?;
            }
            (Task::BonusMove { unit }, Answer::BonusMove { take: true, features, contact }) => {
                self.bonus_move(unit, features, *contact)?;
            }
            (Task::Contact, Answer::Contact(contact)) => self.contact(*contact),
            (Task::PointBlank { unit }, Answer::PointBlank(uses)) => {
                self.choose_point_blank(unit, Some(uses));
            }
            (Task::BreakOff { unit }, Answer::BreakOff(off)) => self.break_off(unit, *off),
            (Task::Spinner { unit }, Answer::Spinner(spinner)) => self.set_spinner(unit, *spinner),
            (Task::HandWeapons { unit }, Answer::HandWeapons(chosen)) => {
                self.choose_hand_weapons(unit, Some(chosen));
            }
            (Task::Consolidate { unit }, Answer::Consolidate(chosen)) => {
                self.consolidate(unit, chosen)?;
            }
            _ => {}
        }
        Ok(())
    }
}

/// Nothing is being rolled or fought: a correction cannot pull the ground away under it.
pub(super) fn is_at_rest(state: &State) -> bool {
    matches!(state.flow.tasks[..], [] | [Task::EndAction, Task::Act])
}

fn must_be_at_rest(state: &State) -> Result<(), Refusal> {
    if is_at_rest(state) {
        return Ok(());
    }
    let what = state.flow.tasks.last().and_then(|task| question(state, task)).map_or_else(
        || "this is settled".into(),
        |open| format!("{} has to {}", state.side_name(open.seat), open.what),
    );
    Err(Refusal::new(format!("Corrections wait until shots and fights are settled: first {what}.")))
}

/// At once by the organiser, or by somebody who plays both sides; else it is proposed.
fn correct(
    state: &State,
    by: &Doer,
    correction: &Correction,
    dice: &mut dyn Dice,
) -> Result<Vec<Event>, Refusal> {
    if state.phase == Phase::Over {
        return Err(Refusal::new("This battle is over."));
    }
    let both = state.seats().all(|seat| by.holds(seat));
    if by.organiser || both {
        return carry_out(state, correction, by.organiser && !both, dice);
    }
    let Some(seat) = by.seats.first() else {
        return Err(Refusal::new("Only the players and the organiser can correct a battle."));
    };
    must_be_at_rest(state)?;
    correction.check(state)?;
    if state.proposal.is_some() {
        return Err(Refusal::new("A correction is waiting for an answer already."));
    }
    Ok(vec![Event::Proposed { by: *seat, correction: correction.clone() }])
}

fn answer_correction(
    state: &State,
    by: &Doer,
    agreed: bool,
    dice: &mut dyn Dice,
) -> Result<Vec<Event>, Refusal> {
    let Some(proposal) = &state.proposal else {
        return Err(Refusal::new("No correction is waiting for an answer."));
    };
    if state.phase == Phase::Over {
        return Err(Refusal::new("This battle is over."));
    }
    let other = state.enemy_of(proposal.by);
    if !by.holds(other) && !by.organiser {
        let side = state.side_name(other);
        return Err(Refusal::new(format!("The correction waits for {side}'s answer.")));
    }
    if agreed {
        carry_out(state, &proposal.correction, by.organiser && !by.holds(other), dice)
    } else {
        Ok(vec![Event::ProposalDropped { withdrawn: false }])
    }
}

fn withdraw(state: &State, by: &Doer) -> Result<Vec<Event>, Refusal> {
    match &state.proposal {
        None => Err(Refusal::new("No correction is waiting for an answer.")),
        Some(proposal) if !by.holds(proposal.by) => {
            Err(Refusal::new("Only the side that proposed a correction can take it back."))
        }
        Some(_) => Ok(vec![Event::ProposalDropped { withdrawn: true }]),
    }
}

fn carry_out(
    state: &State,
    correction: &Correction,
    organiser: bool,
    dice: &mut dyn Dice,
) -> Result<Vec<Event>, Refusal> {
    must_be_at_rest(state)?;
    correction.check(state)?;
    let mut run = Run::new(state, dice);
    run.emit(Event::Corrected { correction: correction.clone(), organiser });
    run.settle_after_correction();
    run.go()?;
    Ok(run.into_events())
}

impl Run<'_> {
    /// A correction may leave a die without a unit, an action without its unit, a bag empty or full again.
    fn settle_after_correction(&mut self) {
        if let Some(side) = self.state.flow.drawn
            && self.state.waiting_for_orders(side).next().is_none()
        {
            self.emit(Event::Idle { side });
        }
        if let Some(acting) = self.state.flow.acting {
            let over = self
                .state
                .unit(acting.unit)
                .is_none_or(|unit| unit.destroyed || unit.order() != Some(acting.order));
            if over {
                self.state.flow.tasks.retain(|task| *task != Task::Act);
            }
        }
        let gone = |target: UnitId| self.state.unit(target).is_none_or(|unit| unit.destroyed);
        let target = self.state.flow.acting.and_then(|acting| acting.assault);
        // it may have been put where the charge does not lead
        let out_of_reach = self.state.flow.acting.is_some_and(|acting| {
            let pace = if acting.sprint { Pace::Sprint } else { Pace::Run };
            acting.assault.is_some_and(|target| {
                super::buildings::assault_route(&self.state, acting.unit, target, pace).is_err()
            })
        });
        if (target.is_some_and(gone) || out_of_reach)
            && let Some(acting) = &mut self.state.flow.acting
        {
            acting.assault = None;
        }
        self.end_if_wiped_out();
        // what was decided for the turn's end may not fit any more
        self.state.flow.turn_end.clear();
        if self.state.phase == Phase::TurnEnd && self.state.bag() > 0 {
            self.emit(Event::BagFilled { turn: self.state.turn });
        }
        self.advance_phase();
    }
}

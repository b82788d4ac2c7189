//! For somebody who does not answer an organiser goes on, with what stands if nobody says anything. It is told as the
//! organiser's doing, and nothing that the missing player keeps secret is shown by it.

use super::command::{Answer, Command};
use super::event::Event;
use super::flow::Task;
use super::mustering::to_accept;
use super::opponent::company;
use super::question::{Question, question};
use super::run::Run;
use super::state::{Phase, State};
use super::tactical::missing;
use crate::ids::Seat;
use crate::refusal::Refusal;
use crate::system::Doer;

/// What an organiser does in the place of this seat now; `None` where nothing waits for it that has a default.
pub fn in_place_of(state: &State, seat: Seat) -> Option<Command> {
    match state.flow.tasks.last() {
        // nobody's figures stand for somebody else's, but one can agree with those that were told
        Some(Task::Count) => {
            let counted = state.flow.counted.as_ref().filter(|counted| counted.by != seat);
            counted.map(|_| Command::AgreeCounts { seat, agree: true })
        }
        Some(task) => {
            let asked = question(state, task).filter(|asked| asked.seat == seat)?;
            default(task, asked)
        }
        None => before_the_cards(state, seat),
    }
}

/// The default of a question: what a unit does by itself is nothing, and who has no table before them cannot tell.
fn default(task: &Task, asked: Question) -> Option<Command> {
    match task {
        Task::Measure { .. } | Task::Template { .. } | Task::StillInContact { .. } => {
            Some(Command::Answer(Answer::Pass))
        }
        Task::WatchFire => Some(Command::End { drills: Vec::new() }),
        // who has just come onto the table has to move in first (T-RES-2)
        Task::Act => {
            let ends = Command::End { drills: Vec::new() };
            let moves = |option: &Command| matches!(option, Command::Move(_));
            if asked.options.contains(&ends) {
                Some(ends)
            } else {
                asked.options.into_iter().find(moves)
            }
        }
        Task::ChooseFirst { .. }
        | Task::Turn
        | Task::FirstOfTwo { .. }
        | Task::Activate { .. }
        | Task::Rally { .. }
        | Task::Enter { .. }
        | Task::Pay { .. }
        | Task::StandUp { .. }
        | Task::Immobilised { .. }
        | Task::EndActivation { .. }
        | Task::NextTurn
        | Task::Overwatch { .. }
        | Task::EndWatch
        | Task::Shots { .. }
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
        | Task::NextRound => asked.options.into_iter().next(),
    }
}

fn before_the_cards(state: &State, seat: Seat) -> Option<Command> {
    let side = state.side(seat)?;
    match state.phase {
        Phase::Mustering => {
            if let Some(of) = state.seats().find(|of| to_accept(state, *of).contains(&seat)) {
                return Some(Command::AcceptOver { seat, of, accept: true });
            }
            (!side.locked).then_some(Command::FillCompany { seat })
        }
        Phase::Laying => {
            (!state.field_agreed.contains(&seat)).then_some(Command::AgreeField { seat })
        }
        Phase::Tactical => missing(state).contains(&seat).then_some(Command::FillPlan { seat }),
        Phase::Briefing | Phase::Activation | Phase::Control | Phase::Over => None,
    }
}

/// So often a company is brought and locked: once each.
const COMPANY_STEPS: usize = 2;

impl Run<'_> {
    /// Whatever waits for this seat gets its default.
    pub fn answer_for(&mut self, by: &Doer, seat: Seat) -> Result<(), Refusal> {
        must_be_organiser(by, "answers for somebody else")?;
        let Some(command) = in_place_of(&self.state, seat) else {
            let side = self.state.side_name(seat);
            return Err(Refusal::new(format!("Nothing waits for {side} that has a default now.")));
        };
        match command {
            // these say themselves that it was the organiser
            Command::FillPlan { .. } | Command::FillCompany { .. } => self.does(by, &command),
            command => {
                self.emit(Event::AnsweredFor { seat });
                self.does(&in_the_place_of(seat), &command)
            }
        }
    }

    /// For somebody who brings none: what they have begun, if it can be played, else what the program would bring.
    pub fn fill_company(&mut self, by: &Doer, seat: Seat) -> Result<(), Refusal> {
        must_be_organiser(by, "brings a company for somebody else")?;
        let open = self.state.side(seat).is_some_and(|side| !side.locked);
        if self.state.phase != Phase::Mustering || !open {
            let side = self.state.side_name(seat);
            return Err(Refusal::new(format!("No company of {side} is missing.")));
        }
        self.emit(Event::AnsweredFor { seat });
        for _ in 0..COMPANY_STEPS {
            let Some(next) = company::muster(&self.state, seat) else { break };
            self.does(&in_the_place_of(seat), &next)?;
        }
        Ok(())
    }
}

/// Whoever plays here decides nothing for the other side.
pub(super) fn must_be_organiser(by: &Doer, what: &str) -> Result<(), Refusal> {
    if by.organiser && by.seats.is_empty() {
        return Ok(());
    }
    Err(Refusal::new(format!(
        "Only the organiser or a manager of this server {what}, and only one who does not play here."
    )))
}

fn in_the_place_of(seat: Seat) -> Doer {
    Doer { seats: vec![seat], organiser: false }
}

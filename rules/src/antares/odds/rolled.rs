//! A shot or an assault rolled by the engine itself, every question answered by its default. Simulations compare the
//! results with the odds.

use super::super::command::{Answer, Charge, Command, Cover, Shot};
use super::super::event::{Event, Placed};
use super::super::flow::{Acting, Flow, Manner, Task};
use super::super::order::Order;
use super::super::question::question;
use super::super::run::Run;
use super::super::state::{State, UnitId};
use crate::dice::Dice;
use crate::refusal::Refusal;

/// A shot to its end, with the automatic breaks.
pub fn roll_shot(
    state: &State,
    from: UnitId,
    manner: Manner,
    shot: &Shot,
    goes_down: bool,
    dice: &mut dyn Dice,
) -> Result<(State, Vec<Event>), Refusal> {
    let shots = std::slice::from_ref(shot);
    super::check_shooting(state, from, manner, shots)?;
    let mut run = Run::new(state, dice);
    *run.state.flow = Flow::default();
    run.shoot(from, manner, shots);
    finish(run, goes_down)
}

/// An assault that has made contact, to its end.
pub fn roll_assault(
    state: &State,
    attacker: UnitId,
    defender: UnitId,
    cover: &Cover,
    sprint: bool,
    dice: &mut dyn Dice,
) -> Result<(State, Vec<Event>), Refusal> {
    let mut run = Run::new(state, dice);
    if run.unit(attacker)?.order() != Some(Order::Run) {
        run.place_die(attacker, Order::Run, Placed::Ordered);
    }
    let assault = Some(defender);
    let (order, going) = (Order::Run, None);
    let acting = Acting { unit: attacker, order, sprint, assault, moved: false, going };
    *run.state.flow =
        Flow { acting: Some(acting), tasks: vec![Task::Act].into(), ..Flow::default() };
    run.charge(&Charge { contact: true, cover: cover.clone(), ..Charge::default() })?;
    finish(run, false)
}

/// Most tasks do their default when they are not asked about; a few have to be told.
fn finish(mut run: Run<'_>, goes_down: bool) -> Result<(State, Vec<Event>), Refusal> {
    while let Some(task) = run.state.flow.tasks.pop() {
        let told = matches!(
            task,
            Task::GoDown { .. }
                | Task::Template { .. }
                | Task::ChartAgain { .. }
                | Task::Spinner { .. }
        );
        let asked = if told { question(&run.state, &task) } else { None };
        let answer = asked.and_then(|asked| asked.options.into_iter().next());
        match (task, answer) {
            (Task::GoDown { volley }, Some(_)) => run.go_down(volley, goes_down),
            (
                Task::Template { volley, astray },
                Some(Command::Answer(Answer::Template(struck))),
            ) => run.lay_template(volley, astray, &struck)?,
            (Task::Template { volley, astray }, Some(Command::Answer(Answer::LandsOn(part)))) => {
                run.land_on(volley, astray, part)?;
            }
            (Task::ChartAgain { strike }, Some(Command::Answer(Answer::ChartAgain(wound)))) => {
                run.chart_again(strike, wound)?;
            }
            (Task::Spinner { unit }, Some(Command::Answer(Answer::Spinner(spinner)))) => {
                run.set_spinner(unit, spinner);
            }
            (task, _) => run.perform(task)?,
        }
    }
    run.break_overwhelmed();
    Ok((run.state, run.events))
}

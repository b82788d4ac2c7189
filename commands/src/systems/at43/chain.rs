//! A whole action in one line: what has to come before it (the card, the way in, the cost) is done by itself. All of it is
//! tried out first, so that nothing is revealed for an action that could not be done.

use gatemaster_rules::at43::command::{Answer, Command, Entry};
use gatemaster_rules::at43::entering::ways_in;
use gatemaster_rules::at43::flow::Task;
use gatemaster_rules::at43::need::DIE;
use gatemaster_rules::at43::question::question;
use gatemaster_rules::at43::report::Who;
use gatemaster_rules::at43::state::{Phase, PlaceId, Stands, UnitId};
use gatemaster_rules::at43::{At43, State};
use gatemaster_rules::dice::{Dice, DiceFault, Roll};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::system::{Doer, System as _};
use gatemaster_rules::table::Action;

use super::{doing, doing_with, own_seat, own_view, state};
use crate::answer::Reply;
use crate::desk::{Loaded, Outcome, Which};
use crate::face::Hall;
use crate::request::Request;
use crate::table;
use crate::trouble::Trouble;
use crate::words::esc;

/// More than any activation has before its first action.
const MOST: usize = 8;

/// What has to be done first, as things stand; nothing where the action itself can be done.
pub type Before<'a> = &'a (dyn Fn(&State, &Doer) -> Result<Option<Command>, Trouble> + Sync);

/// The action, chosen from the game as it stands by then.
pub type Chosen<'a> = &'a (dyn Fn(&State) -> Result<Command, Trouble> + Sync);

/// A slash command in the game of this channel.
pub(crate) async fn carry_out(
    hall: &Hall,
    request: &Request,
    dice: Option<String>,
    before: Before<'_>,
    action: Chosen<'_>,
) -> Result<Reply, Trouble> {
    let made = steps(hall, request, &Which::Here, dice, before, action).await?;
    Ok(table::told(hall.systems, &made, request).into())
}

/// The steps, bound to the game as it was seen.
pub(crate) async fn steps(
    hall: &Hall,
    request: &Request,
    which: &Which,
    dice: Option<String>,
    before: Before<'_>,
    action: Chosen<'_>,
) -> Result<Outcome, Trouble> {
    // the same interaction delivered twice is answered as before
    if let Some(made) = hall.desk.made_before(request).await? {
        return Ok(made);
    }
    let game = hall.desk.load(request, which).await?;
    state(&game)?;
    let commands = tried_out(&game, request, before, action)?;
    let dealt = match dice {
        None => vec![None; commands.len()],
        Some(text) => {
            let actions: Vec<Action> =
                commands.iter().map(|command| doing(command.clone()).action).collect();
            hall.desk.deal(request, &game, &actions, &text)?
        }
    };
    let mut made: Option<Outcome> = None;
    for (command, faces) in commands.into_iter().zip(dealt) {
        let Some(so_far) = made.take() else {
            let which = Which::At(game.id.clone(), game.seq);
            let step = doing_with(command, faces);
            made = Some(hall.desk.act(request, &which, |_| Ok(step)).await?);
            continue;
        };
        // an answer given beforehand has done it already, or dice have led somewhere else: then what has happened is told
        if !fits(&so_far.game, &command) {
            made = Some(so_far);
            continue;
        }
        let which = Which::At(game.id.clone(), so_far.game.seq);
        // an interaction makes one step; these are steps of their own
        let later = request.without_interaction();
        let step = doing_with(command, faces);
        made = Some(match hall.desk.act(&later, &which, |_| Ok(step)).await {
            Ok(next) => so_far.followed_by(next),
            Err(trouble) if trouble.is_refusal() => {
                let (game, trouble) = (&so_far.game.id, trouble.in_short());
                tracing::debug!(game, trouble, "the rest of a command was not done");
                return Ok(so_far);
            }
            Err(fault) => return Err(fault),
        });
    }
    made.ok_or_else(|| Trouble::fault("a command without steps"))
}

/// Whether the game waits for just this kind of thing.
fn fits(game: &Loaded, command: &Command) -> bool {
    let Ok(view) = state(game) else { return false };
    let task = view.flow.tasks.last();
    match command {
        Command::Answer(answer) => matches!(
            (task, answer),
            (Some(Task::Pay { .. }), Answer::Pay(_))
                | (Some(Task::Enter { .. }), Answer::Enter(_))
                | (Some(Task::Immobilised { .. }), Answer::Abandon(_))
                | (Some(Task::Overwatch { .. }), Answer::Watch(_))
        ),
        Command::PlayCard => task == Some(&Task::Turn),
        _ => matches!(task, Some(Task::Act | Task::WatchFire)),
    }
}

/// Everything that the command comes to, on a copy of the game as its player sees it, with dice that succeed.
fn tried_out(
    game: &Loaded,
    request: &Request,
    before: Before<'_>,
    action: Chosen<'_>,
) -> Result<Vec<Command>, Trouble> {
    let by = game.table.by(request.user());
    let mut copy = State::clone(&*own_view(game, request)?);
    let mut commands = Vec::new();
    let mut entered = None;
    for _ in 0..MOST {
        // a drop point is all the unit does in its activation (T-RES-3)
        if entered.is_some_and(|unit| is_put_down(&copy, unit)) {
            return Ok(commands);
        }
        let Some(first) = before(&copy, &by)? else { break };
        if first == Command::PlayCard && !commands.is_empty() {
            return Err(comes_to_nothing(&commands));
        }
        if let (Some(Task::Enter { unit }), Command::Answer(Answer::Enter(Entry::Through(_)))) =
            (copy.flow.tasks.last(), &first)
        {
            entered = Some(*unit);
        }
        go_on(&mut copy, &by, &first)?;
        commands.push(first);
    }
    may_act(&copy, request, game, &by, &commands)?;
    let command = action(&copy)?;
    go_on(&mut copy, &by, &command)?;
    commands.push(command);
    Ok(commands)
}

/// It has come onto the table, and its activation has ended with that.
fn is_put_down(state: &State, unit: UnitId) -> bool {
    let acts = state.flow.acting.as_ref().is_some_and(|acting| acting.unit == unit);
    !acts && state.unit(unit).is_some_and(|unit| unit.stands == Stands::Field)
}

/// What comes first would end the activation, so that the line would mean another unit.
fn comes_to_nothing(first: &[Command]) -> Trouble {
    Trouble::refused(if first.first() == Some(&Command::PlayCard) {
        "Your next card would come to nothing by itself, for want of LP say, so it was not played for this. \
         `/at43 card` plays it."
    } else {
        "That unit's activation would come to nothing by itself, for want of LP say, so nothing was done. \
         `/at43 answer` answers what is asked of it."
    })
}

/// The game waits for whoever asks to do something with a unit, and not for an answer; `first` is what would be done before.
fn may_act(
    state: &State,
    request: &Request,
    game: &Loaded,
    by: &Doer,
    first: &[Command],
) -> Result<(), Trouble> {
    own_seat(game, request)?;
    let task = state.flow.tasks.last();
    let Some(asked) = task.and_then(|task| question(state, task)) else {
        return Err(Trouble::refused(match state.phase {
            Phase::Briefing | Phase::Mustering | Phase::Laying => "The battle has not begun yet.",
            Phase::Tactical => "First everybody plans the round: `/at43 plan`.",
            Phase::Activation | Phase::Control => "That is not possible now.",
            Phase::Over => "This game is over.",
        }));
    };
    let what = &asked.what;
    if !by.holds(asked.seat) && !first.is_empty() {
        return Err(comes_to_nothing(first));
    }
    if !by.holds(asked.seat) {
        let side = esc(state.side_name(asked.seat));
        return Err(Trouble::refused(format!("The game waits for {side} to {}.", esc(what))));
    }
    match task {
        // whoever waits in reserve does no more than that
        Some(
            Task::Turn | Task::Act | Task::WatchFire | Task::Overwatch { .. } | Task::Enter { .. },
        ) => Ok(()),
        _ if first.first() == Some(&Command::PlayCard) => {
            let unit = state.flow.acting.as_ref().map_or("", |acting| state.unit_name(acting.unit));
            let unit = esc(unit);
            Err(Trouble::refused(format!(
                "Your next card, {unit}, raises a question first ({}): `/at43 card`, then `/at43 answer`.",
                esc(what)
            )))
        }
        _ => Err(Trouble::refused(format!(
            "First you have to {}; the buttons or `/at43 answer` do it.",
            esc(what)
        ))),
    }
}

fn go_on(state: &mut State, by: &Doer, command: &Command) -> Result<(), Trouble> {
    for event in At43::decide(state, by, command, &mut Luck)? {
        At43::apply(state, &event);
    }
    Ok(())
}

/// Dice that always show a 6.
#[derive(Debug)]
struct Luck;

impl Dice for Luck {
    fn roll(&mut self, sides: u32) -> Result<Roll, DiceFault> {
        Ok(Roll { number: None, sides, face: DIE.min(sides) })
    }
}

/// Whose decision waits now.
fn asked(state: &State) -> Option<Seat> {
    let task = state.flow.tasks.last()?;
    question(state, task).map(|asked| asked.seat)
}

/// Before a unit acts: its card is turned up, it comes in by the way that was named or the only one, its cost is paid, and it
/// stays with its immobilised machines.
pub fn until_it_acts(state: &State, by: &Doer, way: Way<'_>) -> Result<Option<Command>, Trouble> {
    if asked(state).is_none_or(|seat| !by.holds(seat)) {
        return Ok(None);
    }
    Ok(match state.flow.tasks.last() {
        Some(Task::Turn) => Some(Command::PlayCard),
        Some(Task::Enter { unit }) => {
            let through = way_in(state, *unit, way)?;
            Some(Command::Answer(Answer::Enter(Entry::Through(through))))
        }
        Some(Task::Pay { .. }) => Some(Command::Answer(Answer::Pay(true))),
        Some(Task::Immobilised { .. }) => Some(Command::Answer(Answer::Abandon(Vec::new()))),
        _ => None,
    })
}

/// Before a unit in reserve says whether it comes in: its card is turned up.
pub fn until_it_enters(state: &State, by: &Doer) -> Option<Command> {
    let mine = asked(state).is_some_and(|seat| by.holds(seat));
    let turns = mine && state.flow.tasks.last() == Some(&Task::Turn);
    turns.then_some(Command::PlayCard)
}

/// By which way a unit in reserve comes in.
#[derive(Clone, Copy, Debug)]
pub enum Way<'a> {
    /// The words of the option `enter`, where it was filled in.
    Named(Option<&'a str>),
    /// This line has no word for it.
    OnlyOne,
    /// The words of an answer.
    Answer(&'a str),
}

/// The place that was named, or the only one.
pub fn way_in(state: &State, unit: UnitId, way: Way<'_>) -> Result<PlaceId, Trouble> {
    let (way, how) = match way {
        Way::Named(way) => (way, "say which with `enter`"),
        Way::OnlyOne => (None, "say which with `/at43 card`, then `/at43 answer`"),
        Way::Answer(way) => (Some(way), "name one"),
    };
    let ways = state.unit(unit).map(|unit| ways_in(state, unit)).unwrap_or_default();
    let name = |id: &PlaceId| state.place(*id).map_or("", |place| place.name.as_str());
    let typed = way.map(str::trim).filter(|way| !way.is_empty()).map(str::to_lowercase);
    let found = match (&typed, ways.as_slice()) {
        (None, [only]) => Some(*only),
        (None, _) => None,
        (Some(typed), ways) => {
            let exact = ways.iter().find(|id| name(id).to_lowercase() == *typed);
            exact
                .or_else(|| ways.iter().find(|id| name(id).to_lowercase().contains(typed)))
                .copied()
        }
    };
    found.ok_or_else(|| {
        let names: Vec<String> = ways.iter().map(|id| esc(name(id))).collect();
        Trouble::refused(format!(
            "{} {} in by one of these; {how}: {}.",
            esc(state.unit_name(unit)),
            Who::unit(state, unit).does("comes", "come"),
            names.join(", ")
        ))
    })
}

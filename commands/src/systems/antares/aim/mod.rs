//! Shooting, from the target to the dice: everything is understood before it is rolled.

mod bands;
mod circumstances;
mod command;
mod controls;
mod draft;
mod form;
mod habits;
mod indoors;
mod models;
mod outlook;
mod split;
mod table;
mod target;
#[cfg(test)]
mod tests;
mod typed;

use std::ops::ControlFlow;

use gatemaster_rules::antares::command::{Answer as BattleAnswer, Command};
use gatemaster_rules::antares::moves::ambushers;
use gatemaster_rules::antares::state::UnitId;
use gatemaster_rules::antares::{State, label};
use gatemaster_rules::ids::Seq;

use super::controls::{button, controls as what_waits};
use super::press::{BattlePressed, Words};
use super::{doing, holds, refine, seen, state};
use crate::answer::{PressedMessage, Reply, unknown};
use crate::boxed;
use crate::desk::Loaded;
use crate::face::{Controls, Hall};
use crate::request::Request;
use crate::systems::antares::show::waits_for;
use crate::table::{answer_press, as_seen};
use crate::trouble::Trouble;
use crate::words::esc;
pub use command::shoot;
use gatemaster_discord::card::{Choice, Select};
use gatemaster_discord::forms::FilledForm;

use draft::{Draft, firing};
pub use target::{Target, targets};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AimPress {
    /// Spring an ambush with the picked unit.
    Ambush,
    LetPass,
    /// Who aims at whom goes with everything, so that it can be begun anew whatever became of the note.
    Weapons(Pair),
    Circumstances(Pair),
    /// The form for what is measured and named exactly.
    Exact(Pair),
    /// Keeps this shot of some of a vehicle's weapons; the rest gets another target.
    Split(Pair),
    /// The target of the rest.
    Rest(Pair),
    /// The dice, at this range in hundredths of an inch, if the shot is still the one that was shown.
    Shoot {
        pair: Pair,
        hash: u32,
        range: u32,
    },
    /// Think again.
    Back,
}

/// Who aims at whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    pub unit: UnitId,
    pub target: Target,
}

impl Pair {
    fn number(self) -> u32 {
        u32::from(self.unit.0) << 16 | u32::from(u16::from(self.target))
    }

    fn from_number(number: u32) -> Self {
        let half = |number: u32| u16::try_from(number & 0xffff).unwrap_or(u16::MAX);
        Self { unit: UnitId(half(number >> 16)), target: half(number).into() }
    }
}

impl From<&Draft> for Pair {
    fn from(draft: &Draft) -> Self {
        Self { unit: draft.unit, target: draft.target }
    }
}

impl AimPress {
    pub fn words(self) -> Words {
        match self {
            Self::Ambush => ("ambush", Vec::new()),
            Self::LetPass => ("pass", Vec::new()),
            Self::Weapons(pair) => ("arms", vec![pair.number()]),
            Self::Circumstances(pair) => ("scene", vec![pair.number()]),
            Self::Exact(pair) => ("exact", vec![pair.number()]),
            Self::Split(pair) => ("split", vec![pair.number()]),
            Self::Rest(pair) => ("rest", vec![pair.number()]),
            Self::Shoot { pair, hash, range } => ("fire", vec![pair.number(), hash, range]),
            Self::Back => ("back", Vec::new()),
        }
    }

    pub fn from_words(word: &str, numbers: &[u32]) -> Option<Self> {
        let pair = Pair::from_number;
        Some(match (word, numbers) {
            ("ambush", []) => Self::Ambush,
            ("pass", []) => Self::LetPass,
            ("arms", [number]) => Self::Weapons(pair(*number)),
            ("scene", [number]) => Self::Circumstances(pair(*number)),
            ("exact", [number]) => Self::Exact(pair(*number)),
            ("split", [number]) => Self::Split(pair(*number)),
            ("rest", [number]) => Self::Rest(pair(*number)),
            ("fire", [number, hash, range]) => {
                Self::Shoot { pair: pair(*number), hash: *hash, range: *range }
            }
            ("back", []) => Self::Back,
            _ => return None,
        })
    }

    /// One of each kind, with the largest numbers, for the test of the custom ids.
    #[cfg(test)]
    pub fn samples() -> Vec<Self> {
        let pair = Pair { unit: UnitId(u16::MAX), target: u16::MAX.into() };
        vec![
            Self::Ambush,
            Self::LetPass,
            Self::Weapons(pair),
            Self::Circumstances(Pair { unit: UnitId(1), target: UnitId(2).into() }),
            Self::Exact(pair),
            Self::Split(pair),
            Self::Rest(pair),
            Self::Shoot { pair, hash: u32::MAX, range: u32::MAX },
            Self::Back,
        ]
    }
}

/// A button, or a list with what was picked from it.
#[boxed]
pub(crate) async fn pressed(
    hall: &Hall,
    request: &Request,
    at: (&str, Seq),
    press: AimPress,
    picked: &[String],
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let game = match as_seen(hall, request, &seen(at), on).await? {
        ControlFlow::Continue(game) => game,
        ControlFlow::Break(made_before) => return Ok(made_before),
    };
    match press {
        AimPress::Ambush => {
            let unit = picked_unit(picked)?;
            let mover = mover(state(&game)?)?;
            let controls = controls_at(hall, &game, request, unit, mover.into()).await?;
            Ok(refine(&game, on, controls))
        }
        AimPress::LetPass => {
            super::play(hall, request, seen(at), on, |_| {
                Ok(Command::Answer(BattleAnswer::Spring(None)))
            })
            .await
        }
        AimPress::Weapons(pair) => {
            let mut draft = take_up(hall, &game, request, pair).await?;
            let [key] = picked else { return Err(unknown()) };
            let state = state(&game)?;
            let choices = draft.choices(state);
            let way = choices.iter().find(|way| controls::key(way) == *key).ok_or_else(unknown)?;
            draft.way = draft::picks(way);
            circumstances::drop_pointless(state, &mut draft);
            show(hall, &game, request, on, &draft, &[]).await
        }
        AimPress::Circumstances(pair) => {
            let mut draft = take_up(hall, &game, request, pair).await?;
            let notes = circumstances::settle(state(&game)?, &mut draft, picked);
            show(hall, &game, request, on, &draft, &notes.ok_or_else(unknown)?).await
        }
        AimPress::Exact(pair) => {
            let draft = take_up(hall, &game, request, pair).await?;
            Ok(Reply::Form(form::form(&game, state(&game)?, &draft)))
        }
        AimPress::Split(pair) => {
            let draft = take_up(hall, &game, request, pair).await?;
            Ok(Reply::Form(split::form(&game, state(&game)?, &draft)))
        }
        AimPress::Rest(pair) => {
            // the right to choose is checked as for everything else
            take_up(hall, &game, request, pair).await?;
            let (store, user) = (&hall.desk.store, request.user().0);
            let kept = draft::kept(store, &game.id, user, game.at).await;
            let kept = kept.filter(|draft| Pair::from(draft) == pair).ok_or_else(unknown)?;
            let habits = habits::load(store, &game.id, user).await;
            let next = split::rest(state(&game)?, kept, picked_unit(picked)?, &habits)?;
            show(hall, &game, request, on, &next, &[]).await
        }
        AimPress::Shoot { pair, hash, range } => {
            fire(hall, request, &game, (pair, hash, range), on).await
        }
        AimPress::Back => {
            let state = state(&game)?;
            if let Some(seat) = waits_for(state) {
                holds(&game, request, seat)?;
            }
            Ok(refine(&game, on, what_waits(&game, state)))
        }
    }
}

/// A form that was filled in.
#[boxed]
pub(crate) async fn filled_in(
    hall: &Hall,
    request: &Request,
    at: (&str, Seq),
    press: AimPress,
    written: &FilledForm,
    on: Option<PressedMessage>,
) -> Result<Reply, Trouble> {
    let game = hall.desk.load(request, &seen(at)).await?;
    let on = on.ok_or_else(unknown)?;
    match press {
        AimPress::Exact(pair) => {
            let mut draft = take_up(hall, &game, request, pair).await?;
            form::take_over(state(&game)?, &mut draft, written)?;
            show(hall, &game, request, on, &draft, &[]).await
        }
        AimPress::Split(pair) => {
            let mut draft = take_up(hall, &game, request, pair).await?;
            split::hold(state(&game)?, &mut draft, written)?;
            draft::keep(&hall.desk.store, &game.id, request.user().0, &draft).await?;
            Ok(refine(&game, on, split::controls(&game, state(&game)?, &draft)))
        }
        AimPress::Ambush
        | AimPress::LetPass
        | AimPress::Weapons(_)
        | AimPress::Circumstances(_)
        | AimPress::Rest(_)
        | AimPress::Shoot { .. }
        | AimPress::Back => Err(unknown()),
    }
}

/// The controls for a shot of a unit at a target: from a press on them the dice fall. What was chosen for just this
/// shot is taken up again; else it begins with what was chosen the last time.
#[boxed]
pub(crate) async fn controls_at(
    hall: &Hall,
    game: &Loaded,
    request: &Request,
    unit: UnitId,
    target: Target,
) -> Result<Controls, Trouble> {
    let draft = take_up(hall, game, request, Pair { unit, target }).await?;
    drawn(hall, game, request, &draft, &[]).await
}

/// The draft that the pressed message is about, begun anew if the note is of another shot.
async fn take_up(
    hall: &Hall,
    game: &Loaded,
    request: &Request,
    pair: Pair,
) -> Result<Draft, Trouble> {
    let (battle, store, user) = (state(game)?, &hall.desk.store, request.user().0);
    let Pair { unit, target } = pair;
    let side = battle.unit(unit).map(|unit| unit.side).ok_or_else(unknown)?;
    holds(game, request, side)?;
    let how = firing(battle, unit, target)?;
    let kept = draft::kept(store, &game.id, user, game.at).await;
    if let Some(draft) = kept.filter(|draft| Pair::from(draft) == pair && !draft.wants_target()) {
        return Ok(draft);
    }
    let habits = habits::load(store, &game.id, user).await;
    Ok(Draft::begin(battle, game.at, how, unit, target, &habits))
}

/// Keeps the draft and shows it on the pressed message.
async fn show(
    hall: &Hall,
    game: &Loaded,
    request: &Request,
    on: PressedMessage,
    draft: &Draft,
    notes: &[String],
) -> Result<Reply, Trouble> {
    Ok(refine(game, on, drawn(hall, game, request, draft, notes).await?))
}

async fn drawn(
    hall: &Hall,
    game: &Loaded,
    request: &Request,
    draft: &Draft,
    notes: &[String],
) -> Result<Controls, Trouble> {
    let (battle, store, user) = (state(game)?, &hall.desk.store, request.user().0);
    draft::keep(store, &game.id, user, draft).await?;
    let habits = habits::load(store, &game.id, user).await;
    let outlooks = outlook::outlooks_of(battle, draft).await?;
    let last = habits.range_of(draft.unit, draft.target);
    Ok(controls::controls(game, battle, draft, &outlooks, last, notes))
}

/// The dice, if the button still means what it showed.
async fn fire(
    hall: &Hall,
    request: &Request,
    game: &Loaded,
    (pair, hash, range): (Pair, u32, u32),
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let draft = match draft::kept(&hall.desk.store, &game.id, request.user().0, game.at).await {
        Some(draft) => take_up(hall, game, request, Pair::from(&draft)).await?,
        None => take_up(hall, game, request, pair).await?,
    };
    if draft.hash() != hash {
        let note = "This shot was changed on another message; here it is as it stands. Press again to fire.";
        return show(hall, game, request, on, &draft, &[note.to_owned()]).await;
    }
    let range = bands::from_hundredths(range).ok_or_else(unknown)?;
    let battle = state(game)?;
    let salvo = draft.salvo(battle, range);
    let command = draft.command(salvo.clone());
    let which = seen((&game.id, game.at));
    let outcome = hall.desk.act(request, &which, |_| Ok(doing(command))).await?;
    let user = request.user().0;
    habits::remember(&hall.desk.store, (&game.id, battle), user, draft.unit, &salvo).await;
    Ok(answer_press(hall.systems, &outcome, request, on).into())
}

/// The one unit that was picked from a list.
fn picked_unit(picked: &[String]) -> Result<UnitId, Trouble> {
    match picked {
        [unit] => unit.parse().map(UnitId).map_err(|_| unknown()),
        _ => Err(unknown()),
    }
}

/// The unit whose move ambushers wait for.
fn mover(state: &State) -> Result<UnitId, Trouble> {
    use gatemaster_rules::antares::flow::Task;
    match state.flow.tasks.last() {
        Some(Task::Ambushes { mover, .. }) => Ok(*mover),
        _ => Err(unknown()),
    }
}

/// Enemies in ambush may shoot at the mover.
pub fn ambush(game: &Loaded, state: &State, mover: UnitId, asked: &[UnitId]) -> Controls {
    let waiting = ambushers(state, mover, asked);
    let options = waiting.into_iter().map(|unit| {
        Choice::new(state.unit_name(unit), unit.0).more(label::unit_line(state, unit)).marked("👁️")
    });
    let press = BattlePressed::new(&game.id, game.at, AimPress::Ambush.into());
    let text = label::question(state).map(|asked| {
        let why =
            if asked.why.is_empty() { String::new() } else { format!("\n{}", esc(&asked.why)) };
        format!("**{}**{why}", esc(&asked.title))
    });
    Controls {
        text: text.unwrap_or_default(),
        selects: vec![Select::new("Spring an ambush with…", press, options.collect())],
        buttons: vec![vec![button(game, "Let it pass", AimPress::LetPass)]],
    }
}

//! Shooting, salvo by salvo: from the weapon to the dice, also in overwatch and by artillery.

mod form;
mod marks;
mod outlook;
mod scene;
mod shot;
mod show;
mod strike;
mod table;
mod typed;
mod watch;

use std::ops::ControlFlow;

use gatemaster_discord::card::{Choice, Select};
use gatemaster_discord::forms::FilledForm;
use gatemaster_discord::limits::CHOICES;
use gatemaster_rules::at43::armament::{Shooter, weapons};
use gatemaster_rules::at43::command::{Answer, Command, Salvo};
use gatemaster_rules::at43::flow::Task;
use gatemaster_rules::at43::need::{Band, Millimetres, Range};
use gatemaster_rules::at43::state::UnitId;
use gatemaster_rules::at43::{State, View, label};

use super::press::{BattlePressed, Words};
use super::{At, chain, controls as everything, play, read, refine, state};
use crate::answer::{PressedMessage, Reply, unknown};
use crate::boxed;
use crate::desk::Loaded;
use crate::face::{Controls, Hall};
use crate::request::Request;
use crate::table::{answer_press, as_seen, holds};
use crate::trouble::Trouble;

pub use form::{lying, under as under_as_typed};
pub use gatemaster_rules::at43::odds::percent;
pub use show::values;
pub use strike::artillery;
pub use typed::shoot;
pub use watch::asked as watch;

use shot::{Draft, NOTE, Shot, Target};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AimPress {
    /// Somebody to shoot at, picked from a list.
    At,
    /// The unit in overwatch that fires at the mover.
    Watch(UnitId),
    /// The same out of a list.
    WatchOf,
    /// All of this side hold their fire.
    Hold,
    /// The unit in overwatch fires no more.
    Enough,
    Weapon,
    Mark,
    Scene,
    /// Who stands between, or lies under the template as well.
    Others,
    /// The form for what is measured and named exactly.
    Exact,
    /// The dice, from this range, if the shot is still the one that was shown.
    Fire {
        hash: u32,
        range: u32,
    },
    /// What the game waits for, without the shot.
    Menu,
    /// The question about overwatch again.
    Back,
    /// An artillery strike: at whom, then the dice.
    Artillery,
    StrikeAt,
    StrikeMark,
    SeenBy,
    Call(u32),
}

impl AimPress {
    pub fn words(self) -> Words {
        let plain = |word| (word, Vec::new());
        match self {
            Self::At => plain("at"),
            Self::Watch(unit) => ("watch", vec![unit.0.into()]),
            Self::WatchOf => plain("of"),
            Self::Hold => plain("hold"),
            Self::Enough => plain("enough"),
            Self::Weapon => plain("arm"),
            Self::Mark => plain("mark"),
            Self::Scene => plain("scene"),
            Self::Others => plain("others"),
            Self::Exact => plain("exact"),
            Self::Fire { hash, range } => ("fire", vec![hash, range]),
            Self::Menu => plain("menu"),
            Self::Back => plain("back"),
            Self::Artillery => plain("guns"),
            Self::StrikeAt => plain("strike"),
            Self::StrikeMark => plain("spot"),
            Self::SeenBy => plain("seen"),
            Self::Call(hash) => ("call", vec![hash]),
        }
    }

    pub fn from_words(word: &str, numbers: &[u32]) -> Option<Self> {
        Some(match (word, numbers) {
            ("at", []) => Self::At,
            ("watch", [unit]) => Self::Watch(UnitId(u16::try_from(*unit).ok()?)),
            ("of", []) => Self::WatchOf,
            ("hold", []) => Self::Hold,
            ("enough", []) => Self::Enough,
            ("arm", []) => Self::Weapon,
            ("mark", []) => Self::Mark,
            ("scene", []) => Self::Scene,
            ("others", []) => Self::Others,
            ("exact", []) => Self::Exact,
            ("fire", [hash, range]) => Self::Fire { hash: *hash, range: *range },
            ("menu", []) => Self::Menu,
            ("back", []) => Self::Back,
            ("guns", []) => Self::Artillery,
            ("strike", []) => Self::StrikeAt,
            ("spot", []) => Self::StrikeMark,
            ("seen", []) => Self::SeenBy,
            ("call", [hash]) => Self::Call(*hash),
            _ => return None,
        })
    }

    /// One of each kind, with the largest numbers, for the test of the custom ids.
    #[cfg(test)]
    pub fn samples() -> Vec<Self> {
        vec![
            Self::At,
            Self::Watch(UnitId(u16::MAX)),
            Self::WatchOf,
            Self::Hold,
            Self::Enough,
            Self::Weapon,
            Self::Mark,
            Self::Scene,
            Self::Others,
            Self::Exact,
            Self::Fire { hash: u32::MAX, range: u32::MAX },
            Self::Menu,
            Self::Back,
            Self::Artillery,
            Self::StrikeAt,
            Self::StrikeMark,
            Self::SeenBy,
            Self::Call(u32::MAX),
        ]
    }
}

/// A range in a custom id: a band as it is, tenths of a centimetre behind all bands.
const MEASURED: u32 = 1_000;

fn range_number(range: Range) -> u32 {
    match range {
        Range::Band(band) => band.0.into(),
        Range::Measured(Millimetres(far)) => far.saturating_add(MEASURED),
    }
}

fn range_of_number(number: u32) -> Option<Range> {
    let range = match number.checked_sub(MEASURED) {
        Some(far) => Range::Measured(Millimetres(far)),
        None => Range::Band(Band(u8::try_from(number).ok()?)),
    };
    range.is_on_a_table().then_some(range)
}

/// A range as it is typed.
fn typed_range(range: Range) -> String {
    match range {
        Range::Measured(far) => far.to_string().trim_end_matches(" cm").to_owned(),
        Range::Band(band) => format!("r{}", band.0),
    }
}

/// From here whatever can be shot at all can be shot.
fn nearest_range() -> Range {
    Range::Band(Band(0))
}

#[boxed]
pub async fn pressed(
    hall: &Hall,
    request: &Request,
    at: &At,
    press: AimPress,
    picked: &[String],
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    match press {
        AimPress::Hold => {
            return play(hall, request, at.seen(), on, |_| {
                Ok(Command::Answer(Answer::Watch(None)))
            })
            .await;
        }
        AimPress::Enough => {
            return play(hall, request, at.seen(), on, |_| Ok(Command::End { drills: Vec::new() }))
                .await;
        }
        AimPress::Artillery
        | AimPress::StrikeAt
        | AimPress::StrikeMark
        | AimPress::SeenBy
        | AimPress::Call(_) => {
            return strike::pressed(hall, request, at, press, picked, on).await;
        }
        AimPress::At
        | AimPress::Watch(_)
        | AimPress::WatchOf
        | AimPress::Weapon
        | AimPress::Mark
        | AimPress::Scene
        | AimPress::Others
        | AimPress::Exact
        | AimPress::Fire { .. }
        | AimPress::Menu
        | AimPress::Back => {}
    }
    let game = match as_seen(hall, request, &at.seen(), on).await? {
        ControlFlow::Continue(game) => game,
        ControlFlow::Break(made_before) => return Ok(made_before),
    };
    let battle = state(&game)?;
    let seat = super::waits_for(battle).ok_or_else(unknown)?;
    holds(&game, request, seat)?;
    if let AimPress::Menu | AimPress::Back = press {
        return Ok(refine(&game, on, everything::controls(&game, battle)));
    }
    let mut draft = if let Some(shot) = begun(battle, press, picked)? {
        Draft::fresh(&game, shot)
    } else {
        let kept = Draft::kept(hall, &game, request, NOTE).await?;
        kept.or_else(|| watch::offered(&game, battle)).ok_or_else(gone)?
    };
    let shooter = shot::shooter(battle, draft.it.watcher).ok_or_else(unknown)?;
    let mut notes = Vec::new();
    match press {
        AimPress::Weapon => change_weapon(battle, &shooter, &mut draft.it, picked)?,
        AimPress::Mark => change_mark(battle, &mut draft.it, picked)?,
        AimPress::Scene => scene::tick(battle, &shooter, &mut draft.it, picked)?,
        AimPress::Others => scene::pick(battle, &shooter, &mut draft.it, picked)?,
        AimPress::Exact => {
            return Ok(Reply::Form(form::form(&game, battle, &shooter, &draft.it)));
        }
        AimPress::Fire { hash, range } => {
            if draft.hash() == hash {
                let range = range_of_number(range).ok_or_else(unknown)?;
                let salvo = draft.it.pressed_at(battle, &shooter, range);
                return fire(hall, request, at, draft.it.watcher, salvo, on).await;
            }
            notes.push(
                "This shot was changed on another message; here it is as it stands. Press again to fire."
                    .to_owned(),
            );
        }
        AimPress::At | AimPress::Watch(_) | AimPress::WatchOf => {}
        AimPress::Menu
        | AimPress::Back
        | AimPress::Hold
        | AimPress::Enough
        | AimPress::Artillery
        | AimPress::StrikeAt
        | AimPress::StrikeMark
        | AimPress::SeenBy
        | AimPress::Call(_) => return Err(unknown()),
    }
    shown(hall, &game, request, on, &shooter, &draft, &notes).await
}

/// What was half made belongs to a game that has moved on.
fn gone() -> Trouble {
    Trouble::refused("This shot was begun before something else happened. Choose the target again.")
}

/// A shot that begins with this press; nothing where it goes on.
fn begun(state: &State, press: AimPress, picked: &[String]) -> Result<Option<Shot>, Trouble> {
    let (watcher, target) = match press {
        AimPress::At => {
            let [value] = picked else { return Err(unknown()) };
            (None, Some(Target::from_value(value).ok_or_else(unknown)?))
        }
        AimPress::Watch(unit) => (Some(unit), None),
        AimPress::WatchOf => {
            let everybody: Vec<UnitId> = state.on_field().map(|(id, _)| id).collect();
            (Some(read::picked_unit(picked, &everybody)?), None)
        }
        _ => return Ok(None),
    };
    let shooter = shot::shooter(state, watcher).ok_or_else(unknown)?;
    let target = match (target, shooter.overwatch) {
        (Some(target), _) => target,
        (None, Some(mover)) => Target::Unit(mover),
        (None, None) => return Err(unknown()),
    };
    let salvo = shot::best(state, &shooter, target).ok_or_else(|| why_not(state, &shooter))?;
    Ok(Some(Shot::new(salvo, watcher)))
}

/// One sentence why nothing can be fired.
fn why_not(state: &State, shooter: &Shooter) -> Trouble {
    let reasons: Vec<String> =
        weapons(state, shooter).into_iter().filter_map(|armed| armed.why_not).collect();
    let name = crate::words::esc(state.unit_name(shooter.unit));
    Trouble::refused(match reasons.first() {
        Some(why) => crate::words::esc(why),
        None => format!("{name} has nothing that could be fired at it."),
    })
}

fn change_weapon(
    state: &State,
    shooter: &Shooter,
    shot: &mut Shot,
    picked: &[String],
) -> Result<(), Trouble> {
    let [value] = picked else { return Err(unknown()) };
    let (weapon, each) = value.split_once('.').ok_or_else(unknown)?;
    let armed = shot::ready(state, shooter)
        .into_iter()
        .find(|armed| armed.weapon.0.to_string() == weapon)
        .ok_or_else(read::not_offered)?;
    let mut other = shot.with(state, shooter, &armed).ok_or_else(read::not_offered)?;
    other.salvo.each =
        each.parse().ok().filter(|each| *each <= other.salvo.each).ok_or_else(unknown)?;
    *shot = other;
    Ok(())
}

fn change_mark(state: &State, shot: &mut Shot, picked: &[String]) -> Result<(), Trouble> {
    let [value] = picked else { return Err(unknown()) };
    let weapon = shot.weapon(state).ok_or_else(unknown)?;
    let known = marks::marks(state, weapon, shot.target()).into_iter();
    let mark = known.into_iter().find(|mark| marks::value(*mark) == *value);
    shot.aim_at(state, mark.ok_or_else(read::not_offered)?);
    Ok(())
}

/// The dice; a unit that was picked in overwatch begins to fire by it.
async fn fire(
    hall: &Hall,
    request: &Request,
    at: &At,
    watcher: Option<UnitId>,
    salvo: Salvo,
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let Some(watcher) = watcher else {
        return play(hall, request, at.seen(), on, |_| Ok(Command::Shoot(salvo))).await;
    };
    let before = |state: &State, _: &_| Ok(begins_to_watch(state, watcher));
    let action = |_: &State| -> Result<Command, Trouble> { Ok(Command::Shoot(salvo.clone())) };
    let made = chain::steps(hall, request, &at.seen(), None, &before, &action).await?;
    Ok(answer_press(hall.systems, &made, request, on).into())
}

/// The answer by which a unit in overwatch fires, while it is asked for.
fn begins_to_watch(state: &State, watcher: UnitId) -> Option<Command> {
    matches!(state.flow.tasks.last(), Some(Task::Overwatch { .. }))
        .then_some(Command::Answer(Answer::Watch(Some(watcher))))
}

/// Keeps the draft and shows it on the pressed message.
async fn shown(
    hall: &Hall,
    game: &Loaded,
    request: &Request,
    on: PressedMessage,
    shooter: &Shooter,
    draft: &Draft,
    notes: &[String],
) -> Result<Reply, Trouble> {
    draft.keep(hall, game, request, NOTE).await?;
    Ok(refine(game, on, show::controls(game, state(game)?, shooter, draft, notes)))
}

#[boxed]
pub async fn filled_in(
    hall: &Hall,
    request: &Request,
    at: &At,
    press: AimPress,
    written: &FilledForm,
    on: Option<PressedMessage>,
) -> Result<Reply, Trouble> {
    let on = on.ok_or_else(unknown)?;
    if press != AimPress::Exact {
        return Err(unknown());
    }
    let game = hall.desk.load(request, &at.seen()).await?;
    let battle = state(&game)?;
    let seat = super::waits_for(battle).ok_or_else(unknown)?;
    holds(&game, request, seat)?;
    let mut draft = Draft::kept(hall, &game, request, NOTE).await?.ok_or_else(gone)?;
    let shooter = shot::shooter(battle, draft.it.watcher).ok_or_else(unknown)?;
    form::take_over(battle, &shooter, &mut draft.it, written)?;
    shown(hall, &game, request, on, &shooter, &draft, &[]).await
}

/// Whom the unit that acts could shoot at, or why nobody.
#[derive(Debug, Default)]
pub struct AtWhom {
    pub targets: Option<Select>,
    pub why_not: Option<String>,
}

pub fn at_whom(game: &Loaded, state: &View) -> AtWhom {
    let Some(shooter) = Shooter::now(state) else { return AtWhom::default() };
    let armed = weapons(state, &shooter);
    if armed.is_empty() {
        return AtWhom::default();
    }
    if armed.iter().all(|armed| armed.why_not.is_some()) {
        // that it has fired everything, rushed or fought is plain to see, and that it comes in first is said already
        let acting = state.flow.acting.as_ref();
        let plain = acting
            .is_some_and(|acting| acting.rushed || acting.fought || acting.must_enter)
            || !shooter.fired.is_empty();
        return AtWhom { targets: None, why_not: shooter.barred.clone().filter(|_| !plain) };
    }
    let targets = shot::targets(state, &shooter);
    let options: Vec<Choice> = targets
        .into_iter()
        .take(CHOICES.into())
        .map(|target| {
            let (label, more) = match target {
                Target::Unit(unit) => {
                    let line = label::target_line(state, shooter.unit, unit);
                    let own = shot::is_own(state, &shooter, target);
                    let line = if own { format!("Your own side · {line}") } else { line };
                    (state.unit_name(unit).to_owned(), line)
                }
                Target::Terrain(id) => (
                    state.element(id).map_or_else(String::new, |element| element.name.clone()),
                    "Terrain".to_owned(),
                ),
                Target::Wreck => ("The wreck".to_owned(), String::new()),
            };
            Choice::new(label, target.value()).more(more).marked("🎯")
        })
        .collect();
    let press = BattlePressed::new(&game.id, game.at, AimPress::At.into());
    let targets = (!options.is_empty()).then(|| Select::new("Shoot at…", press, options));
    AtWhom { targets, why_not: None }
}

/// While a unit fires in overwatch: the next salvo at whoever has moved, or enough.
pub fn controls(game: &Loaded, state: &View) -> Controls {
    watch::firing(game, state)
}

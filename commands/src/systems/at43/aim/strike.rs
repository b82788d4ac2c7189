//! Artillery strikes, called before a card is played.

use std::ops::ControlFlow;

use gatemaster_discord::card::{Button, Choice, Select, Style};
use gatemaster_discord::limits::CHOICES;
use gatemaster_rules::at43::command::{Command, Mark, Strike};
use gatemaster_rules::at43::odds;
use gatemaster_rules::at43::state::UnitId;
use gatemaster_rules::at43::turn::ARTILLERY;
use gatemaster_rules::at43::{State, View, label};
use gatemaster_rules::ids::Seat;
use serde::{Deserialize, Serialize};

use super::super::press::{BattlePressed, button};
use super::super::{At, chain, drafts, offers, play, read, refine, state};
use super::shot::Target;
use super::typed::mark_named;
use super::{AimPress, marks};
use crate::answer::{PressedMessage, Reply, unknown};
use crate::desk::Loaded;
use crate::face::{Controls, Hall};
use crate::request::Request;
use crate::run::{Ctx, run};
use crate::table::{as_seen, holds};
use crate::trouble::{Fault, Trouble};
use crate::words::esc;

const NOTE: &str = "strike";

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Planned {
    strike: Strike,
}

type Draft = drafts::Draft<Planned>;

/// Whose officer or leader sees it, the first unit on the table if nobody else is named.
fn spotters(state: &State, seat: Seat) -> Vec<UnitId> {
    state.on_field().filter(|(_, unit)| unit.side == seat).map(|(id, _)| id).collect()
}

/// Everybody on the table who could be aimed at, the enemy first.
fn targets(state: &State, seat: Seat) -> Vec<Target> {
    let (own, others): (Vec<UnitId>, Vec<UnitId>) = state
        .on_field()
        .map(|(id, _)| id)
        .partition(|id| state.unit(*id).is_some_and(|unit| unit.side == seat));
    let mut all: Vec<Target> = others.into_iter().map(Target::Unit).collect();
    if state.wreck.is_some_and(|wreck| wreck.structure > 0) {
        all.push(Target::Wreck);
    }
    all.extend(own.into_iter().map(Target::Unit));
    all
}

fn marks_at(state: &State, target: Target) -> Vec<Mark> {
    let weapon = state.library.artillery().and_then(|id| state.library.weapon(id));
    weapon.map_or_else(Vec::new, |weapon| marks::marks(state, weapon, target))
}

fn first_mark(state: &State, target: Target) -> Option<Mark> {
    marks_at(state, target).into_iter().next()
}

pub async fn pressed(
    hall: &Hall,
    request: &Request,
    at: &At,
    press: AimPress,
    picked: &[String],
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let game = match as_seen(hall, request, &at.seen(), on).await? {
        ControlFlow::Continue(game) => game,
        ControlFlow::Break(made_before) => return Ok(made_before),
    };
    let battle = state(&game)?;
    let seat = battle.flow.active.ok_or_else(unknown)?;
    holds(&game, request, seat)?;
    let kept = Draft::kept(hall, &game, request, NOTE).await?;
    match press {
        AimPress::Artillery => Ok(refine(&game, on, choose(&game, battle, seat))),
        AimPress::StrikeAt => {
            let [value] = picked else { return Err(unknown()) };
            let target = Target::from_value(value).ok_or_else(unknown)?;
            let at = first_mark(battle, target).ok_or_else(read::not_offered)?;
            let seen_by = match &kept {
                Some(draft) => draft.it.strike.seen_by,
                None => *spotters(battle, seat).first().ok_or_else(unknown)?,
            };
            let draft = Draft::fresh(&game, Planned { strike: Strike { seen_by, at } });
            shown(hall, &game, request, on, seat, &draft).await
        }
        AimPress::StrikeMark => {
            let (Some(mut draft), [value]) = (kept, picked) else { return Err(unknown()) };
            let all = marks_at(battle, Target::of(draft.it.strike.at)).into_iter();
            let mark = all.into_iter().find(|mark| marks::value(*mark) == *value);
            draft.it.strike.at = mark.ok_or_else(read::not_offered)?;
            shown(hall, &game, request, on, seat, &draft).await
        }
        AimPress::SeenBy => {
            let mut draft = kept.ok_or_else(unknown)?;
            draft.it.strike.seen_by = read::picked_unit(picked, &spotters(battle, seat))?;
            shown(hall, &game, request, on, seat, &draft).await
        }
        AimPress::Call(hash) => {
            let draft = kept.ok_or_else(unknown)?;
            if draft.hash() != hash {
                return shown(hall, &game, request, on, seat, &draft).await;
            }
            let strike = draft.it.strike;
            play(hall, request, at.seen(), on, |_| Ok(Command::Artillery(strike))).await
        }
        _ => Err(unknown()),
    }
}

async fn shown(
    hall: &Hall,
    game: &Loaded,
    request: &Request,
    on: PressedMessage,
    seat: Seat,
    draft: &Draft,
) -> Result<Reply, Trouble> {
    draft.keep(hall, game, request, NOTE).await?;
    Ok(refine(game, on, preview(game, state(game)?, seat, draft)))
}

fn list(game: &Loaded, state: &View, seat: Seat) -> Select {
    let options = targets(state, seat).into_iter().take(CHOICES.into()).map(|target| {
        let (label, more) = match target {
            Target::Unit(unit) => (state.unit_name(unit).to_owned(), label::unit_line(state, unit)),
            Target::Wreck | Target::Terrain(_) => ("The wreck".to_owned(), String::new()),
        };
        Choice::new(label, target.value()).more(more).marked("💥")
    });
    let press = BattlePressed::new(&game.id, game.at, AimPress::StrikeAt.into());
    Select::new("The strike falls on…", press, options.collect())
}

/// Whose officer or leader sees the target, where there are several.
fn seen_by(game: &Loaded, state: &View, seat: Seat, strike: &Strike) -> Option<Select> {
    let own = spotters(state, seat);
    let options = own.iter().take(CHOICES.into()).map(|id| {
        Choice::new(state.unit_name(*id), id.0)
            .more(label::unit_line(state, *id))
            .chosen_if(*id == strike.seen_by)
    });
    let press = BattlePressed::new(&game.id, game.at, AimPress::SeenBy.into());
    (own.len() > 1).then(|| Select::new("Seen by…", press, options.collect()))
}

fn back(game: &Loaded) -> Button {
    button(game, "Back", AimPress::Menu)
}

fn choose(game: &Loaded, state: &View, seat: Seat) -> Controls {
    Controls {
        text: format!(
            "💥 An artillery strike for {ARTILLERY} LP, at anybody whom one of your officers or leaders sees."
        ),
        selects: vec![list(game, state, seat)],
        buttons: vec![vec![back(game)]],
    }
}

fn preview(game: &Loaded, state: &View, seat: Seat, draft: &Draft) -> Controls {
    let strike = &draft.it.strike;
    let at = esc(&marks::in_sentence(state, strike.at));
    let seen = esc(state.unit_name(strike.seen_by));
    let mut lines =
        vec![format!("💥 A strike on **{at}**, seen by **{seen}**, for {ARTILLERY} LP.")];
    let odds = odds::strike(state, seat, strike);
    match &odds {
        Ok(odds) => lines.push(format!("-# {}", esc(&odds::in_words(odds)))),
        Err(refusal) => lines.push(format!("⚠️ {}", esc(refusal.sentence()))),
    }
    let mut selects = vec![list(game, state, seat)];
    let all = marks_at(state, Target::of(strike.at));
    if all.len() > 1 {
        let options = all.into_iter().take(CHOICES.into()).map(|mark| {
            Choice::new(marks::words(state, mark), marks::value(mark)).chosen_if(mark == strike.at)
        });
        let press = BattlePressed::new(&game.id, game.at, AimPress::StrikeMark.into());
        selects.push(Select::new("Aimed at", press, options.collect()));
    }
    selects.extend(seen_by(game, state, seat, strike));
    let call = button(game, format!("Call it ({ARTILLERY} LP)"), AimPress::Call(draft.hash()))
        .marked("💥")
        .styled(Style::Main)
        .disabled_if(odds.is_err());
    Controls { text: lines.join("\n"), selects, buttons: vec![vec![call, back(game)]] }
}

/// Call an artillery strike before your card (3 LP).
#[poise::command(slash_command)]
pub async fn artillery(
    ctx: Ctx<'_>,
    #[description = "On whom, or on one machine: Fire Toads 1, machine 2"]
    #[autocomplete = "offers::under_artillery"]
    #[max_length = 100]
    target: String,
    #[description = "Whose officer or leader sees it; the first if left out"]
    #[autocomplete = "offers::own_units"]
    #[max_length = 100]
    seen_by: Option<String>,
    #[description = "At whom of them: officer, bearer, machine 2"]
    #[max_length = 40]
    at: Option<String>,
    #[description = "By hand: the faces in order"]
    #[max_length = 100]
    dice: Option<String>,
) -> Result<(), Fault> {
    run(ctx, "/at43 artillery", move |hall, request| async move {
        let before = |_: &State, _: &_| Ok(None);
        let action = |state: &State| {
            let seat =
                state.flow.active.ok_or_else(|| Trouble::refused("Nobody is at turn now."))?;
            let own = spotters(state, seat);
            let seen_by = match &seen_by {
                Some(name) => read::named(state, name, &own, "one of yours on the table")?,
                None => *own.first().ok_or_else(|| {
                    Trouble::refused("You have nobody on the table who could see a target.")
                })?,
            };
            let all = targets(state, seat);
            let (target, machine) = super::typed::target_named(state, &target, &all)?;
            let weapon = state.library.artillery().ok_or_else(read::not_offered)?;
            let mark = mark_named(state, weapon, target, machine, at.as_deref())?;
            let at = mark.or_else(|| first_mark(state, target)).ok_or_else(read::not_offered)?;
            Ok(Command::Artillery(Strike { seen_by, at }))
        };
        chain::carry_out(&hall, &request, dice, &before, &action).await
    })
    .await
}

//! What a player has said beforehand: seen and changed by nobody else, done as steps of theirs.

use gatemaster_discord::card::{Card, Choice, Select};
use gatemaster_discord::limits::CHOICES;
use gatemaster_rules::at43::flow::Task;
use gatemaster_rules::at43::question::question;
use gatemaster_rules::at43::standing::{self as rules, First, Medic, Overwatch, Pay};
use gatemaster_rules::at43::state::{Drill, Stands, UnitId};
use gatemaster_rules::at43::view::brings_to_light;
use gatemaster_rules::at43::{State, View};
use gatemaster_rules::game;
use gatemaster_rules::table::{Action, AskedFor, Phase, Player};
use gatemaster_store::Store;
use serde::{Deserialize, Serialize};

use super::super::press::BattlePressed;
use super::super::{At, own_seat, read, state};
use super::AskPress;
use crate::answer::{Answer, Reply, unknown};
use crate::boxed;
use crate::desk::{Loaded, Which};
use crate::face::Hall;
use crate::notes::Note;
use crate::request::Request;
use crate::secret::Secret;
use crate::table::{self, NEUTRAL};
use crate::trouble::Trouble;
use crate::words::esc;

/// The answers of the rules, and whether the others may take a step back this round.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Standing {
    pub answers: rules::Standing,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undo_in_round: Option<u32>,
}

impl Note for Standing {
    const NAME: &'static str = "standing";
}

/// What can be said beforehand, in the order of the lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    Overwatch,
    Medic,
    Pay,
    First,
    Undo,
}

/// A card has room for five lists, and one of them is of the units: the last two wishes share one.
const LISTS: [&[Wish]; 4] =
    [&[Wish::Overwatch], &[Wish::Medic], &[Wish::Pay], &[Wish::First, Wish::Undo]];

impl Wish {
    pub const ALL: [Wish; 5] = [Wish::Overwatch, Wish::Medic, Wish::Pay, Wish::First, Wish::Undo];

    fn title(self) -> &'static str {
        match self {
            Wish::Overwatch => "Overwatch",
            Wish::Medic => "Medics",
            Wish::Pay => "Cost of activations",
            Wish::First => "First card",
            Wish::Undo => "Undo this round",
        }
    }

    fn about(self) -> &'static str {
        match self {
            Wish::Overwatch => {
                "units with Overwatch! fire with all they have at the range told with the movement; without one you are asked"
            }
            Wish::Medic => "whom a medic keeps in the game",
            Wish::Pay => "1 LP for each unit without officer or Relay",
            Wish::First => "who begins the round when you win the Authority test",
            Wish::Undo => {
                "whether the others may take back, until the round ends, what brought nothing secret to light"
            }
        }
    }

    /// In the order of the list.
    pub fn choices(self) -> &'static [&'static str] {
        match self {
            Wish::Overwatch => &[
                "ask me",
                "fire at anything",
                "fire at machines alone",
                "fire at infantry alone",
                "hold",
            ],
            Wish::Medic => &["ask me", "always save one", "only bearers and officers"],
            Wish::Pay => &["pay while it is enough for all my cards", "always pay", "ask me"],
            Wish::First => &["ask me", "I begin"],
            Wish::Undo => &["ask me", "allow it"],
        }
    }

    /// Which of its choices stands now.
    fn now(self, standing: &Standing, round: u32) -> usize {
        match self {
            Wish::Overwatch => overwatch_place(standing.answers.overwatch),
            Wish::Medic => match standing.answers.medic {
                Medic::Ask => 0,
                Medic::Always => 1,
                Medic::BearersAndOfficers => 2,
            },
            Wish::Pay => match standing.answers.pay {
                Pay::WithEnough => 0,
                Pay::Always => 1,
                Pay::Ask => 2,
            },
            Wish::First => match standing.answers.first {
                First::Ask => 0,
                First::Winner => 1,
            },
            Wish::Undo => usize::from(standing.undo_in_round == Some(round)),
        }
    }

    pub fn set(self, standing: &mut Standing, choice: usize, round: u32) {
        match self {
            Wish::Overwatch => standing.answers.overwatch = overwatch_at(choice),
            Wish::Medic => {
                standing.answers.medic = match choice {
                    1 => Medic::Always,
                    2 => Medic::BearersAndOfficers,
                    _ => Medic::Ask,
                };
            }
            Wish::Pay => {
                standing.answers.pay = match choice {
                    1 => Pay::Always,
                    2 => Pay::Ask,
                    _ => Pay::WithEnough,
                };
            }
            Wish::First => {
                standing.answers.first = if choice > 0 { First::Winner } else { First::Ask };
            }
            Wish::Undo => standing.undo_in_round = (choice > 0).then_some(round),
        }
    }
}

fn overwatch_place(what: Overwatch) -> usize {
    match what {
        Overwatch::Ask => 0,
        Overwatch::FireAtAnything => 1,
        Overwatch::FireAtMachines => 2,
        Overwatch::FireAtInfantry => 3,
        Overwatch::Hold => 4,
    }
}

fn overwatch_at(choice: usize) -> Overwatch {
    match choice {
        1 => Overwatch::FireAtAnything,
        2 => Overwatch::FireAtMachines,
        3 => Overwatch::FireAtInfantry,
        4 => Overwatch::Hold,
        _ => Overwatch::Ask,
    }
}

fn choices(words: &[&str], now: usize) -> Vec<Choice> {
    let choice =
        |(place, words): (usize, &&str)| Choice::new(*words, place).chosen_if(place == now);
    words.iter().enumerate().map(choice).collect()
}

/// "First card, undo this round…"
fn titles(wishes: &[Wish]) -> String {
    let titles: Vec<&str> = wishes.iter().map(|wish| wish.title()).collect();
    format!("{}…", titles.join(" · "))
}

/// Of several wishes none is marked as chosen, as Discord marks one alone; what stands is written above.
fn choices_of(wishes: &[Wish]) -> Vec<Choice> {
    let words = wishes
        .iter()
        .flat_map(|wish| wish.choices().iter().map(|words| format!("{}: {words}", wish.title())));
    words.enumerate().map(|(place, words)| Choice::new(words, place)).collect()
}

/// The wish that was picked from a list, and which of its choices.
fn picked_from(wishes: &[Wish], picked: usize) -> Option<(Wish, usize)> {
    let mut all =
        wishes.iter().flat_map(|wish| (0..wish.choices().len()).map(move |choice| (*wish, choice)));
    all.nth(picked)
}

/// Everything a player has said, to be changed.
fn card(game: &Loaded, view: &View, own: &[UnitId], standing: &Standing) -> Card {
    let mut lines = vec![
        "What I do for you without asking. Nobody else sees this; when I act on it, everybody is told.".to_owned(),
        String::new(),
    ];
    for wish in Wish::ALL {
        let now = wish.choices()[wish.now(standing, view.round)];
        lines.push(format!("**{}**: {now}\n-# {}", wish.title(), wish.about()));
        if wish == Wish::Overwatch {
            lines.extend(standing.answers.of_units.iter().map(|(unit, what)| {
                let words = wish.choices()[overwatch_place(*what)];
                format!("• {}: {words}", esc(view.unit_name(*unit)))
            }));
        }
    }
    let mut selects: Vec<Select> = (0_u32..)
        .zip(LISTS)
        .map(|(place, wishes)| {
            let press = BattlePressed::new(&game.id, game.at, AskPress::Wish(place).into());
            let (placeholder, options) = match wishes {
                [wish] => {
                    let now = wish.now(standing, view.round);
                    let placeholder = format!("{}: {}", wish.title(), wish.choices()[now]);
                    (placeholder, choices(wish.choices(), now))
                }
                several => (titles(several), choices_of(several)),
            };
            Select::new(placeholder, press, options)
        })
        .collect();
    let units: Vec<Choice> =
        own.iter().take(CHOICES.into()).map(|id| Choice::new(view.unit_name(*id), id.0)).collect();
    if !units.is_empty() {
        let press = BattlePressed::new(&game.id, game.at, AskPress::OfUnit.into());
        selects.push(Select::new("Overwatch of one unit otherwise…", press, units));
    }
    Card {
        title: "Answers beforehand".to_owned(),
        text: lines.join("\n"),
        colour: Some(NEUTRAL),
        selects,
        ..Card::default()
    }
}

/// One's own units that can be in overwatch, those that are in it first.
fn own_units(game: &Loaded, view: &View, request: &Request) -> Result<Vec<UnitId>, Trouble> {
    let seat = own_seat(game, request)?;
    let mut units: Vec<(bool, UnitId)> = view
        .units_of(seat)
        .filter(|(_, unit)| matches!(unit.stands, Stands::Field | Stands::Reserve))
        .map(|(id, unit)| (!unit.has_drill(Drill::Overwatch), id))
        .collect();
    units.sort();
    Ok(units.into_iter().map(|(_, id)| id).collect())
}

/// `/standing`
#[boxed]
pub async fn standing_card(
    hall: &Hall,
    request: &Request,
    game: &Loaded,
) -> Result<Reply, Trouble> {
    let view = state(game)?;
    let own = own_units(game, view, request)?;
    let standing = Standing::load(&hall.desk.store, &game.id, request.user()).await?;
    Ok(Answer::own(Secret::new(card(game, view, &own, &standing))).into())
}

pub async fn shown(hall: &Hall, request: &Request, at: &At) -> Result<Reply, Trouble> {
    let game = hall.desk.load(request, &at.now()).await?;
    standing_card(hall, request, &game).await
}

/// The card again in the place of the one that was pressed; what it said may answer what is asked now.
async fn changed(
    hall: &Hall,
    request: &Request,
    at: &At,
    change: impl FnOnce(&View, &[UnitId], &mut Standing) -> Result<(), Trouble> + Send,
) -> Result<Reply, Trouble> {
    let (game, own, standing) = said(hall, request, &at.now(), change).await?;
    let view = state(&game)?;
    let card = Secret::new(card(&game, view, &own, &standing));
    let answer = Answer::own(card).in_place();
    Ok(match hall.desk.keep_new_standing_orders(&game.id).await? {
        Some(outcome) => table::told_besides(hall.systems, &outcome, request, answer).into(),
        None => answer.into(),
    })
}

/// What is said from now on, kept.
pub async fn said(
    hall: &Hall,
    request: &Request,
    which: &Which,
    change: impl FnOnce(&View, &[UnitId], &mut Standing) -> Result<(), Trouble> + Send,
) -> Result<(Loaded, Vec<UnitId>, Standing), Trouble> {
    let game = hall.desk.load(request, which).await?;
    let view = state(&game)?;
    let own = own_units(&game, view, request)?;
    if game.table.phase != Phase::Playing {
        return Err(Trouble::refused("This game is not being played now."));
    }
    let mut standing = Standing::load(&hall.desk.store, &game.id, request.user()).await?;
    change(view, &own, &mut standing)?;
    standing.save(&hall.desk.store, &game.id, request.user()).await?;
    Ok((game, own, standing))
}

pub async fn wished(
    hall: &Hall,
    request: &Request,
    at: &At,
    place: u32,
    picked: &[String],
) -> Result<Reply, Trouble> {
    let wishes = usize::try_from(place).ok().and_then(|place| LISTS.get(place).copied());
    let choice: usize = read::picked_number(picked)?;
    let (wish, choice) =
        wishes.and_then(|wishes| picked_from(wishes, choice)).ok_or_else(read::not_offered)?;
    changed(hall, request, at, |view, _, standing| {
        wish.set(standing, choice, view.round);
        Ok(())
    })
    .await
}

/// What one unit does in overwatch.
pub async fn of_unit(
    hall: &Hall,
    request: &Request,
    at: &At,
    picked: &[String],
) -> Result<Reply, Trouble> {
    let game = hall.desk.load(request, &at.now()).await?;
    let view = state(&game)?;
    let own = own_units(&game, view, request)?;
    let unit = read::picked_unit(picked, &own)?;
    let standing = Standing::load(&hall.desk.store, &game.id, request.user()).await?;
    let now = standing.answers.of_units.iter().find(|(id, _)| *id == unit);
    let now = now.map(|(_, what)| overwatch_place(*what));
    let press = BattlePressed::new(&game.id, game.at, AskPress::WishOfUnit(unit.0).into());
    let mut options = choices(Wish::Overwatch.choices(), now.unwrap_or(usize::MAX));
    options.push(Choice::new("as all the others", AS_ALL).chosen_if(now.is_none()));
    let list = Select::new(format!("{} in overwatch…", view.unit_name(unit)), press, options);
    let text = format!("**{}** in overwatch:", esc(view.unit_name(unit)));
    let card = Card { selects: vec![list], ..Card::line(text) };
    Ok(Answer::own(Secret::new(card)).in_place().into())
}

const AS_ALL: &str = "all";

pub async fn wished_of_unit(
    hall: &Hall,
    request: &Request,
    at: &At,
    unit: u16,
    picked: &[String],
) -> Result<Reply, Trouble> {
    let unit = UnitId(unit);
    let [value] = picked else { return Err(unknown()) };
    let choice: Option<usize> =
        if value == AS_ALL { None } else { Some(value.parse().map_err(|_| read::not_offered())?) };
    changed(hall, request, at, |_, own, standing| {
        if !own.contains(&unit) {
            return Err(read::not_offered());
        }
        say_of_unit(standing, unit, choice.map(overwatch_at));
        Ok(())
    })
    .await
}

/// Of this unit something else, or nothing of its own any more.
pub fn say_of_unit(standing: &mut Standing, unit: UnitId, what: Option<Overwatch>) {
    standing.answers.of_units.retain(|(id, _)| *id != unit);
    standing.answers.of_units.extend(what.map(|what| (unit, what)));
}

/// What a player says of overwatch, by the words of the list.
pub fn overwatch_of_choice(choice: usize) -> Overwatch {
    overwatch_at(choice)
}

/// Whether a question is open that can have been answered beforehand.
pub fn is_asked(view: &View) -> bool {
    let state: &State = view;
    let Some(task) = state.flow.tasks.last() else { return false };
    let may = matches!(
        task,
        Task::Overwatch { .. }
            | Task::WatchFire
            | Task::Medic { .. }
            | Task::Pay { .. }
            | Task::ChooseFirst { .. }
    );
    may && question(state, task).is_some()
}

/// Whether there is an answer beforehand for this kind of question.
pub fn can_be_said_beforehand(state: &State) -> bool {
    matches!(
        state.flow.tasks.last(),
        Some(
            Task::Overwatch { .. }
                | Task::Medic { .. }
                | Task::Pay { .. }
                | Task::ChooseFirst { .. }
        )
    )
}

/// What this player has said beforehand to what the table waits for.
#[boxed]
pub async fn answer_beforehand(
    store: &Store,
    game: &Loaded,
    view: &View,
    player: &Player,
) -> Result<Option<Action>, Trouble> {
    if let Some(asked) = &game.table.asked {
        let AskedFor::Undo(undoing) = &asked.what else { return Ok(None) };
        // nobody can forget what came to light, so that is asked in person
        let shown =
            |event: &game::Event| matches!(event, game::Event::At43(it) if brings_to_light(it));
        if undoing.hidden || undoing.did.iter().any(shown) {
            return Ok(None);
        }
        let standing = Standing::load(store, &game.id, player.id).await?;
        return Ok((standing.undo_in_round == Some(view.round)).then_some(Action::Agree));
    }
    let asked = view.flow.tasks.last().and_then(|task| question(view, task));
    let Some(asked) = asked.filter(|asked| game.table.player_at(asked.seat) == Some(player)) else {
        return Ok(None);
    };
    let standing = Standing::load(store, &game.id, player.id).await?;
    let command = rules::answer(view, asked.seat, &standing.answers);
    Ok(command.map(game::Command::At43).map(Action::Play))
}

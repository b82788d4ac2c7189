//! The bag is empty: each side says which ambushes it keeps and what helps its units recover; then the turn ends.

use gatemaster_discord::card::{Button, Card, Choice, Select, Style};
use gatemaster_discord::limits::{BUTTON_LABEL, CHOICES, clip};
use gatemaster_rules::antares::command::{Command, Nerve, TurnEnd};
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::question::nerves;
use gatemaster_rules::antares::state::{Phase, UnitId};
use gatemaster_rules::antares::turn::{can_be_braced, turn_end_waits_for};
use gatemaster_rules::antares::{Antares, State, label};
use gatemaster_rules::ids::{Seat, Seq};
use gatemaster_rules::system::{System as _, Who};
use serde::{Deserialize, Serialize};

use super::super::controls::button;
use super::super::press::BattlePressed;
use super::super::{doing, holds, notes, play, refine, seen, state};
use super::AskPress;
use super::question::whom;
use crate::answer::{Answer, PressedMessage, Reply, unknown};
use crate::boxed;
use crate::desk::{Loaded, Which};
use crate::face::{Controls, Hall};
use crate::request::Request;
use crate::table::answer_press;
use crate::trouble::Trouble;
use crate::words::{esc, list};

const NOTE: &str = "turn_end";

/// A side at the end of one turn. It may decide whatever the other side has done meanwhile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    pub seat: Seat,
    pub turn: u32,
}

/// What somebody has chosen so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Chosen {
    turn: u32,
    /// One person may decide for both sides.
    seat: Seat,
    end: TurnEnd,
}

/// The bag is empty: what each side decides.
pub fn turn_end(game: &Loaded, state: &State) -> Controls {
    let waits = turn_end_waits_for(state);
    match waits.as_slice() {
        [] => {
            let text = format!(
                "Anybody who plays may end turn {} now: dice go back, and whoever is down tests to recover.",
                state.turn
            );
            let end = button(game, "End the turn", AskPress::EndTurn).styled(Style::Main);
            Controls { text, selects: Vec::new(), buttons: vec![vec![end]] }
        }
        [one] => chooser(game, state, *one, None),
        several => {
            let mut lines = vec![format!("**End of turn {}.** Both sides decide:", state.turn)];
            lines.extend(several.iter().map(|seat| facts(game, state, *seat)));
            let rows = several.iter().map(|seat| row_of(game, state, *seat)).collect();
            Controls { text: lines.join("\n"), selects: Vec::new(), buttons: rows }
        }
    }
}

/// Everything a side could do at the turn's end that is worth a button.
fn offers(state: &State, seat: Seat) -> Vec<TurnEnd> {
    let open = Antares::open(state).into_iter().find(|open| open.who == Who::Seat(seat));
    let options = open.map(|open| open.options).unwrap_or_default();
    let ends = options.into_iter().filter_map(|option| match option {
        Command::EndTurn(end) => Some(end),
        _ => None,
    });
    ends.collect()
}

/// "**Bob** (Ghar): in ambush Rabble; to recover Hammer."
fn facts(game: &Loaded, state: &State, seat: Seat) -> String {
    let mut parts = Vec::new();
    let of = |units: Vec<UnitId>| -> String {
        let names: Vec<String> = units.iter().map(|id| esc(state.unit_name(*id))).collect();
        list(&names)
    };
    let waiting = ambushers(state, seat);
    if !waiting.is_empty() {
        parts.push(format!("{} may stay in ambush", of(waiting)));
    }
    let helped = braced(state, seat);
    if !helped.is_empty() {
        parts.push(format!("{} may be helped to recover", of(helped)));
    }
    let side = esc(state.side_name(seat));
    format!("**{}** ({side}): {}.", whom(game, seat), parts.join("; "))
}

fn ambushers(state: &State, seat: Seat) -> Vec<UnitId> {
    let waiting = state.living(seat).filter(|(_, unit)| unit.order() == Some(Order::Ambush));
    waiting.map(|(id, _)| id).collect()
}

/// Units whose recovery test something could help.
fn braced(state: &State, seat: Seat) -> Vec<UnitId> {
    let units = state.living(seat).filter(|(id, unit)| {
        unit.dice.placed.contains(&Order::Down) && can_be_braced(state, *id, unit)
    });
    units.map(|(id, _)| id).collect()
}

/// What could help, unit by unit.
fn helps(state: &State, seat: Seat) -> Vec<(UnitId, Nerve)> {
    let units = braced(state, seat).into_iter();
    let all = units.flat_map(|id| {
        let unit = state.unit(id);
        let nerves = unit.map(|unit| nerves(state, id, unit)).unwrap_or_default();
        nerves.into_iter().filter(|nerve| *nerve != Nerve::default()).map(move |n| (id, n))
    });
    all.collect()
}

/// "Keep both ambushes and end the turn", where nobody else has to decide.
fn words(state: &State, seat: Seat, end: &TurnEnd) -> String {
    let label = label::command(state, &Command::EndTurn(end.clone())).text;
    let last = turn_end_waits_for(state).iter().all(|other| *other == seat);
    let whole = format!("{label} and end the turn");
    if last && whole.chars().count() <= BUTTON_LABEL { whole } else { label }
}

/// The buttons of one of two sides.
fn row_of(game: &Loaded, state: &State, seat: Seat) -> Vec<Button> {
    let ending = Ending { seat, turn: state.turn };
    let side = state.side_name(seat);
    let mut row = offered(game, state, ending, None);
    for button in &mut row {
        button.label = clip(&format!("{side}: {}", button.label), BUTTON_LABEL);
    }
    let choose = format!("{side}: choose…");
    row.push(button(game, clip(&choose, BUTTON_LABEL), AskPress::ChooseEnd(ending)));
    row
}

/// What was chosen, or else the usual, and what else is worth a button.
fn offered(game: &Loaded, state: &State, ending: Ending, chosen: Option<&TurnEnd>) -> Vec<Button> {
    let mut row = Vec::new();
    if let Some(end) = chosen {
        let so = button(game, words(state, ending.seat, end), AskPress::EndTurnSo(ending));
        row.push(so.styled(Style::Main));
    }
    for (place, end) in (0_u32..).zip(offers(state, ending.seat)) {
        if chosen == Some(&end) {
            continue;
        }
        let press = AskPress::EndTurnAs(ending, place);
        let style = if row.is_empty() { Style::Main } else { Style::Plain };
        row.push(button(game, words(state, ending.seat, &end), press).styled(style));
    }
    row
}

/// Lists of what one side can choose, and buttons to have done with it.
fn chooser(game: &Loaded, state: &State, seat: Seat, chosen: Option<&TurnEnd>) -> Controls {
    let ending = Ending { seat, turn: state.turn };
    let usual = offers(state, seat).into_iter().next().unwrap_or_default();
    let end = chosen.unwrap_or(&usual);
    let press = |press: AskPress| BattlePressed::new(&game.id, game.at, press.into());
    let mut selects = Vec::new();
    let waiting = ambushers(state, seat);
    if !waiting.is_empty() {
        let options = waiting.into_iter().take(CHOICES.into()).map(|id| {
            Choice::new(state.unit_name(id), id.0)
                .more(label::unit_line(state, id))
                .chosen_if(end.keep.contains(&id))
        });
        let list =
            Select::new("Keep which ambushes?", press(AskPress::Keep(ending)), options.collect());
        selects.push(list.any_number());
    }
    let helps = helps(state, seat);
    if !helps.is_empty() {
        let options = helps.into_iter().take(CHOICES.into()).enumerate().map(|(place, help)| {
            let alone = TurnEnd { keep: Vec::new(), nerves: vec![help] };
            let label = label::command(state, &Command::EndTurn(alone));
            Choice::new(label.more, place).chosen_if(end.nerves.contains(&help))
        });
        let list = Select::new(
            "Who helps in recovery tests?",
            press(AskPress::Help(ending)),
            options.collect(),
        );
        selects.push(list.any_number());
    }
    let text = format!("**End of turn {}.** {}", state.turn, facts(game, state, seat));
    Controls { text, selects, buttons: vec![offered(game, state, ending, chosen)] }
}

/// The battle at the end of that very turn, with this person's side still to decide.
fn owing<'a>(game: &'a Loaded, request: &Request, ending: Ending) -> Result<&'a State, Trouble> {
    let state = state(game)?;
    if state.phase != Phase::TurnEnd || state.turn != ending.turn {
        return Err(Trouble::Stale(game.id.clone()));
    }
    holds(game, request, ending.seat)?;
    let waits = turn_end_waits_for(state);
    if !waits.contains(&ending.seat) {
        let whom: Vec<String> = waits.iter().map(|seat| whom(game, *seat)).collect();
        return Err(Trouble::refused(if whom.is_empty() {
            "Nobody has anything left to decide; just end the turn.".to_owned()
        } else {
            format!("You have decided already; the turn's end waits for {}.", list(&whom))
        }));
    }
    Ok(state)
}

/// The other side may have decided since the message was shown; that does not matter here.
fn now(at: (&str, Seq)) -> Which {
    Which::Now(at.0.to_owned())
}

/// One side decides.
async fn decided(
    hall: &Hall,
    request: &Request,
    at: (&str, Seq),
    ending: Ending,
    on: PressedMessage,
    choose: impl FnOnce(&State) -> Result<TurnEnd, Trouble> + Send,
) -> Result<Reply, Trouble> {
    let outcome = hall
        .desk
        .act(request, &now(at), |game| {
            let state = owing(game, request, ending)?;
            // whoever plays both sides decides for the first one first
            let mine = game.table.seats_of(request.user());
            let first = turn_end_waits_for(state).into_iter().find(|seat| mine.contains(seat));
            if first != Some(ending.seat) {
                let side = first.map_or("the other side", |seat| state.side_name(seat));
                return Err(Trouble::refused(format!("First decide for {}.", esc(side))));
            }
            choose(state).map(Command::EndTurn).map(doing)
        })
        .await?;
    Ok(answer_press(hall.systems, &outcome, request, on).into())
}

/// "End the turn", where nobody has anything to decide.
#[boxed]
pub async fn ended(
    hall: &Hall,
    request: &Request,
    at: (&str, Seq),
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let end = Command::EndTurn(TurnEnd::default());
    play(hall, request, seen(at), on, |_| Ok(end)).await
}

/// What is offered on a button.
#[boxed]
pub async fn ended_as(
    hall: &Hall,
    request: &Request,
    at: (&str, Seq),
    (ending, place): (Ending, u32),
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    decided(hall, request, at, ending, on, |state| {
        let place = usize::try_from(place).ok();
        let mut offers = offers(state, ending.seat).into_iter();
        place.and_then(|place| offers.nth(place)).ok_or_else(unknown)
    })
    .await
}

/// What was chosen from the lists.
#[boxed]
pub async fn ended_so(
    hall: &Hall,
    request: &Request,
    at: (&str, Seq),
    ending: Ending,
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let store = &hall.desk.store;
    let chosen: Option<Chosen> = notes::read(store, at.0, request.user().0, NOTE).await?;
    let chosen = chosen.filter(|chosen| chosen.turn == ending.turn && chosen.seat == ending.seat);
    let reply = decided(hall, request, at, ending, on, |state| {
        let usual = || offers(state, ending.seat).into_iter().next().unwrap_or_default();
        Ok(chosen.map_or_else(usual, |chosen| chosen.end))
    })
    .await?;
    notes::write::<Chosen>(store, at.0, request.user().0, NOTE, None).await?;
    Ok(reply)
}

/// "Choose…", privately, as the other side has its buttons on the same message.
#[boxed]
pub async fn choose(
    hall: &Hall,
    request: &Request,
    at: (&str, Seq),
    ending: Ending,
) -> Result<Reply, Trouble> {
    let game = hall.desk.load(request, &now(at)).await?;
    let controls = chooser(&game, owing(&game, request, ending)?, ending.seat, None);
    Ok(Answer::private(privately(controls)).into())
}

fn privately(controls: Controls) -> Card {
    let Controls { text, selects, buttons } = controls;
    Card { selects, buttons, ..Card::line(text) }
}

/// Ambushes were picked from the list.
#[boxed]
pub async fn keep(
    hall: &Hall,
    request: &Request,
    at: (&str, Seq),
    ending: Ending,
    picked: &[String],
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    chosen(hall, request, at, ending, on, |state, end| {
        let waiting = ambushers(state, ending.seat);
        end.keep.clear();
        for id in picked {
            let id = id.parse().ok().map(UnitId).filter(|id| waiting.contains(id));
            let id = id.ok_or_else(unknown)?;
            if !end.keep.contains(&id) {
                end.keep.push(id);
            }
        }
        Ok(())
    })
    .await
}

/// Help was picked from the list.
#[boxed]
pub async fn help(
    hall: &Hall,
    request: &Request,
    at: (&str, Seq),
    ending: Ending,
    picked: &[String],
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    chosen(hall, request, at, ending, on, |state, end| {
        let helps = helps(state, ending.seat);
        let places = picked.iter().map(|place| place.parse::<usize>().ok());
        let picked: Option<Vec<(UnitId, Nerve)>> =
            places.map(|place| place.and_then(|place| helps.get(place).copied())).collect();
        end.nerves = one_each(state, picked.ok_or_else(unknown)?)?;
        Ok(())
    })
    .await
}

/// One thing helps each unit.
fn one_each(state: &State, helps: Vec<(UnitId, Nerve)>) -> Result<Vec<(UnitId, Nerve)>, Trouble> {
    for (place, (id, _)) in helps.iter().enumerate() {
        if helps[..place].iter().any(|(other, _)| other == id) {
            let name = esc(state.unit_name(*id));
            return Err(Trouble::refused(format!("Choose one thing that helps {name}.")));
        }
    }
    Ok(helps)
}

/// Notes what was chosen, and shows it where it was chosen.
async fn chosen(
    hall: &Hall,
    request: &Request,
    at: (&str, Seq),
    ending: Ending,
    on: PressedMessage,
    change: impl FnOnce(&State, &mut TurnEnd) -> Result<(), Trouble> + Send,
) -> Result<Reply, Trouble> {
    let game = hall.desk.load(request, &now(at)).await?;
    let state = owing(&game, request, ending)?;
    let store = &hall.desk.store;
    let before: Option<Chosen> = notes::read(store, at.0, request.user().0, NOTE).await?;
    let before = before
        .filter(|chosen| chosen.turn == state.turn && chosen.seat == ending.seat)
        .map(|chosen| chosen.end);
    let usual = || offers(state, ending.seat).into_iter().next().unwrap_or_default();
    let mut end = before.unwrap_or_else(usual);
    change(state, &mut end)?;
    let controls = chooser(&game, state, ending.seat, Some(&end));
    let note = Chosen { turn: state.turn, seat: ending.seat, end };
    notes::write(store, at.0, request.user().0, NOTE, Some(&note)).await?;
    if on.private {
        return Ok(Answer::private(privately(controls)).in_place().into());
    }
    Ok(refine(&game, on, controls))
}

/// What a side decides in words: ambushes by name, "all" or "none"; help as "Strike-1: Command Squad" or
/// "Strike-1: grafts".
pub fn written(
    state: &State,
    seat: Seat,
    keep: Option<&str>,
    help: Option<&str>,
) -> Result<TurnEnd, Trouble> {
    let waiting = ambushers(state, seat);
    let keep = match keep.map(|text| text.trim().to_lowercase()).as_deref() {
        None | Some("all" | "") => waiting,
        Some("none") => Vec::new(),
        Some(names) => {
            let parts = names.split([',', ';']).map(str::trim).filter(|part| !part.is_empty());
            parts.map(|name| named(state, &waiting, name)).collect::<Result<_, _>>()?
        }
    };
    let helps = helps(state, seat);
    let parts = help.unwrap_or_default().split([',', ';']).map(str::trim);
    let nerves = parts
        .filter(|part| !part.is_empty())
        .map(|part| {
            let typed = part.to_lowercase();
            let fitting =
                helps.iter().find(|help| help_words(state, **help).to_lowercase() == typed);
            fitting.copied().ok_or_else(|| no_such_help(state, &helps, part))
        })
        .collect::<Result<Vec<_>, _>>()?;
    Ok(TurnEnd { keep, nerves: one_each(state, nerves)? })
}

fn named(state: &State, waiting: &[UnitId], name: &str) -> Result<UnitId, Trouble> {
    let fits = |id: &&UnitId| state.unit_name(**id).to_lowercase() == name;
    waiting.iter().find(fits).copied().ok_or_else(|| {
        let names: Vec<String> = waiting.iter().map(|id| esc(state.unit_name(*id))).collect();
        Trouble::refused(if names.is_empty() {
            "None of your units is in ambush; leave `keep:` out.".to_owned()
        } else {
            format!("In ambush: {}. Name some of those, `all` or `none`.", list(&names))
        })
    })
}

fn no_such_help(state: &State, helps: &[(UnitId, Nerve)], typed: &str) -> Trouble {
    let words: Vec<String> =
        helps.iter().map(|help| format!("`{}`", help_words(state, *help))).collect();
    Trouble::refused(if words.is_empty() {
        "Nothing can help in a recovery test now; leave `help:` out.".to_owned()
    } else {
        format!("{} helps nobody; there is {}.", crate::words::code(typed), list(&words))
    })
}

/// "Strike-1: Command Squad", "Strike-1: grafts"
pub fn help_words(state: &State, (id, nerve): (UnitId, Nerve)) -> String {
    let by = nerve.commander.map_or("grafts", |commander| state.unit_name(commander));
    format!("{}: {by}", state.unit_name(id))
}

/// What can be typed for the side that this person decides for.
pub fn typed(state: &State, seats: &[Seat]) -> Option<(Vec<String>, Vec<String>)> {
    let seat = turn_end_waits_for(state).into_iter().find(|seat| seats.contains(seat))?;
    let ambushes = ambushers(state, seat);
    let names = ambushes.iter().map(|id| state.unit_name(*id).to_owned()).collect();
    let helps = helps(state, seat).into_iter().map(|help| help_words(state, help)).collect();
    Some((names, helps))
}

//! Answers in one's own words, where the offered ones do not cover it: who falls, whom a sniper hits, how impacts are shared,
//! which machines are left behind.

use gatemaster_discord::card::Button;
use gatemaster_discord::forms::{FilledForm, Form, Input};
use gatemaster_discord::limits::{INPUT_LABEL, MODAL_TITLE, clip};
use gatemaster_rules::at43::command::{Answer, Command, MachinePart, Victim};
use gatemaster_rules::at43::flow::{Attack, Struckee, Task, Volley};
use gatemaster_rules::at43::label;
use gatemaster_rules::at43::melee::fitting;
use gatemaster_rules::at43::question::question;
use gatemaster_rules::at43::report::words::part;
use gatemaster_rules::at43::specials::parts;
use gatemaster_rules::at43::state::{MemberId, State, Unit, UnitId};

use super::super::press::{BattlePressed, button};
use super::super::{At, play_form, read, state};
use super::AskPress;
use crate::answer::{PressedMessage, Reply, unknown};
use crate::boxed;
use crate::desk::Loaded;
use crate::face::Hall;
use crate::request::Request;
use crate::trouble::Trouble;
use crate::words::code;

const SAID: &str = "said";

/// What can be said in one's own words now.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Fall { number: u32 },
    Share,
    Victims,
}

fn volley(state: &State) -> Option<(Kind, &Volley)> {
    let (kind, id) = match state.flow.tasks.last()? {
        Task::Fall { volley, number } => (Kind::Fall { number: *number }, *volley),
        Task::Share { volley } => (Kind::Share, *volley),
        Task::Assign { volley } => (Kind::Victims, *volley),
        _ => return None,
    };
    Some((kind, state.flow.volleys.get(id)?))
}

/// The unit it is about.
fn struck(volley: &Volley) -> Option<UnitId> {
    match (&volley.attack, volley.groups.last().map(|group| group.on)) {
        (Attack::Combat(combat), _) => Some(combat.on),
        (_, Some(Struckee::Unit(unit))) => Some(unit),
        (_, Some(Struckee::Wreck | Struckee::Terrain(_)) | None) => None,
    }
}

/// More answers than to stay, to abandon one of two, or both: of three machines, any two can be left behind (T-DMG-7).
const STAY_OR_EITHER: usize = 4;

/// The unit some of whose immobilised machines can be left behind, where the offered answers do not cover it.
fn stuck(state: &State) -> Option<UnitId> {
    let task @ Task::Immobilised { unit } = state.flow.tasks.last()? else { return None };
    let asked = question(state, task)?;
    (asked.options.len() > STAY_OR_EITHER).then_some(*unit)
}

pub fn button_for(game: &Loaded, state: &State) -> Option<Button> {
    if stuck(state).is_some() {
        return Some(button(game, "Some of them…", AskPress::Exactly));
    }
    let (kind, _) = volley(state)?;
    let label = match kind {
        Kind::Fall { .. } => "Name them…",
        Kind::Share | Kind::Victims => "Each by itself…",
    };
    Some(button(game, label, AskPress::Exactly))
}

#[boxed]
pub async fn form(hall: &Hall, request: &Request, at: &At) -> Result<Reply, Trouble> {
    let game = super::load_asked(hall, request, at).await?;
    let battle = state(&game)?;
    let (unit, input) = if let Some(unit) = stuck(battle) {
        let input = Input::line(SAID, "Which machines are abandoned", "").such_as("1 3");
        (unit, input)
    } else {
        let (kind, volley) = volley(battle).ok_or_else(unknown)?;
        (struck(volley).ok_or_else(unknown)?, asks(kind, volley))
    };
    let press = BattlePressed::new(&game.id, game.at, AskPress::Exactly.into());
    Ok(Reply::Form(Form {
        title: clip(battle.unit_name(unit), MODAL_TITLE),
        press: press.into(),
        inputs: vec![input.needed()],
    }))
}

fn asks(kind: Kind, volley: &Volley) -> Input {
    match kind {
        Kind::Fall { number } => {
            Input::line(SAID, clip(&format!("Who falls, {number} in all"), INPUT_LABEL), "")
                .such_as("2 fighters, 1 bearer, officer")
        }
        Kind::Share => Input::line(
            SAID,
            clip(&format!("{} impacts, a machine a line", volley.impacts), INPUT_LABEL),
            "",
        )
        .such_as("machine 1: 2")
        .several_lines(),
        Kind::Victims => {
            let number = volley.groups.last().map_or(0, |group| group.number);
            Input::line(SAID, clip(&format!("{number} impacts, one a line"), INPUT_LABEL), "")
                .such_as("officer   or   machine 1: frame")
                .several_lines()
        }
    }
}

#[boxed]
pub async fn filled_in(
    hall: &Hall,
    request: &Request,
    at: &At,
    text: &FilledForm,
    on: Option<PressedMessage>,
) -> Result<Reply, Trouble> {
    play_form(hall, request, at.seen(), on, |view| written(view, text.get(SAID))).await
}

/// An answer in words to what is asked now.
pub fn written(state: &State, text: &str) -> Result<Command, Trouble> {
    if let Some(Task::Immobilised { unit }) = state.flow.tasks.last() {
        let unit = state.unit(*unit).ok_or_else(unknown)?;
        return Ok(Command::Answer(Answer::Abandon(machines(unit, text)?)));
    }
    let (kind, volley) = volley(state).ok_or_else(|| {
        Trouble::refused("Nothing of that kind is asked now; `/game board` shows what is.")
    })?;
    let id = struck(volley).ok_or_else(unknown)?;
    let unit = state.unit(id).ok_or_else(unknown)?;
    let answer = match kind {
        Kind::Fall { .. } => Answer::Fall(falling(state, volley, id, unit, text)?),
        Kind::Share => Answer::Share(shares(unit, text)?),
        Kind::Victims => Answer::Victims(victims(state, volley, id, unit, text)?),
    };
    Ok(Command::Answer(answer))
}

/// The members meant by "2 fighters, officer", of those who can be meant.
fn falling(
    state: &State,
    volley: &Volley,
    id: UnitId,
    unit: &Unit,
    text: &str,
) -> Result<Vec<MemberId>, Trouble> {
    let Attack::Combat(combat) = &volley.attack else { return Err(unknown()) };
    let mut able = fitting(state, unit, combat.against);
    let parties = read::parties(state, text, &[id], Some(id))
        .map_err(|faults| Trouble::refused(faults.join("\n")))?;
    let mut falling = Vec::new();
    for (party, _) in parties {
        for _ in 0..party.fighters {
            let place = able.iter().position(|member| match party.which {
                Some(which) => *member == which,
                None => unit.member(*member).is_some_and(|it| it.role == party.role),
            });
            let place = place.ok_or_else(|| {
                Trouble::refused(format!(
                    "Not so many can fall: {} take part in this combat.",
                    label::members_in_words(unit, &fitting(state, unit, combat.against))
                ))
            })?;
            falling.push(able.remove(place));
        }
    }
    Ok(falling)
}

/// "machine 2", "2", with or without the unit's name before it; the name alone where it has one machine left.
fn machine_of(unit: &Unit, text: &str) -> Option<MemberId> {
    let typed = text.trim().to_lowercase();
    let number = match typed.strip_prefix(&unit.name.to_lowercase()) {
        Some(rest) if rest.trim().is_empty() => {
            let mut living = unit.living().map(|(id, _)| id);
            return living.next().filter(|_| living.next().is_none());
        }
        Some(rest) => rest.trim_start_matches([':', ' ']),
        None => &typed,
    };
    let number = number.trim_start_matches("machine").trim().trim_start_matches('#');
    let number: u8 = number.parse().ok()?;
    let which = MemberId(number.checked_sub(1)?);
    unit.member(which).filter(|member| !member.out).map(|_| which)
}

/// A machine each; a unit's name that only goes before its machines says nothing.
fn pieces<'a>(unit: &Unit, text: &'a str) -> impl Iterator<Item = &'a str> {
    let name = unit.name.to_lowercase();
    let pieces = text.split(['\n', ';', ',']).map(str::trim);
    pieces.filter(move |piece| !piece.is_empty() && piece.to_lowercase() != name)
}

/// "1 3", "machines 1 and 3"
fn machines(unit: &Unit, text: &str) -> Result<Vec<MemberId>, Trouble> {
    let folded = text.to_lowercase();
    let words = folded.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';'));
    let words =
        words.filter(|word| !matches!(*word, "" | "and" | "machine" | "machines" | "abandon"));
    let named: Vec<MemberId> = words
        .map(|word| machine_of(unit, word).ok_or_else(|| no_machine(unit, word)))
        .collect::<Result<_, _>>()?;
    if named.is_empty() { Err(no_machine(unit, text)) } else { Ok(named) }
}

fn no_machine(unit: &Unit, text: &str) -> Trouble {
    let numbers: Vec<String> =
        unit.living().map(|(id, _)| (u32::from(id.0) + 1).to_string()).collect();
    Trouble::refused(format!(
        "{} is no machine here; there are machines {}.",
        code(&clip(text, 40)),
        numbers.join(", ")
    ))
}

/// "machine 1: 2", "Fire Toads 1: machine 1: 2"
fn shares(unit: &Unit, text: &str) -> Result<Vec<(MemberId, u32)>, Trouble> {
    let mut shares = Vec::new();
    for line in pieces(unit, text) {
        let (machine, number) = line.rsplit_once(':').unwrap_or((line, ""));
        let which = machine_of(unit, machine).ok_or_else(|| no_machine(unit, machine))?;
        let number = number.trim().parse().map_err(|_| {
            Trouble::refused(format!(
                "Say how many impacts: {} is no number.",
                code(&clip(number.trim(), 40))
            ))
        })?;
        shares.push((which, number));
    }
    Ok(shares)
}

/// "officer", "2 bearers", "machine 1: frame": each impact on somebody.
fn victims(
    state: &State,
    volley: &Volley,
    id: UnitId,
    unit: &Unit,
    text: &str,
) -> Result<Vec<Victim>, Trouble> {
    if state.is_infantry(unit) {
        let Some(group) = volley.groups.last() else { return Err(unknown()) };
        let parties = read::parties(state, text, &[id], Some(id))
            .map_err(|faults| Trouble::refused(faults.join("\n")))?;
        let mut victims: Vec<Victim> = Vec::new();
        for (party, _) in parties {
            let able: Vec<MemberId> = group
                .order
                .iter()
                .filter(|standing| standing.unit == id)
                .map(|standing| standing.member)
                .filter(|member| match party.which {
                    Some(which) => *member == which,
                    None => unit.member(*member).is_some_and(|it| it.role == party.role && !it.out),
                })
                .collect();
            // one impact each first, then the same again
            let fighters = usize::try_from(party.fighters).unwrap_or(usize::MAX).min(MOST);
            victims.extend(
                able.iter()
                    .cycle()
                    .take(if able.is_empty() { 0 } else { fighters })
                    .map(|member| Victim { member: *member, part: None }),
            );
        }
        return Ok(victims);
    }
    let mut victims = Vec::new();
    for line in pieces(unit, text) {
        let (machine, what) = if let Some((machine, what)) = line.rsplit_once(':') {
            (machine_of(unit, machine).ok_or_else(|| no_machine(unit, machine))?, what)
        } else {
            let mut living = unit.living().map(|(id, _)| id);
            match (living.next(), living.next()) {
                (Some(only), None) => (only, line),
                _ => return Err(no_machine(unit, line)),
            }
        };
        let part = part_named(state, id, unit, what)?;
        victims.push(Victim { member: machine, part: Some(part) });
    }
    Ok(victims)
}

/// More impacts than any salvo has.
const MOST: usize = 200;

fn part_named(state: &State, id: UnitId, unit: &Unit, text: &str) -> Result<MachinePart, Trouble> {
    let typed = text.trim().to_lowercase();
    let all = state.entry(unit).map(parts).unwrap_or_default();
    let called = |one: &MachinePart| part(state, id, *one).to_lowercase();
    let found = all
        .iter()
        .find(|one| called(one) == typed)
        .or_else(|| all.iter().find(|one| !typed.is_empty() && called(one).contains(&typed)));
    found.copied().ok_or_else(|| {
        let names: Vec<String> = all.iter().map(called).collect();
        Trouble::refused(format!(
            "{} is no part of it; there are {}.",
            code(&clip(text.trim(), 40)),
            names.join(", ")
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::trial::first_card;
    use super::*;

    #[test]
    fn impacts_are_shared_by_machines_with_or_without_the_name_of_their_unit() {
        let state = first_card(true);
        let toads = state.units.iter().find(|unit| !state.is_infantry(unit)).unwrap();
        let mut unit = Unit { name: "Fire Toads 1".to_owned(), ..toads.clone() };
        unit.members = vec![toads.members[0].clone(); 2];
        let both = vec![(MemberId(0), 1), (MemberId(1), 2)];
        for typed in [
            "machine 1: 1, machine 2: 2",
            "1: 1\n#2: 2",
            "Fire Toads 1: machine 1: 1; fire toads 1: machine 2: 2",
            "Fire Toads 1, machine 1: 1, machine 2: 2",
        ] {
            assert_eq!(shares(&unit, typed).ok(), Some(both.clone()), "{typed}");
        }
        assert!(shares(&unit, "Fire Toads 1: 2").is_err(), "which of the two?");
        unit.members[1].out = true;
        assert_eq!(shares(&unit, "Fire Toads 1: 2").ok(), Some(vec![(MemberId(0), 2)]));
        unit.name = "Fire Toads".to_owned();
        assert_eq!(shares(&unit, "Fire Toads 1: 2").ok(), Some(vec![(MemberId(0), 2)]));
    }
}

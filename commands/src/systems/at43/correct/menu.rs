//! The way to a correction in private: what is wrong, of whom, and how it should be.

use gatemaster_discord::card::{Card, Choice, Select};
use gatemaster_discord::forms::{FilledForm, Form, Input};
use gatemaster_discord::limits::{CHOICES, INPUT_LABEL, MODAL_TITLE, clip};
use gatemaster_rules::at43::correct::Correction;
use gatemaster_rules::at43::state::{Machine, MemberId, UnitId};
use gatemaster_rules::at43::{State, View};
use poise::ChoiceParameter as _;

use super::super::press::{BattlePressed, button};
use super::CorrectPress;
use super::what::{self, Subject, Value, What};
use crate::answer::unknown;
use crate::desk::Loaded;
use crate::trouble::Trouble;
use crate::words::{capital, esc};

const PAGE: usize = CHOICES as usize;
const VALUE: &str = "value";
const FRAME: &str = "frame";
const PROPULSION: &str = "propulsion";
const WEAPONS: &str = "weapons";

fn press(game: &Loaded, press: CorrectPress) -> BattlePressed {
    BattlePressed::new(&game.id, game.at, press.into())
}

/// What is wrong?
pub fn what(game: &Loaded) -> Card {
    let options =
        What::ALL.into_iter().map(|what| Choice::new(capital(what.name()), what.number()));
    let list = Select::new("What is wrong?", press(game, CorrectPress::What), options.collect());
    let text = "**Put something right.** The other side is asked, unless you organise this table.";
    Card { selects: vec![list], ..Card::line(text) }
}

/// Of whom, a page of them.
pub fn of_whom(game: &Loaded, state: &View, what: What, from: u16) -> Result<Card, Trouble> {
    let subjects = what::subjects(state, what);
    if subjects.is_empty() {
        return Err(Trouble::refused(format!(
            "Nothing of that kind ({}) can be set right now.",
            what.name()
        )));
    }
    let from = usize::from(from).min(subjects.len().saturating_sub(1));
    let from = from - from % PAGE;
    let options = subjects.iter().skip(from).take(PAGE).map(|subject| {
        Choice::new(subject.name(state), subject.number()).more(subject.line(state))
    });
    let first = u16::try_from(from).unwrap_or(0);
    let list = Select::new(
        "Of whom?",
        press(game, CorrectPress::Of { what, from: first }),
        options.collect(),
    );
    let mut row = vec![button(game, "Back", CorrectPress::Open)];
    if subjects.len() > PAGE {
        let next = if from + PAGE < subjects.len() { from + PAGE } else { 0 };
        let next = u16::try_from(next).unwrap_or(0);
        row.push(button(game, "Others", CorrectPress::OfPage { what, from: next }));
    }
    let text = format!("**Put right: {}.** Of whom?", what.name());
    Ok(Card { selects: vec![list], ..Card::line(text) }.with_row(row))
}

pub enum How {
    List(Box<Card>),
    Form(Form),
}

/// How it should be: from a list, or typed where it is a number.
pub fn how(game: &Loaded, state: &View, what: What, of: u16) -> Result<How, Trouble> {
    let subject = what.subject(of);
    if what.takes_number() {
        return Ok(How::Form(form(game, state, what, of)));
    }
    let values = what::values(state, what, subject);
    if what == What::Structure
        && let (Subject::Unit(unit), [only]) = (subject, values.as_slice())
    {
        let machine = number_of(only).ok_or_else(unknown)?;
        return self::machine(game, state, unit.0, machine).map(How::Form);
    }
    let options = values.iter().take(PAGE).map(|value| {
        let picked = match what {
            What::Structure => number_of(value).unwrap_or(0).to_string(),
            _ => value.text.clone(),
        };
        Choice::new(capital(&value.text), picked).more(&value.more).chosen_if(value.is)
    });
    let list = Select::new(
        format!("{}…", capital(what.name())),
        press(game, CorrectPress::Value { what, of }),
        options.collect(),
    );
    let list = if what.takes_several() { list.any_number() } else { list };
    let mut row = vec![button(game, "Back", CorrectPress::OfPage { what, from: 0 })];
    if what != What::Structure {
        row.push(button(game, "Type it…", CorrectPress::Type { what, of }));
    }
    let name = esc(subject.name(state));
    let text = format!("**{name}: {}.** {}.", what.name(), esc(&capital(&subject.line(state))));
    let card = Card { selects: vec![list], ..Card::line(clip(&text, 1_900)) };
    Ok(How::List(Box::new(card.with_row(row))))
}

/// Of a machine by its number, counted from 0.
fn number_of(value: &Value) -> Option<u8> {
    let number: u8 = value.text.strip_prefix("machine ")?.parse().ok()?;
    number.checked_sub(1)
}

/// How it should be, typed.
pub fn form(game: &Loaded, state: &View, what: What, of: u16) -> Form {
    let subject = what.subject(of);
    let now = match subject {
        Subject::Side(seat) => state.side(seat).map(|side| match what {
            What::Leadership => side.pool,
            What::Supplies => side.rp,
            _ => side.vp,
        }),
        Subject::Unit(_) | Subject::Place(_) => None,
    };
    let now = if let Some(number) = now {
        number.to_string()
    } else {
        let values = what::values(state, what, subject).into_iter();
        let now: Vec<String> = values.filter(|value| value.is).map(|value| value.text).collect();
        now.join(", ")
    };
    let label = clip(&capital(what.name()), INPUT_LABEL);
    Form {
        title: clip(subject.name(state), MODAL_TITLE),
        press: press(game, CorrectPress::Type { what, of }).into(),
        inputs: vec![Input::line(VALUE, label, now)],
    }
}

pub fn typed(written: &FilledForm) -> &str {
    written.get(VALUE)
}

fn machine_of(state: &State, of: u16, machine: u8) -> Option<&Machine> {
    state.unit(UnitId(of))?.member(MemberId(machine))?.machine.as_ref()
}

/// What is left of one machine.
pub fn machine(game: &Loaded, state: &View, of: u16, number: u8) -> Result<Form, Trouble> {
    let machine = machine_of(state, of, number).ok_or_else(unknown)?;
    let name = state.unit_name(UnitId(of));
    let mut inputs = vec![
        Input::line(FRAME, "SP of the frame", machine.frame.to_string()),
        Input::line(PROPULSION, "SP of the propulsion", machine.propulsion.to_string()),
    ];
    if !machine.weapons.is_empty() {
        let weapons: Vec<String> = machine.weapons.iter().map(ToString::to_string).collect();
        inputs.push(
            Input::line(WEAPONS, "SP of the weapons, in their order", weapons.join(" "))
                .such_as("2 2 is two weapons with 2 SP each"),
        );
    }
    Ok(Form {
        title: clip(&format!("Machine {} of {name}", u32::from(number) + 1), MODAL_TITLE),
        press: press(game, CorrectPress::Machine { of, machine: number }).into(),
        inputs,
    })
}

pub fn machine_written(
    state: &View,
    of: u16,
    number: u8,
    written: &FilledForm,
) -> Result<Correction, Trouble> {
    let machine = machine_of(state, of, number).ok_or_else(unknown)?;
    let mut faults = Vec::new();
    let mut one = |key: &str, part: &str, now: u8| match written.get(key) {
        "" => now,
        text => text.parse().unwrap_or_else(|_| {
            faults.push(format!("SP of the {part} are a number."));
            now
        }),
    };
    let frame = one(FRAME, "frame", machine.frame);
    let propulsion = one(PROPULSION, "propulsion", machine.propulsion);
    let weapons: Vec<u8> = match written.get(WEAPONS) {
        "" => machine.weapons.clone(),
        text => {
            let numbers = text.split([' ', ',', ';', '/']).filter(|word| !word.is_empty());
            let read: Result<Vec<u8>, _> = numbers.map(str::parse).collect();
            read.unwrap_or_else(|_| {
                faults.push("SP of the weapons are numbers, such as `2 2`.".to_owned());
                Vec::new()
            })
        }
    };
    if !faults.is_empty() {
        return Err(Trouble::refused(faults.join("\n")));
    }
    let (unit, member) = (UnitId(of), MemberId(number));
    Ok(Correction::Machine { unit, member, frame, propulsion, weapons })
}

//! The forms of the table: its terrain in lines, where one place lies, and numbers and words.

use gatemaster_discord::forms::{FilledForm, Form, Input};
use gatemaster_discord::limits::{INPUT_LABEL, MODAL_TITLE, clip};
use gatemaster_rules::at43::State;
use gatemaster_rules::at43::command::Field;
use gatemaster_rules::at43::laying::MAX_WORDS;
use gatemaster_rules::text::clean_line;

use super::super::press::BattlePressed;
use super::draft::Typed;
use super::places::{self, laid, put};
use super::{FieldPress, Sheet, terrain};
use crate::answer::unknown;
use crate::desk::Loaded;
use crate::trouble::Trouble;

const TERRAIN: &str = "terrain";
const LIES: &str = "lies";
const CONTAINERS: &str = "containers";
const NANOGENERATORS: &str = "nanogenerators";
const WORDS: &str = "words";

/// The inputs of a form, in their order.
fn keys(sheet: Sheet) -> &'static [&'static str] {
    match sheet {
        Sheet::Terrain => &[TERRAIN],
        Sheet::Place(_) => &[LIES],
        Sheet::Rest => &[CONTAINERS, NANOGENERATORS, WORDS],
    }
}

/// The form as the description stands, or with what was typed before.
pub fn form(
    game: &Loaded,
    state: &State,
    field: &Field,
    sheet: Sheet,
    typed: Option<Typed>,
) -> Result<Form, Trouble> {
    let mission = state.mission.as_ref().ok_or_else(unknown)?;
    let number = |number: Option<u8>| number.map(|number| number.to_string()).unwrap_or_default();
    let (title, mut inputs) = match sheet {
        Sheet::Terrain => (
            "Terrain".to_owned(),
            vec![
                Input::line(TERRAIN, "A piece a line", terrain::all_typed(&field.elements))
                    .such_as(
                        "3 low walls, then: Bunker, Size 4, then: Hut, Size 2, 8/2 (Protection/SP)",
                    )
                    .several_lines(),
            ],
        ),
        Sheet::Place(at) => {
            let all = laid(mission, field);
            let place = all.iter().find(|place| place.at == usize::from(at)).ok_or_else(unknown)?;
            let label = clip(&format!("Where {} lies", place.spec.name), INPUT_LABEL);
            let line = Input::line(LIES, label, place.lies)
                .such_as("on the crossroads, 30 cm from both edges");
            (clip(&place.spec.name, MODAL_TITLE), vec![line])
        }
        Sheet::Rest => (
            "Numbers and words".to_owned(),
            vec![
                Input::line(
                    CONTAINERS,
                    format!("Containers; empty is {}", mission.containers),
                    number(field.containers),
                ),
                Input::line(
                    NANOGENERATORS,
                    format!("Nanogenerators; empty is {}", mission.nanogenerators),
                    number(field.nanogenerators),
                ),
                Input::line(WORDS, "Anything else, or a link to a picture", field.words.clone())
                    .such_as("A table of 180 by 120 cm. The picture: https://…")
                    .several_lines(),
            ],
        ),
    };
    if let Some(typed) = typed {
        for (input, text) in inputs.iter_mut().zip(typed.texts) {
            input.value = text;
        }
    }
    let press = BattlePressed::new(&game.id, game.at, FieldPress::Write(sheet).into());
    Ok(Form { title, press: press.into(), inputs })
}

/// What was written, as it was written.
pub fn typed(sheet: Sheet, written: &FilledForm) -> Typed {
    let texts = keys(sheet).iter().map(|key| written.get(key).to_owned()).collect();
    Typed::new(sheet, texts)
}

/// The description with what was written, or everything that is wrong with it.
pub fn read(
    state: &State,
    field: &Field,
    sheet: Sheet,
    typed: &Typed,
) -> Result<Field, Vec<String>> {
    let mut new = field.clone();
    let text = |place: usize| typed.texts.get(place).map_or("", String::as_str);
    let Some(mission) = &state.mission else { return Ok(new) };
    match sheet {
        Sheet::Terrain => new.elements = terrain::read(text(0))?,
        Sheet::Place(at) => {
            put(mission, &mut new, usize::from(at), text(0)).map_err(|fault| vec![fault])?;
        }
        Sheet::Rest => {
            let mut faults = Vec::new();
            match places::number(text(0), "containers") {
                Ok(number) => new.containers = number,
                Err(fault) => faults.push(fault),
            }
            match places::number(text(1), "nanogenerators") {
                Ok(number) => new.nanogenerators = number,
                Err(fault) => faults.push(fault),
            }
            match words(text(2)) {
                Ok(words) => new.words = words,
                Err(fault) => faults.push(fault),
            }
            if !faults.is_empty() {
                return Err(faults);
            }
        }
    }
    Ok(places::plainly(state, new))
}

/// Words about the table as a whole, in one line.
pub fn words(text: &str) -> Result<String, String> {
    let one_line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if one_line.is_empty() {
        return Ok(one_line);
    }
    clean_line(&one_line, MAX_WORDS).ok_or_else(|| {
        format!(
            "The words about the table can have up to {MAX_WORDS} letters; please say it in fewer."
        )
    })
}

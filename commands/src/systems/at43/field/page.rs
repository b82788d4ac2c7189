//! The private page on which one player describes the table.

use gatemaster_discord::card::{Button, Card, Choice, Select, Style};
use gatemaster_discord::limits::{CHOICES, EMBED_TEXT};
use gatemaster_rules::at43::View;
use gatemaster_rules::at43::battlefield::known;
use gatemaster_rules::at43::command::{Field, Laid};
use gatemaster_rules::at43::laying::MOST_ELEMENTS;
use gatemaster_rules::at43::mission::Mission;
use gatemaster_rules::at43::state::{ElementKind, Phase};

use super::super::press::button;
use super::super::read::{not_offered, picked_number};
use super::super::state;
use super::draft::Draft;
use super::places::laid;
use super::terrain::{KNOWN, as_typed, groups, plain};
use super::{FieldPress, Sheet, is_alone, select_press, words};
use crate::answer::unknown;
use crate::desk::Loaded;
use crate::table::NEUTRAL;
use crate::trouble::Trouble;
use crate::words::esc;

/// As many pieces as a list has room for.
const PAGE: usize = CHOICES as usize;
/// Picked from the list of terrain: the form.
const MORE: &str = "more";

pub fn open_button(game: &Loaded) -> Button {
    button(game, "Describe it…", FieldPress::Open).marked("✏️")
}

/// One player's description; `from` is the first piece of the list of what can be taken off.
pub fn card(game: &Loaded, view: &View, draft: &Draft, from: u8) -> Card {
    let Some(mission) = &view.mission else { return Card::default() };
    let field = &draft.field;
    let all = groups(&field.elements);
    let from = usize::from(from);
    let from = if from < all.len() { from - from % PAGE } else { 0 };
    let mut selects = vec![more(game, view)];
    if !all.is_empty() {
        selects.push(less(game, &all, from));
    }
    let places = places(game, mission, field);
    selects.extend((!places.options.is_empty()).then_some(places));
    let mut row = vec![
        button(game, "Terrain in lines…", FieldPress::Write(Sheet::Terrain)).marked("🧱"),
        button(game, "Numbers and words…", FieldPress::Write(Sheet::Rest)).marked("📝"),
    ];
    if all.len() > PAGE {
        let next = if from + PAGE < all.len() { from + PAGE } else { 0 };
        let next = u8::try_from(next).unwrap_or(0);
        row.push(button(game, "Other pieces", FieldPress::Page(next)));
    }
    let lay = if is_alone(game) { "Describe it like this" } else { "Put it to the others" };
    let mut last = vec![button(game, lay, FieldPress::Lay).marked("✅").styled(Style::Yes)];
    if draft.is_new(view) {
        let label = if draft.is_overtaken(view) { "Take theirs" } else { "Begin anew" };
        last.push(button(game, label, FieldPress::Afresh));
    }
    Card {
        title: format!("The table for {}", esc(&mission.name)),
        text: text(view, mission, draft, is_alone(game)),
        colour: Some(NEUTRAL),
        selects,
        buttons: vec![row, last],
        ..Card::default()
    }
}

/// What stands beside the description itself.
const AROUND: usize = 900;

fn text(view: &View, mission: &Mission, draft: &Draft, alone: bool) -> String {
    let mut lines = Vec::new();
    if draft.is_overtaken(view) && draft.is_new(view) {
        lines.push(
            "⚠️ Somebody has described the table since you began. *Take theirs*, or put yours in its place."
                .to_owned(),
        );
    }
    if !mission.told.is_empty() {
        lines.push(format!("-# {}", esc(&mission.told)));
    }
    lines.push(words::described(view, &draft.field, EMBED_TEXT - AROUND));
    let then = if alone {
        "You agree once it is told"
    } else {
        "The others agree once you put it to them"
    };
    lines.push(format!("-# Nobody else sees this yet. {then}."));
    lines.join("\n")
}

/// T-TER-2, T-TER-3
fn more(game: &Loaded, view: &View) -> Select {
    let harmed = view.switches.terrain_damage;
    let mut options: Vec<Choice> = KNOWN
        .into_iter()
        .filter_map(|kind| {
            let element = known(kind)?;
            let mut more = format!("Size {}", element.size);
            if harmed {
                more =
                    format!("{more}, Protection {}, {} SP", element.protection, element.structure);
            }
            if kind != ElementKind::LowWall {
                more.push_str("; just terrain, not one of the mission's");
            }
            Some(Choice::new(&element.name, word(kind)).more(more))
        })
        .collect();
    let more = if harmed {
        "Its name, its Size, and Protection/SP where it can be destroyed"
    } else {
        "Its name and its Size"
    };
    options.push(Choice::new("Something else, or several…", MORE).more(more).marked("✏️"));
    Select::new("Add terrain", select_press(game, FieldPress::Add), options)
}

fn word(kind: ElementKind) -> &'static str {
    match kind {
        ElementKind::LowWall => "low-wall",
        ElementKind::Container => "container",
        ElementKind::Nanogenerator => "nanogenerator",
        ElementKind::Other => "other",
    }
}

fn less(game: &Loaded, all: &[(Laid, usize)], from: usize) -> Select {
    let options = all.iter().enumerate().skip(from).take(PAGE);
    let options =
        options.map(|(place, (laid, number))| Choice::new(as_typed(laid, *number), place));
    let press = FieldPress::Off(u8::try_from(from).unwrap_or(0));
    Select::new("Take one off", select_press(game, press), options.collect())
}

fn places(game: &Loaded, mission: &Mission, field: &Field) -> Select {
    let options = laid(mission, field).into_iter().take(PAGE).map(|place| {
        let lies = if place.lies.is_empty() { "nobody has said where" } else { place.lies };
        Choice::new(&place.spec.name, place.at).more(lies)
    });
    Select::new("Say where a place lies", select_press(game, FieldPress::Places), options.collect())
}

/// The piece that was picked; `None` is the form.
pub fn picked_terrain(picked: &[String]) -> Result<Option<Laid>, Trouble> {
    let [one] = picked else { return Err(unknown()) };
    if one == MORE {
        return Ok(None);
    }
    let kind = KNOWN.into_iter().find(|kind| word(*kind) == one);
    kind.and_then(plain).map(Some).ok_or_else(not_offered)
}

pub fn add(field: &mut Field, piece: Laid) -> Result<(), Trouble> {
    if field.elements.len() >= MOST_ELEMENTS {
        return Err(Trouble::refused(format!(
            "The table has room for {MOST_ELEMENTS} pieces of terrain. Take one off first."
        )));
    }
    field.elements.push(piece);
    Ok(())
}

/// One of the group that was picked, the last that came.
pub fn take_off(field: &mut Field, picked: &[String]) -> Result<(), Trouble> {
    let group: usize = picked_number(picked)?;
    let all = groups(&field.elements);
    let (laid, _) = all.get(group).ok_or_else(not_offered)?;
    if let Some(place) = field.elements.iter().rposition(|element| element == laid) {
        field.elements.remove(place);
    }
    Ok(())
}

/// What is left of the page once the others have been asked.
pub fn laid_card(game: &Loaded) -> Card {
    let title = game.table.name.as_str();
    let waits = state(game).is_ok_and(|view| view.phase == Phase::Laying);
    let text = match (waits, is_alone(game)) {
        (true, true) => {
            "✅ It is described. Press *Agreed* once it stands like that, and the battle begins."
        }
        (false, true) => "✅ The table stands like that; the battle begins.",
        (_, false) => {
            "✅ Your description is with the others: the battle begins when everybody agrees."
        }
    };
    Card { title: esc(title), colour: Some(NEUTRAL), ..Card::text(text) }
}

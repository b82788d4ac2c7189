//! Who lies under the template of a shot that went astray, or which building its middle lies on. Odd hits go to the units
//! first named.

use gatemaster_discord::card::{Choice, Select, Style};
use gatemaster_discord::forms::{FilledForm, Form, Input};
use gatemaster_discord::limits::{CHOICES, clip};
use gatemaster_rules::antares::arms::targets;
use gatemaster_rules::antares::astray::shielded;
use gatemaster_rules::antares::buildings::{Part, units_in};
use gatemaster_rules::antares::command::{Answer, Command, Mark, Struck};
use gatemaster_rules::antares::flow::Task;
use gatemaster_rules::antares::profile::ModelRule;
use gatemaster_rules::antares::state::{Unit, UnitId};
use gatemaster_rules::antares::{State, label};
use gatemaster_rules::ids::{Seat, Seq};
use gatemaster_rules::text::list;
use serde::{Deserialize, Serialize};

use super::super::controls::button;
use super::super::press::BattlePressed;
use super::super::{notes, play, refine, seen, state};
use super::{AskPress, marks, placing, question};
use crate::answer::{PressedMessage, Reply, unknown};
use crate::boxed;
use crate::desk::Loaded;
use crate::face::{Controls, Hall};
use crate::request::Request;
use crate::trouble::Trouble;
use crate::words::{code, esc};

const NOTE: &str = "template";

/// The input of the form.
const UNDER: &str = "under";

/// Who has been named, in the battle as it was at this step.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Named {
    seq: u32,
    struck: Vec<Struck>,
}

/// The question as it is first shown: who is likely there, nobody, or whoever is picked.
pub fn asked(game: &Loaded, state: &State, options: &[Command], text: String) -> Controls {
    // the likely building or units come first, and nobody at all where that is something else
    let nobody = options.iter().position(
        |option| matches!(option, Command::Answer(Answer::Template(struck)) if struck.is_empty()),
    );
    let offered = options.iter().take(nobody.map_or(1, |place| place + 1));
    let labels = label::options(state, &offered.cloned().collect::<Vec<_>>());
    let mut row: Vec<_> = labels
        .iter()
        .enumerate()
        .map(|(place, label)| question::answer(game, place, label))
        .collect();
    row.push(button(game, "How many models…", AskPress::UnderForm));
    let mut selects = lists(game, state, &[]);
    selects.extend(buildings(game, state, options));
    Controls { text, selects, buttons: vec![row] }
}

/// B-OVH-1: the buildings that its middle may lie on, by their places among the answers.
fn buildings(game: &Loaded, state: &State, options: &[Command]) -> Option<Select> {
    let parts = options.iter().enumerate().filter_map(|(place, option)| match option {
        Command::Answer(Answer::LandsOn(part)) => Some((place, *part)),
        _ => None,
    });
    let choices: Vec<Choice> = parts
        .take(CHOICES.into())
        .map(|(place, part)| {
            Choice::new(state.part_name(part), place).more(who_is_there(state, part))
        })
        .collect();
    let press = BattlePressed::new(&game.id, game.at, AskPress::AnswerOf.into());
    (!choices.is_empty()).then(|| Select::new("On a building…", press, choices))
}

/// "Rabble, Hammer"; "nobody is there"
fn who_is_there(state: &State, part: Part) -> String {
    let spots = state.spots().into_iter().filter(|spot| spot.part() == part);
    let names: Vec<&str> = spots
        .flat_map(|spot| {
            units_in(state, spot).map(|(_, unit)| unit.name.as_str()).collect::<Vec<_>>()
        })
        .collect();
    if names.is_empty() { "Nobody is there".to_owned() } else { names.join(", ") }
}

/// On the table, and not behind walls that a template from outside does not reach.
fn can_lie_under(state: &State, unit: &Unit) -> bool {
    unit.deployed && shielded(state, unit).is_none()
}

/// One list for each side.
fn lists(game: &Loaded, state: &State, struck: &[Struck]) -> Vec<Select> {
    let shooter = shooter(state);
    let seats = shooter.map(|seat| [state.enemy_of(seat), seat]).into_iter().flatten();
    seats
        .filter_map(|seat| {
            let units = state.living(seat).filter(|(_, unit)| can_lie_under(state, unit));
            let options: Vec<Choice> = units
                .take(CHOICES.into())
                .map(|(id, unit)| {
                    Choice::new(&unit.name, id.0)
                        .more(label::unit_line(state, id))
                        .chosen_if(struck.iter().any(|one| one.unit == id))
                })
                .collect();
            let press = BattlePressed::new(&game.id, game.at, AskPress::Under(seat).into());
            let whose = format!("Under the template: units of {}", state.side_name(seat));
            (!options.is_empty()).then(|| Select::new(whose, press, options).any_number())
        })
        .collect()
}

/// The side whose shot it was.
fn shooter(state: &State) -> Option<Seat> {
    let Some(Task::Template { volley, .. }) = state.flow.tasks.last() else { return None };
    let volley = state.flow.volleys.get(*volley)?;
    state.unit(volley.from).map(|unit| unit.side)
}

/// The models of a unit that can lie under a template, leaders last: a number alone means the others.
fn models(unit: &Unit) -> Vec<Mark> {
    let leads =
        |mark: &Mark| matches!(mark, Mark::Model(id) if unit.model_has(*id, ModelRule::Leader));
    let mut models = targets(unit);
    models.sort_by_key(leads);
    models
}

/// "Rabble (2 of 10), Hammer (all 3)"
fn told(state: &State, struck: &[Struck]) -> String {
    let words: Vec<String> = struck
        .iter()
        .map(|one| {
            let all = state.unit(one.unit).map_or(0, |unit| targets(unit).len());
            let name = esc(state.unit_name(one.unit));
            match one.under.len() {
                1 if all == 1 => name,
                under if under == all => format!("{name} (all {all})"),
                under => format!("{name} ({under} of {all})"),
            }
        })
        .collect();
    list(&words)
}

/// Who has been named so far, to be changed or confirmed.
fn confirm(game: &Loaded, state: &State, struck: &[Struck]) -> Controls {
    let mut lines = vec![question::words(game, state)];
    lines.push(match struck {
        [] => "**Nobody** is under it.".to_owned(),
        [_] => format!("Under it: **{}**.", told(state, struck)),
        [first, ..] => format!(
            "Under it: **{}**. Odd hits go to {} first; the form lets you name them in another order.",
            told(state, struck),
            esc(state.unit_name(first.unit))
        ),
    });
    let row = vec![
        button(game, "So it is", AskPress::Laid).styled(Style::Main),
        button(game, "How many models…", AskPress::UnderForm),
        button(game, "Back", AskPress::Again),
    ];
    Controls {
        text: clip(&lines.join("\n"), placing::MOST_TEXT),
        selects: lists(game, state, struck),
        buttons: vec![row],
    }
}

async fn noted(hall: &Hall, request: &Request, game: &Loaded) -> Result<Vec<Struck>, Trouble> {
    let store = &hall.desk.store;
    let note: Option<Named> = notes::read(store, &game.id, request.user().0, NOTE).await?;
    Ok(note.filter(|note| note.seq == game.at.0).map(|note| note.struck).unwrap_or_default())
}

async fn note(
    hall: &Hall,
    request: &Request,
    game: &Loaded,
    struck: Option<Vec<Struck>>,
) -> Result<(), Trouble> {
    let note = struck.map(|struck| Named { seq: game.at.0, struck });
    notes::write(&hall.desk.store, &game.id, request.user().0, NOTE, note.as_ref()).await
}

/// The battle, if it is this person who says who lies under the template.
async fn load(hall: &Hall, request: &Request, at: (&str, Seq)) -> Result<Loaded, Trouble> {
    let game = hall.desk.load(request, &seen(at)).await?;
    let state = state(&game)?;
    question::mine(&game, state, request)?;
    shooter(state).ok_or_else(unknown)?;
    Ok(game)
}

/// Units of one side were picked; those of the other stay as they were.
#[boxed]
pub async fn named(
    hall: &Hall,
    request: &Request,
    at: (&str, Seq),
    side: Seat,
    picked: &[String],
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let game = load(hall, request, at).await?;
    let state = state(&game)?;
    let before = noted(hall, request, &game).await?;
    let mut struck: Vec<Struck> = before
        .iter()
        .filter(|one| state.unit(one.unit).is_some_and(|unit| unit.side != side))
        .cloned()
        .collect();
    for id in picked {
        let id = UnitId(id.parse().map_err(|_| unknown())?);
        let unit = state.unit(id).filter(|unit| unit.side == side).ok_or_else(unknown)?;
        let known = before.iter().find(|one| one.unit == id).cloned();
        struck.push(known.unwrap_or_else(|| Struck { unit: id, under: targets(unit) }));
    }
    let controls = confirm(&game, state, &struck);
    note(hall, request, &game, Some(struck)).await?;
    Ok(refine(&game, on, controls))
}

/// Who is under it, a line for each unit.
#[boxed]
pub async fn form(hall: &Hall, request: &Request, at: (&str, Seq)) -> Result<Reply, Trouble> {
    let game = load(hall, request, at).await?;
    let state = state(&game)?;
    let mut struck = noted(hall, request, &game).await?;
    if struck.is_empty() {
        struck = likely(state);
    }
    let lines: Vec<String> = struck
        .iter()
        .map(|one| format!("{}: {}", state.unit_name(one.unit), one.under.len()))
        .collect();
    Ok(Reply::Form(Form {
        title: "Under the template".to_owned(),
        press: BattlePressed::new(&game.id, game.at, AskPress::UnderForm.into()).into(),
        inputs: vec![
            Input::line(UNDER, "A unit a line; odd hits go to the first", lines.join("\n"))
                .such_as("Strike-1: 3   or   Strike-1: leader, 2 troopers")
                .several_lines(),
        ],
    }))
}

/// What is asked first: whoever stood there anyway.
fn likely(state: &State) -> Vec<Struck> {
    let first = question::waits(state).and_then(|asked| asked.options.into_iter().next());
    match first {
        Some(Command::Answer(Answer::Template(struck))) => struck,
        _ => Vec::new(),
    }
}

#[boxed]
pub async fn filled_in(
    hall: &Hall,
    request: &Request,
    at: (&str, Seq),
    text: &FilledForm,
    on: Option<PressedMessage>,
) -> Result<Reply, Trouble> {
    let answer = |state: &State| written(state, text.get(UNDER));
    super::answered_by_form(hall, request, at, on, answer).await
}

/// "So it is"
#[boxed]
pub async fn laid(
    hall: &Hall,
    request: &Request,
    at: (&str, Seq),
    on: PressedMessage,
) -> Result<Reply, Trouble> {
    let before = hall.desk.made_before(request).await?;
    if let Some(made) = before {
        return Ok(crate::table::answer_press(hall.systems, &made, request, on).into());
    }
    let game = load(hall, request, at).await?;
    // the note lapses with its step; until then the same answer can be given again
    let struck = noted(hall, request, &game).await?;
    let answer = Command::Answer(Answer::Template(struck));
    play(hall, request, seen(at), on, |_| Ok(answer)).await
}

/// Units and how many of their models, such as "Strike-1: 3; Rabble"; "nobody" and "on Tower" are fair answers.
pub fn written(state: &State, text: &str) -> Result<Command, Trouble> {
    if shooter(state).is_none() {
        return Err(Trouble::refused(
            "No template lies on the table; `under:` is for those. Leave it out.",
        ));
    }
    if let Some(part) = building_named(state, text) {
        return Ok(Command::Answer(Answer::LandsOn(part)));
    }
    let nobody = ["", "-", "nobody", "none"].contains(&text.trim().to_lowercase().as_str());
    let mut struck = Vec::new();
    let lines = text.split([';', '\n']).map(str::trim).filter(|line| !line.is_empty() && !nobody);
    for line in lines {
        let (name, who) = line.rsplit_once(':').unwrap_or((line, ""));
        let (id, unit) = unit_named(state, name)?;
        struck.push(Struck { unit: id, under: marks::chosen(state, unit, &models(unit), who)? });
    }
    Ok(Command::Answer(Answer::Template(struck)))
}

/// "on Tower": the middle lies on this building.
fn building_named(state: &State, text: &str) -> Option<Part> {
    let typed = text.trim().to_lowercase();
    let name = typed.strip_prefix("on ")?.trim();
    state.parts().find(|part| state.part_name(*part).to_lowercase() == name)
}

fn unit_named<'a>(state: &'a State, name: &str) -> Result<(UnitId, &'a Unit), Trouble> {
    let typed = name.trim().to_lowercase();
    let mut on_table = state.seats().flat_map(|seat| state.living(seat));
    on_table.find(|(_, unit)| unit.deployed && unit.name.to_lowercase() == typed).ok_or_else(|| {
        let names: Vec<String> = state
            .seats()
            .flat_map(|seat| state.living(seat))
            .filter(|(_, unit)| can_lie_under(state, unit))
            .map(|(_, unit)| esc(&unit.name))
            .collect();
        let on: Vec<String> =
            state.parts().map(|part| format!("on {}", esc(&state.part_name(part)))).collect();
        let on = if on.is_empty() { String::new() } else { format!(", or {}", on.join(", ")) };
        Trouble::refused(format!(
            "No unit on the table is called {}; there are {}{on}.",
            code(name.trim()),
            list(&names)
        ))
    })
}

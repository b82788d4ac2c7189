//! Typing dice that were rolled by hand: one form for a whole throw, an input for each weapon. Whatever was wrong in it is
//! said, and the form comes back with what was typed; nothing is taken before all of it fits.

use gatemaster_discord::forms::{FilledForm, Form, Input};
use gatemaster_rules::by_hand::Part;
use gatemaster_rules::dice::Scripted;
use gatemaster_rules::refusal::Refusal;
use gatemaster_rules::table::{Action, Throw};
use gatemaster_rules::text::count;
use serde::{Deserialize, Serialize};

use super::button;
use super::press::{Press, Pressed};
use crate::answer::{Reply, unknown};
use crate::boxed;
use crate::desk::{ActionWithDice, Loaded, Outcome, Which};
use crate::face::{Face, Hall};
use crate::notes;
use crate::request::Request;
use crate::trouble::Trouble;
use crate::words::esc;

/// As many inputs as a form has.
const KEYS: [&str; 5] = ["faces", "faces2", "faces3", "faces4", "faces5"];

/// What somebody typed that did not fit, until it does or the game has gone on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Unfit {
    /// The step at which it was typed.
    step: u32,
    inputs: Vec<String>,
}

const UNFIT: &str = "typed-dice";

/// The form for the throw that the table waits for, with what was typed for it before.
#[boxed]
pub(super) async fn form(hall: &Hall, request: &Request, which: &Which) -> Result<Reply, Trouble> {
    let game = hall.desk.load(request, which).await?;
    let throw = game.table.throw.as_ref().ok_or_else(unknown)?;
    yours(&game, request, throw)?;
    let before = unfit(hall, request, &game).await?.unwrap_or_default();
    Ok(Reply::Form(form_for(&game, throw, &before)))
}

fn form_for(game: &Loaded, throw: &Throw, before: &[String]) -> Form {
    let parts = inputs(game);
    let (title, labels) = if throw.wanted.draw {
        (throw.wanted.in_short(), vec!["Whose die came out?".to_owned()])
    } else if parts.len() > 1 {
        let title = "Your whole throw, weapon by weapon".to_owned();
        (title, parts.iter().map(Part::in_short).collect())
    } else {
        (throw.wanted.in_short(), vec!["The faces in order, with spaces".to_owned()])
    };
    let input = |(place, (key, label)): (usize, (&'static str, String))| {
        let typed = before.get(place).cloned().unwrap_or_default();
        Input::line(key, label, typed).such_as("4 1 10").needed()
    };
    Form {
        title,
        press: Pressed::<Press>::new(&game.id, game.at, Press::TypeDice).into(),
        inputs: KEYS.into_iter().zip(labels).enumerate().map(input).collect(),
    }
}

/// What each input of the form takes. Where there are more weapons than inputs, the last takes the rest of them in order.
fn inputs(game: &Loaded) -> Vec<Part> {
    let mut parts = game.throw_parts();
    let rest = parts.split_off(parts.len().min(KEYS.len()));
    if let Some(last) = parts.last_mut().filter(|_| !rest.is_empty()) {
        last.dice += rest.iter().map(|part| part.dice).sum::<u32>();
        "all other weapons, in order".clone_into(&mut last.what);
    }
    parts
}

/// The faces of one throw, from a form.
#[boxed]
pub(super) async fn filled_in(
    hall: &Hall,
    request: &Request,
    which: &Which,
    written: &FilledForm,
) -> Result<Outcome, Trouble> {
    let game = hall.desk.load(request, which).await?;
    let count = inputs(&game).len().max(1);
    let typed = KEYS[..count].iter().map(|key| written.get(key).to_owned()).collect();
    type_all(hall, request, &game, typed).await
}

/// The same from one line, such as that of `/dice`.
#[boxed]
pub async fn typed_in_line(hall: &Hall, request: &Request, text: &str) -> Result<Outcome, Trouble> {
    let game = hall.desk.load(request, &Which::Here).await?;
    type_all(hall, request, &game, dealt_out(text, &inputs(&game))).await
}

/// The faces of a line, to each input what it takes; what is too many stands in the last.
fn dealt_out(text: &str, parts: &[Part]) -> Vec<String> {
    if parts.len() < 2 {
        return vec![text.to_owned()];
    }
    let mut faces = text.split(Scripted::is_between).filter(|face| !face.is_empty());
    let mut dealt: Vec<Vec<&str>> = parts
        .iter()
        .map(|part| faces.by_ref().take(usize::try_from(part.dice).unwrap_or(usize::MAX)).collect())
        .collect();
    if let Some(last) = dealt.last_mut() {
        last.extend(faces);
    }
    dealt.into_iter().map(|faces| faces.join(" ")).collect()
}

async fn type_all(
    hall: &Hall,
    request: &Request,
    game: &Loaded,
    inputs: Vec<String>,
) -> Result<Outcome, Trouble> {
    if let Some(throw) = &game.table.throw {
        yours(game, request, throw)?;
    }
    let which = Which::At(game.id.clone(), game.at);
    let read = |game: &Loaded| read(hall.systems.of(game.table.system), game, &inputs);
    match hall.desk.act(request, &which, read).await {
        Ok(outcome) => {
            if unfit(hall, request, game).await?.is_some() {
                keep(hall, request, &game.id, None).await?;
            }
            Ok(outcome)
        }
        Err(trouble @ Trouble::Refused(_)) if game.table.throw.is_some() => {
            let note = Unfit { step: game.at.0, inputs };
            keep(hall, request, &game.id, Some(&note)).await?;
            Err(trouble.with_row(vec![button(game, "Type again…", Press::TypeDice)]))
        }
        Err(trouble) => Err(trouble),
    }
}

async fn unfit(
    hall: &Hall,
    request: &Request,
    game: &Loaded,
) -> Result<Option<Vec<String>>, Trouble> {
    let user = request.user().0;
    let note: Option<Unfit> = notes::read(&hall.desk.store, &game.id, user, UNFIT).await?;
    Ok(note.filter(|note| note.step == game.at.0).map(|note| note.inputs))
}

async fn keep(
    hall: &Hall,
    request: &Request,
    game: &str,
    note: Option<&Unfit>,
) -> Result<(), Trouble> {
    notes::write(&hall.desk.store, game, request.user().0, UNFIT, note).await
}

/// What somebody typed for the throw that the table waits for, an entry for each input. Faces beyond the first throw go
/// with it, for those that follow at once.
fn read(face: &dyn Face, game: &Loaded, typed: &[String]) -> Result<ActionWithDice, Trouble> {
    let first = typed.first().map_or("", String::as_str);
    let Some(throw) = &game.table.throw else { return Ok(faces_of(first)?.into()) };
    if throw.wanted.draw {
        let position = face.draw(game, Some(first))?.dice;
        return Ok(faces_of(position.as_deref().unwrap_or_default())?.into());
    }
    let parts = inputs(game);
    if parts.len() < 2 {
        return Ok(faces_of(first)?.into());
    }
    let (mut faces, mut wrong) = (Vec::new(), Vec::new());
    for (place, part) in parts.iter().enumerate() {
        match part_faces(part, typed.get(place).map_or("", String::as_str)) {
            Ok(own) => faces.extend(own),
            Err(why) => wrong.push(format!("{}: {why}", esc(&part.in_short()))),
        }
    }
    if !wrong.is_empty() {
        return Err(Trouble::refused(format!("Nothing was taken yet. {}", wrong.join(" "))));
    }
    let first = usize::try_from(throw.wanted.dice).unwrap_or(usize::MAX).min(faces.len());
    let rest: Vec<String> = faces.split_off(first).iter().map(ToString::to_string).collect();
    let dice = (!rest.is_empty()).then(|| rest.join(" "));
    Ok(ActionWithDice { action: Action::TypeDice { faces }, dice })
}

fn faces_of(text: &str) -> Result<Action, Refusal> {
    let faces = Scripted::parse(text)?;
    Ok(Action::TypeDice { faces: faces.faces().to_vec() })
}

/// The faces for one weapon, or what is wrong with them.
fn part_faces(part: &Part, text: &str) -> Result<Vec<u32>, String> {
    let faces = Scripted::parse(text).map_err(|fault| fault.to_string())?;
    let faces = faces.faces();
    if let Some(odd) = faces.iter().find(|face| !(1..=part.sides).contains(*face)) {
        return Err(format!("no D{} shows {odd}.", part.sides));
    }
    let typed = u32::try_from(faces.len()).unwrap_or(u32::MAX);
    if typed != part.dice {
        let wants = count(part.dice, "face", "faces");
        return Err(format!("this takes {wants}, and you typed {typed}."));
    }
    Ok(faces.to_vec())
}

/// Only whoever's dice they are types them.
fn yours(game: &Loaded, request: &Request, throw: &Throw) -> Result<(), Trouble> {
    match game.table.thrower() {
        Some(thrower) if thrower.id != request.user() => Err(Trouble::refused(format!(
            "These are for {} to roll and type: {}.",
            esc(&thrower.name),
            esc(&throw.wanted.sentence())
        ))),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(dice: u32, what: &str) -> Part {
        Part { dice, sides: 10, what: what.to_owned() }
    }

    #[test]
    fn a_line_is_dealt_out_to_the_weapons_and_nothing_of_it_is_lost() {
        let parts = [part(3, "mag gun"), part(1, "x-launcher")];
        assert_eq!(dealt_out("1 2,3  4", &parts), ["1 2 3", "4"]);
        assert_eq!(dealt_out("1 2", &parts), ["1 2", ""]);
        assert_eq!(dealt_out("1 2 3 4 5 x", &parts), ["1 2 3", "4 5 x"]);
        assert_eq!(dealt_out(" 1, two", &parts[..1]), [" 1, two"]);
    }

    #[test]
    fn what_is_wrong_with_the_faces_of_a_weapon_is_said() {
        let gun = part(3, "mag gun, needs 5");
        assert_eq!(part_faces(&gun, "1 10 3"), Ok(vec![1, 10, 3]));
        for (typed, why) in [
            ("1 2", "this takes 3 faces, and you typed 2."),
            ("1 2 3 4", "this takes 3 faces, and you typed 4."),
            ("1 2 11", "no D10 shows 11."),
            ("0 1 2", "no D10 shows 0."),
        ] {
            assert_eq!(part_faces(&gun, typed), Err(why.to_owned()), "{typed}");
        }
        assert!(part_faces(&gun, "one").unwrap_err().contains("could not be read"));
    }
}

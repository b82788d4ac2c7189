//! Moves after a sprint or an assault that lead through terrain, or leave somebody behind.

use gatemaster_discord::forms::{FilledForm, Form, Input};
use gatemaster_rules::antares::State;
use gatemaster_rules::antares::buildings::{self, Spot};
use gatemaster_rules::antares::command::{Answer, Command, Consolidation, Feature, Mark};
use gatemaster_rules::antares::flow::Task;
use gatemaster_rules::antares::state::{ModelId, Unit, UnitId};
use gatemaster_rules::ids::Seq;

use super::super::orders::{OUTSIDE, consolidates_to, place_name};
use super::super::press::BattlePressed;
use super::super::{seen, state};
use super::{AskPress, marks, question};
use crate::answer::{PressedMessage, Reply, unknown};
use crate::boxed;
use crate::face::Hall;
use crate::request::Request;
use crate::trouble::Trouble;

const OBSTACLES: &str = "obstacles";
const DIFFICULT: &str = "difficult";
const REACH: &str = "reach";
const BEHIND: &str = "behind";
const INTO: &str = "into";

/// An obstacle that the unit has defended and now leaves over.
const DEFENDED: &str = "(defended)";

/// What a move goes through, in the order it was written.
pub fn features(obstacles: &str, difficult: &str) -> Vec<Feature> {
    let parts = |text: &str| -> Vec<String> {
        let parts = text.split([',', ';', '\n']).map(str::trim).filter(|part| !part.is_empty());
        parts.map(str::to_owned).collect()
    };
    let obstacle = |text: String| match text.to_lowercase().strip_suffix(DEFENDED) {
        Some(name) => {
            let name = text.chars().take(name.chars().count()).collect::<String>();
            Feature::Obstacle { name: name.trim().to_owned(), defended: true }
        }
        None => Feature::Obstacle { name: text, defended: false },
    };
    let obstacles = parts(obstacles).into_iter().map(obstacle);
    let difficult = parts(difficult).into_iter().map(|name| Feature::Difficult { name });
    obstacles.chain(difficult).collect()
}

/// Models that cannot move.
fn stuck(unit: &Unit) -> Vec<Mark> {
    let stuck = unit.living().filter(|id| unit.models[id.index()].immobilised);
    stuck.map(Mark::Model).collect()
}

fn mover(state: &State) -> Option<&Unit> {
    match state.flow.tasks.last()? {
        Task::BonusMove { unit } | Task::Consolidate { unit } => state.unit(*unit),
        _ => None,
    }
}

/// Where a unit may consolidate to over ground that could be difficult: out of its building, or about the roof it is
/// on.
pub fn ends(state: &State, id: UnitId) -> Vec<Option<Spot>> {
    let here = state.unit(id).and_then(|unit| unit.spot);
    let mut ends = buildings::consolidations(state, id);
    ends.retain(|to| to.is_none() || *to == here);
    ends
}

/// The unit that consolidates now.
fn consolidating(state: &State) -> Option<UnitId> {
    match state.flow.tasks.last()? {
        Task::Consolidate { unit } => Some(*unit),
        _ => None,
    }
}

#[boxed]
pub async fn form(hall: &Hall, request: &Request, at: (&str, Seq)) -> Result<Reply, Trouble> {
    let game = hall.desk.load(request, &seen(at)).await?;
    let state = state(&game)?;
    question::mine(&game, state, request)?;
    let unit = mover(state).ok_or_else(unknown)?;
    let ground = if state.rubble_names().is_empty() { "woods" } else { "woods, the rubble" };
    let mut inputs = vec![
        Input::line(OBSTACLES, "Obstacles it crosses", "").such_as("wall, hedge (defended)"),
        Input::line(DIFFICULT, "Difficult ground it goes through", "").such_as(ground),
    ];
    if consolidating(state).is_some_and(|id| ends(state, id).len() > 1) {
        inputs.push(Input::line(INTO, "Where it ends: outside, or the roof it is on", OUTSIDE));
    }
    match state.flow.tasks.last() {
        Some(Task::BonusMove { .. }) if state.flow.assault.is_some() => {
            inputs.push(Input::line(REACH, "Does it reach the enemy? yes or no", "no").needed());
        }
        Some(Task::Consolidate { .. }) if !stuck(unit).is_empty() => {
            inputs.push(Input::line(BEHIND, "Immobilised models left behind", "").such_as("1"));
        }
        _ => {}
    }
    Ok(Reply::Form(Form {
        title: "Through terrain".to_owned(),
        press: BattlePressed::new(&game.id, game.at, AskPress::Terrain.into()).into(),
        inputs,
    }))
}

#[boxed]
pub async fn filled_in(
    hall: &Hall,
    request: &Request,
    at: (&str, Seq),
    text: &FilledForm,
    on: Option<PressedMessage>,
) -> Result<Reply, Trouble> {
    let answer = |state: &State| {
        let features = features(text.get(OBSTACLES), text.get(DIFFICULT));
        let contact = match text.get(REACH).to_lowercase().as_str() {
            "yes" | "y" | "true" => true,
            "" | "no" | "n" | "false" => false,
            _ => {
                return Err(Trouble::refused(
                    "Say `yes` if at least one model reached the enemy, or `no` if none did.",
                ));
            }
        };
        moved(state, features, contact, text.get(BEHIND), text.get(INTO))
    };
    super::answered_by_form(hall, request, at, on, answer).await
}

fn moved(
    state: &State,
    features: Vec<Feature>,
    contact: bool,
    behind: &str,
    into: &str,
) -> Result<Command, Trouble> {
    let unit = mover(state).ok_or_else(unknown)?;
    let answer = match consolidating(state) {
        None => Answer::BonusMove { take: true, features, contact },
        Some(id) => {
            let to = match (into, ends(state, id).as_slice()) {
                ("", [only]) => *only,
                ("", several) if several.contains(&None) => None,
                _ => consolidates_to(state, id, into)?,
            };
            let left_behind = left_behind(state, unit, behind)?;
            Answer::Consolidate(Consolidation { moved: Some(features), to, left_behind })
        }
    };
    Ok(Command::Answer(answer))
}

/// `/react into:` for a unit that consolidates.
pub fn consolidated(state: &State, into: &str) -> Result<Command, Trouble> {
    let Some(id) = consolidating(state) else {
        return Err(Trouble::refused(
            "Nobody consolidates now; leave `into:` out, and choose one of the answers.",
        ));
    };
    let to = consolidates_to(state, id, into)?;
    let chosen = Consolidation { moved: Some(Vec::new()), to, left_behind: Vec::new() };
    Ok(Command::Answer(Answer::Consolidate(chosen)))
}

/// Where the unit that consolidates now may go, by name.
pub fn place_names(state: &State) -> Vec<String> {
    let ways = consolidating(state).map(|id| buildings::consolidations(state, id));
    ways.unwrap_or_default().into_iter().map(|to| place_name(state, to)).collect()
}

fn left_behind(state: &State, unit: &Unit, text: &str) -> Result<Vec<ModelId>, Trouble> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let chosen = marks::chosen(state, unit, &stuck(unit), text)?;
    let models = chosen.into_iter().filter_map(|mark| match mark {
        Mark::Model(id) => Some(id),
        Mark::Gun | Mark::Drone(_) => None,
    });
    Ok(models.collect())
}

/// The same answer, but with terrain on the way; only moves have one.
pub fn with(command: Command, features: Vec<Feature>) -> Result<Command, Trouble> {
    if features.is_empty() {
        return Ok(command);
    }
    match command {
        Command::Answer(Answer::BonusMove { take: true, contact, .. }) => {
            Ok(Command::Answer(Answer::BonusMove { take: true, features, contact }))
        }
        Command::Answer(Answer::Consolidate(Consolidation { moved: Some(_), to, left_behind })) => {
            let chosen = Consolidation { moved: Some(features), to, left_behind };
            Ok(Command::Answer(Answer::Consolidate(chosen)))
        }
        _ => Err(Trouble::refused(
            "Nothing moves with that answer; leave `obstacles:` and `difficult:` out.",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terrain_is_read_by_its_kind_and_a_defended_wall_is_known_as_such() {
        let obstacle = |name: &str, defended| Feature::Obstacle { name: name.to_owned(), defended };
        let difficult = |name: &str| Feature::Difficult { name: name.to_owned() };
        assert_eq!(
            features("wall, Old Hedge (Defended)", "woods;\nbog"),
            [
                obstacle("wall", false),
                obstacle("Old Hedge", true),
                difficult("woods"),
                difficult("bog")
            ]
        );
        assert_eq!(features("", " , "), []);
    }
}

//! The form for what is measured of a movement.

use gatemaster_discord::forms::{FilledForm, Form, Input};
use gatemaster_discord::limits::{MODAL_TITLE, clip};
use gatemaster_rules::at43::State;
use gatemaster_rules::at43::command::{Body, Movement, OnPath, Told};
use gatemaster_rules::at43::need::Range;
use gatemaster_rules::at43::state::{Unit, UnitId};

use super::super::press::BattlePressed;
use super::super::read::{self, Extras, Party, is_nobody, lines, one_of};
use super::GoPress;
use super::draft::enemies;
use super::show::runs_over;
use crate::desk::Loaded;
use crate::trouble::Trouble;
use crate::words::{code, esc};

const DISTANCE: &str = "distance";
const PATH: &str = "path";
const RANGES: &str = "ranges";

pub fn form(game: &Loaded, state: &State, movement: &Movement) -> Form {
    let acting = state.flow.acting.as_ref();
    let name = acting.map_or("", |acting| state.unit_name(acting.unit));
    let far = movement.distance.map(|far| far.to_string().trim_end_matches(" cm").to_owned());
    let mut inputs = vec![
        Input::line(DISTANCE, "How far, in centimetres", far.unwrap_or_default())
            .such_as("nothing is all the way"),
    ];
    if runs_over(state, movement) {
        inputs.push(
            Input::line(
                PATH,
                "Infantry on its path, a unit a line",
                path_in_words(state, movement),
            )
            .such_as("Steel troopers 1: 3, 1 engaged, 1 no room")
            .several_lines(),
        );
    }
    let told: Vec<String> = movement
        .ranges
        .iter()
        .map(|told| format!("{}: {}", state.unit_name(told.unit), plain(told.range)))
        .collect();
    inputs.push(
        Input::line(RANGES, "How far it is then, a unit a line", told.join("\n"))
            .such_as("Storm golems 1: 24 (helps whoever fires in overwatch beforehand)")
            .several_lines(),
    );
    Form {
        title: clip(&format!("The way of {name}"), MODAL_TITLE),
        press: BattlePressed::new(&game.id, game.at, GoPress::Exact.into()).into(),
        inputs,
    }
}

/// A range as it is typed.
pub fn plain(range: Range) -> String {
    match range {
        Range::Measured(far) => far.to_string().trim_end_matches(" cm").to_owned(),
        Range::Band(band) => format!("r{}", band.0),
    }
}

fn path_in_words(state: &State, movement: &Movement) -> String {
    let lines = movement.path.iter().map(|on| {
        let mut said = vec![read::as_typed(state, on.unit, on.role, on.fighters, None)];
        said.extend((on.engaged > 0).then(|| format!("{} engaged", on.engaged)));
        said.extend((on.no_room > 0).then(|| format!("{} no room", on.no_room)));
        format!("{}: {}", state.unit_name(on.unit), said.join(", "))
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// What a person wrote into the form, all of it or, with every fault named, nothing.
pub fn take_over(
    state: &State,
    movement: &mut Movement,
    written: &FilledForm,
) -> Result<(), Trouble> {
    let mut faults = Vec::new();
    let mut new = movement.clone();
    new.distance = match written.get(DISTANCE) {
        "" => None,
        text => read::distance(text).map_err(|fault| faults.push(fault)).ok(),
    };
    if runs_over(state, movement) {
        match path(state, written.get(PATH)) {
            Ok(path) => new.path = path,
            Err(found) => faults.extend(found),
        }
    }
    match ranges(state, written.get(RANGES)) {
        Ok(ranges) => new.ranges = ranges,
        Err(found) => faults.extend(found),
    }
    if !faults.is_empty() {
        return Err(Trouble::refused(faults.join("\n")));
    }
    *movement = new;
    Ok(())
}

/// "Steel troopers 1: 3, 1 engaged", a unit a line.
pub fn path(state: &State, text: &str) -> Result<Vec<OnPath>, Vec<String>> {
    let mover = state.flow.acting.as_ref().map(|acting| acting.unit);
    let infantry: Vec<UnitId> = state
        .on_field()
        .filter(|(id, unit)| Some(*id) != mover && state.is_infantry(unit))
        .map(|(id, _)| id)
        .collect();
    let (mut path, mut faults) = (Vec::new(), Vec::new());
    for line in lines(text) {
        match read::parties(state, line, &infantry, None) {
            Ok(parties) => match touched(state, parties) {
                Ok(touched) => path.extend(touched),
                Err(fault) => faults.push(fault),
            },
            Err(found) => faults.extend(found),
        }
    }
    if faults.is_empty() { Ok(path) } else { Err(faults) }
}

/// One line of the path. What is said of its fighters together holds for one kind after the other, until it is used up.
fn touched(state: &State, parties: Vec<(Party, Extras)>) -> Result<Vec<OnPath>, String> {
    let Some((Party { who: Body::Unit(unit), .. }, said)) = parties.first().copied() else {
        return Ok(Vec::new());
    };
    let fighters: u32 =
        parties.iter().fold(0, |sum, (party, _)| sum.saturating_add(party.fighters));
    let living = state.unit(unit).map_or(0, Unit::strength);
    // without a number it is said of all
    let all = u32::try_from(living).unwrap_or(u32::MAX);
    let mut left = [said.engaged, said.no_room];
    for (number, what) in left.iter_mut().zip(["engaged", "without room"]) {
        if *number == all {
            *number = fighters;
        } else if *number > fighters {
            return Err(format!(
                "Of {} {fighters} are named on the path, so {number} cannot be {what}.",
                esc(state.unit_name(unit))
            ));
        }
    }
    let mut take = |place: usize, most: u32| {
        let number = left[place].min(most);
        left[place] -= number;
        number
    };
    Ok(parties
        .into_iter()
        .map(|(Party { role, fighters, .. }, _)| {
            let (engaged, no_room) = (take(0, fighters), take(1, fighters));
            OnPath { unit, role, fighters, engaged, no_room }
        })
        .collect())
}

/// "Storm golems 1: 24"
pub fn ranges(state: &State, text: &str) -> Result<Vec<Told>, Vec<String>> {
    let (mut all, mut faults) = (Vec::new(), Vec::new());
    if is_nobody(text) {
        return Ok(all);
    }
    let offered = enemies(state);
    for line in lines(text) {
        let (name, far) = line.rsplit_once(':').unwrap_or((line, ""));
        let Some(unit) = one_of(state, name, &offered) else {
            let said = code(&clip(name.trim(), 64));
            faults.push(format!("{said} is no enemy unit on the table."));
            continue;
        };
        match read::range(far) {
            Ok(range) => all.push(Told { unit, range }),
            Err(fault) => faults.push(format!("{}: {fault}", esc(state.unit_name(unit)))),
        }
    }
    if faults.is_empty() { Ok(all) } else { Err(faults) }
}

#[cfg(test)]
mod tests {
    use super::super::super::trial::crowd;
    use super::*;

    /// T-MOV-4, T-MOV-5
    #[test]
    fn what_is_said_of_a_unit_on_the_path_holds_for_all_kinds_of_its_fighters() {
        let state = crowd("bridgehead", 2, 4);
        let mixed = |id: &UnitId| read::everybody(&state, Body::Unit(*id)).len() > 1;
        let on_field = state.on_field().filter(|(_, unit)| state.is_infantry(unit));
        let id = on_field.map(|(id, _)| id).find(mixed).unwrap();
        let name = state.unit_name(id);
        let all = path(&state, &format!("{name}: all, engaged, 2 no room")).unwrap();
        assert!(all.len() > 1 && all.iter().all(|on| on.engaged == on.fighters), "{all:?}");
        assert_eq!(all.iter().map(|on| on.no_room).sum::<u32>(), 2);
        let all_but_one = all.iter().map(|on| on.fighters).sum::<u32>() - 1;
        let some = path(&state, &format!("{name}: all, {all_but_one} engaged")).unwrap();
        assert_eq!(some.iter().map(|on| on.engaged).sum::<u32>(), all_but_one);
        let faults = path(&state, &format!("{name}: 2, 3 engaged")).unwrap_err();
        assert!(faults[0].contains("2 are named on the path, so 3 cannot be"), "{faults:?}");
    }
}

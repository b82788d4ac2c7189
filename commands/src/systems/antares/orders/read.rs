//! What people pick from lists, write into forms and type into commands.

use gatemaster_discord::forms::{FilledForm, Form, Input};
use gatemaster_discord::press::CustomId;
use gatemaster_rules::antares::buildings::Spot;
use gatemaster_rules::antares::command::{Charge, Cover, Feature, Move};
use gatemaster_rules::antares::moves::MAX_TERRAIN_NAME;
use gatemaster_rules::antares::state::{ModelId, State, Unit, UnitId};
use gatemaster_rules::text::clean_line;

use super::super::aim::Target;
use super::choose::AT_A_SPRINT;
use super::places::named_place;
use crate::trouble::Trouble;
use crate::words::{count, esc, list};

/// A choice that was never offered, or not any more.
pub(super) fn not_offered() -> Trouble {
    Trouble::refused(
        "That is not on the list. Choose from the list again; `/game board` shows a fresh one.",
    )
}

/// The one unit that was picked from those that were offered.
pub(super) fn picked_unit(picked: &[String], offered: &[UnitId]) -> Result<UnitId, Trouble> {
    let [one] = picked else { return Err(not_offered()) };
    let id = one.parse().ok().map(UnitId);
    id.filter(|id| offered.contains(id)).ok_or_else(not_offered)
}

/// What was picked to be shot at.
pub(super) fn picked_target(picked: &[String], offered: &[Target]) -> Result<Target, Trouble> {
    let [one] = picked else { return Err(not_offered()) };
    let target = one.parse().ok().map(|number: u16| Target::from(number));
    target.filter(|target| offered.contains(target)).ok_or_else(not_offered)
}

/// The one number that was picked.
pub(super) fn picked_number(picked: &[String]) -> Result<u32, Trouble> {
    let [one] = picked else { return Err(not_offered()) };
    one.parse().map_err(|_| not_offered())
}

/// Whom an assault goes at, and whether at a sprint.
pub(super) fn picked_assault(
    picked: &[String],
    offered: &[UnitId],
) -> Result<(UnitId, bool), Trouble> {
    let [one] = picked else { return Err(not_offered()) };
    let (number, sprint) = match one.strip_suffix(AT_A_SPRINT) {
        Some(number) => (number, true),
        None => (one.as_str(), false),
    };
    Ok((picked_unit(&[number.to_owned()], offered)?, sprint))
}

/// What lay on a unit's way, as people say it.
#[derive(Clone, Debug, Default)]
pub(super) struct Way {
    pub obstacles: String,
    pub difficult: String,
    /// Obstacles that the unit has defended and leaves over (A-MOV-6).
    pub defended: String,
    /// How many immobilised models stay behind (A-DMG-7).
    pub leave: String,
    /// In or on which building it ends, or outside.
    pub into: String,
}

impl Way {
    pub fn of(written: &FilledForm) -> Self {
        Self {
            obstacles: written.get(OBSTACLES).to_owned(),
            difficult: written.get(DIFFICULT).to_owned(),
            defended: written.get(DEFENDED).to_owned(),
            leave: written.get(LEAVE).to_owned(),
            into: written.get(INTO).to_owned(),
        }
    }

    /// A unit leaves what it has defended before it meets anything else.
    pub fn features(&self) -> Vec<Feature> {
        let defended = names(&self.defended);
        let crossed = names(&self.obstacles);
        let crossed = crossed.into_iter().filter(|name| !contains(&defended, name));
        let crossed: Vec<Feature> =
            crossed.map(|name| Feature::Obstacle { name, defended: false }).collect();
        defended
            .into_iter()
            .map(|name| Feature::Obstacle { name, defended: true })
            .chain(crossed)
            .chain(names(&self.difficult).into_iter().map(|name| Feature::Difficult { name }))
            .collect()
    }

    pub fn left_behind(&self, unit: &Unit) -> Result<Vec<ModelId>, Trouble> {
        let stuck = immobilised(unit);
        let all = u32::try_from(stuck.len()).unwrap_or(u32::MAX);
        let number = match self.leave.trim().to_lowercase().as_str() {
            "" | "none" | "no" => 0,
            "all" => stuck.len(),
            text => {
                let number = text.parse().ok().filter(|number| *number <= stuck.len());
                number.ok_or_else(|| {
                    Trouble::refused(if stuck.is_empty() {
                        format!("{} has no immobilised models to leave behind.", esc(&unit.name))
                    } else {
                        format!(
                            "{} has {}: say how many stay behind, from 0 to {all}.",
                            esc(&unit.name),
                            count(all, "immobilised model", "immobilised models")
                        )
                    })
                })?
            }
        };
        // leaders stand first in a unit, and are the last to be left
        Ok(stuck.into_iter().rev().take(number).collect())
    }

    /// Where it ends; nothing said is what is usual.
    pub fn end(
        &self,
        state: &State,
        usual: Option<Spot>,
        offered: &[Option<Spot>],
    ) -> Result<Option<Spot>, Trouble> {
        match self.into.trim() {
            "" => Ok(usual),
            typed => named_place(state, typed, offered),
        }
    }

    pub fn as_move(&self, unit: &Unit, to: Option<Spot>) -> Result<Move, Trouble> {
        Ok(Move { to, features: self.features(), left_behind: self.left_behind(unit)? })
    }

    pub fn as_charge(&self, unit: &Unit, contact: bool, cover: Cover) -> Result<Charge, Trouble> {
        let left_behind = self.left_behind(unit)?;
        Ok(Charge { features: self.features(), left_behind, contact, cover })
    }
}

/// Names apart by commas, each once. A name that cannot be one goes on as it is, and the rules say what is wrong with it.
fn names(text: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for part in text.split([',', ';', '\n']).map(str::trim).filter(|part| !part.is_empty()) {
        let name = clean_line(part, MAX_TERRAIN_NAME).unwrap_or_else(|| part.to_owned());
        if !contains(&names, &name) {
            names.push(name);
        }
    }
    names
}

fn contains(names: &[String], name: &str) -> bool {
    names.iter().any(|known| known.to_lowercase() == name.to_lowercase())
}

/// Living models that cannot move, in a unit whose others can.
pub(super) fn immobilised(unit: &Unit) -> Vec<ModelId> {
    if !unit.can_move() {
        return Vec::new();
    }
    unit.living().filter(|id| unit.models[id.index()].immobilised).collect()
}

pub(super) fn cover(bonus: u8) -> Cover {
    if bonus == 0 { Cover::Nobody } else { Cover::Everybody(bonus) }
}

const OBSTACLES: &str = "obstacles";
const DIFFICULT: &str = "difficult";
const DEFENDED: &str = "defended";
const LEAVE: &str = "leave";
const INTO: &str = "into";
const CONTACT: &str = "contact";
const COVER: &str = "cover";

fn way_inputs(state: &State, unit: &Unit) -> Vec<Input> {
    let ground = if state.rubble_names().is_empty() { "the wood" } else { "the wood, the rubble" };
    let mut inputs = vec![
        Input::line(OBSTACLES, "Obstacles crossed, by name", "").such_as("the wall, the ditch"),
        Input::line(DIFFICULT, "Difficult ground, by name", "").such_as(ground),
    ];
    if immobilised(unit).is_empty() {
        inputs.push(
            Input::line(DEFENDED, "An obstacle it defended and leaves over", "")
                .such_as("the barricade"),
        );
    } else {
        inputs.push(Input::line(LEAVE, "Immobilised models left behind, how many", "0"));
    }
    inputs
}

/// Asks for what lay on the way of a move, and for its end where that may be in or on a building.
pub(super) fn way_form(
    state: &State,
    unit: &Unit,
    may_enter: bool,
    press: impl Into<CustomId>,
) -> Form {
    let mut inputs = way_inputs(state, unit);
    if may_enter {
        inputs.push(
            Input::line(INTO, "Into or onto (building)", "").such_as("nothing if it stays outside"),
        );
    }
    Form { title: format!("The way of {}", unit.name), press: press.into(), inputs }
}

/// Asks for the way of a charge and what it came to. Walls count without being asked for.
pub(super) fn charge_form(
    state: &State,
    unit: &Unit,
    asks_cover: bool,
    press: impl Into<CustomId>,
) -> Form {
    let mut inputs = way_inputs(state, unit);
    inputs.push(Input::line(CONTACT, "Reached the enemy, if terrain lets it?", "yes").needed());
    if asks_cover {
        inputs.push(Input::line(COVER, "The enemy's cover: 0, 1 or 2", "0").needed());
    }
    Form { title: format!("The charge of {}", unit.name), press: press.into(), inputs }
}

const RANGE: &str = "range";

pub(super) fn blind_form(unit: &Unit, press: impl Into<CustomId>) -> Form {
    let range = Input::line(RANGE, "How far away, in inches", "").such_as("22").needed();
    Form { title: format!("Blind fire of {}", unit.name), press: press.into(), inputs: vec![range] }
}

pub(super) fn range(written: &FilledForm) -> &str {
    written.get(RANGE)
}

pub(super) fn contact_and_cover(written: &FilledForm) -> Result<(bool, Cover), Trouble> {
    let contact = match written.get(CONTACT).to_lowercase().as_str() {
        "yes" | "y" | "contact" | "true" => true,
        "no" | "n" | "short" | "false" => false,
        _ => {
            return Err(Trouble::refused(
                "Say `yes` if at least one model reached the enemy, or `no` if the charge fell short.",
            ));
        }
    };
    let bonus = written.get(COVER).trim_start_matches('+');
    let bonus = if bonus.is_empty() { Some(0) } else { bonus.parse::<u8>().ok() };
    let bonus = bonus.ok_or_else(|| {
        Trouble::refused("The enemy's cover is a number: 0 in the open, else 1 or 2.")
    })?;
    Ok((contact, cover(bonus)))
}

/// A unit by the name that was typed, from those that make sense now.
pub(super) fn named(
    state: &State,
    typed: &str,
    offered: &[UnitId],
    what: &str,
) -> Result<UnitId, Trouble> {
    let typed = typed.trim();
    let folded = typed.to_lowercase();
    let is = |id: &UnitId| state.unit_name(*id).to_lowercase() == folded;
    if let Some(id) = offered.iter().copied().find(|id| is(id)) {
        return Ok(id);
    }
    let names: Vec<String> = offered.iter().map(|id| esc(state.unit_name(*id))).collect();
    let known = state.ids().find(|id| is(id));
    let wrong = match known {
        Some(id) => format!("{} is not {what}", esc(state.unit_name(id))),
        None => format!("There is no unit “{}” in this battle", esc(typed)),
    };
    Err(Trouble::refused(match names.as_slice() {
        [] => format!("{wrong}, and nobody else is either."),
        _ => format!("{wrong}. You can name {}.", list(&names)),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(picked: &[&str]) -> Vec<String> {
        picked.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn only_what_was_offered_can_be_picked() {
        let offered = [UnitId(2), UnitId(7)];
        assert_eq!(picked_unit(&texts(&["7"]), &offered).unwrap(), UnitId(7));
        for odd in [&[][..], &["3"], &["2", "7"], &["-2"], &["2s"], &["99999999"], &["🙂"]] {
            assert!(picked_unit(&texts(odd), &offered).is_err(), "{odd:?}");
        }
        assert_eq!(picked_assault(&texts(&["2s"]), &offered).unwrap(), (UnitId(2), true));
        assert_eq!(picked_assault(&texts(&["2"]), &offered).unwrap(), (UnitId(2), false));
        for odd in [&[][..], &["s"], &["2ss"], &["3s"], &["2", "7s"]] {
            assert!(picked_assault(&texts(odd), &offered).is_err(), "{odd:?}");
        }
        for odd in [&[][..], &["x"], &["1", "2"], &["4294967296"]] {
            assert!(picked_number(&texts(odd)).is_err(), "{odd:?}");
        }
    }

    #[test]
    fn a_way_is_read_as_people_write_it() {
        let way = Way {
            obstacles: " The wall, the  wall ;ditch,\nthe barricade,,".to_owned(),
            difficult: "Wood".to_owned(),
            defended: "The barricade".to_owned(),
            leave: String::new(),
            into: String::new(),
        };
        let obstacle = |name: &str, defended| Feature::Obstacle { name: name.into(), defended };
        assert_eq!(
            way.features(),
            [
                obstacle("The barricade", true),
                obstacle("The wall", false),
                obstacle("ditch", false),
                Feature::Difficult { name: "Wood".into() },
            ]
        );
        assert_eq!(Way::default().features(), []);
    }
}

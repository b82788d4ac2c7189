//! Split fire: a vehicle with several weapon systems and a Fire order shoots at several targets (A-SHT-1).

use gatemaster_rules::antares::State;
use gatemaster_rules::antares::arms::check_shooting;
use gatemaster_rules::antares::command::Shot;
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::label;
use gatemaster_rules::antares::state::{ModelId, UnitId, WeaponId};

use super::draft::{Draft, picks, targets};
use super::form::{RANGE, SHOOTERS, out_of_reach, range, who_shoots};
use super::habits::Habits;
use super::{AimPress, circumstances, outlook};
use crate::battle::controls::{Controls, button};
use crate::battle::press::BattlePressed;
use crate::card::{Choice, Select};
use crate::desk::Loaded;
use crate::forms::{Form, Input, Written};
use crate::presses::unknown;
use crate::trouble::Trouble;
use crate::words::esc;

pub fn form(game: &Loaded, draft: &Draft) -> Form {
    let measured = draft.range.map(|range| range.to_string().trim_end_matches('″').to_owned());
    let press = AimPress::Split(draft.into());
    Form {
        title: "Split fire".to_owned(),
        press: BattlePressed::new(&game.id, game.seq, press.into()).into(),
        inputs: vec![
            Input::line(RANGE, "Range to this target in inches", measured.unwrap_or_default())
                .such_as("17.5")
                .needed(),
            Input::line(SHOOTERS, "Weapons that shoot at this target", "")
                .such_as("plasma cannon, or: 1 scourer cannon")
                .needed(),
        ],
    }
}

/// Holds the shot at this target, with some of the weapons.
pub fn hold(state: &State, draft: &mut Draft, written: &Written) -> Result<(), Trouble> {
    if !super::controls::may_split(state, draft) {
        return Err(unknown());
    }
    let mut here = draft.clone();
    here.only = None;
    let measured = range(written.get(RANGE)).map_err(Trouble::refused)?;
    let range =
        measured.ok_or_else(|| Trouble::refused("Say how far the target is, in inches."))?;
    here.range = Some(range);
    let all = here.uses_at(state, range);
    if all.is_empty() {
        return Err(Trouble::refused(out_of_reach(state, &here, range)));
    }
    let only = who_shoots(state, &here, written.get(SHOOTERS))
        .map_err(|faults| Trouble::refused(faults.join("\n")))?;
    let only = only.ok_or_else(every_weapon)?;
    *draft = held_with(state, &here, range, only)?;
    Ok(())
}

fn every_weapon() -> Trouble {
    Trouble::refused(
        "That would be every weapon. Name those for this target only; the others get the next one.",
    )
}

/// The draft with these weapons held for its target, the others free for another.
pub fn held_with(
    state: &State,
    draft: &Draft,
    range: Inches,
    only: Vec<(WeaponId, ModelId)>,
) -> Result<Draft, Trouble> {
    let mut held = Draft { only: Some(only), ..draft.clone() };
    let shot = held.shot(state, range);
    held.held.push(shot);
    held.only = None;
    held.range = None;
    check_shooting(state, draft.unit, draft.manner, &held.held)?;
    if held.systems(state) == 0 {
        return Err(every_weapon());
    }
    Ok(held)
}

/// Whom the other weapons shoot at.
pub fn controls(game: &Loaded, state: &State, draft: &Draft) -> Controls {
    let options = free_targets(state, draft).map(|target| {
        Choice::new(state.unit_name(target), target.0)
            .more(label::target_line(state, draft.unit, target))
    });
    let press = AimPress::Rest(draft.into());
    let press = BattlePressed::new(&game.id, game.seq, press.into());
    let held = outlook::held(state, draft).unwrap_or_default();
    Controls {
        text: format!(
            "🎯 **{}** splits its fire. {held}\nChoose whom the other weapons shoot at; all fire together.",
            esc(state.unit_name(draft.unit))
        ),
        selects: vec![Select::new("The other weapons at…", press, options.collect())],
        buttons: vec![vec![button(game, "Back", AimPress::Back)]],
    }
}

fn free_targets<'a>(state: &State, draft: &'a Draft) -> impl Iterator<Item = UnitId> + use<'a> {
    let taken = |id: &UnitId| draft.held.iter().any(|shot: &Shot| shot.target == *id);
    targets(state, draft.unit).into_iter().filter(move |id| !taken(id))
}

/// The shot of the rest, at the next target.
pub fn rest(
    state: &State,
    draft: Draft,
    target: UnitId,
    habits: &Habits,
) -> Result<Draft, Trouble> {
    if draft.held.is_empty() || !free_targets(state, &draft).any(|free| free == target) {
        return Err(unknown());
    }
    let scene = habits.scene_of(draft.unit, target).unwrap_or_default();
    let mut next = Draft { target, scene, range: None, only: None, ..draft };
    let choices = next.choices(state);
    next.way = next.chosen(&choices).map(|way| picks(way)).unwrap_or_default();
    circumstances::drop_pointless(state, &mut next);
    Ok(next)
}

//! Split fire: a vehicle with several weapon systems and a Fire order shoots at several targets (A-SHT-1), a unit inside a
//! building out of several of its sides (B-SHT-2).

use gatemaster_discord::card::{Choice, Select};
use gatemaster_discord::forms::{FilledForm, Form, Input};
use gatemaster_discord::limits::{CHOICES, clip};
use gatemaster_rules::antares::arms::check_shooting;
use gatemaster_rules::antares::buildings::Facing;
use gatemaster_rules::antares::command::Shot;
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::state::{ModelId, UnitId, WeaponId};
use gatemaster_rules::antares::{State, label};

use super::controls::splits_by_side;
use super::draft::{Draft, picks, usual_scene};
use super::form::{RANGE, SHOOTERS, out_of_reach, range, who_shoots};
use super::habits::Habits;
use super::target::{Target, enemies};
use super::{AimPress, circumstances, outlook};
use crate::answer::unknown;
use crate::desk::Loaded;
use crate::face::Controls;
use crate::systems::antares::controls::button;
use crate::systems::antares::press::BattlePressed;
use crate::trouble::Trouble;
use crate::words::{code, esc};

/// The input for the side of the building.
const SIDE: &str = "side";

pub fn form(game: &Loaded, state: &State, draft: &Draft) -> Form {
    let by_side = splits_by_side(state, draft);
    let measured = draft
        .fixed(state)
        .or(draft.range)
        .map(|range| range.to_string().trim_end_matches('″').to_owned());
    let press = AimPress::Split(draft.into());
    let range = Input::line(RANGE, "Range to this target in inches", measured.unwrap_or_default())
        .such_as("17.5")
        .needed();
    let inputs = if by_side {
        let side = draft.scene.side.or_else(|| draft.free_sides().next());
        vec![
            range,
            Input::line(SIDE, "Out of which side", side.map_or("", Facing::name))
                .such_as("front, right, back or left")
                .needed(),
            Input::line(SHOOTERS, "Who shoots from there", "")
                .such_as("3 of plasma carbine, Leader")
                .needed(),
        ]
    } else {
        let who = Input::line(SHOOTERS, "Weapons that shoot at this target", "");
        vec![range, who.such_as("plasma cannon, or: 1 scourer cannon").needed()]
    };
    Form {
        title: if by_side { "Split fire by side" } else { "Split fire" }.to_owned(),
        press: BattlePressed::new(&game.id, game.at, press.into()).into(),
        inputs,
    }
}

/// A side by its name, or the beginning of it.
pub fn side(text: &str) -> Result<Facing, Trouble> {
    let typed = text.trim().to_lowercase();
    let named = |side: &Facing| !typed.is_empty() && side.name().starts_with(&typed);
    Facing::ALL.into_iter().find(named).ok_or_else(|| {
        let text = code(&clip(text.trim(), 40));
        Trouble::refused(format!("{text} is no side; say front, right, back or left."))
    })
}

/// Holds the shot at this target, with some of the weapons.
pub fn hold(state: &State, draft: &mut Draft, written: &FilledForm) -> Result<(), Trouble> {
    if !super::controls::may_split(state, draft) {
        return Err(unknown());
    }
    let mut here = draft.clone();
    here.only = None;
    let measured = range(written.get(RANGE)).map_err(Trouble::refused)?;
    let range =
        measured.ok_or_else(|| Trouble::refused("Say how far the target is, in inches."))?;
    here.range = Some(range);
    if splits_by_side(state, draft) {
        let side = side(written.get(SIDE))?;
        if !draft.free_sides().any(|free| free == side) {
            let side = side.name();
            return Err(Trouble::refused(format!("All fire from the {side} goes at one target.")));
        }
        here.scene.side = Some(side);
    }
    let all = here.uses_at(state, range);
    if all.is_empty() {
        return Err(Trouble::refused(out_of_reach(state, &here, range)));
    }
    let only = who_shoots(state, &here, written.get(SHOOTERS))
        .map_err(|faults| Trouble::refused(faults.join("\n")))?;
    let by_side = splits_by_side(state, draft);
    let only = only.ok_or_else(|| if by_side { everybody() } else { every_weapon() })?;
    *draft = held_with(state, &here, range, only)?;
    Ok(())
}

fn every_weapon() -> Trouble {
    Trouble::refused(
        "That would be every weapon. Name those for this target only; the others get the next one.",
    )
}

fn everybody() -> Trouble {
    Trouble::refused(
        "That would be everybody. Name those for this target only; the others get the next one.",
    )
}

/// The draft with these weapons held for its target, the others free for another.
pub fn held_with(
    state: &State,
    draft: &Draft,
    range: Inches,
    only: Vec<(WeaponId, ModelId)>,
) -> Result<Draft, Trouble> {
    let target = draft.target.unit().ok_or_else(unknown)?;
    let mut held = Draft { only: Some(only), ..draft.clone() };
    let shot = held.shot(state, target, range);
    held.held.push(shot);
    held.only = None;
    held.range = None;
    check_shooting(state, draft.unit, draft.manner, &held.held)?;
    if held.systems(state) == 0 {
        let by_side = splits_by_side(state, draft);
        return Err(if by_side { everybody() } else { every_weapon() });
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
    let press = BattlePressed::new(&game.id, game.at, press.into());
    let held = outlook::held(state, draft).unwrap_or_default();
    let (others, list) = if splits_by_side(state, draft) {
        ("the others shoot at, from another side", "The others at…")
    } else {
        ("the other weapons shoot at", "The other weapons at…")
    };
    Controls {
        text: format!(
            "🎯 **{}** splits its fire. {held}\nChoose whom {others}; all fire together.",
            esc(state.unit_name(draft.unit))
        ),
        selects: vec![Select::new(list, press, options.take(CHOICES.into()).collect())],
        buttons: vec![vec![button(game, "Back", AimPress::Back)]],
    }
}

fn free_targets<'a>(state: &State, draft: &'a Draft) -> impl Iterator<Item = UnitId> + use<'a> {
    let taken = |id: &UnitId| draft.held.iter().any(|shot: &Shot| shot.target == *id);
    enemies(state, draft.unit).into_iter().filter(move |id| !taken(id))
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
    let target = Target::Unit(target);
    let scene = habits.scene_of(state, draft.unit, target);
    let scene = scene.unwrap_or_else(|| usual_scene(state, target));
    let mut next = Draft { target, scene, range: None, only: None, ..draft };
    let choices = next.choices(state);
    next.way = next.chosen(&choices).map(|way| picks(way)).unwrap_or_default();
    circumstances::drop_pointless(state, &mut next);
    Ok(next)
}

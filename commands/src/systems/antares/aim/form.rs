//! The form for what was measured and named exactly.

use gatemaster_discord::forms::{FilledForm, Form, Input};
use gatemaster_discord::limits::clip;
use gatemaster_rules::antares::State;
use gatemaster_rules::antares::arms::{arms, check_reach, mode_of};
use gatemaster_rules::antares::command::{Cover, Mark, Use};
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::state::{ModelId, Unit, WeaponId};

use super::circumstances::{self, walled};
use super::draft::Draft;
use super::{AimPress, bands, models};
use crate::desk::Loaded;
use crate::systems::antares::press::BattlePressed;
use crate::trouble::Trouble;
use crate::words::{code, esc};

pub const RANGE: &str = "range";
pub const SHOOTERS: &str = "shooters";
const COVER: &str = "cover";
const HIDDEN: &str = "hidden";
const BEHIND: &str = "behind";
const UNDER: &str = "under";

/// Of the five lines that a form has, those that can matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Only what flies straight: cover, sight and who stands behind whom.
    Direct,
    /// Only what comes from above: sight and the template.
    Overhead,
    /// Both at once; who stands behind is written with who is hidden.
    Mixed,
}

fn kind(state: &State, draft: &Draft) -> Kind {
    let uses: Vec<Use> =
        bands::bands(state, draft).into_iter().flat_map(|band| band.uses).collect();
    let overhead = |used: &Use| {
        mode_of(state, used.weapon, used.mode).is_some_and(|(_, mode)| mode.is_overhead())
    };
    match (uses.iter().any(overhead), uses.iter().all(overhead)) {
        (true, true) => Kind::Overhead,
        (true, false) => Kind::Mixed,
        (false, _) => Kind::Direct,
    }
}

pub fn form(game: &Loaded, state: &State, draft: &Draft) -> Form {
    let kind = kind(state, draft);
    let scene = &draft.scene;
    let spell = |marks: &[Mark]| {
        draft.target.body(state).map_or_else(String::new, |unit| models::spell(state, unit, marks))
    };
    let range = draft
        .fixed(state)
        .or(draft.range)
        .map(|range| range.to_string().trim_end_matches('″').to_owned());
    let range = Input::line(RANGE, "Range in inches", range.unwrap_or_default())
        .such_as("17.5, or nothing to choose a band");
    let who = match (&draft.only, state.unit(draft.unit)) {
        (Some(only), Some(unit)) => models::spell_shooters(state, unit, only),
        _ => String::new(),
    };
    let who = Input::line(SHOOTERS, "Who shoots, if not everybody", who)
        .such_as("3 of plasma carbine, Leader");
    let cover = match (&scene.cover, draft.target.body(state)) {
        (Cover::Only { bonus, models }, Some(unit)) => {
            format!("+{bonus}: {}", models::spell_models(state, unit, models))
        }
        _ => String::new(),
    };
    let cover = Input::line(COVER, "Models in cover, if not all or none", cover)
        .such_as("+1: Trooper 2, Leader");
    let hidden = spell(&scene.hidden);
    let behind = spell(&scene.behind);
    let under = Input::line(
        UNDER,
        "Models under the template, if not all",
        scene.under.as_deref().map(spell).unwrap_or_default(),
    )
    .such_as("Trooper 2, Leader");
    let inputs = match kind {
        // walls have no models, and hide nobody's
        _ if draft.target.unit().is_none() => vec![range, who],
        _ if walled(state, draft).is_some() => vec![range, who],
        Kind::Direct => vec![
            range,
            who,
            cover,
            Input::line(HIDDEN, "Models that nobody sees", hidden).such_as("Trooper 2, Leader"),
            Input::line(BEHIND, "Models behind others of their unit", behind)
                .such_as("Trooper 2, Leader"),
        ],
        Kind::Overhead => vec![
            range,
            who,
            Input::line(HIDDEN, "Models that nobody sees", hidden)
                .such_as("all, where a spotter drone sees them"),
            under,
        ],
        Kind::Mixed => {
            let unseen = match (hidden.is_empty(), behind.is_empty()) {
                (_, true) => hidden,
                (true, false) => format!("behind: {behind}"),
                (false, false) => format!("{hidden}; behind: {behind}"),
            };
            let unseen = Input::line(HIDDEN, "Models that nobody sees", unseen)
                .such_as("Trooper 2; behind: Leader (hidden only by others of their unit)");
            vec![range, who, cover, unseen, under]
        }
    };
    let press = AimPress::Exact(draft.into());
    Form {
        title: clip(
            &format!("At {}", draft.target.name(state)),
            gatemaster_discord::limits::MODAL_TITLE,
        ),
        press: BattlePressed::new(&game.id, game.at, press.into()).into(),
        inputs,
    }
}

/// What a person wrote into the form, all of it or, with every fault named, nothing.
pub fn take_over(state: &State, draft: &mut Draft, written: &FilledForm) -> Result<(), Trouble> {
    let mut faults = Vec::new();
    let mut new = draft.clone();
    let kind = kind(state, draft);
    match range(written.get(RANGE)) {
        Ok(range) => new.range = range,
        Err(fault) => faults.push(fault),
    }
    if draft.fixed(state).is_some() && new.range == draft.fixed(state) {
        new.range = None;
    }
    new.only = None;
    let who = written.get(SHOOTERS);
    match who_shoots(state, &new, who) {
        Ok(only) => new.only = only,
        Err(found) => faults.extend(found),
    }
    let open = walled(state, draft).is_none();
    let target = draft.target.body(state);
    if let (true, Some(target)) = (open && kind != Kind::Overhead, target) {
        match cover(target, &draft.scene.cover, written.get(COVER)) {
            Ok(cover) => new.scene.cover = cover,
            Err(found) => faults.extend(found),
        }
    }
    let (hidden, behind) = match written.get(HIDDEN).split_once("behind:") {
        Some((hidden, behind)) => (hidden.trim().trim_end_matches([';', ',']), behind),
        None => (written.get(HIDDEN), written.get(BEHIND)),
    };
    let mut read = |text: &str| {
        let Some(target) = target else { return Vec::new() };
        models::marks(state, target, text).unwrap_or_else(|found| {
            faults.extend(found);
            Vec::new()
        })
    };
    new.scene.hidden = read(hidden);
    new.scene.behind = read(behind);
    let under = read(written.get(UNDER));
    new.scene.under = (!under.is_empty()).then_some(under);
    if faults.is_empty() {
        faults.extend(check(state, &new));
    }
    if !faults.is_empty() {
        return Err(Trouble::refused(faults.join("\n")));
    }
    circumstances::drop_pointless(state, &mut new);
    *draft = new;
    Ok(())
}

/// Nothing, or a distance.
pub fn range(text: &str) -> Result<Option<Inches>, String> {
    if text.is_empty() {
        return Ok(None);
    }
    let range = Inches::parse(text).ok_or_else(|| {
        format!("{} is no distance; write inches, such as `18` or `17.5`.", code(&clip(text, 40)))
    });
    range.map(Some)
}

/// Read against everything the unit could shoot at the range, or at any.
pub fn who_shoots(
    state: &State,
    draft: &Draft,
    text: &str,
) -> Result<Option<Vec<(WeaponId, ModelId)>>, Vec<String>> {
    let unit = state.unit(draft.unit).ok_or_else(Vec::new)?;
    let uses = match draft.range {
        Some(range) => draft.wished_at(state, range),
        None => draft.chosen(&draft.choices(state)).cloned().unwrap_or_default(),
    };
    models::shooters(state, unit, &uses, text)
}

fn cover(target: &Unit, before: &Cover, text: &str) -> Result<Cover, Vec<String>> {
    let bonus = match before {
        Cover::Everybody(bonus) | Cover::Only { bonus, .. } => *bonus,
        Cover::Nobody => 1,
    };
    match (text, before) {
        ("", Cover::Everybody(_) | Cover::Nobody) => Ok(before.clone()),
        _ => models::cover(target, text, bonus),
    }
}

/// One sentence why it could not be shot so.
fn check(state: &State, draft: &Draft) -> Option<String> {
    let range = draft.range?;
    let salvo = draft.salvo(state, range);
    if salvo.uses().is_empty() {
        return Some(out_of_reach(state, draft, range));
    }
    let checked = salvo.check(state, draft.unit, draft.manner);
    checked.err().map(|refusal| esc(refusal.sentence()))
}

/// What each weapon says to that distance.
pub fn out_of_reach(state: &State, draft: &Draft, range: Inches) -> String {
    let Some(unit) = state.unit(draft.unit) else { return String::new() };
    let mut why: Vec<String> = Vec::new();
    for arm in arms(state, unit, draft.manner) {
        let used = Use { weapon: arm.weapon, mode: arm.mode, by: arm.by };
        let refused = check_reach(state, draft.manner, range, std::slice::from_ref(&used)).err();
        let sentence = refused.map(|refusal| esc(refusal.sentence()));
        why.extend(sentence.filter(|sentence| !why.contains(sentence)));
    }
    if why.is_empty() {
        return format!("Nobody of {} who was named reaches {range}.", esc(&unit.name));
    }
    why.join(" ")
}

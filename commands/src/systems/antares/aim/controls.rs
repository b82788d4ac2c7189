//! The aiming controls: what each range needs and promises, a button for each, and lists for everything else.

use gatemaster_discord::card::{Button, Choice, Select, Style};
use gatemaster_discord::limits::{BUTTONS_PER_ROW, CHOICES, clip};
use gatemaster_rules::antares::arms::mode_of;
use gatemaster_rules::antares::command::{Cover, Shooters, Use};
use gatemaster_rules::antares::flow::Manner;
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::profile::UnitKind;
use gatemaster_rules::antares::{State, label};

use super::bands::UpTo;
use super::draft::Draft;
use super::outlook::{self, Outlook};
use super::target::{Target, enemies};
use super::{AimPress, Pair, circumstances, indoors, models, table};
use crate::desk::Loaded;
use crate::face::Controls;
use crate::systems::antares::controls::button;
use crate::systems::antares::press::BattlePressed;
use crate::words::esc;

/// The room for words above a frame.
const LONGEST: usize = 1_500;

/// `last` is how far it was the last time, `notes` what is to be told beside.
pub fn controls(
    game: &Loaded,
    state: &State,
    draft: &Draft,
    outlooks: &[Outlook],
    last: Option<Inches>,
    notes: &[String],
) -> Controls {
    let last = last_time(draft, outlooks, last);
    let mut selects = Vec::new();
    let choices = draft.choices(state);
    if choices.len() > 1 {
        selects.push(weapons(game, state, draft, &choices));
    }
    let press = AimPress::Circumstances(draft.into());
    let press = BattlePressed::new(&game.id, game.at, press.into());
    let options = circumstances::options(state, draft);
    selects.push(Select::new("Circumstances", press, options).any_number());
    Controls {
        text: text(state, draft, outlooks, last, notes),
        selects,
        buttons: vec![
            shoot_buttons(game, draft, outlooks, last),
            other_buttons(game, state, draft),
        ],
    }
}

/// The band that the last shot was in; one of several only.
fn last_time(draft: &Draft, outlooks: &[Outlook], last: Option<Inches>) -> Option<usize> {
    let last = last.filter(|_| draft.range.is_none())?;
    outlooks.iter().position(|outlook| last <= outlook.upto.range())
}

/// Everything there is to know before the dice, without the controls.
pub fn text(
    state: &State,
    draft: &Draft,
    outlooks: &[Outlook],
    last: Option<usize>,
    notes: &[String],
) -> String {
    let choices = draft.choices(state);
    let wished = draft.chosen(&choices).cloned().unwrap_or_default();
    // with somebody left out the wish is what is shot where most of it reaches
    let wished = match (&draft.only, outlooks.first()) {
        (Some(_), Some(first)) => first.uses.clone(),
        _ => wished,
    };
    let mut lines: Vec<String> = notes.iter().map(|note| format!("ℹ️ {note}")).collect();
    lines.push(heading(state, draft, &wished));
    lines.extend(outlook::held(state, draft));
    lines.extend(scene(state, draft));
    lines.extend(indoors::lines(state, draft, outlooks));
    lines.extend(table::lines(state, draft, outlooks, &wished, last));
    if outlooks.is_empty() {
        lines.push("Nothing of it reaches; change the weapons or the range.".to_owned());
    }
    clip(&lines.join("\n"), LONGEST)
}

fn heading(state: &State, draft: &Draft, wished: &[Use]) -> String {
    let name = |id| esc(state.unit_name(id));
    let with = esc(&label::ways(state, draft.unit, wished));
    let target = draft.target.line(state, draft.unit);
    let (unit, at) = (name(draft.unit), esc(&draft.target.name(state)));
    let aims = if draft.spring { "would spring its ambush on" } else { "aims at" };
    format!("🎯 **{unit}** {aims} **{at}** ({}) with {with}.", esc(&target))
}

/// What was said of the table.
fn scene(state: &State, draft: &Draft) -> Vec<String> {
    let said: Vec<String> =
        circumstances::of(&draft.scene).iter().map(|one| esc(&one.words(state))).collect();
    let mut lines = Vec::new();
    if !said.is_empty() {
        lines.push(format!("Circumstances: {}.", said.join(", ")));
    }
    let Some(target) = draft.target.body(state) else { return lines };
    let mut who = |what: &str, who: String| lines.push(format!("{what}: {}.", esc(&who)));
    if let Cover::Only { bonus, models } = &draft.scene.cover {
        who(&format!("In cover +{bonus}"), models::spell_models(state, target, models));
    }
    if !draft.scene.hidden.is_empty() {
        who("Out of sight", models::spell(state, target, &draft.scene.hidden));
    }
    if !draft.scene.behind.is_empty() {
        who("Behind the others", models::spell(state, target, &draft.scene.behind));
    }
    if let Some(under) = &draft.scene.under {
        who("Under the template", models::spell(state, target, under));
    }
    lines
}

/// What stands for a way of shooting in the list.
pub fn key(way: &[Use]) -> String {
    let key = |used: &Use| {
        let by = if used.by == Shooters::Gun { "g" } else { "m" };
        format!("{by}{}.{}", used.weapon.0, used.mode)
    };
    way.iter().map(key).collect::<Vec<_>>().join("-")
}

fn weapons(game: &Loaded, state: &State, draft: &Draft, choices: &[Vec<Use>]) -> Select {
    let chosen = draft.chosen(choices);
    let options = choices.iter().take(CHOICES.into()).map(|way| {
        Choice::new(label::ways(state, draft.unit, way), key(way))
            .more(values(state, way))
            .chosen_if(chosen == Some(way))
    });
    let press = AimPress::Weapons(draft.into());
    let press = BattlePressed::new(&game.id, game.at, press.into());
    Select::new("Weapons", press, options.collect())
}

/// "20/30/50″, SV 2"
fn values(state: &State, way: &[Use]) -> String {
    let mut parts = Vec::new();
    for used in way {
        let Some((_, mode)) = mode_of(state, used.weapon, used.mode) else { continue };
        let far = if state.options.effective_range_only { 1 } else { 3 };
        let ranges = [mode.effective, mode.long, mode.extreme].into_iter().flatten().take(far);
        let ranges: Vec<String> =
            ranges.map(|range| range.to_string().trim_end_matches('″').to_owned()).collect();
        let rules: Vec<String> = mode.rules.iter().map(|rule| format!(", {rule}")).collect();
        parts.push(format!("{}″, SV {}{}", ranges.join("/"), mode.sv, rules.concat()));
    }
    parts.join(" · ")
}

/// One for each band that can be shot from; where there are too many, the nearest and the last one used.
fn shoot_buttons(
    game: &Loaded,
    draft: &Draft,
    outlooks: &[Outlook],
    last: Option<usize>,
) -> Vec<Button> {
    let mut places: Vec<usize> =
        (0..outlooks.len()).filter(|place| outlooks[*place].refused.is_none()).collect();
    if places.len() > BUTTONS_PER_ROW {
        let kept = last.filter(|last| places[BUTTONS_PER_ROW..].contains(last));
        places.truncate(BUTTONS_PER_ROW - usize::from(kept.is_some()));
        places.extend(kept);
    }
    let hash = draft.hash();
    let buttons = places.into_iter().map(|place| {
        let outlook = &outlooks[place];
        let range = outlook.upto.range().hundredths();
        let press = AimPress::Shoot { pair: draft.into(), hash, range };
        let measured = matches!(outlook.upto, UpTo::At(_) | UpTo::NextBlock(_));
        let style = if measured || last == Some(place) { Style::Main } else { Style::Plain };
        button(game, outlook.button(), press).marked("🎯").styled(style)
    });
    buttons.collect()
}

fn other_buttons(game: &Loaded, state: &State, draft: &Draft) -> Vec<Button> {
    let pair = Pair::from(draft);
    let mut buttons = vec![button(game, "Exact range, models…", AimPress::Exact(pair))];
    if may_split(state, draft) {
        let split =
            if splits_by_side(state, draft) { "Split fire by side…" } else { "Split fire…" };
        buttons.push(button(game, split, AimPress::Split(pair)));
    }
    buttons.push(button(game, "Back", AimPress::Back));
    buttons
}

/// A vehicle with another weapon system (A-SHT-1) or a unit inside with another side to shoot from (B-SHT-2), and another
/// enemy to shoot at.
pub fn may_split(state: &State, draft: &Draft) -> bool {
    let vehicle = state.unit(draft.unit).is_some_and(|unit| unit.kind() == UnitKind::Vehicle);
    let shot_at = 1 + draft.held.len();
    let may = (vehicle && draft.manner == Manner::Fire)
        || (splits_by_side(state, draft) && draft.free_sides().count() > 1);
    may && matches!(draft.target, Target::Unit(_))
        && !draft.spring
        && draft.systems(state) > 1
        && enemies(state, draft.unit).len() > shot_at
}

/// B-SHT-2: whoever is emplaced has one opening.
pub fn splits_by_side(state: &State, draft: &Draft) -> bool {
    state
        .unit(draft.unit)
        .is_some_and(|unit| state.closed_in(unit).is_some() && unit.emplaced.is_none())
}

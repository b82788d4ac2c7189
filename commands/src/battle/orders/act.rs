//! A unit carries out its order: the move, the charge, the target, and the end of it.

use gatemaster_rules::antares::arms::MAX_COVER;
use gatemaster_rules::antares::command::Cover;
use gatemaster_rules::antares::event::Pace;
use gatemaster_rules::antares::flow::Manner;
use gatemaster_rules::antares::label;
use gatemaster_rules::antares::odds::{self, AssaultOdds};
use gatemaster_rules::antares::profile::UnitKind;
use gatemaster_rules::antares::question::{self, Doing};
use gatemaster_rules::antares::state::{State, UnitId};
use gatemaster_rules::refusal::Refusal;

use super::super::aim::{self, Target};
use super::super::controls::{Controls, button};
use super::choose::{aims, list};
use super::press::OrderPress;
use crate::card::{Button, Select, Style};
use crate::desk::Loaded;
use crate::words::esc;

pub fn acting(game: &Loaded, state: &State) -> Controls {
    let Some(doing) = question::doing(state) else { return Controls::default() };
    let foretold = if is_quick(state, doing) { odds(state, doing).ok() } else { None };
    acting_with(game, state, doing, foretold.as_ref())
}

/// The same with the odds of its charge, where they are known.
pub(super) fn acting_with(
    game: &Loaded,
    state: &State,
    doing: Doing,
    foretold: Option<&AssaultOdds>,
) -> Controls {
    let mut text = facts(state);
    if let (Some(at), Some(odds)) = (doing.charges, foretold) {
        text = format!("{text}\n{}", odds_text(state, doing.unit, at, odds));
    }
    let mut buttons = match (doing.charges, doing.moves) {
        (Some(_), _) => charge_buttons(game),
        (None, Some((pace, far))) => {
            let went = went(pace);
            vec![
                button(game, format!("{went} (up to {far})"), OrderPress::Moved)
                    .marked("🏃")
                    .styled(Style::Main),
                button(game, format!("{went} through terrain…"), OrderPress::Way),
            ]
        }
        (None, None) => Vec::new(),
    };
    let mut last = Vec::new();
    if doing.charges.is_some() && foretold.is_none() {
        last.push(button(game, "Odds…", OrderPress::Odds));
    }
    if may_fire_blind(state, doing) {
        last.push(button(game, "Fire blind…", OrderPress::Blind));
    }
    last.push(button(game, done(doing), OrderPress::Done).marked("✅"));
    // a short row is filled up, and leaves room for two more
    let buttons = if buttons.len() + last.len() <= 3 {
        buttons.extend(last);
        vec![buttons]
    } else {
        vec![buttons, last]
    };
    Controls { text, selects: shoot_at(game, state, doing).into_iter().collect(), buttons }
}

/// Who acts, and what it may do.
fn facts(state: &State) -> String {
    label::question(state).map_or_else(String::new, |asked| {
        let mark = state.sides[asked.seat.index()].colour.mark();
        format!("{mark} **{}**\n{}", esc(&asked.title), esc(&asked.why))
    })
}

fn charge_buttons(game: &Loaded) -> Vec<Button> {
    let contact = button(game, "In contact", OrderPress::Contact(0)).marked("⚔️");
    let mut row = vec![contact.styled(Style::Main)];
    row.extend((1..=MAX_COVER).map(|cover| {
        let label = format!("In contact, enemy in cover +{cover}");
        button(game, label, OrderPress::Contact(cover))
    }));
    row.push(button(game, "Fell short", OrderPress::FellShort));
    row.push(button(game, "Through terrain…", OrderPress::ChargeWay));
    row
}

fn went(pace: Pace) -> &'static str {
    match pace {
        Pace::Advance | Pace::Consolidate => "Moved",
        Pace::Run | Pace::Infiltrate | Pace::Bonus => "Ran",
        Pace::Sprint => "Sprinted",
    }
}

fn done(doing: Doing) -> &'static str {
    match (doing.charges, doing.moves, doing.shoots) {
        (Some(_), _, _) => "Done, no charge",
        (None, Some(_), Some(_)) => "Done, no move, no shooting",
        (None, Some(_), None) => "Done, no move",
        (None, None, Some(_)) => "Done, no shooting",
        (None, None, None) => "Done",
    }
}

/// What the acting unit could shoot at, whatever the range.
pub(super) fn targets(state: &State, doing: Doing) -> Vec<Target> {
    doing.shoots.map_or_else(Vec::new, |manner| aim::targets(state, doing.unit, manner))
}

fn shoot_at(game: &Loaded, state: &State, doing: Doing) -> Option<Select> {
    let options = aims(state, doing.unit, targets(state, doing));
    (!options.is_empty()).then(|| list(game, "Shoot at…", OrderPress::ShootAt, options))
}

/// A-OVH-7
pub(super) fn may_fire_blind(state: &State, doing: Doing) -> bool {
    let unit = state.unit(doing.unit);
    doing.shoots == Some(Manner::Fire)
        && unit.is_some_and(|unit| !question::blind_uses(state, unit).is_empty())
}

/// Whether the odds of the charge take no time worth noting. The damage charts of several drones do, and so do crowds.
fn is_quick(state: &State, doing: Doing) -> bool {
    const MOST_PAIRS: u32 = 120;
    let sides = [Some(doing.unit), doing.charges].map(|id| id.and_then(|id| state.unit(id)));
    let [Some(unit), Some(enemy)] = sides else { return false };
    let charts = matches!(enemy.kind(), UnitKind::WeaponDrones | UnitKind::Vehicle);
    !charts && unit.alive().saturating_mul(enemy.alive()) <= MOST_PAIRS
}

/// What the charge promises if it reaches an enemy in the open, or why nobody could tell in time.
pub(super) fn odds(state: &State, doing: Doing) -> Result<AssaultOdds, Refusal> {
    let sprint = state.flow.acting.is_some_and(|acting| acting.sprint);
    let enemy = doing.charges.ok_or_else(|| Refusal::new("No assault was declared."))?;
    odds::assault(state, doing.unit, enemy, &Cover::Nobody, sprint)
}

/// "expect 1.4 casualties to Rabble and 0.8 to Hammer; Hammer wins 61 %, draws 9 %"
fn odds_text(state: &State, unit: UnitId, at: UnitId, odds: &AssaultOdds) -> String {
    let (attacker, defender) = (esc(state.unit_name(unit)), esc(state.unit_name(at)));
    format!(
        "In contact in the open, expect {:.1} casualties to {defender} and {:.1} to {attacker}; you win {}, \
         draw {}.",
        odds.defender.expected_casualties(),
        odds.attacker.expected_casualties(),
        percent(odds.attacker_wins),
        percent(odds.draw)
    )
}

/// "61 %"; what is possible is never none, what is not certain never all.
fn percent(chance: f64) -> String {
    match chance * 100.0 {
        hundredths if hundredths <= 0.0 => "0 %".to_owned(),
        hundredths if hundredths < 1.0 => "under 1 %".to_owned(),
        hundredths if hundredths > 99.0 && hundredths < 100.0 => "over 99 %".to_owned(),
        hundredths => format!("{hundredths:.0} %"),
    }
}

//! A unit carries out its order: the move, the charge, the target, and the end of it.

use gatemaster_discord::card::{Button, Select, Style};
use gatemaster_rules::antares::arms::MAX_COVER;
use gatemaster_rules::antares::buildings::{self, BuildingId, Spot, Way};
use gatemaster_rules::antares::command::{Command, Cover, Move};
use gatemaster_rules::antares::event::Pace;
use gatemaster_rules::antares::flow::Manner;
use gatemaster_rules::antares::label;
use gatemaster_rules::antares::odds::{self, AssaultOdds};
use gatemaster_rules::antares::profile::UnitKind;
use gatemaster_rules::antares::question::{self, UnitOptions};
use gatemaster_rules::antares::state::{State, Unit, UnitId};
use gatemaster_rules::refusal::Refusal;

use super::super::aim::{self, Target};
use super::super::controls::button;
use super::choose::{aims, list};
use super::places::{elsewhere, place_list, within};
use super::press::OrderPress;
use crate::desk::Loaded;
use crate::face::Controls;
use crate::words::esc;

pub fn acting(game: &Loaded, state: &State) -> Controls {
    let Some(doing) = question::unit_options(state) else { return Controls::default() };
    let foretold = if is_quick(state, doing) { odds(state, doing).ok() } else { None };
    acting_with(game, state, doing, foretold.as_ref())
}

/// The same with the odds of its charge, where they are known.
pub(super) fn acting_with(
    game: &Loaded,
    state: &State,
    doing: UnitOptions,
    foretold: Option<&AssaultOdds>,
) -> Controls {
    let mut text = facts(state);
    if let Some(at) = doing.charges {
        text += &walls(state, at).map(|walls| format!("\n{walls}")).unwrap_or_default();
    }
    if let (Some(at), Some(odds)) = (doing.charges, foretold) {
        text = format!("{text}\n{}", odds_text(state, doing.unit, at, odds));
    }
    let mut buttons = match (doing.charges, doing.moves) {
        (Some(at), _) => charge_buttons(game, state, doing, at),
        (None, Some((pace, far))) => {
            let from = state.unit(doing.unit).and_then(|unit| unit.spot);
            move_buttons(game, state, doing.unit, from, pace, &far.to_string())
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
    let selects = go_to(game, state, doing).into_iter().chain(shoot_at(game, state, doing));
    Controls { text, selects: selects.collect(), buttons }
}

/// Where the acting unit could go in, on and out of buildings; a charge goes nowhere else.
pub(super) fn places(state: &State, doing: UnitOptions) -> Vec<Option<Spot>> {
    match (doing.charges, doing.moves) {
        (None, Some((pace, _))) => elsewhere(state, doing.unit, pace),
        (Some(_), _) | (None, None) => Vec::new(),
    }
}

fn go_to(game: &Loaded, state: &State, doing: UnitOptions) -> Option<Select> {
    let places = places(state, doing);
    (!places.is_empty()).then(|| go_to_one_of(game, state, &places))
}

fn go_to_one_of(game: &Loaded, state: &State, places: &[Option<Spot>]) -> Select {
    place_list(game, state, "Go to…", OrderPress::GoTo, places, |to| {
        label::command(state, &Command::Move(Move { to, ..Move::default() }))
    })
}

/// The places of one building, where all of them were too many for a list.
pub(super) fn go_into(
    game: &Loaded,
    state: &State,
    doing: UnitOptions,
    building: BuildingId,
) -> Controls {
    let inside = within(&places(state, doing), building);
    Controls {
        text: facts(state),
        selects: vec![go_to_one_of(game, state, &inside)],
        buttons: vec![vec![button(game, "Somewhere else", OrderPress::Again).marked("↩️")]],
    }
}

/// The move about where it is, and the one out of the building: whichever can be made.
fn move_buttons(
    game: &Loaded,
    state: &State,
    id: UnitId,
    from: Option<Spot>,
    pace: Pace,
    far: &str,
) -> Vec<Button> {
    let may = |to| buildings::route(state, id, to, pace).is_ok();
    let went = went(pace);
    let mut buttons = Vec::new();
    if may(from) {
        buttons.extend([
            button(game, format!("{went} (up to {far})"), OrderPress::Moved).marked("🏃"),
            button(game, format!("{went} through terrain…"), OrderPress::Way),
        ]);
    }
    if let Some(from) = from.filter(|_| may(None)) {
        let place = state.building(from.building).map_or("", |it| it.plan.name.as_str());
        let left = format!("Left {place} (up to {far})");
        buttons.extend([
            button(game, left, OrderPress::Left).marked("🚪"),
            button(game, "Left through terrain…", OrderPress::LeftWay),
        ]);
    }
    if let Some(first) = buttons.first_mut() {
        *first = first.clone().styled(Style::Main);
    }
    buttons
}

/// The building around a unit, where its walls count without being asked for (B-ASL-1).
pub(super) fn behind_walls(state: &State, id: UnitId) -> Option<(&Unit, Spot, u8)> {
    let unit = state.unit(id)?;
    let (spot, building) = state.closed_in(unit)?;
    Some((unit, spot, building.plan.cover))
}

/// "Rabble is inside Tower: point-blank shooting at it is at −1, and the walls add +2 to its Res…"
fn walls(state: &State, at: UnitId) -> Option<String> {
    let (unit, spot, cover) = behind_walls(state, at)?;
    let res = match cover {
        0 => String::new(),
        cover => format!(", and the walls add +{cover} to Res"),
    };
    Some(format!(
        "{} is inside {}: point-blank shooting at it is at −1{res}, by themselves. Hand to hand has neither.",
        esc(&unit.name),
        esc(&state.spot_name(spot)),
    ))
}

/// Who acts, and what it may do.
fn facts(state: &State) -> String {
    label::question(state).map_or_else(String::new, |asked| {
        let mark = state.sides[asked.seat.index()].colour.mark();
        format!("{mark} **{}**\n{}", esc(&asked.title), esc(&asked.why))
    })
}

fn charge_buttons(game: &Loaded, state: &State, doing: UnitOptions, at: UnitId) -> Vec<Button> {
    let contact = button(game, "In contact", OrderPress::Contact(0)).marked("⚔️");
    let mut row = vec![contact.styled(Style::Main)];
    // from block to block nothing is measured, and nothing lies in the way (B-ASL-3)
    if is_next_door(state, doing, at) {
        return row;
    }
    if behind_walls(state, at).is_none() {
        row.extend((1..=MAX_COVER).map(|cover| {
            let label = format!("In contact, enemy in cover +{cover}");
            button(game, label, OrderPress::Contact(cover))
        }));
    }
    row.push(button(game, "Fell short", OrderPress::FellShort));
    row.push(button(game, "Through terrain…", OrderPress::ChargeWay));
    row
}

fn is_next_door(state: &State, doing: UnitOptions, at: UnitId) -> bool {
    let pace = doing.moves.map_or(Pace::Run, |(pace, _)| pace);
    buildings::assault_route(state, doing.unit, at, pace)
        .is_ok_and(|route| route.way == Way::NextBlock && !route.outdoors)
}

fn went(pace: Pace) -> &'static str {
    match pace {
        Pace::Advance | Pace::Consolidate => "Moved",
        Pace::Run | Pace::Infiltrate | Pace::Bonus => "Ran",
        Pace::Sprint => "Sprinted",
    }
}

fn done(doing: UnitOptions) -> &'static str {
    match (doing.charges, doing.moves, doing.shoots) {
        (Some(_), _, _) => "Done, no charge",
        (None, Some(_), Some(_)) => "Done, no move, no shooting",
        (None, Some(_), None) => "Done, no move",
        (None, None, Some(_)) => "Done, no shooting",
        (None, None, None) => "Done",
    }
}

/// What the acting unit could shoot at, whatever the range.
pub(super) fn targets(state: &State, doing: UnitOptions) -> Vec<Target> {
    doing.shoots.map_or_else(Vec::new, |manner| aim::targets(state, doing.unit, manner))
}

fn shoot_at(game: &Loaded, state: &State, doing: UnitOptions) -> Option<Select> {
    let options = aims(state, doing.unit, targets(state, doing));
    (!options.is_empty()).then(|| list(game, "Shoot at…", OrderPress::ShootAt, options))
}

/// A-OVH-7
pub(super) fn may_fire_blind(state: &State, doing: UnitOptions) -> bool {
    let unit = state.unit(doing.unit);
    doing.shoots == Some(Manner::Fire)
        && unit.is_some_and(|unit| !question::blind_uses(state, unit).is_empty())
}

/// Whether the odds of the charge take no time worth noting. The damage charts of several drones do, and so do crowds.
fn is_quick(state: &State, doing: UnitOptions) -> bool {
    const MOST_PAIRS: u32 = 120;
    let sides = [Some(doing.unit), doing.charges].map(|id| id.and_then(|id| state.unit(id)));
    let [Some(unit), Some(enemy)] = sides else { return false };
    let charts = matches!(enemy.kind(), UnitKind::WeaponDrones | UnitKind::Vehicle);
    !charts && unit.alive().saturating_mul(enemy.alive()) <= MOST_PAIRS
}

/// What the charge promises if it reaches an enemy in the open or behind walls, or why nobody could tell in time.
pub(super) fn odds(state: &State, doing: UnitOptions) -> Result<AssaultOdds, Refusal> {
    let sprint = state.flow.acting.is_some_and(|acting| acting.sprint);
    let enemy = doing.charges.ok_or_else(|| Refusal::new("No assault was declared."))?;
    odds::assault(state, doing.unit, enemy, &Cover::Nobody, sprint)
}

/// "expect 1.4 casualties to Rabble and 0.8 to Hammer; Hammer wins 61 %, draws 9 %"
fn odds_text(state: &State, unit: UnitId, at: UnitId, odds: &AssaultOdds) -> String {
    let (attacker, defender) = (esc(state.unit_name(unit)), esc(state.unit_name(at)));
    let place = match behind_walls(state, at) {
        Some((_, spot, _)) => format!("inside {}", esc(&state.spot_name(spot))),
        None => "in the open".to_owned(),
    };
    format!(
        "In contact {place}, expect {:.1} casualties to {defender} and {:.1} to {attacker}; you win {}, \
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

//! What happened, in a sentence. Without markup and with names as people wrote them; whoever shows it escapes it.

use gatemaster_rules::text::{count, list};

use super::happening::{Happening, Setting};
use super::ids::{BattleNo, PlaceNo, RoundNo, SideNo, UnitNo};
use super::{Battle, Campaign, How, Outcome, State, UnitState};

pub fn sentence(campaign: &Campaign, what: &Happening) -> String {
    let side = |no: &SideNo| side_name(campaign, *no);
    let battle = |no: &BattleNo| battle_name(campaign, *no);
    let place = |no: &PlaceNo| place_name(campaign, *no);
    // the same at the beginning of a sentence, where our own phrases have a capital letter and names are left alone
    let side_first = |no: &SideNo| first(campaign.side(*no).map(|side| &side.name), GONE_SIDE);
    let battle_first = |no: &BattleNo| battle(no).replacen('b', "B", 1);
    let place_first =
        |no: &PlaceNo| first(campaign.place(*no).map(|place| &place.name), GONE_PLACE);
    let unit_first = |no: &UnitNo| first(campaign.unit(*no).map(|unit| &unit.name), GONE_UNIT);
    match what {
        Happening::Opened => "The campaign begins.".to_owned(),
        Happening::Set { what } => changed(what),
        Happening::Appointed { organiser } => format!("{} becomes an organiser.", organiser.name),
        Happening::Dismissed { organiser } => {
            format!("{} is no longer an organiser.", organiser.name)
        }
        Happening::SideAdded { side: no } => format!("{} enters the campaign.", side_first(no)),
        Happening::SideChanged { side: no } => {
            format!("{} shows a new name or colour.", side_first(no))
        }
        Happening::SideRemoved { side: no } => {
            format!("{} leaves the campaign.", side_first(no))
        }
        Happening::Joined { side: no, player } => format!("{} joins {}.", player.name, side(no)),
        Happening::Left { side: no, player } => format!("{} leaves {}.", player.name, side(no)),
        Happening::RoundOpened { round } => format!("{} begins.", round_name(campaign, *round)),
        Happening::RoundClosed { round } => format!("{} is over.", round_name(campaign, *round)),
        Happening::Planned { battle: no } => planned(campaign, *no),
        Happening::GameLinked { battle: no } => {
            format!("{} has a game at Gatemaster's table.", battle_first(no))
        }
        Happening::Reported { battle: no, side: by, outcome } => {
            let (by, result) = (side_first(by), result(campaign, outcome));
            format!("{by} reports {}: {result}. It waits for another side's word.", battle(no))
        }
        Happening::Contested { battle: no, says } => {
            format!("The report of {} is contested: {}", battle(no), stop(says))
        }
        Happening::Fought { battle: no, outcome, how } => {
            format!("{}: {} ({}).", battle_first(no), result(campaign, outcome), how_name(*how))
        }
        Happening::Corrected { battle: no, outcome, why } => {
            let result = result(campaign, outcome);
            format!("{} is corrected: {result}.{}", battle_first(no), after(why))
        }
        Happening::Cancelled { battle: no, why } => {
            format!("{} is cancelled.{}", battle_first(no), after(why))
        }
        Happening::Reopened { battle: no } => {
            format!("{} goes on: its end was taken back at the table.", battle_first(no))
        }
        Happening::PlacePut { place: no } => format!("{} is on the map.", place_first(no)),
        Happening::PlaceChanged { place: no } => {
            format!("{} is described anew.", place_first(no))
        }
        Happening::PlaceRemoved { place: no } => {
            format!("{} is taken off the map.", place_first(no))
        }
        Happening::PlaceTaken { place, side, back: true, .. } => gone_back(campaign, *place, *side),
        Happening::PlaceTaken { place, side, from, battle, back: false } => {
            taken(campaign, *place, *side, *from, *battle)
        }
        Happening::Linked { one, other } => {
            format!("A way leads from {} to {}.", place(one), place(other))
        }
        Happening::Unlinked { one, other } => {
            format!("The way from {} to {} is closed.", place(one), place(other))
        }
        Happening::UnitPut { unit: no, side: of } => {
            format!("{} takes the field for {}.", unit_first(no), side(of))
        }
        Happening::UnitChanged { unit: no } => {
            format!("{} is described anew.", unit_first(no))
        }
        Happening::UnitCarries { unit: no, experience, losses, battle: fought } => {
            let carried = carried(*experience, *losses);
            format!("{} {carried}{}.", unit_first(no), in_battle(campaign, *fought))
        }
        Happening::UnitBecame { unit: no, state, battle: fought } => {
            let became = became(*state);
            format!("{} {became}{}.", unit_first(no), in_battle(campaign, *fought))
        }
        Happening::UnitHonoured { unit: no, honour, battle: fought } => {
            let fought = in_battle(campaign, *fought);
            format!("{} is honoured{fought}: {}", unit_first(no), stop(honour))
        }
        Happening::UnitRemoved { unit: no } => format!("{} leaves the roll.", unit_first(no)),
        Happening::Awarded { side: no, points, why } => {
            format!("{} {}.{}", side_first(no), awarded(*points), after(why))
        }
        Happening::Noted { text, battle: None } => text.clone(),
        Happening::Noted { text, battle: Some(no) } => {
            format!("On {}: {text}", battle(no))
        }
        Happening::Struck { entry } => format!("Line {entry} is struck."),
        Happening::Closed => "The campaign is over.".to_owned(),
        Happening::Resumed => "The campaign goes on.".to_owned(),
    }
}

/// "Red Host wins (Red Host 12, Blue Legion 7), points: Red Host 3, Blue Legion 0"
pub fn result(campaign: &Campaign, outcome: &Outcome) -> String {
    let won = match outcome.winner {
        Some(winner) => format!("{} wins", side_name(campaign, winner)),
        None => "a draw".to_owned(),
    };
    let scores: Vec<String> = outcome
        .tallies
        .iter()
        .filter_map(|tally| {
            tally.score.map(|score| format!("{} {score}", side_name(campaign, tally.side)))
        })
        .collect();
    let scores =
        if scores.is_empty() { String::new() } else { format!(" ({})", scores.join(", ")) };
    let points: Vec<String> = outcome
        .tallies
        .iter()
        .map(|tally| format!("{} {}", side_name(campaign, tally.side), tally.points))
        .collect();
    format!("{won}{scores}, points: {}", points.join(", "))
}

/// Where a battle stands, in a phrase without a stop.
pub fn state(campaign: &Campaign, battle: &Battle) -> String {
    match &battle.state {
        State::Planned => "to be fought".to_owned(),
        State::Reported { outcome, side, .. } => format!(
            "{} (reported by {}, not confirmed yet)",
            result(campaign, outcome),
            side_name(campaign, *side)
        ),
        State::Contested { outcome, says, .. } => {
            format!("{} (contested: {says})", result(campaign, outcome))
        }
        State::Fought { outcome, .. } => result(campaign, outcome),
        State::Cancelled { why } if why.is_empty() => "cancelled".to_owned(),
        State::Cancelled { why } => format!("cancelled: {why}"),
    }
}

const GONE_SIDE: &str = "a side that is gone by now";
const GONE_PLACE: &str = "a place that is off the map by now";
const GONE_UNIT: &str = "a unit that is off the roll by now";

pub fn side_name(campaign: &Campaign, no: SideNo) -> String {
    campaign.side(no).map_or(GONE_SIDE, |side| &side.name).to_owned()
}

pub fn place_name(campaign: &Campaign, no: PlaceNo) -> String {
    campaign.place(no).map_or(GONE_PLACE, |place| &place.name).to_owned()
}

pub fn unit_name(campaign: &Campaign, no: UnitNo) -> String {
    campaign.unit(no).map_or(GONE_UNIT, |unit| &unit.name).to_owned()
}

fn first(name: Option<&String>, gone: &str) -> String {
    name.cloned().unwrap_or_else(|| gone.replacen('a', "A", 1))
}

/// "Round 2 (The Crossing)"
pub fn round_name(campaign: &Campaign, no: RoundNo) -> String {
    match campaign.round(no) {
        Some(round) => format!("Round {no} ({})", round.name),
        None => format!("Round {no}"),
    }
}

/// "battle 3, The Bridge"; or, without a name of its own, "battle 3, Red Host against Blue Legion"
pub fn battle_name(campaign: &Campaign, no: BattleNo) -> String {
    let Some(battle) = campaign.battle(no) else { return format!("battle {no}") };
    match &battle.name {
        Some(name) => format!("battle {no}, {name}"),
        None => format!("battle {no}, {}", those_who_meet(campaign, battle)),
    }
}

/// "Red Host against Blue Legion"; more than two are a list.
pub fn those_who_meet(campaign: &Campaign, battle: &Battle) -> String {
    let sides: Vec<String> = battle.sides.iter().map(|no| side_name(campaign, *no)).collect();
    match sides.as_slice() {
        [one, other] => format!("{one} against {other}"),
        sides => list(sides),
    }
}

fn planned(campaign: &Campaign, no: BattleNo) -> String {
    let Some(battle) = campaign.battle(no) else { return format!("Battle {no} is planned.") };
    let place = battle
        .place
        .map_or_else(String::new, |place| format!(" at {}", place_name(campaign, place)));
    let meet = match &battle.name {
        Some(name) => format!("{name}: {}", those_who_meet(campaign, battle)),
        None => those_who_meet(campaign, battle),
    };
    format!("Battle {no} is planned{place}: {meet}.")
}

fn gone_back(campaign: &Campaign, place: PlaceNo, side: Option<SideNo>) -> String {
    let place = first(campaign.place(place).map(|place| &place.name), GONE_PLACE);
    match side {
        Some(side) => format!("{place} goes back to {}.", side_name(campaign, side)),
        None => format!("{place} is nobody's again."),
    }
}

fn taken(
    campaign: &Campaign,
    place: PlaceNo,
    side: Option<SideNo>,
    from: Option<SideNo>,
    battle: Option<BattleNo>,
) -> String {
    let fought = in_battle(campaign, battle);
    let Some(side) = side else {
        let place = first(campaign.place(place).map(|place| &place.name), GONE_PLACE);
        return format!("{place} is nobody's now{fought}.");
    };
    let side = first(campaign.side(side).map(|side| &side.name), GONE_SIDE);
    let (place, from) = (place_name(campaign, place), from_side(campaign, from));
    format!("{side} takes {place}{from}{fought}.")
}

/// " from Blue Legion"
fn from_side(campaign: &Campaign, from: Option<SideNo>) -> String {
    from.map_or_else(String::new, |from| format!(" from {}", side_name(campaign, from)))
}

fn became(state: UnitState) -> &'static str {
    match state {
        UnitState::Ready => "is ready again",
        UnitState::Resting => "rests",
        UnitState::Lost => "is lost",
    }
}

/// "is given 2 points"
fn awarded(points: i32) -> String {
    let verb = if points < 0 { "loses" } else { "is given" };
    format!("{verb} {}", count(points.unsigned_abs(), "point", "points"))
}

fn changed(what: &[Setting]) -> String {
    let what: Vec<&str> = what.iter().map(|setting| setting_name(*setting)).collect();
    format!("Changed: {}.", list(&what))
}

fn how_name(how: How) -> &'static str {
    match how {
        How::Game => "from the game",
        How::Opponent => "confirmed",
        How::Organiser => "by an organiser",
    }
}

fn setting_name(setting: Setting) -> &'static str {
    match setting {
        Setting::Name => "the name",
        Setting::About => "the description",
        Setting::Announce => "where it is announced",
        Setting::Page => "whether it is on the public page",
        Setting::Points => "the points for a battle",
    }
}

/// "gains 2 experience and takes 1 loss"
fn carried(experience: i32, losses: i32) -> String {
    let mut parts = Vec::new();
    if experience != 0 {
        let verb = if experience > 0 { "gains" } else { "gives up" };
        parts.push(format!("{verb} {} experience", experience.unsigned_abs()));
    }
    if losses != 0 {
        let verb = if losses > 0 { "takes" } else { "makes good" };
        parts.push(format!("{verb} {}", count(losses.unsigned_abs(), "loss", "losses")));
    }
    list(&parts)
}

/// " after battle 3 (The Bridge)"
fn in_battle(campaign: &Campaign, battle: Option<BattleNo>) -> String {
    let Some(no) = battle else { return String::new() };
    match campaign.battle(no).and_then(|battle| battle.name.as_ref()) {
        Some(name) => format!(" after battle {no} ({name})"),
        None => format!(" after battle {no}"),
    }
}

/// A reason as a sentence of its own, if there is one.
fn after(why: &str) -> String {
    if why.is_empty() { String::new() } else { format!(" {}", stop(why)) }
}

/// People end their sentences with a mark, or not.
fn stop(text: &str) -> String {
    if text.ends_with(['.', '!', '?', '…']) { text.to_owned() } else { format!("{text}.") }
}

//! Checks that a campaign is consistent before it is used. What `decide` makes always is; a file from somewhere else may not be.

use std::collections::HashSet;
use std::hash::Hash;

use gatemaster_rules::ids::UserId;
use gatemaster_rules::table::Player;
use gatemaster_rules::text::{MAX_TITLE, clean_line, clean_title};

use super::decide::is_game_id;
use super::happening::Happening;
use super::ids::{BattleNo, EntryNo, PlaceNo, SideNo, UnitNo};
use super::limits::{
    LAST_MS, LONGEST_HONOUR, LONGEST_PERSON, LONGEST_TEXT, MOST_BATTLES, MOST_CARRIED,
    MOST_ENTRIES, MOST_HONOURS, MOST_MEMBERS, MOST_ORGANISERS, MOST_PLACES, MOST_ROUNDS,
    MOST_SIDES, MOST_UNITS, MOST_WORTH,
};
use super::{Battle, BattlePoints, Campaign, Entry, Outcome, Phase, Place, State, Unit};
use crate::settings::{MOST_POINTS, MOST_SCORE, Played};

type Validity = Result<(), String>;

/// More than any book needs, and far below the largest number.
const LARGEST_NUMBER: u32 = 1_000_000;

/// The first thing that is wrong with it, in a sentence.
pub(super) fn fault(campaign: &Campaign) -> Option<String> {
    check(campaign).err()
}

fn check(campaign: &Campaign) -> Validity {
    head(campaign)?;
    sides(campaign)?;
    rounds(campaign)?;
    at_most("battles", campaign.battles.len(), MOST_BATTLES)?;
    for (index, one) in campaign.battles.iter().enumerate() {
        counted("battle", index, one.no.0)?;
        battle(campaign, one)?;
    }
    once("a game", campaign.battles.iter().filter_map(|battle| battle.game.as_deref()))?;
    let changes = campaign.battles.iter().map(|battle| battle.history.len()).sum();
    at_most("changes of results", changes, MOST_ENTRIES)?;
    places(campaign)?;
    at_most("units", campaign.units.len(), MOST_UNITS)?;
    numbered("unit", campaign.units.iter().map(|unit| unit.no.0), campaign.next.unit.0)?;
    campaign.units.iter().try_for_each(|one| unit(campaign, one))?;
    chronicle(campaign)
}

fn head(campaign: &Campaign) -> Validity {
    name("campaign", &campaign.name)?;
    text(&campaign.about)?;
    match &campaign.played {
        Played::System(_) => {}
        Played::Elsewhere(game) => name("game", game)?,
    }
    let BattlePoints { win, draw, loss } = campaign.points;
    for points in [win, draw, loss] {
        within("points", points, -MOST_POINTS, MOST_POINTS)?;
    }
    if win < draw || draw < loss {
        return wrong("a win is worth less than a draw, or a draw less than a loss.");
    }
    at_most("organisers", campaign.organisers.len(), MOST_ORGANISERS)?;
    if campaign.organisers.is_empty() {
        return wrong("it has no organiser.");
    }
    campaign.organisers.iter().try_for_each(person)?;
    once("an organiser", campaign.organisers.iter().map(|player| player.id))?;
    time(campaign.opened_ms)?;
    campaign.closed_ms.map_or(Ok(()), time)?;
    match (campaign.phase, campaign.closed_ms) {
        (Phase::Open, None) | (Phase::Closed, Some(_)) => Ok(()),
        (Phase::Open, Some(_)) | (Phase::Closed, None) => {
            wrong("it is open and closed at the same time.")
        }
    }
}

fn sides(campaign: &Campaign) -> Validity {
    at_most("sides", campaign.sides.len(), MOST_SIDES)?;
    numbered("side", campaign.sides.iter().map(|side| side.no.0), campaign.next.side.0)?;
    for side in &campaign.sides {
        name("side", &side.name)?;
        if side.id == Some(UserId::BOT) {
            return wrong("the bot is a side.");
        }
        at_most("members of a side", side.members.len(), MOST_MEMBERS)?;
        side.members.iter().try_for_each(person)?;
        // a forged sum may be as large as it likes, so it is added up without limits
        let awarded: i64 = campaign
            .chronicle
            .iter()
            .filter_map(|entry| {
                let Happening::Awarded { side: to, points, .. } = &entry.what else { return None };
                (*to == side.no).then_some(i64::from(*points))
            })
            .sum();
        if awarded != i64::from(side.awarded) {
            return Err(format!("the awards of side {} do not add up.", side.no));
        }
    }
    // sides that are called after their players may share a name: two people do, and so do two who were forgotten
    let teams = campaign.sides.iter().filter(|side| side.id.is_none());
    once("the name of a side", teams.map(|side| side.name.to_lowercase()))?;
    let members = campaign.sides.iter().flat_map(|side| &side.members);
    once("a member", members.map(|player| player.id))
}

fn rounds(campaign: &Campaign) -> Validity {
    at_most("rounds", campaign.rounds.len(), MOST_ROUNDS)?;
    for (index, round) in campaign.rounds.iter().enumerate() {
        counted("round", index, round.no.0)?;
        name("round", &round.name)?;
        text(&round.about)?;
        time(round.opened_ms)?;
        round.closed_ms.map_or(Ok(()), time)?;
        if round.closed_ms.is_none() && index + 1 != campaign.rounds.len() {
            return Err(format!("round {} is open, but not the last.", round.no));
        }
    }
    Ok(())
}

fn battle(campaign: &Campaign, battle: &Battle) -> Validity {
    let no = battle.no;
    if campaign.round(battle.round).is_none() {
        return Err(format!("battle {no} is in no round."));
    }
    battle.name.as_deref().map_or(Ok(()), |called| name("battle", called))?;
    if battle.sides.len() < 2 {
        return Err(format!("battle {no} has fewer than two sides."));
    }
    once("a side of a battle", battle.sides.iter())?;
    battle.sides.iter().try_for_each(|side| has_side(campaign, *side))?;
    battle.place.map_or(Ok(()), |place| has_place(campaign, place))?;
    text(&battle.note)?;
    if battle.game.as_deref().is_some_and(|game| !is_game_id(game)) {
        return Err(format!("battle {no} is fought in a game with an odd id."));
    }
    state(battle, &battle.state)?;
    for change in &battle.history {
        time(change.at_ms)?;
        doer(&change.by)?;
        text(&change.why)?;
        state(battle, &change.before)?;
    }
    Ok(())
}

fn state(battle: &Battle, state: &State) -> Validity {
    match state {
        State::Planned => Ok(()),
        State::Reported { outcome: told, side, at_ms } => {
            stands_in(battle, *side)?;
            time(*at_ms)?;
            outcome(battle, told)
        }
        State::Contested { outcome: told, side, says, at_ms } => {
            stands_in(battle, *side)?;
            words(says)?;
            time(*at_ms)?;
            outcome(battle, told)
        }
        State::Fought { outcome: told, how: _, at_ms } => {
            time(*at_ms)?;
            outcome(battle, told)
        }
        State::Cancelled { why } => text(why),
    }
}

fn outcome(battle: &Battle, outcome: &Outcome) -> Validity {
    outcome.winner.map_or(Ok(()), |side| stands_in(battle, side))?;
    let told = outcome.tallies.iter().map(|tally| tally.side);
    if !told.eq(battle.sides.iter().copied()) {
        return Err(format!("the result of battle {} is not that of its sides.", battle.no));
    }
    for tally in &outcome.tallies {
        within("points", tally.points, -MOST_POINTS, MOST_POINTS)?;
        within("a score", tally.score.unwrap_or(0), -MOST_SCORE, MOST_SCORE)?;
    }
    match outcome.takes {
        Some(_) if battle.place.is_none() => {
            Err(format!("battle {} wins a place that it is not about.", battle.no))
        }
        Some(side) => stands_in(battle, side),
        None => Ok(()),
    }
}

fn places(campaign: &Campaign) -> Validity {
    at_most("places", campaign.places.len(), MOST_PLACES)?;
    numbered("place", campaign.places.iter().map(|place| place.no.0), campaign.next.place.0)?;
    campaign.places.iter().try_for_each(|one| place(campaign, one))?;
    once("the name of a place", campaign.places.iter().map(|place| place.name.to_lowercase()))?;
    once("a cell of the map", campaign.places.iter().filter_map(|place| place.at))
}

fn place(campaign: &Campaign, place: &Place) -> Validity {
    let no = place.no;
    name("place", &place.name)?;
    text(&place.note)?;
    within("the worth of a place", place.worth, 0, MOST_WORTH)?;
    place.owner.map_or(Ok(()), |side| has_side(campaign, side))?;
    if let Some(taken) = place.taken {
        taken.from.map_or(Ok(()), |side| has_side(campaign, side))?;
        let result = campaign
            .battle(taken.battle)
            .filter(|battle| battle.place == Some(no))
            .and_then(Battle::result);
        if place.owner.is_none() || result.and_then(|outcome| outcome.takes) != place.owner {
            return Err(format!("place {no} was taken in a battle that did not give it."));
        }
    }
    if place.at.is_some_and(|cell| !cell.is_on_map()) {
        return Err(format!("place {no} is off the map."));
    }
    once("a way", place.links.iter())?;
    for link in &place.links {
        let there = campaign.place(*link).filter(|there| there.no != no);
        if !there.is_some_and(|there| there.links.contains(&no)) {
            return Err(format!("a way from place {no} leads nowhere."));
        }
    }
    Ok(())
}

fn unit(campaign: &Campaign, unit: &Unit) -> Validity {
    has_side(campaign, unit.side)?;
    name("unit", &unit.name)?;
    line(&unit.kind, MAX_TITLE)?;
    text(&unit.note)?;
    if unit.experience > MOST_CARRIED || unit.losses > MOST_CARRIED {
        return Err(format!("unit {} carries too much.", unit.no));
    }
    at_most("honours of a unit", unit.honours.len(), MOST_HONOURS)?;
    once("an honour", unit.honours.iter())?;
    unit.honours.iter().try_for_each(|honour| honour_words(honour))
}

fn chronicle(campaign: &Campaign) -> Validity {
    at_most("lines of the chronicle", campaign.chronicle.len(), MOST_ENTRIES)?;
    for (index, one) in campaign.chronicle.iter().enumerate() {
        counted("line", index, one.no.0)?;
        entry(campaign, one)?;
    }
    Ok(())
}

fn entry(campaign: &Campaign, entry: &Entry) -> Validity {
    time(entry.at_ms)?;
    doer(&entry.by)?;
    if let Some(struck) = &entry.struck {
        time(struck.at_ms)?;
        person(&struck.by)?;
        if !matches!(entry.what, Happening::Noted { .. }) {
            return Err(format!("line {} is struck and is not a note.", entry.no));
        }
    }
    happening(campaign, &entry.what)
}

/// Sides, places and units may be gone by now; what was told of them stays.
fn happening(campaign: &Campaign, what: &Happening) -> Validity {
    let side = |no: &SideNo| was_there("side", no.0, campaign.next.side.0);
    let place = |no: &PlaceNo| was_there("place", no.0, campaign.next.place.0);
    let unit = |no: &UnitNo| was_there("unit", no.0, campaign.next.unit.0);
    let some_side = |no: &Option<SideNo>| no.as_ref().map_or(Ok(()), side);
    let fought =
        |no: &Option<BattleNo>| no.map_or(Ok(()), |no| the_battle(campaign, no).map(|_| ()));
    match what {
        Happening::Opened | Happening::Closed | Happening::Resumed => Ok(()),
        Happening::Set { what } => {
            if what.is_empty() || what.len() > 5 {
                return wrong("a line tells of no setting, or of too many.");
            }
            Ok(())
        }
        Happening::Appointed { organiser } | Happening::Dismissed { organiser } => {
            person(organiser)
        }
        Happening::SideAdded { side: no }
        | Happening::SideChanged { side: no }
        | Happening::SideRemoved { side: no } => side(no),
        Happening::Joined { side: no, player } | Happening::Left { side: no, player } => {
            side(no)?;
            person(player)
        }
        Happening::RoundOpened { round } | Happening::RoundClosed { round } => {
            campaign.round(*round).map(|_| ()).ok_or_else(|| format!("there is no round {round}."))
        }
        Happening::Planned { battle }
        | Happening::GameLinked { battle }
        | Happening::Reopened { battle } => the_battle(campaign, *battle).map(|_| ()),
        Happening::Reported { battle, side, outcome: told } => {
            let battle = the_battle(campaign, *battle)?;
            stands_in(battle, *side)?;
            outcome(battle, told)
        }
        Happening::Contested { battle, says } => {
            the_battle(campaign, *battle)?;
            words(says)
        }
        Happening::Fought { battle, outcome: told, how: _ } => {
            outcome(the_battle(campaign, *battle)?, told)
        }
        Happening::Corrected { battle, outcome: told, why } => {
            text(why)?;
            outcome(the_battle(campaign, *battle)?, told)
        }
        Happening::Cancelled { battle, why } => {
            the_battle(campaign, *battle)?;
            text(why)
        }
        Happening::PlacePut { place: no }
        | Happening::PlaceChanged { place: no }
        | Happening::PlaceRemoved { place: no } => place(no),
        Happening::PlaceTaken { place: no, side, from, battle, back: _ } => {
            place(no)?;
            some_side(side)?;
            some_side(from)?;
            fought(battle)
        }
        Happening::Linked { one, other } | Happening::Unlinked { one, other } => {
            place(one)?;
            place(other)
        }
        Happening::UnitPut { unit: no, side: of } => {
            unit(no)?;
            side(of)
        }
        Happening::UnitChanged { unit: no } | Happening::UnitRemoved { unit: no } => unit(no),
        Happening::UnitCarries { unit: no, battle, experience: _, losses: _ }
        | Happening::UnitBecame { unit: no, battle, state: _ } => {
            unit(no)?;
            fought(battle)
        }
        Happening::UnitHonoured { unit: no, honour, battle } => {
            unit(no)?;
            honour_words(honour)?;
            fought(battle)
        }
        Happening::Awarded { side: no, points, why } => {
            side(no)?;
            within("an award", *points, -MOST_POINTS, MOST_POINTS)?;
            text(why)
        }
        Happening::Noted { text, battle } => {
            words(text)?;
            fought(battle)
        }
        Happening::Struck { entry } => no_line_of_its_own(*entry),
    }
}

fn no_line_of_its_own(entry: EntryNo) -> Validity {
    Err(format!("that line {entry} is struck is marked there, not told in a line of its own."))
}

fn wrong(what: &str) -> Validity {
    Err(what.to_owned())
}

fn at_most(what: &str, found: usize, most: usize) -> Validity {
    if found <= most {
        return Ok(());
    }
    Err(format!("it has {found} {what}, and a campaign has at most {most}."))
}

fn within(what: &str, found: i32, least: i32, most: i32) -> Validity {
    if (least..=most).contains(&found) {
        return Ok(());
    }
    Err(format!("{what} cannot be {found}."))
}

/// Of things that are never removed.
fn counted(what: &str, index: usize, no: u32) -> Validity {
    if u32::try_from(index + 1) == Ok(no) {
        return Ok(());
    }
    Err(format!("{what} {no} stands where {what} {} should be.", index + 1))
}

/// Of things that may be removed: upwards, and all below the next one.
fn numbered(what: &str, numbers: impl Iterator<Item = u32>, next: u32) -> Validity {
    let mut last = 0;
    for no in numbers {
        if no <= last || no >= next {
            return Err(format!("the number {no} of a {what} is out of order."));
        }
        last = no;
    }
    if next == 0 || next > LARGEST_NUMBER {
        return Err(format!("the next {what} cannot have the number {next}."));
    }
    Ok(())
}

fn was_there(what: &str, no: u32, next: u32) -> Validity {
    if (1..next).contains(&no) {
        return Ok(());
    }
    Err(format!("there never was a {what} {no}."))
}

fn once<T: Eq + Hash>(what: &str, mut all: impl Iterator<Item = T>) -> Validity {
    let mut seen = HashSet::new();
    if all.all(|one| seen.insert(one)) {
        return Ok(());
    }
    Err(format!("{what} stands there twice."))
}

fn has_side(campaign: &Campaign, no: SideNo) -> Validity {
    campaign.side(no).map(|_| ()).ok_or_else(|| format!("there is no side {no}."))
}

fn has_place(campaign: &Campaign, no: PlaceNo) -> Validity {
    campaign.place(no).map(|_| ()).ok_or_else(|| format!("there is no place {no}."))
}

fn the_battle(campaign: &Campaign, no: BattleNo) -> Result<&Battle, String> {
    campaign.battle(no).ok_or_else(|| format!("there is no battle {no}."))
}

fn stands_in(battle: &Battle, side: SideNo) -> Validity {
    if battle.has(side) {
        return Ok(());
    }
    Err(format!("side {side} took no part in battle {}.", battle.no))
}

fn name(what: &str, name: &str) -> Validity {
    if clean_title(name).as_deref() == Some(name) {
        return Ok(());
    }
    Err(format!("the name of a {what} is empty, too long or has odd characters."))
}

/// It may be empty.
fn text(text: &str) -> Validity {
    line(text, LONGEST_TEXT)
}

/// It may not be empty.
fn words(words: &str) -> Validity {
    if words.is_empty() {
        return wrong("a text is missing.");
    }
    text(words)
}

fn honour_words(honour: &str) -> Validity {
    if honour.is_empty() {
        return wrong("an honour is missing.");
    }
    line(honour, LONGEST_HONOUR)
}

fn line(text: &str, most: usize) -> Validity {
    if text.is_empty() || clean_line(text, most).as_deref() == Some(text) {
        return Ok(());
    }
    wrong("a text is too long or has odd characters.")
}

fn time(at_ms: i64) -> Validity {
    if (0..=LAST_MS).contains(&at_ms) {
        return Ok(());
    }
    wrong("a time lies outside the calendar.")
}

/// Somebody, and not the program.
fn person(player: &Player) -> Validity {
    if player.is_bot() {
        return wrong("the bot stands where people belong.");
    }
    doer(player)
}

fn doer(player: &Player) -> Validity {
    if player.name.is_empty() {
        return wrong("somebody has no name.");
    }
    line(&player.name, LONGEST_PERSON)
}

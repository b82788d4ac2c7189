//! The private page of the settings: mission, points, roles, sides and switches, so that the lobby itself stays short.

use gatemaster_discord::card::{Card, Choice, Select};
use gatemaster_discord::forms::{FilledForm, Form, Input};
use gatemaster_discord::limits::clip;
use gatemaster_rules::at43::Setup;
use gatemaster_rules::at43::setup::{MOST_POINTS, MOST_SIDES, USUAL_POINTS};
use gatemaster_rules::ids::Seat;

use super::super::press::BattlePressed;
use super::super::read::{not_offered, picked_number};
use super::about::{points_are_agreed, sides};
use super::change::{Changes, To, chosen, may_have_roles};
use super::{LobbyPress, missions, words};
use crate::desk::Loaded;
use crate::table::NEUTRAL;
use crate::trouble::Trouble;
use crate::words::code;

const POINTS: &str = "points";
/// Picked from the list of points: the form.
const OTHER: &str = "other";
const NUMBERS: [u32; 7] = [500, 750, USUAL_POINTS, 1250, 1500, 2000, 3000];
const DICE: &str = "dice";
const ARTILLERY: &str = "artillery";
const TERRAIN: &str = "terrain";
const HOME: &str = "home";
const FIRST: &str = "first";

pub fn card(game: &Loaded, setup: &Setup) -> Card {
    // five lists are as many rows as a message has
    let mut selects = vec![missions(game, setup, LobbyPress::PageMission)];
    if points_are_agreed(chosen(setup)) {
        selects.push(points(game, setup));
    }
    if may_have_roles(setup) {
        selects.push(attackers(game, setup));
    }
    if chosen(setup).is_none_or(|mission| !mission.roles) {
        selects.push(how_many(game, setup));
    }
    selects.push(switches(game, setup));
    let mut lines = words::lines(setup);
    lines.push("-# Everybody at the table sees each change in the lobby.".to_owned());
    Card {
        title: "Mission, points, roles and switches".to_owned(),
        selects,
        colour: Some(NEUTRAL),
        ..Card::text(lines.join("\n"))
    }
}

fn list(game: &Loaded, words: &str, press: LobbyPress, options: Vec<Choice>) -> Select {
    Select::new(words, BattlePressed::new(&game.id, game.at, press.into()), options)
}

/// T-BLD-1, T-MIS-11
fn points(game: &Loaded, setup: &Setup) -> Select {
    let mut numbers = NUMBERS.to_vec();
    if !numbers.contains(&setup.points) {
        numbers.push(setup.points);
        numbers.sort_unstable();
    }
    let options = numbers.into_iter().map(|points| {
        let label = format!("{points} AP for every side");
        Choice::new(label, points).chosen_if(points == setup.points)
    });
    let mut options: Vec<Choice> = options.collect();
    options.push(Choice::new("Other points…", OTHER).more("Any number, typed").marked("✏️"));
    list(game, "Army points", LobbyPress::Points, options)
}

/// Whether the form for any number of points was picked.
pub fn is_other(picked: &[String]) -> bool {
    matches!(picked, [one] if one == OTHER)
}

/// T-MIS-4
fn attackers(game: &Loaded, setup: &Setup) -> Select {
    let mut options = vec![
        Choice::new("Dice decide who attacks", DICE)
            .marked("🎲")
            .chosen_if(setup.attacker.is_none()),
    ];
    options.extend(seats(setup).map(|(seat, side)| {
        Choice::new(format!("{} attacks", side.name), seat.0)
            .marked(side.colour.mark())
            .chosen_if(setup.attacker == Some(seat))
    }));
    list(game, "Who attacks", LobbyPress::Attacker, options)
}

/// T-MIS-5
fn how_many(game: &Loaded, setup: &Setup) -> Select {
    let options = (2..=MOST_SIDES)
        .map(|number| Choice::new(sides(number), number).chosen_if(number == setup.sides.len()));
    list(game, "How many sides", LobbyPress::Sides, options.collect())
}

fn seats(setup: &Setup) -> impl Iterator<Item = (Seat, &gatemaster_rules::at43::setup::SideSetup)> {
    (0..).map(Seat).zip(&setup.sides)
}

/// All off, if nobody says otherwise.
fn switches(game: &Loaded, setup: &Setup) -> Select {
    let on = switched_on(setup);
    let choice = |label: String, value: String, more: &str| {
        let chosen = on.contains(&value);
        Choice::new(label, value).more(more).chosen_if(chosen)
    };
    let mut options = vec![
        choice("Artillery strikes".into(), ARTILLERY.into(), "One a round for each player, 3 LP"),
        choice(
            "Weapons harm terrain".into(),
            TERRAIN.into(),
            "Walls, containers and the like can be shot",
        ),
    ];
    for (seat, side) in seats(setup) {
        let name = &side.name;
        options.push(choice(
            format!("{name} plays at home"),
            named(HOME, seat),
            "+1 in every Authority test",
        ));
    }
    for (seat, side) in seats(setup) {
        let name = &side.name;
        options.push(choice(
            format!("{name} wins round 1"),
            named(FIRST, seat),
            "The first Authority test is not thrown",
        ));
    }
    list(game, "Switches: all off", LobbyPress::Switches, options).any_number()
}

fn named(what: &str, seat: Seat) -> String {
    format!("{what} {}", seat.0)
}

/// What the list shows as chosen.
fn switched_on(setup: &Setup) -> Vec<String> {
    let switches = &setup.switches;
    let words = [
        switches.artillery.then(|| ARTILLERY.to_owned()),
        switches.terrain_damage.then(|| TERRAIN.to_owned()),
        switches.home_turf.map(|seat| named(HOME, seat)),
        switches.first_round.map(|seat| named(FIRST, seat)),
    ];
    words.into_iter().flatten().collect()
}

pub fn points_picked(picked: &[String]) -> Result<Changes, Trouble> {
    Ok(Changes { points: Some(picked_number(picked)?), ..Changes::default() })
}

pub fn sides_picked(picked: &[String]) -> Result<Changes, Trouble> {
    let number: usize = picked_number(picked)?;
    if !(2..=MOST_SIDES).contains(&number) {
        return Err(not_offered());
    }
    Ok(Changes { sides: Some(number), ..Changes::default() })
}

pub fn attacker_picked(picked: &[String]) -> Result<Changes, Trouble> {
    let attacker = match picked {
        [one] if one == DICE => None,
        _ => Some(Seat(picked_number(picked)?)),
    };
    Ok(Changes { attacker: Some(To(attacker)), ..Changes::default() })
}

/// Of two sides at home the one that was not there before is meant.
pub fn switches_picked(setup: &Setup, picked: &[String]) -> Result<Changes, Trouble> {
    let before = switched_on(setup);
    let of = |what: &str| -> Result<Option<Seat>, Trouble> {
        let mut sides: Vec<&String> =
            picked.iter().filter(|word| word.split(' ').next() == Some(what)).collect();
        if sides.len() > 1 {
            sides.retain(|word| !before.contains(word));
        }
        match sides.as_slice() {
            [] => Ok(None),
            [one] => {
                let (_, seat) = one.split_once(' ').ok_or_else(not_offered)?;
                seat.parse().map(|seat| Some(Seat(seat))).map_err(|_| not_offered())
            }
            _ => Err(Trouble::refused(
                "Only one side plays at home, and only one wins round 1. Pick one of them.",
            )),
        }
    };
    let (home, first) = (of(HOME)?, of(FIRST)?);
    let has = |word: &str| picked.iter().any(|one| one == word);
    Ok(Changes {
        home_turf: Some(To(home)),
        first_round: Some(To(first)),
        artillery: Some(has(ARTILLERY)),
        terrain_damage: Some(has(TERRAIN)),
        ..Changes::default()
    })
}

pub fn form(game: &Loaded, setup: &Setup) -> Form {
    Form {
        title: "Army points".to_owned(),
        press: BattlePressed::new(&game.id, game.at, LobbyPress::PointsTyped.into()).into(),
        inputs: vec![
            Input::line(POINTS, "AP for every side", setup.points.to_string())
                .such_as("1000")
                .needed(),
        ],
    }
}

pub fn points_written(written: &FilledForm) -> Result<Changes, Trouble> {
    let typed = written.get(POINTS);
    let number = typed.trim_end_matches(|c: char| c.is_alphabetic() || c == ' ' || c == '.');
    let points = number.parse().ok().filter(|points| (1..=MOST_POINTS).contains(points));
    let points = points.ok_or_else(|| {
        Trouble::refused(format!(
            "Army points are a number from 1 to {MOST_POINTS}, not {}.",
            code(&clip(typed, 40))
        ))
    })?;
    Ok(Changes { points: Some(points), ..Changes::default() })
}

#[cfg(test)]
mod tests {
    use gatemaster_rules::at43::setup::Switches;

    use super::*;

    fn picked(before: Switches, words: &[&str]) -> Result<Switches, Trouble> {
        let setup = Setup { switches: before, ..Setup::default() };
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        Ok(switches_picked(&setup, &words)?.upon(&setup)?.switches)
    }

    /// T-TAC-4, T-TAC-6, T-TER-3, T-WPN-4
    #[test]
    fn switches_are_all_off_until_they_are_picked_and_off_again_when_they_are_not() {
        let all = ["artillery", "terrain", "home 1", "first 0"];
        let on = picked(Switches::default(), &all).unwrap();
        assert!(on.artillery && on.terrain_damage);
        assert_eq!((on.home_turf, on.first_round), (Some(Seat(1)), Some(Seat(0))));
        assert_eq!(picked(on, &[]).unwrap(), Switches::default());
    }

    #[test]
    fn a_second_side_at_home_takes_the_place_of_the_first() {
        let on = picked(Switches::default(), &["home 1"]).unwrap();
        assert_eq!(picked(on, &["home 0", "home 1"]).unwrap().home_turf, Some(Seat(0)));
        assert!(picked(Switches::default(), &["home 0", "home 1"]).is_err());
        assert!(picked(Switches::default(), &["home x"]).is_err());
    }
}

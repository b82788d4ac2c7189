//! The form for what is measured and named exactly.

use gatemaster_discord::forms::{FilledForm, Form, Input};
use gatemaster_discord::limits::{MODAL_TITLE, clip};
use gatemaster_rules::at43::State;
use gatemaster_rules::at43::armament::Shooter;
use gatemaster_rules::at43::command::{Body, Cover, InZone, Mark, Near, Salvo, Under};
use gatemaster_rules::at43::lineup::melee;
use gatemaster_rules::at43::profile::{Fire, Weapon};
use gatemaster_rules::at43::state::UnitId;

use super::super::press::BattlePressed;
use super::super::read::{self, Extras, Party};
use super::marks;
use super::scene::between;
use super::shot::{Shot, asks_range, asks_zone};
use super::{AimPress, typed_range};
use crate::desk::Loaded;
use crate::trouble::Trouble;
use crate::words::esc;

const RANGE: &str = "range";
const SEEING: &str = "seeing";
const OTHERS: &str = "others";
const NEAREST: &str = "nearest";
const HEIGHTS: &str = "heights";
const ON_IT: &str = "on_it";

pub fn form(game: &Loaded, state: &State, shooter: &Shooter, shot: &Shot) -> Form {
    let mut inputs = Vec::new();
    let Some(weapon) = shot.weapon(state) else { return empty(game, inputs) };
    if asks_range(weapon) {
        let range = if shot.measured { typed_range(shot.salvo.range) } else { String::new() };
        inputs.push(
            Input::line(RANGE, "Range in centimetres", range)
                .such_as("24, or nothing to choose from the buttons"),
        );
    }
    if weapon.fire() == Fire::Direct {
        let seeing = shot.salvo.seeing.map(|number| number.to_string()).unwrap_or_default();
        inputs.push(
            Input::line(SEEING, "How many bearers see something", seeing)
                .such_as("nothing for all of them"),
        );
    }
    if asks_zone(weapon, shooter, &shot.salvo) {
        inputs.push(
            Input::line(OTHERS, "In the zone of fire, nearest first", zone(state, &shot.salvo))
                .such_as("Storm golems 2: 3, leader, in cover, on 2")
                .several_lines(),
        );
    }
    if weapon.fire() == Fire::Projection {
        inputs.push(
            Input::line(
                OTHERS,
                "Everybody under it, a unit a line",
                under(state, &shot.salvo.under),
            )
            .such_as("Storm golems 2: 3, leader; nothing is whoever is aimed at")
            .several_lines(),
        );
    }
    if matches!(shot.salvo.at, Mark::Terrain(_)) {
        inputs.push(
            Input::line(ON_IT, "Who stands on it or in it", under(state, &shot.salvo.under))
                .such_as("Storm golems 2: 3, leader; they fall with it")
                .several_lines(),
        );
    }
    if takes_nearest(state, weapon, shot) {
        inputs.push(
            Input::line(NEAREST, "Who of the target is nearest", nearest(state, &shot.salvo))
                .such_as("2 bearers, leader (the others come after)")
                .several_lines(),
        );
    }
    if asks_zone(weapon, shooter, &shot.salvo) {
        let (own, theirs) = (shot.salvo.shooters_on, shot.salvo.target_on);
        let heights =
            if own == 0 && theirs == 0 { String::new() } else { format!("{own} {theirs}") };
        inputs.push(
            Input::line(HEIGHTS, "Size they stand on: we, the target", heights).such_as("0 2"),
        );
    }
    let title = clip(&format!("At {}", marks::words(state, shot.salvo.at)), MODAL_TITLE);
    Form { title, ..empty(game, inputs) }
}

fn empty(game: &Loaded, inputs: Vec<Input>) -> Form {
    let press = BattlePressed::new(&game.id, game.at, AimPress::Exact.into()).into();
    Form { title: "The shot".to_owned(), press, inputs }
}

fn zone(state: &State, salvo: &Salvo) -> String {
    let line = |entry: &InZone| {
        let Body::Unit(unit) = entry.who else { return "wreck".to_owned() };
        let mut said = vec![read::as_typed(state, unit, entry.role, entry.fighters, entry.which)];
        match entry.cover {
            Cover::None => {}
            Cover::Yes | Cover::TooClose => said.push("in cover".to_owned()),
            Cover::Disputed => said.push("disputed".to_owned()),
        }
        said.extend((entry.on > 0).then(|| format!("on {}", entry.on)));
        format!("{}: {}", state.unit_name(unit), said.join(", "))
    };
    salvo.zone.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// As it is typed, a unit a line.
pub fn under(state: &State, under: &[Under]) -> String {
    let line = |entry: &Under| {
        let Body::Unit(unit) = entry.who else { return "wreck".to_owned() };
        let who = read::as_typed(state, unit, entry.role, entry.fighters, entry.which);
        format!("{}: {who}", state.unit_name(unit))
    };
    under.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn nearest(state: &State, salvo: &Salvo) -> String {
    let line = |near: &Near| {
        let who = read::as_typed(state, near.unit, near.role, near.fighters, near.which);
        format!("{}: {who}", state.unit_name(near.unit))
    };
    salvo.nearest.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// A whole unit of several kinds or machines takes what hits it from its nearest on (T-DMG-2).
fn takes_nearest(state: &State, weapon: &Weapon, shot: &Shot) -> bool {
    let several = |unit: UnitId| state.unit(unit).is_some_and(|unit| unit.strength() > 1);
    weapon.fire() == Fire::Direct && matches!(shot.salvo.at, Mark::Unit(unit) if several(unit))
}

/// What a person wrote into the form, all of it or, with every fault named, nothing.
pub fn take_over(
    state: &State,
    shooter: &Shooter,
    shot: &mut Shot,
    written: &FilledForm,
) -> Result<(), Trouble> {
    let mut said = Said::default();
    let weapon = shot.weapon(state).ok_or_else(read::not_offered)?;
    if asks_range(weapon) {
        said.range = Some(written.get(RANGE));
    }
    if weapon.fire() == Fire::Direct {
        said.seeing = Some(written.get(SEEING));
    }
    if asks_zone(weapon, shooter, &shot.salvo) {
        said.zone = Some(written.get(OTHERS));
        said.heights = Some(written.get(HEIGHTS));
    }
    if weapon.fire() == Fire::Projection {
        said.under = Some(written.get(OTHERS));
    }
    if matches!(shot.salvo.at, Mark::Terrain(_)) {
        said.under = Some(written.get(ON_IT));
    }
    if takes_nearest(state, weapon, shot) {
        said.nearest = Some(written.get(NEAREST));
    }
    said.put(state, shooter, shot)
}

/// What was said of a shot in words; nothing where it was not asked.
#[derive(Clone, Copy, Debug, Default)]
pub struct Said<'a> {
    pub range: Option<&'a str>,
    pub seeing: Option<&'a str>,
    pub zone: Option<&'a str>,
    pub under: Option<&'a str>,
    pub nearest: Option<&'a str>,
    pub heights: Option<&'a str>,
}

impl Said<'_> {
    /// All of it or, with every fault named, nothing.
    pub fn put(self, state: &State, shooter: &Shooter, shot: &mut Shot) -> Result<(), Trouble> {
        let mut faults: Vec<String> = Vec::new();
        let mut new = shot.clone();
        match self.range {
            None => {}
            Some("") => new.measured = false,
            Some(text) => match read::range(text) {
                Ok(range) => {
                    new.salvo.range = range;
                    new.measured = true;
                }
                Err(fault) => faults.push(fault),
            },
        }
        match self.seeing {
            None => {}
            Some("" | "all") => new.salvo.seeing = None,
            Some(text) => match text.parse() {
                Ok(number) => new.salvo.seeing = Some(number),
                Err(_) => faults.push("How many see something is a number.".to_owned()),
            },
        }
        if let Some(text) = self.zone {
            let offered = between(state, shooter, shot);
            match read::parties(state, text, &offered, None) {
                Ok(parties) => new.salvo.zone = parties.into_iter().map(in_zone).collect(),
                Err(found) => faults.extend(found),
            }
        }
        if let Some(text) = self.under {
            let everybody: Vec<UnitId> = state.on_field().map(|(id, _)| id).collect();
            match read::parties(state, text, &everybody, None) {
                Ok(parties) => {
                    new.salvo.under = parties.into_iter().map(|(party, _)| lying(party)).collect();
                    new.keep_aimed(state);
                }
                Err(found) => faults.extend(found),
            }
        }
        if let Some(text) = self.nearest {
            match near(state, shot, text) {
                Ok(nearest) => new.salvo.nearest = nearest,
                Err(found) => faults.extend(found),
            }
        }
        match self.heights.map(heights) {
            None => {}
            Some(Some((own, theirs))) => {
                new.salvo.shooters_on = own;
                new.salvo.target_on = theirs;
            }
            Some(None) => faults.push(
                "Sizes are two numbers: of what your unit stands on, and of what the target stands on."
                    .to_owned(),
            ),
        }
        if faults.is_empty() {
            // one sentence why it could not be shot so
            let range = if new.measured { new.salvo.range } else { super::nearest_range() };
            if let Err(refusal) = new.aimed(state, shooter, range) {
                faults.push(esc(refusal.sentence()));
            }
        }
        if !faults.is_empty() {
            return Err(Trouble::refused(faults.join("\n")));
        }
        *shot = new;
        Ok(())
    }
}

fn in_zone((party, extras): (Party, Extras)) -> InZone {
    InZone {
        who: party.who,
        role: party.role,
        fighters: party.fighters,
        cover: extras.cover,
        on: extras.on,
        which: party.which,
    }
}

pub fn lying(party: Party) -> Under {
    Under { who: party.who, role: party.role, fighters: party.fighters, which: party.which }
}

fn near(state: &State, shot: &Shot, text: &str) -> Result<Vec<Near>, Vec<String>> {
    let units = match shot.salvo.at {
        Mark::Unit(unit) if state.unit(unit).is_some_and(|unit| state.is_infantry(unit)) => {
            melee(state, unit)
        }
        Mark::Unit(unit) | Mark::Machine(unit, _) | Mark::Fighter(unit, _) => vec![unit],
        Mark::Terrain(_) | Mark::Wreck => Vec::new(),
    };
    let alone = match units.as_slice() {
        [only] => Some(*only),
        _ => None,
    };
    let parties = read::parties(state, text, &units, alone)?;
    let near = parties.into_iter().filter_map(|(party, _)| match party.who {
        Body::Unit(unit) => {
            Some(Near { unit, role: party.role, fighters: party.fighters, which: party.which })
        }
        Body::Wreck => None,
    });
    Ok(near.collect())
}

/// "0 2"; nothing is flat ground.
fn heights(text: &str) -> Option<(u8, u8)> {
    if text.is_empty() {
        return Some((0, 0));
    }
    let mut numbers = text.split([' ', ',', '/']).filter(|part| !part.is_empty());
    let (own, theirs) = (numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?);
    numbers.next().is_none().then_some((own, theirs))
}

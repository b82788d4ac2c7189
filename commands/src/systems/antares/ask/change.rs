//! A correction in words: what is set right, and how it should have been.

use gatemaster_rules::antares::State;
use gatemaster_rules::antares::buildings::Spot;
use gatemaster_rules::antares::command::Mark;
use gatemaster_rules::antares::correct::{Change, Correction, MAX_PINS, MAX_STAT};
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::profile::Stat;
use gatemaster_rules::antares::state::{Ammo, Condition, ModelId, Soma, Unit, UnitId, WeaponId};
use gatemaster_rules::text::list;
use poise::ChoiceParameter as _;

use super::marks;
use crate::trouble::Trouble;
use crate::words::{code, esc};

/// What can be set right about a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, poise::ChoiceParameter)]
pub enum What {
    #[name = "pins"]
    Pins,
    #[name = "a model, gun or drone is lost"]
    Lost,
    #[name = "a model, gun or drone is back"]
    Back,
    #[name = "orders beside it"]
    Orders,
    #[name = "order dice lost"]
    DiceLost,
    #[name = "a stat of a model"]
    Stat,
    #[name = "a model can or cannot move"]
    Immobilised,
    #[name = "a weapon works or jams"]
    Weapon,
    #[name = "ammunition"]
    Ammo,
    #[name = "soma grafts"]
    Grafts,
    #[name = "its lock is lost"]
    LockLost,
    #[name = "where it is: in a building, on a roof, in the open"]
    Place,
    #[name = "destroyed"]
    Destroyed,
    #[name = "not destroyed after all"]
    Revived,
}

const OPEN_GROUND: &str = "open ground";
/// So many places are named where one was asked for; the rest is offered as people type.
const PLACES: usize = 10;
const WORKS: &str = "works again";
const JAMS: &str = "jams";
const CANNOT_MOVE: &str = "cannot move";
const CAN_MOVE: &str = "can move";
const AMMO: [(&str, Ammo); 3] = [("plenty", Ammo::Plenty), ("low", Ammo::Low), ("out", Ammo::Out)];
const GRAFTS: [(&str, Soma); 3] =
    [("dormant", Soma::Dormant), ("active", Soma::Active), ("wild", Soma::Wild)];

/// Something of a unit by a name that means no other: alike ones share one, others are numbered.
pub struct Named {
    pub name: String,
    pub mark: Mark,
}

/// Everything of a unit that fits, by name.
fn named(state: &State, unit: &Unit, fits: impl Fn(Mark) -> bool) -> Vec<Named> {
    let drones = (0_u8..).zip(&unit.gear).map(|(place, _)| Mark::Drone(place));
    let gun = unit.gun.map(|_| Mark::Gun);
    let all: Vec<Mark> = unit.model_ids().map(Mark::Model).chain(gun).chain(drones).collect();
    let alike = |one: Mark, other: Mark| match (one, other) {
        (Mark::Model(one), Mark::Model(other)) => unit.alike(one, other),
        _ => false,
    };
    let mut found: Vec<Named> = Vec::new();
    for mark in all.iter().copied().filter(|mark| fits(*mark)) {
        let name = marks::name(state, unit, mark);
        if found.iter().any(|other| alike(other.mark, mark)) {
            continue;
        }
        let of_name: Vec<Mark> =
            all.iter().copied().filter(|other| marks::name(state, unit, *other) == name).collect();
        let unlike =
            of_name.iter().any(|other| fits(*other) && !alike(*other, mark) && *other != mark);
        let place = of_name.iter().position(|other| *other == mark).unwrap_or(0) + 1;
        let name = if unlike { format!("{name} #{place}") } else { name };
        found.push(Named { name, mark });
    }
    found
}

fn lost(unit: &Unit, mark: Mark) -> bool {
    match mark {
        Mark::Model(id) => unit.models.get(id.index()).is_none_or(|model| model.lost),
        Mark::Gun => unit.gun.is_none_or(|gun| gun.condition == Condition::Destroyed),
        Mark::Drone(place) => unit.gear.get(usize::from(place)).is_none_or(|drone| drone.lost),
    }
}

fn living_models(state: &State, unit: &Unit) -> Vec<Named> {
    named(state, unit, |mark| matches!(mark, Mark::Model(_)) && !lost(unit, mark))
}

/// A weapon that could be set right.
struct Arm {
    mark: Mark,
    weapon: WeaponId,
    works: bool,
}

fn arms(unit: &Unit) -> Vec<Arm> {
    let mut arms = Vec::new();
    for id in unit.living() {
        let model = &unit.models[id.index()];
        let mark = Mark::Model(id);
        for weapon in &model.weapons {
            let mut known =
                arms.iter().filter(|arm: &&Arm| arm.mark == mark && arm.weapon == *weapon);
            if known.next().is_some() {
                continue;
            }
            if unit.working(id, *weapon) > 0 {
                arms.push(Arm { mark, weapon: *weapon, works: true });
            }
            if model.broken.contains(weapon) {
                arms.push(Arm { mark, weapon: *weapon, works: false });
            }
        }
    }
    if let Some(gun) = unit.gun {
        let mark = Mark::Gun;
        match gun.condition {
            Condition::Working => arms.push(Arm { mark, weapon: gun.weapon, works: true }),
            Condition::Malfunction => arms.push(Arm { mark, weapon: gun.weapon, works: false }),
            Condition::Destroyed => {}
        }
    }
    arms
}

/// "plasma carbine jams": what could be said of it now.
fn arm_words(state: &State, arm: &Arm) -> String {
    format!("{} {}", state.weapon_name(arm.weapon), if arm.works { JAMS } else { WORKS })
}

/// What can be typed as `value:`.
pub fn values(state: &State, unit: &Unit, what: What) -> Vec<String> {
    if unit.destroyed {
        return Vec::new();
    }
    let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    let names = |found: Vec<Named>| found.into_iter().map(|one| one.name).collect::<Vec<_>>();
    match what {
        What::Pins => (0..=MAX_PINS).map(|pins| pins.to_string()).collect(),
        What::Lost => names(named(state, unit, |mark| !lost(unit, mark))),
        What::Back => names(named(state, unit, |mark| lost(unit, mark))),
        What::Orders => {
            let orders = Order::ALL.iter().map(|order| order.name().to_owned());
            std::iter::once("none".to_owned()).chain(orders).collect()
        }
        What::DiceLost => (0..unit.dice.total).map(|dice| dice.to_string()).collect(),
        What::Stat => {
            let values = |stat: Stat| (1..=10).map(move |value| format!("{} {value}", stat.name()));
            Stat::ALL.into_iter().flat_map(values).collect()
        }
        What::Immobilised => owned(&[CANNOT_MOVE, CAN_MOVE]),
        What::Weapon => {
            let mut words: Vec<String> =
                arms(unit).iter().map(|arm| arm_words(state, arm)).collect();
            words.sort();
            words.dedup();
            words
        }
        What::Ammo => owned(&AMMO.map(|(word, _)| word)),
        What::Grafts => owned(&GRAFTS.map(|(word, _)| word)),
        What::Place => places(state, unit).into_iter().map(|(name, _)| name).collect(),
        What::LockLost | What::Destroyed | What::Revived => Vec::new(),
    }
}

/// Everywhere else that this unit could be, by name.
fn places(state: &State, unit: &Unit) -> Vec<(String, Option<Spot>)> {
    let Some(id) = id_of(state, unit) else { return Vec::new() };
    let open = (OPEN_GROUND.to_owned(), None);
    let spots = state.spots().into_iter().map(|spot| (state.spot_name(spot), Some(spot)));
    let fits = |(_, spot): &(String, Option<Spot>)| {
        let correction = Correction::Unit { unit: id, change: Change::Spot(*spot) };
        *spot != unit.spot && correction.check(state).is_ok()
    };
    std::iter::once(open).chain(spots).filter(fits).collect()
}

fn id_of(state: &State, unit: &Unit) -> Option<UnitId> {
    state.ids().zip(&state.units).find(|(_, other)| other.name == unit.name).map(|(id, _)| id)
}

/// The change of place that was typed, full ones included: the rules say why nobody fits in.
fn place(state: &State, typed: &str) -> Option<Change> {
    let typed = typed.trim().to_lowercase();
    if [OPEN_GROUND, "the open", "open", "outside", "none"].contains(&typed.as_str()) {
        return Some(Change::Spot(None));
    }
    let spots = state.spots();
    let named = |spot: &Spot| state.spot_name(*spot).to_lowercase();
    let exact = spots.iter().find(|spot| named(spot) == typed);
    let mut part = spots.iter().filter(|spot| named(spot).contains(&typed));
    let only = || part.next().filter(|_| part.next().is_none());
    exact.or_else(only).map(|spot| Change::Spot(Some(*spot)))
}

/// What can be typed as `model:`.
pub fn models(state: &State, unit: &Unit, what: What) -> Vec<String> {
    let found = match what {
        What::Stat | What::Immobilised => living_models(state, unit),
        What::Weapon => {
            let arms = arms(unit);
            named(state, unit, |mark| arms.iter().any(|arm| arm.mark == mark))
        }
        What::Pins
        | What::Lost
        | What::Back
        | What::Orders
        | What::DiceLost
        | What::Ammo
        | What::Grafts
        | What::LockLost
        | What::Place
        | What::Destroyed
        | What::Revived => Vec::new(),
    };
    found.into_iter().map(|one| one.name).collect()
}

/// The correction that was typed.
pub fn read(
    state: &State,
    unit: &Unit,
    what: What,
    value: Option<&str>,
    model: Option<&str>,
) -> Result<Change, Trouble> {
    if unit.destroyed && what != What::Revived {
        let name = esc(&unit.name);
        return Err(Trouble::refused(format!(
            "{name} is destroyed; first say `what:{}`, then set the rest right.",
            What::Revived.name()
        )));
    }
    let value = value.map(str::trim).filter(|value| !value.is_empty());
    let model = model.map(str::trim).filter(|model| !model.is_empty());
    let Some(said) = value.or(match what {
        // whoever names the model names what is lost
        What::Lost | What::Back => model,
        What::LockLost | What::Destroyed | What::Revived => Some(""),
        What::Pins
        | What::Orders
        | What::DiceLost
        | What::Stat
        | What::Immobilised
        | What::Weapon
        | What::Ammo
        | What::Place
        | What::Grafts => None,
    }) else {
        return Err(say_which(state, unit, what, "Say how it should be"));
    };
    let typed = said.to_lowercase();
    let other = || say_which(state, unit, what, &format!("{} does not fit here", code(said)));
    let of = |found: Vec<Named>| one_of(&found, said).ok_or_else(other);
    Ok(match what {
        What::Pins => Change::Pins(typed.parse().map_err(|_| other())?),
        What::Lost => Change::Remove(of(named(state, unit, |mark| !lost(unit, mark)))?),
        What::Back => Change::Restore(of(named(state, unit, |mark| lost(unit, mark)))?),
        What::Orders => Change::Orders(orders(&typed).ok_or_else(other)?),
        What::DiceLost => Change::DiceLost(typed.parse().map_err(|_| other())?),
        What::Stat => {
            let (stat, value) = stat(&typed).ok_or_else(other)?;
            Change::Stat { model: which(state, unit, model)?, stat, value }
        }
        What::Immobilised => {
            let is = match typed.as_str() {
                CANNOT_MOVE | "yes" => true,
                CAN_MOVE | "no" => false,
                _ => return Err(other()),
            };
            Change::Immobilised { model: which(state, unit, model)?, is }
        }
        What::Weapon => weapon(state, unit, &typed, model)?.ok_or_else(other)?,
        What::Ammo => {
            let found = AMMO.iter().find(|(word, _)| *word == typed);
            Change::Ammo(found.ok_or_else(other)?.1)
        }
        What::Grafts => {
            let found = GRAFTS.iter().find(|(word, _)| *word == typed);
            Change::Soma(found.ok_or_else(other)?.1)
        }
        What::LockLost => Change::LockLost,
        What::Place => place(state, said).ok_or_else(other)?,
        What::Destroyed => Change::Destroyed,
        What::Revived => Change::Revived,
    })
}

/// By its whole name, or by a part that means only one.
fn one_of(found: &[Named], typed: &str) -> Option<Mark> {
    let exact = found.iter().find(|one| one.name.to_lowercase() == typed.to_lowercase());
    let mut part = found.iter().filter(|one| marks::means(&one.name, typed));
    let only = || part.next().filter(|_| part.next().is_none());
    exact.or_else(only).map(|one| one.mark)
}

/// "Res 5"
fn stat(typed: &str) -> Option<(Stat, u8)> {
    let (name, value) = typed.split_once([' ', ':', '='])?;
    let stat = Stat::ALL.into_iter().find(|stat| stat.name().to_lowercase() == name)?;
    Some((stat, value.trim().parse().ok()?))
}

/// "fire, down", oldest first
fn orders(typed: &str) -> Option<Vec<Order>> {
    if typed == "none" {
        return Some(Vec::new());
    }
    let parts = typed.split([',', ';']).map(str::trim).filter(|part| !part.is_empty());
    parts
        .map(|part| Order::ALL.iter().copied().find(|order| order.name().to_lowercase() == part))
        .collect()
}

/// The model that is meant; where all are alike it need not be said.
fn which(state: &State, unit: &Unit, model: Option<&str>) -> Result<ModelId, Trouble> {
    let found = living_models(state, unit);
    let names: Vec<String> = found.iter().map(|one| esc(&one.name)).collect();
    let mark = match (model, found.as_slice()) {
        (None, [only]) => Some(only.mark),
        (None, _) => None,
        (Some(typed), _) => one_of(&found, typed),
    };
    match mark {
        Some(Mark::Model(id)) => Ok(id),
        Some(Mark::Gun | Mark::Drone(_)) | None => Err(Trouble::refused(format!(
            "Say which `model:` of {}: {}.",
            esc(&unit.name),
            list(&names)
        ))),
    }
}

/// "plasma carbine jams"; `None` where nobody has such a weapon.
fn weapon(
    state: &State,
    unit: &Unit,
    typed: &str,
    model: Option<&str>,
) -> Result<Option<Change>, Trouble> {
    let arms = arms(unit);
    let fits = |arm: &&Arm| arm_words(state, arm).to_lowercase() == typed;
    let found = named(state, unit, |mark| arms.iter().any(|arm| arm.mark == mark && fits(&arm)));
    let names: Vec<String> = found.iter().map(|one| esc(&one.name)).collect();
    let mark = match (model, found.as_slice()) {
        (_, []) => return Ok(None),
        (None, [only]) => Some(only.mark),
        (None, _) => None,
        (Some(model), _) => one_of(&found, model),
    };
    let Some(mark) = mark else {
        return Err(Trouble::refused(format!("Say whose, as `model:`: {}.", list(&names))));
    };
    let arm = arms.iter().find(|arm| arm.mark == mark && fits(arm));
    Ok(arm.map(|arm| Change::Weapon { mark, weapon: arm.weapon, works: !arm.works }))
}

fn say_which(state: &State, unit: &Unit, what: What, why: &str) -> Trouble {
    let fits = match what {
        What::Pins => format!("a number from 0 to {MAX_PINS}"),
        What::DiceLost => {
            format!("a number from 0 to {}", unit.dice.total.saturating_sub(1))
        }
        What::Stat => format!("a stat and its value up to {MAX_STAT}, such as `Res 5`"),
        What::Orders => "orders, oldest first, such as `Fire, Down`, or `none`".to_owned(),
        What::Place if state.spots().is_empty() => {
            return Trouble::refused(
                "No building stands on this table; `/building add` puts one there.",
            );
        }
        What::Lost
        | What::Back
        | What::Immobilised
        | What::Weapon
        | What::Ammo
        | What::Grafts
        | What::LockLost
        | What::Place
        | What::Destroyed
        | What::Revived => {
            let mut values: Vec<String> =
                values(state, unit, what).iter().map(|value| code(value)).collect();
            if what == What::Place && values.len() > PLACES {
                values.truncate(PLACES);
                values.push("more as you type".to_owned());
            }
            if values.is_empty() {
                return Trouble::refused(format!(
                    "{why}; {} has nothing like that.",
                    esc(&unit.name)
                ));
            }
            list(&values)
        }
    };
    Trouble::refused(format!("{why}; `value:` takes {fits}."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stats_and_orders_are_read_as_they_are_written() {
        assert_eq!(stat("res 5"), Some((Stat::Res, 5)));
        assert_eq!(stat("co=9"), Some((Stat::Co, 9)));
        assert_eq!(stat("res"), None);
        assert_eq!(stat("luck 5"), None);
        assert_eq!(stat("res 999"), None);
        assert_eq!(orders("none"), Some(Vec::new()));
        assert_eq!(orders("fire, down"), Some(vec![Order::Fire, Order::Down]));
        assert_eq!(orders("fire, dance"), None);
    }
}

//! Places in and on buildings: how people name them, and the lists they pick them from.

use gatemaster_discord::card::{Choice, Select};
use gatemaster_discord::limits::CHOICES;
use gatemaster_rules::antares::buildings::{self, BuildingId, Level, Spot};
use gatemaster_rules::antares::event::Pace;
use gatemaster_rules::antares::label::{self, Label};
use gatemaster_rules::antares::state::{State, UnitId};

use super::super::press::BattlePressed;
use super::press::OrderPress;
use super::read::not_offered;
use crate::desk::Loaded;
use crate::trouble::Trouble;
use crate::words::{count, esc, list};

/// What people call the open ground.
pub(in crate::systems::antares) const OUTSIDE: &str = "outside";
const OUTSIDE_TOO: [&str; 6] = ["out", "open", "open ground", "ground", "table", "nowhere"];

/// Where a unit ends that says nothing about it: it moves about the roof or hall it is in, or leaves what it cannot
/// move about in.
pub(super) fn usual(state: &State, id: UnitId, pace: Pace) -> Option<Spot> {
    let spot = state.unit(id)?.spot;
    spot.filter(|_| buildings::route(state, id, spot, pace).is_ok())
}

/// Everywhere else the unit could go at this pace, the open ground first.
pub(super) fn elsewhere(state: &State, id: UnitId, pace: Pace) -> Vec<Option<Spot>> {
    let here = state.unit(id).and_then(|unit| unit.spot);
    let mut places = buildings::destinations(state, id, pace);
    places.retain(|to| to.is_none() || *to != here);
    places
}

/// Whether terrain may lie on the way to one of these.
pub(super) fn any_over_open_ground(
    state: &State,
    id: UnitId,
    pace: Pace,
    places: &[Option<Spot>],
) -> bool {
    places
        .iter()
        .flatten()
        .any(|to| buildings::route(state, id, Some(*to), pace).is_ok_and(|route| route.outdoors))
}

/// What was picked from a list of places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Picked {
    At(Option<Spot>),
    /// There are more places than a list holds: first the building.
    In(BuildingId),
}

/// A list of places; where they are too many for one, of the buildings they are in.
pub(super) fn place_list(
    game: &Loaded,
    state: &State,
    placeholder: &str,
    press: OrderPress,
    places: &[Option<Spot>],
    words: impl Fn(Option<Spot>) -> Label,
) -> Select {
    let at = |place: &Option<Spot>| {
        let Label { text, more } = words(*place);
        Choice::new(text, value(*place)).more(more)
    };
    let options = if places.len() <= usize::from(CHOICES) {
        places.iter().map(at).collect()
    } else {
        let mut options: Vec<Choice> =
            places.iter().filter(|place| place.is_none()).map(at).collect();
        for (id, building) in state.buildings_here() {
            let inside: Vec<_> = within(places, id);
            match inside.as_slice() {
                [] => {}
                [only] => options.push(at(only)),
                [_, ..] => {
                    let number = u32::try_from(inside.len()).unwrap_or(u32::MAX);
                    let label = format!("{}…", building.plan.name);
                    let choice = Choice::new(label, id.0);
                    options.push(choice.more(count(number, "place", "places")));
                }
            }
        }
        options
    };
    let meaning = BattlePressed::new(&game.id, game.at, press.into());
    Select::new(placeholder, meaning, options)
}

/// Those of the places that are in or on this building: never more than a list holds.
pub(super) fn within(places: &[Option<Spot>], building: BuildingId) -> Vec<Option<Spot>> {
    let inside = |place: &&Option<Spot>| place.is_some_and(|spot| spot.building == building);
    places.iter().filter(inside).copied().collect()
}

fn value(place: Option<Spot>) -> String {
    match place {
        None => OUTSIDE.to_owned(),
        Some(spot) => spot_numbers(spot).map(|number| number.to_string()).join("."),
    }
}

/// The one place that was picked from those that were offered.
pub(super) fn picked_place(picked: &[String], offered: &[Option<Spot>]) -> Result<Picked, Trouble> {
    let [one] = picked else { return Err(not_offered()) };
    if let Some(place) = offered.iter().find(|place| value(**place) == *one) {
        return Ok(Picked::At(*place));
    }
    let building = one.parse().ok().map(BuildingId);
    building.filter(|id| !within(offered, *id).is_empty()).map(Picked::In).ok_or_else(not_offered)
}

/// Building, column, and 0 for the roof or a block from 1 on.
pub(super) fn spot_numbers(spot: Spot) -> [u32; 3] {
    let level = match spot.level {
        Level::Roof => 0,
        Level::Block(block) => u32::from(block) + 1,
    };
    [spot.building.0.into(), spot.column.into(), level]
}

pub(super) fn spot_of([building, column, level]: [u32; 3]) -> Option<Spot> {
    let level = match level {
        0 => Level::Roof,
        block => Level::Block(u8::try_from(block - 1).ok()?),
    };
    let building = BuildingId(u8::try_from(building).ok()?);
    Some(Spot { building, column: u8::try_from(column).ok()?, level })
}

/// "outside", or the place as it is called.
pub(in crate::systems::antares) fn place_name(state: &State, place: Option<Spot>) -> String {
    place.map_or_else(|| OUTSIDE.to_owned(), |spot| state.spot_name(spot))
}

/// The place in small print: "Tower · room for 20 models and 2 units"
pub(super) fn place_line(state: &State, place: Option<Spot>) -> String {
    let name = place_name(state, place);
    let room = place.map(|spot| label::free_room(state, spot)).unwrap_or_default();
    if room.is_empty() { name } else { format!("{name} · {room}") }
}

/// A place as people type it: "Tower", "Tower, block 2", "roof of Tower", "outside". Where several fit, the one that
/// can be reached is meant; where none can, the rules say why.
pub(in crate::systems::antares) fn named_place(
    state: &State,
    typed: &str,
    offered: &[Option<Spot>],
) -> Result<Option<Spot>, Trouble> {
    let wanted = plain(typed);
    let every = all_places(state);
    let exact: Vec<Spot> =
        every.iter().copied().filter(|spot| is_called(state, *spot, &wanted)).collect();
    if let Some(spot) = first_offered(&exact, offered).or(exact.first().copied()) {
        return Ok(Some(spot));
    }
    let of_building = |spot: &Spot| {
        let name = state.building(spot.building).map(|it| plain(&it.plan.name));
        !spot.is_roof()
            && (name.as_ref() == Some(&wanted) || plain(&state.part_name(spot.part())) == wanted)
    };
    let parts: Vec<Spot> = every.into_iter().filter(of_building).collect();
    let reached: Vec<Spot> =
        parts.iter().copied().filter(|spot| offered.contains(&Some(*spot))).collect();
    match (reached.as_slice(), parts.first()) {
        ([one], _) => return Ok(Some(*one)),
        ([], Some(first)) => return Ok(Some(*first)),
        ([_, ..], _) => {
            let names: Vec<String> =
                reached.iter().map(|spot| format!("“{}”", esc(&state.spot_name(*spot)))).collect();
            return Err(Trouble::refused(format!(
                "{} has several places to go to. Say which: {}.",
                esc(typed.trim()),
                list(&names)
            )));
        }
        ([], None) => {}
    }
    if wanted == OUTSIDE || OUTSIDE_TOO.contains(&wanted.as_str()) {
        return Ok(None);
    }
    Err(unknown_place(state, typed, offered))
}

fn unknown_place(state: &State, typed: &str, offered: &[Option<Spot>]) -> Trouble {
    const SHOWN: usize = 10;
    let wrong = format!("There is no building “{}” on the table", esc(typed.trim()));
    let names: Vec<String> = offered
        .iter()
        .take(SHOWN)
        .map(|place| format!("“{}”", esc(&place_name(state, *place))))
        .collect();
    Trouble::refused(match names.as_slice() {
        [] => format!("{wrong}, and nowhere inside could be reached now."),
        _ => format!("{wrong}. You can name {}.", list(&names)),
    })
}

/// Everything that could be meant, rubble and bare roofs included: of those the rules say what is wrong.
fn all_places(state: &State) -> Vec<Spot> {
    let mut places = Vec::new();
    for (id, building) in state.buildings_here() {
        for column in 0..building.plan.columns() {
            let blocks = 0..building.plan.blocks_high();
            places.extend(blocks.map(|block| Spot::block(id, column, block)));
            places.push(Spot::roof(id, column));
        }
    }
    places
}

fn is_called(state: &State, spot: Spot, wanted: &str) -> bool {
    let part = plain(&state.part_name(spot.part()));
    let roof = |name: String| spot.is_roof() && name == wanted;
    plain(&state.spot_name(spot)) == wanted
        || roof(format!("{part} roof"))
        || roof(format!("{part}, roof"))
}

fn first_offered(places: &[Spot], offered: &[Option<Spot>]) -> Option<Spot> {
    places.iter().copied().find(|spot| offered.contains(&Some(*spot)))
}

/// Without capitals, prepositions and articles.
fn plain(text: &str) -> String {
    let words = text.to_lowercase();
    let mut words: Vec<&str> = words.split_whitespace().collect();
    while words.len() > 1
        && matches!(words[0], "into" | "onto" | "in" | "on" | "to" | "inside" | "the")
    {
        words.remove(0);
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use gatemaster_rules::antares::buildings::{Plan, Roof, Size};
    use gatemaster_rules::antares::data::Library;
    use gatemaster_rules::antares::profile::Faction;
    use gatemaster_rules::antares::{Antares, Setup};
    use gatemaster_rules::colour::Colour;
    use gatemaster_rules::system::System as _;

    use super::*;

    const TOWER: BuildingId = BuildingId(0);
    const HOUSE: BuildingId = BuildingId(1);

    /// A tower of two blocks with a roof, and a house of two parts without one.
    fn town() -> State {
        let sides = [
            ("Red", Colour::Red, Faction::Other, &["ai_squad"][..]),
            ("Blue", Colour::Blue, Faction::Other, &["gang_fighters"][..]),
        ];
        let mut setup = Setup::of(Library::built_in(), sides).unwrap();
        setup.options.already_deployed = true;
        let tower = Plan { roof: Roof::Flat, ..Plan::plain("Tower", Size::Standard, 6) };
        let house = Plan { blocks: 2, ..Plan::plain("The House", Size::Standard, 2) };
        setup.buildings = vec![tower, house];
        Antares::set_up(&setup).unwrap()
    }

    /// B-SIZ-2
    #[test]
    fn places_are_understood_as_people_call_them() {
        let state = town();
        let squad = state.ids().next().unwrap();
        let offered = buildings::destinations(&state, squad, Pace::Run);
        let named = |typed: &str| named_place(&state, typed, &offered).unwrap();
        let ground = Some(Spot::block(TOWER, 0, 0));
        assert_eq!(named("tower"), ground, "the upper block has no way in");
        assert_eq!(named(" into  the Tower, floors 1 to 3"), ground);
        assert_eq!(named("Tower, floors 4 to 6"), Some(Spot::block(TOWER, 0, 1)));
        for roof in ["roof of Tower", "the roof of tower", "onto the roof of Tower", "Tower roof"] {
            assert_eq!(named(roof), Some(Spot::roof(TOWER, 0)), "{roof}");
        }
        assert_eq!(named("House, block 2"), Some(Spot::block(HOUSE, 1, 0)));
        assert_eq!(
            named("the roof of the House, block 1"),
            Some(Spot::roof(HOUSE, 0)),
            "refused later"
        );
        for out in ["outside", "Out", "the open"] {
            assert_eq!(named(out), None, "{out}");
        }
        let said = |typed: &str| named_place(&state, typed, &offered).unwrap_err().to_string();
        assert!(
            said("house").contains("“The House, block 1” and “The House, block 2”"),
            "{}",
            said("house")
        );
        assert!(said("shed").contains("There is no building “shed”"), "{}", said("shed"));
    }

    #[test]
    fn only_places_that_were_offered_can_be_picked() {
        let texts = |picked: &[&str]| -> Vec<String> {
            picked.iter().map(|text| (*text).to_owned()).collect()
        };
        let ground = Some(Spot::block(TOWER, 0, 0));
        let offered = [None, ground, Some(Spot::roof(TOWER, 0))];
        let pick = |picked: &[&str]| picked_place(&texts(picked), &offered);
        assert_eq!(pick(&["outside"]).unwrap(), Picked::At(None));
        assert_eq!(pick(&["0.0.1"]).unwrap(), Picked::At(ground));
        assert_eq!(pick(&["0"]).unwrap(), Picked::In(TOWER));
        for odd in [&[][..], &["1"], &["0.0.2"], &["0.0"], &["0.0.1", "0.0.0"], &["-1"], &["🙂"]]
        {
            assert!(pick(odd).is_err(), "{odd:?}");
        }
        for spot in [Spot::roof(HOUSE, 3), Spot::block(TOWER, 0, 255), Spot::block(HOUSE, 255, 0)] {
            assert_eq!(spot_of(spot_numbers(spot)), Some(spot));
        }
        assert_eq!(spot_of([256, 0, 0]), None);
        assert_eq!(spot_of([0, 0, 257]), None);
    }
}

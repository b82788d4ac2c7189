//! The first line of a tale for each kind of outcome, and dice that can be read in one way only.

use gatemaster_rules::antares::data::Library;
use gatemaster_rules::antares::event::DestroyedBy;
use gatemaster_rules::antares::profile::{Faction, Gear};
use gatemaster_rules::antares::report::Fate;
use gatemaster_rules::antares::report::deed::{Cast, Fell};
use gatemaster_rules::antares::state::UnitId;
use gatemaster_rules::antares::{Antares, Setup, State};
use gatemaster_rules::colour::Colour;
use gatemaster_rules::dice::Roll;
use gatemaster_rules::system::System as _;

use super::dice::{hits, needing, pins, saves};
use super::headline::what_became;

const RABBLE: UnitId = UnitId(0);
const BORER: UnitId = UnitId(1);
const LAVAMITES: UnitId = UnitId(2);
const CRAWLER: UnitId = UnitId(3);

fn state() -> State {
    let red: &[&str] = &["outcast_squad", "boromite_heavy_frag_borer_team"];
    let blue: &[&str] = &["lavamites", "ghar_command_crawler"];
    let sides =
        [("Red", Colour::Red, Faction::Other, red), ("Blue", Colour::Blue, Faction::Other, blue)];
    Antares::set_up(&Setup::of(Library::built_in(), sides).unwrap()).unwrap()
}

#[test]
fn what_became_of_a_unit_is_one_short_sentence() {
    let state = state();
    let gun = state.unit(BORER).unwrap().gun.unwrap().weapon;
    let rabble = || Fate::of(RABBLE);
    let lavamites = || Fate::of(LAVAMITES);
    for (fate, words) in [
        (
            Fate { models: 4, pins: 1, held: true, ..rabble() },
            "Outcast Squad loses 4, one pin, and holds",
        ),
        (Fate { models: 4, pins: 1, ..rabble() }, "Outcast Squad loses 4, one pin"),
        (Fate { models: 2, ..lavamites() }, "Lavamites lose 2"),
        (Fate { pins: 2, ..lavamites() }, "Lavamites take 2 pins"),
        (Fate { pins: 1, down: true, ..lavamites() }, "Lavamites take one pin and go down"),
        (
            Fate { gear: vec![Gear::Spotter], gun_lost: true, pins: 1, ..Fate::of(BORER) },
            "Boromite Heavy Frag Borer Team loses its spotter drone and its heavy frag borer, one pin",
        ),
        (
            Fate { jammed: vec![gun], pins: 3, ..Fate::of(CRAWLER) },
            "Ghar Command Crawler takes 3 pins and has its heavy frag borer jammed",
        ),
        (
            Fate { immobilised: true, dice_lost: 1, pins: 1, down: true, ..Fate::of(CRAWLER) },
            "Ghar Command Crawler loses an order die, one pin, cannot move any more, and goes down",
        ),
        (
            Fate { models: 3, destroyed: Some(DestroyedBy::Losses), ..lavamites() },
            "Lavamites are wiped out",
        ),
        (
            Fate { destroyed: Some(DestroyedBy::Losses), ..Fate::of(CRAWLER) },
            "Ghar Command Crawler is destroyed",
        ),
        (
            Fate { destroyed: Some(DestroyedBy::BrokeUnderFire), ..rabble() },
            "Outcast Squad breaks and is destroyed",
        ),
        (
            Fate { destroyed: Some(DestroyedBy::BrokeInDefeat), ..lavamites() },
            "Lavamites are beaten and destroyed",
        ),
    ] {
        assert_eq!(what_became(&state, &fate), words);
    }
}

fn cast(fell: Fell) -> Cast {
    Cast { roll: Roll { number: None, sides: 10, face: 5 }, fell }
}

/// A-TST-2, A-SHT-7
#[test]
fn what_dice_need_and_came_to_can_be_read_in_one_way_only() {
    let needs = [5, 0, 12].map(|needs| needing("Res", needs));
    assert_eq!(needs, ["Res ≤5", "Res, only a 1", "Res, any but a 10"]);
    let (hit, miss) = (cast(Fell::Hit), cast(Fell::Miss));
    assert_eq!(hits(&[hit, miss, miss]), "1 hit");
    assert_eq!(hits(&[miss, miss, miss]), "all miss");
    assert_eq!(hits(&[cast(Fell::Lucky), hit]), "2 hits");
    assert_eq!(hits(&[cast(Fell::Dud)]), "a dud");
    assert_eq!(hits(&[cast(Fell::Lucky)]), "a lucky hit");
    assert_eq!((saves(0, 3), saves(1, 1)), ("none saved".to_owned(), "saved".to_owned()));
    assert_eq!((pins(1), pins(3)), ("one pin".to_owned(), "3 pins".to_owned()));
}

//! The buildings of a table in words: what they are like, who is inside, how much room is left.

use gatemaster_rules::antares::buildings::{
    Building, BuildingId, Column, Interior, Level, Part, Plan, Roof, Room, Spot, room, units_in,
};
use gatemaster_rules::antares::state::{State, Unit};
use gatemaster_rules::game::{self, View};
use gatemaster_rules::table::SeenTable;
use gatemaster_rules::text::{count, list};

use super::form::storeys;
use crate::desk::Loaded;
use crate::table::NEUTRAL;
use crate::table::sheet::{Sheet, heading};
use crate::words::{esc, seat_text};

/// How much is told of each building in the lobby.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    InShort,
    ByName,
    /// Only how many there are.
    Number,
}

/// "🏢 **Buildings:** Tower (small, 2 storeys) · Bunker (standard, 1 storey)"; nothing on an empty table.
pub fn lobby_line(plans: &[Plan], told: Detail) -> Option<String> {
    if plans.is_empty() {
        return None;
    }
    let short = |plan: &Plan| {
        format!("{} ({}, {})", esc(&plan.name), plan.size.name(), storeys(plan.storeys))
    };
    let each: Vec<String> = match told {
        Detail::InShort => plans.iter().map(short).collect(),
        Detail::ByName => plans.iter().map(|plan| esc(&plan.name)).collect(),
        Detail::Number => {
            let number = u32::try_from(plans.len()).unwrap_or(u32::MAX);
            let number = count(number, "building", "buildings");
            return Some(format!("🏢 {number}; `/building list` tells them."));
        }
    };
    Some(format!("🏢 **Buildings:** {}", each.join(" · ")))
}

/// "small, 2 storeys, 2 blocks, flat roof, outer stairs, cover +2, damage value 20, in the zone of 🔴 Algoryn"
pub fn described(table: &SeenTable, plan: &Plan) -> String {
    let mut parts = vec![plan.size.name().to_owned(), storeys(plan.storeys)];
    if plan.blocks > 1 {
        parts.push(count(plan.blocks.into(), "block", "blocks"));
    }
    parts.push(
        match plan.roof {
            Roof::None => "nobody can stand on the roof",
            Roof::Flat => "flat roof",
            Roof::Parapet => "roof with a parapet",
        }
        .to_owned(),
    );
    if plan.stairs {
        parts.push("outer stairs".to_owned());
    }
    parts.extend(match plan.interior {
        Interior::Closed => None,
        Interior::Modelled => Some("modelled inside".to_owned()),
        Interior::Hall { overhead: false } => Some("a large hall without overhead fire".to_owned()),
        Interior::Hall { overhead: true } => {
            Some("a large hall with room for overhead fire".to_owned())
        }
    });
    parts.push(format!("cover +{}", plan.cover));
    parts.push(match (plan.strength, plan.columns()) {
        (0, _) => "cannot be brought down".to_owned(),
        (value, 1) => format!("damage value {value}"),
        (value, _) => format!("damage value {value} each"),
    });
    parts.extend(plan.zone.map(|seat| format!("in the zone of {}", seat_text(table, seat))));
    let (own, others): (Vec<&String>, Vec<&String>) =
        plan.links.iter().partition(|link| link.to_lowercase() == plan.name.to_lowercase());
    let mut to: Vec<String> = others.into_iter().map(|link| esc(link)).collect();
    if !own.is_empty() {
        to.push("its own blocks".to_owned());
    }
    if !to.is_empty() {
        parts.push(format!("transporters to {}", list(&to)));
    }
    parts.join(", ")
}

/// All of them, on as many pages as they need.
pub fn sheet(game: &Loaded) -> Sheet {
    let mut lines = Vec::new();
    match (&game.table.game, &game.table.setup) {
        (Some(View::Antares(state)), _) => {
            for (id, building) in state.buildings_here() {
                lines.extend(standing(&game.table, state, id, building));
            }
        }
        (None, game::Setup::Antares(setup)) => {
            for plan in &setup.buildings {
                lines.push(heading(&esc(&plan.name)));
                lines.push(sentence(&described(&game.table, plan)));
                lines.extend(empty_rooms(plan, all_spots(plan)));
            }
        }
        _ => {}
    }
    if lines.is_empty() {
        lines.push("No building stands on this table. `/building add` puts one there.".to_owned());
    }
    Sheet::new("What stands on the table", &lines, String::new(), NEUTRAL)
}

fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).chain(['.']).collect()
}

/// A building in a battle that runs.
fn standing(table: &SeenTable, state: &State, id: BuildingId, building: &Building) -> Vec<String> {
    let plan = &building.plan;
    let mut lines = vec![heading(&esc(&plan.name)), sentence(&described(table, plan))];
    for (column, one) in (0..).zip(&building.columns) {
        lines.extend(wear(plan, Part { building: id, column }, *one));
    }
    let mut empty = Vec::new();
    for (column, level) in all_spots(plan).filter(|(column, _)| building.stands(*column)) {
        let spot = Spot { building: id, column, level };
        let inside: Vec<String> =
            units_in(state, spot).map(|(_, unit)| occupant(table, unit)).collect();
        if inside.is_empty() {
            empty.push((column, level));
            continue;
        }
        let left = free(room(state, spot)).map(|left| format!(" · {left}")).unwrap_or_default();
        lines.push(format!("• {}: {}{left}", place(plan, column, level), inside.join(", ")));
    }
    lines.extend(empty_rooms(plan, empty.into_iter()));
    lines
}

/// What fire has left of it; a building that was never hurt has its value in its description.
fn wear(plan: &Plan, part: Part, column: Column) -> Option<String> {
    let which = match plan.columns() {
        1 => String::new(),
        _ => format!("Block {}: ", u32::from(part.column) + 1),
    };
    if column.rubble {
        return Some(format!("🪨 {which}rubble, difficult ground with cover."));
    }
    let hurt = plan.strength > 0 && column.left != plan.strength;
    hurt.then(|| format!("💥 {which}{} of {} left.", column.left, plan.strength))
}

/// "🔴 Strike-1 (5 models)", "🔴 Hammer (2 models, emplaced, front)"
fn occupant(table: &SeenTable, unit: &Unit) -> String {
    let colour = table.seats.get(unit.side.index()).map_or("", |chair| chair.colour.mark());
    let models = count(unit.alive(), "model", "models");
    let emplaced =
        unit.emplaced.map(|side| format!(", emplaced, {}", side.name())).unwrap_or_default();
    format!("{colour} {} ({models}{emplaced})", esc(&unit.name))
}

/// Every place in and on a building: column and level.
fn all_spots(plan: &Plan) -> impl Iterator<Item = (u8, Level)> {
    let roof = (plan.roof != Roof::None).then_some(Level::Roof);
    let high = plan.blocks_high();
    (0..plan.columns()).flat_map(move |column| {
        let levels = (0..high).map(Level::Block).chain(roof);
        levels.map(move |level| (column, level))
    })
}

/// "inside", "block 2", "block 1, floors 4 to 6", "on the roof of block 2"
fn place(plan: &Plan, column: u8, level: Level) -> String {
    let several = plan.columns() > 1;
    let block_name = format!("block {}", u32::from(column) + 1);
    match level {
        Level::Roof if several => format!("on the roof of {block_name}"),
        Level::Roof => "on the roof".to_owned(),
        Level::Block(block) => {
            let floors = (plan.blocks_high() > 1).then(|| match plan.floors(block) {
                (first, last) if first == last => format!("floor {first}"),
                (first, last) => format!("floors {first} to {last}"),
            });
            match (several, floors) {
                (true, Some(floors)) => format!("{block_name}, {floors}"),
                (true, None) => block_name,
                (false, Some(floors)) => floors,
                (false, None) => "inside".to_owned(),
            }
        }
    }
}

/// "room for 5 models in 2 units"; nothing is counted where people see the room themselves.
fn free(room: Room) -> Option<String> {
    match (room.models, room.units) {
        _ if room == Room::UNCOUNTED => None,
        (0, _) | (_, 0) => Some("full".to_owned()),
        (models, units) => Some(format!(
            "room for {} in {}",
            count(models, "model", "models"),
            count(units, "more unit", "more units")
        )),
    }
}

/// Places of the same size that nobody holds share a line.
fn empty_rooms(plan: &Plan, spots: impl Iterator<Item = (u8, Level)>) -> Vec<String> {
    let mut alike: Vec<(Room, Vec<String>)> = Vec::new();
    for (column, level) in spots {
        let room = plan.takes_in(column, level);
        if room == Room::UNCOUNTED {
            continue;
        }
        let place = place(plan, column, level);
        match alike.iter_mut().find(|(other, _)| *other == room) {
            Some((_, places)) => places.push(place),
            None => alike.push((room, vec![place])),
        }
    }
    let line = |(room, places): (Room, Vec<String>)| {
        let each = if places.len() > 1 { " each" } else { "" };
        format!(
            "• Empty {}: room for {} in {}{each}",
            places.join("; "),
            count(room.models, "model", "models"),
            count(room.units, "unit", "units")
        )
    };
    alike.into_iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use gatemaster_rules::antares::buildings::{Facing, MAX_BUILDINGS, Size};
    use gatemaster_rules::antares::{Antares, Setup};
    use gatemaster_rules::ids::{Seat, Seq};
    use gatemaster_rules::system::System as _;

    use super::super::changes::tests::whole_table;
    use super::*;
    use gatemaster_discord::card::SeenBy;
    use gatemaster_discord::limits;

    fn with(buildings: Vec<Plan>) -> Setup {
        Setup { buildings, ..Setup::default() }
    }

    fn pages(table: gatemaster_rules::table::Table) -> Vec<String> {
        let sheet = sheet(&Loaded::for_show("g", Seq(1), table));
        (0..=sheet.last_page()).map(|page| sheet.page(page).text).collect()
    }

    fn in_the_lobby(buildings: Vec<Plan>) -> String {
        let mut table = whole_table();
        table.setup = game::Setup::Antares(with(buildings));
        pages(table).concat()
    }

    #[test]
    fn an_empty_table_says_how_to_fill_it() {
        assert_eq!(
            in_the_lobby(Vec::new()),
            "No building stands on this table. `/building add` puts one there."
        );
    }

    /// B-OCC-1, B-OCC-2, B-SIZ-2
    #[test]
    fn before_the_battle_each_building_tells_what_it_is_like_and_what_it_takes_in() {
        let tower = Plan {
            roof: Roof::Parapet,
            stairs: true,
            zone: Some(Seat(1)),
            links: vec!["Huts".into(), "tower *1*".into()],
            ..Plan::plain("Tower *1*", Size::Standard, 4)
        };
        let huts = Plan { blocks: 3, ..Plan::plain("Huts", Size::Small, 1) };
        let interior = Interior::Hall { overhead: false };
        let hall = Plan { interior, strength: 0, ..Plan::plain("Hall", Size::Standard, 1) };
        assert_eq!(
            in_the_lobby(vec![tower, huts, hall]),
            "### Tower \\*1\\*\n\
             Standard, 4 storeys, roof with a parapet, outer stairs, cover +2, damage value 25, in the zone of 🔵 Ghar, \
             transporters to Huts and its own blocks.\n\
             • Empty floors 1 to 3: room for 30 models in 3 units\n\
             • Empty floor 4: room for 10 models in 3 units\n\
             ### Huts\n\
             Small, 1 storey, 3 blocks, nobody can stand on the roof, cover +2, damage value 20 each.\n\
             • Empty block 1: room for 10 models in 2 units\n\
             • Empty block 2: room for 5 models in 2 units\n\
             ### Hall\n\
             Standard, 1 storey, nobody can stand on the roof, a large hall without overhead fire, cover +2, cannot be \
             brought down."
        );
    }

    /// A battle in which Algoryn holds a tower and its roof, and half of a store has come down.
    fn fought_over() -> gatemaster_rules::table::Table {
        let tower = Plan { roof: Roof::Flat, ..Plan::plain("Tower", Size::Standard, 1) };
        let store = Plan { blocks: 2, ..Plan::plain("Store", Size::Standard, 1) };
        let mut setup = with(vec![tower, store]);
        setup.options.already_deployed = true;
        let mut state = Antares::set_up(&setup).unwrap();
        let inside = Spot::block(BuildingId(0), 0, 0);
        state.units[1].spot = Some(inside);
        state.units[4].spot = Some(inside);
        state.units[4].emplaced = Some(Facing::Front);
        state.units[0].spot = Some(Spot::roof(BuildingId(0), 0));
        state.buildings[0].columns[0].left = 7;
        state.buildings[1].columns[1] = Column { left: 0, rubble: true };
        let mut table = whole_table();
        table.setup = game::Setup::Antares(setup);
        table.game = Some(game::Game::Antares(state));
        table
    }

    /// B-OCC-1, B-DMG-2
    #[test]
    fn in_a_battle_it_tells_who_is_inside_and_what_fire_has_left() {
        assert_eq!(
            pages(fought_over()).concat(),
            "### Tower\n\
             Standard, 1 storey, flat roof, cover +2, damage value 20.\n\
             💥 7 of 20 left.\n\
             • inside: 🔴 AI Squad 1 (5 models), 🔴 AI Mag Cannon Team (2 models, emplaced, front) · room for 3 models in 1 \
             more unit\n\
             • on the roof: 🔴 AI Command Squad (3 models)\n\
             ### Store\n\
             Standard, 1 storey, 2 blocks, nobody can stand on the roof, cover +2, damage value 20 each.\n\
             🪨 Block 2: rubble, difficult ground with cover.\n\
             • Empty block 1: room for 10 models in 3 units"
        );
    }

    #[test]
    fn twelve_of_the_largest_buildings_fit_on_their_pages() {
        let names: Vec<String> =
            (0..MAX_BUILDINGS).map(|n| format!("{n:02}{}", "*".repeat(30))).collect();
        let plans = names.iter().map(|name| Plan {
            blocks: 4,
            roof: Roof::Parapet,
            stairs: true,
            zone: Some(Seat(0)),
            links: names.clone(),
            ..Plan::plain(name, Size::Standard, 12)
        });
        let mut table = whole_table();
        let mut setup = with(plans.collect());
        setup.options.already_deployed = true;
        let mut state = Antares::set_up(&setup).unwrap();
        for building in &mut state.buildings {
            building.columns.iter_mut().for_each(|column| column.left = 1);
        }
        table.setup = game::Setup::Antares(setup);
        for game in [None, Some(game::Game::Antares(state))] {
            table.game = game;
            let game = Loaded::for_show(&"g".repeat(32), Seq(u32::MAX), table.clone());
            let sheet = sheet(&game);
            let mut all = String::new();
            for page in 0..=sheet.last_page() {
                let card = sheet.page(page);
                assert!(card.text.chars().count() <= limits::EMBED_TEXT);
                let body = card.body(SeenBy::One);
                assert_eq!(body["embeds"][0]["description"].as_str(), Some(card.text.as_str()));
                all.push_str(&card.text);
            }
            for name in &names {
                assert!(all.contains(&format!("### {}", esc(name))), "{name}");
            }
        }
    }
}

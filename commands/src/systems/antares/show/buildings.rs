//! The buildings of a battle on its board: who is inside, how much room is left, and what has fallen.

use gatemaster_rules::antares::buildings::{
    Building, BuildingId, Interior, Level, Part, Roof, Spot, room, units_in,
};
use gatemaster_rules::antares::state::{State, Unit};
use gatemaster_rules::text::{count, list};

use crate::words::esc;

/// A board with little room names so many that stand empty, and counts the others.
const MOST_NAMED: usize = 4;
/// A compact board tells of so many.
const MOST_IN_SHORT: usize = 3;

/// What there is to say of each in as much room as is left: those where something happens come first, the others
/// share a line if need be.
pub fn section(state: &State, room: usize) -> String {
    let (busy, quiet): (Vec<_>, Vec<_>) =
        state.buildings_here().partition(|(id, it)| is_busy(state, *id, it));
    let told: Vec<String> = busy.iter().map(|(id, it)| line(state, *id, it)).collect();
    let empty: Vec<String> = quiet.iter().map(|(id, it)| line(state, *id, it)).collect();
    let whole = [told.clone(), empty].concat().join("\n");
    if whole.chars().count() <= room {
        return whole;
    }
    let names: Vec<String> = quiet.iter().map(|(_, it)| esc(&it.plan.name)).collect();
    let rest = folded(&names, MOST_NAMED);
    (0..=told.len())
        .rev()
        .map(|some| {
            let left = u32::try_from(told.len() - some).unwrap_or(0);
            let more = format!(
                "🏢 … {}: `/building list`",
                count(left, "more building", "more buildings")
            );
            let more = (left > 0).then_some(more);
            let lines = told[..some].iter().cloned().chain(more).chain(rest.clone());
            lines.collect::<Vec<_>>().join("\n")
        })
        .find(|text| text.chars().count() <= room)
        .unwrap_or_default()
}

/// "🏢 empty and whole: Depot, Shed and 3 more"
fn folded(names: &[String], most: usize) -> Option<String> {
    (!names.is_empty()).then(|| format!("🏢 empty and whole: {}", some_of(names, most)))
}

fn some_of(names: &[String], most: usize) -> String {
    let mut shown: Vec<String> = names.iter().take(most).cloned().collect();
    if names.len() > most {
        shown.push(format!("{} more", names.len() - most));
    }
    list(&shown)
}

/// "🏢 Tower 6/20 and Depot in rubble", where anything has been damaged.
pub fn in_short(state: &State) -> Option<String> {
    let damaged: Vec<String> = state.buildings_here().filter_map(|(_, it)| damage(it)).collect();
    (!damaged.is_empty()).then(|| format!("🏢 {}", some_of(&damaged, MOST_IN_SHORT)))
}

/// "Tower 6/20", of its weakest block.
fn damage(building: &Building) -> Option<String> {
    let name = esc(&building.plan.name);
    if !building.stands_at_all() {
        return Some(format!("{name} in rubble"));
    }
    let standing = building.columns.iter().filter(|column| !column.rubble);
    let least = standing.map(|column| column.left).min().unwrap_or(0);
    let fallen = building.columns.iter().any(|column| column.rubble);
    match (least < building.plan.strength, fallen) {
        (false, false) => None,
        (false, true) => Some(format!("{name} partly in rubble")),
        (true, _) => Some(format!("{name} {least}/{}", building.plan.strength)),
    }
}

/// Somebody is in or on it, or it has been hit.
fn is_busy(state: &State, id: BuildingId, building: &Building) -> bool {
    let somebody = state.units.iter().any(|unit| {
        !unit.destroyed && unit.deployed && unit.spot.is_some_and(|spot| spot.building == id)
    });
    somebody || damage(building).is_some()
}

/// "🏢 **Tower** 20/20 · 3 floors · Strike-1 (5) inside, room for 25 models and 2 units · Scouts (4) on the roof"
pub fn line(state: &State, id: BuildingId, building: &Building) -> String {
    let plan = &building.plan;
    let name = esc(&plan.name);
    if !building.stands_at_all() {
        return format!("🪨 **{name}** · only rubble is left: difficult ground with cover");
    }
    let floors = count(u32::from(plan.storeys), "floor", "floors");
    let several = plan.columns() > 1;
    let mut parts = Vec::new();
    if several || plan.strength == 0 {
        parts.push(format!("🏢 **{name}**"));
    } else {
        let left = building.columns.first().map_or(0, |column| column.left);
        parts.push(format!("🏢 **{name}** {left}/{}", plan.strength));
    }
    parts.push(floors);
    match plan.interior {
        Interior::Closed => {}
        Interior::Modelled => parts.push("with rooms to play in".to_owned()),
        Interior::Hall { .. } => parts.push("a hall to play in".to_owned()),
    }
    if !several {
        parts.extend(levels(state, building, Part { building: id, column: 0 }));
        return parts.join(" · ");
    }
    let mut alike: Vec<String> = Vec::new();
    for (place, column) in (0..).zip(&building.columns) {
        let part = Part { building: id, column: place };
        let number = u32::from(place) + 1;
        if column.rubble {
            parts.push(format!("block {number} only rubble"));
            continue;
        }
        let inside = occupied(state, building, part);
        if inside.is_empty() && column.left == plan.strength {
            alike.push(number.to_string());
            continue;
        }
        let mut head = format!("block {number}");
        if plan.strength > 0 {
            head = format!("{head} {}/{}", column.left, plan.strength);
        }
        parts.push(format!("{head}: {}", levels(state, building, part).join(", ")));
    }
    if !alike.is_empty() {
        let which = if alike.len() == 1 { "block" } else { "blocks" };
        let left =
            if plan.strength > 0 { format!(" {0}/{0}", plan.strength) } else { String::new() };
        parts.push(format!("{which} {}{left}: empty", list(&alike)));
    }
    parts.join(" · ")
}

/// The places of a column where somebody is, from the ground up.
fn occupied(state: &State, building: &Building, part: Part) -> Vec<Spot> {
    let blocks = (0..building.plan.blocks_high()).map(Level::Block);
    let roof = (building.plan.roof != Roof::None).then_some(Level::Roof);
    blocks
        .chain(roof)
        .map(|level| Spot { building: part.building, column: part.column, level })
        .filter(|spot| units_in(state, *spot).next().is_some())
        .collect()
}

/// Who is where in a column that stands, and what room is left with them.
fn levels(state: &State, building: &Building, part: Part) -> Vec<String> {
    let plan = &building.plan;
    let stacked = plan.blocks_high() > 1;
    let spots = occupied(state, building, part);
    let ground = Spot::block(part.building, part.column, 0);
    let mut told: Vec<String> = Vec::new();
    if spots.iter().all(|spot| spot.is_roof()) {
        told.push(match plan.interior {
            Interior::Closed if !stacked => format!("empty, {}", room(state, ground).text()),
            Interior::Closed | Interior::Modelled | Interior::Hall { .. } => "empty".to_owned(),
        });
    }
    for spot in &spots {
        let who: Vec<String> =
            units_in(state, *spot).map(|(_, unit)| occupant(state, unit)).collect();
        let place = match spot.level {
            Level::Roof => "on the roof".to_owned(),
            Level::Block(_) if !stacked => "inside".to_owned(),
            Level::Block(block) => match plan.floors(block) {
                (first, last) if first == last => format!("on floor {first}"),
                (first, last) => format!("on floors {first}–{last}"),
            },
        };
        let free = (plan.interior == Interior::Closed && !spot.is_roof())
            .then(|| format!(", {}", room(state, *spot).text()));
        told.push(format!("{} {place}{}", list(&who), free.unwrap_or_default()));
    }
    told
}

/// "🔴 Strike-1 (5)"
fn occupant(state: &State, unit: &Unit) -> String {
    let mark = state.sides.get(unit.side.index()).map_or("", |side| side.colour.mark());
    format!("{mark} {} ({})", esc(&unit.name), unit.alive())
}

#[cfg(test)]
mod tests {
    use gatemaster_rules::antares::buildings::{MAX_BUILDINGS, Plan, Size};
    use gatemaster_rules::antares::data::Library;
    use gatemaster_rules::antares::profile::Faction;
    use gatemaster_rules::antares::{Antares, Setup};
    use gatemaster_rules::colour::Colour;
    use gatemaster_rules::system::System as _;

    use super::*;

    /// Red: a squad of five and a command squad of three. Blue: five fighters.
    fn town(plans: &[Plan]) -> State {
        let side = |name, colour, keys| (name, colour, Faction::Other, keys);
        let red: &[&str] = &["c3_strike_squad", "ai_command_squad"];
        let blue: &[&str] = &["gang_fighters"];
        let sides = [side("Red", Colour::Red, red), side("Blue", Colour::Blue, blue)];
        let mut setup = Setup::of(Library::built_in(), sides).unwrap();
        setup.options.already_deployed = true;
        setup.buildings = plans.to_vec();
        Antares::set_up(&setup).unwrap()
    }

    fn lines(state: &State) -> Vec<String> {
        state.buildings_here().map(|(id, it)| line(state, id, it)).collect()
    }

    fn tower() -> Plan {
        Plan { roof: Roof::Parapet, ..Plan::plain("Tower", Size::Standard, 3) }
    }

    /// B-OCC-1
    #[test]
    fn a_building_says_who_is_inside_and_on_top_and_how_much_room_is_left() {
        let mut state = town(&[tower()]);
        assert_eq!(
            lines(&state),
            ["🏢 **Tower** 20/20 · 3 floors · empty, room for 30 models and 3 units"]
        );
        state.units[0].spot = Some(Spot::block(BuildingId(0), 0, 0));
        state.units[2].spot = Some(Spot::roof(BuildingId(0), 0));
        assert_eq!(
            lines(&state),
            [
                "🏢 **Tower** 20/20 · 3 floors · 🔴 C3 Strike Squad (5) inside, room for 25 models and 2 units · \
              🔵 Gang Fighters (5) on the roof"
            ]
        );
        state.buildings[0].columns[0].rubble = true;
        assert_eq!(
            lines(&state),
            ["🪨 **Tower** · only rubble is left: difficult ground with cover"]
        );
    }

    /// B-SIZ-2, B-DMG-2
    #[test]
    fn blocks_are_told_apart_only_where_there_are_several() {
        let tall = Plan::plain("Spire", Size::Small, 7);
        let wide = Plan { blocks: 3, ..Plan::plain("De*pot", Size::Standard, 2) };
        let bunker = Plan { strength: 0, ..Plan::plain("Bunker", Size::VerySmall, 1) };
        let mut state = town(&[tall, wide, bunker]);
        state.units[0].spot = Some(Spot::block(BuildingId(0), 0, 1));
        state.units[1].spot = Some(Spot::block(BuildingId(0), 0, 2));
        state.units[2].spot = Some(Spot::block(BuildingId(1), 1, 0));
        state.buildings[1].columns[0].rubble = true;
        state.buildings[1].columns[1].left = 4;
        assert_eq!(
            lines(&state),
            [
                "🏢 **Spire** 40/40 · 7 floors · 🔴 C3 Strike Squad (5) on floors 4–6, room for 10 models and 1 unit · \
                 🔴 AI Command Squad (3) on floor 7, room for 2 models and 1 unit",
                "🏢 **De\\*pot** · 2 floors · block 1 only rubble · \
                 block 2 4/20: 🔵 Gang Fighters (5) inside, room for 15 models and 2 units · block 3 20/20: empty",
                "🏢 **Bunker** · 1 floor · empty, room for 3 models and 1 unit",
            ]
        );
    }

    #[test]
    fn busy_buildings_come_first_and_the_others_share_a_line_where_room_is_short() {
        let plans: Vec<Plan> = (0..MAX_BUILDINGS)
            .map(|n| Plan::plain(&format!("House {n}"), Size::Small, 2))
            .collect();
        let mut state = town(&plans);
        state.units[0].spot = Some(Spot::block(BuildingId(7), 0, 0));
        state.buildings[9].columns[0].left = 3;
        let whole = section(&state, 4_000);
        assert_eq!(whole.lines().count(), MAX_BUILDINGS);
        assert!(whole.starts_with("🏢 **House 7**"), "{whole}");
        let short = section(&state, 300);
        let lines: Vec<&str> = short.lines().collect();
        assert!(
            lines[0].starts_with("🏢 **House 7**") && lines[1].starts_with("🏢 **House 9** 3/20")
        );
        assert_eq!(lines[2], "🏢 empty and whole: House 0, House 1, House 2, House 3 and 6 more");
        let shorter = section(&state, 130);
        assert!(shorter.contains("🏢 … 2 more buildings: `/building list`"), "{shorter}");
        for room in 0..400 {
            assert!(section(&state, room).chars().count() <= room);
        }
    }

    #[test]
    fn a_compact_board_tells_only_of_damage() {
        let plans = ["A", "B", "C", "D", "E"].map(|name| Plan::plain(name, Size::Standard, 1));
        let mut state = town(&plans);
        state.units[0].spot = Some(Spot::block(BuildingId(4), 0, 0));
        assert_eq!(in_short(&state), None);
        state.buildings[0].columns[0].left = 6;
        state.buildings[1].columns[0].rubble = true;
        assert_eq!(in_short(&state).unwrap(), "🏢 A 6/20 and B in rubble");
        state.buildings[2].columns[0].left = 1;
        state.buildings[3].columns[0].left = 2;
        assert_eq!(in_short(&state).unwrap(), "🏢 A 6/20, B in rubble, C 1/20 and 1 more");
    }
}

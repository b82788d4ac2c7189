//! The buildings below the forces: each a small house of its storeys and columns, its windows lit by whoever is inside.

use gatemaster_discord::picture::text::{Style, bold, plain};
use gatemaster_discord::picture::{
    Area, Rgb, contrast, dot, fill, line, outline, paint, polygon, rounded,
};
use gatemaster_rules::antares::State;
use gatemaster_rules::antares::buildings::{
    Building, BuildingId, Interior, Level, MAX_BUILDINGS, Part, Plan, Roof, Room, Size, Spot,
    holders, room, units_in,
};
use gatemaster_rules::antares::state::Unit;
use gatemaster_rules::ids::Seat;
use gatemaster_rules::text::count;
use tiny_skia::{Pixmap, Rect, Transform};

use super::looks::Look;
use super::{Board, FADED, PANEL, PANEL_EDGE, PINS, QUIET, WORDS, colour};
use crate::die::{ENOUGH_CONTRAST, edge};

const NAMES: [Style; 3] = [bold(25), bold(23), bold(21)];
const SMALL: Style = plain(21);
const LINE: u16 = 25;
const DIE: u16 = 20;

pub(super) const WALL: Rgb = 0x0050_5c73;
const WALL_EDGE: Rgb = 0x0098_a6bd;
/// A window with nobody behind it.
pub(super) const DARK_WINDOW: Rgb = 0x0020_2632;
const STONE: Rgb = 0x0076_7f90;
const WHOLE: Rgb = 0x006f_c28c;

/// All that windows and figures of a side's colour must be clear of.
pub(super) const TOWN_GROUNDS: [Rgb; 3] = [PANEL, WALL, DARK_WINDOW];

/// What the houses have in the cell of each building, from its left end.
const HOUSE: u16 = 104;
/// For a roof and those who stand on it.
const ABOVE: u16 = 26;
const STOREYS: u16 = 66;
const HIGHEST_STOREY: u16 = 24;
const BAR: u16 = 7;
const FIGURE: f32 = 20.0;
const MOST_FIGURES: u16 = 4;

/// Buildings on the table, in the order in which they were named.
pub(super) fn shown(state: &State) -> impl Iterator<Item = (BuildingId, &Building)> {
    state.buildings_here().take(MAX_BUILDINGS)
}

pub(super) fn draw(board: &mut Board) -> Option<()> {
    let Some(area) = board.layout.buildings else { return Some(()) };
    board.panel(area, PANEL, PANEL_EDGE, 2.0)?;
    let state = board.state;
    for (place, (id, building)) in shown(state).enumerate() {
        let cell = board.layout.cell(area, place);
        let house = Area { left: cell.left + 14, width: HOUSE, ..cell };
        draw_house(&mut board.on, state, id, building, house)?;
        draw_words(board, id, building, cell)?;
    }
    Some(())
}

/// How wide a part of this size is at most, so that small buildings look small.
fn part_width(plan: &Plan) -> u16 {
    let most = match plan.size {
        Size::Standard => 72,
        Size::Small => 44,
        Size::VerySmall => 28,
    };
    most.min(HOUSE / u16::from(plan.blocks.max(1))).max(6)
}

fn draw_house(
    on: &mut Pixmap,
    state: &State,
    id: BuildingId,
    building: &Building,
    area: Area,
) -> Option<()> {
    let plan = &building.plan;
    let storeys = u16::from(plan.storeys.max(1));
    let storey = (STOREYS / storeys).clamp(4, HIGHEST_STOREY);
    let part = part_width(plan);
    let ground = area.bottom() - 26;
    let whole: u16 = part * u16::from(plan.blocks.max(1));
    let mut left = area.left + HOUSE.saturating_sub(whole) / 2;
    outline(
        on,
        &line(&[
            (f32::from(area.left), f32::from(ground) + 1.0),
            (f32::from(area.left + HOUSE), f32::from(ground) + 1.0),
        ])?,
        PANEL_EDGE,
        1.0,
        3.0,
    );
    for (column, standing) in (0..).zip(&building.columns) {
        let width = part * u16::from(plan.parts_of(column));
        let high = storey * storeys;
        let walls =
            Area { left, top: ground.saturating_sub(high), width, height: high.min(ground) };
        left += width;
        if standing.rubble {
            draw_rubble(on, walls)?;
            continue;
        }
        let place = Part { building: id, column };
        draw_walls(on, state, plan, place, walls, storey)?;
        draw_top(on, plan, walls)?;
        draw_roof_figures(on, state, place, walls)?;
        if plan.strength > 0 {
            let bar = Area {
                left: walls.left + 2,
                top: ground + 7,
                width: width.saturating_sub(4),
                height: BAR,
            };
            draw_bar(on, bar, standing.left, plan.strength)?;
        }
    }
    Some(())
}

/// The storeys of a column from the ground up, stacked blocks set apart by a line.
fn draw_walls(
    on: &mut Pixmap,
    state: &State,
    plan: &Plan,
    part: Part,
    walls: Area,
    storey: u16,
) -> Option<()> {
    block(on, walls, WALL)?;
    let parts = u16::from(plan.parts_of(part.column).max(1));
    for number in 0..plan.blocks_high() {
        let spot =
            Spot { building: part.building, column: part.column, level: Level::Block(number) };
        let holder = holders(state, spot).map(Seat::index);
        let (first, last) = plan.floors(number);
        for floor in first..=last {
            let top = walls.bottom().saturating_sub(storey * u16::from(floor));
            let each = walls.width / parts;
            for place in 0..parts {
                let room =
                    Area { left: walls.left + each * place, top, width: each, height: storey };
                draw_windows(on, state, room, holder)?;
            }
        }
        if number > 0 {
            let y = walls.bottom().saturating_sub(storey * u16::from(first - 1));
            block(on, Area { top: y.saturating_sub(1), height: 2, ..walls }, WALL_EDGE)?;
        }
    }
    let (x, y) = (f32::from(walls.left), f32::from(walls.top));
    let frame = polygon(&[
        (x, y),
        (x + f32::from(walls.width), y),
        (x + f32::from(walls.width), y + f32::from(walls.height)),
        (x, y + f32::from(walls.height)),
    ])?;
    outline(on, &frame, WALL_EDGE, 1.0, 1.5);
    Some(())
}

fn draw_windows(on: &mut Pixmap, state: &State, room: Area, holder: Option<usize>) -> Option<()> {
    let windows = (room.width / 18).clamp(1, 4);
    let wide = (room.width / windows).saturating_sub(6).clamp(4, 12);
    let high = room.height.saturating_sub(room.height / 3).clamp(2, 14);
    let step = room.width / windows;
    let top = room.top + (room.height.saturating_sub(high)) / 2;
    for window in 0..windows {
        let left = room.left + step * window + step.saturating_sub(wide) / 2;
        let glass = Area { left, top, width: wide, height: high };
        let Some(side) = holder else {
            block(on, glass, DARK_WINDOW)?;
            continue;
        };
        let (rgb, frame) = lit(state, side);
        block(on, glass, frame)?;
        let rim = u16::from(high > 5);
        let inner = Area {
            left: left + rim,
            top: top + rim,
            width: wide.saturating_sub(2 * rim),
            height: high.saturating_sub(2 * rim),
        };
        block(on, inner, rgb)?;
        // the second side's windows have a bar like its dice, for whoever does not see the colours
        if side == 1 && high > 5 {
            let bar = Area { top: top + high / 2 - 1, height: 2, ..inner };
            block(on, bar, if contrast(rgb, DARK_WINDOW) > 3.0 { DARK_WINDOW } else { WORDS })?;
        }
    }
    Some(())
}

/// The colour of a side, and the line around it that keeps it clear of walls.
pub(super) fn lit(state: &State, side: usize) -> (Rgb, Rgb) {
    let clear =
        |rgb: Rgb| TOWN_GROUNDS.iter().all(|ground| contrast(rgb, *ground) >= ENOUGH_CONTRAST);
    let rgb = colour(state, side).rgb();
    let frame = [rgb, edge(rgb, &TOWN_GROUNDS)].into_iter().find(|rgb| clear(*rgb));
    (rgb, frame.unwrap_or(WORDS))
}

/// A pitched roof where nobody can stand, a flat one, or one with a parapet.
fn draw_top(on: &mut Pixmap, plan: &Plan, walls: Area) -> Option<()> {
    let (left, right) = (f32::from(walls.left), f32::from(walls.right()));
    let top = f32::from(walls.top);
    match plan.roof {
        Roof::None => {
            let high = ((right - left) / 3.0).min(f32::from(ABOVE) - 6.0);
            let gable = polygon(&[
                (left - 3.0, top),
                (f32::midpoint(left, right), top - high),
                (right + 3.0, top),
            ])?;
            fill(on, &gable, STONE, 1.0);
            outline(on, &gable, WALL_EDGE, 1.0, 1.5);
        }
        Roof::Flat => {
            outline(on, &line(&[(left - 2.0, top), (right + 2.0, top)])?, WALL_EDGE, 1.0, 4.0);
        }
        Roof::Parapet => {
            outline(on, &line(&[(left - 2.0, top), (right + 2.0, top)])?, WALL_EDGE, 1.0, 4.0);
            let teeth = (walls.width / 14).max(2);
            let step = (walls.width - 6) / (teeth - 1).max(1);
            for tooth in 0..teeth {
                let left = walls.left + tooth * step;
                block(on, Area { left, top: walls.top - 8, width: 6, height: 8 }, WALL_EDGE)?;
            }
        }
    }
    Some(())
}

/// One figure for each unit up there, before the parapet and in its side's colour.
fn draw_roof_figures(on: &mut Pixmap, state: &State, part: Part, walls: Area) -> Option<()> {
    let units: Vec<&Unit> = on_roof(state, part).collect();
    let count = u16::try_from(units.len()).unwrap_or(0).min(MOST_FIGURES);
    if count == 0 {
        return Some(());
    }
    let step = (walls.width / count).min(18);
    let start = walls.left + walls.width.saturating_sub(step * count) / 2 + step / 2;
    for (place, unit) in (0..count).zip(&units) {
        let x = f32::from(start + place * step);
        let (rgb, rim) = lit(state, unit.side.index());
        draw_figure(on, (x, f32::from(walls.top) - FIGURE / 2.0 - 2.0), rgb, rim)?;
    }
    Some(())
}

fn on_roof(state: &State, part: Part) -> impl Iterator<Item = &Unit> {
    units_in(state, Spot::roof(part.building, part.column)).map(|(_, unit)| unit)
}

fn draw_figure(on: &mut Pixmap, (x, y): (f32, f32), rgb: Rgb, rim: Rgb) -> Option<()> {
    let half = FIGURE / 2.0;
    let head = dot(x, y - half * 0.56, half * 0.38)?;
    let body = rounded(x - half * 0.6, y - half * 0.1, half * 1.2, half * 1.1, half * 0.5)?;
    for shape in [&head, &body] {
        outline(on, shape, rim, 1.0, 2.5);
        fill(on, shape, rgb, 1.0);
    }
    Some(())
}

/// A heap of stones where a column stood.
fn draw_rubble(on: &mut Pixmap, walls: Area) -> Option<()> {
    let (left, wide) = (f32::from(walls.left), f32::from(walls.width));
    let ground = f32::from(walls.bottom());
    let at = |share: f32, high: f32| (left + wide * share, ground - high);
    let heap = polygon(&[
        at(0.0, 0.0),
        at(0.08, 9.0),
        at(0.22, 12.0),
        at(0.3, 22.0),
        at(0.46, 18.0),
        at(0.56, 27.0),
        at(0.7, 15.0),
        at(0.86, 12.0),
        at(1.0, 0.0),
    ])?;
    fill(on, &heap, STONE, 1.0);
    outline(on, &heap, WALL_EDGE, 1.0, 1.5);
    for (from, to) in
        [((0.2, 0.0), (0.36, 14.0)), ((0.52, 0.0), (0.48, 12.0)), ((0.82, 0.0), (0.66, 11.0))]
    {
        let crack = line(&[at(from.0, from.1), at(to.0, to.1)])?;
        outline(on, &crack, DARK_WINDOW, 1.0, 1.5);
    }
    Some(())
}

fn draw_bar(on: &mut Pixmap, area: Area, left: u32, strength: u32) -> Option<()> {
    block(on, area, DARK_WINDOW)?;
    let share = u64::from(left.min(strength)) * u64::from(area.width) / u64::from(strength.max(1));
    let width = u16::try_from(share).unwrap_or(area.width);
    let rgb = if left < strength { PINS } else { WHOLE };
    if width > 0 {
        block(on, Area { width, ..area }, rgb)?;
    }
    Some(())
}

/// Whole pixels, which are many times quicker than a path.
fn block(on: &mut Pixmap, area: Area, rgb: Rgb) -> Option<()> {
    let (x, y) = (f32::from(area.left), f32::from(area.top));
    let rect = Rect::from_xywh(x, y, f32::from(area.width.max(1)), f32::from(area.height.max(1)))?;
    on.fill_rect(rect, &paint(rgb, 1.0), Transform::identity(), None);
    Some(())
}

fn draw_words(board: &mut Board, id: BuildingId, building: &Building, cell: Area) -> Option<()> {
    let left = cell.left + 14 + HOUSE + 14;
    let width = cell.right().saturating_sub(left + 8);
    let gone = !building.stands_at_all();
    let name = &building.plan.name;
    let style = board.letters.largest(name, &NAMES, width);
    let mut y = cell.top + 34;
    board.write(name, style, (left, y), width, if gone { FADED } else { WORDS });
    let hurt = is_hurt(building) && !gone;
    let strength = strength(building).map(|text| (text, if hurt { PINS } else { QUIET }));
    let free = Free::of(board.state, id, building).map(|free| (free.short(), QUIET));
    for (text, rgb) in strength.into_iter().chain(free) {
        y += LINE;
        board.write(&text, SMALL, (left, y), width, rgb);
    }
    for side in 0..2 {
        let names: Vec<&str> = board
            .state
            .units
            .iter()
            .filter(|unit| unit.side.index() == side && !unit.destroyed && unit.deployed)
            .filter(|unit| unit.spot.is_some_and(|spot| spot.building == id))
            .map(|unit| unit.name.as_str())
            .collect();
        if names.is_empty() || y + LINE > cell.bottom() {
            continue;
        }
        y += LINE;
        board.put(Look::Side(side, DIE), left + DIE / 2, y - SMALL.drop())?;
        let start = left + DIE + 8;
        let width = width.saturating_sub(DIE + 8);
        board.write(&names.join(", "), SMALL, (start, y), width, WORDS);
    }
    Some(())
}

/// Whether anything of it is damaged.
pub(super) fn is_hurt(building: &Building) -> bool {
    building.columns.iter().any(|it| it.rubble || it.left < building.plan.strength)
}

/// "14 of 20", "14 · – · 20 of 20"; nothing where it cannot fall.
fn strength(building: &Building) -> Option<String> {
    let plan = &building.plan;
    if !building.stands_at_all() {
        return Some("rubble".to_owned());
    }
    if plan.strength == 0 {
        return None;
    }
    let each: Vec<String> = building
        .columns
        .iter()
        .map(|column| if column.rubble { "–".to_owned() } else { column.left.to_string() })
        .collect();
    let alike = each.windows(2).all(|pair| pair[0] == pair[1]);
    let left = if alike { each.first().cloned().unwrap_or_default() } else { each.join(" · ") };
    Some(format!("{left} of {}", plan.strength))
}

/// What a building still takes in.
pub(super) enum Free {
    Full,
    Block(Room),
    /// So many models in several blocks.
    Blocks(u32),
    Rooms,
    Hall,
}

impl Free {
    pub(super) fn of(state: &State, id: BuildingId, building: &Building) -> Option<Free> {
        let plan = &building.plan;
        if !building.stands_at_all() {
            return None;
        }
        match plan.interior {
            Interior::Closed => {}
            Interior::Modelled => return Some(Free::Rooms),
            Interior::Hall { .. } => return Some(Free::Hall),
        }
        let columns = (0..plan.columns()).filter(|column| building.stands(*column));
        let blocks: Vec<Room> = columns
            .flat_map(|column| {
                (0..plan.blocks_high()).map(move |block| Spot::block(id, column, block))
            })
            .map(|spot| room(state, spot))
            .collect();
        let models = blocks.iter().filter(|room| room.units > 0).map(|room| room.models).sum();
        Some(match blocks.as_slice() {
            _ if models == 0 => Free::Full,
            [one] => Free::Block(*one),
            _ => Free::Blocks(models),
        })
    }

    fn short(&self) -> String {
        match self {
            Free::Full => "full".to_owned(),
            Free::Block(Room { models, units }) => {
                format!("room {models} · {}", count(*units, "unit", "units"))
            }
            Free::Blocks(models) => format!("room {models} in all"),
            Free::Rooms => "with rooms".to_owned(),
            Free::Hall => "a hall".to_owned(),
        }
    }

    /// For those who do not see the picture.
    pub(super) fn text(&self) -> String {
        match self {
            Free::Block(room) => room.text(),
            Free::Blocks(models) => {
                format!("room for {} in all", count(*models, "model", "models"))
            }
            Free::Full | Free::Rooms | Free::Hall => self.short(),
        }
    }
}

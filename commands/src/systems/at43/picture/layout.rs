//! Where everything of a game's picture lies, in pixels.

use gatemaster_discord::picture::Area;
use gatemaster_discord::picture::text::{Lettering, Style, bold, plain};
use gatemaster_rules::at43::State;
use gatemaster_rules::at43::state::Place;
use gatemaster_rules::ids::Seat;

use super::super::moment;
use super::super::roster::{Course, Roster, Row, Sign, gathered};
use super::items::{self, Item, flow, wrapped};
use super::looks::Look;
use super::scale::Scale;

/// Twice of what a phone shows: letters of 22 pixels are read there as those of a message.
pub(super) const WIDTH: u16 = 780;

const MARGIN: u16 = 14;
const GAP: u16 = 10;
const TITLE: u16 = 92;
const BANNER_LINE: u16 = 34;
const BANNER_PAD: u16 = 9;
pub(super) const BANNER: [Style; 3] = [bold(27), bold(25), bold(23)];
const MOST_BANNER: usize = 2;
/// The name of a side with its points, and its player.
const SIDE_NAMES: u16 = 92;
pub(super) const SIDE_LINE: u16 = 34;
const FOOT: u16 = 8;
pub(super) const INDENT: u16 = 12;
/// How far a card is stands before the name.
pub(super) const COURSE: u16 = 22;
/// From the left end of a row to its words.
pub(super) const WORDS_FROM: u16 = INDENT + COURSE + 8;
const TAIL: Style = plain(21);
const TAIL_LINE: u16 = 27;
const TAIL_PAD: u16 = 7;
const MOST_TAIL: usize = 4;
/// Where many units share lines.
const MOST_GATHERED: usize = 16;
const PLACE_LINES: u16 = 62;
/// More places than this share lines.
const MOST_PLACES: usize = 12;
const LEGEND: Style = plain(20);
const LEGEND_LINE: u16 = 30;
const LEGEND_SIGN: u16 = 18;

#[derive(Debug)]
pub(super) struct Layout<'a> {
    pub height: u16,
    pub scale: Scale,
    pub title: Area,
    pub banner: Area,
    pub asked: (Style, Vec<String>),
    pub sides: Vec<SidePlan<'a>>,
    pub places: Vec<(&'a Place, Area)>,
    /// Those for which there is no room.
    pub more_places: Option<Tail>,
    pub legend: Vec<Entry>,
}

#[derive(Debug)]
pub(super) struct SidePlan<'a> {
    pub seat: Seat,
    pub area: Area,
    pub head: Area,
    pub rows: Vec<RowPlan<'a>>,
    pub tail: Vec<Tail>,
}

#[derive(Debug)]
pub(super) struct RowPlan<'a> {
    pub row: Row<'a>,
    pub area: Area,
    /// Signs that stand in the first line, from left to right.
    pub beside: Vec<Sign>,
    pub lines: Vec<Vec<(u16, Item)>>,
}

/// Units that share lines at the end of their side.
#[derive(Debug)]
pub(super) struct Tail {
    pub look: Look,
    pub area: Area,
    pub lines: Vec<String>,
}

/// What a sign means.
#[derive(Debug)]
pub(super) struct Entry {
    pub mark: Mark,
    pub word: String,
    pub at: (u16, u16),
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Mark {
    Look(Look),
    Letter(&'static str),
}

impl Tail {
    pub(super) const STYLE: Style = TAIL;

    /// Where a line of it is written.
    pub(super) fn baseline(&self, line: usize) -> u16 {
        let line = u16::try_from(line).unwrap_or(0);
        self.area.top + TAIL_PAD + line * TAIL_LINE + TAIL_LINE / 2 + TAIL.drop()
    }

    pub(super) fn middle(&self) -> u16 {
        self.area.top + TAIL_PAD + TAIL_LINE / 2
    }
}

impl Entry {
    pub(super) const STYLE: Style = LEGEND;
    pub(super) const SIGN: u16 = LEGEND_SIGN;
}

impl<'a> Layout<'a> {
    pub(super) fn of(state: &'a State, letters: &mut Lettering) -> Layout<'a> {
        let scale = Scale::of(state);
        let width = WIDTH - 2 * MARGIN;
        let title = Area { left: MARGIN, top: MARGIN, width, height: TITLE };
        let (asked, banner) = banner(state, letters, title.bottom(), width);

        let column = (width - GAP) / 2;
        let columns = [MARGIN, MARGIN + column + GAP];
        let seats: Vec<Seat> = state.seats().collect();
        let head = seats.iter().map(|seat| head_lines(state, *seat)).max().unwrap_or(0);
        let head = SIDE_NAMES + head * SIDE_LINE + FOOT;
        let mut top = banner.bottom() + GAP;
        let mut sides = Vec::new();
        for pair in seats.chunks(2) {
            let mut bottom = top;
            let first = sides.len();
            for (seat, left) in pair.iter().zip(columns) {
                let area = Area { left, top, width: column, height: head };
                let side = plan_side(state, *seat, area, scale, letters);
                bottom = bottom.max(side.area.bottom());
                sides.push(side);
            }
            // those beside each other end together
            for side in sides.iter_mut().skip(first) {
                side.area.height = bottom - top;
            }
            top = bottom + GAP;
        }

        let (places, others) = few_places(state);
        let alone = (seats.len() % 2 == 1).then(|| sides.last().map(|side| side.area)).flatten();
        let across = Area { left: MARGIN, top, width, height: 0 };
        let places = match alone {
            // beside the last of three sides
            Some(beside) => {
                let most = usize::from(beside.height / (PLACE_LINES + GAP)).max(1);
                let (here, below) = places.split_at(places.len().min(most));
                let mut placed = place_places(here, Area { left: columns[1], ..beside }, 1);
                placed.extend(place_places(below, across, 2));
                placed
            }
            None => place_places(&places, across, 2),
        };
        let bottom = places.iter().map(|(_, area)| area.bottom() + GAP).fold(top, u16::max);
        let more_places = share_places(state, &others, Area { top: bottom, ..across }, letters);
        let bottom = more_places.as_ref().map_or(bottom, |tail| tail.area.bottom() + GAP);
        let (legend, bottom) = place_legend(legend(&sides, scale), letters, bottom, width);
        let height = bottom + MARGIN - GAP / 2;
        Layout { height, scale, title, banner, asked, sides, places, more_places, legend }
    }
}

/// Whom the game waits for, in one line or two.
fn banner(
    state: &State,
    letters: &mut Lettering,
    top: u16,
    width: u16,
) -> ((Style, Vec<String>), Area) {
    let room = width - 2 * 16 - 42;
    let text = moment::waits(state);
    let style = letters.largest(&text, &BANNER, room);
    let lines = items::lines(&text, style, letters, room, MOST_BANNER);
    let high = u16::try_from(lines.len()).unwrap_or(1) * BANNER_LINE + 2 * BANNER_PAD;
    // a game that waits for nobody has no strip
    let high = if text.is_empty() { 0 } else { high };
    ((style, lines), Area { left: MARGIN, top, width, height: high })
}

/// Where a line of the banner is written.
pub(super) fn banner_baseline(area: Area, line: usize, style: Style) -> u16 {
    let line = u16::try_from(line).unwrap_or(0);
    area.top + BANNER_PAD + line * BANNER_LINE + BANNER_LINE / 2 + style.drop()
}

/// How many lines stand below the names of a side: what it has, who commands, what it owes.
fn head_lines(state: &State, seat: Seat) -> u16 {
    let Some(side) = state.side(seat) else { return 0 };
    let commands = side.commander.is_some();
    let has = state.round > 0;
    let owes = moment::readiness(state, seat).is_some();
    u16::from(commands) + u16::from(has) + u16::from(owes)
}

fn plan_side<'a>(
    state: &'a State,
    seat: Seat,
    head: Area,
    scale: Scale,
    letters: &mut Lettering,
) -> SidePlan<'a> {
    let roster = Roster::of(state, seat);
    let bought_for = roster.bought_for();
    let lost = roster.lost(state);
    let (shared, rows): (Vec<Row>, Vec<Row>) =
        roster.rows.into_iter().partition(|row| scale.gathers && row.is_plain());
    let (rows, others) = most_important(rows, scale.most);
    let mut top = head.bottom();
    let mut planned = Vec::new();
    for row in rows {
        let row = plan_row(row, Area { top, ..head }, scale, letters);
        top = row.area.bottom();
        planned.push(row);
    }
    let mut tail = Vec::new();
    let mut add = |look, word: &str, units: Vec<String>, most| {
        if units.is_empty() {
            return;
        }
        let room = head.width - WORDS_FROM - INDENT;
        let mut words = units;
        if let Some(first) = words.first_mut() {
            *first = format!("{word} {first}");
        }
        let lines = wrapped(&words, TAIL, letters, room, most);
        let high = u16::try_from(lines.len()).unwrap_or(0) * TAIL_LINE + TAIL_PAD;
        tail.push(Tail { look, area: Area { top, height: high, ..head }, lines });
        top += high;
    };
    for course in [Course::ToCome, Course::Done, Course::Apart] {
        let here = |row: &&Row| row.course == course;
        for waits in [false, true] {
            let sharing = shared.iter().filter(here);
            let sharing = sharing.filter(|row| row.signs.contains(&Sign::Reserve) == waits);
            let told = gathered(sharing.map(|row| (row.name, row.strength())));
            let (word, look) = match (course.word(), waits) {
                (Some(word), false) => (format!("{}:", crate::words::capital(word)), None),
                (Some(word), true) => (format!("In reserve, {word}:"), Some(Sign::Reserve)),
                (None, false) => ("On the table:".to_owned(), None),
                (None, true) => ("In reserve:".to_owned(), Some(Sign::Reserve)),
            };
            let look = look.map_or(Look::Course(course, COURSE), |sign| Look::Sign(sign, COURSE));
            add(look, &word, told, MOST_GATHERED);
        }
    }
    let told = others.iter().map(|row| {
        let facts = std::iter::once(row.strength()).chain(row.course.word().map(str::to_owned));
        let facts: Vec<String> = facts.chain(row.facts(state)).collect();
        (row.name, facts.join(" "))
    });
    add(Look::Course(Course::Apart, COURSE), "Also:", gathered(told), MOST_GATHERED);
    add(Look::More(COURSE), "To be bought:", bought_for, MOST_TAIL);
    add(Look::Gone(COURSE), "Gone:", lost, MOST_TAIL);
    let area = Area { height: top + FOOT - head.top, ..head };
    SidePlan { seat, area, head, rows: planned, tail }
}

/// So many rows in their order, and the others.
fn most_important(rows: Vec<Row>, most: usize) -> (Vec<Row>, Vec<Row>) {
    let mut ranked: Vec<_> = rows.iter().map(|row| (row.rank(), row.id)).collect();
    ranked.sort_unstable();
    let shown = ranked.get(most).copied();
    rows.into_iter().partition(|row| shown.is_none_or(|first| (row.rank(), row.id) < first))
}

fn plan_row<'a>(row: Row<'a>, at: Area, scale: Scale, letters: &mut Lettering) -> RowPlan<'a> {
    let room = at.width - WORDS_FROM - INDENT;
    let fighters = u16::try_from(row.unit.members.len()).unwrap_or(u16::MAX);
    let [_, _, least] = scale.names;
    let commands = row.signs.contains(&Sign::Commander);
    let strength = letters.width(&row.strength(), scale.strength) + items::APART;
    let icons: u16 = row
        .signs
        .iter()
        .map(|sign| items::icon_width(*sign, scale, letters) + items::APART)
        .fold(0, u16::saturating_add);
    let name = letters.width(row.name, least);
    let whole = name.saturating_add(icons).saturating_add(strength + items::NEAR) <= room;
    let all_beside = !scale.roomy && whole;
    let beside = if all_beside {
        row.signs.clone()
    } else if commands {
        vec![Sign::Commander]
    } else {
        Vec::new()
    };
    let below = items::of(&row, scale, letters, all_beside, room);
    let lines = flow(below, scale, letters, fighters, room);
    let high = u16::try_from(lines.len()).unwrap_or(0).saturating_mul(scale.line);
    let height = scale.first.saturating_add(high).saturating_add(2 * scale.pad);
    RowPlan { row, area: Area { height, ..at }, beside, lines }
}

/// Those that have a place of their own, the held ones first where there are many, and the others.
fn few_places(state: &State) -> (Vec<&Place>, Vec<&Place>) {
    let mut places = moment::places(state);
    if places.len() > MOST_PLACES {
        places.sort_by_key(|place| (place.controlled_by.is_none(), place.captured_by.is_empty()));
    }
    let others = places.split_off(places.len().min(MOST_PLACES));
    (places, others)
}

/// "Container 3–9: held by nobody"
fn share_places(
    state: &State,
    places: &[&Place],
    at: Area,
    letters: &mut Lettering,
) -> Option<Tail> {
    let told = places.iter().map(|place| (place.name.as_str(), moment::held(state, place)));
    let room = at.width - WORDS_FROM - INDENT;
    let lines = wrapped(&gathered(told), TAIL, letters, room, MOST_GATHERED);
    let height = u16::try_from(lines.len()).unwrap_or(0) * TAIL_LINE + TAIL_PAD;
    let area = Area { height, ..at };
    (!lines.is_empty()).then_some(Tail { look: Look::Nobody(COURSE), area, lines })
}

fn place_places<'a>(places: &[&'a Place], area: Area, across: u16) -> Vec<(&'a Place, Area)> {
    let gap = if across > 1 { GAP } else { 0 };
    let width = (area.width - gap) / across;
    let placed = (0_u16..).zip(places).map(|(place, it)| {
        let left = area.left + place % across * (width + gap);
        let top = area.top + place / across * (PLACE_LINES + GAP);
        (*it, Area { left, top, width, height: PLACE_LINES })
    });
    placed.collect()
}

/// Only what the picture shows is explained.
fn legend(sides: &[SidePlan], scale: Scale) -> Vec<(Mark, String)> {
    let rows = || sides.iter().flat_map(|side| &side.rows);
    let look = |look, word: &str| (Mark::Look(look), word.to_owned());
    let mut entries = Vec::new();
    for course in Course::ALL {
        if let Some(word) = course.word().filter(|_| rows().any(|row| row.row.course == course)) {
            entries.push(look(Look::Course(course, LEGEND_SIGN), word));
        }
    }
    for sign in Sign::ALL {
        let beside = |row: &RowPlan| {
            let lined = row.lines.iter().flatten().any(|(_, item)| match item {
                Item::Sign(shown) => shown.kind() == sign,
                Item::Figures | Item::Bars { .. } | Item::Figure(_) => false,
            });
            row.beside.iter().any(|shown| shown.kind() == sign) || lined
        };
        // in a roomy picture the words stand beside the signs
        let worded = scale.roomy && sign != Sign::Commander;
        if !worded && rows().any(beside) {
            entries.push(look(Look::Sign(sign, LEGEND_SIGN), sign.word()));
        }
    }
    if rows().any(|row| row.lines.iter().flatten().any(|(_, item)| is_bars(item))) {
        entries.push((Mark::Letter("F"), "frame".to_owned()));
        entries.push((Mark::Letter("P"), "propulsion".to_owned()));
        entries.push((Mark::Letter("W"), "weapons".to_owned()));
    }
    entries
}

fn is_bars(item: &Item) -> bool {
    match item {
        Item::Bars { .. } => true,
        Item::Figures | Item::Sign(_) | Item::Figure(_) => false,
    }
}

/// Gives where they end as well.
fn place_legend(
    entries: Vec<(Mark, String)>,
    letters: &mut Lettering,
    top: u16,
    width: u16,
) -> (Vec<Entry>, u16) {
    const BETWEEN: u16 = 22;
    let (mut pen, mut line) = (0_u16, top + LEGEND_LINE / 2);
    let some = !entries.is_empty();
    let placed = entries.into_iter().map(|(mark, word)| {
        let wide = LEGEND_SIGN + items::NEAR + letters.width(&word, LEGEND);
        if pen > 0 && pen + wide > width - 8 {
            pen = 0;
            line += LEGEND_LINE;
        }
        let at = (MARGIN + 4 + pen, line);
        pen += wide + BETWEEN;
        Entry { mark, word, at }
    });
    let placed: Vec<Entry> = placed.collect();
    (placed, if some { line + LEGEND_LINE / 2 + GAP / 2 } else { top })
}

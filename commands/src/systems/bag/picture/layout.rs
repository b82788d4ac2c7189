//! Where everything of a bag's picture lies, in pixels.

use gatemaster_discord::picture::Area;
use gatemaster_rules::bag::{Pool, State};

pub(super) const WIDTH: u16 = 800;
/// Past any bag the rules allow; a picture never grows beyond it.
pub(super) const MAX_HEIGHT: u16 = 1_600;
/// A bag holds dice of up to eight sides and four kinds of extras.
pub(super) const MAX_ROWS: usize = 12;

const MARGIN: u16 = 22;
/// Between the bag, the table and the lost dice.
const GAP: u16 = 16;
/// From the side of the bag or the table to its dice.
const PAD: u16 = 20;
/// The bag's neck, above its dice.
const NECK: u16 = 46;
const BETWEEN_ROWS: u16 = 14;
const STRIP: u16 = 56;
const MAX_PITCH: u16 = 54;
const MAX_LINES: u16 = 3;
/// Narrower than this, a bag does not look like one.
const FEWEST_COLUMNS: u16 = 3;
/// Pools beyond it are stacked; the rules let no pool have more dice in play.
const MOST_LAID_OUT: u32 = 60;
/// How much of a stacked die is left to see.
const STACK_STEP: u16 = 4;

/// Discord shows pictures in messages no larger than this, and shrinks others to fit.
const SHOWN_WIDTH: u32 = 550;
const SHOWN_HEIGHT: u32 = 350;

/// The sides of one die and the way from one to the next are the same in all of a picture, so that
/// rows can be compared by their length.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub height: u16,
    pub pitch: u16,
    /// How many lines of dice each row has.
    lines: Vec<u16>,
    /// The body of the bag; its neck is above.
    pub bag: Area,
    pub table: Area,
    /// Where the lost dice lie, if there are any.
    pub lost: Area,
    /// This turn's draws.
    pub strip: Area,
}

/// A die's middle.
pub(super) type Spot = (u16, u16);

/// Where a row's dice lie, and where a "+" says that there are more.
#[derive(Debug, Default)]
pub(super) struct Spots {
    pub dice: Vec<Spot>,
    pub more: Option<Spot>,
}

impl Layout {
    /// Of up to one, two or three lines for a pool, the one that shows dice largest.
    pub(super) fn of(state: &State) -> Layout {
        let first = Layout::with_lines(1, &state.pools);
        (2..=MAX_LINES)
            .map(|lines| Layout::with_lines(lines, &state.pools))
            .filter(|layout| layout.height <= MAX_HEIGHT)
            .fold(first, |best, next| if next.shown() > best.shown() { next } else { best })
    }

    fn with_lines(most_lines: u16, pools: &[Pool]) -> Layout {
        let pools = &pools[..pools.len().min(MAX_ROWS)];
        let laid_out = |dice: u32| u16::try_from(dice.min(MOST_LAID_OUT)).unwrap_or(0);
        let most = |count: fn(&Pool) -> u32| laid_out(pools.iter().map(count).max().unwrap_or(0));
        // The bag and the table each have room for all dice in play, so that the picture keeps its
        // shape while dice wander from one to the other.
        let columns = most(Pool::in_play).div_ceil(most_lines).max(FEWEST_COLUMNS);
        // Lost dice matter least; many of them rather lie in a stack than make all others small.
        let most_lost = most(|pool| pool.lost);
        let lost_columns = most_lost.div_ceil(most_lines).min(columns.div_ceil(2));
        let lost_gap = if most_lost > 0 { GAP } else { 0 };
        let room = WIDTH - 2 * MARGIN - GAP - 4 * PAD - lost_gap;
        let pitch = (room / (2 * columns + lost_columns)).min(MAX_PITCH);
        let lost_width = pitch * lost_columns;
        let side = (room - lost_width) / 2;

        let in_line = (side / pitch, lost_columns.max(1));
        let lines = |pool: &Pool| {
            let (in_play, lost) = (laid_out(pool.in_play()), laid_out(pool.lost));
            let needed = in_play.div_ceil(in_line.0).max(lost.div_ceil(in_line.1));
            needed.clamp(1, most_lines)
        };
        let mut lines: Vec<u16> = pools.iter().map(lines).collect();
        if lines.is_empty() {
            lines.push(1);
        }

        let top = MARGIN + NECK;
        let height = lines.iter().map(|lines| lines * pitch + BETWEEN_ROWS).sum::<u16>();
        let area = |left, width| Area { left, top, width, height: height + BETWEEN_ROWS };
        let bag = area(MARGIN, side + 2 * PAD);
        let table = area(bag.right() + GAP, side + 2 * PAD);
        let lost = area(table.right() + lost_gap, lost_width);
        let strip = Area {
            left: MARGIN,
            top: bag.bottom() + GAP / 2,
            width: WIDTH - 2 * MARGIN,
            height: STRIP,
        };
        let height = strip.bottom() + MARGIN / 2;
        Layout { height, pitch, lines, bag, table, lost, strip }
    }

    /// How large dice look: as Discord shows them in the message, and a little for their full size,
    /// as those who want to see more open the picture.
    fn shown(&self) -> u32 {
        let shrunk = |room: u32, size: u16| room * 1_000 / u32::from(size).max(1);
        let shrunk = shrunk(SHOWN_WIDTH, WIDTH).min(shrunk(SHOWN_HEIGHT, self.height));
        u32::from(self.pitch) * (shrunk + 250)
    }

    pub(super) fn die(&self) -> u16 {
        self.pitch * 5 / 6
    }

    fn row_height(&self, lines: u16) -> u16 {
        lines * self.pitch + BETWEEN_ROWS
    }

    /// Where each row ends.
    fn ends(&self) -> impl Iterator<Item = u16> {
        let start = self.bag.top + BETWEEN_ROWS / 2;
        self.lines.iter().scan(start, |end, lines| {
            *end += self.row_height(*lines);
            Some(*end)
        })
    }

    /// The heights of the lines between rows.
    pub(super) fn between_rows(&self) -> impl Iterator<Item = u16> {
        self.ends().take(self.lines.len().saturating_sub(1))
    }

    /// Where the dice of a row lie in the bag.
    pub(super) fn in_bag(&self, row: usize, dice: u32) -> Spots {
        self.spots(self.bag.left + PAD, self.bag.width - 2 * PAD, row, dice)
    }

    pub(super) fn on_table(&self, row: usize, dice: u32) -> Spots {
        self.spots(self.table.left + PAD, self.table.width - 2 * PAD, row, dice)
    }

    pub(super) fn lost(&self, row: usize, dice: u32) -> Spots {
        self.spots(self.lost.left, self.lost.width, row, dice)
    }

    fn spots(&self, left: u16, width: u16, row: usize, dice: u32) -> Spots {
        let (Some(most_lines), Some(end)) = (self.lines.get(row), self.ends().nth(row)) else {
            return Spots::default();
        };
        let middle = end - self.row_height(*most_lines) / 2;
        let wanted = u16::try_from(dice).unwrap_or(u16::MAX);
        let (in_line, step) = self.line(width, wanted, *most_lines);
        let shown = wanted.min(in_line.saturating_mul(*most_lines));
        let top = middle - shown.div_ceil(in_line) * self.pitch / 2;
        let half = self.pitch / 2;
        let spot = |i| (left + half + i % in_line * step, top + half + i / in_line * self.pitch);
        let more = (u32::from(shown) < dice)
            .then(|| (left + width.saturating_sub(half), middle + (most_lines - 1) * half));
        Spots { dice: (0..shown).map(spot).collect(), more }
    }

    /// How many dice go in a line, and how far apart.
    fn line(&self, width: u16, dice: u16, lines: u16) -> (u16, u16) {
        let apart = width / self.pitch;
        if dice <= apart * lines {
            return (apart.max(1), self.pitch);
        }
        // One die's width stays free at the end, for a "+".
        let room = width.saturating_sub(2 * self.pitch);
        let step = (room / dice.div_ceil(lines)).max(STACK_STEP);
        (room / step + 1, step)
    }
}

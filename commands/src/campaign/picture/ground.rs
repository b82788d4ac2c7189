//! The map upon a picture of the organisers' own: a numbered pin for each place and, where there is room, its name beside it.

use gatemaster_discord::picture::photo::{self, PhotoFault};
use gatemaster_discord::picture::text::Lettering;
use gatemaster_discord::picture::{CARD, Rgb, fill, mix, outline, rounded};
use gatemaster_league::campaign::map::{self, Spot, layout};
use gatemaster_league::campaign::{Campaign, Cell, Place};
use tiny_skia::{Color, Pixmap, PixmapPaint, Transform};

use super::{MARGIN, NAMES, NOBODY, WIDTH, WORDS, draw_chip, legend, point, shown, two_lines};

/// A picture that is higher is shown narrower.
const HIGHEST: u16 = 1_100;
/// With more places, names would lie upon each other.
const NAMED: usize = 16;
const PIN: u16 = 21;
/// A name takes no more of the map than this.
const LABEL: u16 = 210;

/// Why a picture cannot be the ground of a map.
pub type GroundFault = PhotoFault;

/// The picture in the size in which maps are drawn, to be kept.
pub fn prepared(bytes: &[u8]) -> Result<Vec<u8>, GroundFault> {
    let picture = photo::read(bytes)?;
    let fitted = photo::fitted(&picture, WIDTH, HIGHEST).ok_or(PhotoFault::TooLarge)?;
    photo::png(&fitted).ok_or(PhotoFault::TooLarge)
}

/// The names that are written already, so that none lies upon another.
struct Label {
    left: u16,
    top: u16,
    right: u16,
    bottom: u16,
}

impl Label {
    fn meets(&self, other: &Label) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }
}

/// `None` where the picture cannot be read, or there is no place.
pub(super) fn draw(campaign: &Campaign, own: &[u8]) -> Option<Pixmap> {
    let spots = layout(campaign);
    if spots.is_empty() {
        return None;
    }
    let picture = photo::read(own).ok()?;
    let few = spots.len() <= NAMED;
    let (drawing, all_named) = draw_upon(campaign, &spots, &picture, few, !few)?;
    if few && !all_named {
        // where a name has found no room, all stand below with their numbers
        return draw_upon(campaign, &spots, &picture, few, true).map(|(drawing, _)| drawing);
    }
    Some(drawing)
}

/// With names beside the pins, with names and numbers below, or with both; and whether every pin has its name beside it.
fn draw_upon(
    campaign: &Campaign,
    spots: &[Spot],
    picture: &Pixmap,
    names: bool,
    numbers: bool,
) -> Option<(Pixmap, bool)> {
    let (wide, high) =
        (u16::try_from(picture.width()).ok()?, u16::try_from(picture.height()).ok()?);
    let height = high + legend::height(campaign, numbers) + MARGIN;
    let mut on = Pixmap::new(WIDTH.into(), height.into())?;
    let [red, green, blue] = gatemaster_discord::picture::channels(CARD);
    on.fill(Color::from_rgba8(red, green, blue, 255));
    let left = WIDTH.saturating_sub(wide) / 2;
    let (paint, still) = (PixmapPaint::default(), Transform::identity());
    on.draw_pixmap(left.into(), 0, picture.as_ref(), &paint, still, None);

    let at = |cell: Cell| {
        let share = |part: u8, of: u8, whole: u16| {
            let twice = u32::from(part) * 2 + 1;
            u16::try_from(u32::from(whole) * twice / (2 * u32::from(of))).unwrap_or(whole)
        };
        (left + share(cell.x, map::WIDTH, wide), share(cell.y, map::HEIGHT, high))
    };
    draw_ways(&mut on, campaign, spots, at);
    let mut letters = Lettering::default();
    let mut labels: Vec<Label> = spots.iter().map(|spot| pin(at(spot.cell))).collect();
    let mut all_named = names;
    for spot in spots {
        let Some(place) = campaign.place(spot.place) else { continue };
        let middle = at(spot.cell);
        let rgb = place.owner.and_then(|side| shown(campaign, side));
        if names {
            let ends = (wide + left, high);
            let name = (place, rgb);
            all_named &= write_name(&mut on, &mut letters, name, middle, ends, &mut labels)?;
        }
        let text = match rgb {
            Some(_) => map::mark(campaign, place),
            None => place.no.to_string(),
        };
        draw_chip(&mut on, &mut letters, &text, rgb.unwrap_or(PLAIN), middle, PIN)?;
    }
    legend::draw(&mut on, &mut letters, campaign, high + MARGIN / 2, numbers)?;
    Some((on, all_named))
}

/// A pin of what nobody holds.
const PLAIN: Rgb = 0x0039_4357;

fn pin((x, y): (u16, u16)) -> Label {
    Label {
        left: x.saturating_sub(PIN),
        top: y.saturating_sub(PIN),
        right: x + PIN,
        bottom: y + PIN,
    }
}

fn draw_ways(
    on: &mut Pixmap,
    campaign: &Campaign,
    spots: &[Spot],
    at: impl Fn(Cell) -> (u16, u16),
) {
    for (spot, place) in spots.iter().filter_map(|s| Some((s, campaign.place(s.place)?))) {
        for link in place.links.iter().filter(|link| **link > place.no) {
            let Some(end) = spots.iter().find(|end| end.place == *link) else { continue };
            let ends = [point(at(spot.cell)), point(at(end.cell))];
            if let Some(way) = gatemaster_discord::picture::line(&ends) {
                // dark around light, so that it is seen on any ground
                outline(on, &way, CARD, 0.8, 9.0);
                outline(on, &way, WORDS, 1.0, 4.0);
            }
        }
    }
}

/// Below its pin, above it or beside it, wherever nothing lies yet. Gives whether there was room.
fn write_name(
    on: &mut Pixmap,
    letters: &mut Lettering,
    (place, rgb): (&Place, Option<Rgb>),
    (x, y): (u16, u16),
    (right, bottom): (u16, u16),
    labels: &mut Vec<Label>,
) -> Option<bool> {
    let [_, style] = NAMES;
    let lines = two_lines(letters, &place.name, style, LABEL);
    let wide = lines.iter().map(|line| letters.width(line, style).min(LABEL)).max().unwrap_or(0);
    let (wide, between) = (wide + 20, style.size + 6);
    let high = u16::try_from(lines.len()).unwrap_or(1) * between + 12;
    let (half, beside) = (wide / 2, PIN + 4);
    let places = [
        (x.saturating_sub(half), y + beside),
        (x.saturating_sub(half), y.saturating_sub(beside + high)),
        (x + beside, y.saturating_sub(high / 2)),
        (x.saturating_sub(beside + wide), y.saturating_sub(high / 2)),
    ];
    let found = places.into_iter().find_map(|(left, top)| {
        let left = left.min(right.saturating_sub(wide + 2)).max(2);
        let label = Label { left, top, right: left + wide, bottom: top + high };
        let free = label.bottom <= bottom && labels.iter().all(|other| !other.meets(&label));
        free.then_some(label)
    });
    let Some(label) = found else { return Some(false) };
    let (left, top) = point((label.left, label.top));
    let plate = rounded(left, top, f32::from(wide), f32::from(high), 10.0)?;
    fill(on, &plate, rgb.map_or(CARD, |rgb| mix(CARD, rgb, 60)), 0.88);
    outline(on, &plate, rgb.map_or(NOBODY, super::clear), 1.0, 2.0);
    for (line, text) in (1..).zip(&lines) {
        let text_wide = letters.width(text, style).min(LABEL);
        let start = label.left + (wide - text_wide) / 2;
        let base = label.top + line * between - 2;
        letters.write(on, text, style, (start, base), LABEL, WORDS);
    }
    labels.push(label);
    Some(true)
}

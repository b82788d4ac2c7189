//! How a rating went: a line from week to week, and around it a band that is wide where it is still a guess.

use gatemaster_discord::limits::clip;
use gatemaster_discord::picture::text::{Lettering, Style, bold, plain};
use gatemaster_discord::picture::{
    Area, MAX_ALT, Picture, Rgb, card, dot, fill, line, outline, polygon, small_png,
};
use gatemaster_league::books::date;
use gatemaster_league::rating::Point;
use tiny_skia::Pixmap;

use crate::words::count;

const WIDTH: u16 = 1_040;
const HEIGHT: u16 = 440;
/// Where the line is drawn: numbers stand to its left, days below, the latest value above.
const PLOT: Area = Area { left: 104, top: 92, width: 890, height: 272 };

const WORDS: Rgb = 0x00f2_f5fa;
const QUIET: Rgb = 0x00b4_bece;
const RULE: Rgb = 0x003b_4659;
const LINE: Rgb = 0x0062_b5ff;

const TITLES: [Style; 2] = [bold(30), bold(24)];
const LATEST: Style = bold(30);
const LABELS: Style = plain(22);

/// Ratings and deviations beyond these are not drawn where they are, but at the edge.
const RATINGS: (f64, f64) = (0.0, 4_000.0);
/// At most so many lines across.
const MOST_STEPS: f64 = 5.0;
const STEPS: [f64; 7] = [10.0, 25.0, 50.0, 100.0, 200.0, 500.0, 1_000.0];

/// The rating of one person in one game, the oldest week first. `None` without a week.
pub fn rating_plot(name: &str, game: &str, history: &[Point]) -> Option<Picture> {
    let history: Vec<Point> = history.iter().filter_map(within_bounds).collect();
    let (first, last) = (history.first()?, history.last()?);
    let drawing = draw(name, game, &history)?;
    let weeks = u32::try_from(history.len()).unwrap_or(u32::MAX);
    let highest = history.iter().map(|point| point.rating).fold(f64::MIN, f64::max);
    let lowest = history.iter().map(|point| point.rating).fold(f64::MAX, f64::min);
    let alt = format!(
        "Rating of {name} in {game} over {}: {:.0} in the week of {}, {:.0} (deviation {:.0}) in the week of {}. Highest \
         {highest:.0}, lowest {lowest:.0}.",
        count(weeks, "week of play", "weeks of play"),
        first.rating,
        date::written(first.period_ms),
        last.rating,
        last.deviation,
        date::written(last.period_ms),
    );
    Some(Picture { png: small_png(&drawing)?, alt: clip(&alt, MAX_ALT) })
}

fn within_bounds(point: &Point) -> Option<Point> {
    let (low, high) = RATINGS;
    let sound = point.rating.is_finite() && point.deviation.is_finite();
    sound.then(|| Point {
        period_ms: point.period_ms,
        rating: point.rating.clamp(low, high),
        deviation: point.deviation.clamp(0.0, high),
    })
}

/// What the plot reaches over.
struct Reach {
    low: f64,
    high: f64,
    step: f64,
    from_ms: i64,
    to_ms: i64,
}

impl Reach {
    fn of(history: &[Point]) -> Option<Reach> {
        let low = history.iter().map(|point| point.rating - point.deviation).reduce(f64::min)?;
        let high = history.iter().map(|point| point.rating + point.deviation).reduce(f64::max)?;
        let coarsest = STEPS[STEPS.len() - 1];
        let fits = |step: &f64| (high - low) / step <= MOST_STEPS;
        let step = STEPS.into_iter().find(fits).unwrap_or(coarsest);
        Some(Reach {
            low: (low / step).floor() * step,
            high: ((high / step).ceil() * step).max((low / step).floor() * step + step),
            step,
            from_ms: history.iter().map(|point| point.period_ms).min()?,
            to_ms: history.iter().map(|point| point.period_ms).max()?,
        })
    }

    fn y(&self, rating: f64) -> f32 {
        let share = (self.high - rating) / (self.high - self.low);
        f32::from(PLOT.top) + f32::from(PLOT.height) * narrow(share)
    }

    fn x(&self, at_ms: i64) -> f32 {
        let span = self.to_ms.saturating_sub(self.from_ms);
        let share =
            if span <= 0 { 0.5 } else { wide(at_ms.saturating_sub(self.from_ms)) / wide(span) };
        f32::from(PLOT.left) + f32::from(PLOT.width) * narrow(share)
    }
}

#[expect(clippy::cast_precision_loss, reason = "a share of a picture needs few digits")]
fn wide(ms: i64) -> f64 {
    ms as f64
}

#[expect(clippy::cast_possible_truncation, reason = "a share of a picture needs few digits")]
fn narrow(share: f64) -> f32 {
    share.clamp(0.0, 1.0) as f32
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "places of the plot are within the picture"
)]
fn pixel(at: f32) -> u16 {
    at.round() as u16
}

fn draw(name: &str, game: &str, history: &[Point]) -> Option<Pixmap> {
    let reach = Reach::of(history)?;
    let mut on = card(WIDTH, HEIGHT)?;
    let mut letters = Lettering::default();
    head(&mut on, &mut letters, name, game, history.last()?);
    grid(&mut on, &mut letters, &reach)?;

    let edge =
        |sign: f64| move |point: &Point| (point.period_ms, point.rating + sign * point.deviation);
    let at = |(ms, rating): (i64, f64)| (reach.x(ms), reach.y(rating));
    let upper = history.iter().map(edge(1.0)).map(at);
    let lower = history.iter().rev().map(edge(-1.0)).map(at);
    let middle: Vec<(f32, f32)> =
        history.iter().map(|point| at((point.period_ms, point.rating))).collect();
    if let [(x, _)] = middle[..] {
        // a single week is a stroke, not an area
        let ends: Vec<(f32, f32)> = upper.chain(lower).map(|(_, y)| (x, y)).collect();
        outline(&mut on, &line(&ends)?, LINE, 0.25, 14.0);
    } else {
        let band: Vec<(f32, f32)> = upper.chain(lower).collect();
        fill(&mut on, &polygon(&band)?, LINE, 0.22);
        outline(&mut on, &line(&middle)?, LINE, 1.0, 4.0);
    }
    let (x, y) = *middle.last()?;
    fill(&mut on, &dot(x, y, 8.0)?, WORDS, 1.0);
    Some(on)
}

fn head(on: &mut Pixmap, letters: &mut Lettering, name: &str, game: &str, last: &Point) {
    let latest = format!("{:.0} ± {:.0}", last.rating, last.deviation);
    let width = letters.width(&latest, LATEST);
    let right = PLOT.right();
    letters.write(on, &latest, LATEST, (right.saturating_sub(width), 58), width, LINE);
    let room = right.saturating_sub(width + 40 + 32);
    let title = format!("{name}, {game}");
    let style = letters.largest(&title, &TITLES, room);
    letters.write(on, &title, style, (32, 58), room, WORDS);
}

fn grid(on: &mut Pixmap, letters: &mut Lettering, reach: &Reach) -> Option<()> {
    let (left, right) = (f32::from(PLOT.left), f32::from(PLOT.right()));
    let mut rating = reach.low;
    while rating <= reach.high + reach.step / 2.0 {
        let y = reach.y(rating);
        outline(on, &line(&[(left, y), (right, y)])?, RULE, 1.0, 1.5);
        let label = format!("{rating:.0}");
        let width = letters.width(&label, LABELS);
        let at = (PLOT.left.saturating_sub(width + 14), pixel(y) + LABELS.drop());
        letters.write(on, &label, LABELS, at, width, QUIET);
        rating += reach.step;
    }
    let days = if reach.to_ms > reach.from_ms {
        vec![reach.from_ms, i64::midpoint(reach.from_ms, reach.to_ms), reach.to_ms]
    } else {
        vec![reach.from_ms]
    };
    for day in days {
        let label = date::written(day);
        let width = letters.width(&label, LABELS);
        let middle = pixel(reach.x(day)).saturating_sub(width / 2);
        let at = middle.min((PLOT.right() + 24).saturating_sub(width)).max(24);
        letters.write(on, &label, LABELS, (at, PLOT.bottom() + 44), width, QUIET);
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Monday, 1 January 2024, 00:00 UTC.
    const MONDAY: i64 = 1_704_067_200_000;
    const WEEK: i64 = 7 * 24 * 60 * 60 * 1000;

    fn point(week: i64, rating: f64, deviation: f64) -> Point {
        Point { period_ms: MONDAY.saturating_add(week.saturating_mul(WEEK)), rating, deviation }
    }

    fn plot(history: &[Point]) -> Picture {
        rating_plot("Ann", "Antares", history).unwrap()
    }

    #[test]
    fn the_words_tell_where_the_line_begins_and_ends() {
        let history = [point(0, 1_500.4, 200.0), point(1, 1_612.0, 160.0), point(5, 1_570.0, 95.6)];
        assert_eq!(
            plot(&history).alt,
            "Rating of Ann in Antares over 3 weeks of play: 1500 in the week of 2024-01-01, 1570 (deviation 96) in the week \
             of 2024-02-05. Highest 1612, lowest 1500."
        );
    }

    #[test]
    fn what_happened_is_seen() {
        let up = [point(0, 1_500.0, 100.0), point(1, 1_600.0, 90.0)];
        let down = [point(0, 1_600.0, 100.0), point(1, 1_500.0, 90.0)];
        assert_ne!(plot(&up).png, plot(&down).png);
        assert_eq!(plot(&up), plot(&up), "the same history gives the same bytes");
    }

    #[test]
    fn odd_histories_are_drawn_all_the_same() {
        let odd: [&[Point]; 6] = [
            &[point(0, 1_500.0, 350.0)],
            &[point(0, 1_500.0, 0.0)],
            &[point(i64::MIN, 0.0, 350.0), point(i64::MAX, 4_000.0, 350.0)],
            &[point(3, 1_500.0, 0.0), point(3, 1_500.0, 0.0)],
            &[point(0, 1e300, 1.0), point(1, -1e300, 1.0)],
            &[point(0, f64::NAN, 1.0), point(1, 1_500.0, 60.0)],
        ];
        for history in odd {
            let picture = rating_plot(&"深い*".repeat(40), "Bolt Action", history).unwrap();
            assert!(picture.png.len() > 1_000, "{history:?}");
            assert!(picture.alt.chars().count() <= MAX_ALT);
        }
        assert_eq!(rating_plot("Ann", "Antares", &[]), None);
        assert_eq!(rating_plot("Ann", "Antares", &[point(0, f64::INFINITY, 1.0)]), None);
    }
}

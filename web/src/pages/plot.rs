//! A rating over time, drawn for those who see it; the same numbers stand in a table beside it.

use gatemaster_league::rating::Point;
use maud::{Markup, html};

use crate::when;

const WIDTH: f64 = 480.0;
const HEIGHT: f64 = 220.0;
const LEFT: f64 = 52.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 32.0;
/// A flat line still has some room around it.
const LEAST_SPAN: f64 = 100.0;

/// The oldest first; nothing where there is nothing to draw.
pub(crate) fn plot(name: &str, history: &[Point]) -> Markup {
    let (Some(first), Some(last)) = (history.first(), history.last()) else { return html! {} };
    let bounds = |point: &Point| (point.rating - point.deviation, point.rating + point.deviation);
    let low = history.iter().map(|point| bounds(point).0).fold(f64::INFINITY, f64::min);
    let high = history.iter().map(|point| bounds(point).1).fold(f64::NEG_INFINITY, f64::max);
    let spare = ((LEAST_SPAN - (high - low)) / 2.0).max(0.0);
    let low = ((low - spare) / 50.0).floor() * 50.0;
    let high = ((high + spare) / 50.0).ceil() * 50.0;
    let across = |at_ms: i64| {
        let span = last.period_ms.saturating_sub(first.period_ms);
        let part = if span <= 0 {
            0.5
        } else {
            fraction(at_ms.saturating_sub(first.period_ms)) / fraction(span)
        };
        LEFT + part * (WIDTH - LEFT - RIGHT)
    };
    let up = |rating: f64| TOP + (high - rating) / (high - low) * (HEIGHT - TOP - BOTTOM);
    let at =
        |point: &Point, rating: f64| format!("{:.1},{:.1}", across(point.period_ms), up(rating));
    let line: Vec<String> = history.iter().map(|point| at(point, point.rating)).collect();
    let above = history.iter().map(|point| at(point, bounds(point).1));
    let below = history.iter().rev().map(|point| at(point, bounds(point).0));
    let band: Vec<String> = above.chain(below).collect();
    let marks = [low, f64::midpoint(low, high), high];
    let told = format!(
        "{name}: from {:.0} to {:.0}. The table below has every week.",
        first.rating, last.rating
    );
    html! {
        svg.plot viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) role="img" aria-label=(told) {
            @for mark in marks {
                line.grid x1=(LEFT) x2=(WIDTH - RIGHT) y1=(format!("{:.1}", up(mark))) y2=(format!("{:.1}", up(mark))) {}
                text x=(LEFT - 8.0) y=(format!("{:.1}", up(mark) + 4.0)) text-anchor="end" { (format!("{mark:.0}")) }
            }
            polygon.band points=(band.join(" ")) {}
            polyline.line points=(line.join(" ")) {}
            @for point in history {
                circle cx=(format!("{:.1}", across(point.period_ms))) cy=(format!("{:.1}", up(point.rating))) r="3.5" {}
            }
            @if first.period_ms < last.period_ms {
                text x=(LEFT) y=(HEIGHT - 8.0) { (when::short_day_text(first.period_ms)) }
            }
            text x=(WIDTH - RIGHT) y=(HEIGHT - 8.0) text-anchor="end" { (when::short_day_text(last.period_ms)) }
        }
    }
}

/// Spans of time are far below the size at which this rounds.
#[expect(clippy::cast_precision_loss, reason = "a pixel is hours wide")]
fn fraction(number: i64) -> f64 {
    number as f64
}

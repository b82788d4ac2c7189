//! The board in words.

use gatemaster_discord::limits::clip;
use gatemaster_discord::signs::plain_length;
use gatemaster_rules::at43::state::{Phase, Place};
use gatemaster_rules::at43::{State, View};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::text::count;

use super::super::roster::{Course, Roster, Row, Sign, gathered};
use super::super::{emoji, mark_of, moment, side_head};
use super::tale::score;
use crate::desk::Loaded;
use crate::words::esc;

/// The game as its board shows it in words, in so many characters: a line for each unit, or else those in one state together.
pub fn board_text(game: &Loaded, state: &View, room: usize) -> String {
    let heads: Vec<String> = state.seats().map(|seat| side_head(game, state, seat)).collect();
    of_all(state, &heads, room)
}

pub(super) fn of_all(state: &State, heads: &[String], room: usize) -> String {
    let mut last = String::new();
    for detail in [Detail::Lines, Detail::Shared, Detail::Brief] {
        last = whole(state, heads, detail);
        let short = detail != Detail::Lines || last.lines().count() <= MOST_LINES;
        if short && plain_length(&last) <= room {
            return last;
        }
    }
    clip(&last, room)
}

/// With more lines than this nobody sees what the game waits for.
const MOST_LINES: usize = 40;

/// How much is said of each unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Detail {
    /// Each has a line.
    Lines,
    /// Only those of whom there is something to say have a line.
    Shared,
    /// Only how many are in which state.
    Brief,
}

fn whole(state: &State, heads: &[String], detail: Detail) -> String {
    let mission = esc(&moment::mission(state));
    let mut lines =
        vec![format!("**{}** · {} · {mission}", moment::round(state), moment::phase(state))];
    let mut courses = Vec::new();
    for (seat, head) in state.seats().zip(heads) {
        let Some(side) = state.side(seat) else { continue };
        let roster = Roster::of(state, seat);
        courses.extend(roster.rows.iter().map(|row| row.course));
        lines.push(String::new());
        let army = moment::army(state, side).map(|army| format!(" · {}", esc(&army.name)));
        lines.push(format!("{head}{}", army.unwrap_or_default()));
        lines.extend(means(state, seat));
        lines.extend(units(state, &roster, detail));
    }
    let places = places(state);
    if !places.is_empty() {
        lines.push(String::new());
        lines.extend(places);
    }
    let zones = moment::zones(state);
    if !zones.is_empty() && state.round <= 1 {
        lines.push(format!("-# Zones: {}", esc(&zones.join(" · "))));
    }
    lines.extend(legend(&courses, detail));
    lines.join("\n")
}

/// "**3 VP** · 4 LP · 2 cards · 100 RP · Steel troopers 1 commands · plan locked"
fn means(state: &State, seat: Seat) -> Option<String> {
    let side = state.side(seat)?;
    let mut parts = Vec::new();
    if state.round > 0 {
        parts.push(format!("**{} VP** · {} LP", side.vp, side.pool));
        if let Some(cards) = moment::cards(state, side) {
            parts.push(count(cards, "card left", "cards left"));
        }
        if moment::has_reinforcements(state) {
            parts.push(format!("{} RP", side.rp));
        }
        if let Some(unit) = side.commander {
            parts.push(format!("{} commands", esc(state.unit_name(unit))));
        }
    }
    parts.extend(moment::readiness(state, seat).map(|(ready, words)| {
        let mark = if ready { "✅" } else { "⏳" };
        format!("{mark} {words}")
    }));
    (!parts.is_empty()).then(|| parts.join(" · "))
}

fn units(state: &State, roster: &Roster, detail: Detail) -> Vec<String> {
    let mut lines = Vec::new();
    let (shared, own): (Vec<&Row>, Vec<&Row>) = roster.rows.iter().partition(|row| match detail {
        Detail::Lines => false,
        Detail::Shared => row.is_plain(),
        Detail::Brief => row.course != Course::Acting,
    });
    lines.extend(own.into_iter().map(|row| line(state, row)));
    lines.extend(match detail {
        Detail::Lines => Vec::new(),
        Detail::Shared => together(&shared),
        Detail::Brief => counted(&shared),
    });
    let bought = roster.bought_for();
    let lost = roster.lost(state);
    for (mark, word, units) in [("➕", "to be bought", bought), ("✖️", "gone", lost)] {
        if units.is_empty() {
            continue;
        }
        let told = match detail {
            Detail::Lines | Detail::Shared => esc(&units.join("; ")),
            Detail::Brief => units.len().to_string(),
        };
        lines.push(format!("{mark} {word}: {told}"));
    }
    lines
}

/// "🃏 **Steel troopers 1** 6/9 · 2 down · 👁️ Overwatch!"
fn line(state: &State, row: &Row) -> String {
    let (signs, damage) = row.told(state);
    let signs = signs.into_iter().map(|sign| match sign {
        Sign::Drill(drill) => format!("{} {}", emoji::drill(drill), sign.words()),
        Sign::Reserve
        | Sign::Disorganized
        | Sign::Engaged
        | Sign::Contact
        | Sign::Down(_)
        | Sign::Immobilised(_)
        | Sign::Tagged
        | Sign::Pilot
        | Sign::Commander => sign.words(),
    });
    let damage = damage.into_iter().map(|told| esc(&told));
    let facts: Vec<String> = signs.chain(damage).collect();
    let facts =
        if facts.is_empty() { String::new() } else { format!(" · {}", facts.join(" · ")) };
    format!("{} **{}** {}{facts}", mark(row.course), esc(row.name), row.strength())
}

fn mark(course: Course) -> &'static str {
    match course {
        Course::Acting => "▶️",
        Course::ToCome => "🃏",
        Course::Done => "✔️",
        Course::Apart => "▫️",
    }
}

/// Units of which there is nothing to say but their strength: "🃏 to come: Steel troopers 1–3: 9/9; Fire Toads 1/1".
fn together(rows: &[&Row]) -> Vec<String> {
    let groups = states().into_iter().filter_map(|(course, waits)| {
        let here = rows.iter().filter(|row| is_in(row, course, waits));
        let told = gathered(here.map(|row| (row.name, row.strength())));
        let head = head_of(course, waits);
        (!told.is_empty()).then(|| format!("{head}: {}", esc(&told.join("; "))))
    });
    groups.collect()
}

fn counted(rows: &[&Row]) -> Vec<String> {
    let groups = states().into_iter().filter_map(|(course, waits)| {
        let here = rows.iter().filter(|row| is_in(row, course, waits)).count();
        let head = head_of(course, waits);
        (here > 0).then(|| {
            let number = u32::try_from(here).unwrap_or(u32::MAX);
            format!("{head}: {}", count(number, "unit", "units"))
        })
    });
    groups.collect()
}

fn states() -> Vec<(Course, bool)> {
    Course::ALL.into_iter().flat_map(|course| [(course, false), (course, true)]).collect()
}

fn is_in(row: &Row, course: Course, waits: bool) -> bool {
    row.course == course && row.signs.contains(&Sign::Reserve) == waits
}

/// "🃏 to come", "🃏 in reserve, to come"
fn head_of(course: Course, waits: bool) -> String {
    let words = match (course.word(), waits) {
        (Some(word), false) => word.to_owned(),
        (Some(word), true) => format!("in reserve, {word}"),
        (None, false) => "on the table".to_owned(),
        (None, true) => "in reserve".to_owned(),
    };
    format!("{} {words}", mark(course))
}

/// "🔵 **Hill** held by Blue · 5 VP"; several that nobody has ever held share a line.
fn places(state: &State) -> Vec<String> {
    let all = moment::places(state);
    let is_free = |place: &&&Place| {
        !place.gone && place.controlled_by.is_none() && place.captured_by.is_empty()
    };
    let free: Vec<&Place> = all.iter().filter(is_free).copied().collect();
    let shared = free.len() > FEW_FREE;
    let own = all.iter().filter(|place| !shared || !is_free(place));
    let mut lines: Vec<String> = own.map(|place| place_line(state, place)).collect();
    if shared {
        let told = free.iter().map(|place| {
            let worth = moment::worth(state, place).unwrap_or_default();
            (place.name.as_str(), worth)
        });
        let told: Vec<String> = gathered(told).iter().map(|told| esc(told.trim())).collect();
        lines.push(format!("▫️ held by nobody: {}", told.join("; ")));
    }
    lines
}

/// So many free places have a line each.
const FEW_FREE: usize = 2;

fn place_line(state: &State, place: &Place) -> String {
    let mark = place.controlled_by.map_or("▫️", |seat| mark_of(state, seat));
    let mark = if place.gone { "✖️" } else { mark };
    let worth = moment::worth(state, place).map(|worth| format!(" · {}", esc(&worth)));
    let held = esc(&moment::held(state, place));
    format!("{mark} **{}** {held}{}", esc(&place.name), worth.unwrap_or_default())
}

/// What the marks before units mean.
fn legend(courses: &[Course], detail: Detail) -> Option<String> {
    let shown = Course::ALL.into_iter().filter(|course| courses.contains(course));
    let words: Vec<String> =
        shown.filter_map(|course| Some(format!("{} {}", mark(course), course.word()?))).collect();
    // where units share lines, the words stand there
    (detail == Detail::Lines && !words.is_empty()).then(|| format!("-# {}", words.join(" · ")))
}

/// The game in one line, for a compact board: "Round 3 of 6, cards are played: Blue 3 VP, Red 1 VP; Blue: play the next
/// card; cards left: Blue 2, Red 3".
pub fn one_line(state: &View) -> String {
    let mut parts = vec![format!("{}, {}", moment::round(state), moment::phase(state))];
    if state.round > 0 {
        parts.push(score(state));
    }
    if state.phase != Phase::Over {
        let waits = moment::waits(state);
        parts.extend((!waits.is_empty()).then(|| esc(&waits)));
    }
    let cards: Vec<String> = state
        .sides
        .iter()
        .filter_map(|side| Some(format!("{} {}", esc(&side.name), moment::cards(state, side)?)))
        .collect();
    if !cards.is_empty() {
        parts.push(format!("cards left: {}", cards.join(", ")));
    }
    parts.join("; ")
}

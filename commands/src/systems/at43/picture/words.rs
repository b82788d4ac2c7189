//! The board in words, for those who do not see the picture.

use gatemaster_discord::picture::MAX_ALT;
use gatemaster_rules::at43::State;
use gatemaster_rules::at43::state::Side;
use gatemaster_rules::ids::Seat;
use gatemaster_rules::text::count;

use super::super::moment;
use super::super::roster::{Roster, Row, gathered};
use crate::die::Mark;

/// Everything; or else in fewer words; or else as many units as fit, the most important first.
pub(super) fn alt(state: &State, players: &[Option<&str>]) -> String {
    let fits = |text: &String| text.chars().count() <= MAX_ALT;
    let rosters: Vec<Roster> = state.seats().map(|seat| Roster::of(state, seat)).collect();
    let all = Words { state, players, rosters: &rosters };
    let whole = all.told(&|row| Some(at_length(state, row)));
    if fits(&whole) {
        return whole;
    }
    let brief = all.in_short(usize::MAX);
    if fits(&brief) {
        return brief;
    }
    // the more units are told of the longer it is: the most that fit are found by halving
    let units: usize = rosters.iter().map(|roster| roster.rows.len()).sum();
    let (mut fitting, mut known) = (0, all.in_short(0));
    let mut too_many = units;
    while too_many - fitting > 1 {
        let tried = fitting.midpoint(too_many);
        let text = all.in_short(tried);
        if fits(&text) {
            (fitting, known) = (tried, text);
        } else {
            too_many = tried;
        }
    }
    // names are short enough for a head that fits; the end of a longer one is left out
    known.chars().take(MAX_ALT).collect()
}

struct Words<'a> {
    state: &'a State,
    players: &'a [Option<&'a str>],
    rosters: &'a [Roster<'a>],
}

impl Words<'_> {
    fn told(&self, unit: &dyn Fn(&Row) -> Option<String>) -> String {
        let state = self.state;
        let mut parts = vec![head(state)];
        for (seat, roster) in state.seats().zip(self.rosters) {
            let Some(side) = state.side(seat) else { continue };
            let player = self.players.get(seat.index()).copied().flatten();
            parts.push(side_text(state, seat, side, player));
            let units: Vec<String> = roster.rows.iter().filter_map(unit).collect();
            parts.extend(sentence("Units", &units));
            parts.extend(sentence("To be bought", &roster.bought_for()));
            parts.extend(sentence("Gone", &roster.lost(state)));
        }
        parts.extend(sentence("Places", &self.places()));
        parts.join(" ")
    }

    /// So many units, those of one name and in one state together.
    fn in_short(&self, most: usize) -> String {
        let state = self.state;
        let mut ranked: Vec<&Row> = self.rosters.iter().flat_map(|roster| &roster.rows).collect();
        ranked.sort_by_key(|row| row.rank());
        let told: Vec<&Row> = ranked.into_iter().take(most).collect();
        let mut parts = vec![head(state)];
        for (seat, roster) in state.seats().zip(self.rosters) {
            let Some(side) = state.side(seat) else { continue };
            parts.push(side_in_short(state, seat, side));
            let rows = roster.rows.iter().filter(|row| told.iter().any(|told| told.id == row.id));
            let units = gathered(rows.map(|row| (row.name, in_short(state, row))));
            let mut units = units.join("; ");
            let here = told.iter().filter(|row| row.unit.side == seat).count();
            let more = u32::try_from(roster.rows.len() - here).unwrap_or(u32::MAX);
            if more > 0 {
                let and = if units.is_empty() { "" } else { "; and " };
                units = format!("{units}{and}{}", count(more, "more unit", "more units"));
            }
            if !units.is_empty() {
                parts.push(format!("{units}."));
            }
            let (bought, gone) = (roster.reinforcements.len(), roster.gone.len());
            let aside: Vec<String> = [(bought, "to be bought"), (gone, "gone")]
                .into_iter()
                .filter(|(number, _)| *number > 0)
                .map(|(number, what)| format!("{number} {what}"))
                .collect();
            if !aside.is_empty() {
                parts.push(format!("{}.", aside.join(", ")));
            }
        }
        parts.extend(sentence("Places", &self.places()));
        parts.join(" ")
    }

    fn places(&self) -> Vec<String> {
        let state = self.state;
        let places = moment::places(state).into_iter().map(|place| {
            let worth = moment::worth(state, place).map(|worth| format!(", {worth}"));
            format!("{} {}{}", place.name, moment::held(state, place), worth.unwrap_or_default())
        });
        places.collect()
    }
}

fn sentence(word: &str, items: &[String]) -> Option<String> {
    (!items.is_empty()).then(|| format!("{word}: {}.", items.join("; ")))
}

fn head(state: &State) -> String {
    let (round, phase) = (moment::round(state), moment::phase(state));
    let waits = moment::waits(state);
    let waits = if waits.is_empty() { String::new() } else { format!(" {waits}.") };
    format!("{round}, {phase}; {}.{waits}", moment::mission(state))
}

fn side_text(state: &State, seat: Seat, side: &Side, player: Option<&str>) -> String {
    let player = player.map(|player| format!("{player}, ")).unwrap_or_default();
    let army = moment::army(state, side).map(|army| format!(", {}", army.name));
    let (colour, mark) = (side.colour.name(), Mark::of(seat.index()).name());
    let mut has = means(state, side);
    has.extend(side.commander.map(|unit| format!("{} commands", state.unit_name(unit))));
    has.extend(moment::readiness(state, seat).map(|(_, words)| words.to_owned()));
    let army = army.unwrap_or_default();
    format!("{} ({player}{colour}, {mark}{army}): {}.", side.name, has.join(", "))
}

fn side_in_short(state: &State, seat: Seat, side: &Side) -> String {
    let mut has = means(state, side);
    has.extend(moment::readiness(state, seat).map(|(_, words)| words.to_owned()));
    format!("{}: {}.", side.name, has.join(", "))
}

/// "3 VP, 4 LP, 2 cards face down, 100 RP"
fn means(state: &State, side: &Side) -> Vec<String> {
    let mut has = vec![format!("{} VP", side.vp)];
    if state.round > 0 {
        has.push(format!("{} LP", side.pool));
    }
    if let Some(cards) = moment::cards(state, side) {
        has.push(format!("{} face down", count(cards, "card", "cards")));
    }
    if state.round > 0 && moment::has_reinforcements(state) {
        has.push(format!("{} RP", side.rp));
    }
    has
}

fn at_length(state: &State, row: &Row) -> String {
    let mut parts = vec![row.strength_in_words()];
    parts.extend(row.course.word().map(str::to_owned));
    parts.extend(row.facts(state));
    format!("{} {}", row.name, parts.join(", "))
}

fn in_short(state: &State, row: &Row) -> String {
    let mut parts = vec![row.strength()];
    parts.extend(row.course.word().map(str::to_owned));
    parts.extend(row.facts(state));
    parts.join(" ")
}

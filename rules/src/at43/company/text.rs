//! Companies as people write them: the army and a name first, then a unit a line.
//!
//! ```text
//! White Stars: Rock and Roll
//! 9 steel troopers, 2 missile launchers, sergeant
//! 2 steel TacArms (reinforcement)
//! ```

use std::fmt;

use super::super::profile::{ArmyId, Entry, Library};
use super::names::{either, in_sentence, weapon_name};
use super::price::entry_of;
use super::words::{self, Found, Meaning, number};
use super::{Chosen, Company, MAX_TEXT, MAX_UNITS};
use crate::file::fault::shown;
use crate::text::{MAX_SEARCH, clean_line, clean_title};

/// After so many faults the rest is not read.
const MAX_FAULTS: usize = 25;

/// What cannot be read, and on which line; 0 is the text as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineFault {
    pub line: usize,
    pub problem: String,
}

impl fmt::Display for LineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => f.write_str(&self.problem),
            line => write!(f, "Line {line}: {}", self.problem),
        }
    }
}

/// Reads a company, or says for each line what cannot be read. Whether it is legal is for [`super::check`].
pub fn read(library: &Library, text: &str) -> Result<Company, Vec<LineFault>> {
    if text.len() > MAX_TEXT {
        let problem = format!(
            "The text is too long to be read: at most {MAX_TEXT} bytes, and this has {}.",
            text.len()
        );
        return Err(vec![LineFault { line: 0, problem }]);
    }
    let mut reader = Reader::of(library);
    for (line, text) in (1..).zip(text.lines()) {
        if reader.faults.len() >= MAX_FAULTS {
            reader.fault(line, "from here on nothing was read; put the lines above right first.");
            break;
        }
        let text = clean_line(text, usize::MAX).unwrap_or_default();
        if !text.is_empty() && !text.starts_with(['#', '`']) && !text.starts_with("//") {
            reader.line(line, &text);
        }
    }
    reader.finish()
}

struct Reader<'l> {
    library: &'l Library,
    army: Option<ArmyId>,
    company: Company,
    /// Under the heading of reinforcements.
    reinforcement: bool,
    faults: Vec<LineFault>,
}

impl<'l> Reader<'l> {
    fn of(library: &'l Library) -> Self {
        let company = Company::default();
        Self { library, army: None, company, reinforcement: false, faults: Vec::new() }
    }

    fn fault(&mut self, line: usize, problem: impl Into<String>) {
        self.faults.push(LineFault { line, problem: problem.into() });
    }

    fn line(&mut self, line: usize, text: &str) {
        if self.company.units.is_empty() && self.header(line, text) {
            return;
        }
        let text = without_bullet(text);
        match heading(text) {
            Some(Heading::Platoon) => {}
            Some(Heading::Assault) => self.reinforcement = false,
            Some(Heading::Reinforcement) => self.reinforcement = true,
            None => self.units(line, text),
        }
    }

    /// `White Stars: Rock and Roll`, `Army: White Stars`, `White Stars`.
    fn header(&mut self, line: usize, text: &str) -> bool {
        let (before, name) = text.split_once(':').unwrap_or((text, ""));
        match before.trim().to_lowercase().as_str() {
            "army" | "faction" => {
                self.army = words::army(self.library, name);
                if self.army.is_none() {
                    let known: Vec<&str> =
                        self.library.armies.iter().map(|army| army.name.as_str()).collect();
                    let known = either(&known);
                    self.fault(line, format!("there is no army {}; choose {known}.", shown(name)));
                }
                return true;
            }
            "name" | "company" => {
                self.name(line, name);
                return true;
            }
            _ if self.army.is_some() => return false,
            _ => {}
        }
        let Some(army) = words::army(self.library, before) else { return false };
        self.army = Some(army);
        self.name(line, name);
        true
    }

    fn name(&mut self, line: usize, name: &str) {
        if name.trim().is_empty() {
            return;
        }
        match clean_title(name) {
            Some(name) => self.company.name = name,
            None => self.fault(
                line,
                format!("the name is too long; at most {} letters.", crate::text::MAX_TITLE),
            ),
        }
    }

    /// A line with one unit, or with several alike.
    fn units(&mut self, line: usize, text: &str) {
        let flat = text.replace(['(', ')', '[', ']', ';', ':'], ",");
        if flat.split(',').any(|piece| piece.chars().count() > MAX_SEARCH) {
            self.fault(line, "it is too long; put a comma between the things a unit has.");
            return;
        }
        let mut pieces = flat.split(',').map(str::trim).filter(|piece| !piece.is_empty());
        let Some(first) = pieces.next() else { return };
        let (copies, said) = copies(first);
        let Some((entry, named, rest)) = self.unit(line, said) else { return };
        let mut unit = UnitLine {
            reader: self,
            line,
            entry,
            number: named,
            chosen: Chosen { unit: entry.key.clone(), ..Chosen::default() },
        };
        unit.chosen.reinforcement = unit.reader.reinforcement;
        for piece in rest.into_iter().chain(pieces) {
            unit.piece(piece);
        }
        let chosen = unit.finish();
        let Some(chosen) = chosen else { return };
        for _ in 0..copies {
            // what is far too long is counted, not kept
            if self.company.units.len() < MAX_UNITS * 2 {
                self.company.units.push(chosen.clone());
            }
        }
    }

    /// The entry, its number, and what follows without a comma: "Fire Toad Sergeant".
    fn unit<'t>(
        &mut self,
        line: usize,
        said: &'t str,
    ) -> Option<(&'l Entry, Option<u32>, Option<&'t str>)> {
        let (count, name) = counted(said, FIGHTERS);
        let mut ends: Vec<usize> = name.match_indices(' ').map(|(at, _)| at).collect();
        ends.push(name.len());
        let mut several = None;
        for end in ends.into_iter().rev() {
            let (head, rest) = name.split_at(end);
            match self.entry(head) {
                Found::One(entry) => {
                    let rest = Some(rest.trim()).filter(|rest| !rest.is_empty());
                    return Some((entry, count, rest));
                }
                Found::Several(names) => several = several.or(Some(names)),
                Found::None => {}
            }
        }
        let army = self.army.and_then(|id| self.library.army(id));
        let of = army.map(|army| format!(" of the {}", army.name)).unwrap_or_default();
        let near = words::near_entry(self.library, self.army, name);
        let near = near.map(|near| format!(" Did you mean {near}?")).unwrap_or_default();
        let unknown = || format!("there is no unit {}{of}.{near}", shown(name));
        let problem = several.map_or_else(unknown, |names| {
            format!("{} could be {}; write more of its name.", shown(name), either(&names))
        });
        self.fault(line, problem);
        None
    }

    fn entry(&self, typed: &str) -> Found<&'l Entry> {
        words::entry(self.library, self.army, typed)
    }

    fn finish(mut self) -> Result<Company, Vec<LineFault>> {
        let first = self.company.units.first();
        let of_first = first.and_then(|chosen| entry_of(self.library, chosen));
        let army = self.army.or(of_first.map(|entry| entry.army));
        match army.and_then(|id| self.library.army(id)) {
            Some(army) => self.company.army.clone_from(&army.key),
            None if self.faults.is_empty() => {
                self.fault(0, "There is no unit in the text. Write one a line, such as “9 steel troopers, sergeant”.");
            }
            None => {}
        }
        if self.faults.is_empty() { Ok(self.company) } else { Err(self.faults) }
    }
}

/// A unit in the making.
struct UnitLine<'r, 'l> {
    reader: &'r mut Reader<'l>,
    line: usize,
    entry: &'l Entry,
    number: Option<u32>,
    chosen: Chosen,
}

impl UnitLine<'_, '_> {
    fn fault(&mut self, problem: impl Into<String>) {
        let line = self.line;
        self.reader.fault(line, problem);
    }

    fn piece(&mut self, piece: &str) {
        let piece = piece.trim().trim_end_matches('.');
        let piece = ["with ", "and ", "+ ", "& "]
            .iter()
            .find_map(|join| piece.strip_prefix(join))
            .unwrap_or(piece);
        if piece.is_empty() || self.mark(piece) || self.bare_number(piece) {
            return;
        }
        if self.option(piece) || without_points(piece).is_some_and(|short| self.option(short)) {
            return;
        }
        for join in [" and ", " with ", " + ", " & ", "+", "/", " "] {
            let Some((one, other)) = piece.split_once(join) else { continue };
            // a space alone joins only what can be read on both sides: "sergeant 2 missile launchers"
            if join != " " || self.reads(one) {
                self.piece(one);
                self.piece(other);
                return;
            }
        }
        match words::meaning(self.reader.library, Some(self.entry), counted(piece, OPTIONS).1) {
            Found::Several(names) => {
                self.fault(format!(
                    "{} could be {}; write more of it.",
                    shown(piece),
                    either(&names)
                ));
            }
            Found::One(_) | Found::None => {
                let near =
                    words::near_option(self.reader.library, self.entry, counted(piece, OPTIONS).1);
                let near = near.map(|near| format!(" Did you mean {near}?")).unwrap_or_default();
                self.fault(format!("{} means nothing here.{near}", shown(piece)));
            }
        }
    }

    fn reads(&self, piece: &str) -> bool {
        let typed = counted(piece, OPTIONS).1;
        matches!(words::meaning(self.reader.library, Some(self.entry), typed), Found::One(_))
    }

    /// T-BLD-8
    fn mark(&mut self, piece: &str) -> bool {
        match heading(piece) {
            Some(Heading::Reinforcement) => self.chosen.reinforcement = true,
            Some(Heading::Assault) => self.chosen.reinforcement = false,
            Some(Heading::Platoon) | None => return false,
        }
        true
    }

    /// A small number that stands alone is the unit's, another one its points, which are counted anew.
    fn bare_number(&mut self, piece: &str) -> bool {
        let lone = number(piece.trim_start_matches(['x', 'X', '×']).trim());
        match lone {
            Some(lone) if self.number.is_none() && lone < FIGHTERS => self.number = Some(lone),
            Some(_) => {}
            None => return without_points(piece) == Some(""),
        }
        true
    }

    fn option(&mut self, piece: &str) -> bool {
        let library = self.reader.library;
        let (count, name) = counted(piece, OPTIONS);
        let (count, found) = match words::meaning(library, Some(self.entry), name) {
            Found::One(meaning) => (count, Found::One(meaning)),
            Found::Several(_) | Found::None => {
                (None, words::meaning(library, Some(self.entry), piece))
            }
        };
        let Found::One(meaning) = found else { return false };
        let times = count.unwrap_or(1);
        match meaning {
            Meaning::Equipment(key) => {
                if !self.chosen.equipment.contains(&key) {
                    self.chosen.equipment.push(key);
                }
            }
            Meaning::Special(key) => self.special(key, times),
            Meaning::Officer(0) => {}
            Meaning::Officer(_) if times > 1 || self.chosen.officer > 0 => {
                self.fault("a unit has one officer at most.");
            }
            Meaning::Officer(rank) => self.chosen.officer = rank,
            Meaning::Hero(_) if self.chosen.hero.is_some() => {
                self.fault("a unit has one hero at most.");
            }
            Meaning::Hero(key) => self.chosen.hero = Some(key),
            Meaning::Specialist(kind) => {
                let times = usize::try_from(times.min(100)).unwrap_or(100);
                self.chosen.specialists.extend(std::iter::repeat_n(kind, times));
                if self.chosen.specialists.len() >= 100 {
                    self.fault("so many specialists are in no unit.");
                    self.chosen.specialists.clear();
                }
            }
        }
        true
    }

    /// T-BLD-6
    fn special(&mut self, key: String, times: u32) {
        match &self.chosen.special {
            Some(other) if *other != key => {
                let library = self.reader.library;
                let (one, other) = (weapon_name(library, other), weapon_name(library, &key));
                self.fault(format!(
                    "all bearers of a unit carry the same kind of weapon; choose {} or {}.",
                    in_sentence(&one),
                    in_sentence(&other)
                ));
            }
            Some(_) | None => {
                let bearers = u32::from(self.chosen.bearers).saturating_add(times);
                match u8::try_from(bearers) {
                    Ok(bearers) => self.chosen.bearers = bearers,
                    Err(_) => self.fault(format!("{bearers} bearers are in no unit.")),
                }
                self.chosen.special = Some(key);
            }
        }
    }

    fn finish(mut self) -> Option<Chosen> {
        let number = self.number.unwrap_or(u32::from(self.entry.standard));
        let Ok(number) = u8::try_from(number) else {
            self.fault(format!("{number} fighters are in no unit."));
            return None;
        };
        self.chosen.number = number;
        if self.entry.all_bearers && self.chosen.special.is_some() {
            self.chosen.bearers = number;
        }
        Some(self.chosen)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heading {
    Platoon,
    Assault,
    Reinforcement,
}

/// A line that says what follows: "Platoon 2", "Reinforcements:".
pub(super) fn heading(text: &str) -> Option<Heading> {
    let text = text.trim().trim_end_matches(':').trim().to_lowercase();
    match text.as_str() {
        "assault" | "assault unit" | "assault units" => return Some(Heading::Assault),
        "reinforcement"
        | "reinforcements"
        | "reinforcement unit"
        | "reinforcement units"
        | "reinf" => return Some(Heading::Reinforcement),
        _ => {}
    }
    let mut words = text.split_whitespace();
    let platoon = words.clone().any(|word| word == "platoon");
    let short = |word: &str| word == "platoon" || word.chars().any(|c| c.is_ascii_digit());
    (platoon && words.all(|word| short(word) || word == "first" || word == "second"))
        .then_some(Heading::Platoon)
}

/// Without the sign or number of a list of points: "- 9 golems", "1. 9 golems".
pub(super) fn without_bullet(text: &str) -> &str {
    let text = text.trim_start_matches(['-', '*', '•', '·', '–', '—', '▪', '‣', '+', ' ']);
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (figures, rest) = text.split_at(digits);
    let rest = rest.strip_prefix(['.', ')']).filter(|rest| rest.starts_with(' '));
    match rest {
        Some(rest) if !figures.is_empty() => rest.trim_start(),
        Some(_) | None => text,
    }
}

/// "2 x 9 golems" are two units.
fn copies(text: &str) -> (u32, &str) {
    let (count, rest) = counted(text, FIGHTERS);
    match count {
        Some(copies) if counted(rest, FIGHTERS).0.is_some() && text.contains(['x', 'X', '×']) => {
            (copies.clamp(1, 1_000), rest)
        }
        Some(_) | None => (1, text),
    }
}

/// A number behind a name is how many there are below this, and points from there on.
pub(super) const FIGHTERS: u32 = 100;
const OPTIONS: u32 = 10;

/// The number in front of a name or behind it: "9 golems", "9x golems", "nine golems", "golems x9".
pub(super) fn counted(text: &str, behind: u32) -> (Option<u32>, &str) {
    const TIMES: [char; 3] = ['x', 'X', '×'];
    let text = text.trim();
    let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
    let rest = rest.trim_start();
    if let Some(count) = number(first.trim_end_matches(TIMES)) {
        let rest = TIMES
            .iter()
            .find_map(|sign| rest.strip_prefix(*sign).filter(|rest| rest.starts_with(' ')))
            .unwrap_or(rest);
        return (Some(count), rest.trim_start());
    }
    if let Some((name, last)) = text.rsplit_once(' ')
        && let Some(count) = number(last.trim_start_matches(TIMES)).filter(|count| *count < behind)
    {
        return (Some(count), name.trim_end());
    }
    (None, text)
}

/// "missile launchers 300", "sergeant = 310 A.P.": points are counted anew, so what is written is left out.
fn without_points(piece: &str) -> Option<&str> {
    let lower = piece.to_lowercase();
    let mut rest = piece;
    for unit in ["a.p.", "a.p", "ap", "points", "pts"] {
        if lower.ends_with(unit) && rest.len() == lower.len() {
            rest = rest.get(..rest.len() - unit.len()).unwrap_or(rest).trim_end();
            break;
        }
    }
    let name = rest.trim_end_matches(|c: char| c.is_ascii_digit());
    let name_only = name.trim_end().trim_end_matches(['=', '+', '-', '–']).trim_end();
    (name.len() < rest.len()).then_some(name_only)
}

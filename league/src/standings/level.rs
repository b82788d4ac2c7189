//! People whom no tie-breaker separates: what has separated them since, and where it still matters.

use std::collections::BTreeSet;

use super::bracket;
use super::{Row, bracket_stage, table};
use crate::ids::{EntrantId, FixtureId};
use crate::league::{Season, SeparatedBy, Stage, State};
use crate::lots::Stakes;
use crate::settings::Format;

/// How somebody stands to those with the same points and tie-breakers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parted {
    /// Nothing has separated them; they share the place.
    Level,
    Lot,
    Decider,
    Ruling,
}

impl Parted {
    /// What the table says beside them.
    pub fn title(self) -> &'static str {
        match self {
            Parted::Level => "level",
            Parted::Lot => "by lot",
            Parted::Decider => "by decider",
            Parted::Ruling => "by ruling",
        }
    }
}

/// People next to each other in the order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// More than one: they are level.
    pub people: Vec<EntrantId>,
    pub parted: Option<Parted>,
    /// They have played a decider and are level after it.
    pub played: bool,
}

/// Level people where a place decides something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    pub division: u8,
    /// By their numbers.
    pub among: Vec<EntrantId>,
    pub stakes: Stakes,
    /// They have played a decider already.
    pub played: bool,
}

/// Those who are level and still in it, in the order that lots, deciders and rulings have given them.
pub(super) fn parted(season: &Season, division: u8, level: &[EntrantId]) -> Vec<Block> {
    split(season, division, level.to_vec(), false)
}

fn split(season: &Season, division: u8, level: Vec<EntrantId>, mut played: bool) -> Vec<Block> {
    let alone =
        move |no: EntrantId, parted| Block { people: vec![no], parted: Some(parted), played };
    if level.len() < 2 {
        return vec![Block { people: level, parted: None, played }];
    }
    for how in about(season, division, &level) {
        match how {
            SeparatedBy::Lot { order } => {
                let here = order.iter().copied().filter(|no| level.contains(no));
                return here.map(|no| alone(no, Parted::Lot)).collect();
            }
            SeparatedBy::Ruling { order, .. } => {
                let (named, behind): (Vec<EntrantId>, Vec<EntrantId>) =
                    level.iter().partition(|no| order.contains(no));
                let first = order.iter().copied().filter(|no| named.contains(no));
                let mut blocks: Vec<Block> = first.map(|no| alone(no, Parted::Ruling)).collect();
                if !named.is_empty() && !behind.is_empty() {
                    blocks.extend(after(split(season, division, behind, played), Parted::Ruling));
                    return blocks;
                }
                if behind.is_empty() {
                    return blocks;
                }
            }
            SeparatedBy::Decider { fixtures } => {
                let Some(parts) = by_wins(season, fixtures, &level) else { continue };
                played = true;
                if parts.len() > 1 {
                    return parts
                        .into_iter()
                        .flat_map(|part| split(season, division, part, true))
                        .flat_map(|block| after(vec![block], Parted::Decider))
                        .collect();
                }
            }
        }
    }
    vec![Block { people: level, parted: Some(Parted::Level), played }]
}

/// Whoever is alone in the end owes it to this.
fn after(mut blocks: Vec<Block>, by: Parted) -> Vec<Block> {
    for block in &mut blocks {
        block.parted = block.parted.or(Some(by));
    }
    blocks
}

/// What was done about exactly these people, the youngest first; then what was done about them and others who have left
/// since.
fn about<'s>(season: &'s Season, division: u8, level: &[EntrantId]) -> Vec<&'s SeparatedBy> {
    let level: BTreeSet<EntrantId> = level.iter().copied().collect();
    let here = |no: &EntrantId| season.entrant(*no).is_some_and(|entrant| !entrant.out);
    let (mut exactly, mut with_others) = (Vec::new(), Vec::new());
    for one in season.level.separations.iter().rev().filter(|one| one.division == division) {
        let among: BTreeSet<EntrantId> = one.among.iter().copied().collect();
        if among == level {
            exactly.push(&one.how);
        } else if among.into_iter().filter(here).eq(level.iter().copied()) {
            with_others.push(&one.how);
        }
    }
    exactly.append(&mut with_others);
    exactly
}

/// By the matches they won among themselves, and again among those who are level then. `None` while one is to be played.
fn by_wins(
    season: &Season,
    fixtures: &[FixtureId],
    level: &[EntrantId],
) -> Option<Vec<Vec<EntrantId>>> {
    let matches: Vec<_> = fixtures.iter().filter_map(|no| season.fixture(*no)).collect();
    if matches.iter().any(|fixture| fixture.is_unsettled()) {
        return None;
    }
    let wins = |no: EntrantId| {
        let among = |one: &EntrantId| level.contains(one);
        let theirs = matches.iter().filter(|fixture| fixture.winner() == Some(no));
        theirs.filter(|fixture| fixture.opponent_of(no).as_ref().is_some_and(among)).count()
    };
    let mut ranked: Vec<(usize, EntrantId)> = level.iter().map(|no| (wins(*no), *no)).collect();
    ranked.sort_by_key(|(wins, no)| (std::cmp::Reverse(*wins), *no));
    let parts: Vec<Vec<EntrantId>> = ranked
        .chunk_by(|one, other| one.0 == other.0)
        .map(|part| part.iter().map(|(_, no)| *no).collect())
        .collect();
    if parts.len() == 1 {
        return Some(parts);
    }
    parts
        .iter()
        .map(|part| by_wins(season, fixtures, part))
        .collect::<Option<Vec<_>>>()
        .map(|parts| parts.into_iter().flatten().collect())
}

/// Those who are still in it, as the table has them after the main stage. Within a block people stand as they were drawn
/// before the first match.
pub fn after_the_main_stage(season: &Season, division: u8) -> Vec<Block> {
    let rows = table(season, division);
    blocks(season, division, &rows, |row| (0, row.place))
}

/// The same with the bracket or the finals counted, where there are any. Those who were beaten in the same round stand as in
/// the table.
pub fn at_the_end(season: &Season, division: u8) -> Vec<Block> {
    let places = bracket::places(season, bracket_stage(season), division);
    let knockout = matches!(season.settings.format, Format::Knockout { .. });
    let mut rows = table(season, division);
    let key = |row: &Row| {
        let came = places.get(&row.entrant).map_or(u32::MAX, |came| came.place);
        (came, if knockout { 0 } else { row.place })
    };
    rows.sort_by_key(key);
    blocks(season, division, &rows, key)
}

fn blocks(
    season: &Season,
    division: u8,
    rows: &[Row],
    key: impl Fn(&Row) -> (u32, u32),
) -> Vec<Block> {
    let here: Vec<&Row> = rows
        .iter()
        .filter(|row| season.entrant(row.entrant).is_some_and(|entrant| !entrant.out))
        .collect();
    here.chunk_by(|one, other| key(one) == key(other))
        .flat_map(|level| {
            let people: Vec<EntrantId> = level.iter().map(|row| row.entrant).collect();
            parted(season, division, &people)
        })
        .map(|mut block| {
            let seed = |no: &EntrantId| season.entrant(*no).map_or(u32::MAX, |one| one.seed);
            block.people.sort_by_key(|no| (seed(no), *no));
            block
        })
        .collect()
}

/// Everybody of these blocks in their order.
pub fn in_order(blocks: &[Block]) -> Vec<EntrantId> {
    blocks.iter().flat_map(|block| block.people.iter().copied()).collect()
}

/// Who is level where the finals are made up: at the cut, and where the seeds say who meets whom.
pub fn before_the_finals(season: &Season) -> Vec<Question> {
    let mut questions = Vec::new();
    for division in 0..season.settings.division_count() {
        let blocks = after_the_main_stage(season, division);
        let people: usize = blocks.iter().map(|block| block.people.len()).sum();
        let cut = people.min(season.settings.finals.into());
        let slots = cut.next_power_of_two().max(2) / 2;
        for (start, block) in placed(&blocks) {
            let end = start + block.people.len();
            // the two in the middle meet each other, whichever of them stands first
            let same_match = (start, end) == (slots.saturating_sub(1), slots + 1);
            let stakes = if start < cut && cut < end {
                Some(Stakes::FinalsPlace)
            } else if end <= cut && !same_match {
                Some(Stakes::FinalsSeeds)
            } else {
                None
            };
            ask(&mut questions, division, block, stakes);
        }
    }
    questions
}

/// Who is level where the end of the season decides something: first place, promotion and relegation.
pub fn at_the_close(season: &Season) -> Vec<Question> {
    if season.started_ms.is_none() {
        return Vec::new();
    }
    let divisions: Vec<Vec<Block>> = (0..season.settings.division_count())
        .map(|division| at_the_end(season, division))
        .collect();
    let mut questions = Vec::new();
    for (division, blocks) in (0_u8..).zip(&divisions) {
        let [up, down] = moving(season, division);
        let people: usize = blocks.iter().map(|block| block.people.len()).sum();
        let stays = people.saturating_sub(down);
        for (start, block) in placed(blocks) {
            let end = start + block.people.len();
            let across = |line: usize| start < line && line < end;
            let stakes = if start == 0 && has_a_first(season, division) {
                Some(Stakes::First)
            } else if across(up) {
                Some(Stakes::Promotion)
            } else if down > 0 && across(stays) {
                Some(Stakes::Relegation)
            } else {
                None
            };
            ask(&mut questions, division, block, stakes);
        }
    }
    questions
}

/// How many go up from a division and how many come down from it: as many go up as come down between neighbours, and nobody
/// from a division that would lose more than half of its people. A season that never started moves nobody.
pub fn moving(season: &Season, division: u8) -> [usize; 2] {
    let people = |division: u8| season.in_division(division).filter(|one| !one.out).count();
    let between = |upper: u8, lower: u8| {
        let moves = usize::from(season.settings.moves);
        moves.min(people(upper) / 2).min(people(lower) / 2)
    };
    if season.started_ms.is_none() {
        return [0, 0];
    }
    let lowest = season.settings.division_count() - 1;
    let up = division.checked_sub(1).map_or(0, |upper| between(upper, division));
    let down = if division < lowest { between(division, division + 1) } else { 0 };
    [up, down]
}

/// Whether the table says who is first: not where a bracket or a ladder does, and not before anything has counted.
fn has_a_first(season: &Season, division: u8) -> bool {
    let by_table = match season.settings.format {
        Format::Ladder { .. } | Format::Knockout { .. } => false,
        Format::RoundRobin { .. } | Format::Swiss { .. } | Format::Open { .. } => true,
    };
    let here = || season.fixtures.iter().filter(|fixture| fixture.division == division);
    let counted = here().any(|fixture| matches!(fixture.state, State::Decided { .. } | State::Bye));
    by_table && counted && !here().any(|fixture| fixture.stage == Stage::Finals)
}

fn placed(blocks: &[Block]) -> impl Iterator<Item = (usize, &Block)> {
    let mut before = 0;
    blocks.iter().map(move |block| {
        let start = before;
        before += block.people.len();
        (start, block)
    })
}

fn ask(questions: &mut Vec<Question>, division: u8, block: &Block, stakes: Option<Stakes>) {
    let Some(stakes) = stakes.filter(|_| block.people.len() > 1) else { return };
    let mut among = block.people.clone();
    among.sort_unstable();
    questions.push(Question { division, among, stakes, played: block.played });
}

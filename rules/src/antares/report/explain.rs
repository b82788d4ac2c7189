//! The full account of a step, for when a result is questioned: every die and where it comes from, what was counted
//! for it, what each result means, and the rules behind it.

use super::super::apply::apply;
use super::super::event::{Event, Test, TestKind};
use super::super::flow::Manner;
use super::super::state::State;
use super::Teller;
use super::detail::details;
use super::rows::{Moment, rows_of};

/// One thing that happened, told in full.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explained {
    /// Whole sentences, one thing a line, shorter than [`LONGEST`].
    pub text: String,
    /// The rows of the rule book that it rests on; none where people agreed on it.
    pub rows: Vec<&'static str>,
}

/// Below this many characters, so that a few of them fit into one message.
pub const LONGEST: usize = 900;

/// Everything about one step, given the battle before it. It is told as [`super::lines`] tells it, with nothing left
/// out; what is too long for one text goes on in the next, with the same rows.
pub fn explain(before: &State, events: &[Event]) -> Vec<Explained> {
    let mut teller = Teller::new(before);
    let mut told: Vec<Passage> = Vec::new();
    let mut waiting: Vec<&'static str> = Vec::new();
    let mut went = StepSoFar::new(before);
    let mut rest = events;
    while let Some((event, after)) = rest.split_first() {
        let (count, length) = (teller.lines.len(), teller.lines.last().map_or(0, String::len));
        let further = teller.tell(event, after).min(after.len());
        let (group, left) = rest.split_at(further + 1);

        let moment = went.moment(&teller.state);
        let mut rows: Vec<&'static str> =
            group.iter().flat_map(|event| rows_of(event, &moment)).collect();
        let details = details(&moment, group);

        let consequence = count
            .checked_sub(1)
            .and_then(|last| teller.lines.get(last)?.get(length..))
            .map(|sentence| sentence.trim().to_owned())
            .filter(|sentence| !sentence.is_empty());
        let mut lines: Vec<String> = teller.lines.iter().skip(count).cloned().collect();
        let joins = lines.is_empty() && (consequence.is_some() || details.is_empty());
        lines.extend(details);
        match told.last_mut() {
            Some(last) if joins => {
                last.lines.extend(consequence);
                last.lines.extend(lines);
                last.rows.append(&mut rows);
            }
            // nothing to say of it yet: its rules belong to what comes of it
            None if joins => waiting.append(&mut rows),
            Some(_) | None => {
                if let (Some(last), Some(consequence)) = (told.last_mut(), consequence) {
                    last.lines.push(consequence);
                }
                let mut all = std::mem::take(&mut waiting);
                all.append(&mut rows);
                told.push(Passage { lines, rows: all });
            }
        }
        for event in group {
            went.on(event);
            apply(&mut teller.state, event);
        }
        rest = left;
    }
    told.into_iter().flat_map(Passage::explained).collect()
}

/// The events of the step so far, as much as later ones need of them.
struct StepSoFar {
    test: Option<Test>,
    manner: Option<Manner>,
    /// Terrain that was tested on the way that is being gone.
    crossed: Vec<String>,
}

impl StepSoFar {
    fn new(before: &State) -> Self {
        let manner = before.flow.volleys.last().map(|volley| volley.manner);
        Self { test: None, manner, crossed: Vec::new() }
    }

    fn moment<'a>(&'a self, state: &'a State) -> Moment<'a> {
        let Self { test, manner, crossed } = self;
        Moment { state, test: test.as_ref(), manner: *manner, crossed }
    }

    fn on(&mut self, event: &Event) {
        if let Event::Tested(test) = event {
            if let TestKind::Obstacle(name) | TestKind::Difficult(name) = &test.what {
                self.crossed.push(name.clone());
            }
            self.test = Some(test.clone());
        }
        // pins that come off now are the grafts' doing, not the test's
        if let Event::RandomOrder { .. } = event {
            self.test = None;
        }
        if let Event::Moved { .. } = event {
            self.crossed.clear();
        }
        if let Event::Declared { manner, .. } | Event::Rolled { manner, .. } = event {
            self.manner = Some(*manner);
        }
    }
}

struct Passage {
    lines: Vec<String>,
    rows: Vec<&'static str>,
}

impl Passage {
    /// Cut into texts that are short enough.
    fn explained(self) -> Vec<Explained> {
        let mut rows: Vec<&'static str> = Vec::new();
        for row in self.rows {
            if !rows.contains(&row) {
                rows.push(row);
            }
        }
        let mut texts: Vec<String> = Vec::new();
        for line in self.lines.iter().flat_map(|line| cut(line)) {
            match texts.last_mut() {
                Some(text) if text.chars().count() + 1 + line.chars().count() < LONGEST => {
                    text.push('\n');
                    text.push_str(&line);
                }
                Some(_) | None => texts.push(line),
            }
        }
        texts.into_iter().map(|text| Explained { text, rows: rows.clone() }).collect()
    }
}

/// A line in pieces that are short enough, parted where a die, a sentence or at least a word ends.
fn cut(line: &str) -> Vec<String> {
    let mut pieces = Vec::new();
    let mut rest = line.trim();
    while let Some((end, _)) = rest.char_indices().nth(LONGEST - 1) {
        let head = rest.get(..end).unwrap_or(rest);
        let at = ["; ", ". ", ", ", " "]
            .iter()
            .find_map(|mark| head.rfind(mark).map(|at| at + mark.len()))
            .unwrap_or(end);
        let (piece, left) = rest.split_at(at);
        pieces.push(piece.trim_end().to_owned());
        rest = left;
    }
    pieces.push(rest.to_owned());
    pieces
}

//! The full account of a step, for when a result is questioned: every die and where it comes from, what was counted for
//! it, whether it was enough, and the rules behind it.

use super::super::event::{Event, Rerolled};
use super::super::flow::Attack;
use super::super::need::{DIE, Millimetres, Need, Reason, Test};
use super::super::profile::{Fire, WeaponAbility, WeaponId};
use super::super::rulebook::rule;
use super::super::running_over;
use super::super::state::State;
use super::super::view::View;
use super::Teller;
use super::harm::location;
use super::moving::reckoned;
use super::rows::{row_of_reason, rows};
use super::words::{capital, many_weapons, member, place, signed, victims};
use crate::dice::Roll;
use crate::ids::Seat;

/// Below this many characters, so that a few of them fit into one message.
pub const LONGEST: usize = 900;

/// One thing that happened, told in full.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explained {
    /// Whole sentences, one thing a line, shorter than [`LONGEST`].
    pub text: String,
    /// The dice in it, in the order in which they are told.
    pub dice: Vec<Die>,
    /// The rows of the rule book that it rests on; none where people agreed on it.
    pub rows: Vec<&'static str>,
}

impl Explained {
    /// "T-SHT-7 (page 43), T-UTR-1 (page 30)"; rows that are ours have no page.
    pub fn sources(&self) -> String {
        let told: Vec<String> = self
            .rows
            .iter()
            .map(|row| match rule(row).and_then(|rule| rule.page) {
                Some(page) => format!("{row} (page {page})"),
                None => (*row).to_owned(),
            })
            .collect();
        told.join(", ")
    }
}

/// One die, as it was thrown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Die {
    pub roll: Roll,
    /// Completes "a die for …".
    pub what: String,
    /// What it had to show; `None` for one that chooses or is compared with others.
    pub need: Option<Need>,
    /// What was counted for that, term by term.
    pub counted: Vec<Counted>,
    /// Whether it met the need.
    pub met: Option<bool>,
    /// It was thrown again so often before.
    pub again: usize,
}

/// One term of what a die needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    pub reason: Reason,
    /// `None` where the reason itself names the face.
    pub value: Option<i32>,
    pub row: &'static str,
}

/// Everything about one step, given the game before it: what [`super::lines`] tells with nothing left out. What is too
/// long for one text goes on in the next, with the same rows.
pub fn explain(before: &View, events: &[Event]) -> Vec<Explained> {
    let mut teller = Teller::new(before);
    let mut so_far = SoFar::new(before);
    let mut told: Vec<Passage> = Vec::new();
    let mut rest = events;
    while !rest.is_empty() {
        let (lines, group, left) = teller.next(rest);
        let mut passage = Passage { lines, ..Passage::default() };
        for event in group {
            so_far.on(event);
            passage.add(&teller.view, event, &so_far);
        }
        teller.go_on(group);
        match told.last_mut() {
            // it says nothing by itself: its rules belong to what came before
            Some(last) if passage.lines.is_empty() => last.rows.append(&mut passage.rows),
            None if passage.lines.is_empty() => {}
            Some(_) | None => told.push(passage),
        }
        rest = left;
    }
    told.into_iter().flat_map(Passage::explained).collect()
}

/// What is being fired or struck with, as far as later dice need to know.
struct SoFar {
    weapon: Option<WeaponId>,
    close: bool,
    overwatch: bool,
    strike: bool,
}

impl SoFar {
    fn new(before: &State) -> Self {
        let none = Self { weapon: None, close: false, overwatch: false, strike: false };
        match before.flow.volleys.last() {
            Some(volley) => Self {
                weapon: Some(volley.weapon),
                close: matches!(volley.attack, Attack::Combat(_)),
                overwatch: volley.overwatch,
                strike: matches!(volley.attack, Attack::Strike(_)),
            },
            None => none,
        }
    }

    fn on(&mut self, event: &Event) {
        let (weapon, close, overwatch, strike) = match event {
            Event::SalvoFired { salvo, overwatch, .. } => {
                (Some(salvo.weapon), false, *overwatch, false)
            }
            Event::Fought { combat, .. } => (Some(combat.weapon), true, false, false),
            Event::StrikeCalled { .. } => (None, false, false, true),
            _ => return,
        };
        *self = Self { weapon, close, overwatch, strike };
    }

    /// " with laser rifles"
    fn with(&self, state: &State) -> String {
        let id = if self.strike { state.library.artillery() } else { self.weapon };
        match id {
            Some(id) => format!(" with {}", many_weapons(state, id)),
            None => String::new(),
        }
    }

    /// What the weapon itself brings into play.
    fn rows(&self, state: &State) -> Vec<&'static str> {
        if self.strike {
            return vec!["T-WPN-4", "T-IND-2"];
        }
        if self.close {
            return vec!["T-CBT-3"];
        }
        let Some(weapon) = self.weapon.and_then(|id| state.library.weapon(id)) else {
            return Vec::new();
        };
        let mut rows = match weapon.fire() {
            Fire::Direct => vec!["T-SHT-7"],
            Fire::Indirect => vec!["T-IND-2"],
            Fire::Projection => vec!["T-WPN-2"],
        };
        for ability in &weapon.abilities {
            rows.push(match ability {
                WeaponAbility::LockedShot => "T-WPN-1",
                WeaponAbility::Projection => "T-WPN-2",
                WeaponAbility::Sniper => "T-WPN-3",
                WeaponAbility::ArtilleryStrike => "T-WPN-4",
            });
        }
        if self.overwatch {
            rows.push("T-OVW-2");
        }
        rows
    }
}

#[derive(Default)]
struct Passage {
    lines: Vec<String>,
    dice: Vec<Die>,
    rows: Vec<&'static str>,
}

impl Passage {
    /// What one event adds: its dice, what they needed, and its rules.
    fn add(&mut self, state: &State, event: &Event, so_far: &SoFar) {
        self.rows.extend(rows(event));
        match event {
            Event::ShotsRolled { unit, test, dice, .. } => {
                let deed = if so_far.close { "blows" } else { "shots" };
                let what =
                    format!("the {deed} of {}{}", state.unit_name(*unit), so_far.with(state));
                self.rows.extend(so_far.rows(state));
                self.tested(&what, test, dice, so_far.close);
            }
            Event::OutOfReach { test, .. } => {
                self.rows.extend(so_far.rows(state));
                self.counted(test, so_far.close);
            }
            Event::DamageRolled { on, test, dice, .. } => {
                let what = format!("damage to {}{}", victims(state, *on), so_far.with(state));
                self.tested(&what, test, dice, so_far.close);
            }
            Event::CoverRolled { on, test, rolls, .. } => {
                let dice: Vec<Rerolled> = rolls.iter().map(|roll| Rerolled(vec![*roll])).collect();
                let what = format!("the cover of {}", state.unit_name(*on));
                self.tested(&what, test, &dice, false);
            }
            Event::MoraleTested { unit, test, roll, .. } => {
                let dice: Vec<Rerolled> = roll.iter().map(|roll| Rerolled(vec![*roll])).collect();
                let what = format!("the morale of {}", state.unit_name(*unit));
                self.tested(&what, test, &dice, false);
            }
            Event::RanOver { on, rolls, .. } => {
                for engaged in [false, true] {
                    let dice: Vec<Rerolled> = rolls
                        .iter()
                        .filter(|one| one.engaged == engaged)
                        .filter_map(|one| Some(Rerolled(vec![one.roll?])))
                        .collect();
                    if !dice.is_empty() {
                        let how = if engaged { "engaged" } else { "free" };
                        let what = format!("{} run over while {how}", state.unit_name(*on));
                        self.tested(&what, &running_over::test(engaged), &dice, false);
                    }
                }
            }
            Event::LocationRolled { unit, machine, roll } => {
                let whom = member(state, *unit, *machine);
                let meant = location(roll.face);
                self.chosen(&format!("where {whom} is hit"), *roll, meant);
            }
            Event::Deviated { roll, template } => {
                if let Some(roll) = roll {
                    let direction = template.direction.unwrap_or(roll.face);
                    let meant = format!(
                        "{} cm, one for each miss, in direction {direction} of {DIE}",
                        template.shift
                    );
                    self.chosen("where the template goes", *roll, &meant);
                }
            }
            Event::AuthorityRolled { rolls } => {
                for one in rolls {
                    let side = state.side_name(one.seat);
                    let meant = format!(
                        "{} + Authority {} + wager {} + home turf {} = {}",
                        one.roll.face, one.authority, one.wager, one.home_turf, one.total
                    );
                    self.chosen(&format!("the Authority test of {side}"), one.roll, &meant);
                }
            }
            Event::RolesRolled { rolls, .. } => self.compared(state, "who attacks", rolls),
            Event::SectorsRolled { rolls, .. } => {
                self.compared(state, "who picks a sector first", rolls);
            }
            Event::EdgesDrawn { edges } => {
                for drawn in edges {
                    let side = state.side_name(drawn.seat);
                    if let Some(roll) = drawn.roll {
                        self.chosen(&format!("the edge of {side}"), roll, "one of those open");
                    }
                }
            }
            Event::MissionRolled { roll, .. } => {
                self.chosen("the mission", *roll, "the mission of that number");
            }
            Event::MissionRolledAgain { roll } => {
                self.chosen("the mission", *roll, "a mission for two sides, so not this one");
            }
            _ => self.further(state, event),
        }
    }

    /// What stands behind events without dice.
    fn further(&mut self, state: &State, event: &Event) {
        match event {
            Event::Moved { allowance, .. } => {
                let cm = Millimetres(allowance.millimetres);
                self.lines.push(format!("Counted for it: {}: {cm} at most.", reckoned(*allowance)));
            }
            Event::Controlled { counts, .. } => {
                for counted in counts {
                    let told: Vec<String> = state
                        .seats()
                        .zip(&counted.fighters)
                        .map(|(seat, fighters)| format!("{} {fighters}", state.side_name(seat)))
                        .collect();
                    let place = capital(&place(state, counted.place));
                    self.lines.push(format!("{place}: {}.", told.join(", ")));
                }
            }
            _ => {}
        }
    }

    /// The reasons behind a test, on a line of their own.
    fn counted(&mut self, test: &Test, close: bool) -> Vec<Counted> {
        let counted = counted(test, close);
        let told: Vec<String> = counted
            .iter()
            .enumerate()
            .map(|(place, term)| {
                let plus = if place == 0 { "" } else { "+" };
                let value = term.value.map_or(String::new(), |v| format!(" {}", signed(v, plus)));
                format!("{}{value} ({})", term.reason, term.row)
            })
            .collect();
        let need = test.need();
        self.lines.push(match test {
            Test::Table(check) => format!(
                "Counted for it: {}; that makes {}, and a die {}.",
                told.join(", "),
                signed(check.target(), ""),
                needed(need)
            ),
            Test::Fixed { .. } => {
                format!(
                    "Counted for it: {}, whatever else; a die {}.",
                    told.join(", "),
                    needed(need)
                )
            }
        });
        self.rows.extend(counted.iter().map(|term| term.row));
        counted
    }

    fn tested(&mut self, what: &str, test: &Test, dice: &[Rerolled], close: bool) {
        let counted = self.counted(test, close);
        let need = test.need();
        let mut told = Vec::new();
        for die in dice {
            let mut faces = Vec::new();
            for (again, roll) in die.0.iter().enumerate() {
                let met = need.met_by(roll.face);
                self.dice.push(Die {
                    roll: *roll,
                    what: what.to_owned(),
                    need: Some(need),
                    counted: counted.clone(),
                    met: Some(met),
                    again,
                });
                faces.push(format!("{} {}", die_words(*roll), if met { "met" } else { "missed" }));
            }
            told.push(faces.join(", again "));
        }
        if !told.is_empty() {
            let dice = if told.len() == 1 { "Die" } else { "Dice" };
            self.lines.push(format!("{dice} for {what}: {}.", told.join("; ")));
        }
    }

    /// A die that chooses, or to which other numbers are added.
    fn chosen(&mut self, what: &str, roll: Roll, meant: &str) {
        self.lines.push(format!("Die for {what}: {}: {meant}.", die_words(roll)));
        self.dice.push(Die {
            roll,
            what: what.to_owned(),
            need: None,
            counted: Vec::new(),
            met: None,
            again: 0,
        });
    }

    fn compared(&mut self, state: &State, what: &str, rolls: &[(Seat, Roll)]) {
        for (seat, roll) in rolls {
            let side = state.side_name(*seat);
            self.chosen(&format!("{what}, {side}"), *roll, "the highest counts");
        }
    }

    /// Cut into texts that are short enough; each has the dice of the first.
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
        let mut dice = Some(self.dice);
        texts
            .into_iter()
            .map(|text| Explained {
                text,
                dice: dice.take().unwrap_or_default(),
                rows: rows.clone(),
            })
            .collect()
    }
}

/// The terms of a test with the row behind each: of blows, those of close combat.
fn counted(test: &Test, close: bool) -> Vec<Counted> {
    let row = |reason: Reason| match reason {
        Reason::Accuracy if close => "T-CBT-3",
        reason => row_of_reason(reason),
    };
    match test {
        Test::Fixed { why, .. } => {
            vec![Counted { reason: *why, value: None, row: row(*why) }]
        }
        Test::Table(check) => std::iter::once(check.base())
            .chain(check.modifiers())
            .map(|term| Counted {
                reason: term.reason,
                value: Some(term.value),
                row: row(term.reason),
            })
            .collect(),
    }
}

/// "needs 4+", "cannot succeed", "is not needed"
fn needed(need: Need) -> String {
    match need {
        Need::Never => "cannot succeed".into(),
        Need::Always => "is not needed".into(),
        Need::AtLeast(_) => format!("needs {need}"),
    }
}

/// "D6 no. 17: 4" for a die of the game's own stream, "D6 by hand: 4" for one that somebody rolled.
fn die_words(roll: Roll) -> String {
    match roll.number {
        Some(number) => format!("D{} no. {number}: {}", roll.sides, roll.face),
        None => format!("D{} by hand: {}", roll.sides, roll.face),
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

//! Units in slots: any placement that fits will do, and this finds one if there is any (T-BLD-2, T-BLD-3).
//!
//! Every platoon but the last has all five slots filled, so the number of units says how many platoons there are and how
//! many slots of the last are filled. Platoons are alike: it is enough to share the units out over the five *kinds* of
//! slots, each with as many places as there are platoons that fill it, and to see then that no two officers of rank 4
//! meet. Sharing out is a matching, with a number of looks that grows with the square of the number of units.

use super::super::profile::{Library, SLOTS, Slot};
use super::Company;
use super::fault::{EmptySlot, Unplaced, Why};
use super::names::{names, slot_words, title};
use super::price::{entry_of, rank};

/// Five slots with the places of units in the company.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Platoon {
    pub slots: [Option<usize>; SLOTS],
}

impl Platoon {
    pub fn units(&self) -> impl Iterator<Item = usize> {
        self.slots.iter().flatten().copied()
    }
}

/// Of this rank there is one officer in a platoon (T-BLD-3).
const SOLE_RANK: u8 = 4;

/// A unit as far as slots are concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Piece {
    /// Whether it fits each slot.
    fits: [bool; SLOTS],
    /// Its officer is the only one of his rank in the platoon.
    sole: bool,
}

/// Platoons for the units of a company, or why there are none.
pub fn place(library: &Library, company: &Company) -> Result<Vec<Platoon>, Unplaced> {
    let army = library.army_of_key(&company.army).and_then(|id| library.army(id));
    let pattern = army.map(|army| army.pattern.as_slice()).unwrap_or_default();
    let pieces: Vec<Piece> = company
        .units
        .iter()
        .take(super::MAX_UNITS)
        .map(|chosen| {
            let entry = entry_of(library, chosen);
            let takes = |slot: &Slot| entry.is_some_and(|entry| slot.fits(entry));
            let mut fits = [false; SLOTS];
            for (fits, slot) in fits.iter_mut().zip(pattern) {
                *fits = takes(slot);
            }
            Piece { fits, sole: rank(library, chosen) == SOLE_RANK }
        })
        .collect();
    let mut search = Search { pieces: &pieces, looks: 0 };
    if let Some(platoons) = search.place() {
        return Ok(platoons);
    }
    let names = names(library, company);
    let title = title(army, SOLE_RANK);
    Err(search.explain(pattern, &names, title))
}

/// Which units stand in which kind of slot.
type Columns = [Vec<usize>; SLOTS];

struct Search<'p> {
    pieces: &'p [Piece],
    /// How often a unit was looked at.
    looks: usize,
}

impl Search<'_> {
    fn place(&mut self) -> Option<Vec<Platoon>> {
        let units = self.pieces.len();
        if units == 0 {
            return Some(Vec::new());
        }
        let platoons = units.div_ceil(SLOTS);
        let in_last = units - SLOTS * (platoons - 1);
        let soles: Vec<usize> = (0..units).filter(|unit| self.is_sole(*unit)).collect();
        if soles.len() > platoons {
            return None;
        }
        for filled in last_platoons(in_last) {
            let places = filled.map(|filled| if filled { platoons } else { platoons - 1 });
            let Some(columns) = self.share_out(places, None) else { continue };
            let in_filled = |sole: &usize| {
                let mut filled = columns.iter().zip(filled).filter(|(_, filled)| *filled);
                filled.any(|(column, _)| column.contains(sole))
            };
            let last = soles.iter().rev().copied().find(in_filled);
            if soles.len() < platoons || last.is_some() {
                let last = last.filter(|_| soles.len() == platoons);
                return Some(self.line_up(&columns, platoons, last));
            }
            // with as many of them as platoons, one must stand in the last
            let mut tried: Vec<[bool; SLOTS]> = Vec::new();
            for sole in &soles {
                let Some(piece) = self.pieces.get(*sole) else { continue };
                if tried.contains(&piece.fits) {
                    continue;
                }
                tried.push(piece.fits);
                for slot in (0..SLOTS).filter(|slot| filled[*slot] && piece.fits[*slot]) {
                    if let Some(columns) = self.share_out(places, Some((*sole, slot))) {
                        return Some(self.line_up(&columns, platoons, Some(*sole)));
                    }
                }
            }
        }
        None
    }

    fn is_sole(&self, unit: usize) -> bool {
        self.pieces.get(unit).is_some_and(|piece| piece.sole)
    }

    /// All units in kinds of slots with so many places each, one of them perhaps in a given slot.
    fn share_out(
        &mut self,
        mut places: [usize; SLOTS],
        fixed: Option<(usize, usize)>,
    ) -> Option<Columns> {
        if let Some((_, slot)) = fixed {
            places[slot] = places[slot].checked_sub(1)?;
        }
        let mut columns = Columns::default();
        for unit in 0..self.pieces.len() {
            let is_fixed = fixed.is_some_and(|(fixed, _)| fixed == unit);
            if !is_fixed && !self.seat(unit, &mut columns, places, &mut [false; SLOTS]) {
                return None;
            }
        }
        if let Some((unit, slot)) = fixed {
            columns[slot].push(unit);
        }
        Some(columns)
    }

    /// Finds a place for a unit, moving others where that helps. Each kind of slot is looked into once.
    fn seat(
        &mut self,
        unit: usize,
        columns: &mut Columns,
        places: [usize; SLOTS],
        seen: &mut [bool; SLOTS],
    ) -> bool {
        self.looks += 1;
        let Some(piece) = self.pieces.get(unit).copied() else { return false };
        let open = (0..SLOTS).filter(|slot| piece.fits[*slot] && places[*slot] > 0);
        if let Some(slot) = open.clone().find(|slot| columns[*slot].len() < places[*slot]) {
            columns[slot].push(unit);
            return true;
        }
        for slot in open {
            if std::mem::replace(&mut seen[slot], true) {
                continue;
            }
            for place in (0..columns[slot].len()).rev() {
                let other = columns[slot][place];
                if self.seat(other, columns, places, seen) {
                    columns[slot][place] = unit;
                    return true;
                }
            }
        }
        false
    }

    /// Puts the columns side by side so that no two officers of rank 4 stand in one platoon; `last` is the one that has
    /// to stand in the last.
    fn line_up(&self, columns: &Columns, platoons: usize, last: Option<usize>) -> Vec<Platoon> {
        let mut rows = vec![Platoon::default(); platoons];
        let mut next = 0;
        for (slot, column) in columns.iter().enumerate() {
            let mut column = column.clone();
            column.sort_unstable();
            for unit in column.iter().filter(|unit| self.is_sole(**unit)) {
                let row = if Some(*unit) == last {
                    platoons - 1
                } else {
                    next += 1;
                    next - 1
                };
                if let Some(row) = rows.get_mut(row) {
                    row.slots[slot] = Some(*unit);
                }
            }
            let others = column.into_iter().filter(|unit| !self.is_sole(*unit));
            let free = rows.iter_mut().filter(|row| row.slots[slot].is_none());
            for (unit, row) in others.zip(free) {
                row.slots[slot] = Some(unit);
            }
        }
        rows
    }

    /// Why no placement fits: as many whole platoons as there can be, as much of one more, and what is left then.
    fn explain(&mut self, pattern: &[Slot], names: &[String], title: String) -> Unplaced {
        let named = |units: &[usize]| -> Vec<String> {
            units.iter().filter_map(|unit| names.get(*unit)).cloned().collect()
        };
        let units = self.pieces.len();
        let never: Vec<usize> = (0..units)
            .filter(|unit| self.pieces.get(*unit).is_some_and(|piece| !piece.fits.contains(&true)))
            .collect();
        if pattern.is_empty() {
            return Unplaced { platoons: Vec::new(), left: never, why: Why::NoPattern };
        }
        let (whole, mut columns) = self.whole_platoons();
        let mut left: Vec<usize> =
            (0..units).filter(|unit| !columns.iter().any(|column| column.contains(unit))).collect();
        let mut places = [whole; SLOTS];
        places[0] += 1;
        self.fill(&mut left, &mut columns, places);
        let begun = columns[0].len() > whole;
        if begun {
            self.fill(&mut left, &mut columns, [whole + 1; SLOTS]);
        }
        let platoons = self.line_up_freely(&columns, whole + usize::from(begun));
        let why = if !never.is_empty() {
            Why::NeverFits { units: named(&never) }
        } else if left.is_empty() {
            let soles: Vec<usize> = (0..units).filter(|unit| self.is_sole(*unit)).collect();
            Why::Sole { title, units: named(&soles), platoons: platoons.len() }
        } else if begun {
            let empty = (1..)
                .zip(pattern)
                .zip(&columns)
                .filter(|(_, column)| column.len() <= whole)
                .map(|((slot, takes), _)| EmptySlot { slot, takes: slot_words(takes) })
                .collect();
            Why::NoRoom { units: named(&left), platoon: platoons.len(), empty }
        } else {
            let takes = pattern.first().map(slot_words).unwrap_or_default();
            Why::NotBegun { units: named(&left), platoon: whole + 1, takes }
        };
        Unplaced { platoons, left, why }
    }

    /// The most platoons that can be filled altogether.
    fn whole_platoons(&mut self) -> (usize, Columns) {
        for whole in (1..=self.pieces.len() / SLOTS).rev() {
            let mut columns = Columns::default();
            let mut left = (0..self.pieces.len()).collect();
            self.fill(&mut left, &mut columns, [whole; SLOTS]);
            if columns.iter().all(|column| column.len() == whole) {
                return (whole, columns);
            }
        }
        (0, Columns::default())
    }

    /// Seats as many as possible of those who are left, the first first.
    fn fill(&mut self, left: &mut Vec<usize>, columns: &mut Columns, places: [usize; SLOTS]) {
        left.retain(|unit| !self.seat(*unit, columns, places, &mut [false; SLOTS]));
    }

    fn line_up_freely(&self, columns: &Columns, platoons: usize) -> Vec<Platoon> {
        let pieces: Vec<Piece> =
            self.pieces.iter().map(|piece| Piece { sole: false, ..*piece }).collect();
        Search { pieces: &pieces, looks: 0 }.line_up(columns, platoons, None)
    }
}

/// Which slots the last platoon may fill: the first and so many others, early ones first.
fn last_platoons(units: usize) -> Vec<[bool; SLOTS]> {
    (0..1_usize << (SLOTS - 1))
        .map(|others| {
            let mut filled = [true; SLOTS];
            for (slot, filled) in filled.iter_mut().enumerate().skip(1) {
                *filled = others >> (slot - 1) & 1 == 1;
            }
            filled
        })
        .filter(|filled| filled.iter().filter(|filled| **filled).count() == units)
        .collect()
}

#[cfg(test)]
mod tests;

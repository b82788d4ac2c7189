//! A company for the program: the largest ready one that is allowed, or a quick one.

use std::cmp::Reverse;

use super::super::command::Command;
use super::super::company::{self, Company, quick, smallest};
use super::super::mustering::{limits, looked_through, ready};
use super::super::profile::Library;
use super::super::state::State;
use crate::ids::Seat;

pub fn muster(state: &State, seat: Seat) -> Option<Command> {
    let side = state.side(seat).filter(|side| !side.locked)?;
    let brought = side.company.as_ref();
    // a company that is legal and within its points is taken as it is, whoever has begun it
    if brought.is_some_and(|company| allowed(state, seat, company)) {
        return Some(Command::LockCompany { seat });
    }
    if let Some(company) = pick(state, seat) {
        return Some(Command::Muster { seat, company });
    }
    // nothing is small enough: the others may accept the smallest there is
    let least = smallest_of_all(state, seat)?;
    if brought == Some(&least) {
        return Some(Command::LockCompany { seat });
    }
    Some(Command::Muster { seat, company: least })
}

fn allowed(state: &State, seat: Seat, company: &Company) -> bool {
    matches!(looked_through(state, seat, company), (faults, 0) if faults.is_empty())
}

fn points(library: &Library, company: &Company) -> u32 {
    company::sums(library, company).total()
}

/// The armies from this seat's own place in the list on, so that two chairs of the program do not always bring the same.
fn armies(library: &Library, seat: Seat) -> impl Iterator<Item = &str> {
    let all = library.armies.len().max(1);
    let keys = library.armies.iter().map(|army| army.key.as_str());
    keys.cycle().skip(seat.index() % all).take(library.armies.len())
}

/// A ready company of this seat's own army, or of the next one, if it uses most of the points; else one that is built.
fn pick(state: &State, seat: Seat) -> Option<Company> {
    /// Of what may be spent, in per cent.
    const ENOUGH: u64 = 85;
    let library = &state.library;
    let limits = limits(state, seat);
    let all = u64::from(limits.assault) + u64::from(limits.reinforcement.unwrap_or(0));
    let place = |company: &Company| armies(library, seat).position(|key| key == company.army);
    let ready: Vec<Company> =
        ready(state, seat).into_iter().filter(|company| allowed(state, seat, company)).collect();
    let large = |company: &&Company| u64::from(points(library, company)) * 100 >= all * ENOUGH;
    let best = |company: &&Company| (place(company), Reverse(points(library, company)));
    if let Some(own) = ready.iter().filter(large).min_by_key(best) {
        return Some(own.clone());
    }
    let built = armies(library, seat).filter_map(|army| quick(library, army, &limits));
    let built = built.filter(|company| allowed(state, seat, company));
    let largest = |company: &Company| (points(library, company), Reverse(place(company)));
    ready.iter().cloned().chain(built).max_by_key(largest)
}

fn smallest_of_all(state: &State, seat: Seat) -> Option<Company> {
    let library = &state.library;
    let companies = armies(library, seat).filter_map(|army| smallest(library, army));
    companies
        .filter(|company| looked_through(state, seat, company).0.is_empty())
        .min_by_key(|company| points(library, company))
}

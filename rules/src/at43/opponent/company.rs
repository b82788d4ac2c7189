//! A company for the program: the largest ready one that is allowed, or one built unit by unit.

use super::super::command::Command;
use super::super::company::{self, Company, Limits, offers};
use super::super::mustering::{limits, looked_through, marked, ready, smallest};
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

/// The largest of the ready companies, if it uses most of the points; else one that is built.
fn pick(state: &State, seat: Seat) -> Option<Company> {
    /// Of what may be spent, in per cent.
    const ENOUGH: u64 = 85;
    let library = &state.library;
    let limits = limits(state, seat);
    let all = u64::from(limits.assault) + u64::from(limits.reinforcement.unwrap_or(0));
    let place = |company: &Company| armies(library, seat).position(|key| key == company.army);
    let largest = |companies: Vec<Company>| {
        companies
            .into_iter()
            .filter(|company| allowed(state, seat, company))
            .max_by_key(|company| (points(library, company), std::cmp::Reverse(place(company))))
    };
    let ready = largest(ready(state, seat));
    let used = ready.as_ref().map_or(0, |company| u64::from(points(library, company)));
    if used * 100 >= all * ENOUGH {
        return ready;
    }
    let built = armies(library, seat).filter_map(|army| built(library, army, &limits));
    largest(ready.into_iter().chain(built).collect())
}

/// From the smallest company of an army on, always the dearest unit that still fits.
fn built(library: &Library, army: &str, limits: &Limits) -> Option<Company> {
    let mut company = marked(library, &smallest(library, army)?, limits);
    if !company::check(library, &company, limits).is_empty() {
        return None;
    }
    for _ in 0..company::MAX_UNITS {
        let mut next: Vec<_> = offers(library, &company, limits).entries;
        next.sort_by_key(|offer| std::cmp::Reverse(offer.value));
        let more = next.into_iter().find_map(|offer| {
            let more = company::apply(library, &company, &offer.step).ok()?;
            let mut late = more.clone();
            if let Some(last) = late.units.last_mut() {
                last.reinforcement = limits.reinforcement.is_some();
            }
            let fits = |company: &Company| company::check(library, company, limits).is_empty();
            [more, late].into_iter().find(fits)
        });
        match more {
            Some(more) => company = more,
            None => break,
        }
    }
    Some(company)
}

fn smallest_of_all(state: &State, seat: Seat) -> Option<Company> {
    let library = &state.library;
    let companies = armies(library, seat).filter_map(|army| smallest(library, army));
    companies
        .filter(|company| looked_through(state, seat, company).0.is_empty())
        .min_by_key(|company| points(library, company))
}

//! A ready company with one press.

use gatemaster_rules::at43::company::{Company, Limits, check};
use gatemaster_rules::at43::profile::Library;
use gatemaster_rules::ids::Seat;

use super::choices;

/// The first that is legal here, of the army in this seat's place: two who press it do not meet their own army (T-BLD-1).
pub fn one(library: &Library, limits: &Limits, seat: Seat) -> Option<Company> {
    let mut of_armies: Vec<Company> = Vec::new();
    for company in choices::ready(library, limits).into_iter().filter_map(|one| one.company) {
        let is_new = !of_armies.iter().any(|other| other.army == company.army);
        if is_new && check(library, &company, limits).is_empty() {
            of_armies.push(company);
        }
    }
    let place = seat.index() % of_armies.len().max(1);
    of_armies.into_iter().nth(place)
}

#[cfg(test)]
mod tests {
    use gatemaster_rules::at43::data::library;

    use super::*;

    #[test]
    fn each_seat_is_given_the_next_army_and_nobody_a_company_that_costs_too_much() {
        let limits = Limits::without_reinforcements(1000);
        let armies: Vec<String> =
            (0..3).map(|seat| one(library(), &limits, Seat(seat)).unwrap().army).collect();
        assert_eq!(armies, ["white-stars", "therians", "white-stars"]);
        assert_eq!(one(library(), &Limits::without_reinforcements(100), Seat(0)), None);
    }
}

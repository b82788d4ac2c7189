//! What forces cost, where the units of a server's file have points values, and the limit that the players agreed on.

use gatemaster_rules::antares::Setup;
use gatemaster_rules::antares::profile::Profile;
use gatemaster_rules::antares::setup::SideSetup;
use gatemaster_rules::text::count;

/// ", 97 points" after a unit, where its value is known.
pub fn of_unit(profile: &Profile) -> String {
    profile.points.map_or_else(String::new, |points| {
        format!(", {}", count(u32::from(points), "point", "points"))
    })
}

/// ", **480 of 500 points**" after a side: its sum, with the limit where there is one, and a word where it is over.
pub fn of_side(setup: &Setup, side: &SideSetup) -> String {
    let Some(points) = side.points() else { return String::new() };
    let unknown = side.units.iter().filter(|unit| unit.profile.points.is_none()).count();
    let unknown = match u32::try_from(unknown).unwrap_or(u32::MAX) {
        0 => String::new(),
        units => format!(" ({} without a value)", count(units, "unit", "units")),
    };
    match setup.points_limit {
        None => format!(", {}{unknown}", count(points, "point", "points")),
        Some(limit) if points > limit => {
            format!(", ⚠️ **{points} of {limit} points**: {} too many{unknown}", points - limit)
        }
        Some(limit) => format!(", {points} of {limit} points{unknown}"),
    }
}

/// "Limit: 500 points a side."
pub fn limit(setup: &Setup) -> Option<String> {
    setup.points_limit.map(|limit| format!("Limit: {} a side.", count(limit, "point", "points")))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use gatemaster_rules::antares::data::Library;
    use gatemaster_rules::antares::profile::Faction;

    use super::*;

    /// A battle in which the first units of a side cost this much.
    fn costing(points: &[u16], limit: Option<u32>) -> Setup {
        let library = Library::built_in();
        let mut setup = Setup::quick(library, Faction::Algoryn, Faction::Ghar).unwrap();
        setup.points_limit = limit;
        for (unit, points) in setup.sides[0].units.iter_mut().zip(points) {
            Arc::make_mut(&mut unit.profile).points = Some(*points);
        }
        setup
    }

    #[test]
    fn a_force_without_values_says_nothing_of_points() {
        let setup = costing(&[], Some(500));
        assert_eq!(of_side(&setup, &setup.sides[0]), "");
        assert_eq!(of_unit(&setup.sides[0].units[0].profile), "");
        assert_eq!(setup.unfinished(), [] as [&str; 0]);
    }

    #[test]
    fn the_sum_stands_beside_the_limit_and_units_without_a_value_are_named() {
        let setup = costing(&[90, 100, 100, 80, 70, 60], Some(500));
        assert_eq!(of_side(&setup, &setup.sides[0]), ", 500 of 500 points");
        assert_eq!(of_unit(&setup.sides[0].units[0].profile), ", 90 points");
        assert_eq!(limit(&setup).as_deref(), Some("Limit: 500 points a side."));
        let partly = costing(&[90, 100], None);
        assert_eq!(of_side(&partly, &partly.sides[0]), ", 190 points (4 units without a value)");
    }

    #[test]
    fn a_force_over_the_limit_is_told_so_and_does_not_start() {
        let setup = costing(&[90, 100, 100, 80, 70, 61], Some(500));
        assert_eq!(of_side(&setup, &setup.sides[0]), ", ⚠️ **501 of 500 points**: 1 too many");
        let told = "Algoryn has 501 points, 1 more than the 500 that were agreed; take a unit out, or change the limit with \
                    `/force options`.";
        assert_eq!(setup.unfinished(), [told]);
        assert_eq!(setup.check(), Err(vec![told.to_owned()]));
        assert_eq!(
            setup.wrong(),
            [] as [&str; 0],
            "the table may stand like that before the start"
        );
    }
}

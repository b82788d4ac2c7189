//! One change of the set-up, by a press or a typed line.

use gatemaster_rules::at43::Setup;
use gatemaster_rules::at43::mission::Mission;
use gatemaster_rules::at43::setup::{MOST_SIDES, SideSetup};
use gatemaster_rules::colour::Colour;
use gatemaster_rules::game;
use gatemaster_rules::ids::Seat;
use gatemaster_rules::table::Action;
use gatemaster_rules::text::list;

use super::about::{points_are_agreed, sides};
use crate::desk::ActionWithDice;
use crate::trouble::Trouble;
use crate::words::esc;

/// Sides beyond the two there are always.
const MORE: [(&str, Colour); MOST_SIDES - 2] =
    [("Green", Colour::Green), ("Yellow", Colour::Yellow)];

/// What something is set to; nothing leaves it open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct To<T>(pub Option<T>);

/// What is left out stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Nothing leaves it to a die (T-MIS-1).
    pub mission: Option<To<String>>,
    pub sides: Option<usize>,
    pub points: Option<u32>,
    /// Nothing leaves it to dice (T-MIS-4).
    pub attacker: Option<To<Seat>>,
    pub home_turf: Option<To<Seat>>,
    pub artillery: Option<bool>,
    pub terrain_damage: Option<bool>,
    pub first_round: Option<To<Seat>>,
}

impl Changes {
    pub fn mission(key: Option<String>) -> Self {
        Self { mission: Some(To(key)), ..Self::default() }
    }

    /// The set-up with this changed; a mission for two sides leaves two.
    pub fn upon(&self, before: &Setup) -> Result<Setup, Trouble> {
        let mut setup = before.clone();
        if let Some(To(mission)) = &self.mission {
            setup.mission.clone_from(mission);
            if self.sides.is_none() && chosen(&setup).is_some_and(|mission| mission.roles) {
                with_sides(&mut setup, 2);
            }
        }
        if let Some(number) = self.sides {
            if number > 2
                && let Some(mission) = chosen(&setup).filter(|mission| mission.roles)
            {
                return Err(for_two(mission, &setup.missions));
            }
            with_sides(&mut setup, number);
        }
        if let Some(points) = self.points {
            if let Some(mission) = chosen(&setup).filter(|it| !points_are_agreed(Some(it))) {
                return Err(Trouble::refused(format!(
                    "{} names its own AP. Those of the table count where a mission names none.",
                    esc(&mission.name)
                )));
            }
            setup.points = points;
        }
        if let Some(To(attacker)) = self.attacker {
            setup.attacker = attacker;
            if let Some(mission) = chosen(&setup).filter(|mission| !mission.roles) {
                return Err(Trouble::refused(format!(
                    "In {} nobody attacks or defends; all sides are equal.",
                    esc(&mission.name)
                )));
            }
        }
        let switches = &mut setup.switches;
        switches.home_turf = self.home_turf.map_or(switches.home_turf, |to| to.0);
        switches.first_round = self.first_round.map_or(switches.first_round, |to| to.0);
        switches.artillery = self.artillery.unwrap_or(switches.artillery);
        switches.terrain_damage = self.terrain_damage.unwrap_or(switches.terrain_damage);
        Ok(setup)
    }

    /// The step of the table.
    pub fn step(&self, before: &Setup) -> Result<ActionWithDice, Trouble> {
        let after = self.upon(before)?;
        if after == *before {
            return Err(Trouble::refused("It is set like that already, so nothing has changed."));
        }
        Ok(Action::SetUp { setup: game::Setup::At43(after), name: None }.into())
    }
}

/// The mission of a set-up, where no die picks it.
pub fn chosen(setup: &Setup) -> Option<&Mission> {
    setup.chosen_mission()
}

/// Whether somebody attacks in what will be played, as far as one can know.
pub fn may_have_roles(setup: &Setup) -> bool {
    let diced = |mission: &Mission| mission.roles && mission.is_diced(2);
    chosen(setup).map_or_else(
        || setup.sides.len() == 2 && setup.missions.iter().any(diced),
        |mission| mission.roles,
    )
}

fn for_two(mission: &Mission, missions: &[Mission]) -> Trouble {
    let others: Vec<String> =
        missions.iter().filter(|other| !other.roles).map(|other| esc(&other.name)).collect();
    Trouble::refused(format!(
        "{} is for {}. More can play {}.",
        esc(&mission.name),
        sides(2),
        if others.is_empty() { "none of the missions here".to_owned() } else { list(&others) }
    ))
}

/// Seats that are gone attack nobody and are nobody's home.
fn with_sides(setup: &mut Setup, number: usize) {
    setup.sides.truncate(number.max(2));
    for (name, colour) in MORE {
        if setup.sides.len() < number && !setup.sides.iter().any(|side| side.name == name) {
            setup.sides.push(SideSetup { name: name.to_owned(), colour });
        }
    }
    let there = setup.sides.len();
    let switches = &mut setup.switches;
    for seat in [&mut setup.attacker, &mut switches.home_turf, &mut switches.first_round] {
        *seat = seat.filter(|seat| seat.index() < there);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(before: &Setup, changes: &Changes) -> Setup {
        let after = changes.upon(before).unwrap();
        assert_eq!(after.wrong(), [] as [&str; 0]);
        after
    }

    /// T-MIS-5
    #[test]
    fn missions_without_roles_take_four_sides_and_one_with_roles_leaves_two() {
        let four = changed(
            &Setup::default(),
            &Changes { sides: Some(4), home_turf: Some(To(Some(Seat(3)))), ..Changes::default() },
        );
        let names: Vec<&str> = four.sides.iter().map(|side| side.name.as_str()).collect();
        assert_eq!(names, ["Blue", "Red", "Green", "Yellow"]);
        let three = changed(&four, &Changes { sides: Some(3), ..Changes::default() });
        assert_eq!((three.sides.len(), three.switches.home_turf), (3, None));
        let landing = changed(&three, &Changes::mission(Some("landing".to_owned())));
        assert_eq!(landing.sides, Setup::default().sides);
        let refused = Changes { sides: Some(3), ..Changes::default() }.upon(&landing).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "Landing is for 2 sides. More can play Seek and destroy and Bridgehead."
        );
        let diced = changed(&four, &Changes::mission(None));
        assert_eq!(diced.sides.len(), 4, "two of the missions are for four");
    }

    /// T-MIS-4, T-MIS-11, T-MIS-31
    #[test]
    fn points_and_roles_are_agreed_where_the_mission_leaves_them_open() {
        let setup = Setup::default();
        let points = Changes { points: Some(750), ..Changes::default() };
        let attacker = Changes { attacker: Some(To(Some(Seat(1)))), ..Changes::default() };
        assert_eq!(changed(&setup, &points).points, 750);
        assert_eq!(
            attacker.upon(&setup).unwrap_err().to_string(),
            "In Seek and destroy nobody attacks or defends; all sides are equal."
        );
        let skirmish = changed(&setup, &Changes::mission(Some("skirmish".to_owned())));
        assert_eq!(changed(&skirmish, &attacker).attacker, Some(Seat(1)));
        assert_eq!(
            points.upon(&skirmish).unwrap_err().to_string(),
            "Skirmish names its own AP. Those of the table count where a mission names none."
        );
        let diced = changed(&setup, &Changes::mission(None));
        assert!(may_have_roles(&diced) && !may_have_roles(&setup));
        assert_eq!(changed(&diced, &attacker).attacker, Some(Seat(1)));
        assert_eq!(changed(&diced, &points).points, 750);
    }

    #[test]
    fn what_changes_nothing_is_no_step() {
        let setup = Setup::default();
        let same = Changes { artillery: Some(false), ..Changes::default() };
        let refused = same.step(&setup).unwrap_err();
        assert_eq!(refused.to_string(), "It is set like that already, so nothing has changed.");
    }
}

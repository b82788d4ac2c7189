//! T-MIS-5: a mission has a way in for each side, AP, something that pays, and an end.

use super::Check;
use crate::at43::mission::{Ends, Mission, PlaceKind, PlaceSpec, Role, Tie};
use crate::file::fault::shown;

impl Check<'_> {
    pub(super) fn mission(&mut self, mission: &Mission, item: &str) {
        for (n, place) in mission.places.iter().enumerate() {
            let row = format!("{item}, place {}", n + 1);
            self.place(mission, place, &row);
            let twice = mission.places.iter().take(n).any(|other| other.name == place.name);
            self.demand(!twice, &row, &["name"], || {
                format!("{} is another place already", shown(&place.name))
            });
        }
        self.ways_in(mission, item);
        self.forces(mission, item);
        self.demand(
            pays(mission),
            item,
            &["eliminated", "place", "rescue", "evacuated_infantry", "evacuated_machines"],
            || "nothing in this mission pays victory points".to_owned(),
        );
        let away = mission.evacuated_infantry > 0 || mission.evacuated_machines > 0;
        self.demand(
            !away || mission.roles,
            item,
            &["roles", "evacuated_infantry", "evacuated_machines"],
            || "evacuation needs an attacker: roles = true".to_owned(),
        );
        self.rescue(mission, item);
        self.end(mission, item);
    }

    fn place(&mut self, mission: &Mission, place: &PlaceSpec, row: &str) {
        let zone = matches!(place.kind, PlaceKind::AccessZone | PlaceKind::DeploymentZone);
        self.demand(zone || place.of.is_none(), row, &["of", "kind"], || {
            "only a zone belongs to somebody".to_owned()
        });
        let owned = place.kind != PlaceKind::DeploymentZone || place.of.is_some();
        self.demand(owned, row, &["of", "kind"], || {
            "it is missing; a deployment zone belongs to somebody".to_owned()
        });
        self.demand(place.of.is_none() || place.control == 0, row, &["control", "of"], || {
            "nobody is paid for his own zone".to_owned()
        });
        self.demand(place.pays.is_none() || place.control > 0, row, &["pays", "control"], || {
            "the place pays nothing; give it control = 1 or more".to_owned()
        });
        let enters = matches!(place.kind, PlaceKind::AccessZone | PlaceKind::DropPoint);
        self.demand(
            place.bars.is_none() || (enters && place.of.is_none()),
            row,
            &["bars", "kind", "of"],
            || "only a neutral access zone or a drop point can be barred".to_owned(),
        );
        for (field, role) in [("pays", place.pays), ("bars", place.bars)] {
            self.demand(mission.roles || role.is_none(), row, &[field], || {
                "the mission has no roles; write roles = true".to_owned()
            });
        }
    }

    fn ways_in(&mut self, mission: &Mission, item: &str) {
        let sides: &[Role] =
            if mission.roles { &[Role::Attacker, Role::Defender] } else { &[Role::Attacker] };
        for side in sides {
            let zone = |place: &&PlaceSpec| {
                matches!(place.kind, PlaceKind::AccessZone | PlaceKind::DeploymentZone)
            };
            let owns = mission.places.iter().filter(zone).any(|place| place.of == Some(*side));
            self.demand(owns, item, &["place", "roles"], || match (mission.roles, side) {
                (false, _) => {
                    "each side needs an access or deployment zone: of = \"each\"".to_owned()
                }
                (true, Role::Attacker) => {
                    "the attacker needs an access or deployment zone".to_owned()
                }
                (true, Role::Defender) => {
                    "the defender needs an access or deployment zone".to_owned()
                }
            });
        }
    }

    fn forces(&mut self, mission: &Mission, item: &str) {
        let fields = ["attacker", "defender", "roles"];
        let both = mission.attacker.is_some() == mission.defender.is_some();
        self.demand(!mission.roles || both, item, &fields, || {
            "attacker and defender both have AP, or both are agreed at the table".to_owned()
        });
        let waiting = [mission.attacker, mission.defender].into_iter().flatten();
        let waits = waiting.into_iter().any(|forces| forces.reinforcement > 0);
        let fields = ["reinforcements", "attacker", "defender", "each"];
        self.demand(!waits || mission.reinforcements, item, &fields, || {
            "there are AP for reinforcements; write reinforcements = true".to_owned()
        });
        let supplied = [mission.container_pays, mission.nanogenerator_pays];
        let supplied = supplied.into_iter().any(|pays| pays.capture > 0 || pays.control > 0);
        let fields = ["reinforcements", "container_pays", "nanogenerator_pays"];
        self.demand(!supplied || mission.reinforcements, item, &fields, || {
            "reinforcement points buy nothing here; write reinforcements = true".to_owned()
        });
        for (field, pays) in [
            ("container_pays", mission.container_pays),
            ("nanogenerator_pays", mission.nanogenerator_pays),
        ] {
            self.demand(!pays.attacker_captures || mission.roles, item, &[field, "roles"], || {
                "the mission has no attacker; write roles = true".to_owned()
            });
        }
    }

    /// T-MIS-61 to T-MIS-65
    fn rescue(&mut self, mission: &Mission, item: &str) {
        let wrecks = mission.places.iter().filter(|place| place.kind == PlaceKind::Wreck).count();
        let Some(_) = mission.rescue else {
            self.demand(wrecks == 0, item, &["place", "rescue"], || {
                "a wreck belongs to a rescue; write rescue = { met = 5, … }".to_owned()
            });
            return;
        };
        self.demand(mission.roles, item, &["rescue", "roles"], || {
            "a rescue needs an attacker; write roles = true".to_owned()
        });
        self.demand(wrecks == 1, item, &["place", "rescue"], || {
            format!("a rescue has one wreck, and here are {wrecks}")
        });
        let home = mission
            .places
            .iter()
            .any(|place| place.kind == PlaceKind::AccessZone && place.of == Some(Role::Attacker));
        self.demand(home || !mission.roles, item, &["place", "rescue", "roles"], || {
            "the pilot is brought to the attacker's access zone, and there is none".to_owned()
        });
    }

    fn end(&mut self, mission: &Mission, item: &str) {
        let objectives = mission.places.iter().filter(|place| place.control > 0).count();
        match mission.ends {
            Ends::AfterRound(_) | Ends::AtPoints { tie: Tie::MorePoints, .. } => {}
            Ends::AtPoints { tie: Tie::Place, .. } => {
                self.demand(objectives == 1, item, &["ends", "place"], || {
                    format!(
                        "the tie \"place\" needs one place that pays, and here are {objectives}"
                    )
                });
            }
            Ends::AtPoints { tie: Tie::MoreObjectives, .. } => {
                self.demand(objectives > 0, item, &["ends", "place"], || {
                    "the tie \"more_objectives\" needs places that pay".to_owned()
                });
            }
        }
    }
}

fn pays(mission: &Mission) -> bool {
    let eliminated = mission.eliminated;
    let rescue = mission.rescue.is_some_and(|rescue| rescue.met > 0 || rescue.evacuated > 0);
    eliminated.infantry > 0
        || eliminated.machines > 0
        || eliminated.officer > 0
        || mission.evacuated_infantry > 0
        || mission.evacuated_machines > 0
        || rescue
        || mission.places.iter().any(|place| place.control > 0)
}

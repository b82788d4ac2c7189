//! A mission in a few words, made of its figures, so that a server's own missions have them too.

use gatemaster_rules::at43::mission::{Ends, Forces, Mission, PlaceSpec, Role, Supplies};
use gatemaster_rules::at43::setup::MOST_SIDES;
use gatemaster_rules::text::{count, list};

use crate::words::{capital, esc};

/// "1500 + 500"
fn figure(forces: Forces) -> String {
    match forces.reinforcement {
        0 => forces.assault.to_string(),
        more => format!("{} + {more}", forces.assault),
    }
}

/// "attacker 1500 + 500 AP, defender 1000 + 1000"; without any of the mission's own, those that were agreed.
pub fn forces(mission: &Mission, points: u32) -> String {
    match (mission.attacker, mission.defender) {
        (Some(attacker), Some(defender)) if attacker != defender => {
            format!("attacker {} AP, defender {}", figure(attacker), figure(defender))
        }
        (Some(each), _) => format!("{} AP each", figure(each)),
        (None, _) => format!("{points} AP each"),
    }
}

/// Whether the table agrees on army points.
pub fn points_are_agreed(mission: Option<&Mission>) -> bool {
    mission.is_none_or(|mission| mission.attacker.is_none())
}

/// "most VP after round 6", "first to 10 VP"
pub fn ends(mission: &Mission) -> String {
    match mission.ends {
        Ends::AfterRound(round) => format!("most VP after round {round}"),
        Ends::AtPoints { points, .. } => format!("first to {points} VP"),
    }
}

/// "infantry unit 2 VP"; each thing that is paid for.
fn victory(mission: &Mission, name: impl Fn(&PlaceSpec) -> String) -> Vec<String> {
    let mut paid: Vec<String> = Vec::new();
    let mut groups: Vec<(&PlaceSpec, Vec<String>)> = Vec::new();
    for place in mission.places.iter().filter(|place| place.control > 0) {
        let same = |like: &PlaceSpec| (like.control, like.pays) == (place.control, place.pays);
        match groups.iter_mut().find(|(like, _)| same(like)) {
            Some((_, names)) => names.push(name(place)),
            None => groups.push((place, vec![name(place)])),
        }
    }
    paid.extend(groups.into_iter().map(|(like, names)| {
        let points = like.control;
        let each = if names.len() > 1 { " each" } else { "" };
        let whom = match like.pays {
            Some(Role::Attacker) => " to the attacker",
            Some(Role::Defender) => " to the defender",
            None => "",
        };
        format!("{} {points}{each} a round{whom}", list(&names))
    }));
    let lost = mission.eliminated;
    for (what, points) in [
        ("infantry unit", lost.infantry),
        ("unit of machines", lost.machines),
        ("officer", lost.officer),
    ] {
        if points > 0 {
            paid.push(format!("{what} {points}"));
        }
    }
    if mission.evacuated_infantry > 0 || mission.evacuated_machines > 0 {
        paid.push(format!(
            "attacker's units that leave by the far edge: infantry {}, machines {}",
            mission.evacuated_infantry, mission.evacuated_machines
        ));
    }
    if let Some(rescue) = mission.rescue {
        paid.push(format!(
            "pilot met {}, brought home {} to the attacker",
            rescue.met, rescue.evacuated
        ));
    }
    paid
}

/// "container 100 captured (attacker), 150 held"
fn supplies(what: &str, pays: Supplies) -> Option<String> {
    let whom = if pays.attacker_captures { " (attacker)" } else { "" };
    let captured = (pays.capture > 0).then(|| format!("{} captured{whom}", pays.capture));
    let held = (pays.control > 0).then(|| format!("{} held", pays.control));
    let both: Vec<String> = captured.into_iter().chain(held).collect();
    (!both.is_empty()).then(|| format!("{what} {}", both.join(", ")))
}

/// What is paid for, a line for VP and one for RP.
pub fn pays(mission: &Mission) -> Vec<String> {
    let vp = victory(mission, |place| esc(&place.name));
    let rp: Vec<String> = supplies("container", mission.container_pays)
        .into_iter()
        .chain(supplies("nanogenerator", mission.nanogenerator_pays))
        .collect();
    let line = |what: &str, paid: &[String]| {
        (!paid.is_empty()).then(|| format!("{what}: {}.", capital(&paid.join("; "))))
    };
    line("VP", &vp).into_iter().chain(line("RP", &rp)).collect()
}

/// The mission for a list, in one line of plain text.
pub fn in_one_line(mission: &Mission) -> String {
    let sides = if mission.roles {
        "attacker and defender".to_owned()
    } else {
        format!("2 to {MOST_SIDES} equal sides")
    };
    let forces =
        if points_are_agreed(Some(mission)) { "AP agreed".to_owned() } else { forces(mission, 0) };
    // the roles stand in the figures already
    let said = forces.starts_with("attacker");
    let parts = [(!said).then_some(sides), Some(forces), Some(ends(mission))];
    capital(&parts.into_iter().flatten().collect::<Vec<_>>().join(" · "))
}

/// "2 sides"
pub fn sides(number: usize) -> String {
    count(u32::try_from(number).unwrap_or(u32::MAX), "side", "sides")
}

#[cfg(test)]
mod tests {
    use gatemaster_discord::limits::CHOICE_NAME;
    use gatemaster_rules::at43::data::missions;

    use super::*;

    fn of(key: &str) -> &'static Mission {
        missions().iter().find(|mission| mission.key == key).unwrap()
    }

    /// T-MIS-1, T-MIS-5
    #[test]
    fn every_mission_is_told_in_a_line_of_a_list() {
        let lines: Vec<String> = missions().iter().map(in_one_line).collect();
        assert_eq!(
            lines,
            [
                "2 to 4 equal sides · AP agreed · most VP after round 6",
                "2 to 4 equal sides · AP agreed · first to 20 VP",
                "Attacker 1500 + 500 AP, defender 1000 + 1000 · first to 10 VP",
                "Attacker and defender · 1500 + 500 AP each · most VP after round 6",
                "Attacker 1500 + 500 AP, defender 1000 + 1000 · first to 15 VP",
                "Attacker 1000 + 1000 AP, defender 750 + 1250 · first to 10 VP",
            ]
        );
        assert!(lines.iter().all(|line| line.chars().count() <= CHOICE_NAME));
    }

    /// T-MIS-12, T-MIS-22, T-MIS-32, T-MIS-33, T-MIS-53 to T-MIS-55, T-MIS-62, T-MIS-63
    #[test]
    fn what_is_paid_for_is_told_with_its_points() {
        assert_eq!(
            pays(of("seek-and-destroy")),
            ["VP: Infantry unit 2; unit of machines 1; officer 1."]
        );
        assert_eq!(
            pays(of("bridgehead")),
            ["VP: Hill 5 a round; infantry unit 1; unit of machines 2."]
        );
        assert_eq!(
            pays(of("hold-the-position")),
            [
                "VP: Able, Bravo, Charlie and Doctor 1 each a round.",
                "RP: Container 100 captured (attacker), 150 held; nanogenerator 50 captured (attacker), 100 held."
            ]
        );
        assert_eq!(
            pays(of("landing"))[0],
            "VP: Able, Bravo, Doctor and Echo 1 each a round to the defender; Charlie, Foxtrot and Golf 2 each a round to \
             the defender; attacker's units that leave by the far edge: infantry 5, machines 2."
        );
        assert_eq!(
            pays(of("extraction"))[0],
            "VP: Wreck 2 a round to the defender; pilot met 5, brought home 5 to the attacker."
        );
    }
}

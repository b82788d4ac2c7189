//! Where the mission's places lie, and how many containers and nanogenerators there are (T-MIS-4).

use gatemaster_discord::limits::clip;
use gatemaster_rules::at43::State;
use gatemaster_rules::at43::command::Field;
use gatemaster_rules::at43::data::bounds::{MAX_LINE, ON_TABLE};
use gatemaster_rules::at43::mission::{Ground, Mission, PlaceKind, PlaceSpec};
use gatemaster_rules::text::{clean_line, searched};

use super::super::read::lines;
use crate::words::code;

/// A place of the mission with its number.
#[derive(Clone, Copy, Debug)]
pub struct Named<'a> {
    pub at: usize,
    pub spec: &'a PlaceSpec,
    /// What the players say of it, else the mission.
    pub lies: &'a str,
}

/// Edges are drawn once everybody has agreed (T-MIS-11, T-MIS-21).
pub fn is_drawn(mission: &Mission, spec: &PlaceSpec) -> bool {
    mission.ground == Ground::NoMansLand
        && !mission.roles
        && spec.of.is_some()
        && spec.kind == PlaceKind::AccessZone
}

/// Those that people lay, in the mission's order.
pub fn laid<'a>(mission: &'a Mission, field: &'a Field) -> Vec<Named<'a>> {
    let all = mission.places.iter().enumerate();
    let laid = all.filter(|(_, spec)| !is_drawn(mission, spec)).map(|(at, spec)| {
        let told = field.places.get(at).map(String::as_str).filter(|told| !told.is_empty());
        Named { at, spec, lies: told.unwrap_or(&spec.lies) }
    });
    laid.collect()
}

/// Says where a place lies; nothing is where the mission has it.
pub fn put(mission: &Mission, field: &mut Field, at: usize, lies: &str) -> Result<(), String> {
    let lies = if lies.trim().is_empty() {
        String::new()
    } else {
        clean_line(lies, MAX_LINE).ok_or_else(|| {
            format!("Where a place lies can have up to {MAX_LINE} letters; please say it in fewer.")
        })?
    };
    if field.places.len() < mission.places.len() {
        field.places.resize(mission.places.len(), String::new());
    }
    if let Some(place) = field.places.get_mut(at) {
        *place = lies;
    }
    // a table on which nobody has said anything is the mission's own
    if field.places.iter().all(String::is_empty) {
        field.places.clear();
    }
    Ok(())
}

/// "Able: on the crossroads; Bravo: the ruin"
pub fn read(mission: &Mission, field: &mut Field, text: &str) -> Result<(), Vec<String>> {
    let mut faults = Vec::new();
    for line in lines(text) {
        let (name, lies) = line.split_once(':').unwrap_or((line, ""));
        let found = named(mission, searched(name));
        match found {
            Ok(_) if !line.contains(':') => {
                let name = clip(line, 40);
                faults.push(format!(
                    "Say where {} lies, such as {}.",
                    code(&name),
                    code(&format!("{name}: on the crossroads"))
                ));
            }
            Ok(at) => faults.extend(put(mission, field, at, lies).err()),
            Err(fault) => faults.push(fault),
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

fn named(mission: &Mission, name: &str) -> Result<usize, String> {
    let wanted = name.trim().to_lowercase();
    let shown = code(&clip(name.trim(), 40));
    let field = Field::default();
    let laid = laid(mission, &field);
    let called = |place: &&Named<'_>| place.spec.name.to_lowercase() == wanted;
    let part =
        |place: &&Named<'_>| !wanted.is_empty() && place.spec.name.to_lowercase().contains(&wanted);
    if let Some(place) = laid.iter().find(called) {
        return Ok(place.at);
    }
    let mut like = laid.iter().filter(part);
    if let (Some(place), None) = (like.next(), like.next()) {
        return Ok(place.at);
    }
    let drawn = |spec: &&PlaceSpec| {
        is_drawn(mission, spec) && !wanted.is_empty() && spec.name.to_lowercase().contains(&wanted)
    };
    if mission.places.iter().any(|spec| drawn(&spec)) {
        return Err("The edges of the access zones are drawn once everybody has agreed.".to_owned());
    }
    let names: Vec<&str> = laid.iter().map(|place| place.spec.name.as_str()).collect();
    Err(if names.is_empty() {
        format!("{shown} is no place of this mission; it has none that you lay.")
    } else {
        format!("{shown} is no place of this mission. It has {}.", code(&names.join(", ")))
    })
}

/// How many there are: what the players say, else the mission.
pub fn containers(mission: &Mission, field: &Field) -> u8 {
    field.containers.unwrap_or(mission.containers)
}

pub fn nanogenerators(mission: &Mission, field: &Field) -> u8 {
    field.nanogenerators.unwrap_or(mission.nanogenerators)
}

/// A number as it is typed; nothing is what the mission says.
pub fn number(text: &str, what: &str) -> Result<Option<u8>, String> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let number = text.parse().ok().filter(|number| ON_TABLE.contains(number));
    number.map(Some).ok_or_else(|| {
        format!("There are 0 to {} {what}, not {}.", ON_TABLE.end(), code(&clip(text, 20)))
    })
}

/// What the mission says itself is not said again, so that the same table is the same description.
pub fn plainly(state: &State, mut field: Field) -> Field {
    let Some(mission) = &state.mission else { return field };
    field.containers = field.containers.filter(|number| *number != mission.containers);
    field.nanogenerators = field.nanogenerators.filter(|number| *number != mission.nanogenerators);
    for (told, spec) in field.places.iter_mut().zip(&mission.places) {
        if *told == spec.lies {
            told.clear();
        }
    }
    if field.places.iter().all(String::is_empty) {
        field.places.clear();
    }
    field
}

#[cfg(test)]
mod tests {
    use gatemaster_rules::at43::data::missions;

    use super::*;

    fn of(key: &str) -> &'static Mission {
        missions().iter().find(|mission| mission.key == key).unwrap()
    }

    /// T-MIS-4, T-MIS-35
    #[test]
    fn places_are_put_by_their_names() {
        let (mission, mut field) = (of("hold-the-position"), Field::default());
        read(
            mission,
            &mut field,
            "able: on the crossroads; Bravo: the ruin\ndefender: the north edge",
        )
        .unwrap();
        let told: Vec<(&str, &str)> =
            laid(mission, &field).iter().map(|place| (&*place.spec.name, place.lies)).collect();
        assert_eq!(
            told,
            [
                ("Able", "on the crossroads"),
                ("Bravo", "the ruin"),
                ("Charlie", ""),
                ("Doctor", ""),
                ("Attacker's access zone", "one edge"),
                ("Defender's access zone", "the north edge"),
            ]
        );
        read(mission, &mut field, "Able:; Bravo: ; defender:").unwrap();
        assert_eq!(field, Field::default());
    }

    /// T-MIS-11, T-MIS-21
    #[test]
    fn what_is_drawn_or_unknown_is_no_place_to_lay() {
        let faults =
            |key: &str, text: &str| read(of(key), &mut Field::default(), text).unwrap_err();
        let drawn = "The edges of the access zones are drawn once everybody has agreed.";
        assert_eq!(faults("bridgehead", "access zone: north"), [drawn]);
        assert_eq!(
            faults("bridgehead", "Able: here\nhill"),
            [
                "`Able` is no place of this mission. It has `Hill`.",
                "Say where `hill` lies, such as `hill: on the crossroads`.",
            ]
        );
        assert_eq!(
            faults("seek-and-destroy", "Able: here"),
            ["`Able` is no place of this mission; it has none that you lay."]
        );
        let long = format!("Hill: {}", "x".repeat(200));
        assert!(faults("bridgehead", &long)[0].contains("up to 120 letters"));
    }

    #[test]
    fn numbers_are_up_to_a_dozen_and_nothing_is_what_the_mission_says() {
        assert_eq!(number("", "containers"), Ok(None));
        assert_eq!(number(" 12 ", "containers"), Ok(Some(12)));
        assert_eq!(
            number("13", "containers").unwrap_err(),
            "There are 0 to 12 containers, not `13`."
        );
        assert!(number("-1", "containers").is_err());
    }
}

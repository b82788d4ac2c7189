//! The table in words, as long or as short as there is room.

use gatemaster_discord::limits::clip;
use gatemaster_rules::at43::State;
use gatemaster_rules::at43::command::Field;
use gatemaster_rules::at43::data::terrain as standard;
use gatemaster_rules::at43::mission::{Ground, Mission};
use gatemaster_rules::text::count;

use super::places::{containers, is_drawn, laid, nanogenerators};
use super::terrain::{as_typed, groups};
use crate::words::esc;

/// Everything that was said of the table. Where there is little room, less is told of where each place lies.
pub fn described(state: &State, field: &Field, room: usize) -> String {
    let Some(mission) = &state.mission else { return String::new() };
    let whole = |letters: usize| {
        let mut lines = vec![terrain(field, letters * 10)];
        lines.extend(places(mission, field, letters));
        lines.extend(supplies(mission, field));
        lines.extend(said(&field.words, letters * 5));
        lines.join("\n")
    };
    let fullest =
        [120, 60, 30, 15].into_iter().map(whole).find(|text| text.chars().count() <= room);
    fullest.unwrap_or_else(|| {
        let pieces = u32::try_from(field.elements.len()).unwrap_or(u32::MAX);
        let pieces = count(pieces, "piece", "pieces");
        let places = u32::try_from(laid(mission, field).len()).unwrap_or(u32::MAX);
        format!(
            "{pieces} of terrain, {}; `/at43 table` tells them all.",
            count(places, "place", "places")
        )
    })
}

/// The size of a table of which nothing else was said (house).
pub fn size() -> String {
    let table = standard();
    format!("-# Table {} × {} cm, if you name no other.", table.width, table.depth)
}

/// Words that have no room are cut; addresses never are, as half of one leads nowhere.
fn said(words: &str, letters: usize) -> Vec<String> {
    if words.is_empty() {
        return Vec::new();
    }
    if words.chars().count() <= letters {
        return vec![format!("📝 {}", linked(words))];
    }
    let (addresses, rest): (Vec<&str>, Vec<&str>) =
        words.split(' ').partition(|word| is_address(word));
    let mut lines = Vec::new();
    if !rest.is_empty() {
        lines.push(format!("📝 {}", esc(&clip(&rest.join(" "), letters))));
    }
    lines.extend(addresses.into_iter().map(|address| format!("🔗 {address}")));
    lines
}

fn is_address(word: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-._~/?=&%+#,;".contains(c);
    let address = word.strip_prefix("https://");
    address.is_some_and(|rest| rest.contains('.') && rest.chars().all(plain))
}

/// Addresses stay as they are, so that a picture can be looked at; all else is only words.
fn linked(words: &str) -> String {
    let words =
        words.split(' ').map(|word| if is_address(word) { word.to_owned() } else { esc(word) });
    words.collect::<Vec<_>>().join(" ")
}

fn terrain(field: &Field, room: usize) -> String {
    if field.elements.is_empty() {
        return "🧱 No terrain is written down.".to_owned();
    }
    let groups: Vec<String> = groups(&field.elements)
        .iter()
        .map(|(laid, number)| esc(&as_typed(laid, *number)))
        .collect();
    format!("🧱 {}", clip(&groups.join(" · "), room))
}

fn places(mission: &Mission, field: &Field, letters: usize) -> Vec<String> {
    let mut lines: Vec<String> = laid(mission, field)
        .iter()
        .map(|place| {
            let name = esc(&place.spec.name);
            match place.lies {
                "" => format!("📍 {name}: where you place it"),
                lies => format!("📍 {name}: {}", esc(&clip(lies, letters))),
            }
        })
        .collect();
    if mission.places.iter().any(|spec| is_drawn(mission, spec)) {
        lines.push("📍 Access zones: an edge each, drawn once everybody agrees".to_owned());
    }
    lines
}

/// "📦 2 containers, 2 nanogenerators"
fn supplies(mission: &Mission, field: &Field) -> Option<String> {
    let numbers = [
        (containers(mission, field), "container", "containers"),
        (nanogenerators(mission, field), "nanogenerator", "nanogenerators"),
    ];
    let told: Vec<String> = numbers
        .into_iter()
        .filter(|(number, ..)| *number > 0)
        .map(|(number, one, many)| count(number.into(), one, many))
        .collect();
    (!told.is_empty()).then(|| format!("📦 {}", told.join(", ")))
}

/// How the terrain comes onto the table (T-MIS-2, T-MIS-3).
pub fn how(mission: &Mission) -> &'static str {
    match mission.ground {
        Ground::NoMansLand => "Place terrain in turn, the youngest player first.",
        Ground::PacifiedRegion => {
            "The defender places half of the terrain in their zone, then the attacker the rest in theirs."
        }
        Ground::TrenchWar => {
            "Whoever threw highest picks a sector first; then, the youngest first, each places terrain in their own."
        }
        Ground::Map => "Lay the named places out together.",
    }
}

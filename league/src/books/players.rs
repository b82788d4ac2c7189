//! People from a file: one name on each line, or a table with `name` and, if wanted, `faction` and `division`.

use std::collections::HashSet;

use gatemaster_rules::text::{MAX_TITLE, clean_title};

use super::cell::unguarded;
use super::faults::Faults;
use super::sheet::{Sheet, text};
use crate::settings::MOST_ENTRANTS;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadPlayer {
    pub name: String,
    pub faction: Option<String>,
    pub division: Option<u8>,
}

/// All of them in the order of the file, or everything that is wrong with it. `divisions` are those of the season, from the
/// highest; a file names them, or gives their number from 1.
pub fn read(file: &[u8], divisions: &[String]) -> Result<Vec<ReadPlayer>, Vec<String>> {
    let text = text(file)?;
    let mut faults = Faults::default();
    let sheet = Sheet::read(text, MOST_ENTRANTS, &mut faults);
    let mut players = Players { faults, seen: HashSet::new(), read: Vec::new() };
    if sheet.has("name") {
        if let Some(column) = sheet.doubled(&["name", "faction", "division"]) {
            return Err(vec![format!("The column “{column}” stands twice in the first line.")]);
        }
        for line in sheet.lines() {
            let cells = [line.cell("name"), line.cell("faction"), line.cell("division")];
            players.add(line.number, cells, divisions);
        }
    } else {
        // a name on each line may well have a comma in it
        players.faults = Faults::default();
        let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
        for (taken, (number, line)) in lines.enumerate() {
            if taken == MOST_ENTRANTS {
                players.faults.tell(|| {
                    format!("A league is for {MOST_ENTRANTS} people; the file has more lines.")
                });
                break;
            }
            players.add(number, [unguarded(line.trim()), "", ""], divisions);
        }
    }
    let Players { mut faults, seen: _, read } = players;
    if faults.count() == 0 && read.is_empty() {
        faults.tell(|| "There is no name in this file.".to_owned());
    }
    faults.or(read)
}

struct Players {
    faults: Faults,
    seen: HashSet<String>,
    read: Vec<ReadPlayer>,
}

impl Players {
    fn add(&mut self, at: u64, [name, faction, division]: [&str; 3], divisions: &[String]) {
        let faults = &mut self.faults;
        let Some(name) = clean_title(name) else {
            faults.tell(|| format!("Line {at}: a name has 1 to {MAX_TITLE} characters."));
            return;
        };
        if !self.seen.insert(name.to_lowercase()) {
            faults.tell(|| format!("Line {at}: {name} stands in the file twice."));
        }
        let cleaned = clean_title(faction);
        faults.check(faction.is_empty() || cleaned.is_some(), || {
            format!("Line {at}: a faction has at most {MAX_TITLE} characters.")
        });
        let found = number_of(division, divisions);
        faults.check(division.is_empty() || found.is_some(), || {
            if divisions.is_empty() {
                format!("Line {at}: this league has no divisions.")
            } else {
                format!("Line {at}: the divisions are {}.", divisions.join(", "))
            }
        });
        self.read.push(ReadPlayer { name, faction: cleaned, division: found });
    }
}

fn number_of(cell: &str, divisions: &[String]) -> Option<u8> {
    let by_name = divisions.iter().position(|name| name.to_lowercase() == cell.to_lowercase());
    let by_number = || {
        let number = cell.parse::<usize>().ok()?.checked_sub(1)?;
        (number < divisions.len()).then_some(number)
    };
    u8::try_from(by_name.or_else(by_number)?).ok()
}

//! What somebody changes about a building, and the plan that follows.

use gatemaster_discord::limits::clip;
use gatemaster_rules::antares::buildings::{Interior, Plan, Roof, Size};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::table::SeenTable;
use gatemaster_rules::text::{clean_name, list};

/// A building as somebody describes it; what is left out stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BuildingChanges {
    pub name: Option<String>,
    pub size: Option<Size>,
    pub storeys: Option<u8>,
    pub blocks: Option<u8>,
    pub roof: Option<Roof>,
    pub stairs: Option<bool>,
    pub damage: Option<u32>,
    pub cover: Option<u8>,
    pub interior: Option<Interior>,
    /// The name of a side, or a word for neither.
    pub zone: Option<String>,
    /// Names of buildings between commas, or a word for none.
    pub links: Option<String>,
}

/// Words for none of them.
const NONE: [&str; 5] = ["none", "no", "nobody", "neither", "-"];
/// A building's transporters may join its own blocks.
const ITSELF: &str = "itself";
/// A name is quoted so far where it is no name.
const QUOTED: usize = 40;

impl BuildingChanges {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The building like this where it is said and like `before` where it is not; whatever cannot be understood
    /// is told beside it. `others` are the buildings that transporters may lead to.
    pub fn upon(&self, before: &Plan, table: &SeenTable, others: &[String]) -> (Plan, Vec<String>) {
        let mut faults = Vec::new();
        let name = match &self.name {
            Some(name) => clean_name(name).unwrap_or_else(|| clip(name, QUOTED)),
            None => before.name.clone(),
        };
        let zone = match &self.zone {
            Some(typed) => zone(table, typed).unwrap_or_else(|fault| {
                faults.push(fault);
                None
            }),
            None => before.zone,
        };
        let links = match &self.links {
            Some(typed) => links(typed, &name, others),
            None => before.links.clone(),
        };
        let storeys = self.storeys.unwrap_or(before.storeys);
        let interior = self.interior.unwrap_or(before.interior);
        let as_usual = before.strength == usual_damage(before.interior, before.storeys);
        let usual = if as_usual { usual_damage(interior, storeys) } else { before.strength };
        let plan = Plan {
            size: self.size.unwrap_or(before.size),
            storeys,
            blocks: self.blocks.unwrap_or(before.blocks),
            interior,
            roof: self.roof.unwrap_or(before.roof),
            stairs: self.stairs.unwrap_or(before.stairs),
            cover: self.cover.unwrap_or(before.cover),
            strength: self.damage.unwrap_or(usual),
            zone,
            links,
            name,
        };
        (plan, faults)
    }
}

/// The building of which only a name is said.
pub fn plainest() -> Plan {
    Plan::plain("", Size::Standard, 1)
}

/// The damage value of which nothing is said (B-DMG-2). A hall is the table itself and stays where it is.
pub fn usual_damage(interior: Interior, storeys: u8) -> u32 {
    match interior {
        Interior::Closed | Interior::Modelled => Plan::usual_strength(storeys),
        Interior::Hall { .. } => 0,
    }
}

/// The side by its name, or by a beginning that only one has.
fn zone(table: &SeenTable, typed: &str) -> Result<Option<Seat>, String> {
    let typed = typed.trim();
    let low = typed.to_lowercase();
    if let Some(seat) = table.seat_named(typed) {
        return Ok(Some(seat));
    }
    if low.is_empty() || NONE.contains(&low.as_str()) {
        return Ok(None);
    }
    let mut begin = table
        .all_seats()
        .filter(|seat| table.seats[seat.index()].name.to_lowercase().starts_with(&low));
    if let (Some(only), None) = (begin.next(), begin.next()) {
        return Ok(Some(only));
    }
    let names: Vec<&str> = table.seats.iter().map(|chair| chair.name.as_str()).collect();
    Err(format!(
        "No side is called {}; a zone belongs to one of {}, or to none.",
        clip(typed, QUOTED),
        list(&names)
    ))
}

/// Names between commas, as the buildings themselves spell them. A name may have a comma of its own.
fn links(typed: &str, own: &str, others: &[String]) -> Vec<String> {
    let known = |text: &str| {
        let low = text.trim().to_lowercase();
        let all = others.iter().map(String::as_str).chain([own]);
        let mut found = all.filter(|name| name.to_lowercase() == low);
        found.next().map(str::to_owned)
    };
    let pieces: Vec<&str> = typed.split([',', ';', '\n']).collect();
    let mut links: Vec<String> = Vec::new();
    let mut at = 0;
    while at < pieces.len() {
        let longest = (at + 1..=pieces.len())
            .rev()
            .find_map(|end| known(&pieces[at..end].join(",")).map(|name| (name, end)));
        let (link, end) = longest.unwrap_or_else(|| (clip(pieces[at].trim(), QUOTED), at + 1));
        at = end;
        let low = link.to_lowercase();
        let link = if low == ITSELF { own.to_owned() } else { link };
        let none = low.is_empty() || (NONE.contains(&low.as_str()) && known(&low).is_none());
        if !none && !links.contains(&link) {
            links.push(link);
        }
    }
    links
}

#[cfg(test)]
pub(super) mod tests {
    use gatemaster_rules::antares::Setup;
    use gatemaster_rules::game;
    use gatemaster_rules::ids::UserId;
    use gatemaster_rules::table::{self, Action, Actor, Player, Settings};

    use super::*;

    pub fn whole_table() -> table::Table {
        let setup = game::Setup::Antares(Setup::default());
        let settings = Settings::default();
        let name = "Friday".to_owned();
        let open = Action::Open { name, setup, organiser: None, start: false, settings };
        let player = Player { id: UserId(1), name: "Ann".to_owned() };
        let decided = table::open_table(&Actor { player, manager: false }, &open).unwrap();
        table::Table::opened(&decided.events[0]).unwrap()
    }

    pub fn table() -> SeenTable {
        let table = whole_table();
        table.seen(&table.onlooker())
    }

    fn said(changes: &BuildingChanges, before: &Plan) -> Plan {
        let (plan, faults) =
            changes.upon(before, &table(), &["Bunker".into(), "Tower, east".into()]);
        assert_eq!(faults, [] as [&str; 0]);
        plan
    }

    /// B-DMG-2: what is usual follows the storeys, what was chosen stays.
    #[test]
    fn a_damage_value_that_nobody_chose_follows_the_height() {
        let tower = BuildingChanges { name: Some(" Tower ".into()), ..BuildingChanges::default() };
        let tower = said(&tower, &plainest());
        assert_eq!((tower.name.as_str(), tower.strength), ("Tower", 20));
        let higher = BuildingChanges { storeys: Some(5), ..BuildingChanges::default() };
        assert_eq!(said(&higher, &tower).strength, 30);
        let chosen =
            said(&BuildingChanges { damage: Some(12), ..BuildingChanges::default() }, &tower);
        assert_eq!(said(&higher, &chosen).strength, 12);
        let hall = BuildingChanges {
            interior: Some(Interior::Hall { overhead: false }),
            ..BuildingChanges::default()
        };
        assert_eq!(said(&hall, &tower).strength, 0, "a hall cannot be brought down");
        let closed =
            BuildingChanges { interior: Some(Interior::Closed), ..BuildingChanges::default() };
        assert_eq!(said(&closed, &said(&hall, &tower)).strength, 20);
    }

    /// B-TRN-1, B-DEP-1
    #[test]
    fn links_and_zones_are_read_as_people_write_them() {
        let before = Plan::plain("Tower", Size::Small, 2);
        let links = |typed: &str| {
            said(
                &BuildingChanges { links: Some(typed.into()), ..BuildingChanges::default() },
                &before,
            )
            .links
        };
        assert_eq!(links("bunker, TOWER; Tower, East"), ["Bunker", "Tower", "Tower, east"]);
        assert_eq!(links("itself, bunker, Bunker"), ["Tower", "Bunker"]);
        assert_eq!(links("the moon"), ["the moon"], "the rules say what is wrong with it");
        assert_eq!(links("none"), [] as [&str; 0]);
        let zone = |typed: &str| {
            BuildingChanges { zone: Some(typed.into()), ..BuildingChanges::default() }.upon(
                &before,
                &table(),
                &[],
            )
        };
        assert_eq!(zone("gh").0.zone, Some(Seat(1)));
        assert_eq!(zone("Algoryn").0.zone, Some(Seat(0)));
        assert_eq!(zone("none").0.zone, None);
        assert_eq!(
            zone("Concord").1,
            ["No side is called Concord; a zone belongs to one of Algoryn and Ghar, or to none."]
        );
    }
}

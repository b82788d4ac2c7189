//! The form for a building: a few lines of plain words.

use gatemaster_discord::forms::{FilledForm, Form, Input};
use gatemaster_discord::limits::clip;
use gatemaster_discord::press::CustomId;
use gatemaster_rules::antares::buildings::{
    DEFAULT_COVER, Interior, MAX_BLOCKS, MAX_STOREYS, Plan, Roof, Size,
};
use gatemaster_rules::table::SeenTable;
use gatemaster_rules::text::count;
use serde::{Deserialize, Serialize};

use super::changes::{BuildingChanges, usual_damage};

/// What somebody wrote into it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Typed {
    name: String,
    size: String,
    parts: String,
    zone: String,
    links: String,
}

impl Typed {
    /// What a building would be written like.
    pub fn of(plan: &Plan, table: &SeenTable) -> Self {
        let mut parts = vec![count(plan.blocks.into(), "block", "blocks")];
        parts.push(
            match plan.roof {
                Roof::None => "no roof",
                Roof::Flat => "flat roof",
                Roof::Parapet => "parapet",
            }
            .to_owned(),
        );
        if plan.stairs {
            parts.push("outer stairs".to_owned());
        }
        parts.extend(match plan.interior {
            Interior::Closed => None,
            Interior::Modelled => Some("modelled inside".to_owned()),
            Interior::Hall { overhead: false } => Some("hall".to_owned()),
            Interior::Hall { overhead: true } => Some("hall with overhead fire".to_owned()),
        });
        if plan.cover != DEFAULT_COVER {
            parts.push(format!("cover {}", plan.cover));
        }
        if plan.strength != usual_damage(plan.interior, plan.storeys) {
            parts.push(format!("damage {}", plan.strength));
        }
        let zone = plan.zone.and_then(|seat| table.seats.get(seat.index()));
        Self {
            name: plan.name.clone(),
            size: format!("{}, {}", plan.size.name(), storeys(plan.storeys)),
            parts: parts.join(", "),
            zone: zone.map(|chair| chair.name.clone()).unwrap_or_default(),
            links: plan.links.join(", "),
        }
    }

    pub fn written(written: &FilledForm) -> Self {
        let text = |key| written.get(key).to_owned();
        Self {
            name: text("name"),
            size: text("size"),
            parts: text("parts"),
            zone: text("zone"),
            links: text("links"),
        }
    }

    pub fn form(self, title: &str, press: CustomId) -> Form {
        Form {
            title: title.to_owned(),
            press,
            inputs: vec![
                Input::line("name", "Name", self.name).such_as("Tower").needed(),
                Input::line("size", "Size and storeys", self.size)
                    .such_as("small, 2 (or standard, or very small)"),
                Input::line("parts", "Blocks, roof, stairs; cover, damage, inside", self.parts)
                    .such_as("2 blocks, flat roof or parapet, outer stairs, cover 2, damage 20"),
                Input::line("zone", "Wholly in whose deployment zone?", self.zone)
                    .such_as("the name of a side, or nothing"),
                Input::line("links", "Transporters lead to", self.links)
                    .such_as("buildings between commas; its own name joins its blocks"),
            ],
        }
    }

    /// What it says, and the words that say nothing.
    pub fn changes(&self) -> (BuildingChanges, Vec<String>) {
        let mut reader = Reader::default();
        reader.read(&self.size, Number::Storeys);
        reader.read(&self.parts, Number::Blocks);
        let Reader { mut changes, faults } = reader;
        changes.name = Some(self.name.clone());
        changes.zone = Some(self.zone.clone());
        changes.links = Some(self.links.clone());
        (changes, faults)
    }
}

pub fn storeys(storeys: u8) -> String {
    count(storeys.into(), "storey", "storeys")
}

/// What a number in a line may mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Number {
    Storeys,
    Blocks,
    Cover,
    Damage,
}

#[derive(Default)]
struct Reader {
    changes: BuildingChanges,
    faults: Vec<String>,
}

/// Words that people write for good manners.
const MANNERS: [&str; 21] = [
    "a",
    "an",
    "the",
    "and",
    "with",
    "of",
    "in",
    "it",
    "to",
    "has",
    "for",
    "outer",
    "outside",
    "large",
    "inside",
    "interior",
    "fire",
    "room",
    "value",
    "building",
    "accessible",
];

impl Reader {
    /// One line; a number of which nothing else is said means `bare`.
    fn read(&mut self, line: &str, bare: Number) {
        for piece in line.to_lowercase().split([',', ';', '\n']) {
            self.piece(piece, bare);
        }
    }

    fn piece(&mut self, piece: &str, bare: Number) {
        let (mut waiting, mut wanted): (Option<u32>, Option<Number>) = (None, None);
        let (mut not, mut very) = (false, false);
        let words = piece.split(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | ':' | '='));
        for word in words.filter(|word| !word.is_empty()) {
            if let Ok(number) = word.trim_start_matches(['+', '×']).parse::<u32>() {
                match wanted.take() {
                    Some(meaning) => self.number(meaning, number),
                    None => waiting = Some(number),
                }
                continue;
            }
            let meaning = match word {
                _ if word.starts_with("store") || word.starts_with("stori") => Number::Storeys,
                "story" | "floor" | "floors" | "level" | "levels" => Number::Storeys,
                "block" | "blocks" | "part" | "parts" => Number::Blocks,
                "cover" => Number::Cover,
                "damage" => Number::Damage,
                _ => {
                    self.word(word, &mut not, &mut very);
                    continue;
                }
            };
            match waiting.take() {
                Some(number) => self.number(meaning, number),
                None if not && meaning == Number::Cover => self.number(meaning, 0),
                None => wanted = Some(meaning),
            }
        }
        if let Some(number) = waiting {
            let taken = bare == Number::Storeys && self.changes.storeys.is_some();
            self.number(if taken { Number::Blocks } else { bare }, number);
        }
        if let Some(meaning) = wanted {
            let what = match meaning {
                Number::Storeys => "storeys",
                Number::Blocks => "blocks",
                Number::Cover => "cover",
                Number::Damage => "damage",
            };
            self.faults.push(format!("Say a number with “{what}”."));
        }
    }

    fn word(&mut self, word: &str, not: &mut bool, very: &mut bool) {
        let changes = &mut self.changes;
        match word {
            "no" | "not" | "without" => *not = true,
            "very" | "tiny" => {
                *very = true;
                changes.size = Some(Size::VerySmall);
            }
            "small" => changes.size = Some(if *very { Size::VerySmall } else { Size::Small }),
            "standard" | "normal" | "usual" => changes.size = Some(Size::Standard),
            "flat" => changes.roof = Some(Roof::Flat),
            "roof" if *not => changes.roof = Some(Roof::None),
            "roof" => {
                let said = changes.roof.filter(|roof| *roof != Roof::None);
                changes.roof = said.or(Some(Roof::Flat));
            }
            "parapet" if *not => changes.roof = Some(Roof::Flat),
            "parapet" => changes.roof = Some(Roof::Parapet),
            "stairs" | "stair" | "ramp" | "ramps" => changes.stairs = Some(!*not),
            "closed" => changes.interior = Some(Interior::Closed),
            "modelled" | "modeled" => changes.interior = Some(Interior::Modelled),
            "hall" => changes.interior = Some(Interior::Hall { overhead: false }),
            "overhead" => changes.interior = Some(Interior::Hall { overhead: !*not }),
            "indestructible" => changes.damage = Some(0),
            _ if MANNERS.contains(&word) => {}
            _ => self.faults.push(format!("I do not know what “{}” means here.", clip(word, 40))),
        }
    }

    fn number(&mut self, meaning: Number, number: u32) {
        let small = u8::try_from(number);
        match meaning {
            Number::Storeys if small.is_err() => self
                .faults
                .push(format!("{number} storeys are too many; a building has 1 to {MAX_STOREYS}.")),
            Number::Blocks if small.is_err() => self
                .faults
                .push(format!("{number} blocks are too many; a building has 1 to {MAX_BLOCKS}.")),
            Number::Storeys => self.changes.storeys = small.ok(),
            Number::Blocks => self.changes.blocks = small.ok(),
            Number::Cover => self.changes.cover = Some(small.unwrap_or(u8::MAX)),
            Number::Damage => self.changes.damage = Some(number),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::changes::plainest;
    use super::super::changes::tests::table;
    use super::*;
    use gatemaster_discord::limits;

    fn typed(size: &str, parts: &str) -> (BuildingChanges, Vec<String>) {
        Typed { size: size.into(), parts: parts.into(), ..Typed::default() }.changes()
    }

    /// The building that two lines describe.
    fn read(size: &str, parts: &str) -> Plan {
        let (changes, faults) = typed(size, parts);
        assert_eq!(faults, [] as [&str; 0], "{size} / {parts}");
        changes.upon(&plainest(), &table(), &[]).0
    }

    #[test]
    fn a_building_is_read_however_it_is_written() {
        for (size, parts, small, storeys, blocks, roof, stairs) in [
            ("", "", Size::Standard, 1, 1, Roof::None, false),
            ("small, 2", "2, flat, stairs", Size::Small, 2, 2, Roof::Flat, true),
            ("Small 2", "2 blocks flat roof outer stairs", Size::Small, 2, 2, Roof::Flat, true),
            ("very small; 3 storeys", "parapet", Size::VerySmall, 3, 1, Roof::Parapet, false),
            (
                "4 floors",
                "Blocks: 3, roof with a parapet",
                Size::Standard,
                4,
                3,
                Roof::Parapet,
                false,
            ),
            ("2, 3", "no roof, no stairs", Size::Standard, 2, 3, Roof::None, false),
            (
                "a standard building of 5 stories",
                "with ramps",
                Size::Standard,
                5,
                1,
                Roof::None,
                true,
            ),
        ] {
            let plan = read(size, parts);
            let is = (plan.size, plan.storeys, plan.blocks, plan.roof, plan.stairs);
            assert_eq!(is, (small, storeys, blocks, roof, stairs), "{size} / {parts}");
        }
        let bunker = read("standard", "cover +3, damage value 40, modelled inside");
        assert_eq!((bunker.cover, bunker.strength, bunker.interior), (3, 40, Interior::Modelled));
        let hall = read("", "a large hall with room for overhead fire, no cover");
        assert_eq!((hall.cover, hall.strength), (0, 0));
        assert_eq!(hall.interior, Interior::Hall { overhead: true });
    }

    #[test]
    fn words_that_mean_nothing_are_told_together() {
        let (_, faults) = typed("enormous, 300", "blocks, dungeon");
        assert_eq!(
            faults,
            [
                "I do not know what “enormous” means here.",
                "300 storeys are too many; a building has 1 to 12.",
                "Say a number with “blocks”.",
                "I do not know what “dungeon” means here.",
            ]
        );
    }

    #[test]
    fn a_building_that_is_written_down_is_read_as_itself() {
        let table = table();
        let roofs = [Roof::None, Roof::Flat, Roof::Parapet];
        let interiors = [
            Interior::Closed,
            Interior::Modelled,
            Interior::Hall { overhead: false },
            Interior::Hall { overhead: true },
        ];
        for size in Size::ALL {
            for (roof, stairs) in roofs.into_iter().flat_map(|roof| [(roof, true), (roof, false)]) {
                for interior in interiors {
                    let plan = Plan {
                        roof,
                        stairs,
                        interior,
                        cover: 1,
                        strength: 33,
                        blocks: 4,
                        zone: Some(gatemaster_rules::ids::Seat(1)),
                        links: vec!["Bunker".into(), "Tower, east".into()],
                        ..Plan::plain("Tower, east", size, 7)
                    };
                    let (changes, faults) = Typed::of(&plan, &table).changes();
                    assert_eq!(faults, [] as [&str; 0]);
                    let others = ["Bunker".to_owned()];
                    assert_eq!(changes.upon(&plainest(), &table, &others), (plan, Vec::new()));
                }
            }
        }
    }

    #[test]
    fn the_form_fits() {
        use crate::systems::antares::press::BattlePressed;
        use crate::systems::antares::site::SitePress;
        use gatemaster_rules::ids::Seq;
        let press = BattlePressed::new("g", Seq(1), SitePress::Add.into()).into();
        let form = Typed::default().form("A building", press);
        assert!(form.inputs.len() <= limits::ROWS);
        for input in &form.inputs {
            assert!(input.label.chars().count() <= limits::INPUT_LABEL, "{}", input.label);
            assert!(input.placeholder.chars().count() <= 100, "{}", input.placeholder);
        }
    }
}

//! T-MIS-61: until a hero is loaded, an army's pilot has the foot profile of its type 2 soldiers, rank 1 and no weapon.

use crate::at43::profile::{ArmyId, Category, Hero, Library, Profile, Sources};
use crate::text::MAX_NAME;

const GRADE: u8 = 2;
const RANK: u8 = 1;

/// Gives a pilot to every army that has none, so that a rescue can be played with any army that has soldiers.
pub(super) fn add(library: &mut Library) {
    let armies = (0_u16..).map(ArmyId).zip(&library.armies);
    let missing: Vec<Hero> = armies
        .filter(|(id, _)| !library.heroes.iter().any(|hero| hero.army == *id && hero.mission_pilot))
        .filter_map(|(id, army)| {
            let key = format!("{}-pilot", army.key);
            let name = format!("{} pilot", army.name);
            let profile = foot_profile(library, id)?;
            let name = if name.chars().count() > MAX_NAME { "Pilot".to_owned() } else { name };
            library.hero_of_key(&key).is_none().then(|| pilot(key, name, id, profile))
        })
        .collect();
    library.heroes.extend(missing);
}

fn foot_profile(library: &Library, army: ArmyId) -> Option<Profile> {
    library
        .entries
        .iter()
        .filter(|entry| entry.army == army && entry.category == Category::Soldiers)
        .min_by_key(|entry| entry.grade.abs_diff(GRADE))
        .map(|entry| entry.profile.clone())
}

fn pilot(key: String, name: String, army: ArmyId, profile: Profile) -> Hero {
    let house = ["name", "rank", "category", "type", "cost", "ranged", "close"]
        .into_iter()
        .chain(["size", "movement", "morale", "protection", "combat"]);
    Hero {
        key,
        name,
        army,
        rank: RANK,
        category: Category::Soldiers,
        grade: GRADE,
        cost: 0,
        profile,
        ranged: Vec::new(),
        close: Vec::new(),
        aboard: None,
        mission_pilot: true,
        sources: Sources { house: house.map(str::to_owned).collect(), ..Sources::default() },
    }
}

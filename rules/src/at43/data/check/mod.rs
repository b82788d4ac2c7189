//! What one record of a file says has to fit what others say, and itself.

mod missions;
mod units;

use std::collections::BTreeSet;

use super::Loaded;
use super::grow::{Kind, Labels};
use crate::at43::profile::{
    Aim, Army, ArmyId, Equipment, Gives, HIGHEST_RANK, Hero, Library, SLOTS, Weapon, WeaponAbility,
    WeaponId,
};
use crate::file::entry::Faults;
use crate::file::fault::{DataFault, shown};

pub(super) struct Check<'a> {
    loaded: &'a Loaded,
    labels: &'a Labels,
    /// What reading has found. A value with a fault of its own, a stand-in by now, is no ground for another.
    read: Vec<DataFault>,
    faults: &'a mut Faults,
}

impl<'a> Check<'a> {
    pub fn of(loaded: &'a Loaded, labels: &'a Labels, faults: &'a mut Faults) -> Self {
        Self { loaded, labels, read: faults.noted().to_vec(), faults }
    }

    pub fn everything(&mut self) {
        let Loaded { library, missions } = self.loaded;
        for (place, army) in library.armies.iter().enumerate() {
            self.army(army, &self.labels.of(Kind::Army, place, &army.key));
        }
        for (place, weapon) in library.weapons.iter().enumerate() {
            self.weapon(weapon, &self.labels.of(Kind::Weapon, place, &weapon.key));
        }
        self.one_strike(library);
        for (place, piece) in library.equipment.iter().enumerate() {
            self.equipment(piece, &self.labels.of(Kind::Equipment, place, &piece.key));
        }
        for (place, entry) in library.entries.iter().enumerate() {
            self.unit(entry, &self.labels.of(Kind::Unit, place, &entry.key));
        }
        let mut flown: BTreeSet<ArmyId> = BTreeSet::new();
        for (place, hero) in library.heroes.iter().enumerate() {
            let item = self.labels.of(Kind::Hero, place, &hero.key);
            self.hero(hero, &item);
            let first = !hero.mission_pilot || flown.insert(hero.army);
            self.demand(first, &item, &["mission_pilot", "army"], || {
                "its army has a pilot for missions already; replace that one by its key".to_owned()
            });
        }
        for (place, mission) in missions.iter().enumerate() {
            self.mission(mission, &self.labels.of(Kind::Mission, place, &mission.key));
        }
    }

    fn library(&self) -> &'a Library {
        &self.loaded.library
    }

    /// Notes a problem with the first of these fields, if all of them could be read.
    fn demand(
        &mut self,
        good: bool,
        item: &str,
        fields: &[&str],
        problem: impl FnOnce() -> String,
    ) {
        if !good && fields.iter().all(|field| !self.is_faulty(item, field)) {
            self.faults.note(item, fields.first().copied(), problem());
        }
    }

    /// Whether reading noted something about this field or a table below it.
    fn is_faulty(&self, item: &str, field: &str) -> bool {
        let below = format!("{item}, {field}");
        self.read.iter().any(|fault| {
            (fault.item == item && fault.field.as_deref() == Some(field))
                || fault.item.starts_with(&below)
        })
    }

    /// Whether nothing was noted about a record at all.
    fn is_sound(&self, item: &str) -> bool {
        let below = format!("{item}, ");
        self.read.iter().all(|fault| fault.item != item && !fault.item.starts_with(&below))
    }

    /// A weapon that could be read.
    fn sound_weapon(&self, id: WeaponId) -> Option<&'a Weapon> {
        let weapon = self.library().weapon(id)?;
        let label = self.labels.of(Kind::Weapon, usize::from(id.0), &weapon.key);
        self.is_sound(&label).then_some(weapon)
    }

    fn sound_army(&self, id: ArmyId) -> Option<&'a Army> {
        let army = self.library().army(id)?;
        self.is_sound(&self.labels.of(Kind::Army, usize::from(id.0), &army.key)).then_some(army)
    }

    /// T-BLD-2, T-BLD-3
    fn army(&mut self, army: &Army, item: &str) {
        self.demand(army.pattern.len() == SLOTS, item, &["slot"], || {
            format!("expected {SLOTS} slots, found {}", army.pattern.len())
        });
        let all = usize::from(HIGHEST_RANK) + 1;
        self.demand(army.ranks.len() == all, item, &["rank"], || {
            format!("expected {all} ranks, found {}", army.ranks.len())
        });
        let plain = army.ranks.first();
        let leads = plain.is_some_and(|r| r.authority + r.leadership + r.numbers_bonus > 0);
        self.demand(!leads, item, &["rank"], || {
            "the first rank is the plain fighter, who leads nobody".to_owned()
        });
    }

    /// T-WPN-1 to T-WPN-4
    fn weapon(&mut self, weapon: &Weapon, item: &str) {
        let locked = weapon.is_locked();
        let strike = weapon.has(WeaponAbility::ArtilleryStrike);
        let projection = weapon.has(WeaponAbility::Projection);
        let sniper = weapon.has(WeaponAbility::Sniper);
        let needs = matches!(weapon.aim, Aim::Needs(_));
        let reaches = matches!(weapon.aim, Aim::Reaches(_));
        let aim = weapon.aim.field();
        let rolls = (weapon.rate, weapon.rerolls) != (1, 0);
        let area = weapon.area.is_some();
        let problems: [(bool, &[&str], &str); 9] = [
            (weapon.abilities.len() > 1, &["abilities"], "a weapon has one of them at most"),
            (
                needs && !locked && !strike,
                &[aim, "abilities"],
                "only locked_shot and artillery_strike need the same face at every range; other weapons have an accuracy",
            ),
            (
                (locked || strike) && !needs,
                &["needs", aim, "abilities"],
                "it is missing; locked_shot and artillery_strike need the same face at every range",
            ),
            (
                reaches && !projection,
                &[aim, "abilities"],
                "only projection reaches so far without a test; other weapons have an accuracy",
            ),
            (
                projection && !reaches,
                &["reaches", aim, "abilities"],
                "it is missing; projection reaches so many range bands without a test",
            ),
            (
                projection && rolls,
                &["rate", "rerolls", "abilities"],
                "projection rolls no test: it has rate 1 and no re-rolls",
            ),
            (
                (projection || strike) && !area,
                &["area", "abilities"],
                "it is missing; projection and artillery_strike have one",
            ),
            (
                (locked || sniper || weapon.close) && area,
                &["area", "abilities", "close"],
                "close combat weapons, locked_shot and sniper have none",
            ),
            (
                weapon.close && !weapon.abilities.is_empty(),
                &["abilities", "close"],
                "a close combat weapon has none",
            ),
        ];
        for (wrong, fields, problem) in problems {
            self.demand(!wrong, item, fields, || problem.to_owned());
        }
    }

    fn one_strike(&mut self, library: &Library) {
        let strikes = library.weapons.iter().enumerate();
        let mut strikes = strikes.filter(|(_, weapon)| weapon.has(WeaponAbility::ArtilleryStrike));
        let Some((_, first)) = strikes.next() else { return };
        for (place, weapon) in strikes {
            let item = self.labels.of(Kind::Weapon, place, &weapon.key);
            self.demand(false, &item, &["abilities"], || {
                format!("there is one artillery strike already: replace {}", shown(&first.key))
            });
        }
    }

    /// T-EQP-1
    fn equipment(&mut self, piece: &Equipment, item: &str) {
        let Gives::Thrown(weapon) = piece.gives else { return };
        let Some(weapon) = self.sound_weapon(weapon) else { return };
        let flies = weapon.area.is_some() && weapon.abilities.is_empty();
        self.demand(flies && !weapon.close, item, &["thrown"], || {
            format!("{} is nothing to throw: that has an area and no abilities", shown(&weapon.key))
        });
    }

    /// T-HER-1
    fn hero(&mut self, hero: &Hero, item: &str) {
        self.arms(&hero.ranged, &hero.close, false, item);
        let pilots = hero.aboard.and_then(|aboard| self.library().entry(aboard));
        let Some(machine) = pilots else {
            self.demand(hero.category.is_infantry(), item, &["category", "aboard"], || {
                "a hero of machines needs \"aboard\", the unit whose machine he pilots".to_owned()
            });
            return;
        };
        self.demand(machine.category.is_machine(), item, &["aboard"], || {
            format!("{} has no machine to pilot", shown(&machine.key))
        });
        let same = (machine.army, machine.category, machine.grade);
        let his = (hero.army, hero.category, hero.grade);
        let fields = ["aboard", "army", "category", "type"];
        self.demand(machine.category.is_infantry() || same == his, item, &fields, || {
            format!("{} is of another army, category or type than he", shown(&machine.key))
        });
        self.demand(!hero.mission_pilot, item, &["mission_pilot", "aboard"], || {
            "the pilot of a mission has lost his machine and has none".to_owned()
        });
    }
}

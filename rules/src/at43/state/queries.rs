//! What is asked of a state most often.

use std::sync::Arc;

use super::super::command::Field;
use super::super::flow::Flow;
use super::super::mission::Role as Part;
use super::super::need::Range;
use super::super::profile::{
    Ability, Category, Entry, Gives, Hero, Profile, WeaponId, in_sentence,
};
use super::super::setup::Setup;
use super::{
    Contact, Drill, Element, Machine, Member, MemberId, Phase, Place, PlaceId, Role, Side, Sight,
    Stands, State, TerrainId, Unit, UnitId,
};
use crate::ids::Seat;
use crate::version::RulesVersion;

impl State {
    /// A fresh game; the set-up has been looked over.
    pub fn new(setup: &Setup, rules: RulesVersion) -> Self {
        let sides = setup.sides.iter().map(|side| Side {
            name: side.name.clone(),
            colour: side.colour,
            part: None,
            army: None,
            company: None,
            locked: false,
            over: 0,
            over_accepted_by: Vec::new(),
            pool: 0,
            commander: None,
            plan: None,
            planned: false,
            cards: Vec::new(),
            total: None,
            delayed: false,
            struck: false,
            vp: 0,
            rp: 0,
            evacuated: Vec::new(),
        });
        let mission = setup.chosen_mission().cloned();
        let mut state = Self {
            rules,
            library: Arc::new(setup.library.clone()),
            missions: if mission.is_none() { setup.missions.clone() } else { Vec::new() },
            mission,
            points: setup.points,
            switches: setup.switches,
            phase: Phase::Briefing,
            round: 0,
            sides: sides.collect(),
            winner: None,
            units: Vec::new(),
            contacts: Vec::new(),
            places: Vec::new(),
            terrain: Vec::new(),
            field: Field::default(),
            field_agreed: Vec::new(),
            wreck: None,
            tags: Vec::new(),
            losses: Vec::new(),
            ranges: Vec::new(),
            sights: Vec::new(),
            flow: Flow::default(),
            proposal: None,
            proposals: 0,
            ending: None,
        };
        if let Some(attacker) = setup.attacker {
            state.set_attacker(attacker);
        }
        state.leave_briefing();
        state
    }

    /// Whoever attacks; the others defend. Without roles in the mission it comes to nothing.
    pub fn set_attacker(&mut self, attacker: Seat) {
        for (place, side) in self.sides.iter_mut().enumerate() {
            let attacks = place == attacker.index();
            side.part = Some(if attacks { Part::Attacker } else { Part::Defender });
        }
    }

    /// Companies can be built once the mission and the roles it needs are known.
    pub fn leave_briefing(&mut self) {
        let Some(mission) = &self.mission else { return };
        if !mission.roles {
            for side in &mut self.sides {
                side.part = None;
            }
        } else if self.sides.iter().any(|side| side.part.is_none()) {
            return;
        }
        if self.phase == Phase::Briefing {
            self.phase = Phase::Mustering;
        }
    }

    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.sides.len()).filter_map(|place| u8::try_from(place).ok()).map(Seat)
    }

    pub fn side(&self, seat: Seat) -> Option<&Side> {
        self.sides.get(seat.index())
    }

    pub fn side_name(&self, seat: Seat) -> &str {
        self.side(seat).map_or("nobody", |side| side.name.as_str())
    }

    pub fn seat_of_part(&self, part: Part) -> Option<Seat> {
        self.seats().find(|seat| self.side(*seat).is_some_and(|side| side.part == Some(part)))
    }

    pub fn ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len()).filter_map(|place| u16::try_from(place).ok()).map(UnitId)
    }

    pub fn unit(&self, id: UnitId) -> Option<&Unit> {
        self.units.get(usize::from(id.0))
    }

    pub fn unit_mut(&mut self, id: UnitId) -> Option<&mut Unit> {
        self.units.get_mut(usize::from(id.0))
    }

    pub fn unit_name(&self, id: UnitId) -> &str {
        self.unit(id).map_or("a unit", |unit| unit.name.as_str())
    }

    /// A side's units that satisfy something.
    pub fn units_of(&self, seat: Seat) -> impl Iterator<Item = (UnitId, &Unit)> {
        self.ids().zip(&self.units).filter(move |(_, unit)| unit.side == seat)
    }

    pub fn on_field(&self) -> impl Iterator<Item = (UnitId, &Unit)> {
        self.ids().zip(&self.units).filter(|(_, unit)| unit.stands == Stands::Field)
    }

    pub fn enemies_on_field(&self, of: Seat) -> impl Iterator<Item = (UnitId, &Unit)> {
        self.on_field().filter(move |(_, unit)| unit.side != of)
    }

    pub fn place(&self, id: PlaceId) -> Option<&Place> {
        self.places.get(usize::from(id.0))
    }

    pub fn place_ids(&self) -> impl Iterator<Item = PlaceId> + use<> {
        (0..self.places.len()).filter_map(|place| u8::try_from(place).ok()).map(PlaceId)
    }

    pub fn element(&self, id: TerrainId) -> Option<&Element> {
        self.terrain.get(usize::from(id.0))
    }

    pub fn entry(&self, unit: &Unit) -> Option<&Entry> {
        self.library.entry(unit.entry)
    }

    pub fn hero(&self, unit: &Unit) -> Option<&Hero> {
        unit.hero.and_then(|hero| self.library.hero(hero))
    }

    /// What the unit counts as: a hero alone on foot as himself, and a pilot without his machine as a soldier.
    pub fn category(&self, unit: &Unit) -> Category {
        match self.hero(unit) {
            Some(hero) if unit.lone_hero && hero.category.is_machine() => Category::Soldiers,
            Some(hero) if unit.lone_hero => hero.category,
            _ => self.entry(unit).map_or(Category::Soldiers, |entry| entry.category),
        }
    }

    /// Its type, 1 to 3.
    pub fn grade(&self, unit: &Unit) -> u8 {
        match self.hero(unit) {
            Some(hero) if unit.lone_hero => hero.grade,
            _ => self.entry(unit).map_or(1, |entry| entry.grade),
        }
    }

    /// The figures of one member: a hero on foot has his own, aboard a machine it has its own.
    pub fn profile(&self, unit: &Unit, member: &Member) -> Option<&Profile> {
        match self.hero(unit) {
            Some(hero) if member.role == Role::Hero && member.machine.is_none() => {
                Some(&hero.profile)
            }
            _ => self.entry(unit).map(|entry| &entry.profile),
        }
    }

    pub fn is_infantry(&self, unit: &Unit) -> bool {
        self.category(unit).is_infantry()
    }

    pub fn enemies_in_contact(&self, id: UnitId) -> impl Iterator<Item = UnitId> {
        self.contacts.iter().filter_map(move |contact| contact.other(id))
    }

    /// T-STA-1: machines are never engaged.
    pub fn is_engaged(&self, id: UnitId) -> bool {
        self.unit(id).is_some_and(|unit| self.is_infantry(unit))
            && self.enemies_in_contact(id).next().is_some()
    }

    /// T-STA-4: more than half of its fighters are grounded.
    pub fn is_grounded(&self, unit: &Unit) -> bool {
        let (grounded, all) = (unit.grounded(), unit.strength());
        grounded * 2 > all
    }

    pub fn has(&self, unit: &Unit, ability: Ability) -> bool {
        let printed = self.entry(unit).is_some_and(|entry| entry.abilities.contains(&ability));
        printed
            || unit.equipment.iter().any(|item| {
                let given = self.library.equipment(*item).map(|item| item.gives);
                given == Some(Gives::Ability(ability))
            })
    }

    /// Grenades and the like (T-EQP-1).
    pub fn thrown(&self, unit: &Unit) -> impl Iterator<Item = WeaponId> {
        unit.equipment.iter().filter_map(|item| match self.library.equipment(*item)?.gives {
            Gives::Thrown(weapon) => Some(weapon),
            Gives::Ability(_) => None,
        })
    }

    /// Whether its officer or hero is still in the game; machines' pilots live with their machine.
    pub fn has_officer(&self, unit: &Unit) -> bool {
        unit.officer().is_some()
    }

    pub fn weapon_name(&self, id: WeaponId) -> &str {
        self.library.weapon(id).map_or("weapon", |weapon| weapon.name.as_str())
    }

    /// The same in the middle of a sentence: "laser rifle", "Volcano MG".
    pub fn weapon_in_sentence(&self, id: WeaponId) -> String {
        in_sentence(self.weapon_name(id))
    }

    /// The last range that was told between two units.
    pub fn last_range(&self, a: UnitId, b: UnitId) -> Option<Range> {
        let pair = Contact::between(a, b);
        self.ranges.iter().find(|last| last.pair == pair).map(|last| last.range)
    }

    /// The same, if neither of them has moved since.
    pub fn range_that_holds(&self, a: UnitId, b: UnitId) -> Option<Range> {
        let pair = Contact::between(a, b);
        let last = self.ranges.iter().find(|last| last.pair == pair && last.holds);
        last.map(|last| last.range)
    }

    /// What was told of how one unit sees another, as long as neither has moved.
    pub fn sight(&self, from: UnitId, to: UnitId) -> Option<&Sight> {
        self.sights.iter().find(|sight| sight.from == from && sight.to == to)
    }

    /// The seats after this one, clockwise, ending with it.
    pub fn clockwise_after(&self, seat: Seat) -> Vec<Seat> {
        let mut seats: Vec<Seat> = self.seats().collect();
        let next = (seat.index() + 1) % seats.len().max(1);
        seats.rotate_left(next);
        seats
    }
}

impl Unit {
    pub fn member(&self, id: MemberId) -> Option<&Member> {
        self.members.get(usize::from(id.0))
    }

    pub fn member_mut(&mut self, id: MemberId) -> Option<&mut Member> {
        self.members.get_mut(usize::from(id.0))
    }

    pub fn member_ids(&self) -> impl Iterator<Item = MemberId> + use<> {
        (0..self.members.len()).filter_map(|place| u8::try_from(place).ok()).map(MemberId)
    }

    /// Everybody still in the game.
    pub fn living(&self) -> impl Iterator<Item = (MemberId, &Member)> {
        self.member_ids().zip(&self.members).filter(|(_, member)| !member.out)
    }

    pub fn fallen(&self) -> impl Iterator<Item = (MemberId, &Member)> {
        self.member_ids().zip(&self.members).filter(|(_, member)| member.out)
    }

    /// How many are left, a hero among them.
    pub fn strength(&self) -> usize {
        self.living().count()
    }

    /// As strength is counted for morale: without a hero (T-HER-1), except where he is alone.
    pub fn numbers(&self) -> usize {
        self.living().filter(|(_, member)| member.role != Role::Hero).count()
    }

    pub fn grounded(&self) -> usize {
        self.living().filter(|(_, member)| member.grounded).count()
    }

    /// Its officer or hero, as long as he is in the game (T-UNI-3).
    pub fn officer(&self) -> Option<MemberId> {
        self.living()
            .find(|(_, member)| matches!(member.role, Role::Officer | Role::Hero))
            .map(|(id, _)| id)
    }

    pub fn living_of(&self, role: Role) -> usize {
        self.living().filter(|(_, member)| member.role == role).count()
    }

    pub fn has_drill(&self, drill: Drill) -> bool {
        self.drills.contains(&drill)
    }

    pub fn is_gone(&self) -> bool {
        matches!(self.stands, Stands::Gone(_))
    }

    /// Cards are played for units on the table and in reserve (T-TAC-3).
    pub fn has_card(&self) -> bool {
        matches!(self.stands, Stands::Field | Stands::Reserve)
    }
}

impl Machine {
    pub fn is_immobilised(&self) -> bool {
        self.propulsion == 0
    }
}

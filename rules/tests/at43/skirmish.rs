//! A small fight to test on: units by name put straight onto the table, one of them active, dice as written in the test.

use gatemaster_rules::at43::aim::{Aimed, aim};
use gatemaster_rules::at43::armament::Shooter;
use gatemaster_rules::at43::command::{
    Answer, Body, Command, Cover, InZone, Mark, Near, Salvo, Under,
};
use gatemaster_rules::at43::event::Victims;
use gatemaster_rules::at43::flow::{Acting, Task, Watching};
use gatemaster_rules::at43::need::{Band, Range};
use gatemaster_rules::at43::profile::{Library, Specialist};
use gatemaster_rules::at43::state::{
    Contact, Drill, Machine, Member, MemberId, Phase, Role, Stands, Unit, UnitId,
};
use gatemaster_rules::at43::{At43, Event, Setup, State, data};
use gatemaster_rules::dice::Scripted;
use gatemaster_rules::ids::Seat;
use gatemaster_rules::refusal::Refusal;
use gatemaster_rules::system::{Doer, System as _};

pub const BLUE: Seat = Seat(0);
pub const RED: Seat = Seat(1);

pub struct Skirmish {
    pub state: State,
    /// The events of the last command.
    pub last: Vec<Event>,
}

/// A unit in the making.
#[derive(Clone, Debug)]
pub struct Team {
    side: Seat,
    entry: &'static str,
    roles: Vec<Role>,
    special: Option<&'static str>,
    equipment: Vec<&'static str>,
    hero: Option<&'static str>,
    relay: bool,
}

impl Team {
    pub fn blue(entry: &'static str, standard: usize) -> Self {
        Self::of(BLUE, entry, standard)
    }

    pub fn red(entry: &'static str, standard: usize) -> Self {
        Self::of(RED, entry, standard)
    }

    fn of(side: Seat, entry: &'static str, standard: usize) -> Self {
        let roles = vec![Role::Standard; standard];
        Self { side, entry, roles, special: None, equipment: vec![], hero: None, relay: false }
    }

    pub fn bearers(mut self, number: usize, weapon: &'static str) -> Self {
        self.special = Some(weapon);
        self.roles.extend(vec![Role::Bearer; number]);
        self
    }

    pub fn officer(mut self) -> Self {
        self.roles.push(Role::Officer);
        self
    }

    pub fn medics(mut self, number: usize) -> Self {
        self.roles.extend(vec![Role::Specialist(Specialist::Medic); number]);
        self
    }

    pub fn hero(mut self, hero: &'static str) -> Self {
        self.hero = Some(hero);
        self.roles.push(Role::Hero);
        self
    }

    pub fn crew(mut self, gunners: usize, weapons: usize) -> Self {
        self.roles.extend(vec![Role::Gunner; gunners]);
        self.roles.extend(vec![Role::SupportWeapon; weapons]);
        self
    }

    pub fn with(mut self, equipment: &'static str) -> Self {
        self.equipment.push(equipment);
        self
    }

    pub fn relay(mut self) -> Self {
        self.relay = true;
        self.with("relay")
    }

    fn muster(&self, library: &Library, number: usize) -> Unit {
        let id = library.entry_of_key(self.entry).unwrap();
        let entry = library.entry(id).unwrap();
        let machine = entry.profile.structure.map(|structure| Machine {
            frame: structure.frame,
            propulsion: structure.propulsion,
            weapons: entry
                .ranged
                .iter()
                .flat_map(|carried| {
                    vec![carried.structure.unwrap_or(0); usize::from(carried.count)]
                })
                .collect(),
        });
        let members: Vec<Member> = self
            .roles
            .iter()
            .map(|role| Member {
                role: *role,
                out: false,
                grounded: false,
                machine: machine.clone(),
                rescued_in: None,
            })
            .collect();
        let officer = |role: &Role| matches!(role, Role::Officer | Role::Hero);
        let leader = self.roles.iter().position(officer).unwrap_or(0);
        Unit {
            side: self.side,
            name: format!("{} {number}", entry.name),
            entry: id,
            equipment: self
                .equipment
                .iter()
                .map(|key| library.equipment_of_key(key).unwrap())
                .collect(),
            special: self.special.map(|key| library.weapon_of_key(key).unwrap()),
            rank: u8::from(self.roles.iter().any(officer)),
            hero: self.hero.map(|key| library.hero_of_key(key).unwrap()),
            lone_hero: false,
            value: 100,
            stands: Stands::Field,
            members,
            leader: MemberId(u8::try_from(leader).unwrap()),
            relay: self.relay,
            disorganized: false,
            drills: vec![],
            watched: vec![],
            moved: false,
            played: false,
            officer_lost: false,
        }
    }
}

impl Skirmish {
    pub fn new<const N: usize>(teams: &[Team; N]) -> (Self, [UnitId; N]) {
        let setup = Setup::default();
        let extras = include_str!("extras.toml");
        let loaded = data::with_file(&setup.library, &setup.missions, "extras.toml", extras);
        let setup = Setup { library: loaded.unwrap().library, ..setup };
        let mut state = At43::set_up(&setup).unwrap();
        state.phase = Phase::Activation;
        state.round = 1;
        for (side, army) in state.sides.iter_mut().zip(["white-stars", "therians"]) {
            side.army = state.library.army_of_key(army);
            side.pool = 10;
        }
        for (place, team) in teams.iter().enumerate() {
            let unit = team.muster(&state.library, place + 1);
            state.units.push(unit);
        }
        let ids = std::array::from_fn(|place| UnitId(u16::try_from(place).unwrap()));
        let mut field = Self { state, last: vec![] };
        field.acts(ids[0]);
        (field, ids)
    }

    /// This unit's card is up and everything before its actions is done.
    pub fn acts(&mut self, unit: UnitId) {
        let free = !self.state.is_engaged(unit);
        self.state.flow.active = Some(self.unit(unit).side);
        self.state.flow.acting = Some(Acting::new(unit, free));
        self.state.flow.tasks = vec![Task::Act].into();
    }

    pub fn acting(&mut self) -> &mut Acting {
        self.state.flow.acting.as_mut().unwrap()
    }

    /// This unit fires in overwatch at whoever acts.
    pub fn watches(&mut self, unit: UnitId) {
        let mover = self.acting().unit;
        self.unit_mut(unit).drills.push(Drill::Overwatch);
        self.state.flow.watching =
            Some(Watching { unit, fired: vec![], thrown: false, group: None });
        self.state.flow.tasks = vec![
            Task::Act,
            Task::Overwatch { mover, held: vec![], passed: vec![] },
            Task::EndWatch,
            Task::WatchFire,
        ]
        .into();
    }

    pub fn touch(&mut self, one: UnitId, other: UnitId) {
        self.state.contacts.push(Contact::between(one, other));
    }

    pub fn unit(&self, id: UnitId) -> &Unit {
        self.state.unit(id).unwrap()
    }

    pub fn unit_mut(&mut self, id: UnitId) -> &mut Unit {
        self.state.unit_mut(id).unwrap()
    }

    pub fn machine(&self, id: UnitId, machine: u8) -> &Machine {
        self.unit(id).member(MemberId(machine)).unwrap().machine.as_ref().unwrap()
    }

    pub fn machine_mut(&mut self, id: UnitId, machine: u8) -> &mut Machine {
        self.unit_mut(id).member_mut(MemberId(machine)).unwrap().machine.as_mut().unwrap()
    }

    pub fn left(&self, id: UnitId) -> usize {
        self.unit(id).strength()
    }

    /// At the whole of a unit, at so many range bands.
    pub fn salvo(&self, weapon: &str, at: UnitId, band: u8) -> Salvo {
        self.salvo_at(weapon, Mark::Unit(at), band)
    }

    pub fn salvo_at(&self, weapon: &str, at: Mark, band: u8) -> Salvo {
        let weapon = self.state.library.weapon_of_key(weapon).unwrap();
        Salvo::plain(weapon, at, Range::Band(Band(band)))
    }

    pub fn aim(&self, salvo: &Salvo) -> Result<Aimed, Refusal> {
        aim(&self.state, &Shooter::now(&self.state).unwrap(), salvo)
    }

    pub fn try_with(
        &mut self,
        seat: Seat,
        command: &Command,
        faces: &[u32],
    ) -> Result<&[Event], Refusal> {
        let mut dice = Scripted::new(faces.iter().copied());
        let doer = Doer { seats: vec![seat], organiser: false };
        let events = At43::decide(&self.state, &doer, command, &mut dice)?;
        dice.finish().unwrap();
        for event in &events {
            At43::apply(&mut self.state, event);
        }
        self.last = events;
        self.check_options();
        Ok(&self.last)
    }

    /// Whatever is offered would be accepted.
    fn check_options(&self) {
        let faces = std::iter::repeat_n(4, 200);
        for open in At43::open(&self.state) {
            let doer = Doer { seats: vec![BLUE, RED], organiser: false };
            for option in &open.options {
                let done =
                    At43::decide(&self.state, &doer, option, &mut Scripted::new(faces.clone()));
                assert!(done.is_ok(), "{option:?}: {}", done.unwrap_err());
            }
        }
    }

    pub fn shoot(&mut self, salvo: &Salvo, faces: &[u32]) -> &[Event] {
        let watching = self.state.flow.watching.as_ref().map(|watching| watching.unit);
        let acting = self.state.flow.acting.as_ref().map(|acting| acting.unit);
        let seat = self.unit(watching.or(acting).unwrap()).side;
        self.try_with(seat, &Command::Shoot(salvo.clone()), faces).unwrap()
    }

    pub fn refused(&self, salvo: &Salvo) -> String {
        let refusal = self.aim(salvo).unwrap_err();
        let mut again = Self { state: self.state.clone(), last: vec![] };
        let watching = self.state.flow.watching.as_ref().map(|watching| watching.unit);
        let acting = self.state.flow.acting.as_ref().map(|acting| acting.unit);
        let seat = self.unit(watching.or(acting).unwrap()).side;
        let done = again.try_with(seat, &Command::Shoot(salvo.clone()), &[]);
        assert!(done.is_err(), "the dice refuse what aiming refuses");
        refusal.sentence().to_owned()
    }

    pub fn answer(&mut self, seat: Seat, answer: Answer, faces: &[u32]) -> &[Event] {
        self.try_with(seat, &Command::Answer(answer), faces).unwrap()
    }

    /// What the game waits for, and the first options.
    pub fn asked(&self) -> String {
        At43::open(&self.state).first().map_or_else(String::new, |open| open.what.clone())
    }

    /// Nothing waits but the unit's own next action.
    pub fn is_quiet(&self) -> bool {
        matches!(self.state.flow.tasks.last(), Some(Task::Act | Task::WatchFire))
            && self.state.flow.volleys.is_empty()
    }
}

/// Standard fighters in the zone of fire.
pub fn standing(unit: UnitId, fighters: u32) -> InZone {
    let (who, role) = (Body::Unit(unit), Role::Standard);
    InZone { who, role, fighters, cover: Cover::None, on: 0, which: None }
}

/// Standard fighters under a template.
pub fn under(unit: UnitId, fighters: u32) -> Under {
    Under { who: Body::Unit(unit), role: Role::Standard, fighters, which: None }
}

pub fn near(unit: UnitId, role: Role, fighters: u32) -> Near {
    Near { unit, role, fighters, which: None }
}

/// What the shots needed, with all terms.
pub fn needed(events: &[Event]) -> String {
    let test = events.iter().find_map(|event| match event {
        Event::ShotsRolled { test, .. } => Some(test.to_string()),
        _ => None,
    });
    test.unwrap()
}

/// How many dice were thrown to hit, re-rolls aside, and how many hit.
pub fn shots(events: &[Event]) -> (usize, u32) {
    let shots = events.iter().find_map(|event| match event {
        Event::ShotsRolled { dice, impacts, .. } => Some((dice.len(), *impacts)),
        _ => None,
    });
    shots.unwrap()
}

/// Damage tests in their order: on whom, what they needed, dice and successes.
pub fn damages(events: &[Event]) -> Vec<(Victims, String, usize, u32)> {
    let rolled = events.iter().filter_map(|event| match event {
        Event::DamageRolled { on, test, dice, successes } => {
            Some((*on, test.need().to_string(), dice.len(), *successes))
        }
        _ => None,
    });
    rolled.collect()
}

/// Impacts as they were shared out; the last column says whether they fell in the zone of fire.
pub fn impacts(events: &[Event]) -> Vec<(Victims, u32, bool)> {
    let taken = events.iter().filter_map(|event| match event {
        Event::ImpactsTaken { on, impacts, in_zone } => Some((*on, *impacts, *in_zone)),
        _ => None,
    });
    taken.collect()
}

/// Who fell, unit by unit.
pub fn fallen(events: &[Event]) -> Vec<(UnitId, usize)> {
    let fell = events.iter().filter_map(|event| match event {
        Event::Fell { unit, members, .. } => Some((*unit, members.len())),
        _ => None,
    });
    fell.collect()
}

pub fn has(events: &[Event], is: impl Fn(&Event) -> bool) -> bool {
    events.iter().any(is)
}

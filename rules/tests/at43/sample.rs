//! What the tests of AT-43 share.

/// A small generator for choosing by chance: `SplitMix64`.
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.number() % u64::try_from(n.max(1)).unwrap()).unwrap()
    }
}

use gatemaster_rules::at43::command::{Answer, Command};
use gatemaster_rules::at43::company::{self, Company};
use gatemaster_rules::at43::event::Event;
use gatemaster_rules::at43::flow::Task;
use gatemaster_rules::at43::profile::{Ability, WeaponId};
use gatemaster_rules::at43::state::{
    Contact, Machine, Member, MemberId, Phase, Role, Stands, State, Unit, UnitId,
};
use gatemaster_rules::at43::{At43, Setup, data, tactical};
use gatemaster_rules::dice::Scripted;
use gatemaster_rules::ids::Seat;
use gatemaster_rules::system::{Doer, System as _};

pub const BLUE: Seat = Seat(0);
pub const RED: Seat = Seat(1);

/// A company as people write it.
pub fn company(text: &str) -> Company {
    company::read(data::library(), text).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// Its units, all on the table.
fn units(side: Seat, company: &Company) -> Vec<Unit> {
    let library = data::library();
    let mustered = company::muster(library, company).unwrap_or_else(|faults| panic!("{faults:?}"));
    let unit = |found: company::MusteredUnit| {
        let entry = library.entry(found.entry).unwrap();
        let machine = entry.profile.structure.map(|full| Machine {
            frame: full.frame,
            propulsion: full.propulsion,
            weapons: entry
                .ranged
                .iter()
                .flat_map(|carried| {
                    vec![carried.structure.unwrap_or(1); usize::from(carried.count)]
                })
                .collect(),
        });
        let mut roles = Vec::new();
        if found.rank > 0 {
            roles.push(Role::Officer);
        }
        roles.extend(found.specialists.iter().map(|kind| Role::Specialist(*kind)));
        roles.extend(vec![Role::Bearer; usize::from(found.bearers)]);
        roles.resize(usize::from(found.number), Role::Standard);
        let relay = found.equipment.iter().any(|item| {
            let gives = library.equipment(*item).unwrap().gives;
            gives == gatemaster_rules::at43::profile::Gives::Ability(Ability::Relay)
        });
        let leader = if found.rank > 0 {
            0
        } else {
            roles.iter().position(|role| *role == Role::Standard).unwrap_or(0)
        };
        Unit {
            side,
            name: found.name,
            entry: found.entry,
            equipment: found.equipment,
            special: found.special,
            rank: found.rank,
            hero: found.hero,
            lone_hero: false,
            value: found.value,
            stands: Stands::Field,
            members: roles
                .into_iter()
                .map(|role| Member {
                    role,
                    out: false,
                    grounded: false,
                    machine: machine.clone(),
                    rescued_in: None,
                })
                .collect(),
            leader: MemberId(u8::try_from(leader).unwrap()),
            relay,
            disorganized: false,
            officer_lost: false,
            drills: Vec::new(),
            watched: Vec::new(),
            moved: false,
            played: false,
        }
    };
    mustered.into_iter().map(unit).collect()
}

/// A game with its dice laid out by the test.
#[derive(Clone, Debug)]
pub struct Game {
    pub state: State,
    /// What the last command came to.
    pub told: Vec<Event>,
}

pub const STEEL: &str =
    "White Stars\n9 steel troopers, sergeant\n3 steel TacArms\n6 steel troopers";
pub const GOLEMS: &str = "Therians\n9 storm golems, alpha\n6 storm golems\n2 bane goliaths";

impl Game {
    /// Blue against Red, everybody on the table, the round about to be planned.
    pub fn planning(blue: &str, red: &str) -> Self {
        Self::planning_with(&Setup::default(), blue, red)
    }

    pub fn planning_with(setup: &Setup, blue: &str, red: &str) -> Self {
        let mut state = At43::set_up(setup).unwrap();
        for (seat, text) in [(BLUE, blue), (RED, red)] {
            let company = company(text);
            state.units.extend(units(seat, &company));
            let side = &mut state.sides[seat.index()];
            side.army = data::library().army_of_key(&company.army);
            side.company = Some(company);
            side.locked = true;
        }
        let commanders: Vec<Option<UnitId>> =
            [BLUE, RED].map(|seat| tactical::candidates(&state, seat).first().copied()).into();
        let pools = [BLUE, RED].iter().zip(&commanders);
        let pools =
            pools.map(|(seat, commander)| tactical::pool(&state, *seat, *commander)).collect();
        At43::apply(&mut state, &Event::RoundBegan { round: 1, pools, commanders });
        Self { state, told: Vec::new() }
    }

    /// The first round, Blue to play a card first, sequences as on the sheets.
    pub fn playing(blue: &str, red: &str) -> Self {
        let mut game = Self::planning(blue, red);
        game.plan_all();
        game.does(BLUE, &Command::Answer(Answer::First(BLUE)), &[]);
        game
    }

    /// Default plans; Blue wins the Authority test.
    pub fn plan_all(&mut self) {
        for (seat, dice) in [(BLUE, &[][..]), (RED, &[6, 1][..])] {
            let plan = tactical::default_plan(&self.state, seat);
            self.does(seat, &Command::Plan { seat, plan }, dice);
        }
    }

    pub fn by(seat: Seat) -> Doer {
        Doer { seats: vec![seat], organiser: false }
    }

    /// All dice laid out must be thrown.
    pub fn does(&mut self, seat: Seat, command: &Command, dice: &[u32]) -> &[Event] {
        self.done_by(&Self::by(seat), command, dice)
    }

    pub fn done_by(&mut self, by: &Doer, command: &Command, dice: &[u32]) -> &[Event] {
        let mut scripted = Scripted::new(dice.iter().copied());
        let events = At43::decide(&self.state, by, command, &mut scripted)
            .unwrap_or_else(|refusal| panic!("{command:?}: {refusal}"));
        scripted.finish().unwrap_or_else(|fault| panic!("{command:?}: {fault}\n{events:#?}"));
        for event in &events {
            At43::apply(&mut self.state, event);
        }
        self.told = events;
        &self.told
    }

    pub fn answers(&mut self, seat: Seat, answer: Answer, dice: &[u32]) -> &[Event] {
        self.does(seat, &Command::Answer(answer), dice)
    }

    /// The sentence of a refusal; nothing is thrown for it.
    pub fn refused(&self, seat: Seat, command: &Command) -> String {
        let mut dice = Scripted::new([]);
        match At43::decide(&self.state, &Self::by(seat), command, &mut dice) {
            Ok(events) => panic!("{command:?} was done: {events:#?}"),
            Err(refusal) => refusal.sentence().to_owned(),
        }
    }

    /// What is asked, and whose answer it is.
    pub fn asked(&self) -> (gatemaster_rules::system::Who, String) {
        let open = At43::open(&self.state);
        let first = open.first().unwrap_or_else(|| panic!("nothing is open"));
        (first.who.clone(), first.what.clone())
    }

    pub fn id(&self, name: &str) -> UnitId {
        let found = self.state.ids().find(|id| self.state.unit_name(*id) == name);
        found.unwrap_or_else(|| {
            let names: Vec<&str> = self.state.units.iter().map(|unit| unit.name.as_str()).collect();
            panic!("no {name} among {names:?}")
        })
    }

    pub fn unit(&self, name: &str) -> &Unit {
        self.state.unit(self.id(name)).unwrap()
    }

    pub fn unit_mut(&mut self, name: &str) -> &mut Unit {
        let id = self.id(name);
        self.state.unit_mut(id).unwrap()
    }

    pub fn pool(&self, seat: Seat) -> u32 {
        self.state.sides[seat.index()].pool
    }

    /// The two are in contact from now on.
    pub fn engage(&mut self, one: &str, two: &str) {
        let contact = Contact::between(self.id(one), self.id(two));
        self.state.contacts.push(contact);
    }

    pub fn weapon(key: &str) -> WeaponId {
        data::library().weapon_of_key(key).unwrap_or_else(|| panic!("no weapon {key}"))
    }

    /// The card of this unit comes next, and it acts: paid for, if it has to be.
    pub fn activate(&mut self, name: &str) {
        let id = self.id(name);
        let seat = self.unit(name).side;
        self.state.flow.active = Some(seat);
        let cards = &mut self.state.sides[seat.index()].cards;
        cards.retain(|card| *card != Some(id));
        cards.insert(0, Some(id));
        self.does(seat, &Command::PlayCard, &[]);
        if let Some(Task::Pay { .. }) = self.state.flow.tasks.last() {
            self.answers(seat, Answer::Pay(true), &[]);
        }
        assert_eq!(self.state.flow.tasks.last(), Some(&Task::Act), "{name} acts");
    }

    /// How many of a kind live.
    pub fn left(&self, name: &str) -> usize {
        self.unit(name).strength()
    }
}

pub fn in_phase(game: &Game, phase: Phase) -> bool {
    game.state.phase == phase
}

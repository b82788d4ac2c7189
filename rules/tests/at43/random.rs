//! Whole games of every mission, played by chance: they come to an end, every state on the way is a legal one, the log folds
//! to the same game, and nobody's secrets stand in anybody else's view.

use std::collections::BTreeSet;

use gatemaster_rules::at43::command::Command;
use gatemaster_rules::at43::event::Event;
use gatemaster_rules::at43::flow::Task;
use gatemaster_rules::at43::state::{Contact, Drill, Phase, Stands, State, Unit, UnitId};
use gatemaster_rules::at43::{At43, Setup};
use gatemaster_rules::colour::Colour;
use gatemaster_rules::dice::{Dice, DiceFault, Roll};
use gatemaster_rules::ids::Seat;
use gatemaster_rules::system::{Doer, System as _, Viewer, Who};

use super::sample::Chance;

/// Enough for a mission by chance; a game that takes longer hangs.
const MOST_STEPS: usize = 40_000;
/// Games of each mission and number of sides in an ordinary run; a thorough one plays fifty times as many.
const GAMES: u64 = 12;

pub fn games() -> u64 {
    if std::env::var_os("GATEMASTER_THOROUGH").is_some() { GAMES * 50 } else { GAMES }
}

/// Dice by chance, numbered as those of a game.
struct Numbered<'a> {
    chance: &'a mut Chance,
    next: u64,
}

impl Dice for Numbered<'_> {
    fn roll(&mut self, sides: u32) -> Result<Roll, DiceFault> {
        let below = usize::try_from(sides).unwrap();
        let face = u32::try_from(self.chance.below(below)).unwrap() + 1;
        self.next += 1;
        Ok(Roll { number: Some(self.next), sides, face })
    }
}

pub struct Walk {
    seed: u64,
    chance: Chance,
    state: State,
    first: State,
    events: Vec<Event>,
    dice: u64,
}

impl Walk {
    fn start(setup: &Setup, seed: u64) -> Self {
        let state = At43::set_up(setup).unwrap();
        let first = state.clone();
        Self { seed, chance: Chance::new(seed), state, first, events: Vec::new(), dice: 0 }
    }

    pub fn from(state: State, seed: u64) -> Self {
        let first = state.clone();
        Self { seed, chance: Chance::new(seed), state, first, events: Vec::new(), dice: 0 }
    }

    /// Until the cards are played.
    pub fn play_round(mut self) {
        for _ in 0..MOST_STEPS {
            if self.state.phase != Phase::Activation || self.state.flow.tasks.is_empty() {
                return;
            }
            self.step();
        }
        panic!("seed {}: the round does not end", self.seed);
    }

    /// One of the offered options, by somebody who may.
    fn step(&mut self) {
        let open = At43::open(&self.state);
        let choices: Vec<(Seat, &Command)> = open
            .iter()
            .flat_map(|open| {
                let seat = match open.who {
                    Who::Seat(seat) | Who::May(seat) => seat,
                    Who::AnyPlayer => Seat(0),
                };
                open.options.iter().map(move |option| (seat, option))
            })
            .collect();
        assert!(
            !choices.is_empty(),
            "seed {}: nothing can be done in {:?}, round {}, and the game is not over: {:?}",
            self.seed,
            self.state.phase,
            self.state.round,
            self.state.flow.tasks
        );
        // whoever still owes something goes on; what may be done besides is done now and then
        let owed: Vec<Seat> = open
            .iter()
            .filter_map(|open| if let Who::Seat(seat) = open.who { Some(seat) } else { None })
            .collect();
        let due: Vec<(Seat, &Command)> =
            choices.iter().filter(|(seat, _)| owed.contains(seat)).copied().collect();
        let from = if due.is_empty() || self.chance.below(10) == 0 { &choices } else { &due };
        let (seat, command) = from[self.chance.below(from.len())];
        let command = command.clone();
        self.act(seat, &command);
    }

    fn act(&mut self, seat: Seat, command: &Command) {
        let before = self.state.clone();
        self.outsiders_are_refused(seat, command);
        let by = Doer { seats: vec![seat], organiser: false };
        let mut dice = Numbered { chance: &mut self.chance, next: self.dice };
        let decided = At43::decide(&self.state, &by, command, &mut dice);
        self.dice = dice.next;
        let events = decided.unwrap_or_else(|refusal| {
            panic!("seed {}: {command:?} was offered and refused: {refusal}", self.seed)
        });
        assert_eq!(before, self.state, "seed {}: deciding changed the state", self.seed);
        // a report of every step would take most of the time; different people read what is read
        let readers = [Viewer::spectator(), Viewer::on(Seat(0)), Viewer::on(Seat(1))];
        if self.chance.below(4) == 0 {
            let reader = self.chance.below(readers.len());
            super::telling::step_can_be_told(&before, &events, &readers[reader]);
        }
        for event in &events {
            self.nobody_learns_too_much(event);
            At43::apply(&mut self.state, event);
        }
        self.events.extend(events);
        legal(&self.state)
            .unwrap_or_else(|fault| panic!("seed {}: after {command:?}: {fault}", self.seed));
        self.views_hide_secrets();
    }

    /// Whoever does not hold the seat gets a sentence and nothing else.
    fn outsiders_are_refused(&mut self, seat: Seat, command: &Command) {
        let others: Vec<Seat> = self.state.seats().filter(|other| *other != seat).collect();
        let single = matches!(command, Command::RollMission | Command::RollRoles);
        let shared = matches!(
            command,
            Command::Count { .. } | Command::AgreeCounts { .. } | Command::AgreeToCorrection(_)
        );
        if single || shared {
            return;
        }
        let by = Doer { seats: others, organiser: false };
        let mut dice = Numbered { chance: &mut Chance::new(1), next: 0 };
        let refused = At43::decide(&self.state, &by, command, &mut dice);
        assert!(refused.is_err(), "seed {}: others could do {command:?}", self.seed);
        let nobody = At43::decide(&self.state, &Doer::default(), command, &mut dice);
        assert!(nobody.is_err(), "seed {}: a passer-by could do {command:?}", self.seed);
    }

    fn nobody_learns_too_much(&self, event: &Event) {
        let seats: Vec<Seat> = self.state.seats().collect();
        let viewers = seats.iter().map(|seat| Viewer::on(*seat)).chain([Viewer::spectator()]);
        for viewer in viewers {
            match At43::seen(event, &viewer) {
                Some(Event::CompanyBuilt { seat, .. }) => {
                    assert!(viewer.holds(seat), "seed {}: another's company", self.seed);
                }
                Some(Event::Planned { seat, plan, .. }) => {
                    assert!(plan.is_none() || viewer.holds(seat), "seed {}: a plan", self.seed);
                }
                Some(Event::Relocated { seat, to }) => {
                    assert!(to.is_none() || viewer.holds(seat), "seed {}: a card", self.seed);
                }
                _ => {}
            }
        }
    }

    /// Whatever the others have chosen in secret, this viewer sees the same game and reads the same words.
    fn views_hide_secrets(&self) {
        let seats: Vec<Seat> = self.state.seats().collect();
        let viewers = seats.iter().map(|seat| Viewer::on(*seat)).chain([Viewer::spectator()]);
        for viewer in viewers {
            let mut other = self.state.clone();
            if other.phase == Phase::Over {
                continue;
            }
            let shown = !matches!(other.phase, Phase::Briefing | Phase::Mustering);
            for (seat, side) in seats.iter().zip(&mut other.sides) {
                if viewer.holds(*seat) {
                    continue;
                }
                if let Some(plan) = &mut side.plan {
                    plan.sequence.reverse();
                    plan.wager += 1;
                    plan.commander = None;
                }
                side.cards.reverse();
                if !shown {
                    side.company = None;
                }
            }
            let (mine, same) = (At43::view(&self.state, &viewer), At43::view(&other, &viewer));
            assert_eq!(mine, same, "seed {}: {viewer:?} sees a secret", self.seed);
            let told = |state: &State| -> Vec<(String, String)> {
                At43::open(state).into_iter().map(|open| (open.what, open.matter)).collect()
            };
            // cards of lost units are dropped by themselves once no other is left: that is no secret
            assert_eq!(told(&self.state), told(&other), "seed {}: words tell a secret", self.seed);
        }
    }

    fn play(mut self) -> Self {
        for _ in 0..MOST_STEPS {
            if self.state.phase == Phase::Over {
                return self;
            }
            self.step();
        }
        let left: Vec<_> = self.state.units.iter().filter(|unit| !unit.is_gone()).collect();
        let left = left.iter().map(|unit| (unit.side, &unit.name, unit.stands, unit.strength()));
        panic!(
            "seed {}: no end in {MOST_STEPS} steps of {:?}: round {}, {:?}, {:?}",
            self.seed,
            self.state.mission.as_ref().map(|mission| &mission.key),
            self.state.round,
            left.collect::<Vec<_>>(),
            self.state.sides.iter().map(|side| (side.vp, side.rp)).collect::<Vec<_>>()
        );
    }
}

/// What must hold in every state.
pub fn legal(state: &State) -> Result<(), String> {
    let unit_of = |id: UnitId| state.unit(id).ok_or(format!("there is no {id:?}"));
    let mut pairs = BTreeSet::new();
    for contact in &state.contacts {
        let (one, two) = (unit_of(contact.0)?, unit_of(contact.1)?);
        if one.side == two.side || one.stands != Stands::Field || two.stands != Stands::Field {
            return Err(format!("{} and {} are no enemies in contact", one.name, two.name));
        }
        if *contact != Contact::between(contact.0, contact.1) || !pairs.insert(*contact) {
            return Err("a contact is noted twice".into());
        }
    }
    for (id, unit) in state.ids().zip(&state.units) {
        unit_is_legal(state, id, unit).map_err(|fault| format!("{}: {fault}", unit.name))?;
    }
    for (seat, side) in state.seats().zip(&state.sides) {
        let cards: Vec<UnitId> = side.cards.iter().flatten().copied().collect();
        let unique: BTreeSet<UnitId> = cards.iter().copied().collect();
        if cards.len() != side.cards.len() || unique.len() != cards.len() {
            return Err(format!("cards of {}: {cards:?}", side.name));
        }
        for card in cards {
            if unit_of(card)?.side != seat {
                return Err(format!("{} has a card of another side", side.name));
            }
        }
        if state.phase == Phase::Activation {
            for (id, unit) in state.units_of(seat) {
                let waits = side.cards.contains(&Some(id));
                let played_or_new = unit.played || !unit.has_card();
                // a plan of a round before says nothing of who has come back by a correction
                let planned = side.plan.as_ref().filter(|_| side.planned);
                let new = planned.is_none_or(|plan| !plan.sequence.contains(&id));
                if waits == played_or_new && !new && unit.has_card() {
                    return Err(format!("{} has a wrong number of cards", unit.name));
                }
            }
        }
    }
    Ok(())
}

fn unit_is_legal(state: &State, id: UnitId, unit: &Unit) -> Result<(), String> {
    if unit.is_gone() {
        return if unit.drills.is_empty() { Ok(()) } else { Err("lost, yet with drills".into()) };
    }
    // a medic's word is waited for before the losses are settled
    let unsettled = state
        .flow
        .tasks
        .iter()
        .any(|task| matches!(task, Task::Settle { unit, .. } if *unit == id));
    if unsettled {
        return Ok(());
    }
    if unit.strength() == 0 {
        return Err("nobody is left, yet it stands".into());
    }
    if unit.member(unit.leader).is_none_or(|leader| leader.out) {
        return Err("its leader is out".into());
    }
    let drills: BTreeSet<Drill> = unit.drills.iter().copied().collect();
    if drills.len() != unit.drills.len() {
        return Err(format!("drills {:?}", unit.drills));
    }
    let infantry = state.is_infantry(unit);
    if infantry && !unit.drills.is_empty() && (state.is_engaged(id) || state.is_grounded(unit)) {
        return Err("engaged or grounded, yet with drills".into());
    }
    let entry = state.entry(unit).ok_or("no entry")?;
    for (_, member) in unit.living() {
        match (&member.machine, entry.profile.structure) {
            (Some(machine), Some(full)) => {
                if machine.frame == 0 || machine.frame > full.frame {
                    return Err(format!("frame {}", machine.frame));
                }
                if machine.propulsion > full.propulsion || member.grounded {
                    return Err("a machine with too much propulsion, or lying down".into());
                }
            }
            (Some(_), None) => return Err("a machine without structure".into()),
            (None, _) if infantry || unit.lone_hero => {}
            (None, _) => return Err("a machine without its parts".into()),
        }
    }
    Ok(())
}

pub fn setup(mission: Option<&str>, sides: usize) -> Setup {
    let mut setup = Setup { mission: mission.map(str::to_owned), ..Setup::default() };
    for (place, colour) in [Colour::Green, Colour::Yellow].into_iter().enumerate().take(sides - 2) {
        let mut side = setup.sides[0].clone();
        side.name = format!("Side {}", place + 3);
        side.colour = colour;
        setup.sides.push(side);
    }
    setup
}

fn play_some(setup: &Setup, salt: u64) {
    for game in 0..games() {
        let seed = salt * 1_000_000 + game;
        let walk = Walk::start(setup, seed).play();
        let mut again = walk.first.clone();
        for event in &walk.events {
            At43::apply(&mut again, event);
        }
        assert_eq!(again, walk.state, "seed {seed}: the log folds to another game");
        let text = serde_json::to_string(&walk.state).unwrap();
        let read: State = serde_json::from_str(&text).unwrap();
        assert_eq!(read, walk.state, "seed {seed}: the state is stored otherwise");
        for event in &walk.events {
            let text = serde_json::to_string(event).unwrap();
            assert_eq!(serde_json::from_str::<Event>(&text).unwrap(), *event, "seed {seed}");
        }
        let verdict = At43::verdict(&walk.state);
        assert!(verdict.decided && verdict.sides.len() == setup.sides.len(), "seed {seed}");
    }
}

/// T-MIS-11 to T-MIS-13, T-RND-1, T-RND-2
#[test]
fn seek_and_destroy_by_chance_comes_to_its_end() {
    play_some(&setup(Some("seek-and-destroy"), 2), 1);
}

/// T-MIS-21 to T-MIS-23
#[test]
fn bridgehead_by_chance_comes_to_its_end() {
    play_some(&setup(Some("bridgehead"), 2), 2);
}

/// T-MIS-31 to T-MIS-35
#[test]
fn hold_the_position_by_chance_comes_to_its_end() {
    play_some(&setup(Some("hold-the-position"), 2), 3);
}

/// T-MIS-41 to T-MIS-44
#[test]
fn skirmish_by_chance_comes_to_its_end() {
    play_some(&setup(Some("skirmish"), 2), 4);
}

/// T-MIS-51 to T-MIS-56
#[test]
fn landing_by_chance_comes_to_its_end() {
    play_some(&setup(Some("landing"), 2), 5);
}

/// T-MIS-61 to T-MIS-67
#[test]
fn extraction_by_chance_comes_to_its_end() {
    play_some(&setup(Some("extraction"), 2), 6);
}

/// T-MIS-5
#[test]
fn three_and_four_sides_come_to_an_end_as_well() {
    play_some(&setup(Some("seek-and-destroy"), 3), 7);
    play_some(&setup(Some("bridgehead"), 4), 8);
}

/// T-MIS-1, T-MIS-4
#[test]
fn a_diced_mission_with_every_switch_on_comes_to_its_end() {
    let mut setup = setup(None, 2);
    setup.switches.artillery = true;
    setup.switches.terrain_damage = true;
    setup.switches.home_turf = Some(Seat(1));
    setup.switches.first_round = Some(Seat(1));
    play_some(&setup, 9);
}

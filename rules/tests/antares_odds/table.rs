//! A table on which the same thing happens again and again, and the counts of what came of it.

use std::sync::Arc;

use gatemaster_rules::antares::arms::ways;
use gatemaster_rules::antares::command::{Answer, Charge, Command, Cover, Scene, Shot, Use};
use gatemaster_rules::antares::data::Library;
use gatemaster_rules::antares::event::{DestroyedBy, PinCause, Placed, Turned};
use gatemaster_rules::antares::flow::{Acting, Manner, Task};
use gatemaster_rules::antares::inches::Inches;
use gatemaster_rules::antares::odds::{AssaultOdds, Odds};
use gatemaster_rules::antares::order::Order;
use gatemaster_rules::antares::profile::{Faction, ModelRule, WeaponRule};
use gatemaster_rules::antares::state::{Unit, UnitId};
use gatemaster_rules::antares::{Antares, Event, Setup, State};
use gatemaster_rules::colour::Colour;
use gatemaster_rules::dice::{Dice, DiceFault, Roll};
use gatemaster_rules::random_play::Chooser;
use gatemaster_rules::system::{Doer, System, Who};

pub const RED: UnitId = UnitId(0);
pub const BLUE: UnitId = UnitId(1);

/// Dice from a small generator: a million shots take seconds.
pub struct Quick(pub Chooser);

impl Dice for Quick {
    fn roll(&mut self, sides: u32) -> Result<Roll, DiceFault> {
        let face = u32::try_from(self.0.below(sides as usize)).unwrap() + 1;
        Ok(Roll { number: None, sides, face })
    }
}

/// Two units on the table, red and blue, nobody ordered yet.
pub fn duel(red: &str, blue: &str) -> State {
    // slave drivers need outcasts in the force; those stay at home
    let (red, blue) = ([red, "outcast_squad"], [blue, "outcast_squad"]);
    let sides = [
        ("Red", Colour::Red, Faction::Other, &red[..]),
        ("Blue", Colour::Blue, Faction::Other, &blue[..]),
    ];
    let mut setup = Setup::of(Library::built_in(), sides).unwrap();
    setup.options.already_deployed = true;
    let mut state = Antares::set_up(&setup).unwrap();
    state.units.remove(3);
    state.units.remove(1);
    state
}

pub fn unit(state: &mut State, id: UnitId) -> &mut Unit {
    &mut state.units[id.index()]
}

pub fn lose(state: &mut State, id: UnitId, models: &[usize]) {
    for model in models {
        unit(state, id).models[*model].lost = true;
    }
}

/// A house rule for the test: all models of the unit have this rule too.
pub fn all_are(state: &mut State, id: UnitId, rule: ModelRule) {
    for troop in &mut Arc::make_mut(&mut unit(state, id).profile).troops {
        if !troop.has(rule) {
            troop.rules.push(rule);
        }
    }
}

/// A house rule for the test: every mode of the weapon has this rule too.
pub fn make(state: &mut State, weapon: &str, rule: WeaponRule) {
    for weapon in Arc::make_mut(&mut state.armoury).iter_mut().filter(|w| w.key == weapon) {
        weapon.modes.iter_mut().for_each(|mode| mode.rules.push(rule));
    }
}

/// The unit has this order and is about to carry it out.
pub fn acts(state: &mut State, id: UnitId, order: Order, sprint: bool, assault: Option<UnitId>) {
    unit(state, id).dice.placed.push(order);
    state.flow.acting =
        Some(Acting { unit: id, order, sprint, assault, moved: false, going: None });
    state.flow.tasks = vec![Task::EndAction, Task::Act].into();
}

pub fn way(state: &State, manner: Manner, range: u32, number: usize) -> Vec<Use> {
    ways(state, &state.units[0], manner, Inches::whole(range)).swap_remove(number)
}

/// The first way to shoot that has this weapon in this mode, with nothing else.
pub fn with(state: &State, manner: Manner, range: u32, weapon: &str, mode: &str) -> Vec<Use> {
    ways(state, &state.units[0], manner, Inches::whole(range))
        .into_iter()
        .flatten()
        .find(|used| {
            let found = state.weapon(used.weapon).unwrap();
            found.key == weapon && found.modes[usize::from(used.mode)].name == mode
        })
        .map_or_else(|| panic!("no {weapon} {mode} at {range}"), |used| vec![used])
}

pub fn at(range: u32, uses: Vec<Use>) -> Shot {
    Shot { target: BLUE, range: Inches::whole(range), uses, scene: Scene::default() }
}

/// Carries a command out to its end; every question has its first answer, but for going down.
pub fn resolve(
    state: &State,
    command: &Command,
    goes_down: bool,
    dice: &mut Quick,
) -> (State, Vec<Event>) {
    let mut now = state.clone();
    let mut all = Vec::new();
    let mut next = (now.flow.acting.map(|a| now.units[a.unit.index()].side), command.clone());
    loop {
        let by = Doer { seats: next.0.into_iter().collect(), organiser: false };
        let events = Antares::decide(&now, &by, &next.1, dice)
            .unwrap_or_else(|refusal| panic!("{:?}: {refusal}", next.1));
        for event in &events {
            Antares::apply(&mut now, event);
        }
        all.extend(events);
        if now.flow.tasks.is_empty() {
            return (now, all);
        }
        let open = Antares::open(&now).swap_remove(0);
        let Who::Seat(seat) = open.who else { panic!("nobody is asked") };
        let mut answer = open.options[0].clone();
        if matches!(answer, Command::Answer(Answer::GoDown(_))) {
            answer = Command::Answer(Answer::GoDown(goes_down));
        }
        next = (Some(seat), answer);
    }
}

/// Counts of what became of a unit.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    pub hits: Vec<u32>,
    pub casualties: Vec<u32>,
    pub pins: Vec<u32>,
    pub breaks: u32,
    pub forced_down: u32,
    pub destroyed: u32,
}

fn count(list: &mut Vec<u32>, number: u32) {
    let place = number as usize;
    if list.len() <= place {
        list.resize(place + 1, 0);
    }
    list[place] += 1;
}

impl Counts {
    pub fn add(&mut self, id: UnitId, before: &State, after: &State, events: &[Event]) {
        let (mut all_hits, mut lost, mut placed) = (0, 0, 0);
        let (mut broke, mut forced) = (false, false);
        let mut went_down = before.unit(id).unwrap().is_down();
        for event in events {
            match event {
                Event::Hit { on, hits, .. } if *on == id => all_hits += hits,
                Event::Casualty { unit, .. } if *unit == id => lost += 1,
                Event::Pinned { unit, pins, why, .. } if *unit == id => match why {
                    PinCause::Break => {}
                    _ => placed += pins,
                },
                Event::Destroyed { unit, why } if *unit == id => {
                    broke |= !matches!(
                        why,
                        DestroyedBy::Losses | DestroyedBy::Collapse | DestroyedBy::NoWayOut
                    );
                }
                Event::DiePlaced { unit, why, order } if *unit == id => match why {
                    Placed::FailedBreak | Placed::Damage => forced |= !went_down,
                    Placed::WentDown => went_down = true,
                    Placed::Ordered => went_down = *order == Order::Down,
                },
                Event::DieTurned { unit, why, .. } if *unit == id => match why {
                    Turned::FailedBreak | Turned::Damage => forced |= !went_down,
                    Turned::WentDown | Turned::PlasmaFade => went_down = true,
                    _ => {}
                },
                _ => {}
            }
        }
        count(&mut self.hits, all_hits);
        count(&mut self.casualties, lost);
        count(&mut self.pins, placed);
        let gone = after.unit(id).unwrap().destroyed;
        self.breaks += u32::from(broke);
        self.destroyed += u32::from(gone);
        self.forced_down += u32::from(forced && !gone);
    }

    pub fn merge(&mut self, other: &Counts) {
        for (mine, theirs) in [
            (&mut self.hits, &other.hits),
            (&mut self.casualties, &other.casualties),
            (&mut self.pins, &other.pins),
        ] {
            mine.resize(mine.len().max(theirs.len()), 0);
            for (sum, more) in mine.iter_mut().zip(theirs) {
                *sum += more;
            }
        }
        self.breaks += other.breaks;
        self.forced_down += other.forced_down;
        self.destroyed += other.destroyed;
    }
}

/// The chance and the frequency agree within five standard deviations.
fn agree(what: &str, chance: f64, counted: u32, all: u32) -> Option<String> {
    let (n, frequency) = (f64::from(all), f64::from(counted) / f64::from(all));
    // a rare event is counted in whole numbers
    let bound = 5.0 * (chance * (1.0 - chance) / n).max(0.0).sqrt()
        + 2.0 / n * f64::from(u8::from(chance > 1e-12))
        + 1e-12;
    ((frequency - chance).abs() > bound)
        .then(|| format!("{what}: foretold {chance:.6}, counted {frequency:.6} of {all}"))
}

fn agree_all(what: &str, chances: &[f64], counted: &[u32], all: u32, faults: &mut Vec<String>) {
    let sum: f64 = chances.iter().sum();
    if (sum - 1.0).abs() > 1e-9 {
        faults.push(format!("{what}: the chances add up to {sum}"));
    }
    for place in 0..chances.len().max(counted.len()) {
        let chance = chances.get(place).copied().unwrap_or(0.0);
        let counted = counted.get(place).copied().unwrap_or(0);
        faults.extend(agree(&format!("{place} {what}"), chance, counted, all));
    }
}

pub fn compare(who: &str, odds: &Odds, counts: &Counts, all: u32) -> Vec<String> {
    let mut faults = Vec::new();
    agree_all("hits", &odds.hits, &counts.hits, all, &mut faults);
    agree_all("casualties", &odds.casualties, &counts.casualties, all, &mut faults);
    agree_all("pins", &odds.pins, &counts.pins, all, &mut faults);
    faults.extend(agree("breaks", odds.breaks, counts.breaks, all));
    faults.extend(agree("forced down", odds.forced_down, counts.forced_down, all));
    faults.extend(agree("destroyed", odds.destroyed, counts.destroyed, all));
    faults.into_iter().map(|fault| format!("{who}: {fault}")).collect()
}

/// Does it so often, on two threads.
pub fn often<T: Send>(times: u32, seed: u64, work: impl Fn(u32, Quick) -> T + Sync) -> [T; 2] {
    let half = times / 2;
    let work = &work;
    std::thread::scope(|scope| {
        let one = scope.spawn(move || work(half, Quick(Chooser::new(seed * 2 + 1))));
        let other = work(times - half, Quick(Chooser::new(seed * 2 + 2)));
        [one.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)), other]
    })
}

/// The results of an assault, counted.
#[derive(Clone, Debug, Default)]
pub struct Fights {
    pub attacker: Counts,
    pub defender: Counts,
    pub wins: [u32; 3],
}

impl Fights {
    pub fn add(&mut self, before: &State, after: &State, events: &[Event]) {
        self.attacker.add(RED, before, after, events);
        self.defender.add(BLUE, before, after, events);
        let losers = events.iter().find_map(|event| match event {
            Event::AssaultDecided { losers, .. } => Some(losers.clone()),
            _ => None,
        });
        let losers = losers.unwrap_or_else(|| {
            [RED, BLUE].into_iter().filter(|id| after.unit(*id).unwrap().destroyed).collect()
        });
        let place = match losers.as_slice() {
            [BLUE] => 0,
            [RED] => 1,
            _ => 2,
        };
        self.wins[place] += 1;
    }

    pub fn merge(&mut self, other: &Fights) {
        self.attacker.merge(&other.attacker);
        self.defender.merge(&other.defender);
        for (sum, more) in self.wins.iter_mut().zip(other.wins) {
            *sum += more;
        }
    }

    pub fn compare(&self, odds: &AssaultOdds, all: u32) -> Vec<String> {
        let mut faults = compare("attacker", &odds.attacker, &self.attacker, all);
        faults.extend(compare("defender", &odds.defender, &self.defender, all));
        let names = ["attacker wins", "defender wins", "draw"];
        let chances = [odds.attacker_wins, odds.defender_wins, odds.draw];
        for (place, name) in names.into_iter().enumerate() {
            faults.extend(agree(name, chances[place], self.wins[place], all));
        }
        faults
    }
}

pub fn charge(cover: Cover) -> Command {
    Command::Charge(Charge { contact: true, cover, ..Charge::default() })
}

/// What happened, without the words around it.
pub fn facts(events: &[Event]) -> Vec<&Event> {
    let words = |event: &&Event| {
        !matches!(
            event,
            Event::Flow(_)
                | Event::HandWeaponsChosen { .. }
                | Event::StoodFast { .. }
                | Event::Ended { .. }
                | Event::BagEmptied { .. }
                | Event::HeldGround { .. }
                | Event::TemplateLaid { .. }
                | Event::Moved { .. }
                | Event::WentTo { .. }
        )
    };
    events.iter().filter(words).collect()
}

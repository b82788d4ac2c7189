//! A table on which the same thing happens again and again, and the counts of what came of it.

use gatemaster_rules::at43::At43;
use gatemaster_rules::at43::armament::Shooter;
use gatemaster_rules::at43::command::{Answer, Command, Mark, Salvo, Under};
use gatemaster_rules::at43::event::Event;
use gatemaster_rules::at43::flow::{Struckee, Task};
use gatemaster_rules::at43::need::{Band, Range};
use gatemaster_rules::at43::odds::{MachineOdds, UnitOdds};
use gatemaster_rules::at43::profile::{Category, Hero, HeroId};
use gatemaster_rules::at43::state::{Machine, Member, MemberId, Role, State, UnitId};
use gatemaster_rules::dice::{Dice, DiceFault, Roll};
use gatemaster_rules::system::{Doer, System as _, Who};

use crate::at43::sample::{Chance, Game};

/// How often something is rolled: all of it in a thorough run, else this part.
pub fn times(all: u32, part: u32) -> u32 {
    if std::env::var_os("GATEMASTER_THOROUGH").is_some() { all } else { all / part }
}

/// Dice from a small generator.
pub struct Quick(pub Chance);

impl Dice for Quick {
    fn roll(&mut self, sides: u32) -> Result<Roll, DiceFault> {
        let face = u32::try_from(self.0.below(sides as usize)).unwrap() + 1;
        Ok(Roll { number: None, sides, face })
    }
}

/// The unit acts, as its card is up.
pub fn acting(blue: &str, red: &str, name: &str) -> Game {
    let mut game = Game::playing(blue, red);
    game.activate(name);
    game
}

pub fn shooter(game: &Game) -> Shooter {
    Shooter::now(&game.state).unwrap()
}

pub fn salvo(game: &Game, weapon: &str, target: &str, band: u8) -> Salvo {
    Salvo::plain(Game::weapon(weapon), Mark::Unit(game.id(target)), Range::Band(Band(band)))
}

/// A hero on foot with this Protection, who leads the unit.
pub fn lead(game: &mut Game, name: &str, protection: u8) {
    let entry = game.state.library.entries[usize::from(game.unit(name).entry.0)].clone();
    let mut profile = entry.profile.clone();
    profile.protection = protection;
    std::sync::Arc::make_mut(&mut game.state.library).heroes.push(Hero {
        key: "leader".to_owned(),
        name: "A leader".to_owned(),
        army: entry.army,
        rank: 1,
        category: Category::Soldiers,
        grade: entry.grade,
        cost: 60,
        profile,
        ranged: entry.ranged.clone(),
        close: entry.close.clone(),
        aboard: None,
        mission_pilot: false,
        sources: entry.sources,
    });
    let hero = HeroId(u16::try_from(game.state.library.heroes.len() - 1).unwrap());
    let unit = game.unit_mut(name);
    unit.hero = Some(hero);
    unit.members.retain(|member| member.role != Role::Officer);
    unit.leader = MemberId(u8::try_from(unit.members.len()).unwrap());
    unit.members.push(Member {
        role: Role::Hero,
        out: false,
        grounded: false,
        machine: None,
        rescued_in: None,
    });
    unit.value += 60;
}

/// The unit becomes a crew with weapons on stands.
pub fn crew(game: &mut Game, name: &str, gunners: usize, weapons: usize) {
    let mut entry = game.state.library.entries[usize::from(game.unit(name).entry.0)].clone();
    entry.gunners_each = Some(2);
    entry.category = Category::Support;
    std::sync::Arc::make_mut(&mut game.state.library).entries.push(entry);
    let entry = game.state.library.entries.len() - 1;
    let unit = game.unit_mut(name);
    unit.entry = gatemaster_rules::at43::profile::EntryId(u16::try_from(entry).unwrap());
    unit.members.truncate(gunners + weapons);
    for (place, member) in unit.members.iter_mut().enumerate() {
        member.role = if place < gunners { Role::Gunner } else { Role::SupportWeapon };
    }
}

/// Somebody is hurt before it begins.
pub fn fallen(game: &mut Game, name: &str, members: &[usize]) {
    for member in members {
        game.unit_mut(name).members[*member].out = true;
    }
}

pub fn machine<'a>(game: &'a mut Game, name: &str, member: usize) -> &'a mut Machine {
    game.unit_mut(name).members[member].machine.as_mut().unwrap()
}

/// Carries a command out to its end. Every question has its first answer, but for who lies under a template.
pub fn resolve(
    state: &State,
    command: &Command,
    under: &[Under],
    dice: &mut Quick,
) -> (State, Vec<Event>) {
    let mut now = state.clone();
    let mut all = Vec::new();
    let first = now.flow.acting.as_ref().map(|acting| now.unit(acting.unit).unwrap().side);
    let mut next = (first.unwrap(), command.clone());
    loop {
        let by = Doer { seats: vec![next.0], organiser: false };
        let events = At43::decide(&now, &by, &next.1, dice)
            .unwrap_or_else(|refusal| panic!("{:?}: {refusal}", next.1));
        for event in &events {
            At43::apply(&mut now, event);
        }
        all.extend(events);
        let task = now.flow.tasks.last();
        if matches!(task, None | Some(Task::Act | Task::Turn)) {
            return (now, all);
        }
        let template = matches!(task, Some(Task::Template { .. }));
        let open = At43::open(&now).swap_remove(0);
        let Who::Seat(seat) = open.who else { panic!("{:?} is asked", open.who) };
        let answer = if template {
            Command::Answer(Answer::Under(under.to_vec()))
        } else {
            open.options[0].clone()
        };
        next = (seat, answer);
    }
}

/// The same in two threads with seeds of their own.
pub fn often<T: Send>(times: u32, seed: u64, roll: impl Fn(u32, Quick) -> T + Sync) -> [T; 2] {
    let half = times / 2;
    std::thread::scope(|scope| {
        let roll = &roll;
        let other = scope.spawn(move || roll(half, Quick(Chance::new(seed))));
        let own = roll(times - half, Quick(Chance::new(!seed)));
        [own, other.join().unwrap()]
    })
}

/// How often each number came up.
#[derive(Clone, Debug, Default)]
pub struct Tally(pub Vec<u32>);

impl Tally {
    pub fn add(&mut self, number: usize) {
        if self.0.len() <= number {
            self.0.resize(number + 1, 0);
        }
        self.0[number] += 1;
    }

    pub fn merge(&mut self, other: &Self) {
        for (number, times) in other.0.iter().enumerate() {
            for _ in 0..*times {
                self.add(number);
            }
        }
    }

    /// Where the counts are too far from the chances for mere luck.
    pub fn faults(&self, what: &str, chances: &[f64], times: u32) -> Vec<String> {
        let mut faults = Vec::new();
        let sum: f64 = chances.iter().sum();
        if (sum - 1.0).abs() > 1e-9 || chances.iter().any(|chance| *chance < -1e-12) {
            faults.push(format!("{what}: the chances add up to {sum}"));
        }
        for number in 0..chances.len().max(self.0.len()) {
            let chance = chances.get(number).copied().unwrap_or(0.0);
            let came = self.0.get(number).copied().unwrap_or(0);
            faults.extend(far(&format!("{what} {number}"), chance, came, times));
        }
        faults
    }
}

/// Above the value of every unit here, and the structure points of every machine.
const MOST_VALUE: f64 = 700.0;
const MOST_POINTS: f64 = 15.0;

/// Five standard errors, and a little more for what is rare.
const ERRORS: f64 = 5.0;
const RARE: f64 = 4.0;

pub fn far(what: &str, chance: f64, came: u32, times: u32) -> Option<String> {
    let expected = chance * f64::from(times);
    let error = (expected * (1.0 - chance)).max(0.0).sqrt();
    let off = (f64::from(came) - expected).abs();
    let never = chance < 1e-12 && came > 0;
    let rare = if chance < 1.0 - 1e-12 { RARE } else { 1e-6 };
    (never || off > ERRORS * error + rare)
        .then(|| format!("{what}: foretold {chance:.5}, came {came} of {times} times"))
}

/// A quantity with its mean and its spread.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mean {
    sum: f64,
    squares: f64,
    most: f64,
}

impl Mean {
    pub fn add(&mut self, value: f64) {
        self.most = self.most.max(value);
        self.sum += value;
        self.squares += value * value;
    }

    fn merge(&mut self, other: &Self) {
        self.sum += other.sum;
        self.squares += other.squares;
        self.most = self.most.max(other.most);
    }

    /// `most`: what it can be at most, for those that hardly ever are more than nothing.
    pub fn fault(&self, what: &str, foretold: f64, most: f64, times: u32) -> Option<String> {
        let times = f64::from(times);
        let mean = self.sum / times;
        let error = ((self.squares / times - mean * mean).max(0.0) / times).sqrt();
        ((mean - foretold).abs() > ERRORS * error + RARE * most / times || self.most > most + 1e-9)
            .then(|| format!("{what}: foretold {foretold:.4}, came {mean:.4} on the average"))
    }
}

/// What came of one machine.
#[derive(Clone, Debug, Default)]
struct Machines {
    destroyed: u32,
    immobilised: u32,
    lost: Mean,
    weapons: Vec<u32>,
}

fn points(machine: &Machine) -> u32 {
    let parts = machine.weapons.iter().chain([&machine.frame, &machine.propulsion]);
    parts.map(|left| u32::from(*left)).sum()
}

/// What came of everybody, each time.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    pub impacts: Tally,
    stopped: Vec<(UnitId, Tally)>,
    losses: Vec<Tally>,
    worth: Vec<Mean>,
    machines: Vec<Vec<Machines>>,
    /// Landings of a template: shift and radius.
    landings: Vec<((u32, u32), u32)>,
    wreck: u32,
    element: u32,
}

impl Counts {
    pub fn add(&mut self, before: &State, after: &State, events: &[Event]) {
        let mut rolled = false;
        let mut stopped: Vec<(UnitId, usize)> = Vec::new();
        for event in events {
            match event {
                Event::ShotsRolled { impacts, .. } => {
                    rolled = true;
                    self.impacts.add(*impacts as usize);
                }
                Event::CoverRolled { on, stopped: more, .. } => {
                    match stopped.iter_mut().find(|(unit, _)| unit == on) {
                        Some(sum) => sum.1 += *more as usize,
                        None => stopped.push((*on, *more as usize)),
                    }
                }
                Event::Deviated { template, .. } => {
                    let at = (template.shift, template.radius);
                    match self.landings.iter_mut().find(|(known, _)| *known == at) {
                        Some((_, times)) => *times += 1,
                        None => self.landings.push((at, 1)),
                    }
                }
                Event::WreckHit { left: 0 } => self.wreck += 1,
                Event::ElementGone { .. } => self.element += 1,
                _ => {}
            }
        }
        if !rolled {
            self.impacts.add(0);
        }
        for (unit, number) in stopped {
            if !self.stopped.iter().any(|(known, _)| *known == unit) {
                self.stopped.push((unit, Tally::default()));
            }
            let known = self.stopped.iter_mut().filter(|(known, _)| *known == unit);
            known.for_each(|(_, tally)| tally.add(number));
        }
        self.losses.resize(before.units.len(), Tally::default());
        self.worth.resize(before.units.len(), Mean::default());
        self.machines.resize(before.units.len(), Vec::new());
        for (place, (was, is)) in before.units.iter().zip(&after.units).enumerate() {
            self.losses[place].add(was.strength() - is.strength());
            self.worth[place].add(lost_points(before, was, is));
            self.machines[place].resize(was.members.len(), Machines::default());
            let members = was.members.iter().zip(&is.members).zip(&mut self.machines[place]);
            for ((was, is), sum) in members {
                let (Some(old), Some(new)) = (&was.machine, &is.machine) else { continue };
                if was.out {
                    continue;
                }
                sum.lost.add(f64::from(points(old) - points(new)));
                sum.weapons.resize(old.weapons.len(), 0);
                if is.out {
                    sum.destroyed += 1;
                    continue;
                }
                sum.immobilised += u32::from(old.propulsion > 0 && new.propulsion == 0);
                for (gone, (old, new)) in
                    sum.weapons.iter_mut().zip(old.weapons.iter().zip(&new.weapons))
                {
                    *gone += u32::from(*old > 0 && *new == 0);
                }
            }
        }
    }

    pub fn merge(&mut self, other: &Self) {
        self.impacts.merge(&other.impacts);
        for (unit, tally) in &other.stopped {
            match self.stopped.iter_mut().find(|(known, _)| known == unit) {
                Some((_, own)) => own.merge(tally),
                None => self.stopped.push((*unit, tally.clone())),
            }
        }
        for (own, more) in self.losses.iter_mut().zip(&other.losses) {
            own.merge(more);
        }
        for (own, more) in self.worth.iter_mut().zip(&other.worth) {
            own.merge(more);
        }
        let own = self.machines.iter_mut().flatten();
        for (own, more) in own.zip(other.machines.iter().flatten()) {
            own.destroyed += more.destroyed;
            own.immobilised += more.immobilised;
            own.lost.merge(&more.lost);
            for (gone, more) in own.weapons.iter_mut().zip(&more.weapons) {
                *gone += more;
            }
        }
        for (at, more) in &other.landings {
            match self.landings.iter_mut().find(|(known, _)| known == at) {
                Some((_, times)) => *times += more,
                None => self.landings.push((*at, *more)),
            }
        }
        self.wreck += other.wreck;
        self.element += other.element;
    }

    /// How often the template came to lie so.
    pub fn landed(&self, shift: u32, radius: u32) -> u32 {
        let found = self.landings.iter().find(|(at, _)| *at == (shift, radius));
        found.map_or(0, |(_, times)| *times)
    }

    pub fn lost(&self, unit: UnitId) -> &Tally {
        &self.losses[usize::from(unit.0)]
    }

    pub fn unit_faults(&self, odds: &[UnitOdds], times: u32) -> Vec<String> {
        let mut faults = Vec::new();
        for (place, tally) in self.losses.iter().enumerate() {
            let found = odds.iter().find(|odds| usize::from(odds.unit.0) == place);
            let Some(odds) = found else {
                if tally.0.iter().skip(1).any(|times| *times > 0) {
                    faults.push(format!("unit {place} lost somebody: {:?}", tally.0));
                }
                continue;
            };
            faults.extend(tally.faults(&format!("{} loses", odds.name), &odds.losses, times));
            let all = tally.0.get(odds.strength as usize).copied().unwrap_or(0);
            faults.extend(far(&format!("{} wiped out", odds.name), odds.wiped_out, all, times));
            let what = format!("{} points", odds.name);
            // nobody is worth more than his whole unit
            faults.extend(self.worth[place].fault(&what, odds.points, MOST_VALUE, times));
        }
        faults
    }

    pub fn machine_faults(&self, unit: UnitId, odds: &[MachineOdds], times: u32) -> Vec<String> {
        let mut faults = Vec::new();
        for odds in odds {
            let came = &self.machines[usize::from(unit.0)][usize::from(odds.machine.0)];
            let what = |which: &str| format!("machine {} {which}", odds.machine.0 + 1);
            faults.extend(far(&what("destroyed"), odds.destroyed, came.destroyed, times));
            faults.extend(far(&what("immobilised"), odds.immobilised, came.immobilised, times));
            faults.extend(came.lost.fault(&what("loses"), odds.lost, MOST_POINTS, times));
            for (gone, foretold) in came.weapons.iter().zip(&odds.weapons) {
                faults.extend(far(&what("weapon"), *foretold, *gone, times));
            }
        }
        faults
    }

    pub fn stopped_faults(&self, on: Struckee, chances: &[f64], times: u32) -> Vec<String> {
        let Struckee::Unit(unit) = on else { return Vec::new() };
        let found = self.stopped.iter().find(|(known, _)| *known == unit);
        let mut tally = found.map(|(_, tally)| tally.clone()).unwrap_or_default();
        // without impacts nobody throws
        let thrown: u32 = tally.0.iter().sum();
        for _ in thrown..times {
            tally.add(0);
        }
        tally.faults("cover stops", chances, times)
    }

    pub fn destroyed(&self, on: Struckee) -> u32 {
        match on {
            Struckee::Unit(_) => 0,
            Struckee::Wreck => self.wreck,
            Struckee::Terrain(_) => self.element,
        }
    }
}

/// What has fallen, at the unit's value by its numbers; a hero at his cost, and not if he got out of his machine.
fn lost_points(
    state: &State,
    was: &gatemaster_rules::at43::state::Unit,
    is: &gatemaster_rules::at43::state::Unit,
) -> f64 {
    let on_foot = |member: &Member| member.role == Role::Hero && member.machine.is_none();
    let led = was.members.iter().any(|member| member.role == Role::Hero);
    let cost = state.hero(was).filter(|_| led).map_or(0.0, |hero| f64::from(hero.cost));
    let heads = was.members.iter().filter(|member| !on_foot(member)).count();
    let each = (f64::from(was.value) - cost) / f64::from(u32::try_from(heads).unwrap());
    let gone = was.members.iter().zip(&is.members).filter(|(was, is)| is.out && !was.out);
    gone.map(|(was, _)| if on_foot(was) { cost } else { each }).sum()
}

//! Machines under fire: parts, structure points and destruction (T-DMG-3 to T-DMG-6).

use super::super::command::MachinePart;
use super::super::damage::shares;
use super::super::flow::{How, Impacts, Standing};
use super::super::lineup::{is_hero, lives, member};
use super::super::need::DIE;
use super::super::parts::{Location, after_hit, pickable};
use super::super::state::{Machine, MemberId, State, UnitId};
use super::dist;
use super::fighters::{Harm, Toll, Worth};

/// What can become of one machine.
#[derive(Clone, Debug, PartialEq)]
pub struct MachineOdds {
    pub machine: MemberId,
    pub destroyed: f64,
    /// Structure points lost, on the average.
    pub lost: f64,
    /// It is still there, and its propulsion has gone.
    pub immobilised: f64,
    /// It is still there, and this weapon of it has gone.
    pub weapons: Vec<f64>,
}

impl MachineOdds {
    /// Nothing has become of it.
    fn unharmed(machine: MemberId) -> Self {
        Self { machine, destroyed: 0.0, lost: 0.0, immobilised: 0.0, weapons: Vec::new() }
    }

    fn add(&mut self, wear: &Wear, impacts: usize, chance: f64) {
        let Some(worn) = wear.after.get(impacts).or(wear.after.last()) else { return };
        self.destroyed += chance * worn.destroyed;
        self.lost += chance * worn.lost;
        self.immobilised += chance * worn.immobilised;
        self.weapons.resize(worn.weapons.len().max(self.weapons.len()), 0.0);
        for (sum, gone) in self.weapons.iter_mut().zip(&worn.weapons) {
            *sum += chance * gone;
        }
    }
}

/// What becomes of a machine, for each number of impacts it takes.
#[derive(Clone, Debug)]
struct Wear {
    after: Vec<MachineOdds>,
}

/// One state of everything but the frame: so many hits on propulsion and on weapons that made a difference.
#[derive(Clone, Debug)]
struct Part {
    points: u32,
    /// Of the hit that leads on from here.
    rest: u8,
    working: Vec<bool>,
}

/// Propulsion hit by hit, until it has gone.
fn propulsion(machine: &Machine, damage: u8) -> Vec<Part> {
    run_down(machine, damage, |_| MachinePart::Propulsion, |now| u32::from(now.propulsion))
}

/// Weapons hit by hit, always the most dangerous one, until none is left.
fn weapons(state: &State, unit: UnitId, machine: &Machine, damage: u8) -> Vec<Part> {
    let Some(of) = state.unit(unit) else { return Vec::new() };
    let next = |now: &Machine| {
        let first = pickable(state, of, now).first().copied();
        first.map_or(MachinePart::Frame, MachinePart::Weapon)
    };
    let points = |now: &Machine| now.weapons.iter().map(|left| u32::from(*left)).sum();
    run_down(machine, damage, next, points)
}

/// The frame is taken as sound all the while: what goes on to it is noted with each hit.
fn run_down(
    machine: &Machine,
    damage: u8,
    next: impl Fn(&Machine) -> MachinePart,
    points: impl Fn(&Machine) -> u32,
) -> Vec<Part> {
    let mut now = Machine { frame: u8::MAX, ..machine.clone() };
    let mut all = Vec::new();
    loop {
        let then = after_hit(&now, next(&now), damage);
        let working = now.weapons.iter().map(|left| *left > 0).collect();
        all.push(Part { points: points(&now), rest: u8::MAX - then.frame, working });
        if points(&then) == points(&now) {
            return all;
        }
        now = Machine { frame: u8::MAX, ..then };
    }
}

/// The chances of every state of a machine.
struct Chart {
    frame: usize,
    propulsion: Vec<Part>,
    weapons: Vec<Part>,
    damage: usize,
    /// Propulsion, then weapons, then what is left of the frame.
    chances: Vec<f64>,
}

impl Chart {
    fn new(state: &State, unit: UnitId, machine: &Machine, damage: u8) -> Self {
        let (propulsion, weapons) =
            (propulsion(machine, damage), weapons(state, unit, machine, damage));
        let frame = usize::from(machine.frame);
        let mut chances = vec![0.0; propulsion.len() * weapons.len() * (frame + 1)];
        if let Some(sound) = chances.get_mut(frame) {
            *sound = 1.0;
        }
        Self { frame, propulsion, weapons, damage: usize::from(damage), chances }
    }

    /// A successful damage test, with this chance.
    fn hit(&mut self, chance: f64) {
        let faces = |at: Location| (1..=DIE).filter(|face| Location::of(*face) == at).count();
        let share = |at: Location| {
            f64::from(u32::try_from(faces(at)).unwrap_or(0)) / f64::from(DIE) * chance
        };
        let (drive, hull, arms) =
            (share(Location::Propulsion), share(Location::Frame), share(Location::Weapon));
        let size = self.frame + 1;
        let mut next = vec![0.0; self.chances.len()];
        let mut put = |place: usize, chance: f64| {
            if let Some(sum) = next.get_mut(place) {
                *sum += chance;
            }
        };
        for (at, before) in self.chances.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
            let left = at % size;
            if left == 0 {
                put(at, *before);
                continue;
            }
            let (row, place) = (at / size / self.weapons.len(), at / size % self.weapons.len());
            let step = |row: usize, place: usize, lost: usize| {
                (row * self.weapons.len() + place) * size + left.saturating_sub(lost)
            };
            let rest = |parts: &[Part], place: usize| {
                parts.get(place).map_or(0, |part| usize::from(part.rest))
            };
            let further = |parts: &[Part], place: usize| (place + 1).min(parts.len() - 1);
            put(at, before * (1.0 - chance));
            put(
                step(further(&self.propulsion, row), place, rest(&self.propulsion, row)),
                before * drive,
            );
            put(step(row, place, self.damage), before * hull);
            put(
                step(row, further(&self.weapons, place), rest(&self.weapons, place)),
                before * arms,
            );
        }
        self.chances = next;
    }

    fn worn(&self, machine: MemberId) -> MachineOdds {
        let size = self.frame + 1;
        let count = self.weapons.first().map_or(0, |part| part.working.len());
        let mut odds = MachineOdds { weapons: vec![0.0; count], ..MachineOdds::unharmed(machine) };
        for (at, chance) in self.chances.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
            let left = at % size;
            let (row, place) = (at / size / self.weapons.len(), at / size % self.weapons.len());
            let (Some(drive), Some(arms)) = (self.propulsion.get(row), self.weapons.get(place))
            else {
                continue;
            };
            let lost = |parts: &[Part], now: &Part| {
                parts.first().map_or(0, |sound| sound.points.saturating_sub(now.points))
            };
            let frame = u32::try_from(self.frame.saturating_sub(left)).unwrap_or(0);
            let parts = lost(&self.propulsion, drive).saturating_add(lost(&self.weapons, arms));
            odds.lost += chance * (f64::from(frame) + f64::from(parts));
            if left == 0 {
                odds.destroyed += chance;
                continue;
            }
            if row > 0 && drive.points == 0 {
                odds.immobilised += chance;
            }
            let sound = self.weapons.first().map_or(&[][..], |part| part.working.as_slice());
            for ((gone, now), before) in odds.weapons.iter_mut().zip(&arms.working).zip(sound) {
                if *before && !now {
                    *gone += chance;
                }
            }
        }
        odds
    }
}

impl Wear {
    /// Of one machine, up to so many impacts, each with the same chance to do damage.
    fn of(harm: &Harm, standing: Standing, most: usize) -> Option<Self> {
        let machine = member(harm.state, standing)?.machine.as_ref()?;
        let mut chart = Chart::new(harm.state, standing.unit, machine, harm.weapon.damage);
        let chance = harm.on(standing);
        let mut after = vec![chart.worn(standing.member)];
        for _ in 0..most {
            chart.hit(chance);
            after.push(chart.worn(standing.member));
        }
        Some(Self { after })
    }

    /// All its impacts go into one part (T-WPN-3).
    fn at_part(harm: &Harm, standing: Standing, part: MachinePart, most: usize) -> Option<Self> {
        let machine = member(harm.state, standing)?.machine.as_ref()?;
        let damage = harm.weapon.damage;
        let points = |machine: &Machine| {
            let parts = machine.weapons.iter().copied().chain([machine.frame, machine.propulsion]);
            parts.fold(0.0, |sum, left| sum + f64::from(left))
        };
        let all = points(machine);
        let mut states = vec![machine.clone()];
        while let Some(last) = states.last().filter(|last| last.frame > 0) {
            states.push(after_hit(last, part, damage));
        }
        let worn = |now: &Machine| {
            let there = now.frame > 0;
            let gone = machine.weapons.iter().zip(&now.weapons);
            let gone = gone.map(|(before, now)| f64::from(there && *before > 0 && *now == 0));
            MachineOdds {
                machine: standing.member,
                destroyed: f64::from(!there),
                lost: all - points(now),
                immobilised: f64::from(there && machine.propulsion > 0 && now.propulsion == 0),
                weapons: gone.collect(),
            }
        };
        let sure = Wear { after: states.iter().map(worn).collect() };
        let chance = harm.on(standing);
        let mut hits = vec![1.0];
        let mut after = Vec::new();
        for _ in 0..=most {
            let mut odds = MachineOdds::unharmed(standing.member);
            for (number, share) in dist::possible(&hits) {
                odds.add(&sure, number, share);
            }
            after.push(odds);
            hits = dist::capped(&hits, states.len());
            dist::one_more(&mut hits, chance);
        }
        Some(Self { after })
    }

    fn destroyed(&self, impacts: usize) -> f64 {
        self.after.get(impacts).or(self.after.last()).map_or(0.0, |worn| worn.destroyed)
    }
}

/// The tolls of one group of impacts on the machines of a unit, their number being told before cover.
pub(super) fn toll(
    harm: &Harm,
    group: &Impacts,
    unit: UnitId,
    numbers: &[f64],
) -> (Toll, Vec<MachineOdds>) {
    let covered = group.cover.as_ref().map_or(0.0, |test| dist::of_test(test, 0));
    let numbers = dist::thin(numbers, 1.0 - covered);
    let line: Vec<Standing> =
        group.order.iter().copied().filter(|one| lives(harm.state, *one)).collect();
    let (heroes, others): (Vec<Standing>, Vec<Standing>) =
        line.iter().copied().partition(|one| is_hero(harm.state, *one));
    let mut damaged = Damaged::new(*harm, unit, &line);
    match &group.how {
        // the others share what would hit a hero's machine, and leave him what is beyond them (T-HER-2)
        How::Nearest | How::Melee => {
            let struck = if others.is_empty() { &line } else { &others };
            let heir = heroes.first().copied().filter(|_| !others.is_empty());
            let each = |number: usize| shares(impacts(number), struck.len());
            damaged.share(&numbers, struck, each, heir);
        }
        How::OneEach => {
            let each = |number: usize| vec![1; number.min(line.len())];
            damaged.share(&numbers, &line, each, None);
        }
        How::Everybody(each) => {
            let each = vec![*each; line.len()];
            damaged.share(&dist::certain(0), &line, |_| each.clone(), None);
        }
        How::Chosen(victims) => {
            let first = victims.first().and_then(|victim| Some((victim.member, victim.part?)));
            if let Some((machine, part)) = first {
                damaged.aimed(&numbers, Standing { unit, member: machine }, part);
            }
        }
        // which machines are struck is said before the damage dice: [`blows`] below
        How::Shared(_) => {}
    }
    damaged.done()
}

fn impacts(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Impacts of a combat, shared as evenly as can be over the machines in contact (T-CBT-5).
pub(super) fn blows(
    harm: &Harm,
    unit: UnitId,
    in_contact: &[Standing],
    numbers: &[f64],
) -> (Toll, Vec<MachineOdds>) {
    let mut damaged = Damaged::new(*harm, unit, in_contact);
    let each = |number: usize| shares(impacts(number), in_contact.len());
    damaged.share(numbers, in_contact, each, None);
    damaged.done()
}

/// Adds up what becomes of the machines of one unit.
struct Damaged<'a> {
    harm: Harm<'a>,
    unit: UnitId,
    each: f64,
    losses: Vec<f64>,
    machines: Vec<MachineOdds>,
    /// Of machines that are alike, one by one.
    known: Vec<(&'a Machine, Wear)>,
}

impl<'a> Damaged<'a> {
    fn new(harm: Harm<'a>, unit: UnitId, line: &[Standing]) -> Self {
        let each = harm.state.unit(unit).map_or(0.0, |unit| Worth::of(harm.state, unit).each);
        let machines = line.iter().map(|one| MachineOdds::unharmed(one.member));
        Self {
            harm,
            unit,
            each,
            losses: vec![0.0],
            machines: machines.collect(),
            known: Vec::new(),
        }
    }

    fn wear(&mut self, standing: Standing, most: usize) -> usize {
        let harm = self.harm;
        let Some(machine) = member(harm.state, standing).and_then(|one| one.machine.as_ref())
        else {
            return usize::MAX;
        };
        let enough = |wear: &Wear| wear.after.len() > most;
        let known = self.known.iter().position(|(of, wear)| *of == machine && enough(wear));
        known.unwrap_or_else(|| {
            self.known.extend(Wear::of(&harm, standing, most).map(|wear| (machine, wear)));
            self.known.len().saturating_sub(1)
        })
    }

    fn note(&mut self, standing: Standing, wear: &Wear, impacts: usize, chance: f64) {
        let odds = self.machines.iter_mut().find(|odds| odds.machine == standing.member);
        if let Some(odds) = odds {
            odds.add(wear, impacts, chance);
        }
    }

    /// `each`: how many impacts the machines take of so many; `heir`: the hero's machine, which takes what is left over
    /// when the last of them is destroyed.
    fn share(
        &mut self,
        numbers: &[f64],
        struck: &[Standing],
        each: impl Fn(usize) -> Vec<u32>,
        heir: Option<Standing>,
    ) {
        let most = each(numbers.len().saturating_sub(1)).into_iter().max().unwrap_or(0);
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let wears: Vec<usize> = struck.iter().map(|one| self.wear(*one, most)).collect();
        let of_heir = heir.map(|heir| (heir, self.wear(heir, most)));
        let known = std::mem::take(&mut self.known);
        let worn = |place: &usize| known.get(*place).map(|(_, wear)| wear);
        for (number, chance) in dist::possible(numbers) {
            let mut destroyed = vec![1.0];
            let taken: Vec<(Standing, &Wear, usize)> = struck
                .iter()
                .zip(&wears)
                .zip(each(number))
                .filter_map(|((one, place), share)| {
                    Some((*one, worn(place)?, usize::try_from(share).ok()?))
                })
                .collect();
            for (one, wear, share) in &taken {
                self.note(*one, wear, *share, chance);
                dist::one_more(&mut destroyed, wear.destroyed(*share));
            }
            if let Some((heir, place)) = &of_heir
                && let (Some(wear), Some(all)) = (worn(place), destroyed.pop())
            {
                let falls = self.inherit(&taken, (*heir, wear), (all, chance));
                destroyed.push(all - falls);
                destroyed.push(falls);
            }
            for (lost, share) in destroyed.into_iter().enumerate() {
                dist::add(&mut self.losses, lost, chance * share);
            }
        }
        self.known = known;
    }

    /// The machines before the last are gone too, with the chance `all` for all of them: what the last one leaves goes on to
    /// the hero's. That this is destroyed as well.
    fn inherit(
        &mut self,
        taken: &[(Standing, &Wear, usize)],
        (heir, wear): (Standing, &Wear),
        (all, chance): (f64, f64),
    ) -> f64 {
        let Some(((_, last, share), before)) = taken.split_last() else { return 0.0 };
        let gone: f64 = before.iter().map(|(_, wear, share)| wear.destroyed(*share)).product();
        let mut falls = 0.0;
        for impact in 1..=*share {
            let now = last.destroyed(impact) - last.destroyed(impact - 1);
            let left = share - impact;
            self.note(heir, wear, left, chance * gone * now);
            falls += gone * now * wear.destroyed(left);
        }
        falls.min(all)
    }

    fn aimed(&mut self, numbers: &[f64], at: Standing, part: MachinePart) {
        let most = numbers.len().saturating_sub(1);
        let Some(wear) = Wear::at_part(&self.harm, at, part, most) else { return };
        for (number, chance) in dist::possible(numbers) {
            self.note(at, &wear, number, chance);
            let destroyed = wear.destroyed(number);
            dist::add(&mut self.losses, 0, chance * (1.0 - destroyed));
            dist::add(&mut self.losses, 1, chance * destroyed);
        }
    }

    fn done(self) -> (Toll, Vec<MachineOdds>) {
        let points = dist::mean(&self.losses) * self.each;
        (Toll { unit: self.unit, losses: self.losses, points }, self.machines)
    }
}

/// That a machine is destroyed by so many impacts.
pub(super) fn falls(harm: &Harm, standing: Standing, impacts: u32) -> f64 {
    let most = usize::try_from(impacts).unwrap_or(usize::MAX);
    Wear::of(harm, standing, most).map_or(0.0, |wear| wear.destroyed(most))
}

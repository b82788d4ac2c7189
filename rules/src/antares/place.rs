//! Where hits go: as evenly as possible, lucky ones first and by the shooter (A-SHT-10, A-OVH-6, A-ASL-8).

use std::collections::BTreeSet;

use super::arms::{hit_has, stands};
use super::command::Mark;
use super::event::Event;
use super::flow::{Hit, Strike, StrikeId};
use super::profile::{ModelRule, WeaponRule};
use super::run::Run;
use super::state::{State, Unit};
use super::strike::resist_check;
use crate::ids::Seat;
use crate::refusal::Refusal;
use crate::text::list;

/// More ways than anybody chooses from; beyond, the first of them are offered.
const MAX_PLACEMENTS: usize = 25;
/// More hits than anybody places one by one; they fall by themselves.
const MAX_ASKED: usize = 60;

/// Whose turn it is to place hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placer {
    /// The lucky hits, and a disruptor's on drones.
    Shooter,
    /// All the others.
    Target,
}

/// The hits a placer places, in order: overhead first (A-SHT-20).
pub fn hits_for(state: &State, strike: &Strike, placer: Placer) -> Vec<usize> {
    let unplaced = |lucky: bool, overhead: bool| {
        let of =
            move |hit: &Hit| hit.on.is_none() && hit.lucky == lucky && hit.overhead == overhead;
        strike.hits.iter().enumerate().filter(move |(_, hit)| of(hit)).map(|(place, _)| place)
    };
    match placer {
        Placer::Shooter => {
            let mut hits: Vec<usize> = unplaced(true, true).chain(unplaced(true, false)).collect();
            if state.unit(strike.on).is_some_and(|unit| unit.gear.iter().any(|drone| !drone.lost)) {
                let others = unplaced(false, true).chain(unplaced(false, false));
                hits.extend(others.filter(|place| is_disruptor(state, strike.hits[*place])));
            }
            hits
        }
        Placer::Target => strike
            .hits
            .iter()
            .enumerate()
            .filter(|(_, hit)| hit.on.is_none() && hit.overhead)
            .chain(
                strike.hits.iter().enumerate().filter(|(_, hit)| hit.on.is_none() && !hit.overhead),
            )
            .map(|(place, _)| place)
            .collect(),
    }
}

pub fn is_disruptor(state: &State, hit: Hit) -> bool {
    hit_has(state, hit, WeaponRule::Disruptor)
}

/// A placement in the making.
#[derive(Clone)]
struct Board {
    hits: Vec<Hit>,
}

impl Board {
    fn load(&self, mark: Mark) -> usize {
        self.hits.iter().filter(|hit| hit.on == Some(mark)).count()
    }
}

/// Where this hit may go now. `None` leaves a disruptor's hit to the target's player.
fn legal(
    state: &State,
    strike: &Strike,
    board: &Board,
    place: usize,
    placer: Placer,
) -> Vec<Option<Mark>> {
    let Some(unit) = state.unit(strike.on) else { return Vec::new() };
    let hit = board.hits[place];
    let mut marks: Vec<Option<Mark>> = Vec::new();
    let leave = placer == Placer::Shooter && !hit.lucky;
    match placer {
        Placer::Shooter if leave => marks.push(None),
        Placer::Shooter => marks.extend(spread(state, strike, board, hit).into_iter().map(Some)),
        Placer::Target => marks.extend(room(strike, board, place).into_iter().map(Some)),
    }
    if placer == Placer::Shooter || marks.is_empty() {
        marks.extend(
            (0..)
                .map(Mark::Drone)
                .take(unit.gear.len())
                .filter(|mark| stands(unit, *mark) && board.load(*mark) == 0)
                .map(Some),
        );
    }
    marks
}

/// The marks that leave an even spread possible: how many hits each takes in the end is what counts, not in which order
/// they are named, so a player may put the hard hits on one model and the soft ones on another.
fn room(strike: &Strike, board: &Board, place: usize) -> Vec<Mark> {
    let hit = strike.hits[place];
    let (first, then) = viable(strike, hit);
    let together = |other: &Hit| other.on.is_none() && other.overhead == hit.overhead;
    let count = |mark: Mark, of_these: bool| {
        let hits = strike.hits.iter().zip(&board.hits);
        hits.filter(|(was, is)| together(was) == of_these && is.on == Some(mark)).count()
    };
    let mut loads: Vec<(Mark, usize, usize)> =
        first.iter().chain(then).map(|mark| (*mark, count(*mark, false), 0)).collect();
    let mut hits = strike.hits.iter().filter(|hit| together(hit)).count();
    let last: Vec<Mark> = loop {
        let load = |mark: Mark| {
            loads.iter().find(|(other, ..)| *other == mark).map_or(0, |(_, load, _)| *load)
        };
        let next: Vec<Mark> = evenly(first, then, load).collect();
        if next.is_empty() || hits <= next.len() {
            break next;
        }
        hits -= next.len();
        for (mark, load, sure) in &mut loads {
            if next.contains(mark) {
                *load += 1;
                *sure += 1;
            }
        }
    };
    let beyond = loads.iter().filter(|(mark, _, sure)| count(*mark, true) > *sure).count();
    loads
        .into_iter()
        .filter(|(mark, _, sure)| {
            let has = count(*mark, true);
            has < *sure || (has == *sure && last.contains(mark) && beyond < hits)
        })
        .map(|(mark, ..)| mark)
        .collect()
}

/// Who can be hit first, and who only then.
fn viable(strike: &Strike, hit: Hit) -> (&[Mark], &[Mark]) {
    if hit.overhead {
        (&strike.overhead_first, &strike.overhead_then)
    } else {
        (&strike.first, &strike.then)
    }
}

/// The marks that an even spread allows next.
fn spread(state: &State, strike: &Strike, board: &Board, hit: Hit) -> Vec<Mark> {
    let (first, then) = viable(strike, hit);
    // A-SPC-6
    if hit.lucky && hit_has(state, hit, WeaponRule::LuckyTogether) {
        return first.iter().chain(then).copied().collect();
    }
    evenly(first, then, |mark| board.load(mark)).collect()
}

/// Those with the fewest hits so far, of the ones in front as long as there are any.
pub(super) fn evenly<'a, M: Copy>(
    first: &'a [M],
    then: &'a [M],
    load: impl Fn(M) -> usize + 'a,
) -> impl Iterator<Item = M> + 'a {
    let least = first.iter().chain(then).map(|mark| load(*mark)).min();
    let open = move |mark: &M| Some(load(*mark)) == least;
    let marks = if first.iter().any(&open) { first } else { then };
    marks.iter().copied().filter(open)
}

/// The default placement: the shooter goes for the weakest, the target's player shields them, and
/// leaders come last. Drones are left alone.
pub fn by_default(state: &State, strike: &Strike, placer: Placer) -> Vec<Option<Mark>> {
    completed(state, strike, placer, &[])
}

/// A placement that begins like this; the hits that are left are placed by default.
pub fn completed(
    state: &State,
    strike: &Strike,
    placer: Placer,
    so_far: &[Option<Mark>],
) -> Vec<Option<Mark>> {
    let mut board = Board { hits: strike.hits.clone() };
    let mut marks = Vec::new();
    for (number, place) in hits_for(state, strike, placer).into_iter().enumerate() {
        let chosen = so_far.get(number).copied();
        let mark = chosen.unwrap_or_else(|| best(state, strike, &board, place, placer));
        board.hits[place].on = mark;
        marks.push(mark);
    }
    marks
}

fn best(
    state: &State,
    strike: &Strike,
    board: &Board,
    place: usize,
    placer: Placer,
) -> Option<Mark> {
    let unit = state.unit(strike.on)?;
    let hit = board.hits[place];
    let weight = |mark: &Mark| {
        let needs = resist_check(state, strike, *mark, hit, u32::from(hit.sv)).target();
        (matches!(mark, Mark::Drone(_)), preference(placer, needs, is_leader(unit, *mark)), *mark)
    };
    let legal = legal(state, strike, board, place, placer);
    if legal.contains(&None) {
        return None;
    }
    let mut next =
        if placer == Placer::Target { spread(state, strike, board, hit) } else { Vec::new() };
    // hits that were placed one by one may have filled it up already
    next.retain(|mark| legal.contains(&Some(*mark)));
    if next.is_empty() {
        legal.into_iter().flatten().min_by_key(weight)
    } else {
        next.into_iter().min_by_key(weight)
    }
}

/// The least of these is the default.
pub(super) fn preference(placer: Placer, needs: i32, leader: bool) -> (i32, bool) {
    (if placer == Placer::Shooter { needs } else { -needs }, leader)
}

pub(super) fn is_leader(unit: &Unit, mark: Mark) -> bool {
    matches!(mark, Mark::Model(id) if unit.model_has(id, ModelRule::Leader))
}

/// The ways to place that make a difference, the default first. One way: there is nothing to ask.
pub fn placements(state: &State, strike: &Strike, placer: Placer) -> Vec<Vec<Option<Mark>>> {
    let hits = hits_for(state, strike, placer);
    let Some(unit) = state.unit(strike.on) else { return Vec::new() };
    let default = by_default(state, strike, placer);
    if hits.len() > MAX_ASKED {
        return vec![default];
    }
    let kinds = kinds(state, &strike.hits);
    let classes = Classes::of(unit, strike);
    let mut layer: Vec<(Board, Vec<Option<Mark>>)> =
        vec![(Board { hits: strike.hits.clone() }, Vec::new())];
    for place in hits {
        let mut seen = BTreeSet::new();
        let mut next = Vec::new();
        for (board, marks) in &layer {
            for mark in legal(state, strike, board, place, placer) {
                let mut board = board.clone();
                board.hits[place].on = mark;
                if next.len() < MAX_PLACEMENTS && seen.insert(classes.signature(&board, &kinds)) {
                    let mut marks = marks.clone();
                    marks.push(mark);
                    next.push((board, marks));
                }
            }
        }
        layer = next;
    }
    let finish = |marks: &[Option<Mark>]| {
        let mut board = Board { hits: strike.hits.clone() };
        for (place, mark) in hits_for(state, strike, placer).into_iter().zip(marks) {
            board.hits[place].on = *mark;
        }
        classes.signature(&board, &kinds)
    };
    let usual = finish(&default);
    let others = layer.into_iter().filter(|(board, _)| classes.signature(board, &kinds) != usual);
    let mut ways = vec![default];
    ways.extend(others.map(|(_, marks)| marks).take(MAX_PLACEMENTS - 1));
    ways
}

/// Hits that do the same have the same number, whatever they were shot with.
pub(super) fn kinds(state: &State, hits: &[Hit]) -> Vec<usize> {
    let telling = [
        WeaponRule::NoCover,
        WeaponRule::MassiveDamage,
        WeaponRule::Disruptor,
        WeaponRule::LuckyTogether,
        WeaponRule::Grenade,
    ];
    let effect = |hit: &Hit| {
        (hit.sv, hit.lucky, hit.blast, hit.overhead, telling.map(|rule| hit_has(state, *hit, rule)))
    };
    hits.iter()
        .map(|hit| hits.iter().position(|other| effect(other) == effect(hit)).unwrap_or(0))
        .collect()
}

/// Marks that nothing tells apart have the same number.
struct Classes {
    of: Vec<(Mark, u8)>,
}

impl Classes {
    fn of(unit: &Unit, strike: &Strike) -> Self {
        let mut marks: Vec<Mark> = Vec::new();
        let drones = (0..u8::try_from(unit.gear.len()).unwrap_or(u8::MAX)).map(Mark::Drone);
        let lists = [&strike.first, &strike.then, &strike.overhead_first, &strike.overhead_then];
        for mark in lists.into_iter().flatten().copied().chain(drones) {
            if !marks.contains(&mark) {
                marks.push(mark);
            }
        }
        let of = marks
            .iter()
            .map(|mark| {
                let twin = marks.iter().position(|other| same(unit, strike, *mark, *other));
                (*mark, u8::try_from(twin.unwrap_or(0)).unwrap_or(u8::MAX))
            })
            .collect();
        Self { of }
    }

    /// What a placement comes to, whichever of several like models it names.
    fn signature(&self, board: &Board, kinds: &[usize]) -> Vec<(u8, Vec<usize>)> {
        let mut loads: Vec<(u8, Vec<usize>)> = Vec::new();
        for (mark, class) in &self.of {
            let mut load: Vec<usize> = board
                .hits
                .iter()
                .zip(kinds)
                .filter(|(hit, _)| hit.on == Some(*mark))
                .map(|(_, kind)| *kind)
                .collect();
            if !load.is_empty() {
                load.sort_unstable();
                loads.push((*class, load));
            }
        }
        loads.sort();
        loads
    }
}

pub(super) fn same(unit: &Unit, strike: &Strike, one: Mark, other: Mark) -> bool {
    let place = |mark: Mark| {
        [&strike.first, &strike.then, &strike.overhead_first, &strike.overhead_then]
            .map(|list| list.contains(&mark))
    };
    let covered = |mark: Mark| match (&strike.cover, mark) {
        (super::command::Cover::Only { models, .. }, Mark::Model(id)) => models.contains(&id),
        _ => false,
    };
    place(one) == place(other)
        && covered(one) == covered(other)
        && match (one, other) {
            (Mark::Model(one), Mark::Model(other)) => unit.alike(one, other),
            (Mark::Drone(one), Mark::Drone(other)) => {
                let kind = |n: u8| unit.gear.get(usize::from(n)).map(|drone| drone.kind);
                kind(one) == kind(other)
            }
            (one, other) => one == other,
        }
}

/// One sentence why hits cannot be placed so.
pub fn check_placement(
    state: &State,
    strike: &Strike,
    placer: Placer,
    marks: &[Option<Mark>],
) -> Result<(), Refusal> {
    let hits = hits_for(state, strike, placer);
    if hits.len() != marks.len() {
        return Err(Refusal::new(format!(
            "{} to place, and you have placed {}.",
            if hits.len() == 1 {
                "There is 1 hit".into()
            } else {
                format!("There are {} hits", hits.len())
            },
            marks.len()
        )));
    }
    let mut board = Board { hits: strike.hits.clone() };
    for (number, (place, mark)) in (1..).zip(hits.into_iter().zip(marks)) {
        let allowed = legal(state, strike, &board, place, placer);
        if !allowed.contains(mark) {
            return Err(misplaced(state, strike, number, *mark, &allowed));
        }
        board.hits[place].on = *mark;
    }
    Ok(())
}

fn misplaced(
    state: &State,
    strike: &Strike,
    number: usize,
    mark: Option<Mark>,
    allowed: &[Option<Mark>],
) -> Refusal {
    let Some(unit) = state.unit(strike.on) else { return Refusal::new("That unit is gone.") };
    let mut names: Vec<String> =
        allowed.iter().flatten().map(|mark| unit.mark_name(*mark)).collect();
    names.dedup();
    Refusal::new(match mark {
        None => format!("Hit {number} has to be placed: on {}.", list(&names)),
        Some(mark) if !stands(unit, mark) => {
            let names = list(&names);
            format!("{} has no such model left; hit {number} can go on {names}.", unit.name)
        }
        Some(mark) => {
            let mut refused = unit.mark_name(mark);
            // one of several alike, of whom the others can still be hit
            if let Some(name) = names.iter_mut().find(|name| **name == refused)
                && let Some((_, noun)) = refused.clone().split_once(' ')
            {
                *name = format!("another {noun}");
                refused = format!("that {noun}");
            }
            let names = list(&names);
            format!(
                "Hits are spread as evenly as possible: hit {number} cannot go on {refused}, but on {names}."
            )
        }
    })
}

/// Where the next hit may go, given where those before it went: for faces that place hits one by one.
pub fn next_marks(
    state: &State,
    strike: &Strike,
    placer: Placer,
    so_far: &[Option<Mark>],
) -> Vec<Option<Mark>> {
    let hits = hits_for(state, strike, placer);
    let Some(next) = hits.get(so_far.len()) else { return Vec::new() };
    let mut board = Board { hits: strike.hits.clone() };
    for (place, mark) in hits.iter().zip(so_far) {
        board.hits[*place].on = *mark;
    }
    legal(state, strike, &board, *next, placer)
}

impl Run<'_> {
    pub fn place_lucky(&mut self, strike: StrikeId, marks: Option<&[Option<Mark>]>) {
        self.place(strike, Placer::Shooter, marks);
    }

    pub fn place_rest(&mut self, strike: StrikeId, marks: Option<&[Option<Mark>]>) {
        self.place(strike, Placer::Target, marks);
    }

    fn place(&mut self, id: StrikeId, placer: Placer, marks: Option<&[Option<Mark>]>) {
        let Some(strike) = self.state.flow.strikes.get(id).cloned() else { return };
        let hits = hits_for(&self.state, &strike, placer);
        if hits.is_empty() {
            return;
        }
        let marks = marks.map_or_else(|| by_default(&self.state, &strike, placer), <[_]>::to_vec);
        let mut placed = Vec::new();
        for (place, mark) in hits.into_iter().zip(marks) {
            let hit = &mut self.state.flow.strikes[id].hits[place];
            hit.on = mark;
            placed.extend(mark.map(|_| *hit));
        }
        let by = seat_of_placer(&self.state, &strike, placer);
        if !placed.is_empty() {
            let lucky = placer == Placer::Shooter && strike.hits.iter().any(|hit| hit.lucky);
            self.emit(Event::HitsPlaced { by, on: strike.on, lucky, hits: placed });
        }
    }
}

pub fn seat_of_placer(state: &State, strike: &Strike, placer: Placer) -> Seat {
    let unit = match placer {
        Placer::Shooter => strike.from,
        Placer::Target => strike.on,
    };
    state.unit(unit).map_or(Seat(0), |unit| unit.side)
}

//! A Swiss round: people with the same points meet, nobody meets twice while that can be avoided, and byes go round.

use std::collections::HashMap;

use petgraph::algo::maximum_matching;
use petgraph::graph::{NodeIndex, UnGraph};

use super::Pair;
use crate::ids::EntrantId;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    pub entrant: EntrantId,
    pub points: i32,
    /// How many byes they have had.
    pub byes: u16,
    /// How often they were named first less how often second.
    pub firsts: i16,
}

/// `standings` from the best to the last; `met` says how often two have met, the smaller number first.
///
/// From the top, everybody gets the opponent they should meet most, as long as those who are left can still be paired with
/// as few rematches as possible.
#[expect(clippy::implicit_hasher, reason = "nobody brings another hasher")]
pub fn pair(standings: &[Standing], met: &HashMap<(EntrantId, EntrantId), u16>) -> Vec<Pair> {
    let meetings = Meetings::new(standings, met);
    let everybody: Vec<usize> = (0..standings.len()).collect();
    let resting = whose_bye(standings, &meetings, &everybody);
    let mut left = without(&everybody, resting, None);
    let mut plan = Plan::new(&meetings, &left);
    let mut pairs = Vec::with_capacity(standings.len() / 2 + 1);
    while let [top, rest @ ..] = left.as_slice() {
        let top = *top;
        let wanted = in_order_of_preference(standings, &meetings, top, rest);
        let Some((opponent, next)) = wanted.into_iter().find_map(|opponent| {
            plan.with(&meetings, &left, top, opponent).map(|next| (opponent, next))
        }) else {
            break;
        };
        plan = next;
        pairs.push(named(standings[top], standings[opponent]));
        left = without(&left, Some(top), Some(opponent));
    }
    pairs.extend(resting.map(|resting| Pair { first: standings[resting].entrant, second: None }));
    pairs
}

/// As many rounds as it takes to find one winner.
pub fn rounds_for(entrants: usize) -> u8 {
    match entrants {
        0 | 1 => 0,
        entrants => u8::try_from((entrants - 1).ilog2() + 1).unwrap_or(u8::MAX),
    }
}

/// Whoever was named first less often is named first now; the better placed where that is level.
fn named(better: Standing, other: Standing) -> Pair {
    if other.firsts < better.firsts {
        Pair { first: other.entrant, second: Some(better.entrant) }
    } else {
        Pair { first: better.entrant, second: Some(other.entrant) }
    }
}

/// The lowest of those with the fewest byes without whom the others need the fewest rematches; nobody where all can play.
fn whose_bye(standings: &[Standing], meetings: &Meetings, everybody: &[usize]) -> Option<usize> {
    if everybody.len().is_multiple_of(2) {
        return None;
    }
    let fewest = standings.iter().map(|standing| standing.byes).min()?;
    // Without one of them there cannot be more fresh pairs than with all: at this many the search is over.
    let most = Plan::new(meetings, everybody).fresh;
    let mut best: Option<(usize, usize)> = None;
    for candidate in (0..standings.len()).rev().filter(|who| standings[*who].byes == fewest) {
        let fresh = Plan::new(meetings, &without(everybody, Some(candidate), None)).fresh;
        if fresh == most {
            return Some(candidate);
        }
        if best.is_none_or(|(_, found)| fresh > found) {
            best = Some((candidate, fresh));
        }
    }
    best.map(|(candidate, _)| candidate)
}

/// New opponents before old ones. Among them those with the same points: the top half of a group meets its bottom half, so
/// the first choice stands half a group below, then comes who is further down, then who is nearer. After them the
/// nearest in points.
fn in_order_of_preference(
    standings: &[Standing],
    meetings: &Meetings,
    top: usize,
    rest: &[usize],
) -> Vec<usize> {
    let points = standings[top].points;
    let mut level: Vec<usize> =
        rest.iter().copied().filter(|who| standings[*who].points == points).collect();
    // `top` belongs to the group too, so one less than half of it stands above the first choice.
    let above = level.len().div_ceil(2).saturating_sub(1);
    let nearer: Vec<usize> = level.drain(..above).collect();
    let mut others: Vec<usize> =
        rest.iter().copied().filter(|who| standings[*who].points != points).collect();
    others.sort_by_key(|who| standings[*who].points.abs_diff(points));
    let mut wanted = level;
    wanted.extend(nearer.into_iter().rev());
    wanted.extend(others);
    wanted.sort_by_key(|who| meetings.beyond(top, *who));
    wanted
}

fn without(left: &[usize], one: Option<usize>, other: Option<usize>) -> Vec<usize> {
    left.iter().copied().filter(|who| Some(*who) != one && Some(*who) != other).collect()
}

/// How often any two have met, beyond what nobody can help: when all have met each other once, a second meeting is new.
struct Meetings {
    people: usize,
    times: Vec<u16>,
}

impl Meetings {
    fn new(standings: &[Standing], met: &HashMap<(EntrantId, EntrantId), u16>) -> Self {
        let people = standings.len();
        let mut times = vec![0; people * people];
        let mut least = u16::MAX;
        for (one, a) in standings.iter().enumerate() {
            for (other, b) in standings.iter().enumerate().filter(|(other, _)| *other != one) {
                let two = (a.entrant.min(b.entrant), a.entrant.max(b.entrant));
                let count = met.get(&two).copied().unwrap_or(0);
                times[one * people + other] = count;
                least = least.min(count);
            }
        }
        for count in &mut times {
            *count = count.saturating_sub(least);
        }
        Self { people, times }
    }

    fn beyond(&self, one: usize, other: usize) -> u16 {
        self.times[one * self.people + other]
    }

    fn fresh(&self, one: usize, other: usize) -> bool {
        self.beyond(one, other) == 0
    }
}

/// A way to pair those who are left with as many fresh pairs as there can be. Whoever has no partner in it needs a rematch.
/// Keeping it spares most searches: usually the wanted pair fits in with a single exchange.
#[derive(Clone)]
struct Plan {
    partner: Vec<Option<usize>>,
    fresh: usize,
}

impl Plan {
    fn new(meetings: &Meetings, left: &[usize]) -> Self {
        let mut graph: UnGraph<usize, ()> = UnGraph::default();
        let nodes: Vec<NodeIndex> = left.iter().map(|who| graph.add_node(*who)).collect();
        for (at, one) in left.iter().enumerate() {
            for (past, other) in left.iter().enumerate().skip(at + 1) {
                if meetings.fresh(*one, *other) {
                    graph.add_edge(nodes[at], nodes[past], ());
                }
            }
        }
        let matching = maximum_matching(&graph);
        let mut partner = vec![None; meetings.people];
        for (one, other) in matching.edges() {
            partner[graph[one]] = Some(graph[other]);
            partner[graph[other]] = Some(graph[one]);
        }
        Self { partner, fresh: matching.len() }
    }

    /// The plan for the others when these two meet, if that costs no rematch more.
    fn with(&self, meetings: &Meetings, left: &[usize], one: usize, other: usize) -> Option<Plan> {
        let new = meetings.fresh(one, other);
        if !new && self.fresh * 2 == left.len() {
            return None;
        }
        let needed = if new { self.fresh.saturating_sub(1) } else { self.fresh };
        if let Some(plan) = self.exchanged(meetings, one, other)
            && plan.fresh >= needed
        {
            return Some(plan);
        }
        let plan = Plan::new(meetings, &without(left, Some(one), Some(other)));
        (plan.fresh >= needed).then_some(plan)
    }

    /// This plan without the two; their partners meet each other where they can.
    fn exchanged(&self, meetings: &Meetings, one: usize, other: usize) -> Option<Plan> {
        let mut plan = self.clone();
        let mut alone = Vec::new();
        for who in [one, other] {
            if let Some(partner) = plan.partner[who].take() {
                plan.partner[partner] = None;
                plan.fresh = plan.fresh.checked_sub(1)?;
                if partner != one && partner != other {
                    alone.push(partner);
                }
            }
        }
        if let [a, b] = alone[..]
            && meetings.fresh(a, b)
        {
            plan.partner[a] = Some(b);
            plan.partner[b] = Some(a);
            plan.fresh += 1;
        }
        Some(plan)
    }
}

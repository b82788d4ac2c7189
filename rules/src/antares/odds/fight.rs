//! Assaults: point-blank shooting, blows and the result, with both sides side by side.

use super::super::arms::check_cover;
use super::super::assault::point_blank_ways;
use super::super::buildings::consolidations;
use super::super::command::{Answer, Command, Cover, GiveOrder, Scene, Use};
use super::super::event::{Event, Placed, TestResult};
use super::super::flow::{Assault, Flow, Manner, Task};
use super::super::inches::Inches;
use super::super::moves::{EXHAUSTED, EXHAUSTED_ON_A_TEN};
use super::super::order::Order;
use super::super::orders::check_run;
use super::super::question::question;
use super::super::run::{Run, TEST_DIE, test_result};
use super::super::shoot::{Firing, shape, shooters};
use super::super::state::{State, UnitId};
use super::super::values;
use super::blows::Blows;
use super::dice::number;
use super::ends::Ends;
use super::hits::{Hits, Kinds, Known, Pool, Salvo};
use super::nerve::{Life, Party, Standing};
use super::ranks::Ranks;
use super::target::{Harm, Target};
use super::{AssaultOdds, Odds};
use crate::dice::Scripted;
use crate::refusal::Refusal;

/// A unit after some step, with the chances of the hits that brought it there.
#[derive(Clone, Debug)]
struct Fate {
    standing: Standing,
    /// By number of hits; they add up to the chance of this fate.
    hits: Vec<f64>,
}

impl Fate {
    fn chance(&self) -> f64 {
        self.hits.iter().sum()
    }
}

/// What both have come to, each independent of the other.
struct Branch {
    chance: f64,
    /// Attacker and defender.
    fates: [Vec<Fate>; 2],
}

pub fn assault(
    state: &State,
    attacker: UnitId,
    defender: UnitId,
    cover: &Cover,
    sprint: bool,
) -> Result<AssaultOdds, Refusal> {
    let mut none = Scripted::new([]);
    let mut run = Run::new(state, &mut none);
    prepare(&mut run, attacker, defender, cover, sprint)?;
    let party = |id: UnitId| -> Result<Party, Refusal> {
        let unit = run.unit(id)?;
        Ok(Party::new(unit, id, Ranks::by_likeness(&run.state, unit)?))
    };
    let parties = [party(attacker)?, party(defender)?];
    check_size(&run, &parties)?;
    let odds = [Odds::default(), Odds::default()];
    // B-ASL-2: a defender who could not leave its building is lost with the fight
    let block = run.state.flow.assault.as_ref().and_then(|assault| assault.block);
    let trapped = block.is_some() && consolidations(&run.state, defender).is_empty();
    let mut fight = Fight { run, parties, blows: Blows::default(), odds, wins: [0.0; 3], trapped };
    for (pins, chance) in fight.exhaustion(sprint) {
        let mut start = fight.parties[0].start;
        start.pins += pins;
        start.placed += pins;
        for branch in fight.point_blank(start, chance) {
            fight.settle(branch);
        }
    }
    let [attacker, defender] = fight.odds;
    let [attacker_wins, defender_wins, draw] = fight.wins;
    Ok(AssaultOdds { attacker, defender, attacker_wins, defender_wins, draw })
}

/// More pairs of states than are worth working out.
const MOST_PAIRS: usize = 4_000;
/// More shots at point-blank than are worth foretelling.
const MOST_SHOTS: usize = 60;

/// Refuses what would take too long: only a server's own units are so many, or strike so often.
fn check_size(run: &Run<'_>, parties: &[Party; 2]) -> Result<(), Refusal> {
    let [one, other] = parties;
    let pairs = one.ranks.size.saturating_mul(other.ranks.size);
    if pairs > MOST_PAIRS {
        return Err(Refusal::new("These are too many models to foretell a fight; fight and see."));
    }
    for (by, on) in [(one, other), (other, one)] {
        let unit = run.unit(by.id)?;
        let uses = point_blank_ways(&run.state, by.id).into_iter().next().unwrap_or_default();
        let firing = Firing {
            at: Some(on.id),
            manner: Manner::PointBlank,
            range: Inches::default(),
            scene: &Scene::default(),
        };
        let mut kinds = Kinds::default();
        let throws = uses.iter().flat_map(|used| {
            let groups = shooters(unit, used).into_iter();
            groups.filter_map(|group| shape(&run.state, unit, firing, used, &group))
        });
        let shots: usize = throws.map(|shape| shape.shots.most()).sum();
        if could_fell(run, by.id, on.id, &uses) {
            return Err(Refusal::new(
                "The building could come down in the point-blank shooting; that is not foretold.",
            ));
        }
        let strikes = Salvo::blows(&run.state, by.id, &mut kinds);
        let models = run.unit(on.id)?.models.len();
        if shots > MOST_SHOTS {
            return Err(Refusal::new("These are too many dice to foretell; roll them and see."));
        }
        strikes.check(models, on.uses_chart)?;
    }
    Ok(())
}

/// B-DMG-1: point-blank shots that bring a building down end the fight in a way of their own.
fn could_fell(run: &Run<'_>, by: UnitId, on: UnitId, uses: &[Use]) -> bool {
    let mut none = Scripted::new([]);
    let mut run = Run::new(&run.state, &mut none);
    let (range, scene) = (Inches::default(), Scene::default());
    let place = run.add_volley(by, Some(on), Manner::PointBlank, range, &scene, uses.to_vec());
    let volley = run.state.flow.volleys.swap_remove(place);
    Salvo::shooting(&run.state, &volley, &mut Kinds::default()).may_fell()
}

/// The moment of contact: the attacker has run, and each side has its default weapons.
fn prepare(
    run: &mut Run<'_>,
    attacker: UnitId,
    defender: UnitId,
    cover: &Cover,
    sprint: bool,
) -> Result<(), Refusal> {
    let unit = run.unit(attacker)?;
    if unit.destroyed || !unit.deployed {
        return Err(Refusal::new(format!("{} is not on the table.", unit.name)));
    }
    let mut order = GiveOrder::plain(attacker, Order::Run);
    order.sprint = sprint;
    order.assault = Some(defender);
    check_run(&run.state, unit, &order)?;
    check_cover(cover)?;
    if unit.order() != Some(Order::Run) {
        run.place_die(attacker, Order::Run, Placed::Ordered);
    }
    if sprint {
        run.emit(Event::SprintBegan { unit: attacker });
    }
    *run.state.flow = Flow {
        assault: Some(Assault {
            attacker,
            defender,
            cover: cover.clone(),
            contact: true,
            spinners: Vec::new(),
            hand_weapons: Vec::new(),
            point_blank: Vec::new(),
            broke_off: None,
            losers: Vec::new(),
            block: run.state.closed_in(run.unit(defender)?).map(|(spot, _)| spot),
        }),
        ..Flow::default()
    };
    for unit in [attacker, defender] {
        let asked = question(&run.state, &Task::Spinner { unit });
        let answer = asked.and_then(|asked| asked.options.into_iter().next());
        if let Some(Command::Answer(Answer::Spinner(spinner))) = answer {
            run.set_spinner(unit, spinner);
        }
    }
    Ok(())
}

struct Fight<'a> {
    run: Run<'a>,
    /// Attacker and defender.
    parties: [Party; 2],
    blows: Blows,
    odds: [Odds; 2],
    /// The attacker's, the defender's, and draws.
    wins: [f64; 3],
    /// The defender has no way out of the building that is fought for.
    trapped: bool,
}

impl Fight<'_> {
    /// A-MOV-3: the pins of a sprint, which come before the first shot (A-ASL-16).
    fn exhaustion(&self, sprint: bool) -> Vec<(u16, f64)> {
        let unit = self.run.state.unit(self.parties[0].id);
        let Some(unit) = unit.filter(|_| sprint) else { return vec![(0, 1.0)] };
        let target = values::agility(unit).target();
        let mut pins: Vec<(u16, f64)> = Vec::new();
        for face in 1..=TEST_DIE {
            let more = match test_result(face, target) {
                TestResult::Bonus | TestResult::Pass => 0,
                TestResult::Fail => EXHAUSTED,
                TestResult::Penalty => EXHAUSTED_ON_A_TEN,
            };
            let more = number(more as usize);
            match pins.iter_mut().find(|(known, _)| *known == more) {
                Some((_, chance)) => *chance += 1.0 / f64::from(TEST_DIE),
                None => pins.push((more, 1.0 / f64::from(TEST_DIE))),
            }
        }
        pins
    }

    /// A-ASL-2: both at once, or a defender that is down after its losses.
    fn point_blank(&mut self, attacker: Standing, chance: f64) -> Vec<Branch> {
        let mut branches = Vec::new();
        let defender = self.parties[1].start;
        for (fades, struck) in self.shoots(0, attacker, defender) {
            if !defender.down {
                for (answer_fades, answered) in self.shoots(1, defender, attacker) {
                    let fates = [faded(answered, fades), faded(struck.clone(), answer_fades)];
                    branches.push(Branch { chance, fates });
                }
                continue;
            }
            let mut shooter = Fate { standing: attacker, hits: vec![1.0] };
            shooter.standing.down |= fades;
            for fate in struck {
                if !fate.standing.is_there() {
                    branches.push(Branch { chance, fates: [vec![shooter.clone()], vec![fate]] });
                    continue;
                }
                for (answer_fades, answered) in self.shoots(1, fate.standing, shooter.standing) {
                    let one = faded(vec![fate.clone()], answer_fades);
                    branches.push(Branch { chance, fates: [answered, one] });
                }
            }
        }
        branches
    }

    /// One side's point-blank shooting: what becomes of the other, with and without a plasma weapon that fades.
    fn shoots(&mut self, side: usize, by: Standing, at: Standing) -> Vec<(bool, Vec<Fate>)> {
        let other = 1 - side;
        self.parties[side].impose(&mut self.run, &by);
        self.parties[other].impose(&mut self.run, &at);
        let id = self.parties[side].id;
        let uses = point_blank_ways(&self.run.state, id).into_iter().next().unwrap_or_default();
        let mut scene = Scene::default();
        if other == 1 {
            // A-ASL-17: cover for the assaulted only
            scene.cover =
                self.run.state.flow.assault.as_ref().map(|a| a.cover.clone()).unwrap_or_default();
        }
        let on = self.parties[other].id;
        let manner = Manner::PointBlank;
        let place = self.run.add_volley(id, Some(on), manner, Inches::default(), &scene, uses);
        let volley = self.run.state.flow.volleys.swap_remove(place);
        let mut kinds = Kinds::default();
        let salvo = Salvo::shooting(&self.run.state, &volley, &mut kinds);
        let strike = self.run.strike(&volley, on, Vec::new());
        let party = &mut self.parties[other];
        let mut target = Target::new(&self.run.state, strike, &party.ranks, at.left);
        target.meet(&self.run.state, &kinds);
        let luck = target.luck(&salvo.kinds());
        let mut pool = Pool::default();
        // a building that could come down has been refused before
        let Hits { chances, with_ten, fallen: _, damage: _ } =
            salvo.hits(manner, luck, &kinds, &mut pool);
        let mut all = Vec::new();
        for (fades, chances) in [(false, chances), (true, with_ten)] {
            let mut harms: Vec<(Harm, Vec<f64>)> = Vec::new();
            for (place, chance) in chances {
                let hurt = target.harm(&self.run.state, &party.ranks, &pool.all[place]);
                for (harm, share) in hurt.all {
                    let sum = entry(&mut harms, &harm);
                    super::count(sum, hurt.hits, chance * share);
                }
            }
            let mut fates: Vec<(Standing, Vec<f64>)> = Vec::new();
            for (harm, hits) in harms {
                party.settle(&mut self.run, manner, &at, &harm, |standing, share| {
                    add(entry(&mut fates, &standing), &hits, share);
                });
            }
            if !fates.is_empty() {
                let fates = fates.into_iter().map(|(standing, hits)| Fate { standing, hits });
                all.push((fades, fates.collect()));
            }
        }
        all
    }

    /// A-ASL-12, then everybody who is left fights.
    fn settle(&mut self, mut branch: Branch) {
        for (party, fates) in self.parties.iter_mut().zip(&mut branch.fates) {
            for Fate { standing, .. } in fates {
                if standing.is_there() && party.overwhelmed(&mut self.run, standing) {
                    standing.life = Life::Broken;
                }
            }
        }
        let sum = |fates: &[Fate], there: bool| -> f64 {
            let some = fates.iter().filter(|fate| fate.standing.is_there() == there);
            some.map(Fate::chance).sum()
        };
        let there = branch.fates.each_ref().map(|fates| sum(fates, true));
        let gone = branch.fates.each_ref().map(|fates| sum(fates, false));
        let chance = branch.chance;
        // where one of them is gone, it ends here
        for side in [0, 1] {
            let other = 1 - side;
            for Fate { standing, hits } in &branch.fates[side] {
                let others =
                    if standing.is_there() { gone[other] } else { gone[other] + there[other] };
                let odds = &mut self.odds[side];
                add(&mut odds.hits, hits, chance * others);
                let weight = hits.iter().sum::<f64>() * chance * others;
                odds.losses(&self.parties[side], standing, weight);
                odds.fate(standing, standing.life, weight);
            }
            self.wins[side] += chance * there[side] * gone[other];
        }
        self.wins[2] += chance * gone[0] * gone[1];
        let [attackers, defenders] = branch.fates.each_ref().map(|fates| groups(fates));
        for attacker in &attackers {
            for defender in &defenders {
                self.fight(chance, [attacker, defender]);
            }
        }
    }

    /// Hand to hand: at once, unless one of them is down and so comes second (A-ASL-6).
    fn fight(&mut self, chance: f64, groups: [&Group; 2]) {
        let first = usize::from(groups[0].down && !groups[1].down);
        let second = 1 - first;
        let left = groups.map(|group| group.left);
        let weights = groups.map(Group::chance);
        let struck = self.blows.of(&mut self.run, &self.parties, first, left);
        let hits = &mut self.odds[second].hits;
        convolve(hits, &groups[second].hits, &struck.hits, chance * weights[first]);
        if groups[0].down == groups[1].down {
            let answer = self.blows.of(&mut self.run, &self.parties, second, left);
            let hits = &mut self.odds[first].hits;
            convolve(hits, &groups[first].hits, &answer.hits, chance * weights[second]);
            let one = self.after_blows(first, groups[first], &answer.harms);
            let other = self.after_blows(second, groups[second], &struck.harms);
            self.result(chance, first, &one, &other);
            return;
        }
        let mut answered = Vec::new();
        for (harm, share) in &struck.harms {
            let mut left = left;
            left[second] = harm.left;
            let none = [(Harm { left: left[first], pins: 0, down: false, test: false }, 1.0)];
            let other = self.after_blows(second, groups[second], &[(*harm, 1.0)]);
            let one = if self.parties[second].ranks.is_wiped_out(harm.left) {
                add(&mut answered, &[1.0], *share);
                self.after_blows(first, groups[first], &none)
            } else {
                let answer = self.blows.of(&mut self.run, &self.parties, second, left);
                add(&mut answered, &answer.hits, *share);
                self.after_blows(first, groups[first], &answer.harms)
            };
            self.result(chance * share, first, &one, &other);
        }
        let hits = &mut self.odds[first].hits;
        convolve(hits, &groups[first].hits, &answered, chance * weights[second]);
    }

    /// Losses and pins of the blows, and what charts still ask for (A-ASL-10, A-BRK-5).
    fn after_blows(
        &mut self,
        side: usize,
        group: &Group,
        harms: &[(Harm, f64)],
    ) -> Vec<(Standing, f64)> {
        let party = &mut self.parties[side];
        let mut after = Vec::with_capacity(group.standings.len() * harms.len());
        if !party.uses_chart {
            // nothing of it is tested before the result
            for (standing, chance) in &group.standings {
                for (harm, share) in harms {
                    let mut now = Standing { left: harm.left, ..*standing };
                    if party.ranks.is_wiped_out(harm.left) {
                        now.life = Life::Lost;
                    } else {
                        now.pins += harm.pins;
                        now.placed += harm.pins;
                    }
                    after.push((now, chance * share));
                }
            }
            return after;
        }
        let mut places: Known<Standing, usize> = Known::default();
        let mut add = |standing: Standing, chance: f64| {
            let place = *places.entry(standing).or_insert(after.len());
            if place < after.len() {
                let (_, sum): &mut (Standing, f64) = &mut after[place];
                *sum += chance;
            } else {
                after.push((standing, chance));
            }
        };
        for (standing, chance) in &group.standings {
            for (harm, share) in harms {
                let weight = chance * share;
                party.settle(
                    &mut self.run,
                    Manner::HandToHand,
                    standing,
                    harm,
                    |standing, tested| add(standing, weight * tested),
                );
            }
        }
        after
    }

    fn result(
        &mut self,
        chance: f64,
        first: usize,
        one: &[(Standing, f64)],
        other: &[(Standing, f64)],
    ) {
        let ends = if first == 0 { [one, other] } else { [other, one] };
        let Fight { run, parties, odds, wins, trapped, .. } = self;
        let [attacker, defender] = parties;
        let sides = [Ends::of(run, attacker, ends[0]), Ends::of(run, defender, ends[1])];
        for side in [0, 1] {
            let others = &sides[1 - side];
            for end in &sides[side].all {
                let Standing { pins, .. } = end.standing;
                let weight = chance * end.chance;
                let odds = &mut odds[side];
                odds.losses(&parties[side], &end.standing, weight * others.chance());
                if !end.standing.is_there() {
                    odds.fate(&end.standing, end.standing.life, weight * others.chance());
                    continue;
                }
                // A-ASL-11: more pins lose, and so do equal ones
                let broken = if end.overwhelmed {
                    others.chance()
                } else {
                    others.below(pins + 1) * end.defeat
                };
                let beaten = others.below(pins + 1);
                let lost =
                    if *trapped && side == 1 && !end.overwhelmed { beaten - broken } else { 0.0 };
                odds.fate(&end.standing, Life::Broken, weight * broken);
                odds.fate(&end.standing, Life::Lost, weight * lost);
                odds.fate(&end.standing, Life::There, weight * (others.chance() - broken - lost));
            }
        }
        let [attacker, defender] = &sides;
        for (pins, share) in (0..).zip(&attacker.pins) {
            let (fewer, as_many) = (defender.below(pins), defender.below(pins + 1));
            wins[0] += chance * share * (defender.there() - as_many);
            wins[1] += chance * share * fewer;
            wins[2] += chance * share * (as_many - fewer);
        }
        for side in [0, 1] {
            let (mine, others) = (&sides[side], &sides[1 - side]);
            wins[side] += chance * (mine.there() - mine.overwhelmed) * others.gone;
            wins[2] += chance * mine.overwhelmed * others.gone;
        }
        wins[2] += chance * attacker.gone * defender.gone;
    }
}

/// Fates that fight alike: the same is left of them, and they are down or not.
struct Group {
    left: usize,
    down: bool,
    hits: Vec<f64>,
    standings: Vec<(Standing, f64)>,
}

impl Group {
    fn chance(&self) -> f64 {
        self.hits.iter().sum()
    }
}

fn groups(fates: &[Fate]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for fate in fates.iter().filter(|fate| fate.standing.is_there()) {
        let Standing { left, down, .. } = fate.standing;
        let known = groups.iter().position(|group| group.left == left && group.down == down);
        let place = known.unwrap_or_else(|| {
            groups.push(Group { left, down, hits: Vec::new(), standings: Vec::new() });
            groups.len() - 1
        });
        add(&mut groups[place].hits, &fate.hits, 1.0);
        groups[place].standings.push((fate.standing, fate.chance()));
    }
    groups
}

/// A plasma weapon that fades turns its unit's die to Down (A-SPC-1).
fn faded(mut fates: Vec<Fate>, fades: bool) -> Vec<Fate> {
    for fate in fates.iter_mut().filter(|_| fades) {
        fate.standing.down |= fate.standing.is_there();
    }
    fates
}

fn entry<'a, K: PartialEq + Copy>(list: &'a mut Vec<(K, Vec<f64>)>, key: &K) -> &'a mut Vec<f64> {
    let place = list.iter().position(|(known, _)| known == key).unwrap_or_else(|| {
        list.push((*key, Vec::new()));
        list.len() - 1
    });
    &mut list[place].1
}

fn add(sums: &mut Vec<f64>, chances: &[f64], weight: f64) {
    sums.resize(sums.len().max(chances.len()), 0.0);
    for (sum, chance) in sums.iter_mut().zip(chances) {
        *sum += chance * weight;
    }
}

/// The chances of a sum of two numbers.
fn convolve(sums: &mut Vec<f64>, one: &[f64], other: &[f64], weight: f64) {
    sums.resize(sums.len().max((one.len() + other.len()).saturating_sub(1)), 0.0);
    for (i, a) in one.iter().enumerate() {
        for (j, b) in other.iter().enumerate() {
            sums[i + j] += a * b * weight;
        }
    }
}

//! Exact expected values, worked out before a shot or an assault is rolled.
//!
//! The odds are those of the engine itself when every question is answered with its default, the first option: hits placed
//! by default, the spotter on the likeliest miss, nobody's help in break tests. Every chance is a sum over all
//! dice; nothing is rolled and nothing is guessed. The numbers come from the engine's own functions, so that a rule
//! that changes there changes here.

mod blows;
mod charts;
mod dice;
mod ends;
mod fates;
mod fight;
mod hits;
mod nerve;
mod ranks;
mod rolled;
mod target;
mod walls;

use super::arms::{check_shooting, check_shooting_at_building};
use super::command::{BuildingShot, Cover, Shot};
use super::flow::{Manner, Task};
use super::question::question;
use super::run::Run;
use super::state::{State, Unit, UnitId};
use crate::dice::Scripted;
use crate::refusal::Refusal;

pub use rolled::{roll_assault, roll_shot};

use hits::{Hits, Kinds, Luck, Pool, Salvo};
use nerve::{Life, Party, Standing};
use ranks::Ranks;
use target::{Harm, Target};

/// What can become of one unit. The lists begin with the chance of none and add up to one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Odds {
    /// By the number of hits on it, after re-rolls, blasts and halving.
    pub hits: Vec<f64>,
    /// By the number of models lost to hits, explosions of reactors included; a unit that breaks afterwards loses no
    /// more.
    pub casualties: Vec<f64>,
    /// By the number of pins newly placed by hits, damage charts, casualties hand to hand and a sprint's exhaustion,
    /// before any break test adds or takes one. A unit wiped out is not pinned any more.
    pub pins: Vec<f64>,
    /// It is destroyed by a break test, or by as many pins as its Command.
    pub breaks: f64,
    /// It is still there, and a failed break test or a damage chart has turned it Down.
    pub forced_down: f64,
    /// It is gone, whatever the reason.
    pub destroyed: f64,
}

impl Odds {
    pub fn expected_hits(&self) -> f64 {
        expected(&self.hits)
    }

    pub fn expected_casualties(&self) -> f64 {
        expected(&self.casualties)
    }

    pub fn expected_pins(&self) -> f64 {
        expected(&self.pins)
    }

    /// Nobody of this unit is left: then it takes no pins either, so that a deadlier shot can place fewer.
    pub fn wiped_out(&self, unit: &Unit) -> f64 {
        let all = usize::try_from(unit.alive()).unwrap_or(usize::MAX);
        self.casualties.get(all).copied().unwrap_or(0.0)
    }

    fn losses(&mut self, party: &Party, standing: &Standing, chance: f64) {
        count(&mut self.casualties, party.ranks.lost(standing.left), chance);
        count(&mut self.pins, standing.placed, chance);
    }

    fn fate(&mut self, standing: &Standing, life: Life, chance: f64) {
        match life {
            Life::There if standing.forced => self.forced_down += chance,
            Life::There => {}
            Life::Lost => self.destroyed += chance,
            Life::Broken => {
                self.destroyed += chance;
                self.breaks += chance;
            }
        }
    }
}

/// The mean of a list of chances.
pub fn expected(chances: &[f64]) -> f64 {
    (0_u32..).zip(chances).map(|(number, chance)| f64::from(number) * chance).sum()
}

/// The chance of this many or more.
pub fn at_least(chances: &[f64], number: usize) -> f64 {
    chances.iter().skip(number).sum()
}

fn count(chances: &mut Vec<f64>, number: u16, chance: f64) {
    let place = usize::from(number);
    if chances.len() <= place {
        chances.resize(place + 1, 0.0);
    }
    chances[place] += chance;
}

/// What can become of both sides of an assault.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AssaultOdds {
    pub attacker: Odds,
    pub defender: Odds,
    /// The defender has more pins when they are compared, whatever its break test then says; or it is gone before and
    /// the attacker is not.
    pub attacker_wins: f64,
    /// The same the other way round.
    pub defender_wins: f64,
    /// The pins are equal, or none of the two is left.
    pub draw: f64,
}

/// The odds of one unit's shooting at one target, refused for the same reasons as the shooting itself. `goes_down`: the
/// target goes down first, if it may. Blind fire is aimed at nobody and has no odds.
pub fn shot(
    state: &State,
    from: UnitId,
    manner: Manner,
    shot: &Shot,
    goes_down: bool,
) -> Result<Odds, Refusal> {
    if manner == Manner::Blind {
        return Err(Refusal::new("Blind fire is aimed at nobody."));
    }
    check_shooting(state, from, manner, std::slice::from_ref(shot))?;
    let mut none = Scripted::new([]);
    let mut run = Run::new(state, &mut none);
    let (scene, uses) = (shot.scene.clone(), shot.uses.clone());
    let id = run.add_volley(from, Some(shot.target), manner, shot.range, &scene, uses);
    if goes_down && question(&run.state, &Task::GoDown { volley: id }).is_some() {
        run.go_down(id, true);
    }
    let unit = run.unit(shot.target)?;
    let mut party = Party::new(unit, shot.target, Ranks::by_command(unit)?);
    let volley = run.state.flow.volleys[id].clone();
    let mut kinds = Kinds::default();
    let salvo = Salvo::shooting(&run.state, &volley, &mut kinds);
    salvo.check(run.unit(shot.target)?.models.len(), party.uses_chart)?;
    let strike = run.strike(&volley, shot.target, Vec::new());
    let mut target = Target::new(&run.state, strike, &party.ranks, 0);
    target.meet(&run.state, &kinds);
    let luck = target.luck(&salvo.kinds());
    let mut pool = Pool::default();
    let hits = salvo.hits(manner, luck, &kinds, &mut pool);
    let mut odds = Odds::default();
    let Hits { mut chances, with_ten, fallen, damage: _ } = hits;
    chances.extend(with_ten);
    for (falls, chances) in [(false, chances), (true, fallen)] {
        let mut harms = Sums::default();
        for (place, chance) in chances {
            let harm = target.harm(&run.state, &party.ranks, &pool.all[place]);
            count(&mut odds.hits, harm.hits, chance);
            for (harm, share) in harm.all {
                harms.add(&party.ranks, &harm, chance * share);
            }
        }
        for (harm, chance) in harms.all(&party.ranks) {
            let mut settled = Vec::new();
            let start = party.start;
            party.settle(&mut run, manner, &start, &harm, |standing, share| {
                settled.push((standing, chance * share));
            });
            for (mut standing, chance) in settled {
                if standing.is_there() && falls {
                    // B-DMG-2: whoever is left goes with the building
                    standing.life = Life::Lost;
                } else if standing.is_there() && party.overwhelmed(&mut run, &standing) {
                    standing.life = Life::Broken;
                }
                odds.losses(&party, &standing, chance);
                odds.fate(&standing, standing.life, chance);
            }
        }
    }
    Ok(odds)
}

/// What can become of a building that is shot at.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ruin {
    /// By what it loses of its damage value; it loses no more than it has left.
    pub damage: Vec<f64>,
    /// It comes down.
    pub falls: f64,
}

impl Ruin {
    pub fn expected_damage(&self) -> f64 {
        expected(&self.damage)
    }
}

/// B-DMG-3: the odds of one unit's shooting at a building itself, refused for the same reasons as the shooting.
pub fn at_building(
    state: &State,
    from: UnitId,
    manner: Manner,
    shot: &BuildingShot,
) -> Result<Ruin, Refusal> {
    check_shooting_at_building(state, from, manner, shot)?;
    let mut none = Scripted::new([]);
    let mut run = Run::new(state, &mut none);
    let (scene, uses) = (shot.scene.clone(), shot.uses.clone());
    let id = run.add_volley(from, None, manner, shot.range, &scene, uses);
    run.state.flow.volleys[id].part = Some(shot.part);
    let volley = run.state.flow.volleys[id].clone();
    let left = walls::stake(&run.state, &volley).map_or(0, |(_, left)| left);
    let mut kinds = Kinds::default();
    let salvo = Salvo::shooting(&run.state, &volley, &mut kinds);
    salvo.check(0, false)?;
    let damage = salvo.hits(manner, Luck::Nothing, &kinds, &mut Pool::default()).damage;
    let falls = damage.get(usize::from(left)).copied().unwrap_or(0.0);
    Ok(Ruin { damage, falls })
}

/// The odds of an assault that has made contact, from the point-blank shooting to the break tests of the defeated.
/// `cover` is the defender's. `sprint`: the attacker is sprinting, so that it tests for exhaustion first and hits on it
/// are re-rolled.
pub fn assault(
    state: &State,
    attacker: UnitId,
    defender: UnitId,
    cover: &Cover,
    sprint: bool,
) -> Result<AssaultOdds, Refusal> {
    fight::assault(state, attacker, defender, cover, sprint)
}

/// Chances of harm, added up in their places.
#[derive(Debug, Default)]
struct Sums(Vec<f64>);

impl Sums {
    fn add(&mut self, ranks: &Ranks, harm: &Harm, chance: f64) {
        let flags = usize::from(harm.down) + 2 * usize::from(harm.test);
        let place = (usize::from(harm.pins) * 4 + flags) * ranks.size + harm.left;
        if self.0.len() <= place {
            self.0.resize(place + 1, 0.0);
        }
        self.0[place] += chance;
    }

    fn all(&self, ranks: &Ranks) -> impl Iterator<Item = (Harm, f64)> + use<'_> {
        let size = ranks.size;
        let some = self.0.iter().copied().enumerate().filter(|(_, chance)| *chance > 0.0);
        some.map(move |(place, chance)| {
            let (left, flags) = (place % size, place / size % 4);
            let pins = dice::number(place / size / 4);
            (Harm { left, pins, down: flags % 2 == 1, test: flags > 1 }, chance)
        })
    }
}

//! What a battle waits for: whose decision a task needs, and what can be answered. A task that could only go one way
//! has no question, so nobody is asked what cannot matter.

use super::arms::{self, can_shoot, targets};
use super::assault::{hand_weapon_ways, has_spinners, may_break_off, point_blank_ways};
use super::command::{
    Answer, Charge, Command, Consolidation, Eyes, Move, Nerve, Scene, Shooters, Shot, Spinner,
    Spring, Struck, Use,
};
use super::event::Pace;
use super::flow::{Acting, Manner, Task, Volley, VolleyId};
use super::inches::Inches;
use super::moves::{ambushers, distance};
use super::order::Order;
use super::place::{Placer, placements, seat_of_placer};
use super::profile::{Gear, WeaponRule};
use super::shoot::{CAMO_HIDES_BEYOND, likely_struck, may_go_down, shape, shooters, spottable};
use super::state::{Soma, State, Unit, UnitId};
use super::strike::chart_choices;
use super::values::commanders_for;
use crate::ids::Seat;

/// Ranges that examples are given at; people measure their own.
const EXAMPLE_RANGES: [Inches; 4] =
    [Inches::whole(18), Inches::whole(8), Inches::whole(28), Inches::whole(45)];
/// Chart results from here on are worth another roll.
pub(super) const CHART_WORTH_REROLLING: u8 = 6;

#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    pub seat: Seat,
    /// What is waited for, in a few words.
    pub what: String,
    /// The first is what somebody does who gives it no thought.
    pub options: Vec<Command>,
}

fn ask(seat: Seat, what: String, options: Vec<Answer>) -> Option<Question> {
    let options: Vec<Command> = options.into_iter().map(Command::Answer).collect();
    (options.len() > 1).then_some(Question { seat, what, options })
}

/// What the task needs to be told; `None` if it can go on by itself.
pub fn question(state: &State, task: &Task) -> Option<Question> {
    let side = |id: UnitId| state.unit(id).map(|unit| unit.side);
    let name = |id: UnitId| state.unit_name(id).to_owned();
    match task {
        Task::Act => act(state),
        Task::Ambushes { mover, asked } => ambush(state, *mover, asked),
        Task::BonusMove { unit } => bonus_move(state, *unit),
        Task::Contact => {
            let assault = state.flow.assault.as_ref()?;
            let what = format!(
                "say whether the charge of {} still reached the enemy",
                name(assault.attacker)
            );
            ask(side(assault.attacker)?, what, vec![Answer::Contact(false), Answer::Contact(true)])
        }
        Task::GoDown { volley } => go_down(state, *volley),
        Task::Spot { volley } => spot(state, *volley),
        Task::Template { volley, astray } => template(state, *volley, *astray),
        Task::PlaceLucky { strike } => place(state, *strike, Placer::Shooter),
        Task::PlaceRest { strike } => place(state, *strike, Placer::Target),
        Task::ChartAgain { strike } => {
            let choices = chart_choices(state, *strike);
            let (open, worst) = (state.flow.strikes.get(*strike)?, *choices.first()?);
            let row = open.wounds.get(worst)?.row?;
            let mut options: Vec<Answer> =
                choices.into_iter().map(|w| Answer::ChartAgain(Some(w))).collect();
            let keep = if row >= CHART_WORTH_REROLLING { options.len() } else { 0 };
            options.insert(keep, Answer::ChartAgain(None));
            ask(
                side(open.on)?,
                format!("decide whether to roll the damage of {} again", name(open.on)),
                options,
            )
        }
        Task::BreakTest { unit, .. } => brace(state, *unit),
        Task::PointBlank { unit } => {
            let ways = point_blank_ways(state, *unit);
            let fighting = state.flow.assault.as_ref().is_some_and(|assault| {
                [assault.attacker, assault.defender]
                    .iter()
                    .all(|id| state.unit(*id).is_some_and(|unit| !unit.destroyed))
            });
            if ways.len() < 2 || !fighting {
                return None;
            }
            let what = format!("choose what to shoot point-blank with {}", name(*unit));
            ask(side(*unit)?, what, ways.into_iter().map(Answer::PointBlank).collect())
        }
        Task::BreakOff { unit } => {
            let fighter = state.unit(*unit).filter(|unit| may_break_off(unit))?;
            let assault = state.flow.assault.as_ref()?;
            let alive = |id| state.unit(id).is_some_and(|unit| !unit.destroyed);
            if assault.broke_off.is_some() || !alive(assault.attacker) || !alive(assault.defender) {
                return None;
            }
            let what = format!("decide whether to break off with {}", name(*unit));
            ask(fighter.side, what, vec![Answer::BreakOff(false), Answer::BreakOff(true)])
        }
        Task::Spinner { unit } => {
            let fighter =
                state.unit(*unit).filter(|unit| !unit.destroyed && has_spinners(state, unit))?;
            let what = format!("choose what the distort spinners of {} do", name(*unit));
            let options = vec![Answer::Spinner(Spinner::Strike), Answer::Spinner(Spinner::Guard)];
            ask(fighter.side, what, options)
        }
        Task::HandWeapons { unit } => {
            let ways = hand_weapon_ways(state, *unit);
            if ways.len() < 2 {
                return None;
            }
            let what = format!("choose hand weapons for {}", name(*unit));
            ask(side(*unit)?, what, ways.into_iter().map(Answer::HandWeapons).collect())
        }
        Task::Consolidate { unit } => {
            let mover = state.unit(*unit).filter(|unit| !unit.destroyed && unit.can_move())?;
            let what = format!("consolidate {}", name(*unit));
            let options = [Some(Vec::new()), None]
                .map(|moved| Answer::Consolidate(Consolidation { moved, left_behind: Vec::new() }))
                .to_vec();
            ask(mover.side, what, options)
        }
        Task::EndAction
        | Task::Exhaustion { .. }
        | Task::Arrived { .. }
        | Task::RollShots { .. }
        | Task::ForceRerolls { .. }
        | Task::Astray { .. }
        | Task::CountHits { .. }
        | Task::Wounds { .. }
        | Task::Pins { .. }
        | Task::Settle { .. }
        | Task::AfterShooting { .. }
        | Task::Resist { .. }
        | Task::Charts { .. }
        | Task::Harm { .. }
        | Task::RollBlows { .. }
        | Task::Assault(_) => None,
    }
}

fn go_down(state: &State, volley: VolleyId) -> Option<Question> {
    let shooting = state.flow.volleys.get(volley)?;
    let unit = state.unit(shooting.at?).filter(|unit| may_go_down(unit))?;
    // unless there is nothing left to hit (A-SPC-6)
    let vanishes = unit.has_gear(Gear::Camo) && shooting.range > CAMO_HIDES_BEYOND;
    if all_automatic(state, shooting) && !vanishes {
        return None;
    }
    let what = format!("decide whether to go down with {}", unit.name);
    ask(unit.side, what, vec![Answer::GoDown(false), Answer::GoDown(true)])
}

/// Hits that come without a roll are not re-rolled either, so going down would not help (A-SPC-2).
fn all_automatic(state: &State, shooting: &Volley) -> bool {
    let Some(unit) = state.unit(shooting.from) else { return false };
    shooting.uses.iter().all(|used| {
        shooters(unit, used).iter().all(|group| {
            let Volley { at, manner, range, scene, .. } = shooting;
            shape(state, unit, *at, *manner, *range, scene, used, group)
                .is_some_and(|shape| shape.automatic)
        })
    })
}

/// How a unit shoots with this order.
pub fn manner(order: Order) -> Option<Manner> {
    match order {
        Order::Fire => Some(Manner::Fire),
        Order::Advance => Some(Manner::Advance),
        Order::Run | Order::Ambush | Order::Rally | Order::Down => None,
    }
}

/// The acting unit's move, shots or charge, as long as there is something it can do.
fn act(state: &State) -> Option<Question> {
    let acting = state.flow.acting?;
    let unit = state.unit(acting.unit).filter(|unit| !unit.destroyed)?;
    // turned Down on the way, its action is over (A-REA-3)
    if unit.order() != Some(acting.order) {
        return None;
    }
    let mut options = Vec::new();
    if let Some(manner) = manner(acting.order) {
        options.extend(shots(state, acting.unit, unit, manner));
    }
    if acting.order.moves() && !acting.moved && unit.can_move() {
        if acting.assault.is_some() {
            options.extend(
                [true, false]
                    .map(|contact| Command::Charge(Charge { contact, ..Charge::default() })),
            );
        }
        options.push(Command::Move(Move::default()));
    }
    if options.is_empty() && !could_shoot(state, unit, acting) {
        return None;
    }
    options.push(Command::Finish);
    let what = format!("carry out the {} order of {}", acting.order, unit.name);
    Some(Question { seat: unit.side, what, options })
}

/// What the acting unit may do now, for faces that build their own questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Doing {
    pub unit: UnitId,
    pub order: Order,
    /// How it may move, and how far at most.
    pub moves: Option<(Pace, Inches)>,
    /// How it may shoot.
    pub shoots: Option<Manner>,
    /// Whom it may charge.
    pub charges: Option<UnitId>,
}

pub fn doing(state: &State) -> Option<Doing> {
    if state.flow.tasks.last() != Some(&Task::Act) {
        return None;
    }
    act(state)?;
    let acting = state.flow.acting?;
    let unit = state.unit(acting.unit)?;
    let pace = match acting.order {
        Order::Advance => Some(Pace::Advance),
        Order::Run if acting.sprint => Some(Pace::Sprint),
        Order::Run => Some(Pace::Run),
        Order::Fire | Order::Ambush | Order::Rally | Order::Down => None,
    };
    let free = !acting.moved && unit.can_move();
    Some(Doing {
        unit: acting.unit,
        order: acting.order,
        moves: pace.filter(|_| free).map(|pace| (pace, distance(unit, pace))),
        shoots: manner(acting.order).filter(|manner| can_shoot(state, unit, *manner)),
        charges: acting.assault.filter(|_| free),
    })
}

fn could_shoot(state: &State, unit: &Unit, acting: Acting) -> bool {
    manner(acting.order).is_some_and(|manner| can_shoot(state, unit, manner))
}

/// Examples of shooting: every enemy, at ranges where something reaches.
fn shots(state: &State, id: UnitId, unit: &Unit, manner: Manner) -> Vec<Command> {
    let mut commands = Vec::new();
    let furthest = arms::arms(state, unit, manner).iter().find_map(|arm| {
        arms::mode_of(state, arm.weapon, arm.mode).and_then(|(_, mode)| mode.effective)
    });
    let ways: Vec<(Inches, Vec<Vec<Use>>)> = EXAMPLE_RANGES
        .into_iter()
        .chain(furthest.filter(|range| !EXAMPLE_RANGES.contains(range)))
        .map(|range| (range, arms::ways(state, unit, manner, range)))
        .collect();
    for (target, _) in state.living(state.enemy_of(unit.side)).filter(|(_, enemy)| enemy.deployed) {
        for (range, ways) in &ways {
            commands.extend(ways.iter().map(|uses| Command::Shoot {
                shots: vec![Shot {
                    target,
                    range: *range,
                    uses: uses.clone(),
                    scene: Scene::default(),
                }],
            }));
        }
    }
    if manner == Manner::Fire {
        let uses = blind_uses(state, unit);
        let fits = |range: &Inches| arms::check_reach(state, Manner::Blind, *range, &uses).is_ok();
        let range = EXAMPLE_RANGES.into_iter().find(fits).filter(|_| !uses.is_empty());
        commands.extend(range.map(|range| Command::FireBlind { range, uses: uses.clone() }));
    }
    commands.extend(patched(state, id, &commands));
    commands
}

/// Overhead fire with another unit's eyes (A-OVH-8).
fn patched(state: &State, id: UnitId, commands: &[Command]) -> Option<Command> {
    let unit = state.unit(id).filter(|unit| unit.has_gear(Gear::Spotter))?;
    let (helper, _) = state.living(unit.side).find(|(other, helper)| {
        *other != id && helper.deployed && helper.has_gear(Gear::Spotter)
    })?;
    commands.iter().find_map(|command| {
        let Command::Shoot { shots } = command else { return None };
        let overhead = shots.iter().flat_map(|shot| &shot.uses).all(|used| {
            arms::mode_of(state, used.weapon, used.mode).is_some_and(|(_, mode)| mode.is_overhead())
        });
        let mut shots = shots.clone();
        for shot in &mut shots {
            shot.scene.eyes = Eyes::Patched(helper);
        }
        overhead.then_some(Command::Shoot { shots })
    })
}

/// What a unit could fire blind: its overhead weapons (A-OVH-7).
pub fn blind_uses(state: &State, unit: &Unit) -> Vec<Use> {
    let mut uses: Vec<Use> = Vec::new();
    for arm in arms::arms(state, unit, Manner::Blind) {
        if uses.is_empty()
            || (arm.by != Shooters::Gun && uses.iter().all(|u| u.by != Shooters::Gun))
        {
            let fresh = uses.iter().all(|used| used.weapon != arm.weapon && used.by != arm.by);
            if fresh {
                uses.push(Use { weapon: arm.weapon, mode: arm.mode, by: arm.by });
            }
        }
    }
    uses
}

fn ambush(state: &State, mover: UnitId, asked: &[UnitId]) -> Option<Question> {
    let waiting = ambushers(state, mover, asked);
    let seat = state.unit(*waiting.first()?)?.side;
    let mut options = vec![Answer::Spring(None)];
    for unit in waiting {
        let Some(shooter) = state.unit(unit) else { continue };
        for range in EXAMPLE_RANGES {
            options.extend(arms::ways(state, shooter, Manner::Fire, range).into_iter().map(
                |uses| {
                    let shot = Shot { target: mover, range, uses, scene: Scene::default() };
                    Answer::Spring(Some(Spring { unit, shots: vec![shot] }))
                },
            ));
        }
    }
    ask(seat, format!("spring an ambush on {} or let it pass", state.unit_name(mover)), options)
}

/// Not asked once a charge has reached the enemy: its move is over there.
fn bonus_move(state: &State, id: UnitId) -> Option<Question> {
    let unit = state.unit(id).filter(|unit| !unit.destroyed)?;
    let charging = state.flow.assault.as_ref();
    if charging.is_some_and(|assault| assault.contact) {
        return None;
    }
    let mut options = vec![
        Answer::BonusMove { take: false, features: Vec::new(), contact: false },
        Answer::BonusMove { take: true, features: Vec::new(), contact: false },
    ];
    if charging.is_some() {
        options.push(Answer::BonusMove { take: true, features: Vec::new(), contact: true });
    }
    ask(unit.side, format!("decide whether to go further with {}", unit.name), options)
}

/// Asked if the misses differ, if a re-roll could do harm, or if it could be saved for another target.
fn spot(state: &State, volley: VolleyId) -> Option<Question> {
    let misses = spottable(state, volley);
    let shooting = state.flow.volleys.get(volley)?;
    let kind = |place: &usize| {
        let batch = &shooting.batches[*place];
        (batch.weapon, batch.mode, batch.check.target(), batch.sv)
    };
    let differ = misses.windows(2).any(|pair| kind(&pair[0]) != kind(&pair[1]));
    // plasma may fade on a ten, and an overhead shot that would still land somewhere is lost with it
    let harms = misses.iter().any(|place| {
        let batch = &shooting.batches[*place];
        batch.weapon.and_then(|weapon| arms::mode_of(state, weapon, batch.mode)).is_some_and(
            |(_, mode)| (mode.has(WeaponRule::PlasmaFade) && !batch.ten) || mode.is_overhead(),
        )
    });
    let later = state.flow.volleys.iter().enumerate().any(|(other, volley_there)| {
        other > volley && volley_there.from == shooting.from && volley_there.batches.is_empty()
    });
    if misses.is_empty() || !(differ || harms || later) {
        return None;
    }
    let mut options: Vec<Answer> =
        misses.into_iter().map(|place| Answer::Spot(Some(place))).collect();
    options.push(Answer::Spot(None));
    let unit = state.unit(shooting.from)?;
    ask(
        unit.side,
        format!("choose which miss of {} the spotter has rolled again", unit.name),
        options,
    )
}

fn template(state: &State, volley: VolleyId, astray: usize) -> Option<Question> {
    let shooting = state.flow.volleys.get(volley)?;
    let stray = shooting.astray.get(astray).filter(|stray| stray.struck.is_none())?;
    let likely = likely_struck(state, shooting, stray.distance);
    let mut options = vec![likely.clone()];
    if !likely.is_empty() {
        options.push(Vec::new());
    }
    let whole = |id: UnitId, unit: &Unit| Struck { unit: id, under: targets(unit) };
    let on_table: Vec<Struck> = state
        .ids()
        .zip(&state.units)
        .filter(|(_, unit)| !unit.destroyed && unit.deployed)
        .map(|(id, unit)| whole(id, unit))
        .collect();
    options.extend(on_table.iter().map(|one| vec![one.clone()]));
    options.extend(on_table.windows(2).map(<[Struck]>::to_vec));
    let seat = state.unit(shooting.from)?.side;
    let what = format!("say who lies under the template, {} off target", stray.distance);
    ask(seat, what, options.into_iter().map(Answer::Template).collect())
}

fn place(state: &State, strike: usize, placer: Placer) -> Option<Question> {
    let open = state.flow.strikes.get(strike)?;
    let ways = placements(state, open, placer);
    if ways.len() < 2 {
        return None;
    }
    let what = match placer {
        Placer::Shooter if open.hits.iter().any(|hit| hit.lucky) => {
            format!("place the lucky hits on {}", state.unit_name(open.on))
        }
        Placer::Shooter => {
            format!("say which disruptor hits go on drones of {}", state.unit_name(open.on))
        }
        Placer::Target => format!("place the hits on {}", state.unit_name(open.on)),
    };
    ask(seat_of_placer(state, open, placer), what, ways.into_iter().map(Answer::Place).collect())
}

/// Asked only if a better commander lives or grafts are dormant.
fn brace(state: &State, id: UnitId) -> Option<Question> {
    let unit = state.unit(id).filter(|unit| !unit.destroyed)?;
    let options = nerves(state, id, unit);
    if options.len() < 2 {
        return None;
    }
    let what = format!("say what helps {} in a break test", unit.name);
    ask(unit.side, what, options.into_iter().map(Answer::Brace).collect())
}

/// What could help a unit in a command test, beginning with nothing.
pub fn nerves(state: &State, id: UnitId, unit: &Unit) -> Vec<Nerve> {
    let mut nerves = vec![Nerve::default()];
    match unit.soma {
        Soma::Active | Soma::Wild => return nerves,
        Soma::Dormant => nerves.push(Nerve { commander: None, soma: true }),
        Soma::None => {}
    }
    let commanders = commanders_for(state, id);
    nerves.extend(commanders.into_iter().map(|c| Nerve { commander: Some(c), soma: false }));
    nerves
}

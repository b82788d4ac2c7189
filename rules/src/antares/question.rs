//! What a battle waits for: whose decision a task needs, and what can be answered. A task that could only go one way
//! has no question, so nobody is asked what cannot matter.

use super::arms::{self, can_shoot, targets};
use super::assault::{
    consolidation_ways, hand_weapon_ways, has_spinners, may_break_off, point_blank_ways,
};
use super::astray::{likely_landed, likely_struck, shielded};
use super::buildings;
use super::command::{
    Answer, BuildingShot, Charge, Command, Eyes, Move, Nerve, Scene, Shooters, Shot, Spinner,
    Spring, Struck, Use,
};
use super::event::Pace;
use super::flow::{Acting, Manner, StrikeId, Task, Volley, VolleyId};
use super::inches::Inches;
use super::moves::{ambushers, distance};
use super::order::Order;
use super::place::{Placer, placements, seat_of_placer};
use super::profile::{Gear, WeaponRule};
use super::shoot::{
    CAMO_HIDES_BEYOND, may_go_down, only_hiders_go_down, shape, shooters, spottable,
};
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
    /// The first is the default.
    pub options: Vec<Command>,
}

fn ask(seat: Seat, what: String, options: Vec<Answer>) -> Option<Question> {
    let options: Vec<Command> = options.into_iter().map(Command::Answer).collect();
    (options.len() > 1).then_some(Question { seat, what, options })
}

/// What the task needs to be told; `None` if it can go on by itself.
pub fn question(state: &State, task: &Task) -> Option<Question> {
    match task {
        Task::Act => act(state),
        Task::Ambushes { mover, asked } => ambush(state, *mover, asked),
        Task::BonusMove { unit } => bonus_move(state, *unit),
        Task::Contact => contact(state),
        Task::GoDown { volley } => go_down(state, *volley),
        Task::Spot { volley } => spot(state, *volley),
        Task::Template { volley, astray } => template(state, *volley, *astray),
        Task::PlaceLucky { strike } => place(state, *strike, Placer::Shooter),
        Task::PlaceRest { strike } => place(state, *strike, Placer::Target),
        Task::ChartAgain { strike } => chart_again(state, *strike),
        Task::BreakTest { unit, .. } => brace(state, *unit),
        Task::PointBlank { unit } => point_blank(state, *unit),
        Task::BreakOff { unit } => break_off(state, *unit),
        Task::Spinner { unit } => spinner(state, *unit),
        Task::HandWeapons { unit } => hand_weapons(state, *unit),
        Task::Consolidate { unit } => consolidate(state, *unit),
        Task::Entrance { unit, to } => entrance(state, *unit, *to),
        Task::OddHits { volley, landed } => odd_hits(state, *volley, *landed),
        Task::EndAction
        | Task::Exhaustion { .. }
        | Task::Arrived { .. }
        | Task::RollShots { .. }
        | Task::ForceRerolls { .. }
        | Task::Astray { .. }
        | Task::CountHits { .. }
        | Task::Land { .. }
        | Task::DamageBuildings { .. }
        | Task::Occupy { .. }
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

fn contact(state: &State) -> Option<Question> {
    let attacker = state.unit(state.flow.assault.as_ref()?.attacker)?;
    let what = format!("say whether the charge of {} still reached the enemy", attacker.name);
    ask(attacker.side, what, vec![Answer::Contact(false), Answer::Contact(true)])
}

fn chart_again(state: &State, strike: StrikeId) -> Option<Question> {
    let choices = chart_choices(state, strike);
    let (open, worst) = (state.flow.strikes.get(strike)?, *choices.first()?);
    let row = open.wounds.get(worst)?.row?;
    let mut options: Vec<Answer> =
        choices.into_iter().map(|wound| Answer::ChartAgain(Some(wound))).collect();
    let keep = if row >= CHART_WORTH_REROLLING { options.len() } else { 0 };
    options.insert(keep, Answer::ChartAgain(None));
    let unit = state.unit(open.on)?;
    ask(unit.side, format!("decide whether to roll the damage of {} again", unit.name), options)
}

/// Both sides of the assault still stand.
fn both_fight(state: &State) -> bool {
    state.flow.assault.as_ref().is_some_and(|assault| {
        [assault.attacker, assault.defender]
            .iter()
            .all(|id| state.unit(*id).is_some_and(|unit| !unit.destroyed))
    })
}

fn point_blank(state: &State, id: UnitId) -> Option<Question> {
    let ways = point_blank_ways(state, id);
    if ways.len() < 2 || !both_fight(state) {
        return None;
    }
    let unit = state.unit(id)?;
    let what = format!("choose what to shoot point-blank with {}", unit.name);
    ask(unit.side, what, ways.into_iter().map(Answer::PointBlank).collect())
}

fn break_off(state: &State, id: UnitId) -> Option<Question> {
    let unit = state.unit(id).filter(|unit| may_break_off(unit))?;
    if state.flow.assault.as_ref()?.broke_off.is_some() || !both_fight(state) {
        return None;
    }
    let what = format!("decide whether to break off with {}", unit.name);
    ask(unit.side, what, vec![Answer::BreakOff(false), Answer::BreakOff(true)])
}

fn spinner(state: &State, id: UnitId) -> Option<Question> {
    let unit = state.unit(id).filter(|unit| !unit.destroyed && has_spinners(state, unit))?;
    let what = format!("choose what the distort spinners of {} do", unit.name);
    let options = vec![Answer::Spinner(Spinner::Strike), Answer::Spinner(Spinner::Guard)];
    ask(unit.side, what, options)
}

fn hand_weapons(state: &State, id: UnitId) -> Option<Question> {
    let (unit, ways) = (state.unit(id)?, hand_weapon_ways(state, id));
    let what = format!("choose hand weapons for {}", unit.name);
    ask(unit.side, what, ways.into_iter().map(Answer::HandWeapons).collect())
}

fn consolidate(state: &State, id: UnitId) -> Option<Question> {
    let unit = state.unit(id).filter(|unit| !unit.destroyed && unit.can_move())?;
    let what = format!("consolidate {}", unit.name);
    let ways = consolidation_ways(state, id);
    ask(unit.side, what, ways.into_iter().map(Answer::Consolidate).collect())
}

fn go_down(state: &State, volley: VolleyId) -> Option<Question> {
    let shooting = state.flow.volleys.get(volley)?;
    let unit = state.unit(shooting.at?).filter(|unit| may_go_down(state, unit))?;
    if only_hiders_go_down(state) && !down_spares_hits(state, shooting) {
        return None;
    }
    let what = format!("decide whether to go down with {}", unit.name);
    ask(unit.side, what, vec![Answer::GoDown(false), Answer::GoDown(true)])
}

/// Whether being down would spare the target any hit: those are rolled again or halved (A-SHT-9, A-OVH-2), or a camo drone
/// leaves nothing to hit (A-SPC-6). If not, going down is still worth a recovery test.
pub fn down_spares_hits(state: &State, shooting: &Volley) -> bool {
    let Some(unit) = shooting.at.and_then(|at| state.unit(at)) else { return false };
    let vanishes = unit.has_gear(Gear::Camo) && shooting.range > CAMO_HIDES_BEYOND;
    vanishes || (unit.kind().hides_when_down() && !all_automatic(state, shooting))
}

/// Hits that come without a roll are not re-rolled either, so going down saves nobody from them (A-SPC-2).
fn all_automatic(state: &State, shooting: &Volley) -> bool {
    let Some(unit) = state.unit(shooting.from) else { return false };
    shooting.uses.iter().all(|used| {
        shooters(unit, used).iter().all(|group| {
            shape(state, unit, shooting.into(), used, group).is_some_and(|shape| shape.automatic)
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
        let pace = pace_of(acting);
        let plain = pace.is_some_and(|pace| {
            unit.spot.is_none() && buildings::route(state, acting.unit, None, pace).is_ok()
        });
        options.extend(plain.then(|| Command::Move(Move::default())));
        let inside = pace.map(|pace| buildings::destinations(state, acting.unit, pace));
        let inside = inside.unwrap_or_default().into_iter();
        options.extend(inside.map(|to| Command::Move(Move { to, ..Move::default() })));
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
pub struct UnitOptions {
    pub unit: UnitId,
    pub order: Order,
    /// How it may move, and how far at most.
    pub moves: Option<(Pace, Inches)>,
    /// How it may shoot.
    pub shoots: Option<Manner>,
    /// Whom it may charge.
    pub charges: Option<UnitId>,
}

pub fn unit_options(state: &State) -> Option<UnitOptions> {
    if state.flow.tasks.last() != Some(&Task::Act) {
        return None;
    }
    act(state)?;
    let acting = state.flow.acting?;
    let unit = state.unit(acting.unit)?;
    let pace = pace_of(acting);
    let free = !acting.moved && unit.can_move();
    Some(UnitOptions {
        unit: acting.unit,
        order: acting.order,
        moves: pace.filter(|_| free).map(|pace| (pace, distance(unit, pace))),
        shoots: manner(acting.order).filter(|manner| can_shoot(state, unit, *manner)),
        charges: acting.assault.filter(|_| free),
    })
}

/// How fast the acting unit may move, if at all.
fn pace_of(acting: Acting) -> Option<Pace> {
    match acting.order {
        Order::Advance => Some(Pace::Advance),
        Order::Run if acting.sprint => Some(Pace::Sprint),
        Order::Run => Some(Pace::Run),
        Order::Fire | Order::Ambush | Order::Rally | Order::Down => None,
    }
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
        if let Some(range) = buildings::fixed_range(state, id, target) {
            let ways = arms::ways(state, unit, manner, range);
            commands.extend(examples(state, (id, unit), target, manner, range, &ways));
            continue;
        }
        for (range, ways) in &ways {
            commands.extend(examples(state, (id, unit), target, manner, *range, ways));
        }
    }
    for part in state.parts() {
        for (range, ways) in &ways {
            commands.extend(ways.iter().filter_map(|uses| {
                let uses = fitting(state, unit, uses, &Scene::default());
                let (range, scene) = (*range, Scene::default());
                let shot = BuildingShot { part, range, uses, scene };
                let fits = arms::check_shooting_at_building(state, id, manner, &shot).is_ok();
                fits.then_some(Command::ShootBuilding(shot))
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

/// Shots at one target from one range, in every way that is allowed there.
fn examples(
    state: &State,
    (id, unit): (UnitId, &Unit),
    target: UnitId,
    manner: Manner,
    range: Inches,
    ways: &[Vec<Use>],
) -> Vec<Command> {
    let shots = ways.iter().map(|uses| {
        let scene = Scene::default();
        let uses = fitting(state, unit, uses, &scene);
        vec![Shot { target, range, uses, scene }]
    });
    // without buildings there is nothing that could forbid them
    let free = state.buildings.is_empty();
    shots
        .filter(|shots| free || arms::check_shooting(state, id, manner, shots).is_ok())
        .map(|shots| Command::Shoot { shots })
        .collect()
}

/// As many of these as find an opening, where the unit is inside (B-SHT-1).
pub fn fitting(state: &State, unit: &Unit, uses: &[Use], scene: &Scene) -> Vec<Use> {
    let openings = buildings::openings_for(unit, scene).filter(|_| state.closed_in(unit).is_some());
    match openings {
        Some(openings) => buildings::through_openings(state, uses, openings),
        None => uses.to_vec(),
    }
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
        let ranges = match buildings::fixed_range(state, unit, mover) {
            Some(range) => vec![range],
            None => EXAMPLE_RANGES.to_vec(),
        };
        for range in ranges {
            let ways = arms::ways(state, shooter, Manner::Fire, range);
            let shots = examples(state, (unit, shooter), mover, Manner::Fire, range, &ways);
            options.extend(shots.into_iter().filter_map(|command| match command {
                Command::Shoot { shots } => Some(Answer::Spring(Some(Spring { unit, shots }))),
                _ => None,
            }));
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
    // nor of whoever is on the way into a building
    if state.flow.acting.is_some_and(|acting| acting.unit == id && acting.going.is_some()) {
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
    let landed = likely_landed(state, shooting, stray.distance);
    let likely = likely_struck(state, shooting, stray.distance);
    let mut options = vec![likely.clone()];
    if !likely.is_empty() {
        options.push(Vec::new());
    }
    let whole = |id: UnitId, unit: &Unit| Struck { unit: id, under: targets(unit) };
    let on_table: Vec<Struck> = state
        .ids()
        .zip(&state.units)
        .filter(|(_, unit)| !unit.destroyed && unit.deployed && shielded(state, unit).is_none())
        .map(|(id, unit)| whole(id, unit))
        .collect();
    options.extend(on_table.iter().map(|one| vec![one.clone()]));
    options.extend(on_table.windows(2).map(<[Struck]>::to_vec));
    let seat = state.unit(shooting.from)?.side;
    let what = format!("say who lies under the template, {} off target", stray.distance);
    let mut options: Vec<Answer> = options.into_iter().map(Answer::Template).collect();
    let parts: Vec<buildings::Part> = state.parts().collect();
    options.extend(parts.into_iter().filter(|part| Some(*part) != landed).map(Answer::LandsOn));
    if let Some(part) = landed {
        options.insert(0, Answer::LandsOn(part));
    }
    ask(seat, what, options)
}

/// Terrain has halved its pace, so that it may not have reached the door.
fn entrance(state: &State, id: UnitId, to: buildings::Spot) -> Option<Question> {
    let unit = state.unit(id).filter(|unit| !unit.destroyed)?;
    let what = format!("say whether {} still got to {}", unit.name, state.spot_name(to));
    ask(unit.side, what, vec![Answer::Inside(false), Answer::Inside(true)])
}

/// Each of the units struck may be the first to take the odd hits.
fn odd_hits(state: &State, volley: VolleyId, landed: usize) -> Option<Question> {
    let shooting = state.flow.volleys.get(volley)?;
    let struck = &shooting.landed.get(landed)?.struck;
    let options = (0..struck.len()).map(|first| {
        let mut order = struck.clone();
        order.rotate_left(first);
        Answer::OddHits(order)
    });
    let seat = state.unit(shooting.from)?.side;
    ask(seat, "say who takes the odd hits".into(), options.collect())
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

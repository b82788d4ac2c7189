//! What the sentences of a report leave out: which die it was, what was counted for it and why, what it means.

use super::super::arms::mode_of;
use super::super::buildings::{LEVELS_PER_BLOCK, Part};
use super::super::command::{Cover, Feature, Intervening, Mark, Scene, Use};
use super::super::event::{Drawn, Event, Pace, PinCause, Resist, RolledBatch, Test};
use super::super::flow::Manner;
use super::super::inches::Inches;
use super::super::moves;
use super::super::order::Order;
use super::super::reason::Reason;
use super::super::shoot::shot_die;
use super::super::state::{
    RAPID_SPRINT_FACTOR, RUN_FACTOR, SPRINT_FACTOR, Soma, State, Unit, UnitId, WeaponId,
};
use super::super::values::{Band, band, is_heavily_armoured};
use super::rows::{Moment, row_of_reason};
use super::words::{capital, marks, pins, weapon, weapon_in_mode};
use super::{Who, meant};
use crate::check::Check;
use crate::dice::Roll;
use crate::text::{count, list};

/// "D10 no. 17: 4" for a die of the game's own stream, "D10 by hand: 4" for one that somebody rolled.
pub fn die(roll: Roll) -> String {
    match roll.number {
        Some(number) => format!("D{} no. {number}: {}", roll.sides, roll.face),
        None => format!("D{} by hand: {}", roll.sides, roll.face),
    }
}

fn dice(rolls: &[Roll]) -> String {
    let all: Vec<String> = rolls.iter().map(|roll| die(*roll)).collect();
    all.join("; ")
}

/// "Counted for it: Acc 5 (A-SHT-6), long range −1 (A-SHT-5): 4."
fn counted(check: &Check<Reason>) -> String {
    let base = check.base();
    let of = base.reason;
    let mut terms = vec![format!("{of} {} ({})", base.value, row_of_reason(of, of))];
    terms.extend(check.modifiers().iter().map(|term| {
        let sign = if term.value < 0 { '−' } else { '+' };
        let row = row_of_reason(term.reason, of);
        format!("{} {sign}{} ({row})", term.reason, term.value.unsigned_abs())
    }));
    if terms.len() == 1 {
        return format!("Counted for it: {} and nothing else.", terms.join(", "));
    }
    let target = check.target();
    let (minus, number) = (if target < 0 { "−" } else { "" }, target.unsigned_abs());
    format!("Counted for it: {}; that makes {minus}{number}.", terms.join(", "))
}

const SPRINTS: &str = "As long as the sprint lasts, hits on the unit are rolled again.";
const SPRINTS_NO_MORE: &str = "The sprint is over: hits on the unit are not rolled again for it.";

/// The lines that make the account of these events complete; they are told together.
pub fn details(moment: &Moment, group: &[Event]) -> Vec<String> {
    let state = moment.state;
    let Some(event) = group.first() else { return Vec::new() };
    match event {
        Event::Drawn { position, of, whose } => vec![drawn(state, *position, *of, *whose)],
        Event::OrderGiven { unit, order, distorted, .. } => {
            untested(state, *unit, *order, *distorted)
        }
        Event::RandomOrder { roll, .. } => vec![by_grafts(*roll)],
        Event::Tested(test) => tested(state, test),
        Event::Pinned { why, dice: rolls, .. } => pinned(*why, rolls),
        Event::Unpinned { unit, dice, .. } => unpinned(state, *unit, dice),
        Event::Moved { unit, how, distance, halted, features } => {
            moved(moment, *unit, *how, (*distance, *halted), features)
        }
        Event::SprintBegan { .. } => vec![SPRINTS.into()],
        Event::SprintEnded { .. } => vec![SPRINTS_NO_MORE.into()],
        Event::GapFound { name } => vec![gap(name)],
        Event::Declared { from, at, range, uses, scene, .. } => {
            declared(state, *from, *at, *range, uses, scene)
        }
        Event::Rolled { manner, range, batches, .. } => {
            batches.iter().flat_map(|batch| rolled(state, *manner, *range, batch)).collect()
        }
        Event::SpotterRerolled { weapon: id, needs, roll, .. } => {
            vec![spotted(moment, *id, *needs, *roll)]
        }
        Event::HitsRerolled { needs, dice: rolls, .. } => {
            vec![format!("The hits again: {}.", shots(moment, rolls, *needs))]
        }
        Event::Astray { from, roll, distance, .. } => vec![astray(moment, *from, *roll, *distance)],
        Event::Blast { roll, .. } => vec![format!("{}.", die(*roll))],
        Event::LandedOn { part, roll, .. } => vec![landed_on(state, *part, *roll)],
        Event::BuildingDamaged { roll, fractal, .. } => vec![building_damaged(*roll, *fractal)],
        Event::Resisted(_) => resisted(moment, group),
        Event::ChartRolled { chart, dice: rolls, row, .. } => {
            vec![format!("{}. {}", dice(rolls), meant::of_chart(*chart, *row))]
        }
        Event::Reactor { .. } => vec![reactors(state, group)],
        Event::AmmoRolled { roll, .. } => vec![format!("{}; only a 10 does harm.", die(*roll))],
        Event::FirstToConsolidate { roll, .. } => {
            vec![format!("{}; up to 3 the attacker goes first, else the defender.", die(*roll))]
        }
        Event::EndRolled { roll, .. } => {
            vec![format!("{}; up to 3 ends the battle.", die(*roll))]
        }
        // the sentence says it all
        Event::Idle { .. }
        | Event::Deployed { .. }
        | Event::WentTo { .. }
        | Event::Collapsed { .. }
        | Event::SnipersDeployed
        | Event::AllDeployed
        | Event::Infiltrated { .. }
        | Event::TurnBegan { .. }
        | Event::DiePlaced { .. }
        | Event::DieTurned { .. }
        | Event::DieLost { .. }
        | Event::SomaActivated { .. }
        | Event::SomaWild { .. }
        | Event::PathFound { .. }
        | Event::PathLeft { .. }
        | Event::LeftBehind { .. }
        | Event::Finished { .. }
        | Event::Sprung { .. }
        | Event::LetPass { .. }
        | Event::StoodFast { .. }
        | Event::SpotterHeld { .. }
        | Event::Unseen { .. }
        | Event::TemplateLaid { .. }
        | Event::BlastShared { .. }
        | Event::BlastHalved { .. }
        | Event::Hit { .. }
        | Event::HitsPlaced { .. }
        | Event::ChartKept { .. }
        | Event::Casualty { .. }
        | Event::DroneLost { .. }
        | Event::GunLost { .. }
        | Event::Malfunctioned { .. }
        | Event::Immobilised { .. }
        | Event::Destroyed { .. }
        | Event::LockedOn { .. }
        | Event::LockLost { .. }
        | Event::Charged { .. }
        | Event::HeldFire { .. }
        | Event::HandWeaponsChosen { .. }
        | Event::BrokeOff { .. }
        | Event::SpinnerSet { .. }
        | Event::AssaultDecided { .. }
        | Event::HeldGround { .. }
        | Event::AssaultOver
        | Event::BagEmptied { .. }
        | Event::BagFilled { .. }
        | Event::DiceReturned { .. }
        | Event::DistortReturned
        | Event::Ended { .. }
        | Event::Proposed { .. }
        | Event::Corrected { .. }
        | Event::ProposalDropped { .. }
        | Event::Flow(_) => Vec::new(),
    }
}

fn by_grafts(roll: Roll) -> String {
    let faces: Vec<String> =
        (1..).zip(Order::ALL).map(|(face, order)| format!("{face} {order}")).collect();
    format!("{}. The faces are {}.", die(roll), list(&faces))
}

fn tested(state: &State, test: &Test) -> Vec<String> {
    let mut lines: Vec<String> = meant::due(state, test).into_iter().collect();
    lines.push(counted(&test.check));
    lines.push(format!("{}. {}", die(test.roll), meant::of_test(state, test)));
    lines
}

fn unpinned(state: &State, unit: UnitId, rolls: &[Roll]) -> Vec<String> {
    if rolls.is_empty() {
        return Vec::new();
    }
    let had = state.unit(unit).map_or(0, |unit| unit.pins);
    vec![format!("{}. It had {} before.", dice(rolls), pins(had))]
}

fn landed_on(state: &State, part: Part, roll: Roll) -> String {
    let low = state.building(part.building).is_some_and(|it| it.plan.storeys <= LEVELS_PER_BLOCK);
    let rest = if low {
        "from 6 on it reaches everybody inside"
    } else {
        "6 to 10 reaches the topmost floors, from 11 on everybody inside"
    };
    format!("{}; up to 5 only the roof is hit, {rest}.", die(roll))
}

fn building_damaged(roll: Roll, fractal: bool) -> String {
    let how = if fractal { "a fractal weapon counts it in full" } else { "half of it, rounded up" };
    let die = die(roll);
    format!("{die}, {how}; a strike value and blast hits count from 5 on, each by itself.")
}

fn reactors(state: &State, group: &[Event]) -> String {
    let all: Vec<String> = group
        .iter()
        .filter_map(|event| {
            let Event::Reactor { unit, model, roll } = event else { return None };
            let who = marks(state, state.unit(*unit)?, &[Mark::Model(*model)]);
            Some(format!("{who}, {}", die(*roll)))
        })
        .collect();
    format!("{}.", capital(&all.join("; ")))
}

/// Which of the dice in the bag it was, and whose the others were.
fn drawn(state: &State, position: u32, of: u32, whose: Drawn) -> String {
    let mut from = 0;
    let mut owners: Vec<String> = Vec::new();
    let mut add = |owner: String, number: u32| {
        match number {
            0 => return,
            1 => owners.push(format!("{} is {owner}", from + 1)),
            _ => owners.push(format!("{} to {} are {owner}", from + 1, from + number)),
        }
        from += number;
    };
    for seat in state.seats() {
        add(Who::side(state, seat).whose(), state.dice_in_bag(seat));
    }
    add("the distort die".into(), u32::from(state.distort_in_bag() || whose == Drawn::Distort));
    if of == 1 {
        return "It was the only die in the bag.".into();
    }
    format!(
        "Number {position} of {of} dice in the bag, each as likely as the others: {}.",
        list(&owners)
    )
}

/// Why an order is carried out without a test, if it is.
fn untested(state: &State, id: UnitId, order: Order, distorted: bool) -> Vec<String> {
    let Some(unit) = state.unit(id) else { return Vec::new() };
    let mut lines: Vec<String> = Vec::new();
    if state.distort.pending && !distorted {
        lines.push("The distort die has no effect: nobody could be told to go down.".into());
    }
    if unit.soma == Soma::Wild {
        lines.push("Its grafts obey no order: there is no test, and a die chooses.".into());
    } else if order == Order::Down {
        lines.push("A Down order is never tested and takes no pin off.".into());
    } else if unit.pins == 0 {
        lines.push("Without pins there is no order test.".into());
    }
    lines
}

fn pinned(why: PinCause, rolls: &[Roll]) -> Vec<String> {
    let because = match why {
        PinCause::Hit => "A unit that is hit takes one pin from a shooting, however many the hits.",
        PinCause::Disrupted => "A disruptor leaves two pins where other weapons leave one.",
        PinCause::Casualties => "Hand to hand each model lost is a pin.",
        PinCause::Damage if rolls.is_empty() => "The damage chart says so.",
        PinCause::Damage => return vec![format!("The damage chart says so. {}.", dice(rolls))],
        // the test has said it
        PinCause::Exhausted | PinCause::Obstacle | PinCause::Terrain | PinCause::Break => {
            return Vec::new();
        }
    };
    vec![because.into()]
}

/// Where the distance comes from, and why terrain on the way was not tested.
fn moved(
    moment: &Moment,
    id: UnitId,
    how: Pace,
    (distance, halted): (Inches, bool),
    features: &[Feature],
) -> Vec<String> {
    let state = moment.state;
    let Some(unit) = state.unit(id) else { return Vec::new() };
    let (pace, full) = (unit.pace(), moves::distance(unit, how));
    let times = |factor: u32| format!("{factor} × {pace}, so {full}");
    let far = match how {
        Pace::Advance => format!("An advance is {pace}"),
        Pace::Consolidate => format!("A consolidation goes as far as an advance, {pace}"),
        Pace::Run | Pace::Infiltrate => format!("A run is {}", times(RUN_FACTOR)),
        Pace::Sprint if full > pace.times(SPRINT_FACTOR) => {
            format!("A rapid sprint is {}", times(RAPID_SPRINT_FACTOR))
        }
        Pace::Sprint => format!("A sprint is {}", times(SPRINT_FACTOR)),
        Pace::Bonus => format!("The further move is its Ag in inches, {full}"),
    };
    let half = if distance < full && !halted {
        format!("; at half pace it is {distance}")
    } else {
        String::new()
    };
    let mut lines = vec![format!("{far}{half}.")];
    if halted {
        return lines;
    }
    for feature in features.iter().filter(|one| !moment.crossed.iter().any(|n| n == one.name())) {
        let why = match feature {
            Feature::Obstacle { name, .. } if moves::knows(&state.gaps, name) => {
                "there is a gap in it"
            }
            Feature::Obstacle { defended: true, .. } => "the unit has defended it",
            Feature::Obstacle { defended: false, .. } => "an advance crosses it freely",
            Feature::Difficult { .. } => "the unit knows a path",
        };
        lines.push(format!("No test for {}: {why}.", feature.name()));
    }
    lines
}

/// What people said of the table, whether or not a number comes of it.
fn declared(
    state: &State,
    from: UnitId,
    at: Option<UnitId>,
    range: Inches,
    uses: &[Use],
    scene: &Scene,
) -> Vec<String> {
    let mut said = vec![format!("{range}")];
    said.push(match scene.terrain {
        Intervening::Nothing => "nothing between".into(),
        Intervening::Obstacle => "an obstacle between".into(),
        Intervening::LightTerrain => "light terrain between".into(),
    });
    let whole = [
        (scene.shield, "a batter shield in the way"),
        (scene.building, "the target in a building"),
        (scene.out_of_arc, "the target out of arc"),
    ];
    said.extend(whole.iter().filter(|(is, _)| *is).map(|(_, what)| (*what).to_owned()));
    let target = at.and_then(|at| state.unit(at));
    said.push(match (&scene.cover, target) {
        (Cover::Nobody, _) => "no cover".into(),
        (Cover::Everybody(bonus), _) => format!("cover +{bonus} for everybody"),
        (Cover::Only { bonus, models }, Some(target)) if !models.is_empty() => {
            let models: Vec<Mark> = models.iter().copied().map(Mark::Model).collect();
            format!("cover +{bonus} for {}", marks(state, target, &models))
        }
        (Cover::Only { bonus, .. }, _) => format!("cover +{bonus} for some"),
    });
    let mut arms: Vec<String> = Vec::new();
    for used in uses {
        let arm = weapon_in_mode(state, used.weapon, used.mode);
        if !arms.contains(&arm) {
            arms.push(arm);
        }
    }
    let whose = Who::unit(state, from).whose();
    vec![format!("Said of {whose} shooting: {}; with {}.", said.join(", "), list(&arms))]
}

/// One batch of dice: why so many, against which number, and each of them.
fn rolled(state: &State, manner: Manner, range: Inches, batch: &RolledBatch) -> Vec<String> {
    let name = batch
        .weapon
        .map_or_else(|| "bare strength".to_owned(), |id| weapon_in_mode(state, id, batch.mode));
    let mut lines = Vec::new();
    if let Some(far) = batch.weapon.and_then(|id| reach(state, id, batch.mode, range))
        && matches!(manner, Manner::Fire | Manner::Advance)
    {
        lines.push(format!("{range} is {far} of the {name}."));
    }
    if !batch.shots.is_empty() {
        lines.push(format!("Number of shots: {}.", dice(&batch.shots)));
    }
    if batch.automatic > 0 {
        lines.push(format!("The lock of the {name} holds, so no die is rolled."));
        return lines;
    }
    lines.push(counted(&batch.check));
    let target = batch.check.target();
    lines.push(format!("{}: {}.", capital(&name), each_shot(&batch.dice, target, manner)));
    lines
}

/// "effective range (up to 20″)"
fn reach(state: &State, id: WeaponId, mode: u8, range: Inches) -> Option<String> {
    let (_, mode) = mode_of(state, id, mode)?;
    let (name, most) = match band(mode, range, state.options).ok()? {
        Band::Effective => ("effective", mode.effective),
        Band::Long => ("long", mode.long),
        Band::Extreme => ("extreme", mode.extreme),
    };
    Some(format!("within the {name} range, {},", most?))
}

fn shots(moment: &Moment, rolls: &[Roll], needs: i32) -> String {
    each_shot(rolls, needs, moment.manner.unwrap_or(Manner::Fire))
}

/// "D10 no. 17: 4, hit; D10 no. 18: 9, miss"
fn each_shot(rolls: &[Roll], needs: i32, manner: Manner) -> String {
    let all: Vec<String> = rolls
        .iter()
        .map(|roll| {
            let fell = shot_die(*roll, needs, manner);
            let word = match (fell.hit, fell.lucky, fell.dud) {
                (true, true, _) => "lucky hit",
                (true, false, _) if manner == Manner::Blind => "lands near",
                (true, false, _) => "hit",
                (false, _, true) => "dud",
                (false, _, false) => "miss",
            };
            format!("{}, {word}", die(*roll))
        })
        .collect();
    if all.is_empty() { "no dice".into() } else { all.join("; ") }
}

fn gap(name: &str) -> String {
    format!("From now on everybody may cross {name} through the gap.")
}

fn spotted(moment: &Moment, id: WeaponId, needs: i32, roll: Roll) -> String {
    let with = weapon(moment.state, id);
    format!("A miss of the {with} again: {}.", shots(moment, &[roll], needs))
}

fn astray(moment: &Moment, from: UnitId, roll: Roll, distance: Inches) -> String {
    let with_pins = moment.state.unit(from).map_or(0, |unit| unit.pins);
    let inches = match moment.manner {
        Some(Manner::Fire) => {
            format!("half of it, rounded up, for a Fire order: {}″", roll.face.div_ceil(2))
        }
        Some(Manner::Advance | Manner::PointBlank | Manner::Blind | Manner::HandToHand) | None => {
            format!("{}″", roll.face)
        }
    };
    let more = match with_pins {
        0 => String::new(),
        n => format!(", and 1″ more for each of {}", pins(n)),
    };
    format!("{}, which gives the direction too; {inches}{more}, so {distance}.", die(roll))
}

/// Every Res test by itself, those against the same number together.
fn resisted(moment: &Moment, group: &[Event]) -> Vec<String> {
    let state = moment.state;
    let tests: Vec<&Resist> = group
        .iter()
        .filter_map(|event| if let Event::Resisted(test) = event { Some(test) } else { None })
        .collect();
    let mut checks: Vec<&Check<Reason>> = Vec::new();
    for test in &tests {
        if !checks.contains(&&test.check) {
            checks.push(&test.check);
        }
    }
    let mut lines = Vec::new();
    for check in checks {
        let armoured = match (is_heavily_armoured(check), moment.manner) {
            (false, _) => "",
            (true, Some(Manner::HandToHand)) => " Over 10 is heavily armoured: only a 10 fails.",
            (true, _) => {
                " Over 10 is heavily armoured: only a 10 fails, and a hit resisted so gives no pin."
            }
        };
        let alike = || tests.iter().filter(|test| test.check == *check);
        let mut armours: Vec<String> =
            alike().filter_map(|test| worn(state.unit(test.unit)?, test)).collect();
        armours.dedup();
        lines.push(format!("{}{armoured}", counted(check)));
        lines.extend(armours);
        let each: Vec<String> = alike()
            .filter_map(|test| Some(one_resist(state, test, state.unit(test.unit)?)))
            .collect();
        lines.push(format!("{}.", capital(&each.join("; "))));
    }
    lines
}

fn one_resist(state: &State, test: &Resist, unit: &Unit) -> String {
    let who = marks(state, unit, &[test.mark]);
    let hits = match (test.hits, test.lucky) {
        (1, false) => String::new(),
        (1, true) => " (a lucky hit)".into(),
        (n, false) => format!(" ({} at once)", count(n, "hit", "hits")),
        (n, true) => format!(" ({} at once, not without luck)", count(n, "hit", "hits")),
    };
    let result = if test.passed { "holds" } else { "fails" };
    match test.again {
        None => format!("{who}{hits}, {}, {result}", die(test.roll)),
        Some(again) => format!(
            "{who}{hits}, {}, fails, and as a leader again {}, {result}",
            die(test.roll),
            die(again)
        ),
    }
}

/// The armour that counted for a model.
fn worn(unit: &Unit, test: &Resist) -> Option<String> {
    test.check.modifiers().iter().find(|term| term.reason == Reason::Armour)?;
    let Mark::Model(model) = test.mark else { return None };
    let pieces: Vec<&str> =
        unit.troop(model)?.armour.iter().map(|piece| piece.name.as_str()).collect();
    Some(format!("Worn: {}.", list(&pieces)))
}

//! What is asked of whom, with the facts that decide it.

use super::super::arms::mode_of;
use super::super::assault::{must_leave, point_blank_ways};
use super::super::buildings::Spot;
use super::super::command::Nerve;
use super::super::event::{Forced, Pace};
use super::super::flow::{Acting, AssaultStage, BreakCause, StrikeId, Task, Volley, VolleyId};
use super::super::moves::{EXHAUSTED, ambushers, distance};
use super::super::profile::WeaponRule;
use super::super::question::{question as waits, unit_options};
use super::super::report::words::{
    Who, capital, number_needed, pins, towards, weapon, weapon_in_mode,
};
use super::super::shoot::{forced, spottable};
use super::super::state::{State, UnitId};
use super::super::strike::{PINS_WHEN_ALREADY_DOWN, chart_choices};
use super::action::{an_order, who};
use super::answer::{
    chart_result, gain_of_going_down, hits, is_shot_again, or_less, price, spinner,
};
use super::order::needed;
use super::placing::{self, Board};
use super::shooting::Aim;
use crate::text::list;
use crate::wording::Asked;

/// What the thing on top of the stack waits for; `None` between actions.
pub fn question(state: &State) -> Option<Asked> {
    let task = state.flow.tasks.last()?;
    let open = waits(state, task)?;
    let (title, why) = words(state, task)
        .unwrap_or_else(|| (capital(&open.what), vec![format!("It is for you to {}.", open.what)]));
    Some(Asked::new(open.seat, &title, &why))
}

fn words(state: &State, task: &Task) -> Option<(String, Vec<String>)> {
    let name = |id: UnitId| state.unit_name(id);
    match task {
        Task::Act => act(state),
        Task::Ambushes { mover, asked } => ambush(state, *mover, asked),
        Task::BonusMove { unit } => bonus_move(state, *unit),
        Task::Contact => contact(state),
        Task::GoDown { volley } => go_down(state, *volley),
        Task::Spot { volley } => spot(state, *volley),
        Task::Template { volley, astray } => template(state, *volley, *astray),
        Task::PlaceLucky { .. } | Task::PlaceRest { .. } => place(state),
        Task::ChartAgain { strike } => chart_again(state, *strike),
        Task::BreakTest { unit, cause } => break_test(state, *unit, *cause),
        Task::PointBlank { unit } => point_blank(state, *unit),
        Task::BreakOff { unit } => {
            let fast = who(state, *unit);
            let far = distance(state.unit(*unit)?, Pace::Consolidate);
            let why = vec![
                format!(
                    "{fast} {} fast and {} a Run order, so {} may break off before it comes to blows.",
                    fast.is(),
                    fast.has(),
                    fast.it()
                ),
                format!(
                    "Then nobody fights, and {} {} first, up to {far}.",
                    fast.it(),
                    fast.does("consolidates", "consolidate")
                ),
            ];
            Some((format!("Break off with {}?", name(*unit)), why))
        }
        Task::Spinner { unit } => {
            let value = spinner(state, *unit);
            let why = format!(
                "In this fight the distort spinners of {} either strike at SV {value} or guard with Res +{value}.",
                name(*unit)
            );
            Some((format!("The spinners of {}", name(*unit)), vec![why]))
        }
        Task::HandWeapons { unit } => {
            let why = format!(
                "Each model of {} fights with one hand weapon; some have a choice.",
                name(*unit)
            );
            Some((format!("Hand weapons of {}", name(*unit)), vec![why]))
        }
        Task::Entrance { unit, to } => Some(entrance(state, *unit, *to)),
        Task::OddHits { volley, landed } => odd_hits(state, *volley, *landed),
        Task::Consolidate { unit } if must_leave(state, *unit) => fall_back(state, *unit),
        Task::Consolidate { unit } => {
            let far = distance(state.unit(*unit)?, Pace::Consolidate);
            let why = format!(
                "The assault is over, and {} may move up to {far}, or stay.",
                who(state, *unit)
            );
            Some((format!("Consolidate {}?", name(*unit)), vec![why]))
        }
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

fn act(state: &State) -> Option<(String, Vec<String>)> {
    let Acting { unit, order, moved, .. } = state.flow.acting?;
    let may = unit_options(state)?;
    let who = who(state, unit);
    let mut can: Vec<String> = Vec::new();
    if let Some(enemy) = may.charges {
        can.push(format!("charge {}", state.unit_name(enemy)));
    }
    if let Some((pace, far)) = may.moves {
        let how = if pace == Pace::Sprint { "sprint" } else { "move" };
        can.push(format!("{how} up to {far}"));
    }
    if may.shoots.is_some() {
        can.push("shoot".into());
    }
    can.push("do no more".into());
    let (last, head) = can.split_last()?;
    let can = if head.is_empty() { last.clone() } else { format!("{} or {last}", head.join(", ")) };
    let mut why = vec![if moved {
        format!("{who} {} moved and may still {can}.", who.has())
    } else {
        format!("{who} {} {} and may {can}.", who.has(), an_order(order))
    }];
    let shooter = state.unit(unit)?;
    if may.shoots.is_some() && shooter.pins > 0 {
        let pinned = pins(shooter.pins);
        why.push(format!("With {pinned}, every shot needs {} less.", shooter.pins));
    }
    Some((format!("{}: {order}", state.unit_name(unit)), why))
}

fn ambush(state: &State, mover: UnitId, asked: &[UnitId]) -> Option<(String, Vec<String>)> {
    let waiting = ambushers(state, mover, asked);
    let names: Vec<&str> = waiting.iter().map(|id| state.unit_name(*id)).collect();
    let moving = who(state, mover);
    let unit = state.unit(mover)?;
    let lie = match names.as_slice() {
        [one] => Who::new(one).does("lies", "lie"),
        _ => "lie",
    };
    let mut why = vec![format!(
        "{moving} {} on the move, and {} {lie} in ambush.",
        moving.is(),
        list(&names)
    )];
    why.push(format!(
        "Sprung, an ambush halts {0} wherever you say on the way and shoots at {0} there as with a Fire order; its die turns to Fire.",
        moving.does("it", "them")
    ));
    why.extend(rerolls(forced(unit), moving.does("it", "them")));
    if !asked.is_empty() {
        why.insert(1, "It has been shot at on this move already.".into());
    }
    Some((format!("Ambush {}?", unit.name), why))
}

/// Why hits on a unit are rolled again, if they are.
fn rerolls(forced: Option<Forced>, it: &str) -> Option<String> {
    let why = match forced? {
        Forced::Down => "down",
        Forced::Sprinting => "sprinting",
        Forced::FastAndRunning => "fast and running",
    };
    Some(format!("Hits on {it} are rolled again: {why}."))
}

fn bonus_move(state: &State, id: UnitId) -> Option<(String, Vec<String>)> {
    let unit = state.unit(id)?;
    let runner = who(state, id);
    let far = distance(unit, Pace::Bonus);
    let mut why = vec![format!(
        "A 1 after the sprint: {runner} may go up to {far} further, at the price of {}.",
        pins(EXHAUSTED)
    )];
    if let Some(assault) = &state.flow.assault {
        why.push(format!(
            "The charge fell short of {}; the further inches may bring it home.",
            state.unit_name(assault.defender)
        ));
    }
    Some((format!("Go on with {}?", unit.name), why))
}

fn contact(state: &State) -> Option<(String, Vec<String>)> {
    let assault = state.flow.assault.as_ref()?;
    let unit = state.unit(assault.attacker)?;
    let sprint = state.flow.acting.is_some_and(|acting| acting.sprint);
    let pace = if sprint { Pace::Sprint } else { Pace::Run };
    let runner = who(state, assault.attacker);
    let enemy = state.unit_name(assault.defender);
    let why = format!(
        "Terrain has slowed the charge: {runner} {} {} at most. Is {enemy} within that?",
        runner.does("goes", "go"),
        distance(unit, pace).half()
    );
    Some((format!("Did {} reach {enemy}?", unit.name), vec![why]))
}

fn go_down(state: &State, id: VolleyId) -> Option<(String, Vec<String>)> {
    let volley = state.flow.volleys.get(id)?;
    let at = volley.at?;
    let unit = state.unit(at)?;
    let (shooter, target) = (who(state, volley.from), who(state, at));
    let shots = Aim::of(volley).needs(state, true);
    let price = price(state, at, unit);
    let comes_of_it = match gain_of_going_down(state, volley, unit) {
        Some(gain) => format!("{gain}, but {price}"),
        None => format!("hits stand all the same, and {price}"),
    };
    let why = vec![
        format!(
            "{shooter} {} from {}. {}.",
            shooter.does("aims", "aim"),
            volley.range,
            capital(&shots.join("; "))
        ),
        format!("If {} {} down, {comes_of_it}.", target.it(), target.does("goes", "go"),),
        format!(
            "At the turn's end {} {} to get up; any roll but a 10 takes a pin off.",
            target.it(),
            target.does("tests", "test"),
        ),
    ];
    Some((format!("Go down with {}?", unit.name), why))
}

fn spot(state: &State, id: VolleyId) -> Option<(String, Vec<String>)> {
    let volley = state.flow.volleys.get(id)?;
    let shooter = who(state, volley.from);
    let missed: Vec<String> = spottable(state, id)
        .into_iter()
        .filter_map(|place| volley.batches.get(place))
        .map(|batch| {
            let name = batch
                .weapon
                .map_or_else(|| "shot".into(), |id| weapon_in_mode(state, id, batch.mode));
            let faces: Vec<String> = batch
                .dice
                .iter()
                .filter(|die| !die.hit && !die.dud)
                .filter_map(|die| die.face.map(|face| face.to_string()))
                .collect();
            let needs = number_needed(batch.check.target());
            format!("{name} needed {needs} and fell {}", list(&faces))
        })
        .collect();
    let mut why = vec![
        format!("{} spotter drone has one miss rolled again.", shooter.whose()),
        format!("{}.", capital(&missed.join("; "))),
    ];
    if is_shot_again(state, id, volley) {
        why.push("If you roll nothing again, it can still be used at the next target.".into());
    }
    why.extend(risks(state, id, volley));
    Some((format!("A second chance for {}", state.unit_name(volley.from)), why))
}

/// What another roll could spoil.
fn risks(state: &State, id: VolleyId, volley: &Volley) -> Vec<String> {
    let modes: Vec<_> = spottable(state, id)
        .into_iter()
        .filter_map(|place| volley.batches.get(place))
        .filter_map(|batch| Some((mode_of(state, batch.weapon?, batch.mode)?.1, batch.ten)))
        .collect();
    let mut risks = Vec::new();
    if modes.iter().any(|(mode, ten)| mode.has(WeaponRule::PlasmaFade) && !ten) {
        risks.push("A 10 would make the plasma fade and turn the die to Down.".into());
    }
    if modes.iter().any(|(mode, _)| mode.is_overhead()) {
        risks.push("An overhead miss lands somewhere; a 10 lands nowhere.".into());
    }
    risks
}

fn template(state: &State, id: VolleyId, astray: usize) -> Option<(String, Vec<String>)> {
    let volley = state.flow.volleys.get(id)?;
    let stray = volley.astray.get(astray)?;
    let batch = volley.batches.get(stray.batch)?;
    let weapon_id = batch.weapon?;
    let (_, mode) = mode_of(state, weapon_id, batch.mode)?;
    let from = who(state, volley.from);
    let aimed = volley.at.map_or_else(String::new, |at| format!(" at {}", state.unit_name(at)));
    let hits = mode.blast().map_or("1 hit".to_owned(), |sides| format!("a D{sides} of hits"));
    let why = vec![
        format!(
            "A shot of {} {}{aimed} lands {} off, towards {} (12 is away from the shooter).",
            from.whose(),
            weapon(state, weapon_id),
            stray.distance,
            towards(stray.roll.face)
        ),
        format!("Say who lies under the template: {hits} at SV {}.", batch.sv),
        "Several units share the hits evenly; odd ones go to the unit named first.".into(),
    ];
    Some(("Who is under the template?".into(), why))
}

fn place(state: &State) -> Option<(String, Vec<String>)> {
    let (strike, placer) = placing::open(state)?;
    let unit = state.unit(strike.on)?;
    let board = Board::new(state, unit, strike, placer);
    let (all, lucky) = (board.to_place(), board.lucky());
    let hits = hits(all, lucky);
    let mut why = vec![format!(
        "{hits} on {} from {}: {}.",
        unit.name,
        state.unit_name(strike.from),
        board.hits_in_words()
    )];
    if board.is_shooters() {
        if lucky > 0 {
            let how = match lucky {
                1 => "The lucky hit is yours to place",
                _ if board.lucky_together() => {
                    "The lucky hits are yours to place, all on one model if you like"
                }
                _ => "The lucky hits are yours to place, on as many models as possible",
            };
            let drones = if board.has_drones() { "; a drone that is hit is lost" } else { "" };
            why.push(format!("{how}{drones}."));
        }
        if lucky < all {
            why.push(format!(
                "A disruptor's hit may take out a drone; what you leave is for {} to place.",
                state.side_name(unit.side)
            ));
        }
    } else {
        why.push("Hits are spread as evenly as possible.".into());
    }
    let prospects = board.prospects();
    if !prospects.is_empty() {
        why.push(format!("To withstand a hit, {}.", list(&prospects)));
    }
    Some((format!("Hits on {}", unit.name), why))
}

fn chart_again(state: &State, strike: StrikeId) -> Option<(String, Vec<String>)> {
    let open = state.flow.strikes.get(strike)?;
    let results: Vec<String> = chart_choices(state, strike)
        .into_iter()
        .filter_map(|wound| chart_result(state, strike, wound))
        .map(|(row, words)| format!("{row} ({words})"))
        .collect();
    let why = vec![
        format!("Damage to the leader of {}: {}.", state.unit_name(open.on), list(&results)),
        "One result may be rolled again, and then the second counts.".into(),
    ];
    Some((format!("Roll the damage of {} again?", state.unit_name(open.on)), why))
}

/// A-BRK-3 to A-BRK-5
fn break_test(state: &State, id: UnitId, cause: BreakCause) -> Option<(String, Vec<String>)> {
    let unit = state.unit(id)?;
    let who = who(state, id);
    let needs = needed(state, unit, Nerve::default(), false);
    let why_now = match cause {
        BreakCause::Shot => "under fire",
        BreakCause::Chart => "badly damaged",
        BreakCause::Defeat => "beaten in the fight",
    };
    let fails = match cause {
        BreakCause::Shot if unit.has_lost_more_than_half() => {
            "Any failure destroys the unit, as it has lost more than half.".to_owned()
        }
        BreakCause::Shot if unit.is_down() => format!(
            "A failure costs {} more; a 10 destroys the unit.",
            pins(PINS_WHEN_ALREADY_DOWN)
        ),
        BreakCause::Shot => "A failure sends the unit Down; a 10 destroys it.".into(),
        BreakCause::Chart => "A failure destroys the unit; passed, it goes Down.".into(),
        BreakCause::Defeat => "A failure destroys the unit.".into(),
    };
    let why = vec![
        format!(
            "{who}, {why_now}, {} a break test and {} {} if nobody helps.",
            who.does("takes", "take"),
            who.does("needs", "need"),
            or_less(needs)
        ),
        fails,
        "A 1 takes a pin off.".into(),
    ];
    Some((format!("Break test of {}", unit.name), why))
}

fn point_blank(state: &State, id: UnitId) -> Option<(String, Vec<String>)> {
    let assault = state.flow.assault.as_ref()?;
    let enemy = if id == assault.attacker { assault.defender } else { assault.attacker };
    let stage = |stage: AssaultStage| state.flow.tasks.contains(&Task::Assault(stage));
    let (attacker, defender) = (who(state, assault.attacker), who(state, assault.defender));
    let when = if stage(AssaultStage::ShootBoth) {
        "Both sides shoot at once.".to_owned()
    } else if stage(AssaultStage::Shoot(assault.attacker)) {
        format!(
            "{defender} {} down, so {attacker} {} first.",
            defender.is(),
            attacker.does("shoots", "shoot")
        )
    } else {
        format!("{attacker} had the first shots; now it is {} turn.", defender.whose())
    };
    let mut why = vec![
        if id == assault.attacker {
            format!(
                "{attacker} {} {defender} and may shoot point-blank before the blows.",
                attacker.does("reaches", "reach")
            )
        } else {
            format!(
                "{attacker} {} upon {defender}, who may shoot point-blank before the blows.",
                attacker.is()
            )
        },
        when,
    ];
    if point_blank_ways(state, id).iter().any(Vec::is_empty) {
        why.push("Ammunition is limited, so fire may be held.".into());
    }
    let unit = state.unit(id)?;
    why.extend(rerolls(state.unit(enemy).and_then(forced), state.unit_name(enemy)));
    Some((format!("Point-blank: {}", unit.name), why))
}

/// B-ENT-1
fn entrance(state: &State, id: UnitId, to: Spot) -> (String, Vec<String>) {
    let why = format!(
        "Terrain has slowed {} down: the models must be within 1″ of {}, and one at an opening.",
        who(state, id),
        state.spot_name(to)
    );
    (format!("Did {} get inside?", state.unit_name(id)), vec![why])
}

fn odd_hits(state: &State, volley: VolleyId, landed: usize) -> Option<(String, Vec<String>)> {
    let landed = state.flow.volleys.get(volley)?.landed.get(landed)?;
    let names: Vec<&str> = landed.struck.iter().map(|id| state.unit_name(*id)).collect();
    let why = format!(
        "{} hits are shared evenly between {}; you say who takes what is left over.",
        landed.hits,
        list(&names)
    );
    Some(("Who takes the odd hits?".to_owned(), vec![why]))
}

/// B-ASL-2
fn fall_back(state: &State, id: UnitId) -> Option<(String, Vec<String>)> {
    let unit = state.unit(id)?;
    let (spot, far) = (unit.spot?, distance(unit, Pace::Consolidate));
    let loser = who(state, id);
    let why = format!(
        "{loser} {} lost the fight for {} and {} to leave it: up to {far} out, or wherever else a way leads.",
        loser.has(),
        state.spot_name(spot),
        loser.has()
    );
    Some((format!("Fall back with {}", unit.name), vec![why]))
}

//! Whatever is changed in an export is found, or changes nothing that happened.

use gatemaster_rules::dice::{Keeper, Recorded, Roll};
use gatemaster_rules::export::{Export, verify};
use gatemaster_rules::game::SystemId;
use gatemaster_rules::history::{self, Step};
use gatemaster_rules::random_play::Walk;
use gatemaster_rules::record::record;
use gatemaster_rules::table::{self, Action, ByHand, Moment};
use gatemaster_rules::version::RulesVersion;
use serde_json::Value;

use super::{ANN, BOB, MIA, Played, RED, by_hand, draw, typed};
use crate::thorough::times;

/// A bag's game with everything that dice by hand can lead to.
fn by_hand_game() -> Export {
    let mut game = Played::bag(Some(MIA));
    game.must(ANN, draw());
    game.must(ANN, by_hand(ByHand::Everybody));
    game.must(BOB, Action::Agree);
    game.must(ANN, draw());
    game.must(ANN, typed(&[1]));
    game.must(BOB, Action::Refuse);
    game.must(ANN, typed(&[2]));
    game.must(MIA, by_hand(ByHand::Side(RED)));
    game.must(BOB, draw());
    game.must(MIA, by_hand(ByHand::Nobody));
    game.must(BOB, by_hand(ByHand::NextThrow));
    game.must(ANN, Action::Agree);
    game.must(BOB, draw());
    game.must(BOB, Action::RollDice);
    game.must(MIA, Action::End);
    game.export()
}

fn walked(system: SystemId, actions: usize) -> Export {
    let mut walk = Walk::start(system, 5);
    for _ in 0..actions {
        walk.go();
    }
    walk.end()
}

/// Everything that is to be trusted about a file: what was thrown, what came of it, who did it.
fn essence(export: &Export) -> Value {
    let steps: Vec<Value> = export
        .steps
        .iter()
        .map(|step| {
            serde_json::json!([
                step.seq,
                step.user,
                step.name,
                step.dice,
                step.events,
                step.revokes
            ])
        })
        .collect();
    serde_json::json!([
        export.format,
        export.game,
        export.system,
        export.rules_version,
        export.seed_hash,
        export.seed,
        export.record,
        steps
    ])
}

/// The same JSON with its `place`-th leaf or member changed; `None` when there are no more.
fn changed(value: &Value, place: usize) -> Option<(String, Value)> {
    fn here(path: &str, name: &str, left: &mut usize) -> Option<String> {
        let hit = *left == 0;
        *left = left.wrapping_sub(1);
        hit.then(|| format!("{path} {name}"))
    }
    fn go(value: &mut Value, path: &str, left: &mut usize) -> Option<String> {
        match value {
            Value::Null => {
                let found = here(path, "is something", left);
                if found.is_some() {
                    *value = Value::from(1);
                }
                found
            }
            Value::Bool(flag) => {
                let found = here(path, "is the other way round", left);
                if found.is_some() {
                    *flag = !*flag;
                }
                found
            }
            Value::Number(number) => {
                let found = here(path, "is one more", left);
                if found.is_some() {
                    *value = match number.as_i64() {
                        Some(number) => Value::from(number + 1),
                        None => Value::from(0),
                    };
                }
                found
            }
            Value::String(text) => {
                let found = here(path, "is another text", left);
                if found.is_some() {
                    // another digit where it is a number, so that it can still be read
                    let digit = text.ends_with('1');
                    let last = text.pop();
                    match last {
                        Some(last) if last.is_ascii_hexdigit() => {
                            text.push(if digit { '2' } else { '1' });
                        }
                        Some(last) => text.extend([last, 'x']),
                        None => text.push('x'),
                    }
                }
                found
            }
            Value::Array(all) => {
                for (i, one) in all.iter_mut().enumerate() {
                    let name = format!("{path}[{i}]");
                    if let Some(found) = go(one, &name, left) {
                        return Some(found);
                    }
                }
                let last = all.len().checked_sub(1)?;
                if let Some(found) = here(path, "has lost its last", left) {
                    all.remove(last);
                    return Some(found);
                }
                if last > 0
                    && let Some(found) = here(path, "has its last two changed about", left)
                {
                    all.swap(last - 1, last);
                    return Some(found);
                }
                if let Some(found) = here(path, "has its last twice", left) {
                    all.push(all[last].clone());
                    return Some(found);
                }
                None
            }
            Value::Object(fields) => {
                let keys: Vec<String> = fields.keys().cloned().collect();
                for key in keys {
                    let name = format!("{path}.{key}");
                    if let Some(found) = go(fields.get_mut(&key)?, &name, left) {
                        return Some(found);
                    }
                    if let Some(found) = here(path, &format!("has no {key}"), left) {
                        fields.remove(&key);
                        return Some(found);
                    }
                }
                None
            }
        }
    }
    let mut value = value.clone();
    let mut left = place;
    go(&mut value, "", &mut left).map(|how| (how, value))
}

/// Changes every `every`-th thing in the file, and gives how many were tried.
fn nothing_passes(export: &Export, every: u32) -> usize {
    let report = verify(export);
    assert_eq!(report.faults, Vec::<String>::new(), "the file itself is honest");
    assert_eq!((report.other_rules, report.notes), (vec![], vec![]));
    let (honest, whole) = (serde_json::to_value(export).unwrap(), essence(export));
    let mut tried = 0;
    for place in (0..).step_by(every.max(1) as usize) {
        let Some((how, forged)) = changed(&honest, place) else { break };
        tried += 1;
        // what cannot be read is refused
        let Ok(forged) = serde_json::from_value::<Export>(forged) else { continue };
        let report = verify(&forged);
        let found = report.faults.len()
            + report.other_rules.len()
            + report.unproven.len()
            + report.notes.len();
        assert!(
            found > 0 || essence(&forged) == whole,
            "{}:{how}, and nobody notices",
            export.system.title()
        );
    }
    tried
}

#[test]
fn whatever_is_changed_in_an_export_is_found_or_harmless() {
    // a stride of one where the run is thorough
    let few = |every: u32| every / times(every, every).max(1);
    let mut tried = nothing_passes(&by_hand_game(), 1);
    tried += nothing_passes(&walked(SystemId::Bag, 25), few(3));
    tried += nothing_passes(&walked(SystemId::DiceGame, 40), few(29));
    tried += nothing_passes(&walked(SystemId::Antares, 30), few(997));
    assert!(tried > 500, "{tried}");
}

/// The last die of the stream shows something else, is said to have been typed, and everything that follows from it is
/// made to fit.
fn with_a_typed_die(export: &Export) -> Export {
    let mut forged = export.clone();
    let at = forged.steps.iter().rposition(|step| !step.dice.is_empty()).unwrap();
    forged.steps.truncate(at + 1);
    let before = history::fold(&forged.steps[..at]).unwrap();
    let (earlier, step) = forged.steps.split_at_mut(at);
    let step = &mut step[0];
    let moment = Moment {
        next_die: history::next_die(earlier),
        undoable: history::undoable(earlier),
        seq: step.seq,
        rules: RulesVersion(1),
    };
    for face in 1.. {
        let last = step.dice.last().copied().unwrap();
        assert!(face <= last.sides, "some other face must do");
        if face == last.face {
            continue;
        }
        let mut rolls = step.dice.clone();
        *rolls.last_mut().unwrap() = Roll { number: None, sides: last.sides, face };
        let mut recorded = Recorded::new(rolls);
        let mut dice = Keeper::new(&mut recorded);
        let action = &step.deed.action;
        let Ok(decided) = table::decide(&before, &step.actor(), action, moment, &mut dice) else {
            continue;
        };
        step.dice = dice.into_rolled();
        step.events = decided.events;
        step.revokes = decided.revokes;
        break;
    }
    forged.record = history::fold(&forged.steps).ok().as_ref().and_then(record);
    forged
}

#[test]
fn a_die_that_is_called_typed_with_everything_made_to_fit_is_found() {
    for system in [SystemId::DiceGame, SystemId::Bag, SystemId::Antares] {
        let export = walked(system, 60);
        let mut forged = with_a_typed_die(&export);
        let report = verify(&forged);
        let found = report.faults.iter().any(|fault| fault.contains("typed"));
        assert!(found, "{}: {:?}", system.title(), report.faults);
        // nor does it help to say that the first rules judged it
        forged.rules_version = RulesVersion(1);
        for step in &mut forged.steps {
            step.deed.rules = RulesVersion(1);
        }
        let report = verify(&forged);
        assert!(
            !report.faults.is_empty() || !report.unproven.is_empty(),
            "{}: typed at a table that does not roll by hand",
            system.title()
        );
    }
}

#[test]
fn a_typed_die_of_somebody_else_and_one_that_was_not_waited_for_are_found() {
    let honest = by_hand_game();
    let typing = honest.steps.iter().position(Step::is_hand_rolled).unwrap();
    let mut by_other = honest.clone();
    by_other.steps[typing].user = gatemaster_rules::ids::UserId(BOB);
    by_other.steps[typing].name = "Bob".into();
    let faults = verify(&by_other).faults;
    assert!(faults.iter().any(|fault| fault.contains("for Ann to roll")), "{faults:?}");

    let mut one_more = honest.clone();
    one_more.steps[typing].dice.push(Roll { number: None, sides: 4, face: 1 });
    assert!(!verify(&one_more).faults.is_empty());

    let mut never_agreed = honest;
    let settled = never_agreed.steps.iter().position(|step| {
        step.events.iter().any(|event| matches!(event, table::Event::HandSettled { .. }))
    });
    never_agreed.steps[settled.unwrap()].deed.action = Action::Keep;
    assert!(!verify(&never_agreed).faults.is_empty());
}

//! What the special words of a result mean, in a few words each.

use gatemaster_rules::antares::event::{Event, Placed, TestKind, Turned};
use gatemaster_rules::antares::flow::Manner;
use gatemaster_rules::antares::shoot::shot_die;
use gatemaster_rules::dice::Roll;
use gatemaster_rules::table::SeenStep;

use super::events_of;

/// A-TST-1
const NEEDS: &str = "≤6: 6 or less on a D10";
/// A-SHT-7, A-SHT-10
const LUCKY: &str = "★ lucky, a 1: always hits";
/// A-SHT-7
const DUD: &str = "✖ dud, a 10: never hits";
/// A-SHT-12
const RES: &str = "Res: the hit bounces off; SV makes that harder";
/// A-ORD-3, A-SHT-6
const PIN: &str = "📌 pin: −1 to shots and tests";
/// A-SHT-9, A-TRN-2
const DOWN: &str = "down: hits are rolled again";
/// A-BRK-1, A-BRK-4
const BREAK: &str = "break test: fail it and go down, or be lost";

/// What the words mean that this step brings into the tale.
pub fn terms(step: &SeenStep) -> Vec<&'static str> {
    events_of(step).iter().flat_map(of).collect()
}

fn of(event: &Event) -> Vec<&'static str> {
    match event {
        Event::Rolled { manner, batches, .. } => {
            let dice = batches.iter().flat_map(|batch| of_dice(&batch.dice, *manner));
            std::iter::once(NEEDS).chain(dice).collect()
        }
        Event::SpotterRerolled { roll, .. } => of_dice(&[*roll], Manner::Fire),
        Event::HitsRerolled { dice, .. } => of_dice(dice, Manner::Fire),
        Event::Resisted(_) => vec![RES],
        Event::Pinned { .. } => vec![PIN],
        Event::DiePlaced { why: Placed::WentDown, .. }
        | Event::DieTurned { why: Turned::WentDown, .. } => vec![DOWN],
        Event::Tested(test) if matches!(test.what, TestKind::Break(_)) => vec![BREAK],
        _ => Vec::new(),
    }
}

/// Whatever was needed, a 1 and a 10 are what they are.
fn of_dice(dice: &[Roll], manner: Manner) -> Vec<&'static str> {
    let fell = dice.iter().map(|roll| shot_die(*roll, 0, manner));
    let words = fell.filter_map(|die| match (die.lucky, die.dud) {
        (true, _) => Some(LUCKY),
        (_, true) => Some(DUD),
        _ => None,
    });
    words.collect()
}

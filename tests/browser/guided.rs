//! The guided first battle on a phone, by presses alone.

use gatemaster_rules::antares::State;
use gatemaster_rules::antares::question::question;
use gatemaster_rules::antares::state::Phase;
use gatemaster_rules::antares::turn::GUIDED_TURNS;
use gatemaster_rules::ids::Seat;
use serde_json::json;

use crate::battle::Watch;
use crate::phone::fits;
use crate::stage::Stage;
use crate::tab::Tab;

/// The newest message that offers anything: its buttons and lists lie within the screen, whole, with the line that says what to do.
const AT_HAND: &str = "const newest = messages('').toReversed()
        .find((message) => all('.components button:not(:disabled), .components select:not(:disabled)', message).length);
    if (!newest) return null;
    const inside = (box) => box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight;
    const controls = all('.components button, .components select', newest);
    const hint = all('p, li, span, div', newest).filter((part) => said(part).includes('💡')).at(-1);
    const seen = (part) => {
      const box = part.getBoundingClientRect();
      const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      return inside(box) && (part.contains(top) || top?.contains(part));
    };
    return controls.every(seen) && (!arguments[0] || (hint && hint.getBoundingClientRect().bottom > 0)) || null";

async fn at_hand(tab: &Tab, guided: bool) {
    tab.until("everything to press is on the screen", AT_HAND, json!([guided])).await;
    fits(tab).await;
}

#[tokio::test]
async fn the_guided_battle_is_played_on_a_phone_by_presses_alone() {
    let mut stage = Stage::open().await;
    let ann = stage.blank("Ann").await;
    ann.is_sized(390, 844, true).await;
    ann.opens("/?as=Ann").await;
    ann.poses("guided-welcome.png").await;
    ann.tries("learn antares").await;
    ann.sees("you play both sides").await;
    let watch = Watch::of(&stage).await;
    let (mut presses, mut idle, mut shots) = (0, 0, 0);
    loop {
        let (seq, state) = watch.state().await;
        if state.phase == Phase::Over {
            break;
        }
        ann.sees_step(seq).await;
        at_hand(&ann, true).await;
        presses += 1;
        if [1, 2, 3, 4, 5, 6].contains(&presses) {
            ann.poses(&format!("guided-{presses}.png")).await;
        }
        assert!(presses < 100, "the battle does not end");
        let asked = state.flow.tasks.last().and_then(|task| question(&state, task));
        let mut steps = 1;
        match (asked, state.phase, state.flow.drawn) {
            (Some(_), ..) | (None, Phase::TurnEnd, _) => ann.presses_what_is_likely().await,
            (None, Phase::Orders, None) => ann.presses("Draw next").await,
            (None, Phase::Orders, Some(seat)) => {
                steps = order(&ann, &state, seat, shots).await;
                shots += u32::from(steps > 1);
            }
            other => panic!("not in this battle: {other:?}"),
        }
        idle = if watch.goes_on_from(seq + steps - 1).await { 0 } else { idle + 1 };
        assert!(idle < 3, "nothing comes of the presses at step {seq}");
    }
    assert!(shots > 0, "somebody has fired");
    let (_, state) = watch.state().await;
    assert!(state.turn <= GUIDED_TURNS, "turn {}", state.turn);
    ann.sees("Order dice lost").await;
    at_hand(&ann, false).await;
    ann.poses("guided-end.png").await;
    ann.presses("Fight a real battle").await;
    ann.sees("Both sides are ready").await;
    at_hand(&ann, false).await;
    ann.poses("guided-real.png").await;
    stage.club.stop_bot().await;
    ann.closes().await;
}

/// Whoever has no pins fires, the others lie low. Gives the number of steps that makes.
async fn order(tab: &Tab, state: &State, seat: Seat, shots: u32) -> u32 {
    let waiting: Vec<_> = state.waiting_for_orders(seat).collect();
    let (_, unit) = waiting.iter().find(|(_, unit)| unit.pins == 0).unwrap_or(&waiting[0]);
    if waiting.len() > 1 {
        tab.picks("Which unit acts?", &unit.name).await;
        tab.sees("Rally").await;
        at_hand(tab, false).await;
    }
    if unit.pins > 0 {
        tab.presses("Down").await;
        return 1;
    }
    let (_, target) = state.living(state.enemy_of(seat)).next().unwrap();
    tab.picks("Fire at", &target.name).await;
    tab.sees("expect").await;
    at_hand(tab, false).await;
    tab.poses(&format!("guided-shot-{shots}.png")).await;
    tab.presses_one_like("Shoot").await;
    2
}

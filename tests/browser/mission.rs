//! AT-43 on two phones: from the welcome through companies and plans to the end of the first round, by presses alone.

use std::sync::Arc;
use std::time::{Duration, Instant};

use gatemaster_commands::desk::Desk;
use gatemaster_rules::at43::flow::Task;
use gatemaster_rules::at43::question::question;
use gatemaster_rules::at43::state::Phase;
use gatemaster_rules::at43::{At43, State, View};
use gatemaster_rules::game;
use gatemaster_rules::ids::Seat;
use gatemaster_rules::system::{System as _, Who};
use serde_json::json;

use crate::phone::fits;
use crate::stage::Stage;
use crate::tab::Tab;

/// More presses than any first round of two ready companies takes.
const MOST: usize = 160;

/// The newest game of the club, looked at beside the running bot.
struct Watch {
    desk: Desk,
    id: String,
}

impl Watch {
    async fn of(stage: &Stage) -> Self {
        let store = stage.club.store().await;
        let home = Some(stage.club.discord.home().id());
        let games = store.games_on(home, gatemaster_store::Filter::default(), 1, 0).await.unwrap();
        let desk = gatemaster_commands::open_desk(store, Arc::clone(&stage.club.clock));
        Self { desk, id: games[0].id.clone() }
    }

    async fn state(&self) -> (u32, View) {
        let game = self.desk.load_any(&self.id).await.unwrap().unwrap();
        match game.table.game {
            Some(game::View::At43(state)) => (game.seq.0, state),
            other => panic!("no game of AT-43: {other:?}"),
        }
    }

    /// Waits until a press has made a step after this one. Only where its button was just being replaced nothing may come of it,
    /// and what stands there now is to be pressed.
    async fn goes_on_from(&self, seq: u32, tab: &Tab) {
        const PATIENCE: Duration = Duration::from_mins(1);
        let begun = Instant::now();
        loop {
            // in this order: a step replaces what was pressed
            let replaced = tab.asks(REPLACED, json!([])).await == json!(true);
            if self.state().await.0 > seq || replaced {
                return;
            }
            assert!(begun.elapsed() < PATIENCE, "nothing comes of the press at step {seq}");
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
    }
}

/// Marks what can be pressed on the newest message that offers anything.
const MARK: &str = "all('[data-offered]').forEach((control) => delete control.dataset.offered);
    const newest = messages('').toReversed()
        .find((message) => all('.components button:not(:disabled), .components select:not(:disabled)', message).length);
    all('.components button, .components select', newest ?? document.body)
        .forEach((control) => { control.dataset.offered = 'yes'; });
    return true";

/// Whether all of that has gone or been drawn anew.
const REPLACED: &str = "return all('[data-offered]').length === 0";

/// Whose decision it is, the first of several.
fn owes(state: &State) -> Seat {
    let seat = At43::open(state).into_iter().find_map(|open| match open.who {
        Who::Seat(seat) => Some(seat),
        Who::AnyPlayer | Who::May(_) => None,
    });
    seat.unwrap_or(Seat(0))
}

/// The newest message that offers anything lies on the screen with all its buttons and lists, and everything can be touched.
const AT_HAND: &str = "const newest = messages('').toReversed()
        .find((message) => all('.components button:not(:disabled), .components select:not(:disabled)', message).length);
    if (!newest) return null;
    const controls = all('.components button, .components select', newest);
    return controls.every((control) => {
      const box = control.getBoundingClientRect();
      return box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight;
    }) || null";

async fn at_hand(tab: &Tab) {
    tab.until("everything to press is on the screen", AT_HAND, json!([])).await;
    fits(tab).await;
}

#[tokio::test]
async fn the_first_round_of_a_mission_is_played_on_phones_by_presses_alone() {
    let mut stage = Stage::open().await;
    let ann = stage.blank("Ann").await;
    let bob = stage.blank("Bob").await;
    for (tab, who) in [(&ann, "Ann"), (&bob, "Bob")] {
        tab.is_sized(390, 844, true).await;
        tab.opens(&format!("/?as={who}")).await;
        tab.sees_bot("connected").await;
    }
    ann.tries("play at-43 with a friend").await;
    ann.sees("Play Blue").await;
    ann.poses("at43-lobby.png").await;
    ann.presses("Play Blue").await;
    bob.sees("Blue (Ann)").await;
    bob.presses("Play Red").await;
    ann.sees("Red (Bob)").await;
    ann.presses("Start").await;
    let watch = Watch::of(&stage).await;
    let (mut presses, mut shots) = (5, 0);
    loop {
        let (seq, state) = watch.state().await;
        if state.round > 1 || state.phase == Phase::Over {
            break;
        }
        let seat = owes(&state);
        let tab = if seat == Seat(0) { &ann } else { &bob };
        tab.sees_step(seq).await;
        // a press may make several steps, and this was one in the middle
        if watch.state().await.0 > seq {
            continue;
        }
        if presses > 5 {
            at_hand(tab).await;
        }
        tab.asks(MARK, json!([])).await;
        presses += act(tab, seq, &state, seat, &mut shots).await;
        assert!(presses < MOST, "the first round does not end");
        watch.goes_on_from(seq, tab).await;
    }
    assert!(shots > 0, "somebody has fired");
    let (seq, state) = watch.state().await;
    assert_eq!(state.round, 2);
    ann.sees_step(seq).await;
    at_hand(&ann).await;
    ann.poses("at43-round-2.png").await;
    bob.presses("My plan…").await;
    bob.sees("Wager").await;
    bob.poses("at43-plan.png").await;
    stage.club.stop_bot().await;
    ann.closes().await;
    bob.closes().await;
}

/// What whoever is asked presses. Gives how many presses it took.
async fn act(tab: &Tab, seq: u32, state: &State, seat: Seat, shots: &mut usize) -> usize {
    let task = state.flow.tasks.last();
    match (task, state.phase) {
        (Some(Task::Act), _) => return acts(tab, seq, state, shots).await,
        (Some(Task::Turn), _) => {
            tab.poses("at43-turn.png").await;
            tab.presses("Play the next card").await;
        }
        (Some(Task::Buy { .. }), _) => tab.presses("Done").await,
        (Some(task), _) => {
            assert!(question(state, task).is_some() || matches!(task, Task::Count), "{task:?}");
            tab.presses_what_is_likely().await;
        }
        (None, Phase::Mustering) => {
            tab.presses("My company…").await;
            tab.sees("Build my own…").await;
            at_hand(tab).await;
            tab.poses("at43-companies.png").await;
            let ready = ["White Stars", "Therian"][seat.index()];
            tab.picks("pick one to lock it", ready).await;
            return 2;
        }
        (None, Phase::Laying) => tab.presses("Agreed").await,
        (None, Phase::Tactical) => tab.presses_one_like("Lock: order of my sheet").await,
        (None, phase) => panic!("nothing to press in {phase:?}"),
    }
    1
}

/// In from the edge; then the first two that can fire do so, and the unit is done.
async fn acts(tab: &Tab, seq: u32, state: &State, shots: &mut usize) -> usize {
    let acting = state.flow.acting.as_ref().unwrap();
    let unit = state.unit(acting.unit).unwrap();
    if acting.must_enter {
        tab.presses_one_like("Move ").await;
        return 1;
    }
    let target = state.enemies_on_field(unit.side).map(|(_, unit)| unit.name.clone()).next();
    if let Some(target) = target.filter(|_| *shots < 2 && acting.fired.is_empty()) {
        *shots += 1;
        tab.picks("Shoot at", &target).await;
        tab.sees("needs hits").await;
        at_hand(tab).await;
        tab.poses(&format!("at43-salvo-{shots}.png")).await;
        tab.presses_one_like("≤").await;
        tab.sees_step(seq + 1).await;
        return 2;
    }
    tab.presses("Done").await;
    1
}

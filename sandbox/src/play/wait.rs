//! Waiting for things to happen, woken by the things themselves.

use std::time::Duration;

use tokio::time::{Instant, timeout_at};

use crate::boxed;
use crate::interactions::{ACKNOWLEDGE, Ack, Interaction};
use crate::state::{Core, State};
use crate::world::Id;

/// How long something is waited for that is sure to come, in real time: on a busy machine everything takes its time.
pub(crate) const PATIENCE: Duration = Duration::from_mins(2);
/// So often those look again who wait for something that wakes nobody.
const BLINK: Duration = Duration::from_millis(20);

/// Waits until the look finds something, or gives up.
pub(crate) async fn until<T>(core: &Core, look: impl Fn(&State) -> Option<T>) -> Option<T> {
    let deadline = Instant::now() + PATIENCE;
    let mut changes = core.changed.subscribe();
    loop {
        changes.mark_unchanged();
        if let Some(found) = look(&core.lock()) {
            return Some(found);
        }
        timeout_at(deadline, changes.changed()).await.ok()?.ok()?;
    }
}

/// Waits until this is so, whatever it is, or gives up.
pub(crate) async fn until_so(so: impl Fn() -> bool) -> bool {
    let deadline = Instant::now() + PATIENCE;
    while !so() {
        if Instant::now() > deadline {
            return false;
        }
        tokio::time::sleep(BLINK).await;
    }
    true
}

/// Waits until an interaction has come to something a person can see, or to nothing.
#[boxed]
pub(crate) async fn settled(core: &Core, interaction: Id) {
    waited_for(core, interaction, |state, found| {
        match (found.settled, found.ack, found.acked_at) {
            (true, ..) => None,
            (false, None, _) => left_to_acknowledge(state, found),
            (false, Some(_), at) => {
                PATIENCE.checked_sub(at.map(|at| at.elapsed()).unwrap_or_default())
            }
        }
    })
    .await;
}

/// Waits until the bot has acknowledged, or can no longer.
#[boxed]
pub(crate) async fn acknowledged(core: &Core, interaction: Id) {
    waited_for(core, interaction, |state, found| match found.ack {
        Some(_) => None,
        None => left_to_acknowledge(state, found),
    })
    .await;
}

fn left_to_acknowledge(state: &State, found: &Interaction) -> Option<Duration> {
    if !state.patient {
        return Duration::try_from(found.born + ACKNOWLEDGE - state.now()).ok();
    }
    let too_late = found.is_too_late(state.now(), true);
    PATIENCE.checked_sub(found.started.elapsed()).filter(|_| !too_late)
}

/// Looks again whenever the interaction or the clock moves on, until `left` gives no more time.
async fn waited_for(
    core: &Core,
    interaction: Id,
    left: impl Fn(&State, &Interaction) -> Option<Duration>,
) {
    let progress =
        core.lock().interactions.get(interaction).map(|found| found.progress.subscribe());
    let Some(mut progress) = progress else { return };
    let mut clock = core.clock.moves();
    loop {
        progress.mark_unchanged();
        clock.mark_unchanged();
        let left = {
            let state = core.lock();
            let Some(found) = state.interactions.get(interaction) else { return };
            left(&state, found)
        };
        let Some(left) = left.filter(|left| !left.is_zero()) else { return };
        tokio::select! {
            changed = progress.changed() => if changed.is_err() { return },
            changed = clock.changed() => if changed.is_err() { return },
            () = tokio::time::sleep(left) => {}
        }
    }
}

/// What is wrong with how an interaction was answered, in words.
pub(crate) fn failure(state: &State, interaction: Id) -> Option<String> {
    let found = state.interactions.get(interaction)?;
    match (found.ack, found.settled) {
        (None, _) => Some("the bot did not respond within 3 seconds".to_owned()),
        (Some(Ack::Deferred), false) => Some("the bot is thinking and never answered".to_owned()),
        _ => None,
    }
}

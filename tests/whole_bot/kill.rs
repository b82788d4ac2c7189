//! `kill -9` at random moments: nothing that was acknowledged is lost, nothing happens twice.

use std::collections::{HashMap, HashSet};
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use gatemaster::tools::replay::replay;
use gatemaster_commands::desk::read_step;
use gatemaster_rules::random_play::Chooser;
use gatemaster_sandbox::{At, Options};
use tokio::task::JoinHandle;

use crate::club::{Club, eventually};
use crate::tools::gatemaster;

const KILLS: usize = 20;

struct Bot(Child);

impl Bot {
    async fn start(club: &Club) -> Bot {
        let mut command = gatemaster(club, &["run", "--log", "error"], true);
        let child = command.stdout(Stdio::null()).stderr(Stdio::inherit()).spawn().unwrap();
        let bot = Bot(child);
        club.discord.bot_ready().await;
        bot
    }

    async fn kill(mut self, club: &Club) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
        club.bot_is_gone().await;
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Draws as fast as it can and notes every die that was shown, with what it was.
async fn keep_drawing(
    person: At,
    acknowledged: Arc<Mutex<Vec<(u64, String)>>>,
    stop: Arc<AtomicBool>,
) {
    while !stop.load(Ordering::Relaxed) {
        let answer = person.slash("/bag draw").await;
        if answer.failed().is_some() || answer.is_private() {
            if answer.failed().is_none() && answer.text().contains("is empty") {
                person.slash("/bag next").await;
            }
            continue;
        }
        let text = answer.text();
        let number =
            text.split("Die ").nth(1).and_then(|t| t.split(' ').next()).unwrap().parse().unwrap();
        let side = if text.contains("🔴 Red!") { "Red" } else { "Blue" };
        acknowledged.lock().unwrap().push((number, side.to_owned()));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn twenty_kills_lose_nothing_and_repeat_nothing() {
    let club = Club::without_bot(Options::for_tests()).await;
    // the clock is moved after each kill; what the dying bot had already sent may arrive after its time
    club.discord.expect_fault("10062");
    let mut bot = Bot::start(&club).await;
    club.ann.at(&club.hall).slash("/bag setup sides:Red 60, Blue 60").await;
    club.bob.at(&club.hall).slash("/game join").await;
    let acknowledged: Arc<Mutex<Vec<(u64, String)>>> = Arc::default();
    let seed = std::env::var("GATEMASTER_SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(20);
    let mut chooser = Chooser::new(seed);

    for kill in 0..KILLS {
        let stop: Arc<AtomicBool> = Arc::default();
        let stream: Vec<_> = [&club.ann, &club.bob]
            .into_iter()
            .map(|person| {
                tokio::spawn(keep_drawing(
                    person.at(&club.hall),
                    Arc::clone(&acknowledged),
                    Arc::clone(&stop),
                ))
            })
            .collect();
        // after a few more dice, at whatever moment of the next ones
        let shown = || acknowledged.lock().unwrap().len();
        let enough = shown() + 2 + chooser.below(6);
        club.discord.until("more dice are shown", || shown() >= enough).await;
        tokio::time::sleep(Duration::from_millis(chooser.below(20) as u64)).await;
        bot.kill(&club).await;
        stop.store(true, Ordering::Relaxed);
        // whoever waits for the dead bot has waited long enough
        eventually("nobody waits any more", async || {
            club.discord.advance(Duration::from_secs(4));
            stream.iter().all(JoinHandle::is_finished).then_some(())
        })
        .await;
        for drawer in stream {
            drawer.await.unwrap();
        }
        bot = Bot::start(&club).await;
        // a button from before the kill still works: it draws, or it brings the fresh board that does
        let fits = |seen: &gatemaster_sandbox::Seen| !seen.private && seen.button("Draw").is_some();
        let old = club.hall.wait_for(fits).await;
        if old.button("Draw").unwrap().disabled {
            club.ann.at(&club.hall).slash("/bag next").await;
            continue;
        }
        let pressed = club.ann.clicks(&old, "Draw").await;
        assert!(pressed.failed().is_none(), "kill {kill}, seed {seed}");
        if pressed.is_private() {
            let fresh = pressed.message();
            if !fresh.button("Draw").unwrap().disabled {
                let drawn = club.ann.clicks(&fresh, "Draw").await;
                let told = drawn.wait_for_messages(2).await;
                assert!(
                    told.iter().any(|m| m.all_text().contains("drew it")),
                    "kill {kill}, seed {seed}"
                );
            }
        }
    }
    drop(bot);

    let store = club.store().await;
    let replayed = replay(&store).await.unwrap();
    assert_eq!(replayed.differences, Vec::<String>::new(), "seed {seed}");
    let id = store.all_game_ids().await.unwrap().remove(0);
    let rows = store.steps(&id).await.unwrap();
    let interactions: HashSet<u64> = rows.iter().filter_map(|row| row.interaction_id).collect();
    assert_eq!(interactions.len(), rows.len(), "seed {seed}: one interaction made two steps");
    let steps: Vec<_> = rows.into_iter().map(|row| read_step(row).unwrap()).collect();
    let stored: HashMap<u64, u32> = steps
        .iter()
        .flat_map(|step| &step.dice)
        .map(|roll| (roll.number.unwrap(), roll.face))
        .collect();
    let acknowledged = acknowledged.lock().unwrap().clone();
    let shown: HashSet<u64> = acknowledged.iter().map(|(number, _)| *number).collect();
    assert_eq!(shown.len(), acknowledged.len(), "seed {seed}: a die was shown twice");
    assert!(
        acknowledged.len() > KILLS,
        "seed {seed}: only {} draws were acknowledged",
        acknowledged.len()
    );
    for (number, side) in &acknowledged {
        assert!(
            stored.contains_key(number),
            "seed {seed}: die {number} ({side}) was shown and then lost"
        );
    }
    store.close().await;
}

//! The clerk: what happens in leagues and campaigns without anybody asking. Games report their end, deadlines pass, books
//! announce in their channel, and once a week there is a digest. Each message is sent once: "begun" is stored before it goes
//! out and "done" after it; a message found begun at a start is looked up in the channel before it is sent again.

pub mod announce;
mod campaigns;
pub mod digest;
mod draft;
mod games;
mod offer;
mod refresh;
mod reopened;
mod tell;

use std::time::Duration;

use gatemaster_league::{Action, Book, League};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::app::{App, Bell};
use crate::boxed;
use crate::desk::Desk;
use crate::ledger::Ledger;
use crate::post::Post;
use crate::post::retries::Retries;
use crate::request::Request;
use crate::trouble::Trouble;

/// How often the clerk looks when nothing hurries it.
const ROUND: Duration = Duration::from_secs(20);
/// What is entered quickly shares a round, and becomes one message instead of five.
const PAUSE: Duration = Duration::from_secs(1);
/// How often leagues are looked through for their digest.
const DIGESTS_EVERY_MS: i64 = 10 * 60 * 1_000;
/// A step's time is taken a moment before it is on the disk; looking back this far misses none.
const LOOK_BACK_MS: i64 = 60_000;

#[derive(Clone, Debug)]
pub struct Clerk {
    desk: Desk,
    ledger: Ledger,
    post: Post,
    bell: Bell,
    retries: Retries,
    tasks: TaskTracker,
    stopping: CancellationToken,
}

impl Clerk {
    /// It comes when the bell of the app is rung.
    pub fn new(app: &App) -> Self {
        Self {
            desk: app.desk.clone(),
            ledger: app.ledger.clone(),
            post: app.post.clone(),
            bell: app.clerk.clone(),
            retries: Retries::default(),
            tasks: TaskTracker::new(),
            stopping: CancellationToken::new(),
        }
    }

    pub fn start(&self) {
        let clerk = self.clone();
        self.tasks.spawn(async move { clerk.go_round().await });
    }

    /// Finishes the round under way.
    #[boxed]
    pub async fn settle(&self) {
        self.stopping.cancel();
        self.tasks.close();
        self.tasks.wait().await;
    }

    async fn go_round(&self) {
        let mut moves = self.desk.clock.moves();
        let mut looked_for_digests = i64::MIN;
        // games that ended before the start were offered then, or are reported by hand
        let mut offers = offer::Offers::since(self.desk.clock.now_ms());
        loop {
            let now = self.desk.clock.now_ms();
            // each for itself: what stops one of them does not stop the others
            // first what goes on, so that its next end counts like a first one
            note("games that go on", self.note_reopened_games().await);
            note("ended games", self.note_games().await);
            note("the passing of time", self.tick(now).await);
            note("offers", self.offer_games(&mut offers, now).await);
            note("announcements", self.tell().await);
            note("posts", self.refresh_posts().await);
            note("shared tables", self.refresh_shared_tables().await);
            if now >= looked_for_digests.saturating_add(DIGESTS_EVERY_MS) {
                looked_for_digests = now;
                note("digests", self.send_digests(now).await);
            }
            tokio::select! {
                () = tokio::time::sleep(ROUND) => {}
                () = self.bell.rung() => tokio::time::sleep(PAUSE).await,
                _ = moves.changed() => {}
                () = self.stopping.cancelled() => return,
            }
        }
    }

    /// Results that nobody objected to come to count, deadlines draw near and pass.
    async fn tick(&self, now: i64) -> Result<(), Trouble> {
        for book in self.desk.store.books_awake(now).await? {
            if self.stopping.is_cancelled() {
                return Ok(());
            }
            // campaigns have nothing that comes due
            if book.kind != League::KIND || self.retries.waits(&book.id) {
                continue;
            }
            let request = Request::by_the_bot(book.guild_id, 0);
            match self.ledger.write::<League>(&request, &book.id, |_| Ok(Action::Tick)).await {
                // refused where somebody was faster, and nothing is due any more
                Ok(_) => {}
                Err(trouble) if trouble.is_refusal() => {}
                Err(fault) => self.put_off(&book.id, &fault),
            }
        }
        Ok(())
    }

    /// A book that cannot be read or told now is left alone for a while; the others go on.
    fn put_off(&self, name: &str, trouble: &Trouble) {
        tracing::warn!(name, trouble = trouble.in_short(), "a book has to wait");
        self.retries.postpone(name);
    }
}

fn note(part: &str, done: Result<(), Trouble>) {
    if let Err(trouble) = done {
        tracing::warn!(part, trouble = trouble.in_short(), "the clerk stumbled; trying again");
    }
}

/// What an announcement is recognised by in its channel: the last entry that it tells.
pub(crate) fn mark(kind: &str, book: &str, seq: u32) -> String {
    format!("-# {kind} {book} · entry {seq}")
}

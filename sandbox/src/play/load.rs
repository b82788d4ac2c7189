//! The same command many times, with as little of our own work as possible.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::watch;

use crate::boxed;
use crate::state::Core;
use crate::world::Id;

/// A command line understood once. Clone it into as many tasks as wanted.
#[derive(Clone, Debug)]
pub struct Raw {
    core: Arc<Core>,
    user: Id,
    channel: Id,
    name: Arc<str>,
    template: Arc<[String; 3]>,
}

impl Raw {
    pub(crate) fn prepare(
        core: &Arc<Core>,
        user: Id,
        channel: Id,
        line: &str,
    ) -> Result<Self, String> {
        let mut state = core.lock();
        let prepared = state.prepare(user, channel, line, Vec::new(), false)?;
        let template = state.command_template(user, channel, &prepared)?;
        drop(state);
        Ok(Self {
            core: Arc::clone(core),
            user,
            channel,
            name: prepared.name.into(),
            template: Arc::new(template),
        })
    }

    /// Runs it and tells how long the bot took until its acknowledgement was carried out; `None` if it took longer
    /// than `patience`.
    #[boxed]
    pub async fn run(&self, patience: Duration) -> Option<Duration> {
        let began = Instant::now();
        let (interaction, mut progress) = self.begin()?;
        tokio::time::timeout(patience, progress.changed()).await.ok()?.ok()?;
        let acked = self.core.lock().interactions.get(interaction)?.acked_at?;
        Some(acked.saturating_duration_since(began))
    }

    /// Like [`Self::run`], and gives the text of the answer.
    #[boxed]
    pub async fn run_and_read(&self, patience: Duration) -> Option<(Duration, String)> {
        let began = Instant::now();
        let (interaction, mut progress) = self.begin()?;
        let deadline = tokio::time::Instant::now() + patience;
        loop {
            tokio::time::timeout_at(deadline, progress.changed()).await.ok()?.ok()?;
            let state = self.core.lock();
            let found = state.interactions.get(interaction)?;
            if found.settled {
                let text = found
                    .messages
                    .first()
                    .and_then(|id| state.world.message(self.channel, *id))
                    .map(|message| message.content.clone());
                return Some((began.elapsed(), text.unwrap_or_default()));
            }
        }
    }

    /// Sends it to the bot; the receiver hears of every change to it.
    fn begin(&self) -> Option<(Id, watch::Receiver<()>)> {
        let mut state = self.core.lock();
        let interaction =
            state.start_from_template(self.user, self.channel, &self.name, &self.template);
        Some((interaction, state.interactions.get(interaction)?.progress.subscribe()))
    }
}

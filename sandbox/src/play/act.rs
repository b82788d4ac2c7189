//! Something a person does with the bot. Await it for the answer.

use std::future::{Future, IntoFuture};
use std::pin::Pin;
use std::sync::Arc;

use serde_json::Value;

use super::answer::Answer;
use super::wait;
use crate::boxed;
use crate::interact::line::Filled;
use crate::interact::options::GivenFile;
use crate::limits::message::Upload;
use crate::state::Core;
use crate::world::Id;

#[derive(Clone, Debug)]
pub(crate) enum Deed {
    Slash {
        channel: Id,
        line: String,
    },
    /// A command whose options came one by one.
    Filled {
        channel: Id,
        filled: Filled,
    },
    Menu {
        channel: Id,
        name: String,
        kind: u8,
        target: Id,
    },
    Component {
        channel: Id,
        message: Id,
        custom_id: Result<String, String>,
        picks: Option<Vec<String>>,
        /// The message as it was when the person looked, for a press that comes too late.
        as_seen: Option<Box<Value>>,
    },
    Modal {
        opened_by: Id,
        values: Vec<(String, String)>,
    },
}

/// A deed about to be done. `.await` does it and waits for the bot's answer.
///
/// # Panics
/// Awaiting panics where Discord would not have let the person do it (no such command, a required option is
/// missing, the button is disabled, …). [`Act::attempt`] gives the reason back instead.
#[derive(Clone, Debug)]
#[must_use = "nothing happens until it is awaited"]
pub struct Act {
    pub(crate) core: Arc<Core>,
    pub(crate) user: Id,
    pub(crate) deed: Deed,
    pub(crate) files: Vec<GivenFile>,
}

impl Act {
    pub(crate) fn new(core: &Arc<Core>, user: Id, deed: Deed) -> Self {
        Self { core: Arc::clone(core), user, deed, files: Vec::new() }
    }

    /// Gives a file to an attachment option of the command.
    pub fn with_file(mut self, option: &str, filename: &str, bytes: impl Into<Vec<u8>>) -> Self {
        let upload = Upload {
            slot: 0,
            filename: filename.to_owned(),
            content_type: None,
            bytes: bytes.into().into(),
        };
        self.files.push(GivenFile { option: option.to_owned(), upload });
        self
    }

    /// Does it without waiting for the bot.
    pub fn start(self) -> Result<Answer, String> {
        let Self { core, user, deed, files } = self;
        let interaction = {
            let mut state = core.lock();
            match deed {
                Deed::Slash { channel, line } => {
                    let prepared = state.prepare(user, channel, &line, files, false)?;
                    state.start_command(user, channel, &prepared)?
                }
                Deed::Filled { channel, filled } => {
                    let prepared = state.prepare_filled(user, channel, &filled, files)?;
                    state.start_command(user, channel, &prepared)?
                }
                Deed::Menu { channel, name, kind, target } => {
                    let prepared = state.prepare_menu(user, channel, &name, kind, target)?;
                    state.start_command(user, channel, &prepared)?
                }
                Deed::Component { channel, message, custom_id, picks, as_seen } => state
                    .start_component(
                        user,
                        channel,
                        message,
                        &custom_id?,
                        picks.as_deref(),
                        as_seen.as_deref(),
                    )?,
                Deed::Modal { opened_by, values } => state.start_modal(user, opened_by, &values)?,
            }
        };
        Ok(Answer { core, interaction, user })
    }

    /// Does it and waits for the answer, or says why it cannot be done.
    #[boxed]
    pub async fn attempt(self) -> Result<Answer, String> {
        let answer = self.start()?;
        wait::settled(&answer.core, answer.interaction).await;
        Ok(answer)
    }
}

impl IntoFuture for Act {
    type Output = Answer;
    type IntoFuture = Pin<Box<dyn Future<Output = Answer> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move {
            let name = self.core.lock().world.name_of(self.user);
            match self.attempt().await {
                Ok(answer) => answer,
                Err(reason) => panic!("{name} cannot do that: {reason}"),
            }
        })
    }
}

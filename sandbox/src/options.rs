//! How a sandbox is started.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use rand::RngExt as _;

/// What a sandbox is told at its start. [`Options::default`] is a lenient sandbox in memory on a free port.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where to listen; anything but loopback is refused. Port 0 takes a free one.
    pub addr: SocketAddr,
    /// Where the world is kept between runs; `None` keeps it in memory only.
    pub state_file: Option<PathBuf>,
    /// The bot token that is accepted, for a bot that was told it beforehand; else it is another one at each start, so that
    /// nobody can know it who was not given it.
    pub token: Option<String>,
    /// Also listen with TLS as `discord.com` (feature `tls`).
    pub tls: bool,
    /// Panic when the last handle is dropped and a bot request was refused unexpectedly.
    pub strict: bool,
    /// Real time makes no answer late, only the clock that a test moves: that a machine is busy is not the bot's fault.
    pub patient: bool,
    /// Discord's API description to check bodies against (feature `openapi`); `None` looks in the usual place.
    pub openapi: Option<PathBuf>,
    /// Messages kept in each channel; the oldest are forgotten first.
    pub history: usize,
    /// Gateway events kept for a session that may resume.
    pub backlog: usize,
    /// Largest attachment in bytes.
    pub attachment_limit: usize,
    /// Privileged intents the application has not been granted; asking for them closes with 4014.
    pub disallowed_intents: u64,
    /// How often the bot is asked to send a heartbeat, in milliseconds.
    pub heartbeat_ms: u64,
    /// Things to try that the page offers to a newcomer.
    pub welcome: Vec<Try>,
}

/// One thing to try, a click away on the page's welcome.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Try {
    /// What stands on the button.
    pub title: String,
    /// What it does, in a sentence.
    pub text: String,
    /// The slash command that the click runs; left out by the page while the bot does not know it.
    pub line: String,
    /// What to do next.
    pub then: String,
}

/// A token that nobody can guess, shaped like a real one: the application, and a secret of this start.
pub(crate) fn random_token() -> String {
    let [one, two]: [u128; 2] = rand::rng().random();
    format!("MTAwMDAwMDAwMDAwMDAwMDAw.Sandbx.{one:032x}{two:032x}")
}

impl Default for Options {
    fn default() -> Self {
        Self {
            addr: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            state_file: None,
            token: None,
            tls: false,
            strict: false,
            patient: false,
            openapi: None,
            history: 10_000,
            backlog: 5_000,
            attachment_limit: 10 * 1024 * 1024,
            disallowed_intents: 0,
            heartbeat_ms: 41_250,
            welcome: Vec::new(),
        }
    }
}

impl Options {
    /// Strict, patient, in memory, on a free port.
    pub fn for_tests() -> Self {
        Self { strict: true, patient: true, ..Self::default() }
    }

    #[must_use]
    pub fn with_tls(mut self) -> Self {
        self.tls = true;
        self
    }

    #[must_use]
    pub fn kept_in(mut self, path: impl Into<PathBuf>) -> Self {
        self.state_file = Some(path.into());
        self
    }
}

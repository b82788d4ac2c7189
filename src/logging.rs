//! The log: one line an event on standard error. Libraries may only warn; at their chattier levels they would print
//! addresses with tokens in them.

use std::io::IsTerminal as _;

use tracing::Level;
use tracing_subscriber::EnvFilter;

/// What is logged at this level, and what of the libraries is not.
pub fn filter(level: Level) -> EnvFilter {
    let level = level.to_string().to_lowercase();
    let filter = format!(
        "warn,serenity=error,gatemaster={level},gatemaster_commands={level},gatemaster_discord={level},gatemaster_store={level},\
         gatemaster_sandbox={level},gatemaster_web={level}"
    );
    EnvFilter::try_new(filter).unwrap_or_else(|_| EnvFilter::new("warn"))
}

pub fn start(level: Level) {
    let subscriber = tracing_subscriber::fmt()
        .with_env_filter(filter(level))
        .with_writer(std::io::stderr)
        // a log that cannot be written, on a full disk say, must not stop the work it tells of
        .log_internal_errors(false)
        .with_ansi(std::io::stderr().is_terminal());
    // a second start happens only in tests, where the first one serves as well
    let _ = subscriber.with_target(false).try_init();
}

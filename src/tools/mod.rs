//! What an operator does besides running the bot.

pub mod backup;
pub mod doctor;
pub mod export;
pub mod replay;
pub mod units;
pub mod verify;

use std::process::ExitCode;

use anyhow::bail;
use gatemaster_store::{Store, path_of};

/// What checking games against the rules came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    Clean,
    /// Some steps were judged by other rules than these, and come out otherwise now: neither proved nor forged.
    OtherRules,
    Faults,
}

impl Finding {
    pub fn new(faults: usize, other_rules: usize) -> Self {
        match (faults, other_rules) {
            (0, 0) => Self::Clean,
            (0, _) => Self::OtherRules,
            _ => Self::Faults,
        }
    }
}

/// For scripts: other rules are told from faults.
impl From<Finding> for ExitCode {
    fn from(finding: Finding) -> Self {
        match finding {
            Finding::Clean => ExitCode::SUCCESS,
            Finding::Faults => ExitCode::FAILURE,
            Finding::OtherRules => ExitCode::from(3),
        }
    }
}

/// Opens a database that must exist already, for looking only: nothing is created, nothing migrated.
async fn look(url: &str) -> anyhow::Result<Store> {
    let path = path_of(url)?;
    if !std::path::Path::new(path).exists() {
        bail!("There is no database at {path}. Name it with --database-url or DATABASE_URL.");
    }
    eprintln!("Database: {path}");
    Ok(Store::look(url).await?)
}

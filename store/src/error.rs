//! What can go wrong, in sentences for the operator.

use std::path::PathBuf;

/// Cloneable, because one failed transaction fails everybody who waited for it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    #[error(
        "The database address {0:?} is not understood. Write it as sqlite:path/to/gatemaster.db"
    )]
    Address(String),
    #[error(
        "The database {path} cannot be written: {reason}. Check that its folder exists, belongs to the account \
         Gatemaster runs under, and is not read-only."
    )]
    NotWritable { path: String, reason: String },
    #[error(
        "The database {path} was written by a newer Gatemaster (schema {found}; this one knows up to {known}). \
         Start the newer version again, or restore a backup made before the update."
    )]
    Newer { path: String, found: i64, known: i64 },
    #[error(
        "The database was last used by an older Gatemaster (schema {found}, this one knows {known}). Start the bot once, \
         so that it is brought up to date; a backup can be made before."
    )]
    Older { found: i64, known: i64 },
    #[error(
        "Schema {version} of the database {path} is not the one this Gatemaster brings. It was made by a build from \
         other sources; start that build, or restore a backup."
    )]
    OtherSchema { path: String, version: i64 },
    #[error("The file {0} is the database of another program. Choose another file for Gatemaster.")]
    Foreign(String),
    #[error(
        "The database is damaged or is not a database at all ({0}). Stop Gatemaster and restore the last backup."
    )]
    Damaged(String),
    #[error("The database is locked by another program and stayed so ({0}). Nothing was written.")]
    Busy(String),
    #[error("The disk of the database is full ({0}). Nothing was written.")]
    Full(String),
    #[error("The disk of the database reports an error ({0}). Nothing was written.")]
    Disk(String),
    #[error("{what} is {bytes} bytes long; at most {most} are stored.")]
    TooLarge { what: &'static str, bytes: usize, most: usize },
    #[error("There is no game {0:?} in the database.")]
    NoSuchGame(String),
    /// The caller asked for something that would break the data.
    #[error("Refused: {0}")]
    Refused(String),
    #[error("The file {0} exists already; a backup never overwrites a file.")]
    BackupExists(PathBuf),
    #[error("The backup could not be written to {path}: {reason}")]
    Backup { path: PathBuf, reason: String },
    #[error("The database is closed.")]
    Closed,
    #[error("The database reports: {0}")]
    Other(String),
}

/// Primary result codes of `SQLite`, <https://www.sqlite.org/rescode.html>.
mod code {
    pub const ERROR: i32 = 1;
    pub const BUSY: i32 = 5;
    pub const LOCKED: i32 = 6;
    pub const READONLY: i32 = 8;
    pub const IOERR: i32 = 10;
    pub const CORRUPT: i32 = 11;
    pub const FULL: i32 = 13;
    pub const CANTOPEN: i32 = 14;
    pub const TOOBIG: i32 = 18;
    pub const CONSTRAINT: i32 = 19;
    pub const MISMATCH: i32 = 20;
    pub const RANGE: i32 = 25;
    pub const NOTADB: i32 = 26;
}

fn primary_code(error: &sqlx::Error) -> Option<i32> {
    let extended: i32 = error.as_database_error()?.code()?.parse().ok()?;
    Some(extended & 0xff)
}

/// Whether the statement undid only itself and its transaction goes on. Errors of the disk or of memory may have
/// undone the transaction too, <https://www.sqlite.org/lang_transaction.html>.
pub(crate) fn blames_one_request(error: &sqlx::Error) -> bool {
    match primary_code(error) {
        Some(code) => {
            matches!(
                code,
                code::CONSTRAINT | code::TOOBIG | code::MISMATCH | code::RANGE | code::ERROR
            )
        }
        None => matches!(error, sqlx::Error::Encode(_)),
    }
}

/// An inbox said so; see the migrations.
pub(crate) fn was_not_taken(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(|error| error.message() == "not taken")
}

pub(crate) fn is_unique_violation(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(sqlx::error::DatabaseError::is_unique_violation)
}

/// At start an unusable file is a matter of its place and its rights.
pub(crate) fn while_opening(path: &str, error: &sqlx::Error) -> StoreError {
    let reason = match (primary_code(error), error) {
        (Some(code::CANTOPEN), _) => "the file cannot be opened or created".to_owned(),
        (Some(code::READONLY), _) => "it is read-only".to_owned(),
        (None, sqlx::Error::Io(io)) => io.to_string(),
        _ => return error.into(),
    };
    StoreError::NotWritable { path: path.to_owned(), reason }
}

impl From<&sqlx::Error> for StoreError {
    fn from(error: &sqlx::Error) -> Self {
        let detail = error.to_string();
        match primary_code(error) {
            Some(code::BUSY | code::LOCKED) => Self::Busy(detail),
            Some(code::FULL) => Self::Full(detail),
            Some(code::IOERR | code::READONLY | code::CANTOPEN) => Self::Disk(detail),
            Some(code::CORRUPT | code::NOTADB) => Self::Damaged(detail),
            Some(_) => Self::Other(detail),
            None => match error {
                sqlx::Error::Decode(_) | sqlx::Error::ColumnDecode { .. } => Self::Damaged(detail),
                sqlx::Error::PoolTimedOut => Self::Busy("no reader became free in time".to_owned()),
                sqlx::Error::PoolClosed => Self::Closed,
                sqlx::Error::Io(_) => Self::Disk(detail),
                _ => Self::Other(detail),
            },
        }
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        Self::from(&error)
    }
}

//! Opening and closing: the file, its settings, its schema.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, SqliteConnection, SqlitePool};
use tokio::sync::{mpsc, oneshot};

use crate::boxed;
use crate::error::while_opening;
use crate::writer::{self, Request, Writer};
use crate::{Store, StoreError};

static MIGRATIONS: Migrator = sqlx::migrate!("../migrations");

const READERS: u32 = 4;

/// What tests and measurements vary; everybody else gets the default.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tuning {
    pub busy_timeout: Duration,
    pub synchronous: SqliteSynchronous,
}

impl Default for Tuning {
    fn default() -> Self {
        Self { busy_timeout: Duration::from_secs(5), synchronous: SqliteSynchronous::Full }
    }
}

impl Store {
    /// Opens `sqlite:path` (or `sqlite://path`), creates what is missing and brings the schema up to date.
    #[boxed]
    pub async fn open(url: &str) -> Result<Self, StoreError> {
        Self::open_tuned(url, Tuning::default()).await
    }

    pub(crate) async fn open_tuned(url: &str, tuning: Tuning) -> Result<Self, StoreError> {
        let path = path_of(url)?;
        create_folder(path)?;
        create_private_file(path);

        let common = common_options(path, tuning);
        let writing = common
            .clone()
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(tuning.synchronous)
            .foreign_keys(true)
            // The writer copies the log back while nobody waits; only a long rush without a pause reaches this.
            .pragma("wal_autocheckpoint", "8000")
            .pragma("journal_size_limit", "67108864");

        let mut connection =
            writing.connect().await.map_err(|error| while_opening(path, &error))?;
        prepare_schema(path, &mut connection).await?;

        let readers = readers(path, common).await?;

        let commits = Arc::new(AtomicU64::new(0));
        let (requests, queue) = mpsc::channel(writer::QUEUE);
        tokio::spawn(Writer::new(connection, writing, Arc::clone(&commits)).run(queue));
        Ok(Self { requests, readers, commits })
    }

    /// Opens a database that exists, for looking only: nothing is created, changed or brought up to date, and every
    /// write gets [`StoreError::Closed`].
    #[boxed]
    pub async fn look(url: &str) -> Result<Self, StoreError> {
        let path = path_of(url)?;
        let readers = readers(path, common_options(path, Tuning::default())).await?;
        let ours: i64 = sqlx::query_scalar(
            "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = '_sqlx_migrations'",
        )
        .fetch_one(&readers)
        .await
        .map_err(|error| while_opening(path, &error))?;
        if ours == 0 {
            return Err(StoreError::Foreign(path.to_owned()));
        }
        // nobody listens at the other end
        let (requests, _) = mpsc::channel(1);
        Ok(Self { requests, readers, commits: Arc::default() })
    }

    /// Whether the games in it can be read: an older database must be brought up to date first, which looking does not.
    #[boxed]
    pub async fn is_current(&self) -> Result<(), StoreError> {
        let found: i64 =
            sqlx::query_scalar("SELECT coalesce(max(version), 0) FROM _sqlx_migrations")
                .fetch_one(&self.readers)
                .await?;
        let known = MIGRATIONS.iter().map(|migration| migration.version).max().unwrap_or(0);
        if found < known { Err(StoreError::Older { found, known }) } else { Ok(()) }
    }

    /// Finishes the writes that wait, copies the log into the file and closes it. Later calls get
    /// [`StoreError::Closed`].
    #[boxed]
    pub async fn close(&self) {
        // Readers first: the last connection to leave tidies the log away, and a read-only one cannot.
        self.readers.close().await;
        let (answer, closed) = oneshot::channel();
        if self.requests.send(Request::Close(answer)).await.is_ok() {
            let _ = closed.await;
        }
    }
}

fn common_options(path: &str, tuning: Tuning) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .busy_timeout(tuning.busy_timeout)
        .statement_cache_capacity(64)
}

async fn readers(path: &str, common: SqliteConnectOptions) -> Result<SqlitePool, StoreError> {
    SqlitePoolOptions::new()
        .max_connections(READERS)
        .min_connections(1)
        .acquire_timeout(Duration::from_secs(5))
        // A local file does not hang up; asking before each use would double the way to the worker thread.
        .test_before_acquire(false)
        .idle_timeout(None)
        .max_lifetime(None)
        .connect_with(common.read_only(true))
        .await
        .map_err(|error| while_opening(path, &error))
}

/// The database holds the seeds of games in play, so nobody else on the machine reads it. Where this fails, opening it
/// says why.
fn create_private_file(path: &str) {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let _ = options.open(path);
}

/// The file that a database address names.
pub fn path_of(url: &str) -> Result<&str, StoreError> {
    let path = url.strip_prefix("sqlite://").or_else(|| url.strip_prefix("sqlite:"));
    match path {
        // A database in memory would be lost at the next start, and its readers would each see another one.
        Some(path) if !path.is_empty() && !path.starts_with(":memory:") && !path.contains('\0') => {
            Ok(path)
        }
        _ => Err(StoreError::Address(url.to_owned())),
    }
}

fn create_folder(path: &str) -> Result<(), StoreError> {
    let refused = |reason: String| StoreError::NotWritable { path: path.to_owned(), reason };
    if let Some(folder) = Path::new(path).parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(|error| refused(error.to_string()))?;
    }
    if Path::new(path).is_dir() {
        return Err(refused("it is a folder".to_owned()));
    }
    Ok(())
}

async fn prepare_schema(path: &str, connection: &mut SqliteConnection) -> Result<(), StoreError> {
    // SQLite opens a write-protected file without complaint, for reading; only a trial tells.
    sqlx::raw_sql("BEGIN IMMEDIATE; CREATE TABLE trial_write (x); ROLLBACK")
        .execute(&mut *connection)
        .await
        .map_err(|error| while_opening(path, &error))?;

    let (tables, ours): (i64, i64) = sqlx::query_as(
        "SELECT count(*), coalesce(sum(name = '_sqlx_migrations'), 0) FROM sqlite_schema WHERE type = 'table'",
    )
    .fetch_one(&mut *connection)
    .await?;
    if tables > 0 && ours == 0 {
        return Err(StoreError::Foreign(path.to_owned()));
    }

    // Not `run`: the future of that one may not move between threads.
    MIGRATIONS.run_direct(None, connection, false).await.map_err(|error| in_words(path, error))
}

fn in_words(path: &str, error: MigrateError) -> StoreError {
    let path = path.to_owned();
    let known = MIGRATIONS.iter().map(|migration| migration.version).max().unwrap_or(0);
    match error {
        MigrateError::VersionMissing(found) if found > known => {
            StoreError::Newer { path, found, known }
        }
        MigrateError::VersionMissing(version) | MigrateError::VersionMismatch(version) => {
            StoreError::OtherSchema { path, version }
        }
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => {
            while_opening(&path, &error)
        }
        other => StoreError::Other(other.to_string()),
    }
}

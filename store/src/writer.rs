//! The one writer: takes what is waiting into one transaction and answers after the commit.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;
use tracing::warn;

use crate::change::Change;
use crate::{Store, StoreError};

/// How many requests may wait before callers wait to be let in.
pub(crate) const QUEUE: usize = 1024;
/// How many requests share one commit at most, so that the first of them does not wait too long.
const GROUP: usize = 256;
/// A pause this long lets the writer copy the log back into the file.
const PAUSE: Duration = Duration::from_millis(500);
/// Commits after which a pause is used for that; each leaves about ten pages in the log.
const COMMITS_PER_CHECKPOINT: u32 = 50;

/// What comes in by the queue.
pub(crate) enum Request {
    Change(Box<dyn Waiting>),
    Close(oneshot::Sender<()>),
}

/// A change in the queue, whatever it is about.
pub(crate) trait Waiting: Send {
    fn is_one_statement(&self) -> bool;

    /// Keeps the result until the commit.
    fn run<'a>(&'a mut self, connection: &'a mut SqliteConnection) -> Running<'a>;

    fn finish(self: Box<Self>, failure: Option<StoreError>);
}

/// Boxed, because the changes of one queue are of many types; that costs little beside a hop to the database.
pub(crate) type Running<'a> = Pin<Box<dyn Future<Output = Result<(), sqlx::Error>> + Send + 'a>>;

/// One change, its result until the commit, and who waits for it.
struct Job<C: Change> {
    change: C,
    outcome: Option<Result<C::Outcome, StoreError>>,
    answer: oneshot::Sender<Result<C::Outcome, StoreError>>,
}

impl<C: Change> Waiting for Job<C> {
    fn is_one_statement(&self) -> bool {
        self.change.is_one_statement()
    }

    fn run<'a>(&'a mut self, connection: &'a mut SqliteConnection) -> Running<'a> {
        Box::pin(async move {
            self.outcome = Some(self.change.run(connection).await?);
            Ok(())
        })
    }

    fn finish(self: Box<Self>, failure: Option<StoreError>) {
        let outcome = match (failure, self.outcome) {
            (None, Some(outcome)) => outcome,
            (Some(failure), _) => Err(failure),
            (None, None) => Err(StoreError::Other("a request was not run".to_owned())),
        };
        // Whoever asked may have given up waiting; the change stands all the same.
        let _ = self.answer.send(outcome);
    }
}

pub(crate) struct Writer {
    /// Nothing after an error that leaves its condition in doubt; the next group opens a new one.
    connection: Option<SqliteConnection>,
    options: SqliteConnectOptions,
    commits: Arc<AtomicU64>,
    commits_since_checkpoint: u32,
}

impl Writer {
    pub(crate) fn new(
        connection: SqliteConnection,
        options: SqliteConnectOptions,
        commits: Arc<AtomicU64>,
    ) -> Self {
        Self { connection: Some(connection), options, commits, commits_since_checkpoint: 0 }
    }

    pub(crate) async fn run(mut self, mut waiting: mpsc::Receiver<Request>) {
        let mut group = Vec::with_capacity(GROUP);
        let mut closers = Vec::new();
        loop {
            let received = if self.commits_since_checkpoint < COMMITS_PER_CHECKPOINT {
                waiting.recv_many(&mut group, GROUP).await
            } else if let Ok(received) = timeout(PAUSE, waiting.recv_many(&mut group, GROUP)).await
            {
                received
            } else {
                self.checkpoint("PRAGMA wal_checkpoint(PASSIVE)").await;
                continue;
            };
            if received == 0 {
                break;
            }
            let mut changes = Vec::with_capacity(received);
            for request in group.drain(..) {
                match request {
                    Request::Change(change) => changes.push(change),
                    Request::Close(answer) => {
                        // What is in the queue already is still written; nobody new gets in.
                        waiting.close();
                        closers.push(answer);
                    }
                }
            }
            self.write(changes).await;
        }
        self.checkpoint("PRAGMA wal_checkpoint(TRUNCATE)").await;
        self.hang_up().await;
        for answer in closers {
            let _ = answer.send(());
        }
    }

    async fn write(&mut self, mut group: Vec<Box<dyn Waiting>>) {
        if group.is_empty() {
            return;
        }
        let failure = match self.commit(&mut group).await {
            Ok(()) => None,
            Err(error) => {
                self.hang_up().await;
                Some(StoreError::from(error))
            }
        };
        for change in group {
            change.finish(failure.clone());
        }
    }

    async fn commit(&mut self, group: &mut [Box<dyn Waiting>]) -> Result<(), sqlx::Error> {
        let connection = self.connection().await?;
        if let [change] = group
            && change.is_one_statement()
        {
            // A single change is a transaction by itself.
            change.run(connection).await?;
        } else {
            sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut *connection).await?;
            for change in group {
                change.run(connection).await?;
            }
            sqlx::raw_sql("COMMIT").execute(connection).await?;
        }
        self.commits.fetch_add(1, Ordering::Relaxed);
        self.commits_since_checkpoint += 1;
        Ok(())
    }

    /// Closing the connection undoes what it had begun, whatever state it is in.
    async fn hang_up(&mut self) {
        if let Some(connection) = self.connection.take() {
            let _ = connection.close().await;
        }
    }

    async fn connection(&mut self) -> Result<&mut SqliteConnection, sqlx::Error> {
        let connection = match self.connection.take() {
            Some(connection) => connection,
            // A file that has vanished is an error, not a reason to begin an empty one.
            None => self.options.clone().create_if_missing(false).connect().await?,
        };
        Ok(self.connection.insert(connection))
    }

    async fn checkpoint(&mut self, text: &'static str) {
        self.commits_since_checkpoint = 0;
        if let Some(connection) = &mut self.connection
            && let Err(error) = sqlx::raw_sql(text).execute(connection).await
        {
            // The log only stays longer; nothing is lost.
            warn!(%error, "the log could not be copied into the database");
        }
    }
}

impl Store {
    /// Hands a change to the writer and waits until it is on the disk, or has failed.
    pub(crate) async fn ask<C: Change>(&self, change: C) -> Result<C::Outcome, StoreError> {
        let (answer, answered) = oneshot::channel();
        let job = Box::new(Job { change, outcome: None, answer });
        self.requests.send(Request::Change(job)).await.map_err(|_| StoreError::Closed)?;
        answered.await.map_err(|_| StoreError::Closed)?
    }
}

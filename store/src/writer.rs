//! The one writer: takes what is waiting into one transaction and answers after the commit.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;
use tracing::warn;

use crate::books::{self, BookRewriting, Entered, NewEntry};
use crate::forget::{self, Rewriting};
use crate::model::{Appended, Board, Created, NewGame, NewStep, Scope};
use crate::rolls::{self, NewRoll, RollTaken};
use crate::statement::{self, Statement};
use crate::write;
use crate::{Store, StoreError};

/// How many requests may wait before callers wait to be let in.
pub(crate) const QUEUE: usize = 1024;
/// How many requests share one commit at most, so that the first of them does not wait too long.
const GROUP: usize = 256;
/// A pause this long lets the writer copy the log back into the file.
const PAUSE: Duration = Duration::from_millis(500);
/// Commits after which a pause is used for that; each leaves about ten pages in the log.
const COMMITS_PER_CHECKPOINT: u32 = 50;

/// The largest text stored; states are some tens of kilobytes.
const LARGEST_TEXT: usize = 16 << 20;

#[derive(Debug)]
pub(crate) enum Request {
    Create(Job<NewGame, Created>),
    Append(Job<NewStep, Appended>),
    Board(Job<(String, Option<Board>), ()>),
    Setting(Job<(Scope, String, Option<String>), ()>),
    Roll(Job<NewRoll, RollTaken>),
    Plain(Job<Vec<Statement>, u64>),
    Rewrite(Job<Rewriting, ()>),
    Enter(Job<NewEntry, Entered>),
    RewriteBook(Job<BookRewriting, ()>),
    Close(oneshot::Sender<()>),
}

/// One change, its result until the commit, and who waits for it.
#[derive(Debug)]
pub(crate) struct Job<I, O> {
    input: I,
    outcome: Option<Result<O, StoreError>>,
    answer: oneshot::Sender<Result<O, StoreError>>,
}

impl<I, O> Job<I, O> {
    fn finish(self, failure: Option<StoreError>) {
        let outcome = match (failure, self.outcome) {
            (None, Some(outcome)) => outcome,
            (Some(failure), _) => Err(failure),
            (None, None) => Err(StoreError::Other("a request was not run".to_owned())),
        };
        // Whoever asked may have given up waiting; the change stands all the same.
        let _ = self.answer.send(outcome);
    }
}

impl Request {
    /// Whether it needs no transaction around it.
    fn is_one_statement(&self) -> bool {
        match self {
            Self::Create(_)
            | Self::Append(_)
            | Self::Board(_)
            | Self::Setting(_)
            | Self::Roll(_)
            | Self::Close(_) => true,
            Self::Plain(job) => job.input.len() <= 1,
            Self::Rewrite(_) | Self::Enter(_) | Self::RewriteBook(_) => false,
        }
    }

    /// Keeps the result until the commit.
    async fn run(&mut self, connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
        match self {
            Self::Create(job) => job.outcome = Some(write::create(connection, &job.input).await?),
            Self::Append(job) => job.outcome = Some(write::append(connection, &job.input).await?),
            Self::Board(job) => {
                let (game_id, board) = &job.input;
                job.outcome = Some(write::set_board(connection, game_id, *board).await?);
            }
            Self::Setting(job) => {
                let (scope, key, value) = &job.input;
                job.outcome =
                    Some(write::set_setting(connection, scope, key, value.as_deref()).await?);
            }
            Self::Roll(job) => job.outcome = Some(rolls::add(connection, &job.input).await?),
            Self::Plain(job) => job.outcome = Some(statement::run(connection, &job.input).await?),
            Self::Rewrite(job) => {
                job.outcome = Some(forget::rewrite(connection, &job.input).await?);
            }
            Self::Enter(job) => job.outcome = Some(books::enter(connection, &job.input).await?),
            Self::RewriteBook(job) => {
                job.outcome = Some(books::rewrite(connection, &job.input).await?);
            }
            Self::Close(_) => {}
        }
        Ok(())
    }

    fn finish(self, failure: Option<StoreError>) {
        match self {
            Self::Create(job) => job.finish(failure),
            Self::Append(job) => job.finish(failure),
            Self::Board(job) => job.finish(failure),
            Self::Setting(job) => job.finish(failure),
            Self::Roll(job) => job.finish(failure),
            Self::Plain(job) => job.finish(failure),
            Self::Rewrite(job) => job.finish(failure),
            Self::Enter(job) => job.finish(failure),
            Self::RewriteBook(job) => job.finish(failure),
            Self::Close(_) => {}
        }
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
                if let Request::Close(answer) = request {
                    // What is in the queue already is still written; nobody new gets in.
                    waiting.close();
                    closers.push(answer);
                } else {
                    changes.push(request);
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

    async fn write(&mut self, mut group: Vec<Request>) {
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
        for request in group {
            request.finish(failure.clone());
        }
    }

    async fn commit(&mut self, group: &mut [Request]) -> Result<(), sqlx::Error> {
        let connection = self.connection().await?;
        if let [request] = group
            && request.is_one_statement()
        {
            // A single change is a transaction by itself.
            request.run(connection).await?;
        } else {
            sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut *connection).await?;
            for request in group {
                request.run(connection).await?;
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
    pub async fn create_game(&self, new: NewGame) -> Result<Created, StoreError> {
        let (first, summary) = (&new.first, &new.summary);
        fits("The game's state", &new.state)?;
        fits("The action", &first.action)?;
        fits("The list of dice", &first.dice)?;
        fits("The list of events", &first.events)?;
        fits("The game's name", &summary.name)?;
        self.ask(new, Request::Create).await
    }

    pub async fn append(&self, step: NewStep) -> Result<Appended, StoreError> {
        fits("The game's state", &step.state)?;
        fits("The action", &step.step.action)?;
        fits("The list of dice", &step.step.dice)?;
        fits("The list of events", &step.step.events)?;
        fits("The game's name", &step.summary.name)?;
        self.ask(step, Request::Append).await
    }

    pub async fn set_board(&self, game_id: &str, board: Option<Board>) -> Result<(), StoreError> {
        self.ask((game_id.to_owned(), board), Request::Board).await
    }

    /// `None` removes the setting.
    pub async fn set_setting(
        &self,
        scope: Scope,
        key: &str,
        value: Option<&str>,
    ) -> Result<(), StoreError> {
        fits("The setting", value.unwrap_or_default())?;
        self.ask((scope, key.to_owned(), value.map(str::to_owned)), Request::Setting).await
    }

    pub(crate) async fn ask<I, O>(
        &self,
        input: I,
        request: impl FnOnce(Job<I, O>) -> Request,
    ) -> Result<O, StoreError> {
        let (answer, answered) = oneshot::channel();
        let request = request(Job { input, outcome: None, answer });
        self.requests.send(request).await.map_err(|_| StoreError::Closed)?;
        answered.await.map_err(|_| StoreError::Closed)?
    }
}

pub(crate) fn fits(what: &'static str, text: &str) -> Result<(), StoreError> {
    if text.len() > LARGEST_TEXT {
        return Err(StoreError::TooLarge { what, bytes: text.len(), most: LARGEST_TEXT });
    }
    Ok(())
}

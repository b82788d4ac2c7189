//! One change to the database, as the writer runs it among others that share its transaction.
//!
//! Nearly each change is one statement: a call to the database is a hop to the thread that owns the connection and every
//! result is a hop back, dearer together than the SQL. A single statement also undoes itself when it fails, so a bad
//! request cannot hurt the others in its transaction. What was not taken is explained by reading, the rare case. The few
//! changes that need several statements stand within a savepoint instead.

use sqlx::SqliteConnection;

use crate::StoreError;
use crate::error::blames_one_request;

/// The largest text stored; states are some tens of kilobytes.
const LARGEST_TEXT: usize = 16 << 20;

/// The outer error leaves the transaction in doubt; the inner one belongs to this request, and nothing was changed.
pub(crate) type Tried<T> = Result<Result<T, StoreError>, sqlx::Error>;

/// What can be handed to the writer. Each stands with the tables it changes, so that the writer need not know any of them.
pub(crate) trait Change: Send + Sync + 'static {
    type Outcome: Send + 'static;

    /// Whether it needs no transaction around it.
    fn is_one_statement(&self) -> bool;

    fn run(
        &self,
        connection: &mut SqliteConnection,
    ) -> impl Future<Output = Tried<Self::Outcome>> + Send;
}

/// Begins a change of several statements; [`end_several`] ends it.
pub(crate) async fn begin_several(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    sqlx::raw_sql("SAVEPOINT several").execute(connection).await.map(|_| ())
}

/// Undoes all of the statements if one of them failed, so that the others in the transaction are not hurt.
pub(crate) async fn end_several<T>(connection: &mut SqliteConnection, tried: Tried<T>) -> Tried<T> {
    let tried = tried.or_else(blame)?;
    let end = match &tried {
        Ok(_) => "RELEASE several",
        Err(_) => "ROLLBACK TO several; RELEASE several",
    };
    sqlx::raw_sql(end).execute(connection).await?;
    Ok(tried)
}

/// On the request, if the statement undid itself and the transaction goes on; else on all.
pub(crate) fn blame<T>(error: sqlx::Error) -> Tried<T> {
    if blames_one_request(&error) { Ok(Err(error.into())) } else { Err(error) }
}

/// Refuses a text before it is handed to the writer and takes up the others' time there.
pub(crate) fn fits(what: &'static str, text: &str) -> Result<(), StoreError> {
    if text.len() > LARGEST_TEXT {
        return Err(StoreError::TooLarge { what, bytes: text.len(), most: LARGEST_TEXT });
    }
    Ok(())
}

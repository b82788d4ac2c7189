//! Small changes whose only outcome is how many rows they touched. Several together are one change.

use sqlx::SqliteConnection;

use crate::change::{Change, Tried, begin_several, blame, end_several};

#[derive(Debug, Clone)]
pub(crate) struct Statement {
    sql: &'static str,
    values: Vec<Value>,
}

#[derive(Debug, Clone)]
pub(crate) enum Value {
    Number(i64),
    Text(String),
    Bytes(Vec<u8>),
}

impl Statement {
    pub(crate) fn new(sql: &'static str) -> Self {
        Self { sql, values: Vec::new() }
    }

    pub(crate) fn id(self, id: u64) -> Self {
        self.number(id.cast_signed())
    }

    pub(crate) fn number(mut self, number: i64) -> Self {
        self.values.push(Value::Number(number));
        self
    }

    pub(crate) fn text(mut self, text: &str) -> Self {
        self.values.push(Value::Text(text.to_owned()));
        self
    }

    pub(crate) fn bytes(mut self, bytes: &[u8]) -> Self {
        self.values.push(Value::Bytes(bytes.to_vec()));
        self
    }
}

impl Change for Vec<Statement> {
    /// How many rows were touched in all. All of them or none.
    type Outcome = u64;

    fn is_one_statement(&self) -> bool {
        self.len() <= 1
    }

    async fn run(&self, connection: &mut SqliteConnection) -> Tried<u64> {
        if let [alone] = self.as_slice() {
            return execute(connection, alone).await.map(Ok).or_else(blame);
        }
        begin_several(connection).await?;
        let tried = run_each(connection, self).await;
        end_several(connection, tried.map(Ok)).await
    }
}

async fn run_each(
    connection: &mut SqliteConnection,
    all: &[Statement],
) -> Result<u64, sqlx::Error> {
    let mut touched = 0;
    for statement in all {
        touched += execute(connection, statement).await?;
    }
    Ok(touched)
}

async fn execute(
    connection: &mut SqliteConnection,
    statement: &Statement,
) -> Result<u64, sqlx::Error> {
    let mut query = sqlx::query(statement.sql);
    for value in &statement.values {
        query = match value {
            Value::Number(number) => query.bind(number),
            Value::Text(text) => query.bind(text),
            Value::Bytes(bytes) => query.bind(bytes),
        };
    }
    Ok(query.execute(connection).await?.rows_affected())
}

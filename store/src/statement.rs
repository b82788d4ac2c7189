//! Small changes whose only outcome is how many rows they touched. Several together are one change.

use sqlx::SqliteConnection;

use crate::write::{Tried, blame};

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

/// How many rows were touched in all. A statement that fails takes the whole group with it unless it is alone.
pub(crate) async fn run(connection: &mut SqliteConnection, all: &[Statement]) -> Tried<u64> {
    let mut touched = 0;
    for statement in all {
        let mut query = sqlx::query(statement.sql);
        for value in &statement.values {
            query = match value {
                Value::Number(number) => query.bind(number),
                Value::Text(text) => query.bind(text),
                Value::Bytes(bytes) => query.bind(bytes),
            };
        }
        match query.execute(&mut *connection).await {
            Ok(done) => touched += done.rows_affected(),
            Err(error) if all.len() == 1 => return blame(error),
            Err(error) => return Err(error),
        }
    }
    Ok(Ok(touched))
}

//! Whether the database is whole.

use sqlx::sqlite::SqliteRow;
use sqlx::{ConnectOptions, Connection, Row, SqliteConnection};

use crate::boxed;
use crate::sql::get;
use crate::{Store, StoreError};

const STEPS_WITH_GAPS: &str = "\
SELECT g.id, g.seq, count(s.seq), coalesce(min(s.seq), 0), coalesce(max(s.seq), 0) \
  FROM games AS g LEFT JOIN steps AS s ON s.game = g.key GROUP BY g.key \
  HAVING count(s.seq) <> g.seq OR min(s.seq) IS NOT 1 OR max(s.seq) IS NOT g.seq";

const SNAPSHOTS_ASTRAY: &str = "\
SELECT g.id, g.seq, s.seq FROM games AS g LEFT JOIN snapshots AS s ON s.game = g.key WHERE s.seq IS NOT g.seq";

const DICE_ASTRAY: &str = "\
SELECT g.id, g.next_die, s.next_die FROM games AS g JOIN steps AS s ON s.game = g.key AND s.seq = g.seq \
  WHERE s.next_die <> g.next_die";

const DICE_ROLLED_BACK: &str = "\
SELECT g.id, s.seq FROM steps AS s JOIN steps AS before ON before.game = s.game AND before.seq = s.seq - 1 \
  JOIN games AS g ON g.key = s.game WHERE s.next_die < before.next_die";

const REVOKED_NOTHING: &str = "\
SELECT g.id, s.seq, s.revokes FROM steps AS s JOIN games AS g ON g.key = s.game \
  WHERE s.revokes IS NOT NULL \
  AND NOT EXISTS (SELECT 1 FROM steps AS r WHERE r.game = s.game AND r.seq = s.revokes)";

const ENTRIES_WITH_GAPS: &str = "\
SELECT b.id, b.seq, count(e.seq), coalesce(min(e.seq), 0), coalesce(max(e.seq), 0) \
  FROM books AS b LEFT JOIN entries AS e ON e.book = b.key GROUP BY b.key \
  HAVING count(e.seq) <> b.seq OR min(e.seq) IS NOT 1 OR max(e.seq) IS NOT b.seq";

const BOOKS_UNREADABLE: &str = "SELECT id FROM books WHERE NOT json_valid(state)";

const ENTRIES_UNREADABLE: &str = "\
SELECT b.id, e.seq FROM entries AS e JOIN books AS b ON b.key = e.book \
  WHERE NOT json_valid(e.action) OR NOT json_valid(e.events)";

type Sentence = fn(&SqliteRow) -> Result<String, sqlx::Error>;

impl Store {
    /// Looks over the pages of the file, as fast as the disk reads them; each finding is a sentence.
    #[boxed]
    pub async fn quick_check(&self) -> Result<Vec<String>, StoreError> {
        let found: Result<Vec<String>, _> =
            sqlx::query_scalar("PRAGMA quick_check(1)").fetch_all(&self.readers).await;
        match found.map_err(StoreError::from) {
            Ok(found) => Ok(found
                .into_iter()
                .filter(|line| line != "ok")
                .map(|line| format!("{}.", line.replace('\n', " ").trim_end_matches('.')))
                .collect()),
            Err(StoreError::Damaged(detail)) => Ok(vec![format!("{detail}.")]),
            Err(error) => Err(error),
        }
    }

    /// Looks for damage; each finding is a sentence, none means the database is fine. Reads everything.
    #[boxed]
    pub async fn check(&self) -> Result<Vec<String>, StoreError> {
        if self.readers.is_closed() {
            return Err(StoreError::Closed);
        }
        // Not one of the readers: SQLite drops CHECK constraints from what it opens read-only and would not test them.
        let options =
            (*self.readers.connect_options()).clone().read_only(false).pragma("query_only", "ON");
        let mut connection = options.connect().await?;
        let mut findings = Vec::new();
        // One moment in time for all questions, while games go on.
        sqlx::raw_sql("BEGIN").execute(&mut connection).await?;
        let looked = look(&mut connection, &mut findings).await;
        let _ = connection.close().await;
        match looked.map_err(StoreError::from) {
            Ok(()) => Ok(findings),
            // Where the file cannot even be read, that is the finding.
            Err(StoreError::Damaged(detail)) => {
                findings.push(format!("The file cannot be read through: {detail}."));
                Ok(findings)
            }
            Err(error) => Err(error),
        }
    }
}

async fn look(
    connection: &mut SqliteConnection,
    findings: &mut Vec<String>,
) -> Result<(), sqlx::Error> {
    for row in sqlx::query("PRAGMA quick_check").fetch_all(&mut *connection).await? {
        let found: String = get(&row, 0)?;
        if found != "ok" {
            findings.push(format!("SQLite finds the file damaged: {found}."));
        }
    }
    for row in sqlx::query("PRAGMA foreign_key_check").fetch_all(&mut *connection).await? {
        findings.push(format!(
            "A row of the table {} belongs to a row of {} that does not exist.",
            row.try_get::<String, _>(0)?,
            row.try_get::<String, _>(2)?
        ));
    }
    let own: [(&'static str, Sentence); 8] = [
        (STEPS_WITH_GAPS, |row| {
            let (id, seq, count, first, last) =
                (name(row)?, number(row, 1)?, number(row, 2)?, number(row, 3)?, number(row, 4)?);
            Ok(format!(
                "Game {id} should have steps 1 to {seq} but has {count}, from {first} to {last}."
            ))
        }),
        (SNAPSHOTS_ASTRAY, |row| {
            let (id, seq) = (name(row)?, number(row, 1)?);
            Ok(match get::<Option<i64>>(row, 2)? {
                Some(found) => format!(
                    "The snapshot of game {id} is of step {found}, the game is at step {seq}."
                ),
                None => format!("Game {id} has no snapshot."),
            })
        }),
        (DICE_ASTRAY, |row| {
            let (id, game, step) = (name(row)?, number(row, 1)?, number(row, 2)?);
            Ok(format!("Game {id} says its next die is number {game}, its last step says {step}."))
        }),
        (DICE_ROLLED_BACK, |row| {
            Ok(format!(
                "Step {} of game {} rolls dice that were rolled before.",
                number(row, 1)?,
                name(row)?
            ))
        }),
        (REVOKED_NOTHING, |row| {
            let (id, seq, revoked) = (name(row)?, number(row, 1)?, number(row, 2)?);
            Ok(format!("Step {seq} of game {id} revokes step {revoked}, which does not exist."))
        }),
        (ENTRIES_WITH_GAPS, |row| {
            let (id, seq, count, first, last) =
                (name(row)?, number(row, 1)?, number(row, 2)?, number(row, 3)?, number(row, 4)?);
            Ok(format!(
                "Book {id} should have entries 1 to {seq} but has {count}, from {first} to {last}."
            ))
        }),
        (BOOKS_UNREADABLE, |row| Ok(format!("Book {} is not readable JSON.", name(row)?))),
        (ENTRIES_UNREADABLE, |row| {
            Ok(format!("Entry {} of book {} is not readable JSON.", number(row, 1)?, name(row)?))
        }),
    ];
    for (question, sentence) in own {
        for row in sqlx::query(question).fetch_all(&mut *connection).await? {
            findings.push(sentence(&row)?);
        }
    }
    Ok(())
}

fn name(row: &SqliteRow) -> Result<String, sqlx::Error> {
    get(row, 0)
}

fn number(row: &SqliteRow, column: usize) -> Result<i64, sqlx::Error> {
    get(row, column)
}
